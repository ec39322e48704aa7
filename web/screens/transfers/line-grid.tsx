import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/numerals.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Figure } from '@/ui/figure.tsx';
import { LineRow, ProblemCells } from './line-row.tsx';
import { problemOf, type Line, type Sums, type Touched } from './lines.ts';
import { useFocusLater, useLineKeys } from './use-line-keys.ts';

export interface LineGridHandle {
  /** Brings a line into sight and puts the cursor into its quantity. */
  focus: (id: string) => void;
  show: (id: string) => void;
}

interface LineGridProps {
  lines: readonly Line<VariantRow>[];
  sums: Sums;
  from: string;
  to: string;
  touched: readonly Touched[];
  /** Empty quantities are an error only once somebody tried to save. */
  strict: boolean;
  onQuantity: (id: string, quantity: string) => void;
  onPasteDown: (id: string, quantities: string[]) => void;
  onRemove: (id: string) => void;
  /** Past the last line, or Esc: back to the scanner. */
  onLeave: () => void;
  ref?: Ref<LineGridHandle>;
}

type Item = { line: Line<VariantRow>; number: number; problem: boolean };

// On a phone the page scrolls, on a desk the table does; which one is known before the first row is drawn.
const pageScrolls = () => window.matchMedia('(max-width: 900px)').matches;

/** The document's lines; only those in sight exist, so that a thousand stay smooth. */
export function LineGrid(props: LineGridProps) {
  const [phone] = useState(pageScrolls);
  return phone ? <PageGrid {...props} /> : <BoxGrid {...props} />;
}

const itemsOf = (lines: readonly Line<VariantRow>[], strict: boolean): Item[] =>
  lines.flatMap((line, at) => {
    const problem = problemOf(line);
    const item = { line, number: at + 1, problem: false };
    return problem && (strict || problem.kind !== 'missing') ? [item, { ...item, problem: true }] : [item];
  });

const keyOf = (item: Item | undefined) => (item ? `${item.line.variant.variant_id}${item.problem ? '!' : ''}` : '');

function BoxGrid(props: LineGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const items = itemsOf(props.lines, props.strict);
  const virtual = useVirtualizer({ count: items.length, getScrollElement: () => box.current, estimateSize: (at) => (items[at]?.problem ? 39 : 41), getItemKey: (at) => keyOf(items[at]), overscan: 12, scrollPaddingStart: 34, scrollPaddingEnd: 44 });
  return (
    <div className="scroll" ref={box}>
      <GridTable {...props} items={items} virtual={virtual} />
    </div>
  );
}

function PageGrid(props: LineGridProps) {
  const place = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const items = itemsOf(props.lines, props.strict);
  useLayoutEffect(() => {
    setMargin((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({ count: items.length, scrollMargin: margin, estimateSize: (at) => (items[at]?.problem ? 36 : 128), getItemKey: (at) => keyOf(items[at]), overscan: 8, scrollPaddingStart: 70, scrollPaddingEnd: 130 });
  return (
    <div ref={place}>
      <GridTable {...props} items={items} virtual={virtual} margin={margin} />
    </div>
  );
}

interface GridTableProps extends LineGridProps {
  items: readonly Item[];
  virtual: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>;
  margin?: number;
}

function GridTable(props: GridTableProps) {
  const { lines, items, sums, from, to, touched, strict, virtual, margin = 0, onQuantity, onPasteDown, onRemove, ref } = props;
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const shown = virtual.getVirtualItems();
  const before = (shown[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);

  const indexOf = (id: string) => items.findIndex((item) => item.line.variant.variant_id === id && !item.problem);
  const focus = useFocusLater(table);
  const reach = (id: string) => {
    const at = indexOf(id);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
    focus(id);
  };
  const keys = useLineKeys(props, reach);
  useImperativeHandle(ref, () => ({
    focus: reach,
    show: (id) => {
      const at = indexOf(id);
      if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
    },
  }));
  const changed = new Map(touched.map((one) => [one.id, one.before]));

  return (
    <table ref={table} className="t slip lines tf-grid" aria-rowcount={lines.length + 1}>
      <colgroup>
        <col style={{ inlineSize: 60 }} />
        <col />
        <col className="c-variant" />
        <col className="c-code" />
        <col style={{ inlineSize: 106 }} />
        <col style={{ inlineSize: 104 }} />
        <col style={{ inlineSize: 106 }} />
        <col style={{ inlineSize: 48 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="tf-no">#</th>
          <th scope="col">{t('transfers.col.product')}</th>
          <th scope="col">{t('transfers.col.variant')}</th>
          <th scope="col">{t('transfers.col.barcode')}</th>
          <th scope="col" className="num col col2"><bdi className="clip" title={from}>{from}</bdi></th>
          <th scope="col" className="num col">{t('transfers.col.quantity')}</th>
          <th scope="col" className="num col"><bdi className="clip" title={to}>{to}</bdi></th>
          <th><span className="sr">{t('transfers.col.remove')}</span></th>
        </tr>
      </thead>
      <tbody>
        {before > 0 && <tr className="tf-gap" aria-hidden="true"><td colSpan={8} style={{ blockSize: before }} /></tr>}
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (!item) return null;
          const id = item.line.variant.variant_id;
          return item.problem ? (
            <tr key={key} className="x-err" data-index={index} ref={virtual.measureElement}>
              <ProblemCells line={item.line} from={from} onQuantity={onQuantity} onRemove={onRemove} />
            </tr>
          ) : (
            <tr key={key} data-index={index} ref={virtual.measureElement} aria-rowindex={item.number + 1} className={changed.has(id) ? 'tf-touched' : undefined}>
              <LineRow line={item.line} number={item.number} from={from} to={to} before={changed.get(id)} strict={strict} keys={keys} onQuantity={onQuantity} onPasteDown={onPasteDown} />
            </tr>
          );
        })}
        {after > 0 && <tr className="tf-gap" aria-hidden="true"><td colSpan={8} style={{ blockSize: after }} /></tr>}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td colSpan={3} className="mut">{t('transfers.lines', { count: sums.lines })}</td>
          <td className="num col col2" />
          <td className="num col"><Figure value={formatNumber(sums.pieces)} className="tf-pieces" /></td>
          <td className="num col" />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
