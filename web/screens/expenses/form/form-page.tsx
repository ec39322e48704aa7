import type { ReactNode } from 'react';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { FieldCell } from '@/kit/cells.tsx';
import type { AnyField } from '@/kit/fields.ts';
import { same } from '@/kit/merge.ts';
import type { TypedRecord } from '@/kit/record-field.tsx';
import { RecordNotices } from '@/kit/record-notices.tsx';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useCountText } from '@/kit/use-count-text.ts';
import type { useRecordDraft } from '@/kit/use-record-draft.tsx';
import type { useSavedForm } from '@/kit/use-saved-form.ts';
import { PageHead } from '@/ui/page-head.tsx';

type SavedForm<Values extends TypedRecord> = Pick<ReturnType<typeof useSavedForm<Values, { id: string; version: number }>>,
  'form' | 'values' | 'changed' | 'set' | 'gone' | 'busy' | 'conflict' | 'failure' | 'formElement' | 'submit' | 'discard'>;

interface FormPageProps<Values extends TypedRecord> {
  title: string;
  sub?: string;
  saved: SavedForm<Values>;
  draft: Pick<ReturnType<typeof useRecordDraft<Values>>, 'restored' | 'settle'>;
  /** Before it is left. */
  question: ReactNode;
  isNew: boolean;
  fields: Readonly<Record<string, AnyField>>;
  label: (name: string) => string;
  saveLabel: string;
  beside: string;
  aside: ReactNode;
  /** Beneath the first fields. */
  more?: ReactNode;
  children: ReactNode;
}

/** A record in its form, as a page: what is said about it as a whole, its fields, and the bar that saves. */
export function FormPage<Values extends TypedRecord>({ title, sub, saved, draft, question, isNew, fields, label, saveLabel, beside, aside, more, children }: FormPageProps<Values>) {
  const { t, i18n } = useTranslation();
  const online = useOnline();
  const text = useCountText();
  const { form, values, changed, set, gone, busy } = saved;
  const wrong = Object.keys(form.formState.errors).map(label);
  const discard = () => {
    saved.discard();
    draft.settle();
  };
  return (
    <form
      className="record"
      ref={saved.formElement}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saved.submit();
      }}
    >
      <PageHead title={title} sub={sub} />
      <div className="doc">
        <div className="body">
          <section className="sec">
            <div className="notices">
              <RecordNotices
                record={saved}
                restored={draft.restored}
                onDiscard={discard}
                label={label}
                value={(name, value) => {
                  const field = fields[name];
                  return field ? <FieldCell name={name} field={field} value={value} /> : null;
                }}
                isTheirs={({ field: name, theirs }) => same(values[name], theirs)}
                onChoose={({ field: name }, value) => set({ [name]: value } as Partial<Values>)}
              />
            </div>
            <div className="grid g2">{children}</div>
          </section>
          {more}
        </div>
        <aside className="aside" aria-label={beside}>{aside}</aside>
      </div>
      <SaveBar
        changed={changed.length === 0 ? undefined : isNew ? t('kit.newRecord') : t('kit.changedFields', { count: changed.length, shown: text.number(changed.length) })}
        busy={busy}
        problem={gone ? t('kit.gone') : online ? undefined : t('kit.offline')}
        wrong={wrong.length ? t('kit.checkFields', { fields: new Intl.ListFormat(i18n.language).format(wrong) }) : undefined}
        saveLabel={saveLabel}
        onSave={saved.submit}
        onDiscard={discard}
      />
      {question}
    </form>
  );
}
