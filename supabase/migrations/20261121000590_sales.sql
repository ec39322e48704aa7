-- Sales: goods that go over the counter, what they come to, and the money that came for them. Written once by private.record_sale, whoever
-- sends it (the counter, another till, a file), and never edited: what was wrong is voided on its day, and comes back after it.
--
-- sales           the document: whose, where, at which till, what it comes to, what of it is paid
-- sale_lines      what was sold, at which price, with its share of the discount and its tax; amounts are frozen
-- sale_line_costs what the pieces cost then. Apart, behind inventory.costs.view
-- sale_payments   money that came for it: what was tendered, less the change
--
-- Locks, in the order that stands at the head of the stock chapter: the till's reference and the sale's id, or its row where it is voided;
-- its products; its levels; the till's number last. A till has its own series, so that tills never wait for each other's numbers.

-- How the business sells.
alter table public.business
  add column prices_include_tax boolean not null default false,
  add column sale_tax_rate_id uuid constraint business_sale_tax_rate_in_use references public.tax_rates;
create index business_sale_tax_rate on public.business (sale_tax_rate_id);
comment on column public.business.prices_include_tax is 'Prices of products hold their tax, else it is added to them. Each line of a sale keeps which it was.';
comment on column public.business.sale_tax_rate_id is 'The tax of a sale that names none.';
grant update (prices_include_tax, sale_tax_rate_id) on public.business to authenticated;

create table public.sales (
  like private.stamped including all,
  number text not null constraint sales_number_unique unique,
  status text not null default 'completed' constraint sales_status_known check (status in ('completed', 'voided')),
  branch_id uuid not null constraint sales_branch_in_use references public.branches,
  till text not null constraint sales_till_form check (till ~ '^[A-Z0-9]{1,8}$'),
  reference public.code,
  customer_id uuid constraint sales_customer_in_use references public.customers,
  salesman_id uuid not null constraint sales_salesman_in_use references public.profiles,
  sold_at timestamptz not null,
  business_day public.day not null,
  tax_rate_id uuid constraint sales_tax_rate_in_use references public.tax_rates,
  subtotal public.money not null,
  discount public.money not null,
  tax public.money not null,
  total public.money not null,
  paid public.money not null,
  remaining public.money not null generated always as (case status when 'completed' then total - paid else 0 end) stored,
  payment_status text generated always as (
    case when status <> 'completed' then null when paid = total then 'paid' when paid = 0 then 'due' else 'partially_paid' end) stored,
  discount_reason public.short_text,
  note public.long_text,
  content bigint not null,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(reference, '') || ' ' || coalesce(note, ''))) stored,
  constraint sales_void_has_its_reason check ((status = 'voided') = (voided_at is not null) and (voided_at is null) = (void_reason is null)),
  constraint sales_paid_within_total check (paid between 0 and total),
  constraint sales_rest_is_on_an_account check (remaining = 0 or customer_id is not null)
);
comment on table public.sales is 'Goods sold at one time at one till, and what they come to. Who sells sees its money; what the goods cost is in sale_line_costs.';
comment on column public.sales.till is 'Which till of the branch: part of the number, each has its own series.';
comment on column public.sales.reference is 'The till''s own id of the sale: sent again it is the same sale.';
comment on column public.sales.sold_at is 'As the till says, but never later than it was recorded: a clock that goes ahead makes no tomorrow.';
comment on column public.sales.business_day is 'The business day of its branch when it was sold; it never moves.';
comment on column public.sales.subtotal is 'Its lines before any discount.';
comment on column public.sales.discount is 'Off its lines and off the whole.';
comment on column public.sales.remaining is 'On the customer''s account; a voided sale leaves nothing there.';
comment on column public.sales.content is 'A hash of what was sent, by which the same sale sent again is told from another one.';
create unique index sales_reference_unique on public.sales (branch_id, till, reference) where reference is not null;
create index sales_newest on public.sales (sold_at desc, id desc) include (branch_id, status);
create index sales_branch on public.sales (branch_id, sold_at desc, id desc);
create index sales_customer on public.sales (customer_id, sold_at desc, id desc) where customer_id is not null;
create index sales_salesman on public.sales (salesman_id, sold_at desc, id desc);
create index sales_tax_rate on public.sales (tax_rate_id) where tax_rate_id is not null;
create index sales_search on public.sales using gin (search extensions.gin_trgm_ops);
create trigger stamp before insert or update on public.sales for each row execute function private.stamp();

