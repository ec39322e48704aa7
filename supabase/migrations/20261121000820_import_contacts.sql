-- Imports of customers and suppliers: a row is a record, and its fields are the table's columns.

-- A file names people by whatever it has; each of these must be found as fast.
create index customers_email on public.customers (lower(email));
create index customers_name_normalised on public.customers (private.normalise(name));

/* The phone as customers_phone_unique compares it. */
create function private.phone_key(phone text) returns text
  language sql immutable strict set search_path = ''
as $$
  select private.normalise(regexp_replace(phone, '[^0-9٠-٩+]', '', 'g'))
$$;

/* Which customer a row means: the phone says it, else the e-mail address; a name only where neither side's phone or address says
   otherwise, since two people may well share one. */
create function private.import_match_customers() returns void
  language plpgsql set search_path = ''
as $$
begin
  update pg_temp.import_rows r set id = c.id
  from public.customers c
  where private.normalise(regexp_replace(c.phone, '[^0-9٠-٩+]', '', 'g')) = private.phone_key(r.phone);

  create temporary table import_known on commit drop as
  select r.n, min(c.id::text)::uuid as id, count(*) as customers
  from pg_temp.import_rows r
  join public.customers c on lower(c.email) = lower(r.email)
  group by r.n;
  insert into pg_temp.import_problems
  select r.n, 'email', 'contacts_disagree', r.email, jsonb_build_object('name', c.name, 'phone', c.phone)
  from pg_temp.import_rows r
  join pg_temp.import_known k on k.n = r.n and k.customers = 1
  join public.customers c on c.id = k.id
  where r.id <> k.id
  union all
  select r.n, 'email', 'contact_ambiguous', r.email, jsonb_build_object('count', k.customers)
  from pg_temp.import_rows r
  join pg_temp.import_known k on k.n = r.n and k.customers > 1
  where r.id is null;
  update pg_temp.import_rows r set id = k.id
  from pg_temp.import_known k
  where k.n = r.n and k.customers = 1 and r.id is null;
  drop table pg_temp.import_known;

  create temporary table import_known on commit drop as
  select r.n, min(c.id::text)::uuid as id, count(*) as customers
  from pg_temp.import_rows r
  join public.customers c on private.normalise(c.name) = r.key
  where r.id is null and (r.phone is null or c.phone is null) and (r.email is null or c.email is null)
  group by r.n;
  insert into pg_temp.import_problems
  select r.n, 'name', 'contact_ambiguous', r.name, jsonb_build_object('count', k.customers)
  from pg_temp.import_rows r
  join pg_temp.import_known k on k.n = r.n and k.customers > 1;
  update pg_temp.import_rows r set id = k.id
  from pg_temp.import_known k
  where k.n = r.n and k.customers = 1;
  drop table pg_temp.import_known;

  -- What is said twice in the file itself.
  insert into pg_temp.import_problems
  select x.n, x."column", x."column" || '_twice', x.value, jsonb_build_object('row', x.first_row)
  from (
    select r.n, c."column", c.value, first_value(r.sheet_row) over one as first_row, row_number() over one as nth
    from pg_temp.import_rows r
    cross join lateral (values ('phone', r.phone, private.phone_key(r.phone)), ('email', r.email, lower(r.email))) c("column", value, key)
    where c.key is not null
    window one as (partition by c."column", c.key order by r.n)) x
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

/* Which supplier a row means: names are unique, so the name says it, in either language. A line may be shared by a whole building. */
create function private.import_match_suppliers() returns void
  language plpgsql set search_path = ''
as $$
begin
  update pg_temp.import_rows r set id = s.id
  from public.suppliers s
  where private.normalise(s.name) = r.key;
  -- Found by its Arabic name it keeps its own.
  update pg_temp.import_rows r set id = s.id, name = null
  from (
    select distinct on (private.normalise(x.name_ar)) private.normalise(x.name_ar) as key, x.id
    from public.suppliers x
    where x.name_ar is not null
    order by private.normalise(x.name_ar), x.id) s
  where s.key = r.key and r.id is null;
  insert into pg_temp.import_problems
  select x.n, 'name', 'contact_twice', x.name, jsonb_build_object('row', x.first_row)
  from (
    select r.n, coalesce(r.name, r.key) as name, first_value(r.sheet_row) over one as first_row, row_number() over one as nth
    from pg_temp.import_rows r
    where r.key is not null
    window one as (partition by coalesce(r.id::text, r.key) order by r.n)) x
  where x.nth > 1;
