// Every screen of the app: the one place where a new area is named.
import type { RouteObject } from 'react-router-dom';
import type { SearchProvider } from '@/kit/screen.ts';
import { routes as resources, search as resourceSearches } from '@/resources/routes.tsx';
import { routes as business } from '@/screens/business/routes.tsx';
import { routes as dashboard } from '@/screens/dashboard/routes.tsx';

export const screens: RouteObject[] = [...dashboard, ...business, ...resources];

export const searches: SearchProvider[] = [...resourceSearches];
