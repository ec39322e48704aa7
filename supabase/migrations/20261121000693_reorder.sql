-- Reordering: from products that are low on stock to one pending order for each supplier and branch.

-- ── What is low, and how much to order ──

/* The variants of the products that are low on stock in these branches, with what is expected and what was sold there
   in the last 30 days, less returns. product_on_hand and low_at are those of the product. product_ids: only these. */
create function private.low_stock_variants(reach uuid[], product_ids uuid[] default null)
  returns table (
    product_id uuid, branch_id uuid, variant_id uuid, product_on_hand numeric, low_at numeric, incoming numeric,
    sold_lately numeric)
  language sql stable security definer set search_path = ''
as $$
  with low as materialized (
    select s.product_id, s.branch_id, s.pieces, s.low_at
    from private.low_stock s
    where s.branch_id = any (reach) and (product_ids is null or s.product_id = any (product_ids))),
  sold as (
    select m.variant_id, m.branch_id, -sum(m.quantity) as pieces
    from low w
    join public.variants v on v.product_id = w.product_id
    join public.stock_movements m on m.variant_id = v.id and m.branch_id = w.branch_id
    -- Voided sales and undone imports were not sold.
    where (m.kind in ('sale', 'sale_return') or m.kind = 'reversal' and m.document_type = 'sale')
      and m.at >= now() - interval '30 days'
    group by 1, 2),
  coming as (
    select i.variant_id, i.branch_id, sum(i.quantity) as pieces
    from private.incoming i
    where i.branch_id = any (reach)
    group by 1, 2)
  select w.product_id, w.branch_id, v.id, w.pieces, w.low_at, coalesce(c.pieces, 0), coalesce(s.pieces, 0)
  from low w
  join public.variants v on v.product_id = w.product_id
  left join sold s on s.variant_id = v.id and s.branch_id = w.branch_id
  left join coming c on c.variant_id = v.id and c.branch_id = w.branch_id
$$;

/* The quantity that leaves a product at its low-stock level after another 30 days like the last ones. */
create function private.quantity_to_order(low_at numeric, sold_lately numeric, on_hand numeric, incoming numeric)
  returns numeric
  language sql immutable set search_path = ''
as $$
  select greatest(low_at + greatest(sold_lately, 0) - on_hand - incoming, 0)
$$;

/* The supplier and the unit cost of the last order that goods of a variant came from; the supplier is null if it is no
   longer active. Orders of invisible branches are ignored. */
create function private.last_purchase(variant_id uuid, out supplier_id uuid, out unit_cost numeric)
  language sql stable security definer set search_path = ''
as $$
  select case when s.active then o.supplier_id end, c.unit_cost
  from public.purchase_items i
  join public.purchase_orders o on o.id = i.purchase_order_id
  join public.suppliers s on s.id = o.supplier_id
  join public.purchase_item_costs c on c.purchase_item_id = i.id
  where i.variant_id = last_purchase.variant_id and i.received > 0
    and o.branch_id = any ((select private.branch_ids('view'))::uuid[])
  order by o.ordered_on desc, o.created_at desc, o.id desc
  limit 1
$$;

/* The proposed lines of orders for rows of the report of low stock, at most 500, by their ids (product:branch); rows
   that are no longer low are left out. The quantity to order of a product is spread over its active variants by what
   each of them lacks: its part of the low-stock level and of the sales of the last 30 days, less what it has and what
   is expected. Its part of the level is its part of those sales; if there were none, all have the same. A variant that
   lacks nothing has the quantity 0.
   Answers [{branch_id, branch, branch_ar, supplier_id, supplier, supplier_ar, unit_cost, on_hand, quantity, and the
   names of the variant}]. supplier_id and unit_cost are those of the last order that goods of the variant came from,
   otherwise the product's supplier and purchase price; null if unknown. A supplier that is no longer active is
   not proposed. Errors: permission_missing, list_over_limit, value_invalid {field}, branch_not_found,
   branch_view_only. */