create table public.sale_lines (
  id uuid primary key default private.uuid_v7(),
  sale_id uuid not null constraint sale_lines_sale_exists references public.sales,
  position integer not null,
  variant_id uuid not null constraint sale_lines_variant_in_use references public.variants,
  stock_point_id uuid constraint sale_lines_stock_point_in_use references public.stock_points,
  quantity public.quantity not null constraint sale_lines_quantity_positive check (quantity > 0),
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
  constraint sale_lines_discount_within_line check (discount >= 0 and document_discount >= 0 and discount + document_discount <= subtotal),
  constraint sale_lines_total_adds_up check (total = subtotal - discount - document_discount + case when tax_included then 0 else tax end)
);
comment on table public.sale_lines is 'What was sold, in pieces, and what it came to then.';
comment on column public.sale_lines.stock_point_id is 'Where it was taken from; empty: the shop floor.';
comment on column public.sale_lines.list_price is 'What the customer''s price group paid for a piece when it was sold.';
comment on column public.sale_lines.unit_price is 'What a piece was sold for, before discounts.';
comment on column public.sale_lines.discount is 'Off this line alone.';
comment on column public.sale_lines.document_discount is 'Its share of what was taken off the whole.';
comment on column public.sale_lines.tax is 'Within the total where tax_included, else on top of the prices; in the total either way.';
create index sale_lines_variant on public.sale_lines (variant_id);
create index sale_lines_stock_point on public.sale_lines (stock_point_id) where stock_point_id is not null;

create table public.sale_line_costs (
  sale_line_id uuid primary key constraint sale_line_costs_line_exists references public.sale_lines,
  unit_cost public.money not null
);
comment on table public.sale_line_costs is 'The average cost of a piece when it was sold, before the first receipt its purchase price; no row where neither was known. Apart, behind inventory.costs.view.';

create table public.sale_payments (
  id uuid primary key default private.uuid_v7(),
  sale_id uuid not null constraint sale_payments_sale_exists references public.sales,
  branch_id uuid not null constraint sale_payments_branch_in_use references public.branches,
  payment_method_id uuid not null constraint sale_payments_method_in_use references public.payment_methods,
  amount public.money not null constraint sale_payments_amount_positive check (amount > 0),
  tendered public.money not null,
  business_day public.day not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  voided_at timestamptz,
  constraint sale_payments_change_not_negative check (tendered >= amount)
);
comment on table public.sale_payments is 'Money that came for a sale.';
comment on column public.sale_payments.branch_id is 'Whose drawer it went into.';
comment on column public.sale_payments.amount is 'What of it stayed: tendered less the change.';
comment on column public.sale_payments.tendered is 'What the customer handed over.';
comment on column public.sale_payments.business_day is 'The business day of that branch when it came; it never moves.';
comment on column public.sale_payments.voided_at is 'When its sale was voided.';
create index sale_payments_sale on public.sale_payments (sale_id);
create index sale_payments_branch on public.sale_payments (branch_id, business_day);
create index sale_payments_method on public.sale_payments (payment_method_id);

-- ── What a sale comes to: computed here and nowhere else ──

/* The lines of a sale as it is sent, priced and frozen, in its order; nothing is written.
   A piece costs what the customer's price group pays for it, unless the line says otherwise. What is off the whole is spread over the lines by
   what they come to, to the last digit. Tax is rounded by the line.
   Errors: customer_not_found, tax_rate_not_found, sale_line_invalid {line}, off_sale {variant words}, discount_too_large. */
