-- Reads of the audit log: its list with filters, and the lines of one change.

-- For queries by person, resource or branch that read the newest rows first; ids follow the order of writing.
create index audit_log_of_person on public.audit_log (actor_id, id desc);
create index audit_log_of_resource on public.audit_log (resource, id desc);
create index audit_log_of_branch on public.audit_log (branch_id, id desc) where branch_id is not null;
create index audit_log_of_other_branch on public.audit_log (other_branch_id, id desc) where other_branch_id is not null;

/* The lowest id of the audit log whose row is of this moment or later; rows carry the start of their transaction. A
   binary search by id, since an index on `at` would be much larger. */
create function private.audit_id_at(moment timestamptz) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
declare
  low bigint := 0;
  high bigint := (select coalesce(max(a.id), 0) + 1 from public.audit_log a);
  probe record;
begin
  while moment is not null and low < high loop
    select a.id, a.at into probe from public.audit_log a where a.id >= (low + high) / 2 order by a.id limit 1;
    if probe.id < high and probe.at < moment then
      low := probe.id + 1;
    else
      high := (low + high) / 2;
    end if;
  end loop;
  return low;
end
$$;

/* The condition shared by the list and the count of the audit log, except for branches: a where clause over audit_log
   a, including the conditions of the table's policy. */
create function private.audit_filter(
  words text, actor_ids uuid[], resources text[], actions text[], at_branch_ids uuid[], changed text,
    history_of_table text, history_of_id uuid)
    returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  moments constant tstzrange := case
    when changed is not null then private.moment_range(changed, private.resolve_branch_filter(at_branch_ids)) end;
begin
  perform private.require_permission('management.audit_log.view');
  perform private.require_max_items(array[history_of_table], 1, 'history_of_table');
  return concat_ws(' and ',
    format('a.resource = any (%L::text[])',
      array(select left(p, -5) from unnest(private.permissions()) p where p like '%.view')),
    private.sql_in('a.resource', resources, 'resources'), private.sql_in('a.actor_id', actor_ids, 'actor_ids'),
    private.sql_in('a.action', actions, 'actions'),
    case when exists (select from private.word_patterns(words)) then
      format('a.record_id = any (%L::uuid[])', array(select f.id from private.find_records(words, 50) f)) end,
    case when history_of_id is not null then format(
      'a.record_id = %L and a.table_name = any (%L::text[])', history_of_id,
      array(
        select t.table_name
        from private.audited_tables t
        where coalesce(t.record_table, history_of_table) = history_of_table)) end,
    case when changed is not null then format('a.at <@ %L::tstzrange', moments) end,
    -- No user's transaction lasts an hour, which bounds the disorder between ids and times.
    case
      when lower(moments) is not null
        then 'a.id >= ' || private.audit_id_at(lower(moments) - interval '1 hour') end,
    case
      when upper(moments) is not null
        then 'a.id < ' || private.audit_id_at(upper(moments) + interval '1 hour') end);
end
$$;

/* The branch conditions over audit_log a, any of which must hold. For a few selected branches there is one condition
   each, so that its index serves it. */
create function private.audit_branch_conditions(at_branch_ids uuid[]) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  branch_ids constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  at_branches constant text :=
    format('a.branch_id = any (%L::uuid[]) or a.other_branch_id = any (%1$L::uuid[])', branch_ids);
begin
  return case
    when at_branch_ids <> '{}' and cardinality(branch_ids) <= 8 then
      array['false']
        || array(
          select c
          from unnest(branch_ids) b
          cross join lateral (values (format('a.branch_id = %L', b)), (format('a.other_branch_id = %L', b))) v(c))
    when at_branch_ids <> '{}' then array[at_branches]
    when private.views_all_branches() then array['true']
    else array['a.branch_id is null or ' || at_branches] end;
end
$$;

/* The ids of a page of the audit log, in order. Security definer, so that it is planned without the policy; the rows
   themselves are read as the caller. */
create function private.audit_ids(
  words text, actor_ids uuid[], resources text[], actions text[], at_branch_ids uuid[], changed text,
  history_of_table text, history_of_id uuid,
  sort text, descending boolean, page_size integer, page_offset integer, after_id bigint)
  returns table (id bigint, record_table text)
  language plpgsql stable security definer rows 25 set search_path = ''
as $$
declare
  filter constant text := private.audit_filter(words, actor_ids, resources, actions, at_branch_ids, changed,
    history_of_table, history_of_id)
    || coalesce(' and a.id > ' || after_id, '');
  direction constant text := case when descending then 'desc' else 'asc' end;
