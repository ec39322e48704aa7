-- Reading returns to suppliers: the list, one return, and what its form needs.

create view public.purchase_return_list with (security_invoker = true) as
select r.id, r.version, r.number, r.created_at, private.person(r.created_by) as created_by, r.business_day,
  case when r.voided_at is null then 'returned' else 'voided' end as status,
  r.supplier_id, u.name as supplier, u.name_ar as supplier_ar, r.branch_id, b.name as branch, b.name_ar as branch_ar,
  r.stock_point_id, s.name as stock_point, s.name_ar as stock_point_ar, r.reason, r.reference, r.note,
  i.lines, i.pieces, a.total, a.settled, a.remaining
from public.purchase_returns r
join public.branches b on b.id = r.branch_id
left join public.suppliers u on u.id = r.supplier_id
left join public.stock_points s on s.id = r.stock_point_id
left join public.purchase_return_amounts a on a.purchase_return_id = r.id
left join lateral (
  select count(*)::integer as lines, sum(x.quantity)::numeric as pieces
  from public.purchase_return_items x
  where x.purchase_return_id = r.id) i on true;
comment on view public.purchase_return_list is
  'Returns to suppliers with names, lines and pieces; amounts are null without inventory.costs.view.';
grant select on public.purchase_return_list to authenticated;

/* The condition shared by the list and its totals: a where clause over returns r. words: each in the number, the
   supplier's reference or the note. statuses: returned, voided. credits: open (something is left of it), used.
   returned: a period of the days on which the goods left (private.period). */
create function private.purchase_return_filter(
  words text default '', statuses text[] default '{}', credits text[] default '{}', supplier_ids uuid[] default '{}',
  reasons text[] default '{}', at_branch_ids uuid[] default '{}', returned text default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days daterange;
begin
  if returned is not null then
    days := private.period(returned, reach);
  end if;
  perform private.require_permission('inventory.costs.view') where credits <> '{}';
  return concat_ws(' and ', format('r.branch_id = any (%L::uuid[])', reach),
    private.sql_match_words('r.search', words),
    private.sql_in('case when r.voided_at is null then ''returned'' else ''voided'' end', statuses, 'statuses'),
    private.sql_in('(select case when a.remaining > 0 then ''open'' else ''used'' end '
      'from public.purchase_return_amounts a where a.purchase_return_id = r.id)', credits, 'credits'),
    private.sql_in('r.supplier_id', supplier_ids, 'supplier_ids'), private.sql_in('r.reason', reasons, 'reasons'),
    -- A bound on created_at for the index, as in private.transfer_filter.
    case when returned is not null then format(
      'r.business_day::date <@ %L::daterange and r.created_at <@ %L::tstzrange', days,
      tstzrange((lower(days) - 1)::timestamp at time zone 'UTC', (upper(days) + 2)::timestamp at time zone 'UTC')) end);
end
$$;

/* The totals of the matching returns: {count, by_status: {<status>: count}, total, remaining}; the amounts are those of
   returns that are not voided, and null for those who may not view costs. */
create function private.purchase_return_sums(matching text, statuses text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked),
       ''by_status'', jsonb_build_object(''returned'', count(*) filter (where not x.voided),
         ''voided'', count(*) filter (where x.voided)),
       ''total'', case when $2 then coalesce(sum(x.total) filter (where x.asked and not x.voided), 0) end,
       ''remaining'', case when $2 then coalesce(sum(x.remaining) filter (where x.asked and not x.voided), 0) end)
     from (
       select a.total, a.remaining, r.voided_at is not null as voided,
         $1 = ''{}'' or case when r.voided_at is null then ''returned'' else ''voided'' end = any ($1) as asked
       from public.purchase_returns r
       join public.purchase_return_amounts a on a.purchase_return_id = r.id
       where %s) x', matching)
  into answer using statuses, private.can('inventory.costs.view');
  return answer;
end
$$;

select private.expose_list('purchase_return', 'A page of the returns to suppliers of the caller''s branches.',
  'public.purchase_returns r left join public.purchase_return_amounts a on a.purchase_return_id = r.id',
  'purchasing.returns.view', array['created_at', 'number', 'total a.total', 'remaining a.remaining'],
  sort_permissions => '{"total": "inventory.costs.view", "remaining": "inventory.costs.view"}',
  all_of => 'statuses');

/* One return to a supplier: {return, amounts, items, payments, files, timeline}. items: with the receipt and the order
   that the pieces came with; payments: orders that its credit paid (purchase_order_id, order_number) and refunds (with
   a method); files: the newest hundred. Amounts and files are null for those who may not view costs, payments and files
   also for those who may not view them. Errors: permission_missing, purchase_return_not_found. */
