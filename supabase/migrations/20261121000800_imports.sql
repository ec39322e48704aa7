-- Imports: one function that reads a sheet's rows, says what is wrong or would change, and writes all of it or nothing.
-- The same function makes the dry run, rolled back at its end, so that the answer before and the deed after cannot differ.

create table public.imports (
  like private.stamped including all,
  kind text not null constraint imports_kind_known check (kind in ('products')),
  file_name public.short_text,
  status text not null default 'applied' constraint imports_status_known check (status in ('applied', 'undone')),
  row_count integer not null constraint imports_row_count_positive check (row_count > 0),
  report jsonb not null
);
create index imports_newest on public.imports (created_at desc, id desc);
comment on table public.imports is 'What came in from files: who, when, which file, how much. Written by the import functions only; a dry run leaves no row.';
comment on column public.imports.report is 'The answer that the import gave; given again when the same id is sent again.';

select private.closed('public.imports');
grant select on public.imports to authenticated;
-- The report tells what the file said of costs, so another's is for those who may view costs.
create policy "those who may import products read the imports of products" on public.imports for select to authenticated
  using ((select private.can('inventory.products.import')) and kind = 'products'
    and (created_by = (select auth.uid()) or (select private.can('inventory.costs.view'))));
create trigger stamp before insert or update on public.imports for each row execute function private.stamp();
select private.audited('public.imports', 'inventory.products');

-- A file names products, and codes are not always given: names must be found as fast.
create index products_name_normalised on public.products (private.normalise(name));

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

