/* The counter by finger: favorites as tiles, sizes and colors asked, offline too. */
import { expect } from '@playwright/test';
import { enter, expectInvariants, newBranch, newGoods, newPerson, stocked, unique } from './support/fixtures.ts';
import { makeProduct } from './support/products.ts';
import { openOwnDrawer } from './support/shifts.ts';
import { api } from './support/stack.ts';
import { test } from './support/test.ts';
import { textPattern } from './support/text-pattern.ts';
import { words } from './support/words.ts';

test.use({ hasTouch: true });

const counter = words('en', 'counter');
const pattern = textPattern('en', 'counter');
const ofKit = textPattern('en', 'kit');

async function place() {
  const branch = await newBranch('By finger', 'باللمس');
  const scarf = await newGoods(`Scarf ${unique()}`);
  const owner = await api('Owner');
  const [black] = await owner.get<{ id: string }>('colors?name=eq.Black&select=id');
  const sizes = await owner.get<{ id: string; name: string }>('sizes?name=in.(M,L)&select=id,name&order=name.desc');
  const name = `Abaya ${unique()}`;
  const { id } = await makeProduct(
    name,
    sizes.map((size) => ({ color_id: black!.id, size_id: size.id })),
    { price: 250 },
  );
  await stocked(branch, scarf, 2);
  return { branch, scarf, abaya: { id, name }, owner };
}

for (const viewport of [
  { width: 1180, height: 820 },
  { width: 390, height: 844 },
])
  test(`a cashier sells by taps on the tiles at ${viewport.width} px, offline too`, async ({ page, context }) => {
    const { branch, scarf, abaya, owner } = await place();
    expect((await owner.rpc('save_counter_tiles', { branch_id: branch.id, product_ids: [abaya.id, scarf.product] })).ok).toBe(true);
    await page.setViewportSize(viewport);
    await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]));
    await page.goto(`/accounting/sales/add?branch=${branch.id}&till=T1`);
    await openOwnDrawer(page);
    await page.getByRole('button', { name: counter('view.tiles') }).tap();
    const tiles = page.getByRole('tabpanel').locator('.tile');
    await expect(tiles.locator('.tile-name')).toHaveText([abaya.name, scarf.name]);
    await expect(tiles.nth(1).locator('.tile-few')).toHaveText(pattern('tiles.left', { n: '2' }));

    await tiles.nth(1).tap();
    await tiles.nth(1).tap();
    await expect(tiles.nth(1).locator('.tile-count')).toHaveText('2');
    await tiles.nth(0).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: /Black \/ [ML]/ })).toHaveCount(2);
    await dialog.getByRole('button', { name: /Black \/ L/ }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(tiles.nth(0).locator('.tile-count')).toHaveText('1');

    // The tiles stay while there is no connection.
    await context.setOffline(true);
    await expect(page.getByText(counter('offline'))).toBeVisible();
    await tiles.nth(0).tap();
    await dialog.getByRole('button', { name: /Black \/ M/ }).tap();
    await context.setOffline(false);
    await expect(page.getByText(counter('offline'))).toHaveCount(0);

    if (viewport.width < 900) await page.getByRole('button', { name: counter('view.details') }).tap();
    const lines = page.locator('.cart-lines > li');
    await expect(lines).toHaveCount(3);
    await lines.nth(0).getByRole('button').first().tap();
    await lines
      .nth(0)
      .getByRole('button', { name: counter('tiles.fewerPieces') })
      .tap();
    await expect(page.locator('.due-head')).toContainText('600.00');
    await lines
      .nth(0)
      .getByRole('button', { name: counter('tiles.morePieces') })
      .tap();
    await expect(page.locator('.due-head')).toContainText('700.00');
    await page.getByRole('button', { name: counter('pay'), exact: true }).tap();
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText('700.00');
    await expectInvariants();
  });

test('a manager arranges the favorites of a branch with the keyboard', async ({ page }) => {
  const { branch, scarf, abaya, owner } = await place();
  const belt = await newGoods(`Belt ${unique()}`);
  expect((await owner.rpc('save_counter_tiles', { branch_id: branch.id, product_ids: [abaya.id, scarf.product] })).ok).toBe(true);
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]));
  await page.goto(`/accounting/sales/add?branch=${branch.id}&till=T1`);
  await openOwnDrawer(page);
  await page.getByRole('button', { name: counter('view.tiles') }).click();
  await page.getByRole('button', { name: counter('tiles.arrange') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(belt.name);
  await page.getByRole('option', { name: belt.name }).click();
  await expect(dialog.locator('.tile-name')).toHaveText([abaya.name, scarf.name, belt.name]);
  await dialog.locator('.tile').nth(0).focus();
  await page.keyboard.press('Space');
  await expect(dialog.locator('.lifted')).toHaveCount(1);
  await expect(dialog.getByText(ofKit('arrange.over', { name: abaya.name, place: '1' }))).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  // Announced inside the dialog, since screen readers ignore the rest of the page.
  await expect(dialog.getByText(ofKit('arrange.over', { name: abaya.name, place: '2' }))).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(dialog.locator('.tile-name')).toHaveText([scarf.name, abaya.name, belt.name]);
  await dialog.getByRole('button', { name: words('en', 'kit')('save') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tabpanel').locator('.tile-name')).toHaveText([scarf.name, abaya.name, belt.name]);
});

test('a counter opens offline with the goods that an earlier version stored without tiles', async ({ page }) => {
  const { branch } = await place();
  await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]));
  await page.goto(`/accounting/sales/add?branch=${branch.id}&till=T1`);
  await openOwnDrawer(page);
  await page.getByRole('button', { name: counter('view.tiles') }).tap();
  await expect(page.getByText(counter('tiles.none'))).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('goods');
        opening.onerror = () => reject(new Error('goods'));
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kept', 'readwrite');
          const kept = writing.objectStore('kept');
          const reading = kept.get('kept') as IDBRequest<Record<string, unknown>>;
          reading.onsuccess = () => {
            const { categories: _categories, tiles: _tiles, ...earlier } = reading.result;
            kept.put(earlier, 'kept');
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.route('**/rpc/counter_*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(counter('tiles.none'))).toBeVisible();
});
