-- The engine of reports: figures of documents in a period, by one heading or two, compared with another period, under
-- any filters. What can be asked is declared in three views: report_facts, report_headings and report_measures. A new
-- heading or measure is a line there, and one in web/screens/reports.

create view private.report_facts (
  fact, report, documents, lines, condition, day, moment, permission, shown_if)
as values
  ('sales', 'sales', 'public.sales s', 'join public.sale_lines l on l.sale_id = s.id left join '
    'public.sale_line_costs k on k.sale_line_id = l.id left join public.variants v on v.id = l.variant_id left join '
    'public.products p on p.id = v.product_id', $$s.status = 'completed'$$, 's.business_day', 's.sold_at', null, null),
  ('purchases', 'purchases', 'public.purchase_orders s join public.purchase_amounts a on a.purchase_order_id = s.id '
    'cross join lateral (select sum(x.quantity) as pieces, sum(x.received) as received from public.purchase_items x '
    'where x.purchase_order_id = s.id) i', null, $$s.status in ('pending', 'completed')$$,
    's.ordered_on', null, 'inventory.costs.view', null),
  ('expenses', 'expenses', 'public.expenses s', null, 's.deleted_at is null', 's.spent_on', null, null, null),
  -- Without payments for documents of branches that the caller may not view, so that all others can be listed.
  ('cash_flow', 'profit_and_loss', 'private.money_moved s', null,
    $$s.document_branch_id = any ((select private.branch_ids('view'))::uuid[])$$, 's.day', null,
    'inventory.costs.view', null),
  ('methods', 'sales', 'private.customer_money s', null,
    $$s.document_branch_id = any ((select private.branch_ids('view'))::uuid[])$$, 's.day', null, null, null),
  ('cashiers', 'sales', 'private.cashier_work s', null,
    $$(s.shifts is null or (select private.can('attendance.shifts.view_expected')))$$, 's.day', 's.moment', null, null),
  ('deliveries', 'stock', 'private.deliveries(%1$L, %2$L) s join public.variants v on v.id = s.variant_id join '
    'public.products p on p.id = v.product_id', null, 'true', 's.business_day', 's.created_at', null, null),
  -- What is on hand now, less what happened since: each level and movement adds to the stock at the start and at the
  -- end of a period and to its piece-days, so that nothing is added up before the headings are known.
  ('movements', 'movements', $$(
    select r.is_now, x.variant_id, x.branch_id, x.level - x.quantity as at_start,
      case when i.within and x.kind in ('purchase', 'purchase_return') then x.quantity end as purchased,
      case when i.within and x.kind = 'sale' then x.quantity end as sold,
      case when i.within and x.kind = 'sale_return' then x.quantity end as returned,
      case when i.within and x.kind in ('transfer_in', 'transfer_out') then x.quantity end as transferred,
      case when i.within and x.kind in ('opening', 'adjustment', 'count') then x.quantity end as adjusted,
      case when i.within and x.kind = 'reversal' then x.quantity end as undone,
      case when i.within and x.is_sale then -x.quantity end as net_sold,
      case when i.within then x.level else x.level - x.quantity end as at_end,
      case when x.at is null then x.level * r.days when not i.within then -x.quantity * r.days when r.days is not null
        then -x.quantity * extract(epoch from x.at - r.lower) / 86400 end as piece_days
    from (
      select v.is_now, coalesce(lower(v.moments), '-infinity') as lower,
        coalesce(upper(v.moments), 'infinity') as upper, private.days_in(v.moments) as days
      from (values (true, %3$L::tstzrange), (false, %4$L::tstzrange)) v(is_now, moments)
      where not isempty(v.moments)) r
    cross join lateral (
      select l.variant_id, l.branch_id, null as kind, false as is_sale, null::timestamptz as at, 0::numeric as quantity,
        l.quantity::numeric as level
      from public.stock_levels l
      where l.branch_id = any (%1$L) and l.quantity <> 0
      union all
      select m.variant_id, m.branch_id, m.kind, m.kind in ('sale', 'sale_return')
        or m.kind = 'reversal' and m.document_type = 'sale', m.at, m.quantity::numeric, 0
      from public.stock_movements m
      where m.branch_id = any (%1$L) and m.at >= r.lower) x
    cross join lateral (select coalesce(x.at < r.upper, true) as within) i) s
    cross join lateral (select s.is_now) side join public.variants v on v.id = s.variant_id
    join public.products p on p.id = v.product_id left join public.variant_costs a on a.variant_id = v.id
    left join public.product_costs c on c.product_id = p.id
    left join private.sold_in(%1$L, %3$L, %4$L, %5$L) z on z.is_now = s.is_now and z.variant_id = s.variant_id
      and z.branch_id = s.branch_id$$, null, 'true', null, null, null,
    'coalesce(nullif(y.at_start, 0), nullif(y.at_end, 0), nullif(y.at_start_before, 0), nullif(y.at_end_before, 0), '
    'y.purchased, y.sold, y.returned, y.transferred, y.adjusted, y.undone) is not null'),
  ('stock', 'stock', 'private.stock_on(%1$L, upper(%3$L::tstzrange)) s cross join (values (true)) side(is_now) join '
    'public.variants v on v.id = s.variant_id join public.products p on p.id = v.product_id', null, 'true', null, null,
    null, null),
  ('stock_age', 'stock', 'private.stock_layers(%1$L, %2$L) s cross join (values (true)) side(is_now) join '
    'public.variants v on v.id = s.variant_id join public.products p on p.id = v.product_id left join '
    'public.variant_costs a on a.variant_id = v.id left join public.product_costs c on c.product_id = p.id', null,
    's.pieces > 0', null, null, null, null);
comment on view private.report_facts is
  'What reports add up: documents s and, for headings of lines, their lines l. report: whose permission is required. '
  'moment: when in its day a document counts, so that an unfinished period is compared with the same part of the '
  'other; null: whole days are compared. Facts without a day have the two periods themselves, as side.is_now. %1$L: '
  'the branches; %2$L: whether these are told apart; %3$L and %4$L: the period and the other one, as timestamps; %5$L: '
  'whether goods sold and unsold are told apart. shown_if: the condition for a row y of sums, if any.';

