import type { TFunction } from 'i18next';
import { Tag } from 'lucide-react';
import type { PermissionName } from '@/db/me.ts';
import type { MenuAction } from '@/ui/menu-entry.ts';

/** A menu entry from a document or product to labels for its goods, with permission to print them. */
export const labelsEntry = (
  t: TFunction,
  can: (permission: PermissionName) => boolean,
  source: 'products' | 'purchase_orders' | 'receipts' | 'transfers' | 'counts' | 'imports',
  id: string,
): MenuAction[] =>
  can('labels.printing.print') ? [{ label: t('labels.ofThis'), icon: Tag, href: `/labels?source=${source}&id=${id}` }] : [];
