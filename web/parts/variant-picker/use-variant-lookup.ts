import { useCallback, useEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { readCode } from '@/lib/numerals.ts';
import { sound } from '@/ui/sound.ts';
import { parsePastedLines } from './pasted-lines.ts';
import { fetchVariants, type VariantPlaces, type VariantRow } from './variant-row.ts';

export interface PickedVariant {
  variant: VariantRow;
  quantity: string;
  how: 'scan' | 'choose' | 'paste';
}

export interface LookupNotice {
  /** The whole code was unknown: the required sentence, and the field keeps the code. */
  notFound?: string;
  /** Of a pasted list. */
  unknown?: string[];
  unread?: string[];
  error?: AppError;
}

interface Missed {
  code: string;
  otherwise?: (code: string) => Promise<boolean>;
}

interface Question {
  places?: VariantPlaces;
  onPick: (picked: PickedVariant[]) => void;
}

/** Looks codes up one after another, in the order they were scanned, however slow the line is. */
export function useVariantLookup({ places, onPick }: Question) {
  const [waiting, setWaiting] = useState(0);
  const [notice, setNotice] = useState<LookupNotice | null>(null);
  /** Scanned while the line was down: kept until they are looked up, whatever is scanned next. */
  const [missed, setMissed] = useState<readonly Missed[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [after, setAfter] = useState<readonly (() => void)[]>([]);
  useEffect(() => {
    if (waiting > 0 || after.length === 0) return;
    setAfter([]);
    for (const go of after) go();
  }, [waiting, after]);

  const queued = useCallback((work: () => Promise<void>, scanned?: Missed) => {
    setWaiting((count) => count + 1);
    setNotice(null);
    queue.current = queue.current
      .then(work)
      .catch((error: unknown) => {
        setNotice({ error: asAppError(error) });
        if (scanned) {
          sound(false);
          setMissed((now) => [...now, scanned]);
        }
      })
      .finally(() => setWaiting((count) => count - 1));
    return queue.current;
  }, []);

  /** otherwise: what to do when no code is so; without it, or when it finds nothing either, the code is reported as not found. */
  const scan = (text: string, otherwise?: (code: string) => Promise<boolean>) => {
    const code = readCode(text);
    if (code === '') return Promise.resolve();
    return queued(async () => {
      const [variant] = await fetchVariants({ codes: [code], places, size: 1 });
      if (variant) {
        sound(true);
        onPick([{ variant, quantity: '1', how: 'scan' }]);
      } else if (!(await otherwise?.(code))) {
        sound(false);
        setNotice({ notFound: code });
      }
    }, { code, otherwise });
  };
  const retry = () => {
    setMissed([]);
    for (const { code, otherwise } of missed) void scan(code, otherwise);
  };

  const paste = (text: string) =>
    queued(async () => {
      const { lines, unread } = parsePastedLines(text);
      const found = new Map<string, VariantRow>();
      // A list of codes travels in parts: the answer holds at most 2,000 rows.
      for (let from = 0; from < lines.length; from += 1000) {
        const part = await fetchVariants({ codes: lines.slice(from, from + 1000).map((line) => line.code), places });
        for (const row of part) {
          found.set(row.sku, row);
          found.set(row.barcode, row);
        }
      }
      const picked = lines.flatMap(({ code, quantity }) => {
        const variant = found.get(code);
        return variant ? [{ variant, quantity, how: 'paste' as const }] : [];
      });
      if (picked.length) onPick(picked);
      const unknown = lines.filter(({ code }) => !found.has(code)).map(({ code }) => code);
      if (unknown.length || unread.length) setNotice({ unknown, unread });
    });

  /** Once all that was scanned or pasted stands where it was picked for. */
  const settled = () => new Promise<void>((resolve) => setAfter((now) => [...now, resolve]));
  return { scan, paste, settled, busy: waiting > 0, notice, missed: missed.map(({ code }) => code), retry, dismiss: () => setNotice(null) };
}
