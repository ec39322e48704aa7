-- Views are read. A write on one that Postgres cannot rewrite it refuses before it asks who may (55000, over HTTP a 500); with a
-- trigger of its own it asks first, and nobody holds more than SELECT (42501, over HTTP a 403).

create function private.refuse_write() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform private.raise_error('permission_missing', 403);
end
$$;

do $$
declare
  list regclass;
begin
  for list in
    select c.oid
    from pg_class c
    where c.relkind = 'v'
      and c.relnamespace = 'public'::regnamespace
  loop
    execute format(
      'create trigger read_only instead of insert or update or delete on %s for each row execute function private.refuse_write()', list);
  end loop;
end
$$;
