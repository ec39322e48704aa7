-- Reads of the screens: product and variant lists with their search, transfers, movements, usage.
--
-- Lists are searched by security definer functions, so that indexes serve them, and rendered by security invoker views
-- (transfers, counts, documents). Products, variants, levels and orders are rendered in the searching query instead:
-- their rows contain sums of private tables or are sorted by amounts, which invoker views cannot read; their queries
-- hide what the caller may not see.
--
-- sort => 'id' reads every row reliably during concurrent writes: ids never change, and `after_id` continues behind the
-- last one. Its pages hold up to 5,000 rows.

/* Products out of stock in all branches that the caller may view, as a condition over products p. Up to 2,000 are
   listed by id. walked: only one page is wanted; if many are out of stock, a scan in list order soon finds enough. */
create function private.products_out(walked boolean) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  looked_at constant bit(256) := coalesce((
    select bit_or(b.bit)
    from private.branch_bits b
    where b.branch_id = any (reach)),
    0::bit(256));
  few constant integer := 2000;
  ids constant uuid[] := array(
    select s.product_id
    from private.product_branches s join public.products p on p.id = s.product_id
    where s.in_stock & looked_at = 0::bit(256) and (p.branch_id is null or p.branch_id = any (reach))
    limit few + 1);
begin
  return format(case
    when cardinality(ids) <= few then 'p.id = any (%L::uuid[])'
    -- A scalar subquery, since the planner would turn `exists` into a join with all products out of stock.
    when walked then
      '(select s.in_stock & %2$L::bit(256) = 0::bit(256) from private.product_branches s where s.product_id = p.id)'
    else 'p.id in (select s.product_id from private.product_branches s where s.in_stock & %2$L::bit(256) = '
      '0::bit(256))' end,
      ids, looked_at);
end
$$;

/* The condition shared by the list and the count of products: a where clause over products p. For definer functions:
   under row-level security a trigram index cannot serve the search, since LIKE is not leakproof. walked: only one page
   is wanted, found by scanning in list order. */
create function private.product_filter(
  words text, view text, category_ids uuid[], brand_ids uuid[], supplier_ids uuid[], is_active boolean,
    walked boolean default false, tax_rate_ids uuid[] default '{}')
    returns text
  language plpgsql stable set search_path = ''
as $$
begin
  -- These views reveal stock levels.
  perform private.require_permission('inventory.stock.view') where view in ('out', 'low');
  return concat_ws(' and ', '(p.branch_id is null or p.branch_id = any ($1))',
    private.sql_match_words('p.search', words),
    'p.category_id in (with recursive below as (
       select id from public.categories where ' || private.sql_in('id', category_ids, 'category_ids') || '
       union select c.id from public.categories c join below b on c.parent_id = b.id) select id from below)',
    private.sql_in('p.brand_id', brand_ids, 'brand_ids'), private.sql_in('p.supplier_id', supplier_ids, 'supplier_ids'),
    private.sql_in('p.tax_rate_id', tax_rate_ids, 'tax_rate_ids'),
    'p.active = ' || is_active,
    case view
      when 'all' then null
      when 'no_image' then 'p.image_path is null and not exists (
        select from public.variants x where x.product_id = p.id and x.image_path is not null)'
      when 'out' then private.products_out(walked)
      when 'low' then
        'exists (select from private.low_stock s where s.product_id = p.id and s.branch_id = any ($1))'
      else private.raise_unknown('view_unknown') end);
end
$$;

/* The planner's estimate of the rows that match a condition; $1: reach. Volatile, since a stable function may not run
   explain. */
create function private.estimate_rows(relation text, condition text, reach uuid[]) returns numeric
  language plpgsql set search_path = ''
as $$
declare
  plan jsonb;
begin
  execute format('explain (format json) select from %s where %s', relation, condition) into plan using reach;
  return plan #>> '{0, Plan, Plan Rows}';
end
$$;

/* A from item, under the relation's alias, with the rows that match a condition. If the words match few rows by the
   planner's estimate, these are found by the trigram index and then sorted; scanning in list order would examine every
   row for rare words, but finds frequent words soon enough. */
