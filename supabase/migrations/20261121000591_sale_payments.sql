-- Payments made after a sale, voiding, and the invariants of sales.

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

/* Records later payments of a completed sale or an opening balance, or negative ones that pay out a return or a
   negative balance; those already stored with the same content are skipped.
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
    insert into public.sale_payments (id, sale_id, branch_id, payment_method_id, amount, tendered, rounding, fee,
      is_cash, shift_id, business_day, paid_after_sale, created_by)
    select t.id, sale.id, t.branch_id, t.payment_method_id, t.amount, t.tendered, t.rounding, t.fee, t.is_cash,
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

/* Sets what the business owes a customer for returns and negative opening balances against the customer's oldest unpaid
   sales and opening balances, all at once, in the branches where the caller works; a return's credit as far as its
   goods were paid for. Sent again it finds nothing
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
    void_shift_id = private.drawer_of_void(p.shift_id, p.branch_id, exists (
      select from public.sale_payment_methods b
      where b.payment_id = p.id and b.is_cash))
  where p.id = any (parts) and p.voided_at is null;
  if found then
    perform private.refresh_paid_sales(sale_ids);
  end if;
  return private.sale_summary(sale) || jsonb_build_object('payments', array[payment.id]);
end
$$;

/* Moves an amount of a sale's payment, or of what was paid back, from one method to another. While the shift of the
   payment is open, its expected cash changes; once it is closed it stays as it was counted, and the correction belongs
   to the current day. The same id sent again with the same content changes nothing.
   payment_method_id: the right method; from_method_id: the wrong one, by default that of the payment; amount: positive,
   by default all that was paid by the wrong one. Fees are at the percentages when it was paid. Answers as record_sale,
   with payments: the id of the payment. Errors: permission_missing, id_taken, payment_not_found, branch_not_found,
   branch_view_only, reason_missing, exists_already, payment_voided, payment_method_not_found, value_invalid {field},
   payment_amount_invalid, correction_exceeds_payment {max: what is still paid by the wrong one}. */
