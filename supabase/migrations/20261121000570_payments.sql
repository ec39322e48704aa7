-- Payments to suppliers: never edited, voided with a reason; never more than the remaining amount.

create table public.purchase_payments (
  id uuid primary key default private.uuid_v7(),
  purchase_order_id uuid not null constraint purchase_payments_order_in_use references public.purchase_orders,
  branch_id uuid not null constraint purchase_payments_branch_in_use references public.branches,
  payment_method_id uuid not null constraint purchase_payments_method_in_use references public.payment_methods,
  amount public.money not null constraint purchase_payments_amount_positive check (amount > 0),
  paid_on public.day not null,
  business_day public.day not null,
  note public.long_text,
  batch_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  constraint purchase_payments_void_has_its_reason check ((voided_at is null) = (void_reason is null))
);
comment on table public.purchase_payments is
  'Money paid to a supplier for one order. Behind inventory.costs.view too, since a full payment reveals the order''s '
  'total.';
comment on column public.purchase_payments.branch_id is 'The branch that paid.';
comment on column public.purchase_payments.paid_on is 'The day of payment as entered.';
comment on column public.purchase_payments.business_day is
  'The paying branch''s business day at creation; it never changes.';
comment on column public.purchase_payments.batch_id is 'Shared by the parts of one payment for several orders.';
create index purchase_payments_order on public.purchase_payments (purchase_order_id, created_at, id);
create index purchase_payments_branch on public.purchase_payments (branch_id, paid_on desc, id desc);
create index purchase_payments_method on public.purchase_payments (payment_method_id);
create index purchase_payments_batch on public.purchase_payments (batch_id) where batch_id is not null;

/* Requires 1 to 100 payments with payment_method_id and amount, values of the right types, and no other keys than those
   of more. The error names the field but no line, since a form usually sends one payment. */
create function private.check_payments_sent(payments jsonb, more jsonb default '{}') returns void
  language sql stable set search_path = ''
as $$
  select private.require_lines(payments, 100, null, field => 'payments');
  select private.require_values(p, '{"payment_method_id": "uuid", "amount": "public.money"}' || more)
  from jsonb_array_elements(payments) p
$$;

