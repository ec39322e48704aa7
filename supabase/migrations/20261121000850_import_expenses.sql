-- Imports of expenses: a row is an expense with its payment. Existing expenses are never changed by a file.

/* The key by which expenses are compared: rows or stored expenses with the same key may be the same expense. */
create function private.expense_key(branch_id uuid, reference text, spent_on date, amount numeric, supplier_id uuid)
  returns text
  language sql stable set search_path = ''
as $$
  select jsonb_build_array(branch_id, private.normalise(reference), spent_on, trim_scale(amount), supplier_id)::text
$$;

/* The values in which expenses with the same key may still differ. */
create function private.expense_details(category_id uuid, customer_id uuid, assigned_id uuid, notes text) returns text
  language sql immutable set search_path = ''
as $$
  select jsonb_build_array(category_id, customer_id, assigned_id, notes)::text
$$;

/* Creates the rows with their own values. A payment method without an amount pays all of it. */
create function private.import_expense_rows(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.import_branches();
  perform private.require_branch((options ->> 'branch_id')::uuid)
  where options ->> 'branch_id' is not null and exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.require_open_place((options ->> 'branch_id')::uuid, null, null)
  where exists (select from pg_temp.import_cells c where c.branch is null);
  perform private.import_rows('expenses',
    $columns$case when c.branch is null then $columns$ || quote_nullable(options ->> 'branch_id') || $columns$::uuid
      else b.id end
      as branch_id, null::uuid as tax_rate_id, private.uuid_v7() as id, true as fresh, false as changed,
        false as bad$columns$,
    'left join pg_temp.import_branches b on b.branch = c.branch');
  analyze pg_temp.import_rows;
  update pg_temp.import_rows r set tax_rate_id = t.id
  from (
    select x.tax_rate, private.tax_rate_called(x.tax_rate) as id
    from (select distinct o.tax_rate from pg_temp.import_rows o where o.tax_rate is not null) x) t
  where t.tax_rate = r.tax_rate;
  update pg_temp.import_rows r set paid = case when r.payment_method is null then 0 else r.amount end
  where r.paid is null
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q."column" in ('paid', 'payment_method'));
end
$$;

/* The problems of single rows: what private.save_expense would refuse. */
create function private.import_expense_problems() returns void
  language plpgsql set search_path = ''
as $$
declare
  decimals constant integer := (select b.currency_decimals from public.business b);
begin
  insert into pg_temp.import_problems
  select r.n, p."column", p.code, p.found, p.expected
  from pg_temp.import_rows r
  left join public.expense_categories c on c.id = r.category_id
  left join public.suppliers s on s.id = r.supplier_id
  left join public.customers k on k.id = r.customer_id
  left join public.profiles u on u.id = r.assigned_id
  left join public.payment_methods m on m.id = r.payment_method_id
  left join (
    select n.name, count(*) as customers
    from pg_temp.import_names n
    join public.customers x on n.key in (private.normalise(x.name), private.normalise(x.name_ar))
    where n.kind = 'customers'
    group by 1) same_customer on same_customer.name = r.customer
  left join (
    select n.name, count(*) as people
    from pg_temp.import_names n
    join public.profiles x on n.key in (private.normalise(x.name), private.normalise(x.name_ar))
    where n.kind = 'profiles'
    group by 1) same_person on same_person.name = r.assigned
  cross join lateral (values
    ('branch', case
      when r.branch_id is null then case when r.branch is null then 'required' else 'branch_unknown' end
      when r.branch_id <> all ((select private.branch_ids('work'))::uuid[]) then 'branch_view_only' end, r.branch,
        '{}'::jsonb),
    ('spent_on', case when r.spent_on is null then 'required' end, null, '{}'),
    ('category', case when not c.active then 'category_inactive' end, r.category, '{}'),
    ('amount', case
      when r.amount is null then 'required'
      when r.amount = 0 then 'quantity_not_positive'
      when r.amount <> round(r.amount, decimals) then 'too_many_decimals' end, trim_scale(r.amount)::text,
      jsonb_build_object('decimals', decimals)),
    ('tax_rate', case when r.tax_rate_id is null and r.tax_rate !~ '^0+(\.0+)?%?$' then 'tax_rate_unknown' end,
      r.tax_rate, '{}'),
    ('supplier', case when not s.active then 'supplier_inactive' end, r.supplier, '{}'),
    ('customer', case
      when same_customer.customers > 1 then 'customer_ambiguous'
      when not k.active then 'customer_inactive' end, r.customer, jsonb_build_object('count', same_customer.customers)),
    ('assigned', case
      when same_person.people > 1 then 'assigned_ambiguous'
      when not u.active then 'assigned_inactive' end, r.assigned, jsonb_build_object('count', same_person.people)),
    ('payment_method', case
      when r.payment_method is null and (r.paid > 0 or r.paid_on is not null) then 'payment_method_required'
      when not m.active then 'payment_method_inactive' end, r.payment_method, '{}'),
    ('paid', case
      when r.paid > r.amount then 'payment_exceeds_remaining'
      when r.paid <> r.amount and r.paid <> round(r.paid, decimals) then 'too_many_decimals' end,
        trim_scale(r.paid)::text,
      jsonb_build_object('total', trim_scale(r.amount), 'decimals', decimals))) p("column", code, found, expected)
  where p.code is not null
    -- Unreadable cells are reported already.
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q."column" = p."column");
end
$$;

