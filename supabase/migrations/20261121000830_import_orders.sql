-- Imports of purchase orders. Rows with the same supplier and reference are one order; without a reference, rows with
-- the same supplier, branch and day. Imported orders are pending, without receipts and payments.

-- Finds the import of an order, and whether the order has changed since.
create index import_changes_of_orders on private.import_changes (row_id) where table_name = 'purchase_orders';

-- ── The orders and variants of the rows ──

/* Creates the rows with their own values, assigns each to an order, and reports problems of single rows. */
create function private.import_order_rows(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.import_branches();
  perform private.require_branch((options ->> 'branch_id')::uuid)
  where options ->> 'branch_id' is not null and exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.require_open_place((options ->> 'branch_id')::uuid, null, null)
  where exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.import_rows('purchase_orders',
    $more$private.normalise(c.reference) as reference_key, private.normalise(c.product) as product_key,
    case when c.branch is null then $more$ || quote_nullable(options ->> 'branch_id') || $more$::uuid else b.id end
      as branch_id,
    null::uuid as variant_id, null::integer as head$more$,
    'left join pg_temp.import_branches b on b.branch = c.branch');
  -- Supplier and branch need be given only once per order.
  update pg_temp.import_rows r set
    supplier_id = coalesce(r.supplier_id, f.supplier_id), supplier = coalesce(r.supplier, f.supplier),
    branch_id = case when r.branch is null then coalesce(f.branch_id, r.branch_id) else r.branch_id end
  from (
    select x.reference_key,
      (array_agg(x.supplier_id order by x.n) filter (where x.supplier_id is not null))[1] as supplier_id,
      (array_agg(x.supplier order by x.n) filter (where x.supplier is not null))[1] as supplier,
      (array_agg(x.branch_id order by x.n) filter (where x.branch is not null))[1] as branch_id
    from pg_temp.import_rows x
    where x.reference_key is not null
    group by 1) f
  where f.reference_key = r.reference_key and (r.supplier is null or r.branch is null);
  update pg_temp.import_rows r set head = f.head, discount = coalesce(r.discount, 0)
  from (
    select x.n, min(x.n) over (partition by x.supplier_id, x.reference_key,
      case when x.reference_key is null then x.branch_id end,
      case when x.reference_key is null then x.ordered_on end) as head
    from pg_temp.import_rows x) f
  where f.n = r.n;
  -- A cost that is missing follows from the line's total: one with a discount only if the order's total, which is
  -- compared, proves that it is taken off already.
  update pg_temp.import_rows r set unit_cost = round((r.line_total + r.discount) / r.quantity, 4)
  from (
    select x.n, bool_or(x.document_total is not null) over (partition by x.head) as compared
    from pg_temp.import_rows x) f
  where f.n = r.n and r.unit_cost is null and r.quantity > 0 and (r.discount = 0 or f.compared);

  insert into pg_temp.import_problems
  select r.n, p."column", p.code, p.found, p.expected
  from pg_temp.import_rows r
  cross join public.business b
  cross join lateral (
    select private.line_total(r.quantity, r.unit_cost, r.discount, b.currency_decimals) as net,
      private.line_total(r.quantity, r.unit_cost, 0, b.currency_decimals) as gross) l
  cross join lateral (values
    ('supplier', case when r.supplier is null then 'required' end, null, '{}'::jsonb),
    ('branch', case
      when r.branch_id is null then case when r.branch is null then 'required' else 'branch_unknown' end
      when r.branch_id <> all ((select private.branch_ids('work'))::uuid[]) then 'branch_view_only' end, r.branch,
        '{}'),
    ('ordered_on', case when r.ordered_on is null and r.reference is null then 'order_date_missing' end, null, '{}'),
    ('due_on', case when r.due_on < r.ordered_on then 'due_before_order' end, r.due_on::text, '{}'),
    -- Goods are received by receipts, with day and cost, not by a status in a file.
    ('status', case when r.status <> 'pending' then 'order_not_open' end, r.status, '{}'),
    ('product', case when coalesce(r.barcode, r.sku, r.product) is null then 'item_missing' end, null, '{}'),
    ('quantity', case when r.quantity is null then 'required' when r.quantity = 0 then 'quantity_not_positive' end,
      r.quantity::text, '{}'),
    ('unit_cost', case
      when r.unit_cost is null
        then case when r.quantity > 0 and r.line_total is not null then 'amount_unclear' else 'required' end end, null,
          '{}'),
    ('discount', case when r.discount > r.quantity * r.unit_cost then 'discount_over_line' end, r.discount::text,
      jsonb_build_object('max', trim_scale(r.quantity * r.unit_cost))),
    ('unit_cost', case when r.quantity * r.unit_cost - r.discount > 9999999999 then 'line_over_limit' end,
      trim_scale(r.unit_cost)::text,
      '{"max": 9999999999}'),
    -- Some programs write it before the discount.
    ('line_total', case when r.line_total not in (l.net, l.gross) then 'line_total_differs' end,
      trim_scale(r.line_total)::text,
      jsonb_build_object('total', trim_scale(l.net)))) p("column", code, found, expected)
  where p.code is not null
    -- Unreadable cells are reported already.
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q."column" = p."column")
  union all
  select r.n, 'supplier', 'supplier_inactive', r.supplier, '{}'
  from pg_temp.import_rows r
  join public.suppliers s on s.id = r.supplier_id and not s.active;
