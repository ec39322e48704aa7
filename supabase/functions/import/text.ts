import { withoutEntities } from './damage.ts';

/* Parses words and numbers as people write them in Arabic and Latin script. */

const arabicDigits = /[٠-٩۰-۹]/g;

export function latinDigits(text: string): string {
  return text.replace(arabicDigits, (digit) => String((digit.charCodeAt(0) - (digit >= '۰' ? 0x6f0 : 0x660)) % 10));
}

/** Same as the database's private.normalise: case, accents, Arabic marks, letter variants and the space in عبد الله
    and أبو بكر do not matter. */
export function normalise(text: string): string {
  return latinDigits(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .toLowerCase(),
  )
    .replace(/[ىیةٱک]/g, (letter) => ({ ى: 'ي', ی: 'ي', ة: 'ه', ٱ: 'ا', ک: 'ك' })[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![^ ])(عبد|ابو) /g, '$1');
}

/** The form in which headers are compared: normalised words only. */
export const headerKey = (header: string): string =>
  normalise(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{DI}\u2800]/u.test(text);

export type DecimalMark = '.' | ',' | null;

/** The decimal mark of a number that can be read in only one way. */
export function decimalMarkOf(text: string): DecimalMark {
  if (!/[.,]/.test(text)) return null;
  if (/\d\.\d{1,2}\D*$|\d\.\d{4,}|,\d{3}\./.test(text)) return '.';
  return /\d,\d{1,2}\D*$|\d,\d{4,}|\.\d{3},/.test(text) ? ',' : null;
}

/** The form in which words next to figures are compared. */
export const bareWord = (word: string) => word.replace(/[\s.%٪\u200e\u200f]/g, '').toUpperCase();

const noWords: ReadonlySet<string> = new Set();
/** A cache, since currencyWords is called for every cell. */
const wordsByCode = new Map<string, ReadonlySet<string>>();

/** How a currency is written next to a figure in both languages: its code, symbols and name. */
export function currencyWords(code: string): ReadonlySet<string> {
  const before = wordsByCode.get(code);
  if (before) return before;
  if (!/^[A-Z]{3}$/.test(code)) return noWords;
  const shown = ['en', 'ar'].flatMap((language) =>
    (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay })
        .formatToParts(5)
        .flatMap(({ type, value }) => (type === 'currency' ? [bareWord(value)] : [])),
    ),
  );
  const words = new Set(shown);
  wordsByCode.set(code, words);
  return words;
}

/** '١٬٢٥٠٫٥٠ ج.م' or '1,250.50' as '1250.50'; an ambiguous text is returned unchanged, as is a figure next to another currency's sign or a
    stray letter. own: words that may be next to a figure. */
export function readNumber(text: string, mark: DecimalMark, own = noWords): string {
  if (/^\d+$/.test(text)) return text;
  const besideFigure = /^(?:[\p{L}\p{Sc}]+\.?|\s)+|[\p{L}\p{Sc}%٪.\s\u200e\u200f]+$/gu;
  if (text.match(besideFigure)?.some((words) => bareWord(words) !== '' && !own.has(bareWord(words)))) return text;
  const bare = latinDigits(text)
    .replace(/[٫،](?=\d)/g, '\u0001')
    .replaceAll('٬', '')
    .replace(besideFigure, '')
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/\+(?=\d)/, '');
  const dots = (bare.match(/\./g) ?? []).length;
  const commas = (bare.match(/,/g) ?? []).length;
  let plain = bare;
  if (bare.includes('\u0001')) plain = bare.replaceAll(/[.,]/g, '').replace('\u0001', '.');
  else if (dots > 0 && commas > 0) {
    const last = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',';
    plain = bare.replaceAll(last === '.' ? ',' : '.', '').replace(last, '.');
  } else if (commas > 0) plain = resolveMark(bare, ',', mark);
  else if (dots > 0) plain = resolveMark(bare, '.', mark);
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : text;
}

/** Resolves a number with only one kind of mark: the file's decimal mark separates decimals; every three digits, it separates thousands. */
function resolveMark(text: string, found: '.' | ',', mark: DecimalMark): string {
  const thousands = new RegExp(`^-?\\d{1,3}(\\${found}\\d{3})+$`).test(text);
  const once = text.split(found).length === 2;
  if (mark === found) return once ? text.replace(found, '.') : text.replaceAll(found, '');
  if (thousands && mark !== null) return text.replaceAll(found, '');
  if (thousands && !once) return text.replaceAll(found, '');
  return once && !thousands ? text.replace(found, '.') : text;
}

