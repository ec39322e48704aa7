-- Imports of customers and suppliers: one record per row, with the columns of the table as fields, and its opening
-- balance.

-- Files identify people by email or name: each needs an index.
create index customers_email on public.customers (lower(email));
create index customers_name_normalised on public.customers (private.normalise(name));
create index customers_name_ar_normalised on public.customers (private.normalise(name_ar));

/* Matches rows to customers: by phone, otherwise by email, otherwise by name if neither phones nor emails contradict,
   since people may share a name. */
create function private.import_match_customers() returns void
  language plpgsql set search_path = ''
as $$
begin
  update pg_temp.import_rows r set id = c.id
  from public.customers c
  where c.phone_key = private.phone_key(r.phone);

  with known as (
    select r.n, r.email, r.id as by_phone, min(c.id::text)::uuid as id, count(*) as customers
    from pg_temp.import_rows r
    join public.customers c on lower(c.email) = lower(r.email)
    group by 1, 2, 3),
  unclear as (
    insert into pg_temp.import_problems
    select k.n, 'email', 'contacts_disagree', k.email, jsonb_build_object('name', c.name, 'phone', c.phone)
    from known k
    join public.customers c on c.id = k.id
    where k.customers = 1 and k.id <> k.by_phone
    union all
    select k.n, 'email', 'contact_ambiguous', k.email, jsonb_build_object('count', k.customers)
    from known k
    where k.customers > 1 and k.by_phone is null)
  update pg_temp.import_rows r set id = k.id
  from known k
  where k.n = r.n and k.customers = 1 and r.id is null;

  with known as (
    select r.n, r.name, min(c.id::text)::uuid as id, count(*) as customers
    from pg_temp.import_rows r
    join public.customers c on private.normalise(c.name) = r.key
    where r.id is null and (r.phone is null or c.phone is null) and (r.email is null or c.email is null)
    group by 1, 2),
  unclear as (
    insert into pg_temp.import_problems
    select k.n, 'name', 'contact_ambiguous', k.name, jsonb_build_object('count', k.customers)
    from known k
    where k.customers > 1)
  update pg_temp.import_rows r set id = k.id
  from known k
  where k.n = r.n and k.customers = 1;

  -- Values repeated within the file.
  insert into pg_temp.import_problems
  select x.n, x."column", x."column" || '_twice', x.value, jsonb_build_object('row', x.first_row)
  from (
    select r.n, c."column", c.value, first_value(r.sheet_row) over same_value as first_row,
      row_number() over same_value as nth
    from pg_temp.import_rows r
    cross join lateral (values ('phone', r.phone, private.phone_key(r.phone)),
      ('email', r.email, lower(r.email))) c("column", value, key)
    where c.key is not null
    window same_value as (partition by c."column", c.key order by r.n)) x
  where x.nth > 1;
  insert into pg_temp.import_problems
  select x.n, 'name', 'contact_twice', x.name, jsonb_build_object('row', x.first_row)
  from (
    select r.n, r.name, case
        when r.phone is null and r.email is null then min(r.sheet_row) over before
        when r.phone is null then min(r.sheet_row) filter (where r.email is null) over before
        when r.email is null then min(r.sheet_row) filter (where r.phone is null) over before
        else min(r.sheet_row) filter (where r.phone is null and r.email is null) over before
      end as first_row
    from pg_temp.import_rows r
    where r.key is not null
    window before as (partition by r.key order by r.n rows between unbounded preceding and 1 preceding)) x
  where x.first_row is not null;
end
$$;

