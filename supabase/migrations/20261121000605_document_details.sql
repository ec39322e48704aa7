-- One product or document in a single answer: header, lines, timeline. (Purchase orders are in the next chapter.) The
-- functions run as the caller, so the tables' policies hide what the caller may not see.

/* An event of a document's timeline. kind: created, changed, approved, reversed, withdrawn, posted, closed, reopened,
   cancelled, completed, closed_short, received, undone, paid, voided, attached, opened, cashed_up. Simultaneous events
   are ordered by rank; an event with a null `at` did not happen. */
create type private.document_event as (
  rank integer, kind text, at timestamptz, actor_id uuid, note text, number text, pieces numeric, amount numeric,
  fields text[], lines integer, line jsonb);

create function private.event(
  rank integer, kind text, at timestamptz, actor_id uuid, note text default null, number text default null,
  pieces numeric default null, amount numeric default null)
  returns private.document_event
  language sql immutable set search_path = ''
as $$
  select row(rank, kind, at, actor_id, note, number, pieces, amount, null, null, null)::private.document_event
$$;

/* The events, oldest first: [{at, kind, actor: {id, name, name_ar}, …}], without null keys. */
create function private.timeline(events private.document_event[]) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(e) - '{rank,actor_id}'::text[]
    || jsonb_build_object('actor', private.person(e.actor_id))) order by e.at, e.rank), '[]')
  from unnest(events) e
  where e.at is not null
$$;

/* The latest 50 changes of a document, as far as the caller may read the audit log. fields: those of the given fields
   that changed. lines: the number of changed lines; line: the first of them with names, before and after. */
create function private.changes_of(of_table text, id uuid, fields text[]) returns setof private.document_event
  language sql stable set search_path = ''
as $$
  select 2, 'changed', a.at, a.actor_id, null, null, null::numeric, null::numeric,
    (select array_agg(f order by f) from unnest(changes_of.fields) f where a.changes ? f), l.lines, l.line
  from public.audit_log a
  left join lateral (
    select c.lines, jsonb_strip_nulls(to_jsonb(c) - 'lines' || coalesce(to_jsonb(n), '{}')) as line
    from (
      select key::uuid as variant_id, x.value as before, y.value as after, (a.changes ->> 'changed')::integer as lines
      from jsonb_each(a.changes #> '{lines,0}') x full join jsonb_each(a.changes #> '{lines,1}') y using (key)
      order by 1
      limit 1) c
    left join public.variant_names n on n.variant_id = c.variant_id) l on true
  where a.record_id = changes_of.id and a.table_name = of_table and a.action = 'update'
    and (a.changes ?| changes_of.fields or a.changes ?& '{lines,changed}')
  order by a.id desc
  limit 50
$$;

/* One product: its row, its variants in display order, and for those who may view costs its purchase price and, if its
   variants have averages, average_cost: [lowest, highest]. Error: product_not_found. */
create function public.product_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  product jsonb;
begin
  select to_jsonb(p) - '{search,shown_in_arabic,created_at,created_by}'::text[] || jsonb_build_object(
    'variants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'color_id', v.color_id, 'size_id', v.size_id,
        'sku', v.sku, 'barcode', v.barcode,
        'price_override', v.price_override, 'active', v.active, 'image_path', v.image_path)
          order by c.name nulls first, z.position nulls first, z.name, v.id), '[]')
      from public.variants v
      left join public.colors c on c.id = v.color_id
      left join public.sizes z on z.id = v.size_id
      where v.product_id = p.id))
    || coalesce((
      select jsonb_build_object('purchase_price', c.purchase_price)
      from public.product_costs c
      where c.product_id = p.id), '{}')
    || coalesce((
      select jsonb_build_object('average_cost', jsonb_build_array(min(a.average_cost), max(a.average_cost)))
      from public.variants v
      join public.variant_costs a on a.variant_id = v.id
      where v.product_id = p.id
      having count(*) > 0), '{}')
  into product
  from public.products p
  where p.id = product_detail.id;
  perform private.raise_error_if(product is null, 'product_not_found', 404);
  return product;
end
$$;

/* One transfer: {transfer: as in transfer_list, with updated_at and updated_by; items; timeline; approver: the first
   possible approver while it is pending; files: the latest hundred, null for those who may not view files; short: the
   number of lines with insufficient stock while it is pending; waiting: otherwise the oldest transfer awaiting the
   caller's approval}. items: the first most_lines lines in order; at_source: the current stock while it is pending, if
   visible. Costs, goods and amount are frozen at approval, before that current; null for those who may not view costs;
   goods and amount also if a line's product is not visible. Such a line has no names. Errors: permission_missing,
   transfer_not_found. */
