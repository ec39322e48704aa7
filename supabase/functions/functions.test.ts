import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent, request as requestOver } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { branches } from '../tests/database.ts';
import { findInvalid, type Schema } from './_shared/schema.ts';
import { zipped } from './import/zipped.ts';
import openapi from './sales/openapi.json' with { type: 'json' };

/* The edge functions over HTTP, with the tokens of real users. */

// Packed before anything listens, because packing blocks the process for longer than a connection stays open.
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 65));

let stack: RunningStack;
const tokens = new Map<string, string>();

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function tokenOf(role: string): Promise<string> {
  const known = tokens.get(role);
  if (known) return known;
  const account = stack.accounts.find((one) => one.role === role)!;
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  tokens.set(role, access_token);
  return access_token;
}

async function call(
  name: string,
  body: BodyInit,
  role: string | null,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, never> & { [key: string]: unknown } }> {
  const answer = await fetch(`${stack.apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, ...(role ? { authorization: `Bearer ${await tokenOf(role)}` } : {}), ...more },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

async function clientOf(role: string): Promise<PostgrestClient> {
  return new PostgrestClient(`${stack.apiUrl}/rest/v1`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${await tokenOf(role)}` },
  });
}

const send = (content: string | Uint8Array, request: object, role: string | null = 'Owner', name = 'goods.csv') => {
  const form = new FormData();
  form.append('file', new File([content as BlobPart], name));
  form.append('request', JSON.stringify({ kind: 'products', ...request }));
  return call('import', form, role);
};

/** The sheet in the response to `read`, which later requests send back. */
const contentOf = ({ body }: { body: { content?: unknown } }) => Buffer.from(String(body.content), 'base64');

/* Every function, and the status it returns without a token, with an invalid one, and with the publishable key alone. */
const statusForStranger: Record<string, number> = { 'clean-files': 403, import: 401, sales: 401, 'transfer-approval': 401, users: 401 };

