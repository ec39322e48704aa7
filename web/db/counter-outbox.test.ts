import { beforeEach, expect, it, vi } from 'vitest';
import type { OutboxSale } from './counter-outbox.ts';
import { AppError } from './errors.ts';

/* Sales waiting on a device: none is overwritten, sent for another user, or lost with its response. */

const { stored, rpc, full, answers } = vi.hoisted(() => {
  const values = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
      removeItem: (key: string) => held.delete(key),
      clear: () => held.clear(),
    };
  };
  Object.assign(globalThis, { window: { addEventListener: () => undefined }, localStorage: values(), sessionStorage: values() });
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  return {
    stored: { outbox: new Map<string, unknown>(), held: new Map<string, unknown>() },
    rpc: vi.fn(),
    full: { disk: false },
    answers: { found: null as unknown, gone: { data: null, error: null, status: 200 } as unknown },
  };
});
vi.mock('./config.ts', () => ({ config: {} }));
vi.mock('./calls.ts', async (original) => ({ ...(await original<object>()), rpc }));
vi.mock('idb-keyval', async (original) => ({
  ...(await original<object>()),
  promisifyRequest: (asked: unknown) => Promise.resolve(asked),
}));
vi.mock('./device-store.ts', () => ({
  counterStore: async (_mode: string, action: (table: (name: 'outbox' | 'held') => unknown) => unknown) =>
    action((name) => ({
      getAll: () => [...stored[name].values()],
      get: (id: string) => stored[name].get(id),
      put: (row: { id: string }) => stored[name].set(row.id, row),
      add: (row: { id: string }) => {
        if (full.disk) throw new DOMException('', 'QuotaExceededError');
        if (stored[name].has(row.id)) throw new DOMException('', 'ConstraintError');
        stored[name].set(row.id, row);
      },
      delete: (id: string) => stored[name].delete(id),
    })),
}));
vi.mock('./client.ts', () => ({
  rest: {
    from: () => ({
      select: () => ({ eq: () => ({ maybeSingle: () => Promise.resolve({ data: answers.found, error: null, status: 200 }) }) }),
      delete: () => ({ eq: () => ({ select: () => Promise.resolve(answers.gone) }) }),
    }),
  },
}));

const { addMissing, storeSale, canStoreSales, post, retry, sendWaiting, takeBack } = await import('./counter-outbox.ts');
const { discardHeld, uploadHeldSales, takeHeld } = await import('./held-sales.ts');

const sale = (id: string, rest: Partial<OutboxSale> = {}): OutboxSale => ({
  id,
  person: 'mona',
  branchId: 'b',
  madeAt: '',
  localNumber: id,
  total: '1',
  cart: {},
  sale: {},
  lines: [],
  payments: [],
  ...rest,
});

const unexpected = (outcome: unknown) => expect.fail(`unexpected outcome: ${JSON.stringify(outcome)}`);

beforeEach(() => {
  for (const rows of Object.values(stored)) rows.clear();
  full.disk = false;
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('daftar-session', JSON.stringify({ user: { id: 'mona' } }));
  rpc.mockReset().mockResolvedValue({ id: 's' });
});

it('a second sale under the same id does not overwrite the first', async () => {
  expect([await storeSale(sale('1')), await storeSale(sale('1', { total: '2' })), canStoreSales()]).toEqual([true, false, true]);
  expect(stored.outbox.get('1')).toMatchObject({ total: '1' });
});

it('a role preview neither stores nor sends sales', async () => {
  await storeSale(sale('1'));
  sessionStorage.setItem('preview-role', 'cashier');
  expect(await storeSale(sale('2'))).toBe(false);
  await sendWaiting();
  expect([rpc.mock.calls.length, [...stored.outbox.keys()]]).toEqual([0, ['1']]);
  sessionStorage.clear();
  await sendWaiting();
  expect([rpc.mock.calls.length, stored.outbox.size]).toEqual([1, 0]);
});

it('waiting sales are not sent for another user who signed in', async () => {
  for (const id of ['1', '2']) await storeSale(sale(id));
  rpc.mockImplementation(() => {
    localStorage.setItem('daftar-session', JSON.stringify({ user: { id: 'karim' } }));
    return Promise.resolve({ id: 's' });
  });
  await sendWaiting();
  expect([rpc.mock.calls.length, [...stored.outbox.keys()]]).toEqual([1, ['2']]);
});

