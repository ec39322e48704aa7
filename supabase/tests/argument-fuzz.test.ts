/* Sends every argument of every public function what it does not expect: null, the wrong type, too much, ids of
   other branches and of other kinds of documents. The results are in argument-fuzz.expected.txt (rewritten by
   `vitest -u`); forbidden results are asserted. Calls are made in SQL as PostgREST makes them, and each is
   rolled back. */
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakMemory } from '../../bench/measure.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { at, documentsOf, examples, placesIn, replaced, unexpectedValues, typeOf, type Path, type Values } from './argument-fuzz.ts';
import { meant } from './argument-fuzz.accepted.ts';
import { connect } from './database.ts';
import { costsIn } from './leaks.ts';
import { branch } from './matrix.expected.ts';
import { ids, seedFixtures } from './matrix.fixtures.ts';
import { hasSentence } from './sentences.ts';

const roles = ['owner', 'costless'] as const;
type Role = (typeof roles)[number];

interface Outcome {
  code: string;
  message: string;
  detail: string;
  constraint: string;
  answer: unknown;
  /** Whether any existing row changed, and which invariants no longer hold. */
  moved: boolean;
  broken: string[] | null;
  ms: number;
}

let stack: RunningStack;
let superuser: Sql;
let names: Record<string, string>;
let functions: Map<string, { arguments: Map<string, string>; volatile: boolean }>;
let calls: Record<string, Values[]>;
let secrets: string[];
/** By place and `<role>: <outcome>`, the labels of the values with this outcome. */
const outcomes = new Map<string, Map<string, string[]>>();
let violations: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  superuser = connect(stack.adminUrl, 1);
  names = await seedFixtures(superuser);
  const one = async (query: string): Promise<string> => String(Object.values((await superuser.unsafe(query))[0] ?? {})[0]);
  const ofVariant = (column: string): Promise<string> =>
    one(`select p.${column} from public.products p join public.variants v on v.product_id = p.id where v.id = '${names.variant}'`);
  Object.assign(names, await documentsOf(superuser), {
    product: await ofVariant('id'),
    productVersion: await ofVariant('version'),
    unusedProduct:
      await one(`select id from public.products p where branch_id is null and not exists (select from public.variants v join public.stock_movements m on m.variant_id = v.id where v.product_id = p.id)
      and not exists (select from public.variants v join public.transfer_items m on m.variant_id = v.id where v.product_id = p.id)
      and not exists (select from public.variants v join public.purchase_items m on m.variant_id = v.id where v.product_id = p.id) order by id limit 1`),
    point: await one(`select id from public.stock_points where name = 'Window'`),
    stockroom: await one(`select id from public.stock_points where name = 'Stockroom'`),
    color: await one('select id from public.colors order by name limit 1'),
    size: await one('select id from public.sizes order by name limit 1'),
    category: await one('select id from public.categories order by name limit 1'),
    brand: await one('select id from public.brands order by name limit 1'),
    taxRate: await one('select id from public.tax_rates where active order by name desc limit 1'),
    customer: await one(`select id from public.customers where name = 'Laila Mansour'`),
    priceGroup: await one('select id from public.price_groups where not is_default order by name limit 1'),
    strayPath: `${branch.zamalek}/purchases/${names.purchaseOfZamalek}/stray.pdf`,
  });
  names.orderVersion = await one(`select version from public.purchase_orders where id = '${names['own order']}'`);
  names.closedVersion = await one(`select version from public.purchase_orders where id = '${names.purchaseClosed}'`);
  names.receivedVersion = await one(
    `select o.version from public.purchase_orders o join public.receipts r on r.purchase_order_id = o.id where r.id = '${names['own receipt']}'`,
  );
  await superuser.unsafe(
    `insert into storage.objects (bucket_id, name, metadata) values ('attachments', '${names.strayPath}', '{"size": 9, "mimetype": "application/pdf"}')`,
  );
  // Stock that can be sold, and a count closed for comparison in Zamalek in addition to the open one.
  await superuser.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ids.owner, role: 'authenticated' })}, true)`;
    await sql.unsafe(
      `select public.post_stock_entry(gen_random_uuid(), 'opening', '${branch.zamalek}', '[{"variant_id": "${names.variant}", "quantity": 5}]', '${names.stockroom}')`,
    );
    await sql.unsafe(
      `select public.start_count(id => '00000000-0000-7000-8000-000000000c0a', branch_id => '${branch.zamalek}', stock_point_id => '${names.point}')`,
    );
    await sql.unsafe(
      `select public.record_tallies('00000000-0000-7000-8000-000000000c0a', '[{"id": "00000000-0000-7000-8000-000000000c0b", "variant_id": "${names.variant}", "mode": "set", "quantity": 3}]')`,
    );
    await sql.unsafe(`select public.close_count('00000000-0000-7000-8000-000000000c0a')`);
    await sql.unsafe(
      `select public.close_shift(s.id, 5, note => 'Crossed') from public.shifts s where s.branch_id = '${branch.nasrCity}' and s.opened_by = '${ids.owner}' and s.status = 'open'`,
    );
  });
  names.countComparing = '00000000-0000-7000-8000-000000000c0a';

  const rows = await superuser<{ name: string; arguments: string[] | null; types: string[] | null; volatile: boolean }[]>`
    select p.proname as name, p.proargnames[1:p.pronargs] as arguments, array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u(t, n) order by n) as types,
      p.provolatile = 'v' as volatile
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by 1`;
  functions = new Map(
    rows.map((row) => [
      row.name,
      { arguments: new Map((row.arguments ?? []).map((name, index) => [name, row.types?.[index] ?? ''])), volatile: row.volatile },
    ]),
  );
  const fields = await superuser<
    { kind: string; fields: string[] }[]
  >`select kind, array_agg(field order by field) as fields from private.import_fields group by kind order by kind`;
  names.cells = [...new Set(fields.flatMap(({ fields: each }) => each))].join();
  calls = examples(names, Object.fromEntries(fields.map(({ kind, fields: each }) => [kind, each])));
  // Data that a user who works only in Zamalek must not see anywhere.
  secrets = (
    await superuser<{ secret: string }[]>`
    select name as secret from public.products where branch_id <> ${branch.zamalek}
    union select v.barcode from public.variants v join public.products p on p.id = v.product_id where p.branch_id <> ${branch.zamalek}
    union select v.sku from public.variants v join public.products p on p.id = v.product_id where p.branch_id <> ${branch.zamalek}
    union select number from public.purchase_orders where branch_id <> ${branch.zamalek}
    union select number from public.receipts where branch_id <> ${branch.zamalek}
    union select number from public.purchase_returns where branch_id <> ${branch.zamalek}
    union select number from public.stock_entries where branch_id <> ${branch.zamalek}
    union select number from public.sales where branch_id <> ${branch.zamalek}
    union select number from public.shifts where branch_id <> ${branch.zamalek}
    union select number from public.expenses where branch_id <> ${branch.zamalek}
    union select number from public.stock_counts where branch_id <> ${branch.zamalek}
    union select number from public.transfers where ${branch.zamalek} not in (from_branch_id, to_branch_id)`
  )
    .map(({ secret }) => secret)
    .filter(Boolean);
  await superuser.unsafe(attempt);
});
afterAll(async () => {
  await superuser?.end({ timeout: 2 });
  await stack?.stop();
});

/* Calls a function as a user in a subtransaction that is always rolled back, and returns what would have
   changed. */
const attempt = `
create function pg_temp.state() returns text language sql as $$
  select string_agg(s::text, ' ') from (
    select sum(hashtextextended(t::text, 0)) from public.stock_levels t union all select sum(hashtextextended(t::text, 0)) from public.stock_movements t
    union all select sum(hashtextextended(t::text, 0)) from public.stock_entries t union all select sum(hashtextextended(t::text, 0)) from public.stock_counts t
    union all select sum(hashtextextended(t::text, 0)) from public.transfers t union all select sum(hashtextextended(t::text, 0)) from public.purchase_orders t
    union all select sum(hashtextextended(t::text, 0)) from public.receipts t union all select sum(hashtextextended(t::text, 0)) from public.purchase_payments t
    union all select sum(hashtextextended(t::text, 0)) from public.purchase_returns t union all select sum(hashtextextended(t::text, 0)) from public.purchase_return_amounts t
    union all select sum(hashtextextended(t::text, 0)) from public.sales t union all select sum(hashtextextended(t::text, 0)) from public.sale_payments t
    union all select sum(hashtextextended(t::text, 0)) from public.payment_corrections t
    union all select sum(hashtextextended(t::text, 0)) from public.shifts t union all select sum(hashtextextended(t::text, 0)) from public.cash_entries t
    union all select sum(hashtextextended(t::text, 0)) from public.expenses t union all select sum(hashtextextended(t::text, 0)) from public.expense_payments t
    union all select sum(hashtextextended(t::text, 0)) from public.attachments t union all select sum(hashtextextended(t::text, 0)) from public.imports t
    union all select sum(hashtextextended(t::text, 0)) from public.label_prints t
    union all select sum(hashtextextended(t::text, 0)) from public.products t union all select sum(hashtextextended(t::text, 0)) from public.variants t) x(s)
