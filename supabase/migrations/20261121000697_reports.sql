-- Reports: the totals of a period compared with the previous one, grouped by one heading. Each answers in one call
--   {from, to, before_from, before_to, count, figures: {name: {now, before, change}}, totals: {column: figure}, rows:
--   [{id, name, name_ar, column: figure}]}
-- count: the number of all rows, of which the first row_limit are answered; figures and totals cover all of them. More
-- than 500 rows are an export and need its permission. Cost figures are absent for those who may not view costs.

/* The name of a row's heading: {name, name_ar}; null names for a day, a missing heading, and an invisible product. */
create function private.report_name(group_by text, key text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if group_by <> 'day' and key is not null then
    execute case group_by
      when 'product'
        then 'select to_jsonb(x) from (select p.name, p.name_ar from public.products p where p.id = $1 and '
          '(p.branch_id is null or p.branch_id = any ($2))) x'
      else format('select to_jsonb(x) from (select r.name, r.name_ar from public.%I r where r.id = $1) x', case group_by
        when 'category' then 'categories'
        when 'brand' then 'brands'
        when 'salesperson' then 'profiles'
        when 'branch' then 'branches'
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

/* The first and last days of a report's period and of the previous one. */
create function private.report_days(days daterange, before daterange) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('from', lower(days), 'to', upper(days) - 1, 'before_from', lower(before),
    'before_to', upper(before) - 1)
$$;

/* The day of the report's period under which a day counts: a day of the previous period under the corresponding one,
   surplus days under the last. */
create function private.day_beside(day date, days daterange, before daterange) returns date
  language sql immutable set search_path = ''
as $$
  select case when day <@ days then day else least(day + (lower(days) - lower(before)), upper(days) - 1) end
$$;

/* The lines of completed sales in a period and the previous one, of which an unfinished period takes those up to the
   same time (private.compared_until). cost is null unless the costs of the whole sale are known, as in the margin of
   private.sale_totals, and the caller may view them. */
create function private.report_sale_lines(reach uuid[], days daterange, before daterange)
  returns table (
    is_now boolean, day date, sale_id uuid, branch_id uuid, salesperson_id uuid, variant_id uuid, quantity numeric,
    total numeric, tax numeric, cost numeric, is_damaged boolean)
  language sql stable security definer rows 10000 set search_path = ''
as $$
  select s.business_day::date <@ days, private.day_beside(s.business_day, days, before), s.id, s.branch_id,
    s.salesperson_id, l.variant_id,
    l.quantity, l.total, l.tax,
    case when s.cost is not null then l.quantity * c.unit_cost end, l.damaged
  from public.sales s
  join public.sale_lines l on l.sale_id = s.id
  left join public.sale_line_costs c on c.sale_line_id = l.id and (select private.can('inventory.costs.view'))
  where s.status = 'completed' and s.branch_id = any (reach)
    and (s.business_day::date <@ days or s.business_day::date <@ before
      and s.sold_at < (select private.compared_until(days, before, reach)))
    -- A bound on sold_at for the index: a business day begins at most 14 hours before, and ends at most 35 hours after,
    -- its UTC date does.
    and s.sold_at >= coalesce(least(lower(before), lower(days)) - 1, '-infinity')::timestamp at time zone 'UTC'
    and s.sold_at < coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC'
$$;

/* Sales of a period: invoices (completed sales, returns and exchanges), pieces, sales, returns (of exchanges too), net,
   tax, margin, margin_rate, before, change. Amounts include tax, as in the list of sales; the margin excludes it, and
   its rate is a percentage of net sales without tax. pieces: less returned ones. before: net sales of the previous
   period, for a day those of the corresponding day. group_by: day (including days without sales, up to a year),
   product, category, salesperson, branch. Errors: permission_missing, period_unknown, value_invalid. */
create function private.report_sales(
  at_branch_ids uuid[] default '{}',
    period text default 'this_month', group_by text default 'day', row_limit integer default 500)
    returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.period_before(period, days);
  unseen constant text[] := case when private.can('inventory.costs.view') then '{}' else '{margin,margin_rate}' end;
begin
  perform private.require_report('sales', group_by, '{day,product,category,salesperson,branch}', row_limit);
  return (
    with line as (
      select x.is_now, x.sale_id, x.quantity, x.total, x.tax, x.total - x.tax - x.cost as margin,
        case when x.cost is not null then x.total - x.tax end as margin_base,
        case group_by
          when 'day' then x.day::text
          when 'product' then p.id::text
          when 'category' then p.category_id::text
          when 'salesperson' then x.salesperson_id::text else x.branch_id::text end as key
      from private.report_sale_lines(reach, days, before) x
      join public.variants v on v.id = x.variant_id
      join public.products p on p.id = v.product_id
      union all
      select true, null, 0, 0, 0, null, null, d.day::date::text
      from generate_series(lower(days), upper(days) - 1, interval '1 day') d(day)
      where group_by = 'day' and upper(days) - lower(days) <= 366
      union all
      -- Rows for the totals, in case nothing was sold.
      select n.is_now, null, 0, 0, 0, null, null, 'nothing' from (values (true), (false)) n(is_now)),
    added as (
      select l.key, l.is_now, grouping(l.key) = 1 as is_total, count(distinct l.sale_id) as invoices,
        sum(l.quantity) as pieces,
        coalesce(sum(l.total) filter (where l.quantity > 0), 0) as sales,
        coalesce(-sum(l.total) filter (where l.quantity < 0), 0) as returns,
        sum(l.total) as net, sum(l.tax) as tax, sum(l.margin) as margin,
        round(sum(l.margin) * 100 / nullif(sum(l.margin_base), 0), 1) as margin_rate
      from line l
      group by grouping sets ((l.key, l.is_now), (l.is_now))),
    beside as (
      select coalesce(n.is_total, b.is_total) as is_total, coalesce(n.key, b.key) as key,
        coalesce(n.invoices, 0) as invoices, coalesce(n.pieces, 0) as pieces,
        coalesce(n.sales, 0) as sales, coalesce(n.returns, 0) as returns, coalesce(n.net, 0) as net,
        coalesce(n.tax, 0) as tax, n.margin, n.margin_rate,
        c.of ->> 'before' as before, c.of -> 'change' as change,
        b.invoices as invoices_before, b.sales as sales_before, b.returns as returns_before, b.net as net_before,
        b.margin as margin_before, b.margin_rate as rate_before
      from (select * from added where is_now) n
      full join (
        select *
        from added
        where not is_now) b on (b.is_total, coalesce(b.key, '')) = (n.is_total, coalesce(n.key, ''))
      cross join lateral (select private.compared(n.net, b.net) as of) c
      where coalesce(n.key, b.key) is distinct from 'nothing'),
    shown as (
      select to_jsonb(b)
        - '{is_total,key,invoices_before,sales_before,returns_before,net_before,margin_before,rate_before}'::text[]
        - unseen
        || jsonb_build_object('before', b.before::numeric) as figures, b.is_total, b.key, b.net
      from beside b)
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from shown s where not s.is_total),
      'figures', (
        select jsonb_build_object(
          'sales', private.compared(b.sales, b.sales_before), 'returns', private.compared(b.returns, b.returns_before),
          'net', private.compared(b.net, b.net_before),
          'margin', private.compared(b.margin, b.margin_before),
          'margin_rate', jsonb_build_object('now', b.margin_rate, 'before', b.rate_before,
            'change', b.margin_rate - b.rate_before),
          'invoices', private.compared(b.invoices, b.invoices_before)) - unseen
        from beside b where b.is_total),
      'totals', (select s.figures from shown s where s.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(p.key, '')) || private.report_name(group_by, p.key)
          || p.figures
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by case when group_by = 'day' then s.key end desc, s.net desc,
            s.key) as position
          from shown s where not s.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
end
$$;

/* Profit and loss of a period, before tax: rows of {id, kind, name, name_ar, now, before, change, rate}; rate:
   percentage of net sales. kind: sales, returns, net_sales, cost (of goods sold less returned, at the time of sale),
   gross_profit, damaged (returned and written off, at that cost), counted (differences of stock counts, at the cost of
   their day; what late sales correct of them belongs to the day of the correction), drawers (cash over or short at
   closing, and at opening against what the previous shift left), rounding (of cash), expense (one category, or none),
   expenses, profit. change: of the size of an amount that is paid. unknown_cost: sales before tax whose costs are not
   all known; they are included without a cost. Errors: permission_missing, period_unknown. */
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
      select x.is_now, coalesce(sum(x.total - x.tax) filter (where x.quantity > 0), 0) as sales,
        coalesce(sum(x.total - x.tax) filter (where x.quantity < 0), 0) as returns,
        -coalesce(sum(x.cost), 0) as cost, coalesce(sum(x.cost) filter (where x.is_damaged), 0) as damaged,
        coalesce(sum(x.total - x.tax) filter (where x.cost is null), 0) as unknown_cost
      from private.report_sale_lines(reach, days, before) x
      group by x.is_now),
    counted as (
      select x.day <@ days as is_now, sum(x.amount) as counted
      from (
        -- As posted, without later corrections by late sales.
        select c.posted_day::date as day, (l.counted - l.expected - coalesce(k.quantity, 0)) * l.unit_cost as amount
        from public.stock_counts c
        join private.stock_count_lines l on l.count_id = c.id and l.unit_cost is not null
        left join (
          select x.line_id, sum(x.quantity) as quantity
          from private.count_corrections x
          group by 1) k on k.line_id = l.id
        where c.status = 'posted' and c.branch_id = any (reach)
        union all
        select x.business_day::date, x.quantity * l.unit_cost
        from private.count_corrections x
        join private.stock_count_lines l on l.id = x.line_id and l.unit_cost is not null
        join public.stock_counts c on c.id = l.count_id
        where c.status = 'posted' and c.branch_id = any (reach)) x
      where x.day <@ days or x.day <@ before
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
      select h.business_day::date <@ days as is_now,
        sum(f.difference + coalesce(h.opening_difference, 0)) as drawers
      from public.shifts h
      join public.shift_figures f on f.shift_id = h.id
      where h.branch_id = any (reach) and (h.business_day::date <@ days or h.business_day::date <@ before)
        -- A bound for the index, as in private.report_sale_lines.
        and h.opened_at >= coalesce(least(lower(before), lower(days)) - 1, '-infinity')::timestamp at time zone 'UTC'
        and h.opened_at < coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC'
      group by 1),
    sums as (
      select t.is_now, coalesce(r.rounding, 0) as rounding, coalesce(d.drawers, 0) as drawers,
        coalesce(s.sales, 0) as sales,
        coalesce(s.returns, 0) as returns, coalesce(s.cost, 0) as cost, coalesce(s.damaged, 0) as damaged,
        coalesce(s.unknown_cost, 0) as unknown_cost, coalesce(c.counted, 0) as counted,
        (select coalesce(sum(x.amount), 0) from spent x where x.is_now = t.is_now) as expenses
      from (values (true), (false)) t(is_now)
      left join sold s using (is_now)
      left join counted c using (is_now)
      left join rounded r using (is_now)
      left join drawn d using (is_now)),
    account as (
      select x.position, x.kind, null::uuid as key, sum(x.amount) filter (where s.is_now) as now,
        sum(x.amount) filter (where not s.is_now) as before
      from sums s
      cross join lateral (values
        (1, 'sales', s.sales), (2, 'returns', s.returns), (3, 'net_sales', s.sales + s.returns), (4, 'cost', s.cost),
        (5, 'gross_profit', s.sales + s.returns + s.cost), (6, 'damaged', s.damaged), (7, 'counted', s.counted),
        (8, 'drawers', s.drawers), (9, 'rounding', s.rounding), (11, 'expenses', s.expenses),
        (12, 'profit', s.sales + s.returns + s.cost + s.damaged + s.counted + s.drawers + s.rounding + s.expenses))
        x(position, kind, amount)
      -- The line is omitted if no cash was rounded.
      where x.kind <> 'rounding' or exists (select from rounded)
      group by x.position, x.kind
      union all
      select 10, 'expense', x.category_id, coalesce(sum(x.amount) filter (where x.is_now), 0),
        coalesce(sum(x.amount) filter (where not x.is_now), 0)
      from spent x
      group by x.category_id),
    net as (select a.now from account a where a.kind = 'net_sales')
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from account),
      'unknown_cost', (select s.unknown_cost from sums s where s.is_now),
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

