-- A demo business: Dar Nour, an invented fashion retailer with three shops and a warehouse. Its accounts are in
-- accounts.json.

update public.business
set name = 'Dar Nour', name_ar = 'دار نور', website = 'https://darnour.example', contact_number = '+20 2 2735 0000',
  tax_number = '412337905', currency = 'EGP', set_up_at = now();

insert into public.branches (id, name, name_ar, code, phone, address) values
  ('00000000-0000-7000-8000-0000000000b1', 'Zamalek', 'الزمالك', 'ZAM', '+20 2 2735 0001', '26 July Street, Zamalek'),
  ('00000000-0000-7000-8000-0000000000b2', 'Nasr City', 'مدينة نصر', 'NSR', '+20 2 2671 0002', 'Abbas El Akkad Street'),
  ('00000000-0000-7000-8000-0000000000b3', 'Maadi', 'المعادي', 'MAD', '+20 2 2358 0003', 'Road 9, Maadi'),
  ('00000000-0000-7000-8000-0000000000b4', 'Warehouse', 'المخزن الرئيسي', 'WRH', '+20 2 4600 0004',
    'Badr industrial zone');

insert into public.profiles (id, name, name_ar, role_id)
select p.id::uuid, p.name, p.name_ar, r.id
from (values
  ('00000000-0000-7000-8000-000000000001', 'Mona Hassan', 'منى حسن', 'Owner'),
  ('00000000-0000-7000-8000-000000000002', 'Karim Samir', 'كريم سمير', 'Manager'),
  ('00000000-0000-7000-8000-000000000003', 'Salma Adel', 'سلمى عادل', 'Storekeeper'),
  ('00000000-0000-7000-8000-000000000004', 'Omar Nabil', 'عمر نبيل', 'Buyer'),
  ('00000000-0000-7000-8000-000000000005', 'Heba Ali', 'هبة علي', 'Accountant'),
  ('00000000-0000-7000-8000-000000000006', 'Youssef Magdy', 'يوسف مجدي', 'Cashier'),
  ('00000000-0000-7000-8000-000000000007', 'Nadia Fouad', 'نادية فؤاد', 'Auditor')) p(id, name, name_ar, role)
join public.roles r on r.name = p.role;

insert into public.profile_contacts (profile_id, email)
select id, email from auth.users where id in (select id from public.profiles);

insert into public.user_branches (profile_id, branch_id, access)
select ('00000000-0000-7000-8000-00000000000' || u.person)::uuid,
  ('00000000-0000-7000-8000-0000000000b' || u.branch)::uuid, u.access
from (values
  (2, 1, 'work'), (2, 2, 'work'), (2, 3, 'view'),
  (3, 1, 'work'),
  (4, 1, 'work'), (4, 4, 'work'),
  (5, 1, 'work'), (5, 2, 'work'), (5, 3, 'work'), (5, 4, 'work'),
  (6, 1, 'work'),
  (7, 1, 'view'), (7, 2, 'view'), (7, 3, 'view'), (7, 4, 'view')) u(person, branch, access);

-- The rest is written as the owner, through the same functions that the client calls.
select set_config('request.jwt.claims', '{"sub": "00000000-0000-7000-8000-000000000001", "role": "authenticated"}',
  false);

insert into public.colors (name, name_ar, value) values
  ('Black', 'أسود', '#2a2725'), ('Ivory', 'عاجي', '#efe6d3'), ('Olive', 'زيتي', '#6b7043'), ('Navy', 'كحلي', '#29335a'),
  ('Dusty rose', 'روز مطفي', '#c9928c'), ('White', 'أبيض', '#fafafa'), ('Sky', 'سماوي', '#a9c4dd'),
  ('Sand', 'رملي', '#cdb78c'),
  ('Burgundy', 'نبيتي', '#6d2136'), ('Petrol', 'بترولي', '#1f565c'), ('Grey', 'رمادي', '#8b8b88'),
  ('Camel', 'جملي', '#b58955'), ('Brown', 'بني', '#6b452f');

insert into public.sizes (name, position) values
  ('XS', 10), ('S', 20), ('M', 30), ('L', 40), ('XL', 50), ('XXL', 60), ('38', 138), ('39', 139), ('40', 140),
    ('41', 141), ('42', 142), ('43', 143);

