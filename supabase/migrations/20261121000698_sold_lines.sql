-- The lines of completed sales, returns and exchanges: the rows behind the figures of the report of sales.

create view public.sale_line_list with (security_invoker = true) as
select l.id, l.sale_id, s.number, s.type, s.sold_at, s.business_day, s.branch_id, b.name as branch,
  b.name_ar as branch_ar, s.customer_id, c.name as customer, c.name_ar as customer_ar,
  private.person(s.salesperson_id) as salesperson, l.variant_id, n.product_id, n.product, n.product_ar, n.color,
  n.color_ar, n.size, n.size_ar, n.sku, n.image_path, l.quantity, l.unit_price,
  (l.discount + l.document_discount)::public.money as discount, l.tax, l.total, l.damaged, k.unit_cost,
  (l.total - l.tax - k.cost)::public.money_sum as margin
from public.sale_lines l
join public.sales s on s.id = l.sale_id
join public.branches b on b.id = s.branch_id
left join public.customers c on c.id = s.customer_id
left join public.variant_names n on n.variant_id = l.variant_id
left join public.sale_line_costs k on k.sale_line_id = l.id;
comment on view public.sale_line_list is
  'Lines of sales with names. The names of the product are null if another branch''s; unit_cost and margin are null if '
  'the cost is unknown, and without inventory.costs.view.';
grant select on public.sale_line_list to authenticated;

/* The condition shared by the list and its totals: a where clause over lines l of sales s. words: each in the number of
   the sale or in the search words of the product. goods: sold, returned. filters: as in private.report_sales, so that
   every figure there can be opened. */
create function private.sale_line_filter(
  words text default '', goods text[] default '{}', at_branch_ids uuid[] default '{}', sold text default null,
  filters jsonb default '{}')
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := private.period(coalesce(sold, '..'), reach);
  of_sales private.report_facts;
begin
  select * into strict of_sales from private.report_facts f where f.fact = 'sales';
  return concat_ws(' and ', private.report_span(of_sales, days), of_sales.condition,
    format('s.branch_id = any (%L)', reach),
    private.sql_in('case when l.quantity > 0 then ''sold'' else ''returned'' end', goods, 'goods'),
    (private.report_conditions('sales', coalesce(filters, '{}'))).conditions,
    (
      select string_agg(format('(s.search like %1$L or p.search like %1$L and (p.branch_id is null or p.branch_id = '
          'any (%2$L)))', w, private.branch_ids('view')), ' and ')
      from private.word_patterns(words) w));
end
$$;

/* The totals of the matching lines: {count, by_goods: {sold, returned}, pieces, discount, tax, total, margin}; margin
   is that of the lines whose cost is known, null for those who may not view costs. */
create function private.sale_line_sums(matching text, goods text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked),
       ''by_goods'', jsonb_build_object(''sold'', count(*) filter (where x.quantity > 0),
         ''returned'', count(*) filter (where x.quantity < 0)),
       ''pieces'', coalesce(sum(x.quantity) filter (where x.asked), 0),
       ''discount'', coalesce(sum(x.discount + x.document_discount) filter (where x.asked), 0),
       ''tax'', coalesce(sum(x.tax) filter (where x.asked), 0),
       ''total'', coalesce(sum(x.total) filter (where x.asked), 0),
       ''margin'', case when $1 then coalesce(sum(x.total - x.tax - x.cost) filter (where x.asked), 0) end)
     from (
       select l.*, k.cost,
         $2 = ''{}'' or case when l.quantity > 0 then ''sold'' else ''returned'' end = any ($2) as asked
       from public.sale_lines l join public.sales s on s.id = l.sale_id
       left join public.branches b on b.id = s.branch_id
       left join public.variants v on v.id = l.variant_id
       left join public.products p on p.id = v.product_id
       left join public.sale_line_costs k on k.sale_line_id = l.id
       where %s) x', matching)
  into answer using private.can('inventory.costs.view'), goods;
  return answer;
end
$$;

select private.expose_list('sale_line', 'A page of the lines of sales of the caller''s branches.',
  'public.sale_lines l join public.sales s on s.id = l.sale_id left join public.branches b on b.id = s.branch_id '
  'left join public.variants v on v.id = l.variant_id left join public.products p on p.id = v.product_id',
  'accounting.sales.view', array['sold_at s.sold_at', 'quantity', 'total'], all_of => 'goods');
