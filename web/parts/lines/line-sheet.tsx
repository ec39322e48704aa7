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
import { classOf, LineFooter, LineHeader, type LineColumn, type LineSums } from './columns.tsx';
import { NumberCell, type CellKeys } from './number-cell.tsx';

export interface LineSheetHandle {
  /** Scrolls to a line and focuses one of its numbers, by default the first. */
  focus: (id: string, field?: string) => void;
}

export interface OfVariant {
  variant: { variant_id: string };
  /** Where several lines may have the same variant. */
  lineId?: string;
}

interface LineProblem {
  /** The wrong number's column; undefined where the line is only worth a check. */
  figure?: string;
  /** The number is empty, which is wrong only after an attempt to save. */
  missing?: boolean;
}

/** How a document's lines are shown. Must be a stable object, or every line renders again at each key. */
export interface LineShape<Line> {
  columns: readonly LineColumn<Line>[];
  problemOf: (line: Line) => LineProblem | null;
  /** The message about a line's problem, with its solution. */
  note: (line: Line) => ReactNode;
  /** The line's name on its remove button, and the reason why it cannot be removed. */
  nameOf: (line: Line) => string;
  stays?: (line: Line) => string | undefined;
  /** Next to the remove button. */
  tools?: (line: Line) => ReactNode;
}

export interface LineSheetProps<Line extends OfVariant> {
  shape: LineShape<Line>;
  lines: readonly Line[];
  feet: LineSums;
  /** Lines that were just added or increased. */
  touched: readonly Touched[];
  /** The user has tried to save. */
  strict: boolean;
  onFigure: (id: string, figure: string, value: string) => void;
  /** Values pasted from a sheet, for this line and those below. */
  onFigures: (from: string, figure: string, values: string[]) => void;
  onRemove: (id: string) => void;
  /** Adds one piece to a line. */
  onMore: (id: string) => void;
  /** Answers whether it handled Enter, instead of moving to the next line. */
  onEnter?: (id: string) => boolean;
  /** Called when moving past the last line, and by Esc. */
  onLeave: () => void;
  className?: string;
  ref?: Ref<LineSheetHandle>;
}

const idOf = ({ variant, lineId }: OfVariant) => lineId ?? variant.variant_id;

interface Item<Line> {
  line: Line;
  number: number;
  note: boolean;
}

// On wide screens the table scrolls, on narrow ones the page, and on phones lines are cards. Decided before the first row renders.
const narrowerThan = (width: number) => window.matchMedia(`(max-width: ${width}px)`).matches;

/** A document's lines, virtualised so that a thousand stay smooth. */
export const LineSheet = memo(function LineSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const [pageScrolls] = useState(() => narrowerThan(900));
  return pageScrolls ? <PageSheet {...props} /> : <BoxSheet {...props} />;
}) as <Line extends OfVariant>(props: LineSheetProps<Line>) => ReactNode;

/** The problem of a line to show now. */
function problemToShow<Line>({ problemOf }: LineShape<Line>, line: Line, strict: boolean): LineProblem | null {
  const problem = problemOf(line);
  return problem && (strict || !problem.missing) ? problem : null;
}

function useItems<Line extends OfVariant>({ lines, shape, strict }: LineSheetProps<Line>): Item<Line>[] {
  // Unchanged lines are not checked again.
  const hasNote = useMemo(() => {
    const known = new WeakMap<Line, boolean>();
    return (line: Line) => {
      const note = known.get(line) ?? problemToShow(shape, line, strict) !== null;
      known.set(line, note);
      return note;
    };
  }, [shape, strict]);
  return useMemo(
    () =>
      lines.flatMap((line, index) => {
        const item = { line, number: index + 1, note: false };
        return hasNote(line) ? [item, { ...item, note: true }] : [item];
      }),
    [lines, hasNote],
  );
}

const keyOf = (item: Item<OfVariant> | undefined) => (item ? `${idOf(item.line)}${item.note ? '!' : ''}` : '');

/** Height of a row, from its ResizeObserver entry: measuring new rows directly would force a layout of the whole sheet while scrolling.
    Not rounded: the gaps above and below must be as high as the rows they replace, or the page moves whenever the rows shown change. */
function heightOf<Box extends Element | Window>(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<Box, Element>,
): number {
  const index = virtual.indexFromElement(row);
  const box = entry?.borderBoxSize[0];
  return box ? box.blockSize : (virtual.itemSizeCache.get(virtual.options.getItemKey(index)) ?? virtual.options.estimateSize(index));
}

/** The height of the table's head in pixels, which scrolls in the same box. */
const HEAD = 33;

