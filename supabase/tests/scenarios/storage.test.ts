import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type TestSession } from '../database.ts';
import { makeProduct, variantsOf } from '../fixtures.ts';

const put = (on: TestSession, bucket: string, path: string) =>
  on.rows('insert into storage.objects (bucket_id, name) values ($1, $2)', bucket, path);
const paths = async (on: TestSession, bucket: string) =>
  (await on.rows<{ name: string }>('select name from storage.objects where bucket_id = $1 order by name', bucket)).map(({ name }) => name);
const refusedByPolicy = { code: '42501' };

/** The path for a file of a new transfer of this branch. */
async function at(on: TestSession, branch: string): Promise<string> {
  await on.as(people.owner);
  const {
    variants: [variant_id],
  } = await makeProduct(on);
  const id = randomUUID();
  await on.call('save_transfer', {
    id,
    from_branch_id: branch,
    to_branch_id: branch === branches.zamalek ? branches.nasrCity : branches.zamalek,
    lines: [{ variant_id, quantity: 1 }],
  });
  return `${branch}/transfers/${id}/invoice.pdf`;
}

describe('document files in storage', () => {
  scenario('can be uploaded where the user works, and read where the user can view', async (on) => {
    const [zamalek, warehouse, other] = [await at(on, branches.zamalek), await at(on, branches.warehouse), await at(on, branches.zamalek)];
    await on.as(people.accountant);
    await put(on, 'attachments', zamalek);
    await put(on, 'attachments', warehouse);
    await on.as(people.storekeeper);
    expect(await paths(on, 'attachments')).toEqual([zamalek]);
    expect(await on.refused(() => put(on, 'attachments', other))).toMatchObject(refusedByPolicy);
    await on.as(people.auditor);
    expect(await paths(on, 'attachments')).toHaveLength(2);
    expect(await on.refused(() => put(on, 'attachments', other))).toMatchObject(refusedByPolicy);
    await on.as(people.cashier);
    expect(await paths(on, 'attachments')).toEqual([]);
  });

  scenario('have no signed URLs, which would outlive the permission of the user', async (on) => {
    const path = await at(on, branches.zamalek);
    const doing = (operation: string) => on.rows(`select set_config('storage.operation', $1, true)`, operation);
    await on.as(people.owner);
    await doing('storage.object.sign_upload_url');
    for (const [bucket, place] of [
      ['attachments', path],
      ['images', 'business/logo.png'],
    ] as const) {
      expect(await on.refused(() => put(on, bucket, place)), bucket).toMatchObject(refusedByPolicy);
    }
    await doing('storage.object.upload');
    await put(on, 'attachments', path);
    for (const [operation, seen] of [
      ['storage.object.sign', []],
      ['storage.object.sign_many', []],
      ['storage.object.get_authenticated', [path]],
      ['', [path]],
    ] as const) {
      await doing(operation);
      expect(await paths(on, 'attachments'), operation).toEqual(seen);
    }
  });

  scenario('must have a path of branch, kind, document and file', async (on) => {
    await on.as(people.accountant);
    const { zamalek } = branches;
    for (const path of [
      'invoice.pdf',
      `${zamalek}/invoice.pdf`,
      `${zamalek}/a/b`,
      `${zamalek}/a/b/`,
      `${zamalek}//b/c`,
      `${zamalek}/a/../c/d`,
      `${zamalek}/../${zamalek}/a/b`,
      `../${zamalek}/a/b/c`,
      `/${zamalek}/a/b/c`,
      `${zamalek}/./a/b`,
      `${zamalek.toUpperCase()}x/a/b/c`,
      `${randomUUID()}/a/b/c`,
      `*/a/b/c`,
      `/a/b/c`,
    ]) {
      expect(await on.refused(() => put(on, 'attachments', path)), path).toMatchObject(refusedByPolicy);
    }
  });

  scenario('cannot be deleted with view-only access, nor moved to another branch', async (on) => {
    const path = await at(on, branches.maadi);
    await on.as(people.accountant);
    await put(on, 'attachments', path);
    await on.as(people.manager);
    expect(await paths(on, 'attachments')).toEqual([path]);
    expect(await on.rows('delete from storage.objects where name = $1 returning id', path)).toEqual([]);
    expect(
      await on.rows(
        'update storage.objects set name = $2 where name = $1 returning id',
        path,
        path.replace(branches.maadi, branches.zamalek),
      ),
    ).toEqual([]);
    await on.as(people.accountant);
    expect(await on.rows('delete from storage.objects where name = $1 returning id', path)).toHaveLength(1);
  });
});

