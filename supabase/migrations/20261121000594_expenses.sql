-- Expenses: what the business spends on anything but goods, by branch and category, and its payments.
-- - expense_rules: recurring expenses; see the next chapter.
-- - expenses: the document: branch, day, category, amount with tax, and how much is paid.
-- - expense_payments: never edited, voided with a reason; never more than the remaining amount.
--
-- The amount is that of the paper document, including tax. A deleted expense keeps its number and is no longer visible.
-- Cash comes out of the drawer of the payer's open shift in the paying branch, unless the payment says otherwise. That
-- drawer is hidden, as for sales, since it is part of a shift's expected cash.
--
-- Locks: the ids of the expense and its payments; its row; the rule that begins with it; the shifts whose drawers pay
-- it (private.drawer); its number last.

create table public.expense_rules (
  like private.record_template including all,
  branch_id uuid not null constraint expense_rules_branch_in_use references public.branches,
  category_id uuid constraint expense_rules_category_in_use references public.expense_categories,
  amount public.money not null constraint expense_rules_amount_positive check (amount > 0),
  tax_rate_id uuid constraint expense_rules_tax_rate_in_use references public.tax_rates,
  supplier_id uuid constraint expense_rules_supplier_in_use references public.suppliers,
  customer_id uuid constraint expense_rules_customer_in_use references public.customers,
  assigned_id uuid constraint expense_rules_assigned_in_use references public.profiles,
  notes public.long_text,
  every integer not null constraint expense_rules_every_in_range check (every between 1 and 999),
  unit text not null constraint expense_rules_unit_known check (unit in ('days', 'weeks', 'months',
    'month_ends', 'years')),
  starts_on public.day not null,
  ends_on public.day,
  next_on public.day,
  paused boolean not null default false,
  failure jsonb constraint expense_rules_failure_fits check (octet_length(failure::text) <= 4000),
  status text not null generated always as (case when next_on is null then 'ended' when paused then 'paused'
    when failure is not null then 'failing' else 'active' end) stored,
  constraint expense_rules_end_after_start check (ends_on >= starts_on),
  constraint expense_rules_next_within check (next_on >= starts_on and next_on <= ends_on)
);
comment on table public.expense_rules is 'Recurring expenses, written by a scheduled job on the day they are due.';
comment on column public.expense_rules.amount is 'Including tax.';
comment on column public.expense_rules.every is 'The number of units: every 2 weeks.';
comment on column public.expense_rules.starts_on is 'The day from which all others are computed.';
comment on column public.expense_rules.ends_on is 'The last possible day; null: no end.';
comment on column public.expense_rules.next_on is 'The next due day; null if the rule has ended.';
comment on column public.expense_rules.failure is
  'Why the expense of the next day could not be written, as an error of the API, and since when: {code, message,
  details, since}; null once it was written or the rule was changed.';
create index expense_rules_due on public.expense_rules (next_on, id) where next_on is not null and not paused;
create index expense_rules_branch on public.expense_rules (branch_id, next_on, id);
create index expense_rules_category on public.expense_rules (category_id) where category_id is not null;
create index expense_rules_tax_rate on public.expense_rules (tax_rate_id) where tax_rate_id is not null;
create index expense_rules_supplier on public.expense_rules (supplier_id) where supplier_id is not null;
create index expense_rules_customer on public.expense_rules (customer_id) where customer_id is not null;
create index expense_rules_assigned on public.expense_rules (assigned_id) where assigned_id is not null;
select private.enable_audit('public.expense_rules', 'accounting.expenses', 'branch_id');

