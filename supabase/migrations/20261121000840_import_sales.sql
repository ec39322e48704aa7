-- Imports of sales: the sales in a file of another till or an older system, and their problems. Rows with the same
-- branch, till and reference are one sale. Rows with a negative quantity are returns: of the sale that they name,
-- otherwise of the customer's latest purchases.
--
-- The plan simulates the sales in order of time, each after the previous ones: stock, quantities left to return,
-- amounts and payments. A sale with a problem is left out, and later ones are simulated without it.

/* Customers identified by phone, otherwise by email, need no name; the others are looked up by name. */
create function private.import_known_buyers() returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
begin
  alter table pg_temp.import_cells add column buyer_id uuid;
  if not exists (
    select from pg_temp.import_cells c
    where c.customer is not null or c.phone is not null or c.email is not null) then
    return;
  end if;
  perform private.require_permission('contacts.customers.view');
  update pg_temp.import_cells c set buyer_id = k.id, customer = null
  from public.customers k
  where k.phone_key = private.phone_key(c.phone);
  update pg_temp.import_cells c set buyer_id = x.id, customer = null
  from (
    select o.n, min(k.id::text)::uuid as id
    from pg_temp.import_cells o join public.customers k on lower(k.email) = lower(o.email)
    where o.buyer_id is null
    group by o.n
    having count(*) = 1) x
  where x.n = c.n;
end
$$;

