/* Numbers, money and dates for the reader: their language, the business's digits, currency, time zone and first day of the week. */
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export interface FormatSettings {
  currency: string;
  currency_decimals: number;
  digits: 'latn' | 'arab';
  time_zone: string;
}

const fallback: FormatSettings = { currency: 'EGP', currency_decimals: 2, digits: 'latn', time_zone: 'UTC' };
export const FormatContext = createContext<FormatSettings>(fallback);

export interface Formats {
  language: 'en' | 'ar';
  /** Currency as it stands once in a column head. */
  currency: string;
  currencyDecimals: number;
  number: (value: number | string, decimals?: number) => string;
  /** Without the currency: that stands in the head. */
  money: (value: number | string) => string;
  /** Pieces: up to three decimals, none shown for whole pieces. */
  quantity: (value: number | string) => string;
  percent: (value: number | string) => string;
  date: (at: string | Date) => string;
  time: (at: string | Date) => string;
  dateTime: (at: string | Date) => string;
  /** The name in the reader's language: Arabic where there is one. */
  named: (row: { name?: string | null; name_ar?: string | null } | null | undefined) => string;
  /** The same for two loose texts. */
  either: (name: string | null | undefined, arabic: string | null | undefined) => string;
}

function formats(language: 'en' | 'ar', settings: FormatSettings): Formats {
  const locale = `${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-${settings.digits}`;
  const timeZone = settings.time_zone;
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const clean = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '');
  const { currency_decimals: decimals } = settings;
  const money = number({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const quantity = number({ maximumFractionDigits: 3 });
  const percent = number({ maximumFractionDigits: 4 });
  const dates = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const times = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' });
  const both = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
  // The minus stands left of its digits in both scripts.
  const figure = (format: Intl.NumberFormat, value: number | string) => clean(format.format(value as number)).replace('-', '−');
  const either = (name: string | null | undefined, arabic: string | null | undefined) => (language === 'ar' ? (arabic ?? name) : name) ?? '';
  return {
    language,
    currency: new Intl.NumberFormat(locale, { style: 'currency', currency: settings.currency, currencyDisplay: language === 'ar' ? 'symbol' : 'code' })
      .formatToParts(0)
      .filter((part) => part.type === 'currency')
      .map((part) => clean(part.value).trim())
      .join(''),
    currencyDecimals: decimals,
    number: (value, digits) => figure(digits === undefined ? quantity : number({ minimumFractionDigits: digits, maximumFractionDigits: digits }), value),
    money: (value) => figure(money, value),
    quantity: (value) => figure(quantity, value),
    percent: (value) => figure(percent, value),
    date: (at) => dates.format(new Date(at)),
    time: (at) => times.format(new Date(at)),
    dateTime: (at) => both.format(new Date(at)),
    named: (row) => either(row?.name, row?.name_ar),
    either,
  };
}

export function useFormat(): Formats {
  const { i18n } = useTranslation();
  const settings = use(FormatContext);
  const language = i18n.language === 'ar' ? 'ar' : 'en';
  return useMemo(() => formats(language, settings), [language, settings]);
}
