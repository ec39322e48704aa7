// Tallies not sent to the server yet. They are stored on the device, because stockrooms are often offline.
import type { Tally } from '@/db/counts.ts';
import type { AppError } from '@/db/errors.ts';
import { addUp } from '@/lib/pieces.ts';
import { onDevice, readWork } from '@/lib/stored.ts';

export interface Waiting {
  id: string;
  variant_id: string;
  mode: 'add' | 'set';
  quantity: number;
  /** The device's clock time of the tally. */
  at: number;
  /** Why the server refused it. It is kept until it is dropped or sent again. */
  refusal?: Pick<AppError, 'code' | 'values'>;
}

export interface Counted {
  counted: number;
  /** The user's own part of it. */
  mine: number;
}

/** A line's quantities with the unsent tallies: 'add' increases the user's own count, 'set' replaces it. */
export function withWaiting(before: Counted, waiting: readonly Waiting[]): Counted {
  return waiting.reduce(({ counted, mine }, tally) => {
    const now = tally.mode === 'set' ? tally.quantity : addUp([mine, tally.quantity]);
    return { counted: addUp([counted, -mine, now]), mine: now };
  }, before);
}

/** Sends ages instead of times, because the device's clock may be wrong. */
export const toSend = (waiting: readonly Waiting[], now: number): Tally[] =>
  waiting.map(({ at, refusal: _, ...tally }) => ({ ...tally, ago: Math.max(0, Math.round((now - at) / 1000)) }));

/** Refusals of a single tally; others, such as of a closed count, concern all of them. */
const ofOneTally = new Set(['line_invalid', 'pieces_not_whole', 'id_taken', 'value_invalid']);

/** After a refusal of these tallies: how many of them to send next, or 0 if the refusal concerns only a single tally that was sent. Null if
    it concerns all. */
export const nextSize = (sent: number, code: string): number | null => (ofOneTally.has(code) ? Math.floor(sent / 2) : null);

const slot = (user: string, count: string) => `tallies:${user}:${count}`;

/** The unsent tallies; those that another version of the app wrote, and this one cannot read, are left on the device. */
export const readWaiting = (user: string, count: string): Waiting[] => readWork(slot(user, count), parseTallies).work ?? [];

function parseTallies(text: string): Waiting[] | null {
  try {
    const tallies = JSON.parse(text) as Waiting[];
    return tallies.every(isTally) ? tallies : null;
  } catch {
    return null;
  }
}

const fields = ['id', 'variant_id', 'mode', 'quantity', 'at', 'refusal'];
const isTally = (tally: Waiting): boolean =>
  Object.keys(tally).every((name) => fields.includes(name)) &&
  typeof tally.id === 'string' &&
  typeof tally.variant_id === 'string' &&
  (tally.mode === 'add' || tally.mode === 'set') &&
  typeof tally.quantity === 'number' &&
  typeof tally.at === 'number' &&
  (tally.refusal === undefined || typeof tally.refusal.code === 'string');

/** Without storage, unsent tallies live as long as the page and are still sent. */
export const storeWaiting = (user: string, count: string, waiting: readonly Waiting[]) =>
  onDevice.write(slot(user, count), waiting.length ? waiting : undefined);
