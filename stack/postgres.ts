import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { say, tail } from './log.ts';
import { binaries, clusterDir, ownedFolder, postgresOwner, type Owner } from './postgres-place.ts';
import { freePort } from './ports.ts';
import type { Secrets } from './secrets.ts';

export interface Database {
  port: number;
  url(role: 'supabase_admin' | 'postgres' | 'authenticator'): string;
  /** The signal of the current run: aborted when Postgres ends; a restart has a new one. */
  there(): AbortSignal;
  answers(): Promise<boolean>;
  stop(): Promise<void>;
}

const executable = (bin: string, name: string): string => join(bin, process.platform === 'win32' ? `${name}.exe` : name);

/** The settings of hosted Supabase that affect behaviour. fsync stays on, so that an acknowledged write is durable. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_level: 'logical',
  jit: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  // Refusals are raised as errors; each is logged in one line without its context.
  log_error_verbosity: 'terse',
  timezone: 'UTC',
};

/** Runs Postgres until it is stopped, and restarts it when it ends, with growing pauses if that fails. */
export async function startPostgres(dataDir: string, secrets: Secrets, onRestart: () => void): Promise<Database> {
  const owner = postgresOwner();
  const bin = binaries(owner);
  const cluster = clusterDir(dataDir, owner);
  const logs = join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(bin, cluster, owner, secrets);
  await endOrphan(cluster);

  let port = await freePort(54322);
  const url: Database['url'] = (role) => {
    const password = {
      supabase_admin: secrets.adminPassword,
      postgres: secrets.postgresPassword,
      authenticator: secrets.authenticatorPassword,
    }[role];
    return `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`;
  };
  const logFile = join(logs, 'postgres.log');
  let server = spawnServer(bin, cluster, owner, port, logFile);
  let run = new AbortController();
  let stopping = false;
  // Postgres must not outlive this process. Gentler signals were sent before, and acknowledged writes are durable.
  process.once('exit', () => server.kill('SIGKILL'));

  const start = async (): Promise<boolean> => {
    if (ended(server)) server = spawnServer(bin, cluster, owner, port, logFile);
    const up = await waitUntilReady(server, url('supabase_admin'));
    if (up) run = new AbortController();
    return up;
  };
  // The children of a killed server may hold its shared memory for a moment, so a refused start is retried.
  for (let attempt = 0; !(await start()); attempt++) {
    if (attempt === 20 || tail(logFile).includes('No space left'))
      throw new Error(`Postgres didn’t start. ${logFile} says why:\n${tail(logFile)}`);
    // Another stack may have taken the port meanwhile.
    if (tail(logFile).includes('could not bind')) port = await freePort();
    await wait(500);
  }

  const restartLoop = async (): Promise<void> => {
    while (!stopping) {
      await exited(server);
      run.abort();
      if (stopping) return;
      say('The database stopped and is being restarted. Requests are refused until it’s back.');
      for (let pause = 250; !stopping && !(await start()); pause = Math.min(pause * 2, 10_000)) {
        if (pause === 4_000) say(`The database isn’t starting; retrying. ${logFile} says why:\n${tail(logFile)}`);
        await wait(pause);
      }
      if (run.signal.aborted || stopping) continue;
      say('The database is back.');
      onRestart();
    }
  };
  void restartLoop();
  return {
    port,
    url,
    there: () => run.signal,
    answers: () => canConnect(url('supabase_admin')),
    async stop() {
      stopping = true;
      await stop(server);
    },
  };
}

/** Created beside its final path and renamed when complete, so that an interrupted first start leaves no partial cluster. */
async function createCluster(bin: string, cluster: string, owner: Owner, secrets: Secrets): Promise<void> {
  // Each attempt has its own name, since the initdb of a killed one may still be writing.
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.new-`)) rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
  const partial = ownedFolder(`${cluster}.new-${randomBytes(4).toString('hex')}`, owner);
  const password = join(partial, 'password');
  writeFileSync(password, secrets.adminPassword, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(password, owner.uid, owner.gid);
  const made = join(partial, 'cluster');
  // Arabic trigrams need an LC_CTYPE that knows Arabic letters; plain C knows only ASCII.
  const characters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  await promisify(execFile)(
    executable(bin, 'initdb'),
    [
      '-D',
      made,
      '-U',
      'supabase_admin',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=icu',
      '--icu-locale=en-US',
      '--locale=C',
      `--lc-ctype=${characters}`,
      `--lc-collate=${characters}`,
    ],
    { ...owner, cwd: '/' },
  ).catch((error: unknown) => {
    // A partial cluster must not keep filling a full disk.
    rmSync(partial, { recursive: true, force: true });
    throw error;
  });
  rmSync(cluster, { recursive: true, force: true });
  renameSync(made, cluster);
  rmSync(partial, { recursive: true });
}

function spawnServer(bin: string, cluster: string, owner: Owner, port: number, logFile: string): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a');
  // Detached from the terminal's Ctrl-C, since it is stopped after everything that uses it.
  const server = spawn(executable(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...options], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  return server;
}

const ended = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
const exited = (server: ChildProcess): Promise<unknown> =>
  ended(server) ? Promise.resolve() : new Promise((resolve) => server.once('exit', resolve));

async function waitUntilReady(server: ChildProcess, url: string): Promise<boolean> {
  while (!ended(server)) {
    if (await canConnect(url)) return true;
    await wait(50);
  }
  return false;
}

async function canConnect(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1, connect_timeout: 5 });
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }));
}

export function connect(url: string, options: postgres.Options<Record<string, never>> = {}): Sql {
  return postgres(url, { max: 2, onnotice: () => undefined, ...options }) as Sql;
}

/** Whether an error means a broken connection. A pool reports one that broke while idle only at the next query. */
export const lostConnection = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && /^(57P|08|CONNECTION_|ECONN)/.test(String(problem.code));

async function stop(server: ChildProcess): Promise<void> {
  // SIGINT is Postgres's fast shutdown; SIGQUIT is immediate, for clients that do not disconnect, and loses no data either.
  server.kill('SIGINT');
  const escalation = setTimeout(() => server.kill('SIGQUIT'), 2_000);
  await exited(server);
  clearTimeout(escalation);
}

/** Ends the Postgres of a killed stack, recognised by the data directory in its command line. */
async function endOrphan(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!runsOn(pid, cluster)) return rmSync(file, { force: true });
  for (let passed = 0; runsOn(pid, cluster); passed += 100) {
    if (passed === 0) process.kill(pid, 'SIGINT');
    if (passed === 10_000) process.kill(pid, 'SIGQUIT');
    if (passed === 20_000) throw new Error(`Another Postgres (process ${pid}) still uses ${cluster} and won’t stop.`);
    await wait(100);
  }
}

function runsOn(pid: number, cluster: string): boolean {
  try {
    const commandLine = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return commandLine.includes(cluster);
  } catch {
    return false;
  }
}
