/* What a wrong input gets: one clear sentence, nothing changed, and nothing that was typed lost. */
import { randomUUID } from 'node:crypto';
import { CFB } from '@e965/xlsx';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { said } from './support/said.ts';
import { enter, expectInvariants, giveCredentials, inDatabase, newBranch, newGoods, newPerson, newTransfer, onHand, saying, stocked, unique, type Person } from './support/scene.ts';
import { api, prefer, stack, type Language } from './support/stack.ts';
import { words } from './support/words.ts';

const languages = ['en', 'ar'] satisfies Language[];
const kit = words('en', 'kit');
const field = words('en', 'fields');
const errors = words('en', 'errors');
const ui = words('en', 'ui');

test.afterAll(expectInvariants);

const nameField = (page: Page) => page.getByRole('textbox', { name: field('name'), exact: true });
const arabicNameField = (page: Page) => page.getByLabel(new RegExp(`^${field('name_ar')}`));
const save = (page: Page) => page.getByRole('button', { name: kit('save'), exact: true });

async function brandsNamed(pattern: string) {
  return (await rowsApi()).find(`brands?name=like.${encodeURIComponent(pattern)}`);
}

async function newBrand(name: string) {
  const [row] = await (await rowsApi()).insert('brands', [{ id: randomUUID(), name }]);
  return row!;
}

/** Time passed and the session was revoked: the token is out of date and the server renews it no more. */
async function endSession(page: Page, person: Person) {
  await inDatabase((sql) => sql`delete from auth.refresh_tokens where user_id::text = ${person.id}`);
  await page.evaluate(() => {
    const kept = localStorage.getItem('daftar-session') === null ? sessionStorage : localStorage;
    const session = JSON.parse(kept.getItem('daftar-session') ?? '{}') as object;
    kept.setItem('daftar-session', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  });
}

for (const language of languages) {
  test(`a wrong password is refused beside its field, in ${language}`, async ({ page }) => {
    await prefer(page, language);
    await page.goto('/login');
    const app = words(language, 'app');
    await giveCredentials(page, { email: 'owner@darnour.example', password: 'not-this-one' }, language);
    const password = page.getByLabel(app('signIn.password'), { exact: true });
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
    await expect(page.getByText(words(language, 'errors')('wrong_password'))).toBeVisible();
    // The address stays; an unknown one gets the same sentence, so that nobody learns who works here.
    await expect(page.getByLabel(app('signIn.email'), { exact: true })).toHaveValue('owner@darnour.example');
    await giveCredentials(page, { email: `nobody.${unique()}@darnour.example`, password: 'not-this-one' }, language);
    await expect(page.getByText(words(language, 'errors')('wrong_password'))).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel(app('signIn.email'), { exact: true }).fill('owner');
    await page.getByRole('button', { name: app('signIn.submit'), exact: true }).click();
    await expect(page.getByText(app('signIn.emailNeeded'))).toBeVisible();
  });
}

test('a session that ends in the middle of a form: signing in comes over the page, and the save goes on', async ({ page }) => {
  const person = await newPerson('Buyer');
  const name = `Tired ${unique()}`;
  await enter(page, person, 'en', '/inventory/brands/add');
  await nameField(page).fill(name);
  await endSession(page, person);
  await save(page).click();
  const again = page.getByRole('alertdialog', { name: words('en', 'app')('session.title') });
  await expect(again).toBeVisible();
  await expect(page).toHaveURL('/inventory/brands/add');
  expect(await brandsNamed(name)).toHaveLength(0);

  await again.getByLabel(words('en', 'app')('signIn.password'), { exact: true }).fill('wrong');
  await again.getByRole('button', { name: words('en', 'app')('signIn.submit'), exact: true }).click();
  await expect(again).toContainText(errors('wrong_password'));

  await again.getByLabel(words('en', 'app')('signIn.password'), { exact: true }).fill(person.password);
  await again.getByRole('button', { name: words('en', 'app')('signIn.submit'), exact: true }).click();
  await expect(again).toHaveCount(0);
  await expect(saying(page)).toContainText(kit('saved', { name }));
  expect(await brandsNamed(name)).toHaveLength(1);
});

test('a token that the server refuses does the same, and a reload in between loses nothing', async ({ page }) => {
  const person = await newPerson('Buyer');
  const name = `Refused ${unique()}`;
  await enter(page, person, 'en', '/inventory/brands/add');
  await nameField(page).fill(name);
  await inDatabase((sql) => sql`delete from auth.refresh_tokens where user_id::text = ${person.id}`);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('daftar-session') ?? '{}') as { access_token: string };
    localStorage.setItem('daftar-session', JSON.stringify({ ...session, access_token: `${session.access_token.slice(0, -4)}AAAA` }));
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const again = page.getByRole('alertdialog', { name: words('en', 'app')('session.title') });
  await again.or(page.getByRole('heading', { name: words('en', 'app')('signIn.title') })).first().waitFor();
  if (await again.isVisible()) {
    await again.getByLabel(words('en', 'app')('signIn.email'), { exact: true }).fill(person.email).catch(() => undefined);
    await again.getByLabel(words('en', 'app')('signIn.password'), { exact: true }).fill(person.password);
    await again.getByRole('button', { name: words('en', 'app')('signIn.submit'), exact: true }).click();
  } else await giveCredentials(page, person);
  await expect(page).toHaveURL('/inventory/brands/add');
  await expect(nameField(page)).toHaveValue(name);
  await save(page).click();
  await expect(saying(page)).toContainText(kit('saved', { name }));
  expect(await brandsNamed(name)).toHaveLength(1);
});

