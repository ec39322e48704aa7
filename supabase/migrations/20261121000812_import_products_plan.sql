-- Imports of products: the resulting products and variants, their problems, and the report.

create function private.import_collect() returns void
  language plpgsql set search_path = ''
as $$
begin
  execute (
    select format(
      'create temporary table import_products as
       select g.*, p.price as old_price, p.branch_id as kept_by, p.version,
         -- The product''s own price follows the file only where the file speaks of all its variants, and no more
         -- than it must; a variant that then costs something else gets a price of its own.
         case
           when g.head_price is not null then g.head_price
           when g.fresh then g.first_price
           when p.price = any (g.prices)
            or g.priced < (select count(*) from public.variants v where v.product_id = g.id) then p.price
           else coalesce(g.first_price, p.price)
         end as price,
         false as changed, false as bad
       from (
         select r.product_id as id, min(r.n) as n, bool_or(r.fresh_product) as fresh, %s,
           (array_agg(r.purchase_price order by r.n) filter (where r.purchase_price is not null))[1] as purchase_price,
           (array_agg(r.price order by r.n) filter (where r.price is not null))[1] as first_price,
           (array_agg(r.price order by r.n) filter (where r.price is not null and r.head))[1] as head_price,
           array_agg(distinct r.price) filter (where r.price is not null) as prices,
           count(distinct r.variant_id) filter (where r.price is not null and not r.fresh_variant) as priced
         from pg_temp.import_rows r
         where r.product_id is not null
         group by r.product_id) g
       left join public.products p on p.id = g.id',
      string_agg(format('(array_agg(r.%1$I order by r.n) filter (where r.%1$I is not null))[1] as %1$I', c.name), ', '))
    from private.import_columns('products') c
    where c.name <> 'price');
  create unique index on pg_temp.import_products (id);
  analyze pg_temp.import_products (id, fresh, n);

  -- recoded: its code, colour or size changes.
  create temporary table import_variants as
  select g.*, g.recoded or g.version is not null and g.price_override is distinct from g.old_override as changed
  from (
    select g.*, coalesce(g.file_color_id, v.color_id) as color_id, coalesce(g.file_size_id, v.size_id) as size_id,
      v.version, v.price_override::numeric as old_override,
      v.id is not null
        and (coalesce(g.sku, v.sku), coalesce(g.barcode, v.barcode), coalesce(g.file_color_id, v.color_id),
          coalesce(g.file_size_id, v.size_id))
        is distinct from (v.sku::text, v.barcode::text, v.color_id, v.size_id) as recoded,
      coalesce(g.override, case when g.price is null then v.price_override when g.price <> p.price then g.price end)
        as price_override
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
    left join public.variants v on v.id = g.id) g;
  create index on pg_temp.import_variants (product_id);
  create index on pg_temp.import_variants (id);
  analyze pg_temp.import_variants (id, product_id, fresh, changed);

  execute (
    select format(
      'update pg_temp.import_products g set changed = true
       from public.products p
       where p.id = g.id and (
         (%s) is distinct from (%s)
         or g.purchase_price is not null and g.purchase_price is distinct from (
           select c.purchase_price::numeric from public.product_costs c where c.product_id = g.id)
         or exists (select from pg_temp.import_variants v where v.product_id = g.id and (v.fresh or v.changed)))',
      string_agg(format('coalesce(g.%1$I, p.%1$I)', c.name), ', '), string_agg(format('p.%I', c.name), ', '))
    from private.import_columns('products') c);

  insert into pg_temp.import_problems
  select g.n, 'name', 'required', null, '{}'::jsonb from pg_temp.import_products g where g.fresh and g.name is null
  union all
  select g.n, 'price', 'required', null, '{}'::jsonb from pg_temp.import_products g
  where g.fresh and g.first_price is null
    and not exists (
      select from pg_temp.import_problems q
      join pg_temp.import_rows r on r.n = q.n
      where r.product_id = g.id and q."column" = 'price')
  union all
  -- The row's code identifies a variant, but another variant of its product has the colour and size of the row.
  select i.n, c."column", 'variant_exists', c.value, jsonb_build_object('product', p.name, 'product_ar', p.name_ar)
  from (
    select x.id, count(*) over (partition by x.product_id, x.color_id, x.size_id) as twins
    from (
      select v.id, v.product_id, v.color_id, v.size_id from pg_temp.import_variants v
      union all
      select v.id, v.product_id, v.color_id, v.size_id
      from public.variants v
      join pg_temp.import_products g on g.id = v.product_id
      where not exists (select from pg_temp.import_variants i where i.id = v.id)) x) s
  join pg_temp.import_variants i on i.id = s.id
  join public.variants v on v.id = i.id and (v.color_id, v.size_id) is distinct from (i.color_id, i.size_id)
  join public.products p on p.id = v.product_id
    and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
  cross join lateral (values ('barcode', i.barcode, v.barcode::text), ('sku', i.sku, v.sku::text)) c("column", value,
    known)
  where s.twins > 1 and c.value = c.known
  union all
  select r.n, c."column", 'product_kept_by_branch', c.value,
    jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar)
  from pg_temp.import_products g
  join pg_temp.import_rows r on r.product_id = g.id
  join public.branches b on b.id = g.kept_by
  cross join lateral (values
    ('branch', r.branch, r.quantity > 0 and r.fresh_variant and r.branch_id <> g.kept_by),
    ('name', g.name,
      r.n = g.n and g.changed and g.kept_by <> all ((select private.branch_ids('work'))::uuid[])
        and g.kept_by = any ((select private.branch_ids('view'))::uuid[])))
    c("column", value, wrong)
  where c.wrong
  union all
  -- Fractions of new variants' goods, unless the file or the stored product is sold by measure; goods of existing
  -- variants are not imported.
  select r.n, 'quantity', 'pieces_not_whole', trim_scale(r.quantity)::text, '{}'
  from pg_temp.import_rows r
  join pg_temp.import_products g on g.id = r.product_id
  left join public.products p on p.id = g.id
  where r.fresh_variant and r.quantity <> trunc(r.quantity) and not coalesce(g.by_measure, p.by_measure, false)
  union all
  select g.n, 'by_measure', 'product_has_fractions', null, '{}'
  from pg_temp.import_products g
  join public.products p on p.id = g.id
  where p.by_measure and not g.by_measure and private.has_fractions(g.id);
