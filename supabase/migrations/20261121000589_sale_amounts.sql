-- The amounts of a sale: prices, discounts, taxes, returns and payments. They are computed only here.

-- A line as sent, a line as priced, and a payment. Types of their own, since unnesting an array of a table's row type
-- checks all constraints of the table's domains.
create type private.sale_line_input as (
  line integer, variant_id uuid, returns_line_id uuid, stock_point_id uuid, damaged boolean, quantity numeric,
  unit_price numeric, discount numeric, tax_rate_id uuid, tax_chosen boolean);
create function private.sale_line_input(
  line integer, variant_id uuid, quantity numeric, unit_price numeric, discount numeric,
  returns_line_id uuid default null, stock_point_id uuid default null, damaged boolean default null,
  tax_rate_id uuid default null, tax_chosen boolean default false)
  returns private.sale_line_input
  language sql immutable set search_path = ''
return row(line, variant_id, returns_line_id, stock_point_id, damaged, quantity, unit_price, discount, tax_rate_id,
  tax_chosen)::private.sale_line_input;

create type private.priced_line as (
  id uuid, position integer, variant_id uuid, stock_point_id uuid, returns_line_id uuid, damaged boolean,
  quantity numeric, list_price numeric, unit_price numeric,
  subtotal numeric, discount numeric, document_discount numeric, tax_rate_id uuid, tax_changed boolean,
  tax_percentage numeric, tax_included boolean, tax numeric, total numeric, max_discount numeric, product_id uuid);
create function private.priced_line(
  id uuid, "position" integer, variant_id uuid, stock_point_id uuid, returns_line_id uuid, damaged boolean,
  quantity numeric, list_price numeric, unit_price numeric,
  subtotal numeric, discount numeric, document_discount numeric, tax_rate_id uuid, tax_changed boolean,
  tax_percentage numeric, tax_included boolean, tax numeric, total numeric, max_discount numeric default null,
  product_id uuid default null)
  returns private.priced_line
  language sql immutable set search_path = ''
return row(id, "position", variant_id, stock_point_id, returns_line_id, damaged, quantity, list_price, unit_price,
  subtotal, discount, document_discount, tax_rate_id, tax_changed, tax_percentage, tax_included, tax, total,
  max_discount, product_id)::private.priced_line;

create type private.allocated_payment as (
  id uuid, branch_id uuid, payment_method_id uuid, pays_sale_id uuid, amount numeric, tendered numeric, is_cash boolean,
  rounding numeric, fee numeric);
create function private.allocated_payment(
  amount numeric, is_cash boolean, id uuid default null, branch_id uuid default null,
  payment_method_id uuid default null, pays_sale_id uuid default null, tendered numeric default null)
  returns private.allocated_payment
  language sql immutable set search_path = ''
return row(id, branch_id, payment_method_id, pays_sale_id, amount, tendered, is_cash, 0, 0)::private.allocated_payment;

create table private.first_sale (
  id bigint generated always as identity primary key,
  at timestamptz not null
);
comment on table private.first_sale is
  'When the business recorded its first sale other than by an import: until then it was being set up. Concurrent '
  'first sales each write a row; one row for all would keep tills waiting for each other.';

/* The text value of a record's field at a moment, read from the audit log; now: the current value, the answer if it has
   not changed since, or without a moment. row_id: of a part of the record, such as a variant.
   The first value that somebody set for the business, or tax rate for a product, holds for all time before it, as the
   defaults of the installation were not a decision, unless sales were made under them. */
