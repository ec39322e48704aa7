// Separate from the other columns, because its exact sums need code that the first list does not load.
import { formatMoney, sum } from '@/lib/money.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { Column } from './column.ts';
import type { More, Of } from './columns.tsx';

/** An amount, summed in the foot. `nil`: zero is a dash. */
export const moneyColumn = <Row,>(
  id: string,
  label: string,
  of: Of<Row, number | null>,
  { nil = true, ...more }: More<Row> & { nil?: boolean } = {},
): Column<Row> => ({
  id,
  label,
  num: true,
  width: '118px',
  cell: (row) => (of(row) === null ? <Nil /> : <Figure value={formatMoney(of(row) ?? 0)} nil={nil} />),
  foot: (rows) => <Figure value={formatMoney(sum(rows.map((row) => of(row) ?? 0)))} />,
  sheet: { value: of, kind: 'number' },
  ...more,
});
