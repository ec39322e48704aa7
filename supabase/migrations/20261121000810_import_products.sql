-- Imports of products, with their variants and opening stock. Rows of one handle or one name are one product.

-- A file names products, and codes are not always given: names must be found as fast.
create index products_name_normalised on public.products (private.normalise(name));

-- ── The places of the quantities ──

/* What the file calls branches, as pg_temp.import_branches. */
create function private.import_branches() returns void
  language plpgsql set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
begin
  create temporary table import_branches as
  select distinct on (d.branch) d.branch, b.id
  from (select distinct c.branch from pg_temp.import_cells c where c.branch is not null) d
  join public.branches b on b.active
    and (b.code = upper(d.branch) or private.normalise(d.branch) in (private.normalise(b.name), private.normalise(b.name_ar)))
  where b.id = any (reach)
  order by d.branch, b.code = upper(d.branch) desc;
end
$$;

/* What the file calls branches and stock points, as pg_temp.import_branches and import_points. */
create function private.import_places(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_temp.import_cells c where c.quantity::numeric > 0) then
    if not private.can('inventory.stock.adjust') then
      perform private.fail('permission_missing', 403, jsonb_build_object('permission', 'inventory.stock.adjust', 'field', 'quantity'));
    end if;
    if options ->> 'branch_id' is not null and exists (select from pg_temp.import_cells c where c.quantity::numeric > 0 and c.branch is null) then
      perform private.need_branch((options ->> 'branch_id')::uuid);
    end if;
    if options ->> 'stock_point_id' is not null and not exists (select from public.stock_points s where s.id = (options ->> 'stock_point_id')::uuid) then
      perform private.fail('stock_point_not_found', 404, jsonb_build_object('field', 'stock_point_id'));
    end if;
  end if;
  perform private.import_branches();
  create temporary table import_points as
  select distinct on (d.stock_point) d.stock_point, s.id
  from (select distinct c.stock_point from pg_temp.import_cells c where c.stock_point is not null) d
  join public.stock_points s on s.active and private.normalise(d.stock_point) in (private.normalise(s.name), private.normalise(s.name_ar))
  order by d.stock_point, s.id;
end
$$;

