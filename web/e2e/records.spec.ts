/* Record forms beyond the simple case: leaving, lost responses, and users with read access. */
import { expect } from '@playwright/test';
import { loseAnswer } from './support/intercept.ts';
import { rowsApi } from './support/rows.ts';
import { prefer, signIn } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const kit = words('en', 'kit');
const run = () => `Zz ${Date.now().toString(36)}`;

test('leaving a form asks only if there are changes', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/inventory/brands/add');
  await page.locator('[name=name]').fill('Half a word');
  await page.locator('.crumbs a').last().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(kit('leaveTitle'));
  await dialog.getByRole('button', { name: kit('stay') }).click();
  await expect(page.locator('[name=name]')).toHaveValue('Half a word');
  await page.locator('.crumbs a').last().click();
  await dialog.getByRole('button', { name: kit('leave') }).click();
  await expect(page).toHaveURL('/inventory/brands');
  await page.goto('/inventory/brands/add');
  await expect(page.locator('[name=name]')).toHaveValue('');
  await page.locator('.crumbs a').last().click();
  await expect(page).toHaveURL('/inventory/brands');
});

test('a record sent again after a lost response is created once, with the later edits', async ({ page }) => {
  const api = await rowsApi();
  const name = run();
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/inventory/brands/add');
  await page.locator('[name=name]').fill(name);
  await loseAnswer(page, '**/rest/v1/brands?*');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toBeVisible();
  // Edits made after the failed request are saved as well.
  await page.locator('[name=name_ar]').fill('سيوة الجديدة');
  await page.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await expect(page).toHaveURL('/inventory/brands');
  const made = await api.find(`brands?name=eq.${encodeURIComponent(name)}`);
  expect(made).toMatchObject([{ name_ar: 'سيوة الجديدة' }]);
  await api.remove('brands', made[0]!.id);
});

