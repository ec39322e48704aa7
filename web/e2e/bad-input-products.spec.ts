/* Invalid input for products and import files: one clear message, nothing changed, nothing typed is lost. */
import { CFB } from '@e965/xlsx';
import { expect } from '@playwright/test';
import { rowsApi } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, newGoods } from './support/fixtures.ts';
import { api, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

for (const language of usually('ar')) {
  test(`a duplicate barcode is refused in its cell and names the other product, in ${language}`, async ({ page }) => {
    const says = words(language, 'products');
    const [taken, mine] = [await newGoods(), await newGoods()];
    await enter(page, 'Owner', language, `/inventory/products/edit/${mine.product}`);
    await page.getByRole('button', { name: says('grid.barcodes'), exact: true }).click();
    await page.getByRole('gridcell').first().click();
    await page.keyboard.type(taken.barcode, { delay: 120 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: textPattern(language, 'products').part('errors.barcodeTaken', { code: taken.barcode, product: taken.name }) }),
    ).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toHaveAttribute('aria-invalid', 'true');
    const owner = await api('Owner');
    expect(await owner.get(`variants?id=eq.${mine.variant}&barcode=eq.${mine.barcode}&select=id`)).toHaveLength(1);
  });
}

/** What Excel writes for a protected workbook: the sheet is encrypted inside a container of the old format. */
function protectedWorkbook(): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(248, 4));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096, 7));
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

for (const language of usually('en')) {
  test(`an unreadable import file is refused with a reason and imports nothing, in ${language}`, async ({ page }) => {
    const imports = words(language, 'imports');
    const refusal = (code: string, values: Record<string, string> = {}) => textPattern(language, 'errors').part(code, values);
    await enter(page, 'Owner', language, '/inventory/products/import');
    const files = [
      { name: 'picture.csv', buffer: png, says: /./ },
      { name: 'empty.csv', buffer: Buffer.alloc(0), says: refusal('file_empty') },
      { name: 'letter.xlsx', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), says: /./ },
      { name: 'locked.xlsx', buffer: protectedWorkbook(), says: refusal('file_password_protected') },
      { name: 'heads.csv', buffer: Buffer.from('Name,Price\n'), says: refusal('file_no_rows') },
    ];
    const known = ['file_not_a_sheet', 'file_mislabelled'].map((code) =>
      refusal(code, { claims: '\\w+', content: '.+' }).source.replace('\\\\w\\+', '\\w+').replace('\\.\\+', '.+'),
    );
    for (const { name, buffer, says } of files) {
      await test.step(name, async () => {
        await page.getByLabel(imports('chooseFile')).setInputFiles({ name, mimeType: 'text/csv', buffer });
        const banner = page.getByRole('alert').filter({ hasText: name });
        await expect(banner).toBeVisible();
        await expect(banner).toContainText(says.source === '.' ? new RegExp(known.join('|')) : says);
        // Still on the first step, where another file can be chosen.
        await expect(page.getByText(imports('dropTitle'))).toBeVisible();
      });
    }
    expect(await (await rowsApi()).find(`imports?file_name=in.(${files.map(({ name }) => name).join()})&select=id`)).toEqual([]);
  });
}