$$;
create function pg_temp.attempt(call text, body json, person text, before text) returns jsonb language plpgsql as $$
declare
  told jsonb;
  started timestamptz := clock_timestamp();
  code text; message text; detail text; named text;
begin
  begin
    perform set_config('request.jwt.claims', json_build_object('sub', person, 'role', 'authenticated')::text, true);
    set local role authenticated;
    execute call into told using body;
    told := jsonb_build_object('answer', told, 'code', '', 'ms', extract(epoch from clock_timestamp() - started) * 1000);
    reset role;
    if before <> '' then
      told := told || jsonb_build_object('moved', pg_temp.state() is distinct from before);
      if (told -> 'moved')::boolean then
        told := told || jsonb_build_object('broken', (select jsonb_agg(distinct rule) from private.check_invariants()));
      end if;
    end if;
    raise exception using errcode = 'ZZ000';
  exception
    when query_canceled or others then
      get stacked diagnostics code = returned_sqlstate, message = message_text, detail = pg_exception_detail, named = constraint_name;
  end;
  if code = 'ZZ000' then
    return told;
  end if;
  return jsonb_build_object('code', code, 'message', left(message, 2000), 'detail', left(detail, 10000), 'constraint', named, 'answer', null, 'moved', false,
    'ms', extract(epoch from clock_timestamp() - started) * 1000);
