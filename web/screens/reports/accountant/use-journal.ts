import { useBranch, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import type { Filter } from '@/list/column.ts';
import type { ListRules } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useListState, type List } from '@/list/use-list-state.ts';
import { usePlace } from '../use-place.ts';

const RULES: ListRules = { sort: { by: '', descending: false }, sortable: [], filters: ['period', 'branch', 'account', 'key'] };

interface AskedJournal {
  /** Its period is shown as a filter, also the default one. */
  list: List;
  filters: readonly Filter[];
  question: { period: string; at_branch_ids: string[] };
  /** The names of the branches. */
  place: string;
}

/** The period and the branches of the journal, by the address: by default last month, which is over. */
export function useJournal(): AskedJournal {
  const { t } = useTranslation();
  const { branches } = useMe();
  const { branchIds } = useBranch();
  const found = useListState(RULES);
  const { period: [period = 'last_month'] = [], branch: chosen } = found.state.filters;
  const place = usePlace(chosen);
  return {
    list: {
      ...found,
      narrowed: chosen !== undefined,
      state: { ...found.state, filters: { period: [period], ...found.state.filters } },
      change: (requested) =>
        found.change('clearFilters' in requested ? { view: { filters: { ...found.state.filters, branch: [] } } } : requested),
    },
    filters: [{ ...periodFilter('period', t('reports.period')), always: true }, branchFilter(t('reports.by.branch'), branches)],
    question: { period, at_branch_ids: [...(chosen ?? branchIds)] },
    place,
  };
}
