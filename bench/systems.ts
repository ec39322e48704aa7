/* Exports of other programs with as many rows as asked, in the columns that their own files have (supabase/functions/import/systems). */

type Cells = Readonly<Record<string, string>>;
type Sheet = string[][];

const colors = ['White', 'Navy', 'Olive', 'Red', 'Black'];
const sizes = ['S', 'M', 'L', 'XL', '2XL'];

/** The n-th variant: two of each product. */
function goods(run: string, n: number) {
  const product = n >> 1;
  const nth = String(n).padStart(6, '0');
  return {
    id: `${run}${nth}`,
    handle: `shirt-${run}-${product}`,
    first: n % 2 === 0,
    name: `Linen shirt ${run} ${product}`,
    category: ['Shirts', 'Trousers', 'Kids'][product % 3]!,
    brand: `Brand ${product % 40}`,
    supplier: `Mill ${product % 12}`,
    color: colors[product % 5]!,
    size: sizes[(product + (n & 1)) % 5]!,
    sku: `SKU-${run}${nth}`,
    price: `${100 + (product % 900)}.00`,
    cost: `${60 + (product % 500)}.00`,
    stock: String(1 + (n % 20)),
  };
}
type Goods = ReturnType<typeof goods>;

const products: Record<string, { heads: string; row: (of: Goods) => Cells }> = {
  shopify: {
    heads:
      'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Option3 Name|Option3 Value|Variant SKU|Variant Inventory Qty|Variant Price|Variant Compare At Price|Variant Barcode|Image Src|Image Position|Cost per item|Status',
    row: (of) => ({
      Handle: of.handle,
      'Option1 Value': of.color,
      'Option2 Value': of.size,
      'Variant SKU': of.sku,
      'Variant Inventory Qty': of.stock,
      'Variant Price': of.price,
      'Cost per item': of.cost,
      ...(of.first && {
        Title: of.name,
        Vendor: of.brand,
        Type: of.category,
        Published: 'true',
        'Option1 Name': 'Color',
        'Option2 Name': 'Size',
        Status: 'active',
      }),
    }),
  },
  square: {
    heads:
      'Token|Item Name|Customer-facing Name|Variation Name|SKU|Description|Categories|Reporting Category|GTIN|Item Type|Weight (lb)|Price|Online Sale Price|Archived|Sellable|Stockable|Option Name 1|Option Value 1|Option Name 2|Option Value 2|Default Unit Cost|Default Vendor Name|Default Vendor Code|Enabled Zamalek|Current Quantity Zamalek|New Quantity Zamalek',
    row: (of) => ({
      Token: of.id,
      'Item Name': of.name,
      'Variation Name': `${of.color}, ${of.size}`,
      SKU: of.sku,
      Categories: of.category,
      Price: of.price,
      Archived: 'N',
      'Option Name 1': 'Color',
      'Option Value 1': of.color,
      'Option Name 2': 'Size',
      'Option Value 2': of.size,
      'Default Unit Cost': of.cost,
      'Default Vendor Name': of.supplier,
      'Enabled Zamalek': 'Y',
      'Current Quantity Zamalek': of.stock,
    }),
  },
  loyverse: {
    heads:
      'Handle|SKU|Name|Category|Description|Sold by weight|Option 1 name|Option 1 value|Option 2 name|Option 2 value|Option 3 name|Option 3 value|Default price|Cost|Barcode|SKU of included item|Quantity of included item|Track stock|Available for sale [Zamalek]|Price [Zamalek]|In stock [Zamalek]|Low stock [Zamalek]',
    row: (of) => ({
      Handle: of.handle,
      SKU: of.sku,
      'Option 1 value': of.color,
      'Option 2 value': of.size,
      'Default price': of.price,
      Cost: of.cost,
      'Track stock': 'Y',
      'Available for sale [Zamalek]': 'Y',
      'In stock [Zamalek]': of.stock,
      ...(of.first && {
        Name: of.name,
        Category: of.category,
        'Sold by weight': 'N',
        'Option 1 name': 'Color',
        'Option 2 name': 'Size',
      }),
    }),
  },
  lightspeed: {
    heads:
      'id|handle|sku|composite_name|composite_sku|composite_quantity|name|description|product_category|variant_option_one_name|variant_option_one_value|variant_option_two_name|variant_option_two_value|variant_option_three_name|variant_option_three_value|tags|active_online|weight|weight_unit|supply_price|retail_price|loyalty_value|loyalty_value_default|account_code|account_code_purchase|brand_name|supplier_name|supplier_code|active|track_inventory|outlet_tax_Zamalek|inventory_Zamalek|reorder_point_Zamalek|restock_level_Zamalek',
    row: (of) => ({
      id: of.id,
      handle: of.handle,
      sku: of.sku,
      name: of.name,
      product_category: of.category,
      variant_option_one_name: 'Color',
      variant_option_one_value: of.color,
      variant_option_two_name: 'Size',
      variant_option_two_value: of.size,
      supply_price: of.cost,
      retail_price: of.price,
      brand_name: of.brand,
      supplier_name: of.supplier,
      active: '1',
      track_inventory: '1',
      inventory_Zamalek: of.stock,
    }),
  },
  woocommerce: {
    heads:
      'ID|Type|SKU|Name|Published|Is featured?|Visibility in catalog|Short description|Description|In stock?|Stock|Low stock amount|Sale price|Regular price|Categories|Tags|Images|Parent|Position|Brands|Cost of goods|Attribute 1 name|Attribute 1 value(s)|Attribute 1 visible|Attribute 1 global|Attribute 2 name|Attribute 2 value(s)',
    row: (of) => ({
      ID: of.id,
      Type: 'simple',
      SKU: of.sku,
      Name: `${of.name} ${of.color} ${of.size}`,
      Published: '1',
      'In stock?': '1',
      Stock: of.stock,
      'Regular price': of.price,
      Categories: of.category,
      Brands: of.brand,
      'Cost of goods': of.cost,
    }),
  },
  odoo: {
    heads:
      'External ID|Internal Reference|Name|Barcode|Sales Price|Cost|Product Category|Product Type|Quantity On Hand|Variant Values|Sales Description|Active|Vendors|Tags',
    row: (of) => ({
      'External ID': `__export__.${of.id}`,
      'Internal Reference': of.sku,
      Name: of.name,
      'Sales Price': of.price,
      Cost: of.cost,
      'Product Category': `All / ${of.category}`,
      'Product Type': 'Goods',
      'Quantity On Hand': `${of.stock}.0`,
      'Variant Values': `Color: ${of.color}, Size: ${of.size}`,
      Active: 'True',
      Vendors: of.supplier,
    }),
  },
  zoho: {
    heads:
      'Item ID|Item Name|Item Name(Secondary Language)|Sales Description|Selling Price|Brand|Manufacturer|Tax Name|Product Type|Source|Status|Unit|SKU|UPC|EAN|ISBN|Purchase Price|Reorder Level|Preferred Vendor|Warehouse Name|Stock On Hand|Item Type',
    row: (of) => ({
      'Item ID': of.id,
      'Item Name': `${of.name} ${of.color} ${of.size}`,
      'Selling Price': `EGP ${of.price}`,
      Brand: of.brand,
      'Product Type': 'goods',
      Status: 'Active',
      SKU: of.sku,
      'Purchase Price': `EGP ${of.cost}`,
      'Preferred Vendor': of.supplier,
      'Warehouse Name': 'Zamalek',
      'Stock On Hand': `${of.stock}.00`,
    }),
  },
  erpnext: {
    heads:
      'ID|Item Code|Item Name|Item Group|Default Unit of Measure|Disabled|Maintain Stock|Opening Stock|Valuation Rate|Standard Selling Rate|Brand|Description|Has Variants|Variant Of|Safety Stock|ID (Barcodes)|Barcode (Barcodes)|Barcode Type (Barcodes)|ID (Variant Attributes)|Attribute (Variant Attributes)|Attribute Value (Variant Attributes)',
    row: (of) => ({
      ID: of.sku,
      'Item Code': of.sku,
      'Item Name': `${of.name} ${of.color} ${of.size}`,
      'Item Group': of.category,
      'Default Unit of Measure': 'Nos',
      Disabled: '0',
      'Opening Stock': of.stock,
      'Valuation Rate': of.cost,
      'Standard Selling Rate': of.price,
      Brand: of.brand,
      'Has Variants': '0',
    }),
  },
};

