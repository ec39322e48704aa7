import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newest } from './build.ts';
import { configured } from './config.ts';
import { json } from './http.ts';
import { append } from './log.ts';
import { project } from './paths.ts';
import { freePort } from './ports.ts';
import { readToken } from './token.ts';

export interface FunctionsOptions {
  folder: string;
  configFile: string;
  environment: Record<string, string>;
  jwtSecret: string;
  logFile: string;
}

/** Runs edge functions under Deno: one process each, started by the first call and kept running. */
export function functionsRunner({ folder, configFile, environment, jwtSecret, logFile }: FunctionsOptions) {
  const running = new Map<string, Promise<Served>>();

  const handle = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const [, name = '', rest = ''] = /^\/functions\/v1\/([a-z][\w-]*)(\/.*)?$/i.exec(pathname) ?? [];
    const file = join(folder, name, 'index.ts');
    if (!name || !existsSync(file)) return json(404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
    const refusal = verifiesToken(configFile, name) ? refuse(request, jwtSecret) : null;
    if (refusal) return refusal;
    let served = running.get(name);
    const ready = await served?.catch(() => null);
    if (!served || !ready || ended(ready.process) || ready.since < newest([folder])) {
      // Another call may have started the new process while this one waited.
      if (running.get(name) === served) {
        if (ready) void end(ready.process);
        running.set(name, serve(name, file, environment, logFile));
      }
      served = running.get(name);
    }
    try {
      if (!served) throw new Error(`${name} was stopped`);
      const { origin } = await served;
      const { method, headers, body, signal } = request;
      return await fetch(`${origin}/${name}${rest}${search}`, {
        method,
        headers: withoutHopByHopHeaders(headers),
        body,
        signal,
        duplex: 'half',
        redirect: 'manual',
      } as RequestInit);
    } catch (error) {
      if (!request.signal.aborted) console.error(error);
      return json(503, { code: 'BOOT_ERROR', message: 'Function failed to start' });
    }
  };

  const stop = async (): Promise<void> => {
    for (const served of running.values()) await served.then(({ process }) => end(process)).catch(() => undefined);
  };
  return { handle, stop };
}

interface Served {
  origin: string;
  /** The start time; a function edited since is restarted. */
  since: number;
  process: ChildProcess;
}

async function serve(name: string, file: string, environment: Record<string, string>, logFile: string): Promise<Served> {
  const since = Date.now();
  const port = await freePort();
  const deno = spawn(
    denoBinary(),
    // A hosted function has 256 MB in all; one that needs more should fail here too.
    [
      'run',
      '--v8-flags=--max-old-space-size=128',
      '--no-prompt',
      '--no-lock',
      '--quiet',
      '--allow-net',
      '--allow-env',
      '--allow-sys',
      `--allow-read=${project},${dirname(file)}`,
      join(project, 'stack/functions-host.ts'),
      pathToFileURL(file).href,
    ],
    {
      cwd: project,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DO_NOT_TRACK: '1',
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        ...environment,
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Detached, so that the stack stops it after the last request, not the terminal's Ctrl-C.
      detached: true,
    },
  );
  for (const stream of [deno.stdout, deno.stderr]) stream.on('data', (chunk: Buffer) => append(logFile, `[${name}] ${chunk.toString()}`));
  const origin = `http://127.0.0.1:${port}`;
  for (let passed = 0; passed < 30_000; passed += 50) {
    if (ended(deno)) break;
    if (await listening(origin)) return { origin, since, process: deno };
    await wait(50);
  }
  end(deno);
  throw new Error(`The function ${name} didn’t start. ${logFile} says why.`);
}

async function listening(origin: string): Promise<boolean> {
  return fetch(origin, { method: 'OPTIONS' }).then(
    async (response) => (await response.body?.cancel(), true),
    () => false,
  );
}

const ended = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function end(process: ChildProcess): Promise<void> {
  if (ended(process)) return Promise.resolve();
  const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  process.kill('SIGKILL');
  return exited;
}

function denoBinary(): string {
  const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
  return join(project, 'node_modules', 'deno', name);
}

/** Whether a function requires a token, which is the default of supabase/config.toml. */
const verifiesToken = (config: string, name: string): boolean => configured(config, `functions.${name}`, 'verify_jwt') !== 'false';

function refuse(request: Request, secret: string): Response | null {
  const header = request.headers.get('authorization');
  if (!header) return json(401, { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' });
  const [scheme, token = ''] = header.split(' ');
  if (scheme?.toLowerCase() === 'bearer' && readToken(token, secret)) return null;
  return json(401, { code: 'UNAUTHORIZED_INVALID_JWT_FORMAT', message: 'Invalid JWT' });
}

function withoutHopByHopHeaders(headers: Headers): Headers {
  const forwarded = new Headers(headers);
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'accept-encoding']) forwarded.delete(name);
  return forwarded;
}
