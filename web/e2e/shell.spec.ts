/* The app shell: menu by role, pages without permission, languages, themes, command palette, shortcuts, branch switcher. */
import { expect, type Locator, type Page } from '@playwright/test';
import { hold, intercept } from './support/intercept.ts';
import { makeProduct } from './support/products.ts';
import { figure, newOrder, newSupplier } from './support/purchases.ts';
import { demoRows, rowsApi } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, giveCredentials, newBranch, newGoods, newPerson, saying, stocked, unique } from './support/fixtures.ts';
import { watchRequests } from './support/network-idle.ts';
import { api, prefer, scan, type Language } from './support/stack.ts';
import { test } from './support/test.ts';
import { listen, wrong } from './support/beeps.ts';
import { words } from './support/words.ts';

const app = words('en', 'app');
const kit = words('en', 'kit');
const menu = (page: Page, language: Language = 'en') => page.getByRole('navigation', { name: words(language, 'app')('menuLabel') });

/* Listed by hand, so that a permission added to a role by mistake shows here. */
const inventory = [
  'products',
  'stock',
  'counts',
  'transfers',
  'purchases',
  'purchaseReturns',
  'stockPoints',
  'priceGroups',
  'categories',
  'brands',
  'colors',
  'sizes',
];
const seen = [
  'dashboard',
  'reports',
  'settings',
  'whatsNew',
  'customers',
  'suppliers',
  ...inventory,
  'sales',
  'expenses',
  'shifts',
  'attendanceRecords',
  'documents',
  'expenseCategories',
  'business',
  'branches',
  'paymentMethods',
  'taxRates',
];
const management = ['users', 'usersActivity', 'roles'];
const everything = [...seen, ...management, 'imports', 'auditLog', 'counter'];
const menuOf: Record<string, string[]> = {
  Owner: [...everything, 'labels'],
  Manager: [...everything.filter((key) => key !== 'roles'), 'labels'],
  Auditor: [...seen, ...management, 'auditLog'],
  Accountant: [...seen, 'imports', 'counter'],
  Storekeeper: ['dashboard', 'reports', 'settings', 'whatsNew', 'suppliers', ...inventory, 'attendanceRecords', 'labels', 'documents'],
  Buyer: [
    'dashboard',
    'reports',
    'settings',
    'whatsNew',
    'suppliers',
    ...inventory,
    'attendanceRecords',
    'labels',
    'documents',
    'taxRates',
    'imports',
  ],
  Cashier: [
    'dashboard',
    'settings',
    'whatsNew',
    'customers',
    'products',
    'stock',
    'labels',
    'priceGroups',
    'categories',
    'brands',
    'colors',
    'sizes',
    'counter',
    'sales',
    'shifts',
    'attendanceRecords',
    'paymentMethods',
    'taxRates',
  ],
};

const walkers = ['Owner', 'Storekeeper', 'Cashier'];

