import type { Question } from './queries.ts';

/* Ids of the setup's documents. */
const id = (n: number): string => `'0be000ff-0000-7000-8000-${String(n).padStart(12, '0')}'`;
/** The current version of a record, sent by the user who decides on it. */
const seen = (table: string, n: number): string => `(select version from public.${table} where id = ${id(n)})`;
const [from, to, supplier] = [
  `'0be00001-0000-7000-8000-000000000001'`,
  `'0be00001-0000-7000-8000-000000000003'`,
  `'0be00004-0000-7000-8000-000000000001'`,
];
const benchOrders = `'0be0000c-0000-7000-8000-000000000000' and '0be0000c-0000-7000-8000-ffffffffffff'`;
const fresh = 'gen_random_uuid()';

const strangers = 'array(select gen_random_uuid() from generate_series(1, 1000))';
const everywhere = 'array(select id from public.branches)';
const goods = (most: number): string => `(select * from bench.goods order by n limit ${most}) g`;
const variants = (most: number): string => `array(select variant_id from ${goods(most)})`;
const lines = (most: number, quantity = 1, cost?: number): string =>
  `(select json_agg(json_strip_nulls(json_build_object('variant_id', variant_id, 'quantity', ${quantity}, 'unit_cost', ${cost ?? 'null'}::numeric)) order by n) from ${goods(most)})`;
const products = (first: number, most: number): string =>
  `array(select product_id from bench.products order by product_id offset ${first} limit ${most})`;

/* The setup runs in its own transactions, as in practice: rows created in the same transaction have their foreign keys checked again with
   every change. It creates shelves of 10,000 variants, documents of as many lines, and counts in each state. */
const shelf = id;
const counted = (count: string, shelf: string): string[] => [
  `select private.start_count(${count}, ${from}, ${shelf})`,
  `insert into private.stock_count_lines (count_id, variant_id, counted, expected_first, expected, first_at, last_at) select ${count}, variant_id, 4, 5, 5, now(), now() from bench.goods`,
  `insert into private.stock_count_tallies (id, line_id, round, counter_id, mode, quantity, at) select gen_random_uuid(), id, round, auth.uid(), 'set', 4, now() from private.stock_count_lines where count_id = ${count}`,
  `select private.close_count(${count})`,
];
const purchase = (status: string): string => `json_build_object('supplier_id', ${supplier}, 'branch_id', ${from}, 'status', '${status}')`;
const order = (n: number): string => `select public.save_purchase_order(${id(n)}, ${purchase('pending')}, ${lines(5000, 1, 12.5)})`;
/** An order of 5,000 lines with `count` deliveries of all of them, inserted directly, since the action would take minutes for each. */
const deliveries = (n: number, count: number): string[] => [
  order(n),
  `insert into public.receipts (number, purchase_order_id, branch_id, business_day) select n, ${id(n)}, ${from}, current_date from unnest(private.next_numbers('GR', ${from}, ${count})) n`,
  'set session_replication_role = replica',
  `insert into public.receipt_items (receipt_id, position, variant_id, quantity)
     select r.id, g.n, g.variant_id, 1 from public.receipts r cross join ${goods(5000)} where r.purchase_order_id = ${id(n)}`,
  `insert into public.receipt_item_costs (receipt_item_id, total, unit_cost)
     select i.id, 12.5, 12.5 from public.receipt_items i join public.receipts r on r.id = i.receipt_id where r.purchase_order_id = ${id(n)}`,
  'reset session_replication_role',
];
const returning = `json_build_object('supplier_id', ${supplier}, 'branch_id', ${from}, 'reason', 'damaged')`;
/** Lines of a receipt, to be returned. */
const linesOf = (receipt: number, most: number): string =>
  `(select json_agg(json_build_object('variant_id', x.variant_id, 'receipt_item_id', x.id, 'quantity', 1) order by x.position) from (select * from public.receipt_items where receipt_id = ${id(receipt)} order by position limit ${most}) x)`;
const transfer = (n: number): string => `select public.save_transfer(${id(n)}, ${from}, ${to}, ${lines(10_000)}, ${shelf(1)})`;
const soldLines = (most: number): string =>
  `(select json_agg(json_build_object('variant_id', variant_id, 'quantity', 1, 'stock_point_id', ${shelf(4)}::uuid, 'discount', 0.01, 'unit_price', 12.5) order by n) from ${goods(most)})`;
/** A sale on account, with a discount on each line and one on the document. */
const sale = (most: number): string =>
  `json_build_object('branch_id', ${from}, 'customer_id', (select id from public.customers order by id limit 1), 'discount', 0.5, 'discount_reason', 'Bench'), ${soldLines(most)}`;
