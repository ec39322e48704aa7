/* Every address of the app with real ids: of the plain resources and of the screens. */
import { resources } from '../../resources/registry.ts';
import { anySale } from './sales.ts';
import { anyShift, openDrawer, shiftView } from './shifts.ts';
import { api } from './stack.ts';

export async function addresses(): Promise<{ name: string; path: string }[]> {
  const owner = await api('Owner');
  const first = async (table: string) => {
    const [row] = await owner.get<{ id: string }>(`${table}?select=id&order=created_at,id&limit=1`);
    if (!row) throw new Error(`The demo has no ${table}`);
    return row.id;
  };
  const [product] = await owner.get<{ id: string }>('products?select=id&order=name&limit=1&name=eq.Layla%20linen%20abaya');
  const [pending] = await owner.get<{ id: string }>('transfers?select=id&status=eq.pending&order=created_at,id&limit=1');
  const [approved] = await owner.get<{ id: string }>('transfers?select=id&status=eq.approved&order=created_at,id&limit=1');
  const [variant] = await owner.get<{ variant_id: string; branch_id: string }>(
    'stock_movements?select=variant_id,branch_id&order=id&limit=1',
  );

  const purchase = async (which: string) => {
    const [row] = await owner.get<{ id: string; supplier_id: string }>(
      `purchase_orders?select=id,supplier_id&${which}&order=created_at,id&limit=1`,
    );
    if (!row) throw new Error(`The demo has no purchase order with ${which}`);
    return row;
  };
  const [ordered, part, complete, cancelled] = await Promise.all(
    [
      'status=eq.pending&receipt_state=eq.none',
      'status=eq.pending&receipt_state=eq.partial',
      'status=eq.completed',
      'status=eq.cancelled',
    ].map(purchase),
  );

  const roleOf = async (name: string) => (await owner.get<{ id: string }>(`roles?select=id&name=eq.${name}`))[0]!.id;

  const counter = await first('branches');
  await openDrawer({ id: counter });

  const plain = await Promise.all(
    resources.map(async ({ table, path }) => [
      { name: `${table}`, path },
      { name: `${table}-add`, path: `${path}/add` },
      { name: `${table}-edit`, path: `${path}/edit/${await first(table)}` },
    ]),
  );
  return [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'reports', path: '/reports' },
    ...[
      'sales',
      'profit-and-loss',
      'stock',
      'movements',
      'low-stock',
      'payables',
      'receivables',
      'purchases',
      'expenses',
      'stock-age',
      'tax',
      'deliveries',
      'cash-flow',
      'methods',
      'cashiers',
    ].map((slug) => ({
      name: `report-${slug}`,
      path: `/reports/${slug}`,
    })),
    { name: 'report-sales-crossed', path: '/reports/sales?by=branch&columns=month&period=this_year' },
    { name: 'report-sales-lines', path: '/reports/sales/lines' },
    { name: 'report-unsold', path: '/reports/movements?moving=unsold&measure=value&period=last_90_days' },
    { name: 'report-cost-differences', path: '/reports/profit-and-loss/cost-differences' },
    { name: 'report-accountant', path: '/reports/accountant?period=this_year' },
    { name: 'report-account', path: '/reports/accountant/account?account=stock&period=this_year' },
    { name: 'report-payments', path: '/reports/cash-flow/payments' },
    { name: 'report-sale-payments', path: '/reports/methods/payments' },
    { name: 'products', path: '/inventory/products' },
    { name: 'product-add', path: '/inventory/product/add' },
    { name: 'product', path: `/inventory/products/edit/${product!.id}` },
    { name: 'products-import', path: '/inventory/products/import' },
    { name: 'customers-import', path: '/contacts/customers/import' },
    { name: 'purchase-import', path: '/purchase/import' },
    { name: 'sales-import', path: '/accounting/sales/import' },
    { name: 'expenses-import', path: '/accounting/expenses/import' },
    { name: 'suppliers-import', path: '/contacts/suppliers/import' },
    { name: 'imports', path: '/imports' },
    { name: 'stock', path: '/inventory/stock' },
    { name: 'stock-add', path: '/inventory/stock/add' },
    { name: 'stock-entry', path: `/inventory/stock/entries/${await first('stock_entries')}` },
    { name: 'stock-movements', path: `/inventory/stock/movements?variant=${variant!.variant_id}&branch=${variant!.branch_id}&point=none` },
    { name: 'counts', path: '/inventory/counts' },
    { name: 'count-add', path: '/inventory/counts/add' },
    { name: 'count-comparing', path: '/inventory/counts/00000000-0000-7000-8000-000000000c81' },
    { name: 'count-counting', path: '/inventory/counts/00000000-0000-7000-8000-000000000c82' },
    { name: 'transfers', path: '/inventory/stockpoints/transactions' },
    { name: 'transfer-add', path: '/inventory/stockpoints/transactions/add' },
    { name: 'transfer-pending', path: `/inventory/transactions/view/${pending!.id}` },
    { name: 'transfer-edit', path: `/inventory/transactions/edit/${pending!.id}` },
    { name: 'transfer-approved', path: `/inventory/transactions/view/${approved!.id}` },
    { name: 'purchases', path: '/purchase' },
    { name: 'purchase-add', path: '/purchase/add' },
    { name: 'purchase-reorder', path: '/purchase/reorder' },
    { name: 'purchase-edit', path: `/purchase/edit/${part!.id}` },
    { name: 'purchase-ordered', path: `/purchase/orders/${ordered!.id}` },
    { name: 'purchase-part', path: `/purchase/orders/${part!.id}` },
    { name: 'purchase-complete', path: `/purchase/orders/${complete!.id}` },
    { name: 'purchase-cancelled', path: `/purchase/orders/${cancelled!.id}` },
    { name: 'purchase-returns', path: '/purchase/returns' },
    { name: 'purchase-return', path: `/purchase/returns/${await first('purchase_returns')}` },
    { name: 'purchase-return-add', path: `/purchase/returns/add?receipt=${await first('receipts')}` },
    { name: 'supplier-account', path: `/purchase/suppliers/${part!.supplier_id}` },
    { name: 'supplier-statement', path: `/purchase/suppliers/${part!.supplier_id}?part=statement` },
    { name: 'sales', path: '/accounting/sales' },
    // Each device is a separate till.
    { name: 'counter', path: `/accounting/sales/add?branch=${counter}&till=${Math.random().toString(36).slice(2, 8).toUpperCase()}` },
    ...(await anySale()),
    { name: 'shifts', path: '/reports/shifts' },
    { name: 'shift', path: shiftView((await anyShift()).id) },
    { name: 'labels', path: '/labels' },
    { name: 'expenses', path: '/accounting/expenses' },
    { name: 'expense-add', path: '/accounting/expenses/add' },
    { name: 'expense-edit', path: '/accounting/expenses/edit/00000000-0000-7000-8000-000000000d93' },
    { name: 'expense', path: '/accounting/expenses/view/00000000-0000-7000-8000-000000000d93' },
    { name: 'expenses-by-category', path: '/accounting/expenses/by-category' },
    { name: 'expenses-recurring', path: '/accounting/expenses/recurring' },
    {
      name: 'expense-rule-edit',
      path: `/accounting/expenses/recurring/edit/${(await (await api('Owner')).get<{ id: string }>('expense_rules?select=id&order=id&limit=1'))[0]?.id}`,
    },
    { name: 'documents', path: '/documents' },
    { name: 'audit-log', path: '/managment/audit-log' },
    { name: 'whats-new', path: '/whats-new' },
    { name: 'attendance', path: '/reports/attendance' },
    { name: 'attendance-each', path: '/reports/attendance?each' },
    { name: 'users', path: '/managment/users' },
    { name: 'user-add', path: '/managment/users/add' },
    { name: 'user', path: '/managment/users/edit/00000000-0000-7000-8000-000000000002' },
    { name: 'roles', path: '/managment/roles' },
    { name: 'role-add', path: '/managment/roles/add' },
    { name: 'role', path: `/managment/roles/edit/${await roleOf('Storekeeper')}` },
    { name: 'role-compared', path: `/managment/roles/edit/${await roleOf('Cashier')}?compare=${await roleOf('Storekeeper')}` },
    { name: 'users-activity', path: '/managment/users-activity' },
    { name: 'profile', path: '/profile' },
    { name: 'settings', path: '/settings' },
    { name: 'business', path: '/settings/business' },
    ...plain.flat(),
    { name: 'not-found', path: '/no/such/page' },
  ];
}
