-- Stock counts: several people count a place blind; the difference from the ledger is posted as one document.
--
-- Expected is the ledger's level when a line was counted, not when the count began: goods sold before that are missing
-- from both figures, goods sold later are in both. So a shop can stay open during a count without false differences. A
-- line whose goods moved between its first and last tally is marked and better counted again, since nobody knows which
-- tallies include the movement.
--
-- A sale or return that was made before a tally but arrives after it had left the shelf, or come back to it, when the
-- goods were counted. So it changes only the expected quantity of the first line tallied after it. If that line is
-- posted, the count moves the opposite in the same transaction (private.correct_counts), so that the counted stock
-- remains. That movement and its value belong to the day of the correction, since the month of the count may be closed.
-- Goods taken as missing because nobody counted them were tallied when they were posted. If such a sale is voided, the
-- correction is reversed. Only sales and returns, of tills or files, have an earlier time: transfers, receipts,
-- stock entries and counts move goods when they are recorded. A tally that arrives late is judged by the same rule
-- (private.moved_since).
--
-- Blind: lines and tallies are in the schema private, out of reach of policies and selects. During counting nobody sees
-- the expected quantities, not even the owner; when counting is closed, those who may post do; after posting, all those
-- with permission to view the count. (The stock list shows levels too: people who must not know them need a role
-- without inventory.stock.view.)
--
-- Posted in parts, so that a warehouse of 100,000 lines blocks other work no longer than one part takes; the client
-- calls again until nothing is left. Each line is posted by its own counted and expected quantities, so later movements
-- do not matter.

create table public.stock_counts (
  like private.record_template including all,
  number text not null constraint stock_counts_number_unique unique,
  branch_id uuid not null constraint stock_counts_branch_in_use references public.branches,
  stock_point_id uuid constraint stock_counts_stock_point_in_use references public.stock_points,
  status text not null default 'counting' constraint stock_counts_status_known check (status in ('counting',
    'comparing', 'posting', 'posted', 'cancelled')),
  scope text not null constraint stock_counts_scope_known check (scope in ('all', 'categories', 'brands', 'products')),
  scope_ids uuid[] not null default '{}',
  scope_first uuid[] not null generated always as (scope_ids[1:4]) stored,
  scope_count integer not null generated always as (cardinality(scope_ids)) stored,
  note public.long_text,
  business_day public.day not null,
  uncounted text constraint stock_counts_uncounted_known check (uncounted in ('zero', 'leave')),
  closed_at timestamptz,
  closed_by uuid,
  posted_at timestamptz,
  posted_by uuid,
  posted_day public.day,
  cancelled_at timestamptz,
  cancelled_by uuid,
  constraint stock_counts_scope_is_named check ((scope = 'all') = (scope_ids = '{}')),
  constraint stock_counts_status_has_its_dates check (
    (status = 'posted') = (posted_at is not null) and (posted_at is null) = (posted_day is null)
      and (status in ('posting', 'posted')) = (uncounted is not null)
    and (status = 'cancelled') = (cancelled_at is not null))
);
comment on table public.stock_counts is
  'A count of a place (a stock point, or null: the shop floor): counting → comparing → posting, while parts are '
  'unposted → posted; or cancelled. Its lines are in private, since a count is blind.';
comment on column public.stock_counts.scope is
  'The goods to count: everything in stock, or the products of these categories (with their subcategories), of '
  'these brands, or these products.';
comment on column public.stock_counts.uncounted is
  'How posting treats goods in scope that nobody counted: as missing (zero) or not at all (leave).';
create index stock_counts_newest on public.stock_counts (branch_id, created_at desc, id desc);
create index stock_counts_stock_point on public.stock_counts (stock_point_id);
create index stock_counts_open on public.stock_counts (branch_id) where status in ('counting', 'comparing', 'posting');
create index stock_counts_tallied on public.stock_counts (branch_id, coalesce(posted_at, 'infinity'))
  where status <> 'cancelled';
comment on column public.stock_counts.business_day is
  'The branch''s day when it began; posted_day when all of it was posted.';

create table private.stock_count_lines (
  id uuid primary key default private.uuid_v7(),
  count_id uuid not null constraint stock_count_lines_count_exists references public.stock_counts,
  variant_id uuid not null constraint stock_count_lines_variant_in_use references public.variants on delete restrict,
  round integer not null default 1,
  counted public.quantity constraint stock_count_lines_counted_not_negative check (counted >= 0),
  expected_first public.quantity,
  expected public.quantity,
  first_at timestamptz,
  last_at timestamptz,
  last_by uuid,
  constraint stock_count_lines_variant_unique unique (count_id, variant_id),
  constraint stock_count_lines_counted_has_expected check ((counted is null) = (expected is null))
) with (fillfactor = 70);
create index stock_count_lines_variant on private.stock_count_lines (variant_id);
-- The statistics do not know a count that is newer than they are: the planner would expect one line of it instead of
-- 10,000 and choose nested loops. Without statistics on this column it expects a two-hundredth of all lines for any
-- count.
alter table private.stock_count_lines alter column count_id set statistics 0;
comment on table private.stock_count_lines is
  'The counted quantity of a variant and the level at that time. counted is null until it is counted (again).';
comment on column private.stock_count_lines.expected_first is
  'The level at the first tally; another one at the last means that goods moved while they were counted.';

create table private.stock_count_tallies (
  id uuid primary key,
  seq bigint generated always as identity,
  line_id uuid not null constraint stock_count_tallies_line_exists references private.stock_count_lines,
  round integer not null,
  counter_id uuid not null,
  mode text not null constraint stock_count_tallies_mode_known check (mode in ('add', 'set')),
  quantity public.quantity not null,
  at timestamptz not null,
  constraint stock_count_tallies_quantity_counts check (quantity >= 0)
);
create index stock_count_tallies_line on private.stock_count_tallies (line_id, round, seq);
comment on table private.stock_count_tallies is
  'Each scan and each typed figure, append-only, with an id from its device. "set" replaces only the total of the same '
  'person, so two people never overwrite each other.';

