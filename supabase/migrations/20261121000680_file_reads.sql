-- Reads of the documents screen: all files attached to documents.

create view public.file_list with (security_invoker = true) as
select a.id, a.kind, a.document_id, a.document_number, a.page_id, a.branch_id, b.name as branch, b.name_ar as branch_ar,
  a.path, a.name, a.size, a.mime_type, a.created_at, private.person(a.created_by) as created_by
from public.attachments a
join public.branches b on b.id = a.branch_id;
comment on view public.file_list is 'Files with the number of their document and the person who attached them.';
grant select on public.file_list to authenticated;

/* The condition shared by the list and the count of files: a where clause over attachments a. */
create function private.file_filter(words text, kinds text[], types text[], at_branch_ids uuid[], uploader_ids uuid[],
  uploaded text)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
  perform private.require_permission('documents.files.view');
  return concat_ws(' and ',
    format('a.branch_id = any (%L::uuid[]) and a.kind = any (%L::text[])', reach, private.viewable_file_kinds()),
    private.sql_match_words('a.search', words),
    private.sql_in('a.kind', kinds, 'kinds'),
    private.sql_in('case when a.mime_type like ''image/%'' then ''picture'' else ''pdf'' end', types, 'types'),
    private.sql_in('a.created_by', uploader_ids, 'uploader_ids'),
    case
      when uploaded is not null
        then format('a.created_at <@ %L::tstzrange', private.moment_range(uploaded, reach)) end);
end
$$;

/* The ids of a page of files, in order. Security definer, so that an index serves the search; the rows themselves are
   read as the caller. */
create function private.file_ids(
  words text, kinds text[], types text[], at_branch_ids uuid[], uploader_ids uuid[], uploaded text, sort text,
  descending boolean, page_size integer, page_offset integer, after_id uuid)
  returns setof uuid
  language plpgsql stable security definer rows 25 set search_path = ''
as $$
declare
  order_by constant text := case when sort in ('id', 'created_at', 'name', 'size') then 'a.' || sort end;
begin
  return query execute format('select a.id from public.attachments a where %s %s',
    private.file_filter(words, kinds, types, at_branch_ids, uploader_ids, uploaded),
    private.page_clause('a.id', order_by, descending, page_size, page_offset, after_id));
end
$$;

create function private.file_count(
  words text default '', kinds text[] default '{}', types text[] default '{}', at_branch_ids uuid[] default '{}',
  uploader_ids uuid[] default '{}', uploaded text default null)
  returns integer
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.capped_count('public.attachments a where '
    || private.file_filter(words, kinds, types, at_branch_ids, uploader_ids, uploaded),
    null);
end
$$;

/* A page of files whose documents are visible to the caller. words: each in the file's name or its document's number.
   types: picture, pdf. uploader_ids: who attached them. uploaded: a period (private.moment_range). sort: created_at,
   name, size, id. page_size: at most 1,000, by id 5,000. Errors: permission_missing, sort_unknown, period_unknown,
   list_over_limit, search_too_long. */
create function public.file_page(
  words text default '', kinds text[] default '{}', types text[] default '{}', at_branch_ids uuid[] default '{}',
  uploader_ids uuid[] default '{}', uploaded text default null,
  sort text default 'created_at', descending boolean default true, page_size integer default 25,
  page_offset integer default 0, after_id uuid default null)
  returns setof public.file_list
  language sql stable set search_path = ''
as $$
  select f.*
  from private.file_ids(words, kinds, types, at_branch_ids, uploader_ids, uploaded, sort, descending, page_size,
    page_offset, after_id) with ordinality page(id, position)
  cross join lateral (select * from public.file_list x where x.id = page.id offset 0) f
  order by page.position
$$;

select private.expose_rpc('file_count', 'The number of matching files; 10,001 means more than 10,000.');
grant execute on function private.file_ids, public.file_page to authenticated;
comment on function public.file_page is 'A page of files whose documents are visible to the caller.';
