-- Documents: an id is used by only one kind.

/* All documents and other records whose id comes from the client: (kind, id, number). */
create view private.documents as
  select 'stock_entry' as kind, id, number from public.stock_entries
  union all select 'count', id, number from public.stock_counts
  union all select 'transfer', id, number from public.transfers
  union all select case when is_opening then 'opening_balance' else 'purchase_order' end, id, number
    from public.purchase_orders
  union all select 'reorder', id, null from private.reorders
  union all select 'receipt', id, number from public.receipts
  union all select 'purchase_return', id, number from public.purchase_returns
  union all select case type when 'opening' then 'opening_balance' else 'sale' end, id, number from public.sales
  union all select 'shift', id, number from public.shifts
  union all select 'cash_entry', id, null from public.cash_entries
  union all select 'expense', id, number from public.expenses
  union all select 'payment', id, null from public.purchase_payments
  union all select 'sale_payment', id, null from public.sale_payments
  union all select distinct 'payment_correction', correction_id, null from public.payment_corrections
  union all select 'expense_payment', id, null from public.expense_payments
  union all select distinct 'payment_batch', batch_id, null from public.purchase_payments where batch_id is not null
  union all select 'attachment', id, null from public.attachments
  union all select 'attendance_record', id, null from public.attendance_records
  union all select 'import', id, null from public.imports
  union all select 'label_print', id, null from public.label_prints;
comment on view private.documents is 'All documents of all kinds; an id is never used twice.';

/* Takes the first lock of a call that creates a document, so that a repeated request, or two people with the same id,
   take turns. Errors: 409 id_taken if the id belongs to a document of another kind, visible or not; if it belongs to
   one of the same kind, the caller compares the content. */
create function private.register_document_id(id uuid, kind text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(register_document_id.id is null, 'id_missing', 400, '{"field": "id"}');
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(register_document_id.id::text, 0));
  perform private.raise_error_if(exists (
    select from private.documents d
    where d.id = register_document_id.id and d.kind <> register_document_id.kind),
    'id_taken', 409, '{"field": "id"}');
end
$$;

/* Lines as sent, reduced to variants and quantities, for comparison with stored ones. */
create function private.plain_lines(lines jsonb) returns jsonb
  language sql immutable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('variant_id', x.variant_id, 'quantity', x.quantity) order by x.position)
  from rows from (jsonb_to_recordset(lines) as (variant_id uuid, quantity numeric)) with ordinality x(variant_id,
    quantity, position)
$$;

/* For a creation whose id exists already. For others than its maker the document is not found; the maker gets the first
   answer if the content is the same, otherwise 409 exists_already {version, number}, and may continue with a change of
   that version. Documents without a version never change. */
create function private.require_same_content(
  created_by uuid, number text, version integer, not_found text, is_same_content boolean)
  returns void
  language sql stable set search_path = ''
as $$
  select private.raise_error_if(created_by is distinct from auth.uid(), not_found, 404);
  select private.raise_error_if(is_same_content is not true, 'exists_already', 409,
    jsonb_strip_nulls(jsonb_build_object('version', version, 'number', number)))
$$;

-- ── Invariants of this chapter ──

create view private.invariants_of_documents (rule, row_id) as
select 'an id belongs to one document', d.id::text from private.documents d group by d.id having count(*) > 1
union all
select 'every movement has a document of its type', m.document_id::text
from public.stock_movements m left join private.documents d on d.id = m.document_id and d.kind = m.document_type
where d.id is null
group by 2
union all
-- Each document's lines account for its movements in its current state, each once, and no others exist. (The lines of a
-- stock entry are its movements.)
select 'the movements of a document match its lines', m.document_id::text
from (
  select 1 as due, 'count' as document_type, c.id as document_id, l.id as line_id, 'count' as kind,
    l.variant_id, c.branch_id, c.stock_point_id, e.quantity
  from public.stock_counts c
  join private.stock_count_lines l on l.count_id = c.id and l.counted is not null
  left join private.count_postings p on p.count_id = c.id
  -- The posted quantity plus its corrections equals the counted less the expected quantity.
  cross join lateral (
    select l.counted - l.expected - coalesce(sum(x.quantity), 0) as quantity
    from private.count_corrections x
    where x.line_id = l.id
    union all
    select x.quantity
    from private.count_corrections x
    where x.line_id = l.id) e
  where (c.status = 'posted' or l.variant_id <= p.up_to) and e.quantity <> 0
  union all
  select 1, 'transfer', t.id, i.id, e.kind, i.variant_id, e.branch_id, e.stock_point_id, e.sign * i.quantity
  from public.transfers t
  join public.transfer_items i on i.transfer_id = t.id
  cross join lateral (values
    ('transfer_out', -1, t.from_branch_id, t.from_stock_point_id),
      ('transfer_in', 1, t.to_branch_id, t.to_stock_point_id),
    ('reversal', 1, t.from_branch_id, t.from_stock_point_id),
    ('reversal', -1, t.to_branch_id, t.to_stock_point_id)) e(kind, sign, branch_id, stock_point_id)
  where t.approved_at is not null and (e.kind <> 'reversal' or t.status = 'reversed')
  union all
  select 1, 'receipt', r.id, i.id, e.kind, i.variant_id, r.branch_id, r.stock_point_id, e.sign * i.quantity
  from public.receipts r
  join public.receipt_items i on i.receipt_id = r.id
  cross join (values ('purchase', 1), ('reversal', -1)) e(kind, sign)
  where e.kind = 'purchase' or r.undone_at is not null
  union all
  select 1, 'purchase_return', r.id, i.id, e.kind, i.variant_id, r.branch_id, r.stock_point_id, e.sign * i.quantity
  from public.purchase_returns r
  join public.purchase_return_items i on i.purchase_return_id = r.id
  cross join (values ('purchase_return', -1), ('reversal', 1)) e(kind, sign)
  where e.kind = 'purchase_return' or r.voided_at is not null
  union all select 1, 'sale', s.* from private.sold_goods s
  union all
  select -1, s.document_type, s.document_id, s.line_id, s.kind, s.variant_id, s.branch_id, s.stock_point_id, s.quantity
  from public.stock_movements s
  where s.document_type <> 'stock_entry') m
group by m.document_type, m.document_id, m.line_id, m.kind, m.variant_id, m.branch_id, m.stock_point_id, m.quantity
having sum(m.due) <> 0
union all
-- The numbers of a series (kind-code-year) are 1, 2, 3 … up to its counter.
select 'document numbers have no gaps', coalesce(n.prefix, d.prefix)
from (
  select concat_ws('-', c.kind, c.code, c.year) as prefix, c.last
  from private.document_numbers c
  where c.kind in ('SE', 'SC', 'TR', 'PO', 'GR', 'PR', 'SA', 'SH', 'EX', 'OB')) n
full join (
  select regexp_replace(x.number, '-[0-9]+$', '') as prefix, count(distinct x.number) as documents,
    max(regexp_replace(x.number, '^.*-', '')::integer) as highest
  from private.documents x
  where x.number is not null
  group by 1) d on d.prefix = n.prefix
where (n.last, n.last) is distinct from (d.documents::integer, d.highest);
