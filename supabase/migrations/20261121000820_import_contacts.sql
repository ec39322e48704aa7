-- Imports of customers and suppliers: a row is a record, and its fields are the table's columns.

-- A file names people by whatever it has; each of these must be found as fast.
create index customers_email on public.customers (lower(email));
create index customers_name_normalised on public.customers (private.normalise(name));

/* The columns of the kind's table that a file may fill, with what they are in pg_temp.import_rows. */
create function private.contact_columns(kind text) returns text[]
  language sql stable set search_path = ''
as $$
  select array_agg(f.field || case when f.names is null then '' else '_id' end order by f.place)
  from private.import_fields f
  where f.kind = contact_columns.kind
$$;

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
  update pg_temp.import_rows r set record_id = c.id
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
  where r.record_id <> k.id
  union all
  select r.n, 'email', 'contact_ambiguous', r.email, jsonb_build_object('count', k.customers)
  from pg_temp.import_rows r
  join pg_temp.import_known k on k.n = r.n and k.customers > 1
  where r.record_id is null;
  update pg_temp.import_rows r set record_id = k.id
  from pg_temp.import_known k
  where k.n = r.n and k.customers = 1 and r.record_id is null;
  drop table pg_temp.import_known;

  create temporary table import_known on commit drop as
  select r.n, min(c.id::text)::uuid as id, count(*) as customers
  from pg_temp.import_rows r
  join public.customers c on private.normalise(c.name) = r.key
  where r.record_id is null and (r.phone is null or c.phone is null) and (r.email is null or c.email is null)
  group by r.n;
  insert into pg_temp.import_problems
  select r.n, 'name', 'contact_ambiguous', r.name, jsonb_build_object('count', k.customers)
  from pg_temp.import_rows r
  join pg_temp.import_known k on k.n = r.n and k.customers > 1;
  update pg_temp.import_rows r set record_id = k.id
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
  update pg_temp.import_rows r set record_id = s.id
  from public.suppliers s
  where private.normalise(s.name) = r.key;
  -- Found by its Arabic name it keeps its own.
  update pg_temp.import_rows r set record_id = s.id, name = null
  from (
    select distinct on (private.normalise(x.name_ar)) private.normalise(x.name_ar) as key, x.id
    from public.suppliers x
    where x.name_ar is not null
    order by private.normalise(x.name_ar), x.id) s
  where s.key = r.key and r.record_id is null;
  insert into pg_temp.import_problems
  select x.n, 'name', 'contact_twice', x.name, jsonb_build_object('row', x.first_row)
  from (
    select r.n, coalesce(r.name, r.key) as name, first_value(r.sheet_row) over one as first_row, row_number() over one as nth
    from pg_temp.import_rows r
    where r.key is not null
    window one as (partition by coalesce(r.record_id::text, r.key) order by r.n)) x
  where x.nth > 1;
end
$$;

