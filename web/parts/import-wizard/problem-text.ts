import type { TFunction } from 'i18next';
import { inLanguage } from '@/db/errors.ts';
import { settings } from '@/lib/settings.ts';
import type { Problem } from './import-calls.ts';

/** The message about a cell: the problem, and the expected value. */
export function problemText(t: TFunction, { code, expected, found }: Problem): string {
  return t(`imports.problem.${code}` as 'imports.problem.required', { ...inLanguage(expected, settings().language), found: found ?? '' });
}
