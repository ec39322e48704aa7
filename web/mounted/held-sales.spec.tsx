import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Row } from '@/db/tables.ts';
import HeldDialog from '@/screens/counter/held-dialog.tsx';
import { FakeApi } from './fake-api.ts';
import { branch, colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;

test('the counter lists all sales that a branch can hold', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...{ id: `held-${index}`, branch_id: branch.id, till: 'A1', label: `Cart ${index}`, lines: 1, total: 5, discard_reason: null },
    ...{ created_at: '2026-01-05T10:00:00Z', created_by: colleague.id },
  }));
  const api = new FakeApi().table('held_sales', rows as unknown as Row<'held_sales'>[]).table('profiles', [colleague as Row<'profiles'>]);
  const dialog = <HeldDialog branchId={branch.id} onResume={() => Promise.resolve()} onClose={() => undefined} />;
  await mountPage([{ path: 'held', element: dialog }], '/held', ['accounting.sales.create'], api);
  await expect.poll(() => page.getByRole('button', { name: t('counter.held.resume') }).elements().length).toBe(200);
});
