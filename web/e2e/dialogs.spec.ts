/* Dialogs of every kind have no axe violations. */
import { expect, type Page } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { axeViolations } from './support/axe.ts';
import { watchRequests } from './support/network-idle.ts';
import { type Language, prefer, signIn, type Theme } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

type Press = (area: string, key: string) => Promise<void>;

/* The page by its name among the addresses, what its URL asks for, and the steps that open the dialog. */
const dialogs: { name: string; at: string; asks?: string; open?: (page: Page, press: Press) => Promise<unknown> }[] = [
  { name: 'search', at: 'dashboard', open: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', at: 'dashboard', open: (page) => page.keyboard.press('?') },
  {
    name: 'leaving with changes',
    at: 'brands-add',
    open: async (page) => {
      await page.locator('[name=name]').fill('Unsaved');
      await page.locator('nav a[href="/dashboard"]').first().click();
    },
  },
  {
    name: 'change products together',
    at: 'products',
    open: async (page, press) => {
      await page.locator('tbody input[type=checkbox]').first().check();
      await press('products', 'bulk.edit');
    },
  },
  {
    name: 'delete a role',
    at: 'role',
    open: async (page, press) => {
      await page.locator('main [aria-haspopup=menu]').first().click();
      await press('kit', 'delete');
    },
  },
  { name: 'all changes', at: 'business', open: (_, press) => press('history', 'all') },
  {
    name: 'delete a record',
    at: 'brands-edit',
    open: async (page, press) => {
      await page.locator('main [aria-haspopup=menu]').first().click();
      await press('kit', 'delete');
    },
  },
  { name: 'approve a transfer', at: 'transfer-pending', asks: '?do=approve' },
  { name: 'movements of a transfer', at: 'transfer-approved', open: (_, press) => press('transfers', 'action.movements') },
  { name: 'receive an order', at: 'purchase-part', asks: '?do=receive' },
  { name: 'pay an order', at: 'purchase-part', asks: '?do=pay' },
  { name: 'pay an expense', at: 'expense', asks: '?do=pay' },
  { name: 'color and size grid', at: 'purchase-add', open: (_, press) => press('purchases', 'form.grid') },
  { name: 'custom product', at: 'purchase-add', open: (_, press) => press('purchases', 'custom.open') },
  { name: 'close a count', at: 'count-counting', asks: '?do=close' },
  { name: 'post a count', at: 'count-comparing', asks: '?do=post' },
  { name: 'keys of the counter', at: 'counter', open: (page) => page.keyboard.press('F1') },
  { name: 'held sales', at: 'counter', open: (page) => page.keyboard.press('F3') },
  { name: 'return', at: 'counter', open: (page) => page.keyboard.press('F8') },
  { name: 'place of the counter', at: 'counter', open: (page) => page.locator('.counter-place').click() },
  { name: 'sheets of labels', at: 'labels', open: (_, press) => press('labels', 'sheet.open') },
  { name: 'calibrate', at: 'labels', open: (_, press) => press('labels', 'preview.calibrate') },
  { name: 'record of attendance', at: 'attendance', open: (_, press) => press('attendance', 'add') },
  { name: 'reset a password', at: 'user', open: (_, press) => press('users', 'action.password') },
  { name: 'arrange the dashboard', at: 'dashboard', open: (_, press) => press('dashboard', 'arrange.do') },
];

const looks: { language: Language; theme: Theme }[] = [
  { language: 'en', theme: 'light' },
  { language: 'ar', theme: 'dark' },
];

for (const [turn, { language, theme }] of looks.entries()) {
  test(`dialogs ${turn + 1}, +2, … have no axe violations in ${language}, ${theme}`, async ({ page }) => {
    page.setDefaultTimeout(30_000);
    await prefer(page, language, theme);
    const networkIdle = watchRequests(page);
    await signIn(page, 'Owner', '/dashboard', language);
    const paths = new Map((await addresses()).map(({ name, path }) => [name, path]));
    const press: Press = (area, key) =>
      page
        .getByRole('button', { name: words(language, area)(key) })
        .or(page.getByRole('menuitem', { name: words(language, area)(key) }))
        .first()
        .click();
    for (const { name, at, asks = '', open } of dialogs.filter((_, index) => index % looks.length === turn)) {
      await test.step(name, async () => {
        await page.goto(`${paths.get(at)}${asks}`);
        await expect(page.locator('h1').first(), name).toBeVisible();
        await networkIdle();
        await open?.(page, press);
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).last(), name).toBeVisible();
        expect.soft(await axeViolations(page), name).toEqual([]);
      });
    }
  });
}
