import { useMemo, useRef, useState } from 'react';
import { sweepPictures } from '@/db/files.ts';
import { useMe } from '@/db/me.ts';
import { productOf, readProduct, saveProduct, type ProductRecord } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { isSame } from '@/kit/merge.ts';
import { useSavedForm, type FormBase, type SavedDraft } from '@/kit/use-saved-form.ts';
import { settings } from '@/lib/settings.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { productOfPicture, withThumb } from '@/parts/image/picture-path.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { mergeProducts, productFields, picturesOf, productResolver, savePayload, toValues, type ProductValues } from './product-values.ts';
import { takenCodes } from './taken-codes.ts';
import { setImage } from './variant-set.ts';

interface ProductFormOptions {
  start: FormBase<ProductValues>;
  /** The form's values when it was left. */
  typed: ProductValues;
  /** The record as currently cached. */
  record: ProductRecord | null;
  withCost: boolean;
  mayUpdate: boolean;
  onSaved: (saved: ProductRecord, created: boolean, unsaved: SavedDraft<ProductValues> | null) => void;
}

/** The state of one product's form: its record, its pictures, and codes that belong to other products. */
export function useProductForm({ start, typed, record, withCost, mayUpdate, onSaved }: ProductFormOptions) {
  const { t } = useTranslation();
  const { profile } = useMe();
  const { decimals } = settings();
  const [refusedCodes, setRefusedCodes] = useState<ReadonlyMap<string, string>>(new Map());
  const resolver = useMemo(() => productResolver(decimals), [decimals]);
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  // Paths of pictures this form has shown. A picture is uploaded when chosen; those that the saved product does not use are deleted, but
  // not others in its folder, since the product may also be open in another tab.
  const pictured = useRef(new Set<string>());
  const uploading = useRef<Promise<boolean>>(undefined);
  const [waiting, setWaiting] = useState(false);
  const forgetPictures = () => {
    const paths = [...pictured.current];
    if (paths.length) void sweepPictures([...new Set(paths.map(productOfPicture))], paths.flatMap(withThumb));
    pictured.current.clear();
  };

  const product = useSavedForm<ProductValues, ProductRecord>({
    start,
    typed,
    row: record,
    table: 'products',
    fields: productFields(decimals),
    resolver: resolver as never,
    mode: 'onTouched',
    typedOf: toValues,
    mergeOf: mergeProducts,
    read: readProduct,
    key: (id) => productOf(id).queryKey,
    save: async (wanted, { id, version: known }) => {
      setRefusedCodes(new Map());
      const send = (version: number | null) => saveProduct(savePayload(wanted as ProductValues, { id, version, decimals, withCost }));
      await (known > 0
        ? send(known)
        : createOrUpdate(id, send, async () => mayUpdate && (await readProduct(id))?.updated_by === profile.id));
      return readProduct(id);
    },
    changes: ['products', 'variants', 'product_costs'],
    refused: (error, { version }) => {
      if (error.code === 'changed_meanwhile' || (error.code === 'exists_already' && mayUpdate)) return 'changed';
      if (version > 0 && error.code === 'product_not_found') return 'gone';
      const code = (['barcode', 'sku'] as const).find((field) => error.keys.includes(`variants_${field}_unique`));
      if (code) void showTaken(code);
      else if (error.code === 'in_use') restoreDropped();
      else return null;
      return 'told';
    },
    onSaved: (saved, created, unsaved) => {
      // Not while a picture chosen during the save is in the form or still being uploaded.
      if (!uploading.current && isSame(picturesOf(unsaved?.typed ?? toValues(saved)), picturesOf(toValues(saved)))) forgetPictures();
      onSaved(saved, created, unsaved);
    },
  });
  const { agreed, now, set, fail } = product;

  /** A variant removed from the grid has history and cannot be deleted: it is restored, and the other edits are kept. */
  const restoreDropped = () => {
    const { variants } = now();
    const kept = new Set(variants.map((variant) => variant.id));
    set({ variants: [...variants, ...agreed.base.variants.filter((variant) => !kept.has(variant.id))] });
    fail(t('products.errors.variantInUseUnnamed'));
  };
  const showTaken = async (field: 'barcode' | 'sku') => {
    const taken = await takenCodes(now().variants, field, t).catch(() => new Map<string, string>());
    setRefusedCodes(taken);
    fail([...taken.values()][0] ?? t('products.errors.codeTaken'));
  };
  const setShown = (next: Partial<ProductValues>) => {
    for (const path of [...picturesOf(now()), ...picturesOf({ ...now(), ...next })]) pictured.current.add(path);
    set(next);
  };
  const submit = useStableCallback(() => product.submit());
  /** Waits for a photo that is being uploaded; if the upload fails, nothing is saved. */
  const submitWithPhoto = async () => {
    setWaiting(true);
    let uploaded = true;
    for (let upload = uploading.current; upload; upload = uploading.current) {
      uploaded = await upload;
      if (uploading.current === upload) uploading.current = undefined;
    }
    setWaiting(false);
    if (uploaded) submit();
    else fail(t('products.errors.photoNotSent'));
  };
  return {
    ...product,
    busy: product.busy || waiting,
    submit: () => {
      if (waiting) return;
      if (uploading.current) void submitWithPhoto();
      else product.submit();
    },
    sendPhoto: (sent: Promise<boolean>) => {
      const all = Promise.all([uploading.current ?? true, sent]).then((done) => done.every(Boolean));
      uploading.current = all;
      // Once the uploads have ended, later saves need not wait for them.
      void all.then(() => !waiting && uploading.current === all && (uploading.current = undefined));
    },
    set: setShown,
    setColorPhoto: (color: string, path: string) => {
      // Kept for deletion if the color was removed during the upload.
      if (path) pictured.current.add(path);
      // Other photos may have arrived, and variants changed, since the upload began.
      setShown({ variants: setImage(now().variants, color, path) });
    },
    refusedCodes,
    forgetPictures,
    discard: () => {
      product.discard();
      forgetPictures();
      setRefusedCodes(new Map());
    },
  };
}
