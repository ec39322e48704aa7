/* The tax rate of single lines, where somebody chooses another than the usual one of the sale. */
import type { TFunction } from 'i18next';
import { Check, Percent } from 'lucide-react';
import { useMemo } from 'react';
import type { Terms } from '@/db/goods-index.ts';
import { useCan } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { IconButton } from '@/ui/button.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { SelectOption } from '@/ui/select.tsx';
import { chosenRateId, productRateId, rateIdOf, rateOf, usualRateId, type CartLine } from './cart.ts';
import type { Cart } from './use-cart.ts';

/** The rates to choose from: the usual one first, then the others in use, and no tax. usualId: null for no tax, undefined where it depends
    on the product; keptIds: offered though they may no longer be in use. */
export function rateOptions(
  t: TFunction,
  rates: Terms['tax_rates'],
  usualId: string | null | undefined,
  keptIds: readonly (string | null | undefined)[],
): SelectOption[] {
  const named = (rate: Terms['tax_rates'][number] | undefined) =>
    rate ? t('document.rate', { name: nameOf(rate), percent: formatNumber(rate.percentage) }) : t('counter.noTax');
  return [
    { value: 'usual', label: usualId === undefined ? t('document.taxByProduct') : named(rates.find(({ id }) => id === usualId)) },
    ...rates
      .filter(({ active, id }) => (active && id !== usualId) || keptIds.includes(id))
      .map((rate) => ({ value: rate.id, label: named(rate) })),
    ...(usualId !== null || keptIds.includes(null) ? [{ value: 'none', label: t('counter.noTax') }] : []),
  ];
}

export interface LineTax {
  /** Some line's rate can be changed. */
  isOffered: boolean;
  /** The rate of a line where it isn't that of the sale or the business: its percentage, or the name of a zero rate; else ''. */
  wordsOf: (line: CartLine) => string;
  /** The rates that a line can have, and the one it has; null where the user may not change it. */
  choiceOf: (line: CartLine) => { value: string; options: SelectOption[] } | null;
  choose: (line: CartLine, value: string) => void;
}

export function useLineTax({ head, lines, pricing, sheet: { onFigure } }: Pick<Cart, 'head' | 'lines' | 'pricing' | 'sheet'>): LineTax {
  const { t } = useTranslation();
  const mayChange = useCan()('accounting.sales.change_tax');
  const { taxRateId } = head;
  const { rates, defaultRateId } = pricing;
  const isOffered = (mayChange && rates.length > 0) || lines.some(({ tax }) => tax !== 'usual');
  return useMemo(() => {
    const known = { rates, defaultRateId };
    const usualOf = (line: CartLine) => usualRateId(line, { taxRateId }, known);
    const isUsual = (line: CartLine) => rateIdOf(line, { taxRateId }, known) === usualOf(line);
    return {
      isOffered,
      wordsOf: (line) => {
        if (rateIdOf(line, { taxRateId }, known) === (taxRateId === 'usual' ? defaultRateId : taxRateId)) return '';
        const rate = rateOf(line, { taxRateId }, known);
        if (rate === undefined) return '–';
        if (rate === null) return t('counter.noTax');
        return rate.percentage > 0 ? `${formatNumber(rate.percentage)}%` : nameOf(rate);
      },
      choiceOf: (line) => {
        // A rate chosen before the permission was withdrawn can still be reset.
        if (!mayChange && line.tax === 'usual') return null;
        const usualId = usualOf(line);
        const keptIds = [chosenRateId(line), productRateId(line, known)].filter((id) => id !== usualId);
        return { value: isUsual(line) ? 'usual' : line.tax, options: rateOptions(t, rates, usualId, keptIds) };
      },
      choose: (line, value) => onFigure(line.variant.variant_id, 'tax', value),
    };
  }, [t, isOffered, mayChange, taxRateId, rates, defaultRateId, onFigure]);
}

/** Chooses the tax rate of a line of the table. */
export function LineTaxMenu({ line, tax: { choiceOf, choose } }: { line: CartLine; tax: LineTax }) {
  const { t } = useTranslation();
  const choice = choiceOf(line);
  if (!choice) return null;
  const label = t('counter.taxOf', { name: lineName(line.variant) });
  return (
    <Menu
      label={label}
      trigger={<IconButton small variant="quiet" icon={Percent} label={label} />}
      items={choice.options.map(({ value, label: rate }) => ({
        label: rate,
        icon: value === choice.value ? Check : undefined,
        onSelect: () => choose(line, value),
      }))}
    />
  );
}
