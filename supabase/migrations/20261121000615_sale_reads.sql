-- Reads of the sales screens: the list with its totals, one sale, a customer's account, and the part of the global
-- search for sales.

/* The hidden columns of a visible sale: its shift for those who may view shifts and their expected cash, its cost for
   those who may view costs. */
create function private.hidden_of_sale(id uuid)
  returns table (shift_id uuid, shift_number text, margin numeric)
  language sql stable security definer rows 1 set search_path = ''
as $$
  select h.id, h.number, case when (select private.can('inventory.costs.view')) then s.costed - s.cost end
  from public.sales s
  left join public.shifts h on h.id = s.shift_id
    and (select private.can('attendance.shifts.view'))
    and (select private.can('attendance.shifts.view_expected'))
  where s.id = hidden_of_sale.id
    and s.branch_id = any ((select private.branch_ids('view'))::uuid[])
$$;
grant execute on function private.hidden_of_sale to authenticated;

create view public.sale_list with (security_invoker = true) as
select s.id, s.version, s.number, s.type, s.status, s.sold_at, s.business_day, s.created_at, s.branch_id,
  b.name as branch, b.name_ar as branch_ar, s.till, s.reference,
  s.customer_id, c.name as customer, c.name_ar as customer_ar, private.person(s.salesperson_id) as salesperson, s.note,
  l.lines, s.pieces, coalesce(l.has_left, false) as has_left, s.subtotal, s.discount, s.tax, s.total, s.paid,
  s.remaining, s.payment_status,
  h.margin,
  p.payments, p.payment_method_id, p.payment_method, p.payment_method_ar, h.shift_id, h.shift_number
from public.sales s
join public.branches b on b.id = s.branch_id
left join public.customers c on c.id = s.customer_id
left join lateral (
  select count(*)::integer as lines, bool_or(x.quantity > x.returned) as has_left
  from public.sale_lines x
  where x.sale_id = s.id) l on true
-- The method with the largest payment.
left join lateral (
  select m.id as payment_method_id, m.name as payment_method, m.name_ar as payment_method_ar,
    count(*) over ()::integer as payments
  from public.sale_payment_methods x
  left join public.payment_methods m on m.id = x.payment_method_id
  -- Only payments voided together with the sale still count as its payments.
  where x.sale_id = s.id and x.voided_at is not distinct from s.voided_at
  order by abs(x.amount) desc, x.payment_id
  limit 1) p on true
left join lateral private.hidden_of_sale(s.id) h on true;
comment on view public.sale_list is
  'Sales with names, lines, pieces and payments; margin is that of the lines whose cost is known, null if none is, and '
  'without inventory.costs.view.';
comment on column public.sale_list.has_left is 'Something can still be returned.';
comment on column public.sale_list.shift_id is
  'The shift it was made in; null without attendance.shifts.view_expected.';
grant select on public.sale_list to authenticated;

/* The variants with this SKU or barcode that the caller may view; null if nothing has it. */
create function private.variants_of_code(code text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  keys constant text[] := private.search_keys(array[code]);
begin
  return (
    select array_agg(v.id)
    from public.variants v
    join public.products p on p.id = v.product_id
    where (v.sku_key = any (keys) or v.barcode_key = any (keys)) and (select private.can('inventory.products.view'))
      and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[])));
end
$$;

/* The condition shared by the list and the totals of sales: a where clause over sales s. Each word is in the number,
   the reference, the note or, for those who may view customers, the customer's name; a complete number must be equal.
   A word, or all of them together, that is the SKU or barcode of a visible article also finds the sales with it.
   amount: the total.
   walked: only one page is wanted, found by scanning in list order; the customer of a frequent word is then looked up
   sale by sale, since collecting all customers with that word would take longer. */
