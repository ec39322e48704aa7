/* Text that another program spoilt on its way here. What is sure is mended; of the rest it is said what became of it. */

const bytesOf = (encoding: 'windows-1252' | 'windows-1256'): ReadonlyMap<string, number> =>
  new Map(
    Array.from({ length: 128 }, (_, at): [string, number] => [new TextDecoder(encoding).decode(new Uint8Array([at + 128])), at + 128]),
  );
const misreadings = [bytesOf('windows-1252'), bytesOf('windows-1256')];
/** The first byte of a letter of UTF-8 as either reads it, and a further one that is no letter beside it. */
const maybeMisread = /[Â-ßâ][^\x00-\x7f]|[طظ][^\u0621-\u064a\x00-\x7f]/;
/** What people write in: an accident of bytes would come out as a letter of nobody's here. */
const ours = /^[\x20-\x7e\u00a0-\u017f\u0600-\u06ff\u200b-\u203a\u20ac\s]*$/;
const unreadable = /(?:[ØÙ][^\x00-\x7f]){2}|(?:[طظ][^\u0621-\u0652\s\x00-\x7f]){2}/;

/** UTF-8 that was read as windows-1252 or 1256, as it was meant; null where its bytes are no UTF-8, and so it is what it says. */
function reread(text: string): string | null {
  for (const bytes of misreadings) {
    const raw = Uint8Array.from(text, (letter) => (letter < '\x80' ? letter.charCodeAt(0) : (bytes.get(letter) ?? 0)));
    if (raw.includes(0)) continue;
    try {
      const meant = new TextDecoder('utf-8', { fatal: true }).decode(raw);
      if (meant !== text && ours.test(meant)) return meant;
    } catch {
      // Not this one.
    }
  }
  return null;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** '&amp;' as '&': the mark of a web page around a letter. */
export function withoutEntities(text: string): string {
  if (!/&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text)) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (all: string, digits?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? all;
      const point = digits !== undefined ? Number(digits) : Number.parseInt(hexadecimal ?? '', 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );
}

export interface Mended {
  text: string;
  /** What became of letters that nobody can bring back. */
  lost?: 'letters_lost' | 'text_garbled';
}

/** A name or a word of a file. */
export function mended(text: string): Mended {
  const whole = withoutEntities(text);
  if (/(?:^|[\s/>,-])\?{2,}(?=$|[\s/>,-])/.test(whole)) return { text: whole, lost: 'letters_lost' };
  if (!maybeMisread.test(whole)) return { text: whole };
  const meant = reread(whole);
  if (meant !== null) return { text: meant };
  return unreadable.test(whole) ? { text: whole, lost: 'text_garbled' } : { text: whole };
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const monthsInArabic = 'يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر';
const sheetDay = new RegExp(
  `^(?:[0-9٠-٩]{1,2}-(?:${months}|${monthsInArabic})|(?:${months}|${monthsInArabic})-[0-9٠-٩]{2}|\\d{4}-\\d{2}-\\d{2}(?: .*)?)$`,
);

/** As a spreadsheet shows what it took for a day: a size 2-4 is 4-Feb or 04-Feb, 11/6 is Jun-11. */
export const becameDay = (text: string): boolean => sheetDay.test(text);
