-- Recurring expenses, such as rent: a scheduled job writes each on the day it is due.
-- expense_rules   the content of a rule's expenses, its interval, and the next due day
--
-- A rule begins with an expense entered by a person, and its days are computed from that day: the 31st becomes the last
-- day of shorter months and the 31st again afterwards; by month_ends it is the last day of each month.
-- Days are business days of its branch. Days missed because the
-- job did not run are written later, once each: an expense names its rule and its due day, and the pair is unique. The
-- job pays nothing.
--
-- A paused rule writes nothing, and days that pass meanwhile are skipped. The same applies to all rules of a closed
-- branch; they continue when it is open again. A rule has ended when no next day is left. A change applies from the
-- next day on; expenses already written stay unchanged.
--
-- Locks: the rule's row before the number of the expense that it writes.

-- ── The calendar ──

/* The first days of a rule from a day on, at most max_days. Each is computed from starts_on, so that a short month does
   not shift later ones. */
create function private.rule_days(
  starts_on date, every integer, unit text, ends_on date, from_day date, max_days integer)
  returns setof date
  language sql immutable set search_path = ''
as $$
  select d.day
  from (
    select case unit when 'weeks' then 7 * every when 'days' then every end as days,
      case unit when 'years' then 12 * every when 'months' then every when 'month_ends' then every end as months) step
  cross join lateral (
    select greatest(0, case when step.days is not null then (from_day - starts_on) / step.days
      else (12 * (extract(year from from_day) - extract(year from starts_on)) + extract(month from from_day)
        - extract(month from starts_on))::integer / step.months end)
        as nth) first
  cross join lateral generate_series(first.nth, first.nth + max_days + 1) n(nth)
  cross join lateral (
    select case
      when unit = 'month_ends'
        then (date_trunc('month', starts_on::timestamp) + make_interval(months => step.months * n.nth + 1))::date - 1
      else (starts_on + coalesce(make_interval(days => step.days * n.nth),
        make_interval(months => step.months * n.nth)))::date end
      as day) d
  where d.day >= from_day and d.day <= coalesce(ends_on, '2200-12-31')
  order by d.day
  limit max_days
$$;

/* The next due day of a rule from a day on; null if none is left. */
create function private.rule_next(rule public.expense_rules, from_day date) returns date
  language sql immutable set search_path = ''
as $$
  select d from private.rule_days(rule.starts_on, rule.every, rule.unit, rule.ends_on, from_day, 1) d
$$;

/* Checks an interval {every, unit, ends_on}. Errors: rule_not_last_day {field} if month_ends would begin on another day
   than the last of a month; rule_interval_invalid {field}, rule_end_before_start {field}. */
create function private.check_rule(repeats jsonb, starts_on date) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_values(repeats, '{"every": "integer", "unit": "text", "ends_on": "public.day"}');
  perform private.raise_error_if((repeats ->> 'every')::integer between 1 and 999 is not true,
    'rule_interval_invalid', 400, '{"field": "every"}');
  perform private.raise_error_if(
    coalesce(repeats ->> 'unit', '') not in ('days', 'weeks', 'months', 'month_ends', 'years'),
    'rule_interval_invalid', 400, '{"field": "unit"}');
  perform private.raise_error_if(repeats ->> 'unit' = 'month_ends' and extract(day from starts_on + 1) <> 1,
    'rule_not_last_day', 400, '{"field": "unit"}');
  perform private.raise_error_if((repeats ->> 'ends_on')::date < starts_on, 'rule_end_before_start', 400,
    '{"field": "ends_on"}');
end
$$;

/* The first five days of a proposed rule; nothing is written. repeats: {every, unit, ends_on}. Errors:
   permission_missing, value_invalid {field}, rule_interval_invalid {field}, rule_end_before_start {field}. */
