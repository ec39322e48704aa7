import { saveSheet } from '@/lib/save-sheet.ts';
import type { SheetColumn, SheetKind } from '@/lib/sheet.ts';
import type { Kind } from './field-list.ts';

/* Sample files. The one for products has a product in two colours and sizes, and one without variants. */

type Cells = readonly string[];

type Language = 'en' | 'ar';
interface Sample {
  name: string;
  heads: Cells;
  rows: readonly Cells[];
}

const products: Record<Language, Sample> = {
  en: {
    name: 'products-sample',
    heads: [
      'Name',
      'Name in Arabic',
      'Category',
      'Brand',
      'Color',
      'Size',
      'SKU',
      'Barcode',
      'Price',
      'Purchase price',
      'Max discount',
      'Low-stock level',
      'Quantity',
    ],
    rows: [
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'White', 'M', 'LS-W-M', '6223001000018', '450', '260', '15', '4', '12'],
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'White', 'L', 'LS-W-L', '6223001000025', '450', '260', '15', '4', '8'],
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'Navy', 'M', 'LS-N-M', '6223001000032', '475', '260', '15', '4', '6'],
      ['Leather belt', 'حزام جلد', 'Men / Accessories', 'Nour', '', '', 'BELT-01', '6223001000049', '220', '110', '10', '3', '20'],
    ],
  },
  ar: {
    name: 'نموذج-الأصناف',
    heads: [
      'اسم الصنف',
      'الاسم بالعربية',
      'التصنيف',
      'الماركة',
      'اللون',
      'المقاس',
      'كود الصنف',
      'الباركود',
      'سعر البيع',
      'سعر الشراء',
      'أقصى خصم',
      'حد إعادة الطلب',
      'الكمية',
    ],
    rows: [
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'أبيض', 'M', 'LS-W-M', '6223001000018', '450', '260', '15', '4', '12'],
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'أبيض', 'L', 'LS-W-L', '6223001000025', '450', '260', '15', '4', '8'],
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'كحلي', 'M', 'LS-N-M', '6223001000032', '475', '260', '15', '4', '6'],
      ['حزام جلد', '', 'رجالي / إكسسوارات', 'نور', '', '', 'BELT-01', '6223001000049', '220', '110', '10', '3', '20'],
    ],
  },
};

const customers: Record<Language, Sample> = {
  en: {
    name: 'customers-sample',
    heads: ['Name', 'Name in Arabic', 'Phone', 'Email', 'Address', 'Price group', 'Opening balance', 'Opening balance date'],
    rows: [
      ['Mariam Adel', 'مريم عادل', '+20 100 123 4567', 'mariam@example.com', '12 Brazil Street, Zamalek', '', '', ''],
      ['Hotel Horizon', 'فندق الأفق', '02 2735 9000', 'orders@horizon.example', '3 Corniche, Maadi', '', '1250.50', '2026-10-31'],
    ],
  },
  ar: {
    name: 'نموذج-العملاء',
    heads: [
      'اسم العميل',
      'الاسم بالعربية',
      'الموبايل',
      'البريد الإلكتروني',
      'العنوان',
      'فئة السعر',
      'الرصيد الافتتاحي',
      'تاريخ الرصيد الافتتاحي',
    ],
    rows: [
      ['مريم عادل', '', '+20 100 123 4567', 'mariam@example.com', '12 شارع البرازيل، الزمالك', '', '', ''],
      ['فندق الأفق', '', '02 2735 9000', 'orders@horizon.example', '3 الكورنيش، المعادي', '', '1250.50', '2026-10-31'],
    ],
  },
};

const suppliers: Record<Language, Sample> = {
  en: {
    name: 'suppliers-sample',
    heads: ['Name', 'Name in Arabic', 'Land line', 'Active', 'Opening balance', 'Opening balance date'],
    rows: [
      ['Delta Mills', 'مصانع الدلتا', '+20 40 333 2211', 'yes', '1250.50', '2026-10-31'],
      ['Nile Leather', 'جلود النيل', '02 2735 9000', 'yes', '', ''],
    ],
  },
  ar: {
    name: 'نموذج-الموردين',
    heads: ['اسم المورد', 'الاسم بالعربية', 'الهاتف الأرضي', 'نشط', 'الرصيد الافتتاحي', 'تاريخ الرصيد الافتتاحي'],
    rows: [
      ['مصانع الدلتا', '', '+20 40 333 2211', 'نعم', '1250.50', '2026-10-31'],
      ['جلود النيل', '', '02 2735 9000', 'نعم', '', ''],
    ],
  },
};

