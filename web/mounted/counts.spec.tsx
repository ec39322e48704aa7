import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CountDetail, CountRow, NewCount } from '@/db/counts.ts';
import { routes } from '@/screens/counts/routes.tsx';
import { FakeApi, person, Refusal } from './fake-api.ts';
import { storeWaiting, readWaiting, type Waiting } from '@/screens/counts/view/tally-queue.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const number = 'SC-ZAM-2026-0001';
const noteField = () => page.getByRole('textbox', { name: new RegExp(`^${t('counts.form.note')}`) });
const start = () => page.getByRole('button', { name: t('counts.form.start') });
const alert = () => page.getByRole('alert').filter({ hasText: /./ });

const countOf = ({ id, branch_id, note = null }: Pick<NewCount, 'id' | 'branch_id'> & { note?: string | null }): CountRow => ({
  ...{ id, number, version: 1, status: 'counting', scope: 'all', scope_count: 0, scope_first: [], note, lines: 0, uncounted: null },
  ...{ branch_id, branch: branch.name, branch_ar: branch.name_ar, stock_point_id: null, stock_point: null, stock_point_ar: null },
  ...{ created_at: '2026-01-05T10:00:00Z', created_by: { id: person, name: 'Salma Adel', name_ar: 'سلمى عادل' } },
  ...{ closed_at: null, posted_at: null, cancelled_at: null },
});

test('a count whose start lost its response can be opened, and the edited form starts another', async () => {
  let begun: CountRow | undefined;
  const api = new FakeApi()
    .answer('start_count', ({ id, branch_id, note = null }) => {
      // The place is already being counted, so no other count of it can start.
      if (begun && begun.id !== id) return new Refusal(409, 'count_overlaps', { number });
      if (begun && begun.note !== note) return new Refusal(409, 'exists_already', { version: begun.version, number });
      begun ??= countOf({ id, branch_id, note });
      return { id, number, version: begun.version, status: begun.status };
    })
    .answer('count_detail', () => {
      const nothing = { counted: 0, uncounted: 0, recount: 0, pieces: 0 };
      const detail: CountDetail = { count: begun!, scope: [], summary: nothing, show: 'counted', sort: 'recent', items: [], timeline: [] };
      return detail as never;
    });
  const { view, remount } = await mountPage(
    routes,
    '/inventory/counts/add',
    ['inventory.counts.view', 'inventory.counts.create', 'inventory.counts.count'],
    api,
  );
  api.loseAnswer('start_count');
  await start().click();
  await expect.element(alert()).toHaveTextContent(t('counts.form.failed'));
  await noteField().fill('the back wall');
  await start().click();
  await expect.element(alert()).toHaveTextContent('was already saved with different content');
  await alert()
    .getByRole('button', { name: t('document.open', { number }) })
    .click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(number);
  await view.unmount();
  await remount();
  await expect.element(noteField()).toHaveValue('the back wall');
  await start().click();
  // The refusal now names the overlapping count, not this one.
  await expect.element(alert()).toHaveTextContent(number);
  await expect.element(alert()).not.toHaveTextContent('was already saved');
  const [first, again, another] = api.sent('start_count');
  expect(again).toEqual({ ...first, note: 'the back wall' });
  expect(another).toMatchObject({ branch_id: branch.id, note: 'the back wall' });
  expect(another!.id).not.toBe(first!.id);
  expect(api.unknown).toEqual([]);
});

test('one rejected tally of a batch stays on the device with its reason, and the others are sent', async () => {
  const count = countOf({ id: '00000000-0000-7000-8000-00000000ca01', branch_id: branch.id });
  const tallies = Array.from({ length: 9 }, (_, n): Waiting => {
    const at = Date.now();
    return { id: `t${n}`, variant_id: `v${n}`, mode: 'add', quantity: n === 5 ? 0.5 : 1, at };
  });
  const recorded = new Set<string>();
  const api = new FakeApi()
    .answer('record_tallies', ({ tallies: sent }) => {
      const batch = sent as Waiting[];
      if (batch.some(({ quantity }) => quantity % 1)) return new Refusal(400, 'pieces_not_whole', { product: 'Shirt', quantity: 0.5 });
      for (const { id } of batch) recorded.add(id);
      return { lines: [], outside: [] };
    })
    .answer('count_detail', () => {
      const nothing = { counted: 0, uncounted: 0, recount: 0, pieces: 0 };
      const detail: CountDetail = { count, scope: [], summary: nothing, show: 'counted', sort: 'recent', items: [], timeline: [] };
      return detail as never;
    })
    .answer('variant_page', () => [] as never);
  const permissions = ['inventory.counts.view', 'inventory.counts.count'] as const;
  const { view, remount } = await mountPage(routes, '/inventory/counts', [...permissions], api);
  await view.unmount();
  storeWaiting(person, count.id, tallies);
  await remount(`/inventory/counts/${count.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'Shirt' });
  await expect.element(notice).toBeVisible();
  await expect.poll(() => [...recorded].sort()).toEqual(tallies.filter(({ id }) => id !== 't5').map(({ id }) => id));
  await expect.poll(() => readWaiting(person, count.id)).toMatchObject([{ id: 't5', refusal: { code: 'pieces_not_whole' } }]);
  await notice.getByRole('button', { name: t('counts.setAside.drop') }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.poll(() => readWaiting(person, count.id)).toEqual([]);
});
