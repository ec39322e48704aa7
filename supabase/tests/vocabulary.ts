/* The column names of all responses. A related record is named next to its id, in two languages: branch_id,
   branch, branch_ar; a person is {id, name, name_ar} under the name of the column with the id. A record's own
   name is `name`. */

/** Records with a name in two languages. */
const words = [
  'product',
  'color',
  'size',
  'category',
  'brand',
  'supplier',
  'customer',
  'payment_method',
  'tax_rate',
  'branch',
  'stock_point',
  'from_branch',
  'from_stock_point',
  'to_branch',
  'to_stock_point',
];
/** Names that refer to one of several kinds. */
const others = ['name', 'role', 'other', 'place', 'by', 'receipt_header', 'receipt_footer'];

const isPerson = (key: string): boolean => /_by$|^(actor|salesperson|approver|assigned)$/.test(key);

/** Synonyms that must not be used. */
const synonyms: Record<string, RegExp> = {
  'the word alone': /_(name|label|title)(_ar)?$/,
  product: /^(item|article|goods_name|product_title)$/,
  'variant_id, product, color, size': /^(variant|variant_name|option\d?|colour(_ar)?)$/,
  'branch and stock_point': /^(place_id|location(_id)?|warehouse(_id)?|shop(_id)?|store(_id)?)$/,
  payment_method: /^method(_id|_ar)?$/,
  created_by: /^(author|writer|creator|by|user|person)(_id|_ar)?$/,
  actor: /^(who|done_by|actor_id|user_id)$/,
  'quantity or pieces': /^(qty|count_of_pieces|amount_of_pieces)$/,
  'document_type, document_id, document_number': /^(doc|source_document|reference_id)(_|$)/,
  'unit_cost, total, paid, remaining, amount':
    /^(cost|costs|grand_total|total_amount|sum|due|balance|outstanding_amount|amount_due|paid_amount|remaining_amount)$/,
};
const ownWords = new Set(['file_name', 'table_name']);

/** Lists the fields of a response that use another name, as `path: the right name`. */
export function misnamed(answer: unknown): string[] {
  const found = new Set<string>();
  const look = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const each of value) look(each, `${path}[]`);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}.${key}`;
      for (const [better, pattern] of Object.entries(synonyms))
        if (pattern.test(key) && !ownWords.has(key) && !(key.replace(/_id$/, '') in value && key.endsWith('_id')))
          found.add(`${at}: ${better}`);
      const base = key.replace(/_ar$/, '');
      if (base !== key && ((!words.includes(base) && !others.includes(base)) || !(base in value)))
        found.add(`${at}: a word of the vocabulary, beside its own`);
      if (words.includes(key) && typeof inner === 'object' && inner !== null) found.add(`${at}: flat, as ${key}_id, ${key}, ${key}_ar`);
      if (isPerson(key) && inner !== null && !Array.isArray(inner) && !(typeof inner === 'object' && 'id' in inner && 'name' in inner))
        found.add(`${at}: a person, {id, name, name_ar}`);
      if (key === 'name_ar' && ['product_id', 'variant_id', 'branch_id'].some((id) => id in value))
        found.add(`${at}: a product or branch next to its id, {product, product_ar} or {branch, branch_ar}`);
      if (key === 'number' && 'document_id' in value) found.add(`${at}: document_number`);
      look(inner, at);
    }
  };
  look(answer, '');
  return [...found];
}
