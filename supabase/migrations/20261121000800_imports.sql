-- Imports: one engine that reads the rows of a spreadsheet, reports problems and changes, and writes all of it or
-- nothing.
--
-- A dry run computes the plan (the records that the rows refer to, in temporary tables) and a report; it writes and
-- locks nothing. The real call computes the same plan and writes it; changes made in between are detected when the
-- records are locked. Cells, names, problems, report, history and undo are shared. A kind consists of its row in
-- import_kinds, its fields, and three functions: import_plan_<steps>(import_kind, options, skip) looks up names,
-- answers its part of the report and leaves its plan in temporary tables; import_write_<steps>(import) writes the plan;
-- import_undo_<steps>(import) undoes it, or refuses by private.refuse_modified.

create table private.import_kinds (
  kind text primary key,
  resource text not null,
  steps text not null,
  tells_costs boolean not null
);
comment on table private.import_kinds is 'The kinds of records that can be imported.';
comment on column private.import_kinds.resource is
  'The resource whose permissions apply: <resource>.import, .create, .update; and .view for its audit log.';
comment on column private.import_kinds.steps is 'The suffix of its three functions.';
comment on column private.import_kinds.tells_costs is
  'Its report contains costs, so other people''s imports are visible only to those who may view costs.';
create table private.import_fields (
  kind text not null constraint import_fields_kind_known references private.import_kinds,
  field text not null,
  position integer not null,
  rule text not null constraint import_fields_rule_known check (rule in (
    'text', 'name', 'code', 'barcode', 'amount', 'signed_amount', 'quantity', 'signed_quantity', 'percent', 'flag',
    'phone', 'email', 'date', 'moment')),
  most integer not null,
  names text,
  primary key (kind, field)
);
comment on table private.import_fields is 'The content allowed in a cell, by kind of import and field.';
comment on column private.import_fields.names is 'The table that the cell names a row of.';
-- One row per kind: its fields in order, each with its rule, the maximum length if the rule sets none, and the table of
-- names.
with kinds (kind, resource, steps, tells_costs, fields) as (values
  ('products', 'inventory.products', 'products', true, 'group: text 300, name: name, name_ar: name,
    description: text 4000,
    category: name 240 categories, brand: name brands, supplier: name suppliers, designer_id: code, tag_number: code,
     price: amount,
    purchase_price: amount, max_discount: percent, low_stock_level: quantity, by_measure: flag, active: flag,
     color: name colors, size: name sizes, sku: code,
    barcode: barcode, price_override: amount, quantity: quantity, branch: text 120, stock_point: text 120'),
  ('customers', 'contacts.customers', 'contacts', false, 'name: name, name_ar: name, phone: phone, email: email,
    address: text 300,
    price_group: name price_groups, active: flag'),
  ('suppliers', 'contacts.suppliers', 'contacts', false, 'name: name, name_ar: name, land_line: phone, active: flag'),
  ('purchase_orders', 'purchasing.orders', 'orders', true, 'reference: code, supplier: name suppliers, branch: text 120,
    ordered_on: date,
    due_on: date, status: text 40, notes: text 4000, barcode: code, sku: code, product: name, color: name, size: name,
     quantity: quantity,
    unit_cost: amount, discount: amount, tax: amount'),
  ('sales', 'accounting.sales', 'sales', false, 'reference: code, original: code, sold_at: moment, branch: text 120,
    till: text 40,
    customer: name customers, phone: phone, email: email, salesperson: name profiles, barcode: code, sku: code,
     product: name, color: name, size: name,
    quantity: signed_quantity, unit_price: amount, discount: signed_amount, sale_discount: amount,
     discount_reason: text 300, tax_rate: text 120,
    payment_method: name payment_methods, paid: signed_amount, notes: text 4000'),
  ('expenses', 'accounting.expenses', 'expenses', false, 'reference: code, branch: text 120, spent_on: date,
    category: name 240 expense_categories, amount: amount, tax_rate: text 120, supplier: name suppliers,
     customer: name customers,
    assigned: name profiles, payment_method: name payment_methods, paid: amount, paid_on: date, notes: text 4000')),
known as (insert into private.import_kinds select kind, resource, steps, tells_costs from kinds)
insert into private.import_fields (kind, position, field, rule, most, names)
select k.kind, f.position, p.part[1], p.part[2],
  coalesce(p.part[3]::integer,
    case p.part[2]
      when 'name' then 120
      when 'code' then 64
      when 'barcode' then 64
      when 'phone' then 32
      when 'email' then 254
      else 40 end),
  p.part[4]
from kinds k
cross join lateral regexp_split_to_table(k.fields, ',\s+') with ordinality f(said, position)
cross join lateral regexp_match(f.said, '^(\w+): (\w+)(?: (\d+))?(?: (\w+))?$') p(part);

create table public.imports (
  like private.record_template including all,
  kind text not null constraint imports_kind_known references private.import_kinds,
  file_name public.short_text,
  status text not null default 'applied' constraint imports_status_known check (status in ('applied', 'undone')),
  row_count integer not null constraint imports_row_count_positive check (row_count > 0),
  created_count integer not null default 0 constraint imports_created_count_not_negative check (created_count >= 0),
  updated_count integer not null default 0 constraint imports_updated_count_not_negative check (updated_count >= 0),
  skipped_count integer not null default 0 constraint imports_skipped_count_not_negative check (skipped_count >= 0),
  problem_count integer not null default 0 constraint imports_problem_count_not_negative check (problem_count >= 0),
  branch_ids uuid[] not null default '{}',
  content bigint not null,
  report jsonb not null
);
create index imports_newest on public.imports (created_at desc, id desc);
create index imports_of_kind on public.imports (kind, created_at desc, id desc);
comment on table public.imports is
  'Imports from files, with their author, time, file and numbers of rows. Written only by the import functions; a '
  'dry run leaves no row.';
comment on column public.imports.created_count is 'Records of the kind: products, not their variants.';
comment on column public.imports.problem_count is 'Rows skipped because of problems.';
comment on column public.imports.branch_ids is
  'The branches whose stock, documents or own products it created or changed; empty if none.';
comment on column public.imports.content is
  'A hash of the rows and options, which distinguishes a repeated call from another import.';
comment on column public.imports.report is
  'The answer of the import, given again to a repeated call.';

/* The kinds whose imports the caller may read: those they may import; imports of other people only if they contain no
   costs, or the caller may view costs. */
create function private.readable_import_kinds(others boolean) returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(k.kind), '{}')
  from private.import_kinds k
  where private.can(k.resource || '.import')
    and not (others and k.tells_costs and not private.can('inventory.costs.view'))
$$;
grant execute on function private.readable_import_kinds(boolean) to authenticated;

-- Without the report, which only its maker reads (private.import_progress): with a thousand rows it would be too large.
select private.allow_read('public.imports', 'those who may import a kind read its imports', null,
  hidden => '{content, report}',
  reach => $$created_by = (select auth.uid()) and kind = any ((select private.readable_import_kinds(false))::text[])
    or kind = any ((select private.readable_import_kinds(true))::text[])
      and branch_ids <@ (select private.branch_ids('view'))::uuid[]$$);
create trigger stamp before insert or update on public.imports for each row execute function private.stamp();

/* Logs the import once for each of its branches, so that readers of one branch do not see the quantities of others. */
create function private.record_import() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, resource, action, changes)
  select auth.uid(), tg_table_name, new.id, new.id, b, k.resource, lower(tg_op),
    jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'file_name', new.file_name))
    || jsonb_build_object('status', case when tg_op = 'INSERT' then to_jsonb(new.status)
      else jsonb_build_array(old.status, new.status) end)
  from private.import_kinds k
  cross join unnest(case when new.branch_ids = '{}' then array[null::uuid] else new.branch_ids end) b
  where k.kind = new.kind;
  return null;
end
$$;
create trigger record_import after insert or update on public.imports
  for each row
  execute function private.record_import();
insert into private.audited_tables values ('imports', 'imports');

-- No foreign key: imports are never deleted, so 25,000 checks in one import would be wasted.
create table private.import_changes (
  import_id uuid not null,
  table_name text collate "C" not null,
  row_id uuid not null,
  version integer not null default 1,
  before jsonb,
  primary key (import_id, table_name, row_id)
);
comment on table private.import_changes is
  'The rows that an import created (before is null) or changed (before: the previous row), with the version it left, '
  'for undo.';

-- ── Names in a file: brands, suppliers, colours, sizes, and categories as paths ──

/* The names of a path, from the top down: 'Women / Shirts' or 'Women > Shirts'. */
create function private.category_names(path text) returns text[]
  language sql immutable strict parallel safe set search_path = ''
as $$
  select array_agg(btrim(part) order by ordinal)
  from regexp_split_to_table(path, '\s*>\s*|\s+/\s+') with ordinality s(part, ordinal)
  where btrim(part) <> ''
$$;

/* The category with this normalised name directly below the parent, or at the top. tree: categories or
   expense_categories. */
create function private.category_below(tree text, parent_id uuid, key text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  found uuid;
begin
  execute format(
    'select c.id
     from public.%I c
     where c.parent_id is not distinct from $1 and $2 in (private.normalise(c.name), private.normalise(c.name_ar))
     order by c.id
     limit 1', tree)
  into found using parent_id, key;
  return found;
end
$$;

/* The category of a path; a single name is also found at any level if it is unique. */
create function private.category_by_path(tree text, path text) returns uuid
  language plpgsql stable set search_path = ''
as $$
declare
  keys text[] := array(select private.normalise(n) from unnest(private.category_names(path)) n);
  key text;
  here uuid;
begin
  foreach key in array keys loop
    here := private.category_below(tree, here, key);
    exit when here is null;
  end loop;
  if here is null and cardinality(keys) = 1 then
    execute format(
      'select case when count(*) = 1 then min(c.id::text)::uuid end
       from public.%I c
       where $1 in (private.normalise(c.name), private.normalise(c.name_ar))', tree)
    into here using key;
  end if;
  return here;
end
$$;

/* Creates the missing categories of a path, the last one with the given id. Answers the ids created. */
create function private.make_category(tree text, path text, id uuid) returns uuid[]
  language plpgsql set search_path = ''
as $$
declare
  names text[] := private.category_names(path);
  here uuid;
  below uuid;
  made uuid[] := '{}';
begin
  for i in 1 .. cardinality(names) loop
    below := private.category_below(tree, here, private.normalise(names[i]));
    if below is null then
      below := case when i = cardinality(names) then make_category.id else private.uuid_v7() end;
      execute format('insert into public.%I (id, name, parent_id) values ($1, $2, $3)', tree)
        using below, names[i], here;
      made := made || below;
    end if;
    here := below;
  end loop;
  return made;
end
$$;

/* The position of an imported size in the grid: letter sizes in order, in any notation (XXL, 2XL, XX-Large), then
   numbers by value, then other words. */
create function private.size_position(name text) returns integer
  language plpgsql immutable strict set search_path = ''
as $$
declare
  key text := private.normalise(name);
  part text[];
begin
  part := regexp_match(key, '^([0-9]{1,3}(?:\.[0-9])?)(?:\s*[-/]\s*[0-9]{1,3})?$');
  if part is not null then
    return 100 + (part[1]::numeric * 10)::integer;
  end if;
  key := regexp_replace(key, '[\s._-]+', '', 'g');
  key := regexp_replace(regexp_replace(key, 'اكس|extra', 'x', 'g'), 'دبل|دوبل', '2', 'g');
  key := regexp_replace(regexp_replace(key, '^(.*?)(small|سمول|صغيرجدا|صغير)$', '\1s'),
    '^(.*?)(medium|med|ميديم|ميديام|متوسط|وسط)$', '\1m');
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

-- ── Step 1: the cells. pg_temp.import_cells holds the sheet as texts, pg_temp.import_problems its problems. ──

/* A day as written by the edge function, between 1980 and 2099. */
create function private.is_day(value text) returns boolean
  language sql stable set search_path = ''
as $$
  select value ~ '^(19[89]|20[0-9])[0-9]-[0-9][0-9]-[0-9][0-9]$' and pg_catalog.pg_input_is_valid(value, 'date')
$$;

/* A day, or a timestamp in the branch's local time or with a zone, as written by the edge function. */
create function private.is_moment(value text) returns boolean
  language sql stable set search_path = ''
as $$
  select private.is_day(left(value, 10)) and (length(value) = 10
    or value ~ '^.{10} [0-9][0-9]:[0-9][0-9](:[0-9][0-9])?(Z|[+-][0-9][0-9]:?[0-9][0-9])?$'
      and pg_catalog.pg_input_is_valid(value, 'timestamptz'))
$$;

/* The problem of a cell, if any: {code, expected}. */
create function private.cell_problem(rule text, value text, most integer) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := case rule
    when 'amount' then '{"min": 0, "max": 9999999999, "decimals": 4}'
    when 'signed_amount' then '{"min": -9999999999, "max": 9999999999, "decimals": 4}'
    when 'quantity' then '{"min": 0, "max": 1000000000, "decimals": 3}'
    when 'signed_quantity' then '{"min": -1000000000, "max": 1000000000, "decimals": 3}'
    when 'percent' then '{"min": 0, "max": 100, "decimals": 4}'
  end;
  code text;
  expected jsonb := '{}';
begin
  -- The texts that Excel shows for failed formulas are not values.
  if rule <> 'text' and value ~ '^#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!)$' then
    code := 'cell_error';
  elsif limits is not null then
    expected := limits;
    if value !~ '^[+-]?[0-9]{1,18}(\.[0-9]{1,18})?$' then
      code := 'number_invalid';
    elsif value::numeric < 0 and rule in ('amount', 'quantity') then
      code := 'number_negative';
    elsif value::numeric < (limits ->> 'min')::numeric or value::numeric > (limits ->> 'max')::numeric then
      code := 'number_range';
    elsif round(value::numeric, (limits ->> 'decimals')::integer) <> value::numeric then
      code := 'too_many_decimals';
    end if;
  elsif char_length(value) > most then
    code := 'too_long';
    expected := jsonb_build_object('max', most);
  -- Excel turns long codes into 6.22E+12, which loses digits; only the owner of the file can correct them.
  elsif rule in ('code', 'barcode', 'phone')
    and (value ~ '^[0-9]+([.,][0-9]+)?[Ee]\+[0-9]+$'
      or (rule <> 'code' and value ~ '^[0-9]+[.,]?[0-9]*[Ee][0-9]+$')) then
    code := 'code_scientific';
  -- The replacement character: the original text is lost.
  elsif position(U&'\FFFD' in value) > 0 then
    code := 'text_unreadable';
  elsif rule = 'name' and private.normalise(value) = '' then
    code := 'name_empty';
  elsif rule in ('code', 'barcode') and not pg_catalog.pg_input_is_valid(value, 'public.code') then
    code := 'code_invalid';
  elsif rule = 'barcode' and not private.barcode_is_sound(value) then
    code := 'barcode_check_digit';
    expected := jsonb_build_object('barcode', left(value, 12) || private.ean_check_digit(left(value, 12)));
  -- A UPC that a spreadsheet turned into a number, unless a variant has exactly these digits as its barcode.
  elsif rule = 'barcode' and value ~ '^[0-9]{11}$' and private.canonical_code('0' || value) = '000' || value
    and not exists (select from public.variants v where v.barcode_key = value) then
    code := 'barcode_zero_lost';
    expected := jsonb_build_object('barcode', '0' || value);
  elsif rule = 'flag' and lower(value) not in ('true', 'false', 'yes', 'no', '1', '0') then
    code := 'flag_invalid';
  elsif rule = 'phone' and not pg_catalog.pg_input_is_valid(value, 'public.phone') then
    code := 'phone_invalid';
  elsif rule = 'email' and value !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' then
    code := 'email_invalid';
  elsif rule = 'date' and not private.is_day(value) or rule = 'moment' and not private.is_moment(value) then
    code := 'date_invalid';
  end if;
  return case when code is not null then jsonb_build_object('code', code, 'expected', expected) end;
end
$$;

/* A fast condition that holds for every invalid cell of the rule, and for few valid ones; only those cells are examined
   by private.cell_problem. */
create function private.cell_suspicion(field text, rule text, most integer) returns text
  language sql immutable set search_path = ''
as $$
  select format('(' || case
    when rule ~ 'amount|quantity'
      then 'octet_length(c.%1$I) > 9 or c.%1$I !~ ''^' || case when rule like 'signed%' then '-?' else '' end
        || '[0-9]+(\.[0-9][0-9]?[0-9]?)?$'''
    when rule = 'percent' then 'octet_length(c.%1$I) > 6 or c.%1$I !~ ''^[0-9][0-9]?(\.[0-9]+)?$'''
    when rule = 'flag' then 'c.%1$I <> ''true'''
    when rule = 'barcode'
      -- A 13-digit code whose canonical form is unchanged has a wrong check digit.
      then 'octet_length(c.%1$I) not between 4 and 14 or octet_length(c.%1$I) = 11 or c.%1$I !~ ''^[0-9]+$'' '
        'or octet_length(c.%1$I) = 13 and c.%1$s_key = c.%1$I'
    when rule = 'code' then 'octet_length(c.%1$I) > %2$s or c.%1$I !~ ''^[0-9A-Za-z][0-9A-Za-z._/-]*$'''
    -- Begins with a digit, an English or an Arabic letter (1600 only lengthens one): compared by code point, in a fifth
    -- of the time.
    when rule = 'name'
      then 'octet_length(c.%1$I) > %2$s or not ascii(c.%1$I) <@ '
        '''{[48,58),[65,91),[97,123),[1569,1600),[1601,1611)}''::int4multirange or position(U&''\FFFD'' in c.%1$I) > 0'
    when rule = 'text' then 'octet_length(c.%1$I) > %2$s or position(U&''\FFFD'' in c.%1$I) > 0'
    when rule = 'phone' then 'c.%1$I !~ ''^[0-9+(][0-9+() .\-/]{1,30}[0-9]$'''
    when rule = 'date' then 'not private.is_day(c.%1$I)'
    when rule = 'moment' then 'not private.is_moment(c.%1$I)'
    when rule = 'email' then 'octet_length(c.%1$I) > %2$s or c.%1$I !~ ''^[0-9A-Za-z._+-]+@[0-9A-Za-z.-]+\.[A-Za-z]+$'''
  end || ')', field, most)
$$;

/* Creates pg_temp.import_cells, the sheet with a text per field and the canonical codes, and
   pg_temp.import_problems. */
create function private.import_cells(kind text, rows json) returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
declare
  unreadable record;
begin
  create temporary table import_problems (n integer, "column" text, code text, found text, expected jsonb);
  begin
    execute (
      select format(
        'create temporary table import_cells as
         select x.ordinal::integer as n,
           case when x."row" ~ ''^[0-9]{1,9}$'' then x."row"::integer else x.ordinal end::integer as sheet_row,
           x.unread, %s
         from rows from (json_to_recordset($1) as ("row" text, unread jsonb, %s))
           with ordinality x("row", unread, %s, ordinal)',
        string_agg(format('nullif(btrim(x.%1$I), '''') as %1$I', f.field), ', ' order by f.position)
          || coalesce(string_agg(format(', private.canonical_code(nullif(btrim(x.%1$I), '''')) collate "C" as %1$s_key',
            f.field), '') filter (where f.field in ('sku', 'barcode')), ''),
        string_agg(format('%I text', f.field), ', ' order by f.position),
        string_agg(format('%I', f.field), ', ' order by f.position))
      from private.import_fields f
      where f.kind = import_cells.kind)
    using rows;
  exception when invalid_parameter_value then
    -- A row that is not an object.
    perform private.raise_error('value_invalid', 400, '{"field": "rows"}');
  end;

  -- Cells that the file's reader could not interpret.
  insert into pg_temp.import_problems
  select c.n, u.field, u.code, left(to_jsonb(c) ->> u.field, 80), '{}'
  from pg_temp.import_cells c
  cross join lateral jsonb_each_text(case when jsonb_typeof(c.unread) = 'object' then c.unread end) u(field, code)
  join private.import_fields f on f.kind = import_cells.kind and f.field = u.field
  where u.code in ('formula_not_calculated', 'became_date', 'letters_lost', 'text_garbled', 'is_percentage',
    'other_currency', 'two_phones', 'more_cells_than_heads');
  execute (
    select format(
      'insert into pg_temp.import_problems
       select c.n, f.field, p.problem ->> ''code'', left(v.value, 80), p.problem -> ''expected''
       from pg_temp.import_cells c
       cross join lateral (values %s) v(field, value)
       join private.import_fields f on f.kind = $1 and f.field = v.field
       cross join lateral (select private.cell_problem(f.rule, v.value, f.most) as problem) p
       where (%s) and v.value is not null and p.problem is not null
         and not exists (select from pg_temp.import_problems q where q.n = c.n and q."column" = f.field)',
      string_agg(format('(%1$L, c.%1$I)', f.field), ', '),
      string_agg(private.cell_suspicion(f.field, f.rule, f.most), ' or '))
    from private.import_fields f
    where f.kind = import_cells.kind)
  using kind;

  -- Unreadable cells are emptied for the following steps.
  for unreadable in
    select distinct q."column" as field
    from pg_temp.import_problems q
    join private.import_fields f on f.kind = import_cells.kind and f.field = q."column"
    where f.rule ~ 'amount|quantity|percent|flag|date|moment' or f.names is not null
  loop
    execute format('update pg_temp.import_cells c set %1$I = null from pg_temp.import_problems q where q.n = c.n and '
      'q."column" = %1$L',
      unreadable.field);
  end loop;
end
$$;

/* Unifies the spelling of each code: as stored, otherwise as in its first row, so that equal codes are equal texts.
   Except in imports of products, stored codes of invisible products are ignored. */
create function private.import_codes(kind text) returns void
  language plpgsql set search_path = ''
as $$
declare
  field text;
begin
  foreach field in array array['sku', 'barcode'] loop
    execute format(
      'with meant as (
         select c.ctid as row_position, c.%1$I as code,
           coalesce(v.%1$I, first_value(c.%1$I) over (partition by c.%2$I order by c.n)) as meant
         from pg_temp.import_cells c
         left join public.variants v on v.%2$I = c.%2$I%3$s
         where c.%1$I is not null)
       update pg_temp.import_cells c set %1$I = m.meant
       from meant m
       where m.row_position = c.ctid and m.code <> m.meant',
      field, field || '_key', case when kind <> 'products' then format(
        ' and exists (select from public.products p where p.id = v.product_id and (p.branch_id is null or p.branch_id '
        '= any (%L)))',
        private.branch_ids('view')) end);
  end loop;
end
$$;

/* The reason recorded with each document that an undone import takes away: file and reference behind a mark that reads
   alike in both languages. */
create function private.import_undo_reason(import public.imports, reference text default null) returns text
  language sql immutable set search_path = ''
as $$
  select btrim(left(concat_ws(' · ', '×', import.file_name, reference), 300))
$$;

/* Drops the temporary tables import_… of all steps, since one transaction may run several imports. */
create function private.import_drop_tables() returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
declare
  step text;
begin
  for step in
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = pg_catalog.pg_my_temp_schema() and c.relkind = 'r' and c.relname like 'import\_%'
  loop
    execute format('drop table pg_temp.%I', step);
  end loop;
end
$$;

/* Creates pg_temp.import_rows: the cells as numbers, days and ids; more: further columns of the kind, from joins. */
create function private.import_rows(kind text, more text, joins text default '') returns void
  language plpgsql set search_path = ''
as $$
begin
  execute (
    select format('create temporary table import_rows as select c.n, c.sheet_row, %s, '
      '%s from pg_temp.import_cells c %s %s',
      -- The most used columns come first, where access is faster.
      more, string_agg(case
        when f.rule ~ 'amount|quantity|percent' then format('c.%1$I::numeric as %1$I', f.field)
        when f.rule = 'date' then format('c.%1$I::date as %1$I', f.field)
        when f.rule = 'flag' then format('lower(c.%1$I) in (''true'', ''yes'', ''1'') as %1$I', f.field)
        when f.names is not null then format('c.%1$I, %2$I.id as %3$I', f.field, 'name_' || f.field, f.field || '_id')
        else format('c.%I', f.field)
      end, ', ' order by f.position),
      coalesce(string_agg(format('left join pg_temp.import_names %1$I on %1$I.kind = %2$L and %1$I.name = c.%3$I',
        'name_' || f.field, f.names, f.field), ' ')
        filter (where f.names is not null), ''), joins)
    from private.import_fields f
    where f.kind = import_rows.kind);
end
$$;

/* The columns of the kind's own table that its files fill, and the value of a new record for an empty cell. */
create function private.import_columns(kind text) returns table (name text, fallback text)
  language sql stable set search_path = ''
as $$
  select a.attname, coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), 'null')
  from private.import_fields f
  join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', f.kind)::regclass
    and a.attname = f.field || case when f.names is null then '' else '_id' end
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where f.kind = import_columns.kind
  order by f.position
$$;

-- ── Step 2: the names. Unknown names get an id at once; those selected are created with it, others are problems. ──

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
      -- caller's own, or any for those who may view users.
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
         where b.key = m.key and m.kind = %1$L', named.names, case when named.names = 'profiles' then
        ' union all
          select n.key, 3, c.profile_id
          from pg_temp.import_names n join public.profile_contacts c on lower(c.email) = lower(n.name)
          where n.kind = ''profiles'' and (c.profile_id = auth.uid() or private.can(''management.users.view''))' end);
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
       case when private.name_permission(m.kind) is null then ''name_missing'' else ''name_unknown'' end, m.name,
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

-- ── Step 3: the final plan, and the report common to all kinds ──

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
      (report ->> 'rows')::integer - (select count(*) from pg_temp.import_rows),
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
       select $1, %1$L, r.id, coalesce(h.version, 0) + 1, to_jsonb(h) - ''search''
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

