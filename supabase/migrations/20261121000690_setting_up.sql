-- Setting up the business: what its country proposes, the effects of a change of settings, and what a new business
-- still lacks.

alter table public.business add column set_up_at timestamptz;
comment on column public.business.set_up_at is 'When the proposals of its country were accepted.';

/* Whether anything was sold, ordered or spent. */
create function private.has_documents() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.sales) or exists (select from public.purchase_orders)
    or exists (select from public.expenses)
$$;

/* Refuses a change of currency after the first sale, order or expense: 409 currency_fixed {field}. Printed documents
   keep the old one, and nothing is converted. */
create function private.require_free_currency(currency text) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('currency_fixed', 409, '{"field": "currency"}')
  from public.business b
  where b.currency <> require_free_currency.currency and private.has_documents();
end
$$;

create function private.keep_currency() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_free_currency(new.currency);
  return new;
end
$$;
create trigger keep_currency before update of currency on public.business
  for each row
  execute function private.keep_currency();

/* The percentage of a tax rate; 0 without a tax rate. */
create function private.percent_of(tax_rate_id uuid) returns numeric
  language sql stable security definer set search_path = ''
as $$
  select coalesce((select t.percentage from public.tax_rates t where t.id = tax_rate_id), 0)
$$;

/* The effects that these changes of a row would have on existing data: [{code, count, details}], for messages by code;
   empty without effects. count: exact up to 10,000, then 10,001, of what the caller may view. table_name: business,
   branches, tax_rates, price_groups. Errors: permission_missing, table_unknown, value_invalid {field},
   branch_not_found, currency_fixed. */
create function private.change_impact(table_name text, id uuid, changes jsonb) returns table (code text, count integer,
  details jsonb)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  reach constant uuid[] := private.branch_ids('view');
  business public.business;
  branch public.branches;
  decimals integer;
  today date;
  next_day date;