create function private.reorder_lines(row_ids text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  branch_id uuid;
  sees_suppliers constant boolean := private.can('contacts.suppliers.view');
begin
  perform private.require_permission('reports.low_stock.view', 'purchasing.orders.view', 'purchasing.orders.create',
    'inventory.costs.view');
  perform private.require_max_items(row_ids, 500, 'row_ids');
  perform private.raise_error_if(exists (
    select from unnest(row_ids) r
    where r is null or not pg_input_is_valid(split_part(r, ':', 1), 'uuid')
      or not pg_input_is_valid(split_part(r, ':', 2), 'uuid')),
    'value_invalid', 400, '{"field": "row_ids"}');
  for branch_id in select distinct split_part(r, ':', 2)::uuid from unnest(row_ids) r loop
    perform private.require_branch(branch_id);
  end loop;
  return (
    with asked as materialized (
      select distinct split_part(r, ':', 1)::uuid as product_id, split_part(r, ':', 2)::uuid as branch_id
      from unnest(row_ids) r),
    low as materialized (
      select x.*,
        private.quantity_to_order(x.low_at, sum(x.sold_lately) over of_row, x.product_on_hand,
          sum(x.incoming) over of_row) as product_quantity
      from private.low_stock_variants(array(select distinct a.branch_id from asked a),
        array(select distinct a.product_id from asked a)) x
      join asked a on a.product_id = x.product_id and a.branch_id = x.branch_id
      window of_row as (partition by x.product_id, x.branch_id)),
    active as materialized (
      select w.*, p.by_measure, p.supplier_id, n.product, n.color, n.size_position, to_jsonb(n) as words,
        coalesce(l.pieces, 0) as on_hand,
        case when sum(greatest(w.sold_lately, 0)) over of_row > 0
          then greatest(w.sold_lately, 0) / sum(greatest(w.sold_lately, 0)) over of_row
          else 1.0 / count(*) over of_row end as part
      from low w
      join public.products p on p.id = w.product_id
      join public.variant_names n on n.variant_id = w.variant_id and n.active
      left join lateral (
        select sum(l.quantity) as pieces
        from public.stock_levels l
        where l.variant_id = w.variant_id and l.branch_id = w.branch_id) l on true
      window of_row as (partition by w.product_id, w.branch_id)),
    lacking as (
      select a.*, greatest(a.low_at * a.part + greatest(a.sold_lately, 0) - a.on_hand - a.incoming, 0) as lack,
        case when a.by_measure then 3 else 0 end as decimals,
        case when a.by_measure then a.product_quantity else ceil(a.product_quantity) end as quantity_of_all
      from active a),
    -- By running sums, the largest lack first, so that rounding neither adds nor loses a piece.
    sums as (
      select k.*, sum(k.lack) over so_far as lack_so_far, sum(k.lack) over of_row as lack_of_all,
        count(*) over so_far as nth, count(*) over of_row as variants
      from lacking k
      window of_row as (partition by k.product_id, k.branch_id),
        so_far as (partition by k.product_id, k.branch_id order by k.lack desc, k.variant_id
          rows unbounded preceding)),
    spread as (
      select s.*, round(s.quantity_of_all * case when s.lack_of_all > 0 then s.lack_so_far / s.lack_of_all
        else s.nth::numeric / s.variants end, s.decimals) as quantity_so_far
      from sums s),
    line as (
      select s.*, s.quantity_so_far - coalesce(lag(s.quantity_so_far) over (partition by s.product_id, s.branch_id
        order by s.nth), 0) as quantity
      from spread s)
    select coalesce(jsonb_agg(x.words || jsonb_build_object('branch_id', b.id, 'branch', b.name, 'branch_ar', b.name_ar,
      'supplier_id', u.id, 'supplier', u.name, 'supplier_ar', u.name_ar,
      'unit_cost', coalesce(last.unit_cost, k.purchase_price::numeric), 'on_hand', x.on_hand,
      'quantity', trim_scale(x.quantity))
      order by u.name nulls first, u.id, b.name, b.id, x.product, x.product_id, x.color nulls first, x.size_position,
        x.variant_id), '[]')
    from line x
    join public.branches b on b.id = x.branch_id
    cross join lateral private.last_purchase(x.variant_id) last
    left join public.product_costs k on k.product_id = x.product_id
    left join public.suppliers u on u.active
      and u.id = coalesce(last.supplier_id, case when sees_suppliers then x.supplier_id end));
end
$$;

-- ── Making the orders ──

create table private.reorders (
  id uuid primary key,
  created_at timestamptz not null default now(),
  created_by uuid not null default auth.uid(),
  lines jsonb not null,
  order_ids uuid[] not null
);
comment on table private.reorders is
  'Calls that made several orders at once, as they were sent, so that a repeated one is answered with the same orders.';

/* Makes a pending order for each supplier and branch among these lines, at most 1,000, all or nothing. lines:
   [{branch_id, supplier_id, variant_id, quantity, unit_cost}]. The same id sent again with the same lines answers the
   same orders as they are now, with others 409 exists_already {number}.
   Answers {id, orders: [{id, number, version, status, receipt_state, total, paid, remaining, payment_status}]}, by
   number. Errors: permission_missing, lines_missing, lines_over_limit {field, max}, id_missing, id_taken,
   purchase_not_found, exists_already, and those of save_purchase_order. */
create function private.place_reorder(id uuid, lines jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  known private.reorders;
  new_order record;
  order_ids uuid[] := '{}';
begin
  perform private.require_permission('purchasing.orders.create', 'inventory.costs.view');
  perform private.require_lines(lines, 1000,
    '{"branch_id": "uuid", "supplier_id": "uuid", "variant_id": "uuid", "quantity": "public.quantity",
      "unit_cost": "public.money"}', 'purchase_line_invalid');
  perform private.register_document_id(id, 'reorder');
  select * into known from private.reorders r where r.id = place_reorder.id;
  if known.id is not null then
    perform private.raise_error_if(exists (
      select from public.purchase_orders o
      where o.id = any (known.order_ids) and o.branch_id <> all (private.branch_ids('view'))),
      'purchase_not_found', 404);
    perform private.require_same_content(known.created_by,
      (select min(o.number) from public.purchase_orders o where o.id = any (known.order_ids)), null,
      'purchase_not_found', known.lines = lines);
    return private.reorder_summary(known);
  end if;

  -- For all orders at once, since each of them would take its own locks in another order.
  perform private.lock_products_shared(array(
    select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid)));
  perform private.open_levels(array(
    select private.stock_move(v.id, b.id, stock_point_id => null)
    from jsonb_to_recordset(lines) x(branch_id uuid, variant_id uuid)
    join public.branches b on b.id = x.branch_id
    join public.variants v on v.id = x.variant_id));
  for new_order in
    select private.uuid_v7() as id, x.branch_id, x.supplier_id, jsonb_agg(jsonb_build_object(
      'variant_id', x.variant_id, 'quantity', x.quantity, 'unit_cost', x.unit_cost) order by x.position) as items
    from rows from (jsonb_to_recordset(lines) as (branch_id uuid, supplier_id uuid, variant_id uuid, quantity text,
      unit_cost text)) with ordinality x(branch_id, supplier_id, variant_id, quantity, unit_cost, position)
    group by x.branch_id, x.supplier_id
    order by x.branch_id, min(x.position)
  loop
    perform private.save_purchase_order(new_order.id, jsonb_build_object('branch_id', new_order.branch_id,
      'supplier_id', new_order.supplier_id, 'status', 'pending'), new_order.items);
    order_ids := order_ids || new_order.id;
  end loop;
  insert into private.reorders (id, lines, order_ids)
  values (place_reorder.id, place_reorder.lines, order_ids)
  returning * into known;
  return private.reorder_summary(known);
end
$$;

/* The answer: the orders as they are now. */
create function private.reorder_summary(reorder private.reorders) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', reorder.id, 'orders',
    jsonb_agg(private.document_summary(o) || private.purchase_money(o.id) order by o.number))
  from public.purchase_orders o
  where o.id = any (reorder.order_ids)
$$;

select private.expose_rpc('reorder_lines', 'The proposed lines of orders for products that are low on stock.');
select private.expose_rpc('place_reorder', 'Makes a pending order for each supplier and branch.');
