/* Invalid input for transfers: one clear message, nothing changed, nothing typed is lost. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { loseAnswer } from './support/intercept.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newBranch, newGoods, newPerson, newTransfer, onHand, stocked, type Person } from './support/fixtures.ts';
import { api, stack, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

test('approving a transfer moves its stock once although the response is lost', async ({ page }) => {
  const [from, to] = [await newBranch('Lost from', 'من الضائع'), await newBranch('Lost to', 'إلى الضائع')];
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id } = await newTransfer(from, to, goods, 2);
  const transfers = words('en', 'transfers');
  await enter(page, 'Owner', 'en', `/inventory/transactions/view/${id}`);
  await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
  await loseAnswer(page, '**/functions/v1/transfer-approval');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: textPattern('en', 'transfers')('decide.approve', { count: 2 }) }).click();
  await expect(question.getByRole('alert')).toContainText(transfers('failed.move'));
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 2]);
  await page.reload();
  await expect(page.getByText(transfers('status.approved'), { exact: true }).first()).toBeVisible();
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 2]);
});

for (const language of usually('ar')) {
  test(`a transfer beyond the stock on hand cannot be approved and moves nothing, in ${language}`, async ({ page }) => {
    const transfers = words(language, 'transfers');
    const [from, to] = [await newBranch('Short', 'الناقص'), await newBranch('Full', 'الكامل')];
    const goods = await newGoods();
    await stocked(from, goods, 3);
    const shown = language === 'ar' ? from.name_ar : from.name;

    await test.step('the form warns while the quantity is typed', async () => {
      await enter(page, 'Owner', language, '/inventory/stockpoints/transactions/add');
      for (const [end, branch] of [
        ['from', from],
        ['to', to],
      ] as const) {
        await page
          .getByRole('main')
          .getByRole('button', { name: `${transfers(`form.${end}`)} ${transfers('branchPlaceholder')}` })
          .click();
        await page.getByRole('option', { name: language === 'ar' ? branch.name_ar : branch.name }).click();
      }
      await page.getByRole('combobox', { name: words(language, 'variants')('picker.label') }).fill(goods.barcode);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: textPattern(language, 'lines').part('quantityOf', { name: goods.name }) }).fill('5');
      await expect(page.getByText(textPattern(language, 'transfers')('form.short', { needs: 5, has: 3, place: shown }))).toBeVisible();
      await page.getByRole('button', { name: transfers('form.create') }).click();
      await expect(page).toHaveURL(/\/inventory\/transactions\/view\//);
    });

    await test.step('the approval is disabled', async () => {
      await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(textPattern(language, 'transfers').part('decide.shortLine', { needs: 5, has: 3 }));
      await expect(
        question.getByRole('button', { name: textPattern(language, 'transfers')('decide.approve', { count: 5 }) }),
      ).toHaveAttribute('aria-disabled', 'true');
      await question.getByRole('button', { name: transfers('decide.notYet') }).click();
    });

    await test.step('the approval is refused if the stock left after the dialog was opened', async () => {
      await stocked(from, goods, 2);
      await page.getByRole('button', { name: transfers('action.approve'), exact: true }).click();
      const question = page.getByRole('alertdialog');
      const approve = question.getByRole('button', { name: textPattern(language, 'transfers')('decide.approve', { count: 5 }) });
      await expect(approve).toBeEnabled();
      const owner = await api('Owner');
      await owner.rpc('post_stock_entry', {
        id: randomUUID(),
        kind: 'adjustment',
        reason: 'loss',
        branch_id: from.id,
        lines: [{ variant_id: goods.variant, quantity: -2 }],
      });
      await approve.click();
      await expect(question.getByRole('alert')).toContainText(transfers('failed.move'));
      await expect(question).toContainText(textPattern(language, 'transfers').part('decide.shortLine', { needs: 5, has: 3 }));
    });
    expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([3, 0]);
  });
}

test('a storekeeper is refused approval by the edge function and by the RPC, and nothing moves', async () => {
  const [from, to] = [await newBranch('Hand from', 'من اليد'), await newBranch('Hand to', 'إلى اليد')];
  const keeper = await newPerson('Storekeeper', [
    { branch: from, access: 'work' },
    { branch: to, access: 'work' },
  ]);
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id } = await newTransfer(from, to, goods, 5);
  const { call, rpc } = await callsOf(keeper);
  const refused = await call('transfer-approval', { transfer_id: id, action: 'approve', expected_version: 1 });
  expect(refused.status).toBe(403);
  expect(JSON.stringify(await refused.json())).toContain('permission_missing');
  // The RPC is refused as well, not only the function.
  const direct = await rpc('approve_transfer', { id, expected_version: 1 });
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

test('a user of another branch gets 404 for a transfer, as for an unknown id', async ({ page }) => {
  const [from, to, own] = [
    await newBranch('Far from', 'من البعيد'),
    await newBranch('Far to', 'إلى البعيد'),
    await newBranch('Own', 'الخاص'),
  ];
  const manager = await newPerson('Manager', [{ branch: own, access: 'work' }]);
  const goods = await newGoods();
  await stocked(from, goods, 5);
  const { id, number } = await newTransfer(from, to, goods, 5);
  const { call, rpc, rows } = await callsOf(manager);
  for (const path of [
    `transfers?id=eq.${id}`,
    `transfer_list?id=eq.${id}`,
    `transfer_items?transfer_id=eq.${id}`,
    `stock_levels?branch_id=eq.${from.id}`,
    `stock_movements?branch_id=eq.${from.id}&select=quantity`,
    `transfer_costs?transfer_id=eq.${id}`,
  ])
    expect(await rows(path), path).toEqual([]);
  for (const answer of [
    await rpc('transfer_preview', { id }),
    await rpc('approve_transfer', { id, expected_version: 1 }),
    await rpc('reverse_transfer', { id, reason: 'mine', expected_version: 1 }),
    await call('transfer-approval', { transfer_id: id, action: 'approve', expected_version: 1 }),
  ]) {
    // The same response as for an unknown id.
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(number);
  }
  await enter(page, manager, 'en', `/inventory/transactions/view/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'transfers')('notFound.title'));
  await expect(page.getByRole('main')).not.toContainText(number);
  expect([await onHand(from, goods), await onHand(to, goods)]).toEqual([5, 0]);
});
