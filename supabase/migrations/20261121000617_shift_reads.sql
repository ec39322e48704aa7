-- Reads of the shifts screens: the list with its totals, one shift, and its money movements. The expected cash and its
-- components are null for those who may not view them.

/* The figures of a shift, frozen or current, for those who may view the expected cash of shifts in its branch;
   otherwise no row. */
create function private.visible_shift_figures(shift public.shifts) returns setof public.shift_figures
  language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  if private.can('attendance.shifts.view_expected') and (shift.branch_id = any (private.branch_ids('view'))) then
    return query select * from public.shift_figures f where f.shift_id = shift.id;
    if not found then
      return next private.shift_figures(shift);
    end if;
  end if;
end
$$;

create view public.shift_list with (security_invoker = true) as
select s.id, s.version, s.number, s.status, s.branch_id, b.name as branch, b.name_ar as branch_ar,
  private.person(s.opened_by) as opened_by, s.opened_at, s.business_day,
  s.suggested_balance, s.opening_balance, s.opening_difference, s.opening_note, s.closed_at,
  private.person(s.closed_by) as closed_by, s.actual_closing, s.closing_balance, s.closing_note,
  private.is_overdue(s) as overdue,
  f.cash_sales, f.cash_returns, f.cash_expenses, f.pay_ins, f.pay_outs, f.rounding, f.expected_closing, f.difference,
  f.variance_limit, f.result,
  case when f.shift_id is not null then coalesce(f.needs_approval and a.shift_id is null, false) end as to_approve,
  a.approved_at, private.person(a.approved_by) as approved_by, a.note as approval_note
from public.shifts s
join public.branches b on b.id = s.branch_id
left join lateral private.visible_shift_figures(s) f on true
left join public.shift_approvals a on a.shift_id = s.id;
comment on view public.shift_list is
  'Shifts with names. The expected cash, its components and the difference are null without '
  'attendance.shifts.view_expected.';
comment on column public.shift_list.overdue is 'Open for more than a day.';
grant execute on function private.visible_shift_figures to authenticated;
grant select on public.shift_list to authenticated;

/* The condition shared by the list and the totals of shifts: a where clause over shifts s. words: each in the number.
   Filters on results need permission to view the expected cash. */
create function private.shift_filter(
  words text default '', statuses text[] default '{}', results text[] default '{}', at_branch_ids uuid[] default '{}',
  opened_by_ids uuid[] default '{}', opened text default null, is_overdue boolean default false,
  is_to_approve boolean default false)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('attendance.shifts.view_expected') where results <> '{}' or is_to_approve;
  return concat_ws(' and ', format('s.branch_id = any (%L::uuid[])', reach),
    nullif(private.sql_match_words('s.search', words), 'true'),
    private.sql_in('s.status', statuses, 'statuses'), private.sql_in('s.opened_by', opened_by_ids, 'opened_by_ids'),
    'exists (select from public.shift_figures f where f.shift_id = s.id and '
      || private.sql_in('f.result', results, 'results') || ')',
    case
      when opened is not null then format('s.business_day::date <@ %L::daterange', private.period(opened, reach)) end,
    case when is_overdue then 'private.is_overdue(s)' end,
    case
      when is_to_approve
        then 's.id in (select f.shift_id from public.shift_figures f where f.needs_approval and not exists (select '
          'from public.shift_approvals a where a.shift_id = f.shift_id))' end);
end
$$;

/* The totals of the matching shifts: {count, by_status: {open, closed}, overdue, opening_balance, actual_closing}, and
   for those who may view the expected cash {to_approve, cash_sales, cash_returns, cash_expenses, pay_ins, pay_outs,
   rounding, expected_closing, difference}: of closed shifts and, up to now, of open ones; difference: of closed ones
   only. */
