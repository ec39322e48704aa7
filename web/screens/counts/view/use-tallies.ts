import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { recordTallies, type Tallied, type Tally } from '@/db/counts.ts';
import type { AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { newId } from '@/lib/id.ts';
import { storeWaiting, nextSize, readWaiting, toSend, type Counted, type Waiting } from './tally-queue.ts';

const BATCH = 500;
const AGAIN = 4000;
const passing = new Set(['network', 'timeout', 'server', 'busy', 'session']);

export interface TallyAnswer extends Counted {
  at: number;
}

const isUnsent = ({ refusal }: Waiting) => !refusal;

/** Accepts tallies at once and sends them in order, each once, as the connection allows. One that is refused is set aside. */
export function useTallies(user: string, count: string) {
  const online = useOnline();
  const [stored, setStored] = useState<readonly Waiting[]>(() => readWaiting(user, count));
  /** The server's last answer for each line, until the lists are fetched again. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, TallyAnswer>>(new Map());
  const [outside, setOutside] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<AppError | null>(null);
  const queue = useRef(stored);
  const sending = useRef(false);

  const replace = useCallback(
    (next: readonly Waiting[]) => {
      queue.current = next;
      setStored(next);
      storeWaiting(user, count, next);
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
      let size = BATCH;
      for (let batch; (batch = queue.current.filter(isUnsent).slice(0, size)).length > 0; ) {
        let answer;
        try {
          answer = await mutateAsync(toSend(batch, Date.now()));
        } catch (error) {
          const { code, values } = error as AppError;
          const next = nextSize(batch.length, code);
          if (next === null) throw error;
          const [only] = batch;
          if (next === 0) replace(queue.current.map((one) => (one.id === only?.id ? { ...one, refusal: { code, values } } : one)));
          size = next || BATCH;
          continue;
        }
        const sent = new Set(batch.map(({ id }) => id));
        const answeredAt = Date.now();
        setAnswered(
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

  const waiting = useMemo(() => stored.filter(isUnsent), [stored]);

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
    told: answered,
    outside,
    refused: refused && !passing.has(refused.code) ? refused : null,
    tally,
    drop: () => replace(queue.current.filter(({ refusal }) => refusal)),
    /** Those the server refused. */
    setAside: useMemo(() => stored.filter(({ refusal }) => refusal), [stored]),
    dropOne: (id: string) => replace(queue.current.filter((one) => one.id !== id)),
    sendAgain: (id: string) => {
      replace(queue.current.map(({ refusal, ...one }) => (one.id === id || !refusal ? one : { ...one, refusal })));
      void send();
    },
    retry: () => void send(),
  };
}
