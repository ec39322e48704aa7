import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type Resolver } from 'react-hook-form';
import { asAppError, errorText, isConflict, type AppError } from '@/db/errors.ts';
import { queryClient, write, type Table } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { AnyField } from './fields.ts';
import { changedFields, merge, typedSince, type Merge } from './merge.ts';
import { columnOfConstraint } from './problems.ts';
import type { TypedRecord } from './schema.ts';
import { schemaOf, typedValues } from './rules.ts';

/** The saved state a form starts from: the record, its version, and the values that form and database last agreed on. */
export interface FormBase<Typed extends TypedRecord = TypedRecord> {
  id: string;
  /** 0 for a new record. */
  version: number;
  base: Typed;
}

/** A FormBase with the unsaved values, as kept when a form is left. */
export interface SavedDraft<Typed extends TypedRecord = TypedRecord> extends FormBase<Typed> {
  typed: Typed;
}

export interface Conflict extends Merge {
  by: string | null;
  at: string;
}

/** The part of useSavedForm's result that components show. */
export type SavedForm<Typed extends TypedRecord> = Pick<
  ReturnType<typeof useSavedForm<Typed, Stored>>,
  'form' | 'formElement' | 'values' | 'set' | 'changed' | 'isDeleted' | 'conflict' | 'failure' | 'busy' | 'submit'
>;

interface Stored {
  id: string;
  version: number;
}

interface SavedFormOptions<Typed extends TypedRecord, Saved extends Stored> {
  start: FormBase<Typed>;
  /** The draft's values, or those of a new record. */
  typed: Typed;
  /** The record as currently cached. */
  row: Saved | null;
  table: Table;
  fields: Readonly<Record<string, unknown>>;
  resolver: Resolver<TypedRecord>;
  mode?: 'onTouched';
  typedOf: (saved: Saved) => Typed;
  mergeOf?: (base: Typed, mine: Typed, theirs: Typed) => Merge;
  read: (id: string) => Promise<(Saved & { updated_by: string | null; updated_at: string }) | null>;
  /** The record's query key. */
  key: (id: string) => QueryKey;
  /** Null: the record exists but is no longer visible to the user. */
  save: (parsed: TypedRecord, agreed: FormBase<Typed>, changed: readonly string[]) => Promise<Saved | null>;
  changes: readonly Table[];
  /** How to handle an error that concerns no field; 'told': it is already shown. */
  refused: (error: AppError, agreed: FormBase<Typed>) => 'changed' | 'gone' | 'told' | null;
  /** `unsaved`: input typed during the save, based on the saved record. */
  onSaved: (saved: Saved, created: boolean, unsaved: SavedDraft<Typed> | null) => void;
}

type FieldsFormOptions<Saved extends Stored> = Omit<SavedFormOptions<TypedRecord, Saved>, 'fields' | 'resolver' | 'typedOf'> & {
  fields: Readonly<Record<string, AnyField>>;
};

/** useSavedForm for a record that consists of its fields. */
export function useFieldsForm<Saved extends Stored>(options: FieldsFormOptions<Saved>) {
  const { fields } = options;
  const resolver = useMemo(() => zodResolver(schemaOf(fields)) as Resolver<TypedRecord>, [fields]);
  const typedOf = useCallback((saved: Saved) => typedValues(fields, saved as unknown as TypedRecord), [fields]);
  return useSavedForm<TypedRecord, Saved>({ ...options, resolver, typedOf });
}

