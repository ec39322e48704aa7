-- Returns to suppliers: goods go back at the cost at which they came, and leave a credit with the supplier. The credit
-- first lowers what is owed for the orders that they came with; the rest pays other orders, or is refunded.
--
-- Locks of a call, in this order: its document's id, the supplier's payments, orders by id, returns by id, then those
-- of private.move_stock.

create table public.purchase_returns (
  like private.record_template including all,
  number text not null constraint purchase_returns_number_unique unique,
  supplier_id uuid not null constraint purchase_returns_supplier_in_use references public.suppliers,
  branch_id uuid not null constraint purchase_returns_branch_in_use references public.branches,
  stock_point_id uuid constraint purchase_returns_stock_point_in_use references public.stock_points,
  business_day public.day not null,
  reason text not null constraint purchase_returns_reason_known
    check (reason in ('damaged', 'wrong_goods', 'not_as_agreed', 'expired', 'unsold', 'other')),
  reference public.short_text,
  note public.long_text,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(reference, '') || ' '
    || coalesce(note, ''))) stored,
  constraint purchase_returns_void_has_its_reason check ((voided_at is null) = (void_reason is null))
);
comment on table public.purchase_returns is
  'Goods sent back to a supplier; its money is in purchase_return_amounts. It is never edited, but voided.';
comment on column public.purchase_returns.business_day is
  'The branch''s business day when the goods left; it never changes.';
comment on column public.purchase_returns.reference is 'The number that the supplier gave to the return.';
create index purchase_returns_newest on public.purchase_returns (created_at desc, id desc) include (branch_id);
create index purchase_returns_branch on public.purchase_returns (branch_id, created_at desc, id desc);
create index purchase_returns_supplier on public.purchase_returns (supplier_id, created_at desc, id desc);
create index purchase_returns_stock_point on public.purchase_returns (stock_point_id) where stock_point_id is not null;
create index purchase_returns_search on public.purchase_returns using gin (search extensions.gin_trgm_ops);

create table public.purchase_return_items (
  id uuid primary key default private.uuid_v7(),
  -- Deferred, since the return is written after its goods have moved.
  purchase_return_id uuid not null constraint purchase_return_items_return_exists references public.purchase_returns
    deferrable initially deferred,
  position integer not null,
  variant_id uuid not null constraint purchase_return_items_variant_in_use references public.variants
    on delete restrict,
  receipt_item_id uuid constraint purchase_return_items_receipt_line_exists references public.receipt_items,
  quantity public.quantity not null constraint purchase_return_items_quantity_positive check (quantity > 0),
  tax_rate_id uuid constraint purchase_return_items_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  constraint purchase_return_items_tax_has_its_percentage check ((tax_rate_id is null) = (tax_percentage is null)),
  constraint purchase_return_items_line_unique
    unique nulls not distinct (purchase_return_id, variant_id, receipt_item_id)
);
comment on table public.purchase_return_items is 'The lines of a return to a supplier.';
comment on column public.purchase_return_items.receipt_item_id is
  'The line of the receipt with which the pieces came; null if it is not known.';
comment on column public.purchase_return_items.tax_percentage is
  'The tax rate and percentage of the order''s line; without a receipt those of the product at the return.';
create index purchase_return_items_receipt_line on public.purchase_return_items (receipt_item_id)
  where receipt_item_id is not null;
create index purchase_return_items_variant on public.purchase_return_items (variant_id);
create index purchase_return_items_tax_rate on public.purchase_return_items (tax_rate_id)
  where tax_rate_id is not null;

create table public.purchase_return_item_costs (
  purchase_return_item_id uuid primary key constraint purchase_return_item_costs_item_exists
    references public.purchase_return_items,
  unit_cost public.money not null,
  total public.money not null constraint purchase_return_item_costs_total_not_negative check (total >= 0),
  charges public.money not null default 0
    constraint purchase_return_item_costs_charges_not_negative check (charges >= 0),
  tax public.money not null constraint purchase_return_item_costs_tax_not_negative check (tax >= 0)
);
comment on table public.purchase_return_item_costs is
  'What the supplier owes for the pieces of a line, without and with tax. Apart, behind inventory.costs.view.';
comment on column public.purchase_return_item_costs.total is
  'The pieces'' share of what their receipt''s line cost: the last ones take all that is left of it.';
comment on column public.purchase_return_item_costs.charges is
  'The pieces'' part of the charges of their order (freight, customs). The supplier does not owe it, so that it is a '
  'cost difference.';
comment on column public.purchase_return_item_costs.unit_cost is 'The total by piece, rounded.';

