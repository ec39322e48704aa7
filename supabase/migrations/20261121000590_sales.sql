-- Sales: goods sold over the counter, their amounts, and the payments. Written once by private.record_sale, whether
-- from the counter, another till or a file, and never edited: mistakes are voided on the same day and returned later.
-- - sales: the document: customer, place, till, amounts, and how much is paid. A sale, a return, or both: an exchange.
-- - sale_lines: the goods, their price, share of the discount, and tax; amounts are frozen. A returned line has a
--   negative quantity, names the line that it returns and takes a share of that line's amounts.
-- - sale_line_costs: the cost of a piece at that time. Apart, behind inventory.costs.view, as is sales.cost.
-- - sale_payments: the payments, made with the sale or later: the amount tendered, less change.
--
-- Locks, in the order described in the stock file: the till, if it sends references, and the id of the sale or of its
-- later payments; the sale's row when it is paid or voided, together with all sales whose goods are returned, in order
-- of ids; the open counts of the branch, if the sale came late; products; levels; the shift whose drawer takes the
-- money (private.drawer); the till's number last. Each till has its own series of numbers, so that tills never wait for
-- each other.

-- Settings of the business for sales.
alter table public.business
  add column receipt_header public.short_text, add column receipt_header_ar public.short_text,
  add column receipt_footer public.short_text, add column receipt_footer_ar public.short_text,
  add column prices_include_tax boolean not null default false,
  add column sale_tax_rate_id uuid constraint business_sale_tax_rate_in_use references public.tax_rates,
  add column sales_from public.day not null default (date_trunc('year', now()) - interval '1 year')::date,
  add column late_sale_days smallint constraint business_late_sale_days_range check (late_sale_days between 1 and 366)
    default 30,
  add column cash_rounding public.money
    constraint business_cash_rounding_known check (cash_rounding in (0.05, 0.10, 0.25, 0.50, 1)),
  add constraint business_cash_rounding_has_coins check (cash_rounding = round(cash_rounding, currency_decimals));
create index business_sale_tax_rate on public.business (sale_tax_rate_id);
comment on column public.business.prices_include_tax is
  'Whether prices of products include tax; otherwise it is added. Each sale line stores its own tax_included.';
comment on column public.business.receipt_header is 'Printed below the name on receipts; receipt_footer at the end.';
comment on column public.business.sale_tax_rate_id is 'The default tax rate of sales.';
comment on column public.business.sales_from is
  'The first possible day of a sale, except in imports: an earlier one comes from a till with a wrong clock.';
comment on column public.business.late_sale_days is
  'A sale that arrives later, other than by an import, needs accounting.sales.record_old: it may change a month that '
  'is closed; null: any time.';
comment on column public.business.cash_rounding is
  'The smallest coin, to which cash payments are rounded; null: no rounding beyond the currency''s decimals.';
grant update (prices_include_tax, sale_tax_rate_id, sales_from, late_sale_days, cash_rounding, receipt_header,
  receipt_header_ar, receipt_footer, receipt_footer_ar)
  on public.business to authenticated;

create table public.sales (
  like private.record_template including all,
  number text not null constraint sales_number_unique unique,
  type text not null constraint sales_type_known check (type in ('sale', 'return', 'exchange')),
  status text not null default 'completed' constraint sales_status_known check (status in ('completed', 'voided')),
  branch_id uuid not null constraint sales_branch_in_use references public.branches,
  till text not null constraint sales_till_form check (till ~ '^[A-Z0-9]{1,8}$'),
  reference public.code,
  customer_id uuid constraint sales_customer_in_use references public.customers,
  salesperson_id uuid not null constraint sales_salesperson_in_use references public.profiles,
  shift_id uuid constraint sales_shift_in_use references public.shifts,
  sold_at timestamptz not null,
  business_day public.day not null,
  tax_rate_id uuid constraint sales_tax_rate_in_use references public.tax_rates,
  subtotal public.money not null,
  discount public.money not null,
  tax public.money not null,
  total public.money not null,
  paid public.money not null,
  cost public.money_sum,
  remaining public.money not null generated always as (case status when 'completed' then total - paid
    else 0 end) stored,
  payment_status text generated always as (
    case
      when status <> 'completed' then null
      when paid = total then 'paid'
      when paid = 0 then 'due'
      else 'partially_paid' end) stored,
  discount_reason public.short_text,
  tax_reason public.short_text,
  note public.long_text,
  content bigint not null,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(reference, '') || ' '
    || coalesce(note, ''))) stored,
  constraint sales_void_has_its_reason check ((status = 'voided') = (voided_at is not null)
    and (voided_at is null) = (void_reason is null)),
  constraint sales_paid_within_total check (paid between least(total, 0) and greatest(total, 0)),
  constraint sales_rest_is_on_an_account check (remaining = 0 or customer_id is not null)
);
comment on table public.sales is
  'A sale, return or exchange at one till, with its amounts; the cost of a piece is apart, in sale_line_costs.';
comment on column public.sales.till is 'The till in the branch: part of the number, with its own series.';
comment on column public.sales.reference is 'The till''s own id of the sale, by which a repeated call is recognised.';
comment on column public.sales.shift_id is
  'The shift it was made in. Hidden from those who may not view the expected cash of shifts.';
comment on column public.sales.sold_at is
  'As sent by the till, but never later than recorded, since a till''s clock may be ahead.';
comment on column public.sales.business_day is 'The branch''s business day of the sale; it never changes.';
comment on column public.sales.subtotal is 'The sum of its lines before discounts.';
comment on column public.sales.discount is 'Discounts of the lines and of the document.';
comment on column public.sales.total is 'Negative if more is returned than sold.';
comment on column public.sales.paid is 'The settled part: its payments, less their cash rounding.';
comment on column public.sales.cost is
  'The cost of its goods, less returned ones; null if the cost of one is unknown. Hidden: inventory.costs.view.';
comment on column public.sales.remaining is
  'The balance on the customer''s account, negative for a credit; zero for a voided sale.';
comment on column public.sales.tax_reason is 'Why its tax rate is not the default; null if it is.';
comment on column public.sales.content is
  'A hash of the sale as sent, which distinguishes a repeated call from another sale.';
create unique index sales_reference_unique on public.sales (branch_id, till, reference) where reference is not null;
create index sales_newest on public.sales (sold_at desc, id desc) include (branch_id, status);
create index sales_branch on public.sales (branch_id, sold_at desc, id desc);
create index sales_customer on public.sales (customer_id, sold_at desc, id desc) where customer_id is not null;
create index sales_salesperson on public.sales (salesperson_id, sold_at desc, id desc);
create index sales_shift on public.sales (shift_id, sold_at desc, id desc) where shift_id is not null;
create index sales_tax_rate on public.sales (tax_rate_id) where tax_rate_id is not null;
create index sales_search on public.sales using gin (search extensions.gin_trgm_ops);
create trigger stamp before insert or update on public.sales for each row execute function private.stamp();

-- Deferred, since a count is corrected as the goods move, before the sale is written.
alter table private.count_corrections add constraint count_corrections_sale_exists
  foreign key (sale_id) references public.sales deferrable initially deferred;

create table public.sale_lines (
  id uuid primary key default private.uuid_v7(),
  sale_id uuid not null constraint sale_lines_sale_exists references public.sales,
  position integer not null,
  variant_id uuid not null constraint sale_lines_variant_in_use references public.variants deferrable,
  stock_point_id uuid constraint sale_lines_stock_point_in_use references public.stock_points,
  returns_line_id uuid constraint sale_lines_returned_line_exists references public.sale_lines,
  damaged boolean not null,
  quantity public.quantity not null constraint sale_lines_quantity_not_zero check (quantity <> 0),
  returned public.quantity not null,
  list_price public.money not null,
  unit_price public.money not null constraint sale_lines_unit_price_not_negative check (unit_price >= 0),
  subtotal public.money not null,
  discount public.money not null,
  document_discount public.money not null,
  tax_percentage public.percentage not null,
  tax_included boolean not null,
  tax public.money not null,
  total public.money not null,
  constraint sale_lines_position_unique unique (sale_id, position),
  constraint sale_lines_comes_back_of_a_line check ((returns_line_id is not null) = (quantity < 0)
    and (quantity < 0 or not damaged)),
  constraint sale_lines_returned_within_line check (returned between 0 and greatest(quantity, 0)),
  constraint sale_lines_discount_within_line check (
    quantity < 0 or (discount >= 0 and document_discount >= 0 and discount + document_discount <= subtotal)),
  constraint sale_lines_total_adds_up check (total = subtotal - discount - document_discount
    + case when tax_included then 0 else tax end)
);
comment on table public.sale_lines is 'Sold or returned goods with their frozen amounts.';
comment on column public.sale_lines.stock_point_id is 'Where the goods come from or go back to; null: the shop floor.';
comment on column public.sale_lines.damaged is 'Returned and written off immediately.';
comment on column public.sale_lines.returned is
  'The returned quantity: the sum of the completed lines that return it, kept by private.refresh_returned.';
