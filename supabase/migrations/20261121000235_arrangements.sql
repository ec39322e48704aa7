-- What each user arranged for themselves, on every device: the parts of their dashboard, and their pinned questions.

create table private.arrangements (
  profile_id uuid constraint arrangements_profile_exists references public.profiles on delete cascade,
  page text constraint arrangements_page_known check (page in ('dashboard', 'reports')),
  parts text[] not null,
  primary key (profile_id, page)
);
comment on table private.arrangements is
  'The parts of a page in the order that a user chose; a page without a row is as delivered. The client knows the '
  'parts and ignores unknown ones.';

/* The caller's arrangements: {<page>: [part]}. */
create function private.own_arrangements() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(a.page, a.parts), '{}')
  from private.arrangements a
  where a.profile_id = auth.uid()
$$;
grant execute on function private.own_arrangements() to authenticated;

/* Arranges a page for the caller; of two at once the last one wins. parts: at most 60, without repeats; null: as
   delivered. Safe to repeat. Errors: account_inactive, value_invalid {field}, list_over_limit. */
create function private.save_arrangement(page text, parts text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(not private.is_active(), 'account_inactive', 403);
  perform private.require_max_items(parts, 60, 'parts');
  perform private.raise_error_if(coalesce(save_arrangement.page, '') not in ('dashboard', 'reports'), 'value_invalid',
    400, '{"field": "page"}');
  perform private.raise_error('value_invalid', 400, '{"field": "parts"}')
  from unnest(parts) x
  having count(*) > count(distinct x) or bool_or(coalesce(x, '') !~ '^[a-z_]{1,40}$');
  if parts is null then
    delete from private.arrangements a where a.profile_id = auth.uid() and a.page = save_arrangement.page;
  else
    insert into private.arrangements (profile_id, page, parts)
    values (auth.uid(), save_arrangement.page, save_arrangement.parts)
    on conflict on constraint arrangements_pkey do update set parts = excluded.parts;
  end if;
end
$$;
select private.expose_rpc('save_arrangement', 'Arranges the dashboard or the questions of the reports for the caller.');