create function private.sale_filter(
  words text default '', types text[] default '{}', statuses text[] default '{}', payment_statuses text[] default '{}',
  at_branch_ids uuid[] default '{}', customer_ids uuid[] default '{}', salesperson_ids uuid[] default '{}',
  payment_method_ids uuid[] default '{}', shift_ids uuid[] default '{}', sold text default null,
  amount numeric default null, walked boolean default false)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  sees_customers constant boolean := private.can('contacts.customers.view');
  days constant daterange := case when sold is not null then private.period(sold, reach) end;
  in_words text;
  whole uuid[];
begin
  -- Filtering by shift reveals its expected cash.
  perform private.require_permission('attendance.shifts.view_expected') where shift_ids <> '{}';
  perform private.require_max_items(payment_method_ids, 1000, 'payment_method_ids');
  -- Refuses too many words.
  perform private.word_patterns(words);
  select string_agg(case
    when w ~ '^%(sa-[a-z0-9]{2,6}-[a-z0-9]{1,8}|ob-[a-z0-9]{2,6})-[0-9]{4}-[0-9]{4,}%$'
      then format('s.number = %L', upper(btrim(w, '%')))
    -- A union, since `or` would keep the search from the indexes.
    when variant_ids is not null then format('s.id in (select l.sale_id from public.sale_lines l where l.variant_id '
      '= any (%1$L::uuid[]) union all select x.id from public.sales x where x.search like %2$L union all '
      'select x.id from public.sales x where %3$L and x.customer_id in (select c.id from public.customers c '
      'where c.search like %2$L))', variant_ids, w, sees_customers)
    when walked and sees_customers and private.estimate_rows('public.customers c', format('c.search like %L', w), '{}')
      > 2000 then format(
        '(s.search like %1$L or (select c.search like %1$L from public.customers c where c.id = s.customer_id))', w)
    else format('(s.search like %1$L or %2$L and s.customer_id in (select c.id from public.customers c where c.search '
      'like %1$L))',
      w, sees_customers) end,
      ' and ')
  into in_words
  from (
    select distinct on (w) w, private.variants_of_code(typed) as variant_ids
    from regexp_split_to_table(words, '\s+') typed
    cross join lateral private.word_patterns(typed) w
    order by 1, 2) asked;
  whole := case when btrim(words) ~ '\s' then private.variants_of_code(words) end;
  if whole is not null then
    in_words := format('s.id in (select l.sale_id from public.sale_lines l where l.variant_id = any (%L::uuid[]) '
      'union all select s.id from public.sales s where %s)', whole, in_words);
  end if;
  return concat_ws(' and ', format('s.branch_id = any (%L::uuid[])', reach), in_words,
    private.sql_in('s.type', types, 'types'), private.sql_in('s.status', statuses, 'statuses'),
    private.sql_in('s.payment_status', payment_statuses, 'payment_statuses'),
    private.sql_in('s.customer_id', customer_ids, 'customer_ids'),
    private.sql_in('s.salesperson_id', salesperson_ids, 'salesperson_ids'),
    case when payment_method_ids <> '{}' then private.paid_by_condition(payment_method_ids) end,
    private.sql_in('s.shift_id', shift_ids, 'shift_ids'),
    case when amount is not null then format('s.total = %L::numeric', amount) end,
    -- A bound on sold_at for the index: a business day begins at most 14 hours before, and ends at most 35 hours after,
    -- its UTC date does.
    case when sold is not null then format('s.business_day::date <@ %L::daterange and s.sold_at <@ %L::tstzrange',
      days, tstzrange((lower(days) - 1)::timestamp at time zone 'UTC', (upper(days)
        + 2)::timestamp at time zone 'UTC')) end);
end
$$;

/* The totals of the matching sales: {count, completed, by_status: {completed, opening, voided}, subtotal, discount,
   tax, total, returned, paid, remaining, margin}; voided ones are only counted, and of opening balances only what
   remains is added. completed: the others, which the sums cover, as the invoices of private.report_sales. margin: of
   the lines whose cost is known; null for those who may not view costs. */
