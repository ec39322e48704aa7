// The menu in order. An entry is shown only if its route exists and the user has its permission.
import {
  Boxes,
  CalendarClock,
  ChartNoAxesColumn,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Sparkles,
  Users,
  Wallet,
} from 'lucide-react';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { holds, type RouteHandle } from '@/kit/screen.ts';

type Name = PlainKeyBelow<'app.menu'>;

export interface MenuEntry {
  key: Name;
  to: string;
  icon?: LucideIcon;
}

export interface MenuArea {
  key: Name;
  icon: LucideIcon;
  entries: MenuEntry[];
}

export type MenuItem = MenuEntry | MenuArea | 'separator';

/** A menu area with an entry for each path. */
const area = (key: Name, icon: LucideIcon, entries: Partial<Record<Name, `/${string}`>>): MenuArea => ({
  key,
  icon,
  entries: Object.entries(entries).map(([name, to]) => ({ key: name as Name, to })),
});

export const menu: MenuItem[] = [
  { key: 'dashboard', to: '/dashboard', icon: LayoutDashboard },
  area('contacts', Users, {
    customers: '/contacts/customers',
    suppliers: '/contacts/suppliers',
  }),
  area('inventory', Boxes, {
    products: '/inventory/products',
    stock: '/inventory/stock',
    counts: '/inventory/counts',
    transfers: '/inventory/stockpoints/transactions',
    purchases: '/purchase',
    purchaseReturns: '/purchase/returns',
    stockPoints: '/inventory/stockpoints',
    labels: '/labels',
    priceGroups: '/inventory/pricegroups',
    categories: '/inventory/categories',
    brands: '/inventory/brands',
    colors: '/inventory/colors',
    sizes: '/inventory/sizes',
  }),
  area('accounting', Wallet, {
    counter: '/accounting/sales/add',
    sales: '/accounting/sales',
    expenses: '/accounting/expenses',
    expenseCategories: '/accounting/expenses-categories',
  }),
  area('attendance', CalendarClock, {
    attendanceRecords: '/reports/attendance',
    shifts: '/reports/shifts',
  }),
  { key: 'reports', to: '/reports', icon: ChartNoAxesColumn },
  { key: 'documents', to: '/documents', icon: FileText },
  'separator',
  area('management', ShieldCheck, {
    users: '/managment/users',
    usersActivity: '/managment/users-activity',
    roles: '/managment/roles',
    auditLog: '/managment/audit-log',
  }),
  area('settings', Settings, {
    allSettings: '/settings',
    business: '/settings/business',
    branches: '/settings/branches',
    paymentMethods: '/settings/payment-methods',
    taxRates: '/settings/tax-rates',
    imports: '/imports',
  }),
  { key: 'whatsNew', to: '/whats-new', icon: Sparkles },
];

export function menuFor(can: (permission: PermissionName) => boolean, handles: ReadonlyMap<string, RouteHandle>): MenuItem[] {
  const open = ({ to }: MenuEntry) => handles.has(to) && holds(can, handles.get(to)?.permission);
  const items = menu.flatMap<MenuItem>((item) => {
    if (item === 'separator') return [item];
    if (!('entries' in item)) return open(item) ? [item] : [];
    const entries = item.entries.filter(open);
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
  // Separators are only kept between items.
  return items.filter((item, place) => item !== 'separator' || (place > 0 && place < items.length - 1));
}

/** The entry of a path: the one with the longest matching prefix. */
export function entryAt(items: readonly MenuItem[], address: string): MenuEntry | undefined {
  const entries = items.flatMap((item) => (item === 'separator' ? [] : 'entries' in item ? item.entries : [item]));
  return entries.filter(({ to }) => address === to || address.startsWith(`${to}/`)).sort((a, b) => b.to.length - a.to.length)[0];
}
