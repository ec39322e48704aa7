import { describe, expect, it } from 'vitest';
import type { FieldName, Kind } from './fields.ts';
import { suggestMapping } from './heads.ts';

/* The heads of exports as their programs write them in one version or another, and what each column is. What is not named here is filled from nothing. */

const columns = (line: string): string[] => [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const exports: readonly [name: string, kind: Kind, system: string | null, heads: string, fields: Partial<Record<FieldName, string>>][] = [
  ['Shopify', 'products', 'Shopify',
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,SEO Title,SEO Description,Cost per item,Price / United States,Status',
    { group: 'Handle', name: 'Title', description: 'Body (HTML)', brand: 'Vendor', category: 'Type', option1_name: 'Option1 Name', option1_value: 'Option1 Value', sku: 'Variant SKU', quantity: 'Variant Inventory Qty',
      price: 'Variant Price', barcode: 'Variant Barcode', purchase_price: 'Cost per item', active: 'Status' }],
  ['Shopify by its newer heads', 'products', 'Shopify',
    'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Weight value (grams),Product image URL,Image position,SEO title,SEO description',
    { name: 'Title', group: 'URL handle', description: 'Description', brand: 'Vendor', category: 'Type', active: 'Status', sku: 'SKU', barcode: 'Barcode', option1_name: 'Option1 name', option1_value: 'Option1 value', price: 'Price',
      purchase_price: 'Cost per item', quantity: 'Inventory quantity' }],
  ['WooCommerce', 'products', 'WooCommerce',
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Is featured?,Short description,Description,Tax status,Tax class,In stock?,Stock,Low stock amount,Weight (kg),Purchase note,Sale price,Regular price,Categories,Tags,Images,Parent,Position,Brands,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible',
    { sku: 'SKU', barcode: 'GTIN, UPC, EAN, or ISBN', name: 'Name', active: 'Published', description: 'Description', quantity: 'Stock', low_stock_level: 'Low stock amount', price: 'Regular price', category: 'Categories', group: 'Parent',
      brand: 'Brands', option1_name: 'Attribute 1 name', option1_value: 'Attribute 1 value(s)' }],
  ['Loyverse of one shop', 'products', 'Loyverse',
    'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Default price,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Zamalek],Price [Zamalek],In stock [Zamalek],Low stock [Zamalek],Optimal stock [Zamalek],"Tax - ""VAT"" (14%)"',
    { group: 'Handle', sku: 'SKU', name: 'Name', category: 'Category', description: 'Description', by_measure: 'Sold by weight', option1_name: 'Option 1 name', option1_value: 'Option 1 value', price: 'Default price', purchase_price: 'Cost',
      barcode: 'Barcode', active: 'Available for sale [Zamalek]', quantity: 'In stock [Zamalek]', low_stock_level: 'Low stock [Zamalek]' }],
  ['Square', 'products', 'Square',
    'Token,Item Name,Customer-facing Name,Variation Name,SKU,Description,Categories,Reporting Category,GTIN,Item Type,Weight (lb),Price,Online Sale Price,Archived,Option Name 1,Option Value 1,Default Unit Cost,Default Vendor Name,Default Vendor Code,Current Quantity Zamalek,New Quantity Zamalek,Stock Alert Enabled Zamalek,Stock Alert Count Zamalek',
    { name: 'Item Name', size: 'Variation Name', sku: 'SKU', description: 'Description', category: 'Reporting Category', barcode: 'GTIN', price: 'Price', active: 'Archived', option1_name: 'Option Name 1', option1_value: 'Option Value 1',
      purchase_price: 'Default Unit Cost', supplier: 'Default Vendor Name', quantity: 'Current Quantity Zamalek', low_stock_level: 'Stock Alert Count Zamalek' }],
  ['Odoo by its labels', 'products', 'Odoo', 'External ID,Name,Product Type,Internal Reference,Barcode,Sales Price,Cost,Weight,Sales Description,Product Category,Can be Sold,Quantity On Hand',
    { name: 'Name', sku: 'Internal Reference', barcode: 'Barcode', price: 'Sales Price', purchase_price: 'Cost', description: 'Sales Description', category: 'Product Category', quantity: 'Quantity On Hand' }],
  ['Odoo by its fields', 'products', 'Odoo', 'id,name,default_code,barcode,list_price,standard_price,qty_available,type,active',
    { name: 'name', sku: 'default_code', barcode: 'barcode', price: 'list_price', purchase_price: 'standard_price', quantity: 'qty_available', active: 'active' }],
  ['Zoho', 'products', 'Zoho',
    'Item ID,Item Name,SKU,Description,Rate,Account,Product Type,Source,Status,Usage unit,Purchase Rate,Purchase Account,Reorder Point,Vendor,Warehouse Name,Opening Stock,Opening Stock Value,Stock On Hand,Item Type,UPC,EAN,ISBN,Part Number,Brand,Manufacturer,Category Name',
    { name: 'Item Name', sku: 'SKU', description: 'Description', price: 'Rate', active: 'Status', purchase_price: 'Purchase Rate', low_stock_level: 'Reorder Point', supplier: 'Vendor', branch: 'Warehouse Name', quantity: 'Stock On Hand',
      barcode: 'EAN', brand: 'Brand', category: 'Category Name' }],
  ['ERPNext', 'products', 'ERPNext', 'ID,Item Code,Item Name,Item Group,Default Unit of Measure,Disabled,Maintain Stock,Opening Stock,Valuation Rate,Standard Selling Rate,Brand,Description,Has Variants,Variant Of,Barcode (Barcodes),Barcode Type (Barcodes)',
    { sku: 'Item Code', name: 'Item Name', category: 'Item Group', active: 'Disabled', quantity: 'Opening Stock', purchase_price: 'Valuation Rate', price: 'Standard Selling Rate', brand: 'Brand', description: 'Description', group: 'Variant Of',
      barcode: 'Barcode (Barcodes)' }],
  ['Lightspeed X', 'products', 'Lightspeed',
    'id,handle,sku,composite_name,composite_sku,composite_quantity,name,description,product_category,variant_option_one_name,variant_option_one_value,tags,supply_price,retail_price,account_code,brand_name,supplier_name,supplier_code,active,track_inventory,inventory_Main_Outlet,reorder_point_Main_Outlet,restock_level_Main_Outlet',
    { group: 'handle', sku: 'sku', name: 'name', description: 'description', category: 'product_category', option1_name: 'variant_option_one_name', option1_value: 'variant_option_one_value', purchase_price: 'supply_price', price: 'retail_price',
      brand: 'brand_name', supplier: 'supplier_name', active: 'active', quantity: 'inventory_Main_Outlet', low_stock_level: 'reorder_point_Main_Outlet' }],
  ['Lightspeed Retail', 'products', 'Lightspeed Retail',
    'System ID,UPC,EAN,Custom SKU,Manufact. SKU,Item,Vendor ID,Qty.,Price,Tax,Brand,Publish to eCom,Season,Department,MSRP,Tax Class,Default Cost,Vendor,Category,Subcategory 1,Archived',
    { barcode: 'UPC', sku: 'Custom SKU', name: 'Item', quantity: 'Qty.', price: 'Price', brand: 'Brand', purchase_price: 'Default Cost', supplier: 'Vendor', category: 'Category', active: 'Archived' }],
  ['a plain Arabic list', 'products', null, 'كود الصنف,اسم الصنف,الباركود,سعر البيع,سعر الشراء,الكمية الحالية,حد الطلب,المجموعة,الوحدة,المورد',
    { sku: 'كود الصنف', name: 'اسم الصنف', barcode: 'الباركود', price: 'سعر البيع', purchase_price: 'سعر الشراء', quantity: 'الكمية الحالية', low_stock_level: 'حد الطلب', category: 'المجموعة', supplier: 'المورد' }],
  ['Shopify', 'customers', 'Shopify', 'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Phone,Phone,Total Spent,Note,Tags',
    { first_name: 'First Name', last_name: 'Last Name', email: 'Email', address: 'Default Address Address1', phone: 'Phone' }],
  ['Loyverse', 'customers', null, 'Customer ID,Customer name,Email,Phone,Address,City,Region,Postal code,Customer code,Points balance,Note,Total visits,Last visit,Total spent',
    { name: 'Customer name', email: 'Email', phone: 'Phone', address: 'Address' }],
  ['Odoo', 'sales', null, 'Order Ref,Date,Customer,Product,Quantity,Unit Price,Subtotal,Salesperson',
    { reference: 'Order Ref', sold_at: 'Date', customer: 'Customer', product: 'Product', quantity: 'Quantity', unit_price: 'Unit Price', salesperson: 'Salesperson' }],
  ['a plain Arabic list', 'sales', null, 'رقم الفاتورة,التاريخ,العميل,الصنف,الكمية,السعر,الخصم,الإجمالي,طريقة الدفع,البائع,الفرع',
    { reference: 'رقم الفاتورة', sold_at: 'التاريخ', customer: 'العميل', product: 'الصنف', quantity: 'الكمية', unit_price: 'السعر', discount: 'الخصم', payment_method: 'طريقة الدفع', salesperson: 'البائع', branch: 'الفرع' }],
  ['Zoho', 'purchase_orders', null, 'Purchase Order Date,Purchase Order Number,Purchase Order Status,Vendor Name,Item Name,SKU,Quantity Ordered,Item Price,Item Total,Expected Arrival Date,Currency Code',
    { ordered_on: 'Purchase Order Date', reference: 'Purchase Order Number', supplier: 'Vendor Name', product: 'Item Name', sku: 'SKU', quantity: 'Quantity Ordered', unit_cost: 'Item Price' }],
  ['Xero', 'expenses', null, 'Date,Supplier,Reference,Description,Account,Tax Rate,Amount,Due Date,Status',
    { spent_on: 'Date', supplier: 'Supplier', reference: 'Reference', notes: 'Description', category: 'Account', tax_rate: 'Tax Rate', amount: 'Amount' }],
];

describe('an export', () => {
  it.each(exports)('of %s: %s', (_name, kind, system, heads, fields) => {
    const all = columns(heads);
    const told = suggestMapping(all, kind);
    expect([told.system, told.contested]).toEqual([system, []]);
    expect(Object.fromEntries(told.mapping.flatMap((field, at) => (field ? [[field, all[at]]] : [])))).toEqual(fields);
  });
});
