-- Batches of sales, sent by tills of any system, whenever they are online, through the edge function `sales`. Each sale
-- is recorded by private.record_sale independently; a refused sale does not undo others.

/* The movements of a batch's lines, as far as they are readable and visible: goods from existing levels, and returned
   goods, whose line_id is the original sale. */
create function private.batch_moves(branch_id uuid, sales jsonb) returns private.stock_move[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(private.stock_move(v.id, batch_moves.branch_id, n.stock_point_id,
    quantity => q.quantity, line_id => o.sale_id)), '{}')
  from jsonb_array_elements(sales) s
  cross join jsonb_array_elements(case when jsonb_typeof(s.value -> 'lines') = 'array' then s.value -> 'lines' end) l
  cross join lateral (
    select case when pg_input_is_valid(l.value ->> 'variant_id', 'uuid') then (l.value ->> 'variant_id')::uuid end
      as variant_id,
      case when pg_input_is_valid(l.value ->> 'stock_point_id', 'uuid') then (l.value ->> 'stock_point_id')::uuid end
        as stock_point_id,
      case when pg_input_is_valid(l.value ->> 'returns_line_id', 'uuid') then (l.value ->> 'returns_line_id')::uuid end
        as returns_line_id) n
  cross join lateral (
    select case when pg_input_is_valid(l.value ->> 'quantity', 'public.quantity') then (l.value ->> 'quantity')::numeric
      else 0 end
      as quantity) q
  left join public.sale_lines o on o.id = n.returns_line_id
  join public.variants v on v.id = coalesce(o.variant_id, n.variant_id)
  join public.products p on p.id = v.product_id and (p.branch_id is null or p.branch_id = batch_moves.branch_id)
  where (n.stock_point_id is null or exists (select from public.stock_points x where x.id = n.stock_point_id))
    and (o.id is not null or exists (
      select from public.stock_levels x
      where x.variant_id = v.id and x.branch_id = batch_moves.branch_id
        and x.stock_point_id is not distinct from n.stock_point_id))
$$;

/* Takes the locks of all sales of a batch at once, in the order described in the stock file; taken sale by sale, two
   batches with the same goods in different orders could deadlock. sold_from: when its oldest sale was made. */
create function private.lock_batch(moves private.stock_move[], branch_id uuid, sold_from timestamptz) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_sales(array(select m.line_id from unnest(moves) m where m.line_id is not null));
  perform private.lock_open_counts(array[branch_id]) where private.came_late(sold_from, now());
  perform private.lock_products_shared(array(select m.variant_id from unnest(moves) m));
  perform private.lock_levels(moves);
  perform private.lock_values(moves);
  perform from private.product_stock s
  where (s.product_id, s.branch_id) in (
    select v.product_id, m.branch_id
    from unnest(moves) m
    join public.variants v on v.id = m.variant_id)
  order by s.product_id, s.branch_id
  for update;
  -- Only products that this batch may sell out or bring back into stock.
  perform from private.product_branches b
  where b.product_id in (
    select v.product_id
    from unnest(moves) m
    join public.variants v on v.id = m.variant_id
    -- Without a row there these are the product's first goods in the branch.
    left join private.product_stock s on s.product_id = v.product_id and s.branch_id = m.branch_id
    group by v.product_id, m.branch_id
    having sum(m.quantity) >= coalesce(min(s.quantity), 0))
  order by b.product_id
  for update;
end
$$;

/* A sale of a batch with its branch and till. Its cash is in a drawer of another system, shift_id null, unless it names
   a shift or the till was registered at a counter by then; unless it was another system's before. */
