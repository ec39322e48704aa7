import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { people, scenario } from '../database.ts';

scenario('an import is visible to other users, with its costs, only with permission to view costs', async (on) => {
  await on.as(people.owner);
  const id = randomUUID();
  const row = { group: 'g', name: 'Report of costs', price: '10' };
  const rows = [
    { ...row, row: '2', sku: 'RC-1', size: 'S', purchase_price: '41.75' },
    { ...row, row: '3', sku: 'RC-2', size: 'M', purchase_price: '43.25' },
  ];
  const report = await on.call('import_sheet', { kind: 'products', id, rows, options: { create: { sizes: true } }, dry_run: false });
  expect(report).toMatchObject({ status: 'applied' });
  expect(JSON.stringify(report)).toContain('41.75');
  await on.as(people.buyer);
  expect(await on.value('select count(*) from public.imports where id = $1', id)).toBe(1);
  await on.as(people.auditor);
  const changesWithCosts = `select count(*) from public.audit_log where changes::text ~ '41[.]75|43[.]25'`;
  expect(await on.value(changesWithCosts)).toBeGreaterThan(0);
  await on.asDatabaseOwner();
  await on.rows(
    `delete from public.role_permissions where permission = 'inventory.costs.view' and role_id in (select role_id from public.profiles where id in ($1, $2))`,
    people.buyer,
    people.auditor,
  );
  await on.as(people.buyer);
  expect(await on.value('select count(*) from public.imports where id = $1', id)).toBe(0);
  await on.as(people.auditor);
  expect(await on.value(changesWithCosts)).toBe(0);
  expect(await on.value('select count(*) from public.audit_log where row_id = $1', id)).toBe(1);
});
