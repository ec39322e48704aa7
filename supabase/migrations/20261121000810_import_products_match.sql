-- Imports of products with variants and opening stock, in three files: the products that the rows refer to, the plan,
-- and writing and undoing it. Rows with the same handle or name are one product.

-- Files name products, often without codes: names need an index too.
create index products_name_normalised on public.products (private.normalise(name));

-- ── The places of quantities ──

/* Creates pg_temp.import_branches: the branches by the names in the file. */
create function private.import_branches() returns void
  language plpgsql set search_path = ''
as $$
begin
  create temporary table import_branches as
  select distinct on (d.branch) d.branch, b.id
  from (select distinct c.branch from pg_temp.import_cells c where c.branch is not null) d
  join public.branches b on b.active
    and (b.code = upper(d.branch)
      or private.normalise(d.branch) in (private.normalise(b.name), private.normalise(b.name_ar)))
  where b.id = any ((select private.branch_ids('view'))::uuid[])
  order by d.branch, b.code = upper(d.branch) desc;
end
$$;

/* Creates pg_temp.import_branches and import_points: branches and stock points by the names in the file. */
create function private.import_places(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_temp.import_cells c where c.quantity::numeric > 0) then
    perform private.raise_error_if(not private.can('inventory.stock.adjust'),
      'permission_missing', 403, jsonb_build_object('permission', 'inventory.stock.adjust', 'field', 'quantity'));
    perform private.require_branch((options ->> 'branch_id')::uuid)
    where options ->> 'branch_id' is not null
      and exists (select from pg_temp.import_cells c where c.quantity::numeric > 0 and c.branch is null);
    perform private.raise_error_if(options ->> 'stock_point_id' is not null
      and not exists (select from public.stock_points s where s.id = (options ->> 'stock_point_id')::uuid),
      'stock_point_not_found', 404, jsonb_build_object('field', 'stock_point_id'));
    perform private.require_open_place((options ->> 'branch_id')::uuid, (options ->> 'stock_point_id')::uuid, null);
  end if;
  perform private.import_branches();
  create temporary table import_points as
  select distinct on (d.stock_point) d.stock_point, s.id
  from (select distinct c.stock_point from pg_temp.import_cells c where c.stock_point is not null) d
  join public.stock_points s on s.active
    and private.normalise(d.stock_point) in (private.normalise(s.name), private.normalise(s.name_ar))
  order by d.stock_point, s.id;
end
$$;

-- ── The product and variant of each row: by barcode, then SKU, then name (or handle) with colour and size ──

/* Generated codes may be replaced by those of a file. */
create function private.barcode_is_ours(barcode text) returns boolean
  language sql immutable parallel safe set search_path = ''
as $$
  select barcode ~ '^20[0-9]{11}$'
$$;

