-- The dashboard: sales and expenses compared with the previous period, debts, and pending work.

-- A small index: most sales are paid at once.
create index sales_owed on public.sales (branch_id) include (remaining) where remaining <> 0;
create index shifts_open on public.shifts (branch_id, opened_at) where closed_at is null;

/* The period for comparison: for the current month or year the same days of the previous one, for the last month the
   whole one before it, otherwise as many days before it; empty for an open-ended period. */
create function private.period_before(period text, days daterange) returns daterange
  language sql immutable set search_path = ''
as $$
  select case
    when isempty(days) or lower_inf(days) or upper_inf(days) then 'empty'
    when period in ('last_month', 'last_quarter') then daterange((lower(days) - step.back)::date, lower(days))
    -- As many days of the quarter before, whose months have other lengths.
    when period = 'this_quarter' then daterange((lower(days) - step.back)::date,
      least((lower(days) - step.back)::date + (upper(days) - lower(days)), lower(days)))
    when period in ('this_month', 'this_year') then daterange(
      (lower(days) - step.back)::date, ((upper(days) - 1 - step.back)::date + 1))
    else daterange(lower(days) - (upper(days) - lower(days)), lower(days)) end
  from (
    select case when period = 'this_year' then interval '1 year' when period like '%quarter' then interval '3 months'
      else interval '1 month' end as back) step
$$;

/* The moment of the previous period up to which it is compared: that of now in a period that is not over, so that this
   morning is compared with yesterday's morning; infinity after its end, and before its start. */
create function private.compared_until(days daterange, before daterange, reach uuid[]) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select case when x.now_there >= upper(days) or x.now_there < lower(days) then 'infinity'
    else (x.now_there - make_interval(days => lower(days) - lower(before)) + make_interval(hours => x.day_start))
      at time zone x.time_zone end
  from (
    select c.*, now() at time zone c.time_zone - make_interval(hours => c.day_start) as now_there
    from private.clock_of(reach) c) x
$$;

/* A figure with the one of the previous period and the change in percent: null if that was zero. */
create function private.compared(now numeric, before numeric) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('now', s.now, 'before', s.before,
    'change', round((s.now - s.before) * 100 / nullif(abs(s.before), 0), 1))
  from (select coalesce(compared.now, 0) as now, coalesce(compared.before, 0) as before) s
$$;

/* The money of a period beside that of another one (private.compared_days), of an unfinished period up to the same
   time; parts that the caller may not see are absent, and the answer is null if none is left: {from, to, before_from,
   before_to, step: day or month (of more than 62 days), sales, returns, margin, expenses: {now, before, change},
   owed_to_us, owed_by_us, series: [{at, now, before}], by_branch: [{branch names, now, before, change}]}. Sales include
   tax, less returns, as in private.sale_totals; returns: the goods returned by returns and exchanges. Expenses have no
   time of day: whole days are compared. */
