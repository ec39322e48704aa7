import { TriangleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { useUserKey } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { timeAgo } from '@/lib/dates.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import './conflict.css';
import { Segmented } from '@/ui/segmented.tsx';
import { Table } from '@/ui/table.tsx';
import { FieldCell } from './cells.tsx';
import type { AnyField } from './fields.ts';
import { isSame, type Collision } from './merge.ts';
import { useName } from './names.ts';
import type { TypedRecord } from './schema.ts';
import { ImpactDialog } from './impact-dialog.tsx';
import type { Conflict, SavedForm } from './use-saved-form.ts';

interface ConflictNoticeProps {
  conflict: Conflict;
  label: (field: string) => string;
  value: (field: string, value: unknown) => ReactNode;
  /** Whether the form holds their value. */
  isTheirs: (collision: Collision) => boolean;
  /** Puts the chosen value into the form. */
  onChoose: (collision: Collision, value: unknown) => void;
}

interface RecordNoticesProps extends Omit<ConflictNoticeProps, 'conflict'> {
  record: {
    conflict: Conflict | null;
    isDeleted: boolean;
    failure: string | null;
    submit: () => void;
    impacts?: ComponentProps<typeof ImpactDialog> | false;
  };
  /** The form holds a restored draft. */
  restored?: boolean;
  onDiscard: () => void;
}

/** Messages about the form as a whole: a restored draft, errors, another user's save. */
export function RecordNotices({
  record: { conflict, isDeleted, failure, submit, impacts },
  restored,
  onDiscard,
  ...choice
}: RecordNoticesProps) {
  const { t } = useTranslation();
  return (
    <>
      {restored && (
        <Banner
          tone="off"
          actions={
            <Button small onClick={onDiscard}>
              {t('kit.discardDraft')}
            </Button>
          }
        >
          {t('kit.draftRestored')}
        </Banner>
      )}
      {isDeleted && <Banner tone="bad">{t('kit.goneWhileEditing')}</Banner>}
      {failure && (
        <Banner tone="bad" onRetry={submit}>
          {failure}
        </Banner>
      )}
      {conflict && <ConflictNotice conflict={conflict} {...choice} />}
      {impacts && <ImpactDialog {...impacts} />}
    </>
  );
}

interface FieldNoticesProps<Typed extends TypedRecord> extends Pick<RecordNoticesProps, 'restored' | 'onDiscard' | 'label'> {
  record: SavedForm<Typed> & Pick<RecordNoticesProps['record'], 'impacts'>;
  fields: Readonly<Record<string, AnyField>>;
  /** Shows a value that is not one of the fields. */
  other?: (name: string, value: unknown) => ReactNode;
}

/** RecordNotices for a record that consists of its fields. */
export function FieldNotices<Typed extends TypedRecord>({ record, fields, other, ...notices }: FieldNoticesProps<Typed>) {
  return (
    <RecordNotices
      {...notices}
      record={record}
      value={(name, value) => {
        const field = fields[name];
        return field ? <FieldCell name={name} field={field} value={value} /> : other?.(name, value);
      }}
      isTheirs={({ field, theirs }) => isSame(record.values[field], theirs)}
      onChoose={({ field }, value) => record.set({ [field]: value } as Partial<Typed>)}
    />
  );
}

/** Another user's changes since this edit began; the user chooses only where both changed the same field. */
function ConflictNotice({ conflict: { by, at, onlyTheirs: theirs, collisions }, label, value, isTheirs, onChoose }: ConflictNoticeProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const me = useUserKey();
  const person = useName('profiles', by);
  const when = timeAgo(at);
  return (
    <section className="note warn conflict" role="alert" aria-labelledby={id}>
      <Icon of={TriangleAlert} />
      <div className="min-w-0 flex-1">
        <h2 id={id} className="mb-1 text-md">
          {by === me
            ? t('kit.conflictSelf', { when })
            : person
              ? t('kit.conflictTitle', { name: nameOf(person), when })
              : t('kit.conflictSomebody', { when })}
        </h2>
        {theirs.length > 0 && (
          <p>
            {t(by === me ? 'kit.conflictMergedSelf' : 'kit.conflictMerged', {
              fields: new Intl.ListFormat(i18n.language).format(theirs.map(label)),
            })}
          </p>
        )}
        <p>{collisions.length > 0 ? t('kit.conflictChoose') : t('kit.conflictSave')}</p>
        {collisions.length > 0 && (
          <Table
            className="ledger-table mt-2.5"
            rows={collisions}
            keyOf={({ field }) => field}
            columns={[
              { head: <span className="sr-only">{t('kit.field')}</span>, isRowHeader: true, cell: ({ field }) => label(field) },
              { head: t('kit.mine'), cell: ({ field, mine }) => value(field, mine) },
              { head: t('kit.theirs'), cell: (collision) => value(collision.field, collision.theirs) },
              {
                head: <span className="sr-only">{t('kit.choose')}</span>,
                cell: (collision) => (
                  <Segmented
                    small
                    label={label(collision.field)}
                    value={isTheirs(collision) ? 'theirs' : 'mine'}
                    onChange={(side) => onChoose(collision, collision[side])}
                    options={(['mine', 'theirs'] as const).map((side) => ({ value: side, label: t(`kit.${side}`) }))}
                  />
                ),
              },
            ]}
          />
        )}
      </div>
    </section>
  );
}
