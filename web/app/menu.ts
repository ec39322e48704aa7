// The areas of the product, in its order. An entry shows when its route exists and that route's permission is held: never a locked door.
import {
  Boxes, CalendarClock, ChartNoAxesColumn, FileText, LayoutDashboard, type LucideIcon, Settings, ShieldCheck, Sparkles, Users, Wallet,
} from 'lucide-react';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { holds, type RouteHandle } from '@/kit/screen.ts';

export interface MenuEntry {
  key: PlainKeyBelow<'app.menu'>;
  to: `/${string}`;
  icon?: LucideIcon;
}

export interface MenuArea {
  key: PlainKeyBelow<'app.menu'>;
  icon: LucideIcon;
  entries: MenuEntry[];
}

export type MenuItem = MenuEntry | MenuArea | 'line';

export const menu: MenuItem[] = [
  { key: 'dashboard', to: '/dashboard', icon: LayoutDashboard },
  {
    key: 'contacts',
    icon: Users,
    entries: [
      { key: 'customers', to: '/contacts/customers' },
      { key: 'suppliers', to: '/contacts/suppliers' },
    ],
  },
  {
    key: 'inventory',
    icon: Boxes,
    entries: [
      { key: 'products', to: '/inventory/products' },
      { key: 'stock', to: '/inventory/stock' },
      { key: 'counts', to: '/inventory/counts' },
      { key: 'transfers', to: '/inventory/stockpoints/transactions' },
      { key: 'purchases', to: '/purchase' },
      { key: 'stockPoints', to: '/inventory/stockpoints' },
      { key: 'labels', to: '/labels' },
      { key: 'priceGroups', to: '/inventory/pricegroups' },
      { key: 'categories', to: '/inventory/categories' },
      { key: 'brands', to: '/inventory/brands' },
      { key: 'colors', to: '/inventory/colors' },
      { key: 'sizes', to: '/inventory/sizes' },
    ],
  },
  {
    key: 'accounting',
    icon: Wallet,
    entries: [
      { key: 'sales', to: '/accounting/sales' },
      { key: 'expenses', to: '/accounting/expenses' },
      { key: 'expenseCategories', to: '/accounting/expenses-categories' },
    ],
  },
  {
    key: 'attendance',
    icon: CalendarClock,
    entries: [
      { key: 'attendanceRecords', to: '/reports/attendance' },
      { key: 'shifts', to: '/reports/shifts' },
    ],
  },
  { key: 'reports', to: '/reports', icon: ChartNoAxesColumn },
  { key: 'documents', to: '/documents', icon: FileText },
  'line',
  {
    key: 'management',
    icon: ShieldCheck,
    entries: [
      { key: 'users', to: '/managment/users' },
      { key: 'usersActivity', to: '/managment/users-activity' },
      { key: 'roles', to: '/managment/roles' },
    ],
  },
  {
    key: 'settings',
    icon: Settings,
    entries: [
      { key: 'allSettings', to: '/settings' },
      { key: 'business', to: '/settings/business' },
      { key: 'branches', to: '/settings/branches' },
      { key: 'paymentMethods', to: '/settings/payment-methods' },
      { key: 'taxRates', to: '/settings/tax-rates' },
      { key: 'imports', to: '/imports' },
    ],
  },
  { key: 'whatsNew', to: '/whats-new', icon: Sparkles },
];

export function menuFor(can: (permission: PermissionName) => boolean, handles: ReadonlyMap<string, RouteHandle>): MenuItem[] {
  const open = ({ to }: MenuEntry) => handles.has(to) && holds(can, handles.get(to)?.permission);
  const items = menu.flatMap<MenuItem>((item) => {
    if (item === 'line') return [item];
    if (!('entries' in item)) return open(item) ? [item] : [];
    const entries = item.entries.filter(open);
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
  // A line parts two groups: never at an end.
  return items.filter((item, place) => item !== 'line' || (place > 0 && place < items.length - 1));
}

/** The entry that the current address belongs to: the longest that it starts with. */
export function entryAt(items: readonly MenuItem[], address: string): MenuEntry | undefined {
  const entries = items.flatMap((item) => (item === 'line' ? [] : 'entries' in item ? item.entries : [item]));
  return entries.filter(({ to }) => address === to || address.startsWith(`${to}/`)).sort((a, b) => b.to.length - a.to.length)[0];
}
