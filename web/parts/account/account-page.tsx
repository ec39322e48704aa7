import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import type { Statement as StatementOf } from './statement.tsx';
import type { Party } from './statement-paper.ts';

const Statement = lazy(() => import('./statement.tsx').then(({ Statement: Shown }) => ({ default: Shown })));

interface AccountPageProps {
  party: Party & { id: string };
  sub: string;
  actions: ReactNode;
  /** What is owed, by age; absent without permission. */
  debt: ReactNode;
  /** The unpaid documents. */
  open: { label: string; shown: ReactNode };
  /** Absent without permission. */
  statement: Omit<ComponentProps<typeof StatementOf>, 'party'> | false;
  /** Absent without permission, and for customers. */
  expenses?: { label: string; shown: ReactNode } | false;
}

/** The account of a supplier or customer. A single part is shown without tabs. */
export function AccountPage({ party, sub, actions, debt, open, statement, expenses }: AccountPageProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tabs = [
    { id: 'open' as const, label: open.label },
    ...(statement ? [{ id: 'statement' as const, label: t('account.statement.tab') }] : []),
    ...(expenses ? [{ id: 'expenses' as const, label: expenses.label }] : []),
  ];
  const part = tabs.find(({ id }) => id === params.get('part'))?.id ?? 'open';
  const name = nameOf(party);
  return (
    <>
      <PageHead title={name} tab={t('account.tab', { name })} sub={sub} actions={actions} />
      {debt}
      {tabs.length > 1 && (
        <Tabs
          label={t('account.parts')}
          current={part}
          onChange={(to) => setParams(to === 'open' ? {} : to === 'statement' ? { part: to, days: 'this_year' } : { part: to })}
          tabs={tabs}
        />
      )}
      <Suspense fallback={<Coming />}>
        {part === 'statement' && statement && <Statement key={party.id} party={party} {...statement} />}
      </Suspense>
      {part === 'expenses' && expenses && (
        <TabPanel id="expenses" className="scroll">
          {expenses.shown}
        </TabPanel>
      )}
      {part === 'open' &&
        (tabs.length > 1 ? (
          <TabPanel id="open" className="scroll">
            {open.shown}
          </TabPanel>
        ) : (
          <div className="scroll">{open.shown}</div>
        ))}
    </>
  );
}

/** The statement's empty panel while its code loads, because its tab refers to it. */
function Coming() {
  return (
    <TabPanel id="statement" className="scroll">
      <span aria-busy="true" />
    </TabPanel>
  );
}