function BoxSheet<Line extends OfVariant>(props: LineSheetProps<Line>) {
  const box = useRef<HTMLDivElement>(null);
  const items = useItems(props);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => (items[at]?.note ? 27 : 41),
    getItemKey: (at) => keyOf(items[at]),
    overscan: 2,
    measureElement: heightOf,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: 44,
  });
  return (
    <div className="line-place">
      <div className="scroll line-box" ref={box}>
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

/** Moves between the numbers by keyboard. */
function useCellKeys<Line extends OfVariant>(
  { lines, shape, onFigure, onRemove, onEnter, onLeave, onMore }: LineSheetProps<Line>,
  focus: (id: string, field?: string) => void,
): CellKeys {
  const placeOf = (id: string) => lines.findIndex((line) => idOf(line) === id);
  const idAt = (index: number) => {
    const line = lines[index];
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
  const fillDown = useStableCallback((id: string, field: string) => {
    const valueOf = (line: Line | undefined) => (line && shape.columns.find((column) => column.id === field)?.field?.value(line)) ?? '';
    const at = placeOf(id);
    const value = valueOf(lines[at]);
    if (value === '') onFigure(id, field, valueOf(lines[at - 1]));
    else for (const line of lines.slice(at + 1)) if (valueOf(line) === '') onFigure(idOf(line), field, value);
  });
  const leaveSheet = useStableCallback(onLeave);
  const addOne = useStableCallback(onMore);
  return useMemo(
    () => ({ step, enter, remove, leave: leaveSheet, more: addOne, fillDown }),
    [step, enter, remove, leaveSheet, addOne, fillDown],
  );
}

interface SheetTableProps<Line extends OfVariant> extends LineSheetProps<Line> {
  items: readonly Item<Line>[];
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  /** Pixels above the first line that scroll along. */
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
  const frame = { columns, actionsLabel: t('lines.remove'), toolsWidth: shape.tools ? 108 : 50 };

  const cellOf = (id: string, field: string) => table.current?.querySelector<HTMLInputElement>(`[data-cell="${field}:${id}"]`);
  const show = (id: string) => {
    const cell = cellOf(id, firstField);
    if (cell) return cell.scrollIntoView({ block: 'nearest' });
    const index = items.findIndex((item) => !item.note && idOf(item.line) === id);
    if (index >= 0) virtual.scrollToIndex(index, { align: virtual.scrollElement === window ? 'center' : 'auto' });
  };
  const focus = (id: string, field = firstField) => {
    // Focusing an existing cell also scrolls to it, with less layout.
    const cell = cellOf(id, field);
    if (cell) return cell.focus();
    show(id);
    focusLater(() => cellOf(id, field));
  };
  const showTouched = useStableCallback(() => {
    // Shows all new lines if they fit, else the first of them.
    const [first, last] = [touched[0], touched.at(-1)];
    if (last) show(last.id);
    if (first && first !== last) show(first.id);
  });
  useEffect(showTouched, [touched, showTouched]);
  const keys = useCellKeys(props, focus);
  useImperativeHandle(ref, () => ({ focus }));
  const gap = (height: number) =>
    height > 0 && (
      <tr className="line-gap" aria-hidden="true">
        <td colSpan={columns.length + 2} style={{ blockSize: height }} />
      </tr>
    );

  return (
    <table
      ref={table}
      className={`data-table cards lines line-sheet ${className}`}
      aria-label={t('lines.label')}
      aria-rowcount={lines.length + 1}
    >
      <LineHeader {...frame} />
      <tbody>
        {gap(above)}
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return <Fragment key={key} />;
          const { line, number } = item;
          const id = idOf(line);
          return item.note ? (
            <tr key={key} className="card-error" data-index={index} ref={virtual.measureElement}>
              <td className="line-number" />
              <td colSpan={columns.length + 1}>
                <NoteText id={id} mild={problemToShow(shape, line, strict)?.figure === undefined}>
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
              className={[before.has(id) && 'line-touched', items[index + 1]?.note && 'line-noted'].filter(Boolean).join(' ') || undefined}
            >
              <td className="line-number muted">
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
      <LineFooter {...frame} {...feet} />
    </table>
  );
}

const NoteText = ({ id, mild, children }: { id: string; mild: boolean; children: ReactNode }) => (
  <span className={mild ? 'error-text warn' : 'error-text'} role={mild ? 'status' : undefined} id={`problem-${id}`}>
    <Icon of={mild ? TriangleAlert : CircleAlert} size={14} />
    {children}
  </span>
);

interface CellsProps<Line extends OfVariant> extends Pick<LineSheetProps<Line>, 'shape' | 'strict' | 'onFigure' | 'onFigures'> {
  line: Line;
  /** The first number's value before a scan or pick; shown for a moment. */
  before: string | null | undefined;
  keys: CellKeys;
}

/** The cells of a line after its number; memoised, so that a key press renders only the line it changed. */
const Cells = memo(function Cells<Line extends OfVariant>({ shape, line, before, strict, keys, onFigure, onFigures }: CellsProps<Line>) {
  const { t } = useTranslation();
  const { columns, nameOf, stays, tools } = shape;
  const id = idOf(line);
  const wrong = problemToShow(shape, line, strict)?.figure;
  const first = columns.find((column) => column.field);
  return (
    <>
      {columns.map((column) => {
        const { field } = column;
        return (
          <td key={column.id} className={classOf(columns, column)} data-l={column.num ? column.label : undefined}>
            {field ? (
              <span className="line-quantity">
                <NumberCell
                  id={id}
                  field={column.id}
                  value={field.value(line)}
                  label={field.label(line)}
                  invalid={wrong === column.id}
                  describedBy={wrong === column.id ? `problem-${id}` : undefined}
                  placeholder={field.placeholder}
                  signed={field.signed}
                  readOnly={field.isReadOnly?.(line)}
                  format={field.format}
                  keys={keys}
                  onChange={onFigure}
                  onPasteDown={onFigures}
                />
                {/* "7 → 8", shown for a moment over a number that a scan changed. */}
                {before && column === first && (
                  <span className="line-flash" aria-hidden="true">
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
      <td className="card-remove">
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

/** Waits for a row being scrolled to, which is not rendered yet, and focuses its field. */
function focusLater(find: () => HTMLElement | null | undefined, tries = 20) {
  requestAnimationFrame(() => {
    const field = find();
    if (field) field.focus();
    else if (tries > 0) focusLater(find, tries - 1);
  });
}
