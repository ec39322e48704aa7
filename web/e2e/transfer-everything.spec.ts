/* A transfer of all stock at a place: filled into the form if it fits, otherwise created by the database. */
import { expect } from '@playwright/test';
import { textPattern } from './support/text-pattern.ts';
import {
  choose,
  enter,
  expectInvariants,
  inDatabase,
  newBranch,
  newGoods,
  onHand,
  saying,
  stocked,
  unique,
  type Branch,
} from './support/fixtures.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';
import { usually } from './support/stack.ts';

const add = '/inventory/stockpoints/transactions/add';

test.afterAll(expectInvariants);

/** Inserts many products by SQL, because creating them through the app would be slow. */
async function manyAt(branch: Branch, count: number) {
  const run = unique();
  await inDatabase((sql) =>
    sql.begin(async (hand) => {
      await hand`select set_config('request.jwt.claims', json_build_object('sub', (select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner and p.active limit 1))::text, true)`;
      await hand`create temp table many on commit drop as select private.uuid_v7() as product, private.uuid_v7() as variant, n from generate_series(1, ${count}::integer) n`;
      await hand`insert into public.products (id, name, price) select product, ${`Many ${run} `} || lpad(n::text, 5, '0'), 10 from many`;
      await hand`insert into public.variants (id, product_id, sku, barcode) select variant, product, ${`M-${run}-`} || n, ${`M-${run}-`} || n from many`;
      await hand`select private.post_stock_entry(private.uuid_v7(), 'opening', ${branch.id}, (select jsonb_agg(jsonb_build_object('variant_id', variant, 'quantity', 2)) from many))`;
    }),
  );
}

test('the stock of a closed branch that fits the form is filled in with its full quantities', async ({ page }) => {
  const transfers = words('en', 'transfers');
  const [from, to] = [await newBranch('Closing', 'المغلق'), await newBranch('Taking', 'الآخذ')];
  const [one, two] = [await newGoods(), await newGoods()];
  await stocked(from, one, 7);
  await stocked(from, two, 3);
  await inDatabase((sql) => sql`update public.branches set active = false where id = ${from.id}`);
  await enter(page, 'Owner', 'en', add);
  await choose(page, `${transfers('form.from')} ${transfers('branchPlaceholder')}`, transfers('place.closed', { place: from.name }));
  await choose(page, `${transfers('form.to')} ${transfers('branchPlaceholder')}`, to.name);
  await page.getByRole('button', { name: transfers('form.everything'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(textPattern('en', 'transfers').part('form.everythingText', { count: 2, pieces: '10 pieces' }));
  await dialog.getByRole('button', { name: textPattern('en', 'transfers')('form.everythingAdd', { count: 2 }) }).click();
  await expect(page.locator(`[data-cell="quantity:${one.variant}"]`)).toHaveValue('7');
  await expect(page.locator(`[data-cell="quantity:${two.variant}"]`)).toHaveValue('3');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/inventory\/transactions\/view\//);
});

for (const language of usually('en')) {
  test(`stock beyond the form's limit is transferred directly, paged and approved, in ${language}`, async ({ page }) => {
    const transfers = words(language, 'transfers');
    const [from, to] = [await newBranch('Closing', 'المغلق'), await newBranch('Taking', 'الآخذ')];
    await manyAt(from, 1234);
    const [fromName, toName] = language === 'ar' ? [from.name_ar, to.name_ar] : [from.name, to.name];
    await enter(page, 'Owner', language, add);
    await choose(page, `${transfers('form.from')} ${transfers('branchPlaceholder')}`, fromName);
    await page.getByRole('button', { name: transfers('form.everything'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.locator('.dialog-foot .button.primary');
    // The destination is required first.
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await choose(page, `${transfers('form.to')} ${transfers('branchPlaceholder')}`, toName);
    await page.getByRole('button', { name: transfers('form.everything'), exact: true }).click();
    await expect(dialog).toContainText(transfers('form.everythingWhole'));
    await create.click();
    await expect(saying(page)).toContainText(transfers('done.createdBulk'));
    await expect(page).toHaveURL(/transactions\/view\//);
    await expect(page.locator('.facts')).toContainText('2,468');

    const rows = page.locator('.transfer-lines tbody tr');
    await expect(page.locator('.transfer-lines')).toHaveAttribute('aria-busy', 'false');
    await expect(rows).toHaveCount(500);
    await page.getByRole('button', { name: textPattern(language, 'lines')('more', { count: 734, shown: '734' }) }).click();
    await expect(rows).toHaveCount(1234);

    await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
    await page.getByRole('alertdialog').locator('.dialog-foot .button.primary').click();
    await expect(page.locator('.stamp')).toHaveText(transfers('status.approved'));
    const [first] = await inDatabase(
      (sql) =>
        sql<
          { variant: string }[]
        >`select i.variant_id as variant from public.transfer_items i join public.transfers t on t.id = i.transfer_id where t.from_branch_id = ${from.id} limit 1`,
    );
    expect([await onHand(from, first!), await onHand(to, first!)]).toEqual([0, 2]);
  });
}
