/* Sales made at a counter, until the database has accepted them. Each is stored on the device first and sent until it is answered: in
   order, by one tab at a time, and under a fixed id, so that it is recorded only once however often it is sent. */
import { promisifyRequest } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { newId } from '@/lib/id.ts';
import { minus } from '@/lib/money.ts';
import { onDevice } from '@/lib/stored.ts';
import { rpc } from './calls.ts';
import { counterStore as inTransaction } from './device-store.ts';
import { AppError, asAppError } from './errors.ts';
import { recordDiscarded } from './held-sales.ts';
import { cartDraft, markUnsent } from './browser-storage.ts';
import { useCan } from './me.ts';
import { previewedRole, activeUserId } from './preview.ts';
import { refresh } from './query.ts';
import { saleChanges, type SaleAnswer } from './sales.ts';
import { postStockEntry } from './stock.ts';

/** A sale as record_sale takes it. */
interface SentSale {
  sale: Record<string, unknown>;
  lines: readonly Record<string, unknown>[];
  payments: readonly { payment_method_id: string; amount: string }[];
}

export interface OutboxSale extends SentSale {
  id: string;
  person: string;
  branchId: string;
  /** By this device's clock. */
  madeAt: string;
  /** The number the till gave it, used until the database assigns one. */
  localNumber: string;
  /** The total that the counter showed. */
  total: string;
  /** The cart at payment, for a list, a receipt, or to edit it again. */
  cart: unknown;
  /** The stock correction that adds its missing goods. */
  entryId?: string;
  /** The database's refusal: a user must decide about the sale. */
  refusal?: { code: string; values: Readonly<Record<string, unknown>>; status: number };
}

/** Accepted, with its result; refused; or still being sent. */
export type Outcome = { recorded: SaleAnswer } | { refused: AppError } | 'waiting';

/** This user's sales. */
let all: readonly OutboxSale[] = [];
/** Other people's sales that were refused as too old, or that somebody sends for their seller. */
let tooOld: readonly OutboxSale[] = [];
/** Whether this browser can store sales. Where storage is refused or full, sales need a connection. */
let canStore = true;
const { emit, subscribe } = createEmitter();
/** Keeps the user's other tabs up to date. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : null;

/** Removes the cart of a stored sale, which a tab closed in between may have left, so that it is not paid twice. */
function dropCart({ id, person, branchId }: OutboxSale): void {
  const key = cartDraft(person, branchId);
  if (onDevice.read<{ id?: string } | null>(key, null)?.id === id) onDevice.write(key, undefined);
}

function setCanStore(now: boolean): void {
  canStore = now;
  emit();
}

async function reload(): Promise<void> {
  const person = activeUserId();
  // Ids are time-ordered, so the sales come in the order they were made.
  try {
    const stored = await inTransaction('readonly', (table) => promisifyRequest(table('outbox').getAll() as IDBRequest<OutboxSale[]>));
    all = stored.filter((sale) => sale.person === person);
    tooOld = stored.filter(
      ({ person: of, refusal, sale }) => person && of !== person && (refusal?.code === 'sold_too_long_ago' || sale.salesperson_id),
    );
  } catch (error) {
    setCanStore(false);
    throw error;
  }
  for (const sale of all) dropCart(sale);
  if (person) markUnsent('unsent', person, all.length);
  emit();
}
channel?.addEventListener('message', () => void reload());

async function change(action: (outbox: IDBObjectStore) => unknown): Promise<void> {
  await inTransaction('readwrite', async (table) => void (await action(table('outbox'))));
  channel?.postMessage('changed');
  await reload();
}

/** Replaces a sale, unless it was withdrawn meanwhile, perhaps in another tab: it must not come back. Answers whether it was replaced. */
async function replace(sale: OutboxSale): Promise<boolean> {
  let isThere = false;
  await change(async (outbox) => {
    isThere = (await promisifyRequest(outbox.get(sale.id) as IDBRequest<unknown>)) !== undefined;
    if (isThere) outbox.put(sale);
  });
  return isThere;
}

/** Milliseconds until an unanswered request is given up and sent again. */
const ANSWERED_WITHIN = 20_000;
async function send({ id, sale, lines, payments }: OutboxSale): Promise<SaleAnswer> {
  const answer = await rpc<'record_sale', SaleAnswer | null>(
    'record_sale',
    { id, sale, lines, payments },
    AbortSignal.timeout(ANSWERED_WITHIN),
  );
  // An empty body with status 200, which postgrest-js reads as null, comes from a proxy, not from the API.
  if (!answer?.id) throw new AppError('network');
  return answer;
}

/** Only a 4xx answer with a reason is a refusal. With any other failure the sale may have been recorded, so it is sent again. */
export const isRefusal = ({ status }: AppError) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Callbacks by sale: first of the counter that waits for the outcome, then, until it is accepted, of the view that shows it. */
const watchers = new Map<string, (outcome: Outcome) => void>();

/** Ids of sales that got no answer at their last attempt, the longest untried first. */
const unanswered = new Set<string>();

/** Sends the sales that need no decision, one after the other, until two in a row get no answer: then there is no connection. Those that got
    none before come last and take turns, since a firewall, for example, may never let the content of one pass: it holds back no other. */
