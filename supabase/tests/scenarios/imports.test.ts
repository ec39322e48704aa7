import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, makeProduct } from '../fixtures.ts';

const { zamalek, nasrCity, maadi } = branches;

interface Report {
  id: string;
  status: string;
  products: Row;
  variants: Row;
  pieces: number;
  names_created: number;
  unknown_count: number;
  unknown: Row[];
  problem_count: number;
  problem_rows: number;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row; name: string | null }[];
  warnings: Row[];
  quantities_ignored: number;
}

const createAllNames = { brands: true, categories: true, colors: true, sizes: true, suppliers: true };
const numbered = (rows: Row[]) => rows.map((row, index) => ({ row: index + 2, ...row }));
const run = (on: TestSession, rows: Row[], options: Row = {}, dry = false, id = randomUUID()) =>
  on.call<Report>('import_sheet', {
    kind: 'products',
    id,
    rows: numbered(rows),
    options: { create: createAllNames, branch_id: zamalek, ...options },
    dry_run: dry,
  });
const codes = ({ problems }: Report) => problems.map(({ row, column, code }) => `${row} ${column} ${code}`);

const shirts = [
  {
    name: 'Kite shirt',
    price: '50',
    color: 'Kite red',
    size: 'M',
    sku: 'KITE-1',
    brand: 'Kite',
    category: 'Kites / Shirts',
    quantity: '3',
    description: 'Cotton',
  },
  { name: 'Kite shirt', price: '60', color: 'Kite red', size: 'L', sku: '0012', barcode: '6221234567891', quantity: '2' },
  { name: 'Kite mug', price: '12.5', sku: 'KITE-3', quantity: '7' },
];

const rowCounts = (on: TestSession) =>
  on.rows(`select (select count(*)::int from public.products) as products, (select count(*)::int from public.variants) as variants,
    (select count(*)::int from public.brands) as brands, (select count(*)::int from public.stock_movements) as movements,
    (select count(*)::int from public.imports) as imports, (select count(*)::int from public.audit_log) as audit`);

