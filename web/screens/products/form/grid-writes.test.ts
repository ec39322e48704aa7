import { describe, expect, it } from 'vitest';
import { codeProblems, isSoundBarcode, writeCells, type GridWrite } from './grid-writes.ts';
import { newVariant, type VariantDraft } from './variant-set.ts';

const one = [newVariant('a', 'black', 'S')];
const at = { color: 'black', size: 'S' };
const write = (variants: readonly VariantDraft[], ...writes: GridWrite[]) => writeCells(variants, writes, 'price', '1450', () => 'made');

describe('writing in the variant grid', () => {
  it('gives a variant its own price, and removes it when the cell is cleared', () => {
    const own = write(one, { ...at, text: '1590' });
    expect(own[0]?.price).toBe('1590');
    expect(write(own, { ...at, text: '' })[0]?.price).toBe('');
  });
  it('does not store the price of the product as a price of its own', () => {
    expect(write(one, { ...at, text: '1450.00' })[0]?.price).toBe('');
  });
  it('creates a missing variant when a text is entered, not when a cell is cleared', () => {
    const missing = { color: 'navy', size: 'S' };
    expect(write(one, { ...missing, text: '' })).toHaveLength(1);
    expect(write(one, { ...missing, text: '1450' })[1]).toMatchObject({ id: 'made', color_id: 'navy', price: '' });
  });
  it('applies a block in one step', () => {
    expect(write(one, { ...at, text: '1' }, { color: 'ivory', size: 'S', text: '2' }).map((v) => v.price)).toEqual(['1', '2']);
  });
});

describe('codes', () => {
  it('check the check digit of EAN-13 only', () => {
    expect(isSoundBarcode('4006381333931')).toBe(true);
    expect(isSoundBarcode('4006381333932')).toBe(false);
    expect(isSoundBarcode('DN-1')).toBe(true);
  });
  it('are marked at each variant with a repeated or wrong code', () => {
    const variants = [
      { ...newVariant('a'), barcode: '036000291452' },
      { ...newVariant('b'), barcode: '0036000291452' },
      { ...newVariant('c'), barcode: '4006381333932' },
    ];
    expect([...codeProblems(variants, 'barcode')]).toEqual([
      ['a', 'repeated'],
      ['b', 'repeated'],
      ['c', 'checkDigit'],
    ]);
  });
});
