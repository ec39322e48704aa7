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

/** The form of a new entry, its scanner ready. Its number is its own: what an earlier test was told may still be on the screen. */
async function openEntry(goods: ReturnType<typeof newVariant>[]) {
  const number = `SE-ZAM-2026-10${(opened += 1)}`;
  const api = withGoods(new FakeApi(), goods)
    .table('stock_points', [])
    .answer('post_stock_entry', ({ id }) => ({ id, number, pieces: 1 }));
  const mounted = await mountPage(routes, '/inventory/stock/add', ['inventory.stock.view', 'inventory.stock.adjust'], api);
  await expect.element(scanner()).toHaveFocus();
  return { ...mounted, number };
}

test('a quantity as long as a code is asked about, and is what it was until somebody says yes', async () => {
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
  // A scanner's next Enter takes the way back.
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

test('until the words are answered, the arrow and Enter choose nothing of what answered those before', async () => {
  const [before, meant] = [newVariant({ product: 'Before' }), newVariant({ product: 'Meant' })];
  const { api } = await openEntry([before, meant]);
  await scanner().fill('before');
  await expect.element(page.getByRole('option', { name: 'Before' })).toBeVisible();
  const asked = api.sent('variant_list').length;
  const letGo = api.hold('variant_list');
  await scanner().fill('meant');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => api.sent('variant_list').length).toBe(asked + 1);
  letGo();
  await expect.element(lines().nth(1)).toHaveTextContent(meant.barcode);
  await expect.element(page.getByText(before.barcode)).not.toBeInTheDocument();
});

test('so many pieces are asked about on every way in, and what was scanned meanwhile stays', async () => {
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

  // By the button that saves, and by its keys. The dialog is still to be loaded when the button is pressed.
  await quantity.fill('6908172');
  await page.getByRole('button', { name: t('stock.form.post', { count: 1 }) }).click();
  await putBack('1');
  await quantity.fill('6908172');
  await userEvent.keyboard('{Control>}s{/Control}');
  await putBack('1');
  await expect.element(quantity).toHaveFocus();

  // A piece that is scanned onto it is one more of what stood there.
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

  // In a product's sheet, which is not closed over the question.
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

test('what is looked up goes with the entry, what is scanned while that travels with the next; giving one up is asked', async () => {
  const [one, two] = [newVariant(), newVariant()];
  const { api, number } = await openEntry([one, two]);
  const answer = api.hold('post_stock_entry');
  await scan(one.barcode);
  await expect.element(quantityOf(one.product)).toHaveValue('1');
  const lookUp = api.hold('variant_list');
  // Into a figure: one more all the same.
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

test('what is given up is asked about at once behind the last key', async () => {
  const { api } = await openEntry([]);
  focus(page.getByRole('textbox', { name: t('stock.form.note') }));
  document.execCommand('insertText', false, 'Seven torn');
  (discard().element() as HTMLElement).click();
  await expect.element(question()).toBeVisible();
  expect(api.unknown).toEqual([]);
});

test('the same entry sent twice has the same id, and a lost answer keeps what was typed', async () => {
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

test('what is typed after a lost answer is made a new entry, not posted twice by itself', async () => {
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

test('a list of codes is pasted in one go; what is unknown is told, and a line comes back, until the entry is posted', async () => {
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
