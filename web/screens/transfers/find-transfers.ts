import i18next from 'i18next';
import { readTransfers } from '@/db/transfers.ts';
import type { SearchHit } from '@/kit/screen.ts';
import { endName } from './words.ts';

const MOST = 6;

/** By number, newest first. */
export async function findTransfers(words: string, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await readTransfers(
    { words, statuses: [], modes: [], branchIds: [], created: null, sort: { by: 'created_at', descending: true }, offset: 0, limit: MOST },
    signal,
  );
  return rows.map((row) => ({
    href: `/inventory/transactions/view/${row.id}`,
    label: row.number,
    hint: i18next.t('transfers.paletteHint', { from: endName(i18next.t, row, 'from'), to: endName(i18next.t, row, 'to') }),
    code: row.number,
  }));
}