/* Stock on hand and its value: pieces, value (at cost), price (at selling prices), share (percentage of the value,
   without costs of the price). On a past day: as of its end, at the average cost of then, but at today's prices.
   Amounts are rounded per variant and place. without_cost: the quantity whose cost is unknown. group_by: product,
   category, brand, branch. Errors: permission_missing, value_invalid. */
create function private.report_stock(
  at_branch_ids uuid[] default '{}', on_day public.day default null,
    group_by text default 'category', row_limit integer default 500)
    returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  ends constant timestamptz := case
    when on_day is not null then upper(private.moment_range(on_day || '..' || on_day, reach)) end;
  moment constant timestamptz := case when ends < now() then ends end;
  decimals constant integer := (select b.currency_decimals from public.business b);
  sees_costs constant boolean := private.can('inventory.costs.view');
begin
  perform private.require_report('stock', group_by, '{product,category,brand,branch}', row_limit);
  return (
    with later as (
      select m.variant_id, m.branch_id, m.stock_point_id, sum(m.quantity) as quantity
      from public.stock_movements m
      where m.at >= moment and m.branch_id = any (reach)
      group by 1, 2, 3),
    on_hand as (
      select l.variant_id, l.branch_id, l.quantity - coalesce(t.quantity, 0) as quantity
      from public.stock_levels l
      left join later t on t.variant_id = l.variant_id and t.branch_id = l.branch_id
        and t.stock_point_id is not distinct from l.stock_point_id
      where l.branch_id = any (reach) and l.quantity <> coalesce(t.quantity, 0)),
    valued as (
      select h.quantity, round(h.quantity * coalesce(v.price_override, p.price), decimals) as price,
        round(h.quantity * k.unit_cost, decimals) as value,
        case group_by
          when 'product' then p.id
          when 'category' then p.category_id
          when 'brand' then p.brand_id
          else h.branch_id end as key
      from on_hand h
      join public.variants v on v.id = h.variant_id
      join public.products p on p.id = v.product_id
      left join public.variant_costs a on a.variant_id = v.id and sees_costs
      left join public.product_costs c on c.product_id = p.id and sees_costs
      left join lateral (
        select i.average_after
        from public.receipt_items r
        join public.receipt_item_costs i on i.receipt_item_id = r.id
        join public.receipts x on x.id = r.receipt_id
        where sees_costs and moment is not null and r.variant_id = v.id and x.created_at < moment
          and coalesce(x.undone_at >= moment, true)
        order by i.sequence desc
        limit 1) f on true
      -- Used only for variants without a receipt at that time.
      left join lateral (
        select o.average_after
        from public.stock_entry_costs o
        join public.stock_entries e on e.id = o.stock_entry_id
        where sees_costs and moment is not null and o.variant_id = v.id and e.created_at < moment
        order by o.sequence desc
        limit 1) o on true
      cross join lateral (
        select case when moment is null then coalesce(a.average_cost, c.purchase_price)
          else coalesce(f.average_after, o.average_after, c.purchase_price) end as unit_cost) k),
    added as (
      select grouping(v.key) = 1 as is_total, v.key, coalesce(sum(v.quantity), 0) as pieces,
        coalesce(sum(v.value), 0) as value, coalesce(sum(v.price), 0) as price,
        coalesce(sum(v.quantity) filter (where v.value is null), 0) as without_cost
      from valued v
      group by grouping sets ((v.key), ())),
    shown as (
      select a.is_total, a.key, s.worth,
        jsonb_build_object('pieces', a.pieces, 'price', a.price,
          'share', round(s.worth * 100 / nullif(sum(s.worth) filter (where a.is_total) over (), 0), 1))
        || case when sees_costs then jsonb_build_object('value', a.value, 'without_cost', a.without_cost) else '{}' end
          as figures
      from added a
      cross join lateral (select case when sees_costs then a.value else a.price end as worth) s)
    select jsonb_build_object(
      'on_day', coalesce(on_day, upper(private.period('today', reach)) - 1),
      'count', (select count(*) from shown s where not s.is_total),
      'figures', '{}'::jsonb,
      'totals', (select s.figures from shown s where s.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(p.key::text, ''))
          || private.report_name(group_by, p.key::text) || p.figures
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by s.worth desc, s.key) as position
          from shown s
          where not s.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
end
$$;

/* The changes of stock: at_start + purchased + sold + returned + transferred + adjusted + undone = at_end, in pieces;
   outgoing quantities are negative. purchased: receipts, less purchase returns; adjusted: opening stock, adjustments
   and counts; undone: reversals of earlier documents. Rows without movements and stock are omitted. group_by: product,
   category, branch. Errors: permission_missing, period_unknown, value_invalid. */
create function private.report_movements(
  at_branch_ids uuid[] default '{}',
    period text default 'this_month', group_by text default 'product', row_limit integer default 500)
    returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  moments constant tstzrange := private.moment_range(period, reach);
begin
  perform private.require_report('movements', group_by, '{product,category,branch}', row_limit);
  return (
    with moved as (
      select v.product_id, m.branch_id, m.kind, m.at <@ moments as is_within, sum(m.quantity) as quantity,
        count(*) as movements
      from public.stock_movements m
      join public.variants v on v.id = m.variant_id
      where m.branch_id = any (reach) and m.at >= coalesce(lower(moments), '-infinity') and not isempty(moments)
      group by 1, 2, 3, 4
      union all
      select s.product_id, s.branch_id, 'level', null, s.quantity, 0
      from private.product_stock s
      where s.branch_id = any (reach) and s.quantity <> 0),
    added as (
      select grouping(x.key) = 1 as is_total, x.key,
        coalesce(sum(m.quantity) filter (where m.kind = 'level'), 0)
          - coalesce(sum(m.quantity) filter (where m.is_within is not null), 0) as at_start,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind in ('purchase', 'purchase_return')), 0)
          as purchased,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind = 'sale'), 0) as sold,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind = 'sale_return'), 0) as returned,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind in ('transfer_in', 'transfer_out')), 0)
          as transferred,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind in ('opening', 'adjustment', 'count')), 0)
          as adjusted,
        coalesce(sum(m.quantity) filter (where m.is_within and m.kind = 'reversal'), 0) as undone,
        coalesce(sum(m.quantity) filter (where m.kind = 'level'), 0)
          - coalesce(sum(m.quantity) filter (where not m.is_within), 0) as at_end,
        coalesce(sum(m.movements) filter (where m.is_within), 0) as movements,
        coalesce(sum(abs(m.quantity)) filter (where m.is_within), 0) as volume
      from moved m
      join public.products p on p.id = m.product_id
      cross join lateral (select case group_by when 'product' then p.id when 'category' then p.category_id
        else m.branch_id end as key) x
      group by grouping sets ((x.key), ())),
    shown as (select a.* from added a where a.is_total or a.at_start <> 0 or a.at_end <> 0 or a.movements > 0)
    select private.report_days(days, 'empty') || jsonb_build_object(
      'count', (select count(*) from shown s where not s.is_total),
      'figures', '{}'::jsonb,
      'totals', (select to_jsonb(s) - '{is_total,key,volume}'::text[] from shown s where s.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(p.key::text, ''))
          || private.report_name(group_by, p.key::text) || to_jsonb(p) - '{is_total,key,volume,position}'::text[]
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by s.volume desc, s.at_end desc, s.key) as position
          from shown s
          where not s.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
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
    with low as materialized (
      select s.product_id, s.branch_id, s.pieces as on_hand, s.low_at
      from private.low_stock s
      where s.branch_id = any (reach)),
    sold as (
      select v.product_id, m.branch_id, -sum(m.quantity) as pieces
      from low w
      join public.variants v on v.product_id = w.product_id
      join public.stock_movements m on m.variant_id = v.id and m.branch_id = w.branch_id
      where m.kind in ('sale', 'sale_return') and m.at >= now() - interval '30 days'
      group by 1, 2),
    coming as (
      select v.product_id, i.branch_id, sum(i.quantity) as pieces
      from private.incoming i
      join public.variants v on v.id = i.variant_id
      where i.branch_id = any (reach)
      group by 1, 2),
    shown as (
      select w.product_id, w.branch_id, w.on_hand, w.low_at, coalesce(c.pieces, 0) as incoming,
        coalesce(s.pieces, 0) as sold_lately,
        floor(greatest(w.on_hand, 0) * 30 / nullif(greatest(s.pieces, 0), 0)) as days_left,
        greatest(w.low_at + greatest(coalesce(s.pieces, 0), 0) - w.on_hand - coalesce(c.pieces, 0), 0) as to_order
      from low w
      left join sold s using (product_id, branch_id)
      left join coming c using (product_id, branch_id))
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

