import { CircleCheck, CircleSlash, Clock, ListTree, Trash2, Undo2 } from 'lucide-react';
import type { LevelRow } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Code } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';
import type { VariantDraft } from './variant-set.ts';

interface VariantStripProps {
  variant: VariantDraft | undefined;
  name: string;
  error: string | undefined;
  productId: string;
  /** Stock by place, and each variant's total. */
  levels: readonly LevelRow[] | undefined;
  onHand: ReadonlyMap<string, number> | undefined;
  readOnly: boolean;
  mayPrice: boolean;
  /** The last variant of a product cannot be removed. */
  only: boolean;
  onChange: (change: Partial<VariantDraft>) => void;
  onRemove: () => void;
  hint: string;
}

/** Details of the selected variant, and its actions besides editing its cell. */
export function VariantStrip({
  variant,
  name,
  error,
  productId,
  levels,
  onHand,
  readOnly,
  mayPrice,
  only,
  onChange,
  onRemove,
  hint,
}: VariantStripProps) {
  const { t } = useTranslation();
  if (!variant) return <p className="variant-strip muted">{hint}</p>;
  const pieces = onHand?.get(variant.id) ?? 0;
  // If the user may not see stock, only the database refuses to remove a variant that has moved.
  const cannotRemove = only ? t('products.grid.last') : variant.saved && pieces > 0 ? t('products.grid.hasStock') : undefined;
  return (
    <div className="variant-strip">
      <span className="inline-group">
        {name && (
          <b>
            <bdi>{name}</bdi>
          </b>
        )}
        {!variant.saved && (
          <Status tone="warn" icon={Clock}>
            {t('products.grid.new')}
          </Status>
        )}
        {!variant.active && (
          <Status tone="off" icon={CircleSlash}>
            {t('products.grid.inactive')}
          </Status>
        )}
        <span className="muted">
          {t('products.grid.sku')} <Code>{variant.sku || t('products.grid.automatic')}</Code>
        </span>
        <span className="muted">
          {t('products.grid.barcode')} <Code>{variant.barcode || t('products.grid.automatic')}</Code>
        </span>
        {onHand &&
          levels
            ?.filter((level) => level.variant_id === variant.id)
            .map((level) => (
              <span key={level.id} className="muted">
                {placeName(t, level)} <bdi className="number">{formatNumber(level.quantity)}</bdi>
              </span>
            ))}
        {error && <span className="error-text">{error}</span>}
      </span>
      <span className="inline-group ms-auto gap-0.5 max-lg:ms-0 max-lg:w-full">
        {onHand && variant.saved && (
          <Button small variant="quiet" icon={ListTree} href={`/inventory/stock/movements?product=${productId}&variant=${variant.id}`}>
            {t('products.grid.onHand', { n: formatNumber(pieces) })}
          </Button>
        )}
        {!readOnly && mayPrice && variant.price !== '' && (
          <Button small variant="quiet" icon={Undo2} flip onClick={() => onChange({ price: '' })}>
            {t('products.grid.usual')}
          </Button>
        )}
        {!readOnly && variant.saved && (
          <Button
            small
            variant="quiet"
            icon={variant.active ? CircleSlash : CircleCheck}
            onClick={() => onChange({ active: !variant.active })}
          >
            {t(variant.active ? 'products.grid.deactivate' : 'products.grid.activate')}
          </Button>
        )}
        {!readOnly && (
          <Button small variant="quiet" icon={Trash2} reason={cannotRemove} onClick={onRemove}>
            {t('products.grid.remove')}
          </Button>
        )}
      </span>
    </div>
  );
}
