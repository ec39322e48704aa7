-- Attachments: which file in storage belongs to which document. The bytes are in the bucket `attachments`, under
-- branch/kind/document/file; who may see a kind of document and its branch may see its files.

create table public.attachments (
  id uuid primary key default private.uuid_v7(),
  kind text not null,
  document_id uuid not null,
  branch_id uuid not null constraint attachments_branch_in_use references public.branches,
  path text not null constraint attachments_path_unique unique,
  name public.short_text not null,
  size bigint not null constraint attachments_size_not_negative check (size >= 0),
  mime_type text not null,
  object_version text,
  created_at timestamptz not null default now(),
  created_by uuid
);
comment on table public.attachments is 'A photo or PDF that was put to a document. Those of a voided payment stay with it as they are.';
comment on column public.attachments.size is 'In bytes.';
comment on column public.attachments.object_version is 'Which upload was put to the document: what storage took under this path since is shown to nobody.';
create index attachments_document on public.attachments (document_id, created_at, id);
create index attachments_branch on public.attachments (branch_id, created_at desc, id desc);
create index attachments_newest on public.attachments (created_at desc, id desc);

/* The kinds of documents whose files the caller may see. An invoice shows costs, so it is for those who may view them.
   A chapter with documents of its own adds its kinds here and to document_branch. Never null. */
create function private.file_kinds() returns text[]
  language sql stable security definer set search_path = ''
as $$
  select array_remove(array[
    case when private.can('inventory.transfers.view') then 'transfers' end,
    case when private.can('purchasing.orders.view') and private.can('inventory.costs.view') then 'purchases' end,
    case when private.can('purchasing.payments.view') and private.can('inventory.costs.view') then 'purchase_payments' end], null)
$$;

/* The branch a document belongs to; null where there is no such document. */
create function private.document_branch(kind text, document_id uuid) returns uuid
  language sql stable security definer set search_path = ''
as $$
  select case kind
    when 'transfers' then (select t.from_branch_id from public.transfers t where t.id = document_id)
    when 'purchases' then (select o.branch_id from public.purchase_orders o where o.id = document_id)
    when 'purchase_payments' then (
      select o.branch_id from public.purchase_payments p join public.purchase_orders o on o.id = p.purchase_order_id where p.id = document_id)
  end
$$;

/* Lets one at a time put this file to a document or remove it from storage: whoever comes second sees what the first one did. */
create function private.hold_file(path text) returns void
  language sql security definer set search_path = ''
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('attachments/' || path, 0))
$$;

/* Refuses what is done to the files of a voided payment; nobody voids it until that is done. Other documents are none. */
create function private.need_payment_stands(id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  payment public.purchase_payments;
begin
  select * into payment from public.purchase_payments p where p.id = need_payment_stands.id for share;
  perform private.fail_if(payment.voided_at is not null, 'payment_voided', 409);
end
$$;

/* Puts an uploaded file to its document, both named by the path. The same id sent again with the same content changes nothing more.
   Answers the row. Errors: permission_missing, id_missing, id_taken, document_not_found, branch_not_found, branch_view_only, file_not_found,
   exists_already, payment_voided. */
create function private.attach_file(id uuid, path text, name text) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  attached public.attachments;
  stored storage.objects;
  parts constant text[] := string_to_array(path, '/');
begin
  perform private.need('documents.files.create');
  -- What is no id names no document.
  perform private.fail_if((parts[3] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and parts[2] = any (private.file_kinds())) is not true,
    'document_not_found', 404);
  perform private.fail_if(private.document_branch(parts[2], parts[3]::uuid)::text is distinct from parts[1], 'document_not_found', 404);
  perform private.need_branch(parts[1]::uuid);
  perform private.begin_document(id, 'attachment');
  name := coalesce(nullif(btrim(name), ''), parts[4]);
  select * into attached from public.attachments a where a.id = attach_file.id;
  if attached.id is null then
    perform private.need_payment_stands(parts[3]::uuid);
    perform private.hold_file(path);
    select * into stored from storage.objects o where o.bucket_id = 'attachments' and o.name = attach_file.path;
    perform private.fail_if(not found, 'file_not_found', 404);
    insert into public.attachments (id, kind, document_id, branch_id, path, name, size, mime_type, object_version, created_by)
    values (id, parts[2], parts[3]::uuid, parts[1]::uuid, path, name, coalesce((stored.metadata ->> 'size')::bigint, 0),
      coalesce(stored.metadata ->> 'mimetype', 'application/octet-stream'), stored.version, auth.uid()) returning * into attached;
  else
    perform private.need_same(attached.created_by, attached.name, null, 'document_not_found', (attached.path, attached.name::text) = (path, name));
  end if;
  return to_jsonb(attached);
end
$$;

/* Takes a file from its document; only then storage lets it go. Answers {id, path}, the path of what the caller removes from
   storage next; null where nothing is attached any more. Errors: permission_missing, branch_view_only, payment_voided. */
create function private.detach_file(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  attached public.attachments;
begin
  perform private.need('documents.files.delete');
  select * into attached from public.attachments a
  where a.id = detach_file.id and a.branch_id = any (private.branch_ids('view')) and a.kind = any (private.file_kinds());
  if attached.id is not null then
    perform private.need_branch(attached.branch_id);
    perform private.need_payment_stands(attached.document_id);
    delete from public.attachments a where a.id = attached.id;
  end if;
  return jsonb_build_object('id', id, 'path', attached.path);
end
$$;

select private.published('attach_file', 'Puts an uploaded file to its document.');
select private.published('detach_file', 'Takes a file from its document; only then storage lets it go.');

select private.readable('public.attachments', 'those who see a kind of document see its files', 'documents.files.view',
  reach => $$branch_id = any ((select private.branch_ids('view'))::uuid[]) and kind = any ((select private.file_kinds())::text[])$$);
select private.audited('public.attachments', 'documents.files', 'branch_id');

/* Is this object of storage put to a document? Asked by who is about to remove it, so nobody puts it to one until that is done. Volatile: it
   sees what was done while it waited. */
create function private.is_attached(path text) returns boolean
  language sql volatile security definer set search_path = ''
as $$
  select private.hold_file(path);
  select auth.uid() is not null and exists (select from public.attachments a where a.path = is_attached.path)
$$;

/* Was something else sent over this object after it was put to a document? An address signed for uploading with the right to overwrite,
   asked for before the file was there, asks no policy when it is used. */
create function private.was_overwritten(path text, version text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select auth.uid() is null or exists (select from public.attachments a where a.path = was_overwritten.path and a.object_version is distinct from was_overwritten.version)
$$;
grant execute on function private.file_kinds(), private.is_attached(text), private.was_overwritten(text, text) to authenticated;

-- ── Invariants of this chapter ──

create view private.invariants_of_attachments (rule, row_id) as
select 'attached file is the one that was sent', a.id::text
from public.attachments a
left join storage.objects o on o.bucket_id = 'attachments' and o.name = a.path
where o.name is null or o.version is distinct from a.object_version
union all
select 'attached file is where its document is', a.id::text from public.attachments a
where a.path not like concat_ws('/', a.branch_id, a.kind, a.document_id, '%')
   or private.document_branch(a.kind, a.document_id) is distinct from a.branch_id;
