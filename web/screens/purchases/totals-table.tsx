import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, isZero, minus, plus } from '@/lib/money.ts';
import { Figure } from '@/ui/figure.tsx';

interface TotalsTableProps {
  subtotal: string | number;
  discount: string | number;
  tax: string | number;
  /** "VAT 14%" */
  taxLabel: string;
  total: string | number;
  /** Null where nothing is to be paid. */
  paid: string | number | null;
}

/** What the goods come to, down to what is left to pay: single rule above the sum, double beneath. */
export function TotalsTable({ subtotal, discount, tax, taxLabel, total, paid }: TotalsTableProps) {
  const { t } = useTranslation();
  const row = (label: string, value: string | number, sign = '') => (
    <>
      <span>{label}</span>
      <span><Figure value={sign + formatMoney(value)} /></span>
    </>
  );
  return (
    <div className="tot po-tot">
      {isZero(discount) ? row(t('purchases.totals.subtotal'), subtotal) : (
        <>
          {row(t('purchases.totals.goods'), plus(subtotal, discount))}
          {row(t('purchases.totals.discount'), discount, '−')}
        </>
      )}
      {row(taxLabel, tax)}
      <span className="sum dbl">{t('purchases.totals.total', { currency: currencyWord() })}</span>
      <span className="sum dbl big"><Figure value={formatMoney(total)} /></span>
      {paid !== null && (
        <>
          {row(t('purchases.totals.paid'), paid, isZero(paid) ? '' : '−')}
          <b>{t('purchases.totals.remaining')}</b>
          <b className={compare(total, paid) < 0 ? 'neg' : undefined}><Figure value={formatMoney(minus(total, paid))} /></b>
        </>
      )}
    </div>
  );
}