create function private.search_source(words text, relation text, condition text, order_by text, reach uuid[])
  returns text
  language plpgsql set search_path = ''
as $$
begin
  return format(
    case when words <> '' and private.estimate_rows(relation, condition, reach) <= 5000
      then '(select * from %1$s where %2$s order by %3$s offset 0) %4$s'
      else '(select * from %1$s where %2$s) %4$s' end, relation, condition, order_by, split_part(relation, ' ', 2));
end
$$;

create function private.product_page(
  words text default '', view text default 'all', category_ids uuid[] default '{}', brand_ids uuid[] default '{}',
  supplier_ids uuid[] default '{}', is_active boolean default null, at_branch_ids uuid[] default '{}',
  sort text default 'name', descending boolean default false, page_size integer default 25,
  page_offset integer default 0, after_id uuid default null, tax_rate_ids uuid[] default '{}')
  returns table (
    id uuid, version integer, name text, name_ar text, designer_id text, image_path text, price numeric, active boolean,
    low_stock_level numeric,
    category_id uuid, category text, category_ar text, brand_id uuid, brand text, brand_ar text,
    variant_count integer, first_sku text, colors jsonb, on_hand jsonb, on_hand_total numeric, created_at timestamptz)
  language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  reach uuid[] := private.branch_ids('view');
  shown uuid[];
  ids uuid[];
  filter constant text := private.product_filter(words, view, category_ids, brand_ids, supplier_ids, is_active, true,
    tax_rate_ids)    || coalesce(' and p.id > ' || quote_literal(after_id), '');
  size constant bigint := least(greatest(page_size, 1), case sort when 'id' then 5000 else 500 end);
  start constant bigint := greatest(page_offset, 0);
  total constant bigint := case
    when start > 0 and filter = private.product_filter('', 'all', '{}', '{}', '{}', is_active)
    then private.count_of_products(reach, is_active) end;
  -- Skipped rows are scanned: if the total is known, pages beyond the middle are counted from the end.
  backwards constant boolean := coalesce(start > total / 2, false);
  direction constant text := case when coalesce(descending, false) <> backwards then 'desc' else 'asc' end;
  nulls constant text := case when backwards then 'nulls first' else 'nulls last' end;
  name_column constant text := private.name_column(sort);
  sort_key constant text := regexp_replace(sort, '_ar$', '');
  order_by constant text := format(case
    when sort = 'id' then 'p.id %1$s'
    when sort_key = 'name' then 'p.%3$I %1$s, p.id %1$s'
    when sort = 'price' then 'p.price %1$s, p.id %1$s'
    when sort = 'created_at' then 'p.created_at %1$s, p.id %1$s'
    when sort_key = 'category' then 'c.%3$I %1$s %2$s, c.id %1$s, p.%3$I %1$s, p.id %1$s'
    when sort_key = 'brand' then 'b.%3$I %1$s %2$s, b.id %1$s, p.%3$I %1$s, p.id %1$s' end,
    direction, nulls, name_column);
  -- %1$s: the filter, %2$s: the products. Categories are scanned one after another until the page is full, since no
  -- index of products contains their names. With words there are fewer rows to sort.
  page constant text := case
    when sort_key in ('category', 'brand') and coalesce(words, '') = '' then format(
      'from (select id, %6$I from public.%1$s union all select null, null order by 2 %4$s %5$s, 1 %4$s offset 0) %2$s
       cross join lateral (
         select p.id, p.%6$I from public.products p where p.%3$I = %2$s.id and %%1$s
         union all
         select p.id, p.%6$I from public.products p where p.%3$I is null and %2$s.id is null and %%1$s) p',
      case sort_key when 'category' then 'categories' else 'brands' end, left(sort, 1), sort_key || '_id', direction,
      nulls, name_column)
    when sort_key = 'category' then 'from %2$s left join public.categories c on c.id = p.category_id'
    when sort_key = 'brand' then 'from %2$s left join public.brands b on b.id = p.brand_id'
    else 'from %2$s' end;
