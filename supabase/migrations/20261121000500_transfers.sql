-- Stock transfers: pending → approved → reversed, or pending → reversed. Only approval and its reversal move stock.

create table public.transfers (
  like private.record_template including all,
  number text not null constraint transfers_number_unique unique,
  from_branch_id uuid not null constraint transfers_from_branch_in_use references public.branches,
  from_stock_point_id uuid constraint transfers_from_stock_point_in_use references public.stock_points,
  to_branch_id uuid not null constraint transfers_to_branch_in_use references public.branches,
  to_stock_point_id uuid constraint transfers_to_stock_point_in_use references public.stock_points,
  status text not null default 'pending' constraint transfers_status_known check (status in ('pending', 'approved',
    'reversed')),
  shipping public.money not null default 0 constraint transfers_shipping_not_negative check (shipping >= 0),
  notes public.long_text,
  business_day public.day not null,
  approved_at timestamptz,
  approved_by uuid,
  approved_day public.day,
  reversed_at timestamptz,
  reversed_by uuid,
  reversed_day public.day,
  reversal_reason public.short_text,
  constraint transfers_ends_differ check (
    from_branch_id <> to_branch_id or from_stock_point_id is distinct from to_stock_point_id),
  constraint transfers_status_has_its_dates check (
    (status <> 'approved' or approved_at is not null) and (status = 'reversed') = (reversed_at is not null)
    and (approved_at is null) = (approved_day is null) and (reversed_at is null) = (reversed_day is null))
);
comment on table public.transfers is
  'Goods from one place to another: branch to branch, or within a branch to a stock point and back.';
comment on column public.transfers.business_day is
  'The day of the request, in the branch the goods leave; approved_day and reversed_day are those of the destination. '
  'None of them changes later.';
comment on column public.transfers.shipping is 'The cost of transport; part of the amount, not of the goods'' cost.';
-- Includes the filter columns, so that skipping to a deep page is an index-only scan.
create index transfers_newest on public.transfers (created_at desc, id desc) include (from_branch_id, to_branch_id,
  status);
create index transfers_number on public.transfers using gin (number extensions.gin_trgm_ops);
create index transfers_from_branch on public.transfers (from_branch_id, created_at desc, id desc);
create index transfers_to_branch on public.transfers (to_branch_id, created_at desc, id desc);
create index transfers_from_stock_point on public.transfers (from_stock_point_id);
create index transfers_to_stock_point on public.transfers (to_stock_point_id);
create index transfers_of_status on public.transfers (status, created_at desc, id desc) include (from_branch_id,
  to_branch_id);

create table public.transfer_items (
  id uuid primary key default private.uuid_v7(),
  transfer_id uuid not null constraint transfer_items_transfer_exists references public.transfers on delete cascade,
  position integer not null,
  variant_id uuid not null constraint transfer_items_variant_in_use references public.variants on delete restrict,
  quantity public.quantity not null constraint transfer_items_quantity_positive check (quantity > 0),
  constraint transfer_items_variant_unique unique (transfer_id, variant_id)
);
create index transfer_items_variant on public.transfer_items (variant_id);

create table public.transfer_costs (
  transfer_id uuid primary key constraint transfer_costs_transfer_exists references public.transfers on delete cascade,
  goods public.money_sum not null,
  amount public.money_sum not null
);
comment on table public.transfer_costs is
  'Σ quantity × cost at approval, and with shipping; frozen then. Apart, behind inventory.costs.view.';

create table public.transfer_item_costs (
  transfer_item_id uuid primary key constraint transfer_item_costs_item_exists references public.transfer_items
    on delete cascade,
  unit_cost public.money not null
);

/* The current cost of one piece: the moving average, or before the first receipt the purchase price. */
create function private.unit_cost(variant_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select round(c.average_cost, 4) from public.variant_costs c where c.variant_id = unit_cost.variant_id),
    (
      select c.purchase_price
      from public.variants v
      join public.product_costs c
      using (product_id)
      where v.id = unit_cost.variant_id),
    0)::numeric
$$;

/* Locks and answers a transfer that is visible to the caller, who must hold the permission. Errors: 404
   transfer_not_found. */
