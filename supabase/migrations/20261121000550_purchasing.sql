-- Purchase orders: goods ordered from a supplier, at which price. Amounts are in tables of their own, behind
-- inventory.costs.view, so that goods can be received without seeing prices.

create table public.purchase_orders (
  like private.record_template including all,
  number text not null constraint purchase_orders_number_unique unique,
  reference public.short_text,
  supplier_id uuid not null constraint purchase_orders_supplier_in_use references public.suppliers,
  branch_id uuid not null constraint purchase_orders_branch_in_use references public.branches,
  ordered_on public.day not null,
  due_on public.day,
  status text not null default 'pending' constraint purchase_orders_status_known check (status in ('pending',
    'completed', 'cancelled', 'opening')),
  is_opening boolean not null default false,
  receipt_state text not null default 'none' constraint purchase_orders_receipt_state_known
    check (receipt_state in ('none',
    'partial', 'full')),
  salesperson_id uuid constraint purchase_orders_salesperson_in_use references public.profiles,
  tax_rate_id uuid constraint purchase_orders_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  tax_by_product boolean not null default false,
  notes public.long_text,
  description public.long_text,
  edition integer not null default 1,
  written_by uuid[] not null default array[auth.uid()],
  approved_at timestamptz,
  approved_by uuid,
  completed_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason public.short_text,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(reference, '') || ' '
    || coalesce(notes, '') || ' ' || coalesce(description, ''))) stored,
  constraint purchase_orders_due_after_order check (due_on >= ordered_on),
  constraint purchase_orders_status_has_its_dates check (
    (status = 'completed') = (completed_at is not null) and (status = 'cancelled') = (cancelled_at is not null)
    and (closed_at is null or status = 'completed')),
  constraint purchase_orders_opening_has_its_status check (status = 'cancelled' or (status = 'opening') = is_opening),
  constraint purchase_orders_tax_has_its_percentage check ((tax_rate_id is null) = (tax_percentage is null)),
  constraint purchase_orders_tax_of_order_or_product check (not tax_by_product or tax_rate_id is null)
);
comment on table public.purchase_orders is
  'Goods ordered from a supplier for a branch; its money is in purchase_amounts.';
comment on column public.purchase_orders.is_opening is
  'An opening balance: what the supplier was owed before the business used Daftar. It has no goods, and only money is '
  'recorded for it (private.record_opening_balance).';
comment on column public.purchase_orders.reference is
  'The number given to it by the supplier, or by the previous system.';
comment on column public.purchase_orders.tax_percentage is 'The tax rate''s percentage on the day it was chosen.';
comment on column public.purchase_orders.tax_by_product is
  'Each line has the tax rate that its product had when the line was added; otherwise all have that of the order.';
comment on column public.purchase_orders.edition is
  'The version made by the last edit. Receipts and decisions make versions too, but conflict with no edit.';
comment on column public.purchase_orders.written_by is
  'The people who created it or changed its lines, tax or supplier; with four eyes none of them may approve it.';
comment on column public.purchase_orders.closed_at is 'When it was closed short: goods outstanding then will not come.';
-- A reference occurring twice is the same document entered twice.
create unique index purchase_orders_reference_unique on public.purchase_orders (supplier_id, branch_id,
  private.normalise(reference))
  where reference is not null;
-- Includes the list's usual filter columns, so that skipping to a deep page and finding overdue orders are index-only
-- scans.
create index purchase_orders_newest on public.purchase_orders (ordered_on desc, id desc) include (branch_id, status,
  due_on);
create index purchase_orders_branch on public.purchase_orders (branch_id, ordered_on desc, id desc);
create index purchase_orders_supplier on public.purchase_orders (supplier_id, ordered_on desc, id desc);
create index purchase_orders_salesperson on public.purchase_orders (salesperson_id);
create index purchase_orders_tax_rate on public.purchase_orders (tax_rate_id);
create index purchase_orders_created on public.purchase_orders (created_at desc, id desc);
create index purchase_orders_due on public.purchase_orders (due_on, id) where due_on is not null;
create index purchase_orders_waiting on public.purchase_orders (branch_id, id) where status = 'pending';
create index purchase_orders_search on public.purchase_orders using gin (search extensions.gin_trgm_ops);

create table public.purchase_items (
  id uuid primary key default private.uuid_v7(),
  purchase_order_id uuid not null constraint purchase_items_order_exists references public.purchase_orders
    on delete cascade,
  position integer not null,
  variant_id uuid not null constraint purchase_items_variant_in_use references public.variants on delete restrict
    deferrable,
  quantity public.quantity not null constraint purchase_items_quantity_positive check (quantity > 0),
  free public.quantity not null default 0 constraint purchase_items_free_within_quantity
    check (free between 0 and quantity),
  received public.quantity not null default 0,
  closed public.quantity not null default 0,
  tax_rate_id uuid constraint purchase_items_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  constraint purchase_items_tax_has_its_percentage check ((tax_rate_id is null) = (tax_percentage is null)),
  constraint purchase_items_variant_unique unique (purchase_order_id, variant_id),
  constraint purchase_items_parts_fit check (received >= 0 and closed >= 0 and received + closed <= quantity)
);
comment on table public.purchase_items is 'The lines of an order: each variant once, in pieces.';
comment on column public.purchase_items.free is
  'How many of the pieces cost nothing. The line''s total is spread over all of its pieces.';
comment on column public.purchase_items.received is
  'The received quantity: the sum of its receipts, kept by private.refresh_purchase.';
comment on column public.purchase_items.closed is 'Pieces that will not come, since the order was closed short.';
comment on column public.purchase_items.tax_percentage is 'The tax rate''s percentage when the line was added.';
create index purchase_items_tax_rate on public.purchase_items (tax_rate_id) where tax_rate_id is not null;
create index purchase_items_variant on public.purchase_items (variant_id);

create table public.purchase_item_costs (
  purchase_item_id uuid primary key constraint purchase_item_costs_item_exists references public.purchase_items
    on delete cascade,
  unit_cost public.money not null constraint purchase_item_costs_unit_cost_not_negative check (unit_cost >= 0),
  discount public.money not null default 0 constraint purchase_item_costs_discount_not_negative check (discount >= 0),
  total public.money not null constraint purchase_item_costs_total_not_negative check (total >= 0),
  received public.money not null default 0,
  charges public.money not null default 0 constraint purchase_item_costs_charges_not_negative check (charges >= 0),
  received_charges public.money not null default 0,
  tax public.money not null default 0,
  constraint purchase_item_costs_received_within_total check (received between 0 and total)
);
comment on table public.purchase_item_costs is 'The cost of a line. Apart, behind inventory.costs.view.';
comment on column public.purchase_item_costs.discount is 'An amount off the whole line.';
comment on column public.purchase_item_costs.received is
  'The received part of the total: the sum of its receipts, kept by private.refresh_purchase. The rest is the '
  'value of the outstanding quantity.';
comment on column public.purchase_item_costs.charges is
  'Its share of the order''s charges, which its goods cost besides the total (private.spread_charges).';
comment on column public.purchase_item_costs.received_charges is
  'The part of its charges that is in the cost of the received goods: the sum of its receipts.';
comment on column public.purchase_item_costs.tax is
  'Its share of the tax of its rate, which is rounded once for the order (private.total_purchase); zero without a '
  'rate.';

