import { useCan } from '@/db/me.ts';
import type { TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { countColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { endName } from '@/parts/place-name.ts';
import { Quantity } from '@/ui/figure.tsx';
import { TransferStatus } from '../statuses.tsx';
import { EndsLine } from './ends-line.tsx';

export function useTransferColumns(rows: readonly TransferRow[]): Column<TransferRow>[] {
  const { t } = useTranslation();
  const can = useCan();
  const count = (id: 'lines' | 'pieces', more: Partial<Column<TransferRow>>) =>
    countColumn<TransferRow>(id, t(`transfers.col.${id}`), (row) => row[id], {
      footer: (rows) => <Quantity value={sum(rows.map((row) => row[id] ?? 0))} />,
      ...more,
    });
  return [
    numberColumn(rows, t('transfers.col.number'), '/inventory/transactions/view/'),
    {
      id: 'way',
      label: t('transfers.col.way'),
      cell: (row) => <EndsLine row={row} />,
      minWidth: 310,
      pinned: true,
      card: 'sub',
      sheet: { value: (row) => t('transfers.way', { from: endName(t, row, 'from'), to: endName(t, row, 'to') }), kind: 'text' },
    },
    statusColumn(
      'status',
      t('transfers.col.status'),
      (row) => <TransferStatus status={row.status} />,
      (row) => t(`transfers.status.${row.status}`),
      { width: '162px' },
    ),
    textColumn('mode', t('transfers.col.mode'), (row) => t(`transfers.modeOf.${row.mode}`), { width: '140px', ...hiddenAtFirst }),
    count('lines', { width: '76px' }),
    count('pieces', { width: '88px', shown: false }),
    ...(can('inventory.costs.view')
      ? [
          moneyColumn<TransferRow>('amount', t('transfers.col.amount', { currency: currencyWord() }), (row) => row.amount, {
            nil: false,
            width: '124px',
            sort: 'amount',
            card: 'figure',
          }),
        ]
      : []),
    momentColumn('created', t('transfers.col.created'), (row) => row.created_at, { sort: 'created_at', width: '176px' }),
    textColumn('createdBy', t('transfers.col.createdBy'), (row) => nameOf(row.created_by) || '–', { width: '120px', card: 'none' }),
  ];
}
