-- Administration of roles and people. Nobody grants a permission, role or branch that they do not hold themselves, and
-- nobody changes a person who holds more than they do.

/* Serialises administration: rights are checked under this lock, so that two people who restrict each other, or demote
   the last owners, take turns. Requires these permissions before and after the wait. */
create function private.administer(variadic permissions text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission(variadic permissions);
  perform from public.roles r where r.is_owner for no key update;
  perform private.require_permission(variadic permissions);
end
$$;

/* Whether the caller holds every permission of the role, active or not. Only an owner holds the owner's role. */
create function private.holds_role(role_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.is_owner() or not exists (
    select from public.roles r where r.id = holds_role.role_id and r.is_owner
    union all
    select from public.role_permissions rp
    where rp.role_id = holds_role.role_id and not rp.permission = any ((select private.permissions())::text[]))
$$;

/* Whether the caller may change this person: the caller holds all that the person does, in all of the person's
   branches. */
create function private.outranks(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.is_owner() or (
    select private.holds_role(p.role_id) and not exists (
      select from public.user_branches ub
      where ub.profile_id = p.id
        and not ub.branch_id = any (case ub.access when 'view' then (select private.branch_ids('view'))
          else (select private.branch_ids('work')) end))
    from public.profiles p
    where p.id = outranks.profile_id)
$$;

create function private.require_role(role_id uuid, expected_version integer) returns public.roles
  language plpgsql stable security definer set search_path = ''
as $$
declare
  found_role public.roles;
begin
  select * into found_role from public.roles r where r.id = require_role.role_id;
  perform private.raise_error_if(found_role.id is null, 'role_not_found', 404);
  perform private.require_version(found_role.version, expected_version, found_role.updated_by, found_role.updated_at);
  perform private.raise_error_if(found_role.is_owner, 'role_is_owners', 409);
  perform private.raise_error('role_is_own', 403)
  from public.profiles p
  where p.id = auth.uid() and p.role_id = found_role.id;
  return found_role;
end
$$;

/* Refuses to touch a role that is above the caller: to change a role, the caller must hold all of it, and all that its
   people have, in all of their branches. Errors: role_above, person_above. */
create function private.require_role_below(role_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(not private.holds_role(role_id), 'role_above', 403),
    private.raise_error_if(exists (
      select from public.profiles p
      where p.role_id = require_role_below.role_id and not private.outranks(p.id)), 'person_above', 403);
end
$$;

-- ── Roles ──

/* Creates a role, or with expected_version updates one: role {name, name_ar, active}, permissions: the complete list.
   The caller holds all of the role, before and after, and works wherever its people do (private.require_role_below).
   Nobody changes their own role. Answers {id, version}. Errors: permission_missing, id_missing, value_invalid,
   field_missing, list_over_limit, role_not_found, changed_meanwhile, exists_already, role_is_owners, role_is_own,
   permission_not_held {permission}, role_above, person_above, name_has_marks, name_mixes_scripts,
   roles_name_unique. */
create function private.save_role(id uuid, role jsonb, permissions text[], expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  granted constant text[] := array(
    select distinct g.name
    from unnest(permissions) g(name)
    where g.name is not null
    order by 1);
  wanted record;
  existing public.roles;
  held text[] := '{}';
begin
  perform private.administer(case when expected_version is null then 'management.roles.create'
    else 'management.roles.update' end);
  perform private.raise_error_if(id is null, 'id_missing', 400, '{"field": "id"}');
  perform private.require_values(role,
    '{"name": "public.short_name", "name_ar": "public.short_name", "active": "boolean"}');
  perform private.raise_error_if(permissions is null, 'field_missing', 400, '{"field": "permissions"}');
  perform private.require_max_items(permissions, 1000, 'permissions');
  perform private.raise_error_if(exists (
    select from unnest(granted) g(name)
    where not exists (select from public.permissions p where p.name = g.name)),
    'value_invalid', 400, '{"field": "permissions"}');
  select x.name, x.name_ar, coalesce(x.active, true) as active into wanted
  from jsonb_to_record(role) x(name text, name_ar text, active boolean);
  select * into existing from public.roles r where r.id = id;
  held := array(select rp.permission from public.role_permissions rp where rp.role_id = id order by 1);
  if expected_version is null and existing.id is not null then
    perform private.require_same_content(existing.created_by, null, existing.version, 'role_not_found',
      (existing.name::text, existing.name_ar::text, existing.active, held)
        is not distinct from (wanted.name, wanted.name_ar, wanted.active, granted));
    return jsonb_build_object('id', existing.id, 'version', existing.version);
  end if;
  if expected_version is not null then
    existing := private.require_role(id, expected_version);
    perform private.require_role_below(id);
  end if;
  perform private.raise_error('permission_not_held', 403,
    jsonb_build_object('field', 'permissions', 'permission', min(c.name)))
  from (
    select coalesce(b.name, a.name) as name
    from unnest(held) b(name)
    full join unnest(granted) a(name)
    using (name)
    where b.name is null or a.name is null) c
  where not c.name = any (private.permissions())
  having count(*) > 0;

  insert into public.roles (id, name, name_ar, active) values (id, wanted.name, wanted.name_ar, wanted.active)
  on conflict on constraint roles_pkey
    do update set name = excluded.name, name_ar = excluded.name_ar, active = excluded.active
  returning * into existing;
  delete from public.role_permissions rp where rp.role_id = id and not rp.permission = any (granted);
  insert into public.role_permissions (role_id, permission)
  select id, g.name
  from unnest(granted) g(name)
  where not g.name = any (held);
  return jsonb_build_object('id', existing.id, 'version', existing.version);
end
$$;

select private.expose_rpc('save_role',
  'Creates or updates a role and its permissions; nobody can grant permissions that they do not hold.');

/* Removes a role; its people move to the role move_to, which is required if there are any. Answers {id, moved}. Errors:
   permission_missing, role_not_found, field_missing, changed_meanwhile, role_is_owners, role_is_own, role_above,
   role_in_use {count}, person_above. */
create function private.delete_role(id uuid, move_to uuid default null, expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  people uuid[];
begin
  perform private.administer('management.roles.delete');
  perform private.require_role(id, expected_version);
  perform private.require_role_below(id);
  people := array(select p.id from public.profiles p where p.role_id = id);
  if people <> '{}' then
    perform private.raise_error_if(move_to is null or move_to = id, 'role_in_use', 409,
      jsonb_build_object('count', cardinality(people)));
    perform private.require_permission('management.users.update');
    perform private.raise_error_if(not exists (select from public.roles r where r.id = move_to), 'role_not_found', 404,
      '{"field": "move_to"}');
    perform private.raise_error_if(not private.holds_role(move_to), 'role_above', 403, '{"field": "move_to"}');
    update public.profiles p set role_id = move_to where p.id = any (people);
  end if;
  delete from public.roles r where r.id = id;
  return jsonb_build_object('id', id, 'moved', cardinality(people));
end
$$;

select private.expose_rpc('delete_role', 'Removes a role and moves its people to another one.');

/* At least one active owner remains, no matter who makes the change; concurrent demotions take turns. Error:
   last_owner. */
create function private.keep_an_owner() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  owners constant uuid := (select r.id from public.roles r where r.is_owner);
begin
  -- Locks only if someone ceases to be an owner, so that other changes of owners need not wait for the lock on the
  -- role.
  if exists (
    select from before b left join public.profiles p on p.id = b.id
    where b.role_id = owners and b.active and (p.role_id = owners and p.active) is not true) then
    perform from public.roles r where r.id = owners for no key update;
    perform private.raise_error_if(not exists (select from public.profiles p where p.role_id = owners and p.active),
      'last_owner', 409);
  end if;
  return null;
end
$$;
create trigger keep_an_owner after update on public.profiles referencing old table as before
  for each statement
  execute function private.keep_an_owner();
create trigger keep_an_owner_removed after delete on public.profiles referencing old table as before
  for each statement
  execute function private.keep_an_owner();

-- ── People. Accounts belong to Auth, profiles to this database; both are created, changed and removed together. A
-- request is checked and recorded here; the edge function `users`, the only one allowed to, passes it to Auth with the
-- request's id; inside Auth's transaction a trigger checks it again and writes the profile. If that fails anywhere,
-- only a pending request remains, and sending it again continues it. ──

create table private.user_changes (
  id uuid primary key,
  profile_id uuid not null,
  kind text not null constraint user_changes_kind_known check (kind in ('create', 'update', 'delete')),
  content jsonb not null,
  expected_version integer,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  applied_at timestamptz
);
create index user_changes_of_person on private.user_changes (profile_id, made_at desc);
comment on table private.user_changes is
  'Requested changes of people, by the id of the request; applied_at: when it took effect, in Auth too if that was '
  'needed. Contains no passwords.';

/* The person's current values, overridden by these changes. */
create function private.person_as(profile_id uuid, changes jsonb default '{}') returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('name', p.name, 'name_ar', p.name_ar, 'active', p.active, 'role_id', p.role_id,
      'email', c.email, 'phone', c.phone, 'address', c.address,
      'branches', (
        select coalesce(jsonb_agg(jsonb_build_object('branch_id', ub.branch_id, 'access', ub.access)
          order by ub.branch_id), '[]')
        from public.user_branches ub where ub.profile_id = p.id))
    from public.profiles p left join public.profile_contacts c on c.profile_id = p.id
    where p.id = person_as.profile_id), '{"active": true, "branches": []}')
  || changes
$$;

/* Refuses a change that its maker, the caller, has no permission for, or that the person's current state rules out. */
create function private.require_change_allowed(change private.user_changes) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
  before jsonb;
  wanted jsonb;
begin
  perform private.administer('management.users.' || change.kind);
  -- Read after the lock: an earlier change may have altered the person during the wait.
  before := private.person_as(change.profile_id);
  wanted := before || change.content;
  select * into person from public.profiles p where p.id = change.profile_id;
  if change.kind = 'create' then
    perform private.require_same_content(person.created_by, null, person.version, 'user_not_found', false)
    where person.id is not null;
  else
    perform private.raise_error_if(person.id is null, 'user_not_found', 404);
    perform private.require_version(person.version, change.expected_version, person.updated_by, person.updated_at);
    perform private.raise_error_if(person.id = auth.uid() and (change.kind = 'delete' or change.content ? 'password'
      or (wanted -> 'role_id', wanted -> 'branches', wanted -> 'active')
        is distinct from (before -> 'role_id', before -> 'branches', before -> 'active')),
        'access_is_own', 403);
    perform private.raise_error_if(not private.outranks(person.id), 'person_above', 403);
    perform private.require_own_names_free(change.content)
    where person.id = auth.uid() and change.content ?| '{name,name_ar}';
  end if;
  if change.kind = 'delete' then
    perform private.raise_error_if(exists (
      select from auth.users u
      where u.id = person.id and u.last_sign_in_at is not null),
      'user_has_worked', 409);
    -- A trial deletion that is rolled back: any foreign key to the person, in whichever chapter, refuses it.
    begin
      delete from public.profiles p where p.id = person.id;
      raise sqlstate 'ZZ000';
    exception
      when sqlstate 'ZZ000' then null;
      when foreign_key_violation then perform private.raise_error('user_has_worked', 409);
    end;
  end if;

  perform private.raise_error_if(not exists (select from public.roles r where r.id = (wanted ->> 'role_id')::uuid),
    'role_not_found', 404, '{"field": "role_id"}');
  perform private.raise_error_if(wanted -> 'role_id' is distinct from before -> 'role_id'
    and not private.holds_role((wanted ->> 'role_id')::uuid),
    'role_above', 403, '{"field": "role_id"}');
  perform private.raise_error(case when b.id is null then 'branch_not_found'
    when b.id = any (private.branch_ids('view')) then 'branch_view_only' else 'branch_not_held' end,
    case when b.id is null then 404 else 403 end,
    jsonb_build_object('field', 'branches', 'branch', b.name, 'branch_ar', b.name_ar))
  from jsonb_to_recordset(wanted -> 'branches') w(branch_id uuid, access text)
  left join public.branches b on b.id = w.branch_id
  where not coalesce(w.branch_id = any (private.branch_ids(w.access)), false);
  perform private.raise_error_if(exists (
    select from auth.users u where u.email = wanted ->> 'email' and u.id <> change.profile_id), 'email_taken', 409,
      '{"field": "email"}');
end
$$;

/* Applies a change. password_temporary is set if the change sends a password to Auth. */
create function private.write_change(change private.user_changes) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  w record;
begin
  if change.kind = 'delete' then
    delete from public.profiles p where p.id = change.profile_id;
  else
    select x.* into w
    from jsonb_to_record(private.person_as(change.profile_id, change.content))
      x(name text, name_ar text, active boolean, role_id uuid, email text, phone text, address text, branches jsonb);
    insert into public.profiles (id, name, name_ar, active, role_id, password_temporary)
    values (change.profile_id, w.name, w.name_ar, w.active, w.role_id, change.content ? 'password')
    on conflict (id)
      do update set name = excluded.name, name_ar = excluded.name_ar, active = excluded.active,
        role_id = excluded.role_id,
      password_temporary = profiles.password_temporary or excluded.password_temporary;
    insert into public.profile_contacts (profile_id, email, phone, address)
    values (change.profile_id, w.email, w.phone, w.address)
    on conflict (profile_id) do update set email = excluded.email, phone = excluded.phone, address = excluded.address;
    delete from public.user_branches ub
    where ub.profile_id = change.profile_id
      and not ub.branch_id in (select b.branch_id from jsonb_to_recordset(w.branches) b(branch_id uuid));
    insert into public.user_branches (profile_id, branch_id, access)
    select change.profile_id, b.branch_id, b.access from jsonb_to_recordset(w.branches) b(branch_id uuid, access text)
    on conflict (profile_id, branch_id)
      do update set access = excluded.access
      where user_branches.access <> excluded.access;
  end if;
  update private.user_changes c set applied_at = now() where c.id = change.id;
end
$$;

/* Whether the email is confirmed: an invited person confirms it by choosing a password; with a temporary password Auth
   treats it as confirmed from the start. */
create function private.has_accepted(profile_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.id = has_accepted.profile_id and u.email_confirmed_at is not null)
$$;

/* A change as requested now by the caller. */
create function private.user_change(
  id uuid, profile_id uuid, kind text, content jsonb, expected_version integer) returns private.user_changes
  language sql stable set search_path = ''
return row(id, profile_id, kind, content, expected_version, auth.uid(), now(), null)::private.user_changes;

/* Continues or repeats the request known under this id; otherwise checks and records a new one, and applies it at once
   unless Auth is involved. Answers {status: applied, id, kind, version, invite}, or {status: pending, id, kind, tell}
   with what to send to Auth. invite: the address to send an invitation to now, null for none; returned again when the
   request is repeated, and by the next change if no invitation was ever sent. */
create function private.request_user_change(change private.user_changes, is_auths boolean, tell jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  known private.user_changes;
begin
  perform private.raise_error_if(change.id is null or change.profile_id is null, 'id_missing', 400, '{"field": "id"}');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(change.id::text, 0));
  select * into known from private.user_changes c where c.id = change.id;
  if known.id is not null then
    perform private.require_same_content(known.made_by, null, null, 'user_not_found',
      (known.profile_id, known.kind, known.content, known.expected_version) is not distinct from (change.profile_id,
        change.kind, change.content, change.expected_version));
  end if;
  if known.applied_at is null then
    perform private.require_change_allowed(change);
    insert into private.user_changes values (change.*) on conflict (id) do update set made_at = now();
    if is_auths then
      return jsonb_build_object('status', 'pending', 'id', change.profile_id, 'kind', change.kind,
        'tell', tell || jsonb_build_object('app_metadata', jsonb_build_object('change', change.id)));
    end if;
    perform private.write_change(change);
  end if;
  return jsonb_build_object(
    'status', 'applied',
    'id', change.profile_id,
    'kind', change.kind,
    'version', (select p.version from public.profiles p where p.id = change.profile_id),
    'invite', (
      select c.email
      from public.profiles p
      join public.profile_contacts c on c.profile_id = p.id
      join auth.users u on u.id = p.id
      where p.id = change.profile_id
        and p.active
        and u.email_confirmed_at is null
        -- A repeated request must not reveal the current address to a caller who no longer outranks the person.
        and private.outranks(p.id)
        and (change.content ? 'email' or u.invited_at is null)));
end
$$;

/* Creates a person, or with expected_version updates one; absent keys stay unchanged.
   id: the request's own. person: {name, name_ar, email, phone, address, role_id, branches: [{branch_id, access}],
   active}. with_password: a temporary password is sent to Auth, which the person must change before anything else; a
   new person without one is invited.
   Errors: permission_missing, id_missing, value_invalid, field_missing, lines_over_limit, name_has_marks,
   name_mixes_scripts, name_taken (of the caller's own name), exists_already, user_not_found, changed_meanwhile,
   access_is_own, person_above, role_not_found, role_above, branch_not_found, branch_not_held {branch},
   branch_view_only {branch}, email_taken, last_owner. */
create function private.change_user(
  id uuid, profile_id uuid, person jsonb default '{}', with_password boolean default false,
    expected_version integer default null)
    returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  kind constant text := case when expected_version is null then 'create' else 'update' end;
  before constant jsonb := private.person_as(profile_id);
  sent jsonb;
  email_changes boolean;
  tell jsonb;
begin
  perform private.require_permission('management.users.' || kind);
  -- Limits the number before the branches are read one by one.
  perform private.raise_error_if(case
    when jsonb_typeof(person -> 'branches') = 'array' then jsonb_array_length(person -> 'branches') > 1000 end,
    'value_invalid', 400, '{"field": "branches"}');
  perform private.require_values(person, '{"name": "public.short_name", "name_ar": "public.short_name",
    "email": "public.email", "phone": "public.phone",
    "address": "public.short_text", "role_id": "uuid", "active": "boolean", "branches": "object[]"}');
  perform private.require_clear_names(person);
  if person -> 'branches' <> '[]' then
    perform private.require_lines(person -> 'branches', 1000, '{"branch_id": "uuid", "access": "text"}',
      'value_invalid', 'branches');
    perform private.raise_error_if(exists (
      select from jsonb_to_recordset(person -> 'branches') b(branch_id uuid, access text)
      where b.branch_id is null or b.access is null or not b.access in ('view', 'work')
      union all
      select from jsonb_to_recordset(person -> 'branches') b(branch_id uuid) group by b.branch_id having count(*) > 1),
        'value_invalid', 400, '{"field": "branches"}');
  end if;
  perform private.raise_error('field_missing', 400, jsonb_build_object('field', f.name))
  from unnest(array['name', 'email', 'role_id']) f(name)
  where kind = 'create' and person ->> f.name is null or person -> f.name = 'null'
  limit 1;

  -- Each in one form, so that a repeated request compares equal.
  select coalesce(jsonb_object_agg(x.key, case x.key
    when 'email' then to_jsonb(lower(x.value #>> '{}'))
    when 'branches' then (
      select coalesce(jsonb_agg(jsonb_build_object('branch_id', b.branch_id, 'access', b.access)
        order by b.branch_id), '[]')
      from jsonb_to_recordset(x.value) b(branch_id uuid, access text))
    when 'role_id' then to_jsonb((x.value #>> '{}')::uuid)
    else x.value end), '{}')
  into sent
  from jsonb_each(person) x
  where x.value <> 'null' or x.key in ('name_ar', 'phone', 'address');
  if with_password then
    sent := sent || '{"password": true}';
  end if;
  email_changes := sent ->> 'email' <> coalesce(before ->> 'email', '');
  tell := jsonb_strip_nulls(jsonb_build_object(
    'email', case when email_changes then sent ->> 'email' end,
    -- Nobody can sign in before the address is confirmed; a person who has accepted once keeps that at a new address.
    'email_confirm', case when with_password then true when email_changes then private.has_accepted(profile_id) end,
    'ban_duration', case
      when sent -> 'active' <> before -> 'active'
        then case sent ->> 'active' when 'true' then 'none' else '876000h' end end));
  return private.request_user_change(private.user_change(id, profile_id, kind, sent, expected_version),
    with_password or tell <> '{}', tell);
end
$$;

select private.expose_rpc('change_user',
  'Creates or updates a person; changes that involve Auth are left to the edge function users.');

/* Removes a person who has never signed in and is named on no document. Errors: as private.change_user, and
   user_has_worked. */
create function private.delete_user(id uuid, profile_id uuid, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_permission('management.users.delete');
  return private.request_user_change(private.user_change(id, profile_id, 'delete', '{}', expected_version), true, '{}');
end
$$;

select private.expose_rpc('delete_user',
  'Requests the removal of somebody who never worked; the edge function users carries it out.');

/* The email of a person who has not accepted their invitation, to which the edge function `users` sends a new one; that
   voids the earlier link. Answers {email}. Errors: permission_missing, user_not_found, access_is_own, person_above,
   user_inactive, invitation_accepted. */
create function private.invite_user(profile_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  person public.profiles;
begin
  perform private.administer('management.users.update');
  select * into person from public.profiles p where p.id = invite_user.profile_id;
  perform private.raise_error_if(person.id is null, 'user_not_found', 404);
  perform private.raise_error_if(person.id = auth.uid(), 'access_is_own', 403);
  perform private.raise_error_if(not private.outranks(person.id), 'person_above', 403);
  perform private.raise_error_if(not person.active, 'user_inactive', 409);
  perform private.raise_error_if(private.has_accepted(person.id), 'invitation_accepted', 409);
  return (select jsonb_build_object('email', c.email) from public.profile_contacts c where c.profile_id = person.id);
end
$$;

select private.expose_rpc('invite_user',
  'The address to send an invitation to again; the edge function users sends it.');

/* Runs inside Auth's transaction. Checks the change named in the app metadata again, as its maker, and applies it.
   Copies an email changed elsewhere, and clears password_temporary when people choose a password themselves. */
create function private.sync_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  change private.user_changes;
begin
  if tg_op = 'DELETE' then
    select * into change
    from private.user_changes c
    where c.profile_id = old.id and c.kind = 'delete' and c.applied_at is null
    order by c.made_at desc
    limit 1;
  elsif new.raw_app_meta_data ->> 'change' is distinct from old.raw_app_meta_data ->> 'change' then
    select * into change
    from private.user_changes c
    where c.id::text = new.raw_app_meta_data ->> 'change' and c.profile_id = new.id and c.applied_at is null;
    perform private.raise_error_if(change.id is null and new.raw_app_meta_data ? 'change', 'change_expired', 409);
  end if;
  if change.id is not null then
    -- The same lock as in request_user_change: a concurrent repetition waits and finds the change applied.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(change.id::text, 0));
    perform private.raise_error_if(change.made_at < now() - interval '10 minutes', 'change_expired', 409);
    perform set_config('request.jwt.claims', jsonb_build_object('sub', change.made_by, 'role', 'authenticated')::text,
      true);
    perform private.require_change_allowed(change);
    perform private.write_change(change);
    perform set_config('request.jwt.claims', '', true);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.email <> old.email then
    -- Voids the tokens in mails to the old address. The dates are reset as well, since a hosted project stores tokens
    -- in a table of their own.
    update auth.users u
    set confirmation_token = '', confirmation_sent_at = 'epoch', recovery_token = '', recovery_sent_at = 'epoch',
      email_change = '', email_change_token_current = '', email_change_token_new = '', email_change_sent_at = 'epoch'
    where u.id = new.id;
    update public.profile_contacts c set email = new.email
    where c.profile_id = new.id and c.email <> new.email
      and not exists (
        select from private.user_changes u
        where u.profile_id = new.id and u.content ->> 'email' = new.email and u.applied_at is null);
  end if;
  if new.encrypted_password <> old.encrypted_password then
    update public.profiles p set password_temporary = false
    where p.id = new.id and p.password_temporary and not exists (
      -- Auth writes the password before it names the change, so a change about to be applied counts as well.
      select from private.user_changes u
      where u.profile_id = new.id
        and (u.applied_at = now() or u.applied_at is null and u.content ? 'password'
          and u.made_at > now() - interval '1 minute'));
  end if;
  return new;
end
$$;
create trigger follow_account after insert or update of email, encrypted_password, raw_app_meta_data on auth.users
  for each row
  execute function private.sync_account();
create trigger follow_account_removed before delete on auth.users for each row execute function private.sync_account();

/* Deletes requests that are 30 days old, whether or not they were applied. */
create function private.job_forget_user_changes() returns void
  language sql set search_path = ''
as $$
  delete from private.user_changes c where c.made_at < now() - interval '30 days'
$$;
