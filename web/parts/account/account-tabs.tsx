import { Suspense, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import './account.css';

interface AccountTabsProps {
  /** The unpaid documents. */
  open: { label: string; shown: ReactNode };
  /** The `statement` panel; null without permission. */
  statement: ReactNode;
  /** The `expenses` panel and its label; absent without permission. */
  expenses?: { label: string; shown: ReactNode } | false;
}

/** The tabs of an account; a single part is shown without tabs. */
export function AccountTabs({ open: { label, shown }, statement, expenses }: AccountTabsProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tabs = [
    { id: 'open' as const, label },
    ...(statement ? [{ id: 'statement' as const, label: t('account.statement.tab') }] : []),
    ...(expenses ? [{ id: 'expenses' as const, label: expenses.label }] : []),
  ];
  const part = tabs.find(({ id }) => id === params.get('part'))?.id ?? 'open';
  return (
    <>
      {tabs.length > 1 && (
        <Tabs
          label={t('account.parts')}
          current={part}
          onChange={(to) => setParams(to === 'open' ? {} : to === 'statement' ? { part: to, days: 'this_year' } : { part: to })}
          tabs={tabs}
        />
      )}
      <Suspense fallback={<Coming />}>{part === 'statement' && statement}</Suspense>
      {part === 'expenses' && expenses && (
        <TabPanel id="expenses" className="scroll">
          {expenses.shown}
        </TabPanel>
      )}
      {part === 'open' &&
        shown &&
        (tabs.length > 1 ? (
          <TabPanel id="open" className="scroll">
            {shown}
          </TabPanel>
        ) : (
          <div className="scroll">{shown}</div>
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