create view private.report_headings (facts, heading, of_lines, key, type, names, sorting, permission) as values
  ('{sales,purchases,expenses,cash_flow,methods,cashiers,deliveries}'::text[], 'day', false, 'd.day', 'date', null,
    'time', null),
  ('{sales,purchases,expenses,cash_flow,methods,cashiers,deliveries}', 'week', false,
    'd.day - (extract(dow from d.day)::integer - (select z.first_day_of_week from public.business z) + 7) % 7',
    'date', null, 'time', null),
  ('{sales,purchases,expenses,cash_flow,methods,cashiers,deliveries}', 'month', false,
    $$date_trunc('month', d.day)::date$$, 'date', null, 'time', null),
  ('{sales,purchases,expenses,cash_flow,methods,cashiers,deliveries,movements,stock,stock_age}', 'branch', false,
    's.branch_id', 'uuid', 'public.branches x', 'size', null),
  ('{sales}', 'weekday', false, 'extract(dow from s.business_day)::integer', 'integer', null, 'key', null),
  ('{sales}', 'hour', false, 'extract(hour from s.sold_at at time zone b.time_zone)::integer', 'integer', null,
    'key', null),
  ('{sales}', 'salesperson', false, 's.salesperson_id', 'uuid', 'public.profiles x', 'size', null),
  ('{sales}', 'customer', false, 's.customer_id', 'uuid', 'public.customers x', 'size', 'contacts.customers.view'),
  ('{sales}', 'discount_reason', false, 's.discount_reason::text', 'text', null, 'size', null),
  ('{sales}', 'tax_rate', true, 'l.tax_rate_id', 'uuid', 'public.tax_rates x', 'size', null),
  ('{sales}', 'tax_choice', true, $$case when l.tax_changed then 'changed' else 'usual' end$$, 'text', null, 'size',
    null),
  ('{expenses}', 'tax_rate', false, 's.tax_rate_id', 'uuid', 'public.tax_rates x', 'size', null),
  ('{sales}', 'goods', true, $$case when l.quantity > 0 then 'sold' else 'returned' end$$, 'text', null, 'size', null),
  ('{sales,deliveries,movements,stock,stock_age}', 'product', true, 'v.product_id', 'uuid',
    'public.products x where (x.branch_id is null or x.branch_id = any (%1$L))', 'size', null),
  ('{sales,deliveries,movements,stock,stock_age}', 'variant', true, 'v.id', 'uuid',
    $$(select n.variant_id as id, concat_ws(', ', n.product, n.color, n.size) as name, concat_ws('، ',
      coalesce(n.product_ar, n.product), coalesce(n.color_ar, n.color), coalesce(n.size_ar, n.size)) as name_ar
      from public.variant_names n join public.products p on p.id = n.product_id
      where p.branch_id is null or p.branch_id = any (%1$L)) x$$, 'size', null),
  ('{sales,deliveries,movements,stock,stock_age}', 'color', true, 'v.color_id', 'uuid', 'public.colors x', 'size',
    null),
  ('{sales,deliveries,movements,stock,stock_age}', 'size', true, 'v.size_id', 'uuid', 'public.sizes x', 'position',
    null),
  ('{sales,deliveries,movements,stock,stock_age}', 'category', true, 'p.category_id', 'uuid', 'public.categories x',
    'size', null),
  ('{sales,deliveries,movements,stock,stock_age}', 'brand', true, 'p.brand_id', 'uuid', 'public.brands x', 'size',
    null),
  ('{sales,movements,stock,stock_age}', 'supplier', true, 'p.supplier_id', 'uuid', 'public.suppliers x', 'size',
    'contacts.suppliers.view'),
  ('{purchases,expenses,deliveries}', 'supplier', false, 's.supplier_id', 'uuid', 'public.suppliers x', 'size',
    'contacts.suppliers.view'),
  ('{expenses}', 'expense_category', false, 's.category_id', 'uuid', 'public.expense_categories x', 'size', null),
  ('{deliveries}', 'purchase_order', false, 's.purchase_order_id', 'uuid',
    '(select o.id, o.number as name, null as name_ar from public.purchase_orders o) x', 'size',
    'purchasing.orders.view'),
  ('{movements}', 'moving', false, $$case when z.variant_id is not null then 'sold' else 'unsold' end$$, 'text', null,
    'size', null),
  ('{cash_flow,methods}', 'payment_method', false, 's.payment_method_id', 'uuid', 'public.payment_methods x', 'size',
    null),
  ('{cash_flow}', 'kind', false, 's.kind', 'text', null, 'size', null),
  ('{cashiers}', 'salesperson', false, 's.person_id', 'uuid', 'public.profiles x', 'size', null);
comment on view private.report_headings is
  'By what figures can be grouped and filtered. key: an expression over the documents s, their branch b, the day d.day '
  '(of the other period: the corresponding day), and the variant v and product p of their goods; of_lines: of a fact '
  'with lines, these have them. names: where its names are, as x; %1$L: the branches that the caller may view. '
  'sorting: time (newest first), key, position or size (largest first).';

-- The first measure of a fact counts its documents, also where their lines are read; the one marked is_main sorts rows
-- unless another is asked. Amounts that are mostly zero are null instead, since adding up nulls costs nothing.
create view private.report_measures (
  fact, position, measure, of_documents, of_lines, formula, kind, permission, is_main)