test('the line breaks while a save is on its way: Retry sends the same request, and there is one record', async ({ page }) => {
  const name = `Lost ${unique()}`;
  await enter(page, 'Owner', 'en', '/inventory/brands/add');
  await nameField(page).fill(name);
  const sent: string[] = [];
  await page.route('**/rest/v1/brands*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push((route.request().postDataJSON() as { id: string }).id);
    if (sent.length > 1) return route.fallback();
    // The server has done it; its answer is lost.
    await route.fetch();
    await route.abort('connectionfailed');
  });
  await save(page).click();
  const banner = page.getByRole('alert').filter({ hasText: errors('network') });
  await expect(banner).toBeVisible();
  await expect(nameField(page)).toHaveValue(name);
  expect(await brandsNamed(name)).toHaveLength(1);
  await banner.getByRole('button', { name: ui('retry') }).click();
  await expect(saying(page)).toContainText(kit('saved', { name }));
  expect(new Set(sent).size).toBe(1);
  expect(sent).toHaveLength(2);
  expect((await brandsNamed(name)).map(({ id }) => id)).toEqual([sent[0]]);
});

test('a transfer whose answer is lost is made once', async ({ page }) => {
  const [from, to] = [await newBranch('Lost from', 'من الضائع'), await newBranch('Lost to', 'إلى الضائع')];
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id } = await newTransfer(from, to, goods, 2);
  const transfers = words('en', 'transfers');
  await enter(page, 'Owner', 'en', `/inventory/transactions/view/${id}`);
  await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
  let times = 0;
  await page.route('**/functions/v1/transfer-approval', async (route) => {
    times += 1;
    if (times > 1) return route.fallback();
    await route.fetch();
    await route.abort('connectionfailed');
  });
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: said('en', 'transfers')('decide.approve', { count: 2 }) }).click();
  await expect(question.getByRole('alert')).toContainText(transfers('failed.move'));
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 2]);
  const retry = question.getByRole('button', { name: ui('retry') });
  if (await retry.count()) await retry.click();
  await page.reload();
  await expect(page.getByText(transfers('status.approved'), { exact: true }).first()).toBeVisible();
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 2]);
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