create function private.expense_rule_days(starts_on date, repeats jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('accounting.expenses.view');
  perform private.require_values(jsonb_build_object('starts_on', starts_on), '{"starts_on": "public.day"}');
  perform private.check_rule(repeats, starts_on);
  return (
    select coalesce(jsonb_agg(d order by d), '[]')
    from private.rule_days(starts_on, (repeats ->> 'every')::integer, repeats ->> 'unit', (repeats ->> 'ends_on')::date,
      starts_on, 5) d);
end
$$;

-- ── Writes ──

/* {id, version, status, next_on}. */
create function private.rule_summary(id uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select private.document_summary(r) || jsonb_build_object('next_on', r.next_on)
  from public.expense_rules r
  where r.id = rule_summary.id
$$;

/* Creates the rule that begins with an expense being saved; its next day is the one after the expense's. The expense is
   at most a year old, since all missed days are written at once. Errors: those of private.check_rule, rule_too_far_back
   {field}. */
create function private.create_rule(expense public.expenses, repeats jsonb) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  rule public.expense_rules;
begin
  perform private.check_rule(repeats, expense.spent_on);
  perform private.raise_error_if(expense.spent_on < private.branch_today(expense.branch_id) - 366,
    'rule_too_far_back', 400, '{"field": "spent_on"}');
  rule := jsonb_populate_record(null::public.expense_rules, jsonb_strip_nulls(repeats));
  rule.starts_on := expense.spent_on;
  rule.next_on := private.rule_next(rule, expense.spent_on + 1);
  insert into public.expense_rules (branch_id, category_id, amount, tax_rate_id, supplier_id, customer_id, assigned_id,
    notes, every, unit, starts_on, ends_on, next_on)
  values (expense.branch_id, expense.category_id, expense.amount, expense.tax_rate_id, expense.supplier_id,
    expense.customer_id, expense.assigned_id, expense.notes,
    rule.every, rule.unit, rule.starts_on, rule.ends_on, rule.next_on)
  returning id into rule.id;
  return rule.id;
end
$$;

/* Locks and answers a rule that the caller may change. Errors: 404 rule_not_found if it is not visible, 403
   branch_view_only. */
create function private.lock_rule(id uuid) returns public.expense_rules
  language plpgsql security definer set search_path = ''
as $$
declare
  rule public.expense_rules;
begin
  select * into rule from public.expense_rules r
  where r.id = lock_rule.id and r.branch_id = any (private.branch_ids('view'))
    and private.can('accounting.expenses.view')
  for update;
  perform private.raise_error_if(rule.id is null, 'rule_not_found', 404);
  perform private.require_branch(rule.branch_id);
  return rule;
end
$$;

/* Changes a rule from its next day on: {category_id, amount, tax_rate_id, supplier_id, customer_id, assigned_id, notes,
   every, unit, next_on, ends_on}; absent keys stay unchanged. A new next day or interval restarts the calendar at the
   next day; an ended rule continues. Answers as private.rule_summary.
   Errors: permission_missing, value_invalid {field}, rule_not_found, branch_view_only, field_missing,
   changed_meanwhile, expense_amount_required, expense_amount_invalid, tax_rate_not_found, link_not_found {field},
   rule_day_required, rule_day_written, rule_too_far_back {field}, and those of private.check_rule. */
create function private.save_expense_rule(id uuid, rule jsonb, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  before public.expense_rules;
  after public.expense_rules;
begin
  perform private.require_permission('accounting.expenses.update');
  perform private.require_values(rule, private.recurring_expense_fields()
    || '{"every": "integer", "unit": "text", "next_on": "public.day", "ends_on": "public.day"}');
  before := private.lock_rule(id);
  after := jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(e.key, nullif(btrim(e.value), '')), '{}')
    from jsonb_each_text(rule) e));
  -- A repeated call of the same person changes nothing.
  if after is not distinct from before and (before.version = expected_version or before.updated_by = auth.uid()) then
    return private.rule_summary(id);
  end if;
  perform private.require_version(before.version, expected_version, before.updated_by, before.updated_at);
  perform private.raise_error_if(after.amount is null, 'expense_amount_required', 400, '{"field": "amount"}');
  perform private.raise_error_if(after.amount <= 0 or after.amount <> before.amount
    and after.amount <> (select round(after.amount, b.currency_decimals) from public.business b),
    'expense_amount_invalid', 400, '{"field": "amount"}');
  perform private.raise_error_if(after.tax_rate_id is distinct from before.tax_rate_id and after.tax_rate_id is not null
    and not exists (select from public.tax_rates t where t.id = after.tax_rate_id and t.active),
    'tax_rate_not_found', 404, '{"field": "tax_rate_id"}');
  perform private.require_links(jsonb_populate_record(null::public.expenses, to_jsonb(before)),
    jsonb_populate_record(null::public.expenses, to_jsonb(after)));
  perform private.raise_error_if(after.next_on is null, 'rule_day_required', 400, '{"field": "next_on"}');
  perform private.check_rule(jsonb_build_object('every', after.every, 'unit', after.unit, 'ends_on', after.ends_on),
    after.next_on);
  if (after.every, after.unit, after.next_on) is distinct from (before.every, before.unit, before.next_on) then
    perform private.raise_error_if(exists (
      select from public.expenses e
      where e.rule_id = before.id and e.due_on >= after.next_on),
      'rule_day_written', 409, '{"field": "next_on"}');
    perform private.raise_error_if(after.next_on < private.branch_today(after.branch_id) - 366,
      'rule_too_far_back', 400, '{"field": "next_on"}');
    after.starts_on := after.next_on;
  end if;
  update public.expense_rules r
  set category_id = after.category_id, amount = after.amount, tax_rate_id = after.tax_rate_id,
    supplier_id = after.supplier_id, customer_id = after.customer_id,
    assigned_id = after.assigned_id, notes = after.notes, every = after.every, unit = after.unit,
    starts_on = after.starts_on, ends_on = after.ends_on, next_on = after.next_on
  where r.id = before.id;
  return private.rule_summary(id);
