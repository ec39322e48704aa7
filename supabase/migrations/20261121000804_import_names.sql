-- Step 2 of an import, the names: unknown names get an id at once; those selected are created with it, others are
-- problems.

/* The permission needed to create a name of this kind; null for kinds that an import never creates. */
create function private.name_permission(kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when kind in ('suppliers', 'customers') then 'contacts.' || kind || '.create'
    when kind in ('brands', 'categories', 'colors', 'sizes') then 'inventory.' || kind || '.create'
    when kind = 'expense_categories' then 'accounting.expense_categories.create'
  end
$$;

/* A size as written in a spreadsheet: 38.0 is the size 38. */
create function private.size_name(name text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '^([0-9]+)\.0$', '\1')
$$;

/* The key by which names are compared; for a category, its path. */
create function private.name_key(kind text, name text) returns text
  language sql immutable set search_path = ''
as $$
  select private.normalise(case
    when kind in ('categories', 'expense_categories') then array_to_string(private.category_names(name), ' / ')
    when kind = 'sizes' then private.size_name(name)
    else name
  end)
$$;

create function private.import_names(kind text, options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  named private.import_fields;
  same jsonb;
begin
  create temporary table import_names (
    kind text, name text, meant text, key text, rows integer, id uuid, known boolean not null default true,
    ticked boolean not null default false,
    -- Of new customers, where the file says them.
    phone text, email text);
  for named in select f.*
    from private.import_fields f
    where f.kind = import_names.kind and f.names is not null
    order by f.position loop
    execute format(
      'insert into pg_temp.import_names (kind, name, key, rows)
       select %1$L, x.name, private.name_key(%1$L, x.name), x.rows
       from (
         select c.%2$I as name, count(*) as rows from pg_temp.import_cells c where c.%2$I is not null group by 1) x',
     named.names, named.field);
    -- options.same: {brands: {name in the file: the one that is meant, …}, …}.
    same := case when jsonb_typeof(options -> 'same' -> named.names) = 'object' then options -> 'same' -> named.names
      else '{}' end;
    update pg_temp.import_names m set meant = s.value, key = private.name_key(m.kind, s.value)
    from jsonb_each_text(jsonb_strip_nulls(same)) s
    where m.kind = named.names and m.key = private.name_key(named.names, s.key);
    if named.names in ('categories', 'expense_categories') then
      insert into pg_temp.import_problems
      select c.n, named.field, 'too_long', part, jsonb_build_object('max', 120)
      from pg_temp.import_cells c
      cross join lateral unnest(private.category_names(c.category)) part
      where char_length(c.category) > 120 and char_length(part) > 120
      union all
      select c.n, named.field, 'name_empty', c.category, '{}'
      from pg_temp.import_cells c
      join pg_temp.import_names m on m.kind = named.names and m.name = c.category and m.key is null
      union all
      select c.n, named.field, 'too_deep', left(c.category, 80), jsonb_build_object('max', 10)
      from pg_temp.import_cells c
      -- Once per name, not once per row.
      join (
        select m.name
        from pg_temp.import_names m
        where m.kind = named.names and m.meant is null and cardinality(private.category_names(m.name)) > 10
        offset 0) deep on deep.name = c.category;
      update pg_temp.import_names m
      set id = private.category_by_path(named.names, coalesce(m.meant, m.name))
      where m.kind = named.names;
    else
      -- The name takes precedence over the Arabic one, then the older row. A person may also be named by email: the
      -- caller's own, or any for those who may view users. A tax rate may also be named by its percentage.
      execute format(
        'update pg_temp.import_names m set id = b.id
         from (
           select distinct on (x.key) x.key, x.id
           from (
             select n.key, 1 as rank, b.id
             from pg_temp.import_names n
             join public.%1$I b on private.normalise(b.name) = n.key
             where n.kind = %1$L
             union all
             select n.key, 2, b.id
             from pg_temp.import_names n
             join public.%1$I b on private.normalise(b.name_ar) = n.key
             where n.kind = %1$L%2$s) x
           order by x.key, x.rank, x.id) b
         where b.key = m.key and m.kind = %1$L', named.names, case named.names
        when 'profiles' then
          ' union all
            select n.key, 3, c.profile_id
            from pg_temp.import_names n join public.profile_contacts c on lower(c.email) = lower(n.name)
            where n.kind = ''profiles'' and (c.profile_id = auth.uid() or private.can(''management.users.view''))'
        when 'tax_rates' then
          ' union all
            select n.key, 3, private.tax_rate_called(n.name, preferred => z.sale_tax_rate_id)
            from pg_temp.import_names n
            cross join public.business z
            where n.kind = ''tax_rates''' end);
    end if;
    -- A replacement that does not exist is ignored; otherwise two names would become one.
    update pg_temp.import_names m set meant = null, key = private.name_key(named.names, m.name)
    where m.kind = named.names and m.meant is not null and m.id is null;
  end loop;

  -- options.create: {brands: true | [name, …], …}. Two spellings of one new name are one name.
  with asked as (
    select k.kind, private.name_key(k.kind, t) as key
    from (select distinct m.kind from pg_temp.import_names m) k
    cross join jsonb_array_elements_text(case
      when jsonb_typeof(options -> 'create' -> k.kind) = 'array' then options -> 'create' -> k.kind else '[]' end) t),
  fresh as (
    select m.kind, m.key, private.uuid_v7() as id, private.name_permission(m.kind) is not null
      and coalesce(options -> 'create' -> m.kind = 'true'
        or (m.kind, m.key) in (select a.kind, a.key from asked a where a.key is not null),
        false) as ticked
    from pg_temp.import_names m
    where m.id is null
    group by m.kind, m.key)
  update pg_temp.import_names m set id = f.id, known = false, ticked = f.ticked
  from fresh f
  where f.kind = m.kind and f.key = m.key and m.id is null;

  perform private.require_permission(private.name_permission(m.kind))
  from pg_temp.import_names m
  where m.ticked and not private.can(private.name_permission(m.kind))
  limit 1;

  for named in
    select f.* from private.import_fields f
    where f.kind = import_names.kind
      and exists (select from pg_temp.import_names m where m.kind = f.names and not m.known and not m.ticked)
  loop
    execute format(
      'insert into pg_temp.import_problems
       select c.n, %1$L,
       case
         when m.kind = ''tax_rates'' then ''tax_rate_unknown''
         when private.name_permission(m.kind) is null then ''name_missing''
         else ''name_unknown''
       end, m.name,
       jsonb_build_object(''kind'', m.kind)
       from pg_temp.import_cells c
       join pg_temp.import_names m on m.kind = %2$L and m.name = c.%1$I
       where not m.known and not m.ticked', named.field, named.names);
  end loop;
end
$$;

/* Creates the selected new names that the rows use. */
create function private.import_write_names(import public.imports, options jsonb) returns void
  language plpgsql set search_path = ''
as $body$
declare
  named private.import_fields;
  used uuid[];
  made uuid[];
  category record;
begin
  for named in
    select f.* from private.import_fields f
    where f.kind = import.kind and exists (select from pg_temp.import_names m where m.kind = f.names and m.ticked)
  loop
    execute format('select array_agg(distinct m.id) from pg_temp.import_rows r join pg_temp.import_names m on m.id = '
      'r.%I where m.ticked',
      named.field || '_id')
    into used;
    made := used;
    if named.names in ('categories', 'expense_categories') then
      made := '{}';
      for category in
        select m.id, min(m.name) as path
        from pg_temp.import_names m
        where m.id = any (used)
        group by m.id
        order by cardinality(private.category_names(min(m.name))), path
      loop
        made := made || private.make_category(named.names, category.path, category.id);
      end loop;
    else
      execute format(
        'insert into public.%I (id, name%s)
         select distinct on (m.id) m.id, %s%s from pg_temp.import_names m where m.id = any ($1) order by m.id, m.name',
       named.names,
        case named.names
          when 'colors' then ', value'
          when 'sizes' then ', position'
          when 'customers' then ', phone, email' end,
        case named.names when 'sizes' then 'private.size_name(m.name)' else 'm.name' end,
        case named.names
          when 'colors' then $$,
            coalesce(lower(substring($2 -> 'color_values' ->> m.key from '^#[0-9a-fA-F]{6}$')), '#808080')$$
          when 'sizes' then ', private.size_position(m.name)'
          when 'customers' then ', m.phone, m.email' end)
      using used, options;
    end if;
    insert into private.import_changes (import_id, table_name, row_id)
    select import.id, named.names, m from unnest(made) m;
  end loop;
end
$body$;
