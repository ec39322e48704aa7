import type { AppError } from '@/db/errors.ts';

export interface ShortLine {
  name: string;
  needs: number;
  /** Absent where the reader may not look. */
  has: number | null;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);
const figure = (value: unknown) => (typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : null);

/** The lines a stock_short refusal names, in the reader's language. */
export function shortLinesOf(error: AppError | null, arabic: boolean): ShortLine[] {
  const lines = error?.code === 'stock_short' ? error.values.lines : null;
  if (!Array.isArray(lines)) return [];
  return lines.map((line: Record<string, unknown>) => {
    const named = (key: string) => (arabic ? (text(line[`${key}_ar`]) ?? text(line[key])) : text(line[key]));
    const variant = [named('color'), named('size')].filter(Boolean).join(' / ');
    return {
      name: [named('product'), variant].filter(Boolean).join(arabic ? '، ' : ', '),
      needs: figure(line.needs) ?? 0,
      has: figure(line.has),
    };
  });
}