insert into public.brands (name, name_ar)
values ('Dar Nour', 'دار نور'), ('Siwa', 'سيوة'), ('Khan Leather', 'خان للجلود');

insert into public.stock_points (name, name_ar)
values ('Stockroom', 'مخزن الفرع'), ('Window', 'الفاترينة'), ('Damaged goods', 'بضاعة تالفة');

insert into public.categories (id, name, name_ar, parent_id) values
  ('00000000-0000-7000-8000-0000000000c1', 'Women', 'نسائي', null),
  ('00000000-0000-7000-8000-0000000000c2', 'Men', 'رجالي', null),
  ('00000000-0000-7000-8000-0000000000c3', 'Leather', 'جلود', null),
  ('00000000-0000-7000-8000-0000000000c4', 'Abayas', 'عبايات', '00000000-0000-7000-8000-0000000000c1'),
  ('00000000-0000-7000-8000-0000000000c5', 'Dresses', 'فساتين', '00000000-0000-7000-8000-0000000000c1'),
  ('00000000-0000-7000-8000-0000000000c6', 'Scarves and hijabs', 'شيلان وطرح', '00000000-0000-7000-8000-0000000000c1'),
  ('00000000-0000-7000-8000-0000000000c7', 'Shirts', 'قمصان', '00000000-0000-7000-8000-0000000000c2'),
  ('00000000-0000-7000-8000-0000000000c8', 'Trousers', 'بناطيل', '00000000-0000-7000-8000-0000000000c2');

insert into public.price_groups (name, name_ar, percentage)
values ('Wholesale', 'جملة', -18), ('Staff', 'الموظفون', -25);

insert into public.payment_methods (name, name_ar, description) values
  ('Card', 'بطاقة', 'Bank card at the terminal'), ('Instapay', 'إنستاباي', 'Instant bank transfer');

insert into public.tax_rates (name, name_ar, percentage, kind)
values ('VAT', 'ضريبة القيمة المضافة', 14, 'standard'), ('Exempt', 'معفى', 0, 'exempt');

insert into public.expense_categories (name, name_ar)
values ('Rent', 'إيجار'), ('Electricity', 'كهرباء'), ('Salaries', 'مرتبات'), ('Transport', 'نقل');

insert into public.suppliers (name, name_ar, land_line, tax_number) values
  ('Delta Linen Mills', 'مصانع الدلتا للكتان', '+20 40 330 1122', '204-118-356'),
  ('Mahalla Textiles', 'غزل المحلة', '+20 40 224 5566', '100-452-907'),
  ('Khan Leather', 'خان للجلود', '+20 2 2590 7788', '331-086-214'),
  ('Nile Trims', 'النيل للإكسسوار', '+20 2 2391 4455', null);

insert into public.customers (name, name_ar, phone, email, address, tax_number, price_group_id)
select c.name, c.name_ar, c.phone, c.email, c.address, c.tax_number, g.id
from (values
  ('Laila Mansour', 'ليلى منصور', '+20 100 220 3344', 'laila@example.com', '14 Brazil Street, Zamalek', null, 'Retail'),
  ('Hassan Trading', 'حسن للتجارة', '+20 122 887 6655', 'orders@hassan.example', 'El Azhar Street', '412-775-038',
    'Wholesale'),
  ('Rania Fathy', 'رانيا فتحي', '+20 111 456 7890', null, null, null, 'Retail'),
  ('Nour Boutique', 'بوتيك نور', '+20 155 321 0987', 'nour@example.com', 'Mansoura', '298-640-173',
    'Wholesale')) c(name, name_ar, phone, email, address, tax_number, price_group)
join public.price_groups g on g.name = c.price_group;

do $$
declare
  line record;
  product uuid;
  place record;
  number integer := 0;