const purchase_orders: Record<Language, Sample> = {
  en: {
    name: 'purchase-orders-sample',
    heads: [
      'Reference',
      'Supplier',
      'Branch',
      'Order date',
      'Due date',
      'SKU',
      'Product',
      'Color',
      'Size',
      'Quantity',
      'Unit cost',
      'Discount',
      'Tax',
      'Notes',
    ],
    rows: [
      [
        'INV-2041',
        'Delta Mills',
        'Zamalek',
        '2026-11-05',
        '2026-12-05',
        'LS-W-M',
        'Linen shirt',
        'White',
        'M',
        '12',
        '260',
        '0',
        '0',
        'Before the season',
      ],
      ['INV-2041', '', '', '', '', 'LS-W-L', 'Linen shirt', 'White', 'L', '8', '260', '40', '', ''],
      ['INV-2058', 'Nile Leather', 'Nasr City', '2026-11-09', '', 'BELT-01', 'Leather belt', '', '', '20', '110', '0', '0', ''],
    ],
  },
  ar: {
    name: 'نموذج-أوامر-الشراء',
    heads: [
      'رقم الفاتورة',
      'المورد',
      'الفرع',
      'تاريخ الأمر',
      'تاريخ الاستحقاق',
      'كود الصنف',
      'اسم الصنف',
      'اللون',
      'المقاس',
      'الكمية',
      'تكلفة الوحدة',
      'الخصم',
      'الضريبة',
      'ملاحظات',
    ],
    rows: [
      [
        'INV-2041',
        'مصانع الدلتا',
        'الزمالك',
        '2026-11-05',
        '2026-12-05',
        'LS-W-M',
        'قميص كتان',
        'أبيض',
        'M',
        '12',
        '260',
        '0',
        '0',
        'قبل الموسم',
      ],
      ['INV-2041', '', '', '', '', 'LS-W-L', 'قميص كتان', 'أبيض', 'L', '8', '260', '40', '', ''],
      ['INV-2058', 'جلود النيل', 'مدينة نصر', '2026-11-09', '', 'BELT-01', 'حزام جلد', '', '', '20', '110', '0', '0', ''],
    ],
  },
};

const sales: Record<Language, Sample> = {
  en: {
    name: 'sales-sample',
    heads: [
      'Invoice no',
      'Date and time',
      'Branch',
      'Till',
      'Customer',
      'Phone',
      'SKU',
      'Product',
      'Quantity',
      'Unit price',
      'Line discount',
      'Payment method',
      'Paid',
      'Original invoice',
      'Notes',
    ],
    rows: [
      [
        'INV-5001',
        '2026-11-05 14:20',
        'Zamalek',
        'POS1',
        'Mariam Adel',
        '+20 100 123 4567',
        'LS-W-M',
        'Linen shirt',
        '2',
        '450',
        '50',
        'Card',
        '1070',
        '',
        '',
      ],
      ['INV-5001', '', '', '', '', '', 'BELT-01', 'Leather belt', '1', '220', '', '', '', '', ''],
      ['INV-5002', '2026-11-05 16:45', 'Nasr City', 'POS1', '', '', 'LS-N-M', 'Linen shirt', '1', '475', '', 'Cash', '475', '', ''],
      [
        'INV-5003',
        '2026-11-08 11:05',
        'Zamalek',
        'POS1',
        'Mariam Adel',
        '+20 100 123 4567',
        'LS-W-M',
        'Linen shirt',
        '-1',
        '450',
        '',
        'Cash',
        '',
        'INV-5001',
        'Too small',
      ],
    ],
  },
  ar: {
    name: 'نموذج-المبيعات',
    heads: [
      'رقم الفاتورة',
      'التاريخ والوقت',
      'الفرع',
      'نقطة البيع',
      'العميل',
      'الهاتف',
      'كود الصنف',
      'اسم الصنف',
      'الكمية',
      'سعر الوحدة',
      'خصم السطر',
      'طريقة الدفع',
      'المدفوع',
      'الفاتورة الأصلية',
      'ملاحظات',
    ],
    rows: [
      [
        'INV-5001',
        '2026-11-05 14:20',
        'الزمالك',
        'POS1',
        'مريم عادل',
        '+20 100 123 4567',
        'LS-W-M',
        'قميص كتان',
        '2',
        '450',
        '50',
        'بطاقة',
        '1070',
        '',
        '',
      ],
      ['INV-5001', '', '', '', '', '', 'BELT-01', 'حزام جلد', '1', '220', '', '', '', '', ''],
      ['INV-5002', '2026-11-05 16:45', 'مدينة نصر', 'POS1', '', '', 'LS-N-M', 'قميص كتان', '1', '475', '', 'نقدي', '475', '', ''],
      [
        'INV-5003',
        '2026-11-08 11:05',
        'الزمالك',
        'POS1',
        'مريم عادل',
        '+20 100 123 4567',
        'LS-W-M',
        'قميص كتان',
        '-1',
        '450',
        '',
        'نقدي',
        '',
        'INV-5001',
        'المقاس صغير',
      ],
    ],
  },
};

