-- Who was signed in from when until when, on which device; and what people do with their own account.

create table public.user_sessions (
  id uuid primary key,
  profile_id uuid not null constraint user_sessions_profile_in_use references public.profiles,
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  signed_out_at timestamptz,
  device text constraint user_sessions_device_length check (char_length(device) <= 300)
);
create index user_sessions_of_person on public.user_sessions (profile_id, last_seen_at desc);
create index user_sessions_by_sign_in on public.user_sessions (signed_in_at, id);
create index user_sessions_by_last_seen on public.user_sessions (last_seen_at, id);
comment on table public.user_sessions is 'A session of Auth, under its id: written by whoever is in it, at most once in four minutes.';
comment on column public.user_sessions.last_seen_at is 'When something was last done in it, to within a few minutes.';
comment on column public.user_sessions.device is 'What the browser says it is.';

select private.allow_read('public.user_sessions', 'the person and those who may view user activity read the sessions', null,
  reach => $$profile_id = (select auth.uid()) and (select private.is_active()) or (select private.can('management.user_activity.view'))$$);

/* The session that the caller is in; null for a token that Auth made without one. */
create function private.own_session() returns uuid
  language sql stable set search_path = ''
as $$
  select (auth.jwt() ->> 'session_id')::uuid
$$;

/* online: something was done in it within ten minutes; away: not lately; expired: not for sixteen hours, and nobody signed out. */
create function private.session_state(session public.user_sessions) returns text
  language sql stable set search_path = ''
as $$
  select case
    when session.signed_out_at is not null then 'signed_out'
    when session.last_seen_at > now() - interval '10 minutes' then 'online'
    when session.last_seen_at > now() - interval '16 hours' then 'away'
    else 'expired' end
$$;

/* Says that the caller is at work in this session: asked when one signs in and now and then while something is done. Error: account_inactive. */
create function private.report_presence() returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  if not exists (
    select from public.user_sessions s
    where s.id = private.own_session() and s.signed_out_at is null and s.last_seen_at > now() - interval '4 minutes') then
    insert into public.user_sessions (id, profile_id, signed_in_at, last_seen_at, device)
    select s.id, s.user_id, s.created_at, now(), left(current_setting('request.headers', true)::jsonb ->> 'user-agent', 300)
    from auth.sessions s
    where s.id = private.own_session() and s.user_id = auth.uid()
    on conflict (id) do update set last_seen_at = excluded.last_seen_at, signed_out_at = null;
  end if;
end
$$;

select private.expose_rpc('report_presence', 'Says that the caller is at work in this session; written at most once in four minutes.');

create function private.report_sign_out() returns void
  language sql security definer set search_path = ''
as $$
  update public.user_sessions s set last_seen_at = now(), signed_out_at = now() where s.id = private.own_session() and s.profile_id = auth.uid()
$$;

select private.expose_rpc('report_sign_out', 'Says that the caller leaves this session; Auth ends it.');

/* The caller's sessions that are still good, as Auth has them, the newest first: [{id, signed_in_at, last_seen_at, device, is_current}]. */
create function private.own_sessions() returns table (id uuid, signed_in_at timestamptz, last_seen_at timestamptz, device text, is_current boolean)
  language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(u.last_seen_at, s.created_at), coalesce(u.device, left(s.user_agent, 300)), s.id is not distinct from private.own_session()
  from auth.sessions s left join public.user_sessions u on u.id = s.id
  where s.user_id = auth.uid() and private.is_active()
  order by s.id is not distinct from private.own_session() desc, 3 desc, s.id
  limit 100
$$;

select private.expose_rpc('own_sessions', 'The caller''s sessions that are still good.');

/* Ends sessions of the caller's, but for the one that asks: what comes from them is refused from now on. Answers how many. */
create function private.end_sessions(ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
as $$
declare
  gone uuid[];
begin
  perform private.require_max_items(ids, 1000, 'ids');
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  with ended as (
    delete from auth.sessions s where s.user_id = auth.uid() and s.id = any (ids) and s.id is distinct from private.own_session() returning s.id)
  select array_agg(e.id) into gone from ended e;
  update public.user_sessions u set signed_out_at = now() where u.id = any (gone) and u.signed_out_at is null;
  return coalesce(cardinality(gone), 0);
end
$$;

select private.expose_rpc('end_sessions', 'Ends other sessions of the caller''s.');

/* What everybody may change of themselves: {name, name_ar, phone, address}; what is absent stays. Answers {id, version}.
   Errors: account_inactive, changed_meanwhile, value_invalid, field_missing. */
create function private.save_own_profile(profile jsonb, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  stands public.profiles;
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  perform private.require_values(profile, '{"name": "public.short_name", "name_ar": "public.short_name", "phone": "public.phone", "address": "public.short_text"}');
  perform private.raise_error_if(profile -> 'name' = 'null', 'field_missing', 400, '{"field": "name"}');
  select * into stands from public.profiles p where p.id = auth.uid() for update;
  perform private.require_version(stands.version, expected_version, stands.updated_by, stands.updated_at);
  update public.profiles p
  set name = coalesce(profile ->> 'name', p.name), name_ar = case when profile ? 'name_ar' then profile ->> 'name_ar' else p.name_ar end
  where p.id = stands.id
  returning * into stands;
  update public.profile_contacts c
  set phone = case when profile ? 'phone' then profile ->> 'phone' else c.phone end, address = case when profile ? 'address' then profile ->> 'address' else c.address end
  where c.profile_id = stands.id;
  return jsonb_build_object('id', stands.id, 'version', stands.version);
end
$$;

select private.expose_rpc('save_own_profile', 'Changes the caller''s own name, phone and address.');

-- ── Invariants of this chapter ──

create view private.invariants_of_user_sessions (rule, row_id) as
select 'a session ends after it began', s.id::text from public.user_sessions s where s.last_seen_at < s.signed_in_at or s.signed_out_at < s.signed_in_at;
