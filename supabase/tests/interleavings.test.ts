/* Everything that moves stock, concurrently and in random order, and the database killed while working: the
   invariants hold. SEED=… sets other random numbers, DAFTAR_INTERLEAVE_SECONDS=600 runs that long instead of a
   short round: `npm run test:long`. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeData } from '../../stack/postgres-place.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { ConcurrentUsers, refusals, times, tried, type Outcome } from './concurrent-users.ts';
import { seed, seededRandom } from './seeded-random.ts';
import { branches, connect, people, TestSession, type Row } from './database.ts';
import { openDrawers } from './fixtures.ts';
import { Http } from './matrix.endpoints.ts';

const seconds = Number(process.env.DAFTAR_INTERLEAVE_SECONDS ?? 0);
const places = Object.values(branches);
const { zamalek, nasrCity } = branches;

let stack: RunningStack;
let sql: Sql;
const users = new ConcurrentUsers(() => sql);
const act = users.act.bind(users);

beforeAll(async () => {
  console.log(`the dice of this run: SEED=${seed}`);
  stack = await startStack();
  sql = connect(stack.databaseUrl, 25);
  await openDrawers((text) => sql.unsafe(text));
});
afterAll(async () => {
  await sql?.end({ timeout: 2 });
  await stack?.stop();
  // A stack restarted after it was killed counts as existing data and would otherwise stay.
  if (stack) removeData(stack.dataDir);
});
afterEach(async () => {
  const broken = [...(await sql`select * from private.check_invariants()`)];
  const moved =
    await sql`select * from public.stock_movements where document_id::text = any (${broken.map(({ row_id }) => String(row_id))}) order by id`;
  if (broken.length > 0) console.log(JSON.stringify({ broken, moved }, null, 1));
  expect(broken, `SEED=${seed}`).toEqual([]);
});

/** A sheet of new products with opening stock, some of which another import may contain, too. */
const sheet = (roll: (sides: number) => number, name: string, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    row: String(index + 2),
    name: `${name} ${index}`,
    sku: roll(4) === 0 ? `SHARED-${roll(30)}` : `${name}-${index}`,
    price: String(1 + roll(90)),
    quantity: String(roll(20)),
    branch: ['ZAM', 'NSR', 'MAD', 'WRH'][roll(4)],
  }));

