-- Receipts: deliveries of an order's goods and what they cost; also the cost of opening stock.

create table public.receipts (
  like private.record_template including all,
  number text not null constraint receipts_number_unique unique,
  purchase_order_id uuid not null constraint receipts_order_in_use references public.purchase_orders,
  branch_id uuid not null constraint receipts_branch_in_use references public.branches,
  stock_point_id uuid constraint receipts_stock_point_in_use references public.stock_points,
  business_day public.day not null,
  note public.long_text,
  undone_at timestamptz,
  undone_day public.day,
  undone_by uuid,
  undo_reason public.short_text,
  constraint receipts_undone_has_its_reason check ((undone_at is null) = (undo_reason is null)),
  constraint receipts_undone_has_its_day check ((undone_at is null) = (undone_day is null))
);
comment on table public.receipts is
  'A delivery of goods of one order to its branch; if it is undone, it has counter-movements.';
comment on column public.receipts.business_day is 'The branch''s business day at creation; it never changes.';
comment on column public.receipts.undone_day is 'The branch''s business day when it was undone.';
create index receipts_undone on public.receipts (branch_id, undone_day) where undone_day is not null;
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
  total public.money not null constraint receipt_item_costs_total_not_negative check (total >= 0),
  charges public.money not null default 0 constraint receipt_item_costs_charges_not_negative check (charges >= 0),
  unit_cost public.money not null
);
comment on table public.receipt_item_costs is
  'The cost of a receipt''s line, as it was invoiced. Apart, behind inventory.costs.view.';
comment on column public.receipt_item_costs.total is
  'Net of the line''s discount, without tax: a share of the value of the order line''s outstanding quantity.';
comment on column public.receipt_item_costs.charges is
  'Its part of the line''s share of the order''s charges, which the goods cost besides the total.';
comment on column public.receipt_item_costs.unit_cost is 'The total by piece, rounded; without charges.';

create table public.stock_entry_costs (
  stock_entry_id uuid not null constraint stock_entry_costs_entry_exists references public.stock_entries
    on delete cascade,
  variant_id uuid not null constraint stock_entry_costs_variant_in_use references public.variants on delete restrict,
  unit_cost public.money not null constraint stock_entry_costs_unit_cost_not_negative check (unit_cost >= 0),
  primary key (stock_entry_id, variant_id)
);
comment on table public.stock_entry_costs is
  'The cost of one piece of opening stock, if entered. Apart, behind inventory.costs.view.';
create index stock_entry_costs_variant on public.stock_entry_costs (variant_id);

/* Volatile, to see the lines written by the calling statement. */
create function private.receipt_summary(receipt public.receipts) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select jsonb_build_object('id', receipt.id, 'number', receipt.number, 'lines', count(*), 'pieces', sum(i.quantity))
  from public.receipt_items i
  where i.receipt_id = receipt.id
$$;

create type private.received_cost as (line_id uuid, variant_id uuid, quantity numeric, total numeric,
  charges numeric);
comment on type private.received_cost is 'A line of a receipt, with its cost and its part of the charges.';

/* The part of a line's charges that is in the cost of its received pieces; quantity: those that came or are to come. */
create function private.charges_of_received(charges numeric, received numeric, quantity numeric) returns numeric
  language plpgsql stable set search_path = ''
as $$
begin
  return round(charges * received / quantity,
    private.decimals_of_parts(charges, private.currency_decimals()));
end
$$;

/* Receives lines of a locked order: stock, receipt, average, state of the order. The caller checks permission, branch
   and the type of lines. Levels and averages are locked before the number is drawn. */
