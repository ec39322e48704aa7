// The columns of most lists. What differs is given behind.
import { formatDate } from '@/lib/dates.ts';
import { Code, Nil } from '@/ui/figure.tsx';
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
