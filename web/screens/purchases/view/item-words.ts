import { nameOf } from '@/i18n/name-of.ts';
import { settings } from '@/lib/settings.ts';
import type { PurchaseItem } from '@/db/purchases.ts';

type Worded = Pick<PurchaseItem, 'product' | 'product_ar' | 'color' | 'color_ar' | 'size' | 'size_ar'>;

export const productOf = (item: Worded): string => nameOf({ name: item.product, name_ar: item.product_ar });

/** "Black / M"; empty for a plain product. */
export function variantOf({ color, color_ar, size, size_ar }: Worded): string {
  return [color && nameOf({ name: color, name_ar: color_ar }), size && nameOf({ name: size, name_ar: size_ar })].filter(Boolean).join(' / ');
}

/** One line's name where a sentence needs it. */
export const itemName = (item: Worded): string => [productOf(item), variantOf(item)].filter(Boolean).join(settings().language === 'ar' ? '، ' : ', ');

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number => Math.round((quantity - received - closed) * 1000) / 1000;