const expenses: Record<Language, Sample> = {
  en: {
    name: 'expenses-sample',
    heads: [
      'Expense date',
      'Expense category',
      'Amount',
      'Tax rate',
      'Branch',
      'Supplier',
      'Reference',
      'Payment method',
      'Paid',
      'Payment date',
      'Notes',
    ],
    rows: [
      ['2026-11-01', 'Rent', '18000', '', 'Zamalek', '', 'RENT-11', 'Bank transfer', '', '2026-11-03', 'November'],
      ['2026-11-05', 'Utilities > Electricity', '2280', '14', 'Nasr City', 'Cairo Electricity', '884120', 'Cash', '1000', '', ''],
      ['2026-11-09', 'Repairs', '450.50', '', 'Zamalek', '', '', '', '', '', 'Door lock, not paid yet'],
    ],
  },
  ar: {
    name: 'نموذج-المصروفات',
    heads: [
      'تاريخ المصروف',
      'بند المصروفات',
      'المبلغ',
      'نسبة الضريبة',
      'الفرع',
      'المورد',
      'الرقم المرجعي',
      'طريقة الدفع',
      'المدفوع',
      'تاريخ الدفع',
      'ملاحظات',
    ],
    rows: [
      ['2026-11-01', 'إيجار', '18000', '', 'الزمالك', '', 'RENT-11', 'تحويل بنكي', '', '2026-11-03', 'نوفمبر'],
      ['2026-11-05', 'مرافق > كهرباء', '2280', '14', 'مدينة نصر', 'كهرباء القاهرة', '884120', 'نقدي', '1000', '', ''],
      ['2026-11-09', 'صيانة', '450.50', '', 'الزمالك', '', '', '', '', '', 'قفل الباب، لم يُدفع بعد'],
    ],
  },
};

const samples: Record<Kind, Record<Language, Sample>> = { products, customers, suppliers, purchase_orders, sales, expenses };

/** Columns of numbers; others are text, to keep leading zeros and plus signs. */
const figures: Partial<Record<Kind, readonly number[]>> = {
  products: [8, 9, 10, 11, 12],
  customers: [6],
  suppliers: [4],
  purchase_orders: [9, 10, 11, 12],
  sales: [8, 9, 10, 12],
  expenses: [2, 3, 8],
};

export function sampleSheet(kind: Kind, language: Language): { name: string; columns: SheetColumn<Cells>[]; rows: readonly Cells[] } {
  const { name, heads, rows } = samples[kind][language];
  const columns = heads.map(
    (header, index): SheetColumn<Cells> => ({
      header,
      value: (row) => row[index],
      kind: figures[kind]?.includes(index) ? 'number' : 'code',
    }),
  );
  return { name, columns, rows };
}

export function saveSample(kind: Kind, language: Language, format: SheetKind): Promise<void> {
  const { name, columns, rows } = sampleSheet(kind, language);
  return saveSheet(name, columns, [rows], format, { rightToLeft: language === 'ar' });
}
