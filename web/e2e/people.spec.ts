/* Users and roles: managed by the owner, and as their users see them. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { row } from './support/products.ts';
import { enter, expectInvariants, giveCredentials, inDatabase, newPerson, saying, unique } from './support/fixtures.ts';
import { textPattern } from './support/text-pattern.ts';
import { api, prefer } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const app = words('en', 'app');
const errors = words('en', 'errors');
const users = words('en', 'users');
const roles = words('en', 'roles');
const profile = words('en', 'profile');
const kit = words('en', 'kit');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function newRole(permissions: string[]): Promise<{ id: string; name: string }> {
  const role = { id: randomUUID(), name: `Role ${unique()}` };
  const made = await (await api('Owner')).rpc('save_role', { id: role.id, role: { name: role.name }, permissions });
  if (!made.ok) throw new Error(await made.text());
  return role;
}

test('a new user gets an account, role and branch, and must choose a password at first sign-in', async ({ page, browser }) => {
  const run = unique();
  const person = { name: `Hany ${run}`, email: `hany.${run}@darnour.example` };
  await enter(page, 'Owner', 'en', '/managment/users/add');
  await page.getByLabel(users('fields.name'), { exact: true }).fill(person.name);
  await page.getByLabel(users('fields.email'), { exact: true }).fill(person.email);
  const password = await page.getByLabel(users('fields.password'), { exact: true }).inputValue();
  await page.getByRole('button', { name: users('create') }).click();
  // The role is required, and what is typed stays.
  await expect(page.getByText(kit('problem.required'))).toBeVisible();
  await page.getByRole('button', { name: users('chooseRole') }).click();
  await page.getByRole('option', { name: 'Cashier' }).click();
  await page
    .getByRole('group', { name: 'Zamalek' })
    .getByRole('button', { name: users('access.work'), exact: true })
    .click();
  await page.keyboard.press('Control+s');
  const handed = page.getByRole('dialog');
  await expect(handed).toContainText(password);
  await expect(handed).toContainText(person.email);
  await handed.getByRole('button', { name: users('handOver.done') }).click();
  await expect(page).toHaveURL('/managment/users');
  await page.getByRole('searchbox').fill(person.email);
  await expect(row(page, person.name)).toContainText('Zamalek');

  const theirs = await (await browser.newContext()).newPage();
  await prefer(theirs, 'en');
  await theirs.goto('/login');
  await giveCredentials(theirs, { email: person.email, password });
  await expect(heading(theirs)).toHaveText(app('ownPassword.title'));
  await theirs.goto('/inventory/products');
  await expect(heading(theirs)).toHaveText(app('ownPassword.title'));
  const own = theirs.getByLabel(app('recovery.newPassword'), { exact: true });
  await own.fill(password);
  await theirs.getByRole('button', { name: app('recovery.save') }).click();
  await expect(theirs.getByText(errors('same_password'))).toBeVisible();
  await own.fill(`own-${run}-choice`);
  await theirs.getByRole('button', { name: app('recovery.save') }).click();
  await expect(theirs.getByRole('navigation', { name: app('menuLabel') })).toBeVisible();
  await expect(theirs.getByRole('link', { name: app('menu.suppliers') })).toHaveCount(0);
  await theirs.context().close();
  await expectInvariants();
});

/** The link of the last invitation to an address. */
function invitationTo(email: string): string {
  const folder = join(process.env.DAFTAR_DATA ?? '', 'mails');
  const last =
    readdirSync(folder)
      .filter((name) => name.endsWith(`-${email}.txt`))
      .sort()
      .at(-1) ?? '';
  return /http\S+\/login\?invitation=\w+/.exec(readFileSync(join(folder, last), 'utf8'))?.[0] ?? '';
}