/* Creates the rows with their own values, and assigns each to a sale. */
create function private.import_sale_rows(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.import_branches();
  perform private.require_branch((options ->> 'branch_id')::uuid)
  where options ->> 'branch_id' is not null and exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.require_open_place((options ->> 'branch_id')::uuid, null, null)
  where exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.import_rows('sales',
    $more$case when c.branch is null then $more$ || quote_nullable(options ->> 'branch_id') || $more$::uuid
      else b.id end
      as branch_id,
    coalesce(c.buyer_id, name_customer.id) as buyer_id, private.normalise(c.product) as product_key,
    null::uuid as variant_id, null::integer as head,
    null::timestamptz as at, null::date as business_day, null::numeric as worth$more$,
    'left join pg_temp.import_branches b on b.branch = c.branch');
  -- Created before the rows are updated: later it could not be used within this transaction.
  create index on pg_temp.import_rows (head);
  -- Branch and till need be given only once per reference.
  update pg_temp.import_rows r set
    till = case when c.till ~ '^[A-Z0-9]{1,8}$' then c.till else t.till end,
    branch_id = case when r.branch is null then coalesce(f.branch_id, r.branch_id) else r.branch_id end
  from (
    select x.reference, (array_agg(x.branch_id order by x.n) filter (where x.branch is not null))[1] as branch_id,
      (array_agg(x.till order by x.n) filter (where x.till is not null))[1] as till
    from pg_temp.import_rows x
    group by 1) f
  cross join lateral (select coalesce(f.till, 'IMPORT') as till) t
  cross join lateral (select upper(regexp_replace(t.till, '[^0-9A-Za-z]', '', 'g')) as till) c
  where coalesce(f.reference, '') = coalesce(r.reference, '');
  -- A date without a time is the start of that business day.
  update pg_temp.import_rows r set head = f.head, at = f.at, business_day = private.branch_today(r.branch_id, f.at)
  from (
    select x.n, min(x.n) over (partition by x.reference, x.branch_id, x.till,
      case when x.reference is null then x.n end) as head,
      case
        when length(x.sold_at) = 10
          then (x.sold_at::date + make_interval(hours => b.day_start)) at time zone b.time_zone
        when x.sold_at ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' then x.sold_at::timestamptz
        else x.sold_at::timestamp at time zone b.time_zone end as at
    from pg_temp.import_rows x left join public.branches b on b.id = x.branch_id) f
  where f.n = r.n;
  -- A price that is missing follows from the line's total: one with a discount only if the sale's total, which is
  -- compared, proves that it is taken off already. The amount is before the document discount, as in
  -- private.price_lines.
  update pg_temp.import_rows r set unit_price = p.price,
    worth = round(r.quantity * p.price, b.currency_decimals) - coalesce(r.discount, 0)
  from (select *, bool_or(document_total is not null) over (partition by head) as compared from pg_temp.import_rows) x
  cross join public.business b
  cross join lateral (
    select coalesce(x.unit_price, case
      when coalesce(x.discount, 0) = 0 or x.compared
        then round((x.line_total + coalesce(x.discount, 0)) / nullif(x.quantity, 0), 4) end) as price) p
  where x.n = r.n and r.quantity > 0;
end
$$;

/* The problems of single rows. */
create function private.import_sale_problems() returns void
  language plpgsql set search_path = ''
as $$
declare
  decimals constant integer := (select b.currency_decimals from public.business b);
begin
  insert into pg_temp.import_problems
  select r.n, p."column", p.code, p.found, p.expected
  from pg_temp.import_rows r
  left join public.variants v on v.id = r.variant_id
  left join public.products o on o.id = v.product_id
  left join public.customers k on k.id = r.buyer_id
  left join public.payment_methods m on m.id = r.payment_method_id
  left join (
    select c.name, count(*) as customers, bool_and(x.phone is not null) as by_phone,
      bool_and(x.email is not null) as by_email
    from pg_temp.import_names c
    join public.customers x on private.normalise(x.name) = c.key or private.normalise(x.name_ar) = c.key
    where c.kind = 'customers' and c.known
    group by 1) same on same.name = r.customer
  cross join lateral (values
    ('reference', case when r.reference is null then 'required' end, null, '{}'::jsonb),
    ('sold_at', case when r.at > now() then 'sold_in_future' end, r.sold_at, '{}'),
    ('branch', case
      when r.branch_id is null then case when r.branch is null then 'required' else 'branch_unknown' end
      when r.branch_id <> all ((select private.branch_ids('work'))::uuid[]) then 'branch_view_only' end, r.branch,
        '{}'),
    ('till', case when r.till !~ '^[A-Z0-9]{1,8}$' then 'till_invalid' end, r.till, '{}'),
    ('customer', case
      when same.customers > 1 then 'contact_ambiguous'
      when same.by_phone and r.phone is not null or same.by_email and r.email is not null then 'customer_other_contact'
      when not k.active and not private.was_active(k.id, 'customers', r.at) then 'customer_inactive'
      end, coalesce(r.customer, r.phone, r.email), jsonb_build_object('count', same.customers)),
    (case when r.phone is null then 'email' else 'phone' end,
      case
        when r.buyer_id is null and r.customer is null
          and coalesce(r.phone, r.email) is not null then 'customer_unknown' end,
      coalesce(r.phone, r.email), '{}'),
    ('product', case when coalesce(r.barcode, r.sku, r.product) is null then 'item_missing'
      when r.quantity > 0 and not ((v.active or private.was_active(o.id, 'variants', r.at, v.id))
        and (o.active or private.was_active(o.id, 'products', r.at))) then 'off_sale' end,
      coalesce(r.barcode, r.sku, r.product), '{}'),
    ('quantity', case when r.quantity is null then 'required' when r.quantity = 0 then 'quantity_none' end,
      r.quantity::text, '{}'),
    ('discount', case
      when r.discount <> round(r.discount, decimals) then 'too_many_decimals'
      when r.quantity > 0 and r.discount < 0 then 'number_negative'
      when r.worth < 0 then 'discount_over_line' end, trim_scale(r.discount)::text,
      jsonb_build_object('decimals', decimals, 'max', trim_scale(r.worth + r.discount))),
    ('unit_price', case
      when r.quantity > 0 and r.unit_price is null
        then case when r.line_total is null then 'required' else 'amount_unclear' end
      when greatest(r.quantity, 1) * r.unit_price >= 5 * 10 ^ 9 then 'line_over_limit' end,
      trim_scale(r.unit_price)::text,
      '{"max": 5000000000}'),
    -- Some programs write it before the discount.
    ('line_total', case
      when r.quantity > 0 and r.line_total not in (r.worth, r.worth + coalesce(r.discount, 0))
        then 'line_total_differs' end, trim_scale(r.line_total)::text,
      jsonb_build_object('total', trim_scale(r.worth))),
    ('sale_discount', case when r.sale_discount <> round(r.sale_discount, decimals) then 'too_many_decimals' end,
      trim_scale(r.sale_discount)::text,
      jsonb_build_object('decimals', decimals)),
    ('payment_method', case
      when not m.active and not private.was_active(m.id, 'payment_methods', r.at) then 'payment_method_inactive' end,
      r.payment_method, '{}')) p("column",
    code, found, expected)
  where p.code is not null
    -- Unreadable cells are reported already.
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q."column" = p."column");

  -- A new customer has one phone in all rows, and no phone belongs to two new customers.
  insert into pg_temp.import_problems
  select x.n, x."column", case when x.key <> x.first_key then 'customer_row_differs' else x."column" || '_twice' end,
    x.found,
    jsonb_build_object('row', x.first_row, 'value', x.first_found)
  from (
    select r.n, y."column", y.found, y.key, c.key as name, first_value(y.key) over same_name as first_key,
      first_value(y.found) over same_name as first_found,
      case
        when y.key <> first_value(y.key) over same_name then first_value(r.sheet_row) over same_name
        else first_value(r.sheet_row) over same_contact end
        as first_row,
      first_value(c.key) over same_contact as first_name
    from pg_temp.import_rows r
    join pg_temp.import_names c on c.kind = 'customers' and c.name = r.customer and not c.known
    cross join lateral (values ('phone', r.phone, private.phone_key(r.phone)),
      ('email', r.email, lower(r.email))) y("column", found, key)
    where y.key is not null
    window same_name as (partition by c.key, y."column" order by r.n),
      same_contact as (partition by y."column", y.key order by r.n)) x
  where x.key <> x.first_key or x."column" = 'phone' and x.name <> x.first_name;
  update pg_temp.import_names c set phone = x.phone, email = x.email
  from (select r.customer, min(r.phone) as phone, min(r.email) as email from pg_temp.import_rows r group by 1) x
  where c.kind = 'customers' and not c.known and x.customer = c.name;
