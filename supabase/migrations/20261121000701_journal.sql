-- The journal: what the documents of a period mean in double-entry bookkeeping, for the accountant's bundle. Nothing is
-- stored: each document answers its lines, positive for debit and negative for credit, and those of one document add up
-- to zero. Accounts that profit and loss has too are named as its lines are, and come to the same amounts.
-- - money: one for each payment method; receivables, payables, expenses_due: owed by customers, to suppliers, and for
--   expenses; stock: the goods at cost, in all branches, so that transfers are left out.
-- - goods_received: goods whose order is not completed yet, and so not in the tax report. Zero once it is.
-- - output_tax, input_tax: one for each tax rate. opening: opening balances and opening stock, against equity.
-- - sales, returns, cost, damaged, counted, adjusted, corrected, drawers, rounding, expense (one for each category): as
--   private.report_profit_and_loss. drawer_cash: put into a drawer or taken out for another reason than a document.
-- Voided documents have no lines, as in all reports.

create view private.known_accounts as
select a.account, null::uuid as key
from unnest('{receivables,stock,payables,expenses_due,goods_received,output_tax,input_tax,opening,sales,returns,cost,'
  'damaged,counted,adjusted,corrected,drawers,rounding,expense,drawer_cash}'::text[]) a(account)
union all
select 'money', m.id from public.payment_methods m
union all
select x.account, t.id from public.tax_rates t cross join (values ('output_tax'), ('input_tax')) x(account)
union all
select 'expense', c.id from public.expense_categories c;
comment on view private.known_accounts is
  'The accounts that a journal may have. key: the payment method, tax rate or expense category; null for accounts that '
  'are one, and for tax and expenses without a rate or a category.';

create table private.account_codes (
  account text not null,
  key uuid,
  code public.code not null constraint account_codes_code_is_no_formula check (code !~ '^[-+=@]'),
  constraint account_codes_account_unique unique nulls not distinct (account, key)
);
comment on table private.account_codes is
  'What accounts (private.known_accounts) are called in the accountant''s own program: a code or a name.';

/* The lines of the journal of these days. document_id and day make an entry, whose amounts add up to zero. key: of the
   account; contact_id: the customer or supplier; tax_rate_id, tax_percentage: at which the line was taxed. */
create function private.journal(reach uuid[], days daterange)
  returns table (
    day date, document_type text, document_id uuid, number text, branch_id uuid, contact_id uuid, account text,
    key uuid, tax_rate_id uuid, tax_percentage numeric, amount numeric)
  language sql stable security definer rows 100000 set search_path = ''
