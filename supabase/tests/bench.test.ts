/* Runs the programs of bench/ at their smallest size, to check that they work and that their queries still find
   rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideCheck } from '../../bench/beside-check.ts';
import { measure, type Answer } from '../../bench/measure.ts';
import { measureMonths, type MonthsFigure } from '../../bench/months.ts';
import { questions, reports } from '../../bench/queries.ts';
import { measureSales } from '../../bench/sales.ts';
import { seed } from '../../bench/seed.ts';
import { works } from '../../bench/works.ts';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { connect } from './database.ts';

/* Queries that find nothing among two hundred products, or by design. */
const nothing = [
  'products, no such word',
  'products, out',
  'levels, ten thousand down',
  'transfers, oldest page',
  'transfers, a number',
  'movements of a person who moves little',
  'movements of a rare kind',
  'orders, three quarters down',
  'orders, rare word',
  'orders, a number',
  'sales, three quarters down',
  'everything, a number',
  'everything, an order',
  'everything, no such word',
];

let stack: RunningStack;
let person: string;
let answers: Record<string, Answer>;
beforeAll(async () => {
  stack = await startStack({ empty: true });
  const owner = connect(stack.databaseUrl);
  // More than two sales a day for two years, so that every day has one of a visible branch at any hour of this
  // run.
  person = await seed(owner, 'S', 1_600);
  await owner.end();
  answers = await measure({ database: stack.adminUrl, person, beside: stack.adminUrl, besidePerson: person, runs: 1 });
});
afterAll(async () => {
  await stack?.stop();
});

test.each([...questions, ...reports, ...works])('measures $name', ({ name }) => {
  const { wall, cpu, rows, open, beside } = answers[name] ?? {};
  for (const figure of [wall, cpu, open?.wall, open?.cpu, beside?.wall, beside?.cpu]) expect(figure).toBeGreaterThan(0);
  if (nothing.includes(name)) expect(rows).toBe(0);
  else expect(rows).toBeGreaterThan(0);
});

test('measures stock movements during a check of an import of the same goods', async () => {
  const { checks, took } = await besideCheck(stack.databaseUrl, person, 200, 3);
  expect(checks).toBeGreaterThan(0);
  expect(Object.keys(took)).toEqual(['stock entry', 'transfer approved', 'receipt']);
  for (const { alone, beside } of Object.values(took)) for (const figure of [alone, beside]) expect(figure).toBeGreaterThan(0);
});

test('measures tills of one and of many branches, also during a list, a report and an import', async () => {
  const figures = await measureSales({ database: stack.databaseUrl, person, tills: 4, seconds: 1, goods: 100 });
  expect(Object.keys(figures)).toEqual([
    'one branch',
    '3 branches',
    'one branch, with a list, a report and an import',
    'five hundred in a batch',
  ]);
  for (const { perSecond, median, p99, worst, cpu } of Object.values(figures)) {
    for (const figure of [perSecond, median, p99, worst]) expect(figure).toBeGreaterThan(0);
    // NaN if it could not be read.
    expect(cpu).not.toBeLessThanOrEqual(0);
  }
  for (const count of Object.values(figures['one branch, with a list, a report and an import']?.beside ?? {}))
    expect(count).toBeGreaterThan(0);
  const [{ lines }] = await stack.sql<
    [{ lines: number }]
  >`select count(*)::integer as lines from public.sale_lines l join public.sales s on s.id = l.sale_id where s.note = 'Bench'`;
  expect(lines).toBeGreaterThan(1500);
});

test('measures the ledger and the audit log, whole and by month', async () => {
  const figures: MonthsFigure[] = [];
  const owner = connect(stack.databaseUrl);
  await measureMonths(owner, 2000, 1, (figure) => figures.push(figure));
  const [{ left }] = await owner<[{ left: number }]>`select count(*)::integer as left from pg_namespace where nspname = 'bench_months'`;
  await owner.end();
  expect(new Set(figures.map(({ source }) => source))).toEqual(new Set(['stock_movements', 'audit_log']));
  for (const { question, whole, monthly } of figures) for (const figure of [whole, monthly]) expect(figure, question).toMatch(/^\d/);
  expect(left).toBe(0);
});
