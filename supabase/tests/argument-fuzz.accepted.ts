/* Results that look wrong but are intended. */
export const meant: { what: RegExp; why: string }[] = [
  {
    what: /\.id \((far (branch|product|variant)|(far|own) rule), \w+\): changes/,
    why: 'ids are unique among documents only; other records may use the same id',
  },
  { what: /^save_product.*\.id \((far|own) \w+, \w+\): changes/, why: 'a product is not a document' },
  { what: /^void_purchase_payment\.id \((far|own) refund, owner\): changes/, why: 'a refund of a supplier is a payment too' },
  { what: /^pay_sale\.id \((far opening, owner|own opening, \w+)\): changes/, why: 'an opening balance is paid as a sale is' },
  { what: /branch_id \(far branch, owner\): changes/, why: 'the owner works in every branch' },
  {
    what: /^(save_transfer|transfer_everything).*\.to_branch_id \(far branch, \w+\): changes/,
    why: 'goods may be sent to any branch; staff of that branch receive them',
  },
  { what: /^update_products.*\.ids\.0 \(far product, owner\): changes/, why: 'the owner works in every branch' },
  {
    what: /^update_products.*\.seen/,
    why: 'a question is answered whatever was seen before; the action is refused for anything but what it was',
  },
  { what: /^recount\.variant_ids/, why: 'goods that the count does not cover are passed over: it opens again as it does with none' },
  { what: /^restore_products\.before\.0\.own_prices\.0\.id/, why: 'the rest of the product is taken back' },
  {
    what: /^import_sheet.*\.options\.(create|color_values)\..*takes whatever/,
    why: 'what no row names is passed over; the options together have a limit',
  },
  {
    what: /^record_label_print\.lines\.0\.variant_id \(far variant, owner\)/,
    why: "an owner prints the labels of every branch, and a print is the printer's own",
  },
];