/* The rows with all that can be read from them alone: numbers, names, places, and the variants that their codes name. */
create function private.import_product_rows(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
declare
  work_reach uuid[] := private.branch_ids('work');
begin
  analyze pg_temp.import_cells (sku, barcode, brand, supplier, category, color, size);
  create temporary table import_rows as
  select c.n, c.sheet_row, c."group" as handle, c.name, c.name_ar, c.description, c.designer_id, c.tag_number, c.color, c.size, c.sku, c.barcode,
    c.branch, c.stock_point, c.price::numeric as price, c.purchase_price::numeric as purchase_price, c.max_discount::numeric as max_discount,
    c.low_stock_level::numeric as low_stock_level, c.price_override::numeric as price_override, c.quantity::numeric as quantity,
    lower(c.active) in ('true', 'yes', '1') as active,
    b.id as brand_id, s.id as supplier_id, o.id as color_id, z.id as size_id, g.id as category_id,
    case when c.quantity::numeric > 0 then case when c.branch is null then (options ->> 'branch_id')::uuid else p.id end end as branch_id,
    case when c.quantity::numeric > 0 then case when c.stock_point is null then (options ->> 'stock_point_id')::uuid else w.id end end as stock_point_id,
    k.name_key, coalesce('h:' || c."group", 'n:' || k.name_key) as key,
    -- A barcode comes before a SKU.
    coalesce(vb.id, vs.id) as variant_id, coalesce(vb.product_id, vs.product_id) as product_id, vs.id as variant_of_sku,
    false as fresh_product, false as fresh_variant, false as head
  from pg_temp.import_cells c
  left join pg_temp.import_names b on b.kind = 'brands' and b.name = c.brand
  left join pg_temp.import_names s on s.kind = 'suppliers' and s.name = c.supplier
  left join pg_temp.import_names o on o.kind = 'colors' and o.name = c.color
  left join pg_temp.import_names z on z.kind = 'sizes' and z.name = c.size
  left join pg_temp.import_names g on g.kind = 'categories' and g.name = c.category
  left join pg_temp.import_branches p on p.branch = c.branch
  left join pg_temp.import_points w on w.stock_point = c.stock_point
  left join public.variants vb on vb.barcode = c.barcode
  left join public.variants vs on vs.sku = c.sku
  cross join lateral (select private.normalise(c.name) as name_key) k;

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

-- ── Which product and variant each row means: barcode, then SKU, then name (or handle) with colour and size ──

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
  insert into pg_temp.import_problems
  select r.n, 'sku', 'codes_disagree', r.sku, jsonb_build_object('barcode', v.barcode, 'product', p.name, 'product_ar', p.name_ar)
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_of_sku
  join public.products p on p.id = v.product_id
  where r.variant_id <> r.variant_of_sku and (p.branch_id is null or p.branch_id = any (reach));

  insert into pg_temp.import_problems
  select r.n, case when v.barcode = r.barcode then 'barcode' else 'sku' end, 'code_taken', case when v.barcode = r.barcode then r.barcode else r.sku end, '{}'::jsonb
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  join public.products p on p.id = v.product_id
  where p.branch_id is not null and p.branch_id <> all (reach);

  -- Without statistics the steps below would be planned for one row, and be quadratic.
  analyze pg_temp.import_rows (handle, key, color, size, barcode, sku);
  -- Rows of one handle, or else of one name, are one product; but a plain row that has a code of its own is a product of its own.
  update pg_temp.import_rows r set key = r.key || ':' || coalesce(r.barcode, r.sku)
  where r.handle is null and r.color is null and r.size is null and coalesce(r.barcode, r.sku) is not null
    and r.key in (
      select x.key
      from pg_temp.import_rows x
      where x.handle is null and x.color is null and x.size is null
      group by x.key
      having count(*) > 1 and count(distinct coalesce(x.barcode, x.sku)) > 1);
  analyze pg_temp.import_rows (n, key, product_id, variant_id);
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

  analyze pg_temp.import_rows (n, key, product_id, variant_id, fresh_product);
  update pg_temp.import_rows r set variant_id = v.id
  from public.variants v
  where r.variant_id is null and v.product_id = r.product_id and not r.fresh_product
    and v.color_id is not distinct from r.color_id and v.size_id is not distinct from r.size_id;

  -- A row about the product alone: no colour, size or code, where the product's variants are told apart by them.
  update pg_temp.import_rows r set head = true
  where r.variant_id is null and coalesce(r.color, r.size, r.sku, r.barcode) is null
    and (not r.fresh_product or (coalesce(r.quantity, 0) = 0 and r.product_id in (
      select x.product_id from pg_temp.import_rows x where coalesce(x.color, x.size) is not null)));

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
  with codes as (
    select r.n, r.sheet_row, r.variant_id, c."column", c.value
    from pg_temp.import_rows r
    cross join lateral (values ('barcode', r.barcode), ('sku', r.sku)) c("column", value)
    where c.value is not null)
  select x.n, x."column", x."column" || '_twice', x.value, jsonb_build_object('row', x.first_row)
  from (
    select c.n, c."column", c.value, c.variant_id, first_value(c.sheet_row) over code as first_row, first_value(c.variant_id) over code as first_variant
    from codes c
    join (select "column", value from codes group by 1, 2 having count(*) > 1) again using ("column", value)
    window code as (partition by c."column", c.value order by c.n)) x
  where x.variant_id is distinct from x.first_variant;

  insert into pg_temp.import_problems
  with again as (
    select r.variant_id from pg_temp.import_rows r where r.variant_id is not null
    group by r.variant_id, r.branch_id, r.stock_point_id having count(*) > 1)
  select k.n, k."column", k."column" || '_twice', k.value, jsonb_build_object('row', k.first_row)
  from (
    select r.n, first_value(r.sheet_row) over place as first_row, row_number() over place as nth,
      case when r.barcode is not null then 'barcode' when r.sku is not null then 'sku' else 'variant' end as "column",
      coalesce(r.barcode, r.sku, r.name) as value
    from pg_temp.import_rows r
    where r.variant_id in (select a.variant_id from again a)
    window place as (partition by r.variant_id, r.branch_id, r.stock_point_id order by r.n)) k
  where k.nth > 1;

  -- A colour and size that a product has already, with codes that are not the file's; ours would give way.
  insert into pg_temp.import_problems
  select r.n, c."column", 'variant_has_other_code', c.value, jsonb_build_object('code', c.known)
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  cross join lateral (values
    ('barcode', r.barcode, v.barcode, private.barcode_is_ours(v.barcode)), ('sku', r.sku, v.sku, private.sku_is_ours(v.sku))) c("column", value, known, ours)
  where not r.fresh_variant and r.barcode is distinct from v.barcode and r.sku is distinct from v.sku and c.value <> c.known and not c.ours
  union all
  select r.n, c."column", 'variant_has_other_code', c.value, jsonb_build_object('code', f.value)
  from pg_temp.import_rows r
  cross join lateral (values ('barcode', r.barcode), ('sku', r.sku)) c("column", value)
  join (
    select distinct on (d."column", x.variant_id) d."column", x.variant_id, d.value
    from pg_temp.import_rows x
    cross join lateral (values ('barcode', x.barcode), ('sku', x.sku)) d("column", value)
    where d.value is not null and x.fresh_variant and x.variant_id in (
      select y.variant_id from pg_temp.import_rows y where y.fresh_variant group by y.variant_id
      having count(distinct y.barcode) > 1 or count(distinct y.sku) > 1)
    order by d."column", x.variant_id, x.n) f on f.variant_id = r.variant_id and f."column" = c."column"
  where c.value <> f.value
    and not exists (select from pg_temp.import_problems q where q.n = r.n and q.code in ('barcode_twice', 'sku_twice', 'variant_twice'));
end
$$;

-- ── The products and variants as they will be ──

create function private.import_gather() returns void
  language plpgsql set search_path = ''
as $$
declare
  work_reach uuid[] := private.branch_ids('work');
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
  analyze pg_temp.import_products (id, fresh, n);

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
  analyze pg_temp.import_variants (id, product_id, fresh, changed);

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
  where r.quantity > 0 and r.fresh_variant and r.branch_id <> g.kept_by
  union all
  select g.n, 'name', 'product_kept_by_branch', g.name, jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar)
  from pg_temp.import_products g
  join public.branches b on b.id = g.kept_by
  where g.changed and g.kept_by <> all (work_reach) and g.kept_by = any (private.branch_ids('view'));

  -- bad: has a problem of any kind. wrong: has one that ticking new names does not take away.
  update pg_temp.import_products g set bad = true, wrong = x.wrong
  from (
    select r.product_id, bool_or(q.code <> 'name_unknown') as wrong
    from pg_temp.import_problems q join pg_temp.import_rows r on r.n = q.n
    group by 1) x
  where x.product_id = g.id;
