/* Detects costs in responses for users who may not view them: under any name, in a field, in the JSON of an
   error's details or in an error's text. */
import type { Answer } from './matrix.endpoints.ts';
import type { Caller } from './matrix.expected.ts';

const costs = ['\\w*costs?', 'purchase_price', 'goods', 'margin', 'value', 'value_over', 'value_short'];
/**
 * Amounts paid to a supplier. For a sale (what the customer pays and owes) and an expense the same names are no
 * secret, and an opening balance of a supplier is only for those who may view costs (scenarios/opening-balances).
 */
const paid = [
  ...['amount', 'discount', 'subtotal', 'tax', 'total\\w*', 'paid', 'remaining', 'owed', 'opening', 'closing'],
  ...['settled', 'credit', 'used', 'worth', 'line_worth', 'line_tax'],
];
const ofSale =
  /^\w+ \/rest\/v1\/(rpc\/)?\w*(sale|shift|cash|expense|payment_list|payment_corrections|correct_payment|customer_account|customer_statement|use_credit|receivables|opening_balance)|^\w+ \S+import_sheet .*"kind":"(sales|expenses)"/;
/** The expected content of a drawer and its parts, and the shift number by which its sales could be found. */
const expected = /^(shift_number|expected_closing|cash_(sales|returns|expenses)|pay_(ins|outs)|to_approve|variance_limit)$/;

type Reply = Pick<Answer, 'status' | 'body'>;
const viewsCosts: readonly Caller[] = ['owner', 'manager', 'buyer', 'accountant', 'auditor', 'elsewhere'];
const viewsExpected: readonly Caller[] = ['owner', 'manager', 'accountant', 'auditor', 'elsewhere', 'costless'];

/**
 * Lists what a response, including an error, reveals of costs or of expected amounts to a caller without
 * permission.
 */
export const toldOf = (caller: Caller, asked: string, answer: Reply): string[] =>
  [
    ...(viewsCosts.includes(caller) ? [] : costsIn(answer, ofSale.test(asked))),
    ...(viewsExpected.includes(caller) ? [] : expectedIn(answer)),
  ].map((leak) => `${caller} ${asked.slice(0, 200)}: ${leak}`);

/** The fields of a response that reveal the expected amount of a shift. */
export function expectedIn({ body }: Reply): string[] {
  const found: string[] = [];
  JSON.stringify(typeof body === 'string' ? (parsed(body) ?? null) : body, (key, value: unknown) => {
    if (expected.test(key) && value !== null) found.push(`${key} = ${String(value)}`);
    return typeof value === 'string' ? (parsed(value) ?? value) : value;
  });
  return found;
}

/** The fields of a response, perhaps about sales, that reveal a cost, as `path = figure`. */
export function costsIn({ status, body }: Reply, aboutSales = false): string[] {
  const names = [...costs, ...(aboutSales ? [] : paid)].join('|');
  const isCost = new RegExp(`^(${names})$`);
  const inWords = new RegExp(`\\b(${names})\\b[^.;]{0,20}?\\d`, 'i');
  const found: string[] = [];
  const look = (value: unknown, path: string[]): void => {
    const key = path.at(-1) ?? '';
    if (typeof value === 'string') {
      const inner = parsed(value);
      if (inner !== undefined) look(inner, path);
      else if (isCost.test(key) && /^\s*-?\d/.test(value)) found.push(`${path.join('.')} = ${value}`);
      else if (status >= 400 && ['message', 'hint', 'details', 'detail'].includes(key) && inWords.test(value))
        found.push(`${path.join('.')}: ${value}`);
    } else if (typeof value === 'number' && isCost.test(key) && path.at(-2) !== 'by_status') found.push(`${path.join('.')} = ${value}`);
    else if (Array.isArray(value)) for (const each of value) look(each, path);
    else if (typeof value === 'object' && value !== null) for (const [name, each] of Object.entries(value)) look(each, [...path, name]);
  };
  look(body, []);
  return found;
}

/** Parses text that is a JSON list, object or string; other text is not JSON. */
function parsed(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
