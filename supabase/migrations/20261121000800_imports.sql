-- Imports: one engine that reads a sheet's rows, says what is wrong or would change, and writes all of it or nothing.
-- The same function makes the dry run, rolled back at its end, so that the answer before and the deed after cannot differ.
-- A kind of import is its fields below, a plan (which rows mean which records, as temporary tables) and its writing;
-- cells, names, problems, report, history and undo are shared. Products and contacts follow in chapters of their own.

/* Whose permissions rule a kind of import, and its history. */
create function private.import_resource(kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case kind when 'products' then 'inventory.products' when 'purchase_orders' then 'purchasing.orders' else 'contacts.' || kind end
$$;

create function private.import_permission(kind text, action text) returns text
  language sql immutable set search_path = ''
as $$
  select private.import_resource(kind) || '.' || action
$$;

create table public.imports (
  like private.stamped including all,
  kind text not null constraint imports_kind_known check (kind in ('products', 'customers', 'suppliers', 'purchase_orders')),
  file_name public.short_text,
  status text not null default 'applied' constraint imports_status_known check (status in ('applied', 'undone')),
  row_count integer not null constraint imports_row_count_positive check (row_count > 0),
  created_count integer not null default 0 constraint imports_created_count_not_negative check (created_count >= 0),
  updated_count integer not null default 0 constraint imports_updated_count_not_negative check (updated_count >= 0),
  skipped_count integer not null default 0 constraint imports_skipped_count_not_negative check (skipped_count >= 0),
  problem_count integer not null default 0 constraint imports_problem_count_not_negative check (problem_count >= 0),
  branch_ids uuid[] not null default '{}',
  report jsonb not null,
  resource text not null generated always as (private.import_resource(kind)) stored
);
create index imports_newest on public.imports (created_at desc, id desc);
create index imports_of_kind on public.imports (kind, created_at desc, id desc);
comment on table public.imports is 'What came in from files: who, when, which file, how much. Written by the import functions only; a dry run leaves no row.';
comment on column public.imports.created_count is 'Records of the kind: products, not their variants.';
comment on column public.imports.problem_count is 'Rows that were left out because of their problems.';
comment on column public.imports.branch_ids is 'The branches whose documents it made or changed; empty for what belongs to no branch.';
comment on column public.imports.resource is 'Whose viewers read of it in the audit log.';
comment on column public.imports.report is 'The answer that the import gave; given again when the same id is sent again.';

select private.closed('public.imports');
grant select on public.imports to authenticated;
-- The report tells what the file said of costs, so another's is for those who may view costs.
create policy "those who may import a kind read its imports" on public.imports for select to authenticated
  using (
    kind = 'products' and (select private.can('inventory.products.import'))
      and (created_by = (select auth.uid()) or (select private.can('inventory.costs.view')))
    or kind = 'customers' and (select private.can('contacts.customers.import'))
    or kind = 'suppliers' and (select private.can('contacts.suppliers.import'))
    or kind = 'purchase_orders' and (select private.can('purchasing.orders.import'))
      and (created_by = (select auth.uid()) or (select private.can('inventory.costs.view')) and branch_ids <@ (select private.branch_ids('view'))::uuid[]));
create trigger stamp before insert or update on public.imports for each row execute function private.stamp();
select private.audited('public.imports', 'inventory.products', '', 'id', 'resource');

-- What an import made (before is empty) or changed (before: the row as it was), and the version it left: what undo needs to know.
-- No foreign key: imports are never deleted, and 25,000 checks in one import would only say so.
create table private.import_changes (
  import_id uuid not null,
  table_name text collate "C" not null,
  row_id uuid not null,
  version integer not null default 1,
  before jsonb,
  primary key (import_id, table_name, row_id)
);

-- A dry run looks its ids up and then takes everything back, so proving each of them again would be a sixth of its work:
-- of the tables that an import fills, foreign keys can be put off. Whoever does not ask for it finds them proved at once, as ever.
do $$
declare
  foreign_key record;
begin
  for foreign_key in
    select c.conrelid::regclass as target, c.conname
    from pg_catalog.pg_constraint c
    where c.contype = 'f' and not c.condeferrable and c.conrelid = any (array[
      'public.products', 'public.product_costs', 'public.variants', 'public.stock_entries', 'public.stock_levels', 'public.stock_movements',
      'private.product_stock', 'private.product_branches', 'private.branch_stock', 'public.customers', 'public.purchase_orders',
      'public.purchase_items']::regclass[])
  loop
    execute format('alter table %s alter constraint %I deferrable', foreign_key.target, foreign_key.conname);
  end loop;
end
$$;

/* Puts off every foreign key that can be: to the end of a transaction, which a dry run never reaches. */
create function private.put_off_foreign_keys() returns void
  language plpgsql set search_path = ''
as $$
begin
  execute (
    select 'set constraints ' || string_agg(distinct format('%s.%I', c.connamespace::regnamespace, c.conname), ', ') || ' deferred'
    from pg_catalog.pg_constraint c
    where c.contype = 'f' and c.condeferrable and c.connamespace in ('public'::regnamespace, 'private'::regnamespace));
end
$$;

-- What a cell may hold, by kind of import and field. names: the table that the cell names a row of.
create table private.import_fields (
  kind text not null,
  field text not null,
  place integer not null,
  rule text not null constraint import_fields_rule_known check (rule in ('text', 'name', 'code', 'barcode', 'amount', 'quantity', 'percent', 'flag', 'phone', 'email', 'date')),
  most integer not null,
  names text,
  primary key (kind, field)
);
insert into private.import_fields (kind, place, field, rule, most, names)
values
  ('products', 1, 'group', 'text', 300, null),
  ('products', 2, 'name', 'name', 120, null),
  ('products', 3, 'name_ar', 'name', 120, null),
  ('products', 4, 'description', 'text', 4000, null),
  ('products', 5, 'category', 'name', 240, 'categories'),
  ('products', 6, 'brand', 'name', 120, 'brands'),
  ('products', 7, 'supplier', 'name', 120, 'suppliers'),
  ('products', 8, 'designer_id', 'code', 64, null),
  ('products', 9, 'tag_number', 'code', 64, null),
  ('products', 10, 'price', 'amount', 40, null),
  ('products', 11, 'purchase_price', 'amount', 40, null),
  ('products', 12, 'max_discount', 'percent', 40, null),
  ('products', 13, 'low_stock_level', 'quantity', 40, null),
  ('products', 14, 'active', 'flag', 40, null),
  ('products', 15, 'color', 'name', 120, 'colors'),
  ('products', 16, 'size', 'name', 120, 'sizes'),
  ('products', 17, 'sku', 'code', 64, null),
  ('products', 18, 'barcode', 'barcode', 64, null),
  ('products', 19, 'price_override', 'amount', 40, null),
  ('products', 20, 'quantity', 'quantity', 40, null),
  ('products', 21, 'branch', 'text', 120, null),
  ('products', 22, 'stock_point', 'text', 120, null),
  ('customers', 1, 'name', 'name', 120, null),
  ('customers', 2, 'name_ar', 'name', 120, null),
  ('customers', 3, 'phone', 'phone', 32, null),
  ('customers', 4, 'email', 'email', 254, null),
  ('customers', 5, 'address', 'text', 300, null),
  ('customers', 6, 'price_group', 'name', 120, 'price_groups'),
  ('customers', 7, 'active', 'flag', 40, null),
  ('suppliers', 1, 'name', 'name', 120, null),
  ('suppliers', 2, 'name_ar', 'name', 120, null),
  ('suppliers', 3, 'land_line', 'phone', 32, null),
  ('suppliers', 4, 'active', 'flag', 40, null);

-- ── Names in a file: brands, suppliers, colours, sizes, and categories as paths ──

/* 'Women / Shirts' or 'Women > Shirts' as its names from the top down. */
create function private.category_names(path text) returns text[]
  language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(btrim(part) order by ordinal)
  from regexp_split_to_table(path, '\s*>\s*|\s+/\s+') with ordinality s(part, ordinal)
  where btrim(part) <> ''
$$;

/* The category of a path: name below name; a single name may also stand anywhere, when only one category has it. */
create function private.category_by_path(path text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  names text[] := private.category_names(path);
  key text;
  here uuid;
  below uuid;
  found_ids uuid[];
begin
  for i in 1 .. coalesce(cardinality(names), 0) loop
    key := private.normalise(names[i]);
    select c.id into below
    from public.categories c
    where c.parent_id is not distinct from here and key in (private.normalise(c.name), private.normalise(c.name_ar))
    order by c.id
    limit 1;
    if below is null then
      exit;
    end if;
    here := below;
    if i = cardinality(names) then
      return here;
    end if;
  end loop;
  if cardinality(names) = 1 then
    select array_agg(c.id) into found_ids
    from public.categories c
    where private.normalise(names[1]) in (private.normalise(c.name), private.normalise(c.name_ar));
    if cardinality(found_ids) = 1 then
      return found_ids[1];
    end if;
  end if;
  return null;
end
$$;

/* Makes what is missing of a path, so that its last name has the given id. Answers what it made. */
create function private.make_category(path text, id uuid) returns uuid[]
  language plpgsql set search_path = ''
as $$
declare
  names text[] := private.category_names(path);
  here uuid;
  below uuid;
  made uuid[] := '{}';
begin
  for i in 1 .. cardinality(names) loop
    select c.id into below
    from public.categories c
    where c.parent_id is not distinct from here
      and private.normalise(names[i]) in (private.normalise(c.name), private.normalise(c.name_ar))
    order by c.id
    limit 1;
    if below is null then
      insert into public.categories (id, name, parent_id)
      values (case when i = cardinality(names) then make_category.id else private.uuid_v7() end, names[i], here)
      returning categories.id into below;
      made := made || below;
    end if;
    here := below;
  end loop;
  return made;
end
$$;

/* Where a size that a file brings stands in the grid: letters in their order however they are written (XXL, 2XL, XX-Large),
   numbers by their value, words after both. */
create function private.size_position(name text) returns integer
  language plpgsql immutable strict set search_path = ''
as $$
declare
  key text := private.normalise(name);
  part text[];
begin
  part := regexp_match(key, '^(\d{1,3}(?:\.\d)?)(?:\s*[-/]\s*\d{1,3})?$');
  if part is not null then
    return 100 + (part[1]::numeric * 10)::integer;
  end if;
  key := regexp_replace(key, '[\s._-]+', '', 'g');
  key := regexp_replace(regexp_replace(key, 'اكس|extra', 'x', 'g'), 'دبل|دوبل', '2', 'g');
  key := regexp_replace(regexp_replace(key, '^(.*?)(small|سمول|صغيرجدا|صغير)$', '\1s'), '^(.*?)(medium|med|ميديم|ميديام|متوسط|وسط)$', '\1m');
  key := regexp_replace(key, '^(.*?)(large|لارج|كبيرجدا|كبير)$', '\1l');
  part := regexp_match(key, '^(?:([1-9])x|(x*))([sml])$');
  return case
    when part is null or part[3] = 'm' and key <> 'm' then 9000
    when part[3] = 's' then greatest(1, 4 - coalesce(part[1]::integer, length(part[2])))
    when part[3] = 'm' then 5
    else 6 + coalesce(part[1]::integer, length(part[2]))
  end;
end
$$;

-- ── Step 1: the cells. pg_temp.import_cells holds the sheet as texts, pg_temp.import_problems what is wrong with it. ──

/* A day as the edge function writes it, within the years of anybody's papers. */
create function private.is_day(value text) returns boolean
  language sql stable set search_path = ''
as $$
  select value ~ '^(19[89]|20\d)\d-\d\d-\d\d$' and pg_catalog.pg_input_is_valid(value, 'date')
$$;

/* What is wrong with one cell, if anything: {code, expected}. */
create function private.cell_problem(rule text, value text, most integer) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := case rule
    when 'amount' then '{"min": 0, "max": 9999999999, "decimals": 4}'
    when 'quantity' then '{"min": 0, "max": 9999999999, "decimals": 3}'
    when 'percent' then '{"min": 0, "max": 100, "decimals": 4}'
  end;
  code text;
  expected jsonb := '{}';
begin
  -- What Excel writes where a formula failed is no name and no number.
  if rule <> 'text' and value ~ '^#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!)$' then
    code := 'cell_error';
  elsif limits is not null then
    expected := limits;
    if value !~ '^[+-]?\d{1,18}(\.\d{1,18})?$' then
      code := 'number_invalid';
    elsif value::numeric < 0 and rule <> 'percent' then
      code := 'number_negative';
    elsif value::numeric < 0 or value::numeric > (limits ->> 'max')::numeric then
      code := 'number_range';
    elsif round(value::numeric, (limits ->> 'decimals')::integer) <> value::numeric then
      code := 'too_many_decimals';
    end if;
  elsif char_length(value) > most then
    code := 'too_long';
    expected := jsonb_build_object('max', most);
  -- Excel turns long codes into 6.22E+12, and what stood behind the E is lost: only the owner of the file can mend that.
  elsif rule in ('code', 'barcode', 'phone') and (value ~ '^\d+([.,]\d+)?[Ee]\+\d+$' or (rule <> 'code' and value ~ '^\d+[.,]?\d*[Ee]\d+$')) then
    code := 'code_scientific';
  elsif rule in ('code', 'barcode') and value ~ '[[:cntrl:]\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' then
    code := 'code_invalid';
  elsif rule = 'barcode' and not private.barcode_is_sound(value) then
    code := 'barcode_check_digit';
    expected := jsonb_build_object('barcode', left(value, 12) || private.ean_check_digit(left(value, 12)));
  elsif rule = 'flag' and lower(value) not in ('true', 'false', 'yes', 'no', '1', '0') then
    code := 'flag_invalid';
  elsif rule = 'phone' and value !~ '^[0-9+() .\-/]{3,32}$' then
    code := 'phone_invalid';
  elsif rule = 'email' and value !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    code := 'email_invalid';
  elsif rule = 'date' and not private.is_day(value) then
    code := 'date_invalid';
  end if;
  return case when code is not null then jsonb_build_object('code', code, 'expected', expected) end;
end
$$;

/* A condition that no sound cell of the rule meets; a few sound ones may. It spares most cells the closer look. */
create function private.cell_suspicion(field text, rule text, most integer) returns text
  language sql immutable set search_path = ''
as $$
  select format(case
    when rule in ('amount', 'quantity') then '(char_length(c.%1$I) > 9 or c.%1$I !~ ''^\d+(\.\d\d?\d?)?$'')'
    when rule = 'percent' then '(char_length(c.%1$I) > 6 or c.%1$I !~ ''^\d\d?(\.\d+)?$'')'
    when rule = 'flag' then 'c.%1$I <> ''true'''
    when rule = 'barcode' then '(char_length(c.%1$I) not between 4 and 14 or c.%1$I !~ ''^\d+$'' or not private.barcode_is_sound(c.%1$I))'
    when rule = 'code' then '(char_length(c.%1$I) > %2$s or c.%1$I ~ ''^#|[[:cntrl:]\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[Ee]\+'')'
    when rule = 'name' then '(char_length(c.%1$I) > %2$s or c.%1$I like ''#%%'')'
    when rule = 'text' then 'char_length(c.%1$I) > %2$s'
    when rule = 'phone' then 'c.%1$I !~ ''^[0-9+() .\-/]{3,32}$'''
    when rule = 'date' then 'not private.is_day(c.%1$I)'
    when rule = 'email' then '(char_length(c.%1$I) > %2$s or c.%1$I !~ ''^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'')'
  end, field, most)
$$;

create function private.import_cells(kind text, rows jsonb) returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
declare
  fields text[] := array(select f.field from private.import_fields f where f.kind = import_cells.kind order by f.place);
  place record;
begin
  perform private.import_cleared();
  create temporary table import_problems (n integer, "column" text, code text, found text, expected jsonb);
  create temporary table import_left_out (n integer);
  execute format(
    'create temporary table import_cells as
     select x.ordinal::integer as n, coalesce(x."row", x.ordinal)::integer as sheet_row, %s
     from rows from (jsonb_to_recordset($1) as ("row" integer, %s)) with ordinality x("row", %s, ordinal)',
    (select string_agg(format('nullif(btrim(x.%1$I), '''') as %1$I', f), ', ') from unnest(fields) f),
    (select string_agg(format('%I text', f), ', ') from unnest(fields) f),
    (select string_agg(format('%I', f), ', ') from unnest(fields) f))
  using rows;

  execute format(
    'insert into pg_temp.import_problems
     select c.n, f.field, p.problem ->> ''code'', left(v.value, 80), p.problem -> ''expected''
     from pg_temp.import_cells c
     cross join lateral (values %s) v(field, value)
     join private.import_fields f on f.kind = $1 and f.field = v.field
     cross join lateral (select private.cell_problem(f.rule, v.value, f.most) as problem) p
     where (%s) and v.value is not null and p.problem is not null',
    (select string_agg(format('(%1$L, c.%1$I)', f), ', ') from unnest(fields) f),
    (select string_agg(private.cell_suspicion(f.field, f.rule, f.most), ' or ') from private.import_fields f where f.kind = import_cells.kind))
  using kind;

  -- A cell that cannot be read says nothing to the steps that follow.
  for place in
    select distinct q."column" as field
    from pg_temp.import_problems q
    join private.import_fields f on f.kind = import_cells.kind and f.field = q."column"
    where f.rule in ('amount', 'quantity', 'percent', 'flag', 'date') or f.names is not null
  loop
    execute format('update pg_temp.import_cells c set %1$I = null from pg_temp.import_problems q where q.n = c.n and q."column" = %1$L', place.field);
  end loop;
end
$$;

create function private.import_cleared() returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
begin
  drop table if exists pg_temp.import_cells, pg_temp.import_problems, pg_temp.import_left_out, pg_temp.import_names,
    pg_temp.import_branches, pg_temp.import_points, pg_temp.import_rows, pg_temp.import_products, pg_temp.import_variants, pg_temp.import_orders;
end
$$;

-- ── Step 2: the names. What is unknown gets an id already, to be created with when it was ticked, and is a problem when not. ──

/* What a caller must hold to make a new name of this kind; nothing for names that an import never makes. */
create function private.name_permission(kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case
    when kind = 'suppliers' then 'contacts.suppliers.create'
    when kind in ('brands', 'categories', 'colors', 'sizes') then 'inventory.' || kind || '.create'
  end
$$;

create function private.import_names(kind text, options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  named private.import_fields;
  missing text;
begin
  create temporary table import_names (
    kind text, name text, key text, rows integer, id uuid, known boolean not null default true, ticked boolean not null default false);
  for named in select f.* from private.import_fields f where f.kind = import_names.kind and f.names is not null order by f.place loop
    execute format(
      'insert into pg_temp.import_names (kind, name, key, rows)
       select %L, x.name, private.normalise(x.name), x.rows
       from (select c.%2$I as name, count(*) as rows from pg_temp.import_cells c where c.%2$I is not null group by 1) x', named.names, named.field);
    if named.names = 'categories' then
      insert into pg_temp.import_problems
      select c.n, named.field, 'too_long', part, jsonb_build_object('max', 120)
      from pg_temp.import_cells c
      cross join lateral unnest(private.category_names(c.category)) part
      where char_length(c.category) > 120 and char_length(part) > 120;
      update pg_temp.import_names m set id = private.category_by_path(m.name) where m.kind = named.names;
    else
      -- The name itself before the Arabic one, and the older row where two share an Arabic name.
      execute format(
        'update pg_temp.import_names m set id = b.id
         from (
           select distinct on (x.key) x.key, x.id
           from (
             select private.normalise(b.name) as key, 1 as rank, b.id from public.%1$I b
             union all
             select private.normalise(b.name_ar), 2, b.id from public.%1$I b where b.name_ar is not null) x
           order by x.key, x.rank, x.id) b
         where b.key = m.key and m.kind = %1$L', named.names);
    end if;
  end loop;

  -- options.create: {brands: true | [name, …], …}. Two spellings of one new name are one name.
  with fresh as (
    select m.kind, m.key, private.uuid_v7() as id,
      private.name_permission(m.kind) is not null and (coalesce(options -> 'create' -> m.kind = 'true', false) or exists (
        select
        from jsonb_array_elements_text(
          case when jsonb_typeof(options -> 'create' -> m.kind) = 'array' then options -> 'create' -> m.kind else '[]' end) t
        where private.normalise(t) = m.key)) as ticked
    from pg_temp.import_names m
    where m.id is null
    group by m.kind, m.key)
  update pg_temp.import_names m set id = f.id, known = false, ticked = f.ticked
  from fresh f
  where f.kind = m.kind and f.key = m.key and m.id is null;

  select private.name_permission(m.kind) into missing
  from pg_temp.import_names m
  where m.ticked and not private.can(private.name_permission(m.kind))
  limit 1;
  if missing is not null then
    perform private.need(missing);
  end if;

  for named in
    select f.* from private.import_fields f
    where f.kind = import_names.kind and exists (select from pg_temp.import_names m where m.kind = f.names and not m.known and not m.ticked)
  loop
    execute format(
      'insert into pg_temp.import_problems
       select c.n, %1$L, case when private.name_permission(m.kind) is null then ''name_missing'' else ''name_unknown'' end, m.name, jsonb_build_object(''kind'', m.kind)
       from pg_temp.import_cells c
       join pg_temp.import_names m on m.kind = %2$L and m.name = c.%1$I
       where not m.known and not m.ticked', named.field, named.names);
  end loop;
end
$$;

/* The new names that the rows to be written use, as they are made. */
create function private.import_write_names(import_id uuid, kind text, options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  named private.import_fields;
  used uuid[];
  made uuid[];
  path text;
begin
  for named in
    select f.* from private.import_fields f
    where f.kind = import_write_names.kind and exists (select from pg_temp.import_names m where m.kind = f.names and m.ticked)
  loop
    execute format(
      'select array_agg(distinct m.id)
       from pg_temp.import_cells c
       join pg_temp.import_names m on m.kind = %L and m.name = c.%I
       where m.ticked and c.n not in (select o.n from pg_temp.import_left_out o)', named.names, named.field)
    into used;
    made := used;
    if named.names = 'categories' then
      made := '{}';
      for path in
        select m.name from (select distinct on (m.id) m.name from pg_temp.import_names m where m.id = any (used) order by m.id, m.name) m
        order by cardinality(private.category_names(m.name)), m.name
      loop
        made := made || private.make_category(path, (select m.id from pg_temp.import_names m where m.kind = 'categories' and m.name = path));
      end loop;
    elsif named.names = 'colors' then
      insert into public.colors (id, name, value)
      select distinct on (m.id) m.id, m.name, coalesce(lower(substring(options -> 'color_values' ->> m.key from '^#[0-9a-fA-F]{6}$')), '#808080')
      from pg_temp.import_names m
      where m.id = any (used)
      order by m.id, m.name;
    elsif named.names = 'sizes' then
      insert into public.sizes (id, name, position)
      select distinct on (m.id) m.id, m.name, private.size_position(m.name)
      from pg_temp.import_names m
      where m.id = any (used)
      order by m.id, m.name;
    else
      execute format(
        'insert into public.%I (id, name)
         select distinct on (m.id) m.id, m.name from pg_temp.import_names m where m.id = any ($1) order by m.id, m.name', named.names)
      using used;
    end if;
    insert into private.import_changes (import_id, table_name, row_id)
    select import_write_names.import_id, named.names, m from unnest(made) m;
  end loop;
end
$$;

-- ── The answer that all kinds give ──

/* {rows, <kind>: {create, update, skip}, … of the kind, created: {brands: [name], …}, unknown: [{kind, name, rows, may_create}],
    problem_count, problem_rows (without those that only bring unknown names), problems: [{row, column, code, found, expected}],
    warning_count, warnings: [the same]}
   Counts leave out what has problems; unknown names count as ticked, unless problem rows are to be skipped.
   The lists hold the first 2,000 of their kind. */
create function private.import_report() returns jsonb
  language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object(
    'rows', (select count(*) from pg_temp.import_cells),
    'created', (
      select coalesce(jsonb_object_agg(k.kind, k.names), '{}')
      from (
        select m.kind, jsonb_agg(distinct m.name) as names from pg_temp.import_names m where m.ticked group by m.kind) k),
    'unknown', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'name', u.name, 'rows', u.rows,
        'may_create', private.can(private.name_permission(u.kind))) order by u.kind, u.name), '[]')
      from (
        select m.kind, min(m.name) as name, sum(m.rows) as rows
        from pg_temp.import_names m
        where not m.known and not m.ticked and private.name_permission(m.kind) is not null
        group by m.kind, m.key) u),
    'problem_count', (select count(*) from pg_temp.import_problems),
    'problem_rows', (select count(distinct q.n) from pg_temp.import_problems q where q.code <> 'name_unknown'),
    'problems', (
      select coalesce(jsonb_agg(jsonb_build_object('row', q.sheet_row, 'column', q."column", 'code', q.code, 'found', q.found, 'expected', q.expected)
        order by q.n, q."column"), '[]')
      from (
        select c.sheet_row, p.*
        from pg_temp.import_problems p join pg_temp.import_cells c on c.n = p.n
        -- Unknown names may be ticked away, thousands at once: the others are not hidden behind them.
        order by p.code = 'name_unknown', p.n, p."column"
        limit 2000) q),
    'warning_count', 0,
    'warnings', '[]'::jsonb);
end
$$;

-- ── The deed ──

/* Three thousand rows are enough of a sample for the statistics of its tables, which it gathers anew at each step. */
create function private.run_import(kind text, id uuid, rows jsonb, options jsonb, dry_run boolean) returns jsonb
  language plpgsql set search_path = '' set default_statistics_target = 10
as $$
declare
  report jsonb;
  blocked boolean;
  skip boolean := coalesce((options ->> 'skip_problem_rows')::boolean, false);
begin
  perform private.import_cells(kind, rows);
  perform private.import_names(kind, options);
  if kind = 'products' then
    report := private.import_plan_products(options, skip);
  elsif kind = 'purchase_orders' then
    report := private.import_plan_orders(options, skip);
  else
    report := private.import_plan_contacts(kind, skip);
  end if;
  report := private.import_report() || report;

  blocked := (report ->> 'problem_count')::integer > 0 and not skip
    or (select count(*) from pg_temp.import_left_out) = (report ->> 'rows')::integer;
  if not blocked then
    insert into public.imports (id, kind, file_name, row_count, created_count, updated_count, skipped_count, problem_count, branch_ids, report)
    values (run_import.id, run_import.kind, nullif(btrim(left(options ->> 'file_name', 300)), ''), jsonb_array_length(rows),
      (report -> kind ->> 'create')::integer, (report -> kind ->> 'update')::integer, (report -> kind ->> 'skip')::integer,
      (select count(*) from pg_temp.import_left_out), array(select b::uuid from jsonb_array_elements_text(report -> 'branch_ids') b),
      report || jsonb_build_object('id', run_import.id, 'status', 'applied'));
    perform private.import_write_names(id, kind, options);
    if kind = 'products' then
      perform private.import_write_products(id, dry_run);
      perform private.import_write_stock(id, left(options ->> 'file_name', 300));
    elsif kind = 'purchase_orders' then
      perform private.import_write_orders(id);
    else
      perform private.import_write_contacts(id, kind);
    end if;
  end if;
  perform private.import_cleared();
  return report || jsonb_build_object('id', run_import.id, 'status', case when blocked then 'refused' else 'applied' end);
end
$$;

/* Brings in a sheet of products (with their variants and opening stock), customers, suppliers or purchase orders: all of it, or nothing.
   rows: [{row, <field>: text}], the fields of the kind in private.import_fields; a field that is empty changes nothing.
   options: {create: {brands, categories, colors, sizes, suppliers: true or [name]}, skip_problem_rows, file_name,
     branch_id, stock_point_id, color_values: {normalised name: #rrggbb}}; skip_problem_rows leaves out the records that have problems.
   dry_run: everything is done and taken back.
   Answers private.import_report with {id, kind, status: applied | refused | checked} and the figures of the kind. The same id sent
   again gives the first answer.
   Errors: permission_missing {permission, field}, import_kind_unknown, rows_missing, rows_over_limit {max}, branch_not_found,
   branch_view_only, stock_point_not_found, import_not_found. */
create function private.import_sheet(kind text, id uuid, rows jsonb, options jsonb, dry_run boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  earlier public.imports;
  report jsonb;
begin
  if not exists (select from private.import_fields f where f.kind = import_sheet.kind) then
    perform private.fail('import_kind_unknown', 400);
  end if;
  perform private.need(private.import_permission(kind, 'import'));
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) = 0 then
    perform private.fail('rows_missing', 400);
  end if;
  if jsonb_array_length(rows) > 50000 then
    perform private.fail('rows_over_limit', 413, jsonb_build_object('max', 50000));
  end if;
  options := coalesce(options, '{}');

  -- One at a time: two files that bring the same new code would meet half-way.
  perform pg_catalog.pg_advisory_xact_lock('public.imports'::regclass::bigint);
  select * into earlier from public.imports i where i.id = import_sheet.id;
  if earlier.id is not null then
    if earlier.created_by is distinct from auth.uid() or earlier.kind <> kind then
      perform private.fail('import_not_found', 404);
    end if;
    return earlier.report;
  end if;

  if not dry_run then
    return private.run_import(kind, id, rows, options, false);
  end if;
  begin
    insert into private.dry_runs (import_id) values (id);
    perform private.put_off_foreign_keys();
    report := private.run_import(kind, id, rows, options, true);
    raise exception using errcode = 'DRYRN';
  exception
    when sqlstate 'DRYRN' then
      return report || jsonb_build_object('status', 'checked');
  end;
end
$$;

/* A large sheet takes longer than an ordinary request may. */
create function public.import_sheet(kind text, id uuid, rows jsonb, options jsonb default '{}', dry_run boolean default true) returns jsonb
  language sql set search_path = '' set statement_timeout = '300s'
as $$
  select private.import_sheet(kind, id, rows, options, dry_run)
$$;

-- ── Undo ──

/* A condition over rows x of the table: some other row points at it. Tables named in except do not count. */
create function private.used_condition(target regclass, except_tables text[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(format('exists (select from %s r where r.%I = x.id)', c.conrelid::regclass, a.attname), ' or '), 'false')
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_class r on r.oid = c.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = target and r.relname <> all (except_tables)
$$;

/* Puts back the rows of a table that the import changed, column by column as they were. */
create function private.import_restore(import_id uuid, table_name text) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute (
    select format('update public.%1$I x set (%2$s) = row(%3$s) from (
        select c.row_id, o.* from private.import_changes c cross join lateral jsonb_populate_record(null::public.%1$I, c.before) o
        where c.import_id = $1 and c.table_name = %1$L and c.before is not null) o
      where x.id = o.row_id',
      import_restore.table_name, string_agg(format('%I', a.attname), ', ' order by a.attnum), string_agg(format('o.%I', a.attname), ', ' order by a.attnum))
    from pg_catalog.pg_attribute a
    where a.attrelid = ('public.' || quote_ident(import_restore.table_name))::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (private.audit_noise()))
  using import_id;
end
$$;

/* Names that only this import needed go with it; one that was changed or used since stays. A category goes after the ones below it. */
create function private.import_remove_names(import_id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  named text;
  gone integer;
begin
  for named in
    select distinct c.table_name from private.import_changes c
    where c.import_id = import_remove_names.import_id and c.table_name in ('brands', 'suppliers', 'colors', 'sizes', 'categories')
      and c.before is null
  loop
    loop
      execute format(
        'delete from public.%1$I x using private.import_changes c
         where c.import_id = $1 and c.table_name = %1$L and c.before is null and x.id = c.row_id and x.version = c.version and not (%2$s)',
        named, private.used_condition(('public.' || named)::regclass, '{}'))
      using import_id;
      get diagnostics gone = row_count;
      exit when gone = 0;
    end loop;
  end loop;
end
$$;

/* Takes an import back: what it made goes, what it changed is as before, its opening stock leaves with its goods.
   Refused as a whole when anything of it was changed, moved or used since. Done again it answers the same.
   Answers {id, status: undone}. Errors: import_not_found, permission_missing, branch_not_found, branch_view_only,
   409 import_touched {count, names: [≤ 5], names_ar}. */
create function private.undo_import(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  import public.imports;
begin
  perform pg_catalog.pg_advisory_xact_lock('public.imports'::regclass::bigint);
  select * into import from public.imports i where i.id = undo_import.id;
  if import.id is null or not private.can(private.import_permission(import.kind, 'import'))
    or import.kind in ('products', 'purchase_orders') and import.created_by is distinct from auth.uid() and not private.can('inventory.costs.view') then
    perform private.fail('import_not_found', 404);
  end if;
  if import.status = 'applied' then
    if exists (select from private.import_changes c where c.import_id = undo_import.id and c.before is not null) then
      perform private.need(private.import_permission(import.kind, 'update'));
    end if;
    if import.kind = 'products' then
      perform private.undo_import_of_products(id);
    elsif import.kind = 'purchase_orders' then
      perform private.undo_import_of_orders(id, import.file_name);
    else
      perform private.undo_import_of_contacts(id, import.kind);
    end if;
    perform private.import_remove_names(id);
    update public.imports i set status = 'undone' where i.id = undo_import.id;
  end if;
  return jsonb_build_object('id', id, 'status', 'undone');
end
$$;

create function private.refuse_touched(names jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  if jsonb_array_length(names) > 0 then
    perform private.fail('import_touched', 409, jsonb_build_object(
      'count', jsonb_array_length(names), 'names', (select jsonb_agg(x.name order by x.ordinal) from jsonb_array_elements(names) with ordinality x(name, ordinal) where x.ordinal <= 5)));
  end if;
end
$$;

create function public.undo_import(id uuid) returns jsonb
  language sql set search_path = '' set statement_timeout = '300s'
as $$
  select private.undo_import(id)
$$;

grant execute on function
  private.import_sheet(text, uuid, jsonb, jsonb, boolean), public.import_sheet(text, uuid, jsonb, jsonb, boolean),
  private.undo_import(uuid), public.undo_import(uuid)
to authenticated;

comment on function public.import_sheet(text, uuid, jsonb, jsonb, boolean) is 'Brings in a sheet of products, customers, suppliers or purchase orders: all of it, or nothing; first as a dry run.';
comment on function public.undo_import(uuid) is 'Takes an import back while nothing of it was changed, moved or used since.';
