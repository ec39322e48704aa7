import { expect, test } from 'vitest';
import { isDrawn } from '@/lib/labels/draw.ts';
import { inLetters } from '@/lib/pdf/letters.ts';
import { drawLabel, problemsOf, type Content } from '@/screens/labels/drawing.ts';

/* Draws labels with the browser's own fonts, which only a browser can. */

const target = { size: { width: 40, height: 30 }, dpi: 203 };
const label = (name: string, code = '6221234567013', direction: 'ltr' | 'rtl' = 'ltr'): Content => ({
  kind: 'goods',
  code,
  text: { direction, business: 'Dar Nour', name, price: '5.00', currency: 'EGP', digits: code },
});
/** Assigned to no character, so no font has it. */
const unknown = '\u0bff';

test('a character that no font has is known, and every other is drawn', () => {
  for (const letter of ['A', 'ع', '²', '½', 'Ж', '5', '—', '…']) expect(isDrawn(letter), letter).toBe(true);
  for (const letter of [unknown, '\u{10fffd}']) expect(isDrawn(letter), letter).toBe(false);
});

test('a label spells a sign that no font has, and another character is a problem of its article', async () => {
  const drawn = async (content: Content) => (await drawLabel(content, target)).dots.bits;
  expect(await drawn(label(`5 \u20c1`))).toEqual(await drawn(label(inLetters('5 \u20c1', isDrawn))));
  expect(await drawn(label(`Tea ${unknown}`))).toEqual(await drawn(label('Tea ◊')));
  expect(await problemsOf([label('Rug 3 m²'), label(`Tea ${unknown}`), label(`Cup ${unknown}`)], target)).toEqual([
    { kind: 'letter', letter: unknown, names: [`Tea ${unknown}`, `Cup ${unknown}`] },
  ]);
});

test('labels whose long names look the same, or whose code cannot be drawn, are listed', async () => {
  const long = (middle: string) =>
    label(`Printed silk scarf with a hand-rolled edge and a lining, ${middle}, for summer evenings by the sea, blue`);
  const ends = ['blue', 'green'].map((color) => label(`Printed silk scarf with a hand-rolled edge, for summer evenings, ${color}`));
  expect(await problemsOf([...ends, label('Scarf')], target)).toEqual([]);
  const [one, other] = [long('of cotton'), long('of merino')];
  expect(await problemsOf([one, other, label('Scarf', 'إيصال')], target)).toEqual([
    { kind: 'code_none', names: ['Scarf'] },
    { kind: 'alike', names: [one, other].map((content) => (content.kind === 'goods' ? content.text.name : '')) },
  ]);
});