/* Makes what is missing of a path, so that its last name has the given id. */
create function private.make_category(path text, id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  names text[] := private.category_names(path);
  here uuid;
  below uuid;
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
    end if;
    here := below;
  end loop;
end
$$;

/* Where a size that a file brings stands in the grid: letters in their order, numbers by their value, words after both. */
create function private.size_position(name text) returns integer
  language sql immutable strict set search_path = ''
as $$
  select case
    when key ~ '^\d{1,3}(\.\d)?$' then 100 + (key::numeric * 10)::integer
    else coalesce(array_position(array['xxxs', 'xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', '4xl', '5xl', '6xl'],
      case key
        when '2xs' then 'xxs' when '3xs' then 'xxxs' when '2xl' then 'xxl' when '3xl' then 'xxxl'
        when 'extra small' then 'xs' when 'small' then 's' when 'medium' then 'm' when 'large' then 'l' when 'extra large' then 'xl'
        when 'صغير' then 's' when 'وسط' then 'm' when 'متوسط' then 'm' when 'كبير' then 'l'
        else key
      end), 9000)
  end
  from (select private.normalise(name) as key) k
$$;

-- ── Step 1: the cells. pg_temp.import_rows holds the sheet, pg_temp.import_problems what is wrong with it. ──

create function private.import_cells(rows jsonb) returns void
  language plpgsql set search_path = '' set client_min_messages = warning
as $$
begin
  drop table if exists pg_temp.import_rows, pg_temp.import_problems, pg_temp.import_names, pg_temp.import_products, pg_temp.import_variants;

  create temporary table import_problems (n integer, "column" text, code text, found text, expected jsonb);
  create temporary table import_rows as
  select x.ordinal::integer as n, coalesce(x."row", x.ordinal)::integer as sheet_row,
    nullif(btrim(x."group"), '') as handle, nullif(btrim(x.name), '') as name, nullif(btrim(x.name_ar), '') as name_ar,
    nullif(btrim(x.description), '') as description, nullif(btrim(x.category), '') as category, nullif(btrim(x.brand), '') as brand,
    nullif(btrim(x.supplier), '') as supplier, nullif(btrim(x.designer_id), '') as designer_id, nullif(btrim(x.tag_number), '') as tag_number,
    nullif(btrim(x.price), '') as price_text, nullif(btrim(x.purchase_price), '') as purchase_price_text,
    nullif(btrim(x.max_discount), '') as max_discount_text, nullif(btrim(x.low_stock_level), '') as low_stock_level_text,
    lower(nullif(btrim(x.active), '')) as active_text, nullif(btrim(x.color), '') as color, nullif(btrim(x.size), '') as size,
    nullif(btrim(x.sku), '') as sku, nullif(btrim(x.barcode), '') as barcode, nullif(btrim(x.price_override), '') as price_override_text,
    nullif(btrim(x.quantity), '') as quantity_text, nullif(btrim(x.branch), '') as branch, nullif(btrim(x.stock_point), '') as stock_point,
    null::numeric as price, null::numeric as purchase_price, null::numeric as max_discount, null::numeric as low_stock_level,
    null::numeric as price_override, null::numeric as quantity, null::boolean as active,
    null::uuid as category_id, null::uuid as brand_id, null::uuid as supplier_id, null::uuid as color_id, null::uuid as size_id,
    null::uuid as branch_id, null::uuid as stock_point_id,
    private.normalise(btrim(x.name)) as name_key, null::text as key, null::uuid as product_id, null::uuid as variant_id,
    false as fresh_product, false as fresh_variant, false as head
  from rows from (jsonb_to_recordset(rows) as (
    "row" integer, "group" text, name text, name_ar text, description text, category text, brand text, supplier text, designer_id text,
    tag_number text, price text, purchase_price text, max_discount text, low_stock_level text, active text, color text, size text,
    sku text, barcode text, price_override text, quantity text, branch text, stock_point text))
    with ordinality x("row", "group", name, name_ar, description, category, brand, supplier, designer_id,
    tag_number, price, purchase_price, max_discount, low_stock_level, active, color, size,
    sku, barcode, price_override, quantity, branch, stock_point, ordinal);

  insert into pg_temp.import_problems
  select r.n, c.name, 'too_long', left(c.value, 80), jsonb_build_object('max', c.most)
  from pg_temp.import_rows r
  cross join lateral (values
    ('name', r.name, 120), ('name_ar', r.name_ar, 120), ('description', r.description, 4000), ('brand', r.brand, 120),
    ('supplier', r.supplier, 120), ('color', r.color, 120), ('size', r.size, 120), ('category', r.category, 240),
    ('sku', r.sku, 64), ('barcode', r.barcode, 64), ('designer_id', r.designer_id, 64), ('tag_number', r.tag_number, 64)) c(name, value, most)
  where char_length(c.value) > c.most
  union all
  select r.n, 'category', 'too_long', part, jsonb_build_object('max', 120)
  from pg_temp.import_rows r
  cross join lateral unnest(private.category_names(r.category)) part
  where char_length(r.category) between 121 and 240 and char_length(part) > 120;

  -- What Excel writes where a formula failed is not a name.
  insert into pg_temp.import_problems
  select r.n, c.name, 'cell_error', c.value, '{}'::jsonb
  from pg_temp.import_rows r
  cross join lateral (values
    ('name', r.name), ('brand', r.brand), ('supplier', r.supplier), ('category', r.category), ('color', r.color), ('size', r.size),
    ('sku', r.sku), ('barcode', r.barcode)) c(name, value)
  where c.value ~ '^#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!)$';
  update pg_temp.import_rows r set
    brand = nullif(r.brand, q.found), supplier = nullif(r.supplier, q.found), category = nullif(r.category, q.found),
    color = nullif(r.color, q.found), size = nullif(r.size, q.found)
  from pg_temp.import_problems q
  where q.n = r.n and q.code = 'cell_error';

  -- Excel turns long codes into 6.22E+12, and what stood behind the E is lost: only the owner of the file can mend that.
  insert into pg_temp.import_problems
  select r.n, c.name,
    case when c.value ~ '^\d+([.,]\d+)?[Ee]\+\d+$' or (c.name = 'barcode' and c.value ~ '^\d+[.,]?\d*[Ee]\d+$') then 'code_scientific' else 'code_invalid' end,
    c.value, '{}'::jsonb
  from pg_temp.import_rows r
  cross join lateral (values
    ('sku', r.sku), ('barcode', r.barcode), ('designer_id', r.designer_id), ('tag_number', r.tag_number)) c(name, value)
  where char_length(c.value) <= 64
    and (c.value ~ '[[:cntrl:]]' or c.value ~ '^\d+([.,]\d+)?[Ee]\+\d+$' or (c.name = 'barcode' and c.value ~ '^\d+[.,]?\d*[Ee]\d+$'))
  union all
  select r.n, 'barcode', 'barcode_check_digit', r.barcode,
    jsonb_build_object('barcode', left(r.barcode, 12) || private.ean_check_digit(left(r.barcode, 12)))
  from pg_temp.import_rows r
  where r.barcode ~ '^\d{13}$' and not private.barcode_is_sound(r.barcode);

  insert into pg_temp.import_problems
  select r.n, c.name,
    case
      when c.value !~ '^[+-]?\d{1,18}(\.\d{1,18})?$' then 'number_invalid'
      when c.value::numeric < 0 and c.most > 100 then 'number_negative'
      when c.value::numeric < 0 or c.value::numeric > c.most then 'number_range'
      else 'too_many_decimals'
    end,
    c.value, jsonb_build_object('min', 0, 'max', c.most, 'decimals', c.decimals)
  from pg_temp.import_rows r
  cross join lateral (values
    ('price', r.price_text, 9999999999, 4), ('purchase_price', r.purchase_price_text, 9999999999, 4),
    ('price_override', r.price_override_text, 9999999999, 4), ('max_discount', r.max_discount_text, 100, 4),
    ('low_stock_level', r.low_stock_level_text, 9999999999, 3), ('quantity', r.quantity_text, 9999999999, 3)) c(name, value, most, decimals)
  where c.value !~ '^\+?\d{1,18}(\.\d{1,18})?$' or c.value::numeric > c.most or round(c.value::numeric, c.decimals) <> c.value::numeric
  union all
  select r.n, 'active', 'flag_invalid', r.active_text, '{}'::jsonb
  from pg_temp.import_rows r
  where r.active_text not in ('true', 'false', 'yes', 'no', '1', '0');

  update pg_temp.import_rows r set
    price = case when r.price_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.price_text::numeric end,
    purchase_price = case when r.purchase_price_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.purchase_price_text::numeric end,
    price_override = case when r.price_override_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.price_override_text::numeric end,
    max_discount = case when r.max_discount_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.max_discount_text::numeric end,
    low_stock_level = case when r.low_stock_level_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.low_stock_level_text::numeric end,
    quantity = case when r.quantity_text ~ '^\+?\d{1,10}(\.\d{1,18})?$' then r.quantity_text::numeric end,
    active = case when r.active_text in ('true', 'yes', '1') then true when r.active_text in ('false', 'no', '0') then false end;
end
$$;

-- ── Step 2: the names. What is unknown gets an id already, to be created with when it was ticked, and is a problem when not. ──

create function private.import_names(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  missing text;
begin
  create temporary table import_names as
  select c.kind, c.name, private.normalise(c.name) as key, null::uuid as id, true as known, false as ticked
  from pg_temp.import_rows r
  cross join lateral (values
    ('brands', r.brand), ('suppliers', r.supplier), ('colors', r.color), ('sizes', r.size), ('categories', r.category)) c(kind, name)
  where c.name is not null
  group by 1, 2;

  update pg_temp.import_names m set id = coalesce(
    case m.kind
      when 'brands' then (select b.id from public.brands b where private.normalise(b.name) = m.key)
      when 'suppliers' then (select b.id from public.suppliers b where private.normalise(b.name) = m.key)
      when 'colors' then (select b.id from public.colors b where private.normalise(b.name) = m.key)
      when 'sizes' then (select b.id from public.sizes b where private.normalise(b.name) = m.key)
      when 'categories' then private.category_by_path(m.name)
    end,
    case m.kind
      when 'brands' then (select b.id from public.brands b where private.normalise(b.name_ar) = m.key order by b.id limit 1)
      when 'suppliers' then (select b.id from public.suppliers b where private.normalise(b.name_ar) = m.key order by b.id limit 1)
      when 'colors' then (select b.id from public.colors b where private.normalise(b.name_ar) = m.key order by b.id limit 1)
      when 'sizes' then (select b.id from public.sizes b where private.normalise(b.name_ar) = m.key order by b.id limit 1)
    end);

  -- options.create: {brands: true | [name, …], …}. Two spellings of one new name are one name.
  with fresh as (
    select m.kind, m.key, private.uuid_v7() as id,
      coalesce(options -> 'create' -> m.kind = 'true', false) or exists (
        select
        from jsonb_array_elements_text(
          case when jsonb_typeof(options -> 'create' -> m.kind) = 'array' then options -> 'create' -> m.kind else '[]' end) t
        where private.normalise(t) = m.key) as ticked
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

  update pg_temp.import_rows r set
    brand_id = x.brand_id, supplier_id = x.supplier_id, color_id = x.color_id, size_id = x.size_id, category_id = x.category_id
  from (
    select i.n, b.id as brand_id, s.id as supplier_id, c.id as color_id, z.id as size_id, g.id as category_id
    from pg_temp.import_rows i
    left join pg_temp.import_names b on b.kind = 'brands' and b.name = i.brand
    left join pg_temp.import_names s on s.kind = 'suppliers' and s.name = i.supplier
    left join pg_temp.import_names c on c.kind = 'colors' and c.name = i.color
    left join pg_temp.import_names z on z.kind = 'sizes' and z.name = i.size
    left join pg_temp.import_names g on g.kind = 'categories' and g.name = i.category
    where coalesce(i.brand, i.supplier, i.color, i.size, i.category) is not null) x
  where x.n = r.n;

  insert into pg_temp.import_problems
  select r.n, c."column", 'name_unknown', m.name, jsonb_build_object('kind', m.kind)
  from pg_temp.import_rows r
  cross join lateral (values
    ('brands', 'brand', r.brand), ('suppliers', 'supplier', r.supplier), ('colors', 'color', r.color),
    ('sizes', 'size', r.size), ('categories', 'category', r.category)) c(kind, "column", name)
  join pg_temp.import_names m on m.kind = c.kind and m.name = c.name and not m.known and not m.ticked;
end
$$;

create function private.name_permission(kind text) returns text
  language sql immutable set search_path = ''
as $$
  select case kind when 'suppliers' then 'contacts.suppliers.create' else 'inventory.' || kind || '.create' end
$$;

-- ── Step 3: the places of the quantities ──

create function private.import_places(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  default_branch uuid := (options ->> 'branch_id')::uuid;
  default_point uuid := (options ->> 'stock_point_id')::uuid;
  reach uuid[] := private.branch_ids('view');
  work_reach uuid[] := private.branch_ids('work');
begin
  if not exists (select from pg_temp.import_rows r where r.quantity > 0) then
    return;
  end if;
  if not private.can('inventory.stock.adjust') then
    perform private.fail('permission_missing', 403, jsonb_build_object('permission', 'inventory.stock.adjust', 'field', 'quantity'));
  end if;
  if default_branch is not null and exists (select from pg_temp.import_rows r where r.quantity > 0 and r.branch is null) then
    perform private.need_branch(default_branch);
  end if;
  if default_point is not null and not exists (select from public.stock_points s where s.id = default_point) then
    perform private.fail('stock_point_not_found', 404, jsonb_build_object('field', 'stock_point_id'));
  end if;

  update pg_temp.import_rows r set
    branch_id = case when r.branch is null then default_branch else b.id end,
    stock_point_id = case when r.stock_point is null then default_point else p.id end
  from pg_temp.import_rows i
  left join (
    select distinct on (d.branch) d.branch, b.id
    from (select distinct x.branch from pg_temp.import_rows x where x.branch is not null) d
    join public.branches b on b.active
      and (b.code = upper(d.branch) or private.normalise(d.branch) in (private.normalise(b.name), private.normalise(b.name_ar)))
    where b.id = any (reach)
    order by d.branch, b.code = upper(d.branch) desc) b on b.branch = i.branch
  left join (
    select distinct on (d.stock_point) d.stock_point, s.id
    from (select distinct x.stock_point from pg_temp.import_rows x where x.stock_point is not null) d
    join public.stock_points s on s.active and private.normalise(d.stock_point) in (private.normalise(s.name), private.normalise(s.name_ar))
    order by d.stock_point, s.id) p on p.stock_point = i.stock_point
  where i.n = r.n and i.quantity > 0;

  insert into pg_temp.import_problems
  select r.n, 'branch', case when r.branch is null then 'branch_missing' else 'branch_unknown' end, r.branch, '{}'::jsonb
  from pg_temp.import_rows r
  where r.quantity > 0 and r.branch_id is null
  union all
  select r.n, 'branch', 'branch_view_only', r.branch, '{}'::jsonb
  from pg_temp.import_rows r
  where r.quantity > 0 and r.branch_id is not null and r.branch_id <> all (work_reach)
  union all
  select r.n, 'stock_point', 'stock_point_unknown', r.stock_point, '{}'::jsonb
  from pg_temp.import_rows r
  where r.quantity > 0 and r.stock_point is not null and r.stock_point_id is null;
end
$$;

-- ── Step 4: which product and variant each row means: barcode, then SKU, then name (or handle) with colour and size ──

/* Codes that this database made up itself give way to the ones a file brings. */
create function private.barcode_is_ours(barcode text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select barcode ~ '^20\d{11}$'
$$;

create function private.sku_is_ours(sku text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case when sku ~ '^\d{6,18}$' then sku::bigint between 100001 and (select last_value from private.sku_numbers) else false end
$$;

create function private.import_match() returns void
  language plpgsql set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
begin
  update pg_temp.import_rows r set variant_id = v.id, product_id = v.product_id
  from public.variants v
  where v.barcode = r.barcode;

  insert into pg_temp.import_problems
  select r.n, 'sku', 'codes_disagree', r.sku, jsonb_build_object('barcode', v.barcode, 'product', p.name, 'product_ar', p.name_ar)
  from pg_temp.import_rows r
  join public.variants v on v.sku = r.sku
  join public.products p on p.id = v.product_id
  where r.variant_id <> v.id and (p.branch_id is null or p.branch_id = any (reach));

  update pg_temp.import_rows r set variant_id = v.id, product_id = v.product_id
  from public.variants v
  where v.sku = r.sku and r.variant_id is null;

  insert into pg_temp.import_problems
  select r.n, case when v.barcode = r.barcode then 'barcode' else 'sku' end, 'code_taken', case when v.barcode = r.barcode then r.barcode else r.sku end, '{}'::jsonb
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  join public.products p on p.id = v.product_id
  where p.branch_id is not null and p.branch_id <> all (reach);

  -- Rows of one handle, or else of one name, are one product; but a plain row that has a code of its own is a product of its own.
  update pg_temp.import_rows r set key = coalesce('h:' || r.handle, 'n:' || r.name_key);
  update pg_temp.import_rows r set key = r.key || ':' || coalesce(r.barcode, r.sku)
  where r.handle is null and r.color is null and r.size is null and coalesce(r.barcode, r.sku) is not null
    and r.key in (
      select x.key
      from pg_temp.import_rows x
      where x.handle is null and x.color is null and x.size is null
      group by x.key
      having count(distinct coalesce(x.barcode, x.sku)) > 1);
  analyze pg_temp.import_rows;
  insert into pg_temp.import_problems
  select r.n, 'name', 'required', null, '{}'::jsonb
  from pg_temp.import_rows r
  where r.key is null and r.product_id is null;

  with known as (
    select r.key, min(r.product_id::text)::uuid as product_id, count(distinct r.product_id) as products
    from pg_temp.import_rows r
    where r.product_id is not null and r.key is not null
    group by r.key),
  unclear as (
    insert into pg_temp.import_problems
    select r.n, 'name', 'product_ambiguous', r.name, jsonb_build_object('products', k.products)
    from pg_temp.import_rows r join known k using (key)
    where r.product_id is null and k.products > 1)
  update pg_temp.import_rows r set product_id = k.product_id
  from known k
  where k.key = r.key and k.products = 1 and r.product_id is null;

  with heads as (
    select r.key, (array_agg(r.name_key order by r.n) filter (where r.name_key is not null))[1] as name_key,
      bool_and(r.color is null and r.size is null) as plain, min(r.barcode) as barcode, min(r.sku) as sku, min(r.n) as n
    from pg_temp.import_rows r
    where r.product_id is null and r.key is not null
      and not exists (select from pg_temp.import_problems q where q.n = r.n and q.code = 'product_ambiguous')
    group by r.key),
  found as materialized (
    select h.key, min(p.id::text)::uuid as product_id, count(*) as products
    from heads h
    join public.products p on private.normalise(p.name) = h.name_key and (p.branch_id is null or p.branch_id = any (reach))
    where not h.plain or coalesce(h.barcode, h.sku) is null or exists (
      select
      from public.variants v
      where v.product_id = p.id and v.color_id is null and v.size_id is null
        and (h.barcode is null or private.barcode_is_ours(v.barcode)) and (h.sku is null or v.sku = h.sku or private.sku_is_ours(v.sku)))
    group by h.key),
  decided as (
    select h.key, h.n, f.products, coalesce(f.product_id, private.uuid_v7()) as product_id, f.product_id is null as fresh
    from heads h
    left join found f using (key)),
  unclear as (
    insert into pg_temp.import_problems
    select d.n, 'name', 'product_ambiguous', r.name, jsonb_build_object('products', d.products)
    from decided d join pg_temp.import_rows r on r.n = d.n
    where d.products > 1)
  update pg_temp.import_rows r set product_id = d.product_id, fresh_product = d.fresh
  from decided d
  where d.key = r.key and r.product_id is null;

  -- Two new products of one name could not be told apart the next time, unless each of their rows has a code.
  insert into pg_temp.import_problems
  select k.n, 'name', 'product_name_twice', r.name, jsonb_build_object('row', k.first_row)
  from (
    select h.n, h.coded, first_value(h.sheet_row) over (partition by h.name_key order by h.n) as first_row,
      row_number() over (partition by h.name_key order by h.n) as nth
    from (
      select min(x.n) as n, min(x.sheet_row) as sheet_row, bool_and(coalesce(x.barcode, x.sku) is not null) as coded,
        (array_agg(x.name_key order by x.n) filter (where x.name_key is not null))[1] as name_key
      from pg_temp.import_rows x
      where x.fresh_product
      group by x.product_id) h
    where h.name_key is not null) k
  join pg_temp.import_rows r on r.n = k.n
  where k.nth > 1 and not k.coded;

  analyze pg_temp.import_rows;
  update pg_temp.import_rows r set variant_id = v.id
  from public.variants v
  where r.variant_id is null and v.product_id = r.product_id and not r.fresh_product
    and v.color_id is not distinct from r.color_id and v.size_id is not distinct from r.size_id;

  -- A row about the product alone: no colour, size or code, where the product's variants are told apart by them.
  update pg_temp.import_rows r set head = true
  where r.variant_id is null and coalesce(r.color, r.size, r.sku, r.barcode) is null
    and (not r.fresh_product or (coalesce(r.quantity, 0) = 0 and exists (
      select from pg_temp.import_rows x
      where x.product_id = r.product_id and coalesce(x.color, x.size) is not null)));

  with fresh as (
    select r.product_id, r.color_id, r.size_id, private.uuid_v7() as id
    from pg_temp.import_rows r
    where r.variant_id is null and r.product_id is not null and not r.head
    group by 1, 2, 3)
  update pg_temp.import_rows r set variant_id = f.id, fresh_variant = true
  from fresh f
  where r.variant_id is null and not r.head and f.product_id = r.product_id
    and f.color_id is not distinct from r.color_id and f.size_id is not distinct from r.size_id;
end
$$;

/* What is said twice, or against what is known already. One variant may stand in several rows with a quantity for each place. */
create function private.import_clashes() returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into pg_temp.import_problems
  select r.n, c."column", c."column" || '_twice', c.value, jsonb_build_object('row', f.sheet_row)
  from pg_temp.import_rows r
  cross join lateral (values ('barcode', r.barcode), ('sku', r.sku)) c("column", value)
  join (
    select distinct on (d."column", d.value) d."column", d.value, x.n, x.sheet_row, x.variant_id
    from pg_temp.import_rows x
    cross join lateral (values ('barcode', x.barcode), ('sku', x.sku)) d("column", value)
    where d.value is not null
    order by d."column", d.value, x.n) f on f."column" = c."column" and f.value = c.value
  where r.n > f.n and r.variant_id is distinct from f.variant_id;

  insert into pg_temp.import_problems
  select k.n, k."column", k."column" || '_twice', k.value, jsonb_build_object('row', k.first_row)
  from (
    select r.n, first_value(r.sheet_row) over place as first_row, row_number() over place as nth,
      case when r.barcode is not null then 'barcode' when r.sku is not null then 'sku' else 'variant' end as "column",
      coalesce(r.barcode, r.sku, r.name) as value
    from pg_temp.import_rows r
    where r.variant_id is not null
    window place as (partition by r.variant_id, r.branch_id, r.stock_point_id order by r.n)) k
  where k.nth > 1;

  -- A colour and size that a product has already, with codes that are not the file's; ours would give way.
  insert into pg_temp.import_problems
  select r.n, c."column", 'variant_has_other_code', c.value, jsonb_build_object('code', c.known)
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  cross join lateral (values
    ('barcode', r.barcode, v.barcode, private.barcode_is_ours(v.barcode)), ('sku', r.sku, v.sku, private.sku_is_ours(v.sku))) c("column", value, known, ours)
  where r.barcode is distinct from v.barcode and r.sku is distinct from v.sku and c.value <> c.known and not c.ours
  union all
  select r.n, c."column", 'variant_has_other_code', c.value, jsonb_build_object('code', f.value)
  from pg_temp.import_rows r
  cross join lateral (values ('barcode', r.barcode), ('sku', r.sku)) c("column", value)
  join (
    select distinct on (d."column", x.variant_id) d."column", x.variant_id, d.value
    from pg_temp.import_rows x
    cross join lateral (values ('barcode', x.barcode), ('sku', x.sku)) d("column", value)
    where d.value is not null and x.fresh_variant
    order by d."column", x.variant_id, x.n) f on f.variant_id = r.variant_id and f."column" = c."column"
  where c.value <> f.value
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q.code in ('barcode_twice', 'sku_twice', 'variant_twice'));
end
$$;

-- ── Step 5: the products and variants as they will be ──

create function private.import_gather() returns void
  language plpgsql set search_path = ''
as $$
begin
  create temporary table import_products as
  select g.*, p.price as old_price, p.branch_id as kept_by,
    -- The product's own price follows the file only where the file speaks of all its variants, and no more than it must;
    -- a variant that then costs something else gets a price of its own.
    case
      when g.head_price is not null then g.head_price
      when g.fresh then g.first_price
      when p.price = any (g.prices) or g.priced < (select count(*) from public.variants v where v.product_id = g.id) then p.price
      else coalesce(g.first_price, p.price)
    end as price,
    false as changed, false as bad, false as wrong
  from (
    select r.product_id as id, min(r.n) as n, bool_or(r.fresh_product) as fresh,
      (array_agg(r.name order by r.n) filter (where r.name is not null))[1]::text as name,
      (array_agg(r.name_ar order by r.n) filter (where r.name_ar is not null))[1]::text as name_ar,
      (array_agg(r.description order by r.n) filter (where r.description is not null))[1]::text as description,
      (array_agg(r.designer_id order by r.n) filter (where r.designer_id is not null))[1]::text as designer_id,
      (array_agg(r.tag_number order by r.n) filter (where r.tag_number is not null))[1]::text as tag_number,
      (array_agg(r.max_discount order by r.n) filter (where r.max_discount is not null))[1] as max_discount,
      (array_agg(r.low_stock_level order by r.n) filter (where r.low_stock_level is not null))[1] as low_stock_level,
      (array_agg(r.active order by r.n) filter (where r.active is not null))[1] as active,
      (array_agg(r.category_id order by r.n) filter (where r.category_id is not null))[1] as category_id,
      (array_agg(r.brand_id order by r.n) filter (where r.brand_id is not null))[1] as brand_id,
      (array_agg(r.supplier_id order by r.n) filter (where r.supplier_id is not null))[1] as supplier_id,
      (array_agg(r.purchase_price order by r.n) filter (where r.purchase_price is not null))[1] as purchase_price,
      (array_agg(r.price order by r.n) filter (where r.price is not null))[1] as first_price,
      (array_agg(r.price order by r.n) filter (where r.price is not null and r.head))[1] as head_price,
      array_agg(distinct r.price) filter (where r.price is not null) as prices,
      count(distinct r.variant_id) filter (where r.price is not null and not r.fresh_variant) as priced
    from pg_temp.import_rows r
    where r.product_id is not null
    group by r.product_id) g
  left join public.products p on p.id = g.id;
  create unique index on pg_temp.import_products (id);
  analyze pg_temp.import_products;

  create temporary table import_variants as
  select g.*, coalesce(g.file_color_id, v.color_id) as color_id, coalesce(g.file_size_id, v.size_id) as size_id,
    v.price_override as old_override,
    coalesce(g.override, case when g.price is null then v.price_override when g.price <> p.price then g.price end) as price_override,
    not g.fresh and (
      coalesce(g.sku, v.sku) <> v.sku or coalesce(g.barcode, v.barcode) <> v.barcode
      or coalesce(g.file_color_id, v.color_id) is distinct from v.color_id or coalesce(g.file_size_id, v.size_id) is distinct from v.size_id
      or coalesce(g.override, case when g.price is null then v.price_override when g.price <> p.price then g.price end)
        is distinct from v.price_override) as changed
  from (
    select r.variant_id as id, r.product_id, min(r.n) as n, bool_or(r.fresh_variant) as fresh,
      (array_agg(r.sku order by r.n) filter (where r.sku is not null))[1]::text as sku,
      (array_agg(r.barcode order by r.n) filter (where r.barcode is not null))[1]::text as barcode,
      (array_agg(r.color_id order by r.n) filter (where r.color_id is not null))[1] as file_color_id,
      (array_agg(r.size_id order by r.n) filter (where r.size_id is not null))[1] as file_size_id,
      (array_agg(r.price order by r.n) filter (where r.price is not null))[1] as price,
      (array_agg(r.price_override order by r.n) filter (where r.price_override is not null))[1] as override
    from pg_temp.import_rows r
    where r.variant_id is not null
    group by r.variant_id, r.product_id) g
  join pg_temp.import_products p on p.id = g.product_id
  left join public.variants v on v.id = g.id;
  create index on pg_temp.import_variants (product_id);
  create index on pg_temp.import_variants (id);
  analyze pg_temp.import_variants;

  update pg_temp.import_products g set changed = true
  from public.products p
  where p.id = g.id and (
    (coalesce(g.name, p.name), coalesce(g.name_ar, p.name_ar), coalesce(g.description, p.description), coalesce(g.designer_id, p.designer_id),
         coalesce(g.tag_number, p.tag_number), g.price, coalesce(g.max_discount, p.max_discount), coalesce(g.low_stock_level, p.low_stock_level),
         coalesce(g.active, p.active), coalesce(g.category_id, p.category_id), coalesce(g.brand_id, p.brand_id), coalesce(g.supplier_id, p.supplier_id))
      is distinct from
        (p.name::text, p.name_ar::text, p.description::text, p.designer_id::text, p.tag_number::text, p.price::numeric, p.max_discount::numeric,
         p.low_stock_level::numeric, p.active, p.category_id, p.brand_id, p.supplier_id)
    or g.purchase_price is not null and g.purchase_price is distinct from (
      select c.purchase_price::numeric from public.product_costs c where c.product_id = g.id)
    or exists (select from pg_temp.import_variants v where v.product_id = g.id and (v.fresh or v.changed)));

  insert into pg_temp.import_problems
  select g.n, 'name', 'required', null, '{}'::jsonb from pg_temp.import_products g where g.fresh and g.name is null
  union all
  select g.n, 'price', 'required', null, '{}'::jsonb from pg_temp.import_products g
  where g.fresh and g.first_price is null
    and not exists (select from pg_temp.import_problems q join pg_temp.import_rows r on r.n = q.n where r.product_id = g.id and q."column" = 'price')
  union all
  select s.n, 'variant', 'variant_exists', null, '{}'::jsonb
  from (
    select x.n, count(*) over (partition by x.product_id, x.color_id, x.size_id) as twins
    from (
      select v.n, v.product_id, v.color_id, v.size_id from pg_temp.import_variants v
      union all
      select null, v.product_id, v.color_id, v.size_id
      from public.variants v
      where v.product_id in (select g.id from pg_temp.import_products g where not g.fresh)
        and not exists (select from pg_temp.import_variants i where i.id = v.id)) x) s
  where s.twins > 1 and s.n is not null
  union all
  select r.n, 'branch', 'product_kept_by_branch', r.branch, jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar)
  from pg_temp.import_rows r
  join pg_temp.import_products g on g.id = r.product_id
  join public.branches b on b.id = g.kept_by
  where r.quantity > 0 and r.fresh_variant and r.branch_id <> g.kept_by;

  -- bad: has a problem of any kind. wrong: has one that ticking new names does not take away.
  update pg_temp.import_products g set bad = true, wrong = x.wrong
  from (
    select r.product_id, bool_or(q.code <> 'name_unknown') as wrong
    from pg_temp.import_problems q join pg_temp.import_rows r on r.n = q.n
    group by 1) x
  where x.product_id = g.id;
end
$$;

-- ── Step 6: the answer, and the deed ──

/* {rows, products: {create, update, skip}, variants: {create, update, skip}, pieces, quantities_ignored,
    created: {brands: [name], …}, unknown: [{kind, name, rows, may_create}],
    problem_count, problem_rows (without those that only bring unknown names), problems: [{row, column, code, found, expected}], warning_count, warnings: [the same]}
   Counts leave out the products that have problems; unknown names count as ticked, unless problem rows are to be skipped.
   The lists hold the first 2,000 of their kind. */
create function private.import_report(skip_problem_rows boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
begin
  return (
  with good as (
    select * from pg_temp.import_products g where not case when skip_problem_rows then g.bad else g.wrong end),
  good_variants as (
    select v.* from pg_temp.import_variants v join good g on g.id = v.product_id),
  warnings as (
    -- The product takes its first row's value; a later row that says otherwise is told, not followed.
    select r.n, r.sheet_row, c."column", c.value as found, c.kept
    from pg_temp.import_rows r
    join good g on g.id = r.product_id
    cross join lateral (values
      ('name', r.name, g.name), ('name_ar', r.name_ar, g.name_ar), ('designer_id', r.designer_id, g.designer_id),
      ('tag_number', r.tag_number, g.tag_number), ('purchase_price', r.purchase_price_text, trim_scale(g.purchase_price)::text),
      ('max_discount', r.max_discount_text, trim_scale(g.max_discount)::text)) c("column", value, kept)
    where c.value <> c.kept
      and case when c."column" in ('purchase_price', 'max_discount') then c.value::numeric <> c.kept::numeric else true end)
  select jsonb_build_object(
    'rows', (select count(*) from pg_temp.import_rows),
    'products', (select jsonb_build_object('create', count(*) filter (where fresh), 'update', count(*) filter (where not fresh and changed),
      'skip', count(*) filter (where not fresh and not changed)) from good),
    'variants', (select jsonb_build_object('create', count(*) filter (where fresh), 'update', count(*) filter (where not fresh and changed),
      'skip', count(*) filter (where not fresh and not changed)) from good_variants),
    'pieces', (
      select coalesce(sum(r.quantity), 0) from pg_temp.import_rows r join good g on g.id = r.product_id where r.fresh_variant),
    'quantities_ignored', (
      select count(*) from pg_temp.import_rows r join good g on g.id = r.product_id where not r.fresh_variant and r.quantity > 0),
    'created', (
      select coalesce(jsonb_object_agg(k.kind, k.names), '{}')
      from (
        select m.kind, jsonb_agg(distinct m.name) as names from pg_temp.import_names m where m.ticked group by m.kind) k),
    'unknown', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'name', u.name, 'rows', u.rows,
        'may_create', private.can(private.name_permission(u.kind))) order by u.kind, u.name), '[]')
      from (
        select m.kind, min(m.name) as name, count(*) as rows
        from pg_temp.import_names m
        join pg_temp.import_rows r on m.name = case m.kind
          when 'brands' then r.brand when 'suppliers' then r.supplier when 'colors' then r.color when 'sizes' then r.size else r.category end
        where not m.known and not m.ticked
        group by m.kind, m.key) u),
    'problem_count', (select count(*) from pg_temp.import_problems),
    'problem_rows', (select count(distinct q.n) from pg_temp.import_problems q where q.code <> 'name_unknown'),
    'problems', (
      select coalesce(jsonb_agg(jsonb_build_object('row', q.sheet_row, 'column', q."column", 'code', q.code, 'found', q.found, 'expected', q.expected)
        order by q.n, q."column"), '[]')
      from (
        select r.sheet_row, p.*
        from pg_temp.import_problems p join pg_temp.import_rows r on r.n = p.n
        -- Unknown names may be ticked away, thousands at once: the others are not hidden behind them.
        order by p.code = 'name_unknown', p.n, p."column"
        limit 2000) q),
    'warning_count', (select count(*) from warnings),
    'warnings', (
      select coalesce(jsonb_agg(jsonb_build_object('row', w.sheet_row, 'column', w."column", 'code', 'differs_from_first_row', 'found', w.found,
        'expected', jsonb_build_object('value', w.kept)) order by w.n, w."column"), '[]')
      from (select * from warnings order by n limit 2000) w)));
end
$$;

/* What the good products need of the caller beyond the import itself. */
create function private.import_permissions() returns void
  language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_temp.import_products g where g.purchase_price is not null) and not private.can('inventory.costs.view') then
    perform private.fail('permission_missing', 403, jsonb_build_object('permission', 'inventory.costs.view', 'field', 'purchase_price'));
  end if;
  if exists (select from pg_temp.import_products g where g.fresh and not g.bad) then
    perform private.need('inventory.products.create');
  end if;
  if exists (select from pg_temp.import_products g where not g.fresh and g.changed and not g.bad) then
    perform private.need('inventory.products.update');
  end if;
  if not private.can('inventory.products.edit_price') and (
    exists (select from pg_temp.import_products g where not g.fresh and not g.bad and g.price <> g.old_price)
    or exists (
      select from pg_temp.import_variants v join pg_temp.import_products g on g.id = v.product_id
      where not v.fresh and not g.bad and v.price_override is distinct from v.old_override)) then
    perform private.fail('permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price'));
  end if;
