-- The roles and schemas that a hosted Supabase project starts with, before its services add theirs.
-- Passwords are set by the caller.

create role postgres login createrole createdb replication bypassrls;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin nologin noinherit createrole;
create role supabase_storage_admin nologin noinherit createrole;
create role dashboard_user nologin createrole createdb replication;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
-- On hosted projects an extension grants this for all settings that PostgREST reads.
grant set on parameter "pgrst.db_pre_request" to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_create_subscription to postgres;

alter database postgres owner to postgres;
grant usage on schema public to postgres, anon, authenticated, service_role;
grant all on schema public to postgres;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role, dashboard_user;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pgcrypto with schema extensions;

alter role postgres set search_path to "$user", public, extensions;
alter role supabase_admin set search_path to "$user", public, extensions;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

-- Notifies PostgREST of every schema change except those of temporary tables, as on hosted projects: otherwise each
-- import would make it close its connections and reload the schema.
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    notify pgrst, 'reload schema';
  end if;
end $$;
create function extensions.pgrst_drop_watch() returns event_trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end $$;
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
