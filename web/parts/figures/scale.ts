/* How high a bar is. Only for the eye: no figure is reckoned here. */

/** A round number at or above all of these, never 0. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  if (most === 0) return 1;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 8, 10].map((times) => times * step).find((top) => top >= most) ?? most;
}

/** Of a bar for this value; what is below nothing has none. */
export const heightOf = (value: number, top: number): string => `${(Math.max(0, Math.min(value / top, 1)) * 100).toFixed(2)}%`;
