/* Every table, command and function of public over real HTTP as every kind of caller, against the real PostgREST,
   or its replacement on platforms without it. */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startLite } from '../../stack/lite.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { connect, people } from './database.ts';
import { toldOf } from './leaks.ts';
import { commands, differences } from './matrix.check.ts';
import { filled, Http, httpEndpoints, type Answer, type Values } from './matrix.endpoints.ts';
import { answers, branch, callers, calls, tables, type Caller } from './matrix.expected.ts';
import { ids, seedFixtures, type Names } from './matrix.fixtures.ts';
import { misnamed } from './vocabulary.ts';

let stack: RunningStack;
let lite: Awaited<ReturnType<typeof startLite>>;
let owner: Sql;
let names: Names;
let relations: { name: string; kind: string }[];
let functions: string[];
let claims: Values;

beforeAll(async () => {
  stack = await startStack();
  owner = connect(stack.databaseUrl, 2);
  names = await seedFixtures(owner);
  relations = [
    ...(await owner<
      { name: string; kind: string }[]
    >`select relname as name, relkind::text as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`),
  ];
  functions = (
    await owner`select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`
  ).map(({ name }) => String(name));
  // It prints every error, and here it runs in the tests' own process.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  lite = await startLite(stack);
  // The claims that Auth puts into a token, without the user.
  const ownerAccount = stack.accounts.find(({ role }) => role === 'Owner');
  const signedIn = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: ownerAccount?.email, password: ownerAccount?.password }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Values;
});
afterAll(async () => {
  await lite?.stop();
  await owner?.end({ timeout: 2 });
  await stack?.stop();
});

test('every table and function in public has expectations, and no others exist', () => {
  expect(Object.keys(tables).sort()).toEqual(relations.map(({ name }) => name).sort());
  expect(Object.keys(calls).sort()).toEqual(functions);
});

const refusal = ({ status, body }: Answer): string => {
  const { code, message } = (body ?? {}) as { code?: string; message?: string };
  return code?.startsWith('PT') ? `${status} ${message}` : `${status} ${code ?? ''}`;
};

/** Checks every response in this file. */
const leaks: string[] = [];
const otherWords = new Set<string>();
const watch = (caller: Caller, asked: string, answer: Answer): void => {
  leaks.push(...toldOf(caller, asked, answer));
  // Rows of tables have their columns' names, and so do records returned unchanged.
  const call = /\/rpc\/(\w+)/.exec(asked)?.[1];
  if (call && answer.status < 300 && !['product_detail', 'attach_file'].includes(call))
    for (const found of misnamed(answer.body)) otherWords.add(`${call}${found}`);
};
afterEach(() => expect([leaks.splice(0), [...otherWords]]).toEqual([[], []]));

