/* Permissions, written by hand from what the product promises and the seeded roles, never derived from the
   policies. A table or public function that is missing here fails the matrix. */

export const callers = [
  'owner',
  'manager',
  'storekeeper',
  'buyer',
  'accountant',
  'cashier',
  'auditor', // the seeded roles, as in the demo business
  'nobody', // signed in, works in Zamalek, holds no permission at all
  'elsewhere', // a manager of another branch only
  'deactivated', // an owner who was deactivated; the token is still good
  'stranger', // an Auth user without a profile
  'anon', // the publishable key alone
  'garbage', // a token that nobody signed
] as const;
/**
 * 'costless' has every permission except to view costs, and works in Zamalek: used only to check what errors
 * reveal.
 */
export type Caller = (typeof callers)[number] | 'costless';

export const branch = {
  zamalek: '00000000-0000-7000-8000-0000000000b1',
  nasrCity: '00000000-0000-7000-8000-0000000000b2',
  maadi: '00000000-0000-7000-8000-0000000000b3',
  warehouse: '00000000-0000-7000-8000-0000000000b4',
  elsewhere: '00000000-0000-7000-8000-0000000000e5',
} as const;
const shops = [branch.zamalek, branch.nasrCity, branch.maadi, branch.warehouse];

/** The branches that each caller can view. */
export const reach: Record<Caller, string[]> = {
  owner: [...shops, branch.elsewhere],
  manager: [branch.zamalek, branch.nasrCity, branch.maadi],
  storekeeper: [branch.zamalek],
  buyer: [branch.zamalek, branch.warehouse],
  accountant: shops,
  cashier: [branch.zamalek],
  auditor: shops,
  nobody: [branch.zamalek],
  costless: [branch.zamalek],
  elsewhere: [branch.elsewhere],
  deactivated: [],
  stranger: [],
  anon: [],
  garbage: [],
};

export interface TableRule {
  /** Who can read it; other signed-in users read no row, and anon is refused. */
  read: Caller[];
  /** Which rows, as a condition on r: $1 the branches in reach, $2 the caller. Default: all. */
  rows?: string;
  insert?: Caller[];
  update?: Caller[];
  remove?: Caller[];
  /** A row that may be inserted; {n} becomes a number that no other row has. */
  sample?: Record<string, unknown>;
  /** A permitted change. */
  change?: Record<string, unknown>;
  key?: string;
}

const staff: Caller[] = ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor', 'nobody', 'elsewhere'];
const holders = staff.filter((caller) => caller !== 'nobody');
const without = (...left: Caller[]): Caller[] => holders.filter((caller) => !left.includes(caller));

const managers: Caller[] = ['owner', 'manager', 'elsewhere'];
const buyers: Caller[] = ['owner', 'manager', 'buyer', 'elsewhere'];
const accountants: Caller[] = ['owner', 'manager', 'accountant', 'elsewhere'];
const readsCosts = without('storekeeper', 'cashier');
const readsSales = without('storekeeper', 'buyer');
const printers = without('accountant', 'auditor');
const readsExpenses: Caller[] = ['owner', 'manager', 'accountant', 'auditor', 'elsewhere'];
const sellers: Caller[] = ['owner', 'manager', 'accountant', 'cashier'];
// Cash needs a shift, so users who may not open one take no cash.
const cashiers = sellers.filter((caller) => caller !== 'accountant');
const readsShifts = without('storekeeper', 'buyer');
const readsExpected = without('storekeeper', 'buyer', 'cashier');
const name = { name: 'Matrix {n}' };

const written = (
  who: Caller[],
  sample: Record<string, unknown> = name,
): Pick<TableRule, 'insert' | 'update' | 'remove' | 'sample' | 'change'> => ({
  insert: who,
  update: who,
  remove: who,
  sample,
  change: { name: 'Matrix changed {n}' },
});

const inReach = 'r.branch_id = any ($1)';
const seesActivity = (person: string) => `${person} = $2 or $2 in ({owner}, {manager}, {auditor}, {elsewhere})`;
const ofProduct = (product: string) =>
  `exists (select from public.products p where p.id = ${product} and (p.branch_id is null or p.branch_id = any ($1)))`;
const ofVariant = `exists (select from public.variants v join public.products p on p.id = v.product_id where v.id = r.variant_id and (p.branch_id is null or p.branch_id = any ($1)))`;
const ofTransfer = (transfer: string) =>
  `exists (select from public.transfers t where t.id = ${transfer} and (t.from_branch_id = any ($1) or t.to_branch_id = any ($1)))`;

const ofPurchase = (purchase: string) =>
  `exists (select from public.purchase_orders o where o.id = ${purchase} and o.branch_id = any ($1))`;
const ofPurchaseReturn = (returned: string) =>
  `exists (select from public.purchase_returns o where o.id = ${returned} and o.branch_id = any ($1))`;
const ofSale = (sale: string) => `exists (select from public.sales o where o.id = ${sale} and o.branch_id = any ($1))`;
const ofShift = 'exists (select from public.shifts o where o.id = r.shift_id and o.branch_id = any ($1))';
const ofReceipt = (receipt: string) => `exists (select from public.receipts o where o.id = ${receipt} and o.branch_id = any ($1))`;