begin
  for line in
    select *
    from (values
      ('Layla linen abaya', 'عباية ليلى كتان', 'DN-1042', 1450, 812.5, 15, 'Abayas', 'Dar Nour', 'Delta Linen Mills',
        'Black,Ivory,Olive,Navy,Dusty rose', 'XS,S,M,L,XL,XXL'),
      ('Nour crepe abaya', 'عباية نور كريب', 'DN-1038', 1890, 1010, 15, 'Abayas', 'Dar Nour', 'Mahalla Textiles',
        'Black,Navy,Burgundy,Grey', 'XS,S,M,L,XL,XXL'),
      ('Siwa cotton galabeya', 'جلابية سيوة قطن', 'DN-1127', 780, 395, 10, 'Abayas', 'Siwa', 'Mahalla Textiles',
        'White,Sky,Sand', 'S,M,L,XL,XXL'),
      ('Giza poplin shirt', 'قميص جيزة بوبلين', 'DN-2016', 640, 298.25, 20, 'Shirts', 'Dar Nour', 'Mahalla Textiles',
        'White,Sky,Navy,Grey,Olive,Black', 'XS,S,M,L,XL,XXL'),
      ('Wide-leg linen trousers', 'بنطلون كتان واسع', 'DN-2204', 890, 455, 15, 'Trousers', 'Dar Nour',
        'Delta Linen Mills', 'Sand,Black,Olive', 'XS,S,M,L,XL,XXL'),
      ('Fayoum woven scarf', 'شال فيومي نول يدوي', 'DN-3310', 420, 190, 10, 'Scarves and hijabs', 'Siwa', 'Nile Trims',
        'Burgundy,Petrol,Camel,Ivory', ''),
      ('Tailored wool blazer', 'بليزر صوف تفصيل', 'DN-2088', 2950, 1620, 10, 'Men', 'Dar Nour', 'Mahalla Textiles',
        'Grey,Navy,Black', 'S,M,L,XL,XXL'),
      ('Pleated midi dress', 'فستان ميدي بليسيه', 'DN-1205', 1320, 702, 15, 'Dresses', 'Dar Nour', 'Mahalla Textiles',
        'Dusty rose,Petrol,Black,Ivory', 'XS,S,M,L,XL'),
      ('Khan leather tote', 'حقيبة خان جلد', 'DN-4007', 2150, 1180, 5, 'Leather', 'Khan Leather', 'Khan Leather',
        'Brown,Black,Camel', ''),
      ('Suede penny loafers', 'حذاء شامواه', 'DN-5102', 1690, 940, 5, 'Leather', 'Khan Leather', 'Khan Leather',
        'Camel,Brown,Black,Navy', '38,39,40,41,42,43'),
      ('Modal jersey hijab', 'طرحة مودال جيرسيه', 'DN-3301', 185, 84.5, 25, 'Scarves and hijabs', 'Siwa', 'Nile Trims',
        'Black,Ivory,Dusty rose,Petrol,Sand,Grey,Navy,Olive,Burgundy', ''),
      ('Embroidered kaftan', 'قفطان مطرز', 'DN-1251', 3400, 1905, 5, 'Dresses', 'Dar Nour', 'Delta Linen Mills',
        'Petrol,Burgundy', 'S,M,L,XL'),
      ('Slim cotton chinos', 'بنطلون تشينو قطن', 'DN-2231', 720, 341.75, 15, 'Trousers', 'Dar Nour', 'Mahalla Textiles',
        'Olive,Sand,Navy,Black', 'S,M,L,XL,XXL'),
      ('Gift card sleeve', 'غلاف بطاقة هدية', 'DN-9001', 25, 6.5, 0, 'Leather', 'Dar Nour', 'Nile Trims', '', '')
    ) p(name, name_ar, code, price, cost, discount, category, brand, supplier, colors, sizes)
  loop
    number := number + 1;
    product := ('00000000-0000-7000-8000-0000000f' || lpad(number::text, 4, '0'))::uuid;
    perform private.save_product(product,
      jsonb_build_object('name', line.name, 'name_ar', line.name_ar, 'designer_id', line.code,
        'tag_number', lpad((400 + number)::text, 5, '0'),
        'price', line.price, 'purchase_price', line.cost, 'max_discount', line.discount, 'low_stock_level', 6,
        'active', true,
        'category_id', (select id from public.categories where name = line.category),
        'brand_id', (select id from public.brands where name = line.brand),
        'supplier_id', (select id from public.suppliers where name = line.supplier),
        -- Drawn in images/; one product has none, for the list of products without a picture.
        'image_path', case
          when line.name <> 'Gift card sleeve' then format('products/%s/%s.webp', product, line.code) end),
      (select coalesce(jsonb_agg(jsonb_build_object('color_id', c.id, 'size_id', s.id,
          'price_override', case when s.name = 'XXL' then round(line.price * 1.1, -1) end)), '[]')
        from (
          select null as name
          where line.colors = ''
          union all select unnest(string_to_array(nullif(line.colors, ''), ','))) cn(name)
        cross join (
          select null as name
          where line.sizes = ''
          union all select unnest(string_to_array(nullif(line.sizes, ''), ','))) sn(name)
        left join public.colors c on c.name = cn.name
        left join public.sizes s on s.name = sn.name
        where cn.name is not null or sn.name is not null));
  end loop;

  -- Opening stock: uneven, as in a real shop, but the same on every machine.
  for place in
    select b.id, b.code, null::uuid as point, b.ordinal from (values
      ('00000000-0000-7000-8000-0000000000b1'::uuid, 'ZAM', 3),
        ('00000000-0000-7000-8000-0000000000b2'::uuid, 'NSR', 4),
      ('00000000-0000-7000-8000-0000000000b3'::uuid, 'MAD', 7),
      ('00000000-0000-7000-8000-0000000000b4'::uuid, 'WRH', 2)) b(id, code, ordinal)
    union all
    select '00000000-0000-7000-8000-0000000000b1', 'ZAM', (
      select id
      from public.stock_points
      where name = 'Stockroom'), 5
  loop
    perform private.post_stock_entry(private.uuid_v7(), 'opening', place.id,
      (select jsonb_agg(jsonb_build_object('variant_id', v.id, 'quantity', v.pieces))
       from (
         select id, (row_number() over (order by id) * (place.ordinal + 3) % (23 - 2 * place.ordinal))::integer
           as pieces
         from public.variants) v
       where v.pieces > 0), place.point);
  end loop;