async function doorsOf(page: Page, language: Language): Promise<string[]> {
  await expect(menu(page, language).getByRole('link').first()).toBeVisible();
  const areas = menu(page, language).getByRole('button', { expanded: false });
  while ((await areas.count()) > 0) await areas.first().click();
  return menu(page, language)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

const addressOf: Record<string, string> = {
  dashboard: '/dashboard',
  reports: '/reports',
  settings: '/settings',
  customers: '/contacts/customers',
  suppliers: '/contacts/suppliers',
  products: '/inventory/products',
  stock: '/inventory/stock',
  transfers: '/inventory/stockpoints/transactions',
  stockPoints: '/inventory/stockpoints',
  priceGroups: '/inventory/pricegroups',
  categories: '/inventory/categories',
  brands: '/inventory/brands',
  colors: '/inventory/colors',
  sizes: '/inventory/sizes',
  expenseCategories: '/accounting/expenses-categories',
  business: '/settings/business',
  branches: '/settings/branches',
  paymentMethods: '/settings/payment-methods',
  taxRates: '/settings/tax-rates',
  counts: '/inventory/counts',
  counter: '/accounting/sales/add',
  sales: '/accounting/sales',
  expenses: '/accounting/expenses',
  shifts: '/reports/shifts',
  labels: '/labels',
  documents: '/documents',
  attendanceRecords: '/reports/attendance',
  users: '/managment/users',
  usersActivity: '/managment/users-activity',
  roles: '/managment/roles',
  purchases: '/purchase',
  purchaseReturns: '/purchase/returns',
  imports: '/imports',
  auditLog: '/managment/audit-log',
  whatsNew: '/whats-new',
};

for (const [role, expected] of Object.entries(menuOf)) {
  test(`${role}: the menu shows exactly the pages that the role may open`, async ({ page }) => {
    const failed: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && failed.push(`${answer.status()} ${answer.url()}`));
    const networkIdle = watchRequests(page);
    await enter(page, role);
    const found = await doorsOf(page, 'en');
    expect([...found].sort()).toEqual(expected.map((key) => addressOf[key]).sort());
    // Every menu link opens without a failed request (tested for three roles); every other page is refused.
    // The counter has no menu; its own tests open it.
    for (const address of walkers.includes(role) ? found.filter((one) => one !== addressOf.counter) : []) {
      await menu(page).locator(`a[href="${address}"]`).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: app('noAccess.title') })).toHaveCount(0);
    }
    for (const key of everything.filter((one) => !expected.includes(one))) {
      await page.goto(addressOf[key]!);
      await expect(page.getByRole('heading', { level: 1, name: app('noAccess.title') }), `${role} at ${key}`).toBeVisible();
    }
    await networkIdle();
    expect(failed).toEqual([]);
  });
}

test('a page without permission names the missing permission, in both languages', async ({ page }) => {
  for (const language of ['en', 'ar'] satisfies Language[]) {
    const says = words(language, 'app');
    await page.goto('/login');
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    if (language === 'en') await enter(page, 'Cashier', language, '/settings/business');
    else await page.goto('/settings/business');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(says('noAccess.title'));
    const permission = says('permission.name', { what: says('permission.resource.business'), action: says('permission.action.view') });
    await expect(page.getByRole('main')).toContainText(permission);
    await expect(page.getByRole('main')).not.toContainText('settings.business.view');
    await expect(page).toHaveTitle(new RegExp(says('noAccess.title')));
  }
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/dashboard');
});

test('an unknown address and an unknown record show “not found”', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app('notFound.title'));
  await page.getByRole('link', { name: app('toStart') }).click();
  await expect(page).toHaveURL('/dashboard');
  for (const address of ['/inventory/brands/edit/00000000-0000-7000-8000-00000000dead', '/inventory/brands/edit/nonsense']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: kit('notFound') })).toBeVisible();
  }
  await page.goto('/inventory/products/edit/00000000-0000-7000-8000-00000000dead');
  await expect(page.getByText(words('en', 'products')('form.notFound'))).toBeVisible();
  await page.goto('/inventory/transactions/view/nonsense');
  await expect(page.getByRole('heading', { name: words('en', 'transfers')('notFound.title') }).first()).toBeVisible();
});

