-- Stock: an append-only ledger of movements, and the stock levels, updated in the same transaction.
--
-- The order of locks for all functions that write documents and move goods; it prevents deadlocks:
--   1. the document: private.register_document_id for a new one, its row "for update" for a change; then, for sales
--      that come late, the open counts of their branches: private.lock_open_counts;
--   2. all products of the call at once: private.lock_products_shared, or private.lock_products_exclusive to change
--      them;
--   3. all levels of the call at once: private.lock_levels, or private.open_levels if nothing moves; a call that does
--      both locks them all together first;
--   4. the values of stock, in the order of variants: private.lock_values; a call that moves goods more than once, or
--      changes values besides, locks all of them first;
--   5. the sums of products, in private.move_stock (the sums of branches are never waited for);
--   6. the document's number last, since all documents of a branch share the counter. If the number is needed before
--      the goods move (an order received as it is saved), the levels are locked first.
-- A call goes through this list once; one that writes several documents takes each step for all of them before the
-- next.

-- References that must stop the deletion of a variant are "on delete restrict". Without it, Postgres also looks for a
-- new row with the same key, once for each deleted variant and reference.
create table public.stock_levels (
  id bigint generated always as identity primary key,
  variant_id uuid not null constraint stock_levels_variant_in_use references public.variants on delete restrict,
  branch_id uuid not null constraint stock_levels_branch_in_use references public.branches,
  stock_point_id uuid constraint stock_levels_stock_point_in_use references public.stock_points,
  quantity public.quantity not null default 0 constraint stock_levels_never_negative check (quantity >= 0),
  constraint stock_levels_place_unique unique nulls not distinct (variant_id, branch_id, stock_point_id)
) with (fillfactor = 80);
-- Free space in each page and no index on quantity let an update stay in its page without touching any index.
comment on table public.stock_levels is
  'On hand by variant, branch and stock point (empty: the shop floor). The sum of the movements, kept by '
  'private.move_stock and by nothing else.';
create index stock_levels_by_place on public.stock_levels (branch_id, stock_point_id, variant_id);
create index stock_levels_stock_point on public.stock_levels (stock_point_id) where stock_point_id is not null;

create table public.stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null constraint stock_movements_kind_known check (kind in (
    'opening', 'purchase', 'purchase_return', 'sale', 'sale_return', 'transfer_out', 'transfer_in', 'adjustment',
    'count', 'reversal')),
  variant_id uuid not null,
  branch_id uuid not null,
  stock_point_id uuid,
  quantity public.quantity not null constraint stock_movements_quantity_not_zero check (quantity <> 0),
  document_type text not null constraint stock_movements_document_known check (document_type in ('stock_entry', 'count',
    'transfer', 'receipt', 'purchase_return', 'sale')),
  document_id uuid not null,
  line_id uuid,
  value public.money_sum
);
-- No foreign keys: the level of the same variant and place, written first, has them. Here they would lock the variant's
-- and branch's rows again, contended by all tills.
comment on table public.stock_movements is
  'The ledger that explains every stock level: signed quantities, append-only, never back-dated.';
comment on column public.stock_movements.line_id is 'The line of the document, where it has lines.';
comment on column public.stock_movements.value is
  'What the pieces cost, signed as they are (private.value_moves); null for transfers, and where the cost was unknown.';
create index stock_movements_of_place on public.stock_movements (variant_id, branch_id, stock_point_id, id desc);
-- Rows are stored in order of time, and a rare person or kind occurs in few block ranges, so BRIN skips the others.
-- B-trees would be faster to search but written by every sale.
create index stock_movements_stretches on public.stock_movements
  using brin (at, actor_id uuid_bloom_ops, kind text_bloom_ops) with (autosummarize);
create index stock_movements_newest on public.stock_movements (branch_id, id desc);
create index stock_movements_of_document on public.stock_movements (document_type, document_id);
-- Few goods are sold by measure, so this index stays small and quickly shows whether a variant ever had a fraction.
create index stock_movements_fractions on public.stock_movements (variant_id) where quantity <> trunc(quantity);
create index stock_movements_stock_point on public.stock_movements (stock_point_id) where stock_point_id is not null;

-- value: what the pieces cost, signed as the quantity; null: as much as those that are there (private.value_moves).
create type private.stock_move as (
  variant_id uuid, branch_id uuid, stock_point_id uuid, quantity numeric, kind text, line_id uuid, document_id uuid,
  value numeric);
create function private.stock_move(
  variant_id uuid, branch_id uuid, stock_point_id uuid, quantity numeric default 0, kind text default null,
  line_id uuid default null, document_id uuid default null, value numeric default null) returns private.stock_move
  language sql immutable set search_path = ''
return row(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id, value)::private.stock_move;

-- ── What the stock cost ──

-- No foreign keys: the levels already guarantee that the variant exists.
create table private.stock_values (
  variant_id uuid primary key,
  quantity public.quantity_sum not null default 0,
  value public.money_sum constraint stock_values_never_negative check (value >= 0)
) with (fillfactor = 70);
comment on table private.stock_values is
  'The pieces of a variant in all branches and what they cost, kept by private.value_moves. The value is empty until '
  'goods came in at a cost: until then they are thought to cost the purchase price of the product.';

