import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { Facts } from '@/ui/facts.tsx';
import { Figure } from '@/ui/figure.tsx';

interface AgedDebtProps {
  owed: number;
  /** Of a supplier: what is owed to us for returns, of which `owed` is already less. */
  credit?: number;
  /** Only where debts have a due date. */
  overdue?: number;
  aged: Record<'d0_30' | 'd31_60' | 'd61_90' | 'over_90', number>;
}

/** A debt, split by its age in days. */
export function AgedDebt({ owed, credit = 0, overdue, aged }: AgedDebtProps) {
  const { t } = useTranslation();
  const figure = (label: string, value: number, tone?: 'negative') =>
    [label, <Figure value={formatMoney(value)} tone={value > 0 ? tone : undefined} nil />, 'max-sm:odd:border-s-0'] as const;
  return (
    <Facts
      className="max-sm:grid max-sm:grid-cols-2"
      facts={[
        [
          t('account.owed', { currency: currencyWord() }),
          <span className="block text-xl leading-[1.3] font-high">
            <Figure value={formatMoney(owed)} />
          </span>,
          'debt-whole',
        ],
        overdue !== undefined && figure(t('account.overdue'), overdue, 'negative'),
        credit > 0 && figure(t('account.credit'), credit),
        figure(t('account.d0_30'), aged.d0_30),
        figure(t('account.d31_60'), aged.d31_60),
        figure(t('account.d61_90'), aged.d61_90),
        figure(t('account.over_90'), aged.over_90, 'negative'),
      ]}
    />
  );
}