create function private.price_lines(sale jsonb, lines jsonb) returns public.sale_lines[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  business public.business;
  reach constant uuid[] := private.branch_ids('view');
  customer constant uuid := (sale ->> 'customer_id')::uuid;
  off_whole constant numeric := coalesce((sale ->> 'discount')::numeric, 0);
  decimals integer;
  factor numeric;
  tax_percentage numeric;
  priced public.sale_lines[];
begin
  select * into business from public.business;
  decimals := business.currency_decimals;
  perform private.fail_if(customer is not null and not exists (select from public.customers c where c.id = customer and c.active),
    'customer_not_found', 404, '{"field": "customer_id"}');
  select 1 + g.percentage / 100 into factor
  from public.price_groups g
  where g.is_default or g.id = (select c.price_group_id from public.customers c where c.id = customer)
  order by g.is_default
  limit 1;
  if sale ? 'tax_rate_id' then
    business.sale_tax_rate_id := sale ->> 'tax_rate_id';
  end if;
  select t.percentage into tax_percentage from public.tax_rates t where t.id = business.sale_tax_rate_id;
  perform private.fail_if(business.sale_tax_rate_id is not null and tax_percentage is null, 'tax_rate_not_found', 404, '{"field": "tax_rate_id"}');

  perform private.fail('sale_line_invalid', 400, jsonb_build_object('field', 'lines', 'line', x.line, 'variant_id', x.variant_id))
  from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric, unit_price numeric, discount numeric))
    with ordinality x(variant_id, quantity, unit_price, discount, line)
  left join public.variants v on v.id = x.variant_id
  left join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any (reach))
  cross join lateral (select round(coalesce(v.price_override, p.price) * factor, decimals) as list_price) c
  cross join lateral (select coalesce(x.unit_price, c.list_price) as unit_price) u
  where p.id is null
    or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
    or u.unit_price < 0 or u.unit_price <> round(u.unit_price, 4)
    -- With room for as much tax again.
    or greatest(x.quantity, 1) * greatest(u.unit_price, c.list_price) >= 5 * 10 ^ 9
    or x.discount < 0 or x.discount <> round(x.discount, decimals) or x.discount > round(x.quantity * u.unit_price, decimals)
  order by x.line
  limit 1;
  perform private.fail('off_sale', 409, private.variant_words(v.id) || '{"field": "lines"}')
  from jsonb_to_recordset(lines) x(variant_id uuid)
  join public.variants v on v.id = x.variant_id
  join public.products p on p.id = v.product_id
  where not (v.active and p.active)
  limit 1;

  select array_agg(row(private.uuid_v7(), null, l.line, l.variant_id, l.stock_point_id, l.quantity, l.list_price, l.unit_price, l.subtotal, l.discount,
      s.share, coalesce(tax_percentage, 0), business.prices_include_tax, t.tax, n.net + case when business.prices_include_tax then 0 else t.tax end)::public.sale_lines order by l.line)
  into priced
  from (
    select x.line, x.variant_id, x.stock_point_id, x.quantity, c.list_price, u.unit_price, u.subtotal, d.discount, u.subtotal - d.discount as net,
      sum(u.subtotal - d.discount) over (order by x.line) as up_to, sum(u.subtotal - d.discount) over () as whole
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, stock_point_id uuid, quantity numeric, unit_price numeric, discount numeric))
      with ordinality x(variant_id, stock_point_id, quantity, unit_price, discount, line)
    join public.variants v on v.id = x.variant_id
    join public.products p on p.id = v.product_id
    cross join lateral (select round(coalesce(v.price_override, p.price) * factor, decimals) as list_price) c
    cross join lateral (select coalesce(x.unit_price, c.list_price) as unit_price, round(x.quantity * coalesce(x.unit_price, c.list_price), decimals) as subtotal) u
    cross join lateral (select coalesce(x.discount, 0) as discount) d) l
  -- Of sums that grow line by line the roundings add up to the whole, and none takes more than its line.
  cross join lateral (
    select case when l.whole = 0 then 0
      else round(off_whole * l.up_to / l.whole, decimals) - round(off_whole * (l.up_to - l.net) / l.whole, decimals) end as share) s
  cross join lateral (select l.net - s.share as net) n
  cross join lateral (
    select round(n.net * coalesce(tax_percentage, 0) / (100 + case when business.prices_include_tax then coalesce(tax_percentage, 0) else 0 end), decimals) as tax) t;

  perform private.fail_if(off_whole < 0 or off_whole <> round(off_whole, decimals)
    or off_whole > (select sum(l.subtotal - l.discount) from unnest(priced) l), 'discount_too_large', 400, '{"field": "discount"}');
  return priced;