create function private.value_at(
  record_id uuid, of_table text, field text, moment timestamptz, now text, row_id uuid default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  change record;
begin
  if moment is null then
    return now;
  end if;
  select a.id, a.at, a.changes -> field as values into change
  from public.audit_log a
  where a.record_id = value_at.record_id and a.table_name = of_table and a.action = 'update' and a.at > moment
    and a.changes ? field and (value_at.row_id is null or a.row_id = value_at.row_id)
  order by a.id
  limit 1;
  if change.id is null then
    return now;
  end if;
  return change.values ->> case
    when (of_table = 'business' or field = 'tax_rate_id')
      and not exists (select from private.first_sale f where f.at <= change.at)
      and not exists (
        select from public.audit_log a
        where a.record_id = value_at.record_id and a.table_name = of_table and a.action = 'update'
          and a.id < change.id and a.changes ? field) then 1
    else 0 end;
end
$$;

/* The moment by which a sale made then is judged: null, for now, if nothing that a sale is judged by has changed since,
   as for nearly every sale of a counter; the histories need not be read then. */
create function private.judged_at(sold_at timestamptz) returns timestamptz
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if sold_at < now() - interval '1 minute'
    or sold_at <= (select c.at from public.price_changes c order by c.id desc limit 1) then
    return sold_at;
  end if;
  if sold_at > (select a.at from public.audit_log a order by a.id desc limit 1) then
    return null;
  end if;
  return (
    select sold_at
    where exists (
      select
      from (
        select a.at, a.table_name, row_number() over (order by a.id desc) as nth
        from public.audit_log a
        order by a.id desc
        limit 100) x
      where x.at >= sold_at and (x.nth = 100 or x.table_name in ('branches', 'business', 'customers', 'payment_methods',
        'price_groups', 'products', 'stock_points', 'tax_rates', 'variants'))));
end
$$;

/* Whether a record that is inactive now was active at a moment; parameters as in private.value_at. */
create function private.was_active(
  record_id uuid, of_table text, moment timestamptz, row_id uuid default null) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.value_at(record_id, of_table, 'active', moment, 'false', row_id) = 'true'
$$;

/* The factor of the customer's price group at a moment, by default now, or else of the default group. */
create function private.price_factor(customer_id uuid, as_of timestamptz default null) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select 1 + private.value_at(g.id, 'price_groups', 'percentage', as_of, g.percentage::text)::numeric / 100
    from public.price_groups g
    cross join lateral (
      select g.id = (
          select private.value_at(c.id, 'customers', 'price_group_id', as_of, c.price_group_id::text)::uuid
          from public.customers c
          where c.id = price_factor.customer_id)
        and (g.active or private.was_active(g.id, 'price_groups', as_of)) as is_own,
        private.value_at(g.id, 'price_groups', 'is_default', as_of, g.is_default::text)::boolean as was_default) x
    where x.is_own or x.was_default or g.is_default
    -- A group may have become the default as it was created, and the default of that time may be gone.
    order by x.is_own desc nulls last, x.was_default desc, g.created_at
    limit 1);
end
$$;

/* The price of one piece of a variant at a moment, by default now, before any price group. */
create function private.base_price_at(product public.products, variant public.variants, moment timestamptz)
  returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  own numeric := variant.price_override;
  general numeric := product.price;
  change record;
begin
  if moment is null then
    return coalesce(own, general);
  end if;
  select c.old_price into change
  from public.price_changes c
  where c.product_id = product.id and c.variant_id = variant.id and c.at > moment
  order by c.id
  limit 1;
  if found then
    own := change.old_price;
  end if;
  select c.old_price into change
  from public.price_changes c
  where c.product_id = product.id and c.variant_id is null and c.at > moment
  order by c.id
  limit 1;
  if found then
    general := change.old_price;
  end if;
  return coalesce(own, general);
end
$$;

/* The most decimals that the currency had at a moment or has now: it may have been set only after the first sales. */
create function private.currency_decimals(as_of timestamptz default null) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select greatest(b.currency_decimals,
      private.value_at(b.id, 'business', 'currency_decimals', as_of, b.currency_decimals::text)::integer)
    from public.business b);
end
$$;

/* The default tax rate of sales at a moment; by default now. */
create function private.default_tax_rate(as_of timestamptz default null) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.value_at(b.id, 'business', 'sale_tax_rate_id', as_of, b.sale_tax_rate_id::text)::uuid
    from public.business b);