create function private.sale_sums(matching text, statuses text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked),
       ''completed'', count(*) filter (where x.stands),
       ''by_status'', jsonb_build_object(''completed'', count(*) filter (where x.status = ''completed''),
        ''opening'', count(*) filter (where x.status = ''opening''),
        ''voided'', count(*) filter (where x.status = ''voided'')),
       ''subtotal'', coalesce(sum(x.subtotal) filter (where x.stands), 0), ''discount'',
        coalesce(sum(x.discount) filter (where x.stands), 0),
       ''tax'', coalesce(sum(x.tax) filter (where x.stands), 0), ''total'',
        coalesce(sum(x.total) filter (where x.stands), 0),
       ''returned'', coalesce(sum(x.returned) filter (where x.stands), 0),
       ''paid'', coalesce(sum(x.paid) filter (where x.stands), 0), ''remaining'',
        coalesce(sum(x.remaining) filter (where x.asked), 0),
       ''margin'', case when $1 then coalesce(sum(x.costed - x.cost) filter (where x.stands), 0) end)
     from (
       select s.*, a.asked, a.asked and s.status = ''completed'' as stands
       from public.sales s cross join lateral (select $2 = ''{}'' or s.status = any ($2) as asked) a
       where %s) x', matching)
  into answer using private.can('inventory.costs.view'), statuses;
  return answer;
end
$$;

/* A page of sales of the caller's branches. words: each in the number, reference, note or customer, or the code of an
   article. sold: a period of business days (private.period). amount: the total. payment_method_ids: at least partly
   paid by one of them. shift_ids: made in one of them, for those who may view the expected cash. Empty or null lists
   match all; at most 1,000 values. sort: sold_at, number, total, remaining, id. Errors: permission_missing,
   sort_unknown, period_unknown, list_over_limit, search_too_long. */
select private.expose_list('sale', 'A page of sales of the caller''s branches.', 'public.sales s',
  'accounting.sales.view', array['sold_at', 'number', 'total', 'remaining'], all_of => 'statuses');