end
$$;

-- Purchase orders in each state: received and partly paid, ordered, pending, paid, closed short, cancelled.
do $$
declare
  zamalek constant uuid := '00000000-0000-7000-8000-0000000000b1';
  nasr_city constant uuid := '00000000-0000-7000-8000-0000000000b2';
  maadi constant uuid := '00000000-0000-7000-8000-0000000000b3';
  warehouse constant uuid := '00000000-0000-7000-8000-0000000000b4';
  today constant date := private.branch_today('00000000-0000-7000-8000-0000000000b1');
  cash constant uuid := (select id from public.payment_methods where name = 'Cash');
  instapay constant uuid := (select id from public.payment_methods where name = 'Instapay');
  line record;
  purchase uuid;
begin
  for line in
    select * from (values
      (1, zamalek, 'Nile Trims', 'DN-3301', 12, 82.75, 0, 34, 4, 'VAT', 'completed', 'طلبية الخريف',
        'الفاتورة مع السائق', 5000.0, 0, null),
      (2, warehouse, 'Delta Linen Mills', 'DN-2204', 20, 448.5, 250, 12, -18, 'VAT', 'pending',
        'Summer trousers, second cut', null, 20000.0, 0, 1500),
      (3, zamalek, 'Nile Trims', 'DN-1127', 6, 395, 0, 2, -28, null, 'pending', null, 'اتصل قبل التسليم', null,
        1, null),
      (4, nasr_city, 'Khan Leather', 'DN-5102', 2, 940, 0, 47, 17, null, 'completed', 'Loafers for the new season',
        null, null, 0, null),
      (5, warehouse, 'Mahalla Textiles', 'DN-2088', 4, 1600, 0, 75, 45, 'VAT', 'pending', 'بليزر الشتاء',
        'باقي المقاسات لم تعد تُنتج', null, 0, null),
      (6, maadi, 'Khan Leather', 'DN-4007', 5, 1175, 0, 9, null, null, 'pending', null,
        'Ordered twice by mistake', null, 0, null)
    ) o(n, branch, supplier, code, pieces, cost, discount, age, overdue, tax, status, description, notes, paid, free,
      freight)
  loop
    purchase := ('00000000-0000-7000-8000-000000000d0' || line.n)::uuid;
    perform private.save_purchase_order(purchase,
      jsonb_build_object('supplier_id', (select id from public.suppliers where name = line.supplier),
        'branch_id', line.branch, 'status', line.status,
        'ordered_on', today - line.age, 'due_on', today - line.overdue, 'salesperson_id',
        '00000000-0000-7000-8000-000000000004',
        'tax_rate_id', (select id from public.tax_rates where name = line.tax), 'notes', line.notes,
        'description', line.description),
      (select jsonb_agg(jsonb_build_object('variant_id', v.id, 'quantity', line.pieces, 'free', line.free,
        'unit_cost', line.cost, 'discount', line.discount))
       from (
         select v.id from public.variants v join public.products p on p.id = v.product_id
         where p.designer_id = line.code order by v.id limit 9) v),
      case when line.paid is null then '[]' else jsonb_build_array(
        jsonb_build_object('payment_method_id', instapay, 'amount', line.paid, 'paid_on', today - line.age + 1)) end,
      charges => case when line.freight is not null then jsonb_build_array(
        jsonb_build_object('kind', 'freight', 'amount', line.freight, 'spread', 'value',
          'tax_rate_id', (select id from public.tax_rates where name = line.tax), 'note', 'نقل من دمياط')) end);
  end loop;

  -- Half of the trousers arrive; the blazers are closed short; the loafers are paid by two methods.
  perform private.receive_purchase('00000000-0000-7000-8000-000000000d12', '00000000-0000-7000-8000-000000000d02',
    (
      select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity / 2))
      from public.purchase_items i
     where i.purchase_order_id = '00000000-0000-7000-8000-000000000d02' and i.position <= 5), null, 'First truck');
  perform private.receive_purchase('00000000-0000-7000-8000-000000000d15', '00000000-0000-7000-8000-000000000d05',
    (
      select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity - i.position % 2))
      from public.purchase_items i
     where i.purchase_order_id = '00000000-0000-7000-8000-000000000d05'), null, null);
  perform private.close_purchase_short(o.id, o.version)
  from public.purchase_orders o
  where o.id = '00000000-0000-7000-8000-000000000d05';
  perform private.cancel_purchase(o.id, 'Ordered twice', o.version)
  from public.purchase_orders o
  where o.id = '00000000-0000-7000-8000-000000000d06';
  perform private.pay_purchase('00000000-0000-7000-8000-000000000d04', jsonb_build_array(
    jsonb_build_object('payment_method_id', cash, 'amount', 3000, 'paid_on', today - 40, 'note', 'عربون'),
    jsonb_build_object('payment_method_id', instapay, 'amount', (
      select a.remaining - 3000
      from public.purchase_amounts a
      where a.purchase_order_id = '00000000-0000-7000-8000-000000000d04'),
        'paid_on', today - 20)));
  -- A pair of the paid loafers goes back, so that the supplier owes a credit.
  perform private.record_purchase_return('00000000-0000-7000-8000-000000000d44',
    jsonb_build_object('supplier_id', r.supplier_id, 'branch_id', nasr_city, 'reason', 'damaged',
      'reference', 'KL-77', 'note', 'Sole comes off'),
    jsonb_build_array(jsonb_build_object('variant_id', r.variant_id, 'quantity', 1, 'receipt_item_id', r.id)))
  from (
    select i.id, i.variant_id, o.supplier_id
    from public.receipt_items i
    join public.receipts g on g.id = i.receipt_id
    join public.purchase_orders o on o.id = g.purchase_order_id
    where o.id = '00000000-0000-7000-8000-000000000d04'
    order by i.position
    limit 1) r;
