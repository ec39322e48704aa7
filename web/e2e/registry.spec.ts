/* Every plain resource, tested from its definition: add, validate, edit, delete, refuse to delete. All share one implementation, so lists
and drafts are tested in full for two of them: search, sort, filter, paging, selection, deactivation. In both languages. */
import { expect, type Page } from '@playwright/test';
import type { Resource } from '../kit/define.ts';
import { resources } from '../resources/registry.ts';
import { makeProduct } from './support/products.ts';
import { newOrder } from './support/purchases.ts';
import { rowsApi } from './support/rows.ts';
import { newSale, sold } from './support/sales.ts';
import { newBranch, newGoods, stocked, unique as once } from './support/fixtures.ts';
import { prefer, signIn, type Language } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

// Values for the columns that must be unique.
const letters = () => Array.from({ length: 6 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
const unique: Record<string, () => string> = { code: letters, phone: () => `+20 1${Math.random().toFixed(9).slice(2)}` };

const ordered = async (purchase: object, payments: object[] = []) => {
  const [[supplier], goods] = [await (await rowsApi()).insert('suppliers', [{ name: `Zz ${once()}` }]), await newGoods()];
  return newOrder(await newBranch('Zz', 'تجربة'), supplier!, [{ goods, quantity: 1, cost: 5 }], purchase, payments);
};
const carried = (product: object, variants: object[] = []) => makeProduct(`Zz ${once()}`, variants, product);
const beneath = async (table: string, column: string, id: string) =>
  (await rowsApi()).insert(table, [{ name: `Zz ${once()}`, [column]: id }]);

/** Puts the test's own row to use, so that it cannot be deleted; other tests use the demo rows. */
const usedBy: Record<string, (id: string) => Promise<unknown>> = {
  branches: async (id) => stocked({ id }, await newGoods(), 1),
  brands: (brand_id) => carried({ brand_id }),
  categories: (id) => beneath('categories', 'parent_id', id),
  colors: (color_id) => carried({}, [{ color_id }]),
  customers: async (customer_id) => {
    const [branch, goods] = [await newBranch('Zz', 'تجربة'), await newGoods()];
    await stocked(branch, goods, 1);
    return newSale(branch, [sold(goods, 1)], 0, { customer_id });
  },
  expense_categories: (id) => beneath('expense_categories', 'parent_id', id),
  payment_methods: (payment_method_id) => ordered({}, [{ id: crypto.randomUUID(), payment_method_id, amount: 1, paid_on: '2026-01-05' }]),
  price_groups: (id) => beneath('customers', 'price_group_id', id),
  sizes: (size_id) => carried({}, [{ size_id }]),
  stock_points: async (stock_point_id) => stocked(await newBranch('Zz', 'تجربة'), await newGoods(), 1, stock_point_id),
  suppliers: (supplier_id) => ordered({ supplier_id }),
  tax_rates: (tax_rate_id) => ordered({ tax_rate_id }),
};

// The unique column: the name, except for customers, who may share one.
const differs = (resource: Resource) => (resource.table === 'customers' ? 'phone' : 'name');

function sampleOf(resource: Resource): Record<string, string> {
  const made = Object.fromEntries(Object.keys(resource.fields).flatMap((column) => (unique[column] ? [[column, unique[column]()]] : [])));
  return { ...resource.sample, ...made };
}

function rowFor(resource: Resource, name: string): object {
  return Object.fromEntries(
    Object.entries({ ...sampleOf(resource), name }).map(([column, value]) => {
      const kind = resource.fields[column]?.kind;
      return [column, kind === 'number' || kind === 'percent' || kind === 'money' ? Number(value) : value];
    }),
  );
}

async function fill(page: Page, values: Record<string, string>) {
  for (const [column, value] of Object.entries(values)) await page.locator(`form.record [name="${column}"]`).fill(value);
}

const rows = (page: Page) => page.locator('table.list tbody tr');
const rowNamed = (page: Page, name: string) => rows(page).filter({ hasText: name });
const save = (page: Page) => page.keyboard.press('Control+s');

async function search(page: Page, text: string) {
  await page.keyboard.press('/');
  await page.locator('[data-search]').fill(text);
  await expect(page).toHaveURL(new RegExp(`[?&]q=`));
}

/* A record with many fields, and a tree. */
const goneThroughWhole = ['customers', 'categories'];

test.describe.configure({ mode: 'parallel' });

for (const language of ['en', 'ar'] satisfies Language[]) {
  const kit = words(language, 'kit');
  const named = words(language, 'resources');

  for (const resource of resources.filter((_, index) => (index % 2 === 0) === (language === 'en'))) {
    const { table, path } = resource;
    const says = (key: string) => named(`${table}.${key}`);
    const whole = goneThroughWhole.includes(table);

    test(`${table} in ${language}: from creation to deletion`, async ({ page }) => {
      const api = await rowsApi();
      const run = `${language}${Date.now().toString(36)}`;
      const name = `Zz ${run} one`;
      const values = { ...sampleOf(resource), name };
      await prefer(page, language);
      await signIn(page, 'Owner', path);
      await expect(page.locator('h1')).toHaveText(says('many'));

      await test.step('adds a record after reporting the missing name at its field', async () => {
        await page
          .locator('.head')
          .getByRole('link', { name: says('add') })
          .click();
        await expect(page).toHaveURL(`${path}/add`);
        await fill(page, { name_ar: `تجربة ${run}` });
        await save(page);
        await expect(page.locator('[name=name]')).toBeFocused();
        await expect(page.locator('.field', { has: page.locator('[name=name]') })).toContainText(kit('problem.required'));
        await fill(page, values);
        await save(page);
        await expect(page).toHaveURL(path);
        await expect(page.locator('.toast')).toContainText(kit('saved', { name: language === 'ar' ? `تجربة ${run}` : name }));
      });

      if (whole)
        await test.step('finds it by its words, in any order and case', async () => {
          await search(page, `ONE zz ${run}`);
          await expect(rows(page)).toHaveCount(1);
        });

      if (whole)
        await test.step('refuses a duplicate at its field and keeps the typed text through a reload', async () => {
          await page.goto(`${path}/add`);
          const again = {
            ...values,
            ...(differs(resource) === 'name'
              ? Object.fromEntries(Object.keys(values).flatMap((column) => (unique[column] ? [[column, unique[column]()]] : [])))
              : {}),
            name: `  ${name.toUpperCase()} `,
          };
          await fill(page, again);
          await save(page);
          await expect(page.locator(`[name=${differs(resource)}]`)).toHaveAttribute('aria-invalid', 'true');
          await expect(page.locator(`[name=${differs(resource)}]`)).toBeFocused();
          await page.reload();
          await expect(page.locator('[name=name]')).toHaveValue(again.name);
          await page.getByRole('button', { name: kit('discardDraft') }).click();
          await expect(page.locator('[name=name]')).toHaveValue('');
        });

      await test.step('edits it', async () => {
        await page.goto(`${path}?q=${run}`);
        await rowNamed(page, run).locator('a.record-name').click();
        await expect(page).toHaveURL(/\/edit\//);
        await fill(page, { name: `Zz ${run} first` });
        await page.getByRole('button', { name: kit('save'), exact: false }).click();
        await expect(page.locator('.save')).toHaveCount(0);
        const [kept] = await api.find(`${table}?name=eq.${encodeURIComponent(`Zz ${run} first`)}`);
        expect(kept?.version).toBe(2);
      });

      if (whole)
        await api.insert(
          table,
          Array.from({ length: 11 }, (_, index) => rowFor(resource, `Zz ${run} many ${String(index + 10)}`)),
        );

      if (whole)
        await test.step('turns pages in a stable order', async () => {
          await page.goto(`${path}?q=${run}&rows=10&sort=name`);
          await expect(rows(page)).toHaveCount(10);
          await page.getByRole('button', { name: kit('nextPage') }).click();
          await expect(page).toHaveURL(/page=2/);
          await expect(rows(page)).toHaveCount(2);
          await page.getByRole('button', { name: kit('firstPage') }).click();
          await expect(rows(page)).toHaveCount(10);
          await page.goto(`${path}?q=${run}&rows=10&page=99`);
          await expect(rows(page)).toHaveCount(2);
        });

      if (whole)
        await test.step('sorts by a column in both directions', async () => {
          await page.goto(`${path}?q=${run}&sort=name`);
          await page
            .locator('thead')
            .getByRole('button', { name: words(language, 'fields')('name'), exact: true })
            .click();
          await expect(page).toHaveURL(/sort=-name/);
          // The only one with an Arabic name; those come after all Latin ones.
          await expect(rows(page).first()).toContainText(language === 'ar' ? `تجربة ${run}` : 'many 20');
        });

      if (whole)
        await test.step('filters, and removes the filter', async () => {
          const [, second] = await api.find(`${table}?name=like.Zz ${run}*&order=name`);
          await api.update(table, second!.id, { active: false });
          await page.goto(`${path}?q=${run}`);
          await expect(rows(page)).toHaveCount(12);
          await page.getByRole('button', { name: kit('filter'), exact: true }).click();
          const choices = page.getByRole('dialog', { name: kit('filterBy') });
          await choices.locator('button, input').first().waitFor();
          if (await choices.getByRole('button', { name: kit('status') }).count())
            await choices.getByRole('button', { name: kit('status') }).click();
          await choices.getByRole('checkbox', { name: kit('inactive') }).check();
          await expect(rows(page)).toHaveCount(1);
          await expect(page).toHaveURL(/active=false/);
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: kit('removeFilter', { label: kit('status') }) }).click();
          await expect(rows(page)).toHaveCount(12);
        });

      if (whole)
        await test.step('selects across pages, deactivates all matches, and undoes it', async () => {
          await page.goto(`${path}?q=${run}+many&rows=10`);
          await rows(page).nth(0).getByRole('checkbox').check();
          await page.getByRole('button', { name: kit('nextPage') }).click();
          await expect(rows(page)).toHaveCount(1);
          await rows(page).nth(0).getByRole('checkbox').check();
          const bar = page.locator('.bulk');
          await expect(bar).toContainText(language === 'ar' ? kit('selected_two') : kit('selected_other', { shown: '2' }));
          await bar.locator('.link').click();
          await expect(bar).toContainText('11');
          await bar.getByRole('button', { name: kit('deactivate') }).click();
          await expect(page.locator('.toast')).toContainText('10');
          expect(await api.find(`${table}?name=like.Zz ${run} many*&active=is.true`)).toHaveLength(0);
          await page
            .locator('.toast')
            .getByRole('button', { name: words(language, 'ui')('undo') })
            .click();
          await expect.poll(async () => (await api.find(`${table}?name=like.Zz ${run} many*&active=is.true`)).length).toBe(10);
        });

      await test.step('deletes one after asking, and many in one step', async () => {
        await page.goto(`${path}?q=${run}+first`);
        await rows(page).first().getByRole('button').last().click();
        await page.getByRole('menuitem', { name: kit('delete') }).click();
        const dialog = page.getByRole('alertdialog');
        await expect(dialog).toContainText(kit('deleteText'));
        await dialog.getByRole('button', { name: kit('delete') }).click();
        await expect(page.getByRole('heading', { name: kit('nothingMatches') })).toBeVisible();
        if (!whole) return;
        await page.goto(`${path}?q=${run}+many&rows=10`);
        await page.getByRole('checkbox', { name: kit('selectPage') }).check();
        await page.locator('.bulk .link').click();
        await page
          .locator('.bulk')
          .getByRole('button', { name: kit('delete') })
          .click();
        await page.getByRole('alertdialog').getByRole('button').last().click();
        await expect(page.getByRole('heading', { name: kit('nothingMatches') })).toBeVisible();
        expect(await api.find(`${table}?name=like.Zz ${run}*`)).toHaveLength(0);
      });

      const use = usedBy[table];
      if (use)
        await test.step('refuses to delete a record in use and offers to deactivate it', async () => {
          const [target] = await api.insert(table, [rowFor(resource, `Zz ${run} used`)]);
          await use(target!.id);
          await page.goto(`${path}/edit/${target!.id}`);
          await page.locator('.head').getByRole('button').last().click();
          await page.getByRole('menuitem', { name: kit('delete') }).click();
          const dialog = page.getByRole('alertdialog');
          await dialog.getByRole('button', { name: kit('delete') }).click();
          await expect(dialog).toContainText(kit('inUseTitle', { name: target!.name }));
          await dialog.getByRole('button', { name: kit('deactivateName', { name: target!.name }) }).click();
          await expect.poll(async () => (await api.find(`${table}?id=eq.${target!.id}`))[0]?.active).toBe(false);
        });
    });
  }
}