create table public.purchase_return_amounts (
  purchase_return_id uuid primary key constraint purchase_return_amounts_return_exists
    references public.purchase_returns,
  subtotal public.money not null,
  tax public.money not null,
  total public.money not null,
  settled public.money not null default 0,
  remaining public.money not null generated always as (total - settled) stored,
  constraint purchase_return_amounts_total_adds_up check (total = subtotal + tax),
  constraint purchase_return_amounts_settled_within_total check (settled between 0 and total)
);
comment on table public.purchase_return_amounts is
  'The credit that a return leaves with the supplier. Apart, behind inventory.costs.view.';
comment on column public.purchase_return_amounts.settled is
  'What of it paid orders or was refunded; all of it once the return is voided.';
create index purchase_return_amounts_open on public.purchase_return_amounts (purchase_return_id) where remaining > 0;

alter table public.purchase_payments
  alter column purchase_order_id drop not null,
  alter column payment_method_id drop not null,
  add column purchase_return_id uuid constraint purchase_payments_return_in_use references public.purchase_returns,
  add constraint purchase_payments_is_of_a_document check (num_nonnulls(purchase_order_id, purchase_return_id) > 0),
  add constraint purchase_payments_money_has_its_method check (
    (payment_method_id is null) = (purchase_order_id is not null and purchase_return_id is not null));
comment on column public.purchase_payments.purchase_return_id is
  'With an order: it was paid by the credit of this return, not with money. Alone: the supplier refunded it.';
create index purchase_payments_return on public.purchase_payments (purchase_return_id)
  where purchase_return_id is not null;

-- ── Access to one return ──

/* Locks and answers a return that the caller may change, after the payments of its supplier and the orders that it
   paid. Errors: purchase_return_not_found, branch_view_only. */
create function private.lock_purchase_return(id uuid) returns public.purchase_returns
  language plpgsql security definer set search_path = ''
as $$
declare
  found_return public.purchase_returns;
begin
  select * into found_return
  from public.purchase_returns r
  where r.id = lock_purchase_return.id and private.can('purchasing.returns.view')
    and r.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(found_return.id is null, 'purchase_return_not_found', 404);
  perform private.require_branch(found_return.branch_id);
  perform private.lock_supplier_payments(found_return.supplier_id);
  perform
  from public.purchase_orders o
  where o.id in (
    select p.purchase_order_id from public.purchase_payments p where p.purchase_return_id = found_return.id)
  order by o.id
  for update;
  select * into found_return from public.purchase_returns r where r.id = found_return.id for update;
  return found_return;
end
$$;

