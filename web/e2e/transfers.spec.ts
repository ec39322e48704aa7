/* Stock transfers from the first scan to the reversal, by the users who work on them, and their failures. */
import { readFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from '@playwright/test';
import { hold, intercept, loseAnswer } from './support/intercept.ts';
import { pdfTextRuns } from './support/pdf.ts';
import { textPattern } from './support/text-pattern.ts';
import { csvFile, type SheetFile } from './support/sheet-files.ts';
import { newGoods, stocked as put } from './support/fixtures.ts';
import { api, prefer, signIn, type Language } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const en = words('en', 'transfers');
const ar = words('ar', 'transfers');
const list = '/inventory/stockpoints/transactions';
const view = (id: string) => `/inventory/transactions/view/${id}`;

interface Variant {
  variant_id: string;
  barcode: string;
  product: string;
  at_source: number;
  at_target: number;
}

async function branchId(code: string): Promise<string> {
  const owner = await api('Owner');
  const [branch] = await owner.get<{ id: string }>(`branches?select=id&code=eq.${code}`);
  return branch!.id;
}

/** New goods for each test with enough stock at the source, because the stock of the demo and of other tests changes. */
async function stocked(from: string, to: string, take: number): Promise<Variant[]> {
  const source = { id: await branchId(from) };
  const goods = await Promise.all(Array.from({ length: take }, () => newGoods()));
  for (const one of goods) await put(source, one, 20);
  const answer = await (await api('Owner')).rpc('variant_page', {
    variant_ids: goods.map(({ variant }) => variant),
    source_branch_id: source.id,
    target_branch_id: await branchId(to),
  });
  return (await answer.json()) as Variant[];
}

async function request(role: string, from: string, to: string, lines: { variant_id: string; quantity: number }[]) {
  const person = await api(role);
  const id = crypto.randomUUID();
  const answer = await person.rpc('save_transfer', {
    id,
    from_branch_id: await branchId(from),
    to_branch_id: await branchId(to),
    lines,
    shipping: 0,
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as { id: string; number: string };
}

async function levels(variantId: string, from: string, to: string) {
  const owner = await api('Owner');
  const answer = await owner.rpc('variant_page', {
    variant_ids: [variantId],
    source_branch_id: await branchId(from),
    target_branch_id: await branchId(to),
  });
  const [row] = (await answer.json()) as Variant[];
  return { source: row!.at_source, target: row!.at_target };
}

async function as(browser: Browser, role: string, path: string, language: Language = 'en'): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await prefer(page, language);
  await signIn(page, role, path);
  return page;
}

const scanner = (page: Page) => page.locator('.line-scan').getByRole('combobox');
async function scan(page: Page, code: string) {
  await scanner(page).fill(code);
  await scanner(page).press('Enter');
}
const quantity = (page: Page, variant: Variant) => page.locator(`[data-cell="quantity:${variant.variant_id}"]`);
async function choose(page: Page, label: string, option: string | RegExp, nth = 0) {
  await page
    .locator('.spread')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .nth(nth)
    .click();
  await page.getByRole('option', { name: option }).click();
}
const toast = (page: Page, text: string) => expect(page.locator('.toast').filter({ hasText: text })).toBeVisible();

test('a storekeeper creates a transfer, a manager approves it, and figures open their movements', async ({ browser }) => {
  const [first, second] = await stocked('ZAM', 'NSR', 2);
  const before = await levels(first!.variant_id, 'ZAM', 'NSR');
  const keeper = await as(browser, 'Storekeeper', `${list}/add`);

  // The user's only branch is preselected; the destination is required.
  await scan(keeper, first!.barcode);
  await scan(keeper, second!.barcode);
  await scan(keeper, first!.barcode);
  await expect(quantity(keeper, first!)).toHaveValue('2');
  await keeper.keyboard.press('Control+s');
  await expect(keeper.getByText(en('form.branches_missing')).first()).toBeVisible();
  await choose(keeper, en('form.to'), 'Nasr City');

  // The stock of an end opens its movements over the form, which stays unchanged.
  const why = keeper
    .getByRole('row')
    .filter({ has: quantity(keeper, first!) })
    .locator('.reason')
    .first();
  await why.click();
  // The newest movement shows the current balance.
  await expect(keeper.getByRole('dialog').getByRole('row').nth(1).getByRole('cell').last()).toHaveText(String(first!.at_source));
  await keeper.keyboard.press('Escape');
  await expect(why).toBeFocused();
  await expect(quantity(keeper, first!)).toHaveValue('2');

  // A scan without a focused field adds one piece to its line and keeps the form open.
  await wedge(keeper, second!.barcode);
  await expect(quantity(keeper, second!)).toHaveValue('2');
  // The same with the cursor in a figure: each scan adds one to what was typed there.
  await quantity(keeper, second!).fill('3');
  for (const now of ['4', '5']) {
    await wedge(keeper, second!.barcode);
    await expect(quantity(keeper, second!)).toHaveValue(now);
  }

  // More than the stock on hand: the line reports it and offers the available quantity.
  await quantity(keeper, second!).fill('٩٩٩');
  const short = keeper.locator('.card-error');
  await expect(short).toContainText(en('form.short', { needs: '999', place: 'Zamalek', has: String(second!.at_source) }));
  await keeper
    .locator('.save')
    .getByRole('button', { name: textPattern('en', 'transfers')('form.shortLines', { count: 1 }) })
    .click();
  await expect(quantity(keeper, second!)).toBeFocused();
  await short.getByRole('button').click();
  await expect(quantity(keeper, second!)).toHaveValue(String(second!.at_source));
  await quantity(keeper, second!).fill('3');
  // Down the column and back to the scanner by keyboard alone.
  await quantity(keeper, first!).focus();
  await keeper.keyboard.press('Enter');
  await expect(quantity(keeper, second!)).toBeFocused();
  await keeper.keyboard.press('Enter');
  await expect(scanner(keeper)).toBeFocused();

  await keeper.keyboard.press('Control+s');
  await toast(keeper, en('done.createdBulk'));
  await expect(keeper).toHaveURL(/transactions\/view\//);
  const id = keeper.url().split('/').at(-1)!;
  await expect(keeper.getByRole('button', { name: en('action.approve'), exact: true })).toHaveCount(0);
  await expect(keeper.locator('.facts')).not.toContainText('EGP');
  await expect(keeper.locator('.stamp')).toHaveText(en('status.pending'));

  // Calling the function directly is refused too.
  const byHand = await (await api('Storekeeper')).call('transfer-approval', { transfer_id: id, action: 'approve', expected_version: 1 });
  expect(byHand.status).toBe(403);
  expect(await byHand.json()).toMatchObject({ code: 'permission_missing' });
  expect(await levels(first!.variant_id, 'ZAM', 'NSR')).toEqual(before);

  const manager = await as(browser, 'Manager', view(id));
  // The approver's name is shown to others, not to the approver.
  for (const [page, times] of [
    [keeper, 1],
    [manager, 0],
  ] as const) {
    const waits = page.getByRole('listitem').filter({ hasText: en('history.waiting') });
    await expect(waits).toBeVisible();
    await expect(waits.filter({ hasText: 'Karim Samir' })).toHaveCount(times);
  }
  await manager.getByRole('button', { name: en('action.approve'), exact: true }).click();
  const dialog = manager.getByRole('alertdialog');
  await expect(dialog.locator('.transfer-ledger tbody tr').first()).toContainText('−5');
  await expect(dialog.locator('.transfer-ledger tbody tr').nth(1)).toContainText('+5');
  await dialog.getByRole('button', { name: textPattern('en', 'transfers')('decide.approve', { count: 5 }) }).click();
  await toast(manager, en('done.movedBranch'));
  await expect(manager.locator('.stamp')).toHaveText(en('status.approved'));
  await expect(manager.locator('.head [aria-disabled]')).toHaveCount(0);
  // The button is gone, but the focus stays in the page.
  await expect(manager.locator('#content')).toBeFocused();
  await expect(manager.getByRole('link', { name: en('action.next') })).toHaveAttribute('href', new RegExp(`${view('')}(?!${id})`));
  expect(await levels(first!.variant_id, 'ZAM', 'NSR')).toEqual({ source: before.source - 2, target: before.target + 2 });

  await manager.locator('.transfer-lines .reason').first().click();
  const moves = manager.getByRole('dialog').locator('.moves tbody tr');
  await expect(moves).toHaveCount(2);
  // The newest comes first.
  await expect(moves.first()).toContainText('+2');
  await expect(moves.nth(1)).toContainText('−2');
});

test('approving more than the stock on hand lists the short lines and moves nothing', async ({ browser }) => {
  const [plenty, scarce] = await stocked('ZAM', 'NSR', 2);
  const has = scarce!.at_source;
  const made = await request('Owner', 'ZAM', 'NSR', [
    { variant_id: plenty!.variant_id, quantity: 1 },
    { variant_id: scarce!.variant_id, quantity: has },
  ]);
  const page = await as(browser, 'Manager', view(made.id));
  await page.getByRole('button', { name: en('action.approve'), exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  const approve = dialog.locator('.dialog-foot .button.primary');
  await expect(approve).toBeEnabled();

  // Two pieces are taken while the dialog is open.
  const owner = await api('Owner');
  const taken = await owner.rpc('post_stock_entry', {
    id: crypto.randomUUID(),
    kind: 'adjustment',
    branch_id: await branchId('ZAM'),
    reason: 'damaged',
    lines: [{ variant_id: scarce!.variant_id, quantity: -2 }],
  });
  expect(taken.ok).toBe(true);
  await approve.click();
  await expect(dialog.getByRole('alert')).toContainText(en('failed.move'));
  await expect(dialog.locator('.transfer-short')).toContainText(en('decide.shortLine', { needs: String(has), has: String(has - 2) }));
  await expect(page.locator('.stamp')).toHaveText(en('status.pending'));
  expect((await levels(plenty!.variant_id, 'ZAM', 'NSR')).source).toBe(plenty!.at_source);

  // Opened again, the dialog shows the shortage and disables its button.
  await dialog.getByRole('button', { name: en('decide.notYet') }).click();
  await page.getByRole('button', { name: en('action.approve'), exact: true }).click();
  await expect(page.getByRole('alertdialog').locator('.transfer-short')).toContainText(
    en('decide.shortLine', { needs: String(has), has: String(has - 2) }),
  );
  await expect(approve).toHaveAttribute('aria-disabled', 'true');

  // The page shows the shortage too and focuses the line; the dialog offers a fix.
  await dialog.getByRole('button', { name: en('decide.notYet') }).click();
  await page
    .locator('.head')
    .getByRole('button', { name: textPattern('en', 'transfers')('form.shortLines', { count: 1 }) })
    .click();
  await expect(page.locator('tr.line-wrong')).toBeFocused();
  await expect(page.locator('tr.line-wrong + .card-error')).toContainText(
    en('form.short', { needs: String(has), place: 'Zamalek', has: String(has - 2) }),
  );
  await page.getByRole('button', { name: en('action.approve'), exact: true }).click();
  await dialog.getByRole('button', { name: en('form.use', { has: String(has - 2) }) }).click();
  await approve.click();
  await expect(page.locator('.stamp')).toHaveText(en('status.approved'));
  expect((await levels(scarce!.variant_id, 'ZAM', 'NSR')).source).toBe(0);
});

test('a transfer approved in two tabs at the same time moves its stock once', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const before = await levels(variant!.variant_id, 'ZAM', 'NSR');
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: variant!.variant_id, quantity: 3 }]);
  const pages = await Promise.all([as(browser, 'Manager', view(made.id)), as(browser, 'Owner', view(made.id))]);
  for (const page of pages) await page.getByRole('button', { name: en('action.approve'), exact: true }).click();
  await Promise.all(pages.map((page) => page.getByRole('alertdialog').locator('.dialog-foot .button.primary').click()));
  for (const page of pages) await expect(page.locator('.stamp')).toHaveText(en('status.approved'));
  expect(await levels(variant!.variant_id, 'ZAM', 'NSR')).toEqual({ source: before.source - 3, target: before.target + 3 });
  await expect(pages[0]!.getByRole('button', { name: new RegExp(`^${en('action.approve')}`) })).toHaveCount(0);
});

test('the approval dialog shows the current transfer, and is refused if it changed since', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: variant!.variant_id, quantity: 1 }]);
  const page = await as(browser, 'Manager', view(made.id));
  const amount = page.locator('.facts dd').last();
  const before = await amount.innerText();
  const [owner, from, to] = [await api('Owner'), await branchId('ZAM'), await branchId('NSR')];
  const edit = async (expected_version: number, pieces: number) => {
    const edited = await owner.rpc('save_transfer', {
      id: made.id,
      expected_version,
      from_branch_id: from,
      to_branch_id: to,
      lines: [{ variant_id: variant!.variant_id, quantity: pieces }],
      shipping: 0,
    });
    expect(edited.ok, await edited.clone().text()).toBe(true);
  };
  await edit(1, 3);
  // However slow the response, the dialog does not show the outdated transfer.
  const read = await hold(page, '**/rpc/transfer_detail*');
  await page.getByRole('button', { name: en('action.approve'), exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  const note = dialog.locator('.note');
  await read.asked;
  await expect(dialog).toBeVisible();
  await expect(note).toHaveCount(0);
  read.letGo();
  const first = await note.innerText();
  expect(first).not.toContain(before);
  // Changed again while the dialog is open: the approval is refused.
  await edit(2, 2);
  await dialog.locator('.dialog-foot .button.primary').click();
  await expect(dialog.getByRole('alert')).toContainText(words('en', 'errors')('changed_meanwhile'));
  await expect(note).toBeVisible();
  await expect(note).not.toHaveText(first);
  const promised = await note.innerText();
  await dialog.locator('.dialog-foot .button.primary').click();
  await expect(page.locator('.stamp')).toHaveText(en('status.approved'));
  const moved = await amount.innerText();
  expect(moved).not.toBe(before);
  expect(promised).toContain(moved);
});

