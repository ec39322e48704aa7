import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { routes } from '@/screens/stock/routes.tsx';
import { FakeApi, Refusal } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { paste, scan } from './keys.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const scanner = () => page.getByRole('combobox', { name: t('variants.picker.label') });
const lines = () => page.getByRole('table').getByRole('row');
const quantityOf = (name: string) => page.getByRole('textbox', { name: t('lines.quantityOf', { name }) });
const discard = () => page.getByRole('button', { name: t('lines.discard'), exact: true });
const focus = (locator: Locator) => (locator.element() as HTMLElement).focus();
const alert = () => page.getByRole('alert').filter({ hasText: /./ });
const question = () => page.getByRole('alertdialog');

let opened = 0;

/** The form of a new entry, with the scanner ready. Each has its own number, because an earlier test's toast may still be visible. */
async function openEntry(goods: ReturnType<typeof newVariant>[]) {
  const number = `SE-ZAM-2026-10${(opened += 1)}`;
  const api = withGoods(new FakeApi(), goods)
    .table('stock_points', [])
    .answer('post_stock_entry', ({ id }) => ({ id, number, pieces: 1 }));
  const mounted = await mountPage(routes, '/inventory/stock/add', ['inventory.stock.view', 'inventory.stock.adjust'], api);
  await expect.element(scanner()).toHaveFocus();
  return { ...mounted, number };
}

test('a quantity as long as a code must be confirmed and is not applied before', async () => {
  const variant = newVariant();
  await openEntry([variant]);
  await scan(variant.barcode);
  const quantity = quantityOf(variant.product);
  await expect.element(quantity).toHaveValue('1');
  const type = async () => {
    await quantity.fill('6908172');
    await userEvent.keyboard('{Tab}');
  };
  await type();
  // An Enter from a scanner must cancel.
  await expect.element(question().getByRole('button', { name: t('lines.many.back') })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(quantity).toHaveValue('1');
  await type();
  await question()
    .getByRole('button', { name: t('lines.many.keep', { quantity: '6,908,172' }) })
    .click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(quantity).toHaveValue('6,908,172');
});

test('ArrowDown and Enter before the search has answered select no earlier result', async () => {
  const [before, meant] = [newVariant({ product: 'Before' }), newVariant({ product: 'Meant' })];
  const { api } = await openEntry([before, meant]);
  await scanner().fill('before');
  await expect.element(page.getByRole('option', { name: 'Before' })).toBeVisible();
  const asked = api.sent('variant_page').length;
  const letGo = api.hold('variant_page');
  await scanner().fill('meant');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => api.sent('variant_page').length).toBe(asked + 1);
  letGo();
  await expect.element(lines().nth(1)).toHaveTextContent(meant.barcode);
  await expect.element(page.getByText(before.barcode)).not.toBeInTheDocument();
});

test('confirms implausibly large quantities from every input', async () => {
  const size = { size: 'XS', size_id: '00000000-0000-7000-8000-00000000e001', size_position: 1 };
  const variant = newVariant(size);
  const { api } = await openEntry([variant]);
  await scan(variant.barcode);
  const quantity = quantityOf(`${variant.product}, XS`);
  const back = question().getByRole('button', { name: t('lines.many.back') });
  const putBack = async (stands: string) => {
    await expect.element(back).toHaveFocus();
    await back.click();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(quantity).toHaveValue(stands);
  };
  await expect.element(quantity).toHaveValue('1');

  // By the save button and by its shortcut. The dialog is loaded when the button is pressed.
  await quantity.fill('6908172');
  await page.getByRole('button', { name: t('stock.form.post', { count: 1 }) }).click();
  await putBack('1');
  await quantity.fill('6908172');
  await userEvent.keyboard('{Control>}s{/Control}');
  await putBack('1');
  await expect.element(quantity).toHaveFocus();

  // A scan onto the unconfirmed quantity adds one to the previous quantity.
  await quantity.fill('6908172');
  await scan(variant.barcode);
  await expect.element(quantity).toHaveValue('6,908,173');
  await userEvent.keyboard('{Tab}');
  await putBack('2');

  // In a pasted column.
  focus(quantity);
  paste('6908172\n4');
  await putBack('2');
  focus(quantity);
  paste('6908172\n4');
  await question()
    .getByRole('button', { name: t('lines.many.keep', { quantity: '6,908,172' }) })
    .click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(quantity).toHaveValue('6,908,172');

  // In the grid of a product, which stays open behind the question.
  await page.getByRole('button', { name: t('variants.grid.sheetOf', { name: variant.product }) }).click();
  const sheet = page.getByRole('dialog');
  const cell = sheet.getByRole('gridcell').first();
  await expect.element(cell).toHaveFocus();
  await userEvent.keyboard('7000000');
  await sheet.getByRole('button', { name: t('ui.done') }).click();
  await expect.element(back).toHaveFocus();
  await back.click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(cell).toHaveTextContent('6,908,172');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(api.sent('post_stock_entry')).toEqual([]);
  expect(api.unknown).toEqual([]);
});

test('posting waits for pending lookups, and a scan during the request goes into the next entry', async () => {
  const [one, two] = [newVariant(), newVariant()];
  const { api, number } = await openEntry([one, two]);
  const answer = api.hold('post_stock_entry');
  await scan(one.barcode);
  await expect.element(quantityOf(one.product)).toHaveValue('1');
  const lookUp = api.hold('variant_page');
  // With the cursor in a figure the scan still adds one.
  focus(quantityOf(one.product));
  await scan(one.barcode);
  await userEvent.keyboard('{Control>}s{/Control}');
  lookUp();
  await expect.poll(() => api.sent('post_stock_entry')).toMatchObject([{ lines: [{ quantity: 2 }] }]);
  await scan(two.barcode);
  answer();
  await expect.element(page.getByText(number)).toBeVisible();
  await expect.element(quantityOf(one.product)).not.toBeInTheDocument();
  await expect.element(quantityOf(two.product)).toHaveValue('1');
  await discard().click();
  await question()
    .getByRole('button', { name: t('lines.discard') })
    .click();
  await expect.element(quantityOf(two.product)).not.toBeInTheDocument();
});

