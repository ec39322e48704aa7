-- Bulk changes of products, and undoing them.

/* A selling price after a bulk change {kind: set | percent | amount, value}, rounded half up to the currency's
   decimals. */
create function private.price_after(price numeric, change jsonb, decimals integer) returns numeric
  language sql immutable set search_path = ''
as $$
  select case change ->> 'kind'
    when 'percent' then round(price * (1 + (change ->> 'value')::numeric / 100), decimals)
    when 'amount' then round(price + (change ->> 'value')::numeric, decimals)
    when 'set' then round((change ->> 'value')::numeric, decimals)
    else price
  end
$$;

/* These products before and after the changes; for the definer functions below. before contains the version that the
   change will produce, by which undoing detects later changes. */
create function private.products_after(ids uuid[], changes jsonb) returns table (
  id uuid, name text, name_ar text, branch_id uuid, before jsonb, after jsonb, own_prices integer, lowest numeric)
  language sql stable set search_path = ''
as $$
  select p.id, p.name, p.name_ar, p.branch_id, s.before,
    s.before || (changes - 'price') || jsonb_build_object('price', s.price, 'own_prices', coalesce(o.after, '[]')),
    coalesce(o.changed, 0), least(s.price, o.lowest)
  from public.products p
  cross join public.business b
  -- Setting the product's price removes its variants' own prices; a change by percent or amount applies to each of
  -- them.
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', v.id, 'price', v.price_override) order by v.id) as before,
      jsonb_agg(jsonb_build_object('id', v.id, 'price', n.price) order by v.id) as after,
      count(*) filter (where n.price is distinct from v.price_override)::integer as changed, min(n.price) as lowest
    from public.variants v
    cross join lateral (
      select case when changes -> 'price' ->> 'kind'
        <> 'set' then private.price_after(v.price_override, changes -> 'price', b.currency_decimals) end as price) n
    where v.product_id = p.id and v.price_override is not null
      and (changes -> 'price' ->> 'own_prices')::boolean) o on true
  cross join lateral (
    select private.price_after(p.price, changes -> 'price', b.currency_decimals) as price,
      jsonb_build_object('id', p.id, 'version', p.version + 1, 'price', p.price, 'category_id', p.category_id,
        'brand_id', p.brand_id, 'tax_rate_id', p.tax_rate_id,
        'active', p.active, 'own_prices', coalesce(o.before, '[]')) as before) s
  where p.id = any (ids)
$$;

/* Sets these values of products and of variants with a price of their own: [{id, price, category_id, brand_id,
   tax_rate_id, active, own_prices: [{id, price}]}]. */
create function private.write_products(wanted jsonb) returns void
  language sql set search_path = ''
as $$
  update public.products p
  set price = w.price, category_id = w.category_id, brand_id = w.brand_id, tax_rate_id = w.tax_rate_id,
    active = w.active
  from jsonb_to_recordset(wanted) w(id uuid, price numeric, category_id uuid, brand_id uuid, tax_rate_id uuid,
    active boolean)
  where p.id = w.id;
  update public.variants v set price_override = o.price
  from jsonb_to_recordset(wanted) w(id uuid, own_prices jsonb)
  cross join lateral jsonb_to_recordset(w.own_prices) o(id uuid, price numeric)
  where v.id = o.id and v.product_id = w.id and v.price_override is distinct from o.price
$$;

/* Locks the given products that are visible to the caller, in order, until the end of the transaction; sold: `active`
   may change, so goods movements are locked out as well. */
create function private.lock_visible_products(ids uuid[], sold boolean) returns uuid[]
  language sql volatile set search_path = ''
as $$
  select private.lock_products_exclusive(ids) where sold;
  -- Tills wait for these locks, so the change hardly waits for rows: an import of prices holds them for minutes.
  select set_config('lock_timeout', '700ms', true) where sold;
  select array(
    select p.id from public.products p
    where p.id = any (ids) and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
    order by p.id
    for no key update)
$$;

create function private.update_products(
  changes jsonb, ids uuid[] default '{}', matching jsonb default null, dry_run boolean default false,
    seen text default null)
    returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 5000;
  price jsonb := changes -> 'price';
  criteria record;
  below_zero jsonb;
  answer jsonb;
  wanted jsonb;
