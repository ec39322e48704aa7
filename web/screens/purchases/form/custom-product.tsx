import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, errorText } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { readProduct, saveProduct } from '@/db/products.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { newId } from '@/lib/id.ts';
import { formatMoney } from '@/lib/money.ts';
import { costProblem, costProblemKeys } from '@/parts/lines/cost.ts';
import { quantityProblem } from '@/parts/lines/quantity.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import type { Picked } from './lines.ts';

interface CustomProductProps {
  onMade: (picked: Picked[]) => void;
  onClose: () => void;
}

/** Creates a product while ordering it: only a name and a category are required. */
export function CustomProduct({ onMade, onClose }: CustomProductProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { profile } = useMe();
  // Kept for a retry after a lost connection, so that the product is created once.
  const [id, setId] = useState(newId);
  const [name, setName] = useState('');
  const [categoryId, setCategoryId] = useState<string | null>(null);
  const [cost, setCost] = useState('');
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [tried, setTried] = useState(false);
  const currency = currencyWord();

  const addToOrder = (variants: readonly VariantRow[]) => {
    onMade(variants.map((variant) => ({ variant, quantity, cost })));
    onClose();
  };
  const fetchExisting = useMutation({ mutationFn: () => fetchVariants({ productIds: [id] }), onSuccess: addToOrder });
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  const create = useMutation({
    ...write({
      run: async () => {
        const product = { name: name.trim(), category_id: categoryId, price: price || '0', ...(cost ? { purchase_price: cost } : {}) };
        const send = (expected_version: number | null) => saveProduct({ id, expected_version, product, variants: [] } as never);
        await createOrUpdate(id, send, async () => can('inventory.products.update') && (await readProduct(id))?.updated_by === profile.id);
        return fetchVariants({ productIds: [id] });
      },
      changes: ['products', 'variants'],
    }),
    onSuccess: addToOrder,
  });
  // An earlier attempt created the product, and it was changed since or this user may not change it.
  const refusal = create.error && asAppError(create.error);
  const existsActions = refusal?.code === 'exists_already' && (
    <>
      <Button small onClick={() => fetchExisting.mutate(undefined as never)} busy={fetchExisting.isPending}>
        {t('purchases.custom.take', { name: String(refusal.values.number) })}
      </Button>
      <Button
        small
        onClick={() => {
          setId(newId());
          create.reset();
        }}
      >
        {t('purchases.custom.another')}
      </Button>
    </>
  );
  // A new product is sold in whole pieces.
  const pieces = quantityProblem(quantity, false);
  const wrongAmount = (amount: string) => {
    const problem = amount === '' ? null : costProblem(amount);
    return problem ? t(costProblemKeys[problem]) : undefined;
  };
  const problems = {
    name: name.trim() === '' ? t('purchases.custom.nameMissing') : undefined,
    category: categoryId === null ? t('purchases.custom.categoryMissing') : undefined,
    quantity: pieces ? t(`lines.problem.${pieces}`) : Number(quantity) > 0 ? undefined : t('purchases.custom.quantityMissing'),
    cost: wrongAmount(cost),
    price: wrongAmount(price),
  };
  const shownProblem = (field: keyof typeof problems) => (tried ? problems[field] : undefined);
  return (
    <Dialog
      onClose={onClose}
      locked={create.isPending}
      onSubmit={() => {
        setTried(true);
        if (Object.values(problems).every((problem) => problem === undefined)) create.mutate(undefined as never);
      }}
      title={t('purchases.custom.title')}
      sub={t('purchases.custom.sub')}
      action={
        <Button variant="primary" type="submit" busy={create.isPending}>
          {t('purchases.custom.add')}
        </Button>
      }
    >
      <FieldGrid>
        {(fetchExisting.error ?? refusal) && (
          <div className="col-span-full">
            <Banner tone="bad" actions={existsActions}>
              {errorText(t, fetchExisting.error ?? refusal)}
            </Banner>
          </div>
        )}
        <Field label={t('purchases.custom.name')} error={shownProblem('name')} className="col-span-full">
          <TextInput value={name} maxLength={120} data-autofocus onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('purchases.custom.category')} error={shownProblem('category')} className="col-span-full">
          <RefPicker table="categories" tree required value={categoryId} onChange={setCategoryId} />
        </Field>
        <Field label={t('lines.quantity')} error={shownProblem('quantity')}>
          <NumberInput value={quantity} onChange={setQuantity} />
        </Field>
        <Field label={t('purchases.cart.cost')} optional error={shownProblem('cost')}>
          <NumberInput value={cost} unit={currency} format={formatMoney} onChange={setCost} />
        </Field>
        <Field
          label={t('purchases.custom.price')}
          optional
          error={shownProblem('price')}
          hint={t('purchases.custom.priceHint')}
          className="col-span-full"
        >
          <NumberInput value={price} unit={currency} format={formatMoney} onChange={setPrice} />
        </Field>
      </FieldGrid>
    </Dialog>
  );
}
