/* Data that belongs to one test: its own branches, people and goods, so that tests run in parallel and repeatedly. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import postgres from 'postgres';
import { rowsApi } from './rows.ts';
import { api, signIn, stack, type Credentials, type Language } from './stack.ts';
import { words } from './words.ts';

export const unique = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);

/** Runs SQL directly, for what no screen or API call can do. */
export async function inDatabase<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

export async function expectInvariants() {
  expect(await inDatabase((sql) => sql<{ rule: string }[]>`select * from private.check_invariants()`.then((rows) => [...rows]))).toEqual(
    [],
  );
}

export interface Branch {
  id: string;
  name: string;
  name_ar: string;
  code: string;
}

export async function newBranch(name: string, nameAr: string): Promise<Branch> {
  const run = unique();
  const code = Array.from({ length: 6 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
  const branch = { id: randomUUID(), name: `${name} ${run}`, name_ar: `${nameAr} ${run}`, code };
  await (await rowsApi()).insert('branches', [branch]);
  return branch;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
}

/** A user with a seeded role, used by no other test. */
export async function newPerson(role: string, places: { branch: { id: string }; access: 'view' | 'work' }[] = []): Promise<Person> {
  const run = unique();
  const person = { name: `${role} ${run}`, email: `${role.toLowerCase()}.${run}@darnour.example`, password: `pass-${run}` };
  const answer = await fetch(`${stack.apiUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password, email_confirm: true }),
  });
  const { id } = (await answer.json()) as { id: string };
  await inDatabase(async (sql) => {
    await sql`insert into public.profiles (id, name, role_id) select ${id}, ${person.name}, id from public.roles where name = ${role}`;
    await sql`insert into public.profile_contacts (profile_id, email) values (${id}, ${person.email})`;
    for (const { branch, access } of places)
      await sql`insert into public.user_branches (profile_id, branch_id, access) values (${id}, ${branch.id}, ${access})`;
  });
  return { id, ...person };
}

export interface Goods {
  product: string;
  variant: string;
  barcode: string;
  name: string;
}

/** more: further fields of the product. */
export async function newGoods(name = `Scarf ${unique()}`, more: object = {}): Promise<Goods> {
  const owner = await api('Owner');
  const product = randomUUID();
  const made = await owner.rpc('save_product', { id: product, product: { name, price: 100, purchase_price: 61.5, ...more }, variants: [] });
  if (!made.ok) throw new Error(await made.text());
  const [variant] = await owner.get<{ id: string; barcode: string }>(`variants?product_id=eq.${product}&select=id,barcode`);
  return { product, variant: variant!.id, barcode: variant!.barcode, name };
}

export async function stocked(branch: { id: string }, goods: Pick<Goods, 'variant'>, quantity: number, stock_point_id?: string) {
  const owner = await api('Owner');
  const made = await owner.rpc('post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: branch.id,
    stock_point_id,
    lines: [{ variant_id: goods.variant, quantity }],
  });
  if (!made.ok) throw new Error(await made.text());
}

export async function newTransfer(from: Branch, to: Branch, goods: Goods, quantity: number): Promise<{ id: string; number: string }> {
  const owner = await api('Owner');
  const made = await owner.rpc('save_transfer', {
    id: randomUUID(),
    from_branch_id: from.id,
    to_branch_id: to.id,
    lines: [{ variant_id: goods.variant, quantity }],
  });
  if (!made.ok) throw new Error(await made.text());
  return (await made.json()) as { id: string; number: string };
}

export async function onHand(branch: Branch, goods: { variant: string }): Promise<number> {
  const owner = await api('Owner');
  const levels = await owner.get<{ quantity: number }>(
    `stock_levels?branch_id=eq.${branch.id}&variant_id=eq.${goods.variant}&select=quantity`,
  );
  return levels.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Fills in and submits the sign-in form on the screen, by its labels. */
export async function giveCredentials(page: Page, { email, password }: Credentials, language: Language = 'en') {
  const app = words(language, 'app');
  await page.getByLabel(app('signIn.email'), { exact: true }).fill(email);
  await page.getByLabel(app('signIn.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: app('signIn.submit'), exact: true }).click();
}

export const enter = (page: Page, who: string | Credentials, language: Language = 'en', to = '/dashboard') =>
  signIn(page, who, to, language);

export const saying = (page: Page) =>
  page.getByRole('region', { name: new RegExp(`^(${words('en', 'ui')('notifications')}|${words('ar', 'ui')('notifications')})$`) });

/** Chooses from a short list in a labelled field. */
export async function choose(page: Page, label: string | RegExp, option: string | RegExp) {
  await page.getByRole('main').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}
