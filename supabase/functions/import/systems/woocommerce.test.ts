import { readExports, type Export } from '../../../tests/import-cases/exports.ts';

/* woocommerce/woocommerce includes/export/class-wc-product-csv-exporter.php; the wiki's Product CSV Import Schema */
const woo =
  'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|Backorders allowed?|Sold individually?|Weight (kg)|Allow customer reviews?|Purchase note|Sale price|Regular price|Categories|Tags|Shipping class|Images|Parent|Grouped products|Upsells|Cross-sells|External URL|Button text|Position|Brands|Cost of goods|Attribute 1 name|Attribute 1 value(s)|Attribute 1 visible|Attribute 1 global|Attribute 2 name|Attribute 2 value(s)|Meta: _wpml_lang';
const ofWooCommerce: Export[] = [
  {
    is: 'simple products: published, private, draft and pending, without stock',
    heads: woo,
    as: 'bom',
    rows: ['1', '0', '-1', '2'].map((Published, index) => ({
      ID: `${10 + index}`,
      Type: index === 0 ? 'simple, virtual' : 'simple',
      SKU: `S-${index}`,
      Name: `Mug ${index}`,
      Published,
      'Regular price': '60',
      'Sale price': '50',
      Stock: '',
      'In stock?': '1',
    })),
    comes: ['true', 'false', 'false', 'false'].map((active, index) => ({ name: `Mug ${index}`, sku: `S-${index}`, active, price: '60' })),
  },
  {
    is: 'variations listed before their parent, which they name by id',
    heads: woo,
    rows: [
      {
        ID: '45',
        Type: 'variation',
        SKU: 'T-M',
        Name: 'Tee - M',
        Published: '1',
        Stock: 'parent',
        'Regular price': '90',
        Parent: 'id:44',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'M',
      },
      {
        ID: '44',
        Type: 'variable',
        SKU: '',
        Name: 'Tee',
        Published: '1',
        Stock: '8',
        Categories: 'Men > Tops, New',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'M, L',
      },
    ],
    comes: [
      { group: 'id:44', active: 'true', sku: 'T-M', price: '90', size: 'M' },
      { group: 'id:44', name: 'Tee', category: 'Men > Tops', active: 'true' },
    ],
  },
  {
    is: 'grouped products as their parts only',
    heads: woo,
    rows: [
      { ID: '1', Type: 'grouped', SKU: 'SET', Name: 'Set', Published: '1', 'Grouped products': 'A, B' },
      { ID: '2', Type: 'simple', SKU: 'A', Name: 'Cup', Published: '1', 'Regular price': '5' },
      { ID: '3', Type: 'external', SKU: 'X', Name: 'Book', Published: '1', 'Regular price': '8', 'External URL': 'https://a.test' },
    ],
    comes: [
      { name: 'Cup', sku: 'A', active: 'true', price: '5' },
      { name: 'Book', sku: 'X', active: 'true', price: '8' },
    ],
  },
  {
    is: 'HTML descriptions with escaped line ends, and commas in names',
    heads: woo,
    rows: [
      {
        ID: '1',
        Type: 'simple',
        SKU: "'-A1",
        Name: 'Cup, large &amp; "blue"',
        Published: '1',
        Description: '<p>One</p>\\n<ul><li>Two</li></ul>',
        'Regular price': '5',
        Categories: 'Home\\, kitchen > Cups, Gifts',
      },
    ],
    comes: [
      { name: 'Cup, large & "blue"', sku: '-A1', active: 'true', description: 'One\n\nTwo', price: '5', category: 'Home, kitchen > Cups' },
    ],
  },
  {
    is: 'decimal commas',
    heads: woo,
    rows: [
      { ID: '1', Type: 'simple', SKU: 'A', Name: 'Cup', Published: '1', 'Regular price': '1250,50', 'Cost of goods': '800,00' },
      { ID: '2', Type: 'simple', SKU: 'B', Name: 'Mug', Published: '1', 'Regular price': '60', 'Cost of goods': '' },
    ],
    comes: [
      { name: 'Cup', sku: 'A', active: 'true', price: '1250.50', purchase_price: '800.00' },
      { name: 'Mug', sku: 'B', active: 'true', price: '60' },
    ],
  },
  {
    is: 'a Spanish site',
    heads:
      'ID|Tipo|SKU|GTIN, UPC, EAN o ISBN|Nombre|Publicado|¿Está destacado?|Visibilidad en el catálogo|Descripción corta|Descripción|¿Existencias?|Inventario|Cantidad de bajo inventario|Precio rebajado|Precio normal|Categorías|Etiquetas|Imágenes|Superior|Posición|Marcas|Nombre del atributo 1|Valor(es) del atributo 1|Atributo visible 1|Atributo global 1',
    rows: [
      { ID: '1', Tipo: 'variable', SKU: 'CAM', Nombre: 'Camisa', Publicado: '1', Categorías: 'Ropa > Camisas', Marcas: 'Acme' },
      {
        ID: '2',
        Tipo: 'variation',
        SKU: 'CAM-R',
        'GTIN, UPC, EAN o ISBN': '6221234567013',
        Nombre: 'Camisa - Rojo',
        Publicado: '1',
        Inventario: '4',
        'Cantidad de bajo inventario': '1',
        'Precio rebajado': '10',
        'Precio normal': '12,5',
        Superior: 'CAM',
        'Nombre del atributo 1': 'Color',
        'Valor(es) del atributo 1': 'Rojo',
      },
    ],
    comes: [
      { group: 'CAM', name: 'Camisa', category: 'Ropa > Camisas', brand: 'Acme', active: 'true' },
      {
        group: 'CAM',
        sku: 'CAM-R',
        barcode: '6221234567013',
        active: 'true',
        quantity: '4',
        low_stock_level: '1',
        price: '12.5',
        color: 'Rojo',
      },
    ],
  },
  {
    is: 'a French site',
    heads:
      'ID|Type|UGS|Nom|Publié|Mis en avant ?|Visibilité dans le catalogue|Description courte|Description|En stock ?|Stock|Tarif promo|Tarif régulier|Catégories|Étiquettes|Images|Parent|Position|Nom de l’attribut 1|Valeur(s) de l’attribut 1 |Attribut 1 visible|Attribut 1 global',
    rows: [
      { ID: '5', Type: 'variable', UGS: '', Nom: 'Robe', Publié: '1', Description: 'Longue', Catégories: 'Femme' },
      {
        ID: '6',
        Type: 'variation',
        UGS: 'R-38',
        Nom: 'Robe - 38',
        Publié: '1',
        'En stock ?': '1',
        Stock: '2',
        'Tarif promo': '20',
        'Tarif régulier': '25',
        Parent: 'id:5',
        'Nom de l’attribut 1': 'Taille',
        'Valeur(s) de l’attribut 1 ': '38',
      },
    ],
    comes: [
      { group: 'id:5', name: 'Robe', description: 'Longue', category: 'Femme', active: 'true' },
      { group: 'id:5', sku: 'R-38', active: 'true', quantity: '2', price: '25', size: '38' },
    ],
  },
  {
    is: 'a German site',
    heads:
      'ID|Typ|Artikelnummer|Name|Veröffentlicht|Ist hervorgehoben?|Sichtbarkeit im Katalog|Kurzbeschreibung|Beschreibung|Steuerstatus|Vorrätig?|Lager|Geringe Lagermenge|Angebotspreis|Regulärer Preis|Kategorien|Schlagwörter|Bilder|Übergeordnetes Produkt|Position|Regulärer Grundpreis|Lieferzeit|Attribut 1 Name|Attribut 1 Wert(e)|Attribut 1 Sichtbar',
    rows: [
      { ID: '7', Typ: 'variable', Artikelnummer: 'H', Name: 'Hose', Veröffentlicht: '1', Kategorien: 'Herren' },
      {
        ID: '8',
        Typ: 'variation',
        Artikelnummer: 'H-G',
        Name: 'Hose - Grau',
        Veröffentlicht: '-1',
        Lager: '3',
        'Regulärer Preis': '79,9',
        'Übergeordnetes Produkt': 'H',
        'Attribut 1 Name': 'Farbe',
        'Attribut 1 Wert(e)': 'Grau',
      },
    ],
    comes: [
      { group: 'H', name: 'Hose', category: 'Herren', active: 'true' },
      { group: 'H', sku: 'H-G', active: 'false', quantity: '3', price: '79.9', color: 'Grau' },
    ],
  },
  {
    is: 'few columns, a variation without its parent, and a blank line',
    heads: 'SKU|Name|Type|Published|Regular price|Parent|Attribute 1 name|Attribute 1 value(s)|Meta: price|Meta: color',
    rows: [
      {
        SKU: 'P-B',
        Name: 'Pen - Blue',
        Type: 'variation',
        Published: '1',
        'Regular price': '3',
        Parent: 'PEN',
        'Attribute 1 name': 'Ink',
        'Attribute 1 value(s)': 'Blue',
        'Meta: price': '99',
        'Meta: color': 'x',
      },
      null,
      { SKU: 'PAD', Name: 'Pad', Type: 'simple', Published: '1', 'Regular price': '9' },
    ],
    comes: [
      { group: 'PEN', name: 'Pen - Blue', sku: 'P-B', active: 'true', price: '3', size: 'Blue' },
      { name: 'Pad', sku: 'PAD', active: 'true', price: '9' },
    ],
  },
  {
    is: 'a customer report',
    kind: 'customers',
    system: null,
    heads: 'Name|Username|Last active|Date registered|Email|Orders|Total spend|AOV|Country / Region|City|Region|Postal Code',
    rows: [
      {
        Name: 'Mona Adel',
        Username: 'mona',
        'Last active': '2026-11-01 09:00:00',
        Email: 'mona@a.test',
        Orders: '3',
        'Total spend': '900',
        City: 'Cairo',
      },
    ],
    comes: [{ name: 'Mona Adel', email: 'mona@a.test' }],
  },
];

