// The columns that most lists share. Deviations are given as the last argument.
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { Code, Nil, Quantity } from '@/ui/figure.tsx';
import type { Column } from './column.ts';

/** Hidden at first, and on no card. */
export const hidden = { shown: false, card: 'none' } as const;

export type More<Row> = Partial<Column<Row>>;
export type Of<Row, Value> = (row: Row) => Value;

/** The row's name, in lists where it is not a link. */
export const nameColumn = <Row,>(id: string, label: string, of: Of<Row, string>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  pinned: true,
  card: 'title',
  cell: (row) => (of(row) ? <bdi className="record-name">{of(row)}</bdi> : <Nil />),
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

/** A date. */
export const dayColumn = <Row,>(id: string, label: string, of: Of<Row, string | null>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '118px',
  card: 'sub',
  cell: (row) => (of(row) ? <bdi>{formatDate(of(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: of, kind: 'text' },
  ...more,
});

/** A date with time, in the business's time zone. */
export const momentColumn = <Row,>(id: string, label: string, of: Of<Row, string | null>, more?: More<Row>): Column<Row> => ({
  id,
  label,
  width: '166px',
  card: 'sub',
  cell: (row) => (of(row) ? <bdi>{formatDateTime(of(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: (row) => (of(row) ? new Date(of(row) ?? '') : null), kind: 'date' },
  ...more,
});

/** A count; null is a dash, and with `nil` so is zero. */
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

/** A status as drawn on screen, and its text for exports. */
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