end
$$;

/* Prices the lines of a sale as sent, in order; nothing is written.
   The default unit price is that of the customer's price group. as_of: the moment whose list prices, price groups,
   maximum discounts, tax rates and tax rule apply, as far as their history is known, and at which customer and goods
   must have been active; by default now. The document discount is spread over the lines
   in proportion to their net amounts without a rounding difference. A line without a chosen tax rate has that of its
   product, or else the default of the business. Tax is computed per rate on the sum of its lines, rounded once, and
   spread over them likewise; tax_per_line: rounded for each line, as some other systems do.
   Errors: customer_not_found, tax_rate_not_found {line}, sale_line_invalid {line}, off_sale {variant names},
   discount_too_large, pieces_not_whole {lines}. */
create function private.price_lines(
  input public.sales, sale_discount numeric, lines private.sale_line_input[],
  as_of timestamptz default null, tax_per_line boolean default false) returns private.priced_line[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  -- The history of prices and limits is read only then.
  is_late constant boolean := as_of is not null;
  decimals constant integer := private.currency_decimals(as_of);
  included boolean;
  factor numeric;
  -- A rate of that time may be gone.
  default_rate constant uuid := (select t.id from public.tax_rates t where t.id = private.default_tax_rate(as_of));
  priced private.priced_line[];
  wrong integer;
  rate_unknown integer;
  off_sale uuid;
  whole numeric;
begin
  select private.value_at(b.id, 'business', 'prices_include_tax', as_of, b.prices_include_tax::text)::boolean
  into included
  from public.business b;
  perform private.raise_error_if(input.customer_id is not null
    and not exists (
      select from public.customers c
      where c.id = input.customer_id and (c.active or is_late and private.was_active(c.id, 'customers', as_of))),
    'customer_not_found', 404, '{"field": "customer_id"}');
  -- The customer's group, or else the default.
  factor := private.price_factor(input.customer_id, as_of);
  sale_discount := coalesce(sale_discount, 0);

  select array_agg(private.priced_line(
      id => private.uuid_v7(),
      "position" => l.line,
      variant_id => l.variant_id,
      stock_point_id => l.stock_point_id,
      returns_line_id => null,
      damaged => false,
      quantity => l.quantity,
      list_price => l.list_price,
      unit_price => l.unit_price,
      subtotal => l.subtotal,
      discount => l.discount,
      document_discount => l.share,
      tax_rate_id => l.tax_rate_id,
      tax_changed => l.tax_changed,
      tax_percentage => l.tax_percentage,
      tax_included => included,
      tax => t.tax,
      total => l.net - l.share + case when included then 0 else t.tax end,
      max_discount => l.max_discount,
      product_id => l.product_id)
    order by l.line),
    min(l.line) filter (where l.wrong), min(l.variant_id::text) filter (where not l.on_sale), coalesce(sum(l.net), 0),
    min(l.line) filter (where l.rate_unknown)
  into priced, wrong, off_sale, whole, rate_unknown
  from (
    select l.*, s.share, sum(l.net - s.share) over (partition by l.tax_rate_id order by l.line) as taxed
    from (
      select x.line, x.variant_id, x.stock_point_id, x.quantity, c.list_price, u.unit_price, u.subtotal, d.discount,
        u.subtotal - d.discount as net, m.max_discount, p.id as product_id, r.tax_rate_id,
        x.tax_chosen and x.tax_rate_id is distinct from r.own_rate as tax_changed,
        coalesce(private.value_at(t.id, 'tax_rates', 'percentage', as_of, t.percentage::text)::numeric, 0)
          as tax_percentage,
        r.tax_rate_id is not null and t.id is null as rate_unknown,
        (v.active or is_late and private.was_active(p.id, 'variants', as_of, v.id))
          and (p.active or is_late and private.was_active(p.id, 'products', as_of)) as on_sale,
        sum(u.subtotal - d.discount) over (order by x.line) as up_to, sum(u.subtotal - d.discount) over () as whole,
        (p.id is null
          or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
          or u.unit_price < 0 or u.unit_price <> round(u.unit_price, 4)
          -- Leaves room for the same amount of tax.
          or greatest(x.quantity, 1) * greatest(u.unit_price, c.list_price) >= 5e9
          or d.discount < 0 or d.discount <> round(d.discount, decimals) or d.discount > u.subtotal) as wrong
      from unnest(lines) x
      left join public.variants v on v.id = x.variant_id
      left join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any (reach))
      cross join lateral (
        select round(private.base_price_at(p, v, as_of) * factor, decimals) as list_price) c
      cross join lateral (
        select private.value_at(p.id, 'products', 'max_discount', as_of, p.max_discount::text)::numeric
          as max_discount,
          coalesce(case when is_late then (
            select t.id
            from public.tax_rates t
            where t.id = private.value_at(p.id, 'products', 'tax_rate_id', as_of, p.tax_rate_id::text)::uuid)
            else p.tax_rate_id end, default_rate) as own_rate) m
      cross join lateral (
        select m.own_rate, case when x.tax_chosen then x.tax_rate_id else m.own_rate end as tax_rate_id) r
      left join public.tax_rates t on t.id = r.tax_rate_id
        and (t.active or t.id = r.own_rate or is_late and private.was_active(t.id, 'tax_rates', as_of))
      cross join lateral (select coalesce(x.unit_price, c.list_price) as unit_price,
        round(x.quantity * coalesce(x.unit_price, c.list_price), decimals) as subtotal) u
      cross join lateral (select coalesce(x.discount, 0) as discount) d
      where x.returns_line_id is null) l
    -- Rounding the running sums makes the shares add up exactly, with none greater than its line.
    cross join lateral (
      select case when l.whole = 0 then 0
        else round(sale_discount * l.up_to / l.whole, decimals)
          - round(sale_discount * (l.up_to - l.net) / l.whole, decimals) end as share) s) l
  -- Likewise for the tax of a rate.
  cross join lateral (select 100 + case when included then l.tax_percentage else 0 end as base) b
  cross join lateral (
    select case when tax_per_line then round((l.net - l.share) * l.tax_percentage / b.base, decimals)
      else round(l.taxed * l.tax_percentage / b.base, decimals)
        - round((l.taxed - l.net + l.share) * l.tax_percentage / b.base, decimals) end as tax) t;
  perform private.raise_error_if(wrong is not null, 'sale_line_invalid', 400,
    jsonb_build_object('field', 'lines', 'line', wrong, 'variant_id', lines[wrong].variant_id));
  perform private.raise_error_if(rate_unknown is not null, 'tax_rate_not_found', 404,
    jsonb_build_object('field', 'tax_rate_id', 'line', rate_unknown));
  perform private.raise_error('off_sale', 409, private.variant_words(off_sale) || '{"field": "lines"}')
  where off_sale is not null;
  perform private.raise_error_if(
    sale_discount < 0 or sale_discount <> round(sale_discount, decimals) or sale_discount > whole,
    'discount_too_large', 400, '{"field": "discount"}');
  priced := coalesce(priced, '{}') || private.price_returns(lines, decimals);
  -- Called only if there is a fraction, since nearly all sales are in whole pieces.
  perform private.require_whole_pieces((
    select jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', abs(l.quantity)) order by l.position)
    from unnest(priced) l))
  where exists (select from unnest(priced) l where l.quantity <> trunc(l.quantity));
  return priced;