create table public.cost_differences (
  id uuid primary key default private.uuid_v7(),
  position bigint not null default nextval('public.stock_movements_id_seq'),
  at timestamptz not null default now(),
  kind text not null constraint cost_differences_kind_known check (kind in ('valued', 'invoiced', 'corrected')),
  variant_id uuid not null,
  branch_id uuid not null,
  business_day public.day not null,
  document_type text not null constraint cost_differences_document_known check (document_type in ('stock_entry',
    'count', 'purchase_order', 'receipt', 'purchase_return', 'sale')),
  document_id uuid not null,
  amount public.money_sum not null
);
comment on table public.cost_differences is
  'Changes of the value of stock without a movement, append-only. corrected: goods left at another cost than they are '
  'now known to have had; part of profit and loss. invoiced: received goods were invoiced at another price. '
  'valued: the pieces that were there when a cost became known.';
comment on column public.cost_differences.position is 'In one order with the ids of the movements.';
create index cost_differences_variant on public.cost_differences (variant_id);
create index cost_differences_day on public.cost_differences (branch_id, kind, business_day);

-- ── Sums of the levels, so that an overview need not add up millions of rows ──

/* Updates only ever add to a row, so its row lock is enough for concurrent documents. No foreign keys: the levels being
   summed already guarantee that product and branch exist. */
create table private.product_stock (
  product_id uuid not null,
  branch_id uuid not null,
  quantity public.quantity_sum not null,
  low_at public.quantity,
  low_pieces public.quantity_sum generated always as (case when quantity <= low_at then quantity end) stored,
  primary key (product_id, branch_id)
) with (fillfactor = 80);
comment on table private.product_stock is
  'On hand by product and branch: the sum of the levels, kept by private.move_stock.';
comment on column private.product_stock.low_at is
  'The product''s low-stock level while it counts here (private.low_stock_level_at); kept by a trigger of products.';
comment on column private.product_stock.low_pieces is
  'The pieces, where they are low, else empty: most moves then touch no index.';
create index product_stock_low on private.product_stock (branch_id, low_pieces, product_id)
  where low_pieces is not null;
create view private.low_stock as
select s.product_id, s.branch_id, s.low_pieces as pieces, s.low_at
from private.product_stock s
where s.low_pieces is not null;
comment on view private.low_stock is
  'The one definition of "low on stock": a product in a branch, at or below its low-stock level there.';

/* Several rows a branch, as many as there are concurrent writers: each adds to a row that nobody else has locked. With
   one row, all tills of the branch would wait for each other. */
create table private.branch_sums (
  id bigint generated always as identity primary key,
  branch_id uuid,
  pieces numeric not null,
  on_sale bigint not null,
  off_sale bigint not null
) with (fillfactor = 50);
create index branch_sums_of on private.branch_sums (branch_id);
comment on table private.branch_sums is
  'Pieces on hand, and how many products are on sale and off it, in parts that are added up: of a branch, or of '
  'products that all branches know. Kept by private.move_stock and triggers of products.';

create function private.add_to_branch(branch_id uuid, pieces numeric, on_sale bigint default 0,
  off_sale bigint default 0)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  free_row_id bigint;
begin
  select s.id into free_row_id
  from private.branch_sums s
  where s.branch_id = add_to_branch.branch_id or s.branch_id is null and add_to_branch.branch_id is null
  limit 1 for update skip locked;
  update private.branch_sums s
  set pieces = s.pieces + add_to_branch.pieces, on_sale = s.on_sale + add_to_branch.on_sale,
    off_sale = s.off_sale + add_to_branch.off_sale
  where s.id = free_row_id;
  if not found then
    insert into private.branch_sums (branch_id, pieces, on_sale, off_sale)
    values (add_to_branch.branch_id, add_to_branch.pieces, add_to_branch.on_sale, add_to_branch.off_sale);
  end if;
end
$$;

/* The number of products visible to these branches; is_active null counts both active and inactive ones. */
create function private.count_of_products(reach uuid[], is_active boolean) returns bigint
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(case when is_active is distinct from false then s.on_sale else 0 end
      + case when is_active is distinct from true then s.off_sale else 0 end), 0)
    from private.branch_sums s where s.branch_id is null or s.branch_id = any (reach));
end
$$;

/* No index can find products out of stock in all branches that a person may view, since everyone views different ones;
   a scan of these short rows can. At most 256 branches, by measurement: with 500,000 products, 1,024 bits took half as
   long again and twice the space, and arrays of 25 branch numbers took six times as long. Growing bit strings later
   would rewrite every row under a lock. */
create table private.branch_bits (
  branch_id uuid primary key constraint branch_bits_branch_exists references public.branches on delete cascade,
  bit bit(256) not null constraint branch_bits_bit_unique unique
);
comment on table private.branch_bits is 'The bit that represents a branch in product_branches.';
create table private.product_branches (
  product_id uuid primary key,
  in_stock bit(256) not null default 0::bit(256)
);
comment on table private.product_branches is
  'The branches that have any stock of a product: a row for each, added and removed with the stock by '
  'private.move_stock.';

create function private.assign_branch_bit() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.branch_bits in share row exclusive mode;
  insert into private.branch_bits (branch_id, bit)
  select new.id, b.bit
  from generate_series(0, 255) n cross join lateral (select set_bit(0::bit(256), n, 1) as bit) b
  where not exists (select from private.branch_bits x where x.bit = b.bit)
  order by n
  limit 1;
  perform private.raise_error_if(not found, 'too_many_branches', 409, '{"max": 256}');
  return null;
end
$$;
create trigger give_branch_bit after insert on public.branches
  for each row
  execute function private.assign_branch_bit();

