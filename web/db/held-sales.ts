/* Sales put on hold at a counter: in the database, for every till of the branch, or while offline on the device. */
import { promisifyRequest } from 'idb-keyval';
import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { rest } from './client.ts';
import { counterStore } from './device-store.ts';
import { AppError, asAppError, isAnswerLost } from './errors.ts';
import { storedUser, markUnsent } from './browser-storage.ts';
import { activeUserId } from './preview.ts';
import { refresh } from './query.ts';
import { insertRow, listOf, type Row } from './tables.ts';

export type HeldRow = Omit<Row<'held_sales'>, 'cart' | 'search' | 'version' | 'updated_at' | 'updated_by'>;

const listColumns = ['id', 'branch_id', 'till', 'label', 'lines', 'total', 'discard_reason', 'created_at', 'created_by'] as const;

/** The held sales of some branches, newest first. */
export const heldSales = (branchIds: readonly string[], { search, page, size }: { search: string; page: number; size: number }) =>
  listOf('held_sales', {
    search,
    select: listColumns,
    count: true,
    sort: [['created_at', true]],
    offset: (page - 1) * size,
    limit: size,
    where: branchIds.length > 0 ? [['branch_id', 'in', branchIds]] : [],
  });

/** All sales held in a branch with their carts, newest first: the database limits them to fewer than this page. */
export const heldInBranch = (branchId: string) =>
  listOf('held_sales', {
    select: [...listColumns, 'cart'],
    sort: [['created_at', true]],
    limit: 1000,
    where: [
      ['branch_id', 'eq', branchId],
      ['discard_reason', 'is', null],
    ],
  });

/** A held sale as sent to the database. */
export interface HeldSale {
  id: string;
  branch_id: string;
  till: string;
  label: string | null;
  lines: number;
  total: string;
  cart: unknown;
}

interface LocalHeldSale extends HeldSale {
  person: string;
  heldAt: string;
}

let localHeldSales: readonly LocalHeldSale[] = [];
const { emit, subscribe } = createEmitter();

async function reload(): Promise<void> {
  const person = activeUserId();
  localHeldSales = (
    await counterStore('readonly', (table) => promisifyRequest(table('held').getAll() as IDBRequest<LocalHeldSale[]>))
  ).filter((held) => held.person === person);
  if (person) markUnsent('held', person, localHeldSales.length);
  emit();
}
const changeLocal = (action: (held: IDBObjectStore) => unknown): Promise<void> =>
  counterStore('readwrite', (table) => void action(table('held'))).then(reload);

const send = ({ id, branch_id, till, label, lines, total, cart }: HeldSale, discard_reason: string | null = null) =>
  insertRow('held_sales', { id, branch_id, till, label, lines, total: Number(total), cart: cart as never, discard_reason });

/** Puts a sale on hold: for all tills, or on this device while offline. */
export async function hold(sale: HeldSale): Promise<void> {
  try {
    await send(sale);
    void refresh(['held_sales']);
  } catch (failure) {
    const error = asAppError(failure);
    if (!isAnswerLost(error)) throw error;
    await changeLocal((held) =>
      held.put({ ...sale, person: storedUser() ?? '', heldAt: new Date().toISOString() } satisfies LocalHeldSale),
    );
  }
}

/** Records a sale given up before the database accepted it, with the user and the reason. */
export async function recordDiscarded(sale: HeldSale, reason: string): Promise<void> {
  await send(sale, reason);
  void refresh(['held_sales']);
}

const readHeld = async (id: string): Promise<LocalHeldSale | null> => {
  const { data, error, status } = await rest
    .from('held_sales')
    .select('id,branch_id,till,label,lines,total,cart,created_at')
    .eq('id', id)
    .maybeSingle();
  if (error) throw asAppError(error, status);
  if (!data) return null;
  const { created_at: heldAt, total, ...held } = data;
  return { ...held, total: String(total), heldAt, person: storedUser() ?? '' };
};

/** Takes up the cart of a held sale and removes it for every till; null where another till was faster. It is stored here before it is
    deleted there, because the answer may be lost. `read` answers null for a cart that this version cannot read: then the sale stays, here
    and there, and cart_unreadable (409) is thrown. */
export async function takeHeld<Cart>(id: string, read: (cart: unknown) => Cart | null): Promise<Cart | null> {
  const localCopy = localHeldSales.find((held) => held.id === id);
  const held = localCopy ?? (await readHeld(id));
  if (!held) return null;
  const cart = read(held.cart);
  if (cart === null) throw new AppError('cart_unreadable', { status: 409 });
  if (!localCopy) await changeLocal((table) => table.put(held)).catch(() => undefined);
  const { data, error: failure, status } = await rest.from('held_sales').delete().eq('id', id).select('id');
  const error = failure && asAppError(failure, status);
  const isDeleted = !error || (localCopy !== undefined && isAnswerLost(error));
  // Without an answer it may be deleted there, so the copy here stays. If the delete is refused, it is still there and the copy goes.
  if (isDeleted || (!localCopy && error.status >= 400 && error.status < 500))
    await changeLocal((table) => table.delete(id)).catch(() => undefined);
  if (!isDeleted) throw error;
  void refresh(['held_sales']);
  return localCopy || data?.length ? cart : null;
}

/** Discards a held sale for every till; its goods were never moved. Throws held_sale_taken (409) where another till was faster. Deleted
    here last: if the request fails, it is still here. */
export async function discardHeld(id: string): Promise<void> {
  const isLocal = localHeldSales.some((held) => held.id === id);
  const { data, error, status } = await rest.from('held_sales').delete().eq('id', id).select('id');
  if (error) throw asAppError(error, status);
  if (isLocal) await changeLocal((table) => table.delete(id));
  void refresh(['held_sales']);
  if (!isLocal && data.length === 0) throw new AppError('held_sale_taken', { status: 409 });
}

/** Sends the sales held offline to the database, for the other tills. */
export async function uploadHeldSales(): Promise<void> {
  await reload();
  for (const held of localHeldSales) {
    try {
      await send(held);
      await changeLocal((table) => table.delete(held.id));
      void refresh(['held_sales']);
    } catch (failure) {
      // Offline: tried again later. A refused one does not stop the others; one that was sold meanwhile is deleted.
      const error = asAppError(failure);
      if (error.code === 'held_sale_taken') await changeLocal((table) => table.delete(held.id));
      if (isAnswerLost(error) || error.status >= 500) return;
    }
  }
}
window.addEventListener('online', () => void uploadHeldSales());

/** This user's held sales that are on this device only. */
export const useLocalHeldSales = (): readonly LocalHeldSale[] => useSyncExternalStore(subscribe, () => localHeldSales);
