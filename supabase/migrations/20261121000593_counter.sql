-- The counter: the data cached on its device, so that a scan becomes a line at once, even offline.

-- For devices that fetch only recent changes.
create index products_changed on public.products (updated_at);
create index variants_changed on public.variants (updated_at);

/* The active goods of a branch for the device of a counter, in parts: products in descending order of id, each part
   continuing below the last id of the previous one (before_id). With since, the `at` of an earlier answer: only
   products saved after it, with off for deactivated ones; changes saved during that answer are sent again. Products
   removed or moved to another branch show only in count: if it differs, the device fetches everything again.
   page_size: products, at most 1,000.
   Answers {at, products: [{id, name, name_ar, designer_id, tag_number, category_id, image_path, price, max_discount,
   tax_rate_id, by_measure, variants: [{id, color_id, size_id, sku, barcode, price_override, image_path}], off}], more},
   and in the first part count: the number of active products, tiles (private.counter_tiles), categories, colors, sizes,
   price_groups, tax_rates, payment_methods. Errors: permission_missing, branch_not_found, branch_view_only. */
create function private.counter_goods(branch_id uuid, since timestamptz default null, before_id uuid default null,
  page_size integer default 1000)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  max_products constant integer := least(greatest(page_size, 1), 1000);
  -- Ten minutes exceed any save, so changes that were uncommitted at that time, stamped earlier, are included.
  changed_since constant timestamptz := since - interval '10 minutes';
  chosen uuid[];
begin
  perform private.require_permission('inventory.products.view');
  -- A counter is also used by people who may only take returns.
  perform private.require_permission('accounting.sales.create') where not private.can('accounting.sales.return');
  perform private.require_branch(branch_id);
  if since is null then
    chosen := array(
      select p.id
      from public.products p
      where p.active and (p.branch_id is null or p.branch_id = branch_id) and (before_id is null or p.id < before_id)
      order by p.id desc
      limit max_products);
  else
    chosen := array(
      select p.id
      from public.products p
      where p.id in (
          select x.id from public.products x where x.updated_at >= changed_since
          union select v.product_id from public.variants v where v.updated_at >= changed_since)
        and (p.branch_id is null or p.branch_id = branch_id) and (before_id is null or p.id < before_id)
      order by p.id desc
      limit max_products);
  end if;
  return jsonb_build_object(
    'at', now(),
    'more', cardinality(chosen) = max_products,
    'products', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', p.id, 'name', p.name, 'name_ar', p.name_ar,
        'designer_id', p.designer_id, 'tag_number', p.tag_number, 'category_id', p.category_id,
        'image_path', p.image_path, 'price', p.price, 'max_discount', p.max_discount,
        'tax_rate_id', p.tax_rate_id, 'by_measure', case when p.by_measure then true end,
        'variants', coalesce(v.variants, '[]'),
          'off', case when not p.active then true end))
          order by p.id desc), '[]')
      from public.products p
      left join lateral (
        select jsonb_agg(jsonb_build_object('id', x.id, 'color_id', x.color_id, 'size_id', x.size_id, 'sku', x.sku,
          'barcode', x.barcode, 'price_override', x.price_override, 'image_path', x.image_path))
          as variants
        from public.variants x
        where x.product_id = p.id and x.active and p.active) v on true
      where p.id = any (chosen)))
    || case when before_id is not null then '{}' else jsonb_build_object(
      'count', private.count_of_products(array[branch_id], true),
      'tiles', private.counter_tiles(branch_id),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'name_ar', c.name_ar,
          'parent_id', c.parent_id)), '[]')
        from public.categories c),
      'colors', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'name_ar', c.name_ar,
          'value', c.value)), '[]')
        from public.colors c),
      'sizes', (
        select coalesce(jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'name_ar', z.name_ar,
          'position', z.position)), '[]')
        from public.sizes z),
      'price_groups', (
        select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'name_ar', g.name_ar,
          'percentage', g.percentage, 'is_default', g.is_default))
        from public.price_groups g),
      'tax_rates', (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'name_ar', t.name_ar,
          'percentage', t.percentage, 'active', t.active)
          order by t.name), '[]')
        from public.tax_rates t),
      'payment_methods', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'name_ar', m.name_ar,
          'is_cash', m.is_cash)
          order by not m.is_cash, m.name), '[]')
        from public.payment_methods m
        where m.active)) end;
