import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { asAppError, type AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { productOf, readProduct, saveProduct, sweepPictures, type ProductRecord } from '@/db/products.ts';
import { queryClient, write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { changedFields, typedSince } from '@/kit/merge.ts';
import { columnOfConstraint } from '@/kit/problems.ts';
import type { TypedRecord } from '@/kit/record-field.tsx';
import { useSentence } from '@/kit/use-sentence.ts';
import { settings } from '@/lib/settings.ts';
import { creator } from '@/parts/document/create-or-go-on.ts';
import { mergeProducts, productFields, productResolver, savePayload, toValues, type ProductMerge, type ProductValues } from './product-values.ts';
import { takenCodes } from './taken-codes.ts';

/** What the form holds besides its fields: which product, of which version, and what both it and the database last agreed on. */
export interface HeldProduct {
  id: string;
  /** Null: not made yet. */
  version: number | null;
  base: ProductValues;
}

export interface ProductConflict extends ProductMerge {
  by: string | null;
  at: string;
}

interface ProductFormOptions {
  start: HeldProduct;
  /** What stood in the form when it was left. */
  typed: ProductValues;
  /** As the cache knows it now. */
  record: ProductRecord | null;
  withCost: boolean;
  mayUpdate: boolean;
  onSaved: (values: ProductValues, created: boolean) => void;
}

const asTyped = (values: ProductValues): TypedRecord => ({ ...values });

/** The life of one product in the form: typing, checking, saving, and meeting somebody else's save. */
export function useProductForm({ start, typed, record, withCost, mayUpdate, onSaved }: ProductFormOptions) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { profile } = useMe();
  const { decimals } = settings();
  const [held, setHeld] = useState(start);
  const [conflict, setConflict] = useState<ProductConflict | null>(null);
  const [gone, setGone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusedCodes, setRefusedCodes] = useState<ReadonlyMap<string, string>>(new Map());
  const formElement = useRef<HTMLFormElement>(null);
  const resolver = useMemo(() => productResolver(decimals), [decimals]);
  const form = useForm<TypedRecord>({ defaultValues: asTyped(typed), resolver: resolver as never, mode: 'onTouched', shouldFocusError: false });
  const values = useWatch({ control: form.control }) as unknown as ProductValues;
  const changed = changedFields(asTyped(held.base), asTyped(values));
  // A picture is sent when it is chosen; what no product shows in the end is removed.
  const pictured = useRef(new Set<string>());
  const folderOf = (path: string) => path.split('/')[1] ?? '';
  const forgetPictures = () => {
    if (pictured.current.size) void sweepPictures([...pictured.current]);
    pictured.current.clear();
  };
  const set = (next: Partial<ProductValues>) => {
    if (next.image_path !== undefined) for (const path of [values.image_path, next.image_path]) if (path) pictured.current.add(folderOf(path));
    for (const [name, value] of Object.entries(next)) form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };

  const agree = (with_: ProductRecord) => {
    const base = toValues(with_);
    form.reset(asTyped(base));
    setHeld({ id: with_.id, version: with_.version, base });
    setRefusedCodes(new Map());
    return base;
  };

  // A background refetch never overwrites typing; where nothing was typed the form follows the record.
  const untouched = changed.length === 0;
  useEffect(() => {
    if (!record || held.version === null || record.id !== held.id || record.version <= held.version || !untouched) return;
    const base = toValues(record);
    form.reset(asTyped(base));
    setHeld({ id: record.id, version: record.version, base });
  }, [record, held, untouched, form]);

  const focusFirstProblem = () => {
    // After the messages stand there.
    setTimeout(() => formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
  };

  const meet = async () => {
    const theirs = await readProduct(held.id);
    if (!theirs) return setGone(true);
    const theirValues = toValues(theirs);
    const met = mergeProducts(held.base, form.getValues() as unknown as ProductValues, theirValues);
    set(met.merged);
    setHeld({ id: held.id, version: theirs.version, base: theirValues });
    setConflict({ ...met, by: theirs.updated_by, at: theirs.updated_at });
    queryClient.setQueryData(productOf(held.id).queryKey, theirs);
  };

  /** A variant that was dropped from the grid is held by its history: it comes back, so that nothing else is lost. */
  const restoreDropped = () => {
    const now = (form.getValues() as unknown as ProductValues).variants;
    const kept = new Set(now.map((variant) => variant.id));
    set({ variants: [...now, ...held.base.variants.filter((variant) => !kept.has(variant.id))] });
    setFailure(t('products.errors.variantInUseUnnamed'));
  };

  const show = async (error: AppError) => {
    if (error.code === 'changed_meanwhile' || (error.code === 'exists_already' && mayUpdate)) return meet();
    if (held.version !== null && error.code === 'product_not_found') return setGone(true);
    if (error.code === 'in_use') return restoreDropped();
    if (error.keys.some((key) => key === 'variants_barcode_unique' || key === 'variants_sku_unique')) {
      const current = form.getValues() as unknown as ProductValues;
      const field = error.keys.includes('variants_barcode_unique') ? 'barcode' : 'sku';
      const taken = await takenCodes(current.variants, field, t).catch(() => new Map<string, string>());
      setRefusedCodes(taken);
      return setFailure([...taken.values()][0] ?? t('products.errors.codeTaken'));
    }
    const names = Object.keys(productFields(decimals));
    const column = [error.field, ...error.keys.map((key) => columnOfConstraint('products', names, key))].find((name) => name && names.includes(name));
    if (!column) return setFailure(sentence(error));
    form.setError(column, { type: 'server', message: sentence(error) });
    focusFirstProblem();
  };

  const [createOrGoOn] = useState(creator);
  // What the save on its way was made of; the fields stay open while it travels.
  const sent = useRef<TypedRecord>({});
  const save = useMutation({
    ...write({
      run: async (wanted: ProductValues) => {
        const send = (version: number | null) => saveProduct(savePayload(wanted, { id: held.id, version, decimals, withCost }));
        await (held.version !== null ? send(held.version) : createOrGoOn(held.id, send, async () => mayUpdate && (await readProduct(held.id))?.updated_by === profile.id));
        return readProduct(held.id);
      },
      changes: ['products', 'variants', 'product_costs'],
    }),
    onSuccess: (saved) => {
      const created = held.version === null;
      if (!saved) return setGone(true);
      const typedMeanwhile = typedSince(sent.current, form.getValues());
      const base = agree(saved);
      for (const [name, value] of typedMeanwhile) form.setValue(name, value, { shouldDirty: true });
      setConflict(null);
      forgetPictures();
      queryClient.setQueryData(productOf(saved.id).queryKey, saved);
      onSaved(base, created);
    },
    onError: (error) => void show(asAppError(error)),
  });

  const submit = form.handleSubmit((wanted) => {
    setFailure(null);
    setRefusedCodes(new Map());
    sent.current = { ...form.getValues() };
    save.mutate(wanted as unknown as ProductValues);
  }, focusFirstProblem);

  const discard = () => {
    form.reset(asTyped(held.base));
    forgetPictures();
    setConflict(null);
    setFailure(null);
    setRefusedCodes(new Map());
  };

  return { form, formElement, values, set, changed, held, conflict, gone, failure, refusedCodes, busy: save.isPending, submit: () => void submit(), discard, forgetPictures };
}