as $$
  with bounds as (
    -- For the indexes, as in private.report_source.
    select coalesce(lower(days) - 1, '-infinity')::timestamp at time zone 'UTC' as since,
      coalesce(upper(days) + 2, 'infinity')::timestamp at time zone 'UTC' as until,
      coalesce(lower(days), '-infinity') as first, coalesce(upper(days), 'infinity') as after),
  drawer as (
    select m.id
    from public.payment_methods m
    where m.is_cash
    order by m.created_at, m.id
    limit 1),
  sold as materialized (
    select s.id, s.number, s.branch_id, s.business_day::date as day, s.customer_id, s.type, s.total::numeric as total,
      s.tax::numeric as tax, s.cost::numeric as cost, s.has_mixed_tax, s.tax_rate_id,
      s.tax_percentage::numeric as tax_percentage
    from public.sales s, bounds b
    where s.status <> 'voided' and s.branch_id = any (reach) and s.business_day::date <@ days
      and s.sold_at >= b.since and s.sold_at < b.until),
  lines as (
    select s.day, 'sale' as document_type, s.id as document_id, s.number, s.branch_id, s.customer_id as contact_id,
      x.account, x.key, x.tax_rate_id, x.tax_percentage, x.amount
    from sold s
    cross join lateral (values
      ('receivables', null::uuid, null::uuid, null::numeric, s.total),
      (case s.type when 'opening' then 'opening' when 'return' then 'returns' else 'sales' end, null, s.tax_rate_id,
        s.tax_percentage, case when not s.has_mixed_tax then s.tax - s.total end),
      ('output_tax', s.tax_rate_id, s.tax_rate_id, s.tax_percentage, case when not s.has_mixed_tax then -s.tax end),
      ('cost', null, null, null, s.cost),
      ('stock', null, null, null, -s.cost)) x(account, key, tax_rate_id, tax_percentage, amount)
    union all
    select s.day, 'sale', s.id, s.number, s.branch_id, s.customer_id, x.account, x.key, l.tax_rate_id,
      l.tax_percentage, x.amount
    from (
      select l.sale_id, l.quantity < 0 as is_return, l.tax_rate_id,
        case when l.tax_rate_id is not null then l.tax_percentage::numeric end as tax_percentage,
        sum(l.total - l.tax) as net, sum(l.tax) as tax
      from sold s
      join public.sale_lines l on l.sale_id = s.id
      where s.has_mixed_tax
      group by 1, 2, 3, 4) l
    join sold s on s.id = l.sale_id
    cross join lateral (values
      (case when l.is_return then 'returns' else 'sales' end, null::uuid, -l.net),
      ('output_tax', l.tax_rate_id, -l.tax)) x(account, key, amount)
    union all
    select s.day, 'sale', s.id, s.number, s.branch_id, s.customer_id, x.account, null, null, null, x.amount
    from sold s
    join public.sale_lines l on l.sale_id = s.id and l.damaged
    join public.sale_line_costs k on k.sale_line_id = l.id
    cross join lateral (values ('damaged', -k.cost::numeric), ('stock', k.cost)) x(account, amount)
    where s.type in ('return', 'exchange')
    union all
    -- Goods that were sold before their cost was known come back at what they cost now, without a profit.
    select s.day, 'sale', s.id, s.number, s.branch_id, s.customer_id, x.account, null, null, null, x.amount
    from sold s
    join public.sale_lines l on l.sale_id = s.id and l.quantity < 0
    left join public.sale_line_costs k on k.sale_line_id = l.id
    join public.stock_movements m on m.document_type = 'sale' and m.document_id = s.id and m.line_id = l.id
    cross join lateral (values ('stock', m.value), ('opening', -m.value)) x(account, amount)
    where s.type in ('return', 'exchange') and k.cost is null
    union all
    select p.business_day, 'sale', s.id, s.number, p.branch_id, s.customer_id, x.account, x.key, null, null, x.amount
    from public.sale_payments p
    join public.sales s on s.id = p.sale_id
    cross join bounds b
    cross join lateral (values
      ('money', p.payment_method_id, p.amount::numeric),
      ('receivables', null, p.rounding - p.amount),
      ('rounding', null, -p.rounding)) x(account, key, amount)
    where p.voided_at is null and p.payment_method_id is not null and p.branch_id = any (reach)
      and p.business_day >= b.first and p.business_day < b.after
    union all
    select c.business_day, 'sale', s.id, s.number, c.branch_id, s.customer_id, 'money', c.payment_method_id, null, null,
      c.amount
    from public.payment_corrections c
    join public.sale_payments p on p.id = c.payment_id
    join public.sales s on s.id = c.sale_id
    cross join bounds b
    where p.voided_at is null and c.branch_id = any (reach) and c.business_day >= b.first and c.business_day < b.after
    union all
    -- The drawer of a closed shift held what was counted: cash that it missed, or had over, was no loss or gain.
    select c.business_day, 'shift', h.id, h.number, c.branch_id, null, x.account, x.key, null, null, x.amount
    from public.payment_corrections c
    join public.sale_payments p on p.id = c.payment_id
    join public.shifts h on h.id = p.shift_id
    cross join bounds b
    cross join lateral (values
      ('money', (select d.id from drawer d), -c.amount::numeric), ('drawers', null, c.amount)) x(account, key, amount)
    where c.after_closing and c.is_cash and c.branch_id = any (reach) and c.business_day >= b.first
      and c.business_day < b.after
    union all
    -- The credit of a return that paid the debt of another customer: an entry of the return.
    select p.business_day, 'sale', r.id, r.number, p.branch_id, x.contact_id, 'receivables', null, null, null, x.amount
    from public.sale_payments p
    join public.sales s on s.id = p.sale_id
    join public.sales r on r.id = p.return_id and r.id <> s.id
    cross join bounds b
    cross join lateral (values (s.customer_id, -p.amount::numeric), (r.customer_id, p.amount)) x(contact_id, amount)
    where p.voided_at is null and s.customer_id is distinct from r.customer_id and p.branch_id = any (reach)
      and p.business_day >= b.first and p.business_day < b.after
    union all
    select o.ordered_on, 'purchase_order', o.id, o.number, o.branch_id, o.supplier_id, x.account, x.key, x.tax_rate_id,
      x.tax_percentage, x.amount
    from public.purchase_orders o
    join public.purchase_amounts a on a.purchase_order_id = o.id
    cross join bounds b
    cross join lateral (
      select 'payables' as account, null::uuid as key, null::uuid as tax_rate_id, null::numeric as tax_percentage,
        -a.total::numeric as amount
      union all
      select case when o.is_opening then 'opening' else 'goods_received' end, null, null, null,
        a.subtotal + a.charges
      union all
      select 'input_tax', t.tax_rate_id, t.tax_rate_id, t.tax_percentage, t.tax
      from private.purchase_taxes t
      where t.purchase_order_id = o.id and (o.tax_by_product or o.tax_rate_id is not null)
      union all
      select 'input_tax', null, null, null, a.tax
      where not o.tax_by_product and o.tax_rate_id is null) x
    where (o.status = 'completed' or o.is_opening and o.status <> 'cancelled') and o.branch_id = any (reach)
      and o.ordered_on >= b.first and o.ordered_on < b.after
    union all
    select r.day, 'receipt', r.id, r.number, r.branch_id, o.supplier_id, x.account, null, null, null, x.amount
    from (
      select r.*, r.business_day::date as day, false as is_undone
      from public.receipts r, bounds b
      where r.branch_id = any (reach) and r.business_day::date <@ days and r.created_at >= b.since
        and r.created_at < b.until
      union all
      select r.*, r.undone_day, true
      from public.receipts r, bounds b
      where r.branch_id = any (reach) and r.undone_day >= b.first and r.undone_day < b.after) r
    join public.purchase_orders o on o.id = r.purchase_order_id
    join public.stock_movements m on m.document_type = 'receipt' and m.document_id = r.id
      and (m.kind <> 'purchase') = r.is_undone
    cross join lateral (values ('stock', m.value), ('goods_received', -m.value)) x(account, amount)
    union all
    select r.business_day, 'purchase_return', r.id, r.number, r.branch_id, r.supplier_id, x.account, x.key,
      x.tax_rate_id, x.tax_percentage, x.amount
    from public.purchase_returns r
    join public.purchase_return_items i on i.purchase_return_id = r.id
    join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
    left join public.receipt_items y on y.id = i.receipt_item_id
    left join public.receipts g on g.id = y.receipt_id
    left join public.purchase_orders o on o.id = g.purchase_order_id
    cross join bounds b
    cross join lateral (
      select 'stock' as account, null::uuid as key, null::uuid as tax_rate_id, null::numeric as tax_percentage,
        -k.total::numeric as amount
      union all
      -- As long as its order is not completed, what the supplier credits is part of what is not invoiced yet.
      select 'goods_received', null, null, null, k.total where o.status <> 'completed'
      union all
      select z.account, z.key, z.tax_rate_id, z.tax_percentage, z.amount
      from (values
        ('payables', null::uuid, null::uuid, null::numeric, k.total + k.tax),
        ('input_tax', i.tax_rate_id, i.tax_rate_id, i.tax_percentage, -k.tax))
        z(account, key, tax_rate_id, tax_percentage, amount)
      where coalesce(o.status = 'completed', true)) x
    where r.voided_at is null and r.branch_id = any (reach) and r.business_day::date <@ days
      and r.created_at >= b.since and r.created_at < b.until
    union all
    select p.paid_on, 'purchase_order', o.id, o.number, p.branch_id, o.supplier_id, x.account, x.key, null, null,
      x.amount
    from public.purchase_payments p
    join public.purchase_orders o on o.id = p.purchase_order_id
    cross join bounds b
    cross join lateral (values
      ('money', p.payment_method_id, -p.amount::numeric), ('payables', null, p.amount)) x(account, key, amount)
    where p.voided_at is null and p.payment_method_id is not null and p.branch_id = any (reach)
      and p.paid_on >= b.first and p.paid_on < b.after
    union all
    select p.paid_on, 'purchase_return', r.id, r.number, p.branch_id, r.supplier_id, x.account, x.key, null, null,
      x.amount
    from public.purchase_payments p
    join public.purchase_returns r on r.id = p.purchase_return_id
    cross join bounds b
    cross join lateral (values
      ('money', p.payment_method_id, p.amount::numeric), ('payables', null, -p.amount)) x(account, key, amount)
    where p.voided_at is null and p.payment_method_id is not null and p.branch_id = any (reach)
      and p.paid_on >= b.first and p.paid_on < b.after
    union all
    select e.spent_on, 'expense', e.id, e.number, e.branch_id, coalesce(e.supplier_id, e.customer_id), x.account,
      x.key, x.tax_rate_id, x.tax_percentage, x.amount
    from public.expenses e
    cross join bounds b
    cross join lateral (values
      ('expenses_due', null::uuid, null::uuid, null::numeric, -e.amount::numeric),
      ('expense', e.category_id, e.tax_rate_id, e.tax_percentage, e.amount - e.tax),
      ('input_tax', e.tax_rate_id, e.tax_rate_id, e.tax_percentage, e.tax))
      x(account, key, tax_rate_id, tax_percentage, amount)
    where e.deleted_at is null and e.branch_id = any (reach) and e.spent_on >= b.first and e.spent_on < b.after
    union all
    select p.paid_on, 'expense', e.id, e.number, p.branch_id, coalesce(e.supplier_id, e.customer_id), x.account, x.key,
      null, null, x.amount
    from public.expense_payments p
    join public.expenses e on e.id = p.expense_id
    cross join bounds b
    cross join lateral (values
      ('money', p.payment_method_id, -p.amount::numeric), ('expenses_due', null, p.amount)) x(account, key, amount)
    where p.voided_at is null and p.branch_id = any (reach) and p.paid_on >= b.first and p.paid_on < b.after
    union all
    select h.business_day, 'shift', h.id, h.number, h.branch_id, null, x.account, x.key, null, null, x.amount
    from public.shifts h
    join public.shift_figures f on f.shift_id = h.id
    cross join bounds b
    cross join lateral (select (f.difference + coalesce(h.opening_difference, 0))::numeric as over) o
    cross join lateral (values
      ('money', (select d.id from drawer d), o.over), ('drawers', null, -o.over)) x(account, key, amount)
    where h.branch_id = any (reach) and h.business_day::date <@ days and h.opened_at >= b.since
      and h.opened_at < b.until
    union all
    select e.business_day, 'shift', h.id, h.number, h.branch_id, null, x.account, x.key, null, null, x.amount
    from public.cash_entries e
    join public.shifts h on h.id = e.shift_id
    cross join bounds b
    cross join lateral (select case e.kind when 'pay_in' then e.amount else -e.amount end::numeric as put_in) o
    cross join lateral (values
      ('money', (select d.id from drawer d), o.put_in), ('drawer_cash', null, -o.put_in)) x(account, key, amount)
    where h.branch_id = any (reach) and e.business_day >= b.first and e.business_day < b.after
    union all
    select s.day, s.document_type, s.document_id, s.number, s.branch_id, null, x.account, null, null, null, x.amount
    from private.stock_bookings s
    cross join bounds b
    cross join lateral (values
      ('stock', s.value),
      (case s.kind when 'opening' then 'opening' when 'count' then 'counted' else 'adjusted' end, -s.value))
      x(account, amount)
    where s.branch_id = any (reach) and s.day <@ days and (s.at is null or s.at >= b.since and s.at < b.until)
    union all
    select d.business_day, d.document_type, d.document_id,
      coalesce(r.number, q.number, s.number, e.number, c.number, o.number), d.branch_id, null, x.account, null, null,
      null, x.amount
    from public.cost_differences d
    left join public.receipts r on d.document_type = 'receipt' and r.id = d.document_id
    left join public.purchase_orders o on d.document_type = 'purchase_order' and o.id = d.document_id
    left join public.purchase_returns q on d.document_type = 'purchase_return' and q.id = d.document_id
    left join public.sales s on d.document_type = 'sale' and s.id = d.document_id
    left join public.stock_entries e on d.document_type = 'stock_entry' and e.id = d.document_id
    left join public.stock_counts c on d.document_type = 'count' and c.id = d.document_id
    cross join lateral (values
      ('stock', d.amount::numeric),
      (case d.kind when 'corrected' then 'corrected' when 'invoiced' then 'goods_received' else 'opening' end,
        -d.amount)) x(account, amount)
    where d.branch_id = any (reach) and d.business_day::date <@ days)
  select n.day, n.document_type, n.document_id, n.number, n.branch_id, n.contact_id, n.account, n.key, n.tax_rate_id,
    n.tax_percentage, sum(n.amount)
  from lines n
  where n.amount <> 0
  -- The goods of a receipt or a count are one line; money that was paid twice on a day too.
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, sign(n.amount)
$$;