as values
  ('sales', 1, 'invoices', '1', null, null, 'sum', null, false),
  ('sales', 2, 'pieces', 's.pieces', 'l.quantity', null, 'sum', null, false),
  ('sales', 3, 'sales', null, null, 'net%1$s + coalesce(returns%1$s, 0)', 'sum', null, false),
  ('sales', 4, 'returns', 'nullif(s.returned, 0)', 'case when l.quantity < 0 then -l.total end', null, 'sum', null,
    false),
  ('sales', 5, 'net', 's.total', 'l.total', null, 'sum', null, true),
  ('sales', 6, 'tax', 'nullif(s.tax, 0)', 'nullif(l.tax, 0)', null, 'sum', null, false),
  ('sales', 7, 'discount', 'nullif(s.discount, 0)', 'nullif(l.discount + l.document_discount, 0)', null, 'sum', null,
    false),
  ('sales', 8, 'uncosted', 'nullif(s.total - s.tax - coalesce(s.costed, 0), 0)',
    'case when k.cost is null then l.total - l.tax end', null, 'sum', 'inventory.costs.view', false),
  ('sales', 9, 'goods_cost', 's.cost', 'k.cost', null, 'known', 'inventory.costs.view', false),
  ('sales', 10, 'without_cost', 'nullif(s.without_cost, 0)', 'case when k.cost is null then l.quantity end', null,
    'known', 'inventory.costs.view', false),
  ('sales', 11, 'margin', null, null, 'net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0) - goods_cost%1$s',
    'known', 'inventory.costs.view', false),
  ('sales', 12, 'margin_rate', null, null, 'round((net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0) - '
    'goods_cost%1$s) * 100 / nullif(net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0), 0), 1)', 'percentage',
    'inventory.costs.view', false),
  ('sales', 13, 'average', null, null,
    'round(net%1$s / nullif(invoices%1$s, 0), (select z.currency_decimals from public.business z))', 'known', null,
    false),
  ('purchases', 1, 'orders', '1', null, null, 'sum', null, false),
  ('purchases', 2, 'pieces', 'i.pieces', null, null, 'sum', null, false),
  ('purchases', 3, 'received', 'i.received', null, null, 'sum', null, false),
  ('purchases', 4, 'total', 'a.total', null, null, 'sum', null, true),
  ('purchases', 5, 'charges', 'a.charges', null, null, 'sum', null, false),
  ('purchases', 6, 'tax', 'a.tax', null, null, 'sum', null, false),
  ('purchases', 7, 'paid', 'a.paid', null, null, 'sum', null, false),
  ('purchases', 8, 'remaining', 'a.remaining', null, null, 'sum', null, false),
  ('expenses', 1, 'count', '1', null, null, 'sum', null, false),
  ('expenses', 2, 'amount', 's.amount', null, null, 'sum', null, true),
  ('expenses', 3, 'tax', 's.tax', null, null, 'sum', null, false),
  ('expenses', 4, 'paid', 's.paid', null, null, 'sum', null, false),
  ('expenses', 5, 'remaining', 's.remaining', null, null, 'sum', null, false),
  ('cash_flow', 1, 'payments', 's.payments', null, null, 'sum', null, false),
  ('cash_flow', 2, 'taken', 'case when s.kind = ''taken'' then s.amount end', null, null, 'sum', null, false),
  ('cash_flow', 3, 'given_back', 'case when s.kind = ''given_back'' then -s.amount end', null, null, 'sum', null,
    false),
  ('cash_flow', 4, 'corrected', 'case when s.kind = ''corrected'' then s.amount end', null, null, 'sum', null, false),
  ('cash_flow', 5, 'to_suppliers', 'case when s.kind = ''to_suppliers'' then -s.amount end', null, null, 'sum', null,
    false),
  ('cash_flow', 6, 'from_suppliers', 'case when s.kind = ''from_suppliers'' then s.amount end', null, null, 'sum', null,
    false),
  ('cash_flow', 7, 'for_expenses', 'case when s.kind = ''for_expenses'' then -s.amount end', null, null, 'sum', null,
    false),
  ('cash_flow', 8, 'left_over', 's.amount', null, null, 'sum', null, true),
  ('methods', 1, 'payments', 's.payments', null, null, 'sum', null, false),
  ('methods', 2, 'taken', 'case when s.kind = ''taken'' then s.amount end', null, null, 'sum', null, false),
  ('methods', 3, 'given_back', 'case when s.kind = ''given_back'' then -s.amount end', null, null, 'sum', null, false),
  ('methods', 4, 'corrected', 'case when s.kind = ''corrected'' then s.amount end', null, null, 'sum', null, false),
  ('methods', 5, 'net_payments', 's.amount', null, null, 'sum', null, true),
  ('methods', 6, 'fees', 'nullif(s.fee, 0)', null, null, 'sum', null, false),
  ('methods', 7, 'after_fees', null, null, 'net_payments%1$s - coalesce(fees%1$s, 0)', 'sum', null, false),
  ('cashiers', 1, 'invoices', 's.invoices', null, null, 'sum', null, false),
  ('cashiers', 2, 'net', 's.net', null, null, 'sum', null, true),
  ('cashiers', 3, 'average', null, null,
    'round(net%1$s / nullif(invoices%1$s, 0), (select z.currency_decimals from public.business z))', 'known', null,
    false),
  ('cashiers', 4, 'discounted', 's.discounted', null, null, 'sum', null, false),
  ('cashiers', 5, 'discount', 's.discount', null, null, 'sum', null, false),
  ('cashiers', 6, 'discount_rate', null, null,
    'round(discount%1$s * 100 / nullif(net%1$s + coalesce(returns%1$s, 0) + discount%1$s, 0), 1)', 'percentage', null,
    false),
  ('cashiers', 7, 'returns', 's.returned', null, null, 'sum', null, false),
  ('cashiers', 8, 'voided', 's.voided', null, null, 'sum', null, false),
  ('cashiers', 9, 'voided_total', 's.voided_total', null, null, 'sum', null, false),
  ('cashiers', 10, 'shifts', 's.shifts', null, null, 'sum', 'attendance.shifts.view_expected', false),
  ('cashiers', 11, 'drawer', 's.drawer', null, null, 'sum', 'attendance.shifts.view_expected', false),
  ('cashiers', 12, 'short', 's.short', null, null, 'sum', 'attendance.shifts.view_expected', false),
  ('deliveries', 1, 'received', 's.received', null, null, 'sum', null, true),
  ('deliveries', 2, 'rest', 's.rest', null, null, 'sum', null, false),
  ('deliveries', 3, 'gone', 's.received - s.rest', null, null, 'sum', null, false),
  ('deliveries', 4, 'gone_rate', null, null, 'round(gone%1$s * 100 / nullif(received%1$s, 0), 1)', 'percentage', null,
    false),
  ('movements', 1, 'at_start', 's.at_start', null, null, 'sum', null, false),
  ('movements', 2, 'purchased', 's.purchased', null, null, 'sum', null, false),
  ('movements', 3, 'sold', 's.sold', null, null, 'sum', null, false),
  ('movements', 4, 'returned', 's.returned', null, null, 'sum', null, false),
  ('movements', 5, 'transferred', 's.transferred', null, null, 'sum', null, false),
  ('movements', 6, 'adjusted', 's.adjusted', null, null, 'sum', null, false),
  ('movements', 7, 'undone', 's.undone', null, null, 'sum', null, false),
  ('movements', 8, 'at_end', 's.at_end', null, null, 'sum', null, true),
  ('movements', 9, 'net_sold', 's.net_sold', null, null, 'sum', null, false),
  ('movements', 10, 'piece_days', 's.piece_days', null, null, 'sum', null, false),
  ('movements', 11, 'average_stock', null, null, 'round(piece_days%1$s / %2$L, 1)', 'known', null, false),
  ('movements', 12, 'turnover', null, null, 'round(greatest(net_sold%1$s, 0) * 365 / nullif(piece_days%1$s, 0), 1)',
    'known', null, false),
  ('movements', 13, 'days_left', null, null, 'floor(at_end%1$s * %2$L / nullif(greatest(net_sold%1$s, 0), 0))',
    'known', null, false),
  ('movements', 14, 'sell_through', null, null,
    'round(greatest(net_sold%1$s, 0) * 100 / nullif(greatest(net_sold%1$s, 0) + at_end%1$s, 0), 1)', 'percentage',
    null, false),
  ('movements', 15, 'stock_value', 's.at_end * coalesce(a.average_cost, c.purchase_price)', null, null, 'sum',
    'inventory.costs.view', false),
  ('movements', 16, 'value', null, null, 'round(stock_value%1$s, (select z.currency_decimals from public.business z))',
    'known', 'inventory.costs.view', false),
  ('stock', 1, 'pieces', 's.pieces', null, null, 'sum', null, false),
  ('stock', 2, 'value', 'round(s.pieces * s.unit_cost, (select z.currency_decimals from public.business z))', null,
    null, 'sum', 'inventory.costs.view', false),
  ('stock', 3, 'price', 'round(s.pieces * coalesce(v.price_override, p.price), (select z.currency_decimals '
    'from public.business z))', null, null, 'sum', null, true),
  ('stock', 4, 'without_cost', 'case when s.unit_cost is null then s.pieces end', null, null, 'sum',
    'inventory.costs.view', false),
  ('stock_age', 1, 'pieces', 's.pieces', null, null, 'sum', null, true),
  ('stock_age', 2, 'value', 'round(s.pieces * coalesce(a.average_cost, c.purchase_price), '
    '(select z.currency_decimals from public.business z))', null, null, 'known', 'inventory.costs.view', false),
  ('stock_age', 3, 'piece_days', 's.pieces * s.days', null, null, 'sum', null, false),
  ('stock_age', 4, 'age', null, null, 'round(piece_days%1$s / nullif(pieces%1$s, 0))', 'known', null, false),
  ('stock_age', 5, 'd0_30', 'case when s.days <= 30 then s.pieces end', null, null, 'sum', null, false),
  ('stock_age', 6, 'd31_90', 'case when s.days between 31 and 90 then s.pieces end', null, null, 'sum', null, false),
  ('stock_age', 7, 'd91_180', 'case when s.days between 91 and 180 then s.pieces end', null, null, 'sum', null, false),
  ('stock_age', 8, 'd181_365', 'case when s.days between 181 and 365 then s.pieces end', null, null, 'sum', null,
    false),
  ('stock_age', 9, 'over_365', 'case when s.days > 365 then s.pieces end', null, null, 'sum', null, false);
comment on view private.report_measures is
  'What reports show: a sum over the documents, or over their lines where a heading or filter is of lines; or a '
  'formula of such sums, whose names %1$s completes; %2$L is the number of days of their period. kind: sum, 0 where '
  'there is nothing; known, null there; percentage, whose change is in points. permission: required to see it.';

-- ── What some facts read ──

/* The variants sold in a branch in each of two periods, less what came back or was voided; none unless tells_moving. */
create function private.sold_in(reach uuid[], period tstzrange, before tstzrange, tells_moving boolean)
  returns table (is_now boolean, variant_id uuid, branch_id uuid)
  language sql stable security definer rows 10000 set search_path = ''
as $$
  select r.is_now, m.variant_id, m.branch_id
  from (values (true, sold_in.period), (false, sold_in.before)) r(is_now, moments)
  join public.stock_movements m on m.at <@ r.moments
    and m.at >= least(lower(sold_in.period), lower(sold_in.before))
  where tells_moving and m.branch_id = any (reach)
    and (m.kind in ('sale', 'sale_return') or m.kind = 'reversal' and m.document_type = 'sale')
  group by 1, 2, 3
  having sum(m.quantity) < 0
