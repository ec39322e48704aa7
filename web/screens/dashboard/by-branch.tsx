import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { percent } from '@/parts/figures/figure-strip.tsx';
import { BranchTable } from './branch-table.tsx';
import type { Overview } from './overview.ts';

interface ByBranchProps {
  branches: NonNullable<Overview['on_hand_by_branch']>;
  total: number;
}

/** Stock by branch. */
export function ByBranch({ branches, total }: ByBranchProps) {
  const { t } = useTranslation();
  return (
    <BranchTable
      title={t('dashboard.byBranch')}
      rows={branches}
      head={t('dashboard.onHand')}
      valueOf={({ quantity }) => quantity}
      format={(value) => <bdi className="number">{formatNumber(value)}</bdi>}
      hrefOf={(row) => (row ? `/inventory/stock/movements?branch=${row.branch_id}` : '/inventory/stock')}
      further={{ head: t('dashboard.share'), text: ({ quantity }) => percent(total > 0 ? (quantity / total) * 100 : 0) }}
      total={total}
    />
  );
}