comment on column public.sale_lines.list_price is 'The price of one piece for the customer''s price group then.';
comment on column public.sale_lines.unit_price is 'The price charged for one piece, before discounts.';
comment on column public.sale_lines.discount is 'The discount of this line.';
comment on column public.sale_lines.document_discount is 'Its share of the document discount.';
comment on column public.sale_lines.tax is
  'Included in the price if tax_included, otherwise added to it; part of the total either way.';
create index sale_lines_variant on public.sale_lines (variant_id);
create index sale_lines_returns on public.sale_lines (returns_line_id) where returns_line_id is not null;
create index sale_lines_stock_point on public.sale_lines (stock_point_id) where stock_point_id is not null;

create table public.sale_line_costs (
  sale_line_id uuid primary key constraint sale_line_costs_line_exists references public.sale_lines,
  unit_cost public.money not null
);
comment on table public.sale_line_costs is
  'The average cost of one piece at the sale, before the first receipt its purchase price; no row if neither was '
  'known. Apart, behind inventory.costs.view.';

create table public.sale_payments (
  id uuid primary key default private.uuid_v7(),
  sale_id uuid not null constraint sale_payments_sale_exists references public.sales,
  branch_id uuid not null constraint sale_payments_branch_in_use references public.branches,
  payment_method_id uuid constraint sale_payments_method_in_use references public.payment_methods,
  return_id uuid constraint sale_payments_return_exists references public.sales,
  amount public.money not null,
  tendered public.money not null,
  rounding public.money not null default 0,
  business_day public.day not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  paid_after_sale boolean not null default false,
  is_cash boolean not null default false,
  shift_id uuid constraint sale_payments_shift_in_use references public.shifts,
  void_shift_id uuid constraint sale_payments_void_shift_in_use references public.shifts,
  constraint sale_payments_amount_not_zero check (amount <> 0 or rounding <> 0),
  constraint sale_payments_only_cash_is_rounded check (rounding = 0 or (is_cash and abs(rounding) <= 0.5)),
  constraint sale_payments_change_not_negative check (tendered >= amount),
  constraint sale_payments_is_money_or_credit check ((payment_method_id is null) = (return_id is not null)),
  constraint sale_payments_void_has_its_reason check ((voided_at is null) = (void_reason is null)),
  constraint sale_payments_voided_out_of_a_drawer check (void_shift_id is null
    or (shift_id is not null and voided_at is not null))
);
comment on table public.sale_payments is
  'A payment for a sale, negative if paid out; or, without a method, the part of a return that reduced the debt of '
  'another sale, immediately or later by private.use_credit.';
comment on column public.sale_payments.return_id is
  'The return that was credited, in two rows: one of the earlier sale and one of the return.';
comment on column public.sale_payments.branch_id is 'The branch that received or paid it.';
comment on column public.sale_payments.amount is 'The amount kept: tendered less change.';
comment on column public.sale_payments.tendered is 'The amount handed over.';
comment on column public.sale_payments.rounding is
  'The part of the amount that only rounds cash to the smallest coin, negative if rounded down. The payment settles '
  'amount − rounding.';
comment on column public.sale_payments.business_day is 'That branch''s business day at creation; it never changes.';
comment on column public.sale_payments.voided_at is 'When it or its sale was voided.';
comment on column public.sale_payments.paid_after_sale is
  'Recorded after its sale: it is voided separately, and must be before the sale is.';
comment on column public.sale_payments.is_cash is 'Whether its method was cash at that time.';
comment on column public.sale_payments.shift_id is
  'The shift whose drawer took it, if any. Hidden, like the sale''s.';
comment on column public.sale_payments.void_shift_id is
  'The shift whose drawer paid it back when it was voided: its own while that was open, then the voider''s.';
create index sale_payments_shift on public.sale_payments (shift_id) where shift_id is not null;
create index sale_payments_void_shift on public.sale_payments (void_shift_id) where void_shift_id is not null;
create index sale_payments_sale on public.sale_payments (sale_id);
create index sale_payments_return on public.sale_payments (return_id) where return_id is not null;
create index sale_payments_branch on public.sale_payments (branch_id, business_day);
create index sale_payments_method on public.sale_payments (payment_method_id);
create index sale_payments_rounding on public.sale_payments (branch_id, business_day) include (rounding)
  where rounding <> 0 and voided_at is null;
create index sale_payments_in_no_drawer on public.sale_payments (branch_id, business_day)
  where is_cash and shift_id is null and payment_method_id is not null and voided_at is null;
create index sale_payments_out_of_no_drawer on public.sale_payments (branch_id)
  where is_cash and shift_id is not null and void_shift_id is null and voided_at is not null;

-- ── The amounts of a sale, computed only here ──

-- A line as sent, a line as priced, and a payment. Types of their own, since unnesting an array of a table's row type
-- checks all constraints of the table's domains.
create type private.sale_line_input as (
  line integer, variant_id uuid, returns_line_id uuid, stock_point_id uuid, damaged boolean, quantity numeric,
  unit_price numeric, discount numeric);
create function private.sale_line_input(
  line integer, variant_id uuid, quantity numeric, unit_price numeric, discount numeric,
  returns_line_id uuid default null, stock_point_id uuid default null, damaged boolean default null)
  returns private.sale_line_input
  language sql immutable set search_path = ''
return row(line, variant_id, returns_line_id, stock_point_id, damaged, quantity, unit_price, discount)
  ::private.sale_line_input;

create type private.priced_line as (
  id uuid, position integer, variant_id uuid, stock_point_id uuid, returns_line_id uuid, damaged boolean,
  quantity numeric, list_price numeric, unit_price numeric,
  subtotal numeric, discount numeric, document_discount numeric, tax_percentage numeric, tax_included boolean,
  tax numeric, total numeric, max_discount numeric, product_id uuid);
create function private.priced_line(
  id uuid, "position" integer, variant_id uuid, stock_point_id uuid, returns_line_id uuid, damaged boolean,
  quantity numeric, list_price numeric, unit_price numeric,
  subtotal numeric, discount numeric, document_discount numeric, tax_percentage numeric, tax_included boolean,
  tax numeric, total numeric, max_discount numeric default null, product_id uuid default null)
  returns private.priced_line
  language sql immutable set search_path = ''
return row(id, "position", variant_id, stock_point_id, returns_line_id, damaged, quantity, list_price, unit_price,
  subtotal, discount, document_discount, tax_percentage, tax_included, tax, total, max_discount, product_id)
  ::private.priced_line;

create type private.allocated_payment as (
  id uuid, branch_id uuid, payment_method_id uuid, pays_sale_id uuid, amount numeric, tendered numeric, is_cash boolean,
  rounding numeric);
create function private.allocated_payment(
  amount numeric, is_cash boolean, id uuid default null, branch_id uuid default null,
  payment_method_id uuid default null, pays_sale_id uuid default null, tendered numeric default null)
  returns private.allocated_payment
  language sql immutable set search_path = ''
return row(id, branch_id, payment_method_id, pays_sale_id, amount, tendered, is_cash, 0)::private.allocated_payment;

create table private.first_sale (
  id bigint generated always as identity primary key,
  at timestamptz not null
);
comment on table private.first_sale is
  'When the business recorded its first sale other than by an import: until then it was being set up. Concurrent '
  'first sales each write a row; one row for all would keep tills waiting for each other.';

/* The text value of a record's field at a moment, read from the audit log; now: the current value, the answer if it has
   not changed since, or without a moment. row_id: of a part of the record, such as a variant.
   The first value that somebody set for the business holds for all time before it, as the defaults of the installation
   were not a decision, unless sales were made under them. */
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
    when of_table = 'business'
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
   maximum discounts, tax rate and tax rule apply, as far as their history is known, and at which customer and goods
   must have been active; by default now. The document discount is spread over the lines
   in proportion to their net amounts without a rounding difference. Tax is rounded per line.
   Errors: customer_not_found, tax_rate_not_found, sale_line_invalid {line}, off_sale {variant names},
   discount_too_large, pieces_not_whole {lines}. */
