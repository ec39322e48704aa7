import { expect, it } from 'vitest';
import { costProblem } from './cost.ts';

it.each([
  ['0', null],
  ['9999999999.9999', null],
  ['1.2000000', null],
  ['x', 'not_a_number'],
  ['1e5', 'not_a_number'],
  ['', 'not_a_number'],
  ['-1', 'negative'],
  ['10000000000', 'too_large'],
  ['1.23456', 'too_precise'],
] as const)('checks a cost of %j: %s', (figure, problem) => expect(costProblem(figure)).toBe(problem));
