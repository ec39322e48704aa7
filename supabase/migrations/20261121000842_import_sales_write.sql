-- Imports of sales: recording the planned sales by private.write_sale, and undoing them.

/* The lines of a planned sale in the form of private.record_sale, returns last: of stored lines, or of lines that this
   import has already recorded. */
create function private.import_sale_lines(head integer, sold private.sale_line_input[]) returns jsonb
  language plpgsql set search_path = ''
as $$
begin
  return (
    select jsonb_agg(x.line order by x.back, x.position)
    from (
      select false as back, s.line as position,
        jsonb_strip_nulls(jsonb_build_object('variant_id', s.variant_id, 'quantity', s.quantity,
          'unit_price', s.unit_price, 'discount', s.discount))
        || case when s.tax_chosen then jsonb_build_object('tax_rate_id', s.tax_rate_id) else '{}' end as line
      from unnest(sold) s
      union all
      select true, t.id, jsonb_build_object('returns_line_id', coalesce(l.id, g.line_id), 'quantity', t.quantity)
      from pg_temp.import_returns t
      join pg_temp.import_goods g on g.id = t.goods
      left join pg_temp.import_sales o on o.n = g.head
      left join public.sale_lines l on l.sale_id = o.sale_id and l.position = g.position
      where t.head = import_sale_lines.head) x);
end
$$;

-- Without sequential scans, since a plan made before the file's sales are there would read all of them for each sale.
create function private.import_write_sales(import public.imports) returns void
  language plpgsql set search_path = '' set enable_seqscan = off
as $$
declare
  cash constant uuid := private.first_cash();
  sale record;
  head jsonb;
  lines jsonb;
  answer jsonb;
begin
  -- The lines lock their variants once the products are locked, as everywhere; before, a change of a product would wait
  -- for the lines, and they for the product.
  set constraints public.sale_lines_variant_in_use deferred;
  -- All together; taken sale by sale, this could deadlock with a batch of a till.
  perform private.lock_sales(array(
    select o.sale_id
    from pg_temp.import_returns t
    join pg_temp.import_goods o on o.id = t.goods
    where o.head is null));
  for sale in
    select g.*, row_number() over (order by g.at, g.n) as nth, count(*) over () as sales
    from pg_temp.import_sales g
    where g.fresh
    order by g.at, g.n
  loop
    head := jsonb_strip_nulls(jsonb_build_object('branch_id', sale.branch_id, 'till', sale.till,
      'reference', sale.reference, 'sold_at', sale.at,
      'customer_id', sale.buyer_id, 'salesperson_id', sale.salesperson_id, 'discount', sale.discount,
      'note', sale.notes,
      -- If a line exceeds a product's maximum discount without a reason, the file's name is the reason.
      'discount_reason', coalesce(sale.discount_reason,
        case when sale.beyond then coalesce(import.file_name, '–') end)))
      -- Money taken by another system is in no drawer of a shift here.
      || jsonb_build_object('tax_reason', coalesce(import.file_name, '–'), 'tax_per_line', sale.tax_per_line,
        'shift_id', null);
    lines := private.import_sale_lines(sale.n, sale.sold);
    if sale.takes_back then
      -- The debt of the original sales is known only now.
      sale.settled := private.sale_debt(head, lines);
    end if;
    answer := private.write_sale(null, head, lines, private.import_payments(sale.payments, sale.settled, cash),
      finished_later => true);
    update pg_temp.import_sales g set sale_id = (answer ->> 'id')::uuid where g.n = sale.n;
    perform setval('private.import_part', 30 + 69 * sale.nth / sale.sales) where sale.nth % 50 = 0;
    perform private.analyze_grown_tables() where sale.nth % 500 = 0;
  end loop;
  perform private.finish_sales(array(select g.sale_id from pg_temp.import_sales g where g.fresh order by g.at, g.n));
  set constraints public.sale_lines_variant_in_use immediate;
  insert into private.import_changes (import_id, table_name, row_id, version)
  select import.id, 'sales', s.id, s.version
  from pg_temp.import_sales g join public.sales s on s.id = g.sale_id;
end
$$;

/* Refuses if a sale of the import was voided, paid or returned since. Otherwise the sales are voided, since numbers are
   never reused, and lose their reference, so that the file can be imported again, and customers created by the
   import. */
create function private.import_undo_sales(import public.imports) returns void
  language plpgsql set search_path = '' set enable_seqscan = off
as $$
declare
  -- Sales before returns: their goods come in before others go out.
  sale_ids constant uuid[] := array(
    select s.id
    from private.import_changes c
    join public.sales s on s.id = c.row_id
    where c.import_id = import.id and c.table_name = 'sales'
    order by s.type = 'return', s.type = 'exchange', s.sold_at desc, s.id desc);
  undone record;
begin
  perform private.require_permission('accounting.sales.void');
  perform private.lock_sales(sale_ids);
  perform private.refuse_modified(import, 'number',
    'x.status <> ''completed'' or exists (
      select from public.sale_lines o
      join public.sale_lines l on l.returns_line_id = o.id
      join public.sales s on s.id = l.sale_id and s.status = ''completed''
      where o.sale_id = x.id
      and s.id not in (
        select m.row_id from private.import_changes m where m.import_id = $1 and m.table_name = ''sales''))');
  for undone in
    select s as sale, s.reference, x.nth
    from unnest(sale_ids) with ordinality x(id, nth)
    join public.sales s on s.id = x.id
    order by x.nth
  loop
    perform private.reverse_sale(undone.sale, private.import_undo_reason(import, undone.reference));
    perform setval('private.import_part', (89 * undone.nth / cardinality(sale_ids))::integer) where undone.nth % 50 = 0;
  end loop;
  update public.sales s set reference = null, customer_id = case when exists (
    select from private.import_changes c
    where c.import_id = import.id and c.table_name = 'customers' and c.row_id = s.customer_id) then null
      else s.customer_id end
  where s.id = any (sale_ids);
  -- Last, and for all goods together: counters that sell them wait only from here.
  perform private.move_sold_goods(sale_ids, true);
end
$$;