create function private.price_lines(
  input public.sales, sale_discount numeric, lines private.sale_line_input[],
  as_of timestamptz default null) returns private.priced_line[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  -- The history of prices and limits is read only then.
  is_late constant boolean := as_of is not null;
  decimals constant integer := private.currency_decimals(as_of);
  included boolean;
  factor numeric;
  tax_percentage numeric;
  priced private.priced_line[];
  wrong integer;
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
  tax_percentage := (
    select private.value_at(t.id, 'tax_rates', 'percentage', as_of, t.percentage::text)::numeric
    from public.tax_rates t
    where t.id = input.tax_rate_id and (t.active or is_late and private.was_active(t.id, 'tax_rates', as_of)
      or t.id = private.default_tax_rate(as_of)));
  perform private.raise_error_if(input.tax_rate_id is not null and tax_percentage is null, 'tax_rate_not_found', 404,
    '{"field": "tax_rate_id"}');
  tax_percentage := coalesce(tax_percentage, 0);
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
      document_discount => s.share,
      tax_percentage => tax_percentage,
      tax_included => included,
      tax => t.tax,
      total => n.net + case when included then 0 else t.tax end,
      max_discount => l.max_discount,
      product_id => l.product_id)
    order by l.line),
    min(l.line) filter (where l.wrong), min(l.variant_id::text) filter (where not l.on_sale), coalesce(sum(l.net), 0)
  into priced, wrong, off_sale, whole
  from (
    select x.line, x.variant_id, x.stock_point_id, x.quantity, c.list_price, u.unit_price, u.subtotal, d.discount,
      u.subtotal - d.discount as net, m.max_discount, p.id as product_id,
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
        as max_discount) m
    cross join lateral (select coalesce(x.unit_price, c.list_price) as unit_price,
      round(x.quantity * coalesce(x.unit_price, c.list_price), decimals) as subtotal) u
    cross join lateral (select coalesce(x.discount, 0) as discount) d
    where x.returns_line_id is null) l
  -- Rounding the running sums makes the shares add up exactly, with none greater than its line.
  cross join lateral (
    select case when l.whole = 0 then 0
      else round(sale_discount * l.up_to / l.whole, decimals)
        - round(sale_discount * (l.up_to - l.net) / l.whole, decimals) end as share) s
  cross join lateral (select l.net - s.share as net) n
  cross join lateral (select round(n.net * tax_percentage / (100 + case when included then tax_percentage else 0 end),
    decimals) as tax) t;
  perform private.raise_error_if(wrong is not null, 'sale_line_invalid', 400,
    jsonb_build_object('field', 'lines', 'line', wrong, 'variant_id', lines[wrong].variant_id));
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
  perform private.raise_error_if(o.id is null, 'sale_line_not_found', 404,
    jsonb_build_object('field', 'lines', 'line', x.line)),
    private.raise_error_if(o.quantity < 0 or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
      or x.variant_id <> o.variant_id,
      'sale_line_invalid', 400, jsonb_build_object('field', 'lines', 'line', x.line)),
    private.raise_error_if(s.status = 'voided', 'sale_voided', 409,
      jsonb_build_object('field', 'lines', 'number', s.number))
  from unnest(lines) x
  left join (public.sale_lines o join public.sales s on s.id = o.sale_id and s.branch_id = any (reach))
    on o.id = x.returns_line_id
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
      tax_percentage => x.tax_percentage,
      tax_included => x.tax_included,
      tax => -p.parts[3],
      total => -p.parts[1] - case when x.tax_included then 0 else p.parts[3] end)
    order by x.line)
  into priced
  from (
    select o.id, o.variant_id, o.quantity as sold, o.list_price, o.unit_price, o.tax_percentage, o.tax_included,
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
   as_of: a moment at which the methods must have been active, and when they were cash or not; by default now.
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
    bool_or(x.payment_method_id is null),
    bool_or(x.amount is null),
    bool_or((x.amount = 0 and not coalesce(c.is_cash and debt <= coin / 2, false)) or x.amount * total < 0)
      or count(*) filter (where x.amount <> round(x.amount, decimals)) > case
        when sum(x.amount) = total then 1 else 0 end,
    bool_or(m.id is null),
    max(x.position) filter (where c.is_cash),
    coalesce(sum(abs(x.amount)) filter (where not c.is_cash), 0),
    sum(abs(x.amount)) filter (where c.is_cash)
  into handed_over, lacks_method, lacks_amount, is_wrong, is_unknown, last_cash, cards, cash
  from rows from (jsonb_to_recordset(payments) as (id uuid, branch_id uuid, payment_method_id uuid, amount numeric))
    with ordinality x(id, branch_id, payment_method_id, amount, position)
  left join public.payment_methods m on m.id = x.payment_method_id
    and (m.active or private.was_active(m.id, 'payment_methods', as_of))
  cross join lateral (
    select private.value_at(m.id, 'payment_methods', 'is_cash', as_of, m.is_cash::text)::boolean as is_cash) c;
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

-- ── Recording a sale ──

/* The header of a sale as sent, with the default tax rate unless it names one. Refuses unreadable values. */
create function private.parse_sale(sale jsonb, payments jsonb, as_of timestamptz default null) returns public.sales
  language plpgsql stable security definer set search_path = ''
as $$
declare
  input public.sales;
begin
  perform private.require_values(sale, '{"branch_id": "uuid", "till": "text", "reference": "text",
    "customer_id": "uuid", "salesperson_id": "uuid", "shift_id": "uuid",
    "sold_at": "timestamptz", "tax_rate_id": "uuid", "tax_reason": "text", "discount": "public.money",
    "discount_reason": "text", "note": "text"}');
  perform private.check_payments_sent(payments) where payments <> '[]';
  perform private.raise_error('value_invalid', 400, jsonb_build_object('field', t.field))
  from (values ('reference', 'public.code'), ('tax_reason', 'public.short_text'),
    ('discount_reason', 'public.short_text'), ('note', 'public.long_text')) t(field, type)
  where btrim(sale ->> t.field) <> '' and not pg_input_is_valid(btrim(sale ->> t.field), t.type)
  limit 1;
  input := jsonb_populate_record(null::public.sales, '{"till": "1"}' || (
    select coalesce(jsonb_object_agg(e.key, btrim(e.value)) filter (where btrim(e.value) <> ''), '{}')
    from jsonb_each_text(sale) e
    where e.key in ('branch_id', 'till', 'reference', 'customer_id', 'salesperson_id', 'sold_at', 'tax_rate_id',
      'tax_reason', 'discount_reason', 'note')));
  perform private.raise_error_if(input.till !~ '^[A-Z0-9]{1,8}$', 'value_invalid', 400, '{"field": "till"}');
  if not sale ? 'tax_rate_id' then
    input.tax_rate_id := private.default_tax_rate(as_of);
  end if;
  -- The default tax rate needs no reason; none is stored, so that a repeated call without a tax rate is recognised.
  if input.tax_rate_id is not distinct from private.default_tax_rate(as_of) then
    input.tax_reason := null;
  end if;
  return input;
end
$$;

/* Parses the lines of a sale. Refuses lines that cannot be parsed, and too many of them. */
create function private.parse_sale_lines(lines jsonb) returns private.sale_line_input[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lines(lines, 5000,
    '{"variant_id": "uuid", "returns_line_id": "uuid", "damaged": "boolean", "stock_point_id": "uuid", '
    '"quantity": "public.quantity", "unit_price": "public.money", "discount": "public.money"}',
    'sale_line_invalid');
  return array(
    select private.sale_line_input(x.line::integer, x.variant_id, x.quantity, x.unit_price, x.discount,
      returns_line_id => x.returns_line_id, stock_point_id => x.stock_point_id, damaged => x.damaged)
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, returns_line_id uuid, stock_point_id uuid,
      damaged boolean, quantity numeric, unit_price numeric, discount numeric))
      with ordinality x(variant_id, returns_line_id, stock_point_id, damaged, quantity, unit_price, discount, line)
    order by x.line);
end
$$;

/* A hash of the sale as sent, by its values rather than their notation; without the tax rate, which record_sale
   compares itself, and the shift, which is about the money, not the goods. */
create function private.sale_content(input public.sales, sale_discount numeric, lines private.sale_line_input[],
  payments jsonb)
  returns bigint
  language plpgsql stable set search_path = ''