create function private.receive_lines(purchase public.purchase_orders, id uuid, lines jsonb, stock_point_id uuid,
  note text)
  returns public.receipts
  language plpgsql security definer set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
  receipt public.receipts;
  costs private.received_cost[];
  moves private.stock_move[];
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
  -- A received quantity takes its share of the value of the line's outstanding quantity, the last receipt all that is
  -- left: so the discount is spread once and no rounding difference remains. Charges are shared alike.
  costs := array(
    select (private.uuid_v7(), x.variant_id, x.quantity,
      case when x.quantity = d.pieces then d.worth else least(d.worth, round(d.worth * x.quantity / d.pieces, decimals))
      end,
      case when x.quantity = d.pieces then c.charges - c.received_charges
        else private.charges_of_received(c.charges, i.received + x.quantity, i.quantity - i.closed)
          - least(c.received_charges,
            private.charges_of_received(c.charges, i.received + x.quantity, i.quantity - i.closed)) end
      )::private.received_cost
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric)) with ordinality x(variant_id,
      quantity, position)
    join public.purchase_items i on i.purchase_order_id = purchase.id and i.variant_id = x.variant_id
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    cross join lateral (select c.total - c.received as worth, i.quantity - i.received - i.closed as pieces) d
    order by x.position);
  moves := array(
    select private.stock_move(c.variant_id, purchase.branch_id, stock_point_id, quantity => c.quantity,
      kind => 'purchase', line_id => c.line_id, value => c.total + c.charges)
    from unnest(costs) with ordinality c(line_id, variant_id, quantity, total, charges, position)
    order by c.position);
  perform private.move_stock(moves, 'receipt', id);

  insert into public.receipts (id, number, purchase_order_id, branch_id, stock_point_id, business_day, note)
  values (id, private.next_number('GR', purchase.branch_id), purchase.id, purchase.branch_id, stock_point_id,
    private.branch_today(purchase.branch_id), nullif(btrim(note), '')) returning * into receipt;
  insert into public.receipt_items (id, receipt_id, position, variant_id, quantity)
  select c.line_id, receipt.id, c.position, c.variant_id, c.quantity
  from unnest(costs) with ordinality c(line_id, variant_id, quantity, total, charges, position);
  insert into public.receipt_item_costs (receipt_item_id, total, charges, unit_cost)
  select c.line_id, c.total, c.charges, round(c.total / c.quantity, 4)
  from unnest(costs) c;
  perform private.refresh_purchase(purchase.id);
  return receipt;
end
$$;

/* Writes the entered costs of opening stock, {variant_id: cost of one piece}; its goods have moved already. Only for
   variants without a receipt, since otherwise orders determine the cost. Error: 409 cost_is_known {variant names}. */
