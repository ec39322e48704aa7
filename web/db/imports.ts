/* The imports that were done, and what taking one back changes. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rest } from './client.ts';
import type { AppError } from './errors.ts';
import { purchaseChanges } from './purchases.ts';
import type { Table } from './query.ts';
import { pageOfRows } from './tables.ts';
import type { Database } from './types.gen.ts';

// Without the report: it is long, and a list reads none of it.
const columns = 'id,kind,file_name,status,row_count,created_count,updated_count,skipped_count,problem_count,created_at,created_by,updated_at,updated_by';
type Whole = Database['public']['Tables']['imports']['Row'];
export type ImportRow = Omit<Whole, 'report' | 'content' | 'branch_ids' | 'version' | 'kind' | 'status'> & { kind: ImportKind; status: 'applied' | 'undone' };
export type ImportKind = 'products' | 'customers' | 'suppliers' | 'purchase_orders';

interface ImportQuestion {
  words: string;
  kinds: readonly string[];
  statuses: readonly string[];
  sort: { by: string; descending: boolean };
  offset: number;
  limit: number;
}

export function importPage(asked: ImportQuestion) {
  return queryOptions<{ rows: ImportRow[]; count: number }, AppError>({
    queryKey: ['imports', 'list', asked],
    queryFn: async ({ signal }) => {
      let query = rest.from('imports').select(columns, { count: 'exact' });
      if (asked.words) query = query.ilike('file_name', `%${asked.words.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`);
      if (asked.kinds.length) query = query.in('kind', [...asked.kinds]);
      if (asked.statuses.length) query = query.in('status', [...asked.statuses]);
      const { rows, count } = pageOfRows<ImportRow>(await query
        .order(asked.sort.by as 'created_at', { ascending: !asked.sort.descending })
        .order('id', { ascending: !asked.sort.descending })
        .range(asked.offset, asked.offset + asked.limit - 1)
        .abortSignal(signal));
      return { rows, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });
}

export const undoChanges: Table[] = [...purchaseChanges, 'imports', 'products', 'variants', 'product_costs', 'brands', 'suppliers', 'categories', 'colors', 'sizes', 'customers',
  'stock_levels', 'stock_movements', 'stock_entries'];
