import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { clusterDir, postgresOwner, removeData } from '../postgres-place.ts';
import { startStack, type RunningStack } from '../stack.ts';

const supabase = join(import.meta.dirname, 'sample');
let stack: RunningStack | null = null;
const folders: string[] = [];

afterEach(async () => {
  await stack?.stop();
  stack = null;
  folders.splice(0).forEach(removeData);
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-crash-'));
  execFileSync('chmod', ['711', folder]);
  folders.push(folder);
  return folder;
}

const postmaster = ({ dataDir }: RunningStack) =>
  Number(readFileSync(join(clusterDir(dataDir, postgresOwner()), 'postmaster.pid'), 'utf8').split('\n')[0]);

const enter = async ({ url, publishableKey }: RunningStack) => {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'amal@sample.example', password: 'sample-password' }),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), body: (await answer.json()) as Record<string, unknown> };
};

async function until(done: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s`);
    await wait(100);
  }
}

test('a killed database restarts automatically, and requests get 503 until then', async () => {
  stack = await startStack({ supabase });
  const here = stack;
  expect((await enter(here)).status).toBe(200);
  const seen: number[] = [];
  for (let round = 0; round < 4; round++) {
    const before = postmaster(here);
    process.kill(before, 'SIGKILL');
    await until(async () => {
      // More requests than pool connections: some wait for one that turns out dead only when the database is back.
      const answers = await Promise.all(Array.from({ length: 6 }, () => enter(here)));
      for (const { status, retry, body } of answers) {
        seen.push(status);
        if (status !== 200)
          expect({ status, retry, body }).toEqual({
            status: 503,
            retry: '1',
            body: { code: 'PT503', message: 'server', msg: expect.stringContaining('Try again') },
          });
      }
      return answers.every(({ status }) => status === 200) && postmaster(here) !== before;
    }, 40);
  }
  expect(seen).toContain(503);
  expect(here.log()).toContain('The database stopped and is being restarted');
  expect(here.log()).toContain('The database is back');
});

test('a killed database backend or terminated statements do not stop the stack', async () => {
  stack = await startStack({ supabase });
  const here = stack;
  for (let round = 0; round < 10; round++) {
    const asked = Array.from({ length: 8 }, () => enter(here));
    await here.sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`.catch(
      () => undefined,
    );
    await Promise.all(asked);
  }
  const [child] = await here.sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  process.kill(child.pid, 'SIGKILL');
  await until(async () => (await enter(here)).status === 200, 30);
});

test('stops while the database is killed or hangs, and starts again', async () => {
  const dataDir = dataFolder();
  for (const trouble of ['SIGKILL', 'SIGSTOP'] as const) {
    const here = await startStack({ supabase, dataDir: join(dataDir, 'data') });
    const pid = postmaster(here);
    process.kill(pid, trouble);
    await here.stop();
    await until(async () => !existsSync(`/proc/${pid}`), 10);
  }
  const again = await startStack({ supabase, dataDir: join(dataDir, 'data') });
  expect((await enter(again)).status).toBe(200);
  await again.stop();
});

test('an unwritable log is reported once, and the stack keeps running', async () => {
  const dataDir = dataFolder();
  mkdirSync(join(dataDir, 'logs'));
  for (const name of ['stack.log', 'functions.log', 'postgres.log']) symlinkSync('/dev/full', join(dataDir, 'logs', name));
  stack = await startStack({ supabase, dataDir, fromTemplate: false });
  const here = stack;
  await here.sql`alter function private.run_due_jobs() rename to nobody`;
  for (let n = 0; n < 3; n++) {
    await here.sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename <> 'x'`.catch(
      () => undefined,
    );
    await fetch(`${here.url}/functions/v1/open`);
    await fetch(`${here.url}/rest/v1/notes?select=nothing`, { headers: { apikey: here.publishableKey } });
    await enter(here);
  }
  expect((await enter(here)).status).toBe(200);
  expect(here.log().split('The disk is full').length - 1).toBeLessThanOrEqual(1);
});

/* A separate disk, if this machine allows mounting one. */
const disk = join(tmpdir(), `daftar-disk-${process.pid}`);
const mount = () => {
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m,mode=0711', 'daftar', disk], { stdio: 'ignore' });
};
const unmount = () => {
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
};
const canMount = ((): boolean => {
  try {
    mount();
    unmount();
    return true;
  } catch {
    rmSync(disk, { recursive: true, force: true });
    return false;
  }
})();
const fill = () => {
  for (const size of ['1M', '4k']) {
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${join(disk, `filler-${size}`)}`, `bs=${size}`], { stdio: 'ignore' });
    } catch {
      // Ends when the disk is full.
    }
  }
};
const empty = () => ['1M', '4k'].forEach((size) => rmSync(join(disk, `filler-${size}`)));

test.runIf(canMount)('a full disk refuses writes, and everything works again once there is space', async () => {
  mount();
  try {
    const dataDir = join(disk, 'data');
    const here = await startStack({ supabase, dataDir, fromTemplate: false });
    fill();
    await here.sql`create table public.filler as select repeat('x', 1000) from generate_series(1, 50000)`.catch(() => undefined);
    for (let n = 0; n < 5; n++) expect((await enter(here)).status).toBeGreaterThan(199);
    empty();
    await until(async () => (await enter(here)).status === 200, 40);
    await here.stop();

    fill();
    await expect(startStack({ supabase, dataDir })).rejects.toThrow(/The disk that holds .* is full/);
    empty();
    const again = await startStack({ supabase, dataDir });
    expect((await enter(again)).status).toBe(200);
    await again.stop();
  } finally {
    unmount();
  }
});

test('due jobs of the database run as postgres, as on a hosted project', async () => {
  stack = await startStack({ supabase });
  const here = stack;
  await until(async () => (await here.sql`select from private.ticks`).length > 0, 10);
  expect([...(await here.sql`select distinct who from private.ticks`)]).toEqual([{ who: 'postgres' }]);
});
