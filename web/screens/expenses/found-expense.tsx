import { HandCoins } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';

export function FoundExpense<Doc>({ query, children }: Pick<ComponentProps<typeof Found<Doc>>, 'query' | 'children'>) {
  const { t } = useTranslation();
  return (
    <Found
      query={query}
      title={t('expenses.viewTitle')}
      failed={t('expenses.loadFailed')}
      fields={8}
      notFound={{
        title: t('expenses.notFound.title'),
        text: t('expenses.notFound.text'),
        icon: HandCoins,
        href: '/accounting/expenses',
        backLabel: t('expenses.action.back'),
      }}
    >
      {children}
    </Found>
  );
}