/* The names of records in a sale that have been renamed since it was recorded, as of then (private.names_at). */
create function private.names_when_recorded(id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.names_at(
    array[s.branch_id, s.customer_id, s.salesperson_id]
      || array(
        select distinct l.tax_rate_id
        from public.sale_lines l
        where l.sale_id = s.id and l.tax_rate_id is not null)
      || array(select b.id from public.business b)
      || array(
        select distinct p.payment_method_id
        from public.sale_payment_methods p
        where p.sale_id = s.id)
      || array(
        select distinct x.id
        from public.sale_lines l
        join public.variants v on v.id = l.variant_id
        cross join lateral (values (v.product_id), (v.color_id), (v.size_id)) x(id)
        where l.sale_id = s.id),
    s.created_at)
  from public.sales s
  where s.id = names_when_recorded.id
    and (select private.can('accounting.sales.view'))
    and s.branch_id = any ((select private.branch_ids('view'))::uuid[])
$$;
grant execute on function private.names_when_recorded, private.prefixed_names to authenticated;

/* One sale: {sale: as in sale_list, with the data of its documents and totals of all its lines; items: the first
   most_lines lines in order; payments; returns: completed returns of it; returned_sales: the sales whose goods it
   returns; timeline; business: earlier values of the business's header, if changed since}. Of the lines: taxes:
   [{tax_rate_id, tax_rate, tax_rate_ar, kind, percentage, included, net: without the tax, tax}], in the order of the
   lines; moved: the quantity sold plus the quantity returned; has_returns: something was returned. Names are those at
   the time of recording. A returned item names its original sale; a payment without a method is a credit and names the
   return. Costs are null for those who may not view them; a line whose product is not visible has no names. Errors:
   permission_missing, sale_not_found. */
create function public.sale_detail(id uuid, most_lines integer default 500) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  sale public.sale_list;
  stored record;
  returns jsonb;
  names jsonb;
  lines jsonb;
begin
  perform private.require_permission('accounting.sales.view');
  select s.id, s.number, s.branch_id, s.customer_id, s.total, s.discount_reason, s.tax_reason, s.created_at,
    s.created_by, s.voided_at, s.voided_by, s.void_reason into stored
  from public.sales s where s.id = sale_detail.id;
  perform private.raise_error_if(stored.id is null, 'sale_not_found', 404);
  select * into sale from public.sale_list s where s.id = stored.id;
  names := private.names_when_recorded(stored.id);
  select coalesce(jsonb_agg(to_jsonb(r) order by r.sold_at, r.number), '[]') into returns
  from (
    select r.id, r.number, r.sold_at, r.created_at, r.created_by, -sum(l.quantity) as pieces, -sum(l.total) as total
    from public.sale_lines l
    join public.sales r on r.id = l.sale_id and r.status = 'completed'
    where l.returns_line_id = any (array(select o.id from public.sale_lines o where o.sale_id = stored.id))
    group by r.id) r;
  select jsonb_build_object(
    'taxes', (
      select coalesce(jsonb_agg(to_jsonb(x) - 'first' || private.prefixed_names(names, x.tax_rate_id, 'tax_rate')
        order by x.first), '[]')
      from (
        select l.tax_rate_id, t.name as tax_rate, t.name_ar as tax_rate_ar, t.kind, l.tax_percentage as percentage,
          l.tax_included as included, sum(l.total - l.tax) as net, sum(l.tax) as tax, min(l.position) as first
        from public.sale_lines l
        left join public.tax_rates t on t.id = l.tax_rate_id
        where l.sale_id = stored.id
        group by t.id, l.tax_rate_id, l.tax_percentage, l.tax_included) x),
    'moved', coalesce(sum(abs(l.quantity)), 0),
    'has_returns', coalesce(bool_or(l.returned > 0), false))
  into lines
  from public.sale_lines l
  where l.sale_id = stored.id;
  return jsonb_build_object(
    'sale', to_jsonb(sale) || lines || jsonb_build_object(
      'created_by', private.person(stored.created_by), 'discount_reason', stored.discount_reason,
      'tax_reason', stored.tax_reason,
      'voided_at', stored.voided_at, 'voided_by', private.person(stored.voided_by),
      'void_reason', stored.void_reason)
      || (
        select jsonb_build_object('branch_phone', b.phone, 'branch_address', b.address)
          || private.prefixed_names(names, b.id, 'branch')
        from public.branches b
        where b.id = stored.branch_id)
      || coalesce((
        select jsonb_build_object('customer_phone', c.phone, 'customer_address', c.address, 'customer_email', c.email,
          'customer_tax_number', c.tax_number)
          || private.prefixed_names(names, c.id, 'customer')
        from public.customers c
        where c.id = stored.customer_id), '{}')
      || jsonb_build_object('salesperson', sale.salesperson || coalesce(names -> (sale.salesperson ->> 'id'), '{}')),
    'business', (select names -> b.id::text from public.business b),
    'returned_sales', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number) order by o.sold_at, o.number), '[]')
      from public.sales o
      where o.id = any (array(
        select r.sale_id
        from public.sale_lines l
        cross join lateral (select r.sale_id from public.sale_lines r where r.id = l.returns_line_id offset 0) r
        where l.sale_id = stored.id))),
    'items', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'sale_id' || coalesce(to_jsonb(n) || coalesce(w.words, '{}'), '{}')
        || jsonb_build_object(
        'stock_point', p.name, 'stock_point_ar', p.name_ar, 'unit_cost', k.unit_cost, 'returns_sale_id', o.id,
          'returns_number', o.number)
          order by l.position), '[]')
      from (
        select *
        from public.sale_lines x
        where x.sale_id = stored.id
        order by x.position
        limit greatest(coalesce(most_lines, 500), 0)) l
      -- offset 0 forces a lookup per line, as in transfer_detail.
      left join lateral (select * from public.variant_names x where x.variant_id = l.variant_id offset 0) n on true
      left join lateral (
        select private.prefixed_names(names, v.product_id, 'product')
          || private.prefixed_names(names, v.color_id, 'color')
          || private.prefixed_names(names, v.size_id, 'size') as words
        from public.variants v
        where names <> '{}' and v.id = n.variant_id
        offset 0) w on true
      left join public.stock_points p on p.id = l.stock_point_id
      left join public.sale_line_costs k on k.sale_line_id = l.id
      left join lateral (select r.sale_id from public.sale_lines r where r.id = l.returns_line_id offset 0) r on true
      left join lateral (select o.id, o.number from public.sales o where o.id = r.sale_id offset 0) o on true),
    'payments', (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(p)) || jsonb_build_object(
        'payment_method', m.name, 'payment_method_ar', m.name_ar, 'branch', b.name, 'branch_ar', b.name_ar,
        'return_number', r.number,
        'paid_by', (
          select jsonb_agg(jsonb_build_object('payment_method_id', y.id, 'payment_method', y.name,
            'payment_method_ar', y.name_ar, 'amount', x.amount)
            || private.prefixed_names(names, y.id, 'payment_method') order by abs(x.amount) desc, y.name)
          from public.sale_payment_methods x
          join public.payment_methods y on y.id = x.payment_method_id
          where x.payment_id = p.id),
        'corrections', (
          select coalesce(jsonb_agg(private.with_person_names(to_jsonb(c)) order by c.created_at, c.id), '[]')
          from (
            select x.correction_id as id, x.amount, x.reason, x.created_at, x.created_by, y.name as payment_method,
              y.name_ar as payment_method_ar,
              jsonb_build_object('payment_method', w.name, 'payment_method_ar', w.name_ar) as "from"
            from public.payment_corrections x
            join public.payment_corrections f on f.correction_id = x.correction_id and f.id <> x.id
            join public.payment_methods w on w.id = f.payment_method_id
            join public.payment_methods y on y.id = x.payment_method_id
            where x.payment_id = p.id and sign(x.amount) = sign(p.amount)) c))
        || private.prefixed_names(names, m.id, 'payment_method') order by p.created_at, p.id), '[]')
      from (
        select x.id, x.branch_id, x.payment_method_id, x.return_id, x.amount, x.tendered, x.rounding, x.business_day,
          x.created_at, x.created_by, x.voided_at, x.voided_by, x.void_reason, x.paid_after_sale, x.is_cash
        from public.sale_payments x where x.sale_id = stored.id) p
      join public.branches b on b.id = p.branch_id
      left join public.payment_methods m on m.id = p.payment_method_id
      left join public.sales r on r.id = p.return_id),
    'returns', returns,
    'timeline', private.timeline(array[
      private.event(1, 'created', stored.created_at, stored.created_by, null, stored.number, null, stored.total),
      private.event(9, 'voided', stored.voided_at, stored.voided_by, stored.void_reason)]
      || array(
        select unnest(array[private.event(4, 'paid', p.created_at, p.created_by, amount => p.amount),
          private.event(8, 'voided', p.voided_at, p.voided_by, p.void_reason, amount => p.amount)])
        from public.sale_payments p
        where p.sale_id = stored.id and p.paid_after_sale)
      || array(
        select private.event(6, 'payment_corrected', c.created_at, c.created_by, c.reason, amount => c.amount)
        from public.payment_corrections c
        join public.sale_payments p on p.id = c.payment_id
        where c.sale_id = stored.id and sign(c.amount) = sign(p.amount))
      || array(
        select private.event(5, 'returned', r.created_at, r.created_by, null, r.number, r.pieces, r.total)
        from jsonb_to_recordset(returns) r(created_at timestamptz, created_by uuid, number text, pieces numeric,
          total numeric))));
