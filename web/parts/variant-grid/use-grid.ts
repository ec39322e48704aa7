import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatBlock, parseBlock } from './clipboard.ts';
import type { GridSheet } from './grid-types.ts';
import { corners, keepInside, spotsOf, spread, step, type Range, type Spot } from './selection.ts';

const START: Range = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };

/** Frame, range, typing and clipboard of the sheet; what the values mean is the caller's. */
export function useGrid(sheet: GridSheet, told: (outside: number, written: number) => void) {
  const { rows, columns, cellOf, write, fill, undo, redo, point } = sheet;
  const extent = { rows: rows.length, columns: columns.length };
  const [chosen, setRange] = useState<Range>(START);
  const [draft, showDraft] = useState<string | null>(null);
  // Beside the state, because moving the focus blurs the editor before the next render: a value must be written once.
  const typing = useRef<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  // The sheet may have shrunk since.
  const range = { anchor: keepInside(chosen.anchor, extent), active: keepInside(chosen.active, extent) };

  const setDraft = (text: string | null) => {
    typing.current = text;
    showDraft(text);
  };

  const focusCell = (spot: Spot) => {
    table.current?.querySelector<HTMLElement>(`[data-spot="${spot.row}:${spot.column}"]`)?.focus();
  };

  const go = (spot: Spot, keepAnchor = false) => {
    setRange((now) => ({ anchor: keepAnchor ? now.anchor : spot, active: spot }));
    focusCell(spot);
    point?.(spot);
  };

  const commit = () => {
    if (typing.current === null) return;
    const text = typing.current.trim();
    setDraft(null);
    if (text !== (cellOf(range.active)?.text ?? '')) write?.([{ ...range.active, text }]);
  };

  const edit = (text?: string) => {
    if (!write) return;
    const cell = cellOf(range.active);
    if (!cell && text === undefined) fill?.(range.active);
    else setDraft(text ?? cell?.text ?? '');
  };

  const clear = () => write?.(spotsOf(range).filter((spot) => cellOf(spot)).map((spot) => ({ ...spot, text: '' })));

  const keyInEditor = (event: KeyboardEvent, rightToLeft: boolean) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
      focusCell(range.active);
    } else if (event.key === 'Enter' || event.key === 'Tab' || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      commit();
      const along = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
      const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
      const key = event.key === 'Enter' ? (event.shiftKey ? 'ArrowUp' : 'ArrowDown') : event.key === 'Tab' ? (event.shiftKey ? back : along) : event.key;
      go(step(range.active, key, false, extent, rightToLeft) ?? range.active);
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    if (draft !== null) return keyInEditor(event, rightToLeft);
    if (!(event.target instanceof HTMLElement) || event.target.dataset.spot === undefined) return;
    const held = event.ctrlKey || event.metaKey;
    const next = event.altKey ? null : step(range.active, event.key, held, extent, rightToLeft);
    const key = event.key.toLowerCase();
    if (next) go(next, event.shiftKey);
    else if (held && key === 'a') {
      setRange({ anchor: { row: extent.rows - 1, column: extent.columns - 1 }, active: { row: 0, column: 0 } });
      focusCell({ row: 0, column: 0 });
    }
    else if (held && key === 'z') (event.shiftKey ? redo : undo)?.();
    else if (held && key === 'y') redo?.();
    else if (held || event.altKey) return;
    else if (event.key === 'Enter' || event.key === 'F2') edit();
    else if (event.key === 'Delete' || event.key === 'Backspace') clear();
    else if (event.key.length === 1 && event.key !== ' ') edit(event.key);
    else return;
    event.preventDefault();
  };

  const cellPointer = (spot: Spot) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || draft !== null && spot.row === range.active.row && spot.column === range.active.column) return;
      commit();
      const again = range.active.row === spot.row && range.active.column === spot.column && document.activeElement === event.currentTarget;
      setRange((now) => ({ anchor: event.shiftKey ? now.anchor : spot, active: spot }));
      point?.(spot);
      // A second press on the framed cell writes in it; a finger has no second button or Enter, so its first press does.
      if (again || (event.pointerType === 'touch' && cellOf(spot) && write)) {
        event.preventDefault();
        if (cellOf(spot)) setDraft(write ? (cellOf(spot)?.text ?? '') : null);
        else fill?.(spot);
      }
    },
    onPointerEnter: (event: PointerEvent) => {
      // Dragged: the frame, with the focus, stays where the press was.
      if (event.buttons === 1 && event.pointerType === 'mouse' && draft === null) setRange((now) => ({ anchor: spot, active: now.active }));
    },
    onFocus: () => {
      if (draft !== null) return;
      setRange((now) => (now.active.row === spot.row && now.active.column === spot.column ? now : { anchor: spot, active: spot }));
      point?.(spot);
    },
  });

  // The clipboard's events come to the document: a cell is no text field and holds no caret.
  const clipboard = useRef<(event: ClipboardEvent) => void>(() => undefined);
  useEffect(() => {
    clipboard.current = (event) => {
      const inSheet = document.activeElement instanceof HTMLElement && table.current?.contains(document.activeElement) && document.activeElement.dataset.spot !== undefined;
      if (!inSheet || draft !== null || !event.clipboardData) return;
      if (event.type === 'paste') {
        if (!write) return;
        const { cells, outside } = spread(parseBlock(event.clipboardData.getData('text/plain')), range, extent);
        const filled = cells.filter((cell) => cell.text !== '' || cellOf(cell));
        event.preventDefault();
        if (filled.length) write(filled);
        const last = cells.at(-1);
        // The frame stays where the focus is: at the block's first cell.
        const first = corners(range).from;
        if (last) setRange({ anchor: { row: last.row, column: last.column }, active: first });
        focusCell(first);
        told(outside, filled.length);
        return;
      }
      const { from, to } = corners(range);
      const block = Array.from({ length: to.row - from.row + 1 }, (_, down) =>
        Array.from({ length: to.column - from.column + 1 }, (_, across) => cellOf({ row: from.row + down, column: from.column + across })?.text ?? ''));
      event.clipboardData.setData('text/plain', formatBlock(block));
      event.preventDefault();
      if (event.type === 'cut') clear();
    };
  });
  useEffect(() => {
    const onClipboard = (event: ClipboardEvent) => clipboard.current(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, onClipboard);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onClipboard);
    };
  }, []);

  const placeEditor = useCallback((input: HTMLInputElement | null) => {
    if (!input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, []);

  return { table, range, draft, setDraft, commit, onKeyDown, cellPointer, placeEditor };
}
