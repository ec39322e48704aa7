// Both languages have the same texts, all plural forms, and one term per concept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(texts: object, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flatten(value as object, `${prefix}${key}.`),
  );
}

function read(language: string): Map<string, string> {
  const files = readdirSync(join(here, language)).filter((file) => file.endsWith('.json'));
  return new Map(
    files.flatMap((file) => flatten(JSON.parse(readFileSync(join(here, language, file), 'utf8')) as object, `${file.slice(0, -5)}.`)),
  );
}

const en = read('en');
const ar = read('ar');
const stems = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(plural, '')));
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name as string);

describe('the two languages', () => {
  it('have the same keys', () => {
    const english = stems(en);
    const arabic = stems(ar);
    expect({
      onlyEnglish: [...english].filter((key) => !arabic.has(key)),
      onlyArabic: [...arabic].filter((key) => !english.has(key)),
    }).toEqual({ onlyEnglish: [], onlyArabic: [] });
  });

  it('are complete: an Arabic text has Arabic words, except names of formats and units', () => {
    const said = (text: string) => text.replace(/\{\{[^}]*\}\}|<[^>]*>/g, '').trim();
    const foreign = [...ar.values()].map(said).filter((text) => /\p{Script=Latin}/u.test(text) && !/\p{Script=Arabic}/u.test(text));
    expect([...new Set(foreign)].sort()).toEqual(['PDF', 'dpi']);
  });

  it.each([
    ['English', en, ['one', 'other']],
    ['Arabic', ar, ['zero', 'one', 'two', 'few', 'many', 'other']],
  ] as const)('%s has all its plural forms', (_, texts, forms) => {
    const counted = new Set([...texts.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
    const missing = [...counted].flatMap((stem) => forms.map((form) => `${stem}_${form}`)).filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });

  it('have the same placeholders', () => {
    const strange = [...ar].filter(([key, text]) => {
      const stem = key.replace(plural, '');
      const known = new Set([en.get(key), en.get(`${stem}_other`), en.get(`${stem}_one`)].flatMap((one) => (one ? placeholders(one) : [])));
      return placeholders(text).some((name) => name !== 'count' && !known.has(name));
    });
    expect(strange).toEqual([]);
    // A literal number may be a word in Arabic.
    const lost = [...en].filter(([key, text]) => {
      const arabic = placeholders(ar.get(key) ?? '');
      return (
        (!plural.test(key) || key.endsWith('_other')) && placeholders(text).some((name) => !/^\d+$/.test(name) && !arabic.includes(name))
      );
    });
    expect(lost).toEqual([]);
  });

  it('have no empty text', () => expect([...en, ...ar].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]));
});

const broken = (texts: Map<string, string>, rule: RegExp, except: readonly string[] = []) =>
  [...texts].filter(([key, text]) => rule.test(text) && !except.includes(key)).map(([key, text]) => `${key}: ${text}`);