end
$$;

/* The tax rate that had this name or percentage at a moment, by default now. preferred: among those of a percentage. */
create function private.tax_rate_called(said text, as_of timestamptz default null, preferred uuid default null)
  returns uuid
  language sql stable set search_path = ''
as $$
  select t.id
  from public.tax_rates t
  cross join lateral (
    select private.normalise(said) in (private.normalise(t.name), private.normalise(t.name_ar)) as by_name) n
  where (t.active or private.was_active(t.id, 'tax_rates', as_of))
    and (n.by_name or private.value_at(t.id, 'tax_rates', 'percentage', as_of, t.percentage::text)::numeric
      = substring(said from '^([0-9]{1,3}(\.[0-9]{1,4})?)%?$')::numeric)
  order by n.by_name desc, t.id is not distinct from preferred desc, t.id
  limit 1
$$;

/* Collects the sales of the file and matches them to stored ones by branch, till and reference; stored sales never
   change. */
create function private.import_collect_sales() returns void
  language plpgsql set search_path = ''
as $$
begin
  -- A row without a tax rate has that of its product, or else the one that the other rows of its sale agree on.
  update pg_temp.import_rows r set tax_rate = x.tax_rate
  from (
    select x.head, min(x.tax_rate) as tax_rate
    from pg_temp.import_rows x
    group by 1
    having min(x.tax_rate) = max(x.tax_rate)) x
  where x.head = r.head and r.tax_rate is null
    and not exists (
      select
      from public.variants v
      join public.products p on p.id = v.product_id
      where v.id = r.variant_id and p.tax_rate_id is not null);
  create temporary table import_rates as
  select r.head, r.tax_rate, r.own_rate, r.n,
    private.tax_rate_called(r.tax_rate, private.judged_at(r.at), r.own_rate) as id
  from (
    select r.head, r.tax_rate, coalesce(p.tax_rate_id, b.sale_tax_rate_id) as own_rate, min(r.n) as n, min(r.at) as at
    from pg_temp.import_rows r
    cross join public.business b
    left join public.variants v on v.id = r.variant_id
    left join public.products p on p.id = v.product_id
    where r.tax_rate is not null
    group by 1, 2, 3) r;
  create temporary table import_sales as
  select r.head as n, r.branch_id, r.till, (array_agg(r.reference))[1] as reference, min(r.at) as at,
    min(r.business_day) as business_day,
    (array_agg(r.buyer_id order by r.n) filter (where r.buyer_id is not null))[1] as buyer_id,
    (array_agg(r.salesperson_id order by r.n) filter (where r.salesperson_id is not null))[1] as salesperson_id,
    coalesce((array_agg(r.sale_discount order by r.n) filter (where r.sale_discount is not null))[1], 0) as discount,
    -- Of the sale, in one or all of its rows, or a part in each.
    sum(r.document_total) as document_total,
    case when min(r.document_total) = max(r.document_total) then min(r.document_total) end as repeated_total,
    (array_agg(r.discount_reason order by r.n) filter (where r.discount_reason is not null))[1] as discount_reason,
    (array_agg(r.notes order by r.n) filter (where r.notes is not null))[1] as notes,
    coalesce(
      array_agg(private.sale_line_input(r.n, r.variant_id, r.quantity, r.unit_price, r.discount,
        tax_rate_id => x.id, tax_chosen => x.head is not null) order by r.n) filter (where r.quantity > 0),
      '{}') as sold,
    bool_or(r.quantity < 0) as takes_back,
    -- A sale's payment may be repeated in each of its rows.
    jsonb_agg(distinct jsonb_build_object('method', r.payment_method_id, 'paid', r.paid))
      filter (where r.payment_method_id is not null or r.paid is not null) as payments,
    private.uuid_v7() as id, true as fresh,
    false as changed, false as bad, null::numeric as total, null::numeric as settled, null::numeric as paid,
    null::boolean as beyond, false as tax_per_line, null::uuid as sale_id
  from pg_temp.import_rows r
  cross join public.business b
  left join public.variants v on v.id = r.variant_id
  left join public.products p on p.id = v.product_id
  left join pg_temp.import_rates x on x.head = r.head and x.tax_rate = r.tax_rate
    and x.own_rate is not distinct from coalesce(p.tax_rate_id, b.sale_tax_rate_id)
  group by r.head, r.branch_id, r.till;
  create unique index on pg_temp.import_sales (n);
  create index on pg_temp.import_sales (id);
  analyze pg_temp.import_sales;

  -- Day, customer, salesperson and document discount are the same in all rows of a sale: a row that differs belongs to
  -- another sale or is a mistake.
  insert into pg_temp.import_problems
  select r.n, x."column", 'sale_row_differs', x.found, jsonb_build_object('row', h.sheet_row, 'value', x.kept)
  from pg_temp.import_rows r
  join pg_temp.import_sales g on g.n = r.head
  join pg_temp.import_rows h on h.n = r.head
  cross join lateral (values
    ('sold_at', r.sold_at, case when r.business_day <> g.business_day then h.sold_at end),
    ('customer', r.customer, case when r.buyer_id <> g.buyer_id then coalesce(h.customer, h.phone, h.email, '–') end),
    ('salesperson', r.salesperson,
      case when r.salesperson_id <> g.salesperson_id then coalesce(h.salesperson, '–') end),
    ('sale_discount', trim_scale(r.sale_discount)::text,
      case when r.sale_discount <> g.discount then trim_scale(g.discount)::text end)) x("column",
    found, kept)
  where x.kept is not null
  union all
  select g.n, 'sold_at', 'required', null, '{}'
  from pg_temp.import_sales g
  where not exists (
    select from pg_temp.import_cells c
    join pg_temp.import_rows r
    using (n)
    where r.head = g.n and c.sold_at is not null)
    and not exists (
      select from pg_temp.import_problems q
      join pg_temp.import_rows r
      using (n)
      where r.head = g.n and q."column" = 'sold_at')
  union all
  select x.n, 'tax_rate', 'tax_rate_unknown', x.tax_rate, '{}'
  from pg_temp.import_rates x
  where x.id is null and x.tax_rate !~ '^0+(\.0+)?%?$'
  union all
  select g.n, 'sale_discount', 'discount_over_sale', trim_scale(g.discount)::text,
    jsonb_build_object('max', trim_scale(w.worth))
  from pg_temp.import_sales g
  cross join lateral (select coalesce(sum(r.worth), 0) as worth from pg_temp.import_rows r where r.head = g.n) w
  where g.discount > w.worth and g.discount <> 0
  union all
  -- As in private.parse_sale_lines.
  select g.n, 'reference', 'sale_too_long', g.reference, jsonb_build_object('max', 5000)
  from pg_temp.import_sales g
  cross join lateral (select count(*) as lines from pg_temp.import_rows r where r.head = g.n) c
  where c.lines > 5000;

  update pg_temp.import_sales g set id = s.id, fresh = false
  from public.sales s
  where (s.branch_id, s.till, s.reference) = (g.branch_id, g.till, g.reference);
  insert into pg_temp.import_problems
  select g.n, 'reference', 'sale_differs', g.reference, jsonb_build_object('number', s.number)
  from pg_temp.import_sales g
  join public.sales s on s.id = g.id
  where not g.fresh and (s.business_day <> g.business_day or g.buyer_id <> s.customer_id or exists (
    select
    from (
      select r.variant_id, sum(greatest(r.quantity, 0)) as sold, sum(least(r.quantity, 0)) as back,
        sum(r.discount) filter (where r.quantity > 0) as discount,
        sum(greatest(r.quantity, 0) * r.unit_price) as worth
      from pg_temp.import_rows r where r.head = g.n group by 1) f
    full join (
      select l.variant_id, sum(greatest(l.quantity, 0)) as sold, sum(least(l.quantity, 0)) as back,
        sum(l.discount) filter (where l.quantity > 0) as discount,
        sum(greatest(l.quantity, 0) * l.unit_price) as worth
      from public.sale_lines l where l.sale_id = s.id group by 1) l on l.variant_id = f.variant_id
    where (f.sold, f.back, coalesce(f.worth, l.worth), coalesce(f.discount, 0)) is distinct from (l.sold, l.back,
      l.worth, coalesce(l.discount, 0))));
