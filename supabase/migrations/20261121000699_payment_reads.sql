-- Payments of sales, their corrections, and payments of orders, returns to suppliers and expenses that are not voided:
-- the rows behind the figures of the reports of cash flow and of payment methods.

create view public.payment_list with (security_invoker = true) as
select x.id, x.kind, x.day, x.created_at, x.branch_id, b.name as branch, b.name_ar as branch_ar, x.payment_method_id,
  m.name as payment_method, m.name_ar as payment_method_ar, x.document_id, x.document_number, c.name as customer,
  c.name_ar as customer_ar, u.name as supplier, u.name_ar as supplier_ar, g.name as category,
  g.name_ar as category_ar, x.amount, x.fee, x.reason, private.person(x.created_by) as created_by
from (
  select p.id, case when p.amount >= p.rounding then 'taken' else 'given_back' end as kind, p.business_day as day,
    p.created_at, p.branch_id, p.payment_method_id, s.id as document_id, s.number as document_number, s.customer_id,
    null::uuid as supplier_id, null::uuid as category_id, p.amount::numeric as amount, p.fee::numeric as fee,
    null::text as reason, p.created_by
  from public.sale_payments p
  join public.sales s on s.id = p.sale_id
  where p.voided_at is null and p.payment_method_id is not null
  union all
  select c.id, 'corrected', c.business_day, c.created_at, c.branch_id, c.payment_method_id, s.id, s.number,
    s.customer_id, null, null, c.amount, c.fee, c.reason, c.created_by
  from public.payment_corrections c
  join public.sales s on s.id = c.sale_id
  join public.sale_payments p on p.id = c.payment_id
  where p.voided_at is null
  union all
  select p.id, 'to_suppliers', p.paid_on, p.created_at, p.branch_id, p.payment_method_id, o.id, o.number, null,
    o.supplier_id, null, -p.amount, 0, null, p.created_by
  from public.purchase_payments p
  join public.purchase_orders o on o.id = p.purchase_order_id
  where p.voided_at is null and p.payment_method_id is not null
  union all
  select p.id, 'from_suppliers', p.paid_on, p.created_at, p.branch_id, p.payment_method_id, r.id, r.number, null,
    r.supplier_id, null, p.amount, 0, null, p.created_by
  from public.purchase_payments p
  join public.purchase_returns r on r.id = p.purchase_return_id
  where p.voided_at is null and p.payment_method_id is not null
  union all
  select p.id, 'for_expenses', p.paid_on, p.created_at, p.branch_id, p.payment_method_id, e.id, e.number,
    e.customer_id, e.supplier_id, e.category_id, -p.amount, 0, null, p.created_by
  from public.expense_payments p
  join public.expenses e on e.id = p.expense_id
  where p.voided_at is null) x
join public.branches b on b.id = x.branch_id
left join public.payment_methods m on m.id = x.payment_method_id
left join public.customers c on c.id = x.customer_id
left join public.suppliers u on u.id = x.supplier_id
left join public.expense_categories g on g.id = x.category_id;
comment on view public.payment_list is
  'Payments with names; what was paid out is negative. A name is null for those who may not view the record. category: '
  'of an expense; fee: what the bank keeps; reason: of a correction, which has a row for each of its two methods.';
grant select on public.payment_list to authenticated;

/* The condition shared by the list and its totals: a where clause over payments s. words: each in the search words of
   its document, such as its number. kinds: taken, given_back, corrected, to_suppliers, from_suppliers, for_expenses.
   paid: a period (private.period). filters: as in private.report_cash_flow. of_sales: only those of sales, as in
   private.report_methods. Refuses those who may not read all of these payments, since they would not add up. Errors:
   permission_missing, period_unknown. */
create function private.payment_filter(
  words text default '', kinds text[] default '{}', at_branch_ids uuid[] default '{}', paid text default null,
  filters jsonb default '{}', of_sales boolean default false)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  of_cash private.report_facts;
begin
  of_sales := coalesce(of_sales, false);
  perform private.require_permission(variadic case when of_sales then '{reports.sales.view,accounting.sales.view}'
    else '{reports.profit_and_loss.view,inventory.costs.view,accounting.sales.view,purchasing.orders.view,'
      'purchasing.returns.view,purchasing.payments.view,accounting.expenses.view,accounting.expense_payments.view}'
    end::text[]);
  select * into strict of_cash
  from private.report_facts f
  where f.fact = case when of_sales then 'methods' else 'cash_flow' end;
  return concat_ws(' and ', of_cash.condition,
    private.report_span(of_cash, private.period(coalesce(paid, '..'), reach)),
    format('s.branch_id = any (%L)', reach), private.sql_in('s.kind', kinds, 'kinds'),
    case when of_sales then 's.kind in (''taken'', ''given_back'', ''corrected'')' end,
    (private.report_conditions(of_cash.fact, coalesce(filters, '{}'))).conditions,
    (
      select string_agg(format('s.document_id in (select x.id from public.sales x where x.search like %1$L union all '
        'select x.id from public.purchase_orders x where x.search like %1$L union all '
        'select x.id from public.purchase_returns x where x.search like %1$L union all '
        'select x.id from public.expenses x where x.search like %1$L)', w), ' and ')
      from private.word_patterns(words) w));
end
$$;

/* The totals of the matching payments: {count, by_kind: {<kind>: count}, amount, fee}. */
create function private.payment_sums(matching text, kinds text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', coalesce(sum(x.count) filter (where x.asked), 0),
       ''by_kind'', coalesce(jsonb_object_agg(x.kind, x.count), ''{}''),
       ''amount'', coalesce(sum(x.amount) filter (where x.asked), 0),
       ''fee'', coalesce(sum(x.fee) filter (where x.asked), 0))
     from (
       select s.kind, count(*) as count, sum(s.amount) as amount, sum(s.fee) as fee,
         $1 = ''{}'' or s.kind = any ($1) as asked
       from private.money_moved s
       where %s
       group by s.kind) x', matching)
  into answer using kinds;
  return answer;
end
$$;

select private.expose_list('payment', 'A page of the payments of the caller''s branches.', 'private.money_moved s',
  'accounting.sales.view', array['day', 'amount'], all_of => 'kinds');
