-- Documents: an id belongs to one kind of them.

/* Every document and everything that is written with an id of its maker's: (kind, id). */
create view private.documents as
  select 'stock_entry' as kind, id from public.stock_entries
  union all select 'count', id from public.stock_counts
  union all select 'transfer', id from public.transfers
  union all select 'purchase_order', id from public.purchase_orders
  union all select 'receipt', id from public.receipts
  union all select 'payment', id from public.purchase_payments
  union all select 'attachment', id from public.attachments
  union all select 'import', id from public.imports;
comment on view private.documents is 'Every document, whatever its kind: an id of one never names another.';

/* The first lock of whoever makes a document: the same request twice, or two people with one id, come one after the other.
   Refuses with 409 id_taken an id that names a document of another kind, whoever can see that; one of its own kind is the caller''s
   to compare. */
create function private.begin_document(id uuid, kind text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if begin_document.id is null then
    perform private.fail('id_missing', 400, '{"field": "id"}');
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(begin_document.id::text, 0));
  if exists (select from private.documents d where d.id = begin_document.id and d.kind <> begin_document.kind) then
    perform private.fail('id_taken', 409, '{"field": "id"}');
  end if;
end
$$;
