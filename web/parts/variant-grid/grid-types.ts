import type { ReactNode } from 'react';
import type { CellKind } from './read-cell.ts';
import type { CellText, Spot } from './selection.ts';

/** A colour or a size; id null stands for "without one". */
export interface GridValue {
  id: string | null;
  /** For the eye, e.g. a swatch and the name. */
  head: ReactNode;
  /** For the ear and for messages. */
  name: string;
}

export interface GridCell {
  /** What editing begins with and what is copied. */
  text: string;
  /** How it stands in the cell while it is not edited. */
  value: ReactNode;
  /** The lesser figure: stock over a price, the barcode over a SKU. */
  above?: ReactNode;
  /** What else is known of it, such as what one costs. */
  below?: ReactNode;
  /** Changed by hand against what holds otherwise: blue, with the corner mark. */
  own?: boolean;
  /** Deactivated: there, and not for sale. */
  off?: boolean;
  error?: string;
}

/**
 * A colour × size sheet, whatever stands in its cells: prices and codes of a product, quantities of an order, a receipt, a transfer, copies of a
 * label. The caller says what each cell shows (`cellOf`) and keeps the values; the sheet brings frame, ranges, keyboard, clipboard and fill.
 * `kind` is what is edited: texts are read by it, in either script's digits, and what cannot be read never reaches `write` but is told.
 */
export interface GridSheet {
  /** What the sheet is, read aloud on arrival. */
  label: string;
  corner: ReactNode;
  rows: readonly GridValue[];
  columns: readonly GridValue[];
  /** Null: this colour does not come in this size. */
  cellOf: (spot: Spot) => GridCell | null;
  sums?: { rows: readonly ReactNode[]; columns: readonly ReactNode[]; all: ReactNode };
  kind: CellKind;
  /** Of goods that are sold in whole pieces. */
  whole?: boolean;
  /** One call for one act: a typed cell, a pasted block, a filled or cleared range; '' clears. A cell that is missing may be among them.
      Absent: to be read only. */
  write?: (cells: readonly CellText[]) => void;
  /** What is being written in a cell, before it is; none once it is written or given up. */
  draft?: (cells: readonly CellText[]) => void;
  /** Makes the missing variant. */
  fill?: (spot: Spot) => void;
  undo?: () => void;
  redo?: () => void;
  /** The first cell takes the focus when the sheet appears. */
  arrive?: boolean;
  /** The framed cell, for what is told about it beside the sheet. */
  point?: (spot: Spot | null) => void;
  /** Beside the head of a row or column, e.g. to remove it. */
  rowTool?: (row: number) => ReactNode;
  columnTool?: (column: number) => ReactNode;
}