describe('an import of products', () => {
  // Invoice lines read as products: the same code many times, under many names.
  scenario('reports each repeated code once, whether products are grouped by handle or by name', async (on) => {
    await on.as(people.owner);
    const check = async (row: (n: number) => Row) =>
      (
        await run(
          on,
          Array.from({ length: 3000 }, (_, n) => ({ price: '5', ...row(n) })),
          {},
          true,
        )
      ).problem_count;
    expect(await check((n) => ({ group: `till-${n}`, name: `Till item ${n}`, sku: `TILL-${n % 900}` }))).toBe(2100);
    expect(await check((n) => ({ name: `Till item ${n % 700}`, sku: `TILL-${n % 900}` }))).toBe(2100);
  });

  scenario('is refused if a record it refers to was deleted meanwhile, and writes nothing', async (on) => {
    await on.as(people.owner);
    await on.rows("insert into public.brands (name) values ('Kite')");
    await on.asDatabaseOwner();
    await on.rows(
      `create function private.remove_kite() returns trigger language plpgsql as $$ begin delete from public.brands where name = 'Kite'; return null; end $$`,
    );
    await on.rows('create trigger remove_kite after insert on public.imports for each row execute function private.remove_kite()');
    await on.as(people.owner);
    const before = await rowCounts(on);
    expect(await on.refused(() => run(on, shirts))).toMatchObject({ code: 'PT409', message: 'import_overtaken' });
    expect(await rowCounts(on)).toEqual(before);
  });

  scenario('is refused with row and value if another user saved that value meanwhile', async (on) => {
    const meanwhile = async (action: string, kind: string, rows: Row[]) => {
      await on.asDatabaseOwner();
      await on.rows(
        `create or replace function private.meanwhile() returns trigger language plpgsql as $$ begin ${action}; return null; end $$`,
      );
      await on.rows('create or replace trigger meanwhile after insert on public.imports for each row execute function private.meanwhile()');
      await on.as(people.owner);
      const before = await rowCounts(on);
      const refusal = await on.refused(() =>
        on.call('import_sheet', {
          kind,
          id: randomUUID(),
          rows: numbered(rows),
          options: { create: createAllNames, branch_id: zamalek },
          dry_run: false,
        }),
      );
      expect(await rowCounts(on)).toEqual(before);
      return { ...detailOf(refusal), code: `${refusal.code} ${refusal.message}` };
    };
    const taken = 'PT409 import_value_taken';
    await on.as(people.owner);
    const {
      variants: [other = ''],
    } = await makeProduct(on, { name: 'Another' });
    const sold = await on.value<string>('select sku from public.variants where id = $1', other);
    const written = (values: string) => `update public.variants set ${values} where id = '${other}'`;
    expect(await meanwhile(written(`sku = 'KITE-1'`), 'products', shirts)).toEqual({ code: taken, row: 2, value: 'KITE-1' });
    expect(await meanwhile(written(`barcode = '6221234567891'`), 'products', shirts)).toEqual({
      code: taken,
      row: 3,
      value: '6221234567891',
    });
    expect(await meanwhile(`insert into public.brands (name) values ('KITE')`, 'products', shirts)).toEqual({
      code: taken,
      row: 2,
      value: 'Kite',
    });
    expect(
      await meanwhile(`insert into public.customers (name, phone) values ('Kite', '+2010 0555 0190')`, 'customers', [
        { name: 'Kite', phone: '555' },
        { name: 'Kite two', phone: '+20-1005550190' },
      ]),
    ).toEqual({ code: taken, row: 3, value: '+20-1005550190' });
    expect(await meanwhile(`insert into public.suppliers (name) values ('KITES  Ltd')`, 'suppliers', [{ name: 'Kites Ltd' }])).toEqual({
      code: taken,
      row: 2,
      value: 'Kites Ltd',
    });
    const order = { supplier: 'Mahalla Textiles', sku: sold, quantity: '1', unit_cost: '1' };
    const ordered = `update public.purchase_orders set reference = 'kite 9', branch_id = '${zamalek}', supplier_id = (select id from public.suppliers where name = 'Mahalla Textiles') where id = (select id from public.purchase_orders limit 1)`;
    expect(
      await meanwhile(ordered, 'purchase_orders', [
        { ...order, reference: 'Kite 8' },
        { ...order, reference: 'Kite 9' },
      ]),
    ).toEqual({ code: taken, row: 3, value: 'Kite 9' });
  });

  scenario('maps a new name to an existing record through options.same, in any spelling', async (on) => {
    await on.as(people.owner);
    await on.rows("insert into public.brands (name) values ('Kite works')");
    const rows = [
      { name: 'Kite a', price: '5', brand: 'Kyte', color: 'Blakc' },
      { name: 'Kite b', price: '5', brand: 'KYTE', category: 'Wimen' },
      { name: 'Kite c', price: '5x' },
    ];
    const create = { create: {} };
    const checked = await run(on, rows, create, true);
    expect(checked.problems.map(({ name, code }) => [name, code])).toEqual([
      ['Kite a', 'name_unknown'],
      ['Kite a', 'name_unknown'],
      ['Kite b', 'name_unknown'],
      ['Kite b', 'name_unknown'],
      ['Kite c', 'number_invalid'],
    ]);
    const [women] = await on.rows<{ id: string; name: string }>(
      'select id, name from public.categories where parent_id is null order by name limit 1',
    );
    const same = { brands: { Kyte: 'kite works' }, colors: { Blakc: 'Black' }, categories: { Wimen: women?.name } };
    expect((await run(on, rows, { ...create, same: { brands: 5, colors: ['x'], sizes: null } }, true)).problem_count).toBe(5);
    const applied = await run(on, rows, { ...create, same, skip_problem_rows: true });
    expect(applied).toMatchObject({ status: 'applied', products: { create: 2 }, names_created: 0, problem_count: 1 });
    expect(
      await on.rows(`select p.name, b.name as brand, c.name as color, p.category_id from public.products p join public.brands b on b.id = p.brand_id join public.variants v on v.product_id = p.id
      left join public.colors c on c.id = v.color_id where p.name like 'Kite _' order by 1`),
    ).toEqual([
      { name: 'Kite a', brand: 'Kite works', color: 'Black', category_id: null },
      { name: 'Kite b', brand: 'Kite works', color: null, category_id: women?.id },
    ]);
  });

  scenario('maps all spellings of a name by one entry of options.same and ignores null entries', async (on) => {
    await on.as(people.owner);
    const [women] = await on.rows<{ id: string; name: string }>(
      'select id, name from public.categories where parent_id is null order by name limit 1',
    );
    const rows = ['Wimen', 'WIMEN'].map((category, index) => ({ name: `Kite ${index}`, price: '5', category, brand: 'Kyte' }));
    const codes = async (same: Row) => (await run(on, rows, { create: {}, same }, true)).problems.map(({ column, code }) => [column, code]);
    expect(await codes({ categories: { Wimen: women?.name }, brands: { Kyte: null } })).toEqual([
      ['brand', 'name_unknown'],
      ['brand', 'name_unknown'],
    ]);
    expect(await codes({ categories: { Wimen: null }, brands: { kyte: 'Siwa' } })).toEqual([
      ['category', 'name_unknown'],
      ['category', 'name_unknown'],
    ]);
    // Two new names mapped to a name that does not exist stay two names.
    expect(
      await run(
        on,
        [
          { ...rows[0], brand: 'Ghost one' },
          { ...rows[1], brand: 'Ghost two' },
        ],
        { create: { brands: true, categories: true }, same: { brands: { 'Ghost one': 'Gone', 'Ghost two': 'Gone' } } },
        true,
      ),
    ).toMatchObject({ names_created: 3 });
    const many = Array.from({ length: 2000 }, (_, index) => ({ name: `Kite ${index}`, price: '5', brand: `Brand ${index}` }));
    const taken = await run(on, many, { create: {}, same: { brands: Object.fromEntries(many.map(({ brand }) => [brand, 'Siwa'])) } }, true);
    expect(taken).toMatchObject({ products: { create: 2000 }, problem_count: 0 });
    expect(await run(on, rows, { create: {}, same: { categories: { Wimen: women?.name }, brands: { kyte: 'Siwa' } } })).toMatchObject({
      status: 'applied',
      names_created: 0,
    });
    expect(
      await on.rows(
        `select distinct p.category_id, b.name from public.products p join public.brands b on b.id = p.brand_id where p.name like 'Kite _'`,
      ),
    ).toEqual([{ category_id: women?.id, name: 'Siwa' }]);
  });

  scenario('applies exactly what its dry run reported, and the dry run writes nothing', async (on) => {
    await on.as(people.owner);
    const before = await rowCounts(on);
    const checked = await run(on, shirts, {}, true);
    expect(await rowCounts(on)).toEqual(before);
    expect(checked).toMatchObject({
      status: 'checked',
      products: { create: 2, update: 0, skip: 0 },
      variants: { create: 3 },
      pieces: 12,
      problem_count: 0,
    });
    const applied = await run(on, shirts);
    expect({ ...applied, id: '', status: '' }).toEqual({ ...checked, id: '', status: '' });
    expect(applied.status).toBe('applied');
    expect(
      await on.rows(`select p.name, p.price, v.sku, v.price_override, c.name as color, s.name as size, l.quantity
      from public.products p join public.variants v on v.product_id = p.id left join public.colors c on c.id = v.color_id
      left join public.sizes s on s.id = v.size_id left join public.stock_levels l on l.variant_id = v.id
      where p.name like 'Kite%' order by v.sku`),
    ).toEqual([
      { name: 'Kite shirt', price: 50, sku: '0012', price_override: 60, color: 'Kite red', size: 'L', quantity: 2 },
      { name: 'Kite shirt', price: 50, sku: 'KITE-1', price_override: null, color: 'Kite red', size: 'M', quantity: 3 },
      { name: 'Kite mug', price: 12.5, sku: 'KITE-3', price_override: null, color: null, size: null, quantity: 7 },
    ]);
    expect(
      await on.rows(
        "select c.name, p.name as parent from public.categories c join public.categories p on p.id = c.parent_id where p.name = 'Kites'",
      ),
    ).toEqual([{ name: 'Shirts', parent: 'Kites' }]);
    expect(
      await on.rows(
        'select kind, number from public.stock_entries where created_by = $1 and note is null and created_at = now()',
        people.owner,
      ),
    ).toEqual([{ kind: 'opening', number: expect.stringMatching(/^SE-ZAM-/) as string }]);
    expect(await on.rows('select status, row_count, created_by from public.imports where id = $1', applied.id)).toEqual([
      { status: 'applied', row_count: 3, created_by: people.owner },
    ]);
  });

  scenario('writes audit log entries when applied, but not in a dry run', async (on) => {
    const written = 'select last_value from public.audit_log_id_seq';
    const before = await on.value<number>(written);
    await on.as(people.owner);
    await run(on, shirts, {}, true);
    await on.asDatabaseOwner();
    expect(await on.value(written)).toBe(before);
    await on.as(people.owner);
    const { id } = await run(on, shirts);
    await on.asDatabaseOwner();
    expect(
      await on.rows(
        `select a.table_name, count(*)::int from public.audit_log a join private.import_changes c on c.row_id = a.row_id and c.table_name = a.table_name
      where c.import_id = $1 and a.table_name in ('products', 'variants', 'brands') and a.action = 'insert' group by 1 order by 1`,
        id,
      ),
    ).toEqual([
      { table_name: 'brands', count: 1 },
      { table_name: 'products', count: 2 },
      { table_name: 'variants', count: 3 },
    ]);
  });

  scenario('lists at most 10,000 unknown names, and applies only once all are decided', async (on) => {
    await on.as(people.owner);
    const rows = Array.from({ length: 2600 }, (_, index) => ({
      name: `Kite ${index}`,
      price: '5',
      brand: `Brand ${index}`,
      supplier: `Mill ${index}`,
      color: `Shade ${index}`,
      size: `Cut ${index}`,
    }));
    const { unknown, unknown_count } = await run(on, rows, { create: {} }, true);
    expect([unknown.length, unknown_count]).toEqual([10_000, 10_400]);
    // Names beyond the limit are reported next, and nothing is written without a decision on them.
    const create = Object.fromEntries(
      ['brands', 'colors', 'sizes', 'suppliers'].map((kind) => [kind, unknown.filter((one) => one.kind === kind).map(({ name }) => name)]),
    );
    expect(await run(on, rows, { create })).toMatchObject({ status: 'refused', unknown_count: 400, problem_count: 400 });
    expect(await run(on, rows)).toMatchObject({ status: 'applied', unknown_count: 0, names_created: 10_400 });
  });

  scenario('shows its report only to the user who made it', async (on) => {
    await on.as(people.owner);
    const report = await run(on, shirts);
    // Within its own transaction an import still counts as running under its id; under another id it counts as
    // finished.
    const id = randomUUID();
    await on.asDatabaseOwner();
    await on.rows('update public.imports set id = $1 where id = $2', id, report.id);
    await on.rows('update private.import_changes set import_id = $1 where import_id = $2', id, report.id);
    await on.as(people.owner);
    expect(await on.call('import_progress', { id })).toEqual({ status: 'applied', report });
    expect(await on.refused(() => on.rows('select report from public.imports'))).toMatchObject({ code: '42501' });
    await on.as(people.buyer);
    expect(await on.call('import_progress', { id })).toEqual({ status: 'applied' });
  });

  scenario('changes nothing when repeated, with or without codes, and adds opening stock only once', async (on) => {
    await on.as(people.owner);
    const rows = [
      ...shirts,
      { name: 'Kite cap', price: '9', quantity: '4' },
      { name: 'Kite cap', price: '9', quantity: '5', branch: 'NSR' },
    ];
    await run(on, rows, {}, false);
    const before = await rowCounts(on);
    const again = await run(on, rows);
    expect(again).toMatchObject({
      products: { create: 0, update: 0, skip: 3 },
      variants: { create: 0, update: 0, skip: 4 },
      pieces: 0,
      quantities_ignored: 5,
      names_created: 0,
    });
    const after = await rowCounts(on);
    expect(after).toEqual([{ ...before[0], imports: (before[0]?.imports as number) + 1, audit: (before[0]?.audit as number) + 1 }]);
  });

  scenario('returns its first report when repeated, and refuses other content or users for the same id', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    const first = await run(on, shirts, {}, false, id);
    expect(await run(on, shirts, {}, false, id)).toEqual(first);
    for (const dry of [true, false]) {
      expect(await on.refused(() => run(on, [{ name: 'Something else', price: '1' }], {}, dry, id))).toMatchObject({
        code: 'PT409',
        message: 'import_exists',
      });
      expect(await on.refused(() => run(on, shirts, { skip_problem_rows: true }, dry, id))).toMatchObject({ message: 'import_exists' });
    }
    await on.as(people.buyer);
    expect((await on.refused(() => run(on, shirts, {}, true, id))).message).toBe('import_not_found');
  });

  scenario('refuses an id that another document uses', async (on) => {
    await on.as(people.owner);
    const { id: entry } = await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: zamalek,
      lines: [{ variant_id: (await makeProduct(on)).variants[0], quantity: 1 }],
    });
    expect(await on.refused(() => run(on, shirts, {}, false, entry as ReturnType<typeof randomUUID>))).toMatchObject({
      code: 'PT409',
      message: 'id_taken',
    });
  });

  scenario('refuses malformed rows and options with its own error codes', async (on) => {
    await on.as(people.owner);
    const ask = (rows: unknown, options: unknown = {}) =>
      on.refused(() => on.call('import_sheet', { kind: 'products', id: randomUUID(), rows, options, dry_run: true }));
    for (const [rows, message] of [
      [null, 'rows_missing'],
      [{}, 'rows_missing'],
      [[], 'rows_missing'],
      [[1], 'value_invalid'],
      [[null], 'value_invalid'],
      [[['name']], 'value_invalid'],
      [Array.from({ length: 50_001 }, () => ({ name: 'k' })), 'rows_over_limit'],
      [Array.from({ length: 70 }, () => ({ name: 'k'.repeat(1024 * 1024) })), 'rows_too_large'],
    ] as const)
      expect((await ask(rows)).message, JSON.stringify(rows)?.slice(0, 40)).toBe(message);
    for (const options of [
      [],
      { branch_id: 'ZAM' },
      { stock_point_id: 'x' },
      { create: 'x' },
      { same: 7 },
      { same: [] },
      { skip_problem_rows: 'perhaps' },
    ])
      expect((await ask([{ name: 'Kite' }], options)).message, JSON.stringify(options)).toBe('value_invalid');
    expect(
      codes(
        await on.call<Report>('import_sheet', {
          kind: 'products',
          id: randomUUID(),
          rows: [{ row: 'x', name: 'Kite' }],
          options: {},
          dry_run: true,
        }),
      ),
    ).toEqual(['1 price required']);
  });

  scenario('skips SKUs and barcodes that users typed when it generates codes', async (on) => {
    await on.asDatabaseOwner();
    const [sku, barcode] = [
      Number(await on.value('select last_value from private.sku_numbers')),
      Number(await on.value('select last_value from private.barcode_numbers')),
    ];
    const twelve = (index: number) => `20${String(barcode + index).padStart(10, '0')}`;
    const checked = await on.rows<{ code: string }>(
      'select d || private.ean_check_digit(d) as code from unnest($1::text[]) d',
      Array.from({ length: 100 }, (_, index) => twelve(index + 2)),
    );
    await on.as(people.owner);
    const typed = Array.from({ length: 300 }, (_, index) => ({
      name: `Typed ${index}`,
      price: '5',
      sku: String(sku + index + 2),
      barcode: checked[index]?.code,
    }));
    // The file itself also has rows without codes.
    expect(
      await run(on, [
        ...typed,
        { name: 'Untyped a', price: '5' },
        { name: 'Untyped b', price: '5', sku: 'U-1' },
        { name: 'Untyped c', price: '5', barcode: '6221234567891' },
      ]),
    ).toMatchObject({ status: 'applied' });
    for (let index = 0; index < 20; index++) await makeProduct(on, { name: `By hand ${index}` });
    expect(
      await run(
        on,
        Array.from({ length: 300 }, (_, index) => ({ name: `Later ${index}`, price: '5' })),
      ),
    ).toMatchObject({ status: 'applied', products: { create: 300 } });
    await on.asDatabaseOwner();
    expect(
      await on.value('select count(*) from public.variants where sku is null or barcode is null or not private.barcode_is_sound(barcode)'),
    ).toBe(0);
    // The next generated number is given to an existing variant.
    const [next1, known] = [
      Number(await on.value('select last_value from private.sku_numbers')) + 1,
      await on.value('select barcode from public.variants order by id limit 1'),
    ];
    await on.as(people.owner);
    expect(
      await run(on, [
        { name: 'Untyped d', price: '5' },
        { barcode: known, sku: String(next1) },
      ]),
    ).toMatchObject({ status: 'applied', products: { create: 1, update: 1 } });
    await on.asDatabaseOwner();
    // A typed number and a generated one in the same save.
    const next = Number(await on.value('select last_value from private.sku_numbers')) + 1;
    const sizes = await on.rows<{ id: string }>('select id from public.sizes limit 3');
    await on.as(people.owner);
    const { variants } = await makeProduct(
      on,
      {},
      sizes.map(({ id }, index) => ({ size_id: id, ...(index === 1 ? { sku: String(next) } : {}) })),
    );
    expect(variants).toHaveLength(3);
  });

  scenario('refuses the SKU of an invisible product even if the barcode names a visible one', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { name: 'Secret kite', branch_id: maadi }, [
      { sku: 'SECRET-1', color_id: null, size_id: null, price_override: null },
    ]);
    await makeProduct(on, { name: 'Open kite' }, [
      { sku: 'OPEN-1', barcode: '6221234567891', color_id: null, size_id: null, price_override: null },
    ]);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.buyer, maadi);
    await on.as(people.buyer);
    expect(codes(await run(on, [{ barcode: '6221234567891', sku: 'SECRET-1' }], {}, false))).toEqual(['2 sku code_taken']);
  });

  scenario('creates only the names listed in options.create', async (on) => {
    await on.as(people.owner);
    const report = await run(on, shirts, { create: { brands: ['KITE'] } }, true);
    expect(report.unknown.map(({ kind, name, rows, may_create }) => [kind, name, rows, may_create])).toEqual([
      ['categories', 'Kites / Shirts', 1, true],
      ['colors', 'Kite red', 2, true],
    ]);
    expect(report).toMatchObject({ problem_rows: 0, products: { create: 2 }, names_created: 1 });
    expect((await run(on, shirts, { create: {} })).status).toBe('refused');
    await on.as(people.manager);
    const { unknown } = await run(on, shirts, { create: {} }, true);
    expect(unknown.map(({ may_create }) => may_create)).toEqual([true, true, true]);
  });

  scenario('reports every problem by row and column, and applies nothing', async (on) => {
    await on.as(people.owner);
    const before = await rowCounts(on);
    const report = await run(on, [
      { name: 'Kite a', price: 'x', sku: 'K-1' },
      { name: 'Kite b', price: '5', sku: 'K-1', barcode: '6221234567899' },
      { name: 'Kite c', price: '5', barcode: '6.22E+12', max_discount: '120' },
      { name: 'Kite d' },
      { price: '5' },
      { name: 'Kite e', price: '-1', quantity: '1.2345', active: 'perhaps' },
      { name: 'Kite f', price: '5', size: 'M' },
      { name: 'Kite f', price: '5', size: 'M' },
      { name: '#REF!', price: '#DIV/0!' },
      { name: 'Kite g', price: '5', quantity: '1', branch: 'Nowhere' },
      { name: 'k'.repeat(121), price: '5' },
      { name: 'ـــ', price: '5' },
      // The edge function converts digits for Postgres; rows sent without it get an error.
      { name: 'Kite h', price: '٣', quantity: '٣', max_discount: '٣', sku: '١٠٠٠٠١' },
    ]);
    expect(codes(report)).toEqual([
      '2 price number_invalid',
      '3 barcode barcode_check_digit',
      '3 sku sku_twice',
      '4 barcode code_scientific',
      '4 max_discount number_range',
      '5 price required',
      '6 name required',
      '7 active flag_invalid',
      '7 price number_negative',
      '7 quantity too_many_decimals',
      '9 variant variant_twice',
      '10 name cell_error',
      '10 price cell_error',
      '11 branch branch_unknown',
      '12 name too_long',
      '13 name name_empty',
      '14 max_discount number_invalid',
      '14 price number_invalid',
      '14 quantity number_invalid',
    ]);
    expect(report.problems[1]?.expected).toEqual({ barcode: '6221234567891' });
    expect(report.problems[2]).toMatchObject({ found: 'K-1', expected: { row: 2 } });
    expect(report.status).toBe('refused');
    expect(await rowCounts(on)).toEqual(before);
  });

  scenario('reports a category path of more than ten levels unless it is mapped to another category', async (on) => {
    await on.as(people.owner);
    const path = (levels: number) => Array.from({ length: levels }, (_, level) => `Kite ${level}`).join(' > ');
    const rows = [
      { name: 'Kite a', price: '5', category: path(11) },
      { name: 'Kite b', price: '5', category: path(10) },
    ];
    const report = await run(on, rows);
    expect(codes(report)).toEqual(['2 category too_deep']);
    expect(report.problems[0]?.expected).toEqual({ max: 10 });
    expect((await run(on, rows, { skip_problem_rows: true })).status).toBe('applied');
    expect((await run(on, [rows[0]!], { same: { categories: { [path(11)]: path(10) } } })).status).toBe('applied');
  });

  scenario('can skip every product that has a problem', async (on) => {
    await on.as(people.owner);
    const report = await run(on, [...shirts, { name: 'Kite shirt', price: 'x', size: 'S' }], { skip_problem_rows: true });
    expect(report).toMatchObject({ status: 'applied', products: { create: 1 }, problem_rows: 1 });
    expect(await on.rows("select name from public.products where name like 'Kite%'")).toEqual([{ name: 'Kite mug' }]);
    expect(await on.rows("select name from public.colors where name = 'Kite red'")).toEqual([]);
  });

  scenario('matches by barcode, then SKU, then name, color and size, and changes only given fields', async (on) => {
    await on.as(people.owner);
    await run(on, shirts);
    const report = await run(on, [
      { barcode: '6221234567891', name: 'Kite blouse', price: '60' },
      { sku: 'KITE-3', price: '15', quantity: '99' },
      { name: 'KITE BLOUSE', color: 'kite RED', size: 'm', price: '50', purchase_price: '20' },
    ]);
    expect(report).toMatchObject({ products: { create: 0, update: 2 }, variants: { create: 0 }, pieces: 0 });
    expect(
      await on.rows(`select p.name, p.price, c.purchase_price from public.products p left join public.product_costs c on c.product_id = p.id
      where p.name ilike 'kite%' order by p.name`),
    ).toEqual([
      { name: 'Kite blouse', price: 50, purchase_price: 20 },
      { name: 'Kite mug', price: 15, purchase_price: null },
    ]);
  });

  scenario('values the opening stock of each variant at its own cost, and forgets it when undone', async (on) => {
    await on.as(people.owner);
    const { id } = await run(on, [
      { name: 'Kite', size: 'S', price: '9', sku: 'KS', purchase_price: '3', quantity: '2' },
      { name: 'Kite', size: 'M', price: '9', sku: 'KM', purchase_price: '5', quantity: '4' },
      { name: 'Kite', size: 'M', price: '9', sku: 'KM', purchase_price: '5', quantity: '1', branch: 'NSR' },
      { name: 'Kite', size: 'L', price: '9', sku: 'KL', quantity: '1' },
    ]);
    const costs = () =>
      on.rows(`select v.sku, c.purchase_price, a.average_cost, (
          select jsonb_agg(k.unit_cost) from public.stock_entry_costs k where k.variant_id = v.id) as entries
        from public.variants v join public.product_costs c on c.product_id = v.product_id left join public.variant_costs a on a.variant_id = v.id
        where v.sku in ('KS', 'KM', 'KL') order by v.sku`);
    expect(await costs()).toEqual([
      { sku: 'KL', purchase_price: 3, average_cost: null, entries: null },
      {
        sku: 'KM',
        purchase_price: 3,
        average_cost: 5,
        entries: [5, 5],
      },
      { sku: 'KS', purchase_price: 3, average_cost: null, entries: null },
    ]);
    await on.call('undo_import', { id });
    expect(await costs()).toEqual([]);
  });

  scenario('reads several rows of one variant as its stock in several places', async (on) => {
    await on.as(people.owner);
    const [point] = await on.rows<{ name: string }>('select name from public.stock_points order by name limit 1');
    const report = await run(on, [
      { name: 'Kite', price: '5', sku: 'K', quantity: '1' },
      { name: 'Kite', price: '5', sku: 'K', quantity: '2', branch: 'NSR' },
      { name: 'Kite', price: '5', sku: 'K', quantity: '4', branch: 'NSR', stock_point: point?.name },
    ]);
    expect(report).toMatchObject({ status: 'applied', products: { create: 1 }, variants: { create: 1 }, pieces: 7 });
    expect(
      await on.rows(`select l.branch_id, l.stock_point_id is not null as at_point, l.quantity from public.stock_levels l
      join public.variants v on v.id = l.variant_id where v.sku = 'K' order by l.quantity`),
    ).toEqual([
      { branch_id: zamalek, at_point: false, quantity: 1 },
      { branch_id: nasrCity, at_point: false, quantity: 2 },
      { branch_id: nasrCity, at_point: true, quantity: 4 },
    ]);
  });

  scenario('keeps products of the same name apart by code, and requires codes where none are given', async (on) => {
    await on.as(people.owner);
    const rows = [
      { name: 'Kite', price: '5', sku: 'K-1' },
      { name: 'Kite', price: '6', sku: 'K-2' },
    ];
    expect(await run(on, rows)).toMatchObject({ status: 'applied', products: { create: 2 } });
    expect(await run(on, rows)).toMatchObject({ products: { create: 0, update: 0, skip: 2 } });
    expect(codes(await run(on, [{ name: 'Kite', price: '5' }], {}, true))).toEqual(['2 name product_ambiguous']);
    expect(
      codes(
        await run(
          on,
          [
            { group: 'a', name: 'Kyte', price: '5' },
            { group: 'b', name: 'Kyte', price: '5' },
          ],
          {},
          true,
        ),
      ),
    ).toEqual(['3 name product_name_twice']);
  });

  scenario('replaces a generated code with one from the file, but never a code that a user gave', async (on) => {
    await on.as(people.owner);
    await run(on, [{ name: 'Kite', price: '5', size: 'M' }]);
    expect(await run(on, [{ name: 'Kite', price: '5', size: 'M', sku: 'REAL-1' }])).toMatchObject({
      status: 'applied',
      variants: { update: 1 },
    });
    expect(codes(await run(on, [{ name: 'Kite', price: '5', size: 'M', sku: 'REAL-2' }], {}, true))).toEqual([
      '2 sku variant_has_other_code',
    ]);
  });

  scenario('names the product that already has the code, unless the user may not see it', async (on) => {
    await on.as(people.owner);
    const at = { color: 'Kite red', price: '5' };
    await run(on, [
      { name: 'Kite', ...at, size: 'M', barcode: '6221234567891' },
      { name: 'Kite', ...at, size: 'L', sku: 'KITE-L' },
    ]);
    const rows = [
      { name: 'Gown', ...at, size: 'L', barcode: '6221234567891' },
      { name: 'Gown', ...at, size: 'S' },
    ];
    const { problems } = await run(on, rows, {}, true);
    expect(problems).toEqual([
      {
        row: 2,
        column: 'barcode',
        code: 'variant_exists',
        found: '6221234567891',
        expected: { product: 'Kite', product_ar: null },
        name: 'Gown',
      },
    ]);
    await on.asDatabaseOwner();
    await on.rows(`update public.products set branch_id = $1 where name = 'Kite'`, maadi);
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.buyer, maadi);
    await on.as(people.buyer);
    const report = await run(on, rows, {}, true);
    expect(codes(report)).toEqual(['2 barcode code_taken']);
    expect(JSON.stringify(report)).not.toContain('Kite"');
  });

  scenario('requires a separate permission for each of its parts', async (on) => {
    await on.as(people.storekeeper);
    expect(detailOf(await on.refused(() => run(on, shirts, {}, true)))).toEqual({ permission: 'inventory.products.import' });
    await on.as(people.buyer);
    expect(detailOf(await on.refused(() => run(on, shirts, {}, true)))).toEqual({
      permission: 'inventory.stock.adjust',
      field: 'quantity',
    });
    const plain = shirts.map(({ quantity: _, ...row }) => row);
    expect(await run(on, plain)).toMatchObject({ status: 'applied' });
    await on.asDatabaseOwner();
    await on.rows(
      "delete from public.role_permissions where permission in ('inventory.costs.view', 'inventory.products.edit_price', 'inventory.brands.create') and role_id = (select role_id from public.profiles where id = $1)",
      people.buyer,
    );
    await on.as(people.buyer);
    expect(detailOf(await on.refused(() => run(on, [{ ...plain[2], price: '99' }])))).toEqual({
      permission: 'inventory.products.edit_price',
      field: 'price',
    });
    expect(detailOf(await on.refused(() => run(on, [{ name: 'New kite', price: '9', purchase_price: '3' }])))).toEqual({
      permission: 'inventory.costs.view',
      field: 'purchase_price',
    });
    expect(detailOf(await on.refused(() => run(on, [{ name: 'New kite', price: '9', brand: 'Newest' }])))).toEqual({
      permission: 'inventory.brands.create',
    });
    expect((await run(on, [{ name: 'New kite', price: '9', brand: 'Newest' }], { create: {} }, true)).unknown).toMatchObject([
      { may_create: false },
    ]);
    await on.as(people.auditor);
    expect(await on.rows('select id from public.imports')).toEqual([]);
  });

  scenario('adds stock only in branches where the user works', async (on) => {
    const elsewhere = maadi;
    await on.as(people.manager);
    const refusal = await on.refused(() => run(on, [{ name: 'Kite', price: '5', quantity: '1' }], { branch_id: elsewhere }, true));
    expect(refusal.message).toBe('branch_view_only');
    const [named] = await on.rows<{ code: string }>('select code from public.branches where id = $1', elsewhere);
    expect(
      (await run(on, [{ name: 'Kite', price: '5', quantity: '1', branch: named?.code }], { branch_id: null }, true)).problems[0]?.code,
    ).toBe('branch_view_only');
  });

  scenario('orders sizes correctly in every spelling', async (on) => {
    const order = [
      'XXXS',
      'XX-Small',
      'x small',
      'Small',
      'Medium',
      'كبير',
      'XL',
      '2XL',
      'XXX-Large',
      '4XL',
      '36',
      '38.5',
      '40/42',
      'One size',
    ];
    const places = await on.rows<{ at: number }>(
      'select private.size_position(name) as at from unnest($1::text[]) with ordinality s(name, n) order by n',
      order,
    );
    expect(places.map(({ at }) => at)).toEqual([...places.map(({ at }) => at)].sort((one, other) => one - other));
    expect(new Set(places.map(({ at }) => at)).size).toBe(order.length);
    expect(
      await on.value(
        "select array[private.size_position('Extra Large') = private.size_position('XL'), private.size_position('X-Large') = private.size_position('اكس لارج'), private.size_position('2 L') = 9000]",
      ),
    ).toEqual([true, true, true]);
  });

  scenario('uses up no generated codes in a dry run', async (on) => {
    const counters = () =>
      on.rows('select (select last_value from private.barcode_numbers) as barcodes, (select last_value from private.sku_numbers) as skus');
    await on.asDatabaseOwner();
    const before = await counters();
    await on.as(people.owner);
    expect(
      await run(
        on,
        [
          { name: 'Kite', price: '5' },
          { name: 'Kyte', price: '6', size: 'M' },
        ],
        {},
        true,
      ),
    ).toMatchObject({ status: 'checked', variants: { create: 2 } });
    await on.asDatabaseOwner();
    expect(await counters()).toEqual(before);
  });

  scenario('reveals only that a code is taken if its product belongs to a branch out of reach', async (on) => {
    await on.as(people.owner);
    await makeProduct(on, { name: 'Secret kite', branch_id: maadi }, [
      { sku: 'SECRET-1', color_id: null, size_id: null, price_override: null },
    ]);
    await on.asDatabaseOwner();
    await on.rows('delete from public.user_branches where profile_id = $1 and branch_id = $2', people.buyer, maadi);
    await on.as(people.buyer);
    const report = await run(on, [{ name: 'Kite', price: '5', sku: 'SECRET-1' }], {}, true);
    expect(codes(report)).toEqual(['2 sku code_taken']);
    expect(JSON.stringify(report)).not.toContain('Secret');
  });
});
