import type { Choice } from './column.ts';

/** Fixed values with their labels, as choices of a filter. */
export const choices = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Choice[] =>
  values.map((value) => ({ value, label: label(value) }));