export const tables: Record<string, TableRule> = {
  // Simple records
  brands: { read: holders, ...written(buyers) },
  colors: { read: holders, ...written(buyers) },
  sizes: { read: holders, ...written(buyers) },
  categories: { read: holders, ...written(buyers) },
  stock_points: { read: without('cashier'), ...written(managers) },
  price_groups: { read: holders, ...written(managers) },
  suppliers: { read: without('cashier'), ...written(['owner', 'manager', 'buyer', 'accountant', 'elsewhere']) },
  customers: {
    read: without('storekeeper', 'buyer'),
    ...written(accountants),
    insert: ['owner', 'manager', 'accountant', 'cashier', 'elsewhere'],
  },
  tax_rates: { read: without('storekeeper'), ...written(accountants, { ...name, percentage: 5 }) },
  payment_methods: { read: without('storekeeper', 'buyer'), ...written(accountants) },
  expense_categories: { read: ['owner', 'manager', 'accountant', 'auditor', 'elsewhere'], ...written(accountants) },

  // Business, branches and users
  // The change is of Zamalek, where the manager works, but the manager of elsewhere does not.
  branches: {
    read: staff,
    insert: ['owner'],
    update: ['owner', 'manager'],
    remove: ['owner'],
    sample: { ...name, code: 'M{n}' },
    change: { address: 'Changed {n}' },
  },
  business: { read: staff, update: ['owner'], change: { name: 'Matrix {n}' } },
  permissions: { read: staff, key: 'name' },
  roles: { read: staff },
  role_permissions: { read: ['owner', 'auditor'], key: 'permission' },
  profiles: { read: staff },
  profile_contacts: { read: staff, rows: `r.profile_id = $2 or $2 in ({owner}, {manager}, {auditor}, {elsewhere})`, key: 'profile_id' },
  user_branches: { read: staff, rows: `r.profile_id = $2 or $2 in ({owner}, {manager}, {auditor}, {elsewhere})`, key: 'branch_id' },
  user_list: { read: staff },
  role_list: { read: staff },
  user_sessions: { read: staff, rows: seesActivity('r.profile_id') },
  activity_list: { read: staff, rows: seesActivity("(r.actor ->> 'id')::uuid") },
  audit_log: {
    read: ['owner', 'manager', 'auditor', 'elsewhere'],
    rows: `(r.branch_id is null or r.branch_id = any ($1) or r.other_branch_id = any ($1) or not exists (select from public.branches b where b.id <> all ($1))) and (r.resource <> 'management.roles' or $2 in ({owner}, {auditor}))`,
  },

  // Products
  products: { read: holders, rows: 'r.branch_id is null or r.branch_id = any ($1)' },
  variants: { read: holders, rows: ofProduct('r.product_id') },
  price_changes: { read: holders, rows: ofProduct('r.product_id') },
  variant_names: { read: holders, rows: ofProduct('r.product_id'), key: 'variant_id' },
  product_costs: { read: readsCosts, rows: ofProduct('r.product_id'), key: 'product_id' },
  variant_costs: { read: readsCosts, rows: ofVariant, key: 'variant_id' },
  imports: {
    read: ['owner', 'manager', 'buyer', 'accountant', 'elsewhere'],
    rows: `r.branch_ids <@ $1 and case r.kind when 'customers' then $2 in ({owner}, {manager}, {accountant}, {elsewhere}) when 'suppliers' then true else $2 in ({owner}, {manager}, {buyer}, {elsewhere}) end`,
  },

  // Stock
  stock_levels: { read: holders, rows: inReach },
  stock_movements: { read: holders, rows: inReach },
  stock_entries: { read: holders, rows: inReach },
  stock_entry_costs: {
    read: readsCosts,
    rows: 'exists (select from public.stock_entries o where o.id = r.stock_entry_id and o.branch_id = any ($1))',
    key: 'variant_id',
  },
  stock_counts: { read: without('cashier'), rows: inReach },
  count_list: { read: without('cashier'), rows: inReach },
  level_list: { read: holders, rows: `${inReach} and ${ofVariant}` },
  movement_list: { read: holders, rows: `${inReach} and ${ofVariant}` },

  // Transfers
  transfers: { read: without('cashier'), rows: 'r.from_branch_id = any ($1) or r.to_branch_id = any ($1)' },
  transfer_list: { read: without('cashier'), rows: 'r.from_branch_id = any ($1) or r.to_branch_id = any ($1)' },
  transfer_items: { read: without('cashier'), rows: ofTransfer('r.transfer_id') },
  cost_differences: { read: readsCosts, rows: inReach },
  cost_difference_list: { read: readsCosts, rows: inReach },
  transfer_costs: { read: readsCosts, rows: ofTransfer('r.transfer_id'), key: 'transfer_id' },
  transfer_item_costs: {
    read: readsCosts,
    rows: ofTransfer('(select i.transfer_id from public.transfer_items i where i.id = r.transfer_item_id)'),
    key: 'transfer_item_id',
  },

  // Purchasing: quantities for all who receive, amounts for those who may view costs
  purchase_orders: { read: without('cashier'), rows: inReach },
  purchase_items: { read: without('cashier'), rows: ofPurchase('r.purchase_order_id') },
  purchase_item_costs: {
    read: readsCosts,
    rows: ofPurchase('(select i.purchase_order_id from public.purchase_items i where i.id = r.purchase_item_id)'),
    key: 'purchase_item_id',
  },
  purchase_charges: { read: readsCosts, rows: ofPurchase('r.purchase_order_id') },
  purchase_amounts: { read: readsCosts, rows: ofPurchase('r.purchase_order_id'), key: 'purchase_order_id' },
  // Of an order, or of a return alone: what the supplier refunded.
  purchase_payments: { read: readsCosts, rows: `${ofPurchase('r.purchase_order_id')} or ${ofPurchaseReturn('r.purchase_return_id')}` },
  receipts: { read: without('cashier'), rows: inReach },
  receipt_items: { read: without('cashier'), rows: ofReceipt('r.receipt_id') },
  receipt_item_costs: {
    read: readsCosts,
    rows: ofReceipt('(select i.receipt_id from public.receipt_items i where i.id = r.receipt_item_id)'),
    key: 'receipt_item_id',
  },

  // Returns to suppliers: the same
  purchase_returns: { read: without('cashier'), rows: inReach },
  purchase_return_list: { read: without('cashier'), rows: inReach },
  purchase_return_items: { read: without('cashier'), rows: ofPurchaseReturn('r.purchase_return_id') },
  purchase_return_item_costs: {
    read: readsCosts,
    rows: ofPurchaseReturn('(select i.purchase_return_id from public.purchase_return_items i where i.id = r.purchase_return_item_id)'),
    key: 'purchase_return_item_id',
  },
  purchase_return_amounts: { read: readsCosts, rows: ofPurchaseReturn('r.purchase_return_id'), key: 'purchase_return_id' },

  // Sales: prices for those who sell, costs for those who may view costs
  sales: { read: readsSales, rows: inReach },
  sale_list: { read: readsSales, rows: inReach },
  sale_line_list: { read: readsSales, rows: inReach },
  // Payments of sales, orders, returns to suppliers and expenses: each as its own table.
  payment_list: {
    read: holders,
    rows: `case r.kind
      when 'to_suppliers' then ${ofPurchase('r.document_id')} and $2 not in ({storekeeper}, {cashier})
      when 'from_suppliers' then ${ofPurchaseReturn('r.document_id')} and $2 not in ({storekeeper}, {cashier})
      when 'for_expenses' then exists (select from public.expenses e where e.id = r.document_id and e.branch_id = any ($1))
        and $2 not in ({storekeeper}, {buyer}, {cashier})
      else ${ofSale('r.document_id')} and $2 not in ({storekeeper}, {buyer}) end`,
  },
  sale_lines: { read: readsSales, rows: ofSale('r.sale_id') },
  sale_payments: { read: readsSales, rows: ofSale('r.sale_id') },
  sale_payment_methods: { read: readsSales, rows: ofSale('r.sale_id'), key: 'payment_id' },
  payment_corrections: { read: readsSales, rows: ofSale('r.sale_id') },
  sale_line_costs: {
    read: without('storekeeper', 'cashier', 'buyer'),
    rows: ofSale('(select l.sale_id from public.sale_lines l where l.id = r.sale_line_id)'),
    key: 'sale_line_id',
  },
  held_sales: {
    read: [...sellers, 'elsewhere'],
    rows: inReach,
    insert: ['owner', 'accountant'],
    remove: ['owner', 'accountant'],
    sample: { branch_id: branch.maadi, till: 'M{n}', lines: 1, total: 5, cart: {} },
  },

  tills: { read: readsSales, rows: inReach },

  // Shifts: expected amounts for those who may view them; cash entries also for the user who recorded them
  shifts: { read: readsShifts, rows: inReach },
  shift_list: { read: readsShifts, rows: inReach },
  shift_figures: { read: readsExpected, rows: ofShift, key: 'shift_id' },
  shift_approvals: { read: readsExpected, rows: ofShift, key: 'shift_id' },
  cash_entries: { read: readsShifts, rows: `${ofShift} and ($2 <> {cashier} or r.created_by = $2)` },

  // Attendance: one's own records, and with permission those of one's branches
  attendance_records: { read: staff, rows: `r.profile_id = $2 or $2 <> {nobody} and ${inReach}` },
  attendance_list: { read: staff, rows: `r.profile_id = $2 or $2 <> {nobody} and ${inReach}` },
  attendance_corrections: {
    read: staff,
    rows: `exists (select from public.attendance_records a where a.id = r.attendance_record_id and (a.profile_id = $2 or $2 <> {nobody} and a.branch_id = any ($1)))`,
  },

  // Labels: templates belong to the business, prints to the user who made them
  label_templates: { read: printers, ...written(['owner']) },
  label_prints: { read: printers, rows: 'r.created_by = $2' },
  label_print_lines: {
    read: printers,
    rows: 'exists (select from public.label_prints p where p.id = r.print_id and p.created_by = $2)',
    key: 'print_id',
  },

  // Expenses
  expenses: { read: readsExpenses, rows: `${inReach} and r.deleted_at is null` },
  expense_list: { read: readsExpenses, rows: inReach },
  expense_rules: { read: readsExpenses, rows: inReach },
  expense_rule_list: { read: readsExpenses, rows: inReach },
  expense_payments: {
    read: readsExpenses,
    rows: 'exists (select from public.expenses e where e.id = r.expense_id and e.branch_id = any ($1) and e.deleted_at is null)',
  },

  // Files: a storekeeper sees those of transfers, but no invoices
  attachments: { read: without('cashier'), rows: `${inReach} and (r.kind = 'transfers' or $2 <> {storekeeper})` },
  file_list: { read: without('cashier'), rows: `${inReach} and (r.kind = 'transfers' or $2 <> {storekeeper})` },
};

/** Rows of storage, where the permission depends on the path: who can read, insert and delete them. */
export const objects: { bucket: string; path: string; read: Caller[]; insert: Caller[]; remove: Caller[] }[] = [
  { bucket: 'images', path: 'products/{new}/front.webp', read: buyers, insert: buyers, remove: buyers },
  { bucket: 'images', path: 'business/logo-{n}.png', read: ['owner'], insert: ['owner'], remove: ['owner'] },
  { bucket: 'images', path: 'elsewhere/{n}.png', read: [], insert: [], remove: [] },
  {
    bucket: 'attachments',
    path: `${branch.zamalek}/transfers/00000000-0000-7000-8000-000000000e11/{n}.pdf`,
    read: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
    insert: ['owner', 'manager', 'buyer', 'accountant'],
    remove: ['owner', 'manager', 'buyer', 'accountant'],
  },
  {
    bucket: 'attachments',
    path: `${branch.maadi}/transfers/00000000-0000-7000-8000-000000000e14/{n}.pdf`,
    read: ['owner', 'manager', 'accountant', 'auditor'],
    insert: ['owner', 'accountant'],
    remove: ['owner', 'accountant'],
  },
  {
    bucket: 'attachments',
    path: `${branch.zamalek}/purchases/00000000-0000-7000-8000-000000000f01/{n}.pdf`,
    read: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
    insert: ['owner', 'manager', 'buyer', 'accountant'],
    remove: ['owner', 'manager', 'buyer', 'accountant'],
  },
  {
    bucket: 'attachments',
    path: `${branch.zamalek}/expenses/00000000-0000-7000-8000-000000000d71/{n}.pdf`,
    read: ['owner', 'manager', 'accountant', 'auditor'],
    insert: ['owner', 'manager', 'accountant'],
    remove: ['owner', 'manager', 'accountant'],
  },
  { bucket: 'attachments', path: `${branch.zamalek}/unnamed/{n}/note.pdf`, read: [], insert: [], remove: [] },
  {
    bucket: 'attachments',
    path: `${branch.elsewhere}/purchases/00000000-0000-7000-8000-000000000f05/{n}.pdf`,
    read: ['owner', 'elsewhere'],
    insert: ['owner', 'elsewhere'],
    remove: ['owner', 'elsewhere'],
  },
  // A document that does not exist, and one of another branch: leftovers may be deleted, but nothing added
  {
    bucket: 'attachments',
    path: `${branch.zamalek}/purchases/{new}/{n}.pdf`,
    read: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
    insert: [],
    remove: ['owner', 'manager', 'buyer', 'accountant'],
  },
  {
    bucket: 'attachments',
    path: `${branch.zamalek}/purchases/00000000-0000-7000-8000-000000000f02/{n}.pdf`,
    read: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
    insert: [],
    remove: ['owner', 'manager', 'buyer', 'accountant'],
  },
];

