import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { recordTallies, type Tallied, type Tally } from '@/db/counts.ts';
import type { AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { newId } from '@/lib/id.ts';
import { keepWaiting, readWaiting, toSend, type Counted, type Waiting } from './tally-queue.ts';

const BATCH = 500;
const AGAIN = 4000;
const passing = new Set(['network', 'timeout', 'server', 'busy', 'session']);

export interface TallyAnswer extends Counted {
  at: number;
}

/** Accepts tallies at once and sends them in order, each once, as the connection allows. */
export function useTallies(user: string, count: string) {
  const online = useOnline();
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() => readWaiting(user, count));
  /** The server's last answer for each line, until the lists are fetched again. */
  const [told, setTold] = useState<ReadonlyMap<string, TallyAnswer>>(new Map());
  const [outside, setOutside] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<AppError | null>(null);
  const queue = useRef(waiting);
  const sending = useRef(false);

  const replace = useCallback(
    (next: readonly Waiting[]) => {
      queue.current = next;
      setWaiting(next);
      keepWaiting(user, count, next);
    },
    [user, count],
  );
  const { mutateAsync } = useMutation<Tallied, AppError, readonly Tally[]>(
    write({ run: (batch) => recordTallies(count, batch), changes: ['stock_counts'] }),
  );

  const send = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      while (queue.current.length > 0) {
        const batch = queue.current.slice(0, BATCH);
        const answer = await mutateAsync(toSend(batch, Date.now()));
        const sent = new Set(batch.map(({ id }) => id));
        const answeredAt = Date.now();
        setTold(
          (now) =>
            new Map([
              ...now,
              ...answer.lines.map(({ variant_id, counted, mine }) => [variant_id, { counted, mine, at: answeredAt }] as const),
            ]),
        );
        if (answer.outside.length) setOutside(answer.outside);
        replace(queue.current.filter(({ id }) => !sent.has(id)));
        setRefused(null);
      }
    } catch (error) {
      setRefused(error as AppError);
    } finally {
      sending.current = false;
    }
  }, [mutateAsync, replace]);

  // Retries unsent tallies when the device is online again, and periodically.
  const stuck = waiting.length > 0 && (refused === null || passing.has(refused.code));
  useEffect(() => {
    if (!stuck || !online) return;
    void send();
    const timer = setInterval(() => void send(), AGAIN);
    return () => clearInterval(timer);
  }, [stuck, online, send]);

  const tally = useCallback(
    (tallies: readonly { variant_id: string; mode: 'add' | 'set'; quantity: number }[]) => {
      setOutside([]);
      replace([...queue.current, ...tallies.map((tally) => ({ ...tally, id: newId(), at: Date.now() }))]);
      void send();
    },
    [replace, send],
  );
  return {
    waiting,
    told,
    outside,
    refused: refused && !passing.has(refused.code) ? refused : null,
    tally,
    drop: () => replace([]),
    retry: () => void send(),
  };
}