test('withdrawing a transfer approved in the meantime asks to reverse it instead', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const before = await levels(variant!.variant_id, 'ZAM', 'NSR');
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: variant!.variant_id, quantity: 2 }]);
  const page = await as(browser, 'Manager', view(made.id));
  await page.getByRole('button', { name: en('action.more') }).click();
  await page.getByRole('menuitem', { name: en('action.withdraw') }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Not needed');
  const confirm = dialog.locator('.dialog-foot .button').last();
  await expect(confirm).toBeEnabled();
  expect((await (await api('Owner')).call('transfer-approval', { transfer_id: made.id, action: 'approve', expected_version: 1 })).ok).toBe(
    true,
  );
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText(words('en', 'errors')('changed_meanwhile'));
  await expect(dialog.getByRole('heading')).toContainText(en('decide.reverseTitle'));
  expect(await levels(variant!.variant_id, 'ZAM', 'NSR')).toEqual({ source: before.source - 2, target: before.target + 2 });
  await confirm.click();
  await expect(page.locator('.stamp')).toHaveText(en('status.reversed'));
  expect(await levels(variant!.variant_id, 'ZAM', 'NSR')).toEqual(before);
});

test('a reversal shows its effects, needs a reason, and is disabled if the goods have left', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const owner = await api('Owner');
  const before = await levels(variant!.variant_id, 'ZAM', 'NSR');
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: variant!.variant_id, quantity: 4 }]);
  expect((await owner.call('transfer-approval', { transfer_id: made.id, action: 'approve', expected_version: 1 })).ok).toBe(true);
  const nasr = await branchId('NSR');
  const adjust = (by: number) =>
    owner.rpc('post_stock_entry', {
      id: crypto.randomUUID(),
      kind: 'adjustment',
      branch_id: nasr,
      reason: 'correction',
      lines: [{ variant_id: variant!.variant_id, quantity: by }],
    });
  // All but three pieces leave the destination.
  const gone = before.target + 1;
  expect((await adjust(-gone)).ok).toBe(true);

  const page = await as(browser, 'Manager', view(made.id));
  const ask = async () => {
    await page.getByRole('button', { name: en('action.more') }).click();
    await page.getByRole('menuitem', { name: en('action.reverse') }).click();
  };
  await ask();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.locator('.transfer-short')).toContainText(en('decide.shortLine', { needs: '4', has: '3' }));
  const reverse = dialog.locator('.dialog-foot .button').last();
  await expect(reverse).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  expect((await adjust(gone)).ok).toBe(true);
  await page.reload();
  await ask();
  await expect(dialog).toContainText(words('en', 'ui')('cannotBeUndone'));
  await expect(dialog.locator('.transfer-ahead tbody tr')).toHaveCount(1);
  await reverse.click();
  await expect(dialog.getByText(words('en', 'ui')('reasonNeeded'))).toBeVisible();
  await dialog.getByRole('textbox').fill('Sent to the wrong branch');
  await reverse.click();
  await toast(page, en('done.reversed', { number: '' }).trim().split(' ')[0]!);
  await expect(page.locator('.stamp')).toHaveText(en('status.reversed'));
  await expect(page.locator('.timeline')).toContainText('Sent to the wrong branch');
  expect(await levels(variant!.variant_id, 'ZAM', 'NSR')).toEqual(before);
});

