import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { Fragment, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import type { CellKeys } from './number-cell.tsx';
import type { Touched } from '@/parts/document/form.ts';
import { useSteady } from './use-steady.ts';
import './lines.css';

export interface LineSheetHandle {
  /** Brings a line into sight and puts the cursor into one of its figures, the first unless said. */
  focus: (id: string, field?: string) => void;
  show: (id: string) => void;
}

interface OfVariant {
  variant: { variant_id: string };
}

/** The lines of a form, and what is done with them. */
export interface FormSheet<Line> {
  lines: readonly Line[];
  /** Lines that were just added or counted up. */
  touched: readonly Touched[];
  /** What is missing is wrong only once somebody tried to save. */
  strict: boolean;
  onFigure: (id: string, figure: string, value: string) => void;
  /** Pasted from a sheet, from this line downwards. */
  onFigures: (from: string, figure: string, values: string[]) => void;
  onRemove: (id: string) => void;
  /** One more of a line. */
  onMore: (id: string) => void;
  /** Whether Enter in this line did something else than to go on to the next. */
  onEnter?: (id: string) => boolean;
  /** Past the last line, or Esc. */
  onLeave: () => void;
  ref?: Ref<LineSheetHandle>;
}

interface LineSheetProps<Line extends OfVariant> extends Omit<FormSheet<Line>, 'strict' | 'onFigure' | 'onFigures'> {
  /** Lines with a row beneath that tells what is wrong with them. One function from key to key, or every line is looked at anew. */
  hasNote: (line: Line) => boolean;
  note: (line: Line) => ReactNode;
  /** The cells of a line behind its number, memoised: a key draws the line it changed and no other. before: see Touched. */
  cells: (line: Line, keys: CellKeys, before: Touched['before'] | undefined) => ReactNode;
  /** Column widths and heads. */
  head: ReactNode;
  foot: ReactNode;
  columns: number;
  firstField: string;
  className?: string;
}

const idOf = ({ variant }: OfVariant) => variant.variant_id;

interface Item<Line> {
  line: Line;
  number: number;
  note: boolean;
}

// On a phone the page scrolls, on a desk the table does; which one is known before the first row is drawn.
const pageScrolls = () => window.matchMedia('(max-width: 900px)').matches;

/** A document's lines; only those in sight exist, so that a thousand stay smooth. */
export function LineSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const [phone] = useState(pageScrolls);
  return phone ? <PageSheet {...props} /> : <BoxSheet {...props} />;
}

function useItems<Line extends OfVariant>({ lines, hasNote }: LineSheetProps<Line>): Item<Line>[] {
  return useMemo(
    () =>
      lines.flatMap((line, at) => {
        const item = { line, number: at + 1, note: false };
        return hasNote(line) ? [item, { ...item, note: true }] : [item];
      }),
    [lines, hasNote],
  );
}

const keyOf = (item: Item<OfVariant> | undefined) => (item ? `${idOf(item.line)}${item.note ? '!' : ''}` : '');

/** A new row's height comes from its observer: asked for at once, the whole sheet would be laid out with every line that scrolls in. */
function heightOf<Box extends Element | Window>(row: Element, told: ResizeObserverEntry | undefined, virtual: Virtualizer<Box, Element>): number {
  const index = virtual.indexFromElement(row);
  const box = told?.borderBoxSize[0];
  return box ? Math.round(box.blockSize) : (virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index));
}

/** The head stands over the lines, in the same box. */
const HEAD = 33;

function BoxSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const box = useRef<HTMLDivElement>(null);
  const items = useItems(props);
  const virtual = useVirtualizer({ count: items.length, getScrollElement: () => box.current, estimateSize: (at) => (items[at]?.note ? 39 : 41), getItemKey: (at) => keyOf(items[at]), overscan: 5, measureElement: heightOf, scrollMargin: HEAD, scrollPaddingStart: HEAD, scrollPaddingEnd: 44 });
  return (
    <div className="ln-place">
      <div className="scroll ln-box" ref={box}>
        <SheetTable {...props} items={items} virtual={virtual} margin={HEAD} />
      </div>
    </div>
  );
}

function PageSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const place = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const items = useItems(props);
  useLayoutEffect(() => {
    setMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({ count: items.length, scrollMargin: margin, estimateSize: (at) => (items[at]?.note ? 36 : 128), getItemKey: (at) => keyOf(items[at]), overscan: 4, measureElement: heightOf, scrollPaddingStart: 70, scrollPaddingEnd: 130 });
  return (
    <div ref={place}>
      <SheetTable {...props} items={items} virtual={virtual} margin={margin} />
    </div>
  );
}

/** Walks the figures by keyboard. */
function useCellKeys<Line extends OfVariant>({ lines, onRemove, onEnter, onLeave, onMore, firstField }: LineSheetProps<Line>, focus: (id: string, field?: string) => void): CellKeys {
  const placeOf = (id: string) => lines.findIndex((line) => idOf(line) === id);
  const idAt = (at: number) => {
    const line = lines[at];
    return line === undefined ? undefined : idOf(line);
  };
  const step = useSteady((id: string, field: string, by: 1 | -1) => {
    const next = idAt(placeOf(id) + by);
    if (next) focus(next, field);
    else if (by === 1) onLeave();
  });
  const remove = useSteady((id: string) => {
    const at = placeOf(id);
    const neighbour = idAt(at + 1) ?? idAt(at - 1);
    onRemove(id);
    if (neighbour) focus(neighbour, firstField);
    else onLeave();
  });
  const enter = useSteady((id: string, field: string) => {
    if (!onEnter?.(id)) step(id, field, 1);
  });
  const leave = useSteady(onLeave);
  const more = useSteady(onMore);
  return useMemo(() => ({ step, enter, remove, leave, more }), [step, enter, remove, leave, more]);
}

interface SheetTableProps<Line extends OfVariant> extends LineSheetProps<Line> {
  items: readonly Item<Line>[];
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  /** What scrolls away above the first line. */
  margin: number;
}

function SheetTable<Line extends OfVariant>(props: SheetTableProps<Line>) {
  const { lines, items, hasNote, note, cells, touched, head, foot, columns, firstField, className = '', virtual, margin, ref } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const before = useMemo(() => new Map(touched.map((one) => [one.id, one.before])), [touched]);
  const shown = virtual.getVirtualItems();
  const above = (shown[0]?.start ?? margin) - margin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);

  const show = (id: string) => {
    const at = items.findIndex((item) => !item.note && idOf(item.line) === id);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  };
  const cellOf = (id: string, field: string) => table.current?.querySelector<HTMLInputElement>(`[data-cell="${field}:${id}"]`);
  const focus = (id: string, field = firstField) => {
    // What is there the browser brings into sight by itself, with less to lay out.
    const cell = cellOf(id, field);
    if (cell) return cell.focus();
    show(id);
    focusLater(() => cellOf(id, field));
  };
  const keys = useCellKeys(props, focus);
  useImperativeHandle(ref, () => ({ focus, show }));
  const gap = (height: number) => height > 0 && <tr className="ln-gap" aria-hidden="true"><td colSpan={columns} style={{ blockSize: height }} /></tr>;

  return (
    <table ref={table} className={`t slip lines ln-sheet ${className}`} aria-label={t('lines.label')} aria-rowcount={lines.length + 1}>
      {head}
      <tbody>
        {gap(above)}
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return <Fragment key={key} />;
          return item.note ? (
            <tr key={key} className="x-err" data-index={index} ref={virtual.measureElement}>
              <td className="ln-no" />
              <td colSpan={columns - 1}>{note(item.line)}</td>
            </tr>
          ) : (
            <tr key={key} data-index={index} ref={virtual.measureElement} aria-rowindex={item.number + 1} className={[before.has(idOf(item.line)) && 'ln-touched', hasNote(item.line) && 'ln-noted'].filter(Boolean).join(' ') || undefined}>
              <td className="ln-no mut"><Figure value={formatNumber(item.number)} /></td>
              {cells(item.line, keys, before.get(idOf(item.line)))}
            </tr>
          );
        })}
        {gap(below)}
      </tbody>
      {foot}
    </table>
  );
}

/** A row scrolled to does not exist yet: its field is focused as soon as it does. */
function focusLater(find: () => HTMLElement | null | undefined, tries = 20) {
  requestAnimationFrame(() => {
    const field = find();
    if (field) field.focus();
    else if (tries > 0) focusLater(find, tries - 1);
  });
}
