-- Shifts: the drawers that the cash of a branch goes into, and how much each held at both ends.
-- - shifts: one person's time at a drawer of one branch: the opening balance and, once closed, the cash counted and the
--   cash that stays in the drawer. A closed shift never changes.
-- - shift_figures: the frozen figures of the closing: the expected cash and its components. Apart, behind
--   attendance.shifts.view_expected.
-- - shift_approvals: who approved a difference beyond the business's limit. Apart too, since a pending approval reveals
--   a difference.
-- - cash_entries: cash put into a drawer or taken out for a reason other than a sale or an expense.
--
-- Closing is blind for those who may not view the expected cash: they never see its components, before or after
-- closing, of any shift. The shift of a payment is hidden from them too; the totals of sales are not, for those who may
-- view sales.
--
-- Money belongs to the shift that its payment names, regardless of its time. A call that moves money locks the shift's
-- row "for share", last before the document's number; closing locks it "for update" and so includes all completed
-- payments. Tills with different shifts never wait for each other.

alter table public.business
  add column cash_needs_shift boolean not null default true,
  add column shift_variance_limit public.money constraint business_shift_variance_limit_not_negative
    check (shift_variance_limit
    >= 0),
  add column denominations public.money[] constraint business_denominations_fit check (
    cardinality(denominations) between 1 and 30 and 0 < all (denominations)
      and array_position(denominations, null) is null);
comment on column public.business.cash_needs_shift is 'Cash of sales is taken only in an open shift.';
comment on column public.business.shift_variance_limit is
  'A shift that is over or short by more needs approval; null: no shift does.';
comment on column public.business.denominations is
  'Its coins and notes, by which a drawer is counted; empty: those of its currency (private.denominations).';
grant update (cash_needs_shift, shift_variance_limit, denominations) on public.business to authenticated;

/* The coins and notes by which the business counts cash, the largest first. */
create function private.denominations(business public.business) returns public.money[]
  language sql immutable set search_path = ''
as $$
  select coalesce(business.denominations, case business.currency
    when 'EGP' then '{200,100,50,20,10,5,1,0.5,0.25}'
    when 'SAR' then '{500,200,100,50,10,5,2,1,0.5,0.25}'
    when 'AED' then '{1000,500,200,100,50,20,10,5,1,0.5,0.25}'
    when 'KWD' then '{20,10,5,1,0.5,0.25,0.1,0.05,0.02,0.01,0.005}'
    when 'JOD' then '{50,20,10,5,1,0.5,0.25,0.1,0.05}'
    when 'USD' then '{100,50,20,10,5,2,1,0.5,0.25,0.1,0.05,0.01}'
    when 'EUR' then '{200,100,50,20,10,5,2,1,0.5,0.2,0.1,0.05,0.02,0.01}'
    else '{1000,500,200,100,50,20,10,5,2,1}' end::public.money[])
$$;

create table public.shifts (
  like private.record_template including all,
  number text not null constraint shifts_number_unique unique,
  branch_id uuid not null constraint shifts_branch_in_use references public.branches,
  opened_by uuid not null constraint shifts_opened_by_in_use references public.profiles,
  opened_at timestamptz not null default now(),
  business_day public.day not null,
  follows_id uuid constraint shifts_followed_shift_exists references public.shifts,
  suggested_balance public.money,
  opening_balance public.money not null constraint shifts_opening_balance_not_negative check (opening_balance >= 0),
  opening_difference public.money generated always as (opening_balance - suggested_balance) stored,
  opening_note public.short_text,
  closed_at timestamptz,
  closed_by uuid,
  actual_closing public.money constraint shifts_actual_closing_not_negative check (actual_closing >= 0),
  closing_balance public.money constraint shifts_closing_balance_within_count check (closing_balance
    between 0 and actual_closing),
  denominations jsonb constraint shifts_denominations_fit check (pg_column_size(denominations) <= 8000),
  closing_note public.short_text,
  status text not null generated always as (case when closed_at is null then 'open' else 'closed' end) stored,
  search text not null generated always as (private.normalise(number)) stored,
  constraint shifts_closed_with_a_count check (
    (closed_at is null) = (actual_closing is null) and (closed_at is null) = (closing_balance is null)
      and (closed_at is null) = (closed_by is null)),
  constraint shifts_follow_what_was_left check ((follows_id is null) = (suggested_balance is null))
);
comment on table public.shifts is
  'One person''s time at a drawer of one branch. The expected cash at its end is in shift_figures.';
