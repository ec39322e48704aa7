/* A policy that could be removed unnoticed is not tested: each one is replaced by `true` and dropped in turn,
   each missing command is granted, and the expectations of the matrix must detect it. They are checked in SQL,
   inside a transaction. */
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { connect } from './database.ts';
import { toldOf } from './leaks.ts';
import { commands, differences, storageDifferences, type Command } from './matrix.check.ts';
import { Http, sqlEndpoints, type Endpoints } from './matrix.endpoints.ts';
import { callers, tables } from './matrix.expected.ts';
import { seedFixtures, type Names } from './matrix.fixtures.ts';

let stack: RunningStack;
let owner: Sql;
let names: Names;
beforeAll(async () => {
  stack = await startStack();
  owner = connect(stack.databaseUrl, 1);
  names = await seedFixtures(owner);
});
afterAll(async () => {
  await owner?.end({ timeout: 2 });
  await stack?.stop();
});

const asked = callers.filter((caller) => caller !== 'garbage');

class Over extends Error {}
async function under<T>(mutation: string[], body: (endpoint: Endpoints, transaction: TransactionSql) => Promise<T>): Promise<T> {
  let outcome: T | undefined;
  await owner
    .begin(async (transaction) => {
      for (const statement of mutation) await transaction.unsafe(statement);
      outcome = await body(sqlEndpoints(transaction, asked), transaction);
      throw new Over();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Over)) throw error;
    });
  return outcome as T;
}

const kinds = async (): Promise<Map<string, string>> =>
  new Map(
    (
      await owner`select relname as name, relkind::text as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`
    ).map(({ name, kind }) => [String(name), String(kind)]),
  );

describe('without a mutation', () => {
  test.each(Object.keys(tables))('%s matches its expectations', async (table) => {
    const view = (await kinds()).get(table) === 'v';
    expect(
      await under([], (endpoint, transaction) => differences(endpoint, transaction, names, table, view ? ['read'] : commands)),
    ).toEqual([]);
  });

  test('storage matches its expectations', async () => {
    expect(await under([], (endpoint, transaction) => storageDifferences(endpoint, transaction))).toEqual([]);
  });
});

const commandOf: Record<string, Command> = { SELECT: 'read', INSERT: 'insert', UPDATE: 'update', DELETE: 'remove' };

interface Policy {
  place: string;
  name: string;
  command: string;
  using: boolean;
  check: boolean;
}
const policies = () => owner<Policy[]>`
  select case schemaname when 'public' then tablename else 'storage' end as place, policyname as name, cmd as command, qual is not null as using, with_check is not null as check
  from pg_policies where schemaname = 'public' or (schemaname = 'storage' and tablename = 'objects') order by 1, 2`;

describe('replacing a policy by `true` or dropping it is detected', () => {
  const places = [...Object.keys(tables), 'storage'];

  test('for every table that has one', async () => {
    const all = await policies();
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter(({ place }) => !places.includes(place))).toEqual([]);
  });

  test.each(places)('for %s', async (place) => {
    const unnoticed: string[] = [];
    for (const { name, command, using, check } of (await policies()).filter((each) => each.place === place)) {
      const target = `policy "${name}" on ${place === 'storage' ? 'storage.objects' : `public.${place}`}`;
      const only = [commandOf[command] ?? 'read'];
      // Changing only the check of an update is not a mutation: the condition on the old row also applies to the
      // new one.
      const mutations = [
        `drop ${target}`,
        ...(using ? [`alter ${target} using (true)`] : []),
        ...(check && !using ? [`alter ${target} with check (true)`] : []),
        ...(check && using ? [`alter ${target} using (true) with check (true)`] : []),
      ];
      for (const mutation of mutations) {
        const found = await under([mutation], (endpoint, transaction) =>
          place === 'storage' ? storageDifferences(endpoint, transaction, only) : differences(endpoint, transaction, names, place, only),
        );
        if (found.length === 0) unnoticed.push(mutation);
      }
    }
    expect(unnoticed).toEqual([]);
  });
});

