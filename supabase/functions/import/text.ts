import { invisibleMarks, latinDigits } from '../_shared/numbers.ts';
import { withoutEntities } from './damage.ts';

/* Parses words as people write them in Arabic and Latin script. */

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
    ...['kg', 'kgs', 'kilogram', 'kilograms', 'kilo', 'gram', 'grams', 'gm', 'g'],
    ...['m', 'metre', 'metres', 'meter', 'meters', 'cm', 'yard', 'yards', 'foot', 'feet', 'ft'],
    ...['litre', 'litres', 'liter', 'liters', 'l', 'ml'],
    'بالقياس',
    'بالوزن',
    'وزن',
    'بالمتر',
    ...['متر', 'امتار', 'سم', 'ياردة', 'بالكيلو', 'كيلو', 'كيلوجرام', 'كجم', 'جرام', 'جم', 'لتر', 'مل'],
  ].map(normalise),
);
const pieces = new Set(
  [
    ...['whole pieces', 'pieces', 'piece', 'pcs', 'pc', 'nos', 'each', 'ea', 'unit', 'units', 'by unit', 'by piece', 'item'],
    ...['بالقطعة', 'قطعة', 'قطع', 'بالعدد', 'عدد', 'حبة', 'وحدة'],
  ].map(normalise),
);
const packages = new Set(
  [
    ...[
      'box',
      'boxes',
      'carton',
      'cartons',
      'pack',
      'packs',
      'packet',
      'case',
      'set',
      'sets',
      'pair',
      'pairs',
      'dozen',
      'bottle',
      'bag',
      'roll',
    ],
    ...['علبة', 'كرتونة', 'كرتون', 'عبوة', 'طقم', 'زوج', 'جوز', 'دستة', 'زجاجة', 'كيس', 'رول', 'صندوق', 'باكت'],
  ].map(normalise),
);

/** Whether a word for a unit is the piece. */
export const isPiece = (unit: string): boolean => pieces.has(normalise(unit));

/** Reads whether goods are sold by measure, from a word for it or from yes and no. */
export function readMeasure(text: string): string {
  const word = normalise(text);
  return byMeasure.has(word) ? 'true' : pieces.has(word) || packages.has(word) ? 'false' : readFlag(text);
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

/** A code written as a formula, so that a spreadsheet keeps its zeros: ="00417". */
const asText = /^=\s*"((?:[^"]|"")*)"$/;
/** The apostrophe that our exports put before text that a spreadsheet would run as a formula, also after a possible cell separator. */
const guard = /(^|[;|\t\r\n][\s"]*)'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** The apostrophe that other programs put before figures. */
const guardedFigure = /^'(?=[\d٠-٩+(])/;

/** A cell without what other programs put around its text so that a spreadsheet shows it unchanged. isFigure: a number, code or phone. */
export function withoutGuards(cell: string, isFigure: boolean): string {
  const text = cell.trim();
  const [, inside] = asText.exec(text) ?? [];
  const bare = (inside?.replaceAll('""', '"').trim() ?? text).replace(guard, '$1');
  return isFigure ? bare.replace(guardedFigure, '') : bare;
}

/** A code as scanned: Latin digits without spaces, without a '.0' that a program appended, without invisible marks. */
export function readCode(text: string, digitsOnly: boolean): string {
  if (/^\d+$/.test(text)) return text;
  const latin = latinDigits(text).replace(invisibleMarks, '').trim();
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

/** Whether a cell holds two phones: one would be lost, or both dialled as one. */
export function holdsTwoPhones(cell: string): boolean {
  const latin = latinDigits(cell).trim();
  const parts = latin
    .split(/[/,;،؛|\n\r]|\s+(?:or|and|او|أو|و)\s+|\s+-\s+|\s{2,}/i)
    .filter((part) => (part.match(/\d/g) ?? []).length >= 7);
  return parts.length > 1 || /\d{7}-\+?\d{7}/.test(latin);
}
