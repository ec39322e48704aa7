-- Sales: goods sold over the counter, their amounts, and the payments. Written once by private.record_sale, whether
-- from the counter, another till or a file, and never edited: mistakes are voided on the same day and returned later.
-- - sales: the document: customer, place, till, amounts, and how much is paid. A sale, a return, or both: an exchange.
--   Or an opening balance, without goods and till (private.record_opening_balance).
-- - sale_lines: the goods, their price, share of the discount, and tax; amounts are frozen. A returned line has a
--   negative quantity, names the line that it returns and takes a share of that line's amounts.
-- - sale_line_costs: the cost of a piece at that time. Apart, behind inventory.costs.view, as are the costs of sales.
-- - sale_payments: the payments, made with the sale or later: the amount tendered, less change.
-- - payment_corrections: amounts of payments moved to the right method, private.correct_payment.
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
  type text not null constraint sales_type_known check (type in ('sale', 'return', 'exchange',
    'opening')),
  status text not null default 'completed' constraint sales_status_known check (status in ('completed', 'voided',
    'opening')),
  branch_id uuid not null constraint sales_branch_in_use references public.branches,
  till text constraint sales_till_form check (till ~ '^[A-Z0-9]{1,8}$'),
  reference public.code,
  customer_id uuid constraint sales_customer_in_use references public.customers,
  salesperson_id uuid not null constraint sales_salesperson_in_use references public.profiles,
  shift_id uuid constraint sales_shift_in_use references public.shifts,
  sold_at timestamptz not null,
  business_day public.day not null,
  tax_rate_id uuid constraint sales_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  has_mixed_tax boolean not null default false,
  subtotal public.money not null,
  discount public.money not null,
  tax public.money not null,
  total public.money not null,
  paid public.money not null,
  pieces public.quantity not null default 0,
  returned public.money not null default 0,
  costed public.money_sum,
  cost public.money_sum,
  without_cost public.quantity not null default 0,
  remaining public.money not null generated always as (case status when 'voided' then 0
    else total - paid end) stored,
  payment_status text generated always as (
    case
      when status = 'voided' then null
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
  constraint sales_opening_is_apart check ((till is null) = (type = 'opening')
    and (status = 'voided' or (status = 'opening') = (type = 'opening'))),
  constraint sales_void_has_its_reason check ((status = 'voided') = (voided_at is not null)
    and (voided_at is null) = (void_reason is null)),
  constraint sales_paid_within_total check (paid between least(total, 0) and greatest(total, 0)),
  constraint sales_rest_is_on_an_account check (remaining = 0 or customer_id is not null)
);
comment on table public.sales is
  'A sale, return or exchange at one till, with its amounts; the cost of a piece is apart, in sale_line_costs. Or an '
  'opening balance: what a customer owed before the business used Daftar, with its own status, so that what adds up '
  'completed sales leaves it out.';
comment on column public.sales.till is
  'The till in the branch: part of the number, with its own series; null for an opening balance.';
comment on column public.sales.reference is 'The till''s own id of the sale, by which a repeated call is recognised.';
comment on column public.sales.shift_id is
  'The shift it was made in. Hidden from those who may not view the expected cash of shifts.';
comment on column public.sales.sold_at is
  'As sent by the till, but never later than recorded, since a till''s clock may be ahead. Of an opening balance the '
  'start of its day.';
comment on column public.sales.business_day is
  'The branch''s business day of the sale, or the day of an opening balance; it never changes.';
comment on column public.sales.subtotal is 'The sum of its lines before discounts.';
comment on column public.sales.discount is 'Discounts of the lines and of the document.';
comment on column public.sales.total is
  'Negative if more is returned than sold, and for an opening balance that the business owes the customer.';
comment on column public.sales.paid is 'The settled part: its payments, less their cash rounding.';
comment on column public.sales.pieces is 'The sold pieces less the returned ones.';
comment on column public.sales.returned is
  'The value of the returned goods, with tax: positive, part of the total. What was sold is total + returned.';
comment on column public.sales.costed is
  'The total before tax of the lines whose cost is known; null if none is. Its margin is costed - cost. Hidden: '
  'inventory.costs.view, as are cost and without_cost.';