end
$$;

-- ── The simulation ──

/* Prepares the stock for the sales and the lines that may be returned: those of visible stored sales with the
   reference, number or customer of the rows. */
create function private.import_rehearsal() returns void
  language plpgsql set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
begin
  create temporary table import_levels as
  select r.variant_id, r.branch_id, coalesce(max(l.quantity), 0)::numeric as quantity
  from pg_temp.import_rows r
  left join public.stock_levels l on l.variant_id = r.variant_id and l.branch_id = r.branch_id
    and l.stock_point_id is null
  where r.variant_id is not null
  group by 1, 2;
  create index on pg_temp.import_levels (variant_id, branch_id);

  -- figures: the line's net amount, discount and tax; gone: the part of them returned already.
  create temporary table import_goods (
    id bigint generated always as identity, head integer, line_id uuid, sale_id uuid, reference text, number text,
    branch_id uuid, at timestamptz, buyer_id uuid, variant_id uuid,
    unit_price numeric, quantity numeric, returned numeric, figures numeric[], gone numeric[], tax_included boolean,
    position integer);
  create index on pg_temp.import_goods (variant_id);
  create temporary table import_owed (sale_id uuid primary key, remaining numeric);
  create temporary table import_returns (
    id bigint generated always as identity, n integer, head integer, goods bigint, quantity numeric, up_to numeric,
    figures numeric[], worth numeric);
  create index on pg_temp.import_returns (head);

  with wanted as (
    select distinct r.variant_id, r.original, case when r.original is null then g.buyer_id end as buyer_id
    from pg_temp.import_rows r join pg_temp.import_sales g on g.n = r.head
    where r.quantity < 0 and g.fresh and r.variant_id is not null),
  named as (
    select distinct w.original, s.id
    from wanted w
    join public.sales s on s.search like '%' || regexp_replace(private.normalise(w.original), '([\\%_])', '\\\1', 'g')
      || '%'
      and w.original in (s.reference, s.number)),
  found as (
    select distinct l.id
    from wanted w
    join named n on n.original = w.original
    join public.sale_lines l on l.sale_id = n.id and l.variant_id = w.variant_id
    union
    select l.id
    from wanted w
    join public.sales s on s.customer_id = w.buyer_id
    join public.sale_lines l on l.sale_id = s.id and l.variant_id = w.variant_id)
  insert into pg_temp.import_goods (line_id, sale_id, reference, number, branch_id, at, buyer_id, variant_id,
    unit_price, quantity, returned, figures, gone, tax_included)
  select l.id, s.id, s.reference, s.number, s.branch_id, s.sold_at, s.customer_id, l.variant_id, l.unit_price,
    l.quantity, l.returned,
    array[l.subtotal - l.discount - l.document_discount, l.discount + l.document_discount, l.tax],
    (select array[coalesce(-sum(b.subtotal - b.discount), 0), coalesce(-sum(b.discount), 0), coalesce(-sum(b.tax), 0)]
     from public.sale_lines b
     join public.sales o on o.id = b.sale_id and o.status = 'completed'
     where b.returns_line_id = l.id),
       l.tax_included
  from found f
  join public.sale_lines l on l.id = f.id and l.quantity > l.returned
  join public.sales s on s.id = l.sale_id and s.status = 'completed' and s.branch_id = any (reach);
  insert into pg_temp.import_owed
  select s.id, s.remaining
  from public.sales s
  where s.id = any (private.underlying_sales(array(select distinct g.sale_id from pg_temp.import_goods g)))
    and s.remaining > 0;
