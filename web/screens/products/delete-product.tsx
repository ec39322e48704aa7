import { sweepPictures } from '@/db/files.ts';
import { deleteProduct } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { DeleteDialog } from '@/kit/confirm-delete.tsx';
import { toast } from '@/ui/toast.tsx';
import { withThumb } from '@/parts/image/picture-path.ts';
import { useSwitchProducts } from './use-product-actions.ts';

interface DeleteProductProps {
  id: string;
  name: string;
  image_path: string | null;
  active: boolean;
  mayDeactivate: boolean;
  onDone: (deleted: boolean) => void;
  onClose: () => void;
}

/** A product with movements or transfers cannot be deleted. */
export default function DeleteProduct({ id, name, image_path, active, mayDeactivate, onDone, onClose }: DeleteProductProps) {
  const { t } = useTranslation();
  const { switchTo, busy } = useSwitchProducts();
  return (
    <DeleteDialog
      table="products"
      id={id}
      name={name}
      title={t('products.delete.title', { name })}
      text={t('products.delete.text')}
      confirm={t('products.delete.confirm')}
      run={() => deleteProduct(id)}
      changes={['products', 'variants']}
      onDeleted={() => {
        void sweepPictures([id], image_path ? withThumb(image_path) : []);
        toast({ text: t('products.delete.done', { name }), tone: 'ok' });
        onDone(true);
      }}
      deactivation={
        mayDeactivate && active
          ? { busy, run: () => void switchTo(false, { ids: [id] }, name).then((done) => done && onDone(false)) }
          : undefined
      }
      onClose={onClose}
    />
  );
}
