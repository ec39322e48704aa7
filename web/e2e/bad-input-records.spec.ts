/* Invalid input for plain records: one clear message, nothing changed, nothing typed is lost. */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { brandsNamed, newBrand } from './support/record-form.ts';
import { rowsApi } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, expectInvariants, saying, unique } from './support/fixtures.ts';
import { api, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

test.afterAll(expectInvariants);

for (const language of usually('ar')) {
  test(`deleting a brand in use is refused, with its usage and an offer to deactivate, ${language}`, async ({ page }) => {
    const says = words(language, 'kit');
    const brand = await newBrand(`Worn ${unique()}`);
    const owner = await api('Owner');
    for (const at of [1, 2, 3])
      await owner.rpc('save_product', {
        id: randomUUID(),
        product: { name: `Worn thing ${unique()} ${at}`, price: 10, brand_id: brand.id },
        variants: [],
      });
    await enter(page, 'Owner', language, `/inventory/brands?q=${encodeURIComponent(brand.name)}`);
    await page.getByRole('button', { name: textPattern(language, 'kit')('rowActions', { name: brand.name }) }).click();
    await page.getByRole('menuitem', { name: says('delete') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: says('delete'), exact: true })
      .click();
    const refusal = page.getByRole('alertdialog', { name: textPattern(language, 'kit')('inUseTitle', { name: brand.name }) });
    const places = words(language, 'usage')(`products_${new Intl.PluralRules(language).select(3)}`, { shown: '3' });
    await expect(refusal).toContainText(textPattern(language, 'kit').part('inUseText', { name: brand.name, places }));
    expect(await brandsNamed(brand.name)).toHaveLength(1);
    await refusal.getByRole('button', { name: textPattern(language, 'kit')('deactivateName', { name: brand.name }) }).click();
    await expect(saying(page)).toContainText(textPattern(language, 'kit').part('nowInactive', { name: brand.name }));
    expect((await brandsNamed(brand.name))[0]).toMatchObject({ active: false });
    await saying(page)
      .getByRole('button', { name: words(language, 'ui')('undo') })
      .click();
    await expect.poll(async () => (await brandsNamed(brand.name))[0]?.active).toBe(true);
  });
}

for (const language of usually('en')) {
  test(`changing the currency is refused at its field once documents exist, in ${language}`, async ({ page }) => {
    await enter(page, 'Owner', language, '/settings/business');
    const currency = page.getByRole('combobox', { name: words(language, 'business')('fields.currency') });
    const before = await (await rowsApi()).find('business?select=currency');
    await currency.fill('KWD');
    await page.getByRole('option', { name: /KWD/ }).click();
    await page.getByRole('button', { name: words(language, 'business')('save') }).click();
    await expect(currency).toHaveAttribute('aria-invalid', 'true');
    await expect(currency).toHaveAccessibleDescription(new RegExp(words(language, 'errors')('currency_fixed')));
    await expect(currency).toHaveValue(/KWD/);
    expect(await (await rowsApi()).find('business?select=currency')).toEqual(before);
  });
}