create table private.count_corrections (
  id uuid primary key default private.uuid_v7(),
  line_id uuid not null constraint count_corrections_line_exists references private.stock_count_lines,
  sale_id uuid not null,
  quantity public.quantity not null constraint count_corrections_quantity_not_zero check (quantity <> 0),
  business_day public.day not null,
  at timestamptz not null default now()
);
create index count_corrections_line on private.count_corrections (line_id);
create index count_corrections_sale on private.count_corrections (sale_id);
comment on table private.count_corrections is
  'Corrections of posted lines by late sales, or by their voids: append-only. The expected quantity of a line is '
  'the corrected one.';
comment on column private.count_corrections.quantity is 'Signed pieces that moved: the difference grew by them.';
comment on column private.count_corrections.business_day is
  'The branch''s day of the correction, to which its value belongs.';

create table private.count_postings (
  count_id uuid primary key constraint count_postings_count_exists references public.stock_counts,
  began_at timestamptz not null,
  lines integer not null,
  posted integer not null,
  up_to uuid not null
);
comment on table private.count_postings is 'The progress of posting a count; deleted with its last part.';
comment on column private.count_postings.lines is 'The total number to post, as of the first part.';
comment on column private.count_postings.up_to is 'Variants are posted in the order of their ids, up to this one.';

/* The counted quantity of a line: for each person the last figure set plus what was added after it; of all people or of
   one. */
create function private.tally_of_line(line_id uuid, round integer, counter_id uuid default null) returns numeric
  language sql stable set search_path = ''
as $$
  select coalesce(sum(t.quantity) filter (where t.seq >= coalesce(s.last, 0)), 0)::numeric
  from private.stock_count_tallies t
  left join (
    select x.counter_id, max(x.seq) as last
    from private.stock_count_tallies x
    where x.line_id = tally_of_line.line_id and x.round = tally_of_line.round and x.mode = 'set'
    group by 1) s on s.counter_id = t.counter_id
  where t.line_id = tally_of_line.line_id and t.round = tally_of_line.round
    and (tally_of_line.counter_id is null or t.counter_id = tally_of_line.counter_id)
$$;

/* The sum of the movements after a moment. A sale that was made before it counts as earlier, even if it arrived or was
   voided afterwards; so do corrections, made since, of a count that was posted before it. */
create function private.moved_since(variant_id uuid, branch_id uuid, stock_point_id uuid, at timestamptz)
  returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(m.quantity), 0)
    from public.stock_movements m
    left join public.sales s on m.document_type = 'sale' and s.id = m.document_id
    left join public.stock_counts c on m.document_type = 'count' and c.id = m.document_id
    where m.variant_id = moved_since.variant_id and m.branch_id = moved_since.branch_id
      and m.stock_point_id is not distinct from moved_since.stock_point_id and m.at > moved_since.at
      and (s.sold_at < moved_since.at and s.created_at >= moved_since.at) is not true
      and (c.posted_at < moved_since.at) is not true);
end
$$;

/* The level of a variant at a place at a moment: the current level minus later movements. Devices that were offline
   report tallies with their age. */
create function private.level_at(variant_id uuid, branch_id uuid, stock_point_id uuid, at timestamptz) returns numeric
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
      select l.quantity
      from public.stock_levels l
      where l.variant_id = level_at.variant_id and l.branch_id = level_at.branch_id
        and l.stock_point_id is not distinct from level_at.stock_point_id),
        0)::numeric
    - case when level_at.at > now() - interval '1 second' then 0
      else private.moved_since(variant_id, branch_id, stock_point_id, at) end;
end
$$;

/* The ids of a scope; categories include all their descendants. */
create function private.scope_ids(scope text, ids uuid[]) returns uuid[]
  language sql stable set search_path = ''
as $$
  select case when scope <> 'categories' then ids else (
    with recursive below as (
      select c.id from public.categories c where c.id = any (ids)
      union
      select c.id from public.categories c join below b on c.parent_id = b.id)
    select coalesce(array_agg(id), '{}') from below) end
$$;

/* Whether the product is in the scope, with ids as returned by private.scope_ids. */
create function private.in_scope(product public.products, scope text, ids uuid[]) returns boolean
  language sql immutable set search_path = ''
as $$
  select case scope when 'all' then true when 'categories' then product.category_id = any (ids)
    when 'brands' then product.brand_id = any (ids) else product.id = any (ids) end
$$;

/* The products in a scope other than 'all'. A set join; private.in_scope would search thousands of ids for each
   product. */
create function private.products_in(scope text, ids uuid[]) returns setof uuid
  language sql stable set search_path = ''
as $$
  select p.id from unnest(ids) i(id) join public.products p on p.id = i.id where scope = 'products'
  union all
  select p.id from unnest(ids) i(id) join public.products p on p.category_id = i.id where scope = 'categories'
  union all
  select p.id from unnest(ids) i(id) join public.products p on p.brand_id = i.id where scope = 'brands'
$$;

/* Locks a count that is in one of these states, in a branch where the caller works; shared for tallies, which then do
   not wait for each other. Errors: 404 count_not_found if it is not visible, 403 branch_view_only, 409 `otherwise`
   {status} in another state. */
create function private.lock_count(id uuid, permission text, states text[], otherwise text,
  shared boolean default false)
  returns public.stock_counts
  language plpgsql security definer set search_path = ''
as $$
declare
  count public.stock_counts;
