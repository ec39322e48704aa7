import { expect, it } from 'vitest';
import { allOutstanding, linesOf, piecesOf, receiveProblem, addScan } from './receive-lines.ts';

const item = (variant_id: string, quantity: number, received = 0, closed = 0, by_measure = true) => ({
  variant_id,
  quantity,
  received,
  closed,
  by_measure,
});
const items = [item('a', 3, 1), item('b', 2, 2), item('c', 1.5)];

it('proposes the whole outstanding quantity', () =>
  expect([...allOutstanding(items)]).toEqual([
    ['a', '2'],
    ['c', '1.5'],
  ]));
it('counts each scan as one piece, up to the ordered quantity', () => {
  const one = addScan(items, new Map(), 'a');
  const two = addScan(items, one.received, 'a');
  const three = addScan(items, two.received, 'a');
  expect([one.refused, two.refused, three.refused]).toEqual([null, null, 'exceeds']);
  expect(piecesOf(three.received)).toBe('2');
});
it('refuses goods that were not ordered or have all been received', () => {
  expect(addScan(items, new Map(), 'x').refused).toBe('not_ordered');
  expect(addScan(items, new Map(), 'b').refused).toBe('exceeds');
});
it.each([
  ['', null],
  ['2', null],
  ['2.001', 'exceeds'],
  ['x', 'not_a_number'],
  ['1.0001', 'not_a_number'],
] as const)('checks %s pieces of two: %s', (text, problem) => expect(receiveProblem(items[0]!, text)).toBe(problem));
it('refuses a fraction of goods sold in whole pieces', () => {
  const whole = item('d', 3, 0, 0, false);
  expect(['2', '2.0', '1.5', '0.333'].map((text) => receiveProblem(whole, text))).toEqual([null, null, 'not_whole', 'not_whole']);
});
it('sends only lines with a quantity', () =>
  expect(
    linesOf(
      new Map([
        ['a', '2'],
        ['c', '0'],
        ['d', ''],
      ]),
    ),
  ).toEqual([{ variant_id: 'a', quantity: '2' }]));
