/* A branch's goods, cached on the counter's device so that a scan finds them offline too. One person and one branch at a time. */
import { promisifyRequest } from 'idb-keyval';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { rpc } from './calls.ts';
import { deviceStore } from './device-store.ts';
import { asAppError, type AppError } from './errors.ts';
import { clockOffset, Goods, type StoredGoods, type StoredProduct, type Terms } from './goods-index.ts';
import { goodsMark } from './browser-storage.ts';
import type { Me } from './me-types.ts';
import { activeUserId } from './preview.ts';

/** The most variants a counter caches; others are fetched on demand while online. */
const MAX_VARIANTS = 50_000;
const FRESH_FOR = 5 * 60_000;
/** A product count that disagrees triggers a full reload, at most once an hour. */
const MIN_RELOAD_INTERVAL = 60 * 60_000;

type Part = { at: string; more: boolean; products: StoredProduct[] };

const inTransaction = deviceStore('goods', { goods: 'id', kept: null });

const termsOf = ({
  categories = [],
  tiles = { arranged: false, tiles: [] },
  colors = [],
  sizes = [],
  price_groups = [],
  tax_rates = [],
  payment_methods = [],
}: Partial<Terms>): Terms => ({
  categories,
  tiles,
  colors,
  sizes,
  price_groups,
  tax_rates,
  payment_methods,
});

interface State {
  owner: string;
  goods: Goods | null;
  /** Set once the first part has been read. */
  terms: Terms | null;
  /** Progress of an unfinished full load; null otherwise. */
  loading: { loaded: number; total: number } | null;
  error: AppError | null;
}

const emptyState = (owner: string): State => ({ owner, goods: null, terms: null, loading: null, error: null });
let state = emptyState('');
const { emit, subscribe } = createEmitter();

function update(owner: string, change: Partial<State>): void {
  // Another branch's counter has been opened meanwhile.
  if (state.owner !== owner) return;
  state = { ...state, ...change };
  emit();
}

const readCached = (): Promise<StoredGoods | undefined> =>
  inTransaction('readonly', (table) => promisifyRequest(table('kept').get('kept') as IDBRequest<StoredGoods | undefined>));
const readProducts = (): Promise<Map<string, StoredProduct>> =>
  inTransaction(
    'readonly',
    async (table) =>
      new Map((await promisifyRequest(table('goods').getAll() as IDBRequest<StoredProduct[]>)).map((product) => [product.id, product])),
  );

/** Set once this browser refused to store goods or its disk was full. Stored goods stay, and loading continues from them on the next page load; until
    then goods are in memory only. */
let storageFailed = false;

/** Writes goods and terms in one transaction, only while the owner's mark in localStorage, which a sign-out removes, is there. */
async function store(
  cached: StoredGoods,
  changed: readonly StoredProduct[],
  deletedIds: readonly string[],
  replacesAll = false,
): Promise<void> {
  // Nothing is stored after a sign-out, nor while the app is previewed as another role.
  if (storageFailed || activeUserId() === null || localStorage.getItem(cached.owner) === null) return;
  await inTransaction('readwrite', (table) => {
    if (replacesAll) table('goods').clear();
    for (const product of changed) table('goods').put(product);
    for (const id of deletedIds) table('goods').delete(id);
    table('kept').put(cached, 'kept');
  }).catch(() => {
    storageFailed = true;
  });
}

const requestPart = (branch_id: string, rest: { since?: string; before_id?: string }) =>
  rpc<'counter_goods', Part & Partial<Terms> & { count?: number }>('counter_goods', { branch_id, ...rest });

/** Reads all goods, part by part. After a lost connection the next call continues after the last stored part. */
async function readAll(branchId: string, owner: string, me: Me, resumed: StoredGoods | null): Promise<void> {
  const products = resumed ? await readProducts() : new Map<string, StoredProduct>();
  let cached = resumed;
  let total = 0;
  for (let before = resumed?.before ?? undefined; ; ) {
    const startedAt = Date.now();
    const part = await requestPart(branchId, before ? { before_id: before } : {});
    const answeredAt = Date.now();
    if (state.owner !== owner) return;
    total = part.count ?? total;
    for (const product of part.products) products.set(product.id, product);
    before = part.products.at(-1)?.id;
    const variants = [...products.values()].reduce((sum, product) => sum + product.variants.length, 0);
    const cut = part.more && variants >= MAX_VARIANTS;
    const replacesAll = cached === null;
    cached = {
      ...termsOf(cached ?? part),
      at: cached?.at ?? part.at,
      ahead: cached?.ahead ?? clockOffset(part.at, startedAt, answeredAt),
      owner,
      me,
      readAt: startedAt,
      cut,
      before: part.more && !cut ? (before ?? null) : null,
    };
    await store(cached, part.products, [], replacesAll);
    if (cached.before === null) return update(owner, { goods: new Goods(products, cached), terms: cached, loading: null });
    update(owner, { terms: cached, loading: { loaded: products.size, total } });
  }
}

