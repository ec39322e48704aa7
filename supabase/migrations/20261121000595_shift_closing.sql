-- Closing a shift: the cash that went in and out of its drawer, the expected and the counted cash, and the approval of
-- a difference.

/* All signed money movements of drawers, with the shift in which they count and their method. A payment voided while
   its shift was open does not appear; one voided later stays in its shift and appears again, negated, in the shift of
   the void. Corrections of a payment follow it.
   kind: sale, return, expense, pay_in, pay_out: the component of the expected closing to which cash belongs. */
create view private.drawer_moves as
select p.shift_id, case when p.amount > 0 then 'sale' else 'return' end as kind, p.is_cash, p.amount::numeric,
  p.payment_method_id, p.created_at as at, p.created_by,
  'sale' as document_type, p.sale_id as document_id, p.id as row_id, null::text as note, p.rounding::numeric,
  false as is_correction
from public.sale_payments p
where p.shift_id is not null and p.void_shift_id is distinct from p.shift_id
union all
select p.void_shift_id, case when p.amount < 0 then 'sale' else 'return' end, p.is_cash, -p.amount, p.payment_method_id,
  p.voided_at, p.voided_by, 'sale', p.sale_id, p.id, p.void_reason, -p.rounding, false
from public.sale_payments p
where p.void_shift_id <> p.shift_id
union all
select c.shift_id, case when p.amount > 0 then 'sale' else 'return' end, c.is_cash, c.amount, c.payment_method_id,
  c.created_at, c.created_by, 'sale', c.sale_id, c.id, c.reason, 0, true
from public.payment_corrections c
join public.sale_payments p on p.id = c.payment_id
where c.shift_id is not null and p.void_shift_id is distinct from c.shift_id
union all
select p.void_shift_id, case when p.amount < 0 then 'sale' else 'return' end, c.is_cash, -c.amount, c.payment_method_id,
  p.voided_at, p.voided_by, 'sale', c.sale_id, c.id, p.void_reason, 0, true
from public.payment_corrections c
join public.sale_payments p on p.id = c.payment_id
where p.void_shift_id is not null and c.shift_id is distinct from p.void_shift_id
union all
select p.shift_id, 'expense', p.is_cash, -p.amount, p.payment_method_id, p.created_at, p.created_by,
  'expense', p.expense_id, p.id, p.note, 0, false
from public.expense_payments p
where p.shift_id is not null and p.void_shift_id is distinct from p.shift_id
union all
select p.void_shift_id, 'expense', p.is_cash, p.amount, p.payment_method_id, p.voided_at, p.voided_by,
  'expense', p.expense_id, p.id, p.void_reason, 0, false
from public.expense_payments p
where p.void_shift_id <> p.shift_id
union all
select e.shift_id, e.kind, true, case e.kind when 'pay_in' then e.amount else -e.amount end, null, e.created_at,
  e.created_by, 'cash_entry', e.id, e.id, e.reason, 0, false
from public.cash_entries e;

/* The figures of a shift up to now, each positive (expenses negative if more came back), and the difference if its
   actual_closing is set. Only for those who may view the expected cash. */
create function private.shift_figures(shift public.shifts) returns public.shift_figures
  language plpgsql stable security definer set search_path = ''
as $$
declare
  figures public.shift_figures;
begin
  select shift.id, coalesce(sum(m.amount) filter (where m.kind = 'sale'), 0),
    coalesce(-sum(m.amount) filter (where m.kind = 'return'), 0),
    coalesce(-sum(m.amount) filter (where m.kind = 'expense'), 0),
    coalesce(sum(m.amount) filter (where m.kind = 'pay_in'), 0),
    coalesce(-sum(m.amount) filter (where m.kind = 'pay_out'), 0), coalesce(sum(m.rounding), 0),
    shift.opening_balance + coalesce(sum(m.amount), 0)
  into figures.shift_id, figures.cash_sales, figures.cash_returns, figures.cash_expenses, figures.pay_ins,
    figures.pay_outs, figures.rounding, figures.expected_closing
  from private.drawer_moves m
  where m.shift_id = shift.id and m.is_cash;
  figures.difference := shift.actual_closing - figures.expected_closing;
  return figures;
end
$$;

/* The counted cash: by coins and notes, or only the total; if both are sent they must agree. Errors:
   denominations_invalid {line}, lines_over_limit, value_invalid {field}. */
