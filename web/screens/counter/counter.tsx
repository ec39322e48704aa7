import { Keyboard, ListRestart, LockOpen, MonitorDown, PauseCircle, Printer, RotateCw, ScanBarcode, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { sendWaiting, useOutbox } from '@/db/counter-outbox.ts';
import { shareHeld } from '@/db/held-sales.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { LineSheet } from '@/parts/lines/line-sheet.tsx';
import type { TenderHandle } from '@/parts/payments/tender.tsx';
import { drawAhead } from '@/parts/sale/browser-receipt.tsx';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { CounterHead } from './head.tsx';
import { useLineShape } from './lines.tsx';
import { MadeSale } from './made.tsx';
import { Margin } from './margin.tsx';
import { Returned } from './returned.tsx';
import { useCart, type CounterPlace } from './use-cart.ts';
import { useFinish } from './use-finish.ts';
import { useInstalled } from './use-installed.ts';
import { useReceiptPrinter } from './use-last-receipt.tsx';

const ReturnDialog = lazy(() => import('./return-dialog.tsx'));
const HoldDialog = lazy(() => import('./hold-dialog.tsx'));
const HeldDialog = lazy(() => import('./held-dialog.tsx'));
const OutboxDialog = lazy(() => import('./outbox-dialog.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const OpenShiftDialog = lazy(() => import('@/parts/shift/open-shift-dialog.tsx'));

interface CounterProps extends CounterPlace {
  /** What the till is called in the settings. */
  tillName: string | null;
  /** How many products have come of how many, while they are read for the first time. */
  loading: { loaded: number; total: number } | null;
  onMove: () => void;
  /** The sale whose page asked to take goods back. */
  returnOf: string | null;
  /** The held sale that a list asked to go on with. */
  heldId: string | null;
}

/** On every receipt. */
const isSaleNumber = (text: string) => /^SA-[A-Z0-9]{2,6}-[A-Z0-9]{1,8}-\d{4}-\d{4,}$/i.test(text);

/** Goods at the start, what they come to and how it is paid at the end; everything by keys. */
export function Counter({ tillName, loading, onMove, returnOf, heldId, ...place }: CounterProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { business, shifts } = useMe();
  const cart = useCart(place);
  const shift = shifts.find(({ branch_id }) => branch_id === place.branch.id);
  const { made, last, refusal, finish, sellAnew, empty, layAside, resume, giveUp, rewrite } = useFinish(cart, place, shift?.id);
  const { printing, print, receipt } = useReceiptPrinter();
  const installed = useInstalled();
  const tender = useRef<TenderHandle>(null);
  const mayReturn = can('accounting.sales.return') && can('accounting.sales.view');
  const [asking, setAsking] = useState<'outbox' | 'return' | 'hold' | 'held' | 'keys' | null>(returnOf && mayReturn ? 'return' : null);
  const [number, setNumber] = useState('');
  const close = () => setAsking(null);
  // Cash goes into a drawer of one's own: it is opened with the counter, or where cash was refused for want of it; or when it is asked for,
  // where the business lets cash go into none.
  const opensShift = useOnline() && !shift && can('attendance.shifts.open');
  const wanting = refusal?.code === 'shift_missing' ? refusal : null;
  const [putOff, setPutOff] = useState<typeof refusal | undefined>(business.cash_needs_shift ? undefined : null);
  // One dialog at a time: what somebody asked for first.
  const askingShift = opensShift && asking === null && putOff !== wanting;
  const takeBack = (of = '') => {
    setNumber(of);
    setAsking('return');
  };
  const order = useStableCallback((text: string) => {
    if (!mayReturn || !isSaleNumber(text)) return cart.order(text);
    takeBack(text);
    return true;
  });
  const { lines, reckoning, scanner } = cart;

  // One set from key to key, or every line would be drawn anew.
  const beyondKey = [...reckoning.beyond].join();
  const beyond = useMemo(() => new Set(beyondKey.split(',')), [beyondKey]);
  const shape = useLineShape(beyond, cart.mayGoBeyond, can('inventory.stock.view'));
  const feet = useMemo(
    () => ({
      summary: t('lines.count', { count: lines.length }),
      sums: { quantity: <Quantity value={reckoning.pieces} className="ln-in" />, total: <Money value={reckoning.lines} /> },
    }),
    [t, lines.length, reckoning.pieces, reckoning.lines],
  );
  // What an earlier visit left behind goes out as soon as there is a line.
  useEffect(() => {
    void sendWaiting();
    void shareHeld();
    drawAhead();
  }, []);
  useEffect(() => {
    // One that a list leads to. It was taken up before where this runs again; what stands in the cart is not given up for it.
    if (heldId && heldId !== cart.form.id)
      (cart.isEmpty ? resume(heldId) : Promise.reject(new Error('busy'))).catch(() => setAsking('held'));
  }, [heldId]); // eslint-disable-line react-hooks/exhaustive-deps
  const refused = useOutbox().some(({ id, refusal }) => id === last?.id && refusal);
  const noReceipt = last === null ? t('counter.lastReceipt.none') : refused ? t('counter.made.refused') : undefined;
  // What is shown as made is paid now: with its receipt the drawer opens, and not again for one that is wanted later.
  const printLast = () =>
    last && noReceipt === undefined ? void print(last, cart.isEmpty && made?.sent.id === last.id && made.cash) : sound(false);
  useShortcut('F1', () => setAsking('keys'), { inFields: true });
  useShortcut('F7', printLast, { inFields: true });
  useShortcut('F2', () => setAsking('hold'), { inFields: true, when: !cart.isEmpty });
  useShortcut('F3', () => setAsking('held'), { inFields: true });
  useShortcut('F8', () => takeBack(), { inFields: true, when: mayReturn });
  useShortcut('F9', () => tender.current?.begin(), { inFields: true, when: !cart.isEmpty });
  useShortcut('Mod+Enter', () => finish());
  useShortcut('Escape', () => scanner.current?.focus());

  const busy = cart.isEmpty ? undefined : t('counter.busy');

  return (
    <>
      {cart.question}
      <CounterHead {...place} tillName={tillName} loading={loading} onMove={onMove} onOutbox={() => setAsking('outbox')}>
        {/* A new version takes over between two sales. */}
        {installed.newer && cart.isEmpty && (
          <Button icon={RotateCw} onClick={() => location.reload()}>
            {t('counter.newVersion')}
          </Button>
        )}
        {installed.install && cart.isEmpty && (
          <Button variant="quiet" icon={MonitorDown} onClick={installed.install}>
            {t('counter.install')}
          </Button>
        )}
        {opensShift && (
          <Button icon={LockOpen} aria-haspopup="dialog" onClick={() => setPutOff(undefined)}>
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
          busy={last !== null && printing === last.id}
          onClick={printLast}
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
          className="ctr-keys"
          icon={Keyboard}
          label={t('app.keys.title')}
          aria-haspopup="dialog"
          onClick={() => setAsking('keys')}
        />
      </CounterHead>
      <div className="doc writing ctr">
        <div className="body compose">
          <VariantScanner ref={scanner} find={cart.find} single unsigned onPick={cart.add} onOrder={order} onKey={cart.key} />
          {cart.head.returns.length > 0 && <Returned cart={cart} />}
          {lines.length > 0 ? (
            <LineSheet {...cart.sheet} shape={shape} feet={feet} className="ctr-lines" />
          ) : (
            cart.isEmpty && (
              <EmptyState icon={ScanBarcode} title={t('counter.empty.title')}>
                {t('counter.empty.text')}
              </EmptyState>
            )
          )}
        </div>
        <aside className="aside ctr-side" aria-label={t('counter.beside')}>
          {made && cart.isEmpty ? (
            <MadeSale made={made} printing={printing === made.sent.id} onPrint={printLast} />
          ) : (
            <Margin
              cart={cart}
              terms={place.terms}
              tender={tender}
              refusal={shift && wanting ? null : refusal}
              onFinish={finish}
              onSellAnew={sellAnew}
              onEmpty={empty}
            />
          )}
        </aside>
      </div>
      {receipt}
      <Suspense>
        {askingShift && <OpenShiftDialog branchId={place.branch.id} onClose={() => setPutOff(wanting)} />}
        {asking === 'return' && (
          <ReturnDialog
            saleId={number ? null : returnOf}
            number={number}
            taken={cart.head.returns}
            onTake={(returns, customer) => {
              cart.changeHead({ returns, ...(cart.head.customer === null && customer ? { customer } : {}) });
              close();
            }}
            onClose={close}
          />
        )}
        {asking === 'hold' && (
          <HoldDialog proposed={cart.head.customer ? nameOf(cart.head.customer) : ''} onHold={layAside} onClose={close} />
        )}
        {asking === 'held' && <HeldDialog branchId={place.branch.id} busy={busy} onResume={resume} onClose={close} />}
        {asking === 'keys' && <KeysDialog onClose={close} />}
        {asking === 'outbox' && <OutboxDialog busy={busy} onRewrite={rewrite} onGiveUp={giveUp} onClose={close} />}
      </Suspense>
    </>
  );
}