$$;

/* The pieces of each variant at each place at a moment, and what one costs: now, or at the average of then; null if
   that is unknown. */
create function private.stock_on(reach uuid[], moment timestamptz)
  returns table (variant_id uuid, branch_id uuid, pieces numeric, unit_cost numeric)
  language plpgsql stable security definer rows 100000 set search_path = '' set work_mem = '64MB'
as $$
#variable_conflict use_column
begin
  -- The stock now is read without a look at its movements.
  if coalesce(stock_on.moment, 'infinity') >= now() then
    return query
    select l.variant_id, l.branch_id, l.quantity::numeric, coalesce(a.average_cost, c.purchase_price)::numeric
    from public.stock_levels l
    join public.variants v on v.id = l.variant_id
    left join public.variant_costs a on a.variant_id = v.id
    left join public.product_costs c on c.product_id = v.product_id
    where l.branch_id = any (stock_on.reach) and l.quantity <> 0;
    return;
  end if;
  return query
  with since as materialized (
    select m.variant_id, m.branch_id, m.stock_point_id, sum(m.quantity) as quantity, sum(m.value) as value
    from public.stock_movements m
    where m.at >= stock_on.moment
    group by 1, 2, 3),
  on_hand as (
    select x.variant_id, x.branch_id, sum(x.quantity)::numeric as pieces
    from (
      select l.variant_id, l.branch_id, l.stock_point_id, l.quantity
      from public.stock_levels l
      union all
      select m.variant_id, m.branch_id, m.stock_point_id, -m.quantity
      from since m) x
    where x.branch_id = any (stock_on.reach)
    group by x.variant_id, x.branch_id, x.stock_point_id
    having sum(x.quantity) <> 0),
  -- What came in less what left until then, in all branches.
  worth as (
    select w.variant_id, (w.value - coalesce(s.value, 0) - coalesce(d.amount, 0))
      / nullif(w.quantity - coalesce(s.quantity, 0), 0) as unit_cost
    from private.stock_values w
    left join (
      select m.variant_id, sum(m.quantity) as quantity, sum(m.value) as value from since m group by 1) s
      on s.variant_id = w.variant_id
    left join (
      select d.variant_id, sum(d.amount) as amount
      from public.cost_differences d
      where d.at >= stock_on.moment
      group by 1) d on d.variant_id = w.variant_id)
  select h.variant_id, h.branch_id, h.pieces, coalesce(w.unit_cost, c.purchase_price)::numeric
  from on_hand h
  join public.variants v on v.id = h.variant_id
  left join public.product_costs c on c.product_id = v.product_id
  left join worth w on w.variant_id = h.variant_id;
end
$$;

/* The pieces on hand by the document that brought them: first in, first out, so those that came last are still there.
   days: since then. Goods that came back from customers are as old as those of their variant were. tells_branches:
   whether goods also arrive from another of these branches; otherwise all of them are taken together, without a branch,
   and a transfer between them does not make goods younger. */
create function private.stock_layers(reach uuid[], tells_branches boolean)
  returns table (variant_id uuid, branch_id uuid, document_id uuid, pieces numeric, days integer)
  language sql stable security definer rows 100000 set search_path = '' set work_mem = '64MB'
as $$
  with on_hand as (
    select l.variant_id, case when tells_branches then l.branch_id end as branch_id, sum(l.quantity) as pieces
    from public.stock_levels l
    where l.branch_id = any (reach) and l.quantity > 0
    group by 1, 2),
  arrived as (
    select m.variant_id, case when tells_branches then m.branch_id end as branch_id, m.document_id, min(m.at) as at,
      sum(m.quantity) as pieces
    from public.stock_movements m
    where m.branch_id = any (reach) and m.document_type <> 'sale'
    group by 1, 2, 3
    having sum(m.quantity) > 0),
  layers as (
    select h.variant_id, h.branch_id, a.document_id, a.at, a.pieces, h.pieces as on_hand,
      coalesce(sum(a.pieces) over newer, 0) as newer, row_number() over (partition by h.variant_id, h.branch_id
        order by a.at, a.document_id) = 1 as is_oldest
    from on_hand h
    left join arrived a on a.variant_id = h.variant_id and a.branch_id is not distinct from h.branch_id
    window newer as (partition by h.variant_id, h.branch_id order by a.at desc, a.document_id desc
      rows between unbounded preceding and 1 preceding))
  select y.variant_id, y.branch_id, y.document_id, x.pieces,
    floor(extract(epoch from now() - coalesce(y.at, (
      -- They came back to another branch than had sold them: since they first came to any.
      select min(m.at) from public.stock_movements m where m.variant_id = y.variant_id))) / 86400)::integer
  from layers y
  cross join lateral (
    select case when y.is_oldest then y.on_hand - y.newer else least(y.pieces, y.on_hand - y.newer) end as pieces) x
  where x.pieces > 0
$$;

/* Each variant of each delivery that was not undone, with its pieces that are still there; tells_branches: in the
   branch that received them. */
create function private.deliveries(reach uuid[], tells_branches boolean)
  returns table (
    branch_id uuid, business_day public.day, created_at timestamptz, supplier_id uuid, purchase_order_id uuid,
    variant_id uuid, received numeric, rest numeric)
  language sql stable security definer rows 10000 set search_path = ''
as $$
  select r.branch_id, r.business_day, r.created_at, o.supplier_id, r.purchase_order_id, i.variant_id,
    i.quantity::numeric, least(coalesce(y.pieces, 0), i.quantity)
  from public.receipts r
  join public.purchase_orders o on o.id = r.purchase_order_id
  join public.receipt_items i on i.receipt_id = r.id
  left join private.stock_layers(reach, tells_branches) y on y.document_id = r.id and y.variant_id = i.variant_id
    and coalesce(y.branch_id, r.branch_id) = r.branch_id
  where r.undone_at is null and r.branch_id = any (reach)
$$;

create view private.customer_money as
select p.id, p.sale_id as document_id, s.branch_id as document_branch_id, p.branch_id, p.business_day as day,
  p.created_at, p.payment_method_id, case when p.amount >= p.rounding then 'taken' else 'given_back' end as kind,
  p.amount::numeric as amount, p.fee::numeric as fee, 1 as payments
from public.sale_payments p
join public.sales s on s.id = p.sale_id
where p.voided_at is null and p.payment_method_id is not null
union all
select c.id, c.sale_id, s.branch_id, c.branch_id, c.business_day, c.created_at, c.payment_method_id, 'corrected',
  c.amount, c.fee, null
from public.payment_corrections c
join public.sales s on s.id = c.sale_id
join public.sale_payments p on p.id = c.payment_id
where p.voided_at is null;
comment on view private.customer_money is
  'Payments of sales that are not voided, and what was corrected from one method to another; what was paid out is '
  'negative. fee: what the bank keeps. branch_id: the branch that took or paid it.';

create view private.money_moved as
select m.id, m.document_id, m.document_branch_id, m.branch_id, m.day, m.created_at, m.payment_method_id, m.kind,
  m.amount, m.fee, m.payments
from private.customer_money m
union all
select p.id, p.purchase_order_id, o.branch_id, p.branch_id, p.paid_on, p.created_at, p.payment_method_id,
  'to_suppliers', -p.amount, 0, 1
from public.purchase_payments p
join public.purchase_orders o on o.id = p.purchase_order_id
where p.voided_at is null and p.payment_method_id is not null
union all
select p.id, p.purchase_return_id, r.branch_id, p.branch_id, p.paid_on, p.created_at, p.payment_method_id,
  'from_suppliers', p.amount, 0, 1
