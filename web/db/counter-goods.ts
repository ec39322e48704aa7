/* The goods that a branch's counter keeps on its device: a scan finds them there, with the line down too. One person's and one branch's at a time. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { rpc } from './calls.ts';
import { deviceStore } from './device-store.ts';
import { asAppError, type AppError } from './errors.ts';
import { Goods, type StoredGoods, type StoredProduct, type Terms } from './goods-index.ts';
import { goodsMark, settled } from './keep.ts';
import type { Me } from './me.ts';
import { worker } from './preview.ts';

/** So many a counter keeps; what it has besides is asked for while there is a line. */
const MOST_VARIANTS = 50_000;
const FRESH_FOR = 5 * 60_000;
/** A count that does not agree is cause to read everything anew, but not again and again. */
const ANEW_AFTER = 60 * 60_000;

type Part = { at: string; more: boolean; products: StoredProduct[] };

const within = deviceStore('goods', { goods: 'id', kept: null });

const blank = { price_groups: [], tax_rates: [], payment_methods: [], colors: [], sizes: [] };

interface State {
  owner: string;
  goods: Goods | null;
  /** There with the first part of the goods. */
  terms: Terms | null;
  /** How many products have come, of how many: while all are read. */
  coming: { come: number; of: number } | null;
  error: AppError | null;
}

const nothing = (owner: string): State => ({ owner, goods: null, terms: null, coming: null, error: null });
let state = nothing('');
const { emit: ring, listen } = createEmitter();

function tell(owner: string, change: Partial<State>): void {
  // Another branch's counter was opened meanwhile.
  if (state.owner !== owner) return;
  state = { ...state, ...change };
  ring();
}

const readKept = (): Promise<StoredGoods | undefined> =>
  within('readonly', (table) => settled(table('kept').get('kept') as IDBRequest<StoredGoods | undefined>));
const readProducts = (): Promise<Map<string, StoredProduct>> =>
  within(
    'readonly',
    async (table) =>
      new Map((await settled(table('goods').getAll() as IDBRequest<StoredProduct[]>)).map((product) => [product.id, product])),
  );

/** Once this browser has refused to keep goods, or its disk was full: what lies there stays whole, as it is, and is taken up from there when the page
    is loaded next. Until then goods are kept in memory alone. */
let refuses = false;

/** Beside it the mark by which a sign-out, or somebody else's sign-in, knows that they are to go. */
async function keep(kept: StoredGoods, put: readonly StoredProduct[], gone: readonly string[], anew = false): Promise<void> {
  // Signed out meanwhile they are gone, and stay so; who looks at the app as a role would keeps nothing.
  if (refuses || worker() === null || localStorage.getItem(kept.owner) === null) return;
  await within('readwrite', (table) => {
    if (anew) table('goods').clear();
    for (const product of put) table('goods').put(product);
    for (const id of gone) table('goods').delete(id);
    table('kept').put(kept, 'kept');
  }).catch(() => {
    refuses = true;
  });
}

const ask = (branch_id: string, rest: { since?: string; before?: string }) =>
  rpc<'counter_goods', Part & Partial<Terms> & { count?: number }>('counter_goods', { branch_id, ...rest });

/** Reads everything, a part at a time; a line that breaks is taken up where it broke. */
async function readAll(branchId: string, owner: string, me: Me, begun: StoredGoods | null): Promise<void> {
  const products = begun ? await readProducts() : new Map<string, StoredProduct>();
  let kept = begun;
  let of = 0;
  for (let before = begun?.before ?? undefined; ; ) {
    const asked = Date.now();
    const part = await ask(branchId, before ? { before } : {});
    if (state.owner !== owner) return;
    of = part.count ?? of;
    for (const product of part.products) products.set(product.id, product);
    before = part.products.at(-1)?.id;
    const variants = [...products.values()].reduce((sum, product) => sum + product.variants.length, 0);
    const cut = part.more && variants >= MOST_VARIANTS;
    const { colors = [], sizes = [], price_groups = [], tax_rates = [], payment_methods = [] } = part;
    const terms = kept ?? {
      colors,
      sizes,
      price_groups,
      tax_rates,
      payment_methods,
      at: part.at,
      ahead: Date.parse(part.at) - (asked + Date.now()) / 2,
    };
    const anew = kept === null;
    kept = { ...blank, ...terms, owner, me, readAt: asked, cut, before: part.more && !cut ? (before ?? null) : null };
    await keep(kept, part.products, [], anew);
    if (kept.before === null) return tell(owner, { goods: new Goods(products, kept), terms: kept, coming: null });
    tell(owner, { terms: kept, coming: { come: products.size, of } });
  }
}

