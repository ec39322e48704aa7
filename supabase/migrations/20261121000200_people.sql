-- People: permissions, roles, profiles, branches and access; and the business itself.

create table public.permissions (
  name text primary key constraint permissions_name_form check (name ~ '^[a-z_]+\.[a-z_]+\.[a-z_]+$'),
  position integer generated always as identity,
  domain text not null generated always as (split_part(name, '.', 1)) stored,
  resource text not null generated always as (split_part(name, '.', 2)) stored,
  action text not null generated always as (split_part(name, '.', 3)) stored
);
comment on table public.permissions is 'The catalogue; the client''s types and the roles screen are made from it.';

insert into public.permissions (name)
select d.domain || '.' || r.resource || '.' || a.action
from (values
  (1, 'dashboard', 'overview', 'view'),
  (2, 'contacts', 'customers suppliers', 'view create update delete import export'),
  (2.5, 'contacts', 'customers', 'set_price_group'),
  (2.7, 'contacts', 'opening_balances', 'create void'),
  (3, 'inventory', 'products', 'view create update delete import export edit_price'),
  (4, 'inventory', 'costs', 'view'),
  (5, 'inventory', 'price_groups categories brands colors sizes stock_points', 'view create update delete'),
  (6, 'inventory', 'stock', 'view adjust export'),
  -- Counting is blind: only those who may post a count see the difference.
  (6.5, 'inventory', 'counts', 'view create count post'),
  (7, 'inventory', 'transfers', 'view create approve reverse export'),
  (8, 'purchasing', 'orders', 'view create update approve cancel receive correct_cost import export'),
  (8.5, 'purchasing', 'returns', 'view create void'),
  (9, 'purchasing', 'payments', 'view create void'),
  (10, 'accounting', 'sales', 'view create return void correct_payment discount_beyond change_tax record_old import '
    'export'),
  (11, 'accounting', 'expenses', 'view create update delete import export'),
  (12, 'accounting', 'expense_payments', 'view create void'),
  (13, 'accounting', 'expense_categories', 'view create update delete'),
  (14, 'attendance', 'records', 'view create manage'),
  (15, 'attendance', 'shifts', 'view open close close_others view_expected approve_variance'),
  (16, 'settings', 'business', 'view update'),
  (17, 'settings', 'branches payment_methods tax_rates', 'view create update delete'),
  (18, 'management', 'users roles', 'view create update delete'),
  (19, 'management', 'user_activity audit_log', 'view'),
  (20, 'labels', 'printing', 'print'),
  (21, 'documents', 'files', 'view create delete'),
  (22, 'reports', 'stock movements low_stock sales purchases expenses profit_and_loss', 'view export')
) d(line, domain, resources, actions)
cross join lateral regexp_split_to_table(d.resources, ' ') with ordinality r(resource, ordinal)
cross join lateral regexp_split_to_table(d.actions, ' ') with ordinality a(action, ordinal)
order by d.line, r.ordinal, a.ordinal;

create table public.roles (
  like private.named_record_template including all,
  is_owner boolean not null default false,
  constraint roles_owner_active check (active or not is_owner)
);
comment on column public.roles.active is
  'An inactive role grants nothing; people who have it can sign in but do nothing else.';
comment on column public.roles.is_owner is
  'The one role with all permissions in all branches; it cannot be changed or removed.';
create unique index roles_name_unique on public.roles (private.normalise(name));
create unique index roles_one_owner on public.roles (is_owner) where is_owner;

create table public.role_permissions (
  role_id uuid not null constraint role_permissions_role_exists references public.roles on delete cascade,
  permission text not null constraint role_permissions_permission_known references public.permissions on update cascade,
  primary key (role_id, permission)
);
create index role_permissions_permission on public.role_permissions (permission);
comment on table public.role_permissions is 'The permissions of a role; the owner''s role needs no rows.';

create table public.branches (
  like private.named_record_template including all,
  code public.code not null constraint branches_code_form check (code ~ '^[A-Z0-9]{2,6}$'),
  phone public.phone,
  address public.short_text,
  time_zone text not null,
  day_start smallint not null default 0 constraint branches_day_start_hour check (day_start between 0 and 23)
);
comment on column public.branches.code is 'Two to six capitals or digits; part of every document number.';
comment on column public.branches.day_start is 'The hour at which its business day begins.';
create unique index branches_code_unique on public.branches (code);

