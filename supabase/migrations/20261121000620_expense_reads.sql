-- Reads of the expenses screens: the list with its totals, the category tree, one expense, recurring expenses, and the
-- part of the global search for expenses.

create view public.expense_list with (security_invoker = true) as
select e.id, e.version, e.number, e.spent_on, e.business_day, e.created_at, e.branch_id, b.name as branch,
  b.name_ar as branch_ar,
  e.category_id, c.name as category, c.name_ar as category_ar, e.reference, e.supplier_id, s.name as supplier,
  s.name_ar as supplier_ar,
  e.customer_id, k.name as customer, k.name_ar as customer_ar, private.person(e.assigned_id) as assigned,
  private.person(e.created_by) as created_by,
  e.amount, e.tax, e.paid, e.remaining, e.payment_status, e.notes
from public.expenses e
join public.branches b on b.id = e.branch_id
left join public.expense_categories c on c.id = e.category_id
left join public.suppliers s on s.id = e.supplier_id
left join public.customers k on k.id = e.customer_id
where e.deleted_at is null;
comment on view public.expense_list is
  'Expenses with names; a name is null for those who may not view the record.';
grant select on public.expense_list to authenticated;

/* These categories and all their descendants. */
create function private.categories_below(category_ids uuid[]) returns uuid[]
  language sql stable security definer set search_path = ''
as $$
  with recursive below as (
    select c.id from public.expense_categories c where c.id = any (category_ids)
    union
    select c.id from public.expense_categories c join below on c.parent_id = below.id)
  select array(select id from below)
$$;

/* The condition shared by the list and the totals of expenses: a where clause over expenses e. Each word is in the
   number, the reference, the notes or, for those who may view suppliers, the supplier's name. */
create function private.expense_filter(
  words text default '', payment_statuses text[] default '{}', at_branch_ids uuid[] default '{}',
  category_ids uuid[] default '{}', supplier_ids uuid[] default '{}', customer_ids uuid[] default '{}',
  assigned_ids uuid[] default '{}', payment_method_ids uuid[] default '{}', tax_rate_ids uuid[] default '{}',
  spent text default null, recurring boolean default null, lacks_tax_number boolean default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  sees_suppliers constant boolean := private.can('contacts.suppliers.view');
  in_words text;
begin
  perform private.require_permission('accounting.expense_payments.view') where payment_method_ids <> '{}';
  perform private.require_max_items(category_ids, 1000, 'category_ids');
  select string_agg(format('(e.search like %1$L or %2$L and e.supplier_id in (select s.id from public.suppliers s '
    'where s.search like %1$L))',
    w, sees_suppliers),
    ' and ')
  into in_words
  from private.word_patterns(words) w;
  return concat_ws(' and ', format('e.deleted_at is null and e.branch_id = any (%L::uuid[])', reach), in_words,
    private.sql_in('e.payment_status', payment_statuses, 'payment_statuses'),
    private.sql_in('e.supplier_id', supplier_ids, 'supplier_ids'),
    private.sql_in('e.customer_id', customer_ids, 'customer_ids'),
    private.sql_in('e.assigned_id', assigned_ids, 'assigned_ids'),
    private.sql_in('e.tax_rate_id', tax_rate_ids, 'tax_rate_ids'),
    case
      when category_ids <> '{}'
        then format('e.category_id = any (%L::uuid[])', private.categories_below(category_ids)) end,
    'exists (select from public.expense_payments p where p.expense_id = e.id and p.voided_at is null and '
      || private.sql_in('p.payment_method_id', payment_method_ids, 'payment_method_ids') || ')',
    case when spent is not null then format('e.spent_on::date <@ %L::daterange', private.period(spent, reach)) end,
    case recurring when true then 'e.rule_id is not null' when false then 'e.rule_id is null' end,
    private.lacks_tax_number_condition('e.supplier_id', 'e.tax') || ' is ' || lacks_tax_number);
end
$$;

/* The totals of the matching expenses: {count, by_status: {unpaid, partial, paid}, amount, tax, paid, remaining}. */
create function private.expense_sums(matching text, payment_statuses text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked),
       ''by_status'', jsonb_build_object(''unpaid'', count(*) filter (where x.payment_status = ''unpaid''), ''partial'',
        count(*) filter (where x.payment_status = ''partial''),
         ''paid'', count(*) filter (where x.payment_status = ''paid'')),
       ''amount'', coalesce(sum(x.amount) filter (where x.asked), 0), ''tax'',
        coalesce(sum(x.tax) filter (where x.asked), 0),
       ''paid'', coalesce(sum(x.paid) filter (where x.asked), 0), ''remaining'',
        coalesce(sum(x.remaining) filter (where x.asked), 0))
     from (
       select e.*, $1 = ''{}'' or e.payment_status = any ($1) as asked from public.expenses e where %s) x', matching)
  into answer using payment_statuses;
  return answer;
