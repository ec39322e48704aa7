-- Step 1 of an import, the cells: pg_temp.import_cells holds the sheet as texts, pg_temp.import_problems its problems.

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
  where u.code in ('number_invalid', 'formula_not_calculated', 'became_date', 'letters_lost', 'text_garbled',
    'is_percentage', 'other_currency', 'two_phones', 'not_tax_number', 'more_cells_than_heads', 'time_zone_unknown',
    'amount_unclear', 'tax_unclear', 'refund_untold', 'state_unknown');
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