for (const language of languages) {
  test(`a brand in use is not deleted: a sentence says where and how often, and deactivating is offered, in ${language}`, async ({ page }) => {
    const says = words(language, 'kit');
    const brand = await newBrand(`Worn ${unique()}`);
    const owner = await api('Owner');
    for (const at of [1, 2, 3]) await owner.rpc('save_product', { id: randomUUID(), product: { name: `Worn thing ${unique()} ${at}`, price: 10, brand_id: brand.id }, variants: [] });
    await enter(page, 'Owner', language, `/inventory/brands?q=${encodeURIComponent(brand.name)}`);
    await page.getByRole('button', { name: said(language, 'kit')('rowActions', { name: brand.name }) }).click();
    await page.getByRole('menuitem', { name: says('delete') }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: says('delete'), exact: true }).click();
    const refusal = page.getByRole('alertdialog', { name: said(language, 'kit')('inUseTitle', { name: brand.name }) });
    const places = words(language, 'usage')(`products_${new Intl.PluralRules(language).select(3)}`, { shown: '3' });
    await expect(refusal).toContainText(said(language, 'kit').part('inUseText', { name: brand.name, places }));
    expect(await brandsNamed(brand.name)).toHaveLength(1);
    await refusal.getByRole('button', { name: said(language, 'kit')('deactivateName', { name: brand.name }) }).click();
    await expect(saying(page)).toContainText(said(language, 'kit').part('nowInactive', { name: brand.name }));
    expect((await brandsNamed(brand.name))[0]).toMatchObject({ active: false });
    await saying(page).getByRole('button', { name: says('undo') }).click();
    await expect.poll(async () => (await brandsNamed(brand.name))[0]?.active).toBe(true);
  });

  test(`a barcode twice is refused where it stands, naming the other product, in ${language}`, async ({ page }) => {
    const says = words(language, 'products');
    const [taken, mine] = [await newGoods(), await newGoods()];
    await enter(page, 'Owner', language, `/inventory/products/edit/${mine.product}`);
    await page.getByRole('button', { name: says('grid.barcodes'), exact: true }).click();
    await page.getByRole('gridcell').first().click();
    await page.keyboard.type(taken.barcode);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: said(language, 'products').part('errors.barcodeTaken', { code: taken.barcode, product: taken.name }) })).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toHaveAttribute('aria-invalid', 'true');
    const owner = await api('Owner');
    expect(await owner.get(`variants?id=eq.${mine.variant}&barcode=eq.${mine.barcode}&select=id`)).toHaveLength(1);
  });
}

/** As Excel writes it: the sheet is encrypted inside a container of the old format. */
function protectedWorkbook(): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(248, 4));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096, 7));
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

for (const language of languages) {
  test(`a file that is no sheet is refused with the reason, and nothing changes, in ${language}`, async ({ page }) => {
    const imports = words(language, 'imports');
    const refusal = (code: string, values: Record<string, string> = {}) => said(language, 'imports').part(`refused.${code}`, values);
    const counted = async () => (await rowsApi()).find('imports?select=id').then((rows) => rows.length);
    await enter(page, 'Owner', language, '/inventory/products/import');
    const before = await counted();
    const files = [
      { name: 'picture.csv', buffer: png, says: /./ },
      { name: 'empty.csv', buffer: Buffer.alloc(0), says: refusal('file_empty') },
      { name: 'letter.xlsx', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), says: /./ },
      { name: 'locked.xlsx', buffer: protectedWorkbook(), says: refusal('file_password_protected') },
      { name: 'heads.csv', buffer: Buffer.from('Name,Price\n'), says: refusal('file_no_rows') },
    ];
    const known = ['file_not_a_sheet', 'file_mislabelled'].map((code) => refusal(code, { claims: '\\w+', content: '.+' }).source.replace('\\\\w\\+', '\\w+').replace('\\.\\+', '.+'));
    for (const { name, buffer, says } of files) {
      await test.step(name, async () => {
        await page.getByLabel(imports('chooseFile')).setInputFiles({ name, mimeType: 'text/csv', buffer });
        const banner = page.getByRole('alert').filter({ hasText: name });
        await expect(banner).toBeVisible();
        await expect(banner).toContainText(says.source === '.' ? new RegExp(known.join('|')) : says);
        // Still at the first step, where another file can be chosen.
        await expect(page.getByText(imports('dropTitle'))).toBeVisible();
      });
    }
    expect(await counted()).toBe(before);
  });

  test(`a transfer of more than there is: needs 5, has 3, and nothing moves, in ${language}`, async ({ page }) => {
    const transfers = words(language, 'transfers');
    const [from, to] = [await newBranch('Short', 'الناقص'), await newBranch('Full', 'الكامل')];
    const goods = await newGoods();
    await stocked(from, goods, 3);
    const shown = language === 'ar' ? from.name_ar : from.name;

    await test.step('it is said while it is typed', async () => {
      await enter(page, 'Owner', language, '/inventory/stockpoints/transactions/add');
      for (const [end, branch] of [['from', from], ['to', to]] as const) {
        await page.getByRole('main').getByRole('button', { name: `${transfers(`form.${end}`)} ${transfers('branchPlaceholder')}` }).click();
        await page.getByRole('option', { name: language === 'ar' ? branch.name_ar : branch.name }).click();
      }
      await page.getByRole('combobox', { name: words(language, 'variants')('picker.label') }).fill(goods.barcode);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: said(language, 'transfers').part('form.quantityOf', { name: goods.name }) }).fill('5');
      await expect(page.getByText(said(language, 'transfers')('form.short', { needs: 5, has: 3, place: shown }))).toBeVisible();
      await page.getByRole('button', { name: transfers('form.create') }).click();
      await expect(page).toHaveURL(/\/inventory\/transactions\/view\//);
    });

    await test.step('it cannot be approved', async () => {
      await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
      const question = page.getByRole('dialog');
      await expect(question).toContainText(said(language, 'transfers').part('decide.shortLine', { needs: 5, has: 3 }));
      await expect(question.getByRole('button', { name: said(language, 'transfers')('decide.approve', { count: 5 }) })).toHaveAttribute('aria-disabled', 'true');
      await question.getByRole('button', { name: transfers('decide.notYet') }).click();
    });

    await test.step('nor where the goods went between the look and the approval', async () => {
      await stocked(from, goods, 2);
      await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
      const question = page.getByRole('dialog');
      const approve = question.getByRole('button', { name: said(language, 'transfers')('decide.approve', { count: 5 }) });
      await expect(approve).toBeEnabled();
      const owner = await api('Owner');
      await owner.rpc('post_stock_entry', { id: randomUUID(), kind: 'adjustment', reason: 'loss', branch_id: from.id, lines: [{ variant_id: goods.variant, quantity: -2 }] });
      await approve.click();
      await expect(question.getByRole('alert')).toContainText(transfers('failed.move'));
      await expect(question).toContainText(said(language, 'transfers').part('decide.shortLine', { needs: 5, has: 3 }));
    });
    expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 0]);
  });
}

