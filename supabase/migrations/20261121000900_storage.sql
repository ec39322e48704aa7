-- Storage: product pictures, public, and documents for those with access to the branch. The policies are in a short
-- migration of their own, since each locks storage.objects until commit.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('images', 'images', true, 5242880, array['image/webp', 'image/png', 'image/jpeg']),
  ('attachments', 'attachments', false, 10485760, array['image/webp', 'image/png', 'image/jpeg', 'application/pdf'])
on conflict (id) do nothing;

/* Whether Storage is asked for a signed URL, to read or to upload. Such a URL works for anybody who has it,
   up to a week, whatever happens to the person who asked; so none is given for our files. Storage names here what it is
   doing. */
create function private.is_signing() returns boolean
  language sql stable set search_path = ''
as $$
  select pg_catalog.current_setting('storage.operation', true)
    in ('storage.object.sign', 'storage.object.sign_many', 'storage.object.sign_upload_url') is true
$$;

/* A file is written once. Storage asks the policies when an upload begins and writes past them when it ends, so that a
   slow upload, or an address signed by the secret key, could replace what somebody has attached meanwhile.
   unique_violation is what Storage answers as "Duplicate"; it then drops the new bytes and keeps the old ones. */
create function private.refuse_overwriting() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise unique_violation using message = 'A stored file is never replaced, moved or renamed.';
end
$$;
create trigger refuse_overwriting before update on storage.objects
  for each row when (old.bucket_id in ('images', 'attachments')
    and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version))
  execute function private.refuse_overwriting();

/* Whether the caller may write pictures of this product: if it does not exist yet with the permission to create
   products, otherwise with the permission to update them, in the branch to which it is limited, if any. */
create function private.may_write_picture_of(product_id text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if product_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  return coalesce((
    select private.can('inventory.products.update')
      and (p.branch_id is null or p.branch_id = any (private.branch_ids('work')))
    from public.products p where p.id = may_write_picture_of.product_id::uuid),
      private.can('inventory.products.create'));
end
$$;

/* Whether the caller may write this object of the images bucket: products/<product>/<file> by product, business/<file>
   with the permission to change the business. */
create function private.may_write_image(path text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.has_session() and not private.is_signing()
    and path !~ '(^|/)\.{0,2}(/|$)' and case split_part(path, '/', 1)
    when 'products' then split_part(path, '/', 3) <> '' and private.may_write_picture_of(split_part(path, '/', 2))
    when 'business' then split_part(path, '/', 2) <> '' and private.can('settings.business.update')
    else false
  end
$$;

/* Whether the caller may remove a picture: not while a product or variant shows it, or the full picture of this
   thumbnail, since a copied product shares the original's pictures. */
create function private.may_remove_image(path text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.may_write_image(path) and not exists (
    select
    from (values (regexp_replace(path, '\.thumb(\.[a-z]+)$', '\1'))) shown(path)
    where exists (select from public.products p where p.image_path = shown.path)
      or exists (select from public.variants v where v.image_path = shown.path))
$$;

/* See the public wrapper. product_ids: at most 100. Errors: list_over_limit, value_invalid {field}. */
create function private.stray_pictures(product_ids uuid[]) returns text[]
  language plpgsql stable security definer set search_path = ''
as $$
declare
  product uuid;
  unused_paths text[];
  strays text[] := '{}';
begin
  perform private.require_max_items(product_ids, 100, 'product_ids');
  foreach product in array coalesce(product_ids, '{}') loop
    -- A constant pattern lets the index serve the prefix search.
    execute format('select array(
      select o.name from storage.objects o
      where o.bucket_id = ''images'' and o.name like %L and private.may_remove_image(o.name)
        and o.created_at < now() - interval ''1 day''
      order by o.name
      limit 100)', 'products/' || product || '/%')
    into unused_paths;
    strays := strays || unused_paths;
  end loop;
  return strays;
end
$$;

/* Pictures of these products that were uploaded more than a day ago and that no product shows, for the caller to remove
   through the Storage API: replaced, removed, of an abandoned form, or of a deleted product. Newer ones may belong to a
   form that is still open, even of the same person. Empty for callers who may not write them. */
select private.expose_rpc('stray_pictures', 'Older pictures of these products that no product shows.');

/* Whether the caller may use this object of the attachments bucket, at branch/kind/document/file; unknown kinds are
   refused. Uploads need an existing document in that branch; files of deleted documents can still be viewed and
   removed. */
create function private.may_access_attachment(path text, permission text, access text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select private.has_session() and not private.is_signing() and private.can(permission)
    and path !~ '(^|/)\.{0,2}(/|$)' and split_part(path, '/', 4) <> ''
    and split_part(path, '/', 1) = any (private.branch_ids(access)::text[])
    and split_part(path, '/', 2) = any (private.viewable_file_kinds())
    and (permission <> 'documents.files.create'
      or case when split_part(path, '/', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (private.filed_document(split_part(path, '/', 2), split_part(path, '/', 3)::uuid)).branch_id::text
        = split_part(path, '/', 1) end) is true
$$;
grant execute on function private.may_write_image(text), private.may_remove_image(text),
  private.may_access_attachment(text, text, text) to authenticated;

create policy "staff list pictures they may write" on storage.objects for select to authenticated
  using (bucket_id = 'images' and private.may_write_image(name));
create policy "those who may write a picture add it" on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and private.may_write_image(name));
create policy "those who may write a picture remove it when none shows it"
  on storage.objects for delete to authenticated
  using (bucket_id = 'images' and private.may_remove_image(name));
create policy "those who reach the branch read its documents" on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and private.may_access_attachment(name, 'documents.files.view', 'view')
    and not private.was_overwritten(name, version));
create policy "those who work in the branch add documents" on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments' and private.may_access_attachment(name, 'documents.files.create', 'work'));
create policy "those who work in the branch remove documents" on storage.objects for delete to authenticated
  using (bucket_id = 'attachments' and private.may_access_attachment(name, 'documents.files.delete', 'work')
    and not private.is_attached(name));
