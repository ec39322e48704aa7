import type { ChangeRow } from '@/db/history.ts';
import { resourceOf } from '@/kit/define.ts';
import type { TableName } from '@/kit/schema.ts';

/** Paths of records that are not plain resources. */
const pages: Partial<Record<string, (id: string) => string>> = {
  products: (id) => `/inventory/products/edit/${id}`,
  transfers: (id) => `/inventory/transactions/view/${id}`,
  purchase_orders: (id) => `/purchase/orders/${id}`,
  purchase_returns: (id) => `/purchase/returns/${id}`,
  stock_counts: (id) => `/inventory/counts/${id}`,
  stock_entries: (id) => `/inventory/stock/entries/${id}`,
  expenses: (id) => `/accounting/expenses/view/${id}`,
  profiles: (id) => `/managment/users/edit/${id}`,
  roles: (id) => `/managment/roles/edit/${id}`,
  business: () => '/settings/business',
  imports: () => '/imports',
};

/** The path of a change's record; undefined if it is deleted, not visible, or has no page. A file opens in the list of documents. */
export function recordPath({ record_table, record_id, table_name, row_id, record, action }: ChangeRow): string | undefined {
  if (table_name === 'attachments') return action === 'delete' ? undefined : `/documents?file=${row_id}`;
  if (!record_table || !record) return undefined;
  const resource = resourceOf(record_table as TableName);
  return resource ? `${resource.path}/edit/${record_id}` : pages[record_table]?.(record_id);
}