const wooOrders =
  'order_id|order_number|order_date|status|shipping_total|order_total|order_currency|payment_method|billing_full_name|billing_email|billing_phone|customer_note|item_id|item_product_id|item_name|item_sku|item_quantity|item_subtotal|item_subtotal_tax|item_total|item_total_tax|item_refunded|item_refunded_qty|item_meta';
const wooOrder = {
  order_id: '712',
  order_number: '712',
  order_date: '2026-11-05 09:58:12',
  status: 'completed',
  payment_method: 'cod',
  billing_full_name: 'Mona Adel',
  item_name: 'Mug',
  item_sku: 'M-1',
  item_quantity: '2',
  item_subtotal: '120.00',
  item_total: '108.00',
  item_total_tax: '15.12',
  item_refunded_qty: '0',
};
const wooSold = {
  reference: '712',
  sold_at: '2026-11-05 09:58:12',
  customer: 'Mona Adel',
  payment_method: 'cod',
  sku: 'M-1',
  quantity: '2',
  unit_price: '60.00',
  discount: '12.00',
  tax_rate: '14',
  document_total: '123.12',
};

ofWooCommerce.push(
  {
    is: 'orders with a row for each item, before tax, with the discount taken off its total',
    kind: 'sales',
    heads: wooOrders,
    rows: [wooOrder],
    comes: [wooSold],
  },
  {
    is: 'orders cancelled, refunded or not paid, which are left out, and others, which are problems',
    kind: 'sales',
    heads: wooOrders,
    rows: [
      ...['cancelled', 'refunded', 'pending', 'wc-on-hold'].map((status) => ({ ...wooOrder, status })),
      { ...wooOrder, item_refunded_qty: '1' },
      { ...wooOrder, order_number: '713', item_refunded: '20.00' },
      { ...wooOrder, order_number: '714', order_currency: 'USD' },
      { ...wooOrder, order_number: '715', status: 'shipped' },
    ],
    leftOut: { cancelled: 1, refunded: 1, pending: 1, 'on-hold': 1 },
    comes: [
      { ...wooSold, unread: { document_total: 'refund_untold' } },
      { ...wooSold, reference: '713', unread: { document_total: 'refund_untold' } },
      { ...wooSold, reference: '714', unread: { unit_price: 'other_currency' } },
      { ...wooSold, reference: '715', unread: { reference: 'state_unknown' } },
    ],
  },
);

readExports('WooCommerce', ofWooCommerce);