from public.purchase_payments p
join public.purchase_returns r on r.id = p.purchase_return_id
where p.voided_at is null and p.payment_method_id is not null
union all
select p.id, p.expense_id, e.branch_id, p.branch_id, p.paid_on, p.created_at, p.payment_method_id, 'for_expenses',
  -p.amount, 0, 1
from public.expense_payments p
join public.expenses e on e.id = p.expense_id
where p.voided_at is null;
comment on view private.money_moved is
  'Payments of sales, orders, returns to suppliers and expenses that are not voided, and corrections of those of '
  'sales; what was paid out is negative. branch_id: the branch that took or paid it. Cash put into a drawer or taken '
  'out for another reason stays in the business.';

create view private.cashier_work as
select s.branch_id, s.salesperson_id as person_id, s.business_day as day, s.sold_at as moment,
  case when x.counts then 1 end as invoices, case when x.counts then s.total end as net,
  case when x.counts and x.discount > 0 then 1 end as discounted,
  case when x.counts then nullif(x.discount, 0) end as discount,
  case when x.counts then nullif(s.returned, 0) end as returned, case when not x.counts then 1 end as voided,
  case when not x.counts then abs(s.total) end as voided_total, null::integer as shifts, null::numeric as drawer,
  null::numeric as short
from public.sales s
-- The discounts of goods that come back are not given again.
left join lateral (
  select sum(l.discount + l.document_discount) as discount
  from public.sale_lines l
  where l.sale_id = s.id and l.quantity > 0 and s.type <> 'sale') sold on true
cross join lateral (
  select s.status = 'completed' as counts,
    case s.type when 'sale' then s.discount::numeric else coalesce(sold.discount, 0) end as discount) x
where s.type <> 'opening'
union all
select h.branch_id, h.opened_by, h.business_day, h.opened_at, null, null, null, null, null, null, null, 1,
  d.difference, least(d.difference, 0)
from public.shifts h
join public.shift_figures f on f.shift_id = h.id
cross join lateral (select f.difference + coalesce(h.opening_difference, 0) as difference) d
union all
select c.branch_id, c.opened_by, c.business_day, c.created_at, null, null, null, null, null, null, null, 0, c.explained,
  least(c.difference + c.explained_by_then, 0) - least(c.difference + c.explained_by_then - c.explained, 0)
from (
  select c.branch_id, h.opened_by, c.business_day, c.created_at, -c.amount as explained,
    f.difference + coalesce(h.opening_difference, 0) as difference,
    -sum(c.amount) over (partition by h.id order by c.created_at, c.id) as explained_by_then
  from public.payment_corrections c
  join public.sale_payments p on p.id = c.payment_id
  join public.shifts h on h.id = p.shift_id
  join public.shift_figures f on f.shift_id = h.id
  where c.after_closing and c.is_cash) c;
comment on view private.cashier_work is
  'Sales by the person who made them, closed shifts by the one who opened them, and what corrections explain of those. '
  'drawer: cash over or short, as in profit and loss; short: what was missing, negative.';

/* The first and last days of a report's period and of the one it is compared with. */
create function private.report_days(days daterange, before daterange) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('from', lower(days), 'to', upper(days) - 1, 'before_from', lower(before),
    'before_to', upper(before) - 1)
$$;

/* The days that a period is compared with. compare: before (private.period_before), last_year (the same days a year
   earlier, and whole months with whole months), none, or a period of its own. Errors: period_unknown. */
create function private.compared_days(compare text, period text, days daterange, reach uuid[]) returns daterange
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when compare = 'before' then private.period_before(period, days)
    when compare = 'none' or compare = 'last_year' and (isempty(days) or lower_inf(days) or upper_inf(days))
      then 'empty'::daterange
    when compare = 'last_year' then daterange((lower(days) - interval '1 year')::date,
      case when date_trunc('month', lower(days)) = lower(days) and date_trunc('month', upper(days)) = upper(days)
        then (upper(days) - interval '1 year')::date
      else (upper(days) - 1 - interval '1 year')::date + 1 end)
    else private.period(compare, reach) end;
end
$$;

/* The expression for the day of the period under which a document of the other period counts: the same day of the
   month if both begin on the same one, otherwise the day as far from its start; surplus days count under the last. */
create function private.corresponding_day(day text, days daterange, before daterange) returns text
  language sql immutable set search_path = ''
as $$
  select format('least(%s, %L::date)',
    case when (lower(before) + make_interval(months => x.months))::date = lower(days)
      then format('(%s + interval ''%s months'')::date', day, x.months)
    else format('%s + %s', day, coalesce(lower(days) - lower(before), 0)) end, upper(days) - 1)
  from (
    select (extract(year from lower(days)) * 12 + extract(month from lower(days))
      - extract(year from lower(before)) * 12 - extract(month from lower(before)))::integer as months) x
$$;

/* The conditions of a report's filters, {<heading>: [keys]}: each is one of the keys, '' for rows without one. Days,
   weeks and months are filtered by the period. Goods also have below_category (a category or one below it), and a sale
   payment_method (paid by one of them, at least in part).
   of_lines: whether one is of lines. Errors: permission_missing, value_invalid {field}, list_over_limit. */
create function private.report_conditions(fact text, filters jsonb, out conditions text, out of_lines boolean)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted record;
begin
  of_lines := false;
  perform private.raise_error_if(jsonb_typeof(filters) <> 'object', 'value_invalid', 400, '{"field": "filters"}');
  for wanted in
    select f.key as name, f.value as keys, coalesce(h.key, k.key) as key, coalesce(h.type, k.type) as type,
      h.permission, coalesce(h.of_lines, k.of_lines) as of_lines, coalesce(k.condition, '(%s = any (%L::%s[])%s)')
        as condition, k.name = 'payment_method' as is_paid_by
    from jsonb_each(filters) f
    left join private.report_headings h on h.heading = f.key and report_conditions.fact = any (h.facts)
      and h.sorting <> 'time'
    left join (values
      ('below_category', 'p.category_id', 'uuid', true, '%s = any (array(with recursive below as (select c.id '
        'from public.categories c where c.id = any (%L::uuid[]) union select c.id from public.categories c '
        'join below x on c.parent_id = x.id) select id from below))', 'category'),
      -- The rate may have had another percentage before.
      ('tax_percentage', 'l.tax_percentage', 'numeric', true, '%s = any (%L::numeric[])', 'tax_choice'),
      ('payment_method', 's.id', 'uuid', false, null, 'goods'))
      k(name, key, type, of_lines, condition, beside) on k.name = f.key and h.heading is null and exists (
        select from private.report_headings x where x.heading = k.beside and report_conditions.fact = any (x.facts))
    where f.value not in ('null', '[]')
  loop
    perform private.raise_error_if(wanted.key is null or jsonb_typeof(wanted.keys) <> 'array', 'value_invalid', 400,
      jsonb_build_object('field', wanted.name));
    perform private.require_max_items(array(select jsonb_array_elements_text(wanted.keys)), 1000, wanted.name);
    perform private.raise_error('value_invalid', 400, jsonb_build_object('field', wanted.name))
    from jsonb_array_elements_text(wanted.keys) x
    where x is null or x <> '' and not pg_input_is_valid(x, wanted.type);
    perform private.require_permission(wanted.permission) where wanted.permission is not null;
    of_lines := of_lines or wanted.of_lines;
    conditions := concat_ws(' and ', conditions, (
      select case
        when wanted.is_paid_by
          -- Cast here, since other headings have other types.
          then private.paid_by_condition(coalesce((array_agg(x) filter (where x <> ''))::uuid[], '{}'))
        else format(wanted.condition, wanted.key, array_agg(nullif(x, '')) filter (where x <> ''), wanted.type,
          case when count(*) filter (where x = '') > 0 then format(' or %s is null', wanted.key) end) end
      from jsonb_array_elements_text(wanted.keys) x));
  end loop;
