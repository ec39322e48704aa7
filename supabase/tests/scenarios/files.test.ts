import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { line, order, payment, variants } from './purchasing.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;
const pastGracePeriod = `interval '25 hours'`;

async function stored(on: TestSession, path: string, { mime = 'application/pdf', size = 1234 } = {}): Promise<string> {
  await on.rows(`insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, $2)`, path, { size, mimetype: mime });
  return path;
}

/** Attaches a file to a document, as a client does. */
async function filed(on: TestSession, kind: string, branch: string, document: unknown, name: string, file = {}): Promise<string> {
  const id = randomUUID();
  await on.call('attach_file', { id, path: await stored(on, `${branch}/${kind}/${String(document)}/${id}.pdf`, file), name });
  return id;
}

/** A file of each kind in each of two branches. */
async function makeFiles(on: TestSession) {
  const [variant = ''] = await variants(on, 1);
  const far = await order(on, [line(variant, 1, 10)], { branch_id: maadi });
  const near = await order(on, [line(variant, 1, 10)]);
  const paid = await payment(on, 10);
  await on.call('pay_purchase', { id: near.id, payments: [paid] });
  const moved = randomUUID();
  await on.call('save_transfer', {
    id: moved,
    from_branch_id: zamalek,
    to_branch_id: nasrCity,
    lines: [{ variant_id: variant, quantity: 1 }],
  });
  const invoice = await filed(on, 'purchases', zamalek, near.id, 'Invoice 77.pdf');
  const far_invoice = await filed(on, 'purchases', maadi, far.id, 'Far.pdf');
  await on.as(people.accountant);
  const receipt = await filed(on, 'purchase_payments', zamalek, paid.id, 'إيصال الدفعة.png', { mime: 'image/png', size: 50 });
  const note = await filed(on, 'transfers', zamalek, moved, 'Delivery note.pdf', { size: 9000 });
  await on.asDatabaseOwner();
  await on.rows(
    `update public.attachments a set created_at = now() + n * interval '1 ms' from unnest($1::uuid[]) with ordinality x(id, n) where a.id = x.id`,
    [invoice, far_invoice, receipt, note],
  );
  return { invoice, far_invoice, receipt, note, near, moved };
}

const page = async (on: TestSession, question: Row = {}) => (await on.table<{ id: string }>('file_page', question)).map(({ id }) => id);