end
$$`;

/** The HTTP status that PostgREST derives from an error. */
function outcomeOf({ code, message, constraint }: Outcome): string {
  if (code === '') return 'answered';
  if (code.startsWith('PT')) return `${code.slice(2)} ${message}`;
  return `${/^2350[35]$/.test(code) ? 409 : code === '42501' ? 403 : /^2[23]/.test(code) ? 400 : 500} ${code}${constraint ? ` ${constraint}` : ''}`;
}

/** Results that must never occur. */
function wrong(name: string, told: Outcome, role: Role, label: string, argument: string, here: unknown): string[] {
  const { code, message, detail } = told;
  const found: string[] = [];
  // A value that is not of the argument's own type cannot reach the function; the client has a message for that
  // error.
  const cast = !argument.startsWith('json') && /^22(P02|003|007|008)$|^42846$/.test(code);
  if (code !== '' && !cast) {
    if (code.startsWith('PT')) {
      if (!hasSentence(message)) found.push(`has no sentence: ${message}`);
    } else if (code !== '42501') found.push(`${code}: ${message.slice(0, 150)}`);
  }
  if (code === '') {
    if (label === '100,000' || label === '20,000' || label === 'a megabyte' || label === '10,000 words')
      found.push('takes whatever is sent');
    if (told.broken) found.push(`breaks ${told.broken.join(', ')}`);
    const [place, kind = ''] = label.split(' ');
    const its = here === names[`own ${kind}`] && (place === 'own' || role === 'owner');
    if (told.moved && /^(own|far) /.test(label) && !its) found.push('changes something by the id of another kind or branch');
  }
  // A cast error repeats the value that was sent.
  if (role === 'costless' && !cast) {
    const text = `${message} ${detail} ${JSON.stringify(told.answer)}`;
    // An import of sales shows what customers pay, and one of expenses their amounts. The payments asked for are those of sales.
    for (const leak of costsIn(
      { status: code ? 400 : 200, body: { message, details: detail, answer: told.answer } },
      /sale|shift|cash|expense|payment_page|payment_totals|correct_payment|customer_account|customer_statement|use_credit|opening_balance|receivables/.test(
        name,
      ) || /"(sales|expenses)":\{/.test(text),
    ))
      found.push(`tells costs: ${leak.slice(0, 150)}`);
    for (const secret of secrets) if (text.includes(secret)) found.push(`tells of another branch: ${secret}`);
  }
  return found;
}

async function ask(sql: TransactionSql, name: string, args: Values, role: Role, before: string): Promise<Outcome> {
  const { arguments: types } = functions.get(name) ?? { arguments: new Map<string, string>() };
  const sent = Object.keys(args).filter((key) => args[key] !== undefined);
  const call =
    sent.length === 0
      ? `select to_jsonb(r) from public.${name}() r`
      : `
    select coalesce(jsonb_agg(r.r), '[]') from (select to_jsonb(f) as r from json_to_record($1) as b(${sent.map((key) => `"${key}" ${types.get(key) ?? ''}`).join(', ')}),
      lateral public.${name}(${sent.map((key) => `"${key}" => b."${key}"`).join(', ')}) f) r`;
  const [row] = await sql<
    { told: Outcome }[]
  >`select pg_temp.attempt(${call}, ${JSON.stringify(args)}::text::json, ${ids[role]}, ${before}) as told`;
  const told = { ...(row?.told as Outcome), message: row?.told.message ?? '', detail: row?.told.detail ?? '' };
  // A batch reports a rejected sale individually, and then nothing of it may have been recorded.
  const [[{ error } = {}] = []] = (name === 'record_sales' && told.code === '' ? told.answer : []) as {
    error?: { code: string; message: string; details: string | null };
  }[][];
  if (!error || told.moved) return told;
  return {
    ...told,
    code: error.code,
    message: error.message,
    detail: error.details ?? '',
    constraint: /constraint "(\w+)"/.exec(error.message)?.[1] ?? '',
  };
}

class Over extends Error {}

async function cross(name: string): Promise<void> {
  violations = [];
  const target = functions.get(name);
  const [{ backend } = { backend: 0 }] = await superuser<{ backend: number }[]>`select pg_backend_pid() as backend`;
  const held = peakMemory(backend);
  // Memory held from earlier calls, mainly plans, does not count.
  const base = held();
  // The gateway accepts no larger body.
  const most = (name === 'import_sheet' ? 32 : 8) * 1_000_000;
  await superuser
    .begin(async (sql) => {
      await sql.unsafe(`set local statement_timeout = '60s'; set local idle_in_transaction_session_timeout = 0`);
      const [{ state: before } = { state: '' }] = target?.volatile ? await sql<{ state: string }[]>`select pg_temp.state() as state` : [];
      for (const [index, example] of (calls[name] ?? []).entries()) {
        for (const role of roles) {
          const tell = async (place: string, path: Path, label: string, args: Values): Promise<Outcome> => {
            const told = await ask(sql, name, args, role, before);
            const outcome = outcomeOf(told);
            if (told.ms > 2000) console.log(`${name}${place} ${label} ${role}: ${Math.round(told.ms)} ms ${outcome}`);
            const of = `${name}${(calls[name]?.length ?? 0) > 1 ? ` ${index + 1}` : ''}${place}`;
            const kept = outcomes.get(of) ?? new Map<string, string[]>();
            outcomes.set(of, kept.set(`${role}: ${outcome}`, [...(kept.get(`${role}: ${outcome}`) ?? []), label]));
            for (const each of wrong(
              name,
              told,
              role,
              label,
              target?.arguments.get(String(path[0])) ?? '',
              path.length === 0 ? null : at(example, path),
            ))
              violations.push(`${of} (${label}, ${role}): ${each}`);
            return told;
          };
          await tell('', [], 'as it should be', example);
          const places: Path[] = [...(target?.arguments.keys() ?? [])].flatMap((key) => [[key], ...placesIn(example[key], [key])]);
          for (const path of places) {
            // Kinds of imports differ only in their rows.
            if (name === 'import_sheet' && index > 0 && path.join() !== 'rows,0') continue;
            const here = at(example, path);
            const place = `.${path.join('.')}`;
            const type =
              path.join() === 'rows,0' ? 'row' : path.length === 1 ? (target?.arguments.get(String(path[0])) ?? '') : typeOf(here);
            for (const [label, stranger] of unexpectedValues(type, names, path.length > 1)) {
              // The caller makes no difference for oversized values.
              if ((JSON.stringify(stranger)?.length ?? 0) < most && (role === 'owner' || !label.endsWith('a megabyte')))
                await tell(place, path, label, replaced(example, path, stranger));
            }
            // The largest list: the error of the function states its limit.
            if (role !== 'owner' || !(Array.isArray(here) || type.endsWith('[]'))) continue;
            const element = (here as unknown[] | undefined)?.[0] ?? 'x';
            const many = Math.min(100_000, Math.floor(most / (JSON.stringify(element).length + 1)));
            const tellOf = (label: string, length: number): Promise<Outcome> =>
              tell(
                place,
                path,
                label,
                replaced(
                  example,
                  path,
                  Array.from({ length }, () => element),
                ),
              );
            let told = await tellOf('100,000', many);
            // Refused before it was counted (private.read_json).
            if (told.message === 'request_too_large') told = await tellOf('20,000', Math.min(many, 20_000));
            // One less is the most it accepts: bench/limits.ts sends that many different ones.
            const max = Number(/"(?:max|most)": ?(\d+)/.exec(told.detail)?.[1] ?? 0);
            if (max > 0) await tellOf(`${max + 1} of them`, max + 1);
          }
        }
      }
      throw new Over();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Over)) throw error;
    });
  // NaN if it could not be read.
  if (!(held() - base <= 256)) violations.push(`${name}: holds ${Math.round(held() - base)} MB`);
  expect(violations.filter((violation) => !meant.some(({ what }) => what.test(violation)))).toEqual([]);
}

test('every function and every argument has an example', () => {
  expect(Object.keys(calls).sort()).toEqual([...functions.keys()].sort());
  for (const [name, { arguments: types }] of functions) {
    expect([...new Set((calls[name] ?? []).flatMap(Object.keys))].sort(), name).toEqual([...types.keys()].sort());
  }
});

test.each(Object.keys(examples({}, {})))('%s withstands unexpected arguments', cross);

test('the results match argument-fuzz.expected.txt', async () => {
  // Of the role without costs, only what differs from the owner.
  const text = [...outcomes]
    .flatMap(([place, told]) => [
      place,
      ...[...told].flatMap(([outcome, labels]) => {
        const owners = told.get(outcome.replace('costless', 'owner'));
        const shown = [...new Set(labels)].filter((label) => outcome.startsWith('owner') || !owners?.includes(label));
        return shown.length > 0 ? [`  ${outcome}: ${shown.join(', ')}`] : [];
      }),
    ])
    .join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('argument-fuzz.expected.txt');
});
