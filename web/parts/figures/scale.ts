/* Heights of bars. For display only, so rounding errors do not matter. */

/** A round number at or above all values, never 0. */
export function topOf(values: readonly number[]): number {
  const max = Math.max(0, ...values);
  if (max === 0) return 1;
  const step = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 4, 5, 8, 10].map((times) => times * step).find((top) => top >= max) ?? max;
}

/** The CSS height of a bar for this value; 0 for a negative one. */
export const heightOf = (value: number, top: number): string => `${(Math.max(0, Math.min(value / top, 1)) * 100).toFixed(2)}%`;