describe('the list of documents', () => {
  scenario('shows every file with its document, branch and uploader, newest first', async (on) => {
    const { near, ...files } = await makeFiles(on);
    await on.as(people.owner);
    const rows = await on.table('file_page');
    expect(rows.map(({ id }) => id)).toEqual([files.note, files.receipt, files.far_invoice, files.invoice]);
    expect(rows[1]).toMatchObject({
      kind: 'purchase_payments',
      document_number: near.number,
      page_id: near.id,
      branch_id: zamalek,
      branch: 'Zamalek',
      name: 'إيصال الدفعة.png',
      size: 50,
      mime_type: 'image/png',
      created_by: { id: people.accountant },
    });
    expect(await on.call('file_count')).toBe(4);
    for (const sort of ['name', 'size', 'id']) expect(await page(on, { sort, descending: false }), sort).toHaveLength(4);
    expect((await page(on, { sort: 'size', descending: true }))[0]).toBe(files.note);
    expect(await on.refused(() => page(on, { sort: 'path' }))).toMatchObject({ code: 'PT400', message: 'sort_unknown' });
    const [first] = await page(on, { sort: 'id', descending: false, page_size: 1 });
    expect(await page(on, { sort: 'id', descending: false, after_id: first })).toHaveLength(3);
  });

  scenario('finds a file by words of its name in either script, or by document number', async (on) => {
    const { near, ...files } = await makeFiles(on);
    await on.as(people.owner);
    expect(await page(on, { words: 'note DELIV' })).toEqual([files.note]);
    expect(await page(on, { words: 'ايصال الدفعه' })).toEqual([files.receipt]);
    expect(await page(on, { words: String(near.number) })).toEqual([files.receipt, files.invoice]);
    expect(await page(on, { words: '100%' })).toEqual([]);
  });

  scenario('filters by kind, file type, branch, uploader and day', async (on) => {
    const files = await makeFiles(on);
    await on.as(people.owner);
    const cases: [Row, string[]][] = [
      [{ kinds: ['purchases'] }, [files.far_invoice, files.invoice]],
      [{ types: ['picture'] }, [files.receipt]],
      [{ types: ['pdf'], kinds: ['purchase_payments'] }, []],
      [{ at_branch_ids: [maadi] }, [files.far_invoice]],
      [{ at_branch_ids: [randomUUID()] }, []],
      [{ uploader_ids: [people.accountant] }, [files.note, files.receipt]],
      [{ uploaded: 'today' }, [files.note, files.receipt, files.far_invoice, files.invoice]],
      [{ uploaded: 'yesterday' }, []],
      [{ kinds: [], types: [], at_branch_ids: [] }, [files.note, files.receipt, files.far_invoice, files.invoice]],
    ];
    for (const [question, ids] of cases) {
      expect(await page(on, question), JSON.stringify(question)).toEqual(ids);
      expect(await on.call('file_count', question), JSON.stringify(question)).toBe(ids.length);
    }
    expect(await on.refused(() => page(on, { uploaded: 'some day' }))).toMatchObject({ message: 'period_unknown' });
  });

  scenario('starts a day with the business day of the branch', async (on) => {
    const files = await makeFiles(on);
    await on.asDatabaseOwner();
    await on.rows(`update public.branches set time_zone = 'Asia/Riyadh', day_start = 4 where id = $1`, maadi);
    await on.rows(`update public.attachments set created_at = '2026-03-02 00:59:59Z' where id = $1`, files.far_invoice);
    await on.as(people.owner);
    expect(await page(on, { at_branch_ids: [maadi], uploaded: '2026-03-01..2026-03-01' })).toEqual([files.far_invoice]);
    await on.asDatabaseOwner();
    await on.rows(`update public.attachments set created_at = '2026-03-02 01:00:00Z' where id = $1`, files.far_invoice);
    await on.as(people.owner);
    expect(await page(on, { at_branch_ids: [maadi], uploaded: '2026-03-01..2026-03-01' })).toEqual([]);
    expect(await page(on, { at_branch_ids: [maadi], uploaded: '2026-03-02..' })).toEqual([files.far_invoice]);
    expect(await page(on, { at_branch_ids: [maadi], uploaded: '2026-03-02..2026-03-01' })).toEqual([]);
  });

  scenario('hides files of documents or branches that the user may not view', async (on) => {
    const files = await makeFiles(on);
    const seen = {
      manager: [files.note, files.receipt, files.far_invoice, files.invoice],
      storekeeper: [files.note],
      buyer: [files.note, files.receipt, files.invoice],
      auditor: [files.note, files.receipt, files.far_invoice, files.invoice],
    } as const;
    for (const [person, ids] of Object.entries(seen)) {
      await on.as(people[person as keyof typeof seen]);
      expect(await page(on), person).toEqual(ids);
      expect(await on.call('file_count'), person).toBe(ids.length);
    }
    await on.as(people.storekeeper);
    for (const question of [{ kinds: ['purchases'] }, { words: 'invoice' }, { at_branch_ids: [maadi] }, { uploader_ids: [people.buyer] }])
      expect(await page(on, question)).toEqual([]);
    await on.as(people.cashier);
    expect(await on.refused(() => page(on))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    expect(await on.refused(() => on.call('file_count'))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });

  scenario('is also shown on the page of a transfer, for users who may view files', async (on) => {
    const { note, moved } = await makeFiles(on);
    await on.as(people.storekeeper);
    expect(await on.call('transfer_detail', { id: moved })).toMatchObject({
      files: [{ id: note, name: 'Delivery note.pdf', created_by: { id: people.accountant } }],
    });
    await on.revokePermission(people.storekeeper, 'documents.files.view');
    expect(await on.call('transfer_detail', { id: moved })).toMatchObject({ files: null });
  });

  scenario('accepts another kind of document once it is registered in file_kinds', async (on) => {
    await on.as(people.owner);
    const id = randomUUID();
    await on.call('start_count', { id, branch_id: nasrCity });
    await on.asDatabaseOwner();
    await on.rows(`insert into private.file_kinds values ('counts', 'stock_counts', 'branch_id', null, null, '{inventory.counts.view}')`);
    await on.as(people.owner);
    const file = await filed(on, 'counts', nasrCity, id, 'Sheet.pdf');
    expect(await on.table('file_page', { kinds: ['counts'] })).toMatchObject([
      { id: file, page_id: id, document_number: await on.value('select number from public.stock_counts where id = $1', id) },
    ]);
    await on.as(people.cashier);
    expect(await on.rows(`select from storage.objects where name like '%/counts/%'`)).toEqual([]);
    await on.asDatabaseOwner();
    await on.rows(`delete from public.attachments where kind = 'counts'`);
  });
});

describe('an uploaded file that was never attached', () => {
  const clean = async (on: TestSession) => {
    await on.asDatabaseOwner();
    await on.rows('set local role service_role');
    const paths = await on.call<string[]>('clean_files');
    await on.asDatabaseOwner();
    return paths;
  };

  scenario('is listed for removal after a day, but attached files never are', async (on) => {
    const files = await makeFiles(on);
    const stray = await stored(on, `${zamalek}/transfers/${files.moved}/stray.pdf`);
    expect(await clean(on)).toEqual([]);
    await on.rows(`update storage.objects set created_at = now() - ${pastGracePeriod}`);
    await stored(on, `${zamalek}/transfers/${files.moved}/young.pdf`);
    expect(await clean(on)).toEqual([stray]);
    expect(await on.rows('select from public.attachments')).toHaveLength(4);
  });

  scenario('cannot be attached while it is being removed, but its path can be reused afterwards', async (on) => {
    const { moved } = await makeFiles(on);
    const path = await stored(on, `${zamalek}/transfers/${moved}/late.pdf`);
    await on.asDatabaseOwner();
    await on.rows(`update storage.objects set created_at = now() - ${pastGracePeriod} where name = $1`, path);
    expect(await clean(on)).toEqual([path]);
    await on.as(people.accountant);
    const attach = () => on.call('attach_file', { id: randomUUID(), path, name: 'Late.pdf' });
    expect(await on.refused(attach)).toMatchObject({ code: 'PT404', message: 'file_not_found' });
    await on.asDatabaseOwner();
    await on.rows('delete from storage.objects where name = $1', path);
    expect(await clean(on)).toEqual([]);
    await on.as(people.accountant);
    await stored(on, path);
    await attach();
    await on.asDatabaseOwner();
    await on.rows(`update storage.objects set created_at = now() - ${pastGracePeriod} where name = $1`, path);
    expect(await clean(on)).toEqual([]);
  });

  scenario('is listed in batches of five hundred', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(
      `insert into storage.objects (bucket_id, name, created_at) select 'attachments', '${warehouse}/transfers/x/' || lpad(n::text, 4, '0'), now() - ${pastGracePeriod} from generate_series(1, 501) n`,
    );
    const first = await clean(on);
    expect(first).toHaveLength(500);
    await on.rows('delete from storage.objects where name = any ($1)', first);
    expect(await clean(on)).toEqual([`${warehouse}/transfers/x/0501`]);
  });

  scenario('cannot be listed by signed-in users', async (on) => {
    for (const person of [people.owner, people.cashier]) {
      await on.as(person);
      expect(await on.refused(() => on.call('clean_files'))).toMatchObject({ code: '42501' });
    }
  });

  scenario('leaves attachments alone, unless storage lost their file: those are detached and logged', async (on) => {
    const files = await makeFiles(on);
    await on.asDatabaseOwner();
    await on.rows(`update public.attachments set created_at = now() - ${pastGracePeriod} where id = any ($1)`, [files.invoice, files.note]);
    await on.rows('delete from storage.objects o using public.attachments a where a.path = o.name and a.id = $1', files.invoice);
    expect(await clean(on)).toEqual([]);
    expect(await on.rows('select id from public.attachments where id = any ($1)', [files.invoice, files.note])).toEqual([
      { id: files.note },
    ]);
    expect(
      await on.rows(
        `select actor_id, changes ->> 'name' as name from public.audit_log where row_id = $1 and action = 'delete'`,
        files.invoice,
      ),
    ).toEqual([{ actor_id: null, name: 'Invoice 77.pdf' }]);
  });
});
