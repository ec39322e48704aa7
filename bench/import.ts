/* npm run bench:import -- [--rows 10000] [--runs 3] [--kinds products,customers,sales,expenses,
   'products of shopify','sales of square',… (bench/systems.ts)] [--formats csv,xlsx]
   [--undo] [--out figures.json]
   Times an import end to end (read, check, apply): wall clock, CPU time of each process, and peak memory of the edge function. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { utils, write } from '@e965/xlsx';
import { createClient } from '@supabase/supabase-js';
import { startStack } from '../stack/stack.ts';
import { systemSheets } from './systems.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    out: { type: 'string' },
    kinds: { type: 'string', default: 'products' },
    formats: { type: 'string', default: 'csv,xlsx' },
    undo: { type: 'boolean', default: false },
  },
});
const rowCount = Number(values.rows);

/** Two variants a product, each with codes, prices and opening stock; names are unique per run. */
function products(run: string): string[][] {
  const heads = [
    'Name',
    'Name in Arabic',
    'Category',
    'Brand',
    'Supplier',
    'Color',
    'Size',
    'SKU',
    'Barcode',
    'Price',
    'Purchase price',
    'Low stock level',
    'Quantity',
  ];
  const colors = ['White', 'Navy', 'Olive', 'Red', 'Black'];
  const sizes = ['S', 'M', 'L', 'XL', '2XL'];
  const rows = Array.from({ length: rowCount }, (_, n) => {
    const product = n >> 1;
    const code = `${run}${String(n).padStart(6, '0')}`;
    return [
      `Linen shirt ${run} ${product}`,
      `قميص كتان ${run} ${product}`,
      ['Men / Shirts', 'Women / Shirts', 'Kids'][product % 3] ?? '',
      `Brand ${product % 40}`,
      `Mill ${product % 12}`,
      colors[product % 5] ?? '',
      sizes[(product + (n & 1)) % 5] ?? '',
      `SKU-${code}`,
      barcode(code),
      String(100 + (product % 900)),
      String(60 + (product % 500)),
      '3',
      String(1 + (n % 20)),
    ];
  });
  return [heads, ...rows];
}

function barcode(code: string): string {
  const twelve = `62${code.replace(/\D/g, '').padStart(10, '0').slice(-10)}`;
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

function customers(run: string): string[][] {
  const rows = Array.from({ length: rowCount }, (_, n) => {
    const code = `${run}${String(n).padStart(6, '0')}`;
    return [`Customer ${code}`, `عميل ${code}`, `+20 1${code.slice(-9)}`, `c${code}@example.com`, `${n} Nile Street, Cairo`];
  });
  return [['Name', 'Name in Arabic', 'Phone', 'Email', 'Address'], ...rows];
}

/** Sales of three pieces each, of this run's products; every hundredth row returns a piece of the sale before it. */
function sales(run: string): string[][] {
  const rows = Array.from({ length: rowCount }, (_, n) => {
    const back = n % 100 === 99;
    const piece = back ? n - 3 : n;
    return [
      `S${run}-${Math.floor(n / 3)}${back ? '-R' : ''}`,
      `2026-09-${String(1 + Math.floor((Math.floor(n / 3) * 84) / rowCount)).padStart(2, '0')} 10:00`,
      `SKU-${run}${String(piece).padStart(6, '0')}`,
      back ? '-1' : '1',
      back ? '' : '999',
      back ? `S${run}-${Math.floor(piece / 3)}` : '',
    ];
  });
  return [['Invoice no', 'Date and time', 'SKU', 'Quantity', 'Unit price', 'Original invoice'], ...rows];
}

/** Partly paid expenses in thirty categories and of twelve suppliers. */
function expenses(run: string): string[][] {
  const rows = Array.from({ length: rowCount }, (_, n) => [
    `2026-09-${String(1 + (n % 28)).padStart(2, '0')}`,
    `Kind ${n % 5} > Part ${n % 30}`,
    String(100 + (n % 900)),
    `Mill ${n % 12}`,
    `E${run}-${n}`,
    'Cash',
    '50',
    `Expense ${n}`,
  ]);
  return [['Expense date', 'Category', 'Amount', 'Supplier', 'Reference', 'Payment method', 'Paid', 'Notes'], ...rows];
}

const rowGenerators: Record<string, (run: string) => string[][]> = { products, customers, sales, expenses, ...systemSheets(rowCount) };

const encoders: Record<string, (rows: string[][]) => Uint8Array> = {
  csv: (rows) =>
    new TextEncoder().encode(rows.map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(',')).join('\r\n')),
  xlsx: (rows) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1');
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
  },
};

const stack = await startStack();
const client = createClient(stack.apiUrl, stack.publishableKey, { auth: { persistSession: false } });
const owner = stack.accounts.find(({ role }) => role === 'Owner') ?? stack.accounts[0];
const {
  data: { session },
} = await client.auth.signInWithPassword({ email: owner?.email ?? '', password: owner?.password ?? '' });
const [{ branch_id }] =
  (await stack.sql`select id as branch_id from public.branches order by name = 'Zamalek' desc limit 1`) as unknown as [
    { branch_id: string },
  ];

