/* What must not be told to who may not view costs: a figure of cost under any name it has anywhere, as a field, inside the JSON that
   an error's detail is, or in an error's own words. */
import type { Answer } from './matrix.endpoints.ts';
import type { Caller } from './matrix.expected.ts';

const costs = ['\\w*costs?', 'purchase_price', 'goods', 'margin', 'value', 'value_over', 'value_short', 'average_after'];
/** What is paid to a supplier; of a sale, what the customer pays and owes, and of an expense what it comes to, which are no secret of who sees those. */
const paid = ['amount', 'discount', 'subtotal', 'tax', 'total\\w*', 'paid', 'remaining', 'owed', 'opening', 'closing'];
const ofSale =
  /^\w+ \/rest\/v1\/(rpc\/)?\w*(sale|shift|cash|expense|customer_account|customer_statement|receivables)|^\w+ \S+import_sheet .*"kind":"(sales|expenses)"/;
/** What the drawer of a shift should have held, and what that is made of, whose sales are told by its number. */
const expected = /^(shift_number|expected_closing|cash_(sales|returns|expenses)|pay_(ins|outs)|to_approve|variance_limit)$/;

type Reply = Pick<Answer, 'status' | 'body'>;
const viewsCosts: readonly Caller[] = ['owner', 'manager', 'buyer', 'accountant', 'auditor', 'elsewhere'];
const viewsExpected: readonly Caller[] = ['owner', 'manager', 'accountant', 'auditor', 'elsewhere', 'costless'];

/** No answer, a refusal as little as any, tells costs to who may not view them, nor what a shift is expected to hold: what of it does. */
export const toldOf = (caller: Caller, asked: string, answer: Reply): string[] =>
  [
    ...(viewsCosts.includes(caller) ? [] : costsIn(answer, ofSale.test(asked))),
    ...(viewsExpected.includes(caller) ? [] : expectedIn(answer)),
  ].map((leak) => `${caller} ${asked.slice(0, 200)}: ${leak}`);

/** The places of an answer that tell what a shift is expected to hold. */
export function expectedIn({ body }: Reply): string[] {
  const found: string[] = [];
  JSON.stringify(typeof body === 'string' ? (parsed(body) ?? null) : body, (key, value: unknown) => {
    if (expected.test(key) && value !== null) found.push(`${key} = ${String(value)}`);
    return typeof value === 'string' ? (parsed(value) ?? value) : value;
  });
  return found;
}

/** The places of an answer, perhaps about sales, that tell a cost, as `path = figure`. */
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
    } else if (typeof value === 'number' && isCost.test(key)) found.push(`${path.join('.')} = ${value}`);
    else if (Array.isArray(value)) for (const each of value) look(each, path);
    else if (typeof value === 'object' && value !== null) for (const [name, each] of Object.entries(value)) look(each, [...path, name]);
  };
  look(body, []);
  return found;
}

/** A list, an object or a text written as text: nothing else is JSON that somebody put into a string. */
function parsed(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