end
$$;

select private.expose_rpc('counter_goods',
  'The active goods of a branch for the device of a counter, in parts.');

-- ── Favorites: the products of a branch that its counters show as tiles ──

create table private.counter_tiles (
  branch_id uuid constraint counter_tiles_branch_exists references public.branches on delete cascade,
  product_id uuid constraint counter_tiles_product_exists references public.products on delete cascade,
  position integer not null,
  primary key (branch_id, product_id)
);
create index counter_tiles_product on private.counter_tiles (product_id);
comment on table private.counter_tiles is
  'The favorites of a branch. A branch without any shows what it sells most (private.counter_tiles).';

/* The favorites of a branch in their order, or, until somebody has arranged them, the 20 products that its last 500
   sales contained most often. Products that are inactive or of another branch are left out.
   Answers {arranged, tiles: [{product_id, on_hand}]}; on_hand: pieces in the branch, null to those who may not see
   stock. Errors: permission_missing, branch_not_found, branch_view_only. */
create function private.counter_tiles(branch_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  arranged boolean;
  shown uuid[];
begin
  perform private.require_permission('inventory.products.view');
  perform private.require_permission('accounting.sales.create') where not private.can('accounting.sales.return');
  perform private.require_branch(counter_tiles.branch_id);
  shown := array(
    select t.product_id
    from private.counter_tiles t
    join public.products p on p.id = t.product_id and p.active
    where t.branch_id = counter_tiles.branch_id
    order by t.position, t.product_id);
  arranged := cardinality(shown) > 0;
  if not arranged then
    shown := array(
      select v.product_id
      from (
        select s.id
        from public.sales s
        where s.branch_id = counter_tiles.branch_id and s.status = 'completed'
        order by s.sold_at desc, s.id desc
        limit 500) recent
      cross join lateral (
        -- Read sale by sale: the planner cannot know how few lines they have.
        select x.variant_id
        from public.sale_lines x
        where x.sale_id = recent.id and x.returns_line_id is null
        offset 0) l
      join public.variants v on v.id = l.variant_id
      join public.products p on p.id = v.product_id and p.active
      group by v.product_id
      order by count(*) desc, v.product_id desc
      limit 20);
  end if;
  return jsonb_build_object(
    'arranged', arranged,
    'tiles', (
      select coalesce(jsonb_agg(jsonb_build_object('product_id', p.id,
        'on_hand', case when private.can('inventory.stock.view') then coalesce(s.quantity, 0) end)
        order by array_position(shown, p.id)), '[]')
      from public.products p
      left join private.product_stock s on s.product_id = p.id and s.branch_id = counter_tiles.branch_id
      where p.id = any (shown) and p.active and (p.branch_id is null or p.branch_id = counter_tiles.branch_id)));
end
$$;
select private.expose_rpc('counter_tiles', 'The products that the counters of a branch show as tiles.');

/* Replaces the favorites of a branch, except inactive ones, which nobody sees; the last of two who arrange them at once
   wins. product_ids: at most 60, in their order; none: it shows again what it sells most. Safe to repeat. Errors:
   permission_missing, branch_not_found, branch_view_only, list_over_limit {field, max}, value_invalid {field},
   product_not_found. */
create function private.save_counter_tiles(branch_id uuid, product_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  known uuid[];
begin
  perform private.require_permission('settings.branches.update');
  perform private.require_permission('inventory.products.view');
  perform private.require_branch(save_counter_tiles.branch_id);
  perform private.require_max_items(product_ids, 60, 'product_ids');
  perform private.raise_error_if(product_ids is null
    or cardinality(product_ids) <> (select count(distinct x) from unnest(product_ids) x), 'value_invalid', 400,
    '{"field": "product_ids"}');
  -- Locked before the tiles, as a deletion of a product does.
  known := array(
    select p.id
    from public.products p
    where p.id = any (product_ids) and (p.branch_id is null or p.branch_id = save_counter_tiles.branch_id)
    order by p.id
    for key share);
  perform private.raise_error_if(cardinality(known) < cardinality(product_ids), 'product_not_found', 404);
  -- Those who arrange the same branch wait for each other; its sales do not.
  perform from public.branches b where b.id = save_counter_tiles.branch_id for no key update;
  delete from private.counter_tiles t
  where t.branch_id = save_counter_tiles.branch_id
    and (t.product_id = any (product_ids) or exists (
      select from public.products p where p.id = t.product_id and p.active));
  insert into private.counter_tiles (branch_id, product_id, position)
  select save_counter_tiles.branch_id, x.id, x.position
  from unnest(product_ids) with ordinality x(id, position);
end
$$;
select private.expose_rpc('save_counter_tiles', 'Replaces the products that the counters of a branch show as tiles.');

-- ── Unfinished sales: held for a while, or made offline, refused and discarded ──

create table public.held_sales (
  like private.record_template including all,
  branch_id uuid not null constraint held_sales_branch_in_use references public.branches,
  till text not null constraint held_sales_till_form check (till ~ '^[A-Z0-9]{1,8}$'),
  label public.short_text,
  lines integer not null constraint held_sales_lines_positive check (lines > 0),
  total public.money not null,
  cart jsonb not null constraint held_sales_cart_fits check (jsonb_typeof(cart) = 'object'
    and pg_column_size(cart) <= 60000),
  discard_reason public.short_text,
  search text not null generated always as (private.normalise(coalesce(label, '') || ' ' || till || ' '
    || coalesce(discard_reason, ''))) stored
);
comment on table public.held_sales is
  'Carts held at a counter: any till of the branch resumes one by deleting it. They move nothing and are priced when '
  'they are sold.';
comment on column public.held_sales.till is 'The till that held it.';
comment on column public.held_sales.label is 'A text by which people recognise it.';
comment on column public.held_sales.total is 'As the counter showed it.';
comment on column public.held_sales.cart is
  'The counter''s own format, read only by the counter; prices are computed again at the sale.';
comment on column public.held_sales.discard_reason is
  'Set if it was an offline sale that the database refused and a person discarded for this reason. Discarded ones are '
  'kept.';
create index held_sales_newest on public.held_sales (branch_id, created_at desc, id desc);
select private.allow_read('public.held_sales', 'those who sell in a branch see what is held there',
  'accounting.sales.create');
select private.enable_audit('public.held_sales', 'accounting.sales', 'branch_id');
grant insert (id, branch_id, till, label, lines, total, cart, discard_reason),
  delete on public.held_sales to authenticated;
create policy "those who sell in a branch hold sales there" on public.held_sales for insert to authenticated
  with check ((select private.can('accounting.sales.create'))
    and branch_id = any ((select private.branch_ids('work'))::uuid[]));
create policy "those who sell in a branch resume sales held there"
  on public.held_sales for delete to authenticated
  using (discard_reason is null and (select private.can('accounting.sales.create'))
    and branch_id = any ((select private.branch_ids('work'))::uuid[]));
/* Limits the held sales of a branch to 200, since its tills list all of them, and holds none in a closed branch.
   Refuses a held sale that has since been recorded under the same id, from a device that missed the answer. Errors:
   held_sale_taken, place_closed, held_sales_full {max}. */
create function private.check_held_sales() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  held_in uuid;
begin
  perform private.raise_error('held_sale_taken', 409)
  where exists (
    select from touched t
    join public.sales s on s.id = t.id and s.branch_id = t.branch_id
    where t.discard_reason is null);
  for held_in in select distinct t.branch_id from touched t where t.discard_reason is null order by 1 loop
    perform private.require_open_place(held_in, null, 'branch_id');
    -- A call that waits here also counts the sales held meanwhile.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws('/', 'held_sales', held_in), 0));
    perform private.raise_error('held_sales_full', 409, '{"max": 200}')
    where (
      select count(*)
      from public.held_sales h
      where h.branch_id = held_in and h.discard_reason is null) > 200;
  end loop;
  return null;
