import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { Fragment, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import type { CellKeys } from './number-cell.tsx';
import './lines.css';

export interface LineSheetHandle {
  /** Brings a line into sight and puts the cursor into one of its figures, the first unless said. */
  focus: (id: string, field?: string) => void;
  show: (id: string) => void;
}

interface LineSheetProps<Line> {
  lines: readonly Line[];
  idOf: (line: Line) => string;
  /** Lines with a row beneath that tells what is wrong with them. */
  hasNote: (line: Line) => boolean;
  note: (line: Line) => ReactNode;
  /** The cells of a line. */
  cells: (line: Line, number: number, keys: CellKeys) => ReactNode;
  rowClass?: (line: Line) => string | undefined;
  /** Column widths and heads. */
  head: ReactNode;
  foot: ReactNode;
  columns: number;
  firstField: string;
  label: string;
  className?: string;
  onRemove: (id: string) => void;
  onMore?: (id: string) => void;
  onScan?: (code: string) => void;
  /** Past the last line, or Esc. */
  onLeave: () => void;
  ref?: Ref<LineSheetHandle>;
}

interface Item<Line> {
  line: Line;
  number: number;
  note: boolean;
}

// On a phone the page scrolls, on a desk the table does; which one is known before the first row is drawn.
const pageScrolls = () => window.matchMedia('(max-width: 900px)').matches;

/** A document's lines; only those in sight exist, so that a thousand stay smooth. */
export function LineSheet<Line>(props: LineSheetProps<Line>) {
  const [phone] = useState(pageScrolls);
  return phone ? <PageSheet {...props} /> : <BoxSheet {...props} />;
}

function itemsOf<Line>({ lines, hasNote }: LineSheetProps<Line>): Item<Line>[] {
  return lines.flatMap((line, at) => {
    const item = { line, number: at + 1, note: false };
    return hasNote(line) ? [item, { ...item, note: true }] : [item];
  });
}

const keyOf = <Line,>(item: Item<Line> | undefined, idOf: (line: Line) => string) => (item ? `${idOf(item.line)}${item.note ? '!' : ''}` : '');

function BoxSheet<Line>(props: LineSheetProps<Line>) {
  const box = useRef<HTMLDivElement>(null);
  const items = itemsOf(props);
  const virtual = useVirtualizer({ count: items.length, getScrollElement: () => box.current, estimateSize: (at) => (items[at]?.note ? 39 : 41), getItemKey: (at) => keyOf(items[at], props.idOf), overscan: 12, scrollPaddingStart: 34, scrollPaddingEnd: 44 });
  return (
    <div className="scroll" ref={box}>
      <SheetTable {...props} items={items} virtual={virtual} />
    </div>
  );
}

function PageSheet<Line>(props: LineSheetProps<Line>) {
  const place = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const items = itemsOf(props);
  useLayoutEffect(() => {
    setMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({ count: items.length, scrollMargin: margin, estimateSize: (at) => (items[at]?.note ? 36 : 128), getItemKey: (at) => keyOf(items[at], props.idOf), overscan: 8, scrollPaddingStart: 70, scrollPaddingEnd: 130 });
  return (
    <div ref={place}>
      <SheetTable {...props} items={items} virtual={virtual} margin={margin} />
    </div>
  );
}

/** Walks the figures by keyboard. The rows are memoised: their keys must not change with every digit typed. */
function useCellKeys<Line>({ lines, idOf, onRemove, onLeave, onMore, onScan, firstField }: LineSheetProps<Line>, focus: (id: string, field?: string) => void): CellKeys {
  const now = useRef({ lines, idOf, onRemove, onLeave, onMore, onScan, focus });
  useEffect(() => {
    now.current = { lines, idOf, onRemove, onLeave, onMore, onScan, focus };
  });
  const [keys] = useState<CellKeys>(() => {
    const placeOf = (id: string) => now.current.lines.findIndex((line) => now.current.idOf(line) === id);
    const idAt = (at: number) => {
      const line = now.current.lines[at];
      return line === undefined ? undefined : now.current.idOf(line);
    };
    return {
      step: (id, field, by) => {
        const next = idAt(placeOf(id) + by);
        if (next) now.current.focus(next, field);
        else if (by === 1) now.current.onLeave();
      },
      leave: () => now.current.onLeave(),
      remove: (id) => {
        const at = placeOf(id);
        const neighbour = idAt(at + 1) ?? idAt(at - 1);
        now.current.onRemove(id);
        if (neighbour) now.current.focus(neighbour, firstField);
        else now.current.onLeave();
      },
      more: onMore && ((id) => now.current.onMore?.(id)),
      scan: onScan && ((code) => now.current.onScan?.(code)),
    };
  });
  return keys;
}

interface SheetTableProps<Line> extends LineSheetProps<Line> {
  items: readonly Item<Line>[];
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  margin?: number;
}

function SheetTable<Line>(props: SheetTableProps<Line>) {
  const { lines, items, idOf, hasNote, note, cells, rowClass, head, foot, columns, firstField, label, className = '', virtual, margin = 0, ref } = props;
  const table = useRef<HTMLTableElement>(null);
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);

  const show = (id: string) => {
    const at = items.findIndex((item) => !item.note && idOf(item.line) === id);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  };
  const focusCell = useFocusLater(table);
  const focus = (id: string, field = firstField) => {
    show(id);
    focusCell(`${field}:${id}`);
  };
  const keys = useCellKeys(props, focus);
  useImperativeHandle(ref, () => ({ focus, show }));
  const gap = (height: number) => height > 0 && <tr className="ln-gap" aria-hidden="true"><td colSpan={columns} style={{ blockSize: height }} /></tr>;

  return (
    <table ref={table} className={`t slip lines ln-sheet ${className}`} aria-label={label} aria-rowcount={lines.length + 1}>
      {head}
      <tbody>
        {gap(before)}
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return <Fragment key={key} />;
          return item.note ? (
            <tr key={key} className="x-err" data-index={index} ref={virtual.measureElement}>{note(item.line)}</tr>
          ) : (
            <tr key={key} data-index={index} ref={virtual.measureElement} aria-rowindex={item.number + 1} className={[rowClass?.(item.line), hasNote(item.line) && 'ln-noted'].filter(Boolean).join(' ') || undefined}>{cells(item.line, item.number, keys)}</tr>
          );
        })}
        {gap(after)}
      </tbody>
      {foot}
    </table>
  );
}

/** A row scrolled to does not exist yet: its field is focused as soon as it does. */
function useFocusLater(table: RefObject<HTMLTableElement | null>) {
  return useCallback(
    (cell: string) => {
      let tries = 0;
      const look = () => {
        const field = table.current?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`);
        if (field) field.focus();
        else if (tries++ < 20) requestAnimationFrame(look);
      };
      look();
    },
    [table],
  );
}
