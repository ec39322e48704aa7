import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { writes } from '@/ui/key-places.ts';
import { latinKey } from '@/ui/shortcuts.ts';
import { formatBlock, parseBlock } from './clipboard.ts';
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
const same = (a: Spot, b: Spot) => a.row === b.row && a.column === b.column;

/** What an act did besides writing: values that fell off the sheet, texts that could not be read. */
export interface Outcome {
  pasted: number | null;
  outside: number;
  refused: readonly string[];
}

/** Frame, range, typing and clipboard of the sheet; what the values mean is the caller's. */
export function useGrid(sheet: GridSheet, tell: (outcome: Outcome) => void) {
  const { rows, columns, cellOf, kind, whole, write, fill, undo, redo, point, arrive } = sheet;
  const extent = { rows: rows.length, columns: columns.length };
  const [chosen, setRange] = useState<Range>(START);
  const [draft, showDraft] = useState<string | null>(null);
  // Beside the state, because moving the focus blurs the editor before the next render: a value must be written once.
  const typing = useRef<string | null>(null);
  // Enter after a run of Tabs returns below the cell where the run began.
  const runFrom = useRef<number | null>(null);
  const table = useRef<HTMLTableElement>(null);
  // The sheet may have shrunk since.
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

  /** One act: what can be read is written, what cannot is told. */
  const put = (cells: readonly CellText[], outcome: Partial<Outcome> = {}) => {
    const refused: string[] = [];
    const sound = cells.flatMap((cell) => {
      const text = readCell(kind, cell.text, whole);
      if (text === null) refused.push(cell.text);
      // Clearing what is not there makes nothing.
      return text === null || (text === '' && !cellOf(cell)) ? [] : [{ ...cell, text }];
    });
    if (sound.length) write?.(sound);
    tell({ pasted: null, outside: 0, ...outcome, refused });
  };

  const commit = (overRange = false) => {
    if (typing.current === null) return;
    const text = typing.current.trim();
    setDraft(null);
    if (overRange) put(spotsOf(range).map((spot) => ({ ...spot, text })));
    else if (text !== (cellOf(range.active)?.text ?? '')) put([{ ...range.active, text }]);
  };

  const edit = (text?: string) => {
    if (!write) return;
    const cell = cellOf(range.active);
    if (!cell && text === undefined) fill?.(range.active);
    else setDraft(text ?? cell?.text ?? '');
  };

  const clear = () => put(spotsOf(range).map((spot) => ({ ...spot, text: '' })));
  const fillAlong = (along: 'down' | 'across') => write && put(fillOver(range, along, (spot) => cellOf(spot)?.text));

  /** False: the sheet ends here, and Tab goes on to what follows it. */
  const tab = (back: boolean): boolean => {
    const next = tabStep(range.active, back, extent);
    if (!next) return false;
    runFrom.current ??= range.active.column;
    go(next);
    return true;
  };
  const enter = (back: boolean) => {
    const { row, column } = range.active;
    // A scanner ends each code with Enter: codes of a whole sheet are scanned in one go.
    if (kind === 'code' && runFrom.current === null)
      go(codeStep(range.active, back, extent, (spot) => cellOf(spot) !== null) ?? range.active);
    else go(keepInside({ row: row + (back ? -1 : 1), column: runFrom.current ?? column }, extent));
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
    const held = event.ctrlKey || event.metaKey;
    // With an Arabic layout too, Ctrl+Z stands where it always stood.
    const key = held ? latinKey(event.nativeEvent) : event.key;
    const next = event.altKey ? null : step(range.active, event.key, held, extent, rightToLeft);
    if (next) {
      runFrom.current = null;
      go(next, event.shiftKey);
    } else if (event.key === 'Tab' && !held && !event.altKey) {
      if (!tab(event.shiftKey)) return;
    } else if (held && key === 'a') {
      setRange({ anchor: { row: extent.rows - 1, column: extent.columns - 1 }, active: { row: 0, column: 0 } });
      focusCell({ row: 0, column: 0 });
    } else if (held && key === 'z') (event.shiftKey ? redo : undo)?.();
    else if (held && key === 'y') redo?.();
    else if (held && key === 'd') fillAlong('down');
    // The browser's reload stays where there is nothing to fill.
    else if (held && key === 'r' && range.anchor.column !== range.active.column) fillAlong('across');
    else if (held || event.altKey) return;
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
      if (event.button !== 0 || (draft !== null && same(spot, range.active))) return;
      commit();
      runFrom.current = null;
      const again = same(spot, range.active) && document.activeElement === event.currentTarget;
      setRange((now) => ({ anchor: event.shiftKey ? now.anchor : spot, active: spot }));
      point?.(spot);
      // A second press on the framed cell writes in it; a finger has no second button or Enter, so its first press does.
      if (again || (event.pointerType === 'touch' && cellOf(spot) && write)) {
        event.preventDefault();
        if (cellOf(spot)) setDraft(write ? (cellOf(spot)?.text ?? '') : null, spot);
        else fill?.(spot);
      }
    },
    onPointerEnter: (event: PointerEvent) => {
      // Dragged: the frame, with the focus, stays where the press was.
      if (event.buttons === 1 && event.pointerType === 'mouse' && draft === null) setRange((now) => ({ anchor: spot, active: now.active }));
    },
    onFocus: () => {
      if (draft !== null) return;
      setRange((now) => (same(now.active, spot) ? now : { anchor: spot, active: spot }));
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
      put(cells, { outside, pasted: cells.filter((cell) => cell.text !== '' || cellOf(cell)).length });
      // The frame stays where the focus is: at the block's first cell.
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