create function private.dashboard_money(reach uuid[], period text, compare text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  days constant daterange := private.period(period, reach);
  before constant daterange := private.compared_days(compare, period, days, reach);
  before_until constant timestamptz := private.compared_until(days, before, reach);
  by_month constant boolean := upper(days) - lower(days) > 62 or period = 'this_year';
  -- A year to date shows all of its months.
  months constant integer := case when period = 'this_year' then 12 else (extract(year from upper(days) - 1) * 12
    + extract(month from upper(days) - 1) - extract(year from lower(days)) * 12 - extract(month from lower(days))) + 1
    end;
  sales_seen constant boolean := private.can('accounting.sales.view');
  costs_seen constant boolean := private.can('inventory.costs.view');
  expenses_seen constant boolean := private.can('accounting.expenses.view');
  orders_seen constant boolean := costs_seen and private.can('purchasing.orders.view');
  answer jsonb := jsonb_build_object('from', lower(days), 'to', upper(days) - 1, 'before_from', lower(before),
    'before_to', upper(before) - 1,
    'step', case when by_month then 'month' else 'day' end);
begin
  if not (sales_seen or expenses_seen or orders_seen) then
    return null;
  end if;
  perform private.raise_unknown('period_unknown') where lower_inf(before) or upper_inf(before);
  if sales_seen then
    answer := answer || (
      with sold as materialized (
        -- A sale may be of both periods.
        select s.branch_id, s.total, s.returned, s.costed - s.cost as margin, s.business_day::date as day,
          s.business_day::date <@ days as is_now,
          s.business_day::date <@ before and s.sold_at < before_until as is_before
        from public.sales s
        where s.status = 'completed' and s.branch_id = any (reach)
          -- A bound on sold_at for the index: a business day begins at most 14 hours before, and ends at most 35 hours
          -- after, its UTC date does.
          and s.sold_at >= (least(lower(before), lower(days)) - 1)::timestamp at time zone 'UTC'
          and s.sold_at < (greatest(upper(before), upper(days)) + 2)::timestamp at time zone 'UTC'
          and (s.business_day::date <@ days or s.business_day::date <@ before and s.sold_at < before_until)),
      steps as (
        select n, case
          when by_month then (date_trunc('month', lower(days)) + make_interval(months => n))::date
          else lower(days) + n end as at, case
          when by_month then (date_trunc('month', lower(before)) + make_interval(months => n))::date
          else lower(before) + n end as before_at
        from generate_series(0, case when by_month then months else upper(days) - lower(days) end - 1) n)
      select jsonb_build_object(
        'sales', private.compared(sum(s.total) filter (where s.is_now), sum(s.total) filter (where s.is_before)),
        'returns', private.compared(
          sum(s.returned) filter (where s.is_now), sum(s.returned) filter (where s.is_before)),
        'margin', case when costs_seen then private.compared(
          sum(s.margin) filter (where s.is_now), sum(s.margin) filter (where s.is_before)) end,
        'owed_to_us', (
          select coalesce(sum(o.remaining), 0)
          from public.sales o
          where o.remaining <> 0 and o.branch_id = any (reach)),
        'series', (
          select coalesce(jsonb_agg(jsonb_build_object('at', x.at, 'now', x.now, 'before', x.before)
            order by x.at), '[]')
          from (
            select p.at,
              coalesce(sum(d.total) filter (where d.is_now
                and case when by_month then date_trunc('month', d.day)::date else d.day end = p.at),
                0) as now,
              coalesce(sum(d.total) filter (where d.is_before
                and case when by_month then date_trunc('month', d.day)::date else d.day end = p.before_at),
                0) as before
            from steps p
            left join (
              select z.day, z.is_now, z.is_before, sum(z.total) as total
              from sold z
              group by z.day, z.is_now, z.is_before) d
              on case when by_month then date_trunc('month', d.day)::date else d.day end in (p.at, p.before_at)
            group by p.at) x),
        'by_branch', (
          select coalesce(jsonb_agg(jsonb_build_object('branch_id', b.id, 'branch', b.name, 'branch_ar', b.name_ar)
            || x.sales
            order by (x.sales ->> 'now')::numeric desc, b.name), '[]')
          from (
            select z.branch_id,
              private.compared(sum(z.total) filter (where z.is_now), sum(z.total) filter (where z.is_before)) as sales
            from sold z
            group by z.branch_id) x
          join public.branches b on b.id = x.branch_id))
      from sold s);
  end if;
  if expenses_seen then
    answer := answer || (
      select jsonb_build_object('expenses', private.compared(
        sum(e.amount) filter (where e.spent_on::date <@ days),
        sum(e.amount) filter (where e.spent_on::date <@ before)))
      from public.expenses e
      where e.deleted_at is null and e.branch_id = any (reach)
        and e.spent_on >= least(lower(before), lower(days))
        and e.spent_on < greatest(upper(before), upper(days)));
  end if;
  if orders_seen then
    answer := answer || (
      select jsonb_build_object('owed_by_us', coalesce(sum(x.remaining), 0))
      from (
        select a.remaining
        from public.purchase_amounts a
        join public.purchase_orders o on o.id = a.purchase_order_id
        where a.remaining > 0 and o.status <> 'cancelled' and o.branch_id = any (reach)
        union all
        select -a.remaining
        from public.purchase_return_amounts a
        join public.purchase_returns r on r.id = a.purchase_return_id
        where a.remaining > 0 and r.branch_id = any (reach)) x);
  end if;
  return answer;
end
$$;

/* The dashboard of the caller's branches; parts that the caller may not see are null. Figures about goods come from
   stored sums or the head of an index, so they cost the same for a thousand or a million products. {money: as
   private.dashboard_money, products, on_hand, on_hand_by_branch, low_stock_count, low_stock: [at most 6],
   transfers_waiting, transfers: [at most 6 pending], counts_open, shifts_open, shifts: [at most 6 open], movements: [at
   most 8]}; low_stock_count and transfers_waiting are exact up to 10,000, then 10,001. Error: period_unknown. */
create function private.dashboard(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  products_seen boolean := private.can('inventory.products.view');
  stock_seen boolean := private.can('inventory.stock.view');
  transfers_seen boolean := private.can('inventory.transfers.view');
  shifts_seen boolean := private.can('attendance.shifts.view');
begin
  perform private.require_permission('dashboard.overview.view');
  -- Of at most three years, so that each of its months or days has a place in the chart.
  perform private.raise_unknown('period_unknown')
  from private.period(dashboard.period, reach) d(days)
  where coalesce(isempty(d.days) or upper(d.days) - lower(d.days) > 1100, true);
  return jsonb_build_object(
    'money', private.dashboard_money(reach, dashboard.period, dashboard.compare),
    'shifts_open', case when shifts_seen then (
      select count(*) from public.shifts s where s.closed_at is null and s.branch_id = any (reach)) end,
    'shifts', case when shifts_seen then (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.opened_at), '[]')
      from (
        select s.id, s.number, s.opened_at, private.is_overdue(s) as overdue, private.person(s.opened_by) as opened_by,
          b.name as branch, b.name_ar as branch_ar
        from public.shifts s
        join public.branches b on b.id = s.branch_id
        where s.closed_at is null and s.branch_id = any (reach)
        order by s.opened_at
        limit 6) x) end,
    'products', case when products_seen then private.count_of_products(reach, true) end,
    'on_hand', case
      when stock_seen
        then (select coalesce(sum(x.pieces), 0) from private.branch_sums x where x.branch_id = any (reach)) end,
    'on_hand_by_branch', case when stock_seen then (
      select coalesce(jsonb_agg(jsonb_build_object('branch_id', b.id, 'branch', b.name, 'branch_ar', b.name_ar,
        'quantity', (
        select coalesce(sum(x.pieces), 0) from private.branch_sums x where x.branch_id = b.id)) order by b.name), '[]')
      from public.branches b where b.active and b.id = any (reach)) end,
    'counts_open', case when private.can('inventory.counts.view') then (
      select count(*)
      from public.stock_counts c
      where c.status in ('counting', 'comparing', 'posting') and c.branch_id = any (reach)) end,
    'transfers_waiting', case when transfers_seen then private.capped_count(
      'public.transfers t where t.status = ''pending'' and (t.from_branch_id = any ($1) or t.to_branch_id = any ($1))',
      reach) end,
    'transfers', case when transfers_seen then (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.created_at), '[]')
      from (
        select t.id, t.number, t.created_at, f.name as from_branch, f.name_ar as from_branch_ar, o.name as to_branch,
          o.name_ar as to_branch_ar,
          (select sum(i.quantity) from public.transfer_items i where i.transfer_id = t.id) as pieces
        from (
          select * from public.transfers t
          where t.status = 'pending' and (t.from_branch_id = any (reach) or t.to_branch_id = any (reach))
          order by t.created_at limit 6) t
        join public.branches f on f.id = t.from_branch_id join public.branches o on o.id = t.to_branch_id) x) end,
    'low_stock_count', case when stock_seen and products_seen then private.capped_count(
      'private.low_stock s where s.branch_id = any ($1)', reach) end,
    'low_stock', case when stock_seen and products_seen then (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.quantity, x.product, x.branch), '[]')
      from (
        select p.id as product_id, p.name as product, p.name_ar as product_ar, b.id as branch_id, b.name as branch,
          b.name_ar as branch_ar, s.pieces as quantity
        from unnest(reach) r(branch_id)
        cross join lateral (
          select k.product_id, k.pieces from private.low_stock k
          where k.branch_id = r.branch_id
          order by k.pieces, k.product_id limit 6) s
        join public.branches b on b.id = r.branch_id
        join public.products p on p.id = s.product_id
        order by s.pieces, p.name, b.name
        limit 6) x) end,
    'movements', case when stock_seen then (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.id desc), '[]')
      from (
        select m.id, m.at, m.kind, m.quantity, n.variant_id, n.product_id, n.product, n.product_ar, n.color, n.color_ar,
          n.size, n.size_ar, b.name as branch, b.name_ar as branch_ar
        from (
          select m.*
          from unnest(reach) r(branch_id)
          cross join lateral (
            select *
            from public.stock_movements x
            where x.branch_id = r.branch_id
            order by x.id desc
            limit 8) m
          order by m.id desc limit 8) m
        join public.variant_names n on n.variant_id = m.variant_id
        join public.products p on p.id = n.product_id and (p.branch_id is null or p.branch_id = any (reach))
        join public.branches b on b.id = m.branch_id) x) end);
end
$$;

select private.expose_rpc('dashboard', 'The dashboard, limited to the caller''s branches and permissions.');
