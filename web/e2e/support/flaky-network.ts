/* A proxy to the stack whose network can be cut or made faulty: the browser's own offline mode does not reach a service worker, and a dead network often looks alive. */
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { stack } from './stack.ts';

/** Faults of a request. A cut request or response ends in the middle of its body; of a request sent twice, the second copy is delayed. */
export type Fault = 'request lost' | 'request cut' | 'answer lost' | 'answer cut' | 'twice' | 'late';

export interface FlakyNetwork {
  url: string;
  cut: () => void;
  restore: () => void;
  /** The next requests to this path are processed, but their responses are lost. */
  loseResponses: (path: string, count: number) => void;
  /** Rewrites the responses of this path. */
  rewrite: (path: string, change: (text: string) => string) => void;
  /** Sets the fault of each request from now on, and its delay in milliseconds, until mend(). */
  injectFaults: (faultOf: () => { fault: Fault | null; late: number }) => void;
  /** The number of requests to a path. */
  requestCount: (path: string) => number;
  /** Resolves when no request is in flight, including copies and delayed ones. */
  idle: () => Promise<unknown>;
  end: () => Promise<void>;
}

interface Came {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function startFlakyNetwork(): Promise<FlakyNetwork> {
  const there = new URL(stack.url);
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  const underway = new Set<Promise<unknown>>();
  let isCut = false;
  let losing = { path: '', left: 0 };
  let rewriting = { path: '/', change: (text: string) => text };
  const good = () => ({ fault: null as Fault | null, late: 0 });
  let faultOf = good;
  const half = (body: Buffer) => body.subarray(0, body.length / 2);

  const forward = ({ url, method, headers }: IncomingMessage, body: Buffer, whole: boolean) =>
    new Promise<Came>((resolve, reject) => {
      // The page's origin is the proxy's, so it is replaced.
      const onward = request(
        {
          host: there.hostname,
          port: there.port,
          path: url,
          method,
          headers: {
            ...headers,
            host: there.host,
            ...(headers.origin ? { origin: there.origin } : {}),
            // Uncompressed and uncached.
            ...(url === rewriting.path ? { 'accept-encoding': 'identity', 'if-none-match': '', 'if-modified-since': '' } : {}),
          },
        },
        (came) => {
          buffer(came).then((content) => resolve({ status: came.statusCode ?? 502, headers: came.headers, body: content }), reject);
        },
      );
      onward.on('error', reject);
      if (whole) onward.end(body);
      else onward.write(half(body), () => onward.destroy(new Error('cut')));
    });

  const pass = async (requestCount: IncomingMessage, answer: ServerResponse) => {
    if (isCut) return void requestCount.socket.destroy();
    const path = requestCount.url ?? '/';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const loses = path.includes(losing.path) && losing.left > 0;
    if (loses) losing.left--;
    const { fault, late } = loses ? { fault: 'answer lost', late: 0 } : faultOf();
    try {
      const body = await buffer(requestCount);
      // A request without a body cannot be cut in the middle.
      if (fault === 'request lost' || (fault === 'request cut' && body.length < 2)) throw new Error(fault);
      if (fault === 'late') await wait(late);
      if (fault === 'twice')
        track(
          wait(late)
            .then(() => forward(requestCount, body, true))
            .catch(() => undefined),
        );
      const came = await forward(requestCount, body, fault !== 'request cut');
      if (fault === 'answer lost') throw new Error(fault);
      if (path === rewriting.path) {
        came.body = Buffer.from(rewriting.change(came.body.toString()));
        delete came.headers['content-length'];
        delete came.headers.etag;
      }
      answer.writeHead(came.status, came.headers);
      if (fault === 'answer cut') answer.write(half(came.body), () => requestCount.socket.destroy());
      else answer.end(came.body);
    } catch {
      // The client sees a broken connection.
      requestCount.socket.destroy();
    }
  };
  const track = (work: Promise<unknown>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const server = createServer((requestCount, answer) => track(pass(requestCount, answer)));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (isCut) socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      isCut = false;
      faultOf = good;
    },
    loseResponses: (path, left) => void (losing = { path, left }),
    rewrite: (path, change) => void (rewriting = { path, change }),
    injectFaults: (next) => void (faultOf = next),
    requestCount: (path) => [...counts].reduce((sum, [one, count]) => (one.includes(path) ? sum + count : sum), 0),
    idle: async () => {
      while (underway.size > 0) await Promise.all(underway);
    },
    end: () =>
      new Promise((ended) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => ended());
      }),
  };
}
