import type { ComponentType } from 'react';
import type { PermissionName } from '@/db/types.gen.ts';

/** A page of the product: where it is, who may open it, what its tab and breadcrumbs say, and how it loads. */
export interface ScreenRoute {
  path: `/${string}`;
  permission?: PermissionName;
  /** i18n key of the tab's title. */
  title: string;
  crumbs?: { key: string; to?: string }[];
  page: () => Promise<{ default: ComponentType }>;
}