/* Debts to suppliers by days overdue: not_due (including today), d1_30, d31_60, d61_90, over_90, total, last_paid. Days
   count from an order's due day, otherwise from its own. Errors: permission_missing. */
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
      where a.remaining > 0 and o.status <> 'cancelled' and o.branch_id = any (reach)),
    added as (
      select grouping(o.key) = 1 as is_total, o.key, count(*) as orders,
        coalesce(sum(o.remaining) filter (where o.late <= 0), 0) as not_due,
        coalesce(sum(o.remaining) filter (where o.late between 1 and 30), 0) as d1_30,
        coalesce(sum(o.remaining) filter (where o.late between 31 and 60), 0) as d31_60,
        coalesce(sum(o.remaining) filter (where o.late between 61 and 90), 0) as d61_90,
        coalesce(sum(o.remaining) filter (where o.late > 90), 0) as over_90, coalesce(sum(o.remaining), 0) as total
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

/* Customers' debts by age: d0_30, d31_60, d61_90, over_90, credit (owed to the customer, negative), total, last_sold.
   Age counts from the business day of the sale. Errors: permission_missing. */
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
      select s.customer_id as key, s.remaining, s.business_day,
        private.branch_today(s.branch_id) - s.business_day::date as age
      from public.sales s
      where s.remaining <> 0 and s.branch_id = any (reach)),
    added as (
      select grouping(o.key) = 1 as is_total, o.key, count(*) as sales, max(o.business_day::date) as last_sold,
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

/* Purchases of a period: orders, pieces, received (pieces), total, paid, remaining, before (total), change. Orders that
   are not cancelled, by their own day. group_by: supplier, branch, day. Errors: permission_missing, period_unknown,
   value_invalid. */
create function private.report_purchases(
  at_branch_ids uuid[] default '{}',
    period text default 'this_month', group_by text default 'supplier', row_limit integer default 500)
    returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.period_before(period, days);
begin
  perform private.require_permission('inventory.costs.view');
  perform private.require_permission('contacts.suppliers.view') where group_by = 'supplier';
  perform private.require_report('purchases', group_by, '{supplier,branch,day}', row_limit);
  return (
    with ordered as (
      select o.id, o.ordered_on::date <@ days as is_now, a.total, a.paid, a.remaining,
        case group_by
          when 'supplier' then o.supplier_id::text
          when 'branch' then o.branch_id::text
          else private.day_beside(o.ordered_on, days, before)::text end as key
      from public.purchase_orders o
      join public.purchase_amounts a on a.purchase_order_id = o.id
      where o.status <> 'cancelled' and o.branch_id = any (reach)
        and (o.ordered_on::date <@ days or o.ordered_on::date <@ before)),
    added as (
      select grouping(o.key) = 1 as is_total, o.key, count(*) filter (where o.is_now) as orders,
        coalesce(sum(i.pieces) filter (where o.is_now), 0) as pieces,
        coalesce(sum(i.received) filter (where o.is_now), 0) as received,
        coalesce(sum(o.total) filter (where o.is_now), 0) as total,
        coalesce(sum(o.paid) filter (where o.is_now), 0) as paid,
        coalesce(sum(o.remaining) filter (where o.is_now), 0) as remaining,
        coalesce(sum(o.total) filter (where not o.is_now), 0) as before
      from ordered o
      cross join lateral (
        select sum(x.quantity) as pieces, sum(x.received) as received
        from public.purchase_items x
        where x.purchase_order_id = o.id) i
      group by grouping sets ((o.key), ())),
    shown as (
      select a.*, private.compared(a.total, a.before) -> 'change' as change from added a)
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from shown s where not s.is_total),
      'figures', (
        select jsonb_build_object('total', private.compared(s.total, s.before))
        from shown s
        where s.is_total),
      'totals', (select to_jsonb(s) - '{is_total,key}'::text[] from shown s where s.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', p.key) || private.report_name(group_by, p.key) || to_jsonb(p)
          - '{is_total,key,position}'::text[]
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by case when group_by = 'day' then s.key end desc, s.total desc,
            s.key) as position
          from shown s where not s.is_total
          order by position
          limit greatest(row_limit, 0)) p)));
