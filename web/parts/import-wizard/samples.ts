import { saveSheet, type SheetColumn, type SheetKind } from '@/lib/sheet.ts';

/* A file to copy: two colours and sizes of one product, and one product without any. */

type Cells = readonly string[];

const sheets: Record<'en' | 'ar', { name: string; heads: Cells; rows: readonly Cells[] }> = {
  en: {
    name: 'products-sample',
    heads: ['Name', 'Name in Arabic', 'Category', 'Brand', 'Color', 'Size', 'SKU', 'Barcode', 'Price', 'Purchase price', 'Max discount', 'Low stock level', 'Quantity'],
    rows: [
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'White', 'M', 'LS-W-M', '6223001000018', '450', '260', '15', '4', '12'],
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'White', 'L', 'LS-W-L', '6223001000025', '450', '260', '15', '4', '8'],
      ['Linen shirt', 'قميص كتان', 'Men / Shirts', 'Nour', 'Navy', 'M', 'LS-N-M', '6223001000032', '475', '260', '15', '4', '6'],
      ['Leather belt', 'حزام جلد', 'Men / Accessories', 'Nour', '', '', 'BELT-01', '6223001000049', '220', '110', '10', '3', '20'],
    ],
  },
  ar: {
    name: 'نموذج-الأصناف',
    heads: ['اسم الصنف', 'الاسم بالعربية', 'التصنيف', 'الماركة', 'اللون', 'المقاس', 'كود الصنف', 'الباركود', 'سعر البيع', 'سعر الشراء', 'أقصى خصم', 'حد الطلب', 'الكمية'],
    rows: [
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'أبيض', 'M', 'LS-W-M', '6223001000018', '450', '260', '15', '4', '12'],
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'أبيض', 'L', 'LS-W-L', '6223001000025', '450', '260', '15', '4', '8'],
      ['قميص كتان', '', 'رجالي / قمصان', 'نور', 'كحلي', 'M', 'LS-N-M', '6223001000032', '475', '260', '15', '4', '6'],
      ['حزام جلد', '', 'رجالي / إكسسوارات', 'نور', '', '', 'BELT-01', '6223001000049', '220', '110', '10', '3', '20'],
    ],
  },
};

const numbers = new Set([8, 9, 10, 11, 12]);

export function sampleSheet(language: 'en' | 'ar'): { name: string; columns: SheetColumn<Cells>[]; rows: readonly Cells[] } {
  const { name, heads, rows } = sheets[language];
  const columns = heads.map((header, at): SheetColumn<Cells> => ({ header, value: (row) => row[at], kind: numbers.has(at) ? 'number' : 'code' }));
  return { name, columns, rows };
}

export function saveSample(language: 'en' | 'ar', kind: SheetKind): Promise<void> {
  const { name, columns, rows } = sampleSheet(language);
  return saveSheet(name, columns, rows, kind, { rightToLeft: language === 'ar' });
}
