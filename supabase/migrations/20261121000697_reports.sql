-- Reports that are not made by the engine: profit and loss, low stock and debts. Each answers in
-- one call
--   {from, to, before_from, before_to, count, figures: {name: {now, before, change}}, totals: {column: figure}, rows:
--   [{id, name, name_ar, column: figure}]}
-- count: the number of all rows, of which the first row_limit are answered; figures and totals cover all of them. More
-- than 500 rows are an export and need its permission. Cost figures are absent for those who may not view costs.

/* The name of a row's heading: {name, name_ar}; null names for a missing heading and an invisible product. */
create function private.report_name(group_by text, key text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if key is not null then
    execute case group_by
      when 'product'
        then 'select to_jsonb(x) from (select p.name, p.name_ar from public.products p where p.id = $1 and '
          '(p.branch_id is null or p.branch_id = any ($2))) x'
      else format('select to_jsonb(x) from (select r.name, r.name_ar from public.%I r where r.id = $1) x', case group_by
        when 'supplier' then 'suppliers'
        when 'customer' then 'customers'
        when 'expense_category' then 'expense_categories' end) end
    into answer using key::uuid, private.branch_ids('view');
  end if;
  return coalesce(answer, '{"name": null, "name_ar": null}');
end
$$;

/* Checks the permission for a report, its heading, and for more than 500 rows the permission to export it. */
create function private.require_report(report text, group_by text, headings text[], row_limit integer) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission(format('reports.%s.view', report));
  perform private.require_permission(format('reports.%s.export', report)) where row_limit > 500;
  perform private.raise_error_if(coalesce(group_by <> all (headings), true), 'value_invalid', 400,
    '{"field": "group_by"}');
end
$$;

/* Profit and loss of a period, before tax: rows of {id, kind, name, name_ar, now, before, change, rate}; rate:
   percentage of net sales. kind: sales, returns, net_sales, cost (of goods sold less returned, at the time of sale),
   gross_profit, damaged (returned and written off, at that cost), counted (differences of stock counts, at the cost of
   their day; what late sales correct of them belongs to the day of the correction), adjusted (goods put in or written
   off by hand, at their cost then), corrected (public.cost_differences: goods left at another cost than they are now
   known to have had), drawers (cash over or short at closing, and at opening against what the previous
   shift left), rounding (of cash), expense (one category, or none), expenses, profit. change: of the size of an
   amount that is paid. unknown_cost: the sales before tax of the pieces whose cost is unknown, without_cost of them;
   they are included without a cost. Errors: permission_missing, period_unknown. */
create function private.report_profit_and_loss(at_branch_ids uuid[] default '{}', period text default 'this_month')
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.period_before(period, days);
begin
  perform private.require_permission('reports.profit_and_loss.view', 'inventory.costs.view',
    'attendance.shifts.view_expected');
  return (
    with sold as (
      select side.is_now, coalesce(sum(s.total - s.tax - coalesce(r.amount, 0)), 0) as sales,
        coalesce(sum(r.amount), 0) as returns, -coalesce(sum(s.cost), 0) as cost,
        coalesce(sum(r.damaged), 0) as damaged,
        coalesce(sum(s.total - s.tax - coalesce(s.costed, 0)), 0) as unknown_cost,
        coalesce(sum(s.without_cost), 0) as without_cost
      from (values (true, days, 'infinity'), (false, before, private.compared_until(days, before, reach)))
        side(is_now, days, until)
      join public.sales s on s.business_day::date <@ side.days and s.sold_at < side.until
        -- A bound for the index, as in private.report_source.
        and s.sold_at >= coalesce(lower(side.days) - 1, '-infinity')::timestamp at time zone 'UTC'
        and s.sold_at < coalesce(upper(side.days) + 2, 'infinity')::timestamp at time zone 'UTC'
      -- Only returns and exchanges have their lines read.
      left join lateral (
        select sum(l.total - l.tax) as amount, sum(k.cost) filter (where l.damaged) as damaged
        from public.sale_lines l
        left join public.sale_line_costs k on k.sale_line_id = l.id
        where l.sale_id = s.id and l.quantity < 0 and s.type <> 'sale') r on true
      where s.status = 'completed' and s.branch_id = any (reach)
      group by side.is_now),
    moved as (
      select x.day <@ days as is_now, coalesce(sum(x.value) filter (where x.kind = 'count'), 0) as counted,
        coalesce(sum(x.value) filter (where x.kind = 'adjustment'), 0) as adjusted
      from private.stock_bookings x
      where x.branch_id = any (reach) and (x.day <@ days or x.day <@ before)
        -- A bound for the index, as in private.report_span.
        and (x.at is null
          or x.at >= coalesce(least(lower(before), lower(days)) - 1, '-infinity')::timestamp at time zone 'UTC'
            and x.at < coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC')
      group by 1),
    corrected as (
      select d.business_day::date <@ days as is_now, sum(d.amount) as corrected
      from public.cost_differences d
      where d.kind = 'corrected' and d.branch_id = any (reach)
        and (d.business_day::date <@ days or d.business_day::date <@ before)
      group by 1),
    spent as (
      select e.spent_on::date <@ days as is_now, e.category_id, -sum(e.amount - e.tax) as amount
      from public.expenses e
      where e.deleted_at is null and e.branch_id = any (reach)
        and (e.spent_on::date <@ days or e.spent_on::date <@ before)
      group by 1, 2),
    rounded as (
      select p.business_day::date <@ days as is_now, sum(p.rounding) as rounding
      from public.sale_payments p
      where p.rounding <> 0
        and p.voided_at is null
        and p.branch_id = any (reach)
        and (p.business_day::date <@ days or p.business_day::date <@ before)
      group by 1),
    drawn as (
      select x.is_now, sum(x.amount) as drawers
      from (
        select h.business_day::date <@ days as is_now, f.difference + coalesce(h.opening_difference, 0) as amount
        from public.shifts h
        join public.shift_figures f on f.shift_id = h.id
        where h.branch_id = any (reach) and (h.business_day::date <@ days or h.business_day::date <@ before)
          -- A bound for the index, as in private.report_span.
          and h.opened_at >= coalesce(least(lower(before), lower(days)) - 1, '-infinity')::timestamp at time zone 'UTC'
          and h.opened_at < coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC'
        union all
        -- Cash that a closed shift missed, or had over, because of a wrong method.
        select c.business_day::date <@ days, -c.amount
        from public.payment_corrections c
        where c.after_closing and c.is_cash and c.branch_id = any (reach)
          and (c.business_day::date <@ days or c.business_day::date <@ before)) x
      group by 1),
    sums as (
      select t.is_now, coalesce(r.rounding, 0) as rounding, coalesce(d.drawers, 0) as drawers,
        coalesce(s.sales, 0) as sales,
        coalesce(s.returns, 0) as returns, coalesce(s.cost, 0) as cost, coalesce(s.damaged, 0) as damaged,
        coalesce(s.unknown_cost, 0) as unknown_cost, coalesce(s.without_cost, 0) as without_cost,
        coalesce(m.counted, 0) as counted, coalesce(m.adjusted, 0) as adjusted,
        coalesce(c.corrected, 0) as corrected,
        (select coalesce(sum(x.amount), 0) from spent x where x.is_now = t.is_now) as expenses
      from (values (true), (false)) t(is_now)
      left join sold s using (is_now)
      left join moved m using (is_now)
      left join corrected c using (is_now)
      left join rounded r using (is_now)
      left join drawn d using (is_now)),
    account as (
      select x.position, x.kind, null::uuid as key, sum(x.amount) filter (where s.is_now) as now,
        sum(x.amount) filter (where not s.is_now) as before
      from sums s
      cross join lateral (values
        (1, 'sales', s.sales), (2, 'returns', s.returns), (3, 'net_sales', s.sales + s.returns), (4, 'cost', s.cost),
        (5, 'gross_profit', s.sales + s.returns + s.cost), (6, 'damaged', s.damaged), (7, 'counted', s.counted),
        (8, 'adjusted', s.adjusted), (9, 'corrected', s.corrected), (10, 'drawers', s.drawers),
        (11, 'rounding', s.rounding),
        (13, 'expenses', s.expenses), (14, 'profit', s.sales + s.returns + s.cost + s.damaged + s.counted + s.adjusted
          + s.corrected + s.drawers + s.rounding + s.expenses))
        x(position, kind, amount)
      -- These lines are omitted if no cost was corrected, and no cash rounded.
      where case x.kind when 'corrected' then exists (select from corrected)
        when 'rounding' then exists (select from rounded) else true end
      group by x.position, x.kind
      union all
      select 12, 'expense', x.category_id, coalesce(sum(x.amount) filter (where x.is_now), 0),
        coalesce(sum(x.amount) filter (where not x.is_now), 0)
      from spent x
      group by x.category_id),
    net as (select a.now from account a where a.kind = 'net_sales')
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from account),
      'unknown_cost', (select s.unknown_cost from sums s where s.is_now),
      'without_cost', (select s.without_cost from sums s where s.is_now),
      'figures', (
        select jsonb_object_agg(a.kind, private.compared(a.now, a.before))
        from account a
        where a.kind in ('net_sales', 'gross_profit', 'expenses', 'profit')),
      'totals', '{}'::jsonb,
      'rows', (
        select jsonb_agg(jsonb_build_object('id', a.kind || coalesce(':' || a.key, ''), 'kind', a.kind,
          'rate', round(a.now * 100 / nullif(n.now, 0), 1))
          || private.report_name('expense_category', a.key::text) || private.compared(a.now, a.before)
          || case when a.kind in ('returns', 'cost', 'damaged', 'expense', 'expenses')
            then jsonb_build_object('change', private.compared(-a.now, -a.before) -> 'change') else '{}' end
            order by a.position, a.now, a.key)
        from account a cross join net n)));