comment on column public.sales.cost is 'The cost of those lines, less returned goods; null if none is known.';
comment on column public.sales.without_cost is 'The pieces, less returned ones, of the lines whose cost is unknown.';
comment on column public.sales.remaining is
  'The balance on the customer''s account, negative for a credit; zero for a voided sale.';
comment on column public.sales.tax_rate_id is
  'The tax rate of all its lines, with its tax_percentage then; null: no tax, or has_mixed_tax.';
comment on column public.sales.has_mixed_tax is
  'Its lines are sold and returned ones, or differ in tax rate or rule: their taxes are in the lines only.';
comment on column public.sales.tax_reason is
  'Why a line has another tax rate than its product; null if none has.';
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
  variant_id uuid not null constraint sale_lines_variant_in_use references public.variants on delete restrict
    deferrable,
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
  tax_rate_id uuid constraint sale_lines_tax_rate_in_use references public.tax_rates,
  tax_changed boolean not null default false,
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
comment on column public.sale_lines.tax_rate_id is
  'The rate it was sold at, of tax_percentage then; null: no tax. A returned line has that of the line it returns.';
comment on column public.sale_lines.tax_changed is
  'Sold at another rate than its product''s; false for returned lines.';
comment on column public.sale_lines.tax is
  'Its share of the tax of its rate, which is rounded once for the document, or rounded for the line alone if sent '
  'with tax_per_line (private.price_lines). Included in the price if tax_included, otherwise added to it; part of the '
  'total either way.';
create index sale_lines_variant on public.sale_lines (variant_id);
create index sale_lines_returns on public.sale_lines (returns_line_id) where returns_line_id is not null;
create index sale_lines_tax_rate on public.sale_lines (tax_rate_id);
create index sale_lines_stock_point on public.sale_lines (stock_point_id) where stock_point_id is not null;

create table public.sale_line_costs (
  sale_line_id uuid primary key constraint sale_line_costs_line_exists references public.sale_lines,
  unit_cost public.money not null,
  cost public.money_sum not null
);
comment on table public.sale_line_costs is
  'The average cost of one piece at the sale, before the first receipt its purchase price; no row if neither was '
  'known. Apart, behind inventory.costs.view.';
comment on column public.sale_line_costs.cost is
  'The cost of its pieces, rounded to the currency; negative for returned goods.';