it('all functions are listed here, and refuse requests without a user', async () => {
  const folder = new URL('.', import.meta.url);
  expect(
    readdirSync(folder)
      .filter((name) => existsSync(new URL(`${name}/index.ts`, folder)))
      .sort(),
  ).toEqual(Object.keys(statusForStranger).sort());
  for (const [name, status] of Object.entries(statusForStranger)) {
    for (const authorization of [undefined, 'Bearer x.y.z', `Bearer ${stack.publishableKey}`]) {
      const answer = await fetch(`${stack.apiUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey: stack.publishableKey, ...(authorization && { authorization }) },
        body: '{}',
      });
      expect(answer.status, `${name} ${authorization}`).toBe(status);
    }
  }
});

describe('import', () => {
  const csv = 'اسم الصنف;اللون;المقاس;سعر البيع;الكمية;كود الصنف\nقميص فراشة;فراشي;M;٥٠٫٥;٣;FR-1\nقميص فراشة;فراشي;L;خمسون;٢;FR-2\n';
  const mapping = ['name', 'color', 'size', 'price', 'quantity', 'sku'];
  const request = (id: string, action: string, more: object = {}) => ({
    action,
    id,
    separator: ';',
    header_row: 1,
    mapping,
    options: { branch_id: branches.zamalek, create: { colors: ['فراشي'], sizes: ['M', 'L'] } },
    ...more,
  });

  it('reads, checks, accepts a fixed cell, imports, and recognizes a retry', async () => {
    const read = await send(csv, { action: 'read' });
    expect(read).toMatchObject({
      status: 200,
      body: { format: 'csv', encoding: 'utf-8', separator: ';', rows: 2, header_row: 1, mapping, system: null },
    });

    const rows = contentOf(read);
    const id = randomUUID();
    const checked = await send(rows, request(id, 'check'));
    expect(checked).toMatchObject({
      status: 200,
      body: {
        status: 'checked',
        headers: csv.split('\n')[0]?.split(';'),
        problem_count: 1,
        problems: [{ row: 3, column: 'price', code: 'number_invalid', found: 'خمسون' }],
      },
    });
    expect((checked.body.cells as Record<string, string[]>)['3']).toEqual(['قميص فراشة', 'فراشي', 'L', 'خمسون', '٢', 'FR-2']);

    const edits = { 3: { price: '٥٠' } };
    const applied = await send(rows, request(id, 'apply', { edits }));
    expect(applied).toMatchObject({
      status: 200,
      body: { status: 'applied', products: { create: 1 }, variants: { create: 2 }, pieces: 5 },
    });
    const again = await send(rows, request(id, 'apply', { edits }));
    expect(again.body.products).toEqual(applied.body.products);
    const owner = await clientOf('Owner');
    const { data: product } = await owner.from('products').select('id, price').eq('name', 'قميص فراشة').single();
    expect(product?.price).toBe(50.5);
    const { data: variants } = await owner
      .from('variants')
      .select('sku, price_override')
      .eq('product_id', String(product?.id))
      .order('sku');
    expect(variants).toEqual([
      { sku: 'FR-1', price_override: null },
      { sku: 'FR-2', price_override: 50 },
    ]);
    expect(await stack.sql`select * from private.check_invariants()`).toEqual([]);
  });

  it('accepts a gzipped file up to the size limit', async () => {
    const plain = await send(csv, { action: 'read' });
    expect(await send(gzipSync(csv), { action: 'read', packed: 'gzip' })).toEqual(plain);
    expect(await send(bomb, { action: 'read', packed: 'gzip' })).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
    expect(await send(csv, { action: 'read', packed: 'gzip' })).toMatchObject({ status: 422, body: { code: 'file_broken' } });
  });

  it('parses a workbook once and continues with the rows of its response', async () => {
    const cells = (row: number, texts: string[]) =>
      `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const workbook = zipped([
      { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="Goods" r:id="a"/></sheets></workbook>' },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: `<worksheet><sheetData>${cells(1, ['Stock list'])}${cells(3, ['Name', 'Price'])}${cells(7, ['Butterfly net', 'ten'])}</sheetData></worksheet>`,
      },
    ]);
    const read = await send(workbook, { action: 'read' }, 'Owner', 'goods.xlsx');
    expect(read).toMatchObject({
      status: 200,
      body: { format: 'xlsx', sheets: ['Goods'], header_row: 3, rows: 1, mapping: ['name', 'price'] },
    });
    const checked = await send(
      contentOf(read),
      { ...request(randomUUID(), 'check'), header_row: 3, mapping: ['name', 'price'] },
      'Owner',
      'goods.xlsx',
    );
    expect(checked).toMatchObject({
      status: 200,
      body: { problems: [{ row: 7, column: 'price' }], headers: ['Name', 'Price'], cells: { 7: ['Butterfly net', 'ten'] } },
    });
  });

  it('refuses rows that it could not have written itself', async () => {
    const ask = async (text: string) => (await send(gzipSync(text), request(randomUUID(), 'check'))).body.code;
    expect(await ask('not json')).toBe('request_invalid');
    expect(await ask('{"row":1}')).toBe('request_invalid');
    expect(await ask('[1,"Name"]\n[2,{"a":1}]')).toBe('request_invalid');
    expect(await ask('["1","Name"]')).toBe('request_invalid');
    expect(await ask('[1,"Name"]')).toBe('file_no_rows');
    expect((await send(csv, request(randomUUID(), 'check'))).body.code).toBe('file_broken');
    expect((await send(bomb, request(randomUUID(), 'check'))).body.code).toBe('file_unpacks_too_large');
  });

  const bookWith = (part: { name: string; content: string }) =>
    zipped([
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="sharedStrings.xml"/>',
      },
      { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="Goods" r:id="a"/></sheets></workbook>' },
      { name: 'xl/worksheets/sheet1.xml', content: '<worksheet/>' },
      part,
    ]);

  it('reports the rows with unreadable characters', async () => {
    const rows = gzipSync('[1,"Name","Price"]\n[2,"Net","5"]\n[3,"N\\u0000et","5"]\n[4,"M\\ud83det","5"]\n[5,"A \\\\u0000 in words","5"]');
    const { status, body } = await send(rows, { ...request(randomUUID(), 'check'), mapping: ['name', 'price'] });
    expect(status).toBe(200);
    expect((body.problems as { row: number; code: string }[]).map(({ row, code }) => [row, code])).toEqual([
      [3, 'text_unreadable'],
      [4, 'text_unreadable'],
    ]);

    const cells = ['Name', 'M_x0000_ug', 'N&#0;et', '_xD83D_', '_xD83D__xDE00_']
      .map((text) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`)
      .join('');
    const read = await send(
      bookWith({ name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${cells}</sheetData></worksheet>` }),
      { action: 'read', kind: 'suppliers' },
      'Owner',
      'a.xlsx',
    );
    const checked = await send(contentOf(read), { ...request(randomUUID(), 'check'), kind: 'suppliers', mapping: ['name'], options: {} });
    expect((checked.body.problems as unknown as { row: number; code: string }[]).map(({ row, code }) => [row, code])).toEqual([
      [2, 'text_unreadable'],
      [3, 'text_unreadable'],
      [4, 'text_unreadable'],
    ]);
  });

  it('acts as the caller only', async () => {
    expect((await send(csv, { action: 'read' }, null)).status).toBe(401);
    const rows = contentOf(await send(csv, { action: 'read' }));
    expect(await send(rows, request(randomUUID(), 'check'), 'Storekeeper')).toMatchObject({
      status: 403,
      body: { code: 'permission_missing', values: { permission: 'inventory.products.import' } },
    });
  });

  it.each([
    ['an empty file', '', 'goods.csv', 422, 'file_empty'],
    ['heads alone', 'Name,Price\n', 'goods.csv', 422, 'file_no_rows'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'goods.csv', 415, 'file_not_a_sheet'],
    ['text named as a workbook', 'Name,Price\nMug,5\n', 'goods.xlsx', 415, 'file_mislabelled'],
    ['half a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'goods.xlsx', 422, 'file_broken'],
    ['too large a file', new Uint8Array(21 * 1024 * 1024).fill(65), 'goods.csv', 413, 'file_too_large'],
  ])('refuses %s with a code', async (_, content, name, status, code) => {
    expect(await send(content, { action: 'read' }, 'Owner', name)).toMatchObject({
      status,
      body: { code, error: { code: `PT${status}`, message: code } },
    });
  });

  it('refuses a large upload without breaking later requests on the connection', async () => {
    const line = new Agent({ keepAlive: true, maxSockets: 1 });
    const token = await tokenOf('Owner');
    const ask = (body: Uint8Array, type: string) =>
      new Promise<number>((resolve, reject) => {
        const asked = requestOver(
          `${stack.apiUrl}/functions/v1/import`,
          {
            method: 'POST',
            agent: line,
            headers: {
              authorization: `Bearer ${token}`,
              apikey: stack.publishableKey,
              'content-type': type,
              'content-length': body.length,
            },
          },
          (response) =>
            response
              .resume()
              .on('end', () => resolve(response.statusCode ?? 0))
              .on('error', reject),
        );
        asked.on('error', reject).end(body);
      });
    const small = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName,Price\nMug,5\n\r\n--x\r\ncontent-disposition: form-data; name="request"\r\n\r\n{"kind":"products","action":"read"}\r\n--x--\r\n',
    );
    try {
      for (let nth = 0; nth < 3; nth++) {
        expect(await ask(Buffer.alloc(24 * 1024 * 1024, 65), 'multipart/form-data; boundary=x')).toBe(413);
        expect(await ask(small, 'multipart/form-data; boundary=x')).toBe(200);
      }
    } finally {
      line.destroy();
    }
  });

  const everything = () =>
    stack.sql`select (select count(*) from public.products) as products, (select count(*) from public.audit_log) as audit, (select count(*) from public.imports) as imports`;

  it('refuses every hostile file with a code, and changes nothing', async () => {
    const before = await everything();
    const huge = Buffer.alloc(200 * 1024 * 1024);
    const hostile: [string, string | Uint8Array, string, string][] = [
      ['a zip bomb', zipped([{ name: 'xl/workbook.xml', content: huge }]), 'bomb.xlsx', 'file_unpacks_too_large'],
      [
        'a zip bomb that lies about its size',
        zipped([
          { name: 'xl/_rels/workbook.xml.rels', content: '' },
          { name: 'xl/workbook.xml', content: huge, says: 1000 },
        ]),
        'bomb.xlsx',
        'file_broken',
      ],
      ['a zip that is no workbook', zipped([{ name: 'word/document.xml', content: '<w/>' }]), 'letter.xlsx', 'file_not_a_sheet'],
      ['100 MB', new Uint8Array(100 * 1024 * 1024).fill(65), 'goods.csv', 'PT413'],
      ['noise', Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3)) % 251), 'goods.csv', 'file_not_a_sheet'],
      ['a web page named xls', '<html><table><tr><td>Name</td></tr></table></html>', 'goods.xls', 'file_mislabelled'],
      ['a program', 'MZ', 'goods.exe', 'file_not_a_sheet'],
      [
        'a workbook of millions of texts',
        bookWith({ name: 'xl/sharedStrings.xml', content: '<si/>'.repeat(3_000_000) }),
        'goods.xlsx',
        'file_too_many_texts',
      ],
      [
        'a workbook whose sheet points nowhere',
        bookWith({ name: 'xl/_rels/workbook.xml.rels', content: '<Relationship Id="a" Type="x/worksheet" Target="http://["/>' }),
        'goods.xlsx',
        'file_broken',
      ],
      [
        'an attribute full of angle brackets',
        bookWith({ name: 'xl/worksheets/sheet1.xml', content: `<row x="${'>'.repeat(1_000_000)}"/>` }),
        'goods.xlsx',
        'file_broken',
      ],
      ['a million columns', 'a,'.repeat(1_000_000), 'goods.csv', 'file_row_too_long'],
    ];
    for (const [what, content, name, code] of hostile)
      expect((await send(content, { action: 'read' }, 'Owner', name)).body.code, what).toBe(code);
    expect(await send(csv, { action: 'read' })).toMatchObject({ status: 200 });
    expect(await everything()).toEqual(before);
  });

  it('reads unusual valid files: 300 columns, repeated headers, one column, BOM, multiline cells', async () => {
    const wide = [
      Array.from({ length: 300 }, (_, index) => (index === 7 ? 'Name' : index === 9 ? 'Price' : `Column ${index}`)),
      Array.from({ length: 300 }, (_, index) => `v${index}`),
    ];
    expect(await send(wide.map((row) => row.join(',')).join('\n'), { action: 'read' })).toMatchObject({
      status: 200,
      body: { rows: 1, mapping: expect.arrayContaining(['name', 'price']) as unknown },
    });
    expect((await send('Name,Name,Price,Price\na,b,1,2\n', { action: 'read' })).body).toMatchObject({
      mapping: [null, null, null, null],
      contested: [
        { field: 'name', columns: [0, 1] },
        { field: 'price', columns: [2, 3] },
      ],
    });
    expect((await send('Name\nMug\nCup\n', { action: 'read' })).body).toMatchObject({ rows: 2, mapping: ['name'] });
    expect((await send('\uFEFFName,Description,Price\r\n"Mug ""big""","two\r\nlines, here",5\r\n', { action: 'read' })).body).toMatchObject(
      {
        headers: ['Name', 'Description', 'Price'],
        rows: 1,
        samples: [['Mug "big"'], ['two\r\nlines, here'], ['5']],
      },
    );
  });

  it('imports customers from a phone list, and undoes the import', async () => {
    const list =
      'الاسم;الموبايل;البريد الإلكتروني\nليلى فراشة;٠١٠٠ ٩٩٩ ٠٠٠١;layla@butterfly.example\nنادي الفراشات;\u202a+20 2 9990002\u202c;\n';
    const id = randomUUID();
    const read = await send(list, { kind: 'customers', action: 'read' });
    expect(read.body).toMatchObject({ mapping: ['name', 'phone', 'email'], rows: 2, system: null });
    const asked = { kind: 'customers', separator: ';', action: 'apply', id, header_row: 1, mapping: read.body.mapping, options: {} };
    expect((await send(contentOf(read), asked)).body).toMatchObject({ status: 'applied', customers: { create: 2 } });
    const owner = await clientOf('Owner');
    expect((await owner.from('customers').select('name, phone').like('name', '%فراش%').order('phone')).data).toEqual([
      { name: 'نادي الفراشات', phone: '+20 2 9990002' },
      { name: 'ليلى فراشة', phone: '0100 999 0001' },
    ]);
    expect((await owner.rpc('undo_import', { id })).data).toEqual({ id, status: 'undone' });
    expect((await owner.from('customers').select('name').like('name', '%فراش%')).data).toEqual([]);
  });

  it('refuses requests with too many parts or too long a text', async () => {
    const line = '--line';
    const part = (name: string, content: string, file = '') =>
      `${line}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    const goods = part('file', 'name,price\nA,1\n', '; filename="goods.csv"');
    for (const body of [part('x', '').repeat(300_000) + goods, goods + part('request', `{"mapping":[${'0,'.repeat(3_000_000)}0]}`)]) {
      const answer = await fetch(`${stack.apiUrl}/functions/v1/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf('Cashier')}`, 'content-type': `multipart/form-data; boundary=${line.slice(2)}` },
        body: `${body}${line}--\r\n`,
      });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'request_too_large']);
    }
  });

  it('reads multipart forms as clients write them, and refuses truncated ones', async () => {
    const file =
      '--line\r\nContent-Type: text/csv; name="x"\r\nContent-Disposition: form-data; name="file"; filename="سعر %22b%22.csv"\r\n\r\n';
    const rows = 'Name,Price\r\nMug,5\r\n--lin,6';
    const question = '--line\r\nContent-Disposition: form-data; name="request"\r\n\r\n{"kind":"products","action":"read"}';
    const ask = async (body: string) => {
      const answer = await fetch(`${stack.apiUrl}/functions/v1/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf('Owner')}`, 'content-type': 'multipart/form-data; boundary="line"' },
        body,
      });
      return { status: answer.status, ...((await answer.json()) as { code?: string; sheet?: string; rows?: number }) };
    };
    const whole = `${file}${rows}\r\n${question}\r\n--line--\r\n`;
    expect(await ask(whole)).toMatchObject({ status: 200, sheet: 'سعر "b".csv', rows: 2 });
    for (const body of [whole.slice(0, -12), `${file}${rows}`, '--line\r\n', `x${whole}`, ''])
      expect(await ask(body), body).toMatchObject({ status: 400, code: 'request_invalid' });
    expect(await ask(`${question}\r\n--line--`)).toMatchObject({ status: 400, code: 'file_missing' });
    expect(await ask('--line--\r\n')).toMatchObject({ status: 400, code: 'file_missing' });
  });

  it('refuses invalid requests', async () => {
    expect(await send(csv, { action: 'steal' })).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    expect(await send(csv, { action: 'check', id: 'no', mapping })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid', values: { field: 'id' } },
    });
    expect(await send(csv, { action: 'check', id: randomUUID(), mapping: ['name', 'name'] })).toMatchObject({
      status: 400,
      body: { code: 'column_twice' },
    });
    expect(await send(csv, { action: 'check', id: randomUUID(), mapping, otherwise: 'name', header_row: 0 })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid', values: { field: 'otherwise' } },
    });
    for (const amounts of ['USD', { 1: 5 }])
      expect(await send(csv, { action: 'check', id: randomUUID(), mapping, header_row: 0, amounts })).toMatchObject({
        status: 400,
        body: { code: 'request_invalid', values: { field: 'amounts' } },
      });
    for (const header_row of [null, -1, 0.5, '1', {}]) {
      expect(await send(csv, { action: 'check', id: randomUUID(), mapping, header_row })).toMatchObject({
        status: 400,
        body: { code: 'request_invalid', values: { field: 'header_row' } },
      });
    }
    expect(await send(csv, { action: 'read', kind: 'profiles' })).toMatchObject({ status: 400, body: { code: 'import_kind_unknown' } });
    expect(await call('import', 'hello', 'Owner')).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });
});

describe('transfer-approval', () => {
  async function pending(): Promise<string> {
    const owner = await clientOf('Owner');
    const [variant] = await stack.sql<
      { id: string }[]
    >`select v.id from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null limit 1`;
    const lines = [{ variant_id: variant?.id, quantity: 2 }];
    const stocked = await owner.rpc('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      branch_id: branches.zamalek,
      stock_point_id: null,
      reason: 'correction',
      note: null,
      lines,
    });
    expect(stocked.error).toBeNull();
    const id = randomUUID();
    const saved = await owner.rpc('save_transfer', {
      id,
      expected_version: null,
      from_branch_id: branches.zamalek,
      from_stock_point_id: null,
      to_branch_id: branches.nasrCity,
      to_stock_point_id: null,
      shipping: 0,
      notes: null,
      lines,
    });
    expect(saved.error).toBeNull();
    return id;
  }
  const ask = (body: object, role: string | null = 'Owner') => call('transfer-approval', JSON.stringify(body), role);

  it('approves once and reverses with a reason', async () => {
    const transfer_id = await pending();
    const unseen = { status: 400, body: { code: 'field_missing', values: { field: 'expected_version' } } };
    expect(await ask({ transfer_id, action: 'approve' })).toMatchObject(unseen);
    for (const answer of [{ id: transfer_id, status: 'approved' }, { status: 'approved' }])
      expect(await ask({ transfer_id, action: 'approve', expected_version: 1 })).toMatchObject({ status: 200, body: answer });
    expect(await ask({ transfer_id, action: 'reverse', reason: 'Not seen' })).toMatchObject(unseen);
    expect(await ask({ transfer_id, action: 'reverse', expected_version: 2 })).toMatchObject({
      status: 400,
      body: { code: 'reason_missing' },
    });
    expect(await ask({ transfer_id, action: 'reverse', reason: 'Seen before it was approved', expected_version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', values: { version: 2 } },
    });
    expect(await ask({ transfer_id, action: 'reverse', reason: 'Wrong branch', expected_version: 2 })).toMatchObject({
      status: 200,
      body: { status: 'reversed' },
    });
    expect(await ask({ transfer_id, action: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'transfer_not_pending', values: { status: 'reversed' } },
    });
    expect(await stack.sql`select * from private.check_invariants()`).toEqual([]);
  });

  it('refuses requests without sign-in or permission, and unknown ids', async () => {
    const transfer_id = await pending();
    expect((await ask({ transfer_id, action: 'approve' }, null)).status).toBe(401);
    expect(await ask({ transfer_id, action: 'approve' }, 'Storekeeper')).toMatchObject({
      status: 403,
      body: { code: 'permission_missing', values: { permission: 'inventory.transfers.approve' } },
    });
    expect(await ask({ transfer_id: randomUUID(), action: 'approve' })).toMatchObject({
      status: 404,
      body: { code: 'transfer_not_found' },
    });
    expect(await ask({ transfer_id: '1; drop', action: 'approve' })).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
    expect(await ask({ transfer_id, action: 'approve', expected_version: 'one' })).toMatchObject({
      status: 400,
      body: { code: 'request_invalid', values: { field: 'expected_version' } },
    });
    for (const [field, value] of [
      ['expected_version', 2 ** 31],
      ['expected_version', -1],
      ['expected_version', 1e20],
      ['reason', 'half a letter \ud83d'],
    ]) {
      expect(await ask({ transfer_id, action: 'reverse', [field as string]: value }), String(value)).toMatchObject({
        status: 400,
        body: { code: 'request_invalid', values: { field } },
      });
    }
    expect(await ask({ transfer_id, action: 'burn' })).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  });

  it('survives a request of millions of keys', async () => {
    const letters = `{${'"a":1,'.repeat(4_000_000)}"b":1}`;
    expect(await call('transfer-approval', letters, 'Cashier')).toMatchObject({ status: 413, body: { code: 'request_too_large' } });
    expect(await ask({ transfer_id: randomUUID(), action: 'approve' })).toMatchObject({
      status: 404,
      body: { code: 'transfer_not_found' },
    });
  });

  it('lists the lines with insufficient stock', async () => {
    const transfer_id = await pending();
    await stack.sql`update public.transfer_items set quantity = 100000 where transfer_id = ${transfer_id}`;
    const refused = await ask({ transfer_id, action: 'approve', expected_version: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'stock_short' } });
    expect((refused.body.values as unknown as { lines: object[] }).lines[0]).toMatchObject({ needs: 100000 });
  });
});

describe('sales', () => {
  const schemas = openapi.components.schemas as object as Record<string, Schema>;
  interface Answer {
    reference: string | null;
    result: string;
    sale?: { number: string; line_ids: string[]; sold_at: string };
    error?: { code: string; status: number; message: string; values: Record<string, unknown> };
  }
  let variant: string;
  let cash: string;
  beforeAll(async () => {
    const [found] = await stack.sql`
      select v.id, (select id from public.payment_methods where is_cash) as cash from public.variants v join public.products p on p.id = v.product_id
      where p.branch_id is null and p.active and v.active limit 1`;
    [variant, cash] = [String(found?.id), String(found?.cash)];
    const stocked = await (await clientOf('Owner')).rpc('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: branches.zamalek,
      lines: [{ variant_id: variant, quantity: 5000 }],
    });
    expect(stocked.error).toBeNull();
  });

  const sale = (reference: string, more: object = {}, quantity = 1) => ({
    reference,
    lines: [{ variant_id: variant, quantity, unit_price: 10, discount: 0 }],
    payments: [{ payment_method_id: cash, amount: 10 * quantity }],
    discount_reason: 'Bench price',
    ...more,
  });
  const post = (body: string, role: string | null = 'Accountant', language = 'en') =>
    call('sales', body, role, { 'accept-language': language });
  const ask = (
    sales: unknown,
    {
      role = 'Accountant',
      till = 'POS',
      branch_id = branches.zamalek as string,
      language = 'en',
    }: { role?: string | null; till?: unknown; branch_id?: string; language?: string } = {},
  ) => post(JSON.stringify({ branch_id, till, sales }), role, language);
  /** Checks the response against openapi.json. */
  async function answered(sales: unknown, asked: Parameters<typeof ask>[1] = {}): Promise<Answer[]> {
    const { status, body } = await ask(sales, asked);
    expect([status, findInvalid(body, schemas.Answers ?? {}, schemas), body.code]).toEqual([200, null, undefined]);
    return body.sales as unknown as Answer[];
  }
  const refused = (status: number, code: string, values: object = {}) => ({
    status,
    body: { code, values, error: { code: `PT${status}`, message: code } },
  });

  it('records a batch sale by sale, and reports repeated and conflicting sales', async () => {
    const till = 'T1';
    const first = await answered(
      [...Array(9)].map((_, index) => sale(`T-${index}`)),
      { till },
    );
    expect(first.map(({ result }) => result)).toEqual(Array(9).fill('recorded'));
    expect(first[0]?.sale?.number).toMatch(/^SA-ZAM-T1-\d{4}-0001$/);
    const again = await answered(
      [...Array(9)].map((_, index) => sale(`T-${index}`, {}, 1 + (index % 2))),
      { till },
    );
    expect(again.map(({ result }) => result)).toEqual([...Array(9)].map((_, index) => (index % 2 ? 'conflict' : 'already_recorded')));
    expect(again[2]?.sale).toEqual(first[2]?.sale);
    expect(again[1]?.error).toMatchObject({ code: 'exists_already', status: 409, values: { number: first[1]?.sale?.number } });
    const [back] = await answered(
      [
        {
          reference: 'back',
          lines: [{ returns_line_id: first[0]?.sale?.line_ids[0], quantity: 1 }],
          payments: [{ payment_method_id: cash, amount: -10 }],
        },
      ],
      { till },
    );
    expect(back?.result).toBe('recorded');
    expect(await stack.sql`select * from private.check_invariants()`).toEqual([]);
  });

  it('returns error messages in the requested language', async () => {
    const short = sale('short', { payments: [] }, 100_000);
    const said = async (language: string) =>
      (
        await answered(
          [
            { ...short, customer_id: (await stack.sql`select id from public.customers where active limit 1`)[0]?.id },
            sale('line', { lines: [{ variant_id: randomUUID(), quantity: 1 }] }),
          ],
          { language },
        )
      ).map(({ error }) => [error?.code, error?.message]);
    expect(await said('en-GB')).toEqual([
      ['stock_short', 'There isn’t enough stock for some lines.'],
      ['sale_line_invalid', expect.stringMatching(/^Line 1 isn’t valid/)],
    ]);
    expect(await said('ar-EG,ar;q=0.9')).toEqual([
      ['stock_short', 'الرصيد لا يكفي لبعض السطور.'],
      ['sale_line_invalid', expect.stringMatching(/^السطر \u20681\u2069 غير صحيح/)],
    ]);
    expect((await ask([sale('1')], { branch_id: branches.nasrCity, role: 'Cashier', language: 'ar' })).body).toMatchObject({
      code: 'branch_not_found',
      message: 'هذا الفرع غير موجود أو ليس من فروعك.',
    });
  });

  it('rejects each invalid sale with the field, and records the others', async () => {
    const line = { variant_id: variant, quantity: 1 };
    const wrong: [unknown, string][] = [
      [null, ''],
      [5, ''],
      ['x', ''],
      [[], ''],
      [{}, 'reference'],
      [{ lines: [line] }, 'reference'],
      [sale('1', { reference: 7 }), 'reference'],
      [sale('x'.repeat(65)), 'reference'],
      [sale(''), 'reference'],
      [sale('half \ud83d'), 'reference'],
      [sale('1', { note: 'x'.repeat(4001) }), 'note'],
      [sale('1', { discount_reason: 'x'.repeat(301) }), 'discount_reason'],
      [sale('1', { lines: null }), 'lines'],
      [sale('1', { lines: [] }), 'lines'],
      [sale('1', { lines: [line, null] }), 'lines.2'],
      [sale('1', { lines: [{}] }), 'lines.1.quantity'],
      [sale('1', { lines: [{ ...line, variant_id: '1; drop' }] }), 'lines.1.variant_id'],
      [sale('1', { lines: [{ ...line, quantity: 0 }] }), 'lines.1.quantity'],
      [sale('1', { lines: [{ ...line, quantity: -1 }] }), 'lines.1.quantity'],
      [sale('1', { lines: [{ ...line, quantity: 'NaN' }] }), 'lines.1.quantity'],
      [sale('1', { lines: [{ ...line, unit_price: -0.01 }] }), 'lines.1.unit_price'],
      [sale('1', { lines: [{ ...line, price: 5 }] }), 'lines.1.price'],
      [sale('1', { payments: {} }), 'payments'],
      [sale('1', { payments: [{ payment_method_id: cash }] }), 'payments.1.amount'],
      [sale('1', { payments: [{ payment_method_id: cash, amount: '1e3' }] }), 'payments.1.amount'],
      [sale('1', { sold_at: 'infinity' }), 'sold_at'],
      [sale('1', { sold_at: '2026-11-01' }), 'sold_at'],
      [sale('1', { sold_at: '2026-11-01T10:00' }), 'sold_at'],
      [sale('1', { till: 'A1' }), 'till'],
      [sale('1', { branch_id: branches.nasrCity }), 'branch_id'],
      [sale('1', { total: 1 }), 'total'],
      [JSON.parse('{"__proto__": {"reference": "1"}, "reference": "1", "lines": []}'), '__proto__'],
    ];
    const answers = await answered([...wrong.map(([value]) => value), sale('beside')], { till: 'WRONG' });
    expect(answers.pop()).toMatchObject({ reference: 'beside', result: 'recorded' });
    expect(answers.map(({ result, error }) => [result, error?.code, error?.values.field])).toEqual(
      wrong.map(([, field]) => ['rejected', 'value_invalid', field]),
    );
    // 1e400 parses as infinity and would be written as null, which means the product's price.
    const infinite = JSON.stringify({
      branch_id: branches.zamalek,
      till: 'WRONG',
      sales: [sale('1e400', { lines: [{ ...line, unit_price: 12345 }] })],
    }).replace('12345', '1e400');
    expect((await post(infinite)).body).toMatchObject({
      sales: [{ result: 'rejected', error: { values: { field: 'lines.1.unit_price' } } }],
    });
    // A day that does not exist passes the schema, but not the database.
    expect((await answered([sale('day', { sold_at: '2026-02-30T10:00:00Z' })]))[0]?.error).toMatchObject({
      code: 'value_invalid',
      values: { field: 'sold_at' },
    });
    expect(await stack.sql`select reference from public.sales where till = 'WRONG'`).toEqual([{ reference: 'beside' }]);
  });

  it('accepts the example of docs/api.md as written, and recognizes it when sent again', async () => {
    const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const [, call = ''] = /```sh\n(url=http[^]*?)```/.exec(guide) ?? [];
    // The key comes from the page of the gateway, which this stack does not serve.
    const here = call.replace(/^url=.*$/m, `url=${stack.apiUrl}`).replace(/^key=.*$/m, `key=${stack.publishableKey}`);
    expect(here).toContain('/functions/v1/sales');
    const run = async () => JSON.parse((await promisify(execFile)('sh', ['-c', here])).stdout) as { sales: { result: string }[] };
    expect([await run(), await run()].map(({ sales }) => sales.map(({ result }) => result))).toEqual([['recorded'], ['already_recorded']]);
  });

  it('rejects a sale with a NUL character, and records the others', async () => {
    const answers = await answered([sale('N-1'), sale('N-2', { note: 'a\u0000b' }), sale('N-3'), sale('N-4', { note: 'a\\u0000b' })], {
      till: 'NUL',
    });
    expect(answers.map(({ reference, result, error }) => [reference, result, error?.code, error?.values.field])).toEqual([
      ['N-1', 'recorded', undefined, undefined],
      ['N-2', 'rejected', 'value_invalid', 'note'],
      ['N-3', 'recorded', undefined, undefined],
      // The six characters \u0000 as text are not a NUL.
      ['N-4', 'recorded', undefined, undefined],
    ]);
  });

  it('records a large batch in parts, each committed separately', async () => {
    const answers = await answered(
      [...Array(60)].map((_, index) => sale(`P-${index}`)),
      { till: 'PARTS' },
    );
    expect(answers.map(({ result }) => result)).toEqual(Array(60).fill('recorded'));
    // Rows of one transaction have the same timestamp.
    expect(
      await stack.sql`select count(*)::integer as sales from public.sales where till = 'PARTS' group by created_at order by min(sold_at), created_at`,
    ).toEqual([{ sales: 25 }, { sales: 25 }, { sales: 10 }]);
  });

  it('refuses invalid and oversized batches', async () => {
    for (const [body, field] of [
      [{}, 'branch_id'],
      [{ branch_id: branches.zamalek, till: 'A', sales: [sale('1')], id: 1 }, 'id'],
      [{ branch_id: 'x', till: 'A', sales: [sale('1')] }, 'branch_id'],
    ] as const) {
      expect(await post(JSON.stringify(body))).toMatchObject(refused(400, 'value_invalid', { field }));
    }
    for (const till of [null, '', 'pos', 'A B', 'LONGERTHAN8'])
      expect(await ask([sale('1')], { till })).toMatchObject(refused(400, 'value_invalid', { field: 'till' }));
    for (const none of [null, {}, 'x', []]) expect(await ask(none)).toMatchObject(refused(400, 'value_invalid', { field: 'sales' }));
    expect(await ask(Array(501).fill(null))).toMatchObject(refused(400, 'sales_over_limit', { max: 500 }));
    const lines = Array(1001).fill({ variant_id: variant, quantity: 1 });
    expect(await ask([sale('1', { lines }), sale('2', { lines })])).toMatchObject(refused(400, 'lines_over_limit', { max: 2000 }));
    for (const body of ['', '[]', 'null', '{', '['.repeat(60)]) expect(await post(body)).toMatchObject(refused(400, 'request_invalid'));
    expect(await post(`{"till": "${'x'.repeat(3_000_000)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'request_too_large', message: 'This is too much for one request. Split it into smaller parts.' },
    });
  });

  it('acts as the caller only, in branches where they work', async () => {
    expect((await ask([sale('1')], { role: null })).status).toBe(401);
    expect(await ask([sale('1')], { role: 'Auditor' })).toMatchObject(
      refused(403, 'permission_missing', { permission: 'accounting.sales.create' }),
    );
    expect(await ask([sale('1')], { role: 'Cashier', branch_id: branches.nasrCity })).toMatchObject(refused(404, 'branch_not_found'));
    expect(await ask([sale('1')], { role: 'Manager', branch_id: branches.maadi })).toMatchObject(
      refused(403, 'branch_view_only', { branch: 'Maadi' }),
    );
    expect(await ask([sale('1')], { branch_id: randomUUID() })).toMatchObject(refused(404, 'branch_not_found'));
  });

  it('records 500 sales of three lines in one request, and recognizes them on retry', async () => {
    const line = { variant_id: variant, quantity: 1, unit_price: 10 };
    const full = [...Array(500)].map((_, index) =>
      sale(`F-${index}`, { lines: [line, line, line], payments: [{ payment_method_id: cash, amount: 30 }] }),
    );
    expect(new Set((await answered(full, { till: 'FULL' })).map(({ result }) => result))).toEqual(new Set(['recorded']));
    expect(new Set((await answered(full, { till: 'FULL' })).map(({ result }) => result))).toEqual(new Set(['already_recorded']));
  });
});