/* Whether a stored payment equals the one sent. branch_id: the paying branch unless the payment names another. */
create function private.same_payment(known public.purchase_payments, payment jsonb, branch_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select (known.amount, known.payment_method_id, known.paid_on, known.branch_id,
    known.note::text) is not distinct from (
    (payment ->> 'amount')::numeric, (payment ->> 'payment_method_id')::uuid, (payment ->> 'paid_on')::date,
    coalesce((payment ->> 'branch_id')::uuid, same_payment.branch_id), nullif(btrim(payment ->> 'note'), ''))
    and known.created_by is not distinct from auth.uid()
$$;

/* Refuses an amount above the remaining one, or with more decimals than the currency, unless it is exactly the
   remaining amount: the currency may have had more decimals before. */
create function private.require_payable_amount(amount numeric, remaining numeric) returns void
  language sql stable security definer set search_path = ''
as $$
  select private.raise_error_if(amount > remaining, 'payment_exceeds_remaining', 409,
    jsonb_strip_nulls(jsonb_build_object(
    'field', 'amount', 'remaining', case when private.can('inventory.costs.view') then remaining end)));
  select private.raise_error_if(amount <> remaining
    and amount <> (select round(amount, b.currency_decimals) from public.business b),
    'payment_amount_invalid', 400, '{"field": "amount"}')
$$;

/* Validates a payment and returns it with defaults filled in. payment: {id, payment_method_id, amount, paid_on,
   branch_id, note}. */
create function private.validate_payment(payment jsonb, branch_id uuid) returns public.purchase_payments
  language plpgsql stable security definer set search_path = ''
as $$
declare
  checked public.purchase_payments;
begin
  select coalesce(x.id, private.uuid_v7()), x.payment_method_id, x.amount, x.paid_on,
    coalesce(x.branch_id, validate_payment.branch_id), nullif(btrim(x.note), '')
  into checked.id, checked.payment_method_id, checked.amount, checked.paid_on, checked.branch_id, checked.note
  from jsonb_to_record(payment) x(id uuid, payment_method_id uuid, amount public.money, paid_on date, branch_id uuid,
    note text);
  perform private.raise_error_if(checked.amount is null, 'payment_amount_required', 400,
    jsonb_build_object('field', 'amount'));
  perform private.raise_error_if(checked.payment_method_id is null, 'payment_method_required', 400,
    jsonb_build_object('field', 'payment_method_id'));
  perform private.raise_error_if(checked.paid_on is null, 'payment_date_required', 400,
    jsonb_build_object('field', 'paid_on'));
  perform private.raise_error_if(checked.amount <= 0 or checked.amount <> (payment ->> 'amount')::numeric,
    'payment_amount_invalid', 400, jsonb_build_object('field', 'amount'));
  perform private.raise_error_if(not exists (
    select from public.payment_methods m
    where m.id = checked.payment_method_id and m.active),
    'payment_method_not_found', 404, jsonb_build_object('field', 'payment_method_id'));
  perform private.require_branch(checked.branch_id);
  return checked;
end
$$;

/* Adds payments to a locked order; those already stored with the same content are skipped.
   payments: [{id, payment_method_id, amount, paid_on, branch_id, note}], at most 100, with registered ids
   (private.register_document_id); branch_id defaults to the order's branch. Errors: permission_missing,
   payment_method_required, payment_amount_required, payment_date_required, payment_amount_invalid,
   payment_method_not_found, payment_not_found, exists_already, branch_not_found, branch_view_only,
   payment_exceeds_remaining {remaining}, purchase_cancelled, approval_missing. */
create function private.add_purchase_payments(purchase public.purchase_orders, payments jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  payment jsonb;
  checked public.purchase_payments;
  known public.purchase_payments;
  remaining numeric := (select a.remaining from public.purchase_amounts a where a.purchase_order_id = purchase.id);
begin
  perform private.require_permission('purchasing.payments.create');
  for payment in select p from jsonb_array_elements(payments) p loop
    select * into known from public.purchase_payments p where p.id = (payment ->> 'id')::uuid;
    if known.id is not null then
      perform private.raise_error_if(known.purchase_order_id is distinct from purchase.id, 'payment_not_found',
        404);
      perform private.require_same_content(known.created_by, purchase.number, null,
        'payment_not_found', private.same_payment(known, payment, purchase.branch_id));
      continue;
    end if;
    perform private.require_active_purchase(purchase);
    checked := private.validate_payment(payment, purchase.branch_id);
    perform private.require_payable_amount(checked.amount, remaining);
    remaining := remaining - checked.amount;
    insert into public.purchase_payments (id, purchase_order_id, branch_id, payment_method_id, amount, paid_on,
      business_day, note, created_by)
    values (checked.id, purchase.id, checked.branch_id, checked.payment_method_id, checked.amount, checked.paid_on,
      private.branch_today(checked.branch_id), checked.note, auth.uid());
  end loop;
  perform private.refresh_purchase(purchase.id);
end
$$;

/* Validates the payments of a call as private.check_payments_sent, where id and branch_id are also allowed. Gives an
   id to those without one, and registers all ids in order. Errors: payments_missing, lines_over_limit {field, max},
   value_invalid {field}, id_taken. */
create function private.register_payment_ids(payments jsonb, kind text, more jsonb default '{}') returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(coalesce(jsonb_typeof(payments), '') <> 'array' or payments = '[]',
    'payments_missing', 400, '{"field": "payments"}');
  perform private.check_payments_sent(payments, '{"id": "uuid", "branch_id": "uuid"}' || more);
  payments := (
    select jsonb_agg(jsonb_build_object('id', private.uuid_v7()) || jsonb_strip_nulls(p))
    from jsonb_array_elements(payments) p);
  perform private.register_document_id(d.id, kind)
  from (select (p ->> 'id')::uuid as id from jsonb_array_elements(payments) p order by 1) d;
  return payments;
end
$$;

/* Answers {id, total, paid, remaining, payment_status, payments: [ids]}. Errors: purchase_not_found, and those of
   register_payment_ids and add_purchase_payments. */
create function private.pay_purchase(id uuid, payments jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
begin
  perform private.require_permission('purchasing.payments.create', 'inventory.costs.view');
  payments := private.register_payment_ids(payments, 'payment', '{"paid_on": "public.day", "note": "text"}');
  purchase := private.lock_purchase(id, only_money => true);
  perform private.add_purchase_payments(purchase, payments);
  return private.purchase_money(purchase.id)
    || jsonb_build_object('payments', array(select (p ->> 'id')::uuid from jsonb_array_elements(payments) p));
end
$$;

/* Payments to a supplier, and uses of a credit with this supplier, take turns. */
create function private.lock_supplier_payments(supplier_id uuid) returns void
  language sql security definer set search_path = ''
as $$
  select pg_catalog.pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'payment', supplier_id), 0))
