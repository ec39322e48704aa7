// Every screen of the app: the one place where a new area is named.
import type { RouteObject } from 'react-router-dom';
import type { SearchProvider } from '@/kit/screen.ts';
import { routes as resources, search as resourceSearches } from '@/resources/routes.tsx';
import { routes as business } from '@/screens/business/routes.tsx';
import { routes as counts, search as countSearches } from '@/screens/counts/routes.tsx';
import { routes as dashboard } from '@/screens/dashboard/routes.tsx';
import { routes as imports } from '@/screens/imports/routes.tsx';
import { routes as products, search as productSearches } from '@/screens/products/routes.tsx';
import { routes as purchases, search as purchaseSearches } from '@/screens/purchases/routes.tsx';
import { routes as stock } from '@/screens/stock/routes.tsx';
import { routes as transfers, search as transferSearches } from '@/screens/transfers/routes.tsx';

export const screens: RouteObject[] = [...dashboard, ...products, ...imports, ...stock, ...counts, ...transfers, ...purchases, ...resources, ...business];

export const searches: SearchProvider[] = [...productSearches, ...transferSearches, ...countSearches, ...purchaseSearches, ...resourceSearches];
