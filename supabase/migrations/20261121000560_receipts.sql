-- Receipts: deliveries of an order's goods and their effect on the moving average; also the cost of opening stock.

create table public.receipts (
  like private.record_template including all,
  number text not null constraint receipts_number_unique unique,
  purchase_order_id uuid not null constraint receipts_order_in_use references public.purchase_orders,
  branch_id uuid not null constraint receipts_branch_in_use references public.branches,
  stock_point_id uuid constraint receipts_stock_point_in_use references public.stock_points,
  business_day public.day not null,
  note public.long_text,
  undone_at timestamptz,
  undone_by uuid,
  undo_reason public.short_text,
  constraint receipts_undone_has_its_reason check ((undone_at is null) = (undo_reason is null))
);
comment on table public.receipts is
  'A delivery of goods of one order to its branch; if it is undone, it has counter-movements.';
comment on column public.receipts.business_day is 'The branch''s business day at creation; it never changes.';
create index receipts_order on public.receipts (purchase_order_id, created_at, id);
create index receipts_branch on public.receipts (branch_id, created_at desc, id desc);
create index receipts_stock_point on public.receipts (stock_point_id);

create table public.receipt_items (
  id uuid primary key default private.uuid_v7(),
  receipt_id uuid not null constraint receipt_items_receipt_exists references public.receipts on delete cascade,
  position integer not null,
  variant_id uuid not null constraint receipt_items_variant_in_use references public.variants on delete restrict,
  quantity public.quantity not null constraint receipt_items_quantity_positive check (quantity > 0),
  constraint receipt_items_variant_unique unique (receipt_id, variant_id)
);
comment on table public.receipt_items is 'The received quantities: each variant of the order once.';
create index receipt_items_variant on public.receipt_items (variant_id);

create table public.receipt_item_costs (
  receipt_item_id uuid primary key constraint receipt_item_costs_item_exists references public.receipt_items
    on delete cascade,
  sequence bigint generated always as identity,
  total public.money not null constraint receipt_item_costs_total_not_negative check (total >= 0),
  unit_cost public.money not null,
  on_hand_before public.quantity_sum not null,
  average_before public.money,
  average_after public.money not null,
  is_first boolean not null
);
comment on table public.receipt_item_costs is
  'The frozen cost of a receipt''s line and its effect on the moving average. Apart, behind inventory.costs.view.';
comment on column public.receipt_item_costs.sequence is 'The order in which receipts changed an average.';
comment on column public.receipt_item_costs.total is
  'Net of the line''s discount, without tax: a share of the value of the order line''s outstanding quantity.';
comment on column public.receipt_item_costs.unit_cost is 'The total by piece, rounded.';
comment on column public.receipt_item_costs.on_hand_before is
  'The stock of all branches before it, without the goods of receipts undone since.';
comment on column public.receipt_item_costs.average_before is
  'The average, or before the first receipt the purchase price; null if neither was known.';
comment on column public.receipt_item_costs.is_first is 'There was no average before it.';

create table public.stock_entry_costs (
  stock_entry_id uuid not null constraint stock_entry_costs_entry_exists references public.stock_entries
    on delete cascade,
  variant_id uuid not null constraint stock_entry_costs_variant_in_use references public.variants on delete restrict,
  sequence bigint generated always as identity,
  unit_cost public.money not null constraint stock_entry_costs_unit_cost_not_negative check (unit_cost >= 0),
  average_after public.money not null,
  primary key (stock_entry_id, variant_id)
);
comment on table public.stock_entry_costs is
  'The cost of one piece of opening stock, if entered, and the resulting average. Apart, behind '
  'inventory.costs.view.';
comment on column public.stock_entry_costs.sequence is 'The order in which opening stock changed an average.';

-- Private, since the entry itself can be read with permission to view stock.
create table private.adjustment_values (
  stock_entry_id uuid primary key constraint adjustment_values_entry_exists references public.stock_entries
    on delete cascade,
  branch_id uuid not null constraint adjustment_values_branch_in_use references public.branches,
  business_day public.day not null,
  value public.money_sum not null
);
comment on table private.adjustment_values is
  'What an adjustment by hand added to the value of stock, or took from it: its pieces at their cost then, rounded per '
  'line. Pieces of unknown cost count as nothing.';
