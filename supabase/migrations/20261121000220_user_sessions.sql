-- User sessions: who was signed in when and on which device; and what people do with their own account.

create table public.user_sessions (
  id uuid primary key,
  profile_id uuid not null constraint user_sessions_profile_in_use references public.profiles,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  signed_out_at timestamptz,
  device text constraint user_sessions_device_length check (char_length(device) <= 300),
  reports_presence boolean not null default false
);
create index user_sessions_of_person on public.user_sessions (profile_id, last_seen_at desc);
create index user_sessions_by_sign_in on public.user_sessions (signed_in_at, id);
create index user_sessions_by_last_seen on public.user_sessions (last_seen_at, id);
comment on table public.user_sessions is
  'A session of Auth, under its id, from its beginning to its end: it stays when Auth''s row is gone.';
comment on column public.user_sessions.last_seen_at is
  'The last activity, to within a few minutes; if the client does not report it, the last renewal of the token.';
comment on column public.user_sessions.signed_out_at is
  'When it ended: by signing out, by another session, or with the account.';
comment on column public.user_sessions.device is 'The user agent.';
comment on column public.user_sessions.reports_presence is
  'The client reports activity, so renewals of the token, as by a tab left open, do not count as activity.';

select private.allow_read('public.user_sessions', 'the person and those who may view user activity read the '
  'sessions', null,
  reach => $$profile_id = (select auth.uid()) and (select private.is_active())
    or (select private.can('management.user_activity.view'))$$);

/* The caller's session; null for a token that Auth issued without one. */
create function private.own_session() returns uuid
  language sql stable set search_path = ''
as $$
  select (auth.jwt() ->> 'session_id')::uuid
$$;

/* online: active within ten minutes; away: within sixteen hours; expired: not since, without having signed out. */
create function private.session_state(session public.user_sessions) returns text
  language sql stable set search_path = ''
as $$
  select case
    when session.signed_out_at is not null then 'signed_out'
    when session.last_seen_at > now() - interval '10 minutes' then 'online'
    when session.last_seen_at > now() - interval '16 hours' then 'away'
    else 'expired' end
$$;

/* Mirrors auth.sessions inside Auth's transactions, however a session begins, is renewed or ends. A failure here is
   only a warning, since an error would keep people from signing in. */
create function private.follow_session() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.user_sessions s
    set signed_out_at = greatest(now(), s.signed_in_at)
    where s.id = old.id and s.signed_out_at is null;
  else
    insert into public.user_sessions as s (id, profile_id, signed_in_at, last_seen_at, device)
    select new.id, p.id, least(new.created_at, now()), now(), left(new.user_agent, 300)
    from public.profiles p
    where p.id = new.user_id
    on conflict (id) do update
    set device = coalesce(s.device, excluded.device),
      last_seen_at = case when s.reports_presence then s.last_seen_at
        else greatest(s.last_seen_at, excluded.last_seen_at) end;
  end if;
  return null;
exception
  when others then
    raise warning 'user_sessions does not follow session %: %', coalesce(new.id, old.id), sqlerrm;
    return null;
end
$$;
create trigger follow_session after insert or update or delete on auth.sessions
  for each row
  execute function private.follow_session();

/* Ends all sessions of a person whose account is activated or deactivated: tokens from before a deactivation stay
   invalid after it is undone. */
create function private.end_sessions_of_account() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.user_id = new.id;
  return null;
end
$$;
create trigger end_sessions after update of active on public.profiles
  for each row when (old.active <> new.active) execute function private.end_sessions_of_account();

/* Records that the caller is active in this session; called after sign-in and from time to time during activity. Error:
   account_inactive. */
create function private.report_presence() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  if not exists (
    select from public.user_sessions s
    where s.id = private.own_session() and s.reports_presence and s.last_seen_at > now() - interval '4 minutes') then
    -- A session that began before its person had a profile has no row yet.
    insert into public.user_sessions (id, profile_id, signed_in_at, last_seen_at, device, reports_presence)
    select s.id, s.user_id, least(s.created_at, now()), now(),
      left(current_setting('request.headers', true)::jsonb ->> 'user-agent', 300), true
    from auth.sessions s
    where s.id = private.own_session() and s.user_id = auth.uid()
    on conflict (id) do update
    set last_seen_at = excluded.last_seen_at, reports_presence = true,
      device = coalesce(excluded.device, user_sessions.device);
  end if;
end
$$;

select private.expose_rpc('report_presence',
  'Records activity of the caller in this session; written at most once in four minutes.');

/* The caller's live sessions in Auth, the current one first, then by last activity: [{id, signed_in_at, last_seen_at,
   device, is_current}]. */
create function private.own_sessions() returns table (id uuid, signed_in_at timestamptz, last_seen_at timestamptz,
  device text, is_current boolean)
  language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(u.last_seen_at, s.created_at), coalesce(u.device, left(s.user_agent, 300)),
    s.id is not distinct from private.own_session()
  from auth.sessions s left join public.user_sessions u on u.id = s.id
  where s.user_id = auth.uid() and private.is_active()
  order by s.id is not distinct from private.own_session() desc, 3 desc, s.id
  limit 100
$$;

select private.expose_rpc('own_sessions', 'The caller''s live sessions.');

/* Ends sessions of the caller except the current one; their tokens are refused from then on. Answers their number. */
create function private.end_sessions(ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_max_items(ids, 1000, 'ids');
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  delete
  from auth.sessions s
  where s.user_id = auth.uid() and s.id = any (ids) and s.id is distinct from private.own_session();
  get diagnostics ended = row_count;
  return ended;
end
$$;

select private.expose_rpc('end_sessions', 'Ends other sessions of the caller.');

/* Changes the caller's own {name, name_ar, phone, address}; absent keys stay unchanged. Answers {id, version}. Errors:
   account_inactive, value_invalid, field_missing, name_has_marks, name_mixes_scripts, name_taken, changed_meanwhile. */
create function private.save_own_profile(profile jsonb, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  own_row public.profiles;
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  perform private.require_values(profile,
    '{"name": "public.short_name", "name_ar": "public.short_name", "phone": "public.phone", '
    '"address": "public.short_text"}');
  perform private.raise_error_if(profile -> 'name' = 'null', 'field_missing', 400, '{"field": "name"}');
  perform private.require_clear_names(profile);
  -- Before the row: two requests of one person take both locks in one order.
  perform private.require_own_names_free(profile) where profile ?| '{name,name_ar}';
  select * into own_row from public.profiles p where p.id = auth.uid() for update;
  perform private.require_version(own_row.version, expected_version, own_row.updated_by, own_row.updated_at);
  update public.profiles p
  set name = coalesce(profile ->> 'name', p.name),
    name_ar = case when profile ? 'name_ar' then profile ->> 'name_ar' else p.name_ar end
  where p.id = own_row.id
  returning * into own_row;
  update public.profile_contacts c
  set phone = case when profile ? 'phone' then profile ->> 'phone' else c.phone end,
    address = case when profile ? 'address' then profile ->> 'address' else c.address end
  where c.profile_id = own_row.id;
  return jsonb_build_object('id', own_row.id, 'version', own_row.version);
end
$$;

select private.expose_rpc('save_own_profile', 'Changes the caller''s own name, phone and address.');

-- ── Invariants of this chapter ──

create view private.invariants_of_user_sessions (rule, row_id) as
select 'a session ends after it began', s.id::text
from public.user_sessions s
where s.last_seen_at < s.signed_in_at or s.signed_out_at < s.signed_in_at;
