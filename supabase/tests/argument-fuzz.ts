/* Values sent to every argument of every public function, besides valid ones. A function or argument without an
   example here fails the argument fuzz. */
import type { Sql } from 'postgres';
import { branch } from './matrix.expected.ts';

export type Values = Record<string, unknown>;
type Names = Record<string, string>;

const nowhere = '00000000-0000-7000-8000-0000000000ff';
const another = '00000000-0000-7000-8000-00000000f4e6';
const fresh = '00000000-0000-7000-8000-00000000f4e5';

/** One document of each kind, in Zamalek ("own") and in a branch that not every user can access ("far"). */
export async function documentsOf(owner: Sql): Promise<Names> {
  const rows = await owner<{ kind: string; place: string; id: string }[]>`
    with placed as (
      select 'entry' as kind, id, branch_id from public.stock_entries
      union all select 'count', id, branch_id from public.stock_counts where status = 'counting'
      union all select 'transfer', id, from_branch_id from public.transfers where status = 'pending' and to_branch_id <> from_branch_id
      union all select 'order', id, branch_id from public.purchase_orders where status = 'pending' and notes like 'needle%'
      union all select 'receipt', id, branch_id from public.receipts where undone_at is null
      union all select 'return', id, branch_id from public.purchase_returns where note like 'needle%'
      union all select 'refund', p.id, r.branch_id from public.purchase_payments p join public.purchase_returns r on r.id = p.purchase_return_id where p.purchase_order_id is null and p.voided_at is null
      union all select 'payment', p.id, o.branch_id from public.purchase_payments p join public.purchase_orders o on o.id = p.purchase_order_id where p.voided_at is null and p.purchase_return_id is null
      union all select 'sale', id, branch_id from public.sales where status = 'completed'
      union all select 'opening', id, branch_id from public.sales where status = 'opening'
      union all select 'sale_payment', p.id, s.branch_id from public.sale_payments p join public.sales s on s.id = p.sale_id where p.paid_after_sale and p.voided_at is null
      union all select 'shift', id, branch_id from public.shifts where status = 'open' and opened_by in (select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner)
      union all select 'cash_entry', e.id, s.branch_id from public.cash_entries e join public.shifts s on s.id = e.shift_id where e.kind = 'pay_out'
      union all select 'expense', id, branch_id from public.expenses where notes like 'needle%'
      union all select 'rule', id, branch_id from public.expense_rules where next_on is not null and notes = 'recurring'
      union all select 'expense_payment', p.id, e.branch_id from public.expense_payments p join public.expenses e on e.id = p.expense_id where p.voided_at is null
      union all select 'file', id, branch_id from public.attachments
      union all select 'attendance', id, branch_id from public.attendance_records
      union all select 'print', id, case when created_by = '00000000-0000-7000-8000-000000000001' then ${branch.zamalek}::uuid else ${branch.elsewhere}::uuid end from public.label_prints
      union all select 'import', id, branch_ids[1] from public.imports where kind = 'purchase_orders')
    select distinct on (kind, place) kind, place, id
    from (select *, case when branch_id = ${branch.zamalek} then 'own' when branch_id = any (${[branch.maadi, branch.warehouse, branch.elsewhere]}) then 'far' end as place from placed) x
    where place is not null order by kind, place, id`;
  return Object.fromEntries(rows.map(({ kind, place, id }) => [`${place} ${kind}`, id]));
}