const spending = (more = ''): string => `('{"amount": 1000${more}}'::jsonb || jsonb_build_object('branch_id', ${from}))::json`;
/** Payments of one currency unit each, not in cash. */
const paid = (most: number): string =>
  `(select json_agg(json_build_object('id', gen_random_uuid(), 'amount', 1, 'paid_on', current_date, 'payment_method_id', m.id)) from (select id from public.payment_methods where not is_cash and active order by name limit 1) m, generate_series(1, ${most}))`;
/** As many variants as a product may have. */
const coloured = `(select json_agg(json_build_object('color_id', c.id, 'size_id', s.id)) from public.colors c cross join public.sizes s where c.name like 'Bench %' and s.name like 'Bench %')`;
const percent = `'{"price": {"kind": "percent", "value": "10", "own_prices": true}, "active": true, "brand_id": null}'`;

export const setup: string[] = [
  'create schema bench',
  'grant usage on schema bench to authenticated',
  `select set_config('request.jwt.claims', json_build_object('sub', (select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner limit 1))::text, false)`,
  `insert into public.stock_points (id, name) select ('0be000ff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Bench ' || n from generate_series(1, 7) n`,
  `create table bench.goods as
     select row_number() over (order by v.id) as n, v.id as variant_id, v.product_id
     from (select v.* from public.variants v join public.products p on p.id = v.product_id where p.branch_id is null and p.active order by md5(v.id::text) limit 10000) v`,
  `create table bench.products as select id as product_id from public.products where branch_id is null order by md5(id::text) limit 10000`,
  `insert into public.stock_entries (id, number, kind, branch_id, business_day) values (${id(100)}, private.next_number('SE', ${from}), 'opening', ${from}, current_date)`,
  ...[1, 2, 3, 4].map(
    (n) =>
      `select private.move_stock(array(select private.stock_move(variant_id, ${from}, ${shelf(n)}, 5, 'opening') from bench.goods), 'stock_entry', ${id(100)})`,
  ),
  transfer(10),
  transfer(11),
  `select private.approve_transfer(${id(11)}, ${seen('transfers', 11)})`,
  order(20),
  order(21),
  order(22),
  order(27),
  `select public.receive_purchase(${id(34)}, ${id(27)}, ${lines(1)})`,
  `select private.close_purchase_short(${id(27)}, ${seen('purchase_orders', 27)})`,
  `select public.post_stock_entry(${id(101)}, 'opening', ${from}, ${lines(5000)}, ${shelf(7)})`,
  ...deliveries(25, 100),
  `select public.receive_purchase(${id(31)}, ${id(22)}, ${lines(1)})`,
  `select public.receive_purchase(${id(30)}, ${id(21)}, ${lines(5000)})`,
  ...[
    [23, 32],
    [24, 33],
  ].flatMap(([of = 0, receipt = 0]) => [order(of), `select public.receive_purchase(${id(receipt)}, ${id(of)}, ${lines(5000)})`]),
  ...deliveries(26, 2),
  // Twenty thousand returns, 1,000 of them with a credit left.
  `insert into public.purchase_returns (number, supplier_id, branch_id, business_day, reason, note)
     select x.number, case when n < 1000 then ${supplier} else '0be00004-0000-7000-8000-000000000002' end::uuid, ${from}, current_date - (n % 365)::integer, 'damaged', 'Bench ' || n
     from unnest(private.next_numbers('PR', ${from}, 20000)) with ordinality x(number, n)`,
  `insert into public.purchase_return_amounts (purchase_return_id, subtotal, tax, total, settled)
     select r.id, 10, 0, 10, case when r.note ~ '^Bench [0-9]{1,3}$' then 0 else 10 end from public.purchase_returns r where r.note like 'Bench %'`,
  `select public.record_sale(${id(50)}, ${sale(5000)})`,
  // A shift with twenty thousand payments.
  `select private.open_shift(${id(51)}, ${from}, 0)`,
  `select public.record_sale(${id(52)}, ${sale(1)})`,
  `insert into public.sale_payments (sale_id, branch_id, payment_method_id, amount, tendered, business_day, is_cash, shift_id)
     select ${id(52)}, ${from}, m.id, 1, 1, current_date, true, ${id(51)} from (select id from public.payment_methods where is_cash limit 1) m, generate_series(1, 20000)`,
  // About fifty expenses a day for a year, and a rule that adds one every day.
  `insert into public.expenses (id, number, branch_id, spent_on, business_day, amount, supplier_id, reference)
     select gen_random_uuid(), x.number, ${from}, current_date - (n % 365)::integer, current_date, 10, ${supplier}, 'Bench ' || n
     from unnest(private.next_numbers('EX', ${from}, 20000)) with ordinality x(number, n)`,
  `select public.save_expense(${id(70)}, ${spending(', "repeats": {"every": 1, "unit": "days"}')})`,
  `select private.start_count(${id(40)}, ${from}, ${shelf(1)})`,
  ...counted(id(41), shelf(2)),
  ...counted(id(42), shelf(3)),
  `select private.post_count(${id(42)}, 'zero', ${seen('stock_counts', 42)})`,
  `select private.start_count(${id(43)}, ${from}, ${shelf(4)})`,
  `select private.close_count(${id(43)})`,
  `select private.start_count(${id(44)}, ${from}, ${shelf(5)}, 'products', (array(select distinct product_id from ${goods(1000)}) || ${products(0, 5000)})[1:5000], null)`,
  `update public.purchase_orders set supplier_id = ${supplier}, branch_id = ${from} where id in (select id from public.purchase_orders where id between ${benchOrders} order by id limit 1000)`,
  `create table bench.orders as
     select o.id, a.remaining from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id where o.supplier_id = ${supplier} and o.branch_id = ${from} and o.id between ${benchOrders} order by o.id limit 1000`,
  `create table bench.low as select product_id || ':' || branch_id as id from private.low_stock where branch_id = ${from} order by product_id limit 500`,
  `create table bench.before as select private.update_products(${percent}, ${products(0, 5000)}, null, false) -> 'before' as before`,
  `insert into public.colors (name) select 'Bench ' || n from generate_series(0, 99) n`,
  `insert into public.sizes (name) select 'Bench ' || n from generate_series(0, 9) n`,
  `select public.save_product(${id(60)}, '{"name": "Bench product", "price": 10}', ${coloured})`,
  'grant select on all tables in schema bench to authenticated',
  `select set_config('request.jwt.claims', '{"sub": "{person}"}', false)`,
  transfer(12),
  `select public.record_purchase_return(${id(80)}, ${returning}, ${linesOf(33, 1000)})`,
  'vacuum (analyze) public.stock_levels, public.stock_movements, public.transfers, public.transfer_items, public.purchase_orders, public.purchase_items, public.receipts, public.receipt_items, public.receipt_item_costs, public.purchase_returns, public.purchase_return_items, public.purchase_return_amounts, public.products, private.product_stock, private.stock_count_lines, bench.goods, bench.products',
];

