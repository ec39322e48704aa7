import { useEffect, useMemo, useRef, useState } from 'react';
import { asAppError, isAnswerLost, isConflict } from '@/db/errors.ts';
import { insertRow, readOne, updateRow, type Table } from '@/db/tables.ts';
import { changeImpact, type Impact } from '@/db/impact.ts';
import type { Resource } from './define.ts';
import type { AnyField, TextField } from './fields.ts';
import type { TypedRecord } from './schema.ts';
import { rowQuery } from './resource-queries.ts';
import { isSame } from './merge.ts';
import { codeFrom, schemaOf } from './rules.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { useFieldsForm, type FormBase, type SavedDraft } from './use-saved-form.ts';

interface RecordFormOptions<Row> {
  resource: Pick<Resource, 'fields'> & { table: Table };
  start: FormBase;
  /** The draft's values, or those of a new record. */
  typed: TypedRecord;
  /** The record as currently cached for the list. */
  row: Row | null;
  onSaved: (row: Row, created: boolean, unsaved: SavedDraft | null) => void;
}

const codeOf = (field: AnyField | undefined): TextField | undefined => (field?.kind === 'code' && field.required ? field : undefined);

/** The form of a plain table's row. */
export function useRecordForm<Row extends { id: string; version: number }>({
  resource: { table, fields },
  start,
  typed,
  row,
  onSaved,
}: RecordFormOptions<Row>) {
  const schema = useMemo(() => schemaOf(fields), [fields]);
  const [impacts, setImpacts] = useState<readonly Impact[]>([]);
  const [isChecking, setChecking] = useState(false);
  const wasAnswerLost = useRef(false);
  const record = useFieldsForm<Row>({
    start,
    typed,
    row,
    table,
    fields,
    read: (id) => readOne(table, id),
    key: (id) => rowQuery(table, id).queryKey,
    save: async (parsed, { id, version }, changed) => {
      // The id is generated once per form, so that a retry after a lost answer finds the record.
      if (version === 0) return (await insertRow(table, { ...parsed, id } as never, wasAnswerLost.current)) as unknown as Row;
      const changes = Object.fromEntries(Object.entries(parsed).filter(([name]) => changed.includes(name)));
      return (await updateRow(table, id, version, changes as never)) as unknown as Row;
    },
    changes: [table],
    refused: (error, { version }) => {
      wasAnswerLost.current ||= isAnswerLost(error);
      return isConflict(error) ? 'changed' : version > 0 && error.code === 'not_found' ? 'gone' : null;
    },
    onSaved,
  });

  // The code used in document numbers follows a new record's name until it is edited.
  const { form, agreed, values } = record;
  const coded = Object.keys(fields).find((column) => codeOf(fields[column]));
  const codeField = coded && codeOf(fields[coded]);
  const proposed = codeField && agreed.version === 0 ? codeFrom(String(values.name ?? ''), codeField) : '';
  const proposal = useRef('');
  useEffect(() => {
    if (coded && form.getValues(coded) === proposal.current && proposed !== proposal.current)
      form.setValue(coded, proposed, { shouldValidate: form.formState.isSubmitted });
    proposal.current = proposed;
  }, [coded, proposed, form]);

  // Shows the effects of a change before saving; invalid input is reported by the form itself.
  const { changed } = record;
  const submit = useStableCallback(async (): Promise<void> => {
    const typed = { ...form.getValues() };
    const parsed = schema.safeParse(typed);
    if (agreed.version === 0 || !parsed.success) return record.submit();
    const changes = Object.fromEntries(Object.entries(parsed.data as TypedRecord).filter(([name]) => changed.includes(name)));
    setChecking(true);
    const effects = await changeImpact(table, agreed.id, changes)
      .catch((error: unknown) => record.refuse(asAppError(error)))
      .finally(() => setChecking(false));
    // Values typed meanwhile may have other effects.
    if (effects && !isSame(typed, form.getValues())) return submit();
    if (effects?.length === 0) record.submit();
    else if (effects) setImpacts(effects);
  });
  return {
    ...record,
    busy: record.busy || isChecking,
    submit: () => void (isChecking || submit()),
    impacts: impacts.length > 0 && { impacts, onSave: record.submit, onClose: () => setImpacts([]) },
  };
}
