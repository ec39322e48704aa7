import { type FieldName, type Kind, kinds } from './fields.ts';
import { columnsOf, systemOf } from './systems.ts';
import { headerKey } from './text.ts';
import { unitOf } from './units.ts';

/* The column heads by which each field is known in files from shops, tills, web shops and phones. */

type Heads = Partial<Record<FieldName, string>>;

const nameInArabic = 'name ar|arabic name|name arabic|name in arabic|الاسم بالعربية|الاسم العربي|الاسم بالعربي|اسم عربي|الاسم عربي';
const active = 'active|status|enabled|is active|نشط|الحالة|حالة|مفعل';

const itemCode =
  'sku|variant sku|item code|product code|stock code|stockcode|article number|article no|item no|item number|internal reference|code|' +
  'كود|الكود|كود الصنف|رقم الصنف|كود المنتج|رمز الصنف|الرمز|رقم المنتج';
const itemCost =
  'purchase price|cost|cost price|cost per item|buying price|unit cost|buy price|landed cost|سعر الشراء|التكلفة|تكلفة|سعر التكلفة|ثمن الشراء|الكلفة';

const lineTotal =
  'line total|line amount|row total|item total|item amount|total price|extended price|extended amount|' +
  'اجمالي السطر|قيمة السطر|صافي السطر|اجمالي الصنف|قيمة الصنف|صافي الصنف';
const documentTotal =
  'total to compare|total to check against|invoice total|order total|sale total|receipt total|bill total|document total|grand total|total invoice|' +
  'الاجمالي للمقارنة|الاجمالي للمطابقة|اجمالي الفاتورة|صافي الفاتورة|قيمة الفاتورة|اجمالي الطلب|اجمالي الامر|اجمالي المستند|الاجمالي الكلي';

// Not “tax”, which is usually an amount.
const taxRate = 'tax rate|vat rate|tax percent|tax percentage|vat percent|نسبة الضريبة|معدل الضريبة|فئة الضريبة';