create table public.profiles (
  like private.named_record_template including all,
  role_id uuid not null constraint profiles_role_in_use references public.roles,
  password_temporary boolean not null default false
);
alter table public.profiles add constraint profiles_account_exists foreign key (id) references auth.users (id);
create index profiles_role on public.profiles (role_id);
create index profiles_by_name on public.profiles (name, id);
create index profiles_by_name_ar on public.profiles (shown_in_arabic, id);
comment on table public.profiles is
  'One person who signs in; id is the Auth user''s. Names are visible to colleagues, because every document shows '
  'its author.';
comment on column public.profiles.password_temporary is
  'Somebody else chose the password: until they choose one themselves, the person may do nothing. Hidden from '
  'colleagues.';

/* Refuses a name that others could not tell from another one: with characters that nobody sees, such as direction
   marks, which also turn the text around it, or with a word of letters of two scripts. names: {name, name_ar}.
   Errors: name_has_marks {field}, name_mixes_scripts {field}. */
create function private.require_clear_names(names jsonb) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  perform private.raise_error('name_has_marks', 400, jsonb_build_object('field', n.key))
  from jsonb_each_text(names) n
  where n.key in ('name', 'name_ar')
    and n.value ~ ('[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb'
      '\U000e0000-\U000e0fff]')
  order by n.key
  limit 1;
  perform private.raise_error('name_mixes_scripts', 400, jsonb_build_object('field', n.key))
  from jsonb_each_text(names) n
  cross join lateral regexp_split_to_table(n.value, '[\s./()&,_-]+') word
  where n.key in ('name', 'name_ar')
    and (word ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a]')::integer
      + (word ~ '[\u0370-\u03ff\u1f00-\u1fff]')::integer
      + (word ~ '[\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f]')::integer
      -- Armenian, Cherokee, Coptic and Lisu have Latin-looking letters too, and so has phonetic script.
      + (word ~ '[\u0530-\u058f\u13a0-\u13ff\uab70-\uabbf\u2c80-\u2cff\ua4d0-\ua4ff\u1d00-\u1d7f]')::integer > 1
  order by n.key
  limit 1;
end
$$;

create function private.refuse_unclear_name() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_clear_names(jsonb_build_object('name', new.name, 'name_ar', new.name_ar));
  return new;
end
$$;
-- The name shown on printed documents and in the audit log.
create trigger refuse_unclear_name before insert or update of name, name_ar on public.profiles
  for each row
  execute function private.refuse_unclear_name();
create trigger refuse_unclear_name before insert or update of name, name_ar on public.roles
  for each row
  execute function private.refuse_unclear_name();
create trigger refuse_unclear_name before insert or update of name, name_ar on public.branches
  for each row
  execute function private.refuse_unclear_name();

/* The form in which names of people are compared; letters and digits that look the same are one. */
create function private.name_key(name text) returns text
  language sql immutable set search_path = ''
as $$
  select translate(regexp_replace(private.normalise(name), '[\s.,''’‘ʼ·‐-―_-]', '', 'g'), 'ıl1|0ھہەۀ', 'iiiioهههه')
$$;

/* Refuses the name of an active colleague, in either language; a name that an administrator gave to two of them
   may stay. Locks names, so that of two people who take one at once, one is refused. names: the caller's new {name,
   name_ar}. Errors: name_taken {field}. */
create function private.require_own_names_free(names jsonb) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('names of people', 0));
  perform private.raise_error('name_taken', 409, jsonb_build_object('field', n.key))
  from jsonb_each_text(names) n
  cross join lateral private.name_key(n.value) wanted
  where n.key in ('name', 'name_ar')
    and wanted <> ''
    and exists (
      select from public.profiles p
      where p.id <> auth.uid() and p.active and wanted in (private.name_key(p.name), private.name_key(p.name_ar)))
    and not exists (
      select from public.profiles p
      where p.id = auth.uid() and wanted in (private.name_key(p.name), private.name_key(p.name_ar)))
  order by n.key
  limit 1;
end
$$;

create table public.profile_contacts (
  profile_id uuid primary key constraint profile_contacts_profile_exists references public.profiles on delete cascade,
  email public.email not null,
  phone public.phone,
  phone_key text,
  address public.short_text
);
comment on column public.profile_contacts.phone_key is 'The phone as it is compared (private.canonical_phone).';
comment on table public.profile_contacts is 'Contacts that only user management and the person see.';