as $$
begin
  return pg_catalog.jsonb_hash_extended(jsonb_strip_nulls(jsonb_build_array(
    jsonb_build_object('branch_id', input.branch_id, 'till', input.till, 'reference', input.reference,
      'customer_id', input.customer_id,
      'salesperson_id', input.salesperson_id, 'sold_at', extract(epoch from input.sold_at),
      'discount', nullif(trim_scale(sale_discount), 0),
      'discount_reason', input.discount_reason, 'note', input.note),
    (
      select jsonb_agg(jsonb_build_object('variant_id', case when l.returns_line_id is null then l.variant_id end,
        'returns_line_id', l.returns_line_id,
        'stock_point_id', l.stock_point_id, 'damaged', nullif(l.damaged, false), 'quantity', trim_scale(l.quantity),
        'unit_price', trim_scale(l.unit_price), 'discount', nullif(trim_scale(l.discount), 0)) order by l.line)
      from unnest(lines) l),
    (
      select jsonb_agg(jsonb_build_object('payment_method_id', p.payment_method_id, 'amount', trim_scale(p.amount))
        order by p.position)
      from rows from (jsonb_to_recordset(payments) as (payment_method_id uuid, amount numeric))
        with ordinality p(payment_method_id, amount, position)))), 0);
end
$$;

create function private.has_return_lines(lines private.sale_line_input[]) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return exists (select from unnest(lines) x where x.returns_line_id is not null);
end
$$;

/* The permissions needed for these lines: to sell, to take back, or both. */
create function private.sale_permissions(lines private.sale_line_input[]) returns text[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(distinct case when x.returns_line_id is null then 'accounting.sales.create'
      else 'accounting.sales.return' end)
    from unnest(lines) x);
end
$$;

/* The moment of a sale as sent, at most now; now if sold_at is absent or unreadable. */
create function private.moment_of_sale(sale jsonb) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
begin
  return case when sale ->> 'sold_at' is not null and private.is_json_of_type(sale -> 'sold_at', 'timestamptz')
    then least((sale ->> 'sold_at')::timestamptz, now()) else now() end;
end
$$;

/* The amounts of a sale, computed by the functions that record it: {lines: [{position, variant_id, list_price,
   unit_price, subtotal, discount, document_discount, tax, total, …}], beyond: the lines over their product's maximum
   discount, and private.sale_money}. Writes nothing and checks no stock. Errors: those of record_sale about its
   arguments. */
