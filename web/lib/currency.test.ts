import { afterEach, expect, it } from 'vitest';
import { currencyWord } from './currency.ts';
import { setSettings } from './settings.ts';

afterEach(() => setSettings({ language: 'en', currency: 'EGP' }));

it('uses the code in English and the usual abbreviation in Arabic', () => {
  expect(currencyWord()).toBe('EGP');
  setSettings({ language: 'ar' });
  expect(currencyWord()).toBe('ج.م');
  setSettings({ currency: 'SAR' });
  expect(currencyWord()).toBe('ر.س');
});