create function private.correct_payment(
  id uuid, payment_id uuid, payment_method_id uuid, amount numeric default null, reason text default null,
  from_method_id uuid default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  payment public.sale_payments;
  sale public.sales;
  wrong record;
  method public.payment_methods;
  held record;
  shift public.shifts;
  moved numeric;
  paid_at timestamptz;
  decimals constant integer := private.currency_decimals();
begin
  perform private.require_permission('accounting.sales.view', 'accounting.sales.correct_payment');
  perform private.register_document_id(id, 'payment_correction');
  select p.* into payment
  from public.sale_payments p
  join public.sales s on s.id = p.sale_id
  where p.id = correct_payment.payment_id and p.payment_method_id is not null
    and s.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(payment.id is null, 'payment_not_found', 404);
  perform private.require_branch(payment.branch_id);
  perform private.require_reason(reason);
  sale := private.lock_sale(payment.sale_id);
  select p.* into payment from public.sale_payments p where p.id = correct_payment.payment_id;
  if exists (select from public.payment_corrections c where c.correction_id = correct_payment.id) then
    perform private.require_same_content(c.created_by, sale.number, null, 'payment_not_found',
      c.payment_id = payment.id and c.reason = btrim(correct_payment.reason)
        and c.payment_method_id = correct_payment.payment_method_id
        and f.payment_method_id = coalesce(from_method_id, payment.payment_method_id)
        and coalesce(abs(c.amount) = correct_payment.amount, true))
    from public.payment_corrections c
    join public.payment_corrections f on f.correction_id = c.correction_id and f.id <> c.id
    where c.correction_id = correct_payment.id and sign(c.amount) = sign(payment.amount);
    return private.sale_summary(sale) || jsonb_build_object('payments', array[payment.id]);
  end if;
  perform private.raise_error_if(payment.voided_at is not null, 'payment_voided', 409);
  select * into wrong
  from public.sale_payment_methods b
  where b.payment_id = payment.id
    and b.payment_method_id = coalesce(from_method_id, payment.payment_method_id);
  perform private.raise_error_if(wrong.payment_id is null, 'correction_exceeds_payment', 409, '{"max": 0}');
  -- A sale that arrived late was paid when it was made.
  paid_at := least(payment.created_at, case when not payment.paid_after_sale then sale.sold_at end);
  select * into method
  from public.payment_methods m
  where m.id = correct_payment.payment_method_id
    and (m.active or private.was_active(m.id, 'payment_methods', paid_at));
  perform private.raise_error_if(method.id is null, 'payment_method_not_found', 404,
    '{"field": "payment_method_id"}');
  perform private.raise_error_if(method.id = wrong.payment_method_id, 'value_invalid', 400,
    '{"field": "payment_method_id"}');
  moved := coalesce(amount, abs(wrong.amount));
  -- All of it may have more decimals than the currency has now.
  perform private.raise_error_if(moved <= 0 or moved <> round(moved, decimals) and moved <> abs(wrong.amount),
    'payment_amount_invalid', 400, '{"field": "amount"}');
  perform private.raise_error_if(moved > abs(wrong.amount), 'correction_exceeds_payment', 409,
    jsonb_build_object('field', 'amount', 'max', abs(wrong.amount)));
  select * into shift from public.shifts s where s.id = payment.shift_id for share;
  moved := moved * sign(payment.amount);
  select coalesce(sum(b.amount), 0) as amount, coalesce(sum(b.fee), 0) as fee into held
  from public.sale_payment_methods b
  where b.payment_id = payment.id and b.payment_method_id = method.id;
  insert into public.payment_corrections (correction_id, payment_id, sale_id, branch_id, payment_method_id, is_cash,
    amount, fee, reason, business_day, shift_id, after_closing, created_by)
  select correct_payment.id, payment.id, sale.id, payment.branch_id, m.id, x.is_cash, x.amount,
    -- The fee of what is then paid by the method, less the one before: parts moved back and forth leave no difference.
    case when m.id = payment.payment_method_id and x.amount_before + x.amount = payment.amount then payment.fee
      else round(greatest(x.amount_before + x.amount, 0) * coalesce(private.value_at(m.id, 'payment_methods',
        'fee_percentage', paid_at, m.fee_percentage::text)::numeric, 0) / 100, decimals) end - x.fee_before,
    btrim(reason), private.branch_today(payment.branch_id), case when shift.closed_at is null then shift.id end,
    shift.closed_at is not null, auth.uid()
  from (values
    (wrong.payment_method_id, wrong.is_cash, -moved, wrong.amount, wrong.fee),
    (method.id, case when method.id = payment.payment_method_id then payment.is_cash else coalesce((
        select bool_or(c.is_cash)
        from public.payment_corrections c
        where c.payment_id = payment.id and c.payment_method_id = method.id), method.is_cash) end, moved,
      held.amount, held.fee)) x(payment_method_id, is_cash, amount, amount_before, fee_before)
  join public.payment_methods m on m.id = x.payment_method_id;
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
   record_sale. Errors: permission_missing, sale_not_found, branch_view_only, is_opening_balance {number},
   reason_missing, sale_day_over,
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
  perform private.raise_error_if(voided.type = 'opening', 'is_opening_balance', 409,
    jsonb_build_object('number', voided.number));
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
select private.expose_rpc('correct_payment', 'Moves an amount of a payment from one method to another.');
select private.expose_rpc('void_sale_payment', 'Voids a later payment of a sale.');
select private.expose_rpc('void_sale', 'Voids a sale of today.');

-- Written only by the functions above. Not audited: sales keep their complete history.
select private.allow_read('public.sales', 'those who may view sales read the ones of their branches',
  'accounting.sales.view', hidden => '{shift_id,costed,cost,without_cost}');
select private.allow_read('public.sale_lines', 'those who read a sale read its lines', null, 'sale_id');
select private.allow_read('public.sale_line_costs', 'those who may view costs read what sold pieces cost',
  'inventory.costs.view', 'sale_line_id');
select private.allow_read('public.sale_payments', 'those who read a sale read its payments', null,
  'sale_id', hidden => '{shift_id,void_shift_id}');
select private.allow_read('public.payment_corrections', 'those who read a sale read the corrections of its payments',
  null, 'sale_id', hidden => '{shift_id}');

-- ── Invariants of this chapter ──

/* The movements that the lines of sales should have in the ledger, given their state. */
create view private.sold_goods as
select s.id as document_id, m.line_id, m.kind, m.variant_id, m.branch_id, m.stock_point_id, m.quantity
from public.sales s
join public.sale_lines l on l.sale_id = s.id
cross join (values (false), (true)) e(voided)
cross join lateral unnest(private.sale_moves(s.branch_id, array[l], null, e.voided)) m
where not e.voided or s.status = 'voided';

create view private.invariants_of_sales (rule, row_id) as
select 'sale comes to its lines', s.id::text
from public.sales s
left join lateral (
  select sum(l.subtotal) as subtotal, sum(l.discount + l.document_discount) as discount, sum(l.tax) as tax,
    sum(l.total) as total
  from public.sale_lines l where l.sale_id = s.id) l on true
where s.type <> 'opening'
  and (s.subtotal, s.discount, s.tax, s.total) is distinct from (l.subtotal, l.discount, l.tax, l.total)
union all
select 'sale has the pieces and costs of its lines', s.id::text
from public.sales s
left join lateral (
  select sum(l.quantity) as pieces, coalesce(-sum(l.total) filter (where l.quantity < 0), 0) as returned,
    sum(l.total - l.tax) filter (where k.cost is not null) as costed, sum(k.cost) as cost,
    coalesce(sum(l.quantity) filter (where k.cost is null), 0) as without_cost
  from public.sale_lines l
  left join public.sale_line_costs k on k.sale_line_id = l.id
  where l.sale_id = s.id) l on true
where s.type <> 'opening' and (s.pieces, s.returned, s.costed, s.cost, s.without_cost)
  is distinct from (l.pieces, l.returned, l.costed, l.cost, l.without_cost)
union all
select 'sale line costs what its goods were worth when they moved', l.id::text
from public.sale_lines l
join public.sale_line_costs k on k.sale_line_id = l.id
left join public.stock_movements m on m.document_type = 'sale' and m.document_id = l.sale_id and m.line_id = l.id
  and m.kind in ('sale', 'sale_return')
where k.unit_cost <> round(k.cost / l.quantity, 4) or k.cost is distinct from -m.value
union all
select 'sale line is its pieces at their price', l.id::text
from public.sale_lines l
-- Amounts are rounded to the currency's decimals of their day, which may have changed since.
where l.quantity > 0
  and not exists (select from unnest(array[0, 2, 3]) d where l.subtotal = round(l.quantity * l.unit_price, d))
union all
select 'sale has the tax rate of its lines', s.id::text
from public.sales s
join lateral (
  select count(distinct (l.tax_rate_id, l.tax_percentage, l.tax_included, l.quantity > 0)) > 1 as is_mixed,
    (array_agg(l.tax_rate_id))[1] as tax_rate_id, min(l.tax_percentage) as tax_percentage
  from public.sale_lines l where l.sale_id = s.id) l on true
where s.has_mixed_tax <> l.is_mixed
  or (s.tax_rate_id, s.tax_percentage) is distinct from (case when not l.is_mixed then l.tax_rate_id end,
    case when not l.is_mixed and l.tax_rate_id is not null then l.tax_percentage end)
union all
select 'tax of a rate is that of its lines, together or each', l.sale_id::text
from (
  select l.sale_id, l.tax_percentage, array_agg(l.subtotal - l.discount - l.document_discount) as nets,
    sum(l.tax) as tax, 100 + case when l.tax_included then l.tax_percentage else 0 end as base
  from public.sale_lines l
  where l.quantity > 0
  group by l.sale_id, l.tax_rate_id, l.tax_percentage, l.tax_included) l
where not exists (
  select
  from unnest(array[0, 2, 3]) d
  cross join lateral (
    select round(sum(n) * l.tax_percentage / l.base, d) as together,
      sum(round(n * l.tax_percentage / l.base, d)) as each
    from unnest(l.nets) n) t
  where l.tax in (t.together, t.each))
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
where s.type <> 'opening' and s.type <> (
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
select 'a correction moves an amount of one payment between two methods', c.correction_id::text
from public.payment_corrections c
join public.sale_payments p on p.id = c.payment_id
group by c.correction_id
having count(*) <> 2 or sum(c.amount) <> 0 or count(distinct c.payment_id) > 1
  or bool_or((c.sale_id, c.branch_id) <> (p.sale_id, p.branch_id))
union all
select 'no more is moved from a method than was paid by it', b.payment_id::text
from public.sale_payment_methods b
join public.sale_payments p on p.id = b.payment_id
group by b.payment_id
having bool_or(sign(b.amount) * sign(p.amount) < 0) or sum(b.amount) <> min(p.amount)
union all
-- For sales connected by returns and by used credits: no more money is paid out than came in, or was owed to the
-- customer by an opening balance. Groups with a voided later payment are exempt.
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
join public.sales s on s.id = g.id
group by g.root
having sum(m.came) - coalesce(sum(least(s.total, 0)) filter (where s.type = 'opening'), 0) < 0
  and not bool_or(coalesce(m.was_voided, false));