end
$$;

/* The new names that good rows use. */
create function private.import_write_names(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  create temporary table import_used_names on commit drop as
  select distinct on (m.id) m.kind, m.id, m.name, m.key
  from pg_temp.import_names m
  join (
    select r.brand_id as id from pg_temp.import_rows r join pg_temp.import_products g on g.id = r.product_id and not g.bad
    union select r.supplier_id from pg_temp.import_rows r join pg_temp.import_products g on g.id = r.product_id and not g.bad
    union select r.color_id from pg_temp.import_rows r join pg_temp.import_products g on g.id = r.product_id and not g.bad
    union select r.size_id from pg_temp.import_rows r join pg_temp.import_products g on g.id = r.product_id and not g.bad
    union select r.category_id from pg_temp.import_rows r join pg_temp.import_products g on g.id = r.product_id and not g.bad) u on u.id = m.id
  where m.ticked
  order by m.id, m.name;

  insert into public.brands (id, name) select u.id, u.name from pg_temp.import_used_names u where u.kind = 'brands';
  insert into public.suppliers (id, name) select u.id, u.name from pg_temp.import_used_names u where u.kind = 'suppliers';
  insert into public.sizes (id, name, position) select u.id, u.name, private.size_position(u.name) from pg_temp.import_used_names u where u.kind = 'sizes';
  insert into public.colors (id, name, value)
  select u.id, u.name, coalesce(lower(substring(options -> 'color_values' ->> u.key from '^#[0-9a-fA-F]{6}$')), '#808080')
  from pg_temp.import_used_names u
  where u.kind = 'colors';
  perform private.make_category(u.name, u.id)
  from (select * from pg_temp.import_used_names where kind = 'categories' order by cardinality(private.category_names(name)), name) u;
  drop table pg_temp.import_used_names;
end
$$;

create function private.import_write_products() returns void
  language plpgsql set search_path = ''
as $$
begin
  -- In one order, as everyone who locks many does.
  perform from public.products p
  where p.id in (select g.id from pg_temp.import_products g where not g.fresh and g.changed and not g.bad)
  order by p.id
  for update;

  -- Variants before their products: a product's search text is then written once, with its codes in it.
  set constraints public.variants_product_exists deferred;
  insert into public.variants (id, product_id, color_id, size_id, sku, barcode, price_override)
  select v.id, v.product_id, v.color_id, v.size_id, coalesce(v.sku, private.next_sku()), coalesce(v.barcode, private.next_barcode()), v.price_override
  from pg_temp.import_variants v
  join pg_temp.import_products g on g.id = v.product_id
  where v.fresh and not g.bad
  order by v.n;

  insert into public.products (id, name, name_ar, description, designer_id, tag_number, price, max_discount, low_stock_level, active,
    category_id, brand_id, supplier_id)
  select g.id, g.name, g.name_ar, g.description, g.designer_id, g.tag_number, g.price, coalesce(g.max_discount, 0), g.low_stock_level,
    coalesce(g.active, true), g.category_id, g.brand_id, g.supplier_id
  from pg_temp.import_products g
  where g.fresh and not g.bad
  order by g.n;
  set constraints public.variants_product_exists immediate;

  -- Touched for a change of a variant too, so that whoever has the product open notices.
  update public.products p set
    name = coalesce(g.name, p.name), name_ar = coalesce(g.name_ar, p.name_ar), description = coalesce(g.description, p.description),
    designer_id = coalesce(g.designer_id, p.designer_id), tag_number = coalesce(g.tag_number, p.tag_number), price = g.price,
    max_discount = coalesce(g.max_discount, p.max_discount), low_stock_level = coalesce(g.low_stock_level, p.low_stock_level),
    active = coalesce(g.active, p.active), category_id = coalesce(g.category_id, p.category_id),
    brand_id = coalesce(g.brand_id, p.brand_id), supplier_id = coalesce(g.supplier_id, p.supplier_id)
  from pg_temp.import_products g
  where g.id = p.id and g.changed and not g.bad;

  insert into public.product_costs (product_id, purchase_price)
  select g.id, g.purchase_price
  from pg_temp.import_products g
  where g.purchase_price is not null and not g.bad
  on conflict (product_id) do update set purchase_price = excluded.purchase_price
    where product_costs.purchase_price <> excluded.purchase_price;

  -- A trigger compares all variants before and after, and nobody tells the planner how many: row by row it would take minutes.
  perform set_config('enable_nestloop', 'off', true);
  update public.variants x set
    sku = coalesce(v.sku, x.sku), barcode = coalesce(v.barcode, x.barcode), color_id = v.color_id, size_id = v.size_id,
    price_override = v.price_override
  from pg_temp.import_variants v
  join pg_temp.import_products g on g.id = v.product_id
  where x.id = v.id and v.changed and not g.bad;
  perform set_config('enable_nestloop', 'on', true);
end
$$;

/* Opening stock of the variants that this import makes: one numbered entry a place. */
create function private.import_write_stock(note text) returns void
  language plpgsql set search_path = ''
as $$
declare
  place record;
  entry_id uuid;
  moves private.stock_move[];
begin
  for place in
    select r.branch_id, r.stock_point_id,
      array_agg(row(r.variant_id, r.branch_id, r.stock_point_id, r.quantity, 'opening', null)::private.stock_move order by r.n) as moves
    from pg_temp.import_rows r
    join pg_temp.import_products g on g.id = r.product_id
    where r.fresh_variant and r.quantity > 0 and not g.bad
    group by 1, 2
    order by 1, 2
  loop
    moves := place.moves;
    insert into public.stock_entries (number, kind, branch_id, stock_point_id, note)
    values (private.next_number('SE', place.branch_id), 'opening', place.branch_id, place.stock_point_id, import_write_stock.note)
    returning stock_entries.id into entry_id;
    perform private.move_stock(moves, 'stock_entry', entry_id);
  end loop;
end
$$;

create function private.run_import(id uuid, rows jsonb, options jsonb) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
  blocked boolean;
  skip boolean := coalesce((options ->> 'skip_problem_rows')::boolean, false);
begin
  perform private.import_cells(rows);
  perform private.import_names(options);
  perform private.import_places(options);
  analyze pg_temp.import_rows;
  perform private.import_match();
  analyze pg_temp.import_rows, pg_temp.import_problems;
  perform private.import_clashes();
  perform private.import_gather();
  perform private.import_permissions();
  report := private.import_report(skip);

  blocked := (report ->> 'problem_count')::integer > 0 and not skip
    or not exists (select from pg_temp.import_products g where not g.bad);
  if not blocked then
    perform private.import_write_names(options);
    perform private.import_write_products();
    perform private.import_write_stock(left(options ->> 'file_name', 300));
    insert into public.imports (id, kind, file_name, row_count, report)
    values (run_import.id, 'products', nullif(btrim(left(options ->> 'file_name', 300)), ''), jsonb_array_length(rows),
      report || jsonb_build_object('id', run_import.id, 'status', 'applied'));
  end if;
  drop table pg_temp.import_rows, pg_temp.import_problems, pg_temp.import_names, pg_temp.import_products, pg_temp.import_variants;
  return report || jsonb_build_object('id', run_import.id, 'status', case when blocked then 'refused' else 'applied' end);
end
$$;

/* Brings in products with their variants and opening stock: all of the sheet, or nothing.
   rows: [{row, group, name, name_ar, description, category, brand, supplier, designer_id, tag_number, price, purchase_price, max_discount,
     low_stock_level, active, color, size, sku, barcode, price_override, quantity, branch, stock_point}], every value a text; an empty
     one changes nothing. group holds a product's rows together (Shopify's handle); without it rows of one name are one product.
   options: {create: {brands, categories, colors, sizes, suppliers: true or [name]}, branch_id, stock_point_id, skip_problem_rows,
     file_name, color_values: {normalised name: #rrggbb}}; skip_problem_rows leaves out the products that have problems.
   dry_run: everything is done and taken back.
   Answers private.import_report with {id, status: applied | refused | checked}. The same id sent again gives the first answer.
   Quantities are opening stock, so they count only for variants that this import makes.
   Errors: permission_missing {permission, field}, rows_missing, rows_over_limit {max}, branch_not_found, branch_view_only, stock_point_not_found,
   import_not_found. */
create function private.import_products(id uuid, rows jsonb, options jsonb, dry_run boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  earlier public.imports;
  report jsonb;
begin
  perform private.need('inventory.products.import');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) = 0 then
    perform private.fail('rows_missing', 400);
  end if;
  if jsonb_array_length(rows) > 50000 then
    perform private.fail('rows_over_limit', 413, jsonb_build_object('max', 50000));
  end if;
  options := coalesce(options, '{}');

  -- One at a time: two files that bring the same new code would meet half-way.
  perform pg_catalog.pg_advisory_xact_lock('public.imports'::regclass::bigint);
  select * into earlier from public.imports i where i.id = import_products.id;
  if earlier.id is not null then
    if earlier.created_by is distinct from auth.uid() then
      perform private.fail('import_not_found', 404);
    end if;
    return earlier.report;
  end if;

  if not dry_run then
    return private.run_import(id, rows, options);
  end if;
  begin
    report := private.run_import(id, rows, options);
    raise exception using errcode = 'DRYRN';
  exception
    when sqlstate 'DRYRN' then
      return report || jsonb_build_object('status', 'checked');
  end;
end
$$;

/* A large sheet takes longer than an ordinary request may. */
create function public.import_products(id uuid, rows jsonb, options jsonb default '{}', dry_run boolean default true) returns jsonb
  language sql set search_path = '' set statement_timeout = '300s'
as $$
  select private.import_products(id, rows, options, dry_run)
$$;

grant execute on function
  private.import_products(uuid, jsonb, jsonb, boolean), public.import_products(uuid, jsonb, jsonb, boolean)
to authenticated;

comment on function public.import_products(uuid, jsonb, jsonb, boolean) is 'Brings in products with their variants and opening stock from a sheet: all of it, or nothing; first as a dry run.';
