// All screens of the app: the only place where a new area is registered.
import type { RouteObject } from 'react-router-dom';
import { routes as resources } from '@/resources/routes.tsx';
import { routes as attendance } from '@/screens/attendance/routes.tsx';
import { routes as auditLog } from '@/screens/audit-log/routes.tsx';
import { routes as business } from '@/screens/business/routes.tsx';
import { routes as counter } from '@/screens/counter/routes.tsx';
import { routes as counts } from '@/screens/counts/routes.tsx';
import { routes as dashboard } from '@/screens/dashboard/routes.tsx';
import { routes as documents } from '@/screens/documents/routes.tsx';
import { routes as expenses } from '@/screens/expenses/routes.tsx';
import { routes as imports } from '@/screens/imports/routes.tsx';
import { routes as labels } from '@/screens/labels/routes.tsx';
import { routes as products } from '@/screens/products/routes.tsx';
import { routes as profile } from '@/screens/profile/routes.tsx';
import { routes as purchaseReturns } from '@/screens/purchase-returns/routes.tsx';
import { routes as purchases } from '@/screens/purchases/routes.tsx';
import { routes as reports } from '@/screens/reports/routes.tsx';
import { routes as roles } from '@/screens/roles/routes.tsx';
import { routes as sales } from '@/screens/sales/routes.tsx';
import { routes as shifts } from '@/screens/shifts/routes.tsx';
import { routes as stock } from '@/screens/stock/routes.tsx';
import { routes as transfers } from '@/screens/transfers/routes.tsx';
import { routes as userActivity } from '@/screens/user-activity/routes.tsx';
import { routes as users } from '@/screens/users/routes.tsx';
import { routes as whatsNew } from '@/screens/whats-new/routes.tsx';

export const screens: RouteObject[] = [
  ...dashboard,
  ...products,
  ...imports,
  ...stock,
  ...counts,
  ...transfers,
  ...purchases,
  ...purchaseReturns,
  ...sales,
  ...expenses,
  ...shifts,
  ...counter,
  ...labels,
  ...documents,
  ...resources,
  ...business,
  ...auditLog,
  ...whatsNew,
  ...attendance,
  ...reports,
  ...users,
  ...roles,
  ...userActivity,
  ...profile,
];