test('a storekeeper calls the approval function by hand: refused, and nothing moves', async () => {
  const [from, to] = [await newBranch('Hand from', 'من اليد'), await newBranch('Hand to', 'إلى اليد')];
  const keeper = await newPerson('Storekeeper', [{ branch: from, access: 'work' }, { branch: to, access: 'work' }]);
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id } = await newTransfer(from, to, goods, 5);
  const { call, rpc } = await callsOf(keeper);
  const refused = await call('transfer-approval', { transfer_id: id, action: 'approve' });
  expect(refused.status).toBe(403);
  expect(JSON.stringify(await refused.json())).toContain('permission_missing');
  // Nor past the function.
  const direct = await rpc('approve_transfer', { id });
  expect(direct.status).toBe(403);
  expect(await direct.json()).toMatchObject({ message: 'permission_missing' });
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([5, 0]);
});

async function callsOf(person: Person) {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) => fetch(`${stack.apiUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    call: (name: string, body: unknown) => post(`functions/v1/${name}`, body),
    rpc: (name: string, body: unknown) => post(`rest/v1/rpc/${name}`, body),
    rows: async (path: string) => (await (await fetch(`${stack.apiUrl}/rest/v1/${path}`, { headers })).json()) as unknown[],
  };
}

test('somebody of another branch asks for a transfer by its id: there is none', async ({ page }) => {
  const [from, to, own] = [await newBranch('Far from', 'من البعيد'), await newBranch('Far to', 'إلى البعيد'), await newBranch('Own', 'الخاص')];
  const manager = await newPerson('Manager', [{ branch: own, access: 'work' }]);
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id, number } = await newTransfer(from, to, goods, 5);
  const { call, rpc, rows } = await callsOf(manager);
  for (const path of [`transfers?id=eq.${id}`, `transfer_list?id=eq.${id}`, `transfer_items?transfer_id=eq.${id}`, `stock_levels?branch_id=eq.${from.id}`, `stock_movements?branch_id=eq.${from.id}`, `transfer_costs?transfer_id=eq.${id}`]) expect(await rows(path), path).toEqual([]);
  for (const answer of [await rpc('transfer_preview', { id }), await rpc('approve_transfer', { id }), await rpc('reverse_transfer', { id, reason: 'mine' }), await call('transfer-approval', { transfer_id: id, action: 'approve' })]) {
    // The very answer that an id of nothing gets.
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(number);
  }
  await enter(page, manager, 'en', `/inventory/transactions/view/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'transfers')('notFound.title'));
  await expect(page.getByRole('main')).not.toContainText(number);
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([5, 0]);
});
