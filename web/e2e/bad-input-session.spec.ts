/* Wrong, expired and revoked sessions: one clear message, nothing changed, nothing typed is lost. */
import { expect, type Page } from '@playwright/test';
import { brandsNamed, nameField, save } from './support/record-form.ts';
import { enter, expectInvariants, giveCredentials, inDatabase, newPerson, saying, unique, type Person } from './support/fixtures.ts';
import { prefer, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const kit = words('en', 'kit');
const errors = words('en', 'errors');

test.afterAll(expectInvariants);

/** The session was revoked: its token has expired and the server does not renew it. */
async function endSession(page: Page, person: Person) {
  await inDatabase((sql) => sql`delete from auth.refresh_tokens where user_id::text = ${person.id}`);
  await page.evaluate(() => {
    const kept = localStorage.getItem('daftar-session') === null ? sessionStorage : localStorage;
    const session = JSON.parse(kept.getItem('daftar-session') ?? '{}') as object;
    kept.setItem('daftar-session', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  });
}

for (const language of usually('en')) {
  test(`a wrong password is refused at its field, in ${language}`, async ({ page }) => {
    await prefer(page, language);
    await page.goto('/login');
    const app = words(language, 'app');
    await giveCredentials(page, { email: 'owner@darnour.example', password: 'not-this-one' }, language);
    const password = page.getByLabel(app('signIn.password'), { exact: true });
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toBeFocused();
    await expect(page.getByText(words(language, 'errors')('wrong_password'))).toBeVisible();
    // The email stays. An unknown email gets the same message, so that the page does not reveal who has an account.
    await expect(page.getByLabel(app('signIn.email'), { exact: true })).toHaveValue('owner@darnour.example');
    await giveCredentials(page, { email: `nobody.${unique()}@darnour.example`, password: 'not-this-one' }, language);
    await expect(page.getByText(words(language, 'errors')('wrong_password'))).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel(app('signIn.email'), { exact: true }).fill('owner');
    await page.getByRole('button', { name: app('signIn.submit'), exact: true }).click();
    await expect(page.getByText(app('signIn.emailNeeded'))).toBeVisible();
  });
}

test('a session that expires in a form is renewed in a dialog, and the save completes', async ({ page }) => {
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

test('an invalid token asks for sign-in after a reload, and the typed text is kept', async ({ page }) => {
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
  await again
    .or(page.getByRole('heading', { name: words('en', 'app')('signIn.title') }))
    .first()
    .waitFor();
  if (await again.isVisible()) {
    await again
      .getByLabel(words('en', 'app')('signIn.email'), { exact: true })
      .fill(person.email)
      .catch(() => undefined);
    await again.getByLabel(words('en', 'app')('signIn.password'), { exact: true }).fill(person.password);
    await again.getByRole('button', { name: words('en', 'app')('signIn.submit'), exact: true }).click();
  } else await giveCredentials(page, person);
  await expect(page).toHaveURL('/inventory/brands/add');
  await expect(nameField(page)).toHaveValue(name);
  await save(page).click();
  await expect(saying(page)).toContainText(kit('saved', { name }));
  expect(await brandsNamed(name)).toHaveLength(1);
});