create function private.maintain_product_stats() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_branches (product_id) select t.id from touched t;
    perform private.add_to_branch(t.branch_id, 0, sum(t.active::integer), sum((not t.active)::integer))
    from touched t
    group by t.branch_id;
  else
    delete from private.product_branches b using touched t where b.product_id = t.id;
    perform private.add_to_branch(t.branch_id, 0, -sum(t.active::integer), -sum((not t.active)::integer))
    from touched t
    group by t.branch_id;
  end if;
  return null;
end
$$;
create trigger begin_product after insert on public.products referencing new table as touched
  for each statement execute function private.maintain_product_stats();
create trigger end_product after delete on public.products referencing old table as touched
  for each statement execute function private.maintain_product_stats();

/* The quantity at or below which a product is low in a branch; null if it is inactive or limited to another branch. */
create function private.low_stock_level_at(product public.products, branch_id uuid) returns public.quantity
  language plpgsql immutable set search_path = ''
as $$
begin
  return case when product.active
    and (product.branch_id is null or product.branch_id = low_stock_level_at.branch_id) then
      product.low_stock_level end;
end
$$;

create function private.update_product_levels() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_branch(x.branch_id, 0, sum(x.n * x.active::integer), sum(x.n * (not x.active)::integer))
  from (select branch_id, active, 1 as n from added union all select branch_id, active, -1 from removed) x
  group by x.branch_id
  having (sum(x.n * x.active::integer), sum(x.n)) <> (0, 0);
  update private.product_stock s set low_at = private.low_stock_level_at(a, s.branch_id)
  from added a join removed r on r.id = a.id
  where (a.active, a.branch_id, a.low_stock_level) is distinct from (r.active, r.branch_id, r.low_stock_level)
    and s.product_id = a.id and s.low_at is distinct from private.low_stock_level_at(a, s.branch_id);
  return null;
end
$$;
create trigger update_product_levels after update on public.products referencing new table as added old table as removed
  for each statement execute function private.update_product_levels();

/* Adds movements to the sums. The products are locked already, so no low-stock level changes meanwhile. */
create function private.add_to_sums(moves private.stock_move[]) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  sums private.product_stock[];
begin
  with updated as (
    insert into private.product_stock as s (product_id, branch_id, quantity, low_at)
    select p.id, m.branch_id, sum(m.quantity), private.low_stock_level_at(p, m.branch_id)
    from unnest(moves) m
    join public.variants v on v.id = m.variant_id
    join public.products p on p.id = v.product_id
    group by p.id, m.branch_id
    having sum(m.quantity) <> 0
    order by p.id, m.branch_id
    on conflict (product_id, branch_id) do update set quantity = s.quantity + excluded.quantity
    returning s.*)
  -- Sums that may have come from or reached zero: at most the quantity added.
  select array_agg(row(u.*)::private.product_stock) into sums
  from updated u
  where u.quantity <= (select coalesce(sum(m.quantity) filter (where m.quantity > 0), 0) from unnest(moves) m);

  -- A separate statement, since only after locking these sums does it see concurrent changes to them. Unchanged rows
  -- are not locked, so that branches do not wait for each other.
  if sums is not null then
    update private.product_branches t set in_stock = (t.in_stock | c.now_in) & ~c.now_out
    from (
      select x.product_id, c.now_in, c.now_out
      from (
        select s.product_id, coalesce(bit_or(b.bit) filter (where s.quantity > 0), 0::bit(256)) as now_in,
          coalesce(bit_or(b.bit) filter (where s.quantity <= 0), 0::bit(256)) as now_out
        from unnest(sums) s join private.branch_bits b on b.branch_id = s.branch_id
        group by 1) c
      join private.product_branches x on x.product_id = c.product_id
      where x.in_stock <> (x.in_stock | c.now_in) & ~c.now_out
      order by 1
      for update of x) c
    where t.product_id = c.product_id;
  end if;

  perform private.add_to_branch(m.branch_id, sum(m.quantity))
  from unnest(moves) m
  group by m.branch_id
  having sum(m.quantity) <> 0;
end
$$;

/* Locks the levels of these places, creating missing ones. New and existing rows are locked in one ordered pass;
   locking them separately could deadlock with a call that creates a level first. */
