/* The accountant's bundle: account codes, and the ZIP with what is in it. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { enter } from './support/fixtures.ts';
import { usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

/** The rows of a CSV file of the bundle as objects by head. */
const rowsOf = (file: Uint8Array): Record<string, string>[] => {
  const book = read(strFromU8(file), { type: 'string', raw: true });
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { defval: '', raw: false });
};
const cents = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 10_000), 0);

for (const language of usually('en'))
  test(`the accountant names the accounts and downloads a journal that balances: ${language}`, async ({ page }) => {
    const t = words(language, 'reports');
    await enter(page, 'Accountant', language, '/reports/accountant?period=this_year');
    await page.getByRole('button', { name: t('accountant.codes') }).click();
    const code = page.getByRole('textbox', { name: t('journal.account.stock'), exact: true });
    await code.fill('1310');
    await code.press('Enter');
    const stock = page.getByRole('row', { name: new RegExp(t('journal.account.stock')) });
    await expect(stock).toContainText('1310');
    await stock.getByRole('link').click();
    await expect(page.getByRole('heading', { name: t('journal.account.stock'), exact: true })).toBeVisible();
    await expect(page.getByRole('row').nth(1).getByRole('link')).toBeVisible();
    await page.goBack();

    const saved = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('button', { name: t('accountant.download') }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const both = (['journal', 'accounts', 'sales', 'purchases', 'returns', 'expenses', 'payments', 'tax', 'stock'] as const).flatMap(
      (name) => ['xlsx', 'csv'].map((kind) => `${t(`accountant.file.${name}`)}.${kind}`),
    );
    const programs = ['odoo', 'zoho-books', 'quickbooks-online'].map((program) => `${t('accountant.file.programs')}/${program}.csv`);
    expect(Object.keys(files).sort()).toEqual([...both, ...programs, `${t('accountant.file.readme')}.txt`].sort());

    const journal = rowsOf(files[`${t('accountant.file.journal')}.csv`]!);
    const [debit, credit] = [t('journal.col.debit'), t('journal.col.credit')];
    expect(journal.length).toBeGreaterThan(20);
    expect(cents(journal, debit)).toBe(cents(journal, credit));
    const workbook = read(files[`${t('accountant.file.journal')}.xlsx`]!);
    const sheet: Record<string, number>[] = utils.sheet_to_json(workbook.Sheets[workbook.SheetNames[0]!]!);
    expect(sheet.length).toBe(journal.length);
    const sum = (column: string) => Math.round(sheet.reduce((all, row) => all + (row[column] ?? 0), 0) * 100);
    expect(sum(debit)).toBe(sum(credit));
    for (const [program, columns] of [
      ['odoo', ['line_ids/debit', 'line_ids/credit', 'line_ids/account_id']],
      ['zoho-books', ['Debit', 'Credit', 'Account']],
      ['quickbooks-online', ['Debits', 'Credits', 'Account Name']],
    ] as const) {
      const lines = rowsOf(files[`${t('accountant.file.programs')}/${program}.csv`]!);
      expect(cents(lines, columns[0])).toBe(cents(lines, columns[1]));
      expect(lines.some((line) => line[columns[2]] === '1310')).toBe(true);
    }
  });
