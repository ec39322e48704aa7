// The areas of the product, in its order. An entry shows when its screen exists and its permission is held: never a locked door.
import {
  Boxes, Building2, CalendarClock, ChartNoAxesColumn, CreditCard, FileText, LayoutDashboard, type LucideIcon, Settings, ShieldCheck, Sparkles, Store, Users, Wallet,
} from 'lucide-react';
import type { PermissionName } from '@/db/types.gen.ts';
import { holds, type RouteHandle } from '@/kit/screen.ts';
import type { RouteObject } from 'react-router-dom';

export interface MenuEntry {
  /** i18n key below `app.menu`. */
  key: string;
  to: `/${string}`;
  permission?: RouteHandle['permission'];
  icon?: LucideIcon;
}

export interface MenuArea {
  key: string;
  icon: LucideIcon;
  entries: MenuEntry[];
}

export type MenuItem = MenuEntry | MenuArea | 'line';

export const menu: MenuItem[] = [
  { key: 'dashboard', to: '/dashboard', permission: 'dashboard.overview.view', icon: LayoutDashboard },
  {
    key: 'contacts',
    icon: Users,
    entries: [
      { key: 'customers', to: '/contacts/customers', permission: 'contacts.customers.view' },
      { key: 'suppliers', to: '/contacts/suppliers', permission: 'contacts.suppliers.view' },
    ],
  },
  {
    key: 'inventory',
    icon: Boxes,
    entries: [
      { key: 'products', to: '/inventory/products', permission: 'inventory.products.view' },
      { key: 'stock', to: '/inventory/stock', permission: 'inventory.stock.view' },
      { key: 'counts', to: '/inventory/counts', permission: 'inventory.counts.view' },
      { key: 'transfers', to: '/inventory/stockpoints/transactions', permission: 'inventory.transfers.view' },
      { key: 'purchases', to: '/purchase', permission: 'purchasing.orders.view' },
      { key: 'stockPoints', to: '/inventory/stockpoints', permission: 'inventory.stock_points.view' },
      { key: 'labels', to: '/labels', permission: 'labels.printing.print' },
      { key: 'priceGroups', to: '/inventory/pricegroups', permission: 'inventory.price_groups.view' },
      { key: 'categories', to: '/inventory/categories', permission: 'inventory.categories.view' },
      { key: 'brands', to: '/inventory/brands', permission: 'inventory.brands.view' },
      { key: 'colors', to: '/inventory/colors', permission: 'inventory.colors.view' },
      { key: 'sizes', to: '/inventory/sizes', permission: 'inventory.sizes.view' },
    ],
  },
  {
    key: 'accounting',
    icon: Wallet,
    entries: [
      { key: 'sales', to: '/accounting/sales', permission: 'accounting.sales.view' },
      { key: 'expenses', to: '/accounting/expenses', permission: 'accounting.expenses.view' },
      { key: 'expenseCategories', to: '/accounting/expenses-categories', permission: 'accounting.expense_categories.view' },
    ],
  },
  {
    key: 'attendance',
    icon: CalendarClock,
    entries: [
      { key: 'attendanceRecords', to: '/reports/attendance', permission: 'attendance.records.view' },
      { key: 'shifts', to: '/reports/shifts', permission: 'attendance.shifts.view' },
    ],
  },
  { key: 'reports', to: '/reports', icon: ChartNoAxesColumn },
  { key: 'documents', to: '/documents', permission: 'documents.files.view', icon: FileText },
  'line',
  {
    key: 'management',
    icon: ShieldCheck,
    entries: [
      { key: 'users', to: '/managment/users', permission: 'management.users.view' },
      { key: 'usersActivity', to: '/managment/users-activity', permission: 'management.user_activity.view' },
      { key: 'roles', to: '/managment/roles', permission: 'management.roles.view' },
    ],
  },
  { key: 'business', to: '/settings/business', permission: 'settings.business.view', icon: Building2 },
  { key: 'branches', to: '/settings/branches', permission: 'settings.branches.view', icon: Store },
  { key: 'paymentMethods', to: '/settings/payment-methods', permission: 'settings.payment_methods.view', icon: CreditCard },
  {
    key: 'settings',
    icon: Settings,
    entries: [
      { key: 'taxRates', to: '/settings/tax-rates', permission: 'settings.tax_rates.view' },
      { key: 'imports', to: '/imports', permission: ['inventory.products.import', 'contacts.customers.import', 'contacts.suppliers.import'] },
    ],
  },
  { key: 'whatsNew', to: '/whats-new', icon: Sparkles },
];

/** Every address that a screen answers, with patterns such as `:id` as they are. */
export function addressesOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap((route) => {
    const own = route.path ? `${above}/${route.path}` : above;
    return [...(route.path && (route.lazy || route.element || route.Component || route.children?.some((child) => child.index)) ? [own] : []), ...addressesOf(route.children ?? [], own)];
  });
}

export function menuFor(can: (permission: PermissionName) => boolean, addresses: readonly string[]): MenuItem[] {
  const open = ({ to, permission }: MenuEntry) => addresses.includes(to) && holds(can, permission);
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
