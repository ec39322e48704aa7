import { useQuery } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/db/errors.ts';
import { labelLinesOf, type LabelLine, type LabelSource, type TemplateOptions } from '@/db/labels.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { Code, Quantity } from '@/ui/figure.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { copiesFor, problemOf } from './cart.ts';

interface PickLinesProps {
  source: Extract<LabelSource, 'products' | 'purchase_orders'>;
  chosen: ComboboxOption | null;
  onChoose: (chosen: ComboboxOption | null) => void;
  search: (words: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  options: TemplateOptions;
  /** Variants already in the cart. */
  inCart: ReadonlySet<string>;
  onAdd: (lines: readonly LabelLine[], copies: (index: number) => number) => void;
}

const none: ReadonlySet<string> = new Set();

/** Chooses a product or an order, then some of its variants. */
export function PickLines({ source, chosen, onChoose, search, options, inCart, onAdd }: PickLinesProps) {
  const { t } = useTranslation();
  const [ticked, setTicked] = useState(none);
  const [spare, setSpare] = useState('0');
  const [refused, setRefused] = useState<string | null>(null);
  const lines = useQuery({ ...labelLinesOf(source, [chosen?.value ?? ''], options), enabled: chosen !== null });
  const rows = chosen && !lines.isPlaceholderData ? (lines.data ?? []) : [];
  const free = rows.filter(({ variant_id }) => !inCart.has(variant_id));
  const isOrder = source === 'purchase_orders';
  const extra = problemOf(spare) === 'whole' ? 0 : Math.min(Math.max(Number(spare), 0), 100);
  const copiesOf = ({ quantity }: LabelLine) => (isOrder ? copiesFor(quantity, extra) : 1);
  const tick = (id: string, on: boolean) => {
    setRefused(null);
    setTicked((now) => new Set(on ? [...now, id] : [...now].filter((other) => other !== id)));
  };
  const all = () => {
    if (!chosen) return setRefused(t(`labels.refused.${source}`));
    if (free.every(({ variant_id }) => ticked.has(variant_id))) return setRefused(t('labels.refused.all'));
    setRefused(null);
    setTicked(new Set(free.map(({ variant_id }) => variant_id)));
  };
  const add = () => {
    if (!chosen) return setRefused(t(`labels.refused.${source}`));
    const tickedRows = rows.filter(({ variant_id }) => ticked.has(variant_id));
    if (tickedRows.length === 0) return setRefused(t('labels.refused.ticked'));
    setRefused(null);
    setTicked(none);
    onAdd(tickedRows, (index) => copiesOf(tickedRows[index]!));
  };
  return (
    <div className="label-pick">
      <div className="label-pick-head">
        <Field label={t(`labels.pick.${source}`)} className="min-w-0 flex-[1_1_220px]">
          <Combobox
            clearable
            value={chosen}
            search={search}
            placeholder={t(`labels.pick.${source}Placeholder`)}
            onChange={(option) => {
              setTicked(none);
              setRefused(null);
              onChoose(option);
            }}
          />
        </Field>
        {isOrder && (
          <Field label={t('labels.pick.spare')} className="w-24">
            <NumberInput integer unit="%" value={spare} onChange={setSpare} />
          </Field>
        )}
        <div className="label-actions">
          <Button onClick={all}>{t('labels.pick.all')}</Button>
          <Button icon={ListPlus} onClick={add}>
            {ticked.size > 0 ? t('labels.pick.addSome', { count: ticked.size, shown: formatNumber(ticked.size) }) : t('labels.pick.add')}
          </Button>
        </div>
      </div>
      {refused && <Banner tone="bad">{refused}</Banner>}
      {lines.error && (
        <Banner tone="bad" onRetry={() => void lines.refetch()}>
          {errorText(t, lines.error)}
        </Banner>
      )}
      {chosen && lines.isFetching && rows.length === 0 && <Spinner />}
      {chosen && lines.isSuccess && !lines.isPlaceholderData && rows.length === 0 && (
        <p className="muted">{t(`labels.pick.${source}Empty`)}</p>
      )}
      {rows.length > 0 && (
        <ul className="label-choices" aria-label={t('labels.pick.variants')}>
          {rows.map((row) => (
            <Choice
              key={row.variant_id}
              row={row}
              name={isOrder}
              inCart={inCart.has(row.variant_id)}
              ticked={ticked.has(row.variant_id)}
              onTick={(on) => tick(row.variant_id, on)}
            >
              {isOrder && (
                <span className="muted">
                  {t('labels.pick.received')} <Quantity value={row.quantity} /> → <Quantity value={copiesOf(row)} tone="emphasis" />
                </span>
              )}
            </Choice>
          ))}
        </ul>
      )}
    </div>
  );
}

function Choice({
  row,
  name,
  inCart,
  ticked,
  onTick,
  children,
}: {
  row: LabelLine;
  name: boolean;
  inCart: boolean;
  ticked: boolean;
  onTick: (on: boolean) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const label = variantLabel(row);
  return (
    <li>
      <label className="choice">
        <input type="checkbox" className="checkbox" checked={ticked} disabled={inCart} onChange={(event) => onTick(event.target.checked)} />
        <span>
          <bdi>{name || !label ? productName(row) : label}</bdi>
          {name && label && (
            <>
              {' '}
              <bdi className="muted">{label}</bdi>
            </>
          )}{' '}
          <small>{inCart ? t('labels.pick.there') : <Code>{row.barcode}</Code>}</small>
        </span>
        {children}
      </label>
    </li>
  );
}