/* Recomputes what is settled of a return. Its row is locked. */
create function private.refresh_purchase_return(id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.purchase_return_amounts a set settled = s.settled
  from (
    select case when r.voided_at is not null then a.total else coalesce((
      select sum(p.amount)
      from public.purchase_payments p
      where p.purchase_return_id = r.id and p.voided_at is null), 0) end as settled
    from public.purchase_returns r
    join public.purchase_return_amounts a on a.purchase_return_id = r.id
    where r.id = refresh_purchase_return.id) s
  where a.purchase_return_id = refresh_purchase_return.id and a.settled <> s.settled
$$;

/* The answer of calls that change a return: {id, number, version, total, settled, remaining}; without permission to
   view costs, the amounts are null. */
create function private.purchase_return_summary(id uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'number', r.number, 'version', r.version)
    || case when private.can('inventory.costs.view')
      then jsonb_build_object('total', a.total, 'settled', a.settled, 'remaining', a.remaining)
      else '{"total": null, "settled": null, "remaining": null}' end
  from public.purchase_returns r
  join public.purchase_return_amounts a on a.purchase_return_id = r.id
  where r.id = purchase_return_summary.id
$$;

-- ── What can go back ──

-- Those of the return that is being written count too.
create view private.returned_goods as
select i.id, i.purchase_return_id, i.variant_id, i.receipt_item_id, i.quantity
from public.purchase_return_items i
left join public.purchase_returns r on r.id = i.purchase_return_id
where r.voided_at is null;
comment on view private.returned_goods is 'The lines of returns to suppliers that are not voided.';

/* The tax of each line of an order: that of its rate, or its share of the amount entered for the order. */
create function private.order_line_taxes(purchase_order_id uuid) returns table (purchase_item_id uuid, tax numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  decimals constant integer := private.currency_decimals();
begin
  return query
  select i.id, case
    when o.tax_rate_id is not null or o.tax_by_product then c.tax::numeric
    when a.subtotal + a.charges > 0 then round(a.tax * sum(c.total) over so_far / (a.subtotal + a.charges), decimals)
      - round(a.tax * (sum(c.total) over so_far - c.total) / (a.subtotal + a.charges), decimals)
    else 0 end
  from public.purchase_orders o
  join public.purchase_amounts a on a.purchase_order_id = o.id
  join public.purchase_items i on i.purchase_order_id = o.id
  join public.purchase_item_costs c on c.purchase_item_id = i.id
  where o.id = order_line_taxes.purchase_order_id
  window so_far as (order by i.position, i.id);
end
$$;

/* What is left of lines of receipts to go back: their pieces, what they cost and their charges; and of their orders'
   lines the value and the tax, of which a return takes its share. Lines of undone receipts are left out. */
create function private.left_of_receipt_lines(receipt_item_ids uuid[]) returns table (receipt_item_id uuid,
  purchase_order_id uuid, purchase_item_id uuid, variant_id uuid, pieces numeric, worth numeric, charges numeric,
  line_worth numeric, line_tax numeric, tax_rate_id uuid, tax_percentage numeric)
  language sql stable security definer set search_path = ''
as $$
  with line as materialized (
    select x.id, r.purchase_order_id, x.variant_id, x.quantity
    from (select distinct u.id from unnest(receipt_item_ids) u(id)) u
    join public.receipt_items x on x.id = u.id
    join public.receipts r on r.id = x.receipt_id and r.undone_at is null),
  tax as materialized (
    select t.purchase_item_id, t.tax
    from (select distinct l.purchase_order_id from line l) o
    cross join lateral private.order_line_taxes(o.purchase_order_id) t)
  select l.id, l.purchase_order_id, i.id, l.variant_id, l.quantity - coalesce(g.pieces, 0),
    k.total - coalesce(g.total, 0), greatest(k.charges - coalesce(g.charges, 0), 0),
    c.total - coalesce(g.line_total, 0),
    -- The order may have had more tax before.
    greatest(t.tax - coalesce(g.line_tax, 0), 0), i.tax_rate_id, i.tax_percentage
  from line l
  join public.receipt_item_costs k on k.receipt_item_id = l.id
  join public.purchase_items i on i.purchase_order_id = l.purchase_order_id and i.variant_id = l.variant_id
  join public.purchase_item_costs c on c.purchase_item_id = i.id
  join tax t on t.purchase_item_id = i.id
  -- One look-up a line: sums of all of them would be joined without an index.
  left join lateral (
    select sum(y.quantity) filter (where w.id = l.id) as pieces, sum(z.total) filter (where w.id = l.id) as total,
      sum(z.charges) filter (where w.id = l.id) as charges, sum(z.total) as line_total, sum(z.tax) as line_tax
    from private.returned_goods y
    join public.purchase_return_item_costs z on z.purchase_return_item_id = y.id
    join public.receipt_items w on w.id = y.receipt_item_id
    join public.receipts r on r.id = w.receipt_id and r.purchase_order_id = l.purchase_order_id
    where y.variant_id = l.variant_id) g on true
$$;

create type private.return_line as (
  position integer, variant_id uuid, receipt_item_id uuid, quantity numeric, purchase_item_id uuid, left_pieces numeric,
  worth numeric, charges numeric, line_worth numeric, line_tax numeric, tax_rate_id uuid, tax_percentage numeric);
comment on type private.return_line is
  'A line to be returned, with what is left of its receipt; without a receipt, worth is the cost of a piece.';

/* The lines of a return with what is left of their receipts, whose orders are locked. lines: as in
   private.record_purchase_return. Errors: as there. */
create function private.return_lines(branch_id uuid, supplier_id uuid, lines jsonb) returns setof private.return_line
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_lines private.return_line[];
begin
  found_lines := array(
    select (x.position, x.variant_id, x.receipt_item_id, x.quantity, g.purchase_item_id, g.pieces,
      case when x.receipt_item_id is not null then g.worth
        else coalesce(x.unit_cost, round(a.average_cost, 4), c.purchase_price) end,
      coalesce(g.charges, 0), g.line_worth, g.line_tax,
      case when x.receipt_item_id is null then t.id else g.tax_rate_id end,
      case when x.receipt_item_id is null then t.percentage else g.tax_percentage end)::private.return_line
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric, receipt_item_id uuid,
      unit_cost numeric)) with ordinality x(variant_id, quantity, receipt_item_id, unit_cost, position)
    join public.variants v on v.id = x.variant_id
    join public.products p on p.id = v.product_id
    cross join public.business b
    left join public.tax_rates t on t.id = coalesce(p.tax_rate_id, b.sale_tax_rate_id)
    left join public.variant_costs a on a.variant_id = v.id
    left join public.product_costs c on c.product_id = p.id
    left join (
      select l.*
      from private.left_of_receipt_lines(array(
        select y.receipt_item_id from jsonb_to_recordset(lines) y(receipt_item_id uuid))) l
      join public.purchase_orders o on o.id = l.purchase_order_id and o.branch_id = return_lines.branch_id
        and o.supplier_id = return_lines.supplier_id) g
      on g.receipt_item_id = x.receipt_item_id and g.variant_id = x.variant_id
    order by x.position);
  perform private.raise_error_if(l.receipt_item_id is not null and l.purchase_item_id is null,
    'receipt_line_not_found', 404, jsonb_build_object('field', 'lines', 'line', l.position))
  from unnest(found_lines) l
  order by l.position;
  perform private.raise_error('return_exceeds_receipt', 409, private.variant_words(l.variant_id) || jsonb_build_object(
    'field', 'lines', 'line', l.position, 'requested', l.quantity, 'left', l.left_pieces))
  from unnest(found_lines) l
  where l.quantity > l.left_pieces
  order by l.position
  limit 1;
  perform private.raise_error('cost_missing', 400, private.variant_words(l.variant_id) || jsonb_build_object(
    'field', 'lines', 'line', l.position))
  from unnest(found_lines) l
  where l.worth is null
  order by l.position
  limit 1;
  return query select l.* from unnest(found_lines) l;
