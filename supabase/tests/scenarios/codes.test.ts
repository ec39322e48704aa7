import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalCode, otherUpcForm } from '../../../web/lib/canonical-code.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { branches, databaseOwner, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct } from '../fixtures.ts';

// The client's own function (web/lib) is checked with the same cases.
const cases = JSON.parse(readFileSync(new URL('../canonical-code-cases.json', import.meta.url), 'utf8')) as [string, string][];

const byCode = async (on: TestSession, ...codes: string[]) =>
  (await on.table<{ variant_id: string }>('variant_page', { codes })).map(({ variant_id }) => variant_id);
/** As quick search (Ctrl K) and a scan outside any field find it. */
const exactly = async (on: TestSession, words: string) =>
  (await on.table<{ kind: string; id: string; exact: boolean }>('find_records', { words }))
    .filter(({ exact }) => exact)
    .map(({ id }) => id);

describe('the canonical form of a code', () => {
  test.each(cases)('of %j is %j', async (given, canonical) => {
    const [row] = await databaseOwner()`select private.canonical_code(${given}) as canonical`;
    expect(row).toEqual({ canonical });
  });

  test('is stable, and the same in the database and on a device, for random codes', async () => {
    const roll = seededRandom(seed);
    const parts = [
      '0',
      '1',
      '01',
      '10',
      '00',
      '6221234567013',
      '06221234567013',
      '16221234567010',
      '036000291452',
      '96385074',
      '622',
      '.0',
      '.',
      ' ',
      '\u00a0',
      '-',
      '\u2013',
      '\u200f',
      '\u001d',
      '٦',
      '۱',
      ']C1',
      ']E0',
      ']A0',
      ']d2',
      ']',
      '(01)',
      '(10)',
      'A',
      'z',
      'é',
      '/',
      '_',
      '17271231',
    ];
    const codes = Array.from({ length: 20_000 }, () => Array.from({ length: 1 + roll(6) }, () => parts[roll(parts.length)]).join(''));
    const rows = await databaseOwner()<{ code: string; once: string; twice: string }[]>`
      select c as code, private.canonical_code(c) as once, private.canonical_code(private.canonical_code(c)) as twice from unnest(${codes}::text[]) c`;
    expect(rows).toHaveLength(codes.length);
    expect(rows.filter(({ once, twice }) => once !== twice)).toEqual([]);
    expect(rows.filter(({ code, once }) => once !== canonicalCode(code))).toEqual([]);
  });
});

// One list for both: the device is tested with it in web/lib.
const upcPairs = JSON.parse(readFileSync(new URL('../upc-pairs.json', import.meta.url), 'utf8')) as [string, string][];

describe('the other form of a UPC', () => {
  test.each(upcPairs)('%s and %s stand for each other', async (short, long) => {
    const [row] = await databaseOwner()`select private.other_upc_form(private.canonical_code(${short})) as long,
      private.other_upc_form(private.canonical_code(${long})) as short`;
    expect(row).toEqual({ long: canonicalCode(long), short: canonicalCode(short) });
  });

  test('is the same in the database and on a device, for random codes', async () => {
    const roll = seededRandom(seed);
    const parts = ['0', '1', '00', '000', '0000', '3', '4', '5', '9', '12', '345'];
    const codes = Array.from({ length: 20_000 }, () => {
      const digits = Array.from({ length: 12 }, () => parts[roll(parts.length)]).join('');
      return `${roll(2)}${digits}`.slice(0, [8, 12, 13, 14][roll(4)]);
    });
    const rows = await databaseOwner()<{ canonical: string; other: string | null }[]>`
      select k.canonical, private.other_upc_form(k.canonical) as other
      from unnest(${codes}::text[]) c, lateral (select private.canonical_code(c) as canonical) k`;
    expect(rows.filter(({ canonical, other }) => other !== otherUpcForm(canonical))).toEqual([]);
    expect(rows.filter(({ other }) => other !== null).length).toBeGreaterThan(100);
  });
});

