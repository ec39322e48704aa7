import { describe, expect, it } from 'vitest';
import * as set from './variant-set.ts';

function ids() {
  let last = 0;
  return () => `new-${(last += 1)}`;
}
const saved = (id: string, color: string | null, size: string | null) => ({ ...set.newVariant(id, color, size), saved: true });

describe('variants of a product', () => {
  it('begin with one plain variant, which takes the first colour and the first size', () => {
    const plain = [{ ...saved('a', null, null), barcode: '2000000000015' }];
    expect(set.isPlain(plain)).toBe(true);
    const black = set.addValue(plain, 'color_id', 'black', ids());
    const blackM = set.addValue(black, 'size_id', 'M', ids());
    expect(blackM).toEqual([{ ...plain[0], color_id: 'black', size_id: 'M' }]);
  });
  it('include every size of a colour that is added', () => {
    const variants = [saved('a', 'black', 'S'), saved('b', 'black', 'M')];
    const after = set.addValue(variants, 'color_id', 'ivory', ids());
    expect(after.slice(2).map((v) => [v.id, v.color_id, v.size_id])).toEqual([
      ['new-1', 'ivory', 'S'],
      ['new-2', 'ivory', 'M'],
    ]);
    expect(set.addValue(after, 'color_id', 'ivory', ids())).toEqual(after);
  });
  it('have one photo for each color, which further sizes of that color take over', () => {
    const variants = set.setImage([saved('a', 'black', 'S'), saved('b', 'ivory', 'S')], 'black', 'black.webp');
    const after = set.addValue(variants, 'size_id', 'M', ids());
    expect(after.map((v) => [v.color_id, v.size_id, v.image])).toEqual([
      ['black', 'S', 'black.webp'],
      ['ivory', 'S', ''],
      ['black', 'M', 'black.webp'],
      ['ivory', 'M', ''],
    ]);
    expect(set.addVariant(after, 'black', 'L', ids()).at(-1)?.image).toBe('black.webp');
    expect(set.addValue(after, 'color_id', 'olive', ids()).at(-1)?.image).toBe('');
    expect(set.setImage(after, 'black', '').every(({ image }) => image === '')).toBe(true);
    expect(set.removeValue([after[0]!], 'color_id', 'black')[0]).toMatchObject({ color_id: null, image: '' });
  });
  it('lose their only colour when it is removed, but are dropped with one of several', () => {
    const one = [saved('a', 'black', 'S')];
    expect(set.removeValue(one, 'color_id', 'black')[0]?.color_id).toBeNull();
    const two = [...one, saved('b', 'ivory', 'S')];
    expect(set.removeValue(two, 'color_id', 'ivory')).toEqual(one);
  });
  it('are added to an empty cell only once', () => {
    const variants = [saved('a', 'black', 'S')];
    const filled = set.addVariant(variants, 'navy', 'S', ids());
    expect(set.addVariant(filled, 'navy', 'S', ids())).toHaveLength(2);
  });
  it('without a colour are sorted first', () => {
    expect(set.valuesOf([saved('a', 'black', null), saved('b', null, null)], 'color_id')).toEqual([null, 'black']);
  });
  it('are checked for repeated codes', () => {
    const variants = set.changeVariants(
      [saved('a', 'x', null), saved('b', 'y', null)],
      [
        { id: 'a', sku: 'Q' },
        { id: 'b', sku: 'q' },
      ],
    );
    expect([...set.repeatedCodes(variants, 'sku')]).toEqual(['Q']);
    expect(set.repeatedCodes(variants, 'barcode').size).toBe(0);
  });
  it('are compared for what changed', () => {
    const before = [saved('a', 'x', null), saved('b', 'y', null)];
    const after = [...set.changeVariants(before, [{ id: 'a', price: '90' }]).slice(0, 1), set.newVariant('c', 'z')];
    const changes = set.changesBetween(before, after);
    expect(changes.prices.map((v) => v.id)).toEqual(['a']);
    expect(changes.added.map((v) => v.id)).toEqual(['c']);
    expect(changes.removed.map((v) => v.id)).toEqual(['b']);
    expect(changes.codes).toEqual([]);
  });
  it('are sent without codes if those are empty, so that the database assigns them', () => {
    expect(set.variantsPayload([set.newVariant('a')])).toEqual([
      { id: 'a', color_id: null, size_id: null, sku: null, barcode: null, price_override: null, active: true, image_path: null },
    ]);
  });
});