end
$$;

/* Matches each row to a variant: by barcode, otherwise SKU, otherwise the product's name with colour and size. */
create function private.import_items() returns void
  language plpgsql set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
begin
  analyze pg_temp.import_rows;
  update pg_temp.import_rows r set variant_id = v.id
  from public.variants v
  join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any (reach))
  where v.barcode = r.barcode;
  insert into pg_temp.import_problems
  select r.n, 'sku', 'codes_disagree', r.sku, jsonb_build_object('product', p.name, 'product_ar', p.name_ar)
  from pg_temp.import_rows r
  join public.variants v on v.sku = r.sku and v.id <> r.variant_id
  join public.products h on h.id = v.product_id and (h.branch_id is null or h.branch_id = any (reach))
  join public.variants w on w.id = r.variant_id
  join public.products p on p.id = w.product_id;
  update pg_temp.import_rows r set variant_id = v.id
  from public.variants v
  join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any (reach))
  where v.sku = r.sku and r.variant_id is null and r.barcode is null;

  with asked as materialized (
    select distinct r.product_key
    from pg_temp.import_rows r
    where r.product_key is not null and coalesce(r.barcode, r.sku) is null),
  named as (
    select a.product_key, p.id, p.branch_id
    from asked a
    join public.products p on private.normalise(p.name) = a.product_key
    union
    select a.product_key, p.id, p.branch_id
    from asked a
    join public.products p on private.normalise(p.name_ar) = a.product_key),
  known as (
    select r.n, min(v.id::text)::uuid as id, count(*) as variants
    from pg_temp.import_rows r
    join named p on p.product_key = r.product_key and (p.branch_id is null or p.branch_id = any (reach))
    join public.variants v on v.product_id = p.id
    left join public.colors c on c.id = v.color_id
    left join public.sizes s on s.id = v.size_id
    where r.variant_id is null and coalesce(r.barcode, r.sku) is null
      and (r.color is null or private.normalise(r.color) in (private.normalise(c.name), private.normalise(c.name_ar)))
      and (r.size is null
        or private.name_key('sizes', r.size) in (private.normalise(s.name), private.normalise(s.name_ar)))
    group by r.n),
  unclear as (
    insert into pg_temp.import_problems
    select r.n, x."column", case when k.variants > 1 then 'item_ambiguous' else 'item_unknown' end, x.value,
      jsonb_build_object('count', k.variants)
    from pg_temp.import_rows r
    left join known k on k.n = r.n
    cross join lateral (
      select case when r.barcode is not null then 'barcode' when r.sku is not null then 'sku' else 'product' end
        as "column",
        coalesce(r.barcode, r.sku, r.product) as value) x
    where r.variant_id is null and k.variants is distinct from 1 and x.value is not null
      and not exists (select from pg_temp.import_problems q where q.n = r.n and q."column" = x."column"))
  update pg_temp.import_rows r set variant_id = k.id
  from known k
  where k.n = r.n and k.variants = 1;

  insert into pg_temp.import_problems
  select r.n, 'branch', 'product_kept_by_branch', r.branch, jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar)
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  join public.products p on p.id = v.product_id and p.branch_id <> r.branch_id
  join public.branches b on b.id = p.branch_id
  union all
  select r.n, 'quantity', 'pieces_not_whole', trim_scale(r.quantity)::text, '{}'
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  join public.products p on p.id = v.product_id and not p.by_measure
  where r.quantity <> trunc(r.quantity);