end
$$;
create trigger check_held_sales after insert on public.held_sales referencing new table as touched
  for each statement
  execute function private.check_held_sales();
create trigger limit_bulk_rows after insert on public.held_sales referencing new table as touched
  for each statement
  execute function private.limit_bulk_rows();

-- ── Tills: the devices of a branch and their names ──

create table public.tills (
  like private.record_template including all,
  branch_id uuid not null constraint tills_branch_exists references public.branches on delete cascade,
  code text not null constraint tills_code_form check (code ~ '^[A-Z0-9]{1,8}$'),
  name public.short_name,
  name_ar public.short_name,
  device text not null constraint tills_device_form check (device ~ '^[A-Z0-9]{1,8}$'),
  browser text constraint tills_browser_length check (char_length(browser) <= 300),
  last_used_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint tills_code_unique unique (branch_id, code)
);
comment on table public.tills is
  'The counters of a branch, one device each: registered when first opened, named and closed in the branch''s '
  'settings. Tills of other systems, which send their sales, are not listed.';
comment on column public.tills.code is 'Part of the numbers of its sales.';
comment on column public.tills.device is 'The letters before the device''s own receipt numbers.';
comment on column public.tills.browser is 'The user agent.';
comment on column public.tills.last_used_at is 'When its counter was last opened, to within a few minutes.';
comment on column public.tills.closed_at is 'Sales made after this time are refused.';
select private.allow_read('public.tills', 'those who sell in a branch or view branches see tills', null,
  reach => $$branch_id = any ((select private.branch_ids('view'))::uuid[])
    and ((select private.can('accounting.sales.create')) or (select private.can('accounting.sales.return'))
      or (select private.can('settings.branches.view')))$$);
