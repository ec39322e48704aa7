// The active cell and range of a grid, and the effect of keys on them. Rows and columns count from 0.

import type { Block } from '@/lib/clipboard.ts';

export interface Spot {
  row: number;
  column: number;
}

/** `anchor` is where the range was started, `active` the active cell. */
export interface Range {
  anchor: Spot;
  active: Spot;
}

export interface Extent {
  rows: number;
  columns: number;
}

export interface CellText extends Spot {
  text: string;
}

const clamp = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(count - 1, 0));

export function keepInside(spot: Spot, extent: Extent): Spot {
  return { row: clamp(spot.row, extent.rows), column: clamp(spot.column, extent.columns) };
}

/** The cell that a key leads to; null for other keys. In a right-to-left page the left arrow moves to the next column. */
export function step(from: Spot, key: string, toEdge: boolean, extent: Extent, rightToLeft: boolean): Spot | null {
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backward = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const far = toEdge ? Infinity : 1;
  let { row, column } = from;
  if (key === 'ArrowUp') row -= far;
  else if (key === 'ArrowDown') row += far;
  else if (key === forward) column += far;
  else if (key === backward) column -= far;
  else if (key === 'Home') {
    column = 0;
    if (toEdge) row = 0;
  } else if (key === 'End') {
    column = extent.columns - 1;
    if (toEdge) row = extent.rows - 1;
  } else return null;
  return keepInside({ row, column }, extent);
}

/** The next cell for Tab, row by row; null at the end, where the focus leaves the grid. */
export function tabStep({ row, column }: Spot, backwards: boolean, { rows, columns }: Extent): Spot | null {
  const place = row * columns + column + (backwards ? -1 : 1);
  return place < 0 || place >= rows * columns ? null : { row: Math.floor(place / columns), column: place % columns };
}

/** The next cell for a scanned code, column by column without missing ones; null at the end. */
export function codeStep(
  { row, column }: Spot,
  backwards: boolean,
  { rows, columns }: Extent,
  isThere: (spot: Spot) => boolean,
): Spot | null {
  const by = backwards ? -1 : 1;
  for (let place = column * rows + row + by; place >= 0 && place < rows * columns; place += by) {
    const spot = { row: place % rows, column: Math.floor(place / rows) };
    if (isThere(spot)) return spot;
  }
  return null;
}

export function corners({ anchor, active }: Range): { from: Spot; to: Spot } {
  return {
    from: { row: Math.min(anchor.row, active.row), column: Math.min(anchor.column, active.column) },
    to: { row: Math.max(anchor.row, active.row), column: Math.max(anchor.column, active.column) },
  };
}

export function spotsOf(range: Range): Spot[] {
  const { from, to } = corners(range);
  const spots: Spot[] = [];
  for (let row = from.row; row <= to.row; row += 1) {
    for (let column = from.column; column <= to.column; column += 1) spots.push({ row, column });
  }
  return spots;
}

export function isInside(spot: Spot, range: Range): boolean {
  const { from, to } = corners(range);
  return spot.row >= from.row && spot.row <= to.row && spot.column >= from.column && spot.column <= to.column;
}

/** Pastes a block: a single value fills the range, a larger block starts at the range's first cell. Values outside the grid are counted. */
export function spread(block: Block, range: Range, extent: Extent): { cells: CellText[]; outside: number } {
  const singleText = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (singleText !== undefined) return { cells: spotsOf(range).map((spot) => ({ ...spot, text: singleText })), outside: 0 };
  const { from } = corners(range);
  const cells: CellText[] = [];
  let outside = 0;
  block.forEach((texts, down) => {
    texts.forEach((text, across) => {
      const spot = { row: from.row + down, column: from.column + across };
      if (spot.row < extent.rows && spot.column < extent.columns) cells.push({ ...spot, text });
      else if (text !== '') outside += 1;
    });
  });
  return { cells, outside };
}

/** Repeats the range's first row (or column) over the rest; a single row or column repeats the one before it. */
export function fillOver(range: Range, along: 'down' | 'across', textAt: (spot: Spot) => string | undefined): CellText[] {
  const { from, to } = corners(range);
  const line = along === 'down' ? 'row' : 'column';
  const source = from[line] === to[line] ? from[line] - 1 : from[line];
  if (source < 0) return [];
  return spotsOf(range).flatMap((spot) => {
    const text = spot[line] === source ? undefined : textAt({ ...spot, [line]: source });
    return text === undefined ? [] : [{ ...spot, text }];
  });
}
