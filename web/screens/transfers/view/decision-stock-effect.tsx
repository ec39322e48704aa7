import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import { Table } from '@/ui/table.tsx';
import type { StockEffect, AccountRow, Decision } from './stock-effect.ts';

interface DecisionStockEffectProps {
  account: StockEffect;
  decision: Decision;
  from: string;
  to: string;
  withinBranch: boolean;
}

/** Stock before, change and after at both ends, with their unchanged sum between a single and a double rule. */
export function DecisionStockEffect({ account: { source, target, both }, decision, from, to, withinBranch }: DecisionStockEffectProps) {
  const { t } = useTranslation();
  const quantity = (value: number | null) => (value === null ? <Nil /> : <Figure value={formatNumber(value)} />);
  const rows: (AccountRow & { name: string; sum?: true })[] = [
    { name: from, ...source },
    { name: to, ...target },
  ];
  if (both) rows.push({ name: t(withinBranch ? 'transfers.decide.bothPlaces' : 'transfers.decide.bothBranches'), sum: true, ...both });
  return (
    <Table
      className="ledger-table transfer-ledger"
      rows={rows}
      keyOf={(row) => rows.indexOf(row)}
      rowProps={({ sum }) => ({ className: sum && 'sum-line' })}
      columns={[
        { head: t('transfers.decide.onHand'), isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
        { head: t('transfers.decide.now'), num: 'numeric', cell: ({ now }) => quantity(now) },
        {
          head: t('transfers.decide.change'),
          num: 'numeric',
          className: ({ change }) => (change < 0 ? 'negative' : change > 0 && 'positive'),
          cell: ({ change }) => <Figure value={`${change > 0 ? '+' : ''}${formatNumber(change)}`} />,
        },
        {
          head: t(decision === 'approve' ? 'transfers.decide.after' : 'transfers.decide.afterReverse'),
          num: 'numeric',
          cell: ({ after }) => <b>{quantity(after)}</b>,
        },
      ]}
    />
  );
}