async function callImport(file: Blob, name: string, request: object): Promise<Record<string, unknown>> {
  const form = new FormData();
  form.append('file', file, name);
  form.append('request', JSON.stringify(request));
  const response = await fetch(`${stack.apiUrl}/functions/v1/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${session?.access_token ?? ''}`, apikey: stack.publishableKey },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const importRequest = (kind: string, { separator, header_row, mapping }: Record<string, unknown>) => ({
  kind,
  id: randomUUID(),
  separator,
  header_row,
  mapping,
  currency: 'EGP',
  edits: {},
  options: {
    branch_id,
    stock_point_id: null,
    skip_problem_rows: false,
    create: { brands: true, categories: true, suppliers: true, colors: true, sizes: true, expense_categories: true },
  },
});

interface Process {
  id: number;
  parent: number;
  name: string;
  cpu: number;
  peak: number;
}

/** This process's descendants, from /proc: Linux only. */
function descendants(): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): Process[] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const cells = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return [
          {
            id: Number(name),
            parent: Number(cells[1]),
            name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
            // USER_HZ is 100.
            cpu: (Number(cells[11]) + Number(cells[12])) / 100,
            peak: Number(peak ?? 0) / 1024,
          },
        ];
      } catch {
        return [];
      }
    });
  const related = new Set([process.pid]);
  for (let more = true; more; ) {
    const found = all.filter(({ id, parent }) => related.has(parent) && !related.has(id));
    more = found.length > 0;
    for (const { id } of found) related.add(id);
  }
  return all.filter(({ id }) => related.has(id) && id !== process.pid);
}

const cpuOf = (name: RegExp) =>
  descendants()
    .filter((one) => name.test(one.name))
    .reduce((sum, { cpu }) => sum + cpu, 0);
/** Resets the memory peak, so that each file has its own. */
const resetPeak = (name: RegExp) =>
  descendants()
    .filter((one) => name.test(one.name))
    .forEach(({ id }) => writeFileSync(`/proc/${id}/clear_refs`, '5'));
const peakOf = (name: RegExp) =>
  Math.max(
    0,
    ...descendants()
      .filter((one) => name.test(one.name))
      .map(({ peak }) => peak),
  );
const median = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

const figures: Record<string, Record<string, number>> = {};
let nth = 0;
try {
  // A small file starts the function.
  await callImport(new Blob(['Name,Price\nFirst,1']), 'first.csv', { action: 'read', kind: 'products' });
  resetPeak(/^deno/);
  const idle = peakOf(/^deno/);
  for (const sheetName of values.kinds.split(',')) {
    const kind = sheetName.split(' ')[0]!;
    for (const format of values.formats.split(',')) {
      const runs: Record<string, number>[] = [];
      for (let run = 0; run < Number(values.runs); run++) {
        const runId = String(10 + nth++);
        const rows = rowGenerators[sheetName]?.(runId) ?? [];
        if (kind === 'sales') {
          const sheet = await callImport(new Blob([encoders.csv?.(products(runId)) as Uint8Array<ArrayBuffer>]), 'goods.csv', {
            action: 'read',
            kind: 'products',
          });
          await callImport(new Blob([Buffer.from(String(sheet.content), 'base64')]), 'goods.csv', {
            ...importRequest('products', sheet),
            action: 'apply',
          });
        }
        const file = new Blob([encoders[format]?.(rows) as Uint8Array<ArrayBuffer>]);
        // The connection may have closed while a large file was being created: this lets Node notice before sending.
        await setTimeout(100);
        const metrics: Record<string, number> = {};
        resetPeak(/^deno/);
        const timed = async (name: string, work: () => Promise<Record<string, unknown>>) => {
          const before = {
            wall: performance.now(),
            deno: cpuOf(/^deno/),
            postgres: cpuOf(/^postgres/),
            gateway: cpuOf(/^node|^MainThread/),
          };
          const answer = await work();
          metrics[`${name} s`] = (performance.now() - before.wall) / 1000;
          metrics[`${name} function cpu s`] = cpuOf(/^deno/) - before.deno;
          metrics[`${name} database cpu s`] = cpuOf(/^postgres/) - before.postgres;
          metrics[`${name} gateway cpu s`] = cpuOf(/^node|^MainThread/) - before.gateway;
          return answer;
        };
        const name = `bench.${format}`;
        const sheet = await timed('read', () => callImport(file, name, { action: 'read', kind, currency: 'EGP' }));
        const request = importRequest(kind, sheet);
        const content = new Blob([Buffer.from(String(sheet.content), 'base64')]);
        const report = await timed('check', () => callImport(content, name, { ...request, action: 'check' }));
        if (report.problem_count !== 0) throw new Error(JSON.stringify(report).slice(0, 2000));
        await timed('apply', () => callImport(content, name, { ...request, action: 'apply' }));
        if (values.undo) {
          await timed('undo', async () => {
            const { data, error } = await client.rpc('undo_import', { id: request.id });
            if (error) throw new Error(error.message);
            return data as Record<string, unknown>;
          });
        }
        metrics['rows/s, read check and apply'] =
          rowCount / ((metrics['read s'] ?? 0) + (metrics['check s'] ?? 0) + (metrics['apply s'] ?? 0));
        metrics['rows/s, apply'] = rowCount / (metrics['apply s'] ?? 0);
        metrics['file MB'] = file.size / 1024 / 1024;
        metrics['function peak MB'] = peakOf(/^deno/);
        metrics['function idle MB'] = idle;
        metrics['function peak over idle, × file'] = ((metrics['function peak MB'] ?? 0) - idle) / (metrics['file MB'] ?? 1);
        runs.push(metrics);
      }
      const names = Object.keys(runs[0] ?? {});
      const medians = (figures[`${sheetName} ${format} ${rowCount}`] = Object.fromEntries(
        names.map((name) => [name, Number(median(runs.map((run) => run[name] ?? NaN)).toFixed(2))]),
      ));
      console.log(`\n${sheetName}, ${format}, ${rowCount} rows`);
      for (const [name, figure] of Object.entries(medians)) console.log(`${name.padEnd(36)}${String(figure).padStart(10)}`);
    }
  }
} finally {
  await stack.stop();
}
if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