create function private.sale_preview(sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  as_of constant timestamptz := private.judged_at(private.moment_of_sale(sale));
  input public.sales;
  sent private.sale_line_input[];
  priced private.priced_line[];
  credits private.allocated_payment[];
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  input := private.parse_sale(sale, payments, as_of);
  sent := private.parse_sale_lines(lines);
  perform private.require_permission(variadic private.sale_permissions(sent));
  perform private.require_branch(input.branch_id);
  priced := private.price_lines(input, (sale ->> 'discount')::numeric, sent, as_of);
  credits := private.return_credits(priced);
  return private.sale_money(priced,
    credits || private.allocate_payments(private.amount_due(priced, credits), payments, private.cash_rounding(as_of),
      as_of))
    || jsonb_build_object('beyond', coalesce(private.lines_over_max_discount(priced, as_of), '[]'),
      'lines', (
        select jsonb_agg(to_jsonb(l) - '{id,max_discount,product_id}'::text[] order by l.position)
        from unnest(priced) l));
end
$$;

/* What remains to be paid for a sale, after credits to the sales whose goods are returned. */
create function private.sale_debt(sale jsonb, lines jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  as_of constant timestamptz := private.judged_at(private.moment_of_sale(sale));
  priced constant private.priced_line[] := private.price_lines(
    private.parse_sale(sale, '[]', as_of), (sale ->> 'discount')::numeric, private.parse_sale_lines(lines), as_of);
begin
  return private.amount_due(priced, private.return_credits(priced));
end
$$;

/* One lock for all sales with references of a till: a lock each would exceed the lock table with batches of 500. */
create function private.lock_till(branch_id uuid, till text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws('/', 'sale', branch_id, till), 0));
end
$$;

/* Locks these sales and those behind them, in order of ids, and answers their ids. */
create function private.lock_sales(ids uuid[]) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
begin
  return array(
    select s.id
    from public.sales s
    where s.id = any (private.underlying_sales(ids))
    order by s.id
    for update);
end
$$;

/* Locks the sales whose goods are returned, and those behind them, and answers the lines with the returned variants
   filled in. Error: sale_line_not_found {line}. */
create function private.lock_returned_sales(lines private.sale_line_input[]) returns private.sale_line_input[]
  language plpgsql security definer set search_path = ''
as $$
declare
  locked_ids constant uuid[] := private.lock_sales(array(
    select l.sale_id
    from unnest(lines) x
    join public.sale_lines l on l.id = x.returns_line_id));
begin
  -- A sale recorded while this waited is not locked and treated as if recorded later.
  perform private.raise_error('sale_line_not_found', 404, jsonb_build_object('field', 'lines', 'line', x.line))
  from unnest(lines) x join public.sale_lines l on l.id = x.returns_line_id
  where l.sale_id <> all (locked_ids)
  limit 1;
  return array(
    select private.sale_line_input(x.line, coalesce(x.variant_id, l.variant_id), x.quantity, x.unit_price, x.discount,
      returns_line_id => x.returns_line_id, stock_point_id => x.stock_point_id, damaged => x.damaged)
    from unnest(lines) x left join public.sale_lines l on l.id = x.returns_line_id
    order by x.line);
end
$$;

/* Whether the person can sell in the branch or could at that moment or since: they may have been deactivated, or lost
   their access there. */
create function private.may_have_sold(profile_id uuid, branch_id uuid, sold_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.profiles p
    join public.roles r on r.id = p.role_id
    where p.id = may_have_sold.profile_id and (p.active or p.updated_at > may_have_sold.sold_at)
      and (r.is_owner or exists (
        select from public.user_branches u
        where u.profile_id = p.id and u.branch_id = may_have_sold.branch_id and u.access = 'work'
        union all
        select from public.audit_log a
        where a.record_id = p.id and a.table_name = 'user_branches' and a.branch_id = may_have_sold.branch_id
          and a.at > may_have_sold.sold_at
          and case a.action when 'delete' then a.changes ->> 'access' else a.changes #>> '{access,0}' end = 'work')));
end
$$;

/* Checks that the caller may choose the tax rate, as of the moment by which the sale is judged; that salesperson and
   stock points exist; and that no line returns goods sold later than sold_at (null: may be). Errors:
   permission_missing, reason_missing {field}, salesperson_not_found, stock_point_not_found {line}, returned_too_early
   {line, number}. */
create function private.require_sale_names(
  input public.sales, lines private.sale_line_input[], as_of timestamptz, sold_at timestamptz)
  returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if input.tax_rate_id is distinct from private.default_tax_rate(as_of) then
    perform private.require_permission('accounting.sales.change_tax');
    perform private.require_reason(input.tax_reason, 'tax_reason');
  end if;
  perform private.raise_error_if(input.salesperson_id <> auth.uid()
    and not private.may_have_sold(input.salesperson_id, input.branch_id, coalesce(input.sold_at, now())),
    'salesperson_not_found', 404, '{"field": "salesperson_id"}');
  perform private.raise_error('stock_point_not_found', 404, jsonb_build_object('field', 'lines', 'line', x.line))
  from unnest(lines) x
  where x.stock_point_id is not null and not exists (select from public.stock_points p where p.id = x.stock_point_id)
  order by x.line
  limit 1;
  if sold_at is not null and private.has_return_lines(lines) then
    perform private.raise_error('returned_too_early', 400,
      jsonb_build_object('field', 'sold_at', 'line', x.line, 'number', s.number))
    from unnest(lines) x
    join public.sale_lines l on l.id = x.returns_line_id
    join public.sales s on s.id = l.sale_id and s.branch_id = any (private.branch_ids('view'))
    where s.sold_at > require_sale_names.sold_at
    order by x.line
    limit 1;
  end if;
end
$$;

/* Records a sale, a return or an exchange: lines, money and goods, all or nothing. The same id, or the same reference
   of the same till, sent again with the same content answers with the result of the first call, with other content 409
   exists_already {version, number}.
   sale: {branch_id, till, reference, customer_id, salesperson_id, shift_id, sold_at, tax_rate_id, tax_reason, discount,
   discount_reason, note}. till: its name in the branch, by default '1'; reference: the till's own id, which makes id
   optional; salesperson_id: by default the caller; shift_id: by default the caller's open one in the branch, null:
   none; another person's closed one needs accounting.sales.record_old; tax_rate_id: by default the business's, null:
   none; another needs accounting.sales.change_tax and a tax_reason; discount: an amount off the whole document.
   lines: [{variant_id, quantity, unit_price, discount, stock_point_id}], at most 5,000; unit_price: by default the
   customer's; discount: an amount off the line. Returns: {returns_line_id, quantity, stock_point_id, damaged}, of any
   sale visible to the caller, into this branch; damaged: written off at once.
   payments: see private.allocate_payments; the unpaid rest is on the customer's account.
   finished_later: takes no lock that counters need: the caller moves the goods of many sales at once and numbers
   them (private.finish_sales).
   Answers {id, number, version, status, payment_status, and private.sale_money}.
   Errors: permission_missing, value_invalid {field}, lines_missing, lines_over_limit {field, max}, branch_not_found,
   branch_view_only, id_missing, id_taken, sale_not_found, exists_already, discount_beyond {lines}, reason_missing
   {field}, salesperson_not_found, stock_point_not_found {line}, customer_missing, place_closed, till_closed {till},
   total_too_large, stock_short {lines}, shift_missing {branch}, shift_not_found, shift_closed {number, by, at}, and
   those of the functions above. */
create function private.write_sale(id uuid, sale jsonb, lines jsonb, payments jsonb,
  finished_later boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_variable
declare
  most constant numeric := 9999999999.9999;
  sold_at constant timestamptz := private.moment_of_sale(sale);
  as_of constant timestamptz := private.judged_at(sold_at);
  content bigint;
  day date;
  beyond jsonb;
  money jsonb;
  input public.sales;
  recorded public.sales;
  sent private.sale_line_input[];
  priced private.priced_line[];
  credits private.allocated_payment[];
  tendered private.allocated_payment[];
  unit_costs public.money[];
  shift uuid;
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  input := private.parse_sale(sale, payments, as_of);
  sent := private.parse_sale_lines(lines);
  perform private.require_permission(variadic private.sale_permissions(sent));
  perform private.require_branch(input.branch_id);
  content := private.sale_content(input, (sale ->> 'discount')::numeric, sent, payments);
  -- A till may have lost the id under which it first sent the sale. A file would keep its till from selling until all
  -- of it is recorded; if both send one sale at once, the unique reference refuses the later one.
  perform private.lock_till(input.branch_id, input.till) where input.reference is not null and not finished_later;
  perform private.register_document_id(id, 'sale') where id is not null or input.reference is null;
  id := coalesce(id, private.uuid_v7());
  -- One index at a time: for both at once, a plan made while there are few sales reads all of them.
  select * into recorded
  from public.sales s
  where s.id = write_sale.id;
  if recorded.id is null and input.reference is not null then
    select * into recorded
    from public.sales s
    where s.branch_id = input.branch_id and s.till = input.till and s.reference = input.reference;
  end if;
  if recorded.id is not null then
    -- Anybody who works in the branch may repeat a till's call.
    perform private.require_same_content(case when recorded.branch_id = input.branch_id then auth.uid() end,
      recorded.number, recorded.version, 'sale_not_found',
      recorded.content = content and case
        when sale ? 'tax_rate_id' then recorded.tax_rate_id is not distinct from input.tax_rate_id
        else recorded.tax_reason is null end);
    return private.sale_summary(recorded);
  end if;

  perform private.require_open_place(input.branch_id, null, 'branch_id', as_of);
  perform private.require_open_place(null, x.stock_point_id, 'lines', as_of)
  from unnest(sent) x
  where x.returns_line_id is not null and x.stock_point_id is not null;
  -- A file may contain sales of any till at any time.
  if not finished_later then
    perform private.require_day_of_sales(sold_at);
    perform private.require_open_till(input.branch_id, input.till, sold_at);
    if not exists (select from private.first_sale) then
      insert into private.first_sale (at) values (now());
    end if;
  end if;
  if private.has_return_lines(sent) then
    sent := private.lock_returned_sales(sent);
  end if;
  perform private.require_sale_names(input, sent, as_of, case when not finished_later then sold_at end);
  if not finished_later then
    perform private.lock_open_counts(array[input.branch_id]) where private.came_late(sold_at, now());
    perform private.lock_products_shared(array(select x.variant_id from unnest(sent) x));
  end if;
  priced := private.price_lines(input, (sale ->> 'discount')::numeric, sent, as_of);
  beyond := private.lines_over_max_discount(priced, as_of);
  perform private.raise_error_if(beyond is not null and not private.can('accounting.sales.discount_beyond'),
    'discount_beyond', 403,
    jsonb_build_object('field', 'lines', 'lines', beyond));
  perform private.require_reason(input.discount_reason, 'discount_reason') where beyond is not null;
  perform private.raise_error_if(greatest(abs(sum(l.subtotal)), abs(sum(l.subtotal + l.tax)), abs(sum(l.total)),
    abs(sum(l.discount + l.document_discount))) > most,
    'total_too_large', 400, jsonb_build_object('field', 'lines', 'max', most)) from unnest(priced) l;
  credits := private.return_credits(priced);
  tendered := private.allocate_payments(private.amount_due(priced, credits), payments, private.cash_rounding(as_of),
    as_of);
  money := private.sale_money(priced, credits || tendered);
  perform private.raise_error_if(money -> 'remaining' <> '0' and input.customer_id is null, 'customer_missing', 400,
    '{"field": "customer_id"}');

  if not finished_later then
    perform private.move_stock(
      private.correct_counts(private.sale_moves(input.branch_id, priced, false), id, sold_at), 'sale', id);
  end if;
  -- What a piece of each line costs, in their order; null where it is unknown. Returned goods have the cost at which
  -- they were sold.
  unit_costs := array(
    select case when l.returns_line_id is not null then (
      select o.unit_cost
      from public.sale_line_costs o
      where o.sale_line_id = l.returns_line_id)
      else (
        select coalesce(a.average_cost, c.purchase_price)
        from public.variants v
        left join public.variant_costs a on a.variant_id = v.id
        left join public.product_costs c on c.product_id = v.product_id
        where v.id = l.variant_id) end
    from unnest(priced) with ordinality l
    order by l.ordinality);

  shift := private.drawer(input.branch_id, exists (select from unnest(tendered) t where t.is_cash), sale);
  day := private.branch_today(input.branch_id, sold_at);
  insert into public.sales (id, number, type, branch_id, till, reference, customer_id, salesperson_id, shift_id,
    sold_at, business_day, tax_rate_id,
    subtotal, discount, tax, total, paid, cost, discount_reason, tax_reason, note, content)
  select id,
    case when finished_later then id::text else private.next_number('SA', input.branch_id, input.till, day) end,
    (
      select case when bool_and(l.quantity > 0) then 'sale' when bool_and(l.quantity < 0) then 'return'
        else 'exchange' end
      from unnest(priced) l),
    input.branch_id, input.till, input.reference, input.customer_id, coalesce(input.salesperson_id, auth.uid()),
    coalesce(shift, (sale ->> 'shift_id')::uuid),
    sold_at, day, input.tax_rate_id,
    m.subtotal, m.discount, m.tax, m.total, m.paid, (
      select case when count(unit_costs[n]) = count(*) then sum(priced[n].quantity * unit_costs[n]) end
      from generate_subscripts(priced, 1) n),
    input.discount_reason, input.tax_reason, input.note, content
  from jsonb_to_record(money) m(subtotal numeric, discount numeric, tax numeric, total numeric, paid numeric)
  returning * into recorded;
  insert into public.sale_lines (id, sale_id, position, variant_id, stock_point_id, returns_line_id, damaged, quantity,
    returned, list_price, unit_price, subtotal, discount, document_discount, tax_percentage, tax_included, tax, total)
  select l.id, recorded.id, l.position, l.variant_id, l.stock_point_id, l.returns_line_id, l.damaged, l.quantity, 0,
    l.list_price, l.unit_price, l.subtotal, l.discount, l.document_discount,
    l.tax_percentage, l.tax_included, l.tax, l.total
  from unnest(priced) l;
  insert into public.sale_line_costs (sale_line_id, unit_cost)
  select priced[n].id, unit_costs[n]
  from generate_subscripts(unit_costs, 1) n
  where unit_costs[n] is not null;
  insert into public.sale_payments (sale_id, branch_id, payment_method_id, return_id, amount, tendered, rounding,
    is_cash, shift_id, business_day, created_by)
  select x.sale_id, recorded.branch_id, x.payment_method_id, x.return_id, x.amount, x.tendered, x.rounding, x.is_cash,
    case when x.return_id is null then shift end, recorded.business_day, auth.uid()
  from (
    select recorded.id as sale_id, p.payment_method_id, null::uuid as return_id, p.amount, p.tendered, p.rounding,
      p.is_cash
    from unnest(tendered) p
    union all select recorded.id, null, recorded.id, c.amount, c.amount, 0, false from unnest(credits) c
    union all select c.pays_sale_id, null, recorded.id, -c.amount, -c.amount, 0, false from unnest(credits) c) x;
  perform private.refresh_returned(recorded.id) where recorded.type <> 'sale';
  -- Removes a held sale with this id, in case a device held it twice. Checked first, since even an empty delete runs
  -- the statement triggers.
  if exists (
    select from public.held_sales h
    where h.id = recorded.id and h.branch_id = recorded.branch_id and h.discard_reason is null) then
    delete
    from public.held_sales h
    where h.id = recorded.id and h.branch_id = recorded.branch_id and h.discard_reason is null;
  end if;
  return private.sale_summary(recorded);
end
$$;

/* Refuses a sale before the first day of sales: 400 sold_too_early {from}; and one that arrives later than the business
   accepts, without permission: 403 sold_too_long_ago {days}. Imports may lie on any day. */
create function private.require_day_of_sales(as_of timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('sold_too_early', 400, jsonb_build_object('field', 'sold_at', 'from', b.sales_from))
  from public.business b
  where as_of < b.sales_from::timestamp at time zone b.time_zone;
  perform private.raise_error('sold_too_long_ago', 403,
    jsonb_build_object('field', 'sold_at', 'days', b.late_sale_days))
  from public.business b
  where as_of < now() - make_interval(days => b.late_sale_days) and not private.can('accounting.sales.record_old');
end
$$;

/* As private.write_sale. Without a shift_id, or with null, the cash goes into the
   caller's open shift: only tills of other systems have drawers of their own (private.record_sales). */
create function private.record_sale(id uuid, sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.write_sale(id, case when sale -> 'shift_id' = 'null' then sale - 'shift_id' else sale end, lines,
    payments);
end
$$;

/* The stock movements of a sale's lines, priced or recorded, or those that reverse them when it is voided. Damaged
   returns come in and are written off immediately, so there is nothing to reverse. */
create function private.sale_moves(branch_id uuid, lines anyarray, voided boolean) returns private.stock_move[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(private.stock_move(l.variant_id, sale_moves.branch_id, l.stock_point_id,
        quantity => e.sign * l.quantity, kind => e.kind, line_id => l.id)
      order by l.position, e.sign)
    from unnest(lines) l
    join (values ('sale', -1), ('sale_return', -1), ('adjustment', 1), ('reversal', 1)) e(kind, sign) on case e.kind
      when 'sale' then not voided and l.quantity > 0
      when 'sale_return' then not voided and l.quantity < 0
      when 'adjustment' then not voided and l.damaged
      else voided and not l.damaged end);
end
$$;

/* Moves the goods of recorded sales, in the order of the ids; voided: back. Those that came late correct counts. */
create function private.move_sold_goods(sale_ids uuid[], voided boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  late_branch_ids constant uuid[] := array(
    select distinct s.branch_id
    from public.sales s
    where s.id = any (sale_ids) and private.came_late(s.sold_at, s.created_at));
  moves private.stock_move[];
begin
  perform private.lock_open_counts(late_branch_ids) where late_branch_ids <> '{}';
  moves := array(
    select private.stock_move(m.variant_id, m.branch_id, m.stock_point_id, m.quantity, m.kind, m.line_id,
      document_id => s.id)
    from unnest(sale_ids) with ordinality x(id, position)
    join public.sales s on s.id = x.id
    cross join lateral unnest(private.sale_moves(s.branch_id,
      array(select l from public.sale_lines l where l.sale_id = s.id), voided))
      with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id, position)
    order by x.position, m.position);
  if late_branch_ids <> '{}' then
    perform private.lock_products_shared(array(select m.variant_id from unnest(moves) m));
    perform private.lock_levels(moves);
    moves := array(
      select c
      from (
        select m.document_id, array_agg(m.move order by m.position) as moves, min(m.position) as position
        from (
          select x.document_id, x.ordinality as position, private.stock_move(x.variant_id, x.branch_id,
            x.stock_point_id, x.quantity, x.kind, x.line_id, x.document_id) as move
          from unnest(moves) with ordinality x) m
        group by 1) g
      join public.sales s on s.id = g.document_id
      cross join lateral unnest(private.correct_counts(g.moves, s.id, s.sold_at,
        case when voided then s.created_at end)) c
      order by g.position);
  end if;
  perform private.move_stock(moves, 'sale', null);
end
$$;

/* Moves the goods of sales that were recorded to be finished later, and numbers them, in the order of the ids. The
   locks that counters need are held only from here to the end of the transaction. Errors: pieces_not_whole if a product
   is sold in whole pieces only since; those of private.move_stock. */
create function private.finish_sales(sale_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.move_sold_goods(sale_ids, false);
  -- The sales were recorded without locks on the products.
  perform private.require_whole_pieces((
    select jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity))
    from public.sale_lines l
    where l.sale_id = any (sale_ids) and l.quantity <> trunc(l.quantity)));
  update public.sales s set number = n.number
  from (
    select g.ids, private.next_numbers('SA', g.branch_id, cardinality(g.ids), g.till, g.day) as numbers
    from (
      select s.branch_id, s.till, min(s.business_day) as day, array_agg(s.id order by x.position) as ids
      from unnest(sale_ids) with ordinality x(id, position)
      join public.sales s on s.id = x.id
      group by s.branch_id, s.till, extract(year from s.business_day)
      order by s.branch_id, s.till, day) g) series
  cross join lateral unnest(series.ids, series.numbers) n(id, number)
  where s.id = n.id;
end
$$;

/* Recomputes `paid` of sales from their payments. Their rows are locked. */
create function private.refresh_paid_sales(ids uuid[]) returns void
  language sql security definer set search_path = ''
as $$
  update public.sales s set paid = (
    select coalesce(sum(p.amount - p.rounding), 0)
    from public.sale_payments p
    where p.sale_id = s.id and p.voided_at is null)
  where s.id = any (ids)
$$;

/* Recomputes the returned quantities of the lines that a return names, and `paid` of their sales. Their rows are
   locked. */
create function private.refresh_returned(id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.sale_lines o set returned = (
    select coalesce(-sum(l.quantity), 0)
    from public.sale_lines l
    join public.sales s on s.id = l.sale_id
    where l.returns_line_id = o.id and s.status = 'completed')
  where o.id in (select l.returns_line_id from public.sale_lines l where l.sale_id = refresh_returned.id);
  select private.refresh_paid_sales(array(
    select p.sale_id
    from public.sale_payments p
    where p.return_id = refresh_returned.id and p.sale_id <> refresh_returned.id))
$$;

/* The answer of every call about a sale; change and rounding are those of the payments made with it. Volatile, to see
   the writes of the calling statement. */
create function private.sale_summary(sale public.sales) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', s.id, 'number', s.number, 'version', s.version, 'status', s.status,
      'payment_status', s.payment_status, 'subtotal', s.subtotal, 'discount', s.discount, 'tax', s.tax,
      'total', s.total,
      'paid', s.paid, 'remaining', s.remaining, 'change', p.change, 'rounding', p.rounding)
    from public.sales s
    cross join lateral (
      select coalesce(sum(x.tendered - x.amount), 0) as change, coalesce(sum(x.rounding), 0) as rounding
      from public.sale_payments x
      where x.sale_id = s.id and not x.paid_after_sale and x.voided_at is null) p
    where s.id = sale.id);
end
$$;

-- ── Paying later ──

/* Locks and answers a sale visible to the caller, together with the sales behind it. Error: sale_not_found. */
create function private.lock_sale(id uuid) returns public.sales
  language plpgsql security definer set search_path = ''
as $$
declare
  locked_ids constant uuid[] := private.lock_sales(array[id]);
  sale public.sales;
begin
  select * into sale
  from public.sales s
  -- A sale recorded while this waited is not locked and treated as if recorded later.
  where s.id = lock_sale.id and s.id = any (locked_ids) and private.can('accounting.sales.view')
    and s.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(sale.id is null, 'sale_not_found', 404);
  return sale;
end
$$;

/* The amount that may be paid for a locked sale: the remaining one. The credit of a return is paid out only as far as
   the returned goods were paid for: less the debt of the original sales and those behind them. */
create function private.payable_amount(sale public.sales) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select case when sale.remaining >= 0 then sale.remaining else least(0, sale.remaining + (
    select coalesce(sum(least(greatest(s.remaining, 0), x.worth - (
      select coalesce(sum(p.amount), 0)
      from public.sale_payments p
      where p.sale_id = s.id and p.return_id = sale.id and p.voided_at is null))), 0)
    from (
      select b.sale_id, sum(o.worth) as worth
      from (
        select o.sale_id, -sum(l.total) as worth
        from public.sale_lines l
        join public.sale_lines o on o.id = l.returns_line_id
        where l.sale_id = sale.id
        group by o.sale_id) o
      cross join lateral unnest(private.underlying_sales(array[o.sale_id])) b(sale_id)
      group by b.sale_id) x
    join public.sales s on s.id = x.sale_id)) end
$$;

/* Records later payments of a completed sale, or negative ones that pay out a return; those already stored with the
   same content are skipped.
   payments: [{id, payment_method_id, amount, branch_id}], as in private.allocate_payments; branch_id: by default the
   sale's. Answers as record_sale, with payments: their ids, change: the change of these payments. Errors:
   permission_missing, sale_not_found, payment_not_found, exists_already, sale_voided {number}, branch_not_found,
   branch_view_only, and those of register_payment_ids, allocate_payments and drawer. */
create function private.pay_sale(id uuid, payments jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  sale public.sales;
  new_payments jsonb;
begin
  perform private.require_permission('accounting.sales.create') where not private.can('accounting.sales.return');
  payments := private.register_payment_ids(payments, 'sale_payment');
  sale := private.lock_sale(id);
  perform private.require_permission(case when sale.total < 0 then 'accounting.sales.return'
    else 'accounting.sales.create' end);
  -- A payment contained twice counts once.
  select jsonb_agg(x.payment order by x.position) into payments
  from (
    select jsonb_build_object('id', p.id, 'payment_method_id', p.payment_method_id, 'amount', p.amount,
      'branch_id', coalesce(p.branch_id, sale.branch_id))
      as payment,
      min(p.position) as position
    from rows from (jsonb_to_recordset(payments)
      as (id uuid, payment_method_id uuid, amount numeric, branch_id uuid)) with ordinality p(id,
      payment_method_id, amount, branch_id, position)
    group by 1) x;
  perform private.raise_error_if(p.sale_id <> sale.id, 'payment_not_found', 404),
    private.require_same_content(p.created_by, sale.number, null, 'payment_not_found',
    (p.tendered, p.payment_method_id, p.branch_id) = (x.amount, x.payment_method_id, x.branch_id))
  from jsonb_to_recordset(payments) x(id uuid, payment_method_id uuid, amount numeric, branch_id uuid)
  join public.sale_payments p on p.id = x.id;

  select jsonb_agg(x.payment order by x.position) into new_payments
  from jsonb_array_elements(payments) with ordinality x(payment, position)
  where not exists (select from public.sale_payments p where p.id = (x.payment ->> 'id')::uuid);
  if new_payments is not null then
    perform private.raise_error_if(sale.status = 'voided', 'sale_voided', 409,
      jsonb_build_object('number', sale.number));
    perform private.raise_error_if(count(*) > count(distinct x ->> 'id'), 'exists_already', 409,
      jsonb_build_object('number', sale.number))
    from jsonb_array_elements(new_payments) x;
    perform private.require_branch(b.branch_id)
    from (select distinct (x ->> 'branch_id')::uuid as branch_id from jsonb_array_elements(new_payments) x) b;
    insert into public.sale_payments (id, sale_id, branch_id, payment_method_id, amount, tendered, rounding, is_cash,
      shift_id, business_day, paid_after_sale, created_by)
    select t.id, sale.id, t.branch_id, t.payment_method_id, t.amount, t.tendered, t.rounding, t.is_cash,
      private.drawer(t.branch_id, t.is_cash), private.branch_today(t.branch_id), true, auth.uid()
    from unnest(private.allocate_payments(private.payable_amount(sale), new_payments, private.cash_rounding())) t;
    perform private.refresh_paid_sales(array[sale.id]);
  end if;
  return private.sale_summary(sale) || (
    select jsonb_build_object('payments', jsonb_agg(p.id order by x.position),
      'change', coalesce(sum(p.tendered - p.amount) filter (where p.voided_at is null), 0))
    from jsonb_array_elements(payments) with ordinality x(payment, position)
    join public.sale_payments p on p.id = (x.payment ->> 'id')::uuid);
end
$$;

/* Sets what the business owes a customer for returns against the customer's oldest unpaid sales, all at once, in the
   branches where the caller works; a return's credit as far as its goods were paid for. Sent again it finds nothing
   left. Answers {used, sales: how many were paid by it}. Errors: permission_missing, customer_not_found. */
create function private.use_credit(customer_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  reach constant uuid[] := private.branch_ids('work');
  ids uuid[];
  credit record;
  debt record;
  credit_left numeric;
  part numeric;
  used numeric := 0;
  used_before numeric;
  paid_ids uuid[] := '{}';
begin
  perform private.require_permission('accounting.sales.view', 'accounting.sales.create', 'contacts.customers.view');
  perform private.raise_error_if(not exists (select from public.customers c where c.id = use_credit.customer_id),
    'customer_not_found', 404);
  ids := private.lock_sales(array(
    select s.id
    from public.sales s
    where s.customer_id = use_credit.customer_id and s.remaining <> 0 and s.branch_id = any (reach)));
  -- Once the sale that its goods came from is paid, more of a credit can be used.
  loop
    used_before := used;
    for credit in
      select s as sale
      from public.sales s
      where s.id = any (ids) and s.customer_id = use_credit.customer_id and s.remaining < 0
        and s.branch_id = any (reach)
      order by s.sold_at, s.id
    loop
      credit_left := -private.payable_amount(credit.sale);
      for debt in
        select s.id, s.branch_id, s.remaining
        from public.sales s
        where s.id = any (ids) and s.customer_id = use_credit.customer_id and s.remaining > 0
          and s.branch_id = any (reach)
        order by s.sold_at, s.id
      loop
        exit when credit_left <= 0;
        part := least(credit_left, debt.remaining);
        insert into public.sale_payments (
          sale_id, branch_id, return_id, amount, tendered, business_day, paid_after_sale, created_by)
        values
          ((credit.sale).id, (credit.sale).branch_id, (credit.sale).id, -part, -part,
            private.branch_today((credit.sale).branch_id), true, auth.uid()),
          (debt.id, debt.branch_id, (credit.sale).id, part, part, private.branch_today(debt.branch_id), true,
            auth.uid());
        perform private.refresh_paid_sales(array[debt.id, (credit.sale).id]);
        credit_left := credit_left - part;
        used := used + part;
        paid_ids := paid_ids || debt.id;
      end loop;
    end loop;
    exit when used = used_before;
  end loop;
  return jsonb_build_object('used', used, 'sales', (select count(distinct x) from unnest(paid_ids) x));
end
$$;

/* The shift whose drawer is affected by voiding a payment, locked against closing: the payment's own while it is open,
   otherwise the caller's. Null if the payment had none. Errors: shift_missing {branch}. */
create function private.drawer_of_void(shift_id uuid, branch_id uuid, is_cash boolean) returns uuid
  language plpgsql security definer set search_path = ''
as $$
begin
  if shift_id is not null then
    perform from public.shifts s where s.id = drawer_of_void.shift_id and s.closed_at is null for share;
    return case when found then shift_id else private.drawer(branch_id, is_cash) end;
  end if;
  return null;
end
$$;

/* Voids a later payment: its amount is owed again. Of a credit, all that was used of it at that time is voided, in both
   sales of each part. Voiding again changes nothing. Answers as record_sale, with
   payments: its id. Errors: permission_missing, payment_not_found, branch_not_found, branch_view_only, reason_missing,
   payment_of_sale, shift_missing {branch}. */
create function private.void_sale_payment(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  payment public.sale_payments;
  sale public.sales;
  parts uuid[];
  sale_ids uuid[];
begin
  perform private.require_permission('accounting.sales.void');
  select p.* into payment
  from public.sale_payments p join public.sales s on s.id = p.sale_id
  where p.id = void_sale_payment.id and private.can('accounting.sales.view')
    and s.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(payment.id is null, 'payment_not_found', 404);
  perform private.require_branch(payment.branch_id);
  perform private.require_reason(reason);
  perform private.raise_error_if(not payment.paid_after_sale, 'payment_of_sale', 409);
  select array_agg(p.id), array_agg(p.sale_id) into parts, sale_ids
  from public.sale_payments p
  where p.id = payment.id
    or (p.return_id = payment.return_id and p.created_at = payment.created_at and p.paid_after_sale);
  perform private.require_branch(b.branch_id)
  from (select distinct p.branch_id from public.sale_payments p where p.id = any (parts)) b;
  perform private.lock_sales(sale_ids);
  sale := private.lock_sale(payment.sale_id);
  update public.sale_payments p
  set voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason),
    void_shift_id = private.drawer_of_void(p.shift_id, p.branch_id, p.is_cash)
  where p.id = any (parts) and p.voided_at is null;
  if found then
    perform private.refresh_paid_sales(sale_ids);
  end if;
  return private.sale_summary(sale) || jsonb_build_object('payments', array[payment.id]);
end
$$;

-- ── Voiding ──

/* Voids a locked sale, whose goods the caller moves back first: its money goes back into its shift, which must be
   open. */
create function private.reverse_sale(sale public.sales, reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  shift public.shifts;
begin
  select * into shift from public.shifts s where s.id = sale.shift_id for share;
  perform private.require_open_shift(shift);
  update public.sale_payments p
  set voided_at = now(), voided_by = auth.uid(), void_reason = reason, void_shift_id = p.shift_id
  where (p.sale_id = sale.id or p.return_id = sale.id) and p.voided_at is null;
  update public.sales s
  set status = 'voided', paid = 0, voided_at = now(), voided_by = auth.uid(), void_reason = reason
  where s.id = sale.id;
  perform private.refresh_returned(sale.id) where sale.type <> 'sale';
end
$$;

/* Voids a sale: goods and money go back. Only on its business day, while its shift is open, and before any return or
   later payment of it; otherwise the goods are returned by a return. Voiding again changes nothing. Answers as
   record_sale. Errors: permission_missing, sale_not_found, branch_view_only, reason_missing, sale_day_over,
   sale_has_returns, sale_has_payments, stock_short {lines}, place_closed, shift_closed {number, by, at}. */
create function private.void_sale(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  voided public.sales;
begin
  perform private.require_permission('accounting.sales.void');
  voided := private.lock_sale(id);
  perform private.require_branch(voided.branch_id);
  perform private.require_reason(reason);
  if voided.status = 'completed' then
    perform private.raise_error_if(voided.business_day <> private.branch_today(voided.branch_id), 'sale_day_over', 409);
    perform private.raise_error_if(exists (
      select from public.sale_lines l
      where l.sale_id = voided.id and l.returned > 0),
      'sale_has_returns', 409);
    perform private.raise_error_if(exists (
      select from public.sale_payments p
      where p.sale_id = voided.id and p.paid_after_sale and p.voided_at is null),
      'sale_has_payments', 409);
    perform private.move_sold_goods(array[voided.id], true);
    perform private.reverse_sale(voided, btrim(reason));
  end if;
  return private.sale_summary(voided);
end
$$;

select private.expose_rpc('sale_preview', 'The amounts of a sale; nothing is written.');
select private.expose_rpc('record_sale',
  'Records a sale: lines, money and goods, all or nothing; sent again it is the same sale.');
select private.expose_rpc('pay_sale',
  'Records later payments of a sale, by one method or several, never above the remaining amount.');
select private.expose_rpc('use_credit',
  'Sets a customer''s credit from returns against the customer''s oldest unpaid sales.');
select private.expose_rpc('void_sale_payment', 'Voids a later payment of a sale.');
select private.expose_rpc('void_sale', 'Voids a sale of today.');

-- Written only by the functions above. Not audited: sales keep their complete history.
select private.allow_read('public.sales', 'those who may view sales read the ones of their branches',
  'accounting.sales.view', hidden => '{shift_id,cost}');
select private.allow_read('public.sale_lines', 'those who read a sale read its lines', null, 'sale_id');
select private.allow_read('public.sale_line_costs', 'those who may view costs read what sold pieces cost',
  'inventory.costs.view', 'sale_line_id');
select private.allow_read('public.sale_payments', 'those who read a sale read its payments', null,
  'sale_id', hidden => '{shift_id,void_shift_id}');

-- ── Invariants of this chapter ──

/* The movements that the lines of sales should have in the ledger, given their state. */
create view private.sold_goods as
select s.id as document_id, m.line_id, m.kind, m.variant_id, m.branch_id, m.stock_point_id, m.quantity
from public.sales s
join public.sale_lines l on l.sale_id = s.id
cross join (values (false), (true)) e(voided)
cross join lateral unnest(private.sale_moves(s.branch_id, array[l], e.voided)) m
where not e.voided or s.status = 'voided';

create view private.invariants_of_sales (rule, row_id) as
select 'sale comes to its lines', s.id::text
from public.sales s
left join lateral (
  select sum(l.subtotal) as subtotal, sum(l.discount + l.document_discount) as discount, sum(l.tax) as tax,
    sum(l.total) as total
  from public.sale_lines l where l.sale_id = s.id) l on true
where (s.subtotal, s.discount, s.tax, s.total) is distinct from (l.subtotal, l.discount, l.tax, l.total)
union all
select 'sale costs what its lines cost', s.id::text
from public.sales s
where s.cost is distinct from (
  select case when count(k.unit_cost) = count(*) then sum(l.quantity * k.unit_cost)::public.money_sum end
  from public.sale_lines l
  left join public.sale_line_costs k on k.sale_line_id = l.id
  where l.sale_id = s.id)
union all
select 'sale line is its pieces at their price', l.id::text
from public.sale_lines l
-- Amounts are rounded to the currency's decimals of their day, which may have changed since.
where l.quantity > 0
  and (not exists (select from unnest(array[0, 2, 3]) d where l.subtotal = round(l.quantity * l.unit_price, d))
  or not exists (select from unnest(array[0, 2, 3]) d where l.tax = round(
    (l.subtotal - l.discount - l.document_discount)
      * l.tax_percentage / (100 + case when l.tax_included then l.tax_percentage else 0 end), d)))
union all
select 'no more comes back of a line than went, nor for more than it came to', o.id::text
from public.sale_lines o
left join lateral (
  select -sum(l.quantity) as pieces, -sum(l.total) as worth
  from public.sale_lines l join public.sales s on s.id = l.sale_id
  where l.returns_line_id = o.id and s.status = 'completed') b on true
where o.returned <> coalesce(b.pieces, 0) or b.worth > greatest(o.total, 0)
  or (b.pieces = o.quantity and b.worth <> o.total)
union all
select 'sale is of the kind of its lines', s.id::text
from public.sales s
where s.type <> (
  select case when bool_and(l.quantity > 0) then 'sale' when bool_and(l.quantity < 0) then 'return' else 'exchange' end
  from public.sale_lines l
  where l.sale_id = s.id)
union all
select 'sale is paid by its payments', s.id::text
from public.sales s
where s.paid <> (
  select coalesce(sum(p.amount - p.rounding), 0)
  from public.sale_payments p
  where p.sale_id = s.id and p.voided_at is null)
   or (s.status = 'voided' and s.paid <> 0)
union all
-- For sales connected by returns and by used credits: no more money is paid out than came in. Groups with a voided
-- later payment are exempt.
select 'no more money goes out for goods than came in for them', (array_agg(g.id order by g.id))[1]::text
from (
  with recursive links as (
    select distinct l.sale_id as one, o.sale_id as other
    from public.sale_lines l
    join public.sale_lines o on o.id = l.returns_line_id
    join public.sales s on s.id = l.sale_id and s.status = 'completed'
    union
    select p.sale_id, p.return_id
    from public.sale_payments p
    where p.return_id <> p.sale_id),
  both_ways as (
    select one, other from links
    union
    select other, one from links),
  reached as (
    select one as id, one as member from both_ways
    union
    select r.id, b.other
    from reached r
    join both_ways b on b.one = r.member)
  select r.member as id, (array_agg(r.id order by r.id))[1] as root from reached r group by r.member) g
cross join lateral (
  select coalesce(sum(p.amount - p.rounding) filter (where p.voided_at is null and p.payment_method_id is not null), 0)
    as came,
    bool_or(p.paid_after_sale and p.voided_at is not null) as was_voided
  from public.sale_payments p
  where p.sale_id = g.id) m
group by g.root
having sum(m.came) < 0 and not bool_or(coalesce(m.was_voided, false));
