// Separate from the other columns, because its exact sums need code that the first list does not load.
import { formatMoney, sum } from '@/lib/money.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { Column } from './column.ts';
import type { ColumnOverrides, Getter } from './columns.tsx';

/** An amount, summed in the foot. `nil`: zero is a dash. */
export const moneyColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, number | null>,
  { nil = true, ...overrides }: ColumnOverrides<Row> & { nil?: boolean } = {},
): Column<Row> => ({
  id,
  label,
  num: true,
  width: '118px',
  cell: (row) => (valueOf(row) === null ? <Nil /> : <Figure value={formatMoney(valueOf(row) ?? 0)} nil={nil} />),
  footer: (rows) => <Figure value={formatMoney(sum(rows.map((row) => valueOf(row) ?? 0)))} />,
  sheet: { value: valueOf, kind: 'money' },
  ...overrides,
});