end
$$;

/* The lines of an order as one value, for comparison. */
create function private.order_lines(id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_object_agg(i.variant_id, jsonb_build_array(i.quantity, c.unit_cost, c.discount, i.free))
  from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id
  where i.purchase_order_id = order_lines.id
$$;

/* Whether the order can still be updated by its file: only imports have written it, and nothing of it was received,
   paid or approved. */
create function private.is_unchanged_since_import(purchase public.purchase_orders) returns boolean
  language sql stable set search_path = ''
as $$
  select purchase.status = 'pending' and purchase.receipt_state = 'none' and purchase.approved_at is null
    and not exists (select from public.purchase_amounts a where a.purchase_order_id = purchase.id and a.paid > 0)
    and exists (
      select from private.import_changes c
      where c.table_name = 'purchase_orders' and c.row_id = purchase.id and c.version = purchase.version)
$$;

/* Makes one line of the rows of an order that name the same item, such as free pieces or a second price: the pieces are
   added, and the amount is kept to the last unit by the discount from the highest cost; where rounding each row made it
   more than that cost gives, by a cost that is just high enough. The other rows are left in
   pg_temp.import_merged. Rows with problems stay apart; then their order is not imported. */
create function private.import_merge_lines() returns void
  language plpgsql set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
begin
  create temporary table import_merged as
  select x.n, x.sheet_row, x.first_n, x.first_row
  from (
    select r.n, r.sheet_row, first_value(r.n) over item as first_n, first_value(r.sheet_row) over item as first_row
    from pg_temp.import_rows r
    where r.variant_id is not null
      and not exists (select from pg_temp.import_problems q where q.n = r.n and q.code <> 'name_unknown')
    window item as (partition by r.head, r.variant_id order by r.n)) x
  where x.n <> x.first_n;
  update pg_temp.import_rows r
  set quantity = s.quantity, unit_cost = u.unit_cost,
    discount = greatest(trunc(s.quantity * u.unit_cost - s.amount, 4), 0)
  from (
    select m.first_n, sum(x.quantity) as quantity, max(x.unit_cost) as unit_cost,
      sum(private.line_total(x.quantity, x.unit_cost, x.discount, decimals)) as amount
    from (select first_n, n from pg_temp.import_merged union select first_n, first_n from pg_temp.import_merged) m
    join pg_temp.import_rows x on x.n = m.n
    group by 1) s
  cross join lateral (
    select case when round(s.quantity * s.unit_cost, decimals) >= s.amount then s.unit_cost
      else ceil(s.amount / s.quantity * 10000) / 10000 end as unit_cost) u
  where r.n = s.first_n;
  delete from pg_temp.import_rows r using pg_temp.import_merged m where m.n = r.n;
end
$$;

/* Collects the orders of the file and matches them to stored ones: by reference, supplier and branch, in which case the
   order is updated if still possible; without a reference by supplier, branch, day and lines, in which case it never
   changes. */
create function private.import_collect_orders() returns void
  language plpgsql set search_path = ''
as $$
begin
  create temporary table import_orders as
  select r.head as n, min(r.supplier_id::text)::uuid as supplier_id,
    (array_agg(r.branch_id order by r.n) filter (where r.branch_id is not null))[1] as branch_id,
    (array_agg(r.reference order by r.n))[1]::text as reference, min(r.reference_key) as reference_key,
    (array_agg(r.ordered_on order by r.n) filter (where r.ordered_on is not null))[1] as ordered_on,
    (array_agg(r.due_on order by r.n) filter (where r.due_on is not null))[1] as due_on,
    (array_agg(r.notes order by r.n) filter (where r.notes is not null))[1] as notes,
    (array_agg(r.tax order by r.n) filter (where r.tax is not null))[1] as tax,
    (array_agg(r.freight order by r.n) filter (where r.freight is not null))[1] as freight,
    (array_agg(r.customs order by r.n) filter (where r.customs is not null))[1] as customs,
    (array_agg(r.other_charges order by r.n) filter (where r.other_charges is not null))[1] as other_charges,
    -- Of the order, in one or all of its rows, or a part in each.
    sum(r.document_total) as document_total,
    case when min(r.document_total) = max(r.document_total) then min(r.document_total) end as repeated_total,
    sum(private.line_total(r.quantity, r.unit_cost, r.discount, (select b.currency_decimals from public.business b)))
      as goods,
    null::jsonb as charges, 0::numeric as charged, null::jsonb as items, null::jsonb as lines,
    private.uuid_v7() as id, null::integer as version, true as fresh, false as changed, false as bad
  from pg_temp.import_rows r
  group by r.head;
  -- A file that names no charges leaves those of an order.
  update pg_temp.import_orders g set charges = x.charges, charged = x.charged
  from pg_temp.import_orders o
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'amount', c.amount, 'spread', 'value'))
      filter (where c.amount > 0), '[]') as charges, sum(c.amount) as charged
    from public.business b
    cross join lateral (values ('freight', round(o.freight, b.currency_decimals)),
      ('customs', round(o.customs, b.currency_decimals)),
      ('other', round(o.other_charges, b.currency_decimals))) c(kind, amount)
    having count(c.amount) > 0) x
  where o.n = g.n;
  analyze pg_temp.import_orders;

  -- Branch, days, tax and charges are the same in all rows of an order: a row that differs belongs to another order or
  -- is a mistake.
  insert into pg_temp.import_problems
  select r.n, x."column", 'order_row_differs', x.found, jsonb_build_object('row', h.sheet_row, 'value', x.kept)
  from pg_temp.import_rows r
  join pg_temp.import_orders g on g.n = r.head
  join pg_temp.import_rows h on h.n = r.head
  cross join lateral (values
    ('branch', r.branch, case when r.branch_id <> g.branch_id then coalesce(h.branch, '–') end),
      ('ordered_on', r.ordered_on::text, case when r.ordered_on <> g.ordered_on then g.ordered_on::text end),
    ('due_on', r.due_on::text, case when r.due_on <> g.due_on then g.due_on::text end),
    ('tax', trim_scale(r.tax)::text, case when r.tax <> g.tax then trim_scale(g.tax)::text end),
    ('freight', trim_scale(r.freight)::text, case when r.freight <> g.freight then trim_scale(g.freight)::text end),
    ('customs', trim_scale(r.customs)::text, case when r.customs <> g.customs then trim_scale(g.customs)::text end),
    ('other_charges', trim_scale(r.other_charges)::text,
      case when r.other_charges <> g.other_charges then trim_scale(g.other_charges)::text end)) x("column", found,
    kept)
  where x.kept is not null
  union all
  select g.n, 'document_total', 'document_total_differs',
    trim_scale(coalesce(g.repeated_total, g.document_total))::text,
    jsonb_build_object('total', trim_scale(g.goods + g.charged + coalesce(g.tax, 0)))
  from pg_temp.import_orders g
  where g.document_total <> g.goods + g.charged + coalesce(g.tax, 0)
    and g.repeated_total is distinct from g.goods + g.charged + coalesce(g.tax, 0)
    and not exists (
      select from pg_temp.import_problems q join pg_temp.import_rows r using (n)
      where r.head = g.n and q."column" in ('quantity', 'unit_cost', 'discount', 'freight', 'customs',
        'other_charges', 'tax', 'line_total'));

  perform private.import_merge_lines();
  update pg_temp.import_orders g set items = l.items, lines = l.lines
  from (
    select r.head,
      jsonb_agg(jsonb_build_object('variant_id', r.variant_id, 'quantity', r.quantity, 'unit_cost', r.unit_cost,
        'discount', r.discount)
        order by r.n) as items,
      coalesce(jsonb_object_agg(r.variant_id,
        jsonb_build_array(r.quantity, r.unit_cost, r.discount, 0)) filter (where r.variant_id is not null), '{}')
        as lines
    from pg_temp.import_rows r
    group by r.head) l
  where l.head = g.n;
  update pg_temp.import_orders g set id = o.id, fresh = false, version = o.version
  from public.purchase_orders o
  where o.supplier_id = g.supplier_id and o.branch_id = g.branch_id
    and private.normalise(o.reference) = g.reference_key;
  update pg_temp.import_orders g set changed = true
  from public.purchase_orders o
  join public.purchase_amounts a on a.purchase_order_id = o.id
  where o.id = g.id and (
    (coalesce(g.ordered_on, o.ordered_on), coalesce(g.due_on, o.due_on),
      coalesce(g.notes, o.notes::text)) is distinct from (o.ordered_on, o.due_on, o.notes::text)
    or o.tax_rate_id is null and g.tax <> a.tax
    -- A file tells only their kinds and amounts.
    or jsonb_path_query_array(private.parse_charges(o.id, g.charges), '$[*][0, 1]')
      <> jsonb_path_query_array(private.order_charges(o.id), '$[*][0, 1]')
    or g.lines <> private.order_lines(o.id));
  insert into pg_temp.import_problems
  select g.n, 'reference', 'order_moved_on', g.reference, jsonb_build_object('number', o.number)
  from pg_temp.import_orders g
  join public.purchase_orders o on o.id = g.id
  where g.changed and not private.is_unchanged_since_import(o)
  union all
  select g.n, 'due_on', 'due_before_order', g.due_on::text, '{}'
  from pg_temp.import_orders g
  left join public.purchase_orders o on o.id = g.id
  where coalesce(g.due_on, o.due_on) < coalesce(g.ordered_on, o.ordered_on, private.branch_today(g.branch_id))
    and not exists (
      select from pg_temp.import_problems q
      join pg_temp.import_rows r on r.n = q.n
      where r.head = g.n and q."column" in ('ordered_on', 'due_on'))
  union all
  select x.head, 'unit_cost', 'line_over_limit', x.total::text, '{"max": 9999999999}'
  from (
    select r.head, trunc(sum(r.quantity * r.unit_cost - r.discount) + coalesce(max(r.tax), 0)
      + coalesce(max(r.freight), 0) + coalesce(max(r.customs), 0) + coalesce(max(r.other_charges), 0)) as total
    from pg_temp.import_rows r
    -- Rows that are too large themselves are reported already.
    where r.quantity * r.unit_cost - r.discount <= 9999999999
      or r.n in (select m.first_n from pg_temp.import_merged m)
    group by 1) x
  where x.total > 9999999999;

  with that_day as (
    select g.n, o.id, o.number, private.order_lines(o.id) = g.lines as same
    from pg_temp.import_orders g
    join public.purchase_orders o on o.supplier_id = g.supplier_id and o.branch_id = g.branch_id
      and o.ordered_on = g.ordered_on
      and o.reference is null and o.status <> 'cancelled' and not o.is_opening
    where g.reference_key is null),
  other as (
    insert into pg_temp.import_problems
    select d.n, 'reference', 'order_same_day', null, jsonb_build_object('number', min(d.number))
    from that_day d
    group by d.n
    having not bool_or(d.same))
  update pg_temp.import_orders g set id = d.id, fresh = false
  from that_day d
  where d.n = g.n and d.same;
