import { useCan } from '@/db/me.ts';
import type { TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { endName } from '@/parts/place-name.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import { TransferStatus } from '../statuses.tsx';
import { WayLine } from './way-line.tsx';

export function useTransferColumns(): Column<TransferRow>[] {
  const { t } = useTranslation();
  const can = useCan();
  const currency = currencyWord();
  const creator = (row: TransferRow) => nameOf(row.created_by) || '–';
  const total = (values: Iterable<number>) => sum(values);
  return [
    numberColumn(t('transfers.col.number'), '/inventory/transactions/view/'),
    {
      id: 'way',
      label: t('transfers.col.way'),
      cell: (row) => <WayLine row={row} />,
      least: 310,
      pinned: true,
      card: 'sub',
      sheet: { value: (row) => t('transfers.way', { from: endName(t, row, 'from'), to: endName(t, row, 'to') }), kind: 'text' },
    },
    { id: 'status', label: t('transfers.col.status'), cell: (row) => <TransferStatus status={row.status} />, width: '162px', card: 'status', sheet: { value: (row) => t(`transfers.status.${row.status}`), kind: 'text' } },
    { id: 'mode', label: t('transfers.col.mode'), cell: (row) => t(`transfers.modeOf.${row.mode}`), width: '140px', shown: false, card: 'none', sheet: { value: (row) => t(`transfers.modeOf.${row.mode}`), kind: 'text' } },
    { id: 'lines', label: t('transfers.col.lines'), num: true, width: '76px', cell: (row) => <Figure value={formatNumber(row.lines ?? 0)} />, foot: (rows) => <Figure value={formatNumber(total(rows.map((row) => row.lines ?? 0)))} />, card: 'figure', sheet: { value: (row) => row.lines, kind: 'number' } },
    { id: 'pieces', label: t('transfers.col.pieces'), num: true, width: '88px', shown: false, cell: (row) => <Figure value={formatNumber(row.pieces ?? 0)} />, foot: (rows) => <Figure value={formatNumber(total(rows.map((row) => row.pieces ?? 0)))} />, card: 'figure', sheet: { value: (row) => row.pieces, kind: 'number' } },
    ...(can('inventory.costs.view')
      ? [
          {
            id: 'amount',
            label: t('transfers.col.amount', { currency }),
            num: true,
            width: '124px',
            sort: 'amount',
            cell: (row: TransferRow) => (row.amount === null ? <Nil /> : <Figure value={formatMoney(row.amount)} />),
            foot: (rows: readonly TransferRow[]) => <Figure value={formatMoney(total(rows.map((row) => row.amount ?? 0)))} />,
            card: 'figure' as const,
            sheet: { value: (row: TransferRow) => row.amount, kind: 'number' as const },
          },
        ]
      : []),
    { id: 'created', label: t('transfers.col.created'), sort: 'created_at', width: '176px', cell: (row) => formatDateTime(row.created_at), card: 'figure', sheet: { value: (row) => new Date(row.created_at), kind: 'date' } },
    { id: 'createdBy', label: t('transfers.col.createdBy'), width: '120px', cell: (row) => <bdi className="clip">{creator(row)}</bdi>, card: 'none', sheet: { value: creator, kind: 'text' } },
  ];
}