create function private.shift_sums(matching text, statuses text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format(
    'select jsonb_build_object(
       ''count'', count(*) filter (where x.asked), ''by_status'',
        jsonb_build_object(''open'', count(*) filter (where x.status = ''open''), ''closed'',
          count(*) filter (where x.status = ''closed'')),
       ''overdue'', count(*) filter (where private.is_overdue(x.shift)),
       ''opening_balance'', coalesce(sum(x.opening_balance) filter (where x.asked), 0), ''actual_closing'',
        coalesce(sum(x.actual_closing) filter (where x.asked), 0))
       || case when $2 then jsonb_build_object(
         ''to_approve'', count(*) filter (where f.needs_approval
          and not exists (select from public.shift_approvals a where a.shift_id = x.id)),
         ''cash_sales'', coalesce(sum(f.cash_sales) filter (where x.asked), 0), ''cash_returns'',
          coalesce(sum(f.cash_returns) filter (where x.asked), 0),
         ''cash_expenses'', coalesce(sum(f.cash_expenses) filter (where x.asked), 0), ''pay_ins'',
          coalesce(sum(f.pay_ins) filter (where x.asked), 0),
         ''pay_outs'', coalesce(sum(f.pay_outs) filter (where x.asked), 0), ''rounding'',
          coalesce(sum(f.rounding) filter (where x.asked), 0), ''expected_closing'',
          coalesce(sum(f.expected_closing) filter (where x.asked), 0),
         ''difference'', coalesce(sum(f.difference) filter (where x.asked), 0)) else ''{}'' end
     from (select s.*, $1 = ''{}'' or s.status = any ($1) as asked, s as shift from public.shifts s where %s) x
     left join lateral (
       select c.* from public.shift_figures c where c.shift_id = x.id
       union all select o.* from private.shift_figures(x.shift) o where x.closed_at is null) f on $2',
    matching)
  into answer using statuses, private.can('attendance.shifts.view_expected');
  return answer;
end
$$;

/* A page of shifts of the caller's branches. words: each in the number. opened: a period of business days
   (private.period). Empty or null lists match all; at most 1,000 values. results: balanced, overage, shortage;
   is_to_approve: those that need approval; both, and sorting by difference, need attendance.shifts.view_expected. sort:
   opened_at, number, difference, id. Errors: permission_missing, sort_unknown, period_unknown, list_over_limit,
   search_too_long. */
select private.expose_list('shift', 'A page of shifts of the caller''s branches.',
  'public.shifts s left join public.shift_figures d on d.shift_id = s.id', 'attendance.shifts.view',
  array['opened_at', 'number', 'difference d.difference'], all_of => 'statuses',
  sort_permissions => '{"difference": "attendance.shifts.view_expected"}');

/* The money movements of a shift's drawer in order, with their documents: [{row_id, kind, is_cash, amount, at,
   created_by, document_type, document_id, document_number, payment_method_id, payment_method, payment_method_ar,
   note}]. document_id and document_number are null for a document of a branch that the caller may not view. kinds and
   cash_only select the rows behind one figure of the shift. At most 1,000, after page_offset. Errors:
   permission_missing, shift_not_found, list_over_limit. */
create function private.shift_moves(id uuid, kinds text[] default '{}', cash_only boolean default false,
  page_size integer default 1000, page_offset integer default 0)
  returns table (row_id uuid, kind text, is_cash boolean, amount numeric, at timestamptz, created_by jsonb,
    document_type text, document_id uuid, document_number text,
    payment_method_id uuid, payment_method text, payment_method_ar text, note text)
  language plpgsql stable security definer rows 100 set search_path = ''
as $$
#variable_conflict use_column
declare
  reach constant uuid[] := private.branch_ids('view');
begin
  perform private.require_permission('attendance.shifts.view', 'attendance.shifts.view_expected');
  perform private.require_max_items(kinds, 10, 'kinds');
  perform private.raise_error_if(not exists (
    select from public.shifts s
    where s.id = shift_moves.id and s.branch_id = any (reach)),
    'shift_not_found', 404);
  return query
  select m.row_id, m.kind, m.is_cash, m.amount, m.at, private.person(m.created_by), m.document_type,
    case when m.document_type = 'cash_entry' then m.document_id else coalesce(a.id, e.id) end,
    coalesce(a.number, e.number), m.payment_method_id, p.name::text, p.name_ar::text, m.note::text
  from private.drawer_moves m
  left join public.sales a on m.document_type = 'sale' and a.id = m.document_id and a.branch_id = any (reach)
  left join public.expenses e on m.document_type = 'expense' and e.id = m.document_id and e.branch_id = any (reach)
  left join public.payment_methods p on p.id = m.payment_method_id
  where m.shift_id = shift_moves.id and (coalesce(kinds, '{}') = '{}' or m.kind = any (kinds))
    and (m.is_cash or cash_only is not true)
  order by m.at, m.row_id
  limit least(greatest(page_size, 1), 1000) offset greatest(page_offset, 0);
end
$$;
select private.expose_rpc('shift_moves', 'The money movements of a shift''s drawer.');