create table public.expenses (
  like private.record_template including all,
  number text not null constraint expenses_number_unique unique,
  branch_id uuid not null constraint expenses_branch_in_use references public.branches,
  spent_on public.day not null,
  business_day public.day not null,
  category_id uuid constraint expenses_category_in_use references public.expense_categories,
  amount public.money not null constraint expenses_amount_positive check (amount > 0),
  tax_rate_id uuid constraint expenses_tax_rate_in_use references public.tax_rates,
  tax_percentage public.percentage,
  tax public.money not null default 0 constraint expenses_tax_within_amount check (tax between 0 and amount),
  reference public.code,
  supplier_id uuid constraint expenses_supplier_in_use references public.suppliers,
  customer_id uuid constraint expenses_customer_in_use references public.customers,
  assigned_id uuid constraint expenses_assigned_in_use references public.profiles,
  sale_id uuid constraint expenses_sale_in_use references public.sales,
  purchase_order_id uuid constraint expenses_order_in_use references public.purchase_orders,
  notes public.long_text,
  paid public.money not null default 0 constraint expenses_paid_within_amount check (paid between 0 and amount),
  remaining public.money not null generated always as (amount - paid) stored,
  payment_status text not null generated always as (case when paid = 0 then 'unpaid' when paid < amount then 'partial'
    else 'paid' end) stored,
  rule_id uuid constraint expenses_rule_exists references public.expense_rules,
  due_on public.day,
  deleted_at timestamptz,
  deleted_by uuid,
  search text not null generated always as (private.normalise(number || ' ' || coalesce(reference, '') || ' '
    || coalesce(notes, ''))) stored,
  constraint expenses_tax_has_its_rate check ((tax_rate_id is null) = (tax_percentage is null)
    and (tax_percentage is not null or tax = 0)),
  constraint expenses_due_by_a_rule check ((rule_id is null) = (due_on is null)),
  constraint expenses_due_once unique (rule_id, due_on),
  constraint expenses_deleted_are_unpaid check (deleted_at is null or paid = 0)
);
comment on table public.expenses is 'Money spent on anything but goods, such as rent or repairs.';
comment on column public.expenses.spent_on is 'The day on the paper document.';
comment on column public.expenses.business_day is 'The branch''s business day at creation; it never changes.';
comment on column public.expenses.amount is 'Including tax.';
comment on column public.expenses.tax_percentage is 'The tax rate''s percentage when it was chosen.';
comment on column public.expenses.tax is 'The tax included in the amount.';
comment on column public.expenses.reference is 'The number on the paper document.';
comment on column public.expenses.assigned_id is
  'The person concerned: the one who spent it, or for whom it was spent.';
comment on column public.expenses.sale_id is 'The sale that it belongs to, such as the delivery of one.';
comment on column public.expenses.rule_id is 'The rule that wrote it, or that began with it.';
comment on column public.expenses.due_on is
  'The due day of its rule; even if the expense is deleted, the day is not written again.';
comment on column public.expenses.deleted_at is 'Deleted rows are kept, since their numbers are never used again.';
create index expenses_newest on public.expenses (spent_on desc, id desc) include (branch_id) where deleted_at is null;
create index expenses_branch on public.expenses (branch_id, spent_on desc, id desc);
create index expenses_category on public.expenses (category_id, spent_on desc, id desc);
create index expenses_by_amount on public.expenses (amount, id) where deleted_at is null;
create index expenses_by_remaining on public.expenses (remaining, id) where deleted_at is null;
create index expenses_tax_rate on public.expenses (tax_rate_id) where tax_rate_id is not null;
create index expenses_supplier on public.expenses (supplier_id, spent_on desc, id desc) where supplier_id is not null;
create index expenses_customer on public.expenses (customer_id, spent_on desc, id desc) where customer_id is not null;
create index expenses_assigned on public.expenses (assigned_id, spent_on desc, id desc) where assigned_id is not null;
create index expenses_sale on public.expenses (sale_id) where sale_id is not null;
create index expenses_order on public.expenses (purchase_order_id) where purchase_order_id is not null;
create index expenses_search on public.expenses using gin (search extensions.gin_trgm_ops);
select private.enable_audit('public.expenses', 'accounting.expenses', 'branch_id');