end
$$;
grant execute on function public.sale_detail to authenticated;
comment on function public.sale_detail is 'One sale with its lines, payments and timeline.';

-- ── Customers' debts ──

/* A customer's account in the caller's branches: {open_sales, owed, aged: {d0_30, d31_60, d61_90, over_90}, sales: [at
   most 50 unsettled ones, oldest first]}. Opening balances are among the sales, with the type opening. Ages in days
   count from the business day of the sale; credits from returns are negative. Errors: permission_missing,
   customer_not_found. */
create function private.customer_account(customer_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('accounting.sales.view', 'contacts.customers.view');
  perform private.raise_error_if(
    not exists (select from public.customers c where c.id = customer_account.customer_id), 'customer_not_found', 404);
  return (
    with open_sale as (
      select s.id, s.number, s.type, s.business_day, s.sold_at,
        b.id as branch_id, b.name as branch, b.name_ar as branch_ar,
        s.total, s.paid, s.remaining, greatest(t.today - s.business_day, 0) as age
      from public.sales s
      join public.branches b on b.id = s.branch_id
      cross join lateral (
        select (now() at time zone b.time_zone - make_interval(hours => b.day_start))::date as today) t
      where s.customer_id = customer_account.customer_id
        and s.remaining <> 0
        and s.branch_id = any ((select private.branch_ids('view'))::uuid[]))
    select jsonb_build_object(
      'open_sales', count(*),
      'owed', coalesce(sum(o.remaining), 0),
      'aged', jsonb_build_object(
        'd0_30', coalesce(sum(o.remaining) filter (where o.age <= 30), 0),
        'd31_60', coalesce(sum(o.remaining) filter (where o.age between 31 and 60), 0),
        'd61_90', coalesce(sum(o.remaining) filter (where o.age between 61 and 90), 0),
        'over_90', coalesce(sum(o.remaining) filter (where o.age > 90), 0)),
      'sales', (
        select coalesce(jsonb_agg(to_jsonb(x) - 'sold_at' order by x.business_day, x.sold_at, x.number), '[]')
        from (
          select *
          from open_sale y
          order by y.business_day, y.sold_at, y.number
          limit 50) x))
    from open_sale o);
end
$$;

/* A customer's account statement in the caller's branches: {opening, closing, entries: [at most 5,000 {id, day, kind,
   number, sale_id, reference, payment_method, payment_method_ar, branch, branch_ar, amount, owed}]}; before_day: the
   first day excluded; amount: the change of the debt (of a payment without its cash rounding); owed: the debt after it.
   kind: sale, return, opening_balance, payment, refund, or one of them with _voided. Errors: permission_missing,
   customer_not_found, statement_too_long {max}.
   A return that credits an earlier sale has a payment row for each of the two: if both sales are in the statement, the
   rows cancel out and are omitted. If the other sale belongs to another customer or an invisible branch, the row is a
   payment or refund without a method, with the other sale's number as reference if visible. */
create function private.customer_statement(
  customer_id uuid, from_day public.day default null, before_day public.day default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 5000;
  reach constant uuid[] := private.branch_ids('view');
  statement jsonb;
begin
  perform private.require_permission('accounting.sales.view', 'contacts.customers.view');
  perform private.raise_error_if(
    not exists (select from public.customers c where c.id = customer_statement.customer_id),
    'customer_not_found', 404);
  with sale as materialized (
    select s.id as sale_id, s.number, s.reference, s.total, s.business_day, s.created_at, s.voided_at,
      case when s.type = 'opening' then 'opening_balance' when s.type = 'return' or s.total < 0 then 'return'
        else 'sale' end as kind,
      b.name as branch, b.name_ar as branch_ar, b.time_zone, b.day_start
    from public.sales s
    join public.branches b on b.id = s.branch_id
    where s.customer_id = customer_statement.customer_id
      and s.branch_id = any (reach)),
  entry as (
    select e.day, e.kind, s.number, s.sale_id, e.reference, e.payment_method_id, s.branch, s.branch_ar, e.amount, e.at
    from sale s
    -- Payments without a return have no second sale, so o is null for them.
    cross join lateral (
      select s.kind, s.reference, null::uuid as payment_method_id, s.total::numeric as amount,
        s.business_day::date as day, s.created_at as at, s.voided_at
      union all
      select case when p.amount < 0 then 'refund' else 'payment' end,
        case when o.branch_id = any (reach) then o.number end, b.payment_method_id, p.rounding - p.amount,
        p.business_day, p.created_at, p.voided_at
      from public.sale_payments p
      left join public.sales o on o.id = p.return_id
      -- After corrections: the method of most of it.
      left join lateral (
        select x.payment_method_id
        from public.sale_payment_methods x
        where x.payment_id = p.id
        order by abs(x.amount) desc, x.payment_method_id
        limit 1) b on true
      where p.sale_id = s.sale_id
        and (o.customer_id is distinct from customer_statement.customer_id or o.branch_id <> all (reach))
      union all
      select 'refund', case when o.branch_id = any (reach) then o.number end,
        null, p.amount, p.business_day, p.created_at, p.voided_at
      from public.sale_payments p
      join public.sales o on o.id = p.sale_id
      where p.return_id = s.sale_id
        and (o.customer_id is distinct from customer_statement.customer_id or o.branch_id <> all (reach))) k
    cross join lateral (
      select k.day, k.kind, k.reference, k.payment_method_id, k.amount, k.at
      union all
      select greatest(k.day, (k.voided_at at time zone s.time_zone - make_interval(hours => s.day_start))::date),
        k.kind || '_voided', k.reference, k.payment_method_id, -k.amount, k.voided_at
      where k.voided_at is not null) e),
  running as materialized (
    select row_number() over by_day as id, e.*, sum(e.amount) over by_day as owed
    from entry e
    window by_day as (
      order by e.day, e.at, e.number, array_position(
        '{opening_balance,sale,return,payment,refund,payment_voided,refund_voided,sale_voided,return_voided,'
          'opening_balance_voided}', e.kind),
        e.amount, e.payment_method_id
      rows unbounded preceding))
  select jsonb_build_object(
    'opening', coalesce((select sum(r.amount) from running r where r.day < from_day), 0),
    'closing', coalesce((
      select sum(r.amount)
      from running r
      where r.day < greatest(before_day, from_day) or before_day is null), 0),
    'entries', coalesce(jsonb_agg(
      to_jsonb(p) - '{at,payment_method_id}'::text[]
        || jsonb_build_object('payment_method', m.name, 'payment_method_ar', m.name_ar) order by p.id), '[]'))
  into statement
  from (
    select *
    from running r
    where coalesce(r.day >= from_day, true)
      and coalesce(r.day < before_day, true)
    order by r.id
    limit most + 1) p
  left join public.payment_methods m on m.id = p.payment_method_id;
  perform private.raise_error_if(
    jsonb_array_length(statement -> 'entries') > most, 'statement_too_long', 400, jsonb_build_object('max', most));
  return statement;
end
$$;

select private.expose_rpc('customer_account', 'A customer''s debt, by age.');
select private.expose_rpc('customer_statement',
  'A customer''s account by days: sales, returns, opening balances and payments with the debt after each.');

/* The matches of private.find_records among sales, in its columns: number, customer, day. */
create function private.search_sales(words text, most integer)
  returns table (kind text, id uuid, exact boolean, code text, name text, name_ar text, other text, other_ar text,
    day date, price numeric, on_hand numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select ''sales'', s.id, s.number = upper(btrim($1)), s.number, c.name::text, c.name_ar::text, null, null,
      s.business_day::date, null::numeric, null::numeric
     from (select * from public.sales s where %s order by s.sold_at desc, s.id desc limit $2) s
     left join public.customers c on c.id = s.customer_id and $3
     order by s.sold_at desc, s.id desc',
    private.sale_filter(words, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null, walked => true))
  using words, most, private.can('contacts.customers.view');
end
$$;
