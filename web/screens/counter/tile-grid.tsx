import { Move, Package } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { counterTiles } from '@/db/counter-tiles.ts';
import type { Goods, StoredProduct, Terms } from '@/db/goods-index.ts';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { listPrice } from '@/lib/sale-money.ts';
import { ProductPicture } from '@/parts/image/product-thumb.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Swatches } from '@/ui/swatch.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import { categoryPages, favorites, lowestPrice, piecesInCart, pictureOf, type Tile } from './tiles.ts';
import type { Cart } from './use-cart.ts';
import './tile-grid.css';

const VariantChoice = lazy(() => import('./variant-choice.tsx'));
const ArrangeTiles = lazy(() => import('./arrange-tiles.tsx'));

/** The most tiles of a page; others are found by their names. */
const MOST = 120;
/** From how many pieces on a tile says how few are left. */
const FEW = 3;

interface TileGridProps {
  branchId: string;
  cart: Cart;
  goods: Goods;
  terms: Terms;
}

/** Goods as tiles, to sell by finger: the branch's favorites, then a page for each main category. A tap adds one piece; where there are
    colors or sizes it asks which. */
export default function TileGrid({ branchId, cart, goods, terms }: TileGridProps) {
  const { t } = useTranslation();
  const can = useCan();
  const online = useOnline();
  const { data: tiles = terms.tiles } = useQuery({ ...counterTiles(branchId), enabled: online, refetchInterval: 60_000 });
  const pages = useMemo(
    () => [
      { id: 'favorites', label: t('counter.tiles.favorites'), tiles: favorites(goods, tiles) },
      ...categoryPages(goods, terms).map((page) => ({ ...page, label: nameOf(page) })),
    ],
    [t, goods, terms, tiles],
  );
  const [chosenId, setPage] = useState('favorites');
  const page = pages.find(({ id }) => id === chosenId) ?? pages[0]!;
  const [asking, setAsking] = useState<StoredProduct | 'arrange' | null>(null);
  const pieces = useMemo(() => piecesInCart(cart.lines), [cart.lines]);
  const add = (variantId: string) => {
    cart.add(goods.find({ variantIds: [variantId] }).map((variant) => ({ variant, quantity: '1', how: 'choose' })));
    setAsking(null);
  };
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const to = pages[Number(/^Digit([1-9])$/.exec(event.code)?.[1]) - 1];
      if (!event.altKey || !to || document.querySelector('[aria-modal=true]')) return;
      event.preventDefault();
      setPage(to.id);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [pages]);

  return (
    <div className="tile-pages">
      <Tabs
        label={t('counter.tiles.pages')}
        tabs={pages}
        current={page.id}
        onChange={setPage}
        end={
          can('settings.branches.update') &&
          online && (
            <Button small variant="quiet" icon={Move} aria-haspopup="dialog" onClick={() => setAsking('arrange')}>
              {t('counter.tiles.arrange')}
            </Button>
          )
        }
      />
      <TabPanel id={page.id}>
        {page.tiles.length > 0 ? (
          <ul className="tile-grid">
            {page.tiles.slice(0, MOST).map((tile) => (
              <li key={tile.product.id}>
                <ProductTile
                  tile={tile}
                  terms={terms}
                  cart={cart}
                  pieces={pieces.get(tile.product.id)}
                  onTap={() => {
                    const [variant, another] = tile.product.variants;
                    if (another) setAsking(tile.product);
                    else if (variant) add(variant.id);
                  }}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="tile-none">{t('counter.tiles.none')}</p>
        )}
        {page.tiles.length > MOST && (
          <p className="tile-none">{t('counter.tiles.more', { shown: formatNumber(MOST), of: formatNumber(page.tiles.length) })}</p>
        )}
      </TabPanel>
      <Suspense>
        {asking === 'arrange' && (
          <ArrangeTiles
            branchId={branchId}
            goods={goods}
            arranged={pages[0]!.tiles.map(({ product }) => product)}
            unknown={tiles.arranged ? tiles.tiles.map(({ product_id }) => product_id).filter((id) => !goods.products.has(id)) : []}
            onClose={() => setAsking(null)}
          />
        )}
        {asking !== null && asking !== 'arrange' && (
          <VariantChoice branchId={branchId} product={asking} goods={goods} onChoose={add} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </div>
  );
}

interface ProductTileProps {
  tile: Tile;
  terms: Terms;
  cart: Cart;
  /** In the cart. */
  pieces: string | undefined;
  onTap: () => void;
}

function ProductTile({ tile: { product, onHand }, terms, cart: { group, pricing }, pieces, onTap }: ProductTileProps) {
  const { t } = useTranslation();
  const price = listPrice(lowestPrice(product), String(group?.percentage ?? 0), pricing);
  const colors = terms.colors.filter(({ id }) => product.variants.some(({ color_id }) => color_id === id));
  const picture = pictureOf(product);
  const isFew = onHand !== null && onHand <= FEW;
  return (
    <button
      type="button"
      className={['tile', pieces !== undefined && 'in-cart', onHand !== null && onHand <= 0 && 'is-out'].filter(Boolean).join(' ')}
      // The scan field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTap}
    >
      <span className="tile-face" data-cloth={picture === null ? clothOf(product) : undefined}>
        <ProductPicture path={picture} width={150} height={84} whole>
          <Icon of={Package} size={28} />
        </ProductPicture>
      </span>
      {pieces !== undefined && (
        <bdi className="tile-count number" aria-label={t('counter.tiles.inCart', { pieces: formatNumber(pieces) })}>
          {formatNumber(pieces)}
        </bdi>
      )}
      <bdi className="tile-name">{nameOf(product)}</bdi>
      <span className="tile-price">
        <Figure value={Number.isInteger(Number(price)) ? formatNumber(price) : formatMoney(price)} />
      </span>
      {isFew ? (
        <span className="tile-few">{t('counter.tiles.left', { n: formatNumber(onHand) })}</span>
      ) : (
        colors.length > 1 && (
          <Swatches
            colors={colors.map(({ value }) => value)}
            label={t('products.colorsNamed', { names: colors.map(nameOf).join(t('kit.listComma')) })}
          />
        )
      )}
    </button>
  );
}

/** One of eight grounds for a product without a photo: the same for all of its category. */
function clothOf({ id, category_id = id }: StoredProduct): number {
  return (parseInt(category_id.slice(-4), 16) % 8) + 1;
}