end
$$;

/* A page of expenses of the caller's branches. words: each in the number, reference, notes or supplier. spent: a period
   (private.period). category_ids: including their descendants. payment_method_ids: at least partly paid by one of them,
   for those who may view payments. recurring: whether a rule wrote the expense or began with it. lacks_tax_number:
   whether it has tax, but no supplier with a tax number. Empty or null lists match all; at most 1,000 values. sort:
   spent_on, number, amount, remaining, id. Errors: permission_missing, sort_unknown, period_unknown, list_over_limit,
   search_too_long. */
select private.expose_list('expense', 'A page of expenses of the caller''s branches.', 'public.expenses e',
  'accounting.expenses.view', array['spent_on', 'number', 'amount', 'remaining'], all_of => 'payment_statuses');

/* The category tree with the expenses of a period in the caller's branches: [{id, name, name_ar, parent_id, active,
   count, own, amount}]; own: the category's own amount; count, amount: including its descendants. Parents precede
   children, siblings are sorted by name; expenses without a category come last, with id null. Errors:
   permission_missing, period_unknown, list_over_limit. */
create function private.expense_tree(at_branch_ids uuid[] default '{}', spent text default null) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_permission('accounting.expenses.view', 'accounting.expense_categories.view');
  execute format(
    'with recursive own as (
      select e.category_id, count(*) as count, sum(e.amount) as amount
      from public.expenses e
      where %s
      group by 1),
     tree as (
       select c.id, c.name, c.name_ar, c.parent_id, c.active, array[c.id] as path,
         array[private.normalise(c.name)] as sort_path
       from public.expense_categories c
       where c.parent_id is null
       union all
       select c.id, c.name, c.name_ar, c.parent_id, c.active, t.path || c.id, t.sort_path || private.normalise(c.name)
       from public.expense_categories c
       join tree t on c.parent_id = t.id)
     select coalesce(jsonb_agg(jsonb_build_object(''id'', x.id, ''name'', x.name, ''name_ar'', x.name_ar, ''parent_id'',
     x.parent_id, ''active'', x.active,
       ''count'', x.count, ''own'', x.own, ''amount'', x.amount) order by x.id is null, x.sort_path), ''[]'')
     from (
       select t.id, t.name, t.name_ar, t.parent_id, t.active, t.sort_path, coalesce(o.amount, 0) as own,
         (
          select coalesce(sum(b.count), 0)
          from tree u
          join own b on b.category_id = u.id
          where t.id = any (u.path)) as count,
         (
          select coalesce(sum(b.amount), 0)
          from tree u
          join own b on b.category_id = u.id
          where t.id = any (u.path)) as amount
       from tree t left join own o on o.category_id = t.id
       union all
       select null, null, null, null, true, null, o.amount, o.count, o.amount
       from own o
       where o.category_id is null) x',
    private.expense_filter('', '{}', at_branch_ids, '{}', '{}', '{}', '{}', '{}', '{}', spent, null)) into answer;
  return answer;
end
$$;

select private.expose_rpc('expense_tree', 'The category tree with the expenses of a period.');

/* One expense: {expense: as in expense_list, with its links, tax rate and rule; payments; files; timeline}. payments
   and files are null for those who may not view them; an invisible sale or order has no number. Errors:
   permission_missing, expense_not_found. */
create function public.expense_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  expense public.expense_list;
  stored public.expenses;
  sees_payments constant boolean := private.can('accounting.expense_payments.view');
