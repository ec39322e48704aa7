-- Reads of the stock list and of the summary above the product list.

-- ── Stock on hand with names ──

create view public.level_list with (security_invoker = true) as
select l.id, l.quantity, l.variant_id, n.product_id, n.product, n.product_ar, n.image_path, n.color, n.color_ar,
  n.color_value, n.size, n.size_ar, n.size_position, n.sku, n.barcode,
  l.branch_id, b.name as branch, b.name_ar as branch_ar, l.stock_point_id, s.name as stock_point,
  s.name_ar as stock_point_ar
from public.stock_levels l
join public.variant_names n on n.variant_id = l.variant_id
join public.branches b on b.id = l.branch_id
left join public.stock_points s on s.id = l.stock_point_id;
comment on view public.level_list is
  'Stock by variant, branch and stock point with names, for one product or variant. For the whole list, level_page '
  'can search.';
grant select on public.level_list to authenticated;

/* Goods on their way to a place, one row per document line. Each kind of document that brings goods adds its lines
   here, for the stock list and private.incoming_to. */
create view private.incoming as
select i.variant_id, t.to_branch_id as branch_id, t.to_stock_point_id as stock_point_id,
  i.quantity::numeric as quantity,
  'transfer'::text as document_type, t.id as document_id, t.number as document_number, t.created_at as at
from public.transfers t
join public.transfer_items i on i.transfer_id = t.id
where t.status = 'pending'
union all
-- Ordered goods are expected on the shop floor; the stock point is chosen when they are received.
select i.variant_id, o.branch_id, null, (i.quantity - i.received)::numeric, 'purchase_order', o.id, o.number,
  o.created_at
from public.purchase_orders o
join public.purchase_items i on i.purchase_order_id = o.id and i.quantity > i.received
where o.status = 'pending';

/* The products of a query about levels, as a where clause over products p; $1: reach. Up to 2,000 low or incoming ones
   are listed by id; if there are more, a scan in list order soon fills the first page. Hash and merge joins are off:
   documents are read one by one, and the limit is reached long before all are read. */
create function private.level_products(
  words text, view text, reach uuid[], category_ids uuid[], brand_ids uuid[]) returns text
  language plpgsql stable set search_path = '' set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  filter text := private.product_filter(words, 'all', category_ids, brand_ids, '{}', null);
  few constant integer := 2000;
  ids uuid[];
begin
  if view = 'low' then
    ids := array(
      select k.product_id
      from private.low_stock k
      where k.branch_id = any (reach)
      limit few + 1);
  elsif view = 'incoming' then
    ids := array(select i.variant_id from private.incoming i where i.branch_id = any (reach) limit few + 1);
    if cardinality(ids) <= few then
      ids := array(select v.product_id from public.variants v where v.id = any (ids));
    end if;
  elsif view not in ('all', 'some', 'none') then
    perform private.raise_error('view_unknown', 400);
  end if;
  return filter || case
    when cardinality(ids) <= few then format(' and p.id = any (%L::uuid[])', ids)
    when view = 'low'
      then ' and exists (select from private.low_stock k where k.product_id = p.id and k.branch_id = any ($1))'
    else '' end;
end
$$;

/* The other conditions of the query, over levels l; $1: reach. walked: only one page is wanted, found by scanning in
   list order. */
create function private.level_filter(view text, place_ids uuid[], walked boolean) returns text
  language sql stable set search_path = ''
as $$
  select concat_ws(' and ', 'l.branch_id = any ($1)',
    private.sql_in('coalesce(l.stock_point_id, ''00000000-0000-0000-0000-000000000000'')', place_ids, 'place_ids'),
    case view
      when 'some' then 'l.quantity > 0'
      when 'none' then 'l.quantity = 0'
      when 'low' then
        'exists (select from private.low_stock k where k.product_id = p.id and k.branch_id = l.branch_id)'
      -- When scanning, a scalar subquery looks up each level's variant; the planner would turn `exists` into a join
      -- with all incoming goods.
      when 'incoming' then case when walked then '(
        select true from private.incoming i
        where i.variant_id = l.variant_id and i.branch_id = l.branch_id
        and i.stock_point_id is not distinct from l.stock_point_id
        limit 1)' else '(l.variant_id, l.branch_id,
        coalesce(l.stock_point_id, ''00000000-0000-0000-0000-000000000000'')) in (
        select i.variant_id, i.branch_id, coalesce(i.stock_point_id, ''00000000-0000-0000-0000-000000000000'')
        from private.incoming i)' end end)
$$;