const productHeads: Heads = {
  group:
    'handle|group rows of one product|مجموعة سطور صنف واحد|style|style code|model|parent sku|parent|variant of|الموديل|موديل|رقم الموديل',
  name:
    'name|product|product name|item|item name|title|product title|description name|article|designation|nom|produit|bezeichnung|nombre|' +
    'الاسم|اسم|اسم الصنف|الصنف|اسم المنتج|المنتج|صنف|منتج|البيان|اسم السلعة|السلعة',
  name_ar: nameInArabic,
  description: 'description|body html|body|details|long description|product description|الوصف|وصف|تفاصيل|التفاصيل|الشرح',
  category:
    'category|type|product type|categories|department|family|category path|product category|item category|item group|product group|group|' +
    'مجموعة الصنف|مجموعة المنتج|مجموعة|المجموعة|فئة الصنف|فئة المنتج|تصنيف الصنف|تصنيف المنتج|قسم الصنف|نوع الصنف|نوع المنتج|الفئة|فئة|التصنيف|تصنيف|القسم|قسم|النوع|نوع|المجموعة الرئيسية',
  brand: 'brand|vendor|manufacturer|make|marque|marke|marca|الماركة|ماركة|العلامة التجارية|العلامه|براند|البراند|الشركة المصنعة',
  supplier: 'supplier|supplier name|vendor name|fournisseur|lieferant|proveedor|المورد|مورد|اسم المورد',
  designer_id: 'designer id|designer|designer code|design no|design number|كود المصمم|المصمم|رقم المصمم|رقم التصميم',
  tag_number: 'tag number|tag|tag no|ticket|ticket number|رقم بطاقة الصنف|بطاقة الصنف|رقم البطاقة|رقم التاج|التاج|رقم الوسم',
  price:
    'price|variant price|selling price|sale price|retail price|unit price|unitprice|sell price|list price|rrp|msrp|prix|preis|precio|' +
    'السعر|سعر|سعر البيع|سعر القطاعي|سعر التجزئة|سعر الوحدة|ثمن البيع|الثمن',
  purchase_price: itemCost,
  max_discount: 'max discount|maximum discount|discount limit|max discount percent|اقصى خصم|أقصى خصم|الحد الاقصى للخصم|حد الخصم|اعلى خصم',
  tax_rate: taxRate,
  low_stock_level:
    'low stock level|low stock|reorder level|reorder point|min stock|minimum stock|min qty|حد الطلب|حد اعادة الطلب|الحد الادنى|حد النفاد|اقل كمية',
  by_measure:
    'unit|uom|stock uom|sales uom|unit of measure|unit of measurement|unit name|الوحدة|وحدة|وحدة القياس|وحدة البيع|by measure|sold by measure|sold by|sold by weight|is weighed|weighed|unit of sale|يباع بالقياس|البيع بالقياس|بالقياس|يباع بالوزن|البيع بالوزن|طريقة البيع|يباع ب',
  active,
  color: 'color|colour|variant color|couleur|farbe|color name|colore|اللون|لون',
  size: 'size|variant size|taille|größe|groesse|talla|size name|المقاس|مقاس|القياس|قياس|الحجم|حجم',
  sku: itemCode,
  barcode: 'barcode|variant barcode|bar code|ean|ean13|ean 13|upc|gtin|isbn|باركود|الباركود|رقم الباركود|كود الباركود|الرمز الشريطي',
  price_override: 'price override|variant price override|own price|special price|السعر الخاص|سعر خاص|سعر خاص بالمتغير|سعر المتغير',
  quantity:
    'quantity|qty|stock|in stock|stock on hand|qty on hand|quantity on hand|available quantity|current stock|variant inventory qty|inventory|inventory qty|inventory quantity|on hand|opening stock|opening quantity|stock quantity|quantité|menge|cantidad|' +
    'الكمية|كمية|الكمية المتاحة|الكمية الحالية|المخزون الحالي|الرصيد الحالي|الرصيد|رصيد|رصيد اول المدة|رصيد افتتاحي|الرصيد الافتتاحي|المخزون|العدد|عدد',
  branch:
    'branch|location|store|shop|warehouse|branch code|branch name|location name|store name|shop name|warehouse name|outlet name|الفرع|فرع|المحل|المخزن|المستودع|اسم الفرع|كود الفرع|اسم المخزن|اسم المحل|اسم المستودع|اسم الموقع|الموقع',
  stock_point: 'stock point|stockpoint|bin|shelf|storage|place|مكان التخزين|نقطة التخزين|موقع التخزين|الرف|رف',
  option1_name: 'option1 name',
  option1_value: 'option1 value',
  option2_name: 'option2 name',
  option2_value: 'option2 value',
  option3_name: 'option3 name',
  option3_value: 'option3 value',
};

const taxNumber =
  'tax number|tax no|tax id|tax identification number|tin|tax registration number|tax registration no|tax reg no|vat|vat number|vat no|vat id|' +
  'vat registration number|vat reg no|trn|gstin|gst number|gst identification number|taxnumber|numéro de tva|ust idnr|' +
  'الرقم الضريبي|رقم ضريبي|رقم التسجيل الضريبي|التسجيل الضريبي|رقم البطاقة الضريبية|البطاقة الضريبية';
const openingBalance =
  'opening balance|balance|balance due|outstanding balance|outstanding|total outstanding|amount due|amount owed|total due|account balance|' +
  'current balance|closing balance|open balance|beginning balance|balance forward|' +
  'الرصيد الافتتاحي|رصيد افتتاحي|رصيد اول المدة|الرصيد|رصيد|الرصيد الحالي|رصيد الحساب|الرصيد المستحق|المستحق|المبلغ المستحق|' +
  'المديونية|مديونية|المتبقي|الباقي';
const openingDay =
  'opening balance date|balance date|opening balance as of|balance as of|as of|as of date|opening date|' +
  'تاريخ الرصيد الافتتاحي|تاريخ الرصيد|الرصيد بتاريخ|الرصيد في|الرصيد حتى';