begin
  perform private.require_permission('inventory.products.update');
  perform private.require_permission('inventory.products.edit_price')
  where price is not null or changes ? 'tax_rate_id';
  perform private.raise_error_if(jsonb_typeof(changes) is distinct from 'object' or jsonb_typeof(matching) <> 'object'
    or exists (
      select from jsonb_object_keys(changes) k
      where k not in ('price', 'category_id', 'brand_id', 'tax_rate_id', 'active'))
    or price is not null and (
      coalesce(price ->> 'value', '') !~ '^-?[0-9]{1,10}([.][0-9]{1,10})?$'
        or coalesce(price ->> 'kind', '') not in ('set', 'percent', 'amount')),
    'change_unknown', 400);
  perform private.require_values(changes, '{"price": "object", "category_id": "uuid", "brand_id": "uuid",
    "tax_rate_id": "uuid", "active": "boolean"}');
  perform private.require_values(coalesce(price, '{}'),
    '{"kind": "text", "value": "numeric", "own_prices": "boolean"}');
  perform private.raise_error_if(changes -> 'active' = 'null', 'value_invalid', 400, '{"field": "active"}');
  perform private.require_values(coalesce(matching, '{}'), '{"words": "text", "view": "text", "category_ids": "uuid[]",
    "brand_ids": "uuid[]", "supplier_ids": "uuid[]", "tax_rate_ids": "uuid[]",
    "is_active": "boolean"}');
  perform private.raise_error_if(cardinality(ids) > most, 'too_many_products', 400, jsonb_build_object('max', most));

  if matching is not null then
    select * into criteria from jsonb_to_record(matching) x(
      words text, view text, category_ids uuid[], brand_ids uuid[], supplier_ids uuid[], tax_rate_ids uuid[],
      is_active boolean);
    execute format('select array(select p.id from public.products p where %s and p.id <> all ($2) limit $3)',
      private.product_filter(
      criteria.words, coalesce(criteria.view, 'all'), criteria.category_ids, criteria.brand_ids, criteria.supplier_ids,
      criteria.is_active, tax_rate_ids => criteria.tax_rate_ids))
    into ids using private.branch_ids('view'), coalesce(ids, '{}'), most + 1;
    perform private.raise_error_if(cardinality(ids) > most, 'too_many_products', 400, jsonb_build_object('max', most));
  end if;
  -- A dry run takes no locks.
  ids := case when dry_run then ids else private.lock_visible_products(ids, changes ? 'active') end;

  with reached as (
    select a.*, a.before <> a.after as differs,
      a.branch_id is null or a.branch_id = any ((select private.branch_ids('work'))::uuid[]) as writable
    from private.products_after(ids, changes) a
    where a.branch_id is null or a.branch_id = any ((select private.branch_ids('view'))::uuid[]))
  select jsonb_build_object(
      'changed', count(*) filter (where differs and writable),
      'unchanged', count(*) filter (where not differs and writable),
      'kept_out', count(*) filter (where not writable),
      'own_prices', coalesce(sum(own_prices) filter (where writable), 0),
      'seen', md5(string_agg(id || (before ->> 'version'), ' ' order by id)),
      'examples', (
        select coalesce(jsonb_agg(jsonb_build_object('product', e.name, 'product_ar', e.name_ar,
          'before', e.before -> 'price', 'after', e.after -> 'price')
          order by e.name, e.id), '[]')
        from (
          select *
          from reached r
          where dry_run and r.differs and r.writable and r.before -> 'price' <> r.after -> 'price'
          order by r.id
          limit 3) e),
      'before', coalesce(jsonb_agg(before order by id) filter (where differs and writable), '[]')),
    coalesce(jsonb_agg(after order by id) filter (where differs and writable), '[]'),
    (jsonb_agg(jsonb_build_object('name', name, 'name_ar', name_ar) order by lowest, id) filter (where lowest < 0)) -> 0
      || jsonb_build_object('count', count(*) filter (where lowest < 0))
  into answer, wanted, below_zero from reached;
  perform private.raise_error_if(answer ->> 'seen' is distinct from seen and seen is not null and not dry_run,
    'products_changed', 409);
  perform private.raise_error_if(below_zero is not null, 'price_negative', 400, below_zero);
  perform private.raise_error_if(price is not null and exists (
    select
    from jsonb_array_elements(wanted) w
    cross join lateral (
      select w -> 'price' as value
      union all select o -> 'price'
      from jsonb_array_elements(w -> 'own_prices') o) p
    where not private.is_json_of_type(p.value, 'public.money')), 'value_invalid', 400, '{"field": "price"}');
  if dry_run then
    return answer - 'before';
  end if;
  perform private.write_products(wanted);
  return answer - '{examples,seen}'::text[];