end
$$;

/* Expenses of a period: count, amount (including tax), tax, paid, remaining, before (amount), change, by the day spent.
   group_by: expense_category, branch, supplier, day. Errors: permission_missing, period_unknown, value_invalid. */
create function private.report_expenses(
  at_branch_ids uuid[] default '{}',
    period text default 'this_month', group_by text default 'expense_category', row_limit integer default 500)
    returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.period_before(period, days);
begin
  perform private.require_permission('contacts.suppliers.view') where group_by = 'supplier';
  perform private.require_report('expenses', group_by, '{expense_category,branch,supplier,day}', row_limit);
  return (
    with spent as (
      select e.spent_on::date <@ days as is_now, e.amount, e.tax, e.paid, e.remaining,
        case group_by
          when 'expense_category' then e.category_id::text
          when 'branch' then e.branch_id::text
          when 'supplier' then e.supplier_id::text
          else private.day_beside(e.spent_on, days, before)::text end as key
      from public.expenses e
      where e.deleted_at is null and e.branch_id = any (reach)
        and (e.spent_on::date <@ days or e.spent_on::date <@ before)),
    added as (
      select grouping(e.key) = 1 as is_total, e.key, count(*) filter (where e.is_now) as count,
        coalesce(sum(e.amount) filter (where e.is_now), 0) as amount,
        coalesce(sum(e.tax) filter (where e.is_now), 0) as tax,
        coalesce(sum(e.paid) filter (where e.is_now), 0) as paid,
        coalesce(sum(e.remaining) filter (where e.is_now), 0) as remaining,
        coalesce(sum(e.amount) filter (where not e.is_now), 0) as before
      from spent e
      group by grouping sets ((e.key), ())),
    shown as (
      select a.*, private.compared(a.amount, a.before) -> 'change' as change from added a)
    select private.report_days(days, before) || jsonb_build_object(
      'count', (select count(*) from shown s where not s.is_total),
      'figures', (
        select jsonb_build_object('amount', private.compared(s.amount, s.before))
        from shown s
        where s.is_total),
      'totals', (select to_jsonb(s) - '{is_total,key}'::text[] from shown s where s.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(p.key, '')) || private.report_name(group_by, p.key)
          || to_jsonb(p) - '{is_total,key,position}'::text[]
          order by p.position), '[]')
        from (
          select s.*, row_number() over (order by case when group_by = 'day' then s.key end desc, s.amount desc,
            s.key) as position
          from shown s where not s.is_total
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
      private.report_sales(at_branch_ids, 'this_month', 'branch', 0) #> '{totals,net}' end,
    'profit', case
      when sees_costs
        and private.can('reports.profit_and_loss.view') and private.can('attendance.shifts.view_expected') then
          private.report_profit_and_loss(at_branch_ids) #> '{figures,profit,now}' end,
    'stock', case when private.can('reports.stock.view') then private.report_stock(at_branch_ids, null,
      'branch', 0) #> array['totals', case when sees_costs then 'value' else 'price' end] end,
    'movements', case
      when private.can('reports.movements.view')
        then private.report_movements(at_branch_ids, 'this_month', 'branch', 0) #> '{totals,movements}' end,
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
        then private.report_purchases(at_branch_ids, 'this_month', 'branch', 0) #> '{totals,total}' end,
    'expenses', case
      when private.can('reports.expenses.view')
        then private.report_expenses(at_branch_ids, 'this_month', 'branch', 0) #> '{totals,amount}' end));
end
$$;

select private.expose_rpc('report_sales', 'Sales of a period, compared with the previous one.');
select private.expose_rpc('report_profit_and_loss', 'Profit and loss of a period.');
select private.expose_rpc('report_stock', 'Stock and its value, now or on a past day.');
select private.expose_rpc('report_movements', 'Stock at the start, its movements by kind, and stock at the end.');
select private.expose_rpc('report_low_stock', 'Low stock, and the quantities to order.');
select private.expose_rpc('report_payables', 'Debts to suppliers, by days overdue.');
select private.expose_rpc('report_receivables', 'Customers'' debts, by age.');
select private.expose_rpc('report_purchases', 'Orders of a period, received and paid.');
select private.expose_rpc('report_expenses', 'Expenses of a period.');
select private.expose_rpc('report_overview', 'One figure of each report that the caller may see.');