create table public.purchase_charges (
  id uuid primary key default private.uuid_v7(),
  purchase_order_id uuid not null constraint purchase_charges_order_exists references public.purchase_orders
    on delete cascade,
  position integer not null,
  kind text not null constraint purchase_charges_kind_known check (kind in ('freight', 'customs', 'other')),
  amount public.money not null constraint purchase_charges_amount_positive check (amount > 0),
  spread text not null constraint purchase_charges_spread_known check (spread in ('value', 'quantity')),
  tax_rate_id uuid constraint purchase_charges_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  tax public.money not null default 0,
  note public.short_text,
  constraint purchase_charges_position_unique unique (purchase_order_id, position),
  constraint purchase_charges_tax_has_its_percentage check ((tax_rate_id is null) = (tax_percentage is null))
);
comment on table public.purchase_charges is
  'What an order costs besides its goods, without tax. Apart, behind inventory.costs.view.';
comment on column public.purchase_charges.spread is
  'How the goods share it: by the value of their lines, or by their quantity.';
comment on column public.purchase_charges.tax_percentage is 'The tax rate''s percentage when it was chosen.';
comment on column public.purchase_charges.tax is
  'Its share of the tax of its rate, as of a line (purchase_item_costs.tax).';
create index purchase_charges_tax_rate on public.purchase_charges (tax_rate_id) where tax_rate_id is not null;

create table public.purchase_amounts (
  purchase_order_id uuid primary key constraint purchase_amounts_order_exists references public.purchase_orders
    on delete cascade,
  subtotal public.money not null,
  charges public.money not null default 0,
  tax public.money not null constraint purchase_amounts_tax_not_negative check (tax >= 0),
  total public.money not null,
  paid public.money not null default 0,
  remaining public.money not null generated always as (total - paid) stored,
  payment_status text not null generated always as (
    case when paid >= total then 'paid' when paid > 0 then 'partially_paid' else 'due' end) stored,
  constraint purchase_amounts_total_adds_up check (total = subtotal + charges + tax),
  constraint purchase_amounts_paid_within_total check (paid between 0 and total)
);
comment on table public.purchase_amounts is
  'The total of an order and how much of it is paid. Apart, behind inventory.costs.view.';
comment on column public.purchase_amounts.subtotal is 'What the goods cost, without charges and tax.';
create index purchase_amounts_open on public.purchase_amounts (purchase_order_id) where remaining > 0;
create index purchase_amounts_by_total on public.purchase_amounts (total, purchase_order_id);
create index purchase_amounts_by_paid on public.purchase_amounts (paid, purchase_order_id);
create index purchase_amounts_by_remaining on public.purchase_amounts (remaining, purchase_order_id);

-- Four-eyes approval and the amount up to which no approval is needed are settings of the business, off by default.
alter table public.business
  add column purchase_four_eyes boolean not null default false,
  add column purchase_approval_limit public.money constraint business_purchase_approval_limit_not_negative
    check (purchase_approval_limit
    >= 0);
comment on column public.business.purchase_four_eyes is 'An order must be approved by somebody other than its author.';
comment on column public.business.purchase_approval_limit is
  'Only orders above this total need approval; empty: with four eyes every order, otherwise none.';
grant update (purchase_four_eyes, purchase_approval_limit) on public.business to authenticated;

-- ── Access to one order ──

/* Locks and answers an order that the caller may change; 404 purchase_not_found if it is not visible, 403
   branch_view_only. decision: the permission for a decision, which the caller must hold; a cancelled order allows none
   but cancelling. only_money: the call concerns its payments only, so that it may be an opening balance, otherwise 409
   is_opening_balance. Every change of an order, its receipts and payments begins here, which serialises them. */
create function private.lock_purchase(id uuid, decision text default null, only_money boolean default false)
  returns public.purchase_orders
  language plpgsql security definer set search_path = ''
as $$
declare
  found_order public.purchase_orders;
begin
  perform private.require_permission(decision) where decision is not null;
  select * into found_order
  from public.purchase_orders o
  where o.id = lock_purchase.id and private.can('purchasing.orders.view')
    and o.branch_id = any (private.branch_ids('view'))
  for update;
  perform private.raise_error_if(found_order.id is null, 'purchase_not_found', 404);
  perform private.require_branch(found_order.branch_id);
  perform private.raise_error_if(found_order.is_opening and not only_money, 'is_opening_balance', 409,
    jsonb_build_object('number', found_order.number));
  perform private.raise_error_if(found_order.status = 'cancelled' and decision <> 'purchasing.orders.cancel',
    'purchase_cancelled', 409);
  return found_order;
end
$$;

/* Whether an order still lacks the approval that the business requires. Opening balances need none. */
create function private.waits_for_approval(approved_at timestamptz, total numeric, four_eyes boolean,
  approval_limit numeric)
  returns boolean
  language sql immutable set search_path = ''
as $$
  select approved_at is null
    and case when approval_limit is null then four_eyes else coalesce(total > approval_limit, false) end
$$;
create function private.needs_approval(purchase public.purchase_orders) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select not purchase.is_opening and private.waits_for_approval(purchase.approved_at,
    (select a.total from public.purchase_amounts a where a.purchase_order_id = purchase.id), b.purchase_four_eyes,
    b.purchase_approval_limit)
  from public.business b
$$;

/* Refuses a cancelled order, and one that lacks a required approval. */
create function private.require_active_purchase(purchase public.purchase_orders) returns void
  language sql stable security definer set search_path = ''
as $$
  select private.raise_error_if(purchase.status = 'cancelled', 'purchase_cancelled', 409);
  select private.raise_error_if(private.needs_approval(purchase), 'approval_missing', 409)
$$;

/* The names of a variant, for error details. */
create function private.variant_words(variant_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('variant_id', n.variant_id, 'product', n.product,
    'product_ar', n.product_ar,
    'color', n.color, 'color_ar', n.color_ar, 'size', n.size, 'size_ar', n.size_ar))
  from public.variant_names n
  where n.variant_id = variant_words.variant_id
$$;

-- ── Totals and states, computed only here ──

-- Left joins: a query of the rates alone reads no costs.
create view private.purchase_taxes as
select i.purchase_order_id, i.id, 0 as part, i.position, i.tax_rate_id, i.tax_percentage, k.total as net, k.tax
from public.purchase_items i
left join public.purchase_item_costs k on k.purchase_item_id = i.id
union all
select c.purchase_order_id, c.id, 1, c.position, c.tax_rate_id, c.tax_percentage, c.amount, c.tax
from public.purchase_charges c;
comment on view private.purchase_taxes is 'What of an order is taxed at which rate: its lines, then its charges.';

/* A line's total, rounded half up to the currency's decimals; quantity is without free pieces. The discount is spread
   over the goods once: received goods keep the share they were given (private.receive_lines), outstanding goods carry
   the rest, and a line closed short has only the value of its received goods. */
create function private.line_total(quantity numeric, unit_cost numeric, discount numeric, decimals integer)
  returns numeric
  language sql immutable set search_path = ''
as $$
  select round(quantity * unit_cost - discount, decimals)
$$;

/* The total of an order if it were closed short now: the received goods, all charges, and the tax of their rates or the
   amount entered. */
create function private.total_without_rest(purchase public.purchase_orders) returns numeric
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select sum(x.net) + case when purchase.tax_by_product or purchase.tax_rate_id is not null
      then sum(round(x.net * coalesce(x.tax_percentage, 0) / 100, private.currency_decimals()))
      else (select a.tax from public.purchase_amounts a where a.purchase_order_id = purchase.id) end
    from (
      select t.tax_percentage, sum(case when i.quantity > i.received then k.received else t.net end) as net
      from private.purchase_taxes t
      left join public.purchase_items i on i.id = t.id
      left join public.purchase_item_costs k on k.purchase_item_id = i.id
      where t.purchase_order_id = purchase.id
      group by t.tax_rate_id, t.tax_percentage) x);