create table public.user_branches (
  profile_id uuid not null constraint user_branches_profile_exists references public.profiles on delete cascade,
  branch_id uuid not null constraint user_branches_branch_in_use references public.branches,
  access text not null constraint user_branches_access_known check (access in ('view', 'work')),
  primary key (profile_id, branch_id)
);
create index user_branches_branch on public.user_branches (branch_id);
comment on table public.user_branches is 'Where a person may look (view) or also act (work).';

create table public.business (
  like private.record_template including all,
  singleton boolean not null default true constraint business_is_one check (singleton),
  name public.short_name not null,
  name_ar public.short_name,
  website public.short_text,
  contact_number public.phone,
  alternate_contact_number public.phone,
  tax_number public.short_name,
  country text not null default 'EG' constraint business_country_code check (country ~ '^[A-Z]{2}$')
    constraint business_country_known references private.countries,
  logo_path text constraint business_logo_path_length check (char_length(logo_path) <= 300),
  -- ISO 4217 without codes that are not used for payment.
  currency text not null default 'EGP' constraint business_currency_code check (currency ~ '(?x)^(?:
    AED|AFN|ALL|AMD|AOA|ARS|AUD|AWG|AZN|BAM|BBD|BDT|BHD|BIF|BMD|BND|BOB|BRL|BSD|BTN|BWP|BYN|BZD|CAD|
    CDF|CHF|CLP|CNY|COP|CRC|CUP|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|GBP|GEL|GHS|GIP|GMD|
    GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|
    KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MXN|MYR|MZN|NAD|NGN|NIO|
    NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|SLE|
    SOS|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|UYU|UZS|VES|VND|VUV|
    WST|XAF|XCD|XCG|XOF|XPF|YER|ZAR|ZMW|ZWG)$'),
  currency_decimals smallint not null default 2 constraint business_currency_decimals_known
    check (currency_decimals in (0,
    2, 3)),
  first_day_of_week smallint not null default 6 constraint business_first_day_of_week_known check (first_day_of_week
    between 0 and 6),
  digits text not null default 'latn' constraint business_digits_known check (digits in ('latn', 'arab')),
  time_zone text not null default 'Africa/Cairo'
);
create unique index business_one_row on public.business (singleton);
create index business_country on public.business (country);
comment on column public.business.country is
  'The country of registration, ISO 3166; it determines the required content of invoices.';
comment on column public.business.first_day_of_week is '0 is Sunday.';

/* A new branch is where the business is, unless it says otherwise. By trigger, because the default of a column would be
   read with the caller's rights before they are checked. */
create function private.take_business_time_zone() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.time_zone := coalesce(new.time_zone, (select b.time_zone from public.business b));
  return new;
end
$$;
-- Before require_time_zone, by the order of names.
create trigger adopt_time_zone before insert on public.branches
  for each row
  execute function private.take_business_time_zone();

/* A tax number as its country writes it, without separators and in capitals; as given where the country's form is not
   known. Errors: tax_number_invalid {field} where the country's numbers have another form. */
create function private.tax_number_of(tax_number text, country text) returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  form constant text := (select c.tax_number_form from private.countries c where c.code = tax_number_of.country);
  plain constant text := upper(regexp_replace(translate(tax_number, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '[[:space:]./-]', '', 'g'));
begin
  perform private.raise_error_if(plain !~ form, 'tax_number_invalid', 400, '{"field": "tax_number"}');
  return case when form is null then tax_number else plain end;
end
$$;

create function private.check_tax_number() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.tax_number, new.country) is distinct from (old.tax_number, old.country) then
    new.tax_number := private.tax_number_of(new.tax_number, new.country);
  end if;
  return new;
end
$$;
create trigger check_tax_number before insert or update of tax_number, country on public.business
  for each row
  execute function private.check_tax_number();

/* The canonical form of a phone; a number without a calling code is taken to be of the business's country. */
create function private.phone_key(phone text) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return private.canonical_phone(phone, (select b.country from public.business b));
end
$$;

/* Sets phone_key from the column named by the trigger's argument. No generated column, since the key also depends on
   the business's country (private.compare_phones_anew). */
create function private.compare_phone() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.phone_key := private.phone_key(to_jsonb(new) ->> tg_argv[0]);
  return new;
end
$$;
create trigger compare_phone before insert or update of phone, phone_key on public.profile_contacts
  for each row execute function private.compare_phone('phone');

create function private.require_time_zone() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.raise_error_if(not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone),
    'time_zone_unknown', 400, jsonb_build_object('field', 'time_zone'));
  return new;
