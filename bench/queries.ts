/** The queries of the screens, one statement each; measured by bench/measure.ts, their plans checked by supabase/tests/plans.test.ts. */
export interface Question {
  name: string;
  text: string;
  /** Statements that set up its data, run before it is timed. */
  prepare?: string[];
}

const list = (args: string): string => `select * from public.product_page(${args})`;
const levels = (args: string): string => `select * from public.level_page(${args})`;
const branch = `'{0be00001-0000-7000-8000-000000000001}'`;
const orders = (args: string): string => `select * from public.purchase_page(${args})`;
const sales = (args: string): string => `select * from public.sale_page(${args})`;
const find = (words: string): string => `select * from public.find_records('${words}')`;
const product = `'0be00008-0000-7000-8000-000000000011'`;

export const questions: Question[] = [
  { name: 'products, page 1', text: list('') },
  { name: 'products, half-way down', text: list('page_offset => {deep} * 2 / 3') },
  { name: 'products, three quarters down', text: list('page_offset => {deep}') },
  { name: 'products in Arabic, page 1', text: list(`sort => 'name_ar'`) },
  { name: 'products in Arabic, three quarters down', text: list(`sort => 'name_ar', page_offset => {deep}`) },
  { name: 'products, newest', text: list(`sort => 'created_at', descending => true`) },
  { name: 'products, dearest', text: list(`sort => 'price', descending => true`) },
  { name: 'products, by category', text: list(`sort => 'category'`) },
  { name: 'products, by brand', text: list(`sort => 'brand', descending => true`) },
  { name: 'products in Arabic, by category', text: list(`sort => 'category_ar'`) },
  { name: 'products, rare word', text: list(`words => 'zanzibar'`) },
  { name: 'products, rare Arabic word', text: list(`words => 'زَعفران'`) },
  { name: 'products, common word', text: list(`words => 'seasonal'`) },
  { name: 'products, two common words', text: list(`words => 'linen abaya'`) },
  { name: 'products, Arabic word', text: list(`words => 'عبايه'`) },
  { name: 'products, no such word', text: list(`words => 'xylophone'`) },
  { name: 'products, a code', text: list(`words => 'bc00000000777'`) },
  {
    name: 'products, one category with branch',
    text: list(`category_ids => '{0be00007-0000-7000-8000-000000000003}', at_branch_ids => '{0be00001-0000-7000-8000-000000000001}'`),
  },
  { name: 'products, low', text: list(`view => 'low'`) },
  { name: 'products, out', text: list(`view => 'out'`) },
  { name: 'products, count of all', text: 'select public.product_count()' },
  { name: 'products, summary', text: 'select public.product_summary()' },
  { name: 'products, count of a common word', text: `select public.product_count(words => 'seasonal')` },
  {
    name: 'variant by barcode',
    text: `select * from public.variant_page(codes => '{BC00000000777}', source_branch_id => '0be00001-0000-7000-8000-000000000001')`,
  },
  { name: 'variants by words', text: `select * from public.variant_page(words => 'linen abaya')` },
  {
    name: 'variants by words, in stock',
    text: `select * from public.variant_page(words => 'linen abaya', source_branch_id => '0be00001-0000-7000-8000-000000000001', in_stock => true)`,
  },
  {
    name: 'variants of a product',
    text: `select id, color_id, size_id, sku, barcode, price_override, active from public.variants where product_id = ${product}`,
  },
  { name: 'product with its costs', text: `select * from public.product_costs where product_id = ${product}` },
  {
    name: 'average costs of a product',
    text: `select * from public.variant_costs where variant_id in (select id from public.variants where product_id = ${product})`,
  },
  {
    name: 'price history of a product',
    text: `select * from public.price_changes where product_id = ${product} order by id desc limit 200`,
  },
  { name: 'levels, page 1', text: levels('') },
  { name: 'levels, ten thousand down', text: levels('page_offset => 9975') },
  { name: 'levels in Arabic, page 1', text: levels(`sort => 'product_ar'`) },
  { name: 'levels by SKU', text: levels(`sort => 'sku'`) },
  { name: 'levels of a branch, page 1', text: levels(`at_branch_ids => ${branch}`) },
  { name: 'levels, rare word', text: levels(`words => 'zanzibar'`) },
  { name: 'levels, common word', text: levels(`words => 'seasonal'`) },
  { name: 'levels, Arabic word', text: levels(`words => 'عبايه'`) },
  { name: 'levels, a code', text: levels(`words => 'bc00000000777'`) },
  { name: 'levels, low', text: levels(`view => 'low'`) },
  { name: 'levels, incoming', text: levels(`view => 'incoming'`) },
  { name: 'levels, count of all', text: 'select public.level_count()' },
  { name: 'levels, summary', text: 'select public.level_summary()' },
  { name: 'levels, count of a common word', text: `select public.level_count(words => 'seasonal')` },
  {
    name: 'levels of a product',
    text: `select * from public.level_list where product_id = ${product} and quantity > 0 order by branch, id limit 500`,
  },
  { name: 'movements, newest', text: 'select * from public.movement_list order by id desc limit 50' },
  { name: 'movements of a product', text: `select * from public.movement_list where product_id = ${product} order by id desc limit 50` },
  {
    name: 'movements of a variant',
    text: `select * from public.movement_list where variant_id = '0be00009-0000-7000-8000-000000000011' order by id desc limit 50`,
  },
  {
    name: 'movements of a person who moves little',
    text: `select * from public.movement_list where actor_id = '00000000-0000-7000-8000-000000000000' order by id desc limit 50`,
  },
  { name: 'movements of a rare kind', text: `select * from public.movement_list where kind = 'reversal' order by id desc limit 50` },
  {
    name: 'movements of a day long ago',
    text: `select * from public.movement_list where business_day >= current_date - 300 and business_day < current_date - 299 and at >= (current_date - 301)::timestamptz and at < (current_date - 297)::timestamptz order by id desc limit 50`,
  },
  {
    name: 'movements of a document',
    text: `select * from public.movement_list where document_type = 'stock_entry' and document_id = '0be0000a-0000-7000-8000-000000000001' order by id desc limit 50`,
  },
  { name: 'transfers, newest', text: 'select * from public.transfer_page()' },
  { name: 'transfers, oldest page', text: 'select * from public.transfer_page(page_offset => 5000)' },
  { name: 'transfers, a number', text: `select * from public.transfer_page(words => 'b7-2026-000012')` },
  { name: 'transfers, of thirty days', text: `select * from public.transfer_page(created => 'last_30_days')` },
  { name: 'transfers, count', text: 'select public.transfer_count()' },
  { name: 'transfers, summary', text: 'select public.transfer_summary()' },
  { name: 'transfer, one', text: `select public.transfer_detail('0be0000b-0000-7000-8000-000000000001')` },
  {
    name: 'stock entry, one',
    text: `select public.stock_entry_detail((select id from public.stock_entries where branch_id = '0be00001-0000-7000-8000-000000000001' order by created_at desc, id desc limit 1))`,
  },
  { name: 'history, newest', text: 'select * from public.audit_log order by id desc limit 25' },
  {
    name: 'history of a record',
    text: `select * from public.audit_log where record_id = '0be00008-0000-7000-8000-000000000011' order by id limit 200`,
  },
  { name: 'orders, page 1', text: orders('') },
  { name: 'orders, three quarters down', text: orders('page_offset => 7500') },
  { name: 'orders of a branch that wait', text: orders(`at_branch_ids => ${branch}, statuses => '{pending}'`) },
  { name: 'orders of a supplier', text: orders(`supplier_ids => '{0be00004-0000-7000-8000-000000000001}'`) },
  { name: 'orders, rare word', text: orders(`words => 'quagga'`) },
  { name: 'orders, a number', text: orders(`words => 'po-b3-2026-000777'`) },
  { name: 'orders of a rare product', text: orders(`words => 'zanzibar'`) },
  { name: 'orders of a common product', text: orders(`words => 'عبايه'`) },
  { name: 'orders of a supplier for a product', text: orders(`words => 'mill linen'`) },
  { name: 'orders, overdue', text: orders('is_overdue => true') },
  { name: 'orders, dearest', text: orders(`sort => 'remaining'`) },
  { name: 'orders, totals', text: 'select public.purchase_totals()' },
  {
    name: 'orders, totals of a month',
    text: `select public.purchase_totals(ordered => 'last_30_days')`,
  },
  {
    name: 'orders, one',
    text: `select public.purchase_detail((select id from public.purchase_orders where branch_id = '0be00001-0000-7000-8000-000000000001' order by ordered_on desc, id desc limit 1))`,
  },
  { name: 'account of a supplier', text: `select public.supplier_account('0be00004-0000-7000-8000-000000000001')` },
  { name: 'statement of a supplier', text: `select public.supplier_statement('0be00004-0000-7000-8000-000000000001', current_date - 90)` },
  { name: 'sales, page 1', text: sales('') },
  { name: 'sales, three quarters down', text: sales('page_offset => 7500') },
  { name: 'sales of a branch', text: sales(`at_branch_ids => ${branch}`) },
  {
    name: 'sales of a customer',
    text: sales(`customer_ids => array(select customer_id from public.sales where customer_id is not null order by sold_at desc limit 1)`),
  },
  { name: 'sales on account', text: sales(`payment_statuses => '{due}'`) },
  { name: 'sales by card', text: sales(`payment_method_ids => '{0be00013-0000-7000-8000-000000000001}'`) },
  { name: 'sales of thirty days', text: sales(`sold => 'last_30_days'`) },
  { name: 'sales, rare word', text: sales(`words => 'quagga'`) },
  { name: 'sales, a number', text: sales(`words => 'sa-b3-1-2026-000077'`) },
  { name: 'sales, a first name', text: sales(`words => 'hassan'`) },
  { name: 'sales, totals', text: 'select public.sale_totals()' },
  { name: 'sales, totals of a month', text: `select public.sale_totals(sold => 'last_30_days')` },
  { name: 'sale, one', text: `select public.sale_detail((select id from public.sales order by sold_at desc, id desc limit 1))` },
  {
    name: 'account of a customer',
    text: `select public.customer_account((select customer_id from public.sales where remaining > 0 order by sold_at desc limit 1))`,
  },
  {
    name: 'costs proposed',
    text: `select * from public.purchase_costs(array(select id from public.variants where product_id = ${product}), '0be00004-0000-7000-8000-000000000001')`,
  },
  { name: 'goods of a counter', text: `select public.counter_goods('0be00001-0000-7000-8000-000000000001')` },
  {
    name: 'goods of a counter, further down',
    text: `select public.counter_goods('0be00001-0000-7000-8000-000000000001', null, (select id from public.products order by id offset 1000 limit 1))`,
  },
  {
    name: 'goods of a counter, saved lately',
    text: `select public.counter_goods('0be00001-0000-7000-8000-000000000001', now() + interval '1 hour')`,
  },
  { name: 'tiles of a counter', text: `select public.counter_tiles('0be00001-0000-7000-8000-000000000001')` },
  { name: 'everything, rare word', text: find('zanzibar') },
  { name: 'everything, common word', text: find('seasonal') },
  { name: 'everything, two common words', text: find('linen abaya') },
  { name: 'everything, a barcode', text: find('BC00000000777') },
  { name: 'everything, a number', text: find('TR-B7-2026-000012') },
  { name: 'everything, an order', text: find('PO-B3-2026-000777') },
  { name: 'everything, a first name', text: find('hassan') },
  { name: 'everything, no such word', text: find('xylophone') },
  { name: 'everything, a phone', text: find('0195 742 7538') },
  { name: 'customers, page 1', text: 'select * from public.customers order by name, id limit 25' },
  { name: 'dashboard', text: 'select public.dashboard()' },
];