end
$$;

/* Writes one line of a return, with its cost and tax. */
create function private.write_return_line(return_id uuid, line private.return_line, out total numeric, out tax numeric)
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant numeric := 9999999999;
  decimals constant integer := private.currency_decimals();
  item_id uuid;
  charges constant numeric := case when line.quantity = line.left_pieces then line.charges
    else least(line.charges, round(line.charges * line.quantity / nullif(line.left_pieces, 0),
      private.decimals_of_parts(line.charges, decimals))) end;
begin
  if line.receipt_item_id is not null then
    total := case when line.quantity = line.left_pieces then line.worth
      else least(line.worth, round(line.worth * line.quantity / line.left_pieces, decimals)) end;
    tax := case when total >= line.line_worth then line.line_tax
      else least(line.line_tax, round(line.line_tax * total / line.line_worth, decimals)) end;
  else
    -- Too much is refused with the total, after a lack of stock: an error here would tell the average.
    total := least(round(line.worth * line.quantity, decimals), most);
    tax := least(round(total * coalesce(line.tax_percentage, 0) / 100, decimals), most);
  end if;
  insert into public.purchase_return_items (purchase_return_id, position, variant_id, receipt_item_id, quantity,
    tax_rate_id, tax_percentage)
  values (return_id, line.position, line.variant_id, line.receipt_item_id, line.quantity, line.tax_rate_id,
    line.tax_percentage)
  returning id into item_id;
  insert into public.purchase_return_item_costs (purchase_return_item_id, unit_cost, total, charges, tax)
  values (item_id, round(total / line.quantity, 4), total, coalesce(charges, 0), tax);
end
$$;

/* Takes the charges of returned pieces out of the value of stock (sign -1), or puts them back (1): as a difference,
   since the supplier does not owe them. The goods have moved, so that their values are locked. */
create function private.correct_returned_charges(branch_id uuid, return_id uuid, sign integer) returns void
  language sql security definer set search_path = ''
as $$
  select private.correct_value(x.variant_id, greatest(v.value + sign * x.charges, 0),
    correct_returned_charges.branch_id, 'purchase_return', return_id)
  from (
    select i.variant_id, sum(k.charges) as charges
    from public.purchase_return_items i
    join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
    where i.purchase_return_id = return_id
    group by 1) x
  join private.stock_values v on v.variant_id = x.variant_id
  where x.charges > 0 and v.quantity > 0
$$;

/* Sends goods back to a supplier: they leave at the cost at which they came, and their credit pays what is still owed
   for the orders of their receipts. Repeating the call changes nothing more.
   header: {supplier_id, branch_id, stock_point_id, reason (see the table), reference, note}. lines: [{variant_id,
   quantity, receipt_item_id, unit_cost}], at most 1,000, each receipt's line once, and each variant once without one;
   of a receipt of this supplier in this branch, otherwise unit_cost, by default the average (setting it needs
   inventory.costs.view). Answers {id, number, version, total, settled, remaining}; amounts are null for those who may
   not view costs.
   Errors: permission_missing, id_missing, id_taken, exists_already {version, number}, value_invalid,
   supplier_not_found, branch_not_found, branch_view_only, lines_missing, lines_over_limit {field, max},
   line_invalid {field, line}, variant_twice {product, …}, receipt_line_not_found {line}, return_exceeds_receipt {line,
   requested, left}, cost_missing {line}, pieces_not_whole {lines}, total_too_large, stock_short {lines}. */
