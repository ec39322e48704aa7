/* The effects of changed settings on existing records. */
import { rpc, type RowOf } from './calls.ts';
import type { Table } from './tables.ts';

export type Impact = Omit<RowOf<'change_impact'>, 'details'> & { details: Record<string, string | number> };

/** Columns whose change affects more than their own row. */
const columnsWithImpact: Partial<Record<Table, readonly string[]>> = {
  business: [
    'currency',
    'currency_decimals',
    'time_zone',
    'prices_include_tax',
    'sale_tax_rate_id',
    'sales_from',
    'purchase_four_eyes',
    'purchase_approval_limit',
  ],
  branches: ['time_zone', 'day_start'],
  tax_rates: ['percentage'],
  price_groups: ['percentage'],
};

export async function changeImpact(table: Table, id: string, changes: Readonly<Record<string, unknown>>): Promise<Impact[]> {
  const relevant = Object.fromEntries(Object.entries(changes).filter(([column]) => columnsWithImpact[table]?.includes(column)));
  return Object.keys(relevant).length === 0
    ? []
    : rpc<'change_impact', Impact[]>('change_impact', { table_name: table, id, changes: relevant });
}
