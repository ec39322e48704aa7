-- A database small enough to read at once, for the tests of the stack itself.
create schema private;
create domain public.money as numeric(14, 4);
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  amount public.money not null default 12.5,
  plain numeric not null default 1,
  at timestamptz not null default '2026-01-02 03:04:05.678+00',
  owner_id uuid not null default auth.uid(),
  constraint notes_amount_positive check (amount > 0)
);
alter table public.notes enable row level security;
grant select, insert, delete on public.notes to authenticated;
create policy "people read their own notes" on public.notes for
  select to authenticated
  using (owner_id = (select auth.uid()));
create policy "people add their own notes" on public.notes for insert to authenticated
  with check (owner_id = (select auth.uid()));

create table public.hidden (id int primary key);
alter table public.hidden enable row level security;
create function public.fail(code text) returns void language plpgsql as $$
begin
  if code = 'plain' then raise exception 'plain trouble' using detail = 'more', hint = 'less'; end if;
  raise exception 'short_stock' using errcode = 'PT409', detail = '{"left":3}';
end $$;
create function public.totals() returns table (total numeric, at timestamptz) language sql stable as $$
  select 2.50, '2026-01-02 03:04:05+00'::timestamptz $$;
create table private.ticks (at timestamptz not null default now(), who name not null default current_user);
create function private.run_due_jobs() returns void language sql as $$ insert into private.ticks default values $$;

create function public.linger(seconds numeric) returns void language sql as $$ select pg_sleep(seconds) $$;
create function public.linger_short(seconds numeric) returns void language sql
  set statement_timeout = '1s' as $$
  select pg_sleep(seconds) $$;
create function public.linger_long(seconds numeric) returns void language sql
  set statement_timeout = '60s' as $$
  select pg_sleep(seconds) $$;
