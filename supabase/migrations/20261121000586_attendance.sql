-- Attendance: who was at work where and when. Times are timestamptz, so hours are right across midnight and clock
-- changes. The business day is the branch's at clocking in.

create extension if not exists btree_gist with schema extensions;

create table public.attendance_records (
  like private.record_template including all,
  profile_id uuid not null constraint attendance_records_profile_in_use references public.profiles,
  branch_id uuid not null constraint attendance_records_branch_in_use references public.branches,
  business_day public.day not null,
  clocked_in_at timestamptz not null constraint attendance_records_clocked_in_at_range check (clocked_in_at
    between '2000-01-01' and '2200-12-31'),
  clocked_out_at timestamptz,
  forgotten boolean not null default false,
  corrected boolean not null default false,
  voided boolean not null default false,
  constraint attendance_records_clocked_out_at_range check (clocked_out_at between clocked_in_at and clocked_in_at
    + interval '24 hours'),
  constraint attendance_records_do_not_overlap exclude
    using gist (profile_id with =, tstzrange(clocked_in_at, clocked_out_at) with &&)
    where (not voided)
);
create unique index attendance_records_one_open on public.attendance_records (profile_id)
  where clocked_out_at is null and not voided;
create index attendance_records_of_person on public.attendance_records (profile_id, clocked_in_at desc);
create index attendance_records_of_branch on public.attendance_records (branch_id, business_day);
create index attendance_records_by_time on public.attendance_records (clocked_in_at, id);
create index attendance_records_by_day on public.attendance_records (business_day, profile_id);
comment on table public.attendance_records is
  'A continuous time at work in one branch; open until the person clocks out, one at a time.';
comment on column public.attendance_records.business_day is 'The branch''s business day at clocking in.';
comment on column public.attendance_records.forgotten is
  'The person did not clock out: it was ended after sixteen hours, at the person''s last activity.';
comment on column public.attendance_records.corrected is
  'It was added or changed by hand; the previous values are in attendance_corrections.';

create table public.attendance_corrections (
  id uuid primary key default private.uuid_v7(),
  attendance_record_id uuid not null constraint attendance_corrections_record_exists
    references public.attendance_records,
  at timestamptz not null default now(),
  made_by uuid not null,
  reason public.short_text not null,
  branch_id uuid constraint attendance_corrections_branch_in_use references public.branches,
  clocked_in_at timestamptz,
  clocked_out_at timestamptz,
  voided boolean
);
create index attendance_corrections_of_record on public.attendance_corrections (attendance_record_id, id);
create index attendance_corrections_branch on public.attendance_corrections (branch_id);
comment on table public.attendance_corrections is
  'The values of a record before each correction, null if it was added by hand; never changed.';

-- Everybody sees their own records; those who may view attendance also see those of their branches.
select private.allow_read('public.attendance_records',
  'own attendance, and with permission that of their branches', null, reach =>
  $$profile_id = (select auth.uid()) and (select private.is_active())
    or (select private.can('attendance.records.view'))
      and branch_id = any ((select private.branch_ids('view'))::uuid[])$$);
select private.allow_read('public.attendance_corrections', 'those who read a record read its earlier values', null,
  below => 'attendance_record_id');
select private.enable_audit('public.attendance_records', 'attendance.records', 'branch_id');

create function private.max_attendance_length() returns interval
  language sql immutable set search_path = ''
as $$
  select interval '16 hours'
$$;

/* The moment of a local time in the branch, such as 2026-11-24T09:30. */
create function private.moment_at(wall text, branch_id uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select wall::timestamp at time zone b.time_zone from public.branches b where b.id = moment_at.branch_id
$$;

create function private.attendance_state(attendance public.attendance_records) returns text
  language sql immutable set search_path = ''
as $$
  select case when attendance.voided then 'voided' when attendance.clocked_out_at is null then 'open'
    when attendance.corrected then 'corrected' when attendance.forgotten then 'forgotten' else 'closed' end
$$;

/* Ends a forgotten record when its person was last seen, at most sixteen hours after clocking in. */
create function private.end_forgotten(record_id uuid) returns public.attendance_records
  language sql security definer set search_path = ''
as $$
  update public.attendance_records r
  set forgotten = true,
    clocked_out_at = least(r.clocked_in_at + private.max_attendance_length(), greatest(r.clocked_in_at, (
    select max(s.last_seen_at)
    from public.user_sessions s
    where s.profile_id = r.profile_id and s.last_seen_at > r.clocked_in_at)))
  where r.id = record_id and r.clocked_out_at is null
  returning r.*
$$;

create function private.job_end_forgotten_attendance() returns void
  language sql set search_path = ''
as $$
  select private.end_forgotten(r.id) from public.attendance_records r
  where r.clocked_out_at is null and not r.voided and r.clocked_in_at < now() - private.max_attendance_length()
$$;

create function private.attendance_summary(attendance public.attendance_records) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', attendance.id, 'version', attendance.version, 'branch_id', attendance.branch_id,
    'clocked_in_at', attendance.clocked_in_at,
    'clocked_out_at', attendance.clocked_out_at, 'forgotten', attendance.forgotten)
