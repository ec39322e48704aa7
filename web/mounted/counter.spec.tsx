import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Goods, type StoredGoods } from '@/db/goods-index.ts';
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
async function openCounter(...variants: ReturnType<typeof newVariant>[]) {
  const kept: StoredGoods = { ...terms, owner: '', at: '', before: null, cut: false, readAt: 0, ahead: 0, me: {} as Me };
  const products = variants.map(({ product_id, product, price, variant_id, sku, barcode }) => ({
    ...{ id: product_id, name: product, price, max_discount: 100 },
    variants: [{ id: variant_id, sku, barcode }],
  }));
  const goods = new Goods(new Map(products.map((one) => [one.id, one])), kept);
  const api = withGoods(new FakeApi(), variants);
  const counter = (
    <Counter
      {...{ branch, till: 'A1', tillName: null, goods, terms, loading: null, onMove: () => undefined, returnOf: null, heldId: null }}
    />
  );
  await mountPage([{ path: 'counter', element: counter }], '/counter', ['accounting.sales.create', 'inventory.stock.view'], api);
  await expect.element(page.getByRole('combobox', { name: t('variants.picker.label') })).toHaveFocus();
  return api;
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