end
$$;

/* The decimals of the parts of an amount: those of the currency, or more if the amount has more, since the currency may
   have had more when it was entered. */
create function private.decimals_of_parts(amount numeric, currency_decimals integer) returns integer
  language sql immutable set search_path = ''
as $$
  select greatest(currency_decimals, scale(trim_scale(amount)))
$$;

/* Spreads the charges of an order over its lines, each by the value or the quantity of the goods that came or are to
   come, in running sums, so that the shares add up to it. Goods without any value share by quantity. */
create function private.spread_charges(purchase_order_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  with line as (
    select i.id, i.position, k.total as value, i.quantity - i.closed as quantity, sum(k.total) over () as value_of_all
    from public.purchase_items i
    join public.purchase_item_costs k on k.purchase_item_id = i.id
    where i.purchase_order_id = spread_charges.purchase_order_id),
  share as (
    select l.id, c.amount, w.weight, sum(w.weight) over (partition by c.id order by l.position, l.id) as so_far,
      sum(w.weight) over (partition by c.id) as all_of_it
    from line l
    left join public.purchase_charges c on c.purchase_order_id = spread_charges.purchase_order_id
    cross join lateral (
      select case when c.spread = 'value' and l.value_of_all > 0 then l.value else l.quantity end as weight) w)
  update public.purchase_item_costs k set charges = x.charges
  from (
    select s.id, coalesce(sum(round(s.amount * s.so_far / s.all_of_it, d.decimals)
      - round(s.amount * (s.so_far - s.weight) / s.all_of_it, d.decimals)), 0) as charges
    from share s
    cross join public.business b
    cross join lateral (select private.decimals_of_parts(s.amount, b.currency_decimals) as decimals) d
    group by s.id) x
  where k.purchase_item_id = x.id and k.charges <> x.charges
$$;

/* Updates an order's amounts after its lines and charges, and the costs of received goods after a change of their
   charges. The tax of each rate is computed on the sum of its lines and charges, rounded once, and spread over them by
   running sums. tax: the amount entered, if no tax rate is chosen; null keeps the previous one. The total may not fall
   below the amount paid. An approval lapses if the total rises. */
create function private.total_purchase(purchase public.purchase_orders, tax numeric default null) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant numeric := 9999999999.9999;
  decimals constant integer := (select b.currency_decimals from public.business b);
  has_rates constant boolean := purchase.tax_by_product or purchase.tax_rate_id is not null;
  after record;
  before public.purchase_amounts;
begin
  with share as (
    select t.id, round(sum(t.net) over of_rate * coalesce(t.tax_percentage, 0) / 100, decimals)
      - round((sum(t.net) over of_rate - t.net) * coalesce(t.tax_percentage, 0) / 100, decimals) as tax
    from private.purchase_taxes t
    where t.purchase_order_id = purchase.id
    window of_rate as (partition by t.tax_rate_id, t.tax_percentage order by t.part, t.position, t.id)),
  of_charges as (
    update public.purchase_charges c set tax = x.tax from share x where c.id = x.id and c.tax <> x.tax)
  update public.purchase_item_costs k set tax = x.tax
  from share x
  where k.purchase_item_id = x.id and k.tax <> x.tax;
  select * into before from public.purchase_amounts a where a.purchase_order_id = purchase.id;
  select x.*, x.subtotal + x.charges + x.tax as total into after
  from (
    select sum(t.net) filter (where t.part = 0) as subtotal,
      coalesce(sum(t.net) filter (where t.part = 1), 0) as charges,
      case when has_rates then sum(t.tax)
        else round(coalesce(total_purchase.tax, before.tax::numeric, 0), decimals) end as tax
    from private.purchase_taxes t
    where t.purchase_order_id = purchase.id) x;
  perform private.raise_error_if(after.total > most, 'total_too_large', 400,
    jsonb_build_object('field', 'items', 'max', most));
  perform private.raise_error_if(after.total < before.paid, 'total_below_paid', 409,
    case
      when private.can('inventory.costs.view') then jsonb_build_object('total', after.total, 'paid', before.paid)
      else '{}' end);
  perform private.spread_charges(purchase.id);
  perform private.correct_received_charges(purchase);
  insert into public.purchase_amounts (purchase_order_id, subtotal, charges, tax, total)
  values (purchase.id, after.subtotal, after.charges, after.tax, after.total)
  on conflict (purchase_order_id)
    do update set subtotal = excluded.subtotal, charges = excluded.charges, tax = excluded.tax, total = excluded.total;

  insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, resource, action, changes)
  select auth.uid(), 'purchase_orders', purchase.id, purchase.id, purchase.branch_id, 'inventory.costs', 'update',
    jsonb_object_agg(c.name, jsonb_build_array(c.old_value, c.new_value))
  from (values ('charges', before.charges::numeric, after.charges), ('tax', before.tax, after.tax),
    ('total', before.total, after.total)) c(name, old_value, new_value)
  where c.old_value <> c.new_value
  having count(*) > 0;
  if purchase.approved_at is not null and after.total > before.total then
    update public.purchase_orders o set approved_at = null, approved_by = null where o.id = purchase.id;
  end if;
end
$$;

/* Recomputes an order's derived columns from its receipts and payments. Called at the end of every change. */
create function private.refresh_purchase(id uuid) returns public.purchase_orders
  language plpgsql security definer set search_path = ''
as $$
begin
  with received_sums as (
    select i.id, coalesce(sum(x.quantity), 0) as pieces, coalesce(sum(x.total), 0) as total,
      coalesce(sum(x.charges), 0) as charges
    from public.purchase_items i
    left join (
      select ri.variant_id, ri.quantity, k.total, k.charges
      from public.receipts r
      join public.receipt_items ri on ri.receipt_id = r.id
      join public.receipt_item_costs k on k.receipt_item_id = ri.id
      where r.purchase_order_id = refresh_purchase.id and r.undone_at is null) x on x.variant_id = i.variant_id
    where i.purchase_order_id = refresh_purchase.id
    group by i.id),
  updated_costs as (
    update public.purchase_item_costs c set received = s.total, received_charges = s.charges
    from received_sums s
    where c.purchase_item_id = s.id and (c.received, c.received_charges) <> (s.total, s.charges))
  update public.purchase_items i set received = received_sums.pieces
  from received_sums
  where i.id = received_sums.id and i.received <> received_sums.pieces;
  -- The version also rises when only the received quantities change: a decision about the rest must be based on them.
  update public.purchase_orders o set
    receipt_state = s.receipt_state, status = s.status,
    completed_at = case when s.status = 'completed' then coalesce(o.completed_at, now()) end
  from (
    select case when sum(i.received) = 0 then 'none' when bool_and(i.received = i.quantity) then 'full'
      else 'partial' end
      as receipt_state,
      case when bool_and(i.received + i.closed = i.quantity) then 'completed' else 'pending' end as status
    from public.purchase_items i
    where i.purchase_order_id = refresh_purchase.id) s
  where o.id = refresh_purchase.id and o.status <> 'cancelled' and not o.is_opening
    and (found or (o.receipt_state, o.status) <> (s.receipt_state, s.status));

  update public.purchase_amounts a set paid = p.paid
  from (
    select coalesce(sum(p.amount), 0) as paid
    from public.purchase_payments p
    where p.purchase_order_id = refresh_purchase.id and p.voided_at is null) p
  where a.purchase_order_id = refresh_purchase.id and a.paid <> p.paid;

  return (select o from public.purchase_orders o where o.id = refresh_purchase.id);