/* The cash of sales that is in no shift's drawer, received less paid back: taken by a till of another system, by an
   offline sale that arrived after its shift was closed, or where cash needs no shift; in the last case also money paid
   back from no drawer, when a payment of a shift that was closed since was voided. {total, count, rows: [{payment_id,
   sale_id, number, till, branch, branch_ar, business_day, at, amount, payment_method, payment_method_ar, created_by,
   late}]}, newest first; at most 1,000 rows, after page_offset. days: a period of the business days of payments and
   voids (private.period); null means all. late: the sale names a shift that was closed before it arrived. sale_id,
   number and till are null for a sale of a branch that the caller may not view. Errors: permission_missing,
   period_unknown, list_over_limit. */
create function private.cash_in_no_drawer(at_branch_ids uuid[] default '{}', days text default null,
  page_size integer default 1000, page_offset integer default 0) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  within text;
  answer jsonb;
begin
  perform private.require_permission('attendance.shifts.view', 'attendance.shifts.view_expected');
  -- The period is written into the statement, since only a constant one bounds the scan of the index.
  within := case when days is not null then format(' <@ %L::daterange', private.period(days, reach)) end;
  execute format(
    'with loose as (
       select p.id, p.sale_id, p.branch_id, p.payment_method_id, p.business_day, p.created_at as at, p.created_by,
         p.amount, p.paid_after_sale
       from public.sale_payments p
       where p.is_cash and p.shift_id is null and p.payment_method_id is not null and p.voided_at is null and %1$s
         %2$s
       union all
       select p.id, p.sale_id, p.branch_id, p.payment_method_id, v.business_day, p.voided_at, p.voided_by,
         -p.amount::numeric, true
       from public.sale_payments p
       cross join lateral (
         select greatest(p.business_day::date, private.branch_today(p.branch_id, p.voided_at)) as business_day) v
       where p.is_cash and p.shift_id is not null and p.void_shift_id is null and p.voided_at is not null and %1$s %3$s
       -- The cash that corrections add or take is where that of their payments is.
       union all
       select p.id, p.sale_id, p.branch_id, p.payment_method_id, p.business_day, p.created_at, p.created_by, p.amount,
         true
       from public.payment_corrections p
       join public.sale_payments x on x.id = p.payment_id
       where p.is_cash and p.shift_id is null and not p.after_closing and x.voided_at is null and %1$s %2$s
       union all
       select p.id, p.sale_id, p.branch_id, p.payment_method_id, v.business_day, x.voided_at, x.voided_by,
         -p.amount::numeric, true
       from public.payment_corrections p
       join public.sale_payments x on x.id = p.payment_id
       cross join lateral (
         select greatest(p.business_day::date, private.branch_today(p.branch_id, x.voided_at)) as business_day) v
       where p.is_cash and x.shift_id is not null and x.void_shift_id is null and x.voided_at is not null and %1$s %3$s)
     select jsonb_build_object(
       ''total'', coalesce(sum(l.amount), 0), ''count'', count(*),
       ''rows'', (
         select coalesce(jsonb_agg(to_jsonb(x) order by x.at desc, x.payment_id desc), ''[]'')
         from (
           select p.id as payment_id, s.id as sale_id, s.number, s.till, b.name as branch, b.name_ar as branch_ar,
             p.business_day, p.at, p.amount, m.name as payment_method, m.name_ar as payment_method_ar,
             private.person(p.created_by) as created_by, s.shift_id is not null and not p.paid_after_sale as late
           from (select * from loose order by at desc, id desc limit $1 offset $2) p
           -- A debt of another branch may be paid here.
           left join public.sales s on s.id = p.sale_id and s.branch_id = any ($3)
           join public.branches b on b.id = p.branch_id
           join public.payment_methods m on m.id = p.payment_method_id) x))
     from loose l',
    format('p.branch_id = any (%L::uuid[])', reach),
    'and p.business_day::date' || within, 'and v.business_day' || within)
  into answer using least(greatest(page_size, 1), 1000), greatest(page_offset, 0), private.branch_ids('view');
  return answer;
end
$$;
select private.expose_rpc('cash_in_no_drawer', 'The cash of sales that is in no shift''s drawer.');

/* The number of sales of a shift, its payments by method, and its sales that arrived after closing, whose money is in
   none of its figures: {sales, late: [at most 100 {id, number, sold_at, created_at, total, cash}], methods:
   [{payment_method_id, payment_method, payment_method_ar, is_cash, sales, returns, payments}], corrected: the part of
   its difference that corrections of its payments explained since}; empty for those who may not view the expected cash.
   The caller has checked that the shift is visible. */
