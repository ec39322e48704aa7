// Every screen of the app: the one place where a new area is named.
import type { RouteObject } from 'react-router-dom';
import { routes as resources } from '@/resources/routes.tsx';
import { routes as business } from '@/screens/business/routes.tsx';
import { routes as counts } from '@/screens/counts/routes.tsx';
import { routes as dashboard } from '@/screens/dashboard/routes.tsx';
import { routes as imports } from '@/screens/imports/routes.tsx';
import { routes as products } from '@/screens/products/routes.tsx';
import { routes as purchases } from '@/screens/purchases/routes.tsx';
import { routes as sales } from '@/screens/sales/routes.tsx';
import { routes as stock } from '@/screens/stock/routes.tsx';
import { routes as transfers } from '@/screens/transfers/routes.tsx';

export const screens: RouteObject[] = [...dashboard, ...products, ...imports, ...stock, ...counts, ...transfers, ...purchases, ...sales, ...resources, ...business];