end
$$;

/* Assigns the returned goods of a sale to sold lines, the latest first. False if some cannot be assigned, which is
   reported. */
create function private.simulate_returns(sale record) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  back record;
  goods record;
  missing numeric;
  part numeric;
  found boolean := true;
begin
  for back in select r.* from pg_temp.import_rows r where r.head = sale.n and r.quantity < 0 order by r.n loop
    missing := -back.quantity;
    for goods in
      select g.* from pg_temp.import_goods g
      where g.variant_id = back.variant_id and g.returned < g.quantity and g.at <= sale.at
        and (back.unit_price is null or g.unit_price = back.unit_price)
        and case when back.original is null then g.buyer_id = sale.buyer_id
          else back.original in (g.reference, g.number) end
      order by g.branch_id = sale.branch_id desc, g.at desc, g.id desc
    loop
      exit when missing = 0;
      part := least(missing, goods.quantity - goods.returned);
      insert into pg_temp.import_returns (n, head, goods, quantity, up_to)
      values (back.n, sale.n, goods.id, part, goods.returned + part);
      update pg_temp.import_goods g set returned = g.returned + part where g.id = goods.id;
      missing := missing - part;
    end loop;
    if missing > 0 then
      found := false;
      insert into pg_temp.import_problems
      select back.n, case when back.original is null then 'quantity' else 'original' end, case
          when back.original is null and sale.buyer_id is null then 'return_of_nothing'
          when x.first_row is not null then 'return_of_left_out'
          when back.original is not null and back.quantity + missing = 0 then 'original_unknown'
          else 'return_unmatched' end,
        coalesce(back.original, trim_scale(back.quantity)::text),
        jsonb_build_object('left', trim_scale(-back.quantity - missing), 'row', x.first_row)
      from (
        select min(r.sheet_row) as first_row
        from pg_temp.import_rows r join pg_temp.import_sales g on g.n = r.head
        where g.bad and r.variant_id = back.variant_id and r.quantity > 0 and g.at <= sale.at
          and case when back.original is null then g.buyer_id = sale.buyer_id else back.original = g.reference end) x;
    end if;
  end loop;
  return found;
end
$$;

/* Computes the amounts of a sale's returns by their shares of the original lines, as private.price_returns does;
   answers their total. */
create function private.simulate_return_value(head integer, decimals integer) returns numeric
  language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