$$;

/* The caller's open record, or null. */
create function private.open_attendance() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select private.attendance_summary(r)
  from public.attendance_records r
  where r.profile_id = auth.uid() and r.clocked_out_at is null and not r.voided
$$;
grant execute on function private.open_attendance() to authenticated;

/* Clocks the caller in at a branch. Answers {id, version, branch_id, clocked_in_at, clocked_out_at, forgotten}. Errors:
   permission_missing, branch_not_found, branch_view_only, place_closed, id_missing, id_taken, attendance_not_found,
   exists_already, already_at_work {branch, since}. */
create function private.clock_in(id uuid, branch_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  attendance public.attendance_records;
begin
  perform private.require_permission('attendance.records.create');
  perform private.require_branch(branch_id);
  perform private.register_document_id(id, 'attendance_record');
  select * into attendance from public.attendance_records r where r.id = id;
  if attendance.id is not null then
    perform private.require_same_content(attendance.created_by, null, attendance.version,
      'attendance_not_found', (attendance.profile_id, attendance.branch_id) = (auth.uid(), branch_id));
    return private.attendance_summary(attendance);
  end if;
  perform private.require_open_place(branch_id, null, 'branch_id');
  -- Serialises concurrent calls of one person, such as from two tabs.
  perform from public.profiles p where p.id = auth.uid() for no key update;
  perform private.end_forgotten(r.id) from public.attendance_records r
  where r.profile_id = auth.uid() and r.clocked_out_at is null and not r.voided
    and r.clocked_in_at < now() - private.max_attendance_length();
  perform private.raise_error('already_at_work', 409,
    jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar, 'since', r.clocked_in_at))
  from public.attendance_records r join public.branches b on b.id = r.branch_id
  where r.profile_id = auth.uid() and r.clocked_out_at is null and not r.voided;
  insert into public.attendance_records (id, profile_id, branch_id, business_day, clocked_in_at)
  values (id, auth.uid(), branch_id, private.branch_today(branch_id), now())
  returning * into attendance;
  return private.attendance_summary(attendance);
end
$$;

select private.expose_rpc('clock_in', 'Clocks the caller in at a branch.');

/* Clocks the caller out; a repeated call gives the same answer. A forgotten record is ended as private.end_forgotten
   does. Answers as private.clock_in. Errors: permission_missing, attendance_not_found. */