create table public.expense_payments (
  id uuid primary key default private.uuid_v7(),
  expense_id uuid not null constraint expense_payments_expense_in_use references public.expenses,
  branch_id uuid not null constraint expense_payments_branch_in_use references public.branches,
  payment_method_id uuid not null constraint expense_payments_method_in_use references public.payment_methods,
  amount public.money not null constraint expense_payments_amount_positive check (amount > 0),
  paid_on public.day not null,
  business_day public.day not null,
  note public.long_text,
  is_cash boolean not null default false,
  shift_id uuid constraint expense_payments_shift_in_use references public.shifts,
  created_at timestamptz not null default now(),
  created_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason public.short_text,
  void_shift_id uuid constraint expense_payments_void_shift_in_use references public.shifts,
  constraint expense_payments_void_has_its_reason check ((voided_at is null) = (void_reason is null)),
  constraint expense_payments_drawers_hold_cash check (shift_id is null or is_cash),
  constraint expense_payments_voided_into_a_drawer check (void_shift_id is null
    or (shift_id is not null and voided_at is not null))
);
comment on table public.expense_payments is 'Payments of expenses.';
comment on column public.expense_payments.branch_id is 'The branch that paid.';
comment on column public.expense_payments.paid_on is 'The day of payment as entered.';
comment on column public.expense_payments.business_day is
  'The paying branch''s business day at creation; it never changes.';
comment on column public.expense_payments.is_cash is 'Whether its method was cash at that time.';
comment on column public.expense_payments.shift_id is 'The shift whose drawer paid it; null without one.';
comment on column public.expense_payments.void_shift_id is
  'The shift whose drawer took it back when it was voided: its own while that was open, then the voider''s.';
create index expense_payments_expense on public.expense_payments (expense_id, created_at, id);
create index expense_payments_branch on public.expense_payments (branch_id, business_day);
create index expense_payments_method on public.expense_payments (payment_method_id);
create index expense_payments_shift on public.expense_payments (shift_id) where shift_id is not null;
create index expense_payments_void_shift on public.expense_payments (void_shift_id) where void_shift_id is not null;

/* Locks and answers an expense that the caller may change. Errors: 404 expense_not_found if it is not visible or
   deleted, 403 branch_view_only. */
create function private.lock_expense(id uuid) returns public.expenses
  language plpgsql security definer set search_path = ''
as $$
declare
  expense public.expenses;
begin
  select * into expense from public.expenses e
  where e.id = lock_expense.id and e.branch_id = any (private.branch_ids('view'))
    and private.can('accounting.expenses.view')
  for update;
  perform private.raise_error_if(expense.id is null or expense.deleted_at is not null, 'expense_not_found', 404);
  perform private.require_branch(expense.branch_id);
  return expense;
end
$$;

/* {id, number, version, amount, tax, paid, remaining, payment_status}, read after all writes. */
create function private.expense_summary(id uuid) returns jsonb
  language sql volatile security definer set search_path = ''
as $$
  select private.document_summary(e)
    || jsonb_build_object('amount', e.amount, 'tax', e.tax, 'paid', e.paid, 'remaining', e.remaining,
      'payment_status', e.payment_status)
  from public.expenses e where e.id = expense_summary.id
$$;

/* The fields that an expense has in common with its rule, and all that are sent of one, with their types. */
create function private.recurring_expense_fields() returns jsonb
  language sql immutable set search_path = ''
as $$
  select '{"category_id": "uuid", "amount": "public.money", "tax_rate_id": "uuid", "supplier_id": "uuid",
    "customer_id": "uuid", "assigned_id": "uuid", "notes": "text"}'::jsonb
$$;
create function private.expense_fields() returns jsonb
  language sql immutable set search_path = ''
as $$
  select private.recurring_expense_fields() || '{"branch_id": "uuid", "spent_on": "public.day", "reference": "text",
    "sale_id": "uuid", "purchase_order_id": "uuid"}'
$$;

/* Requires that newly linked records exist, are active and visible. Error: 404 link_not_found {field}. */
create function private.require_links(before public.expenses, after public.expenses) returns void
  language sql stable security definer set search_path = ''