end
$$;

create function private.import_plan_contacts(kind text, options jsonb, skip boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.import_rows(kind, 'private.normalise(c.name) as key, null::uuid as id, null::integer as version, false as fresh, false as changed');
  analyze pg_temp.import_rows;
  if kind = 'customers' then
    perform private.import_match_customers();
  else
    perform private.import_match_suppliers();
  end if;
  -- Two rows may mean one record in two ways.
  insert into pg_temp.import_problems
  select x.n, 'name', 'contact_twice', x.name, jsonb_build_object('row', x.first_row)
  from (
    select r.n, r.name, first_value(r.sheet_row) over one as first_row, row_number() over one as nth
    from pg_temp.import_rows r
    where r.id is not null
    window one as (partition by r.id order by r.n)) x
  where x.nth > 1
    and not exists (select from pg_temp.import_problems q where q.n = x.n and q.code in ('contact_twice', 'phone_twice', 'email_twice'));

  update pg_temp.import_rows r set fresh = true, id = private.uuid_v7() where r.id is null;
  insert into pg_temp.import_problems
  select r.n, 'name', 'required', null, '{}'::jsonb from pg_temp.import_rows r where r.fresh and r.key is null;
  execute (
    select format(
      'update pg_temp.import_rows r set changed = (%2$s) is distinct from (%3$s), version = x.version from public.%1$I x where x.id = r.id',
      import_plan_contacts.kind, string_agg(format('coalesce(r.%1$I, x.%1$I)', c.name), ', '), string_agg(format('x.%I', c.name), ', '))
    from private.import_columns(kind) c);

  -- What has problems is not written: any, or when all must be good, those that ticking names does not take away.
  insert into pg_temp.import_left_out
  select distinct q.n from pg_temp.import_problems q where skip or q.code <> 'name_unknown';
  select jsonb_build_object(kind, jsonb_build_object(
    'create', count(*) filter (where r.fresh), 'update', count(*) filter (where r.changed), 'skip', count(*) filter (where not r.fresh and not r.changed)))
  into report
  from pg_temp.import_rows r
  where r.n not in (select o.n from pg_temp.import_left_out o);

  if (report -> kind ->> 'create')::integer > 0 then
    perform private.need('contacts.' || kind || '.create');
  end if;
  if (report -> kind ->> 'update')::integer > 0 then
    perform private.need('contacts.' || kind || '.update');
  end if;
  return report;
end
$$;

create function private.import_write_contacts(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from pg_temp.import_rows r where r.n in (select o.n from pg_temp.import_left_out o);
  perform private.import_hold(import, import.kind, 'import_rows');
  perform private.import_write(import.kind, 'import_rows');
end
$$;

/* Refuses while a customer or supplier of the import was changed or used since; else as if it had never been. */
create function private.import_undo_contacts(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  touched jsonb;
begin
  execute format('select from public.%I x where x.id in (select c.row_id from private.import_changes c where c.import_id = $1) order by x.id for update', import.kind)
  using import.id;
  execute format(
    'select coalesce(jsonb_agg(x.name order by x.name, x.id), ''[]'')
     from public.%1$I x
     join private.import_changes c on c.import_id = $1 and c.table_name = %1$L and c.row_id = x.id
     where x.version <> c.version or c.before is null and (%2$s)', import.kind, private.used_condition(format('public.%I', import.kind)::regclass, '{}'))
  into touched
  using import.id;
  perform private.refuse_touched(touched);
  execute format(
    'delete from public.%1$I x using private.import_changes c
     where c.import_id = $1 and c.table_name = %1$L and c.before is null and x.id = c.row_id', import.kind)
  using import.id;
  perform private.import_restore(import.id, import.kind);
end
$$;
