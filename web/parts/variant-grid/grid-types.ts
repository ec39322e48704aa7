import type { ReactNode } from 'react';
import type { CellKind } from './read-cell.ts';
import type { CellText, Spot } from './selection.ts';

/** A colour or a size; id null stands for "none". */
export interface GridValue {
  id: string | null;
  /** The visible head, such as a swatch and the name. */
  head: ReactNode;
  /** For screen readers and messages. */
  name: string;
}

export interface GridCell {
  /** The text that is edited and copied. */
  text: string;
  /** The content while the cell is not edited. */
  value: ReactNode;
  /** Secondary content, such as the stock or the barcode. */
  above?: ReactNode;
  /** Further content, such as the unit cost. */
  below?: ReactNode;
  /** Differs from the default: blue, with a corner mark. */
  isOverridden?: boolean;
  /** Deactivated: exists, but is not for sale. */
  isInactive?: boolean;
  error?: string;
}

/** A colour × size grid for any values: prices and codes of a product, quantities of an order, a receipt or a transfer, copies of a
    label. The caller shows each cell (`cellOf`) and keeps the values; the grid provides ranges, keyboard, clipboard and fill. Texts are
    read by `kind`, in digits of both scripts; unreadable ones are reported and never reach `write`. */
export interface GridSheet {
  /** The grid's accessible name. */
  label: string;
  corner: ReactNode;
  rows: readonly GridValue[];
  columns: readonly GridValue[];
  /** Null: this combination does not exist. */
  cellOf: (spot: Spot) => GridCell | null;
  sums?: { rows: readonly ReactNode[]; columns: readonly ReactNode[]; all: ReactNode };
  kind: CellKind;
  /** Quantities must be whole. */
  integer?: boolean;
  /** Called once per action: a typed cell, a pasted block, a filled or cleared range; '' clears. The cells may include missing ones.
      Absent: read-only. */
  write?: (cells: readonly CellText[]) => void;
  /** The input of a cell while it is typed; empty once it is written or cancelled. */
  draft?: (cells: readonly CellText[]) => void;
  /** Creates the missing variant. */
  fill?: (spot: Spot) => void;
  undo?: () => void;
  redo?: () => void;
  /** Focuses the first cell when the grid appears. */
  focusOnMount?: boolean;
  /** Called with the active cell, to show details beside the grid. */
  onActiveCell?: (spot: Spot | null) => void;
  /** Shown beside the head of a row or column, such as a remove button. */
  rowTool?: (row: number) => ReactNode;
  columnTool?: (column: number) => ReactNode;
}
