import { useQuery } from '@tanstack/react-query';
import { CloudOff, ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countLines, type CountRow, type CountSummary } from '@/db/counts.ts';
import { useSentence } from '@/kit/use-sentence.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { useScan } from '@/ui/scan.ts';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { CountedTable } from './counted-table.tsx';
import { JustCounted } from './just-counted.tsx';
import { goodsOfVariant, lineViews, type LineView } from './line-views.ts';
import type { useTallies } from './use-tallies.ts';
import { lineName } from './words.ts';

const QuantityDialog = lazy(() => import('@/parts/variant-grid/quantity-dialog.tsx'));
const SHOWN = 200;
type Part = 'counted' | 'uncounted' | 'recount';

interface CountingProps {
  count: CountRow;
  summary: CountSummary | undefined;
  mayCount: boolean;
  tallies: ReturnType<typeof useTallies>;
}

/** Counting: scan, search, paste, type or fill the sheet. What the ledger expects is nowhere to be seen. */
export function Counting({ count, summary, mayCount, tallies }: CountingProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const scanner = useRef<ScannerHandle>(null);
  const [part, setPart] = useState<Part>('counted');
  const [scanned, setScanned] = useState<readonly VariantRow[]>([]);
  const [sheetOf, setSheetOf] = useState<string | null>(null);
  const read = useQuery(countLines({ id: count.id, show: 'counted', sort: 'recent', page_size: SHOWN }));
  const others = useQuery({ ...countLines({ id: count.id, show: part === 'counted' ? 'uncounted' : part, page_size: SHOWN }), enabled: part !== 'counted' });
  useScan((code) => scanner.current?.scan(code));

  const views = lineViews({ lines: read.data ?? [], readAt: read.dataUpdatedAt, told: tallies.told, waiting: tallies.waiting, scanned: scanned.map(goodsOfVariant) });
  const last = scanned[0] && views.find((view) => view.variant_id === scanned[0]?.variant_id);
  const remember = (variants: readonly VariantRow[]) =>
    setScanned((now) => [...variants].reverse().concat(now.filter((row) => !variants.some((one) => one.variant_id === row.variant_id))));

  const pick = (picked: PickedVariant[]) => {
    const [first] = picked;
    // All of a product chosen at once is its sheet to fill, not one more of each.
    if (picked.length > 1 && first?.how === 'choose') {
      setSheetOf(first.variant.product_id);
      return;
    }
    const counted = picked.filter(({ quantity }) => Number(quantity) > 0);
    remember(counted.map(({ variant }) => variant));
    tallies.tally(counted.map(({ variant, quantity }) => ({ variant_id: variant.variant_id, mode: 'add', quantity: Number(quantity) })));
  };
  const set = (variantId: string, quantity: number) => tallies.tally([{ variant_id: variantId, mode: 'set', quantity }]);
  /** What others counted alone leaves mine empty; a 0 that I wrote stands. */
  const mineOf = (variantId: string) => {
    const view = views.find((one) => one.variant_id === variantId);
    return view && !(view.mine === 0 && view.counted > 0) ? String(view.mine) : '';
  };
  const outside = tallies.outside.flatMap((id) => scanned.find((row) => row.variant_id === id) ?? []).map((row) => lineName(goodsOfVariant(row)));
  const figure = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  const toDo: LineView[] = (others.data ?? []).map((line) => views.find((view) => view.variant_id === line.variant_id) ?? { ...line, counted: 0, mine: 0, waiting: false });
  const tabs = [
    { id: 'counted' as const, label: t('counts.part.counted'), count: figure(summary?.counted) },
    { id: 'uncounted' as const, label: t('counts.part.uncounted'), count: figure(summary?.uncounted) },
    ...(summary?.recount ? [{ id: 'recount' as const, label: t('counts.part.recount'), count: figure(summary.recount) }] : []),
  ];
  return (
    <div className="counting">
      {mayCount && <VariantScanner ref={scanner} onPick={pick} />}
      {tallies.refused && <div className="sec"><Banner tone="bad" onRetry={tallies.retry}>{sentence(tallies.refused)}</Banner></div>}
      {tallies.waiting.length > 0 && <p className="count-waits" role="status"><CloudOff size={15} aria-hidden="true" /> {t('counts.waiting', { count: tallies.waiting.length })}</p>}
      {tallies.outside.length > 0 && <div className="sec"><Banner tone="warn">{t('counts.outside', { count: tallies.outside.length, names: outside.join(t('kit.listComma')) })}</Banner></div>}
      {mayCount && last && <JustCounted view={last} onAdd={() => tallies.tally([{ variant_id: last.variant_id, mode: 'add', quantity: 1 }])} onSet={(quantity) => set(last.variant_id, quantity)} />}
      <Tabs<Part> label={t('counts.part.label')} tabs={tabs} current={part} onChange={setPart} />
      <TabPanel id={part}>
        {part === 'counted' && views.length === 0 && read.isSuccess && <EmptyState icon={ScanBarcode} title={t('counts.nothing.title')}>{t('counts.nothing.text')}</EmptyState>}
        {part !== 'counted' && others.isSuccess && toDo.length === 0 && <p className="sec mut">{t('counts.allCounted')}</p>}
        <CountedTable label={t(`counts.part.${part}`)} lines={part === 'counted' ? views : toDo} blank={part !== 'counted'} mayCount={mayCount} onSet={set} onSheet={setSheetOf} />
        {(part === 'counted' ? (summary?.counted ?? 0) : toDo.length) >= SHOWN && <p className="sec mut">{t('counts.firstOnly', { count: SHOWN })}</p>}
      </TabPanel>
      {sheetOf && (
        <Suspense>
          <QuantityDialog
            productId={sheetOf}
            quantityOf={mineOf}
            onWrite={(written) => {
              remember(written.map(({ variant }) => variant));
              tallies.tally(written.map(({ variant, quantity }) => ({ variant_id: variant.variant_id, mode: 'set', quantity: Number(quantity || '0') })));
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