end
$$;

/* Changes many products in one save. changes: {price?: {kind: set | percent | amount, value, own_prices: whether
   variants' own prices change too}, category_id?, brand_id?, tax_rate_id?, active?}; null clears a category, brand or
   tax rate. Applies to the products of ids or, with matching (the filter of product_page as {words, view, category_ids,
   brand_ids, supplier_ids, tax_rate_ids, is_active}), to all matches except ids; at most 5,000. Invisible products are
   ignored; those in branches where the caller does not work count as kept_out.
   Answers {changed, unchanged, kept_out, own_prices, before: the argument of restore_products}. A dry run writes
   nothing and answers, instead of before, examples: [{product, product_ar, before, after}], at most 3 prices, and seen:
   passed to the real call, that fails if the products have changed since, and so runs only once.
   Errors: permission_missing, change_unknown, value_invalid {field}, too_many_products {max}, price_negative {count,
   name, name_ar}, 409 products_changed. */
select private.expose_rpc('update_products',
  'Changes price, category, brand, tax rate or active of many products in one save, or previews the changes.');

create function private.restore_products(before jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb;
begin
  perform private.require_permission('inventory.products.update');
  perform private.require_lines(before, 5000, '{"id": "uuid", "version": "integer", "price": "public.money",
    "category_id": "uuid", "brand_id": "uuid", "tax_rate_id": "uuid",
    "active": "boolean", "own_prices": "object[]"}', 'value_invalid', 'before');
  before := jsonb_strip_nulls(before);
  perform private.require_values((
    select jsonb_agg(o) from jsonb_array_elements(before) x cross join jsonb_array_elements(x -> 'own_prices') o),
    '{"id": "uuid", "price": "public.money"}', 'own_prices');
  -- A product whose `active` changes before it is locked has another version afterwards, and is kept as it is.
  perform private.lock_visible_products(array(select (x ->> 'id')::uuid from jsonb_array_elements(before) x), exists (
    select from jsonb_to_recordset(before) x(id uuid, active boolean) join public.products p using (id)
    where p.active <> x.active));
  select coalesce(jsonb_agg(x), '[]') into wanted
  from jsonb_array_elements(before) x
  join public.products p on p.id = (x ->> 'id')::uuid and p.version = (x ->> 'version')::integer
  where p.branch_id is null or p.branch_id = any ((select private.branch_ids('work'))::uuid[]);
  perform private.raise_error_if(exists (
    select from jsonb_to_recordset(wanted) w(price numeric, active boolean)
    where w.price is null or w.active is null),
    'value_invalid', 400, '{"field": "before"}');
  perform private.raise_error_if(not private.can('inventory.products.edit_price') and exists (
    select
    from jsonb_to_recordset(wanted) w(id uuid, price numeric, tax_rate_id uuid, own_prices jsonb)
    join public.products p on p.id = w.id
    where w.price <> p.price or w.tax_rate_id is distinct from p.tax_rate_id or w.own_prices <> '[]'),
    'permission_missing', 403, jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price'));
  perform private.write_products(wanted);
  return jsonb_build_object('restored', jsonb_array_length(wanted),
    'kept', jsonb_array_length(before) - jsonb_array_length(wanted));
end
$$;

/* Undoes a bulk change by the `before` of update_products, except for products changed since. Answers {restored, kept}.
   Errors: permission_missing, lines_missing, lines_over_limit, value_invalid {field}. */
select private.expose_rpc('restore_products', 'Undoes a bulk change of products that have not changed since.');