test('a user of another branch does not find a transfer by its id', async ({ browser }) => {
  const [variant] = await stocked('WRH', 'MAD', 1);
  const made = await request('Owner', 'WRH', 'MAD', [{ variant_id: variant!.variant_id, quantity: 1 }]);
  const page = await as(browser, 'Storekeeper', view(made.id));
  await expect(page.locator('h1')).toHaveText(en('notFound.title'));
  await expect(page.locator('body')).not.toContainText(made.number);
  await page.goto(`/inventory/transactions/edit/${made.id}`);
  await expect(page.locator('h1')).toHaveText(en('notFound.title'));
  await page.goto(view('not-an-id'));
  await expect(page.locator('h1')).toHaveText(en('notFound.title'));
  await page.goto(`${list}?q=${made.number}`);
  await expect(page.getByRole('heading', { name: words('en', 'kit')('nothingMatches') })).toBeVisible();
});

test('a retry after a lost response makes one transfer, and a draft survives reload and links', async ({ browser }) => {
  const [variant, other] = await stocked('ZAM', 'NSR', 2);
  const page = await as(browser, 'Storekeeper', `${list}/add?variants=${variant!.variant_id}`);
  await quantity(page, variant!).fill('2');
  await choose(page, en('form.to'), 'Nasr City');
  await expect(page.getByText(/Draft kept on this device/)).toBeVisible();
  await page.reload();
  await expect(quantity(page, variant!)).toHaveValue('2');
  // Leaving loses nothing, so it asks nothing, even right after a key press.
  await quantity(page, variant!).fill('3');
  await page
    .getByRole('link', { name: words('en', 'app')('menu.transfers') })
    .first()
    .click();
  await expect(page).toHaveURL(list);
  await page.goBack();
  await expect(quantity(page, variant!)).toHaveValue('3');

  // A copied transfer has its own draft: it replaces no other, and a reload keeps its edits.
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: other!.variant_id, quantity: 1 }]);
  await page.goto(`${list}/add?copy=${made.id}`);
  await quantity(page, other!).fill('2');
  await page.reload();
  await expect(quantity(page, other!)).toHaveValue('2');
  await page.getByRole('button', { name: words('en', 'lines')('discard'), exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('en', 'lines')('discard') })
    .click();
  await page.getByRole('button', { name: words('en', 'document')('draft.continue') }).click();
  await expect(quantity(page, variant!)).toHaveValue('3');

  const { sent } = await loseAnswer<{ id: string }>(page, '**/rpc/save_transfer');
  await page.keyboard.press('Control+s');
  const banner = page.locator('.document-banner [role=alert]');
  await expect(banner).toContainText(en('failed.createOne'));
  await banner.getByRole('button').click();
  await expect(page).toHaveURL(/transactions\/view\//);
  expect(sent.map(({ id }) => id)).toEqual([sent[0]!.id, sent[0]!.id]);
  const owner = await api('Owner');
  expect(await owner.get(`transfers?select=id&id=eq.${sent[0]!.id}`)).toHaveLength(1);
});

