import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  fill,
  appendMissing,
  addOrIncrement,
  mergeForms,
  upsertLines,
  hasFieldsOf,
  readDraft,
  requantify,
  sameForm,
  stillThere,
  type DocumentForm,
} from './form.ts';

type Form = DocumentForm<{ notes: string; due: string }, 'quantity' | 'cost'>;
const line = (variantId: string, quantity: string, cost = '5') => ({ variantId, figures: { quantity, cost } });
const form = (lines = [line('a', '1'), line('c', '1')], head: Partial<Form['head']> = {}): Form => ({
  id: 'o',
  head: { notes: '', due: '', ...head },
  lines,
});
const flatness = { flat: ({ notes, due }: Form['head']) => ({ notes: notes.trim(), due }), headOf: (flat: Form['head']) => flat };
const told = (lines: Form['lines']) => lines.map(({ variantId, figures }) => [variantId, figures.quantity]);

describe('the lines of a document', () => {
  it('are appended, or increased if they exist, with the earlier quantity returned', () => {
    const { lines, touched } = addOrIncrement([line('a', '6')], [line('b', '1'), line('a', '1')]);
    expect(told(lines)).toEqual([
      ['a', '7'],
      ['b', '1'],
    ]);
    expect(touched).toEqual([
      { id: 'b', before: null },
      { id: 'a', before: '6' },
    ]);
  });
  it('are added exactly, starting from zero if there was no number', () =>
    expect(
      [
        ['0.1', '0.2'],
        ['', '1'],
        ['x', '1'],
        ['-2', '3'],
      ].map(([a = '', b = '']) => addQuantities(a, b)),
    ).toEqual(['0.3', '1', '1', '1']));
  it('are not changed if an existing line must not be added again', () =>
    expect(told(appendMissing([line('a', '5')], [line('a', '1'), line('b', '2'), line('b', '9')]))).toEqual([
      ['a', '5'],
      ['b', '2'],
    ]));
  it('are replaced in place by given lines', () =>
    expect(told(upsertLines([line('a', '5'), line('b', '1')], [line('c', '2'), line('a', '9')]))).toEqual([
      ['a', '9'],
      ['b', '1'],
      ['c', '2'],
    ]));
  it('follow the quantities of a grid: changed, or removed unless they must stay', () => {
    const written = new Map([
      ['a', ''],
      ['c', '6'],
      ['s', ''],
      ['n', '3'],
    ]);
    expect(told(requantify([line('a', '1'), line('c', '1'), line('s', '2')], written, ({ variantId }) => variantId === 's'))).toEqual([
      ['c', '6'],
      ['s', ''],
    ]);
  });
  it('are removed and counted if their product is gone', () =>
    expect(stillThere([line('a', '1'), line('b', '2')], [{ variant_id: 'b' }])).toEqual({ lines: [line('b', '2')], gone: 1 }));
  it('take pasted figures downwards, as far as they reach', () => {
    const write = (one: Form['lines'][number], quantity: string) => ({ ...one, figures: { ...one.figures, quantity } });
    expect(told(fill([line('a', '1'), line('c', '1'), line('d', '1')], 'c', ['7', '8', '9'], write))).toEqual([
      ['a', '1'],
      ['c', '7'],
      ['d', '8'],
    ]);
    expect(told(fill([line('a', '1')], 'gone', ['7'], write))).toEqual([['a', '1']]);
  });
});

it('a draft is restored only if its format is current and the document was not edited since', () => {
  const draft = { ...form(), at: '2026-11-23T10:00:00Z', version: 2 };
  expect(readDraft(JSON.stringify(draft), 2)).toEqual(draft);
  expect(readDraft(JSON.stringify({ ...draft, version: 3 }), 2)).toMatchObject({ version: 3 });
  for (const version of [1, null]) expect(readDraft(JSON.stringify({ ...draft, version }), 2)).toBe('outdated');
  for (const old of [
    { ...draft, lines: undefined },
    { ...draft, lines: [{ variant: { variant_id: 'a' }, quantity: '1' }] },
    { ...draft, head: undefined },
    null,
    7,
  ])
    expect(readDraft(JSON.stringify(old), 2)).toBe('unreadable');
  expect([readDraft('{', null), readDraft('', null), readDraft(JSON.stringify(draft), null)]).toEqual([
    'unreadable',
    'unreadable',
    'outdated',
  ]);
});

it('a draft is unreadable if another version named a field of its head otherwise', () => {
  const read = (head: object) =>
    readDraft(JSON.stringify({ ...form(), head, at: '', version: null }), null, hasFieldsOf({ ends: {}, notes: '' }));
  expect(read({ ends: {}, notes: 'x' })).toMatchObject({ head: { notes: 'x' } });
  for (const head of [{ way: {}, notes: 'x' }, { notes: 'x' }, { ends: {}, notes: '', more: 1 }]) expect(read(head)).toBe('unreadable');
});

describe('equal forms', () => {
  it('have the same words and figures', () =>
    expect(sameForm(form(), form([line('c', '1'), line('a', '1')], { notes: ' ' }), flatness)).toBe(true));
  it.each([
    form(undefined, { notes: 'x' }),
    form([line('a', '1')]),
    form([line('a', '1'), line('c', '2')]),
    form([line('a', '1'), line('d', '1')]),
  ])('do not include %j', (changed) => expect(sameForm(changed, form(), flatness)).toBe(false));
});

describe('concurrent edits of a document', () => {
  it('keep both changes, and mine where both changed the same value', () => {
    const mine = form([line('a', '9'), line('c', '1')], { notes: 'mine' });
    const theirs = form([line('a', '1', '6'), line('c', '4'), line('n', '2')], { notes: 'theirs', due: 'May' });
    const { form: both, collisions } = mergeForms([form(), mine, theirs], flatness);
    expect(collisions).toBe(1);
    expect(both.head).toEqual({ notes: 'mine', due: 'May' });
    expect(both.lines).toEqual([line('a', '9', '6'), line('c', '4'), line('n', '2')]);
  });
  it('remove a line that either removed, unless the other changed it', () => {
    const base = form([line('a', '1'), line('c', '1'), line('d', '1')]);
    const mine = form([line('c', '1'), line('d', '8')]);
    const theirs = form([line('a', '1'), line('d', '1')]);
    expect(told(mergeForms([base, mine, theirs], flatness).form.lines)).toEqual([['d', '8']]);
    expect(mergeForms([base, form([line('a', '1'), line('c', '8'), line('d', '1')]), theirs], flatness).form.lines).toEqual([
      line('a', '1'),
      line('c', '8'),
      line('d', '1'),
    ]);
  });
});