/* The journal has what these permissions show; which documents are named, says private.journal_lines. Answers the days
   asked for. Errors: permission_missing, period_unknown. */
create function private.journal_days(reach uuid[], period text) returns daterange
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('reports.profit_and_loss.view', 'reports.profit_and_loss.export',
    'inventory.costs.view', 'attendance.shifts.view_expected', 'accounting.sales.view', 'purchasing.orders.view',
    'purchasing.returns.view',
    'purchasing.payments.view', 'accounting.expenses.view', 'accounting.expense_payments.view',
    'contacts.customers.view', 'contacts.suppliers.view');
  return private.period(period, reach);
end
$$;

/* The accounts of the journal of a period, also those without lines: {from, to, days: [day] with lines, debit, credit,
   rows: [{account, key, name, name_ar, code, debit, credit}]}. name: of the payment method, tax rate or category;
   code: what the accountant calls the account, null if nobody said. Errors: permission_missing, period_unknown. */
create function private.journal_accounts(at_branch_ids uuid[] default '{}', period text default 'last_month')
  returns jsonb
  language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.journal_days(reach, period);
begin
  return (
    with lines as materialized (
      select j.day, j.account, j.key, sum(j.amount) filter (where j.amount > 0) as debit,
        -sum(j.amount) filter (where j.amount < 0) as credit
      from private.journal(reach, days) j
      group by 1, 2, 3),
    known as (
      select x.account, x.key
      from private.known_accounts x
      union
      select l.account, l.key from lines l),
    accounts as (
      select k.account, k.key, coalesce(sum(l.debit), 0) as debit, coalesce(sum(l.credit), 0) as credit
      from known k
      left join lines l on l.account = k.account and l.key is not distinct from k.key
      group by 1, 2)
    select jsonb_build_object('from', lower(days), 'to', upper(days) - 1,
      'days', (select coalesce(jsonb_agg(distinct l.day), '[]') from lines l),
      'debit', coalesce(sum(a.debit), 0), 'credit', coalesce(sum(a.credit), 0),
      'rows', coalesce(jsonb_agg(jsonb_build_object('account', a.account, 'key', a.key,
        'name', coalesce(m.name, t.name, g.name), 'name_ar', coalesce(m.name_ar, t.name_ar, g.name_ar), 'code', c.code,
        'debit', a.debit, 'credit', a.credit)
        order by a.account, coalesce(m.name, t.name, g.name), a.key), '[]'))
    from accounts a
    left join public.payment_methods m on m.id = a.key
    left join public.tax_rates t on t.id = a.key
    left join public.expense_categories g on g.id = a.key
    left join private.account_codes c on c.account = a.account and c.key is not distinct from a.key);
