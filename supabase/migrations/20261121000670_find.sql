-- The global search (Ctrl K, or a scan outside any field): one call for all kinds of records.

/* Searches only kinds and branches that the caller may view, each by the index of its own list. */
create function private.find_records(
  words text, page_size integer default 6, at_branch_ids uuid[] default '{}', sort text default 'name')
  returns table (kind text, id uuid, exact boolean, code text, name text, name_ar text, other text, other_ar text,
    day date, price numeric, on_hand numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
  shown constant uuid[] := case
    when private.can('inventory.stock.view') then private.resolve_branch_filter(at_branch_ids) end;
  factor constant numeric := (select 1 + g.percentage / 100 from public.price_groups g where g.is_default);
  decimals constant integer := (select b.currency_decimals from public.business b);
  most constant integer := least(greatest(page_size, 1), 50);
  whole constant text := btrim(words);
  name_column constant text := private.name_column(sort);
  -- Longer words are refused by word_patterns.
  keys constant text[] := case when char_length(words) <= 300 then private.search_keys(array[words]) end;
  scanned record;
  record_kind record;
begin
  perform private.raise_error_if(sort not in ('name', 'name_ar'), 'sort_unknown', 400);
  if not exists (select from private.word_patterns(words)) then
    return;
  end if;
  if private.can('inventory.products.view') then
    select p.id, v.sku, p.name, p.name_ar, v.id as variant_id, coalesce(v.price_override, p.price) as price into scanned
    from public.variants v join public.products p on p.id = v.product_id
    where (v.barcode_key = any (keys) or v.sku_key = any (keys)) and (p.branch_id is null or p.branch_id = any (reach))
    order by v.barcode_key = any (keys) desc
    limit 1;
    if found then
      return query select 'products', scanned.id, true, scanned.sku::text, scanned.name::text, scanned.name_ar::text,
        null, null, null::date,
        round(scanned.price * factor, decimals), case when shown is not null then coalesce(sum(l.quantity), 0) end
      from public.stock_levels l where l.variant_id = scanned.variant_id and l.branch_id = any (shown);
    end if;
    return query execute format(
      'select ''products'', p.id, false,
        coalesce(p.designer_id::text, (select min(v.sku::text) from public.variants v where v.product_id = p.id)),
         p.name::text, p.name_ar::text, null, null, null::date, round(p.price * $4, $5), case when $6 is not null then
           coalesce((
             select sum(k.quantity)
             from private.product_stock k
             where k.product_id = p.id and k.branch_id = any ($6)),
            0) end
       from %s where p.id is distinct from $2 order by p.%I, p.id limit $3',
      private.search_source(words, 'public.products p', private.product_filter(words, 'all', '{}', '{}', '{}', null),
        format('p.%I, p.id', name_column), reach), name_column)
    using reach, scanned.id, most, factor, decimals, shown;
  end if;
  if private.can('inventory.transfers.view') then
    -- For transfers within a branch the stock points are named; the shop floor has the name of the branch.
    return query execute format(
      'select ''transfers'', t.id, t.number = upper($1), t.number, coalesce(fs.name, f.name)::text,
        case when fs.id is null then f.name_ar else fs.name_ar end::text,
         coalesce(os.name, o.name)::text, case when os.id is null then o.name_ar else os.name_ar end::text, null::date,
          null::numeric, null::numeric
       from (select * from public.transfers t where %s order by t.created_at desc, t.id desc limit $2) t
       join public.branches f on f.id = t.from_branch_id join public.branches o on o.id = t.to_branch_id
       left join public.stock_points fs on fs.id = t.from_stock_point_id and f.id = o.id
       left join public.stock_points os on os.id = t.to_stock_point_id and f.id = o.id
       order by t.created_at desc, t.id desc',
      private.transfer_filter(words, '{}', '{}', '{}', null))
    using whole, most;
  end if;
  for record_kind in
    select *
    from (values ('stock_counts', 'inventory.counts', 'lower(d.number)'),
      ('stock_entries', 'inventory.stock', 'd.search')) n(table_name, resource, searched)
    where n.resource || '.view' = any ((select private.permissions())::text[])
  loop
    return query execute format(
      'select %1$L, d.id, d.number = upper($1), d.number, b.name::text, b.name_ar::text, s.name::text, s.name_ar::text,
        null::date, null::numeric, null::numeric
       from (
       select *
       from public.%1$I d
       where d.branch_id = any ($2) and %2$s
       order by d.created_at desc, d.id desc
       limit $3) d
       join public.branches b on b.id = d.branch_id left join public.stock_points s on s.id = d.stock_point_id
       order by d.created_at desc, d.id desc',
      record_kind.table_name, private.sql_match_words(record_kind.searched, words))
    using whole, reach, most;
  end loop;
  for record_kind in
    select *
    from (values ('purchase_orders', 'purchasing.orders', 'ordered_on', 'ordered_on',
        (select string_agg(private.purchase_has_word(w), ' and ') from private.word_patterns(words) w)),
      ('purchase_returns', 'purchasing.returns', 'business_day', 'created_at',
        private.sql_match_words('o.search', words))) n(table_name, resource, day, newest, matching)
    where n.resource || '.view' = any ((select private.permissions())::text[])
  loop
    return query execute format(
      'select %1$L, o.id, o.number = upper($1), o.number, s.name::text, s.name_ar::text, null, null,
        o.%2$I::date, null::numeric, null::numeric
       from (
       select *
       from public.%1$I o
       where o.branch_id = any ($2) and %4$s
       order by o.%3$I desc, o.id desc
       limit $3) o
       join public.suppliers s on s.id = o.supplier_id
       order by o.%3$I desc, o.id desc',
      record_kind.table_name, record_kind.day, record_kind.newest, record_kind.matching)
    using whole, reach, most;
  end loop;
  return query select * from private.search_sales(words, most) where private.can('accounting.sales.view');
  return query select * from private.search_shifts(words, most) where private.can('attendance.shifts.view');
  return query select * from private.search_expenses(words, most) where private.can('accounting.expenses.view');
  for record_kind in
    select n.table_name
    from (table private.named_record_tables
      union all
      values ('profiles', 'management.users'), ('roles', 'management.roles')) n(table_name, resource)
    where n.table_name <> 'products' and n.resource || '.view' = any ((select private.permissions())::text[])
  loop
    return query execute format(
      'select %1$L, r.id, false, null, r.name::text, r.name_ar::text, null, null, null::date, null::numeric,
        null::numeric
       from public.%1$I r where r.active and %2$s order by r.%3$I, r.id limit $1',
      record_kind.table_name, case when record_kind.table_name in ('customers', 'suppliers')
        then (select string_agg(format('r.search like %L', w), ' and ') from private.contact_patterns(words) w)
        else private.sql_match_words('r.search', words) end, name_column)
    using most;
  end loop;
end
$$;

/* Records of every kind visible to the caller that contain all words, a few of each: products as in their list;
   documents by number (orders and entries also by notes, sales by customer); other records by name, customers and
   suppliers also by phone.
   kind: the table. code: number, SKU or designer id. exact: the words are this record's code. name, other: of a product
   its name; of a transfer source and destination; of a count or entry branch and stock point; of an order the supplier,
   of a sale the customer; of an expense category and supplier; of a shift person and branch. day: of orders, sales,
   expenses and shifts. price: the default price group's, of the variant for a scanned code. on_hand: the stock in
   at_branch_ids (empty for all that the caller may view), for those who may view stock. page_size: rows of each kind,
   at most 50. sort: of products and other named records: name, or the name that Arabic readers see, name_ar. Errors:
   sort_unknown. */
select private.expose_rpc('find_records',
  'Records of every kind visible to the caller, by name, number or code, a few of each.');