test('discarding right after the last key asks for confirmation', async () => {
  const { api } = await openEntry([]);
  focus(page.getByRole('textbox', { name: t('stock.form.note') }));
  document.execCommand('insertText', false, 'Seven torn');
  (discard().element() as HTMLElement).click();
  await expect.element(question()).toBeVisible();
  expect(api.unknown).toEqual([]);
});

test('a retry after a lost response sends the same id and keeps the typed lines', async () => {
  const variant = newVariant();
  const { api, number } = await openEntry([variant]);
  await scan(variant.barcode);
  await expect.element(quantityOf(variant.product)).toHaveValue('1');
  api.loseAnswer('post_stock_entry');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(alert()).toHaveTextContent(t('errors.network'));
  await expect.element(quantityOf(variant.product)).toHaveValue('1');
  await alert().getByRole('button').click();
  await expect.element(page.getByText(number)).toBeVisible();
  const [first, second] = api.sent('post_stock_entry');
  expect(second).toEqual(first);
});

test('an entry edited after a lost response is posted as a new one only on request', async () => {
  const variant = newVariant();
  const { api } = await openEntry([variant]);
  const posted = new Map<unknown, string>();
  api.answer('post_stock_entry', ({ id, lines }) => {
    const content = JSON.stringify(lines);
    if (posted.has(id) && posted.get(id) !== content) return new Refusal(409, 'exists_already', { number: 'SE-ZAM-2026-0001' });
    posted.set(id, content);
    return { id, number: `SE-ZAM-2026-000${posted.size}`, pieces: 1 };
  });
  await scan(variant.barcode);
  await expect.element(quantityOf(variant.product)).toHaveValue('1');
  api.loseAnswer('post_stock_entry');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(alert()).toHaveTextContent(t('errors.network'));
  await quantityOf(variant.product).fill('4');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(alert()).toHaveTextContent('was already saved with different content');
  await alert()
    .getByRole('button', { name: t('document.startAnew') })
    .click();
  await expect.element(alert()).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('SE-ZAM-2026-0002')).toBeVisible();
  const [first, second, third] = api.sent('post_stock_entry');
  expect(second!.id).toBe(first!.id);
  expect(third!.id).not.toBe(first!.id);
  expect(third).toMatchObject({ lines: [{ quantity: 4 }] });
});

test('a pasted list adds its lines, reports unknown codes, and removed lines can be restored', async () => {
  const [one, two] = [newVariant(), newVariant()];
  const { api, number } = await openEntry([one, two]);
  paste(`${one.barcode}\t5\n${two.barcode}\t7\nNO-SUCH\t1`);
  await expect.element(quantityOf(two.product)).toHaveValue('7');
  await expect.element(page.getByText('NO-SUCH')).toBeVisible();
  const undo = page.getByRole('button', { name: t('ui.undo') });
  await page.getByRole('button', { name: t('lines.removeOf', { name: two.product }) }).click();
  await expect.element(quantityOf(two.product)).not.toBeInTheDocument();
  // It covers no button of the form.
  const [offered, bar] = [undo, page.getByRole('region', { name: t('lines.saving') })].map((one) => one.element().getBoundingClientRect());
  expect(offered!.bottom).toBeLessThan(bar!.top);
  await undo.click();
  await expect.element(quantityOf(two.product)).toHaveValue('7');
  await page.getByRole('button', { name: t('lines.removeOf', { name: two.product }) }).click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText(number)).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(page.getByText('NO-SUCH')).not.toBeInTheDocument();
  expect(api.sent('post_stock_entry')).toMatchObject([
    { branch_id: branch.id, kind: 'opening', lines: [{ variant_id: one.variant_id, quantity: 5 }] },
  ]);
});

test('a quantity refused for lack of stock is marked until another one is typed', async () => {
  const variant = newVariant();
  const { api, number } = await openEntry([variant]);
  const lines = [{ variant_id: variant.variant_id, needs: 5, has: 3 }];
  const posts = () => api.sent('post_stock_entry').length;
  const accept = ({ id }: { id?: string }) => ({ id: id!, number, pieces: 1 });
  api.answer('post_stock_entry', () => new Refusal(409, 'stock_short', { lines }));
  await scan(variant.barcode);
  const quantity = quantityOf(variant.product);
  await quantity.fill('5');
  await userEvent.keyboard('{Control>}s{/Control}');
  const refused = page.getByText(t('stock.problem.short', { needs: '5', has: '3' })).first();
  await expect.element(refused).toBeVisible();
  expect(posts()).toBe(1);
  await quantity.fill('3');
  await expect.element(refused).not.toBeInTheDocument();
  api.answer('post_stock_entry', accept as never);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText(number)).toBeVisible();
  expect(posts()).toBe(2);
});

test('a found product is added by the click, which reaches nothing beneath the closed list', async () => {
  const variant = newVariant({ product: 'Meant' });
  await openEntry([variant]);
  await scanner().fill('meant');
  const option = page.getByRole('option', { name: 'Meant' });
  await expect.element(option).toBeVisible();
  option.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, pointerType: 'touch' }));
  await expect.element(option).toBeVisible();
  await option.click();
  await expect.element(quantityOf(variant.product)).toHaveValue('1');
  await expect.element(option).not.toBeInTheDocument();
  await expect.element(scanner()).toHaveFocus();
});
