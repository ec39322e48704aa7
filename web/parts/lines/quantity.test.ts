import { expect, it } from 'vitest';
import { quantityProblem } from './quantity.ts';

it.each([
  ['1', null, null],
  ['-3', null, null],
  ['2.0', null, null],
  ['0.5', 'not_whole', null],
  ['-1.125', 'not_whole', null],
  ['0.0005', 'too_precise', 'too_precise'],
  ['', 'missing', 'missing'],
  ['x', 'not_a_number', 'not_a_number'],
  ['1000000000.5', 'too_large', 'too_large'],
] as const)('%s in whole pieces: %s, by measure: %s', (figure, inPieces, byMeasure) => {
  expect([quantityProblem(figure, false), quantityProblem(figure, true)]).toEqual([inPieces, byMeasure]);
});
