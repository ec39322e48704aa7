-- Ninety days of sales of the demo business, so that every list, total and printout has data: two shops with three
-- shifts a day, four tills, several payment methods, discounts, customers who pay later, returns, exchanges and a
-- voided sale. It is deterministic, except for the date. It calls the same functions as the client; the timestamps are
-- corrected afterwards, because the functions use the current time.

-- A deterministic pseudo-random integer from 0 to n - 1.
create function pg_temp.pick(seed text, n integer) returns integer
  language sql immutable
as $$
  select ((hashtextextended(seed, 0) % n) + n)::integer % n
$$;

-- The shifts: the cashier works two a day in Zamalek, the manager one in Nasr City.
create temporary table demo_shifts as
select row_number() over (order by d.ago desc, s.hour, s.branch) as n, d.ago, s.branch, s.person, s.till, s.hour,
  ((private.branch_today(s.branch) - d.ago) + make_time(s.hour, 0, 0)) at time zone 'Africa/Cairo' as opened_at,
  ((private.branch_today(s.branch) - d.ago) + make_time(s.hour + 6, 0, 0)) at time zone 'Africa/Cairo' as closed_at
from generate_series(0, 89) d(ago)
cross join (values
  ('00000000-0000-7000-8000-0000000000b1'::uuid, '00000000-0000-7000-8000-000000000006'::uuid, 'A1', 10),
  ('00000000-0000-7000-8000-0000000000b1', '00000000-0000-7000-8000-000000000006', 'A2', 16),
  ('00000000-0000-7000-8000-0000000000b2', '00000000-0000-7000-8000-000000000002', 'B1', 11)) s(branch, person, till,
  hour);
-- Removes shifts that would start in the future.
delete from demo_shifts where opened_at > now() - interval '10 minutes';

create temporary table demo_sales as
select row_number() over (order by s.n, k.k) as n, s.n as shift, s.branch, s.person,
  case when s.branch = '00000000-0000-7000-8000-0000000000b2' and k.k % 3 = 2 then 'B2' else s.till end as till,
  least(s.opened_at + make_interval(mins => 9 + k.k * (330 / (2 + s.size))), now() - interval '2 minutes') as sold_at
from (
  select d.*, 1 + pg_temp.pick('sales of ' || d.n, 4)
    + case when extract(isodow from d.opened_at) in (4, 5) then 1 else 0 end as size
  from demo_shifts d) s
cross join lateral generate_series(1, s.size) k(k);

-- The lines: each sale has one to three; the first variants sell most often.
create temporary table demo_lines as
select s.n, l.position, v.variant_id, v.price, v.max_discount,
  case when pg_temp.pick(s.n || ' pieces ' || l.position, 8) = 0 then 2 else 1 end as quantity
from demo_sales s
cross join lateral generate_series(1, 1 + pg_temp.pick('lines of ' || s.n, 3)) l(position)
join (
  select v.id as variant_id, coalesce(v.price_override, p.price) as price, p.max_discount, count(*) over () as variants,
    row_number() over (order by p.designer_id, c.name, z.position) as rank
  from public.variants v
  join public.products p on p.id = v.product_id
  left join public.colors c on c.id = v.color_id
  left join public.sizes z on z.id = v.size_id) v
  on v.rank = 1 + pg_temp.pick(s.n || ' goods ' || l.position, 1000)
    * pg_temp.pick(s.n || ' more goods ' || l.position, 1000) * v.variants / 1000000;
-- A variant appears on one line of a sale.
delete from demo_lines l using demo_lines o where o.n = l.n and o.variant_id = l.variant_id and o.position < l.position;

-- Closed shifts are immutable; the triggers would refuse their timestamps.
alter table public.shifts disable trigger user;
-- Lifts the limit on late sales while the history is written.
alter table public.business disable trigger user;
update public.business set late_sale_days = null;

do $$
declare
  owner constant uuid := '00000000-0000-7000-8000-000000000001';
  first_day constant timestamptz := (select min(opened_at) from demo_shifts) - interval '1 day';
  cash constant uuid := (select id from public.payment_methods where name = 'Cash');
  card constant uuid := (select id from public.payment_methods where name = 'Card');
  instapay constant uuid := (select id from public.payment_methods where name = 'Instapay');
  customers constant uuid[] := array(select id from public.customers order by name);
  shift record;
  sale record;
  stock record;
  header jsonb;
  lines jsonb;
  total numeric;
  result jsonb;
  returned_line record;
  unpaid_sale record;
  shift_id uuid;
  expected numeric;
  counted numeric;
  float_left numeric;