create function private.import_plan_contacts(kind text, skip boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  columns text[] := private.contact_columns(kind);
  report jsonb;
begin
  execute (
    select format(
      'create temporary table import_rows as
       select c.n, c.sheet_row, private.normalise(c.name) as key, null::uuid as record_id, false as fresh, false as changed, %s
       from pg_temp.import_cells c %s',
      string_agg(case
        when f.names is not null then format('%1$s.id as %2$I', 'm_' || f.field, f.field || '_id')
        when f.rule = 'flag' then format('lower(c.%1$I) in (''true'', ''yes'', ''1'') as %1$I', f.field)
        else format('c.%I', f.field)
      end, ', ' order by f.place),
      coalesce(string_agg(format('left join pg_temp.import_names %1$s on %1$s.kind = %2$L and %1$s.name = c.%3$I', 'm_' || f.field, f.names, f.field), ' ')
        filter (where f.names is not null), ''))
    from private.import_fields f
    where f.kind = import_plan_contacts.kind);
  analyze pg_temp.import_rows;
  if kind = 'customers' then
    perform private.import_match_customers();
  else
    perform private.import_match_suppliers();
  end if;

  update pg_temp.import_rows r set fresh = true, record_id = private.uuid_v7() where r.record_id is null;
  insert into pg_temp.import_problems
  select r.n, 'name', 'required', null, '{}'::jsonb from pg_temp.import_rows r where r.fresh and r.key is null;
  execute (
    select format(
      'update pg_temp.import_rows r set changed = true
       from public.%I x
       where x.id = r.record_id and (%s) is distinct from (%s)',
      import_plan_contacts.kind, string_agg(format('coalesce(r.%1$I, x.%1$I)', c), ', '), string_agg(format('x.%I', c), ', '))
    from unnest(columns) c);

  -- What has problems is not written: any, or when all must be good, those that ticking names does not take away.
  insert into pg_temp.import_left_out
  select distinct q.n from pg_temp.import_problems q where skip or q.code <> 'name_unknown';
  select jsonb_build_object(kind, jsonb_build_object(
    'create', count(*) filter (where r.fresh), 'update', count(*) filter (where r.changed), 'skip', count(*) filter (where not r.fresh and not r.changed)))
  into report
  from pg_temp.import_rows r
  where r.n not in (select o.n from pg_temp.import_left_out o);

  if (report -> kind ->> 'create')::integer > 0 then
    perform private.need(private.import_permission(kind, 'create'));
  end if;
  if (report -> kind ->> 'update')::integer > 0 then
    perform private.need(private.import_permission(kind, 'update'));
  end if;
  return report;
end
$$;

create function private.import_write_contacts(import_id uuid, kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  columns text[] := private.contact_columns(kind);
begin
  delete from pg_temp.import_rows r where r.n in (select o.n from pg_temp.import_left_out o) or not r.fresh and not r.changed;
  execute format(
    'insert into private.import_changes (import_id, table_name, row_id, version, before)
     select $1, %1$L, r.record_id, coalesce(x.version, 0) + 1, case when not r.fresh then to_jsonb(x) end
     from pg_temp.import_rows r
     left join (select t.* from public.%1$I t where t.id in (select i.record_id from pg_temp.import_rows i where not i.fresh) order by t.id for update) x on x.id = r.record_id', kind)
  using import_id;
  execute (
    select format(
      'insert into public.%I (id, %s) select r.record_id, %s from pg_temp.import_rows r where r.fresh order by r.n',
      import_write_contacts.kind, string_agg(format('%I', c), ', '), string_agg(case c when 'active' then 'coalesce(r.active, true)' else format('r.%I', c) end, ', '))
    from unnest(columns) c);
  execute (
    select format(
      'update public.%I x set %s from pg_temp.import_rows r where x.id = r.record_id and not r.fresh',
      import_write_contacts.kind, string_agg(format('%1$I = coalesce(r.%1$I, x.%1$I)', c), ', '))
    from unnest(columns) c);
end
$$;

/* Refuses while a customer or supplier of the import was changed or used since; else as if it had never been. */
create function private.undo_import_of_contacts(import_id uuid, kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  touched jsonb;
begin
  execute format('select from public.%I x where x.id in (select c.row_id from private.import_changes c where c.import_id = $1) order by x.id for update', kind)
  using import_id;
  execute format(
    'select coalesce(jsonb_agg(x.name order by x.name, x.id), ''[]'')
     from public.%1$I x
     join private.import_changes c on c.import_id = $1 and c.table_name = %1$L and c.row_id = x.id
     where x.version <> c.version or c.before is null and (%2$s)', kind, private.used_condition(('public.' || kind)::regclass, '{}'))
  into touched
  using import_id;
  perform private.refuse_touched(touched);
  execute format(
    'delete from public.%1$I x using private.import_changes c
     where c.import_id = $1 and c.table_name = %1$L and c.before is null and x.id = c.row_id', kind)
  using import_id;
  perform private.import_restore(import_id, kind);
end
$$;