export interface CallRule {
  /** {name} becomes an id of the fixtures, {new} a fresh id. */
  args: Record<string, unknown>;
  by: Caller[];
  /** What a signed-in user without permission gets; 403 permission_missing unless given. */
  others?: Partial<Record<Caller | 'rest', string>>;
}

const notFound = (code: string) => `404 ${code}`;
const seesUsers: Caller[] = ['owner', 'manager', 'auditor', 'elsewhere'];

export const calls: Record<string, CallRule[]> = {
  me: [{ args: {}, by: staff, others: { rest: '403 account_inactive' } }],
  save_own_profile: [
    {
      args: { profile: { phone: '+20 1' }, expected_version: 99 },
      by: [],
      others: { ...Object.fromEntries(staff.map((caller) => [caller, '409 changed_meanwhile'])), rest: '403 account_inactive' },
    },
  ],
  report_presence: [{ args: {}, by: staff, others: { rest: '403 account_inactive' } }],
  save_arrangement: [{ args: { page: 'dashboard', parts: ['sales'] }, by: staff, others: { rest: '403 account_inactive' } }],
  own_sessions: [{ args: {}, by: [...staff, 'deactivated', 'stranger'] }],
  end_sessions: [{ args: { ids: ['{new}'] }, by: staff, others: { rest: '403 account_inactive' } }],
  // Users: administrators have what they grant, and access to the branch.
  change_user: [
    {
      args: {
        id: '{new}',
        profile_id: '{new}',
        person: {
          name: 'Matrix',
          email: 'matrix{n}@matrix.example',
          role_id: '{roleOfCashier}',
          branches: [{ branch_id: branch.zamalek, access: 'work' }],
        },
        with_password: true,
      },
      by: ['owner', 'manager'],
      others: { elsewhere: '403 branch_not_held' },
    },
    {
      args: {
        id: '{new}',
        profile_id: '{new}',
        person: { name: 'Matrix', email: 'matrix{n}@matrix.example', role_id: '{roleOfOwner}' },
        with_password: true,
      },
      by: ['owner'],
      others: { manager: '403 role_above', elsewhere: '403 role_above' },
    },
    {
      args: { id: '{new}', profile_id: '{owner}', person: { email: 'matrix@matrix.example' }, expected_version: 1 },
      by: ['owner'],
      others: { manager: '403 person_above', elsewhere: '403 person_above' },
    },
    {
      args: { id: '{new}', profile_id: '{cashier}', person: { active: false }, expected_version: 1 },
      by: ['owner', 'manager'],
      others: { elsewhere: '403 person_above' },
    },
    {
      args: { id: '{new}', profile_id: '{manager}', person: { active: false }, expected_version: 1 },
      by: ['owner'],
      others: { manager: '403 access_is_own', elsewhere: '403 person_above' },
    },
    {
      args: { id: '{new}', profile_id: '{cashier}', with_password: true, expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '409 changed_meanwhile', elsewhere: '409 changed_meanwhile' },
    },
  ],
  invite_user: [
    { args: { profile_id: '{nobody}' }, by: ['owner', 'manager'], others: { elsewhere: '403 person_above' } },
    {
      args: { profile_id: '{cashier}' },
      by: [],
      others: { owner: '409 invitation_accepted', manager: '409 invitation_accepted', elsewhere: '403 person_above' },
    },
    {
      args: { profile_id: '{new}' },
      by: [],
      others: Object.fromEntries(['owner', 'manager', 'elsewhere'].map((caller) => [caller, notFound('user_not_found')])),
    },
  ],
  delete_user: [{ args: { id: '{new}', profile_id: '{new}', expected_version: 1 }, by: [], others: { owner: notFound('user_not_found') } }],
  user_page: [{ args: {}, by: seesUsers }],
  user_count: [{ args: {}, by: seesUsers }],
  user_detail: [{ args: { id: '{cashier}' }, by: seesUsers }],
  save_role: [
    { args: { id: '{new}', role: { name: 'Matrix {n}' }, permissions: ['inventory.brands.view'] }, by: ['owner'] },
    {
      args: { id: '{roleOfOwner}', role: { name: 'Weakened' }, permissions: [], expected_version: 1 },
      by: [],
      others: { owner: '409 role_is_owners' },
    },
  ],
  delete_role: [{ args: { id: '{roleOfCashier}', expected_version: 1 }, by: [], others: { owner: '409 role_in_use' } }],
  role_detail: [
    { args: {}, by: ['owner', 'auditor'] },
    { args: { id: '{new}' }, by: [], others: { owner: notFound('role_not_found'), auditor: notFound('role_not_found') } },
  ],
  activity_page: [{ args: {}, by: seesUsers }],
  activity_count: [{ args: {}, by: seesUsers }],
  make_first_owner: [{ args: { id: '{new}', name: 'x', email: 'x@example.com' }, by: [], others: { rest: '403 42501' } }],
  product_detail: [
    { args: { id: '{product}' }, by: holders, others: { rest: notFound('product_not_found') } },
    {
      args: { id: '{productOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { rest: notFound('product_not_found') },
    },
  ],
  product_page: [{ args: {}, by: holders }],
  product_count: [{ args: {}, by: holders }],
  product_summary: [{ args: {}, by: holders }],
  variant_page: [{ args: {}, by: holders }],
  usage_of: [
    { args: { table_name: 'brands', id: '{new}' }, by: buyers },
    { args: { table_name: 'branches', id: '{new}' }, by: ['owner'] },
    { args: { table_name: 'profiles', id: '{new}' }, by: [], others: { rest: '400 table_unknown' } },
  ],
  // Returns an empty list to users who may view nothing.
  find_records: [{ args: { words: 'known' }, by: [...staff, 'deactivated', 'stranger'] }],
  dashboard: [{ args: {}, by: holders }],
  report_sales: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_profit_and_loss: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_tax: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  journal_accounts: [{ args: {}, by: [...managers, 'accountant'] }],
  journal_lines: [{ args: {}, by: [...managers, 'accountant'] }],
  save_account_codes: [{ args: { codes: [{ account: 'sales', key: null, code: '4000' }] }, by: [...managers, 'accountant'] }],
  report_stock: [{ args: {}, by: [...managers, 'storekeeper', 'buyer', 'accountant', 'auditor'] }],
  report_movements: [{ args: {}, by: [...managers, 'storekeeper', 'accountant', 'auditor'] }],
  report_stock_age: [{ args: {}, by: [...managers, 'storekeeper', 'buyer', 'accountant', 'auditor'] }],
  report_deliveries: [{ args: {}, by: [...managers, 'storekeeper', 'buyer', 'accountant', 'auditor'] }],
  report_cash_flow: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_methods: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_cashiers: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_low_stock: [{ args: {}, by: [...managers, 'storekeeper', 'buyer', 'accountant', 'auditor'] }],
  report_payables: [{ args: {}, by: [...managers, 'buyer', 'accountant', 'auditor'] }],
  report_receivables: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  report_purchases: [{ args: {}, by: [...managers, 'buyer', 'accountant', 'auditor'] }],
  report_expenses: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  // Returns nothing to users who may view no report.
  report_overview: [{ args: {}, by: [...staff, 'deactivated', 'stranger'] }],
  save_product: [
    { args: { id: '{new}', product: { name: 'Matrix product', price: 1 }, variants: [] }, by: buyers },
    {
      args: { id: '{productOfWarehouse}', product: { name: 'Taken over' }, variants: [], expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        buyer: '409 changed_meanwhile',
        manager: notFound('product_not_found'),
        elsewhere: notFound('product_not_found'),
      },
    },
  ],
  delete_product: [
    { args: { id: '{productToDelete}' }, by: buyers },
    {
      args: { id: '{productOfMaadi}' },
      by: [],
      others: {
        owner: '409 in_use',
        manager: '403 branch_view_only',
        buyer: notFound('product_not_found'),
        elsewhere: notFound('product_not_found'),
      },
    },
  ],
  import_sheet: [
    { args: { kind: 'products', id: '{new}', rows: [{ row: '2', name: 'Matrix import', price: '5' }], dry_run: true }, by: buyers },
    { args: { kind: 'customers', id: '{new}', rows: [{ row: '2', name: 'Matrix import' }], dry_run: true }, by: accountants },
    {
      args: { kind: 'suppliers', id: '{new}', rows: [{ row: '2', name: 'Matrix import' }], dry_run: true },
      by: ['owner', 'manager', 'buyer', 'accountant', 'elsewhere'],
    },
    {
      args: {
        kind: 'purchase_orders',
        id: '{new}',
        rows: [{ row: '2', reference: 'Matrix', supplier: 'Mahalla Textiles', branch: 'ZAM', quantity: '1' }],
        dry_run: true,
      },
      by: buyers,
    },
    {
      args: {
        kind: 'sales',
        id: '{new}',
        rows: [{ row: '2', reference: 'Matrix', branch: 'ZAM', sold_at: '2026-10-01', quantity: '1' }],
        dry_run: true,
      },
      by: accountants,
    },
    {
      args: { kind: 'expenses', id: '{new}', rows: [{ row: '2', branch: 'ZAM', spent_on: '2026-10-01', amount: '1' }], dry_run: true },
      by: accountants,
    },
    {
      args: { kind: 'profiles', id: '{new}', rows: [{ row: '2', name: 'Matrix import' }] },
      by: [],
      others: { rest: '400 import_kind_unknown' },
    },
  ],
  import_progress: [{ args: { id: '{new}' }, by: [...staff, 'deactivated', 'stranger'] }],
  undo_import: [{ args: { id: '{new}' }, by: [], others: { rest: notFound('import_not_found') } }],
  update_products: [
    { args: { changes: { active: true }, ids: [] }, by: buyers },
    { args: { changes: { price: { kind: 'percent', value: 5 } }, matching: { words: 'no such product' }, dry_run: true }, by: buyers },
  ],
  restore_products: [{ args: { before: [{ id: '{new}', version: 1 }] }, by: buyers }],
  // Returns an empty list to users who may not upload images.
  stray_pictures: [{ args: { product_ids: ['{new}'] }, by: [...staff, 'deactivated', 'stranger'] }],
  post_stock_entry: [
    {
      args: { id: '{new}', kind: 'opening', branch_id: branch.zamalek, lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{new}', kind: 'opening', branch_id: branch.maadi, lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: ['owner'],
      others: { manager: '403 branch_view_only', storekeeper: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{new}', kind: 'opening', branch_id: branch.zamalek, lines: [{ variant_id: '{variantOfWarehouse}', quantity: 1 }] },
      by: [],
      others: {
        owner: '409 product_kept_by_branch',
        manager: '400 line_invalid',
        storekeeper: '400 line_invalid',
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  label_lines: [
    { args: { source: 'products', ids: ['{product}', '{productOfMaadi}'] }, by: printers },
    { args: { source: 'purchase_orders', ids: ['{purchaseOfMaadi}'] }, by: without('accountant', 'auditor', 'cashier') },
    { args: { source: 'imports', ids: ['{new}'] }, by: buyers },
    { args: { source: 'costs', ids: ['{product}'] }, by: [], others: { rest: '400 view_unknown' } },
  ],
  label_arrivals: [{ args: {}, by: printers }],
  record_label_print: [
    {
      args: { id: '{new}', print: { printer: 'Matrix', width: 50, height: 30 }, lines: [{ variant_id: '{variant}', copies: 1 }] },
      by: printers,
    },
    {
      args: {
        id: '{new}',
        print: { printer: 'Matrix', width: 50, height: 30 },
        lines: [{ variant_id: '{variantOfWarehouse}', copies: 1 }],
      },
      by: ['owner', 'buyer'],
      others: {
        manager: notFound('product_not_found'),
        storekeeper: notFound('product_not_found'),
        cashier: notFound('product_not_found'),
        elsewhere: notFound('product_not_found'),
      },
    },
  ],
  settle_label_print: [
    {
      args: { id: '{printOfOwner}', outcome: 'sent' },
      by: ['owner'],
      others: {
        manager: notFound('not_found'),
        storekeeper: notFound('not_found'),
        buyer: notFound('not_found'),
        cashier: notFound('not_found'),
        elsewhere: notFound('not_found'),
      },
    },
  ],
  level_page: [{ args: {}, by: holders }],
  level_count: [{ args: {}, by: holders }],
  level_summary: [{ args: {}, by: holders }],
  incoming_to: [{ args: { variant_id: '{variant}', branch_id: branch.zamalek }, by: holders }],
  start_count: [
    {
      args: { id: '{new}', branch_id: branch.nasrCity, scope: 'products', scope_ids: ['{productOfMaadi}'] },
      by: [],
      others: {
        owner: '409 count_overlaps',
        manager: '409 count_overlaps',
        storekeeper: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: { id: '{count}', branch_id: branch.zamalek },
      by: ['owner'],
      others: { manager: notFound('count_not_found'), storekeeper: notFound('count_not_found'), elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{new}', branch_id: branch.maadi },
      by: [],
      others: {
        owner: '409 count_overlaps',
        manager: '403 branch_view_only',
        storekeeper: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  record_tallies: [
    {
      args: { count_id: '{count}', tallies: [{ id: '{new}', variant_id: '{variant}', mode: 'add', quantity: 1 }] },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('count_not_found') },
    },
    {
      args: { count_id: '{countOfMaadi}', tallies: [{ id: '{new}', variant_id: '{variant}', mode: 'add', quantity: 1 }] },
      by: ['owner'],
      others: { manager: '403 branch_view_only', storekeeper: notFound('count_not_found'), elsewhere: notFound('count_not_found') },
    },
  ],
  close_count: [
    {
      args: { id: '{countClosed}' },
      by: ['owner', 'manager'],
      others: { storekeeper: notFound('count_not_found'), elsewhere: notFound('count_not_found') },
    },
  ],
  recount: [
    {
      args: { id: '{count}', expected_version: 1 },
      by: [],
      others: { owner: '409 count_not_comparing', manager: '409 count_not_comparing', elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{countClosed}', expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '409 changed_meanwhile', elsewhere: notFound('count_not_found') },
    },
  ],
  post_count: [
    {
      args: { id: '{count}', uncounted: 'leave', expected_version: 1 },
      by: [],
      others: { owner: '409 count_not_comparing', manager: '409 count_not_comparing', elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{countClosed}', uncounted: 'leave', expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '409 changed_meanwhile', elsewhere: notFound('count_not_found') },
    },
  ],
  cancel_count: [
    {
      args: { id: '{countCancelled}', expected_version: 1 },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{count}', expected_lines: 99, expected_version: 1 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        storekeeper: '409 changed_meanwhile',
        elsewhere: notFound('count_not_found'),
      },
    },
    {
      args: { id: '{countOfMaadi}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        storekeeper: notFound('count_not_found'),
        elsewhere: notFound('count_not_found'),
      },
    },
  ],
  count_lines: [
    {
      args: { id: '{count}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
      others: { elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{count}', show: 'different' },
      by: [],
      others: {
        elsewhere: notFound('count_not_found'),
        owner: '403 count_blind',
        manager: '403 count_blind',
        storekeeper: '403 count_blind',
        buyer: '403 count_blind',
        accountant: '403 count_blind',
        auditor: '403 count_blind',
      },
    },
    {
      args: { id: '{countClosed}', show: 'different' },
      by: ['owner', 'manager'],
      others: {
        storekeeper: notFound('count_not_found'),
        buyer: notFound('count_not_found'),
        accountant: '403 count_blind',
        auditor: '403 count_blind',
        elsewhere: notFound('count_not_found'),
      },
    },
  ],
  count_detail: [
    {
      args: { id: '{count}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
      others: { elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{countOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { storekeeper: notFound('count_not_found'), buyer: notFound('count_not_found'), elsewhere: notFound('count_not_found') },
    },
    {
      args: { id: '{approved}' },
      by: [],
      others: Object.fromEntries(without('cashier').map((caller) => [caller, notFound('count_not_found')])),
    },
  ],
  save_transfer: [
    {
      args: {
        id: '{new}',
        from_branch_id: branch.zamalek,
        to_branch_id: branch.nasrCity,
        lines: [{ variant_id: '{variant}', quantity: 1 }],
      },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{transferOfMaadi}',
        from_branch_id: branch.zamalek,
        to_branch_id: branch.nasrCity,
        lines: [{ variant_id: '{variant}', quantity: 1 }],
        expected_version: 99,
      },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        storekeeper: notFound('transfer_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  approve_transfer: [
    { args: { id: '{approved}', expected_version: 1 }, by: ['owner', 'manager'], others: { elsewhere: notFound('transfer_not_found') } },
    {
      args: { id: '{transferOfMaadi}', expected_version: 1 },
      by: [],
      others: { owner: '409 stock_short', manager: notFound('branch_not_found'), elsewhere: notFound('transfer_not_found') },
    },
  ],
  everything_at: [
    {
      args: { from_branch_id: branch.zamalek },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { from_branch_id: branch.maadi },
      by: ['owner'],
      others: { manager: '403 branch_view_only', storekeeper: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  transfer_everything: [
    {
      args: { id: '{new}', from_branch_id: branch.zamalek, to_branch_id: branch.nasrCity },
      by: ['owner', 'manager', 'storekeeper'],
      others: { elsewhere: notFound('branch_not_found') },
    },
  ],
  transfer_page: [
    { args: {}, by: without('cashier') },
    { args: { sort: 'amount' }, by: ['owner', 'manager', 'buyer', 'accountant', 'auditor', 'elsewhere'] },
  ],
  transfer_count: [{ args: {}, by: without('cashier') }],
  transfer_summary: [{ args: {}, by: without('cashier') }],
  reverse_transfer: [
    { args: { id: '{reversed}', expected_version: 1 }, by: ['owner', 'manager'], others: { elsewhere: notFound('transfer_not_found') } },
    {
      args: { id: '{transferOfMaadi}', expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: notFound('branch_not_found'), elsewhere: notFound('transfer_not_found') },
    },
  ],
  transfer_preview: [
    {
      args: { id: '{approved}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
      others: { rest: notFound('transfer_not_found') },
    },
    {
      args: { id: '{transferOfMaadi}' },
      by: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
      others: { rest: notFound('transfer_not_found') },
    },
  ],
  transfer_detail: [
    {
      args: { id: '{approved}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
      others: { elsewhere: notFound('transfer_not_found') },
    },
    {
      args: { id: '{transferOfMaadi}' },
      by: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
      others: { storekeeper: notFound('transfer_not_found'), elsewhere: notFound('transfer_not_found') },
    },
    {
      args: { id: '{count}' },
      by: [],
      others: Object.fromEntries(without('cashier').map((caller) => [caller, notFound('transfer_not_found')])),
    },
  ],
  stock_entry_detail: [
    {
      args: { id: '{entry}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor'],
      others: { elsewhere: notFound('entry_not_found') },
    },
    {
      args: { id: '{entryOfElsewhere}' },
      by: ['owner', 'elsewhere'],
      others: Object.fromEntries(without('owner', 'elsewhere').map((caller) => [caller, notFound('entry_not_found')])),
    },
    { args: { id: '{approved}' }, by: [], others: Object.fromEntries(holders.map((caller) => [caller, notFound('entry_not_found')])) },
  ],
  // These return nothing instead of an error to users who may not view it.
  on_hand_at: [{ args: { branch_id: branch.zamalek }, by: [...staff, 'deactivated', 'stranger'] }],
  unit_costs: [{ args: { variant_ids: ['{variant}'] }, by: [...staff, 'deactivated', 'stranger'] }],
  save_purchase_order: [
    {
      args: {
        id: '{new}',
        purchase: { supplier_id: '{supplier}', branch_id: branch.zamalek, status: 'pending' },
        items: [{ variant_id: '{variant}', quantity: 1, unit_cost: 1 }],
      },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{new}',
        purchase: { supplier_id: '{supplier}', branch_id: branch.maadi, status: 'pending' },
        items: [{ variant_id: '{variant}', quantity: 1, unit_cost: 1 }],
      },
      by: ['owner'],
      others: { manager: '403 branch_view_only', buyer: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{new}',
        purchase: { supplier_id: '{supplier}', branch_id: branch.zamalek, status: 'pending' },
        items: [{ variant_id: '{variantOfWarehouse}', quantity: 1, unit_cost: 1 }],
      },
      by: [],
      others: {
        owner: '409 product_kept_by_branch',
        buyer: '409 product_kept_by_branch',
        manager: '400 purchase_line_invalid',
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: {
        id: '{purchaseOfMaadi}',
        purchase: { status: 'pending' },
        items: [{ variant_id: '{variant}', quantity: 1, unit_cost: 1 }],
        expected_version: 99,
      },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        buyer: notFound('purchase_not_found'),
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  receive_purchase: [
    {
      args: { id: '{new}', purchase_order_id: '{purchaseOfZamalek}', lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: ['owner', 'manager', 'storekeeper', 'buyer'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
    {
      args: { id: '{new}', purchase_order_id: '{purchaseOfMaadi}', lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: ['owner'],
      others: {
        manager: '403 branch_view_only',
        storekeeper: notFound('purchase_not_found'),
        buyer: notFound('purchase_not_found'),
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  undo_receipt: [
    {
      args: { id: '{receiptUndone}', reason: 'Matrix' },
      by: ['owner', 'manager', 'storekeeper', 'buyer'],
      others: { elsewhere: notFound('receipt_not_found') },
    },
    {
      args: { id: '{receiptOfClosed}', reason: 'Matrix', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        storekeeper: '409 changed_meanwhile',
        buyer: '409 changed_meanwhile',
        elsewhere: notFound('receipt_not_found'),
      },
    },
    {
      args: { id: '{receiptOfMaadi}' },
      by: [],
      others: {
        owner: '400 reason_missing',
        manager: '403 branch_view_only',
        storekeeper: notFound('receipt_not_found'),
        buyer: notFound('receipt_not_found'),
        elsewhere: notFound('receipt_not_found'),
      },
    },
  ],
  approve_purchase: [
    {
      args: { id: '{purchaseUntouched}', expected_version: 1 },
      by: ['owner', 'manager'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
  ],
  cancel_purchase: [
    {
      args: { id: '{purchaseCancelled}', expected_version: 1 },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
    {
      args: { id: '{purchaseUntouched}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        buyer: '409 changed_meanwhile',
        elsewhere: notFound('purchase_not_found'),
      },
    },
    {
      args: { id: '{purchaseOfMaadi}', expected_version: 1 },
      by: [],
      others: {
        owner: '409 purchase_has_receipts',
        manager: '403 branch_view_only',
        buyer: notFound('purchase_not_found'),
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  close_purchase_short: [
    {
      args: { id: '{purchaseClosed}', expected_version: 1 },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
    {
      args: { id: '{purchaseOfMaadi}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        buyer: notFound('purchase_not_found'),
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  reopen_purchase: [
    {
      args: { id: '{purchaseOfZamalek}', expected_version: 1 },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
    {
      args: { id: '{purchaseClosed}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        buyer: '409 changed_meanwhile',
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  pay_purchase: [
    {
      args: { id: '{purchaseOfZamalek}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('purchase_not_found') },
    },
    {
      args: { id: '{purchaseOfMaadi}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('purchase_not_found') },
    },
  ],
  reorder_lines: [
    { args: { row_ids: [] }, by: buyers },
    {
      args: { row_ids: [`00000000-0000-0000-0000-000000000000:${branch.zamalek}`] },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
  ],
  place_reorder: [
    {
      args: {
        id: '{new}',
        lines: [{ supplier_id: '{supplier}', branch_id: branch.zamalek, variant_id: '{variant}', quantity: 1, unit_cost: 1 }],
      },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{new}',
        lines: [{ supplier_id: '{supplier}', branch_id: branch.maadi, variant_id: '{variant}', quantity: 1, unit_cost: 1 }],
      },
      by: ['owner'],
      others: { manager: '403 branch_view_only', buyer: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  pay_supplier: [
    {
      args: {
        id: '{new}',
        supplier_id: '{supplier}',
        payment: { payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01', branch_id: branch.zamalek },
      },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('branch_not_found') },
    },
  ],
  void_purchase_payment: [
    {
      args: { id: '{paymentVoided}', reason: 'Matrix' },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('payment_not_found') },
    },
  ],
  record_purchase_return: [
    {
      args: {
        id: '{new}',
        header: { supplier_id: '{supplier}', branch_id: branch.zamalek, reason: 'damaged' },
        lines: [{ variant_id: '{variant}', quantity: 1, receipt_item_id: '{receiptLineOfZamalek}' }],
      },
      by: ['owner', 'manager', 'storekeeper', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    // A cost is entered by those who may view costs.
    {
      args: {
        id: '{new}',
        header: { supplier_id: '{supplier}', branch_id: branch.zamalek, reason: 'other' },
        lines: [{ variant_id: '{variant}', quantity: 1, unit_cost: 9 }],
      },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{new}',
        header: { supplier_id: '{supplier}', branch_id: branch.maadi, reason: 'unsold' },
        lines: [{ variant_id: '{variant}', quantity: 1 }],
      },
      by: ['owner'],
      others: {
        manager: '403 branch_view_only',
        storekeeper: notFound('branch_not_found'),
        buyer: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
    // Goods of another branch's receipt, or that only the warehouse has
    {
      args: {
        id: '{new}',
        header: { supplier_id: '{supplier}', branch_id: branch.zamalek, reason: 'damaged' },
        lines: [{ variant_id: '{variant}', quantity: 1, receipt_item_id: '{receiptLineOfMaadi}' }],
      },
      by: [],
      others: {
        ...Object.fromEntries(['owner', 'manager', 'storekeeper', 'buyer'].map((caller) => [caller, notFound('receipt_line_not_found')])),
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: {
        id: '{new}',
        header: { supplier_id: '{supplier}', branch_id: branch.zamalek, reason: 'damaged' },
        lines: [{ variant_id: '{variantOfWarehouse}', quantity: 1 }],
      },
      by: [],
      others: {
        owner: '409 stock_short',
        buyer: '409 stock_short',
        manager: '400 line_invalid',
        storekeeper: '400 line_invalid',
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  void_purchase_return: [
    {
      args: { id: '{returnVoided}', reason: 'Matrix' },
      by: ['owner', 'manager', 'buyer'],
      others: { elsewhere: notFound('purchase_return_not_found') },
    },
    {
      args: { id: '{returnOfMaadi}' },
      by: [],
      others: {
        owner: '400 reason_missing',
        manager: '403 branch_view_only',
        buyer: notFound('purchase_return_not_found'),
        elsewhere: notFound('purchase_return_not_found'),
      },
    },
  ],
  refund_purchase_return: [
    {
      args: { id: '{returnOfZamalek}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('purchase_return_not_found') },
    },
    {
      args: { id: '{returnOfMaadi}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('purchase_return_not_found') },
    },
  ],
  // Of another supplier, so that credits for the refunds above are left. It uses credits of branches where the caller works.
  use_supplier_credit: [
    { args: { supplier_id: '{supplierWithoutCredit}' }, by: accountants },
    {
      args: { supplier_id: '{new}' },
      by: [],
      others: Object.fromEntries(accountants.map((caller) => [caller, notFound('supplier_not_found')])),
    },
  ],
  purchase_return_page: [
    { args: {}, by: without('cashier') },
    { args: { sort: 'total' }, by: readsCosts },
    { args: { credits: ['open'] }, by: readsCosts },
  ],
  purchase_return_totals: [
    { args: {}, by: without('cashier') },
    { args: { credits: ['open'] }, by: readsCosts },
  ],
  purchase_return_detail: [
    {
      args: { id: '{returnOfZamalek}' },
      by: without('cashier', 'elsewhere'),
      others: { elsewhere: notFound('purchase_return_not_found') },
    },
    {
      args: { id: '{returnOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: {
        storekeeper: notFound('purchase_return_not_found'),
        buyer: notFound('purchase_return_not_found'),
        elsewhere: notFound('purchase_return_not_found'),
      },
    },
  ],
  returnable_goods: [
    {
      args: { receipt_id: '{receiptOfClosed}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer'],
      others: { elsewhere: notFound('receipt_not_found') },
    },
    {
      args: { receipt_id: '{receiptOfMaadi}' },
      by: ['owner'],
      others: {
        manager: '403 branch_view_only',
        storekeeper: notFound('receipt_not_found'),
        buyer: notFound('receipt_not_found'),
        elsewhere: notFound('receipt_not_found'),
      },
    },
    {
      args: { supplier_id: '{supplier}', branch_id: branch.zamalek, variant_ids: ['{variant}', '{variantOfWarehouse}'] },
      by: ['owner', 'manager', 'storekeeper', 'buyer'],
      others: { elsewhere: notFound('branch_not_found') },
    },
  ],
  purchase_page: [
    { args: {}, by: without('cashier') },
    { args: { sort: 'total' }, by: readsCosts },
  ],
  purchase_totals: [
    { args: {}, by: without('cashier') },
    { args: { payment_statuses: ['due'] }, by: readsCosts },
  ],
  purchase_detail: [
    { args: { id: '{purchaseOfZamalek}' }, by: without('cashier', 'elsewhere'), others: { elsewhere: notFound('purchase_not_found') } },
    {
      args: { id: '{purchaseOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: {
        storekeeper: notFound('purchase_not_found'),
        buyer: notFound('purchase_not_found'),
        elsewhere: notFound('purchase_not_found'),
      },
    },
  ],
  supplier_account: [{ args: { supplier_id: '{supplier}' }, by: without('cashier') }],
  supplier_statement: [{ args: { supplier_id: '{supplier}' }, by: readsCosts }],
  attach_file: [
    {
      args: { id: '{file}', path: '{filePath}', name: 'Matrix' },
      by: ['owner'],
      others: {
        manager: notFound('document_not_found'),
        buyer: notFound('document_not_found'),
        accountant: notFound('document_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  file_page: [{ args: {}, by: without('cashier') }],
  file_count: [{ args: {}, by: without('cashier') }],
  audit_page: [{ args: {}, by: ['owner', 'manager', 'auditor', 'elsewhere'] }],
  audit_count: [{ args: {}, by: ['owner', 'manager', 'auditor', 'elsewhere'] }],
  change_lines: [{ args: { change_id: 1 }, by: ['owner', 'manager', 'auditor', 'elsewhere'] }],
  first_steps: [{ args: {}, by: ['owner'] }],
  country_proposal: [{ args: { country: 'SA' }, by: ['owner'] }],
  set_up_business: [{ args: { expected_version: 1, changes: {} }, by: ['owner'] }],
  change_impact: [
    { args: { table_name: 'business', id: branch.zamalek, changes: {} }, by: ['owner'] },
    {
      args: { table_name: 'branches', id: branch.zamalek, changes: { day_start: 3 } },
      by: ['owner', 'manager'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    { args: { table_name: 'price_groups', id: branch.zamalek, changes: { percentage: 1 } }, by: ['owner', 'manager', 'elsewhere'] },
  ],
  clean_files: [{ args: {}, by: [], others: { rest: '403 42501' } }],
  detach_file: [{ args: { id: '{new}' }, by: ['owner', 'manager', 'buyer', 'accountant', 'elsewhere'] }],
  purchase_costs: [{ args: { variant_ids: ['{variant}'] }, by: [...staff, 'deactivated', 'stranger'] }],
  record_sale: [
    {
      args: {
        id: '{new}',
        sale: { branch_id: branch.zamalek },
        lines: [{ variant_id: '{variant}', quantity: 1 }],
        payments: [{ payment_method_id: '{cash}', amount: 100 }],
      },
      by: cashiers,
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: {
        id: '{new}',
        sale: { branch_id: branch.maadi },
        lines: [{ variant_id: '{variant}', quantity: 1 }],
        payments: [{ payment_method_id: '{cash}', amount: 100 }],
      },
      by: ['owner'],
      others: { manager: '403 branch_view_only', cashier: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{saleOfMaadi}', sale: { branch_id: branch.zamalek }, lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: [],
      others: {
        ...Object.fromEntries(sellers.map((caller) => [caller, notFound('sale_not_found')])),
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: {
        id: '{new}',
        sale: { branch_id: branch.zamalek, discount: 50, discount_reason: 'Matrix' },
        lines: [{ variant_id: '{variant}', quantity: 1 }],
        payments: [{ payment_method_id: '{cash}', amount: 50 }],
      },
      by: ['owner', 'manager'],
      others: { cashier: '403 discount_beyond', elsewhere: notFound('branch_not_found') },
    },
  ],
  record_sales: [
    {
      args: {
        branch_id: branch.zamalek,
        till: 'MATRIX',
        sales: [
          { reference: 'M', lines: [{ variant_id: '{variant}', quantity: 1 }], payments: [{ payment_method_id: '{cash}', amount: 100 }] },
        ],
      },
      by: sellers,
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { branch_id: branch.maadi, till: 'MATRIX', sales: [{ reference: 'M', lines: [{ variant_id: '{variant}', quantity: 1 }] }] },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', cashier: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  // Returns need no permission to sell.
  sale_preview: [
    {
      args: { sale: { branch_id: branch.zamalek }, lines: [{ returns_line_id: '{lineOfZamalek}', quantity: 1 }] },
      by: sellers,
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { sale: { branch_id: branch.zamalek }, lines: [{ returns_line_id: '{lineOfMaadi}', quantity: 1 }] },
      by: ['owner', 'manager', 'accountant'],
      others: { cashier: notFound('sale_line_not_found'), elsewhere: notFound('branch_not_found') },
    },
    {
      args: { sale: { branch_id: branch.zamalek }, lines: [{ variant_id: '{variant}', quantity: 1 }] },
      by: sellers,
      others: { elsewhere: notFound('branch_not_found') },
    },
  ],
  counter_goods: [
    { args: { branch_id: branch.zamalek }, by: sellers, others: { elsewhere: notFound('branch_not_found') } },
    {
      args: { branch_id: branch.maadi },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', cashier: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  counter_tiles: [
    { args: { branch_id: branch.zamalek }, by: sellers, others: { elsewhere: notFound('branch_not_found') } },
    {
      args: { branch_id: branch.maadi },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', cashier: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  save_counter_tiles: [
    {
      args: { branch_id: branch.zamalek, product_ids: [] },
      by: ['owner', 'manager'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { branch_id: branch.maadi, product_ids: [] },
      by: ['owner'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('branch_not_found') },
    },
  ],
  register_till: [
    { args: { branch_id: branch.zamalek, code: 'M1', device: 'MTRX' }, by: sellers, others: { elsewhere: notFound('branch_not_found') } },
    {
      args: { branch_id: branch.maadi, code: 'M1', device: 'MTRX' },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', cashier: notFound('branch_not_found'), elsewhere: notFound('branch_not_found') },
    },
  ],
  save_till: [
    {
      args: { id: '{tillOfZamalek}', name: 'Matrix', name_ar: null, closed: false, expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '409 changed_meanwhile', elsewhere: notFound('till_not_found') },
    },
    {
      args: { id: '{tillOfMaadi}', name: 'Matrix', name_ar: null, closed: false, expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '403 branch_view_only', elsewhere: notFound('till_not_found') },
    },
  ],
  pay_sale: [
    {
      args: { id: '{saleOfZamalek}', payments: [{ id: '{new}', payment_method_id: '{cash}', amount: 0.01 }] },
      by: cashiers,
      others: { elsewhere: notFound('sale_not_found') },
    },
    {
      args: { id: '{saleOfMaadi}', payments: [{ id: '{new}', payment_method_id: '{cash}', amount: 0.01 }] },
      by: ['owner'],
      others: { manager: '403 branch_view_only', cashier: notFound('sale_not_found'), elsewhere: notFound('sale_not_found') },
    },
  ],
  use_credit: [{ args: { customer_id: '{customer}' }, by: ['owner', 'manager', 'accountant', 'cashier', 'elsewhere'] }],
  correct_payment: [
    {
      args: { id: '{new}', payment_id: '{salePaymentVoided}', payment_method_id: '{cash}', reason: 'Matrix' },
      by: [],
      others: {
        owner: '409 payment_voided',
        manager: '409 payment_voided',
        accountant: '409 payment_voided',
        elsewhere: notFound('payment_not_found'),
      },
    },
    {
      args: { id: '{new}', payment_id: '{salePaymentOfMaadi}', payment_method_id: '{cash}', reason: 'Matrix' },
      by: [],
      others: {
        owner: '400 value_invalid',
        accountant: '400 value_invalid',
        manager: '403 branch_view_only',
        elsewhere: notFound('payment_not_found'),
      },
    },
  ],
  void_sale_payment: [
    {
      args: { id: '{salePaymentVoided}', reason: 'Matrix' },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('payment_not_found') },
    },
    {
      args: { id: '{salePaymentOfMaadi}' },
      by: [],
      others: {
        owner: '400 reason_missing',
        accountant: '400 reason_missing',
        manager: '403 branch_view_only',
        elsewhere: notFound('payment_not_found'),
      },
    },
  ],
  record_opening_balance: [
    ...(['customer', 'supplier'] as const).map((contact) => ({
      args: {
        id: '{new}',
        balance: { contact, contact_id: `{${contact}}`, branch_id: branch.zamalek, day: '2026-01-01', amount: 5 },
      },
      by: ['owner', 'manager', 'accountant'] as Caller[],
      others: { elsewhere: notFound('branch_not_found') },
    })),
    {
      args: {
        id: '{new}',
        balance: { contact: 'customer', contact_id: '{customer}', branch_id: branch.maadi, day: '2026-01-01', amount: 5 },
      },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('branch_not_found') },
    },
  ],
  void_opening_balance: [
    ...['{openingVoided}', '{openingOfSupplierVoided}'].map((id) => ({
      args: { id, reason: 'Matrix' },
      by: ['owner', 'manager', 'accountant'] as Caller[],
      others: { elsewhere: notFound('opening_balance_not_found') },
    })),
    ...['{openingOfMaadi}', '{openingOfSupplierOfMaadi}'].map((id) => ({
      args: { id },
      by: [] as Caller[],
      others: {
        owner: '400 reason_missing',
        accountant: '400 reason_missing',
        manager: '403 branch_view_only',
        elsewhere: notFound('opening_balance_not_found'),
      },
    })),
  ],
  void_sale: [
    {
      args: { id: '{saleVoided}', reason: 'Matrix' },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('sale_not_found') },
    },
    {
      args: { id: '{saleOfMaadi}' },
      by: [],
      others: {
        owner: '400 reason_missing',
        accountant: '400 reason_missing',
        manager: '403 branch_view_only',
        elsewhere: notFound('sale_not_found'),
      },
    },
  ],
  payment_page: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  payment_totals: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  cost_difference_page: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  cost_difference_totals: [{ args: {}, by: [...managers, 'accountant', 'auditor'] }],
  sale_line_page: [{ args: {}, by: readsSales }],
  sale_line_totals: [{ args: {}, by: readsSales }],
  sale_page: [
    { args: {}, by: readsSales },
    { args: { shift_ids: ['{shiftOpen}'] }, by: readsExpected },
  ],
  sale_totals: [
    { args: {}, by: readsSales },
    { args: { shift_ids: ['{shiftOpen}'] }, by: readsExpected },
  ],
  sale_detail: [
    {
      args: { id: '{saleOfZamalek}' },
      by: without('storekeeper', 'buyer', 'elsewhere'),
      others: { elsewhere: notFound('sale_not_found') },
    },
    {
      args: { id: '{saleOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { cashier: notFound('sale_not_found'), elsewhere: notFound('sale_not_found') },
    },
  ],
  customer_account: [{ args: { customer_id: '{customer}' }, by: readsSales }],
  customer_statement: [{ args: { customer_id: '{customer}' }, by: readsSales }],
  // Every user who may have a drawer has one open.
  open_shift: [
    {
      args: { id: '{new}', branch_id: branch.zamalek, opening_balance: 5 },
      by: [],
      others: { owner: '409 shift_open', manager: '409 shift_open', cashier: '409 shift_open', elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{new}', branch_id: branch.maadi, opening_balance: 5 },
      by: [],
      others: {
        owner: '409 shift_open',
        manager: '403 branch_view_only',
        cashier: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: { id: '{shiftOfMaadi}', branch_id: branch.nasrCity, opening_balance: 5 },
      by: [],
      others: {
        owner: '409 exists_already',
        manager: notFound('shift_not_found'),
        cashier: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  record_cash: [
    {
      args: { id: '{new}', shift_id: '{shiftOpen}', kind: 'pay_in', amount: 1, reason: 'Matrix' },
      by: ['owner', 'manager'],
      others: { elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{new}', shift_id: '{shiftOfMaadi}', kind: 'pay_in', amount: 1, reason: 'Matrix' },
      by: [],
      others: {
        owner: '409 shift_closed',
        manager: '403 branch_view_only',
        cashier: notFound('shift_not_found'),
        elsewhere: notFound('shift_not_found'),
      },
    },
  ],
  close_shift: [
    {
      args: { id: '{shiftClosed}', actual_closing: 10, note: 'Matrix' },
      by: ['owner'],
      others: { manager: '409 shift_closed', elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{shiftOfMaadi}', actual_closing: 11 },
      by: [],
      others: {
        owner: '409 shift_closed',
        manager: '403 branch_view_only',
        cashier: notFound('shift_not_found'),
        elsewhere: notFound('shift_not_found'),
      },
    },
  ],
  approve_variance: [
    {
      args: { id: '{shiftClosed}', note: 'Matrix' },
      by: ['owner'],
      others: { manager: '409 variance_approved', elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{shiftOfMaadi}' },
      by: [],
      others: { owner: '400 reason_missing', manager: '403 branch_view_only', elsewhere: notFound('shift_not_found') },
    },
  ],
  shift_page: [
    { args: {}, by: readsShifts },
    { args: { results: ['shortage'] }, by: readsExpected },
    { args: { is_to_approve: true }, by: readsExpected },
    { args: { sort: 'difference' }, by: readsExpected },
  ],
  shift_totals: [
    { args: {}, by: readsShifts },
    { args: { results: ['shortage'] }, by: readsExpected },
  ],
  cash_in_no_drawer: [{ args: {}, by: readsExpected }],
  shift_moves: [
    {
      args: { id: '{shiftClosed}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{shiftOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { elsewhere: notFound('shift_not_found') },
    },
  ],
  shift_detail: [
    {
      args: { id: '{shiftClosed}' },
      by: ['owner', 'manager', 'accountant', 'cashier', 'auditor'],
      others: { elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{shiftOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { cashier: notFound('shift_not_found'), elsewhere: notFound('shift_not_found') },
    },
    {
      args: { id: '{saleOfZamalek}' },
      by: [],
      others: Object.fromEntries(readsShifts.map((caller) => [caller, notFound('shift_not_found')])),
    },
  ],
  left_in_drawer: [
    {
      args: { branch_id: branch.zamalek },
      by: without('elsewhere')
        .concat('nobody')
        .filter((caller) => caller !== 'auditor'),
      others: { auditor: '403 branch_view_only', rest: notFound('branch_not_found') },
    },
  ],
  clock_in: [
    {
      args: { id: '{new}', branch_id: branch.zamalek },
      by: [],
      others: {
        ...Object.fromEntries(
          ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier'].map((caller) => [caller, '409 already_at_work']),
        ),
        elsewhere: notFound('branch_not_found'),
      },
    },
    {
      args: { id: '{new}', branch_id: branch.maadi },
      by: [],
      others: {
        owner: '409 already_at_work',
        accountant: '409 already_at_work',
        manager: '403 branch_view_only',
        storekeeper: notFound('branch_not_found'),
        buyer: notFound('branch_not_found'),
        cashier: notFound('branch_not_found'),
        elsewhere: notFound('branch_not_found'),
      },
    },
  ],
  clock_out: [
    {
      args: { id: '{attendanceOfMaadi}' },
      by: ['owner'],
      others: Object.fromEntries(
        ['manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'elsewhere'].map((caller) => [
          caller,
          notFound('attendance_not_found'),
        ]),
      ),
    },
  ],
  save_attendance: [
    {
      args: { id: '{attendanceOfMaadi}', attendance: { voided: false }, reason: 'Matrix', expected_version: 99 },
      by: [],
      others: { owner: '409 changed_meanwhile', manager: '403 branch_view_only', elsewhere: notFound('attendance_not_found') },
    },
    {
      args: { id: '{new}', attendance: { profile_id: '{cashier}', branch_id: branch.zamalek }, reason: 'Matrix' },
      by: [],
      others: { owner: '400 field_missing', manager: '400 field_missing', elsewhere: notFound('branch_not_found') },
    },
  ],
  attendance_page: [{ args: {}, by: staff, others: { rest: '403 account_inactive' } }],
  attendance_days: [{ args: {}, by: staff, others: { rest: '403 account_inactive' } }],
  attendance_totals: [{ args: {}, by: staff, others: { rest: '403 account_inactive' } }],
  attendance_detail: [
    {
      args: { id: '{attendanceOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { rest: notFound('attendance_not_found') },
    },
    {
      args: { id: '{attendanceOfNobody}' },
      by: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor', 'nobody'],
      others: { rest: notFound('attendance_not_found') },
    },
  ],
  save_expense: [
    {
      args: { id: '{new}', expense: { branch_id: branch.zamalek, amount: 5 } },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{new}', expense: { branch_id: branch.maadi, amount: 5 } },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('branch_not_found') },
    },
    {
      args: { id: '{expenseOfMaadi}', expense: { amount: 60 }, expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        accountant: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        elsewhere: notFound('expense_not_found'),
      },
    },
  ],
  pay_expense: [
    {
      args: { id: '{expenseOfZamalek}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('expense_not_found') },
    },
    {
      args: { id: '{expenseOfMaadi}', payments: [{ id: '{new}', payment_method_id: '{method}', amount: 0.01, paid_on: '2026-11-01' }] },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('expense_not_found') },
    },
  ],
  void_expense_payment: [
    {
      args: { id: '{expensePaymentVoided}', reason: 'Matrix' },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('payment_not_found') },
    },
    {
      args: { id: '{expensePaymentOfMaadi}' },
      by: [],
      others: {
        owner: '400 reason_missing',
        accountant: '400 reason_missing',
        manager: '403 branch_view_only',
        elsewhere: notFound('payment_not_found'),
      },
    },
  ],
  delete_expense: [
    {
      args: { id: '{expenseOfZamalek}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        accountant: '409 changed_meanwhile',
        elsewhere: notFound('expense_not_found'),
      },
    },
    {
      args: { id: '{expenseOfMaadi}', expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        accountant: '409 changed_meanwhile',
        manager: '403 branch_view_only',
        elsewhere: notFound('expense_not_found'),
      },
    },
  ],
  expense_rule_days: [{ args: { starts_on: '2026-11-01', repeats: { every: 1, unit: 'months' } }, by: readsExpenses }],
  save_expense_rule: [
    {
      args: { id: '{ruleOfZamalek}', rule: { amount: 60 }, expected_version: 99 },
      by: [],
      others: {
        owner: '409 changed_meanwhile',
        manager: '409 changed_meanwhile',
        accountant: '409 changed_meanwhile',
        elsewhere: notFound('rule_not_found'),
      },
    },
    {
      args: { id: '{ruleOfMaadi}', rule: {}, expected_version: 1 },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('rule_not_found') },
    },
  ],
  pause_expense_rule: [
    {
      args: { id: '{ruleOfZamalek}', paused: false },
      by: ['owner', 'manager', 'accountant'],
      others: { elsewhere: notFound('rule_not_found') },
    },
    {
      args: { id: '{ruleOfMaadi}', paused: false },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('rule_not_found') },
    },
  ],
  skip_expense_rule: [
    {
      args: { id: '{ruleOfZamalek}', due_on: '2026-01-01' },
      by: [],
      others: {
        owner: '409 rule_moved_on',
        manager: '409 rule_moved_on',
        accountant: '409 rule_moved_on',
        elsewhere: notFound('rule_not_found'),
      },
    },
    {
      args: { id: '{ruleOfMaadi}', due_on: '2026-01-01' },
      by: [],
      others: {
        owner: '409 rule_moved_on',
        accountant: '409 rule_moved_on',
        manager: '403 branch_view_only',
        elsewhere: notFound('rule_not_found'),
      },
    },
  ],
  end_expense_rule: [
    { args: { id: '{ruleEnded}' }, by: ['owner', 'manager', 'accountant'], others: { elsewhere: notFound('rule_not_found') } },
    {
      args: { id: '{ruleEndedInMaadi}' },
      by: ['owner', 'accountant'],
      others: { manager: '403 branch_view_only', elsewhere: notFound('rule_not_found') },
    },
  ],
  expense_page: [{ args: {}, by: readsExpenses }],
  expense_totals: [{ args: {}, by: readsExpenses }],
  expense_tree: [{ args: {}, by: readsExpenses }],
  expense_detail: [
    {
      args: { id: '{expenseOfZamalek}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { elsewhere: notFound('expense_not_found') },
    },
    {
      args: { id: '{expenseOfMaadi}' },
      by: ['owner', 'manager', 'accountant', 'auditor'],
      others: { elsewhere: notFound('expense_not_found') },
    },
  ],
  transfer_approvers: [{ args: { to_branch_id: branch.zamalek }, by: without('cashier') }],
};

/** Who gets a non-empty response, where others get an empty one. */
export const answers: { call: string; args: Record<string, unknown>; to: Caller[] }[] = [
  {
    call: 'on_hand_at',
    args: { branch_id: branch.zamalek },
    to: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'cashier', 'auditor'],
  },
  { call: 'on_hand_at', args: { branch_id: branch.warehouse }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'unit_costs', args: { variant_ids: ['{variant}'] }, to: readsCosts },
  { call: 'unit_costs', args: { variant_ids: ['{variantOfWarehouse}'] }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  {
    call: 'transfer_page',
    args: { at_branch_ids: [branch.maadi], statuses: ['pending'] },
    to: ['owner', 'manager', 'buyer', 'accountant', 'auditor'],
  },
  { call: 'transfer_count', args: { at_branch_ids: [branch.elsewhere] }, to: ['owner', 'buyer', 'accountant', 'auditor', 'elsewhere'] },
  { call: 'product_page', args: { words: 'kept by warehouse' }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'product_count', args: { words: 'kept by maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'variant_page', args: { variant_ids: ['{variantOfWarehouse}'] }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'level_page', args: { words: 'kept by warehouse' }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'level_count', args: { words: 'kept by warehouse' }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'incoming_to', args: { variant_id: '{variant}', branch_id: branch.warehouse }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'purchase_costs', args: { variant_ids: ['{variant}'] }, to: readsCosts },
  { call: 'purchase_costs', args: { variant_ids: ['{variantOfWarehouse}'] }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'purchase_page', args: { words: 'needle in maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'purchase_return_page', args: { words: 'needle in maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'purchase_return_page', args: { words: 'pr-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'find_records', args: { words: 'pr-mad-' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'payment_page', args: { kinds: ['from_suppliers'], words: 'pr-els-' }, to: ['owner', 'elsewhere'] },
  {
    call: 'audit_page',
    args: { history_of_table: 'purchase_returns', history_of_id: '{returnOfMaadi}' },
    to: ['owner', 'manager', 'auditor'],
  },
  { call: 'find_records', args: { words: 'known' }, to: holders },
  { call: 'find_records', args: { words: 'WRH-KEPT' }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'kept by maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'needle in maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'tr-mad-' }, to: ['owner', 'manager', 'buyer', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'sc-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'find_records', args: { words: 'youssef' }, to: ['owner', 'manager', 'auditor', 'elsewhere'] },
  { call: 'find_records', args: { words: 'storekeeper' }, to: ['owner', 'auditor'] },
  { call: 'sale_page', args: { words: 'needle in maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'shift_page', args: { words: 'sh-mad-' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'shift_page', args: { words: 'sh-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'find_records', args: { words: 'sh-mad-' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'sa-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'expense_page', args: { words: 'needle in maadi' }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  { call: 'find_records', args: { words: 'ex-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'find_records', args: { words: 'se-els-' }, to: ['owner', 'elsewhere'] },
  { call: 'audit_page', args: { history_of_table: 'transfers', history_of_id: '{transferOfMaadi}' }, to: ['owner', 'manager', 'auditor'] },
  { call: 'audit_page', args: { history_of_table: 'products', history_of_id: '{productOfWarehouse}' }, to: ['owner', 'auditor'] },
  { call: 'audit_count', args: { at_branch_ids: [branch.elsewhere] }, to: ['owner', 'elsewhere'] },
  { call: 'audit_page', args: { resources: ['management.roles'] }, to: ['owner', 'auditor'] },
  { call: 'file_page', args: { at_branch_ids: [branch.maadi] }, to: ['owner', 'manager', 'accountant', 'auditor'] },
  {
    call: 'file_page',
    args: { kinds: ['transfers'], words: 'matrix' },
    to: ['owner', 'manager', 'storekeeper', 'buyer', 'accountant', 'auditor'],
  },
  { call: 'file_count', args: { words: 'po-zam-' }, to: ['owner', 'manager', 'buyer', 'accountant', 'auditor'] },
  { call: 'variant_page', args: { codes: ['WRH-KEPT'] }, to: ['owner', 'buyer', 'accountant', 'auditor'] },
];
