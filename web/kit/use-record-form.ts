import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isAnswerLost, isConflict, type AppError } from '@/db/errors.ts';
import type { PlainRow } from '@/db/plain-rows.ts';
import { queryClient, write } from '@/db/query.ts';
import { insertRow, readOne, updateRow, type Table } from '@/db/tables.ts';
import type { Resource } from './define.ts';
import type { AnyField, TextField } from './fields.ts';
import { changedFields, merge, typedSince, type Merge } from './merge.ts';
import { columnOfConstraint } from './problems.ts';
import type { TypedRecord } from './record-field.tsx';
import { rowQuery } from './resource-queries.ts';
import { codeFrom, schemaOf, typedValues } from './rules.ts';
import { useSentence } from './use-sentence.ts';

/** What a form holds besides its fields: which record, of which version, and what both it and the database last agreed on. */
export interface Held {
  id: string;
  /** 0: not made yet. */
  version: number;
  base: TypedRecord;
}

export interface Conflict extends Merge {
  by: string | null;
  at: string;
}

interface RecordFormOptions {
  resource: Resource;
  start: Held;
  /** What stood in the form when it was left, or what a new one begins with. */
  typed: TypedRecord;
  /** The record as the list's cache knows it now. */
  row: PlainRow | null;
  onSaved: (row: PlainRow) => void;
}

const codeOf = (field: AnyField | undefined): TextField | undefined => (field?.kind === 'code' && field.required ? field : undefined);

/** The life of one record in a form: typing, checking, saving, and meeting somebody else's save. */
export function useRecordForm({ resource, start, typed, row, onSaved }: RecordFormOptions) {
  const { table, fields } = resource;
  const sentence = useSentence();
  const [held, setHeld] = useState(start);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [gone, setGone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const formElement = useRef<HTMLFormElement>(null);
  // What the save on its way was made of; the fields stay open while it travels.
  const sent = useRef<TypedRecord>({});
  const unanswered = useRef(false);
  const schema = useMemo(() => schemaOf(fields), [fields]);
  const form = useForm<TypedRecord>({ defaultValues: typed, resolver: zodResolver(schema), shouldFocusError: false });
  const values = useWatch({ control: form.control });
  const changed = changedFields(held.base, values);

  // The code that documents are numbered by follows a new record's name until it is written by hand.
  const coded = Object.keys(fields).find((column) => codeOf(fields[column]));
  const codeField = coded && codeOf(fields[coded]);
  const proposed = codeField && held.version === 0 ? codeFrom(String(values.name ?? ''), codeField) : '';
  const proposal = useRef('');
  useEffect(() => {
    if (coded && form.getValues(coded) === proposal.current && proposed !== proposal.current) form.setValue(coded, proposed, { shouldValidate: form.formState.isSubmitted });
    proposal.current = proposed;
  }, [coded, proposed, form]);

  // A background refetch never overwrites typing; where nothing was typed the form follows the record.
  const untouched = changed.length === 0;
  useEffect(() => {
    if (!row || row.id !== held.id || row.version <= held.version || !untouched) return;
    const base = typedValues(fields, row);
    form.reset(base);
    setHeld({ id: row.id, version: row.version, base });
  }, [row, held, untouched, fields, form]);

  // The messages stand there a frame or two after they were set.
  const focusFirstProblem = (frames = 10) => {
    requestAnimationFrame(() => {
      const wrong = formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (frames > 0) focusFirstProblem(frames - 1);
    });
  };

  const meet = async () => {
    const theirs = await readOne<Table, PlainRow>(table, held.id);
    if (!theirs) {
      setGone(true);
      return;
    }
    const theirValues = typedValues(fields, theirs);
    const met = merge(held.base, form.getValues(), theirValues);
    for (const [name, value] of Object.entries(met.merged)) form.setValue(name, value, { shouldDirty: true });
    setHeld({ id: held.id, version: theirs.version, base: theirValues });
    setConflict({ ...met, by: theirs.updated_by, at: theirs.updated_at });
    queryClient.setQueryData(rowQuery(table, held.id).queryKey, theirs);
  };

  const show = (error: AppError) => {
    if (isConflict(error)) return meet();
    if (held.version > 0 && error.code === 'not_found') return setGone(true);
    const column = [error.field, ...error.keys.map((key) => columnOfConstraint(table, Object.keys(fields), key))].find((name) => name && name in fields);
    if (!column) return setFailure(sentence(error));
    form.setError(column, { type: 'server', message: sentence(error) });
    focusFirstProblem();
  };

  const save = useMutation({
    ...write({
      run: (parsed: Record<string, unknown>) => {
        // The id is made once, with the form: a second try after a lost answer finds the record made.
        if (held.version === 0) return insertRow(table, { ...parsed, id: held.id } as never, unanswered.current);
        const changes = Object.fromEntries(Object.entries(parsed).filter(([name]) => changed.includes(name)));
        return updateRow(table, held.id, held.version, changes as never);
      },
      changes: [table],
    }),
    onSuccess: (saved) => {
      const now = saved as unknown as PlainRow;
      const base = typedValues(fields, now);
      const typedMeanwhile = typedSince(sent.current, form.getValues());
      form.reset(base);
      for (const [name, value] of typedMeanwhile) form.setValue(name, value as never, { shouldDirty: true });
      setHeld({ id: now.id, version: now.version, base });
      setConflict(null);
      queryClient.setQueryData(rowQuery(table, now.id).queryKey, now);
      onSaved(now);
    },
    onError: (error) => {
      unanswered.current ||= isAnswerLost(error);
      void show(error as AppError);
    },
  });

  const submit = form.handleSubmit((parsed) => {
    if (save.isPending) return;
    setFailure(null);
    sent.current = { ...form.getValues() };
    save.mutate(parsed);
  }, () => focusFirstProblem());

  const discard = () => {
    form.reset(held.base);
    setConflict(null);
    setFailure(null);
  };

  return { form, formElement, values, changed, held, conflict, gone, failure, busy: save.isPending, submit: () => void submit(), discard };
}