describe('a variant', () => {
  const scans = [
    '6221234567013',
    ']C1010622123456701310LOT7',
    '0106221234567013',
    '06221234567013',
    ']E06221234567013',
    '6 221234 567013',
    '٦٢٢١٢٣٤٥٦٧٠١٣',
    '0106221234567013\u001d10LOT7',
  ];

  scenario('is found by its barcode with scanner prefixes, but not by the code of its carton', async (on) => {
    await on.as(people.owner);
    const one = await makeProduct(on, {}, [{ barcode: '6221234567013' }]);
    const tissues = await makeProduct(on, {}, [{ barcode: '036000291452' }]);
    for (const [made, codes] of [
      [one, scans],
      [tissues, ['036000291452', '0036000291452', '00036000291452']],
    ] as const) {
      for (const code of codes) {
        expect(await byCode(on, code), code).toEqual(made.variants);
        expect(await exactly(on, code), code).toEqual([made.id]);
      }
    }
    for (const code of ['16221234567010', '6221234567014', '36000291452']) {
      expect(await byCode(on, code), code).toEqual([]);
      expect(await exactly(on, code), code).toEqual([]);
    }
  });

  scenario('is found by UPC-A when stored as EAN-13 with a leading zero, and separately by its carton', async (on) => {
    await on.as(people.owner);
    const kept = await makeProduct(on, {}, [{ barcode: '0036000291452' }]);
    const carton = await makeProduct(on, {}, [{ barcode: '16221234567010' }]);
    await makeProduct(on, {}, [{ barcode: '6221234567013' }]);
    expect(await byCode(on, '036000291452')).toEqual(kept.variants);
    expect(await byCode(on, ']C10116221234567010')).toEqual(carton.variants);
  });

  scenario('with a UPC-E is found by its UPC-A and the other way round', async (on) => {
    await on.as(people.owner);
    for (const [short, long] of upcPairs.slice(0, 4)) {
      const kept = await makeProduct(on, {}, [{ barcode: short }]);
      for (const code of [short, long, `0${long}`]) {
        expect(await byCode(on, code), code).toEqual(kept.variants);
        expect(await exactly(on, code), code).toEqual([kept.id]);
      }
      // A code that a variant has itself is only that one's.
      const other = await makeProduct(on, {}, [{ barcode: long }]);
      expect(await byCode(on, short)).toEqual(kept.variants);
      expect(await byCode(on, `0${long}`)).toEqual(other.variants);
      expect(await exactly(on, `0${long}`)).toEqual([other.id]);
    }
    const long = await makeProduct(on, {}, [{ barcode: '012700000891' }]);
    expect(await byCode(on, '01278931')).toEqual(long.variants);
  });

  scenario('is found once by a list with its code in several spellings', async (on) => {
    await on.as(people.owner);
    const tee = await makeProduct(on, {}, [{ sku: 'TS-001', barcode: '6221234567013' }]);
    const runner = await makeProduct(on, {}, [{ sku: '1001' }]);
    expect((await byCode(on, 'ts-001', 'Ts-001 ', '06221234567013', '1001.0')).sort()).toEqual(
      [...tee.variants, ...runner.variants].sort(),
    );
  });
});