test('a line added in an edit survives leaving, and an untouched second tab does not remove it', async ({ browser }) => {
  const [one, two] = await stocked('ZAM', 'NSR', 2);
  const made = await request('Owner', 'ZAM', 'NSR', [{ variant_id: one!.variant_id, quantity: 5 }]);
  const edit = `/inventory/transactions/edit/${made.id}`;
  const page = await as(browser, 'Storekeeper', edit);
  await scan(page, two!.barcode);
  await quantity(page, two!).fill('4');
  await page
    .getByRole('link', { name: words('en', 'transfers')('title'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  const beside = await page.context().newPage();
  await beside.goto(edit);
  await expect(quantity(beside, two!)).toHaveValue('4');
  await beside.close({ runBeforeUnload: true });
  await page.goto(edit);
  await expect(quantity(page, two!)).toHaveValue('4');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(new RegExp(view(made.id)));
  expect(await (await api('Owner')).get(`transfer_items?select=quantity&transfer_id=eq.${made.id}&order=quantity`)).toEqual([
    { quantity: 4 },
    { quantity: 5 },
  ]);
});

test('saving waits for a file that is still being read, and an unreadable file shows why', async ({ browser }) => {
  const [one, two] = await stocked('ZAM', 'NSR', 2);
  const page = await as(browser, 'Storekeeper', `${list}/add?variants=${one!.variant_id}`);
  await quantity(page, one!).fill('1');
  await choose(page, en('form.to'), 'Nasr City');
  const bring = async (file: SheetFile) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: en('form.import'), exact: true }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await bring({ name: 'lines.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004 no workbook') });
  await expect(page.locator('.scanner-notice')).toContainText('This workbook is damaged');
  await bring(csvFile('lines.csv', []));
  await expect(page.locator('.scanner-notice')).toContainText(words('en', 'errors')('file_empty'));
  const lookedUp = await hold(page, '**/rpc/variant_page*');
  const sent = page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith('/rpc/save_transfer'));
  await bring(
    csvFile('lines.csv', [
      ['Barcode', 'Quantity'],
      [two!.barcode, 3],
    ]),
  );
  await lookedUp.asked;
  await page.keyboard.press('Control+s');
  lookedUp.letGo();
  expect(((await sent).postDataJSON() as { lines: unknown[] }).lines).toMatchObject([
    { quantity: 1 },
    { variant_id: two!.variant_id, quantity: 3 },
  ]);
});

