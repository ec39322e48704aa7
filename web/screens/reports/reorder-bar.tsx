import { ShoppingCart } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useBranch, useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { BulkBar } from '@/list/bulk-bar.tsx';
import { Button } from '@/ui/button.tsx';

/** Whether the user may make orders of goods that are low on stock. */
export function useMayReorder(): boolean {
  const can = useCan();
  return (['purchasing.orders.create', 'purchasing.orders.view', 'inventory.costs.view'] as const).every(can);
}

interface ReorderBarProps {
  /** The ticked rows of the report of low stock, by their ids (product:branch). */
  rows: readonly string[];
  onClear: () => void;
}

/** Leads to the orders for the ticked rows. */
export function ReorderBar({ rows, onClear }: ReorderBarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { workBranches } = useBranch();
  const canOrder = rows.every((row) => workBranches.some(({ id }) => row.endsWith(`:${id}`)));
  return (
    <BulkBar selectedText={t('kit.selected', { count: rows.length, shown: formatNumber(rows.length) })} onClear={onClear}>
      <Button
        variant="quiet"
        icon={ShoppingCart}
        reason={canOrder ? undefined : t('reports.reorderViewOnly')}
        // In the history state, which survives a reload; a proxy may truncate a long URL.
        onClick={() => void navigate('/purchase/reorder', { state: { rows } })}
      >
        {t('reports.reorder')}
      </Button>
    </BulkBar>
  );
}
