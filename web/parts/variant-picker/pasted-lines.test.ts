import { describe, expect, it } from 'vitest';
import { isListOfLines, parsePastedLines } from './pasted-lines.ts';

describe('lines pasted into the scanner field', () => {
  it('reads a code alone as one piece', () => {
    expect(parsePastedLines('6221000000017\n6221000000024\n').lines).toEqual([
      { code: '6221000000017', quantity: '1' },
      { code: '6221000000024', quantity: '1' },
    ]);
  });
  it('reads the quantity beside it, in Arabic digits too, and keeps leading zeros of codes', () => {
    expect(parsePastedLines('00417\t١٢\nDN-7;2,5').lines).toEqual([
      { code: '00417', quantity: '12' },
      { code: 'DN-7', quantity: '2.5' },
    ]);
  });
  it('reads figures as sheets of either language write them, thousands and all', () => {
    expect(parsePastedLines('A1\t1,250\nB2\t1,250.5\nC3\t١٬٢٥٠\nD4\t١٬٢٥٠٫٥\nE5\t"2,500"\nF6\t−3').lines).toEqual([
      { code: 'A1', quantity: '1250' },
      { code: 'B2', quantity: '1250.5' },
      { code: 'C3', quantity: '1250' },
      { code: 'D4', quantity: '1250.5' },
      { code: 'E5', quantity: '2500' },
      { code: 'F6', quantity: '-3' },
    ]);
    expect(parsePastedLines('A1\t1.2505\nB2\t1,25,0\nC3\t12345678901').unread).toEqual(['A1\t1.2505', 'B2\t1,25,0', 'C3\t12345678901']);
  });
  it('adds up a code that comes twice', () => {
    expect(parsePastedLines('A1\t0.1\nA1\t0.2').lines).toEqual([{ code: 'A1', quantity: '0.3' }]);
  });
  it('says which rows it could not read: scientific notation has lost its digits', () => {
    const read = parsePastedLines('6.22E+12\t3\nA1\tmany\nB2');
    expect(read.unread).toEqual(['6.22E+12\t3', 'A1\tmany']);
    expect(read.lines).toEqual([{ code: 'B2', quantity: '1' }]);
  });
  it('takes a single scan for a scan', () => {
    expect(isListOfLines('6221000000017\n')).toBe(false);
    expect(isListOfLines('A\nB')).toBe(true);
    expect(isListOfLines('A\t3')).toBe(true);
  });
});
