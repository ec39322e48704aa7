import type { ComponentType, ReactNode } from 'react';
import type { SheetColumn } from '@/lib/sheet.ts';

/** Where a column stands when a row becomes a card on a phone; low: only where its figure is low. */
export type CardPlace = 'title' | 'end' | 'sub' | 'status' | 'figure' | 'low' | 'none';

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Figures: aligned on the unit, with a rule before the column. */
  num?: boolean;
  /** The database's column to sort by; without it the head is only a word. */
  sort?: string;
  /** CSS width; the columns without one share what is left. */
  width?: string;
  /** Pixels that a column without a fixed width wants: where there are fewer, the table scrolls sideways. */
  least?: number;
  /** Cannot be hidden. */
  pinned?: boolean;
  /** false: offered in the chooser, not shown at first. */
  shown?: boolean;
  /** A shared head above neighbouring columns of one meaning. */
  group?: string;
  /** In the ruled foot: what the page's rows come to. */
  foot?: (rows: readonly Row[]) => ReactNode;
  card?: CardPlace;
  sheet?: Pick<SheetColumn<Row>, 'value' | 'kind'>;
}

export interface Choice {
  value: string;
  label: string;
}

interface FilterOf {
  name: string;
  label: string;
}
export interface FilterPanel {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}
type LabelsOf = (values: readonly string[]) => Promise<readonly Choice[]>;
export interface FoundChoices {
  search: (words: string) => Promise<readonly Choice[]>;
  labelsOf: LabelsOf;
}
/** A few fixed choices, rows of a table found on the server, or a panel of its own that is loaded on use. */
export type Filter =
  | (FilterOf & { options: readonly Choice[] })
  | (FilterOf & { panel: ComponentType<FilterPanel>; labelsOf: LabelsOf })
  | (FilterOf & FoundChoices);

export interface ListResult<Row> {
  rows: readonly Row[] | undefined;
  count: number | undefined;
  /** The first time; there is nothing to show yet. */
  pending: boolean;
  /** Old rows stay in sight while new ones come. */
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
