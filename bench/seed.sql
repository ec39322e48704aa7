-- Fills a database for measuring: the same rows on every machine. Run as the owner of the tables (bench/seed.ts), in
-- one transaction.
-- Settings: bench.products, bench.variants_each, bench.branches, bench.movements, bench.sales (at most a third of the
-- movements). The users are created by bench/seed.ts.

create function pg_temp.setting(name text) returns integer language sql stable as $$
  select current_setting('bench.' || name)::integer $$;
create function pg_temp.id(kind integer, n bigint) returns uuid language sql immutable as $$
  select ('0be' || lpad(to_hex(kind), 5, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid
$$;
-- A deterministic pseudo-random number below sides.
create function pg_temp.pick(n bigint, salt integer, sides integer) returns integer language sql immutable as $$
  select ((hashint8(n * 31 + salt)::bigint & 2147483647) % sides)::integer
$$;

/* Triggers, foreign keys and indexes would take most of the loading time, so they are dropped or disabled and restored
   at the end. */
create temp table aside (n serial, statement text) on commit drop;
do $$
declare
  t regclass;
  x record;
begin
  foreach t in array array['products', 'variants', 'categories', 'product_costs', 'variant_costs', 'price_changes',
    'stock_movements', 'stock_levels', 'private.product_stock', 'transfers', 'transfer_items',
    'purchase_orders', 'purchase_items', 'purchase_item_costs', 'purchase_amounts', 'purchase_payments', 'audit_log',
    'customers', 'stock_entry_costs', 'private.stock_values', 'cost_differences',
    'sales', 'sale_lines', 'sale_line_costs', 'sale_payments']::regclass[] loop
    execute format('alter table %s disable trigger user', t);
    for x in
      select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where i.indrelid = t and not i.indisunique loop
      insert into aside (statement) values (x.definition);
      execute format('drop index %s', x.name);
    end loop;
    for x in select c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
      where c.conrelid = t and c.contype = 'f' loop
      insert into aside (statement) values (format('alter table %s add constraint %I %s', t, x.name, x.definition));
      execute format('alter table %s drop constraint %I', t, x.name);
    end loop;
    insert into aside (statement) values (format('alter table %s enable trigger user', t));
  end loop;
end
$$;

insert into public.branches (id, name, name_ar, code)
select pg_temp.id(1, n), 'Branch ' || n, 'فرع ' || n, 'B' || n from generate_series(1, pg_temp.setting('branches')) n;
insert into public.stock_points (id, name, name_ar)
select pg_temp.id(2, n), 'Shelf ' || n, 'رف ' || n
from generate_series(1, 3) n;
insert into public.brands (id, name, name_ar)
select pg_temp.id(3, n), 'Maker ' || n, 'ماركة ' || n
from generate_series(1, 200) n;
insert into public.suppliers (id, name, name_ar)
select pg_temp.id(4, n), 'Mill ' || n, 'مصنع ' || n
from generate_series(1, 100) n;
insert into public.colors (id, name, name_ar)
select pg_temp.id(5, n), 'Shade ' || n, 'درجة ' || n
from generate_series(1, 40) n;
insert into public.sizes (id, name, position) select pg_temp.id(6, n), 'Size ' || n, n from generate_series(1, 12) n;
insert into public.categories (id, name, name_ar, parent_id)
select pg_temp.id(7, n), 'Department ' || n, 'قسم ' || n, case when n > 10 then pg_temp.id(7, 1 + n % 10) end
from generate_series(1, 120) n;

insert into public.products (id, name, name_ar, description, designer_id, tag_number, price, low_stock_level, active,
  category_id, brand_id, supplier_id, branch_id, created_at, search)
select pg_temp.id(8, n), name.en, name.ar, about, designer_id, tag,
  20 + pg_temp.pick(n, 1, 3000), case when n % 3 = 0 then 5 end, n % 40 <> 0,
  pg_temp.id(7, 11 + pg_temp.pick(n, 2, 110)), pg_temp.id(3, 1 + pg_temp.pick(n, 3, 200)),
  pg_temp.id(4, 1 + pg_temp.pick(n, 4, 100)),
  case when n % 50 = 0 then pg_temp.id(1, 1 + pg_temp.pick(n, 5, pg_temp.setting('branches'))) end,
  now() - make_interval(mins => (pg_temp.setting('products') - n)::integer),
  private.normalise(concat_ws(' ', name.en, name.ar, designer_id, tag, about, codes))
from generate_series(1, pg_temp.setting('products')) n
cross join lateral (select (array['Layla', 'Nour', 'Siwa', 'Giza', 'Fayoum', 'Luxor', 'Aswan', 'Dahab', 'Rosetta',
  'Karnak'])[1
  + pg_temp.pick(n, 6, 10)] as en,
  (array['ليلى', 'نور', 'سيوة', 'الجيزة', 'الفيوم', 'الأقصر', 'أسوان', 'دهب', 'رشيد', 'الكرنك'])[1
    + pg_temp.pick(n, 6, 10)]
    as ar) first
cross join lateral (select (array['linen', 'cotton', 'wool', 'silk', 'crepe', 'denim', 'leather', 'jersey'])[1
  + pg_temp.pick(n, 7, 8)] as en,
  (array['كتان', 'قطن', 'صوف', 'حرير', 'كريب', 'جينز', 'جلد', 'جيرسيه'])[1 + pg_temp.pick(n, 7, 8)] as ar) material
cross join lateral (select (array['abaya', 'galabeya', 'shirt', 'dress', 'trousers', 'scarf', 'blazer', 'kaftan',
  'tote', 'loafers'])[1
  + pg_temp.pick(n, 8, 10)] as en,
  (array['عباية', 'جلابية', 'قميص', 'فستان', 'بنطلون', 'شال', 'بليزر', 'قفطان', 'حقيبة', 'حذاء'])[1
    + pg_temp.pick(n, 8, 10)] as ar) kind
cross join lateral (select concat_ws(' ', first.en, material.en, kind.en, n) as en,
  concat_ws(' ', kind.ar, material.ar, first.ar, n) as ar) name
cross join lateral (select 'MK-' || lpad(n::text, 7, '0') as designer_id, lpad((n % 99999)::text, 5, '0') as tag,
  -- Rare words, and one that a fifth of the products has.
  concat_ws(' ', case when n % 5 = 0 then 'Seasonal piece' else 'Everyday piece' end,
    case when n % 9973 = 1 then 'zanzibar' end, case when n % 7919 = 2 then 'زعفران' end) as about) d
cross join lateral (
  select string_agg('SKU-' || v || ' BC' || lpad(v::text, 11, '0'), ' ' order by v) as codes
  from generate_series((n - 1) * pg_temp.setting('variants_each') + 1, n * pg_temp.setting('variants_each')) v) c;

insert into public.variants (id, product_id, color_id, size_id, sku, barcode, sku_key, barcode_key, price_override)
select pg_temp.id(9, v), pg_temp.id(8, p), pg_temp.id(5, 1 + (p * 7 + k) % 40), pg_temp.id(6, 1 + (p + k) % 12),
  'SKU-' || v, c.barcode, private.canonical_code('SKU-' || v), private.canonical_code(c.barcode),
  case when v % 17 = 0 then 99 end
from generate_series(1, pg_temp.setting('products')) p
cross join generate_series(0, pg_temp.setting('variants_each') - 1) k
cross join lateral (select (p - 1) * pg_temp.setting('variants_each') + k + 1 as v) i
cross join lateral (select 'BC' || lpad(v::text, 11, '0') as barcode) c;

insert into public.product_costs (product_id, purchase_price)
select pg_temp.id(8, n), 10 + pg_temp.pick(n, 9, 900) from generate_series(1, pg_temp.setting('products')) n;
insert into public.variant_costs (variant_id, average_cost)
select pg_temp.id(9, n), 10 + pg_temp.pick(n, 9, 900)
from generate_series(1, pg_temp.setting('products') * pg_temp.setting('variants_each'), 2) n;
insert into public.price_changes (product_id, old_price, new_price)
select pg_temp.id(8, n), 10, 20 from generate_series(1, pg_temp.setting('products'), 4) n;

-- Stock: one entry per branch, its lines spread over the variants; the levels follow below.
insert into public.stock_entries (id, number, kind, branch_id, business_day)
select pg_temp.id(10, n), format('SE-B%s-2026-0001', n), 'opening', pg_temp.id(1, n), current_date
from generate_series(1, pg_temp.setting('branches')) n;
insert into public.stock_movements (at, kind, variant_id, branch_id, stock_point_id, quantity, document_type,
  document_id)
select now() - make_interval(secs => (pg_temp.setting('movements') - m)::integer), 'opening', pg_temp.id(9, v),
  pg_temp.id(1, place),
  case when m % 10 = 0 then pg_temp.id(2, 1 + m % 3) end, 1 + pg_temp.pick(m, 10, 30),
  'stock_entry', pg_temp.id(10, place)
from generate_series(1, pg_temp.setting('movements')) m
cross join lateral (select 1 + (m - 1) % (pg_temp.setting('products') * pg_temp.setting('variants_each')) as v) i
cross join lateral (select (v - 1) / pg_temp.setting('variants_each') + 1 as product) p
-- Products of a single branch have stock only there.
cross join lateral (
  select 1 + case when product % 50 = 0 then pg_temp.pick(product, 5, pg_temp.setting('branches'))
    else pg_temp.pick(m, 11, pg_temp.setting('branches')) end as place) b;
-- Opening stock has a cost for every second variant: its average cost.
insert into public.stock_entry_costs (stock_entry_id, variant_id, unit_cost)
select pg_temp.id(10, 1), a.variant_id, a.average_cost from public.variant_costs a
where a.variant_id >= pg_temp.id(9, 0) and a.variant_id <= pg_temp.id(9, 99999999);

-- Sales over two years, three lines each: one piece from each of three movements of a branch. A fifth has a customer,
-- some of those are on account.
insert into public.customers (id, name, name_ar, phone, phone_key)
select pg_temp.id(17, n), (array['Laila', 'Hassan', 'Rania', 'Nour', 'Omar'])[1 + n % 5] || ' ' || n, 'عميل ' || n,
  p.phone, private.phone_key(p.phone)
from generate_series(1, pg_temp.setting('movements') / 10) n
-- Varied and unique phone numbers: the factor is coprime to the modulus.
cross join lateral (select '+20 1' || lpad((n * 618033989::bigint % 1000000000)::text, 9, '0') as phone) p;
insert into auth.users (id, email)
select pg_temp.id(18, n), format('seller-%s@bench.example', n)
from generate_series(1, 8) n;
insert into public.profiles (id, name, role_id)
select pg_temp.id(18, n), 'Seller ' || n, r.id
from generate_series(1, 8) n
join public.roles r on r.name = 'Cashier';
insert into public.payment_methods (id, name) values (pg_temp.id(19, 1), 'Bench card');
-- Every product is taxed at 25 %, so that tax within prices is exact, but the first line of every tenth sale at 0 %.
insert into public.tax_rates (id, name, percentage, kind)
values (pg_temp.id(20, 1), 'Bench 25', 25, 'standard'), (pg_temp.id(20, 2), 'Bench 0', 0, 'zero_rated');
create temp table sold on commit drop as
select *
from (
  select m.variant_id, m.branch_id, m.stock_point_id, b.place,
    (b.nth - 1) / 3 * pg_temp.setting('branches') + b.place as n, 1 + (b.nth - 1) % 3 as k,
    count(*) over (partition by m.branch_id, (b.nth - 1) / 3) as lines, 20 + pg_temp.pick(m.id, 18, 300) as price,
    case when (b.nth - 1) % 30 = 0 then 2 else 1 end as rate
  from public.stock_movements m
  join (
    select x.id, ('x' || right(x.branch_id::text, 8))::bit(32)::integer as place,
      row_number() over (partition by x.branch_id order by x.id) as nth
    from public.stock_movements x
    where x.document_id >= pg_temp.id(10, 0) and x.document_id <= pg_temp.id(10, 9999)) b on b.id = m.id) s
where s.lines = 3 and s.n <= pg_temp.setting('sales');
insert into public.sales (id, number, type, branch_id, till, reference, customer_id, salesperson_id, sold_at,
  created_at, business_day, tax_rate_id, tax_percentage, has_mixed_tax, subtotal, discount, tax, total, paid, pieces,
  returned, costed, cost, without_cost, note, content)
select pg_temp.id(14, s.n),
  format('SA-B%s-1-2026-%s', s.place, lpad(row_number() over (partition by s.place order by s.n)::text, 6, '0')),
  'sale', s.branch_id, '1', 'R' || s.n,
  case
    when pg_temp.pick(s.n, 20, 5) = 0
      then pg_temp.id(17, 1 + pg_temp.pick(s.n, 19, pg_temp.setting('movements') / 10)) end,
  pg_temp.id(18, 1 + s.n % 8), t.at, t.at, (t.at at time zone b.time_zone - make_interval(hours => b.day_start))::date,
  case when not s.mixed then pg_temp.id(20, 1) end, case when not s.mixed then 25 end, s.mixed, s.total, 0, s.tax,
  s.total, case when pg_temp.pick(s.n, 20, 50) = 0 then 0 else s.total end, 3, 0, s.total - s.tax, s.cost, 0,
  case when s.n % 997 = 1 then 'quagga' end, s.n
from (
  select s.n, s.place, s.branch_id, sum(s.price) as total, sum(s.price / 2) as cost, bool_or(s.rate = 2) as mixed,
    sum(s.price) filter (where s.rate = 1) * 0.2 as tax
  from sold s
  group by 1, 2, 3) s
join public.branches b on b.id = s.branch_id
cross join lateral (select date_trunc('milliseconds', now()
  - make_interval(secs => (pg_temp.setting('sales') - s.n) * 63072000.0 / pg_temp.setting('sales'))) as at) t;
insert into public.sale_lines (id, sale_id, position, variant_id, stock_point_id, damaged, quantity, returned,
  list_price, unit_price, subtotal, discount, document_discount, tax_rate_id, tax_percentage, tax_included, tax, total)
select pg_temp.id(15, s.n * 3 + s.k), pg_temp.id(14, s.n), s.k, s.variant_id, s.stock_point_id, false, 1, 0, s.price,
  s.price, s.price, 0, 0, pg_temp.id(20, s.rate), t.percentage, true, case s.rate when 1 then s.price * 0.2 else 0 end,
  s.price
from sold s
join public.tax_rates t on t.id = pg_temp.id(20, s.rate);
insert into public.sale_line_costs (sale_line_id, unit_cost, cost)
select pg_temp.id(15, s.n * 3 + s.k), s.price / 2, s.price / 2
from sold s;
insert into public.sale_payments (id, sale_id, branch_id, payment_method_id, amount, tendered, business_day, created_at,
  created_by, is_cash)
select pg_temp.id(16, s.content), s.id, s.branch_id, m.id, s.total, s.total, s.business_day, s.created_at,
  s.salesperson_id, m.is_cash
from public.sales s
join public.payment_methods m on m.name = case when s.content % 3 = 0 then 'Bench card' else 'Cash' end
where s.id >= pg_temp.id(14, 0) and s.id <= pg_temp.id(14, 99999999) and s.paid <> 0;
insert into public.stock_movements (at, kind, variant_id, branch_id, stock_point_id, quantity, document_type,
  document_id, line_id, value)
select x.sold_at, 'sale', s.variant_id, s.branch_id, s.stock_point_id, -1, 'sale', x.id, pg_temp.id(15, s.n * 3 + s.k),
  -(s.price / 2)
from sold s
join public.sales x on x.id = pg_temp.id(14, s.n);

insert into public.stock_levels (variant_id, branch_id, stock_point_id, quantity)
select variant_id, branch_id, stock_point_id, sum(quantity) from public.stock_movements
where document_id >= pg_temp.id(10, 0) and document_id <= pg_temp.id(10, 9999) or document_id >= pg_temp.id(14, 0)
  and document_id <= pg_temp.id(14, 99999999)
group by 1, 2, 3
order by 1, 2, 3;
-- What is left costs the average, as if it had been valued after the sales.
insert into private.stock_values (variant_id, quantity, value)
select l.variant_id, l.quantity, l.quantity * a.average_cost
from (select variant_id, sum(quantity) as quantity from public.stock_levels group by 1) l
left join public.variant_costs a on a.variant_id = l.variant_id
where l.variant_id >= pg_temp.id(9, 0) and l.variant_id <= pg_temp.id(9, 99999999);
insert into private.stock_values (variant_id, quantity, value)
select a.variant_id, 0, 0
from public.variant_costs a
where a.variant_id >= pg_temp.id(9, 0) and a.variant_id <= pg_temp.id(9, 99999999)
on conflict do nothing;
insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
select 'valued', v.variant_id, pg_temp.id(1, 1), current_date, 'stock_entry', pg_temp.id(10, 1),
  v.value - coalesce(m.value, 0)
from private.stock_values v
left join (select variant_id, sum(value) as value from public.stock_movements group by 1) m
  on m.variant_id = v.variant_id
where v.value <> coalesce(m.value, 0) and v.variant_id >= pg_temp.id(9, 0) and v.variant_id <= pg_temp.id(9, 99999999);
analyze public.products, public.variants, public.stock_levels, private.stock_values;
insert into private.product_stock (product_id, branch_id, quantity, low_at)
select v.product_id, l.branch_id, sum(l.quantity), private.low_stock_level_at(p, l.branch_id)
from public.stock_levels l join public.variants v on v.id = l.variant_id join public.products p on p.id = v.product_id
where p.id >= pg_temp.id(8, 0) and p.id <= pg_temp.id(8, 99999999)
group by p.id, v.product_id, l.branch_id;
insert into private.product_branches (product_id, in_stock)
select p.id, coalesce(bit_or(b.bit), 0::bit(256))
from public.products p
left join private.product_stock s on s.product_id = p.id and s.quantity > 0
left join private.branch_bits b on b.branch_id = s.branch_id
where p.id >= pg_temp.id(8, 0) and p.id <= pg_temp.id(8, 99999999)
group by p.id;
insert into private.branch_sums (branch_id, pieces, on_sale, off_sale)
select branch_id, sum(pieces), sum(on_sale), sum(off_sale)
from (
  select branch_id, quantity as pieces, 0 as on_sale, 0 as off_sale
  from public.stock_levels
  where branch_id >= pg_temp.id(1, 0) and branch_id <= pg_temp.id(1, 9999)
  union all
  select branch_id, 0, active::integer, (not active)::integer
  from public.products
  where id >= pg_temp.id(8, 0) and id <= pg_temp.id(8, 99999999)) x
group by 1;

-- Pending transfers, five lines each.
insert into public.transfers (id, number, from_branch_id, to_branch_id, created_at, business_day)
select pg_temp.id(11, n),
  format('TR-B%s-2026-%s', f, lpad(row_number() over (partition by f order by n)::text, 6, '0')), pg_temp.id(1, f),
  pg_temp.id(1, 1 + f % pg_temp.setting('branches')),
  now() - make_interval(secs => (pg_temp.setting('movements') / 20 - n)::integer), current_date
from generate_series(1, pg_temp.setting('movements') / 20) n
cross join lateral (select 1 + pg_temp.pick(n, 12, pg_temp.setting('branches')) as f) b;
insert into public.transfer_items (transfer_id, position, variant_id, quantity)
select pg_temp.id(11, n), k,
  pg_temp.id(9, 1 + (n * 13 + k * 7) % (pg_temp.setting('products') * pg_temp.setting('variants_each'))), 1
from generate_series(1, pg_temp.setting('movements') / 20) n cross join generate_series(1, 5) k;
-- Pending purchase orders, five lines each, over two years; a third is half paid.
insert into public.purchase_orders (id, number, supplier_id, branch_id, ordered_on, due_on, notes, created_at)
select pg_temp.id(12, n),
  format('PO-B%s-2026-%s', at, lpad(row_number() over (partition by at order by n)::text, 6, '0')),
  pg_temp.id(4, 1 + pg_temp.pick(n, 14, 100)), pg_temp.id(1, at), current_date - pg_temp.pick(n, 15, 700),
  case when n % 2 = 0 then current_date - pg_temp.pick(n, 15, 700) + 60 end,
  case when n % 997 = 1 then 'quagga' when n % 5 = 0 then 'By van' end,
  now() - make_interval(mins => (pg_temp.setting('movements') / 10 - n)::integer)
from generate_series(1, pg_temp.setting('movements') / 10) n
cross join lateral (select 1 + pg_temp.pick(n, 16, pg_temp.setting('branches')) as at) b;
insert into public.purchase_items (id, purchase_order_id, position, variant_id, quantity)
select pg_temp.id(13, n * 5 + k), pg_temp.id(12, n), k,
  pg_temp.id(9, 1 + (n * 17 + k * 11) % (pg_temp.setting('products') * pg_temp.setting('variants_each'))), 1 + k
from generate_series(1, pg_temp.setting('movements') / 10) n cross join generate_series(1, 5) k;
insert into public.purchase_item_costs (purchase_item_id, unit_cost, total)
select pg_temp.id(13, n * 5 + k), k * 10, (1 + k) * k * 10
from generate_series(1, pg_temp.setting('movements') / 10) n cross join generate_series(1, 5) k;
insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total, paid)
select pg_temp.id(12, n), 700, 0, 700, case when n % 3 = 0 then 350 else 0 end
from generate_series(1, pg_temp.setting('movements') / 10) n;
insert into public.purchase_payments (purchase_order_id, branch_id, payment_method_id, amount, paid_on, business_day)
select o.id, o.branch_id, (select id from public.payment_methods order by name limit 1), 350, o.ordered_on, o.ordered_on
from generate_series(3, pg_temp.setting('movements') / 10, 3) n
join public.purchase_orders o on o.id = pg_temp.id(12, n);

insert into private.document_numbers (kind, code, year, last)
select split_part(number, '-', 1), split_part(number, '-', 2), 2026, count(*)
from (
  select number
  from public.transfers
  where id >= pg_temp.id(11, 0)
  union all select number
  from public.purchase_orders
  where id >= pg_temp.id(12, 0)
  union all select number
  from public.stock_entries
  where id >= pg_temp.id(10, 0) and id < pg_temp.id(11, 0)) d
where number ~ '^(TR|SE|PO)-B[0-9]+-' group by 1, 2;
insert into private.document_numbers (kind, code, year, last)
select 'SA', split_part(number, '-', 2) || '-1', 2026, count(*) from public.sales
where id >= pg_temp.id(14, 0) and id <= pg_temp.id(14, 99999999) group by 2;

insert into public.audit_log (at, table_name, row_id, record_id, branch_id, resource, action, changes)
select now() - make_interval(secs => (pg_temp.setting('movements') - n)::integer),
  'products', pg_temp.id(8, 1 + n % pg_temp.setting('products')), pg_temp.id(8, 1 + n % pg_temp.setting('products')),
  case when n % 3 = 0 then pg_temp.id(1, 1 + pg_temp.pick(n, 13, pg_temp.setting('branches'))) end,
  'inventory.products', 'update', '{"name": ["Before", "After"]}'
from generate_series(1, pg_temp.setting('movements') / 2) n;
do $$
declare
  back text;
begin
  for back in select statement from aside order by statement like 'CREATE INDEX%' desc, n loop
    execute back;
  end loop;
end
$$;
