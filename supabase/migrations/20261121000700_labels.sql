-- Labels: their content, the number to print, and what was printed.
-- - label_templates: the layouts of labels, chosen when printing.
-- - label_prints: the print jobs of a person, with lines and outcome; visible only to that person.

create table public.label_templates (
  like private.record_template including all,
  name public.short_name not null,
  price_group_id uuid constraint label_templates_price_group_in_use references public.price_groups,
  with_tax boolean,
  shows_business boolean not null default true,
  shows_second_name boolean not null default false,
  shows_variant boolean not null default true,
  shows_price boolean not null default true,
  shows_old_price boolean not null default false,
  shows_sku boolean not null default false,
  shows_digits boolean not null default true
);
comment on table public.label_templates is
  'How labels of this business look. The name of the product and its barcode are on each.';
comment on column public.label_templates.price_group_id is 'The price group of the prices shown; null: the default.';
comment on column public.label_templates.with_tax is 'Whether the price shown includes tax; null: as stored.';
comment on column public.label_templates.shows_second_name is 'The product''s name in the other language too.';
comment on column public.label_templates.shows_old_price is 'The old price, struck through.';
create unique index label_templates_name_unique on public.label_templates (private.normalise(name));
create index label_templates_price_group on public.label_templates (price_group_id);

-- Templates belong to the business: those who print choose one, those who may change the business edit them.
select private.lock_down_table('public.label_templates');
select private.enable_audit('public.label_templates', 'settings.business');
grant select, delete on public.label_templates to authenticated;
grant insert (id, name, price_group_id, with_tax, shows_business, shows_second_name, shows_variant, shows_price,
  shows_old_price, shows_sku, shows_digits),
  update (name, price_group_id, with_tax, shows_business, shows_second_name, shows_variant, shows_price,
    shows_old_price, shows_sku, shows_digits)
  on public.label_templates to authenticated;
create policy "those who print labels read their templates" on public.label_templates for select to authenticated
  using ((select private.can('labels.printing.print')));
create policy "those who may change the business add label templates"
  on public.label_templates for insert to authenticated
  with check ((select private.can('settings.business.update')));
create policy "those who may change the business change label templates"
  on public.label_templates for update to authenticated
  using ((select private.can('settings.business.update')))
    with check ((select private.can('settings.business.update')));
create policy "those who may change the business remove label templates"
  on public.label_templates for delete to authenticated
  using ((select private.can('settings.business.update')));
create trigger limit_bulk_rows after insert on public.label_templates referencing new table as touched
  for each statement
  execute function private.limit_bulk_rows();

-- ── Lines of labels ──

/* The selling price of a variant by its price group's factor, times tax, the factor that adds or removes tax; and the
   old price, if higher: the default group's price, or the last price before the current one. */
create function private.label_price(product public.products, variant public.variants, factor numeric,
  default_factor numeric, tax numeric, decimals integer)
  returns table (price numeric, old_price numeric)
  language sql stable set search_path = ''
as $$
  select round(now.price * factor * tax, decimals),
    case when before.price > now.price * factor then round(before.price * tax, decimals) end
  from (select coalesce(variant.price_override, product.price) as price) now
  cross join lateral (
    select greatest(now.price * default_factor, (
      select coalesce(c.old_price, product.price) * factor
      from public.price_changes c
      where c.product_id = product.id
        and (c.variant_id = variant.id or c.variant_id is null and variant.price_override is null)
      order by c.id desc
      limit 1)) as price) before
$$;

/* The sources of lines: the permission each needs, and a query for variants and quantities. $1: ids, $2: the caller's
   branches. */
