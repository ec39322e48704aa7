import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failures } from '@/mounted/no-answer.ts';
import type { OutboxSale } from './counter-outbox.ts';

/* The offline counter with the real clients; only `fetch` and the device's storage are replaced. */

const { device } = vi.hoisted(() => {
  const storage = () => {
    const values = new Map<string, string>();
    return {
      get length() {
        return values.size;
      },
      key: (index: number) => [...values.keys()][index] ?? null,
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
      clear: () => values.clear(),
    };
  };
  Object.assign(globalThis, {
    window: { addEventListener: () => undefined },
    localStorage: storage(),
    sessionStorage: storage(),
  });
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  return { device: { outbox: new Map(), held: new Map(), goods: new Map(), kept: new Map() } as Record<string, Map<string, unknown>> };
});
vi.mock('./config.ts', () => ({ config: { url: 'http://shop.example', publishableKey: 'public' } }));
vi.mock('idb-keyval', async (original) => ({
  ...(await original<object>()),
  promisifyRequest: (asked: unknown) => Promise.resolve(asked),
}));
vi.mock('./device-store.ts', () => {
  const open = (_mode: string, action: (table: (name: string) => unknown) => unknown) =>
    Promise.resolve(
      action((name) => ({
        getAll: () => [...device[name]!.values()],
        get: (id: string) => device[name]!.get(id),
        put: (row: { id: string }, key = row.id) => device[name]!.set(key, row),
        add: (row: { id: string }) => device[name]!.set(row.id, row),
        delete: (id: string) => device[name]!.delete(id),
      })),
    );
  return { deviceStore: () => open, counterStore: open };
});

const { post, storeSale, sendWaiting } = await import('./counter-outbox.ts');
const { discardHeld, hold, uploadHeldSales, takeHeld } = await import('./held-sales.ts');
const { invoke, rpc } = await import('./calls.ts');
const { setPassword, invitationOf } = await import('./account.ts');
const { readFile, removeFiles, uploadFile } = await import('./files.ts');
const { asAppError, isAnswerLost } = await import('./errors.ts');
const { meOf } = await import('./me.ts');
const { queryClient } = await import('./query.ts');
const { renewalNeeded } = await import('./renewal.ts');

const session = JSON.stringify({
  access_token: 'token',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'mona' },
});

const sale: OutboxSale = {
  ...{ id: '1', person: 'mona', branchId: 'b', madeAt: '', localNumber: 'A-1', total: '1' },
  ...{ cart: {}, sale: {}, lines: [], payments: [] },
};
const held = { id: '2', branch_id: 'b', till: 'A', label: null, lines: 1, total: '1', cart: {} };

const caught = (work: Promise<unknown>): Promise<unknown> => work.then((done) => expect.fail(`done: ${JSON.stringify(done)}`), asAppError);

beforeEach(() => {
  for (const rows of Object.values(device)) rows.clear();
  localStorage.clear();
  localStorage.setItem('daftar-session', session);
  queryClient.clear();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(failures)('%s', (_name, fail) => {
  beforeEach(() => void vi.stubGlobal('fetch', vi.fn(fail)));

  it('is a lost response for every request, and keeps the session without asking to sign in', async () => {
    const requests = [
      () => rpc('me', {} as never),
      () => invoke('import', {}),
      () => uploadFile('images', 'a.png', new Blob(['x'])),
      () => removeFiles('images', ['a.png']),
      () => invitationOf('hash')('a new password'),
      () => discardHeld('2'),
    ];
    for (const request of requests) {
      const error = await caught(request());
      expect(isAnswerLost(error), `${String(request)}: ${String(error)}`).toBe(true);
    }
    expect(await caught(setPassword('a new password'))).toMatchObject({ code: expect.stringMatching(/^(network|server)$/) as string });
    expect([localStorage.getItem('daftar-session'), renewalNeeded()]).toEqual([session, false]);
  });

  it('opens the counter with the data stored on the device', async () => {
    const me = { profile: { id: 'mona' }, business: { currency: 'EGP' } };
    localStorage.setItem('goods:mona:b', 'kept');
    device.kept!.set('kept', { me });
    const observer = new QueryObserver(queryClient, { ...meOf(), retry: false });
    const leave = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(me));
    leave();
  });

  it('keeps a sale on the device and sends it when there is a connection', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(await storeSale(sale)).toBe(true);
    await sendWaiting();
    expect([...device.outbox!.values()]).toEqual([sale]);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: '1' })));
    await sendWaiting();
    expect(device.outbox!.size).toBe(0);
  });

  it('tells a counter without storage that the sale may have been recorded', async () => {
    const outcome = await post(sale, false, () => undefined);
    expect(isAnswerLost((outcome as { refused: unknown }).refused)).toBe(true);
  });

  it('holds and resumes a sale on the device, and sends it when there is a connection', async () => {
    await hold(held);
    expect([...device.held!.keys()]).toEqual(['2']);
    await uploadHeldSales();
    expect([...device.held!.keys()]).toEqual(['2']);
    expect(await takeHeld('2', (cart) => cart)).toEqual({});
    await hold(held);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(held)));
    await uploadHeldSales();
    expect(device.held!.size).toBe(0);
  });
});

it('a held sale that this version cannot read is deleted neither on the server nor the device', async () => {
  const methods: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    methods.push(init?.method);
    return Promise.resolve(Response.json([{ ...held, created_at: '' }]));
  });
  await expect(takeHeld('2', () => null)).rejects.toMatchObject({ code: 'cart_unreadable' });
  expect([methods, device.held!.size]).toEqual([['GET'], 0]);
  vi.stubGlobal('fetch', vi.fn(failures[0]![1]));
  await hold(held);
  await expect(takeHeld('2', () => null)).rejects.toMatchObject({ code: 'cart_unreadable' });
  expect([...device.held!.keys()]).toEqual(['2']);
});

// A file is not JSON, so only its length would show that it ended early.
it.each(failures.filter(([name]) => name !== 'an answer that ends early'))(
  'reading a file fails as a lost response: %s',
  async (_name, fail) => {
    vi.stubGlobal('fetch', vi.fn(fail));
    expect(isAnswerLost(await caught(readFile('images', 'a.png')))).toBe(true);
  },
);