const letters = 'a b d e g h i k l n o r s t u y 0 1 2 3';
const searches = (words: string): Question[] => [
  { name: `products: ${words}`, text: `select * from public.product_page(words => '${words}', page_size => 500)` },
  {
    name: `products, by category: ${words}`,
    text: `select * from public.product_page(words => '${words}', sort => 'category', page_size => 500)`,
  },
  { name: `products, counted: ${words}`, text: `select public.product_count(words => '${words}')` },
  { name: `variants: ${words}`, text: `select * from public.variant_page(words => '${words}', page_size => 2000)` },
  { name: `levels: ${words}`, text: `select * from public.level_page(words => '${words}', page_size => 1000)` },
  { name: `levels by SKU: ${words}`, text: `select * from public.level_page(words => '${words}', sort => 'sku', page_size => 1000)` },
  { name: `levels, counted: ${words}`, text: `select public.level_count(words => '${words}')` },
  { name: `transfers, counted: ${words}`, text: `select public.transfer_count(words => '${words}')` },
  { name: `transfers: ${words}`, text: `select * from public.transfer_page(words => '${words}', page_size => 1000)` },
  { name: `orders: ${words}`, text: `select * from public.purchase_page(words => '${words}', page_size => 500)` },
  { name: `orders, dearest: ${words}`, text: `select * from public.purchase_page(words => '${words}', sort => 'total', page_size => 500)` },
  { name: `orders, added up: ${words}`, text: `select public.purchase_totals(words => '${words}')` },
  { name: `sales: ${words}`, text: `select * from public.sale_page(words => '${words}', page_size => 1000)` },
  { name: `sales, added up: ${words}`, text: `select public.sale_totals(words => '${words}')` },
  { name: `everything: ${words}`, text: `select * from public.find_records('${words}', 50)` },
];