create function private.record_purchase_return(id uuid, header jsonb, lines jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  most constant numeric := 9999999999;
  sent public.purchase_returns;
  known public.purchase_returns;
  moves private.stock_move[];
  line private.return_line;
  before private.return_line;
  written record;
  credit record;
begin
  perform private.require_permission('purchasing.returns.create', 'purchasing.returns.view');
  perform private.require_values(header, '{"supplier_id": "uuid", "branch_id": "uuid", "stock_point_id": "uuid",
    "reason": "text", "reference": "text", "note": "text"}');
  perform private.require_lines(lines, 1000, '{"variant_id": "uuid", "quantity": "public.quantity",
    "receipt_item_id": "uuid", "unit_cost": "public.money"}');
  perform private.require_permission('inventory.costs.view')
  where exists (select from jsonb_to_recordset(lines) x(unit_cost numeric) where x.unit_cost is not null);
  perform private.register_document_id(id, 'purchase_return');
  select (header ->> 'supplier_id')::uuid, (header ->> 'branch_id')::uuid, (header ->> 'stock_point_id')::uuid,
    header ->> 'reason', nullif(btrim(header ->> 'reference'), ''), nullif(btrim(header ->> 'note'), '')
  into sent.supplier_id, sent.branch_id, sent.stock_point_id, sent.reason, sent.reference, sent.note;
  select * into known from public.purchase_returns r where r.id = record_purchase_return.id;
  if known.id is not null then
    perform private.require_same_content(known.created_by, known.number, known.version, 'purchase_return_not_found',
      (known.supplier_id, known.branch_id, known.stock_point_id, known.reason, known.reference::text, known.note::text)
        is not distinct from (sent.supplier_id, sent.branch_id, sent.stock_point_id, sent.reason,
          sent.reference::text, sent.note::text)
      and (
        select jsonb_agg(jsonb_build_array(i.variant_id, i.quantity, i.receipt_item_id) order by i.position)
        from public.purchase_return_items i
        where i.purchase_return_id = known.id) = (
        select jsonb_agg(jsonb_build_array(x.variant_id, x.quantity, x.receipt_item_id) order by x.position)
        from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric, receipt_item_id uuid))
          with ordinality x(variant_id, quantity, receipt_item_id, position))
      and not exists (
        select
        from rows from (jsonb_to_recordset(lines) as (unit_cost numeric)) with ordinality x(unit_cost, position)
        join public.purchase_return_items i on i.purchase_return_id = known.id and i.position = x.position
        join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
        where i.receipt_item_id is null and k.total <> round(x.unit_cost * i.quantity, private.currency_decimals())));
    return private.purchase_return_summary(known.id);
  end if;

  perform private.require_branch(sent.branch_id);
  perform private.raise_error_if(
    sent.reason is null
      or sent.reason not in ('damaged', 'wrong_goods', 'not_as_agreed', 'expired', 'unsold', 'other'),
    'value_invalid', 400, '{"field": "reason"}');
  perform private.raise_error_if(not exists (select from public.suppliers s where s.id = sent.supplier_id),
    'supplier_not_found', 404, '{"field": "supplier_id"}');
  perform private.raise_error('line_invalid', 400, jsonb_build_object('field', 'lines', 'line', x.line))
  from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric, receipt_item_id uuid,
    unit_cost numeric)) with ordinality x(variant_id, quantity, receipt_item_id, unit_cost, line)
  left join public.variants v on v.id = x.variant_id
  left join public.products p on p.id = v.product_id
    and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
  where p.id is null or coalesce(x.quantity, 0) <= 0 or x.quantity <> round(x.quantity, 3)
    or x.unit_cost is not null and (x.receipt_item_id is not null or x.unit_cost < 0
      or x.unit_cost <> round(x.unit_cost, 4) or x.quantity * x.unit_cost >= 10 ^ 10)
  order by x.line
  limit 1;
  perform private.raise_error('variant_twice', 400, private.variant_words(x.variant_id) || '{"field": "lines"}')
  from jsonb_to_recordset(lines) x(variant_id uuid, receipt_item_id uuid)
  group by x.variant_id, x.receipt_item_id
  having count(*) > 1
  limit 1;

  perform private.lock_supplier_payments(sent.supplier_id);
  perform
  from public.purchase_orders o
  where o.id in (
    select r.purchase_order_id
    from public.receipt_items i
    join public.receipts r on r.id = i.receipt_id and r.branch_id = sent.branch_id
    join jsonb_to_recordset(lines) x(receipt_item_id uuid) on x.receipt_item_id = i.id)
  order by o.id
  for update;
  perform private.lock_products_shared(array(select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid)));
  perform private.require_whole_pieces(lines);
  -- Lines of one order's line follow each other: each takes its share of what the one before it left.
  for line in
    select l.*
    from private.return_lines(sent.branch_id, sent.supplier_id, lines) l
    order by l.purchase_item_id, l.position
  loop
    if line.purchase_item_id = before.purchase_item_id then
      line.line_worth := before.line_worth;
      line.line_tax := before.line_tax;
    end if;
    select * into written from private.write_return_line(id, line);
    line.line_worth := line.line_worth - written.total;
    line.line_tax := line.line_tax - written.tax;
    before := line;
  end loop;
  select array_agg(private.stock_move(i.variant_id, sent.branch_id, sent.stock_point_id,
    quantity => -i.quantity, kind => 'purchase_return', line_id => i.id, value => -k.total) order by i.position)
  into moves
  from public.purchase_return_items i
  join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
  where i.purchase_return_id = record_purchase_return.id;
  perform private.move_stock(moves, 'purchase_return', id);
  perform private.correct_returned_charges(sent.branch_id, id, -1);
  perform private.raise_error_if(sum(k.total + k.tax) >= most, 'total_too_large', 400,
    jsonb_build_object('field', 'lines', 'max', most))
  from public.purchase_return_items i
  join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
  where i.purchase_return_id = record_purchase_return.id;

  insert into public.purchase_returns (id, number, supplier_id, branch_id, stock_point_id, business_day, reason,
    reference, note)
  values (id, private.next_number('PR', sent.branch_id), sent.supplier_id, sent.branch_id, sent.stock_point_id,
    private.branch_today(sent.branch_id), sent.reason, sent.reference, sent.note);
  insert into public.purchase_return_amounts (purchase_return_id, subtotal, tax, total)
  select record_purchase_return.id, sum(k.total), sum(k.tax), sum(k.total + k.tax)
  from public.purchase_return_items i
  join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
  where i.purchase_return_id = record_purchase_return.id;
  for credit in
    select r.purchase_order_id, sum(k.total + k.tax) as amount
    from public.purchase_return_items i
    join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
    join public.receipt_items x on x.id = i.receipt_item_id
    join public.receipts r on r.id = x.receipt_id
    where i.purchase_return_id = record_purchase_return.id
    group by 1
    order by 1
  loop
    perform private.pay_by_credit(id, credit.purchase_order_id, credit.amount);
  end loop;
  return private.purchase_return_summary(id);
