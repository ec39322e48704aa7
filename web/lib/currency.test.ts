import { afterEach, expect, it } from 'vitest';
import { currencyWord } from './currency.ts';
import { setSettings } from './settings.ts';

afterEach(() => setSettings({ language: 'en', currency: 'EGP' }));

it('is the code in English and what shops write in Arabic', () => {
  expect(currencyWord()).toBe('EGP');
  setSettings({ language: 'ar' });
  expect(currencyWord()).toBe('ج.م');
  setSettings({ currency: 'SAR' });
  expect(currencyWord()).toBe('ر.س');
});
