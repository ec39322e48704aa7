// Each line beneath an @ts-expect-error must not compile; `tsc` fails when one of them does.
import { Tag } from 'lucide-react';
import { defineResource } from './define.ts';
import { active, color, flag, name, nameInArabic, percentage, ref, shortName, integer } from './fields.ts';

const brand = { path: '/inventory/brands', permission: 'inventory.brands', icon: Tag } as const;

defineResource({ ...brand, table: 'brands', fields: { name: name(), name_ar: nameInArabic(), active: active() } });

// @ts-expect-error an unknown table
defineResource({ ...brand, table: 'brand', fields: { name: name() } });

// @ts-expect-error a table that is not a plain resource: a ledger has no name
defineResource({ ...brand, table: 'stock_movements', fields: { name: name() } });

// @ts-expect-error a required column is missing
defineResource({ ...brand, table: 'brands', fields: { name_ar: nameInArabic() } });

// @ts-expect-error a required column must not be left empty
defineResource({ ...brand, table: 'brands', fields: { name: shortName() } });

// @ts-expect-error a misspelt column
defineResource({ ...brand, table: 'brands', fields: { name: name(), name_arabic: nameInArabic() } });

// @ts-expect-error a number into a text column
defineResource({ ...brand, table: 'brands', fields: { name: name(), name_ar: integer() } });

// @ts-expect-error a text into a boolean column
defineResource({ ...brand, table: 'brands', fields: { name: name(), active: shortName() } });

// @ts-expect-error null into a column that takes none
defineResource({ ...brand, table: 'colors', fields: { name: name(), value: color() } });

// @ts-expect-error a flag into a number column
defineResource({ ...brand, table: 'tax_rates', fields: { name: name(), percentage: flag() } });

defineResource({ ...brand, table: 'tax_rates', fields: { name: name(), percentage: percentage({ required: true }) } });

// @ts-expect-error a column that only the database writes
defineResource({ ...brand, table: 'brands', fields: { name: name(), version: integer({ required: true }) } });

// @ts-expect-error an unknown permission
defineResource({ ...brand, permission: 'inventory.brand', table: 'brands', fields: { name: name() } });

// @ts-expect-error a permission whose records cannot be created by hand
defineResource({ ...brand, permission: 'inventory.costs', table: 'brands', fields: { name: name() } });

// @ts-expect-error a sort by a column that is not there
defineResource({ ...brand, table: 'brands', fields: { name: name() }, sort: { by: 'position' } });

// @ts-expect-error a sample for a column that is not there
defineResource({ ...brand, table: 'brands', fields: { name: name() }, sample: { colour: 'red' } });

// @ts-expect-error a picker of a table that is not there
ref('suplliers');
