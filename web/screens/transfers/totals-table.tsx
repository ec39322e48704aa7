import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { Figure, Nil } from '@/ui/figure.tsx';

interface TransferTotalsProps {
  /** Null while a cost is unknown. */
  goods: string | number | null;
  shipping: string | number;
  goodsLabel: string;
  big?: boolean;
}

/** Goods, shipping and their sum. */
export function TransferTotals({ goods, shipping, goodsLabel, big }: TransferTotalsProps) {
  const { t } = useTranslation();
  const last = big ? 'sum-line grand-total' : 'sum-line';
  return (
    <div className="totals">
      <span>{goodsLabel}</span>
      <span>{goods === null ? <Nil /> : <Figure value={formatMoney(goods)} />}</span>
      <span>{t('transfers.form.shippingShort')}</span>
      <span>
        <Figure value={formatMoney(shipping)} />
      </span>
      <span className="sum-line">{t('transfers.form.amount', { currency: currencyWord() })}</span>
      <span className={last}>{goods === null ? <Nil /> : <Figure value={formatMoney(sum([goods, shipping]))} />}</span>
    </div>
  );
}
