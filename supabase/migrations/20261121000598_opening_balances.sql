-- Opening balances: what customers owed the business and what it owed suppliers in the old system, when it began to use
-- Daftar. A document with a number, a branch, a day, an amount and a note, which is paid as a sale or an order is, and
-- stands in accounts, statements and reports of debts by its day. It has no goods, so that figures of sales, purchases,
-- tax and profit leave it out.
--
-- A customer's is a row of sales with the type and the status opening, a supplier's a row of purchase_orders with
-- is_opening: payments, credits and debts need not know more kinds of documents.

create view private.opening_balances as
select s.id, s.number, s.version, 'customer' as contact, s.customer_id as contact_id, s.branch_id,
  s.business_day::date as day, null::date as due_on, s.total::numeric as amount, s.paid::numeric as paid,
  s.remaining::numeric as remaining, s.payment_status, s.status, s.note::text as note, s.created_by
from public.sales s
where s.type = 'opening'
union all
select o.id, o.number, o.version, 'supplier', o.supplier_id, o.branch_id, o.ordered_on::date, o.due_on::date,
  a.total::numeric, a.paid::numeric, case when o.status = 'cancelled' then 0 else a.remaining::numeric end,
  case when o.status <> 'cancelled' then a.payment_status end,
  case o.status when 'cancelled' then 'voided' else o.status end, o.notes::text, o.created_by
from public.purchase_orders o
join public.purchase_amounts a on a.purchase_order_id = o.id
where o.is_opening;
comment on view private.opening_balances is
  'Opening balances of customers and suppliers in one form. status: opening or voided.';

