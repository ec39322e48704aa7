import { currencyWords } from '../_shared/currency-words.ts';
import { bareWord, readNumber } from '../_shared/numbers.ts';
import type { Kind } from './fields.ts';
import { headerKey, isPiece, normalise, readFlag } from './text.ts';
import { unitBeside, unitOf } from './units.ts';

/* What a column says that no field takes, but that changes amounts or decides whether a row counts: the user is asked before it is dropped. */

/** money: amounts other than zero. state: cancelled, draft, unpaid. kind: refund, exchange. unit: metre, kilogram, box. */
export type Meaning = 'money' | 'state' | 'kind' | 'unit';

const headsOf = (heads: string): ReadonlySet<string> => new Set(heads.split('|').map(headerKey));

const moneyWords = headsOf(
  'total|subtotal|totals|amount|gross|net|tax|vat|gst|discount|discounts|shipping|freight|delivery|fee|fees|charge|charges|surcharge|duties|tip|tips|' +
    'rounding|deposit|refund|refunded|gift|الاجمالي|اجمالي|المجموع|الصافي|صافي|المبلغ|مبلغ|القيمة|قيمة|الضريبة|ضريبة|الخصم|خصم|الشحن|شحن|التوصيل|توصيل|' +
    'رسوم|الرسوم|مصاريف|المصاريف|بقشيش|عربون|العربون',
);
const balanceWords = headsOf(
  'balance|owed|owes|owing|outstanding|receivable|payable|debt|debit|credit|due|الرصيد|رصيد|المديونية|مديونية|المستحق|مستحق|مدين|دائن|الدين|الباقي',
);
/** Words that make a header with a word for money mean something else. */
const notMoney = headsOf(
  'date|day|days|reason|name|type|code|id|no|number|method|rate|status|limit|card|account|currency|exempt|class|تاريخ|سبب|اسم|نوع|كود|رقم|طريقة|حالة|حد|حساب|عملة',
);
const stateHeads = headsOf(
  'status|state|order status|payment status|financial status|fulfillment status|fulfilment status|receipt status|invoice status|sale status|' +
    'cancelled|canceled|cancelled at|canceled at|is cancelled|voided|void|voided at|refunded|refunded at|deleted|is deleted|draft|is draft|is return|' +
    'الحالة|حالة|حالة الطلب|حالة الفاتورة|حالة الدفع|ملغاة|ملغي|ملغى|محذوف|مسودة',
);
const kindHeads = headsOf(
  'type|transaction type|receipt type|event type|sale type|document type|order type|invoice type|movement type|voucher type|' +
    'النوع|نوع|نوع العملية|نوع المستند|نوع الفاتورة|نوع الحركة',
);
const unitHeads = headsOf(
  'unit|uom|unit of measure|unit of measurement|units of measure|stock uom|sales uom|purchase uom|unit name|measure unit|measurement unit|package|packaging|' +
    'الوحدة|وحدة|وحدة القياس|وحدة البيع|وحدة الشراء|العبوة|عبوة',
);
const ordinaryWords: ReadonlySet<string> = new Set(
  [
    'paid|completed|complete|closed|done|fulfilled|active|enabled|success|successful|succeeded|approved|delivered|received|posted|invoiced|issued|published|to be delivered',
    'sale|sales|payment|invoice|tax invoice|receipt|purchase|purchase order|order|bill|expense',
    'مدفوع|مدفوعة|مكتمل|مكتملة|منتهي|منتهية|تم|تم الدفع|تم التسليم|مستلم|مستلمة|معتمد|معتمدة|نشط|مفعل|بيع|مبيعات|فاتورة|فاتورة بيع|ايصال|شراء|امر شراء|مصروف',
  ].flatMap((words) => words.split('|').map(normalise)),
);

/** Finds the meaning of a column from its header and its cells: `add` takes each cell, `found` answers. */
export function columnMeaning(head: string, kind: Kind, currency: string): { add: (cell: string) => void; found: () => Meaning | null } {
  const meaning = meaningOf(head, kind);
  const words = new Set([...currencyWords(currency), '%']);
  // In any currency.
  const numberIn = (text: string) =>
    readNumber(text, '.', words) ?? (text.length > 40 ? null : readNumber(text, '.', new Set([bareWord(unitBeside(text) ?? '')])));
  let says = false;
  return {
    add: (cell) => {
      const text = cell.trim();
      if (meaning === null || says || text === '') return;
      // Texts hide no amount: a dash for none, “free”.
      if (meaning === 'money') says = /[1-9]/.test(numberIn(text) ?? '');
      else if (meaning === 'unit') says = !isPiece(text);
      else says = !ordinaryWords.has(normalise(text)) && readFlag(text) !== 'false';
    },
    found: () => (says ? meaning : null),
  };
}

function meaningOf(head: string, kind: Kind): Meaning | null {
  // No real head is that long; the limit bounds the time of the regular expressions.
  if (head.length > 300) return null;
  const key = headerKey(unitOf(head).bare);
  const isContact = kind === 'customers' || kind === 'suppliers';
  if (!isContact && unitHeads.has(key)) return kind === 'expenses' ? null : 'unit';
  if (!isContact && stateHeads.has(key)) return 'state';
  if (kind !== 'products' && !isContact && kindHeads.has(key)) return 'kind';
  const headWords = key.split(' ');
  const names = (words: ReadonlySet<string>) => headWords.some((word) => words.has(word));
  if (kind === 'products' || names(notMoney)) return null;
  return names(balanceWords) || (!isContact && names(moneyWords)) ? 'money' : null;
}
