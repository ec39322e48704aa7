// What was counted and is not with the server yet. It is kept on the device until the server has it: a stockroom has thick walls.
import type { Tally } from '@/db/counts.ts';
import { addUp } from '@/lib/pieces.ts';
import { onDevice } from '@/lib/stored.ts';

export interface Waiting {
  id: string;
  variant_id: string;
  mode: 'add' | 'set';
  quantity: number;
  /** The device's clock when it was counted. */
  at: number;
}

export interface Counted {
  counted: number;
  /** Of it by me. */
  mine: number;
}

/** How a line stands once what waits has arrived: an addition adds, a figure takes the place of all I had counted. */
export function withWaiting(before: Counted, waiting: readonly Waiting[]): Counted {
  return waiting.reduce(({ counted, mine }, tally) => {
    const now = tally.mode === 'set' ? tally.quantity : addUp([mine, tally.quantity]);
    return { counted: addUp([counted, -mine, now]), mine: now };
  }, before);
}

/** Ages and not moments are sent: a device's clock may be wrong, but it runs. */
export const toSend = (waiting: readonly Waiting[], now: number): Tally[] =>
  waiting.map(({ at, ...tally }) => ({ ...tally, ago: Math.max(0, Math.round((now - at) / 1000)) }));

const slot = (user: string, count: string) => `tallies:${user}:${count}`;

export const readWaiting = (user: string, count: string): Waiting[] => onDevice.read(slot(user, count), []);

/** Where nothing can be kept, what waits lives as long as the page does, and is sent all the same. */
export const keepWaiting = (user: string, count: string, waiting: readonly Waiting[]) =>
  onDevice.write(slot(user, count), waiting.length ? waiting : undefined);
