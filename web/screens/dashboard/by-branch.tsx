import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Table } from '@/ui/table.tsx';
import type { Overview } from './overview.ts';

interface ByBranchProps {
  branches: NonNullable<Overview['on_hand_by_branch']>;
  total: number;
}

/** A bar's length in percent; decorative only. */
const partOf = (quantity: number, whole: number) => (whole > 0 ? (quantity / whole) * 100 : 0);

/** Stock by branch, with the total under a double rule. */
export function ByBranch({ branches, total }: ByBranchProps) {
  const { t } = useTranslation();
  const max = Math.max(...branches.map(({ quantity }) => quantity));
  return (
    <section className="wait [&_th]:whitespace-nowrap" aria-labelledby="by-branch">
      <h2 className="mb-2" id="by-branch">
        {t('dashboard.byBranch')}
      </h2>
      <Table
        className="ledger-table"
        rows={branches}
        keyOf={({ branch_id }) => branch_id}
        columns={[
          {
            head: t('dashboard.branch'),
            cell: (branch) => (
              <>
                <bdi>{nameIn(branch, 'branch')}</bdi>
                <span className="mt-1 block h-1 max-w-[220px] overflow-hidden rounded-[1px] bg-paper-3" aria-hidden="true">
                  <i className="block h-full bg-accent" style={{ inlineSize: `${partOf(branch.quantity, max)}%` }} />
                </span>
              </>
            ),
          },
          {
            head: t('dashboard.onHand'),
            num: 'numeric',
            cell: ({ branch_id, quantity }) => (
              <a className="reason" href={`/inventory/stock/movements?branch=${branch_id}`}>
                <bdi className="number">{formatNumber(quantity)}</bdi>
              </a>
            ),
          },
          {
            head: t('dashboard.share'),
            num: 'numeric',
            cell: ({ quantity }) => <bdi className="number muted">{formatNumber(partOf(quantity, total), { min: 1, max: 1 })}%</bdi>,
          },
        ]}
      >
        <tr className="sum-line">
          <td>{t('dashboard.total')}</td>
          <td className="numeric">
            <a className="reason" href="/inventory/stock">
              <bdi className="number">{formatNumber(total)}</bdi>
            </a>
          </td>
          <td className="numeric" />
        </tr>
      </Table>
    </section>
  );
}