create function private.lock_transfer(id uuid, permission text) returns public.transfers
  language plpgsql security definer set search_path = ''
as $$
declare
  found_transfer public.transfers;
begin
  perform private.require_permission(permission);
  select * into found_transfer
  from public.transfers t
  where t.id = lock_transfer.id and private.can('inventory.transfers.view')
    and (t.from_branch_id = any (private.branch_ids('view')) or t.to_branch_id = any (private.branch_ids('view')))
  for update;
  perform private.raise_error_if(found_transfer.id is null, 'transfer_not_found', 404);
  return found_transfer;
end
$$;

/* Creates a transfer, or changes a pending one, with its lines in one transaction.
   expected_version null creates; a repeated call, also of a change, answers with the result of the first. The goods
   leave from_branch, so the caller must work there. lines: [{variant_id, quantity}] in order. Answers {id, number,
   version, status}.
   Errors: permission_missing, branch_not_found, branch_view_only, id_missing, id_taken, exists_already {version,
   number}, lines_missing, lines_over_limit {max}, line_invalid, pieces_not_whole {lines}, variant_twice,
   transfer_not_found, transfer_not_pending {status}, changed_meanwhile, product_kept_by_branch {product, branch},
   place_closed {place}. */
create function private.save_transfer(
  id uuid, from_branch_id uuid, to_branch_id uuid, lines jsonb, from_stock_point_id uuid default null,
  to_stock_point_id uuid default null,
  shipping numeric default 0, notes text default null, expected_version integer default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  transfer public.transfers;
  variant_ids uuid[];
  lines_before jsonb;
  is_same boolean;
begin
  perform private.require_permission('inventory.transfers.create');
  perform private.require_branch(from_branch_id);
  perform private.raise_error_if(not exists (select from public.branches b where b.id = to_branch_id),
    'branch_not_found', 404, jsonb_build_object('field', 'to_branch_id'));

  perform private.require_lines(lines, 10000, '{"variant_id": "uuid", "quantity": "public.quantity"}');
  variant_ids := array(select x.variant_id from jsonb_to_recordset(lines) x(variant_id uuid));
  notes := nullif(btrim(notes), '');
  shipping := coalesce(shipping, 0);

  if expected_version is null then
    perform private.register_document_id(id, 'transfer');
    select * into transfer from public.transfers t where t.id = save_transfer.id;
  else
    transfer := private.lock_transfer(id, 'inventory.transfers.create');
    perform private.require_branch(transfer.from_branch_id);
  end if;
  if transfer.version is distinct from expected_version then
    is_same := (transfer.from_branch_id, transfer.from_stock_point_id, transfer.to_branch_id,
      transfer.to_stock_point_id, transfer.shipping::numeric, transfer.notes::text)
        is not distinct from (from_branch_id, from_stock_point_id, to_branch_id, to_stock_point_id, shipping, notes)
      and private.plain_lines(lines) = private.lines_of_transfer(id);
    perform private.require_same_content(transfer.created_by, transfer.number, transfer.version,
      'transfer_not_found', is_same)
    where expected_version is null;
  end if;
  perform private.raise_error_if(transfer.status <> 'pending' and is_same is not true, 'transfer_not_pending', 409,
    jsonb_build_object('status', transfer.status));
  if transfer.version is distinct from expected_version then
    perform private.require_version(transfer.version, expected_version, transfer.updated_by, transfer.updated_at)
    where is_same is not true;
    return private.document_summary(transfer);
  end if;

  perform private.lock_products_shared(variant_ids);
  perform private.require_stock_lines(lines, false, 'variant_twice');
  perform private.require_products_known_at(to_branch_id, variant_ids);
  perform private.require_open_place(to_branch_id, to_stock_point_id, 'to_branch_id');
  -- The destination's stock list shows incoming goods even of variants that were never there.
  perform private.open_levels(array(
    select private.stock_move(v.id, to_branch_id, to_stock_point_id)
    from unnest(variant_ids) v(id)));
  if expected_version is null then
    insert into public.transfers (id, number, from_branch_id, from_stock_point_id, to_branch_id, to_stock_point_id,
      shipping, notes, business_day)
    values (id, private.next_number('TR', from_branch_id), from_branch_id, from_stock_point_id, to_branch_id,
      to_stock_point_id, shipping, notes,
      private.branch_today(from_branch_id))
    returning * into transfer;
  else
    -- variant_id → quantity, for the audit log.
    select jsonb_object_agg(i.variant_id, i.quantity) into lines_before
    from public.transfer_items i
    where i.transfer_id = transfer.id;
    update public.transfers t set
      from_branch_id = save_transfer.from_branch_id, from_stock_point_id = save_transfer.from_stock_point_id,
      to_branch_id = save_transfer.to_branch_id, to_stock_point_id = save_transfer.to_stock_point_id,
      shipping = save_transfer.shipping, notes = save_transfer.notes
    where t.id = save_transfer.id returning * into transfer;
    delete from public.transfer_items i
    where i.transfer_id = save_transfer.id and i.variant_id not in (select unnest(variant_ids));
  end if;

  insert into public.transfer_items (transfer_id, position, variant_id, quantity)
  select transfer.id, x.ordinal, (x.line ->> 'variant_id')::uuid, (x.line ->> 'quantity')::numeric
  from jsonb_array_elements(lines) with ordinality x(line, ordinal)
  on conflict on constraint transfer_items_variant_unique
    do update set position = excluded.position, quantity = excluded.quantity
    where (transfer_items.position, transfer_items.quantity) is distinct from (excluded.position, excluded.quantity);
  -- Lines are logged as changes of their transfer, under both of its branches.
  insert into public.audit_log (actor_id, table_name, row_id, record_id, branch_id, other_branch_id, resource, action,
    changes)
  select (select auth.uid()), 'transfers', transfer.id, transfer.id, transfer.from_branch_id, transfer.to_branch_id,
    'inventory.transfers', 'update', changed
  from private.changed_lines('lines', lines_before,
    (
      select jsonb_object_agg(i.variant_id, i.quantity)
      from public.transfer_items i
      where i.transfer_id = transfer.id)) changed;
  return private.document_summary(transfer);
end
$$;

/* The transfer's lines in the form of private.plain_lines. */
create function private.lines_of_transfer(id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity) order by i.position)
  from public.transfer_items i
  where i.transfer_id = lines_of_transfer.id