create function private.clock_out(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  attendance public.attendance_records;
begin
  perform private.require_permission('attendance.records.create');
  select * into attendance from public.attendance_records r where r.id = id and r.profile_id = auth.uid() for update;
  perform private.raise_error_if(attendance.id is null, 'attendance_not_found', 404);
  if attendance.clocked_out_at is null and not attendance.voided then
    if attendance.clocked_in_at < now() - private.max_attendance_length() then
      attendance := private.end_forgotten(id);
    else
      update public.attendance_records r set clocked_out_at = now() where r.id = id returning * into attendance;
    end if;
  end if;
  return private.attendance_summary(attendance);
end
$$;

select private.expose_rpc('clock_out', 'Clocks the caller out.');

/* Corrects a record in version expected_version, or adds a missing one; the previous values are kept. attendance:
   {profile_id, for a new one; branch_id; clocked_in, clocked_out: local times of that branch, 2026-11-24T09:30;
   voided}; absent keys stay unchanged. Answers as private.clock_in. Errors: permission_missing, id_missing, id_taken,
   value_invalid, field_missing, reason_missing, attendance_not_found, changed_meanwhile, exists_already,
   branch_not_found, branch_view_only, place_closed, user_not_found, attendance_not_yet, attendance_period_invalid,
   attendance_overlaps. */
create function private.save_attendance(id uuid, attendance jsonb, reason text default null,
  expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  existing public.attendance_records;
  wanted public.attendance_records;
begin
  perform private.require_permission('attendance.records.manage');
  perform private.require_values(attendance,
    '{"profile_id": "uuid", "branch_id": "uuid", "clocked_in": "text", "clocked_out": "text", "voided": "boolean"}');
  perform private.raise_error('value_invalid', 400, jsonb_build_object('field', f.key))
  from jsonb_each_text(attendance) f
  where f.key in ('clocked_in', 'clocked_out')
    and not (f.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$' and pg_input_is_valid(f.value, 'timestamp'));
  perform private.require_reason(reason);
  perform private.register_document_id(id, 'attendance_record') where expected_version is null;
  select * into existing from public.attendance_records r where r.id = id for update;
  if expected_version is null and existing.id is not null then
    perform private.require_same_content(existing.created_by, null, existing.version,
      'attendance_not_found', (existing.profile_id, existing.branch_id, existing.clocked_in_at, existing.clocked_out_at)
      = ((attendance ->> 'profile_id')::uuid, (attendance ->> 'branch_id')::uuid,
        private.moment_at(attendance ->> 'clocked_in', existing.branch_id),
        private.moment_at(attendance ->> 'clocked_out', existing.branch_id)));
    return private.attendance_summary(existing);
  end if;
  if expected_version is not null then
    perform private.raise_error_if(existing.id is null or not existing.branch_id = any (private.branch_ids('view')),
      'attendance_not_found', 404);
    perform private.require_branch(existing.branch_id);
    perform private.require_version(existing.version, expected_version, existing.updated_by, existing.updated_at);
  end if;

  wanted := existing;
  wanted.profile_id := coalesce(existing.profile_id, (attendance ->> 'profile_id')::uuid);
  wanted.branch_id := coalesce((attendance ->> 'branch_id')::uuid, existing.branch_id);
  wanted.voided := coalesce((attendance ->> 'voided')::boolean, existing.voided, false);
  perform private.require_branch(wanted.branch_id);
  wanted.clocked_in_at := coalesce(private.moment_at(attendance ->> 'clocked_in', wanted.branch_id),
    existing.clocked_in_at);
  wanted.clocked_out_at := coalesce(private.moment_at(attendance ->> 'clocked_out', wanted.branch_id),
    existing.clocked_out_at);
  perform private.raise_error('field_missing', 400, jsonb_build_object('field', f.name))
  from (values (1, 'profile_id', wanted.profile_id is null), (2, 'clocked_in', wanted.clocked_in_at is null),
    (3, 'clocked_out', wanted.clocked_out_at is null and existing.id is null)) f(position, name, missing)
  where f.missing order by f.position limit 1;
  -- Refuses work in a closed branch; records from before it closed can still be corrected.
  perform private.require_open_place(wanted.branch_id, null, 'branch_id', wanted.clocked_in_at)
  where wanted.branch_id is distinct from existing.branch_id;
  -- A new record is only for owners and people with access to the branch.
  perform private.raise_error_if(not exists (
    select from public.profiles p join public.roles r on r.id = p.role_id
    where p.id = wanted.profile_id and (existing.id is not null or r.is_owner or exists (
      select from public.user_branches ub where ub.profile_id = p.id and ub.branch_id = wanted.branch_id))),
        'user_not_found', 404, '{"field": "profile_id"}');
  perform private.raise_error_if(greatest(wanted.clocked_in_at, wanted.clocked_out_at) > now(),
    'attendance_not_yet', 400,
    jsonb_build_object('field', case when wanted.clocked_in_at > now() then 'clocked_in' else 'clocked_out' end));
  perform private.raise_error_if(not coalesce(wanted.clocked_out_at, now())
    between wanted.clocked_in_at and wanted.clocked_in_at
    + interval '24 hours',
    'attendance_period_invalid', 400, '{"field": "clocked_out"}');

  insert into public.attendance_records (id, profile_id, branch_id, business_day, clocked_in_at, clocked_out_at,
    corrected, voided)
  values (id, wanted.profile_id, wanted.branch_id, private.branch_today(wanted.branch_id, wanted.clocked_in_at),
    wanted.clocked_in_at, wanted.clocked_out_at, true, wanted.voided)
  on conflict on constraint attendance_records_pkey do update
  set branch_id = excluded.branch_id, business_day = excluded.business_day, clocked_in_at = excluded.clocked_in_at,
    clocked_out_at = excluded.clocked_out_at, corrected = true, voided = excluded.voided
  returning * into wanted;
  insert into public.attendance_corrections (attendance_record_id, made_by, reason, branch_id, clocked_in_at,
    clocked_out_at, voided)
  values (id, auth.uid(), btrim(reason), existing.branch_id, existing.clocked_in_at, existing.clocked_out_at,
    existing.voided);
  return private.attendance_summary(wanted);
exception when exclusion_violation or unique_violation then
  perform private.raise_error('attendance_overlaps', 409);
end
$$;

select private.expose_rpc('save_attendance',
  'Corrects a record of attendance, or adds a missing one; the previous values are kept.');

-- ── Reads ──

create view public.attendance_list with (security_invoker = true) as
select r.id, r.version, r.profile_id, private.person(r.profile_id) as profile, r.branch_id, b.name as branch,
  b.name_ar as branch_ar, b.time_zone, r.business_day, r.clocked_in_at, r.clocked_out_at,
  floor(extract(epoch from coalesce(r.clocked_out_at, now()) - r.clocked_in_at) / 60)::integer as minutes,
  private.attendance_state(r) as state
from public.attendance_records r
join public.branches b on b.id = r.branch_id;
comment on view public.attendance_list is
  'Attendance records with people and branches; the minutes of an open one run until now.';
grant select on public.attendance_list to authenticated;
grant execute on function private.attendance_state to authenticated;

/* A where clause over attendance_records r: the records visible to the caller that match. */
create function private.attendance_filter(
  words text default '', profile_ids uuid[] default '{}', at_branch_ids uuid[] default '{}', states text[] default '{}',
  worked text default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
  days constant daterange := case when worked is not null then private.period(worked, reach) end;
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  return concat_ws(' and ',
    format('(r.profile_id = %L%s)', auth.uid(),
      case
        when private.can('attendance.records.view')
          then format(' or r.branch_id = any (%L::uuid[])', private.branch_ids('view'))
        else '' end),
    case when at_branch_ids <> '{}' then format('r.branch_id = any (%L::uuid[])', reach) end,
    case
      when words <> ''
        then format('r.profile_id in (select p.id from public.profiles p where %s)',
          private.sql_match_words('p.search', words)) end,
    private.sql_in('r.profile_id', profile_ids, 'profile_ids'),
    private.sql_in('private.attendance_state(r)', states, 'states'),
    case when days is not null then format('r.business_day::date <@ %L::daterange', days) end);
end
$$;

/* The same records grouped by person and day, without voided ones. id: the day and the person, in the order of days.
   sort: day, minutes, id. Errors: as attendance_page. */
create function private.attendance_days(
  words text default '', profile_ids uuid[] default '{}', at_branch_ids uuid[] default '{}', states text[] default '{}',
  worked text default null,
  sort text default 'day', descending boolean default true, page_size integer default 25, page_offset integer default 0,
  after_id text default null)
  returns table (id text, business_day date, profile_id uuid, profile jsonb, minutes integer, records integer,
    branches jsonb, time_zone text, clocked_in_at timestamptz, clocked_out_at timestamptz, is_open boolean,
    is_forgotten boolean)
  language plpgsql stable security definer rows 25 set search_path = ''
as $$
declare
  order_by constant text := case sort when 'id' then 'd.business_day %1$s' when 'day' then 'd.business_day %1$s'
    when 'minutes' then 'd.minutes %1$s, d.business_day %1$s' end;
begin
  perform private.raise_error_if(order_by is null, 'sort_unknown', 400);
  perform private.raise_error_if(char_length(after_id) > 100, 'value_invalid', 400, '{"field": "after_id"}');
  -- Ordered as in the index, so that the newest page reads only its own rows.
  return query execute format($sql$
    select d.business_day || ' ' || d.profile_id, d.business_day, d.profile_id, private.person(d.profile_id), d.minutes,
      d.records,
      (
        select jsonb_agg(jsonb_build_object('branch_id', b.id, 'branch', b.name, 'branch_ar', b.name_ar)
          order by b.name)
        from public.branches b
        where b.id = any (d.branch_ids)),
      (select b.time_zone from public.branches b where b.id = d.branch_ids[1]), d.clocked_in_at, d.clocked_out_at,
      d.is_open, d.is_forgotten
    from (
      select r.business_day::date as business_day, r.profile_id,
        floor(sum(extract(epoch from coalesce(r.clocked_out_at, now()) - r.clocked_in_at)) / 60)::integer as minutes,
        count(*)::integer as records, array_agg(distinct r.branch_id) as branch_ids,
        min(r.clocked_in_at) as clocked_in_at,
        case when bool_and(r.clocked_out_at is not null) then max(r.clocked_out_at) end as clocked_out_at,
        bool_or(r.clocked_out_at is null) as is_open, bool_or(r.forgotten and not r.corrected) as is_forgotten
      from public.attendance_records r
      where %s and not r.voided
      group by r.business_day, r.profile_id) d
    where $3 is null or d.business_day || ' ' || d.profile_id > $3
    order by %s, d.profile_id %s
    limit $1
    offset $2$sql$, private.attendance_filter(words, profile_ids, at_branch_ids, states, worked),
      format(order_by, case when descending then 'desc' else 'asc' end),
      case when descending then 'desc' else 'asc' end)
  using least(greatest(page_size, 1), case sort when 'id' then 5000 else 1000 end), greatest(page_offset, 0), after_id;
end
$$;

select private.expose_rpc('attendance_days', 'The hours of each person on each day.');

/* The totals of the matching records: {records, days, people, minutes, by_state}. days counts each person's days;
   by_state counts every state, whichever are selected. Errors: as attendance_page. */
create function private.attendance_sums(matching text, states text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute format($sql$
    with asked as (
      select r.business_day, r.profile_id, s.state,
        extract(epoch from coalesce(r.clocked_out_at, now()) - r.clocked_in_at) as seconds,
        $1 = '{}' or s.state = any ($1) as shown
      from public.attendance_records r cross join lateral (select private.attendance_state(r) as state) s
      where %s)
    select jsonb_build_object('records', count(*) filter (where a.shown),
      'days', count(distinct (a.business_day, a.profile_id)) filter (where a.shown and a.state <> 'voided'),
      'people', count(distinct a.profile_id) filter (where a.shown and a.state <> 'voided'),
      'minutes', coalesce(floor(sum(a.seconds) filter (where a.shown and a.state <> 'voided') / 60), 0),
      'by_state', jsonb_build_object('open', count(*) filter (where a.state = 'open'),
        'closed', count(*) filter (where a.state = 'closed'),
        'forgotten', count(*) filter (where a.state = 'forgotten'),
        'corrected', count(*) filter (where a.state = 'corrected'),
        'voided', count(*) filter (where a.state = 'voided')))
    from asked a$sql$, matching)
  into answer using states;
  return answer;
end
$$;

/* A page of records: the caller's own, and for those who may view attendance those of their branches. words: each in
   the person's name. states: open, closed, forgotten, corrected, voided. worked: a period of business days
   (private.period). sort: clocked_in_at, id. Errors: account_inactive, sort_unknown, period_unknown, list_over_limit,
   search_too_long. */
select private.expose_list('attendance',
  'A page of attendance records: the caller''s own, and those of their branches with permission to view attendance.',
  'public.attendance_records r', null, array['clocked_in_at'], all_of => 'states');

/* One record with its values before each correction, the newest first: as in attendance_list, with corrections: [{at,
   made_by, reason, branch, branch_ar, clocked_in_at, clocked_out_at, voided}]; adding a record by hand is one
   with null values. Error: attendance_not_found. */
create function public.attendance_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  attendance jsonb;
begin
  select to_jsonb(l) || jsonb_build_object('corrections', (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.at, 'made_by', private.person(c.made_by),
      'reason', c.reason, 'branch_id', c.branch_id, 'branch', b.name, 'branch_ar', b.name_ar,
      'clocked_in_at', c.clocked_in_at, 'clocked_out_at', c.clocked_out_at, 'voided', c.voided)
        order by c.id desc), '[]')
    from public.attendance_corrections c left join public.branches b on b.id = c.branch_id
    where c.attendance_record_id = l.id))
  into attendance
  from public.attendance_list l
  where l.id = attendance_detail.id;
  perform private.raise_error_if(attendance is null, 'attendance_not_found', 404);
  return attendance;
end
$$;
comment on function public.attendance_detail is 'One attendance record with its values before each correction.';
grant execute on function public.attendance_detail to authenticated;

-- ── Invariants of this chapter ──

create view private.invariants_of_attendance (rule, row_id) as
select 'what was corrected says so', r.id::text
from public.attendance_records r
where r.corrected <> exists (select from public.attendance_corrections c where c.attendance_record_id = r.id)
union all
select 'nobody is at work for longer than a day', r.id::text
from public.attendance_records r
where coalesce(r.clocked_out_at, r.clocked_in_at) > r.clocked_in_at + interval '24 hours';
