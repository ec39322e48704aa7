import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import {
  Fragment,
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Touched } from '@/parts/document/form.ts';
import { IconButton } from '@/ui/button.tsx';
import { Figure, FromAfter } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { classOf, LineFoot, LineHead, type LineColumn, type LineSums } from './columns.tsx';
import { NumberCell, type CellKeys } from './number-cell.tsx';

export interface LineSheetHandle {
  /** Brings a line into sight and puts the cursor into one of its figures, the first unless said. */
  focus: (id: string, field?: string) => void;
}

export interface OfVariant {
  variant: { variant_id: string };
}

interface LineProblem {
  /** Which of the line's figures is wrong; absent: none, the line is only to be looked at. */
  figure?: string;
  /** Nothing stands there: wrong only once somebody tried to save. */
  missing?: boolean;
}

/** What a document's lines are. One object from key to key, or every line is looked at and drawn anew. */
export interface LineShape<Line> {
  columns: readonly LineColumn<Line>[];
  problemOf: (line: Line) => LineProblem | null;
  /** What is wrong with a line, and the way out. */
  note: (line: Line) => ReactNode;
  /** How it is called where it is taken out, and why it stays. */
  nameOf: (line: Line) => string;
  stays?: (line: Line) => string | undefined;
  /** Beside the button that takes it out. */
  tools?: (line: Line) => ReactNode;
}

export interface LineSheetProps<Line extends OfVariant> {
  shape: LineShape<Line>;
  lines: readonly Line[];
  feet: LineSums;
  /** Lines that were just added or counted up. */
  touched: readonly Touched[];
  /** Somebody tried to save. */
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
  className?: string;
  ref?: Ref<LineSheetHandle>;
}

const idOf = ({ variant }: OfVariant) => variant.variant_id;

interface Item<Line> {
  line: Line;
  number: number;
  note: boolean;
}

// On a desk the table scrolls, where it is narrow the page does, and on a phone a line is a card; which one is known before the first row is drawn.
const narrowerThan = (width: number) => window.matchMedia(`(max-width: ${width}px)`).matches;

/** A document's lines; only those in sight exist, so that a thousand stay smooth. */
export const LineSheet = memo(function LineSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const [pageScrolls] = useState(() => narrowerThan(900));
  return pageScrolls ? <PageSheet {...props} /> : <BoxSheet {...props} />;
}) as <Line extends OfVariant>(props: LineSheetProps<Line>) => ReactNode;

/** What of a line's problem is to be said now. */
function told<Line>({ problemOf }: LineShape<Line>, line: Line, strict: boolean): LineProblem | null {
  const problem = problemOf(line);
  return problem && (strict || !problem.missing) ? problem : null;
}

function useItems<Line extends OfVariant>({ lines, shape, strict }: LineSheetProps<Line>): Item<Line>[] {
  // A line that did not change is not looked at again.
  const noted = useMemo(() => {
    const known = new WeakMap<Line, boolean>();
    return (line: Line) => {
      const note = known.get(line) ?? told(shape, line, strict) !== null;
      known.set(line, note);
      return note;
    };
  }, [shape, strict]);
  return useMemo(
    () =>
      lines.flatMap((line, at) => {
        const item = { line, number: at + 1, note: false };
        return noted(line) ? [item, { ...item, note: true }] : [item];
      }),
    [lines, noted],
  );
}

const keyOf = (item: Item<OfVariant> | undefined) => (item ? `${idOf(item.line)}${item.note ? '!' : ''}` : '');

/** A new row's height comes from its observer: asked for at once, the whole sheet would be laid out with every line that scrolls in. */
function heightOf<Box extends Element | Window>(
  row: Element,
  told: ResizeObserverEntry | undefined,
  virtual: Virtualizer<Box, Element>,
): number {
  const index = virtual.indexFromElement(row);
  const box = told?.borderBoxSize[0];
  return box
    ? Math.round(box.blockSize)
    : (virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index));
}

/** The head stands over the lines, in the same box. */
const HEAD = 33;

function BoxSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const box = useRef<HTMLDivElement>(null);
  const items = useItems(props);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => (items[at]?.note ? 39 : 41),
    getItemKey: (at) => keyOf(items[at]),
    overscan: 2,
    measureElement: heightOf,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: 44,
  });
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
  const [line] = useState(() => (narrowerThan(640) ? 128 : 41));
  const items = useItems(props);
  useLayoutEffect(() => {
    setMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: items.length,
    scrollMargin: margin,
    estimateSize: (at) => (items[at]?.note ? 36 : line),
    getItemKey: (at) => keyOf(items[at]),
    overscan: 4,
    measureElement: heightOf,
    scrollPaddingStart: 70,
    scrollPaddingEnd: 130,
  });
  return (
    <div className="frame" ref={place}>
      <SheetTable {...props} items={items} virtual={virtual} margin={margin} />
    </div>
  );
}

/** Walks the figures by keyboard. */
function useCellKeys<Line extends OfVariant>(
  { lines, onRemove, onEnter, onLeave, onMore }: LineSheetProps<Line>,
  focus: (id: string, field?: string) => void,
): CellKeys {
  const placeOf = (id: string) => lines.findIndex((line) => idOf(line) === id);
  const idAt = (at: number) => {
    const line = lines[at];
    return line === undefined ? undefined : idOf(line);
  };
  const step = useStableCallback((id: string, field: string, by: 1 | -1) => {
    const next = idAt(placeOf(id) + by);
    if (next) focus(next, field);
    else if (by === 1) onLeave();
  });
  const remove = useStableCallback((id: string) => {
    const at = placeOf(id);
    const neighbour = idAt(at + 1) ?? idAt(at - 1);
    onRemove(id);
    if (neighbour) focus(neighbour);
    else onLeave();
  });
  const enter = useStableCallback((id: string, field: string) => {
    if (!onEnter?.(id)) step(id, field, 1);
  });
  const leave = useStableCallback(onLeave);
  const more = useStableCallback(onMore);
  return useMemo(() => ({ step, enter, remove, leave, more }), [step, enter, remove, leave, more]);
}

interface SheetTableProps<Line extends OfVariant> extends LineSheetProps<Line> {
  items: readonly Item<Line>[];
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  /** What scrolls away above the first line. */
  margin: number;
}

function SheetTable<Line extends OfVariant>(props: SheetTableProps<Line>) {
  const { shape, lines, items, feet, touched, strict, onFigure, onFigures, className = '', virtual, margin, ref } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const before = useMemo(() => new Map(touched.map((one) => [one.id, one.before])), [touched]);
  const shown = virtual.getVirtualItems();
  const above = (shown[0]?.start ?? margin) - margin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);
  const { columns, note } = shape;
  const firstField = columns.find((column) => column.field)?.id ?? '';
  const frame = { columns, tools: t('lines.remove'), toolsWidth: shape.tools ? 108 : 50 };

  const cellOf = (id: string, field: string) => table.current?.querySelector<HTMLInputElement>(`[data-cell="${field}:${id}"]`);
  const show = (id: string) => {
    const cell = cellOf(id, firstField);
    if (cell) return cell.scrollIntoView({ block: 'nearest' });
    const at = items.findIndex((item) => !item.note && idOf(item.line) === id);
    if (at >= 0) virtual.scrollToIndex(at, { align: virtual.scrollElement === window ? 'center' : 'auto' });
  };
  const focus = (id: string, field = firstField) => {
    // What is there the browser brings into sight by itself, with less to lay out.
    const cell = cellOf(id, field);
    if (cell) return cell.focus();
    show(id);
    focusLater(() => cellOf(id, field));
  };
  const showTouched = useStableCallback(() => {
    // All that came, where they have room; else where they begin.
    const [first, last] = [touched[0], touched.at(-1)];
    if (last) show(last.id);
    if (first && first !== last) show(first.id);
  });
  useEffect(showTouched, [touched, showTouched]);
  const keys = useCellKeys(props, focus);
  useImperativeHandle(ref, () => ({ focus }));
  const gap = (height: number) =>
    height > 0 && (
      <tr className="ln-gap" aria-hidden="true">
        <td colSpan={columns.length + 2} style={{ blockSize: height }} />
      </tr>
    );

  return (
    <table ref={table} className={`t cards lines ln-sheet ${className}`} aria-label={t('lines.label')} aria-rowcount={lines.length + 1}>
      <LineHead {...frame} />
      <tbody>
        {gap(above)}
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return <Fragment key={key} />;
          const { line, number } = item;
          const id = idOf(line);
          return item.note ? (
            <tr key={key} className="x-err" data-index={index} ref={virtual.measureElement}>
              <td className="ln-no" />
              <td colSpan={columns.length + 1}>
                <NoteText id={id} mild={told(shape, line, strict)?.figure === undefined}>
                  {note(line)}
                </NoteText>
              </td>
            </tr>
          ) : (
            <tr
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              aria-rowindex={number + 1}
              className={[before.has(id) && 'ln-touched', items[index + 1]?.note && 'ln-noted'].filter(Boolean).join(' ') || undefined}
            >
              <td className="ln-no mut">
                <Figure value={formatNumber(number)} />
              </td>
              <Cells
                shape={shape}
                line={line}
                before={before.get(id)}
                strict={strict}
                keys={keys}
                onFigure={onFigure}
                onFigures={onFigures}
              />
            </tr>
          );
        })}
        {gap(below)}
      </tbody>
      <LineFoot {...frame} {...feet} />
    </table>
  );
}