end
$$;

/* The tax of a period: rows of {id, kind, name, name_ar, tax_kind, percentage, documents, net_amount, tax_amount,
   with_tax}. kind: sales and sale_returns (the goods returned by returns and exchanges), both by the day
   sold, output_tax (their sum), purchases (completed orders, by the day ordered), purchase_returns (to suppliers, by
   the day they left; of completed orders, or without a receipt), expenses (by the day spent),
   input_tax (their sum), tax_due; those of documents have a row for each tax rate and percentage, and one without a
   rate. tax_kind: that of the rate now.
   documents: those that have such lines. Amounts as in the documents: returns are negative.
   figures: {output_tax, input_tax, tax_due}, compared with the period before; branches: [{id, name, name_ar,
   tax_due}] of the branches with documents, if there are several; changed_lines: the number of lines sold at another
   rate than their product's; lacking_orders, lacking_expenses: the number of documents in input_tax whose supplier has
   no tax number, null for those who may not view them. Errors: permission_missing, period_unknown. */
create function private.report_tax(at_branch_ids uuid[] default '{}', period text default 'this_month')
  returns jsonb
  language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
    set work_mem = '32MB' set plan_cache_mode = force_custom_plan
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.period_before(period, days);
begin
  perform private.require_permission('reports.profit_and_loss.view', 'inventory.costs.view');
  return (
    with sold as materialized (
      select side.is_now, s.id, s.branch_id, s.type, s.tax_rate_id, s.tax_percentage, s.has_mixed_tax, s.total, s.tax,
        s.tax_reason
      from (values (true, days, 'infinity'), (false, before, private.compared_until(days, before, reach)))
        side(is_now, days, until)
      join public.sales s on s.business_day::date <@ side.days and s.sold_at < side.until
        -- A bound for the index, as in private.report_source.
        and s.sold_at >= coalesce(lower(side.days) - 1, '-infinity')::timestamp at time zone 'UTC'
        and s.sold_at < coalesce(upper(side.days) + 2, 'infinity')::timestamp at time zone 'UTC'
      where s.status = 'completed' and s.branch_id = any (reach)),
    bought as materialized (
      select o.ordered_on::date <@ days as is_now, o.id, o.branch_id, o.supplier_id, o.tax_rate_id, o.tax_percentage,
        a.subtotal + a.charges as net, a.tax,
        o.tax_by_product or a.charges > 0 and o.tax_rate_id is not null as has_several_rates
      from public.purchase_orders o
      join public.purchase_amounts a on a.purchase_order_id = o.id
      where o.status = 'completed' and o.branch_id = any (reach)
        and (o.ordered_on::date <@ days or o.ordered_on::date <@ before)),
    taxed as (
      select s.is_now, case s.type when 'return' then 'sale_returns' else 'sales' end as kind, s.branch_id,
        s.tax_rate_id, s.tax_percentage, count(*) as documents, sum(s.total - s.tax) as net, sum(s.tax) as tax
      from sold s
      where not s.has_mixed_tax
      group by 1, 2, 3, 4, 5
      union all
      -- Only sales of several rates have their lines read.
      select s.is_now, case when l.quantity < 0 then 'sale_returns' else 'sales' end, s.branch_id, l.tax_rate_id,
        case when l.tax_rate_id is not null then l.tax_percentage end, count(distinct s.id), sum(l.total - l.tax),
        sum(l.tax)
      from sold s
      join public.sale_lines l on l.sale_id = s.id
      where s.has_mixed_tax
      group by 1, 2, 3, 4, 5
      union all
      select o.is_now, 'purchases', o.branch_id, o.tax_rate_id, o.tax_percentage, count(*), sum(o.net), sum(o.tax)
      from bought o
      where not o.has_several_rates
      group by 1, 3, 4, 5
      union all
      -- Only orders of several rates have their lines and charges read. offset 0 forces a lookup per order.
      select o.is_now, 'purchases', o.branch_id, t.tax_rate_id, t.tax_percentage, count(distinct o.id), sum(t.net),
        sum(t.tax)
      from bought o
      cross join lateral (select * from private.purchase_taxes x where x.purchase_order_id = o.id offset 0) t
      where o.has_several_rates
      group by 1, 3, 4, 5
      union all
      select r.business_day::date <@ days, 'purchase_returns', r.branch_id, i.tax_rate_id, i.tax_percentage,
        count(distinct r.id), -sum(k.total), -sum(k.tax)
      from public.purchase_returns r
      join public.purchase_return_items i on i.purchase_return_id = r.id
      join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
      left join public.receipt_items x on x.id = i.receipt_item_id
      left join public.receipts g on g.id = x.receipt_id
      left join public.purchase_orders o on o.id = g.purchase_order_id
      where r.voided_at is null and r.branch_id = any (reach)
        -- As long as its order is left out.
        and coalesce(o.status = 'completed', true)
        and (r.business_day::date <@ days or r.business_day::date <@ before)
        -- A bound for the index, as in private.report_span.
        and r.created_at >= coalesce(least(lower(before), lower(days)) - 1, '-infinity')::timestamp at time zone 'UTC'
        and r.created_at < coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC'
      group by 1, 3, 4, 5
      union all
      select e.spent_on::date <@ days, 'expenses', e.branch_id, e.tax_rate_id, e.tax_percentage, count(*),
        sum(e.amount - e.tax), sum(e.tax)
      from public.expenses e
      where e.deleted_at is null and e.branch_id = any (reach)
        and (e.spent_on::date <@ days or e.spent_on::date <@ before)
      group by 1, 3, 4, 5),
    account as (
      select k.position, x.kind, x.is_now, x.tax_rate_id, x.tax_percentage as percentage,
        sum(x.documents) as documents, sum(x.net) as net, sum(x.tax) as tax
      from taxed x
      join (values ('sales', 1), ('sale_returns', 2), ('purchases', 4), ('purchase_returns', 5), ('expenses', 6))
        k(kind, position) using (kind)
      group by 1, 2, 3, 4, 5),
    sums as (
      select s.position, s.kind, t.is_now, coalesce(sum(a.net * s.sign), 0) as net,
        coalesce(sum(a.tax * s.sign), 0) as tax
      from (values (3, 'output_tax', '{sales,sale_returns}'::text[], 1),
        (7, 'input_tax', '{purchases,purchase_returns,expenses}', 1),
        (8, 'tax_due', '{sales,sale_returns}', 1), (8, 'tax_due', '{purchases,purchase_returns,expenses}', -1))
        s(position, kind, of, sign)
      cross join (values (true), (false)) t(is_now)
      left join account a on a.kind = any (s.of) and a.is_now = t.is_now
      group by 1, 2, 3),
    shown as (
      select a.position, a.kind, a.tax_rate_id, a.percentage, a.documents, a.net, a.tax, a.net + a.tax as total
      from account a
      where a.is_now
      union all
      select s.position, s.kind, null, null, null, case when s.kind <> 'tax_due' then s.net end, s.tax,
        case when s.kind <> 'tax_due' then s.net + s.tax end
      from sums s
      where s.is_now)
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from shown),
      'branches', (
        select jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name, 'name_ar', b.name_ar, 'tax_due', x.tax_due)
          order by x.tax_due desc, b.name)
        from (
          select t.branch_id, sum(case when t.kind in ('sales', 'sale_returns') then t.tax else -t.tax end) as tax_due
          from taxed t
          where t.is_now
          group by 1) x
        join public.branches b on b.id = x.branch_id
        having count(*) > 1),
      'lacking_orders', (
        select count(*)
        from bought o
        -- The rule of private.lacks_tax_number_condition, which lists put into their statements.
        where o.is_now and o.tax <> 0 and not exists (
          select from public.suppliers t where t.id = o.supplier_id and t.tax_number is not null)
        having private.can('purchasing.orders.view')),
      'lacking_expenses', case when private.can('accounting.expenses.view') then private.expense_totals(
        at_branch_ids => at_branch_ids, spent => period, lacks_tax_number => true) -> 'count' end,
      'changed_lines', (
        select count(*)
        from sold s
        join public.sale_lines l on l.sale_id = s.id and l.tax_changed
        where s.is_now and s.tax_reason is not null),
      'figures', (
        select jsonb_object_agg(s.kind, private.compared(s.now, s.before))
        from (
          select s.kind, sum(s.tax) filter (where s.is_now) as now, sum(s.tax) filter (where not s.is_now) as before
          from sums s
          group by 1) s),
      'totals', '{}'::jsonb,
      'rows', (
        select jsonb_agg(jsonb_build_object('id', concat_ws(':', r.kind, r.tax_rate_id, r.percentage), 'kind', r.kind,
          'tax_rate_id', r.tax_rate_id, 'name', t.name, 'name_ar', t.name_ar, 'tax_kind', t.kind,
          'percentage', r.percentage, 'documents', r.documents, 'net_amount', r.net, 'tax_amount', r.tax,
          'with_tax', r.total)
          order by r.position, r.percentage desc nulls last, t.name)
        from shown r
        left join public.tax_rates t on t.id = r.tax_rate_id)));
