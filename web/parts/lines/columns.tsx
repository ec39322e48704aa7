/* The columns of a document's lines, editable or not: their cells, and their place when a line is shown as a card on a phone. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { VariantWords } from '@/db/documents.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Code } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import './lines.css';

/** An editable number. */
interface LineField<Line> {
  value: (line: Line) => string;
  /** The accessible name, which includes the line's product. */
  label: (line: Line) => string;
  format?: (decimal: string) => string;
  placeholder?: string;
  /** May be negative: a phone's numeric keyboard has no minus. */
  signed?: boolean;
  /** Read-only. */
  isReadOnly?: (line: Line) => boolean;
}

export interface LineColumn<Line> {
  id: string;
  label: string;
  /** The head, where it is more than the label. */
  head?: ReactNode;
  /** The head's tooltip. */
  hint?: string;
  /** Pixels, or a class that sets it; columns without one share the rest. */
  width?: number | string;
  /** Numbers, with a rule before the column. */
  num?: boolean;
  /** A stronger rule, where numbers of another kind begin. */
  edge?: boolean;
  card?: string;
  cell?: (line: Line) => ReactNode;
  /** In place of `cell`: an editable number, named after the column. */
  field?: LineField<Line>;
}

export function classOf(columns: readonly LineColumn<never>[], { id, num, edge, card }: LineColumn<never>): string | undefined {
  const first = columns.find((column) => column.num)?.id === id;
  return [num && 'numeric figure-column', num && (first || edge) && 'figure-edge', card].filter(Boolean).join(' ') || undefined;
}

interface FrameProps {
  columns: readonly LineColumn<never>[];
  /** The accessible head of the column of buttons at each line's end, where there is one. */
  actionsLabel?: string;
}

export function LineHeader({ columns, actionsLabel, toolsWidth }: FrameProps & { toolsWidth?: number }) {
  const widthOf = (width: number | string | undefined) =>
    typeof width === 'string' ? { className: width } : { style: width === undefined ? undefined : { inlineSize: width } };
  return (
    <>
      <colgroup>
        <col style={{ inlineSize: 60 }} />
        {columns.map((column) => (
          <col key={column.id} {...widthOf(column.width)} />
        ))}
        {actionsLabel && <col style={{ inlineSize: toolsWidth }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="line-number">
            #
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classOf(columns, column)} title={column.hint}>
              {column.head ?? column.label}
            </th>
          ))}
          {actionsLabel && (
            <th>
              <span className="sr-only">{actionsLabel}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

export interface LineSums {
  /** The number of lines, in words. */
  summary: ReactNode;
  /** The totals, by column. */
  sums: Readonly<Record<string, ReactNode>>;
}

export function LineFooter({ columns, actionsLabel, summary, sums }: FrameProps & LineSums) {
  const words = columns.filter((column) => !column.num).length;
  return (
    <tfoot>
      <tr>
        <td />
        <td colSpan={words} className="font-medium text-ink-3">
          {summary}
        </td>
        {columns.slice(words).map((column) => (
          <td key={column.id} className={classOf(columns, column)}>
            {sums[column.id]}
          </td>
        ))}
        {actionsLabel && <td />}
      </tr>
    </tfoot>
  );
}

interface GoodsProps {
  variant: Partial<VariantWords>;
  /** Below the name. */
  note?: ReactNode;
  href?: string;
}

/** A product with its picture; a dash where it is not visible to the reader. */
export function ProductCell({ variant, note, href }: GoodsProps) {
  const name = variant.product ? productName(variant) : '–';
  return (
    <span className="product-cell">
      <ProductThumb path={variant.image_path ?? null} />
      <span className="record-name">
        {href ? (
          <a href={href}>
            <bdi title={name}>{name}</bdi>
          </a>
        ) : (
          <bdi title={name}>{name}</bdi>
        )}
        {note}
      </span>
    </span>
  );
}

/** One column for a line's variant, where figures need the room: the product, and its color, size and barcode below. */
export const goodsColumn = <Line,>(
  t: TFunction,
  of: (line: Line) => Partial<VariantWords>,
  hrefOf?: (line: Line) => string,
): LineColumn<Line> => ({
  id: 'product',
  label: t('lines.product'),
  card: 'card-name',
  cell: (line) => (
    <ProductCell
      variant={of(line)}
      href={hrefOf?.(line)}
      note={
        of(line).product && (
          <small>
            {variantLabel(of(line)) && (
              <>
                <bdi>{variantLabel(of(line))}</bdi> ·{' '}
              </>
            )}
            <Code>{of(line).barcode}</Code>
          </small>
        )
      }
    />
  ),
});

/** The columns that identify a line's variant. `uncoded`: without the barcode column; the SKU is a fallback note. */
export function variantColumns<Line>(t: TFunction, of: (line: Line) => Partial<VariantWords>, withoutBarcode = false): LineColumn<Line>[] {
  const visible = (line: Line) => (of(line).product ? of(line) : {});
  const note = (line: Line) => {
    const label = variantLabel(visible(line));
    const text = label || (withoutBarcode && of(line).sku);
    return (
      text && (
        <small className={label ? 'only-phone' : undefined}>
          <bdi>{text}</bdi>
        </small>
      )
    );
  };
  const variant = (line: Line) => {
    const { color_value, ...words } = visible(line);
    return (
      variantLabel(words) && (
        <span className="inline-group">
          {color_value && <Swatch color={color_value} />}
          <bdi className="clip">{variantLabel(words)}</bdi>
        </span>
      )
    );
  };
  return [
    { id: 'product', label: t('lines.product'), card: 'card-name', cell: (line) => <ProductCell variant={of(line)} note={note(line)} /> },
    { id: 'variant', label: t('lines.variant'), width: 'col-variant', card: 'card-phone', cell: variant },
    ...(withoutBarcode
      ? []
      : [
          {
            id: 'barcode',
            label: t('lines.barcode'),
            width: 'col-code',
            card: 'card-phone',
            cell: (line: Line) => of(line).product && <Code>{of(line).barcode}</Code>,
          },
        ]),
  ];
}