begin
  update pg_temp.import_returns t
  set figures = s.figures, worth = s.figures[1] + case when s.tax_included then 0 else s.figures[3] end
  from (
    select x.id, x.tax_included,
      array_agg(private.returned_share(f.whole, x.sold, x.up_to, x.quantity, f.gone, x.leads, decimals)
        order by f.position)
        as figures
    from (
      select r.id, r.up_to, r.quantity, g.figures as wholes, g.gone, g.quantity as sold, g.tax_included,
        row_number() over (partition by g.id order by r.id) = 1 as leads
      from pg_temp.import_returns r join pg_temp.import_goods g on g.id = r.goods
      where r.head = simulate_return_value.head) x
    cross join lateral unnest(x.wholes, x.gone) with ordinality f(whole, gone, position)
    group by x.id, x.tax_included) s
  where s.id = t.id;
  -- A discount in a returned row must equal its share of the original discount, and a line total what the goods were
  -- sold for, before or after discounts.
  insert into pg_temp.import_problems
  select x.n, p."column", p.code, trim_scale(p.found)::text, p.expected
  from (
    select r.n, r.discount, r.line_total, sum(t.figures[1]) as net, sum(t.figures[2]) as share
    from pg_temp.import_rows r join pg_temp.import_returns t on t.n = r.n
    where r.head = simulate_return_value.head
    group by r.n, r.discount, r.line_total) x
  cross join lateral (values
    ('discount', 'return_discount_differs', x.discount, jsonb_build_object('share', trim_scale(x.share)),
      abs(x.discount) <> x.share),
    ('line_total', 'line_total_differs', x.line_total, jsonb_build_object('total', trim_scale(-x.net)),
      abs(x.line_total) not between x.net and x.net + x.share)) p("column", code, found, expected, holds)
  where p.holds;
  return (select coalesce(sum(t.worth), 0) from pg_temp.import_returns t where t.head = simulate_return_value.head);
end
$$;

/* The debts of the original sales of a return and of those behind them, stored or in this file, up to the value of the
   returned goods; before: the sum of the preceding ones. As in private.return_credits. */
create function private.simulated_debts(head integer) returns table (sale_id uuid, most numeric, before numeric)
  language plpgsql set search_path = ''
as $$
begin
  return query
  with recursive back as (
    select g.sale_id, sum(t.worth) as worth
    from pg_temp.import_returns t
    join pg_temp.import_goods g on g.id = t.goods
    where t.head = simulated_debts.head
    group by g.sale_id),
  behind(of_sale, sale_id) as (
    select b.sale_id, b.sale_id from back b
    union
    select b.of_sale, x.sale_id
    from behind b
    cross join lateral (
      select o.sale_id
      from public.sale_lines l
      join public.sale_lines o on o.id = l.returns_line_id
      where l.sale_id = b.sale_id
      union all
      select g.sale_id
      from pg_temp.import_sales s
      join pg_temp.import_returns t on t.head = s.n
      join pg_temp.import_goods g on g.id = t.goods
      where s.id = b.sale_id) x)
  select x.sale_id, x.most, sum(x.most) over (order by x.is_behind, x.sale_id) - x.most
  from (
    select o.sale_id, least(o.remaining, sum(k.worth)) as most, bool_and(b.sale_id <> b.of_sale) as is_behind
    from behind b
    join back k on k.sale_id = b.of_sale
    join pg_temp.import_owed o on o.sale_id = b.sale_id and o.remaining > 0
    group by o.sale_id, o.remaining) x;
end
$$;

/* The default for payments without a method: the oldest active cash method. */
create function private.first_cash() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select m.id from public.payment_methods m where m.is_cash and m.active order by m.created_at, m.id limit 1
$$;

/* The payments of a sale in the form of private.write_sale: one per method; one without an amount takes the rest.
   Without any the sale was paid in full, in cash. */
create function private.import_payments(said jsonb, settled numeric, cash uuid) returns jsonb
  language sql immutable set search_path = ''
as $$
  with sent as (
    select (x ->> 'method')::uuid as method, abs((x ->> 'paid')::numeric) as paid
    from jsonb_array_elements(coalesce(said, '[{}]')) x),
  amounts as (
    select s.method, s.paid from sent s where s.paid is not null
    union all
    select s.method, abs(settled) - coalesce((select sum(o.paid) from sent o), 0)
    from sent s
    where s.paid is null
      and not exists (select from sent o where o.paid is not null and o.method is not distinct from s.method))
  select coalesce(jsonb_agg(jsonb_build_object('payment_method_id', coalesce(a.method, cash),
    'amount', sign(settled + case settled when 0 then 1 else 0 end) * a.paid)
    order by a.method), '[]')
  from amounts a
  where a.paid > 0
$$;

/* Simulates each new sale after the previous ones. A sale that is not possible is reported and marked bad; for the
   others the plan gets their amounts. */
create function private.simulate_sales(skip boolean) returns void
  -- The plans are made while the temporary tables are empty, but the tables are looked up by key a thousand times.
  language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