it('a cart left by a crashed tab is removed once its sale is stored, and other carts stay', async () => {
  const cart = (branch: string) => localStorage.getItem(`draft:mona:counter:${branch}`);
  for (const [branch, id] of [
    ['b', '1'],
    ['c', '2'],
  ])
    localStorage.setItem(`draft:mona:counter:${branch}`, JSON.stringify({ id }));
  stored.outbox.set('1', sale('1'));
  await sendWaiting();
  expect([cart('b'), cart('c')]).toEqual([null, JSON.stringify({ id: '2' })]);
});

it('a sale that a full disk cannot store is sent directly, and fails without a response', async () => {
  full.disk = true;
  const kept = await storeSale(sale('1'));
  expect([kept, stored.outbox.size, canStoreSales()]).toEqual([false, 0, false]);
  expect(await post(sale('1'), kept, unexpected)).toMatchObject({ recorded: { id: 's' } });
  rpc.mockRejectedValue(new AppError('network'));
  expect(await post(sale('1'), kept, unexpected)).toMatchObject({ refused: { code: 'network' } });
  full.disk = false;
  expect([await storeSale(sale('2')), canStoreSales()]).toEqual([true, true]);
});

it.each([
  ['account_inactive', 403],
  ['sold_too_early', 400],
])('a sale refused with %s is kept for a decision and does not block the next', async (code, status) => {
  for (const id of ['1', '2']) await storeSale(sale(id));
  rpc.mockRejectedValueOnce(new AppError(code, { status }));
  await sendWaiting();
  expect([...stored.outbox.values()]).toEqual([sale('1', { refusal: { code, values: {}, status } })]);
});

it('a refused sale returned to the cart is not sent again', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await storeSale(sale('1'));
  await storeSale(sale('2'));
  rpc.mockRejectedValueOnce(new AppError('stock_short', { status: 409 })).mockImplementationOnce(async () => {
    await takeBack('1');
    return { id: 's' };
  });
  expect(await post(sale('1'), true, unexpected)).toMatchObject({ refused: { code: 'stock_short' } });
  await vi.waitFor(() => expect(stored.outbox.size).toBe(0));
  await sendWaiting();
  await new Promise((soon) => setTimeout(soon));
  expect(rpc.mock.calls.map(([, { id }]) => id as string)).toEqual(['1', '2']);
  vi.unstubAllGlobals();
});

it('the listener of a waiting sale gets its refusal and recording, but not after its discard', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const heard: unknown[] = [];
  for (const id of ['1', '2']) {
    await storeSale(sale(id));
    expect(await post(sale(id), true, (outcome) => heard.push([id, outcome]))).toBe('waiting');
  }
  rpc
    .mockRejectedValueOnce(new AppError('stock_short', { status: 409 }))
    .mockRejectedValueOnce(new AppError('stock_short', { status: 409 }));
  await sendWaiting();
  const refused = { refused: { code: 'stock_short' } };
  expect(heard).toMatchObject([
    ['1', refused],
    ['2', refused],
  ]);
  const given = stored.outbox.get('2') as OutboxSale;
  await takeBack('2');
  for (const one of [stored.outbox.get('1') as OutboxSale, given]) await retry(one);
  expect(heard.slice(2)).toEqual([['1', { recorded: { id: 's' } }]]);
  vi.unstubAllGlobals();
});

it('retrying a refused sale forgets its stock correction', async () => {
  rpc.mockRejectedValue(new AppError('stock_short', { status: 409 }));
  stored.outbox.set('1', sale('1', { entryId: 'e', refusal: { code: 'stock_short', values: {}, status: 409 } }));
  await retry(stored.outbox.get('1') as OutboxSale);
  expect(stored.outbox.get('1')).toMatchObject({ refusal: { code: 'stock_short' } });
  expect(stored.outbox.get('1')).not.toHaveProperty('entryId');
});

