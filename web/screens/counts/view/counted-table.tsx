import { Grid3x3 } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Table } from '@/ui/table.tsx';
import { productName, variantName } from '@/parts/variant-name.ts';
import type { LineView } from './line-views.ts';
import { QuantityBox } from './quantity-box.tsx';

interface CountedTableProps {
  label: string;
  lines: readonly LineView[];
  /** An uncounted line is shown empty, not as 0. */
  blank: boolean;
  mayCount: boolean;
  onSet: (variantId: string, quantity: number) => void;
  onSheet: (line: LineView) => void;
}

/** The user's own count of each line in a field, beside the total of all users. */
export function CountedTable({ label, lines, blank, mayCount, onSet, onSheet }: CountedTableProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const isEmpty = ({ waiting, counted }: LineView) => blank && !waiting && counted === 0;
  return (
    <Table
      className="data-table cards lines counted"
      label={label}
      rows={lines}
      keyOf={({ variant_id }) => variant_id}
      rowProps={({ waiting }) => ({ 'aria-busy': waiting || undefined })}
      columns={[
        {
          head: t('lines.product'),
          className: 'card-name',
          cell: (line) => (
            <span className="product-cell">
              <ProductThumb path={line.image_path} />
              <span className="record-name">
                <bdi>{variantName(line)}</bdi>
                <small>
                  <Code>{line.barcode}</Code>
                </small>
              </span>
            </span>
          ),
        },
        {
          head: t('counts.column.mine'),
          cardLabel: t('counts.column.mine'),
          width: 'col-number',
          num: 'numeric figure-column figure-edge',
          className: 'qty-cell',
          cell: (line) =>
            mayCount ? (
              <QuantityBox
                label={t('counts.mineOf', { name: variantName(line) })}
                value={isEmpty(line) || (line.mine === 0 && line.counted > 0) ? null : line.mine}
                byMeasure={line.by_measure}
                onSet={(quantity) => onSet(line.variant_id, quantity)}
              />
            ) : (
              <Figure value={formatNumber(line.mine)} nil />
            ),
        },
        {
          head: t('counts.column.counted'),
          cardLabel: t('counts.column.counted'),
          width: 'col-number',
          num: 'numeric figure-column',
          cell: (line) => (isEmpty(line) ? <Nil /> : <Figure value={formatNumber(line.counted)} />),
        },
        {
          head: <span className="sr-only">{t('kit.actions')}</span>,
          width: 'col-remove',
          className: 'card-remove',
          cell: (line) =>
            mayCount &&
            (line.color !== null || line.size !== null) && (
              <IconButton
                small
                variant="quiet"
                icon={Grid3x3}
                label={t('variants.grid.sheetOf', { name: productName(line) })}
                onClick={() => onSheet(line)}
              />
            ),
        },
      ]}
    />
  );
}