end
$$;

/* Pauses a rule, or resumes it with its first day that is not past. Repeating the call changes nothing. Answers as
   private.rule_summary. Errors: permission_missing, value_invalid {field}, rule_not_found, branch_view_only,
   rule_ended. */
create function private.pause_expense_rule(id uuid, paused boolean) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  rule public.expense_rules;
begin
  perform private.require_permission('accounting.expenses.update');
  rule := private.lock_rule(id);
  perform private.raise_error_if(paused is null, 'value_invalid', 400, '{"field": "paused"}');
  -- Before the next check, since resuming a rule that has no day left ends it.
  if rule.paused = paused then
    return private.rule_summary(id);
  end if;
  perform private.raise_error_if(rule.next_on is null, 'rule_ended', 409);
  update public.expense_rules r
  set paused = pause_expense_rule.paused,
    next_on = case when pause_expense_rule.paused then rule.next_on
      else private.rule_next(rule, greatest(rule.next_on, private.branch_today(rule.branch_id))) end
  where r.id = rule.id;
  return private.rule_summary(id);
end
$$;

/* Skips the next day of a rule. due_on: the day to skip; repeating the call changes nothing. Answers as
   private.rule_summary. Errors: permission_missing, value_invalid {field}, rule_not_found, branch_view_only,
   rule_moved_on. */
create function private.skip_expense_rule(id uuid, due_on date) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  rule public.expense_rules;
begin
  perform private.require_permission('accounting.expenses.update');
  rule := private.lock_rule(id);
  if rule.next_on is distinct from due_on then
    -- Accepts only a day of the rule that the same person has skipped already and that has no expense.
    perform private.raise_error_if(rule.updated_by is distinct from auth.uid() or due_on is null
      or due_on < rule.starts_on or coalesce(rule.next_on < due_on, false)
      or not exists (
        select from private.rule_days(rule.starts_on, rule.every, rule.unit, rule.ends_on, due_on, 1) d
        where d = due_on)
      or exists (select from public.expenses e where e.rule_id = rule.id and e.due_on = skip_expense_rule.due_on),
        'rule_moved_on', 409);
  else
    update public.expense_rules r set next_on = private.rule_next(rule, rule.next_on + 1) where r.id = rule.id;
  end if;
  return private.rule_summary(id);
end
$$;

/* Ends a rule: no further day is due. Ending again changes nothing. Answers as private.rule_summary. Errors:
   permission_missing, rule_not_found, branch_view_only. */