begin
  perform private.require_permission('inventory.products.view');
  perform private.raise_error_if(order_by is null, 'sort_unknown', 400);
  shown := case when not private.can('inventory.stock.view') then '{}'
    else private.resolve_branch_filter(at_branch_ids) end;

  execute format('select array(select p.id %s order by %s limit $2 offset $3)',
    format(page, filter, private.search_source(words, 'public.products p', filter,
      format('p.%I, p.id', name_column), reach)), order_by)
  into ids using reach, case when backwards then greatest(least(size, total - start), 0) else size end,
    case when backwards then greatest(total - start - size, 0) else start end;

  -- A statement of its own, whose plan is cached for the session.
  return query
    select p.id, p.version, p.name::text, p.name_ar::text, p.designer_id::text,
      coalesce(p.image_path, v.image_path), p.price::numeric, p.active, p.low_stock_level::numeric,
      p.category_id, c.name::text, c.name_ar::text, p.brand_id, b.name::text, b.name_ar::text, v.variant_count,
      v.first_sku,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', o.name, 'name_ar', o.name_ar, 'value', o.value) order by o.name)
        from public.colors o where o.id = any (v.color_ids)), '[]'),
      coalesce(s.on_hand, '{}'), coalesce(s.total, 0), p.created_at
    from unnest(ids) with ordinality page (id, position)
    join public.products p on p.id = page.id
    left join public.categories c on c.id = p.category_id
    left join public.brands b on b.id = p.brand_id
    cross join lateral (
      select count(*)::integer as variant_count, min(x.sku::text) as first_sku,
        array_agg(x.color_id) filter (where x.active) as color_ids,
        (array_agg(x.image_path order by not x.active, x.id) filter (where x.image_path is not null))[1] as image_path
      from public.variants x where x.product_id = p.id) v
    left join lateral (
      select jsonb_object_agg(k.branch_id, k.quantity) as on_hand, sum(k.quantity) as total
      from private.product_stock k
      where k.product_id = p.id and k.branch_id = any (shown)) s on true
    order by case when backwards then -page.position else page.position end;
end
$$;

create function private.product_count(
  words text default '', view text default 'all', category_ids uuid[] default '{}', brand_ids uuid[] default '{}',
  supplier_ids uuid[] default '{}', is_active boolean default null, tax_rate_ids uuid[] default '{}') returns integer
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  filter constant text := private.product_filter(words, view, category_ids, brand_ids, supplier_ids, is_active,
    tax_rate_ids => tax_rate_ids);
begin
  perform private.require_permission('inventory.products.view');
  return case when filter = private.product_filter('', 'all', '{}', '{}', '{}',
    is_active) then private.count_of_products(reach, is_active)
    else private.capped_count('public.products p where ' || filter, reach) end;
end
$$;

/* A page of products with their number of variants, colours and stock by branch.
   words: each must be found in names, codes, barcodes, tag or description. view: all, low, out, no_image.
   tax_rate_ids: the rates of products; null: those at the default of the business.
   at_branch_ids: the branches whose stock is shown, by default all that the caller may view. sort: name, price,
   created_at, category, brand, id; by the names that Arabic readers see: name_ar, category_ar, brand_ar. page_size: at
   most 500, by id 5,000. on_hand: {branch id: quantity}. Errors: permission_missing, sort_unknown, view_unknown. */
select private.expose_rpc('product_page', 'A page of products with their colours and pieces on hand by branch.');

select private.expose_rpc('product_count',
  'The number of matching products; 10,001 means more than 10,000, unless the only filter is is_active.');

-- ── Variants, for scanners, pickers and lines of documents ──

create function private.variant_page(
  words text default '', codes text[] default '{}', variant_ids uuid[] default '{}', product_ids uuid[] default '{}',
  source_branch_id uuid default null, source_stock_point_id uuid default null,
  target_branch_id uuid default null, target_stock_point_id uuid default null, in_stock boolean default false,
  sort text default 'product', page_size integer default 50)
  returns table (
    variant_id uuid, product_id uuid, product text, product_ar text, image_path text,
    color_id uuid, color text, color_ar text, color_value text, size_id uuid, size text, size_ar text,
    size_position integer,
    sku text, barcode text, price numeric, tax_rate_id uuid, active boolean, by_measure boolean, at_source numeric,
    at_target numeric)
  language plpgsql stable security definer set search_path = '' set max_parallel_workers_per_gather = 0