create function private.lock_levels(places private.stock_move[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.stock_levels as l (variant_id, branch_id, stock_point_id)
  select distinct m.variant_id, m.branch_id, m.stock_point_id
  from unnest(places) m
  order by 1, 2, 3
  -- `where false`: locks the row without writing it.
  on conflict on constraint stock_levels_place_unique do update set quantity = l.quantity where false;
end
$$;

/* Creates the levels of places where goods are expected, so that they are listed with nothing on hand. Locks only new
   rows: if goods move in the same call, private.lock_levels runs first and includes these places. */
create function private.open_levels(places private.stock_move[]) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.stock_levels (variant_id, branch_id, stock_point_id)
  select distinct m.variant_id, m.branch_id, m.stock_point_id
  from unnest(places) m
  order by 1, 2, 3
  on conflict do nothing
$$;

/* Refuses an inactive branch or stock point: nothing new is booked there, and goods may leave it, but not arrive.
   as_of: when it was done, if it arrives late: then it must have been active. Each call checks this after looking for
   its own first result, so that a repeated call is answered although the place was closed since. Error: 409
   place_closed {place, place_ar, field}. */
create function private.require_open_place(branch_id uuid, stock_point_id uuid, field text,
  as_of timestamptz default null)
  returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('place_closed', 409,
    jsonb_strip_nulls(jsonb_build_object('place', p.name, 'place_ar', p.name_ar, 'field', require_open_place.field)))
  from (
    select b.name, b.name_ar
    from public.branches b
    where b.id = require_open_place.branch_id and not b.active and not private.was_active(b.id, 'branches', as_of)
    union all
    select s.name, s.name_ar
    from public.stock_points s
    where s.id = require_open_place.stock_point_id and not s.active
      and not private.was_active(s.id, 'stock_points', as_of)) p
  limit 1;
end
$$;

/* Refuses products that are limited to another branch, since nobody here could count them. Errors: 409
   product_kept_by_branch {product?, branch?}, named only if the caller may view that branch. */
create function private.require_products_known_at(branch_id uuid, variant_ids uuid[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('product_kept_by_branch', 409, case when b.id = any (private.branch_ids('view'))
    then jsonb_build_object('product', p.name, 'product_ar', p.name_ar, 'branch', b.name, 'branch_ar', b.name_ar)
      else '{}' end)
  from public.variants v
  join public.products p on p.id = v.product_id
  join public.branches b on b.id = p.branch_id
  where v.id = any (variant_ids) and p.branch_id <> require_products_known_at.branch_id
  order by b.id = any (private.branch_ids('view')) desc
  limit 1;
end
$$;

/* Refuses fractions of goods sold in whole pieces: 400 pieces_not_whole {field, lines: [{variant names, line,
   quantity}], and the first line's keys}. lines: [{variant_id, quantity}] as sent; goods invisible to the caller are
   left to other checks. Called for every quantity that a person enters, while the products are locked
   (private.lock_products_shared), so that by_measure cannot be switched off meanwhile. */
create function private.require_whole_pieces(lines jsonb, field text default 'lines') returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('pieces_not_whole', 400,
    l.words -> 0 || jsonb_build_object('field', require_whole_pieces.field, 'lines', l.words))
  from (
    select jsonb_agg(private.variant_words(x.variant_id) || jsonb_build_object('line', x.line, 'quantity', x.quantity)
      order by x.line) as words
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric)) with ordinality x(variant_id,
      quantity, line)
    join public.variants v on v.id = x.variant_id
    join public.products p on p.id = v.product_id and not p.by_measure
      and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
    where x.quantity <> trunc(x.quantity)) l
  where l.words is not null;
end
$$;

/* Whether the product ever had a fractional quantity: moved, ordered, transferred or counted. Levels, sales and
   receipts are covered by their movements. */
create function private.has_fractions(product_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.variants v
    where v.product_id = has_fractions.product_id
      and (exists (select from public.stock_movements m where m.variant_id = v.id and m.quantity <> trunc(m.quantity))
        or exists (select from public.purchase_items i where i.variant_id = v.id and i.quantity <> trunc(i.quantity))
        or exists (select from public.transfer_items i where i.variant_id = v.id and i.quantity <> trunc(i.quantity))
        or exists (
          select
          from private.stock_count_lines l
          join private.stock_count_tallies t on t.line_id = l.id
          where l.variant_id = v.id and t.quantity <> trunc(t.quantity))));
end
$$;

/* A product with any fractional quantity stays sold by measure. Error: 409 product_has_fractions {product, product_ar,
   field}. */
create function private.keep_measure() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(private.has_fractions(new.id), 'product_has_fractions', 409,
    jsonb_strip_nulls(jsonb_build_object('product', new.name, 'product_ar', new.name_ar, 'field', 'by_measure')));
  return null;
end
$$;
create trigger keep_measure after update of by_measure on public.products for each row
  when (old.by_measure and not new.by_measure) execute function private.keep_measure();

/* Refuses lines with unknown or invisible goods, with a zero quantity, or a negative one unless the lines are
   differences: 400 line_invalid {field}; a repeated variant: the error code `twice`; and fractions of pieces
   (private.require_whole_pieces). */
create function private.require_stock_lines(lines jsonb, differences boolean, twice text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach uuid[] := private.branch_ids('view');
begin
  perform private.raise_error_if(exists (
    select
    from jsonb_to_recordset(lines) x(variant_id uuid, quantity numeric)
    left join public.variants v on v.id = x.variant_id
    left join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = any (reach))
    where p.id is null or coalesce(x.quantity, 0) = 0 or (x.quantity < 0 and not differences)
      or x.quantity <> round(x.quantity, 3)),
    'line_invalid', 400, '{"field": "lines"}');
  perform private.raise_error_if((
    select count(distinct x.variant_id) <> count(*)
    from jsonb_to_recordset(lines) x(variant_id uuid)),
    twice, 400, '{"field": "lines"}');
  perform private.require_whole_pieces(lines);
end
$$;

/* Refuses movements that would make a level negative: 409 stock_short {lines: [{variant_id, product, product_ar, color,
   color_ar, size, size_ar, branch, needs, has}]}; has is absent if the caller may not view stock in that branch. */
create function private.require_stock(moves private.stock_move[]) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  short constant private.stock_move[] := array(
    select private.stock_move(c.variant_id, c.branch_id, c.stock_point_id, quantity => c.quantity)
    from (
      select m.variant_id, m.branch_id, m.stock_point_id, sum(m.quantity) as quantity
      from unnest(moves) m
      group by 1, 2, 3
      having sum(m.quantity) < 0) c
    join public.stock_levels l on l.variant_id = c.variant_id and l.branch_id = c.branch_id
      and l.stock_point_id is not distinct from c.stock_point_id
    where l.quantity + c.quantity < 0);
begin
  if short <> '{}' then
    perform private.raise_error('stock_short', 409,
      jsonb_build_object('lines', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'variant_id', c.variant_id, 'product', n.product, 'product_ar', n.product_ar,
      'color', n.color, 'color_ar', n.color_ar, 'size', n.size, 'size_ar', n.size_ar,
      'branch', b.name, 'branch_ar', b.name_ar, 'needs', -c.quantity,
      'has', case when private.can('inventory.stock.view')
        and c.branch_id = any (private.branch_ids('view')) then l.quantity end))
        order by n.product, n.color nulls first, n.size_position nulls first, n.size)))
    from unnest(short) c
    join public.stock_levels l on l.variant_id = c.variant_id and l.branch_id = c.branch_id
      and l.stock_point_id is not distinct from c.stock_point_id
    join public.variant_names n on n.variant_id = c.variant_id
    join public.branches b on b.id = c.branch_id;
  end if;
