import i18next, { type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Row } from '@/db/tables.ts';
import { routes } from '@/resources/routes.tsx';
import { FakeApi } from './fake-api.ts';
import { colleague, mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const id = '00000000-0000-7000-8000-0000000ba001';
const nameField = () => page.getByRole('textbox', { name: t('fields.name'), exact: true });
const arabicField = () => page.getByRole('textbox', { name: new RegExp(`^${t('fields.name_ar')}`) });
const save = () => page.getByRole('button', { name: t('kit.save'), exact: true });
const notice = () => page.getByRole('alert').filter({ hasText: colleague.name });
const side = (which: 'mine' | 'theirs') => notice().getByRole('button', { name: t(`kit.${which}`), exact: true });
const title = () => page.getByRole('heading', { level: 1 });
const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');

/** The pages of brands; `brands` are the rows of the database. */
async function open(address: string, brands: Row<'brands'>[]) {
  const api = new FakeApi().table('brands', brands).table('profiles', [colleague as Row<'profiles'>]);
  const permissions = ['inventory.brands.view', 'inventory.brands.create', 'inventory.brands.update'] as const;
  return mountPage(routes, address, [...permissions], api);
}

/** The form of an existing brand; `change` saves values as another user. */
async function openBrand() {
  const at = '2026-01-05T10:00:00Z';
  const brand: Row<'brands'> = {
    ...{ id, name: 'Siwa', name_ar: null, shown_in_arabic: 'Siwa', active: true, search: 'siwa', version: 1 },
    ...{ created_at: at, created_by: colleague.id, updated_at: at, updated_by: colleague.id },
  };
  const brands = [brand];
  const { api } = await open(`/inventory/brands/edit/${id}`, brands);
  await expect.element(nameField()).toHaveValue('Siwa');
  const change = (values: Partial<Row<'brands'>>) =>
    Object.assign(brand, values, { version: brand.version + 1, updated_at: new Date().toISOString(), updated_by: colleague.id });
  return { api, brand, brands, change };
}

test('merges concurrent changes of different fields', async () => {
  const { api, brand, change } = await openBrand();
  await nameField().fill('Siwa mine');
  change({ name_ar: 'سيوة' });
  await pressSave();
  await expect.element(notice()).toHaveTextContent(t('fields.name_ar'));
  await expect.element(nameField()).toHaveValue('Siwa mine');
  await expect.element(arabicField()).toHaveValue('سيوة');
  await pressSave();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brand).toMatchObject({ name: 'Siwa mine', name_ar: 'سيوة', version: 3 });
  expect(api.sent('brands')).toEqual([{ name: 'Siwa mine' }, { name: 'Siwa mine' }]);
  expect(api.unknown).toEqual([]);
});

test('asks the second user to choose when both changed the same field', async () => {
  const { brand, change } = await openBrand();
  await nameField().fill('Siwa mine');
  change({ name: 'Siwa theirs' });
  await pressSave();
  await expect.element(notice().getByRole('row', { name: new RegExp(t('fields.name')) })).toHaveTextContent('Siwa theirs');
  await expect.element(nameField()).toHaveValue('Siwa mine');
  await side('theirs').click();
  await expect.element(nameField()).toHaveValue('Siwa theirs');
  await side('mine').click();
  await expect.element(nameField()).toHaveValue('Siwa mine');
  await pressSave();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brand).toMatchObject({ name: 'Siwa mine', version: 3 });
});

test('merges one concurrent edit, and shows who made the next conflicting one, and when', async () => {
  const { api, brand, change } = await openBrand();
  await arabicField().fill('مشترك');
  change({ name: 'Siwa theirs' });
  await save().click();
  await expect.element(notice()).toHaveTextContent(t('fields.name'));
  await expect.element(nameField()).toHaveValue('Siwa theirs');
  await expect.element(arabicField()).toHaveValue('مشترك');
  await save().click();
  await expect.element(page.getByText(t('kit.saved', { name: 'Siwa theirs' }))).toBeVisible();
  expect(brand).toMatchObject({ name: 'Siwa theirs', name_ar: 'مشترك', version: 3 });

  await nameField().fill('Siwa mine');
  change({ name: 'Siwa hers' });
  await save().click();
  await expect.element(notice()).toHaveTextContent(t('kit.conflictChoose'));
  // Names the user and the time.
  await expect.element(notice().getByRole('heading')).toHaveTextContent(new RegExp(`${colleague.name}.*\\(.+\\)`));
  await expect.element(notice().getByRole('row').filter({ hasText: 'Siwa mine' })).toHaveTextContent('Siwa hers');
  // Nothing is overwritten before the user has seen it.
  expect(brand.name).toBe('Siwa hers');
  await expect.element(nameField()).toHaveValue('Siwa mine');
  await side('theirs').click();
  await expect.element(nameField()).toHaveValue('Siwa hers');
  await side('mine').click();
  await save().click();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brand).toMatchObject({ name: 'Siwa mine', name_ar: 'مشترك', version: 5 });
  expect(api.sent('brands')).toEqual([{ name_ar: 'مشترك' }, { name_ar: 'مشترك' }, { name: 'Siwa mine' }, { name: 'Siwa mine' }]);
});