as $$
declare
  reach uuid[] := private.branch_ids('view');
  sees_stock boolean := private.can('inventory.stock.view');
  keys text[];
  name_column constant text := private.name_column(sort);
  filter constant text := concat_ws(' and ', 'true',
    case when codes <> '{}' then '(v.barcode_key = any ($2) or v.sku_key = any ($2))' end,
    case when variant_ids <> '{}' then 'v.id = any ($3)' end,
    case when product_ids <> '{}' then 'v.product_id = any ($4)' end,
    case when coalesce(codes, '{}') = '{}' and coalesce(variant_ids, '{}') = '{}' then 'v.active and p.active' end,
    case when in_stock then 's.quantity > 0' end);
begin
  perform private.require_permission('inventory.products.view');
  perform private.raise_error_if(coalesce(sort not in ('product', 'product_ar'), true), 'sort_unknown', 400);
  perform private.require_max_items(codes, 2000, 'codes'), private.require_max_items(variant_ids, 2000, 'variant_ids'),
    private.require_max_items(product_ids, 2000, 'product_ids');
  keys := private.search_keys(codes);
  -- Branches that the caller may not view are ignored.
  source_branch_id := case when sees_stock and source_branch_id = any (reach) then source_branch_id end;
  target_branch_id := case when sees_stock and target_branch_id = any (reach) then target_branch_id end;

  return query execute format(
    'select v.id, p.id, p.name::text, p.name_ar::text, coalesce(v.image_path, p.image_path),
       c.id, c.name::text, c.name_ar::text, c.value, z.id, z.name::text, z.name_ar::text, z.position,
       v.sku::text, v.barcode::text, coalesce(v.price_override, p.price)::numeric, p.tax_rate_id, v.active and p.active,
       p.by_measure, case when $5 is not null then coalesce(s.quantity, 0)::numeric end,
        case when $7 is not null then coalesce(t.quantity, 0)::numeric end
     from %1$s
     join public.variants v on v.product_id = p.id
     left join public.colors c on c.id = v.color_id
     left join public.sizes z on z.id = v.size_id
     left join public.stock_levels s on s.variant_id = v.id and s.branch_id = $5 and s.stock_point_id %2$s
     left join public.stock_levels t on t.variant_id = v.id and t.branch_id = $7 and t.stock_point_id %3$s
     where %4$s
     order by p.%5$s, p.id, c.%5$s nulls first, z.position nulls first, z.%5$s, v.id
     limit $9',
    private.search_source(words, 'public.products p', private.product_filter(words, 'all', '{}', '{}', '{}', null),
      format('p.%s, p.id', name_column), reach),
    -- For `is not distinct from` the planner expects almost no rows and would scan every variant.
    case when source_stock_point_id is null then 'is null' else '= $6' end,
      case when target_stock_point_id is null then 'is null' else '= $8' end,
    filter, name_column)
  using reach, keys, variant_ids, product_ids, source_branch_id, source_stock_point_id, target_branch_id,
    target_stock_point_id,
    least(greatest(page_size, 1), 2000);
end
$$;

/* Variants with the values of a document line, filtered by words, codes (barcode or SKU, in any spelling), ids and
   products; empty filters match all. Inactive ones are found only by code or id. at_source, at_target: stock at the two
   places, null for a place that is not given or not visible. in_stock: only variants in stock at the source. sort:
   product, product_ar (by the names that Arabic readers see). page_size: at most 2,000. Errors: permission_missing,
   sort_unknown. */
select private.expose_rpc('variant_page', 'Variants with the values of a document line.');

-- ── Lists of documents and movements: security invoker views, subject to the tables' policies ──