test('turning off row-level security is detected for every table', async () => {
  const unnoticed: string[] = [];
  for (const [table, kind] of await kinds()) {
    if (kind !== 'r') continue;
    const found = await under([`alter table public.${table} disable row level security`], (endpoint, transaction) =>
      differences(endpoint, transaction, names, table, ['read']),
    );
    if (found.length === 0) unnoticed.push(table);
  }
  expect(unnoticed).toEqual([]);
});

test('a view that stops running as its caller is detected', async () => {
  const unnoticed: string[] = [];
  for (const [table, kind] of await kinds()) {
    if (kind !== 'v') continue;
    const found = await under([`alter view public.${table} set (security_invoker = false)`], (endpoint, transaction) =>
      differences(endpoint, transaction, names, table, ['read']),
    );
    if (found.length === 0) unnoticed.push(table);
  }
  expect(unnoticed).toEqual([]);
});

test('granting a table to anon is detected', async () => {
  const unnoticed: string[] = [];
  for (const [table, kind] of await kinds()) {
    // A view reads its tables as its caller, so granting the view alone exposes nothing.
    if (kind !== 'r') continue;
    const found = await under([`grant select on public.${table} to anon`], (endpoint, transaction) =>
      differences({ ...endpoint, callers: ['anon'] }, transaction, names, table, ['read']),
    );
    if (found.length === 0) unnoticed.push(table);
  }
  expect(unnoticed).toEqual([]);
});

test('opening a read-only table to writes is detected', async () => {
  const unnoticed: string[] = [];
  for (const [table, kind] of await kinds()) {
    const rule = tables[table];
    if (kind !== 'r' || rule === undefined) continue;
    for (const [command, privilege, clause] of [
      ['insert', 'insert', 'with check (true)'],
      ['update', 'update', 'using (true)'],
      ['remove', 'delete', 'using (true)'],
    ] as const) {
      if (rule[command]) continue;
      const found = await under(
        [
          `grant ${privilege} on public.${table} to authenticated`,
          `create policy opened on public.${table} for ${privilege} to authenticated ${clause}`,
          `alter table public.${table} disable trigger user`,
          // Checks, defaults and generated columns may use functions and sequences that users may not.
          'grant execute on all functions in schema private to authenticated',
          'grant usage on all sequences in schema public to authenticated',
        ],
        (endpoint, transaction) => differences({ ...endpoint, callers: ['owner'] }, transaction, names, table, [command]),
      );
      if (found.length === 0) unnoticed.push(`${command} ${table}`);
    }
  }
  expect(unnoticed).toEqual([]);
});

test('an error that reveals amounts is detected by the matrix', async () => {
  const told: string[] = [];
  const claims = { aud: 'authenticated', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 };
  const http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, claims, (...answered) => void told.push(...toldOf(...answered)));
  const [{ kept } = { kept: '' }] = await owner<{ kept: string }[]>`select pg_get_functiondef('private.total_purchase'::regproc) as kept`;
  const opened = kept.replace(/case\s+when private\.can\('inventory\.costs\.view'\)\s+then/, 'case when true then');
  expect(opened).not.toBe(kept);
  const [{ version } = { version: 0 }] = await owner<
    { version: number }[]
  >`select version from public.purchase_orders where id = ${names.purchaseOverpaid ?? ''}`;
  const close = () =>
    http.ask('costless', 'POST', '/rest/v1/rpc/close_purchase_short', { id: names.purchaseOverpaid, expected_version: version });
  expect(await close()).toMatchObject({ status: 409, body: { message: 'total_below_paid' } });
  expect(told).toEqual([]);
  await owner.unsafe(opened);
  await close();
  await owner.unsafe(kept);
  expect(told.map((leak) => leak.replace(/^.*: details/, 'details')).sort()).toEqual(['details.paid = 50', 'details.total = 14']);
});