test('a record deleted meanwhile shows an error and keeps the typed text', async () => {
  const { brands } = await openBrand();
  await nameField().fill('Siwa mine');
  brands.length = 0;
  await pressSave();
  await expect.element(page.getByText(t('kit.goneWhileEditing'))).toBeVisible();
  await expect.element(nameField()).toHaveValue('Siwa mine');
});

test('typing during the first save continues in the saved record, and the next form is empty', async () => {
  const brands: Row<'brands'>[] = [];
  const { api, view, remount } = await open('/inventory/brands/add', brands);
  await nameField().fill('Siwa new');
  const letGo = api.hold('brands');
  await pressSave();
  await expect.poll(() => api.sent('brands')).toHaveLength(1);
  await arabicField().fill('سيوة');
  letGo();
  await expect.element(title()).toHaveTextContent('Siwa new');
  await expect.element(arabicField()).toHaveValue('سيوة');
  await pressSave();
  await expect.element(save()).not.toBeInTheDocument();
  expect(brands).toMatchObject([{ name: 'Siwa new', name_ar: 'سيوة', version: 2 }]);
  expect(api.sent('brands')).toMatchObject([{ name: 'Siwa new', name_ar: null }, { name_ar: 'سيوة' }]);
  await view.unmount();
  await remount();
  await expect.element(title()).toHaveTextContent(t('resources.brands.new'));
  await expect.element(nameField()).toHaveValue('');
});

test('pressing Save twice sends one request and causes no conflict', async () => {
  const { api, brand } = await openBrand();
  await nameField().fill('Siwa twice');
  const letGo = api.hold('brands');
  const button = save().element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.poll(() => api.sent('brands')).toHaveLength(1);
  letGo();
  await expect.element(save()).not.toBeInTheDocument();
  await expect.element(notice()).not.toBeInTheDocument();
  expect(api.sent('brands')).toEqual([{ name: 'Siwa twice' }]);
  expect(brand.version).toBe(2);
});

test('Retry after a lost response sends the same request and makes one record', async () => {
  const brands: Row<'brands'>[] = [];
  const { api } = await open('/inventory/brands/add', brands);
  await nameField().fill('Lost');
  api.loseAnswer('brands');
  await save().click();
  const banner = page.getByRole('alert').filter({ hasText: t('errors.network') });
  await expect.element(banner).toBeVisible();
  await expect.element(nameField()).toHaveValue('Lost');
  expect(brands).toHaveLength(1);
  await banner.getByRole('button', { name: t('ui.retry') }).click();
  await expect.element(page.getByText(t('kit.saved', { name: 'Lost' }))).toBeVisible();
  const [first, second] = api.sent('brands');
  expect(second).toEqual(first);
  expect(api.sent('brands')).toHaveLength(2);
  expect(brands).toMatchObject([{ id: first!.id, name: 'Lost', version: 1 }]);
});

test('saving is disabled with a reason while offline, and nothing typed is lost', async () => {
  const { api } = await open('/inventory/brands/add', []);
  await nameField().fill('Offline');
  api.setDown(true);
  window.dispatchEvent(new Event('offline'));
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save()).toHaveAccessibleDescription(t('kit.offline'));
  (save().element() as HTMLButtonElement).click();
  await pressSave();
  await expect.element(nameField()).toHaveValue('Offline');
  expect(api.sent('brands')).toEqual([]);
  api.setDown(false);
  window.dispatchEvent(new Event('online'));
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  await save().click();
  await expect.element(page.getByText(t('kit.saved', { name: 'Offline' }))).toBeVisible();
  expect(api.sent('brands')).toMatchObject([{ name: 'Offline' }]);
});

test('edits made while the impact of a change is looked up show their own impact before the save', async () => {
  const at = '2026-01-05T10:00:00Z';
  const rate: Row<'tax_rates'> = {
    ...{
      id,
      name: 'VAT',
      name_ar: null,
      shown_in_arabic: 'VAT',
      percentage: 14,
      kind: 'standard',
      active: true,
      search: 'vat',
      version: 1,
    },
    ...{ created_at: at, created_by: colleague.id, updated_at: at, updated_by: colleague.id },
  };
  const api = new FakeApi()
    .table('tax_rates', [rate])
    .table('profiles', [colleague as Row<'profiles'>])
    .answer('change_impact', ({ changes }) => [
      { code: 'orders_keep_rate', count: Number((changes as { percentage: number }).percentage), details: {} },
    ]);
  await mountPage(routes, `/settings/tax-rates/edit/${id}`, ['settings.tax_rates.view', 'settings.tax_rates.update'], api);
  const percentage = page.getByRole('textbox', { name: t('resources.tax_rates.fields.percentage') });
  await percentage.fill('15');
  const letGo = api.hold('change_impact');
  await pressSave();
  await expect.poll(() => api.sent('change_impact')).toHaveLength(1);
  await percentage.fill('16');
  letGo();
  const dialog = page.getByRole('alertdialog', { name: t('impact.title') });
  await expect.element(dialog).toHaveTextContent(t('impact.orders_keep_rate', { shown: '16' }));
  expect(api.sent('tax_rates')).toEqual([]);
  await dialog.getByRole('button', { name: t('impact.save') }).click();
  await expect.element(save()).not.toBeInTheDocument();
  expect(api.sent('tax_rates')).toEqual([{ percentage: 16 }]);
});
