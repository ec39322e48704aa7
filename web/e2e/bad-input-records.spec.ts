/* What a wrong input gets in a plain record: one clear sentence, nothing changed, and nothing that was typed lost. */
import { randomUUID } from 'node:crypto';
import { expect, type Browser, type Page } from '@playwright/test';
import { loseAnswer } from './support/intercept.ts';
import { arabicNameField, brandsNamed, nameField, newBrand, save } from './support/record-form.ts';
import { rowsApi } from './support/rows.ts';
import { said } from './support/said.ts';
import { enter, expectInvariants, saying, unique } from './support/scene.ts';
import { api, stack, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const kit = words('en', 'kit');
const field = words('en', 'fields');
const errors = words('en', 'errors');
const ui = words('en', 'ui');

test.afterAll(expectInvariants);

test('the line breaks while a save is on its way: Retry sends the same request, and there is one record', async ({ page }) => {
  const name = `Lost ${unique()}`;
  await enter(page, 'Owner', 'en', '/inventory/brands/add');
  await nameField(page).fill(name);
  const { sent } = await loseAnswer<{ id: string }>(page, '**/rest/v1/brands*');
  await save(page).click();
  const banner = page.getByRole('alert').filter({ hasText: errors('network') });
  await expect(banner).toBeVisible();
  await expect(nameField(page)).toHaveValue(name);
  expect(await brandsNamed(name)).toHaveLength(1);
  await banner.getByRole('button', { name: ui('retry') }).click();
  await expect(saying(page)).toContainText(kit('saved', { name }));
  const [brand] = await brandsNamed(name);
  expect(sent.map(({ id }) => id)).toEqual([brand!.id, brand!.id]);
  expect(await brandsNamed(name)).toHaveLength(1);
});

test('without a line saving is off, says so, and nothing typed is lost', async ({ page, context }) => {
  const name = `Offline ${unique()}`;
  await enter(page, 'Owner', 'en', '/inventory/brands/add');
  await nameField(page).fill(name);
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: words('en', 'app')('offline') })).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(save(page)).toHaveAccessibleDescription(kit('offline'));
  let writes = 0;
  page.on('request', (request) => (writes += request.method() === 'POST' && request.url().includes('/brands') ? 1 : 0));
  await save(page).click({ force: true });
  await page.keyboard.press('Control+s');
  await expect(nameField(page)).toHaveValue(name);
  expect(writes).toBe(0);
  await context.setOffline(false);
  await expect(page.getByText(words('en', 'app')('offline'))).toHaveCount(0);
  await save(page).click();
  await expect(saying(page)).toContainText(kit('saved', { name }));
  expect(await brandsNamed(name)).toHaveLength(1);
});

async function secondPerson(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await enter(page, 'Manager', 'en', address);
  return page;
}

