import { expect, it } from 'vitest';
import { newId } from './id.ts';

it('creates UUIDs of version 7 that sort by time', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId(1_000) < newId(2_000)).toBe(true);
});
