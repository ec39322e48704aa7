import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, makeProduct, onHand, stocked } from '../fixtures.ts';
import { approve, type Answer } from './transfer-fixtures.ts';

const { zamalek, nasrCity, maadi, warehouse } = branches;

describe('a transfer of everything in a place', () => {
  interface Everything {
    variants: number;
    pieces: number;
    kept: number;
    lines?: Row[];
  }
  const everything = (on: TestSession, values: Row = {}) => on.call<Everything>('everything_at', { from_branch_id: maadi, ...values });

  /** A new branch, so that its stock is known exactly. */
  async function emptyBranch(on: TestSession): Promise<string> {
    await on.asDatabaseOwner();
    const id = randomUUID();
    await on.rows(`insert into public.branches (id, name, code) values ($1, $2, 'EVR')`, id, `Everything ${id.slice(0, 8)}`);
    await on.as(people.owner);
    return id;
  }

  scenario('previews the quantities and is created by the database in one call', async (on) => {
    const branch = await emptyBranch(on);
    const [shirt, scarf] = [
      (await makeProduct(on, { name: 'B shirt' })).variants[0] ?? '',
      (await makeProduct(on, { name: 'A scarf', active: false, by_measure: true })).variants[0] ?? '',
    ];
    await stocked(on, people.owner, branch, [
      [shirt, 4],
      [scarf, 2.5],
    ]);
    await on.as(people.owner);
    expect(await everything(on, { from_branch_id: branch })).toEqual({
      variants: 2,
      pieces: 6.5,
      kept: 0,
      lines: [
        { variant_id: scarf, quantity: 2.5 },
        { variant_id: shirt, quantity: 4 },
      ],
    });
    const id = randomUUID();
    const made = await on.call<Answer>('transfer_everything', {
      id,
      from_branch_id: branch,
      to_branch_id: nasrCity,
      notes: 'The shop closes',
    });
    expect(made).toMatchObject({ id, status: 'pending' });
    // A retry after a delivery returns the same transfer.
    await stocked(on, people.owner, branch, [[shirt, 10]]);
    expect(await on.call('transfer_everything', { id, from_branch_id: branch, to_branch_id: nasrCity, notes: 'The shop closes' })).toEqual(
      made,
    );
    expect(await on.rows('select variant_id, quantity from public.transfer_items where transfer_id = $1 order by position', id)).toEqual([
      { variant_id: scarf, quantity: 2.5 },
      { variant_id: shirt, quantity: 4 },
    ]);
    // Editing it to everything again includes the delivery.
    expect(await on.call('transfer_everything', { id, from_branch_id: branch, to_branch_id: nasrCity, expected_version: 1 })).toMatchObject(
      { version: 2 },
    );
    await approve(on, id);
    expect([await onHand(on, shirt, branch), await onHand(on, shirt, nasrCity), await onHand(on, scarf, nasrCity)]).toEqual([0, 14, 2.5]);
  });

  scenario('excludes products restricted to the source branch, and reports how many', async (on) => {
    const branch = await emptyBranch(on);
    const [kept, free] = [(await makeProduct(on, { branch_id: branch })).variants[0] ?? '', (await makeProduct(on)).variants[0] ?? ''];
    await stocked(on, people.owner, branch, [
      [kept, 3],
      [free, 1],
    ]);
    await on.as(people.owner);
    expect(await everything(on, { from_branch_id: branch, to_branch_id: nasrCity })).toMatchObject({ variants: 1, pieces: 1, kept: 1 });
    expect(await everything(on, { from_branch_id: branch, to_branch_id: branch })).toMatchObject({ variants: 2, pieces: 4, kept: 0 });
  });

  scenario('is refused without stock, and previews no lines beyond a thousand', async (on) => {
    const branch = await emptyBranch(on);
    expect(await everything(on, { from_branch_id: branch })).toEqual({ variants: 0, pieces: 0, kept: 0, lines: [] });
    expect(
      await on.refused(() => on.call('transfer_everything', { id: randomUUID(), from_branch_id: branch, to_branch_id: nasrCity })),
    ).toMatchObject({ message: 'lines_missing' });
    await on.asDatabaseOwner();
    await on.rows(
      `insert into public.products (id, name, price) select ('0e000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Many ' || n, 1 from generate_series(1, 1200) n`,
    );
    await on.rows(
      `insert into public.variants (id, product_id, sku, barcode) select id, id, 'MANY-' || name, 'MANY-' || name from public.products where id >= '0e000000-0000-7000-8000-000000000000' and name like 'Many %'`,
    );
    const [lines] = await on.rows<{ lines: Row[] }>(
      `select jsonb_agg(jsonb_build_object('variant_id', id, 'quantity', 2)) as lines from public.products where name like 'Many %'`,
    );
    await on.as(people.owner);
    await on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: branch, lines: lines?.lines });
    const told = await everything(on, { from_branch_id: branch });
    expect(told).toEqual({ variants: 1200, pieces: 2400, kept: 0 });
    const { id } = await on.call<Answer>('transfer_everything', { id: randomUUID(), from_branch_id: branch, to_branch_id: nasrCity });
    expect(await on.rows('select lines, pieces from public.transfer_list where id = $1', id)).toEqual([{ lines: 1200, pieces: 2400 }]);
  });

  scenario('requires permission to create transfers and view stock, where the user works', async (on) => {
    await on.as(people.auditor);
    expect(detailOf(await on.refused(() => everything(on)))).toEqual({ permission: 'inventory.transfers.create' });
    await on.as(people.manager);
    expect(await on.refused(() => everything(on))).toMatchObject({ message: 'branch_view_only' });
    expect(await on.refused(() => everything(on, { from_branch_id: warehouse }))).toMatchObject({ message: 'branch_not_found' });
    await on.revokePermission(people.manager, 'inventory.stock.view');
    for (const call of ['everything_at', 'transfer_everything']) {
      const values = { ...(call === 'everything_at' ? {} : { id: randomUUID() }), from_branch_id: zamalek, to_branch_id: nasrCity };
      expect(detailOf(await on.refused(() => on.call(call, values)))).toEqual({ permission: 'inventory.stock.view' });
    }
  });
});
