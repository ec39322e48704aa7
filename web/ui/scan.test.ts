import { describe, expect, it } from 'vitest';
import { readKeys } from './key-places.ts';
import { advanceRun, isScan, noRun, type Field, type Run } from './scan.ts';

type Held = Partial<Record<'shiftKey' | 'ctrlKey' | 'altKey' | 'repeat' | 'caps' | 'altGraph', boolean>>;
/** A key, the milliseconds since the previous one, its place on the keyboard, and modifiers held. */
type Key = [key: string, gap: number, code?: string, held?: Held];

const pressed = ([key, , code = '', held]: Key, timeStamp: number) => ({
  key,
  code,
  timeStamp,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...held,
  getModifierState: (state: string) => Boolean(state === 'CapsLock' ? held?.caps : state === 'AltGraph' && held?.altGraph),
});

/** The machine is busy for so long that the scan seems to have ended. */
const halt: Key = ['', 0];

/** The scanned codes, the final text of the field, and the keys whose default action was prevented. */
function typed(keys: Key[], field: Field = null, stood = '') {
  const scanned: string[] = [];
  const swallowed: string[] = [];
  let run: Run = noRun;
  let stands = stood;
  let at = 10_000;
  const deliver = () => {
    scanned.push(readKeys(run.keys));
    stands = '';
  };
  for (const key of keys) {
    if (key === halt) {
      if (isScan(run, field, false)) deliver();
      run = { ...run, outcome: 'unmarked' };
      continue;
    }
    at += key[1];
    const [next, is] = advanceRun(run, pressed(key, at), field, field && stands);
    run = next;
    if (is === 'ends') deliver();
    if (is !== 'itself') swallowed.push(key[0]);
    else if (key[0].length === 1) stands += key[0];
  }
  const unmarked = isScan(run, field, false);
  if (unmarked) deliver();
  return { scanned, swallowed, before: run.valueBefore, unmarked, stands };
}

const keysOf = (letters: string, places?: string[], held?: Held): Key[] =>
  [...letters].map((key, index) => [key, index ? 5 : 900, places?.[index], held]);
const paced = (letters: string, gap: number): Key[] => [...letters].map((key, index) => [key, index ? gap : 900]);
const digits = (code: string) => [...code].map((digit) => `Digit${digit}`);
const SKU = ['KeyD', 'KeyN', 'Minus', ...digits('1042')];
const EAN = '6221234567013';
const enter: Key = ['Enter', 5, 'Enter'];
const tab: Key = ['Tab', 5, 'Tab'];
const lineFeed: Key = ['j', 5, 'KeyJ', { ctrlKey: true }];
const places: Field[] = [null, 'words', 'search', 'figure'];

describe('a scan through another keyboard layout', () => {
  it.each([
    ['Arabic (101), small letters', keysOf('يى-1042', SKU), 'dn-1042'],
    ['Arabic (101), capitals whose Shift is not reported', keysOf(']آ-1042', SKU), 'dn-1042'],
    [
      'Arabic (101), capitals',
      [...keysOf(']آ', SKU, { shiftKey: true }), ...keysOf('-1042', SKU.slice(2)).map(([key, , code]): Key => [key, 5, code])],
      'DN-1042',
    ],
    ['Arabic (101) with CapsLock', keysOf('يى-1042', SKU, { caps: true }), 'DN-1042'],
    ['Arabic-Indic digits', keysOf('٦٢٢١٢٣٤٥٦٧٠١٣', digits(EAN)), EAN],
    ['Arabic-Indic digits whose place is not reported', keysOf('٦٢٢١٢٣٤٥٦٧٠١٣'), EAN],
    ['Persian digits', keysOf('۶۲۲۱۲۳۴۵۶۷۰۱۳', digits(EAN)), EAN],
    ['AZERTY, digits without Shift', keysOf(`-éé&é"'(-èà&"`, digits(EAN)), EAN],
    ['AZERTY, only digits that are ASCII', keysOf(`&"'(-&`, digits('134561')), '134561'],
    ['AZERTY, a scanner set up for it: digits with Shift', keysOf(EAN, digits(EAN), { shiftKey: true }), EAN],
    [
      'AZERTY, a scanner set up for it, hyphen and letters',
      [
        ['a', 900, 'KeyQ'],
        ['-', 5, 'Digit6'],
        ...keysOf('1042', digits('1042'), { shiftKey: true }).map(([key, , ...rest]): Key => [key, 5, ...rest]),
      ],
      'a-1042',
    ],
    [
      'AZERTY, a GS1 code with its dead and its foreign keys',
      [
        ['$', 900, 'BracketRight'],
        ['C', 5, 'KeyC', { shiftKey: true }],
        ...keysOf('&à&', digits('101')).map(([key, , code]): Key => [key, 5, code]),
      ],
      ']C101',
    ],
    ['QWERTZ, set up for it', keysOf('Z104', ['KeyY', ...digits('104')]), 'Z104'],
    ['US, signs over digits', keysOf('A*10%', ['KeyA', 'Digit8', 'Digit1', 'Digit0', 'Digit5']), 'A*10%'],
    [
      'Arabic, a key that writes two letters',
      [['لا', 900, 'KeyB'], ...keysOf('-104', ['Minus', ...digits('104')]).map(([key, , code]): Key => [key, 5, code])],
      'b-104',
    ],
    ['a dead key', [['Dead', 900, 'BracketLeft'], ...keysOf('1042', digits('1042')).map(([key, , code]): Key => [key, 5, code])], '[1042'],
    [
      'a number pad',
      keysOf(
        '622100',
        digits('622100').map((code) => code.replace('Digit', 'Numpad')),
      ),
      '622100',
    ],
  ] as [string, Key[], string][])('%s', (_name, keys, code) => {
    for (const field of [null, 'words', 'search'] as const)
      expect(typed([...keys, enter], field)).toMatchObject({ scanned: [code], swallowed: ['Enter'] });
  });
  it('in a text field is kept as typed, at typing speed or if it is short', () => {
    for (const field of ['words', 'search'] as const) {
      expect(typed([...keysOf('قميص كتان').map(([key], index): Key => [key, index ? 90 : 900]), ['Enter', 90]], field)).toMatchObject({
        scanned: [],
        stands: 'قميص كتان',
      });
      expect(typed([...keysOf('يى', SKU), enter], field)).toMatchObject({ scanned: [], stands: 'يى' });
      expect(
        typed(
          [['ق', 900, 'KeyR'], ...keysOf('يى-1042', SKU).map(([key, gap, code]): Key => [key, gap === 900 ? 91 : gap, code]), enter],
          field,
        ).scanned,
      ).toEqual([]);
    }
  });
});