end
$$;

/* Locks the values of the moved variants in order, creating missing ones. */
create function private.lock_values(moves private.stock_move[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.stock_values as v (variant_id)
  select distinct m.variant_id
  from unnest(moves) m
  order by 1
  -- As in private.lock_levels.
  on conflict (variant_id) do update set quantity = v.quantity where false;
end
$$;

/* The one function for what goods cost. Answers the moves with their values and keeps private.stock_values and the
   averages. A piece leaves at the average, value by piece, and the last ones take all that is left, so that no fraction
   of a cent remains. Goods that come in at a stated cost add it to the value; those without one come in at the average.
   A stated cost may also leave, such as that of an undone receipt. If what is left would then be worth less than
   nothing, or something without a piece, the difference is written to public.cost_differences: earlier sales left at
   another cost.
   Until goods come in at a stated cost, moves are valued at the product's purchase price, or not at all, and the value
   of stock stays unknown. document_id: as in private.move_stock. */
create function private.value_moves(moves private.stock_move[], document_type text, document_id uuid)
  returns private.stock_move[]
  -- A plan kept from the time of few goods would read all of them.
  language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  decimals constant integer := private.currency_decimals();
  answer private.stock_move[] := moves;
  move record;
  pieces numeric;
  worth numeric;
  average numeric;
  price numeric;
  amount numeric;
  difference numeric;
begin
  perform private.lock_values(moves);
  for move in
    select m.*, v.quantity as quantity_before, v.value as value_before, a.average_cost, p.purchase_price,
      row_number() over of_variant = 1 as is_first, lead(m.ordinal) over of_variant is null as is_last
    from unnest(moves) with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id,
      value, ordinal)
    join private.stock_values v on v.variant_id = m.variant_id
    join public.variants x on x.id = m.variant_id
    left join public.variant_costs a on a.variant_id = m.variant_id
    left join public.product_costs p on p.product_id = x.product_id
    window of_variant as (partition by m.variant_id order by m.ordinal)
    order by m.variant_id, m.ordinal
  loop
    if move.is_first then
      pieces := move.quantity_before;
      worth := move.value_before;
      average := move.average_cost;
      price := move.purchase_price;
    end if;
    if worth is null and move.quantity > 0 and move.value is not null
      and document_type in ('receipt', 'stock_entry') then
      average := coalesce(price, move.value / move.quantity);
      worth := round(pieces * average, decimals);
      insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id,
        amount)
      select 'valued', move.variant_id, move.branch_id, private.branch_today(move.branch_id), value_moves.document_type,
        coalesce(move.document_id, value_moves.document_id), worth - s.total
      from (
        select coalesce((
            select sum(m.value) from public.stock_movements m where m.variant_id = move.variant_id), 0)
          + coalesce((
            select sum(d.amount) from public.cost_differences d where d.variant_id = move.variant_id), 0) as total) s
      where worth <> s.total;
    end if;
    if worth is null then
      amount := coalesce(move.value, round(move.quantity * price, decimals));
    else
      amount := coalesce(move.value, case
        when pieces + move.quantity = 0 then -worth
        when pieces > 0 then round(move.quantity * worth / pieces, decimals)
        else round(move.quantity * average, decimals) end);
      difference := case
        when pieces + move.quantity = 0 then -(worth + amount)
        when worth + amount < 0 then round((pieces + move.quantity) * worth / nullif(pieces, 0), decimals)
          - (worth + amount)
        else 0 end;
      if difference <> 0 then
        insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id,
          amount)
        values ('corrected', move.variant_id, move.branch_id, private.branch_today(move.branch_id),
          value_moves.document_type, coalesce(move.document_id, value_moves.document_id), difference);
      end if;
      worth := worth + amount + difference;
    end if;
    pieces := pieces + move.quantity;
    answer[move.ordinal].value := amount;
    if move.is_last then
      update private.stock_values v set quantity = pieces, value = worth where v.variant_id = move.variant_id;
      if worth is not null then
        average := case when pieces > 0 then round(worth / pieces, 10) else average end;
        if move.average_cost is null then
          insert into public.variant_costs (variant_id, average_cost) values (move.variant_id, average);
        elsif move.average_cost <> average then
          update public.variant_costs a set average_cost = average where a.variant_id = move.variant_id;
        end if;
      end if;
    end if;
  end loop;
  return answer;
