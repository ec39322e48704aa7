/* Sales that a counter has made, until the database has taken them: each is kept on the device before it is sent, and sent until there is an
   answer. In the order in which they were made, by one tab at a time, under the id it was made with: taken once, however often it is sent. */
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { newId } from '@/lib/id.ts';
import { minus } from '@/lib/money.ts';
import { onDevice } from '@/lib/stored.ts';
import { rpc } from './calls.ts';
import { counterStore as within } from './device-store.ts';
import { AppError, asAppError } from './errors.ts';
import { recordDiscarded } from './held-sales.ts';
import { cartDraft, markUnsent, requestResult } from './keep.ts';
import { previewedRole, worker } from './preview.ts';
import { refresh } from './query.ts';
import { saleChanges, type SaleAnswer } from './sales.ts';
import { postStockEntry } from './stock.ts';

/** What is sent of a sale, as record_sale takes it. */
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
  /** What the till called it before the database did. */
  localNumber: string;
  /** As the counter showed it. */
  total: string;
  /** The cart as it stood, for a list, a receipt, or to be changed. */
  cart: unknown;
  /** The correction of stock that is to let it through. */
  entryId?: string;
  /** Why the database did not take it: it waits for somebody to decide. */
  refusal?: { code: string; values: Readonly<Record<string, unknown>>; status: number };
}

/** Taken, with what it came to; refused; or still on its way. */
export type Outcome = { taken: SaleAnswer } | { refused: AppError } | 'waiting';

let all: readonly OutboxSale[] = [];
/** Whether this browser keeps what it is given: one that refuses, or whose disk is full, sells with a line alone. */
let keeps = true;
const { emit, listen } = createEmitter();
/** Other tabs of the same person show the same. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : null;

/** A cart whose sale is kept is not to be paid again: a tab that died between the two has left it behind. */
function dropCart({ id, person, branchId }: OutboxSale): void {
  const key = cartDraft(person, branchId);
  if (onDevice.read<{ id?: string } | null>(key, null)?.id === id) onDevice.write(key, undefined);
}

function setKeeps(now: boolean): void {
  keeps = now;
  emit();
}

async function look(): Promise<void> {
  const person = worker();
  // Ids are ordered by time.
  try {
    all = (await within('readonly', (table) => requestResult(table('outbox').getAll() as IDBRequest<OutboxSale[]>))).filter(
      (sale) => sale.person === person,
    );
  } catch (error) {
    setKeeps(false);
    throw error;
  }
  for (const sale of all) dropCart(sale);
  if (person) markUnsent('unsent', person, all.length);
  emit();
}
channel?.addEventListener('message', () => void look());

async function change(action: (outbox: IDBObjectStore) => unknown): Promise<void> {
  await within('readwrite', (table) => void action(table('outbox')));
  channel?.postMessage('changed');
  await look();
}

/** A line that does not answer is given up, and the sale sent again. */
const ANSWERED_WITHIN = 20_000;
const send = ({ id, sale, lines, payments }: OutboxSale) =>
  rpc<'record_sale', SaleAnswer>('record_sale', { id, sale, lines, payments }, AbortSignal.timeout(ANSWERED_WITHIN));

/** Only an answer that says why not is a refusal. Without one nobody knows whether it was taken, or it could not be asked: it is sent again. */
export const isRefusal = ({ status }: AppError) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 15_000;
let pause = FIRST_PAUSE;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Who is told what becomes of a sale: first who waits for it, then, until it is taken, who shows it. */
const watchers = new Map<string, (outcome: Outcome) => void>();

