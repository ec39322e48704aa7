import { useBranch, useCan } from '@/db/me.ts';
import type { PurchaseFilter } from '@/db/purchases.ts';
import { idsOrNone } from '@/kit/without.ts';
import type { ListRules, ListState } from '@/list/list-state.ts';

export const RULES: ListRules = {
  sort: { by: 'ordered_on', descending: true },
  sortable: ['number', 'supplier', 'branch', 'status', 'ordered_on', 'due_on', 'created_at', 'total', 'paid', 'remaining'],
  filters: ['status', 'payment', 'receipt', 'branch', 'supplier', 'salesperson', 'tax', 'taxNumber', 'ordered', 'overdue'],
};

const money = ['total', 'paid', 'remaining'];

/** The list's question to the database. Filters on amounts are dropped for users who may not see them. */
export function usePurchaseQuestion(state: ListState) {
  const seesCosts = useCan()('inventory.costs.view');
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(state.filters[name] ?? [])];
  const [overdue, taxNumber] = [chosen('overdue'), chosen('taxNumber')];
  const sort = !seesCosts && money.includes(state.sort.by) ? RULES.sort : state.sort;
  const question: PurchaseFilter = {
    words: state.search,
    statuses: chosen('status'),
    // A colleague's link may filter by amounts that this user may not see; its other filters still apply.
    payment_statuses: seesCosts ? chosen('payment') : [],
    receipt_states: chosen('receipt'),
    at_branch_ids: chosen('branch').length ? chosen('branch') : branchIds,
    supplier_ids: chosen('supplier'),
    salesperson_ids: chosen('salesperson'),
    tax_rate_ids: idsOrNone(chosen('tax')),
    ordered: chosen('ordered')[0],
    ...(seesCosts && overdue.length === 1 ? { is_overdue: overdue[0] === 'yes' } : {}),
    ...(seesCosts && taxNumber.length === 1 ? { lacks_tax_number: taxNumber[0] === 'missing' } : {}),
  };
  return { question, state: { ...state, sort } };
}
