import { describe, expect, it } from 'vitest';
import { stockEffectOf, stockChecks, type Preview } from './view/stock-effect.ts';
import { actionsOf, type Reader, type Subject } from './view/actions.ts';
import { ends, problemOf, sumsOf, type Line } from './form/lines.ts';
import { problemsOf } from './form/problems.ts';
import { modeOf, turned, endsProblem, withBranch, withMode, type TransferEnds } from './form/places.ts';

const variant = (variant_id: string, at_source: number | null = 10, at_target: number | null = 2) => ({
  variant_id,
  at_source,
  at_target,
  by_measure: true,
});
const line = (id: string, quantity: string, at_source: number | null = 10): Line => ({ variant: variant(id, at_source), quantity });

describe('lines of a transfer', () => {
  it('are checked for a valid quantity', () => {
    expect(problemOf(line('a', ''))).toEqual({ kind: 'missing' });
    expect(problemOf(line('a', 'x'))).toEqual({ kind: 'not_a_number' });
    expect(problemOf(line('a', '0'))).toEqual({ kind: 'not_positive' });
    expect(problemOf(line('a', '1.0005'))).toEqual({ kind: 'too_precise' });
    expect(problemOf(line('a', '5', 3))).toEqual({ kind: 'short', needs: 5, has: 3 });
    expect(problemOf(line('a', '3', 3))).toBeNull();
    expect(problemOf({ variant: { ...variant('a'), by_measure: false }, quantity: '1.5' })).toEqual({ kind: 'not_whole' });
  });
  it('are not short if the stock level is hidden', () => {
    expect(problemOf(line('a', '500', null))).toBeNull();
  });
  it('show stock before and after at both ends, and no stock after if there is not enough', () => {
    expect(ends(line('a', '4'))).toEqual({ from: { now: 10, after: 6 }, to: { now: 2, after: 6 } });
    expect(ends(line('a', '5', 3))).toEqual({ from: { now: 3, after: null }, to: { now: 2, after: 7 } });
    expect(ends(line('a', '', null))).toEqual({ from: null, to: { now: 2, after: null } });
  });
  it('are summed up by lines, pieces, short and wrong ones', () => {
    expect(sumsOf([line('a', '1.5'), line('b', '20'), line('c', ''), line('d', '-1')])).toEqual({
      lines: 4,
      pieces: 21.5,
      short: 1,
      wrong: 2,
    });
  });
});

it.each([
  ['', null],
  ['0', null],
  ['12.5', null],
  ['-1', 'negative'],
  ['1e400', 'not_a_number'],
  ['99999999999999', 'too_large'],
  ['1.23456', 'too_precise'],
])('checks shipping of %j: %s', (shipping, problem) => {
  const at = (branchId: string) => ({ branchId, stockPointId: null });
  const head = { mode: 'branch' as const, ends: { from: at('a'), to: at('b') }, shipping, notes: '' };
  const lines = [{ variantId: 'a', figures: { quantity: '1' } }];
  expect(problemsOf({ head, lines }, sumsOf([line('a', '1')]))).toMatchObject({ shipping: problem, blocking: problem && 'shippingWrong' });
});

describe('the origin and destination of a transfer', () => {
  const ends = (from: string | null, fromPoint: string | null, to: string | null, toPoint: string | null): TransferEnds => ({
    from: { branchId: from, stockPointId: fromPoint },
    to: { branchId: to, stockPointId: toPoint },
  });
  it('must be two different branches, unless goods move within one branch', () => {
    expect(endsProblem('branch', ends('z', null, null, null))).toBe('branches_missing');
    expect(endsProblem('branch', ends('z', null, 'z', null))).toBe('branches_same');
    expect(endsProblem('branch', ends('z', null, 'n', null))).toBeNull();
  });
  it('must differ in the stock point when goods move within one branch', () => {
    expect(endsProblem('stock_point', ends(null, null, null, null))).toBe('branches_missing');
    expect(endsProblem('stock_point', ends('z', null, 'z', null))).toBe('stock_point_missing');
    expect(endsProblem('stock_point', ends('z', 'w', 'z', 'w'))).toBe('places_same');
    expect(endsProblem('stock_point', ends('z', null, 'z', 'w'))).toBeNull();
    expect(endsProblem('stock_point', turned(ends('z', null, 'z', 'w')))).toBeNull();
  });
  it('keep the branch when the mode changes, and share it within one branch', () => {
    expect(withMode('stock_point', ends('z', null, 'n', null))).toEqual(ends('z', null, 'z', null));
    expect(withMode('branch', ends('z', null, 'z', 'w'))).toEqual(ends('z', null, null, null));
    expect(withBranch('stock_point', ends('z', null, 'z', 'w'), 'from', 'n')).toEqual(ends('n', null, 'n', 'w'));
    expect(withBranch('branch', ends('z', null, 'n', null), 'to', 'm')).toEqual(ends('z', null, 'm', null));
    expect(modeOf(ends('z', null, 'z', 'w'))).toBe('stock_point');
    expect(modeOf(ends('z', null, null, null), 'stock_point')).toBe('stock_point');
  });
});

