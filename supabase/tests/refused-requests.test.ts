/* The memory that a refused request takes in the database process behind PostgREST. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakMemory } from '../../bench/measure.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { signToken } from '../../stack/token.ts';
import { connect, inTestSession, people } from './database.ts';

let stack: RunningStack;
let superuser: Sql;

beforeAll(async () => {
  stack = await startStack();
  superuser = connect(stack.adminUrl, 1);
});
afterAll(async () => {
  await superuser?.end({ timeout: 2 });
  await stack?.stop();
});

async function send(path: string, body: string, person: string = people.owner): Promise<string> {
  const token = signToken({ sub: person, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 }, stack.jwtSecret);
  const answer = await fetch(`${stack.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const { message } = (await answer.json()) as { message?: string };
  return `${answer.status} ${message}`;
}

/**
 * Returns the response and the peak memory in MB of any database process. The processes are new, since a process
 * keeps memory it once took.
 */
async function measure(path: string, body: string, person?: string): Promise<{ answer: string; memory: number }> {
  const ofPostgrest = `usename = 'authenticator' and query not ilike 'listen%'`;
  await superuser.unsafe(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${ofPostgrest}`);
  // PostgREST opens new connections until it has reloaded the schema.
  for (let answered = 0; answered < 5; answered = (await send('rpc/me', '{}')).startsWith('200') ? answered + 1 : 0) await wait(100);
  const processes = await superuser.unsafe<{ pid: number }[]>(`select pid from pg_stat_activity where ${ofPostgrest}`);
  const peaks = processes.map(({ pid }) => peakMemory(pid));
  const before = peaks.map((peak) => peak());
  const answer = await send(path, body, person);
  try {
    return { answer, memory: Math.max(...peaks.map((peak, index) => peak() - (before[index] ?? NaN))) };
  } catch (error) {
    // PostgREST closed one of its connections in the meantime.
    if ((error as { code?: string }).code === 'ENOENT') return measure(path, body, person);
    throw error;
  }
}

const id = randomUUID();
const filled = (item: string, bytes: number): string =>
  `[${Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join()}]`;
/** Refused requests of this many bytes, by content. */
const refused: Record<string, (bytes: number) => [path: string, body: string]> = {
  'numbers for lines of a transfer': (bytes) => [
    'rpc/save_transfer',
    `{"id":"${id}","from_branch_id":"${id}","to_branch_id":"${id}","lines":${filled('1', bytes)}}`,
  ],
  'empty lines of a transfer': (bytes) => [
    'rpc/save_transfer',
    `{"id":"${id}","from_branch_id":"${id}","to_branch_id":"${id}","lines":${filled('{}', bytes)}}`,
  ],
  'lists for lines of a sale': (bytes) => ['rpc/record_sale', `{"id":"${id}","sale":{},"lines":${filled('[[]]', bytes)},"payments":[]}`],
  'small objects for payments of a sale': (bytes) => [
    'rpc/record_sale',
    `{"id":"${id}","sale":{},"lines":[],"payments":${filled('{"a":1}', bytes)}}`,
  ],
  'empty products to restore': (bytes) => ['rpc/restore_products', `{"before":${filled('{}', bytes)}}`],
  'a long name in a profile': (bytes) => ['rpc/save_own_profile', `{"profile":{"name":"${'x'.repeat(bytes)}"},"expected_version":1}`],
  'ids to filter products by': (bytes) => ['rpc/product_page', `{"category_ids":${filled(`"${id}"`, bytes)}}`],
  'empty codes of variants': (bytes) => ['rpc/variant_page', `{"codes":${filled('""', bytes)}}`],
  'words to search everything for': (bytes) => ['rpc/find_records', `{"words":"${'ä'.repeat(bytes / 2)}"}`],
  'a reason to cancel an order': (bytes) => ['rpc/cancel_purchase', `{"id":"${id}","reason":"${'x'.repeat(bytes)}","expected_version":1}`],
  'numbers for a held sale': (bytes) => ['held_sales', `{"cart":${filled('1', bytes)}}`],
  'empty values in a held sale': (bytes) => ['held_sales', `{"cart":${filled('{}', bytes)}}`],
  'a thousand brands without names': (bytes) => ['brands', filled('{"name":""}', bytes)],
};

test.each(Object.keys(refused))(
  '%s, when refused, take less than 64 MB of database memory at any size',
  async (name) => {
    const figures: Record<string, number> = {};
    for (const bytes of [200_000, 1_000_000, 2_000_000, 7_000_000]) {
      const { answer, memory } = await measure(...refused[name]!(bytes));
      expect(answer).toMatch(/^4/);
      figures[bytes] = Math.round(memory);
    }
    console.log(`${name}: ${JSON.stringify(figures)} MB`);
    // NaN if it could not be read.
    expect(Object.entries(figures).filter(([, memory]) => !(memory < 64))).toEqual([]);
  },
  120_000,
);

test('import rows take less than 64 MB of database memory for a user who may not import', async () => {
  const rows = filled('{"row":2,"name":"x"}', 30_000_000);
  const { answer, memory } = await measure('rpc/import_sheet', `{"kind":"products","id":"${id}","rows":${rows}}`, people.cashier);
  expect(answer).toBe('403 permission_missing');
  expect(memory).toBeLessThan(64);
}, 120_000);

test('requests over 256 KB, over 1 MB with ids, or over 2 MB with records are refused', async () => {
  const answers = async (path: string, body: (bytes: number) => string, most: number) =>
    [await send(path, body(most - 1000)), await send(path, body(most + 1000))].map((answer) => answer.includes('request_too_large'));
  const KB = 1024;
  const text =
    (field: string, more = '') =>
    (bytes: number) =>
      `{"${field}":"${'x'.repeat(bytes)}"${more}}`;
  expect(await answers('rpc/usage_of', text('table_name', `,"id":"${id}"`), 256 * KB)).toEqual([false, true]);
  expect(await answers('held_sales', text('label'), 256 * KB)).toEqual([false, true]);
  expect(await answers('rpc/product_count', text('words'), 1024 * KB)).toEqual([false, true]);
  expect(await answers('rpc/save_own_profile', text('profile'), 2048 * KB)).toEqual([false, true]);
  expect(await answers('brands', text('name'), 2048 * KB)).toEqual([false, true]);
});

test('ten thousand lines with every field are accepted', async () => {
  const line = { variant_id: id, quantity: 1000.125, unit_cost: 1000.1255, discount: 10.5, tax_rate_id: id, note: 'As agreed' };
  await inTestSession(superuser, async (on) => {
    await on.as(people.owner);
    expect(await on.value('select jsonb_array_length(private.read_json($1, $2))', Array(10_000).fill(line), 'lines')).toBe(10_000);
  });
});