end
$$;

-- ── Saving an order ──

/* Refuses invalid lines: unknown or invisible products, numbers out of range, fractions of whole pieces, a repeated
   variant, a product limited to another branch. */
create function private.check_purchase_items(items jsonb, branch_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_products_shared(array(select x.variant_id from jsonb_to_recordset(items) x(variant_id uuid)));

  perform private.raise_error('purchase_line_invalid', 400,
    jsonb_build_object('field', 'items', 'line', x.line, 'variant_id', x.variant_id))
  from rows from (jsonb_to_recordset(items) as (variant_id uuid, quantity numeric, free numeric, unit_cost numeric,
    discount numeric)) with ordinality x(variant_id, quantity, free, unit_cost, discount, line)
  left join public.variants v on v.id = x.variant_id
  left join public.products p on p.id = v.product_id
    and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
  where p.id is null
    or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
    or x.free not between 0 and x.quantity or x.free <> round(x.free, 3)
    or coalesce(x.unit_cost, -1) < 0 or x.unit_cost <> round(x.unit_cost, 4)
    or coalesce(x.discount, 0) < 0 or x.discount <> round(x.discount, 4)
    or x.discount > (x.quantity - coalesce(x.free, 0)) * x.unit_cost
    or x.quantity * x.unit_cost >= 10 ^ 10
  order by x.line
  limit 1;
  perform private.require_whole_pieces(items, 'items');
  perform private.require_whole_pieces((
    select jsonb_agg(jsonb_build_object('variant_id', x.variant_id, 'quantity', x.free))
    from jsonb_to_recordset(items) x(variant_id uuid, free numeric)
    where x.free > 0), 'items');

  perform private.raise_error('variant_twice', 400,
    private.variant_words(x.variant_id) || jsonb_build_object('field', 'items'))
  from jsonb_to_recordset(items) x(variant_id uuid)
  group by x.variant_id
  having count(*) > 1
  limit 1;

  perform private.require_products_known_at(branch_id,
    array(select x.variant_id from jsonb_to_recordset(items) x(variant_id uuid)));
end
$$;

/* Refuses edits that contradict the receipts: a quantity below the received one, a changed cost without permission to
   correct it (private.correct_received_costs), or an outstanding quantity too small to carry the rest of the
   discount. */
create function private.check_received_items(purchase public.purchase_orders, items jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  below jsonb;
  frozen jsonb;
  beyond jsonb;
begin
  select
    jsonb_agg(l.words || jsonb_build_object('quantity', l.quantity)
      order by l.position) filter (where l.received > l.quantity),
    jsonb_agg(l.words order by l.position) filter (where l.costs_differ),
    jsonb_agg(l.words order by l.position) filter (
      where l.discount > 0 and l.quantity <> l.was
        and not l.costs_differ and (l.total < l.worth or (l.quantity = l.received and l.total <> l.worth)))
  into below, frozen, beyond
  from (
    select i.position, i.quantity as was, i.received, c.discount, c.received as worth,
      coalesce(x.quantity, 0) as quantity,
      (c.unit_cost, c.discount, i.free) <> (x.unit_cost, coalesce(x.discount, 0), coalesce(x.free, 0)) as costs_differ,
      private.line_total(x.quantity - i.free, c.unit_cost, c.discount, b.currency_decimals) as total,
      private.variant_words(i.variant_id) || jsonb_build_object('received', i.received) as words
    from public.purchase_items i
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    cross join public.business b
    left join jsonb_to_recordset(items)
      x(variant_id uuid, quantity numeric, free numeric, unit_cost numeric, discount numeric)
      on x.variant_id = i.variant_id
    where i.purchase_order_id = purchase.id and i.received > 0) l;
  perform private.raise_error_if(below is not null, 'quantity_below_received', 409,
    jsonb_build_object('field', 'items', 'lines', below));
  perform private.raise_error_if(frozen is not null and not private.can('purchasing.orders.correct_cost'),
    'cost_frozen', 403, jsonb_build_object('field', 'items', 'lines', frozen));
  perform private.raise_error_if(beyond is not null, 'discount_outlasts_goods', 409,
    jsonb_build_object('field', 'items', 'lines', beyond));
end
$$;

/* Replaces an order's lines by the given ones. keep_rates: where each line has the tax rate of its product, those that
   are there already keep theirs. */
create function private.write_purchase_items(
  purchase public.purchase_orders, items jsonb, keep_rates boolean default true) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  lines_before constant jsonb := coalesce(private.order_lines(purchase.id), '{}');
  decimals constant integer := (select b.currency_decimals from public.business b);
begin
  delete from public.purchase_items i
  where i.purchase_order_id = purchase.id
    and i.variant_id not in (select x.variant_id from jsonb_to_recordset(items) x(variant_id uuid));

  perform private.correct_received_costs(purchase, items);
  keep_rates := keep_rates and purchase.tax_by_product;
  insert into public.purchase_items (purchase_order_id, position, variant_id, quantity, free, tax_rate_id,
    tax_percentage)
  select purchase.id, x.position, x.variant_id, x.quantity, coalesce(x.free, 0), coalesce(purchase.tax_rate_id, t.id),
    coalesce(purchase.tax_percentage, t.percentage)
  from rows from (jsonb_to_recordset(items) as (variant_id uuid, quantity numeric, free numeric)) with ordinality
    x(variant_id, quantity, free, position)
  cross join public.business b
  left join public.variants v on v.id = x.variant_id and purchase.tax_by_product
  left join public.products p on p.id = v.product_id
  left join public.tax_rates t on t.id = coalesce(p.tax_rate_id, b.sale_tax_rate_id) and purchase.tax_by_product
  on conflict on constraint purchase_items_variant_unique
    do update set position = excluded.position, quantity = excluded.quantity, free = excluded.free,
      tax_rate_id = case when keep_rates then purchase_items.tax_rate_id else excluded.tax_rate_id end,
      tax_percentage = case when keep_rates then purchase_items.tax_percentage else excluded.tax_percentage end
    where (purchase_items.position, purchase_items.quantity, purchase_items.free)
        is distinct from (excluded.position, excluded.quantity, excluded.free)
      or not keep_rates and (purchase_items.tax_rate_id, purchase_items.tax_percentage)
        is distinct from (excluded.tax_rate_id, excluded.tax_percentage);

  insert into public.purchase_item_costs (purchase_item_id, unit_cost, discount, total)
  select i.id, x.unit_cost, coalesce(x.discount, 0),
    case
      when lines_before -> i.variant_id::text
        = jsonb_build_array(i.quantity, x.unit_cost, coalesce(x.discount, 0), i.free) then c.total
      -- The value of received goods may differ slightly from the line's total because each receipt is rounded.
      when i.quantity = i.received then c.received
      else greatest(private.line_total(i.quantity - i.free, x.unit_cost, coalesce(x.discount, 0), decimals), c.received)
    end
  from jsonb_to_recordset(items) x(variant_id uuid, unit_cost numeric, discount numeric)
  join public.purchase_items i on i.purchase_order_id = purchase.id and i.variant_id = x.variant_id
  left join public.purchase_item_costs c on c.purchase_item_id = i.id
  on conflict (purchase_item_id)
    do update set unit_cost = excluded.unit_cost, discount = excluded.discount, total = excluded.total
    where (purchase_item_costs.unit_cost, purchase_item_costs.discount, purchase_item_costs.total)
      is distinct from (excluded.unit_cost, excluded.discount, excluded.total);

  -- Quantities are logged apart from costs and discounts, which only those who may view costs see.
  insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, resource, action, changes)
  select auth.uid(), 'purchase_orders', purchase.id, purchase.id, purchase.branch_id, c.resource, 'update', changed
  from (values ('purchasing.orders', 'lines', true), ('inventory.costs', 'costs', false)) c(resource, name, pieces)
  cross join lateral (
    select jsonb_object_agg(x.key, case when c.pieces then x.value -> 0 else x.value - 0 end) as part
    from jsonb_each(lines_before) x) b
  cross join lateral (
    select jsonb_object_agg(x.key, case when c.pieces then x.value -> 0 else x.value - 0 end) as part
    from jsonb_each(private.order_lines(purchase.id)) x) a
  cross join lateral private.changed_lines(c.name, b.part, a.part) changed
  where lines_before <> '{}';
end
$$;

/* Lines as sent, in the form in which private.order_lines returns the stored ones. */
create function private.parse_purchase_lines(items jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_object_agg(coalesce(x.variant_id::text, ''),
    jsonb_build_array(x.quantity, x.unit_cost, coalesce(x.discount, 0), coalesce(x.free, 0)))
  from jsonb_to_recordset(items)
    x(variant_id uuid, quantity numeric, free numeric, unit_cost numeric, discount numeric)
$$;

/* The charges of an order as one value, for comparison. */
create function private.order_charges(id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(c.kind, c.amount, c.spread, c.tax_rate_id, c.note) order by c.position),
    '[]')
  from public.purchase_charges c
  where c.purchase_order_id = order_charges.id
$$;

/* Charges as sent, in the form in which private.order_charges returns the stored ones; null if none were sent. An
   amount that the order has already stays, even if the currency had more decimals then. */
create function private.parse_charges(purchase_order_id uuid, charges jsonb) returns jsonb
  language sql stable strict set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(x.kind,
    case
      when exists (
        select
        from public.purchase_charges c
        where c.purchase_order_id = parse_charges.purchase_order_id and c.amount = x.amount) then x.amount
      else round(x.amount, b.currency_decimals) end,
    x.spread, x.tax_rate_id, x.note) order by x.position), '[]')
  from rows from (jsonb_to_recordset(charges) as (kind text, amount numeric, spread text, tax_rate_id uuid, note text))
    with ordinality x(kind, amount, spread, tax_rate_id, note, position)
  cross join public.business b