test('switching the language keeps the page and changes direction, font and stored preference', async ({ page }) => {
  await page.goto('/login');
  // Without a stored choice the language is English.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await enter(page, 'Owner', 'en', '/inventory/brands?rows=10&sort=-name');
  const look = () =>
    page.evaluate(() => ({
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      font: getComputedStyle(document.body).fontFamily,
      loaded: [...document.fonts]
        .filter((font) => font.status === 'loaded')
        .map((font) => font.family)
        .join(),
      kept: localStorage.getItem('language'),
    }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'resources')('brands.many'));
  await expect.poll(async () => (await look()).loaded).toContain('Montserrat');
  const english = await look();
  expect(english).toMatchObject({ lang: 'en', dir: 'ltr', font: expect.stringMatching(/^["']?Montserrat/) });
  const menuAt = async () => (await menu(page).or(menu(page, 'ar')).boundingBox())!.x;
  expect(await menuAt()).toBeLessThan(300);

  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('ar', 'resources')('brands.many'));
  await expect(page).toHaveURL('/inventory/brands?rows=10&sort=-name');
  await expect.poll(async () => (await look()).loaded).toContain('Cairo');
  expect(await look()).toMatchObject({ lang: 'ar', dir: 'rtl', kept: 'ar', font: expect.stringMatching(/^["']?Cairo/) });
  expect(await menuAt()).toBeGreaterThan(900);
  await expect(page).toHaveTitle(/دفتر/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('ar', 'resources')('brands.many'));
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});

test('text being typed survives a language switch', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/inventory/brands/add');
  await page.getByLabel(words('en', 'fields')('name'), { exact: true }).fill('Half a name');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByLabel(words('ar', 'fields')('name'), { exact: true })).toHaveValue('Half a name');
});

test('the theme is light, dark, or follows the device', async ({ page }) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  // No theme is stored on this device.
  await page.goto('/login');
  await expect.poll(theme).toBe('dark');
  await giveCredentials(page, await newPerson('Owner'));
  await page.waitForURL('**/dashboard');
  const dark = await paper();
  await page.getByRole('button', { name: app('lightTheme') }).click();
  expect(await theme()).toBe('light');
  expect(await paper()).not.toBe(dark);
  await page.reload();
  await expect.poll(theme).toBe('light');
  await page.getByRole('button', { name: textPattern('en', 'app').part('userMenuOf', { name: '' }) }).click();
  await page.getByRole('menuitem', { name: app('systemTheme') }).click();
  await expect.poll(theme).toBe('dark');
});

test('the command palette opens pages, and finds products by Arabic word and by barcode', async ({ page }) => {
  const run = unique();
  const goods = await newGoods(`Palette ${run}`);
  const [row] = await (await rowsApi()).find(`products?id=eq.${goods.product}`);
  const variants = await (await api('Owner')).get<{ id: string }>(`variants?product_id=eq.${goods.product}&select=id`);
  const branch = await newBranch('Palette', 'بحث');
  await stocked(branch, goods, 7);
  const renamed = await (await api('Owner')).rpc('save_product', {
    id: goods.product,
    expected_version: row!.version,
    product: { name_ar: `عباءة مُطرَّزة ${run}` },
    variants,
  });
  expect(renamed.ok).toBe(true);
  await enter(page, 'Owner');
  const palette = page.getByRole('dialog', { name: app('palette.open') });
  const box = palette.getByRole('combobox');

  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await box.fill('price gr');
  await expect(palette.getByRole('option', { name: new RegExp(app('menu.priceGroups')) })).toHaveAttribute('aria-selected', 'true');
  await expect(palette.getByRole('option', { name: words('en', 'resources')('price_groups.new') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inventory/pricegroups');
  await expect(palette).toHaveCount(0);

  // Found by barcode, the product opens at the variant with that barcode.
  for (const [asked, at] of [
    [`عباءه ${run}`, ''],
    [goods.barcode, `?code=${goods.barcode}`],
  ] as const) {
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await box.fill(asked);
    await expect(palette.getByRole('option', { name: new RegExp(`Palette ${run}`) })).toBeVisible();
    await expect(palette.getByRole('option').first()).toHaveText(new RegExp(`Palette ${run}`));
    await expect(palette.getByRole('option').first()).toContainText(/7.* on hand100\.00 EGP/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/inventory/products/edit/${goods.product}${at}`);
  }

  // The stock came from an entry, which is found by its number and shown with its branch.
  const [entry] = await (await api('Owner')).get<{ id: string; number: string }>(
    `stock_entries?branch_id=eq.${branch.id}&select=id,number`,
  );
  await page.keyboard.press('Control+k');
  await box.fill(entry!.number);
  await expect(palette.getByRole('option').first()).toHaveText(`${entry!.number}${branch.name}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/inventory/stock/entries/${entry!.id}`);

  await page.keyboard.press('Control+k');
  await box.fill('zzzzzzzz no such thing');
  await expect(palette.getByText(words('en', 'ui')('nothingFound'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('Enter before the palette has loaded results opens the new match, not the previous one', async ({ page }) => {
  const run = unique();
  const [before, meant] = [await newGoods(`Before ${run}`), await newGoods(`Meant ${run}`)];
  await enter(page, 'Owner');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: app('palette.open') });
  const box = palette.getByRole('combobox');
  await box.fill(before.name);
  await expect(palette.getByRole('option', { name: before.name })).toBeVisible();
  const { asked, letGo } = await hold(page, '**/rpc/find_records');
  await box.fill(meant.name);
  await box.press('Enter');
  await asked;
  await expect(page).toHaveURL('/dashboard');
  letGo();
  await expect(page).toHaveURL(`/inventory/products/edit/${meant.product}`);
});

for (const language of ['en', 'ar'] as const) {
  test(`the settings page links to the settings open to the user, in ${language}`, async ({ page }) => {
    const says = words(language, 'app');
    await enter(page, 'Owner', language, '/settings');
    // First steps are listed while any is open, which other tests may change.
    const leads = () =>
      page
        .locator('.settings')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')).filter((href) => href !== '/dashboard'));
    expect(await leads()).toEqual(
      ['business', 'branches', 'stockPoints', 'priceGroups', 'taxRates', 'paymentMethods', 'expenseCategories', 'imports'].map(
        (key) => addressOf[key],
      ),
    );
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page
      .getByRole('group', { name: says('settings.theme') })
      .getByRole('button', { name: says('settings.themes.dark') })
      .click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('switch', { name: says('settings.sounds') }).uncheck();
    expect(await page.evaluate(() => localStorage.getItem('sounds'))).toBe('off');
    await page
      .getByRole('group', { name: says('settings.language') })
      .getByRole('button', { name: language === 'ar' ? 'English' : 'العربية' })
      .click();
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'ar' ? 'en' : 'ar');
    await page.evaluate(() => localStorage.clear());
    await enter(page, 'Cashier', language, '/settings');
    expect(await leads()).toEqual(['priceGroups', 'taxRates', 'paymentMethods'].map((key) => addressOf[key]));
  });
}

test('a toast never covers a button or field of a dialog', async ({ page }) => {
  const goods = await Promise.all(Array.from({ length: 14 }, () => newGoods()));
  const order = await newOrder(
    await newBranch('Toasted', 'إشعار'),
    await newSupplier(),
    goods.map((one) => ({ goods: one, quantity: 3, cost: 5 })),
  );
  const apart = async (where: string, within: Locator) => {
    await expect(within).toBeVisible();
    await expect(page.locator('.toast'), where).toBeVisible();
    // Once all animations have finished.
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
          .map(({ finished }) => finished),
      ),
    );
    const covered = await within.evaluate((panel) => {
      const toast = document.querySelector('.toast')!.getBoundingClientRect();
      return [...panel.querySelectorAll('button, input, a, .dialog-foot')]
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(
          ({ box }) =>
            box.width > 0 && box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top,
        )
        .map(({ one }) => `${one.className} ${one.textContent} ${one.getAttribute('aria-label') ?? ''}`);
    });
    expect(covered, where).toEqual([]);
  };
  await enter(page, 'Owner');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width: 1440, height: 700 });
    await page.goto('/inventory/products');
    await expect(page.locator('table.list a.record-name').first()).toBeVisible();
    // The toast stays until the export is finished, whatever is opened meanwhile.
    let letGo = () => undefined as void;
    const held = new Promise<void>((done) => (letGo = done));
    await intercept(page, '**/rpc/product_page', async (route) => {
      const { sort, after_id } = route.request().postDataJSON() as { sort: string; after_id?: string };
      if (sort !== 'id') return route.fallback();
      if (after_id) await held;
      const row = {
        name: 'Many',
        name_ar: null,
        active: true,
        colors: [],
        on_hand: {},
        on_hand_total: 0,
        price: 1,
        variant_count: 1,
        created_at: '2026-11-01T00:00:00+00:00',
      };
      await route.fulfill({ json: after_id ? [] : Array.from({ length: 5000 }, (_, index) => ({ ...row, id: String(index) })) });
    });
    await page.getByRole('button', { name: kit('export') }).click();
    await page.getByRole('menuitem', { name: kit('exportCsv') }).click();
    await expect(page.locator('.toast')).toContainText('5,000');
    await page.setViewportSize({ width, height: 700 });
    if (width < 1440) {
      await page.getByRole('button', { name: app('openMenu') }).click();
      await apart(`drawer at ${width}`, page.getByRole('dialog'));
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(order.number);
    await expect(page.getByRole('option', { name: order.number })).toBeVisible();
    await apart(`palette at ${width}`, page.getByRole('dialog'));
    await page.keyboard.press('Enter');
    await page
      .locator('.head')
      .getByRole('button', { name: words('en', 'purchases')('action.receive'), exact: true })
      .click();
    await apart(`receive at ${width}`, page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await apart(`keys at ${width}`, page.getByRole('dialog'));
    letGo();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('text typed while the palette loads appears in it and triggers no shortcut', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/inventory/brands');
  await intercept(page, '**/assets/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  // On the page itself, n starts a new brand.
  await page.keyboard.type('nour', { delay: 60 });
  const box = page.getByRole('dialog', { name: app('palette.open') }).getByRole('combobox');
  await expect(box).toHaveValue('nour');
  await page.keyboard.type(' x');
  await expect(box).toHaveValue('nour x');
  await expect(page).toHaveURL('/inventory/brands');
});

test('a page whose file was removed by a newer release offers a reload', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/inventory/products');
  // In the page's own list, the first file of an address is its page module.
  const { files, pages } = JSON.parse((await page.locator('#route-preload').textContent())!) as {
    files: string[];
    pages: Record<string, number[]>;
  };
  const counts = `**${files[pages['/inventory/counts']![0]!]}`;
  await intercept(page, counts, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await menu(page).locator('a[href="/inventory/counts"]').click();
  await expect(page.getByRole('heading', { name: app('newVersion.title') })).toBeVisible();
  await page.unroute(counts);
  await page.getByRole('button', { name: words('en', 'ui')('reload') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'counts')('title'));
});

test('on a touch screen the palette has the focus as soon as it opens', async ({ browser }) => {
  const goods = await newGoods();
  const order = await newOrder(await newBranch('Thumb', 'إبهام'), await newSupplier(), [{ goods, quantity: 1, cost: 5 }]);
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await enter(page, 'Owner');
  await page.getByRole('button', { name: app('palette.open') }).tap();
  const box = page.getByRole('dialog', { name: app('palette.open') }).getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type(goods.name);
  await expect(page.getByRole('option', { name: goods.name })).toBeVisible();
  // Supplier and date of an order are shown in full below its number.
  await box.fill(order.number);
  const hint = page.getByRole('option', { name: order.number }).locator('.excerpt');
  await expect(hint).toContainText(String(new Date().getFullYear()));
  expect(await hint.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  // Touch has no Esc key.
  const close = page.getByRole('button', { name: words('en', 'ui')('close'), exact: true });
  expect((await close.boundingBox())!.width).toBeGreaterThanOrEqual(40);
  await close.tap();
  await expect(box).toHaveCount(0);
});

test('the palette does not list pages without permission', async ({ page }) => {
  await enter(page, 'Storekeeper');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: app('palette.open') });
  await palette.getByRole('combobox').fill(app('menu.business'));
  await expect(palette.getByRole('option', { name: app('menu.business'), exact: true })).toHaveCount(0);
  await palette.getByRole('combobox').fill(app('menu.suppliers'));
  await expect(palette.getByRole('option', { name: new RegExp(app('menu.suppliers')) }).first()).toBeVisible();
});

test('keyboard shortcuts work, and a scan outside a field opens its product', async ({ page }) => {
  const goods = await newGoods();
  await enter(page, 'Owner', 'en', '/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('n');
  await expect(page.getByRole('searchbox')).toHaveValue('n');
  await page.goto('/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/inventory/brands/add');
  await expect(page.getByLabel(words('en', 'fields')('name'), { exact: true })).toBeFocused();
  await page.goto('/inventory/brands/add');
  // Keys pressed before the page is ready are ignored.
  await expect(page.getByLabel(words('en', 'fields')('name'), { exact: true })).toBeFocused();
  await page.locator('body').press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/inventory/brands');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: app('keys.title') });
  for (const key of ['palette', 'search', 'create', 'save', 'back', 'help']) await expect(help).toContainText(app(`keys.${key}`));
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await scan(page, goods.barcode);
  await expect(page).toHaveURL(`/inventory/products/edit/${goods.product}?code=${goods.barcode}`);
  await expect(page.getByRole('gridcell').first()).toBeFocused();
});

test('a failed scan plays the error sound, and a scan during page load reaches the new page', async ({ page }) => {
  const [goods, branch] = [await newGoods(), await newBranch('Sidi Gaber', 'سيدي جابر')];
  const order = await newOrder(branch, await newSupplier(), [{ goods: await newGoods(), quantity: 1, cost: 5 }]);
  const heard = await listen(page);
  await enter(page, 'Owner', 'en', '/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  await scan(page, '9999999999994');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await heard()).toEqual(wrong);
  await page.keyboard.press('Escape');
  await intercept(page, '**/rpc/find_records', (route) => route.abort());
  await scan(page, goods.barcode);
  await expect(saying(page)).toContainText(words('en', 'errors')('network'));
  expect(await heard()).toEqual(wrong);
  await page.unroute('**/rpc/find_records');

  const { asked, letGo } = await hold(page, '**/rpc/purchase_detail');
  await page.goto(`/purchase/edit/${order.id}`);
  await asked;
  await expect(page.locator('.skeleton').first()).toBeVisible();
  await scan(page, goods.barcode);
  letGo();
  await expect(figure(page, 'quantity', goods)).toHaveValue('1');
  await expect(page).toHaveURL(`/purchase/edit/${order.id}`);
});

test('shortcuts keep their physical keys on an Arabic keyboard', async ({ page }) => {
  const name = `Layout ${unique()}`;
  const press = (key: string, code: string, ctrlKey = false) =>
    page.evaluate(
      (given) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true }),
        ),
      { key, code, ctrlKey },
    );
  await enter(page, 'Owner', 'ar', '/inventory/brands');
  await press('ظ', 'Slash');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  // Keys less than 40 ms apart count as a scan.
  await page.waitForTimeout(100);
  await press('ى', 'KeyN');
  await expect(page).toHaveURL('/inventory/brands/add');
  await page.getByRole('textbox', { name: words('ar', 'fields')('name'), exact: true }).fill(name);
  await press('س', 'KeyS', true);
  await expect(saying(page)).toContainText(words('ar', 'kit')('saved', { name }));
  await press('ن', 'KeyK', true);
  await expect(page.getByRole('dialog', { name: words('ar', 'app')('palette.open') })).toBeVisible();
});

test('the branch switcher filters the data by one branch or shows all branches', async ({ page }) => {
  const [one, two] = [await newBranch('Switch one', 'الأول'), await newBranch('Switch two', 'الثاني')];
  const [color] = await demoRows('colors', 1);
  const name = `Scarf ${unique()}`;
  const {
    variants: [variant],
  } = await makeProduct(name, [{ color_id: color!.id }]);
  const goods = { name, variant: variant!.id };
  await stocked(one, goods, 3);
  await stocked(two, goods, 4);
  const person = await newPerson('Storekeeper', [
    { branch: one, access: 'work' },
    { branch: two, access: 'view' },
  ]);
  await enter(page, person, 'en', `/inventory/stock?q=${encodeURIComponent(goods.name)}`);
  const rows = page.getByRole('row').filter({ hasText: goods.name });
  await expect(rows).toHaveCount(2);
  const switcher = (branch: string) =>
    page.getByRole('complementary').getByRole('button', { name: textPattern('en', 'app')('branchIs', { branch }) });
  await switcher(app('allBranches')).click();
  await expect(page.getByRole('menuitem', { name: new RegExp(two.name) })).toContainText(app('viewOnly'));
  await page.getByRole('menuitem', { name: new RegExp(two.name) }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(two.name);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await switcher(two.name).click();
  await page.getByRole('menuitem', { name: app('allBranches') }).click();
  await expect(rows).toHaveCount(2);
  // A figure on the dashboard opens the movements of its branch.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: `${name} / ${color!.name}` })).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: one.name }).getByRole('link', { name: '3', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`movements\\?branch=${one.id}`));
  await expect(page.getByRole('row').filter({ hasText: goods.name })).toHaveCount(1);
  // A single branch is preselected.
  await page.goto('/inventory/stock/add');
  await expect(
    page.getByRole('main').getByRole('button', { name: new RegExp(`${words('en', 'stock')('form.branch')} ${one.name}`) }),
  ).toBeVisible();
});

test('a brand is created without a mouse', async ({ page }) => {
  const name = `Keys ${unique()}`;
  await enter(page, 'Owner', 'en', '/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  // The first tab stop skips the menu.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: app('skip') })).toBeFocused();
  await page.keyboard.press('Enter');
  const add = page.getByRole('link', { name: new RegExp(words('en', 'resources')('brands.add')) });
  for (let index = 0; index < 30 && !(await add.evaluate((link) => link === document.activeElement)); index += 1)
    await page.keyboard.press('Tab');
  await expect(add).toBeFocused();
  // The focus is visible.
  const ring = await add.evaluate((link) => {
    const style = getComputedStyle(link);
    return style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  });
  expect(ring).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/inventory/brands/add');
  await expect(page.getByRole('textbox', { name: words('en', 'fields')('name'), exact: true })).toBeFocused();
  await page.keyboard.type(name);
  const saveButton = page.getByRole('button', { name: kit('save'), exact: true });
  for (let index = 0; index < 30 && !(await saveButton.evaluate((button) => button === document.activeElement)); index += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(saying(page)).toContainText(kit('saved', { name }));
  await expect(page).toHaveURL('/inventory/brands');
});

test('on a phone the menu is a drawer that closes after navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await prefer(page, 'ar');
  await enter(page, 'Storekeeper', 'ar');
  const says = words('ar', 'app');
  await page.getByRole('button', { name: says('openMenu') }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: says('menu.inventory') }).click();
  await drawer.getByRole('link', { name: says('menu.stock'), exact: true }).click();
  await expect(page).toHaveURL('/inventory/stock');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('ar', 'stock')('title'));
});

test('an address with unknown filter values names them, and a page beyond the last falls back', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/contacts/customers?page=99&price_group_id=foo');
  await expect(page.locator('.chip').first()).toContainText('unknown: foo');
  await expect(page.locator('.pager')).not.toContainText('99 of 99');
  await page.goto('/inventory/stockpoints/transactions?status=pending&status=lost');
  await expect(page.locator('.chip').first()).toContainText('Pending, unknown: lost');
  for (const count of ['00000000-0000-7000-8000-000000000c81', '00000000-0000-7000-8000-000000000c82']) {
    await page.goto(`/inventory/counts/${count}?page=99`);
    await expect(page).toHaveURL(`/inventory/counts/${count}`);
    await expect(page.locator('tbody tr').first()).toBeVisible();
  }
});