end
$$;

/* Low stock: a row for each product and branch at or below its low-stock level, the fewest days left first: {id:
   product:branch, name, name_ar, branch, branch_ar, supplier, supplier_ar, on_hand, low_at, incoming, sold_lately (in
   the last 30 days, less returns), days_left (at that rate), to_order}. to_order: the quantity that leaves it at its
   low-stock level after another 30 days like these. Supplier names are null for those who may not view suppliers.
   Errors: permission_missing. */
create function private.report_low_stock(at_branch_ids uuid[] default '{}', row_limit integer default 500) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  sees_suppliers constant boolean := private.can('contacts.suppliers.view');
begin
  perform private.require_report('low_stock', 'product', '{product}', row_limit);
  return (
    with low as (
      select v.product_id, v.branch_id, v.product_on_hand as on_hand, v.low_at, sum(v.incoming) as incoming,
        sum(v.sold_lately) as sold_lately
      from private.low_stock_variants(reach) v
      group by 1, 2, 3, 4),
    shown as (
      select w.*, floor(greatest(w.on_hand, 0) * 30 / nullif(greatest(w.sold_lately, 0), 0)) as days_left,
        private.quantity_to_order(w.low_at, w.sold_lately, w.on_hand, w.incoming) as to_order
      from low w)
    select jsonb_build_object(
      'count', (select count(*) from shown),
      'figures', '{}'::jsonb,
      'totals', (
        select jsonb_build_object('on_hand', coalesce(sum(s.on_hand), 0), 'incoming', coalesce(sum(s.incoming), 0),
          'sold_lately', coalesce(sum(s.sold_lately), 0), 'to_order', coalesce(sum(s.to_order), 0))
        from shown s),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.product_id || ':' || p.branch_id)
          || private.report_name('product', p.product_id::text)
          || jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar, 'supplier', u.name, 'supplier_ar', u.name_ar)
            || to_jsonb(p) - '{product_id,branch_id,position}'::text[]
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by s.days_left, s.on_hand, s.to_order desc, s.product_id,
            s.branch_id) as position
          from shown s
          order by position
          limit greatest(row_limit, 0)) p
        join public.products g on g.id = p.product_id
        join public.branches b on b.id = p.branch_id
        left join public.suppliers u on u.id = g.supplier_id and sees_suppliers)));