describe('a code that is taken', () => {
  scenario('is refused in any equivalent spelling', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, {}, [{ sku: 'TS-001', barcode: '036000291452' }]);
    for (const sku of ['ts-001', 'Ts-001'])
      expect(await on.refused(() => makeProduct(on, {}, [{ sku }])), sku).toMatchObject({
        code: 'PT409',
        constraint_name: 'variants_sku_unique',
      });
    for (const barcode of ['0036000291452', '00036000291452'])
      expect(await on.refused(() => makeProduct(on, {}, [{ barcode }])), barcode).toMatchObject({
        code: 'PT409',
        constraint_name: 'variants_barcode_unique',
      });
    // Digits that only look similar are different codes.
    await makeProduct(on, {}, [{ sku: '10-138' }]);
    await makeProduct(on, {}, [{ sku: '101-38' }]);
    await makeProduct(on, {}, [{ sku: '00417' }]);
    await makeProduct(on, {}, [{ sku: '417' }]);
  });

  scenario('is refused twice within a product, but can be swapped between its variants in one save', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    expect(
      await on.refused(() =>
        makeProduct(on, {}, [
          { color_id: black, sku: 'S-1' },
          { color_id: ivory, sku: 's-1' },
        ]),
      ),
    ).toMatchObject({ constraint_name: 'variants_sku_unique' });
    const {
      id,
      variants: [first, second],
    } = await makeProduct(on, {}, [
      { color_id: black, sku: 'S-1', barcode: '036000291452' },
      { color_id: ivory, sku: 'S-2', barcode: '6221234567013' },
    ]);
    await on.call('save_product', {
      id,
      expected_version: 1,
      product: { name: 'Swapped', price: 1 },
      variants: [
        { id: first, color_id: black, sku: 's-2', barcode: '06221234567013' },
        { id: second, color_id: ivory, sku: 's-1', barcode: '0036000291452' },
      ],
    });
    expect(await on.rows('select sku, barcode from public.variants where product_id = $1 order by color_id = $2 desc', id, black)).toEqual([
      { sku: 's-2', barcode: '06221234567013' },
      { sku: 's-1', barcode: '0036000291452' },
    ]);
    expect(await byCode(on, 'S-2')).toEqual([first]);
    expect(await byCode(on, '036000291452')).toEqual([second]);
  });

  scenario('is skipped when the database generates the next code', async (on) => {
    await on.asDatabaseOwner();
    const [made] = await on.rows<{ sku: string; barcode: string }>(
      `select (private.next_codes('sku', 1))[1] as sku, (private.next_codes('barcode', 1))[1] as barcode`,
    );
    const after = async (count: bigint) => {
      const twelve = String(BigInt(String(made?.barcode).slice(0, 12)) + count);
      return {
        sku: String(BigInt(String(made?.sku)) + count),
        barcode: `${twelve}${await on.value<number>('select private.ean_check_digit($1)', twelve)}`,
      };
    };
    const [next, last] = [await after(1n), await after(2n)];
    await on.as(people.owner);
    await makeProduct(on, {}, [{ sku: `${next.sku}.0`, barcode: `0${next.barcode}` }]);
    const { variants } = await makeProduct(on);
    expect(await on.rows('select sku, barcode from public.variants where id = $1', variants[0])).toEqual([last]);
  });

  scenario('is in the audit log as typed, without its canonical form', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, {}, [{ sku: 'ts-001', barcode: '036000291452' }]);
    const [row] = await on.rows<{ changes: Row }>(
      `select changes from public.audit_log where table_name = 'variants' and record_id = $1`,
      id,
    );
    expect(row?.changes).toMatchObject({ sku: 'ts-001', barcode: '036000291452' });
    expect(Object.keys(row?.changes ?? {}).filter((key) => key.endsWith('_key'))).toEqual([]);
  });
});

interface Report {
  status: string;
  products: Row;
  variants: Row;
  purchase_orders: Row;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row }[];
}
const imported = (on: TestSession, kind: string, rows: Row[], options: Row = {}, dry = false) =>
  on.call<Report>('import_sheet', {
    kind,
    id: randomUUID(),
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options: { create: { sizes: true }, branch_id: branches.zamalek, ...options },
    dry_run: dry,
  });
const problems = ({ problems: all }: Report) => all.map(({ row, column, code }) => `${row} ${column} ${code}`);