/** Valid calls with every optional value. n: the ids of the fixtures and of their documents. */
export function examples(n: Names, importFields: Record<string, string[]>): Record<string, Values[]> {
  const { variant = '', supplier = '', method = '' } = n;
  const [zamalek, nasrCity] = [branch.zamalek, branch.nasrCity];
  const words = { words: 'shirt' };
  const some = [n.product];
  const page = { page_size: 10, page_offset: 0, after_id: n.product };
  const products = { ...words, view: 'all', category_ids: some, brand_ids: some, supplier_ids: some, tax_rate_ids: some, is_active: true };
  const orders = {
    ...words,
    statuses: ['pending'],
    payment_statuses: ['due'],
    receipt_states: ['none'],
    at_branch_ids: [zamalek],
    supplier_ids: [supplier],
    salesperson_ids: [n.owner],
    tax_rate_ids: some,
    ordered: '2026-11-01..2026-11-30',
    is_overdue: false,
    lacks_tax_number: false,
  };
  const purchaseReturns = {
    ...words,
    statuses: ['returned'],
    supplier_ids: [supplier],
    reasons: ['damaged'],
    at_branch_ids: [zamalek],
    returned: 'today',
  };
  const attendance = { ...words, profile_ids: [n.cashier], at_branch_ids: [zamalek], states: ['closed'], worked: 'today' };
  const transfers = { ...words, statuses: ['pending'], modes: ['branch_to_branch'], at_branch_ids: [zamalek], created: 'today' };
  const levels = { ...words, view: 'all', at_branch_ids: [zamalek], place_ids: some, category_ids: some, brand_ids: some };
  const places = {
    from_branch_id: zamalek,
    to_branch_id: nasrCity,
    from_stock_point_id: n.point,
    to_stock_point_id: n.point,
    shipping: 5,
    notes: 'Note',
    expected_version: 1,
  };
  const lines = [{ variant_id: variant, quantity: 1 }];
  const sales = {
    ...words,
    types: ['sale'],
    statuses: ['completed'],
    payment_statuses: ['due'],
    at_branch_ids: [zamalek],
    customer_ids: [n.customer],
    salesperson_ids: [n.owner],
    payment_method_ids: [method],
    shift_ids: [n['own shift']],
    sold: 'today',
    amount: 100,
  };
  const shifts = {
    words: 'sh',
    statuses: ['open'],
    results: [],
    at_branch_ids: [zamalek],
    opened_by_ids: [n.owner],
    opened: 'today',
    is_overdue: false,
    is_to_approve: false,
  };
  const sale = {
    sale: {
      branch_id: zamalek,
      till: 'A1',
      reference: 'R-1',
      customer_id: n.customer,
      salesperson_id: n.owner,
      sold_at: '2026-11-01T10:00:00Z',
      tax_rate_id: n.taxRate,
      tax_reason: 'Reason',
      tax_per_line: false,
      discount: 0.01,
      discount_reason: 'Reason',
      note: 'Note',
    },
    lines: [{ variant_id: variant, quantity: 1, unit_price: 90, discount: 0.01, tax_rate_id: n.taxRate, stock_point_id: n.stockroom }],
    payments: [{ payment_method_id: method, amount: 0.01 }],
  };
  const payment = { payment_method_id: method, amount: 0.01, paid_on: '2026-11-01', note: 'Note' };
  const returned = {
    sale: { branch_id: zamalek, customer_id: n.customer, shift_id: n['own shift'] },
    lines: [{ returns_line_id: n.lineOfZamalek, variant_id: variant, quantity: 1, damaged: true }],
    payments: [{ payment_method_id: method, amount: -0.01 }],
  };
  const expenses = {
    ...words,
    payment_statuses: ['unpaid'],
    at_branch_ids: [zamalek],
    category_ids: some,
    supplier_ids: [supplier],
    customer_ids: [n.customer],
    assigned_ids: [n.owner],
    payment_method_ids: [method],
    tax_rate_ids: some,
    spent: 'today',
    recurring: false,
    lacks_tax_number: false,
  };
  const files = { ...words, kinds: ['purchases'], types: ['pdf'], at_branch_ids: [zamalek], uploader_ids: [n.owner], uploaded: 'today' };
  const changes = {
    ...words,
    actor_ids: [n.owner],
    resources: ['inventory.products'],
    actions: ['update'],
    at_branch_ids: [zamalek],
    changed: 'today',
    history_of_table: 'products',
    history_of_id: n.product,
  };
  const cells = (kind: string): Values => Object.fromEntries((importFields[kind] ?? []).map((field) => [field, 'Text']));
  const sheet = (kind: string): Values => ({
    kind,
    id: fresh,
    rows: [{ row: '2', ...cells(kind), name: 'Crossed', price: '5', quantity: '1' }],
    dry_run: true,
    options: {
      create: { brands: true, categories: ['Text'] },
      skip_problem_rows: true,
      file_name: 'crossed.csv',
      branch_id: zamalek,
      stock_point_id: n.point,
      color_values: { text: '#123456' },
    },
  });
  const id = (name: string): Values[] => [{ id: n[name] }];
  return {
    me: [{}],
    report_presence: [{}],
    save_arrangement: [{ page: 'dashboard', parts: ['sales', 'amounts'] }],
    own_sessions: [{}],
    end_sessions: [{ ids: [nowhere] }],
    save_own_profile: [{ profile: { name: 'Crossed', name_ar: 'نص', phone: '+20 1', address: 'Text' }, expected_version: 1 }],
    change_user: [
      {
        id: fresh,
        profile_id: another,
        with_password: true,
        person: {
          name: 'Crossed',
          name_ar: 'نص',
          email: 'crossed@example.com',
          phone: '+20 1',
          address: 'Text',
          role_id: n.roleOfCashier,
          active: true,
          branches: [{ branch_id: zamalek, access: 'work' }],
        },
      },
      { id: fresh, profile_id: n.cashier, person: { phone: '+20 1' }, with_password: false, expected_version: 1 },
    ],
    invite_user: [{ profile_id: n.nobody }],
    delete_user: [{ id: fresh, profile_id: n.nobody, expected_version: 1 }],
    clock_in: [{ id: fresh, branch_id: zamalek }],
    clock_out: id('attendanceOfOwner'),
    save_attendance: [
      {
        id: fresh,
        attendance: {
          profile_id: n.cashier,
          branch_id: zamalek,
          clocked_in: '2026-11-03T09:00',
          clocked_out: '2026-11-03T17:00',
          voided: false,
        },
        reason: 'Reason',
      },
      { id: n.attendanceOfNobody, attendance: { branch_id: zamalek, voided: true }, reason: 'Reason', expected_version: 1 },
    ],
    attendance_page: [{ ...attendance, sort: 'clocked_in_at', descending: true, ...page }],
    attendance_days: [{ ...attendance, sort: 'day', descending: true, ...page, after_id: '2026-11-01 x' }],
    attendance_totals: [attendance],
    attendance_detail: id('attendanceOfNobody'),
    user_page: [
      { ...words, role_ids: [n.roleOfCashier], at_branch_ids: [zamalek], is_active: true, sort: 'name', descending: true, ...page },
    ],
    user_count: [{ ...words, role_ids: [n.roleOfCashier], at_branch_ids: [zamalek], is_active: true }],
    user_detail: id('cashier'),
    save_role: [
      { id: fresh, role: { name: 'Crossed', name_ar: 'نص', active: true }, permissions: ['inventory.brands.view'] },
      { id: n.roleOfCashier, role: { name: 'Cashier' }, permissions: ['inventory.brands.view'], expected_version: 1 },
    ],
    delete_role: [{ id: n.roleOfCashier, move_to: n.roleOfStorekeeper, expected_version: 1 }],
    role_detail: id('roleOfCashier'),
    activity_page: [
      { ...words, profile_ids: [n.cashier], states: ['online'], signed_in: 'today', sort: 'signed_in_at', descending: true, ...page },
    ],
    activity_count: [{ ...words, profile_ids: [n.cashier], states: ['online'], signed_in: 'today' }],
    make_first_owner: [{ id: fresh, name: 'Somebody', email: 'somebody@example.com' }],
    product_detail: id('product'),
    product_page: [{ ...products, at_branch_ids: [zamalek], sort: 'name', descending: true, ...page }],
    product_count: [products],
    variant_page: [
      {
        ...words,
        codes: ['A'],
        variant_ids: [variant],
        product_ids: some,
        source_branch_id: zamalek,
        source_stock_point_id: n.point,
        target_branch_id: nasrCity,
        target_stock_point_id: n.point,
        in_stock: true,
        sort: 'product',
        page_size: 10,
      },
    ],
    usage_of: [{ table_name: 'brands', id: fresh }],
    find_records: [{ ...words, page_size: 6, at_branch_ids: [zamalek], sort: 'name' }],
    dashboard: [{ at_branch_ids: [zamalek], period: 'today', compare: 'last_year' }],
    report_sales: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'last_year',
        group_by: 'product',
        columns_by: 'month',
        measure: 'margin',
        filters: { below_category: [], hour: ['9'], color: [''] },
        row_limit: 10,
      },
    ],
    sale_line_page: [
      {
        words: 'abaya',
        goods: ['sold'],
        at_branch_ids: [zamalek],
        sold: 'this_month',
        filters: { weekday: ['1'] },
        sort: 'sold_at',
        descending: true,
        page_size: 10,
        page_offset: 0,
        after_id: null,
      },
    ],
    sale_line_totals: [{ words: 'abaya', goods: ['sold'], at_branch_ids: [zamalek], sold: 'this_month', filters: { weekday: ['1'] } }],
    report_profit_and_loss: [{ at_branch_ids: [zamalek], period: 'today' }],
    report_tax: [{ at_branch_ids: [zamalek], period: 'this_quarter' }],
    journal_accounts: [{ at_branch_ids: [zamalek], period: 'this_quarter' }],
    journal_lines: [{ at_branch_ids: [zamalek], period: 'this_month', account: 'stock', key: null, row_limit: 5 }],
    save_account_codes: [{ codes: [{ account: 'sales', key: null, code: '4000' }] }],
    report_stock: [
      {
        at_branch_ids: [zamalek],
        on_day: '2026-11-01',
        group_by: 'product',
        columns_by: 'branch',
        measure: 'price',
        filters: { size: [''] },
        row_limit: 10,
      },
    ],
    report_movements: [
      {
        at_branch_ids: [zamalek],
        period: 'last_90_days',
        compare: 'before',
        group_by: 'product',
        columns_by: 'branch',
        measure: 'turnover',
        filters: { moving: ['unsold'] },
        row_limit: 10,
      },
    ],
    report_stock_age: [
      {
        at_branch_ids: [zamalek],
        group_by: 'category',
        columns_by: 'branch',
        measure: 'age',
        filters: { below_category: [] },
        row_limit: 10,
      },
    ],
    report_deliveries: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'before',
        group_by: 'purchase_order',
        columns_by: 'month',
        measure: 'gone_rate',
        filters: { supplier: [''] },
        row_limit: 10,
      },
    ],
    report_cash_flow: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'last_year',
        group_by: 'kind',
        columns_by: 'payment_method',
        measure: 'left_over',
        filters: { kind: ['taken'] },
        row_limit: 10,
      },
    ],
    report_methods: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'before',
        group_by: 'payment_method',
        columns_by: 'day',
        measure: 'net_payments',
        filters: { payment_method: [] },
        row_limit: 10,
      },
    ],
    report_cashiers: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'before',
        group_by: 'salesperson',
        columns_by: 'day',
        measure: 'voided',
        filters: { branch: [] },
        row_limit: 10,
      },
    ],
    payment_page: [
      {
        words: 'a1',
        kinds: ['taken'],
        at_branch_ids: [zamalek],
        paid: 'this_month',
        filters: { payment_method: [] },
        of_sales: true,
        sort: 'day',
        descending: true,
        page_size: 10,
        page_offset: 0,
        after_id: null,
      },
    ],
    cost_difference_page: [
      {
        words: 'a1',
        document_types: ['receipt'],
        at_branch_ids: [zamalek],
        booked: 'this_month',
        product_ids: some,
        sort: 'day',
        descending: true,
        page_size: 10,
        page_offset: 0,
        after_id: null,
      },
    ],
    cost_difference_totals: [
      { words: 'a1', document_types: ['receipt'], at_branch_ids: [zamalek], booked: 'this_month', product_ids: some },
    ],
    payment_totals: [
      { words: 'a1', kinds: ['taken'], at_branch_ids: [zamalek], paid: 'this_month', filters: { payment_method: [] }, of_sales: true },
    ],
    report_low_stock: [{ at_branch_ids: [zamalek], row_limit: 10 }],
    report_payables: [{ at_branch_ids: [zamalek], row_limit: 10 }],
    report_receivables: [{ at_branch_ids: [zamalek], row_limit: 10 }],
    report_purchases: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'before',
        group_by: 'supplier',
        columns_by: 'week',
        measure: 'paid',
        filters: { supplier: [] },
        row_limit: 10,
      },
    ],
    report_expenses: [
      {
        at_branch_ids: [zamalek],
        period: 'today',
        compare: 'none',
        group_by: 'branch',
        columns_by: 'day',
        measure: 'tax',
        filters: { supplier: [''] },
        row_limit: 10,
      },
    ],
    report_overview: [{ at_branch_ids: [zamalek] }],
    product_summary: [{ at_branch_ids: [zamalek] }],
    save_product: [
      {
        id: fresh,
        variants: [
          { id: nowhere, color_id: n.color, size_id: n.size, sku: 'CROSS-1', barcode: 'CROSS-1', price_override: 5, active: true },
        ],
        product: {
          name: 'Crossed',
          name_ar: 'نص',
          description: 'Text',
          designer_id: 'D-1',
          tag_number: 'T-1',
          price: 5,
          max_discount: 5,
          low_stock_level: 5,
          by_measure: true,
          active: true,
          image_path: 'products/x/y.webp',
          category_id: n.category,
          brand_id: n.brand,
          tax_rate_id: n.taxRate,
          supplier_id: supplier,
          branch_id: zamalek,
        },
      },
      {
        id: n.product,
        expected_version: Number(n.productVersion),
        product: { name: 'Crossed', price: 5, purchase_price: 5 },
        variants: [{ id: variant }],
      },
    ],
    delete_product: [{ id: n.unusedProduct }],
    import_sheet: Object.keys(importFields).map(sheet),
    undo_import: id('own import'),
    import_progress: id('own import'),
    transfer_detail: [{ id: n['own transfer'], most_lines: 5 }],
    stock_entry_detail: [{ id: n['own entry'], most_lines: 5 }],
    count_detail: id('own count'),
    update_products: [
      {
        changes: {
          price: { kind: 'percent', value: 5, own_prices: true },
          category_id: n.category,
          brand_id: n.brand,
          tax_rate_id: n.taxRate,
          active: true,
        },
        ids: some,
        dry_run: false,
      },
      { changes: { active: false }, matching: products, dry_run: true, seen: 'Seen' },
    ],
    restore_products: [
      {
        before: [
          {
            id: n.product,
            version: Number(n.productVersion),
            price: 5,
            category_id: n.category,
            brand_id: n.brand,
            tax_rate_id: n.taxRate,
            active: true,
            own_prices: [{ id: variant, price: 5 }],
          },
        ],
      },
    ],
    stray_pictures: [{ product_ids: some }],
    post_stock_entry: [
      { id: fresh, kind: 'adjustment', branch_id: zamalek, lines, stock_point_id: n.point, reason: 'correction', note: 'Note' },
    ],
    label_lines: ['variants', 'products', 'purchase_orders', 'receipts', 'transfers', 'counts', 'imports'].map((source) => ({
      source,
      ids: [
        source === 'variants'
          ? variant
          : source === 'products'
            ? n.product
            : n[`own ${source === 'purchase_orders' ? 'order' : source.slice(0, -1)}`],
      ],
      price_group_id: n.priceGroup,
      with_tax: true,
    })),
    label_arrivals: [{ at_branch_ids: [zamalek] }],
    record_label_print: [
      {
        id: fresh,
        print: { printer: 'Zebra', width: 50, height: 30 },
        lines: [
          { variant_id: variant, copies: 2 },
          { profile_id: n.owner, copies: 1 },
        ],
      },
    ],
    settle_label_print: [{ id: n['own print'], outcome: 'sent' }],
    level_page: [{ ...levels, sort: 'product', descending: true, ...page, after_id: 1 }],
    level_count: [levels],
    level_summary: [{ at_branch_ids: [zamalek] }],
    incoming_to: [{ variant_id: variant, branch_id: zamalek, stock_point_id: n.point }],
    start_count: [{ id: fresh, branch_id: zamalek, stock_point_id: n.point, scope: 'products', scope_ids: some, note: 'Note' }],
    record_tallies: [{ count_id: n['own count'], tallies: [{ id: fresh, variant_id: variant, mode: 'add', quantity: 1 }] }],
    close_count: id('own count'),
    recount: [{ id: n.countComparing, variant_ids: [variant], expected_version: 2 }],
    post_count: [{ id: n.countComparing, uncounted: 'leave', expected_version: 2 }],
    cancel_count: [{ id: n['own count'], expected_version: 1, expected_lines: 0 }],
    count_lines: [{ id: n['own count'], ...words, show: 'counted', sort: 'product', ...page }],
    save_transfer: [
      { id: fresh, ...places, from_stock_point_id: undefined, to_stock_point_id: undefined, expected_version: undefined, lines },
      { id: n['own transfer'], ...places, to_branch_id: zamalek, from_stock_point_id: undefined, lines },
    ],
    approve_transfer: [{ id: n['own transfer'], expected_version: 1 }],
    reverse_transfer: [{ id: n['own transfer'], reason: 'Reason', expected_version: 1 }],
    transfer_preview: id('own transfer'),
    transfer_page: [{ ...transfers, sort: 'created_at', descending: true, ...page }],
    transfer_count: [transfers],
    transfer_summary: [{ at_branch_ids: [zamalek] }],
    everything_at: [{ from_branch_id: zamalek, from_stock_point_id: n.point, to_branch_id: nasrCity }],
    transfer_everything: [
      { id: fresh, ...places, from_stock_point_id: undefined, to_stock_point_id: undefined, expected_version: undefined },
      { id: fresh, ...places },
    ],
    on_hand_at: [{ branch_id: zamalek, stock_point_id: n.point }],
    unit_costs: [{ variant_ids: [variant] }],
    transfer_approvers: [{ to_branch_id: zamalek }],
    save_purchase_order: [
      {
        id: fresh,
        items: [{ variant_id: variant, quantity: 2, free: 1, unit_cost: 10, discount: 1 }],
        payments: [{ id: nowhere, ...payment }],
        receive: { id: another, stock_point_id: n.point, note: 'Note' },
        purchase: {
          supplier_id: supplier,
          branch_id: zamalek,
          status: 'completed',
          ordered_on: '2026-11-01',
          due_on: '2026-12-01',
          reference: 'R-1',
          salesperson_id: n.owner,
          notes: 'Note',
          tax: 1,
        },
      },
      {
        id: n['own order'],
        expected_version: Number(n.orderVersion),
        purchase: { supplier_id: supplier, branch_id: zamalek, status: 'pending', tax_rate_id: n.taxRate, tax_by_product: false },
        items: [{ variant_id: variant, quantity: 10_000, unit_cost: 10 }],
        charges: [{ kind: 'freight', amount: 4, spread: 'value', tax_rate_id: n.taxRate, note: 'Truck' }],
      },
    ],
    receive_purchase: [{ id: fresh, purchase_order_id: n['own order'], lines, stock_point_id: n.point, note: 'Note' }],
    undo_receipt: [{ id: n['own receipt'], reason: 'Reason', expected_version: Number(n.receivedVersion) }],
    approve_purchase: [{ id: n['own order'], expected_version: Number(n.orderVersion) }],
    cancel_purchase: [{ id: n['own order'], reason: 'Reason', expected_version: Number(n.orderVersion) }],
    close_purchase_short: [{ id: n['own order'], expected_version: Number(n.orderVersion) }],
    reopen_purchase: [{ id: n.purchaseClosed, expected_version: Number(n.closedVersion) }],
    pay_purchase: [{ id: n['own order'], payments: [{ id: fresh, ...payment }] }],
    pay_supplier: [{ id: fresh, supplier_id: supplier, payment: { ...payment, branch_id: zamalek }, order_ids: [n['own order']] }],
    void_purchase_payment: [{ id: n['own payment'], reason: 'Reason' }],
    record_purchase_return: [
      {
        id: fresh,
        header: { supplier_id: supplier, branch_id: zamalek, reason: 'damaged', reference: 'R-1', note: 'Note' },
        lines: [{ variant_id: variant, quantity: 1, receipt_item_id: n.receiptLineOfZamalek }],
      },
      {
        id: fresh,
        header: { supplier_id: supplier, branch_id: zamalek, stock_point_id: n.stockroom, reason: 'other' },
        lines: [{ variant_id: variant, quantity: 1, unit_cost: 9 }],
      },
    ],
    void_purchase_return: [{ id: n.returnWithoutRefund, reason: 'Reason' }],
    refund_purchase_return: [{ id: n['own return'], payments: [{ id: fresh, ...payment }] }],
    use_supplier_credit: [{ supplier_id: supplier }],
    purchase_return_page: [{ ...purchaseReturns, sort: 'created_at', descending: true, ...page }, { credits: ['open'] }],
    purchase_return_totals: [purchaseReturns, { credits: ['open'] }],
    purchase_return_detail: id('own return'),
    returnable_goods: [
      { receipt_id: n['own receipt'], stock_point_id: n.point },
      { supplier_id: supplier, branch_id: zamalek, stock_point_id: n.point, variant_ids: [variant] },
    ],
    purchase_page: [{ ...orders, sort: 'ordered_on', descending: true, ...page }],
    purchase_totals: [orders],
    purchase_detail: id('own order'),
    supplier_account: [{ supplier_id: supplier }],
    supplier_statement: [{ supplier_id: supplier, from_day: '2026-01-01', before_day: '2027-01-01' }],
    purchase_costs: [{ variant_ids: [variant], supplier_id: supplier }],
    reorder_lines: [{ row_ids: [`${n.product}:${zamalek}`] }],
    place_reorder: [{ id: fresh, lines: [{ branch_id: zamalek, supplier_id: supplier, variant_id: variant, quantity: 2, unit_cost: 10 }] }],
    record_sale: [
      { id: fresh, ...sale },
      { id: fresh, ...returned },
    ],
    record_sales: [sale, returned].map(
      ({ sale: { branch_id, till = 'A1', ...of }, lines: its, payments }: { sale: Values; lines: unknown; payments: unknown }) => ({
        branch_id,
        till,
        sales: [{ reference: 'R-2', ...of, lines: its, payments }],
      }),
    ),
    sale_preview: [sale, returned],
    register_till: [{ branch_id: zamalek, code: 'F1', device: 'AB12', take_over: false }],
    save_till: [{ id: n.tillOfZamalek, name: 'Till', name_ar: 'نقطة', closed: false, expected_version: 1 }],
    counter_goods: [{ branch_id: zamalek, since: '2026-11-01T00:00:00Z', before_id: n.product, page_size: 5 }],
    counter_tiles: [{ branch_id: zamalek }],
    save_counter_tiles: [{ branch_id: zamalek, product_ids: [n.product] }],
    pay_sale: [{ id: n['own sale'], payments: [{ id: fresh, payment_method_id: method, amount: 0.01, branch_id: zamalek }] }],
    use_credit: [{ customer_id: n.customer }],
    correct_payment: [
      {
        id: fresh,
        payment_id: n['own sale_payment'],
        payment_method_id: method,
        amount: 1,
        reason: 'Reason',
        from_method_id: null,
      },
    ],
    void_sale_payment: [{ id: n['own sale_payment'], reason: 'Reason' }],
    void_sale: [{ id: n['own sale'], reason: 'Reason' }],
    record_opening_balance: [
      { contact: 'customer', contact_id: n.customer },
      { contact: 'supplier', contact_id: supplier, due_on: '2026-12-01' },
    ].map((of) => ({ id: fresh, balance: { ...of, branch_id: zamalek, day: '2026-11-01', amount: 5, note: 'Note' } })),
    void_opening_balance: [{ id: n['own opening'], reason: 'Reason' }],
    sale_page: [{ ...sales, sort: 'sold_at', descending: true, ...page }],
    sale_totals: [sales],
    sale_detail: [{ id: n['own sale'], most_lines: 5 }],
    customer_account: [{ customer_id: n.customer }],
    customer_statement: [{ customer_id: n.customer, from_day: '2026-01-01', before_day: '2027-01-01' }],
    open_shift: [{ id: fresh, branch_id: nasrCity, opening_balance: 5, note: 'Note' }],
    record_cash: [{ id: fresh, shift_id: n['own shift'], kind: 'pay_in', amount: 5, reason: 'Reason', over_expected: false }],
    close_shift: [
      { id: n['own shift'], actual_closing: 60, closing_balance: 10, note: 'Note', denominations: [{ denomination: 20, count: 3 }] },
    ],
    approve_variance: [{ id: n.shiftClosed, note: 'Note' }],
    left_in_drawer: [{ branch_id: zamalek }],
    shift_page: [{ ...shifts, sort: 'opened_at', descending: true, ...page }],
    shift_totals: [shifts],
    shift_moves: [{ id: n['own shift'], kinds: ['pay_in'], cash_only: true, page_size: 10, page_offset: 0 }],
    cash_in_no_drawer: [{ at_branch_ids: [zamalek], days: 'today', page_size: 10, page_offset: 0 }],
    shift_detail: id('own shift'),
    save_expense: [
      {
        id: fresh,
        payments: [{ id: nowhere, ...payment, branch_id: zamalek }],
        expense: {
          branch_id: zamalek,
          spent_on: n.expenseDay,
          category_id: n.expenseCategory,
          amount: 5,
          tax_rate_id: n.taxRate,
          reference: 'R-1',
          supplier_id: supplier,
          customer_id: n.customer,
          assigned_id: n.owner,
          sale_id: n['own sale'],
          purchase_order_id: n['own order'],
          notes: 'Note',
          repeats: { every: 1, unit: 'months', ends_on: '2199-01-01' },
        },
      },
      { id: n['own expense'], expected_version: Number(n.expenseVersion), expense: { amount: 60 } },
    ],
    pay_expense: [{ id: n['own expense'], payments: [{ id: fresh, ...payment, branch_id: zamalek, from_drawer: false }] }],
    void_expense_payment: [{ id: n['own expense_payment'], reason: 'Reason' }],
    delete_expense: [{ id: n.expenseUnpaid, expected_version: 1 }],
    expense_rule_days: [{ starts_on: '2026-11-01', repeats: { every: 1, unit: 'months', ends_on: '2027-11-01' } }],
    save_expense_rule: [
      {
        id: n['own rule'],
        expected_version: Number(n.ruleVersion),
        rule: {
          category_id: n.expenseCategory,
          amount: 60,
          tax_rate_id: n.taxRate,
          supplier_id: supplier,
          customer_id: n.customer,
          assigned_id: n.owner,
          notes: 'Note',
          every: 2,
          unit: 'weeks',
          next_on: n.ruleNext,
          ends_on: '2199-01-01',
        },
      },
    ],
    pause_expense_rule: [{ id: n['own rule'], paused: true }],
    skip_expense_rule: [{ id: n['own rule'], due_on: n.ruleNext }],
    end_expense_rule: id('own rule'),
    expense_page: [{ ...expenses, sort: 'spent_on', descending: true, ...page }],
    expense_totals: [expenses],
    expense_tree: [{ at_branch_ids: [zamalek], spent: 'today' }],
    expense_detail: id('own expense'),
    attach_file: [{ id: fresh, path: n.strayPath, name: 'Name', content_hash: 'ab'.repeat(32) }],
    detach_file: id('own file'),
    file_page: [{ ...files, sort: 'created_at', descending: true, ...page }],
    file_count: [files],
    audit_page: [{ ...changes, sort: 'id', descending: true, page_size: 10, page_offset: 0, after_id: 1 }],
    audit_count: [changes],
    change_lines: [{ change_id: 1 }],
    first_steps: [{}],
    country_proposal: [{ country: 'SA' }],
    set_up_business: [
      {
        expected_version: 1,
        changes: {
          name: 'Noor',
          name_ar: 'نور',
          tax_number: '300000000000003',
          country: 'SA',
          currency: 'SAR',
          currency_decimals: 2,
          time_zone: 'Asia/Riyadh',
          first_day_of_week: 0,
          prices_include_tax: true,
          tax_percentage: 15,
          payment_methods: [{ name: 'mada', name_ar: 'مدى' }],
        },
      },
    ],
    change_impact: [
      {
        table_name: 'business',
        id: zamalek,
        changes: {
          currency: 'SAR',
          currency_decimals: 0,
          time_zone: 'Asia/Riyadh',
          prices_include_tax: true,
          purchase_four_eyes: true,
          purchase_approval_limit: 100,
        },
      },
      { table_name: 'branches', id: zamalek, changes: { time_zone: 'Asia/Riyadh', day_start: 3 } },
      { table_name: 'tax_rates', id: n.taxRate, changes: { percentage: 15 } },
      { table_name: 'price_groups', id: n.priceGroup, changes: { percentage: 15 } },
    ],
    clean_files: [{}],
  };
}

