// The data that a screen declares about itself, so that the app does not need to know its screens.
import type { RouteObject } from 'react-router-dom';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKey } from '@/i18n/keys.ts';

export interface RouteHandle {
  /** The crumb, and the tab's title until the page sets its own. */
  title: PlainKey;
  /** Required permission, or any of several; without it the page names the missing one. */
  permission?: PermissionName | readonly PermissionName[];
  /** The parent page's path: its crumb, and where Esc leads. */
  parent?: string;
  /** Fills the window without the menu, and shows the offline state itself. */
  fullWindow?: boolean;
}

/** A page at a path, loaded on use. */
export const page = (path: string, lazy: RouteObject['lazy'], handle: RouteHandle): RouteObject => ({ path, lazy, handle });

/** Whether the user has the permission, or any of several; true where none is required. */
export function holds(can: (permission: PermissionName) => boolean, permission: RouteHandle['permission']): boolean {
  return permission === undefined || [permission].flat().some((one) => can(one as PermissionName));
}