create function private.purchase_return_detail(id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  money constant boolean := private.can('inventory.costs.view');
  sees_payments constant boolean := money and private.can('purchasing.payments.view');
  sees_orders constant boolean := private.can('purchasing.orders.view');
  returned public.purchase_returns;
begin
  perform private.require_permission('purchasing.returns.view');
  select * into returned
  from public.purchase_returns r
  where r.id = purchase_return_detail.id and r.branch_id = any (reach);
  perform private.raise_error_if(returned.id is null, 'purchase_return_not_found', 404);
  return (
    with p as materialized (
      select x.*
      from public.purchase_payments x
      where x.purchase_return_id = returned.id and sees_payments
      order by x.created_at, x.id)
    select jsonb_build_object(
      'return', private.with_person_names(to_jsonb(returned) - 'search') || (
        select jsonb_build_object('supplier', u.name, 'supplier_ar', u.name_ar, 'supplier_land_line', u.land_line,
          'supplier_tax_number', u.tax_number,
          'branch', b.name, 'branch_ar', b.name_ar, 'branch_phone', b.phone, 'branch_address', b.address,
          'stock_point', s.name, 'stock_point_ar', s.name_ar)
        from public.suppliers u
        join public.branches b on b.id = returned.branch_id
        left join public.stock_points s on s.id = returned.stock_point_id
        where u.id = returned.supplier_id),
      'amounts', case when money then (
        select to_jsonb(a) - 'purchase_return_id' || jsonb_build_object('taxes', (
          select jsonb_agg(to_jsonb(x) - 'first' order by x.first)
          from (
            select i.tax_rate_id, t.name as tax_rate, t.name_ar as tax_rate_ar, t.kind,
              i.tax_percentage as percentage, sum(k.total) as net, sum(k.tax) as tax, min(i.position) as first
            from public.purchase_return_items i
            join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
            left join public.tax_rates t on t.id = i.tax_rate_id
            where i.purchase_return_id = returned.id
            group by t.id, i.tax_rate_id, i.tax_percentage) x))
        from public.purchase_return_amounts a
        where a.purchase_return_id = returned.id) end,
      'items', (
        select coalesce(jsonb_agg(to_jsonb(n) || jsonb_build_object('id', i.id, 'position', i.position,
          'quantity', i.quantity, 'receipt_number', r.number,
          'purchase_order_id', case when sees_orders then r.purchase_order_id end,
          'unit_cost', case when money then k.unit_cost end, 'total', case when money then k.total end)
          order by i.position), '[]')
        from public.purchase_return_items i
        join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
        join public.variant_names n on n.variant_id = i.variant_id
        left join public.receipt_items x on x.id = i.receipt_item_id
        left join public.receipts r on r.id = x.receipt_id
        where i.purchase_return_id = returned.id),
      'payments', case when sees_payments then (
        select coalesce(jsonb_agg(private.with_person_names(to_jsonb(p) - 'purchase_return_id')
          || jsonb_build_object('payment_method', m.name, 'payment_method_ar', m.name_ar, 'branch', b.name,
            'branch_ar', b.name_ar, 'order_number', case when o.branch_id = any (reach) then o.number end)
          order by p.created_at, p.id), '[]')
        from p
        left join public.payment_methods m on m.id = p.payment_method_id
        left join public.purchase_orders o on o.id = p.purchase_order_id
        join public.branches b on b.id = p.branch_id) end,
      'files', case when money and private.can('documents.files.view') then (
        select coalesce(jsonb_agg(private.with_person_names(to_jsonb(f) - 'search')
          order by f.created_at desc, f.id desc), '[]')
        from (
          select *
          from public.attachments x
          where x.kind = 'purchase_returns' and x.document_id = returned.id
          order by x.created_at desc, x.id desc
          limit 100) f) end,
      'timeline', private.timeline(array[
        private.event(1, 'created', returned.created_at, returned.created_by),
        private.event(6, 'voided', returned.voided_at, returned.voided_by, returned.void_reason)]
        || array(
          select unnest(array[
            private.event(4, case when p.purchase_order_id is null then 'refunded' else 'credited' end, p.created_at,
              p.created_by, p.note, o.number, amount => p.amount),
            private.event(5, 'voided', case when p.voided_at is distinct from returned.voided_at then p.voided_at end,
              p.voided_by, p.void_reason, amount => p.amount)])
          from p
          left join public.purchase_orders o on o.id = p.purchase_order_id and o.branch_id = any (reach)))));
end
$$;

/* What the form of a return shows: the goods of a receipt, or of variants the newest receipt from this supplier in this
   branch of which something is left; those without one have no receipt. {receipt: {id, number, business_day,
   purchase_order_id, order_number, supplier_id, supplier, supplier_ar, branch_id, stock_point_id, total, paid,
   remaining} or null, account: {owed, credit} of the supplier in the caller's branches, goods: [{receipt_item_id,
   receipt_number, received, left, on_hand (at the place), worth, line_worth, line_tax, tax_percentage, unit_cost, …}]}.
   worth: what the pieces left cost; line_worth and line_tax: what is left of the order's line. A part of the pieces
   takes its share of worth, and of line_tax in proportion to that. unit_cost: without a receipt, the average. Money is
   null for those who may not view costs; the order and what is owed, for those who may not view orders. Errors:
   permission_missing, receipt_not_found, branch_not_found, branch_view_only, list_over_limit. */
create function private.returnable_goods(receipt_id uuid default null, supplier_id uuid default null,
  branch_id uuid default null, stock_point_id uuid default null, variant_ids uuid[] default '{}') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  reach constant uuid[] := private.branch_ids('view');
  money constant boolean := private.can('inventory.costs.view');
  sees_orders constant boolean := private.can('purchasing.orders.view');
  receipt public.receipts;
  source public.purchase_orders;
begin
  perform private.require_permission('purchasing.returns.view', 'purchasing.returns.create');
  perform private.require_max_items(variant_ids, 1000, 'variant_ids');
  if receipt_id is not null then
    select * into receipt
    from public.receipts r
    where r.id = receipt_id and r.branch_id = any (reach) and r.undone_at is null;
    perform private.raise_error_if(receipt.id is null, 'receipt_not_found', 404);
    select * into source from public.purchase_orders o where o.id = receipt.purchase_order_id;
    supplier_id := source.supplier_id;
    branch_id := source.branch_id;
  end if;
  perform private.require_branch(branch_id);
  return (
    with line as (
      select i.id as receipt_item_id, i.variant_id, i.position
      from public.receipt_items i
      where i.receipt_id = returnable_goods.receipt_id
      union all
      select n.id, v.id, v.position::integer
      from unnest(variant_ids) with ordinality v(id, position)
      -- The newest first, so that what went back is added up only until one is found.
      left join lateral (
        select c.id
        from (
          select i.id, i.quantity
          from public.receipt_items i
          join public.receipts r on r.id = i.receipt_id
          join public.purchase_orders o on o.id = r.purchase_order_id
          where i.variant_id = v.id and r.undone_at is null and o.supplier_id = returnable_goods.supplier_id
            and o.branch_id = returnable_goods.branch_id
          order by r.created_at desc, r.number desc
          offset 0) c
        where c.quantity > coalesce((
          select sum(g.quantity) from private.returned_goods g where g.receipt_item_id = c.id), 0)
        limit 1) n on true)
    select jsonb_build_object(
      'receipt', case when receipt.id is not null then (
        select jsonb_build_object('id', receipt.id, 'number', receipt.number, 'business_day', receipt.business_day,
          'purchase_order_id', case when sees_orders then source.id end,
          'order_number', case when sees_orders then source.number end, 'supplier_id', supplier_id, 'supplier', s.name,
          'supplier_ar', s.name_ar, 'branch_id', branch_id, 'stock_point_id', receipt.stock_point_id,
          'total', case when money and sees_orders then a.total end,
          'paid', case when money and sees_orders then a.paid end,
          'remaining', case when money and sees_orders then a.remaining end)
        from public.suppliers s
        join public.purchase_amounts a on a.purchase_order_id = source.id
        where s.id = supplier_id) end,
      'account', case when money and sees_orders then jsonb_build_object(
        'owed', (
          select coalesce(sum(a.remaining), 0)
          from public.purchase_orders o
          join public.purchase_amounts a on a.purchase_order_id = o.id
          where o.supplier_id = returnable_goods.supplier_id and o.status <> 'cancelled' and o.branch_id = any (reach)),
        'credit', (
          select coalesce(sum(a.remaining), 0)
          from public.purchase_returns r
          join public.purchase_return_amounts a on a.purchase_return_id = r.id
          where r.supplier_id = returnable_goods.supplier_id and r.branch_id = any (reach))) end,
      'goods', coalesce(jsonb_agg(to_jsonb(n) || jsonb_build_object('receipt_item_id', l.receipt_item_id,
          'receipt_number', r.number, 'received', x.quantity, 'left', g.pieces, 'on_hand', coalesce(h.quantity, 0),
          'worth', case when money then g.worth end, 'line_worth', case when money then g.line_worth end,
          'line_tax', case when money then g.line_tax end,
          'tax_percentage', case when l.receipt_item_id is null then t.percentage else g.tax_percentage end,
          'unit_cost', case when money then coalesce(round(k.total / x.quantity, 4),
            private.unit_cost(l.variant_id)) end)
        order by l.position), '[]'))
    from line l
    join public.variant_names n on n.variant_id = l.variant_id
    join public.products p on p.id = n.product_id and (p.branch_id is null or p.branch_id = any (reach))
    cross join public.business b
    left join public.tax_rates t on t.id = coalesce(p.tax_rate_id, b.sale_tax_rate_id)
    left join public.receipt_items x on x.id = l.receipt_item_id
    left join public.receipt_item_costs k on k.receipt_item_id = x.id
    left join public.receipts r on r.id = x.receipt_id
    left join private.left_of_receipt_lines(array(select m.receipt_item_id from line m)) g
      on g.receipt_item_id = l.receipt_item_id
    left join public.stock_levels h on h.variant_id = l.variant_id and h.branch_id = returnable_goods.branch_id
      and h.stock_point_id is not distinct from coalesce(returnable_goods.stock_point_id, receipt.stock_point_id));
end
$$;

select private.expose_rpc('purchase_return_detail', 'One return to a supplier with its lines and payments.');
select private.expose_rpc('returnable_goods', 'What of a receipt, or of scanned goods, can go back to its supplier.');
