import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Goods, type StoredGoods, type Terms } from '@/db/goods-index.ts';
import type { PermissionName } from '@/db/me.ts';
import type { Me } from '@/db/me-types.ts';
import { Counter } from '@/screens/counter/counter.tsx';
import { PlaceDialog } from '@/screens/counter/place-dialog.tsx';
import { FakeApi, Refusal } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { scan } from './keys.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const line = () => page.getByRole('table').getByRole('row').nth(1);
const onHand = (pieces: string) => line().getByText(pieces, { exact: true });

const terms = {
  categories: [],
  tiles: { arranged: false, tiles: [] },
  colors: [],
  sizes: [],
  price_groups: [],
  tax_rates: [],
  payment_methods: [],
};

/** A counter whose device has stored these variants, without their stock, which only the server knows. */
const openCounter = (...variants: ReturnType<typeof newVariant>[]) => openCounterWith({}, [], variants);

async function openCounterWith(more: Partial<Terms>, permissions: PermissionName[], variants: ReturnType<typeof newVariant>[]) {
  const known = { ...terms, ...more };
  const kept: StoredGoods = { ...known, owner: '', at: '', before: null, cut: false, readAt: 0, ahead: 0, me: {} as Me };
  const products = variants.map(({ product_id, product, price, variant_id, sku, barcode }) => ({
    ...{ id: product_id, name: product, price, max_discount: 100 },
    variants: [{ id: variant_id, sku, barcode }],
  }));
  const goods = new Goods(new Map(products.map((one) => [one.id, one])), kept);
  const api = withGoods(new FakeApi(), variants);
  const counter = (
    <Counter
      {...{ branch, till: 'A1', tillName: null, goods, terms: known, loading: null, onMove: () => undefined, returnOf: null, heldId: null }}
    />
  );
  const may: PermissionName[] = ['accounting.sales.create', 'inventory.stock.view', ...permissions];
  const { view, remount } = await mountPage([{ path: 'counter', element: counter }], '/counter', may, api);
  await expect.element(page.getByRole('combobox', { name: t('variants.picker.label') })).toHaveFocus();
  return Object.assign(api, { view, remount });
}

test('rescanning an item, also after removing it, keeps its stock and the shortage warning', async () => {
  const variant = newVariant({ product: 'Scarf', at_source: 5 });
  await openCounter(variant);
  await scan(variant.barcode);
  await expect.element(onHand('5')).toBeVisible();
  for (let more = 0; more < 5; more += 1) await scan(variant.barcode);
  await expect.element(page.getByText(t('counter.short', { has: '5' }))).toBeVisible();
  await expect.element(onHand('5')).toBeVisible();
  await page.getByRole('button', { name: t('lines.removeOf', { name: 'Scarf' }) }).click();
  await scan(variant.barcode);
  await expect.element(onHand('5')).toBeVisible();
});

test('a five-digit code scanned into a quantity adds its item and leaves the quantity', async () => {
  const [scarf, belt] = [newVariant({ product: 'Scarf' }), newVariant({ product: 'Belt', sku: '43566' })];
  await openCounter(scarf, belt);
  await scan(scarf.barcode);
  const quantities = page.getByRole('textbox', { name: t('lines.quantityOf', { name: 'Scarf' }) });
  (await quantities.findElement()).focus();
  await scan('43566');
  await expect.element(page.getByRole('table').getByText('Belt')).toBeVisible();
  await expect.element(quantities).toHaveValue('1');
});