begin
  perform private.require_permission('accounting.expenses.view');
  select * into stored from public.expenses e where e.id = expense_detail.id;
  perform private.raise_error_if(stored.id is null, 'expense_not_found', 404);
  select * into expense from public.expense_list e where e.id = stored.id;
  return jsonb_build_object(
    'expense', to_jsonb(expense)
      || jsonb_build_object('updated_at', stored.updated_at, 'updated_by', private.person(stored.updated_by),
        'assigned_id', stored.assigned_id,
      'tax_rate_id', stored.tax_rate_id, 'tax_percentage', stored.tax_percentage, 'sale_id', stored.sale_id,
      'purchase_order_id', stored.purchase_order_id,
      'tax_rate', (select t.name from public.tax_rates t where t.id = stored.tax_rate_id),
      'tax_rate_ar', (select t.name_ar from public.tax_rates t where t.id = stored.tax_rate_id),
      'rule', (
        select jsonb_build_object('id', r.id, 'every', r.every, 'unit', r.unit, 'status', r.status,
          'next_on', r.next_on)
        from public.expense_rules r
        where r.id = stored.rule_id),
      'sale_number', (select s.number from public.sales s where s.id = stored.sale_id),
      'purchase_number', (select o.number from public.purchase_orders o where o.id = stored.purchase_order_id))
      || (
        select jsonb_build_object('branch_phone', b.phone, 'branch_address', b.address)
        from public.branches b
        where b.id = stored.branch_id),
    'payments', case when sees_payments then (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(p)) || jsonb_build_object(
        'payment_method', m.name, 'payment_method_ar', m.name_ar, 'branch', b.name, 'branch_ar', b.name_ar)
          order by p.created_at, p.id), '[]')
      from (
        select x.id, x.branch_id, x.payment_method_id, x.amount, x.paid_on, x.business_day, x.note, x.is_cash,
          x.created_at, x.created_by, x.voided_at, x.voided_by, x.void_reason
        from public.expense_payments x where x.expense_id = stored.id) p
      join public.branches b on b.id = p.branch_id
      left join public.payment_methods m on m.id = p.payment_method_id) end,
    'files', case when private.can('documents.files.view') then (
      select coalesce(jsonb_agg(to_jsonb(a) - 'search' order by a.created_at desc, a.id desc), '[]')
      from (
        select *
        from public.attachments x
        where x.document_id = stored.id and x.kind = 'expenses'
        order by x.created_at desc, x.id desc
        limit 100) a) end,
    'timeline', private.timeline(array[private.event(1,
      case when stored.rule_id is not null and stored.created_by is null then 'recurred' else 'created' end,
      stored.created_at, stored.created_by, null, stored.number, null, stored.amount)]
      || array(select c from private.changes_of('expenses', stored.id,
        '{spent_on,category_id,amount,tax_rate_id,reference,supplier_id,customer_id,assigned_id,sale_id,'
        'purchase_order_id,notes}') c)
      || array(
        select unnest(array[private.event(4, 'paid', p.created_at, p.created_by, amount => p.amount),
          private.event(8, 'voided', p.voided_at, p.voided_by, p.void_reason, amount => p.amount)])
        from public.expense_payments p
        where p.expense_id = stored.id)));
end
$$;
grant execute on function public.expense_detail to authenticated;
comment on function public.expense_detail is
  'One expense with its links, payments, files and timeline.';

/* The matches of private.find_records among expenses, in its columns: number, category, supplier, day. */
create function private.search_expenses(words text, most integer)
  returns table (kind text, id uuid, exact boolean, code text, name text, name_ar text, other text, other_ar text,
    day date, price numeric, on_hand numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select ''expenses'', e.id, e.number = upper(btrim($1)), e.number, c.name::text, c.name_ar::text, s.name::text,
      s.name_ar::text, e.spent_on::date, null::numeric, null::numeric
     from (select * from public.expenses e where %s order by e.spent_on desc, e.id desc limit $2) e
     left join public.expense_categories c on c.id = e.category_id and $3
     left join public.suppliers s on s.id = e.supplier_id and $4
     order by e.spent_on desc, e.id desc',
    private.expense_filter(words, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null, null))
  using words, most, private.can('accounting.expense_categories.view'), private.can('contacts.suppliers.view');
end
$$;

create view public.expense_rule_list with (security_invoker = true) as
select r.id, r.version, r.branch_id, b.name as branch, b.name_ar as branch_ar, r.category_id, c.name as category,
  c.name_ar as category_ar, r.amount, r.tax_rate_id,
  r.supplier_id, s.name as supplier, s.name_ar as supplier_ar, r.customer_id, r.assigned_id, r.notes, r.every, r.unit,
  r.starts_on, r.ends_on, r.next_on, r.status, r.failure,
  array(select private.rule_days(r.starts_on, r.every, r.unit, r.ends_on, r.next_on, 5))::public.day[] as next_days,
  private.person(r.created_by) as created_by, r.created_at,
  private.normalise(concat_ws(' ', r.notes, c.name, c.name_ar, s.name, s.name_ar)) as search
from public.expense_rules r
join public.branches b on b.id = r.branch_id
left join public.expense_categories c on c.id = r.category_id
left join public.suppliers s on s.id = r.supplier_id;
comment on view public.expense_rule_list is
  'Recurring expenses with names; a name is null for those who may not view the record.';
comment on column public.expense_rule_list.next_days is 'The next five due days; empty if it has ended.';
grant select on public.expense_rule_list to authenticated;