end
$$;

-- ── The report, and writing the orders ──

/* {purchase_orders: {create, update, skip}, lines, pieces, amount, branch_ids, merged, merged_row: {row, into}}: lines
   to branch_ids of new and changed orders; merged: the rows that were added to another one, of which the first is
   named. */
create function private.import_plan_orders(import_kind private.import_kinds, options jsonb, skip boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  -- Orders contain costs, so importing them needs permission to view costs.
  perform private.raise_error_if(not private.can('inventory.costs.view'), 'permission_missing', 403,
    jsonb_build_object('permission', 'inventory.costs.view', 'field', 'unit_cost'));
  perform private.import_codes(import_kind.kind);
  perform private.import_names(import_kind.kind, options);
  perform private.import_order_rows(options);
  perform private.import_items();
  perform private.import_collect_orders();
  report := private.import_leave_out(import_kind, 'import_orders', 'g.n = r.head', skip);
  return report || (
    with written as (
      select g.branch_id, coalesce(g.tax, 0) + g.charged as more, count(*) as lines, sum(r.quantity) as pieces,
        sum(private.line_total(r.quantity, r.unit_cost, r.discount, b.currency_decimals)) as amount
      from pg_temp.import_orders g
      join pg_temp.import_rows r on r.head = g.n
      cross join public.business b
      where g.fresh or g.changed
      group by g.n, g.branch_id, g.tax, g.charged)
    select jsonb_build_object(
      'lines', coalesce(sum(w.lines), 0), 'pieces', coalesce(sum(w.pieces), 0),
      'amount', coalesce(sum(w.amount + w.more), 0),
      'branch_ids', coalesce(jsonb_agg(distinct w.branch_id) filter (where w.branch_id is not null), '[]'),
      'merged', (select count(*) from pg_temp.import_merged),
      'merged_row', (
        select jsonb_build_object('row', m.sheet_row, 'into', m.first_row)
        from pg_temp.import_merged m
        order by m.n
        limit 1))
    from written w);
end
$$;

/* Writes an order's header, lines, charges and total, and recomputes its derived columns. charges: null leaves them. */
create function private.write_imported_order(purchase public.purchase_orders, items jsonb, charges jsonb, tax numeric)
  returns public.purchase_orders
  language plpgsql set search_path = ''
as $$
begin
  update public.purchase_orders o set
    ordered_on = purchase.ordered_on, due_on = purchase.due_on, notes = purchase.notes, edition = o.version + 1,
    written_by = array_remove(o.written_by, auth.uid()) || auth.uid()
  where o.id = purchase.id returning * into purchase;
  perform private.write_purchase_items(purchase, items);
  perform private.write_charges(purchase, charges) where charges is not null;
  perform private.total_purchase(purchase, tax);
  return private.refresh_purchase(purchase.id);
end
$$;

create function private.import_write_orders(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  places private.stock_move[];
  planned record;
  purchase public.purchase_orders;
  before jsonb;
  decimals integer;
begin
  -- As by private.import_write_sales.
  set constraints public.purchase_items_variant_in_use deferred;
  perform from public.purchase_orders o
  where o.id in (select g.id from pg_temp.import_orders g where g.changed)
  order by o.id
  for update;
  perform private.raise_error_if(exists (
    select from pg_temp.import_orders g left join public.purchase_orders o on o.id = g.id
    where g.changed and (o.version is distinct from g.version or not private.is_unchanged_since_import(o))),
    'import_overtaken', 409);
  for planned in
    select g.* from pg_temp.import_orders g where g.changed order by g.n
  loop
    select * into purchase from public.purchase_orders o where o.id = planned.id;
    before := jsonb_build_object(
      'order', to_jsonb(purchase) - 'search',
      'tax', (select a.tax from public.purchase_amounts a where a.purchase_order_id = planned.id),
      'charges', (
        select coalesce(jsonb_agg(to_jsonb(c) order by c.position), '[]')
        from public.purchase_charges c
        where c.purchase_order_id = planned.id),
      'items', (
        select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity,
          'free', i.free, 'unit_cost', c.unit_cost, 'discount', c.discount)
          order by i.position)
        from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id
        where i.purchase_order_id = planned.id));
    purchase.ordered_on := coalesce(planned.ordered_on, purchase.ordered_on);
    purchase.due_on := coalesce(planned.due_on, purchase.due_on);
    purchase.notes := coalesce(planned.notes, purchase.notes);
    purchase := private.write_imported_order(purchase, planned.items, planned.charges,
      coalesce(planned.tax, (before ->> 'tax')::numeric));
    insert into private.import_changes (import_id, table_name, row_id, version, before)
    values (import.id, 'purchase_orders', planned.id, purchase.version, before);
  end loop;
  -- New orders in bulk: one by one, ten thousand would take minutes.
  select b.currency_decimals into decimals from public.business b;
  create temporary table import_known as
  select private.uuid_v7() as id, g.id as order_id, r.n, r.variant_id, r.quantity, r.unit_cost, r.discount
  from pg_temp.import_rows r
  join pg_temp.import_orders g on g.n = r.head
  where g.fresh;
  insert into public.purchase_orders (id, number, reference, supplier_id, branch_id, ordered_on, due_on, notes)
  select g.id, x.number, g.reference, g.supplier_id, g.branch_id,
    coalesce(g.ordered_on, private.branch_today(g.branch_id)), g.due_on, g.notes
  from (
    select o.branch_id, array_agg(o.id order by o.n) as ids
    from pg_temp.import_orders o
    where o.fresh
    group by 1
    order by 1) c
  -- A series of their own: forms would wait for the next number of the branch until all is written.
  cross join lateral unnest(c.ids, private.next_numbers('PO', c.branch_id, cardinality(c.ids), 'IMPORT')) x(id, number)
  join pg_temp.import_orders g on g.id = x.id;
  perform private.analyze_grown_tables();

  insert into public.purchase_items (id, purchase_order_id, position, variant_id, quantity)
  select k.id, k.order_id, row_number() over (partition by k.order_id order by k.n), k.variant_id, k.quantity
  from pg_temp.import_known k;
  perform private.analyze_grown_tables();
  insert into public.purchase_item_costs (purchase_item_id, unit_cost, discount, total)
  select k.id, k.unit_cost, k.discount, private.line_total(k.quantity, k.unit_cost, k.discount, decimals)
  from pg_temp.import_known k;
  insert into public.purchase_charges (purchase_order_id, position, kind, amount, spread)
  select g.id, row_number() over (partition by g.id), x.charge ->> 0, (x.charge ->> 1)::numeric, x.charge ->> 2
  from pg_temp.import_orders g
  cross join lateral jsonb_array_elements(private.parse_charges(g.id, g.charges)) x(charge)
  where g.fresh;
  perform private.spread_charges(g.id)
  from pg_temp.import_orders g
  where g.fresh and g.charged > 0;
  insert into public.purchase_amounts (purchase_order_id, subtotal, charges, tax, total)
  select g.id, l.subtotal, g.charged, x.tax, l.subtotal + g.charged + x.tax
  from pg_temp.import_orders g
  join (
    select k.order_id, sum(private.line_total(k.quantity, k.unit_cost, k.discount, decimals)) as subtotal
    from pg_temp.import_known k group by 1) l on l.order_id = g.id
  cross join lateral (select round(coalesce(g.tax, 0), decimals) as tax) x;
  insert into private.import_changes (import_id, table_name, row_id)
  select import.id, 'purchase_orders', g.id from pg_temp.import_orders g where g.fresh;

  -- Last, since others that change one of the products, and then tills that sell it, wait for these locks.
  select array_agg(private.stock_move(r.variant_id, g.branch_id, stock_point_id => null)) into places
  from pg_temp.import_rows r join pg_temp.import_orders g on g.n = r.head
  where g.fresh or g.changed;
  perform private.lock_products_shared(array(select p.variant_id from unnest(places) p));
  perform private.require_products_known_at(p.branch_id, array_agg(p.variant_id))
  from unnest(places) p
  group by p.branch_id;
  -- The plan was made before the products were locked; by_measure may have changed since.
  perform private.require_whole_pieces((
    select jsonb_agg(jsonb_build_object('variant_id', r.variant_id, 'quantity', r.quantity))
    from pg_temp.import_rows r join pg_temp.import_orders g on g.n = r.head
    where (g.fresh or g.changed) and r.quantity <> trunc(r.quantity)), 'quantity');
  perform private.open_levels(places);
  set constraints public.purchase_items_variant_in_use immediate;
