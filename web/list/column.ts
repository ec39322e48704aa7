import type { ComponentType, ReactNode } from 'react';
import type { SheetColumn } from '@/lib/sheet.ts';
import type { Sort } from './list-state.ts';

/** The column's place when a row is shown as a card on a phone. 'low': only where its number is low. 'facts': below the title; with it
    every card of the list has the same three lines, with 'end', 'status' and 'figure' at their ends. */
export type CardSlot = 'title' | 'end' | 'sub' | 'status' | 'figure' | 'low' | 'facts' | 'none';

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** A number: aligned at the unit, with a rule before the column. */
  num?: boolean;
  /** The database column to sort by; without it the head is plain text. */
  sort?: string;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** Minimum pixels of a column without a width; where there are fewer, the table scrolls sideways. */
  minWidth?: number;
  /** Cannot be hidden. */
  pinned?: boolean;
  /** False: hidden at first; the user may show it. */
  shown?: boolean;
  /** A common head above adjacent columns. */
  group?: string;
  /** The footer cell, such as the sum of the page's rows. */
  footer?: (rows: readonly Row[]) => ReactNode;
  card?: CardSlot;
  /** The label of a 'figure' on a card, where it differs from the head. */
  cardLabel?: (row: Row) => string;
  sheet?: Pick<SheetColumn<Row>, 'value' | 'kind'>;
}

export interface Choice {
  value: string;
  label: string;
}

interface FilterBase {
  name: string;
  label: string;
  /** It always has a value, so it cannot be removed. */
  always?: boolean;
}
export interface FilterPanel {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}
type LoadLabels = (values: readonly string[]) => Promise<readonly Choice[]>;
export interface SearchedChoices {
  search: (words: string) => Promise<readonly Choice[]>;
  loadLabels: LoadLabels;
}
/** A few fixed choices, rows of a table searched on the server, or a custom panel loaded on use. */
export type Filter =
  | (FilterBase & { options: readonly Choice[] })
  | (FilterBase & { panel: ComponentType<FilterPanel>; loadLabels: LoadLabels })
  | (FilterBase & SearchedChoices);

export interface ListResult<Row> {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  /** The first load: there is nothing to show yet. */
  pending: boolean;
  /** Old rows stay visible while new ones load. */
  refreshing: boolean;
  error: unknown;
  retry: () => void;
}

export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
  added: readonly string[],
): readonly Column<Row>[] {
  return columns.filter((column) => column.pinned || added.includes(column.id) || (column.shown !== false && !hidden.includes(column.id)));
}

/** What a list writes to a file. */
export interface Exported<Row> {
  /** The file name without its extension. */
  name: string;
  /** Every row that matches the filter, in parts. */
  rows: (signal: AbortSignal) => AsyncIterable<readonly Row[]>;
  sort: Sort;
  /** The number of rows, where known. */
  count?: number;
  /** The file's columns, where they differ from the list's. */
  columns?: readonly SheetColumn<Row>[];
}