describe('images in storage', () => {
  scenario('of products need permission to change products, and the logo to change the business', async (on) => {
    await on.as(people.buyer);
    const picture = `products/${randomUUID()}/front.webp`;
    await put(on, 'images', picture);
    expect(await on.refused(() => put(on, 'images', 'business/logo.png'))).toMatchObject(refusedByPolicy);
    await on.as(people.storekeeper);
    expect(await on.refused(() => put(on, 'images', `products/${randomUUID()}/front.webp`))).toMatchObject(refusedByPolicy);
    expect(await on.rows('delete from storage.objects where name = $1 returning id', picture)).toEqual([]);
    await on.as(people.owner);
    await put(on, 'images', 'business/logo.png');
    expect(await on.rows('delete from storage.objects where name = $1 returning id', picture)).toHaveLength(1);
  });

  scenario('of a product of one branch can be uploaded only by users who work there', async (on) => {
    await on.as(people.owner);
    const { id } = await makeProduct(on, { branch_id: branches.maadi });
    const picture = `products/${id}/front.webp`;
    await on.as(people.manager); // can only view Maadi
    expect(await on.refused(() => put(on, 'images', picture))).toMatchObject(refusedByPolicy);
    await on.as(people.buyer); // cannot view Maadi
    expect(await on.refused(() => put(on, 'images', picture))).toMatchObject(refusedByPolicy);
    await on.as(people.owner);
    await put(on, 'images', picture);
  });

  scenario('cannot be deleted while a product shows them, and are listed once none does', async (on) => {
    await on.as(people.buyer);
    const id = randomUUID();
    const [shown, thumb, replaced] = [`products/${id}/a.webp`, `products/${id}/a.thumb.webp`, `products/${id}/b.webp`];
    for (const path of [shown, thumb, replaced]) await put(on, 'images', path);
    await on.rows('select public.save_product($1, $2, $3)', id, { name: 'Pictured', price: 1, image_path: shown }, []);
    const copy = await makeProduct(on, { image_path: shown });
    await on.asDatabaseOwner();
    await on.rows('update storage.objects set owner_id = $1 where bucket_id = $2', people.buyer, 'images');
    const uploadedAgo = async (ago: string) => {
      await on.asDatabaseOwner();
      await on.rows(`update storage.objects set created_at = now() - $1::interval where bucket_id = 'images'`, ago);
      await on.as(people.buyer);
    };
    // A recent upload may belong to an unsaved form of any user.
    await uploadedAgo('23 hours');
    expect(await on.call('stray_pictures', { product_ids: [id] })).toEqual([]);
    await uploadedAgo('25 hours');
    expect(await on.call('stray_pictures', { product_ids: [id] })).toEqual([replaced]);
    // The folders of the given products are searched, of at most a hundred.
    const ids = Array.from({ length: 100 }, randomUUID);
    expect(await on.call('stray_pictures', { product_ids: [...ids.slice(1), id] })).toEqual([replaced]);
    expect(await on.refused(() => on.call('stray_pictures', { product_ids: [...ids, id] }))).toMatchObject({
      code: 'PT400',
      message: 'list_over_limit',
    });
    expect(await on.rows('delete from storage.objects where name = any ($1) returning name', [shown, thumb, replaced])).toEqual([
      { name: replaced },
    ]);

    const keep = { name: 'Pictured', price: 1, image_path: null };
    const [variant] = await variantsOf(on, id);
    await on.rows('select public.save_product($1, $2, $3, 1)', id, keep, [{ id: variant, image_path: shown }]);
    expect(await on.call('stray_pictures', { product_ids: [id] }), 'the copy and a variant still show it').toEqual([]);
    await on.call('delete_product', { id: copy.id });
    expect(await on.call('stray_pictures', { product_ids: [id] }), 'a variant still shows it').toEqual([]);
    await on.rows('select public.save_product($1, $2, $3, 2)', id, keep, [{ id: variant }]);
    expect(await on.call('stray_pictures', { product_ids: [id] })).toEqual([thumb, shown]);

    await on.as(people.owner);
    expect(await on.call('stray_pictures', { product_ids: [id] })).toEqual([thumb, shown]);
    await on.as(people.storekeeper);
    expect(await on.call('stray_pictures', { product_ids: [id] })).toEqual([]);
  });

  scenario('have no other paths, and nobody can create or change a bucket', async (on) => {
    await on.as(people.owner);
    for (const path of [
      'logo.png',
      'other/logo.png',
      'products',
      'products/../business/logo.png',
      'business/../../attachments/x',
      '/products/x/y',
      'products//y',
      'products/front.webp',
      'products/not-an-id/x.webp',
      'business',
      'business/',
    ]) {
      expect(await on.refused(() => put(on, 'images', path)), path).toMatchObject(refusedByPolicy);
    }
    expect(await on.refused(() => put(on, 'elsewhere', 'products/x/y'))).toBeTruthy();
    for (const attempt of [
      `insert into storage.buckets (id, name, public) values ('mine', 'mine', true) returning id`,
      `update storage.buckets set public = true returning id`,
      `delete from storage.buckets returning id`,
    ]) {
      const outcome = await on.refused(async () => {
        if ((await on.rows(attempt)).length === 0) throw Object.assign(new Error('found no row'), { code: '42501' });
      });
      expect(outcome, attempt).toMatchObject(refusedByPolicy);
    }
  });

  scenario('cannot be read or written by an anonymous user', async (on) => {
    const path = await at(on, branches.zamalek);
    await on.as(people.accountant);
    await put(on, 'attachments', path);
    await on.asDatabaseOwner();
    await on.rows('set local role anon');
    for (const table of ['objects', 'buckets']) {
      const seen = await on.rows(`select from storage.${table}`).catch(() => []);
      expect(seen, table).toEqual([]);
    }
    expect(await on.refused(() => put(on, 'images', 'products/x/y'))).toMatchObject(refusedByPolicy);
  });
});
