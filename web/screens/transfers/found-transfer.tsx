import { ArrowLeftRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';

/** Loads a transfer to show or edit, or says why it cannot be shown. */
export function FoundTransfer<Doc>(props: Pick<ComponentProps<typeof Found<Doc>>, 'query' | 'title' | 'children'>) {
  const { t } = useTranslation();
  return (
    <Found
      {...props}
      failed={t('transfers.loadFailed')}
      notFound={{
        title: t('transfers.notFound.title'),
        text: t('transfers.notFound.text'),
        icon: ArrowLeftRight,
        href: '/inventory/stockpoints/transactions',
        backLabel: t('transfers.action.back'),
      }}
    />
  );
}