end
$$;

/* Corrects what the pieces of a variant cost; their values are locked. The difference from their value so far is part
   of profit and loss. */
create function private.correct_value(variant_id uuid, worth numeric, branch_id uuid, document_type text,
  document_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
begin
  insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
  select 'corrected', variant_id, branch_id, private.branch_today(branch_id), document_type, document_id,
    worth - v.value
  from private.stock_values v
  where v.variant_id = correct_value.variant_id and v.value <> worth;
  if found then
    update private.stock_values v set value = worth where v.variant_id = correct_value.variant_id;
    update public.variant_costs a set average_cost = round(worth / v.quantity, 10)
    from private.stock_values v
    where v.variant_id = correct_value.variant_id and v.quantity > 0 and a.variant_id = v.variant_id;
  end if;
end
$$;

/* The only writer of stock. Locks the levels in order, refuses the whole call if any would become negative, then writes
   levels, sums, values and movements, each in one statement. Answers the moves with their values; transfers have none.
   document_id: null if each move names its own. A move of the kind count belongs to a count, whatever else moves.
   Errors: 409 product_kept_by_branch {product, branch} if goods would enter a branch that does not carry the product;
   409 place_closed {place} if they would enter an inactive place (adjustments and counts may, and goods that customers
   bring back, since private.write_sale asks about the moment of the return); those of private.require_stock. */
create function private.move_stock(moves private.stock_move[], document_type text, document_id uuid)
  returns private.stock_move[]
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_products_shared(array(select m.variant_id from unnest(moves) m));
  if exists (select from unnest(moves) m where m.quantity > 0) then
    perform private.require_products_known_at(m.branch_id, array_agg(m.variant_id))
    from unnest(moves) m
    -- A count that a late sale corrects only makes up for the goods of that sale.
    where m.quantity > 0 and (m.kind <> 'count' or document_type = 'count')
    group by m.branch_id;
    perform private.require_open_place(p.branch_id, p.stock_point_id, null)
    from (
      select distinct m.branch_id, m.stock_point_id
      from unnest(moves) m
      where m.quantity > 0
        and m.kind not in ('adjustment', 'count', 'sale_return')) p;
  end if;

  if not exists (select from unnest(moves) m where m.quantity < 0) then
    -- Incoming goods cannot run short: one statement creates or increases each level, in lock order.
    insert into public.stock_levels as l (variant_id, branch_id, stock_point_id, quantity)
    select m.variant_id, m.branch_id, m.stock_point_id, sum(m.quantity)
    from unnest(moves) m
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict on constraint stock_levels_place_unique do update set quantity = l.quantity + excluded.quantity;
  else
    perform private.lock_levels(moves);

    perform private.require_stock(moves);
    update public.stock_levels l set quantity = l.quantity + c.quantity
    from (
      select m.variant_id, m.branch_id, m.stock_point_id, sum(m.quantity) as quantity
      from unnest(moves) m
      group by 1, 2, 3) c
    where l.variant_id = c.variant_id and l.branch_id = c.branch_id
      and l.stock_point_id is not distinct from c.stock_point_id;
  end if;

  if document_type <> 'transfer' then
    moves := private.value_moves(moves, document_type, document_id);
  end if;
  perform private.add_to_sums(moves);

  insert into public.stock_movements (actor_id, kind, variant_id, branch_id, stock_point_id, quantity, document_type,
    document_id, line_id, value)
  select (select auth.uid()), m.kind, m.variant_id, m.branch_id, m.stock_point_id, m.quantity,
    case when m.kind = 'count' then 'count' else move_stock.document_type end,
    coalesce(m.document_id, move_stock.document_id), m.line_id, m.value
  from unnest(moves) with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id,
    value, ordinal)
  order by m.ordinal;
  return moves;
end
$$;

-- ── Days and numbers of documents ──

/* The branch's business day now or at a given moment. Documents store theirs, so a later change of the branch's hours
   does not move them. */
create function private.branch_today(branch_id uuid, at timestamptz default now()) returns date
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select (branch_today.at at time zone b.time_zone - make_interval(hours => b.day_start))::date
    from public.branches b
    where b.id = branch_today.branch_id);
end
$$;

create table private.document_numbers (
  kind text not null,
  code text not null,
  year integer not null,
  last integer not null,
  primary key (kind, code, year)
);
comment on table private.document_numbers is
  'The last number of each kind and year, without gaps. By the branch''s code, not its id: a code that moves to '
  'another branch continues its series and repeats no number.';

/* Consecutive numbers such as TR-ZAM-2026-0148, or of a series in the branch, such as a till's: SA-ZAM-1-2026-0148;
   they grow beyond four digits when needed. The counter's row is locked until commit: no gaps and no repeats. day:
   determines the year; today by default. */
create function private.next_numbers(kind text, branch_id uuid, count integer, series text default null,
  day date default null) returns text[]
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  branch public.branches;
  this_year integer;
  highest integer;
begin
  select * into branch from public.branches b where b.id = next_numbers.branch_id;
  branch.code := concat_ws('-', branch.code, series);
  this_year := extract(year from coalesce(next_numbers.day, private.branch_today(branch.id)));
  insert into private.document_numbers (kind, code, year, last)
  values (next_numbers.kind, branch.code, this_year, next_numbers.count)
  on conflict (kind, code, year) do update set last = document_numbers.last + next_numbers.count
  returning last into highest;
  return array(
    select format('%s-%s-%s-%s', next_numbers.kind, branch.code, this_year,
      lpad(n::text, greatest(4, length(n::text)), '0'))
    from generate_series(highest - next_numbers.count + 1, highest) n);
