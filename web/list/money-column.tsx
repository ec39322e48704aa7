// Apart from the other columns: it adds up without losing a digit, and what that takes the first list does without.
import { formatMoney, sum } from '@/lib/money.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { Column } from './column.ts';
import type { More, Of } from './columns.tsx';

/** Added up in the foot. nil: nothing is a dash. */
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
