import type { Choice } from './column.ts';

/** Fixed values with their words, as a filter offers them. */
export const choices = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Choice[] =>
  values.map((value) => ({ value, label: label(value) }));
