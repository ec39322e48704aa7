import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { allCountLines, type CountDetail, type CountLine, type CountRow, type LineQuestion } from '@/db/counts.ts';
import { FLOOR } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, sum as total } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import { BulkBar } from '@/list/bulk-bar.tsx';
import type { Column, Exported } from '@/list/column.ts';
import { ExportMenu, sheetColumns } from '@/list/export-menu.tsx';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { Pager } from '@/list/pager.tsx';
import { countSelected } from '@/list/selection.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useRedirectToValidPage } from '@/list/use-list-state.ts';
import { useSelection } from '@/list/use-selection.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { Button } from '@/ui/button.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { variantName } from '@/parts/variant-name.ts';
import { useCountLines } from './use-count-lines.ts';
import { useLinePages } from './use-line-pages.ts';

const PARTS = ['different', 'moved', 'uncounted', 'counted'] as const;
type Part = (typeof PARTS)[number];

interface ComparingProps {
  detail: CountDetail;
  readAt: number;
  sees: boolean;
  seesLedger: boolean;
  seesCosts: boolean;
  currency: string;
  mayExport: boolean;
  /** Starts a recount of these lines; undefined if that is over or not allowed. */
  onRecount?: (variantIds: string[]) => void;
}

/** Counted beside expected quantities; lines that were not counted are in a tab of their own. */
export function Comparing({ detail, readAt, sees, seesLedger, seesCosts, currency, mayExport, onRecount }: ComparingProps) {
  const { count, summary } = detail;
  const { t } = useTranslation();
  const text = useCountText();
  const { list, part, setPart, page } = useLinePages<Part>(sees ? PARTS : ['counted', 'uncounted']);
  const { selection, select, clear } = useSelection(part);
  const question: LineQuestion = { id: count.id, show: part, sort: part === 'different' ? 'difference' : 'product' };
  const lines = useCountLines({ ...question, ...page }, detail, readAt);
  const total = { different: summary.different, moved: summary.moved, uncounted: summary.uncounted, counted: summary.counted }[part];
  const columns = useLineColumns({ count, part, sees, seesLedger, seesCosts, currency });
  useRedirectToValidPage(list, { rows: lines.data, count: total ?? undefined, refreshing: lines.isPlaceholderData });
  const rows = lines.data ?? [];
  const selectedCount = countSelected(selection, total ?? rows.length);
  const label = t(part === 'counted' ? 'counts.part.all' : `counts.part.${part}`);
  const exported: Exported<CountLine> = {
    name: `${count.number} ${label}`,
    rows: (signal) => allCountLines(question, signal),
    sort: { by: question.sort === 'difference' ? 'difference' : 'product', descending: question.sort === 'difference' },
    count: total ?? 0,
    columns: [
      { header: t('lines.product'), value: variantName, kind: 'text' },
      { header: t('lines.barcode'), value: (row) => row.barcode, kind: 'code' },
      ...sheetColumns(columns),
    ],
  };
  const tabs = [
    ...(sees ? [{ id: 'different' as const, label: t('counts.part.different'), count: formatNumber(summary.different ?? 0) }] : []),
    ...(sees && summary.moved ? [{ id: 'moved' as const, label: t('counts.part.moved'), count: formatNumber(summary.moved) }] : []),
    { id: 'uncounted' as const, label: t('counts.part.uncounted'), count: formatNumber(summary.uncounted) },
    { id: 'counted' as const, label: t('counts.part.all'), count: formatNumber(summary.counted) },
  ];
  return (
    <>
      <Tabs<Part>
        label={t('counts.part.label')}
        tabs={tabs}
        current={part}
        onChange={setPart}
        end={mayExport && rows.length > 0 && <ExportMenu exported={exported} columns={columns} />}
      />
      {onRecount && selectedCount > 0 && (
        <BulkBar selectedText={t('kit.selected', { count: selectedCount, shown: text.number(selectedCount) })} onClear={clear}>
          <Button variant="quiet" icon={RotateCcw} onClick={() => onRecount([...selection.ids])}>
            {t('counts.again')}
          </Button>
        </BulkBar>
      )}
      <TabPanel id={part} className="scroll">
        {lines.error && <LoadFailed error={lines.error} onRetry={() => void lines.refetch()} />}
        {lines.isPending && !lines.error && <SkeletonTable columns={5} rows={8} />}
        {part === 'moved' && <p className="section muted">{t('counts.movedHint')}</p>}
        {lines.isSuccess && rows.length === 0 && <p className="section muted">{t(`counts.none.${part}`)}</p>}
        {rows.length > 0 && (
          <ListTable<CountLine>
            label={label}
            columns={columns}
            rows={rows}
            rowId={(row) => row.variant_id}
            rowLabel={variantName}
            selection={onRecount ? selection : undefined}
            onSelect={onRecount ? select : undefined}
            busy={lines.isPlaceholderData}
            className="compared"
          />
        )}
      </TabPanel>
      <Pager list={list} rowCount={rows.length} count={total} selected={selectedCount} />
    </>
  );
}