end
$$;

-- Expenses of the shops: paid, partly paid and due; the rent recurs.
do $$
declare
  zamalek constant uuid := '00000000-0000-7000-8000-0000000000b1';
  today constant date := private.branch_today('00000000-0000-7000-8000-0000000000b1');
  line record;
begin
  for line in
    select * from (values
      (1, zamalek, 'Rent', 28000.0, 20, null, 'إيجار المحل', 28000.0),
      (2, zamalek, 'Electricity', 3420.0, 6, 'EL-771204', null, null),
      (3, '00000000-0000-7000-8000-0000000000b2', 'Salaries', 46500.0, 24, null, 'مرتبات الشهر', 30000.0),
      (4, zamalek, 'Transport', 350.0, 1, null, 'Van to Nasr City', 350.0)
    ) e(n, branch, category, amount, age, reference, notes, paid)
  loop
    perform private.save_expense(('00000000-0000-7000-8000-000000000d9' || line.n)::uuid,
      jsonb_build_object('branch_id', line.branch,
        'category_id', (select id from public.expense_categories where name = line.category), 'amount', line.amount,
        'spent_on', today - line.age,
        'reference', line.reference, 'notes', line.notes,
        'repeats', case when line.category = 'Rent' then jsonb_build_object('every', 1, 'unit', 'months') end),
      case
        when line.paid is not null
          then jsonb_build_array(jsonb_build_object('payment_method_id', (
            select id
            from public.payment_methods
            where name = 'Cash'),
            'amount', line.paid, 'paid_on', today - line.age)) end);
  end loop;