create function private.end_expense_rule(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  rule public.expense_rules;
begin
  perform private.require_permission('accounting.expenses.update');
  rule := private.lock_rule(id);
  update public.expense_rules r set next_on = null, paused = false where r.id = rule.id and r.next_on is not null;
  return private.rule_summary(id);
end
$$;

/* Writes the expense of a locked rule for its next day, and advances the rule. The expense has no author. */
create function private.write_due_expense(rule public.expense_rules) returns public.expense_rules
  language plpgsql set search_path = ''
as $$
declare
  expense public.expenses;
begin
  -- A rate that was switched off since stays on the rule, as on every document that has it.
  select t.id, t.percentage into expense.tax_rate_id, expense.tax_percentage
  from public.tax_rates t
  where t.id = rule.tax_rate_id;
  expense := private.expense_as_sent(expense, (
    select jsonb_object_agg(f.key, f.value)
    from jsonb_each(to_jsonb(rule)) f
    where private.recurring_expense_fields() ? f.key)
      || jsonb_build_object('branch_id', rule.branch_id, 'spent_on', rule.next_on));
  update public.expense_rules r
  set next_on = private.rule_next(rule, rule.next_on + 1)
  where r.id = rule.id
  returning r.next_on into rule.next_on;
  expense.id := private.uuid_v7();
  expense.rule_id := rule.id;
  expense.due_on := expense.spent_on;
  perform private.insert_expense(expense);
  return rule;
end
$$;

/* The rules of a branch that opens again continue with their first day that is not past, as resumed ones do. Paused
   ones wait to be resumed. */
create function private.resume_rules_of_branch() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  update public.expense_rules r
  set next_on = private.rule_next(r, private.branch_today(r.branch_id))
  where r.branch_id = new.id and not r.paused and r.next_on < private.branch_today(r.branch_id);
  return null;
end
$$;
create trigger resume_rules after update of active on public.branches
  for each row when (new.active and not old.active) execute function private.resume_rules_of_branch();

/* A rule that wrote its expense or was changed is no longer marked as failing. */
create function private.clear_rule_failure() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.failure := null;
  return new;
end
$$;
create trigger clear_failure before update on public.expense_rules
  for each row when (old.failure is not null and new.failure is not distinct from old.failure)
  execute function private.clear_rule_failure();

/* Writes due expenses, at most 100 a run; the next run, a minute later, continues. If an expense fails, a warning is
   logged, the rule keeps the reason and waits at its day for the next run, and the others go on. Rules that failed
   before come last and in any order, so that they never use up a run and each is tried again. */
create function private.job_write_due_expenses() returns void
  language plpgsql set search_path = ''
as $$
declare
  rule public.expense_rules;
  written integer := 0;
  reason jsonb;
  message text;
  details text;
begin
  for rule in
    select * from public.expense_rules r
    where r.next_on <= private.branch_today(r.branch_id) and not r.paused
      and exists (select from public.branches b where b.id = r.branch_id and b.active)
    order by r.failure is not null, case when r.failure is not null then random() end, r.next_on, r.id
    limit 100
    for update skip locked
  loop
    while rule.next_on <= private.branch_today(rule.branch_id) and written < 100 loop
      begin
        rule := private.write_due_expense(rule);
      exception when others then
        raise warning 'the expense of rule % that is due on %: % (%)', rule.id, rule.next_on, sqlerrm, sqlstate;
        get stacked diagnostics message = message_text, details = pg_exception_detail;
        -- The details of an error of Postgres hold the row.
        reason := jsonb_build_object('code', sqlstate, 'message', left(message, 200),
          'details', case when sqlstate like 'PT%' and octet_length(details) <= 2000 then details end);
        update public.expense_rules r
        set failure = reason || jsonb_build_object('since', now())
        where r.id = rule.id and (r.failure - 'since') is distinct from reason;
        exit;
      end;
      written := written + 1;
    end loop;
  end loop;
end
$$;

select private.expose_rpc('expense_rule_days', 'The first five days of a proposed recurring expense.');
select private.expose_rpc('save_expense_rule', 'Changes a recurring expense from its next day on.');
select private.expose_rpc('pause_expense_rule', 'Pauses or resumes a recurring expense.');
select private.expose_rpc('skip_expense_rule', 'Skips the next day of a recurring expense.');
select private.expose_rpc('end_expense_rule', 'Ends a recurring expense.');

-- Written only by the functions above.
select private.allow_read('public.expense_rules', 'those who may view expenses read the rules of their branches',
  'accounting.expenses.view');
grant execute on function private.rule_days to authenticated;

-- ── Invariants of this chapter ──

create view private.invariants_of_expense_rules (rule, row_id) as
select 'an expense is due on a past day of its rule, in its branch', e.id::text
from public.expenses e join public.expense_rules r on r.id = e.rule_id
where e.branch_id <> r.branch_id or e.due_on >= r.next_on
union all
select 'the next day of a rule is one of its days', r.id::text
from public.expense_rules r
where r.next_on is not null and r.next_on is distinct from private.rule_next(r, r.next_on);
