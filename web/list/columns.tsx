// The columns of most lists. What differs is given behind.
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { Code, Nil, Quantity } from '@/ui/figure.tsx';
import type { Column } from './column.ts';

/** Offered in the chooser, on no card. */
export const hidden = { shown: false, card: 'none' } as const;

export type More<Row> = Partial<Column<Row>>;
export type Of<Row, Value> = (row: Row) => Value;

/** What a row is called, where its name is no link. */
export const nameColumn = <Row,>(id: string, label: string, of: Of<Row, string>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  pinned: true,
  card: 'title',
  cell: (row) => (of(row) ? <bdi className="nm">{of(row)}</bdi> : <Nil />),
  sheet: { value: of, kind: 'text' },
  ...more,
});

export const textColumn = <Row,>(id: string, label: string, of: Of<Row, string>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '130px',
  card: 'sub',
  cell: (row) => (of(row) ? <bdi className="clip">{of(row)}</bdi> : <Nil />),
  sheet: { value: of, kind: 'text' },
  ...more,
});

export const codeColumn = <Row,>(id: string, label: string, of: Of<Row, string | null>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '118px',
  card: 'sub',
  cell: (row) => (of(row) ? <Code>{of(row)}</Code> : <Nil />),
  sheet: { value: of, kind: 'code' },
  ...more,
});

/** A day of the calendar. */
export const dayColumn = <Row,>(id: string, label: string, of: Of<Row, string | null>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '118px',
  card: 'sub',
  cell: (row) => (of(row) ? <bdi>{formatDate(of(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: of, kind: 'text' },
  ...more,
});

/** A day and its time, by the business's clock. */
export const momentColumn = <Row,>(id: string, label: string, of: Of<Row, string | null>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '166px',
  card: 'sub',
  cell: (row) => (of(row) ? <bdi>{formatDateTime(of(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: (row) => (of(row) ? new Date(of(row) ?? '') : null), kind: 'date' },
  ...more,
});

/** How many; what is not said is a dash. nil: none is one too. */
export const countColumn = <Row,>(
  id: string,
  label: string,
  of: Of<Row, number | null>,
  { nil = false, ...more }: More<Row> & { nil?: boolean } = {},
): Column<Row> => ({
  id,
  label,
  num: true,
  width: '84px',
  card: 'figure',
  cell: (row) => (of(row) === null ? <Nil /> : <Quantity value={of(row) ?? 0} nil={nil} />),
  sheet: { value: of, kind: 'number' },
  ...more,
});

/** A state as it is drawn, and the word for it in a sheet. */
export const statusColumn = <Row,>(
  id: string,
  label: string,
  cell: Of<Row, ReactNode>,
  word: Of<Row, string | null>,
  more?: More<Row>,
): Column<Row> => ({
  id,
  label,
  width: '140px',
  card: 'status',
  cell,
  sheet: { value: word, kind: 'text' },
  ...more,
});