end
$$;

/* The lines that are sold for less than their product's maximum discount lets, in words with max_discount; null where none is. However the
   price fell: by a lower one, off the line or off the whole. What is off the whole may take a line's rounding with it. */
create function private.discounted_beyond(priced public.sale_lines[]) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(private.variant_words(l.variant_id) || jsonb_build_object('line', l.position, 'max_discount', p.max_discount) order by l.position)
  from unnest(priced) l
  join public.variants v on v.id = l.variant_id
  join public.products p on p.id = v.product_id
  cross join public.business b
  where round(l.quantity * l.list_price, b.currency_decimals) - (l.subtotal - l.discount - l.document_discount)
    > ceil(l.quantity * l.list_price * p.max_discount / 100 * 10.0 ^ b.currency_decimals) / 10.0 ^ b.currency_decimals
$$;

/* What customers hand over for this total, and how much of it stays: cards before cash, whose rest is given back.
   payments: [{payment_method_id, amount}], at most 100, amount being what is handed over.
   Errors: payment_method_required, payment_amount_required, payment_amount_invalid, payment_method_not_found, payment_exceeds_remaining. */
create function private.tender(total numeric, payments jsonb) returns public.sale_payments[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  decimals constant integer := (select b.currency_decimals from public.business b);
  exceeds boolean;
  tendered public.sale_payments[];
begin
  if payments = '[]' then
    return '{}';
  end if;
  perform private.fail_if(bool_or(x.payment_method_id is null), 'payment_method_required', 400, '{"field": "payment_method_id"}'),
    private.fail_if(bool_or(x.amount is null), 'payment_amount_required', 400, '{"field": "amount"}'),
    private.fail_if(bool_or(x.amount <= 0 or x.amount <> round(x.amount, decimals)), 'payment_amount_invalid', 400, '{"field": "amount"}'),
    private.fail_if(bool_or(m.id is null), 'payment_method_not_found', 404, '{"field": "payment_method_id"}')
  from jsonb_to_recordset(payments) x(payment_method_id uuid, amount numeric)
  left join public.payment_methods m on m.id = x.payment_method_id and m.active;

  select array_agg(row(private.uuid_v7(), null, null, x.payment_method_id, s.stays, x.amount, null, null, null, null)::public.sale_payments order by x.place),
    bool_or(s.stays = 0 or (s.stays < x.amount and not x.is_cash))
  into tendered, exceeds
  from (
    select p.*, m.is_cash, sum(p.amount) over (order by m.is_cash, p.place) - p.amount as before
    from rows from (jsonb_to_recordset(payments) as (payment_method_id uuid, amount numeric)) with ordinality p(payment_method_id, amount, place)
    join public.payment_methods m on m.id = p.payment_method_id) x
  cross join lateral (select least(x.amount, greatest(total - x.before, 0)) as stays) s;
  perform private.fail_if(exceeds, 'payment_exceeds_remaining', 409, '{"field": "amount"}');
  return tendered;
end
$$;

/* What lines come to and what of it is paid: {subtotal, discount, tax, total, paid, remaining, change}. */
create function private.sale_money(priced public.sale_lines[], tendered public.sale_payments[]) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('subtotal', l.subtotal, 'discount', l.discount, 'tax', l.tax, 'total', l.total,
    'paid', p.paid, 'remaining', l.total - p.paid, 'change', p.change)
  from (
    select sum(x.subtotal) as subtotal, sum(x.discount + x.document_discount) as discount, sum(x.tax) as tax, sum(x.total) as total from unnest(priced) x) l
  cross join (
    select coalesce(sum(x.amount), 0) as paid, coalesce(sum(x.tendered - x.amount), 0) as change from unnest(tendered) x where x.voided_at is null) p
$$;

-- ── Recording a sale ──

/* The head of a sale as it is sent. Refuses what cannot be read, and what is too much. */
create function private.sent_sale(sale jsonb, lines jsonb, payments jsonb) returns public.sales
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wish public.sales;
begin
  perform private.need_values(sale, '{"branch_id": "uuid", "till": "text", "reference": "text", "customer_id": "uuid", "salesman_id": "uuid",
    "sold_at": "timestamptz", "tax_rate_id": "uuid", "discount": "public.money", "discount_reason": "text", "note": "text"}');
  perform private.need_lines(lines, 5000,
    '{"variant_id": "uuid", "stock_point_id": "uuid", "quantity": "public.quantity", "unit_price": "public.money", "discount": "public.money"}', 'sale_line_invalid');
  perform private.check_payments_sent(payments) where payments <> '[]';
  wish := jsonb_populate_record(null::public.sales, '{"till": "1"}' || (
    select coalesce(jsonb_object_agg(e.key, btrim(e.value)) filter (where btrim(e.value) <> ''), '{}')
    from jsonb_each_text(sale) e
    where e.key in ('branch_id', 'till', 'reference', 'customer_id', 'salesman_id', 'sold_at', 'discount_reason', 'note')));
  perform private.fail_if(wish.till !~ '^[A-Z0-9]{1,8}$', 'value_invalid', 400, '{"field": "till"}');
  return wish;
end
$$;

/* What a sale would come to, by the very functions that record it: {lines: [{position, variant_id, list_price, unit_price, subtotal, discount,
   document_discount, tax, total}], beyond: the lines discounted beyond their products' maximum, and what private.sale_money says}.
   Nothing is written and no stock asked for. Errors: those of record_sale that its arguments make. */
create function private.sale_preview(sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  wish public.sales;
  priced public.sale_lines[];
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  perform private.need('accounting.sales.create');
  wish := private.sent_sale(sale, lines, payments);
  perform private.need_branch(wish.branch_id);
  priced := private.price_lines(sale, lines);
  return private.sale_money(priced, private.tender((select sum(l.total) from unnest(priced) l), payments))
    || jsonb_build_object('beyond', coalesce(private.discounted_beyond(priced), '[]'),
      'lines', (select jsonb_agg(to_jsonb(l) - '{id,sale_id}'::text[] order by l.position) from unnest(priced) l));
end
$$;

/* Records a sale: lines, money and goods, all or nothing. The same id, or the same reference of the same till, sent again with the same content
   answers with what the first call made, with other content 409 exists_already {version, number}.
   sale: {branch_id, till, reference, customer_id, salesman_id, sold_at, tax_rate_id, discount, discount_reason, note}. till: its name in the branch,
     '1' where none is said; reference: the till's own id; salesman_id: the caller unless said; tax_rate_id: the business's unless said, null: none;
     discount: an amount off the whole.
   lines: [{variant_id, quantity, unit_price, discount, stock_point_id}], at most 5,000; unit_price: the customer's unless said, discount: an
     amount off the line. payments: see private.tender; what they do not pay is on the customer's account.
   Answers {id, number, version, status, payment_status, and what private.sale_money says}.
   Errors: permission_missing, value_invalid {field}, lines_missing, lines_over_limit {field, max}, branch_not_found, branch_view_only, id_missing,
   id_taken, sale_not_found, exists_already, discount_beyond {lines}, reason_missing, customer_missing, total_too_large, stock_short {lines}, and
   those of the functions above. */
create function private.record_sale(id uuid, sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  most constant numeric := 9999999999.9999;
  content bigint;
  sold_at timestamptz;
  beyond jsonb;
  money jsonb;
  wish public.sales;
  recorded public.sales;
  priced public.sale_lines[];
  tendered public.sale_payments[];
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  perform private.need('accounting.sales.create');
  wish := private.sent_sale(sale, lines, payments);
  perform private.need_branch(wish.branch_id);
  content := jsonb_hash_extended(jsonb_strip_nulls(jsonb_build_array(sale, lines, payments)), 0);
  -- A till may not know the id that it sent the sale under before.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws('/', 'sale', wish.branch_id, wish.till, wish.reference), 0))
  where wish.reference is not null;
  perform private.begin_document(id, 'sale');
  select * into recorded
  from public.sales s
  where s.id = record_sale.id or (s.branch_id = wish.branch_id and s.till = wish.till and s.reference = wish.reference)
  order by s.id = record_sale.id desc
  limit 1;
  if recorded.id is not null then
    -- Whoever works at a till may send again what it sent.
    perform private.need_same(case when recorded.branch_id = wish.branch_id then auth.uid() end, recorded.number, recorded.version, 'sale_not_found', recorded.content = content);
    return private.sale_answer(recorded);
  end if;

  perform private.hold_products(array(select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid)));
  priced := private.price_lines(sale, lines);
  beyond := private.discounted_beyond(priced);
  perform private.fail_if(beyond is not null and not private.can('accounting.sales.discount_beyond'), 'discount_beyond', 403,
    jsonb_build_object('field', 'lines', 'lines', beyond));
  perform private.fail_if(beyond is not null and wish.discount_reason is null, 'reason_missing', 400, '{"field": "discount_reason"}');
  perform private.fail_if(sum(l.subtotal + l.tax) > most, 'total_too_large', 400, jsonb_build_object('field', 'lines', 'most', most)) from unnest(priced) l;
  tendered := private.tender((select sum(l.total) from unnest(priced) l), payments);
  money := private.sale_money(priced, tendered);
  perform private.fail_if(money -> 'remaining' <> '0' and wish.customer_id is null, 'customer_missing', 400, '{"field": "customer_id"}');

  perform private.move_stock(array(
    select row(l.variant_id, wish.branch_id, l.stock_point_id, -l.quantity, 'sale', l.id)::private.stock_move from unnest(priced) l order by l.position), 'sale', id);

  sold_at := least(wish.sold_at, now());
  insert into public.sales (id, number, branch_id, till, reference, customer_id, salesman_id, sold_at, business_day, tax_rate_id,
    subtotal, discount, tax, total, paid, discount_reason, note, content)
  select id, private.next_number('SA', wish.branch_id, wish.till), wish.branch_id, wish.till, wish.reference, wish.customer_id, coalesce(wish.salesman_id, auth.uid()),
    sold_at, private.branch_today(wish.branch_id, sold_at), case when sale ? 'tax_rate_id' then (sale ->> 'tax_rate_id')::uuid else b.sale_tax_rate_id end,
    m.subtotal, m.discount, m.tax, m.total, m.paid, wish.discount_reason, wish.note, content
  from public.business b, jsonb_to_record(money) m(subtotal numeric, discount numeric, tax numeric, total numeric, paid numeric)
  returning * into recorded;
  insert into public.sale_lines
  select l.id, recorded.id, l.position, l.variant_id, l.stock_point_id, l.quantity, l.list_price, l.unit_price, l.subtotal, l.discount, l.document_discount,
    l.tax_percentage, l.tax_included, l.tax, l.total
  from unnest(priced) l;
  insert into public.sale_line_costs (sale_line_id, unit_cost)
  select l.id, coalesce(a.average_cost, c.purchase_price)
  from unnest(priced) l
  join public.variants v on v.id = l.variant_id
  left join public.variant_costs a on a.variant_id = v.id
  left join public.product_costs c on c.product_id = v.product_id
  where coalesce(a.average_cost, c.purchase_price) is not null;
  insert into public.sale_payments (id, sale_id, branch_id, payment_method_id, amount, tendered, business_day, created_by)
  select p.id, recorded.id, recorded.branch_id, p.payment_method_id, p.amount, p.tendered, recorded.business_day, auth.uid()
  from unnest(tendered) p;
  return private.sale_answer(recorded);