begin
  perform private.require_permission(permission);
  if shared then
    select * into count from public.stock_counts c where c.id = lock_count.id for share;
  else
    select * into count from public.stock_counts c where c.id = lock_count.id for update;
  end if;
  perform private.raise_error_if(count.id is null or not private.can('inventory.counts.view')
    or not count.branch_id = any (private.branch_ids('view')),
    'count_not_found', 404);
  perform private.require_branch(count.branch_id);
  perform private.raise_error_if(count.status <> all (states), otherwise, 409,
    jsonb_build_object('status', count.status));
  return count;
end
$$;

/* Starts a count of a place; a repeated call answers with the result of the first.
   Two open counts of a place never cover the same goods, since both would post the same difference.
   Answers {id, number, version, status}. Errors: permission_missing, branch_not_found, branch_view_only, id_missing,
   id_taken, exists_already {version, number}, count_scope_missing, list_over_limit {max}, count_overlaps {number},
   count_not_found. */
create function private.start_count(
  id uuid, branch_id uuid, stock_point_id uuid default null, scope text default 'all', scope_ids uuid[] default '{}',
    note text default null)
    returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  started public.stock_counts;
  wanted uuid[];
begin
  perform private.require_permission('inventory.counts.create');
  perform private.require_branch(branch_id);
  perform private.require_max_items(scope_ids, 5000, 'scope_ids');
  perform private.register_document_id(id, 'count');
  note := nullif(btrim(note), '');
  scope_ids := case when scope = 'all' then '{}' else coalesce(scope_ids, '{}') end;
  select * into started from public.stock_counts c where c.id = start_count.id;
  if started.id is not null then
    perform private.require_same_content(started.created_by, started.number, started.version, 'count_not_found',
      (started.branch_id, started.stock_point_id, started.scope, started.scope_ids, started.note::text)
        is not distinct from (branch_id, stock_point_id, scope, scope_ids, note));
    return private.document_summary(started);
  end if;

  wanted := private.scope_ids(scope, scope_ids);
  perform private.raise_error_if(scope <> 'all' and coalesce(array_length(wanted, 1), 0) = 0,
    'count_scope_missing', 400, jsonb_build_object('field', 'scope_ids'));
  -- A concurrent start in the branch waits here and then sees this count, and it waits for late sales there
  -- (private.lock_open_counts).
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'count', branch_id), 0));
  perform private.raise_error('count_overlaps', 409, jsonb_build_object('number', c.number))
  from public.stock_counts c
  where c.branch_id = start_count.branch_id and c.stock_point_id is not distinct from start_count.stock_point_id
    and c.status in ('counting', 'comparing', 'posting')
    and (c.scope = 'all' or start_count.scope = 'all' or exists (
      select private.products_in(start_count.scope, wanted) intersect
      select private.products_in(c.scope, private.scope_ids(c.scope, c.scope_ids))))
  limit 1;

  insert into public.stock_counts (id, number, branch_id, stock_point_id, scope, scope_ids, note, business_day)
  values (id, private.next_number('SC', branch_id), branch_id, stock_point_id, scope, scope_ids, note,
    private.branch_today(branch_id))
  returning * into started;
  return private.document_summary(started);
end
$$;

/* Records tallies: [{id, variant_id, mode, quantity, ago}]. mode "add" adds the quantity (1 for a scan, possibly 0 in a
   list), "set" replaces the caller's own total; ago: seconds since counting, for devices that were offline. Known
   tallies are skipped, so a batch may be sent again; several people and devices can count at once.
   Answers {lines: [{variant_id, counted, mine}], outside: [variant_id]}: outside are goods that the count does not
   cover.
   Errors: permission_missing, count_not_found, branch_not_found, branch_view_only, count_not_open {status},
   lines_missing, lines_over_limit {max}, line_invalid, pieces_not_whole {lines}, id_taken if a tally's id is known with
   other content. */
