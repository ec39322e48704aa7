import { Plus, Store } from 'lucide-react';
import { useCan, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';

/** Whether the business has no branch yet and the user may create one. */
const useOpensFirst = () => {
  const { branches } = useMe();
  return useCan()('settings.branches.create') && branches.length === 0;
};
const add = '/settings/branches/add';

/** Shown beside a branch picker without branches. */
export function FirstBranchLink() {
  const { t } = useTranslation();
  return useOpensFirst() ? (
    <a className="link" href={add}>
      {t('app.firstBranch')}
    </a>
  ) : null;
}

/** Replaces a page that needs a branch: a link to create one, or the reason for users without permission. */
export function NoBranch({ page, title, reason }: { page: string; title: string; reason?: string }) {
  const { t } = useTranslation();
  const mayOpen = useOpensFirst();
  return (
    <>
      <PageHead title={page} />
      <EmptyState
        icon={Store}
        title={title}
        actions={
          mayOpen && (
            <Button variant="primary" icon={Plus} href={add}>
              {t('app.firstBranch')}
            </Button>
          )
        }
      >
        {mayOpen ? t('app.firstBranchText') : reason}
      </EmptyState>
    </>
  );
}
