-- The engine of reports: figures of documents in a period, by one heading or two, compared with another period, under
-- any filters. What can be asked is declared in three views: report_facts, report_headings and report_measures. A new
-- heading or measure is a line there, and one in web/screens/reports.

create view private.report_facts (fact, documents, lines, condition, day, moment, permission) as values
  ('sales', 'public.sales s', 'join public.sale_lines l on l.sale_id = s.id left join public.sale_line_costs k '
    'on k.sale_line_id = l.id left join public.variants v on v.id = l.variant_id left join public.products p '
    'on p.id = v.product_id', $$s.status = 'completed'$$, 's.business_day', 's.sold_at', null),
  ('purchases', 'public.purchase_orders s join public.purchase_amounts a on a.purchase_order_id = s.id cross join '
    'lateral (select sum(x.quantity) as pieces, sum(x.received) as received from public.purchase_items x '
    'where x.purchase_order_id = s.id) i', null, $$s.status <> 'cancelled'$$,
    's.ordered_on', null, 'inventory.costs.view'),
  ('expenses', 'public.expenses s', null, 's.deleted_at is null', 's.spent_on', null, null);
comment on view private.report_facts is
  'What reports add up: documents s and, for headings of lines, their lines l. moment: when in its day a document '
  'counts, so that an unfinished period is compared with the same part of the other; null: whole days are compared.';

create view private.report_headings (fact, heading, of_lines, key, type, names, sorting, permission) as values
  (null, 'day', false, 'd.day', 'date', null, 'time', null),
  (null, 'week', false,
    'd.day - (extract(dow from d.day)::integer - (select z.first_day_of_week from public.business z) + 7) % 7',
    'date', null, 'time', null),
  (null, 'month', false, $$date_trunc('month', d.day)::date$$, 'date', null, 'time', null),
  (null, 'branch', false, 's.branch_id', 'uuid', 'public.branches x', 'size', null),
  ('sales', 'weekday', false, 'extract(dow from s.business_day)::integer', 'integer', null, 'key', null),
  ('sales', 'hour', false, 'extract(hour from s.sold_at at time zone b.time_zone)::integer', 'integer', null,
    'key', null),
  ('sales', 'salesperson', false, 's.salesperson_id', 'uuid', 'public.profiles x', 'size', null),
  ('sales', 'customer', false, 's.customer_id', 'uuid', 'public.customers x', 'size', 'contacts.customers.view'),
  ('sales', 'discount_reason', false, 's.discount_reason::text', 'text', null, 'size', null),
  ('sales', 'goods', true, $$case when l.quantity > 0 then 'sold' else 'returned' end$$, 'text', null, 'size', null),
  ('sales', 'product', true, 'v.product_id', 'uuid',
    'public.products x where (x.branch_id is null or x.branch_id = any (%1$L))', 'size', null),
  ('sales', 'variant', true, 'l.variant_id', 'uuid',
    $$(select n.variant_id as id, concat_ws(', ', n.product, n.color, n.size) as name, concat_ws('، ',
      coalesce(n.product_ar, n.product), coalesce(n.color_ar, n.color), coalesce(n.size_ar, n.size)) as name_ar
      from public.variant_names n join public.products p on p.id = n.product_id
      where p.branch_id is null or p.branch_id = any (%1$L)) x$$, 'size', null),
  ('sales', 'color', true, 'v.color_id', 'uuid', 'public.colors x', 'size', null),
  ('sales', 'size', true, 'v.size_id', 'uuid', 'public.sizes x', 'position', null),
  ('sales', 'category', true, 'p.category_id', 'uuid', 'public.categories x', 'size', null),
  ('sales', 'brand', true, 'p.brand_id', 'uuid', 'public.brands x', 'size', null),
  ('sales', 'supplier', true, 'p.supplier_id', 'uuid', 'public.suppliers x', 'size', 'contacts.suppliers.view'),
  ('purchases', 'supplier', false, 's.supplier_id', 'uuid', 'public.suppliers x', 'size', 'contacts.suppliers.view'),
  ('expenses', 'expense_category', false, 's.category_id', 'uuid', 'public.expense_categories x', 'size', null),
  ('expenses', 'supplier', false, 's.supplier_id', 'uuid', 'public.suppliers x', 'size', 'contacts.suppliers.view');
