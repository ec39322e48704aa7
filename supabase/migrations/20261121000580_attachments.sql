-- Attachments: which file in storage belongs to which document. The bytes are in the bucket `attachments`, at
-- branch/kind/document/file; those who may view a document's kind and branch may view its files.

create table public.attachments (
  id uuid primary key default private.uuid_v7(),
  kind text not null,
  document_id uuid not null,
  document_number text not null,
  page_id uuid not null,
  branch_id uuid not null constraint attachments_branch_in_use references public.branches,
  path text not null constraint attachments_path_unique unique,
  name public.short_text not null,
  size bigint not null constraint attachments_size_not_negative check (size >= 0),
  mime_type text not null,
  object_version text,
  content_hash text constraint attachments_content_hash_valid check (content_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  created_by uuid,
  search text not null generated always as (private.normalise(name || ' ' || document_number)) stored
);
comment on table public.attachments is
  'A photo or PDF attached to a document. Attachments of a voided payment can no longer be changed.';
comment on column public.attachments.document_number is
  'The number of its document; for a payment''s file that of the document paid. Numbers never change.';
comment on column public.attachments.page_id is 'The document on whose page it is shown; of a payment the one paid.';
comment on column public.attachments.size is 'In bytes.';
comment on column public.attachments.object_version is
  'The upload that was attached: later uploads to this path are never shown.';
comment on column public.attachments.content_hash is
  'SHA-256 of the bytes in hexadecimal, computed by the client that attached it; null where it could not.';
create index attachments_content on public.attachments (content_hash) where content_hash is not null;
create index attachments_document on public.attachments (document_id, created_at, id);
create index attachments_branch on public.attachments (branch_id, created_at desc, id desc);
create index attachments_newest on public.attachments (created_at desc, id desc);
create index attachments_by_name on public.attachments (name, id);
create index attachments_by_size on public.attachments (size, id);
create index attachments_by_person on public.attachments (created_by, created_at desc, id desc);
create index attachments_search on public.attachments using gin (search extensions.gin_trgm_ops);

create table private.file_kinds (
  kind text primary key,
  table_name text not null,
  branch_column text not null,
  payments text,
  paid_column text,
  permissions text[] not null,
  deletable boolean not null default false
);
comment on table private.file_kinds is
  'The kinds of documents that can have files. A chapter with further documents adds its rows.';
comment on column private.file_kinds.table_name is
  'The table of the documents, with their number; branch_column holds their branch.';
comment on column private.file_kinds.payments is
  'Set for files of payments: the payments table, whose paid_column names the document.';
comment on column private.file_kinds.permissions is
  'The permissions needed to see these files, all of them. An invoice shows costs.';
comment on column private.file_kinds.deletable is
  'Its documents are deleted by setting deleted_at; deleted ones accept no files.';
insert into private.file_kinds (kind, table_name, branch_column, payments, paid_column, permissions) values
  ('transfers', 'transfers', 'from_branch_id', null, null, '{inventory.transfers.view}'),
  ('purchases', 'purchase_orders', 'branch_id', null, null, '{purchasing.orders.view, inventory.costs.view}'),
  ('purchase_returns', 'purchase_returns', 'branch_id', null, null, '{purchasing.returns.view, inventory.costs.view}'),
  ('purchase_payments', 'purchase_orders', 'branch_id', 'purchase_payments', 'purchase_order_id',
    '{purchasing.payments.view, inventory.costs.view}');

/* The kinds of documents whose files the caller may view. Never null. */
create function private.viewable_file_kinds() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(k.kind), '{}')
  from private.file_kinds k
  where k.permissions <@ (select private.permissions())
$$;

/* The document of this kind and id: its branch, its number, and the document on whose page its files appear; all null
   if it does not exist. */
create function private.filed_document(kind text, document_id uuid, out branch_id uuid, out number text,
  out page_id uuid)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  known private.file_kinds;
