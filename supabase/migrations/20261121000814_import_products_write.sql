-- Imports of products: writing the plan, and undoing it.

/* Writes the plan, and the opening stock of new variants: one numbered stock entry per place. */
create function private.import_write_products(import public.imports) returns void
  language plpgsql set search_path = ''
as $$
declare
  code text;
begin
  -- A product has one purchase price; opening stock of variants whose price in the file is another one came in at that.
  create temporary table import_costs as
  select r.variant_id, (array_agg(r.purchase_price order by r.n))[1] as unit_cost
  from pg_temp.import_rows r
  join pg_temp.import_products g on g.id = r.product_id
  where r.fresh_variant and r.purchase_price is not null
  group by 1, g.purchase_price
  having (array_agg(r.purchase_price order by r.n))[1] <> g.purchase_price;
  create temporary table import_stock as
  select r.branch_id, r.stock_point_id, private.uuid_v7() as entry_id, array_agg(distinct r.product_id) as product_ids,
    array_agg(private.stock_move(r.variant_id, r.branch_id, r.stock_point_id, quantity => r.quantity, kind => 'opening',
        value => round(r.quantity * k.unit_cost, (select b.currency_decimals from public.business b)))
      order by r.n) as moves
  from pg_temp.import_rows r
  left join pg_temp.import_costs k on k.variant_id = r.variant_id
  where r.fresh_variant and r.quantity > 0
  group by 1, 2;

  -- Exclusive locks if active, by_measure or the low-stock level changes; and if a variant's code, colour or size
  -- changes: such an update conflicts with all references to the row, which each movement of it makes. Nobody else
  -- knows the new products.
  perform private.acquire_product_locks(
    array(
      select p.id from public.products p where p.id in (select unnest(s.product_ids) from pg_temp.import_stock s)),
    array(
      select g.id from pg_temp.import_products g join public.products p on p.id = g.id
      where g.active <> p.active or g.by_measure <> p.by_measure or g.low_stock_level is distinct from p.low_stock_level
        and g.low_stock_level is not null
      union
      select v.product_id from pg_temp.import_variants v where v.recoded));
  update pg_temp.import_products g
  set low_stock_level = b.low_stock_level
  from public.business b
  where g.fresh and g.low_stock_level is null and b.low_stock_level is not null;
  perform private.import_lock_records(import, 'products', 'import_products');
  perform private.import_lock_records(import, 'variants', 'import_variants');
  insert into private.import_changes (import_id, table_name, row_id, version, before)
  -- Costs have no version: every change of a cost also saves the product.
  select import.id, 'product_costs', g.id, 1, jsonb_build_object('purchase_price', c.purchase_price)
  from pg_temp.import_products g
  left join public.product_costs c on c.product_id = g.id
  where g.purchase_price is not null and g.changed;

  -- Generates the codes missing in the file, in its order.
  foreach code in array array['sku', 'barcode'] loop
    execute format(
      'with waiting as (
         select v.id, row_number() over (order by v.n) as nth
         from pg_temp.import_variants v
         where v.fresh and v.%1$I is null),
       made as materialized (
         select c.code, c.nth
         from unnest(private.next_codes(%1$L, (select count(*) from waiting),
         array(select v.%1$I from pg_temp.import_variants v))) with ordinality c(code, nth))
       update pg_temp.import_variants v set %1$I = m.code from waiting w join made m using (nth) where v.id = w.id',
     code);
  end loop;

  -- Variants before their products, whose search text already contains the codes (private.product_words).
  set constraints public.variants_product_exists deferred;
  insert into public.variants (id, product_id, color_id, size_id, sku, barcode, price_override)
  select v.id, v.product_id, v.color_id, v.size_id, v.sku, v.barcode, v.price_override
  from pg_temp.import_variants v
  where v.fresh
  order by v.n;
  perform setval('private.import_part', 50);

  -- A product's row is also updated for a change of a variant, so that its version reveals concurrent edits.
  perform private.import_write('products', 'import_products', ', search', $more$,
    private.normalise(concat_ws(' ', r.name, r.name_ar, r.designer_id, r.tag_number, r.description,
    (
      select string_agg(v.sku || ' ' || v.barcode, ' ' order by v.id)
      from pg_temp.import_variants v
      where v.product_id = r.id)))$more$);
  perform private.analyze_grown_tables();
  set constraints public.variants_product_exists immediate;

  insert into public.product_costs (product_id, purchase_price)
  select g.id, g.purchase_price
  from pg_temp.import_products g
  where g.purchase_price is not null
  on conflict (product_id) do update set purchase_price = excluded.purchase_price
    where product_costs.purchase_price <> excluded.purchase_price;

  -- A trigger compares all variants before and after without an estimate of their number; nested loops would take
  -- minutes.
  perform set_config('enable_nestloop', 'off', true);
  -- Prices separately: an update that sets colour or size, even to the same value, takes a row lock that blocks
  -- movements.
  update public.variants x set price_override = v.price_override
  from pg_temp.import_variants v
  where x.id = v.id and v.changed and not v.recoded;
  update public.variants x set
    sku = coalesce(v.sku, x.sku), barcode = coalesce(v.barcode, x.barcode), color_id = v.color_id, size_id = v.size_id,
    price_override = v.price_override
  from pg_temp.import_variants v
  where x.id = v.id and v.recoded;
  perform setval('private.import_part', 75);

  perform private.move_stock(array(
    select private.stock_move(m.variant_id, m.branch_id, m.stock_point_id, m.quantity, m.kind,
      document_id => s.entry_id, value => m.value)
    from pg_temp.import_stock s
    cross join unnest(s.moves) with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id,
      document_id, value, position)
    order by s.branch_id, s.stock_point_id, m.position), 'stock_entry', null)
  where exists (select from pg_temp.import_stock);
  perform set_config('enable_nestloop', 'on', true);
  insert into public.stock_entries (id, number, kind, branch_id, stock_point_id, note, business_day)
  select s.entry_id, private.next_number('SE', s.branch_id, 'IMPORT'), 'opening', s.branch_id, s.stock_point_id,
    import.file_name, private.branch_today(s.branch_id)
  from (select x.* from pg_temp.import_stock x order by x.branch_id, x.stock_point_id offset 0) s;
  insert into private.import_changes (import_id, table_name, row_id)
  select import.id, 'stock_entries', s.entry_id
  from pg_temp.import_stock s;
  insert into public.stock_entry_costs (stock_entry_id, variant_id, unit_cost)
  select distinct s.entry_id, k.variant_id, k.unit_cost
  from pg_temp.import_stock s
  cross join unnest(s.moves) m
  join pg_temp.import_costs k on k.variant_id = m.variant_id;
