import { describe, expect, it } from 'vitest';
import { noRun, runOf, scannedBehind, type Run } from './scan.ts';

/** Each key with the milliseconds since the one before it, in a field that takes them up. */
function typed(keys: [string, number][], stood = '', run: Run = { ...noRun, before: '' }): Run {
  let stands = stood;
  for (const [key, gap] of keys) {
    run = runOf(run, { key, timeStamp: run.at + gap }, stands);
    if (key.length === 1) stands += key;
  }
  return run;
}
const scan = (code: string): [string, number][] => [...code].map((key, at) => [key, at ? 3 : 900]);

describe('a run of keys', () => {
  it('is a code at a scanner’s pace, capitals and all', () => {
    expect(typed([...scan('62'), ['Shift', 2], ['A', 2], ['Enter', 5]]).code).toBe('62A');
    expect(typed([['1', 900], ['2', 80], ['Enter', 90]]).code).toBe('');
  });
  it('goes on over the pauses of a scanner without a cable, up to 60 ms', () => {
    expect(typed([...'6221'].map((key, at): [string, number] => [key, at ? 42 + at * 6 : 900]), '6')).toMatchObject({ code: '6221', before: '6' });
    expect(typed([['6', 900], ['2', 60], ['1', 61]]).code).toBe('1');
  });
  it('behind words is a scan of its own; alone, typed or short it is what the field says', () => {
    expect(scannedBehind(typed([...scan('6221000000012'), ['Enter', 3]], 'linen'))).toBe('6221000000012');
    for (const run of [typed([...scan('6221000000012'), ['Enter', 3]]), typed([...scan('622100'), ['0', 120], ...scan('000012').slice(1), ['Enter', 3]]), typed([...scan('6221'), ['Enter', 3]], 'linen'), typed([...scan('6221000000012'), ['Enter', 300]], 'linen')]) expect(scannedBehind(run)).toBeNull();
  });
  it('that began outside a field has none to put back', () => expect(runOf({ ...noRun, before: '3' }, { key: '6', timeStamp: 900 }, null).before).toBeNull());
  it('knows what stood in the field at its first key, also after a figure typed and a scan before it', () => {
    expect(typed([['1', 900], ['2', 120], ...scan('6221'), ['Enter', 3]])).toMatchObject({ code: '6221', before: '12' });
    expect(typed(scan('6221'), '13', typed(scan('6221'), '12'))).toMatchObject({ code: '6221', before: '13' });
  });
});