end
$$;

-- ── Undo ──

/* Refuses if an order of the import was changed, received, paid, approved or given a file since. Otherwise changed
   orders are restored; new ones are cancelled, since numbers are never reused, and lose their reference, so that the
   file can be imported again. */
create function private.import_undo_orders(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  changed record;
  purchase public.purchase_orders;
begin
  perform private.require_permission('purchasing.orders.cancel')
  where exists (
    select from private.import_changes c
    where c.import_id = import.id and c.table_name = 'purchase_orders' and c.before is null);
  perform private.require_permission('inventory.costs.view');
  perform from public.purchase_orders o
  where o.id in (
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name = 'purchase_orders')
  order by o.id
  for update;
  perform private.refuse_modified(import, 'number', format(
    'x.status <> ''pending'' or x.approved_at is not null or (%s) or exists (select from public.attachments f where '
    'f.document_id = x.id)',
    private.in_use_condition('public.purchase_orders',
      array['purchase_items', 'purchase_charges', 'purchase_amounts'])));

  update public.purchase_orders o
  set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), reference = null,
    cancel_reason = private.import_undo_reason(import, o.reference)
  from private.import_changes c
  where c.import_id = import.id and c.table_name = 'purchase_orders' and c.before is null and o.id = c.row_id;
  perform private.lock_products_shared(array(
    select (i ->> 'variant_id')::uuid
    from private.import_changes c cross join jsonb_array_elements(c.before -> 'items') i
    where c.import_id = import.id and c.table_name = 'purchase_orders'));
  for changed in
    select c.before from private.import_changes c
    where c.import_id = import.id and c.table_name = 'purchase_orders' and c.before is not null
    order by c.row_id
  loop
    purchase := jsonb_populate_record(null::public.purchase_orders, changed.before -> 'order');
    perform private.require_whole_pieces(changed.before -> 'items', 'items');
    purchase := private.write_imported_order(purchase, changed.before -> 'items', changed.before -> 'charges',
      (changed.before ->> 'tax')::numeric);
    -- The order is again as an earlier import left it.
    update private.import_changes c set version = purchase.version
    where c.table_name = 'purchase_orders' and c.row_id = purchase.id
      and c.version = (changed.before #>> '{order,version}')::integer;
  end loop;
end
$$;
