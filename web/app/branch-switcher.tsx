import { Check, ChevronsUpDown, Store } from 'lucide-react';
import { useBranch } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';

/** Chooses the scope of all screens: one branch, or all of the user's. */
export function BranchSwitcher() {
  const { t } = useTranslation();
  const { branch, branches, setBranch } = useBranch();
  const label = branch ? nameOf(branch) : t('app.allBranches');
  if (branches.length <= 1) {
    return (
      <p className="branch sole">
        <Icon of={Store} />
        <bdi className="clip min-w-0 flex-1">{label}</bdi>
      </p>
    );
  }
  return (
    <Menu
      label={t('app.branch')}
      align="start"
      trigger={
        <button type="button" className="branch" aria-label={t('app.branchIs', { branch: label })}>
          <Icon of={Store} />
          <bdi className="clip min-w-0 flex-1">{label}</bdi>
          {!branch && <bdi className="number muted">{formatNumber(branches.length)}</bdi>}
          <Icon of={ChevronsUpDown} size={14} />
        </button>
      }
      items={[
        { label: t('app.allBranches'), icon: branch ? undefined : Check, onSelect: () => setBranch(null) },
        'line',
        ...branches.map((one) => ({
          label: nameOf(one),
          hint: one.access === 'view' ? t('app.viewOnly') : undefined,
          icon: one.id === branch?.id ? Check : undefined,
          onSelect: () => setBranch(one.id),
        })),
      ]}
    />
  );
}
