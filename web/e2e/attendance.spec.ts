/* Attendance: clocking in and out in the page head, the list of hours, and the owner's list of users online. */
import { expect } from '@playwright/test';
import { row } from './support/products.ts';
import { enter, expectInvariants, newBranch, newPerson, saying } from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test('a user clocks in and out in the page head, and the manager corrects it with a reason', async ({ page, browser }) => {
  const t = words('en', 'attendance');
  const branch = await newBranch('Clock', 'الساعة');
  const worker = await newPerson('Cashier', [{ branch, access: 'work' }]);
  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, worker, 'en', '/reports/attendance');
  // The user has one branch, so one click is enough.
  const clockIn = theirs.getByRole('button', { name: new RegExp(`^${t('clock.in')}`) });
  await clockIn.click();
  await expect(row(theirs, worker.name)).toContainText(t('state.open'));
  await theirs.getByRole('button', { name: /^At work since/ }).click();
  await expect(row(theirs, worker.name)).toContainText(t('state.closed'));
  await expect(clockIn).toBeVisible();
  await expect(theirs.getByRole('button', { name: t('add') })).toHaveCount(0);
  await theirs.context().close();

  const manager = await newPerson('Manager', [{ branch, access: 'work' }]);
  await enter(page, manager, 'en', '/reports/attendance');
  await row(page, worker.name).getByRole('link').first().click();
  await expect(page).toHaveURL(/each/);
  const menu = new RegExp(worker.name);
  await row(page, worker.name).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: t('action.correct') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('form.inTime')).fill('٠٠٠٠');
  await dialog.getByRole('button', { name: t('action.save') }).click();
  await expect(dialog.getByText(words('en', 'errors')('reason_missing'))).toBeVisible();
  await dialog.getByLabel(t('form.reason')).fill('Came before the shop opened');
  await dialog.getByRole('button', { name: t('action.save') }).click();
  await expect(saying(page)).toContainText(t('corrected'));
  await expect(row(page, worker.name)).toContainText(t('state.corrected'));
  await row(page, worker.name).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: t('action.details') }).click();
  await expect(dialog).toContainText('Came before the shop opened');
  await expect(dialog).toContainText(manager.name);
  await expectInvariants();
});

test('the activity list shows who is online and who has signed out', async ({ page, browser }) => {
  const t = words('ar', 'activity');
  const person = await newPerson('Buyer');
  const theirs = await (await browser.newContext()).newPage();
  const seen = theirs.waitForResponse((answer) => answer.url().endsWith('/rpc/report_presence'));
  await enter(theirs, person, 'en', '/inventory/brands');
  await seen;
  await enter(page, 'Owner', 'ar', `/managment/users-activity?q=${encodeURIComponent(person.name)}`);
  await expect(row(page, person.name)).toContainText(t('state.online'));
  await theirs.getByRole('button', { name: new RegExp(person.name) }).click();
  await theirs.getByRole('menuitem', { name: words('en', 'app')('signOut') }).click();
  await expect(theirs).toHaveURL(/login/);
  await page.reload();
  await expect(row(page, person.name)).toContainText(t('state.signed_out'));
  await theirs.context().close();
});