begin
  perform private.raise_error_if(sort is distinct from 'id', 'sort_unknown', 400);
  return query execute format(
    'select p.id, t.record_table from (select x.id from (%s) x order by x.id %s limit $1 offset $2) p
     join public.audit_log a on a.id = p.id
     left join private.audited_tables t on t.table_name = a.table_name
     order by p.id %2$s',
   (
    select string_agg(format('(select a.id from public.audit_log a where (%s) and %s order by a.id %s limit $1 + $2)',
      at_branches, filter, direction),
      ' union ')
    from unnest(private.audit_branch_conditions(at_branch_ids)) at_branches), direction)
  using least(greatest(page_size, 1), 1000)::bigint, greatest(page_offset, 0)::bigint;
end
$$;

create function private.audit_count(
  words text default '', actor_ids uuid[] default '{}', resources text[] default '{}', actions text[] default '{}',
  at_branch_ids uuid[] default '{}', changed text default null,
  history_of_table text default null, history_of_id uuid default null) returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.capped_count(format('public.audit_log a where (%s) and %s',
    array_to_string(private.audit_branch_conditions(at_branch_ids), ' or '),
    private.audit_filter(words, actor_ids, resources, actions, at_branch_ids, changed,
      history_of_table, history_of_id)), null);
end
$$;

/* The changed columns of an audit row in table order, for display: [{name, type, of, before, after}]. type: text,
   number, money, quantity, percent, flag, day, time, picture, ref; of: the table that a ref points to. Inserts have no
   before, deletes no after. Lines of documents are left to change_lines; technical columns are omitted. */
create function private.changed_fields(table_name text, action text, changes jsonb) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('name', c.key, 'type', case
      when c.key in ('image_path', 'logo_path') then 'picture'
      when c.type in ('money', 'money_sum') or c.type is null and c.key in ('tax', 'total') then 'money'
      when c.type in ('quantity', 'quantity_sum') then 'quantity'
      when c.type = 'percentage' then 'percent'
      when c.type = 'bool' then 'flag'
      when c.type = 'uuid' then 'ref'
      when c.type = 'day' then 'day'
      when c.type = 'timestamptz' then 'time'
      when c.type in ('int2', 'int4', 'int8') then 'number'
      else 'text' end,
    'of', c.target)) || case when c.key in ('image_path', 'logo_path') then '{}' else case changed_fields.action
      when 'insert' then jsonb_build_object('after', c.value) when 'delete' then jsonb_build_object('before', c.value)
      else jsonb_build_object('before', c.value -> 0, 'after', c.value -> 1) end end order by c.position, c.key), '[]')
  from (
    select e.key, e.value, y.typname as type, coalesce(a.attnum, 1000) as position,
      coalesce(f.relname, case when y.typname = 'uuid' and e.key like '%\_by' then 'profiles' end) as target
    from jsonb_each(changed_fields.changes) e
    left join (pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid)
      on a.attrelid = pg_catalog.to_regclass('public.' || changed_fields.table_name) and a.attname = e.key
      and not a.attisdropped
    left join (pg_catalog.pg_constraint k join pg_catalog.pg_class f on f.oid = k.confrelid)
      on k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]
    where e.key <> all (
      '{lines,costs,changed,path,object_version,content_hash,document_id,page_id,scope_first,singleton}')) c);
end
$$;

/* A variant's name for the audit log, {name, name_ar}: product / color / size. */
create function private.variant_display_name(v public.variant_names) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object('name', concat_ws(' / ', v.product, v.color, v.size),
    'name_ar', concat_ws(' / ', coalesce(v.product_ar, v.product), coalesce(v.color_ar, v.color),
      coalesce(v.size_ar, v.size)))
$$;

/* The names of these rows of a table, for the audit log: {id: {name, name_ar}}; of documents their numbers. */
create function private.record_names(table_name text, ids uuid[]) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  columns constant name[] := array(
    select a.attname
    from pg_catalog.pg_attribute a
    where a.attrelid = pg_catalog.to_regclass('public.' || quote_ident(table_name)) and a.attnum > 0
      and not a.attisdropped);
  names jsonb;
begin
  if table_name = 'variants' then
    select jsonb_object_agg(v.variant_id, private.variant_display_name(v)) into names
    from public.variant_names v
    where v.variant_id = any (ids);
  elsif columns && '{name,number}' then
    execute format('select jsonb_object_agg(x.id, jsonb_build_object(''name'', x.%I, ''name_ar'', '
      '%s)) from public.%I x where x.id = any ($1)',
      case when 'name' = any (columns) then 'name' else 'number' end,
        case when 'name_ar' = any (columns) then 'x.name_ar' else 'null' end, table_name) into names
        using ids;
  end if;
  return coalesce(names, '{}');
end
$$;

/* A page of changes: who, when, which record (record_id of record_table), and the changed fields. record: its name,
   if it still exists and is visible; part: the name of the changed row if it is a part of the record. names: of all
   rows that the fields refer to. lines: the number of changed document lines, for change_lines.
   words: in records that the global search finds now. changed: a period (private.moment_range). history_of_table,
   history_of_id: the history of one record. sort: id, which is the order of time. page_size: at most 1,000. Errors:
   permission_missing, sort_unknown, period_unknown, list_over_limit, search_too_long. */
