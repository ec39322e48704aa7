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
    category: name 240 categories, brand: name brands, supplier: name suppliers, tax_rate: name tax_rates,
     designer_id: code, tag_number: code, price: amount,
    purchase_price: amount, max_discount: percent, low_stock_level: quantity, by_measure: flag, active: flag,
     color: name colors, size: name sizes, sku: code,
    barcode: barcode, price_override: amount, quantity: quantity, branch: text 120, stock_point: text 120'),
  ('customers', 'contacts.customers', 'contacts', false, 'name: name, name_ar: name, phone: phone, email: email,
    address: text 300, tax_number: code,
    price_group: name price_groups, active: flag, opening_balance: signed_amount, opening_day: date'),
  ('suppliers', 'contacts.suppliers', 'contacts', false, 'name: name, name_ar: name, land_line: phone, tax_number: code,
    active: flag,
    opening_balance: amount, opening_day: date'),
  ('purchase_orders', 'purchasing.orders', 'orders', true, 'reference: code, supplier: name suppliers, branch: text 120,
    ordered_on: date,
    due_on: date, status: text 40, notes: text 4000, barcode: code, sku: code, product: name, color: name, size: name,
     quantity: quantity,
    unit_cost: amount, discount: amount, line_total: amount, freight: amount, customs: amount, other_charges: amount,
    tax: amount, document_total: amount'),
  ('sales', 'accounting.sales', 'sales', false, 'reference: code, original: code, sold_at: moment, branch: text 120,
    till: text 40,
    customer: name customers, phone: phone, email: email, salesperson: name profiles, barcode: code, sku: code,
     product: name, color: name, size: name,
    quantity: signed_quantity, unit_price: amount, discount: signed_amount, line_total: signed_amount,
    sale_discount: amount, document_total: signed_amount,
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
