-- What every installation needs: the business, the seeded roles, one default price group, cash. Safe to run again.

insert into public.business (name) select 'Daftar' where not exists (select from public.business);

insert into public.price_groups (name, name_ar, percentage, is_default)
select 'Retail', 'تجزئة', 0, true where not exists (select from public.price_groups);

insert into public.payment_methods (name, name_ar, is_cash)
select 'Cash', 'نقدي', true where not exists (select from public.payment_methods);

insert into public.roles (name, name_ar, is_owner)
select r.name, r.name_ar, r.name = 'Owner'
from (values
  ('Owner', 'المالك'), ('Manager', 'مدير فرع'), ('Storekeeper', 'أمين مخزن'), ('Buyer', 'مسؤول مشتريات'),
  ('Accountant', 'محاسب'), ('Cashier', 'كاشير'), ('Auditor', 'مراجع')) r(name, name_ar)
where not exists (select from public.roles x where private.normalise(x.name) = private.normalise(r.name));

-- A pattern a role: like 'inventory.%'. Only roles without any permission are filled, so a shop's own changes stay.
insert into public.role_permissions (role_id, permission)
select r.id, p.name
from public.roles r
join (values
  ('Manager', '%',
    'management.roles.%|management.users.delete|settings.business.update|settings.branches.create|'
    'settings.branches.delete'),
  ('Storekeeper',
    'dashboard.%|inventory.%.view|inventory.stock.%|inventory.counts.create|inventory.counts.count|'
    'inventory.transfers.create|contacts.suppliers.view|purchasing.orders.view|purchasing.orders.receive|'
    'purchasing.returns.view|purchasing.returns.create|labels.%|'
    'documents.files.view|attendance.records.view|attendance.records.create|reports.stock.%|reports.movements.%|'
    'reports.low_stock.%',
    'inventory.costs.%'),
  ('Buyer',
    'dashboard.%|inventory.%.view|inventory.products.%|inventory.brands.%|inventory.categories.%|inventory.colors.%|'
    'inventory.sizes.%|contacts.suppliers.%|purchasing.orders.%|purchasing.returns.%|purchasing.payments.view|'
    'labels.%|documents.files.%|'
    'settings.tax_rates.view|attendance.records.view|attendance.records.create|reports.purchases.%|reports.stock.%|'
    'reports.low_stock.%',
    'purchasing.orders.approve'),
  ('Accountant',
    'dashboard.%|%.view|accounting.%|purchasing.payments.%|purchasing.orders.export|contacts.%|documents.%|'
    'reports.%|settings.payment_methods.%|settings.tax_rates.%|attendance.records.create|'
    'attendance.shifts.view_expected',
    'management.%|labels.%'),
  ('Cashier',
    'dashboard.%|contacts.customers.view|contacts.customers.create|inventory.products.view|inventory.stock.view|'
    'inventory.price_groups.view|inventory.categories.view|inventory.brands.view|inventory.colors.view|'
    'inventory.sizes.view|accounting.sales.view|accounting.sales.create|accounting.sales.return|'
    'settings.payment_methods.view|settings.tax_rates.view|attendance.records.view|attendance.records.create|'
    'attendance.shifts.view|attendance.shifts.open|attendance.shifts.close|labels.%',
    'none'),
  ('Auditor', '%.view|attendance.shifts.view_expected', 'none')
) g(role, given, kept) on g.role = r.name
join public.permissions p
  on exists (select from regexp_split_to_table(g.given, '\|') w where p.name like w)
 and not exists (select from regexp_split_to_table(g.kept, '\|') w where p.name like w)
where not exists (select from public.role_permissions x where x.role_id = r.id);