select private.enable_audit('public.tills', 'settings.branches', 'branch_id', 'id', 'branches', 'branch_id');
-- Opening a till does not change its version.
create or replace trigger stamp before insert or update of name, name_ar, device, closed_at on public.tills
  for each row execute function private.stamp();
create trigger refuse_unclear_name before insert or update of name, name_ar on public.tills
  for each row
  execute function private.refuse_unclear_name();

create table private.tills_of_other_systems (
  till_id uuid primary key constraint tills_of_other_systems_till_exists references public.tills on delete cascade
);
comment on table private.tills_of_other_systems is
  'Tills under whose code another system sent sales before a counter was registered with it: their batches continue'
  ' to have their own drawers (private.with_drawer), since otherwise anybody who registers a code could stop them.';

/* Makes room for one more open till: a branch has at most 200, more than any needs, since each opens at a counter.
   Locks the branch's tills, so that several who ask at once do not exceed it. code: the till that is about to open.
   Errors: place_closed, tills_full {max}. */
create function private.require_room_for_till(branch_id uuid, code text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_open_place(branch_id, null, 'branch_id');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws('/', 'tills', branch_id), 0));
  perform private.raise_error('tills_full', 409, '{"max": 200}')
  where (
    select count(*)
    from public.tills t
    where t.branch_id = require_room_for_till.branch_id and t.closed_at is null
      and t.code <> require_room_for_till.code) >= 200;
end
$$;

/* Registers the caller's device as a till of a branch, or records that its counter was opened again. A till belongs to
   one device until another takes it over. Answers {id, code, name, name_ar}. Errors: permission_missing,
   branch_not_found, branch_view_only, value_invalid {field}, place_closed, tills_full {max}, till_closed {till},
   till_elsewhere {till, device, at}. */