as $$
  select private.raise_error('link_not_found', 404, jsonb_build_object('field', l.field))
  from (values
    ('category_id', before.category_id, after.category_id,
      exists (select from public.expense_categories c where c.id = after.category_id and c.active)),
    ('supplier_id', before.supplier_id, after.supplier_id,
      exists (select from public.suppliers s where s.id = after.supplier_id and s.active)),
    ('customer_id', before.customer_id, after.customer_id,
      exists (select from public.customers c where c.id = after.customer_id and c.active)),
    ('assigned_id', before.assigned_id, after.assigned_id,
      exists (select from public.profiles p where p.id = after.assigned_id and p.active)),
    ('sale_id', before.sale_id, after.sale_id, private.can('accounting.sales.view') and exists (
      select from public.sales s
      where s.id = after.sale_id and s.type <> 'opening' and s.branch_id = any (private.branch_ids('view')))),
    ('purchase_order_id', before.purchase_order_id, after.purchase_order_id,
      private.can('purchasing.orders.view') and exists (
      select from public.purchase_orders o
      where o.id = after.purchase_order_id and not o.is_opening
        and o.branch_id = any (private.branch_ids('view'))))) l(field,
        old_id, new_id, is_valid)
  where l.new_id is not null and l.new_id is distinct from l.old_id and not l.is_valid
  limit 1
$$;

/* The expense after the save: the stored one overridden by the keys sent, with its tax recomputed. */
create function private.expense_as_sent(before public.expenses, expense jsonb) returns public.expenses
  language plpgsql stable security definer set search_path = ''
as $$
declare
  after public.expenses;
begin
  after := jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(e.key, nullif(btrim(e.value), '')), '{}')
    from jsonb_each_text(expense) e
    where private.expense_fields() ? e.key));
  after.spent_on := coalesce(after.spent_on, private.branch_today(after.branch_id));
  if after.tax_rate_id is distinct from before.tax_rate_id then
    select t.percentage into after.tax_percentage
    from public.tax_rates t
    where t.id = after.tax_rate_id and t.active;
    perform private.raise_error_if(after.tax_rate_id is not null and after.tax_percentage is null,
      'tax_rate_not_found', 404, '{"field": "tax_rate_id"}');
  end if;
  -- An expense keeps its tax to the last digit, though the currency may have fewer decimals since.
  if (after.amount, after.tax_percentage) is distinct from (before.amount, before.tax_percentage) then
    after.tax := coalesce(round(after.amount * after.tax_percentage / (100 + after.tax_percentage),
      (select b.currency_decimals from public.business b)), 0);
  end if;
  return after;
end
$$;

/* Whether a stored payment equals the one sent. branch_id: the paying branch unless the payment names another. The
   drawer was determined when it was first sent and is not compared. */
create function private.same_expense_payment(known public.expense_payments, payment jsonb, branch_id uuid)
  returns boolean
  language sql stable set search_path = ''
as $$
  select private.same_payment(jsonb_populate_record(null::public.purchase_payments, to_jsonb(known)), payment,
    branch_id)
    and (known.shift_id is null or (payment ->> 'from_drawer')::boolean is not false)
$$;