const customerHeads: Heads = {
  first_name: 'first name|given name|firstname|forename|prénom|vorname|الاسم الاول|الاسم الأول',
  last_name: 'last name|family name|surname|lastname|nachname|اسم العائلة|العائلة|اللقب',
  name:
    'name|customer|customer name|client|client name|full name|display name|contact|contact name|kunde|nom|nombre|' +
    'الاسم|اسم|اسم العميل|العميل|عميل|الزبون|اسم الزبون|الاسم بالكامل|الاسم الكامل|جهة الاتصال',
  name_ar: nameInArabic,
  phone:
    'phone|phone number|mobile|mobile number|mobile phone|cell|cell phone|telephone|tel|phone 1 value|whatsapp|telefon|teléfono|téléphone|' +
    'الهاتف|هاتف|رقم الهاتف|الموبايل|موبايل|رقم الموبايل|المحمول|رقم المحمول|الجوال|جوال|رقم الجوال|التليفون|تليفون|رقم التليفون|واتساب',
  email: 'email|e mail|mail|email address|e mail address|e mail 1 value|correo|البريد|البريد الالكتروني|ايميل|الايميل|بريد الكتروني',
  address:
    'address|street|street address|street address 1|address line 1|address 1|billing address|default address address1|adresse|dirección|العنوان|عنوان|عنوان العميل',
  tax_number: `${taxNumber}|customer tax number|customer tax id|الرقم الضريبي للعميل`,
  price_group:
    'price group|group|customer group|price list|pricelist|tier|مجموعة الاسعار|مجموعة السعر|المجموعة|مجموعة العميل|قائمة الاسعار|فئة السعر|فئة العميل',
  active,
  opening_balance: `${openingBalance}|receivable|receivables|total receivable|customer balance|رصيد العميل|المستحق على العميل`,
  opening_day: openingDay,
};

const supplierHeads: Heads = {
  name:
    'name|supplier|supplier name|vendor|vendor name|company|company name|lieferant|fournisseur|proveedor|' +
    'الاسم|اسم|اسم المورد|المورد|مورد|الشركة|اسم الشركة|المصنع',
  name_ar: nameInArabic,
  land_line:
    'land line|landline|phone|phone number|telephone|tel|mobile|office phone|work phone|fax|telefon|teléfono|téléphone|' +
    'الهاتف|هاتف|رقم الهاتف|الهاتف الارضي|هاتف ارضي|الخط الارضي|خط ارضي|التليفون الارضي|التليفون|تليفون|رقم التليفون|ارضي|الموبايل|موبايل',
  tax_number: `${taxNumber}|supplier tax number|supplier tax id|vendor tax id|الرقم الضريبي للمورد`,
  active,
  opening_balance: `${openingBalance}|payable|payables|total payable|supplier balance|vendor balance|رصيد المورد|المستحق للمورد`,
  opening_day: openingDay,
};

