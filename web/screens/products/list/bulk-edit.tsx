import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { wouldChange, type ProductChanges, type ProductChoice, type WouldChange } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { decimalsOf } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { settings } from '@/lib/settings.ts';
import { productName } from '@/parts/variant-name.ts';
import { Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Money } from '@/ui/figure.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Table } from '@/ui/table.tsx';
import { useChangeProducts } from '../use-product-actions.ts';
import './bulk-edit.css';

type PriceKind = NonNullable<ProductChanges['price']>['kind'];

interface BulkEditProps {
  choice: ProductChoice;
  count: number;
  onDone: () => void;
  onClose: () => void;
}

/** Parses a price change: at most four decimals for percentages, and the currency's decimals for amounts. */
function readChange(kind: PriceKind, typed: string): string | null {
  const plain = readDecimal(typed);
  if (plain === null || (kind === 'set' && plain.startsWith('-'))) return null;
  return decimalsOf(plain) > (kind === 'percent' ? 4 : settings().decimals) ? null : plain;
}

/** Changes price, category, brand and tax rate of the selected products, and previews the effect in numbers. */
export default function BulkEdit({ choice, count, onDone, onClose }: BulkEditProps) {
  const { t } = useTranslation();
  const can = useCan();
  const changing = useChangeProducts();
  const [priced, setPriced] = useState(false);
  const [kind, setKind] = useState<PriceKind>('percent');
  const [typed, setTyped] = useState('');
  const [ownPrices, setOwnPrices] = useState(true);
  // undefined: unchanged; null: cleared.
  const [category, setCategory] = useState<string | null | undefined>();
  const [brand, setBrand] = useState<string | null | undefined>();
  const [taxRate, setTaxRate] = useState<string | null | undefined>();

  const value = priced ? readChange(kind, typed) : null;
  const changes: ProductChanges = {
    ...(value === null ? {} : { price: { kind, value, own_prices: ownPrices } }),
    ...(category === undefined ? {} : { category_id: category }),
    ...(brand === undefined ? {} : { brand_id: brand }),
    ...(taxRate === undefined ? {} : { tax_rate_id: taxRate }),
  };
  const wrong = priced && typed !== '' && value === null;
  const ready = Object.keys(changes).length > 0 && !wrong && !(priced && value === null);
  const deferred = useDeferredValue(JSON.stringify(changes));
  // The preview is deferred, so that typing stays responsive.
  const current = ready && deferred === JSON.stringify(changes);
  const preview = useQuery({ ...wouldChange(choice, JSON.parse(deferred) as ProductChanges), enabled: current, gcTime: 0 });
  const counts = current && !preview.isPlaceholderData ? preview.data : undefined;

  const save = async () => {
    const done = await changing.run({
      choice,
      changes,
      seen: counts?.seen,
      message: (changed) => t('products.bulk.done', { count: changed }),
    });
    // The refetched figures show whether it was done after all.
    if (!done) return void preview.refetch();
    onDone();
    onClose();
  };
  const changesNothing = counts?.changed === 0;
  return (
    <Dialog
      title={t('products.bulk.editTitle', { count })}
      sub={t('products.bulk.editSub')}
      onClose={onClose}
      onSubmit={() => void save()}
      locked={changing.busy}
      action={
        <Button variant="primary" type="submit" busy={changing.busy} disabled={!counts || changesNothing}>
          {counts && !changesNothing ? t('products.bulk.change', { count: counts.changed }) : t('products.bulk.changeNone')}
        </Button>
      }
    >
      <div className="bulk-edit">
        <Part
          label={t('products.fields.price')}
          on={priced}
          onSwitch={setPriced}
          reason={can('inventory.products.edit_price') ? undefined : t('products.form.priceLocked')}
        >
          <Segmented<PriceKind>
            small
            label={t('products.bulk.priceHow')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'percent', label: t('products.bulk.percent') },
              { value: 'amount', label: t('products.bulk.amount') },
              { value: 'set', label: t('products.bulk.set') },
            ]}
          />
          <NumberInput
            label={t(`products.bulk.${kind}`)}
            value={typed}
            onChange={setTyped}
            unit={kind === 'percent' ? '%' : currencyWord()}
            invalid={wrong}
          />
          {wrong && (
            <p className="error-text" role="alert">
              {t('products.bulk.wrongValue')}
            </p>
          )}
          {kind !== 'set' && <p className="hint">{t('products.bulk.signHint')}</p>}
          <Checkbox
            label={t('products.bulk.ownPrices')}
            hint={t(kind === 'set' ? 'products.bulk.ownPricesSet' : 'products.bulk.ownPricesMove')}
            checked={ownPrices}
            onChange={setOwnPrices}
          />
        </Part>
        <Part label={t('products.fields.category_id')} on={category !== undefined} onSwitch={(on) => setCategory(on ? null : undefined)}>
          <RefPicker table="categories" tree label={t('products.fields.category_id')} value={category ?? null} onChange={setCategory} />
          {category === null && <p className="hint">{t('products.bulk.emptied')}</p>}
        </Part>
        <Part label={t('products.fields.brand_id')} on={brand !== undefined} onSwitch={(on) => setBrand(on ? null : undefined)}>
          <RefPicker table="brands" label={t('products.fields.brand_id')} value={brand ?? null} onChange={setBrand} />
          {brand === null && <p className="hint">{t('products.bulk.emptied')}</p>}
        </Part>
        <Part label={t('products.fields.tax_rate_id')} on={taxRate !== undefined} onSwitch={(on) => setTaxRate(on ? null : undefined)}>
          <RefPicker table="tax_rates" label={t('products.fields.tax_rate_id')} value={taxRate ?? null} onChange={setTaxRate} />
          {taxRate === null && <p className="hint">{t('products.taxHint')}</p>}
        </Part>
      </div>
      {ready && preview.error && <Note tone="bad">{errorText(t, preview.error)}</Note>}
      {counts && <Outlook known={counts} />}
    </Dialog>
  );
}

function Part({
  label,
  on,
  onSwitch,
  reason,
  children,
}: {
  label: string;
  on: boolean;
  onSwitch: (on: boolean) => void;
  reason?: string;
  children: ReactNode;
}) {
  return (
    <section className="part">
      <Checkbox label={<b>{label}</b>} hint={reason} checked={on} disabled={Boolean(reason)} onChange={onSwitch} />
      {on && <div className="what">{children}</div>}
    </section>
  );
}

/** The effect in numbers, with up to three prices before and after. */
function Outlook({ known }: { known: WouldChange }) {
  const { t } = useTranslation();
  return (
    <div className="outlook" role="status">
      <p>
        {t('products.bulk.willChange', { count: known.changed })}
        {known.own_prices > 0 && ` ${t('products.bulk.willChangeOwn', { count: known.own_prices })}`}
        {known.unchanged > 0 && ` ${t('products.bulk.willStay', { count: known.unchanged })}`}
        {known.kept_out > 0 && ` ${t('products.bulk.keptOut', { count: known.kept_out })}`}
      </p>
      {known.examples.length > 0 && (
        <Table
          className="ledger-table"
          rows={known.examples}
          keyOf={(example) => known.examples.indexOf(example)}
          columns={[
            { head: t('products.bulk.example'), cell: (example) => <bdi>{productName(example)}</bdi> },
            { head: t('products.bulk.now'), num: 'numeric', cell: ({ before }) => <Money value={before} /> },
            { head: t('products.bulk.after'), num: 'numeric', cell: ({ after }) => <Money value={after} /> },
          ]}
        />
      )}
    </div>
  );
}