end
$$;

create function private.next_number(kind text, branch_id uuid, series text default null, day date default null)
  returns text
  language plpgsql security definer set search_path = ''
as $$
begin
  return (private.next_numbers(kind, branch_id, 1, series, day))[1];
end
$$;

/* The answer of calls that change a document, without amounts of money: {id, number, version, status}, and for an order
   {receipt_state}. */
create function private.document_summary(document anyelement) returns jsonb
  language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(d.key, d.value)
    from jsonb_each(to_jsonb(document)) d
    where d.key in ('id', 'number', 'version', 'status', 'receipt_state'));
end
$$;

-- ── Stock entries: opening stock and adjustments, written by people ──

create table public.stock_entries (
  like private.record_template including all,
  number text not null constraint stock_entries_number_unique unique,
  kind text not null constraint stock_entries_kind_known check (kind in ('opening', 'adjustment')),
  branch_id uuid not null constraint stock_entries_branch_in_use references public.branches,
  stock_point_id uuid constraint stock_entries_stock_point_in_use references public.stock_points,
  reason text constraint stock_entries_reason_known check (
    reason in ('correction', 'count', 'damaged', 'loss', 'promotion', 'return_to_stock', 'other')),
  note public.long_text,
  business_day public.day not null,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(note, ''))) stored,
  constraint stock_entries_adjustment_has_reason check (kind = 'opening' or reason is not null)
);
create index stock_entries_newest on public.stock_entries (branch_id, created_at desc, id desc);
create index stock_entries_search on public.stock_entries using gin (search extensions.gin_trgm_ops);
create index stock_entries_stock_point on public.stock_entries (stock_point_id);
comment on column public.stock_entries.business_day is
  'The day it counts to: the branch''s, by its time zone and the hour its day starts, when it was written.';
comment on table public.stock_entries is
  'A person put goods in or took them out by hand: opening stock, or an adjustment with its reason. Its lines are its '
  'movements.';

/* Posts opening stock or an adjustment; repeating the call changes nothing more.
   lines: [{variant_id, quantity, unit_cost?}]. 'opening': the quantity to add and, with permission to view costs, the
   cost of one piece, if no order has determined it. 'adjustment': the signed difference.
   Answers {id, number, pieces}. Errors: permission_missing, branch_not_found, branch_view_only, id_missing, id_taken,
   entry_not_found, exists_already {version, number}, lines_missing, lines_over_limit {max}, line_invalid,
   pieces_not_whole {lines}, stock_short, cost_is_known {variant names}. */
create function private.post_stock_entry(
  id uuid, kind text, branch_id uuid, lines jsonb, stock_point_id uuid default null, reason text default null,
    note text default null)
    returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  entry public.stock_entries;
  costs jsonb;
begin
  perform private.require_permission('inventory.stock.adjust');
  perform private.require_branch(branch_id);
  perform private.raise_error_if(kind is distinct from 'opening' and kind is distinct from 'adjustment',
    'value_invalid', 400, '{"field": "kind"}');
  perform private.require_lines(lines, 5000,
    '{"variant_id": "uuid", "quantity": "public.quantity", "unit_cost": "public.money"}');
  costs := (
    select jsonb_object_agg(x.variant_id, x.unit_cost)
    from jsonb_to_recordset(lines) x(variant_id uuid, unit_cost numeric)
    where x.variant_id is not null
      and x.unit_cost is not null);
  if costs is not null then
    perform private.require_permission('inventory.costs.view');
    perform private.raise_error_if(
      kind <> 'opening'
        or exists (
          select from jsonb_each_text(costs) c
          where c.value::numeric < 0 or c.value::numeric <> round(c.value::numeric, 4)),
      'line_invalid', 400, '{"field": "lines"}');
  end if;
  perform private.register_document_id(id, 'stock_entry');
  select * into entry from public.stock_entries e where e.id = post_stock_entry.id;
  if entry.id is null then
    perform private.lock_products_shared(array(select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid)));
    perform private.require_stock_lines(lines, kind = 'adjustment', 'line_invalid');
    perform private.move_stock(array(
      select private.stock_move(x.variant_id, branch_id, stock_point_id, quantity => x.quantity, kind => kind,
        value => round(x.quantity * x.unit_cost, private.currency_decimals()))
      from jsonb_to_recordset(lines) x(variant_id uuid, quantity numeric, unit_cost numeric)), 'stock_entry', id);
    insert into public.stock_entries (id, number, kind, branch_id, stock_point_id, reason, note, business_day)
    values (id, private.next_number('SE', branch_id), kind, branch_id, stock_point_id, reason, nullif(btrim(note), ''),
      private.branch_today(branch_id))
    returning * into entry;
    perform private.write_opening_costs(id, costs) where costs is not null;
  else
    perform private.require_same_content(entry.created_by, entry.number, entry.version, 'entry_not_found',
      (entry.kind, entry.branch_id, entry.stock_point_id, entry.reason, entry.note::text)
        is not distinct from (kind, branch_id, stock_point_id, reason, nullif(btrim(note), ''))
      and private.plain_lines(lines) = (
        select jsonb_agg(jsonb_build_object('variant_id', m.variant_id, 'quantity', m.quantity) order by m.id)
        from public.stock_movements m where m.document_type = 'stock_entry' and m.document_id = entry.id)
      and costs is not distinct from (
        select jsonb_object_agg(k.variant_id, k.unit_cost)
        from public.stock_entry_costs k
        where k.stock_entry_id = entry.id));
  end if;
  return jsonb_build_object('id', entry.id, 'number', entry.number, 'pieces', (
    select coalesce(sum(m.quantity), 0)
    from public.stock_movements m
    where m.document_type = 'stock_entry' and m.document_id = entry.id));
