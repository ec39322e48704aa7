-- Reads of the purchasing screens: the list with its totals, one order, a supplier's account, last purchase costs.

/* A condition that order o contains a word. For a complete order number the index searches only the last part, since
   the trigrams of the other parts occur in most numbers. Appending an empty string keeps the second comparison off the
   index, while the planner still estimates a complete number as rare. */
create function private.purchase_has_word(pattern text) returns text
  language sql immutable set search_path = ''
as $$
  select case when pattern ~ '^%(po|ob)-[a-z0-9]{2,6}-[0-9]{4}-[0-9]{4,}%$'
    then format('o.search like %L and o.search || '''' like %L', '%' || substring(pattern from '[0-9]+%$'), pattern)
    else format('o.search like %L', pattern) end
$$;

/* A condition over orders o: in reach ($1) and containing every word, in the order itself, its supplier or its
   products. Words of few products are found by indexes, one by one. Words of many products are searched in a single
   pass over all lines, one bit per word. walked: only one page is wanted, found by scanning in list order; a single
   frequent word is then checked order by order, since most orders match it. */
create function private.purchase_words(words text, walked boolean) returns text
  language plpgsql stable set search_path = ''
as $$
declare
  parts text[] := array['o.branch_id = any ($1)'];
  in_products text[] := '{}';
  in_orders text[] := '{}';
  word text;
  supplier_ids uuid[];
  supplier_condition text;
begin
  for word in select w from private.word_patterns(words) w loop
    supplier_ids := array(select s.id from public.suppliers s where s.search like word);
    supplier_condition := case
      when supplier_ids <> '{}' then format(' or o.supplier_id = any (%L::uuid[])', supplier_ids) end;
    if private.estimate_rows('public.products p', format('p.search like %L', word), '{}') <= 2000 then
      parts := parts || format('(%s%s or o.id = any (array(
        select i.purchase_order_id from public.products p
        join public.variants v on v.product_id = p.id join public.purchase_items i on i.variant_id = v.id
        where p.search like %L)))', private.purchase_has_word(word), supplier_condition, word);
    else
      in_products := in_products || format('(p.search like %L)', word);
      in_orders := in_orders || format('(o.search like %L%s)', word, supplier_condition);
    end if;
  end loop;
  if walked and cardinality(in_products) = 1 then
    parts := parts || format('(%s or (
      select true
      from public.purchase_items i
      join public.variants v on v.id = i.variant_id
      join public.products p on p.id = v.product_id
      where i.purchase_order_id = o.id and %s
      limit 1))', in_orders[1], in_products[1]);
  elsif in_products <> '{}' then
    parts := parts || format('o.id in (
      with p as materialized (select p.id, %s as words from public.products p)
      select o.id
      from public.purchase_orders o
      join public.purchase_items i on i.purchase_order_id = o.id
      join public.variants v on v.id = i.variant_id
      join p on p.id = v.product_id
      where o.branch_id = any ($1)
      group by o.id
      having bit_or(p.words) | %s = %s)',
    private.flags_to_bits(in_products), private.flags_to_bits(in_orders), (1 << cardinality(in_products)) - 1);
  end if;
  return array_to_string(parts, ' and ');
end
$$;

/* Conditions as an integer, one bit each. */
create function private.flags_to_bits(conditions text[]) returns text
  language sql immutable set search_path = ''
as $$
  select '(' || string_agg(format('(%s::integer << %s)', c.condition, c.position - 1), ' | ') || ')'
  from unnest(conditions) with ordinality c(condition, position)
$$;

/* The condition shared by the list and the totals of orders: a where clause over orders o, branches b and amounts a. */
create function private.purchase_filter(
  words text, statuses text[], payment_statuses text[], receipt_states text[], reach uuid[], supplier_ids uuid[],
  salesperson_ids uuid[], tax_rate_ids uuid[], ordered text, is_overdue boolean, lacks_tax_number boolean)
  returns text
  language plpgsql stable set search_path = ''
as $$
declare
  days constant daterange := case when ordered is not null then private.period(ordered, reach) end;
begin
  return concat_ws(' and ', private.purchase_words(words, false),
    private.sql_in('o.status', statuses, 'statuses'),
    'o.status <> ''cancelled'' and ' || private.sql_in('a.payment_status', payment_statuses, 'payment_statuses'),
    private.sql_in('o.receipt_state', receipt_states, 'receipt_states'),
    private.sql_in('o.supplier_id', supplier_ids, 'supplier_ids'),
    private.sql_in('o.salesperson_id', salesperson_ids, 'salesperson_ids'),
    -- The rates of charges are told only to those who may read these. Not by private.purchase_taxes: the planner would
    -- read all of it first.
    (
      select '(' || string_agg('exists (select from ' || t.name || ' t where t.purchase_order_id = o.id and '
        || private.sql_in('t.tax_rate_id', tax_rate_ids, 'tax_rate_ids') || ')', ' or ') || ')'
      from (values ('public.purchase_items'), (case when private.can('inventory.costs.view') then
        'public.purchase_charges' end)) t(name)),
    case when isempty(days) then 'false' end,
    'o.ordered_on >= ' || quote_literal(lower(days)) || '::date',
    'o.ordered_on < ' || quote_literal(upper(days)) || '::date',
    case
      when is_overdue is not null
        then format('%s(%s)', case when is_overdue then '' else 'not ' end, private.overdue_condition()) end,
    -- Checked before each branch's own day, of which this is an upper bound.
    case when is_overdue then 'o.due_on < (now() at time zone ''Etc/GMT-14'')::date' end,
    private.lacks_tax_number_condition('o.supplier_id', 'a.tax') || ' is ' || lacks_tax_number);
end
$$;

/* Whether a document with this tax lacks the tax number of its supplier, which tax offices ask for. */
create function private.lacks_tax_number_condition(supplier_id text, tax text) returns text
  language sql immutable set search_path = ''
as $$
  select format('(%2$s <> 0 and not exists (select from public.suppliers t where t.id = %1$s and t.tax_number is not '
    'null))', supplier_id, tax)
$$;

/* Whether order o, with branch b and amounts a, is unpaid after its due day. */
create function private.overdue_condition() returns text
  language sql immutable set search_path = ''
as $$
  select 'coalesce(o.due_on < (now() at time zone b.time_zone - make_interval(hours => b.day_start))::date, '
    'false) and o.status <> ''cancelled'' and a.remaining > 0'
$$;

/* Whether the need for approval of order o, under the settings of business g, may be shown to everybody: with an
   approval limit it would reveal something about the total. */
create function private.open_approval() returns text
  language sql immutable set search_path = ''
as $$
  select '(o.approved_at is not null or g.purchase_approval_limit is null)'
$$;

create function private.purchase_page(
  words text default '', statuses text[] default '{}', payment_statuses text[] default '{}',
  receipt_states text[] default '{}',
  at_branch_ids uuid[] default '{}', supplier_ids uuid[] default '{}', salesperson_ids uuid[] default '{}',
  tax_rate_ids uuid[] default '{}', ordered text default null, is_overdue boolean default null,
  lacks_tax_number boolean default null,
  sort text default 'ordered_on', descending boolean default true, page_size integer default 25,
  page_offset integer default 0, after_id uuid default null)
  returns table (
    id uuid, version integer, number text, reference text, status text, is_opening boolean, receipt_state text,
    ordered_on date,
    due_on date, overdue boolean, created_at timestamptz,
    supplier_id uuid, supplier text, supplier_ar text, branch_id uuid, branch text, branch_ar text, salesperson jsonb,
    notes text, lines integer, pieces numeric, received numeric, closed numeric, files integer, needs_approval boolean,
    is_author boolean, total numeric, paid numeric, remaining numeric, payment_status text)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  money constant boolean := private.can('inventory.costs.view');
  order_by constant text := case sort
    when 'id' then 'o.id'
    when 'ordered_on' then 'o.ordered_on'
    when 'number' then 'o.number'
    when 'created_at' then 'o.created_at'
    when 'due_on' then 'o.due_on'
    when 'status' then 'o.status' when 'supplier' then 's.name' when 'branch' then 'b.name'
    when 'supplier_ar' then 's.shown_in_arabic' when 'branch_ar' then 'b.shown_in_arabic'
    when 'total' then 'a.total' when 'paid' then 'a.paid' when 'remaining' then 'a.remaining' end;
  -- `nulls last` only for the nullable column, since the index does not serve it for others.
  direction constant text := case when descending then 'desc' else 'asc' end
    || case when sort = 'due_on' then ' nulls last' else '' end;
  id_direction constant text := case when descending then 'desc' else 'asc' end;
  -- Joins only the tables that the filter and the sort need.
  others constant text := concat_ws(' ',
    case when sort in ('branch', 'branch_ar') or is_overdue is not null
      then 'join public.branches b on b.id = o.branch_id' end,
    case when sort in ('supplier', 'supplier_ar') then 'join public.suppliers s on s.id = o.supplier_id' end,
    case
      when sort in ('total', 'paid', 'remaining') or payment_statuses <> '{}'
        or is_overdue is not null or lacks_tax_number is not null
        then 'join public.purchase_amounts a on a.purchase_order_id = o.id' end);
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('purchasing.orders.view');
  -- These filters and sorts reveal amounts.
  perform private.require_permission('inventory.costs.view')
  where payment_statuses <> '{}' or is_overdue is not null or lacks_tax_number is not null
    or sort in ('total', 'paid', 'remaining');
  perform private.raise_error_if(order_by is null, 'sort_unknown', 400);
  return query execute format(
    'select o.id, o.version, o.number, o.reference::text, o.status, o.is_opening, o.receipt_state,
      o.ordered_on::date, o.due_on::date,
      case when $2 then %4$s end, o.created_at,
       s.id, s.name::text, s.name_ar::text, b.id, b.name::text, b.name_ar::text, private.person(o.salesperson_id),
       left(o.notes, 300), i.lines, i.pieces, i.received, i.closed,
       case
        when $5 then (
          select count(*)::integer
          from public.attachments f
          where f.kind = ''purchases'' and f.document_id = o.id) end,
       case
        when $2 or %8$s
          then not o.is_opening and private.waits_for_approval(o.approved_at, a.total, g.purchase_four_eyes,
            g.purchase_approval_limit) end,
       auth.uid() = any (o.written_by), case when $2 then a.total::numeric end, case when $2 then a.paid::numeric end,
        case when $2 then a.remaining::numeric end, case when $2 then a.payment_status end
     from (
       select o.id from %7$s %5$s
       where %1$s%9$s order by %2$s %3$s, o.id %6$s limit $3 offset $4) page
     join public.purchase_orders o on o.id = page.id
     join public.branches b on b.id = o.branch_id
     join public.suppliers s on s.id = o.supplier_id
     join public.purchase_amounts a on a.purchase_order_id = o.id
     cross join public.business g
     cross join lateral (
       select count(*)::integer as lines, coalesce(sum(x.quantity), 0)::numeric as pieces,
         coalesce(sum(x.received), 0)::numeric as received, coalesce(sum(x.closed), 0)::numeric as closed
       from public.purchase_items x where x.purchase_order_id = o.id) i
     order by %2$s %3$s, o.id %6$s',
    private.purchase_filter('', statuses, payment_statuses, receipt_states, reach, supplier_ids, salesperson_ids,
      tax_rate_ids, ordered, is_overdue, lacks_tax_number),
    order_by, direction, private.overdue_condition(), others, id_direction,
    private.search_source(words, 'public.purchase_orders o', private.purchase_words(words, true),
      'o.ordered_on desc, o.id desc', reach),
    private.open_approval(), ' and o.id > ' || quote_literal(after_id))
  using reach, money, least(greatest(page_size, 1), case sort when 'id' then 5000 else 500 end),
    greatest(page_offset, 0),
    private.can('documents.files.view') and 'purchases' = any (private.viewable_file_kinds());
end
$$;

create function private.purchase_totals(
  words text default '', statuses text[] default '{}', payment_statuses text[] default '{}',
  receipt_states text[] default '{}',
  at_branch_ids uuid[] default '{}', supplier_ids uuid[] default '{}', salesperson_ids uuid[] default '{}',
  tax_rate_ids uuid[] default '{}', ordered text default null, is_overdue boolean default null,
  lacks_tax_number boolean default null)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  money constant boolean := private.can('inventory.costs.view');
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  answer jsonb;
begin
  perform private.require_permission('purchasing.orders.view');
  perform private.require_permission('inventory.costs.view')
  where payment_statuses <> '{}' or is_overdue is not null or lacks_tax_number is not null;
  perform private.require_max_items(statuses, 1000, 'statuses');
  -- Every status is counted, whichever are selected, for the tabs of the list.
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked),
       ''openings'', count(*) filter (where x.asked and x.is_opening),
       ''by_status'', jsonb_build_object(''pending'', count(*) filter (where x.status = ''pending''),
         ''completed'', count(*) filter (where x.status = ''completed''),
         ''opening'', count(*) filter (where x.status = ''opening''),
         ''cancelled'', count(*) filter (where x.status = ''cancelled'')),
       ''total'', case when $2 then coalesce(sum(x.total) filter (where x.owed and x.status <> ''opening''), 0) end,
       ''paid'', case when $2 then coalesce(sum(x.paid) filter (where x.owed and x.status <> ''opening''), 0) end,
       ''remaining'', case when $2 then coalesce(sum(x.remaining) filter (where x.owed), 0) end)
     from (
       select o.status, o.is_opening, a.total, a.paid, a.remaining, s.asked,
         s.asked and o.status <> ''cancelled'' as owed
       from public.purchase_orders o
       %s
       join public.purchase_amounts a on a.purchase_order_id = o.id
       cross join lateral (select $3 = ''{}'' or o.status = any ($3) as asked) s
       where %s) x',
    case when is_overdue is not null then 'join public.branches b on b.id = o.branch_id' else '' end,
    private.purchase_filter(words, '{}', payment_statuses, receipt_states, reach, supplier_ids, salesperson_ids,
      tax_rate_ids, ordered, is_overdue, lacks_tax_number))
  into answer using reach, money, coalesce(statuses, '{}');
  return answer;
end
$$;

/* A page of purchase orders. words: each in the number, reference, notes, description, supplier, or the names and codes
   of ordered products. ordered: a period of business days (private.period). is_overdue: true: only overdue ones; false:
   only the others. lacks_tax_number: likewise those with tax whose supplier has no tax number. Empty or null lists
   match all; at most 1,000 values; a null in tax_rate_ids: without one. sort: ordered_on, number, created_at, due_on,
   supplier, branch, status, total, paid, remaining, id; by the names that Arabic readers see: supplier_ar, branch_ar.
   page_size: at most 500, by id 5,000. Amounts and values derived from them are null for those who may not view costs.
   Errors: permission_missing, sort_unknown, period_unknown, list_over_limit, search_too_long. */
select private.expose_rpc('purchase_page',
  'A page of purchase orders with their progress and, for those who may view costs, their amounts.');

/* The totals of the matching orders: {count, openings, by_status: {pending, completed, opening, cancelled}, total,
   paid, remaining}; openings: how many of them are opening balances, voided ones too. Cancelled orders are counted, but
   not added to the amounts, and of opening balances only what remains is. */
select private.expose_rpc('purchase_totals', 'The number of matching orders and their totals.');

-- ── One order ──

/* One order: {order, amounts, items, receipts, returned, payments, files, left_out, timeline}. returned: the pieces of
   the lines of receipts that went back to the supplier, by the line's id. Receipts, payments and files: the
   latest 100 each, also in the timeline; left_out: {receipts, payments, files}: how many more there are; of a receipt's
   lines the first 500. amounts.total_without_rest: the total if it were closed short now. Amounts are null for
   those who may not view costs, payments and files for those who may not view them. Errors: permission_missing,
   purchase_not_found. */
create function private.purchase_detail(id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  purchase public.purchase_orders;
  money constant boolean := private.can('inventory.costs.view');
  sees_payments constant boolean := money and private.can('purchasing.payments.view');
  sees_files constant boolean := private.can('documents.files.view');
  kinds constant text[] := private.viewable_file_kinds();
  overdue boolean;
  waits boolean;
begin
  perform private.require_permission('purchasing.orders.view');
  select * into purchase
  from public.purchase_orders o
  where o.id = purchase_detail.id and o.branch_id = any ((select private.branch_ids('view'))::uuid[]);
  perform private.raise_error_if(purchase.id is null, 'purchase_not_found', 404);
  execute format('select %s, case when $2 or %s then private.needs_approval(o) end
    from public.purchase_orders o
    join public.branches b on b.id = o.branch_id
    join public.purchase_amounts a on a.purchase_order_id = o.id
    cross join public.business g where o.id = $1',
  private.overdue_condition(), private.open_approval()) into overdue, waits using id, money;
  return (with r as materialized (
    select x.*, i.pieces, i.lines
    from (
      select y.*, count(*) over () as known
      from public.receipts y
      where y.purchase_order_id = purchase.id
      order by y.created_at desc, y.number desc
      limit 100) x
    cross join lateral (
      select sum(z.quantity) as pieces, count(*) as lines
      from public.receipt_items z
      where z.receipt_id = x.id) i),
  p as materialized (
    select x.*, count(*) over () as known from public.purchase_payments x
    where x.purchase_order_id = purchase.id and sees_payments
    order by x.paid_on desc, x.created_at desc, x.id desc
    limit 100),
  f as materialized (
    select x.*, count(*) over () as known from public.attachments x
    where sees_files and x.kind = any (kinds) and ((x.kind = 'purchases' and x.document_id = purchase.id)
      or (x.kind = 'purchase_payments'
        and x.document_id in (select y.id from public.purchase_payments y where y.purchase_order_id = purchase.id)))
    order by x.created_at desc, x.id desc limit 100)
  select jsonb_build_object(
    'order', private.with_person_names(to_jsonb(purchase) - 'search') || jsonb_build_object(
      'salesperson', private.person(purchase.salesperson_id), 'today', private.branch_today(purchase.branch_id),
      'needs_approval', waits,
      'overdue', case when money then overdue end) || (
      select jsonb_build_object('supplier', s.name, 'supplier_ar', s.name_ar, 'supplier_land_line', s.land_line,
        'supplier_tax_number', s.tax_number,
        'branch', b.name, 'branch_ar', b.name_ar, 'branch_phone', b.phone, 'branch_address', b.address,
        'tax_rate', t.name, 'tax_rate_ar', t.name_ar)
      from public.suppliers s
      join public.branches b on b.id = purchase.branch_id
      left join public.tax_rates t on t.id = purchase.tax_rate_id
      where s.id = purchase.supplier_id),
    'amounts', case when money then (
      select to_jsonb(a) - 'purchase_order_id' || jsonb_build_object(
        'total_without_rest', coalesce(private.total_without_rest(purchase), a.total),
        'charge_lines', (
          select coalesce(jsonb_agg(to_jsonb(c) - '{purchase_order_id,position,tax}'::text[] || jsonb_build_object(
            'tax_rate', t.name, 'tax_rate_ar', t.name_ar)
            order by c.position), '[]')
          from public.purchase_charges c
          left join public.tax_rates t on t.id = c.tax_rate_id
          where c.purchase_order_id = purchase.id),
        'taxes', (
          select coalesce(jsonb_agg(to_jsonb(x) - 'first' order by x.first), '[]')
          from (
            select x.tax_rate_id, t.name as tax_rate, t.name_ar as tax_rate_ar, t.kind,
              x.tax_percentage as percentage, sum(x.net) as net, sum(x.tax) as tax,
              min(array[x.part, x.position]) as first
            from private.purchase_taxes x
            left join public.tax_rates t on t.id = x.tax_rate_id
            where x.purchase_order_id = purchase.id
            group by t.id, x.tax_rate_id, x.tax_percentage) x))
      from public.purchase_amounts a
      where a.purchase_order_id = purchase.id) end,
    'items', (
      select coalesce(jsonb_agg(to_jsonb(n) || jsonb_build_object(
        'id', i.id, 'position', i.position, 'quantity', i.quantity, 'received', i.received, 'closed', i.closed,
        'free', i.free,
        'line_tax_rate_id', i.tax_rate_id, 'tax_percentage', i.tax_percentage, 'tax_rate_id', p.tax_rate_id,
        'unit_cost', case when money then k.unit_cost end, 'discount', case when money then k.discount end,
        'total', case when money then k.total end, 'charges', case when money then k.charges end)
        order by i.position, i.id), '[]')
      from public.purchase_items i
      join public.purchase_item_costs k on k.purchase_item_id = i.id
      join public.variant_names n on n.variant_id = i.variant_id
      join public.products p on p.id = n.product_id
      where i.purchase_order_id = purchase.id),
    'receipts', (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(r) - '{purchase_order_id,known}'::text[])
        || jsonb_build_object(
        'stock_point', s.name, 'stock_point_ar', s.name_ar, 'items', i.items) order by r.created_at, r.number), '[]')
      from r
      left join public.stock_points s on s.id = r.stock_point_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('id', x.id, 'variant_id', x.variant_id, 'quantity', x.quantity,
          'unit_cost', case when money then k.unit_cost end) order by x.position) as items
        from public.receipt_items x join public.receipt_item_costs k on k.receipt_item_id = x.id
        where x.receipt_id = r.id and x.position <= 500) i),
    'returned', (
      select coalesce(jsonb_object_agg(g.receipt_item_id, g.pieces), '{}')
      from (
        select g.receipt_item_id, sum(g.quantity) as pieces
        from r
        join public.receipt_items x on x.receipt_id = r.id
        join private.returned_goods g on g.receipt_item_id = x.id
        group by 1) g),
    'payments', case when sees_payments then (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(p) - '{purchase_order_id,known}'::text[])
        || jsonb_build_object(
        'payment_method', m.name, 'payment_method_ar', m.name_ar, 'branch', b.name, 'branch_ar', b.name_ar,
        'purchase_return', q.number)
          order by p.paid_on, p.created_at, p.id), '[]')
      from p
      left join public.payment_methods m on m.id = p.payment_method_id
      left join public.purchase_returns q on q.id = p.purchase_return_id
      join public.branches b on b.id = p.branch_id) end,
    'files', case when sees_files then (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(f) - '{known,search}'::text[])
        order by f.created_at, f.id), '[]')
      from f) end,
    'left_out', jsonb_build_object(
      'receipts', (select coalesce(max(r.known) - count(*), 0) from r),
      'payments', (select coalesce(max(p.known) - count(*), 0) from p),
      'files', (select coalesce(max(f.known) - count(*), 0) from f)),
    'timeline', private.timeline(array[
      private.event(1, 'created', purchase.created_at, purchase.created_by),
      private.event(2, 'approved', purchase.approved_at, purchase.approved_by),
      private.event(6, 'completed', case when purchase.closed_at is null then purchase.completed_at end, null),
      private.event(6, 'closed_short', purchase.closed_at, purchase.closed_by),
      private.event(6, 'cancelled', purchase.cancelled_at, purchase.cancelled_by, purchase.cancel_reason)]
      || array(
        select unnest(array[private.event(3, 'received', r.created_at, r.created_by, r.note, r.number, r.pieces),
          private.event(5, 'undone', r.undone_at, r.undone_by, r.undo_reason, r.number, r.pieces)]) from r)
      || array(
        select unnest(array[
          private.event(4, case when q.id is null then 'paid' else 'credited' end, p.created_at, p.created_by, p.note,
            q.number, amount => p.amount),
          private.event(5, 'voided', p.voided_at, p.voided_by, p.void_reason, amount => p.amount)])
        from p
        left join public.purchase_returns q on q.id = p.purchase_return_id)
      || array(
        select private.event(4, 'attached', f.created_at, f.created_by, f.name) from f where f.kind = 'purchases'))));
end
$$;

-- ── Debts to a supplier, and last purchase costs ──

/* A supplier's account in the caller's branches: {open_orders, owed, credit, overdue, aged: {d0_30, d31_60, d61_90,
   over_90}, orders: [at most 50 unpaid ones, oldest first]}. Opening balances are among the orders, with the status
   opening, but not counted as open. owed: less the credit of returns; overdue is at most that. An order's age in days
   counts from its due day, otherwise from its own, that of a credit from the day of its return; 0 before that. Amounts
   are null for those who may not view costs. Errors: permission_missing, supplier_not_found. */
create function private.supplier_account(supplier_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  money constant boolean := private.can('inventory.costs.view');
begin
  perform private.require_permission('purchasing.orders.view', 'contacts.suppliers.view');
  perform private.raise_error_if(not exists (select from public.suppliers s where s.id = supplier_account.supplier_id),
    'supplier_not_found', 404);
  return (with due as (
    select o.id, o.number, o.status, o.receipt_state, o.ordered_on, o.due_on, o.created_at, b.id as branch_id,
      b.name as branch, b.name_ar as branch_ar,
      a.total, a.paid, a.remaining, coalesce(o.due_on < t.today, false) as late,
      greatest(t.today - coalesce(o.due_on, o.ordered_on), 0) as age
    from public.purchase_orders o
    join public.branches b on b.id = o.branch_id
    -- offset 0 forces a lookup per order, since a supplier has few of all orders.
    cross join lateral (
      select x.total, x.paid, x.remaining
      from public.purchase_amounts x
      where x.purchase_order_id = o.id
      offset 0) a
    cross join lateral (select (now() at time zone b.time_zone - make_interval(hours => b.day_start))::date as today) t
    where o.supplier_id = supplier_account.supplier_id
      and o.branch_id = any ((select private.branch_ids('view'))::uuid[]) and o.status <> 'cancelled'
    union all
    select r.id, r.number, 'return', null, r.business_day, null, r.created_at, b.id, b.name, b.name_ar, -a.total,
      -a.settled, -a.remaining, false, greatest(t.today - r.business_day, 0)
    from public.purchase_returns r
    join public.branches b on b.id = r.branch_id
    join public.purchase_return_amounts a on a.purchase_return_id = r.id and a.remaining > 0
    cross join lateral (select (now() at time zone b.time_zone - make_interval(hours => b.day_start))::date as today) t
    where r.supplier_id = supplier_account.supplier_id
      and r.branch_id = any ((select private.branch_ids('view'))::uuid[]))
  select jsonb_build_object('open_orders', count(*) filter (where d.status = 'pending'))
    || case when money then jsonb_build_object(
      'owed', coalesce(sum(d.remaining), 0),
      'credit', coalesce(-sum(d.remaining) filter (where d.status = 'return'), 0),
      'overdue', greatest(least(coalesce(sum(d.remaining) filter (where d.late), 0), sum(d.remaining)), 0),
      'aged', jsonb_build_object(
        'd0_30', coalesce(sum(d.remaining) filter (where d.age <= 30), 0), 'd31_60',
        coalesce(sum(d.remaining) filter (where d.age between 31 and 60), 0),
        'd61_90', coalesce(sum(d.remaining) filter (where d.age between 61 and 90), 0), 'over_90',
        coalesce(sum(d.remaining) filter (where d.age > 90), 0)),
      'orders', (
        select coalesce(jsonb_agg(to_jsonb(x) - 'created_at' order by x.ordered_on, x.created_at, x.id), '[]')
        from (select * from due y where y.remaining > 0 order by y.ordered_on, y.created_at, y.id limit 50) x))
      else '{"owed": null, "credit": null, "overdue": null, "aged": null, "orders": null}' end
  from due d);
end
$$;

/* A supplier's account statement in the caller's branches: {opening, closing, entries: [at most 5,000 {id, day, kind,
   number, purchase_order_id, purchase_return_id, reference, payment_method, payment_method_ar, branch, branch_ar,
   amount, owed}]};
   before_day: the first day excluded; amount: the change of the debt; owed: the debt after it. kind: order, changed,
   closed_short, cancelled, receipt, receipt_undone, opening_balance, opening_balance_voided, payment, voided, return,
   return_voided, refund, refund_voided.
   An order is owed from its own day, whether or not goods were received, as in private.supplier_account; receipts have
   amount 0. It is entered with its total at the end of that day; later changes of the total and voided payments are
   entered on their own days. The first total is the current one minus the changes in the audit log, so a statement
   without an end always closes with the account's debt.
   An order paid by the credit of a return is no entry where both are visible; otherwise it is a payment of the order,
   or a refund of the return, without a method. Errors: permission_missing, supplier_not_found,
   statement_too_long {max}. */
create function private.supplier_statement(supplier_id uuid, from_day public.day default null,
  before_day public.day default null)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := 5000;
  reach constant uuid[] := private.branch_ids('view');
  statement jsonb;
begin
  perform private.require_permission('purchasing.orders.view', 'purchasing.payments.view', 'contacts.suppliers.view',
    'inventory.costs.view');
  perform private.raise_error_if(not exists (
    select from public.suppliers s
    where s.id = supplier_statement.supplier_id),
    'supplier_not_found', 404);
  with event as (
    select o.id as purchase_order_id, null::uuid as purchase_return_id, o.number as of_order, o.reference, o.branch_id,
      e.*
    from public.purchase_orders o
    cross join lateral (
      with changed as (
        select h.at, (h.changes #>> '{total,1}')::numeric - (h.changes #>> '{total,0}')::numeric as amount
        from public.audit_log h
        join public.branches b on b.id = o.branch_id
        where h.record_id = o.id and h.table_name = 'purchase_orders' and h.resource = 'inventory.costs'
          and h.changes ? 'total'
          and (h.at at time zone b.time_zone - make_interval(hours => b.day_start))::date > o.ordered_on)
      select case when c.at = o.closed_at then 'closed_short' else 'changed' end as kind, o.number,
        o.ordered_on::date as on_day, c.at, c.amount, null::uuid as payment_method_id
      from changed c
      union all select case when o.is_opening then 'opening_balance' else 'order' end, o.number, o.ordered_on,
        o.created_at,
        a.total - (select coalesce(sum(c.amount), 0) from changed c), null
      from public.purchase_amounts a
      where a.purchase_order_id = o.id
      union all select case when o.is_opening then 'opening_balance_voided' else 'cancelled' end, o.number,
        o.ordered_on, o.cancelled_at, -a.total, null
      from public.purchase_amounts a
      where a.purchase_order_id = o.id
      union all select 'receipt', r.number, r.business_day, r.created_at, 0, null
      from public.receipts r
      where r.purchase_order_id = o.id
      union all select 'receipt_undone', r.number, r.business_day, r.undone_at, 0, null
      from public.receipts r
      where r.purchase_order_id = o.id
      union all
      select v.kind, o.number, p.paid_on, v.at, v.amount, p.payment_method_id
      from public.purchase_payments p
      left join public.purchase_returns r on r.id = p.purchase_return_id
      cross join lateral (values ('payment', p.created_at, -p.amount), ('voided', p.voided_at, p.amount))
        v(kind, at, amount)
      where p.purchase_order_id = o.id and (r.id is null or r.branch_id <> all (reach))) e
    where o.supplier_id = supplier_statement.supplier_id and o.branch_id = any (reach)
    union all
    select null, r.id, r.number, r.reference, r.branch_id, e.*
    from public.purchase_returns r
    cross join lateral (
      select v.kind, r.number, r.business_day::date as on_day, v.at, v.amount, null::uuid as payment_method_id
      from public.purchase_return_amounts a
      cross join lateral (values ('return', r.created_at, -a.total), ('return_voided', r.voided_at, a.total))
        v(kind, at, amount)
      where a.purchase_return_id = r.id
      union all
      select v.kind, r.number, p.paid_on, v.at, v.amount, p.payment_method_id
      from public.purchase_payments p
      left join public.purchase_orders o on o.id = p.purchase_order_id
      cross join lateral (values ('refund', p.created_at, p.amount), ('refund_voided', p.voided_at, -p.amount))
        v(kind, at, amount)
      where p.purchase_return_id = r.id and (o.id is null or o.branch_id <> all (reach))) e
    where r.supplier_id = supplier_statement.supplier_id and r.branch_id = any (reach)),
  entry as (
    select v.purchase_order_id, v.purchase_return_id, v.of_order, v.reference, b.name as branch, b.name_ar as branch_ar,
      m.name as payment_method, m.name_ar as payment_method_ar, v.kind, v.number, v.at, v.amount,
      greatest(v.on_day,
        case
          when v.kind not in ('order', 'opening_balance', 'receipt', 'payment', 'return', 'refund')
            then (v.at at time zone b.time_zone - make_interval(hours => b.day_start))::date end) as day
    from event v
    join public.branches b on b.id = v.branch_id
    left join public.payment_methods m on m.id = v.payment_method_id
    where v.at is not null),
  running as materialized (
    select row_number() over by_day as id, e.*, sum(e.amount) over by_day as owed
    from entry e
      window by_day as (order by e.day, e.of_order, e.at, e.kind in ('cancelled', 'opening_balance_voided'),
        e.kind <> 'opening_balance', e.kind, e.number, e.amount rows unbounded preceding))
  select jsonb_build_object(
    'opening', coalesce((select sum(r.amount) from running r where r.day < from_day), 0),
    'closing', coalesce((
      select sum(r.amount)
      from running r
      where r.day < greatest(before_day, from_day) or before_day is null), 0),
    'entries', coalesce(jsonb_agg(to_jsonb(p) - '{at,of_order}'::text[] order by p.id),
      '[]')) into statement
  from (
    select *
    from running r
    where coalesce(r.day >= from_day, true) and coalesce(r.day < before_day, true)
    order by r.id
    limit most + 1) p;
  perform private.raise_error_if(jsonb_array_length(statement -> 'entries') > most, 'statement_too_long', 400,
    jsonb_build_object('max', most));
  return statement;
end
$$;

/* The proposed cost of a new line: the last one agreed with this supplier, otherwise with any supplier, otherwise the
   purchase price. No rows without permission to view costs, nor of invisible products; orders of invisible branches are
   ignored. */
create function private.purchase_costs(variant_ids uuid[],
  supplier_id uuid default null) returns table (variant_id uuid, unit_cost numeric, source text)
  language sql stable security definer set search_path = ''
as $$
  select private.require_max_items(variant_ids, 10000, 'variant_ids');
  select v.id, coalesce(l.unit_cost, k.purchase_price)::numeric,
    case when l.unit_cost is null then 'price' when l.theirs then 'supplier' else 'last' end
  from public.variants v
  join public.products p on p.id = v.product_id
  left join public.product_costs k on k.product_id = p.id
  left join lateral (
    select c.unit_cost, o.supplier_id = purchase_costs.supplier_id as theirs
    from public.purchase_items i
    join public.purchase_orders o on o.id = i.purchase_order_id
    join public.purchase_item_costs c on c.purchase_item_id = i.id
    where i.variant_id = v.id and o.status <> 'cancelled'
      and o.branch_id = any ((select private.branch_ids('view'))::uuid[])
    order by o.supplier_id is not distinct from purchase_costs.supplier_id desc, o.ordered_on desc, o.created_at desc,
      o.id desc
    limit 1) l on true
  where v.id = any (variant_ids) and (select private.can('inventory.costs.view'))
    and (select private.can('purchasing.orders.view'))
    and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[]))
    and coalesce(l.unit_cost, k.purchase_price) is not null
$$;

select private.expose_rpc('purchase_detail',
  'One purchase order: lines, receipts, payments, files, timeline.');
select private.expose_rpc('supplier_account', 'The debt to a supplier, by age.');
select private.expose_rpc('supplier_statement',
  'A supplier''s account by days: orders, receipts, opening balances and payments with the debt after each.');
select private.expose_rpc('purchase_costs', 'The proposed cost of a new line of an order.');