describe('an import', () => {
  async function runnerAndTee(on: TestSession): Promise<{ runner: string; tee: string }> {
    await on.as(people.owner);
    const size =
      (await on.value<string>(`insert into public.sizes (name) values ('38') on conflict do nothing returning id`)) ??
      (await idOf(on, 'sizes', '38'));
    const runner = await makeProduct(on, { name: 'Runner', price: 500 }, [{ sku: '1001', size_id: size }]);
    const tee = await makeProduct(on, { name: 'Tee', price: 150 }, [{ sku: 'TS-001' }]);
    return { runner: runner.id, tee: tee.id };
  }

  scenario('matches products by a code in another spelling, and keeps the stored spelling', async (on) => {
    const { runner, tee } = await runnerAndTee(on);
    const rows = [
      { name: 'Runner', sku: '1001.0', size: '38.0', price: '500', quantity: '2' },
      { name: 'Tee', sku: 'ts-001', price: '199' },
    ];
    expect(await imported(on, 'products', rows)).toMatchObject({
      status: 'applied',
      products: { create: 0, update: 1, skip: 1 },
      variants: { create: 0 },
      problems: [],
    });
    expect(await on.rows('select product_id, sku from public.variants where product_id in ($1, $2) order by sku', runner, tee)).toEqual([
      { product_id: runner, sku: '1001' },
      { product_id: tee, sku: 'TS-001' },
    ]);
    expect(await on.value('select price from public.products where id = $1', tee)).toBe(199);
    expect(await on.rows(`select name from public.sizes where name like '38%'`)).toEqual([{ name: '38' }]);
    expect(await imported(on, 'products', rows)).toMatchObject({ status: 'applied', products: { create: 0, update: 0, skip: 2 } });
  });

  scenario('treats two spellings in a file as one code, and names a new size 38.0 as 38', async (on) => {
    await on.as(people.owner);
    const again = await imported(on, 'products', [
      { name: 'Kite a', price: '5', sku: 'kite-1' },
      { name: 'Kite b', price: '5', sku: 'KITE-1' },
      { name: 'Kite c', price: '5', barcode: '036000291452' },
      { name: 'Kite d', price: '5', barcode: '0036000291452' },
    ]);
    expect(problems(again)).toEqual(['3 sku sku_twice', '5 barcode barcode_twice']);
    expect(
      await imported(on, 'products', [
        { name: 'Kite', price: '5', size: '77.0' },
        { name: 'Kite', price: '5', size: '78' },
        { name: 'Kite', price: '5', size: '78.5' },
      ]),
    ).toMatchObject({ status: 'applied', variants: { create: 3 } });
    expect(await on.rows(`select name from public.sizes where name like '7%' order by 1`)).toEqual([
      { name: '77' },
      { name: '78' },
      { name: '78.5' },
    ]);
  });

  scenario('reports an 11-digit barcode that lost its zero, unless that code exists as it is', async (on) => {
    await on.as(people.owner);
    const rows = [
      { name: 'Tissues', sku: 'CASE-310', barcode: '36000291452', price: '25' },
      { name: 'Pen', sku: 'CASE-311', barcode: '6221234567105', price: '5' },
      { name: 'Own', barcode: '36000291453', price: '5' },
    ];
    const report = await imported(on, 'products', rows, {}, true);
    expect(problems(report)).toEqual(['2 barcode barcode_zero_lost']);
    expect(report.problems[0]).toMatchObject({ found: '36000291452', expected: { barcode: '036000291452' } });
    const own = await makeProduct(on, { name: 'Kept so' }, [{ barcode: '36000291452' }]);
    expect(await imported(on, 'products', [{ name: 'Kept so', barcode: '36000291452', price: '7' }])).toMatchObject({
      status: 'applied',
      products: { update: 1 },
    });
    expect(await on.value('select price from public.products where id = $1', own.id)).toBe(7);
  });

  scenario('matches codes of orders and sales in another spelling, also with a product’s size', async (on) => {
    const { runner } = await runnerAndTee(on);
    const variant = await on.value<string>('select id from public.variants where product_id = $1', runner);
    const order = { supplier: 'Mahalla Textiles', branch: 'ZAM', ordered_on: '2026-10-01', quantity: '1', unit_cost: '4' };
    expect(
      problems(
        await imported(on, 'purchase_orders', [
          { ...order, reference: 'Kite 1', sku: '1001.0' },
          { ...order, reference: 'Kite 2', product: 'runner', size: '38.0' },
          { ...order, reference: 'Kite 3', sku: 'ts-001' },
        ]),
      ),
    ).toEqual([]);
    expect(
      await on.value(
        `select count(*) from public.purchase_items i join public.purchase_orders o on o.id = i.purchase_order_id where o.reference like 'Kite _' and i.variant_id = $1`,
        variant,
      ),
    ).toBe(2);
    const sale = { branch: 'ZAM', sold_at: '2026-10-01 14:05', quantity: '1', product: undefined };
    const sold = problems(
      await imported(
        on,
        'sales',
        [
          { ...sale, reference: 'K-1', sku: '1001.0' },
          { ...sale, reference: 'K-2', sku: 'nowhere' },
        ],
        {},
        true,
      ),
    );
    expect(sold).toContain('3 sku item_unknown');
    expect(sold).not.toContain('2 sku item_unknown');
  });

  scenario('does not reveal the spelling of a code out of the user’s reach', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { branch_id: branches.warehouse }, [{ sku: 'KEPT-1' }]);
    await on.as(people.manager);
    const {
      problems: [problem],
    } = await imported(
      on,
      'purchase_orders',
      [{ supplier: 'Mahalla Textiles', branch: 'ZAM', ordered_on: '2026-10-01', quantity: '1', unit_cost: '4', sku: 'kept-1' }],
      {},
      true,
    );
    expect(problem).toMatchObject({ code: 'item_unknown', found: 'kept-1' });
  });
});