end
$$;
create trigger require_time_zone before insert or update of time_zone on public.branches
  for each row
  execute function private.require_time_zone();
create trigger require_time_zone before insert or update of time_zone on public.business
  for each row
  execute function private.require_time_zone();

-- ── Access. Read from tables in every statement, so that a change of role or a deactivation takes effect at once. ──

-- PL/pgSQL because it caches plans for the session; SQL functions would be planned again in each statement, at half a
-- millisecond a call.

/* Refuses API reads that embed tables in one another, or select a column more than once under aliases or casts: each
   takes unbounded memory, and PostgREST has no setting against it, so private.is_active and private.can check the query
   as well. Error: read_not_plain. */
create function private.require_plain_read() returns void
  language plpgsql stable set search_path = ''
as $$
declare
  question constant text := current_query();
begin
  perform private.raise_error_if(strpos(question, ' JOIN LATERAL (') > 0 or strpos(question, 'CAST( "') > 0,
    'read_not_plain', 400);
  -- A query with fewer than two qualified columns repeats none and costs no more than this test.
  if strpos(question, '".') = 0 or strpos(substr(question, strpos(question, '".') + 2), '".') = 0 then
    return;
  end if;
  perform private.raise_error('read_not_plain', 400)
  from string_to_table(question, ', ') part
  where part like '%".%'
  -- The bare column name, without SELECT, FROM, alias and JSON path.
  group by ltrim(split_part(split_part(split_part(split_part(part, ' AS "', 1), 'SELECT "', -1), ' FROM ', 1), '->',
    1), '"')
  having count(*) > 1;
end
$$;

/* The role whose view a request previews, null if none (private.before_request). A preview only ever narrows the
   caller's rights. */
create function private.previewed_role_id() returns uuid
  language plpgsql stable set search_path = ''
as $$
begin
  return nullif(current_setting('daftar.preview', true), '')::uuid;
end
$$;

create function private.role_holds(role_id uuid, permission text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select
    from public.roles r
    left join public.role_permissions rp on rp.role_id = r.id and rp.permission = role_holds.permission
    where r.id = role_holds.role_id and r.active and (r.is_owner or rp.role_id is not null));
end
$$;

create function private.is_active() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_plain_read();
  return exists (
    select from public.profiles p
    where p.id = (select auth.uid()) and p.active and not p.password_temporary);
end
$$;

create function private.is_owner() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p join public.roles r on r.id = p.role_id
    where p.id = (select auth.uid()) and p.active and not p.password_temporary and r.is_owner);
end
$$;

/* All permissions of the caller; empty for a stranger, a deactivated person, and one whose password is temporary. */
create function private.permissions() returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  preview constant uuid := private.previewed_role_id();
  held constant text[] := case when private.is_owner() then array(select p.name from public.permissions p) else array(
    select rp.permission
    from public.profiles me
    join public.roles r on r.id = me.role_id and r.active
    join public.role_permissions rp on rp.role_id = r.id
    where me.id = (select auth.uid()) and me.active and not me.password_temporary) end;
begin
  return case when preview is null then held
    else array(select h from unnest(held) h where private.role_holds(preview, h)) end;
end
$$;

