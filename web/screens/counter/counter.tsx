import {
  Keyboard,
  LayoutGrid,
  List,
  ListRestart,
  LockOpen,
  MonitorDown,
  PauseCircle,
  Printer,
  RotateCw,
  ScanBarcode,
  Undo2,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sendWaiting, useOutbox } from '@/db/counter-outbox.ts';
import { uploadHeldSales } from '@/db/held-sales.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { onDevice } from '@/lib/stored.ts';
import { LineSheet } from '@/parts/lines/line-sheet.tsx';
import type { TenderHandle } from '@/parts/payments/tender.tsx';
import { drawAhead } from '@/parts/sale/browser-receipt.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { sound } from '@/ui/sound.ts';
import { Spinner } from '@/ui/spinner.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { hasTerms } from './cart.ts';
import { CartLines, Stepper } from './cart-lines.tsx';
import { CounterHead } from './head.tsx';
import { useLineShape } from './lines.tsx';
import { useLineTax } from './line-tax.tsx';
import { FinishedSalePanel } from './finished-sale.tsx';
import { Margin } from './margin.tsx';
import { Returned } from './returned.tsx';
import { useCart, type CounterPlace } from './use-cart.ts';
import { useFinish } from './use-finish.ts';
import { useInstallableCounter } from './use-installable-counter.ts';
import { useReceiptDelivery, type ReceiptWay } from './use-last-receipt.tsx';

