-- Reads for the screens of people, roles and activity.

/* Whether the caller may change this person; false for callers who may not view users. */
create function private.is_manageable(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.can('management.users.view') and private.outranks(profile_id)
$$;

/* Whether the caller may assign this role. */
create function private.is_grantable(role_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select (private.can('management.users.create') or private.can('management.users.update'))
    and private.holds_role(role_id)
$$;

create function private.has_temporary_password(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.can('management.users.view')
    and (select p.password_temporary from public.profiles p where p.id = profile_id)
$$;

/* When a person was invited who has not accepted yet; null for others, and for callers who may not view users. */
create function private.invited_at(profile_id uuid) returns timestamptz
  language sql stable security definer set search_path = ''
as $$
  select coalesce(u.invited_at, u.created_at)
  from auth.users u
  where u.id = profile_id and u.email_confirmed_at is null and private.can('management.users.view')
$$;
grant execute on function private.is_manageable(uuid), private.is_grantable(uuid), private.has_temporary_password(uuid),
  private.invited_at(uuid)
  to authenticated;

create view public.user_list with (security_invoker = true) as
select p.id, p.version, p.name, p.name_ar, p.active, p.created_at, p.role_id, r.name as role, r.name_ar as role_ar,
  r.is_owner, c.email, c.phone, c.address,
  b.branches, s.signed_in_at, s.last_seen_at, s.sessions_online,
  private.has_temporary_password(p.id) as password_temporary,
  private.invited_at(p.id) as invited_at, private.is_manageable(p.id) as manageable
from public.profiles p
join public.roles r on r.id = p.role_id
left join public.profile_contacts c on c.profile_id = p.id
left join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('branch_id', x.id, 'branch', x.name, 'branch_ar', x.name_ar,
    'access', ub.access)
    order by x.name, x.id), '[]')
    as branches
  from public.user_branches ub join public.branches x on x.id = ub.branch_id
  where ub.profile_id = p.id) b on true
left join lateral (
  select max(u.signed_in_at) as signed_in_at, max(u.last_seen_at) as last_seen_at,
    (count(*) filter (where private.session_state(u) = 'online'))::integer as sessions_online
  from public.user_sessions u
  where u.profile_id = p.id) s on true;
comment on view public.user_list is
  'People with their role and branches; contacts, branches and sign-ins are visible only to those who may view them. '
  'An owner works in every branch.';
grant select on public.user_list to authenticated;

/* The condition shared by the list and the count of people: a where clause over profiles p and profile_contacts c. */
create function private.user_filter(
  words text default '', role_ids uuid[] default '{}', at_branch_ids uuid[] default '{}',
  is_active boolean default null)
  returns text
  language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_max_items(at_branch_ids, 1000, 'at_branch_ids');
  return concat_ws(' and ', 'true',
    (select string_agg(format('(p.search like %1$L or c.email like %1$L or c.phone like %1$L or '
      'private.phone_words(c.phone_key) like %1$L)', w),
      ' and ')
     from private.contact_patterns(words) w),
    private.sql_in('p.role_id', role_ids, 'role_ids'), 'p.active = ' || is_active,
    case
      when at_branch_ids <> '{}'
        then format('(exists (
          select from public.user_branches ub
          where ub.profile_id = p.id and ub.branch_id = any (%L::uuid[]))
      or exists (select from public.roles r where r.id = p.role_id and r.is_owner))', at_branch_ids) end);
end
$$;

/* A page of people. words: each in a name, the email or the phone. at_branch_ids: people with access to one of them,
   including owners. sort: name, name_ar (as Arabic readers see it),
   email, created_at, id. Errors: permission_missing, sort_unknown, list_over_limit,
   search_too_long. */
select private.expose_list('user', 'A page of people, for those who may view users.',
  'public.profiles p left join public.profile_contacts c on c.profile_id = p.id', 'management.users.view',
  array['name', 'name_ar p.shown_in_arabic', 'email c.email', 'created_at'], descending => false, counted => true);

/* One person, as in user_list. Errors: permission_missing, user_not_found. */
create function public.user_detail(id uuid) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  person jsonb;
begin
  perform private.require_permission('management.users.view');
  select to_jsonb(u)
    || jsonb_build_object('updated_at', p.updated_at, 'updated_by', private.person(p.updated_by)) into person
  from public.user_list u join public.profiles p on p.id = u.id
  where u.id = user_detail.id;
  perform private.raise_error_if(person is null, 'user_not_found', 404);
  return person;