/** The n-th line sold: three a sale, at 999. */
function sold(run: string, n: number, rows: number) {
  const sale = Math.floor(n / 3);
  return {
    sku: `SKU-${run}${String(n).padStart(6, '0')}`,
    number: `${run}-${sale}`,
    isFirst: n % 3 === 0,
    lines: Math.min(3, rows - sale * 3),
    day: `2026-09-${String(1 + Math.floor((sale * 84) / rows)).padStart(2, '0')}`,
  };
}
type Sold = ReturnType<typeof sold>;

const sales: Record<string, { heads: string; row: (of: Sold) => Cells }> = {
  shopify: {
    heads:
      'Name|Email|Financial Status|Paid at|Fulfillment Status|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem sku|Billing Name|Notes|Cancelled at|Payment Method|Refunded Amount|Outstanding Balance|Location|Id|Lineitem discount|Phone',
    row: (of) => ({
      Name: `#${of.number}`,
      'Lineitem quantity': '1',
      'Lineitem name': 'Linen shirt',
      'Lineitem price': '999.00',
      'Lineitem sku': of.sku,
      'Lineitem discount': '0.00',
      'Created at': `${of.day} 09:58:12 +0300`,
      ...(of.isFirst && {
        'Financial Status': 'paid',
        Currency: 'EGP',
        Subtotal: `${of.lines * 999}.00`,
        Shipping: '0.00',
        Taxes: '0.00',
        Total: `${of.lines * 999}.00`,
        'Discount Amount': '0.00',
        'Payment Method': 'Cash',
        Location: 'Zamalek',
      }),
    }),
  },
  square: {
    heads:
      'Date|Time|Time Zone|Category|Item|Qty|Price Point Name|SKU|Modifiers Applied|Gross Sales|Discounts|Net Sales|Tax|Transaction ID|Payment ID|Device Name|Notes|Details|Event Type|Location|Dining Option|Customer ID|Customer Name|Unit|Count|Itemization Type|Employee',
    row: (of) => ({
      Date: of.day,
      Time: '09:58:12',
      'Time Zone': 'Cairo',
      Item: 'Linen shirt',
      Qty: '1',
      'Price Point Name': 'Regular',
      SKU: of.sku,
      'Gross Sales': '999.00',
      Discounts: '0.00',
      'Net Sales': '999.00',
      Tax: '0.00',
      'Transaction ID': of.number,
      'Event Type': 'Payment',
      Location: 'Zamalek',
    }),
  },
  woocommerce: {
    heads:
      'order_id|order_number|order_date|status|shipping_total|order_total|order_currency|payment_method|billing_full_name|billing_email|billing_phone|customer_note|item_id|item_product_id|item_name|item_sku|item_quantity|item_subtotal|item_subtotal_tax|item_total|item_total_tax|item_refunded|item_refunded_qty|item_meta',
    row: (of) => ({
      order_id: of.number,
      order_number: of.number,
      order_date: `${of.day} 09:58:12`,
      status: 'completed',
      payment_method: 'Cash',
      item_name: 'Linen shirt',
      item_sku: of.sku,
      item_quantity: '1',
      item_subtotal: '999.00',
      item_total: '999.00',
      item_total_tax: '0.00',
    }),
  },
  odoo: {
    heads:
      'Order Reference|Order Date|Customer|Salesperson|Status|Total|Order Lines/Product|Order Lines/Product/Internal Reference|Order Lines/Quantity|Order Lines/Unit Price|Order Lines/Discount (%)|Order Lines/Subtotal',
    row: (of) => ({
      'Order Lines/Product': `[${of.sku}] Linen shirt`,
      'Order Lines/Product/Internal Reference': of.sku,
      'Order Lines/Quantity': '1.00',
      'Order Lines/Unit Price': '999.00',
      'Order Lines/Discount (%)': '0.00',
      'Order Lines/Subtotal': '999.00',
      ...(of.isFirst && {
        'Order Reference': of.number,
        'Order Date': `${of.day} 09:58:12`,
        Status: 'Sales Order',
        Total: `${of.lines * 999}.00`,
      }),
    }),
  },
  loyverse: {
    heads:
      'Date|Receipt number|Receipt type|Category|SKU|Item|Variant|Modifiers applied|Quantity|Gross sales|Discounts|Net sales|Cost of goods|Gross profit|Taxes|Dining option|POS|Store|Cashier name|Customer name|Customer contacts|Comment|Status',
    row: (of) => ({
      Date: `${of.day} 09:58`,
      'Receipt number': of.number,
      'Receipt type': 'Sale',
      SKU: of.sku,
      Item: 'Linen shirt',
      Quantity: '1',
      'Gross sales': '999.00',
      Discounts: '0.00',
      'Net sales': '999.00',
      'Cost of goods': '60.00',
      'Gross profit': '939.00',
      Taxes: '0.00',
      POS: 'POS 1',
      Store: 'Zamalek',
      Status: 'Closed',
    }),
  },
};

const sheetOf = (heads: string, rows: Cells[]): Sheet => {
  const names = heads.split('|');
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
};
const rowsOf = <Of>(count: number, of: (n: number) => Of, row: (of: Of) => Cells): Cells[] =>
  Array.from({ length: count }, (_, n) => row(of(n)));

/** A generator of rows for each system and kind: `products of shopify`. */
export const systemSheets = (rowCount: number): Record<string, (run: string) => Sheet> =>
  Object.fromEntries([
    ...Object.entries(products).map(([system, { heads, row }]) => [
      `products of ${system}`,
      (run: string) =>
        sheetOf(
          heads,
          rowsOf(rowCount, (n) => goods(run, n), row),
        ),
    ]),
    ...Object.entries(sales).map(([system, { heads, row }]) => [
      `sales of ${system}`,
      (run: string) =>
        sheetOf(
          heads,
          rowsOf(rowCount, (n) => sold(run, n, rowCount), row),
        ),
    ]),
  ]) as Record<string, (run: string) => Sheet>;
