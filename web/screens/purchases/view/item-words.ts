import type { PurchaseItem } from '@/db/purchases.ts';

export const outstandingOf = ({ quantity, received, closed }: Pick<PurchaseItem, 'quantity' | 'received' | 'closed'>): number => Math.round((quantity - received - closed) * 1000) / 1000;
