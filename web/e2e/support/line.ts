/* A line to the stack that can be cut: a browser's own "offline" does not reach a service worker, and a dead line often looks alive. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { stack } from './stack.ts';

export interface Line {
  url: string;
  cut: () => void;
  mend: () => void;
  /** The next requests to this path arrive and are done, and their answers are lost. */
  loseAnswers: (path: string, count: number) => void;
  /** How often a path was asked for. */
  asked: (path: string) => number;
  end: () => Promise<void>;
}

export async function newLine(): Promise<Line> {
  const there = new URL(stack.url);
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  let isCut = false;
  let losing = { path: '', left: 0 };
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    if (isCut) return void asked.socket.destroy();
    const path = asked.url ?? '/';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const loses = path.includes(losing.path) && losing.left > 0;
    if (loses) losing.left--;
    // The address of the page is the line's, as it would be with any proxy.
    const onward = request({ host: there.hostname, port: there.port, path, method: asked.method, headers: { ...asked.headers, host: there.host, ...(asked.headers.origin ? { origin: there.origin } : {}) } }, (came) => {
      if (loses) {
        came.resume();
        came.on('end', () => asked.socket.destroy());
        return;
      }
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    onward.on('error', () => asked.socket.destroy());
    asked.pipe(onward);
  };
  const server = createServer(pass);
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
    mend: () => void (isCut = false),
    loseAnswers: (path, left) => void (losing = { path, left }),
    asked: (path) => [...counts].reduce((sum, [one, count]) => (one.includes(path) ? sum + count : sum), 0),
    end: () => new Promise((ended) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => ended());
    }),
  };
}
