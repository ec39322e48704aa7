import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Row } from '@/db/tables.ts';
import { emptyHead } from '@/screens/counter/cart.ts';
import HeldDialog from '@/screens/counter/held-dialog.tsx';
import { FakeApi } from './fake-api.ts';
import { branch, colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const resumeButtons = () => page.getByRole('button', { name: t('counter.held.resume') });

const cart = { form: { id: 'held', head: emptyHead, lines: [] } };

async function openDialog(count: number, onResume: (id: string) => Promise<unknown>, carts: readonly object[] = []) {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: `held-${index}`, branch_id: branch.id, till: 'A1', label: `Cart ${index}`, lines: 1, total: 5, discard_reason: null },
    cart: carts[index] ?? cart,
    ...{ created_at: '2026-01-05T10:00:00Z', created_by: colleague.id },
  }));
  const api = new FakeApi().table('held_sales', rows as unknown as Row<'held_sales'>[]).table('profiles', [colleague as Row<'profiles'>]);
  const dialog = <HeldDialog branchId={branch.id} onResume={onResume} onClose={() => undefined} />;
  await mountPage([{ path: 'held', element: dialog }], '/held', ['accounting.sales.create'], api);
  await expect.poll(() => resumeButtons().elements().length).toBe(count);
}

test('lists all sales that a branch can hold', () => openDialog(200, () => Promise.resolve()));

test('a second held sale is not resumed while the first is being resumed', async () => {
  const resumed: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await openDialog(2, (id) => {
    resumed.push(id);
    return held;
  });
  await resumeButtons().nth(0).click();
  await resumeButtons().nth(1).click();
  letGo();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  expect(resumed).toEqual(['held-0']);
});

test('an unreadable held sale is marked: it cannot be resumed but can be deleted', async () => {
  const resumed: string[] = [];
  const newer = { form: { ...cart.form, head: { ...emptyHead, deposit: '5' } } };
  await openDialog(2, (id) => Promise.resolve(resumed.push(id)), [newer]);
  const [unreadable, readable] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)];
  await expect.element(unreadable).toHaveTextContent(t('counter.held.unreadable'));
  await expect.element(unreadable).toHaveTextContent('5.00');
  await expect.element(readable).not.toHaveTextContent(t('counter.held.unreadable'));
  await unreadable.getByRole('button', { name: t('counter.held.resume') }).click({ force: true });
  expect(resumed).toEqual([]);
  await unreadable.getByRole('button', { name: t('counter.held.dropOf', { label: 'Cart 0' }) }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
});
