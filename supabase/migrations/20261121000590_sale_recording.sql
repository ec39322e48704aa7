-- Recording a sale.

/* The header of a sale as sent. Refuses unreadable values. */
create function private.parse_sale(sale jsonb, payments jsonb) returns public.sales
  language plpgsql stable security definer set search_path = ''
as $$
declare
  input public.sales;
begin
  perform private.require_values(sale, '{"branch_id": "uuid", "till": "text", "reference": "text",
    "customer_id": "uuid", "salesperson_id": "uuid", "shift_id": "uuid",
    "sold_at": "timestamptz", "tax_rate_id": "uuid", "tax_reason": "text", "tax_per_line": "boolean",
    "discount": "public.money", "discount_reason": "text", "note": "text"}');
  perform private.check_payments_sent(payments) where payments <> '[]';
  perform private.raise_error('value_invalid', 400, jsonb_build_object('field', t.field))
  from (values ('reference', 'public.code'), ('tax_reason', 'public.short_text'),
    ('discount_reason', 'public.short_text'), ('note', 'public.long_text')) t(field, type)
  where btrim(sale ->> t.field) <> '' and not pg_input_is_valid(btrim(sale ->> t.field), t.type)
  limit 1;
  input := jsonb_populate_record(null::public.sales, '{"till": "1"}' || (
    select coalesce(jsonb_object_agg(e.key, btrim(e.value)) filter (where btrim(e.value) <> ''), '{}')
    from jsonb_each_text(sale) e
    where e.key in ('branch_id', 'till', 'reference', 'customer_id', 'salesperson_id', 'sold_at', 'tax_reason',
      'discount_reason', 'note')));
  perform private.raise_error_if(input.till !~ '^[A-Z0-9]{1,8}$', 'value_invalid', 400, '{"field": "till"}');
  -- It may be that of no line.
  perform private.raise_error('tax_rate_not_found', 404, '{"field": "tax_rate_id"}')
  where sale ->> 'tax_rate_id' is not null
    and not exists (select from public.tax_rates t where t.id = (sale ->> 'tax_rate_id')::uuid);
  return input;
end
$$;

/* Parses the lines of a sale as sent; those without a tax_rate_id have that of the sale, if sent. Refuses lines that
   cannot be parsed, and too many of them. */
