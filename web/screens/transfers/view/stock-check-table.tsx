import type { TransferItem } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import { Table } from '@/ui/table.tsx';
import type { StockCheck } from './stock-effect.ts';

/** The number of lines shown, most relevant first; more if more lines lack pieces. */
const SHOWN = 6;

interface StockCheckTableProps {
  ahead: readonly StockCheck[];
  lines: readonly TransferItem[];
}

/** For a reversal: each variant's remaining stock, and how many were sold since. */
export function StockCheckTable({ ahead, lines }: StockCheckTableProps) {
  const { t } = useTranslation();
  const names = new Map(lines.map((line) => [line.variant_id, lineName(line)]));
  const sorted = [...ahead].sort((a, b) => b.missing - a.missing || (b.sold ?? 0) - (a.sold ?? 0));
  const shown = sorted.slice(0, Math.max(SHOWN, ahead.filter((line) => line.missing > 0).length));
  const figure = (value: number | null) => (value === null ? <Nil /> : <Figure value={formatNumber(value)} />);
  return (
    <div className="transfer-ahead">
      <Table
        className="ledger-table transfer-ledger"
        rows={shown}
        keyOf={(line) => line.variantId}
        columns={[
          { head: t('transfers.decide.aheadVariant'), isRowHeader: true, cell: (line) => <bdi>{names.get(line.variantId) ?? '–'}</bdi> },
          { head: t('transfers.decide.aheadMoved'), num: 'numeric', cell: (line) => figure(line.quantity) },
          {
            head: t('transfers.decide.aheadHas'),
            num: 'numeric',
            className: ({ missing }) => missing > 0 && 'negative',
            cell: (line) => figure(line.has),
          },
          { head: t('transfers.decide.aheadSold'), num: 'numeric', cell: (line) => (line.sold === 0 ? <Nil /> : figure(line.sold)) },
        ]}
      />
      {ahead.length > shown.length && <p className="muted">{t('transfers.decide.aheadMore', { count: ahead.length - shown.length })}</p>}
    </div>
  );
}
