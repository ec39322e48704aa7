import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PermissionName } from '@/db/me.ts';
import type { ProductRecord } from '@/db/products.ts';
import type { Row } from '@/db/tables.ts';
import { withThumb } from '@/parts/image/picture-path.ts';
import { routes } from '@/screens/products/routes.tsx';
import { FakeApi, person, Refusal } from './fake-api.ts';
import { colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const permissions: PermissionName[] = [
  ...(['inventory.products.view', 'inventory.products.create', 'inventory.products.update', 'inventory.products.edit_price'] as const),
];
const id = '00000000-0000-7000-8000-00000000d001';
const fieldOf = (name: 'name' | 'price' | 'description' | 'tag_number' | 'max_discount') =>
  page.getByRole('textbox', { name: new RegExp(`^${t(`products.fields.${name}`)}(?! in)`) });
const saveBar = () => page.getByRole('region', { name: t('kit.unsaved') });
const title = () => page.getByRole('heading', { level: 1 });
const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');

const blank: ProductRecord = {
  ...{ id, version: 1, active: true, name: 'Shared', name_ar: null, description: null, price: 100, max_discount: 0 },
  ...{ by_measure: false, low_stock_level: null, designer_id: null, tag_number: null, image_path: null },
  ...{ category_id: null, brand_id: null, supplier_id: null, tax_rate_id: null, branch_id: null },
  ...{ updated_at: '2026-01-05T10:00:00Z', updated_by: person },
  variants: [
    {
      ...{
        id: '00000000-0000-7000-8000-00000000f001',
        color_id: null,
        size_id: null,
        price_override: null,
        active: true,
        image_path: null,
      },
      ...{ sku: 'SKU1', barcode: '2000000000015' },
    },
  ],
};

const colors = ['Black', 'Ivory'].map((name, n) => ({ id: `00000000-0000-7000-8000-00000000e00${n}`, name })) as Row<'colors'>[];

/** Stores products by version, as the database does. */
async function open(address: string, kept: Map<string, ProductRecord>) {
  const api = new FakeApi()
    .table('colors', colors)
    .table('sizes', [])
    .table('profiles', [colleague as Row<'profiles'>])
    .answer('product_detail', ({ id }) => (kept.get(id) as never) ?? new Refusal(404, 'product_not_found'))
    .answer('save_product', ({ id, expected_version, product, variants }) => {
      const before = kept.get(id);
      if (before && before.version !== expected_version)
        return new Refusal(409, 'changed_meanwhile', { by: colleague.name, at: before.updated_at, version: before.version });
      const version = (before?.version ?? 0) + 1;
      const [{ sku, barcode }] = blank.variants as [ProductRecord['variants'][0]];
      // Missing codes are generated.
      const made = (variants as ProductRecord['variants']).map((one) => ({ ...one, sku: one.sku ?? sku, barcode: one.barcode ?? barcode }));
      kept.set(id, { ...(before ?? blank), ...(product as ProductRecord), id, version, updated_by: person, variants: made });
      return { id, version };
    });
  return mountPage(routes, address, permissions, api);
}

test('merges concurrent edits of different fields and asks about conflicting ones', async () => {
  const kept = new Map([[id, blank]]);
  const { api } = await open(`/inventory/products/edit/${id}`, kept);
  await fieldOf('description').fill('Mine');
  await fieldOf('tag_number').fill('MINE-1');
  kept.set(id, { ...blank, version: 2, max_discount: 15, tag_number: 'THEIRS-1', updated_by: colleague.id });
  await pressSave();
  const notice = page.getByRole('alert').filter({ hasText: colleague.name });
  await expect.element(notice.getByRole('row').filter({ hasText: 'MINE-1' })).toHaveTextContent('THEIRS-1');
  await expect.element(fieldOf('max_discount')).toHaveValue('15');
  await expect.element(fieldOf('description')).toHaveValue('Mine');
  await notice.getByRole('button', { name: t('kit.theirs'), exact: true }).click();
  await expect.element(fieldOf('tag_number')).toHaveValue('THEIRS-1');
  await pressSave();
  await expect.element(saveBar()).not.toBeInTheDocument();
  expect(api.sent('save_product')).toMatchObject([
    { id, expected_version: 1, product: { description: 'Mine', tag_number: 'MINE-1', max_discount: 0 } },
    { id, expected_version: 2, product: { description: 'Mine', tag_number: 'THEIRS-1', max_discount: 15 } },
  ]);
  expect(kept.get(id)).toMatchObject({ version: 3 });
  expect(api.unknown).toEqual([]);
});

test('typing during the first save continues in the saved product, and the next form is empty', async () => {
  const kept = new Map<string, ProductRecord>();
  const { api, view, remount } = await open('/inventory/product/add', kept);
  await fieldOf('name').fill('Quick');
  await fieldOf('price').fill('10');
  const letGo = api.hold('save_product');
  await pressSave();
  await expect.poll(() => api.sent('save_product')).toHaveLength(1);
  await fieldOf('price').fill('25');
  letGo();
  await expect.element(title()).toHaveTextContent('Quick');
  await expect.element(fieldOf('price')).toHaveValue('25.00');
  await pressSave();
  await expect.element(saveBar()).not.toBeInTheDocument();
  const [first, second] = api.sent('save_product');
  expect(first).toMatchObject({ expected_version: null, product: { name: 'Quick', price: 10 } });
  expect(second).toMatchObject({ id: first!.id, expected_version: 1, product: { name: 'Quick', price: 25 } });
  expect([...kept.values()]).toMatchObject([{ name: 'Quick', price: 25, version: 2 }]);
  await view.unmount();
  await remount();
  await expect.element(title()).toHaveTextContent(t('products.form.addTitle'));
  await expect.element(fieldOf('name')).toHaveValue('');
  await expect.element(fieldOf('price')).toHaveValue('');
});

/** A new picture, as from a camera. */
async function photo(): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')!.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
}