create view public.transfer_list with (security_invoker = true) as
select t.id, t.version, t.number, t.status, t.created_at, private.person(t.created_by) as created_by,
  t.from_branch_id, fb.name as from_branch, fb.name_ar as from_branch_ar, t.from_stock_point_id,
  fs.name as from_stock_point, fs.name_ar as from_stock_point_ar,
  t.to_branch_id, tb.name as to_branch, tb.name_ar as to_branch_ar, t.to_stock_point_id, ts.name as to_stock_point,
  ts.name_ar as to_stock_point_ar,
  case when t.from_branch_id = t.to_branch_id then 'stock_point' else 'branch' end as mode,
  t.shipping, t.notes, t.approved_at, t.reversed_at, t.reversal_reason,
  i.lines, i.pieces, c.goods, c.amount, private.normalise(t.number) as search
from public.transfers t
join public.branches fb on fb.id = t.from_branch_id
join public.branches tb on tb.id = t.to_branch_id
left join public.stock_points fs on fs.id = t.from_stock_point_id
left join public.stock_points ts on ts.id = t.to_stock_point_id
left join public.transfer_costs c on c.transfer_id = t.id
left join lateral (
  select count(*)::integer as lines, sum(i.quantity)::numeric as pieces
  from public.transfer_items i
  where i.transfer_id = t.id) i on true;
comment on view public.transfer_list is
  'Transfers with the names of their ends, lines and pieces; goods and amount are null without inventory.costs.view.';