create view private.label_sources (source, permission, lines) as values
  ('variants', 'inventory.products.view', 'select v.id, 1::numeric, 0 from public.variants v where v.id = any ($1)'),
  ('products', 'inventory.products.view',
    'select v.id, 1::numeric, 0 from public.variants v where v.product_id = any ($1) and v.active'),
  ('purchase_orders', 'purchasing.orders.view',
    'select i.variant_id, i.received::numeric, i.position
      from public.purchase_items i
      join public.purchase_orders o on o.id = i.purchase_order_id
     where o.id = any ($1) and o.branch_id = any ($2) and i.received > 0'),
  ('receipts', 'purchasing.orders.view',
    'select i.variant_id, i.quantity::numeric, i.position
      from public.receipt_items i
      join public.receipts r on r.id = i.receipt_id
     where r.id = any ($1) and r.branch_id = any ($2) and r.undone_at is null'),
  ('transfers', 'inventory.transfers.view',
    'select i.variant_id, i.quantity::numeric, i.position
      from public.transfer_items i
      join public.transfers t on t.id = i.transfer_id
     where t.id = any ($1) and (t.from_branch_id = any ($2) or t.to_branch_id = any ($2))'),
  ('counts', 'inventory.counts.view',
    'select l.variant_id, l.counted::numeric, 0
      from private.stock_count_lines l
      join public.stock_counts c on c.id = l.count_id
     where c.id = any ($1) and c.branch_id = any ($2) and l.counted > 0'),
  -- Variants created or changed by the import, once each, or as often as pieces came into stock with it.
  ('imports', 'inventory.products.import',
    'with seen as (
       select i.id from public.imports i
       where i.id = any ($1) and i.kind = ''products''
       and (i.created_by = auth.uid() or i.kind = any (private.readable_import_kinds(true)) and i.branch_ids <@ $2)),
     made as (
       select v.id
       from seen
       join private.import_changes c on c.import_id = seen.id and c.table_name = ''variants''
       join public.variants v on v.id = c.row_id
       where v.active
       union
       select v.id
       from seen
       join private.import_changes c on c.import_id = seen.id and c.table_name = ''products''
       join public.variants v on v.product_id = c.row_id
       where v.active),
     brought as (
       select m.variant_id, sum(m.quantity) as quantity
       from seen
       join private.import_changes c on c.import_id = seen.id and c.table_name = ''stock_entries''
       join public.stock_movements m on m.document_type = ''stock_entry'' and m.document_id = c.row_id
       where m.branch_id = any ($2)
       group by 1)
     select made.id, greatest(coalesce(b.quantity, 0), 1)::numeric, 0
     from made
     left join brought b on b.variant_id = made.id');
comment on view private.label_sources is 'Where the lines of labels come from.';

create function private.label_lines(source text, ids uuid[], price_group_id uuid default null,
  with_tax boolean default null)
  returns table (
    variant_id uuid, product_id uuid, product text, product_ar text, image_path text,
    color text, color_ar text, color_value text, size text, size_ar text, size_position integer,
    sku text, barcode text, active boolean, quantity numeric, price numeric, old_price numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 2000;
  reach constant uuid[] := private.branch_ids('view');
  known private.label_sources;
  business public.business;
  factors numeric[];
  found_lines integer;
begin
  select s.* into known from private.label_sources s where s.source = label_lines.source;
  perform private.raise_error_if(known.source is null, 'view_unknown', 400, '{"field": "source"}');
  perform private.require_permission('labels.printing.print', 'inventory.products.view', known.permission);
  perform private.require_max_items(ids, most, 'ids');
  select * into business from public.business;
  select array[1 + g.percentage / 100, 1 + d.percentage / 100] into factors
  from public.price_groups d left join public.price_groups g on g.id = coalesce(label_lines.price_group_id, d.id)
  where d.is_default;
  perform private.raise_error_if(factors[1] is null, 'not_found', 404, '{"field": "price_group_id"}');
  return query execute format(
    'select v.id, p.id, p.name::text, p.name_ar::text, coalesce(v.image_path, p.image_path),
      c.name::text, c.name_ar::text, c.value,
      z.name::text, z.name_ar::text, z.position,
       v.sku::text, v.barcode::text, v.active and p.active, f.quantity, l.price, l.old_price
     from (
     select x.variant_id, sum(x.quantity) as quantity, min(x.position) as position
     from (%s) x(variant_id, quantity, position)
     group by x.variant_id) f
     join public.variants v on v.id = f.variant_id
     join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any ($2))
     left join public.colors c on c.id = v.color_id
     left join public.sizes z on z.id = v.size_id
     left join public.tax_rates t on t.id = coalesce(p.tax_rate_id, $5)
     cross join lateral private.label_price(p, v, $3, $4, coalesce((1 + t.percentage / 100) ^ $6, 1), $7) l
     order by f.position, p.name, p.id, c.name nulls first, z.position nulls first, z.name, v.id
     limit $8', known.lines)
  using ids, reach, factors[1], factors[2], business.sale_tax_rate_id,
    with_tax::integer - business.prices_include_tax::integer, business.currency_decimals, most + 1;
  get diagnostics found_lines = row_count;
  perform private.raise_error_if(found_lines > most, 'lines_over_limit', 400,
    jsonb_build_object('field', 'ids', 'max', most));
end
$$;

/* Variants with the data of their labels and quantities. source: variants (by id), products, purchase_orders (received
   quantities), receipts, transfers, counts (counted quantities), imports; invisible ones are ignored. At most 2,000.
   price, old_price: by this price group, with or without tax; old_price only if higher. Errors: permission_missing,
   view_unknown, not_found, list_over_limit, lines_over_limit. */
select private.expose_rpc('label_lines',
  'Variants with the data of their labels and quantities, from a document or by themselves.');

create function private.label_arrivals(at_branch_ids uuid[] default '{}')
  returns table (source text, id uuid, number text, at timestamptz, branch text, branch_ar text, other text,
    other_ar text, pieces numeric, lines bigint)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('labels.printing.print', 'inventory.products.view');
  return query
  with came as (
    (select 'receipts' as source, r.id, r.number, r.created_at as at, r.branch_id, s.name, s.name_ar
     from public.receipts r
     join public.purchase_orders o on o.id = r.purchase_order_id
     join public.suppliers s on s.id = o.supplier_id
     where r.branch_id = any (reach) and r.undone_at is null and private.can('purchasing.orders.view')
     order by r.created_at desc, r.id desc
     limit most)
    union all
    (select 'transfers', t.id, t.number, t.approved_at, t.to_branch_id, b.name, b.name_ar
     from public.transfers t
     join public.branches b on b.id = t.from_branch_id
     where t.to_branch_id = any (reach) and t.from_branch_id <> t.to_branch_id and t.status = 'approved'
       and private.can('inventory.transfers.view')
     order by t.created_at desc, t.id desc
     limit most))
  select c.source, c.id, c.number, c.at, b.name::text, b.name_ar::text, c.name::text, c.name_ar::text, i.pieces, i.lines
  from came c
  join public.branches b on b.id = c.branch_id
  cross join lateral (
    select sum(x.quantity) as pieces, count(*) as lines
    from (
      select quantity from public.receipt_items where receipt_id = c.id and c.source = 'receipts'
      union all
      select quantity from public.transfer_items where transfer_id = c.id and c.source = 'transfers') x) i
  order by c.at desc, c.id desc
  limit most;
end
$$;

/* The last twenty deliveries to these branches (by default all of the caller's): receipts, and approved transfers from
   other branches, as far as visible. For their lines: label_lines(source, {id}). */
select private.expose_rpc('label_arrivals', 'The last deliveries to the branches, for printing labels.');

-- ── Print jobs ──

create table public.label_prints (
  id uuid primary key,
  created_at timestamptz not null default now(),
  created_by uuid not null default auth.uid(),
  printer public.short_name not null,
  width public.quantity not null,
  height public.quantity not null,
  labels integer not null,
  outcome text not null default 'sending' constraint label_prints_outcome_known check (outcome in ('sending', 'sent',
    'done', 'failed', 'canceled', 'uncertain')),
  constraint label_prints_size_on_a_roll check (width between 5 and 1000 and height between 5 and 1000),
  constraint label_prints_labels_positive check (labels > 0)
);
comment on table public.label_prints is
  'Prints of labels, each as one or more jobs of the print server, which have ids of their own. Visible only to the '
  'person, since others may not view the goods.';
comment on column public.label_prints.printer is 'The printer''s name, or the way of printing without one.';
comment on column public.label_prints.width is 'Millimetres.';
comment on column public.label_prints.outcome is
  'The last report of the print server; sent: the printer accepted it without a reply.';
create index label_prints_newest on public.label_prints (created_by, created_at desc, id desc);

create table public.label_print_lines (
  print_id uuid not null constraint label_print_lines_print_exists references public.label_prints on delete cascade,
  position integer not null,
  variant_id uuid constraint label_print_lines_variant_exists references public.variants on delete cascade,
  profile_id uuid constraint label_print_lines_profile_exists references public.profiles on delete cascade,
  copies integer not null constraint label_print_lines_copies_positive check (copies between 1 and 10000),
  primary key (print_id, position),
  constraint label_print_lines_name_one_thing check (num_nonnulls(variant_id, profile_id) = 1)
);
comment on table public.label_print_lines is
  'A variant''s label or a person''s badge, and how often. Goods that are deleted leave no line.';
create index label_print_lines_variant on public.label_print_lines (variant_id);
create index label_print_lines_profile on public.label_print_lines (profile_id);

select private.allow_read('public.label_prints', 'those who print labels read what they printed',
  'labels.printing.print', reach => 'created_by = (select auth.uid())');
select private.allow_read('public.label_print_lines', 'those who printed labels read which', 'labels.printing.print',
  'print_id');

create function private.record_label_print(id uuid, print jsonb, lines jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  known public.label_prints;
  sent public.label_prints;
begin
  perform private.require_permission('labels.printing.print');
  perform private.require_values(print, '{"printer": "text", "width": "public.quantity", "height": "public.quantity"}');
  perform private.require_lines(lines, 2000, '{"variant_id": "uuid", "profile_id": "uuid", "copies": "integer"}');
  perform private.register_document_id(id, 'label_print');
  sent := jsonb_populate_record(null::public.label_prints,
    jsonb_build_object('printer', print -> 'printer', 'width', print -> 'width', 'height', print -> 'height'));
  select * into known from public.label_prints p where p.id = record_label_print.id;
  if found then
    perform private.require_same_content(known.created_by, null, null, 'not_found',
      (known.printer, known.width, known.height) = (sent.printer, sent.width, sent.height) and (
        select jsonb_agg(jsonb_strip_nulls(to_jsonb(l) - '{print_id,position}'::text[]) order by l.position)
        from public.label_print_lines l where l.print_id = known.id) = (
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('variant_id', x -> 'variant_id',
          'profile_id', x -> 'profile_id', 'copies', x -> 'copies'))
          order by position)
        from jsonb_array_elements(lines) with ordinality e(x, position)));
    return;
  end if;
  -- Refuses goods and people that are not visible to the caller.
  perform private.raise_error_if(exists (
    select from jsonb_to_recordset(lines) x(variant_id uuid, profile_id uuid)
    left join public.variants v on v.id = x.variant_id
    left join public.profiles f on f.id = x.profile_id
    where num_nonnulls(x.variant_id, x.profile_id) <> 1
      or x.variant_id is not null and (v.id is null or not private.sees_product(v.product_id))
        or x.profile_id is not null and f.id is null),
        'product_not_found', 404);
  insert into public.label_prints (id, printer, width, height, labels)
  -- Caps the sum, so that excessive copies fail the check constraint of their line instead of overflowing.
  select record_label_print.id, sent.printer, sent.width, sent.height, least(sum(x.copies), 2000 * 10000)
  from jsonb_to_recordset(lines) x(copies integer);
  insert into public.label_print_lines (print_id, position, variant_id, profile_id, copies)
  select record_label_print.id, l.position, l.variant_id, l.profile_id, l.copies
  from rows from (jsonb_to_recordset(lines)
    as (variant_id uuid, profile_id uuid, copies integer)) with ordinality l(variant_id,
    profile_id, copies, position);
end
$$;

/* Records a print job before it is sent to the printer, for the history and for reprinting. print: {printer, width,
   height}. lines: up to 2,000 {variant_id or profile_id, copies}. Repeating the call changes nothing more. Errors:
   permission_missing, lines_missing, lines_over_limit, product_not_found, exists_already, id_taken. */
select private.expose_rpc('record_label_print', 'Records a print job for the history.');

create function private.settle_label_print(id uuid, outcome text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('labels.printing.print');
  update public.label_prints p
  set outcome = coalesce(settle_label_print.outcome, p.outcome)
  where p.id = settle_label_print.id and p.created_by = auth.uid();
  perform private.raise_error_if(not found, 'not_found', 404);
end
$$;

/* Sets the outcome of a print job as reported by the print server: sent, done, failed, canceled, uncertain. Errors:
   permission_missing, not_found. */
select private.expose_rpc('settle_label_print', 'Sets the outcome of a print job.');

-- ── Invariants of this chapter ──

create view private.invariants_of_labels (rule, row_id) as
-- Fewer if goods were deleted since.
select 'a print has no more labels than it says', p.id::text
from public.label_prints p join public.label_print_lines l on l.print_id = p.id
group by p.id
having sum(l.copies) > p.labels;
