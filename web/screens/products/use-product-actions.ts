import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setProductsActive } from '@/db/products.ts';
import { write } from '@/db/query.ts';
import { useSentence } from '@/kit/use-sentence.ts';
import { toast } from '@/ui/toast.tsx';

interface Switching {
  ids: string[];
  active: boolean;
  /** Named in the message where it is one. */
  name?: string;
}

/** Puts products on or off sale at once and offers to take it back: no question, since nothing is lost. */
export function useSwitchProducts() {
  const { t } = useTranslation();
  const sentence = useSentence();
  const change = useMutation(write({ run: ({ ids, active }: Switching) => setProductsActive(ids, active), changes: ['products'] }));
  const run = async (wanted: Switching): Promise<boolean> => {
    const { active, name } = wanted;
    try {
      const changed = await change.mutateAsync(wanted);
      if (changed.length === 0) toast({ text: t('products.nothingToChange') });
      else {
        const count = { count: changed.length };
        const said = name ? t(active ? 'products.nameActive' : 'products.nameInactive', { name }) : active ? t('products.activated', count) : t('products.deactivated', count);
        toast({ text: said, tone: 'ok', undo: () => change.mutateAsync({ ids: changed, active: !active }).catch((error: unknown) => toast({ text: sentence(error), tone: 'bad' })) });
      }
      return true;
    } catch (error) {
      toast({ text: sentence(error), tone: 'bad' });
      return false;
    }
  };
  return { run, busy: change.isPending };
}