begin
  -- Dates the opening stock before the first sale, and adds enough of each variant for every sale.
  update public.stock_movements set at = first_day;
  update public.stock_entries set created_at = first_day, updated_at = first_day, business_day = first_day::date;
  for stock in
    select s.branch, jsonb_agg(jsonb_build_object('variant_id', x.variant_id, 'quantity', x.quantity)) as lines
    from (select distinct branch from demo_sales) s
    cross join lateral (
      -- Plus one of each for exchanges.
      select l.variant_id, sum(l.quantity) + 1 as quantity
      from demo_lines l
      join demo_sales d on d.n = l.n
      where d.branch = s.branch
      group by l.variant_id) x
    group by s.branch
  loop
    perform set_config('request.jwt.claims', json_build_object('sub', owner, 'role', 'authenticated')::text, true);
    result := private.post_stock_entry(private.uuid_v7(), 'opening', stock.branch, stock.lines);
    update public.stock_entries
    set created_at = first_day, updated_at = first_day, business_day = first_day::date
    where id = (result ->> 'id')::uuid;
    update public.stock_movements
    set at = first_day
    where document_type = 'stock_entry' and document_id = (result ->> 'id')::uuid;
  end loop;

  for shift in select * from demo_shifts order by opened_at loop
    perform set_config('request.jwt.claims', json_build_object('sub', shift.person, 'role', 'authenticated')::text,
      true);
    select coalesce((
      select s.closing_balance
      from public.shifts s
      where s.branch_id = shift.branch and s.closed_at is not null
      order by s.closed_at desc
      limit 1),
        500) into float_left;
    result := private.open_shift(private.uuid_v7(), shift.branch, float_left);
    update public.shifts
    set opened_at = shift.opened_at, created_at = shift.opened_at, created_by = shift.person,
      business_day = private.branch_today(shift.branch, shift.opened_at)
    where id = (result ->> 'id')::uuid;

    for sale in select * from demo_sales s where s.shift = shift.n order by s.sold_at loop
      header := jsonb_build_object('branch_id', shift.branch, 'till', sale.till, 'sold_at', sale.sold_at);
      select jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'quantity', l.quantity)
        -- A tenth of the lines is sold at five percent off, if the product's maximum discount allows it.
        || case when pg_temp.pick('off ' || sale.n || ' ' || l.position, 10) = 0 and l.max_discount >= 5
          then jsonb_build_object('discount', floor(l.price * l.quantity * 0.05)) else '{}' end order by l.position)
      into lines
      from demo_lines l
      where l.n = sale.n;
      if sale.n % 9 = 0 then
        header := header || jsonb_build_object('customer_id', customers[1 + sale.n / 9 % cardinality(customers)]);
      end if;

      -- One piece of an earlier sale is returned or exchanged.
      if sale.n % 19 = 0 then
        select l.id into returned_line
        from public.sales s
        join public.sale_lines l on l.sale_id = s.id
        where s.branch_id = shift.branch and s.type = 'sale' and s.remaining = 0 and l.returned = 0
          and s.sold_at between sale.sold_at - interval '8 days' and sale.sold_at - interval '2 days'
        order by s.sold_at desc, l.position
        limit 1;
        if found then
          lines := case when sale.n % 2 = 0 then lines else '[]' end
            || jsonb_build_object('returns_line_id', returned_line.id, 'quantity', 1, 'damaged', sale.n % 5 = 0);
        end if;
      end if;

      total := (private.sale_preview(header, lines) ->> 'remaining')::numeric;
      result := private.write_sale(private.uuid_v7(), header, lines, case
        -- Sold on account, in part or in full.
        when sale.n % 18 = 0 and total > 200 then
          case
            when sale.n % 36 = 0 then '[]'
            else jsonb_build_array(jsonb_build_object('payment_method_id', cash, 'amount', round(total / 2))) end
        when total = 0 then '[]'
        when total < 0
          then jsonb_build_array(jsonb_build_object('payment_method_id', case when total < -300 then card else cash end,
            'amount', total))
        when pg_temp.pick('way ' || sale.n, 20) < 6
          then jsonb_build_array(jsonb_build_object('payment_method_id', card, 'amount', total))
        when pg_temp.pick('way ' || sale.n, 20) < 8
          then jsonb_build_array(jsonb_build_object('payment_method_id', instapay, 'amount', total))
        when pg_temp.pick('way ' || sale.n, 20) < 9 and total > 500 then jsonb_build_array(
          jsonb_build_object('payment_method_id', card, 'amount', 500),
          jsonb_build_object('payment_method_id', cash, 'amount', ceil((total - 500) / 50) * 50))
        else jsonb_build_array(jsonb_build_object('payment_method_id', cash, 'amount', ceil(total / 50) * 50)) end);
      if sale.n % 97 = 0 then
        perform private.move_sold_goods(array[s.id], true), private.reverse_sale(s, 'Rung up twice')
        from public.sales s
        where s.id = (result ->> 'id')::uuid;
      end if;
      update public.sale_payments
      set created_at = sale.sold_at,
        voided_at = case when voided_at is not null then sale.sold_at + interval '3 minutes' end
      where sale_id = (result ->> 'id')::uuid;
      update public.stock_movements
      set at = sale.sold_at
      where document_type = 'sale' and document_id = (result ->> 'id')::uuid;
    end loop;

    -- A customer who has owed for two weeks pays the rest.
    for unpaid_sale in
      select s.id, s.remaining
      from public.sales s
      where s.branch_id = shift.branch and s.remaining > 0 and s.sold_at < shift.opened_at - interval '14 days'
      order by s.sold_at
      limit 1
    loop
      perform private.pay_sale(unpaid_sale.id,
        jsonb_build_array(jsonb_build_object('id', private.uuid_v7(), 'payment_method_id', cash,
          'amount', unpaid_sale.remaining)));
      update public.sale_payments
      set created_at = shift.opened_at + interval '1 hour',
        business_day = private.branch_today(shift.branch, shift.opened_at)
      where sale_id = unpaid_sale.id and paid_after_sale;
    end loop;

    -- Today's last shift stays open.
    if shift.closed_at < now() then
      select f.expected_closing into expected
      from public.shifts s
      cross join lateral private.shift_figures(s) f
      where s.opened_by = shift.person and s.branch_id = shift.branch and s.closed_at is null;
      counted := expected + case when shift.n % 11 = 0 then -20 when shift.n % 17 = 0 then 5 else 0 end;
      select s.id into shift_id
      from public.shifts s
      where s.opened_by = shift.person and s.branch_id = shift.branch and s.closed_at is null;
      perform private.close_shift(shift_id, counted, null, least(counted, 500),
        case when counted <> expected then 'Counted twice' end);
      update public.shifts set closed_at = shift.closed_at where id = shift_id;
    end if;
  end loop;

  perform set_config('request.jwt.claims', '', true);
