/* Tills: a device registers as a till, another takes it over only on request, and a till is named and closed in the settings of its branch. */
import { expect } from '@playwright/test';
import { enter, newBranch, newPerson } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test('a till belongs to its device until another takes it over, and is named and closed', async ({ page, browser }) => {
  const counter = words('en', 'counter');
  const branch = await newBranch('Tills', 'نقاط');
  const at = `/accounting/sales/add?branch=${branch.id}&till=T1`;
  // A role that sells but does not open drawers.
  const seller = () => newPerson('Accountant', [{ branch, access: 'work' }]);
  await enter(page, await seller(), 'en', at);
  await expect(page.locator('.counter-place')).toContainText('T1');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Another device is told that the till is taken, and can take it over.
  const other = await (await browser.newContext()).newPage();
  await enter(other, await seller());
  await other.goto(at);
  const dialog = other.getByRole('dialog');
  await expect(dialog).toContainText('belongs to another device');
  // The first free number is suggested.
  await expect(dialog.getByLabel(counter('till'), { exact: true })).toHaveValue('1');
  await dialog.getByRole('button', { name: counter('place.takeOver') }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(at);
  await expect(page.getByRole('dialog')).toContainText('belongs to another device');

  const office = await (await browser.newContext()).newPage();
  await enter(office, 'Owner', 'en', `/settings/branches/edit/${branch.id}`);
  const tills = office.locator('section', { has: office.getByRole('heading', { name: counter('tills.title') }) });
  await tills.getByRole('button', { name: counter('tills.edit') }).click();
  await office.getByRole('dialog').getByRole('textbox').first().fill('Front desk');
  await office.keyboard.press('Enter');
  await expect(tills).toContainText('Front desk · T1');
  await other.goto(at);
  await expect(other.locator('.counter-place')).toContainText('Front desk');

  await tills.getByRole('button', { name: counter('tills.edit') }).click();
  await office.getByRole('button', { name: counter('tills.close') }).click();
  await expect(tills.locator('li')).toHaveClass(/gone/);
  await other.goto(at);
  await expect(other.getByRole('dialog')).toContainText('is closed. Choose another one');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('dialog')).toHaveCount(1);
  await other.context().close();
  await office.context().close();
});