/** Those that wait for nobody's decision, one after the other; one that the line keeps back keeps back those after it. */
async function sendAll(): Promise<void> {
  await look();
  for (const sale of all.filter(({ refusal }) => !refusal)) {
    // Signed out meanwhile, or somebody else signed in.
    if (sale.person !== worker()) return;
    try {
      const taken = await send(sale);
      pause = FIRST_PAUSE;
      await change((outbox) => outbox.delete(sale.id));
      watchers.get(sale.id)?.({ taken });
      watchers.delete(sale.id);
      void refresh(saleChanges);
    } catch (failure) {
      const error = asAppError(failure);
      if (!isRefusal(error)) {
        clearTimeout(timer);
        timer = setTimeout(() => void sendWaiting(), pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        return;
      }
      const { code, values, status } = error;
      await change((outbox) => outbox.put({ ...sale, refusal: { code, values, status } }));
      watchers.get(sale.id)?.({ refused: error });
      // The drawer it was made for was closed by somebody else.
      if (code === 'shift_closed') void refresh(['shifts']);
    }
  }
}

/** Another tab may be sending: then this one comes after it. A page that came without a safe line has no locks; sent twice, a sale is one all the same. */
export const sendWaiting = (): Promise<void> => ('locks' in navigator ? navigator.locks.request('outbox', sendAll) : sendAll());
window.addEventListener('online', () => {
  pause = FIRST_PAUSE;
  void sendWaiting();
});

/** So long a cashier waits for the number; then the customer has a receipt without it. */
const PATIENCE = 6_000;

/** On the disk, before anything else is done with it, and never over another under its id. False: it is not kept here, and is made while there is a line alone. */
export const keepSale = async (sale: OutboxSale): Promise<boolean> =>
  previewedRole() === null &&
  change((outbox) => outbox.add(sale)).then(
    () => {
      setKeeps(true);
      return true;
    },
    (error: unknown) => {
      // It is kept there already.
      if ((error as DOMException).name !== 'ConstraintError') setKeeps(false);
      return false;
    },
  );

/** Sends a sale, kept or not, behind those that wait. One that is refused stays for a decision, until it is taken back. later: is told what
    becomes of one that still waits. */
export async function post(sale: OutboxSale, kept: boolean, later: (outcome: Outcome) => void): Promise<Outcome> {
  if (!kept)
    return send(sale).then(
      (taken) => ({ taken }),
      (error: unknown) => ({ refused: asAppError(error) }),
    );
  if (!navigator.onLine) {
    watchers.set(sale.id, later);
    return 'waiting';
  }
  const outcome = await new Promise<Outcome>((answer) => {
    watchers.set(sale.id, answer);
    setTimeout(() => answer('waiting'), PATIENCE);
    // Sent by another tab, its answer went there: asked again it is the same.
    const heardElsewhere = async () => {
      // Answered already, it may have been taken back since.
      if (watchers.get(sale.id) !== answer) return;
      const here = all.find(({ id }) => id === sale.id);
      const refused = here && refusalOf(here);
      if (refused) answer({ refused });
      else if (!here) answer({ taken: await send(sale) });
    };
    void sendWaiting()
      .then(heardElsewhere)
      .catch(() => undefined);
  });
  if (outcome === 'waiting') watchers.set(sale.id, later);
  else watchers.delete(sale.id);
  return outcome;
}

/** It is no longer to be sent: somebody writes it anew, or has decided that it did not take place. */
export function takeBack(id: string): Promise<void> {
  watchers.delete(id);
  return change((outbox) => outbox.delete(id));
}

/** Sent again as it is. */
export async function retry(sale: OutboxSale): Promise<void> {
  const { refusal: _, entryId: __, ...again } = sale;
  await change((outbox) => outbox.put(again));
  await sendWaiting();
}

/** Goods that were handed over were there, whatever the books say: what they lack is put in as a correction, and the sale is sent again. */
export async function addMissing(sale: OutboxSale): Promise<void> {
  const short = (sale.refusal?.values.lines ?? []) as { variant_id: string; needs: number; has?: number }[];
  // The same entry, however often it is asked for.
  const entryId = sale.entryId ?? newId();
  await change((outbox) => outbox.put({ ...sale, entryId }));
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

/** Given up: it did not take place, and who says so stays on record. */
export async function discard({ id, branchId, sale, lines, total, localNumber, cart }: OutboxSale, reason: string): Promise<void> {
  await recordDiscarded({ id, branch_id: branchId, till: String(sale.till), label: localNumber, lines: lines.length, total, cart }, reason);
  await takeBack(id);
}

export const refusalOf = ({ refusal }: OutboxSale): AppError | null =>
  refusal ? new AppError(refusal.code, { values: refusal.values, status: refusal.status }) : null;

/** What of this person's was not taken yet. */
export const useOutbox = (): readonly OutboxSale[] => useSyncExternalStore(listen, () => all);
export const keepsSales = (): boolean => keeps;
export const useKeepsSales = (): boolean => useSyncExternalStore(listen, keepsSales);