test('the stock of the previous branch is never shown for the newly chosen one', async ({ browser }) => {
  const page = await as(browser, 'Owner', `${list}/add`);
  const onHand = page.locator('.transfer-onhand').first();
  await choose(page, en('form.from'), 'Zamalek');
  await expect(onHand).toContainText(/\d/);
  const { asked, letGo } = await hold(page, '**/rpc/on_hand_at');
  await choose(page, en('form.from'), /^Maadi$/);
  await asked;
  await expect(onHand).not.toContainText(/\d/);
  letGo();
  await expect(onHand).toContainText(/\d/);
});

test('a draft open in two tabs makes two transfers, and neither overwrites the other', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const page = await as(browser, 'Storekeeper', `${list}/add?variants=${variant!.variant_id}`);
  await quantity(page, variant!).fill('2');
  await choose(page, en('form.to'), 'Nasr City');
  // Leaving stores the destination in the draft, however slow the machine is.
  await page.reload();
  await expect(quantity(page, variant!)).toHaveValue('2');
  const beside = await page.context().newPage();
  await beside.goto(`${list}/add`);
  await quantity(beside, variant!).fill('3');
  const made: string[] = [];
  for (const tab of [page, beside]) {
    await tab.bringToFront();
    await tab.keyboard.press('Control+s');
    if (tab === beside) {
      await tab
        .locator('.document-banner [role=alert]')
        .getByRole('button', { name: words('en', 'document')('startAnew') })
        .click();
      await tab.keyboard.press('Control+s');
    }
    await expect(tab).toHaveURL(/transactions\/view\//);
    made.push(tab.url().split('/').at(-1)!);
  }
  const owner = await api('Owner');
  for (const [index, quantity] of [2, 3].entries())
    expect(await owner.get(`transfer_items?select=quantity&transfer_id=eq.${made[index]}`)).toEqual([{ quantity }]);
});

