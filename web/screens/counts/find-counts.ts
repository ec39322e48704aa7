import i18next from 'i18next';
import { readCounts } from '@/db/counts.ts';
import type { SearchHit } from '@/kit/screen.ts';
import { placeOf } from './words.ts';

const MOST = 6;

/** By number, newest first. */
export async function findCounts(words: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { rows } = await readCounts({ words, statuses: [], branchIds: [], sort: { by: 'created_at', descending: true }, offset: 0, limit: MOST }, signal);
  return rows.map((row) => ({ href: `/inventory/counts/${row.id}`, label: row.number, hint: placeOf(i18next.t, row), code: row.number }));
}
