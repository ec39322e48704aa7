import { Suspense, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import './account.css';

interface AccountTabsProps {
  /** What is not paid. */
  open: { label: string; shown: ReactNode };
  /** The panel `statement`; without it there are no tabs. */
  statement: ReactNode;
}

export function AccountTabs({ open: { label, shown }, statement }: AccountTabsProps) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const part = statement && params.get('part') === 'statement' ? 'statement' : 'open';
  return (
    <>
      {statement && (
        <Tabs
          label={t('account.parts')}
          current={part}
          onChange={(to) => setParams(to === 'statement' ? { part: to, days: 'this_year' } : {})}
          tabs={[{ id: 'open', label }, { id: 'statement', label: t('account.statement.tab') }]}
        />
      )}
      <Suspense>{part === 'statement' && statement}</Suspense>
      {part === 'open' && shown && (statement ? <TabPanel id="open" className="scroll">{shown}</TabPanel> : <div className="scroll">{shown}</div>)}
    </>
  );
}