test('saving deletes the pictures that the form replaced', async () => {
  const first = `products/${id}/first.webp`;
  const { api } = await open(`/inventory/products/edit/${id}`, new Map([[id, { ...blank, image_path: first }]]));
  api.answer('stray_pictures', () => []);
  await expect.element(page.getByRole('button', { name: t('variants.image.replace') })).toBeInTheDocument();
  for (const uploads of [2, 4]) {
    await userEvent.upload(document.querySelector<HTMLElement>('.image-field input[type=file]')!, await photo());
    await expect.poll(() => api.uploaded.length).toBe(uploads);
    await expect.element(page.getByRole('status').filter({ hasText: t('variants.image.working') })).not.toBeInTheDocument();
  }
  expect(api.removed).toEqual([]);
  await pressSave();
  await expect.element(saveBar()).not.toBeInTheDocument();
  // The last one is included, because storage keeps pictures in use.
  await expect.poll(() => [...api.removed].sort()).toEqual([...withThumb(first), ...api.uploaded].sort());
  expect(api.sent('stray_pictures')).toEqual([{ product_ids: [id] }]);
});

test('photos of two colors that arrive together are both kept', async () => {
  const inColors = colors.map(({ id: color_id }, n) => ({
    ...blank.variants[0]!,
    ...{ id: `00000000-0000-7000-8000-00000000f00${n}`, color_id, sku: `SKU${n}`, barcode: `BARCODE${n}` },
  }));
  const { api } = await open(`/inventory/products/edit/${id}`, new Map([[id, { ...blank, variants: inColors }]]));
  api.answer('stray_pictures', () => []);
  await expect.element(page.getByRole('button', { name: t('products.form.addColorPhoto', { name: colors[1]!.name }) })).toBeInTheDocument();
  const letGo = api.hold('images');
  const [, ...inputs] = document.querySelectorAll<HTMLElement>('.image-field input[type=file]');
  for (const input of inputs) await userEvent.upload(input, await photo());
  await expect.poll(() => api.sent('images')).toHaveLength(4);
  letGo();
  await expect.element(page.getByRole('status').filter({ hasText: t('variants.image.working') })).not.toBeInTheDocument();
  await pressSave();
  await expect.poll(() => api.sent('save_product')).toHaveLength(1);
  const shown = (api.sent('save_product')[0]!.variants as ProductRecord['variants']).map(({ image_path }) => image_path ?? '');
  expect(new Set(shown).size).toBe(2);
  expect(api.uploaded).toEqual(expect.arrayContaining(shown));
});
