import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { writes } from '@/ui/key-places.ts';
import { latinKey } from '@/ui/shortcuts.ts';
import { formatBlock, parseBlock } from '@/lib/clipboard.ts';
import type { GridSheet } from './grid-types.ts';
import { readCell } from './read-cell.ts';
import {
  codeStep,
  corners,
  fillOver,
  keepInside,
  spotsOf,
  spread,
  step,
  tabStep,
  type CellText,
  type Range,
  type Spot,
} from './selection.ts';
import { useClipboard } from './use-clipboard.ts';

const START: Range = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };
const isSameCell = (a: Spot, b: Spot) => a.row === b.row && a.column === b.column;

/** Effects of an action to report: values pasted, values outside the grid, unreadable texts. */
export interface Outcome {
  pasted: number | null;
  outside: number;
  refused: readonly string[];
}

/** The grid's active cell, range, typing and clipboard; the caller interprets the values. */
export function useGrid(sheet: GridSheet, report: (outcome: Outcome) => void) {
  const { rows, columns, cellOf, kind, integer: whole, write, fill, undo, redo, onActiveCell: point, focusOnMount: arrive } = sheet;
  const extent = { rows: rows.length, columns: columns.length };
  const [chosen, setRange] = useState<Range>(START);
  const [draft, showDraft] = useState<string | null>(null);
  // A ref besides the state: moving the focus blurs the editor before the next render, and a value must be written only once.
  const typing = useRef<string | null>(null);
  // The column where a run of Tabs began; Enter then returns below it.
  const runFrom = useRef<number | null>(null);
  const table = useRef<HTMLTableElement>(null);
  // The grid may have shrunk since.
  const range = { anchor: keepInside(chosen.anchor, extent), active: keepInside(chosen.active, extent) };

  const setDraft = (text: string | null, spot = range.active) => {
    typing.current = text;
    showDraft(text);
    const readable = text === null ? null : readCell(kind, text.trim(), whole);
    sheet.draft?.(readable === null ? [] : [{ ...spot, text: readable }]);
  };

  const focusCell = (spot: Spot) => {
    table.current?.querySelector<HTMLElement>(`[data-spot="${spot.row}:${spot.column}"]`)?.focus();
  };

  const go = (spot: Spot, keepAnchor = false) => {
    setRange((now) => ({ anchor: keepAnchor ? now.anchor : spot, active: spot }));
    focusCell(spot);
    point?.(spot);
  };

  useEffect(() => {
    if (arrive) table.current?.querySelector<HTMLElement>('[data-spot]:not(.none)')?.focus();
  }, [arrive]);

  /** Writes the readable cells of one action and reports the others. */
  const writeReadable = (cells: readonly CellText[], outcome: Partial<Outcome> = {}) => {
    const refused: string[] = [];
    const readable = cells.flatMap((cell) => {
      const text = readCell(kind, cell.text, whole);
      if (text === null) refused.push(cell.text);
      // Clearing a missing variant must not create it.
      return text === null || (text === '' && !cellOf(cell)) ? [] : [{ ...cell, text }];
    });
    if (readable.length) write?.(readable);
    report({ pasted: null, outside: 0, ...outcome, refused });
  };

  const commit = (overRange = false) => {
    if (typing.current === null) return;
    const text = typing.current.trim();
    setDraft(null);
    if (overRange) writeReadable(spotsOf(range).map((spot) => ({ ...spot, text })));
    else if (text !== (cellOf(range.active)?.text ?? '')) writeReadable([{ ...range.active, text }]);
  };

  const edit = (text?: string) => {
    if (!write) return;
    const cell = cellOf(range.active);
    if (!cell && text === undefined) fill?.(range.active);
    else setDraft(text ?? cell?.text ?? '');
  };

  const clear = () => writeReadable(spotsOf(range).map((spot) => ({ ...spot, text: '' })));
  const fillAlong = (along: 'down' | 'across') => write && writeReadable(fillOver(range, along, (spot) => cellOf(spot)?.text));

  /** False at the end of the grid, where Tab leaves it. */
  const tab = (backwards: boolean): boolean => {
    const next = tabStep(range.active, backwards, extent);
    if (!next) return false;
    runFrom.current ??= range.active.column;
    go(next);
    return true;
  };
  const enter = (backwards: boolean) => {
    const { row, column } = range.active;
    // A scanner ends each code with Enter, so the codes of a whole grid can be scanned in one go.
    if (kind === 'code' && runFrom.current === null)
      go(codeStep(range.active, backwards, extent, (spot) => cellOf(spot) !== null) ?? range.active);
    else go(keepInside({ row: row + (backwards ? -1 : 1), column: runFrom.current ?? column }, extent));
    runFrom.current = null;
  };

  const keyInEditor = (event: KeyboardEvent, rightToLeft: boolean) => {
    const { key, shiftKey } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') {
      event.stopPropagation();
      setDraft(null);
      focusCell(range.active);
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      commit(true);
      focusCell(range.active);
    } else if (key === 'Enter') {
      commit();
      enter(shiftKey);
    } else if (key === 'Tab') {
      commit();
      if (!tab(shiftKey)) return focusCell(range.active);
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      commit();
      go(step(range.active, key, false, extent, rightToLeft) ?? range.active);
    } else return;
    event.preventDefault();
  };

  const keyInSheet = (event: KeyboardEvent, rightToLeft: boolean) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    // Ctrl+Z also works on an Arabic layout.
    const key = hasModifier ? latinKey(event.nativeEvent) : event.key;
    const next = event.altKey ? null : step(range.active, event.key, hasModifier, extent, rightToLeft);
    if (next) {
      runFrom.current = null;
      go(next, event.shiftKey);
    } else if (event.key === 'Tab' && !hasModifier && !event.altKey) {
      if (!tab(event.shiftKey)) return;
    } else if (hasModifier && key === 'a') {
      setRange({ anchor: { row: extent.rows - 1, column: extent.columns - 1 }, active: { row: 0, column: 0 } });
      focusCell({ row: 0, column: 0 });
    } else if (hasModifier && key === 'z') (event.shiftKey ? redo : undo)?.();
    else if (hasModifier && key === 'y') redo?.();
    else if (hasModifier && key === 'd') fillAlong('down');
    // Ctrl+R still reloads the page where there is nothing to fill.
    else if (hasModifier && key === 'r' && range.anchor.column !== range.active.column) fillAlong('across');
    else if (hasModifier || event.altKey) return;
    else if (key === 'Enter' || key === 'F2') edit();
    else if (key === 'Delete' || key === 'Backspace') clear();
    else if (writes(event.nativeEvent) && key !== ' ') edit(key === 'Dead' ? '' : key);
    else return;
    event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    if (draft !== null) keyInEditor(event, rightToLeft);
    else if (event.target instanceof HTMLElement && event.target.dataset.spot !== undefined) keyInSheet(event, rightToLeft);
  };

  const cellPointer = (spot: Spot) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || (draft !== null && isSameCell(spot, range.active))) return;
      commit();
      runFrom.current = null;
      const isSecondPress = isSameCell(spot, range.active) && document.activeElement === event.currentTarget;
      setRange((now) => ({ anchor: event.shiftKey ? now.anchor : spot, active: spot }));
      point?.(spot);
      // A second press on the active cell edits it; on touch the first press does, as there is no Enter or double click.
      if (isSecondPress || (event.pointerType === 'touch' && cellOf(spot) && write)) {
        event.preventDefault();
        if (cellOf(spot)) setDraft(write ? (cellOf(spot)?.text ?? '') : null, spot);
        else fill?.(spot);
      }
    },
    onPointerEnter: (event: PointerEvent) => {
      // Dragging extends the range; the active cell keeps the focus.
      if (event.buttons === 1 && event.pointerType === 'mouse' && draft === null) setRange((now) => ({ anchor: spot, active: now.active }));
    },
    onFocus: () => {
      if (draft !== null) return;
      setRange((now) => (isSameCell(now.active, spot) ? now : { anchor: spot, active: spot }));
      point?.(spot);
    },
  });

  useClipboard(table, {
    takes: () => draft === null,
    mayWrite: Boolean(write),
    clear,
    copy: () => {
      const { from, to } = corners(range);
      return formatBlock(
        Array.from({ length: to.row - from.row + 1 }, (_, down) =>
          Array.from(
            { length: to.column - from.column + 1 },
            (_, across) => cellOf({ row: from.row + down, column: from.column + across })?.text ?? '',
          ),
        ),
      );
    },
    paste: (text) => {
      const { cells, outside } = spread(parseBlock(text), range, extent);
      writeReadable(cells, { outside, pasted: cells.filter((cell) => cell.text !== '' || cellOf(cell)).length });
      // The active cell stays at the block's first cell, with the focus.
      const first = corners(range).from;
      const last = cells.at(-1);
      if (last) setRange({ anchor: { row: last.row, column: last.column }, active: first });
      focusCell(first);
    },
  });

  const placeEditor = useCallback((input: HTMLInputElement | null) => {
    if (!input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, []);

  return { table, range, draft, setDraft, commit, onKeyDown, cellPointer, placeEditor };
}
