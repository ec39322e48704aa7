-- Aligns the auth and storage schemas that @supabase/lite created with those of a hosted project.

-- Like the hosted functions, these read both settings with claims; PostgREST sets only the second.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )::text
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as name, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage') and c.relkind = 'r'
  loop
    execute format('alter table %s owner to %I', item.name, case item.nspname
      when 'auth' then 'supabase_auth_admin' else 'supabase_storage_admin' end);
  end loop;
end $$;
alter schema auth owner to supabase_admin;
alter schema storage owner to supabase_admin;

grant usage on schema auth to postgres, anon, authenticated, service_role, supabase_auth_admin, dashboard_user;
revoke all on all tables in schema auth from public, anon, authenticated, service_role;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all sequences in schema auth to postgres, dashboard_user;
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.audit_log_entries enable row level security;

grant usage on schema storage to postgres, anon, authenticated, service_role, supabase_storage_admin, dashboard_user;
grant all on all tables in schema storage to postgres, anon, authenticated, service_role, dashboard_user;
-- On a hosted project a privilege outside SQL lets postgres create policies on these two tables; here it must own them.
alter table storage.objects owner to postgres;
alter table storage.buckets owner to postgres;

-- As on a hosted project, only Storage deletes files and buckets; SQL would leave the files' bytes behind. The setting
-- is Storage's own.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise insufficient_privilege using
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end $$;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

-- @supabase/lite stores JSON as a JSON string; this unwraps it, since SQL reads it as an object.
create function auth.unwrap_json() returns trigger language plpgsql set search_path = '' as $$
declare
  whole jsonb := to_jsonb(new);
  name text;
begin
  foreach name in array tg_argv loop
    if jsonb_typeof(whole -> name) = 'string' then
      whole := whole || jsonb_build_object(name, (whole ->> name)::jsonb);
    end if;
  end loop;
  return jsonb_populate_record(new, whole);
end $$;
create trigger unwrap_json before insert or update on storage.objects
  for each row execute function auth.unwrap_json('metadata', 'user_metadata');
create trigger unwrap_json before insert or update on auth.users
  for each row execute function auth.unwrap_json('raw_app_meta_data', 'raw_user_meta_data');
create trigger unwrap_json before insert or update on auth.identities
  for each row execute function auth.unwrap_json('identity_data');

-- The Supabase CLI's migration history. Its presence means that this file was applied completely.
create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text);
create table supabase_migrations.seed_files (path text not null primary key, hash text not null);
alter table supabase_migrations.schema_migrations owner to postgres;
alter table supabase_migrations.seed_files owner to postgres;