-- Joins run in the written order: planning eight tables would take longer than looking up a page's rows.
create function private.level_page(
  words text default '', view text default 'all', at_branch_ids uuid[] default '{}', place_ids uuid[] default '{}',
  category_ids uuid[] default '{}', brand_ids uuid[] default '{}',
  sort text default 'product', descending boolean default false, page_size integer default 25,
  page_offset integer default 0, after_id bigint default null)
  returns table (
    id text, quantity numeric, incoming numeric, low boolean, variant_id uuid, product_id uuid, product text,
    product_ar text, image_path text,
    color text, color_ar text, color_value text, size text, size_ar text, size_position integer, sku text, barcode text,
    branch_id uuid, branch text, branch_ar text, stock_point_id uuid, stock_point text, stock_point_ar text,
    low_stock_level numeric)
  language plpgsql stable security definer set search_path = '' set join_collapse_limit = 1 set enable_mergejoin = off
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  direction text := case when descending then 'desc' else 'asc' end;
  name_column constant text := private.name_column(sort);
  deepest constant integer := case view when 'incoming' then 10000 when 'low' then 50000 else 100000 end;
  products text;
  levels constant text := 'select l.id
    from public.stock_levels l
    join public.variants v on v.id = l.variant_id
    join public.products p on p.id = v.product_id
    where %1$s and %2$s order by ';
  -- %1$s: the filter of products, %2$s: of levels, %3$s: the direction, %4$s: the products, %5$s: the column of names.
  -- Sorted by product or code, the levels of one product after another are looked up until the page is full.
  page text := case
    when sort in ('product', 'product_ar') then
      'select x.id
       from %4$s
       cross join lateral (
         select l.id, l.branch_id, l.stock_point_id, v.id as variant_id, v.color_id, v.size_id
         from public.variants v join public.stock_levels l on l.variant_id = v.id
         where v.product_id = p.id and %2$s
         offset 0) x
       join public.branches b on b.id = x.branch_id
       left join public.colors c on c.id = x.color_id
       left join public.sizes z on z.id = x.size_id
       left join public.stock_points s on s.id = x.stock_point_id
       order by p.%5$s %3$s, p.id %3$s, c.%5$s nulls first, z.position nulls first, z.%5$s, x.variant_id, b.%5$s,
       s.%5$s nulls first, x.id'
    when sort = 'sku' then
      'select x.id
       from public.variants v
       join public.products p on p.id = v.product_id
       cross join lateral (
       select l.id, l.branch_id, l.stock_point_id
       from public.stock_levels l
       where l.variant_id = v.id and %2$s
       offset 0) x
       join public.branches b on b.id = x.branch_id
       left join public.stock_points s on s.id = x.stock_point_id
       where %1$s
       order by v.sku %3$s, v.id %3$s, b.name, s.name nulls first, x.id'
    when sort = 'quantity' then levels || 'l.quantity %3$s, l.id %3$s'
    when sort = 'id' then levels || 'l.id %3$s' end;
begin
  perform private.require_permission('inventory.stock.view', 'inventory.products.view');
  perform private.raise_error_if(page is null, 'sort_unknown', 400);
  -- All levels before the page are scanned.
  perform private.raise_error_if(page_offset > deepest, 'page_too_deep', 400, jsonb_build_object('max', deepest));
  products := private.level_products(words, view, reach, category_ids, brand_ids);
  return query execute format(
    'select l.id::text, l.quantity::numeric, coalesce(i.quantity, 0), k.product_id is not null, v.id, p.id,
      p.name::text, p.name_ar::text, coalesce(v.image_path, p.image_path),
       c.name::text, c.name_ar::text, c.value, z.name::text, z.name_ar::text, z.position, v.sku::text, v.barcode::text,
       b.id, b.name::text, b.name_ar::text, s.id, s.name::text, s.name_ar::text, p.low_stock_level::numeric
     from unnest(array(%1$s limit $2 offset $3)) with ordinality page(id, position)
     join public.stock_levels l on l.id = page.id
     join public.variants v on v.id = l.variant_id
     join public.products p on p.id = v.product_id
     join public.branches b on b.id = l.branch_id
     left join public.colors c on c.id = v.color_id
     left join public.sizes z on z.id = v.size_id
     left join public.stock_points s on s.id = l.stock_point_id
     left join private.low_stock k on k.product_id = p.id and k.branch_id = l.branch_id
     left join lateral (
       select sum(x.quantity) as quantity from private.incoming x
       where x.variant_id = l.variant_id and x.branch_id = l.branch_id
       and x.stock_point_id is not distinct from l.stock_point_id) i on true
     order by page.position',
    format(page, products,
      private.level_filter(view, place_ids, sort in ('product', 'product_ar', 'sku'))
        || coalesce(' and l.id > ' || quote_literal(after_id), ''),
      direction,
      private.search_source(words, 'public.products p', products, format('p.%s, p.id', name_column), reach),
      name_column))
  using reach, least(greatest(page_size, 1), case sort when 'id' then 5000 else 1000 end), greatest(page_offset, 0);