create table public.sale_payments (
  id uuid primary key default private.uuid_v7(),
  sale_id uuid not null constraint sale_payments_sale_exists references public.sales,
  branch_id uuid not null constraint sale_payments_branch_in_use references public.branches,
  payment_method_id uuid constraint sale_payments_method_in_use references public.payment_methods,
  return_id uuid constraint sale_payments_return_exists references public.sales,
  amount public.money not null,
  tendered public.money not null,
  rounding public.money not null default 0,
  fee public.money not null default 0,
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
  'The return or negative opening balance that was credited, in two rows: one of the sale and one of the return.';
comment on column public.sale_payments.branch_id is 'The branch that received or paid it.';
comment on column public.sale_payments.amount is 'The amount kept: tendered less change.';
comment on column public.sale_payments.tendered is 'The amount handed over.';
comment on column public.sale_payments.rounding is
  'The part of the amount that only rounds cash to the smallest coin, negative if rounded down. The payment settles '
  'amount − rounding.';
comment on column public.sale_payments.fee is
  'What the bank keeps of it, at the percentage of its method then; 0 if paid out.';
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

create table public.payment_corrections (
  id uuid primary key default private.uuid_v7(),
  correction_id uuid not null,
  payment_id uuid not null constraint payment_corrections_payment_exists references public.sale_payments,
  sale_id uuid not null constraint payment_corrections_sale_exists references public.sales,
  branch_id uuid not null constraint payment_corrections_branch_in_use references public.branches,
  payment_method_id uuid not null constraint payment_corrections_method_in_use references public.payment_methods,
  is_cash boolean not null,
  amount public.money not null constraint payment_corrections_amount_not_zero check (amount <> 0),
  fee public.money not null,
  reason public.short_text not null,
  business_day public.day not null,
  shift_id uuid constraint payment_corrections_shift_in_use references public.shifts,
  after_closing boolean not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint payment_corrections_method_once unique (correction_id, payment_method_id),
  constraint payment_corrections_closed_shifts_stay check (shift_id is null or not after_closing)
);
comment on table public.payment_corrections is
  'Amounts of payments moved from one method to another, two rows each: one takes the amount from the wrong method, '
  'the other adds it to the right one. The payment stays as it was recorded; if it is voided, so are its corrections.';
comment on column public.payment_corrections.correction_id is 'The two rows of a correction.';
comment on column public.payment_corrections.business_day is
  'The branch''s business day of the correction; it never changes.';
comment on column public.payment_corrections.shift_id is
  'The shift of the payment, if it was open: its expected cash changes. Hidden, as that of the payment.';
comment on column public.payment_corrections.after_closing is
  'The shift of the payment was closed: its drawer was counted, so cash that was missing or over in it is explained by '
  'this.';
create index payment_corrections_payment on public.payment_corrections (payment_id);
create index payment_corrections_sale on public.payment_corrections (sale_id);
create index payment_corrections_branch on public.payment_corrections (branch_id, business_day);
create index payment_corrections_method on public.payment_corrections (payment_method_id);
create index payment_corrections_shift on public.payment_corrections (shift_id) where shift_id is not null;

create view public.sale_payment_methods with (security_invoker = true) as
select p.sale_id, p.id as payment_id, p.payment_method_id, p.is_cash, p.amount + coalesce(c.amount, 0) as amount,
  p.fee + coalesce(c.fee, 0) as fee, p.voided_at
from public.sale_payments p
cross join lateral (
  select sum(x.amount) as amount, sum(x.fee) as fee
  from public.payment_corrections x
  where x.payment_id = p.id and x.payment_method_id = p.payment_method_id) c
where p.payment_method_id is not null and p.amount is distinct from -c.amount
union all
select c.sale_id, c.payment_id, c.payment_method_id, bool_or(c.is_cash), sum(c.amount), sum(c.fee), p.voided_at
from public.payment_corrections c
join public.sale_payments p on p.id = c.payment_id
where c.payment_method_id <> p.payment_method_id
group by c.sale_id, c.payment_id, c.payment_method_id, p.voided_at
having sum(c.amount) <> 0;
comment on view public.sale_payment_methods is
  'By which methods sales were paid, after corrections: the amount of each payment by each method, with cash rounding.';
grant select on public.sale_payment_methods to authenticated;

/* The condition that sale s was paid by one of these methods, after corrections; a voided one, when it was recorded.
   Corrections are looked at only if these methods have some, and are then named one by one: public.sale_payment_methods
   would be added up for all sales. */
create function private.paid_by_condition(method_ids uuid[]) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  of_payments constant text := format(
    'p.sale_id = s.id and (p.voided_at = s.voided_at or p.voided_at is null and s.voided_at is null) '
    'and p.payment_method_id = any (%L::uuid[])', method_ids);
begin
  if not exists (select from public.payment_corrections c where c.payment_method_id = any (method_ids)) then
    return format('exists (select from public.sale_payments p where %s)', of_payments);
  end if;
  return format(
    'exists (select from (select y.id, y.sale_id, y.payment_method_id, y.voided_at from public.sale_payments y '
      'union all select y.id, y.sale_id, y.payment_method_id, null from public.payment_corrections y '
      'where y.id = any (%L::uuid[])) p where %s and p.id <> all (%L::uuid[]))',
    array(
      select (array_agg(c.id))[1]
      from public.payment_corrections c
      join public.sale_payments p on p.id = c.payment_id
      where c.payment_method_id = any (method_ids) and c.payment_method_id <> p.payment_method_id
        and p.voided_at is null
      group by c.payment_id, c.payment_method_id
      having sum(c.amount) <> 0),
    of_payments,
    array(
      select p.id
      from public.payment_corrections c
      join public.sale_payments p on p.id = c.payment_id
      where c.payment_method_id = any (method_ids) and c.payment_method_id = p.payment_method_id
        and p.voided_at is null
      group by p.id, p.amount
      having p.amount = -sum(c.amount)));
end
$$;
