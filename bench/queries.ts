/** What the screens ask, as one statement each; measured by bench/measure.ts, and looked at by supabase/tests/plans.test.ts. */
export interface Question {
  name: string;
  text: string;
  /** What is arranged first, by hand. */
  hand?: string[];
}

const list = (args: string): string => `select * from public.product_list(${args})`;
const levels = (args: string): string => `select * from public.level_page(${args})`;
const branch = `'{0be00001-0000-7000-8000-000000000001}'`;
const orders = (args: string): string => `select * from public.purchase_list(${args})`;
const find = (words: string): string => `select * from public.find_records('${words}')`;
const product = `'0be00008-0000-7000-8000-000000000011'`;

export const questions: Question[] = [
  { name: 'products, page 1', text: list('') },
  { name: 'products, three quarters down', text: list('page_offset => {deep}') },
  { name: 'products, newest', text: list(`sort => 'created_at', descending => true`) },
  { name: 'products, dearest', text: list(`sort => 'price', descending => true`) },
  { name: 'products, rare word', text: list(`words => 'zanzibar'`) },
  { name: 'products, rare Arabic word', text: list(`words => 'زَعفران'`) },
  { name: 'products, common word', text: list(`words => 'seasonal'`) },
  { name: 'products, two common words', text: list(`words => 'linen abaya'`) },
  { name: 'products, Arabic word', text: list(`words => 'عبايه'`) },
  { name: 'products, no such word', text: list(`words => 'xylophone'`) },
  { name: 'products, a code', text: list(`words => 'bc00000000777'`) },
  { name: 'products, one category with branch', text: list(`category_ids => '{0be00007-0000-7000-8000-000000000003}', at_branch_ids => '{0be00001-0000-7000-8000-000000000001}'`) },
  { name: 'products, low', text: list(`view => 'low'`) },
  { name: 'products, out', text: list(`view => 'out'`) },
  { name: 'products, count of all', text: 'select public.product_count()' },
  { name: 'products, count of a common word', text: `select public.product_count(words => 'seasonal')` },
  { name: 'variant by barcode', text: `select * from public.variant_list(codes => '{BC00000000777}', source_branch_id => '0be00001-0000-7000-8000-000000000001')` },
  { name: 'variants by words', text: `select * from public.variant_list(words => 'linen abaya')` },
  { name: 'variants by words, in stock', text: `select * from public.variant_list(words => 'linen abaya', source_branch_id => '0be00001-0000-7000-8000-000000000001', in_stock => true)` },
  { name: 'variants of a product', text: `select * from public.variants where product_id = ${product}` },
  { name: 'product with its costs', text: `select * from public.product_costs where product_id = ${product}` },
  { name: 'average costs of a product', text: `select * from public.variant_costs where variant_id in (select id from public.variants where product_id = ${product})` },
  { name: 'price history of a product', text: `select * from public.price_changes where product_id = ${product} order by id desc limit 200` },
  { name: 'levels, page 1', text: levels('') },
  { name: 'levels, ten thousand down', text: levels('page_offset => 9975') },
  { name: 'levels by SKU', text: levels(`sort => 'sku'`) },
  { name: 'levels of a branch, page 1', text: levels(`at_branch_ids => ${branch}`) },
  { name: 'levels, rare word', text: levels(`words => 'zanzibar'`) },
  { name: 'levels, common word', text: levels(`words => 'seasonal'`) },
  { name: 'levels, Arabic word', text: levels(`words => 'عبايه'`) },
  { name: 'levels, a code', text: levels(`words => 'bc00000000777'`) },
  { name: 'levels, low', text: levels(`view => 'low'`) },
  { name: 'levels, incoming', text: levels(`view => 'incoming'`) },
  { name: 'levels, count of all', text: 'select public.level_count()' },
  { name: 'levels, count of a common word', text: `select public.level_count(words => 'seasonal')` },
  { name: 'levels of a product', text: `select * from public.level_list where product_id = ${product} and quantity > 0 order by branch, id limit 500` },
  { name: 'movements, newest', text: 'select * from public.movement_list order by id desc limit 50' },
  { name: 'movements of a product', text: `select * from public.movement_list where product_id = ${product} order by id desc limit 50` },
  { name: 'movements of a variant', text: `select * from public.movement_list where variant_id = '0be00009-0000-7000-8000-000000000011' order by id desc limit 50` },
  { name: 'transfers, newest', text: 'select * from public.transfer_page()' },
  { name: 'transfers, oldest page', text: 'select * from public.transfer_page(page_offset => 5000)' },
  { name: 'transfers, a number', text: `select * from public.transfer_page(words => 'b7-2026-000012')` },
  { name: 'transfers, count', text: 'select public.transfer_count()' },
  { name: 'transfers, one', text: `select * from public.transfer_list where id = '0be0000b-0000-7000-8000-000000000001'` },
  { name: 'lines of a transfer', text: `select * from public.transfer_items where transfer_id = '0be0000b-0000-7000-8000-000000000001' order by position limit 1000` },
  { name: 'history, newest', text: 'select * from public.audit_log order by at desc, id desc limit 25' },
  { name: 'history of a row', text: `select * from public.audit_log where row_id = '0be00008-0000-7000-8000-000000000011' order by id limit 200` },
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
  { name: 'orders, totals of a month', text: `select public.purchase_totals(ordered_from => current_date - 30, ordered_before => current_date + 1)` },
  { name: 'orders, one', text: `select public.purchase_detail((select id from public.purchase_orders where branch_id = '0be00001-0000-7000-8000-000000000001' order by ordered_on desc, id desc limit 1))` },
  { name: 'account of a supplier', text: `select public.supplier_account('0be00004-0000-7000-8000-000000000001')` },
  { name: 'costs proposed', text: `select * from public.purchase_costs(array(select id from public.variants where product_id = ${product}), '0be00004-0000-7000-8000-000000000001')` },
  { name: 'everything, rare word', text: find('zanzibar') },
  { name: 'everything, common word', text: find('seasonal') },
  { name: 'everything, two common words', text: find('linen abaya') },
  { name: 'everything, a barcode', text: find('BC00000000777') },
  { name: 'everything, a number', text: find('TR-B7-2026-000012') },
  { name: 'everything, a first name', text: find('hassan') },
  { name: 'everything, no such word', text: find('xylophone') },
  { name: 'customers, page 1', text: 'select * from public.customers order by name, id limit 25' },
  { name: 'dashboard', text: 'select public.dashboard()' },
];
