// What a screen tells the app about itself, so that the app needs no knowledge of screens.
import type { LucideIcon } from 'lucide-react';
import type { PermissionName } from '@/db/types.gen.ts';

export interface RouteHandle {
  /** i18n key: crumb, and title of the tab until the page says something more exact. */
  title: string;
  /** Without it (any of them) the page naming the missing permission stands there instead. */
  permission?: PermissionName | readonly PermissionName[];
  /** Address of the page above: its crumb, and where Esc leads. */
  parent?: string;
}

/** Held: one permission, or any one of several; none is asked for where there is none. */
export function holds(can: (permission: PermissionName) => boolean, permission: RouteHandle['permission']): boolean {
  return permission === undefined || [permission].flat().some((one) => can(one as PermissionName));
}

export interface SearchHit {
  href: string;
  label: string;
  hint?: string;
  /** Barcode, SKU or number: a scan that equals it opens the record at once. */
  code?: string;
}

/** Records that the command palette finds. */
export interface SearchProvider {
  id: string;
  /** i18n key of its heading. */
  title: string;
  permission: PermissionName;
  icon: LucideIcon;
  find: (words: string, signal: AbortSignal) => Promise<SearchHit[]>;
}
