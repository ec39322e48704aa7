import { expect, test } from 'vitest';
import { steadyReadings } from './steady-readings.ts';

/** The scans from frames 100 ms apart; '' is a frame without a code. */
const scansOf = (...frames: string[]) => {
  const read = steadyReadings();
  return frames.flatMap((codes, n) => read(codes.split(' ').filter(Boolean), n * 100));
};
const none = (frames: number) => Array.from({ length: frames }, () => '');

test('a code that stays in view is scanned once', () => {
  expect(scansOf(...Array.from({ length: 50 }, () => '6221234567890'))).toEqual(['6221234567890']);
});

test('a code read in a single frame is ignored as a misread', () => {
  expect(scansOf('6221234567890', '6221234567891', '', '6221234567892', '')).toEqual([]);
});

test('a code is scanned again only after it was out of view, not after blurred frames', () => {
  expect(scansOf('A1', 'A1', '', '', 'A1', 'A1')).toEqual(['A1']);
  expect(scansOf('A1', 'A1', ...Array.from({ length: 8 }, () => ['', 'A1']).flat(), 'A1')).toEqual(['A1']);
  expect(scansOf('A1', 'A1', ...none(12), 'A1', 'A1')).toEqual(['A1', 'A1']);
});

test('a code is not scanned again after the phone stopped reading for seconds', () => {
  const read = steadyReadings();
  const frames: [codes: string[], at: number][] = [
    [['A1'], 0],
    [['A1'], 100],
    [['A1'], 3_000],
    [[], 3_100],
    [[], 9_000],
    [['A1'], 9_100],
    [['A1'], 9_200],
  ];
  expect(frames.flatMap(([codes, at]) => read(codes, at))).toEqual(['A1']);
});

test('two codes in view are two scans', () => {
  expect(scansOf('A1 B2', 'A1 B2', 'A1 B2')).toEqual(['A1', 'B2']);
});