end
$$;

-- ── The answer, and the deed ──

/* {products: {create, update, skip}, variants: {create, update, skip}, pieces, quantities_ignored, warning_count, warnings}
   Quantities are opening stock, so they count only for variants that this import makes. */
create function private.import_plan_products(options jsonb, skip boolean) returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.import_places(options);
  perform private.import_product_rows(options);
  perform private.import_match();
  perform private.import_clashes();
  perform private.import_gather();
  perform private.import_permissions();

  -- A row without a product has a problem of its own.
  insert into pg_temp.import_left_out
  select r.n
  from pg_temp.import_rows r
  left join pg_temp.import_products g on g.id = r.product_id
  where g.id is null or case when skip then g.bad else g.wrong end;

  with good as (
    select * from pg_temp.import_products g where not case when skip then g.bad else g.wrong end),
  good_variants as (
    select v.* from pg_temp.import_variants v join good g on g.id = v.product_id),
  warnings as (
    -- The product takes its first row's value; a later row that says otherwise is told, not followed.
    select r.n, r.sheet_row, c."column", c.value as found, c.kept
    from pg_temp.import_rows r
    join good g on g.id = r.product_id
    cross join lateral (values
      ('name', r.name, g.name), ('name_ar', r.name_ar, g.name_ar), ('designer_id', r.designer_id, g.designer_id),
      ('tag_number', r.tag_number, g.tag_number), ('purchase_price', trim_scale(r.purchase_price)::text, trim_scale(g.purchase_price)::text),
      ('max_discount', trim_scale(r.max_discount)::text, trim_scale(g.max_discount)::text)) c("column", value, kept)
    where (r.name <> g.name or r.name_ar <> g.name_ar or r.designer_id <> g.designer_id or r.tag_number <> g.tag_number
        or r.purchase_price <> g.purchase_price or r.max_discount <> g.max_discount)
      and c.value <> c.kept)
  select jsonb_build_object(
    'products', (select jsonb_build_object('create', count(*) filter (where fresh), 'update', count(*) filter (where not fresh and changed),
      'skip', count(*) filter (where not fresh and not changed)) from good),
    'variants', (select jsonb_build_object('create', count(*) filter (where fresh), 'update', count(*) filter (where not fresh and changed),
      'skip', count(*) filter (where not fresh and not changed)) from good_variants),
    'pieces', (
      select coalesce(sum(r.quantity), 0) from pg_temp.import_rows r join good g on g.id = r.product_id where r.fresh_variant),
    'quantities_ignored', (
      select count(*) from pg_temp.import_rows r join good g on g.id = r.product_id where not r.fresh_variant and r.quantity > 0),
    'warning_count', (select count(*) from warnings),
    'warnings', (
      select coalesce(jsonb_agg(jsonb_build_object('row', w.sheet_row, 'column', w."column", 'code', 'differs_from_first_row', 'found', w.found,
        'expected', jsonb_build_object('value', w.kept)) order by w.n, w."column"), '[]')
      from (select * from warnings order by n limit 2000) w))
  into report;
  return report;
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