$$;

/* Replaces the charges of a locked order, whose tax is set. charges: as in private.save_purchase_order. Where the tax
   of the order is an amount, that of its charges is in it. Rates that the order has already keep their percentage. Once
   goods are received, other amounts change their cost, for which the permission to correct it is needed. */
create function private.write_charges(purchase public.purchase_orders, charges jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  sent constant jsonb := private.parse_charges(purchase.id, charges);
begin
  if sent = private.order_charges(purchase.id) then
    return;
  end if;
  perform private.raise_error('charge_invalid', 400, jsonb_build_object('field', 'charges', 'line', x.line))
  from jsonb_array_elements(sent) with ordinality x(charge, line)
  where coalesce(x.charge ->> 0 not in ('freight', 'customs', 'other') or (x.charge ->> 1)::numeric <= 0
    or x.charge ->> 2 not in ('value', 'quantity')
    or x.charge ->> 3 is not null and not purchase.tax_by_product and purchase.tax_rate_id is null, true)
  order by x.line
  limit 1;
  perform private.raise_error_if(purchase.receipt_state <> 'none' and not private.can('purchasing.orders.correct_cost')
    and jsonb_path_query_array(sent, '$[*][1, 2]')
      <> jsonb_path_query_array(private.order_charges(purchase.id), '$[*][1, 2]'),
    'charges_frozen', 403, '{"field": "charges"}');
  with known as (
    select t.tax_rate_id, t.tax_percentage, t.part, t.position
    from private.purchase_taxes t
    where t.purchase_order_id = purchase.id),
  rate as (
    -- Lines may have several percentages of one rate; charges keep theirs.
    select x.line, x.charge, t.id, coalesce((
      select k.tax_percentage
      from known k
      where k.tax_rate_id = t.id
      order by k.part desc, k.position desc
      limit 1), t.percentage) as percentage
    from jsonb_array_elements(sent) with ordinality x(charge, line)
    left join public.tax_rates t on t.id = (x.charge ->> 3)::uuid and (t.active or t.id in (
      select k.tax_rate_id from known k)))
  select jsonb_agg(jsonb_build_object('line', r.line, 'charge', r.charge, 'tax_rate_id', r.id,
    'tax_percentage', r.percentage))
  into charges
  from rate r;
  perform private.raise_error('tax_rate_not_found', 404, '{"field": "charges"}')
  from jsonb_to_recordset(charges) x(charge jsonb, tax_rate_id uuid)
  where x.charge ->> 3 is not null and x.tax_rate_id is null
  limit 1;
  delete from public.purchase_charges c where c.purchase_order_id = purchase.id;
  insert into public.purchase_charges (purchase_order_id, position, kind, amount, spread, tax_rate_id, tax_percentage,
    note)
  select purchase.id, x.line, x.charge ->> 0, (x.charge ->> 1)::numeric, x.charge ->> 2, x.tax_rate_id,
    x.tax_percentage, x.charge ->> 4
  from jsonb_to_recordset(charges) x(line integer, charge jsonb, tax_rate_id uuid, tax_percentage numeric);
end
$$;

/* Creates an order, or changes one that is not cancelled: header, lines, charges, payments and received goods, all or
   nothing.
   expected_version null creates. The same id sent again with the same content answers with the result of the first
   call, with other content 409 exists_already {version, number}. A change needs a version since which nobody edited the
   order; a change that is already in effect is answered as saved.
   purchase: {supplier_id, branch_id, status, ordered_on, due_on, salesperson_id, tax_rate_id, tax_by_product, tax,
   reference, notes, description}; absent keys stay unchanged. tax_by_product: each line has the tax rate of its
   product, or else the default of the business; tax: an amount, without a rate. Status completed receives everything
   outstanding; cancelled cancels after saving.
   items: [{variant_id, quantity, free, unit_cost, discount}], the complete list in order, at most 5,000; free: how many
   of the pieces cost nothing, without the key as before. payments: see add_purchase_payments. receive: {id,
   stock_point_id, note}, for the received goods. charges: [{kind: freight, customs or other, amount, spread: by value
   or quantity, tax_rate_id, note}], the complete list, at most 20; null leaves them. tax_rate_id: only if the order has
   tax rates.
   Answers {id, number, version, status, receipt_state, total, paid, remaining, payment_status, receipt}.
   Errors: permission_missing, value_invalid {field}, lines_missing, lines_over_limit {field, max}, id_taken,
   branch_not_found, branch_view_only, supplier_not_found, status_invalid, tax_invalid, total_too_large,
   purchase_not_found, is_opening_balance {number}, exists_already, changed_meanwhile, purchase_cancelled,
   purchase_branch_fixed,
   purchase_supplier_fixed, purchase_closed_short, total_below_paid {total, paid}, approval_missing, charge_invalid
   {line}, charges_frozen, tax_rate_not_found, and those of the checks above, add_purchase_payments and
   cancel_purchase. */
create function private.save_purchase_order(
  id uuid, purchase jsonb, items jsonb, payments jsonb default '[]', receive jsonb default null,
    expected_version integer default null, charges jsonb default null)
    returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  creating constant boolean := expected_version is null;
  status_sent constant text := purchase ->> 'status';
  tax numeric;
  before public.purchase_orders;
  after public.purchase_orders;
  lines_changed boolean;
  charges_changed boolean;
  receipt jsonb;
begin
  perform private.require_permission(case when creating then 'purchasing.orders.create'
    else 'purchasing.orders.update' end,
    'inventory.costs.view');
  payments := coalesce(nullif(payments, 'null'), '[]');
  charges := coalesce(nullif(charges, 'null'), case when creating then '[]'::jsonb end);
  receive := coalesce(nullif(receive, 'null'), '{}');
  perform private.require_values(purchase, '{"supplier_id": "uuid", "branch_id": "uuid", "status": "text",
    "ordered_on": "public.day", "due_on": "public.day",
    "salesperson_id": "uuid", "tax_rate_id": "uuid", "tax_by_product": "boolean", "tax": "public.money",
    "reference": "text", "notes": "text", "description": "text"}');
  perform private.require_lines(items, 5000,
    '{"variant_id": "uuid", "quantity": "public.quantity", "free": "public.quantity", "unit_cost": "public.money",
    "discount": "public.money"}', 'purchase_line_invalid', 'items');
  perform private.require_lines(charges, 20, '{"kind": "text", "amount": "public.money", "spread": "text",
    "tax_rate_id": "uuid", "note": "public.short_text"}', 'charge_invalid', 'charges')
  where charges <> '[]';
  perform private.check_payments_sent(payments,
    '{"id": "uuid", "paid_on": "public.day", "branch_id": "uuid", "note": "text"}')
  where payments <> '[]';
  perform private.require_values(receive, '{"id": "uuid", "stock_point_id": "uuid", "note": "text"}');
  tax := purchase ->> 'tax';
  perform private.register_document_id(d.id, d.kind)
  from (
    select id, 'purchase_order' where creating
    union all select (p ->> 'id')::uuid, 'payment' from jsonb_array_elements(payments) p where p ->> 'id' is not null
    union all select (receive ->> 'id')::uuid, 'receipt' where receive ->> 'id' is not null
    order by 1) d(id, kind);
  -- None of these ids is stored yet, so a duplicate can only be within this call.
  perform private.raise_error_if((receive ->> 'id')::uuid = id
    or exists (
      select from jsonb_array_elements(payments) p
      where (p ->> 'id')::uuid in (save_purchase_order.id, (receive ->> 'id')::uuid)),
    'id_taken', 409, '{"field": "id"}');
  if creating then
    perform private.require_branch((purchase ->> 'branch_id')::uuid);
    select * into before from public.purchase_orders o where o.id = save_purchase_order.id;
    if before.id is not null then
      perform private.raise_error_if(before.branch_id <> all (private.branch_ids('view')), 'purchase_not_found', 404);
      perform private.require_same_content(before.created_by, before.number, before.version, 'purchase_not_found',
        private.is_purchase_as_sent(before, true, purchase, items, payments, receive, charges));
      return private.purchase_money_summary(before, (
        select private.receipt_summary(r)
        from public.receipts r
        where r.purchase_order_id = before.id and r.created_at = before.created_at));
    end if;
    perform private.require_open_place((purchase ->> 'branch_id')::uuid, null, 'branch_id');
  else
    before := private.lock_purchase(id);
    -- A version of the app that knows no free pieces leaves them.
    select jsonb_agg(x.item || case when x.item ? 'free' then '{}' else jsonb_build_object('free', i.free) end
      order by x.position)
    into items
    from jsonb_array_elements(items) with ordinality x(item, position)
    left join public.purchase_items i on i.purchase_order_id = before.id
      and i.variant_id = (x.item ->> 'variant_id')::uuid;
    if before.version <> expected_version
      and private.is_purchase_as_sent(before, false, purchase, items, payments, receive, charges) then
      return private.purchase_money_summary(before,
        (select private.receipt_summary(r) from public.receipts r where r.id = (receive ->> 'id')::uuid));
    end if;
    -- Completing or cancelling requires having seen the latest receipts.
    perform private.require_version(before.version, expected_version, before.updated_by, before.updated_at)
    where status_sent is distinct from 'pending' or expected_version not between before.edition and before.version;
    perform private.raise_error_if(before.status = 'cancelled', 'purchase_cancelled', 409);
    -- Its number and its files contain the branch.
    perform private.raise_error_if((purchase ->> 'branch_id')::uuid <> before.branch_id, 'purchase_branch_fixed', 409,
      '{"field": "branch_id"}');
    perform private.raise_error_if((purchase ->> 'supplier_id')::uuid <> before.supplier_id and (
      before.receipt_state <> 'none'
        or exists (select from public.purchase_amounts a where a.purchase_order_id = before.id and a.paid > 0)),
      'purchase_supplier_fixed', 409, '{"field": "supplier_id"}');
  end if;
  perform private.raise_error_if(status_sent is null or status_sent not in ('pending', 'completed', 'cancelled')
    or (creating and status_sent = 'cancelled'),
    'status_invalid', 400, jsonb_build_object('field', 'status'));
  perform private.raise_error_if(tax < 0, 'tax_invalid', 400, jsonb_build_object('field', 'tax'));

  after := private.purchase_header(before, purchase);
  perform private.raise_error_if((creating or after.supplier_id is distinct from before.supplier_id)
    and not exists (select from public.suppliers s where s.id = after.supplier_id and s.active),
      'supplier_not_found', 404, '{"field": "supplier_id"}');
  lines_changed := creating or private.order_lines(before.id) <> private.parse_purchase_lines(items)
    or jsonb_array_length(items) <> (
      select count(*)
      from public.purchase_items i
      where i.purchase_order_id = before.id);
  -- Apart from their notes, as those of the order.
  charges_changed := charges is not null and jsonb_path_query_array(private.order_charges(id), '$[*][0 to 3]')
    <> jsonb_path_query_array(private.parse_charges(id, charges), '$[*][0 to 3]');
  -- Unchanged lines stay valid, even if their products have changed since.
  perform private.check_purchase_items(items, after.branch_id) where lines_changed;
  perform private.lock_products_shared(array(
    select (x.item ->> 'variant_id')::uuid
    from jsonb_array_elements(items) x(item)))
  where not lines_changed;
  if not creating then
    perform private.raise_error_if(before.closed_at is not null and lines_changed, 'purchase_closed_short', 409,
      jsonb_build_object('field', 'items'));
    perform private.check_received_items(before, items);
  end if;
  -- Ordered goods appear in the stock list as incoming even before the first receipt. All levels are locked in one
  -- pass, and the number is drawn after them: inserting a level waits for movements there, even where it exists.
  if status_sent = 'completed' then
    perform private.lock_levels(array(
      select private.stock_move((x.item ->> 'variant_id')::uuid, after.branch_id, stock_point_id => p.id)
      from jsonb_array_elements(items) x(item)
      cross join (values (null::uuid), ((receive ->> 'stock_point_id')::uuid)) p(id)));
  else
    perform private.open_levels(array(
      select private.stock_move((x.item ->> 'variant_id')::uuid, after.branch_id, stock_point_id => null)
      from jsonb_array_elements(items) x(item)));
  end if;

  if creating then
    insert into public.purchase_orders (id, number, supplier_id, branch_id, ordered_on, due_on, salesperson_id,
      tax_rate_id, tax_percentage, tax_by_product, reference, notes, description)
    values (save_purchase_order.id, private.next_number('PO', after.branch_id), after.supplier_id, after.branch_id,
      after.ordered_on, after.due_on,
      after.salesperson_id, after.tax_rate_id, after.tax_percentage, after.tax_by_product, after.reference,
      after.notes, after.description)
        returning * into after;
  else
    if lines_changed or charges_changed or (after.supplier_id, after.tax_rate_id, after.tax_by_product)
        is distinct from (before.supplier_id, before.tax_rate_id, before.tax_by_product)
      or (after.tax_rate_id is null and not after.tax_by_product
        and tax <> (select a.tax from public.purchase_amounts a where a.purchase_order_id = before.id)) then
      after.written_by := array_remove(before.written_by, auth.uid()) || auth.uid();
    end if;
    if lines_changed or charges_changed or after.supplier_id <> before.supplier_id
      or (after.tax_percentage, after.tax_by_product)
        is distinct from (before.tax_percentage, before.tax_by_product) then
      -- The approval was for other lines, another supplier or another tax rate.
      after.approved_at := null;
      after.approved_by := null;
    end if;
    update public.purchase_orders o set
      supplier_id = after.supplier_id, ordered_on = after.ordered_on, due_on = after.due_on,
        salesperson_id = after.salesperson_id,
      tax_rate_id = after.tax_rate_id, tax_percentage = after.tax_percentage, tax_by_product = after.tax_by_product,
      reference = after.reference, notes = after.notes, description = after.description,
      edition = o.version + 1, written_by = after.written_by, approved_at = after.approved_at,
      approved_by = after.approved_by
    where o.id = before.id returning * into after;
  end if;

  perform private.write_purchase_items(after, items, keep_rates => coalesce(before.tax_by_product, false));
  perform private.write_charges(after, coalesce(charges, (
    select jsonb_agg(to_jsonb(c) - case when after.tax_by_product or after.tax_rate_id is not null then ''
      else 'tax_rate_id' end order by c.position)
    from public.purchase_charges c
    where c.purchase_order_id = after.id), '[]'));
  perform private.total_purchase(after, tax);
  after := private.refresh_purchase(after.id);
  perform private.add_purchase_payments(after, payments) where payments <> '[]';
  if status_sent = 'cancelled' then
    perform private.cancel_purchase(after.id, expected_version => after.version);
  elsif status_sent = 'completed' then
    receipt := private.receive_rest(after, receive);
  end if;
  return private.purchase_money_summary(after, receipt);
end
$$;

/* The header after the save: the stored one overridden by the keys that the sender may set. */
create function private.purchase_header(before public.purchase_orders, purchase jsonb) returns public.purchase_orders
  language plpgsql stable security definer set search_path = ''
as $$
declare
  after public.purchase_orders;
begin
  after := jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(e.key, nullif(btrim(e.value), '')), '{}')
    from jsonb_each_text(purchase) e
    where e.key in ('supplier_id', 'branch_id', 'ordered_on', 'due_on', 'salesperson_id', 'tax_rate_id',
      'tax_by_product', 'reference', 'notes', 'description')));
  after.branch_id := coalesce(before.branch_id, after.branch_id);
  after.ordered_on := coalesce(after.ordered_on, private.branch_today(after.branch_id));
  -- A rate of the order replaces those of the products, unless these are asked for.
  after.tax_by_product := coalesce(after.tax_by_product, false)
    and (coalesce(purchase ->> 'tax_by_product' = 'true', false)
      or after.tax_rate_id is not distinct from before.tax_rate_id);
  if after.tax_by_product then
    after.tax_rate_id := null;
  end if;
  if after.tax_rate_id is distinct from before.tax_rate_id then
    select t.percentage into after.tax_percentage
    from public.tax_rates t
    where t.id = after.tax_rate_id and t.active;
    perform private.raise_error_if(after.tax_rate_id is not null and after.tax_percentage is null,
      'tax_rate_not_found', 404, jsonb_build_object('field', 'tax_rate_id'));
  end if;
  return after;
