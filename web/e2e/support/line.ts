/* A line to the stack that can be cut, or bad: a browser's own "offline" does not reach a service worker, and a dead line often looks alive. */
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { stack } from './stack.ts';

/** What a bad line does to a request: an answer is cut in the middle of its body, like a request; of two copies the second comes later, like one that is late. */
export type Fault = 'request lost' | 'request cut' | 'answer lost' | 'answer cut' | 'twice' | 'late';

export interface Line {
  url: string;
  cut: () => void;
  mend: () => void;
  /** The next requests to this path arrive and are done, and their answers are lost. */
  loseAnswers: (path: string, count: number) => void;
  /** What this path answers is rewritten on its way. */
  rewrite: (path: string, change: (text: string) => string) => void;
  /** What becomes of each request from now on, and how many milliseconds later is late; until it is mended. */
  spoil: (faultOf: () => { fault: Fault | null; late: number }) => void;
  /** How often a path was asked for. */
  asked: (path: string) => number;
  /** Once nothing is on its way, neither a second copy nor what is late. */
  idle: () => Promise<unknown>;
  end: () => Promise<void>;
}

interface Came {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function newLine(): Promise<Line> {
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
      // The address of the page is the line's, as it would be with any proxy.
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
            // Whole, and anew.
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

  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    if (isCut) return void asked.socket.destroy();
    const path = asked.url ?? '/';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const loses = path.includes(losing.path) && losing.left > 0;
    if (loses) losing.left--;
    const { fault, late } = loses ? { fault: 'answer lost', late: 0 } : faultOf();
    try {
      const body = await buffer(asked);
      // What has no body has no middle.
      if (fault === 'request lost' || (fault === 'request cut' && body.length < 2)) throw new Error(fault);
      if (fault === 'late') await wait(late);
      if (fault === 'twice')
        track(
          wait(late)
            .then(() => forward(asked, body, true))
            .catch(() => undefined),
        );
      const came = await forward(asked, body, fault !== 'request cut');
      if (fault === 'answer lost') throw new Error(fault);
      if (path === rewriting.path) {
        came.body = Buffer.from(rewriting.change(came.body.toString()));
        delete came.headers['content-length'];
        delete came.headers.etag;
      }
      answer.writeHead(came.status, came.headers);
      if (fault === 'answer cut') answer.write(half(came.body), () => asked.socket.destroy());
      else answer.end(came.body);
    } catch {
      // To who asked, nothing but a line that broke.
      asked.socket.destroy();
    }
  };
  const track = (work: Promise<unknown>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const server = createServer((asked, answer) => track(pass(asked, answer)));
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
    mend: () => {
      isCut = false;
      faultOf = good;
    },
    loseAnswers: (path, left) => void (losing = { path, left }),
    rewrite: (path, change) => void (rewriting = { path, change }),
    spoil: (next) => void (faultOf = next),
    asked: (path) => [...counts].reduce((sum, [one, count]) => (one.includes(path) ? sum + count : sum), 0),
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
