-- Foundation: schemas, shared domains and helpers, record stamps, the audit log, and private.protect for a table.

create schema if not exists private;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Nothing is accessible unless a migration grants it, on old and new Supabase projects alike.
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- A name has a visible character: spaces of any width, joiners, direction marks and fillers alone look empty. It has no
-- control characters except tabs and line ends, which come with spreadsheet cells: printers obey controls that no
-- screen shows, and U+008F is left by text read in a wrong encoding.
create domain public.short_name as text
  constraint short_name_trimmed check (value = btrim(value))
  constraint short_name_length check (char_length(value) between 1 and 120)
  constraint short_name_visible check (value
    ~ '[^[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5'
      '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
      '\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]')
  constraint short_name_printable check (value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]');
create domain public.short_text as text
  constraint short_text_trimmed check (value = btrim(value))
  constraint short_text_length check (char_length(value) between 1 and 300)
  constraint short_text_visible check (value
    ~ '[^[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5'
      '\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
      '\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]')
  constraint short_text_printable check (value !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]');
create domain public.long_text as text
  constraint long_text_trimmed check (value = btrim(value))
  constraint long_text_length check (char_length(value) <= 4000);
create domain public.code as text
  constraint code_form check (char_length(value) between 1 and 64
    and value !~ '[[:cntrl:]\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^[[:space:]]|[[:space:]]$');
create domain public.phone as text
  constraint phone_form check (value = btrim(value) and value ~ '[0-9]' and value ~ '^[0-9+() .\-/]{3,32}$');
create domain public.email as text
  constraint email_form check (value ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(value) <= 254);
-- NaN compares greater than every number and would pass any "not negative" check. The bounds of a quantity lie far
-- below those of the sums, so the stock of one branch never keeps another from receiving the same product.
create domain public.money as numeric(14, 4)
  constraint money_is_a_number check (value <> 'NaN');
create domain public.quantity as numeric(14, 3)
  constraint quantity_within_bounds check (value between -1000000000 and 1000000000);
create domain public.quantity_sum as numeric(20, 3)
  constraint quantity_sum_is_a_number check (value <> 'NaN');
create domain public.money_sum as numeric(24, 4)
  constraint money_sum_is_a_number check (value <> 'NaN');
create domain public.unit_cost as numeric(24, 10)
  constraint unit_cost_is_a_number check (value <> 'NaN');
create domain public.percentage as numeric(9, 4)
  constraint percentage_is_a_number check (value <> 'NaN');

-- Excludes infinity and far-off years such as 5,874,897: days get added to, and periods are displayed.
create domain public.day as date
  constraint day_within_centuries check (value between '1900-01-01' and '2200-12-31');

comment on domain public.money is
  'An amount in the business''s currency; four decimals kept, rounded to the currency''s own where a total is made.';
comment on domain public.quantity is 'Pieces, or parts of them, of one variant.';
comment on domain public.quantity_sum is
  'Quantities added up over variants and branches: with room for as many as there can be.';
comment on domain public.money_sum is 'Quantities times money, added up.';
comment on domain public.unit_cost is 'Money by piece, so precise that all pieces together come to their exact cost.';
comment on domain public.percentage is 'Percent: 15 means 15 %.';

/* The only text normaliser, for search and for unique names.
   It ignores case, accents, Arabic diacritics, tatweel, hamza carriers, ة/ه, ى/ي, Arabic-Indic digits and the space
   within a compound name: عبد الله is عبدالله, أبو بكر is أبوبكر.
   NFKD first splits أ إ آ ؤ ئ into a letter and a mark, so one pattern strips the marks of Latin and Arabic. */