test('all kinds of stock documents, sales and shifts in random order keep the invariants', {
  timeout: (seconds + 120) * 1000,
}, async () => {
  const goods = await users.products(8);
  const variants = goods.map(({ variant }) => variant);
  const skus = (await sql`select sku from public.variants where id = any (${variants})`).map(({ sku }) => String(sku));
  const points = (await sql`select id from public.stock_points order by name limit 2`).map(({ id }) => String(id));
  const [supplier] = await sql`select id from public.suppliers limit 1`;
  const [customer] = await sql`select id, email from public.customers where email is not null limit 1`;
  /** The newest ids of each kind: among two hundred, hardly any would be used twice. */
  const newest = (): { add: (id: string) => string; pick: (roll: (sides: number) => number) => string } => {
    const ids: string[] = [];
    return { add: (id) => (ids.splice(0, ids.length - 9), ids.push(id), id), pick: (roll) => ids.at(-1 - roll(6)) ?? randomUUID() };
  };
  const [made, approved, ordered, received, counted, imported, sold, paid, owing, paidSupplier] = [
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
    newest(),
  ];
  const [cash] = await sql`select id from public.payment_methods where is_cash`;
  const seen = new Map<string, number>();
  const ends = Date.now() + seconds * 1000;
  const worker = async (number: number): Promise<string[]> => {
    const roll = seededRandom(seed + number);
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
    const doing = (): [string, Promise<Row>] => {
      const [from, to, person] = [pick(places), pick(places), pick([people.owner, people.accountant, people.manager])];
      const lines = variants
        .filter(() => roll(3) === 0)
        .map((variant_id) => ({ variant_id, quantity: 1 + roll(9) }))
        .sort(() => roll(3) - 1);
      const point = roll(3) === 0 ? pick(points) : null;
      const purchase = { supplier_id: supplier?.id, branch_id: from };
      const items = lines.map((line) => ({ ...line, unit_cost: 1 + roll(50) }));
      // Every third sale was made some seconds earlier, so that counts may have tallied its goods since.
      const late = (): Row => (roll(3) === 0 ? { sold_at: new Date(Date.now() - 2000 - roll(20_000)).toISOString() } : {});
      const own = (): Promise<string> =>
        sql`select id from public.shifts where opened_by = ${person} and branch_id = ${from} and status = 'open'`.then(([shift]) =>
          String(shift?.id ?? randomUUID()),
        );
      switch (roll(52)) {
        case 38:
        case 39:
          return [
            'shift closed',
            own().then((id) =>
              act(pick([person, people.owner]), 'close_shift', { id, actual_closing: roll(100), closing_balance: 0, note: 'Dice' }),
            ),
          ];
        case 34:
        case 35:
          return [
            'shift opened',
            act(person, 'open_shift', { id: randomUUID(), branch_id: from, opening_balance: roll(100), note: 'Dice' }),
          ];
        case 36:
        case 37:
          return [
            'cash',
            own().then((shift_id) =>
              act(person, 'record_cash', {
                id: randomUUID(),
                shift_id,
                kind: pick(['pay_in', 'pay_out']),
                amount: 1 + roll(9),
                reason: 'Dice',
              }),
            ),
          ];
        case 20:
        case 21:
        case 22:
          return [
            'sale',
            act(person, 'record_sale', {
              id: sold.add(randomUUID()),
              sale: { branch_id: from, till: pick(['1', '2']), customer_id: customer?.id, ...late() },
              lines: lines.map((line) => ({ ...line, stock_point_id: point })),
              payments: roll(2) ? [{ payment_method_id: cash?.id, amount: 1 }] : [],
            }),
          ];
        case 24:
        case 25:
        case 26:
          return [
            'return',
            sql`select id from public.sale_lines where sale_id in (${sold.pick(roll)}, ${sold.pick(roll)}) and quantity > returned`.then(
              (found) =>
                act(person, 'record_sale', {
                  id: sold.add(randomUUID()),
                  sale: { branch_id: from, till: pick(['1', '2']), customer_id: customer?.id, ...late() },
                  lines: [
                    ...found.map(({ id }) => ({ returns_line_id: id, quantity: 1, stock_point_id: point, damaged: roll(2) === 0 })),
                    ...lines.slice(0, roll(2)),
                  ],
                }),
            ),
          ];
        case 28:
        case 29:
        case 30:
          return [
            'sale paid',
            sql`select id, sign(remaining)::integer as way from public.sales where remaining <> 0 order by sold_at desc limit 6`.then(
              (owed) => {
                const { id = randomUUID(), way = 1 } = pick(owed) ?? {};
                return act(person, 'pay_sale', {
                  id,
                  payments: [{ id: paid.add(randomUUID()), payment_method_id: cash?.id, amount: Number(way) * (1 + roll(60)) }],
                });
              },
            ),
          ];
        case 31:
          if (roll(3) === 0)
            return [
              'payment corrected',
              sql`select p.id as payment_id, m.id as payment_method_id from (select p.id, p.created_at from public.sale_payments p order by p.created_at desc limit 6) p, public.payment_methods m where m.active order by p.created_at desc, p.id, m.name`.then(
                (found) =>
                  act(person, 'correct_payment', {
                    ...{ id: randomUUID(), payment_id: randomUUID(), payment_method_id: cash?.id, reason: 'Dice' },
                    ...pick(found),
                  }),
              ),
            ];
          return roll(2) === 0
            ? ['sale payment voided', act(people.owner, 'void_sale_payment', { id: paid.pick(roll), reason: 'Dice' })]
            : ['credit used', act(people.owner, 'use_credit', { customer_id: customer?.id })];
        case 42:
          return [
            'opening balance',
            act(people.owner, 'record_opening_balance', {
              id: owing.add(randomUUID()),
              balance: {
                ...pick([
                  { contact: 'customer', contact_id: customer?.id, amount: roll(200) - 100 || 1 },
                  { contact: 'supplier', contact_id: supplier?.id, amount: 1 + roll(100) },
                ]),
                branch_id: from,
                day: '2026-01-01',
              },
            }),
          ];
        case 43:
          return ['opening balance voided', act(people.owner, 'void_opening_balance', { id: owing.pick(roll), reason: 'Dice' })];
        case 44:
        case 45:
        case 46:
        case 47:
          return [
            'sent back',
            sql`select x.id, x.variant_id, r.branch_id, r.stock_point_id from public.receipt_items x join public.receipts r on r.id = x.receipt_id
              where r.id = ${received.pick(roll)}`.then((found) =>
              act(person, 'record_purchase_return', {
                id: randomUUID(),
                header: {
                  supplier_id: supplier?.id,
                  branch_id: found[0]?.branch_id ?? from,
                  stock_point_id: found[0]?.stock_point_id ?? null,
                  reason: 'damaged',
                },
                lines: [
                  ...found.map(({ id, variant_id }) => ({ variant_id, receipt_item_id: id, quantity: 1 + roll(3) })),
                  ...lines.slice(0, roll(2)).map((line) => ({ ...line, unit_cost: 1 + roll(50) })),
                ].sort(() => roll(3) - 1),
              }),
            ),
          ];
        case 48: {
          const those = sql`select id from public.purchase_returns where voided_at is null order by created_at desc limit 6`.then((found) =>
            String(pick(found)?.id ?? randomUUID()),
          );
          return roll(2) === 0
            ? ['sent back, voided', those.then((id) => act(people.owner, 'void_purchase_return', { id, reason: 'Dice' }))]
            : [
                'sent back, refunded',
                those.then((id) =>
                  act(person, 'refund_purchase_return', {
                    id,
                    payments: [
                      { id: paidSupplier.add(randomUUID()), payment_method_id: cash?.id, amount: 1 + roll(9), paid_on: '2026-11-01' },
                    ],
                  }),
                ),
              ];
        }
        case 49:
          return [
            'credit with a supplier used',
            act(pick([people.owner, people.accountant]), 'use_supplier_credit', { supplier_id: supplier?.id }),
          ];
        case 50:
          return roll(2) === 0
            ? [
                'order paid',
                act(person, 'pay_purchase', {
                  id: ordered.pick(roll),
                  payments: [
                    { id: paidSupplier.add(randomUUID()), payment_method_id: cash?.id, amount: 1 + roll(60), paid_on: '2026-11-01' },
                  ],
                }),
              ]
            : [
                'supplier paid',
                act(person, 'pay_supplier', {
                  id: randomUUID(),
                  supplier_id: supplier?.id,
                  payment: { payment_method_id: cash?.id, amount: 1 + roll(90), paid_on: '2026-11-01', branch_id: from },
                }),
              ];
        case 51:
          return [
            'payment of a supplier voided',
            sql`select id from public.purchase_payments where voided_at is null order by created_at desc limit 6`.then((found) =>
              act(people.owner, 'void_purchase_payment', {
                id: roll(2) === 0 ? paidSupplier.pick(roll) : (pick(found)?.id ?? randomUUID()),
                reason: 'Dice',
              }),
            ),
          ];
        case 27:
        case 23:
          return ['sale voided', act(people.owner, 'void_sale', { id: sold.pick(roll), reason: 'Dice' })];
        case 0:
          return [
            'opening',
            act(people.owner, 'post_stock_entry', {
              id: randomUUID(),
              kind: 'opening',
              branch_id: from,
              stock_point_id: point,
              lines: lines.map((line) => ({ ...line, quantity: 30 })),
            }),
          ];
        case 1:
          return [
            'adjustment',
            act(people.owner, 'post_stock_entry', {
              id: randomUUID(),
              kind: 'adjustment',
              reason: 'loss',
              branch_id: from,
              stock_point_id: point,
              lines: lines.map((line) => ({ ...line, quantity: -line.quantity })),
            }),
          ];
        case 2:
        case 3: {
          const id = made.add(randomUUID());
          const saved = act(person, 'save_transfer', { id, from_branch_id: from, to_branch_id: to, to_stock_point_id: point, lines });
          return [
            'transfer',
            roll(2) === 0
              ? saved
              : saved.then(() => act(people.owner, 'approve_transfer', { id })).then((answer) => (approved.add(id), answer)),
          ];
        }
        case 4:
          return [
            'transfer changed',
            act(person, 'save_transfer', { id: made.pick(roll), expected_version: 1, from_branch_id: from, to_branch_id: to, lines }),
          ];
        case 5:
          return ['everything', act(people.owner, 'transfer_everything', { id: randomUUID(), from_branch_id: from, to_branch_id: to })];
        case 6:
          return [
            'import',
            act(people.owner, 'import_sheet', {
              kind: 'products',
              id: imported.add(randomUUID()),
              rows: sheet(roll, `Dice ${number}-${roll(1e9)}`, 1 + roll(6)),
              dry_run: roll(4) === 0,
            }),
          ];
        case 7: {
          // Changing prices does not block stock movements; changing the low level does.
          const levels = roll(2) === 0;
          return [
            'import of what moves',
            act(people.owner, 'import_sheet', {
              kind: 'products',
              id: imported.add(randomUUID()),
              dry_run: roll(4) === 0,
              rows: skus
                .filter(() => roll(2) === 0)
                .sort(() => roll(3) - 1)
                .map((sku, index) => ({
                  row: String(index + 2),
                  sku,
                  price: String(1 + roll(90)),
                  ...(levels ? { low_stock_level: String(roll(50)) } : { price_override: String(1 + roll(90)) }),
                })),
            }),
          ];
        }
        case 32:
        case 33:
          return [
            'import of sales',
            act(pick([people.owner, people.accountant]), 'import_sheet', {
              kind: 'sales',
              id: imported.add(randomUUID()),
              dry_run: roll(4) === 0,
              options: { branch_id: from, skip_problem_rows: true },
              rows: Array.from({ length: 1 + roll(12) }, (_, index) => ({
                row: String(index + 2),
                reference: `D-${roll(200)}`,
                till: pick(['1', '2']),
                sold_at: `2026-0${1 + roll(9)}-01`,
                email: customer?.email,
                sku: pick(skus),
                ...(roll(3) === 0 ? { quantity: '-1' } : { quantity: String(1 + roll(4)), unit_price: '100' }),
                ...(roll(2) === 0 ? { paid: '0' } : {}),
              })),
            }),
          ];
        case 8:
          return ['import undone', act(people.owner, 'undo_import', { id: imported.pick(roll) })];
        case 9:
          return ['product', product(person, pick(goods).id, { low_stock_level: roll(50) })];
        case 10:
          return [
            'order',
            act(person, 'save_purchase_order', { id: ordered.add(randomUUID()), purchase: { ...purchase, status: 'pending' }, items }).then(
              (order) =>
                act(person, 'receive_purchase', {
                  id: received.add(randomUUID()),
                  purchase_order_id: order.id,
                  stock_point_id: point,
                  lines: lines.map((line) => ({ ...line, quantity: 1 })),
                }),
            ),
          ];
        case 11:
          return [
            'order completed',
            act(person, 'save_purchase_order', {
              id: ordered.add(randomUUID()),
              purchase: { ...purchase, status: 'completed' },
              items,
              receive: { id: received.add(randomUUID()), stock_point_id: point },
            }),
          ];
        case 12:
          return [
            'order changed',
            sql`select version, branch_id from public.purchase_orders where id = ${ordered.pick(roll)}`.then(([order]) =>
              act(person, 'save_purchase_order', {
                id: ordered.pick(roll),
                expected_version: order?.version ?? 1,
                purchase: { ...purchase, branch_id: order?.branch_id ?? from, status: pick(['pending', 'completed']) },
                items,
              }),
            ),
          ];
        case 13:
          return ['receipt undone', act(people.owner, 'undo_receipt', { id: received.pick(roll), reason: 'Dice' })];
        case 14:
          return [
            'count',
            act(person, 'start_count', {
              id: counted.add(randomUUID()),
              branch_id: from,
              stock_point_id: point,
              scope: 'products',
              scope_ids: goods.filter(() => roll(4) === 0).map((one) => one.id),
            }),
          ];
        case 15:
        case 16:
          return [
            'tallies',
            act(people.owner, 'record_tallies', {
              count_id: counted.pick(roll),
              tallies: lines.map((line) => ({ id: randomUUID(), ...line, mode: pick(['add', 'set']) })),
            }),
          ];
        case 17: {
          const id = counted.pick(roll);
          return [
            'count posted',
            act(people.owner, 'close_count', { id }).then(() =>
              act(people.owner, 'post_count', { id, uncounted: pick(['zero', 'leave']) }),
            ),
          ];
        }
        // Started and posted by one user while others move its goods: separate steps rarely meet.
        case 40:
        case 41: {
          const id = counted.add(randomUUID());
          return [
            'count, whole',
            act(people.owner, 'start_count', {
              id,
              branch_id: from,
              stock_point_id: point,
              scope: 'products',
              scope_ids: goods.filter(() => roll(4) === 0).map((one) => one.id),
            })
              .then(() =>
                act(people.owner, 'record_tallies', {
                  count_id: id,
                  tallies: lines.map((line) => ({ id: randomUUID(), ...line, mode: 'set' })),
                }),
              )
              .then(() => act(people.owner, 'close_count', { id }))
              .then(() => act(people.owner, 'post_count', { id, uncounted: pick(['zero', 'leave']) })),
          ];
        }
        case 18:
          return ['approval', act(pick([people.owner, people.manager]), 'approve_transfer', { id: made.pick(roll) })];
        default:
          return [
            'reversal',
            act(pick([people.owner, people.manager]), 'reverse_transfer', {
              id: (roll(3) === 0 ? made : approved).pick(roll),
              reason: 'Dice',
            }),
          ];
      }
    };
    const refused: string[] = [];
    for (let round = 0; seconds ? Date.now() < ends : round < 60; round++) {
      const [what, action] = doing();
      const outcome: Outcome = await tried(action);
      if ('ok' in outcome) seen.set(what, (seen.get(what) ?? 0) + 1);
      else refused.push(...refusals([outcome]).map((refusal) => `${what}: ${refusal}`));
    }
    return refused;
  };
  const movementKinds = async () =>
    (
      await sql`select distinct document_type || ': ' || kind as kind from public.stock_movements where variant_id = any (${variants}) order by 1`
    ).map(({ kind }) => String(kind));
  // What happens depends on the machine: if something never happened, the test would prove too little, so it
  // continues.
  const wantedKinds = [
    'count: count',
    'purchase_return: purchase_return',
    'purchase_return: reversal',
    'receipt: purchase',
    'receipt: reversal',
    'sale: adjustment',
    'sale: reversal',
    'sale: sale',
    'sale: sale_return',
    'stock_entry: adjustment',
    'stock_entry: opening',
    'transfer: reversal',
    'transfer: transfer_in',
    'transfer: transfer_out',
  ];
  const wanted = [
    'order completed',
    'sent back, refunded',
    'credit with a supplier used',
    'supplier paid',
    'payment of a supplier voided',
    'import of what moves',
    'product',
    'everything',
    'sale',
    'return',
    'sale paid',
    'import of sales',
    'opening balance',
    'shift closed',
    'shift opened',
    'cash',
  ];
  const missing = async () => {
    const kinds = await movementKinds();
    return [...wantedKinds.filter((kind) => !kinds.includes(kind)), ...wanted.filter((what) => !seen.has(what))];
  };
  const refused = (await times(20, worker)).flat();
  for (let more = 1; more < 6 && (await missing()).length > 0; more++)
    refused.push(...(await times(20, (number) => worker(20 * more + number))).flat());
  // Only the server's log has the statements of a deadlock.
  if (refused.some((refusal) => refusal.includes('40P01'))) {
    const log = readFileSync(join(stack.dataDir, 'logs/postgres.log'), 'utf8').split('\n');
    console.log(log.flatMap((line, index) => (line.includes('deadlock detected') ? log.slice(index, index + 30) : [])).join('\n'));
  }
  const done = [...seen.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${done} done, ${refused.length} refused: ${[...seen].map(([what, count]) => `${what} ${count}`).join(', ')}`);
  expect(done, `SEED=${seed}`).toBeGreaterThan(100);
  expect(await movementKinds(), `SEED=${seed}`).toEqual(wantedKinds);
  expect(await missing(), `SEED=${seed}`).toEqual([]);
  // Only errors of ours: no deadlock and no unexpected error.
  expect(
    refused.filter((refusal) => !/: PT4\d\d /.test(refusal)),
    `SEED=${seed}`,
  ).toEqual([]);
});

/** Saves a product unchanged except for this. */
async function product(person: string, id: string, change: Row): Promise<Row> {
  const [row] = await sql`select version, name, price from public.products where id = ${id}`;
  const kept = await sql`select id from public.variants where product_id = ${id}`;
  return act(person, 'save_product', {
    id,
    expected_version: row?.version,
    product: { name: row?.name, price: row?.price, ...change },
    variants: kept.map((variant) => ({ id: variant.id })),
  });
}

test('after the database is killed, everything confirmed is stored and nothing is half done', async () => {
  const LINES = 40;
  const [one] = await users.products(1);
  const variant = one?.variant ?? '';
  await act(people.owner, 'post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: zamalek,
    lines: [{ variant_id: variant, quantity: 100_000 }],
  });
  const methods = await sql`select id from public.payment_methods where is_cash`;
  await openDrawers((text) => sql.unsafe(text));
  let drawer = String(
    (await sql`select id from public.shifts where opened_by = ${people.manager} and branch_id = ${zamalek} and status = 'open'`)[0]?.id,
  );
  await sql.end();
  const http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, {
    aud: 'authenticated',
    role: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 600,
  });
  const answered: { id: string; state: 'made' | 'approved' | 'imported' | 'sold' | 'closed' }[] = [];
  const imports: string[] = [];
  const mover = async (): Promise<number> => {
    for (;;) {
      const id = randomUUID();
      for (const [state, call, body] of [
        ['made', 'save_transfer', { id, from_branch_id: zamalek, to_branch_id: nasrCity, lines: [{ variant_id: variant, quantity: 1 }] }],
        ['approved', 'approve_transfer', { id, expected_version: 1 }],
      ] as const) {
        const answer = await http.ask('owner', 'POST', `/rest/v1/rpc/${call}`, body).catch(() => ({ status: 0 }));
        if (answer.status !== 200) return answer.status;
        answered.push({ id, state });
      }
    }
  };
  const importer = async (): Promise<number> => {
    for (;;) {
      const id = randomUUID();
      imports.push(id);
      const rows = Array.from({ length: LINES }, (_, index) => ({
        row: String(index + 2),
        name: `Killed ${id} ${index}`,
        price: '5',
        quantity: '3',
        branch: 'ZAM',
      }));
      const answer = await http
        .ask('owner', 'POST', '/rest/v1/rpc/import_sheet', { kind: 'products', id, rows, dry_run: false })
        .catch(() => ({ status: 0 }));
      // Another import is running.
      if (answer.status === 409) continue;
      if (answer.status !== 200) return answer.status;
      answered.push({ id, state: 'imported' });
    }
  };
  // One till sells for cash and closes its drawer every third sale.
  const [cash] = [...methods];
  const seller = async (): Promise<number> => {
    for (let n = 1; ; n++) {
      const steps: [state: 'sold' | 'closed' | null, call: string, body: Row][] = [
        [
          'sold',
          'record_sale',
          {
            id: randomUUID(),
            sale: { branch_id: zamalek },
            lines: [{ variant_id: variant, quantity: 1 }],
            payments: [{ payment_method_id: cash?.id, amount: 50 }],
          },
        ],
      ];
      if (n % 3 === 0)
        steps.push(
          ['closed', 'close_shift', { id: drawer, actual_closing: 10 * n, closing_balance: 0, note: 'Killed' }],
          [null, 'open_shift', { id: (drawer = randomUUID()), branch_id: zamalek, opening_balance: 0 }],
        );
      for (const [state, call, body] of steps) {
        const answer = await http.ask('manager', 'POST', `/rest/v1/rpc/${call}`, body).catch(() => ({ status: 0 }));
        if (answer.status !== 200) return answer.status;
        if (state) answered.push({ id: String(body.id), state });
      }
    }
  };
  const workers = [seller(), ...Array.from({ length: 5 }, mover), ...Array.from({ length: 3 }, importer)];
  // While work is in progress, however slow the machine; the exact moment is random.
  const enough = 60 + seededRandom(seed)(60);
  while (answered.length < enough || !['imported', 'closed'].every((state) => answered.some((answer) => answer.state === state)))
    await new Promise((resolve) => setTimeout(resolve, 5));
  // One closing is written but not committed.
  const owner = connect(stack.databaseUrl);
  const half = String(
    (await owner`select id from public.shifts where opened_by = ${people.owner} and branch_id = ${zamalek} and status = 'open'`)[0]?.id,
  );
  const closing = { id: half, actual_closing: 0, closing_balance: 0, note: 'Killed' };
  let isWritten = false;
  const brokenOff = owner
    .begin(async (transaction) => {
      await (await new TestSession(transaction).as(people.owner)).call('close_shift', closing);
      isWritten = true;
      await new Promise(() => undefined);
    })
    .catch((error: Error) => error);
  await expect.poll(() => isWritten).toBe(true);
  await stack.kill9();
  expect(await brokenOff).toBeInstanceOf(Error);
  // Every worker stopped because the server was gone, not because it was refused.
  expect((await Promise.all(workers)).filter((status) => status > 0 && status < 500)).toEqual([]);
  const kept = [...answered];
  stack = await startStack({ dataDir: stack.dataDir });
  sql = connect(stack.databaseUrl, 25);

  const rows = await sql`select id, status from public.transfers where id = any (${kept.map(({ id }) => id)})`;
  const status = new Map(rows.map((row) => [String(row.id), String(row.status)]));
  const lost = kept.filter(
    ({ id, state }) => (state === 'made' && !status.has(id)) || (state === 'approved' && status.get(id) !== 'approved'),
  );
  expect(lost, `SEED=${seed}`).toEqual([]);
  const idsOf = (state: string) => kept.filter((answer) => answer.state === state).map(({ id }) => id);
  const [money] = await sql`
    select (select count(*)::integer from public.sales where id = any (${idsOf('sold')})) as sold, (select count(*)::integer from public.shifts where status = 'closed' and id = any (${idsOf('closed')})) as closed`;
  expect(money, `SEED=${seed}`).toEqual({ sold: idsOf('sold').length, closed: idsOf('closed').length });
  expect(
    await sql`select status, (select count(*)::integer from public.shift_figures where shift_id = s.id) as figures from public.shifts s where id = ${half}`,
  ).toEqual([{ status: 'open', figures: 0 }]);
  expect(await act(people.owner, 'close_shift', closing)).toMatchObject({ status: 'closed' });
  for (const id of imports) {
    const [whole] = await sql`
      select (select count(*)::integer from public.imports where id = ${id}) as imports, count(*)::integer as products, coalesce(sum(l.quantity), 0) as pieces
      from public.products p join public.variants v on v.product_id = p.id left join public.stock_levels l on l.variant_id = v.id
      where p.name like ${`Killed ${id} %`}`;
    const all = { imports: 1, products: LINES, pieces: 3 * LINES };
    const none = { imports: 0, products: 0, pieces: 0 };
    expect([all, none], `SEED=${seed}`).toContainEqual({ ...whole, pieces: Number(whole?.pieces) });
    if (kept.some((answer) => answer.id === id)) expect(whole, `SEED=${seed}`).toMatchObject({ imports: 1 });
  }
});
