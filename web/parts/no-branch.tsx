import { Plus, Store } from 'lucide-react';
import { useCan, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';

/** Whether there is no branch yet, and the reader may open the first one. */
const useOpensFirst = () => {
  const { branches } = useMe();
  return useCan()('settings.branches.create') && branches.length === 0;
};
const add = '/settings/branches/add';

/** Beside a picker of branches that has none. */
export function FirstBranchLink() {
  const { t } = useTranslation();
  return useOpensFirst() ? (
    <a className="link" href={add}>
      {t('app.firstBranch')}
    </a>
  ) : null;
}

/** A page on which nothing can be done without a branch: who may open one is led there, the others are told why. */
export function NoBranch({ page, title, why }: { page: string; title: string; why?: string }) {
  const { t } = useTranslation();
  const opens = useOpensFirst();
  return (
    <>
      <PageHead title={page} />
      <EmptyState
        icon={Store}
        title={title}
        actions={
          opens && (
            <Button variant="primary" icon={Plus} href={add}>
              {t('app.firstBranch')}
            </Button>
          )
        }
      >
        {opens ? t('app.firstBranchText') : why}
      </EmptyState>
    </>
  );
}