create function private.with_drawer(sale jsonb, branch_id uuid, till text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when sale ->> 'shift_id' is not null then sale
    when exists (
      select from public.tills t
      where t.branch_id = with_drawer.branch_id and t.code = with_drawer.till
        and t.created_at <= private.moment_of_sale(sale)
        and not exists (select from private.tills_of_other_systems o where o.till_id = t.id)) then sale - 'shift_id'
    else sale || '{"shift_id": null}' end
    || jsonb_build_object('branch_id', branch_id, 'till', till);
end
$$;

/* Records the sales of one till in order. Each needs a reference, the till's own id, and no other id; the same
   reference with the same content is the same sale.
   sales: [{reference, lines, payments, and the other keys of private.record_sale except branch and till}], at most 500
   with 2,000 lines. Money goes into a drawer of the till's own system, without a shift, unless a sale names one; a till
   that was registered at a counter of this system, before any sales came for it, sells into a shift as in
   private.record_sale.
   Answers in the same order: {reference, result, sale, error}. result: recorded; already_recorded; conflict: the
   reference belongs to a sale with other content; rejected. sale: the answer of private.record_sale with the stored
   sold_at and business_day, and line_ids, needed for returns. error: {code, message, details} as in an API error.
   Errors of the whole batch: permission_missing, branch_not_found, branch_view_only, value_invalid {field},
   lines_missing, sales_over_limit {max}, lines_over_limit {max}, request_too_large. Other failures, such as a full
   disk, abort the whole batch, which is then sent again. */
create function private.record_sales(branch_id uuid, till text, sales jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  sent jsonb;
  name text;
  known boolean;
  answer jsonb;
  answers jsonb[] := '{}';
  code text;
  message text;
  details text;
  of_table text;
  broken text;
  of_column text;
  violation jsonb;
begin
  perform private.require_permission('accounting.sales.create') where not private.can('accounting.sales.return');
  perform private.require_branch(branch_id);
  perform private.raise_error_if(till is null or till !~ '^[A-Z0-9]{1,8}$', 'value_invalid', 400, '{"field": "till"}');
  perform private.raise_error_if(jsonb_typeof(sales) = 'array' and jsonb_array_length(sales) > 500,
    'sales_over_limit', 400, '{"field": "sales", "max": 500}');
  -- Allows for 2 MB, the limit of the edge function.
  perform private.require_lines(sales, 1000, null, field => 'sales');
  perform private.raise_error_if(sum(case
    when jsonb_typeof(s.value -> 'lines') = 'array' then jsonb_array_length(s.value -> 'lines') end) > 2000,
    'lines_over_limit', 400, '{"field": "sales", "max": 2000}')
  from jsonb_array_elements(sales) s;

  perform private.lock_till(branch_id, till);
  perform private.lock_batch(private.batch_moves(branch_id, sales), branch_id, (
    select min(private.moment_of_sale(s.value)) from jsonb_array_elements(sales) s));
  for sent in
    select s.value from jsonb_array_elements(sales) with ordinality s(value, position) order by s.position
  loop
    name := btrim(case when jsonb_typeof(sent) = 'object' then sent ->> 'reference' end);
    begin
      perform private.raise_error_if(coalesce(name, '') = '', 'value_invalid', 400, '{"field": "reference"}');
      known := exists (
        select from public.sales s
        where s.branch_id = record_sales.branch_id and s.till = record_sales.till and s.reference = name);
      answer := private.write_sale(null,
        private.with_drawer(sent - '{lines,payments}'::text[], branch_id, till),
        sent -> 'lines', sent -> 'payments');
      select answer || jsonb_build_object('sold_at', s.sold_at, 'business_day', s.business_day,
        'line_ids', array(select l.id from public.sale_lines l where l.sale_id = s.id order by l.position))
      into answer
      from public.sales s
      where s.id = (answer ->> 'id')::uuid;
      answer := jsonb_build_object('result', case when known then 'already_recorded' else 'recorded' end,
        'sale', answer);
    exception when others then
      -- Business errors and invalid values refuse the sale; anything else aborts the batch.
      if sqlstate !~ '^(PT|22|23|54)' then
        raise;
      end if;
      get stacked diagnostics message = message_text, details = pg_exception_detail, of_table = table_name,
        broken = constraint_name, of_column = column_name;
      if sqlstate like '23%' then
        violation := private.violation(sqlstate, message, of_table, broken, of_column);
        code := 'PT' || (violation ->> 'status');
        message := violation ->> 'code';
        details := violation ->> 'details';
      else
        code := sqlstate;
      end if;
      answer := jsonb_build_object('result', case when message = 'exists_already' then 'conflict' else 'rejected' end,
        'error', jsonb_build_object('code', code, 'message', message,
          'details', case when code like 'PT%' then details end));
    end;
    answers := answers || (jsonb_build_object('reference', name) || answer);
  end loop;
  return to_jsonb(answers);
end
$$;

select private.expose_rpc('record_sales',
  'Records the sales of a till, each with its own answer; sales sent again are recorded once.');
-- A full batch on a busy machine takes longer than the usual 8 s and would be cancelled at each retry.
alter function public.record_sales set statement_timeout = '30s';
