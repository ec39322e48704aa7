// The columns that most lists share. Deviations are given as the last argument.
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { Code, Nil, Quantity } from '@/ui/figure.tsx';
import type { Column } from './column.ts';

/** Hidden at first, and on no card. */
export const hiddenAtFirst = { shown: false, card: 'none' } as const;

export type ColumnOverrides<Row> = Partial<Column<Row>>;
export type Getter<Row, Value> = (row: Row) => Value;

/** The row's name, in lists where it is not a link. */
export const nameColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, string>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  pinned: true,
  card: 'title',
  cell: (row) => (valueOf(row) ? <bdi className="record-name">{valueOf(row)}</bdi> : <Nil />),
  sheet: { value: valueOf, kind: 'text' },
  ...overrides,
});

export const textColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, string>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  width: '130px',
  card: 'sub',
  cell: (row) => (valueOf(row) ? <bdi className="clip">{valueOf(row)}</bdi> : <Nil />),
  sheet: { value: valueOf, kind: 'text' },
  ...overrides,
});

export const codeColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, string | null>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  width: '118px',
  card: 'sub',
  cell: (row) => (valueOf(row) ? <Code>{valueOf(row)}</Code> : <Nil />),
  sheet: { value: valueOf, kind: 'code' },
  ...overrides,
});

/** A date. */
export const dayColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, string | null>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  width: '118px',
  card: 'sub',
  cell: (row) => (valueOf(row) ? <bdi>{formatDate(valueOf(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: valueOf, kind: 'text' },
  ...overrides,
});

/** A date with time, in the business's time zone. */
export const momentColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, string | null>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  width: '166px',
  card: 'sub',
  cell: (row) => (valueOf(row) ? <bdi>{formatDateTime(valueOf(row) ?? '')}</bdi> : <Nil />),
  sheet: { value: (row) => (valueOf(row) ? new Date(valueOf(row) ?? '') : null), kind: 'date' },
  ...overrides,
});

/** A count; null is a dash, and with `nil` so is zero. */
export const countColumn = <Row,>(
  id: string,
  label: string,
  valueOf: Getter<Row, number | null>,
  { nil = false, ...overrides }: ColumnOverrides<Row> & { nil?: boolean } = {},
): Column<Row> => ({
  id,
  label,
  num: true,
  width: '84px',
  card: 'figure',
  cell: (row) => (valueOf(row) === null ? <Nil /> : <Quantity value={valueOf(row) ?? 0} nil={nil} />),
  sheet: { value: valueOf, kind: 'number' },
  ...overrides,
});

/** A status as drawn on screen, and its text for exports. */
export const statusColumn = <Row,>(
  id: string,
  label: string,
  cell: Getter<Row, ReactNode>,
  exportText: Getter<Row, string | null>,
  overrides?: ColumnOverrides<Row>,
): Column<Row> => ({
  id,
  label,
  width: '140px',
  card: 'status',
  cell,
  sheet: { value: exportText, kind: 'text' },
  ...overrides,
});