const yes = new Set(
  ['true', 'yes', 'y', '1', 'active', 'on', 'x', '✓', '✔', 'نعم', 'نشط', 'مفعل', 'فعال', 'صح', 'oui', 'ja', 'si'].map(normalise),
);
const no = new Set(
  ['false', 'no', 'n', '0', 'inactive', 'off', 'draft', 'archived', 'لا', 'غير نشط', 'موقوف', 'معطل', 'خطا', 'خطأ', 'non', 'nein'].map(
    normalise,
  ),
);

export function readFlag(text: string): string {
  const word = normalise(text);
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : text;
}

const byMeasure = new Set(
  [
    'by measure',
    'measure',
    'by weight',
    'weight',
    'by length',
    'length',
    'by volume',
    'volume',
    'kg',
    'kilogram',
    'kilo',
    'gram',
    'g',
    'm',
    'metre',
    'meter',
    'yard',
    'litre',
    'liter',
    'l',
    'بالقياس',
    'بالوزن',
    'وزن',
    'بالمتر',
    'متر',
    'بالكيلو',
    'كيلو',
    'كجم',
    'جرام',
    'لتر',
  ].map(normalise),
);
const inPieces = new Set(
  [
    'whole pieces',
    'pieces',
    'piece',
    'pcs',
    'pc',
    'each',
    'ea',
    'unit',
    'units',
    'by unit',
    'by piece',
    'item',
    'بالقطعة',
    'قطعة',
    'قطع',
    'بالعدد',
    'عدد',
    'حبة',
    'وحدة',
  ].map(normalise),
);

/** Reads whether goods are sold by measure, from a word for it or from yes and no. */
export function readMeasure(text: string): string {
  const word = normalise(text);
  return byMeasure.has(word) ? 'true' : inPieces.has(word) ? 'false' : readFlag(text);
}

const open = new Set(
  [
    'pending',
    'open',
    'new',
    'draft',
    'ordered',
    'sent',
    'confirmed',
    'waiting',
    'not received',
    'معلق',
    'معلقة',
    'قيد الانتظار',
    'قيد التنفيذ',
    'مفتوح',
    'جديد',
    'مسودة',
    'بانتظار الاستلام',
    'لم يستلم',
  ].map(normalise),
);

/** Maps words for an order that is not received yet to 'pending'. */
export const readStatus = (text: string): string => (open.has(normalise(text)) ? 'pending' : text);

/** The text of HTML. No pattern matches beyond the next '<', since half a million '<a' would otherwise take an hour. */
export function withoutTags(html: string): string {
  if (!/<[a-z!/][^<>]*>|&[a-z]+;|&#\d+;/i.test(html)) return html;
  return withoutEntities(
    withoutScripts(html)
      .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|tr)>/gi, '\n')
      .replace(/<[a-z!/][^<>]*>/gi, ''),
  )
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutScripts(html: string): string {
  const tags = /<(\/?)(script|style)\b[^<>]*>/gi;
  let kept = '';
  let from = 0;
  let inside = '';
  for (const tag of html.matchAll(tags)) {
    const name = (tag[2] ?? '').toLowerCase();
    if (inside === '' && tag[1] === '') {
      kept += html.slice(from, tag.index);
      [inside, from] = [name, tag.index];
    } else if (inside === name && tag[1] !== '') [inside, from] = ['', tag.index + tag[0].length];
  }
  return kept + html.slice(from);
}

/** A code as scanned: Latin digits without spaces, without a '.0' that a program appended, without invisible marks. */
export function readCode(text: string, digitsOnly: boolean): string {
  if (/^\d+$/.test(text)) return text;
  const latin = latinDigits(text)
    .replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
  // A code that another program stored as a decimal.
  if (!digitsOnly) return latin.replace(/^(\d+)\.0+$/, '$1');
  const bare = latin.replace(/[\s\u00a0-]/g, '').replace(/^(\d+)\.0+$/, '$1');
  return /^\d+$/.test(bare) ? bare : latin;
}

/** A phone as dialled: Latin digits, plain dashes, no invisible marks from a phone's contact list. */
export function readPhone(text: string): string {
  const latin = latinDigits(text)
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ');
  return latin
    .replace(/^(?:tel|phone|mobile):\s*/i, '')
    .replace(/\.0+$/, '')
    .trim();
}

/** Whether a cell holds two numbers: one would be lost, or both dialled as one. */
export const holdsTwoPhones = (text: string): boolean => {
  const parts = text.split(/[/,;،؛|\n]|\s+(?:or|and|او|أو|و)\s+|\s+-\s+|\s{2,}/i).filter((part) => (part.match(/\d/g) ?? []).length >= 7);
  return parts.length > 1;
};