create function private.shift_money(id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can('attendance.shifts.view_expected') then
    return '{}';
  end if;
  return jsonb_build_object(
    'sales', (select count(*) from public.sales s where s.shift_id = shift_money.id and s.status = 'completed'),
    'late', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.sold_at, x.id), '[]')
      from (
        select s.id, s.number, s.sold_at, s.created_at, s.total,
          (
            select coalesce(sum(b.amount), 0)
            from public.sale_payment_methods b
            join public.sale_payments p on p.id = b.payment_id
            where b.sale_id = s.id and b.is_cash and not p.paid_after_sale) as cash
        from public.sales s
        join public.shifts h on h.id = s.shift_id
        where h.id = shift_money.id and h.closed_at is not null and s.status = 'completed'
          and s.branch_id = any (private.branch_ids('view'))
          -- Not by time: if closing waits for the lock of a sale, closed_at is the start of that wait.
          and exists (
            select from public.sale_payments p
            where p.sale_id = s.id and p.payment_method_id is not null and not p.paid_after_sale and p.shift_id is null)
        order by s.sold_at, s.id
        limit 100) x),
    'corrected', (
      select coalesce(-sum(c.amount), 0)
      from public.payment_corrections c
      join public.sale_payments p on p.id = c.payment_id
      where p.shift_id = shift_money.id and c.after_closing and c.is_cash),
    'methods', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.is_cash desc, x.payment_method), '[]')
      from (
        select m.payment_method_id, p.name as payment_method, p.name_ar as payment_method_ar, m.is_cash,
          coalesce(sum(m.amount) filter (where m.kind = 'sale'), 0) as sales,
          coalesce(-sum(m.amount) filter (where m.kind = 'return'), 0) as returns,
          count(*) filter (where not m.is_correction) as payments
        from private.drawer_moves m join public.payment_methods p on p.id = m.payment_method_id
        where m.shift_id = shift_money.id and m.kind in ('sale', 'return')
          and m.shift_id in (select s.id from public.shifts s where s.branch_id = any (private.branch_ids('view')))
        group by 1, 2, 3, 4) x));
end
$$;

/* The matches of private.find_records among shifts, in its columns: number, person, branch, day. */
create function private.search_shifts(words text, most integer)
  returns table (kind text, id uuid, exact boolean, code text, name text, name_ar text, other text, other_ar text,
    day date, price numeric, on_hand numeric)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return query execute format(
    'select ''shifts'', s.id, s.number = upper(btrim($1)), s.number, p.name::text, p.name_ar::text, b.name::text,
      b.name_ar::text, s.business_day::date, null::numeric, null::numeric
     from (select * from public.shifts s where %s order by s.opened_at desc, s.id desc limit $2) s
     join public.profiles p on p.id = s.opened_by
     join public.branches b on b.id = s.branch_id
     order by s.opened_at desc, s.id desc',
    private.shift_filter(words, '{}', '{}', '{}', '{}', null, false, false))
  using words, most;
end
$$;

/* One shift: {shift: as in shift_list, with its denominations and the shift it follows; entries: its pay-ins and
   pay-outs, as far as visible; timeline}, and private.shift_money for those who may view the expected cash. Errors:
   permission_missing, shift_not_found. */
create function public.shift_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  shift public.shifts;
begin
  perform private.require_permission('attendance.shifts.view');
  select * into shift from public.shifts s where s.id = shift_detail.id;
  perform private.raise_error_if(shift.id is null, 'shift_not_found', 404);
  return jsonb_build_object(
    'shift', (select to_jsonb(l) from public.shift_list l where l.id = shift.id)
      || jsonb_build_object('denominations', shift.denominations,
        'follows', (
          select jsonb_build_object('id', f.id, 'number', f.number)
          from public.shifts f
          where f.id = shift.follows_id))
      || (
        select jsonb_build_object('branch_phone', b.phone, 'branch_address', b.address)
        from public.branches b
        where b.id = shift.branch_id),
    'entries', (
      select coalesce(jsonb_agg(private.with_person_names(to_jsonb(e) - 'shift_id') order by e.created_at, e.id), '[]')
      from (select * from public.cash_entries e where e.shift_id = shift.id order by e.created_at, e.id limit 1000) e),
    'timeline', private.timeline(array[
      private.event(1, 'opened', shift.opened_at, shift.opened_by, shift.opening_note, shift.number, null,
        shift.opening_balance),
      private.event(3, 'cashed_up', shift.closed_at, shift.closed_by, shift.closing_note, null, null,
        shift.actual_closing)]
      || array(
        select private.event(4, 'approved', a.approved_at, a.approved_by, a.note)
        from public.shift_approvals a
        where a.shift_id = shift.id)))
    || private.shift_money(shift.id);
end
$$;
grant execute on function private.shift_money, public.shift_detail to authenticated;
comment on function public.shift_detail is
  'One shift with its figures as far as visible, entries and timeline.';