end
$$;

/* Receives everything outstanding; null if nothing is. */
create function private.receive_rest(purchase public.purchase_orders, receive jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  lines jsonb;
  receipt_order_id uuid;
begin
  select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity - i.received - i.closed)
    order by i.position) into lines
  from public.purchase_items i
  where i.purchase_order_id = purchase.id and i.quantity > i.received + i.closed;
  if lines is null then
    return null;
  end if;
  perform private.require_permission('purchasing.orders.receive');
  select r.purchase_order_id into receipt_order_id from public.receipts r where r.id = (receive ->> 'id')::uuid;
  perform private.raise_error_if(receipt_order_id <> purchase.id, 'id_taken', 409, '{"field": "receive"}');
  -- A save whose answer was lost may have created that receipt; what is outstanding now gets a new one.
  return private.receipt_summary(private.receive_lines(purchase,
    coalesce(case when receipt_order_id is null then (receive ->> 'id')::uuid end, private.uuid_v7()), lines,
    (receive ->> 'stock_point_id')::uuid, receive ->> 'note'));
end
$$;

/* The amounts of an order: {id, total, paid, remaining, payment_status}. */
create function private.purchase_money(id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', a.purchase_order_id, 'total', a.total, 'paid', a.paid, 'remaining', a.remaining,
    'payment_status', a.payment_status)
  from public.purchase_amounts a
  where a.purchase_order_id = purchase_money.id
