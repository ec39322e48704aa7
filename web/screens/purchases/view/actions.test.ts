import { describe, expect, it } from 'vitest';
import type { PermissionName } from '@/db/types.gen.ts';
import { actionsOf, type Reader } from './actions.ts';

const amounts = {
  subtotal: 10,
  charges: 0,
  charge_lines: [],
  tax: 0,
  total: 10,
  total_without_rest: 10,
  paid: 0,
  remaining: 10,
  payment_status: 'due' as const,
  taxes: [],
};
const order = {
  status: 'pending' as const,
  is_opening: false,
  receipt_state: 'none' as const,
  needs_approval: false,
  closed_at: null,
  written_by: ['me'],
};
const reader = (change: Partial<Reader> = {}): Reader => ({ id: 'me', can: () => true, worksInBranch: true, fourEyes: false, ...change });
const only = (...held: PermissionName[]) => ({ can: (permission: PermissionName) => held.includes(permission) });

describe('the available actions of an order', () => {
  it('include receiving, paying and cancelling before any receipt', () =>
    expect(actionsOf({ order, amounts }, reader())).toMatchObject({
      edit: 'on',
      receive: 'on',
      pay: 'on',
      approve: 'hidden',
      closeShort: 'nothing_received',
      reopen: 'hidden',
      cancel: 'on',
    }));
  it('include closing short, but not cancelling, after a partial receipt', () =>
    expect(
      actionsOf({ order: { ...order, receipt_state: 'partial' }, amounts: { ...amounts, paid: 10, remaining: 0 } }, reader()),
    ).toMatchObject({ receive: 'on', pay: 'hidden', closeShort: 'on', cancel: 'has_receipts' }));
  it('are all hidden once the order is cancelled', () =>
    expect(actionsOf({ order: { ...order, status: 'cancelled' }, amounts }, reader())).toMatchObject({
      edit: 'hidden',
      receive: 'hidden',
      pay: 'hidden',
      cancel: 'hidden',
      closeShort: 'hidden',
      undo: 'hidden',
      void: 'hidden',
    }));
  it('are only those of payments for an opening balance', () =>
    expect(actionsOf({ order: { ...order, status: 'opening', is_opening: true }, amounts }, reader())).toEqual({
      ...{ edit: 'hidden', receive: 'hidden', approve: 'hidden', closeShort: 'hidden', reopen: 'hidden', cancel: 'hidden', undo: 'hidden' },
      ...{ pay: 'on', void: 'on' },
    }));
  it('include reopening once the order is closed short', () =>
    expect(
      actionsOf({ order: { ...order, status: 'completed', receipt_state: 'partial', closed_at: 'now' }, amounts }, reader()),
    ).toMatchObject({ receive: 'hidden', reopen: 'on', closeShort: 'hidden' }));
  it('exclude receiving and paying before approval, and approval by the author with four eyes', () => {
    const waiting = { order: { ...order, needs_approval: true }, amounts };
    expect(actionsOf(waiting, reader({ fourEyes: true }))).toMatchObject({
      receive: 'unapproved',
      pay: 'unapproved',
      approve: 'is_author',
    });
    expect(actionsOf(waiting, reader({ id: 'other', fourEyes: true })).approve).toBe('on');
    expect(actionsOf(waiting, reader()).approve).toBe('on');
  });
  it('include only receiving and undoing a receipt for a storekeeper without costs', () =>
    expect(actionsOf({ order, amounts: null }, reader(only('purchasing.orders.receive')))).toMatchObject({
      edit: 'hidden',
      receive: 'on',
      pay: 'hidden',
      cancel: 'hidden',
      closeShort: 'hidden',
      undo: 'on',
      void: 'hidden',
    }));
  it('are disabled in a branch that is only viewed', () =>
    expect(actionsOf({ order, amounts }, reader({ worksInBranch: false }))).toMatchObject({ edit: 'not_working', receive: 'not_working' }));
});