end
$$;

/* What every call about a sale answers. Volatile, to see what was written within the statement it stands in. */
create function private.sale_answer(sale public.sales) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select private.answer(s) || jsonb_build_object('payment_status', s.payment_status) || private.sale_money(
    array(select l from public.sale_lines l where l.sale_id = s.id), array(select p from public.sale_payments p where p.sale_id = s.id))
    || jsonb_build_object('remaining', s.remaining)
  from public.sales s
  where s.id = sale.id
$$;

-- ── Voiding ──

/* Says that a sale did not take place: its goods are back where they came from, its money goes back. On its own business day only; after that the goods
   come back as a return. Voided again changes nothing. Answers as record_sale.
   Errors: permission_missing, sale_not_found, branch_view_only, reason_missing, sale_day_over, place_closed. */
create function private.void_sale(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  voided public.sales;
begin
  perform private.need('accounting.sales.void');
  select * into voided
  from public.sales s
  where s.id = void_sale.id and private.can('accounting.sales.view') and s.branch_id = any (private.branch_ids('view'))
  for update;
  perform private.fail_if(voided.id is null, 'sale_not_found', 404);
  perform private.need_branch(voided.branch_id);
  perform private.fail_if(nullif(btrim(reason), '') is null, 'reason_missing', 400, '{"field": "reason"}');
  if voided.status = 'completed' then
    perform private.fail_if(voided.business_day <> private.branch_today(voided.branch_id), 'sale_day_over', 409);
    perform private.move_stock(array(
      select row(l.variant_id, voided.branch_id, l.stock_point_id, l.quantity, 'reversal', l.id)::private.stock_move
      from public.sale_lines l
      where l.sale_id = voided.id
      order by l.position), 'sale', voided.id);
    update public.sale_payments p set voided_at = now() where p.sale_id = voided.id;
    update public.sales s set status = 'voided', paid = 0, voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason) where s.id = voided.id;
  end if;
  return private.sale_answer(voided);