end
$$;

/* The condition that a document belongs to these days. The bound on the moment serves the index: a business day begins
   at most 14 hours before, and ends at most 35 hours after, its UTC date does. */
create function private.report_span(of_fact private.report_facts, days daterange) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(' and ', case when isempty(days) then 'false' else 'true' end,
    of_fact.day || ' >= ' || quote_literal(lower(days)), of_fact.day || ' < ' || quote_literal(upper(days)),
    of_fact.moment || ' >= ' || quote_literal((lower(days) - 1)::timestamp at time zone 'UTC'),
    of_fact.moment || ' < ' || quote_literal((upper(days) + 2)::timestamp at time zone 'UTC'))
$$;

/* The moments of the period that a report is compared with: of an unfinished period up to the same time. */
create function private.compared_moments(days daterange, before daterange, reach uuid[]) returns tstzrange
  language sql stable security definer set search_path = ''
as $$
  select private.moments_of(before, reach) * tstzrange(null, private.compared_until(days, before, reach))
$$;

/* What a report reads, as the rest of a statement from "from" on: the documents of the period and of the one it is
   compared with, of which side.is_now tells. A document of both is read twice. tells_branches, tells_moving: whether
   these headings are asked for. */
create function private.report_source(
  of_fact private.report_facts, reach uuid[], days daterange, before daterange, of_lines boolean, conditions text,
  tells_branches boolean, tells_moving boolean)
  returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ', 'from', format(of_fact.documents, reach, tells_branches, private.moments_of(days, reach),
      private.compared_moments(days, report_source.before, reach), tells_moving),
    case when of_lines then of_fact.lines end,
    'left join public.branches b on b.id = s.branch_id',
    case when of_fact.day is not null then concat(
      case when isempty(report_source.before) then 'cross join (values (true)) side(is_now)'
        else 'cross join (values (true), (false)) side(is_now)' end,
      format(' cross join lateral (select case when side.is_now then %s::date else %s end as day) d',
        of_fact.day, private.corresponding_day(of_fact.day || '::date', days, report_source.before))) end,
    'where', concat_ws(' and ', of_fact.condition, case when of_fact.day is not null then concat_ws(' and ',
      format('s.branch_id = any (%L)', reach), format('(%s or %s)', x.now, x.before),
      format('case when side.is_now then %s else %s end', x.now, x.before)) end, conditions))
  from (
    select private.report_span(of_fact, days) as now, concat_ws(' and ', private.report_span(of_fact, before),
      of_fact.moment || ' < ' || quote_literal(private.compared_until(days, before, reach)) || '::timestamptz')
      as before) x
$$;

/* How many days a range lasts, up to now; null without a start, or before it. */
create function private.days_in(moments tstzrange) returns numeric
  language sql stable set search_path = ''
as $$
  select nullif(greatest(round(extract(epoch from least(upper(moments), now()) - lower(moments)) / 86400, 4), 0), 0)
  where isfinite(lower(moments))
$$;

/* The change of a measure z.<name> from z.<name>_before, as an expression: in percent, of a rate in points; null where
   the other period has none. */
create function private.report_change(measure text, is_rate boolean) returns text
  language sql immutable set search_path = ''
as $$
  select format(case when is_rate then 'z.%1$I - z.%2$I'
    else 'round((z.%1$I - z.%2$I) * 100 / nullif(abs(z.%2$I), 0), 1)' end, measure, measure || '_before')
$$;

/* The join to the names of a heading's keys, of rows or columns z; nothing for one without names. */
create function private.report_names(heading private.report_headings) returns text
  language sql stable security definer set search_path = ''
as $$
  select 'left join (select x.id, x.name, x.name_ar from ' || format(heading.names, private.branch_ids('view'))
    || ') name on name.id = nullif(z.key, '''')::uuid'
  where heading.names is not null
$$;

/* The names of a row or column, as arguments of jsonb_build_object. */
create function private.report_name_columns(heading private.report_headings) returns text
  language sql immutable set search_path = ''
as $$
  select case when heading.names is null then '''name'', null, ''name_ar'', null'
    else '''name'', name.name, ''name_ar'', name.name_ar' end
$$;

/* The key of rows without one, in the type of the heading's keys. */
create function private.report_missing_key(heading private.report_headings) returns text
  language sql immutable set search_path = ''
as $$
  select case heading.type
    when 'uuid' then '00000000-0000-0000-0000-000000000000'
    when 'date' then 'infinity'
    when 'integer' then '-1'
    else '' end
$$;

/* The key of a heading, with a value of its own for a missing one. */
create function private.report_key(heading private.report_headings) returns text
  language sql immutable set search_path = ''
as $$
  select format('coalesce(%s, %L::%s)', heading.key, private.report_missing_key(heading), heading.type)
$$;

/* A key as answered: text, empty for a missing one. */
create function private.report_key_text(heading private.report_headings, of_column text) returns text
  language sql immutable set search_path = ''
as $$
  select format('coalesce(nullif(%I, %L)::text, '''')', of_column, private.report_missing_key(heading))
$$;

/* The statement's common table of all rows or columns, with key and position. figures: the table of their figures;
   key: their column there; nothing: the figures of a day without documents; main: what they are sorted by; shown_if: a
   condition for rows y. */
create function private.report_ranking(
  name text, heading private.report_headings, figures text, key text, days daterange, nothing text, main text,
  shown_if text)
  returns text
  language sql immutable set search_path = ''
