-- Earlier names of records, so that a reprinted document shows the names of its day even after a renaming, by hand or
-- by import.

create table private.name_changes (
  id bigint generated always as identity primary key,
  record_id uuid not null,
  at timestamptz not null default now(),
  names jsonb not null
);
comment on table private.name_changes is
  'The previous names of a record at each renaming: all of its columns that documents show.';
create index name_changes_of_record on private.name_changes (record_id, id) include (at);

/* Stores the previous values of the columns named by the trigger's arguments whenever one of them changes. */
create function private.record_name_change() returns trigger
  language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
begin
  execute (
    select format(
      'insert into private.name_changes (record_id, names)
       select d.id, jsonb_build_object(%s)
       from added a
       join removed d using (id)
       where %s',
      string_agg(format('%1$L, d.%1$I', c), ', '), string_agg(format('a.%1$I is distinct from d.%1$I', c), ' or '))
    from unnest(tg_argv) c);
  return null;
end
$$;

create function private.track_name_changes(of_table regclass, variadic columns text[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create trigger track_name_changes after update on %s
     referencing new table as added old table as removed
     for each statement execute function private.record_name_change(%s)',
    of_table, (select string_agg(quote_literal(c), ', ') from unnest(columns) c));
end
$$;

select private.track_name_changes('public.business', 'name', 'name_ar', 'tax_number', 'country', 'contact_number');
select private.track_name_changes('public.branches', 'name', 'name_ar', 'phone', 'address');
select private.track_name_changes('public.customers', 'name', 'name_ar', 'phone', 'address', 'tax_number');
select private.track_name_changes('public.products', 'name', 'name_ar');
select private.track_name_changes('public.colors', 'name', 'name_ar');
select private.track_name_changes('public.sizes', 'name', 'name_ar');
select private.track_name_changes('public.profiles', 'name', 'name_ar');
select private.track_name_changes('public.tax_rates', 'name', 'name_ar');
select private.track_name_changes('public.payment_methods', 'name', 'name_ar');

/* The former names of those of these records that were named differently at that moment: {id: {name, name_ar, …}}.
   Checks no permission: the caller shows only records that the reader may see. */
create function private.names_at(ids uuid[], moment timestamptz) returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.record_id, c.names), '{}')
  from (
    select distinct on (x.record_id) x.record_id, x.names
    from private.name_changes x
    where x.record_id = any (ids)
      and x.at > moment
    order by x.record_id, x.id) c
$$;

/* One record's names from private.names_at under the keys of a document: for word "customer" {customer, customer_ar,
   customer_phone, …}. Empty if it was not renamed. */
create function private.prefixed_names(names jsonb, id uuid, word text) returns jsonb
  language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(case e.key when 'name' then word else word || '_' || replace(e.key, 'name_', '') end,
    e.value), '{}')
  from jsonb_each(names -> id::text) e
$$;