create function private.counted_cash(total numeric, denominations jsonb) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
declare
  counted numeric;
begin
  if coalesce(denominations, 'null') <> 'null' then
    perform private.require_lines(denominations, 50, '{"denomination": "public.money", "count": "integer"}',
      'denominations_invalid', 'denominations');
    select sum(d.denomination * d.count) into counted
    from jsonb_to_recordset(denominations) d(denomination numeric, count integer);
    perform private.raise_error_if(counted is null
      or bool_or(d.denomination is null or d.denomination <= 0 or d.count is null or d.count not between 0 and 1000000)
      or count(distinct d.denomination) < count(*), 'denominations_invalid', 400, '{"field": "denominations"}')
    from jsonb_to_recordset(denominations) d(denomination numeric, count integer);
    perform private.raise_error_if(total <> counted, 'value_invalid', 400, '{"field": "actual_closing"}');
  end if;
  return coalesce(counted, total);
end
$$;

/* Closes a shift with the cash counted in its drawer, and freezes its figures. A difference beyond the business's limit
   does not prevent closing: it needs a note, and approval, by the closer if permitted, otherwise later. No note is
   required if the caller may not view the expected cash, since that would reveal the difference.
   closing_balance: the cash that stays in the drawer, by default all. denominations: [{denomination, count}], at most
   50. A repeated call of the same person gives the same answer. Answers as private.shift_summary. Errors:
   permission_missing, shift_not_found, branch_not_found, branch_view_only, shift_closed {number, by, at},
   reason_missing, cash_amount_required, cash_amount_invalid, and those of private.counted_cash. */
