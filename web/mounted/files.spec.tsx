import i18next, { type TFunction } from 'i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { contentHash } from '@/db/attachments.ts';
import type { PermissionName } from '@/db/me.ts';
import type { Row } from '@/db/tables.ts';
import { routes } from '@/screens/expenses/routes.tsx';
import { FakeApi } from './fake-api.ts';
import { mountPage } from './mount.tsx';

const t = i18next.t as TFunction;
const permissions: PermissionName[] = ['accounting.expenses.create', 'documents.files.create', 'documents.files.view'];
const photo = (name: string, content: string) => new File([content], name, { type: 'image/png' });

afterEach(() => void vi.restoreAllMocks());

/** The form of a new expense; another one, EX-ZAM-2026-0007, has photos with these contents. */
async function openForm(...contents: string[]) {
  const hashes = await Promise.all(contents.map((content) => contentHash(photo('', content))));
  const attached = hashes.map((content_hash) => ({ content_hash, document_number: 'EX-ZAM-2026-0007' }) as Row<'attachments'>);
  const api = new FakeApi().table('attachments', attached);
  const { view, remount } = await mountPage(routes, '/accounting/expenses/add', permissions, api);
  await expect.element(page.getByRole('button', { name: t('expenses.files.add') })).toBeVisible();
  return { api, view, remount };
}

/** Chooses files, as the browser's own dialog does. */
function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('.attachment-add input[type=file]')!;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const listed = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const question = () => page.getByRole('alertdialog');

test('a photo that another expense has is attached only if the user confirms it', async () => {
  await openForm('receipt');
  choose(photo('again.png', 'receipt'), photo('new.png', 'other'));
  await expect.element(question()).toHaveTextContent('EX-ZAM-2026-0007');
  await question()
    .getByRole('button', { name: t('attachments.copy.leave') })
    .click();
  await expect.element(listed('again.png')).not.toBeInTheDocument();
  await expect.element(listed('new.png')).toBeVisible();
  choose(photo('again.png', 'receipt'));
  await question()
    .getByRole('button', { name: t('attachments.copy.attach') })
    .click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(listed('again.png')).toBeVisible();
});

test('photos chosen while a question is open are asked about after its answer', async () => {
  await openForm('receipt', 'ticket');
  choose(photo('first.png', 'receipt'));
  await expect.element(question()).toHaveTextContent('first.png');
  choose(photo('second.png', 'ticket'));
  await expect.element(listed('second.png')).toBeVisible();
  await expect.element(question()).toHaveTextContent('first.png');
  await question()
    .getByRole('button', { name: t('attachments.copy.leave') })
    .click();
  await expect.element(listed('first.png')).not.toBeInTheDocument();
  await expect.element(question()).toHaveTextContent('second.png');
  await question()
    .getByRole('button', { name: t('attachments.copy.attach') })
    .click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(listed('second.png')).toBeVisible();
});

test('leaving a new expense that has only a receipt asks first', async () => {
  await openForm('elsewhere');
  choose(photo('receipt.png', 'receipt'));
  await expect.element(listed('receipt.png')).toBeVisible();
  const unloading = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unloading);
  expect(unloading.defaultPrevented).toBe(true);
});

test('the same photo chosen twice is attached once, and a notice says so', async () => {
  await openForm('elsewhere');
  choose(photo('one.png', 'ticket'));
  await expect.element(listed('one.png')).toBeVisible();
  choose(photo('two.png', 'ticket'));
  await expect.element(page.getByText(/two\.png.* was chosen twice/)).toBeVisible();
  await expect.element(listed('two.png')).not.toBeInTheDocument();
  await expect.element(listed('one.png')).toBeVisible();
});

test('a photo is attached without asking when its content cannot be hashed or compared', async () => {
  const { api } = await openForm('bill');
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('no https'));
  choose(photo('unhashed.png', 'bill'));
  await expect.element(listed('unhashed.png')).toBeVisible();
  api.setDown(true);
  choose(photo('offline.png', 'bill'));
  await expect.element(listed('offline.png')).toBeVisible();
  expect(question().elements()).toHaveLength(0);
});

test('a receipt survives a reload, and is not in the form that another tab opens', async () => {
  const { view, remount } = await openForm('elsewhere');
  choose(photo('mine.png', 'mine'));
  await expect.element(listed('mine.png')).toBeVisible();
  await view.unmount();
  const reloaded = await remount();
  await expect.element(listed('mine.png')).toBeVisible();
  await reloaded.unmount();
  // A new session storage is that of another tab.
  await openForm('elsewhere');
  choose(photo('other.png', 'other'));
  await expect.element(listed('other.png')).toBeVisible();
  expect(page.getByRole('listitem').filter({ hasText: 'mine.png' }).elements()).toHaveLength(0);
});