begin
  perform private.raise_error_if(table_name in ('business', 'branches', 'tax_rates', 'price_groups') is not true,
    'table_unknown', 400);
  perform private.require_permission(case table_name when 'price_groups' then 'inventory.' else 'settings.' end
    || table_name || '.update');
  perform private.require_values(changes, '{"currency": "public.short_name", "currency_decimals": "smallint",
    "time_zone": "text", "day_start": "smallint", "prices_include_tax": "boolean",
    "sale_tax_rate_id": "uuid", "sales_from": "public.day", "purchase_four_eyes": "boolean",
    "purchase_approval_limit": "public.money", "percentage": "public.percentage"}');
  perform private.raise_error('time_zone_unknown', 400, '{"field": "time_zone"}')
  where changes ->> 'time_zone' is not null
    and not exists (select from pg_catalog.pg_timezone_names z where z.name = changes ->> 'time_zone');
  select * into business from public.business;

  if table_name = 'business' then
    perform private.require_free_currency(changes ->> 'currency');
    decimals := coalesce((changes ->> 'currency_decimals')::integer, business.currency_decimals);
    if decimals < business.currency_decimals then
      return query select 'prices_rounded', private.capped_count(format(
        '(select p.price from public.products p where p.branch_id is null or p.branch_id = any ($1)
          union all select v.price_override
          from public.variants v
          join public.products p on p.id = v.product_id
          where p.branch_id is null or p.branch_id = any ($1)) x(price)
         where x.price <> round(x.price, %s)', decimals), reach), jsonb_build_object('decimals', decimals)
      where private.can('inventory.products.view');
      return query select 'documents_with_rest', private.capped_count(format(
        '(
          select a.total - a.paid
          from public.purchase_amounts a
          join public.purchase_orders o on o.id = a.purchase_order_id
            where o.branch_id = any ($1) and o.status <> ''cancelled'' and %L
          union all select s.remaining
          from public.sales s
          where s.branch_id = any ($1) and s.remaining <> 0 and %L) x(rest)
         where x.rest <> round(x.rest, %s)',
           private.can('purchasing.orders.view') and private.can('inventory.costs.view'),
           private.can('accounting.sales.view'), decimals),
           reach),
         jsonb_build_object('decimals', decimals);
    end if;
    return query select 'currency_prices', private.capped_count('public.products p where p.branch_id is null or '
      'p.branch_id = any ($1)',
      reach),
      jsonb_build_object('currency', changes ->> 'currency')
    where changes ->> 'currency' <> business.currency and private.can('inventory.products.view');
    return query select case when (changes ->> 'prices_include_tax')::boolean then 'prices_with_tax'
      else 'prices_without_tax' end,
      private.capped_count('public.products p where p.active and (p.branch_id is null or p.branch_id = any ($1))',
        reach),
      '{}'::jsonb
    where (changes ->> 'prices_include_tax')::boolean <> business.prices_include_tax
      and private.can('inventory.products.view');
    return query select 'sales_taxed', 1,
      jsonb_build_object('now', private.percent_of(business.sale_tax_rate_id),
        'then', private.percent_of((changes ->> 'sale_tax_rate_id')::uuid))
    where changes ? 'sale_tax_rate_id'
      and (changes ->> 'sale_tax_rate_id')::uuid is distinct from business.sale_tax_rate_id;
    return query select 'sales_before', private.capped_count(format(
      'public.sales s where s.branch_id = any ($1) and s.type <> ''opening'' and s.business_day < %L',
        (changes ->> 'sales_from')::public.day),
        reach),
        '{}'::jsonb
    where (changes ->> 'sales_from')::date > business.sales_from and private.can('accounting.sales.view');
    -- Whether a total exceeds the limit is only shown to those who may view totals.
    if changes ?| '{purchase_four_eyes,purchase_approval_limit}' and private.can('purchasing.orders.view')
      and private.can('inventory.costs.view') then
      return query select case when w.later then 'orders_to_approve' else 'orders_freed' end,
        least(count(*), 10001)::integer, '{}'::jsonb
      from public.purchase_orders o
      join public.purchase_amounts a on a.purchase_order_id = o.id
      cross join lateral (values (
        private.waits_for_approval(o.approved_at, a.total, business.purchase_four_eyes,
          business.purchase_approval_limit),
        private.waits_for_approval(o.approved_at, a.total,
          coalesce((changes ->> 'purchase_four_eyes')::boolean, business.purchase_four_eyes),
          case
            when changes ? 'purchase_approval_limit' then (changes ->> 'purchase_approval_limit')::public.money
            else business.purchase_approval_limit end))) w(now,
            later)
      where o.status = 'pending' and o.branch_id = any (reach) and w.now <> w.later
      group by w.later
      order by w.later desc;
    end if;
    return query select 'times_shown', 1,
      jsonb_build_object('now', to_char(now() at time zone business.time_zone, 'HH24:MI'),
        'then', to_char(now() at time zone (changes ->> 'time_zone'), 'HH24:MI'))
    where changes ->> 'time_zone' <> business.time_zone;

  elsif table_name = 'branches' then
    select * into branch
    from public.branches b
    where b.id = change_impact.id and b.id = any (private.branch_ids('work'));
    perform private.raise_error_if(branch.id is null, 'branch_not_found', 404);
    if coalesce(changes ->> 'time_zone', branch.time_zone) <> branch.time_zone
      or coalesce((changes ->> 'day_start')::integer, branch.day_start) <> branch.day_start then
      today := (now() at time zone branch.time_zone - make_interval(hours => branch.day_start))::date;
      next_day := (now() at time zone coalesce(changes ->> 'time_zone', branch.time_zone)
        - make_interval(hours => coalesce((changes ->> 'day_start')::integer, branch.day_start)))::date;
      return query select case when today = next_day then 'day_same' else 'day_moves' end, 1,
        jsonb_build_object('today', today, 'then', next_day);
      return query select 'days_kept', private.capped_count(format(
        '(
          select from public.sales d
          where d.branch_id = any ($1) and %L
          union all select from public.stock_entries d
          where d.branch_id = any ($1) and %L
          union all select from public.stock_counts d
          where d.branch_id = any ($1) and %L
          union all select from public.receipts d
          where d.branch_id = any ($1) and %L
          union all select from public.purchase_returns d
          where d.branch_id = any ($1) and %L
          union all select from public.transfers d where d.from_branch_id = any ($1) and %L) x',
          private.can('accounting.sales.view'), private.can('inventory.stock.view'),
        private.can('inventory.counts.view'), private.can('purchasing.orders.view'),
          private.can('purchasing.returns.view'), private.can('inventory.transfers.view')),
          array[branch.id]),
          '{}'::jsonb;
    end if;

  elsif table_name = 'tax_rates' then
    return query select 'orders_keep_rate', private.capped_count(format('public.purchase_orders o where o.status = '
      '''pending'' and o.branch_id = any ($1) and exists (select from public.purchase_items i where '
      'i.purchase_order_id = o.id and i.tax_rate_id = %L)', id),
      reach),
      '{}'::jsonb
    where changes ? 'percentage' and private.can('purchasing.orders.view');
    return query select 'sales_by_rate', 1, '{}'::jsonb
    where changes ? 'percentage' and (business.sale_tax_rate_id = id
      or exists (select from public.products p where p.tax_rate_id = change_impact.id));

  else
    return query select 'customers_priced', private.capped_count(format('public.customers c where c.price_group_id = '
      '%L or c.price_group_id is null and %L', id,
      (select g.is_default from public.price_groups g where g.id = change_impact.id)), null), '{}'::jsonb
    where changes ? 'percentage' and private.can('contacts.customers.view');
  end if;
end
$$;

create function public.change_impact(table_name text, id uuid, changes jsonb) returns table (code text, count integer,
  details jsonb)
  language sql stable set search_path = ''
as $$
  select * from private.change_impact(table_name, id, changes) t where t.count > 0
$$;
grant execute on function private.change_impact, public.change_impact to authenticated;
comment on function public.change_impact is
  'The effects of changed settings on existing data, before they are saved.';

/* What a country proposes for the business: {currency, currency_decimals, time_zone (null: it has several),
   first_day_of_week, tax_percentage, tax_number_form, payment_methods besides cash: [{name, name_ar}], calling_code
   (null: unknown), currency_fixed: whether private.require_free_currency refuses another currency}. Errors:
   permission_missing, country_unknown {field}. */
create function private.country_proposal(country text) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  proposal jsonb;
begin
  perform private.require_permission('settings.business.update');
  select to_jsonb(c) - '{code,wallets}'::text[] || jsonb_build_object(
    'payment_methods', jsonb_build_array('{"name": "Card", "name_ar": "بطاقة"}'::jsonb) || c.wallets,
    'calling_code', '+' || (regexp_match(private.phone_plans(), '\m' || c.code || ' ([0-9]+)'))[1],
    'currency_fixed', private.has_documents())
  into proposal
  from private.countries c
  where c.code = country_proposal.country;
  perform private.raise_error_if(proposal is null, 'country_unknown', 400, '{"field": "country"}');
  return proposal;
end
$$;
select private.expose_rpc('country_proposal', 'What a country proposes for the settings of the business.');

/* The active tax rate of a percentage, which is added if missing; null for null. Errors: permission_missing. */
create function private.tax_rate_of(percentage public.percentage) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  if percentage is null then
    return null;
  end if;
  select t.id into found_id
  from public.tax_rates t
  where t.percentage = tax_rate_of.percentage
  order by t.active desc, t.created_at, t.id
  limit 1;
  if exists (select from public.tax_rates t where t.id = found_id and not t.active) then
    perform private.require_permission('settings.tax_rates.update');
    update public.tax_rates t set active = true where t.id = found_id;
  elsif found_id is null then
    perform private.require_permission('settings.tax_rates.create');
    insert into public.tax_rates (name, name_ar, percentage)
    select 'VAT' || x.more, 'ضريبة القيمة المضافة' || x.more, percentage
    from (
      select case when exists (select from public.tax_rates t where private.normalise(t.name) = 'vat')
        then format(' %s%%', trim_scale(percentage)) else '' end as more) x
    returning id into found_id;
  end if;
  return found_id;
end
$$;

/* Those of methods [{name, name_ar}] without a namesake among the payment methods. */
create function private.payment_methods_to_add(methods jsonb) returns table (name text, name_ar text)
  language sql stable security definer set search_path = ''
as $$
  select m.name, m.name_ar
  from jsonb_to_recordset(methods) m(name text, name_ar text)
  where not exists (
    select from public.payment_methods p
    where private.normalise(m.name) in (private.normalise(p.name), private.normalise(p.name_ar))
      or private.normalise(m.name_ar) in (private.normalise(p.name), private.normalise(p.name_ar)))
$$;

/* Sets up the business as its country proposes, or as changed by the owner, in one step. changes: any of name, name_ar,
   tax_number, country, currency, currency_decimals, time_zone, first_day_of_week, prices_include_tax, tax_percentage
   (the default rate of sales, which is added if missing; null: no tax), payment_methods [{name, name_ar}], of which
   those without a namesake are added, and branch {name, name_ar, code}, which is added to a business without branches.
   Safe to repeat. Errors: permission_missing, changed_meanwhile, value_invalid, field_unknown, currency_fixed,
   tax_number_invalid, time_zone_unknown. */
create function private.set_up_business(expected_version integer, changes jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  methods constant jsonb := coalesce(nullif(changes -> 'payment_methods', 'null'), '[]');
  branch constant jsonb := nullif(changes -> 'branch', 'null');
  before public.business;
  after public.business;
begin
  perform private.require_permission('settings.business.update');
  perform private.require_values(changes, '{"name": "public.short_name", "name_ar": "public.short_name",
    "tax_number": "public.short_name", "country": "text", "currency": "text", "currency_decimals": "smallint",
    "time_zone": "text", "first_day_of_week": "smallint", "prices_include_tax": "boolean",
    "tax_percentage": "public.percentage", "payment_methods": "object[]", "branch": "object"}');
  perform private.require_values(coalesce(branch, '{}'),
    '{"name": "public.short_name", "name_ar": "public.short_name", "code": "public.code"}');
  perform private.require_values(methods,
    '{"name": "public.short_name", "name_ar": "public.short_name"}', 'payment_methods');
  select * into before from public.business for update;
  after := jsonb_populate_record(before, changes - 'branch');
  if (after.tax_number, after.country) is distinct from (before.tax_number, before.country) then
    after.tax_number := private.tax_number_of(after.tax_number, after.country);
  end if;
  if changes ? 'tax_percentage' then
    after.sale_tax_rate_id := private.tax_rate_of((changes ->> 'tax_percentage')::public.percentage);
  end if;
  if after is distinct from before or before.set_up_at is null then
    perform private.require_version(before.version, expected_version, before.updated_by, before.updated_at);
    update public.business
    set name = after.name, name_ar = after.name_ar, tax_number = after.tax_number, country = after.country,
      currency = after.currency, currency_decimals = after.currency_decimals, time_zone = after.time_zone,
      first_day_of_week = after.first_day_of_week, prices_include_tax = after.prices_include_tax,
      sale_tax_rate_id = after.sale_tax_rate_id, set_up_at = coalesce(set_up_at, now())
    where id = before.id;
  end if;
  if branch is not null and not exists (select from public.branches) then
    perform private.require_permission('settings.branches.create');
    insert into public.branches (name, name_ar, code)
    values (branch ->> 'name', branch ->> 'name_ar', branch ->> 'code');
  end if;
  if exists (select from private.payment_methods_to_add(methods)) then
    perform private.require_permission('settings.payment_methods.create');
    insert into public.payment_methods (name, name_ar)
    select m.name, m.name_ar from private.payment_methods_to_add(methods) m;
  end if;
end
$$;
select private.expose_rpc('set_up_business', 'Sets up the business as its country proposes.');

/* The steps of setting up a business, in order: {business, branch, taxes, payment_methods, products, stock, people,
   sale}, each true once done; and branches_without_stock [{id, name, name_ar}]: the first 12 active branches without
   any movement, which still lack opening stock. Branches created after the first sale are not part of the set-up.
   Errors: permission_missing. */
create function private.first_steps() returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  is_set_up constant boolean := (select b.set_up_at is not null from public.business b);
begin
  perform private.require_permission('settings.business.update');
  return jsonb_build_object(
    'business', (select b.version > 1 from public.business b),
    'branch', exists (select from public.branches),
    'taxes', is_set_up or exists (select from public.tax_rates),
    'payment_methods', is_set_up or (select count(*) > 1 from public.payment_methods),
    'products', exists (select from public.products),
    'stock', exists (select from public.stock_movements),
    'branches_without_stock', (
      select coalesce(jsonb_agg(to_jsonb(x) order by x.name, x.id), '[]')
      from (
        select b.id, b.name, b.name_ar
        from public.branches b
        where b.active
          and b.created_at <= coalesce((
            select m.at
            from public.stock_movements m
            where m.kind = 'sale'
            order by m.id
            limit 1),
            now())
          and not exists (select from public.stock_movements m where m.branch_id = b.id)
        order by b.name, b.id
        limit 12) x),
    'people', (select count(*) > 1 from public.profiles),
    'sale', exists (select from public.sales s where s.type <> 'opening'));
end
$$;
select private.expose_rpc('first_steps', 'The steps of setting up a business, and which are done.');