create function private.register_till(branch_id uuid, code text, device text, take_over boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  till public.tills;
begin
  perform private.require_permission('accounting.sales.create') where not private.can('accounting.sales.return');
  perform private.require_branch(branch_id);
  perform private.raise_error_if(code ~ '^[A-Z0-9]{1,8}$' is not true, 'value_invalid', 400, '{"field": "code"}'),
    private.raise_error_if(device ~ '^[A-Z0-9]{1,8}$' is not true, 'value_invalid', 400, '{"field": "device"}');
  perform private.require_room_for_till(branch_id, code)
  where not exists (
    select from public.tills t
    where t.branch_id = register_till.branch_id and t.code = register_till.code);
  insert into public.tills (branch_id, code, device, browser)
  values (branch_id, code, device, left(current_setting('request.headers', true)::jsonb ->> 'user-agent', 300))
  on conflict on constraint tills_code_unique do nothing
  returning * into till;
  insert into private.tills_of_other_systems (till_id)
  select till.id
  where till.id is not null and exists (
    select from public.sales s
    where s.branch_id = register_till.branch_id and s.till = register_till.code and s.reference is not null);
  select * into till
  from public.tills t
  where t.branch_id = register_till.branch_id and t.code = register_till.code
  for update;
  perform private.raise_error_if(till.closed_at is not null, 'till_closed', 409, jsonb_build_object('till', till.code));
  perform private.raise_error_if(till.device <> device and take_over is not true, 'till_elsewhere', 409,
    jsonb_build_object('till', till.code, 'device', till.device, 'at', till.last_used_at));
  if till.device <> device then
    update public.tills t
    set device = register_till.device,
      browser = left(current_setting('request.headers', true)::jsonb ->> 'user-agent', 300), last_used_at = now()
    where t.id = till.id;
  elsif till.last_used_at < now() - interval '4 minutes' then
    update public.tills t set last_used_at = now() where t.id = till.id;
  end if;
  return jsonb_build_object('id', till.id, 'code', till.code, 'name', till.name, 'name_ar', till.name_ar);
end
$$;

/* Renames, closes or reopens a till; a repeated call of the same person changes nothing. Answers {id, version}. Errors:
   permission_missing, till_not_found, branch_view_only, value_invalid {field}, name_has_marks {field},
   name_mixes_scripts {field}, place_closed, tills_full {max}, field_missing, changed_meanwhile. */
create function private.save_till(id uuid, name text, name_ar text, closed boolean, expected_version integer)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  till public.tills;
  new_name constant text := nullif(btrim(name), '');
  new_name_ar constant text := nullif(btrim(name_ar), '');
begin
  perform private.require_permission('settings.branches.update');
  perform private.raise_error_if(not pg_input_is_valid(new_name, 'public.short_name'), 'value_invalid', 400,
      '{"field": "name"}'),
    private.raise_error_if(not pg_input_is_valid(new_name_ar, 'public.short_name'), 'value_invalid', 400,
      '{"field": "name_ar"}'),
    private.raise_error_if(closed is null, 'value_invalid', 400, '{"field": "closed"}');
  select * into till
  from public.tills t
  where t.id = save_till.id and t.branch_id = any (private.branch_ids('view')) for update;
  perform private.raise_error_if(till.id is null, 'till_not_found', 404);
  perform private.require_branch(till.branch_id);
  if (till.name, till.name_ar, till.closed_at is not null) is not distinct from (new_name, new_name_ar, closed)
    and (till.version = expected_version or till.updated_by = auth.uid()) then
    return jsonb_build_object('id', till.id, 'version', till.version);
  end if;
  perform private.require_version(till.version, expected_version, till.updated_by, till.updated_at);
  perform private.require_room_for_till(till.branch_id, till.code) where till.closed_at is not null and not closed;
  update public.tills t
  set name = new_name, name_ar = new_name_ar,
    closed_at = case when closed then coalesce(t.closed_at, now()) end
  where t.id = till.id
  returning * into till;
  return jsonb_build_object('id', till.id, 'version', till.version);
end
$$;

/* Refuses sales made at a till after it was closed: 409 till_closed {till}. Earlier sales may still arrive later. */
create function private.require_open_till(branch_id uuid, till text, sold_at timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('till_closed', 409, jsonb_build_object('field', 'till', 'till', t.code))
  from public.tills t
  where t.branch_id = require_open_till.branch_id and t.code = require_open_till.till and t.closed_at <= sold_at;
end
$$;

select private.expose_rpc('register_till',
  'Registers the caller''s device as a till of a branch, or records that it was opened.');
select private.expose_rpc('save_till', 'Renames, closes or reopens a till.');