$$;

/* Pays a supplier's open orders and opening balances, oldest first, in branches where the caller works.
   order_ids: empty pays any of them, null none; one payment covers at most 1,000. Repeating the call changes nothing
   more. Orders that lack a required approval are skipped. Answers {id, paid, orders: [{id, number, amount,
   remaining}]}.
   Errors: permission_missing, supplier_not_found, list_over_limit, value_invalid {field},
   id_missing, id_taken, those of a payment, payment_exceeds_remaining {remaining}, payment_not_found,
   exists_already. */
create function private.pay_supplier(id uuid, supplier_id uuid, payment jsonb, order_ids uuid[] default '{}')
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  checked public.purchase_payments;
  known record;
  open_orders uuid[];
  owed numeric;
  most constant integer := 1000;
  more boolean;
begin
  perform private.require_permission('purchasing.payments.create', 'purchasing.orders.view', 'inventory.costs.view');
  perform private.require_max_items(order_ids, most, 'order_ids');
  payment := coalesce(payment, '{}');
  perform private.check_payments_sent(jsonb_build_array(payment),
    '{"paid_on": "public.day", "branch_id": "uuid", "note": "text"}');
  perform private.raise_error_if(not exists (select from public.suppliers s where s.id = supplier_id),
    'supplier_not_found', 404);
  perform private.register_document_id(id, 'payment_batch');
  select p.created_by, min(o.number) as number, sum(p.amount) = (payment ->> 'amount')::numeric
    and bool_and(private.same_payment(p, payment || jsonb_build_object('amount', p.amount), null))
    and bool_and(o.supplier_id = pay_supplier.supplier_id and (order_ids = '{}' or o.id = any (order_ids))) as same
  into known
  from public.purchase_payments p join public.purchase_orders o on o.id = p.purchase_order_id
  where p.batch_id = pay_supplier.id
  group by 1;
  if found then
    perform private.require_same_content(known.created_by, known.number, null, 'payment_not_found', known.same);
    return private.batch_summary(id);
  end if;

  checked := private.validate_payment(payment, (payment ->> 'branch_id')::uuid);
  -- A concurrent payment to the same supplier waits here and then sees what is left.
  perform private.lock_supplier_payments(supplier_id);
  -- The oldest orders, one more than the limit; read in this order, so that later ones are never examined.
  open_orders := array(
    select (x.o).id
    from (
      select o from public.purchase_orders o
      where o.supplier_id = pay_supplier.supplier_id and o.status <> 'cancelled'
        and o.branch_id = any (private.branch_ids('work'))
        and (order_ids = '{}' or o.id = any (order_ids))
        and exists (select from public.purchase_amounts a where a.purchase_order_id = o.id and a.remaining > 0)
      order by o.ordered_on, o.created_at, o.id
      offset 0) x
    where not private.needs_approval(x.o)
    limit most + 1);
  more := cardinality(open_orders) > most;
  -- Locked in order of ids, whatever the order of payment, to avoid deadlocks with other changes.
  perform from public.purchase_orders o where o.id = any (open_orders) order by o.id for update;
  open_orders := array(
    select o.id from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id
    where o.id = any (open_orders) and o.status <> 'cancelled' and a.remaining > 0 and not private.needs_approval(o)
    order by o.ordered_on, o.created_at, o.id);
  select coalesce(sum(a.remaining), 0) into owed
  from public.purchase_amounts a
  where a.purchase_order_id = any (open_orders[1:most]);
  perform private.raise_error_if(checked.amount > owed and more, 'list_over_limit', 400,
    jsonb_build_object('field', 'order_ids', 'max', most));
  perform private.require_payable_amount(checked.amount, owed);

  insert into public.purchase_payments (purchase_order_id, branch_id, payment_method_id, amount, paid_on, business_day,
    note, batch_id, created_by)
  select d.id, checked.branch_id, checked.payment_method_id, least(d.remaining, checked.amount - d.before),
    checked.paid_on,
    private.branch_today(checked.branch_id), checked.note, pay_supplier.id, auth.uid()
  from (
    select x.id, a.remaining, sum(a.remaining) over (order by x.n) - a.remaining as before
    from unnest(open_orders[1:most]) with ordinality x(id, n)
    join public.purchase_amounts a on a.purchase_order_id = x.id) d
  where d.before < checked.amount;
  perform private.refresh_purchase(p.purchase_order_id)
  from public.purchase_payments p
  where p.batch_id = pay_supplier.id;
  return private.batch_summary(id);