const NoteText = ({ id, mild, children }: { id: string; mild: boolean; children: ReactNode }) => (
  <span className={mild ? 'err-t warn' : 'err-t'} role={mild ? 'status' : undefined} id={`problem-${id}`}>
    <Icon of={mild ? TriangleAlert : CircleAlert} size={14} />
    {children}
  </span>
);

interface CellsProps<Line extends OfVariant> extends Pick<LineSheetProps<Line>, 'shape' | 'strict' | 'onFigure' | 'onFigures'> {
  line: Line;
  /** A moment after a scan or choice: what its first figure was. */
  before: string | null | undefined;
  keys: CellKeys;
}

/** The cells of a line behind its number: a key draws the line it changed and no other. */
const Cells = memo(function Cells<Line extends OfVariant>({ shape, line, before, strict, keys, onFigure, onFigures }: CellsProps<Line>) {
  const { t } = useTranslation();
  const { columns, nameOf, stays, tools } = shape;
  const id = idOf(line);
  const wrong = told(shape, line, strict)?.figure;
  const first = columns.find((column) => column.field);
  return (
    <>
      {columns.map((column) => {
        const { field } = column;
        return (
          <td key={column.id} className={classOf(columns, column)} data-l={column.num ? column.label : undefined}>
            {field ? (
              <span className="ln-q">
                <NumberCell
                  id={id}
                  field={column.id}
                  value={field.value(line)}
                  label={field.label(line)}
                  invalid={wrong === column.id}
                  describedBy={wrong === column.id ? `problem-${id}` : undefined}
                  placeholder={field.placeholder}
                  signed={field.signed}
                  readOnly={field.fixed?.(line)}
                  format={field.format}
                  keys={keys}
                  onChange={onFigure}
                  onPasteDown={onFigures}
                />
                {/* "7 → 8", for a moment over the figure that a scan has changed. */}
                {before && column === first && (
                  <span className="ln-flash" aria-hidden="true">
                    <FromAfter from={formatNumber(before)} after={formatNumber(field.value(line))} />
                  </span>
                )}
              </span>
            ) : (
              column.cell?.(line)
            )}
          </td>
        );
      })}
      <td className="x-m">
        {tools?.(line)}
        <IconButton
          small
          variant="quiet"
          icon={X}
          label={t('lines.removeOf', { name: nameOf(line) })}
          reason={stays?.(line)}
          onClick={() => keys.remove(id)}
        />
      </td>
    </>
  );
}) as <Line extends OfVariant>(props: CellsProps<Line>) => ReactNode;

/** A row scrolled to does not exist yet: its field is focused as soon as it does. */
function focusLater(find: () => HTMLElement | null | undefined, tries = 20) {
  requestAnimationFrame(() => {
    const field = find();
    if (field) field.focus();
    else if (tries > 0) focusLater(find, tries - 1);
  });
}