const orderHeads: Heads = {
  reference:
    'reference|ref|reference number|reference no|supplier reference|order|order number|order no|order id|po|po number|po no|purchase order|purchase order number|' +
    'document|document number|document no|invoice|invoice number|invoice no|bill|bill number|' +
    'المرجع|مرجع|رقم المرجع|مرجع المورد|الامر|رقم الامر|امر الشراء|رقم امر الشراء|الطلب|رقم الطلب|طلبية|رقم الطلبية|الفاتورة|رقم الفاتورة|فاتورة المورد|رقم فاتورة المورد|رقم المستند',
  supplier: `${productHeads.supplier}|vendor|from|seller|الشركة|الشركة الموردة`,
  branch: `${productHeads.branch}|deliver to|ship to|destination|receiving branch|الفرع المستلم|التوريد الى|التسليم الى`,
  ordered_on:
    'date|order date|purchase order date|order deadline|ordered on|ordered|purchase date|document date|invoice date|po date|datum|fecha|التاريخ|تاريخ|تاريخ الامر|تاريخ الطلب|تاريخ الشراء|تاريخ امر الشراء|تاريخ الفاتورة',
  due_on: 'due date|due on|due|payment due|pay by|تاريخ الاستحقاق|الاستحقاق|تاريخ السداد|موعد السداد|موعد الدفع|تاريخ الدفع',
  status: 'status|order status|state|الحالة|حالة|حالة الامر|حالة الطلب',
  notes: 'notes|note|comment|comments|remarks|memo|ملاحظات|ملاحظة|الملاحظات|ملحوظة|ملاحظات الامر',
  barcode: productHeads.barcode,
  sku: itemCode,
  product: productHeads.name,
  color: productHeads.color,
  size: productHeads.size,
  quantity:
    'quantity|qty|ordered quantity|ordered qty|order qty|quantity ordered|pieces|pcs|units|quantité|menge|cantidad|الكمية|كمية|العدد|عدد|القطع|الكمية المطلوبة|عدد القطع',
  unit_cost: `${itemCost}|item price|تكلفة الوحدة|ثمن الوحدة`,
  discount: 'discount|discount amount|line discount|remise|rabatt|descuento|الخصم|خصم|قيمة الخصم|خصم السطر|مبلغ الخصم',
  line_total: lineTotal,
  document_total: documentTotal,
  freight:
    'freight|freight charges|freight cost|shipping|shipping cost|shipping costs|shipping fee|shipping charges|delivery|delivery fee|delivery charge|delivery charges|' +
    'carriage|transport|transport cost|الشحن|شحن|مصاريف الشحن|مصروفات الشحن|تكلفة الشحن|رسوم الشحن|النقل|مصاريف النقل|تكلفة النقل|النولون|نولون|التوصيل|رسوم التوصيل',
  customs:
    'customs|customs duty|customs duties|customs fees|duty|duties|import duty|import duties|الجمارك|جمارك|الرسوم الجمركية|رسوم جمركية|مصاريف الجمارك|رسوم الجمارك',
  other_charges:
    'other charges|other costs|additional charges|additional costs|extra charges|charges|fees|handling|handling fee|' +
    'مصاريف اخرى|مصروفات اخرى|مصاريف اضافية|رسوم اخرى|رسوم اضافية|تكاليف اخرى|تكاليف اضافية|المصاريف الاضافية',
  tax: 'tax|tax amount|order tax|vat|vat amount|tva|الضريبة|ضريبة|ضريبة الامر|قيمة الضريبة|مبلغ الضريبة|ضريبة القيمة المضافة',
};