$$;

/* The answer of a save, read after all its writes. */
create function private.purchase_money_summary(purchase public.purchase_orders, receipt jsonb) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.document_summary(o) || private.purchase_money(o.id) || jsonb_build_object('receipt', receipt)
  from public.purchase_orders o
  where o.id = purchase.id
$$;

-- ── Approving, cancelling, closing short ──

/* Approves an order; approving again changes nothing. expected_version: the version that the approver saw. Answers {id,
   number, version, status, receipt_state}. Errors: permission_missing, purchase_not_found, branch_view_only,
   is_opening_balance {number}, purchase_cancelled, field_missing, changed_meanwhile, approver_is_author if four eyes
   are required. */
create function private.approve_purchase(id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
begin
  purchase := private.lock_purchase(id, 'purchasing.orders.approve');
  if purchase.approved_at is null then
    perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at);
    perform private.raise_error_if(auth.uid() = any (purchase.written_by)
      and (select b.purchase_four_eyes from public.business b),
      'approver_is_author', 409);
    update public.purchase_orders o
    set approved_at = now(), approved_by = auth.uid()
    where o.id = purchase.id
    returning * into purchase;
  end if;
  return private.document_summary(purchase);
end
$$;

/* Cancels an order without receipts and payments; cancelling again changes nothing. expected_version: the version that
   the caller saw. Answers {id, number, version, status, receipt_state}. Errors: permission_missing, purchase_not_found,
   branch_view_only, is_opening_balance {number}, purchase_has_receipts, purchase_has_payments,
   field_missing, changed_meanwhile. */