end
$$;

-- ── The credit of returns ──

/* Pays what is owed for a locked order by the credit of a return, at most this amount. Answers what was paid. */
create function private.pay_by_credit(return_id uuid, order_id uuid, most numeric) returns numeric
  language plpgsql security definer set search_path = ''
as $$
declare
  part constant numeric := (
    select least(most, c.remaining, o.remaining)
    from public.purchase_return_amounts c
    join public.purchase_amounts o on o.purchase_order_id = order_id
    join public.purchase_orders x on x.id = order_id and x.status <> 'cancelled'
    where c.purchase_return_id = return_id);
begin
  if coalesce(part, 0) <= 0 then
    return 0;
  end if;
  insert into public.purchase_payments (purchase_order_id, purchase_return_id, branch_id, amount, paid_on, business_day,
    created_by)
  select order_id, r.id, r.branch_id, part, d.today, d.today, auth.uid()
  from public.purchase_returns r
  cross join lateral (select private.branch_today(r.branch_id) as today) d
  where r.id = return_id;
  perform private.refresh_purchase(order_id);
  perform private.refresh_purchase_return(return_id);
  return part;
end
$$;

/* Sets a supplier's credit against the oldest unpaid orders, all at once, in the branches where the caller works. Sent
   again it finds nothing left. Orders that lack a required approval are skipped. Answers {used, orders: how many it
   paid}. Errors: permission_missing, supplier_not_found. */
