-- Catalogue: lookup lists, products and variants, costs in tables of their own, price history, search.

create table public.brands (like private.named_record_template including all);

create table public.colors (
  like private.named_record_template including all,
  value text not null default '#808080' constraint colors_value_hex check (value ~ '^#[0-9a-f]{6}$')
);
comment on column public.colors.value is 'How it looks, as #rrggbb.';

create table public.sizes (
  like private.named_record_template including all,
  position integer not null default 0 constraint sizes_position_range check (position between 0 and 9999)
);
comment on column public.sizes.position is 'Order in the grid: S before M before L.';

create table public.categories (
  like private.named_record_template including all,
  parent_id uuid constraint categories_parent_in_use references public.categories
);

create table public.stock_points (like private.named_record_template including all);
comment on table public.stock_points is
  'Named places that any branch may keep stock in; stock without one is on the branch''s shop floor.';

create table public.price_groups (
  like private.named_record_template including all,
  percentage public.percentage not null default 0 constraint price_groups_percentage_range check (percentage between
    -100 and 1000),
  is_default boolean not null default false constraint price_groups_default_active check (active or not is_default)
);
create unique index price_groups_one_default on public.price_groups (is_default) where is_default;
comment on column public.price_groups.percentage is 'Signed change from the base price: −18 means 18 % less.';

/* Exactly one group is the default: making another one the default unmarks the previous one. It cannot just be
   unmarked. */
create function private.keep_default_price_group() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.raise_error_if(old.is_default, 'default_price_group_needed', 409);
    return old;
  end if;
  perform private.raise_error_if(tg_op = 'UPDATE' and old.is_default and not new.is_default
    and pg_catalog.pg_trigger_depth() = 1,
    'default_price_group_needed', 409, jsonb_build_object('field', 'is_default'));
  if new.is_default and (tg_op = 'INSERT' or not old.is_default) then
    perform pg_catalog.pg_advisory_xact_lock('public.price_groups'::regclass::bigint);
    update public.price_groups set is_default = false where is_default and id <> new.id;
  end if;
  return new;
end
$$;
create trigger keep_default_price_group before insert or update or delete on public.price_groups
  for each row execute function private.keep_default_price_group();

create table public.suppliers (
  like private.named_record_template including all,
  land_line public.phone,
  tax_number public.code,
  phone_key text
);
comment on column public.suppliers.tax_number is
  'Printed on orders and returns. Of any form: it may be of another country.';
comment on column public.suppliers.phone_key is
  'The land line as it is compared (private.canonical_phone). A whole building may share one.';
alter table public.suppliers drop column search;
alter table public.suppliers add column search text not null generated always as (private.normalise(
  name || ' ' || coalesce(name_ar, '') || ' ' || coalesce(land_line, '') || ' '
    || coalesce(private.phone_words(phone_key), '') || ' ' || coalesce(tax_number, ''))) stored;

create table public.tax_rates (
  like private.named_record_template including all,
  percentage public.percentage not null constraint tax_rates_percentage_range check (percentage between 0 and 100),
  kind text not null default 'standard' constraint tax_rates_kind_known check (kind in
    ('standard', 'reduced', 'zero_rated', 'exempt', 'out_of_scope')),
  constraint tax_rates_untaxed_kinds_are_zero check (percentage = 0 or kind in ('standard', 'reduced'))
);
comment on column public.tax_rates.kind is 'The group in which reports and invoices show it.';

create table public.payment_methods (
  like private.named_record_template including all,
  description public.short_text,
  is_cash boolean not null default false,
  fee_percentage public.percentage
    constraint payment_methods_fee_percentage_range check (fee_percentage between 0 and 100)
);
comment on column public.payment_methods.is_cash is 'Goes into the drawer, and so into the shift''s expected closing.';
comment on column public.payment_methods.fee_percentage is
  'What the bank keeps of each payment taken by it; null: nothing. Each payment stores its own fee.';

create table public.expense_categories (
  like private.named_record_template including all,
  parent_id uuid constraint expense_categories_parent_in_use references public.expense_categories
);

create table public.customers (
  like private.named_record_template including all,
  phone public.phone,
  phone_key text,
  email public.email,
  address public.short_text,
  tax_number public.code,
  price_group_id uuid constraint customers_price_group_in_use references public.price_groups
);
comment on column public.customers.tax_number is 'Printed on receipts and invoices. Of any form, as for suppliers.';
comment on column public.customers.phone_key is
  'The phone as it is compared (private.canonical_phone): by it a customer is found, and is the only one.';
create unique index customers_phone_unique on public.customers (phone_key);
create index customers_price_group on public.customers (price_group_id);
alter table public.customers drop column search;
alter table public.customers add column search text not null generated always as (private.normalise(
  name || ' ' || coalesce(name_ar, '') || ' ' || coalesce(phone, '') || ' '
    || coalesce(private.phone_words(phone_key), '') || ' '
  || coalesce(email, '') || ' ' || coalesce(tax_number, ''))) stored;

select private.protect(r)
from unnest('{inventory.brands, inventory.colors, inventory.sizes, inventory.categories, inventory.stock_points,
  inventory.price_groups,
  contacts.suppliers, settings.tax_rates, settings.payment_methods, accounting.expense_categories}'::text[]) r;
-- Customers may share a name.
select private.protect('contacts.customers', names_repeat => true);

create trigger compare_phone before insert or update of phone, phone_key on public.customers
  for each row execute function private.compare_phone('phone');
create trigger compare_phone before insert or update of land_line, phone_key on public.suppliers
  for each row execute function private.compare_phone('land_line');