describe.each(['PostgREST', 'lite'])('over %s', (server) => {
  const http = () => new Http(server === 'PostgREST' ? stack.url : lite.url, stack.publishableKey, stack.jwtSecret, claims, watch);

  test.each(Object.keys(tables))('%s is read and written only by the expected callers', async (table) => {
    const view = relations.find(({ name }) => name === table)?.kind !== 'r';
    expect(await differences(httpEndpoints(http(), callers, owner), owner, names, table, view ? ['read'] : commands)).toEqual([]);
  });

  test.each(Object.keys(calls))('%s answers the expected callers, and refuses others with the expected error', async (call) => {
    const found: string[] = [];
    for (const { args, by, others = {} } of calls[call] ?? []) {
      for (const caller of callers) {
        const here = JSON.stringify(args).includes('{productToDelete}') ? { ...names, productToDelete: await freshProduct() } : names;
        const answer = await http().ask(caller, 'POST', `/rest/v1/rpc/${call}`, filled(args, here));
        const due = by.includes(caller)
          ? 'answered'
          : caller === 'anon' || caller === 'garbage'
            ? '401'
            : (others[caller] ?? others.rest ?? '403 permission_missing');
        const got = answer.status < 300 ? 'answered' : due === '401' ? String(answer.status) : refusal(answer);
        if (got !== due) found.push(`${caller} ${call} ${JSON.stringify(args)}: ${got}, should be ${due}`);
      }
    }
    expect(found).toEqual([]);
  });

  test.each(answers)('$call $args returns data only to the expected callers', async ({ call, args, to }) => {
    const got: Caller[] = [];
    for (const caller of callers) {
      const { status, body } = await http().ask(caller, 'POST', `/rest/v1/rpc/${call}`, filled(args, names));
      if (status < 300 && body !== null && body !== 0 && !(Array.isArray(body) && body.length === 0)) got.push(caller);
    }
    expect(got).toEqual(to);
  });

  describe('against attacks', () => {
    const get = (caller: Caller, path: string, headers?: Record<string, string>) =>
      http().ask(caller, 'GET', `/rest/v1/${path}`, undefined, headers);
    /**
     * PostgREST refuses embedded tables; its replacement supports them differently, so there they must reveal
     * nothing.
     */
    const refusesEmbeds = (path: string): boolean => server === 'PostgREST' && /\w\(/.test(path);

    test('costs are not included in other readable data', async () => {
      for (const path of [
        // Tables with columns that the API does not grant are read by their other columns.
        ...relations.map(
          ({ name }) =>
            `${name}?select=${{ imports: 'kind,branch_ids', stock_counts: 'number,scope_first,note', stock_movements: 'kind,quantity', sales: 'number,total', sale_payments: 'id,amount', payment_corrections: 'id,amount', expense_payments: 'id,amount', profiles: 'id,name,active,role_id' }[name] ?? '*'}&limit=1000`,
        ),
        'products?select=*,product_costs(*)&limit=500',
        'variants?select=*,variant_costs(*),products(product_costs(*))&limit=500',
        'transfers?select=*,transfer_costs(*),transfer_items(*,transfer_item_costs(*))',
        'transfer_list?select=goods,amount',
        'transfer_items?select=*,transfer_item_costs(*),variants(*,variant_costs(*),products(*,product_costs(*)))',
        'stock_levels?select=*,variants(variant_costs(*))&limit=500',
        'purchase_orders?select=*,purchase_amounts(*),purchase_payments(*),purchase_items(*,purchase_item_costs(*)),receipts(*,receipt_items(*,receipt_item_costs(*)))',
        'purchase_items?select=*,purchase_item_costs(*),variants(*,variant_costs(*))',
        'purchase_returns?select=*,purchase_return_amounts(*),purchase_payments(*),purchase_return_items(*,purchase_return_item_costs(*))',
        'purchase_return_list?select=total,settled,remaining',
        'receipts?select=*,receipt_items(*,receipt_item_costs(*)),purchase_orders(*,purchase_amounts(*))',
      ]) {
        for (const caller of ['storekeeper', 'cashier', 'nobody', 'elsewhere'] as const) {
          const answer = await get(caller, path);
          if (refusesEmbeds(path)) expect(refusal(answer), path).toBe('400 read_not_plain');
          else expect(answer.status, path).toBe(200);
          if (caller === 'elsewhere') expect(JSON.stringify(answer.body), path).not.toContain(names.productOfWarehouse);
        }
      }
    });

    test('a count includes only rows that the caller may see, never the planner’s estimate', async () => {
      for (const way of ['planned', 'estimated']) {
        const { status, body, total } = await get('cashier', 'audit_log?select=id&limit=1', { prefer: `return=minimal, Count=${way}` });
        // Without PostgREST nothing is counted.
        if (server === 'PostgREST') expect([status, body]).toMatchObject([400, { code: 'PT400', message: 'value_invalid' }]);
        expect(Number(total) || 0, way).toBe(0);
      }
    });

    test.runIf(server === 'PostgREST')('a read cannot embed other tables or repeat a column, since neither has a limit', async () => {
      for (const path of [
        'brands?select=products(brands(products(*)))',
        'products?select=*,brands!inner(*)',
        'profiles?select=id,...roles(name)',
        'transfer_list?select=*,branches!transfers_from_branch_in_use(*)',
        `products?select=${'description,'.repeat(60)}id`,
        `products?select=${Array.from({ length: 60 }, (_, n) => `a${n}:description`).join()}`,
        `brands?select=${Array.from({ length: 60 }, (_, n) => `a${n}:name::text`).join()}`,
        `products?select=a FROM b:id,${Array.from({ length: 60 }, (_, n) => `a${n}:description`).join()}`,
        `audit_log?select=changes->a FROM b,${Array.from({ length: 60 }, (_, n) => `a${n}:changes`).join()}`,
        `products?select=${Array.from({ length: 17 }, (_, n) => `a${n}:description`).join()}`,
        `products?select=${['text', 'varchar', 'bpchar', 'name'].map((type) => `description::${type}`).join()}`,
        `products?select=${'*,'.repeat(12)}id`,
        `products?select="x\\" FROM y":id,${Array.from({ length: 60 }, (_, n) => `a${n}:description`).join()}`,
        // A repeated column is refused in any position and however short the request is.
        'products?select=description,description',
        'products?select=a:description,id,b:description',
        'products?select=*,*',
        'audit_log?select=changes->a,changes->>b',
        'audit_log?select=changes,c:changes->a->0',
        'rpc/transfer_page?select=notes,notes',
        'rpc/transfer_page?select=*,*',
        'rpc/transfer_page?select=id,a:notes,b:notes&order=id',
      ]) {
        const { status, body } = await get('owner', path);
        expect([status, (body as { message: string }).message], path).toEqual([400, 'read_not_plain']);
      }
      for (const path of [
        'products?select=id,name&id=not.is.null&order=id,name',
        'products?select=name,id&name=neq.x&order=id,name.desc,version',
        'rpc/transfer_page?select=id,notes&order=notes,id',
      ]) {
        expect((await get('owner', path)).status, path).toBe(200);
      }
    });

    test('filters, sorting and counts reveal nothing about hidden rows', async () => {
      for (const [caller, path] of [
        ['storekeeper', 'products?select=id,product_costs!inner(purchase_price)&product_costs.purchase_price=gt.0'],
        ['storekeeper', 'product_costs?select=product_id&purchase_price=gt.0'],
        ['storekeeper', 'variants?select=id,variant_costs!inner(*)&variant_costs.average_cost=gte.0'],
        ['storekeeper', 'transfer_list?select=id&amount=gt.0'],
        ['storekeeper', 'purchase_orders?select=id,purchase_amounts!inner(total)&purchase_amounts.total=gt.0'],
        ['storekeeper', 'purchase_items?select=id,purchase_item_costs!inner(*)&purchase_item_costs.unit_cost=gte.0'],
        ['storekeeper', 'purchase_return_list?select=id&remaining=gte.0'],
        ['storekeeper', 'purchase_return_item_costs?select=purchase_return_item_id&total=gte.0'],
        ['manager', 'purchase_returns?select=id&note=like.*warehouse*'],
        ['storekeeper', `purchase_return_items?select=id&purchase_return_id=eq.${names.returnOfMaadi}`],
        ['storekeeper', 'attachments?select=id&kind=eq.purchases'],
        ['manager', 'purchase_orders?select=id&notes=like.*warehouse*'],
        ['storekeeper', `purchase_items?select=id&purchase_order_id=eq.${names.purchaseOfMaadi}`],
        ['manager', 'products?select=id&name=eq.Kept%20by%20warehouse'],
        ['manager', 'products?select=id&search=like.*wrh-kept*'],
        ['manager', `variants?select=id&barcode=eq.WRH-KEPT`],
        ['manager', `variants?select=id,products!inner(name)&products.name=like.Kept*warehouse`],
        ['manager', `stock_levels?select=id&branch_id=eq.${branch.warehouse}`],
        ['manager', `stock_levels?select=id,variants!inner(products!inner(name))&variants.products.branch_id=eq.${branch.warehouse}`],
        ['manager', `audit_log?select=id&branch_id=eq.${branch.warehouse}&other_branch_id=is.null`],
        ['cashier', 'shift_figures?select=shift_id'],
        ['cashier', 'shift_list?select=id&expected_closing=gte.0'],
        ['cashier', 'shift_list?select=id&to_approve=is.false'],
        ['cashier', 'cash_entries?select=id&kind=eq.pay_out'],
        ['cashier', `transfers?select=id&or=(status.eq.pending,status.neq.pending)`],
        ['cashier', `profile_contacts?select=profile_id&email=like.*owner*`],
        ['storekeeper', `transfers?select=id&id=eq.00000000-0000-7000-8000-000000000e13`],
        ['storekeeper', `transfer_items?select=id&transfer_id=eq.00000000-0000-7000-8000-000000000e13`],
      ] as const) {
        const { status, body, total } = await get(caller, path, { prefer: 'count=exact' });
        if (refusesEmbeds(path)) expect([status, body], path).toMatchObject([400, { message: 'read_not_plain' }]);
        else expect([status, body, total], `${caller} ${path}`).toEqual([200, [], '0']);
      }
    });

    test('embedding does not show hidden rows through visible ones', async () => {
      for (const [caller, path] of [
        ['storekeeper', 'branches?select=id,stock_levels(branch_id),transfers!transfers_from_branch_in_use(from_branch_id,to_branch_id)'],
        ['manager', 'branches?select=id,products(name)'],
        ['cashier', 'profiles?select=id,profile_contacts(email),user_branches(branch_id)'],
      ] as const) {
        const { body, status } = await get(caller, path);
        expect(status, path).toBe(refusesEmbeds(path) ? 400 : 200);
        if (status === 400) continue;
        const text = JSON.stringify(body);
        if (caller === 'manager') expect(text).not.toContain('Kept by warehouse');
        if (caller === 'cashier') expect(text.match(/@/g)).toHaveLength(1);
        if (caller === 'storekeeper')
          for (const row of body as { id: string; stock_levels: unknown[] }[])
            expect(row.stock_levels.length > 0, row.id).toBe(row.id === branch.zamalek);
      }
    });

    test('stamps, status, number and default flags cannot be set along with a record', async () => {
      for (const [table, row] of [
        ['brands', { name: 'Forged', created_by: ids.owner }],
        ['brands', { name: 'Forged', version: 7 }],
        ['brands', { name: 'Forged', search: 'x' }],
        ['brands', { name: 'Forged', created_at: '2001-01-01' }],
        ['brands', { name: 'Forged', updated_by: ids.owner }],
        ['transfers', { id: randomUUID(), status: 'approved' }],
        ['profiles', { id: randomUUID(), name: 'x' }],
        ['roles', { name: 'x', is_owner: true }],
      ] as const) {
        const answer = await http().ask('owner', 'POST', `/rest/v1/${table}`, row);
        // 400: a generated column cannot be set by anybody.
        expect([400, 401, 403], JSON.stringify(row)).toContain(answer.status);
      }
      for (const change of [{ created_by: ids.buyer }, { version: 1 }, { id: randomUUID() }, { search: 'x' }]) {
        expect((await http().ask('owner', 'PATCH', '/rest/v1/brands?id=not.is.null', change)).status, JSON.stringify(change)).toBeOneOf([
          400, 403,
        ]);
      }
      for (const [path, change] of [
        [`transfers?id=eq.${names.transferOfMaadi}`, { status: 'approved' }],
        [`transfers?id=eq.${names.transferOfMaadi}`, { number: 'X' }],
        [`stock_levels?quantity=gt.0`, { quantity: 1000 }],
        [`profiles?id=eq.${ids.cashier}`, { role_id: randomUUID() }],
        [`profiles?id=eq.${ids.cashier}`, { active: true }],
        [`products?id=eq.${names.productOfMaadi}`, { price: 0 }],
        ['audit_log?id=gt.0', { changes: {} }],
      ] as const) {
        for (const caller of ['owner', 'cashier'] as const)
          expect((await http().ask(caller, 'PATCH', `/rest/v1/${path}`, change)).status, path).toBe(403);
      }
    });

    // Lite runs no check before a request.
    test.skipIf(server === 'lite')('refuses writes through views', async () => {
      for (const { name } of relations.filter(({ kind }) => kind !== 'r')) {
        for (const [method, body] of [
          ['POST', {}],
          ['DELETE', undefined],
          ['PATCH', { [{ variant_names: 'variant_id', sale_payment_methods: 'payment_id' }[name] ?? 'id']: null }],
        ] as const) {
          expect((await http().ask('owner', method, `/rest/v1/${name}`, body)).status, `${method} ${name}`).toBe(403);
        }
      }
    });

    test('an upsert cannot bypass a forbidden update', async () => {
      const [brand] = (await get('owner', 'brands?select=id,name,version&order=id&limit=1')).body as { id: string; version: number }[];
      for (const caller of ['cashier', 'auditor', 'storekeeper'] as const) {
        for (const prefer of ['resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
          await http().ask(caller, 'POST', '/rest/v1/brands', { id: brand?.id, name: 'Upserted' }, { prefer });
          await http().ask(caller, 'POST', '/rest/v1/brands?on_conflict=id', [{ id: brand?.id, name: 'Upserted' }], { prefer });
        }
      }
      await http().ask(
        'owner',
        'POST',
        '/rest/v1/brands',
        { id: brand?.id, name: 'Upserted', version: 1 },
        { prefer: 'resolution=merge-duplicates' },
      );
      expect((await get('owner', `brands?select=id,name,version&id=eq.${brand?.id}`)).body).toEqual([brand]);
    });

    test('an unfiltered update or delete without permission changes nothing', async () => {
      const counted = async () =>
        (
          await owner`select (select count(*) from public.brands) as brands, (select count(*) from public.suppliers where active) as suppliers, (select sum(quantity) from public.stock_levels) as pieces, (select count(*) from public.audit_log) as told`
        )[0];
      const before = await counted();
      for (const caller of callers.filter((each) => !['owner', 'manager', 'buyer', 'accountant', 'elsewhere'].includes(each))) {
        for (const table of ['brands', 'suppliers', 'stock_levels', 'audit_log', 'products', 'transfers', 'profiles']) {
          await http().ask(caller, 'DELETE', `/rest/v1/${table}`);
          await http().ask(caller, 'PATCH', `/rest/v1/${table}`, { active: false, quantity: 0 });
          await http().ask(caller, 'PATCH', `/rest/v1/${table}`, { active: false });
        }
      }
      expect(await counted()).toEqual(before);
    });

    test('a written row is not returned to a user who may write but not read it', async () => {
      await owner`insert into public.role_permissions select id, 'inventory.brands.create' from public.roles where name = 'Nothing at all'`;
      const secret = `Unseen ${server}`;
      const answer = await http().ask('nobody', 'POST', '/rest/v1/brands', { name: secret }, { prefer: 'return=representation' });
      expect(answer.status).toBe(403);
      expect((await http().ask('nobody', 'POST', '/rest/v1/brands', { name: secret }, { prefer: 'return=minimal' })).status).toBe(201);
      await owner`delete from public.brands where name = ${secret}`;
      await owner`delete from public.role_permissions where permission = 'inventory.brands.create' and role_id = (select id from public.roles where name = 'Nothing at all')`;
    });

    test.each(['private', 'auth', 'storage', 'extensions', 'pg_catalog', 'supabase_migrations', 'information_schema'])(
      'the schema %s is not exposed',
      async (schema) => {
        for (const path of ['document_numbers', 'users', 'objects', 'pg_authid', 'schema_migrations', 'tables']) {
          const answer = await get('owner', `${path}?select=*`, { 'accept-profile': schema });
          expect(answer.status, path).toBe(406);
        }
        const call = await http().ask('owner', 'POST', '/rest/v1/rpc/check_invariants', {}, { 'content-profile': schema });
        expect(call.status).toBe(406);
        expect((await get('owner', `${schema}.users?select=*`)).status).toBe(404);
      },
    );

    test('internal functions cannot be called', async () => {
      for (const name of [
        'move_stock',
        'check_invariants',
        'save_variants',
        'can',
        'branch_ids',
        'is_owner',
        'next_number',
        'make_category',
      ]) {
        expect((await http().ask('owner', 'POST', `/rest/v1/rpc/${name}`, {})).status, name).toBe(404);
      }
    });
  });
});

describe('files over the storage API', () => {
  let http: Http;
  beforeAll(() => {
    http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, claims, watch);
  });
  const put = (caller: Caller, path: string) =>
    http.ask(caller, 'POST', `/storage/v1/object/${path}`, '%PDF-1.4', {
      'content-type': path.startsWith('images') ? 'image/png' : 'application/pdf',
    });
  const get = (caller: Caller, path: string) => http.ask(caller, 'GET', `/storage/v1/object/${path}`);

  test('a document can be uploaded and read only through its branch', async () => {
    const folder = `attachments/${branch.maadi}/transfers/${names.transferOfMaadi}`;
    const path = `${folder}/${randomUUID()}.pdf`;
    expect((await put('accountant', path)).status).toBe(200);
    for (const caller of callers) {
      const seen = (await get(caller, `authenticated/${path}`)).status === 200 || (await get(caller, path)).status === 200;
      expect(seen, caller).toBe(['owner', 'manager', 'accountant', 'auditor'].includes(caller));
      expect((await get(caller, `public/${path}`)).status, caller).not.toBe(200);
    }
    for (const caller of callers.filter((each) => !['owner', 'accountant'].includes(each))) {
      expect((await put(caller, `${folder}/${randomUUID()}.pdf`)).status, caller).not.toBe(200);
    }
  });

  test('a hidden document cannot be listed, signed, described, read, copied or moved', async () => {
    const path = `${branch.zamalek}/purchases/${names.purchaseOfZamalek}/${randomUUID()}.pdf`;
    expect((await put('owner', `attachments/${path}`)).status).toBe(200);
    for (const caller of ['storekeeper', 'cashier', 'nobody', 'elsewhere', 'deactivated', 'stranger', 'anon', 'garbage'] as const) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      for (const [method, at, body] of [
        ['POST', 'list/attachments', { prefix: folder }],
        ['POST', 'list/attachments', { prefix: `${branch.zamalek}/purchases`, search: names.purchaseOfZamalek }],
        ['POST', `sign/attachments/${path}`, { expiresIn: 60 }],
        ['POST', 'sign/attachments', { expiresIn: 60, paths: [path] }],
        ['GET', `info/attachments/${path}`, undefined],
        ['GET', `attachments/${path}`, undefined],
        ['GET', `authenticated/attachments/${path}`, undefined],
        [
          'POST',
          'copy',
          {
            bucketId: 'attachments',
            sourceKey: path,
            destinationKey: `${branch.elsewhere}/purchases/00000000-0000-7000-8000-000000000f05/stolen.pdf`,
          },
        ],
        [
          'POST',
          'move',
          { bucketId: 'attachments', sourceKey: path, destinationKey: `${branch.zamalek}/transfers/${names.approved}/stolen.pdf` },
        ],
      ] as const) {
        const answer = await http.ask(caller, method, `/storage/v1/object/${at}`, body);
        const told = JSON.stringify(answer.body);
        expect(
          answer.status < 300 && /signedUR[lL]":"[^"]|token=|PDF-|\.pdf"/.test(told),
          `${caller} ${method} ${at}: ${answer.status} ${told}`,
        ).toBe(false);
      }
    }
    expect((await owner`select name from storage.objects where name like '%stolen%'`).length).toBe(0);
    expect((await owner`select name from storage.objects where name = ${path}`).length).toBe(1);
  });

  test('a file belongs to its sender, even if the request claims another owner', async () => {
    const path = `${branch.zamalek}/purchases/${names.purchaseOfZamalek}/${randomUUID()}.pdf`;
    const forged = { owner: ids.owner, owner_id: ids.owner };
    const sent = await http.ask('buyer', 'POST', `/storage/v1/object/attachments/${path}?owner=${ids.owner}`, '%PDF-1.4', {
      'content-type': 'application/pdf',
      'x-metadata': Buffer.from(JSON.stringify(forged)).toString('base64'),
      'x-owner': ids.owner ?? '',
      'x-supabase-user': ids.owner ?? '',
    });
    expect(sent.status).toBe(200);
    expect([...(await owner`select owner_id from storage.objects where name = ${path}`)]).toEqual([{ owner_id: ids.buyer }]);
    const attached = await http.ask('buyer', 'POST', '/rest/v1/rpc/attach_file', { id: randomUUID(), path, name: 'Mine.pdf' });
    expect(attached.body).toMatchObject({ created_by: ids.buyer });
    for (const more of [{ created_by: ids.owner }, { owner_id: ids.owner }]) {
      expect(
        (await http.ask('buyer', 'POST', '/rest/v1/rpc/attach_file', { id: randomUUID(), path, name: 'Mine.pdf', ...more })).status,
        JSON.stringify(more),
      ).toBe(404);
    }
  });

  test('wrong types, oversized files and overlong names are refused, and nothing is stored', async () => {
    const folder = `${branch.zamalek}/purchases/${names.purchaseOfZamalek}`;
    const send = (name: string, body: string, type: string) =>
      http.ask('owner', 'POST', `/storage/v1/object/attachments/${folder}/${name}`, body, { 'content-type': type });
    const before = (await owner`select count(*) from storage.objects`)[0];
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/zip',
      'text/plain',
      'application/pdf, text/html',
      'application/octet-stream',
      'IMAGE/GIF',
    ]) {
      const answer = await send(`${randomUUID()}.pdf`, '<script>alert(1)</script>', type);
      expect([400, 413, 415, 422], `${type}: ${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
    }
    const large = await send(`${randomUUID()}.pdf`, `%PDF-1.4${'x'.repeat(10 * 1024 * 1024)}`, 'application/pdf');
    expect([400, 413], JSON.stringify(large.body)).toContain(large.status);
    for (const name of ['x'.repeat(1_000), `${'x'.repeat(996)}.pdf`, `${'%D9%85'.repeat(1_000)}.pdf`]) {
      const answer = await send(name, '%PDF-1.4', 'application/pdf');
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    }
    expect((await owner`select count(*) from storage.objects`)[0]).toEqual(before);
  });

  test('an HTML page uploaded as a PDF is served as a PDF', async () => {
    const path = `${branch.zamalek}/purchases/${names.purchaseOfZamalek}/${randomUUID()}.pdf`;
    expect(
      (
        await http.ask('owner', 'POST', `/storage/v1/object/attachments/${path}`, '<script>alert(1)</script>', {
          'content-type': 'application/pdf',
        })
      ).status,
    ).toBe(200);
    const answer = await fetch(`${stack.url}/storage/v1/object/attachments/${path}`, {
      headers: { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` },
    });
    expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual(['application/pdf', 'nosniff']);
    await answer.body?.cancel();
  });

  test('an invoice can be attached to its order, and deleted from storage only after detaching', async () => {
    const [id, path] = [randomUUID(), `${branch.maadi}/purchases/${names.purchaseOfMaadi}/${randomUUID()}.pdf`];
    expect((await put('accountant', `attachments/${path}`)).status).toBe(200);
    const attached = await http.ask('accountant', 'POST', '/rest/v1/rpc/attach_file', { id, path, name: 'Invoice.pdf' });
    expect(attached.body).toMatchObject({ id, kind: 'purchases', size: 8, mime_type: 'application/pdf' });
    for (const caller of callers) {
      const seen = (await get(caller, `attachments/${path}`)).status === 200;
      expect(seen, caller).toBe(['owner', 'manager', 'accountant', 'auditor'].includes(caller));
    }
    const remove = () => http.ask('accountant', 'DELETE', '/storage/v1/object/attachments', { prefixes: [path] });
    await remove();
    expect((await get('accountant', `attachments/${path}`)).status).toBe(200);
    expect((await http.ask('accountant', 'POST', '/rest/v1/rpc/detach_file', { id })).body).toEqual({ id, path });
    await remove();
    expect((await get('accountant', `attachments/${path}`)).status).not.toBe(200);
  });

  test('have no signed URLs, which would outlive the permission to the file', async () => {
    const path = `${branch.zamalek}/purchases/${names.purchaseOfZamalek}/${randomUUID()}.pdf`;
    for (const caller of callers) {
      const answer = await http.ask(caller, 'POST', `/storage/v1/object/upload/sign/attachments/${path}`, {}, { 'x-upsert': 'true' });
      expect(answer.status, caller).toBe(400);
    }
    expect((await put('owner', `attachments/${path}`)).status).toBe(200);
    for (const caller of callers) {
      const one = await http.ask(caller, 'POST', `/storage/v1/object/sign/attachments/${path}`, { expiresIn: 60 });
      expect(one.status, caller).toBe(400);
      const many = await http.ask(caller, 'POST', '/storage/v1/object/sign/attachments', { expiresIn: 60, paths: [path] });
      expect(JSON.stringify(many.body), caller).not.toContain('token=');
    }
  });

  test('an attached invoice cannot be replaced, not even through a URL signed earlier', async () => {
    const [id, path] = [randomUUID(), `${branch.maadi}/purchases/${names.purchaseOfMaadi}/${randomUUID()}.pdf`];
    const signed = await fetch(`${stack.url}/storage/v1/object/upload/sign/attachments/${path}`, {
      method: 'POST',
      headers: { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}`, 'x-upsert': 'true' },
    });
    const { url } = (await signed.json()) as { url: string };
    expect((await put('accountant', `attachments/${path}`)).status).toBe(200);
    await http.ask('accountant', 'POST', '/rest/v1/rpc/attach_file', { id, path, name: 'Invoice.pdf' });
    const sent = await http.ask('anon', 'PUT', `/storage/v1${url}`, '%PDF-1.4 with another total', {
      'content-type': 'application/pdf',
      'x-upsert': 'true',
    });
    expect([sent.status, sent.body]).toMatchObject([400, { statusCode: '409', error: 'Duplicate' }]);
    const kept = await get('accountant', `attachments/${path}`);
    expect([kept.status, JSON.stringify(kept.body).includes('another total')]).toEqual([200, false]);
    expect((await http.ask('accountant', 'POST', '/rest/v1/rpc/detach_file', { id })).body).toEqual({ id, path });
    await http.ask('accountant', 'DELETE', '/storage/v1/object/attachments', { prefixes: [path] });
  });

  test('path traversal, other branches and other buckets are refused, encoded or not', async () => {
    for (const path of [
      `attachments/../images/products/x/y.png`,
      `attachments/${branch.zamalek}/../${branch.warehouse}/a/b.pdf`,
      `attachments/${branch.zamalek}/..%2F${branch.warehouse}/a/b.pdf`,
      `attachments/${branch.zamalek}/%2e%2e/${branch.warehouse}/a/b.pdf`,
      `attachments/${branch.warehouse}/transfers/b/c.pdf`,
      `attachments/${branch.elsewhere}/transfers/b/c.pdf`,
      `attachments/%2e%2e/%2e%2e/x/y.pdf`,
      `elsewhere/${branch.zamalek}/a/b/c.pdf`,
      `attachments/${branch.zamalek}/a/b/..%2F..%2F..%2F..%2Fsecrets.json`,
    ]) {
      const answer = await put('manager', path);
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).not.toBe(200);
    }
    expect((await owner`select name from storage.objects where name ~ '[.][.]'`).length).toBe(0);
  });

  test('are in buckets that no user can create, make public or delete', async () => {
    for (const caller of ['owner', 'storekeeper', 'anon'] as const) {
      await http.ask(caller, 'POST', '/storage/v1/bucket', { id: 'mine', name: 'mine', public: true });
      await http.ask(caller, 'PUT', '/storage/v1/bucket/attachments', { public: true });
      await http.ask(caller, 'DELETE', '/storage/v1/bucket/attachments');
    }
    expect(await owner`select id, public from storage.buckets order by id`).toEqual([
      { id: 'attachments', public: false },
      { id: 'images', public: true },
    ]);
  });
});

/* A role may have every permission except to view costs, and so get errors that no seeded role gets: tries every
   call, and those whose errors contain amounts. */
test('a user with every permission except to view costs learns none from any error', async () => {
  const http = new Http(stack.url, stack.publishableKey, stack.jwtSecret, claims, watch);
  const met = new Set<string>();
  const ask = async (call: string, args: Values): Promise<void> =>
    void met.add(refusal(await http.ask('costless', 'POST', `/rest/v1/rpc/${call}`, filled(args, names))));
  for (const [call, rules] of Object.entries(calls)) for (const { args } of rules) await ask(call, args);
  const payments = [{ id: '{new}', payment_method_id: '{method}', amount: 10_000_000, paid_on: '2026-11-01' }];
  const [{ version } = { version: 0 }] = await owner<
    { version: number }[]
  >`select version from public.purchase_orders where id = ${names.purchaseOverpaid ?? ''}`;
  const items = (quantity: number) => [{ variant_id: '{variant}', quantity, unit_cost: 10 }];
  await ask('close_purchase_short', { id: '{purchaseOverpaid}', expected_version: version });
  await ask('save_purchase_order', {
    id: '{purchaseOverpaid}',
    expected_version: version,
    purchase: { status: 'pending' },
    items: items(1),
  });
  await ask('pay_purchase', { id: '{purchaseOverpaid}', payments });
  await ask('save_purchase_order', {
    id: '{new}',
    purchase: { supplier_id: '{supplier}', branch_id: branch.zamalek, status: 'pending' },
    items: items(1),
    payments,
  });
  expect(met.size).toBeGreaterThan(15);
});

test('the invariants hold after all of these requests', async () => {
  expect([...(await owner`select * from private.check_invariants()`)]).toEqual([]);
});

async function freshProduct(): Promise<string> {
  const id = randomUUID();
  await owner.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.owner })}, true)`;
    await sql`select private.save_product(${id}, ${sql.json({ name: 'To be deleted', price: 1 })}, '[]')`;
  });
  return id;
}