test('a new user is invited twice and joins by the newest link, which works only once', async ({ page, browser }) => {
  const run = unique();
  const person = { name: `Mona ${run}`, email: `mona.${run}@darnour.example` };
  await enter(page, 'Owner', 'en', '/managment/users/add');
  await page.getByLabel(users('fields.name'), { exact: true }).fill(person.name);
  await page.getByLabel(users('fields.email'), { exact: true }).fill(person.email);
  await page.getByRole('button', { name: users('chooseRole') }).click();
  await page.getByRole('option', { name: 'Cashier' }).click();
  await page
    .getByRole('group', { name: 'Zamalek' })
    .getByRole('button', { name: users('access.work'), exact: true })
    .click();
  await page
    .getByRole('group', { name: users('firstSignIn.label') })
    .getByRole('button', { name: users('firstSignIn.invitation') })
    .click();
  await expect(page.getByLabel(users('fields.password'), { exact: true })).toHaveCount(0);
  await page.keyboard.press('Control+s');
  const sent = textPattern('en', 'users').part('invitationSent', { email: person.email });
  await expect(saying(page)).toContainText(sent);
  await expect(page).toHaveURL('/managment/users');
  const first = invitationTo(person.email);
  await page.getByRole('searchbox').fill(person.email);
  await expect(row(page, person.name)).toContainText(textPattern('en', 'users').part('invitedAgo', { ago: 'now' }));
  await row(page, person.name)
    .getByRole('button', { name: textPattern('en', 'kit').part('rowActions', { name: person.name }) })
    .click();
  await page.getByRole('menuitem', { name: users('action.invite') }).click();
  await expect.poll(() => invitationTo(person.email)).not.toBe(first);

  const theirs = await (await browser.newContext()).newPage();
  const own = theirs.getByLabel(app('recovery.newPassword'), { exact: true });
  const choose = async (password: string) => {
    await own.fill(password);
    await theirs.getByRole('button', { name: app('recovery.save') }).click();
  };
  await prefer(theirs, 'en');
  await theirs.goto(first);
  await expect(heading(theirs)).toHaveText(app('invitation.title'));
  await choose('short');
  await expect(theirs.getByText(textPattern('en', 'errors').part('weak_password', {}))).toBeVisible();
  await choose(`own-${run}-choice`);
  await expect(theirs.getByRole('alert')).toHaveText(errors('invitation_expired'));
  const link = invitationTo(person.email);
  await theirs.goto(link);
  // Auth refuses the password after the link was used; the second attempt uses the existing session.
  await theirs.route(
    '**/auth/v1/user',
    (route) => route.fulfill({ status: 422, json: { code: 422, error_code: 'weak_password', msg: 'Known from a leak' } }),
    { times: 1 },
  );
  await choose(`own-${run}-leaked`);
  await expect(theirs.locator('.error-text')).toBeVisible();
  await choose(`own-${run}-choice`);
  await expect(theirs.getByRole('navigation', { name: app('menuLabel') })).toBeVisible();
  // The link never replaces a session, not even the user's own.
  await theirs.goto(link);
  await expect(theirs.getByText(app('invitation.taken'))).toBeVisible();
  await theirs.getByRole('button', { name: app('signOut') }).click();
  await choose('another choice');
  await expect(theirs.getByRole('alert')).toHaveText(errors('invitation_expired'));
  await theirs.getByRole('button', { name: app('recovery.back') }).click();
  await giveCredentials(theirs, { email: person.email, password: `own-${run}-choice` });
  await expect(theirs.getByRole('navigation', { name: app('menuLabel') })).toBeVisible();
  await theirs.context().close();
  await page.reload();
  await expect(row(page, person.name)).toBeVisible();
  await expect(row(page, person.name)).not.toContainText('Invited');
  await expectInvariants();
});

