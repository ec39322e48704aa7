import { rectSortingStrategy } from '@dnd-kit/sortable';
import { useMutation } from '@tanstack/react-query';
import { Package, X } from 'lucide-react';
import { useState } from 'react';
import { MAX_TILES, saveCounterTiles } from '@/db/counter-tiles.ts';
import { errorText } from '@/db/errors.ts';
import type { Goods, StoredProduct } from '@/db/goods-index.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Arranging, useArranged } from '@/kit/arranging.tsx';
import { pictureOf } from './tiles.ts';
import { ProductPicture } from '@/parts/image/product-thumb.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Combobox } from '@/ui/combobox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Icon } from '@/ui/icon.tsx';

interface ArrangeTilesProps {
  branchId: string;
  goods: Goods;
  /** The favorites as they are now. */
  arranged: readonly StoredProduct[];
  /** Favorites that this device has not read yet. */
  unknown: readonly string[];
  onClose: () => void;
}

/** Chooses the favorites of a branch and their order: by dragging, or Space, arrows and Space again. */
export default function ArrangeTiles({ branchId, goods, arranged, unknown, onClose }: ArrangeTilesProps) {
  const { t } = useTranslation();
  const [products, setProducts] = useState(arranged);
  const save = useMutation({
    ...write({
      run: () => saveCounterTiles({ branch_id: branchId, product_ids: [...products.map(({ id }) => id), ...unknown] }),
      changes: ['branches'],
    }),
    onSuccess: onClose,
  });
  const search = (words: string) => {
    const found = new Map(goods.find({ words, size: 200 }).map(({ product_id }) => [product_id, goods.products.get(product_id)]));
    return Promise.resolve(
      [...found.values()].flatMap((product) =>
        product && !products.includes(product) ? [{ value: product.id, label: nameOf(product) }] : [],
      ),
    );
  };
  const isFull = products.length + unknown.length >= MAX_TILES;
  return (
    <Dialog
      size="extra-large"
      title={t('counter.arrange.title')}
      sub={t('counter.arrange.text')}
      locked={save.isPending}
      onClose={onClose}
      action={
        <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
          {t('kit.save')}
        </Button>
      }
    >
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
      <Field label={t('counter.arrange.add')} hint={isFull && t('counter.arrange.full', { max: formatNumber(MAX_TILES) })}>
        <Combobox
          key={products.length}
          value={null}
          disabled={isFull}
          data-autofocus
          search={search}
          onChange={(option) => {
            const product = option && goods.products.get(option.value);
            if (product) setProducts([...products, product]);
          }}
        />
      </Field>
      <Arranging
        ids={products.map(({ id }) => id)}
        nameOf={(id) => nameOf(goods.products.get(id))}
        strategy={rectSortingStrategy}
        onArrange={(ids) => setProducts(ids.flatMap((id) => products.find((product) => product.id === id) ?? []))}
      >
        <ul className="tile-grid arranging">
          {products.map((product) => (
            <ArrangedTile key={product.id} product={product} onRemove={() => setProducts(products.filter(({ id }) => id !== product.id))} />
          ))}
        </ul>
      </Arranging>
    </Dialog>
  );
}

function ArrangedTile({ product, onRemove }: { product: StoredProduct; onRemove: () => void }) {
  const { t } = useTranslation();
  const { ref, style, isDragging, handle } = useArranged(product.id);
  const name = nameOf(product);
  return (
    <li ref={ref} className={isDragging ? 'lifted' : undefined} style={style}>
      <button type="button" className="tile" {...handle}>
        <span className="tile-face">
          <ProductPicture path={pictureOf(product)} width={150} height={84} whole>
            <Icon of={Package} size={24} />
          </ProductPicture>
        </span>
        <bdi className="tile-name">{name}</bdi>
      </button>
      <IconButton small icon={X} label={t('lines.removeOf', { name })} onClick={onRemove} />
    </li>
  );
}
