/* The columns of a document's lines, written or read: what each shows, and where it stands when a line becomes a card on a phone. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { VariantWords } from '@/db/documents.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Code } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import './lines.css';

/** A figure that is written by hand. */
interface LineField<Line> {
  value: (line: Line) => string;
  /** Read aloud: whose figure it is. */
  label: (line: Line) => string;
  format?: (decimal: string) => string;
  placeholder?: string;
  /** It may be below zero: a phone's keys for figures have no minus. */
  signed?: boolean;
  /** It stays as it is. */
  fixed?: (line: Line) => boolean;
}

export interface LineColumn<Line> {
  id: string;
  label: string;
  /** In the head, where that is more than the word. */
  head?: ReactNode;
  /** What the word does not say. */
  hint?: string;
  /** Pixels, or a class that says it; the columns without one share what is left. */
  width?: number | string;
  /** Figures, ruled off. */
  num?: boolean;
  /** Another kind of figures begins here. */
  edge?: boolean;
  card?: string;
  cell?: (line: Line) => ReactNode;
  /** Instead of a cell, the figure of this column's name. */
  field?: LineField<Line>;
}

export function classOf(columns: readonly LineColumn<never>[], { id, num, edge, card }: LineColumn<never>): string | undefined {
  const first = columns.find((column) => column.num)?.id === id;
  return [num && 'num col', num && (first || edge) && 'col2', card].filter(Boolean).join(' ') || undefined;
}

interface FrameProps {
  columns: readonly LineColumn<never>[];
  /** Read aloud over the buttons at each line's end, where there are any. */
  tools?: string;
}

export function LineHead({ columns, tools, toolsWidth }: FrameProps & { toolsWidth?: number }) {
  const widthOf = (width: number | string | undefined) =>
    typeof width === 'string' ? { className: width } : { style: width === undefined ? undefined : { inlineSize: width } };
  return (
    <>
      <colgroup>
        <col style={{ inlineSize: 60 }} />
        {columns.map((column) => (
          <col key={column.id} {...widthOf(column.width)} />
        ))}
        {tools && <col style={{ inlineSize: toolsWidth }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="ln-no">
            #
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classOf(columns, column)} title={column.hint}>
              {column.head ?? column.label}
            </th>
          ))}
          {tools && (
            <th>
              <span className="sr">{tools}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

export interface LineSums {
  /** How many lines there are. */
  summary: ReactNode;
  /** What the figures come to, by column. */
  sums: Readonly<Record<string, ReactNode>>;
}

export function LineFoot({ columns, tools, summary, sums }: FrameProps & LineSums) {
  const words = columns.filter((column) => !column.num).length;
  return (
    <tfoot>
      <tr>
        <td />
        <td colSpan={words} className="mut">
          {summary}
        </td>
        {columns.slice(words).map((column) => (
          <td key={column.id} className={classOf(columns, column)}>
            {sums[column.id]}
          </td>
        ))}
        {tools && <td />}
      </tr>
    </tfoot>
  );
}

interface GoodsProps {
  variant: Partial<VariantWords>;
  /** Beneath the name. */
  note?: ReactNode;
  href?: string;
}

/** A product with its picture; a dash where it is out of sight. */
export function Goods({ variant, note, href }: GoodsProps) {
  const name = variant.product ? productName(variant) : '–';
  return (
    <span className="prod">
      <ProductThumb path={variant.image_path ?? null} />
      <span className="nm">
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

/** What a line is of. uncoded: no column tells its codes. */
export function variantColumns<Line>(t: TFunction, of: (line: Line) => Partial<VariantWords>, uncoded = false): LineColumn<Line>[] {
  const seen = (line: Line) => (of(line).product ? of(line) : {});
  const note = (line: Line) => {
    const label = variantLabel(seen(line));
    const said = label || (uncoded && of(line).sku);
    return (
      said && (
        <small className={label ? 'only-phone' : undefined}>
          <bdi>{said}</bdi>
        </small>
      )
    );
  };
  const variant = (line: Line) => {
    const { color_value, ...words } = seen(line);
    return (
      variantLabel(words) && (
        <span className="row">
          {color_value && <Swatch color={color_value} />}
          <bdi className="clip">{variantLabel(words)}</bdi>
        </span>
      )
    );
  };
  return [
    { id: 'product', label: t('lines.product'), card: 'x-nm', cell: (line) => <Goods variant={of(line)} note={note(line)} /> },
    { id: 'variant', label: t('lines.variant'), width: 'c-variant', card: 'x-phone', cell: variant },
    ...(uncoded
      ? []
      : [
          {
            id: 'barcode',
            label: t('lines.barcode'),
            width: 'c-code',
            card: 'x-phone',
            cell: (line: Line) => of(line).product && <Code>{of(line).barcode}</Code>,
          },
        ]),
  ];
}