comment on column public.shifts.business_day is 'The branch''s business day at opening; it never changes.';
comment on column public.shifts.follows_id is 'The shift whose drawer it took over; each is taken over once.';
comment on column public.shifts.suggested_balance is 'The cash which that shift left in the drawer.';
comment on column public.shifts.opening_difference is 'The cash found minus the cash left by the previous shift.';
comment on column public.shifts.actual_closing is 'The cash counted at closing.';
comment on column public.shifts.closing_balance is
  'The part that stays in the drawer for the next shift; the rest is handed over.';
comment on column public.shifts.denominations is
  'The count by coins and notes, if entered: [{denomination, count}].';
create unique index shifts_one_open on public.shifts (opened_by, branch_id) where closed_at is null;
create unique index shifts_follows_unique on public.shifts (follows_id) where follows_id is not null;
create index shifts_newest on public.shifts (opened_at desc, id desc) include (branch_id);
create index shifts_branch on public.shifts (branch_id, opened_at desc, id desc);
create index shifts_person on public.shifts (opened_by, opened_at desc, id desc);
create index shifts_left on public.shifts (branch_id, closed_at desc) where closing_balance > 0;
create index shifts_search on public.shifts using gin (search extensions.gin_trgm_ops);
create trigger stamp before insert or update on public.shifts for each row execute function private.stamp();

create table public.shift_figures (
  shift_id uuid primary key constraint shift_figures_shift_exists references public.shifts,
  cash_sales public.money_sum not null,
  cash_returns public.money_sum not null,
  cash_expenses public.money_sum not null,
  pay_ins public.money_sum not null,
  pay_outs public.money_sum not null,
  rounding public.money_sum not null,
  expected_closing public.money_sum not null,
  difference public.money_sum not null,
  variance_limit public.money,
  result text not null generated always as (case when difference = 0 then 'balanced' when difference > 0 then 'overage'
    else 'shortage' end) stored,
  needs_approval boolean not null generated always as (coalesce(abs(difference) > variance_limit, false)) stored
);
comment on table public.shift_figures is
  'The expected cash of a closed shift, its components, and the difference: frozen at closing. '
  'Apart, behind attendance.shifts.view_expected. Sales, returns and expenses are negative where more came back for '
  'payments of earlier shifts, voided in this one, than was paid in it.';
comment on column public.shift_figures.cash_sales is 'Cash received for sales: tendered less change.';
comment on column public.shift_figures.rounding is
  'The part of its cash sales and returns that only rounds cash to the smallest coin; negative if less was paid.';
comment on column public.shift_figures.expected_closing is
  'Opening balance + cash sales − cash returns − cash expenses + pay-ins − pay-outs.';
comment on column public.shift_figures.difference is 'Counted minus expected cash.';
comment on column public.shift_figures.variance_limit is 'The business''s limit at closing.';
create index shift_figures_to_approve on public.shift_figures (shift_id) where needs_approval;

create table public.shift_approvals (
  shift_id uuid primary key constraint shift_approvals_shift_exists references public.shift_figures,
  approved_at timestamptz not null default now(),
  approved_by uuid not null default auth.uid(),
  note public.short_text not null
);
comment on table public.shift_approvals is 'Approvals of differences beyond the limit, with their author and reason.';

create table public.cash_entries (
  id uuid primary key,
  shift_id uuid not null constraint cash_entries_shift_exists references public.shifts,
  kind text not null constraint cash_entries_kind_known check (kind in ('pay_in', 'pay_out')),
  amount public.money not null constraint cash_entries_amount_positive check (amount > 0),
  reason public.short_text not null,
  business_day public.day not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid()
);
comment on table public.cash_entries is
  'Cash put into a drawer or taken out for a reason other than a sale or an expense. Never changed; a mistake is '
  'corrected by another entry.';
comment on column public.cash_entries.business_day is 'The branch''s business day at creation; it never changes.';
create index cash_entries_shift on public.cash_entries (shift_id, created_at, id);

/* A closed shift and its figures never change, not even by the functions of this file. */
create function private.refuse_change_of_closed_shift() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.raise_error('shift_closed', 409);
  return null;
end
$$;
create trigger stays_closed before update or delete on public.shifts
  for each row when (old.closed_at is not null)
  execute function private.refuse_change_of_closed_shift();
create trigger stays_closed before update or delete on public.shift_figures
  for each row
  execute function private.refuse_change_of_closed_shift();
create trigger stays_closed before update or delete on public.shift_approvals
  for each row
  execute function private.refuse_change_of_closed_shift();
create trigger stays_closed before update or delete on public.cash_entries
  for each row
  execute function private.refuse_change_of_closed_shift();

-- ── The drawer of a payment ──