$$;

/* Moves all lines of a pending transfer, or none. Approving again changes nothing and answers the same. The goods
   arrive at to_branch, so the approver must work there. The amount is frozen at today's cost. expected_version: the
   version that the approver saw. Answers {id, number, version, status}. Errors: permission_missing, transfer_not_found,
   branch_not_found, branch_view_only, transfer_not_pending {status: 'reversed'}, field_missing, changed_meanwhile,
   stock_short {lines}, product_kept_by_branch {product, branch}, place_closed {place}. */
create function private.approve_transfer(id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  transfer public.transfers;
begin
  transfer := private.lock_transfer(id, 'inventory.transfers.approve');
  perform private.require_branch(transfer.to_branch_id);
  if transfer.status = 'approved' then
    return private.document_summary(transfer);
  end if;
  perform private.raise_error_if(transfer.status <> 'pending', 'transfer_not_pending', 409,
    jsonb_build_object('status', transfer.status));
  perform private.require_version(transfer.version, expected_version, transfer.updated_by, transfer.updated_at);

  perform private.move_stock(array(
    select private.stock_move(i.variant_id, e.branch_id, e.stock_point_id,
      quantity => e.sign * i.quantity, kind => e.kind, line_id => i.id)
    from public.transfer_items i
    cross join (values
      (-1, 'transfer_out', transfer.from_branch_id, transfer.from_stock_point_id),
      (1, 'transfer_in', transfer.to_branch_id, transfer.to_stock_point_id)) e(sign, kind, branch_id, stock_point_id)
    where i.transfer_id = transfer.id
    order by i.position, e.sign), 'transfer', transfer.id);

  insert into public.transfer_item_costs (transfer_item_id, unit_cost)
  select i.id, coalesce(a.average_cost, p.purchase_price, 0)
  from public.transfer_items i
  join public.variants v on v.id = i.variant_id
  left join public.variant_costs a on a.variant_id = i.variant_id
  left join public.product_costs p on p.product_id = v.product_id
  where i.transfer_id = transfer.id;

  insert into public.transfer_costs (transfer_id, goods, amount)
  select transfer.id, g.goods, g.goods + transfer.shipping
  from (
    select coalesce(sum(round(i.quantity * c.unit_cost, b.currency_decimals)), 0) as goods
    from public.transfer_items i
    join public.transfer_item_costs c on c.transfer_item_id = i.id
    cross join public.business b
    where i.transfer_id = transfer.id) g;

  update public.transfers t
  set status = 'approved', approved_at = now(), approved_by = auth.uid(),
    approved_day = private.branch_today(t.to_branch_id)
  where t.id = transfer.id returning * into transfer;
  return private.document_summary(transfer);
end
$$;

/* Withdraws a pending transfer, or reverses an approved one by counter-movements. Final; reversing again changes
   nothing. Goods leave to_branch again, so reversing an approved transfer needs a reason and a caller who works there;
   a pending one may be withdrawn from either branch. expected_version: the version that the caller saw. Answers and
   errors as private.approve_transfer except transfer_not_pending, and reason_missing; stock_short if goods have left
   since. */
create function private.reverse_transfer(id uuid, reason text default null, expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  transfer public.transfers;
begin
  transfer := private.lock_transfer(id, 'inventory.transfers.reverse');
  perform private.require_branch(transfer.to_branch_id)
  where transfer.status <> 'pending' or transfer.from_branch_id <> all (private.branch_ids('work'));
  if transfer.status = 'reversed' then
    return private.document_summary(transfer);
  end if;
  perform private.require_version(transfer.version, expected_version, transfer.updated_by, transfer.updated_at);

  if transfer.status = 'approved' then
    perform private.require_reason(reason);
    perform private.move_stock(array(
      select private.stock_move(m.variant_id, m.branch_id, m.stock_point_id,
        quantity => -m.quantity, kind => 'reversal', line_id => m.line_id)
      from public.stock_movements m
      where m.document_type = 'transfer' and m.document_id = transfer.id
      order by m.id), 'transfer', transfer.id);
  end if;

  update public.transfers t
  set status = 'reversed', reversed_at = now(), reversed_by = auth.uid(),
    reversed_day = private.branch_today(t.to_branch_id),
    reversal_reason = nullif(btrim(reason), '')
  where t.id = transfer.id returning * into transfer;
  return private.document_summary(transfer);
end
$$;

/* The figures for a decision, per line: the stock at both ends now, and the quantity sold at the destination since
   approval. Figures of branches whose stock the caller may not view are null. Answers {lines: [{item_id, variant_id,
   quantity, at_source, at_target, sold_since}], source: {now}, target: {now}}. */
create function private.transfer_preview(id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  transfer public.transfers;
  sees_source boolean;
  sees_target boolean;
begin
  select * into transfer from public.transfers t
  where t.id = transfer_preview.id and private.can('inventory.transfers.view')
    and (t.from_branch_id = any (private.branch_ids('view')) or t.to_branch_id = any (private.branch_ids('view')));
  perform private.raise_error_if(transfer.id is null, 'transfer_not_found', 404);
  sees_source := transfer.from_branch_id = any (private.branch_ids('view')) and private.can('inventory.stock.view');
  sees_target := transfer.to_branch_id = any (private.branch_ids('view')) and private.can('inventory.stock.view');

  return jsonb_build_object(
    'source', jsonb_build_object('now', private.on_hand_at(transfer.from_branch_id, transfer.from_stock_point_id)),
    'target', jsonb_build_object('now', private.on_hand_at(transfer.to_branch_id, transfer.to_stock_point_id)),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item_id', i.id, 'variant_id', i.variant_id, 'quantity', i.quantity,
        'at_source', case when sees_source then coalesce((
          select l.quantity from public.stock_levels l
          where l.variant_id = i.variant_id and l.branch_id = transfer.from_branch_id
            and l.stock_point_id is not distinct from transfer.from_stock_point_id), 0) end,
        'at_target', case when sees_target then coalesce((
          select l.quantity from public.stock_levels l
          where l.variant_id = i.variant_id and l.branch_id = transfer.to_branch_id
            and l.stock_point_id is not distinct from transfer.to_stock_point_id), 0) end,
        'sold_since', case when sees_target then (
          select coalesce(-sum(m.quantity), 0) from public.stock_movements m
          where m.variant_id = i.variant_id and m.branch_id = transfer.to_branch_id
            and m.stock_point_id is not distinct from transfer.to_stock_point_id
            and m.kind in ('sale', 'sale_return') and m.at >= transfer.approved_at) end) order by i.position), '[]')
      from public.transfer_items i
      where i.transfer_id = transfer.id));