/** Reads what changed since the last answer. If the product count still differs, deletions were missed, and everything is read again. */
async function readChanges(branchId: string, owner: string, me: Me, { products: knownProducts, cached: previous }: Goods): Promise<void> {
  const products = new Map(knownProducts);
  const [changed, deletedIds]: [StoredProduct[], string[]] = [[], []];
  const oldest = previous.cut ? [...knownProducts.keys()].reduce((smallest, id) => (id < smallest ? id : smallest)) : '';
  let first: (Part & Partial<Terms> & { count?: number }) | null = null;
  const startedAt = Date.now();
  let answeredAt = startedAt;
  for (let at: string | undefined, more = true; more; ) {
    const part = await requestPart(branchId, { since: previous.at, ...(at ? { before_id: at } : {}) });
    if (!first) [first, answeredAt] = [part, Date.now()];
    for (const product of part.products) {
      if (product.off || product.id < oldest) {
        products.delete(product.id);
        deletedIds.push(product.id);
      } else {
        products.set(product.id, product);
        changed.push(product);
      }
    }
    at = part.products.at(-1)?.id;
    more = part.more;
  }
  if (!first || state.owner !== owner) return;
  const { at, count } = first;
  const cached: StoredGoods = { ...previous, ...termsOf(first), at, me, ahead: clockOffset(at, startedAt, answeredAt) };
  await store(cached, changed, deletedIds);
  update(owner, { goods: new Goods(products, cached), terms: cached });
  if (!previous.cut && count !== products.size && startedAt - previous.readAt > MIN_RELOAD_INTERVAL)
    await readAll(branchId, owner, me, null);
}

/** Opens a branch's cached goods and refreshes them while online. */
async function refreshGoods(branchId: string, me: Me): Promise<void> {
  const owner = goodsMark(me.profile.id, branchId);
  if (state.owner !== owner) state = emptyState(owner);
  try {
    const cached = await readCached().catch(() => undefined);
    const ownCache = cached?.owner === owner ? cached : null;
    // An earlier version stored fewer terms.
    if (ownCache?.before === null && !state.goods)
      update(owner, { goods: new Goods(await readProducts(), ownCache), terms: termsOf(ownCache) });
    localStorage.setItem(owner, 'kept');
    // Stores the user and the open shift first: the connection may be lost before the goods arrive.
    if (ownCache) await store({ ...ownCache, me }, [], []);
    if (state.goods) await readChanges(branchId, owner, me, state.goods);
    else await readAll(branchId, owner, me, ownCache);
    update(owner, { error: null });
  } catch (error) {
    update(owner, { error: asAppError(error) });
  }
}

let refreshing: Promise<void> = Promise.resolve();
const { emit: requestReload, subscribe: onReloadRequest } = createEmitter();
/** Reads the goods again immediately, because the database priced a sale differently. */
export const reloadGoods = requestReload;

/** A branch's cached goods, refreshed regularly. Until all are loaded, items are requested one by one. */
export function useGoods(branchId: string, me: Me): State {
  useEffect(() => {
    const go = () => (refreshing = refreshing.then(() => refreshGoods(branchId, me)));
    void go();
    const timer = setInterval(() => void go(), FRESH_FOR);
    window.addEventListener('online', go);
    const unsubscribe = onReloadRequest(() => void go());
    return () => {
      clearInterval(timer);
      unsubscribe();
      window.removeEventListener('online', go);
    };
  }, [branchId, me]);
  const owner = goodsMark(me.profile.id, branchId);
  const elsewhere = useMemo(() => emptyState(owner), [owner]);
  return useSyncExternalStore(subscribe, () => (state.owner === owner ? state : elsewhere));
}

/** The server's time, estimated from the last known clock offset. */
export const serverTime = (): string => new Date(Date.now() + (state.goods?.cached.ahead ?? 0)).toISOString();

/** The last user as the server described them, for a counter that is opened offline. */
export async function cachedMe(person: string): Promise<Me | null> {
  const cached = await readCached().catch(() => undefined);
  return cached?.me.profile.id === person ? cached.me : null;
}