/** What was saved since the last answer; where the count of products says that some went without a word, all of them. */
async function readChanges(branchId: string, owner: string, me: Me, { products: known, kept: before }: Goods): Promise<void> {
  const products = new Map(known);
  const [put, gone]: [StoredProduct[], string[]] = [[], []];
  const oldest = before.cut ? [...known.keys()].reduce((least, id) => (id < least ? id : least)) : '';
  let first: (Part & Partial<Terms> & { count?: number }) | null = null;
  const asked = Date.now();
  for (let at: string | undefined, more = true; more; ) {
    const part = await ask(branchId, { since: before.at, ...(at ? { before: at } : {}) });
    first ??= part;
    for (const product of part.products) {
      if (product.off || product.id < oldest) {
        products.delete(product.id);
        gone.push(product.id);
      } else {
        products.set(product.id, product);
        put.push(product);
      }
    }
    at = part.products.at(-1)?.id;
    more = part.more;
  }
  if (!first || state.owner !== owner) return;
  const { colors = [], sizes = [], price_groups = [], tax_rates = [], payment_methods = [], at, count } = first;
  const kept: StoredGoods = { ...before, colors, sizes, price_groups, tax_rates, payment_methods, at, me, ahead: Date.parse(at) - asked };
  await keep(kept, put, gone);
  tell(owner, { goods: new Goods(products, kept), terms: kept });
  if (!before.cut && count !== products.size && asked - before.readAt > ANEW_AFTER) await readAll(branchId, owner, me, null);
}

/** Opens the goods of a branch, and reads what is new of them while there is a line. */
async function follow(branchId: string, me: Me): Promise<void> {
  const owner = goodsMark(me.profile.id, branchId);
  if (state.owner !== owner) state = nothing(owner);
  try {
    const kept = await readKept().catch(() => undefined);
    const mine = kept?.owner === owner ? kept : null;
    if (mine?.before === null && !state.goods) tell(owner, { goods: new Goods(await readProducts(), mine), terms: mine });
    localStorage.setItem(owner, 'kept');
    // Who I am by now, and my open shift, at once: the line may go before the goods are asked for.
    if (mine) await keep({ ...mine, me }, [], []);
    if (state.goods) await readChanges(branchId, owner, me, state.goods);
    else await readAll(branchId, owner, me, mine);
    tell(owner, { error: null });
  } catch (error) {
    tell(owner, { error: asAppError(error) });
  }
}

let following: Promise<void> = Promise.resolve();
const { emit: wake, listen: onWake } = createEmitter();
/** The database has reckoned with other prices or rates than these: they are read anew at once, and not when they are next due. */
export const readGoodsAnew = wake;

/** A branch's goods as they are kept here, read anew now and then. Until they are all there, goods are asked for one by one. */
export function useGoods(branchId: string, me: Me): State {
  useEffect(() => {
    const go = () => (following = following.then(() => follow(branchId, me)));
    void go();
    const timer = setInterval(() => void go(), FRESH_FOR);
    window.addEventListener('online', go);
    const sleep = onWake(() => void go());
    return () => {
      clearInterval(timer);
      sleep();
      window.removeEventListener('online', go);
    };
  }, [branchId, me]);
  const owner = goodsMark(me.profile.id, branchId);
  const elsewhere = useMemo(() => nothing(owner), [owner]);
  return useSyncExternalStore(listen, () => (state.owner === owner ? state : elsewhere));
}

/** What time it is by the server's clock, as far as it was ever heard. */
export const serverTime = (): string => new Date(Date.now() + (state.goods?.kept.ahead ?? 0)).toISOString();

/** Who was here last, as the server said then: for a counter that is opened without a line. */
export async function keptMe(person: string): Promise<Me | null> {
  const kept = await readKept().catch(() => undefined);
  return kept?.me.profile.id === person ? kept.me : null;
}