end
$$;

select private.published('sale_preview', 'What a sale would come to; nothing is written.');
select private.published('record_sale', 'Records a sale: lines, money and goods, all or nothing; sent again it is the same sale.');
select private.published('void_sale', 'Says that a sale of today did not take place.');

-- Written through the functions above only. A sale is its own history: what happened to it stands in its row, and no audit row repeats it.
select private.readable('public.sales', 'those who may view sales read the ones of their branches', 'accounting.sales.view');
select private.readable('public.sale_lines', 'those who read a sale read its lines', null, 'sale_id');
select private.readable('public.sale_line_costs', 'those who may view costs read what sold pieces cost', 'inventory.costs.view', 'sale_line_id');
select private.readable('public.sale_payments', 'those who read a sale read its payments', null, 'sale_id');

-- ── Invariants of this chapter ──

/* What the lines of sales move in the state they are in, as the ledger has it. */
create view private.sale_moves as
select s.id as document_id, l.id as line_id, e.kind, l.variant_id, s.branch_id, l.stock_point_id, e.sign * l.quantity as quantity
from public.sales s
join public.sale_lines l on l.sale_id = s.id
cross join (values ('sale', -1), ('reversal', 1)) e(kind, sign)
where e.kind = 'sale' or s.status = 'voided';

create view private.invariants_of_sales (rule, row_id) as
select 'sale comes to its lines', s.id::text
from public.sales s
left join lateral (
  select sum(l.subtotal) as subtotal, sum(l.discount + l.document_discount) as discount, sum(l.tax) as tax, sum(l.total) as total
  from public.sale_lines l where l.sale_id = s.id) l on true
where (s.subtotal, s.discount, s.tax, s.total) is distinct from (l.subtotal, l.discount, l.tax, l.total)
union all
select 'sale line is its pieces at their price', l.id::text
from public.sale_lines l
-- Rounded to the decimals of its day; the currency may have changed since.
where not exists (select from unnest(array[0, 2, 3]) d where l.subtotal = round(l.quantity * l.unit_price, d))
  or not exists (select from unnest(array[0, 2, 3]) d where l.tax = round(
    (l.subtotal - l.discount - l.document_discount) * l.tax_percentage / (100 + case when l.tax_included then l.tax_percentage else 0 end), d))
union all
select 'sale is paid by its payments', s.id::text
from public.sales s
where s.paid <> (select coalesce(sum(p.amount), 0) from public.sale_payments p where p.sale_id = s.id and p.voided_at is null)
   or (s.status = 'voided' and s.paid <> 0);
