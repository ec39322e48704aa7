-- Reads of the documents screen: all files attached to documents.

create view public.file_list with (security_invoker = true) as
select a.id, a.kind, a.document_id, a.document_number, a.page_id, a.branch_id, b.name as branch, b.name_ar as branch_ar,
  a.path, a.name, a.size, a.mime_type, a.created_at, private.person(a.created_by) as created_by
from public.attachments a
join public.branches b on b.id = a.branch_id;
comment on view public.file_list is 'Files with the number of their document and the person who attached them.';
grant select on public.file_list to authenticated;

/* The condition shared by the list and the count of files: a where clause over attachments a. */
create function private.file_filter(
  words text default '', kinds text[] default '{}', types text[] default '{}', at_branch_ids uuid[] default '{}',
  uploader_ids uuid[] default '{}', uploaded text default null)
  returns text
  language plpgsql stable security definer set search_path = ''
as $$
declare
  reach constant uuid[] := private.resolve_branch_filter(at_branch_ids);
begin
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

/* A page of files whose documents are visible to the caller. words: each in the file's name or its document's number.
   types: picture, pdf. uploader_ids: who attached them. uploaded: a period (private.moment_range). sort: created_at,
   name, size, id. Errors: permission_missing, sort_unknown, period_unknown, list_over_limit, search_too_long. */
select private.expose_list('file', 'A page of files whose documents are visible to the caller.',
  'public.attachments a', 'documents.files.view', array['created_at', 'name', 'size'], counted => true);