const TileGrid = lazy(() => import('./tile-grid.tsx'));
const ReturnDialog = lazy(() => import('./return-dialog.tsx'));
const HoldDialog = lazy(() => import('./hold-dialog.tsx'));
const HeldDialog = lazy(() => import('./held-dialog.tsx'));
const OutboxDialog = lazy(() => import('./outbox-dialog.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const OpenShiftDialog = lazy(() => import('@/parts/shift/open-shift-dialog.tsx'));

interface CounterProps extends CounterPlace {
  /** The till's name in the settings. */
  tillName: string | null;
  /** Progress of the first load of products. */
  loading: { loaded: number; total: number } | null;
  onMove: () => void;
  /** The sale whose page started a return. */
  returnOf: string | null;
  /** The held sale to resume. */
  heldId: string | null;
}

/** The form of the number on every receipt. */
const isSaleNumber = (text: string) => /^SA-[A-Z0-9]{2,6}-[A-Z0-9]{1,8}-\d{4}-\d{4,}$/i.test(text);

/** The counter: goods at the start, totals and payment at the end, all usable by keyboard. */
export function Counter({ tillName, loading, onMove, returnOf, heldId, ...place }: CounterProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { business, shifts } = useMe();
  const cart = useCart(place);
  const shift = shifts.find(({ branch_id }) => branch_id === place.branch.id);
  const { finished, last, refusal, finish, sellAgain, empty, hold, resume, discard, returnToCart } = useFinish(cart, place, shift?.id);
  const { way, delivering, deliver, receipt } = useReceiptDelivery();
  const { hasUpdate, install } = useInstallableCounter();
  const tender = useRef<TenderHandle>(null);
  const mayReturn = can('accounting.sales.return') && can('accounting.sales.view');
  const [asking, setAsking] = useState<'outbox' | 'return' | 'hold' | 'held' | 'keys' | null>(returnOf && mayReturn ? 'return' : null);
  // The sale whose goods come back: by a link's id once, then by a scanned number, or '' to search.
  const [returned, setReturned] = useState({ saleId: returnOf, number: '' });
  const close = () => setAsking(null);
  // Cash needs the user's shift. Its dialog opens with the counter, or after a sale was refused for lack of a shift; if the business does
  // not require shifts, it opens only on request.
  const opensShift = useOnline() && !shift && can('attendance.shifts.open');
  const shiftRefusal = refusal?.code === 'shift_missing' ? refusal : null;
  const [postponed, setPostponed] = useState<typeof refusal | undefined>(business.cash_needs_shift ? undefined : null);
  // Only one dialog is open at a time; one that the user requested takes precedence.
  const askingShift = opensShift && asking === null && postponed !== shiftRefusal;
  const takeBack = (number = '') => {
    setReturned({ saleId: null, number });
    setAsking('return');
  };
  const order = useStableCallback((text: string) => {
    if (!mayReturn || !isSaleNumber(text)) return cart.order(text);
    takeBack(text);
    return true;
  });
  const { lines, totals, scanner } = cart;

  // Keeps the set's identity between key presses, or every line would render again.
  const beyondKey = [...totals.beyond].join();
  const beyond = useMemo(() => new Set(beyondKey.split(',')), [beyondKey]);
  const lineTax = useLineTax(cart);
  const shape = useLineShape(
    { beyond, mayGoBeyond: cart.mayGoBeyond, hasReason: cart.head.reason.trim() !== '' },
    can('inventory.stock.view'),
    lineTax,
  );
  const feet = useMemo(
    () => ({
      summary: t('lines.count', { count: lines.length }),
      sums: { quantity: <Quantity value={totals.pieces} className="line-input" />, total: <Money value={totals.lines} /> },
    }),
    [t, lines.length, totals.pieces, totals.lines],
  );
  // Sends what an earlier visit left unsent, as soon as the device is online.
  useEffect(() => {
    void sendWaiting();
    void uploadHeldSales();
    drawAhead();
  }, []);
  useEffect(() => {
    // Resumes the held sale of a link, unless this already ran. A cart with content is not replaced; the list of held sales opens
    // instead.
    if (heldId && heldId !== cart.form.id)
      (cart.isEmpty ? resume(heldId) : Promise.reject(new Error('busy'))).catch(() => setAsking('held'));
  }, [heldId]); // eslint-disable-line react-hooks/exhaustive-deps
  const refused = useOutbox().some(({ id, refusal }) => id === last?.id && refusal);
  const noReceipt = last === null ? t('counter.lastReceipt.none') : refused ? t('counter.made.refused') : undefined;
  // The drawer opens only with the receipt of a cash sale that is still shown as just made, not with a later reprint.
  const deliverLast = (by?: ReceiptWay) =>
    last && noReceipt === undefined ? void deliver(last, cart.isEmpty && finished?.sent.id === last.id && finished.cash, by) : sound(false);
  useShortcut('F1', () => setAsking('keys'), { inFields: true });
  useShortcut('F7', () => deliverLast(), { inFields: true });
  useShortcut('F2', () => setAsking('hold'), { inFields: true, when: !cart.isEmpty });
  useShortcut('F3', () => setAsking('held'), { inFields: true });
  useShortcut('F8', () => takeBack(), { inFields: true, when: mayReturn });
  useShortcut('F9', () => pay(), { inFields: true, when: !cart.isEmpty });
  const reason = useRef<HTMLInputElement>(null);
  const tryToFinish = () => {
    flushSync(() => setShowsDetails(true));
    if (cart.blocked === 'reason_missing') reason.current?.focus();
    void finish();
  };
  useShortcut('Mod+Enter', tryToFinish);
  useShortcut('Escape', () => scanner.current?.focus());

  const [view, setView] = useState<'list' | 'tiles'>(onDevice.read('counter-view', 'list'));
  useEffect(() => void onDevice.write('counter-view', view), [view]);
  const tiled = view === 'tiles' && place.goods !== null;
  // Beside or, on a phone, instead of the tiles: customer, discounts and payments.
  const [showsDetails, setShowsDetails] = useState(false);
  if (showsDetails && cart.isEmpty) setShowsDetails(false);
  // The reason is among the details, which were hidden while the cart was empty.
  const [seenRefusal, setSeenRefusal] = useState(refusal);
  if (refusal !== seenRefusal) {
    setSeenRefusal(refusal);
    if (refusal) setShowsDetails(true);
  }
  // Neither may the customer and discount of a resumed sale stay hidden.
  const [seenCart, setSeenCart] = useState<string | null>(null);
  if (!cart.isEmpty && cart.form.id !== seenCart) {
    setSeenCart(cart.form.id);
    if (hasTerms(cart.head)) setShowsDetails(true);
  }
  const lastLine = lines.find(({ variant }) => variant.variant_id === cart.last);
  const pay = () => {
    flushSync(() => setShowsDetails(true));
    tender.current?.begin();
  };
  const busy = cart.isEmpty ? undefined : t('counter.busy');

  return (
    <>
      {cart.question}
      <CounterHead {...place} tillName={tillName} loading={loading} onMove={onMove} onOutbox={() => setAsking('outbox')}>
        {/* A new version is loaded only between two sales. */}
        {hasUpdate && cart.isEmpty && (
          <Button icon={RotateCw} onClick={() => location.reload()}>
            {t('counter.newVersion')}
          </Button>
        )}
        {install && cart.isEmpty && (
          <Button variant="quiet" icon={MonitorDown} onClick={install}>
            {t('counter.install')}
          </Button>
        )}
        {opensShift && (
          <Button icon={LockOpen} aria-haspopup="dialog" onClick={() => setPostponed(undefined)}>
            {t('shifts.action.open')}
          </Button>
        )}
        <Button
          variant="quiet"
          icon={PauseCircle}
          keys="F2"
          reason={cart.isEmpty ? t('counter.blocked.no_lines') : undefined}
          onClick={() => setAsking('hold')}
        >
          {t('counter.hold.open')}
        </Button>
        <Button variant="quiet" icon={ListRestart} keys="F3" onClick={() => setAsking('held')}>
          {t('counter.held.open')}
        </Button>
        <Button
          variant="quiet"
          icon={Printer}
          keys="F7"
          reason={noReceipt}
          busy={last !== null && delivering === last.id}
          onClick={() => deliverLast()}
        >
          {t('counter.lastReceipt.open')}
        </Button>
        {mayReturn && (
          <Button variant="quiet" icon={Undo2} keys="F8" onClick={() => takeBack()}>
            {t('counter.back.open')}
          </Button>
        )}
        <IconButton
          variant="quiet"
          className="counter-keys"
          icon={Keyboard}
          label={t('app.keys.title')}
          aria-haspopup="dialog"
          onClick={() => setAsking('keys')}
        />
      </CounterHead>
      <div className={['document writing counter-page', tiled && 'with-tiles', showsDetails && 'shows-details'].filter(Boolean).join(' ')}>
        <div className="body compose">
          <div className="counter-scan">
            <VariantScanner ref={scanner} find={cart.find} single noNegative onPick={cart.add} onOrder={order} onKey={cart.key} />
            <Segmented
              label={t('counter.view.label')}
              value={view}
              onChange={setView}
              options={[
                { value: 'list', label: t('counter.view.list'), icon: List },
                { value: 'tiles', label: t('counter.view.tiles'), icon: LayoutGrid },
              ]}
            />
          </div>
          {cart.head.returns.length > 0 && <Returned cart={cart} />}
          {tiled && place.goods ? (
            <Suspense fallback={<Spinner />}>
              <TileGrid branchId={place.branch.id} cart={cart} goods={place.goods} terms={place.terms} />
            </Suspense>
          ) : lines.length > 0 ? (
            <LineSheet {...cart.sheet} shape={shape} feet={feet} className="counter-lines" />
          ) : (
            cart.isEmpty && (
              <EmptyState icon={ScanBarcode} title={t('counter.empty.title')}>
                {t('counter.empty.text')}
              </EmptyState>
            )
          )}
        </div>
        <aside className="aside counter-side" aria-label={t('counter.beside')}>
          {finished && cart.isEmpty ? (
            <FinishedSalePanel finished={finished} way={way} busy={delivering === finished.sent.id} onReceipt={deliverLast} />
          ) : (
            <Margin
              cart={cart}
              terms={place.terms}
              tender={tender}
              refusal={shift && shiftRefusal ? null : refusal}
              reason={reason}
              onPay={pay}
              onFinish={tryToFinish}
              onSellAgain={sellAgain}
              onEmpty={empty}
              lines={tiled && lines.length > 0 && <CartLines cart={cart} shape={shape} tax={lineTax} />}
              lastLine={
                tiled &&
                !cart.isEmpty && (
                  <div className="counter-last">
                    {lastLine && !showsDetails && (
                      <>
                        <bdi className="clip">{lineName(lastLine.variant)}</bdi>
                        <Stepper cart={cart} line={lastLine} />
                      </>
                    )}
                    <Button small onClick={() => setShowsDetails(!showsDetails)}>
                      {t(showsDetails ? 'counter.view.hideDetails' : 'counter.view.details')}
                    </Button>
                  </div>
                )
              }
            />
          )}
        </aside>
      </div>
      {receipt}
      <Suspense>
        {askingShift && <OpenShiftDialog branchId={place.branch.id} onClose={() => setPostponed(shiftRefusal)} />}
        {asking === 'return' && (
          <ReturnDialog
            {...returned}
            takenLines={cart.head.returns}
            onTake={(returns, customer) => {
              cart.changeHead({ returns, ...(cart.head.customer === null && customer ? { customer } : {}) });
              close();
            }}
            onClose={close}
          />
        )}
        {asking === 'hold' && <HoldDialog proposed={cart.head.customer ? nameOf(cart.head.customer) : ''} onHold={hold} onClose={close} />}
        {asking === 'held' && <HeldDialog branchId={place.branch.id} blockedReason={busy} onResume={resume} onClose={close} />}
        {asking === 'keys' && <KeysDialog onClose={close} />}
        {asking === 'outbox' && <OutboxDialog busy={busy} onReturnToCart={returnToCart} onDiscard={discard} onClose={close} />}
      </Suspense>
    </>
  );
}
