import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { line, order, payment, receive, variants, withOnlyPermissions } from './purchasing.ts';

const { zamalek, maadi, warehouse } = branches;
const ordered = async (on: TestSession, purchase: Row = {}) => order(on, [line((await variants(on, 1))[0] ?? '', 1, 10)], purchase);
/** As Storage does it: the object comes first. */
async function upload(on: TestSession, branch: string, kind: string, document: string, file = 'invoice.pdf'): Promise<string> {
  const path = `${branch}/${kind}/${document}/${file}`;
  await on.rows(
    `insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{"size": 1234, "mimetype": "application/pdf"}')`,
    path,
  );
  return path;
}
const attach = (on: TestSession, path: string, rest: Row = {}) =>
  on.call('attach_file', { id: randomUUID(), path, name: 'Invoice 77.pdf', ...rest });

describe('a file of an order', () => {
  scenario('is attached once it is in storage, and listed with the order', async (on) => {
    const { id, number } = await ordered(on);
    await on.as(people.buyer);
    const path = `${zamalek}/purchases/${id}/invoice.pdf`;
    expect(await on.refused(() => attach(on, path))).toMatchObject({ code: 'PT404', message: 'file_not_found' });
    await upload(on, zamalek, 'purchases', id);
    const file = randomUUID();
    const row = await attach(on, path, { id: file });
    expect(row).toMatchObject({
      id: file,
      kind: 'purchases',
      document_id: id,
      branch_id: zamalek,
      name: 'Invoice 77.pdf',
      size: 1234,
      mime_type: 'application/pdf',
      created_by: people.buyer,
    });
    expect(await attach(on, path, { id: file })).toEqual(row);
    expect(await on.call('purchase_detail', { id })).toMatchObject({ files: [{ id: file, path, created_by: { name: 'Omar Nabil' } }] });
    expect(await on.table('purchase_page', { words: number })).toMatchObject([{ id, files: 1 }]);
  });

  scenario('can be attached to a payment', async (on) => {
    const { id } = await ordered(on);
    const paid = await payment(on, 10);
    await on.call('pay_purchase', { id, payments: [paid] });
    await on.as(people.accountant);
    await attach(on, await upload(on, zamalek, 'purchase_payments', String(paid.id)));
    expect(await on.call('purchase_detail', { id })).toMatchObject({ files: [{ document_id: paid.id }] });
    await on.as(people.storekeeper);
    expect(await on.rows('select from public.attachments')).toEqual([]);
  });

  scenario('stays with a voided payment, and can be neither added nor removed', async (on) => {
    const { id } = await ordered(on);
    const paid = await payment(on, 10);
    await on.call('pay_purchase', { id, payments: [paid] });
    await on.as(people.accountant);
    const path = await upload(on, zamalek, 'purchase_payments', String(paid.id));
    const file = randomUUID();
    const attached = await attach(on, path, { id: file });
    const late = await upload(on, zamalek, 'purchase_payments', String(paid.id), 'late.pdf');
    await on.call('void_purchase_payment', { id: paid.id, reason: 'Cheque came back' });
    for (const person of [people.owner, people.accountant]) {
      await on.as(person);
      for (const attempt of [() => attach(on, late), () => on.call('detach_file', { id: file })])
        expect(await on.refused(attempt)).toMatchObject({ code: 'PT409', message: 'payment_voided' });
      expect(await on.call('purchase_detail', { id })).toMatchObject({ files: [{ id: file, document_id: paid.id }] });
      expect(await on.rows('select from storage.objects where name = $1', path)).toHaveLength(1);
      expect(await on.rows('delete from storage.objects where name = $1 returning id', path)).toEqual([]);
    }
    // A retry after a lost response.
    expect(await attach(on, path, { id: file })).toEqual(attached);
    // A file that was never attached is only in storage, and can be deleted there.
    expect(await on.rows('delete from storage.objects where name = $1 returning id', late)).toHaveLength(1);
    await on.as(people.storekeeper);
    expect(await on.rows('select from public.attachments')).toEqual([]);
  });

  scenario('is hidden, with its content, from users who may not view costs', async (on) => {
    const { id, number } = await ordered(on);
    await attach(on, await upload(on, zamalek, 'purchases', id));
    await on.as(people.storekeeper);
    expect(await on.rows('select from public.attachments')).toEqual([]);
    expect(await on.rows(`select from storage.objects where name like '%/purchases/%'`)).toEqual([]);
    expect(await on.call('purchase_detail', { id })).toMatchObject({ files: [] });
    expect(await on.table('purchase_page', { words: number })).toMatchObject([{ files: null }]);
    await on.as(people.auditor);
    expect(await on.rows('select from public.attachments')).toHaveLength(1);
  });

  scenario('requires an existing document in its own branch', async (on) => {
    const { id } = await ordered(on);
    for (const path of [
      `${zamalek}/purchases/${randomUUID()}/a.pdf`,
      `${maadi}/purchases/${id}/a.pdf`,
      `${zamalek}/receipts/${id}/a.pdf`,
      `${zamalek}/purchases/x/a.pdf`,
      `${zamalek}/purchases`,
      '',
      `x/purchases/${id}/a.pdf`,
      `${zamalek}/purchase_payments/${id}/a.pdf`,
      `${zamalek}/transfers/${id}/a.pdf`,
    ]) {
      expect(await on.refused(() => attach(on, path)), path).toMatchObject({ code: 'PT404', message: 'document_not_found' });
    }
    const hidden = await ordered(on, { branch_id: warehouse });
    const path = await upload(on, warehouse, 'purchases', hidden.id);
    await on.as(people.manager);
    expect(await on.refused(() => attach(on, path))).toMatchObject({ message: 'branch_not_found' });
  });

  scenario('can be uploaded only for an existing document in the branch of its path', async (on) => {
    const { id } = await ordered(on);
    const far = await ordered(on, { branch_id: maadi });
    await on.as(people.buyer);
    for (const [branch, kind, document] of [
      [zamalek, 'purchases', randomUUID()],
      [zamalek, 'purchases', far.id],
      [maadi, 'purchases', far.id],
      [zamalek, 'transfers', id],
      [zamalek, 'purchases', 'x'],
      [zamalek, 'purchases', ''],
    ] as const) {
      expect(await on.refused(() => upload(on, branch, kind, document)), `${branch} ${kind} ${document}`).toMatchObject({ code: '42501' });
    }
    await upload(on, zamalek, 'purchases', id);
  });

  scenario('with an id that exists is returned if it is the same, and refused otherwise', async (on) => {
    const { id } = await ordered(on);
    const [path, other] = [await upload(on, zamalek, 'purchases', id), await upload(on, zamalek, 'purchases', id, 'other.pdf')];
    const file = randomUUID();
    const row = await attach(on, path, { id: file });
    expect(await attach(on, path, { id: file })).toEqual(row);
    for (const attempt of [() => attach(on, other, { id: file }), () => attach(on, path, { id: file, name: 'Other' })])
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT409', message: 'exists_already' });
  });

  scenario('is never overwritten or renamed, not even by the database owner', async (on) => {
    const { id } = await ordered(on);
    const path = await upload(on, zamalek, 'purchases', id);
    await attach(on, path);
    await on.asDatabaseOwner();
    // Storage reports this code as "Duplicate".
    for (const change of ['version = gen_random_uuid()::text', `name = name || '.old'`, `bucket_id = 'images'`])
      expect(await on.refused(() => on.rows(`update storage.objects set ${change} where name = $1`, path)), change).toMatchObject({
        code: '23505',
      });
    expect(
      await on.refused(() =>
        on.rows(
          `insert into storage.objects (bucket_id, name, version) values ('attachments', $1, $2)
           on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata`,
          path,
          randomUUID(),
        ),
      ),
    ).toMatchObject({ code: '23505' });
    // Storage updates this column when a file is read.
    await on.rows('update storage.objects set last_accessed_at = now() where name = $1', path);
  });

  scenario('whose content was replaced outside the policies is hidden, but can be detached', async (on) => {
    const { id } = await ordered(on);
    const path = await upload(on, zamalek, 'purchases', id);
    const file = randomUUID();
    await attach(on, path, { id: file });
    const seen = () => on.rows('select from storage.objects where name = $1', path);
    expect(await seen()).toHaveLength(1);
    await on.asDatabaseOwner();
    await on.rows(`delete from storage.objects where name = $1`, path);
    await on.rows(`insert into storage.objects (bucket_id, name, version) values ('attachments', $1, $2)`, path, randomUUID());
    expect(await on.rows(`select rule from private.invariants_of_attachments`)).toEqual([
      { rule: 'attached file is the one that was sent' },
    ]);
    for (const person of [people.owner, people.buyer]) {
      await on.as(person);
      expect(await seen()).toEqual([]);
    }
    await on.call('detach_file', { id: file });
    expect(await on.rows('delete from storage.objects where name = $1 returning id', path)).toHaveLength(1);
  });

  scenario('can be deleted from storage only after it was detached', async (on) => {
    const { id } = await ordered(on);
    await on.as(people.buyer);
    const path = await upload(on, zamalek, 'purchases', id);
    const file = randomUUID();
    await attach(on, path, { id: file });
    const remove = () => on.rows('delete from storage.objects where name = $1 returning id', path);
    expect(await remove()).toEqual([]);
    await on.as(people.auditor);
    expect(await on.refused(() => on.call('detach_file', { id: file }))).toMatchObject({ message: 'permission_missing' });
    await on.as(people.buyer);
    expect(await on.call('detach_file', { id: file })).toEqual({ id: file, path });
    expect(await on.call('detach_file', { id: file })).toEqual({ id: file, path: null });
    expect(await remove()).toHaveLength(1);
  });
});

