import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Sql } from 'postgres';
import { project, supabaseFolder } from './paths.ts';
import { clusterDir, copyData, postgresOwner, removeData } from './postgres-place.ts';
import { connect } from './postgres.ts';
import { readSecrets } from './secrets.ts';

export interface StackOptions {
  /** Kept if given; otherwise a temporary one that stop() deletes. */
  dataDir?: string;
  /** 0 (the default) takes any free port. */
  port?: number;
  empty?: boolean;
  /** A demo business with ninety days of sales; false by default. */
  history?: boolean;
  /** Build and serve the client as well; false by default. */
  client?: boolean;
  /** Another folder with migrations, seed, demo, functions and config.toml. */
  supabase?: string;
  /** Whether new data is copied from a template (much faster, the default) or created step by step. */
  fromTemplate?: boolean;
}

export interface RunningStack {
  url: string;
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  /** The URL of the database as superuser, for tests that inspect or arrange data directly. */
  adminUrl: string;
  jwtSecret: string;
  accounts: { email: string; password: string; role: string }[];
  dataDir: string;
  /** The stack's messages on standard error: mails, problems. */
  log(): string;
  sql: Sql;
  stop(): Promise<void>;
  /** Kills the stack and its database at once; startStack with the same dataDir continues from the disk. */
  kill9(): Promise<void>;
}

interface Announcement {
  url: string;
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  accounts: RunningStack['accounts'];
}

/** Starts the real stack in its own process, by default on a fresh copy of the demo business. */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const temporary = options.dataDir ? null : mkdtempSync(join(tmpdir(), 'daftar-stack-'));
  // Postgres's user must be able to traverse it.
  if (temporary) chmodSync(temporary, 0o711);
  const dataDir = options.dataDir ?? join(temporary ?? '', 'data');
  if (!existsSync(dataDir) && options.fromTemplate !== false) copyData(await template(options), dataDir);
  const { child, announcement, log } = await launch({ ...options, dataDir });
  const secrets = readSecrets(dataDir);
  const adminUrl = announcement.databaseUrl.replace(/\/\/postgres:[^@]*@/, `//supabase_admin:${secrets.adminPassword}@`);
  const sql = connect(adminUrl, { max: 5 });
  const stop = async (): Promise<void> => {
    await sql.end({ timeout: 1 }).catch(() => undefined);
    child.kill('SIGTERM');
    await exited(child);
    if (temporary) {
      removeData(dataDir);
      rmSync(temporary, { recursive: true, force: true });
    }
  };
  return {
    ...announcement,
    adminUrl,
    jwtSecret: secrets.jwtSecret,
    dataDir,
    log,
    sql,
    stop: stop,
    async kill9() {
      const postmaster = Number(readFileSync(join(clusterDir(dataDir, postgresOwner()), 'postmaster.pid'), 'utf8').split('\n')[0]);
      child.kill('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await exited(child);
      await sql.end({ timeout: 0 }).catch(() => undefined);
    },
  };
}

interface Launched {
  child: ChildProcess;
  announcement: Announcement;
  log(): string;
}

async function launch({ dataDir, port = 0, empty, history, client, supabase }: StackOptions & { dataDir: string }): Promise<Launched> {
  const flags = [empty ? '--empty' : '', history ? '' : '--no-history', client ? '' : '--api-only'].filter(Boolean);
  if (supabase) flags.push('--supabase', supabase);
  const child = spawn(
    join(project, 'node_modules/node/bin/node'),
    [
      '--disable-warning=ExperimentalWarning',
      join(project, 'stack/main.ts'),
      '--json',
      '--data-dir',
      dataDir,
      '--port',
      String(port),
      ...flags,
    ],
    // The IPC channel closes when the test process is killed, which stops the stack.
    { cwd: project, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const first = new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The stack ended with ${code}: ${log}`)));
  });
  return { child, announcement: JSON.parse(await first) as Announcement, log: () => log };
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** The data of a stopped stack, created once per state of the SQL and storage layout, and copied for every test file. */
async function template(options: StackOptions): Promise<string> {
  const supabase = options.supabase ?? supabaseFolder;
  const hash = createHash('sha256').update(options.empty ? 'empty' : options.history ? 'history' : 'demo');
  for (const path of ['migrations', 'seed.sql', 'demo'].map((name) => join(supabase, name))) digest(hash, path);
  digest(hash, join(project, 'stack', 'sql'));
  // These files define how files and migrations are stored in that data.
  for (const name of ['storage-files.ts', 'migrate.ts']) digest(hash, join(project, 'stack', name));
  const cache = join(tmpdir(), `daftar-templates-${process.getuid?.() ?? 'user'}`);
  const place = join(cache, hash.digest('hex').slice(0, 16));
  if (existsSync(place)) return place;
  // Keeps the eight most recent templates, which another checkout may be using.
  const older = existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name)) : [];
  older.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of older.slice(8)) removeData(path);
  const partial = `${place}.${randomBytes(4).toString('hex')}`;
  const { child } = await launch({ ...options, client: false, dataDir: partial });
  child.kill('SIGTERM');
  await exited(child);
  try {
    renameSync(partial, place);
  } catch {
    // Another test process was faster; its copy is the same.
    removeData(partial);
  }
  return place;
}

function digest(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) digest(hash, join(path, name));
    return;
  }
  hash.update(path.slice(path.lastIndexOf('/'))).update(readFileSync(path));
}