create function private.write_opening_costs(entry_id uuid, costs jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error('cost_is_known', 409, private.variant_words(k.id::uuid) || '{"field": "lines"}')
  from jsonb_object_keys(costs) k(id)
  where private.is_received(k.id::uuid)
  limit 1;
  insert into public.stock_entry_costs (stock_entry_id, variant_id, unit_cost)
  select entry_id, k.id::uuid, k.cost::numeric
  from jsonb_each_text(costs) k(id, cost);
end
$$;

/* Whether goods of a variant were received by a receipt that is not undone. */
create function private.is_received(variant_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from public.receipt_items i
    join public.receipts r on r.id = i.receipt_id
    where i.variant_id = is_received.variant_id and r.undone_at is null)
$$;

/* The average of two costs, weighted by pieces; stock that is missing weighs nothing. Without a known average the
   incoming pieces' cost is taken for all. */
create function private.moving_average(on_hand numeric, average numeric, quantity numeric, value numeric)
  returns numeric
  language sql immutable set search_path = ''
as $$
  select round((greatest(on_hand, 0) * coalesce(average, value / quantity) + value)
    / (greatest(on_hand, 0) + quantity), 10)
$$;

/* Corrects what the received goods of an order's line cost: spreads their new worth and charges over their receipts. Of
   the difference, the pieces that are still there, at most as many as were received and did not go back, take their
   share: they cost more or less from now on. The share of those that have left is a line of today's profit and loss;
   past sales keep their cost, and goods that went back have their part of the new charges, which come back with them if
   the return is voided. The order and the values are locked; the caller updates the line. */
create function private.correct_line_cost(purchase public.purchase_orders, item public.purchase_items, worth numeric,
  charges numeric) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
  charge_decimals constant integer := private.decimals_of_parts(charges, decimals);
  before constant public.purchase_item_costs := (
    select c from public.purchase_item_costs c where c.purchase_item_id = item.id);
  difference constant numeric := worth + charges - before.received - before.received_charges;
  returned numeric;
  kept numeric;
begin
  with shares as materialized (
    select x.id, x.receipt_id, x.quantity, k.total + k.charges as before,
      case when worth = before.received then k.total else round(worth * s.so_far / item.received, decimals)
        - round(worth * (s.so_far - x.quantity) / item.received, decimals) end as total,
      case when correct_line_cost.charges = before.received_charges then k.charges
        else round(correct_line_cost.charges * s.so_far / item.received, charge_decimals)
          - round(correct_line_cost.charges * (s.so_far - x.quantity) / item.received, charge_decimals) end as charges
    from (
      select x.id, sum(x.quantity) over (order by r.created_at, r.number) as so_far
      from public.receipts r
      join public.receipt_items x on x.receipt_id = r.id and x.variant_id = item.variant_id
      where r.purchase_order_id = purchase.id and r.undone_at is null) s
    join public.receipt_items x on x.id = s.id
    join public.receipt_item_costs k on k.receipt_item_id = x.id),
  updated as (
    update public.receipt_item_costs k
    set total = s.total, charges = s.charges, unit_cost = round(s.total / s.quantity, 4)
    from shares s
    where k.receipt_item_id = s.id and (k.total, k.charges) <> (s.total, s.charges))
  insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
  select 'invoiced', item.variant_id, purchase.branch_id, private.branch_today(purchase.branch_id), 'receipt',
    s.receipt_id, s.total + s.charges - s.before
  from shares s
  where s.total + s.charges <> s.before;
  with share as (
    select y.id, y.quantity, round(k.charges * sum(y.quantity) over so_far / x.quantity, charge_decimals)
      - round(k.charges * (sum(y.quantity) over so_far - y.quantity) / x.quantity, charge_decimals) as charges
    from public.receipts r
    join public.receipt_items x on x.receipt_id = r.id and x.variant_id = item.variant_id
    join public.receipt_item_costs k on k.receipt_item_id = x.id
    join private.returned_goods y on y.receipt_item_id = x.id
    where r.purchase_order_id = purchase.id
    window so_far as (partition by x.id order by y.id)),
  updated as (
    update public.purchase_return_item_costs z set charges = s.charges
    from share s
    where z.purchase_return_item_id = s.id and z.charges <> s.charges)
  select coalesce(sum(s.quantity), 0) into returned from share s;
  select greatest(round(difference * least(v.quantity, item.received - returned) / item.received,
    private.decimals_of_parts(difference, decimals)), -v.value) into kept
  from private.stock_values v
  where v.variant_id = item.variant_id;
  insert into public.cost_differences (kind, variant_id, branch_id, business_day, document_type, document_id, amount)
  select 'corrected', item.variant_id, purchase.branch_id, private.branch_today(purchase.branch_id), 'purchase_order',
    purchase.id, kept - difference
  where kept <> difference;
  update private.stock_values v set value = v.value + kept where v.variant_id = item.variant_id;
  update public.variant_costs a set average_cost = round(v.value / v.quantity, 10)
  from private.stock_values v
  where v.variant_id = item.variant_id and v.quantity > 0 and a.variant_id = v.variant_id;
end
$$;

/* Locks the values of all goods of an order in one pass, together with those of its new lines. */
create function private.lock_order_values(purchase public.purchase_orders, items jsonb default '[]') returns void
  language sql security definer set search_path = ''
as $$
  select private.lock_values(array(
    select private.stock_move(x.variant_id, purchase.branch_id, stock_point_id => null)
    from (
      select i.variant_id from public.purchase_items i where i.purchase_order_id = purchase.id
      union
      select x.variant_id from jsonb_to_recordset(items) x(variant_id uuid)) x))
$$;

/* Corrects the costs of received goods to those of the order's new lines, when the invoice has another price. The order
   is locked; the values are locked here. Errors: line_was_returned {product, …} if pieces of a changed line went
   back. */
create function private.correct_received_costs(purchase public.purchase_orders, items jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
  changed constant uuid[] := array(
    select i.variant_id
    from public.purchase_items i
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    join jsonb_to_recordset(items) x(variant_id uuid, free numeric, unit_cost numeric, discount numeric)
      on x.variant_id = i.variant_id
    where i.purchase_order_id = purchase.id and i.received > 0
      and (c.unit_cost, c.discount, i.free) <> (x.unit_cost, coalesce(x.discount, 0), coalesce(x.free, 0)));
  line record;
begin
  if changed = '{}' then
    return;
  end if;
  -- The credit of returned pieces is what they cost until now.
  perform private.raise_error('line_was_returned', 409, private.variant_words(x.variant_id) || '{"field": "items"}')
  from public.receipts r
  join public.receipt_items x on x.receipt_id = r.id and x.variant_id = any (changed)
  join private.returned_goods g on g.receipt_item_id = x.id
  where r.purchase_order_id = purchase.id
  limit 1;
  perform private.lock_order_values(purchase, items);
  for line in
    select i as item, c.received_charges, x.unit_cost, coalesce(x.discount, 0) as discount, t.total,
      case when x.quantity = i.received then t.total else round(t.total * i.received / x.quantity, decimals)
      end as worth
    from public.purchase_items i
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    join jsonb_to_recordset(items)
      x(variant_id uuid, quantity numeric, free numeric, unit_cost numeric, discount numeric)
      on x.variant_id = i.variant_id
    cross join lateral (
      select private.line_total(x.quantity - coalesce(x.free, 0), x.unit_cost, coalesce(x.discount, 0), decimals)
        as total) t
    where i.purchase_order_id = purchase.id and i.variant_id = any (changed)
    order by i.variant_id
  loop
    perform private.correct_line_cost(purchase, line.item, line.worth, line.received_charges);
    update public.purchase_item_costs c
    set unit_cost = line.unit_cost, discount = line.discount, total = line.total, received = line.worth
    where c.purchase_item_id = (line.item).id;
  end loop;
end
$$;

/* Corrects the costs of received goods to their share of the order's charges, after these or the lines that share them
   have changed. The order is locked; the values are locked here. */
create function private.correct_received_charges(purchase public.purchase_orders) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  changed public.purchase_items[];
  line record;
begin
  changed := array(
    select i
    from public.purchase_items i
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    where i.purchase_order_id = purchase.id and i.received > 0
      and c.received_charges <> private.charges_of_received(c.charges, i.received, i.quantity - i.closed)
    order by i.variant_id);
  if changed = '{}' then
    return;
  end if;
  perform private.lock_order_values(purchase);
  for line in
    select i, c.received, private.charges_of_received(c.charges, i.received, i.quantity - i.closed) as charges
    from unnest(changed) i
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    order by i.variant_id
  loop
    perform private.correct_line_cost(purchase, line.i, line.received, line.charges);
    update public.purchase_item_costs c set received_charges = line.charges where c.purchase_item_id = (line.i).id;
  end loop;
end
$$;

/* What a piece of a variant would cost on average today if this receipt had never come: its later movements again from
   the value before it. Goods that came in at a cost of their own have it here too; what left and was counted did so at
   the average. Of a later correction of another receipt's cost, the pieces that would have been there take their share,
   as in private.correct_line_cost. Null if nothing else ever told the cost. The values are locked. */
create function private.average_without(receipt_id uuid, variant_id uuid) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  came public.stock_movements;
  move record;
  on_hand numeric;
  average numeric;
begin
  if not exists (
    select
    from public.receipt_items i
    join public.receipts r on r.id = i.receipt_id
    where i.variant_id = average_without.variant_id and r.undone_at is null and r.id <> average_without.receipt_id)
    and not exists (select from public.stock_entry_costs k where k.variant_id = average_without.variant_id) then
    return null;
  end if;
  select * into came
  from public.stock_movements m
  where m.document_type = 'receipt' and m.document_id = receipt_id and m.kind = 'purchase'
    and m.variant_id = average_without.variant_id;
  select sum(m.quantity), (sum(m.value) + coalesce((
      select sum(d.amount)
      from public.cost_differences d
      where d.variant_id = average_without.variant_id
        and d.position < came.id), 0)) / nullif(sum(m.quantity), 0)
  into on_hand, average
  from public.stock_movements m
  where m.variant_id = average_without.variant_id and m.id < came.id;
  on_hand := coalesce(on_hand, 0);
  for move in
    select m.quantity, m.value, m.corrected,
      m.kind in ('purchase', 'purchase_return', 'sale_return', 'reversal') or exists (
        select from public.stock_entry_costs k
        where k.stock_entry_id = m.document_id and k.variant_id = m.variant_id) as has_cost
    from (
      select m.id, m.kind, m.variant_id, m.document_id, m.quantity, m.value, null::numeric as corrected
      from public.stock_movements m
      where m.variant_id = average_without.variant_id and m.id > came.id and m.document_type <> 'transfer'
      union all
      select d.position, 'reversal', d.variant_id, d.document_id, 0, d.amount, case when d.kind = 'invoiced' then (
        select sum(m.quantity)
        from public.receipts r
        join public.receipts o on o.purchase_order_id = r.purchase_order_id and o.id <> average_without.receipt_id
        join public.stock_movements m on m.document_type = 'receipt' and m.document_id = o.id
          and m.variant_id = d.variant_id and m.id < d.position
        where r.id = d.document_id) end
      from public.cost_differences d
      where d.variant_id = average_without.variant_id and d.position > came.id and d.kind <> 'valued'
        and d.document_type <> 'purchase_order' and d.document_id <> average_without.receipt_id) m
    order by m.id
  loop
    if move.corrected > 0 then
      move.value := move.value * greatest(least(on_hand, move.corrected), 0) / move.corrected;
    end if;
    average := case
      when not move.has_cost or move.value is null then average
      when move.quantity > 0 then private.moving_average(on_hand, average, move.quantity, move.value)
      when on_hand + move.quantity > 0
        then greatest(round((on_hand * average + move.value) / (on_hand + move.quantity), 10), 0)
      else average end;
    on_hand := on_hand + move.quantity;
  end loop;
  return average;
end
$$;

/* Whether the stored order equals the one sent, with its payments and receipt. is_create: compares with the call that
   created it, whose payments and receipt must all be present. */
create function private.is_purchase_as_sent(
  before public.purchase_orders, is_create boolean, purchase jsonb, items jsonb, payments jsonb, receive jsonb,
    charges jsonb)
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
    and coalesce(private.order_charges(before.id) = private.parse_charges(before.id, charges), true)
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
   exists_already {version, number}, is_opening_balance {number}, purchase_cancelled, approval_missing,
   nothing_to_receive, lines_missing,
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

/* Takes the goods of an undone receipt out of stock again. Those that left meanwhile did so at an average of which it
   was a part: what is left costs as much as if the receipt had never come, and the difference is part of profit and
   loss. Without another cost, that of the goods is unknown again. */
create function private.take_back_receipt(purchase public.purchase_orders, receipt public.receipts) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  moves constant private.stock_move[] := array(
    select private.stock_move(i.variant_id, receipt.branch_id, receipt.stock_point_id,
      quantity => -i.quantity, kind => 'reversal', line_id => i.id, value => -k.total - k.charges)
    from public.receipt_items i
    join public.receipt_item_costs k on k.receipt_item_id = i.id
    where i.receipt_id = receipt.id
    order by i.position);
  move private.stock_move;
  average numeric;
begin
  perform private.lock_products_shared(array(select m.variant_id from unnest(moves) m));
  perform private.lock_levels(moves);
  perform private.require_stock(moves);
  -- Of the whole order: its charges are spread again if it was closed short.
  perform private.lock_order_values(purchase);
  foreach move in array moves loop
    average := private.average_without(receipt.id, move.variant_id);
    perform private.correct_value(move.variant_id,
      round((v.quantity + move.quantity) * average, private.currency_decimals()) - move.value,
      move.branch_id, 'receipt', receipt.id)
    from private.stock_values v
    where v.variant_id = move.variant_id and average is not null;
    update public.variant_costs a set average_cost = average
    where a.variant_id = move.variant_id and average is not null;
  end loop;
  perform private.move_stock(moves, 'receipt', receipt.id);
  with unknown as (
    update private.stock_values v set value = null
    from unnest(moves) m
    where v.variant_id = m.variant_id and not private.is_received(v.variant_id)
      and not exists (select from public.stock_entry_costs k where k.variant_id = v.variant_id)
    returning v.variant_id)
  delete from public.variant_costs a using unknown u where a.variant_id = u.variant_id;
end
$$;

/* Undoes a receipt while its goods are still in place; undoing again changes nothing. An order that was closed short is
   reopened with all its goods. expected_version: the version of the order that the caller saw. Answers {id, number,
   lines, pieces, purchase}. Errors: permission_missing, receipt_not_found, branch_view_only, reason_missing,
   field_missing, changed_meanwhile, receipt_has_returns {return}, stock_short {lines}. */
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

  perform private.raise_error('receipt_has_returns', 409, jsonb_build_object('return', r.number))
  from public.receipt_items i
  join private.returned_goods g on g.receipt_item_id = i.id
  join public.purchase_returns r on r.id = g.purchase_return_id
  where i.receipt_id = receipt.id
  limit 1;
  update public.receipts r
  set undone_at = now(), undone_by = auth.uid(), undo_reason = btrim(reason),
    undone_day = private.branch_today(r.branch_id)
  where r.id = receipt.id and r.undone_at is null;
  if found then
    -- Later receipts do not conflict; only reopening an order that was closed short requires its current version.
    perform private.require_version(purchase.version, expected_version, purchase.updated_by, purchase.updated_at)
    where purchase.closed_at is not null;
    perform private.take_back_receipt(purchase, receipt);
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
       where c.total = private.line_total(i.quantity - i.free, c.unit_cost, c.discount, d))
     and 2 * abs(c.total - private.line_total(i.quantity - i.free, c.unit_cost, c.discount, b.currency_decimals))
       > 10.0 ^ -b.currency_decimals * (
       select count(*)
       from public.receipts r
       join public.receipt_items x on x.receipt_id = r.id and x.variant_id = i.variant_id
       where r.purchase_order_id = i.purchase_order_id))
