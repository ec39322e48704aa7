-- Step 3 of an import: the final plan, the report, writing it, and undoing it.

-- ── The final plan, and the report common to all kinds ──

/* Removes records with problems from the plan, with their rows: with skip any problem, otherwise only problems that
   selecting new names does not solve. Checks the permissions that the records without problems need; answers {<kind>:
   {create, update, skip}} of the remaining ones. records: their table, alias g; belongs: the condition that a row r is
   one of a record's. */
create function private.import_leave_out(import_kind private.import_kinds, records text, belongs text, skip boolean)
  returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  counts jsonb;
  needed text[];
begin
  execute format('update pg_temp.%I g set bad = true from pg_temp.import_problems q join pg_temp.import_rows r using '
    '(n) where %s',
    records, belongs);
  execute format(
    'delete from pg_temp.%I g using pg_temp.import_problems q join pg_temp.import_rows r using (n)
     where %s and ($1 or q.code <> ''name_unknown'')', records, belongs)
  using skip;
  if records <> 'import_rows' then
    -- A row without a record has a problem of its own.
    execute format('delete from pg_temp.import_rows r where not exists (select from pg_temp.%I g where %s)', records,
      belongs);
  end if;
  execute format(
    'select jsonb_build_object(''create'', count(*) filter (where g.fresh), ''update'',
      count(*) filter (where g.changed),
         ''skip'', count(*) filter (where not g.fresh and not g.changed)),
       array_remove(array[case when bool_or(g.fresh and not g.bad) then $1 || ''.create'' end,
         case when bool_or(g.changed and not g.bad) then $1 || ''.update'' end], null)
     from pg_temp.%I g', records)
  into counts, needed
  using import_kind.resource;
  perform private.require_permission(variadic needed);
  return jsonb_build_object(import_kind.kind, counts);
end
$$;

/* {rows, <kind>: {create, update, skip}, … of the kind, names_created, unknown_count, unknown: [{kind, name, rows,
   may_create}], problem_count, problem_rows (without rows whose only problem is an unknown name), problems: [{row,
   column, code, found, expected, name: of the row}], warning_count, warnings: [the same]}
   Counts exclude records with problems; unknown names count as selected, unless rows with problems are skipped. At most
   10,000 unknown names and 2,000 problems are listed. */
create function private.import_report() returns jsonb
  language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object(
    'rows', (select count(*) from pg_temp.import_cells),
    'names_created', (select count(distinct m.id) from pg_temp.import_names m where m.ticked),
    'unknown_count', (
      select count(distinct m.id)
      from pg_temp.import_names m
      where not m.known and not m.ticked and private.name_permission(m.kind) is not null),
    'unknown', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'name', u.name, 'rows', u.rows,
        'may_create', private.can(private.name_permission(u.kind))) order by u.kind, u.name), '[]')
      from (
        select m.kind, min(m.name) as name, sum(m.rows) as rows
        from pg_temp.import_names m
        where not m.known and not m.ticked and private.name_permission(m.kind) is not null
        group by m.kind, m.key
        order by m.kind, 2
        limit 10000) u),
    'problem_count', (select count(*) from pg_temp.import_problems),
    'problem_rows', (select count(distinct q.n) from pg_temp.import_problems q where q.code <> 'name_unknown'),
    'problems', (
      select coalesce(jsonb_agg(jsonb_build_object('row', c.sheet_row, 'column', q."column", 'code', q.code,
        'found', q.found, 'expected', q.expected,
        'name', left(coalesce(to_jsonb(c) ->> 'name', to_jsonb(c) ->> 'sku', to_jsonb(c) ->> 'barcode', to_jsonb(c)
          ->> 'reference'), 120))
          order by q.n, q."column", q.code, q.expected::text), '[]')
      from (
        select p.*
        from pg_temp.import_problems p
        -- Thousands of unknown names may be solved at once, so other problems are listed first.
        order by p.code = 'name_unknown', p.n, p."column", p.code, p.expected::text
        limit 2000) q
      join pg_temp.import_cells c on c.n = q.n),
    'warning_count', 0,
    'warnings', '[]'::jsonb);
end
$$;

-- ── Check and import ──

/* The progress of the running import in percent. A sequence, since its value is visible to others before the
   transaction ends. */
create sequence private.import_part minvalue 0;

