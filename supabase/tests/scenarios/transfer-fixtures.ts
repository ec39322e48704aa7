/* Fixtures shared by the transfer scenarios. */
import { randomUUID } from 'node:crypto';
import { branches, people, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';

const { zamalek, nasrCity } = branches;
export type Answer = { id: string; number: string; version: number; status: string };

export const create = (on: TestSession, lines: Row[], values: Row = {}) =>
  on.call<Answer>('save_transfer', { id: randomUUID(), from_branch_id: zamalek, to_branch_id: nasrCity, lines, ...values });
export const approve = (on: TestSession, id: string) => on.call<Answer>('approve_transfer', { id });
export const reverse = (on: TestSession, id: string, reason?: string) =>
  on.call<Answer>('reverse_transfer', { id, ...(reason === undefined ? {} : { reason }) });

/** A product with stock in Zamalek; the owner is the current user. */
export async function productInZamalek(on: TestSession, quantity: number, product: Row = {}): Promise<string> {
  await on.as(people.owner);
  const {
    variants: [variant = ''],
  } = await makeProduct(on, product);
  await stocked(on, people.owner, zamalek, [[variant, quantity]]);
  return variant;
}