/* The condition shared by the list and the counts of transfers: a where clause over transfers t. */
create function private.transfer_filter(
  words text default '', statuses text[] default '{}', modes text[] default '{}', at_branch_ids uuid[] default '{}',
  created text default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
  either_end constant text := '(t.from_branch_id = any (%1$L::uuid[]) or t.to_branch_id = any (%1$L::uuid[]))';
  days daterange;
begin
  perform private.require_max_items(at_branch_ids, 1000, 'at_branch_ids');
  at_branch_ids := coalesce(at_branch_ids, '{}');
  if created is not null then
    days := private.period(created, case when at_branch_ids = '{}' then reach else at_branch_ids end);
  end if;
  return concat_ws(' and ',
    -- Visible branches given explicitly make the check against all visible ones redundant.
    case when at_branch_ids = '{}' or not at_branch_ids <@ reach then format(either_end, reach) end,
    case when at_branch_ids <> '{}' then format(either_end, at_branch_ids) end,
    (select string_agg(format('t.number like %L', upper(w)), ' and ') from private.word_patterns(words) w),
    private.sql_in('t.status', statuses, 'statuses'),
    private.sql_in('case when t.from_branch_id = t.to_branch_id then ''stock_point'' else ''branch'' end', modes,
      'modes'),
    -- A bound on created_at for the index: a business day begins at most 14 hours before, and ends at most 35 hours
    -- after, its UTC date does.
    case when created is not null then format('t.business_day::date <@ %L::daterange and t.created_at <@ %L::tstzrange',
      days, tstzrange((lower(days) - 1)::timestamp at time zone 'UTC', (upper(days)
        + 2)::timestamp at time zone 'UTC')) end);
end
$$;

/* A page of transfers from or to branches that the caller may view. words: each in the number. at_branch_ids: one of
   them is source or destination; empty means all. created: a period (private.period). sort: created_at, number, amount
   (needs inventory.costs.view, as it reveals amounts), id. Errors: permission_missing, sort_unknown, period_unknown. */
select private.expose_list('transfer', 'A page of the transfers the caller may see.',
  'public.transfers t left join public.transfer_costs c on c.transfer_id = t.id', 'inventory.transfers.view',
  array['created_at', 'number', 'amount c.amount'], counted => true,
  sort_permissions => '{"amount": "inventory.costs.view"}');

/* The number of transfers at these branches, in total and by status. */
create function private.transfer_summary(at_branch_ids uuid[] default '{}') returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.require_permission('inventory.transfers.view');
  select jsonb_build_object('count', private.transfer_count('', '{}', '{}', at_branch_ids, null))
    || jsonb_object_agg(s, private.transfer_count('', array[s], '{}', at_branch_ids, null))
  from unnest(array['pending', 'approved', 'reversed']) s
$$;

select private.expose_rpc('transfer_summary',
  'The number of transfers, in total and by status.');

create view public.movement_list with (security_invoker = true) as
select m.id, m.at, m.kind, m.quantity, m.variant_id, w.product_id, w.product, w.product_ar, w.color, w.color_ar,
  w.color_value, w.size, w.size_ar, w.sku, w.barcode,
  m.branch_id, b.name as branch, b.name_ar as branch_ar, m.stock_point_id, s.name as stock_point,
  s.name_ar as stock_point_ar,
  m.document_type, m.document_id,
  coalesce(t.number, e.number, n.number, r.number, q.number, a.number) as document_number, r.purchase_order_id,
  case when m.document_type = 'sale' and m.kind = 'adjustment' then 'damaged' else e.reason end as reason,
  coalesce(e.note, r.note, q.note) as note,
  private.person(m.actor_id) as actor, m.actor_id,
  (m.at at time zone b.time_zone - make_interval(hours => b.day_start))::date as business_day
from public.stock_movements m
join public.variant_names w on w.variant_id = m.variant_id
join public.branches b on b.id = m.branch_id
left join public.stock_points s on s.id = m.stock_point_id
left join public.transfers t on m.document_type = 'transfer' and t.id = m.document_id
left join public.stock_entries e on m.document_type = 'stock_entry' and e.id = m.document_id
left join public.stock_counts n on m.document_type = 'count' and n.id = m.document_id
left join public.receipts r on m.document_type = 'receipt' and r.id = m.document_id
left join public.purchase_returns q on m.document_type = 'purchase_return' and q.id = m.document_id
left join public.sales a on m.document_type = 'sale' and a.id = m.document_id;
comment on view public.movement_list is 'The stock ledger with names and documents.';

grant select on public.transfer_list, public.movement_list to authenticated;

-- ── Records by name: for the global search, and the reasons why a deletion is refused ──

/* Tables of named records, in the order of the menu, and the resource whose permissions apply. */
create view private.named_record_tables (table_name, resource) as
  values ('products', 'inventory.products'), ('customers', 'contacts.customers'), ('suppliers', 'contacts.suppliers'),
    ('price_groups', 'inventory.price_groups'), ('categories', 'inventory.categories'), ('brands', 'inventory.brands'),
    ('colors', 'inventory.colors'), ('sizes', 'inventory.sizes'), ('stock_points', 'inventory.stock_points'),
    ('expense_categories', 'accounting.expense_categories'), ('branches', 'settings.branches'),
    ('payment_methods', 'settings.payment_methods'), ('tax_rates', 'settings.tax_rates');

create function private.usage_of(table_name text, id uuid) returns table (used_in text, count bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  link record;
  resource text := (select n.resource from private.named_record_tables n where n.table_name = usage_of.table_name);
begin
  perform private.raise_error_if(resource is null, 'table_unknown', 400);
  perform private.require_permission(resource || '.delete');
  -- Rows that the caller cannot reach yield no usage.
  if table_name = 'products' and not private.sees_product(id) or table_name = 'branches'
    and not id = any (private.branch_ids('work')) then
    return;
  end if;
  for link in
    select c.conrelid::regclass as referring, a.attname as referring_column, r.relname,
      -- A product cannot be deleted while its variants are in use.
      case
        when u.name = table_name then '= any ($1)'
        else 'in (select v.id from public.variants v where v.product_id = any ($1))' end
        as condition
    from (select table_name as name union select 'variants' where table_name = 'products') u
    join pg_catalog.pg_constraint c on c.confrelid = ('public.' || quote_ident(u.name))::regclass and c.contype = 'f'
      and c.confdeltype in ('a', 'r')
    join pg_catalog.pg_class r on r.oid = c.conrelid and r.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    order by u.name, r.relname
  loop
    used_in := link.relname;
    count := private.capped_count(format('%s x where x.%I %s', link.referring, link.referring_column, link.condition),
      array[id]);
    if count > 0 then
      return next;
    end if;
  end loop;
end
$$;

/* Where a row is used and how often (10,001 means more than 10,000): [{used_in: table, count}]. Requires permission to
   delete it. */
select private.expose_rpc('usage_of', 'Where a row is used and how often, for those who may delete it.');