end
$$;

-- ── The report ──

/* {products: {create, update, skip}, variants: {create, update, skip}, pieces, quantities_ignored, branch_ids,
   warning_count, warnings}. Quantities are opening stock, so they count only for variants that this import creates. */
create function private.import_plan_products(import_kind private.import_kinds, options jsonb, skip boolean)
  returns jsonb
  language plpgsql set search_path = ''
as $$
declare
  report jsonb;
begin
  perform private.import_codes(import_kind.kind);
  perform private.import_names(import_kind.kind, options);
  perform private.import_places(options);
  perform private.import_match();
  perform private.import_product_rows(options);
  perform private.import_clashes();
  perform private.import_collect();
  perform private.raise_error_if(exists (select from pg_temp.import_products g where g.purchase_price is not null)
    and not private.can('inventory.costs.view'),
    'permission_missing', 403, jsonb_build_object('permission', 'inventory.costs.view', 'field', 'purchase_price'));
  report := private.import_leave_out(import_kind, 'import_products', 'g.id = r.product_id', skip);
  delete
  from pg_temp.import_variants v
  where not exists (select from pg_temp.import_products g where g.id = v.product_id);
  perform private.raise_error_if(not private.can('inventory.products.edit_price') and (
    exists (select from pg_temp.import_products g where not g.fresh and not g.bad and g.price <> g.old_price)
    or exists (
      select from pg_temp.import_variants v join pg_temp.import_products g on g.id = v.product_id
      where not v.fresh and not g.bad and v.price_override is distinct from v.old_override)),
    'permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price'));
  perform private.raise_error_if(not private.can('inventory.products.edit_price') and exists (
    select from pg_temp.import_products g join public.products p on p.id = g.id
    where not g.bad and g.tax_rate_id is not null and g.tax_rate_id is distinct from p.tax_rate_id),
    'permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'tax_rate'));

  -- A product takes the values of its first row; differing values of later rows give a warning. Prices may differ by
  -- variant.
  execute (
    select format(
      'create temporary table import_warnings as
       select r.n, r.sheet_row, c."column", c.found, c.kept
       from pg_temp.import_rows r
       join pg_temp.import_products g on g.id = r.product_id
       cross join lateral (values %s) c("column", found, kept)
       where (%s) and c.found <> c.kept',
      string_agg(format('(%1$L, %2$s)', f.field,
        format(case when f.rule in ('text', 'name', 'code', 'flag') then 'r.%1$I::text, g.%1$I::text'
          else 'trim_scale(r.%1$I)::text, trim_scale(g.%1$I)::text' end,
          f.field)),
        ', '),
      string_agg(format('r.%1$I <> g.%1$I', f.field), ' or '))
    from private.import_fields f
    join pg_catalog.pg_attribute a on a.attrelid = 'pg_temp.import_products'::regclass and a.attname = f.field
    where f.kind = 'products' and f.names is null and f.field <> 'price');
  select report || (
    select jsonb_build_object('pieces', coalesce(sum(r.quantity) filter (where r.fresh_variant), 0),
      'quantities_ignored', count(*) filter (where not r.fresh_variant and r.quantity > 0),
      'branch_ids', coalesce(jsonb_agg(distinct t.branch_id) filter (where t.branch_id is not null), '[]'))
    from pg_temp.import_rows r
    join pg_temp.import_products g on g.id = r.product_id
    -- Products limited to a branch get goods only there.
    cross join lateral (select case
      when g.kept_by is null then case when r.fresh_variant and r.quantity > 0 then r.branch_id end
      when g.changed then g.kept_by end
      as branch_id) t
  ) || jsonb_build_object(
    'variants', (select jsonb_build_object('create', count(*) filter (where v.fresh),
      'update', count(*) filter (where v.changed),
      'skip', count(*) filter (where not v.fresh and not v.changed)) from pg_temp.import_variants v),
    'warning_count', (select count(*) from pg_temp.import_warnings),
    'warnings', (
      select coalesce(jsonb_agg(jsonb_build_object('row', w.sheet_row, 'column', w."column", 'code',
        'differs_from_first_row', 'found', w.found,
        'expected', jsonb_build_object('value', w.kept)) order by w.n, w."column"), '[]')
      from (select * from pg_temp.import_warnings order by n, "column" limit 2000) w))
  into report;
  return report;
end
$$;
