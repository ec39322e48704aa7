import { useEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { readCode } from '@/lib/numerals.ts';
import { useStableCallback } from '@/parts/lines/use-stable-callback.ts';
import { sound } from '@/ui/sound.ts';
import type { ReadLine, ReadLines, UnreadRow } from './read-lines.ts';
import { fetchVariants, type FindVariants, type VariantPlaces, type VariantRow } from './variant-row.ts';

export interface PickedVariant {
  variant: VariantRow;
  quantity: string;
  /** Where a list says them. */
  cost?: string;
  discount?: string;
  how: 'scan' | 'choose' | 'paste';
}

export interface LookupNotice {
  /** The whole code was unknown: the required sentence, and the field keeps the code. */
  notFound?: string;
  /** Of a list. */
  unknown?: readonly UnreadRow[];
  unread?: readonly UnreadRow[];
  error?: AppError;
}

/** Codes that could not be looked up: the line was down. */
interface Missed {
  codes: readonly string[];
  again: () => void;
}

interface Question {
  places?: VariantPlaces;
  find?: FindVariants;
  /** Pieces cannot be below zero: such rows of a list are no lines. */
  unsigned?: boolean;
  onPick: (picked: PickedVariant[]) => void;
}

/** A list of codes travels in parts: the answer holds at most 2,000 rows, and a code may be that of two. */
const PART = 1000;

/** Looks codes up one after another, in the order they were scanned, however slow the line is. */
export function useVariantLookup({ places, find: findVariants = fetchVariants, unsigned, onPick }: Question) {
  const [waiting, setWaiting] = useState(0);
  const [notice, setNotice] = useState<LookupNotice | null>(null);
  /** Kept until they are looked up, whatever is scanned next. */
  const [missed, setMissed] = useState<readonly Missed[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [after, setAfter] = useState<readonly ((missed: readonly string[]) => void)[]>([]);
  const missedCodes = missed.flatMap(({ codes }) => codes);
  useEffect(() => {
    if (waiting > 0 || after.length === 0) return;
    setAfter([]);
    for (const go of after) go(missed.flatMap(({ codes }) => codes));
  }, [waiting, after, missed]);

  const hold = useStableCallback((work: Promise<unknown>) => {
    setWaiting((count) => count + 1);
    void work.finally(() => setWaiting((count) => count - 1));
  });
  const queued = (work: () => Promise<void>, missing?: Missed) => {
    setNotice(null);
    queue.current = queue.current.then(work).catch((error: unknown) => {
      setNotice({ error: asAppError(error) });
      if (!missing) return;
      sound(false);
      setMissed((now) => [...now, missing]);
    });
    hold(queue.current);
  };

  /** otherwise: what to do when no code is so; without it, or when it finds nothing either, the code is reported as not found. */
  const scan = useStableCallback((text: string, otherwise: (code: string) => Promise<boolean>, quantity: string) => {
    const code = readCode(text);
    if (code === '') return;
    queued(
      async () => {
        const [variant] = await findVariants({ codes: [code], places, size: 1 });
        if (variant) {
          sound(true);
          onPick([{ variant, quantity, how: 'scan' }]);
        } else if (!(await otherwise(code))) {
          sound(false);
          setNotice({ notFound: code });
        }
      },
      { codes: [code], again: () => scan(code, otherwise, quantity) },
    );
  });

  const find = useStableCallback(({ lines, unread }: ReadLines) =>
    queued(
      async () => {
        const found = new Map<string, VariantRow>();
        for (let from = 0; from < lines.length; from += PART) {
          for (const row of await findVariants({ codes: lines.slice(from, from + PART).map(({ code }) => code), places })) {
            found.set(row.sku, row);
            found.set(row.barcode, row);
          }
        }
        const isLine = ({ quantity }: ReadLine) => !unsigned || !quantity.startsWith('-');
        const picked = lines.filter(isLine).flatMap(({ code, quantity, cost, discount }): PickedVariant[] => {
          const variant = found.get(code);
          return variant ? [{ variant, quantity, cost, discount, how: 'paste' }] : [];
        });
        if (picked.length) onPick(picked);
        const unknown = lines.filter(({ code }) => !found.has(code)).map(({ row, code }) => ({ row, text: code }));
        const below = lines.filter((line) => found.has(line.code) && !isLine(line)).map(({ row, code, quantity }) => ({ row, text: `${code} ${quantity}` }));
        if (unknown.length || unread.length || below.length) setNotice({ unknown, unread: [...unread, ...below] });
      },
      { codes: lines.map(({ code }) => code), again: () => find({ lines, unread }) },
    ),
  );
  /** A list, from wherever it is read. */
  const take = useStableCallback((read: () => ReadLines | Promise<ReadLines>) => queued(async () => find(await read())));

  const retry = () => {
    setMissed([]);
    for (const { again } of missed) again();
  };
  return {
    scan,
    take,
    /** What is picked may wait for more than its look-up. */
    hold,
    /** Once all that was scanned, pasted or read stands where it was picked for; answers the codes that could not be looked up, now tried again. */
    settled: () => {
      retry();
      return new Promise<readonly string[]>((resolve) => setAfter((now) => [...now, resolve]));
    },
    busy: waiting > 0,
    notice,
    missed: missedCodes,
    retry,
    giveUp: () => setMissed([]),
    dismiss: () => setNotice(null),
  };
}