/** Every call that takes lines, ids or words, with its maximum. Each must stay within a hosted project's 8 s on a machine half as fast. */
export const limits: Question[] = [
  ...[letters, 'a', 'linen cotton wool silk crepe denim leather jersey'].flatMap(searches),
  // Exports to a file: the largest pages, ordered by id.
  ...[
    `product_page(`,
    `product_page(words => '${letters}', `,
    `product_page(view => 'out', `,
    `product_page(view => 'low', `,
    `level_page(`,
    `level_page(words => '${letters}', `,
    `level_page(words => 'linen', `,
    `level_page(view => 'low', `,
    `level_page(view => 'incoming', `,
    `transfer_page(`,
    `purchase_page(`,
    `purchase_page(words => '${letters}', `,
    `sale_page(`,
    `sale_line_page(`,
    `payment_page(`,
    `cost_difference_page(`,
    `count_lines(${id(41)}, `,
  ].map((call) => ({
    name: `5,000 rows for a file: ${call.replace(/[(, ]+$/, '')}`,
    text: `select * from public.${call}sort => 'id', page_size => 5000${/^(count)/.test(call) ? '' : ', descending => false'})`,
  })),
  {
    name: '5,000 rows for a file: levels behind the middle',
    text: `select * from public.level_page(sort => 'id', page_size => 5000, after_id => (select max(id) / 2 from public.stock_levels))`,
  },
  { name: 'products, row 15,000', text: 'select * from public.product_page(page_offset => 15000)' },
  { name: 'products by category, row 15,000', text: `select * from public.product_page(sort => 'category', page_offset => 15000)` },
  { name: 'levels, row 100,000', text: 'select * from public.level_page(page_offset => 100000)' },
  { name: 'levels by SKU, row 100,000', text: `select * from public.level_page(sort => 'sku', page_offset => 100000)` },
  { name: 'levels by quantity, row 100,000', text: `select * from public.level_page(sort => 'quantity', page_offset => 100000)` },
  { name: 'levels, low, row 50,000', text: `select * from public.level_page(view => 'low', page_offset => 50000)` },
  { name: 'levels, incoming, row 10,000', text: `select * from public.level_page(view => 'incoming', page_offset => 10000)` },
  {
    name: 'levels, incoming, by quantity, row 10,000',
    text: `select * from public.level_page(view => 'incoming', sort => 'quantity', page_offset => 10000)`,
  },
  { name: 'transfers, row 9,900', text: 'select * from public.transfer_page(page_offset => 9900)' },
  { name: 'orders, row 9,900', text: 'select * from public.purchase_page(page_offset => 9900)' },
  { name: 'orders by supplier, row 9,900', text: `select * from public.purchase_page(sort => 'supplier', page_offset => 9900)` },
  { name: 'history, row 50,000', text: 'select * from public.audit_log order by id desc limit 25 offset 50000' },
  {
    name: 'movements, by their key in the middle',
    text: 'select * from public.movement_list where id < (select max(id) / 2 from public.stock_movements) order by id desc limit 50',
  },
  {
    name: 'imports, row 10,000',
    text: 'select id, kind, file_name, status, created_at from public.imports order by created_at desc, id desc limit 25 offset 10000',
  },
  {
    name: '10,000 lines of a transfer, saved',
    text: `select public.save_transfer(${fresh}, ${from}, ${to}, ${lines(10_000)}, ${shelf(1)}, ${shelf(6)})`,
  },
  {
    name: '10,000 lines of a transfer, sent again',
    text: `select public.save_transfer(${id(12)}, ${from}, ${to}, ${lines(10_000)}, ${shelf(1)})`,
  },
  {
    name: '10,000 lines of a transfer, changed',
    text: `select public.save_transfer(${id(10)}, ${from}, ${to}, ${lines(10_000, 2)}, ${shelf(1)}, expected_version => 1)`,
  },
  { name: '10,000 lines of a transfer, its page', text: `select public.transfer_detail(${id(10)}, 10000)` },
  { name: '10,000 lines of a transfer, preview of an approval', text: `select public.transfer_preview(${id(10)})` },
  { name: '10,000 lines of an approved transfer, preview of a reversal', text: `select public.transfer_preview(${id(11)})` },
  { name: '10,000 lines of a transfer, approved', text: `select public.approve_transfer(${id(10)}, ${seen('transfers', 10)})` },
  { name: '10,000 lines of a transfer, reversed', text: `select public.reverse_transfer(${id(11)}, 'Bench', ${seen('transfers', 11)})` },
  { name: 'everything at a place, 10,000 variants, totals', text: `select public.everything_at(${from}, ${shelf(1)}, ${to})` },
  {
    name: 'everything at a place, 10,000 variants, into a transfer',
    text: `select public.transfer_everything(${fresh}, ${from}, ${to}, ${shelf(1)}, ${shelf(6)})`,
  },
  {
    name: '5,000 lines of opening stock',
    text: `select public.post_stock_entry(${fresh}, 'opening', ${from}, ${lines(5000)}, ${shelf(6)})`,
  },
  { name: '5,000 lines of a stock entry, its page', text: `select public.stock_entry_detail(${id(101)}, 5000)` },
  {
    name: '5,000 lines of an adjustment',
    text: `select public.post_stock_entry(${fresh}, 'adjustment', ${from}, ${lines(5000, -2)}, ${shelf(1)}, 'damaged')`,
  },
  {
    name: 'a count of 5,000 products started while one of 5,000 is open',
    text: `select public.start_count(${fresh}, ${from}, ${shelf(5)}, 'products', array(select x from unnest(${products(5000, 5000)}) x where not exists (select from ${goods(1000)} where product_id = x)))`,
  },
  { name: '1,000 tallies', text: `select public.record_tallies(${id(40)}, {tallies})` },
  { name: '1,000 tallies of a count of 5,000 products', text: `select public.record_tallies(${id(44)}, {tallies})` },
  { name: 'a count of 10,000 lines, its page', text: `select public.count_detail(${id(41)})` },
  { name: 'a count of 10,000 lines, cancelled', text: `select public.cancel_count(${id(41)}, ${seen('stock_counts', 41)})` },
  { name: '5,000 variants, to be counted again', text: `select public.recount(${id(41)}, ${variants(5000)}, ${seen('stock_counts', 41)})` },
  {
    name: 'a count of 10,000 lines, its first part posted',
    text: `select public.post_count(${id(41)}, 'zero', ${seen('stock_counts', 41)})`,
  },
  {
    name: 'a count of 10,000 lines, its second part posted',
    text: `select public.post_count(${id(42)}, 'zero', ${seen('stock_counts', 42)})`,
  },
  {
    name: 'a count of 10,000 variants that nobody counted, its first part posted',
    text: `select public.post_count(${id(43)}, 'zero', ${seen('stock_counts', 43)})`,
  },
  { name: '5,000 lines of a sale, previewed', text: `select public.sale_preview(${sale(5000)})` },
  { name: '5,000 lines of a sale, recorded', text: `select public.record_sale(${fresh}, ${sale(5000)})` },
  {
    name: '500 sales of a till, 2,000 lines',
    text: `select public.record_sales(${from}, 'BENCH', (select json_agg(json_build_object('reference', 'Bench ' || s.n, 'customer_id', (select id from public.customers order by id limit 1), 'discount_reason', 'Bench', 'lines', s.lines) order by s.n) from (select (g.n - 1) / 4 as n, json_agg(json_build_object('variant_id', g.variant_id, 'quantity', 1, 'stock_point_id', ${shelf(4)}::uuid, 'unit_price', 12.5)) as lines from ${goods(2000)} group by 1) s))`,
  },
  {
    name: '5,000 lines of a sale, returned',
    text: `select public.record_sale(${fresh}, json_build_object('branch_id', ${from}, 'customer_id', (select id from public.customers order by id limit 1)), (select json_agg(json_build_object('returns_line_id', id, 'quantity', 1) order by position) from public.sale_lines where sale_id = ${id(50)}))`,
  },
  { name: '5,000 lines of a sale, its page', text: `select public.sale_detail(${id(50)}, 5000)` },
  {
    name: '100 payments of a sale of 5,000 lines',
    text: `select public.pay_sale(${id(50)}, (select json_agg(json_build_object('payment_method_id', m.id, 'amount', 1)) from (select id from public.payment_methods where not is_cash and active limit 1) m, generate_series(1, 100)))`,
  },
  { name: '20,000 payments of a shift, its page', text: `select public.shift_detail(${id(51)})` },
  { name: '20,000 payments of a shift, row by row', text: `select * from public.shift_moves(${id(51)}, page_offset => 19000)` },
  {
    name: '20,000 payments of a shift, closed',
    text: `select public.close_shift(${id(51)}, null, (select json_agg(json_build_object('denomination', n, 'count', 1)) from generate_series(1, 50) n), 0, 'Bench')`,
  },
  { name: 'an expense with 100 payments, saved', text: `select public.save_expense(${fresh}, ${spending()}, ${paid(100)})` },
  { name: '100 payments of an expense', text: `select public.pay_expense(${id(70)}, ${paid(100)})` },
  {
    name: 'the days of a rule of a thousand years',
    text: `select public.expense_rule_days('1900-01-31', '{"every": 999, "unit": "years"}')`,
  },
  {
    name: 'a rule of an expense, changed',
    text: `select public.save_expense_rule((select rule_id from public.expenses where id = ${id(70)}), '{"amount": 5}', (select r.version from public.expense_rules r join public.expenses e on e.rule_id = r.id where e.id = ${id(70)}))`,
  },
  ...[letters, 'bench 1', ''].flatMap((words) => [
    {
      name: `20,000 expenses: ${words}`,
      text: `select * from public.expense_page(words => '${words}', category_ids => ${strangers}, page_size => 1000)`,
    },
    {
      name: `20,000 expenses, any of them: ${words}`,
      text: `select * from public.expense_page(words => '${words}', page_size => 1000, page_offset => 9000)`,
    },
    {
      name: `20,000 expenses, added up: ${words}`,
      text: `select public.expense_totals(words => '${words}', at_branch_ids => ${everywhere})`,
    },
  ]),
  { name: '20,000 expenses for a file', text: `select * from public.expense_page(sort => 'id', page_size => 5000, descending => false)` },
  { name: '20,000 expenses by category', text: `select public.expense_tree(${everywhere}, null)` },
  { name: '5,000 lines of a sale, voided', text: `select public.void_sale(${id(50)}, 'Bench')` },
  {
    name: '5,000 lines of an order, saved',
    text: `select public.save_purchase_order(${fresh}, ${purchase('pending')}, ${lines(5000, 1, 12.5)})`,
  },
  {
    name: '5,000 lines of an order, saved as completed',
    text: `select public.save_purchase_order(${fresh}, ${purchase('completed')}, ${lines(5000, 1, 12.5)})`,
  },
  {
    name: '5,000 lines of an order, saved as completed on a new shelf',
    text: `select public.save_purchase_order(${fresh}, ${purchase('completed')}, ${lines(5000, 1, 12.5)}, '[]', json_build_object('stock_point_id', ${shelf(6)}))`,
  },
  {
    name: '5,000 lines of an order, changed',
    text: `select public.save_purchase_order(${id(20)}, ${purchase('pending')}, ${lines(5000, 1, 13.5)}, expected_version => (select version from public.purchase_orders where id = ${id(20)}))`,
  },
  {
    name: '5,000 lines of a received order, changed',
    text: `select public.save_purchase_order(${id(21)}, ${purchase('pending')}, ${lines(5000, 2, 12.5)}, expected_version => (select version from public.purchase_orders where id = ${id(21)}))`,
  },
  {
    name: '5,000 lines of a received order, their costs corrected',
    text: `select public.save_purchase_order(${id(21)}, ${purchase('pending')}, ${lines(5000, 2, 13.5)}, expected_version => (select version from public.purchase_orders where id = ${id(21)}))`,
  },
  { name: '500 rows of the report of low stock, proposed', text: `select public.reorder_lines(array(select id from bench.low))` },
  {
    name: '1,000 lines of orders, made by one call',
    text: `select public.place_reorder(${fresh}, (select json_agg(json_build_object('branch_id', ${from}, 'supplier_id', ${supplier}, 'variant_id', variant_id, 'quantity', 1, 'unit_cost', 12.5)) from ${goods(1000)}))`,
  },
  { name: '5,000 lines of an order, received', text: `select public.receive_purchase(${fresh}, ${id(20)}, ${lines(5000)})` },
  { name: '5,000 lines of a receipt, undone after 20,000 later lines', text: `select public.undo_receipt(${id(30)}, 'Bench')` },
  { name: '5,000 lines of an order, its page', text: `select public.purchase_detail(${id(21)})` },
  { name: 'an order with 100 receipts of 5,000 lines each, its page', text: `select public.purchase_detail(${id(25)})` },
  { name: '5,000 lines of an order, cancelled', text: `select public.cancel_purchase(${id(20)}, 'Bench', ${seen('purchase_orders', 20)})` },
  { name: '5,000 lines of an order, reopened', text: `select public.reopen_purchase(${id(27)}, ${seen('purchase_orders', 27)})` },
  {
    name: '100 payments of an order',
    text: `select public.pay_purchase(${id(21)}, (select json_agg(json_build_object('id', gen_random_uuid(), 'amount', 1, 'paid_on', current_date, 'payment_method_id', m.id)) from (select id from public.payment_methods where active order by name limit 1) m, generate_series(1, 100)))`,
  },
  { name: '5,000 lines of an order, closed short', text: `select public.close_purchase_short(${id(22)}, ${seen('purchase_orders', 22)})` },
  {
    name: '1,000 orders of a supplier, paid',
    text: `select public.pay_supplier(${fresh}, ${supplier}, json_build_object('amount', (select sum(remaining) from bench.orders), 'branch_id', ${from}, 'paid_on', current_date, 'payment_method_id', (select id from public.payment_methods where active order by name limit 1)), array(select id from bench.orders))`,
  },
  { name: '5,000 lines of a receipt, to be returned', text: `select public.returnable_goods(${id(30)})` },
  {
    name: '1,000 variants, to be returned',
    text: `select public.returnable_goods(supplier_id => ${supplier}, branch_id => ${from}, variant_ids => ${variants(1000)})`,
  },
  {
    name: '1,000 lines of a receipt of 5,000, returned',
    text: `select public.record_purchase_return(${fresh}, ${returning}, ${linesOf(32, 1000)})`,
  },
  {
    name: '1,000 lines without a receipt, returned',
    text: `select public.record_purchase_return(${fresh}, ${returning.replace("'reason'", `'stock_point_id', ${shelf(4)}, 'reason'`)}, ${lines(1000, 1, 12.5)})`,
  },
  {
    name: '1,000 lines of a return, sent again',
    text: `select public.record_purchase_return(${id(80)}, ${returning}, ${linesOf(33, 1000)})`,
  },
  { name: '1,000 lines of a return, its page', text: `select public.purchase_return_detail(${id(80)})` },
  { name: '1,000 lines of a return, voided', text: `select public.void_purchase_return(${id(80)}, 'Bench')` },
  {
    name: '100 refunds of a return',
    text: `select public.refund_purchase_return((select r.id from public.purchase_returns r join public.purchase_return_amounts a on a.purchase_return_id = r.id where r.supplier_id = ${supplier} and a.remaining > 0 order by r.id limit 1), (select json_agg(json_build_object('id', gen_random_uuid(), 'amount', 0.01, 'paid_on', current_date, 'payment_method_id', m.id)) from (select id from public.payment_methods where not is_cash and active order by name limit 1) m, generate_series(1, 100)))`,
  },
  { name: '1,000 credits of a supplier with 1,000 orders, used', text: `select public.use_supplier_credit(${supplier})` },
  ...[letters, 'bench 1', ''].flatMap((words) => [
    { name: `20,000 returns: ${words}`, text: `select * from public.purchase_return_page(words => '${words}', page_size => 1000)` },
    {
      name: `20,000 returns, largest credit: ${words}`,
      text: `select * from public.purchase_return_page(words => '${words}', sort => 'remaining', page_size => 1000, page_offset => 9000)`,
    },
    {
      name: `20,000 returns, added up: ${words}`,
      text: `select public.purchase_return_totals(words => '${words}', credits => '{open}', supplier_ids => ${strangers}, at_branch_ids => ${everywhere})`,
    },
  ]),
  {
    name: '20,000 returns for a file',
    text: `select * from public.purchase_return_page(sort => 'id', page_size => 5000, descending => false)`,
  },
  { name: 'account of a supplier with 1,000 orders', text: `select public.supplier_account(${supplier})` },
  {
    name: 'statement of a supplier, of the days of 1,200 orders',
    text: `select public.supplier_statement(${supplier}, (select ordered_on from public.purchase_orders where supplier_id = ${supplier} order by ordered_on desc offset 1200 limit 1))`,
  },
  {
    name: '30 parts',
    text: `select public.save_arrangement('dashboard', array(select 'part_' || repeat('a', n) from generate_series(1, 30) n))`,
  },
  { name: '60 favorites', text: `select public.save_counter_tiles(${from}, ${products(0, 60)})` },
  { name: '5,000 products, price changed', text: `select public.update_products(${percent}, ${products(0, 5000)})` },
  { name: '5,000 products, off sale', text: `select public.update_products('{"active": false}', ${products(0, 5000)})` },
  {
    name: '5,000 products, preview of a price change',
    text: `select public.update_products(${percent}, ${products(0, 5000)}, null, true)`,
  },
  { name: '5,000 products, given back', text: 'select public.restore_products((select before::json from bench.before))' },
  {
    name: '1,000 variants of a product, saved',
    text: `select public.save_product(${fresh}, '{"name": "Bench product", "price": 10}', ${coloured})`,
  },
  { name: '1,000 variants of a product, its page', text: `select public.product_detail(${id(60)})` },
  { name: '1,000 variants of a product, deleted', text: `select public.delete_product(${id(60)})` },
  { name: '10,000 variants, their costs now', text: `select * from public.unit_costs(${variants(10_000)})` },
  { name: '10,000 variants, costs proposed', text: `select * from public.purchase_costs(${variants(10_000)}, ${supplier})` },
  {
    name: '2,000 variants by code',
    text: `select * from public.variant_page(codes => array(select barcode from public.variants order by id limit 2000), source_branch_id => ${from}, target_branch_id => ${to}, page_size => 2000)`,
  },
  {
    name: '2,000 variants by id',
    text: `select * from public.variant_page(variant_ids => ${variants(2000)}, source_branch_id => ${from}, target_branch_id => ${to}, page_size => 2000)`,
  },
  { name: 'all pieces of a branch', text: `select public.on_hand_at(${from})` },
  ...[
    'dashboard',
    'product_summary',
    'level_summary',
    'transfer_summary',
    'cash_in_no_drawer',
    'report_sales',
    'report_profit_and_loss',
    'report_tax',
    'journal_accounts',
    'journal_lines',
    'report_stock',
    'report_movements',
    'report_stock_age',
    'report_deliveries',
    'report_cash_flow',
    'report_methods',
    'report_cashiers',
    'payment_totals',
    'cost_difference_totals',
    'report_low_stock',
    'report_payables',
    'report_receivables',
    'report_purchases',
    'report_expenses',
    'report_overview',
    'sale_line_totals',
  ].map((call) => ({
    name: `1,000 branches, ${call}`,
    text: `select public.${call}(at_branch_ids => array(select id from public.branches) || array(select gen_random_uuid() from generate_series(1, 1000 - (select count(*) from public.branches))))`,
  })),
  ...Object.entries({
    user: 'role_ids',
    activity: 'profile_ids',
    attendance: 'profile_ids',
    shift: 'opened_by_ids',
    file: 'uploader_ids',
    audit: 'actor_ids',
  }).flatMap(([list, people]) =>
    [
      `${list}_page`,
      { user: 'user_count', activity: 'activity_count', file: 'file_count', audit: 'audit_count' }[list] ?? `${list}_totals`,
    ].map((call) => ({
      name: `1,000 people, ${call}`,
      text: `select * from public.${call}(words => 'bench 00', ${people} => ${strangers}${list === 'activity' ? '' : `, at_branch_ids => ${everywhere}`}${call.endsWith('_page') ? ', page_size => 1000' : ''})`,
    })),
  ),
  {
    name: '1,000 people, attendance_days',
    text: `select * from public.attendance_days(profile_ids => ${strangers}, at_branch_ids => ${everywhere}, page_size => 1000)`,
  },
  { name: '1,000 branches, label_arrivals', text: `select * from public.label_arrivals(${everywhere})` },
  { name: '2,000 variants on labels', text: `select * from public.label_lines('variants', ${variants(2000)})` },
  {
    name: '2,000 variants printed',
    text: `select public.record_label_print(${fresh}, '{"printer": "Bench", "width": 50, "height": 25}', (select json_agg(json_build_object('variant_id', variant_id, 'copies', 1)) from ${goods(2000)}))`,
  },
  { name: 'a day that begins at another hour', text: `select * from public.change_impact('branches', ${from}, '{"day_start": 3}')` },
  { name: '1,000 sessions ended', text: `select public.end_sessions(${strangers})` },
  {
    name: 'an attendance record entered by hand',
    text: `select public.save_attendance(${fresh}, json_build_object('profile_id', auth.uid(), 'branch_id', ${from}, 'clocked_in', '2026-01-05T09:00', 'clocked_out', '2026-01-05T17:00'), 'Bench')`,
  },
  {
    name: "a name of one's own",
    text: `select public.save_own_profile('{"name": "Bench"}', (select version from public.profiles where id = auth.uid()))`,
  },
  { name: 'pictures that 100 products no longer show', text: `select public.stray_pictures(${products(0, 100)})` },
  ...['suppliers', 'colors', 'sizes', 'stock_points', 'brands', 'categories', 'products', 'customers', 'payment_methods'].map((table) => ({
    name: `where one of ${table} is used`,
    text: `select * from public.usage_of('${table}', (select id from public.${table} where id::text like '0be%' order by id limit 1))`,
  })),
].map(({ name, text }) => ({
  name,
  text: text.replace(
    '{tallies}',
    `(
  select json_agg(json_build_object('id', gen_random_uuid(), 'variant_id', variant_id, 'mode', 'set', 'quantity', 4, 'ago', 3600)) from ${goods(1000)})`,
  ),
}));