const saleHeads: Heads = {
  reference:
    'reference|ref|reference number|reference no|invoice|invoice number|invoice no|invoiceno|receipt|receipt number|receipt no|sale|sale number|sale no|sale id|order|order number|order no|' +
    'order id|order ref|order reference|transaction|transaction id|transaction number|ticket|ticket number|bill|bill no|bill number|document|document number|document no|' +
    'المرجع|مرجع|رقم المرجع|الفاتورة|فاتورة|رقم الفاتورة|رقم الايصال|الايصال|رقم العملية|رقم البيع|رقم المستند|رقم الطلب',
  original:
    'original|original invoice|original invoice number|original reference|original receipt|original sale|original order|return of|returned invoice|refund of|' +
    'الفاتورة الاصلية|رقم الفاتورة الاصلية|فاتورة البيع|فاتورة الاصل|مرتجع من|المرجع الاصلي|مرجع الفاتورة الاصلية',
  sold_at:
    'date|sold at|sold on|date time|datetime|date and time|sale date|invoice date|invoicedate|receipt date|transaction date|order date|created at|created|timestamp|' +
    'datum|fecha|التاريخ|تاريخ|تاريخ البيع|تاريخ الفاتورة|تاريخ العملية|التاريخ والوقت',
  branch: `${productHeads.branch}|outlet|site`,
  till: 'till|register|cash register|pos|terminal|device|counter|workstation|الكاشير|كاشير|نقطة البيع|نقطة بيع|الجهاز|رقم الجهاز|الخزينة',
  customer: `${customerHeads.name}|customerid|customer id|customer no|customer number|bill to|sold to|buyer|رقم العميل|كود العميل|المشتري`,
  phone: `${customerHeads.phone}|customer phone|customer mobile|هاتف العميل|موبايل العميل|جوال العميل`,
  email: `${customerHeads.email}|customer email|بريد العميل|ايميل العميل`,
  salesperson:
    'seller|salesman|sales person|salesperson|sales rep|sold by|staff|employee|employee name|cashier|cashier name|clerk|user|البائع|بائع|المندوب|مندوب|مندوب المبيعات|الموظف|اسم الكاشير|بواسطة',
  barcode: productHeads.barcode,
  sku: `${itemCode}|lineitem sku`,
  product: `${productHeads.name}|lineitem name`,
  color: productHeads.color,
  size: productHeads.size,
  quantity:
    'quantity|qty|sold|sold quantity|quantity sold|pieces|pcs|units|lineitem quantity|quantité|menge|cantidad|الكمية|كمية|العدد|عدد|القطع|الكمية المباعة|عدد القطع',
  unit_price:
    'unit price|unitprice|price|selling price|sale price|rate|price each|lineitem price|prix|preis|precio|السعر|سعر|سعر الوحدة|سعر القطعة|سعر البيع|ثمن الوحدة',
  discount:
    'discount|discount amount|line discount|item discount|lineitem discount|remise|rabatt|descuento|الخصم|خصم|قيمة الخصم|خصم السطر|خصم الصنف|مبلغ الخصم',
  line_total: lineTotal,
  document_total: documentTotal,
  sale_discount:
    'sale discount|invoice discount|total discount|order discount|document discount|bill discount|cart discount|خصم الفاتورة|اجمالي الخصم|خصم اضافي|خصم الاجمالي',
  discount_reason: 'discount reason|reason|reason for discount|promotion|سبب الخصم|السبب|العرض',
  tax_rate: taxRate,
  payment_method: 'payment method|payment|payment type|paid by|method|tender|tender type|طريقة الدفع|طريقة السداد|وسيلة الدفع|الدفع',
  paid: 'paid|amount paid|paid amount|payment amount|received|amount received|المدفوع|المبلغ المدفوع|مدفوع|المسدد|المحصل',
  notes: 'notes|note|comment|comments|remarks|memo|ملاحظات|ملاحظة|الملاحظات|ملحوظة',
};

const expenseHeads: Heads = {
  reference:
    'reference|ref|reference number|reference no|bill|bill number|bill no|invoice|invoice number|invoice no|receipt|receipt number|receipt no|voucher|voucher number|voucher no|' +
    'document|document number|document no|cheque number|check number|' +
    'المرجع|مرجع|رقم المرجع|الرقم المرجعي|رقم مرجعي|الفاتورة|رقم الفاتورة|رقم فاتورة المورد|رقم الايصال|الايصال|رقم السند|السند|سند الصرف|رقم سند الصرف|رقم اذن الصرف|رقم المستند',
  branch: `${productHeads.branch}|outlet|site`,
  spent_on:
    'date|expense date|spent on|date of expense|transaction date|bill date|invoice date|receipt date|document date|datum|fecha|' +
    'التاريخ|تاريخ|تاريخ المصروف|تاريخ المصروفات|تاريخ الصرف|تاريخ الفاتورة|تاريخ المستند|تاريخ العملية',
  category:
    'category|category name|expense category|expense account|expense type|expense head|type|type of expense|kategorie|catégorie|categoría|' +
    'البند|بند|بند المصروف|بند المصروفات|بند الصرف|بنود المصروفات|التصنيف|تصنيف|تصنيف المصروف|الفئة|فئة|فئة المصروف|نوع المصروف|النوع|نوع|حساب المصروف|المصروف|مصروف',
  amount:
    'amount|total|total amount|expense amount|amount with tax|gross|gross amount|betrag|montant|importe|' +
    'المبلغ|مبلغ|مبلغ المصروف|قيمة المصروف|القيمة|قيمة|الاجمالي|اجمالي|المبلغ الاجمالي|اجمالي المبلغ|المبلغ شامل الضريبة',
  tax_rate: `${taxRate}|tax name|اسم الضريبة`,
  supplier: `${productHeads.supplier}|vendor|payee|paid to|merchant|merchant name|beneficiary|المستفيد|اسم المستفيد|صرف الى|الشركة|الجهة`,
  customer: 'customer|customer name|client|client name|العميل|عميل|اسم العميل|الزبون|اسم الزبون',
  assigned:
    'assigned to|assigned|assigned user|assignee|employee|employee name|employee email|staff|spent by|user|person|responsible|' +
    'يخص|الموظف|موظف|اسم الموظف|المسؤول|المسئول|المستخدم|صرف بواسطة|القائم بالصرف',
  payment_method:
    'payment method|payment type|payment mode|mode of payment|payment account|paid through|paid from|paid via|paid with|method|' +
    'طريقة الدفع|طريقة السداد|طريقة الصرف|وسيلة الدفع|دفع من|مدفوع من|صرف من',
  paid: 'paid|amount paid|paid amount|payment amount|المدفوع|المبلغ المدفوع|مدفوع|المسدد|المبلغ المسدد',
  paid_on: 'paid on|payment date|date paid|paid date|تاريخ الدفع|تاريخ السداد',
  notes: 'notes|note|transaction description|comment|comments|remarks|memo|ملاحظات|ملاحظة|الملاحظات|ملحوظة',
};