describe('the preview of a decision', () => {
  const preview: Preview = {
    source: { now: 4212 },
    target: { now: 2980 },
    lines: [
      { variant_id: 'a', quantity: 40, at_source: 50, at_target: 41, sold_since: 0 },
      { variant_id: 'b', quantity: 4, at_source: 3, at_target: 1, sold_since: 3 },
    ],
  };
  it('moves the pieces from one end to the other and keeps their sum', () => {
    expect(stockEffectOf(preview, 'approve')).toEqual({
      pieces: 44,
      source: { now: 4212, change: -44, after: 4168 },
      target: { now: 2980, change: 44, after: 3024 },
      both: { now: 7192, change: 0, after: 7192 },
    });
    expect(stockEffectOf(preview, 'reverse').target).toEqual({ now: 2980, change: -44, after: 2936 });
    expect(stockEffectOf(preview, 'withdraw').source).toEqual({ now: 4212, change: 0, after: 4212 });
  });
  it('shows no sum if one end is hidden', () => {
    const account = stockEffectOf({ ...preview, target: { now: null } }, 'approve');
    expect(account.target).toEqual({ now: null, change: 44, after: null });
    expect(account.both).toBeNull();
  });
  it('reports the pieces that would be missing at the end that loses them', () => {
    expect(stockChecks(preview, 'approve').map((ahead) => ahead.missing)).toEqual([0, 1]);
    expect(stockChecks(preview, 'reverse')[1]).toEqual({ variantId: 'b', quantity: 4, has: 1, sold: 3, missing: 3 });
    expect(stockChecks(preview, 'withdraw')[1]?.missing).toBe(0);
  });
});

describe('the available actions of a transfer', () => {
  const reader = (access: Record<string, 'view' | 'work'>, can = true): Reader => ({ can: () => can, access: (id) => access[id] });
  const transfer = (status: string): Subject => ({ status, from_branch_id: 'z', to_branch_id: 'n', approved_at: null });
  it('are editing for the source, approving for the destination, and withdrawing for either', () => {
    expect(actionsOf(transfer('pending'), reader({ z: 'work' }))).toEqual({ edit: 'on', approve: 'not_working_at_target', reverse: 'on' });
    expect(actionsOf(transfer('pending'), reader({ z: 'view', n: 'work' }))).toEqual({
      edit: 'not_working_at_source',
      approve: 'on',
      reverse: 'on',
    });
    expect(actionsOf(transfer('pending'), reader({ z: 'view' })).reverse).toBe('not_working_at_either');
  });
  it('are limited to reversing by the destination once it is approved', () => {
    expect(actionsOf(transfer('approved'), reader({ z: 'work' }))).toEqual({
      edit: 'hidden',
      approve: 'hidden',
      reverse: 'not_working_at_target',
    });
    expect(actionsOf(transfer('approved'), reader({ n: 'work' })).reverse).toBe('on');
  });
  it('are all hidden once it is reversed, or without permissions', () => {
    expect(actionsOf(transfer('reversed'), reader({ z: 'work', n: 'work' }))).toEqual({
      edit: 'hidden',
      approve: 'hidden',
      reverse: 'hidden',
    });
    expect(actionsOf(transfer('pending'), reader({ z: 'work', n: 'work' }, false))).toEqual({
      edit: 'hidden',
      approve: 'hidden',
      reverse: 'hidden',
    });
  });
});