create function private.cancel_purchase(id uuid, reason text default null, expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
begin
  purchase := private.lock_purchase(id, 'purchasing.orders.cancel');
  if purchase.status <> 'cancelled' then
    perform private.raise_error_if(purchase.receipt_state <> 'none', 'purchase_has_receipts', 409);
    perform private.raise_error_if(exists (
      select from public.purchase_amounts a
      where a.purchase_order_id = purchase.id and a.paid > 0),
      'purchase_has_payments', 409);
    perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at);
    update public.purchase_orders o
    set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = nullif(btrim(reason), '')
    where o.id = purchase.id returning * into purchase;
  end if;
  return private.document_summary(purchase);
end
$$;

/* Closes an order short: outstanding goods will not come, and the total is recomputed. Closing again changes nothing.
   expected_version: the version that the caller saw. Answers {id, number, version, status, receipt_state}. Errors:
   permission_missing, purchase_not_found, branch_view_only, is_opening_balance {number}, purchase_cancelled,
   nothing_received, field_missing,
   changed_meanwhile, total_below_paid {total, paid}. */
create function private.close_purchase_short(id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
begin
  purchase := private.lock_purchase(id, 'purchasing.orders.update');
  perform private.raise_error_if(purchase.receipt_state = 'none', 'nothing_received', 409);
  if purchase.status = 'pending' then
    perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at);
    update public.purchase_item_costs c set total = c.received
    from public.purchase_items i
    where i.id = c.purchase_item_id and i.purchase_order_id = purchase.id and i.quantity > i.received;
    update public.purchase_items i
    set closed = i.quantity - i.received
    where i.purchase_order_id = purchase.id and i.quantity > i.received;
    perform private.total_purchase(purchase);
    perform private.refresh_purchase(purchase.id);
    update public.purchase_orders o
    set closed_at = now(), closed_by = auth.uid()
    where o.id = purchase.id
    returning * into purchase;
  end if;
  return private.document_summary(purchase);
end
$$;

/* Reopens an order that was closed short. Answers and errors as private.close_purchase_short. */
create function private.reopen_purchase(id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
begin
  purchase := private.lock_purchase(id, 'purchasing.orders.update');
  -- Reopening again changes nothing, whatever the version.
  perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at)
  where purchase.closed_at is not null;
  return private.document_summary(private.open_closed_purchase(purchase));
end
$$;

/* Makes all closed quantities of an order outstanding again; an order that was not closed short stays unchanged. */
create function private.open_closed_purchase(purchase public.purchase_orders) returns public.purchase_orders
  language plpgsql security definer set search_path = ''
as $$
begin
  if purchase.closed_at is null then
    return purchase;
  end if;
  -- Cleared before the status changes, since only a completed order may have closed_at.
  update public.purchase_orders o set closed_at = null, closed_by = null where o.id = purchase.id;
  update public.purchase_item_costs c
  set total = greatest(private.line_total(i.quantity - i.free, c.unit_cost, c.discount, b.currency_decimals),
    c.received)
  from public.purchase_items i, public.business b
  where i.id = c.purchase_item_id and i.purchase_order_id = purchase.id and i.closed > 0;
  update public.purchase_items i set closed = 0 where i.purchase_order_id = purchase.id and i.closed > 0;
  -- Before the total, which spreads charges over what has come.
  perform private.refresh_purchase(purchase.id);
  perform private.total_purchase(purchase);
  return private.refresh_purchase(purchase.id);
end
$$;

select private.expose_rpc('save_purchase_order',
  'Creates or changes a purchase order: header, lines, payments and received goods, all or nothing.');
select private.expose_rpc('approve_purchase', 'Approves an order.');
select private.expose_rpc('cancel_purchase', 'Cancels an order without receipts and payments.');
select private.expose_rpc('close_purchase_short', 'Closes an order short: outstanding goods will not come.');
select private.expose_rpc('reopen_purchase', 'Reopens an order that was closed short.');

-- Written only by the functions above.
select private.allow_read('public.purchase_orders', 'those who may view orders read the ones of their branches',
  'purchasing.orders.view');
select private.allow_read('public.purchase_items', 'those who read an order read its lines', null, 'purchase_order_id');
select private.allow_read('public.purchase_item_costs', 'those who may view costs read what a line costs',
  'inventory.costs.view', 'purchase_item_id');
select private.allow_read('public.purchase_charges', 'those who may view costs read the charges of an order',
  'inventory.costs.view', 'purchase_order_id');
select private.allow_read('public.purchase_amounts', 'those who may view costs read what an order comes to',
  'inventory.costs.view', 'purchase_order_id');
select private.enable_audit('public.purchase_orders', 'purchasing.orders', 'branch_id');

-- ── Invariants of this chapter ──

create view private.invariants_of_purchasing (rule, row_id) as
select 'order has lines', o.id::text from public.purchase_orders o
where not o.is_opening and not exists (select from public.purchase_items i where i.purchase_order_id = o.id)
union all
select 'what came of a line and what is to come are worth its total', i.id::text
from public.purchase_items i join public.purchase_item_costs c on c.purchase_item_id = i.id
where c.received > c.total or c.received_charges > c.charges
   or (i.received + i.closed = i.quantity and (c.received, c.received_charges) <> (c.total, c.charges))
union all
select 'order comes to its lines, charges and tax', o.id::text
from public.purchase_orders o
left join public.purchase_amounts a on a.purchase_order_id = o.id
cross join lateral (
  select coalesce(sum(t.net) filter (where t.part = 0), 0) as subtotal,
    coalesce(sum(t.net) filter (where t.part = 1), 0) as charges, coalesce(sum(t.tax), 0) as tax
  from private.purchase_taxes t
  where t.purchase_order_id = o.id) l
where a.purchase_order_id is null or not o.is_opening and a.subtotal <> l.subtotal or a.charges <> l.charges
  or (case when o.tax_by_product or o.tax_rate_id is not null then a.tax <> l.tax else l.tax <> 0 end)
union all
select 'tax of a rate is that of the lines and charges of its order', l.purchase_order_id::text
from (
  select t.purchase_order_id, t.tax_rate_id, t.tax_percentage, sum(t.net) as net, sum(t.tax) as tax
  from private.purchase_taxes t
  group by 1, 2, 3) l
where not exists (
  select from unnest(array[0, 2, 3]) d where l.tax = round(l.net * coalesce(l.tax_percentage, 0) / 100, d))
union all
select 'lines have the tax rate of their order', i.id::text
from public.purchase_items i
join public.purchase_orders o on o.id = i.purchase_order_id and not o.tax_by_product
where (i.tax_rate_id, i.tax_percentage) is distinct from (o.tax_rate_id, o.tax_percentage)
union all
select 'charges are spread over the lines of their order', l.purchase_order_id::text
from (
  select i.purchase_order_id, sum(k.charges) as charges
  from public.purchase_items i
  join public.purchase_item_costs k on k.purchase_item_id = i.id
  group by 1) l
join public.purchase_amounts a on a.purchase_order_id = l.purchase_order_id
where l.charges <> a.charges
union all
select 'order is in the state of its lines', o.id::text
from public.purchase_orders o
cross join lateral (
  select sum(i.received) as received, bool_and(i.received = i.quantity) as full,
    bool_and(i.received + i.closed = i.quantity) as done, sum(i.closed) as closed
  from public.purchase_items i where i.purchase_order_id = o.id) s
where not o.is_opening and (
  o.receipt_state <> case when s.received = 0 then 'none' when s.full then 'full' else 'partial' end
  or (o.status = 'completed') <> s.done
  or (o.status = 'cancelled' and s.received > 0)
  or (o.closed_at is null) <> (s.closed = 0));