end
$$;

/* Debts to suppliers, with opening balances, by days overdue: not_due (including today), d1_30, d31_60, d61_90,
   over_90, credit (of returns, negative), total, last_paid. Days count from an order's due day, otherwise from its own.
   Errors: permission_missing. */
create function private.report_payables(at_branch_ids uuid[] default '{}', row_limit integer default 500) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('inventory.costs.view', 'contacts.suppliers.view');
  perform private.require_report('purchases', 'supplier', '{supplier}', row_limit);
  return (
    with owed as (
      select o.supplier_id as key, a.remaining,
        private.branch_today(o.branch_id) - coalesce(o.due_on, o.ordered_on)::date as late
      from public.purchase_amounts a
      join public.purchase_orders o on o.id = a.purchase_order_id
      where a.remaining > 0 and o.status <> 'cancelled' and o.branch_id = any (reach)
      union all
      select r.supplier_id, -a.remaining, null
      from public.purchase_return_amounts a
      join public.purchase_returns r on r.id = a.purchase_return_id
      where a.remaining > 0 and r.branch_id = any (reach)),
    added as (
      select grouping(o.key) = 1 as is_total, o.key, count(*) filter (where o.remaining > 0) as orders,
        coalesce(sum(o.remaining) filter (where o.late <= 0), 0) as not_due,
        coalesce(sum(o.remaining) filter (where o.late between 1 and 30), 0) as d1_30,
        coalesce(sum(o.remaining) filter (where o.late between 31 and 60), 0) as d31_60,
        coalesce(sum(o.remaining) filter (where o.late between 61 and 90), 0) as d61_90,
        coalesce(sum(o.remaining) filter (where o.late > 90), 0) as over_90,
        coalesce(sum(o.remaining) filter (where o.remaining < 0), 0) as credit, coalesce(sum(o.remaining), 0) as total
      from owed o
      group by grouping sets ((o.key), ()))
    select jsonb_build_object(
      'count', (select count(*) from added a where not a.is_total),
      'figures', '{}'::jsonb,
      'totals', (select to_jsonb(a) - '{is_total,key}'::text[] from added a where a.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.key) || private.report_name('supplier', p.key::text)
          || to_jsonb(p) - '{is_total,key,position}'::text[]
          || jsonb_build_object('last_paid', (
            select max(y.paid_on)
            from public.purchase_orders o
            join public.purchase_payments y on y.purchase_order_id = o.id
            where o.supplier_id = p.key and o.branch_id = any (reach) and y.voided_at is null))
          order by p.position), '[]')
        from (
          select a.*, row_number() over (order by a.total desc, a.key) as position
          from added a
          where not a.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
end
$$;

/* Customers' debts, with opening balances, by age: d0_30, d31_60, d61_90, over_90, credit (owed to the customer,
   negative), total, last_sold (the latest unpaid sale). Age counts from the business day of the sale.
   Errors: permission_missing. */
create function private.report_receivables(at_branch_ids uuid[] default '{}', row_limit integer default 500)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('contacts.customers.view');
  perform private.require_report('sales', 'customer', '{customer}', row_limit);
  return (
    with owed as (
      select s.customer_id as key, s.remaining, case when s.type <> 'opening' then s.business_day end as sold_on,
        private.branch_today(s.branch_id) - s.business_day::date as age
      from public.sales s
      where s.remaining <> 0 and s.branch_id = any (reach)),
    added as (
      select grouping(o.key) = 1 as is_total, o.key, count(*) as sales, max(o.sold_on::date) as last_sold,
        coalesce(sum(o.remaining) filter (where o.remaining > 0 and o.age <= 30), 0) as d0_30,
        coalesce(sum(o.remaining) filter (where o.remaining > 0 and o.age between 31 and 60), 0) as d31_60,
        coalesce(sum(o.remaining) filter (where o.remaining > 0 and o.age between 61 and 90), 0) as d61_90,
        coalesce(sum(o.remaining) filter (where o.remaining > 0 and o.age > 90), 0) as over_90,
        coalesce(sum(o.remaining) filter (where o.remaining < 0), 0) as credit, coalesce(sum(o.remaining), 0) as total
      from owed o
      group by grouping sets ((o.key), ()))
    select jsonb_build_object(
      'count', (select count(*) from added a where not a.is_total),
      'figures', '{}'::jsonb,
      'totals', (select to_jsonb(a) - '{is_total,key,last_sold}'::text[] from added a where a.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.key) || private.report_name('customer', p.key::text)
          || to_jsonb(p) - '{is_total,key,position}'::text[]
          order by p.position), '[]')
        from (
          select a.*, row_number() over (order by a.total desc, a.key) as position
          from added a
          where not a.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
end
$$;

/* The figures shown beside each report in the list of reports, of this month or current: {sales, profit, stock,
   movements, low_stock, payables, receivables, purchases, expenses}; absent for reports that the caller may not
   view. */
create function private.report_overview(at_branch_ids uuid[] default '{}') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  sees_costs constant boolean := private.can('inventory.costs.view');
  sees_purchases constant boolean := sees_costs and private.can('reports.purchases.view');
  sees_sales constant boolean := private.can('reports.sales.view');
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'sales', case when sees_sales then
      private.report_sales(at_branch_ids, group_by => 'branch', row_limit => 0) #> '{totals,net}' end,
    'profit', case
      when sees_costs
        and private.can('reports.profit_and_loss.view') and private.can('attendance.shifts.view_expected') then
          private.report_profit_and_loss(at_branch_ids) #> '{figures,profit,now}' end,
    'stock', case when private.can('reports.stock.view') then private.report_stock(at_branch_ids,
      group_by => 'branch', row_limit => 0) #> array['totals', case when sees_costs then 'value' else 'price' end] end,
    'movements', case
      when private.can('reports.movements.view')
        then (
          select count(*)
          from public.stock_movements m
          where m.branch_id = any (reach) and m.at <@ private.moment_range('this_month', reach)) end,
    'low_stock', case when private.can('reports.low_stock.view') then (
      select count(*) from private.low_stock s where s.branch_id = any (reach)) end,
    'payables', case
      when sees_purchases
        and private.can('contacts.suppliers.view') then
          private.report_payables(at_branch_ids, 0) #> '{totals,total}' end,
    'receivables', case
      when sees_sales
        and private.can('contacts.customers.view') then
          private.report_receivables(at_branch_ids, 0) #> '{totals,total}' end,
    'purchases', case
      when sees_purchases
        then private.report_purchases(at_branch_ids, group_by => 'branch', row_limit => 0) #> '{totals,total}' end,
    'expenses', case
      when private.can('reports.expenses.view')
        then private.report_expenses(at_branch_ids, group_by => 'branch', row_limit => 0) #> '{totals,amount}' end));
end
$$;

select private.expose_rpc('report_profit_and_loss', 'Profit and loss of a period.');
select private.expose_rpc('report_tax', 'The tax charged, paid and due in a period, by rate.');
select private.expose_rpc('report_low_stock', 'Low stock, and the quantities to order.');
select private.expose_rpc('report_payables', 'Debts to suppliers, by days overdue.');
select private.expose_rpc('report_receivables', 'Customers'' debts, by age.');
select private.expose_rpc('report_overview', 'One figure of each report that the caller may see.');