test('a category cannot be its own ancestor, and its list shows the path', async ({ page }) => {
  const api = await rowsApi();
  const name = run();
  const [top] = await api.insert('categories', [{ name }]);
  const [below] = await api.insert('categories', [{ name: `${name} below`, parent_id: top!.id }]);
  await prefer(page, 'en');
  await signIn(page, 'Owner', `/inventory/categories/edit/${top!.id}`);
  const parent = page.getByRole('combobox', { name: /Parent category/ });
  await parent.fill(name);
  await expect(page.getByText(words('en', 'ui')('nothingFound'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`/inventory/categories?q=${encodeURIComponent(`${name} below`)}`);
  await expect(page.locator('table.list tbody tr')).toContainText(name);
  await api.remove('categories', below!.id);
  await api.remove('categories', top!.id);
});

test('a price group shows its effect on a price, and the default cannot be unset', async ({ page }) => {
  const api = await rowsApi();
  const [retail] = await api.find('price_groups?is_default=is.true');
  await prefer(page, 'en');
  await signIn(page, 'Owner', `/inventory/pricegroups/edit/${retail!.id}`);
  await page.locator('[name=percentage]').fill('−١٢٫٥');
  await expect(page.getByText(kit('byPercentMore', { base: '100', price: '87.5' }))).toBeVisible();
  await page.locator('[name=percentage]').fill('1001');
  await page.keyboard.press('Control+s');
  await expect(page.locator('[name=percentage]')).toBeFocused();
  await page.locator('[name=percentage]').fill(String(retail!.percentage));
  await page.getByRole('switch', { name: /Default group/ }).uncheck();
  await page.keyboard.press('Control+s');
  await expect(page.locator('.aside .error-text')).toBeVisible();
  await expect(page.locator('.save')).toContainText(kit('checkFields', { fields: 'Default group' }));
  expect(await api.find('price_groups?is_default=is.true')).toHaveLength(1);
});

test('a branch suggests its code until one is typed', async ({ page }) => {
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/settings/branches/add');
  const [name, code] = [page.locator('[name=name]'), page.locator('[name=code]')];
  await name.fill('Heliopolis');
  await expect(code).toHaveValue('HEL');
  await code.fill('h1');
  await name.fill('Heliopolis West');
  await expect(code).toHaveValue('h1');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL('/settings/branches');
  const [made] = await (await rowsApi()).find('branches?name=eq.Heliopolis%20West');
  expect(made).toMatchObject({ code: 'H1' });
  await (await rowsApi()).remove('branches', made!.id);
});

test('a user with read access sees the record without fields or buttons', async ({ page }) => {
  const api = await rowsApi();
  const [brand] = await api.find('brands?order=created_at&limit=1');
  await prefer(page, 'en');
  await signIn(page, 'Auditor', '/inventory/brands');
  await expect(page.locator('table.list')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add brand' })).toHaveCount(0);
  await expect(page.locator('table.list').getByRole('checkbox')).toHaveCount(0);
  await page.goto(`/inventory/brands/edit/${brand!.id}`);
  await expect(page.getByText(kit('readOnly'))).toBeVisible();
  await expect(page.locator('main').getByRole('textbox')).toHaveCount(0);
  await page.goto('/inventory/brands/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'app')('noAccess.title'));
  await expect(page.locator('[name=name]')).toHaveCount(0);
});

test('a missing price group can be created from the picker of the customer form', async ({ page }) => {
  const api = await rowsApi();
  const name = run();
  await prefer(page, 'en');
  await signIn(page, 'Owner', '/contacts/customers/add');
  await page.locator('[name=name]').fill(`${name} customer`);
  await page.getByRole('combobox', { name: /Price group/ }).fill(`${name} group`);
  await page.getByRole('option', { name: kit('create', { name: `${name} group` }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[name=name]')).toHaveValue(`${name} group`);
  await dialog.locator('[name=percentage]').fill('-10');
  await dialog.getByRole('button', { name: kit('save') }).click();
  await expect(page.getByRole('combobox', { name: /Price group/ })).toHaveValue(`${name} group`);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL('/contacts/customers');
  const [customer] = await api.find(`customers?name=eq.${encodeURIComponent(`${name} customer`)}`);
  const [group] = await api.find(`price_groups?name=eq.${encodeURIComponent(`${name} group`)}`);
  expect(customer?.price_group_id).toBe(group?.id);
  await api.remove('customers', customer!.id);
  await api.remove('price_groups', group!.id);
});

test("a filter offers the values of its own list, not of another list's filter of the same name", async ({ page }) => {
  const api = await rowsApi();
  // With a unique name, because a list shows its first fifty and other tests create more.
  const name = run();
  const [above, beneath, other] = ['above', 'beneath', 'other'].map((place) => `${name} ${place}`) as [string, string, string];
  const [category] = await api.insert('categories', [{ id: crypto.randomUUID(), name: above }]);
  const [child] = await api.insert('categories', [{ id: crypto.randomUUID(), name: beneath, parent_id: category!.id }]);
  const [expense] = await api.insert('expense_categories', [{ id: crypto.randomUUID(), name: other }]);
  await signIn(page, 'Owner', '/inventory/categories');
  const choices = page.getByRole('group', { name: /^Parent/ });
  const ask = async () => {
    await page.getByRole('button', { name: kit('filter'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Parent/ })
      .click();
    await page.getByRole('textbox', { name: kit('searchChoices') }).fill(name);
  };
  await ask();
  await expect(choices).toContainText(above);
  await page.keyboard.press('Escape');
  // By a link inside the app, so that the earlier response is still cached.
  await page.getByRole('button', { name: 'Accounting' }).click();
  await page.getByRole('link', { name: words('en', 'resources')('expense_categories.many') }).click();
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'resources')('expense_categories.many'));
  await ask();
  await expect(choices).toContainText(other);
  await expect(choices).not.toContainText(above);
  await api.remove('categories', child!.id);
  await api.remove('categories', category!.id);
  await api.remove('expense_categories', expense!.id);
});