comment on view private.report_headings is
  'By what figures can be grouped and filtered. key: an expression over the documents s, their branch b, the day d.day '
  '(of the other period: the corresponding day), and of_lines over their lines l with variant v and product p. names: '
  'where its names are, as x; %1$L: the branches that the caller may view. sorting: time (newest first), key, position '
  'or size (largest first).';

-- The first measure of a fact counts its documents, also where their lines are read; the one marked is_main sorts rows
-- unless another is asked. Amounts that are mostly zero are null instead, since adding up nulls costs nothing.
create view private.report_measures (
  fact, position, measure, of_documents, of_lines, formula, is_rate, of_costs, is_main)
as values
  ('sales', 1, 'invoices', '1', null, null, false, false, false),
  ('sales', 2, 'pieces', 's.pieces', 'l.quantity', null, false, false, false),
  ('sales', 3, 'sales', null, null, 'net%1$s + coalesce(returns%1$s, 0)', false, false, false),
  ('sales', 4, 'returns', 'nullif(s.returned, 0)', 'case when l.quantity < 0 then -l.total end', null, false, false,
    false),
  ('sales', 5, 'net', 's.total', 'l.total', null, false, false, true),
  ('sales', 6, 'tax', 'nullif(s.tax, 0)', 'nullif(l.tax, 0)', null, false, false, false),
  ('sales', 7, 'discount', 'nullif(s.discount, 0)', 'nullif(l.discount + l.document_discount, 0)', null, false, false,
    false),
  ('sales', 8, 'uncosted', 'nullif(s.total - s.tax - coalesce(s.costed, 0), 0)',
    'case when k.cost is null then l.total - l.tax end', null, false, true, false),
  ('sales', 9, 'goods_cost', 's.cost', 'k.cost', null, false, true, false),
  ('sales', 10, 'without_cost', 'nullif(s.without_cost, 0)', 'case when k.cost is null then l.quantity end', null,
    false, true, false),
  ('sales', 11, 'margin', null, null, 'net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0) - goods_cost%1$s',
    false, true, false),
  ('sales', 12, 'margin_rate', null, null, 'round((net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0) - '
    'goods_cost%1$s) * 100 / nullif(net%1$s - coalesce(tax%1$s, 0) - coalesce(uncosted%1$s, 0), 0), 1)', true,
    true, false),
  ('sales', 13, 'average', null, null,
    'round(net%1$s / nullif(invoices%1$s, 0), (select z.currency_decimals from public.business z))', false, false,
    false),
  ('purchases', 1, 'orders', '1', null, null, false, false, false),
  ('purchases', 2, 'pieces', 'i.pieces', null, null, false, false, false),
  ('purchases', 3, 'received', 'i.received', null, null, false, false, false),
  ('purchases', 4, 'total', 'a.total', null, null, false, false, true),
  ('purchases', 5, 'paid', 'a.paid', null, null, false, false, false),
  ('purchases', 6, 'remaining', 'a.remaining', null, null, false, false, false),
  ('expenses', 1, 'count', '1', null, null, false, false, false),
  ('expenses', 2, 'amount', 's.amount', null, null, false, false, true),
  ('expenses', 3, 'tax', 's.tax', null, null, false, false, false),
  ('expenses', 4, 'paid', 's.paid', null, null, false, false, false),
  ('expenses', 5, 'remaining', 's.remaining', null, null, false, false, false);