-- Only edits change the version: an update of the key and search text after a change of the business's country must not
-- conflict with somebody's edit.
create or replace trigger stamp before insert or update of name, name_ar, phone, email, address, tax_number,
  price_group_id, active on public.customers
  for each row execute function private.stamp();
create or replace trigger stamp before insert or update of name, name_ar, land_line, tax_number, active on
  public.suppliers
  for each row execute function private.stamp();

/* Recomputes all phone keys, since a number without a calling code belongs to the business's country. The table locks
   keep concurrent writes from using the old country. Errors: 409 customers_share_phone {phone, other, field} if two
   customers would get one key and the caller may view them; for others the unique constraint fails. */
create function private.compare_phones_anew() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.customers, public.suppliers, public.profile_contacts in share row exclusive mode;
  perform private.raise_error('customers_share_phone', 409,
    jsonb_build_object('phone', min(c.phone), 'other', max(c.phone), 'field', 'country'))
  from public.customers c
  where (select private.can('contacts.customers.view'))
  group by private.phone_key(c.phone)
  having count(c.phone) > 1
  limit 1;
  update public.customers c
  set phone_key = private.phone_key(c.phone)
  where c.phone_key is distinct from private.phone_key(c.phone);
  update public.suppliers s
  set phone_key = private.phone_key(s.land_line)
  where s.phone_key is distinct from private.phone_key(s.land_line);
  update public.profile_contacts p
  set phone_key = private.phone_key(p.phone)
  where p.phone_key is distinct from private.phone_key(p.phone);
  return null;
end
$$;
create trigger compare_phones_of_new after insert on public.business
  for each row
  execute function private.compare_phones_anew();
create trigger compare_phones after update of country on public.business for each row
  when (new.country <> old.country) execute function private.compare_phones_anew();

/* A price group decides prices: any other than the default requires contacts.customers.set_price_group. */
create function private.guard_price_group() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.raise_error_if(
    auth.uid() is not null
      and not private.can('contacts.customers.set_price_group')
      and not exists (select from public.price_groups g where g.id = new.price_group_id and g.is_default),
    'permission_missing', 403, '{"permission": "contacts.customers.set_price_group", "field": "price_group_id"}');
  return null;
end
$$;
create trigger guard_price_group_of_new after insert on public.customers for each row
  when (new.price_group_id is not null) execute function private.guard_price_group();
create trigger guard_price_group after update of price_group_id on public.customers for each row
  when (new.price_group_id is distinct from old.price_group_id) execute function private.guard_price_group();


-- ── Products ──

create table public.products (
  like private.record_template including all,
  name public.short_name not null,
  name_ar public.short_name,
  shown_in_arabic public.short_name not null generated always as (coalesce(name_ar, name)) stored,
  description public.long_text,
  designer_id public.code,
  tag_number public.code,
  price public.money not null constraint products_price_not_negative check (price >= 0),
  max_discount public.percentage not null default 0 constraint products_max_discount_range check (max_discount
    between 0 and 100),
  low_stock_level public.quantity constraint products_low_stock_level_not_negative check (low_stock_level >= 0),
  by_measure boolean not null default false,
  active boolean not null default true,
  image_path text constraint products_image_path_length check (char_length(image_path) <= 300),
  category_id uuid constraint products_category_in_use references public.categories,
  brand_id uuid constraint products_brand_in_use references public.brands,
  supplier_id uuid constraint products_supplier_in_use references public.suppliers,
  tax_rate_id uuid constraint products_tax_rate_in_use references public.tax_rates,
  branch_id uuid constraint products_branch_in_use references public.branches,
  search text not null default ''
);
alter table public.business add column low_stock_level public.quantity constraint business_low_stock_level_not_negative
  check (low_stock_level
  >= 0);
comment on column public.business.low_stock_level is 'The low-stock level of a new product without a level of its own.';
grant update (low_stock_level) on public.business to authenticated;
comment on column public.products.branch_id is
  'Set: only this branch knows the product. Empty, the usual: every branch does.';
comment on column public.products.max_discount is 'Percent; no sale line is discounted beyond it.';
comment on column public.products.tax_rate_id is 'The rate it is sold at; null: the default of the business.';
comment on column public.products.low_stock_level is 'Pieces in one branch at or below which it shows as low.';
comment on column public.products.by_measure is
  'Sold by measure, with up to three decimals; else in whole pieces (private.require_whole_pieces).';
comment on column public.products.search is
  'Everything a search may hit, normalised; kept by triggers from the product and its variants.';
create index products_by_name on public.products (name, id) include (branch_id, active);
create index products_by_name_ar on public.products (shown_in_arabic, id) include (branch_id, active);
create index products_newest on public.products (created_at desc, id desc);
create index products_by_price on public.products (price, id);
create index products_category on public.products (category_id);
create index products_brand on public.products (brand_id);
create index products_supplier on public.products (supplier_id);
create index products_branch on public.products (branch_id) where branch_id is not null;
create index products_tax_rate on public.products (tax_rate_id) where tax_rate_id is not null;
create index products_image on public.products (image_path) where image_path is not null;
create index products_search on public.products using gin (search extensions.gin_trgm_ops);

create table public.product_costs (
  product_id uuid primary key constraint product_costs_product_exists references public.products on delete cascade,
  purchase_price public.money not null constraint product_costs_purchase_price_not_negative check (purchase_price >= 0)
);
comment on table public.product_costs is
  'Apart from the product, so that no select * can show a cost to those who may not see it.';

create sequence private.barcode_numbers;
create sequence private.sku_numbers start 100001;

/* The check digit for twelve digits of an EAN or UPC (GS1 General Specifications 7.9): weights 3, 1, … from the
   right. */
