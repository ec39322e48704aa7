import { ShoppingCart } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';

/** Loads an order to show or edit, or says why it cannot be shown. */
export function FoundPurchase<Doc>(props: Pick<ComponentProps<typeof Found<Doc>>, 'query' | 'title' | 'children'>) {
  const { t } = useTranslation();
  return (
    <Found
      {...props}
      failed={t('purchases.failed.load')}
      notFound={{
        title: t('purchases.notFound.title'),
        text: t('purchases.notFound.text'),
        icon: ShoppingCart,
        href: '/purchase',
        backLabel: t('purchases.action.back'),
      }}
    />
  );
}