create index adjustment_values_day on private.adjustment_values (branch_id, business_day);

create index stock_entry_costs_variant on public.stock_entry_costs (variant_id, sequence);

/* The weighted average of the stock at its average and of the received quantity at its total cost. Negative stock
   counts as zero. Without a known average, the received pieces' cost is taken for all. */
create function private.moving_average(on_hand numeric, average numeric, quantity numeric, total numeric)
  returns numeric
  language sql immutable set search_path = ''
as $$
  select round((greatest(on_hand, 0) * coalesce(average, total / quantity) + total) / (greatest(on_hand, 0)
    + quantity), 4)
$$;

/* Volatile, to see the lines written by the calling statement. */
create function private.receipt_summary(receipt public.receipts) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select jsonb_build_object('id', receipt.id, 'number', receipt.number, 'lines', count(*), 'pieces', sum(i.quantity))
  from public.receipt_items i
  where i.receipt_id = receipt.id
$$;

/* Receives lines of a locked order: stock, receipt, average, state of the order. The caller checks permission, branch
   and the type of lines. Levels and averages are locked before the number is drawn. */
create function private.receive_lines(purchase public.purchase_orders, id uuid, lines jsonb, stock_point_id uuid,
  note text)
  returns public.receipts
  language plpgsql security definer set search_path = ''
as $$
declare
  receipt public.receipts;
  moves private.stock_move[];
  without_average uuid[];
begin
  perform private.lock_products_shared(array(select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid)));
  perform private.require_active_purchase(purchase);
  perform private.raise_error_if(purchase.status = 'completed', 'nothing_to_receive', 409);
  -- Each variant at most once, with a positive quantity no greater than the outstanding one.
  perform private.raise_error_if((
    select count(distinct x.variant_id) <> count(*)
      or bool_or(coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3))
    from jsonb_to_recordset(lines) x(variant_id uuid, quantity numeric)), 'line_invalid', 400, '{"field": "lines"}');
  -- Names only variants of the order; otherwise guessed ids would reveal product names.
  perform private.raise_error('receive_exceeds', 409, jsonb_build_object('field', 'lines', 'lines', jsonb_agg(
    coalesce(case when i.id is not null then private.variant_words(x.variant_id) end,
      jsonb_build_object('variant_id', x.variant_id))
      || jsonb_build_object('requested', x.quantity, 'outstanding', coalesce(i.quantity - i.received - i.closed, 0)))))
  from jsonb_to_recordset(lines) x(variant_id uuid, quantity numeric)
  left join public.purchase_items i on i.purchase_order_id = purchase.id and i.variant_id = x.variant_id
  where x.quantity > coalesce(i.quantity - i.received - i.closed, 0)
  having count(*) > 0;
  perform private.require_whole_pieces(lines);
  select array_agg(private.stock_move(x.variant_id, purchase.branch_id, stock_point_id,
      quantity => x.quantity, kind => 'purchase', line_id => private.uuid_v7())
    order by x.position)
  into moves
  from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric)) with ordinality x(variant_id,
    quantity, position);
  perform private.move_stock(moves, 'receipt', id);
  without_average := private.lock_averages(array(select m.variant_id from unnest(moves) m));

  insert into public.receipts (id, number, purchase_order_id, branch_id, stock_point_id, business_day, note)
  values (id, private.next_number('GR', purchase.branch_id), purchase.id, purchase.branch_id, stock_point_id,
    private.branch_today(purchase.branch_id), nullif(btrim(note), '')) returning * into receipt;
  insert into public.receipt_items (id, receipt_id, position, variant_id, quantity)
  select m.line_id, receipt.id, m.position, m.variant_id, m.quantity
  from unnest(moves) with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id,
    position);
  perform private.apply_receipt_to_averages(receipt.id, without_average);
  perform private.refresh_purchase(purchase.id);
  return receipt;
end
$$;

