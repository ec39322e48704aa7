-- Scheduled jobs, run every minute as postgres: by pg_cron on a hosted project, by a timer in the embedded stack.

create table private.due_functions (
  name text primary key,
  every interval not null,
  called_at timestamptz
);
comment on table private.due_functions is
  'Edge functions that are called on schedule, for work that only a service can do, such as removing files from '
  'storage.';
insert into private.due_functions values ('clean-files', '1 day');

/* Runs all jobs: each private.job_<name>() of any chapter, in order of names; a failure is logged as a warning and the
   others still run. Answers the edge functions that are due, each once, for the caller to call with the secret key. */
create function private.run_due_jobs() returns setof text
  language plpgsql set search_path = ''
as $$
declare
  job name;
begin
  for job in select p.proname
    from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proname like 'job\_%'
    order by 1
  loop
    begin
      execute format('select private.%I()', job);
    exception when others then
      raise warning '%: % (%)', job, sqlerrm, sqlstate;
    end;
  end loop;
  return query update private.due_functions f
    set called_at = now()
    where (f.called_at < now() - f.every) is not false
    returning f.name;
end
$$;

/* The same on a hosted project, where the database itself calls the edge functions (pg_net). Their address and key are
   in its Vault, as project_url and secret_key; without them only the database's own jobs run. Cleaning files can take
   a minute, and a hosted function at most 150 seconds. */
create function private.run_due_jobs_and_call() returns void
  language plpgsql set search_path = ''
as $$
declare
  name text;
begin
  for name in select private.run_due_jobs()
  loop
    execute $sql$
      select net.http_post(url := u.decrypted_secret || '/functions/v1/' || $1,
        headers := jsonb_build_object('apikey', k.decrypted_secret), timeout_milliseconds := 150000)
      from vault.decrypted_secrets u, vault.decrypted_secrets k
      where u.name = 'project_url' and k.name = 'secret_key'$sql$ using name;
  end loop;
end
$$;

do $$
begin
  if (select count(*) = 2 from pg_catalog.pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    perform cron.schedule('daftar', '* * * * *', 'select private.run_due_jobs_and_call()');
  end if;
end
$$;
