import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { isInUse } from '@/db/errors.ts';
import { usageOf } from '@/db/plain-rows.ts';
import { deleteProduct, sweepPictures } from '@/db/products.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCountText } from '@/kit/use-count-text.ts';
import { useSentence } from '@/kit/use-sentence.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.tsx';
import { useSwitchProducts } from './use-product-actions.ts';

interface DeleteProductProps {
  id: string;
  name: string;
  active: boolean;
  mayDeactivate: boolean;
  onDone: (deleted: boolean) => void;
  onClose: () => void;
}

/** A product that moved or was transferred stays in the books: it says where, and offers deactivation instead. */
export default function DeleteProduct({ id, name, active, mayDeactivate, onDone, onClose }: DeleteProductProps) {
  const { t, i18n } = useTranslation();
  const text = useCountText();
  const sentence = useSentence();
  const switching = useSwitchProducts();
  const remove = useMutation({
    ...write({ run: () => deleteProduct(id), changes: ['products', 'variants'] }),
    onSuccess: () => {
      void sweepPictures([id]);
      toast({ text: t('products.delete.done', { name }), tone: 'ok' });
      onDone(true);
    },
  });
  const refused = isInUse(remove.error);
  const usage = useQuery({ queryKey: ['usage_of', 'products', id], queryFn: () => usageOf('products', id), enabled: refused });
  const offered = mayDeactivate && active;

  if (refused) {
    const places = (usage.data ?? []).map(({ table, count }) => t([`usage.${table}`, 'usage.other'] as string[] as ['usage.other'], { count, shown: text.capped(count) }));
    const where = new Intl.ListFormat(i18n.language).format(places);
    return (
      <Dialog
        open
        alert
        title={t('kit.inUseTitle', { name })}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose} data-autofocus>{t('kit.close')}</Button>
            {offered && (
              <Button variant="primary" busy={switching.busy} onClick={() => void switching.switchTo(false, { ids: [id] }, name).then((done) => done && onDone(false))}>
                {t('kit.deactivateName', { name })}
              </Button>
            )}
          </>
        }
      >
        <p>{places.length ? t('kit.inUseText', { name, places: where }) : t('kit.inUseSomewhere', { name })}</p>
        <p>{offered ? t('kit.deactivateInstead') : t('kit.alreadyInactive')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      alert
      title={t('products.delete.title', { name })}
      onClose={onClose}
      locked={remove.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={remove.isPending} data-autofocus>{t('kit.keep')}</Button>
          <Button variant="danger-fill" icon={Trash2} busy={remove.isPending} onClick={() => remove.mutate(undefined)}>{t('products.delete.confirm')}</Button>
        </>
      }
    >
      <p>{t('products.delete.text')}</p>
      {remove.error && <Banner tone="bad">{sentence(remove.error)}</Banner>}
    </Dialog>
  );
}
