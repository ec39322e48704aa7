/* Repairs text that another program damaged, where the original is certain; otherwise reports the kind of damage. */

const bytesOf = (encoding: 'windows-1252' | 'windows-1256'): ReadonlyMap<string, number> =>
  new Map(
    Array.from({ length: 128 }, (_, index): [string, number] => [
      new TextDecoder(encoding).decode(new Uint8Array([index + 128])),
      index + 128,
    ]),
  );
const byteMaps = [bytesOf('windows-1252'), bytesOf('windows-1256')];
/** The first byte of a UTF-8 character as read in either encoding, followed by one that text rarely has there. */
const maybeMisread = /[Â-ßâ][^\x00-\x7f]|[طظ][^\u0621-\u064a\x00-\x7f]/;
/** The characters that users write: bytes decoded as UTF-8 by accident would give others. */
const expectedCharacters = /^[\x20-\x7e\u00a0-\u017f\u0600-\u06ff\u200b-\u203a\u20ac\s]*$/;
const unreadable = /(?:[ØÙ][^\x00-\x7f]){2}|(?:[طظ][^\u0621-\u0652\s\x00-\x7f]){2}/;

/** Restores UTF-8 that was read as windows-1252 or windows-1256; null if its bytes are not UTF-8, so that the text is right. */
function restoreUtf8(text: string): string | null {
  for (const bytes of byteMaps) {
    const raw = Uint8Array.from(text, (letter) => (letter < '\x80' ? letter.charCodeAt(0) : (bytes.get(letter) ?? 0)));
    if (raw.includes(0)) continue;
    try {
      const meant = new TextDecoder('utf-8', { fatal: true }).decode(raw);
      if (meant !== text && expectedCharacters.test(meant)) return meant;
    } catch {
      // Not valid UTF-8: try the next encoding.
    }
  }
  return null;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes HTML entities: '&amp;' becomes '&'. */
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
  /** The damage, where characters cannot be restored. */
  lost?: 'letters_lost' | 'text_garbled';
}

/** Repairs a name or word of a file. */
export function mended(text: string): Mended {
  const whole = withoutEntities(text);
  if (/(?:^|[\s/>,-])\?{2,}(?=$|[\s/>,-])/.test(whole)) return { text: whole, lost: 'letters_lost' };
  if (!maybeMisread.test(whole)) return { text: whole };
  const meant = restoreUtf8(whole);
  if (meant !== null) return { text: meant };
  return unreadable.test(whole) ? { text: whole, lost: 'text_garbled' } : { text: whole };
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const monthsInArabic = 'يناير|فبراير|مارس|أبريل|ابريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر';
const spreadsheetDate = new RegExp(
  `^(?:[0-9٠-٩]{1,2}-(?:${months}|${monthsInArabic})|(?:${months}|${monthsInArabic})-[0-9٠-٩]{2}|\\d{4}-\\d{2}-\\d{2}(?: .*)?)$`,
);

/** Whether a spreadsheet has turned a code into a date: the size 2-4 becomes 4-Feb or 04-Feb, 11/6 becomes Jun-11. */
export const becameDay = (text: string): boolean => spreadsheetDate.test(text);