describe('the end of a scan', () => {
  const code = keysOf(EAN);
  it.each([
    ['Enter', [enter]],
    ['Tab', [tab]],
    ['CR LF: Enter, then Ctrl+J', [enter, lineFeed]],
    ['CR LF: Enter twice', [enter, enter]],
    ['LF alone', [lineFeed]],
    ['Ctrl+J with its own key', [enter, ['Control', 5, 'ControlLeft', { ctrlKey: true }], ['ت', 5, 'KeyJ', { ctrlKey: true }]]],
    ['nothing', []],
  ] as [string, Key[]][])('%s', (_name, end) => {
    for (const field of places) {
      expect(typed([...code, ...end], field)).toMatchObject({
        scanned: [EAN],
        swallowed: end.map(([key]) => key).filter((key) => key !== 'Control'),
        unmarked: end.length === 0,
      });
      expect(typed([...code, ...end, ...(end.length ? code : []), ...end], field).scanned).toHaveLength(end.length ? 2 : 1);
    }
  });
  it('is found after pauses of up to 90 ms, but not longer ones', () => {
    for (const field of places) {
      for (const gap of [60, 62, 90]) {
        const slow = paced(EAN, gap);
        expect(typed([...slow, ['Enter', gap]], field, field === 'figure' ? '3' : '')).toMatchObject({
          scanned: [EAN],
          swallowed: ['Enter'],
        });
        expect(typed(slow, field)).toMatchObject({ scanned: [EAN], unmarked: true });
      }
      expect(typed([...paced(EAN, 91), ['Enter', 91]], field)).toMatchObject({ scanned: [], swallowed: [] });
    }
    expect(typed([...code, enter, ['Enter', 91]]).swallowed).toEqual(['Enter']);
  });
  it('is never found in a part of a code, wherever the scanner halts', () => {
    for (const field of places)
      for (let late = 1; late < EAN.length; late += 1)
        for (const gap of [91, 120, 200])
          expect(typed([...code.map(([key, before], index): Key => [key, index === late ? gap : before]), enter], field)).toMatchObject({
            scanned: [],
            swallowed: [],
          });
  });
  it('may come late after a code that is a scan without it', () => {
    for (const field of places) {
      expect(typed([...code, ['Enter', 200]], field)).toMatchObject({ scanned: [EAN], swallowed: ['Enter'] });
      expect(typed([...keysOf('62210'), ['Enter', 91]], field)).toMatchObject({ scanned: [], swallowed: [] });
    }
    expect(typed([...code, ['Enter', 201]]).swallowed).toEqual([]);
  });
  it('keeps its usual effect after fewer keys than a scan', () => {
    for (const field of places)
      for (const key of [enter, tab, lineFeed])
        expect(typed([key, ...keysOf('622'), key], field)).toMatchObject({ scanned: [], swallowed: [] });
    expect(typed([...code.slice(0, 12), ['3', 5, '', { repeat: true }], enter])).toMatchObject({ scanned: [], swallowed: [] });
    expect(typed([...code, ['Tab', 5, 'Tab', { shiftKey: true }]])).toMatchObject({ scanned: [], swallowed: [] });
  });
  it('makes four or five keys in a number a scan if it comes as fast as they do', () => {
    for (const short of ['6221', '62210', 'DN-41'])
      for (const [end, gap] of [
        [enter, 5],
        [tab, 30],
        [lineFeed, 30],
      ] as const)
        expect(typed([...paced(short, gap), [end[0], gap, end[2], end[3]]], 'figure', '1')).toMatchObject({
          scanned: [short],
          swallowed: [end[0]],
          before: '1',
        });
    expect(typed([...keysOf('622'), enter], 'figure')).toMatchObject({ scanned: [], swallowed: [] });
    expect(typed(keysOf('62210'), 'figure').unmarked).toBe(false);
  });
  it('leaves a number that a person types fast in its field', () => {
    const people: Key[][] = [
      // The fingers roll over the keys, and then reach for Enter.
      [...paced('12345', 20), ['Enter', 80]],
      [...paced('12345', 31), ['Enter', 31]],
      [...keysOf('12345').map(([key, gap], index): Key => [key, index === 2 ? 31 : gap]), enter],
      [...paced('12345', 60), ['Enter', 60]],
      [...paced('12345', 150), ['Enter', 150]],
      [...paced('4000000', 80), ['Enter', 80]],
      paced('4000000', 80),
      // The name of a till.
      [...paced('Counter-12', 80), ['Enter', 80]],
    ];
    for (const keys of people) {
      const letters = keys.filter(([key]) => key.length === 1).map(([key]) => key);
      expect(typed(keys, 'figure')).toMatchObject({ scanned: [], swallowed: [], stands: letters.join('') });
    }
  });
  it('keeps its usual effect in a text area, except the shortcut that opens downloads', () => {
    expect(typed([...code, enter, lineFeed, ...code, tab], 'text')).toMatchObject({ scanned: [], swallowed: ['j'] });
  });
  it('is read whole even if the machine halts on the way, with nothing left in a number field', () => {
    const halted = [...code.slice(0, 12), halt, ...code.slice(12)];
    expect(typed([...halted, tab], 'figure', '3')).toMatchObject({ scanned: [EAN.slice(0, 12), EAN], swallowed: ['Tab'], before: '3' });
    for (const field of places) expect(typed([...code, halt, enter], field)).toMatchObject({ scanned: [EAN], swallowed: ['Enter'] });
    expect(typed([...code, halt, ...code], 'figure', '3').scanned).toEqual([EAN, EAN]);
  });
  it('is not needed where no words can be typed', () => {
    expect(typed(keysOf('62210')).unmarked).toBe(false);
    for (const words of ['linenshirt', 'linen 2025'])
      expect([typed(keysOf(words), 'words').unmarked, typed(keysOf(words)).unmarked]).toEqual([false, true]);
  });
});

