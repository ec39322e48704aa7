import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { failures } from '@/mounted/no-answer.ts';

/** The service worker of the counter, with a cache in memory and `fetch` as the network. */
async function startWorker(fetch: () => Promise<Response>) {
  const stored = new Map<string, Response>();
  const listeners = new Map<string, (event: unknown) => void>();
  const cache = { match: (key: string) => stored.get(key), put: (key: string, answer: Response) => void stored.set(key, answer) };
  runInNewContext(await readFile('web/public/counter-worker.js', 'utf8'), {
    ...{ importScripts: () => undefined, fetch, URL, AbortSignal },
    caches: { ...cache, open: () => Promise.resolve(cache) },
    self: {
      counterFiles: { release: 'r', files: [], entry: 'entry' },
      location: { origin: 'http://shop.example' },
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    },
  });
  const ask = async (path: string, mode: string): Promise<Response> => {
    let answer: Promise<Response> | undefined;
    const request = { method: 'GET', url: `http://shop.example${path}`, mode };
    listeners.get('fetch')?.({ request, respondWith: (answered: Promise<Response>) => (answer = answered) });
    return answer!;
  };
  return { stored, ask };
}

it.each(failures.filter(([name]) => /page|connection|flight/.test(name)))(
  '%s is not stored in place of a file of the counter',
  async (_name, fail) => {
    const { stored, ask } = await startWorker(fail);
    await ask('/assets/a.js', 'cors').catch(() => undefined);
    expect([...stored.keys()]).toEqual([]);
  },
);

it.each(failures.filter(([name]) => /connection|flight|gateway|proxy/.test(name)))(
  '%s makes the counter fall back to its stored page',
  async (_name, fail) => {
    const { stored, ask } = await startWorker(fail);
    const page = new Response('the counter');
    stored.set('/accounting/sales/add', page);
    expect(await ask('/accounting/sales/add', 'navigate')).toBe(page);
  },
);

it('a file of the counter is stored when it is first loaded', async () => {
  const { stored, ask } = await startWorker(() =>
    Promise.resolve(new Response('code', { headers: { 'content-type': 'text/javascript' } })),
  );
  await ask('/assets/a.js', 'cors');
  expect([...stored.keys()]).toEqual(['http://shop.example/assets/a.js']);
});
