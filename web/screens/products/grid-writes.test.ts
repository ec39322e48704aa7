import { describe, expect, it } from 'vitest';
import { codeProblems, isSoundBarcode, readCode, writeCells } from './grid-writes.ts';
import { newVariant } from './variant-set.ts';

const reading = {
  readPrice: (text: string) => (/^\d+(\.\d+)?$/.test(text) ? text : null),
  basePrice: '1450',
  makeId: () => 'made',
};
const one = [newVariant('a', 'black', 'S')];
const at = { color: 'black', size: 'S' };

describe('writing in the variant grid', () => {
  it('gives a variant its own price, and takes it back when the cell is cleared', () => {
    const own = writeCells(one, [{ ...at, text: '1590' }], 'price', reading).variants;
    expect(own[0]?.price).toBe('1590');
    expect(writeCells(own, [{ ...at, text: '' }], 'price', reading).variants[0]?.price).toBe('');
  });
  it('keeps the product\'s price as no exception', () => {
    expect(writeCells(one, [{ ...at, text: '1450.00' }], 'price', reading).variants[0]?.price).toBe('');
  });
  it('refuses what is no price and says which texts', () => {
    const { variants, refused } = writeCells(one, [{ ...at, text: 'cheap' }], 'price', reading);
    expect(refused).toEqual(['cheap']);
    expect(variants).toEqual(one);
  });
  it('makes a missing variant when something is written there, not when it is cleared', () => {
    const missing = { color: 'navy', size: 'S' };
    expect(writeCells(one, [{ ...missing, text: '' }], 'price', reading).variants).toHaveLength(1);
    const made = writeCells(one, [{ ...missing, text: '1450' }], 'price', reading).variants;
    expect(made[1]).toMatchObject({ id: 'made', color_id: 'navy', price: '' });
  });
  it('takes a block in one step', () => {
    const block = [{ ...at, text: '1' }, { color: 'ivory', size: 'S', text: '2' }, { color: 'ivory', size: 'S', text: 'x' }];
    const { variants, refused } = writeCells(one, block, 'price', reading);
    expect(variants.map((v) => v.price)).toEqual(['1', '2']);
    expect(refused).toEqual(['x']);
  });
});

describe('codes', () => {
  it('reads Arabic digits, keeps leading zeros, refuses scientific notation', () => {
    expect(readCode(' ٠٠٤١٧ ')).toBe('00417');
    expect(readCode('6.22E+12')).toBeNull();
    expect(readCode('x'.repeat(65))).toBeNull();
  });
  it('knows the check digit of EAN-13 and leaves other codes alone', () => {
    expect(isSoundBarcode('4006381333931')).toBe(true);
    expect(isSoundBarcode('4006381333932')).toBe(false);
    expect(isSoundBarcode('DN-1')).toBe(true);
  });
  it('points at each variant whose code is wrong', () => {
    const variants = [{ ...newVariant('a'), barcode: 'X' }, { ...newVariant('b'), barcode: 'X' }, { ...newVariant('c'), barcode: '4006381333932' }];
    expect([...codeProblems(variants, 'barcode')]).toEqual([['a', 'repeated'], ['b', 'repeated'], ['c', 'checkDigit']]);
  });
});