create function private.normalise(value text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Each step is tested for first: most texts need few steps, and an import brings 100,000 texts.
  if octet_length(value) = length(value) then
    value := lower(value collate "C");
  elsif value !~ '[^ -~\s\u0621-\u063a\u0640-\u0652\u0660-\u0669]' then
    -- English and modern Arabic: the same result without decomposing.
    value := lower(value collate "C");
    if value ~ '[أإآؤئىة\u0640\u064b-\u0652\u0660-\u0669]' then
      value := replace(replace(replace(replace(replace(replace(replace(
        regexp_replace(value, '[\u0640\u064b-\u0652]', '', 'g'), 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), 'ؤ', 'و'), 'ئ', 'ي'),
          'ى', 'ي'),
          'ة', 'ه');
      if value ~ '[\u0660-\u0669]' then
        value := translate(value, '٠١٢٣٤٥٦٧٨٩', '0123456789');
      end if;
    end if;
  else
    value := translate(
      lower(regexp_replace(normalize(value, nfkd),
        '[\u0300-\u036f\u064b-\u065f\u0670\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')),
      'ىیةٱک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
      'ييهاك01234567890123456789');
  end if;
  if value ~ '\s\s|[^ \S]|^ | $' then
    value := btrim(regexp_replace(value, '\s+', ' ', 'g'));
  end if;
  if value like '%عبد %' or value like '%ابو %' then
    value := regexp_replace(value, '(?<![^ ])(عبد|ابو) ', '\1', 'g');
  end if;
  return value;
end
$$;

/* The `like` patterns of a search: one per distinct word, found anywhere in the text. The text is split before it is
   normalised: عبد and الله are both found in عبدالله.
   Errors: 400 search_too_long {max, max_words}, since each word is one more condition on every row. */
create function private.word_patterns(words text) returns setof text
  language plpgsql immutable set search_path = ''
as $$
declare
  patterns text[];
  most constant jsonb := '{"max": 300, "max_words": 20}';
begin
  perform private.raise_error_if(char_length(words) > 300, 'search_too_long', 400, most);
  patterns := array(
    select distinct '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from regexp_split_to_table(words, '\s+') typed
    cross join lateral regexp_split_to_table(private.normalise(typed), ' ') w
    where w <> '');
  perform private.raise_error_if(cardinality(patterns) > 20, 'search_too_long', 400, most);
  return query select unnest(patterns);
end
$$;

/* A condition that a normalised column contains every word; one `like` per word, so that a trigram index serves it. */
create function private.sql_match_words(column_name text, words text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when coalesce(words, '') = '' then 'true'
    else (
      select coalesce(string_agg(format('%s like %L', column_name, w), ' and '), 'true')
      from private.word_patterns(words) w) end;
end
$$;

/* Phone numbering by country, each entry 'country calling-code trunk-prefix digits': the ITU-T E.164 calling code; the
   trunk prefix dialled before a number within the country (ITU E.129; - for none: the whole number is dialled,
   including a leading zero); and the digits of its longest number without either. */
create function private.phone_plans() returns text
  language sql immutable parallel safe set search_path = ''
as $$
  select 'EG 20 0 10, SA 966 0 9, AE 971 0 9, KW 965 - 8, QA 974 - 8, BH 973 - 8, OM 968 - 8, YE 967 0 9, '
    'IQ 964 0 10, JO 962 0 9, '
    'LB 961 0 8, SY 963 0 9, PS 970 0 9, SD 249 0 9, LY 218 0 9, TN 216 - 8, DZ 213 0 9, MA 212 0 9, MR 222 - 8, '
    'SO 252 0 9, '
    'DJ 253 - 8, KM 269 - 7, TR 90 0 10, IR 98 0 10, IL 972 0 9, PK 92 0 10, IN 91 0 10, BD 880 0 10, LK 94 0 9, '
    'ID 62 0 12, '
    'MY 60 0 10, SG 65 - 8, TH 66 0 9, VN 84 0 10, PH 63 0 10, CN 86 0 11, JP 81 0 10, KR 82 0 10, AU 61 0 9, '
    'NZ 64 0 10, '
    'US 1 1 10, CA 1 1 10, MX 52 - 10, BR 55 0 11, GB 44 0 10, IE 353 0 9, FR 33 0 9, DE 49 0 11, AT 43 0 11, '
    'CH 41 0 9, '
    'IT 39 - 11, ES 34 - 9, PT 351 - 9, NL 31 0 9, BE 32 0 9, DK 45 - 8, SE 46 0 9, NO 47 - 8, FI 358 0 10, PL 48 - 9, '
    'GR 30 - 10, CY 357 - 8, RU 7 8 10, UA 380 0 9, ZA 27 0 9, NG 234 0 10, KE 254 0 9, ET 251 0 9, GH 233 0 9, '
    'SN 221 - 9,'
$$;

/* The one form in which phones are compared: + and the digits of E.164. country (ISO 3166) is assumed where the number
   does not say its own.
   - Arabic digits become Latin; only digits and a leading + count.
   - +20… and 0020… are international; the zero of +20 (0)100… is dropped if that country dials it only within itself.
   - A leading trunk prefix stands for the calling code: 0100… is +20100… in Egypt.
   - Without it, a number as long as the country's longest has lost it, as in a numeric spreadsheet cell; a longer one
     begins with a calling code. Where there is no trunk prefix (Kuwait, Italy), every number up to that length is
     national.
   Anything else, such as a local number or hotline, and any number in a country not listed, stays as its digits. Null
   if there is no digit. */
create function private.canonical_phone(phone text, country text) returns text
  language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  latin constant text := translate(phone, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
  digits text := regexp_replace(latin, '[^0-9]', '', 'g');
  plan constant text[] := regexp_match(private.phone_plans(), '\m' || country || ' ([0-9]+) ([0-9-]) ([0-9]+)');
begin
  if digits = '' then
    return null;
  elsif digits ~ '^00[1-9]' or digits ~ '^[1-9]' and latin ~ '^[^0-9]*\+' then
    digits := ltrim(digits, '0');
  elsif plan[2] = '0' and digits like '0%' or plan[2] <> '-' and left(digits, 1) = plan[2]
    and length(digits) > plan[3]::integer then
    digits := plan[1] || substr(digits, 2);
  elsif plan[2] = '-' and length(digits) <= plan[3]::integer or length(digits) = plan[3]::integer then
    digits := plan[1] || digits;
  elsif plan is null or length(digits) < plan[3]::integer then
    return digits;
  end if;
  for code_length in 1..3 loop
    if strpos(private.phone_plans(), ' ' || left(digits, code_length) || ' 0 ') > 0 then
      return '+' || left(digits, code_length) || ltrim(substr(digits, code_length + 1), '0');
    end if;
  end loop;
  return '+' || digits;
end
$$;

/* The search text of a phone in its canonical form: that form, and the number as dialled within its country. */
create function private.phone_words(canonical text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  trunk text;
begin
  for code_length in 1..3 loop
    trunk := substring(private.phone_plans()
      from ' ' || substring(canonical from '^\+([0-9]{' || code_length || '})') || ' ([08]) ');
    if trunk is not null then
      return canonical || ' ' || trunk || substr(canonical, code_length + 2);
    end if;
  end loop;
  return canonical;
end
$$;

/* The `like` patterns of a search for people. A text of digits and punctuation only is one phone number, searched
   without the international 00 and the zero of +20 (0)100…, which no stored text contains. web/db/search-words.ts does
   the same. */
create function private.contact_patterns(words text) returns setof text
  language plpgsql immutable set search_path = ''
as $$
declare
  -- Longer words are refused by word_patterns.
  typed constant text := case when char_length(words) <= 300 then private.normalise(words) end;
begin
  if typed ~ '^[0-9+() ./-]*[0-9][0-9+() ./-]*$' then
    return next '%'
      || regexp_replace(regexp_replace(regexp_replace(typed, '\(0\)(?=.*[0-9])', ''), '[^0-9]', '', 'g'),
        '^00(?=[0-9])', '')
      || '%';
  else
    return query select p from private.word_patterns(words) p;
  end if;
end
$$;

/* The end of a statement that reads a page of ids: the condition "after this row", the order, limit and offset.
   order_by: the column to sort by, null for an unknown sort. A page has at most 1,000 rows, or 5,000 when sorted by id.
   Errors: sort_unknown. */
create function private.page_clause(
  id text, order_by text, descending boolean, page_size integer, page_offset integer, after_id uuid,
  nulls_last boolean default false)
  returns text
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_error_if(order_by is null, 'sort_unknown', 400);
  return format('%s order by %s %s%s, %s %3$s limit %6$s offset %7$s',
    ' and ' || id || ' > ' || quote_literal(after_id), order_by, case when descending then 'desc' else 'asc' end,
    case when nulls_last then ' nulls last' end, id,
    least(greatest(page_size, 1), case order_by when id then 5000 else 1000 end), greatest(page_offset, 0));
end
$$;

/* The column by which a list sorts by names: as Arabic readers see them if the sort's name ends in _ar. */
create function private.name_column(sort text) returns text
  language sql immutable set search_path = ''
as $$
  select case when sort like '%\_ar' then 'shown_in_arabic' else 'name' end
$$;

/* A condition that the expression is in a list of at most 1,000, or null if the list has a null; null if the list is
   null or empty. */
create function private.sql_in(something text, list anyarray, field text) returns text
  language plpgsql immutable set search_path = ''
as $$
begin
  perform private.require_max_items(list, 1000, field);
  return case
    when exists (select from unnest(list) x where x is null)
      then format('(%1$s = any (%2$L::%3$s) or %1$s is null)', something, list, pg_typeof(list))
    when list <> '{}' then format('%s = any (%L::%s)', something, list, pg_typeof(list)) end;
end
$$;

/* Counts the rows of `from <rows_from>`, in which $1 is ids: exact up to 10,000; 10,001 means "more". */
create function private.capped_count(rows_from text, ids uuid[]) returns integer
  language plpgsql stable set search_path = ''
as $$
declare
  total integer;
begin
  execute format('select count(*) from (select from %s limit 10001) capped', rows_from) into total using ids;
  return total;
end
$$;

/* A time-ordered id (RFC 9562, version 7), so that new rows are adjacent in every index: 48 bits of milliseconds, the
   version, then random bits. */
create function private.uuid_v7() returns uuid
  language plpgsql volatile parallel safe set search_path = ''
as $$
begin
  return lpad(to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16);
end
$$;

grant execute on function private.normalise(text), private.phone_plans(), private.phone_words(text),
  private.uuid_v7() to authenticated, service_role;

/* Raises a business error. PostgREST answers with the status; the client finds the message by the code.
   detail: the numbers and names that the message needs. */
create function private.raise_error(code text, status integer, detail jsonb default '{}') returns void
  language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT' || status, message = code, detail = detail::text;
end
$$;

/* Raises the error if the condition is true, not if it is null. If the detail must be looked up, use `if` and
   raise_error. */
create function private.raise_error_if(condition boolean, code text, status integer, detail jsonb default '{}')
  returns void
  language plpgsql set search_path = ''
as $$
begin
  if condition then
    perform private.raise_error(code, status, detail);
  end if;
end
$$;

/* Reversals and exceptions to a rule need a reason. Errors: reason_missing {field}. */
create function private.require_reason(reason text, field text default 'reason') returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.raise_error_if(nullif(btrim(reason), '') is null, 'reason_missing', 400,
    jsonb_build_object('field', field));
end
$$;

/* Refuses a missing, empty or too long list of lines: 400 lines_missing {field}, lines_over_limit {field, max}; 413
   request_too_large {field}; and, with this code, what private.require_values refuses. types null: the caller
   checks each line.
   A hosted project cancels a statement after 8 s; each limit is a size that finishes well within that on a slow
   machine. */
create function private.require_lines(
  lines jsonb, most integer, types jsonb, code text default 'line_invalid', field text default 'lines') returns void
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_error_if(lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) = 0,
    'lines_missing', 400, jsonb_build_object('field', field));
  perform private.raise_error_if(jsonb_array_length(lines) > most, 'lines_over_limit', 400,
    jsonb_build_object('field', field, 'max', most));
  perform private.raise_error_if(pg_column_size(lines) > 65536 + most * 2048, 'request_too_large', 413,
    jsonb_build_object('field', field));
  perform private.require_values(lines, types, field, code) where types is not null;
end
$$;

/* The limit for a list of ids or words; null and empty lists pass. Errors: 400 list_over_limit {field, max},
   value_invalid {field}. */
create function private.require_max_items(list anyarray, most integer, field text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if list <> '{}' then
    perform private.raise_error_if(cardinality(list) > most, 'list_over_limit', 400,
      jsonb_build_object('field', field, 'max', most));
    perform private.raise_error_if(exists (select from unnest(list) x where char_length(x::text) > 300),
      'value_invalid', 400, jsonb_build_object('field', field));
  end if;
end
$$;

/* Whether a JSON value, as sent, is of this type. A number is plain digits, since Postgres also accepts '0x10'; a day
   is YYYY-MM-DD, since it also accepts 'tomorrow'; a timestamp names its zone. The type sets the bounds; a list has at
   most 1,000 values. Null is of every type.
   plpgsql takes a fifth of the time here, and this runs for every value of 10,000 lines. type || '' because the type
   named by a bare variable would be looked up once and kept for all calls. */
create function private.is_json_of_type(value jsonb, type text) returns boolean
  language plpgsql stable set search_path = ''
as $$
begin
  return case
    when coalesce(jsonb_typeof(value), 'null') = 'null' then true
    when type like '%[]' then case
      when jsonb_typeof(value) <> 'array' then false
      when jsonb_array_length(value) > 1000 then false
      else not exists (
        select from jsonb_array_elements(value) x
        where not private.is_json_of_type(x, left(type, -2))) end
    when type in ('text', 'boolean', 'object')
      then jsonb_typeof(value) = case type when 'text' then 'string' else type end
    when jsonb_typeof(value) not in ('string', 'number') then false
    when type in ('public.day', 'timestamptz')
      then value #>> '{}' ~ ('^[0-9]{4}-[0-9]{2}-[0-9]{2}'
        || case type when 'timestamptz' then 'T[0-9:.]+(Z|[+-][0-9]{2}:?[0-9]{2})' else '' end || '$')
      and pg_input_is_valid(value #>> '{}', type || '')
    when type in ('public.quantity', 'public.money', 'public.percentage')
      then value #>> '{}' ~ '^-?([0-9]+[.]?[0-9]*|[.][0-9]+)$'
      and pg_input_is_valid(value #>> '{}', type || '')
    else pg_input_is_valid(value #>> '{}', type || '') end;
end
$$;

/* Refuses unreadable input before anything reads it: every key in types must be absent or of its type, in an object or,
   with list, in each object of a list named so. Errors: 400 value_invalid {field, line in a list}, and, for a key that
   types does not name, which would be ignored silently, field_unknown {field, line}.
   types: {"variant_id": "uuid", "quantity": "public.quantity", "paid_on": "public.day", "note": "text"}. */
create function private.require_values(
  sent jsonb, types jsonb, list text default null, code text default 'value_invalid') returns void
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_error(code, 400,
    jsonb_strip_nulls(jsonb_build_object('field', coalesce(list, t.key),
      'line', case when list is not null then x.line end)))
  from jsonb_array_elements(case when list is null then jsonb_build_array(sent)
    else sent end) with ordinality x(row, line)
  cross join jsonb_each_text(types) t
  where jsonb_typeof(x.row) is distinct from 'object' or not (
    -- A fast path, in an eighth of the time, for absent keys and for plain ids and figures: nearly all values of 10,000
    -- lines.
    not x.row ? t.key or coalesce(x.row ->> t.key ~ case
      when t.value = 'uuid' then '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when t.value in ('public.quantity', 'public.money') then '^[0-9]{1,9}([.][0-9]{1,3})?$' end, false)
    or private.is_json_of_type(x.row -> t.key, t.value))
  order by x.line
  limit 1;
  perform private.raise_error('field_unknown', 400, jsonb_strip_nulls(jsonb_build_object(
    'field', (select min(k) from jsonb_object_keys(x.row - known.keys) k),
    'line', case when list is not null then x.line end)))
  from (select array(select jsonb_object_keys(types)) as keys) known
  cross join jsonb_array_elements(case when list is null then jsonb_build_array(sent)
    else sent end) with ordinality x(row, line)
  where jsonb_typeof(x.row) = 'object' and x.row - known.keys <> '{}'
  order by x.line
  limit 1;
end
$$;

create table private.record_template (
  id uuid primary key default private.uuid_v7(),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
comment on table private.record_template is
  'The columns of every editable row: a template, copied with like … including all.';
comment on column private.record_template.version is
  'Counts the saves; an update that names an older version matches no row, which reveals a concurrent edit.';
comment on column private.record_template.created_by is
  'The profile; without a foreign key, since a person is deactivated and never removed.';

create table private.named_record_template (
  like private.record_template including all,
  name public.short_name not null,
  name_ar public.short_name,
  shown_in_arabic public.short_name not null generated always as (coalesce(name_ar, name)) stored,
  active boolean not null default true,
  search text not null generated always as (private.normalise(name || ' ' || coalesce(name_ar, ''))) stored
);
comment on table private.named_record_template is
  'Further columns of every named row: a template, copied in the same way.';
comment on column private.named_record_template.name_ar is
  'The Arabic name where it differs; Arabic readers see it, else the name.';
comment on column private.named_record_template.shown_in_arabic is
  'The name that Arabic readers see: their lists are sorted by it.';

create function private.stamp() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    new.created_at := now();
    new.created_by := auth.uid();
    new.updated_by := new.created_by;
  else
    new.version := old.version + 1;
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    new.updated_by := auth.uid();
  end if;
  new.updated_at := now();
  return new;
end
$$;

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  table_name text not null,
  row_id uuid,
  record_id uuid not null,
  branch_id uuid,
  other_branch_id uuid,
  resource text not null,
  action text not null constraint audit_log_action_known check (action in ('insert', 'update', 'delete')),
  changes jsonb not null constraint audit_log_changes_fit check (pg_column_size(changes) <= 100000)
);
comment on table public.audit_log is
  'All changes with their author and the values before and after; written by triggers only, never changed.';
comment on column public.audit_log.record_id is
  'The record on whose page the change is shown: a variant''s product, a receipt''s order, else the row itself.';
comment on column public.audit_log.other_branch_id is
  'The second branch of a row that belongs to two, such as a transfer''s destination: either one''s people read its '
  'history.';
comment on column public.audit_log.resource is
  'The resource whose view permission its reader needs besides management.audit_log.view: history must not show a '
  'cost that the screen hides.';
comment on column public.audit_log.changes is
  'For an update: column → [before, after]; for an insert or delete: column → value, without nulls. The API returns'
  ' at most a thousand rows in one answer.';
create index audit_log_of_record on public.audit_log (record_id, id desc);
-- A BRIN index of a few kilobytes for API queries by day; screens page by id.
create index audit_log_days on public.audit_log using brin (at);

create table private.audited_tables (
  table_name text primary key,
  record_table text
);
comment on table private.audited_tables is
  'The audited tables, and the table of the record on whose page the changes appear; null if that varies by row.';

/* Columns whose changes are not logged, or that the log holds in columns of its own. */
create function private.audit_noise() returns text[]
  language sql immutable set search_path = ''
as $$
  select array['id', 'version', 'edition', 'created_at', 'created_by', 'updated_at', 'updated_by', 'written_by',
    'shown_in_arabic', 'search', 'scope_ids', 'cart', 'rule_id', 'failure',
    'sku_key', 'barcode_key', 'phone_key', 'browser', 'last_used_at']
$$;

/* Changed lines for the audit log: {<name>: [before, after]}, at most 100 lines by id in each object, to keep rows
   small; the first also holds their total number, changed. */
create function private.changed_lines(name text, before jsonb, after jsonb) returns setof jsonb
  language sql immutable strict set search_path = ''
as $$
  select case when c.part = 0 then jsonb_build_object('changed', max(c.lines)) else '{}' end
    || jsonb_build_object(changed_lines.name, jsonb_build_array(
    coalesce(jsonb_object_agg(c.key, c.before) filter (where c.before is not null), '{}'),
    coalesce(jsonb_object_agg(c.key, c.after) filter (where c.after is not null), '{}')))
  from (
    select key, b.value as before, a.value as after, (row_number() over (order by key) - 1) / 100 as part,
      count(*) over () as lines
    from jsonb_each(changed_lines.before) b full join jsonb_each(changed_lines.after) a using (key)
    where b.value is distinct from a.value) c
  group by c.part
  order by c.part
$$;

/* Writes one audit row per touched row, with one insert per statement. Nested loops are off because the planner has no
   estimate of the transition tables' size; `offset 0` keeps a row from being converted to JSON again for each key.
   Arguments: resource; branch column or '' (two, with a comma, for a row of two branches); key columns (the first is
   the row's id in the log); the column with the id of the record it belongs to.
   If the branch column is product_id or variant_id, the row's branch is its product's, which may be null. Inserts and
   deletes ask private.branch_of, which is slow, only for products that are limited to a branch or gone already. If the
   record column is variant_id, the record is that variant's product. */
create function private.audit() returns trigger
  language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
declare
  keys constant text[] := string_to_array(tg_argv[2], ',');
  actor constant uuid := auth.uid();
  branch_key constant text := split_part(tg_argv[1], ',', 1);
  other_key constant text := nullif(split_part(tg_argv[1], ',', 2), '');
  -- Few businesses have products of a single branch; without any, 10,000 new rows need no look-up each.
  branch_from_product constant boolean := branch_key in ('product_id', 'variant_id');
  looks_up_branch constant boolean := branch_from_product
    and (tg_op <> 'INSERT' or exists (select from public.products p where p.branch_id is not null));
  own_key constant text := case when not branch_from_product then branch_key end;
  record_key constant text := tg_argv[3];
begin
  if tg_op <> 'UPDATE' then
    insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, other_branch_id, resource, action,
      changes)
    select actor, tg_table_name, (t.r ->> keys[1])::uuid,
      coalesce(case when record_key <> 'variant_id' then (t.r ->> record_key)::uuid
        else (select v.product_id from public.variants v where v.id = (t.r ->> record_key)::uuid) end,
          (t.r ->> keys[1])::uuid),
          case
            when not branch_from_product then (t.r ->> own_key)::uuid
            when looks_up_branch and not exists (
              select from public.products p where p.id = (t.r ->> branch_key)::uuid and p.branch_id is null offset 0)
            then private.branch_of(t.r, branch_key) end,
      (t.r ->> other_key)::uuid, tg_argv[0], lower(tg_op), jsonb_strip_nulls(t.r - private.audit_noise())
    from (select to_jsonb(x) as r from touched x offset 0) t;
  else
    insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, other_branch_id, resource, action,
      changes)
    select actor, tg_table_name, c.row_id, coalesce(c.record_id, c.row_id), c.branch_id, c.other_branch_id, tg_argv[0],
      'update', c.changes
    from (
      select (n.r ->> keys[1])::uuid as row_id, case when record_key <> 'variant_id' then (n.r ->> record_key)::uuid
          else (select v.product_id from public.variants v where v.id = (n.r ->> record_key)::uuid) end as record_id,
            case when looks_up_branch then private.branch_of(n.r, branch_key) else (n.r ->> own_key)::uuid end
              as branch_id,
        (n.r ->> other_key)::uuid as other_branch_id,
        (select jsonb_object_agg(e.key, jsonb_build_array(o.r -> e.key, e.value))
         from jsonb_each(n.r - private.audit_noise()) e where e.value is distinct from o.r -> e.key) as changes
      from (select r, array(
        select r ->> k from unnest(keys) k) as key
        from (select to_jsonb(a) as r from added a offset 0) x) n
      join (select r, array(
        select r ->> k from unnest(keys) k) as key
        from (select to_jsonb(d) as r from removed d offset 0) x) o
        on o.key = n.key
    ) c
    where c.changes is not null;
  end if;
  return null;
end
$$;

/* Adds the audit triggers, one per command because transition tables allow no more, and the stamp trigger if there is a
   version column. record_table, record_column: the record on whose page the row's history appears, if not its own. */
create function private.enable_audit(
  target regclass, resource text, branch_column text default '',
    key_columns text default 'id', record_table text default null, record_column text default null)
    returns void
  language plpgsql set search_path = ''
as $$
declare
  arguments text := format('(%L, %L, %L, %L)', resource, branch_column, key_columns,
    coalesce(record_column, split_part(key_columns, ',', 1)));
  label constant name := (select c.relname from pg_catalog.pg_class c where c.oid = target);
begin
  insert into private.audited_tables
  values (label, case when record_column is null then coalesce(record_table, label) else record_table end);
  execute format('create trigger audit_insert after insert on %s referencing new table as touched for each statement '
    'execute function private.audit%s',
    target, arguments);
  execute format('create trigger audit_update after update on %s referencing new table as added old table as removed '
    'for each statement execute function private.audit%s',
    target, arguments);
  execute format('create trigger audit_delete after delete on %s referencing old table as touched for each statement '
    'execute function private.audit%s',
    target, arguments);
  if exists (select from pg_catalog.pg_attribute where attrelid = target and attname = 'version') then
    execute format('create trigger stamp before insert or update on %s for each row execute function private.stamp()',
      target);
  end if;
end
$$;

/* Enables row-level security and revokes every grant. */
create function private.lock_down_table(target regclass) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('revoke all on %s from anon, authenticated', target);
end
$$;

/* A read-only table, without its hidden columns, for those who hold the permission (null: any). The condition reach
   defaults to the caller's branches; with below, the caller must be able to read the row which that foreign key names.
   reach is a subquery, not a function: the planner can probe or hash it, but calls a function for every row. */
create function private.allow_read(target regclass, policy text, permission text, below text default null,
  reach text default 'branch_id = any ((select private.branch_ids(''view''))::uuid[])', hidden text[] default '{}')
    returns void
  language plpgsql set search_path = ''
as $$
begin
  if below is not null then
    select format('exists (select from %s p where p.id = %s.%I)', c.confrelid::regclass, target,
      below) into strict reach
    from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.conrelid = target and c.contype = 'f' and a.attname = below;
  end if;
  perform private.lock_down_table(target);
  execute format('grant select%s on %s to authenticated', (
    select '(' || string_agg(quote_ident(attname), ', ') || ')' from pg_catalog.pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attname <> all (hidden) and hidden <> '{}'),
      target);
  execute format('create policy %I on %s for select to authenticated using (%s)', policy, target,
    concat_ws(' and ', '(select private.can(' || quote_literal(permission) || '))', '(' || reach || ')'));
end
$$;

/* The error that a caller sees for a violated constraint, instead of Postgres's own message, whose detail shows the
   whole row with columns that the caller may not read: {code: required, unique, in_use, missing_reference or check,
   status, details: {constraint, field}}. The client has sentences for constraints by name, and for each code. */
create function private.violation(state text, message text, table_name text, constraint_name text, column_name text)
  returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'code', case state
      when '23502' then 'required'
      when '23503' then case when message like 'update or delete%' then 'in_use' else 'missing_reference' end
      when '23505' then 'unique'
      else 'check' end,
    'status', case when state in ('23503', '23505') then 409 else 400 end,
    'details', jsonb_strip_nulls(jsonb_build_object(
      'constraint', nullif(constraint_name, ''),
      'field', coalesce(nullif(column_name, ''), case when starts_with(constraint_name, table_name || '_') then
        regexp_replace(substr(constraint_name, length(table_name) + 2),
          '_(unique|in_use|exists|known|range|not_negative|positive|form|hex|length|trimmed|visible|check_digit)$', '')
        end))))
$$;

/* Raises private.violation as a business error. */
create function private.raise_violation(
  state text, message text, table_name text, constraint_name text, column_name text) returns void
  language plpgsql set search_path = ''
as $$
declare
  violation constant jsonb := private.violation(state, message, table_name, constraint_name, column_name);
begin
  perform private.raise_error(violation ->> 'code', (violation ->> 'status')::integer, violation -> 'details');
end
$$;

grant execute on function private.violation, private.raise_violation to authenticated, service_role;

/* A JSON argument as jsonb, which takes up to 640 bytes for each value: more values than any call needs are refused
   before. 10,000 lines of eight fields have 10,000 brackets and 90,000 commas.
   Errors: 413 request_too_large {field}. */
create function private.read_json(sent json, field text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := octet_length(sent::text);
begin
  perform private.raise_error_if(size > 65536 and (size > 4 * 1024 * 1024
    or size - octet_length(replace(replace(sent::text, '[', ''), '{', '')) > 50000
    or size - octet_length(replace(sent::text, ',', '')) > 200000), 'request_too_large', 413,
    jsonb_build_object('field', field));
  return sent;
end
$$;
grant execute on function private.read_json(json, text) to authenticated, service_role;

/* Lets the API call private.<name> as public.<name> with the same arguments, jsonb as json, which private.read_json
   reads. The wrapper is security invoker: no security definer function is in a schema that the API serves. One that
   writes answers violated constraints as private.raise_violation does.
   caller: the role that may call it. */
create function private.expose_rpc(name text, says text, caller text default 'authenticated') returns void
  language plpgsql set search_path = ''
as $$
declare
  known record;
begin
  select format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as signature,
    regexp_replace(pg_get_function_identity_arguments(p.oid), '\mjsonb\M', 'json', 'g') as sent,
    regexp_replace(pg_get_function_arguments(p.oid), '\mjsonb\M', 'json', 'g') as arguments,
    pg_get_function_result(p.oid) as result,
    format('private.%I(%s)', p.proname, (
      select string_agg(case when p.proargtypes[n - 1] = 'jsonb'::regtype
        then format('private.read_json($%s, %L)', n, p.proargnames[n]) else '$' || n end, ', ' order by n)
      from generate_series(1, p.pronargs) n)) as call,
    p.provolatile = 's' as only_reads, p.proretset as answers_rows
  into strict known
  from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = expose_rpc.name;
  if known.only_reads then
    execute format(
      'create function public.%I(%s) returns %s language sql stable set search_path = '''' as $sql$ select %s%s $sql$',
      name, known.arguments, known.result, case when known.answers_rows then '* from ' else '' end, known.call);
  else
    execute format($wrapper$
      create function public.%I(%s) returns %s language plpgsql set search_path = '' as $body$
      declare
        of_table text;
        broken text;
        of_column text;
      begin
        %s;
      exception when integrity_constraint_violation then
        get stacked diagnostics of_table = table_name, broken = constraint_name, of_column = column_name;
        perform private.raise_violation(sqlstate, sqlerrm, of_table, broken, of_column);
      end
      $body$ $wrapper$,
      name, known.arguments, known.result, case
        when known.answers_rows then 'return query select * from ' || known.call
        when known.result = 'void' then 'perform ' || known.call
        else 'return ' || known.call end);
  end if;
  execute format('grant execute on function private.%s, public.%I(%s) to %I', known.signature, name, known.sent,
    caller);
  execute format('comment on function public.%I(%s) is %L', name, known.sent, says);
end
$$;

/* Creates the functions of a list from private.<name>_filter, whose arguments, with their defaults, are the filters of
   the list and whose result is a where clause over rows_from. A new filter is an argument and a condition there.
   - public.<name>_page: a page of public.<name>_list, of the rows that the caller may read. Arguments: the filters,
     sort, descending, page_size (at most 1,000, by id 5,000), page_offset, after_id (only ids beyond it, sorted by id).
     private.<name>_ids finds its ids as the owner, so that an index serves the search.
   - public.<name>_count, if counted: the number of matching rows, exact to 10,000, then 10,001.
   - public.<name>_totals, if private.<name>_sums(matching text, <all_of>) exists: its result. matching is the where
     clause without the filter all_of, whose values are passed instead: the tabs of a list count all of them.
   rows_from: a table and its alias, and joined tables for sorting. permission: required of the caller, besides those
   that the filter requires. sorts: 'id' and these, the first by default, each a column or a name and its expression;
   one of a left-joined table sorts nulls last. sort_permissions: {<sort>: <permission>}, for a sort that reveals
   values.
   A filter named walked gets true if the page is found by scanning in list order.
   Errors of a page: permission_missing, sort_unknown, those of the filter. */
create function private.expose_list(
  name text, says text, rows_from text, permission text, sorts text[], descending boolean default true,
  sort_permissions jsonb default '{}', counted boolean default false, all_of text default null)
  returns void
  language plpgsql set search_path = ''
as $$
declare
  alias constant text := (regexp_match(rows_from, '^\S+ (\w+)'))[1];
  filter record;
  paging constant text := 'sort text, descending boolean, page_size integer, page_offset integer, after_id uuid';
  permissions constant text := case
    when permission is null then '' else format('perform private.require_permission(%L);', permission) end;
  orders text;
  joined_sorts text[];
begin
  -- The arguments of the filter: declared, with defaults, without defaults, and passed on.
  select string_agg(a.declared, ', ' order by a.n) as arguments,
    string_agg(split_part(a.declared, ' DEFAULT ', 1), ', ' order by a.n) as parameters,
    string_agg(a.argument, ', ' order by a.n) as names,
    string_agg(case a.argument when all_of then '''{}''' else a.argument end, ', ' order by a.n) as without_all_of,
    case when 'walked' = any (f.proargnames) then format(
      ', walked => sort in (%L, ''id'') and least(page_size, 5000)::bigint + page_offset <= 5000',
      sorts[1]) end as walked
  into strict filter
  from pg_catalog.pg_proc f
  cross join lateral unnest(f.proargnames) with ordinality x(argument, n)
  cross join lateral (
    select x.argument, x.n, concat_ws(' DEFAULT ', x.argument || ' ' || format_type(f.proargtypes[x.n - 1], null),
      pg_catalog.pg_get_function_arg_default(f.oid, x.n::integer)) as declared) a
  where f.pronamespace = 'private'::regnamespace and f.proname = name || '_filter' and x.argument <> 'walked'
  group by f.oid, f.proargnames;

  select string_agg(format('when %L then %L', s.sort, s.expression), ' '),
    array_agg(s.sort) filter (where rows_from ~ format('left join \S+ %s ', split_part(s.expression, '.', 1)))
  into orders, joined_sorts
  from (
    select split_part(x, ' ', 1) as sort,
      case when x like '% %' then substr(x, strpos(x, ' ') + 1) else alias || '.' || x end as expression
    from unnest(array_prepend('id', sorts)) x) s;

  execute format($wrapper$
    create function private.%I(%s, %s) returns setof uuid
    language plpgsql stable security definer rows 25 set search_path = '' as $body$
    declare
      order_by constant text := case sort %s end;
    begin
      %s
      %s
      return query execute format('select %s.id from %s where %%s %%s',
        private.%I(%s%s),
        private.page_clause('%s.id', order_by, descending, page_size, page_offset, after_id,
          nulls_last => sort = any (%L::text[])));
    end
    $body$ $wrapper$,
    name || '_ids', filter.parameters, paging, orders, permissions, (
      select string_agg(format('perform private.require_permission(%L) where sort = %L;', p.value, p.key), ' ')
      from jsonb_each_text(sort_permissions) p),
    alias, replace(rows_from, '''', ''''''), name || '_filter', filter.names, filter.walked, alias, joined_sorts);
  -- offset 0 forces a lookup per row: the view may have too many joins for the planner to start from the page itself.
  execute format($wrapper$
    create function public.%I(%s, sort text default %L, descending boolean default %L, page_size integer default 25,
      page_offset integer default 0, after_id uuid default null)
    returns setof public.%I language sql stable set search_path = '' as $body$
      select l.*
      from private.%I(%s, sort, descending, page_size, page_offset, after_id) with ordinality page(id, position)
      cross join lateral (select * from public.%I l where l.id = page.id offset 0) l
      order by page.position
    $body$ $wrapper$,
    name || '_page', filter.arguments, split_part(sorts[1], ' ', 1), descending, name || '_list',
    name || '_ids', filter.names, name || '_list');
  execute format('grant execute on function private.%I, public.%I to authenticated', name || '_ids', name || '_page');
  execute format('comment on function public.%I is %L', name || '_page', says);

  if counted then
    execute format($wrapper$
      create function private.%I(%s) returns integer
      language plpgsql stable security definer set search_path = '' as $body$
      begin
        %s
        return private.capped_count(%L || private.%I(%s), null);
      end
      $body$ $wrapper$,
      name || '_count', filter.arguments, permissions, rows_from || ' where ', name || '_filter', filter.names);
    perform private.expose_rpc(name || '_count', 'The number of rows that match, exact up to 10,000.');
  end if;
  if all_of is not null then
    execute format($wrapper$
      create function private.%I(%s) returns jsonb
      language plpgsql stable security definer set search_path = '' as $body$
      begin
        %s
        perform private.require_max_items(%I, 1000, %L);
        return private.%I(private.%I(%s), coalesce(%I, '{}'));
      end
      $body$ $wrapper$,
      name || '_totals', filter.arguments, permissions, all_of, all_of, name || '_sums', name || '_filter',
      filter.without_all_of, all_of);
    perform private.expose_rpc(name || '_totals', 'The number of rows that match and their totals.');
  end if;
end
$$;

/* The API inserts at most 1,000 plain records at once. Imports write as the tables' owner and have their own limit.
   Errors: 400 lines_over_limit {max}. */
create function private.limit_bulk_rows() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.raise_error_if(current_user = 'authenticated' and (select count(*) > 1000 from touched),
    'lines_over_limit', 400, '{"max": 1000}');
  return null;
end
$$;

/* Sets up an ordinary table: grants, four policies, audit and stamp triggers, and the indexes of its list, which sorts
   by name and searches any part of it. A name is unique (in a tree: below its parent) unless names_repeat.
   resource: 'inventory.brands' of the table brands; its four actions are view, create, update, delete.
   branch_column: rows are visible (writable) only to those who may view (work in) that branch.
   Each check is an InitPlan, run once a statement; the cast makes the branches a scalar array an index can serve. */
create function private.protect(resource text, branch_column text default null, names_repeat boolean default false)
  returns void
  language plpgsql set search_path = ''
as $$
declare
  label constant text := split_part(resource, '.', 2);
  target constant regclass := format('public.%I', label);
  columns text;
  view_reach constant text := coalesce(' and ' || quote_ident(branch_column)
    || ' = any ((select private.branch_ids(''view''))::uuid[])', '');
  work_reach constant text := coalesce(' and ' || quote_ident(branch_column)
    || ' = any ((select private.branch_ids(''work''))::uuid[])', '');
begin
  perform private.lock_down_table(target);
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
  from pg_catalog.pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all (private.audit_noise());

  execute format('grant select, delete on %s to authenticated', target);
  execute format('grant insert (id, %s), update (%s) on %s to authenticated', columns, columns, target);

  execute format('create policy %I on %s for select to authenticated using ((select private.can(%L))%s)',
    'those who may view ' || label || ' read them', target, resource || '.view', view_reach);
  execute format('create policy %I on %s for insert to authenticated with check ((select private.can(%L))%s)',
    'those who may create ' || label || ' add them', target, resource || '.create', work_reach);
  execute format('create policy %I on %s for update to authenticated using ((select private.can(%L))%s) with check '
    '((select private.can(%L))%s)',
    'those who may update ' || label || ' change them', target, resource || '.update', work_reach,
    resource || '.update', work_reach);
  execute format('create policy %I on %s for delete to authenticated using ((select private.can(%L))%s)',
    'those who may delete ' || label || ' remove them', target, resource || '.delete', work_reach);

  perform private.enable_audit(target, resource, coalesce(branch_column, ''));
  execute format('create trigger limit_bulk_rows after insert on %s referencing new table as touched for each '
    'statement execute function private.limit_bulk_rows()',
    target);

  execute format('create index %I on %s (name, id)', label || '_by_name', target);
  execute format('create index %I on %s (shown_in_arabic, id)', label || '_by_name_ar', target);
  execute format('create index %I on %s using gin (search extensions.gin_trgm_ops)', label || '_search', target);
  if 'parent_id' = any (string_to_array(columns, ', ')) then
    execute format('create unique index %I on %s (parent_id, private.normalise(name)) nulls not distinct',
      label || '_name_unique', target);
    execute format('create index %I on %s (parent_id)', label || '_parent', target);
    execute format('create trigger require_tree before insert or update of parent_id on %s for each row when '
      '(new.parent_id is not null) execute function private.require_tree()',
      target);
  elsif not names_repeat then
    execute format('create unique index %I on %s (private.normalise(name))', label || '_name_unique', target);
  end if;
end
$$;

/* Refuses a parent that is the row itself or below it, or that puts the row or its descendants on an eleventh level.
   The lock keeps two concurrent moves from doing so together. A parent may be a later row of the same statement, and so
   may the rows below a new one be earlier ones.
   Errors: 409 parent_makes_cycle {field}, too_deep {field, max}. */
create function private.require_tree() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 10;
  above uuid := new.parent_id;
  levels integer := 0;
  levels_below integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(tg_relid::bigint);
  while above is not null and levels < most loop
    perform private.raise_error_if(above = new.id, 'parent_makes_cycle', 409, '{"field": "parent_id"}');
    levels := levels + 1;
    execute format('select parent_id from %s where id = $1', tg_relid::regclass) into above using above;
  end loop;
  execute format(
    'with recursive below as (
       select $1 as id, 1 as level
       union all
       select t.id, b.level + 1 from %s t join below b on t.parent_id = b.id where b.level <= $2)
     select max(level) from below', tg_relid::regclass)
  into levels_below using new.id, most - levels;
  perform private.raise_error_if(levels + levels_below > most, 'too_deep', 409,
    jsonb_build_object('field', 'parent_id', 'max', most));
  return new;
end
$$;

/* One row for each violated invariant; tests call it after every scenario. Each chapter defines its own in the view
   private.invariants_of_<chapter>. */
create function private.check_invariants() returns table (rule text, row_id text)
  language plpgsql stable set search_path = ''
as $$
declare
  chapter regclass;
begin
  for chapter in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relname like 'invariants\_of\_%'
    order by c.relname
  loop
    return query execute format('table %s', chapter);
  end loop;
end
$$;
