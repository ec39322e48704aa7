import { expect, it } from 'vitest';
import { freeTill } from './place.ts';

it('a new device is offered the first free number, or the one it had before', () => {
  const till = (code: string, device: string, closed_at: string | null = null) => ({ code, device, closed_at });
  expect(freeTill([], 'AB12')).toBe('1');
  expect(freeTill([till('1', 'CD34'), till('A2', 'CD34'), till('2', 'EF56', '2026-11-01')], 'AB12')).toBe('3');
  expect(freeTill([till('1', 'CD34'), till('B9', 'AB12')], 'AB12')).toBe('B9');
  expect(freeTill([till('1', 'AB12', '2026-11-01')], 'AB12')).toBe('2');
});
