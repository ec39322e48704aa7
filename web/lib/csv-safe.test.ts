import { expect, it } from 'vitest';
import { csvLine, safeCell } from './csv-safe.ts';

it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '|calc', '%x'])('%s cannot run', (cell) => expect(safeCell(cell)).toBe(`'${cell}`));
it.each(['-12.5', '+3', '1,250.00', 'Linen', '', 'عباية', 'a=b'])('%s stays as it is', (cell) => expect(safeCell(cell)).toBe(cell));
it('quotes what would break the line', () => expect(csvLine(['a,b', 'say "hi"', 'x\ny', 'z'])).toBe('"a,b","say ""hi""","x\ny",z'));