<<simulated>>
declare
  most constant numeric := 9999999999.9999;
  business public.business;
  may_discount constant boolean := private.can('accounting.sales.discount_beyond');
  may_change_tax constant boolean := private.can('accounting.sales.change_tax');
  sees_stock constant boolean := private.can('inventory.stock.view');
  cash constant uuid := private.first_cash();
  come_back uuid[];
  sale record;
  sound boolean;
  input public.sales;
  priced private.priced_line[];
  beyond jsonb;
  as_of timestamptz;
  back numeric; total numeric; credit numeric; settled numeric; paid numeric;
  priced_per_line private.priced_line[];
  total_per_line numeric;
  payments jsonb;
begin
  select * into business from public.business;
  update pg_temp.import_sales g set bad = true
  from pg_temp.import_problems q join pg_temp.import_rows r using (n)
  where r.head = g.n and (skip or q.code <> 'name_unknown');
  perform private.import_rehearsal();
  come_back := array(select distinct r.variant_id from pg_temp.import_rows r where r.quantity < 0);
  for sale in
    select g.*, exists (select from public.customers c where c.id = g.buyer_id) as known_buyer
    from pg_temp.import_sales g
    where g.fresh and not g.bad
    order by g.at, g.n
  loop
    as_of := private.judged_at(sale.at);
    sound := not sale.takes_back or private.simulate_returns(sale);
    insert into pg_temp.import_problems
    select x.n, 'quantity', case when sees_stock then 'stock_short' else 'stock_short_untold' end,
      trim_scale(x.needs)::text,
      case when sees_stock then jsonb_build_object('has', trim_scale(l.quantity)) else '{}' end
    from (
      select r.variant_id, max(r.n) as n, sum(r.quantity) as needs
      from pg_temp.import_rows r
      where r.head = sale.n
      group by 1
      having sum(r.quantity) > 0) x
    join pg_temp.import_levels l on l.variant_id = x.variant_id and l.branch_id = sale.branch_id
      and l.quantity < x.needs;
    sound := sound and not found;

    insert into pg_temp.import_problems
    select sale.n, 'salesperson', 'salesperson_not_here', null, '{}'::jsonb
    where sale.salesperson_id <> auth.uid()
      and not private.may_have_sold(sale.salesperson_id, sale.branch_id, sale.at);
    sound := sound and not found;

    -- A customer created by the import has the default prices.
    input.customer_id := case when sale.known_buyer then sale.buyer_id end;
    priced := private.price_lines(input, sale.discount, sale.sold, as_of);
    if not may_change_tax then
      insert into pg_temp.import_problems
      select l.position, 'tax_rate', 'tax_differs', null, '{}'::jsonb
      from unnest(priced) l
      where l.tax_changed;
      sound := sound and not found;
    end if;
    beyond := private.lines_over_max_discount(priced, as_of);
    if beyond is not null and not may_discount then
      sound := false;
      insert into pg_temp.import_problems
      select l.position, 'unit_price', 'discount_beyond', trim_scale(l.unit_price)::text,
        jsonb_build_object('max', l.max_discount)
      from unnest(priced) l join jsonb_array_elements(beyond) b(line) on (b.line ->> 'line')::integer = l.position;
    end if;
    if sound then
      back := case when sale.takes_back then
        private.simulate_return_value(sale.n, business.currency_decimals) else 0 end;
      select coalesce(sum(l.total), 0) - back into total from unnest(priced) l;
      -- Some systems round the tax of each line.
      if sale.document_total <> total and sale.repeated_total is distinct from total then
        priced_per_line := private.price_lines(input, sale.discount, sale.sold, as_of, tax_per_line => true);
        select coalesce(sum(l.total), 0) - back into total_per_line from unnest(priced_per_line) l;
        sale.tax_per_line := sale.document_total = total_per_line or sale.repeated_total = total_per_line;
        if sale.tax_per_line then
          priced := priced_per_line;
          total := total_per_line;
        end if;
      end if;
      -- If more is returned than sold, the difference first reduces debts for the returned goods.
      credit := case when total >= 0 then 0 else least(-total, (
        select coalesce(sum(x.most), 0) from private.simulated_debts(sale.n) x)) end;
      settled := total + credit;
      payments := private.import_payments(sale.payments, settled, cash);
      insert into pg_temp.import_problems
      select sale.n, p."column", p.code, p.found, p.expected
      from (values
        ('unit_price', 'line_over_limit', null, jsonb_build_object('max', trunc(most)),
          (select sum(l.subtotal + l.tax) > most from unnest(priced) l)),
        ('document_total', 'document_total_differs',
          trim_scale(coalesce(sale.repeated_total, sale.document_total))::text,
          jsonb_build_object('total', trim_scale(total)),
          sale.document_total <> total and sale.repeated_total is distinct from total),
        ('payment_method', 'payment_method_missing', null, '{}',
          exists (select from jsonb_array_elements(payments) x where x -> 'payment_method_id' = 'null'))) p("column",
        code, found, expected, holds)
      where p.holds;
      sound := not found
        and not exists (
          select from pg_temp.import_problems q
          join pg_temp.import_rows r
          using (n)
          where r.head = sale.n and q.code in ('return_discount_differs', 'line_total_differs'));
    end if;
    if sound then
      begin
        select coalesce(sum(t.amount - t.rounding), 0) into paid
        from unnest(private.allocate_payments(settled, payments, private.cash_rounding(as_of), as_of)) t;
      exception when sqlstate 'PT400' or sqlstate 'PT409' then
        sound := false;
        insert into pg_temp.import_problems
        values (sale.n, 'paid', sqlerrm, null, jsonb_build_object('total', trim_scale(settled)));
      end;
      if sound and paid <> settled and sale.buyer_id is null then
        sound := false;
        insert into pg_temp.import_problems
        values (sale.n, 'paid', 'customer_missing', trim_scale(paid)::text,
          jsonb_build_object('total', trim_scale(settled)));
      end if;
    end if;

    if sound then
      update pg_temp.import_sales g
      set total = simulated.total, settled = simulated.settled, paid = simulated.paid,
        beyond = simulated.beyond is not null, tax_per_line = sale.tax_per_line
      where g.n = sale.n;
      update pg_temp.import_levels l set quantity = l.quantity - x.needs
      from (select r.variant_id, sum(r.quantity) as needs from pg_temp.import_rows r where r.head = sale.n group by 1) x
      where x.variant_id = l.variant_id and l.branch_id = sale.branch_id;
      if sale.takes_back then
        update pg_temp.import_owed o
        set remaining = o.remaining - least(x.most, greatest(0, simulated.credit - x.before))
        from private.simulated_debts(sale.n) x
        where x.sale_id = o.sale_id;
        update pg_temp.import_goods g set gone = array[g.gone[1] + x.one, g.gone[2] + x.two, g.gone[3] + x.three]
        from (
          select t.goods, sum(t.figures[1]) as one, sum(t.figures[2]) as two, sum(t.figures[3]) as three
          from pg_temp.import_returns t
          where t.head = sale.n
          group by 1) x
        where x.goods = g.id;
      end if;
      insert into pg_temp.import_goods (head, line_id, sale_id, reference, branch_id, at, buyer_id, variant_id,
        unit_price, quantity, returned, figures, gone, tax_included, position)
      select sale.n, l.id, sale.id, sale.reference, sale.branch_id, sale.at, sale.buyer_id, l.variant_id, l.unit_price,
        l.quantity, 0,
        array[l.subtotal - l.discount - l.document_discount, l.discount + l.document_discount, l.tax], '{0,0,0}',
        l.tax_included, l.ordinal
      from (select p.*, row_number() over (order by p.position) as ordinal from unnest(priced) p) l
      where l.variant_id = any (come_back);
      insert into pg_temp.import_owed select sale.id, settled - paid where settled > paid and come_back <> '{}';
    else
      update pg_temp.import_sales g set bad = true where g.n = sale.n;
      if sale.takes_back then
        update pg_temp.import_goods g set returned = g.returned - x.quantity
        from (
          select t.goods, sum(t.quantity) as quantity
          from pg_temp.import_returns t
          where t.head = sale.n
          group by 1) x
        where x.goods = g.id;
        delete from pg_temp.import_returns t where t.head = sale.n;
      end if;
    end if;
  end loop;