test('بالعربية: تحويل إلى مكان تخزين واعتماده وطباعته', async ({ browser }) => {
  const [variant] = await stocked('ZAM', 'NSR', 1);
  const page = await as(browser, 'Owner', `${list}/add`, 'ar');
  // Only in this page, because other tests print at the same time.
  await intercept(page, '**/rest/v1/rpc/me', async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as { business: object };
    await route.fulfill({
      response: answer,
      json: { ...me, business: { ...me.business, logo_path: 'products/00000000-0000-7000-8000-0000000f0001/DN-1042.webp' } },
    });
  });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: ar('mode.stock_point') }).click();
  await choose(page, ar('form.branch'), 'الزمالك');
  await choose(page, ar('form.to'), 'الفاترينة');
  await scan(page, variant!.barcode);
  await quantity(page, variant!).fill('٣');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/transactions\/view\//);
  await expect(page.locator('.facts')).toContainText('الفاترينة');

  await page.getByRole('button', { name: ar('action.approve'), exact: true }).click();
  await expect(page.getByRole('alertdialog').locator('.transfer-ledger')).toContainText('+3');
  await page.getByRole('alertdialog').locator('.dialog-foot .button.primary').click();
  await toast(page, ar('done.movedPoint'));

  const [number, amount] = [await page.locator('h1').innerText(), (await page.locator('.transfer-sum .grand-total').innerText()).trim()];
  for (const [action, total] of [
    ['pdf', amount],
    ['pickingList', '3'],
  ] as const) {
    const printed = page.waitForEvent('download');
    await page.getByRole('button', { name: ar(`action.${action}`), exact: true }).click();
    expect(await pdfTextRuns(await printed)).toEqual(expect.arrayContaining([number, total]));
    // The logo is stored as WebP, which PDF does not support, so it must be converted.
    expect((await readFile(await (await printed).path())).toString('latin1')).toMatch(/\/Subtype \/Image/);
  }
});