const aYear = `(current_date - 364) || '..' || current_date`;

/** Every report, for a month and a year: they read all that they add up, so their plans have no limit. */
export const reports: Question[] = [['year', aYear] as const, ['month', `'last_30_days'`] as const].flatMap(([span, period]) =>
  [
    ...['product', 'category', 'day', 'branch', 'salesperson', 'hour'].map((by) => [
      `sales by ${by}`,
      'report_sales',
      `group_by => '${by}'`,
    ]),
    ['sales by branch and month', 'report_sales', `group_by => 'branch', columns_by => 'month'`],
    ['purchases', 'report_purchases'],
    ['expenses', 'report_expenses'],
    ['profit and loss', 'report_profit_and_loss'],
    ['tax', 'report_tax'],
    ['accounts of the journal', 'journal_accounts'],
    ['movements by product', 'report_movements'],
    ['turnover by category', 'report_movements', `group_by => 'category', measure => 'turnover'`],
    ['unsold by product', 'report_movements', `filters => '{"moving": ["unsold"]}', measure => 'value'`],
    ['deliveries', 'report_deliveries'],
    ['cash flow by day', 'report_cash_flow'],
    ['money by method', 'report_methods'],
    ['cashiers', 'report_cashiers'],
    ['dashboard', 'dashboard'],
  ].map(([name, call, rest]) => ({
    name: `report, ${name}, ${span}`,
    text: `select public.${call}(${[`period => ${period}`, rest].filter(Boolean).join(', ')})`,
  })),
);
reports.push(
  { name: 'report, stock by category', text: 'select public.report_stock()' },
  { name: 'report, stock on a past day', text: `select public.report_stock(on_day => (current_date - 100)::text::public.day)` },
  { name: 'report, age of stock by category', text: 'select public.report_stock_age()' },
  { name: 'report, low stock', text: 'select public.report_low_stock()' },
  { name: 'report, payables', text: 'select public.report_payables()' },
  { name: 'report, receivables', text: 'select public.report_receivables()' },
  { name: 'report, overview', text: 'select public.report_overview()' },
);
