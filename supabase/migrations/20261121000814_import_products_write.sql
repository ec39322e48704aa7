-- Imports of products: the deed, and taking it back.

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
    -- Nobody will search for what a dry run makes.
    case when dry_run then '-' else private.normalise(concat_ws(' ', g.name, g.name_ar, g.designer_id, g.tag_number, g.description, c.codes)) end
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
