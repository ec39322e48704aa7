/* Limits with concurrent users: ten at the same time reach no more than ten one after another. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { answersOf, ConcurrentUsers, refusals, repeated, type Work } from './concurrent-users.ts';
import { branches, connect, people } from './database.ts';

let stack: RunningStack;
let sql: Sql;
beforeAll(async () => {
  stack = await startStack();
  sql = connect(stack.databaseUrl, 20);
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
});
afterEach(async () => expect([...(await sql`select * from private.check_invariants()`)]).toEqual([]));

const users = new ConcurrentUsers(() => sql);
const { zamalek } = branches;
const ten = Array.from({ length: 10 }, (_, index) => index);

describe('a branch with room for two more', () => {
  test('accepts two of ten concurrent held sales', async () => {
    await sql`insert into public.held_sales (branch_id, till, lines, total, cart)
      select ${zamalek}, 'A1', 1, 5, '{}' from generate_series(1, 198)`;
    const hold: Work = async (on) => {
      await on.rows(`insert into public.held_sales (branch_id, till, lines, total, cart) values ($1, 'A1', 1, 5, '{}')`, zamalek);
      return {};
    };
    expect(refusals(await users.atOnce(repeated(10, hold)))).toEqual(Array.from({ length: 8 }, () => 'PT409 held_sales_full'));
    expect((await sql`select count(*)::integer from public.held_sales where branch_id = ${zamalek}`)[0]).toEqual({ count: 200 });
  });

  test('accepts two of ten tills registered or reopened concurrently', async () => {
    await sql`insert into public.tills (branch_id, code, device) select ${zamalek}, 'F' || n, 'D' from generate_series(1, 198) n`;
    await sql`insert into public.tills (branch_id, code, device, closed_at)
      select ${zamalek}, 'C' || n, 'D', now() from generate_series(0, 9) n`;
    const closed = await sql`select id from public.tills where closed_at is not null order by code`;
    const works = ten.map(
      (index): Work =>
        (on) =>
          index % 2
            ? on.call('register_till', { branch_id: zamalek, code: `N${index}`, device: 'D' })
            : on.call('save_till', { id: closed[index]?.id, name: null, name_ar: null, closed: false, expected_version: 1 }),
    );
    expect(refusals(await users.atOnce(works))).toEqual(Array.from({ length: 8 }, () => 'PT409 tills_full'));
    expect((await sql`select count(*)::integer from public.tills where closed_at is null`)[0]).toEqual({ count: 200 });
  });
});

describe('a file attached ten times concurrently', () => {
  const uploaded = async (): Promise<string> => {
    const [order] = await sql`select id, branch_id from public.purchase_orders limit 1`;
    const path = `${String(order?.branch_id)}/purchases/${String(order?.id)}/${randomUUID()}.pdf`;
    await sql`insert into storage.objects (bucket_id, name, metadata)
      values ('attachments', ${path}, '{"size": 1234, "mimetype": "application/pdf"}')`;
    return path;
  };

  test('under one id is attached once, with the same response for all', async () => {
    const [path, id] = [await uploaded(), randomUUID()];
    const outcomes = await users.atOnce(repeated(10, (on) => on.call('attach_file', { id, path, name: 'Invoice.pdf' })));
    expect([refusals(outcomes), answersOf(outcomes).size]).toEqual([[], 1]);
  });

  test('under ten ids is attached once, and the others are refused', async () => {
    const path = await uploaded();
    const works = repeated(10, (on) => on.call('attach_file', { id: randomUUID(), path, name: 'Invoice.pdf' }));
    const outcomes = await users.atOnce(works, () => people.owner);
    expect(refusals(outcomes)).toEqual(Array.from({ length: 9 }, () => 'PT409 file_attached'));
  });
});