async function sendAll(): Promise<void> {
  await reload();
  const due = all.filter(({ refusal }) => !refusal);
  const triedBefore = [...unanswered].flatMap((id) => due.find((sale) => sale.id === id) ?? []);
  let isDone = true;
  let inARow = 0;
  for (const sale of [...due.filter((one) => !triedBefore.includes(one)), ...triedBefore]) {
    // The user has signed out, or another has signed in.
    if (sale.person !== activeUserId()) return;
    try {
      unanswered.delete(sale.id);
      const recorded = await send(sale);
      inARow = 0;
      await change((outbox) => outbox.delete(sale.id));
      watchers.get(sale.id)?.({ recorded });
      watchers.delete(sale.id);
      void refresh(saleChanges);
    } catch (failure) {
      const error = asAppError(failure);
      if (!isRefusal(error)) {
        unanswered.add(sale.id);
        isDone = false;
        inARow += 1;
        if (inARow === 2) break;
        continue;
      }
      inARow = 0;
      const { code, values, status } = error;
      await replace({ ...sale, refusal: { code, values, status } });
      watchers.get(sale.id)?.({ refused: error });
      // Somebody else closed the shift it was made in.
      if (code === 'shift_closed') void refresh(['shifts']);
    }
  }
  if (isDone) {
    pause = FIRST_PAUSE;
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting(), pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

/** Waits while another tab sends. Pages not served over HTTPS have no locks; a sale sent twice is still recorded once. */
export const sendWaiting = (): Promise<void> => ('locks' in navigator ? navigator.locks.request('outbox', sendAll) : sendAll());
window.addEventListener('online', () => {
  pause = FIRST_PAUSE;
  void sendWaiting();
});

/** Milliseconds a cashier waits for the number; then the receipt is printed without it. */
const PATIENCE = 6_000;

/** Stores a sale before anything else happens to it, and never over another with its id. False: it is not stored here and needs a
    connection. */
export const storeSale = async (sale: OutboxSale): Promise<boolean> =>
  previewedRole() === null &&
  change((outbox) => outbox.add(sale)).then(
    () => {
      setCanStore(true);
      return true;
    },
    (error: unknown) => {
      // It is already stored there.
      if ((error as DOMException).name !== 'ConstraintError') setCanStore(false);
      return false;
    },
  );

/** Sends a sale after those already waiting; `kept`: it is stored. A refused one stays until a decision or until it is withdrawn.
    `later` gets the outcome of a sale that is still waiting on return. */
export async function post(sale: OutboxSale, isStored: boolean, later: (outcome: Outcome) => void): Promise<Outcome> {
  if (!isStored)
    return send(sale).then(
      (recorded) => ({ recorded }),
      (error: unknown) => ({ refused: asAppError(error) }),
    );
  if (!navigator.onLine) {
    watchers.set(sale.id, later);
    return 'waiting';
  }
  const outcome = await new Promise<Outcome>((answer) => {
    watchers.set(sale.id, answer);
    setTimeout(() => answer('waiting'), PATIENCE);
    // Another tab may have sent it and got the answer; sending again gives the same one.
    const answerFromOtherTab = async () => {
      // Already answered, and perhaps withdrawn since.
      if (watchers.get(sale.id) !== answer) return;
      const stillQueued = all.find(({ id }) => id === sale.id);
      const refused = stillQueued && refusalOf(stillQueued);
      if (refused) answer({ refused });
      else if (!stillQueued) answer({ recorded: await send(sale) });
    };
    void sendWaiting()
      .then(answerFromOtherTab)
      .catch(() => undefined);
  });
  if (outcome === 'waiting') watchers.set(sale.id, later);
  else watchers.delete(sale.id);
  return outcome;
}

/** Withdraws a sale from the outbox: it is edited again, or did not take place. */
export function takeBack(id: string): Promise<void> {
  watchers.delete(id);
  return change((outbox) => outbox.delete(id));
}

/** Sends a refused sale again unchanged; another person's sale (useTooOldSales) is then sent by this user, but stays that person's sale. */
export async function retry({ refusal: _, entryId: __, ...sale }: OutboxSale): Promise<void> {
  const person = activeUserId() ?? sale.person;
  const sent = person === sale.person ? sale.sale : { salesperson_id: sale.person, ...sale.sale };
  if (await replace({ ...sale, person, sale: sent })) await sendWaiting();
}

/** Goods that were handed over must have been in stock: posts the missing quantity as a correction and sends the sale again. */
export async function addMissing(sale: OutboxSale): Promise<void> {
  const short = (sale.refusal?.values.lines ?? []) as { variant_id: string; needs: number; has?: number }[];
  // The same entry at every attempt.
  const entryId = sale.entryId ?? newId();
  if (!(await replace({ ...sale, entryId }))) return;
  await postStockEntry({
    id: entryId,
    kind: 'adjustment',
    reason: 'correction',
    branch_id: sale.branchId,
    note: sale.localNumber,
    lines: short.map(({ variant_id, needs, has = 0 }) => ({ variant_id, quantity: minus(needs, has) })),
  });
  await retry(sale);
}

/** Discards a sale as not having taken place, and records who did so and why. */
export async function discard({ id, branchId, sale, lines, total, localNumber, cart }: OutboxSale, reason: string): Promise<void> {
  await recordDiscarded({ id, branch_id: branchId, till: String(sale.till), label: localNumber, lines: lines.length, total, cart }, reason);
  await takeBack(id);
}

export const refusalOf = ({ refusal }: OutboxSale): AppError | null =>
  refusal ? new AppError(refusal.code, { values: refusal.values, status: refusal.status }) : null;

/** This user's sales that are not accepted yet. */
export const useOutbox = (): readonly OutboxSale[] => useSyncExternalStore(subscribe, () => all);
const none: readonly OutboxSale[] = [];
/** Other people's sales on this device that only somebody with accounting.sales.record_old can still send. */
export function useTooOldSales(): readonly OutboxSale[] {
  const can = useCan();
  const others = useSyncExternalStore(subscribe, () => tooOld);
  return can('accounting.sales.record_old') ? others : none;
}
export const canStoreSales = (): boolean => canStore;
export const useCanStoreSales = (): boolean => useSyncExternalStore(subscribe, canStoreSales);
