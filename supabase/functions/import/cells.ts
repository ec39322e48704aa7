import { SSF } from 'npm:@e965/xlsx@0.20.3';
import { isOwnCurrency, unitBeside } from './units.ts';

/* Converts a workbook's numeric cells to what they show: dates, percentages, codes, amounts. */

/** Excel's built-in number formats by their id, copied before SheetJS adds those of a file to its table. */
export const builtInFormats: Readonly<Record<number, string>> = { ...(SSF.get_table() as Record<number, string>) };

const mayChangeTextByFormat = new Map<string, boolean>();

/** Whether a format may add to the number: shows it as a date, with a percent sign, or with leading zeros or letters. */
function mayChangeText(format: string): boolean {
  const before = mayChangeTextByFormat.get(format);
  if (before !== undefined) return before;
  const now =
    Boolean(SSF.is_date(format)) ||
    format.includes('%') ||
    isCode(format) ||
    format.split(';').some((part) => part.replace(/\.[0#?]*/g, '').replace(/[^0]/g, '').length > 1);
  // Files may define any number of formats, so the cache is limited.
  if (mayChangeTextByFormat.size < 1000) mayChangeTextByFormat.set(format, now);
  return now;
}

/** A prefix that ends in a dash, slash or underscore, followed by zeros only: "DN-"0000. */
const isCode = (format: string): boolean => /^(?:"[^"]*[-/_]"|(?:\\?[A-Za-z]|\\?[-/_])*\\?[-/_])0+$/.test(format);

const currencyByFormat = new Map<string, string | null>();

/** The currency that a format names explicitly: [$€-407], "USD". A bare $ stands for each computer's local currency. */
function currencyOf(format: string): string | null {
  // No real format is that long; the limit bounds the time of the regular expression.
  if (format.length > 200) return null;
  const before = currencyByFormat.get(format);
  if (before !== undefined) return before;
  const named = [...format.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"$]+)"/g)].map(([, sign, word]) => unitBeside(sign ?? word ?? ''));
  const now = named.find((unit) => unit !== null && unit !== '%') ?? null;
  if (currencyByFormat.size < 1000) currencyByFormat.set(format, now);
  return now;
}

/** The number itself, or the text it is shown as for dates, percentages, codes, and amounts in a currency other than the business's. */
export function numberCell(value: number, format: string, since1904: boolean, currency: string): string | number {
  const foreign = currency !== '' && format !== 'General' ? currencyOf(format) : null;
  if (foreign !== null && !isOwnCurrency(foreign, currency)) return `${foreign} ${Number(value.toPrecision(15))}`;
  if (format !== 'General' && mayChangeText(format)) {
    const shown = asShown(value, format, since1904);
    if (SSF.is_date(format)) {
      // 5/11/26 is ambiguous, so the date is taken from the value. With letters (5-Mar) the cell may not have been meant as a date.
      const { y, m, d, H, M, S } = SSF.parse_date_code(value, { date1904: since1904 }) as Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>;
      const padded = (parts: number[], mark: string) => parts.map((part) => String(part).padStart(2, '0')).join(mark);
      return /^[\d/.-]{6,10}(\s|$)/.test(shown) ? padded([y, m, d], '-') + (H + M + S > 0 ? ` ${padded([H, M, S], ':')}` : '') : shown;
    }
    // From the value, since 12.5 % may be shown as 13 %.
    if (shown.endsWith('%')) return `${Number((value * 100).toPrecision(15))}%`;
    if ((/^0\d+$/.test(shown) && Number(shown) === value) || (isCode(format) && /\d$/.test(shown))) return shown;
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
