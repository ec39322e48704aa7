-- Imports of customers and suppliers: one record per row, with the columns of the table as fields.

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

create function private.import_plan_contacts(import_kind private.import_kinds, options jsonb, skip boolean)
  returns jsonb
  language plpgsql set search_path = ''
as $$
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
  return private.import_leave_out(import_kind, 'import_rows', 'g.n = r.n', skip);
end
$$;

create function private.import_write_contacts(import public.imports) returns void
  language sql set search_path = ''
as $$
  select private.import_lock_records(import, import.kind, 'import_rows');
  select private.import_write(import.kind, 'import_rows')
$$;

/* Refuses if a customer or supplier of the import was changed or used since; otherwise restores the previous state. */
create function private.import_undo_contacts(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('select from public.%I x where x.id in (select c.row_id from private.import_changes c where '
    'c.import_id = $1) order by x.id for update',
    import.kind)
  using import.id;
  perform private.refuse_modified(import, 'name',
    format('c.before is null and (%s)', private.in_use_condition(format('public.%I', import.kind)::regclass, '{}')));
  perform private.import_restore(import.id, import.kind);
end
$$;
