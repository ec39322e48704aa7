import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import {
  ArrowLeftRight,
  ClipboardCheck,
  Clock,
  HandCoins,
  type LucideIcon,
  Package,
  Receipt,
  ScrollText,
  ShieldCheck,
  ShoppingCart,
  Undo2,
  Users,
} from 'lucide-react';
import { rpc, type RowOf } from '@/db/calls.ts';
import { useBranch } from '@/db/me.ts';
import type { PlainKey } from '@/i18n/keys.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { formatDate } from '@/lib/dates.ts';
import { sortForReader } from '@/lib/row-order.ts';
import { resources } from '@/resources/registry.ts';
import { useDebounced } from '@/ui/use-debounced.ts';

interface Kind {
  /** i18n key of the group's heading. */
  title: PlainKey;
  icon: LucideIcon;
  path: string;
  /** Labelled by its number, followed by other details. */
  numbered?: true;
}

/* The heading and path of each kind of record, in display order. */
const kinds = new Map<string, Kind>([
  ['products', { title: 'products.title', icon: Package, path: '/inventory/products/edit' }],
  ['transfers', { title: 'transfers.title', icon: ArrowLeftRight, path: '/inventory/transactions/view', numbered: true }],
  ['stock_counts', { title: 'counts.title', icon: ClipboardCheck, path: '/inventory/counts', numbered: true }],
  ['stock_entries', { title: 'stock.entry.many', icon: ScrollText, path: '/inventory/stock/entries', numbered: true }],
  ['purchase_orders', { title: 'purchases.title', icon: ShoppingCart, path: '/purchase/orders', numbered: true }],
  ['purchase_returns', { title: 'purchaseReturns.title', icon: Undo2, path: '/purchase/returns', numbered: true }],
  ['sales', { title: 'sales.title', icon: Receipt, path: '/inventory/sales/view', numbered: true }],
  ['shifts', { title: 'shifts.title', icon: Clock, path: '/reports/shifts/view', numbered: true }],
  ['profiles', { title: 'users.title', icon: Users, path: '/managment/users/edit' }],
  ['roles', { title: 'roles.title', icon: ShieldCheck, path: '/managment/roles/edit' }],
  ['expenses', { title: 'expenses.title', icon: HandCoins, path: '/accounting/expenses/view', numbered: true }],
  ...resources.map(({ table, icon, path }): [string, Kind] => [table, { title: `resources.${table}.many`, icon, path: `${path}/edit` }]),
]);

type Row = RowOf<'find_records', 'price' | 'on_hand'>;

export interface Hit extends Pick<Row, 'price' | 'on_hand'> {
  kind: Kind;
  href: string;
  label: string;
  hint: string;
  /** Its barcode, SKU or number is exactly what was searched: a scan opens it at once. */
  exact: boolean;
}

function hitOf(row: Row, words: string): Hit[] {
  const kind = kinds.get(row.kind);
  if (!kind) return [];
  const name = nameOf(row);
  const other = nameIn(row, 'other');
  const about =
    row.kind === 'transfers' ? [i18next.t('app.palette.way', { from: name, to: other })] : [name, other, row.day && formatDate(row.day)];
  const [label, hint] = kind.numbered ? [row.code, about.filter(Boolean).join(i18next.t('kit.listComma'))] : [name, row.code];
  // The code of a variant opens its product at that variant.
  const code = row.kind === 'products' && row.exact ? `?code=${encodeURIComponent(words.trim())}` : '';
  return [{ kind, href: `${kind.path}/${row.id}${code}`, label, hint, exact: row.exact, price: row.price, on_hand: row.on_hand }];
}

/** Finds records of all kinds the user may view, by name, number or code. Stock is that of these branches, or of all for an empty list. */
export async function findRecords(words: string, signal: AbortSignal, at_branch_ids: string[] = []): Promise<Hit[]> {
  return (await rpc<'find_records', Row[]>('find_records', { words, at_branch_ids, sort: sortForReader('name') }, signal)).flatMap((row) =>
    hitOf(row, words),
  );
}

export function useRecords(words: string) {
  const debounced = useDebounced(words.trim(), 140);
  const { branchIds } = useBranch();
  const enabled = debounced.length > 1;
  const {
    data = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['palette', debounced, branchIds, i18next.language],
    queryFn: ({ signal }) => findRecords(debounced, signal, branchIds),
    enabled,
    gcTime: 60_000,
    meta: { reads: ['products', 'variants', 'stock_levels', 'price_groups'] },
  });
  return {
    found: [...kinds.values()]
      .map((kind) => ({ kind, hits: data.filter((hit) => hit.kind === kind) }))
      .filter(({ hits }) => hits.length > 0),
    searching: isFetching || debounced !== words.trim(),
    error,
  };
}