end
$$;

/* {sales: {create, update, skip}, lines, pieces, returned, amount, paid, branch_ids}: all but the first of new sales
   only. */
create function private.import_plan_sales(import_kind private.import_kinds, options jsonb, skip boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.import_known_buyers();
  perform private.import_codes(import_kind.kind);
  perform private.import_names(import_kind.kind, options);
  perform private.import_sale_rows(options);
  perform private.import_items();
  perform private.import_sale_problems();
  perform private.import_collect_sales();
  perform private.simulate_sales(skip);
  report := private.import_leave_out(import_kind, 'import_sales', 'g.n = r.head', skip);
  perform private.require_permission('accounting.sales.return') where exists (select from pg_temp.import_returns);
  return report || (
    select jsonb_build_object('lines', coalesce(sum(r.lines), 0), 'pieces', coalesce(sum(r.sold), 0),
      'returned', coalesce(sum(r.back), 0),
      'amount', coalesce(sum(g.total), 0), 'paid', coalesce(sum(g.paid), 0),
      'branch_ids', coalesce(jsonb_agg(distinct g.branch_id) filter (where g.branch_id is not null), '[]'))
    from pg_temp.import_sales g
    cross join lateral (
      select count(*) as lines, sum(greatest(x.quantity, 0)) as sold, -sum(least(x.quantity, 0)) as back
      from pg_temp.import_rows x
      where x.head = g.n) r
    where g.fresh);
end
$$;
