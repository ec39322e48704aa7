// How the business writes numbers, money and dates, and the user's language.
// Set once they are known, before any screen renders; tests set them themselves.

export type Language = 'en' | 'ar';
export type Digits = 'latn' | 'arab';

export interface Settings {
  language: Language;
  digits: Digits;
  currency: string;
  /** Decimals of the currency: 0, 2 or 3. */
  decimals: number;
  timeZone: string;
  /** 0 is Sunday, 6 Saturday. */
  firstDay: number;
}

let current: Settings = { language: 'en', digits: 'latn', currency: 'EGP', decimals: 2, timeZone: 'UTC', firstDay: 6 };

export function settings(): Settings {
  return current;
}

export function setSettings(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
}