end
$$;

-- ── Undo ──

/* Refuses if a product of the import was changed, moved, ordered or counted since; otherwise restores the previous
   state. The only exception to the append-only ledger: movements of goods that never moved otherwise are deleted. Their
   stock entry stays, empty and marked, so that the numbers have no gap.
   Goods that stay are locked as by private.import_write_products. Those that go need no locks of products, which would
   stop the sales of all others: once their levels and rows are locked, nothing moves or names them any more. What
   somebody has locked is being moved or named at this moment, so it is not waited for. */
create function private.import_undo_products(import public.imports) returns void
  language plpgsql set search_path = '' set enable_nestloop = off
as $$
declare
  product_ids uuid[] := array(
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name = 'products');
  going_ids uuid[] := array(
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name = 'products' and c.before is null);
  entry_ids uuid[] := array(
    select c.row_id
    from private.import_changes c
    where c.import_id = import.id and c.table_name = 'stock_entries');
begin
  create temporary table undo_variants on commit drop as
  select c.row_id as id, c.before is null as made, c.before is not null
    and (x.color_id, x.size_id, x.sku::text, x.barcode::text) is distinct from ((c.before ->> 'color_id')::uuid,
      (c.before ->> 'size_id')::uuid, c.before ->> 'sku', c.before ->> 'barcode') as recoded, false as touched
  from private.import_changes c
  left join public.variants x on x.id = c.row_id
  where c.import_id = import.id and c.table_name = 'variants';
  perform private.lock_products_exclusive(array(
    select p.id
    from private.import_changes c
    join public.products p on p.id = c.row_id
    where c.import_id = import.id and c.table_name = 'products' and c.before is not null
      and (p.active, p.by_measure, p.low_stock_level) is distinct from ((c.before ->> 'active')::boolean,
        (c.before ->> 'by_measure')::boolean, (c.before ->> 'low_stock_level')::numeric)
    union
    select v.product_id from pg_temp.undo_variants u join public.variants v using (id) where u.recoded));
  -- Products may have been limited to a branch since: those who do not work there cannot undo their changes.
  perform private.require_branch(x.branch_id)
  from (
    select distinct p.branch_id
    from public.products p
    where p.id = any (product_ids) and p.branch_id is not null) x;
  perform private.require_permission('inventory.stock.adjust') where entry_ids <> '{}';
  perform private.raise_error_if(not private.can('inventory.products.edit_price') and exists (
    select from private.import_changes c join public.products p on p.id = c.row_id
    where c.import_id = import.id and c.table_name = 'products'
      and ((c.before ->> 'price')::numeric <> p.price
        or c.before ? 'tax_rate_id' and (c.before ->> 'tax_rate_id')::uuid is distinct from p.tax_rate_id)
    union all
    select from private.import_changes c join public.variants v on v.id = c.row_id
    where c.import_id = import.id and c.table_name = 'variants' and c.before is not null
      and (c.before ->> 'price_override')::numeric is distinct from v.price_override),
    'permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price'));

  perform from public.products p where p.id = any (product_ids) order by p.id for no key update;
  with held as materialized (
    select l.id
    from public.stock_levels l
    where l.variant_id in (select u.id from pg_temp.undo_variants u where u.made)
    for update skip locked)
  update pg_temp.undo_variants u set touched = true
  where u.id in (
    select l.variant_id
    from public.stock_levels l
    where l.variant_id in (select u.id from pg_temp.undo_variants u where u.made)
      and l.id not in (select h.id from held h));
  with held as materialized (
    select v.id
    from public.variants v
    where v.id in (select u.id from pg_temp.undo_variants u where u.made)
    for update skip locked)
  update pg_temp.undo_variants u set touched = true
  where u.made and u.id not in (select h.id from held h);
  execute format(
    'update pg_temp.undo_variants u set touched = true
     from private.import_changes c, public.variants x
     where c.import_id = $1 and c.table_name = ''variants'' and c.row_id = u.id and x.id = u.id
       and (x.version <> c.version or u.made and (%s or exists (
         select from public.stock_movements m
         where m.variant_id = x.id and not (m.document_type = ''stock_entry'' and m.document_id = any ($2)))))',
    private.in_use_condition('public.variants',
      array['stock_levels', 'price_changes', 'variant_costs', 'stock_entry_costs']))
  using import.id, entry_ids;
  perform private.refuse_modified(import, 'name', format(
    'x.id in (select v.product_id from pg_temp.undo_variants u join public.variants v using (id) where u.touched)
      or c.before is null and (%s)',
    private.in_use_condition('public.products', array['variants', 'product_costs', 'price_changes'])));
  perform setval('private.import_part', 30);

  perform private.add_to_sums(array(
    select private.stock_move(m.variant_id, m.branch_id, m.stock_point_id, quantity => -m.quantity, kind => m.kind)
    from public.stock_movements m
    join public.variants v on v.id = m.variant_id
    where m.document_type = 'stock_entry' and m.document_id = any (entry_ids) and v.product_id <> all (going_ids)));
  -- The sums of products that go need not reach zero first.
  perform private.add_to_branch(m.branch_id, -sum(m.quantity))
  from public.stock_movements m
  join public.variants v on v.id = m.variant_id
  where m.document_type = 'stock_entry' and m.document_id = any (entry_ids) and v.product_id = any (going_ids)
  group by m.branch_id;
  delete from private.product_stock s where s.product_id = any (going_ids);
  delete from private.stock_values v where v.variant_id in (select u.id from pg_temp.undo_variants u where u.made);
  delete from public.stock_movements m
  where m.document_type = 'stock_entry' and m.document_id = any (entry_ids);
  delete from public.stock_entry_costs k where k.stock_entry_id = any (entry_ids);
  delete from public.stock_levels l where l.variant_id in (select u.id from pg_temp.undo_variants u where u.made);
  -- Removes the sums of places without levels. The materialized list and offset 0 make it look up each of the product's
  -- places.
  with places as materialized (
    select s.product_id, s.branch_id
    from private.product_stock s
    where s.product_id in (
      select v.product_id from pg_temp.undo_variants u join public.variants v using (id) where u.made))
  delete from private.product_stock s using places p
  where s.product_id = p.product_id and s.branch_id = p.branch_id and not exists (
    select from public.variants v
    where v.product_id = p.product_id
      and exists (select from public.stock_levels l where l.variant_id = v.id and l.branch_id = p.branch_id offset 0)
    offset 0);
  update public.stock_entries e set note = btrim(left(concat_ws(' ', '×', e.note), 4000))
  where e.id = any (entry_ids);
  perform setval('private.import_part', 60);
  -- Before the products, by which the log finds their branch.
  delete from public.product_costs k using private.import_changes c
  where c.import_id = import.id and c.row_id = k.product_id
    and (c.table_name = 'product_costs' and c.before ->> 'purchase_price' is null
      or c.table_name = 'products' and c.before is null);
  delete from public.variants x using pg_temp.undo_variants u where u.made and x.id = u.id;
  -- Prices separately, as by private.import_write_products.
  update public.variants x set price_override = (c.before ->> 'price_override')::numeric
  from pg_temp.undo_variants u
  join private.import_changes c on c.import_id = import.id and c.table_name = 'variants' and c.row_id = u.id
  where x.id = u.id and not u.made and not u.recoded;
  update public.variants x set
    color_id = (c.before ->> 'color_id')::uuid, size_id = (c.before ->> 'size_id')::uuid,
    sku = c.before ->> 'sku', barcode = c.before ->> 'barcode',
    price_override = (c.before ->> 'price_override')::numeric
  from pg_temp.undo_variants u
  join private.import_changes c on c.import_id = import.id and c.table_name = 'variants' and c.row_id = u.id
  where x.id = u.id and u.recoded;
  perform private.import_restore(import.id, 'products');
  update public.product_costs k set purchase_price = (c.before ->> 'purchase_price')::numeric
  from private.import_changes c
  where c.import_id = import.id and c.table_name = 'product_costs' and c.row_id = k.product_id
    and (c.before ->> 'purchase_price')::numeric <> k.purchase_price;
  drop table pg_temp.undo_variants;
end
$$;