test('two people edit one brand: what did not meet is merged, what did is shown with who and when', async ({ page, browser }) => {
  const brand = await newBrand(`Shared ${unique()}`);
  const address = `/inventory/brands/edit/${brand.id}`;
  await enter(page, 'Owner', 'en', address);
  await expect(nameField(page)).toHaveValue(brand.name);
  const other = await secondPerson(browser, address);
  await expect(nameField(other)).toHaveValue(brand.name);

  await test.step('fields that did not meet', async () => {
    await arabicNameField(page).fill('مشترك');
    await nameField(other).fill(`${brand.name} theirs`);
    await save(other).click();
    await expect(saying(other)).toContainText(kit('saved', { name: `${brand.name} theirs` }));
    await save(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Karim Samir' });
    await expect(notice).toContainText(field('name'));
    await expect(nameField(page)).toHaveValue(`${brand.name} theirs`);
    await expect(arabicNameField(page)).toHaveValue('مشترك');
    await save(page).click();
    await expect(saying(page)).toContainText(/saved/);
    const [merged] = await brandsNamed(`${brand.name} theirs`);
    expect(merged).toMatchObject({ name: `${brand.name} theirs`, name_ar: 'مشترك', version: 3 });
  });

  await test.step('fields that did', async () => {
    await other.reload();
    await expect(arabicNameField(other)).toHaveValue('مشترك');
    await nameField(page).fill(`${brand.name} mine`);
    await nameField(other).fill(`${brand.name} his`);
    await save(other).click();
    await expect(saying(other)).toContainText(kit('saved', { name: `${brand.name} his` }));
    await save(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Karim Samir' });
    await expect(notice).toContainText(kit('conflictChoose'));
    // Who, and when.
    await expect(notice.getByRole('heading')).toHaveText(/Karim Samir.*\(.+\)/);
    await expect(notice.getByRole('row').filter({ hasText: `${brand.name} mine` })).toContainText(`${brand.name} his`);
    // Nothing is overwritten before it was seen.
    expect((await brandsNamed(`${brand.name} mine`)).length).toBe(0);
    await expect(nameField(page)).toHaveValue(`${brand.name} mine`);
    await notice.getByRole('button', { name: kit('theirs') }).click();
    await expect(nameField(page)).toHaveValue(`${brand.name} his`);
    await notice.getByRole('button', { name: kit('mine') }).click();
    await save(page).click();
    await expect.poll(async () => (await brandsNamed(`${brand.name} mine`)).length).toBe(1);
  });
  await other.context().close();
});

for (const language of usually('ar')) {
  test(`a brand in use is not deleted: a sentence says where and how often, and deactivating is offered, in ${language}`, async ({
    page,
  }) => {
    const says = words(language, 'kit');
    const brand = await newBrand(`Worn ${unique()}`);
    const owner = await api('Owner');
    for (const at of [1, 2, 3])
      await owner.rpc('save_product', {
        id: randomUUID(),
        product: { name: `Worn thing ${unique()} ${at}`, price: 10, brand_id: brand.id },
        variants: [],
      });
    await enter(page, 'Owner', language, `/inventory/brands?q=${encodeURIComponent(brand.name)}`);
    await page.getByRole('button', { name: said(language, 'kit')('rowActions', { name: brand.name }) }).click();
    await page.getByRole('menuitem', { name: says('delete') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: says('delete'), exact: true })
      .click();
    const refusal = page.getByRole('alertdialog', { name: said(language, 'kit')('inUseTitle', { name: brand.name }) });
    const places = words(language, 'usage')(`products_${new Intl.PluralRules(language).select(3)}`, { shown: '3' });
    await expect(refusal).toContainText(said(language, 'kit').part('inUseText', { name: brand.name, places }));
    expect(await brandsNamed(brand.name)).toHaveLength(1);
    await refusal.getByRole('button', { name: said(language, 'kit')('deactivateName', { name: brand.name }) }).click();
    await expect(saying(page)).toContainText(said(language, 'kit').part('nowInactive', { name: brand.name }));
    expect((await brandsNamed(brand.name))[0]).toMatchObject({ active: false });
    await saying(page)
      .getByRole('button', { name: words(language, 'ui')('undo') })
      .click();
    await expect.poll(async () => (await brandsNamed(brand.name))[0]?.active).toBe(true);
  });
}

for (const language of usually('en')) {
  test(`another currency is refused beside its field once there are documents in it, in ${language}`, async ({ page }) => {
    await enter(page, 'Owner', language, '/settings/business');
    const currency = page.getByRole('textbox', { name: words(language, 'business')('fields.currency') });
    const before = await currency.inputValue();
    await currency.fill('XYZ');
    await page.getByRole('button', { name: words(language, 'business')('save') }).click();
    await expect(currency).toHaveAttribute('aria-invalid', 'true');
    await expect(currency).toHaveAccessibleDescription(new RegExp(words(language, 'errors')('currency_fixed')));
    await expect(currency).toBeFocused();
    await expect(currency).toHaveValue('XYZ');
    expect(await (await rowsApi()).find('business?select=currency')).toEqual([{ currency: before }]);
  });
}