create function public.transfer_detail(id uuid, most_lines integer default 500) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  transfer public.transfer_list;
  stored public.transfers;
  money constant boolean := private.can('inventory.costs.view');
  counted boolean;
  items jsonb;
  goods numeric;
  short integer;
begin
  perform private.require_permission('inventory.transfers.view');
  select * into transfer from public.transfer_list t where t.id = transfer_detail.id;
  perform private.raise_error_if(transfer.id is null, 'transfer_not_found', 404);
  select * into stored from public.transfers t where t.id = transfer.id;
  counted := transfer.status = 'pending' and private.can('inventory.stock.view')
    and transfer.from_branch_id = any (private.branch_ids('view'));

  with lines as materialized (
    select i.id, i.position, i.variant_id, i.quantity, row_number() over (order by i.position, i.id) as n,
      case when counted then coalesce((
        select l.quantity from public.stock_levels l
        where l.variant_id = i.variant_id and l.branch_id = transfer.from_branch_id
          and l.stock_point_id is not distinct from transfer.from_stock_point_id),
          0) end
          as at_source,
      coalesce(k.unit_cost, case when money and v.id is not null
        then round(coalesce(a.average_cost, c.purchase_price, 0), 4) end) as unit_cost
    from public.transfer_items i
    left join public.transfer_item_costs k on k.transfer_item_id = i.id
    left join public.variants v on v.id = i.variant_id
    left join public.variant_costs a on a.variant_id = i.variant_id
    left join public.product_costs c on c.product_id = v.product_id
    where i.transfer_id = transfer.id)
  select
    (
      select case when count(l.unit_cost) = count(*) then sum(round(l.quantity * l.unit_cost, b.currency_decimals)) end
      from lines l
      cross join public.business b),
    (select count(*) from lines l where l.quantity > l.at_source),
    (select coalesce(jsonb_agg(to_jsonb(l) - 'n' || coalesce(to_jsonb(w), '{}') order by l.n), '[]')
      from lines l
      -- offset 0 forces a lookup per line: the planner's estimate of the materialized lines is unreliable.
      left join lateral (select * from public.variant_names x where x.variant_id = l.variant_id offset 0) w on true
      where l.n <= coalesce(most_lines, 500))
  into goods, short, items;

  return jsonb_build_object(
    'transfer', to_jsonb(transfer) - 'search'
      || jsonb_build_object('goods', coalesce(transfer.goods, goods),
        'amount', coalesce(transfer.amount, goods + transfer.shipping),
      'updated_at', stored.updated_at, 'updated_by', private.person(stored.updated_by)),
    'items', items,
    'short', short,
    'files', case when private.can('documents.files.view') then (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(f) - 'search')
        order by f.created_at desc, f.id desc), '[]')
      from (
        select *
        from public.attachments x
        where x.kind = 'transfers' and x.document_id = transfer.id
        order by x.created_at desc, x.id desc
        limit 100) f) end,
    'approver', case
      when transfer.status = 'pending'
        then (select to_jsonb(a) from private.transfer_approvers(transfer.to_branch_id) a limit 1) end,
    'waiting', case when transfer.status <> 'pending' and private.can('inventory.transfers.approve') then (
      select jsonb_build_object('id', t.id)
      from public.transfers t
      where t.status = 'pending' and t.to_branch_id = any ((select private.branch_ids('work'))::uuid[])
      order by t.created_at, t.id
      limit 1) end,
    'timeline', private.timeline(array[
      private.event(1, 'created', stored.created_at, stored.created_by),
      private.event(3, 'approved', stored.approved_at, stored.approved_by),
      private.event(4, case when stored.approved_at is null then 'withdrawn' else 'reversed' end, stored.reversed_at,
        stored.reversed_by, stored.reversal_reason)]
      || array(
        select c
        from private.changes_of('transfers', transfer.id,
          '{from_branch_id,from_stock_point_id,to_branch_id,to_stock_point_id,shipping,notes}') c)));
end
$$;

/* One stock entry: {entry: its row with names of place and author, lines, pieces, and worth: the value of its lines
   with a cost, null without any; items: its first most_lines lines, each with its unit_cost; timeline}. Costs are null
   for those who may not view them. A line whose product is not visible has no names. Errors: permission_missing,
   entry_not_found. */