create function private.parse_sale_lines(sale jsonb, lines jsonb) returns private.sale_line_input[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lines(lines, 5000,
    '{"variant_id": "uuid", "returns_line_id": "uuid", "damaged": "boolean", "stock_point_id": "uuid", '
    '"quantity": "public.quantity", "unit_price": "public.money", "discount": "public.money", "tax_rate_id": "uuid"}',
    'sale_line_invalid');
  return array(
    select private.sale_line_input(x.line::integer, x.variant_id, x.quantity, x.unit_price, x.discount,
      returns_line_id => x.returns_line_id, stock_point_id => x.stock_point_id, damaged => x.damaged,
      tax_rate_id => case when x.sent ? 'tax_rate_id' then x.tax_rate_id else (sale ->> 'tax_rate_id')::uuid end,
      tax_chosen => x.sent ? 'tax_rate_id' or sale ? 'tax_rate_id')
    from rows from (jsonb_to_recordset(lines) as (variant_id uuid, returns_line_id uuid, stock_point_id uuid,
      damaged boolean, quantity numeric, unit_price numeric, discount numeric, tax_rate_id uuid),
      jsonb_array_elements(lines))
      with ordinality x(variant_id, returns_line_id, stock_point_id, damaged, quantity, unit_price, discount,
        tax_rate_id, sent, line)
    order by x.line);
end
$$;

/* Whether the sender rounds the tax of each line, not of each rate. */
create function private.rounds_tax_per_line(sale jsonb) returns boolean
  language sql immutable set search_path = ''
return coalesce((sale ->> 'tax_per_line')::boolean, false);

/* A hash of the sale as sent, by its values rather than their notation; without the shift, which is about the money,
   not the goods. */
create function private.sale_content(input public.sales, sale_discount numeric, tax_per_line boolean,
  lines private.sale_line_input[], payments jsonb)
  returns bigint
  language plpgsql stable set search_path = ''
as $$
begin
  return pg_catalog.jsonb_hash_extended(jsonb_strip_nulls(jsonb_build_array(
    jsonb_build_object('branch_id', input.branch_id, 'till', input.till, 'reference', input.reference,
      'customer_id', input.customer_id,
      'salesperson_id', input.salesperson_id, 'sold_at', extract(epoch from input.sold_at),
      'discount', nullif(trim_scale(sale_discount), 0),
      'discount_reason', input.discount_reason, 'tax_reason', input.tax_reason,
      'tax_per_line', nullif(tax_per_line, false), 'note', input.note),
    (
      select jsonb_agg(jsonb_build_object('variant_id', case when l.returns_line_id is null then l.variant_id end,
        'returns_line_id', l.returns_line_id,
        'stock_point_id', l.stock_point_id, 'damaged', nullif(l.damaged, false), 'quantity', trim_scale(l.quantity),
        'unit_price', trim_scale(l.unit_price), 'discount', nullif(trim_scale(l.discount), 0),
        'tax_rate_id', case when l.tax_chosen and l.returns_line_id is null then coalesce(l.tax_rate_id::text, 'none')
          end) order by l.line)
      from unnest(lines) l),
    (
      select jsonb_agg(jsonb_build_object('payment_method_id', p.payment_method_id, 'amount', trim_scale(p.amount))
        order by p.position)
      from rows from (jsonb_to_recordset(payments) as (payment_method_id uuid, amount numeric))
        with ordinality p(payment_method_id, amount, position)))), 0);
end
$$;

create function private.has_return_lines(lines private.sale_line_input[]) returns boolean
  language plpgsql immutable set search_path = ''
as $$
begin
  return exists (select from unnest(lines) x where x.returns_line_id is not null);
end
$$;

/* The permissions needed for these lines: to sell, to take back, or both. */
create function private.sale_permissions(lines private.sale_line_input[]) returns text[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(distinct case when x.returns_line_id is null then 'accounting.sales.create'
      else 'accounting.sales.return' end)
    from unnest(lines) x);
end
$$;

/* The moment of a sale as sent, at most now; now if sold_at is absent or unreadable. */
create function private.moment_of_sale(sale jsonb) returns timestamptz
  language plpgsql stable set search_path = ''
as $$
begin
  return case when sale ->> 'sold_at' is not null and private.is_json_of_type(sale -> 'sold_at', 'timestamptz')
    then least((sale ->> 'sold_at')::timestamptz, now()) else now() end;
end
$$;

/* The amounts of a sale, computed by the functions that record it: {lines: [{position, variant_id, list_price,
   unit_price, subtotal, discount, document_discount, tax, total, …}], beyond: the lines over their product's maximum
   discount, and private.sale_money}. Writes nothing and checks no stock. Errors: those of record_sale about its
   arguments. */
create function private.sale_preview(sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  as_of constant timestamptz := private.judged_at(private.moment_of_sale(sale));
  input public.sales;
  sent private.sale_line_input[];
  priced private.priced_line[];
  credits private.allocated_payment[];
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  input := private.parse_sale(sale, payments);
  sent := private.parse_sale_lines(sale, lines);
  perform private.require_permission(variadic private.sale_permissions(sent));
  perform private.require_branch(input.branch_id);
  priced := private.price_lines(input, (sale ->> 'discount')::numeric, sent, as_of,
    private.rounds_tax_per_line(sale));
  credits := private.return_credits(priced);
  return private.sale_money(priced,
    credits || private.allocate_payments(private.amount_due(priced, credits), payments, private.cash_rounding(as_of),
      as_of))
    || jsonb_build_object('beyond', coalesce(private.lines_over_max_discount(priced, as_of), '[]'),
      'lines', (
        select jsonb_agg(to_jsonb(l) - '{id,max_discount,product_id}'::text[] order by l.position)
        from unnest(priced) l));
end
$$;

/* What remains to be paid for a sale, after credits to the sales whose goods are returned. */
create function private.sale_debt(sale jsonb, lines jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  as_of constant timestamptz := private.judged_at(private.moment_of_sale(sale));
  priced constant private.priced_line[] := private.price_lines(
    private.parse_sale(sale, '[]'), (sale ->> 'discount')::numeric, private.parse_sale_lines(sale, lines), as_of,
    private.rounds_tax_per_line(sale));
begin
  return private.amount_due(priced, private.return_credits(priced));
end
$$;

/* One lock for all sales with references of a till: a lock each would exceed the lock table with batches of 500. */
create function private.lock_till(branch_id uuid, till text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws('/', 'sale', branch_id, till), 0));
end
$$;

/* Locks these sales and those behind them, in order of ids, and answers their ids. */
create function private.lock_sales(ids uuid[]) returns uuid[]
  language plpgsql security definer set search_path = ''
as $$
begin
  return array(
    select s.id
    from public.sales s
    where s.id = any (private.underlying_sales(ids))
    order by s.id
    for update);
end
$$;

/* Locks the sales whose goods are returned, and those behind them, and answers the lines with the returned variants
   filled in. Error: sale_line_not_found {line}. */
create function private.lock_returned_sales(lines private.sale_line_input[]) returns private.sale_line_input[]
  language plpgsql security definer set search_path = ''
as $$
declare
  locked_ids constant uuid[] := private.lock_sales(array(
    select l.sale_id
    from unnest(lines) x
    join public.sale_lines l on l.id = x.returns_line_id));
begin
  -- A sale recorded while this waited is not locked and treated as if recorded later.
  perform private.raise_error('sale_line_not_found', 404, jsonb_build_object('field', 'lines', 'line', x.line))
  from unnest(lines) x join public.sale_lines l on l.id = x.returns_line_id
  where l.sale_id <> all (locked_ids)
  limit 1;
  return array(
    select private.sale_line_input(x.line, coalesce(x.variant_id, l.variant_id), x.quantity, x.unit_price, x.discount,
      returns_line_id => x.returns_line_id, stock_point_id => x.stock_point_id, damaged => x.damaged,
      tax_rate_id => x.tax_rate_id, tax_chosen => x.tax_chosen)
    from unnest(lines) x left join public.sale_lines l on l.id = x.returns_line_id
    order by x.line);
end
$$;

/* Whether the person can sell in the branch or could at that moment or since: they may have been deactivated, or lost
   their access there. */
create function private.may_have_sold(profile_id uuid, branch_id uuid, sold_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.profiles p
    join public.roles r on r.id = p.role_id
    where p.id = may_have_sold.profile_id and (p.active or p.updated_at > may_have_sold.sold_at)
      and (r.is_owner or exists (
        select from public.user_branches u
        where u.profile_id = p.id and u.branch_id = may_have_sold.branch_id and u.access = 'work'
        union all
        select from public.audit_log a
        where a.record_id = p.id and a.table_name = 'user_branches' and a.branch_id = may_have_sold.branch_id
          and a.at > may_have_sold.sold_at
          and case a.action when 'delete' then a.changes ->> 'access' else a.changes #>> '{access,0}' end = 'work')));
end
$$;

/* Checks that salesperson and stock points exist, and that no line returns goods sold later than sold_at (null: may
   be). Errors: salesperson_not_found, stock_point_not_found {line}, returned_too_early {line, number}. */
create function private.require_sale_names(
  input public.sales, lines private.sale_line_input[], sold_at timestamptz)
  returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(input.salesperson_id <> auth.uid()
    and not private.may_have_sold(input.salesperson_id, input.branch_id, coalesce(input.sold_at, now())),
    'salesperson_not_found', 404, '{"field": "salesperson_id"}');
  perform private.raise_error('stock_point_not_found', 404, jsonb_build_object('field', 'lines', 'line', x.line))
  from unnest(lines) x
  where x.stock_point_id is not null and not exists (select from public.stock_points p where p.id = x.stock_point_id)
  order by x.line
  limit 1;
  if sold_at is not null and private.has_return_lines(lines) then
    perform private.raise_error('returned_too_early', 400,
      jsonb_build_object('field', 'sold_at', 'line', x.line, 'number', s.number))
    from unnest(lines) x
    join public.sale_lines l on l.id = x.returns_line_id
    join public.sales s on s.id = l.sale_id and s.branch_id = any (private.branch_ids('view'))
    where s.sold_at > require_sale_names.sold_at
    order by x.line
    limit 1;
  end if;
end
$$;

/* Records a sale, a return or an exchange: lines, money and goods, all or nothing. The same id, or the same reference
   of the same till, sent again with the same content answers with the result of the first call, with other content 409
   exists_already {version, number}.
   sale: {branch_id, till, reference, customer_id, salesperson_id, shift_id, sold_at, tax_rate_id, tax_reason,
   tax_per_line, discount, discount_reason, note}. till: its name in the branch, by default '1'; reference: the till's
   own id, which makes id optional; salesperson_id: by default the caller; shift_id: by default the caller's open one in
   the branch, null: none; another person's closed one needs accounting.sales.record_old; tax_rate_id: of all its lines,
   null: no tax; by default each has that of its product; tax_per_line: tax is rounded for each line, not once for each
   rate; discount: an amount off the whole document.
   lines: [{variant_id, quantity, unit_price, discount, tax_rate_id, stock_point_id}], at most 5,000; unit_price: by
   default the customer's; discount: an amount off the line; tax_rate_id: instead of that of the sale. A line with
   another rate than its product needs accounting.sales.change_tax and a tax_reason. Returns: {returns_line_id,
   quantity, stock_point_id, damaged}, of any sale visible to the caller, into this branch; damaged: written off at
   once.
   payments: see private.allocate_payments; the unpaid rest is on the customer's account.
   finished_later: takes no lock that counters need: the caller moves the goods of many sales at once and numbers
   them (private.finish_sales).
   Answers {id, number, version, status, payment_status, and private.sale_money}.
   Errors: permission_missing, value_invalid {field}, lines_missing, lines_over_limit {field, max}, branch_not_found,
   branch_view_only, id_missing, id_taken, sale_not_found, exists_already, discount_beyond {lines}, reason_missing
   {field}, salesperson_not_found, stock_point_not_found {line}, customer_missing {unpaid}, place_closed,
   till_closed {till}, total_too_large, stock_short {lines}, shift_missing {branch}, shift_not_found,
   shift_closed {number, by, at}, and those of the functions above. */
create function private.write_sale(id uuid, sale jsonb, lines jsonb, payments jsonb,
  finished_later boolean default false)
  returns jsonb
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_variable
declare
  most constant numeric := 9999999999.9999;
  sold_at constant timestamptz := private.moment_of_sale(sale);
  as_of constant timestamptz := private.judged_at(sold_at);
  content bigint;
  day date;
  beyond jsonb;
  money jsonb;
  unpaid numeric;
  input public.sales;
  recorded public.sales;
  sent private.sale_line_input[];
  priced private.priced_line[];
  credits private.allocated_payment[];
  tendered private.allocated_payment[];
  line_costs public.money_sum[];
  moved private.stock_move[];
  shift uuid;
begin
  payments := coalesce(nullif(payments, 'null'), '[]');
  input := private.parse_sale(sale, payments);
  sent := private.parse_sale_lines(sale, lines);
  perform private.require_permission(variadic private.sale_permissions(sent));
  perform private.require_branch(input.branch_id);
  content := private.sale_content(input, (sale ->> 'discount')::numeric, private.rounds_tax_per_line(sale), sent,
    payments);
  -- A till may have lost the id under which it first sent the sale. A file would keep its till from selling until all
  -- of it is recorded; if both send one sale at once, the unique reference refuses the later one.
  perform private.lock_till(input.branch_id, input.till) where input.reference is not null and not finished_later;
  perform private.register_document_id(id, 'sale') where id is not null or input.reference is null;
  id := coalesce(id, private.uuid_v7());
  -- One index at a time: for both at once, a plan made while there are few sales reads all of them.
  select * into recorded
  from public.sales s
  where s.id = write_sale.id;
  if recorded.id is null and input.reference is not null then
    select * into recorded
    from public.sales s
    where s.branch_id = input.branch_id and s.till = input.till and s.reference = input.reference;
  end if;
  if recorded.id is not null then
    -- Anybody who works in the branch may repeat a till's call.
    perform private.require_same_content(case when recorded.branch_id = input.branch_id then auth.uid() end,
      recorded.number, recorded.version, 'sale_not_found',
      recorded.content = content);
    return private.sale_summary(recorded);
  end if;

  perform private.require_open_place(input.branch_id, null, 'branch_id', as_of);
  perform private.require_open_place(null, x.stock_point_id, 'lines', as_of)
  from unnest(sent) x
  where x.returns_line_id is not null and x.stock_point_id is not null;
  -- A file may contain sales of any till at any time.
  if not finished_later then
    perform private.require_day_of_sales(sold_at);
    perform private.require_open_till(input.branch_id, input.till, sold_at);
    if not exists (select from private.first_sale) then
      insert into private.first_sale (at) values (now());
    end if;
  end if;
  if private.has_return_lines(sent) then
    sent := private.lock_returned_sales(sent);
  end if;
  perform private.require_sale_names(input, sent, case when not finished_later then sold_at end);
  if not finished_later then
    perform private.lock_open_counts(array[input.branch_id]) where private.came_late(sold_at, now());
    perform private.lock_products_shared(array(select x.variant_id from unnest(sent) x));
  end if;
  priced := private.price_lines(input, (sale ->> 'discount')::numeric, sent, as_of,
    private.rounds_tax_per_line(sale));
  if exists (select from unnest(priced) l where l.tax_changed) then
    perform private.require_permission('accounting.sales.change_tax');
    perform private.require_reason(input.tax_reason, 'tax_reason');
  else
    input.tax_reason := null;
  end if;
  beyond := private.lines_over_max_discount(priced, as_of);
  perform private.raise_error_if(beyond is not null and not private.can('accounting.sales.discount_beyond'),
    'discount_beyond', 403,
    jsonb_build_object('field', 'lines', 'lines', beyond));
  perform private.require_reason(input.discount_reason, 'discount_reason') where beyond is not null;
  perform private.raise_error_if(greatest(abs(sum(l.subtotal)), abs(sum(l.subtotal + l.tax)), abs(sum(l.total)),
    abs(sum(l.discount + l.document_discount))) > most,
    'total_too_large', 400, jsonb_build_object('field', 'lines', 'max', most)) from unnest(priced) l;
  credits := private.return_credits(priced);
  tendered := private.allocate_payments(private.amount_due(priced, credits), payments, private.cash_rounding(as_of),
    as_of);
  money := private.sale_money(priced, credits || tendered);
  unpaid := (money ->> 'remaining')::numeric;
  perform private.raise_error_if(unpaid <> 0 and input.customer_id is null, 'customer_missing', 400,
    jsonb_build_object('field', 'customer_id', 'unpaid', abs(unpaid)));

  line_costs := private.line_costs(priced, not finished_later, private.currency_decimals(as_of));
  if not finished_later then
    moved := private.move_stock(
      private.correct_counts(private.sale_moves(input.branch_id, priced, line_costs, false), id, sold_at), 'sale', id);
    -- What was sold at an unknown cost comes back without one, though a cost may be known since.
    line_costs := array(
      select case when l.returns_line_id is null then -m.value else line_costs[l.ordinality] end
      from unnest(priced) with ordinality l
      join unnest(moved) m on m.line_id = l.id and m.kind in ('sale', 'sale_return')
      order by l.ordinality);
  end if;

  shift := private.drawer(input.branch_id, exists (select from unnest(tendered) t where t.is_cash), sale);
  day := private.branch_today(input.branch_id, sold_at);
  insert into public.sales (id, number, type, branch_id, till, reference, customer_id, salesperson_id, shift_id,
    sold_at, business_day, tax_rate_id, tax_percentage, has_mixed_tax,
    subtotal, discount, tax, total, paid, pieces, returned, costed, cost, without_cost, discount_reason, tax_reason,
    note, content)
  select id,
    case when finished_later then id::text else private.next_number('SA', input.branch_id, input.till, day) end,
    (
      select case when bool_and(l.quantity > 0) then 'sale' when bool_and(l.quantity < 0) then 'return'
        else 'exchange' end
      from unnest(priced) l),
    input.branch_id, input.till, input.reference, input.customer_id, coalesce(input.salesperson_id, auth.uid()),
    coalesce(shift, (sale ->> 'shift_id')::uuid),
    sold_at, day, x.tax_rate_id, x.tax_percentage, x.has_mixed_tax,
    m.subtotal, m.discount, m.tax, m.total, m.paid, g.pieces, g.returned, g.costed, g.cost, g.without_cost,
    input.discount_reason, input.tax_reason, input.note, content
  from jsonb_to_record(money) m(subtotal numeric, discount numeric, tax numeric, total numeric, paid numeric)
  cross join (
    select sum(l.quantity) as pieces, coalesce(-sum(l.total) filter (where l.quantity < 0), 0) as returned,
      sum(l.total - l.tax) filter (where c.cost is not null) as costed, sum(c.cost) as cost,
      coalesce(sum(l.quantity) filter (where c.cost is null), 0) as without_cost
    from unnest(priced) with ordinality l
    cross join lateral (select line_costs[l.ordinality] as cost) c) g
  cross join private.common_tax(priced) x
  returning * into recorded;
  insert into public.sale_lines (id, sale_id, position, variant_id, stock_point_id, returns_line_id, damaged, quantity,
    returned, list_price, unit_price, subtotal, discount, document_discount, tax_rate_id, tax_changed, tax_percentage,
    tax_included, tax, total)
  select l.id, recorded.id, l.position, l.variant_id, l.stock_point_id, l.returns_line_id, l.damaged, l.quantity, 0,
    l.list_price, l.unit_price, l.subtotal, l.discount, l.document_discount, l.tax_rate_id, l.tax_changed,
    l.tax_percentage, l.tax_included, l.tax, l.total
  from unnest(priced) l;
  insert into public.sale_line_costs (sale_line_id, unit_cost, cost)
  select priced[n].id, round(line_costs[n] / priced[n].quantity, 4), line_costs[n]
  from generate_subscripts(line_costs, 1) n
  where line_costs[n] is not null;
  insert into public.sale_payments (sale_id, branch_id, payment_method_id, return_id, amount, tendered, rounding, fee,
    is_cash, shift_id, business_day, created_by)
  select x.sale_id, recorded.branch_id, x.payment_method_id, x.return_id, x.amount, x.tendered, x.rounding, x.fee,
    x.is_cash, case when x.return_id is null then shift end, recorded.business_day, auth.uid()
  from (
    select recorded.id as sale_id, p.payment_method_id, null::uuid as return_id, p.amount, p.tendered, p.rounding,
      p.fee, p.is_cash
    from unnest(tendered) p
    union all select recorded.id, null, recorded.id, c.amount, c.amount, 0, 0, false from unnest(credits) c
    union all select c.pays_sale_id, null, recorded.id, -c.amount, -c.amount, 0, 0, false from unnest(credits) c) x;
  perform private.refresh_returned(recorded.id) where recorded.type <> 'sale';
  -- Removes a held sale with this id, in case a device held it twice. Checked first, since even an empty delete runs
  -- the statement triggers.
  if exists (
    select from public.held_sales h
    where h.id = recorded.id and h.branch_id = recorded.branch_id and h.discard_reason is null) then
    delete
    from public.held_sales h
    where h.id = recorded.id and h.branch_id = recorded.branch_id and h.discard_reason is null;
  end if;
  return private.sale_summary(recorded);
end
$$;

/* The tax that all lines of a sale have in common, as its row keeps it. */
create function private.common_tax(priced private.priced_line[],
  out tax_rate_id uuid, out tax_percentage numeric, out has_mixed_tax boolean)
  language plpgsql immutable set search_path = ''
as $$
declare
  line private.priced_line;
begin
  tax_rate_id := priced[1].tax_rate_id;
  tax_percentage := case when tax_rate_id is not null then priced[1].tax_percentage end;
  has_mixed_tax := false;
  foreach line in array priced loop
    if (line.tax_rate_id, line.tax_percentage, line.tax_included, line.quantity > 0) is distinct from
      (priced[1].tax_rate_id, priced[1].tax_percentage, priced[1].tax_included, priced[1].quantity > 0) then
      tax_rate_id := null;
      tax_percentage := null;
      has_mixed_tax := true;
      return;
    end if;
  end loop;
end
$$;

/* Refuses a sale before the first day of sales: 400 sold_too_early {from}; and one that arrives later than the business
   accepts, without permission: 403 sold_too_long_ago {days}. Imports may lie on any day. */
create function private.require_day_of_sales(as_of timestamptz) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('sold_too_early', 400, jsonb_build_object('field', 'sold_at', 'from', b.sales_from))
  from public.business b
  where as_of < b.sales_from::timestamp at time zone b.time_zone;
  perform private.raise_error('sold_too_long_ago', 403,
    jsonb_build_object('field', 'sold_at', 'days', b.late_sale_days))
  from public.business b
  where as_of < now() - make_interval(days => b.late_sale_days) and not private.can('accounting.sales.record_old');
end
$$;

/* As private.write_sale. Without a shift_id, or with null, the cash goes into the
   caller's open shift: only tills of other systems have drawers of their own (private.record_sales). */
create function private.record_sale(id uuid, sale jsonb, lines jsonb, payments jsonb default '[]') returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  return private.write_sale(id, case when sale -> 'shift_id' = 'null' then sale - 'shift_id' else sale end, lines,
    payments);
end
$$;

/* What each line's pieces cost, in their order, negative for returned ones; null where it is unknown. Returned goods
   cost what their sale stored: those of a line returned in parts add up to it. left_to_stock: sold goods are null,
   since their cost is decided when they move (private.value_moves). */
create function private.line_costs(priced private.priced_line[], left_to_stock boolean, decimals integer)
  returns public.money_sum[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select case
      when l.returns_line_id is not null then (
        select round(k.cost * o.returned / o.quantity, decimals)
          - round(k.cost * (o.returned - l.quantity) / o.quantity, decimals)
        from public.sale_lines o
        join public.sale_line_costs k on k.sale_line_id = o.id
        where o.id = l.returns_line_id)
      when not left_to_stock then (
        select round(l.quantity * coalesce(a.average_cost, c.purchase_price), decimals)
        from public.variants v
        left join public.variant_costs a on a.variant_id = v.id
        left join public.product_costs c on c.product_id = v.product_id
        where v.id = l.variant_id) end
    from unnest(priced) with ordinality l
    order by l.ordinality);
end
$$;

/* The stock movements of a sale's lines, priced or recorded, or those that reverse them when it is voided. Damaged
   returns come in and are written off immediately, so there is nothing to reverse. costs: of the lines, in the same
   order, as private.line_costs. */
create function private.sale_moves(branch_id uuid, lines anyarray, costs public.money_sum[], voided boolean)
  returns private.stock_move[]
  language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select array_agg(private.stock_move(l.variant_id, sale_moves.branch_id, l.stock_point_id,
        quantity => e.sign * l.quantity, kind => e.kind, line_id => l.id,
        value => case when e.kind in ('sale', 'sale_return') then -costs[l.ordinality] else costs[l.ordinality] end)
      order by l.position, e.sign)
    from unnest(lines) with ordinality l
    join (values ('sale', -1), ('sale_return', -1), ('adjustment', 1), ('reversal', 1)) e(kind, sign) on case e.kind
      when 'sale' then not voided and l.quantity > 0
      when 'sale_return' then not voided and l.quantity < 0
      when 'adjustment' then not voided and l.damaged
      else voided and not l.damaged end);
end
$$;

/* Moves the goods of recorded sales, in the order of the ids; voided: back. Those that came late correct counts. */
create function private.move_sold_goods(sale_ids uuid[], voided boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  late_branch_ids constant uuid[] := array(
    select distinct s.branch_id
    from public.sales s
    where s.id = any (sale_ids) and private.came_late(s.sold_at, s.created_at));
  moves private.stock_move[];
begin
  perform private.lock_open_counts(late_branch_ids) where late_branch_ids <> '{}';
  moves := array(
    select private.stock_move(m.variant_id, m.branch_id, m.stock_point_id, m.quantity, m.kind, m.line_id,
      document_id => s.id, value => m.value)
    from unnest(sale_ids) with ordinality x(id, position)
    join public.sales s on s.id = x.id
    cross join lateral (
      select array_agg(l order by l.position) as lines, array_agg(k.cost order by l.position) as costs
      from public.sale_lines l
      left join public.sale_line_costs k on k.sale_line_id = l.id
      where l.sale_id = s.id) g
    cross join lateral unnest(private.sale_moves(s.branch_id, g.lines, g.costs, voided))
      with ordinality m(variant_id, branch_id, stock_point_id, quantity, kind, line_id, document_id, value, position)
    order by x.position, m.position);
  if late_branch_ids <> '{}' then
    perform private.lock_products_shared(array(select m.variant_id from unnest(moves) m));
    perform private.lock_levels(moves);
    moves := array(
      select c
      from (
        select m.document_id, array_agg(m.move order by m.position) as moves, min(m.position) as position
        from (
          select x.document_id, x.ordinality as position, private.stock_move(x.variant_id, x.branch_id,
            x.stock_point_id, x.quantity, x.kind, x.line_id, x.document_id, x.value) as move
          from unnest(moves) with ordinality x) m
        group by 1) g
      join public.sales s on s.id = g.document_id
      cross join lateral unnest(private.correct_counts(g.moves, s.id, s.sold_at,
        case when voided then s.created_at end)) c
      order by g.position);
  end if;
  perform private.move_stock(moves, 'sale', null);
end
$$;

/* Moves the goods of sales that were recorded to be finished later, and numbers them, in the order of the ids. The
   locks that counters need are held only from here to the end of the transaction. Errors: pieces_not_whole if a product
   is sold in whole pieces only since; those of private.move_stock. */
create function private.finish_sales(sale_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.move_sold_goods(sale_ids, false);
  -- The sales were recorded without locks on the products.
  perform private.require_whole_pieces((
    select jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity))
    from public.sale_lines l
    where l.sale_id = any (sale_ids) and l.quantity <> trunc(l.quantity)));
  update public.sales s set number = n.number
  from (
    select g.ids, private.next_numbers('SA', g.branch_id, cardinality(g.ids), g.till, g.day) as numbers
    from (
      select s.branch_id, s.till, min(s.business_day) as day, array_agg(s.id order by x.position) as ids
      from unnest(sale_ids) with ordinality x(id, position)
      join public.sales s on s.id = x.id
      group by s.branch_id, s.till, extract(year from s.business_day)
      order by s.branch_id, s.till, day) g) series
  cross join lateral unnest(series.ids, series.numbers) n(id, number)
  where s.id = n.id;
end
$$;

/* Recomputes `paid` of sales from their payments. Their rows are locked. */
create function private.refresh_paid_sales(ids uuid[]) returns void
  language sql security definer set search_path = ''
as $$
  update public.sales s set paid = (
    select coalesce(sum(p.amount - p.rounding), 0)
    from public.sale_payments p
    where p.sale_id = s.id and p.voided_at is null)
  where s.id = any (ids)
$$;

/* Recomputes the returned quantities of the lines that a return names, and `paid` of their sales. Their rows are
   locked. */
create function private.refresh_returned(id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.sale_lines o set returned = (
    select coalesce(-sum(l.quantity), 0)
    from public.sale_lines l
    -- offset 0, as in private.price_returns.
    cross join lateral (select s.status from public.sales s where s.id = l.sale_id offset 0) s
    where l.returns_line_id = o.id and s.status = 'completed')
  -- An array, so that the lines are looked up by their ids.
  where o.id = any (array(
    select l.returns_line_id from public.sale_lines l where l.sale_id = refresh_returned.id));
  select private.refresh_paid_sales(array(
    select p.sale_id
    from public.sale_payments p
    where p.return_id = refresh_returned.id and p.sale_id <> refresh_returned.id))
$$;

/* The answer of every call about a sale; change and rounding are those of the payments made with it. Volatile, to see
   the writes of the calling statement. */
create function private.sale_summary(sale public.sales) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', s.id, 'number', s.number, 'version', s.version, 'status', s.status,
      'payment_status', s.payment_status, 'subtotal', s.subtotal, 'discount', s.discount, 'tax', s.tax,
      'total', s.total,
      'paid', s.paid, 'remaining', s.remaining, 'change', p.change, 'rounding', p.rounding)
    from public.sales s
    cross join lateral (
      select coalesce(sum(x.tendered - x.amount), 0) as change, coalesce(sum(x.rounding), 0) as rounding
      from public.sale_payments x
      where x.sale_id = s.id and not x.paid_after_sale and x.voided_at is null) p
    where s.id = sale.id);
end
$$;