end
$$;

alter table public.shifts enable trigger user;
update public.business set late_sale_days = default;
alter table public.business enable trigger user;
alter table public.sales disable trigger stamp;
update public.sales
set created_at = sold_at, updated_at = sold_at,
  voided_at = case when voided_at is not null then sold_at + interval '3 minutes' end;
alter table public.sales enable trigger stamp;

update private.first_sale set at = (select min(s.sold_at) from public.sales s);

-- Attendance of everyone who had a shift.
insert into public.attendance_records (profile_id, branch_id, business_day, clocked_in_at, clocked_out_at)
select s.person, s.branch, private.branch_today(s.branch, min(s.opened_at)), min(s.opened_at) - interval '12 minutes',
  case
    when max(s.closed_at) < now()
      then max(s.closed_at) + make_interval(mins => 4 + pg_temp.pick('home ' || s.ago, 20)) end
from demo_shifts s
group by s.person, s.branch, s.ago;

-- The tills used above.
insert into public.tills (branch_id, code, name, name_ar, device, browser, last_used_at)
select b.id, t.code, t.name, t.name_ar, t.device,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  now() - interval '20 minutes'
from (values
  ('ZAM', 'A1', 'Front desk', 'المدخل', 'K2R7'), ('ZAM', 'A2', null, null, 'M4T9'),
  ('NSR', 'B1', 'Front desk', 'المدخل', 'P6W1'), ('NSR', 'B2', null, null, 'R8X3')) t(branch, code, name, name_ar,
  device)
join public.branches b on b.code = t.branch;

-- Removes the name history that the setup created: the business always had its name.
delete from private.name_changes;
drop table demo_lines, demo_sales, demo_shifts;
