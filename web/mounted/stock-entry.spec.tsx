import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { routes } from '@/screens/stock/routes.tsx';
import { FakeApi } from './fake-api.ts';
import { newVariant, withGoods } from './goods.ts';
import { paste, scan } from './keys.ts';
import { branch, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const scanner = () => page.getByRole('combobox', { name: t('variants.picker.label') });
const lines = () => page.getByRole('table').getByRole('row');
const quantityOf = (name: string) => page.getByRole('textbox', { name: t('lines.quantityOf', { name }) });
const question = () => page.getByRole('alertdialog');

/** The form of a new entry, its scanner ready. */
async function openEntry(goods: ReturnType<typeof newVariant>[]) {
  const api = withGoods(new FakeApi(), goods)
    .table('stock_points', [])
    .answer('post_stock_entry', ({ id }) => ({ id, number: 'SE-ZAM-2026-0001', pieces: 1 }));
  const mounted = await mountPage(routes, '/inventory/stock/add', ['inventory.stock.view', 'inventory.stock.adjust'], api);
  await expect.element(scanner()).toHaveFocus();
  return mounted;
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

test('what is given up is asked about at once behind the last key', async () => {
  const { api } = await openEntry([]);
  const discard = page.getByRole('button', { name: t('lines.discard'), exact: true });
  (page.getByRole('textbox', { name: t('stock.form.note') }).element() as HTMLElement).focus();
  document.execCommand('insertText', false, 'Seven torn');
  (discard.element() as HTMLElement).click();
  await expect.element(question()).toBeVisible();
  expect(api.unknown).toEqual([]);
});

test('a list of codes is pasted in one go, and what is unknown is told', async () => {
  const [one, two] = [newVariant(), newVariant()];
  const { api } = await openEntry([one, two]);
  paste(`${one.barcode}\t5\n${two.barcode}\t7\nNO-SUCH\t1`);
  await expect.element(quantityOf(two.product)).toHaveValue('7');
  await expect.element(page.getByText('NO-SUCH')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('SE-ZAM-2026-0001')).toBeVisible();
  expect(api.sent('post_stock_entry')).toMatchObject([
    {
      branch_id: branch.id,
      kind: 'opening',
      lines: [
        { variant_id: one.variant_id, quantity: 5 },
        { variant_id: two.variant_id, quantity: 7 },
      ],
    },
  ]);
});
