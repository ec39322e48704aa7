import i18next, { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentEvent, Person } from '@/db/documents.ts';
import type { PermissionName } from '@/db/me.ts';
import type { Row } from '@/db/tables.ts';
import type { TransferDetail, TransferRow } from '@/db/transfers.ts';
import { routes } from '@/screens/transfers/routes.tsx';
import { FakeApi, person, Refusal } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { scan } from './keys.ts';
import { branch, colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const list = '/inventory/stockpoints/transactions';
const permissions: PermissionName[] = ['inventory.transfers.view', 'inventory.transfers.create', 'inventory.stock.view'];
const me = { id: person, name: 'Salma Adel', name_ar: 'سلمى عادل' };
const target = { ...branch, id: '00000000-0000-7000-8000-00000000b002', name: 'Nasr City', name_ar: 'مدينة نصر', code: 'NSR' };
const scanner = () => page.getByRole('combobox', { name: t('variants.picker.label') });
const quantityOf = ({ product }: { product: string }) => page.getByRole('textbox', { name: t('lines.quantityOf', { name: product }) });
const title = () => page.getByRole('heading', { level: 1 });
const alert = () => page.getByRole('alert').filter({ hasText: /./ });
const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');
/** Plenty of stock at the source. */
const stocked = () => newVariant({ at_source: 20 });

interface Line {
  variant_id: string;
  quantity: number;
}
interface Kept {
  transfer: TransferRow;
  lines: Line[];
  updated_by: Person;
  /** Later changes of the transfer. */
  changes: DocumentEvent[];
}

const rowOf = (id: string, more: Partial<TransferRow> = {}): TransferRow => ({
  ...{ id, number: 'TR-ZAM-2026-0001', status: 'pending', mode: 'branch', version: 1, search: null },
  ...{ from_branch: branch.name, from_branch_ar: branch.name_ar, from_branch_id: branch.id },
  ...{ from_stock_point: null, from_stock_point_ar: null, from_stock_point_id: null },
  ...{ to_branch: target.name, to_branch_ar: target.name_ar, to_branch_id: target.id },
  ...{ to_stock_point: null, to_stock_point_ar: null, to_stock_point_id: null },
  ...{ amount: null, goods: null, shipping: 0, lines: 1, pieces: 1, notes: null },
  ...{ created_at: '2026-01-05T10:00:00Z', created_by: me, approved_at: null, reversed_at: null, reversal_reason: null },
  ...more,
});

/** Stores transfers by version, as the database does; `change` saves lines as another user. */
function withTransfers(api: FakeApi, goods: ReturnType<typeof stocked>[]) {
  const kept = new Map<string, Kept>();
  const write = (id: string, lines: Line[], updated_by: Person) => {
    const { transfer, lines: before, changes } = kept.get(id)!;
    const changed = before.flatMap(({ variant_id, quantity }) => {
      const after = lines.find((line) => line.variant_id === variant_id)?.quantity;
      return after === quantity ? [] : { ...goods.find((one) => one.variant_id === variant_id)!, before: quantity, after };
    });
    const event: DocumentEvent = {
      at: '2026-01-05T11:00:00Z',
      kind: 'changed',
      actor: updated_by,
      lines: changed.length,
      line: changed[0],
    };
    kept.set(id, { transfer: { ...transfer, version: transfer.version + 1 }, lines, updated_by, changes: [...changes, event] });
  };
  withGoods(api, goods)
    .table('branches', [branch, target].map((one) => ({ ...one, active: true })) as unknown as Row<'branches'>[])
    .answer('on_hand_at', () => 20)
    .answer('transfer_approvers', () => [])
    .answer('save_transfer', ({ id, expected_version = null, lines }) => {
      const [before, sent] = [kept.get(id), lines as Line[]];
      if (before && before.transfer.version !== expected_version && JSON.stringify(before.lines) !== JSON.stringify(sent)) {
        const { number, version } = before.transfer;
        return expected_version === null
          ? new Refusal(409, 'exists_already', { version, number })
          : new Refusal(409, 'changed_meanwhile', { by: before.updated_by.name, at: '2026-01-05T11:00:00Z', version });
      }
      if (!before) kept.set(id, { transfer: rowOf(id), lines: sent, updated_by: me, changes: [] });
      else if (before.transfer.version === expected_version) write(id, sent, me);
      const { number, version, status } = kept.get(id)!.transfer;
      return { id, number, version, status };
    })
    .answer('transfer_detail', ({ id, most_lines = 500 }) => {
      const found = kept.get(id);
      if (!found) return new Refusal(404, 'transfer_not_found');
      const { transfer, lines, updated_by, changes } = found;
      return {
        transfer: { ...transfer, lines: lines.length, updated_at: '2026-01-05T11:00:00Z', updated_by },
        items: lines.slice(0, most_lines).map((line, index) => ({
          ...goods.find(({ variant_id }) => variant_id === line.variant_id),
          ...{ ...line, id: `${line.variant_id}-item`, position: index + 1, unit_cost: null, at_source: 20 },
        })),
        ...{ timeline: changes, files: null, short: 0, approver: null, waiting: null },
      } satisfies Record<keyof TransferDetail, unknown> as never;
    });
  return { kept, change: (id: string, lines: Line[]) => write(id, lines, colleague) };
}

/** The form of a new transfer to the other branch, with two pieces of the first of these goods. */
async function openNew(goods: ReturnType<typeof stocked>[]) {
  const api = new FakeApi();
  const transfers = withTransfers(api, goods);
  await mountPage(routes, `${list}/add?variants=${goods[0]!.variant_id}`, permissions, api);
  await quantityOf(goods[0]!).fill('2');
  await page.getByRole('button', { name: `${t('transfers.form.to')} ${t('transfers.branchPlaceholder')}` }).click();
  await page.getByRole('option', { name: target.name }).click();
  return { api, ...transfers };
}

test('edits made after a lost response are saved as a change of the created transfer', async () => {
  const variant = stocked();
  const { api, kept } = await openNew([variant]);
  api.loseAnswer('save_transfer');
  await pressSave();
  await expect.element(alert()).toHaveTextContent(t('transfers.failed.createOne'));
  await quantityOf(variant).fill('3');
  await pressSave();
  await expect.element(title()).toHaveTextContent('TR-ZAM-2026-0001');
  const [{ id }] = api.sent('save_transfer') as [{ id: string }];
  expect(api.sent('save_transfer')).toMatchObject([
    { id, lines: [{ quantity: 2 }] },
    { id, lines: [{ quantity: 3 }] },
    { id, lines: [{ quantity: 3 }], expected_version: 1 },
  ]);
  expect([...kept.values()]).toMatchObject([{ lines: [{ variant_id: variant.variant_id, quantity: 3 }] }]);
  expect(api.unknown).toEqual([]);
});

test('ticked variants are added to an unfinished draft, or start a new one, only as chosen', async () => {
  const [old, ticked] = [stocked(), stocked()];
  const api = new FakeApi();
  withTransfers(api, [old, ticked]);
  const away = { path: 'products', element: <Link to={`${list}/add?variants=${ticked.variant_id}`}>Transfer</Link> };
  const { view: first, remount } = await mountPage([...routes, away], `${list}/add?variants=${old.variant_id}`, permissions, api);
  let view = first;
  const begin = async (choice: 'add' | 'startNew') => {
    await quantityOf(old).fill('2');
    await view.unmount();
    view = await remount('/products');
    await page.getByRole('link', { name: 'Transfer' }).click();
    await page.getByRole('button', { name: t(`document.draft.${choice}`) }).click();
    await expect.element(quantityOf(ticked)).toBeVisible();
  };
  await begin('add');
  await expect.element(quantityOf(old)).toHaveValue('2');
  await begin('startNew');
  expect(quantityOf(old).elements()).toEqual([]);
});

test("edits after a lost response do not overwrite another user's change and offer to open it", async () => {
  const variant = stocked();
  const { api, kept, change } = await openNew([variant]);
  api.loseAnswer('save_transfer');
  await pressSave();
  await expect.element(alert()).toHaveTextContent(t('transfers.failed.createOne'));
  const [{ id }] = api.sent('save_transfer') as [{ id: string }];
  change(id, [{ variant_id: variant.variant_id, quantity: 1 }]);
  await quantityOf(variant).fill('3');
  await pressSave();
  await expect.element(alert()).toHaveTextContent('was already saved with different content');
  await expect.element(quantityOf(variant)).toHaveValue('3');
  await alert()
    .getByRole('button', { name: t('document.open', { number: 'TR-ZAM-2026-0001' }) })
    .click();
  await expect.element(title()).toHaveTextContent('TR-ZAM-2026-0001');
  expect(api.sent('save_transfer')).toHaveLength(2);
  expect([...kept.values()]).toMatchObject([{ lines: [{ quantity: 1 }] }]);
});

test('saving waits for pending lookups, and edits during the request continue as an edit', async () => {
  const [one, two, three] = [stocked(), stocked(), stocked()];
  const { api, kept } = await openNew([one, two, three]);
  const answer = api.hold('save_transfer');
  const lookUp = api.hold('variant_page');
  await scanner().click();
  await scan(two.barcode);
  await expect.poll(() => api.sent('variant_page')).toContainEqual(expect.objectContaining({ codes: [two.barcode] }));
  await pressSave();
  expect(api.sent('save_transfer')).toEqual([]);
  lookUp();
  await expect.poll(() => api.sent('save_transfer')).toMatchObject([{ lines: [{ quantity: 2 }, { quantity: 1 }] }]);
  await quantityOf(one).fill('4');
  await scan(three.barcode);
  answer();
  // The form of the saved transfer, with the later edits.
  await expect.element(title()).toHaveTextContent('TR-ZAM-2026-0001');
  await expect.element(quantityOf(one)).toHaveValue('4');
  await expect.element(quantityOf(two)).toHaveValue('1');
  await expect.element(quantityOf(three)).toHaveValue('1');
  await pressSave();
  await expect.element(quantityOf(one)).not.toBeInTheDocument();
  const [first, second] = api.sent('save_transfer');
  expect(second).toMatchObject({ id: first!.id, expected_version: 1 });
  expect([...kept.values()]).toMatchObject([
    {
      lines: [
        { variant_id: one.variant_id, quantity: 4 },
        { variant_id: two.variant_id, quantity: 1 },
        { variant_id: three.variant_id, quantity: 1 },
      ],
    },
  ]);
});

test('concurrent edits of different lines are merged, and nothing typed is lost', async () => {
  const [one, two] = [stocked(), stocked()];
  const id = '00000000-0000-7000-8000-00000000d101';
  const api = new FakeApi();
  const { kept, change } = withTransfers(api, [one, two]);
  const [ofOne, ofTwo] = [one, two].map(({ variant_id }) => ({ variant_id, quantity: 5 })) as [Line, Line];
  kept.set(id, { transfer: rowOf(id), lines: [ofOne, ofTwo], updated_by: me, changes: [] });
  await mountPage(routes, `/inventory/transactions/edit/${id}`, permissions, api);
  await quantityOf(one).fill('2');
  change(id, [ofOne, { ...ofTwo, quantity: 3 }]);
  // The other user's version cannot be read: an error is shown, and the next save tries again.
  api.loseAnswer('transfer_detail');
  await pressSave();
  await expect.element(page.getByText(t('errors.network'))).toBeVisible();
  // Edits made while it is read are kept too.
  const read = api.hold('transfer_detail');
  const asked = api.sent('transfer_detail').length;
  await pressSave();
  await expect.poll(() => api.sent('transfer_detail').length).toBe(asked + 1);
  await quantityOf(one).fill('4');
  read();
  await expect.element(page.getByRole('status').filter({ hasText: t('transfers.form.merged') })).toHaveTextContent(colleague.name);
  await expect.element(quantityOf(one)).toHaveValue('4');
  await expect.element(quantityOf(two)).toHaveValue('3');
  await pressSave();
  await expect.element(quantityOf(one)).not.toBeInTheDocument();
  await expect.element(title()).toHaveTextContent('TR-ZAM-2026-0001');
  await expect.element(page.getByText(t('document.lineChanged', { name: one.product, before: '5', after: '4' }))).toBeVisible();
  expect(api.sent('save_transfer').at(-1)).toMatchObject({ id, expected_version: 2, lines: [{ quantity: 4 }, { quantity: 3 }] });
  expect(kept.get(id)).toMatchObject({ transfer: { version: 3 }, lines: [{ quantity: 4 }, { quantity: 3 }] });
});

test('a failed list shows its own error message, and Retry loads it', async () => {
  const pending = rowOf('00000000-0000-7000-8000-00000000d101');
  const approved = rowOf('00000000-0000-7000-8000-00000000d102', { number: 'TR-ZAM-2026-0002', status: 'approved' });
  const api = new FakeApi()
    .answer('transfer_page', ({ statuses }) => [pending, approved].filter(({ status }) => !statuses?.length || statuses.includes(status)))
    .answer('transfer_count', () => 1)
    .answer('transfer_summary', () => ({ count: 2, pending: 1, approved: 1, reversed: 0 }));
  api.setDown(true);
  await mountPage(routes, list, permissions, api);
  await expect.element(alert()).toHaveTextContent(t('transfers.loadFailed'));
  api.setDown(false);
  await alert()
    .getByRole('button', { name: t('ui.retry') })
    .click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.filter({ hasText: approved.number })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^${t('transfers.status.pending')}`) }).click();
  await expect.element(rows.filter({ hasText: approved.number })).not.toBeInTheDocument();
  await expect.element(rows.filter({ hasText: pending.number })).toHaveTextContent(t('transfers.status.pending'));
  expect(api.sent('transfer_page').at(-1)).toMatchObject({ statuses: ['pending'] });
});