create function public.audit_page(
  words text default '', actor_ids uuid[] default '{}', resources text[] default '{}', actions text[] default '{}',
  at_branch_ids uuid[] default '{}', changed text default null,
  history_of_table text default null, history_of_id uuid default null, sort text default 'id',
  descending boolean default true,
  page_size integer default 25, page_offset integer default 0, after_id bigint default null)
  returns table (
    id text, at timestamptz, actor jsonb, action text, resource text, table_name text, row_id uuid, record_table text,
    record_id uuid, record jsonb, part jsonb, branch_id uuid, branch text, branch_ar text, fields jsonb, lines integer,
    names jsonb)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  entries jsonb;
  names_by_id jsonb := '{}';
  referenced record;
begin
  -- Checked here too, since a caller without this permission may not even search for ids.
  perform private.require_permission('management.audit_log.view');
  select jsonb_agg(to_jsonb(a) - 'changes'
    || jsonb_build_object('position', page.position, 'record_table', page.record_table,
      'fields', private.changed_fields(a.table_name, a.action, a.changes),
    'lines', (
      select count(distinct k)
      from jsonb_array_elements(case
        when jsonb_typeof(coalesce(a.changes -> 'lines', a.changes -> 'costs')) = 'array'
          then coalesce(a.changes -> 'lines', a.changes -> 'costs') end) x
      cross join jsonb_object_keys(x) k)))
  into entries
  from private.audit_ids(words, actor_ids, resources, actions, at_branch_ids, changed, history_of_table,
    history_of_id, sort, descending, page_size, page_offset, after_id)
    with ordinality page(id, record_table, position)
  join public.audit_log a on a.id = page.id;

  -- One query for each referenced table.
  for referenced in
    select r.table_name, array_agg(distinct r.id) as ids
    from (
      select t ->> 'record_table' as table_name, (t ->> 'record_id')::uuid as id from jsonb_array_elements(entries) t
      union all
      select t ->> 'table_name', (t ->> 'row_id')::uuid
      from jsonb_array_elements(entries) t
      where t ->> 'row_id' <> t ->> 'record_id'
      union all
      select f ->> 'of', v::uuid
      from jsonb_array_elements(entries) t
      cross join jsonb_array_elements(t -> 'fields') f
      cross join unnest(array[f ->> 'before', f ->> 'after']) v
      where f ->> 'type' = 'ref') r
    where r.table_name is not null and r.id is not null
    group by 1
  loop
    names_by_id := names_by_id || private.record_names(referenced.table_name, referenced.ids);
  end loop;

  return query
    select t.id::text, t.at, private.person(t.actor_id), t.action, t.resource, t.table_name, t.row_id, t.record_table,
      t.record_id, names_by_id -> t.record_id::text,
      case when t.row_id <> t.record_id then names_by_id -> t.row_id::text end,
      t.branch_id, b.name::text, b.name_ar::text,
      t.fields, nullif(t.lines, 0),
      (select coalesce(jsonb_object_agg(v, names_by_id -> v), '{}')
       from jsonb_array_elements(t.fields) f
       cross join unnest(array[f ->> 'before', f ->> 'after']) v
       where f ->> 'type' = 'ref' and names_by_id ? v)
    from jsonb_to_recordset(entries) t(id bigint, at timestamptz, actor_id uuid, action text, resource text,
      table_name text, row_id uuid, record_id uuid, record_table text, branch_id uuid, position bigint, fields jsonb,
      lines integer)
    left join public.branches b on b.id = t.branch_id
    order by t.position;
end
$$;

/* The changed lines of a document by variant: quantities, or [unit cost, discount], before and after. */
create function public.change_lines(change_id bigint)
  returns table (id uuid, name text, name_ar text, before jsonb, after jsonb)
  language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_permission('management.audit_log.view');
  return query
    select c.key::uuid, w.name ->> 'name', w.name ->> 'name_ar', c.old_value, c.new_value
    from public.audit_log a
    cross join lateral (select coalesce(a.changes -> 'lines', a.changes -> 'costs') as part) p
    cross join lateral (
      select key, x.value as old_value, y.value as new_value
      from jsonb_each(p.part -> 0) x
      full join jsonb_each(p.part -> 1) y
      using (key)) c
    left join lateral (
      select private.variant_display_name(n) as name
      from public.variant_names n
      where n.variant_id = c.key::uuid
      offset 0) w on true
    where a.id = change_lines.change_id
    order by 2, 1;
end
$$;

select private.expose_rpc('audit_count', 'The number of matching changes; 10,001 means more than 10,000.');
grant execute on function private.audit_ids, private.variant_display_name, private.changed_fields, private.record_names,
  public.audit_page, public.change_lines to authenticated;
comment on function public.audit_page is
  'A page of changes, newest first, with their author, time, record and values before and after.';
comment on function public.change_lines is 'The lines that changed in one change of a document.';