union all
select 'received quantity and cost are the sums of the receipts', i.id::text
from public.purchase_items i
join public.purchase_item_costs c on c.purchase_item_id = i.id
cross join lateral (
  select coalesce(sum(x.quantity), 0) as pieces, coalesce(sum(k.total), 0) as worth,
    coalesce(sum(k.charges), 0) as charges
  from public.receipts r
  join public.receipt_items x on x.receipt_id = r.id and x.variant_id = i.variant_id
  left join public.receipt_item_costs k on k.receipt_item_id = x.id
  where r.purchase_order_id = i.purchase_order_id and r.undone_at is null) s
where (i.received, c.received, c.received_charges) <> (s.pieces, s.worth, s.charges)
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
select 'receipt costs what its goods were worth when they came, and what was invoiced since', i.id::text
from public.receipt_items i
left join public.receipt_item_costs k on k.receipt_item_id = i.id
left join public.stock_movements m on m.document_type = 'receipt' and m.document_id = i.receipt_id and m.line_id = i.id
  and m.kind = 'purchase'
where k.total + k.charges is distinct from m.value + coalesce((
    select sum(d.amount)
    from public.cost_differences d
    where d.document_id = i.receipt_id and d.variant_id = i.variant_id and d.kind = 'invoiced'), 0)
  or k.unit_cost <> round(k.total / i.quantity, 4);
