-- Storage: product pictures for everyone's screen, documents for those who reach their branch. Policies are kept in a short
-- migration of their own, because each takes a lock on storage.objects until commit.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('images', 'images', true, 5242880, array['image/webp', 'image/png', 'image/jpeg']),
  ('attachments', 'attachments', false, 10485760, array['image/webp', 'image/png', 'image/jpeg', 'application/pdf'])
on conflict (id) do nothing;

/* May the caller write this object of the images bucket? products/<product>/<file> needs the product, business/<file> the settings. */
create function private.may_write_image(path text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select path !~ '(^|/)\.{0,2}(/|$)' and case split_part(path, '/', 1)
    when 'products' then split_part(path, '/', 3) <> '' and (private.can('inventory.products.update') or private.can('inventory.products.create'))
    when 'business' then split_part(path, '/', 2) <> '' and private.can('settings.business.update')
    else false
  end
$$;

/* May the caller use this object of the attachments bucket? Its path is branch/kind/document/file; a kind nobody named is nobody's. */
create function private.may_reach_attachment(path text, permission text, access text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.can(permission)
    and path !~ '(^|/)\.{0,2}(/|$)' and split_part(path, '/', 4) <> ''
    and split_part(path, '/', 1) = any (private.branch_ids(access)::text[])
    and split_part(path, '/', 2) = any (private.file_kinds())
$$;
grant execute on function private.may_write_image(text), private.may_reach_attachment(text, text, text) to authenticated;

create policy "staff list pictures they may write" on storage.objects for select to authenticated
  using (bucket_id = 'images' and private.may_write_image(name));
create policy "those who may write a picture add it" on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and private.may_write_image(name));
create policy "those who may write a picture remove it" on storage.objects for delete to authenticated
  using (bucket_id = 'images' and private.may_write_image(name));
create policy "those who reach the branch read its documents" on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.may_reach_attachment(name, 'documents.files.view', 'view'));
create policy "those who work in the branch add documents" on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments' and private.may_reach_attachment(name, 'documents.files.create', 'work'));
create policy "those who work in the branch remove documents" on storage.objects for delete to authenticated
  using (bucket_id = 'attachments' and private.may_reach_attachment(name, 'documents.files.delete', 'work') and not private.is_attached(name));