end
$$;

create function private.level_count(
  words text default '', view text default 'all', at_branch_ids uuid[] default '{}', place_ids uuid[] default '{}',
  category_ids uuid[] default '{}', brand_ids uuid[] default '{}') returns integer
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('inventory.stock.view', 'inventory.products.view');
  return private.capped_count(
    format('public.products p join public.variants v on v.product_id = p.id join public.stock_levels l on '
      'l.variant_id = v.id where %s and %s',
      private.level_products(words, view, reach, category_ids, brand_ids),
        private.level_filter(view, place_ids, false)),
        reach);
end
$$;

/* The number of rows of the stock list at these branches, in total and in its view incoming; low: of products low on
   stock, each counted once a branch as everywhere else (private.low_stock), although each of its places is a row. */
create function private.level_summary(at_branch_ids uuid[] default '{}') returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.require_permission('inventory.stock.view', 'inventory.products.view');
  select jsonb_build_object('count', private.level_count('', 'all', at_branch_ids),
    'low', private.capped_count('private.low_stock s where s.branch_id = any ($1)',
      private.resolve_branch_filter(at_branch_ids)),
    'incoming', private.level_count('', 'incoming', at_branch_ids))
$$;

/* Goods on their way to a place, oldest document first, at most 200 lines. */
create function private.incoming_to(variant_id uuid, branch_id uuid, stock_point_id uuid default null)
  returns table (document_type text, document_id uuid, document_number text, at timestamptz, quantity numeric)
  language sql stable security definer set search_path = ''
as $$
  select private.require_permission('inventory.stock.view');
  select x.document_type, x.document_id, x.document_number, x.at, x.quantity
  from private.incoming x
  where x.variant_id = incoming_to.variant_id and x.branch_id = incoming_to.branch_id
    and x.stock_point_id is not distinct from incoming_to.stock_point_id
    and incoming_to.branch_id = any (private.branch_ids('view'))
    and exists (
      select from public.variants v join public.products p on p.id = v.product_id
      where v.id = incoming_to.variant_id and (p.branch_id is null or p.branch_id = any (private.branch_ids('view'))))
  order by x.at, x.document_number
  limit 200
$$;

/* A page of the stock at each place with incoming goods. words: each must be found in names, codes, barcodes, tag or
   description. view: all, some, none, low, incoming. at_branch_ids: empty for all that the caller may view. place_ids:
   stock points, the nil id for the shop floor; empty for all. sort: product, product_ar (by the names that Arabic
   readers see), sku, quantity, id. low: the product is at or below its low-stock level in this branch. page_size: at
   most 1,000, by id 5,000; page_offset: at most 100,000, in view low 50,000, incoming 10,000. Errors:
   permission_missing, sort_unknown, view_unknown, page_too_deep {max}. */
select private.expose_rpc('level_page', 'A page of the stock at each place with incoming goods.');

select private.expose_rpc('level_count', 'The number of matching rows; 10,001 means more than 10,000.');

select private.expose_rpc('level_summary',
  'The number of rows of the stock list, in total and incoming, and of products low on stock.');

select private.expose_rpc('incoming_to', 'The documents that bring a variant to a place.');

-- ── Dashboard ──

create index transfers_between on public.transfers (from_branch_id, to_branch_id) where status = 'pending';

/* The summary above the product list: the number of products in all, of active ones and their stock in these branches,
   and the number in each view of the list. */
create function private.product_summary(at_branch_ids uuid[] default '{}') returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  stock_seen constant boolean := private.can('inventory.stock.view');
begin
  perform private.require_permission('inventory.products.view');
  return jsonb_build_object(
    'count', private.product_count(),
    'products', private.count_of_products(reach, true),
    'on_hand', case
      when stock_seen
        then (select coalesce(sum(x.pieces), 0) from private.branch_sums x where x.branch_id = any (reach)) end,
    'low', case when stock_seen then private.product_count('', 'low', '{}', '{}', '{}', null) end,
    'out', case when stock_seen then private.product_count('', 'out', '{}', '{}', '{}', null) end,
    'no_image', private.product_count('', 'no_image', '{}', '{}', '{}', null));
end
$$;

/* {count, products, on_hand, low, out, no_image}; figures about stock are null for those who may not view it, views are
   counted up to 10,001. */
select private.expose_rpc('product_summary',
  'The number of products, of active ones, their stock, and the number in each view of the list.');
