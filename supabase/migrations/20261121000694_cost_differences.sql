-- Goods left at another cost than they are now known to have had: the rows behind "cost differences" in the report of
-- profit and loss. At the end: the other changes of stock that are in it.

create view public.cost_difference_list with (security_invoker = true) as
select d.id, d.business_day as day, d.branch_id, b.name as branch, b.name_ar as branch_ar, d.variant_id, n.product_id,
  n.product, n.product_ar, n.color, n.color_ar, n.size, n.size_ar, n.sku, d.document_type, d.document_id,
  coalesce(r.number, q.number, s.number, e.number, c.number, o.number) as document_number, o.id as purchase_order_id,
  o.number as purchase_order, d.amount
from public.cost_differences d
join public.branches b on b.id = d.branch_id
left join public.variant_names n on n.variant_id = d.variant_id
left join public.receipts r on d.document_type = 'receipt' and r.id = d.document_id
left join public.purchase_orders o
  on o.id = case d.document_type when 'purchase_order' then d.document_id else r.purchase_order_id end
left join public.purchase_returns q on d.document_type = 'purchase_return' and q.id = d.document_id
left join public.sales s on d.document_type = 'sale' and s.id = d.document_id
left join public.stock_entries e on d.document_type = 'stock_entry' and e.id = d.document_id
left join public.stock_counts c on d.document_type = 'count' and c.id = d.document_id
where d.kind = 'corrected';
comment on view public.cost_difference_list is
  'Cost differences of profit and loss with names and documents; a loss is negative. Names and numbers are null for '
  'those who may not view the record.';
grant select on public.cost_difference_list to authenticated;

/* The condition shared by the list and its totals: a where clause over cost differences d. words: each in the search
   words of the product, or in the number of a document that the caller may view; of a receipt also in that of its
   order. document_types: purchase_order, receipt, purchase_return, sale, stock_entry, count. booked: a period
   (private.period). Errors: permission_missing, period_unknown. */
create function private.cost_difference_filter(
  words text default '', document_types text[] default '{}', at_branch_ids uuid[] default '{}',
  booked text default null, product_ids uuid[] default '{}')
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(coalesce(booked, '..'), reach);
  document_number constant text := (
    select coalesce('case d.document_type ' || string_agg(format('when %L then (select %s where x.id = d.document_id)',
      n.document_type, n.number), ' ') || ' end', 'null')
    from (values
      ('purchase_order', 'x.number from public.purchase_orders x', 'purchasing.orders.view'),
      ('receipt', 'concat(x.number, '' '', o.number) from public.receipts x join public.purchase_orders o '
        'on o.id = x.purchase_order_id', 'purchasing.orders.view'),
      ('purchase_return', 'x.number from public.purchase_returns x', 'purchasing.returns.view'),
      ('sale', 'x.number from public.sales x', 'accounting.sales.view'),
      ('stock_entry', 'x.number from public.stock_entries x', 'inventory.stock.view'),
      ('count', 'x.number from public.stock_counts x', 'inventory.counts.view')) n(document_type, number, permission)
    where private.can(n.permission));
begin
  perform private.require_permission('inventory.costs.view');
  return concat_ws(' and ', 'd.kind = ''corrected''', format('d.branch_id = any (%L)', reach),
    case when booked is not null then format('d.business_day::date <@ %L::daterange', days) end,
    private.sql_in('d.document_type', document_types, 'document_types'),
    private.sql_in('v.product_id', product_ids, 'product_ids'),
    (
      select string_agg(format('(%s like %L or p.search like %L and (p.branch_id is null or p.branch_id = any (%L)))',
        document_number, upper(w), w, private.branch_ids('view')), ' and ')
      from private.word_patterns(words) w));
end
$$;

/* The totals of the matching differences: {count, by_document: {<document type>: count}, amount}. */
create function private.cost_difference_sums(matching text, document_types text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', coalesce(sum(x.count) filter (where x.asked), 0),
       ''by_document'', coalesce(jsonb_object_agg(x.document_type, x.count), ''{}''),
       ''amount'', coalesce(sum(x.amount) filter (where x.asked), 0))
     from (
       select d.document_type, count(*) as count, sum(d.amount) as amount,
         $1 = ''{}'' or d.document_type = any ($1) as asked
       from public.cost_differences d
       left join public.variants v on v.id = d.variant_id
       left join public.products p on p.id = v.product_id
       where %s
       group by d.document_type) x', matching)
  into answer using document_types;
  return answer;
end
$$;

select private.expose_list('cost_difference', 'A page of the cost differences of the caller''s branches.',
  'public.cost_differences d left join public.variants v on v.id = d.variant_id left join public.products p '
  'on p.id = v.product_id', 'reports.profit_and_loss.view', array['day d.business_day', 'amount'],
  all_of => 'document_types');

create view private.stock_bookings as
select m.kind, 'stock_entry' as document_type, e.id as document_id, e.number, m.branch_id, e.business_day::date as day,
  m.at, m.value
from public.stock_movements m
join public.stock_entries e on e.id = m.document_id
where m.document_type = 'stock_entry'
union all
-- A large count is posted in parts, and has its day with the last one.
select m.kind, 'count', c.id, c.number, m.branch_id,
  coalesce(c.posted_day::date, private.branch_today(c.branch_id)), null, m.value
from public.stock_counts c
join public.stock_movements m on m.document_type = 'count' and m.document_id = c.id
where not exists (select from private.count_corrections k where k.line_id = m.line_id and k.at = m.at)
union all
select m.kind, 'count', c.id, c.number, m.branch_id, k.day, null, m.value
from (
  select distinct k.line_id, k.at, k.business_day::date as day from private.count_corrections k) k
join private.stock_count_lines l on l.id = k.line_id
join public.stock_counts c on c.id = l.count_id
join public.stock_movements m on m.document_type = 'count' and m.document_id = c.id and m.line_id = k.line_id
  and m.at = k.at;
comment on view private.stock_bookings is
  'Goods put in or written off by hand (opening, adjustment) and the differences of counts (count), by the day to '
  'which their value belongs. at: of entries, for the index.';
