import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlainRow } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { FieldGrid } from '@/ui/field.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { Menu } from '@/ui/menu.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { toast } from '@/ui/toast.tsx';
import { ActiveStatus } from './active-status.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import type { Resource } from './define.ts';
import { RecordField } from './record-field.tsx';
import { RecordFrame } from './record-frame.tsx';
import { MoreOfRecord, RecordHistory, RecordLayout, SummaryOfRecord } from './record-layout.tsx';
import { FieldNotices } from './record-notices.tsx';
import { useResourceWords } from './resource-words.ts';
import { blankValues, typedValues } from './rules.ts';
import { useResourcePermission } from './use-resource-permission.ts';
import { useStoredInput, useRecordDraft } from './use-record-draft.tsx';
import { useRecordForm } from './use-record-form.ts';
import type { FormBase } from './use-saved-form.ts';

interface RecordFormProps {
  resource: Resource;
  /** Null for a new record. */
  row: PlainRow | null;
  newId: string;
  initialValues: Readonly<Record<string, string>>;
}

/** The form for creating and editing a record. */
export function RecordForm({ resource, row, newId, initialValues }: RecordFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useResourcePermission(resource);
  const words = useResourceWords(resource.table);
  const [deleting, setDeleting] = useState(false);

  const blank = blankValues(resource.fields);
  const initial: FormBase = row
    ? { id: row.id, version: row.version, base: typedValues(resource.fields, row) }
    : { id: newId, version: 0, base: blank };
  const draft = useRecordDraft(initial);
  const record = useRecordForm({
    resource,
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? (row ? initial.base : blankValues(resource.fields, initialValues)),
    row,
    onSaved: (saved, created, unsaved) => {
      draft.clear(created);
      const another = created && !unsaved && { label: words.word('add'), run: () => void navigate(`${resource.path}/add`) };
      toast({ tone: 'ok', text: t('kit.saved', { name: nameOf(saved) }), ...(another ? { action: another } : {}) });
      if (!created) return;
      guard.release();
      const edit = `${resource.path}/edit/${saved.id}`;
      if (unsaved) draft.storeFor(edit, unsaved);
      void navigate(unsaved ? edit : resource.path, { replace: unsaved !== null });
    },
  });
  const { form } = record;
  const guard = useStoredInput(draft, record);

  useFirstField(record.formElement, row === null);

  const name = row ? nameOf(row) : words.word('new');
  const fields = (aside: boolean) =>
    Object.entries(resource.fields)
      .filter(([, field]) => Boolean(field.aside) === aside)
      .map(([column, field]) => (
        <RecordField
          key={column}
          name={column}
          field={field}
          label={words.label(column)}
          hint={words.hint(column)}
          control={form.control}
          recordId={row?.id}
        />
      ));

  return (
    <RecordFrame record={record} guard={guard} isNew={row === null} label={words.label} saveLabel={t('kit.save')}>
      <PageHead
        title={name}
        sub={row ? words.word('one') : undefined}
        stamp={row && <ActiveStatus active={row.active} stamp />}
        actions={
          row && (
            <>
              <MoreOfRecord resource={resource} id={row.id} />
              {may('delete', row) && (
                <Menu
                  label={t('kit.rowActions', { name })}
                  items={[{ label: t('kit.delete'), icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]}
                />
              )}
            </>
          )
        }
      />
      {row && <SummaryOfRecord resource={resource} id={row.id} />}
      <RecordLayout
        content={
          <section className="section">
            <div className="notices">
              <FieldNotices
                record={record}
                fields={resource.fields}
                restored={draft.restored}
                onDiscard={guard.discard}
                label={words.label}
              />
            </div>
            <FieldGrid>{fields(false)}</FieldGrid>
          </section>
        }
        aside={
          <>
            <section className="section grid gap-3.5">{fields(true)}</section>
            {row && resource.Beside && (
              <Suspense>
                <resource.Beside id={row.id} />
              </Suspense>
            )}
            {row && <RecordHistory table={resource.table} row={row} />}
          </>
        }
      />
      {deleting && row && (
        <ConfirmDelete
          table={resource.table}
          target={{ ids: [row.id] }}
          count={1}
          name={name}
          mayDeactivate={may('update') && row.active}
          onClose={() => setDeleting(false)}
          onDone={() => {
            guard.release();
            draft.drop();
            void navigate(resource.path);
          }}
        />
      )}
    </RecordFrame>
  );
}
