import { Truck } from 'lucide-react';
import type { PurchaseCharge } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

/** The charges of an order, with how its goods share them. */
export function ChargeList({ charges }: { charges: readonly PurchaseCharge[] }) {
  const { t } = useTranslation();
  return (
    <ul className="document-events">
      {charges.map((charge) => (
        <li key={charge.id}>
          <Icon of={Truck} size={15} />
          <span className="person">
            <b>{t(`purchases.charges.kind.${charge.kind}`)}</b>
            <small>
              {t(`purchases.charges.spread.${charge.spread}`)}
              {charge.tax_rate !== null && (
                <>
                  {' '}
                  · <bdi>{t('document.rate', { name: nameIn(charge, 'tax_rate'), percent: formatNumber(charge.tax_percentage ?? 0) })}</bdi>
                </>
              )}
            </small>
            {charge.note && (
              <small>
                <bdi>{charge.note}</bdi>
              </small>
            )}
          </span>
          <b className="document-figure">
            <Figure value={formatMoney(charge.amount)} />
          </b>
        </li>
      ))}
    </ul>
  );
}