/* Requires an open shift, whose row is locked. Error: 409 shift_closed {number, by, at}. */
create function private.require_open_shift(shift public.shifts) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if shift.closed_at is not null then
    perform private.raise_error('shift_closed', 409,
      jsonb_build_object('number', shift.number, 'by', p.name, 'by_ar', p.name_ar, 'at', shift.closed_at))
    from public.profiles p where p.id = shift.closed_by;
  end if;
end
$$;

/* The shift whose drawer takes the caller's money in this branch, locked against closing; null if none does. By default
   the caller's own open shift. A sale may name one, so that an offline sale goes where its money is; if that shift was
   closed after the sale was made, none. A sale that names null has its till's money in a drawer of another system.
   Cash is taken only in a shift, unless cash_needs_shift is off, or was off when a late sale was
   made; that sale's cash is in no shift that was opened after it.
   Errors: shift_missing {branch}, permission_missing, shift_not_found, shift_closed {number, by, at}. */
create function private.drawer(branch_id uuid, takes_cash boolean, sale jsonb default '{}') returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  sent_shift_id constant uuid := sale ->> 'shift_id';
  sold_at constant timestamptz := private.moment_of_sale(sale);
  needs_shift boolean;
  shift public.shifts;
begin
  if sent_shift_id is not null then
    select * into shift
    from public.shifts s
    where s.id = sent_shift_id and s.branch_id = drawer.branch_id and (s.opened_by = auth.uid()
      or s.closed_at is not null and private.can('accounting.sales.record_old')) for share;
  elsif not sale ? 'shift_id' then
    select * into shift
    from public.shifts s
    where s.opened_by = auth.uid() and s.branch_id = drawer.branch_id and s.closed_at is null for share;
  end if;
  perform private.raise_error_if(shift.id is null and sent_shift_id is not null, 'shift_not_found', 404,
    '{"field": "shift_id"}');
  -- The money was already counted at closing and the figures are frozen; the sale is listed under the shift as having
  -- arrived after closing.
  if shift.closed_at > sold_at then
    return null;
  end if;
  perform private.require_open_shift(shift);
  if sale ? 'shift_id' or shift.opened_at <= sold_at then
    return shift.id;
  end if;
  needs_shift := (
    select private.value_at(b.id, 'business', 'cash_needs_shift', private.judged_at(sold_at),
      b.cash_needs_shift::text)::boolean
    from public.business b);
  if shift.id is null and takes_cash and needs_shift then
    -- For users who may not open a shift, the missing permission is the more useful error.
    perform private.require_permission('attendance.shifts.open');
    perform private.raise_error('shift_missing', 409, jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar))
    from public.branches b
    where b.id = drawer.branch_id;
  end if;
  return case when needs_shift then shift.id end;
end
$$;

/* The answer of every call about a shift: {id, number, version, status, branch_id, opened_at, opening_balance,
   suggested_balance, opening_difference}; for a closed one {closed_at, actual_closing, closing_balance}, and for
   those who may view the expected cash {expected_closing, difference, result, to_approve}. */
create function private.shift_summary(id uuid) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select private.document_summary(s)
      || jsonb_build_object('branch_id', s.branch_id, 'opened_at', s.opened_at, 'opening_balance', s.opening_balance,
        'suggested_balance', s.suggested_balance, 'opening_difference', s.opening_difference)
      || case when s.closed_at is not null then jsonb_build_object('closed_at', s.closed_at,
        'actual_closing', s.actual_closing, 'closing_balance', s.closing_balance)
        else '{}' end
      || case when f.shift_id is not null
        and private.can('attendance.shifts.view_expected') then
          jsonb_build_object('expected_closing', f.expected_closing,
          'difference', f.difference, 'result', f.result,
        'to_approve', f.needs_approval and not exists (select from public.shift_approvals a where a.shift_id = s.id))
          else '{}' end
    from public.shifts s
    left join public.shift_figures f on f.shift_id = s.id
    where s.id = shift_summary.id);
end
$$;

/* Requires an amount of cash, at least `lowest`, with no more decimals than the currency has. Errors:
   cash_amount_required {field}, cash_amount_invalid {field}. */
create function private.require_cash_amount(amount numeric, lowest numeric, field text) returns void
  language sql stable set search_path = ''
as $$
  select private.raise_error_if(amount is null, 'cash_amount_required', 400,
    jsonb_build_object('field', require_cash_amount.field));
  select private.raise_error_if(not pg_input_is_valid(amount::text, 'public.money')
    or amount < require_cash_amount.lowest or amount <> round(amount, b.currency_decimals)
    or amount >= 10 ^ 10, 'cash_amount_invalid', 400, jsonb_build_object('field', require_cash_amount.field))
  from public.business b