end
$$;

/* The lines of the journal of a period, or those of one account: {count, debit, credit, rows: [{id, day, document_type,
   document_id, document_number, purchase_order_id of a receipt, branch_id, customer, customer_ar, supplier,
   supplier_ar, account, key, tax_rate, tax_rate_ar, tax_percentage, amount}]} by day and document; amount: positive
   for debit. Document and contact are null for those who may not view the document, such as a sale of another branch
   that was paid in this one. count, debit and credit cover all lines, of which the first row_limit are answered.
   Errors: permission_missing, period_unknown, value_invalid {field}. */
create function private.journal_lines(
  at_branch_ids uuid[] default '{}', period text default 'last_month', account text default null,
  key uuid default null, row_limit integer default 500) returns jsonb
  language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.journal_days(reach, period);
  visible constant uuid[] := private.branch_ids('view');
  hidden_types constant text[] := array(
    select x.document_type
    from (values ('shift', 'attendance.shifts.view'), ('stock_entry', 'inventory.stock.view'),
      ('count', 'inventory.counts.view')) x(document_type, permission)
    where not private.can(x.permission));
begin
  perform private.raise_error_if(journal_lines.account is not null and not exists (
      select from private.known_accounts a where a.account = journal_lines.account),
    'value_invalid', 400, '{"field": "account"}');
  return (
    with lines as materialized (
      select j.*
      from private.journal(reach, days) j
      where journal_lines.account is null
         or j.account = journal_lines.account and j.key is not distinct from journal_lines.key)
    select jsonb_build_object('count', count(*), 'debit', coalesce(sum(n.amount) filter (where n.amount > 0), 0),
      'credit', coalesce(-sum(n.amount) filter (where n.amount < 0), 0),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('id', j.position, 'day', j.day,
          'document_type', j.document_type, 'document_id', d.id, 'document_number', d.number,
          'purchase_order_id', r.purchase_order_id, 'branch_id', j.branch_id, 'customer', u.name,
          'customer_ar', u.name_ar, 'supplier', s.name, 'supplier_ar', s.name_ar, 'account', j.account, 'key', j.key,
          'tax_rate', t.name, 'tax_rate_ar', t.name_ar, 'tax_percentage', j.tax_percentage, 'amount', j.amount)
          order by j.position), '[]')
        from (
          select n.*, row_number() over (order by n.day, n.document_type, n.number, n.document_id, n.amount < 0,
            n.account, n.key, n.tax_percentage) as position
          from lines n
          order by position
          limit greatest(row_limit, 0)) j
        left join lateral (
          select j.document_id as id, j.number
          where j.document_type <> all (hidden_types) and coalesce(case j.document_type
            when 'sale' then (select x.branch_id from public.sales x where x.id = j.document_id)
            when 'purchase_order' then (
              select x.branch_id from public.purchase_orders x where x.id = j.document_id)
            when 'purchase_return' then (
              select x.branch_id from public.purchase_returns x where x.id = j.document_id)
            when 'expense' then (select x.branch_id from public.expenses x where x.id = j.document_id)
            end, j.branch_id) = any (visible)) d on true
        left join public.customers u on u.id = j.contact_id and d.id is not null
        left join public.suppliers s on s.id = j.contact_id and d.id is not null
        left join public.receipts r on j.document_type = 'receipt' and r.id = d.id
        left join public.tax_rates t on t.id = j.tax_rate_id))
    from lines n);