/* Matches rows to existing expenses, each expense to at most one row: first by identical content, then by reference.
   Without a reference a similar expense is only reported, because two equal ones may both be real. Of two identical
   rows the second is a problem. */
create function private.import_known_expenses() returns void
  language plpgsql set search_path = ''
as $$
begin
  create temporary table import_keys as
  select r.n, r.reference, private.expense_key(r.branch_id, r.reference, r.spent_on, r.amount, r.supplier_id) as key,
    private.expense_details(r.category_id, r.customer_id, r.assigned_id, r.notes) as details, null::uuid as known_id
  from pg_temp.import_rows r
  where r.branch_id = any (private.branch_ids('work')) and r.spent_on is not null and r.amount is not null;
  create temporary table import_known as
  select e.id, e.number, private.expense_key(e.branch_id, e.reference, e.spent_on, e.amount, e.supplier_id) as key,
    private.expense_details(e.category_id, e.customer_id, e.assigned_id, e.notes) as details, false as taken
  from public.expenses e
  where e.deleted_at is null
    and (e.branch_id, e.spent_on::date) in (
      select distinct r.branch_id, r.spent_on
      from pg_temp.import_rows r
      where r.branch_id = any (private.branch_ids('work')));
  analyze pg_temp.import_keys;
  analyze pg_temp.import_known;

  update pg_temp.import_keys k set known_id = x.id
  from (
    select f.n, e.id
    from (
      select o.n, o.key, o.details, row_number() over (partition by o.key, o.details order by o.n) as nth
      from pg_temp.import_keys o) f
    join (
      select o.id, o.key, o.details, row_number() over (partition by o.key, o.details order by o.id) as nth
      from pg_temp.import_known o) e
      using (key, details, nth)) x
  where x.n = k.n;
  update pg_temp.import_known e set taken = true from pg_temp.import_keys k where k.known_id = e.id;
  update pg_temp.import_keys k set known_id = x.id
  from (
    select f.n, e.id
    from (
      select o.n, o.key, row_number() over (partition by o.key order by o.n) as nth
      from pg_temp.import_keys o
      where o.known_id is null and o.reference is not null) f
    join (
      select o.id, o.key, row_number() over (partition by o.key order by o.id) as nth
      from pg_temp.import_known o
      where not o.taken) e
      using (key, nth)) x
  where x.n = k.n;
  update pg_temp.import_rows r
  set id = k.known_id, fresh = false
  from pg_temp.import_keys k
  where k.n = r.n and k.known_id is not null;

  insert into pg_temp.import_problems
  select k.n, 'reference', 'expense_similar', null, jsonb_build_object('number', min(e.number))
  from pg_temp.import_keys k
  join pg_temp.import_known e on e.key = k.key and not e.taken
  where k.known_id is null and k.reference is null
  group by k.n
  union all
  select x.n, 'reference', 'expense_twice', x.reference, jsonb_build_object('row', x.first_row)
  from (
    select k.n, k.known_id, k.reference, first_value(r.sheet_row) over same as first_row, row_number() over same as nth
    from pg_temp.import_keys k
    join pg_temp.import_rows r using (n)
    window same as (partition by k.key, k.details order by k.n)) x
  where x.nth > 1 and x.known_id is null;
end
$$;