describe('a file of a return to a supplier', () => {
  scenario('is listed with the return, for those who may view costs', async (on) => {
    const [one = ''] = await variants(on, 1);
    const { id: bought } = await order(on, [line(one, 2, 10)]);
    await receive(on, bought, [[one, 2]]);
    const returned = randomUUID();
    const supplier_id = await on.value('select supplier_id from public.purchase_orders where id = $1', bought);
    const { number } = await on.call<{ number: string }>('record_purchase_return', {
      id: returned,
      header: { supplier_id, branch_id: zamalek, reason: 'damaged' },
      lines: [{ variant_id: one, quantity: 1, unit_cost: 10 }],
    });
    const file = randomUUID();
    await attach(on, await upload(on, zamalek, 'purchase_returns', returned), { id: file });
    expect(await on.call('purchase_return_detail', { id: returned })).toMatchObject({ files: [{ id: file }] });
    expect(await on.table('file_page', { kinds: ['purchase_returns'] })).toMatchObject([
      { id: file, document_number: number, page_id: returned },
    ]);
    await withOnlyPermissions(on, people.manager, 'purchasing.returns.view', 'documents.files.view');
    expect(await on.call('purchase_return_detail', { id: returned })).toMatchObject({ amounts: null, files: null });
    expect(await on.rows('select from public.attachments')).toEqual([]);
  });
});