describe('in Arabic', () => {
  it('signs are isolated with their number', () => expect(broken(ar, /(?<!\u2066)−[\d{]|[\d}]%(?!\u2069)/)).toEqual([]));

  it('actions are gender-neutral', () =>
    expect(broken(ar, /(?:اعتمد|أنشأ|أضاف|بدأ|(?<!تم )حفظ|عكس|أبطل|عدّل|كتب|أرفق|سحب|رحّل)(?:ه|ها)? \{\{(?:name|by)\b/)).toEqual([]));

  it('a counted word follows no preposition, because its form would change', () => {
    expect(broken(ar, /(?<!\p{L})(?:في|من|على|إلى|عن|بـ?|لـ?)\s*(?:<b>)?\{\{(?:pieces|lines|products|left|waiting)\s*\}\}/u)).toEqual([]);
  });

  it('a button names the action instead of using the imperative', () => {
    const buttons = new Map(
      [...ar].filter(([key]) =>
        /\.(?:action|actions|menu|row)\.|\.(?:add|addIt|addAnother|confirm|create|discard|keep|new|remove|removeIt|retry|reload|save|start|submit|undo)(?:_\w+)?$/.test(
          key,
        ),
      ),
    );
    expect(
      broken(
        buttons,
        /^(?:أ(?:ضف|عد|لغ|بطل|غلق|رسل|رفق|كمل)|احذف|احفظ|اختر|ارجع|استخدم|استلم|استورد|اسحب|اطبع|اطلب|اعتمد|اعرض|اعكس|افتح|اكتب|الصق|امسح|انسخ|انقل|ابدأ|جرّب|حاول|حدّد|حوّل|رحّل|سجّل|سدّد|عدّل|علّم)(?!\p{L})/u,
      ),
    ).toEqual([]);
  });

  it.each([
    ['"scan" and "erase" in one word', /مسح(?! (?:ال)?باركود)/],
    ['cancelled', /ملغي/],
    ['inactive', /غير نشط/],
    ['the tag', /التاج|رقم البطاقة/],
    ['the default', /(?<!السعر )الأساسي/],
    ['a variant', /لونًا ومقاسًا|لونان ومقاسان|لون ومقاس واحد|صنف فرعي|أصناف فرعية/],
    ['the price group', /مجموعة الأسعار/],
    ['the low-stock level', /حد (?:النفاد|الطلب)/],
    ['low on stock', /قارب على النفاد/],
    ['the land line', /التليفون/],
    ['a pending order', /قيد الانتظار/],
    ['unpaid', /غير مسدد/],
    ['decimals', /(?:رقم|رقمان|أرقام) عشري|بكسور/],
    ['a line of a transfer', /(?:بند|بنود|بندي) تحويل/],
    ['the parent', /(?:التصنيف|البند|مكانًا) (?:ال)?أعلى/],
    ['view only', /حق العرض|للعرض فقط/],
    ['could not', /تعذر/],
    ['printed', /(?<![\p{L}\p{M}])طبع/u],
    ['the same', /(?<!\p{L})[بل]?نفس ال/u],
    ['the role that acts', /دورك لا/],
    ['an "and" apart from its word', /(?<!\p{L})و [\d{+−\u2066-\u2068]/u],
    ['a workbook', /إكسل/],
    ['approval', /موافق/],
    ['voiding a payment', /ألغِ (?:ال)?دفع/],
    ['a receipt of goods', /(?:ال)?استلامات/],
    ['short', /(?<!\p{L})(?:ال)?نقص(?!\p{L})/u],
    ['the color and size of a variant', /اللون \/ المقاس/],
    ['the place of goods', /نقطة (?:ال)?تخزين|نقاط (?:ال)?تخزين/],
    ['a branch’s code', /كود (?:ال)?فرع/],
  ])('uses one term per concept: %s', (_, word) => expect(broken(ar, word)).toEqual([]));
});

describe('in English', () => {
  it('apostrophes and quotation marks are curly', () => expect(broken(en, /['"]/)).toEqual([]));

  it('uses contractions', () =>
    expect(broken(en, /\bcannot\b|\b(?:do|does|did|could|was|were|has|have|will|are|should) not\b/i)).toEqual([]));

  it.each([
    ['email', /e-mail/i],
    ['someone', /somebody/i],
    ['what is not possible', /\bmay not\b/i],
    ['the second approver', /four eyes/i],
    ['an order closed without the rest', /close[ds]? short/i],
    ['headers of a file', /\bheads\b/i],
    ['low on stock', /\blow stock\b/i],
    ['a photo', /\bimages?\b|\bpictures? of\b/i],
    ['the color and size of a variant', /\bcolor \/ size\b/i],
    ['color', /\bcolour/i],
    ['SKU', /\bsku\b|\bSku\b/],
    ['the low-stock level', /low stock level/i],
    ['the role that acts', /your role (?:may|shows|sees|does not see)/i],
  ])('uses one term per concept: %s', (_, word) => expect(broken(en, word)).toEqual([]));

  it('units and currencies are in brackets', () => expect(broken(en, /, (?:\{\{currency\b[^}]*\}\}|pieces|days|%)$/)).toEqual([]));
});

it.each([
  ['English', en],
  ['Arabic', ar],
] as const)('%s isolates the names of people, places and things', (_, texts) => {
  const names = [
    'barcode',
    'branch',
    'by',
    'code',
    'codes',
    'column',
    'encoding',
    'file',
    'from',
    'label',
    'name',
    'names',
    'permission',
    'place',
    'places',
    'point',
    'product',
    'reason',
    'supplier',
    'to',
  ];
  expect(broken(texts, new RegExp(`\\{\\{\\s*(?:${names.join('|')})\\s*\\}\\}`))).toEqual([]);
});

it.each([
  ['English', en],
  ['Arabic', ar],
] as const)('%s formats every number, except examples to be typed and names', (_, texts) => {
  const typed = [
    'counter.place.tillHint',
    'counter.empty.text',
    'counter.discountHint',
    'business.arabic',
    'business.latin',
    'imports.problem.date_invalid',
    'imports.problem.number_invalid',
    'kit.problem.color',
  ];
  const bare = new Map(
    [...texts].filter(([key]) => !key.startsWith('imports.encodings.')).map(([key, text]) => [key, text.replace(/\{\{.*?\}\}/g, '')]),
  );
  expect(broken(bare, /\p{Nd}/u, typed)).toEqual([]);
});

it.each([
  ['English', en],
  ['Arabic', ar],
] as const)('%s has one percent sign, directly after its number', (_, texts) => expect(broken(texts, /٪|[\s\u00a0]%/)).toEqual([]));

it.each([
  ['English', en],
  ['Arabic', ar],
] as const)('%s ends errors with a full stop, and confirmations without', (_, texts) => {
  // Prescribed error texts, examples to be typed, a header and a button.
  const worded = [
    'errors.payment_exceeds_remaining',
    'errors.purchase_not_found',
    'errors.expense_not_found',
    'imports.problem.head',
    'stock.problem.use',
    'imports.problem.date_invalid',
    'imports.problem.number_invalid',
    'labels.refused.not_connected',
  ];
  const wrong = new Map([...texts].filter(([key]) => /^errors\.|\.errors\.|\.problem\.|\.refused\.|Missing$/.test(key)));
  const done = new Map(
    [...texts].filter(([key]) =>
      /\.done\.|\.(?:saved|deleted|created|removed|posted|exported|done|activated|deactivated|nowActive|nowInactive)(?:_\w+)?$/.test(key),
    ),
  );
  expect([...broken(wrong, /[^.?؟:]$/, worded), ...broken(done, /\.$/)]).toEqual([]);
});

it('an unknown key or a missing value does not compile', () => {
  const asked = (t: TFunction) => [
    // @ts-expect-error no such key
    t('app.nmae'),
    // @ts-expect-error no name given
    t('kit.deleted'),
    // @ts-expect-error wrong value name
    t('kit.deleted', { nmae: 'Siwa' }),
  ];
  expect(asked).toBeTypeOf('function');
});