create function private.ean_check_digit(digits text) returns integer
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  n constant bigint := digits;
begin
  return (10 - (
    3 * (n % 10 + n / 100 % 10 + n / 10000 % 10 + n / 1000000 % 10 + n / 100000000 % 10 + n / 10000000000 % 10)
    + n / 10 % 10 + n / 1000 % 10 + n / 100000 % 10 + n / 10000000 % 10 + n / 1000000000 % 10
      + n / 100000000000) % 10) % 10;
end
$$;

/* Repeats the sum of private.ean_check_digit inline for speed: an import checks 10,000 barcodes twice. */
create function private.barcode_is_sound(barcode text) returns boolean
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  n bigint;
begin
  if length(barcode) <> 13 or barcode !~ '^[0-9]+$' then
    return true;
  end if;
  n := barcode;
  return (
    3 * (n / 10 % 10 + n / 1000 % 10 + n / 100000 % 10 + n / 10000000 % 10 + n / 1000000000 % 10
      + n / 100000000000 % 10)
    + n % 10 + n / 100 % 10 + n / 10000 % 10 + n / 1000000 % 10 + n / 100000000 % 10 + n / 10000000000 % 10
      + n / 1000000000000) % 10 = 0;
end
$$;

/* The one form in which codes are compared, however they are typed, scanned or stored in a spreadsheet:
   - Arabic digits become Latin; case, invisible marks, and surrounding blanks do not count.
   - The .0 that a spreadsheet appends to digits ("1001.0") is removed, as is a scanner's symbology identifier ("]E0").
   - A GS1 element string becomes the GTIN that it begins with: 01 and 14 digits, if introduced by a GS1 identifier
     (]C1, ]d2, ]Q3, ]e0), written as (01), or followed by nothing, a group separator or another application identifier.
   - A GTIN (8, 12, 13 or 14 digits with a correct check digit) is padded with zeros to 14 digits: UPC-A and EAN-13 are
     equal with and without the leading zero, while the GTIN-14 of a carton, which begins with 1 to 9, differs from its
     piece's. Blanks and dashes between the digits of a GTIN do not count ("6 221234 567013").
   Other digits stay as they are: 10-138 and 101-38 may be two articles, and a leading zero may matter.
   Idempotent. web/lib/canonical-code.ts does the same on a device. */