end
$$;

/* Says what accounts are called in the accountant's program: [{account, key, code}], at most 2,000, each once; an empty
   code forgets it, other accounts stay. Safe to repeat. Errors: permission_missing, lines_missing, lines_over_limit,
   value_invalid {field, line}, field_unknown {field, line}. */
create function private.save_account_codes(codes jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('reports.profit_and_loss.view', 'reports.profit_and_loss.export',
    'inventory.costs.view', 'attendance.shifts.view_expected');
  perform private.require_lines(codes, 2000, '{"account": "text", "key": "uuid", "code": "text"}', 'value_invalid',
    'codes');
  perform private.raise_error('value_invalid', 400, '{"field": "codes"}')
  from jsonb_to_recordset(codes) x(account text, key uuid)
  left join private.known_accounts k on k.account = x.account and k.key is not distinct from x.key
  group by x.account, x.key
  having count(*) > 1 or count(k.account) = 0;
  delete from private.account_codes c
  using jsonb_to_recordset(codes) x(account text, key uuid, code text)
  where c.account = x.account and c.key is not distinct from x.key and coalesce(btrim(x.code), '') = '';
  insert into private.account_codes (account, key, code)
  select x.account, x.key, btrim(x.code)
  from jsonb_to_recordset(codes) x(account text, key uuid, code text)
  where btrim(x.code) <> ''
  on conflict on constraint account_codes_account_unique do update set code = excluded.code;
end
$$;

select private.expose_rpc('journal_accounts', 'The accounts of a period''s journal, with debit and credit.');
select private.expose_rpc('journal_lines', 'The lines of a period''s journal, or those of one account.');
select private.expose_rpc('save_account_codes', 'Says what accounts are called in the accountant''s program.');

-- ── Invariants of this chapter ──

/* What went back of orders that are not completed. */
create view private.incomplete_returns as
select k.total::numeric as total, k.tax::numeric as tax
from public.purchase_returns r
join public.purchase_return_items i on i.purchase_return_id = r.id
join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
join public.receipt_items y on y.id = i.receipt_item_id
join public.receipts g on g.id = y.receipt_id
join public.purchase_orders o on o.id = g.purchase_order_id
where r.voided_at is null and o.status <> 'completed';

create view private.invariants_of_journal (rule, row_id) as
with journal as materialized (
  select j.*
  from private.journal(array(select b.id from public.branches b), daterange(null, null)) j),
booked as (
  select j.account, case j.account when 'money' then j.key when 'receivables' then j.contact_id end as key,
    sum(j.amount) as amount
  from journal j
  where j.document_type <> 'shift'
  group by 1, 2)
select 'journal entry adds up to zero', j.document_id || ' ' || j.day
from journal j
group by j.document_id, j.day
having sum(j.amount) <> 0
union all
select 'journal has what the documents have', concat_ws(' ', x.account, x.key, b.amount, x.amount)
from (
  select v.*
  from (
    select coalesce(sum(k.total), 0) as total, coalesce(sum(k.total + k.tax), 0) as with_tax
    from private.incomplete_returns k) back
  cross join lateral (values
    (null::uuid, 'stock', coalesce((select sum(m.value) from public.stock_movements m), 0)
      + coalesce((select sum(d.amount) from public.cost_differences d), 0)),
    (null, 'expenses_due', (select -sum(e.remaining) from public.expenses e where e.deleted_at is null)),
    -- Orders that are not completed, with what went back of them, are no debt yet.
    (null, 'payables', coalesce((select sum(r.remaining) from public.purchase_return_amounts r), 0) - back.with_tax
      - coalesce((
        select sum(case when o.status = 'completed' or o.is_opening then a.remaining else -a.paid end)
        from public.purchase_amounts a
        join public.purchase_orders o on o.id = a.purchase_order_id
        where o.status <> 'cancelled'), 0)),
    (null, 'goods_received', back.total - coalesce((
        select sum(c.received + c.received_charges)
        from public.purchase_item_costs c
        join public.purchase_items i on i.id = c.purchase_item_id
        join public.purchase_orders o on o.id = i.purchase_order_id
        where o.status <> 'completed'), 0))) v(key, account, amount)
  union all
  select m.payment_method_id, 'money', sum(m.amount)
  from private.money_moved m
  group by 1
  union all
  select s.customer_id, 'receivables', sum(s.remaining)
  from public.sales s
  group by 1) x
left join booked b on b.account = x.account and b.key is not distinct from x.key
where coalesce(b.amount, 0) <> coalesce(x.amount, 0);