end
$$;

create view public.role_list with (security_invoker = true) as
select r.id, r.version, r.name, r.name_ar, r.shown_in_arabic, r.active, r.is_owner, r.search, r.updated_at,
  case
    when r.is_owner then (select count(*) from public.permissions)
    else (select count(*) from public.role_permissions rp where rp.role_id = r.id) end::integer
    as permissions,
  (select count(*) from public.profiles p where p.role_id = r.id)::integer as users,
  exists (select from public.profiles p where p.id = (select auth.uid()) and p.role_id = r.id) as is_own,
  private.is_grantable(r.id) as grantable
from public.roles r;
comment on view public.role_list is
  'Roles with their number of people and, for those who may view roles, of permissions.';
grant select on public.role_list to authenticated;

/* One role, or null without an id, and the catalogue of permissions: {role: as in role_list, but permissions: [name];
   catalogue: [name]}, both in display order. Errors: permission_missing, role_not_found. */
create function public.role_detail(id uuid default null) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  catalogue constant text[] := array(select p.name from public.permissions p order by p.position);
  role jsonb;
begin
  perform private.require_permission('management.roles.view');
  select to_jsonb(r) - '{search,shown_in_arabic}'::text[]
    || jsonb_build_object('updated_by', private.person(w.updated_by), 'permissions', case when r.is_owner then catalogue
    else array(
      select rp.permission
      from public.role_permissions rp
      join public.permissions p on p.name = rp.permission
      where rp.role_id = r.id
      order by p.position) end)
  into role
  from public.role_list r join public.roles w on w.id = r.id
  where r.id = role_detail.id;
  perform private.raise_error_if(role is null and role_detail.id is not null, 'role_not_found', 404);
  return jsonb_build_object('role', role, 'catalogue', catalogue);
end
$$;

create view public.activity_list with (security_invoker = true) as
select s.id, private.person(s.profile_id) as actor, s.signed_in_at, s.last_seen_at, t.state,
  case t.state when 'signed_out' then s.signed_out_at when 'expired' then s.last_seen_at end as signed_out_at, s.device
from public.user_sessions s
cross join lateral (select private.session_state(s) as state) t;
comment on view public.activity_list is
  'Sessions with their person and state; signed_out_at of an expired one is when it was last seen.';
grant select on public.activity_list to authenticated;
grant execute on function private.session_state(public.user_sessions) to authenticated;

/* A where clause over user_sessions s. signed_in: a period of calendar days in the business's time zone. */
create function private.activity_filter(
  words text default '', profile_ids uuid[] default '{}', states text[] default '{}', signed_in text default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  days constant daterange := case when signed_in is not null then private.period(signed_in, '{}') end;
  zone constant text := (select b.time_zone from public.business b);
begin
  return concat_ws(' and ', 'true',
    case
      when words <> ''
        then format('s.profile_id in (select p.id from public.profiles p where %s)',
          private.sql_match_words('p.search', words)) end,
    private.sql_in('s.profile_id', profile_ids, 'profile_ids'),
    private.sql_in('private.session_state(s)', states, 'states'),
    -- People who are online or away were seen within 16 hours; this bound has an index.
    case when states <@ '{online,away}' and states <> '{}' then 's.last_seen_at > now() - interval ''16 hours''' end,
    case when days is not null then format('s.signed_in_at <@ %L::tstzrange', case when isempty(days) then 'empty' else
      tstzrange(lower(days)::timestamp at time zone zone, upper(days)::timestamp at time zone zone) end) end);
end
$$;

/* A page of sessions. words: each in the person's name. states: online, away, signed_out, expired. signed_in: a period.
   sort: signed_in_at, last_seen_at, id. Errors: permission_missing, sort_unknown, period_unknown, list_over_limit,
   search_too_long. */
select private.expose_list('activity', 'A page of sessions, for those who may view user activity.',
  'public.user_sessions s', 'management.user_activity.view', array['signed_in_at', 'last_seen_at'], counted => true);

comment on function public.user_detail is 'One person, for those who may view users.';
comment on function public.role_detail is 'One role with its permissions, and the catalogue of permissions.';
grant execute on function public.user_detail, public.role_detail to authenticated;
