import { FileText, History, PackageCheck, ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { linesPrinted, type LabelSource } from '@/db/labels.ts';
import { useCan, useMe } from '@/db/me.ts';
import { namesOf } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';
import type { Start } from '@/parts/document/use-document-form.ts';
import { LineSheet } from '@/parts/lines/line-sheet.tsx';
import { useDevice } from '@/parts/printing/device.ts';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import type { ComboboxOption } from '@/ui/combobox.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { labelsIn, problemOf, type CartHead, type CartLine, type LabelGoods } from './cart.ts';
import { useLineShape } from './columns.tsx';
import type { Content, Target } from './drawing.ts';
import { PickLines } from './pick-lines.tsx';
import { PickPerson } from './pick-person.tsx';
import { Preview } from './preview.tsx';
import { PrintBar } from './print-bar.tsx';
import type { Piece } from './print-labels.ts';
import { PrinterList, usePrinter } from './printer-list.tsx';
import { findOrders, findProducts } from './searches.ts';
import { ServerPanel } from './server-panel.tsx';
import { SizePanel } from './size-panel.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { useBadge } from './use-badge.ts';
import { useCart } from './use-cart.ts';
import { usePrint } from './use-print.ts';
import { wordingOf } from './wording.ts';

const ArrivalsDialog = lazy(async () => ({ default: (await import('./add-dialogs.tsx')).ArrivalsDialog }));
const HistoryDialog = lazy(async () => ({ default: (await import('./add-dialogs.tsx')).HistoryDialog }));
const SheetDialog = lazy(() => import('./sheet-dialog.tsx'));
const CalibrateDialog = lazy(() => import('./calibrate-dialog.tsx'));

type Tab = 'products' | 'purchases' | 'users';
const sources: readonly LabelSource[] = ['products', 'purchase_orders', 'receipts', 'transfers', 'counts', 'imports'];

/** The source passed to the page: a document, or selected products. */
function readRequest(location: { search: string; state: unknown }): { source: LabelSource; ids: readonly string[] } | null {
  const params = new URLSearchParams(location.search);
  const state = location.state as { source?: LabelSource; ids?: readonly string[] } | null;
  const source = sources.find((candidate) => candidate === (state?.source ?? params.get('source')));
  const ids = state?.ids ?? params.getAll('id');
  return source && ids.length > 0 ? { source, ids } : null;
}

export function Labels(start: Start<CartHead, 'quantity', LabelGoods>) {
  const { t } = useTranslation();
  const can = useCan();
  const { business } = useMe();
  const { size, shifts } = useDevice();
  const navigate = useNavigate();
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const cart = useCart(start);
  const { form, rows, priced, scanner } = cart;
  const { options } = form.head;
  const printer = usePrinter();
  const dpi = printer?.dpi ?? 203;
  const target = useMemo<Target>(() => ({ size, dpi, shift: printer && shifts[printer.id] }), [size, dpi, printer, shifts]);
  const { run, unlessProblems, progress, trouble, setTrouble } = usePrint(printer, target, t('labels.title'));
  const [open, setOpen] = useState<'arrivals' | 'history' | 'sheet' | 'calibrate' | null>(null);
  const [chosen, setChosen] = useState<Record<'products' | 'purchases', ComboboxOption | null>>({ products: null, purchases: null });
  const [previewedId, setLooked] = useState<string | null>(null);

  const orders = can('purchasing.orders.view');
  const badge = useBadge();
  const tabParam = params.get('tab');
  const tab: Tab = tabParam === 'users' || (tabParam === 'purchases' && orders) ? tabParam : 'products';
  const turn = (id: Tab) => setParams(id === 'products' ? {} : { tab: id }, { replace: true });
  const labels = labelsIn(tab === 'users' ? (badge.person ? [badge] : []) : rows);
  const shape = useLineShape(priced, cart.duplicateIds, cart.addOne);
  const inCart = useMemo(() => new Set(rows.map(({ variant }) => variant.variant_id)), [rows]);

  const contentOf = useMemo(() => {
    const cache = new Map<string, { line: unknown; content: Content }>();
    return ({ variant: { variant_id } }: CartLine): Content | null => {
      const line = priced.get(variant_id);
      if (!line) return null;
      const before = cache.get(variant_id);
      if (before?.line === line) return before.content;
      const content: Content = { kind: 'goods', text: wordingOf(t, line, options, business), code: line.barcode };
      cache.set(variant_id, { line, content });
      return content;
    };
  }, [priced, options, business, t]);
  const pieces = (): Piece[] =>
    tab === 'users'
      ? badge.pieces()
      : rows.flatMap((row) => {
          const content = contentOf(row);
          return content && !problemOf(row.copies)
            ? [{ content, line: { variant_id: row.variant.variant_id, copies: Number(row.copies) } }]
            : [];
        });
  const previewed = rows.find(({ variant }) => variant.variant_id === previewedId) ?? rows[0];

  const showRefusal = (kind: 'copies' | 'users' | 'unpriced', line?: CartLine): false => {
    setTrouble({ kind });
    if (line) cart.setTried(true);
    if (line) cart.grid.current?.focus(line.variant.variant_id);
    return false;
  };
  /** No print leaves a line out: an invalid one is reported instead. */
  const ready = (): boolean => {
    if (tab === 'users') return badge.person ? !badge.wrong || showRefusal('copies') : showRefusal('users');
    const wrong = rows.find(({ copies }) => problemOf(copies));
    if (wrong) return showRefusal('copies', wrong);
    const unpriced = rows.find((row) => !contentOf(row));
    return !unpriced || showRefusal('unpriced', unpriced);
  };
  const print = () => {
    const all = pieces();
    if (ready()) void unlessProblems(all, target, () => run(all));
  };
  const reportAdded = ({ found, refused }: { found: number; refused: number }) => {
    if (found === 0) toast({ tone: 'bad', text: t('labels.brought.nothing') });
    else if (refused > 0)
      toast({
        tone: 'ok',
        text: t('labels.brought.some', { count: refused, shown: formatNumber(refused), came: formatNumber(found - refused) }),
      });
    else toast({ tone: 'ok', text: t('labels.brought.all', { count: found, shown: formatNumber(found) }) });
  };
  const again = async (printed: { id: string }) => {
    const lines = await linesPrinted(printed.id);
    const [person] = lines.flatMap(({ profile_id, copies }) => (profile_id ? [{ id: profile_id, copies }] : []));
    if (person) {
      const [found] = await namesOf('profiles', [person.id]);
      if (found) badge.choose({ value: found.id, label: nameOf(found) });
      badge.setCopies(String(person.copies));
      return turn('users');
    }
    const copies = new Map(lines.flatMap(({ variant_id, copies }) => (variant_id ? [[variant_id, copies] as const] : [])));
    reportAdded(await cart.addFrom('variants', [...copies.keys()], 0, copies));
  };
  const failed = (error: unknown) => toast({ tone: 'bad', text: errorText(t, error) });
  const pick: typeof cart.pick = (goods, copies) => {
    try {
      cart.pick(goods, copies);
    } catch (error) {
      failed(error);
    }
  };
  const arrive = useStableCallback(() => {
    const request = readRequest(location);
    if (!request) return;
    void navigate('/labels', { replace: true, state: null });
    cart.addFrom(request.source, request.ids).then(reportAdded, failed);
  });
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    arrive();
  }, [arrive]);

  const tabs: { id: Tab; label: string; count?: string }[] = [
    { id: 'products', label: t('labels.tab.products'), count: rows.length > 0 ? formatNumber(rows.length) : undefined },
    ...(orders ? [{ id: 'purchases' as const, label: t('labels.tab.purchases') }] : []),
    { id: 'users', label: t('labels.tab.users') },
  ];
  const test = () =>
    void run([
      {
        content: { kind: 'test', title: printer?.name ?? '', direction: settings().language === 'ar' ? 'rtl' : 'ltr' },
        line: { copies: 1 },
      },
    ]);
  return (
    <>
      {cart.page.question}
      <PageHead
        title={t('labels.title')}
        actions={
          <>
            <Button icon={History} onClick={() => setOpen('history')}>
              {t('labels.history.open')}
            </Button>
            <Button icon={PackageCheck} onClick={() => setOpen('arrivals')}>
              {t('labels.arrivals.open')}
            </Button>
            <Button icon={FileText} onClick={() => ready() && setOpen('sheet')}>
              {t('labels.sheet.open')}
            </Button>
          </>
        }
      />
      <Tabs label={t('labels.tabs')} tabs={tabs} current={tab} onChange={turn} />
      <div className="document writing labels-page">
        <div
          className="body compose"
          onFocus={({ target: at }) => setLooked((now) => (at instanceof HTMLElement && at.dataset.cell?.split(':')[1]) || now)}
        >
          <TabPanel id={tab}>
            {tab === 'products' && (
              <div className="line-scan">
                <VariantScanner
                  ref={scanner}
                  onPick={(picked) =>
                    pick(
                      picked.map(({ variant }) => variant),
                      (index) => Number(picked[index]?.quantity) || 1,
                    )
                  }
                />
              </div>
            )}
            {tab === 'users' ? (
              <PickPerson badge={badge} />
            ) : (
              <PickLines
                key={tab}
                source={tab === 'products' ? 'products' : 'purchase_orders'}
                search={tab === 'products' ? findProducts : findOrders}
                options={options}
                inCart={inCart}
                chosen={chosen[tab]}
                onChoose={(option) => setChosen((now) => ({ ...now, [tab]: option }))}
                onAdd={pick}
              />
            )}
          </TabPanel>
          {cart.error && (
            <div className="section">
              <Banner tone="bad" onRetry={cart.retry}>
                {errorText(t, cart.error)}
              </Banner>
            </div>
          )}
          {tab === 'users' ? null : rows.length > 0 ? (
            <LineSheet
              {...cart.page.sheet}
              onEnter={cart.addPicked}
              shape={shape}
              feet={{
                summary: t('labels.cart.total'),
                sums: { quantity: <bdi className="number line-input">{formatNumber(labels)}</bdi> },
              }}
            />
          ) : (
            <EmptyState icon={ScanBarcode} title={t('labels.cart.empty')}>
              {t('labels.cart.emptyText')}
            </EmptyState>
          )}
        </div>
        <aside className="aside" aria-label={t('labels.beside')}>
          <Preview
            content={tab === 'users' ? badge.content : previewed ? contentOf(previewed) : null}
            target={target}
            onCalibrate={() => setOpen('calibrate')}
          />
          <SizePanel />
          {tab !== 'users' && <TemplatePanel options={options} onChange={cart.setOptions} />}
          <ServerPanel />
          <PrinterList onTest={test} testing={progress !== null} />
        </aside>
      </div>
      <PrintBar
        labels={labels}
        printer={printer}
        size={size}
        progress={progress}
        trouble={trouble}
        onPrint={print}
        onRest={(rest) => void run(rest, rest)}
        onDismiss={() => setTrouble(null)}
        ready={ready}
        unlessProblems={unlessProblems}
        pieces={pieces}
      />
      <Suspense>
        {open === 'arrivals' && (
          <ArrivalsDialog
            onClose={() => setOpen(null)}
            onAdd={async (arrival, spare) => reportAdded(await cart.addFrom(arrival.source, [arrival.id], spare))}
          />
        )}
        {open === 'history' && <HistoryDialog onClose={() => setOpen(null)} onAdd={again} />}
        {open === 'sheet' && <SheetDialog pieces={pieces()} onClose={() => setOpen(null)} />}
        {open === 'calibrate' && <CalibrateDialog printer={printer} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