/* A key for advisory locks and comparisons; collisions are unlikely. */
create function private.import_key(id uuid) returns integer
  language sql immutable set search_path = ''
as $$
  select pg_catalog.uuid_hash(id) & 2147483647
$$;

/* The running import, if any: identified by its advisory locks, which every session can see and which end with it. */
create view private.import_at_work (import_key, person_key, since) as
select min(k.objid::bigint) filter (where k.classid = 4), min(k.objid::bigint) filter (where k.classid = 5),
  to_timestamp(60.0 * min(k.objid::bigint) filter (where k.classid = 6))
from pg_catalog.pg_locks k
join pg_catalog.pg_locks w on w.pid = k.pid and w.locktype = 'advisory' and (w.classid, w.objid, w.objsubid) = (3, 0, 2)
  and w.granted
  and w.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
where k.locktype = 'advisory' and k.objsubid = 2 and k.classid in (4, 5, 6)
group by k.pid;

/* Only one import runs at a time, since two files with the same new code would conflict. Does not wait: 409
   import_running {by, by_ar, minutes}. */
create function private.begin_import(id uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(3, 0) then
    perform private.raise_error('import_running', 409, coalesce((
      select jsonb_build_object('by', coalesce(p.name, '–'), 'by_ar', p.name_ar,
        'minutes', greatest(1, ceil(extract(epoch from clock_timestamp() - w.since) / 60)))
      from private.import_at_work w
      left join public.profiles p on private.import_key(p.id) = w.person_key
      limit 1), '{"by": "–", "minutes": 1}'));
  end if;
  perform pg_catalog.pg_advisory_xact_lock_shared(4, private.import_key(begin_import.id)),
    pg_catalog.pg_advisory_xact_lock_shared(5, private.import_key(auth.uid())),
    pg_catalog.pg_advisory_xact_lock_shared(6, (extract(epoch from now()) / 60)::integer),
    setval('private.import_part', 0);
end
$$;

/* Analyzes the tables that have doubled since their statistics were made. A connection keeps the plans that it made
   while a table was small, foreign keys' among them, and with them reads all of it for each row; new statistics make it
   plan again. An import asks for this before it starts and whenever it has written many rows, since nobody else
   analyzes tables that grow within a transaction. A table that is being vacuumed or analyzed is not waited for. */
create function private.analyze_grown_tables() returns void
  language plpgsql security definer set search_path = '' set default_statistics_target = 100
as $$
declare
  grown regclass;
begin
  for grown in
    select c.oid from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_catalog.pg_relation_size(c.oid) > 8192 * (16 + 2 * greatest(c.relpages, 0))
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end
$$;

/* Whether the caller may read this import: one of a kind they may import, under the policy of public.imports. */
create function private.can_read_import(import public.imports) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select import.kind = any (private.readable_import_kinds(import.created_by is distinct from auth.uid()))
    and (import.created_by is not distinct from auth.uid() or import.branch_ids <@ private.branch_ids('view'))
$$;

/* The progress of the caller's import or undo: {status: running, part}; otherwise its result: {status: applied |
   undone}, with the report for its maker; or {status: none} if it is not visible, not started, refused or failed, and
   nothing was saved. */
create function private.import_progress(id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.is_active() and exists (
    select from private.import_at_work w
    where (w.import_key, w.person_key) = (private.import_key(import_progress.id), private.import_key(auth.uid()))) then
    return jsonb_build_object('status', 'running', 'part', (select s.last_value / 100.0 from private.import_part s));
  end if;
  -- A separate statement, to see an import that ended after the locks were read.
  return coalesce((
    select jsonb_build_object('status', i.status)
      || case when i.created_by = auth.uid() then jsonb_build_object('report', i.report) else '{}' end
    from public.imports i where i.id = import_progress.id and private.can_read_import(i)), '{"status": "none"}');
end
$$;

/* Refuses missing, too many or too large rows, and invalid options. */
create function private.require_sheet(rows json, options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  most_rows constant integer := 50000;
  count integer := 0;
  is_sound boolean;
begin
  perform private.raise_error_if(pg_column_size(rows) > 32 * 1024 * 1024 or pg_column_size(options) > 4 * 1024 * 1024,
    'rows_too_large', 413, '{"max_mb": 32}');
  if json_typeof(rows) = 'array' then
    -- Large inputs are counted before their elements are taken apart.
    perform private.raise_error_if(pg_column_size(rows) > 4000000 and json_array_length(rows) > most_rows,
      'rows_over_limit', 413, jsonb_build_object('max', most_rows));
    -- A single cell of 30 MB would take 700 MB to interpret.
    select count(*), bool_and(pg_column_size(x) <= 65536) into count, is_sound from json_array_elements(rows) x;
  end if;
  perform private.raise_error_if(count = 0, 'rows_missing', 400);
  perform private.raise_error_if(count > most_rows, 'rows_over_limit', 413, jsonb_build_object('max', most_rows));
  perform private.raise_error_if(not is_sound, 'value_invalid', 400, '{"field": "rows"}');
  perform private.require_values(options, '{"create": "object", "same": "object", "skip_problem_rows": "boolean",
    "file_name": "text", "branch_id": "uuid", "stock_point_id": "uuid", "color_values": "object"}');
  perform private.require_max_items(array[options ->> 'file_name'], 1, 'file_name');
end
$$;

/* Imports a sheet of a kind in private.import_kinds: all of it, or nothing.
   rows: [{row, <field>: text, unread}], the fields of the kind in private.import_fields; empty ones change nothing.
   unread: {<field>: code}: cells that the file's reader could not interpret.
   options: {create: {brands, categories, colors, sizes, suppliers, customers, expense_categories: true or [name]},
   same: {brands, …: {name: existing name}}, skip_problem_rows, file_name, branch_id, stock_point_id, color_values:
   {normalised name: #rrggbb}}; skip_problem_rows skips records with problems.
   dry_run: only reports what would be done.
   Answers private.import_report with {id, kind, status: applied | refused | checked} and the figures of the kind. A
   repeated call gives the first answer, or status undone.
   Errors: permission_missing {permission, field}, import_kind_unknown, rows_missing, rows_over_limit {max},
   rows_too_large {max_mb}, value_invalid {field}, branch_not_found, branch_view_only, stock_point_not_found,
   place_closed, import_not_found; 409 import_exists if the id has other content, import_running {by, minutes}, and if
   the plan is outdated before it is written, import_overtaken or import_value_taken {row, value}.
   default_statistics_target: the plan's tables are analyzed at each step, for which a sample of 1,200 rows suffices. */
create function private.import_sheet(kind text, id uuid, rows json, options jsonb default '{}',
  dry_run boolean default true)
  returns jsonb
  language plpgsql security definer set search_path = '' set default_statistics_target = 4
as $$
#variable_conflict use_variable
declare
  import_kind private.import_kinds;
  import public.imports;
  report jsonb;
  content bigint;
  skip boolean;
  clash text; taken text;
begin
  select * into import_kind from private.import_kinds k where k.kind = import_sheet.kind;
  perform private.raise_error_if(import_kind.kind is null, 'import_kind_unknown', 400);
  -- Problems may reveal existing data, such as the owner of an email.
  perform private.require_permission(import_kind.resource || '.import', import_kind.resource || '.view');
  options := coalesce(options, '{}');
  perform private.require_sheet(rows, options);
  skip := coalesce(options -> 'skip_problem_rows' = 'true', false);
  content := hashtextextended(rows::text, jsonb_hash_extended(options, 0));

  perform private.register_document_id(id, 'import') where not dry_run;
  select * into import from public.imports i where i.id = import_sheet.id;
  if import.id is not null then
    perform private.raise_error_if(import.created_by is distinct from auth.uid() or import.kind <> kind,
      'import_not_found', 404);
    perform private.raise_error_if(import.content <> content, 'import_exists', 409);
    return import.report || jsonb_build_object('status', import.status);
  end if;

  perform private.begin_import(id), private.analyze_grown_tables() where not dry_run;
  perform private.import_cells(kind, rows);
  execute format('select private.import_plan_%s($1, $2, $3)', import_kind.steps)
  into report
  using import_kind, options, skip;
  report := private.import_report() || report || jsonb_build_object('id', id, 'status', case
    when dry_run then 'checked'
    when not skip and exists (select from pg_temp.import_problems)
      or not exists (select from pg_temp.import_rows) then 'refused'
    else 'applied' end);
  if report ->> 'status' = 'applied' then
    insert into public.imports (id, kind, file_name, row_count, created_count, updated_count, skipped_count,
      problem_count, branch_ids, content, report)
    values (id, kind, nullif(btrim(left(options ->> 'file_name', 300)), ''), (report ->> 'rows')::integer,
      (report -> kind ->> 'create')::integer, (report -> kind ->> 'update')::integer,
      (report -> kind ->> 'skip')::integer,
      (report ->> 'rows')::integer - coalesce((report ->> 'merged')::integer, 0)
        - (select count(*) from pg_temp.import_rows),
      array(select b::uuid from jsonb_array_elements_text(report -> 'branch_ids') b), content, report)
        returning * into import;
    perform setval('private.import_part', 30);
    begin
      perform private.import_write_names(import, options);
      execute format('select private.import_write_%s($1)', import_kind.steps) using import;
    exception
      -- A name in the plan was deleted meanwhile, or a value was taken. A generated code will differ at the next
      -- attempt.
      when foreign_key_violation or unique_violation then
        get stacked diagnostics clash = constraint_name, taken = pg_exception_detail;
        taken := substring(taken from '=\((?:(?:[0-9a-f-]{36}|null), )*(.*)\) already exists');
        perform private.raise_error('import_value_taken', 409, jsonb_build_object('row', r.sheet_row, 'value', c.value))
        from pg_temp.import_rows r, jsonb_each_text(to_jsonb(r)) c
        where strpos(clash, left(c.key, 5)) > 0
          and taken in (c.value, private.canonical_code(c.value), private.normalise(c.value),
            private.phone_key(c.value))
        limit 1;
        perform private.raise_error('import_overtaken', 409);
    end;
  end if;
  perform private.import_drop_tables();
  return report;
end
$$;

/* Locks the records that the plan changes, in order, and stores their previous values. Records changed or removed since
   the plan was made: 409 import_overtaken. The lock allows new references to them, such as movements of variants. */
create function private.import_lock_records(import public.imports, table_name text, source text) returns void
  language plpgsql set search_path = ''
as $$
declare
  overtaken boolean;
begin
  -- The columns fresh and changed are newer than the statistics: the joins would be planned for one row and take
  -- quadratic time.
  execute format('analyze pg_temp.%I (id, fresh, changed)', source);
  execute format(
    'with held as (
       select x.*
       from public.%1$I x
       where x.id in (select r.id from pg_temp.%2$I r where r.changed)
       order by x.id for no key update),
     written as (
       insert into private.import_changes (import_id, table_name, row_id, version, before)
       select $1, %1$L, r.id, coalesce(h.version, 0) + 1, to_jsonb(h) - ''{search,shown_in_arabic}''::text[]
       from pg_temp.%2$I r left join held h on h.id = r.id
       where r.fresh or r.changed)
     select bool_or(h.version is distinct from r.version)
     from pg_temp.%2$I r
     left join held h on h.id = r.id
     where r.changed',
    import_lock_records.table_name, source)
  into overtaken using import.id;
  perform private.raise_error_if(overtaken, 'import_overtaken', 409);
end
$$;

/* Writes the planned records: new ones completely, others where the file has a value. more: additional columns of new
   ones. */
create function private.import_write(kind text, source text, more text default '', more_values text default '')
  returns void
  language plpgsql set search_path = ''
as $$
begin
  execute (
    select format('insert into public.%1$I (id, %2$s%3$s) select r.id, %4$s%5$s from pg_temp.%6$I r where r.fresh '
      'order by r.n',
      import_write.kind, string_agg(format('%I', c.name), ', '), more,
      string_agg(format('coalesce(r.%I, %s)', c.name, c.fallback), ', '), more_values, source)
    from private.import_columns(kind) c);
  execute (
    select format('update public.%1$I x set %2$s from pg_temp.%3$I r where x.id = r.id and r.changed',
      import_write.kind, string_agg(format('%1$I = coalesce(r.%1$I, x.%1$I)', c.name), ', '), source)
    from private.import_columns(kind) c);
end
$$;

select private.expose_rpc('import_sheet',
  'Imports a sheet of products, customers, suppliers, purchase orders, sales or expenses: all of it, or nothing; a '
  'dry run reports what it would do.');
-- A large sheet takes longer than an ordinary request may; a disconnected client calls import_progress.
alter function public.import_sheet set statement_timeout = '300s';
select private.expose_rpc('import_progress', 'The progress or result of the caller''s import.');

-- ── Undo ──

/* A condition that a row x of the table is referenced by another row, except from except_tables. */
create function private.in_use_condition(target regclass, except_tables text[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(format('exists (select from %s r where r.%I = x.id)', c.conrelid::regclass, a.attname),
    ' or '),
    'false')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_class r on r.oid = c.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = target and r.relname <> all (except_tables)
$$;

/* Restores a table: deletes the rows that the import created, and resets the columns of those it changed. */
create function private.import_restore(import_id uuid, table_name text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'delete from public.%1$I x using private.import_changes c
     where c.import_id = $1 and c.table_name = %1$L and c.before is null and x.id = c.row_id',
   import_restore.table_name)
  using import_id;
  execute (
    select format('update public.%1$I x set (%2$s) = row(%3$s) from (
        select c.row_id, o.*
        from private.import_changes c
        cross join lateral jsonb_populate_record(null::public.%1$I, c.before) o
        where c.import_id = $1 and c.table_name = %1$L and c.before is not null) o
      where x.id = o.row_id',
      import_restore.table_name, string_agg(format('%I', a.attname), ', ' order by a.attnum),
      string_agg(format('o.%I', a.attname), ', ' order by a.attnum))
    from pg_catalog.pg_attribute a
    where a.attrelid = ('public.' || quote_ident(import_restore.table_name))::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (private.audit_noise()))
  using import_id;
end
$$;

/* Undoes an import: deletes what it created, restores what it changed, removes its opening stock. Refused as a whole if
   any of it was changed, moved or used since. Undoing again answers the same. Answers {id, status: undone}. Errors:
   import_not_found, permission_missing, branch_not_found, branch_view_only, 409 import_running {by, minutes},
   import_touched {count, names: [at most 5], names_ar}. */
create function private.undo_import(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  import public.imports;
  import_kind private.import_kinds;
  name_table text;
  gone integer;
begin
  select * into import from public.imports i where i.id = undo_import.id;
  perform private.raise_error_if(import.id is null or not private.can_read_import(import), 'import_not_found', 404);
  perform private.begin_import(id), private.analyze_grown_tables();
  select * into import from public.imports i where i.id = undo_import.id for update;
  if import.status = 'applied' then
    select * into import_kind from private.import_kinds k where k.kind = import.kind;
    perform private.require_branch(b) from unnest(import.branch_ids) b;
    perform private.require_permission(import_kind.resource || '.update')
    where exists (select from private.import_changes c where c.import_id = undo_import.id and c.before is not null);
    execute format('select private.import_undo_%s($1)', import_kind.steps) using import;
    perform setval('private.import_part', 90);
    -- Deletes names that only this import needed; those changed or used since stay. Repeated, since a category goes
    -- after its children.
    for name_table in
      select distinct c.table_name from private.import_changes c
      where c.import_id = undo_import.id
        and c.table_name in ('brands', 'suppliers', 'customers', 'colors', 'sizes', 'categories', 'expense_categories')
        and c.before is null
    loop
      loop
        execute format(
          'delete from public.%1$I x using private.import_changes c
           where c.import_id = $1 and c.table_name = %1$L and c.before is null and x.id = c.row_id
           and x.version = c.version and not (%2$s)',
          name_table, private.in_use_condition(('public.' || name_table)::regclass, '{}'))
        using id;
        get diagnostics gone = row_count;
        exit when gone = 0;
      end loop;
    end loop;
    update public.imports i set status = 'undone' where i.id = undo_import.id;
  end if;
  return jsonb_build_object('id', id, 'status', 'undone');
end
$$;

/* Refuses to undo if a record of the import was changed since, or if the condition over its row x holds: 409
   import_touched. */
create function private.refuse_modified(import public.imports, label text, condition text) returns void
  language plpgsql set search_path = ''
as $$
declare
  names jsonb;
begin
  execute format(
    'select jsonb_agg(x.%1$I order by x.%1$I, x.id)
     from public.%2$I x
     join private.import_changes c on c.import_id = $1 and c.table_name = %2$L and c.row_id = x.id
     where x.version <> c.version or %3$s', label, import.kind, condition)
  into names
  using import.id;
  perform private.raise_error_if(names is not null, 'import_touched', 409,
    jsonb_build_object('count', jsonb_array_length(names), 'names', jsonb_path_query_array(names, '$[0 to 4]')));
end
$$;

select private.expose_rpc('undo_import', 'Undoes an import if nothing of it was changed, moved or used since.');
alter function public.undo_import set statement_timeout = '300s';