end
$$;

select private.expose_rpc('save_transfer', 'Creates a transfer, or changes one that is still pending.');
select private.expose_rpc('approve_transfer', 'Moves all lines of a pending transfer, or none.');
select private.expose_rpc('reverse_transfer', 'Withdraws a pending transfer, or takes back an approved one.');
select private.expose_rpc('transfer_preview', 'The current stock at both ends of a transfer, line by line.');

-- ── Reads for composing a transfer ──

/* The quantity at a place now, of all variants together; null if the caller may not view its stock. */
create function private.on_hand_at(branch_id uuid, stock_point_id uuid default null) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select case when private.can('inventory.stock.view')
    and on_hand_at.branch_id = any (private.branch_ids('view')) then (
    select coalesce(sum(l.quantity), 0)
    from public.stock_levels l
    where l.branch_id = on_hand_at.branch_id and l.stock_point_id is not distinct from on_hand_at.stock_point_id) end
$$;

/* The current cost of one piece of each variant; no rows without permission to view costs, nor of invisible
   products. */
create function private.unit_costs(variant_ids uuid[]) returns table (variant_id uuid, unit_cost numeric)
  language sql stable security definer set search_path = ''
as $$
  select private.require_max_items(variant_ids, 10000, 'variant_ids');
  select v.id, private.unit_cost(v.id)
  from public.variants v
  join public.products p on p.id = v.product_id
  where v.id = any (variant_ids) and (select private.can('inventory.costs.view'))
    and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