create function private.close_shift(id uuid, actual_closing numeric default null, denominations jsonb default null,
  closing_balance numeric default null, note text default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  shift public.shifts;
  figures public.shift_figures;
  sees constant boolean := private.can('attendance.shifts.view_expected');
  approves constant boolean := sees and private.can('attendance.shifts.approve_variance');
begin
  perform private.require_permission('attendance.shifts.close') where not private.can('attendance.shifts.close_others');
  actual_closing := private.counted_cash(actual_closing, denominations);
  closing_balance := coalesce(closing_balance, actual_closing);
  select jsonb_agg(jsonb_build_object('denomination', d.denomination, 'count', d.count)
    order by d.denomination desc) into denominations
  from jsonb_to_recordset(nullif(denominations, 'null')) d(denomination numeric, count integer)
  where d.count > 0;
  note := nullif(btrim(note), '');
  shift := private.lock_shift(id);
  perform private.require_branch(shift.branch_id);
  perform private.require_permission(case when shift.opened_by = auth.uid() then 'attendance.shifts.close'
    else 'attendance.shifts.close_others' end);
  if shift.closed_by = auth.uid()
    and (shift.actual_closing::numeric, shift.closing_balance::numeric, shift.denominations, shift.closing_note::text)
    is not distinct from (actual_closing, closing_balance, denominations, note) then
    return private.shift_summary(id);
  end if;
  perform private.require_cash_amount(actual_closing, 0, 'actual_closing');
  perform private.require_cash_amount(closing_balance, 0, 'closing_balance');
  perform private.raise_error_if(closing_balance > actual_closing, 'cash_amount_invalid', 400,
    '{"field": "closing_balance"}');
  perform private.require_open_shift(shift);

  shift.actual_closing := actual_closing;
  figures := private.shift_figures(shift);
  select b.shift_variance_limit into figures.variance_limit from public.business b;
  perform private.require_reason(note, 'note') where sees and abs(figures.difference) > figures.variance_limit;
  insert into public.shift_figures (
    shift_id, cash_sales, cash_returns, cash_expenses, pay_ins, pay_outs, rounding, expected_closing, difference,
    variance_limit)
  values (figures.shift_id, figures.cash_sales, figures.cash_returns, figures.cash_expenses, figures.pay_ins,
    figures.pay_outs, figures.rounding,
    figures.expected_closing, figures.difference, figures.variance_limit);
  insert into public.shift_approvals (shift_id, note)
  select f.shift_id, close_shift.note
  from public.shift_figures f
  where f.shift_id = close_shift.id and f.needs_approval and approves;
  update public.shifts s
  set closed_at = now(), closed_by = auth.uid(), actual_closing = close_shift.actual_closing,
    closing_balance = close_shift.closing_balance,
    denominations = close_shift.denominations, closing_note = close_shift.note
  where s.id = close_shift.id;
  return private.shift_summary(id);
end
$$;

/* Approves a closed shift's difference beyond the limit. A repeated call of the same person gives the same answer.
   Answers as private.shift_summary. Errors: permission_missing, shift_not_found, branch_not_found, branch_view_only,
   reason_missing, variance_not_waiting, variance_approved {by, at}. */
create function private.approve_variance(id uuid, note text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  shift public.shifts;
  approval public.shift_approvals;
begin
  perform private.require_permission('attendance.shifts.view', 'attendance.shifts.view_expected',
    'attendance.shifts.approve_variance');
  note := nullif(btrim(note), '');
  shift := private.lock_shift(id);
  perform private.require_branch(shift.branch_id);
  perform private.require_reason(note, 'note');
  select * into approval from public.shift_approvals a where a.shift_id = shift.id;
  if approval.shift_id is not null then
    if (approval.approved_by, approval.note::text) is distinct from (auth.uid(), note) then
      perform private.raise_error('variance_approved', 409,
        jsonb_build_object('by', p.name, 'by_ar', p.name_ar, 'at', approval.approved_at))
      from public.profiles p
      where p.id = approval.approved_by;
    end if;
    return private.shift_summary(id);
  end if;
  insert into public.shift_approvals (shift_id, note)
  select f.shift_id, note
  from public.shift_figures f
  where f.shift_id = shift.id and f.needs_approval;
  perform private.raise_error_if(not found, 'variance_not_waiting', 409);
  return private.shift_summary(id);
end
$$;

select private.expose_rpc('close_shift',
  'Closes a shift with the counted cash, and freezes its figures; may be repeated.');
select private.expose_rpc('approve_variance', 'Approves a closed shift''s difference beyond the limit.');

-- ── Invariants of this chapter ──

create view private.invariants_of_shifts (rule, row_id) as
select 'a closed shift came to what went in and out of its drawer', s.id::text
from public.shifts s
cross join lateral private.shift_figures(s) n
left join public.shift_figures f on f.shift_id = s.id
where s.closed_at is not null
  and (f.cash_sales, f.cash_returns, f.cash_expenses, f.pay_ins, f.pay_outs, f.rounding, f.expected_closing,
    f.difference)
  is distinct from (n.cash_sales, n.cash_returns, n.cash_expenses, n.pay_ins, n.pay_outs, n.rounding,
    n.expected_closing, n.difference)
union all
select 'a shift that was closed is expected to hold what it is made of', f.shift_id::text
from public.shift_figures f join public.shifts s on s.id = f.shift_id
where s.closed_at is null
  or f.expected_closing <> s.opening_balance + f.cash_sales - f.cash_returns - f.cash_expenses + f.pay_ins - f.pay_outs
union all
select 'a shift begins after the one whose drawer it took over, with what that left', s.id::text
from public.shifts s join public.shifts l on l.id = s.follows_id
where s.branch_id <> l.branch_id or s.suggested_balance is distinct from l.closing_balance or s.opened_at < l.closed_at
union all
select 'money goes into a drawer of its branch', p.id::text
from public.sale_payments p
join public.shifts s on s.id = p.shift_id
left join public.shifts v on v.id = p.void_shift_id
where s.branch_id <> p.branch_id or v.branch_id <> p.branch_id
union all
select 'money goes into a drawer of its branch', p.id::text
from public.expense_payments p
join public.shifts s on s.id = p.shift_id
left join public.shifts v on v.id = p.void_shift_id
where s.branch_id <> p.branch_id or v.branch_id <> p.branch_id
union all
select 'money goes into a drawer of its branch', c.id::text
from public.payment_corrections c
join public.shifts s on s.id = c.shift_id
where s.branch_id <> c.branch_id
union all
select 'a sale is made in a shift of its branch, and its money goes there', s.id::text
from public.sales s
left join public.shifts h on h.id = s.shift_id
where h.branch_id <> s.branch_id or exists (
  select from public.sale_payments p
  where p.sale_id = s.id and not p.paid_after_sale and p.payment_method_id is not null
    and p.shift_id is distinct from s.shift_id
    -- Sales that arrived after closing: made in the shift, but their money is in none of its figures.
    and not (p.shift_id is null and h.closed_at is not null))
union all
select 'only a difference beyond the limit is approved', a.shift_id::text
from public.shift_approvals a join public.shift_figures f on f.shift_id = a.shift_id
where not f.needs_approval;