end
$$;

-- Transfers: approved, pending, and within a branch.
do $$
declare
  zamalek constant uuid := '00000000-0000-7000-8000-0000000000b1';
  nasr_city constant uuid := '00000000-0000-7000-8000-0000000000b2';
  maadi constant uuid := '00000000-0000-7000-8000-0000000000b3';
  warehouse constant uuid := '00000000-0000-7000-8000-0000000000b4';
  line record;
begin
  for line in
    select * from (values
      (1, warehouse, null::uuid, zamalek, null::uuid, 350, 'Weekend restock', 'DN-1042', true),
      (2, zamalek, null, nasr_city, null, 350, 'For the Nasr City window, with Friday''s van.', 'DN-1205', false),
      (3, warehouse, null, maadi, null, 120, null, 'DN-2016', false),
      (4, zamalek, null, zamalek, (select id from public.stock_points where name = 'Window'), 0, null, 'DN-3310', false)
    ) t(n, from_branch, from_point, to_branch, to_point, shipping, notes, code, approve)
  loop
    perform private.save_transfer(('00000000-0000-7000-8000-000000000e0' || line.n)::uuid, line.from_branch,
      line.to_branch,
      (select jsonb_agg(jsonb_build_object('variant_id', s.variant_id, 'quantity', least(s.quantity, 4)))
       from (
         select l.variant_id, l.quantity
         from public.stock_levels l
         join public.variants v on v.id = l.variant_id
         join public.products p on p.id = v.product_id
         where p.designer_id = line.code and l.branch_id = line.from_branch and l.stock_point_id is null
           and l.quantity > 0
         order by v.id limit 8) s),
      line.from_point, line.to_point, line.shipping, line.notes);
    if line.approve then
      perform private.approve_transfer(('00000000-0000-7000-8000-000000000e0' || line.n)::uuid, 1);
    end if;
  end loop;
end
$$;

-- A stockroom that was counted and is ready to compare, and a corner that is still being counted.
do $$
declare
  line record;
begin
  perform private.start_count('00000000-0000-7000-8000-000000000c81', '00000000-0000-7000-8000-0000000000b1',
    (select id from public.stock_points where name = 'Stockroom'),
    'brands', array(select id from public.brands where name = 'Siwa'), 'جرد آخر الشهر');
  for line in
    select l.variant_id, greatest(l.quantity - (row_number() over (order by l.variant_id)) % 4 + 1, 0) as pieces
    from public.stock_levels l
    join public.variants v on v.id = l.variant_id
    join public.products p on p.id = v.product_id
    join public.brands b on b.id = p.brand_id and b.name = 'Siwa'
    where l.branch_id = '00000000-0000-7000-8000-0000000000b1'
      and l.stock_point_id = (select id from public.stock_points where name = 'Stockroom') and l.quantity > 0
    order by l.variant_id
    limit 12
  loop
    perform private.record_tallies('00000000-0000-7000-8000-000000000c81',
      jsonb_build_array(jsonb_build_object('id', private.uuid_v7(), 'variant_id', line.variant_id, 'mode', 'set',
        'quantity', line.pieces)));
  end loop;
  perform private.close_count('00000000-0000-7000-8000-000000000c81');

  perform private.start_count('00000000-0000-7000-8000-000000000c82', '00000000-0000-7000-8000-0000000000b2',
    (select id from public.stock_points where name = 'Damaged goods'), 'all', '{}', null);
  perform private.record_tallies('00000000-0000-7000-8000-000000000c82', (
    select jsonb_agg(jsonb_build_object('id', private.uuid_v7(), 'variant_id', v.id, 'mode', 'add', 'quantity', 1))
    from (select id from public.variants order by id limit 3) v));
end
$$;

select set_config('request.jwt.claims', '', false);
