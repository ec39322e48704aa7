// Tallies not sent to the server yet. They are stored on the device, because stockrooms are often offline.
import type { Tally } from '@/db/counts.ts';
import { addUp } from '@/lib/pieces.ts';
import { onDevice, readWork } from '@/lib/stored.ts';

export interface Waiting {
  id: string;
  variant_id: string;
  mode: 'add' | 'set';
  quantity: number;
  /** The device's clock time of the tally. */
  at: number;
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
  waiting.map(({ at, ...tally }) => ({ ...tally, ago: Math.max(0, Math.round((now - at) / 1000)) }));

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

const fields = ['id', 'variant_id', 'mode', 'quantity', 'at'];
const isTally = (tally: Waiting): boolean =>
  Object.keys(tally).every((name) => fields.includes(name)) &&
  typeof tally.id === 'string' &&
  typeof tally.variant_id === 'string' &&
  (tally.mode === 'add' || tally.mode === 'set') &&
  typeof tally.quantity === 'number' &&
  typeof tally.at === 'number';

/** Without storage, unsent tallies live as long as the page and are still sent. */
export const keepWaiting = (user: string, count: string, waiting: readonly Waiting[]) =>
  onDevice.write(slot(user, count), waiting.length ? waiting : undefined);