/* Whether the stored expense equals the one sent, with these payments. */
create function private.is_expense_as_sent(known public.expenses, expense jsonb, payments jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select to_jsonb(known) = to_jsonb(private.expense_as_sent(known, expense))
    and (known.rule_id is not null or coalesce(expense -> 'repeats', 'null') = 'null') and not exists (
    select
    from jsonb_array_elements(payments) x
    left join public.expense_payments p on p.id = (x ->> 'id')::uuid and p.expense_id = known.id
    where private.same_expense_payment(p, x, known.branch_id) is not true)
$$;

create function private.register_expense_payment_ids(payments jsonb) returns jsonb
  language sql security definer set search_path = ''
as $$
  select private.register_payment_ids(payments, 'expense_payment',
    '{"paid_on": "public.day", "note": "text", "from_drawer": "boolean"}')
$$;

/* Inserts a new expense with the next number and today as its business day. */
create function private.insert_expense(expense public.expenses) returns void
  language sql security definer set search_path = ''
as $$
  insert into public.expenses (id, number, branch_id, spent_on, business_day, category_id, amount, tax_rate_id,
    tax_percentage, tax, reference, supplier_id, customer_id, assigned_id, sale_id, purchase_order_id, notes,
    rule_id, due_on)
  values (expense.id, private.next_number('EX', expense.branch_id), expense.branch_id, expense.spent_on,
    private.branch_today(expense.branch_id), expense.category_id, expense.amount, expense.tax_rate_id,
    expense.tax_percentage, expense.tax, expense.reference, expense.supplier_id, expense.customer_id,
    expense.assigned_id, expense.sale_id, expense.purchase_order_id, expense.notes, expense.rule_id, expense.due_on)
$$;

/* Creates an expense (expected_version null) or changes one, with payments, all or nothing. Repeating the call changes
   nothing more.
   expense: {branch_id, spent_on, category_id, amount, tax_rate_id, reference, supplier_id, customer_id, assigned_id,
   sale_id, purchase_order_id, notes}; absent keys stay unchanged. A new one may begin a rule: repeats {every, unit,
   ends_on}; see private.create_rule. payments: as in private.pay_expense. Answers as private.expense_summary.
   Errors: permission_missing, value_invalid {field}, lines_over_limit {field, max}, id_missing, id_taken,
   branch_not_found, branch_view_only, place_closed, expense_not_found, exists_already, changed_meanwhile,
   expense_branch_fixed, expense_amount_required, expense_amount_invalid, expense_below_paid, tax_rate_not_found,
   link_not_found {field}, and those of private.create_rule and private.pay_expense. */
create function private.save_expense(id uuid, expense jsonb, payments jsonb default null,
  expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  creating constant boolean := expected_version is null;
  before public.expenses;
  after public.expenses;
begin
  perform private.require_permission(case when creating then 'accounting.expenses.create'
    else 'accounting.expenses.update' end);
  payments := coalesce(nullif(payments, 'null'), '[]');
  perform private.require_values(expense, private.expense_fields() || '{"repeats": "object"}');
  perform private.register_document_id(id, 'expense') where creating;
  if payments <> '[]' then
    perform private.raise_error_if(exists (
      select from jsonb_array_elements(payments) p
      where p ->> 'id' = save_expense.id::text),
      'id_taken', 409, '{"field": "id"}')
    where jsonb_typeof(payments) = 'array';
    payments := private.register_expense_payment_ids(payments);
  end if;
  if creating then
    perform private.require_branch((expense ->> 'branch_id')::uuid);
    select * into before from public.expenses e where e.id = save_expense.id;
    if before.id is not null then
      perform private.raise_error_if(before.branch_id <> all (private.branch_ids('view'))
        or before.deleted_at is not null,
        'expense_not_found', 404);
      perform private.require_same_content(before.created_by, before.number, before.version,
        'expense_not_found', private.is_expense_as_sent(before, expense, payments));
      return private.expense_summary(id);
    end if;
    perform private.require_open_place((expense ->> 'branch_id')::uuid, null, 'branch_id');
  else
    before := private.lock_expense(id);
    if before.version <> expected_version and before.updated_by = auth.uid()
      and private.is_expense_as_sent(before, expense, payments) then
      return private.expense_summary(id);
    end if;
    perform private.require_version(before.version, expected_version, before.updated_by, before.updated_at);
    -- Its number and its files contain the branch.
    perform private.raise_error_if((expense ->> 'branch_id')::uuid <> before.branch_id, 'expense_branch_fixed', 409,
      '{"field": "branch_id"}');
  end if;
  after := private.expense_as_sent(before, expense);
  perform private.raise_error_if(after.amount is null, 'expense_amount_required', 400, '{"field": "amount"}');
  perform private.raise_error_if(after.amount <= 0 or after.amount is distinct from before.amount
    and after.amount <> (select round(after.amount, b.currency_decimals) from public.business b),
    'expense_amount_invalid', 400, '{"field": "amount"}');
  perform private.raise_error_if(after.amount < before.paid, 'expense_below_paid', 409, '{"field": "amount"}');
  perform private.require_links(before, after);
  if creating and coalesce(expense -> 'repeats', 'null') <> 'null' then
    after.rule_id := private.create_rule(after, expense -> 'repeats');
    after.due_on := after.spent_on;
  end if;

  -- Locks the drawers before the number is drawn, which comes last.
  perform private.drawer_of_payment(p, after.branch_id) from jsonb_array_elements(payments) p;
  if creating then
    after.id := id;
    perform private.insert_expense(after);
  elsif after is distinct from before then
    update public.expenses e
    set spent_on = after.spent_on, category_id = after.category_id, amount = after.amount,
      tax_rate_id = after.tax_rate_id, tax_percentage = after.tax_percentage,
      tax = after.tax, reference = after.reference, supplier_id = after.supplier_id, customer_id = after.customer_id,
      assigned_id = after.assigned_id, sale_id = after.sale_id,
      purchase_order_id = after.purchase_order_id, notes = after.notes
    where e.id = before.id;
  end if;
  perform private.add_expense_payments(id, payments) where payments <> '[]';
  return private.expense_summary(id);
end
$$;

/* The caller's open shift whose drawer makes the payment, locked against closing: for cash, unless from_drawer is
   false. Null without one: payments from the safe need no shift, unless from_drawer is true. branch_id: the paying
   branch unless the payment names another. Errors: shift_missing {branch}, value_invalid {field} if a payment from the
   drawer is not in cash. */
create function private.drawer_of_payment(payment jsonb, branch_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  paying_branch constant uuid := coalesce((payment ->> 'branch_id')::uuid, drawer_of_payment.branch_id);
  from_drawer constant boolean := (payment ->> 'from_drawer')::boolean;
  shift uuid;
begin
  if from_drawer is not false
    and exists (
      select from public.payment_methods m
      where m.id = (payment ->> 'payment_method_id')::uuid and m.is_cash) then
    shift := private.drawer(paying_branch, false);
    if shift is null and from_drawer then
      perform private.raise_error('shift_missing', 409, jsonb_build_object('field', 'from_drawer',
        'branch', b.name, 'branch_ar', b.name_ar))
      from public.branches b
      where b.id = paying_branch;
    end if;
  else
    perform private.raise_error_if(from_drawer, 'value_invalid', 400, '{"field": "from_drawer"}');
  end if;
  return shift;
end
$$;

/* Adds payments with registered ids to a locked expense; those already stored with the same content are skipped. */
create function private.add_expense_payments(id uuid, payments jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  expense constant public.expenses := (select e from public.expenses e where e.id = add_expense_payments.id);
  left_over numeric := expense.remaining;
  payment jsonb;
  known public.expense_payments;
  checked public.purchase_payments;
begin
  perform private.require_permission('accounting.expense_payments.create');
  for payment in select p from jsonb_array_elements(payments) p loop
    select * into known from public.expense_payments p where p.id = (payment ->> 'id')::uuid;
    if known.id is not null then
      perform private.raise_error_if(known.expense_id <> expense.id, 'payment_not_found', 404);
      perform private.require_same_content(known.created_by, expense.number, null, 'payment_not_found',
        private.same_expense_payment(known, payment, expense.branch_id));
      continue;
    end if;
    checked := private.validate_payment(payment, expense.branch_id);
    perform private.require_payable_amount(checked.amount, left_over);
    left_over := left_over - checked.amount;
    insert into public.expense_payments (id, expense_id, branch_id, payment_method_id, amount, paid_on, business_day,
      note, is_cash, shift_id, created_by)
    select checked.id, expense.id, checked.branch_id, checked.payment_method_id, checked.amount, checked.paid_on,
      private.branch_today(checked.branch_id), checked.note,
      m.is_cash, private.drawer_of_payment(payment, expense.branch_id), auth.uid()
    from public.payment_methods m where m.id = checked.payment_method_id;
  end loop;
  perform private.refresh_paid_expense(expense.id);
end
$$;

create function private.refresh_paid_expense(id uuid) returns void
  language sql security definer set search_path = ''
as $$
  update public.expenses e set paid = x.paid
  from (
    select coalesce(sum(p.amount), 0) as paid
    from public.expense_payments p
    where p.expense_id = refresh_paid_expense.id and p.voided_at is null) x
  where e.id = refresh_paid_expense.id and e.paid <> x.paid
$$;

/* Records payments of an expense. payments: [{id, payment_method_id, amount, paid_on, branch_id, note, from_drawer}],
   at most 100; branch_id: by default the expense's. Cash comes out of the drawer of the caller's open shift there,
   unless from_drawer is false. Repeating the call changes nothing more. Answers as private.expense_summary, with
   payments: [ids].
   Errors: permission_missing, payments_missing, lines_over_limit {field, max}, value_invalid {field}, id_taken,
   expense_not_found, branch_not_found, branch_view_only, exists_already, payment_method_required,
   payment_amount_required, payment_date_required, payment_amount_invalid, payment_method_not_found, payment_not_found,
   payment_exceeds_remaining {remaining}. */
create function private.pay_expense(id uuid, payments jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('accounting.expense_payments.create');
  payments := private.register_expense_payment_ids(payments);
  perform private.lock_expense(id);
  perform private.add_expense_payments(id, payments);
  return private.expense_summary(id)
    || jsonb_build_object('payments', array(select (p ->> 'id')::uuid from jsonb_array_elements(payments) p));
end
$$;

/* Voids a payment. Cash goes back into its drawer while that shift is open, otherwise into the caller's. Voiding again
   changes nothing. Answers as private.expense_summary. Errors: permission_missing, payment_not_found, branch_not_found,
   branch_view_only, reason_missing, shift_missing {branch}. */
create function private.void_expense_payment(id uuid, reason text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  payment public.expense_payments;
begin
  perform private.require_permission('accounting.expense_payments.void');
  select p.* into payment
  from public.expense_payments p
  join public.expenses e on e.id = p.expense_id
  where p.id = void_expense_payment.id and e.branch_id = any (private.branch_ids('view')) and e.deleted_at is null
    and private.can('accounting.expenses.view');
  perform private.raise_error_if(payment.id is null, 'payment_not_found', 404);
  -- Its cash goes back into a drawer of the branch that paid it.
  perform private.require_branch(payment.branch_id);
  perform private.require_reason(reason);
  perform private.lock_expense(payment.expense_id);
  update public.expense_payments p
  set voided_at = now(), voided_by = auth.uid(), void_reason = btrim(reason),
    void_shift_id = private.drawer_of_void(p.shift_id, p.branch_id, p.is_cash)
  where p.id = void_expense_payment.id and p.voided_at is null;
  perform private.refresh_paid_expense(payment.expense_id);
  return private.expense_summary(payment.expense_id);
end
$$;

/* Deletes an expense without payments and files; its number is never used again. expected_version: the version that the
   caller saw. Deleting again gives expense_not_found. Answers {id, number}. Errors: permission_missing,
   expense_not_found, branch_view_only, field_missing, changed_meanwhile, expense_paid, expense_filed. */
create function private.delete_expense(id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  expense public.expenses;
begin
  perform private.require_permission('accounting.expenses.delete');
  expense := private.lock_expense(id);
  perform private.require_version(expense.version, expected_version, expense.updated_by, expense.updated_at);
  perform private.raise_error_if(expense.paid > 0, 'expense_paid', 409);
  perform private.raise_error_if(
    exists (select from public.attachments a where a.document_id = expense.id), 'expense_filed', 409);
  update public.expenses e set deleted_at = now(), deleted_by = auth.uid() where e.id = expense.id;
  return jsonb_build_object('id', expense.id, 'number', expense.number);
end
$$;

select private.expose_rpc('save_expense', 'Creates or changes an expense, with payments, all or nothing.');
select private.expose_rpc('pay_expense',
  'Records payments of an expense, by one method or several, never above the remaining amount.');
select private.expose_rpc('void_expense_payment', 'Voids a payment of an expense.');
select private.expose_rpc('delete_expense', 'Deletes an expense without payments.');

-- Written only by the functions above.
select private.allow_read('public.expenses', 'those who may view expenses read the ones of their branches',
  'accounting.expenses.view',
  reach => $$branch_id = any ((select private.branch_ids('view'))::uuid[]) and deleted_at is null$$);
select private.allow_read('public.expense_payments',
  'those who read an expense and may view payments read what was paid', 'accounting.expense_payments.view',
  'expense_id', hidden => '{shift_id,void_shift_id}');

insert into private.file_kinds (kind, table_name, branch_column, permissions, deletable)
values ('expenses', 'expenses', 'branch_id', '{accounting.expenses.view}', true);

-- ── Invariants of this chapter ──

create view private.invariants_of_expenses (rule, row_id) as
select 'expense is paid by its payments', e.id::text
from public.expenses e
where e.paid <> (
  select coalesce(sum(p.amount), 0)
  from public.expense_payments p
  where p.expense_id = e.id and p.voided_at is null);
