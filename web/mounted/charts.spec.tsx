import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Chart } from '@/parts/figures/chart.tsx';
import '@/parts/figures/figures.css';
import type { Drawing, Mark } from '@/parts/figures/drawing.ts';
import { mountPage } from './mount.tsx';

const months = ['Jan', 'Feb', 'Mar', 'Apr'];
const marks = (...values: number[]): Mark[] =>
  values.map((now, index) => ({
    key: String(index),
    name: `${months[index]!} 2026`,
    tick: months[index]!,
    now,
    href: `/x?month=${index}`,
  }));

const show = async (drawing: Drawing) => {
  const Component = () => <Chart title="Sales" by="Month" now="2026" before="2025" unfinished="April so far" drawing={drawing} />;
  await mountPage([{ path: 'x', Component }], '/x', []);
};
const bars = (...values: number[]): Drawing => ({ kind: 'bars', marks: marks(...values) });
const mark = (name: string) => page.getByRole('link', { name });
const tip = () => [...document.querySelectorAll('.chart-tip > *')].map(({ textContent }) => textContent);
const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
const tapped = (target: Element) =>
  target.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true, cancelable: true }));

test('a chart is one tab stop, its marks are reached with arrow keys and Enter opens one', async () => {
  await show({ kind: 'bars', marks: marks(10, 20, 30).map((one) => ({ ...one, before: 15 })) });
  const opened: string[] = [];
  const follow = (event: MouseEvent) => {
    opened.push((event.target as Element).closest('a')?.getAttribute('href') ?? '');
    event.preventDefault();
  };
  document.addEventListener('click', follow);
  onTestFinished(() => document.removeEventListener('click', follow));
  await expect.element(mark('Jan 2026: 10.00. 2025: 15.00')).toBeVisible();

  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Show as a table (T)' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(mark('Jan 2026')).toHaveFocus();
  expect(tip()).toEqual(['Jan 2026', '2026 10.00', '2025 15.00']);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.element(mark('Feb 2026')).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  expect(opened).toEqual(['/x?month=2']);
  await userEvent.tab();
  expect(document.activeElement?.closest('.chart')).toBe(null);
  expect(tip()).toEqual([]);
});

test('arrow keys up and down move between the panels of a chart, which share one scale', async () => {
  const panel = (name: string, ...values: number[]) => ({ key: name, name, change: 5, marks: marks(...values) });
  await show({ kind: 'panels', panelsBy: 'Branch', panels: [panel('Zamalek', 50, 100), panel('Maadi', 25, 100)] });
  await expect.element(mark('Zamalek, Feb 2026: 100.00')).toBeVisible();
  (mark('Zamalek, Feb 2026').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(mark('Maadi, Feb 2026')).toHaveFocus();
  const [zamalek, , maadi] = boxes('.bar');
  expect(zamalek!.height).toBeCloseTo(2 * maadi!.height, 0);
  await expect.element(page.getByRole('heading', { name: 'Zamalek' })).toHaveTextContent('+5%');
});

test('a finger’s first tap on a mark shows its tip, and the second opens it', async () => {
  const opened: string[] = [];
  await show({
    kind: 'bars',
    marks: marks(10, 20).map(({ href: _, ...one }) => ({ ...one, onOpen: () => void opened.push(one.name) })),
  });
  const january = page.getByRole('button', { name: 'Jan 2026' });
  await expect.element(january).toBeVisible();
  tapped(january.element());
  await expect.poll(tip).toEqual(['Jan 2026', '2026 10.00']);
  expect(opened).toEqual([]);
  tapped(january.element());
  expect(opened).toEqual(['Jan 2026']);
});

test('pointing at a mark shows its tip until the pointer leaves', async () => {
  await show(bars(10, 20));
  await mark('Feb 2026').hover();
  await expect.poll(tip).toEqual(['Feb 2026', '2026 20.00']);
  await userEvent.unhover(mark('Feb 2026'));
  await expect.poll(tip).toEqual([]);
});

test('T shows the numbers of a chart as a table with the same links, and T again the chart', async () => {
  await show(bars(10, -20));
  await expect.element(mark('Feb 2026: −20.00')).toBeVisible();
  (mark('Jan 2026').element() as HTMLElement).focus();
  await userEvent.keyboard('t');
  await expect.element(page.getByRole('row', { name: 'Feb 2026 −20.00' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Feb 2026' })).toHaveAttribute('href', '/x?month=1');
  await userEvent.keyboard('t');
  await expect.element(mark('Feb 2026: −20.00')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show as a table (T)' })).toHaveFocus();
});

test('negative values hang below the zero line, and an unfinished period is hatched', async () => {
  await show({ kind: 'bars', marks: marks(10, -10, 0, 5).map((one, index) => ({ ...one, isUnfinished: index === 3 })) });
  await expect.element(mark('Apr 2026: 5.00. April so far')).toBeVisible();
  const [zero] = boxes('line.zero');
  const [january, february, march] = boxes('.bar');
  expect(january!.bottom).toBeCloseTo(zero!.top, 0);
  expect(february!.top).toBeCloseTo(zero!.top, 0);
  expect(february!.height).toBeCloseTo(january!.height, 0);
  expect(march!.height).toBe(0);
  const fills = [...document.querySelectorAll('.bar')].map((bar) => getComputedStyle(bar).fill.startsWith('url('));
  expect(fills).toEqual([false, false, false, true]);
});

for (const [title, drawing, labels] of [
  ['without sales', bars(0, 0), ['0', 'Jan', 'Feb']],
  ['without marks', bars(), ['0']],
] as const)
  test(`a chart ${title} has an axis with nothing but zero`, async () => {
    await show(drawing);
    await expect.poll(() => [...document.querySelectorAll('.time-bars text')].map(({ textContent }) => textContent)).toEqual(labels);
  });

test('from right to left, time runs to the left and the scale is on the right', async () => {
  document.dir = 'rtl';
  onTestFinished(() => void (document.dir = 'ltr'));
  await show(bars(10, 20));
  await expect.element(mark('Jan 2026')).toBeVisible();
  const [january, february] = boxes('.bar');
  expect(january!.left).toBeGreaterThan(february!.right);
  const [scale] = boxes('text.scale');
  expect(scale!.left).toBeGreaterThan(january!.right);
  // Each link lies over its own bar.
  const link = mark('Jan 2026').element().getBoundingClientRect();
  expect((link.left + link.right) / 2).toBeCloseTo((january!.left + january!.right) / 2, 0);
  (mark('Jan 2026').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(mark('Feb 2026')).toHaveFocus();
});

test('ranks draw twelve bars from one zero line, and the table has every row', async () => {
  const rows = Array.from({ length: 14 }, (_, index) => ({
    key: String(index),
    name: `Row ${index}`,
    now: 10 ** (10 - index),
    href: '/x',
  }));
  await show({ kind: 'ranks', marks: rows });
  await expect.element(page.getByRole('img', { name: 'Others: 0.11' })).toBeVisible();
  expect(new Set(boxes('.bar').map(({ left }) => Math.round(left))).size).toBe(1);
  expect(boxes('.bar')).toHaveLength(12);
  await page.getByRole('button', { name: 'Show as a table (T)' }).click();
  await expect.element(page.getByRole('link', { name: 'Row 13' })).toBeVisible();
});