create function private.can(permission text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  preview constant uuid := private.previewed_role_id();
begin
  perform private.require_plain_read();
  return exists (
    select
    from public.profiles me
    join public.roles r on r.id = me.role_id and r.active
    left join public.role_permissions rp on rp.role_id = r.id and rp.permission = can.permission
    where me.id = (select auth.uid()) and me.active and not me.password_temporary
      and (r.is_owner or rp.role_id is not null))
  and (preview is null or private.role_holds(preview, permission));
end
$$;

/* The branches the caller has access to: 'work' for writing, 'view' for reading, which includes 'work'. Never null. */
create function private.branch_ids(access text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_owner() then
    return array(select b.id from public.branches b);
  end if;
  return array(
    select ub.branch_id
    from public.profiles me join public.user_branches ub on ub.profile_id = me.id
    where me.id = (select auth.uid()) and me.active and not me.password_temporary
      and (branch_ids.access = 'view' or ub.access = 'work'));
end
$$;

/* Whether the caller may view every branch that exists. */
create function private.views_all_branches() returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
begin
  return not exists (select from public.branches b where b.id <> all (reach));
end
$$;

/* The branches that a query covers: those it names that the caller may view; all of them if it names none. */
create function private.resolve_branch_filter(at_branch_ids uuid[]) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.branch_ids('view');
begin
  perform private.require_max_items(at_branch_ids, 1000, 'at_branch_ids');
  return case when at_branch_ids <> '{}' then array(select unnest(reach) intersect select unnest(at_branch_ids))
    else reach end;
end
$$;

/* A person in answers, under the key of the column that holds the id: {id, name, name_ar}. */
create function private.person(id uuid) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'name_ar', p.name_ar)
  from public.profiles p
  where p.id = person.id
$$;

/* A document's row with each *_by id replaced by private.person. */
create function private.with_person_names(document jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select document || coalesce(jsonb_object_agg(d.key, private.person((d.value #>> '{}')::uuid)), '{}')
  from jsonb_each(document) d
  where d.key like '%\_by' and jsonb_typeof(d.value) = 'string'
$$;

/* Errors: 403 permission_missing {permission}, unless the caller holds all of them. */
create function private.require_permission(variadic permissions text[]) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.raise_error_if(not private.can(permission), 'permission_missing', 403,
    jsonb_build_object('permission', permission))
  from unnest(permissions) permission;
end
$$;

/* Requires that the caller may work in the branch. Errors: 404 branch_not_found if they may not even view it, 403
   branch_view_only {branch}. */
create function private.require_branch(branch_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if branch_id = any (private.branch_ids('work')) then
    return;
  end if;
  perform private.raise_error_if(branch_id is null or not branch_id = any (private.branch_ids('view')),
    'branch_not_found', 404);
  perform private.raise_error('branch_view_only', 403, jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar))
  from public.branches b
  where b.id = require_branch.branch_id;
end
$$;

/* The time zone and start of day that all these branches share; the business's zone and midnight if they differ or none
   is given. */
create function private.clock_of(branch_ids uuid[], out time_zone text, out day_start integer)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  select min(b.time_zone), min(b.day_start) into time_zone, day_start
  from public.branches b
  where b.id = any (clock_of.branch_ids)
  having count(distinct (b.time_zone, b.day_start)) = 1;
  if time_zone is null then
    select b.time_zone, 0 into time_zone, day_start from public.business b;
  end if;
end
$$;

/* A range of business days, the unit in which documents are dated.
   period: today, yesterday, last_7_days, last_30_days, last_90_days, this_month, last_month, this_quarter,
   last_quarter, this_year, or days such as 2026-03-01..2026-03-31, either side of which may be left out. "Today"
   follows private.clock_of the branches. Errors: period_unknown. */
create function private.period(period text, branch_ids uuid[]) returns daterange
  language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := (
    select (now() at time zone c.time_zone - make_interval(hours => c.day_start))::date
    from private.clock_of(period.branch_ids) c);
  days text[];
begin
  days := regexp_match(period.period, '^([0-9-]{10})?[.]{2}([0-9-]{10})?$');

  return case
    when days is not null and pg_input_is_valid(coalesce(days[1], '2000-01-01'), 'public.day')
      and pg_input_is_valid(coalesce(days[2], '2000-01-01'), 'public.day') then
      case when days[1]::date > days[2]::date then 'empty' else daterange(days[1]::date, days[2]::date, '[]') end
    when period.period = 'today' then daterange(today, today, '[]')
    when period.period = 'yesterday' then daterange(today - 1, today)
    when period.period = 'last_7_days' then daterange(today - 6, today, '[]')
    when period.period = 'last_30_days' then daterange(today - 29, today, '[]')
    when period.period = 'last_90_days' then daterange(today - 89, today, '[]')
    when period.period = 'this_month' then daterange(date_trunc('month', today)::date, today, '[]')
    when period.period = 'last_month'
      then daterange((date_trunc('month', today) - interval '1 month')::date, date_trunc('month', today)::date)
    when period.period = 'this_quarter' then daterange(date_trunc('quarter', today)::date, today, '[]')
    when period.period = 'last_quarter'
      then daterange((date_trunc('quarter', today) - interval '3 months')::date, date_trunc('quarter', today)::date)
    when period.period = 'this_year' then daterange(date_trunc('year', today)::date, today, '[]')
    else private.raise_unknown('period_unknown')::daterange end;
end
$$;

/* Business days as timestamps, for rows without one: from the start of the first to the end of the last. */
create function private.moments_of(days daterange, branch_ids uuid[]) returns tstzrange
  language sql stable security definer set search_path = ''
as $$
  select case when isempty(days) then 'empty' else tstzrange(
    (lower(days) + make_interval(hours => c.day_start)) at time zone c.time_zone,
    (upper(days) + make_interval(hours => c.day_start)) at time zone c.time_zone) end
  from private.clock_of(branch_ids) c
$$;

/* A period as timestamps. */
create function private.moment_range(period text, branch_ids uuid[]) returns tstzrange
  language sql stable security definer set search_path = ''
as $$
  select private.moments_of(private.period(period, branch_ids), branch_ids)
$$;

revoke execute on all functions in schema private from public, anon;
grant execute on function
  private.is_active(), private.is_owner(), private.permissions(), private.can(text), private.branch_ids(text),
  private.views_all_branches(),
  private.require_permission(text[]), private.require_branch(uuid), private.raise_error(text, integer, jsonb),
  private.raise_error_if(boolean, text, integer, jsonb)
to authenticated;

-- Changes of a deleted branch are seen by those who view all branches, as in private.audit_branch_conditions.
select private.allow_read('public.audit_log', 'those who may read the audit log see what they may view',
  'management.audit_log.view',
  reach => $$resource || '.view' = any ((select private.permissions())::text[]) and (branch_id is null
    or (select private.views_all_branches())
    or branch_id = any ((select private.branch_ids('view'))::uuid[])
      or other_branch_id = any ((select private.branch_ids('view'))::uuid[]))$$);

-- All staff read the names of branches, since a transfer names the other branch; what is in a branch has its own
-- policies. Only those who work in a branch change its record; a person who creates one works there from then on.
select private.protect('settings.branches', 'id');
alter policy "those who may view branches read them" on public.branches rename to "staff read the list of branches";
alter policy "staff read the list of branches" on public.branches using ((select private.is_active()));
alter policy "those who may create branches add them" on public.branches
  with check ((select private.can('settings.branches.create')));

create function private.work_in_new_branch() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Owners work in every branch without a row.
  insert into public.user_branches (profile_id, branch_id, access)
  select p.id, new.id, 'work' from public.profiles p where p.id = auth.uid() and not private.is_owner();
  return null;
end
$$;
create trigger work_in_new_branch after insert on public.branches
  for each row
  execute function private.work_in_new_branch();

-- The business is one row: all staff read it, since money and dates are formatted by it; it is updated, never added or
-- removed.
select private.allow_read('public.business', 'staff read the business', null, reach => '(select private.is_active())');
grant update (name, name_ar, website, contact_number, alternate_contact_number, tax_number, country, logo_path,
  currency, currency_decimals,
  first_day_of_week, digits, time_zone) on public.business to authenticated;
create policy "those who may update business change it" on public.business for update to authenticated
  using ((select private.can('settings.business.update')))
    with check ((select private.can('settings.business.update')));
select private.enable_audit('public.business', 'settings.business');

-- People and roles are written only by the user administration functions, which keep people from granting themselves
-- more.
select private.allow_read('public.permissions', 'staff read the catalogue of permissions', null,
  reach => '(select private.is_active())');
select private.allow_read('public.roles', 'staff read the names of roles', null,
  reach => '(select private.is_active())');
select private.allow_read('public.role_permissions', 'those who may view roles read what they hold',
  'management.roles.view', reach => null);
select private.allow_read('public.profiles', 'staff read the names of their colleagues', null,
  reach => '(select private.is_active())', hidden => '{password_temporary}');
select private.allow_read(t.name, 'the person and those who may view users read the ' || t.what, null,
  reach => $$profile_id = (select auth.uid()) and (select private.is_active())
    or (select private.can('management.users.view'))$$)
from (values ('public.profile_contacts', 'contact'), ('public.user_branches', 'branches')) t(name, what);
select private.enable_audit('public.roles', 'management.roles');
select private.enable_audit('public.role_permissions', 'management.roles', '', 'role_id,permission', 'roles');
select private.enable_audit('public.profiles', 'management.users');
select private.enable_audit('public.profile_contacts', 'management.users', '', 'profile_id', 'profiles');
select private.enable_audit('public.user_branches', 'management.users', 'branch_id', 'profile_id,branch_id',
  'profiles');

/* Errors: 403 password_temporary for a caller who has not chosen their own password yet. */
create function private.require_own_password() returns void
  language sql stable security definer set search_path = ''
as $$
  select private.raise_error('password_temporary', 403)
  from public.profiles p
  where p.id = (select auth.uid()) and p.active and p.password_temporary
$$;
grant execute on function private.previewed_role_id(), private.require_own_password() to authenticated;

/* Everything the client needs to know about its user.
   {profile: {id, version, name, name_ar, email, phone, address, updated_at, updated_by}, role: {id, name, name_ar,
   is_owner}, previewing, permissions: [name], branches: [{id, name, name_ar, code, access, time_zone, day_start}],
   shifts: the caller's open ones, at_work, arrangements, business: {…}}
   previewing: role and permissions are those of a previewed role. at_work: the caller's open attendance, in the form of
   private.clock_in, or null. Errors: account_inactive (also without a profile), password_temporary. */
create function public.me() returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
  preview constant uuid := private.previewed_role_id();
begin
  perform private.require_own_password();
  select jsonb_build_object(
    'profile', jsonb_build_object('id', p.id, 'version', p.version, 'name', p.name, 'name_ar', p.name_ar,
      'email', c.email, 'phone', c.phone, 'address', c.address,
      'updated_at', p.updated_at, 'updated_by', private.person(p.updated_by)),
    'previewing', preview is not null,
    'role', jsonb_build_object('id', r.id, 'name', r.name, 'name_ar', r.name_ar, 'is_owner', r.is_owner),
    'permissions', to_jsonb(private.permissions()),
    'branches', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'name_ar', b.name_ar, 'code', b.code, 'time_zone', b.time_zone,
        'day_start', b.day_start,
        'access', case when b.id = any (private.branch_ids('work')) then 'work' else 'view' end) order by b.name), '[]')
      from public.branches b
      where b.active and b.id = any (private.branch_ids('view'))),
    'shifts', private.own_shifts(),
    'at_work', private.open_attendance(),
    'arrangements', private.own_arrangements(),
    'business', (
      select to_jsonb(s) - array['singleton', 'created_at', 'created_by', 'updated_at', 'updated_by']
        || jsonb_build_object('denominations', private.denominations(s)) from public.business s))
  into answer
  from public.profiles p
  join public.roles r on r.id = coalesce(preview, p.role_id)
  left join public.profile_contacts c on c.profile_id = p.id
  where p.id = (select auth.uid()) and p.active;
  perform private.raise_error_if(answer is null, 'account_inactive', 403);
  return answer;
end
$$;
grant execute on function public.me() to authenticated;

/* Makes an Auth user the first owner of an empty installation. For the service role only, and only while there is no
   owner. Errors: owner_exists. */
create function private.make_first_owner(id uuid, name text, email text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  owner_role uuid;
begin
  select r.id into owner_role from public.roles r where r.is_owner for update;
  perform private.raise_error_if(exists (select from public.profiles p where p.role_id = owner_role),
    'owner_exists', 409);
  insert into public.profiles (id, name, role_id) values (make_first_owner.id, make_first_owner.name, owner_role);
  insert into public.profile_contacts (profile_id, email) values (make_first_owner.id, make_first_owner.email);
end
$$;

select private.expose_rpc('make_first_owner',
  'Makes the first owner of an empty installation; for the secret key only.', 'service_role');

/* Whether the caller's session still exists; for storage policies, since storage runs no before_request. */
create function private.has_session() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid)
$$;

/* An ended session gets no more answers, although its token stays valid for up to an hour. Errors: 401 session_ended;
   403 account_inactive if the account was deactivated. */
create function private.require_session() returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.has_session() then
    perform private.raise_error('account_inactive', 403)
    from public.profiles p
    where p.id = auth.uid() and not p.active;
    perform private.raise_error('session_ended', 401);
  end if;
end
$$;

/* Refuses a request by the size of its body, before it is read: 2 MB where a list of records travels, 1 MB for lists of
   ids and words, 256 KB else. A body of unknown length is left to the gateway. Many rows of an import are read only for
   those who may import something.
   Errors: 413 request_too_large, permission_missing. */
create function private.require_body_size(path text, bytes bigint) returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  kilobytes integer := 256;
begin
  if path = '/rpc/import_sheet' then
    perform private.require_permission('inventory.products.import')
    where coalesce(bytes > kilobytes * 1024, true) and not exists (
      select from private.import_kinds k where private.can(k.resource || '.import'));
    kilobytes := 33 * 1024;
  else
    if bytes is null or bytes <= kilobytes * 1024 then
      return;
    elsif path like '/rpc/%' then
      select coalesce(max(case when t.typname = 'json' then 2048 when t.typcategory = 'A' then 1024 end), kilobytes)
      into kilobytes
      from pg_catalog.pg_proc p, unnest(p.proargtypes) a(type) join pg_catalog.pg_type t on t.oid = a.type
      where p.pronamespace = 'public'::regnamespace and p.proname = split_part(path, '/', 3);
    elsif not exists (
      select from pg_catalog.pg_attribute c
      where c.attrelid = to_regclass('public.' || quote_ident(ltrim(path, '/'))) and c.atttypid = 'jsonb'::regtype)
    then
      kilobytes := 2048;
    end if;
  end if;
  perform private.raise_error_if(bytes > kilobytes * 1024, 'request_too_large', 413);
end
$$;

/* PostgREST runs this before each request, as the caller.
   - A body that is too large is refused while this process has not seen it: parsed, it takes up to 200 times its size.
   - Only exact counts are allowed, which count the rows visible to the caller. Planned and estimated counts come from
     the planner's statistics over all rows and would reveal hidden ones.
   - The header x-preview-role shows the app as a role sees it, to those who may view roles: the request has only the
     permissions that both the role and the caller hold, and is read-only.
   - Views are read-only. Postgres rejects a write to a view it cannot rewrite before any permission check (55000, a
     500).
   Errors: request_too_large, value_invalid, session_ended, account_inactive, permission_missing, role_not_found. */
create function private.before_request() returns void
  language plpgsql set search_path = ''
as $$
declare
  headers constant jsonb := current_setting('request.headers', true);
  preview constant text := headers ->> 'x-preview-role';
  method constant text := current_setting('request.method', true);
  path constant text := current_setting('request.path', true);
begin
  perform private.require_body_size(path, (headers ->> 'content-length')::bigint);
  perform private.raise_error_if(headers ->> 'prefer' ~* 'count\s*=\s*(planned|estimated)', 'value_invalid', 400,
    '{"field": "prefer"}');
  perform private.require_session();
  if method not in ('GET', 'HEAD') and path not like '/rpc/%' then
    perform private.raise_error('permission_missing', 403)
    from pg_catalog.pg_class c
    where c.relkind = 'v'
      and c.relnamespace = 'public'::regnamespace
      and c.relname = ltrim(path, '/');
  end if;
  if preview is not null then
    perform private.require_permission('management.roles.view');
    perform private.raise_error_if(not pg_input_is_valid(preview, 'uuid'), 'value_invalid', 400,
      '{"field": "x-preview-role"}');
    perform private.raise_error_if(not exists (select from public.roles r where r.id = preview::uuid),
      'role_not_found', 404);
    perform set_config('daftar.preview', preview, true), set_config('transaction_read_only', 'on', true);
  end if;
end
$$;
revoke execute on function private.before_request(), private.require_session(),
  private.require_body_size(text, bigint) from public, anon;
grant execute on function private.before_request(), private.require_session(),
  private.require_body_size(text, bigint) to authenticated, service_role;
grant execute on function private.raise_error(text, integer, jsonb),
  private.raise_error_if(boolean, text, integer, jsonb) to service_role;
alter role authenticator set pgrst.db_pre_request = 'private.before_request';
notify pgrst, 'reload config';

comment on table public.roles is 'A named set of permissions; each person has one.';
comment on table public.branches is 'The shops and warehouses of the business.';
comment on table public.business is 'The business itself and how it shows money and dates; one row.';
comment on function public.me() is 'Everything the client needs to know about its user, in one call.';

/* Refuses a change based on another version than the current one, or on none. Errors: 400 field_missing {field:
   expected_version}, 409 changed_meanwhile {by, at, version}. */
create function private.require_version(version integer, expected integer, updated_by uuid, updated_at timestamptz)
  returns void
  language sql stable security definer set search_path = ''
as $$
  select private.raise_error_if(expected is null, 'field_missing', 400, '{"field": "expected_version"}');
  select private.raise_error('changed_meanwhile', 409, jsonb_build_object(
    'by', (select p.name from public.profiles p where p.id = require_version.updated_by), 'at', updated_at,
    'version', version))
  where version <> expected
$$;

-- ── Invariants of this chapter ──

create view private.invariants_of_people (rule, row_id) as
select 'an owner is active', count(*) || ' people'
from public.profiles
having count(*) > 0 and not exists (
  select from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner and p.active)
union all
select 'one owner role', count(*)::text from public.roles where is_owner having count(*) > 1
union all
select 'a phone of a person is compared in its canonical form', c.profile_id::text from public.profile_contacts c
where c.phone_key is distinct from private.phone_key(c.phone);
