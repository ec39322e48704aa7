import { expect, it } from 'vitest';
import { fileProblem, sizeOf } from './file-problem.ts';

it.each([
  ['application/pdf', 400_000, null],
  ['image/jpeg', 10 * 1024 * 1024, null],
  ['image/jpeg', 10 * 1024 * 1024 + 1, 'size'],
  ['application/zip', 10, 'type'],
  ['', 10, 'type'],
  ['image/png', 0, 'empty'],
] as const)('%s of %i bytes: %s', (type, size, problem) => expect(fileProblem({ type, size })).toBe(problem));
it('formats file sizes with a fitting unit', () => {
  expect([800, 421_888, 4_404_019].map(sizeOf)).toEqual([
    { unit: 'b', value: 800 },
    { unit: 'kb', value: 412 },
    { unit: 'mb', value: 4.2 },
  ]);
});