begin
  select * into known from private.file_kinds k where k.kind = filed_document.kind;
  if known.kind is not null then
    execute format(case
      when known.payments is null then 'select d.%1$I, d.number, d.id from public.%2$I d where d.id = $1'
        || case when known.deletable then ' and d.deleted_at is null' else '' end
      else 'select d.%1$I, d.number, d.id from public.%3$I p join public.%2$I d on d.id = p.%4$I where p.id = $1' end,
      known.branch_column, known.table_name, known.payments, known.paid_column)
    into branch_id, number, page_id using document_id;
  end if;
end
$$;

/* The key of the advisory lock for attaching a file or removing it from storage. */
create function private.file_lock_key(path text) returns bigint
  language sql immutable set search_path = ''
as $$
  select pg_catalog.hashtextextended('attachments/' || path, 0)
$$;

/* Serialises attaching and removing a file, so that the second sees the result of the first. */
create function private.lock_file(path text) returns void
  language sql security definer set search_path = ''
as $$
  select pg_catalog.pg_advisory_xact_lock(private.file_lock_key(path))
$$;

/* Locks the document whose files are about to change, so that it cannot be voided or deleted meanwhile. Refuses files
   of a voided payment or a deleted document. */
create function private.lock_filed_document(kind text, id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  known private.file_kinds;
  is_active boolean;
begin
  select * into known from private.file_kinds k where k.kind = lock_filed_document.kind;
  if known.payments is not null then
    execute format('select p.voided_at is null from public.%I p where p.id = $1 for share', known.payments)
    into is_active using id;
    perform private.raise_error_if(not is_active, 'payment_voided', 409);
  elsif known.deletable then
    execute format('select d.deleted_at is null from public.%I d where d.id = $1 for share', known.table_name)
    into is_active using id;
    perform private.raise_error_if(not is_active, 'document_not_found', 404);
  end if;
end
$$;

/* Attaches an uploaded file to its document, both named by the path; repeating the call changes nothing more. Answers
   the row. Errors: permission_missing, id_missing, id_taken, document_not_found, branch_not_found, branch_view_only,
   file_not_found, file_attached, exists_already, payment_voided. */
create function private.attach_file(id uuid, path text, name text, content_hash text default null) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  attached public.attachments;
  stored storage.objects;
  document record;
  parts constant text[] := string_to_array(path, '/');
begin
  perform private.require_permission('documents.files.create');
  -- A path without a valid id names no document.
  perform private.raise_error_if((parts[3] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and parts[2] = any (private.viewable_file_kinds()))
    is not true,
    'document_not_found', 404);
  document := private.filed_document(parts[2], parts[3]::uuid);
  perform private.raise_error_if(document.branch_id::text is distinct from parts[1], 'document_not_found', 404);
  perform private.require_branch(document.branch_id);
  perform private.register_document_id(id, 'attachment');
  name := coalesce(nullif(btrim(name), ''), parts[4]);
  select * into attached from public.attachments a where a.id = attach_file.id;
  if attached.id is null then
    perform private.lock_filed_document(parts[2], parts[3]::uuid);
    perform private.lock_file(path);
    select * into stored from storage.objects o where o.bucket_id = 'attachments' and o.name = attach_file.path;
    perform private.raise_error_if(not found
      or exists (select from private.leaving_files l where l.path = attach_file.path),
      'file_not_found', 404);
    -- A call that waited for the lock finds what the first one attached.
    perform private.raise_error_if(exists (select from public.attachments a where a.path = attach_file.path),
      'file_attached', 409);
    insert into public.attachments (id, kind, document_id, document_number, page_id, branch_id, path, name, size,
      mime_type, object_version, content_hash, created_by)
    values (id, parts[2], parts[3]::uuid, document.number, document.page_id, document.branch_id, path, name,
      coalesce((stored.metadata ->> 'size')::bigint, 0),
      coalesce(stored.metadata ->> 'mimetype', 'application/octet-stream'), stored.version,
      content_hash, auth.uid())
        returning * into attached;
  else
    perform private.require_same_content(attached.created_by, attached.name, null,
      'document_not_found', (attached.path, attached.name::text) = (path, name));
  end if;
  return to_jsonb(attached) - 'search';
end
$$;

/* Detaches a file from its document; only then may it be removed from storage. Answers {id, path}, with the path to
   remove next, or null if the file is no longer attached. Errors: permission_missing, branch_view_only,
   payment_voided. */
create function private.detach_file(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  attached public.attachments;
begin
  perform private.require_permission('documents.files.delete');
  select * into attached from public.attachments a
  where a.id = detach_file.id and a.branch_id = any (private.branch_ids('view'))
    and a.kind = any (private.viewable_file_kinds());
  if attached.id is not null then
    perform private.require_branch(attached.branch_id);
    perform private.lock_filed_document(attached.kind, attached.document_id);
    delete from public.attachments a where a.id = attached.id;
  end if;
  return jsonb_build_object('id', id, 'path', attached.path);
end
$$;

select private.expose_rpc('attach_file', 'Attaches an uploaded file to its document.');
select private.expose_rpc('detach_file', 'Detaches a file from its document, so that storage may delete it.');

select private.allow_read('public.attachments', 'those who see a kind of document see its files',
  'documents.files.view',
  reach => $$branch_id = any ((select private.branch_ids('view'))::uuid[])
    and kind = any ((select private.viewable_file_kinds())::text[])$$);
select private.enable_audit('public.attachments', 'documents.files', 'branch_id', 'id', null, 'page_id');

/* Whether the storage object is attached to a document. Called before its removal; the lock keeps anybody from
   attaching it meanwhile. Volatile, to see changes made while waiting for the lock. */
create function private.is_attached(path text) returns boolean
  language sql volatile security definer set search_path = ''
as $$
  select private.lock_file(path);
  select auth.uid() is not null and exists (select from public.attachments a where a.path = is_attached.path)
$$;

/* Whether the object is another than the one that was attached: deleted and uploaded again with the secret key,
   which no policy stops. Overwriting a file in place is refused by a trigger on storage.objects. */
create function private.was_overwritten(path text, version text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select auth.uid() is null
    or exists (
      select from public.attachments a
      where a.path = was_overwritten.path and a.object_version is distinct from was_overwritten.version)
$$;
grant execute on function private.viewable_file_kinds(), private.is_attached(text),
  private.was_overwritten(text, text) to authenticated;

-- ── Files uploaded and never attached: the form was abandoned or the connection lost ──

create table private.leaving_files (path text primary key);
comment on table private.leaving_files is
  'Files about to be deleted from storage, which can no longer be attached.';

/* The next files to remove from storage: at least a day old and attached to no document, at most 500; empty when none
   are left. Also deletes attachments whose file no longer exists in storage. For the service role: the function
   clean-files calls, removes, and calls again. */
create function private.clean_files() returns text[]
  language plpgsql security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  old constant timestamptz := now() - interval '1 day';
begin
  delete
  from private.leaving_files l
  where not exists (select from storage.objects o where o.bucket_id = 'attachments' and o.name = l.path);
  delete
  from public.attachments a
  where a.created_at < old
    and not exists (select from storage.objects o where o.bucket_id = 'attachments' and o.name = a.path);
  insert into private.leaving_files
  select s.name
  from (
    select o.name from storage.objects o
    where o.bucket_id = 'attachments' and o.created_at < old
      and not exists (select from public.attachments a where a.path = o.name)
    order by o.name
    limit 500) s
  -- Skips files that are being attached just now.
  where pg_catalog.pg_try_advisory_xact_lock(private.file_lock_key(s.name))
  on conflict do nothing;
  delete from private.leaving_files l where exists (select from public.attachments a where a.path = l.path);
  return array(select l.path from private.leaving_files l order by l.path limit 500);
end
$$;
select private.expose_rpc('clean_files', 'Files that no document has, for the secret key to remove from storage.',
  'service_role');

-- ── Invariants of this chapter ──

create view private.invariants_of_attachments (rule, row_id) as
select 'attached file is the one that was sent', a.id::text
from public.attachments a
left join storage.objects o on o.bucket_id = 'attachments' and o.name = a.path
where o.name is null or o.version is distinct from a.object_version
union all
select 'attached file is where its document is', a.id::text from public.attachments a
where a.path not like concat_ws('/', a.branch_id, a.kind, a.document_id, '%')
   or (
     select (d.branch_id, d.number, d.page_id)
     from private.filed_document(a.kind, a.document_id) d) is distinct from (a.branch_id, a.document_number, a.page_id);