$$;

/* The closed shift whose drawer is taken over next in the branch: of those that left cash and have no successor, the
   caller's own latest, otherwise the latest. */
create function private.last_closed_shift(branch_id uuid) returns public.shifts
  language sql stable security definer set search_path = ''
as $$
  select s from public.shifts s
  where s.branch_id = last_closed_shift.branch_id and s.closing_balance > 0
    and not exists (select from public.shifts n where n.follows_id = s.id)
  order by s.opened_by = auth.uid() desc, s.closed_at desc, s.id desc
  limit 1
$$;

/* The cash left in the drawer that is taken over next in a branch: {number, closing_balance, closed_at, opened_by:
   whose shift it was}; null without one, and for callers who may not open shifts. Errors: branch_not_found,
   branch_view_only. */
create function private.left_in_drawer(branch_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  last constant public.shifts := private.last_closed_shift(branch_id);
begin
  perform private.require_branch(branch_id);
  if last.id is not null and private.can('attendance.shifts.open') then
    return jsonb_build_object('number', last.number, 'closing_balance', last.closing_balance,
      'closed_at', last.closed_at, 'opened_by', private.person(last.opened_by));
  end if;
  return null;
end
$$;

/* Open for more than a day, probably forgotten. */
create function private.is_overdue(shift public.shifts) returns boolean
  language sql stable set search_path = ''
as $$
  select shift.closed_at is null and shift.opened_at < now() - interval '24 hours'
$$;

/* The caller's own open shifts: [{id, number, branch_id, opened_at, overdue}], the oldest first. */
create function private.own_shifts() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'branch_id', s.branch_id,
      'opened_at', s.opened_at, 'overdue', private.is_overdue(s))
      order by s.opened_at), '[]')
    from public.shifts s
    where s.opened_by = auth.uid() and s.closed_at is null and s.branch_id = any (private.branch_ids('view')));
end
$$;

/* Opens the caller's shift in a branch. An opening balance other than the one left in the drawer needs a note. A
   repeated call answers with the result of the first. Answers as private.shift_summary. Errors: permission_missing,
   branch_not_found, branch_view_only, place_closed, cash_amount_required, cash_amount_invalid, id_missing, id_taken,
   shift_not_found, exists_already, shift_open {number}, reason_missing. */
create function private.open_shift(id uuid, branch_id uuid, opening_balance numeric, note text default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  known public.shifts;
  last public.shifts;
begin
  perform private.require_permission('attendance.shifts.open');
  perform private.require_branch(branch_id);
  note := nullif(btrim(note), '');
  perform private.register_document_id(id, 'shift');
  select * into known from public.shifts s where s.id = open_shift.id;
  if known.id is not null then
    perform private.require_same_content(known.opened_by, known.number, known.version, 'shift_not_found',
      (known.branch_id, known.opening_balance::numeric, known.opening_note::text) is not distinct from (branch_id,
        opening_balance, note));
    return private.shift_summary(id);
  end if;
  perform private.require_open_place(branch_id, null, 'branch_id');
  perform private.require_cash_amount(opening_balance, 0, 'opening_balance');
  -- Serialises opening in a branch: two people take over different drawers, and two devices of one person open one
  -- shift.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws(' ', 'shift', branch_id), 0));
  select * into known
  from public.shifts s
  where s.opened_by = auth.uid() and s.branch_id = open_shift.branch_id and s.closed_at is null;
  perform private.raise_error_if(known.id is not null, 'shift_open', 409, jsonb_build_object('number', known.number));
  last := private.last_closed_shift(branch_id);
  perform private.require_reason(note, 'note') where last.closing_balance <> opening_balance;
  insert into public.shifts (id, number, branch_id, opened_by, business_day, follows_id, suggested_balance,
    opening_balance, opening_note)
  values (id, private.next_number('SH', branch_id), branch_id, auth.uid(), private.branch_today(branch_id), last.id,
    last.closing_balance, opening_balance, note);
  return private.shift_summary(id);
end
$$;

/* Locks and answers a shift that is visible to the caller: their own, or with permission to view shifts one of their
   branches. Error: shift_not_found. */
create function private.lock_shift(id uuid) returns public.shifts
  language plpgsql security definer set search_path = ''
as $$
declare
  shift public.shifts;
begin
  select * into shift from public.shifts s where s.id = lock_shift.id
    and s.branch_id = any (private.branch_ids('view'))
      and (s.opened_by = auth.uid() or private.can('attendance.shifts.view'))
  for update;
  perform private.raise_error_if(shift.id is null, 'shift_not_found', 404);
  return shift;
