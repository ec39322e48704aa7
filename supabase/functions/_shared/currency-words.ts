import { bareWord } from './numbers.ts';

/* How people write currencies next to figures: besides the names and signs that every runtime knows, those of everyday use. */

const everydayWords: Readonly<Record<string, string>> = {
  EGP: 'جنيه جنيهات جنيها ج ج.م LE E£ £E pound pounds',
  SAR: 'ريال ريالات ريالا ر.س SR riyal riyals rial rials \u20c1 ﷼',
  AED: 'درهم دراهم درهما د.إ Dh Dhs dirham dirhams',
  KWD: 'دينار دنانير دينارا د.ك KD dinar dinars',
  BHD: 'دينار دنانير دينارا د.ب BD dinar dinars',
  QAR: 'ريال ريالات ريالا ر.ق QR riyal riyals rial rials ﷼',
  OMR: 'ريال ريالات ريالا ر.ع RO riyal riyals rial rials ﷼',
  JOD: 'دينار دنانير دينارا د.أ JD JDs dinar dinars',
  IQD: 'دينار دنانير دينارا د.ع dinar dinars',
  LBP: 'ليرة ليرات ل.ل LL lira liras pound pounds',
  SYP: 'ليرة ليرات ل.س lira liras pound pounds',
  YER: 'ريال ريالات ريالا ر.ي YR riyal riyals rial rials ﷼',
  LYD: 'دينار دنانير دينارا د.ل LD dinar dinars',
  TND: 'دينار دنانير دينارا د.ت DT dinar dinars',
  DZD: 'دينار دنانير دينارا د.ج DA dinar dinars',
  MAD: 'درهم دراهم درهما د.م Dh Dhs dirham dirhams',
  SDG: 'جنيه جنيهات جنيها ج.س pound pounds',
  TRY: 'ليرة ليرات TL lira liras',
  USD: 'دولار دولارات دولارا dollar dollars',
  EUR: 'يورو euro euros',
  GBP: 'جنيه جنيهات pound pounds',
  INR: 'روبية روبيات Rs rupee rupees',
};

/** The currencies whose everyday words are known. */
export const currenciesWithWords = Object.keys(everydayWords);

const wordsByCode = new Map<string, ReadonlySet<string>>();

/** The words for a currency in both languages, as bareWord returns them: its code, signs and names. Empty for an unknown code. */
export function currencyWords(code: string): ReadonlySet<string> {
  const before = wordsByCode.get(code);
  if (before) return before;
  if (!/^[A-Z]{3}$/.test(code)) return new Set();
  const formatted = ['en', 'ar'].flatMap((language) =>
    (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay })
        .formatToParts(5)
        .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    ),
  );
  const words = new Set([...formatted, ...(everydayWords[code]?.split(' ') ?? [])].map(bareWord));
  wordsByCode.set(code, words);
  return words;
}
