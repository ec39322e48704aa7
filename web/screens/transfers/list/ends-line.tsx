import { ArrowRight } from 'lucide-react';
import type { TransferRow } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { arrivalName, endName } from '@/parts/place-name.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

/** The two places joined by a line, with the number of pieces on it. */
export function EndsLine({ row }: { row: TransferRow }) {
  const { t } = useTranslation();
  const from = endName(t, row, 'from');
  const to = arrivalName(t, row);
  return (
    <span className="transfer-way">
      <bdi className="clip" title={from}>
        {from}
      </bdi>
      <span className="transfer-line" title={t('lines.pieces', { count: row.pieces ?? 0 })}>
        <b>
          <Figure value={formatNumber(row.pieces ?? 0)} />
        </b>
        <Icon of={ArrowRight} size={13} flip />
      </span>
      <bdi className="clip" title={to}>
        {to}
      </bdi>
    </span>
  );
}