test('deactivating a user ends their open session, and undo lets them sign in again', async ({ page, browser }) => {
  const person = await newPerson('Buyer');
  const theirs = await (await browser.newContext()).newPage();
  await enter(theirs, person, 'en', '/inventory/brands');
  await enter(page, 'Owner', 'en', `/managment/users?q=${encodeURIComponent(person.email)}`);
  await expect(row(page, person.name)).toContainText(users('signedInNow'));
  await row(page, person.name)
    .getByRole('button', { name: textPattern('en', 'kit').part('rowActions', { name: person.name }) })
    .click();
  await page.getByRole('menuitem', { name: users('action.deactivate') }).click();
  await expect(row(page, person.name)).toContainText(kit('inactive'));
  await expect(row(page, person.name)).not.toContainText(users('signedInNow'));
  const dashboard = theirs
    .getByRole('navigation', { name: app('menuLabel') })
    .getByRole('link', { name: app('menu.dashboard'), exact: true });
  // Their next navigation is refused, unless the page's regular check has already removed the menu.
  await expect(async () => {
    if (await dashboard.isVisible()) await dashboard.click({ timeout: 1000 });
    await expect(theirs.getByText(errors('account_inactive'))).toBeVisible({ timeout: 1000 });
  }).toPass();
  await saying(page)
    .getByRole('button', { name: words('en', 'ui')('undo') })
    .click();
  await expect(row(page, person.name)).toContainText(kit('active'));
  await theirs.getByRole('button', { name: words('en', 'ui')('retry') }).click();
  await expect(theirs.getByRole('alertdialog')).toContainText(app('session.title'));
  await theirs.getByLabel(app('signIn.password'), { exact: true }).fill(person.password);
  await theirs.getByRole('button', { name: app('signIn.submit'), exact: true }).click();
  await expect(theirs.getByRole('navigation', { name: app('menuLabel') })).toBeVisible();
  await page.goto(`/managment/users/edit/${person.id}`);
  await page.getByRole('button', { name: words('en', 'history')('all') }).click();
  await expect(page.getByRole('dialog').locator('.changes > li').first()).toContainText(words('en', 'history')('action.update'));
  await theirs.context().close();
});

test('a role is searched, edited and saved by keyboard alone in Arabic, and its history shows it', async ({ page }) => {
  const role = await newRole(['inventory.brands.view', 'management.roles.view']);
  const ar = words('ar', 'roles');
  await enter(page, 'Owner', 'ar', `/managment/roles/edit/${role.id}`);
  await page.getByRole('searchbox', { name: ar('find') }).focus();
  await page.keyboard.type('ماركات');
  const box = (action: string) =>
    page.getByRole('checkbox', {
      name: `${words('ar', 'app')('permission.resource.brands')}: ${words('ar', 'app')(`permission.action.${action}`)}`,
    });
  await expect(box('view')).toBeChecked();
  await box('view').focus();
  // Reading order runs to the left.
  await page.keyboard.press('ArrowLeft');
  await expect(box('create')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box('create')).toBeChecked();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: words('ar', 'kit')('unsaved') })).toHaveCount(0);
  expect(
    (await inDatabase((sql) => sql`select permission from public.role_permissions where role_id = ${role.id} order by 1`)).map(
      ({ permission }) => permission,
    ),
  ).toEqual(['inventory.brands.create', 'inventory.brands.view', 'management.roles.view']);
  // The granted permission is in the role's history.
  await page.getByRole('button', { name: words('ar', 'history')('all') }).press('Enter');
  const changes = page.getByRole('dialog').locator('.changes > li');
  await expect(changes.first()).toContainText(words('ar', 'history')('action.insert'));
  await expect(changes.first()).toContainText(words('ar', 'app')('permission.resource.brands'));
});