end
$$;

select private.expose_rpc('post_stock_entry',
  'Writes opening stock or an adjustment; the same id sent again changes nothing more.');

-- Readable with permission to view stock in the branch; not writable through the API, not even by the owner.
select private.allow_read('public.stock_levels', 'those who may view stock read the levels of their branches',
  'inventory.stock.view');
select private.allow_read('public.stock_movements', 'those who may view stock read the movements of their branches',
  'inventory.stock.view', hidden => '{value}');
select private.allow_read('public.cost_differences',
  'those who may view costs read the cost differences of their branches', 'inventory.costs.view');
select private.allow_read('public.stock_entries', 'those who may view stock read the entries of their branches',
  'inventory.stock.view');
select private.enable_audit('public.stock_entries', 'inventory.stock', 'branch_id');

-- ── Invariants of this chapter ──

create view private.invariants_of_stock (rule, row_id) as
select 'level is the sum of its movements', coalesce(l.id::text, m.variant_id::text)
from public.stock_levels l
full join (
  select variant_id, branch_id, stock_point_id, sum(quantity) as quantity
  from public.stock_movements
  group by 1, 2, 3) m
  on m.variant_id = l.variant_id and m.branch_id = l.branch_id
    and m.stock_point_id is not distinct from l.stock_point_id
-- The full join also finds movements without a level, for which no foreign key ensures that variant and place exist.
where l.quantity is distinct from coalesce(m.quantity, 0)
union all
select 'stock value counts all pieces', coalesce(v.variant_id, l.variant_id)::text
from private.stock_values v
full join (
  select l.variant_id, sum(l.quantity) as quantity from public.stock_levels l group by 1) l
  on l.variant_id = v.variant_id
where coalesce(v.quantity, 0) <> coalesce(l.quantity, 0)
union all
select 'stock value is what came in less what left, and the differences', v.variant_id::text
from private.stock_values v
left join (select m.variant_id, sum(m.value) as value from public.stock_movements m group by 1) m
  on m.variant_id = v.variant_id
left join (select d.variant_id, sum(d.amount) as amount from public.cost_differences d group by 1) d
  on d.variant_id = v.variant_id
where v.value <> coalesce(m.value, 0) + coalesce(d.amount, 0) or v.quantity = 0 and v.value <> 0
union all
select 'average cost is the value by piece', coalesce(v.variant_id, a.variant_id)::text
from (select * from private.stock_values where value is not null) v
full join public.variant_costs a on a.variant_id = v.variant_id
where v.variant_id is null or a.variant_id is null
   or v.quantity > 0 and a.average_cost <> round(v.value / v.quantity, 10)
union all
select 'fractions are only of products sold by measure', p.id::text
from public.products p
where not p.by_measure and private.has_fractions(p.id)
union all
select 'level is not negative', id::text from public.stock_levels where quantity < 0
union all
select 'product stock is the sum of its levels', coalesce(s.product_id, l.product_id)::text
from private.product_stock s
full join (
  select v.product_id, l.branch_id, sum(l.quantity) as quantity
  from public.stock_levels l join public.variants v on v.id = l.variant_id
  group by 1, 2) l on l.product_id = s.product_id and l.branch_id = s.branch_id
where l.product_id is null or coalesce(s.quantity, 0) <> l.quantity
union all
select 'product knows the branches that have it', coalesce(p.id, t.product_id)::text
from public.products p
full join private.product_branches t on t.product_id = p.id
left join (
  select s.product_id, bit_or(b.bit) as in_stock
  from private.product_stock s left join private.branch_bits b on b.branch_id = s.branch_id
  where s.quantity > 0
  group by 1) s on s.product_id = p.id
where p.id is null or t.in_stock is distinct from coalesce(s.in_stock, 0::bit(256))
union all
select 'branch has its bit', b.id::text
from public.branches b left join private.branch_bits x on x.branch_id = b.id
where x.bit is null or bit_count(x.bit) <> 1
union all
select 'low stock follows the product', s.product_id::text
from private.product_stock s join public.products p on p.id = s.product_id
where s.low_at is distinct from private.low_stock_level_at(p, s.branch_id)
union all
select 'branch sums add up', coalesce(x.branch_id::text, 'all')
from (
  select branch_id, pieces, on_sale, off_sale from private.branch_sums
  union all
  select branch_id, -quantity, 0, 0 from public.stock_levels
  union all
  select branch_id, 0, -active::integer, -(not active)::integer from public.products) x
group by x.branch_id
having (sum(x.pieces), sum(x.on_sale), sum(x.off_sale)) <> (0, 0, 0)
union all
select 'product kept by a branch has stock there only', l.id::text
from public.products p
join public.variants v on v.product_id = p.id
join public.stock_levels l on l.variant_id = v.id
where l.branch_id <> p.branch_id and l.quantity > 0;