end
$$;

/* The share of an amount that belongs to `pieces` out of `quantity`; the exact amount for all of them. */
create function private.prorate(figure numeric, pieces numeric, quantity numeric, decimals integer) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when pieces = quantity then figure else round(figure * pieces / quantity, decimals) end
$$;

/* The share of a line's amount for `pieces` returned, where `up_to` is the total returned including them. before: the
   amount that earlier documents returned. is_first: no part of the line precedes in this document. The currency may
   have had more decimals then, so the share is never negative, and all shares together never more than the amount. */
create function private.returned_share(figure numeric, sold numeric, up_to numeric, pieces numeric, before numeric,
  is_first boolean, decimals integer)
  returns numeric
  language sql immutable set search_path = ''
as $$
  select greatest(before, least(figure, private.prorate(figure, up_to, sold, decimals)))
    - case when is_first then before
      else greatest(before, least(figure, private.prorate(figure, up_to - pieces, sold, decimals))) end
$$;

/* Prices return lines: each takes its share of the original line's amounts, cumulatively, so that returning a whole
   line returns its exact amount. The original sales must be visible to the caller.
   Errors: sale_line_invalid {line}, sale_line_not_found {line}, sale_voided {number}, return_exceeds {lines: [{variant
   names, line, asked, left}]}. */