/* A dry run takes no numbers from the counters that make codes: they would be gone. */
create function private.import_write_products(import_id uuid, dry_run boolean) returns void
  language plpgsql set search_path = ''
as $$
begin
  -- In one order, as everyone who locks many does.
  perform from public.products p
  where p.id in (select g.id from pg_temp.import_products g where not g.fresh and g.changed and not g.bad)
  order by p.id
  for update;

  insert into private.import_changes (import_id, table_name, row_id, version, before)
  select import_write_products.import_id, 'products', g.id, coalesce(p.version, 0) + 1, case when not g.fresh then to_jsonb(p) - 'search' end
  from pg_temp.import_products g
  left join public.products p on p.id = g.id
  where (g.fresh or g.changed) and not g.bad
  union all
  select import_write_products.import_id, 'variants', v.id, coalesce(x.version, 0) + 1, case when not v.fresh then to_jsonb(x) end
  from pg_temp.import_variants v
  join pg_temp.import_products g on g.id = v.product_id
  left join public.variants x on x.id = v.id
  where (v.fresh or v.changed) and not g.bad
  union all
  -- Costs have no version: whoever changes one saves the product too.
  select import_write_products.import_id, 'product_costs', g.id, 1, jsonb_build_object('purchase_price', c.purchase_price)
  from pg_temp.import_products g
  left join public.product_costs c on c.product_id = g.id
  where g.purchase_price is not null and not g.fresh and g.changed and not g.bad;

  -- The codes that the file does not give, numbered in its order.
  update pg_temp.import_variants v set sku = c.sku, barcode = c.barcode
  from (
    select m.id, coalesce(m.sku, case when dry_run then m.id::text else private.next_sku() end) as sku,
      coalesce(m.barcode, case when dry_run then m.id::text else private.next_barcode() end) as barcode
    from (
      select x.id, x.sku, x.barcode
      from pg_temp.import_variants x
      join pg_temp.import_products g on g.id = x.product_id
      where x.fresh and not g.bad and (x.sku is null or x.barcode is null)
      order by x.n) m) c
  where c.id = v.id;

  -- Variants before their products, whose search text has the codes in it already (private.product_words).
  set constraints public.variants_product_exists deferred;
  insert into public.variants (id, product_id, color_id, size_id, sku, barcode, price_override)
  select v.id, v.product_id, v.color_id, v.size_id, v.sku, v.barcode, v.price_override
  from pg_temp.import_variants v
  join pg_temp.import_products g on g.id = v.product_id
  where v.fresh and not g.bad
  order by v.n;

  insert into public.products (id, name, name_ar, description, designer_id, tag_number, price, max_discount, low_stock_level, active,
    category_id, brand_id, supplier_id, search)
  select g.id, g.name, g.name_ar, g.description, g.designer_id, g.tag_number, g.price, coalesce(g.max_discount, 0), g.low_stock_level,
    coalesce(g.active, true), g.category_id, g.brand_id, g.supplier_id,
    private.normalise(concat_ws(' ', g.name, g.name_ar, g.designer_id, g.tag_number, g.description, c.codes))
  from pg_temp.import_products g
  left join (
    select v.product_id, string_agg(v.sku || ' ' || v.barcode, ' ' order by v.id) as codes
    from pg_temp.import_variants v
    group by v.product_id) c on c.product_id = g.id
  where g.fresh and not g.bad
  order by g.n;
  if not dry_run then
    set constraints public.variants_product_exists immediate;
  end if;

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
create function private.import_write_stock(import_id uuid, note text) returns void
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
    -- The goods are of this transaction: no statistics know them, and row by row their number would be squared.
    perform set_config('enable_nestloop', 'off', true);
    perform private.move_stock(moves, 'stock_entry', entry_id);
    perform set_config('enable_nestloop', 'on', true);
    insert into private.import_changes (import_id, table_name, row_id) values (import_write_stock.import_id, 'stock_entries', entry_id);
  end loop;
end
$$;

-- ── Undo ──

/* Refuses while a product of the import was changed, moved, ordered or counted since; else as if it had never been.
   The ledger is never rewritten, with this one exception: goods that nobody ever moved go together with their opening entry's lines.
   The entry itself stays, empty and marked, so that its number is no gap. */
create function private.undo_import_of_products(import_id uuid) returns void
  language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  entry public.stock_entries;
  touched jsonb;