create function public.stock_entry_detail(id uuid, most_lines integer default 500) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  entry public.stock_entries;
begin
  perform private.require_permission('inventory.stock.view');
  select * into entry from public.stock_entries e where e.id = stock_entry_detail.id;
  perform private.raise_error_if(entry.id is null, 'entry_not_found', 404);
  return jsonb_build_object(
    'entry', (
      select private.with_person_names(to_jsonb(entry) - 'search')
        || jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar, 'stock_point', s.name,
          'stock_point_ar', s.name_ar,
        'lines', m.lines, 'pieces', m.pieces, 'worth', (
          select sum(round(x.quantity * k.unit_cost, s.currency_decimals))
          from public.stock_entry_costs k
          join public.stock_movements x on x.document_type = 'stock_entry' and x.document_id = k.stock_entry_id
            and x.variant_id = k.variant_id
          cross join public.business s
          where k.stock_entry_id = entry.id))
      from public.branches b
      left join public.stock_points s on s.id = entry.stock_point_id
      cross join (
        select count(*) as lines, sum(x.quantity) as pieces
        from public.stock_movements x
        where x.document_type = 'stock_entry' and x.document_id = entry.id) m
      where b.id = entry.branch_id),
    'items', (
      select coalesce(jsonb_agg(to_jsonb(m) || coalesce(to_jsonb(w), '{}')
        || jsonb_build_object('unit_cost', k.unit_cost)
        order by m.id), '[]')
      from (
        select x.id, x.variant_id, x.quantity from public.stock_movements x
        where x.document_type = 'stock_entry' and x.document_id = entry.id
        order by x.id
        limit greatest(coalesce(most_lines, 500), 0)) m
      left join lateral (select * from public.variant_names x where x.variant_id = m.variant_id offset 0) w on true
      left join public.stock_entry_costs k on k.stock_entry_id = entry.id and k.variant_id = m.variant_id),
    'timeline', private.timeline(array[
      private.event(1, 'posted', entry.created_at, entry.created_by),
      -- An entry is updated only when its import is undone.
      private.event(2, 'undone', case when entry.version > 1 then entry.updated_at end, entry.updated_by, null,
        entry.number)]));
end
$$;

/* One count: {count: as in count_list; scope: the first four records of its scope; summary: as private.count_summary;
   show, sort: the initial view of its page; items: its first 100 lines, as private.count_lines; timeline}. Errors:
   permission_missing, count_not_found. */
create function public.count_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  count public.count_list;
  people record;
  show text := 'counted';
  sort text := 'product';
  scope jsonb := '[]';
begin
  perform private.require_permission('inventory.counts.view');
  select * into count from public.count_list c where c.id = count_detail.id;
  perform private.raise_error_if(count.id is null, 'count_not_found', 404);
  select c.created_by, c.closed_by, c.posted_by, c.cancelled_by into people
  from public.stock_counts c
  where c.id = count.id;
  if count.status = 'counting' then
    sort := 'recent';
  elsif private.sees_expected(count.status) then
    show := 'different';
    sort := 'difference';
  end if;
  if count.scope <> 'all' then
    execute format('select coalesce(jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', r.name, ''name_ar'', r.name_ar)
      order by r.name, r.id), ''[]'')
      from public.%I r where r.id = any ($1)', count.scope) into scope using count.scope_first;
  end if;
  return jsonb_build_object(
    'count', to_jsonb(count), 'scope', scope, 'summary', private.count_summary(count.id), 'show', show, 'sort', sort,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.ordinality), '[]')
      from private.count_lines(count.id, '', show, sort, 100, 0) with ordinality l),
    'timeline', private.timeline(array[
      private.event(1, 'created', count.created_at, people.created_by),
      private.event(3, 'closed', count.closed_at, people.closed_by),
      private.event(4, 'posted', count.posted_at, people.posted_by),
      private.event(4, 'cancelled', count.cancelled_at, people.cancelled_by)]
      -- Reopening clears closed_at, so earlier closings are read from the audit log.
      || array(
        select private.event(2, case a.changes #>> '{status,1}' when 'counting' then 'reopened' else 'closed' end, a.at,
          a.actor_id)
        from public.audit_log a
        where a.record_id = count.id and a.table_name = 'stock_counts' and a.action = 'update'
          and (a.changes #>> '{status,1}' = 'counting' or a.changes #>> '{status,1}' = 'comparing'
            and a.at is distinct from count.closed_at)
        order by a.id desc
        limit 50)));
end
$$;

grant execute on function private.event, private.timeline, private.changes_of, private.sees_expected, private.person,
  private.with_person_names,
  public.product_detail, public.transfer_detail, public.stock_entry_detail, public.count_detail to authenticated;
comment on function public.product_detail is 'One product with its variants and purchase price.';
comment on function public.transfer_detail is 'One transfer with its lines and timeline.';
comment on function public.stock_entry_detail is 'One stock entry with its lines and timeline.';
comment on function public.count_detail is
  'One count with its summary, first lines and timeline.';