/* Locks the averages of these variants in order, creating missing ones; concurrent receipts of a variant, in
   any branches, wait for each other here. Answers the variants that had no average. */
create function private.lock_averages(variant_ids uuid[]) returns uuid[]
  language sql security definer set search_path = ''
as $$
  with added as (
    insert into public.variant_costs (variant_id, average_cost)
    select v.id, coalesce(p.purchase_price, 0)
    from public.variants v
    left join public.product_costs p on p.product_id = v.product_id
    where v.id = any (variant_ids)
    order by v.id
    -- `where false`: locks the row without writing it.
    on conflict (variant_id) do update set average_cost = 0 where false
    returning variant_id)
  select coalesce(array_agg(a.variant_id), '{}') from added a
$$;

/* Updates the averages for a receipt whose stock is posted and whose averages are locked. A received quantity takes its
   share of the value of the line's outstanding quantity, the last receipt all that is left: so the discount is spread
   once and no rounding difference remains. */
create function private.apply_receipt_to_averages(receipt_id uuid, without_average uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.receipt_item_costs (receipt_item_id, total, unit_cost, on_hand_before, average_before,
    average_after, is_first)
  select s.id, s.total, round(s.total / s.quantity, 4), s.on_hand, s.average,
    private.moving_average(s.on_hand, s.average, s.quantity, s.total), s.is_first
  from (
    select i.id, i.position, i.quantity, f.is_first, w.total,
      case when f.is_first then p.purchase_price else a.average_cost end as average,
      (select coalesce(sum(l.quantity), 0) from public.stock_levels l where l.variant_id = i.variant_id)
        - i.quantity as on_hand
    from public.receipt_items i
    join public.receipts r on r.id = i.receipt_id
    join public.purchase_items o on o.purchase_order_id = r.purchase_order_id and o.variant_id = i.variant_id
    join public.purchase_item_costs c on c.purchase_item_id = o.id
    join public.variants v on v.id = i.variant_id
    left join public.product_costs p on p.product_id = v.product_id
    join public.variant_costs a on a.variant_id = i.variant_id
    cross join public.business b
    cross join lateral (select i.variant_id = any (without_average) as is_first) f
    cross join lateral (select c.total - c.received as worth, o.quantity - o.received - o.closed as pieces) d
    cross join lateral (
      select case when i.quantity = d.pieces then d.worth
        else least(d.worth, round(d.worth * i.quantity / d.pieces, b.currency_decimals)) end as total) w
    where i.receipt_id = apply_receipt_to_averages.receipt_id) s
  order by s.position;

  update public.variant_costs a set average_cost = k.average_after
  from public.receipt_items i join public.receipt_item_costs k on k.receipt_item_id = i.id
  where i.receipt_id = apply_receipt_to_averages.receipt_id
    and a.variant_id = i.variant_id
    and a.average_cost <> k.average_after;
end
$$;

/* Updates the averages for lines of opening stock with a cost; their stock is posted already. Only for variants without
   a receipt, since otherwise orders determine the cost. Error: 409 cost_is_known {variant names}. */
create function private.apply_opening_to_averages(entry_id uuid, lines jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  variant_ids constant uuid[] := array(
    select x.variant_id
    from jsonb_to_recordset(lines) x(variant_id uuid, unit_cost numeric)
    where x.unit_cost is not null);
  without_average constant uuid[] := private.lock_averages(variant_ids);
begin
  perform private.raise_error('cost_is_known', 409, private.variant_words(k.id) || '{"field": "lines"}')
  from unnest(variant_ids) k(id)
  where exists (
    select
    from public.receipt_items i
    join public.receipts r on r.id = i.receipt_id
    where i.variant_id = k.id
      and r.undone_at is null)
  limit 1;
  insert into public.stock_entry_costs (stock_entry_id, variant_id, unit_cost, average_after)
  select entry_id, x.variant_id, x.unit_cost, private.moving_average(
    (select coalesce(sum(l.quantity), 0) from public.stock_levels l where l.variant_id = x.variant_id) - x.quantity,
    case when x.variant_id = any (without_average) then p.purchase_price else a.average_cost end,
    x.quantity, x.quantity * x.unit_cost)
  from jsonb_to_recordset(lines) x(variant_id uuid, quantity numeric, unit_cost numeric)
  join public.variants v on v.id = x.variant_id
  join public.variant_costs a on a.variant_id = v.id
  left join public.product_costs p on p.product_id = v.product_id
  where x.unit_cost is not null
  order by x.variant_id;
  update public.variant_costs a set average_cost = k.average_after
  from public.stock_entry_costs k
  where k.stock_entry_id = entry_id
    and a.variant_id = k.variant_id
    and a.average_cost <> k.average_after;
end
$$;

create type private.recalculated_average as (
  variant_id uuid, receipt_item_id uuid, on_hand numeric, average numeric, is_first boolean, average_after numeric);
create function private.recalculated_average(
  variant_id uuid, receipt_item_id uuid, on_hand numeric, average numeric, is_first boolean, average_after numeric)
  returns private.recalculated_average
  language sql immutable set search_path = ''
return row(variant_id, receipt_item_id, on_hand, average, is_first, average_after)::private.recalculated_average;

/* Removes an undone receipt, whose stock is already out, from the averages, as if its goods had never come: the
   variant's later receipts are recomputed from the average before it with a lower stock; without later ones that
   average is restored, or removed if there was none. Errors: 409 receipt_too_old {max} if there are too many later
   lines. */
create function private.remove_receipt_from_averages(receipt_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  most_lines constant integer := 20000;
  line record;
  variant uuid;
  average numeric;
  is_first boolean;
  recalculated private.recalculated_average[] := '{}';
begin
  perform from public.variant_costs a
  where a.variant_id in (
    select i.variant_id
    from public.receipt_items i
    where i.receipt_id = remove_receipt_from_averages.receipt_id)
  order by a.variant_id
  for update;
  perform private.raise_error_if(count(*) > most_lines, 'receipt_too_old', 409, jsonb_build_object('max', most_lines))
  from (
    select from public.receipt_items i
    join public.receipt_item_costs k on k.receipt_item_id = i.id
    join public.receipt_items x on x.variant_id = i.variant_id
    join public.receipt_item_costs c on c.receipt_item_id = x.id and c.sequence > k.sequence
    where i.receipt_id = remove_receipt_from_averages.receipt_id
    limit most_lines + 1) later;
  -- Each variant's later receipts in order, followed by a row without a receipt that carries the final average.
  for line in
    select i.variant_id, k.average_before, k.is_first, l.receipt_item_id, l.total, l.quantity,
      l.on_hand_before - i.quantity as on_hand
    from public.receipt_items i
    join public.receipt_item_costs k on k.receipt_item_id = i.id
    cross join lateral (
      select c.receipt_item_id, c.sequence, c.total, c.on_hand_before, x.quantity
      from public.receipt_items x
      join public.receipt_item_costs c on c.receipt_item_id = x.id
      join public.receipts r on r.id = x.receipt_id
      where x.variant_id = i.variant_id and c.sequence > k.sequence and r.undone_at is null
      union all
      select null, null, null, null, null) l
    where i.receipt_id = remove_receipt_from_averages.receipt_id
    order by i.variant_id, l.sequence nulls last
  loop
    if line.variant_id is distinct from variant then
      variant := line.variant_id;
      average := line.average_before;
      is_first := line.is_first;
    end if;
    recalculated := recalculated || private.recalculated_average(
      variant_id => line.variant_id,
      receipt_item_id => line.receipt_item_id,
      on_hand => line.on_hand,
      average => average,
      is_first => is_first,
      average_after => private.moving_average(line.on_hand, average, line.quantity, line.total));
    average := recalculated[cardinality(recalculated)].average_after;
    is_first := false;
  end loop;
  update public.receipt_item_costs k
  set on_hand_before = c.on_hand, average_before = c.average, is_first = c.is_first, average_after = c.average_after
  from unnest(recalculated) c
  where k.receipt_item_id = c.receipt_item_id;
  delete
  from public.variant_costs a
  using unnest(recalculated) c
  where c.receipt_item_id is null and c.is_first and a.variant_id = c.variant_id;
  update public.variant_costs a set average_cost = c.average
  from unnest(recalculated) c
  where c.receipt_item_id is null and not c.is_first and a.variant_id = c.variant_id and a.average_cost <> c.average;
end
$$;

/* Whether the stored order equals the one sent, with its payments and receipt. is_create: compares with the call that
   created it, whose payments and receipt must all be present. */
create function private.is_purchase_as_sent(
  before public.purchase_orders, is_create boolean, purchase jsonb, items jsonb, payments jsonb, receive jsonb)
    returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Its tax rate apart, which may have been switched off since.
  after public.purchase_orders := private.purchase_header(case when not is_create then before end,
    purchase - 'tax_rate_id');
  sent_tax constant numeric := coalesce((purchase ->> 'tax')::numeric, case when is_create then 0 end);
  receipt public.receipts;
begin
  if purchase ? 'tax_rate_id' then
    after.tax_rate_id := (purchase ->> 'tax_rate_id')::uuid;
  end if;
  select * into receipt from public.receipts r
  where r.purchase_order_id = before.id
    and case when is_create then r.created_at = before.created_at
      else r.id = (receive ->> 'id')::uuid and r.created_by = auth.uid() end;
  return (after.supplier_id, after.branch_id, after.due_on, after.salesperson_id, after.tax_rate_id,
    after.tax_by_product, after.reference, after.notes, after.description)
      is not distinct from (before.supplier_id, before.branch_id, before.due_on, before.salesperson_id,
        before.tax_rate_id, before.tax_by_product, before.reference, before.notes, before.description)
    and coalesce((purchase ->> 'ordered_on')::date = before.ordered_on, true)
    and (after.tax_rate_id is not null or after.tax_by_product or coalesce((
      select a.tax = round(sent_tax, b.currency_decimals)
      from public.purchase_amounts a, public.business b
      where a.purchase_order_id = before.id),
        true))
    and private.order_lines(before.id) = private.parse_purchase_lines(items)
    and array(
      select i.variant_id
      from public.purchase_items i
      where i.purchase_order_id = before.id
      order by i.position)
      = array(
        select (x.item ->> 'variant_id')::uuid
        from jsonb_array_elements(items) with ordinality x(item, position)
        order by x.position)
    and not exists (
      select from jsonb_array_elements(payments) p
      where not exists (
        select from public.purchase_payments x
        where x.id = (p ->> 'id')::uuid and x.purchase_order_id = before.id
          and private.same_payment(x, p, before.branch_id)))
    and (not is_create or jsonb_array_length(payments) = (
      select count(*)
      from public.purchase_payments x
      where x.purchase_order_id = before.id and x.created_at = before.created_at))
    and case
      when receipt.id is not null then
        (receipt.stock_point_id, receipt.note::text) is not distinct from ((receive ->> 'stock_point_id')::uuid,
          nullif(btrim(receive ->> 'note'), ''))
        and coalesce((receive ->> 'id')::uuid = receipt.id, true) and purchase ->> 'status' = 'completed'
      when is_create or purchase ->> 'status' = 'pending' then receive ->> 'id' is null
        and purchase ->> 'status' is distinct from 'completed'
      -- Its status was reached by the caller's last change, after which nothing was received.
      else purchase ->> 'status' = before.status and before.updated_by = auth.uid() and not exists (
        select from public.receipts r where r.purchase_order_id = before.id and r.created_at >= before.updated_at) end;
end
$$;

/* Receives goods of an order; repeating the call changes nothing more. Needs no permission to view costs.
   lines: [{variant_id, quantity}], at most 5,000. Answers {id, number, lines, pieces, purchase: {id, number, version,
   status, receipt_state}}.
   Errors: permission_missing, id_missing, id_taken, purchase_not_found, branch_view_only, receipt_not_found,
   exists_already {version, number}, purchase_cancelled, approval_missing, nothing_to_receive, lines_missing,
   lines_over_limit {field, max}, line_invalid {field, line}, receive_exceeds {lines: [{variant_id, …, requested,
   outstanding}]}, pieces_not_whole {lines}, product_kept_by_branch, place_closed. */
create function private.receive_purchase(
  id uuid, purchase_order_id uuid, lines jsonb, stock_point_id uuid default null, note text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
  receipt public.receipts;
begin
  perform private.require_permission('purchasing.orders.receive');
  perform private.require_lines(lines, 5000, '{"variant_id": "uuid", "quantity": "public.quantity"}');
  perform private.register_document_id(id, 'receipt');
  purchase := private.lock_purchase(purchase_order_id);
  select * into receipt from public.receipts r where r.id = receive_purchase.id;
  if receipt.id is null then
    receipt := private.receive_lines(purchase, id, lines, stock_point_id, note);
  else
    perform private.raise_error_if(receipt.purchase_order_id <> purchase.id, 'receipt_not_found', 404);
    perform private.require_same_content(receipt.created_by, receipt.number, receipt.version, 'receipt_not_found',
      (receipt.stock_point_id, receipt.note::text) is not distinct from (stock_point_id, nullif(btrim(note), ''))
        and private.plain_lines(lines) = (
        select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity) order by i.position)
        from public.receipt_items i where i.receipt_id = receipt.id));
  end if;
  return private.receipt_summary(receipt) || jsonb_build_object('purchase', (
    select private.document_summary(o) from public.purchase_orders o where o.id = purchase.id));
end
$$;

/* Undoes a receipt while its goods are still in place; undoing again changes nothing. An order that was closed short is
   reopened with all its goods. expected_version: the version of the order that the caller saw. Answers {id, number,
   lines, pieces, purchase}. Errors: permission_missing, receipt_not_found, branch_view_only, reason_missing,
   field_missing, changed_meanwhile, stock_short {lines}, receipt_too_old {max}. */
create function private.undo_receipt(id uuid, reason text default null, expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
  receipt public.receipts;
begin
  perform private.require_permission('purchasing.orders.receive');
  select * into receipt
  from public.receipts r
  where r.id = undo_receipt.id and r.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(receipt.id is null, 'receipt_not_found', 404);
  purchase := private.lock_purchase(receipt.purchase_order_id);
  perform private.require_reason(reason);

  update public.receipts r set undone_at = now(), undone_by = auth.uid(), undo_reason = btrim(reason)
  where r.id = receipt.id and r.undone_at is null;
  if found then
    -- Later receipts do not conflict; only reopening an order that was closed short requires its current version.
    perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at)
    where purchase.closed_at is not null;
    perform private.move_stock(array(
      select private.stock_move(i.variant_id, receipt.branch_id, receipt.stock_point_id,
        quantity => -i.quantity, kind => 'reversal', line_id => i.id)
      from public.receipt_items i
      where i.receipt_id = receipt.id
      order by i.position), 'receipt', receipt.id);
    perform private.remove_receipt_from_averages(receipt.id);
    perform private.open_closed_purchase(purchase);
    purchase := private.refresh_purchase(purchase.id);
  end if;
  return private.receipt_summary(receipt) || jsonb_build_object('purchase', private.document_summary(purchase));
end
$$;

select private.expose_rpc('receive_purchase', 'Receives pieces of a purchase order into its branch.');
select private.expose_rpc('undo_receipt', 'Undoes a receipt while its goods are still in place.');

select private.allow_read('public.receipts', 'those who may view orders read the receipts of their branches',
  'purchasing.orders.view');
select private.allow_read('public.receipt_items', 'those who read a receipt read its lines', null, 'receipt_id');
select private.allow_read('public.receipt_item_costs', 'those who may view costs read what received pieces cost',
  'inventory.costs.view', 'receipt_item_id');
select private.allow_read('public.stock_entry_costs', 'those who may view costs read what opening stock cost',
  'inventory.costs.view', 'stock_entry_id');
select private.enable_audit('public.receipts', 'purchasing.orders', 'branch_id', 'id', 'purchase_orders',
  'purchase_order_id');

-- ── Invariants of this chapter ──

create view private.invariants_of_receipts (rule, row_id) as
select 'cost of an order line is its quantity at its cost, less discount', i.id::text
from public.purchase_items i
left join public.purchase_item_costs c on c.purchase_item_id = i.id
cross join public.business b
-- Amounts are rounded to the currency's decimals of their day, which may have changed since. A line reduced to its
-- received quantity has the sum of its separately rounded receipts, also after one of them is undone.
where c.purchase_item_id is null
   or (c.total <> c.received
     and not exists (
       select from unnest(array[0, 2, 3]) d
       where c.total = private.line_total(i.quantity, c.unit_cost, c.discount, d))
     and 2 * abs(c.total - private.line_total(i.quantity, c.unit_cost, c.discount, b.currency_decimals)) > 10.0 ^
       -b.currency_decimals * (
       select count(*)
       from public.receipts r
       join public.receipt_items x on x.receipt_id = r.id and x.variant_id = i.variant_id
       where r.purchase_order_id = i.purchase_order_id))
union all
select 'received quantity and cost are the sums of the receipts', i.id::text
from public.purchase_items i
join public.purchase_item_costs c on c.purchase_item_id = i.id
cross join lateral (
  select coalesce(sum(x.quantity), 0) as pieces, coalesce(sum(k.total), 0) as worth
  from public.receipts r
  join public.receipt_items x on x.receipt_id = r.id and x.variant_id = i.variant_id
  left join public.receipt_item_costs k on k.receipt_item_id = x.id
  where r.purchase_order_id = i.purchase_order_id and r.undone_at is null) s
where (i.received, c.received) <> (s.pieces, s.worth)
union all
select 'receipt is of its order', r.id::text
from public.receipts r
join public.purchase_orders o on o.id = r.purchase_order_id
where r.branch_id <> o.branch_id
   or not exists (select from public.receipt_items i where i.receipt_id = r.id)
   or (r.undone_at is null and exists (
     select from public.receipt_items i where i.receipt_id = r.id
       and not exists (
         select from public.purchase_items p
         where p.purchase_order_id = o.id and p.variant_id = i.variant_id)))
union all
select 'average cost follows from the receipts', coalesce(s.variant_id::text, s.item_id::text)
from (
  select i.variant_id, i.id as item_id, i.quantity, k.*, a.average_cost,
    lag(k.average_after) over w as previous, row_number() over w = 1 as is_first_row,
    lead(k.sequence) over w is null as is_last_row
  from public.receipt_items i
  join public.receipts r on r.id = i.receipt_id and r.undone_at is null
  left join public.receipt_item_costs k on k.receipt_item_id = i.id
  left join public.variant_costs a on a.variant_id = i.variant_id
  window w as (partition by i.variant_id order by k.sequence)) s
where s.sequence is null or s.average_cost is null
   or s.average_after <> private.moving_average(s.on_hand_before, s.average_before, s.quantity, s.total)
     or s.unit_cost <> round(s.total / s.quantity, 4)
   or (not s.is_first_row and (s.average_before is distinct from s.previous or s.is_first))
   or (s.is_last_row and s.average_cost <> s.average_after)
union all
-- With a receipt, the average of the opening stock is the one from which the first receipt started.
select 'average cost without receipts follows from opening stock', coalesce(a.variant_id, o.variant_id)::text
from public.variant_costs a
full join (
  select distinct on (k.variant_id) k.variant_id, k.average_after
  from public.stock_entry_costs k
  order by k.variant_id, k.sequence desc) o on o.variant_id = a.variant_id
left join lateral (
  select true as has_receipt, c.average_before
  from public.receipt_items i
  join public.receipts r on r.id = i.receipt_id and r.undone_at is null
  join public.receipt_item_costs c on c.receipt_item_id = i.id
  where i.variant_id = coalesce(a.variant_id, o.variant_id)
  order by c.sequence
  limit 1) f on true
where case
  when f.has_receipt then o.average_after <> f.average_before
  else o.average_after is distinct from a.average_cost end;