begin
  for entry in
    select e.* from public.stock_entries e
    join private.import_changes c on c.row_id = e.id and c.import_id = undo_import_of_products.import_id and c.table_name = 'stock_entries'
    order by e.id
  loop
    perform private.need('inventory.stock.adjust');
    perform private.need_branch(entry.branch_id);
  end loop;
  if not private.can('inventory.products.edit_price') and exists (
    select from private.import_changes c join public.products p on p.id = c.row_id
    where c.import_id = undo_import_of_products.import_id and c.table_name = 'products' and (c.before ->> 'price')::numeric <> p.price
    union all
    select from private.import_changes c join public.variants v on v.id = c.row_id
    where c.import_id = undo_import_of_products.import_id and c.table_name = 'variants' and c.before is not null
      and (c.before ->> 'price_override')::numeric is distinct from v.price_override) then
    perform private.fail('permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price'));
  end if;

  -- In one order, as everyone who locks many does; goods move only while their product is held.
  perform from public.products p
  where p.id in (select c.row_id from private.import_changes c where c.import_id = undo_import_of_products.import_id and c.table_name = 'products')
  order by p.id
  for update;
  perform set_config('enable_nestloop', 'off', true);
  create temporary table undo_variants on commit drop as
  select x.id, x.product_id, x.version <> c.version as touched, c.before is null as made
  from private.import_changes c
  join public.variants x on x.id = c.row_id
  where c.import_id = undo_import_of_products.import_id and c.table_name = 'variants';
  update pg_temp.undo_variants u set touched = true
  where u.made and exists (
    select from public.stock_movements m
    where m.variant_id = u.id and m.document_id not in (
      select c.row_id from private.import_changes c where c.import_id = undo_import_of_products.import_id and c.table_name = 'stock_entries'));
  execute format('update pg_temp.undo_variants x set touched = true where x.made and (%s)',
    private.used_condition('public.variants', array['stock_movements', 'stock_levels', 'price_changes', 'variant_costs']));
  execute format(
    'select coalesce(jsonb_agg(x.name order by x.name, x.id), ''[]'')
     from public.products x
     join private.import_changes c on c.import_id = $1 and c.table_name = ''products'' and c.row_id = x.id
     where x.version <> c.version or x.id in (select u.product_id from pg_temp.undo_variants u where u.touched)
       or c.before is null and (%s)', private.used_condition('public.products', array['variants', 'product_costs', 'price_changes', 'product_stock', 'product_branches']))
  into touched
  using import_id;
  perform private.refuse_touched(touched);

  perform private.add_to_sums(array(
    select row(m.variant_id, m.branch_id, m.stock_point_id, -m.quantity, m.kind, null)::private.stock_move
    from public.stock_movements m
    join private.import_changes c on c.row_id = m.document_id
    where c.import_id = undo_import_of_products.import_id and c.table_name = 'stock_entries'));
  delete from private.product_stock s
  where s.product_id in (
    select c.row_id from private.import_changes c
    where c.import_id = undo_import_of_products.import_id and c.table_name = 'products' and c.before is null);
  delete from public.stock_movements m
  where m.document_id in (select c.row_id from private.import_changes c where c.import_id = undo_import_of_products.import_id and c.table_name = 'stock_entries');
  delete from public.stock_levels l where l.variant_id in (select u.id from pg_temp.undo_variants u where u.made);
  update public.stock_entries e set note = left(concat_ws(' ', '×', e.note), 4000)
  where e.id in (select c.row_id from private.import_changes c where c.import_id = undo_import_of_products.import_id and c.table_name = 'stock_entries');
  delete from public.products p
  where p.id in (
    select c.row_id from private.import_changes c
    where c.import_id = undo_import_of_products.import_id and c.table_name = 'products' and c.before is null);
  delete from public.variants v where v.id in (select u.id from pg_temp.undo_variants u where u.made);

  perform private.import_restore(import_id, 'variants');
  perform private.import_restore(import_id, 'products');
  delete from public.product_costs k using private.import_changes c
  where c.import_id = undo_import_of_products.import_id and c.table_name = 'product_costs' and c.row_id = k.product_id and c.before ->> 'purchase_price' is null;
  update public.product_costs k set purchase_price = (c.before ->> 'purchase_price')::numeric
  from private.import_changes c
  where c.import_id = undo_import_of_products.import_id and c.table_name = 'product_costs' and c.row_id = k.product_id
    and (c.before ->> 'purchase_price')::numeric <> k.purchase_price;
  drop table pg_temp.undo_variants;
  perform set_config('enable_nestloop', 'on', true);
end
$$;
