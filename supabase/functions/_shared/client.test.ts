import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callAsCaller } from './client.ts';
import { Refusal } from './errors.ts';

/* The connection from a function to the database. */

const pieces = ['{"id":', '"1"}'].map((piece) => new TextEncoder().encode(piece));
const line = vi.fn<typeof fetch>();
const ask = (signal?: AbortSignal, args: () => Iterable<Uint8Array<ArrayBuffer>> = () => pieces) =>
  callAsCaller(new Request('http://function', { headers: { authorization: 'Bearer token' }, signal }), 'import_sheet', args);
const broken = new TypeError('Broken pipe');

beforeEach(() => {
  vi.stubGlobal('Deno', { env: { get: (name: string) => (name === 'SUPABASE_URL' ? 'http://database' : undefined) } });
  vi.stubGlobal('fetch', line);
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  line.mockReset();
});

it('resends the whole request if the kept-alive connection was closed', async () => {
  const sent: string[] = [];
  line.mockImplementationOnce(async (_, init) => {
    await (init?.body as ReadableStream).getReader().read();
    throw broken;
  });
  line.mockImplementationOnce(async (_, init) => {
    sent.push(await new Response(init?.body).text());
    return new Response('{"status":"applied"}');
  });
  expect(await ask()).toEqual({ status: 'applied' });
  expect(sent).toEqual(['{"id":"1"}']);
});

it.each([0, 1])('reports why piece %i was refused, and sends no more', async (last) => {
  const refused = new Refusal('file_no_rows', 422);
  line.mockImplementation(async (_, init) => {
    await new Response(init?.body).text().catch(() => {
      throw broken;
    });
    return new Response('{"status":"applied"}');
  });
  const asked = ask(undefined, function* () {
    yield* pieces.slice(0, last);
    throw refused;
  });
  await expect(asked).rejects.toBe(refused);
  expect(line).toHaveBeenCalledTimes(1);
});

it('reports the database as unreachable after two failed attempts', async () => {
  line.mockRejectedValue(broken);
  await expect(ask()).rejects.toMatchObject({ code: 'database_unreachable', status: 503 });
  expect(line).toHaveBeenCalledTimes(2);
});

it('ignores the abort signal of the request, which also fires after success', async () => {
  line.mockRejectedValueOnce(broken).mockResolvedValueOnce(new Response('{"status":"applied"}'));
  expect(await ask(AbortSignal.abort())).toEqual({ status: 'applied' });
  for (const [, init] of line.mock.calls) expect(init).not.toHaveProperty('signal');
});

it('does not retry after an error response of the database', async () => {
  line.mockResolvedValue(new Response('{"code":"PT403","message":"permission_missing","details":"{}"}', { status: 403 }));
  await expect(ask()).rejects.toMatchObject({ code: 'permission_missing', status: 403 });
  expect(line).toHaveBeenCalledTimes(1);
});

it('reports a full disk with its own code and without file names', async () => {
  line.mockResolvedValue(
    new Response('{"code":"53100","message":"could not extend file \\"base/16384/24756\\": No space left on device"}', { status: 503 }),
  );
  await expect(ask()).rejects.toMatchObject({ code: 'disk_full', message: 'disk_full', status: 503, values: {} });
});