/* Requires this permission for opening balances, and those to see the contact and the amount. */
create function private.require_opening_balances(permission text, contact text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission(permission);
  perform private.require_permission('contacts.customers.view') where contact = 'customer';
  perform private.require_permission('contacts.suppliers.view', 'inventory.costs.view') where contact = 'supplier';
end
$$;

/* The answer of the calls below. Volatile, to see the writes of the calling statement. */
create function private.opening_balance_summary(id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(b) - '{contact_id,branch_id,day,due_on,note,created_by}'::text[]
    from private.opening_balances b
    where b.id = opening_balance_summary.id);
end
$$;

/* Writes opening balances, which were checked. */
create function private.write_opening_balances(balances private.opening_balances[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.sales (id, number, type, status, branch_id, customer_id, salesperson_id, sold_at, business_day,
    subtotal, discount, tax, total, paid, note, content)
  select b.id, b.number, 'opening', 'opening', b.branch_id, b.contact_id, auth.uid(),
    lower(private.moments_of(daterange(b.day, b.day + 1), array[b.branch_id])), b.day, b.amount, 0, 0, b.amount, 0,
    b.note, pg_catalog.jsonb_hash_extended(to_jsonb(b), 0)
  from unnest(balances) b
  where b.contact = 'customer';
  insert into public.purchase_orders (id, number, supplier_id, branch_id, ordered_on, due_on, status, is_opening, notes)
  select b.id, b.number, b.contact_id, b.branch_id, b.day, b.due_on, 'opening', true, b.note
  from unnest(balances) b
  where b.contact = 'supplier';
  insert into public.purchase_amounts (purchase_order_id, subtotal, tax, total)
  select b.id, b.amount, 0, b.amount
  from unnest(balances) b
  where b.contact = 'supplier';
end
$$;

/* Records an opening balance. The same id sent again with the same content answers with the result of the first call,
   with other content 409 exists_already {version, number}.
   balance: {contact: customer or supplier, contact_id, branch_id, day, due_on, amount, note}. day: since when it is
   owed, at most the branch's today; it may lie before the first day of sales. due_on: of a supplier's only, not before
   the day; debts to suppliers age from it. amount: in units of the currency, with its decimals, not zero; what the
   customer owes, negative for a credit, or what the supplier is owed, positive.
   Answers {id, number, version, contact, amount, paid, remaining, payment_status: due, partially_paid or paid, status:
   opening or voided}. Errors: permission_missing, value_invalid {field}, field_unknown {field}, field_missing {field},
   id_missing, id_taken, branch_not_found, branch_view_only, place_closed, customer_not_found, supplier_not_found,
   opening_balance_not_found, exists_already, opening_amount_invalid, opening_day_in_future,
   purchase_orders_due_after_order. */
create function private.record_opening_balance(id uuid, balance jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  sent private.opening_balances;
  known private.opening_balances;
begin
  perform private.require_values(balance, '{"contact": "text", "contact_id": "uuid", "branch_id": "uuid",
    "day": "public.day", "due_on": "public.day", "amount": "public.money", "note": "text"}');
  perform private.raise_error_if(not pg_input_is_valid(btrim(balance ->> 'note'), 'public.long_text'), 'value_invalid',
    400, '{"field": "note"}')
  where btrim(balance ->> 'note') <> '';
  perform private.raise_error('field_missing', 400, jsonb_build_object('field', f))
  from unnest('{contact,contact_id,branch_id,day,amount}'::text[]) f
  where balance ->> f is null
  limit 1;
  sent := jsonb_populate_record(null::private.opening_balances, balance);
  sent.id := id;
  sent.note := nullif(btrim(sent.note), '');
  perform private.raise_error_if(sent.contact not in ('customer', 'supplier'), 'value_invalid', 400,
    '{"field": "contact"}');
  perform private.raise_error_if(sent.due_on is not null and sent.contact = 'customer', 'value_invalid', 400,
    '{"field": "due_on"}');
  perform private.require_opening_balances('contacts.opening_balances.create', sent.contact);
  perform private.register_document_id(id, 'opening_balance');
  perform private.require_branch(sent.branch_id);
  select * into known from private.opening_balances b where b.id = record_opening_balance.id;
  if known.id is not null then
    perform private.require_same_content(
      case when known.branch_id = any (private.branch_ids('view')) then known.created_by end,
      known.number, known.version, 'opening_balance_not_found',
      (known.contact, known.contact_id, known.branch_id, known.day, known.due_on, known.amount, known.note)
        is not distinct from (sent.contact, sent.contact_id, sent.branch_id, sent.day, sent.due_on, sent.amount,
        sent.note));
    return private.opening_balance_summary(id);
  end if;

  perform private.require_open_place(sent.branch_id, null, 'branch_id');
  perform private.raise_error_if(sent.contact = 'customer' and not exists (
    select from public.customers c where c.id = sent.contact_id),
    'customer_not_found', 404, '{"field": "contact_id"}');
  perform private.raise_error_if(sent.contact = 'supplier' and not exists (
    select from public.suppliers s where s.id = sent.contact_id),
    'supplier_not_found', 404, '{"field": "contact_id"}');
  perform private.raise_error_if(sent.amount = 0 or sent.amount <> round(sent.amount, private.currency_decimals())
    or (sent.contact = 'supplier' and sent.amount < 0),
    'opening_amount_invalid', 400, '{"field": "amount"}');
  perform private.raise_error_if(sent.day > private.branch_today(sent.branch_id), 'opening_day_in_future', 400,
    '{"field": "day"}');

  sent.number := private.next_number('OB', sent.branch_id, day => sent.day);
  perform private.write_opening_balances(array[sent]);
  return private.opening_balance_summary(id);
end
$$;

/* Voids opening balances, which are locked and without payments. */
create function private.cancel_opening_balances(ids uuid[], reason text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.sales s
  set status = 'voided', voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason)
  where s.id = any (ids);
  update public.purchase_orders o
  set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = btrim(reason)
  where o.id = any (ids);
end
$$;

/* Voids an opening balance: it is owed no more. Voiding again changes nothing. Answers as record_opening_balance.
   Errors: permission_missing, opening_balance_not_found, branch_view_only, reason_missing,
   opening_balance_has_payments. */
create function private.void_opening_balance(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  known private.opening_balances;
begin
  perform private.require_permission('contacts.opening_balances.void');
  select * into known
  from private.opening_balances b
  where b.id = void_opening_balance.id and b.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(known.id is null, 'opening_balance_not_found', 404);
  perform private.require_opening_balances('contacts.opening_balances.void', known.contact);
  perform private.require_branch(known.branch_id);
  perform private.require_reason(reason);
  perform from public.sales s where s.id = known.id for update;
  perform from public.purchase_orders o where o.id = known.id for update;
  -- It may have been paid or voided before it was locked.
  select * into known from private.opening_balances b where b.id = known.id;
  if known.status <> 'voided' then
    perform private.raise_error_if(known.paid <> 0, 'opening_balance_has_payments', 409);
    perform private.cancel_opening_balances(array[known.id], reason);
  end if;
  return private.opening_balance_summary(id);
end
$$;

select private.expose_rpc('record_opening_balance',
  'Records what a customer owed, or a supplier was owed, in the old system.');
select private.expose_rpc('void_opening_balance', 'Voids an opening balance without payments.');

-- ── Invariants of this chapter ──

create view private.invariants_of_opening_balances (rule, row_id) as
select 'an opening balance of a customer has no goods, no tax, no till and no shift', s.id::text
from public.sales s
where s.type = 'opening' and (exists (select from public.sale_lines l where l.sale_id = s.id)
  or s.till is not null or s.shift_id is not null or s.reference is not null
  -- The undo of an import takes away the customers that it created.
  or s.customer_id is null and s.status <> 'voided'
  or s.total = 0 or (s.subtotal, s.discount, s.tax, s.pieces, s.returned, s.without_cost) <> (s.total, 0, 0, 0, 0, 0)
  or s.costed is not null or s.cost is not null
  or exists (select from public.sale_payments p where p.sale_id = s.id and not p.paid_after_sale
    and p.return_id is null))
union all
select 'an opening balance of a supplier has no goods, no tax and no approval', o.id::text
from public.purchase_orders o
left join public.purchase_amounts a on a.purchase_order_id = o.id
where o.is_opening and (exists (select from public.purchase_items i where i.purchase_order_id = o.id)
  or exists (select from public.receipts r where r.purchase_order_id = o.id)
  or o.receipt_state <> 'none' or o.approved_at is not null or o.tax_rate_id is not null or o.tax_by_product
  or (a.total > 0 and (a.subtotal, a.tax) = (a.total, 0)) is not true)
union all
select 'what remains of an opening balance is its amount less what was paid, nothing once voided', b.id::text
from private.opening_balances b
where b.remaining <> case b.status when 'opening' then b.amount - b.paid else 0 end
  or (b.status = 'voided' and b.paid <> 0);