it('another user of the device can send a sale that is too old for its seller', async () => {
  const refusal = { code: 'sold_too_long_ago', values: { days: 30 }, status: 403 };
  stored.outbox.set('1', sale('1', { person: 'karim', sale: { shift_id: 's' }, refusal }));
  await sendWaiting();
  expect(rpc).not.toHaveBeenCalled();
  await retry(stored.outbox.get('1') as OutboxSale);
  expect(rpc.mock.calls.map(([, { sale: sent }]) => sent as unknown)).toEqual([{ shift_id: 's', salesperson_id: 'karim' }]);
  expect(stored.outbox.size).toBe(0);
});

it('a sale with an empty response is kept and sent again', async () => {
  await storeSale(sale('1'));
  rpc.mockResolvedValueOnce(null);
  await sendWaiting();
  expect([...stored.outbox.keys()]).toEqual(['1']);
  await sendWaiting();
  expect(stored.outbox.size).toBe(0);
});

it('sends the other sales first when some get no answer, and stops after two in a row', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6']) await storeSale(sale(id));
  const sent: string[] = [];
  const answerAllBut = (...blocked: string[]) =>
    rpc.mockImplementation((_name: string, { id }: { id: string }) => {
      sent.push(id);
      return blocked.includes(id) ? Promise.reject(new AppError('network')) : Promise.resolve({ id });
    });
  const attempt = async () => {
    await sendWaiting();
    return [sent.splice(0).join(' '), [...stored.outbox.keys()].join(' ')];
  };
  answerAllBut('1', '4', '5');
  expect(await attempt()).toEqual(['1 2 3 4 5', '1 4 5 6']);
  expect(await attempt()).toEqual(['6 1 4', '1 4 5']);
  await storeSale(sale('7'));
  expect(await attempt()).toEqual(['7 5 1', '1 4 5']);
  answerAllBut('1', '5');
  expect(await attempt()).toEqual(['4 5 1', '1 5']);
});

it('a sale discarded while its missing stock is added is not sent', async () => {
  const short = sale('1', { refusal: { code: 'stock_short', values: { lines: [{ variant_id: 'v', needs: 2, has: 1 }] }, status: 409 } });
  stored.outbox.set('1', short);
  rpc.mockImplementation(async (name: string) => {
    if (name === 'post_stock_entry') await takeBack('1');
    return { id: 's' };
  });
  await addMissing(short);
  await addMissing(short);
  expect(rpc.mock.calls.map(([name]) => name as string)).toEqual(['post_stock_entry']);
  expect([...stored.outbox.keys()]).toEqual([]);
});

it("a failed resume keeps the held sale's only copy, and drops a copy the server still has", async () => {
  const refused = (status: number) => ({ data: null, error: { code: '42501', message: 'x', details: '', hint: '' }, status });
  stored.held.set('1', { id: '1', person: 'mona', cart: {} });
  await uploadHeldSales().catch(() => undefined);
  answers.gone = refused(500);
  await expect(takeHeld('1', (cart) => cart)).rejects.toBeInstanceOf(AppError);
  expect([...stored.held.keys()]).toEqual(['1']);
  answers.found = { id: '2', total: 1, created_at: '', cart: {} };
  await expect(takeHeld('2', (cart) => cart)).rejects.toBeInstanceOf(AppError);
  expect([...stored.held.keys()]).toEqual(['1', '2']);
  stored.held.delete('2');
  answers.gone = refused(403);
  await expect(takeHeld('2', (cart) => cart)).rejects.toBeInstanceOf(AppError);
  expect([...stored.held.keys()]).toEqual(['1']);
});

it('a held sale is deleted on the server first, and one that is already taken is reported', async () => {
  stored.held.set('1', { id: '1', person: 'mona', cart: {} });
  await uploadHeldSales().catch(() => undefined);
  answers.gone = { data: null, error: { code: '', message: 'TypeError: Load failed', details: '', hint: '' }, status: 0 };
  await expect(discardHeld('1')).rejects.toMatchObject({ code: 'network' });
  expect([...stored.held.keys()]).toEqual(['1']);
  answers.gone = { data: [], error: null, status: 200 };
  await discardHeld('1');
  expect(stored.held.size).toBe(0);
  await expect(discardHeld('2')).rejects.toMatchObject({ code: 'held_sale_taken' });
  answers.gone = { data: [{ id: '2' }], error: null, status: 200 };
  await discardHeld('2');
});