comment on view private.report_measures is
  'What reports show: a sum over the documents, or over their lines where a heading or filter is of lines; or a '
  'formula of such sums, whose names %1$s completes. is_rate: a percentage, whose change is in points. of_costs: '
  'only for those who may view costs.';

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
   weeks and months are filtered by the period. A sale also has payment_method (paid by one of them, at least in part)
   and below_category (a category or one below it).
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
    select f.key as name, f.value as keys,
      coalesce(h.key, case f.key when 'below_category' then 'p.category_id' when 'payment_method' then 's.id' end)
        as key,
      coalesce(h.type, 'uuid') as type, h.permission,
      coalesce(h.of_lines, f.key = 'below_category') as of_lines,
      h.heading is not null or report_conditions.fact = 'sales' and f.key in ('below_category', 'payment_method')
        as is_known
    from jsonb_each(filters) f
    left join private.report_headings h on h.heading = f.key and coalesce(h.fact, report_conditions.fact)
      = report_conditions.fact and h.sorting <> 'time'
    where f.value not in ('null', '[]')
  loop
    perform private.raise_error_if(not wanted.is_known or jsonb_typeof(wanted.keys) <> 'array', 'value_invalid', 400,
      jsonb_build_object('field', wanted.name));
    perform private.require_max_items(array(select jsonb_array_elements_text(wanted.keys)), 1000, wanted.name);
    perform private.raise_error('value_invalid', 400, jsonb_build_object('field', wanted.name))
    from jsonb_array_elements_text(wanted.keys) x
    where x is null or x <> '' and not pg_input_is_valid(x, wanted.type);
    perform private.require_permission(wanted.permission) where wanted.permission is not null;
    of_lines := of_lines or wanted.of_lines;
    conditions := concat_ws(' and ', conditions, (
      select format(case wanted.name
        when 'payment_method' then 'exists (select from public.sale_payments y where y.sale_id = %s and '
          'y.voided_at is null and y.payment_method_id = any (%L::uuid[]))'
        when 'below_category' then '%s = any (array(with recursive below as ('
          'select c.id from public.categories c where c.id = any (%L::uuid[]) union '
          'select c.id from public.categories c join below x on c.parent_id = x.id) select id from below))'
        else '(%s = any (%L::%s[])%s)' end,
        wanted.key, array_agg(nullif(x, '')) filter (where x <> ''), wanted.type,
        case when count(*) filter (where x = '') > 0 then format(' or %s is null', wanted.key) end)
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

/* What a report reads, as the rest of a statement from "from" on: the documents of the period and of the one it is
   compared with, of which side.is_now tells. A document of both is read twice. */
create function private.report_source(
  of_fact private.report_facts, reach uuid[], days daterange, before daterange, of_lines boolean, conditions text)
  returns text
  language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ', 'from', of_fact.documents, case when of_lines then of_fact.lines end,
    'left join public.branches b on b.id = s.branch_id',
    case when isempty(report_source.before) then 'cross join (values (true)) side(is_now)'
      else 'cross join (values (true), (false)) side(is_now)' end,
    format('cross join lateral (select case when side.is_now then %s::date else %s end as day) d',
      of_fact.day, private.corresponding_day(of_fact.day || '::date', days, report_source.before)),
    'where', concat_ws(' and ', of_fact.condition, format('s.branch_id = any (%L)', reach),
      format('(%s or %s)', x.now, x.before), format('case when side.is_now then %s else %s end', x.now, x.before),
      conditions))
  from (
    select private.report_span(of_fact, days) as now, concat_ws(' and ', private.report_span(of_fact, before),
      of_fact.moment || ' < ' || quote_literal(private.compared_until(days, before, reach)) || '::timestamptz')
      as before) x
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
   key: their column there; nothing: the figures of a day without documents; main: what they are sorted by. */
create function private.report_ranking(
  name text, heading private.report_headings, figures text, key text, days daterange, nothing text, main text)
  returns text
  language sql immutable set search_path = ''
as $$
  select format('%I as (select z.*, row_number() over (order by %s) as position from (select %s as key, y.* '
      'from %I y%s) z)',
    name,
    case heading.sorting
      when 'time' then 'z.key::date desc'
      when 'key' then format('nullif(z.key, '''')::%s', heading.type)
      when 'position' then '(select y.position from public.sizes y where y.id::text = z.key), z.key'
      else main || ' desc nulls last, z.key' end,
    private.report_key_text(heading, key), figures,
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
   documents has a row or column, up to 366 days. An unfinished period is compared up to the same time. Cost measures
   are absent for those who may not view costs. Errors: permission_missing, period_unknown, value_invalid {field},
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
  sees_costs constant boolean := private.can('inventory.costs.view');
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
  perform private.require_permission(format('reports.%s.view', fact));
  perform private.require_permission(format('reports.%s.export', fact)) where row_limit > 500;
  perform private.require_permission(of_fact.permission) where of_fact.permission is not null;
  select * into by_row from private.report_headings h
  where h.heading = group_by and coalesce(h.fact, of_fact.fact) = of_fact.fact;
  select * into by_column from private.report_headings h
  where h.heading = columns_by and coalesce(h.fact, of_fact.fact) = of_fact.fact and columns_by <> group_by;
  perform private.raise_error_if(by_row.heading is null, 'value_invalid', 400, '{"field": "group_by"}');
  perform private.raise_error_if(columns_by is not null and by_column.heading is null, 'value_invalid', 400,
    '{"field": "columns_by"}');
  perform private.require_permission(x)
  from unnest(array[by_row.permission, by_column.permission]) x
  where x is not null;
  select * into filter from private.report_conditions(fact, coalesce(filters, '{}'));
  reads_lines := filter.of_lines or by_row.of_lines or coalesce(by_column.of_lines, false);

  -- The parts of the statement that name the measures: a row has the sums of the period and, with the suffix _before,
  -- those of the other one.
  select
    min(m.measure) filter (where m.is_asked) as main,
    min(coalesce(format(m.formula, ''), m.now)) filter (where m.is_asked) as sorted_by,
    string_agg(format('%s as %I', m.read, m.measure), ', ' order by m.position) filter (where m.read is not null)
      as read,
    string_agg(format('sum(%1$I) filter (where is_now) as %1$I, sum(%1$I) filter (where not is_now) as %2$I',
      m.measure, m.measure || '_before'), ', ' order by m.position) filter (where m.read is not null) as sums,
    string_agg(format('sum(%1$I) as %1$I, sum(%2$I) as %2$I', m.measure, m.measure || '_before'), ', '
      order by m.position) filter (where m.read is not null) as sums_of_sums,
    string_agg(format('count(*) filter (where is_now) as %I, count(*) filter (where not is_now) as %I', m.measure,
      m.measure || '_before'), ', ') filter (where m.read is null and m.formula is null) as counts,
    string_agg('null, null', ', ') filter (where m.formula is null) as nothing,
    string_agg(format(', %s as %I, %s as %I', format(m.formula, ''), m.measure, format(m.formula, '_before'),
      m.measure || '_before'), '' order by m.position) filter (where m.formula is not null) as formulas,
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
      private.report_change(x.measure, x.is_rate) as change
    from private.report_measures x
    -- Where there is nothing, an amount is zero, and what cannot be told is null.
    cross join lateral (
      select case when x.of_costs or x.is_rate or x.measure = 'average' then 'z.%I' else 'coalesce(z.%I, 0)' end
        as shown) y
    where x.fact = of_fact.fact and (sees_costs or not x.of_costs)) m;
  perform private.raise_error_if(has.main is null, 'value_invalid', 400, '{"field": "measure"}');

  -- What is read: documents, or the lines of documents. Missing keys are values of their own, so that they can be
  -- joined.
  source := format('lines as %s (select %s %s)', case when reads_lines then 'materialized' else 'not materialized' end,
    concat_ws(', ', 'side.is_now', private.report_key(by_row) || ' as row_key',
      case when by_column.heading is not null then private.report_key(by_column) || ' as column_key' end,
      's.id as document', has.read),
    private.report_source(of_fact, reach, days, before, reads_lines, filter.conditions));

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
    private.report_ranking('ranked_rows', by_row, 'by_row', 'row_key', days, has.nothing, has.sorted_by));
  if by_column.heading is not null then
    -- Columns of time are shown from the earliest on.
    statement := statement || format(', %s, shown_columns as (select z.*, %s as place%s from ranked_columns z '
        'where z.position <= 60), cells as (select r.key, jsonb_agg(c.%I order by k.place) as cells, '
        'jsonb_agg(c.%I order by k.place) as cells_before from ranked_rows r cross join shown_columns k '
        'left join (select z.*%s from by_cell z) c on c.row_key = r.row_key and c.column_key = k.column_key '
        'where r.position <= %s group by r.key)',
      private.report_ranking('ranked_columns', by_column, 'by_column', 'column_key', days, has.nothing, has.sorted_by),
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

select private.expose_rpc('report_sales', 'Sales of a period by one heading or two, compared with another period.');
select private.expose_rpc('report_purchases', 'Orders of a period by one heading or two, received and paid.');
select private.expose_rpc('report_expenses', 'Expenses of a period by one heading or two.');