/** Ambiguous heads, used only if no other column claims the field. */
const otherwise: Record<Kind, Heads> = {
  products: { sku: 'reference|ref' },
  customers: {},
  suppliers: {},
  purchase_orders: {
    unit_cost: 'price|unit price|rate|prix|preis|precio|السعر|سعر|سعر الوحدة|سعر القطعة',
    product: 'description|item description|الوصف',
  },
  sales: { product: 'description|item description|الوصف' },
  expenses: {
    reference: 'number|no|expense number|expense no|expense id|id|الرقم|رقم|رقم المصروف|مسلسل',
    category: 'account|account name|الحساب|اسم الحساب',
    notes: 'description|expense description|details|narration|purpose|الوصف|وصف|البيان|بيان|الشرح|شرح|التفاصيل|تفاصيل|سبب الصرف|الغرض',
  },
};

const fieldByHead: Record<Kind, Map<string, FieldName>> = {
  products: byHead(productHeads),
  customers: byHead(customerHeads),
  suppliers: byHead(supplierHeads),
  purchase_orders: byHead(orderHeads),
  sales: byHead(saleHeads),
  expenses: byHead(expenseHeads),
};

const otherwiseByHead = Object.fromEntries(kinds.map((kind) => [kind, byHead(otherwise[kind])])) as Record<Kind, Map<string, FieldName>>;

function byHead(heads: Heads): Map<string, FieldName> {
  return new Map(
    Object.entries(heads).flatMap(([field, words]) =>
      words.split('|').map((head): [string, FieldName] => [headerKey(head), field as FieldName]),
    ),
  );
}

/** Fields whose head may contain “item”: “Item barcode” is the barcode, but “Item group” is not a group of variants. */
const allowItemWords: readonly FieldName[] = [
  'name_ar',
  'description',
  'brand',
  'supplier',
  'price',
  'price_override',
  'purchase_price',
  'color',
  'size',
  'sku',
  'barcode',
  'quantity',
  'unit_cost',
  'unit_price',
];
const itemWords = new Set(['the', 'of', 'product', 'item', 'variant', 'الصنف', 'المنتج', 'السلعة'].map(headerKey));

/** The field that a head names by whole words, ignoring units and text in brackets. */
export function fieldOf(head: string, kind: Kind): FieldName | null {
  // No real head is that long; the limit bounds the time of the regular expressions.
  if (head.length > 300) return null;
  const known = fieldByHead[kind];
  const { bare: words, percent } = unitOf(head);
  const bare = headerKey(words);
  const named = known.get(headerKey(head)) ?? known.get(bare);
  // “VAT %” is a rate.
  if (named) return named === 'tax_number' && percent ? null : named;
  const ofItem = known.get(
    bare
      .split(' ')
      .filter((word) => !itemWords.has(word))
      .join(' '),
  );
  if (ofItem && allowItemWords.includes(ofItem)) return ofItem;
  // “Tax rate” where tax is an amount: mapped to the field, where its values are refused as percentages.
  const ofRate = known.get(bare.replace(rateWord, ''));
  return ofRate && mayBeRate.includes(ofRate) ? ofRate : null;
}

