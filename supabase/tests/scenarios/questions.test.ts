/* Calls every function that only reads with null, oversized and out-of-range values for each argument. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';

interface Argument {
  call: string;
  name: string;
  type: string;
}

/** The arguments that a function needs to be called at all. */
const needed: Record<string, Row> = {
  usage_of: { table_name: 'brands', id: branches.maadi },
  find_records: { words: 'abaya' },
  incoming_to: { variant_id: branches.maadi, branch_id: branches.zamalek },
  on_hand_at: { branch_id: branches.zamalek },
  unit_costs: { variant_ids: '{}' },
  transfer_approvers: { to_branch_id: branches.zamalek },
  transfer_preview: { id: branches.maadi },
  transfer_detail: { id: branches.maadi },
  stock_entry_detail: { id: branches.maadi },
  everything_at: { from_branch_id: branches.zamalek },
  purchase_detail: { id: branches.maadi },
  purchase_costs: { variant_ids: '{}' },
  supplier_account: { supplier_id: branches.maadi },
  supplier_statement: { supplier_id: branches.maadi },
  sale_detail: { id: branches.maadi },
  customer_account: { customer_id: branches.maadi },
  customer_statement: { customer_id: branches.maadi },
  sale_preview: { sale: {}, lines: [] },
  left_in_drawer: { branch_id: branches.zamalek },
  shift_detail: { id: branches.maadi },
  counter_goods: { branch_id: branches.zamalek },
  label_lines: { source: 'variants', ids: `{${branches.maadi}}` },
  expense_detail: { id: branches.maadi },
  expense_rule_days: { starts_on: '2026-11-01', repeats: { every: 1, unit: 'months' } },
  stray_pictures: { product_ids: '{}' },
  change_impact: { table_name: 'business', id: branches.maadi, changes: {} },
};

const argumentsOf = (on: TestSession) =>
  on.rows<Argument & Row>(`
    select p.proname as call, a.name, format_type(a.type, null) as type
    from pg_proc p cross join lateral unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) a(name, type)
    where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v' and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1, 2`);

/** Starts a count as the owner and finds a shift, for the functions that need one. */
async function begun(on: TestSession): Promise<void> {
  await on.as(people.owner);
  const id = randomUUID();
  await on.call('start_count', { id, branch_id: branches.nasrCity });
  needed.count_lines = { id };
  needed.count_detail = { id };
  needed.shift_moves = { id: await on.value('select id from public.shifts limit 1') };
}

/** Returns the rows, or the code of an error; an uncaught database error fails the test. */
async function asked(on: TestSession, call: string, question: Row): Promise<unknown> {
  let answer: unknown;
  const ask = async () => {
    answer = await on.table(call, question);
    throw new Error('answered');
  };
  const refusal = await on.refused(ask);
  if (refusal.message === 'answered') return answer;
  expect(refusal.code, `${call} ${JSON.stringify(question).slice(0, 200)}: ${refusal.message}`).toMatch(/^PT4\d\d$/);
  return refusal.message;
}

describe('every read function', () => {
  scenario('treats a null list like an empty one, for any user', async (on) => {
    const lists = (await argumentsOf(on)).filter(({ type }) => type.endsWith('[]'));
    expect(lists.length).toBeGreaterThan(25);
    await begun(on);
    for (const person of [people.owner, people.storekeeper]) {
      await on.as(person);
      for (const { call, name } of lists) {
        const question = needed[call] ?? {};
        expect(await asked(on, call, { ...question, [name]: null }), `${call} ${name}`).toEqual(
          await asked(on, call, { ...question, [name]: '{}' }),
        );
      }
    }
  });

  scenario('accepts null for any argument, or reports what is missing', async (on) => {
    const all = await argumentsOf(on);
    await begun(on);
    for (const { call, name } of all) await asked(on, call, { ...needed[call], [name]: null });
    for (const call of new Set(all.map((argument) => argument.call))) {
      await asked(on, call, Object.fromEntries(all.filter((argument) => argument.call === call).map(({ name }) => [name, null])));
    }
  });

  scenario(
    'limits the length of each list and of search words',
    async (on) => {
      const all = await argumentsOf(on);
      await begun(on);
      for (const { call, name, type } of all) {
        const many =
          type === 'uuid[]'
            ? `{${Array(100_000).fill(branches.maadi).join(',')}}`
            : `{${Array.from({ length: 100_000 }, (_, n) => `x${n}`).join(',')}}`;
        if (type.endsWith('[]'))
          expect(await asked(on, call, { ...needed[call], [name]: many }), `${call} ${name}`).toBe('list_over_limit');
        if (name === 'words') {
          for (const words of [
            'x'.repeat(301),
            Array.from({ length: 21 }, (_, n) => `w${n}`).join(' '),
            Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' '),
          ]) {
            expect(await asked(on, call, { ...needed[call], words }), call).toBe('search_too_long');
          }
        }
      }
    },
    180_000,
  );

  scenario('refuses a megabyte of search words before processing them', async (on) => {
    const calls = (await argumentsOf(on)).filter(({ name }) => name === 'words').map(({ call }) => call);
    await begun(on);
    await on.asDatabaseOwner();
    await on.rows('savepoint before_readers');
    for (const [reads, value] of [
      ['normalise', 'value'],
      ['canonical_code', 'code'],
    ])
      await on.rows(`create or replace function private.${reads}(${value} text) returns text language plpgsql immutable strict as $$
        begin perform private.raise_error_if(length(${value}) > 1000, 'read_all', 400); return ${value}; end $$`);
    await on.as(people.owner);
    for (const call of [...calls, 'find_records'])
      expect(await asked(on, call, { ...needed[call], words: 'Ä '.repeat(2_500_000) }), call).toBe('search_too_long');
    await on.asDatabaseOwner();
    await on.rows('rollback to savepoint before_readers');
  });

  scenario('returns at most its largest page, wherever that starts', async (on) => {
    const all = await argumentsOf(on);
    await begun(on);
    for (const { call, name } of all.filter((argument) => /^page_/.test(argument.name))) {
      for (const value of [-1, -2147483648, 0, 2147483647]) {
        const answer = await asked(on, call, { ...needed[call], [name]: value });
        const beyond = name === 'page_offset' && value > 0;
        // Deep pages of levels are refused.
        if (beyond && call === 'level_page') expect(answer).toBe('page_too_deep');
        // The sum is still returned, with a page without rows.
        else if (beyond && call === 'cash_in_no_drawer') expect(answer).toMatchObject([{ [call]: { rows: [] } }]);
        else if (beyond) expect(answer, call).toEqual([]);
        else expect(Array.isArray(answer), `${call} ${name} ${value}`).toBe(true);
      }
    }
  });
});
