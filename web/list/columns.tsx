// The columns of most lists. What differs is given behind.
import { formatDate } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import type { Column } from './column.ts';

/** Offered in the chooser, on no card. */
export const hidden = { shown: false, card: 'none' } as const;

type More<Row> = Partial<Column<Row>>;

export const textColumn = <Row,>(id: string, label: string, of: (row: Row) => string, more?: More<Row>): Column<Row> => ({
  id, label, width: '130px', card: 'sub', cell: (row) => (of(row) ? <bdi className="clip">{of(row)}</bdi> : <Nil />), sheet: { value: of, kind: 'text' }, ...more,
});

export const codeColumn = <Row,>(id: string, label: string, of: (row: Row) => string | null, more?: More<Row>): Column<Row> => ({
  id, label, width: '118px', card: 'sub', cell: (row) => (of(row) ? <Code>{of(row)}</Code> : <Nil />), sheet: { value: of, kind: 'code' }, ...more,
});

/** A day of the calendar. */
export const dayColumn = <Row,>(id: string, label: string, of: (row: Row) => string | null, more?: More<Row>): Column<Row> => ({
  id, label, width: '118px', card: 'sub', cell: (row) => (of(row) ? <bdi>{formatDate(of(row) ?? '')}</bdi> : <Nil />), sheet: { value: of, kind: 'text' }, ...more,
});

/** Added up in the foot. nil: nothing is a dash. */
export const moneyColumn = <Row,>(id: string, label: string, of: (row: Row) => number | null, { nil = true, ...more }: More<Row> & { nil?: boolean } = {}): Column<Row> => ({
  id, label, num: true, width: '118px', cell: (row) => (of(row) === null ? <Nil /> : <Figure value={formatMoney(of(row) ?? 0)} nil={nil} />),
  foot: (rows) => <Figure value={formatMoney(sum(rows.map((row) => of(row) ?? 0)))} />, sheet: { value: of, kind: 'number' }, ...more,
});