/* The table of the documents that are opening balances of this kind of contacts. */
create function private.opening_table(kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case kind when 'customers' then 'sales' else 'purchase_orders' end
$$;

/* Leaves in pg_temp.import_rows the opening balances to write, and creates pg_temp.import_known: the rows whose contact
   has one. The same amount, of the day that the row gives, is the same balance: it stays as it is, in whatever branch;
   any other is a problem, since a debt must not be doubled. */
create function private.import_plan_opening_balances(import_kind private.import_kinds, branch_id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
begin
  update pg_temp.import_rows r set opening_balance = null where r.opening_balance = 0;
  if exists (select from pg_temp.import_rows r where r.opening_balance is not null) then
    perform private.require_opening_balances('contacts.opening_balances.create', rtrim(import_kind.kind, 's'));
    perform private.require_branch(branch_id);
    perform private.require_open_place(branch_id, null, null);
  end if;
  create temporary table import_known as
  select r.n, min(b.number) filter (where v.visible) as number,
    bool_or(v.visible and b.amount = r.opening_balance and b.day = coalesce(r.opening_day, b.day)) as same
  from pg_temp.import_rows r
  join private.opening_balances b on b.contact_id = r.id and b.contact = rtrim(import_kind.kind, 's')
    and b.status = 'opening'
  cross join lateral (select b.branch_id = any ((select private.branch_ids('view'))::uuid[]) as visible) v
  where r.opening_balance is not null
  group by r.n;
  insert into pg_temp.import_problems
  select r.n, p."column", p.code, p.found, p.expected
  from pg_temp.import_rows r
  left join pg_temp.import_known k on k.n = r.n
  cross join lateral (values
    ('opening_balance', case
      when r.opening_balance <> round(r.opening_balance, decimals) then 'too_many_decimals'
      when k.same then null
      when k.number is not null then 'opening_balance_exists'
      when k.n is not null then 'opening_balance_exists_untold' end, trim_scale(r.opening_balance)::text,
      jsonb_build_object('decimals', decimals, 'number', k.number)),
    ('opening_day', case when r.opening_day > private.branch_today(branch_id) then 'day_in_future' end,
      r.opening_day::text, '{}')) p("column", code, found, expected)
  where r.opening_balance is not null and p.code is not null;
  update pg_temp.import_rows r set opening_balance = null from pg_temp.import_known k where k.n = r.n and k.same;
end
$$;

/* {<kind>: {create, update, skip}, amount, branch_ids, balances_known}. A contact that only gets an opening balance
   counts as updated. amount, branch_ids: of the new opening balances, if there are any; balances_known: the number of
   those that are here already, if any. */
create function private.import_plan_contacts(import_kind private.import_kinds, options jsonb, skip boolean)
  returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.import_names(import_kind.kind, options);
  perform private.import_rows(import_kind.kind,
    'private.normalise(c.name) as key, null::uuid as id, null::integer as version, false as fresh, false as changed, '
    'false as bad');
  analyze pg_temp.import_rows;
  if import_kind.kind = 'customers' then
    perform private.import_match_customers();
  else
    -- Supplier names are unique, so suppliers are matched by name in either language; one found by its Arabic name
    -- keeps its name. A land line may be shared by a whole building.
    update pg_temp.import_rows r set id = s.id, name = case when s.rank = 1 then r.name end
    from (
      select distinct on (x.key) x.key, x.rank, x.id
      from (
        select private.normalise(s.name) as key, 1 as rank, s.id from public.suppliers s
        union all
        select private.normalise(s.name_ar), 2, s.id from public.suppliers s where s.name_ar is not null) x
      order by x.key, x.rank, x.id) s
    where s.key = r.key;
  end if;
  -- Two rows may match the same record in different ways.
  insert into pg_temp.import_problems
  select x.n, 'name', 'contact_twice', x.name, jsonb_build_object('row', x.first_row)
  from (
    select r.n, coalesce(r.name, r.key) as name, first_value(r.sheet_row) over same_record as first_row,
      row_number() over same_record as nth
    from pg_temp.import_rows r
    where r.id is not null or import_kind.kind = 'suppliers' and r.key is not null
    window same_record as (partition by coalesce(r.id::text, r.key) order by r.n)) x
  where x.nth > 1
    and not exists (
      select from pg_temp.import_problems q
      where q.n = x.n and q.code in ('contact_twice', 'phone_twice', 'email_twice'));

  update pg_temp.import_rows r set fresh = true, id = private.uuid_v7() where r.id is null;
  insert into pg_temp.import_problems
  select r.n, 'name', 'required', null, '{}'::jsonb from pg_temp.import_rows r where r.fresh and r.key is null;
  execute (
    select format(
      'update pg_temp.import_rows r set changed = (%2$s) is distinct from (%3$s), '
      'version = x.version from public.%1$I x where x.id = r.id',
      import_kind.kind, string_agg(format('coalesce(r.%1$I, x.%1$I)', c.name), ', '),
      string_agg(format('x.%I', c.name), ', '))
    from private.import_columns(import_kind.kind) c);
  perform private.import_plan_opening_balances(import_kind, (options ->> 'branch_id')::uuid);
  report := private.import_leave_out(import_kind, 'import_rows', 'g.n = r.n', skip);
  return (
    select jsonb_build_object(import_kind.kind, jsonb_build_object('create', c -> 'create',
        'update', (c -> 'update')::integer + x.only_balance, 'skip', (c -> 'skip')::integer - x.only_balance))
      || jsonb_strip_nulls(jsonb_build_object('amount', x.amount,
        'branch_ids', case when x.amount is not null then jsonb_build_array(options -> 'branch_id') end,
        'balances_known', nullif(x.known, 0)))
    from (
      select report -> import_kind.kind as c, sum(r.opening_balance) as amount, count(k.n) as known,
        count(r.opening_balance) filter (where not r.fresh and not r.changed) as only_balance
      from pg_temp.import_rows r
      left join pg_temp.import_known k on k.n = r.n and k.same) x);
end
$$;

create function private.import_write_opening_balances(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  branch_id constant uuid := import.branch_ids[1];
  balances private.opening_balances[];
begin
  with planned as (
    select private.uuid_v7() as id, r.n, r.id as contact_id, r.opening_balance as amount,
      coalesce(r.opening_day, private.branch_today(branch_id)) as day
    from pg_temp.import_rows r
    where r.opening_balance is not null),
  numbered as (
    select x.id, x.number
    from (
      select array_agg(p.id order by p.n) as ids, min(p.day) as day
      from planned p
      group by extract(year from p.day)) y
    -- A series of their own, as for orders.
    cross join lateral unnest(y.ids, private.next_numbers('OB', branch_id, cardinality(y.ids), 'IMPORT', y.day))
      x(id, number))
  select array_agg(jsonb_populate_record(null::private.opening_balances, jsonb_build_object('id', p.id,
    'number', x.number, 'contact', rtrim(import.kind, 's'), 'contact_id', p.contact_id, 'branch_id', branch_id,
    'day', p.day, 'amount', p.amount)))
  into balances
  from planned p
  join numbered x using (id);
  perform private.write_opening_balances(balances);
  insert into private.import_changes (import_id, table_name, row_id)
  select import.id, private.opening_table(import.kind), b.id from unnest(balances) b;
end
$$;

create function private.import_write_contacts(import public.imports) returns void
  language sql set search_path = ''
as $$
  select private.import_lock_records(import, import.kind, 'import_rows');
  select private.import_write(import.kind, 'import_rows');
  select private.import_write_opening_balances(import) where import.branch_ids <> '{}'
$$;

/* Refuses if an opening balance of the import was paid, voided or given a file since. Otherwise they are voided, since
   numbers are never reused, and lose the customers created by the import. A supplier created by it cannot be taken from
   a document: it stays. */
create function private.import_undo_opening_balances(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  balances public.imports := import;
  ids uuid[];
begin
  balances.kind := private.opening_table(import.kind);
  select array_agg(c.row_id) into ids
  from private.import_changes c
  where c.import_id = import.id and c.table_name = balances.kind;
  if ids is null then
    return;
  end if;
  perform private.require_opening_balances('contacts.opening_balances.void', rtrim(import.kind, 's'));
  execute format('select from public.%I x where x.id = any ($1) order by x.id for update', balances.kind) using ids;
  perform private.refuse_modified(balances, 'number', format(
    'x.status <> ''opening'' or (%s) or exists (select from public.attachments f where f.document_id = x.id)',
    private.in_use_condition(format('public.%I', balances.kind)::regclass, '{purchase_amounts}')));
  perform private.cancel_opening_balances(ids, private.import_undo_reason(import));
  update public.sales s set customer_id = null
  from private.import_changes c
  where s.id = any (ids)
    and c.import_id = import.id and c.table_name = 'customers' and c.row_id = s.customer_id and c.before is null;
  delete from private.import_changes c
  using public.purchase_orders o
  where o.id = any (ids)
    and c.import_id = import.id and c.table_name = 'suppliers' and c.row_id = o.supplier_id and c.before is null;
end
$$;

/* Refuses if a customer or supplier of the import was changed or used since; otherwise restores the previous state. */
create function private.import_undo_contacts(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.import_undo_opening_balances(import);
  execute format('select from public.%I x where x.id in (select c.row_id from private.import_changes c where '
    'c.import_id = $1) order by x.id for update',
    import.kind)
  using import.id;
  perform private.refuse_modified(import, 'name',
    format('c.before is null and (%s)', private.in_use_condition(format('public.%I', import.kind)::regclass, '{}')));
  perform private.import_restore(import.id, import.kind);
end
$$;
