import type { Question } from './queries.ts';

const lines = (quantity: number): string =>
  `(select json_agg(json_build_object('variant_id', x.variant_id, 'quantity', ${quantity})) from (
     select l.variant_id from public.stock_levels l join public.variants v on v.id = l.variant_id join public.products p on p.id = v.product_id
     where l.branch_id = '0be00001-0000-7000-8000-000000000001' and l.stock_point_id is null and l.quantity > 0 and p.branch_id is null order by l.variant_id limit 1000) x)`;
const id = `'0be000ff-0000-7000-8000-000000000001'`;
const [from, to] = [`'0be00001-0000-7000-8000-000000000001'`, `'0be00001-0000-7000-8000-000000000003'`];
const asOwner = `select set_config('request.jwt.claims', json_build_object('sub', (select p.id from public.profiles p join public.roles r on r.id = p.role_id where r.is_owner limit 1))::text, true)`;
const keep = `create temp table bench_lines on commit drop as select ${lines(1)} as lines`;
const read = 'grant select on bench_lines to authenticated';
const saved = `select public.save_transfer(${id}, ${from}, ${to}, (select lines from bench_lines))`;

const ordered = `(select jsonb_agg(line || '{"unit_cost": 12.5}') from bench_lines, jsonb_array_elements(lines::jsonb) line)::json`;
const purchase = `json_build_object('supplier_id', '0be00004-0000-7000-8000-000000000001', 'branch_id', ${from}, 'status', 'pending')`;
const order = `select public.save_purchase_order(${id}, ${purchase}, ${ordered})`;

const three = `(select jsonb_agg(line) from (
  select line from bench_lines, jsonb_array_elements(lines::jsonb) line join public.variants v on v.id = (line ->> 'variant_id')::uuid join public.products p on p.id = v.product_id where p.active limit 3) x)::json`;
const sale = `json_build_object('branch_id', ${from}, 'customer_id', (select id from public.customers order by id limit 1), 'till', 'BENCH', 'reference', 'Bench')`;

/** Writing calls, one statement each; `prepare` is not timed, and everything is rolled back. */
export const works: Question[] = [
  {
    name: 'product with two variants, saved',
    text: `select public.save_product(gen_random_uuid(), '{"name": "Bench product", "price": 10}', '[{"sku": "BENCH-1"}, {"sku": "BENCH-2", "color_id": "0be00005-0000-7000-8000-000000000001"}]')`,
  },
  {
    name: 'three lines of a sale, recorded',
    prepare: [keep, read],
    text: `select public.record_sale(gen_random_uuid(), ${sale}, ${three})`,
  },
  {
    name: '1,000 lines of stock, entered',
    prepare: [keep, read],
    text: `select public.post_stock_entry(${id}, 'opening', ${from}, (select lines from bench_lines))`,
  },
  {
    name: '1,000 lines of a transfer, saved',
    prepare: [keep, read],
    text: `select public.save_transfer(${id}, ${from}, ${to}, (select lines from bench_lines))`,
  },
  { name: '1,000 lines of a transfer, approved', prepare: [keep, asOwner, saved], text: `select public.approve_transfer(${id}, 1)` },
  {
    name: '1,000 lines of a transfer, reversed',
    prepare: [keep, asOwner, saved, `select private.approve_transfer(${id}, 1)`],
    text: `select public.reverse_transfer(${id}, 'Bench', 2)`,
  },
  {
    name: '1,000 lines of an order, saved',
    prepare: [keep, read],
    text: `select public.save_purchase_order(${id}, ${purchase}, ${ordered})`,
  },
  {
    name: '1,000 lines of an order, received',
    prepare: [keep, read, asOwner, order],
    text: `select public.receive_purchase(gen_random_uuid(), ${id}, (select lines from bench_lines))`,
  },
];