create function private.record_tallies(count_id uuid, tallies jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  count public.stock_counts;
  covered uuid[];
  known uuid[];
  touched uuid[];
begin
  count := private.lock_count(count_id, 'inventory.counts.count', '{counting,comparing,posting,posted,cancelled}',
    'count_not_open', shared => true);
  perform private.require_lines(tallies, 1000,
    '{"id": "uuid", "variant_id": "uuid", "mode": "text", "quantity": "public.quantity", "ago": "public.quantity"}',
    field => 'tallies');
  -- Known tallies are accepted again in any status of the count.
  perform private.raise_error_if(count.status <> 'counting' and exists (
    select from jsonb_to_recordset(tallies) x(id uuid)
    where not exists (select from private.stock_count_tallies t where t.id = x.id)),
    'count_not_open', 409, jsonb_build_object('status', count.status));
  perform private.raise_error_if(exists (
    select from jsonb_to_recordset(tallies) x(id uuid, variant_id uuid, mode text, quantity numeric, ago numeric)
    where x.id is null or x.variant_id is null or x.quantity is null or x.quantity <> round(x.quantity, 3)
      or x.quantity < 0
      or x.mode is null or x.mode not in ('add', 'set')),
    'line_invalid', 400, '{"field": "tallies"}');

  covered := private.scope_ids(count.scope, count.scope_ids);
  select coalesce(array_agg(distinct v.id), '{}') into known
  from jsonb_to_recordset(tallies) x(variant_id uuid)
  join public.variants v on v.id = x.variant_id
  join public.products p on p.id = v.product_id
  where (p.branch_id is null or p.branch_id = count.branch_id) and private.in_scope(p, count.scope, covered);

  perform private.lock_products_shared(known);
  perform private.require_whole_pieces(tallies, 'tallies');
  insert into private.stock_count_lines (count_id, variant_id)
  select count.id, k.id from unnest(known) k(id) order by k.id
  on conflict on constraint stock_count_lines_variant_unique do nothing;
  -- Lines are locked in order, so that people who count the same variants add up without a deadlock.
  perform
  from private.stock_count_lines l
  where l.count_id = count.id and l.variant_id = any (known)
  order by l.variant_id for update;

  with inserted as (
    insert into private.stock_count_tallies (id, line_id, round, counter_id, mode, quantity, at)
    select s.id, l.id, l.round, (select auth.uid()), s.mode, s.quantity,
      -- Not before the count's start and not in the future.
      greatest(count.created_at, now() - make_interval(secs => greatest(0, coalesce(s.ago, 0))::double precision))
    from rows from (jsonb_to_recordset(tallies) as (id uuid, variant_id uuid, mode text, quantity numeric, ago numeric))
      with ordinality s(id, variant_id, mode, quantity, ago, ordinal)
    join private.stock_count_lines l on l.count_id = count.id and l.variant_id = s.variant_id
    where s.variant_id = any (known)
    order by s.ordinal
    on conflict (id) do nothing
    returning line_id, at)
  select coalesce(array_agg(distinct i.line_id), '{}') into touched from inserted i;
  perform private.raise_error('id_taken', 409, '{"field": "tallies"}')
  from jsonb_to_recordset(tallies) x(id uuid, variant_id uuid, mode text, quantity numeric)
  join private.stock_count_tallies t on t.id = x.id
  join private.stock_count_lines l on l.id = t.line_id
  where (l.count_id, l.variant_id, t.mode, t.quantity) <> (count.id, x.variant_id, x.mode, x.quantity);

  update private.stock_count_lines l set
    counted = private.tally_of_line(l.id, l.round),
    expected_first = case
      when l.first_at is null
        or t.first < l.first_at then private.level_at(l.variant_id, count.branch_id, count.stock_point_id, t.first)
      else l.expected_first end,
    first_at = least(l.first_at, t.first),
    expected = case
      when l.last_at is null
        or t.last >= l.last_at then private.level_at(l.variant_id, count.branch_id, count.stock_point_id, t.last)
      else l.expected end,
    last_at = greatest(l.last_at, t.last),
    last_by = auth.uid()
  from (
    select y.line_id, min(y.at) as first, max(y.at) as last
    from private.stock_count_tallies y join private.stock_count_lines z on z.id = y.line_id and z.round = y.round
    where y.line_id = any (touched)
    group by 1) t
  where l.id = t.line_id;

  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('variant_id', l.variant_id, 'counted', l.counted,
        'mine', private.tally_of_line(l.id, l.round, auth.uid())) order by l.id), '[]')
      from private.stock_count_lines l where l.count_id = count.id and l.variant_id = any (known)),
    'outside', (
      select coalesce(jsonb_agg(distinct x.variant_id), '[]')
      from jsonb_to_recordset(tallies) x(variant_id uuid) where not x.variant_id = any (known)));
end
$$;

/* Closes counting for comparison; closing again changes nothing. Answers {id, number, version, status}. Errors:
   permission_missing, count_not_found, branch_not_found, branch_view_only, count_not_open {status}. */