create function private.price_returns(lines private.sale_line_input[], decimals integer) returns private.priced_line[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach uuid[];
  priced private.priced_line[];
begin
  if not private.has_return_lines(lines) then
    return '{}';
  end if;
  reach := case when private.can('accounting.sales.view') then private.branch_ids('view') else '{}' end;
  perform private.raise_error_if(s.status is null, 'sale_line_not_found', 404,
    jsonb_build_object('field', 'lines', 'line', x.line)),
    private.raise_error_if(o.quantity < 0 or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
      or x.variant_id <> o.variant_id,
      'sale_line_invalid', 400, jsonb_build_object('field', 'lines', 'line', x.line)),
    private.raise_error_if(s.status = 'voided', 'sale_voided', 409,
      jsonb_build_object('field', 'lines', 'number', s.number))
  from unnest(lines) x
  -- offset 0 looks each line up by its id, even in a plan that was made when the tables had no rows.
  left join lateral (select * from public.sale_lines o where o.id = x.returns_line_id offset 0) o on true
  left join lateral (
    select s.number, s.status
    from public.sales s
    where s.id = o.sale_id and s.branch_id = any (reach)
    offset 0) s on true
  where x.returns_line_id is not null;
  perform private.raise_error('return_exceeds', 409, jsonb_build_object('field', 'lines', 'lines', jsonb_agg(
    private.variant_words(x.variant_id)
      || jsonb_build_object('line', x.line, 'asked', x.asked, 'left', x.sold - x.returned)
      order by x.line)))
  from (
    select o.variant_id, o.quantity as sold, o.returned, min(y.line) as line, sum(y.quantity) as asked
    from unnest(lines) y join public.sale_lines o on o.id = y.returns_line_id
    group by o.id) x
  where x.asked > x.sold - x.returned
  having count(*) > 0;

  select array_agg(private.priced_line(
      id => private.uuid_v7(),
      "position" => x.line,
      variant_id => x.variant_id,
      stock_point_id => x.stock_point_id,
      returns_line_id => x.id,
      damaged => x.damaged,
      quantity => -x.quantity,
      list_price => x.list_price,
      unit_price => x.unit_price,
      subtotal => -p.parts[1] - p.parts[2],
      discount => -p.parts[2],
      document_discount => 0,
      tax_rate_id => x.tax_rate_id,
      tax_changed => false,
      tax_percentage => x.tax_percentage,
      tax_included => x.tax_included,
      tax => -p.parts[3],
      total => -p.parts[1] - case when x.tax_included then 0 else p.parts[3] end)
    order by x.line)
  into priced
  from (
    select o.id, o.variant_id, o.quantity as sold, o.list_price, o.unit_price, o.tax_rate_id, o.tax_percentage,
      o.tax_included,
      array[o.subtotal - o.discount - o.document_discount, o.discount + o.document_discount, o.tax]::numeric[]
        as figures,
      y.stock_point_id, coalesce(y.damaged, false) as damaged, y.quantity, y.line,
      o.returned + sum(y.quantity) over (partition by o.id order by y.line) as up_to,
      row_number() over (partition by o.id order by y.line) = 1 as is_first
    from unnest(lines) y join public.sale_lines o on o.id = y.returns_line_id) x
  cross join lateral (
    select array[coalesce(-sum(l.subtotal - l.discount), 0), coalesce(-sum(l.discount), 0), coalesce(-sum(l.tax), 0)]
      as figures
    from public.sale_lines l join public.sales s on s.id = l.sale_id and s.status = 'completed'
    where l.returns_line_id = x.id) b
  cross join lateral (
    select array_agg(
      private.returned_share(f.whole, x.sold, x.up_to, x.quantity, f.before, x.is_first, decimals)
      order by f.position) as parts
    from unnest(x.figures, b.figures) with ordinality f(whole, before, position)) p;
  return priced;
end
$$;

/* These sales, the sales whose goods are returned in them, and so on recursively: goods returned from an exchange may
   be unpaid in an earlier sale. The result never changes, since a return line names its original line from the
   start. */
create function private.underlying_sales(ids uuid[]) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with recursive behind(id) as (
    select unnest(ids)
    union
    select o.sale_id
    from behind b
    join public.sale_lines l on l.sale_id = b.id
    join public.sale_lines o on o.id = l.returns_line_id)
  select coalesce(array_agg(b.id), '{}') from behind b
$$;

/* The part of a return that reduces the debt of the original sales and those behind them, if more is returned than
   sold: negative payments of this sale, each with the sale that it pays. No money is refunded that was never paid. */
create function private.return_credits(priced private.priced_line[]) returns private.allocated_payment[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  owed constant numeric := (select -sum(l.total) from unnest(priced) l);
begin
  if owed <= 0 then
    return '{}';
  end if;
  return (
    select coalesce(array_agg(private.allocated_payment(
        pays_sale_id => c.id, amount => -c.credit, tendered => -c.credit, is_cash => false))
      filter (where c.credit > 0), '{}')
    from (
      -- The original sale first.
      select s.id, least(s.remaining, x.worth, greatest(0, owed - (
        sum(least(s.remaining, x.worth)) over (order by x.is_behind, s.id) - least(s.remaining, x.worth)))) as credit
      from (
        select b.sale_id, sum(o.worth) as worth, bool_and(b.sale_id <> o.sale_id) as is_behind
        from (
          select o.sale_id, -sum(l.total) as worth
          from unnest(priced) l
          join public.sale_lines o on o.id = l.returns_line_id
          group by o.sale_id) o
        cross join lateral unnest(private.underlying_sales(array[o.sale_id])) b(sale_id)
        group by b.sale_id) x
      join public.sales s on s.id = x.sale_id and s.remaining > 0) c);
end
$$;

/* Lines sold below the price that their product's maximum discount allows, with names and max_discount; null without
   any. A lower price, the line's discount and the document's all count. Rounding is tolerated: for a product at most
   one smallest unit, plus one and a half for each of its lines of at least a hundred units. */
create function private.lines_over_max_discount(priced private.priced_line[], as_of timestamptz default null)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals(as_of);
begin
  -- Nearly all sales are at list prices or above and end here.
  if not exists (
    select
    from unnest(priced) l
    where l.quantity > 0
      and l.subtotal - l.discount - l.document_discount < l.quantity * l.list_price) then
    return null;
  end if;
  return (
    select jsonb_agg(private.variant_words(l.variant_id)
      || jsonb_build_object('line', l.position, 'max_discount', l.max_discount)
      order by l.position)
    from (
      select z.*, bool_or(z.alone) over product as has_alone,
        count(*) filter (where z.listed >= 100 * z.unit) over product as ordinary,
        sum(z.listed * (1 - z.max_discount / 100) - z.net * (1 - coalesce(z.sale_discount / nullif(z.whole, 0), 0)))
          over product as taken
      from (
        select y.*, round(y.listed, decimals)
          - (y.net - y.document_discount) > ceil(y.listed * y.max_discount / 100 / y.unit) * y.unit as alone
        from (
          select x.*, x.subtotal - x.discount as net, x.quantity * x.list_price as listed,
            0.1 ^ decimals as unit,
            sum(x.subtotal - x.discount) over () as whole, sum(x.document_discount) over () as sale_discount
          from unnest(priced) x
          where x.quantity > 0) y) z
      window product as (partition by z.product_id)) l
    where l.alone or (not l.has_alone and l.taken > l.unit * (1 + 1.5 * l.ordinary)));
end
$$;

/* The coin to which cash was rounded at a moment; null for no rounding. */
create function private.cash_rounding(as_of timestamptz default null) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.value_at(b.id, 'business', 'cash_rounding', as_of, b.cash_rounding::text)::numeric
    from public.business b);
end
$$;

/* A debt after rounding its cash part, the debt less the other payments, to the coin: to the nearest multiple, half up,
   or to the cash handed over if that is short by at most half a coin. Unchanged if the cash is exact or absent. No
   argument is negative. */
create function private.round_for_cash(debt numeric, others numeric, cash numeric, coin numeric) returns numeric
  language plpgsql immutable set search_path = ''
as $$
declare
  rest constant numeric := greatest(debt - others, 0);
  nearest constant numeric := round(rest / coin) * coin;
begin
  return case
    when coin is null or cash is null or cash = rest then debt
    when cash >= nearest then debt - rest + nearest
    when rest - cash <= coin / 2 then debt - rest + cash
    else debt end;
end
$$;

/* Splits the payments for a total into amounts kept and change: other methods before cash, whose rest is change. A
   negative total is paid out.
   payments: [{payment_method_id, amount}], at most 100; amount: handed over. One may have more decimals than the
   currency if together they pay exactly the total: the currency may have had more decimals then. ids and branch_ids are
   kept.
   coin: what cash is rounded to (private.round_for_cash); the last cash payment carries the rounding, and its amount
   may be zero if all of it is rounded away.
   as_of: a moment at which the methods must have been active, and of which cash and fees are; by default now. fee: of
   what is taken, rounded to the currency; what is paid out has none.
   Errors: payment_method_required, payment_amount_required, payment_amount_invalid, payment_method_not_found,
   payment_exceeds_remaining. */
create function private.allocate_payments(
  total numeric, payments jsonb, coin numeric, as_of timestamptz default null) returns private.allocated_payment[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  debt constant numeric := abs(total);
  decimals constant integer := private.currency_decimals(as_of);
  direction constant integer := case when total < 0 then -1 else 1 end;
  handed_over private.allocated_payment[];
  fees numeric[];
  lacks_method boolean;
  lacks_amount boolean;
  is_wrong boolean;
  is_unknown boolean;
  last_cash bigint;
  cards numeric;
  cash numeric;
  payable numeric;
  card_left numeric;
  cash_left numeric;
  payment private.allocated_payment;
  kept_amount numeric;
  allocated private.allocated_payment[] := '{}';
begin
  -- A total of zero takes no payments.
  if payments = '[]' or (total = 0 and not exists (
    select from jsonb_array_elements(payments) p where (p ->> 'amount')::numeric is distinct from 0)) then
    return '{}';
  end if;
  select
    array_agg(private.allocated_payment(
        id => x.id,
        branch_id => x.branch_id,
        payment_method_id => x.payment_method_id,
        amount => null,
        tendered => x.amount,
        is_cash => c.is_cash)
      order by x.position),
    array_agg(c.fee order by x.position),
    bool_or(x.payment_method_id is null),
    bool_or(x.amount is null),
    bool_or((x.amount = 0 and not coalesce(c.is_cash and debt <= coin / 2, false)) or x.amount * total < 0)
      or count(*) filter (where x.amount <> round(x.amount, decimals)) > case
        when sum(x.amount) = total then 1 else 0 end,
    bool_or(m.id is null),
    max(x.position) filter (where c.is_cash),
    coalesce(sum(abs(x.amount)) filter (where not c.is_cash), 0),
    sum(abs(x.amount)) filter (where c.is_cash)
  into handed_over, fees, lacks_method, lacks_amount, is_wrong, is_unknown, last_cash, cards, cash
  from rows from (jsonb_to_recordset(payments) as (id uuid, branch_id uuid, payment_method_id uuid, amount numeric))
    with ordinality x(id, branch_id, payment_method_id, amount, position)
  left join public.payment_methods m on m.id = x.payment_method_id
    and (m.active or private.was_active(m.id, 'payment_methods', as_of))
  cross join lateral (
    select private.value_at(m.id, 'payment_methods', 'is_cash', as_of, m.is_cash::text)::boolean as is_cash,
      coalesce(private.value_at(m.id, 'payment_methods', 'fee_percentage', as_of, m.fee_percentage::text)::numeric, 0)
        as fee) c;
  perform private.raise_error_if(lacks_method, 'payment_method_required', 400, '{"field": "payment_method_id"}');
  perform private.raise_error_if(lacks_amount, 'payment_amount_required', 400, '{"field": "amount"}');
  perform private.raise_error_if(is_wrong, 'payment_amount_invalid', 400, '{"field": "amount"}');
  perform private.raise_error_if(is_unknown, 'payment_method_not_found', 404, '{"field": "payment_method_id"}');

  payable := private.round_for_cash(debt, cards, cash, coin);
  card_left := payable;
  cash_left := greatest(payable - cards, 0);
  for position in 1 .. cardinality(handed_over) loop
    payment := handed_over[position];
    kept_amount := least(abs(payment.tendered), case when payment.is_cash then cash_left else card_left end);
    if payment.is_cash then
      cash_left := cash_left - kept_amount;
    else
      card_left := card_left - kept_amount;
    end if;
    payment.rounding := case when position = last_cash then direction * (payable - debt) else 0 end;
    perform private.raise_error_if(
      (kept_amount = 0 and payment.rounding = 0 and payment.tendered <> 0)
        or (kept_amount < abs(payment.tendered) and (total < 0 or not payment.is_cash)),
      'payment_exceeds_remaining', 409, '{"field": "amount"}');
    if kept_amount <> 0 or payment.rounding <> 0 then
      payment.amount := direction * kept_amount;
      payment.fee := round(greatest(payment.amount, 0) * fees[position] / 100, decimals);
      allocated := allocated || payment;
    end if;
  end loop;
  return allocated;
end
$$;

/* The total of the lines, less credits to earlier sales. */
create function private.amount_due(priced private.priced_line[], credits private.allocated_payment[]) returns numeric
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select (select sum(l.total) from unnest(priced) l) - (select coalesce(sum(c.amount), 0) from unnest(credits) c));
end
$$;

/* The totals of a sale: {subtotal, discount, tax, total, paid, remaining, change, rounding}; change: the change given;
   rounding: the part of the payments that only rounds cash to the smallest coin and pays no debt; negative if less was
   paid. */
create function private.sale_money(priced private.priced_line[], tendered private.allocated_payment[]) returns jsonb
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('subtotal', l.subtotal, 'discount', l.discount, 'tax', l.tax, 'total', l.total,
      'paid', p.paid, 'remaining', l.total - p.paid, 'change', p.change, 'rounding', p.rounding)
    from (
      select sum(x.subtotal) as subtotal, sum(x.discount + x.document_discount) as discount, sum(x.tax) as tax,
        sum(x.total) as total
      from unnest(priced) x) l
    cross join (
      select coalesce(sum(x.amount - x.rounding), 0) as paid, coalesce(sum(x.tendered - x.amount), 0) as change,
        coalesce(sum(x.rounding), 0) as rounding
      from unnest(tendered) x) p);
end
$$;