test('a role is copied, compared with its original, and its draft survives a reload', async ({ page }) => {
  const role = await newRole(['inventory.brands.view', 'inventory.colors.view']);
  await enter(page, 'Owner', 'en', `/managment/roles/edit/${role.id}`);
  await page.getByRole('link', { name: roles('action.copy') }).click();
  const name = `Copy ${unique()}`;
  // The copy has its own form with an empty name.
  await expect(page).toHaveURL(/copy=/);
  await expect(page.getByLabel(roles('fields.name'), { exact: true })).toHaveValue('');
  await page.getByLabel(roles('fields.name'), { exact: true }).fill(name);
  await page.getByRole('checkbox', { name: 'Colors: view' }).uncheck();
  await page.getByRole('checkbox', { name: 'Costs: view' }).check();
  await page.reload();
  await expect(page.getByLabel(roles('fields.name'), { exact: true })).toHaveValue(name);
  await expect(page.getByRole('checkbox', { name: 'Costs: view' })).toBeChecked();
  await page.keyboard.press('Control+s');
  await expect(heading(page)).toHaveText(name);
  await page.getByRole('button', { name: new RegExp(roles('compare')) }).click();
  await page.getByRole('option', { name: role.name }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${roles('show.differs')}`) })).toContainText('2');
  await expect(page.locator('.permission-grid tbody tr:not(.domain) th')).toHaveText([
    app('permission.resource.costs'),
    app('permission.resource.colors'),
  ]);
  await expect(page).toHaveURL(/compare=/);
});

test('previewing a role shows its menu and a banner, and saves nothing', async ({ page }) => {
  const role = await newRole(['inventory.brands.view', 'inventory.brands.create']);
  await enter(page, 'Owner', 'en', `/managment/roles/edit/${role.id}`);
  await page.getByRole('button', { name: roles('action.preview') }).click();
  const banner = page.getByRole('status').filter({ hasText: textPattern('en', 'app').part('preview.text', { name: role.name }) });
  await expect(banner).toBeVisible();
  const menu = page.getByRole('navigation', { name: app('menuLabel') });
  await menu.getByRole('button', { name: app('menu.inventory') }).click();
  await expect(menu.getByRole('link', { name: app('menu.brands') })).toBeVisible();
  await expect(menu.getByRole('link', { name: app('menu.products') })).toHaveCount(0);
  await expect(menu.getByRole('button', { name: app('menu.management') })).toHaveCount(0);
  await page.goto('/inventory/brands/add');
  await expect(banner).toBeVisible();
  const name = `Preview ${unique()}`;
  await page.getByLabel(words('en', 'fields')('name'), { exact: true }).fill(name);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(errors('preview_read_only'))).toBeVisible();
  await expect(page.getByLabel(words('en', 'fields')('name'), { exact: true })).toHaveValue(name);
  page.on('dialog', (dialog) => void dialog.accept());
  await banner.getByRole('button', { name: app('preview.leave') }).click();
  await expect(page).toHaveURL(`/managment/roles/edit/${role.id}`);
  await expect(banner).toHaveCount(0);
  expect(await inDatabase((sql) => sql`select id from public.brands where name = ${name}`)).toHaveLength(0);
});

test('users change their profile and password, and end a session on another device immediately', async ({ page, browser }) => {
  const person = await newPerson('Buyer');
  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, person, 'en', '/inventory/brands');
  await enter(page, person, 'en', '/profile');
  // Not exact, because the label also says that the field is optional.
  await page.getByLabel(users('fields.phone')).fill('+20 100 777');
  await page.keyboard.press('Control+s');
  await expect(saying(page)).toContainText(profile('saved'));
  await page.getByRole('button', { name: profile('end'), exact: true }).click();
  await expect(saying(page)).toContainText(textPattern('en', 'profile').part('ended_one', { shown: '1' }));
  await elsewhere
    .getByRole('navigation', { name: app('menuLabel') })
    .getByRole('link', { name: app('menu.dashboard'), exact: true })
    .click();
  await expect(elsewhere.getByRole('alertdialog')).toContainText(app('session.title'));
  await elsewhere.context().close();

  await page.getByLabel(profile('oldPassword'), { exact: true }).fill('not it');
  await page.getByLabel(app('recovery.newPassword'), { exact: true }).fill('another one of mine');
  await page.getByRole('button', { name: profile('changePassword') }).click();
  await expect(page.getByText(profile('wrongPassword'))).toBeVisible();
  await page.getByLabel(profile('oldPassword'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: profile('changePassword') }).click();
  await expect(saying(page)).toContainText(profile('passwordChanged'));
  const sessions = page.getByRole('region', { name: profile('sessions') }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText(profile('here'));
});
