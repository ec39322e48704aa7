import { expect, it } from 'vitest';
import { countProblem } from './quantity-box.tsx';

it.each([
  ['', null],
  ['0', null],
  ['٣', null],
  ['1.5', 'not_whole'],
  ['1.2345', 'too_precise'],
  ['-2', 'negative'],
  ['abc', 'not_a_number'],
  ['99999999999', 'too_large'],
] as const)('checks a count of %j in whole pieces: %s', (typed, problem) => expect(countProblem(typed, false)).toBe(problem));