create function private.use_supplier_credit(supplier_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('work');
  credits uuid[];
  debts uuid[];
  used numeric;
begin
  perform private.require_permission('purchasing.payments.create', 'purchasing.orders.view', 'purchasing.returns.view',
    'inventory.costs.view');
  perform private.raise_error_if(not exists (
    select from public.suppliers s where s.id = use_supplier_credit.supplier_id), 'supplier_not_found', 404);
  perform private.lock_supplier_payments(supplier_id);
  perform
  from public.purchase_orders o
  where o.supplier_id = use_supplier_credit.supplier_id and o.status <> 'cancelled' and o.branch_id = any (reach)
    and exists (select from public.purchase_amounts a where a.purchase_order_id = o.id and a.remaining > 0)
  order by o.id
  for update;
  debts := array(
    select o.id
    from public.purchase_orders o
    join public.purchase_amounts a on a.purchase_order_id = o.id and a.remaining > 0
    where o.supplier_id = use_supplier_credit.supplier_id and o.status <> 'cancelled' and o.branch_id = any (reach)
      and not private.needs_approval(o)
    order by o.ordered_on, o.created_at, o.id);
  -- Credits and debts stand in a row each, as long as what remains of them: where two meet, the credit pays the debt.
  with paid as (
    insert into public.purchase_payments (purchase_order_id, purchase_return_id, branch_id, amount, paid_on,
      business_day, created_by)
    select d.id, c.id, c.branch_id, least(c.upto, d.upto) - greatest(c.upto - c.remaining, d.upto - d.remaining),
      c.today, c.today, auth.uid()
    from (
      select r.id, r.branch_id, private.branch_today(r.branch_id) as today, a.remaining,
        sum(a.remaining) over (order by r.created_at, r.id) as upto
      from public.purchase_returns r
      join public.purchase_return_amounts a on a.purchase_return_id = r.id and a.remaining > 0
      where r.supplier_id = use_supplier_credit.supplier_id and r.branch_id = any (reach)) c
    join (
      select o.id, a.remaining, sum(a.remaining) over (order by x.n) as upto
      from unnest(debts) with ordinality x(id, n)
      join public.purchase_orders o on o.id = x.id
      join public.purchase_amounts a on a.purchase_order_id = o.id) d
      on d.upto - d.remaining < c.upto and c.upto - c.remaining < d.upto
    order by c.upto, d.upto
    returning purchase_order_id, purchase_return_id, amount)
  select coalesce(sum(p.amount), 0), coalesce(array_agg(distinct p.purchase_order_id), '{}'),
    coalesce(array_agg(distinct p.purchase_return_id), '{}')
  into used, debts, credits
  from paid p;
  perform private.refresh_purchase(x) from unnest(debts) x order by x;
  perform private.refresh_purchase_return(x) from unnest(credits) x order by x;
  return jsonb_build_object('used', used, 'orders', cardinality(debts));
end
$$;

/* Records that a supplier refunded the credit of a return; repeating the call changes nothing more. payments: as for
   pay_purchase. Answers {id, number, version, total, settled, remaining, payments: [ids]}. Errors:
   purchase_return_not_found, purchase_return_voided, and those of register_payment_ids and validate_payment,
   payment_exceeds_remaining {remaining}. */
create function private.refund_purchase_return(id uuid, payments jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  returned public.purchase_returns;
  payment jsonb;
  checked public.purchase_payments;
  known public.purchase_payments;
begin
  perform private.require_permission('purchasing.payments.create', 'inventory.costs.view');
  payments := private.register_payment_ids(payments, 'payment', '{"paid_on": "public.day", "note": "text"}');
  returned := private.lock_purchase_return(id);
  for payment in select p from jsonb_array_elements(payments) p loop
    select * into known from public.purchase_payments p where p.id = (payment ->> 'id')::uuid;
    if known.id is not null then
      perform private.raise_error_if(known.purchase_return_id is distinct from returned.id
        or known.purchase_order_id is not null, 'payment_not_found', 404);
      perform private.require_same_content(known.created_by, returned.number, null, 'payment_not_found',
        private.same_payment(known, payment, returned.branch_id));
      continue;
    end if;
    perform private.raise_error_if(returned.voided_at is not null, 'purchase_return_voided', 409);
    checked := private.validate_payment(payment, returned.branch_id);
    perform private.require_payable_amount(checked.amount, a.remaining)
    from public.purchase_return_amounts a
    where a.purchase_return_id = returned.id;
    insert into public.purchase_payments (id, purchase_return_id, branch_id, payment_method_id, amount, paid_on,
      business_day, note, created_by)
    values (checked.id, returned.id, checked.branch_id, checked.payment_method_id, checked.amount, checked.paid_on,
      private.branch_today(checked.branch_id), checked.note, auth.uid());
    perform private.refresh_purchase_return(returned.id);
  end loop;
  return private.purchase_return_summary(returned.id)
    || jsonb_build_object('payments', array(select (p ->> 'id')::uuid from jsonb_array_elements(payments) p));
end
$$;

/* Voids a return: its goods come back at the cost at which they left, and orders that its credit paid are owed again.
   Voiding again changes nothing. Answers {id, number, version, total, settled, remaining}. Errors: permission_missing,
   purchase_return_not_found, branch_view_only, reason_missing, return_was_refunded if the supplier refunded a part:
   that payment is voided first; product_kept_by_branch, place_closed. */
create function private.void_purchase_return(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  returned public.purchase_returns;
begin
  perform private.require_permission('purchasing.returns.void');
  returned := private.lock_purchase_return(id);
  perform private.require_reason(void_purchase_return.reason);
  if returned.voided_at is null then
    perform private.raise_error_if(exists (
      select
      from public.purchase_payments p
      where p.purchase_return_id = returned.id and p.purchase_order_id is null and p.voided_at is null),
      'return_was_refunded', 409);
    perform private.move_stock(array(
      select private.stock_move(i.variant_id, returned.branch_id, returned.stock_point_id,
        quantity => i.quantity, kind => 'reversal', line_id => i.id, value => k.total)
      from public.purchase_return_items i
      join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
      where i.purchase_return_id = returned.id
      order by i.position), 'purchase_return', returned.id);
    perform private.correct_returned_charges(returned.branch_id, returned.id, 1);
    update public.purchase_payments p
    set voided_at = now(), voided_by = auth.uid(), void_reason = btrim(void_purchase_return.reason)
    where p.purchase_return_id = returned.id and p.voided_at is null;
    update public.purchase_returns r
    set voided_at = now(), voided_by = auth.uid(), void_reason = btrim(void_purchase_return.reason)
    where r.id = returned.id;
    perform private.refresh_purchase_return(returned.id);
    perform private.refresh_purchase(o.id)
    from (
      select distinct p.purchase_order_id as id
      from public.purchase_payments p
      where p.purchase_return_id = returned.id and p.purchase_order_id is not null) o;
  end if;
  return private.purchase_return_summary(returned.id);
end
$$;

select private.expose_rpc('record_purchase_return',
  'Sends goods back to a supplier; sent again it is the same return.');
select private.expose_rpc('void_purchase_return', 'Voids a return to a supplier: its goods come back.');
select private.expose_rpc('refund_purchase_return', 'Records what a supplier refunded for a return.');
select private.expose_rpc('use_supplier_credit', 'Sets a supplier''s credit against the oldest unpaid orders.');

select private.allow_read('public.purchase_returns',
  'those who may view returns read the ones of their branches', 'purchasing.returns.view');
select private.allow_read('public.purchase_return_items', 'those who read a return to a supplier read its lines', null,
  'purchase_return_id');
select private.allow_read('public.purchase_return_item_costs',
  'those who may view costs read what returned pieces cost',
  'inventory.costs.view', 'purchase_return_item_id');
select private.allow_read('public.purchase_return_amounts', 'those who may view costs read the credit of returns',
  'inventory.costs.view', 'purchase_return_id');
-- Payments are not audited: their table keeps its complete history, and an audit row would show
-- amounts to other readers.
select private.allow_read('public.purchase_payments', 'those who may view payments and costs read what was paid',
  'purchasing.payments.view',
  reach => $$(select private.can('inventory.costs.view'))
    and (exists (select from public.purchase_orders o where o.id = purchase_order_id)
      or exists (select from public.purchase_returns r where r.id = purchase_return_id))$$);

select private.enable_audit('public.purchase_returns', 'purchasing.returns', 'branch_id');

-- ── Invariants of this chapter ──

create view private.invariants_of_purchase_returns (rule, row_id) as
select 'return to a supplier comes to its lines', r.id::text
from public.purchase_returns r
left join public.purchase_return_amounts a on a.purchase_return_id = r.id
left join lateral (
  select sum(k.total) as subtotal, sum(k.tax) as tax
  from public.purchase_return_items i
  join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
  where i.purchase_return_id = r.id) l on true
where (a.subtotal, a.tax) is distinct from (l.subtotal, l.tax)
union all
select 'no more goes back of a receipt than came', x.id::text
from public.receipt_items x
join public.receipts r on r.id = x.receipt_id
join public.receipt_item_costs k on k.receipt_item_id = x.id
join lateral (
  select sum(y.quantity) as pieces, sum(z.total) as total
  from private.returned_goods y
  join public.purchase_return_item_costs z on z.purchase_return_item_id = y.id
  where y.receipt_item_id = x.id) b on b.pieces is not null
where b.pieces > x.quantity or b.total > k.total or b.pieces = x.quantity and b.total <> k.total
  or r.undone_at is not null
union all
select 'returned goods are of a receipt of their supplier and branch', i.id::text
from public.purchase_return_items i
join public.purchase_returns q on q.id = i.purchase_return_id
join public.receipt_items x on x.id = i.receipt_item_id
join public.receipts r on r.id = x.receipt_id
join public.purchase_orders o on o.id = r.purchase_order_id
where x.variant_id <> i.variant_id or o.branch_id <> q.branch_id or o.supplier_id <> q.supplier_id
union all
select 'settled of a return is what it paid and what was refunded', r.id::text
from public.purchase_returns r
join public.purchase_return_amounts a on a.purchase_return_id = r.id
where a.settled <> case when r.voided_at is not null then a.total else coalesce((
  select sum(p.amount)
  from public.purchase_payments p
  where p.purchase_return_id = r.id and p.voided_at is null), 0) end
union all
select 'what goes back leaves stock at its cost', i.id::text
from public.purchase_return_items i
join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
left join public.stock_movements m on m.document_type = 'purchase_return' and m.document_id = i.purchase_return_id
  and m.line_id = i.id and m.kind = 'purchase_return'
where k.total is distinct from -m.value or k.unit_cost <> round(k.total / i.quantity, 4);
