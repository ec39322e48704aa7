import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { restoreProducts, updateProducts, type ProductChanges, type ProductChoice } from '@/db/products.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';

interface Changing {
  choice: ProductChoice;
  changes: ProductChanges;
  seen?: string | null;
  /** The text of the success toast. */
  message: (count: number) => string;
}

const touched = ['products', 'variants'] as const;

/** Changes products without a question, since the toast offers to undo it. */
export function useChangeProducts() {
  const { t } = useTranslation();
  const change = useMutation(
    write({ run: ({ choice, changes, seen }: Changing) => updateProducts(choice, changes, seen), changes: touched }),
  );
  const restore = useMutation(write({ run: restoreProducts, changes: touched }));
  const refused = (error: unknown) => toast({ text: errorText(t, error), tone: 'bad' });
  const takeBack = async (before: unknown[]) => {
    const { kept } = await restore.mutateAsync(before);
    if (kept) toast({ text: t('products.bulk.notRestored', { count: kept }) });
  };
  /** Returns whether it was done. */
  const run = async (wanted: Changing): Promise<boolean> => {
    try {
      const { changed, before } = await change.mutateAsync(wanted);
      if (changed === 0) toast({ text: t('products.nothingToChange') });
      else toast({ text: wanted.message(changed), tone: 'ok', undo: () => takeBack(before).catch(refused) });
      return true;
    } catch (error) {
      refused(error);
      return false;
    }
  };
  return { run, busy: change.isPending };
}

/** Activates or deactivates products; `name` is that of a single one. */
export function useSwitchProducts() {
  const { t } = useTranslation();
  const { run, busy } = useChangeProducts();
  const switchTo = (active: boolean, choice: ProductChoice, name?: string) =>
    run({
      choice,
      changes: { active },
      message: (count) =>
        name
          ? t(active ? 'products.nameActive' : 'products.nameInactive', { name })
          : t(active ? 'products.activated' : 'products.deactivated', { count }),
    });
  return { switchTo, busy };
}