as $$
  select format('%I as (select z.*, row_number() over (order by %s) as position from (select %s as key, y.* '
      'from %I y%s%s) z)',
    name,
    case heading.sorting
      when 'time' then 'z.key::date desc'
      when 'key' then format('nullif(z.key, '''')::%s', heading.type)
      when 'position' then '(select y.position from public.sizes y where y.id::text = z.key), z.key'
      else main || ' desc nulls last, z.key' end,
    private.report_key_text(heading, key), figures, ' where ' || shown_if,
    case when heading.sorting = 'time' and upper(days) - lower(days) <= 366 then format(
      ' union all select f.key::text, f.key, %s from (select distinct %s as key from (select g::date as day from '
        'generate_series(%L::timestamp, %L::timestamp, interval ''1 day'') g) d) f '
        'where f.key not in (select y.%I from %I y)',
      nothing, heading.key, lower(days), upper(days) - 1, key, figures) end)
$$;

/* The tables of figures that a report adds up: of its cells, its rows and columns, and of everything. is_smallest: the
   one from which the others are added up. */
create function private.report_sets(has_columns boolean)
  returns table (name text, keys text, is_smallest boolean)
  language sql immutable rows 4 set search_path = ''
as $$
  select v.name, v.keys, v.name = case when has_columns then 'by_cell' else 'by_row' end
  from (values ('by_cell', 'row_key, column_key'), ('by_row', 'row_key'), ('by_column', 'column_key'), ('of_all', null))
    v(name, keys)
  where has_columns or v.name in ('by_row', 'of_all')
$$;

/* The figures of a fact in a period, by one heading or two, beside those of another period:
     {from, to, before_from, before_to, count, figures: {<measure>: {now, before, change}}, totals: {<measure>, before,
     change}, rows: [{id, name, name_ar, <measure>, before, change, cells, cells_before}], columns: [{id, name, name_ar,
     now, before, change}]}
   group_by and columns_by: private.report_headings; without columns_by no columns and cells. measure: that of before,
   change, cells and columns, by which rows are sorted; the main one by default. count: the number of all rows, of which
   the first row_limit are answered; figures and totals cover all of them. The 60 largest or latest columns of
   column_count are answered; cells are in their order, null where there is nothing. A day, week or month without
   documents has a row or column, up to 366 days. An unfinished period is compared up to the same time. Measures are
   absent for those who may not view them. Errors: permission_missing, period_unknown, value_invalid {field},
   list_over_limit. */
create function private.report_figures(
  fact text, at_branch_ids uuid[], period text, compare text, group_by text, columns_by text, measure text,
  filters jsonb, row_limit integer)
  returns jsonb
  language plpgsql stable security definer set search_path = '' set work_mem = '32MB'
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(period, reach);
  before constant daterange := private.compared_days(coalesce(compare, 'before'), period, days, reach);
  lasts constant numeric := private.days_in(private.moments_of(days, reach));
  lasted constant numeric := private.days_in(private.compared_moments(days, before, reach));
  of_fact private.report_facts;
  by_row private.report_headings;
  by_column private.report_headings;
  filter record;
  reads_lines boolean;
  has record;
  source text;
  sums text;
  crossing text;
  columns text;
  statement text;
  answer jsonb;
begin
  select * into of_fact from private.report_facts f where f.fact = report_figures.fact;
  perform private.require_permission(format('reports.%s.view', of_fact.report));
  perform private.require_permission(format('reports.%s.export', of_fact.report)) where row_limit > 500;
  perform private.require_permission(of_fact.permission) where of_fact.permission is not null;
  select * into by_row from private.report_headings h
  where h.heading = group_by and of_fact.fact = any (h.facts);
  select * into by_column from private.report_headings h
  where h.heading = columns_by and of_fact.fact = any (h.facts) and columns_by <> group_by;
  perform private.raise_error_if(by_row.heading is null, 'value_invalid', 400, '{"field": "group_by"}');
  perform private.raise_error_if(columns_by is not null and by_column.heading is null, 'value_invalid', 400,
    '{"field": "columns_by"}');
  perform private.require_permission(x)
  from unnest(array[by_row.permission, by_column.permission]) x
  where x is not null;
  select * into filter from private.report_conditions(fact, coalesce(filters, '{}'));
  reads_lines := of_fact.lines is not null
    and (filter.of_lines or by_row.of_lines or coalesce(by_column.of_lines, false));

  -- The parts of the statement that name the measures: a row has the sums of the period and, with the suffix _before,
  -- those of the other one.
  select
    min(m.measure) filter (where m.is_asked) as main,
    min(coalesce(format(m.formula, '', lasts), m.now)) filter (where m.is_asked) as sorted_by,
    string_agg(format('%s as %I', m.read, m.measure), ', ' order by m.position) filter (where m.read is not null)
      as read,
    string_agg(format('sum(%1$I) filter (where is_now) as %1$I, sum(%1$I) filter (where not is_now) as %2$I',
      m.measure, m.measure || '_before'), ', ' order by m.position) filter (where m.read is not null) as sums,
    string_agg(format('sum(%1$I) as %1$I, sum(%2$I) as %2$I', m.measure, m.measure || '_before'), ', '
      order by m.position) filter (where m.read is not null) as sums_of_sums,
    string_agg(format('count(*) filter (where is_now) as %I, count(*) filter (where not is_now) as %I', m.measure,
      m.measure || '_before'), ', ') filter (where m.read is null and m.formula is null) as counts,
    string_agg('null, null', ', ') filter (where m.formula is null) as nothing,
    string_agg(format(', %s as %I, %s as %I', format(m.formula, '', lasts), m.measure,
      format(m.formula, '_before', lasted), m.measure || '_before'), '' order by m.position)
      filter (where m.formula is not null) as formulas,
    string_agg(format('%L, %s', m.measure, m.now), ', ' order by m.position) || string_agg(
      format(', ''before'', %s, ''change'', %s', m.before, m.change), '') filter (where m.is_asked) as measures,
    string_agg(format('''now'', %s, ''before'', %s, ''change'', %s', m.now, m.before, m.change), '')
      filter (where m.is_asked) as comparison,
    string_agg(format('%L, jsonb_build_object(''now'', %s, ''before'', %s, ''change'', %s)', m.measure, m.now,
      m.before, m.change), ', ' order by m.position) as comparisons
  into has
  from (
    select x.*, case when reads_lines then x.of_lines else x.of_documents end as read,
      x.measure = coalesce(report_figures.measure, case when x.is_main then x.measure end) as is_asked,
      format(y.shown, x.measure) as now, format(y.shown, x.measure || '_before') as before,
      private.report_change(x.measure, x.kind = 'percentage') as change
    from private.report_measures x
    cross join lateral (select case when x.kind = 'sum' then 'coalesce(z.%I, 0)' else 'z.%I' end as shown) y
    where x.fact = of_fact.fact and (x.permission is null or private.can(x.permission))) m;
  perform private.raise_error_if(has.main is null, 'value_invalid', 400, '{"field": "measure"}');

  -- What is read: documents, or the lines of documents. Missing keys are values of their own, so that they can be
  -- joined.
  source := format('lines as %s (select %s %s)', case when reads_lines then 'materialized' else 'not materialized' end,
    concat_ws(', ', 'side.is_now', private.report_key(by_row) || ' as row_key',
      case when by_column.heading is not null then private.report_key(by_column) || ' as column_key' end,
      case when reads_lines then 's.id as document' end, has.read),
    private.report_source(of_fact, reach, days, before, reads_lines, filter.conditions,
      'branch' in (group_by, columns_by) or coalesce(filters ? 'branch', false),
      'moving' in (group_by, columns_by) or coalesce(filters ? 'moving', false)));

  -- A table for the figures of each cell, each row, each column and of everything. A document counts once in each,
  -- however many of its lines are there.
  select string_agg(format(case when reads_lines then '%I as (select * from (%s) x %s)' else '%I as (%s)' end, set.name,
      'select ' || concat_ws(', ', set.keys, case when set.is_smallest then has.sums else has.sums_of_sums end)
        || ' from ' || case when set.is_smallest then 'lines' else smallest.name end
        || coalesce(' group by ' || set.keys, ''),
      format('%s join (select %s from (select distinct %s from lines) y%s) c %s',
        case when set.keys is null then 'cross' else 'inner' end, concat_ws(', ', set.keys, has.counts),
        concat_ws(', ', 'is_now', set.keys, 'document'), ' group by ' || set.keys, 'using (' || set.keys || ')')),
    ', ' order by set.is_smallest desc)
  into sums
  from private.report_sets(by_column.heading is not null) set
  join private.report_sets(by_column.heading is not null) smallest on smallest.is_smallest;

  statement := concat('with ', source, ', ', sums, ', ',
    private.report_ranking('ranked_rows', by_row, 'by_row', 'row_key', days, has.nothing, has.sorted_by,
      of_fact.shown_if));
  if by_column.heading is not null then
    -- Columns of time are shown from the earliest on.
    statement := statement || format(', %s, shown_columns as (select z.*, %s as place%s from ranked_columns z '
        'where z.position <= 60), cells as (select r.key, jsonb_agg(c.%I order by k.place) as cells, '
        'jsonb_agg(c.%I order by k.place) as cells_before from ranked_rows r cross join shown_columns k '
        'left join (select z.*%s from by_cell z) c on c.row_key = r.row_key and c.column_key = k.column_key '
        'where r.position <= %s group by r.key)',
      private.report_ranking('ranked_columns', by_column, 'by_column', 'column_key', days, has.nothing,
        has.sorted_by, of_fact.shown_if),
      case when by_column.sorting = 'time' then '-z.position' else 'z.position' end, has.formulas, has.main,
      has.main || '_before', has.formulas, greatest(row_limit, 0));
    crossing := ' || jsonb_build_object(''cells'', e.cells, ''cells_before'', e.cells_before)';
    columns := format(', ''column_count'', (select count(*) from ranked_columns), ''columns'', (select coalesce('
        'jsonb_agg(jsonb_build_object(''id'', z.key, %s, %s) order by z.place), ''[]'') from shown_columns z %s)',
      private.report_name_columns(by_column), has.comparison, private.report_names(by_column));
  end if;
  execute concat(statement, format(
    ' select $1 || jsonb_build_object(''count'', (select count(*) from ranked_rows), ''figures'', '
      'jsonb_build_object(%1$s), ''totals'', jsonb_build_object(%2$s), ''rows'', (select coalesce(jsonb_agg('
      'jsonb_build_object(''id'', z.key, %3$s, %2$s)%4$s order by z.position), ''[]'') '
      'from (select z.*%5$s from ranked_rows z where z.position <= %6$s) z %7$s %8$s)%9$s) '
      'from (select z.*%5$s from of_all z) z',
    has.comparisons, has.measures, private.report_name_columns(by_row), crossing, has.formulas,
    greatest(row_limit, 0), private.report_names(by_row),
    case when by_column.heading is not null then 'left join cells e on e.key = z.key' end, columns))
  into answer using private.report_days(days, before);
  return answer;
end
$$;

/* Sales of a period (private.report_figures): completed sales, returns and exchanges. invoices; pieces: less returned
   ones; sales, returns (of exchanges too), net, tax and discount: with tax, as in the list of sales; goods_cost, margin
   and margin_rate (a percentage) before tax, of the lines whose cost is known; without_cost: the pieces whose cost is
   not; average: net of one invoice. group_by and columns_by: day, week, month, weekday, hour, branch, salesperson,
   customer, discount_reason, goods (sold, returned), product, variant, color, size, category, brand, supplier. */
create function private.report_sales(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'day', columns_by text default null, measure text default null, filters jsonb default '{}',
  row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('sales', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Purchases of a period (private.report_figures): orders that are not cancelled, by their own day. orders, pieces,
   received (pieces), total, paid, remaining. group_by and columns_by: supplier, branch, day, week, month. */
create function private.report_purchases(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'supplier', columns_by text default null, measure text default null, filters jsonb default '{}',
  row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('purchases', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Expenses of a period (private.report_figures): count, amount (with tax), tax, paid, remaining, by the day spent.
   group_by and columns_by: expense_category, branch, supplier, day, week, month. */
create function private.report_expenses(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'expense_category', columns_by text default null, measure text default null,
  filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('expenses', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Money that came in and went out in a period (private.report_figures), by the day of payment, without voided payments
   and those for documents of branches that the caller may not view:
   payments, taken (for sales), given_back, corrected (from one method to another), to_suppliers, from_suppliers,
   for_expenses, left_over. group_by and columns_by: day, week, month, branch, payment_method, kind (taken, given_back,
   corrected, to_suppliers, from_suppliers, for_expenses). */
create function private.report_cash_flow(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'day', columns_by text default null, measure text default null, filters jsonb default '{}',
  row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('cash_flow', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Customers' payments by method in a period (private.report_figures), by the day of payment, without voided ones and
   those for sales of branches that the caller may not view: payments, taken, given_back, corrected (moved to the method
   less moved from it, by the day of the correction), net_payments, fees (what the bank keeps, at the percentages when
   they were paid), after_fees. group_by and columns_by: day, week, month, branch, payment_method. */
create function private.report_methods(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'payment_method', columns_by text default null, measure text default null,
  filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('methods', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* The work of cashiers in a period (private.report_figures): invoices, net, average, discounted (invoices), discount,
   discount_rate (of the goods sold before it), returns (goods that they took back), voided (invoices of theirs) and
   voided_total; for those who may view the expected cash of shifts, also shifts (closed), drawer (over or short) and
   short. group_by and columns_by: salesperson, branch, day, week, month. */
create function private.report_cashiers(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'salesperson', columns_by text default null, measure text default null,
  filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('cashiers', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Deliveries of a period (private.report_figures), in pieces: received, rest (still there: first in, first out), gone
   and gone_rate (a percentage). group_by and columns_by: purchase_order, supplier, product, variant, color, size,
   category, brand, branch (that received them), day, week, month. */
create function private.report_deliveries(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'supplier', columns_by text default null, measure text default null,
  filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('deliveries', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* The movements of stock in a period (private.report_figures), in pieces; outgoing quantities are negative: at_start +
   purchased + sold + returned + transferred + adjusted + undone = at_end. purchased: receipts, less purchase returns;
   adjusted: opening stock, adjustments and counts; undone: reversals of earlier documents. net_sold: sold less returned
   and voided; average_stock: on hand over the whole period; turnover: how many times a year it is sold at this rate;
   days_left: until at_end is sold at this rate; sell_through: net_sold of itself and at_end, a percentage; value: of
   at_end, at today's cost. group_by and columns_by: product, variant, color, size, category, brand, supplier, branch,
   moving (sold, unsold). */
create function private.report_movements(
  at_branch_ids uuid[] default '{}', period text default 'this_month', compare text default 'before',
  group_by text default 'product', columns_by text default null, measure text default null, filters jsonb default '{}',
  row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('movements', at_branch_ids, period, compare, group_by, columns_by, measure, filters,
    row_limit)
$$;

/* Stock on hand and its value (private.report_figures, with the day on_day instead of a period): pieces, value (at
   cost), price (at selling prices), without_cost (pieces whose cost is unknown). On a past day: as of its end, at the
   average cost of then, but at today's prices. Amounts are rounded per variant and place. group_by and columns_by:
   category, product, variant, color, size, brand, supplier, branch. */
create function private.report_stock(
  at_branch_ids uuid[] default '{}', on_day public.day default null, group_by text default 'category',
  columns_by text default null, measure text default null, filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('stock', at_branch_ids, concat(on_day, '..', on_day), 'none', group_by, columns_by,
      coalesce(measure, case when private.can('inventory.costs.view') then 'value' end), filters, row_limit)
    - '{from,to,before_from,before_to}'::text[] || jsonb_build_object('on_day', coalesce(on_day,
      upper(private.period('today', private.resolve_branch_filter(at_branch_ids))) - 1))
$$;

/* How old the stock on hand is (private.report_figures, without a period): pieces, value (at cost), age (days since
   they arrived at these branches, on average), d0_30, d31_90, d91_180, d181_365, over_365 (pieces by their days).
   Under branch as a heading or filter, a transfer from another branch is an arrival too. group_by and columns_by:
   category, product, variant, color, size, brand, supplier, branch. */
create function private.report_stock_age(
  at_branch_ids uuid[] default '{}', group_by text default 'category', columns_by text default null,
  measure text default null, filters jsonb default '{}', row_limit integer default 500)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.report_figures('stock_age', at_branch_ids, '..', 'none', group_by, columns_by, measure, filters,
    row_limit) - '{from,to,before_from,before_to}'::text[]
$$;

select private.expose_rpc('report_sales', 'Sales of a period by one heading or two, compared with another period.');
select private.expose_rpc('report_purchases', 'Orders of a period by one heading or two, received and paid.');
select private.expose_rpc('report_expenses', 'Expenses of a period by one heading or two.');
select private.expose_rpc('report_cash_flow', 'Money that came in and went out, by one heading or two.');
select private.expose_rpc('report_methods', 'Customers'' payments by method, under one heading or two.');
select private.expose_rpc('report_cashiers', 'Sales, discounts, returns, voids and drawers of each cashier.');
select private.expose_rpc('report_deliveries', 'Deliveries of a period, and what is still there.');
select private.expose_rpc('report_movements', 'Stock at the start and end, its movements by kind, and rates.');
select private.expose_rpc('report_stock_age', 'The stock on hand by its age.');
select private.expose_rpc('report_stock', 'Stock and its value, now or on a past day.');