end
$$;

/* The next 1, 2 or 5 of any power of ten from an amount up; 0 for none. For limits that must not reveal the amount. */
create function private.round_up(amount numeric) returns numeric
  language sql immutable set search_path = ''
as $$
  select case when amount <= 0 then 0 else (
    select min(step * power(10::numeric, floor(log(amount))))
    from unnest(array[1, 2, 5, 10]) step
    where step * power(10::numeric, floor(log(amount))) >= amount) end
$$;

/* Records cash put into a drawer (kind pay_in) or taken out (pay_out); in another person's shift for those who may
   close it. More than the drawer is expected to hold is taken out only by those who may approve a difference, and only
   if over_expected confirms it; for those who may not view what is expected the limit is rounded up, so that trying
   does not reveal it. Repeating the call changes nothing more. Answers {id, shift: as private.shift_summary}.
   Errors: permission_missing, value_invalid {field}, cash_amount_required, cash_amount_invalid, reason_missing,
   id_missing, id_taken, shift_not_found, branch_view_only, exists_already, shift_closed {number, by, at}, drawer_short
   {expected, for those who may view it}. */
create function private.record_cash(id uuid, shift_id uuid, kind text, amount numeric, reason text,
  over_expected boolean default false) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  shift public.shifts;
  known public.cash_entries;
  expected numeric;
begin
  perform private.require_permission('attendance.shifts.open') where not private.can('attendance.shifts.close_others');
  perform private.raise_error_if(kind is null or kind not in ('pay_in', 'pay_out'), 'value_invalid', 400,
    '{"field": "kind"}');
  reason := nullif(btrim(reason), '');
  perform private.require_reason(reason);
  perform private.register_document_id(id, 'cash_entry');
  shift := private.lock_shift(shift_id);
  perform private.require_branch(shift.branch_id);
  perform private.require_permission(case when shift.opened_by = auth.uid() then 'attendance.shifts.open'
    else 'attendance.shifts.close_others' end);
  select * into known from public.cash_entries e where e.id = record_cash.id;
  if known.id is not null then
    perform private.require_same_content(known.created_by, shift.number, null, 'shift_not_found',
      (known.shift_id, known.kind, known.amount::numeric, known.reason::text) = (shift_id, kind, amount, reason));
  else
    perform private.require_cash_amount(amount, 0.0001, 'amount');
    perform private.require_open_shift(shift);
    if kind = 'pay_out' and not (over_expected is true and private.can('attendance.shifts.approve_variance')) then
      expected := (private.shift_figures(shift)).expected_closing;
      if private.can('attendance.shifts.view_expected') then
        perform private.raise_error_if(amount > expected, 'drawer_short', 409,
          jsonb_build_object('field', 'amount', 'expected', expected));
      else
        perform private.raise_error_if(amount > private.round_up(expected), 'drawer_short', 409,
          '{"field": "amount"}');
      end if;
    end if;
    insert into public.cash_entries (id, shift_id, kind, amount, reason, business_day)
    values (id, shift_id, kind, amount, reason, private.branch_today(shift.branch_id));
  end if;
  return jsonb_build_object('id', id, 'shift', private.shift_summary(shift_id));
end
$$;

grant execute on function private.denominations, private.own_shifts, private.is_overdue to authenticated;
select private.expose_rpc('left_in_drawer', 'The cash left in the drawer that is taken over next in a branch.');
select private.expose_rpc('open_shift', 'Opens the caller''s shift in a branch; sent again it is the same shift.');
select private.expose_rpc('record_cash', 'Records money put into the drawer of a shift, or taken out of it.');

-- Written only by the functions of this chapter. Not audited: shifts keep their complete history.
select private.allow_read('public.shifts', 'those who may view shifts read the ones of their branches',
  'attendance.shifts.view');
select private.allow_read('public.shift_figures', 'those who may view what is expected read what a shift came to',
  'attendance.shifts.view_expected', 'shift_id');
select private.allow_read('public.shift_approvals', 'those who read what a shift came to read its approval', null,
  reach => 'exists (select from public.shift_figures f where f.shift_id = shift_approvals.shift_id)');
-- Entries are visible to the person who made them.
select private.allow_read('public.cash_entries',
  'those who may view what is expected read all entries, others their own', null,
  reach => $$(created_by = (select auth.uid()) or (select private.can('attendance.shifts.view_expected')))
    and exists (select from public.shifts s where s.id = cash_entries.shift_id)$$);