describe('a file of an expense', () => {
  const spent = (on: TestSession, branch_id: string) =>
    on.call<{ id: string; number: string }>('save_expense', { id: randomUUID(), expense: { branch_id, amount: 10 } });

  scenario('is listed with the expense and prevents deleting it', async (on) => {
    await on.as(people.owner);
    const [near, far] = [await spent(on, zamalek), await spent(on, warehouse)];
    const [file, hidden] = [randomUUID(), randomUUID()];
    await attach(on, await upload(on, zamalek, 'expenses', near.id), { id: file });
    await attach(on, await upload(on, warehouse, 'expenses', far.id), { id: hidden });
    // The manager views expenses, but not the warehouse.
    await on.as(people.manager);
    expect(await on.table('file_page', { kinds: ['expenses'] })).toMatchObject([
      { id: file, document_number: near.number, page_id: near.id, branch: 'Zamalek', created_by: { id: people.owner } },
    ]);
    expect(await on.call('expense_detail', { id: near.id })).toMatchObject({ files: [{ id: file, name: 'Invoice 77.pdf' }] });
    expect(await on.rows(`select name from storage.objects where name like '%/expenses/%'`)).toHaveLength(1);
    // The buyer views documents, but not expenses.
    await on.as(people.buyer);
    expect([
      await on.table('file_page', { kinds: ['expenses'] }),
      await on.rows('select from public.attachments'),
      await on.rows(`select from storage.objects where name like '%/expenses/%'`),
    ]).toEqual([[], [], []]);
    await on.as(people.owner);
    expect(await on.refused(() => on.call('delete_expense', { id: near.id }))).toMatchObject({ code: 'PT409', message: 'expense_filed' });
    await on.call('detach_file', { id: file });
    const late = await upload(on, zamalek, 'expenses', near.id, 'late.pdf');
    await on.call('delete_expense', { id: near.id });
    expect(await on.refused(() => attach(on, late))).toMatchObject({ code: 'PT404', message: 'document_not_found' });
    expect(await on.refused(() => upload(on, zamalek, 'expenses', near.id, 'later.pdf'))).toMatchObject({ code: '42501' });
    await on.asDatabaseOwner();
    await on.rows(`delete from storage.objects where name = $1`, late);
    expect(await on.rows('select rule from private.check_invariants() where rule like $1', '%file%')).toEqual([]);
  });
});

describe('the content of a file', () => {
  const content = 'a1'.repeat(32);
  const same = (on: TestSession) => on.rows('select document_number from public.attachments where content_hash = $1', content);

  scenario('leads to the documents that have it, for those who may see them', async (on) => {
    const [here, elsewhere] = [await ordered(on), await ordered(on, { branch_id: maadi })];
    await on.as(people.owner);
    await attach(on, await upload(on, zamalek, 'purchases', here.id), { content_hash: content });
    await attach(on, await upload(on, maadi, 'purchases', elsewhere.id), { content_hash: content });
    expect(await same(on)).toHaveLength(2);
    // Works in Zamalek, not in Maadi.
    await on.as(people.buyer);
    expect(await same(on)).toEqual([{ document_number: here.number }]);
    // May not view costs, so no invoices.
    await on.as(people.storekeeper);
    expect(await same(on)).toEqual([]);
  });

  scenario('may be unknown, but not made up', async (on) => {
    const { id } = await ordered(on);
    await on.as(people.buyer);
    const path = await upload(on, zamalek, 'purchases', id);
    expect(await on.refused(() => attach(on, path, { content_hash: 'A1' }))).toMatchObject({
      constraint_name: 'attachments_content_hash_valid',
    });
    expect(await attach(on, path)).toMatchObject({ content_hash: null });
  });
});
