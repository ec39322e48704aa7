import { SSF } from 'npm:@e965/xlsx@0.20.3';
import { isOwnCurrency, unitBeside } from './units.ts';

/* Converts a workbook's numeric cells to what they show: dates, percentages, codes, amounts. */

/** Excel's built-in number formats by their id, copied before SheetJS adds those of a file to its table. */
export const builtInFormats: Readonly<Record<number, string>> = { ...(SSF.get_table() as Record<number, string>) };

const mayChangeTextByFormat = new Map<string, boolean>();

/** Whether a format may add to the number: shows it as a date, with a percent sign, or with leading zeros. */
function mayChangeText(format: string): boolean {
  const before = mayChangeTextByFormat.get(format);
  if (before !== undefined) return before;
  const now =
    Boolean(SSF.is_date(format)) ||
    format.includes('%') ||
    format.split(';').some((part) => part.replace(/\.[0#?]*/g, '').replace(/[^0]/g, '').length > 1);
  // Files may define any number of formats, so the cache is limited.
  if (mayChangeTextByFormat.size < 1000) mayChangeTextByFormat.set(format, now);
  return now;
}

const prefix = String.raw`(?:"[^"]*[-/_]"|(?:\\?[A-Za-z]|\\?[-/_])*\\?[-/_])`;
/* A slash between digits is a fraction, unless it is quoted. */
const mark = String.raw`(?:-|\\[-/_ ]|"[-/_ ]"| )`;
const suffix = String.raw`(?:(?:-|\\[-/_])(?:\\?[A-Za-z])+|"[-/_][A-Za-z]+")`;
const wholeCode = new RegExp(`^${prefix}?0+(?:${mark}[0#]+)*(?:${suffix})?$`);
const groupedCode = new RegExp(`^[0#]+(?:${mark}[0#]+)+$`);
/** Thousands with a blank between them, as in French. */
const amount = /^#{0,2}[0#](?:(?:\\?|") "?[0#]{3})+$/;

const codeByFormat = new Map<string, boolean>();

/** Zeros with a prefix or suffix by a dash, slash or underscore ("DN-"0000), or in groups (0000-0000). */
function isCode(format: string): boolean {
  // No real format is that long; the limit bounds the time of the regular expressions.
  if (format.length > 200) return false;
  const before = codeByFormat.get(format);
  if (before !== undefined) return before;
  const now =
    !SSF.is_date(format) && !/^[0#]+$/.test(format) && !amount.test(format) && (wholeCode.test(format) || groupedCode.test(format));
  if (codeByFormat.size < 1000) codeByFormat.set(format, now);
  return now;
}

/** The code that the cell shows; null for a number that is not a code. SheetJS takes a slash between digits for a fraction, even in quotes. */
function codeAsShown(value: number, format: string): string | null {
  if (!Number.isInteger(value) || value < 0 || value >= 1e15) return null;
  const parts = [...format.matchAll(/"([^"]*)"|\\(.)|(.)/g)].map(([, quoted, escaped, plain]) => ({
    text: quoted ?? escaped ?? plain ?? '',
    isDigit: plain === '0' || plain === '#',
  }));
  const first = parts.findIndex(({ isDigit }) => isDigit);
  const digits = [...String(value)];
  const shown: string[] = [];
  for (const [index, { text, isDigit }] of [...parts.entries()].reverse()) {
    const digit = !isDigit ? text : index === first ? digits.splice(0).join('') : digits.pop();
    shown.unshift(digit || (text === '0' ? '0' : ''));
  }
  const code = shown.join('');
  // Without a first group, #-#### shows a number as if it were negative.
  return code.startsWith('-') ? null : code;
}

const currencyByFormat = new Map<string, string | null>();

/** The currency that a format names explicitly: [$€-407], "USD", USD. A bare $ stands for each computer's local currency. */
function currencyOf(format: string): string | null {
  // No real format is that long; the limit bounds the time of the regular expression.
  if (format.length > 200) return null;
  const before = currencyByFormat.get(format);
  if (before !== undefined) return before;
  const named = [...format.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"$]+)"|\b([A-Z]{3})\b/g)].map(([, sign, word, code]) =>
    unitBeside(sign ?? word ?? code ?? ''),
  );
  const now = named.find((unit) => unit !== null && unit !== '%') ?? null;
  if (currencyByFormat.size < 1000) currencyByFormat.set(format, now);
  return now;
}

/** The number itself, or the text it is shown as for dates, percentages, codes, and amounts in a currency other than the business's. */
export function numberCell(value: number, format: string, since1904: boolean, currency: string): string | number {
  const foreign = currency !== '' && format !== 'General' ? currencyOf(format) : null;
  if (foreign !== null && !isOwnCurrency(foreign, currency)) return `${foreign} ${Number(value.toPrecision(15))}`;
  const code = isCode(format) ? codeAsShown(value, format) : null;
  if (code !== null) return code;
  if (format !== 'General' && mayChangeText(format)) {
    const shown = asShown(value, format, since1904);
    // A currency without quotes (EGP 0.00) passes for a date that cannot be shown; the value must not get lost.
    if (SSF.is_date(format) && shown !== '') {
      // 5/11/26 is ambiguous, so the date is taken from the value. With letters (5-Mar) the cell may not have been meant as a date.
      const { y, m, d, H, M, S } = SSF.parse_date_code(value, { date1904: since1904 }) as Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>;
      const padded = (parts: number[], mark: string) => parts.map((part) => String(part).padStart(2, '0')).join(mark);
      return /^[\d/.-]{6,10}(\s|$)/.test(shown) ? padded([y, m, d], '-') + (H + M + S > 0 ? ` ${padded([H, M, S], ':')}` : '') : shown;
    }
    // From the value, since 12.5 % may be shown as 13 %. A sign in quotes is only written behind it.
    const percent = /%/.test(format.replace(/"[^"]*"|\\./g, '')) ? value * 100 : value;
    if (shown.endsWith('%')) return `${Number(percent.toPrecision(15))}%`;
    if (/^0\d+$/.test(shown) && Number(shown) === value) return shown;
  }
  // A sheet keeps 15 digits: a longer number has lost its last ones and must not pass as a code.
  if (Math.abs(value) >= 1e15) return value.toExponential().toUpperCase();
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

function asShown(value: number, format: string, date1904: boolean): string {
  try {
    return SSF.format(format, value, { date1904 });
  } catch {
    return '';
  }
}
