import { afterEach, expect, it, vi } from 'vitest';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('./calls.ts', async () => ({ ...(await vi.importActual<object>('./calls.ts')), rpc }));
vi.mock('./client.ts', () => ({ rest: {}, fetchAsUser: vi.fn() }));
vi.mock('./config.ts', () => ({ config: { url: 'http://shop.example' } }));

const { restoreProducts } = await import('./products.ts');
afterEach(() => rpc.mockReset());

it('undoes the largest possible change of products in requests under 1 MB', async () => {
  const id = '00000000-0000-7000-8000-00000000d102';
  const own_prices = Array(12).fill({ id, price: 1234.5 });
  const before = Array.from({ length: 5000 }, (_, version) => ({
    id,
    version,
    price: 1234.5,
    category_id: id,
    brand_id: id,
    active: true,
    own_prices,
  }));
  rpc.mockImplementation((_, { before }: { before: unknown[] }) => Promise.resolve({ restored: before.length - 1, kept: 1 }));
  const { restored, kept } = await restoreProducts(before);
  const bodies = rpc.mock.calls.map(([, body]) => body as { before: unknown[] });
  expect(Math.max(...bodies.map((body) => JSON.stringify(body).length))).toBeLessThan(1024 * 1024);
  expect(bodies.flatMap((body) => body.before)).toEqual(before);
  expect([restored, kept]).toEqual([5000 - bodies.length, bodies.length]);
});
