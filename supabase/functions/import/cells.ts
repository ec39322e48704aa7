import { SSF } from 'npm:@e965/xlsx@0.20.3';
import { isOwnCurrency, unitBeside } from './units.ts';

/* The numbers of a workbook as what they stand for. */

/** What Excel shows a number by, where the workbook names one of its own formats. Taken before a file adds to them. */
export const builtInFormats: Readonly<Record<number, string>> = { ...(SSF.get_table() as Record<number, string>) };

const known = new Map<string, boolean>();

/** Whether a number may be shown with what it does not hold itself: as a day, with a percent sign, with zeros or letters before it. */
function adds(format: string): boolean {
  const before = known.get(format);
  if (before !== undefined) return before;
  const now =
    Boolean(SSF.is_date(format)) ||
    format.includes('%') ||
    isCode(format) ||
    format.split(';').some((part) => part.replace(/\.[0#?]*/g, '').replace(/[^0]/g, '').length > 1);
  // A file may bring as many formats as it likes, and the next one its own.
  if (known.size < 1000) known.set(format, now);
  return now;
}

/** Letters that end in a dash, a slash or an underline, and whole digits behind them: "DN-"0000. */
const isCode = (format: string): boolean => /^(?:"[^"]*[-/_]"|(?:\\?[A-Za-z]|\\?[-/_])*\\?[-/_])0+$/.test(format);

const currencies = new Map<string, string | null>();

/** The currency that a format names for certain: [$€-407], "USD". A dollar alone is what each computer's own currency is written as. */
function currencyOf(format: string): string | null {
  // None is as long as that, and brackets are looked for in it.
  if (format.length > 200) return null;
  const before = currencies.get(format);
  if (before !== undefined) return before;
  const named = [...format.matchAll(/\[\$([^\]-]+)[^\]]*\]|"([^"$]+)"/g)].map(([, sign, word]) => unitBeside(sign ?? word ?? ''));
  const now = named.find((unit) => unit !== null && unit !== '%') ?? null;
  if (currencies.size < 1000) currencies.set(format, now);
  return now;
}

/** The number itself; the text it is shown as where that is what was meant: dates, percents, codes, and amounts in another currency than
    the business's. */
export function numberCell(value: number, format: string, since1904: boolean, currency: string): string | number {
  const foreign = currency !== '' && format !== 'General' ? currencyOf(format) : null;
  if (foreign !== null && !isOwnCurrency(foreign, currency)) return `${foreign} ${Number(value.toPrecision(15))}`;
  if (format !== 'General' && adds(format)) {
    const shown = asShown(value, format, since1904);
    if (SSF.is_date(format)) {
      // 5/11/26 may be either day: the cell itself knows. With letters in it (5-Mar) it may have been no day at all.
      const { y, m, d, H, M, S } = SSF.parse_date_code(value, { date1904: since1904 }) as Record<'y' | 'm' | 'd' | 'H' | 'M' | 'S', number>;
      const padded = (parts: number[], mark: string) => parts.map((part) => String(part).padStart(2, '0')).join(mark);
      return /^[\d/.-]{6,10}(\s|$)/.test(shown) ? padded([y, m, d], '-') + (H + M + S > 0 ? ` ${padded([H, M, S], ':')}` : '') : shown;
    }
    // By its value: 12.5 % may be shown as 13 %.
    if (shown.endsWith('%')) return `${Number((value * 100).toPrecision(15))}%`;
    if ((/^0\d+$/.test(shown) && Number(shown) === value) || (isCode(format) && /\d$/.test(shown))) return shown;
  }
  // A sheet keeps 15 digits; of a longer number the last ones are lost, and it must not pass for a code.
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