$$;

/* Colleagues who may approve a transfer to the branch: they hold the permission and work there. At most five, owners
   last. */
create function private.transfer_approvers(to_branch_id uuid)
  returns table (id uuid, name text, name_ar text, role text, role_ar text)
  language sql stable security definer set search_path = ''
as $$
  select private.require_permission('inventory.transfers.view');
  select p.id, p.name::text, p.name_ar::text, r.name::text, r.name_ar::text
  from public.profiles p
  join public.roles r on r.id = p.role_id
  where p.active and (r.is_owner or (
    exists (
      select from public.role_permissions rp
      where rp.role_id = r.id and rp.permission = 'inventory.transfers.approve')
    and exists (select from public.user_branches ub
      where ub.profile_id = p.id and ub.access = 'work' and ub.branch_id = transfer_approvers.to_branch_id)))
  order by r.is_owner, p.name, p.id
  limit 5
$$;

select private.expose_rpc('on_hand_at', 'Pieces at a place now, all variants together.');
select private.expose_rpc('unit_costs', 'The current cost of one piece of each variant.');
select private.expose_rpc('transfer_approvers', 'Colleagues who may approve transfers to a branch.');

-- ── Everything at a place ──

/* The stock at a place as transfer lines, in the order of the product list, without products limited to a branch other
   than the destination. */
create function private.lines_of_stock_at(from_branch_id uuid, from_stock_point_id uuid, to_branch_id uuid)
  returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('variant_id', v.id, 'quantity', l.quantity)
    order by p.name, p.id, c.name nulls first, z.position nulls first, z.name, v.id)
  from public.stock_levels l
  join public.variants v on v.id = l.variant_id
  join public.products p on p.id = v.product_id
    and (p.branch_id is null or lines_of_stock_at.to_branch_id is null or p.branch_id = lines_of_stock_at.to_branch_id)
  left join public.colors c on c.id = v.color_id
  left join public.sizes z on z.id = v.size_id
  where l.branch_id = lines_of_stock_at.from_branch_id
    and l.stock_point_id is not distinct from lines_of_stock_at.from_stock_point_id
    and l.quantity > 0
$$;

/* The totals of everything at a place, before it is transferred: {variants, pieces, kept, lines}. kept: the number of
   variants that may not go to the destination; lines: [{variant_id, quantity}], absent beyond 1,000, more than anybody
   reads in a form. Errors: permission_missing, branch_not_found, branch_view_only. */
