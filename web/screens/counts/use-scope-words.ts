import { useQuery } from '@tanstack/react-query';
import type { CountRow } from '@/db/counts.ts';
import { namesOf } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

const SHOWN = 4;

/** What a count covers: "Everything there", or the names of its categories, brands or products. */
export function useScopeWords(count: Pick<CountRow, 'scope' | 'scope_ids'>): string {
  const { t } = useTranslation();
  const { scope, scope_ids } = count;
  const named = useQuery({
    queryKey: [scope === 'all' ? 'products' : scope, 'names', scope_ids],
    queryFn: () => namesOf(scope === 'all' ? 'products' : scope, scope_ids.slice(0, SHOWN)),
    enabled: scope !== 'all',
    staleTime: 60_000,
  });
  if (scope === 'all') return t('counts.scope.all');
  const names = (named.data ?? []).map(nameOf).join(t('kit.listComma'));
  return scope_ids.length > SHOWN ? t('counts.scope.more', { names, count: scope_ids.length - SHOWN }) : names;
}