/** A missing value. */
const absent = Symbol('absent');

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const numbers: [string, unknown][] = [
  ['NaN', 'NaN'],
  ['Infinity', 'Infinity'],
  ['1e30', 1e30],
  ['-1', -1],
  ['0', 0],
  ['"0x10"', '0x10'],
  ['a millionth', 0.000001],
];
const empty: [string, unknown][] = [
  ['null', null],
  ["''", ''],
];
const shapes: [string, unknown][] = [
  ['null', null],
  ['a number', 5],
  ['a text', 'x'],
  ['true', true],
  ['{}', {}],
  ['[]', []],
  ['[null]', [null]],
  ['[5]', [5]],
  ['[[]]', [[]]],
  ['[{}]', [{}]],
  ['nested', nested(1000)],
];
const inside: [string, unknown][] = [
  ['absent', absent],
  ['a list', [1]],
  ['an object', { a: 1 }],
];

/** Values to send in place of an argument of this type, or of a value inside a JSON argument (within). */
export function unexpectedValues(type: string, n: Names, within = false): [string, unknown][] {
  const text = within ? [...inside, ['true', true] as [string, unknown]] : [];
  const documents = Object.entries(n).filter(([name]) => /^(own|far) /.test(name));
  switch (type) {
    case 'uuid':
      return [
        ...empty,
        ...text,
        ['no id', 'no id'],
        ['unknown', nowhere],
        ['far branch', branch.elsewhere],
        ['far product', n.productOfWarehouse],
        ['far variant', n.variantOfWarehouse],
        ...(within ? [] : documents),
      ];
    case 'uuid[]':
      return [
        ['null', null],
        ['[]', []],
        ['[null]', [null]],
        ['unknown', [nowhere]],
        ['a number', 5],
        ['far branch', [branch.elsewhere]],
        ['far', [n.productOfWarehouse, n.variantOfWarehouse, ...documents.map(([, id]) => id)]],
      ];
    case 'text[]':
      return [
        ['null', null],
        ['[]', []],
        ['[null]', [null]],
        ["['']", ['']],
        ['10,000 words', [wordy]],
        ['a megabyte', ['x'.repeat(1_000_000)]],
        ['WRH-KEPT', ['WRH-KEPT']],
      ];
    case 'integer':
    case 'bigint':
      return [...empty, ...numbers, ['2147483647', 2147483647], ['2147483648', 2147483648], ['1.5', 1.5]];
    case 'numeric':
      return [...empty, ...text, ...numbers, ['99999999999', 99_999_999_999]];
    case 'boolean':
      return [...empty, ...inside.slice(within ? 0 : 1), ['maybe', 'maybe']];
    case 'date':
    case 'timestamp with time zone':
      return [
        ...empty,
        ...text,
        ...['infinity', '-infinity', '0001-01-01', '5874897-12-31', '2026-02-30', 'today', '0'].map((day): [string, unknown] => [day, day]),
      ];
    case 'json':
    case 'jsonb':
      return shapes;
    case 'row':
      return [
        ...shapes,
        ...unexpectedValues('text', n, true).map(([label, cell]): [string, unknown] => [
          `all ${label}`,
          Object.fromEntries([...(n.cells ?? '').split(','), 'row'].map((field) => [field, cell])),
        ]),
      ];
    default:
      return [
        ...empty,
        ...text,
        ['blank', '  '],
        ['marks', '%_\\\'"\u200f;--'],
        ['10,000 words', wordy],
        ['a megabyte', 'x'.repeat(1_000_000)],
      ];
  }
}
const wordy = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ');

/** The type of a value inside a JSON argument, taken from its example. */
export function typeOf(value: unknown): string {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) return 'jsonb';
  if (typeof value === 'number') return 'numeric';
  if (typeof value === 'boolean') return 'boolean';
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value))) return 'uuid';
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'date' : 'text';
}

export type Path = (string | number)[];

/**
 * Every place inside a value, except the value itself; the first element of a list represents all, and the cells
 * of a sheet's row count as one.
 */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (path.join() === 'rows,0') return [];
  const inner: [string | number, unknown][] = Array.isArray(value)
    ? [[0, value[0]]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return inner.filter(([, each]) => each !== undefined).flatMap(([key, each]) => [[...path, key], ...placesIn(each, [...path, key])]);
}

export const at = (value: unknown, path: Path): unknown => path.reduce((inner, key) => (inner as Values)[key], value);

export function replaced(value: Values, path: Path, stranger: unknown): Values {
  const [key = '', ...rest] = path;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Values;
  if (rest.length > 0) copy[key] = replaced(copy[key] as Values, rest, stranger);
  else if (stranger === absent) delete copy[key];
  else copy[key] = stranger;
  return copy;
}
