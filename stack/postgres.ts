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
  /** Aborted when it falls over; after the next start there is another. */
  there(): AbortSignal;
  answers(): Promise<boolean>;
  stop(): Promise<void>;
}

const executable = (bin: string, name: string): string => join(bin, process.platform === 'win32' ? `${name}.exe` : name);

/** As hosted Supabase where it matters. fsync stays on: an answered write is kept. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_level: 'logical',
  jit: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  // A refusal is no fault: a line each, not the whole way to it.
  log_error_verbosity: 'terse',
  timezone: 'UTC',
};

/** Runs until it is stopped: when it is killed or falls over it is started again, later and later where that fails. */
export async function startPostgres(dataDir: string, secrets: Secrets, returned: () => void): Promise<Database> {
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
  // It must not outlive this program, however this program ends. By then it was asked in kinder ways, and an answered write is kept.
  process.once('exit', () => server.kill('SIGKILL'));

  const begin = async (): Promise<boolean> => {
    if (ended(server)) server = spawnServer(bin, cluster, owner, port, logFile);
    const up = await ready(server, url('supabase_admin'));
    if (up) run = new AbortController();
    return up;
  };
  // The children of a server that was killed may hold its memory for a moment; then a start is refused and tried again.
  for (let attempt = 0; !(await begin()); attempt++) {
    if (attempt === 20 || tail(logFile).includes('No space left'))
      throw new Error(`Postgres didn’t start. ${logFile} says why:\n${tail(logFile)}`);
    // Another stack may have taken the port in between.
    if (tail(logFile).includes('could not bind')) port = await freePort();
    await wait(500);
  }

  const keep = async (): Promise<void> => {
    while (!stopping) {
      await gone(server);
      run.abort();
      if (stopping) return;
      say('The database stopped and is being restarted. Requests are refused until it’s back.');
      for (let pause = 250; !stopping && !(await begin()); pause = Math.min(pause * 2, 10_000)) {
        if (pause === 4_000) say(`The database isn’t starting; retrying. ${logFile} says why:\n${tail(logFile)}`);
        await wait(pause);
      }
      if (run.signal.aborted || stopping) continue;
      say('The database is back.');
      returned();
    }
  };
  void keep();
  return {
    port,
    url,
    there: () => run.signal,
    answers: () => reached(url('supabase_admin')),
    async stop() {
      stopping = true;
      await stop(server);
    },
  };
}

/** Made beside its place and moved there when it is whole: an interrupted first start leaves nothing half-made behind. */
async function createCluster(bin: string, cluster: string, owner: Owner, secrets: Secrets): Promise<void> {
  // Each attempt has a name of its own: the initdb of a killed one may still be writing.
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.new-`)) rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
  const half = ownedFolder(`${cluster}.new-${randomBytes(4).toString('hex')}`, owner);
  const password = join(half, 'password');
  writeFileSync(password, secrets.adminPassword, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(password, owner.uid, owner.gid);
  const made = join(half, 'cluster');
  // Trigrams of Arabic need a character type that knows its letters; plain C knows only ASCII.
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
    // What a full disk cut short must not keep it full.
    rmSync(half, { recursive: true, force: true });
    throw error;
  });
  rmSync(cluster, { recursive: true, force: true });
  renameSync(made, cluster);
  rmSync(half, { recursive: true });
}

function spawnServer(bin: string, cluster: string, owner: Owner, port: number, logFile: string): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a');
  // Away from the terminal's Ctrl-C: it is stopped after everything that uses it.
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
const gone = (server: ChildProcess): Promise<unknown> =>
  ended(server) ? Promise.resolve() : new Promise((resolve) => server.once('exit', resolve));

async function ready(server: ChildProcess, url: string): Promise<boolean> {
  while (!ended(server)) {
    if (await reached(url)) return true;
    await wait(50);
  }
  return false;
}

async function reached(url: string): Promise<boolean> {
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

/** A pool tells of a connection that broke while it was idle when it is next asked, with the answer of then. */
export const lostConnection = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && /^(57P|08|CONNECTION_|ECONN)/.test(String(problem.code));

async function stop(server: ChildProcess): Promise<void> {
  // SIGINT is Postgres's fast shutdown; SIGQUIT gives up on clients that will not leave, and loses nothing either.
  server.kill('SIGINT');
  const impatient = setTimeout(() => server.kill('SIGQUIT'), 2_000);
  await gone(server);
  clearTimeout(impatient);
}

/** When this program was killed, its Postgres lived on: it is ours by its data directory, and is asked to end. */
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
