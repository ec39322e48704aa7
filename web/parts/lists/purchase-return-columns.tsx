import { useCan } from '@/db/me.ts';
import { type ReturnRow } from '@/db/purchase-returns.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatShort } from '@/lib/dates.ts';
import { sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, dayColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { placeName } from '@/parts/place-name.ts';
import { Quantity } from '@/ui/figure.tsx';
import { ReturnStatus } from '@/parts/statuses/purchase-returns.tsx';

export function useReturnColumns(rows: readonly ReturnRow[]): Column<ReturnRow>[] {
  const { t } = useTranslation();
  const seesCosts = useCan()('inventory.costs.view');
  const currency = currencyWord();
  const amount = (id: 'total' | 'remaining', more: Partial<Column<ReturnRow>>) =>
    moneyColumn<ReturnRow>(id, t(`purchaseReturns.col.${id}`, { currency }), (row) => (row.status === 'voided' ? null : row[id]), {
      nil: id !== 'total',
      width: '124px',
      sort: id,
      ...more,
    });
  return [
    numberColumn(rows, t('purchases.col.number'), '/purchase/returns/', (row) => ({
      beside: formatShort(row.business_day),
      below: [nameIn(row, 'branch'), t(`purchaseReturns.reason.${row.reason}`)],
    })),
    textColumn('supplier', t('purchases.col.supplier'), (row) => nameIn(row, 'supplier'), { pinned: true, card: 'title', minWidth: 170 }),
    statusColumn(
      'status',
      t('purchases.col.status'),
      (row) => <ReturnStatus status={row.status} />,
      (row) => t(`purchaseReturns.status.${row.status}`),
      { width: '128px' },
    ),
    dayColumn('business_day', t('purchaseReturns.col.day'), (row) => row.business_day, { card: 'none' }),
    textColumn('reason', t('purchaseReturns.form.reason'), (row) => t(`purchaseReturns.reason.${row.reason}`), {
      width: '150px',
      card: 'none',
    }),
    codeColumn('reference', t('purchaseReturns.form.reference'), (row) => row.reference, hiddenAtFirst),
    countColumn<ReturnRow>('pieces', t('purchases.col.pieces'), (row) => row.pieces, {
      width: '84px',
      card: 'none',
      footer: (rows) => <Quantity value={sum(rows.map((row) => row.pieces ?? 0))} />,
    }),
    ...(seesCosts ? [amount('total', { card: 'end' }), amount('remaining', { card: 'figure' })] : []),
    textColumn('place', t('purchaseReturns.form.branch'), (row) => placeName(t, row), { width: '150px', card: 'none' }),
    momentColumn('created', t('purchases.col.createdAt'), (row) => row.created_at, { sort: 'created_at', ...hiddenAtFirst }),
    textColumn('createdBy', t('transfers.col.createdBy'), (row) => nameOf(row.created_by) || '–', hiddenAtFirst),
  ];
}