describe('a run of keys', () => {
  it('is a code with capitals, GS and signs that need AltGr', () => {
    const [gs, altGr]: Key[] = [
      [']', 5, 'BracketRight', { ctrlKey: true }],
      [']', 5, 'Minus', { ctrlKey: true, altKey: true, altGraph: true }],
    ];
    expect(
      typed([
        ['C', 900, 'KeyC'],
        ['Shift', 2, 'ShiftLeft', { shiftKey: true }],
        ['A', 2, 'KeyA', { shiftKey: true }],
        ['1', 3, 'Digit1'],
        gs!,
        ['2', 3, 'Digit2'],
        altGr!,
        enter,
      ]).scanned,
    ).toEqual(['CA1\u001d2]']);
    expect(typed([...keysOf(']C1010'), enter]).scanned).toEqual([']C1010']);
    expect(typed([...keysOf('622'), ['s', 5, 'KeyS', { ctrlKey: true }], ['1', 5], enter]).scanned).toEqual([]);
  });
  it('after words is a separate scan after a pause, if it is long or certainly from a scanner', () => {
    expect(typed([...keysOf(EAN), enter], 'words', 'linen').scanned).toEqual([EAN]);
    expect(typed([...keysOf(EAN).map(([key, gap]): Key => [key, gap === 900 ? 299 : gap]), enter], 'words', 'linen').scanned).toEqual([
      EAN,
    ]);
    expect(
      typed([['n', 900], ...keysOf(EAN).map(([key, gap]): Key => [key, gap === 900 ? 299 : gap]), enter], 'words', 'line').scanned,
    ).toEqual([]);
    expect(typed([...keysOf('6221'), enter], 'words', 'linen').scanned).toEqual(['6221']);
    expect(
      typed([['n', 900], ...keysOf('6221').map(([key, gap]): Key => [key, gap === 900 ? 299 : gap]), enter], 'words', 'line').scanned,
    ).toEqual([]);
    expect(typed([...paced('6221', 31), ['Enter', 31]], 'words', 'linen').scanned).toEqual([]);
    expect(typed([...paced('linen 2025', 80), ['Enter', 80]], 'words').scanned).toEqual([]);
    expect(typed([...keysOf('6221'), enter], 'words').scanned).toEqual(['6221']);
  });
  it('remembers the text of the field at its first key, also after typed digits or a scan', () => {
    expect(typed([['1', 900], ['2', 120], ...keysOf('622100'), enter], 'figure').before).toBe('12');
    expect(typed([...keysOf('622100'), enter, ...keysOf('622100').map(([key]): Key => [key, 3]), enter], 'figure', '13')).toMatchObject({
      scanned: ['622100', '622100'],
      before: '',
    });
    expect(typed(keysOf('622100')).before).toBeNull();
  });
});