test('a sale refused beside the tiles returns to the cart with the reason in view', async () => {
  const scarf = newVariant({ product: 'Scarf', price: 0 });
  const api = await openCounter(scarf);
  api.answer('counter_tiles', () => ({ arranged: true, tiles: [{ product_id: scarf.product_id, on_hand: 2 }] }) as never);
  api.answer('record_sale', () => new Refusal(409, 'variant_inactive', { product: 'Scarf', product_ar: null }));
  await page.getByRole('button', { name: t('counter.view.tiles') }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Scarf' }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => api.sent('record_sale')).toHaveLength(1);
  await expect.element(page.getByText(t('counter.refused'))).toBeVisible();
});

test('on a phone, the reason why a sale cannot be finished scrolls into view', async () => {
  await page.viewport(390, 500);
  const scarf = newVariant();
  await openCounter(scarf);
  await page.getByRole('button', { name: t('counter.view.tiles') }).click();
  await scan(scarf.barcode);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert').filter({ hasText: t('counter.blocked.unpaid') })).toBeInViewport();
  await page.viewport(1440, 900);
});

const taxTerms = {
  tax_rates: [{ id: '00000000-0000-7000-8000-00000000e001', name: 'VAT', name_ar: null, percentage: 15, active: true }],
  payment_methods: [{ id: 'cash', name: 'Cash', name_ar: null, is_cash: true }],
} as unknown as Partial<Terms>;
const taxOf = (name: string) => page.getByRole('button', { name: t('counter.taxOf', { name }) });
const vat = () => page.getByRole('menuitem', { name: 'VAT 15%' });
const total = () => page.getByRole('complementary').getByText('215.00').first();

test('a tax rate chosen for one line needs a reason, and is sent again after a refusal', async () => {
  const [scarf, belt] = [newVariant({ product: 'Scarf' }), newVariant({ product: 'Belt' })];
  const api = await openCounterWith(taxTerms, ['accounting.sales.change_tax'], [scarf, belt]);
  for (const { barcode } of [scarf, belt]) await scan(barcode);
  await taxOf('Scarf').click();
  await vat().click();
  await expect.element(line()).toHaveTextContent('15%');
  await expect.element(total()).toBeVisible();
  await userEvent.keyboard('{F9}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert').filter({ hasText: t('counter.blocked.reason_missing') })).toBeVisible();
  await page.getByRole('textbox', { name: t('counter.reason') }).fill('Sold to a shop');
  api.answer('record_sale', () => new Refusal(409, 'variant_inactive', { product: 'Scarf', product_ar: null }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(t('counter.refused'))).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => api.sent('record_sale')).toHaveLength(2);
  for (const sent of api.sent('record_sale'))
    expect(sent).toMatchObject({
      sale: { tax_reason: 'Sold to a shop' },
      lines: [{ variant_id: scarf.variant_id, tax_rate_id: taxTerms.tax_rates![0]!.id }, { variant_id: belt.variant_id }],
    });
  expect(api.sent('record_sale')[0]!.lines).not.toMatchObject([{}, { tax_rate_id: expect.anything() as unknown }]);
});

test('scanning an item again, or reloading the page, keeps the tax rate chosen for its line', async () => {
  const scarf = newVariant({ product: 'Scarf' });
  const { view, remount } = await openCounterWith(taxTerms, ['accounting.sales.change_tax'], [scarf]);
  await scan(scarf.barcode);
  await taxOf('Scarf').click();
  await vat().click();
  await scan(scarf.barcode);
  await expect.element(line()).toHaveTextContent('15%');
  await expect.poll(() => JSON.stringify({ ...localStorage })).toContain('e001');
  await view.unmount();
  await remount();
  await expect.element(line()).toHaveTextContent('15%');
  // Back at the rate of its product.
  await taxOf('Scarf').click();
  await page.getByRole('menuitem').first().click();
  await expect.element(line()).not.toHaveTextContent('15%');
});

test('beside the tiles, the chosen line offers its tax rate, and the others show theirs', async () => {
  const [scarf, belt] = [newVariant({ product: 'Scarf' }), newVariant({ product: 'Belt' })];
  const api = await openCounterWith(taxTerms, ['accounting.sales.change_tax'], [scarf, belt]);
  api.answer('counter_tiles', () => ({ arranged: true, tiles: [] }) as never);
  await page.getByRole('button', { name: t('counter.view.tiles') }).click();
  await scan(scarf.barcode);
  await taxOf('Scarf').click();
  await page.getByRole('option', { name: 'VAT 15%' }).click();
  await scan(belt.barcode);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Scarf' })).toHaveTextContent('15%');
  await expect.element(taxOf('Belt')).toBeVisible();
  await page.getByRole('button', { name: t('counter.view.list') }).click();
});

test('without the permission to change tax, a line offers no tax rates', async () => {
  const scarf = newVariant({ product: 'Scarf' });
  await openCounterWith(taxTerms, [], [scarf]);
  await scan(scarf.barcode);
  await expect.element(line()).toBeVisible();
  expect(taxOf('Scarf').elements()).toEqual([]);
});

test('Enter in the empty scan field asks for a code', async () => {
  await openCounter(newVariant());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toHaveTextContent('Scan or type a code.');
  await userEvent.keyboard('b');
  expect(page.getByText('Scan or type a code.').elements()).toEqual([]);
});

test('a five-digit code scanned into the name of a till leaves the name', async () => {
  const chosen: unknown[] = [];
  const dialog = (
    <PlaceDialog
      {...{ place: { branchId: branch.id, till: 'K7' }, refused: null, onTaken: () => undefined, onClose: undefined }}
      onChosen={(place) => chosen.push(place)}
    />
  );
  await mountPage([{ path: 'till', element: dialog }], '/till', ['accounting.sales.create'], new FakeApi().table('tills', []));
  const name = page.getByRole('textbox', { name: t('counter.till') });
  await expect.element(name).toHaveFocus();
  await scan('16201');
  await expect.element(name).toHaveValue('K7');
  expect(chosen).toEqual([]);
});
