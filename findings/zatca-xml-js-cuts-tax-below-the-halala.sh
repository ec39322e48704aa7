#!/usr/bin/env bash
# Saudi invoices follow EN 16931: the tax of a rate is its taxable amount times the rate, rounded to two decimals
# (rule BR-CO-17). zatca-xml-js cuts the third decimal off instead. 15 % of 0.33 is 0.0495, so 0.05, but the invoice says
# 0.04. It also multiplies binary fractions before it cuts, so that 3 pieces at 0.35 with 1.05 in all cost 1.04.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zatca-xml-js@0.1.9
cat >try.cjs <<'JS'
const { ZATCASimplifiedTaxInvoice } = require('zatca-xml-js');
const egs_info = {
  uuid: '00000000-0000-4000-8000-000000000000',
  custom_id: 'T1', model: 'Till', CRN_number: '1010101010', VAT_name: 'Shop', VAT_number: '300000000000003',
  location: { city: 'Riyadh', city_subdivision: 'Olaya', street: 'Olaya', plot_identification: '0000', building: '0000', postal_zone: '12211' },
  branch_name: 'Olaya', branch_industry: 'Retail',
};
const invoiceOf = (quantity, tax_exclusive_price) =>
  new ZATCASimplifiedTaxInvoice({
    props: {
      egs_info,
      invoice_counter_number: 1,
      invoice_serial_number: 'T1-1',
      issue_date: '2026-11-30',
      issue_time: '10:00:00',
      previous_invoice_hash: 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
      line_items: [{ id: '1', name: 'Goods', quantity, tax_exclusive_price, VAT_percent: 0.15 }],
    },
  }).getXML().toString({ no_header: false });
const amount = (xml, name) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];
const found = [[1, 0.33], [3, 0.35], [100, 0.33]].map(([quantity, price]) => {
  const xml = invoiceOf(quantity, price);
  const told = [amount(xml, 'TaxExclusiveAmount'), amount(xml, 'TaxAmount')];
  console.log(`${quantity} x ${price}: net ${told[0]}, tax ${told[1]}`);
  return told.join(' ');
});
process.exit(found.join() === '0.33 0.04,1.04 0.15,33.00 4.95' ? 0 : 1);
JS
node try.cjs
# 1 x 0.33: net 0.33, tax 0.04
# 3 x 0.35: net 1.04, tax 0.15
# 100 x 0.33: net 33.00, tax 4.95
