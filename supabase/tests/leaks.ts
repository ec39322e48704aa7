/* What must not be told to who may not view costs: a figure of cost under any name it has anywhere, as a field, inside the JSON that
   an error's detail is, or in an error's own words. */
const names = ['\\w*costs?', 'purchase_price', 'goods', 'amount', 'discount', 'subtotal', 'tax', 'total\\w*', 'paid', 'remaining', 'owed', 'margin', 'value', 'value_over', 'value_short', 'average_after'].join('|');
const isCost = new RegExp(`^(${names})$`);
const inWords = new RegExp(`\\b(${names})\\b[^.;]{0,20}?\\d`, 'i');

/** The places of an answer that tell a cost, as `path = figure`. */
export function costsIn({ status, body }: { status: number; body: unknown }): string[] {
  const found: string[] = [];
  const look = (value: unknown, path: string[]): void => {
    const key = path.at(-1) ?? '';
    if (typeof value === 'string') {
      const inner = parsed(value);
      if (inner !== undefined) look(inner, path);
      else if (isCost.test(key) && /^\s*-?\d/.test(value)) found.push(`${path.join('.')} = ${value}`);
      else if (status >= 400 && ['message', 'hint', 'details', 'detail'].includes(key) && inWords.test(value)) found.push(`${path.join('.')}: ${value}`);
    } else if (typeof value === 'number' && isCost.test(key)) found.push(`${path.join('.')} = ${value}`);
    else if (Array.isArray(value)) for (const each of value) look(each, path);
    else if (typeof value === 'object' && value !== null) for (const [name, each] of Object.entries(value)) look(each, [...path, name]);
  };
  look(body, []);
  return found;
}

/** A list or an object written as text: nothing else is JSON that somebody put into a string. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