/* {expenses: {create, update, skip}, amount, paid, branch_ids}: the last three of new expenses only. */
create function private.import_plan_expenses(import_kind private.import_kinds, options jsonb, skip boolean)
  returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.require_permission('contacts.customers.view')
  where exists (select from pg_temp.import_cells c where c.customer is not null);
  perform private.import_names(import_kind.kind, options);
  perform private.import_expense_rows(options);
  perform private.import_expense_problems();
  perform private.import_known_expenses();
  report := private.import_leave_out(import_kind, 'import_rows', 'g.n = r.n', skip);
  perform private.require_permission('accounting.expense_payments.create')
  where exists (select from pg_temp.import_rows r where r.fresh and r.paid > 0);
  return report || (
    select jsonb_build_object('amount', coalesce(sum(r.amount), 0), 'paid', coalesce(sum(r.paid), 0),
      'branch_ids', coalesce(jsonb_agg(distinct r.branch_id) filter (where r.branch_id is not null), '[]'))
    from pg_temp.import_rows r
    where r.fresh);
end
$$;

/* Writes the new expenses as private.save_expense does, but all at once, and their payments, which belong to no
   shift. */
create function private.import_write_expenses(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into public.expenses (id, number, branch_id, spent_on, business_day, category_id, amount, tax_rate_id,
    tax_percentage, tax, reference,
    supplier_id, customer_id, assigned_id, notes, paid)
  select r.id, x.number, e.branch_id, e.spent_on, c.today, e.category_id, e.amount, e.tax_rate_id, e.tax_percentage,
    e.tax, e.reference,
    e.supplier_id, e.customer_id, e.assigned_id, e.notes, r.paid
  from (
    select o.branch_id, private.branch_today(o.branch_id) as today, array_agg(o.id order by o.n) as ids
    from pg_temp.import_rows o
    where o.fresh
    group by 1
    order by 1) c
  -- A series of their own, as for orders.
  cross join lateral unnest(c.ids, private.next_numbers('EX', c.branch_id, cardinality(c.ids), 'IMPORT')) x(id, number)
  join pg_temp.import_rows r on r.id = x.id
  cross join lateral private.expense_as_sent(null, jsonb_build_object('branch_id', r.branch_id, 'spent_on', r.spent_on,
    'category_id', r.category_id, 'amount', r.amount, 'tax_rate_id', r.tax_rate_id, 'reference', r.reference,
    'supplier_id', r.supplier_id,
    'customer_id', r.customer_id, 'assigned_id', r.assigned_id, 'notes', r.notes)) e;
  perform setval('private.import_part', 70);
  perform private.analyze_grown_tables();
  -- A payment method deleted since the plan was made violates the foreign key.
  insert into public.expense_payments (expense_id, branch_id, payment_method_id, amount, paid_on, business_day, is_cash,
    created_by)
  select r.id, r.branch_id, r.payment_method_id, r.paid, coalesce(r.paid_on, r.spent_on),
    private.branch_today(r.branch_id),
    coalesce(m.is_cash, false), auth.uid()
  from pg_temp.import_rows r
  left join public.payment_methods m on m.id = r.payment_method_id
  where r.fresh and r.paid > 0;
  insert into private.import_changes (import_id, table_name, row_id)
  select import.id, 'expenses', r.id from pg_temp.import_rows r where r.fresh;
end
$$;

/* Refuses if an expense of the import was changed, paid, deleted or given a file since. Otherwise payments are voided
   and expenses deleted, since numbers are never reused, and references to records created by the import are removed. */
create function private.import_undo_expenses(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  expense_ids constant uuid[] := array(
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name = 'expenses');
  created_ids constant uuid[] := array(
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name <> 'expenses');
begin
  perform private.require_permission('accounting.expenses.delete');
  perform from public.expenses e where e.id = any (expense_ids) order by e.id for update;
  perform private.refuse_modified(import, 'number',
    'exists (select from public.attachments f where f.document_id = x.id)');
  perform private.require_permission('accounting.expense_payments.void')
  where exists (select from public.expense_payments p where p.expense_id = any (expense_ids));
  update public.expense_payments p set voided_at = now(), voided_by = auth.uid(),
    void_reason = private.import_undo_reason(import)
  where p.expense_id = any (expense_ids) and p.voided_at is null;
  update public.expenses e set paid = 0, deleted_at = now(), deleted_by = auth.uid(),
    category_id = case when e.category_id <> all (created_ids) then e.category_id end,
    supplier_id = case when e.supplier_id <> all (created_ids) then e.supplier_id end,
    customer_id = case when e.customer_id <> all (created_ids) then e.customer_id end
  where e.id = any (expense_ids);
end
$$;