const rateWord = /^معدل | rate$/i;
/** Amounts that many files hold as percentages. */
const mayBeRate: readonly FieldName[] = ['discount', 'sale_discount', 'tax'];

/** Whether the head says that the field's figures are percentages. */
export const isRate = (head: string, field: FieldName): boolean =>
  unitOf(head).percent || (mayBeRate.includes(field) && rateWord.test(headerKey(unitOf(head).bare)));

export interface Suggestion {
  mapping: (FieldName | null)[];
  /** For each column of a known system, the field whose blank cells it fills. */
  otherwise: (FieldName | null)[];
  /** Several columns that claim the same field: none gets it until the user chooses. */
  contested: { field: FieldName; columns: number[] }[];
  /** Columns of a known system with further values of a field that has one value here: they are left out. */
  further: { field: FieldName; columns: number[] }[];
  /** The program that wrote the file, if recognised by its heads. */
  system: string | null;
  /** Columns whose meaning in that program's files is known, including those that map to no field. */
  knownColumns: ReadonlySet<number>;
}

/** Suggests a field for every column. isFilled: whether a column has any value; filled columns take precedence over empty ones. */
export function suggestMapping(headers: readonly string[], kind: Kind, isFilled: (column: number) => boolean = () => true): Suggestion {
  const system = systemOf(headers, kind);
  const none = headers.map((): FieldName | null => null);
  const { mapping, otherwise, knownColumns, prices, furtherPrices } = system
    ? columnsOf(system, headers, isFilled)
    : { mapping: none, otherwise: [...none], knownColumns: new Set<number>(), prices: [], furtherPrices: [] };
  const contested: Suggestion['contested'] = prices.length > 0 ? [{ field: 'price', columns: prices }] : [];
  const ofSystem = new Set(knownColumns);
  const assigned = new Set([...mapping.filter((field) => field !== null), ...contested.map(({ field }) => field)]);
  const claim = (meaning: (head: string) => FieldName | null | undefined) => {
    const claims = new Map<FieldName, number[]>();
    headers.forEach((head, column) => {
      const field = knownColumns.has(column) ? null : meaning(head);
      if (field && !assigned.has(field)) claims.set(field, [...(claims.get(field) ?? []), column]);
    });
    for (const [field, columns] of claims) {
      const real = columns.filter(isFilled);
      const [only = columns[0]!] = real;
      assigned.add(field);
      if (real.length > 1) contested.push({ field, columns: real });
      else mapping[only] = field;
      for (const column of columns) knownColumns.add(column);
    }
  };
  if (system) claim((head) => fieldByHead[kind].get(headerKey(head)));
  else {
    claim((head) => fieldOf(head, kind));
    claim((head) => otherwiseByHead[kind].get(headerKey(unitOf(head).bare)));
  }
  if (kind === 'products' && !assigned.has('name')) mapping[mapping.indexOf('description')] &&= 'name';
  const further: Suggestion['further'] = furtherPrices.length > 0 ? [{ field: 'price', columns: furtherPrices }] : [];
  return { mapping, otherwise, contested, further, system: system?.name ?? null, knownColumns: ofSystem };
}

/** The row with the heads, which may be below titles and blank lines: of the first 15 rows, the one that names most fields. */
export function findHeader(rows: readonly string[][], kind: Kind): number {
  let best = -1;
  let most = 0;
  for (let index = 0; index < Math.min(rows.length, 15); index++) {
    const { mapping, contested } = suggestMapping(rows[index] ?? [], kind);
    const known = mapping.filter(Boolean).length + contested.length;
    if (known > most) [best, most] = [index, known];
  }
  if (most > 0) return best;
  return rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
}