create function private.sku_is_ours(sku text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select case when sku ~ '^[0-9]{6,18}$' then sku::bigint between 100001 and (
    select last_value
    from private.sku_numbers)
    else false end
$$;

/* Creates pg_temp.import_keys: the identifying cells of the rows, apart from their other cells, since each step updates
   it. */
create function private.import_match() returns void
  language plpgsql set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
  -- New ids are a common prefix and the row's number in hexadecimal: generating 10,000 one by one takes ten times as
  -- long.
  product_ids text := left(private.uuid_v7()::text, 28);
begin
  analyze pg_temp.import_cells (sku, barcode, color, size);
  create temporary table import_keys as
  select c.n, c.sheet_row, c."group" as handle, c.name, k.name_key,
    coalesce('h:' || c."group", 'n:' || k.name_key) collate "C" as key,
    c.color, c.size, x.id as color_id, y.id as size_id, c.sku, c.barcode, c.quantity::numeric > 0 as counted,
    -- A barcode takes precedence over a SKU.
    coalesce(vb.id, vs.id) as variant_id, coalesce(vb.product_id, vs.product_id) as product_id, vs.id as variant_of_sku,
    false as fresh_product, false as head
  from pg_temp.import_cells c
  left join pg_temp.import_names x on x.kind = 'colors' and x.name = c.color
  left join pg_temp.import_names y on y.kind = 'sizes' and y.name = c.size
  left join public.variants vb on vb.barcode_key = c.barcode_key
  left join public.variants vs on vs.sku_key = c.sku_key
  -- `offset 0`: computed once per row, however often it is used.
  cross join lateral (select private.normalise(c.name) collate "C" as name_key offset 0) k;
  -- Without statistics the steps below would be planned for one row and take quadratic time.
  analyze pg_temp.import_keys (n, handle, key, color, size, barcode, sku, product_id, variant_id);

  insert into pg_temp.import_problems
  select r.n, 'sku', 'codes_disagree', r.sku,
    jsonb_build_object('barcode', v.barcode, 'product', p.name, 'product_ar', p.name_ar)
  from pg_temp.import_keys r
  join public.variants v on v.id = r.variant_of_sku
  join public.products p on p.id = v.product_id
  where r.variant_id <> r.variant_of_sku and (p.branch_id is null or p.branch_id = any (reach));

  insert into pg_temp.import_problems
  select r.n, c."column", 'code_taken', c.value, '{}'::jsonb
  from pg_temp.import_keys r
  cross join lateral (values ('barcode', r.barcode, r.variant_id), ('sku', r.sku, r.variant_of_sku)) c("column", value,
    variant_id)
  join public.variants v on v.id = c.variant_id and c.value = case c."column" when 'sku' then v.sku else v.barcode end
  join public.products p on p.id = v.product_id
  where p.branch_id <> all (reach);

  -- Rows with the same handle, or else the same name, are one product; but a row without colour and size that has a
  -- code of its own is a separate product.
  update pg_temp.import_keys r set key = r.key || ':' || coalesce(r.barcode, r.sku)
  where r.handle is null and r.color is null and r.size is null and coalesce(r.barcode, r.sku) is not null
    and r.key in (
      select x.key
      from pg_temp.import_keys x
      where x.handle is null and x.color is null and x.size is null
      group by x.key
      having min(coalesce(x.barcode, x.sku)) <> max(coalesce(x.barcode, x.sku)));
  insert into pg_temp.import_problems
  select r.n, 'name', 'required', null, '{}'::jsonb
  from pg_temp.import_keys r
  where r.key is null and r.product_id is null;

  with known as (
    select r.key, min(r.product_id::text)::uuid as product_id, count(distinct r.product_id) as products
    from pg_temp.import_keys r
    where r.product_id is not null and r.key is not null
    group by r.key),
  unclear as (
    insert into pg_temp.import_problems
    select r.n, 'name', 'product_ambiguous', r.name, jsonb_build_object('products', k.products)
    from pg_temp.import_keys r join known k using (key)
    where r.product_id is null and k.products > 1)
  update pg_temp.import_keys r set product_id = k.product_id
  from known k
  where k.key = r.key and k.products = 1 and r.product_id is null;

  with heads as (
    select r.key, (array_agg(r.name_key order by r.n) filter (where r.name_key is not null))[1] as name_key,
      bool_and(r.color is null and r.size is null) as plain, min(r.barcode) as barcode, min(r.sku) as sku, min(r.n) as n
    from pg_temp.import_keys r
    where r.product_id is null and r.key is not null
      and not exists (select from pg_temp.import_problems q where q.n = r.n and q.code = 'product_ambiguous')
    group by r.key),
  found as materialized (
    select h.key, min(p.id::text)::uuid as product_id, count(*) as products
    from heads h
    -- `offset 0` forces a lookup by index: a join with all products would normalise each of their names.
    cross join lateral (
      select p.id from public.products p
      where private.normalise(p.name) = h.name_key collate "default"
        and (p.branch_id is null or p.branch_id = any (reach))
      offset 0) p
    where not h.plain or coalesce(h.barcode, h.sku) is null or exists (
      select
      from public.variants v
      where v.product_id = p.id and v.color_id is null and v.size_id is null
        and (h.barcode is null or private.barcode_is_ours(v.barcode))
          and (h.sku is null or v.sku = h.sku or private.sku_is_ours(v.sku)))
    group by h.key),
  decided as (
    select h.key, h.n, f.products,
      coalesce(f.product_id, (product_ids || lpad(to_hex(h.n), 8, '0'))::uuid) as product_id,
      f.product_id is null as fresh
    from heads h
    left join found f using (key)),
  unclear as (
    insert into pg_temp.import_problems
    select d.n, 'name', 'product_ambiguous', r.name, jsonb_build_object('products', d.products)
    from decided d join pg_temp.import_keys r on r.n = d.n
    where d.products > 1)
  update pg_temp.import_keys r set product_id = d.product_id, fresh_product = d.fresh
  from decided d
  where d.key = r.key and r.product_id is null;

  -- New products with the same name could not be told apart in the next import, unless each of their rows has a code.
  insert into pg_temp.import_problems
  select k.n, 'name', 'product_name_twice', r.name, jsonb_build_object('row', k.first_row)
  from (
    select min(x.n) as n, bool_and(coalesce(x.barcode, x.sku) is not null) as coded,
      first_value(min(x.sheet_row)) over same as first_row, row_number() over same as nth
    from pg_temp.import_keys x
    where x.fresh_product
    group by x.product_id
    having count(x.name_key) > 0
    window same as (partition by (array_agg(x.name_key order by x.n) filter (where x.name_key is not null))[1]
      order by min(x.n))) k
  join pg_temp.import_keys r on r.n = k.n
  where k.nth > 1 and not k.coded;

  analyze pg_temp.import_keys (n, key, product_id, variant_id, fresh_product);
  update pg_temp.import_keys r set variant_id = v.id
  from public.variants v
  where r.variant_id is null and v.product_id = r.product_id and not r.fresh_product
    and v.color_id is not distinct from r.color_id and v.size_id is not distinct from r.size_id;

  -- A row about the product only: without colour, size and code, while the product's variants have them.
  update pg_temp.import_keys r set head = true
  where r.variant_id is null and coalesce(r.color, r.size, r.sku, r.barcode) is null
    and (not r.fresh_product or (r.counted is not true and r.product_id in (
      select x.product_id from pg_temp.import_keys x where coalesce(x.color, x.size) is not null)));
end
$$;

/* Creates pg_temp.import_rows with products, variants and the places of quantities. */
create function private.import_product_rows(options jsonb) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.import_rows('products',
    $more$case when c.quantity::numeric > 0 then case
      when c.branch is null then $more$ || quote_nullable(options ->> 'branch_id') || $more$::uuid else p.id end end
      as branch_id,
    case
      when c.quantity::numeric > 0
        then case when c.stock_point is null then $more$ || quote_nullable(options ->> 'stock_point_id') || $more$::uuid
          else w.id end end
      as stock_point_id,
    k.product_id, coalesce(k.variant_id,
      case when k.twin is not null then ($more$ || quote_literal(left(private.uuid_v7()::text, 28))
      || $more$ || lpad(to_hex(k.twin), 8, '0'))::uuid end) as variant_id, k.fresh_product,
        k.twin is not null as fresh_variant, k.head$more$,
    -- Rows of the same new variant share the number of its first row.
    'join (
      select k.n, k.product_id, k.variant_id, k.fresh_product, k.head,
        case
         when k.variant_id is null and k.product_id is not null
           and not k.head then min(k.n)
             over (partition by k.product_id, k.color_id, k.size_id, k.variant_id is null and not k.head) end as twin
      from pg_temp.import_keys k) k on k.n = c.n
    left join pg_temp.import_branches p on p.branch = c.branch
    left join pg_temp.import_points w on w.stock_point = c.stock_point');
  analyze pg_temp.import_rows (n, product_id, variant_id, fresh_variant, head);

  insert into pg_temp.import_problems
  select r.n, p."column", p.code, p.found, '{}'
  from pg_temp.import_rows r
  cross join lateral (values
    ('branch', case
      when r.branch_id is null then case when r.branch is null then 'branch_missing' else 'branch_unknown' end
      when r.branch_id <> all ((select private.branch_ids('work'))::uuid[]) then 'branch_view_only' end, r.branch),
    ('stock_point', case when r.stock_point_id is null and r.stock_point is not null then 'stock_point_unknown' end,
      r.stock_point)) p("column",
    code, found)
  where r.quantity > 0 and p.code is not null
    -- A cheap condition first: most rows have no problem, and expanding a list for each takes ten times as long.
    and (r.branch_id is null or r.branch_id <> all ((select private.branch_ids('work'))::uuid[])
      or r.stock_point_id is null and r.stock_point is not null);
end
$$;

/* Reports repeated values and contradictions to stored ones. A variant may occur in several rows with quantities for
   different places. */
create function private.import_clashes() returns void
  language plpgsql set search_path = ''
as $$
begin
  insert into pg_temp.import_problems
  select x.n, x."column", x."column" || '_twice', x.value, jsonb_build_object('row', x.first_row)
  from (
    select r.n, again."column", again.value, r.variant_id, first_value(r.sheet_row) over code as first_row,
      first_value(r.variant_id) over code as first_variant
    from (
      select 'barcode' as "column", x.barcode as value
      from pg_temp.import_rows x
      where x.barcode is not null
      group by 2
      having count(*) > 1
      union all
      select 'sku', x.sku from pg_temp.import_rows x where x.sku is not null group by 2 having count(*) > 1) again
    join pg_temp.import_rows r on again.value = case again."column" when 'sku' then r.sku else r.barcode end
    window code as (partition by again."column", again.value order by r.n)) x
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

  -- The product already has this colour and size with a code that was not generated and differs from the file's.
  insert into pg_temp.import_problems
  select r.n, c."column", 'variant_has_other_code', c.value, jsonb_build_object('code', c.known)
  from pg_temp.import_rows r
  join public.variants v on v.id = r.variant_id
  cross join lateral (values
    ('barcode', r.barcode, v.barcode, private.barcode_is_ours(v.barcode)),
      ('sku', r.sku, v.sku, private.sku_is_ours(v.sku))) c("column", value, known, ours)
  where not r.fresh_variant and r.barcode is distinct from v.barcode and r.sku is distinct from v.sku
    and c.value <> c.known and not c.ours
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
      having min(y.barcode) <> max(y.barcode) or min(y.sku) <> max(y.sku))
    order by d."column", x.variant_id, x.n) f on f.variant_id = r.variant_id and f."column" = c."column"
  where c.value <> f.value
    and not exists (
      select from pg_temp.import_problems q
      where q.n = r.n and q.code in ('barcode_twice', 'sku_twice', 'variant_twice'));

  -- If its colour or size is unreadable, the variant of a row is unknown, and so are repetitions.
  delete from pg_temp.import_problems q
  using pg_temp.import_problems unread
  where unread.n = q.n
    and unread."column" in ('color', 'size')
    and unread.code <> 'name_unknown'
    and q.code in ('barcode_twice', 'sku_twice', 'variant_twice', 'variant_has_other_code');
end
$$;