create function private.canonical_code(code text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  digits text;
  front text;
  n bigint;
begin
  -- A fast path for plain codes, which most are: an import compares 100,000.
  if octet_length(code) < 16 and code ~ '^[0-9]+$' then
    digits := code;
  elsif code ~ '^[0-9A-Za-z._/-]*[A-Za-z][0-9A-Za-z._/-]*$' and (octet_length(code) < 16 or left(code, 2) <> '01') then
    return upper(code collate "C");
  else
    code := translate(code, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
    code := regexp_replace(code, '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g');
    code := regexp_replace(code, '[\u0001-\u0020\u007f\u00a0\u2000-\u200a\u202f\u3000]+$', '');
    front := substring(code from '^(?:[\u0001-\u0020\u007f\u00a0\u2000-\u200a\u202f\u3000]|\][A-Za-z][0-9A-Za-z])+');
    -- A symbology identifier followed by nothing is an ordinary code.
    code := case
      when length(front) < length(code) then substr(code, length(front) + 1)
      else regexp_replace(code, '^[\u0001-\u0020\u007f\u00a0\u2000-\u200a\u202f\u3000]+', '')
    end;
    code := regexp_replace(upper(code), '^([0-9]+)\.0$', '\1');
    digits := case
      when code ~ '^[0-9]+(?:[ \u00a0\u2000-\u2015\u202f\u2212-]+[0-9]+)+$' then regexp_replace(code, '[^0-9]', '', 'g')
      else code
    end;
    digits := coalesce(
      case when front ~ '\](?:C1|d2|Q3|e0)' then substring(digits from '^01([0-9]{14})') end,
      substring(digits from '^\(01\) ?([0-9]{14})'),
      substring(digits
        from '^01([0-9]{14})(?:$|\u001d|1[1235-7][0-9]{6}'
          '|(?:10|2[12]|24[01]|3[07]).|20[0-9]{2}|3[1-6][0-9]{8}|39[0-4][0-9])'),
      case when digits ~ '^[0-9]{12,14}$' or code ~ '^[0-9]{8}$' then digits end);
  end if;

  if length(digits) in (8, 12, 13, 14) then
    n := digits;
    if (
      3 * (n / 10 % 10 + n / 1000 % 10 + n / 100000 % 10 + n / 10000000 % 10 + n / 1000000000 % 10
        + n / 100000000000 % 10 + n / 10000000000000)
      + n % 10 + n / 100 % 10 + n / 10000 % 10 + n / 1000000 % 10 + n / 100000000 % 10 + n / 10000000000 % 10
        + n / 1000000000000 % 10) % 10
        = 0 then
      return lpad(digits, 14, '0');
    end if;
  end if;
  return code;
end
$$;

/* The other canonical form of a UPC-E: one scanner sends its eight digits, another the UPC-A that they stand for,
   with the zeros that they leave out (GS1 General Specifications 5.2.2.4.2); null for other codes. Eight digits may
   also be an EAN-8, another article, so the two are not equal. web/lib/canonical-code.ts does the same on a device. */
create function private.other_upc_form(canonical text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  short constant text := case when canonical ~ '^(?:0{6})?[01][0-9]{7}$' then right(canonical, 8) end;
  long text;
begin
  if short is not null then
    long := case
      when substr(short, 7, 1) in ('0', '1', '2')
        then regexp_replace(short, '^(.)(..)(...)(.)(.)$', '\1\2\40000\3\5')
      when substr(short, 7, 1) = '3' then regexp_replace(short, '^(.)(...)(..)3(.)$', '\1\200000\3\4')
      when substr(short, 7, 1) = '4' then regexp_replace(short, '^(.)(....)(.)4(.)$', '\1\200000\3\4')
      else regexp_replace(short, '^(.)(.....)(.)(.)$', '\1\20000\3\4')
    end;
    if private.canonical_code(long) <> long then
      return '00' || long;
    end if;
  end if;
  long := right(canonical, 12);
  if canonical !~ '^00[01][0-9]{11}$' or private.canonical_code(long) = long then
    return null;
  end if;
  return private.canonical_code(case
    when long ~ '^...[012]0000' then regexp_replace(long, '^(.)(..)(.)0000(...)(.)$', '\1\2\4\3\5')
    when long ~ '^...[3-9]00000' then regexp_replace(long, '^(.)(...)00000(..)(.)$', '\1\2\33\4')
    when long ~ '^....[1-9]00000' then regexp_replace(long, '^(.)(....)00000(.)(.)$', '\1\2\34\4')
    when long ~ '^.....[1-9]0000[5-9]' then regexp_replace(long, '^(.)(.....)0000(.)(.)$', '\1\2\3\4')
  end);
end
$$;

/* Generates count codes that neither a variant nor besides contains: sequential SKUs, or in-store EAN-13 (GS1 prefix 20
   is reserved for use inside a shop). Numbers already in use are skipped. */
create function private.next_codes(kind text, count bigint, besides text[] default '{}') returns text[]
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  codes text[] := '{}';
  others constant text[] := array(select private.canonical_code(b) from unnest(besides) b where b is not null);
begin
  while cardinality(codes) < count loop
    codes := codes || array(
      select c.code
      from (
        select case kind when 'sku' then nextval('private.sku_numbers')
          else nextval('private.barcode_numbers') end as number
        from generate_series(1, count - cardinality(codes))
        offset 0) n
      cross join lateral (select '20' || lpad(n.number::text, 10, '0') as twelve) d
      cross join lateral (select case kind when 'sku' then n.number::text
        else d.twelve || private.ean_check_digit(d.twelve) end as code) c
      cross join lateral (select private.canonical_code(c.code) as key offset 0) k
      where not exists (select from unnest(others) o where o = k.key)
        and (kind <> 'sku' or not exists (select from public.variants v where v.sku_key = k.key))
        and (kind <> 'barcode' or not exists (select from public.variants v where v.barcode_key = k.key)));
  end loop;
  return codes;
end
$$;

create table public.variants (
  like private.record_template including all,
  product_id uuid not null constraint variants_product_exists references public.products on delete cascade deferrable,
  color_id uuid constraint variants_color_in_use references public.colors,
  size_id uuid constraint variants_size_in_use references public.sizes,
  sku public.code not null default (private.next_codes('sku', 1))[1],
  barcode public.code not null default (private.next_codes('barcode', 1))[1]
    constraint variants_barcode_check_digit check (private.barcode_is_sound(barcode)),
  sku_key text collate "C" not null,
  barcode_key text collate "C" not null,
  price_override public.money constraint variants_price_override_not_negative check (price_override >= 0),
  active boolean not null default true,
  image_path text constraint variants_image_path_length check (char_length(image_path) <= 300),
  -- Deferrable constraints are checked at the end of a statement, not per row, so that one save can swap unique values
  -- of two variants.
  constraint variants_color_size_unique unique nulls not distinct (product_id, color_id, size_id) deferrable,
  constraint variants_barcode_unique unique (barcode_key) deferrable,
  constraint variants_sku_unique unique (sku_key) deferrable
);
comment on column public.variants.sku_key is
  'The SKU as it is compared (private.canonical_code): by it a variant is found, and is the only one.';
comment on column public.variants.barcode_key is 'The barcode as it is compared.';
comment on column public.variants.image_path is 'Its own photo, usually that of its color; else the product''s.';
create index variants_image on public.variants (image_path) where image_path is not null;

/* The keys by which variants are found by these codes: their canonical forms, and the other form of a UPC of which no
   variant has the code itself. */
create function private.search_keys(codes text[]) returns text[]
  language sql stable strict set search_path = ''
as $$
  with keys as materialized (select distinct private.canonical_code(c) as key from unnest(codes) c)
  select coalesce(array_agg(k.key), '{}')
  from (
    select key
    from keys
    union all
    select o.key
    from keys k
    cross join lateral (select private.other_upc_form(k.key) as key offset 0) o
    where o.key is not null
      and not exists (select from public.variants v where v.barcode_key = k.key)
      and not exists (select from public.variants v where v.sku_key = k.key)) k
$$;

-- The sort order of lists.
create index variants_by_sku on public.variants (sku, id);
create index variants_color on public.variants (color_id);
create index variants_size on public.variants (size_id);

/* A trigger instead of generated columns: with a BEFORE ROW trigger, every update would count as a change of these
   keys, and a change of price would wait for concurrent sales. */
create function private.compare_codes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.sku_key := private.canonical_code(new.sku);
  new.barcode_key := private.canonical_code(new.barcode);
  return new;
end
$$;
create trigger compare_codes before insert or update of sku, barcode, sku_key, barcode_key on public.variants
  for each row execute function private.compare_codes();

create table public.variant_costs (
  variant_id uuid primary key constraint variant_costs_variant_exists references public.variants on delete cascade,
  average_cost public.unit_cost not null constraint variant_costs_average_not_negative check (average_cost >= 0)
) with (fillfactor = 70);
comment on table public.variant_costs is
  'The moving average: what the stock cost, by piece (private.value_moves). Without one, the product''s purchase price '
  'is used. So precise that all pieces together cost exactly their value.';

create table public.price_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  product_id uuid not null constraint price_changes_product_exists references public.products on delete cascade,
  variant_id uuid constraint price_changes_variant_exists references public.variants on delete cascade,
  old_price public.money,
  new_price public.money
);
comment on table public.price_changes is
  'Changes of selling prices, with their author and the values before and after; an empty price of a variant is '
  '"the product''s".';
create index price_changes_of_product on public.price_changes (product_id, id desc);
create index price_changes_variant on public.price_changes (variant_id);

create function private.record_price_change() returns trigger
  language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
begin
  if tg_table_name = 'products' then
    insert into public.price_changes (actor_id, product_id, old_price, new_price)
    select (select auth.uid()), a.id, d.price, a.price
    from added a join removed d using (id)
    where a.price <> d.price;
  else
    insert into public.price_changes (actor_id, product_id, variant_id, old_price, new_price)
    select (select auth.uid()), a.product_id, a.id, d.price_override, a.price_override
    from added a join removed d using (id)
    where a.price_override is distinct from d.price_override;
  end if;
  return null;
end
$$;

-- ── Search text: the texts of the product and the codes of its variants ──

create function private.product_words(p public.products) returns text
  language plpgsql stable set search_path = ''
as $$
begin
  return private.normalise(concat_ws(' ', p.name, p.name_ar, p.designer_id, p.tag_number, p.description,
    (
      select string_agg(v.sku || ' ' || v.barcode, ' ' order by v.id)
      from public.variants v
      where v.product_id = p.id)));
end
$$;

create function private.find_product_by_its_words() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  new.search := private.product_words(new);
  return new;
end
$$;

create function private.find_product_by_its_codes() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update public.products p set search = private.product_words(p)
    where p.id in (
      select a.product_id
      from added a
      join removed d
      using (id)
      where (a.sku, a.barcode) is distinct from (d.sku, d.barcode));
  else
    -- A product without variants is about to be deleted.
    update public.products p set search = private.product_words(p)
    where p.id in (select product_id from touched)
      and exists (select from public.variants v where v.product_id = p.id);
  end if;
  return null;
end
$$;

-- An import supplies the search text of its 10,000 products itself; looking up each one's codes would take longer than
-- everything else.
create trigger find_by_words before insert on public.products
  for each row when (new.search = '') execute function private.find_product_by_its_words();
create trigger find_by_words_update before update of name, name_ar, designer_id, tag_number,
  description on public.products
  for each row execute function private.find_product_by_its_words();
create trigger find_by_codes_insert after insert on public.variants referencing new table as touched
  for each statement execute function private.find_product_by_its_codes();
create trigger find_by_codes_update after update on public.variants referencing new table as added old table as removed
  for each statement execute function private.find_product_by_its_codes();
create trigger find_by_codes_delete after delete on public.variants referencing old table as touched
  for each statement execute function private.find_product_by_its_codes();
create trigger record_price_change after update on public.products referencing new table as added old table as removed
  for each statement execute function private.record_price_change();
create trigger record_price_change after update on public.variants referencing new table as added old table as removed
  for each statement execute function private.record_price_change();

/* The branch of an audited row: its column, or the branch of its product, which for a deleted product is the one last
   logged. */
create function private.branch_of(audited_row jsonb, branch_column text) returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  product uuid;
  product_branch_id uuid;
begin
  if branch_column not in ('product_id', 'variant_id') then
    return (audited_row ->> branch_column)::uuid;
  elsif branch_column = 'product_id' then
    product := audited_row ->> 'product_id';
  else
    select v.product_id into product from public.variants v where v.id = (audited_row ->> 'variant_id')::uuid;
  end if;
  select p.branch_id into product_branch_id from public.products p where p.id = product;
  if not found then
    select a.branch_id into product_branch_id
    from public.audit_log a
    where a.record_id = product and a.table_name = 'products'
    order by a.id desc
    limit 1;
  end if;
  return product_branch_id;
end
$$;

select private.enable_audit('public.products', 'inventory.products', 'branch_id');
-- The search column follows by triggers without changing the version, so that it causes no conflict with somebody's
-- edit.
create or replace trigger stamp before insert or update of name, name_ar, description, designer_id, tag_number, price,
  max_discount,
  low_stock_level, by_measure, active, image_path, category_id, brand_id, supplier_id, tax_rate_id, branch_id
  on public.products
  for each row execute function private.stamp();
select private.enable_audit('public.variants', 'inventory.products', 'product_id', 'id', 'products', 'product_id');
select private.enable_audit('public.product_costs', 'inventory.costs', 'product_id', 'product_id', 'products');

-- Products are written only by save_product: product, variants and cost in one save.
select private.allow_read('public.products', 'those who may view products read the ones of their branches',
  'inventory.products.view',
  reach => $$branch_id is null or branch_id = any ((select private.branch_ids('view'))::uuid[])$$);

/* Whether the product is visible to the caller; for the functions that write products. */
create function private.sees_product(product_id uuid) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.products p
    where p.id = sees_product.product_id
      and (p.branch_id is null or p.branch_id = any ((select private.branch_ids('view'))::uuid[])))
$$;

select private.allow_read('public.variants', 'those who see a product read its variants', 'inventory.products.view',
  'product_id');
select private.allow_read('public.price_changes', 'those who see a product read its price history',
  'inventory.products.view', 'product_id');
select private.allow_read('public.product_costs', 'those who may view costs read purchase prices',
  'inventory.costs.view', 'product_id');
select private.allow_read('public.variant_costs', 'those who may view costs read average costs', 'inventory.costs.view',
  'variant_id');

/* The names shown for a variant wherever it appears. */
create view public.variant_names with (security_invoker = true) as
select v.id as variant_id, v.product_id, p.name as product, p.name_ar as product_ar,
  coalesce(v.image_path, p.image_path) as image_path, c.name as color, c.name_ar as color_ar, c.value as color_value,
  z.name as size, z.name_ar as size_ar, z.position as size_position,
  v.sku, v.barcode, v.active and p.active as active, p.by_measure
from public.variants v
join public.products p on p.id = v.product_id
left join public.colors c on c.id = v.color_id
left join public.sizes z on z.id = v.size_id;
comment on view public.variant_names is 'The names of a variant and its product, as shown in every list and document.';
grant select on public.variant_names to authenticated;

/* A product can be limited to one branch only while no other branch has it in stock, since they could not count what
   they cannot see. Branches that the caller may not view count as well, but are not named. */
create function private.require_no_stock_elsewhere(product_id uuid, branch_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.raise_error('product_in_other_branches', 409,
    case
      when b.id = any (private.branch_ids('view')) then jsonb_build_object('branch', b.name, 'branch_ar', b.name_ar)
      else '{}' end)
  from public.variants v
  join public.stock_levels l on l.variant_id = v.id
  join public.branches b on b.id = l.branch_id
  where v.product_id = require_no_stock_elsewhere.product_id and l.quantity > 0
    and l.branch_id <> require_no_stock_elsewhere.branch_id
  order by b.id = any (private.branch_ids('view')) desc, b.name
  limit 1;
end
$$;

/* Goods movements depend on four settings of a product (branch, active, low-stock level, by measure), which must not
   change meanwhile. Locking the product's row would write to it for each sale line; advisory locks are used instead:
   shared for movements, exclusive for changes of a setting. A call takes all of its locks at once, in order, before any
   row lock. There are 128, since a server has room for 64 to 128 locks a connection, and every connection may hold all
   of them. */
create function private.acquire_product_locks(shared uuid[], exclusive uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform case when l.is_exclusive then pg_catalog.pg_advisory_xact_lock(2, l.key)
    else pg_catalog.pg_advisory_xact_lock_shared(2, l.key) end
  from (
    select pg_catalog.uuid_hash(x.id) & 127 as key, bool_or(x.is_exclusive) as is_exclusive
    from (select unnest(shared) as id, false as is_exclusive union all select unnest(exclusive), true) x
    group by 1
    order by 1) l;
end
$$;

/* Keeps those settings of the variants' products unchanged until the end of the transaction. Variants created
   in it are invisible to others, so they need no lock: thousands of them, in an import, would take all locks. */
create function private.lock_products_shared(variant_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.acquire_product_locks(
    array(select v.product_id from public.variants v where v.id = any (variant_ids) and v.created_at <> now()), '{}');
end
$$;

/* Taken before one of those settings changes: waits for movements in progress and blocks new ones. */
create function private.lock_products_exclusive(product_ids uuid[]) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.acquire_product_locks('{}', product_ids);
end
$$;

-- ── Saving a product ──

/* Creates or updates a product with its variants and purchase price in one transaction.
   expected_version null creates; a repeated creation answers with the result of the first.
   product: {name, name_ar, description, designer_id, tag_number, price, purchase_price?, max_discount,
   low_stock_level?, by_measure, active, image_path, category_id, brand_id, supplier_id, tax_rate_id, branch_id}.
   Without purchase_price it stays unchanged; tax_rate_id: null for the default of the business; a new product without
   low_stock_level gets the business's.
   variants: [{id?, color_id, size_id, sku?, barcode?, price_override, active, image_path?}], the complete set; empty
   means one plain variant. Answers {id, version}. Errors: permission_missing, id_missing, value_invalid {field, line},
   lines_over_limit {field, max}, product_not_found, exists_already {version, number: its name}, branch_not_found,
   branch_view_only, changed_meanwhile, product_in_other_branches, product_has_fractions {product, product_ar}. */
create function private.save_product(id uuid, product jsonb, variants jsonb, expected_version integer default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  before public.products;
  after public.products;
  creating boolean := expected_version is null;
  may_price boolean := private.can('inventory.products.edit_price');
begin
  perform private.require_permission(case when creating then 'inventory.products.create'
    else 'inventory.products.update' end);
  perform private.raise_error_if(id is null, 'id_missing', 400, '{"field": "id"}');
  perform private.require_values(product, '{"name": "text", "name_ar": "text", "description": "text",
    "designer_id": "text", "tag_number": "text",
    "price": "public.money", "purchase_price": "public.money", "max_discount": "public.percentage",
    "low_stock_level": "public.quantity", "by_measure": "boolean",
    "active": "boolean", "image_path": "text", "category_id": "uuid", "brand_id": "uuid", "supplier_id": "uuid",
    "tax_rate_id": "uuid", "branch_id": "uuid"}');
  if variants <> '[]' then
    perform private.require_lines(variants, 1000, '{"id": "uuid", "color_id": "uuid", "size_id": "uuid", "sku": "text",
      "barcode": "text",
      "price_override": "public.money", "active": "boolean", "image_path": "text"}', 'value_invalid', 'variants');
  end if;
  -- If the same creation is sent twice at once, the second waits and answers with the result of the first.
  perform pg_catalog.pg_advisory_xact_lock(hashtextextended(id::text, 0));
  perform private.lock_products_exclusive(array[id]) where not creating;
  -- Tills wait for that lock, so a save hardly waits for rows: an import of prices holds them for minutes.
  perform set_config('lock_timeout', '700ms', true) where not creating;
  select * into before from public.products p where p.id = save_product.id for update;

  if creating and before.id is not null then
    perform private.require_permission('inventory.costs.view') where product ->> 'purchase_price' is not null;
    after := jsonb_populate_record(null::public.products,
      jsonb_build_object('active', true, 'max_discount', 0, 'by_measure', false,
        'low_stock_level', case when not product ? 'low_stock_level' then before.low_stock_level end)
      || jsonb_strip_nulls(product));
    perform private.require_same_content(case when private.sees_product(before.id) then before.created_by end,
      before.name, before.version, 'product_not_found',
      to_jsonb(after) - private.audit_noise() = to_jsonb(before) - private.audit_noise()
        and private.are_variants_as_sent(before.id, variants)
      and (product ->> 'purchase_price' is null or (product ->> 'purchase_price')::public.money = (
        select c.purchase_price from public.product_costs c where c.product_id = before.id)));
    return jsonb_build_object('id', before.id, 'version', before.version);
  elsif not creating then
    perform private.raise_error_if(before.id is null or not private.sees_product(before.id), 'product_not_found', 404);
    perform private.require_branch(before.branch_id) where before.branch_id is not null;
    perform private.require_version(before.version, expected_version, before.updated_by, before.updated_at);
  end if;

  after := jsonb_populate_record(before, product);
  after.max_discount := coalesce(after.max_discount, 0);
  after.active := coalesce(after.active, true);
  after.by_measure := coalesce(after.by_measure, false);
  perform private.require_branch(after.branch_id) where after.branch_id is not null;
  perform private.require_no_stock_elsewhere(before.id, after.branch_id)
  where not creating and after.branch_id is distinct from before.branch_id;
  perform private.raise_error_if(not creating and not may_price and f.differs, 'permission_missing', 403,
    jsonb_build_object('permission', 'inventory.products.edit_price', 'field', f.field))
  from (values ('price', after.price is distinct from before.price),
    ('tax_rate_id', after.tax_rate_id is distinct from before.tax_rate_id)) f(field, differs);

  if creating then
    if not product ? 'low_stock_level' then
      after.low_stock_level := (select b.low_stock_level from public.business b);
    end if;
    insert into public.products (id, name, name_ar, description, designer_id, tag_number, price, max_discount,
      low_stock_level, by_measure, active, image_path, category_id, brand_id, supplier_id, tax_rate_id, branch_id)
    values (id, after.name, after.name_ar, after.description, after.designer_id, after.tag_number, after.price,
      after.max_discount, after.low_stock_level, after.by_measure, after.active, after.image_path, after.category_id,
      after.brand_id, after.supplier_id, after.tax_rate_id, after.branch_id);
  else
    -- Updated even without a change, so that changed variants also raise the version.
    update public.products p set
      name = after.name, name_ar = after.name_ar, description = after.description, designer_id = after.designer_id,
      tag_number = after.tag_number, price = after.price, max_discount = after.max_discount,
      low_stock_level = after.low_stock_level,
      by_measure = after.by_measure, active = after.active, image_path = after.image_path,
      category_id = after.category_id, brand_id = after.brand_id,
      supplier_id = after.supplier_id, tax_rate_id = after.tax_rate_id, branch_id = after.branch_id
    where p.id = save_product.id;
  end if;

  perform private.save_variants(save_product.id, coalesce(variants, '[]'), may_price or creating);

  if product ? 'purchase_price' and product ->> 'purchase_price' is not null then
    perform private.require_permission('inventory.costs.view');
    insert into public.product_costs (product_id, purchase_price)
    values (save_product.id, (product ->> 'purchase_price')::numeric)
    on conflict (product_id) do update set purchase_price = excluded.purchase_price
      where product_costs.purchase_price <> excluded.purchase_price;
  end if;

  return (
    select jsonb_build_object('id', p.id, 'version', p.version)
    from public.products p
    where p.id = save_product.id);
end
$$;

/* Whether the product's variants equal those sent for creation. A code that was not sent matches any. */
create function private.are_variants_as_sent(product_id uuid, variants jsonb) returns boolean
  language sql stable security definer set search_path = ''
as $$
  select count(*) = (select count(*) from public.variants v where v.product_id = are_variants_as_sent.product_id)
    and count(*) = count(distinct v.id)
  from jsonb_to_recordset(coalesce(nullif(variants, '[]'), '[{}]')) x(id uuid, color_id uuid, size_id uuid, sku text,
    barcode text, price_override public.money, active boolean, image_path text)
  left join public.variants v on v.product_id = are_variants_as_sent.product_id
    and v.color_id is not distinct from x.color_id and v.size_id is not distinct from x.size_id
    and (v.id, v.sku, v.barcode, v.active) = (coalesce(x.id, v.id), coalesce(x.sku, v.sku),
      coalesce(x.barcode, v.barcode), coalesce(x.active, true))
    and v.price_override is not distinct from x.price_override and v.image_path is not distinct from x.image_path
$$;

/* Replaces the product's variants by the given set. Foreign keys prevent the removal of a variant in use. */
create function private.save_variants(product_id uuid, variants jsonb, may_price boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if jsonb_array_length(variants) = 0 then
    variants := '[{}]';
  end if;

  -- Price overrides are compared by colour and size, not by variant: without the permission none may be added,
  -- removed or moved.
  if not may_price and exists (
    with current_prices as (
      select v.color_id, v.size_id, v.price_override
      from public.variants v
      where v.product_id = save_variants.product_id and v.price_override is not null),
    sent_prices as (
      select x.color_id, x.size_id, x.price_override
      from jsonb_to_recordset(variants) x(color_id uuid, size_id uuid, price_override public.money)
      where x.price_override is not null)
    (table current_prices except table sent_prices) union all (table sent_prices except table current_prices)) then
    perform private.raise_error('permission_missing', 403,
      jsonb_build_object('permission', 'inventory.products.edit_price', 'field', 'price_override'));
  end if;

  -- Unique codes are checked at the end of the statement, so concurrent saves of the same codes could deadlock. These
  -- locks let one proceed at a time; the others then fail as duplicates. 128 locks, as in
  -- private.acquire_product_locks.
  perform pg_catalog.pg_advisory_xact_lock(7, l.key)
  from (
    select distinct hashtext(private.canonical_code(c.code)) & 127 as key
    from jsonb_to_recordset(variants) x(sku text, barcode text)
    cross join lateral (values (x.sku), (x.barcode)) c(code)
    where c.code is not null
    order by 1) l;

  delete from public.variants v
  where v.product_id = save_variants.product_id
    and v.id not in (select (x ->> 'id')::uuid from jsonb_array_elements(variants) x where x ->> 'id' is not null)
    -- Without named variants, an existing plain variant stays.
    and not (variants = '[{}]' and v.color_id is null and v.size_id is null);

  update public.variants v set
    color_id = x.color_id, size_id = x.size_id,
    sku = coalesce(x.sku, v.sku), barcode = coalesce(x.barcode, v.barcode),
    price_override = x.price_override, active = coalesce(x.active, true), image_path = x.image_path
  from jsonb_to_recordset(variants) x(id uuid, color_id uuid, size_id uuid, sku text, barcode text,
    price_override numeric, active boolean, image_path text)
  where v.id = x.id and v.product_id = save_variants.product_id
    and (v.color_id, v.size_id, v.sku, v.barcode, v.price_override, v.active, v.image_path)
      is distinct from (x.color_id, x.size_id, coalesce(x.sku, v.sku), coalesce(x.barcode, v.barcode), x.price_override,
        coalesce(x.active, true), x.image_path);

  -- A code generated here may collide with one entered concurrently; then another one is generated.
  for tries in reverse 2 .. 0 loop
    begin
      insert into public.variants (id, product_id, color_id, size_id, sku, barcode, price_override, active,
        image_path)
      select coalesce(x.id, private.uuid_v7()), save_variants.product_id, x.color_id, x.size_id,
        coalesce(x.sku, (private.next_codes('sku', 1))[1]), coalesce(x.barcode, (private.next_codes('barcode', 1))[1]),
        x.price_override, coalesce(x.active, true), x.image_path
      from jsonb_to_recordset(variants) x(id uuid, color_id uuid, size_id uuid, sku text, barcode text,
        price_override numeric, active boolean, image_path text)
      where (x.id is null
        or not exists (select from public.variants v where v.id = x.id and v.product_id = save_variants.product_id))
        and not (variants = '[{}]'
          and exists (select from public.variants v where v.product_id = save_variants.product_id));
      exit;
    exception
      when unique_violation then
        if tries = 0 then
          raise;
        end if;
    end;
  end loop;
end
$$;

select private.expose_rpc('save_product',
  'Creates or changes a product with its variants and purchase price, all or nothing.');

/* Removes a product that was never used; foreign keys prevent it otherwise. */
create function private.delete_product(id uuid) returns void
  language sql security definer set search_path = ''
as $$
  select private.require_permission('inventory.products.delete');
  select private.raise_error_if(not private.sees_product(delete_product.id), 'product_not_found', 404);
  select private.require_branch(p.branch_id)
  from public.products p
  where p.id = delete_product.id and p.branch_id is not null;
  delete from public.products p where p.id = delete_product.id
$$;

select private.expose_rpc('delete_product', 'Removes a product that was never used.');

comment on table public.brands is 'Whose name a product carries.';
comment on table public.colors is 'The colours that a variant may have.';
comment on table public.sizes is 'The sizes that a variant may have, in the order of the grid.';
comment on table public.categories is 'A tree of kinds of products.';
comment on table public.price_groups is
  'Prices for kinds of customers, as a change from the base price; exactly one is the default.';
comment on table public.suppliers is 'Whom the business buys from.';
comment on table public.tax_rates is 'Tax rates of products, sales, orders and expenses.';
comment on table public.payment_methods is 'The ways in which money is paid and received.';
comment on table public.expense_categories is 'A tree of kinds of expenses.';
comment on table public.customers is 'Whom the business sells to.';
comment on table public.products is 'Products with their price; stock is kept for their variants.';
comment on table public.variants is
  'One colour and size of a product, with its codes; a product always has at least one.';

-- ── Invariants of this chapter ──

create view private.invariants_of_catalogue (rule, row_id) as
select 'exactly one default price group', count(*)::text from public.price_groups where is_default having count(*) <> 1
union all
select 'product has a variant', p.id::text from public.products p
where not exists (select from public.variants v where v.product_id = p.id)
union all
select 'search text is the product and its codes', p.id::text
from public.products p
where p.search <> private.product_words(p)
union all
select 'codes are compared in their canonical form', v.id::text from public.variants v
where (v.sku_key, v.barcode_key) <> (private.canonical_code(v.sku), private.canonical_code(v.barcode))
union all
select 'the phone of a customer is compared in its canonical form', c.id::text from public.customers c
where c.phone_key is distinct from private.phone_key(c.phone)
union all
select 'the phone of a supplier is compared in its canonical form', s.id::text from public.suppliers s
where s.phone_key is distinct from private.phone_key(s.land_line)
union all
select 'tree has no cycle', c.id::text
from (
  with recursive nodes as (
    select id, parent_id
    from public.categories
    union all select id, parent_id
    from public.expense_categories),
  up as (
    select id, id as start, parent_id from nodes
    union
    select n.id, up.start, n.parent_id from nodes n join up on n.id = up.parent_id)
  select start as id from up where parent_id = start) c;
