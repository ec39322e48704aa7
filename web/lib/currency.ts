import { settings } from './settings.ts';

/** The currency as shown in heads and beside fields: EGP in English, ج.م in Arabic. */
export function currencyWord(): string {
  const { currency, language } = settings();
  if (language !== 'ar') return currency;
  const part = new Intl.NumberFormat('ar-EG-u-nu-latn', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency');
  return (part?.value ?? currency)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\.$/, '')
    .trim();
}