/** A record in a form: typing, validation, saving, and merging another user's save. */
export function useSavedForm<Typed extends TypedRecord, Saved extends Stored>({
  start,
  typed,
  row,
  table,
  fields,
  resolver,
  mode,
  typedOf,
  mergeOf = merge,
  read,
  key,
  save,
  changes,
  refused,
  onSaved,
}: SavedFormOptions<Typed, Saved>) {
  const { t } = useTranslation();
  const [agreed, setAgreed] = useState(start);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const formElement = useRef<HTMLFormElement>(null);
  // The values being saved; fields stay editable meanwhile.
  const sent = useRef<TypedRecord>({});
  // A ref, because a second press may come before the next render.
  const sending = useRef(false);
  const form = useForm<TypedRecord>({ defaultValues: typed, resolver, mode: mode ?? 'onSubmit', shouldFocusError: false });
  const values = useWatch({ control: form.control }) as Typed;
  const changed = changedFields(agreed.base, values);
  const now = () => form.getValues() as Typed;
  const set = (next: Partial<Typed>) => {
    for (const [name, value] of Object.entries(next))
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };

  // A refetch never overwrites typing; without changes the form follows the record.
  const untouched = changed.length === 0;
  useEffect(() => {
    if (!row || row.id !== agreed.id || row.version <= agreed.version) return;
    const base = typedOf(row);
    // Nothing the user is editing changed: another part of the record was saved.
    if (!untouched && changedFields(agreed.base, base).length > 0) return;
    if (untouched) form.reset(base);
    setAgreed({ id: row.id, version: row.version, base });
  }, [row, agreed, untouched, typedOf, form]);

  // The error messages are rendered a frame or two later.
  const focusFirstProblem = (frames = 10) => {
    requestAnimationFrame(() => {
      const wrong = formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (frames > 0) focusFirstProblem(frames - 1);
    });
  };

  const mergeTheirs = async () => {
    const theirs = await read(agreed.id);
    if (!theirs) return setDeleted(true);
    const theirValues = typedOf(theirs);
    const merged = mergeOf(agreed.base, now(), theirValues);
    set(merged.merged as Typed);
    setAgreed({ id: agreed.id, version: theirs.version, base: theirValues });
    setConflict({ ...merged, by: theirs.updated_by, at: theirs.updated_at });
    queryClient.setQueryData(key(agreed.id), theirs);
  };

  const show = (error: AppError) => {
    const meaning = refused(error, agreed);
    // If reading their version fails, the input stays and the next save tries again.
    if (meaning === 'changed') return mergeTheirs().catch((unread: unknown) => setFailure(errorText(t, unread)));
    if (meaning === 'gone') return setDeleted(true);
    if (meaning === 'told') return;
    const names = Object.keys(fields);
    const column = [error.field, ...error.keys.map((constraint) => columnOfConstraint(table, names, constraint))].find(
      (name) => name && names.includes(name),
    );
    if (!column) return setFailure(errorText(t, error));
    form.setError(column, { type: 'server', message: errorText(t, error) });
    focusFirstProblem();
  };

  /** If only parts of the record that the form does not show changed meanwhile, such as its payments, there is nothing to ask. */
  const saveOverOtherParts = async (parsed: TypedRecord) => {
    try {
      return await save(parsed, agreed, changed);
    } catch (error) {
      const theirs = agreed.version > 0 && isConflict(asAppError(error)) && (await read(agreed.id));
      if (!theirs || theirs.version <= agreed.version || changedFields(agreed.base, typedOf(theirs)).length > 0) throw error;
      return save(parsed, { ...agreed, version: theirs.version }, changed);
    }
  };
  const saving = useMutation({
    ...write({ run: saveOverOtherParts, changes }),
    onSuccess: (saved) => {
      if (!saved) return setDeleted(true);
      const typedMeanwhile = typedSince(sent.current, form.getValues());
      const base = typedOf(saved);
      form.reset(base);
      for (const [name, value] of typedMeanwhile) form.setValue(name, value as never, { shouldDirty: true });
      const next = { id: saved.id, version: saved.version, base };
      setAgreed(next);
      setConflict(null);
      queryClient.setQueryData(key(saved.id), saved);
      onSaved(saved, agreed.version === 0, typedMeanwhile.length > 0 ? { ...next, typed: now() } : null);
    },
    onError: (error) => void show(error),
    onSettled: () => (sending.current = false),
  });

  const submit = form.handleSubmit(
    (parsed) => {
      if (sending.current) return;
      sending.current = true;
      setFailure(null);
      sent.current = { ...form.getValues() };
      saving.mutate(parsed);
    },
    () => focusFirstProblem(),
  );

  const discard = () => {
    form.reset(agreed.base);
    setConflict(null);
    setFailure(null);
  };

  return {
    form,
    formElement,
    values,
    now,
    set,
    changed,
    agreed,
    conflict,
    isDeleted,
    failure,
    fail: setFailure,
    /** Shows an error raised before the save in the same place as the save's own. */
    refuse: (error: AppError) => void show(error),
    busy: saving.isPending,
    submit: () => void submit(),
    discard,
  };
}
