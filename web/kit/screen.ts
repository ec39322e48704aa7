// What a screen tells the app about itself, so that the app needs no knowledge of screens.
import type { RouteObject } from 'react-router-dom';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKey } from '@/i18n/keys.ts';

export interface RouteHandle {
  /** Crumb, and title of the tab until the page says something more exact. */
  title: PlainKey;
  /** Without it (any of them) the page naming the missing permission stands there instead. */
  permission?: PermissionName | readonly PermissionName[];
  /** Address of the page above: its crumb, and where Esc leads. */
  parent?: string;
  /** It has the window to itself: no menu stands beside it, and it says itself when the line is down. */
  whole?: boolean;
}

/** A page at its address, loaded on use. */
export const page = (path: string, lazy: RouteObject['lazy'], handle: RouteHandle): RouteObject => ({ path, lazy, handle });

/** Held: one permission, or any one of several; none is asked for where there is none. */
export function holds(can: (permission: PermissionName) => boolean, permission: RouteHandle['permission']): boolean {
  return permission === undefined || [permission].flat().some((one) => can(one as PermissionName));
}