create function private.everything_at(from_branch_id uuid, from_stock_point_id uuid default null,
  to_branch_id uuid default null)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  lines jsonb;
begin
  perform private.require_permission('inventory.transfers.create', 'inventory.stock.view');
  perform private.require_branch(from_branch_id);
  lines := coalesce(private.lines_of_stock_at(from_branch_id, from_stock_point_id, to_branch_id), '[]');
  return jsonb_build_object(
    'variants', jsonb_array_length(lines),
    'pieces', (select coalesce(sum(x.quantity), 0) from jsonb_to_recordset(lines) x(quantity numeric)),
    'kept', (
      select count(*) from public.stock_levels l
      where l.branch_id = from_branch_id and l.stock_point_id is not distinct from from_stock_point_id
        and l.quantity > 0)
        - jsonb_array_length(lines))
    || case when jsonb_array_length(lines) <= 1000 then jsonb_build_object('lines', lines) else '{}' end;
end
$$;

/* A transfer of everything at a place, its lines built on the server, since the browser has no complete list.
   expected_version null creates, otherwise all lines of the transfer are replaced. Answers and errors as
   private.save_transfer. */
create function private.transfer_everything(
  id uuid, from_branch_id uuid, to_branch_id uuid, from_stock_point_id uuid default null,
  to_stock_point_id uuid default null,
  shipping numeric default 0, notes text default null, expected_version integer default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('inventory.transfers.create', 'inventory.stock.view');
  perform private.require_branch(from_branch_id);
  perform private.register_document_id(id, 'transfer');
  return private.save_transfer(id, from_branch_id, to_branch_id, coalesce(
    -- A repeated call uses the lines of the first call, whatever the stock is now.
    case when expected_version is null then private.lines_of_transfer(id) end,
    private.lines_of_stock_at(from_branch_id, from_stock_point_id, to_branch_id)),
    from_stock_point_id, to_stock_point_id, shipping, notes, expected_version);
end
$$;

select private.expose_rpc('everything_at',
  'How much everything at a place is, and its lines while they are at most 1,000.');
select private.expose_rpc('transfer_everything', 'Makes or changes a transfer of everything at a place.');

-- A transfer belongs to both of its branches. Written only by the functions above.
select private.allow_read('public.transfers', 'members of either branch read its transfers', 'inventory.transfers.view',
  reach => $$from_branch_id = any ((select private.branch_ids('view'))::uuid[])
    or to_branch_id = any ((select private.branch_ids('view'))::uuid[])$$);
select private.allow_read('public.transfer_items', 'those who read a transfer read its lines', null, 'transfer_id');
select private.allow_read('public.transfer_costs', 'those who may view costs read a transfer''s amount',
  'inventory.costs.view', 'transfer_id');
select private.allow_read('public.transfer_item_costs', 'those who may view costs read a line''s cost',
  'inventory.costs.view', 'transfer_item_id');

select private.enable_audit('public.transfers', 'inventory.transfers', 'from_branch_id,to_branch_id');

comment on table public.transfer_items is 'The lines of a transfer: each variant once, in pieces.';
comment on table public.transfer_item_costs is 'The cost of one piece at approval. Apart, behind inventory.costs.view.';

-- ── Invariants of this chapter ──

create view private.invariants_of_transfers (rule, row_id) as
select 'transfer has lines', t.id::text from public.transfers t
where not exists (select from public.transfer_items i where i.transfer_id = t.id)
union all
select 'transfer amount is its lines and shipping', t.id::text
from public.transfers t
left join public.transfer_costs c on c.transfer_id = t.id
where (t.approved_at is null) <> (c.transfer_id is null) or c.amount <> c.goods + t.shipping
   -- Amounts are frozen in the currency's decimals of that day, which may have changed since.
   or c.goods <> all (
     select coalesce(sum(round(i.quantity * k.unit_cost, d)), 0)
     from unnest(array[0, 2, 3]) d
     left join (public.transfer_items i join public.transfer_item_costs k on k.transfer_item_id = i.id)
       on i.transfer_id = t.id
     group by d);