create function private.close_count(id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  count public.stock_counts;
begin
  count := private.lock_count(id, 'inventory.counts.count', '{counting,comparing}', 'count_not_open');
  if count.status = 'counting' then
    update public.stock_counts c
    set status = 'comparing', closed_at = now(), closed_by = auth.uid()
    where c.id = count.id
    returning * into count;
  end if;
  return private.document_summary(count);
end
$$;

/* Reopens a count. The given variants are counted again, and their earlier tallies are kept as history; without any,
   counting continues.
   expected_version: the version compared. Repeated by the same person, it changes nothing more, whatever was counted
   since. Answers {id, number, version, status}. Errors: permission_missing, count_not_found, branch_not_found,
   branch_view_only, count_not_comparing {status}, field_missing, changed_meanwhile. */
create function private.recount(id uuid, variant_ids uuid[] default '{}', expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  count public.stock_counts;
  in_scope_ids uuid[];
begin
  count := private.lock_count(id, 'inventory.counts.post', '{counting,comparing}', 'count_not_comparing');
  perform private.require_max_items(variant_ids, 5000, 'variant_ids');
  perform private.lock_products_shared(variant_ids);
  in_scope_ids := array(
    select v.id from public.variants v join public.products p on p.id = v.product_id
    where v.id = any (variant_ids) and (p.branch_id is null or p.branch_id = count.branch_id)
      and private.in_scope(p, count.scope, (select private.scope_ids(count.scope, count.scope_ids))));
  if count.status = 'counting' then
    perform private.raise_error_if((count.version > 1 and count.updated_by = auth.uid()
      and count.version - 1 = expected_version
      and cardinality(in_scope_ids) = (
        select count(*) from private.stock_count_lines l
        where l.count_id = count.id and l.variant_id = any (in_scope_ids) and l.round > 1
          and (l.counted is null or l.last_at >= count.updated_at)))
          is not true,
      'count_not_comparing', 409, jsonb_build_object('status', count.status));
    return private.document_summary(count);
  end if;
  perform private.require_version(count.version, expected_version, count.updated_by, count.updated_at);
  insert into private.stock_count_lines (count_id, variant_id) select count.id, unnest(in_scope_ids)
  on conflict on constraint stock_count_lines_variant_unique do nothing;
  update private.stock_count_lines l
  set round = l.round + 1, counted = null, expected = null, expected_first = null, first_at = null, last_at = null,
    last_by = null
  where l.count_id = count.id and l.variant_id = any (variant_ids);
  update public.stock_counts c
  set status = 'counting', closed_at = null, closed_by = null
  where c.id = count.id
  returning * into count;
  return private.document_summary(count);
end
$$;

/* The variants with something to post, in the order of their ids: counted ones with a difference, and with 'zero' those
   in stock that nobody counted. */
create function private.variants_to_post(count public.stock_counts, uncounted text, after_id uuid,
  most integer) returns uuid[]
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select l.variant_id
    from private.stock_count_lines l
    where l.count_id = count.id and l.counted <> l.expected and (after_id is null or l.variant_id > after_id)
    union all
    select l.variant_id
    from public.stock_levels l
    join public.variants v on v.id = l.variant_id
    join public.products p on p.id = v.product_id
    where uncounted = 'zero' and l.branch_id = count.branch_id
      and l.stock_point_id is not distinct from count.stock_point_id and l.quantity > 0
      and (after_id is null or l.variant_id > after_id)
        and private.in_scope(p, count.scope, (select private.scope_ids(count.scope, count.scope_ids)))
      and not exists (
        select from private.stock_count_lines c
        where c.count_id = count.id and c.variant_id = l.variant_id and c.counted is not null)
    order by 1
    limit most);
end
$$;

/* Posts the differences of a count as compared (expected_version), 2,500 lines a call, to be repeated until its status
   is posted; posting it again changes nothing and answers the same, whatever the version. uncounted, fixed by the first
   call: 'zero' posts uncounted goods in scope as missing, 'leave' ignores them.
   Before anything moves, all counted lines are checked against the stock. Later parts must not fail, so they post no
   more than what is still there, and nothing of a product limited to another branch since. Answers {id, number,
   version, status}, and until it is done {posted, lines}. Errors: permission_missing, count_not_found,
   branch_not_found, branch_view_only, count_not_comparing {status}, field_missing, changed_meanwhile,
   count_uncounted_unknown,
   stock_short {lines} if goods have left since they were counted, product_kept_by_branch {product, branch} if a product
   was limited to another branch since. */
create function private.post_count(id uuid, uncounted text, expected_version integer) returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 2500;
  count public.stock_counts;
  posting private.count_postings;
  variants uuid[];
begin
  count := private.lock_count(id, 'inventory.counts.post', '{comparing,posting,posted}', 'count_not_comparing');
  -- Later parts post the version that the first part has checked.
  perform private.require_version(count.version, expected_version, count.updated_by, count.updated_at)
  where count.status = 'comparing';
  uncounted := coalesce(count.uncounted, uncounted);
  if count.status = 'posted' then
    return private.document_summary(count);
  end if;
  perform private.raise_error_if(uncounted is null or uncounted not in ('zero', 'leave'),
    'count_uncounted_unknown', 400, '{"field": "uncounted"}');
  select * into posting from private.count_postings p where p.count_id = count.id;

  variants := private.variants_to_post(count, uncounted, posting.up_to, most);
  perform private.lock_products_shared(variants);
  perform private.lock_levels(array(
    select private.stock_move(v.id, count.branch_id, count.stock_point_id)
    from unnest(variants) v(id)));
  if uncounted = 'zero' then
    -- Uncounted goods are posted as missing up to the quantity at the start of posting that is still there under the
    -- lock.
    insert into private.stock_count_lines as line (count_id, variant_id, counted, expected_first, expected, first_at,
      last_at, last_by)
    select count.id, l.variant_id, 0, w.pieces, w.pieces, now(), now(), (select auth.uid())
    from public.stock_levels l
    cross join lateral (
      select least(l.quantity, l.quantity - case when posting.began_at is null then 0
        else private.moved_since(l.variant_id, l.branch_id, l.stock_point_id, posting.began_at) end) as pieces) w
    where l.variant_id = any (variants) and l.branch_id = count.branch_id
      and l.stock_point_id is not distinct from count.stock_point_id and w.pieces > 0
    on conflict on constraint stock_count_lines_variant_unique do update
      set counted = 0, expected_first = excluded.expected_first, expected = excluded.expected, first_at = now(),
        last_at = now(), last_by = auth.uid()
      where line.counted is null;
  end if;
  if posting.count_id is not null then
    update private.stock_count_lines l set expected = l.counted + s.quantity
    from public.stock_levels s
    where l.count_id = count.id and l.variant_id = any (variants) and s.variant_id = l.variant_id
      and s.branch_id = count.branch_id
      and s.stock_point_id is not distinct from count.stock_point_id and l.expected - l.counted > s.quantity;
    update private.stock_count_lines l set expected = l.counted
    from public.variants v join public.products p on p.id = v.product_id
    where l.count_id = count.id and l.variant_id = any (variants) and v.id = l.variant_id
      and p.branch_id <> count.branch_id;
  elsif cardinality(variants) = most then
    perform private.require_products_known_at(count.branch_id, array(
      select l.variant_id from private.stock_count_lines l where l.count_id = count.id and l.counted > l.expected));
    perform private.require_stock(array(
      select private.stock_move(l.variant_id, count.branch_id, count.stock_point_id,
        quantity => l.counted - l.expected, kind => 'count', line_id => l.id)
      from private.stock_count_lines l where l.count_id = count.id and l.counted < l.expected));
  end if;

  perform private.move_stock(array(
    select private.stock_move(x.variant_id, count.branch_id, count.stock_point_id,
      quantity => x.counted - x.expected, kind => 'count', line_id => x.id)
    from private.stock_count_lines x
    where x.count_id = count.id and x.variant_id = any (variants) and x.counted <> x.expected
    order by x.variant_id), 'count', count.id);

  if cardinality(variants) < most then
    delete from private.count_postings p where p.count_id = count.id;
    update public.stock_counts c
    set status = 'posted', uncounted = post_count.uncounted, posted_at = now(), posted_by = auth.uid(),
      posted_day = private.branch_today(c.branch_id)
    where c.id = count.id returning * into count;
    return private.document_summary(count);
  end if;
  insert into private.count_postings as p (count_id, began_at, lines, posted, up_to)
  values (count.id, now(), most + cardinality(private.variants_to_post(count, uncounted, variants[most], null)), most,
    variants[most])
  on conflict (count_id) do update set posted = p.posted + most, up_to = excluded.up_to returning * into posting;
  if count.status = 'comparing' then
    update public.stock_counts c
    set status = 'posting', uncounted = post_count.uncounted
    where c.id = count.id
    returning * into count;
  end if;
  return private.document_summary(count) || jsonb_build_object('posted', posting.posted, 'lines', posting.lines);
end
$$;

/* Cancels a count without moving stock, if it still has the expected version and number of counted lines (tallies do
   not change the version). Cancelling again changes nothing. Answers {id, number, version, status}.
   Errors: permission_missing, count_not_found, branch_not_found, branch_view_only, count_not_open {status},
   field_missing, changed_meanwhile, after new tallies with {lines}. */
create function private.cancel_count(id uuid, expected_version integer, expected_lines integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
declare
  count public.stock_counts;
begin
  count := private.lock_count(id, 'inventory.counts.create', '{counting,comparing,cancelled}', 'count_not_open');
  if count.status <> 'cancelled' then
    perform private.require_version(count.version, expected_version, count.updated_by, count.updated_at);
    perform private.raise_error('changed_meanwhile', 409, jsonb_build_object('lines', l))
    from private.counted_lines(id) l
    where l <> expected_lines;
    update public.stock_counts c
    set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid()
    where c.id = count.id
    returning * into count;
  end if;
  return private.document_summary(count);
end
$$;

-- ── Sales that arrive after a tally ──

/* Whether a sale arrived later than it was made. One second is allowed for the transmission and makes no difference to
   a tally. */
create function private.came_late(sold_at timestamptz, recorded_at timestamptz) returns boolean
  language sql immutable set search_path = ''
return sold_at < recorded_at - interval '1 second';

/* Before sales that came late move their goods: no count of these branches begins, takes tallies or is posted until
   they are recorded. */
create function private.lock_open_counts(branch_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(hashtextextended(concat_ws(' ', 'count', b.id), 0))
  from (select distinct id from unnest(branch_ids) x(id) order by 1) b;
  perform
  from public.stock_counts c
  where c.branch_id = any (branch_ids) and c.status in ('counting', 'comparing', 'posting')
  order by c.id
  for no key update;
end
$$;

/* The moves of a sale, or of its void, and with them those of the counts that it corrects: for each of its goods the
   first count that tallied them after sold_at and before the sale arrived. What that line expects changes; if it is
   posted, the count moves the opposite, so that what was counted remains. For a sale that did not come late nothing is
   looked up. The open counts (private.lock_open_counts) and the products are locked; the levels are locked here, before
   a line is. recorded_at: of a void, when the sale arrived; a sale itself arrives after every tally that is there. */
create function private.correct_counts(moves private.stock_move[], sale_id uuid, sold_at timestamptz,
  recorded_at timestamptz default null)
  returns private.stock_move[]
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  branch constant uuid := moves[1].branch_id;
  today date;
  extra private.stock_move[];
begin
  if not private.came_late(sold_at, coalesce(recorded_at, now())) or not exists (
    select
    from public.stock_counts c
    where c.branch_id = branch and c.status <> 'cancelled' and coalesce(c.posted_at, 'infinity') > sold_at) then
    return moves;
  end if;
  perform private.lock_levels(moves);
  today := private.branch_today(branch);
  with corrected as (
    select f.id, f.count_id, f.is_posted, m.variant_id, m.stock_point_id, m.quantity
    from (
      select x.variant_id, x.stock_point_id, sum(x.quantity) as quantity
      from unnest(moves) x
      group by 1, 2
      having sum(x.quantity) <> 0) m
    cross join lateral (
      -- Counts that are open together have no goods in common, so the one posted first was tallied first.
      select l.id, c.id as count_id, c.status = 'posted' or coalesce(l.variant_id <= p.up_to, false) as is_posted
      from public.stock_counts c
      join private.stock_count_lines l on l.count_id = c.id and l.variant_id = m.variant_id
      left join private.count_postings p on p.count_id = c.id
      where c.branch_id = branch and c.stock_point_id is not distinct from m.stock_point_id
        and c.status <> 'cancelled' and coalesce(c.posted_at, 'infinity') > sold_at
        and l.counted is not null and l.last_at > sold_at
        and l.last_at <= coalesce(recorded_at, 'infinity')
      order by coalesce(c.posted_at, 'infinity'), l.last_at
      limit 1) f),
  updated as (
    update private.stock_count_lines l
    set expected = l.expected + k.quantity,
      expected_first = l.expected_first + case when l.first_at > sold_at then k.quantity else 0 end
    from corrected k
    where l.id = k.id),
  written as (
    insert into private.count_corrections (line_id, sale_id, quantity, business_day)
    select k.id, sale_id, -k.quantity, today
    from corrected k
    where k.is_posted)
  select array_agg(private.stock_move(k.variant_id, branch, k.stock_point_id, -k.quantity, 'count', k.id,
    document_id => k.count_id) order by k.variant_id)
  into extra
  from corrected k
  where k.is_posted;
  return moves || extra;
end
$$;

select private.expose_rpc('start_count',
  'Begins a count of a place: all of it, or some categories, brands or products.');
select private.expose_rpc('record_tallies',
  'Records tallies; the same ones sent again change nothing more.');
select private.expose_rpc('close_count', 'Ends the counting, so that it can be compared.');
select private.expose_rpc('recount', 'Reopens a closed count, so that these variants are counted again.');
select private.expose_rpc('post_count', 'Posts the differences of a count, a part a call, until its status is posted.');
select private.expose_rpc('cancel_count', 'Cancels a count; it moves nothing.');

-- ── Reading a count ──

/* Whether the caller may see the expected quantities of a count with this status (see the top of this file). */
create function private.sees_expected(status text) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select status = 'posted' or status <> 'counting' and private.can('inventory.counts.post')
$$;

/* What the posted lines of a count gained, or lost, when their goods moved, with the corrections by late sales; 0 where
   the cost was unknown. */
create function private.count_values(count_id uuid) returns table (line_id uuid, value numeric)
  language sql stable security definer set search_path = ''
as $$
  select m.line_id, sum(coalesce(m.value, 0))
  from public.stock_movements m
  where m.document_type = 'count' and m.document_id = count_values.count_id
  group by 1
$$;

/* The lines of a count with names. expected, difference, moved and on_hand are null while the count is blind to the
   caller, unit_cost and value without inventory.costs.view.
   show: sheet (everything in stock or counted), counted, uncounted, recount, different, moved. sort: product,
   product_ar (by the names that Arabic readers see), recent, difference, or id (of the variant), with after_id as a
   cursor. page_size: at most 1,000, by id 5,000. Errors: permission_missing, count_not_found, count_blind,
   view_unknown, sort_unknown. */
create function private.count_lines(
  id uuid, words text default '',
  show text default 'counted', sort text default 'product', page_size integer default 100,
  page_offset integer default 0,
  after_id uuid default null)
  returns table (
    variant_id uuid, product_id uuid, product text, product_ar text, image_path text, color text, color_ar text,
    color_value text,
    size text, size_ar text, size_position integer, sku text, barcode text, by_measure boolean, round integer,
    counted numeric, mine numeric,
    expected numeric, difference numeric, moved boolean, on_hand numeric, unit_cost numeric, value numeric)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  count public.stock_counts;
  sees boolean;
  lines constant text := 'select l.variant_id, l.id from private.stock_count_lines l where l.count_id = $1';
  there constant text := 'select s.variant_id, l.id
    from public.stock_levels s left join private.stock_count_lines l on l.count_id = $1 and l.variant_id = s.variant_id
    where s.branch_id = $2 and s.stock_point_id is not distinct from $3 and s.quantity > 0';
begin
  perform private.require_permission('inventory.counts.view');
  select * into count
  from public.stock_counts c
  where c.id = count_lines.id and c.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(count.id is null, 'count_not_found', 404);
  sees := private.sees_expected(count.status);
  perform private.raise_error_if(not sees and (show in ('different', 'moved') or sort = 'difference'),
    'count_blind', 403);

  return query execute format(
    'select v.id, p.id, p.name::text, p.name_ar::text, coalesce(v.image_path, p.image_path),
      c.name::text, c.name_ar::text, c.value,
      z.name::text, z.name_ar::text, z.position,
       v.sku::text, v.barcode::text, p.by_measure, coalesce(l.round, 1), l.counted::numeric,
       case when l.counted is not null then private.tally_of_line(l.id, l.round, $6) end,
       case when $4 then l.expected::numeric end, case when $4 then (l.counted - l.expected)::numeric end,
        case when $4 then l.expected_first <> l.expected end,
       case when $4 then coalesce(h.quantity, 0)::numeric end,
       k.unit_cost, k.value
     from (%s) f(variant_id, line_id)
     join public.variants v on v.id = f.variant_id
     join public.products p on p.id = v.product_id
     left join private.stock_count_lines l on l.id = f.line_id
     left join public.stock_levels h on h.variant_id = v.id and h.branch_id = $2
     and h.stock_point_id is not distinct from $3
     left join public.colors c on c.id = v.color_id
     left join public.sizes z on z.id = v.size_id
     left join private.count_values($1) w on w.line_id = l.id
     left join lateral (
     select coalesce(round(w.value / nullif(l.counted - l.expected, 0), 4), c.cost)::numeric as unit_cost,
       coalesce(w.value, round((l.counted - l.expected) * c.cost, $7))::numeric as value
     from private.unit_cost(v.id) c(cost)
     where $4 and $5) k on true
     where private.in_scope(p, $8, $9) and %s%s
     order by %s
     limit $10 offset $11',
    case show
      when 'sheet' then there || ' union ' || lines || case when count.scope = 'products' then
        ' union select w.id, l.id from public.variants w left join private.stock_count_lines l on l.count_id = $1 and '
        'l.variant_id = w.id where w.active and w.product_id = any ($9)'
          else '' end
      when 'counted' then lines || ' and l.counted is not null'
      when 'uncounted'
        then there || ' and l.counted is null and coalesce(l.round, 1) = 1 union ' || lines || ' and l.counted is null'
      when 'recount' then lines || ' and l.counted is null'
      when 'different' then lines || ' and l.counted <> l.expected'
      when 'moved' then lines || ' and l.expected <> l.expected_first'
      else private.raise_unknown('view_unknown') end,
    private.sql_match_words('p.search', words), ' and v.id > ' || quote_literal(after_id),
    case sort
      when 'id' then 'v.id'
      when 'product' then 'p.name, p.id, c.name nulls first, z.position nulls first, z.name, v.id'
      when 'product_ar' then 'p.shown_in_arabic, p.id, c.shown_in_arabic nulls first, z.position nulls first, '
        'z.shown_in_arabic, v.id'
      when 'recent' then 'l.last_at desc nulls last, v.id'
      when 'difference'
        then 'abs(coalesce(nullif(k.value, 0), l.counted - l.expected)) desc nulls last, p.name, v.id'
      else private.raise_unknown('sort_unknown') end)
  using count.id, count.branch_id, count.stock_point_id, sees, private.can('inventory.costs.view'), auth.uid(),
    (select b.currency_decimals from public.business b), count.scope, private.scope_ids(count.scope, count.scope_ids),
    least(greatest(page_size, 1), case sort when 'id' then 5000 else 1000 end), greatest(page_offset, 0);
end
$$;

/* Raises 400 where an expression of type text is needed: for an unknown option. */
create function private.raise_unknown(code text) returns text
  language sql set search_path = ''
as $$
  select private.raise_error(code, 400);
  select null::text
$$;

/* The totals of a count: {counted, uncounted, recount, pieces}; once the caller may see expected quantities also
   different, moved, corrected, over, short, uncounted_pieces, and with inventory.costs.view value_over, value_short.
   over and short are quantities, both positive; corrected: lines that late sales changed after they were posted. */
create function private.count_summary(id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  count public.stock_counts;
  sees_costs boolean := private.can('inventory.costs.view');
  decimals integer := (select b.currency_decimals from public.business b);
begin
  perform private.require_permission('inventory.counts.view');
  select * into count
  from public.stock_counts c
  where c.id = count_summary.id and c.branch_id = any (private.branch_ids('view'));
  perform private.raise_error_if(count.id is null, 'count_not_found', 404);
  return (
    select jsonb_build_object(
      'counted', count(l.counted), 'pieces', coalesce(sum(l.counted), 0),
      'recount', count(*) filter (where l.counted is null and l.round > 1))
      || case when private.sees_expected(count.status) then jsonb_build_object(
        'different', count(*) filter (where l.counted <> l.expected),
        'moved', count(*) filter (where l.expected <> l.expected_first),
        'corrected', count(*) filter (
          where (select sum(x.quantity) from private.count_corrections x where x.line_id = l.id) <> 0),
        'over', coalesce(sum(l.counted - l.expected) filter (where l.counted > l.expected), 0),
        'short', coalesce(sum(l.expected - l.counted) filter (where l.counted < l.expected), 0))
        || case when sees_costs then jsonb_build_object(
          'value_over', coalesce(sum(k.value) filter (where k.value > 0), 0),
          'value_short', coalesce(-sum(k.value) filter (where k.value < 0), 0))
            else '{}' end
        else '{}' end
    from private.stock_count_lines l
    left join private.count_values(count.id) w on w.line_id = l.id
    left join lateral (
      select coalesce(w.value, round((l.counted - l.expected) * private.unit_cost(l.variant_id), decimals)) as value
      where sees_costs and (w.line_id is not null or l.counted <> l.expected)) k on true
    where l.count_id = count.id) || (
    select jsonb_build_object('uncounted', pg_catalog.count(*))
      || case when private.sees_expected(count.status) then
        jsonb_build_object('uncounted_pieces', coalesce(sum(s.quantity), 0))
        else '{}' end
    from public.stock_levels s
    join public.variants v on v.id = s.variant_id
    join public.products p on p.id = v.product_id
    where s.branch_id = count.branch_id and s.stock_point_id is not distinct from count.stock_point_id
      and s.quantity > 0
      and private.in_scope(p, count.scope, (select private.scope_ids(count.scope, count.scope_ids)))
      and not exists (
        select from private.stock_count_lines l
        where l.count_id = count.id and l.variant_id = s.variant_id and l.counted is not null));
end
$$;

/* The number of counted lines, for the list of counts; 0 if the caller may not view the count. */
create function private.counted_lines(id uuid) returns integer
  language sql stable security definer set search_path = ''
as $$
  select count(l.counted)::integer
  from private.stock_count_lines l join public.stock_counts c on c.id = l.count_id
  where l.count_id = counted_lines.id and (select private.can('inventory.counts.view'))
    and c.branch_id = any ((select private.branch_ids('view'))::uuid[])
$$;

select private.expose_rpc('count_lines', 'The lines of a count, as far as the caller may know them.');

grant execute on function private.count_summary(uuid), private.counted_lines(uuid) to authenticated;

-- Readable with permission to view counts in the branch, except for scope_ids: up to 5,000 ids in each of 1,000 rows
-- are too much for an answer. Written only by the functions above.
select private.allow_read('public.stock_counts', 'those who may view counts read the ones of their branches',
  'inventory.counts.view', hidden => '{scope_ids}');
select private.enable_audit('public.stock_counts', 'inventory.counts', 'branch_id');

create view public.count_list with (security_invoker = true) as
select c.id, c.version, c.number, c.status, c.scope, c.scope_first, c.scope_count, c.note, c.uncounted, c.created_at,
  private.person(c.created_by) as created_by,
  c.branch_id, b.name as branch, b.name_ar as branch_ar, c.stock_point_id, s.name as stock_point,
  s.name_ar as stock_point_ar,
  c.closed_at, c.posted_at, c.cancelled_at, private.counted_lines(c.id) as lines
from public.stock_counts c
join public.branches b on b.id = c.branch_id
left join public.stock_points s on s.id = c.stock_point_id;
comment on view public.count_list is 'Counts with names, and the number of counted lines.';
grant select on public.count_list to authenticated;

-- ── Invariants of this chapter ──

create view private.invariants_of_counts (rule, row_id) as
select 'count line is what was tallied', l.id::text
from private.stock_count_lines l
where l.counted is not null and l.counted <> private.tally_of_line(l.id, l.round)
union all
select 'count tells how far it is posted', c.id::text
from public.stock_counts c left join private.count_postings p on p.count_id = c.id
where (c.status = 'posting') <> (p.count_id is not null);
