import { useBranch, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

/** The names of the branches of a report: the chosen ones, or else the one that the user works in. */
export function usePlace(chosen: readonly string[] | undefined): string {
  const { t } = useTranslation();
  const { branches } = useMe();
  const { branch } = useBranch();
  if (chosen)
    return branches
      .filter(({ id }) => chosen.includes(id))
      .map(nameOf)
      .join(t('kit.listComma'));
  return branch ? nameOf(branch) : t('reports.allBranches');
}