end
$$;

create function private.batch_summary(batch_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', batch_summary.batch_id, 'paid', sum(p.amount), 'orders', jsonb_agg(jsonb_build_object(
      'id', o.id, 'number', o.number, 'amount', p.amount, 'remaining', a.remaining)
        order by o.ordered_on, o.created_at, o.id))
  from public.purchase_payments p
  join public.purchase_orders o on o.id = p.purchase_order_id
  join public.purchase_amounts a on a.purchase_order_id = o.id
  where p.batch_id = batch_summary.batch_id
$$;

/* Voids a payment of an order, with money or by a credit, or a refund of a return to the supplier; voiding again
   changes nothing. Answers {id, total, paid, remaining, payment_status, payments}, of a refund as
   private.purchase_return_summary, with payments. Errors: permission_missing, payment_not_found, branch_view_only,
   reason_missing. */
create function private.void_purchase_payment(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  payment public.purchase_payments;
begin
  perform private.require_permission('purchasing.payments.void', 'inventory.costs.view');
  select p.* into payment
  from public.purchase_payments p
  left join public.purchase_orders o on o.id = p.purchase_order_id
  left join public.purchase_returns r on r.id = p.purchase_return_id
  where p.id = void_purchase_payment.id
    and coalesce(o.branch_id, r.branch_id) = any (private.branch_ids('view'));
  perform private.raise_error_if(payment.id is null, 'payment_not_found', 404);
  perform private.require_reason(reason);
  perform private.lock_supplier_payments(r.supplier_id)
  from public.purchase_returns r
  where r.id = payment.purchase_return_id;
  if payment.purchase_order_id is null then
    perform private.lock_purchase_return(payment.purchase_return_id);
  else
    perform private.lock_purchase(payment.purchase_order_id, only_money => true);
  end if;
  update public.purchase_payments p set voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason)
  where p.id = payment.id and p.voided_at is null;
  perform private.refresh_purchase_return(payment.purchase_return_id);
  if payment.purchase_order_id is null then
    return private.purchase_return_summary(payment.purchase_return_id) || jsonb_build_object('payments', array[id]);
  end if;
  perform private.refresh_purchase(payment.purchase_order_id);
  return private.purchase_money(payment.purchase_order_id) || jsonb_build_object('payments', array[id]);
end
$$;

select private.expose_rpc('pay_purchase',
  'Records payments of a purchase order, by one method or several, never above the remaining amount.');
select private.expose_rpc('pay_supplier', 'Pays several orders of one supplier in one go, the oldest first.');
select private.expose_rpc('void_purchase_payment', 'Voids a payment of a purchase order.');

-- ── Invariants of this chapter ──

create view private.invariants_of_payments (rule, row_id) as
select 'paid is the sum of its payments', a.purchase_order_id::text
from public.purchase_amounts a
where a.paid <> (
  select coalesce(sum(p.amount), 0)
  from public.purchase_payments p
  where p.purchase_order_id = a.purchase_order_id and p.voided_at is null)
union all
select 'no more is paid than is due', a.purchase_order_id::text from public.purchase_amounts a where a.paid > a.total
union all
select 'nothing is paid for a cancelled order', o.id::text
from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id
where o.status = 'cancelled' and a.paid > 0;