type ColumnsOptions = Pick<ComparingProps, 'sees' | 'seesLedger' | 'seesCosts' | 'currency'> & { count: CountRow; part: Part };

function useLineColumns({ count, part, sees, seesLedger, seesCosts, currency }: ColumnsOptions): readonly Column<CountLine>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const ledger = (row: CountLine) =>
      `/inventory/stock/movements?product=${row.product_id}&variant=${row.variant_id}&branch=${count.branch_id}&point=${count.stock_point_id ?? FLOOR}`;
    const opens = (row: CountLine, value: number) =>
      seesLedger ? (
        <a className="reason" href={ledger(row)} aria-label={t('stock.why', { n: formatNumber(value), name: variantName(row) })}>
          <Figure value={formatNumber(value)} />
        </a>
      ) : (
        <Figure value={formatNumber(value)} />
      );
    const sum = (rows: readonly CountLine[], of: (row: CountLine) => number | null) => formatNumber(addUp(rows.map((row) => of(row) ?? 0)));
    const figure = (
      id: string,
      label: string,
      of: (row: CountLine) => number | null,
      cell: (row: CountLine, value: number) => Column<CountLine>['cell'] extends (row: CountLine) => infer Node ? Node : never,
    ): Column<CountLine> => ({
      id,
      label,
      num: true,
      width: '118px',
      card: 'figure',
      cell: (row) => {
        const value = of(row);
        return value === null ? <Nil /> : cell(row, value);
      },
      footer: (rows) => <Figure value={sum(rows, of)} nil />,
      sheet: { value: of, kind: 'number' },
    });
    return [
      {
        id: 'product',
        label: t('lines.product'),
        pinned: true,
        card: 'title',
        minWidth: 280,
        cell: (row) => (
          <span className="product-cell">
            <ProductThumb path={row.image_path} />
            <span className="record-name">
              <bdi>{variantName(row)}</bdi>
              <small>
                <Code>{row.barcode}</Code>
                {row.moved && (
                  <span className="moved">
                    <Icon of={TriangleAlert} size={13} /> {t('counts.moved')}
                  </span>
                )}
              </small>
            </span>
          </span>
        ),
        footer: () => <span className="muted">{t('stock.pageFoot')}</span>,
      },
      ...(part === 'uncounted'
        ? []
        : [
            figure(
              'counted',
              t('counts.column.counted'),
              (row) => row.counted,
              (_, value) => <Figure value={formatNumber(value)} />,
            ),
          ]),
      ...(sees && part === 'uncounted' ? [figure('on_hand', t('counts.column.expected'), (row) => row.on_hand, opens)] : []),
      ...(sees && part !== 'uncounted'
        ? [
            figure('expected', t('counts.column.expected'), (row) => row.expected, opens),
            figure(
              'difference',
              t('counts.column.difference'),
              (row) => row.difference,
              (_, value) => (
                <Figure
                  value={value > 0 ? `+${formatNumber(value)}` : formatNumber(value)}
                  tone={value === 0 ? 'muted' : value > 0 ? 'positive' : 'negative'}
                />
              ),
            ),
          ]
        : []),
      ...(sees && seesCosts && part !== 'uncounted'
        ? [
            {
              id: 'value',
              label: t('counts.column.value', { currency }),
              num: true,
              width: '132px',
              card: 'figure' as const,
              cell: (row: CountLine) =>
                row.value === null ? <Nil /> : <Figure value={formatMoney(row.value)} tone={row.value < 0 ? 'negative' : undefined} nil />,
              footer: (of: readonly CountLine[]) => <Figure value={formatMoney(total(of.map((row) => row.value ?? 0)))} nil />,
              sheet: { value: (row: CountLine) => row.value, kind: 'money' as const },
            },
          ]
        : []),
    ];
  }, [t, count.branch_id, count.stock_point_id, part, sees, seesLedger, seesCosts, currency]);
}
