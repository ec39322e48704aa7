import { useQuery } from '@tanstack/react-query';
import { CloudOff, ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { countLines, FIRST_PAGE, type CountDetail } from '@/db/counts.ts';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Pager } from '@/list/pager.tsx';
import { useRedirectToValidPage } from '@/list/use-list-state.ts';
import { quantityProblem } from '@/parts/lines/quantity.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { useScan } from '@/ui/scan.ts';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { variantName } from '@/parts/variant-name.ts';
import { CountedTable } from './counted-table.tsx';
import { JustCounted } from './just-counted.tsx';
import { goodsOf, lineViews, type LineView } from './line-views.ts';
import { useCountLines } from './use-count-lines.ts';
import { useLinePages } from './use-line-pages.ts';
import type { useTallies } from './use-tallies.ts';

const QuantityDialog = lazy(() => import('@/parts/variant-grid/quantity-dialog.tsx'));
const PARTS = ['counted', 'uncounted', 'recount'] as const;
type Part = (typeof PARTS)[number];

interface CountingProps {
  detail: CountDetail;
  readAt: number;
  mayCount: boolean;
  tallies: ReturnType<typeof useTallies>;
  scanner: RefObject<ScannerHandle | null>;
}

/** Counts by scan, search, paste, typing or a product's grid. Expected quantities are not shown. */
export function Counting({ detail, readAt, mayCount, tallies, scanner }: CountingProps) {
  const { count, summary } = detail;
  const { t } = useTranslation();
  const { list, part, setPart, page } = useLinePages<Part>(PARTS);
  const [scanned, setScanned] = useState<readonly VariantRow[]>([]);
  /** Names of goods whose fractional quantity was rejected. */
  const [fractional, setFractional] = useState<readonly string[]>([]);
  const [sheetOf, setSheetOf] = useState<Pick<LineView, 'product_id' | 'barcode'> | null>(null);
  const read = useCountLines(
    { id: count.id, show: 'counted', sort: 'recent', ...(part === 'counted' ? page : { page_size: FIRST_PAGE, page_offset: 0 }) },
    detail,
    readAt,
  );
  const others = useQuery({
    ...countLines({ id: count.id, show: part === 'counted' ? 'uncounted' : part, ...page }),
    enabled: part !== 'counted',
  });
  // The grid needs all counted lines of its product, on any page; one of its codes finds them.
  const sheet = useQuery({
    ...countLines({ id: count.id, show: 'counted', words: sheetOf?.barcode ?? '', page_size: 1000 }),
    enabled: sheetOf !== null,
  });
  useScan(
    (code) => {
      // Leaving the field first applies the quantity typed for its own line.
      if (document.activeElement instanceof HTMLInputElement) scanner.current?.focus();
      scanner.current?.scan(code);
    },
    { figures: true },
  );

  const paged = part === 'counted' ? read : others;
  useRedirectToValidPage(list, { rows: paged.data, count: summary[part], refreshing: paged.isPlaceholderData });
  const activeQuery = sheetOf && sheet.error ? sheet : paged;
  const viewsOf = ({ data = [], dataUpdatedAt }: typeof read) =>
    lineViews({ lines: data, readAt: dataUpdatedAt, answered: tallies.told, waiting: tallies.waiting, scanned: scanned.map(goodsOf) });
  const views = viewsOf(read);
  const last = scanned[0] && views.find((view) => view.variant_id === scanned[0]?.variant_id);
  const remember = (variants: readonly VariantRow[]) =>
    setScanned((now) =>
      [...variants].reverse().concat(now.filter((row) => !variants.some((variant) => variant.variant_id === row.variant_id))),
    );

  const pick = (picked: PickedVariant[]) => {
    const [first] = picked;
    // Choosing several variants of a product opens its grid instead of adding one of each.
    if (picked.length > 1 && first?.how === 'choose') {
      setSheetOf(first.variant);
      return;
    }
    // The database refuses fractions of these goods, which would block all later tallies.
    const isFractional = ({ variant, quantity }: PickedVariant) => quantityProblem(quantity, variant.by_measure) === 'not_whole';
    const wholePieces = picked.filter((item) => !isFractional(item));
    setFractional(picked.filter(isFractional).map(({ variant }) => variantName(goodsOf(variant))));
    remember(wholePieces.map(({ variant }) => variant));
    if (wholePieces.length)
      tallies.tally(
        wholePieces.map(({ variant, quantity }) => ({ variant_id: variant.variant_id, mode: 'add', quantity: Number(quantity) })),
      );
  };
  const set = (variantId: string, quantity: number) => tallies.tally([{ variant_id: variantId, mode: 'set', quantity }]);
  /** A line counted only by others is empty in the grid; a 0 entered by the user is shown. */
  const sheetViews = sheetOf === null ? [] : viewsOf(sheet);
  const mineOf = (variantId: string) => {
    const view = sheetViews.find((line) => line.variant_id === variantId);
    return view && !(view.mine === 0 && view.counted > 0) ? String(view.mine) : '';
  };
  const outside = tallies.outside
    .flatMap((id) => scanned.find((row) => row.variant_id === id) ?? [])
    .map((row) => variantName(goodsOf(row)));
  const toDo: LineView[] = (others.data ?? []).map(
    (line) => views.find((view) => view.variant_id === line.variant_id) ?? { ...line, counted: 0, mine: 0, waiting: false },
  );
  // Later pages contain only the server's lines; lines scanned on this device are on top of the first.
  const onPage = new Set(read.data?.map(({ variant_id }) => variant_id));
  const shown = part !== 'counted' ? toDo : list.state.page === 1 ? views : views.filter((view) => onPage.has(view.variant_id));
  const tabs = [
    { id: 'counted' as const, label: t('counts.part.counted'), count: formatNumber(summary.counted) },
    { id: 'uncounted' as const, label: t('counts.part.uncounted'), count: formatNumber(summary.uncounted) },
    ...(summary.recount ? [{ id: 'recount' as const, label: t('counts.part.recount'), count: formatNumber(summary.recount) }] : []),
  ];
  return (
    <div className="counting">
      {mayCount && <VariantScanner ref={scanner} noNegative onPick={pick} />}
      {tallies.refused && (
        <div className="section">
          <Banner tone="bad" onRetry={tallies.retry}>
            {errorText(t, tallies.refused)}
          </Banner>
        </div>
      )}
      {tallies.waiting.length > 0 && (
        <p className="count-waits" role="status">
          <CloudOff size={15} aria-hidden="true" /> {t('counts.waiting', { count: tallies.waiting.length })}
        </p>
      )}
      {tallies.outside.length > 0 && (
        <div className="section">
          <Banner tone="warn">{t('counts.outside', { count: tallies.outside.length, names: outside.join(t('kit.listComma')) })}</Banner>
        </div>
      )}
      {fractional.length > 0 && (
        <div className="section">
          <Banner tone="warn">{t('counts.parted', { names: fractional.join(t('kit.listComma')) })}</Banner>
        </div>
      )}
      {mayCount && last && (
        <JustCounted
          key={last.variant_id}
          view={last}
          onAdd={() => tallies.tally([{ variant_id: last.variant_id, mode: 'add', quantity: 1 }])}
          onSet={(quantity) => set(last.variant_id, quantity)}
          onDone={() => scanner.current?.focus()}
        />
      )}
      <Tabs<Part> label={t('counts.part.label')} tabs={tabs} current={part} onChange={setPart} />
      <TabPanel id={part}>
        {activeQuery.error && <LoadFailed error={activeQuery.error} onRetry={() => void activeQuery.refetch()} />}
        {part === 'counted' && views.length === 0 && read.isSuccess && (
          <EmptyState icon={ScanBarcode} title={t('counts.nothing.title')}>
            {t('counts.nothing.text')}
          </EmptyState>
        )}
        {part !== 'counted' && others.isSuccess && toDo.length === 0 && <p className="section muted">{t('counts.allCounted')}</p>}
        <CountedTable
          label={t(`counts.part.${part}`)}
          lines={shown}
          blank={part !== 'counted'}
          mayCount={mayCount}
          onSet={set}
          onSheet={setSheetOf}
        />
      </TabPanel>
      {summary[part] !== 0 && <Pager list={list} rowCount={shown.length} count={summary[part]} />}
      {sheetOf && sheet.isSuccess && (
        <Suspense>
          <QuantityDialog
            productId={sheetOf.product_id}
            quantityOf={mineOf}
            onWrite={(written) => {
              remember(written.map(({ variant }) => variant));
              tallies.tally(
                written.map(({ variant, quantity }) => ({
                  variant_id: variant.variant_id,
                  mode: 'set',
                  quantity: Number(quantity || '0'),
                })),
              );
            }}
            onClose={() => {
              setSheetOf(null);
              scanner.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
