import type { TFunction } from 'i18next';
import type { Problem } from './import-calls.ts';

/** What is wrong with the cell and what is expected, as one sentence. */
export function problemText(t: TFunction, { code, expected, found }: Problem): string {
  return t(`imports.problem.${code}` as 'imports.problem.required', { ...expected, found: found ?? '' });
}
