import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { readCode } from '@/lib/numerals.ts';
import { inTab } from '@/lib/stored.ts';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import type { ReadLine, ReadLines, UnreadRow } from './read-lines.ts';
import { fetchVariants, type FindVariants, type VariantPlaces, type VariantRow } from './variant-row.ts';
import { variantsByCode } from './variants-by-code.ts';

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

/** Lines that are looked up, or could not be: the line was down. One that was scanned, or a list. */
interface Missed extends ReadLines {
  isList?: true;
}

interface Question {
  /** Under which what is not looked up yet outlives a reload of this tab. */
  keepAs: string;
  places?: VariantPlaces;
  find?: FindVariants;
  /** What to do with a scanned code that is none; false, and it is reported as not found. */
  otherwise: (code: string, quantity: string) => Promise<boolean>;
  /** Pieces cannot be below zero: such rows of a list are no lines. */
  unsigned?: boolean;
  onPick: (picked: PickedVariant[]) => void;
}

const codesOf = ({ lines }: Missed) => lines.map(({ code }) => code);

/** A list of codes travels in parts: the answer holds at most 2,000 rows, and a code may be that of two. */
const PART = 1000;

/** Looks codes up one after another, in the order they were scanned, however slow the line is. */
export function useVariantLookup({ keepAs, places, find: findVariants = fetchVariants, otherwise, unsigned, onPick }: Question) {
  const [waiting, setWaiting] = useState(0);
  const [notice, setNotice] = useState<LookupNotice | null>(null);
  /** Kept until they are looked up, whatever is scanned next. */
  const [missed, setMissed] = useState<readonly Missed[]>(() => inTab.read(keepAs, []));
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [after, setAfter] = useState<readonly ((missed: readonly string[]) => void)[]>([]);
  /** On their way: a page that is left meanwhile asks again when it is back. */
  const [asked, setAsked] = useState<readonly Missed[]>([]);
  const missedCodes = missed.flatMap(codesOf);
  // With the line that it became, and not a moment after: else a reload would find it in both, or in neither.
  useLayoutEffect(() => {
    const waits = [...missed, ...asked];
    inTab.write(keepAs, waits.length > 0 ? waits : undefined);
  }, [keepAs, missed, asked]);
  useEffect(() => {
    if (waiting > 0 || after.length === 0) return;
    setAfter([]);
    for (const go of after) go(missed.flatMap(codesOf));
  }, [waiting, after, missed]);

  const hold = useStableCallback((work: Promise<unknown>) => {
    setWaiting((count) => count + 1);
    void work.finally(() => setWaiting((count) => count - 1));
  });
  const queued = (work: () => Promise<void>, missing?: Missed) => {
    setNotice(null);
    if (missing) setAsked((now) => [...now, missing]);
    queue.current = queue.current
      .then(work)
      .catch((error: unknown) => {
        setNotice({ error: asAppError(error) });
        if (!missing) return;
        sound(false);
        setMissed((now) => [...now, missing]);
      })
      .then(() => setAsked((now) => now.filter((one) => one !== missing)));
    hold(queue.current);
  };

  const scan = useStableCallback((text: string, quantity: string) => {
    const code = readCode(text);
    if (code === '') return;
    queued(
      async () => {
        const [variant] = await findVariants({ codes: [code], places, size: 1 });
        if (variant) {
          sound(true);
          onPick([{ variant, quantity, how: 'scan' }]);
        } else if (!(await otherwise(code, quantity))) {
          sound(false);
          setNotice({ notFound: code });
        }
      },
      { lines: [{ row: 1, code, quantity, cost: '', discount: '' }], unread: [] },
    );
  });

  const find = useStableCallback(({ lines, unread }: ReadLines) =>
    queued(
      async () => {
        const rows: VariantRow[] = [];
        for (let from = 0; from < lines.length; from += PART)
          rows.push(...(await findVariants({ codes: lines.slice(from, from + PART).map(({ code }) => code), places })));
        const variantOf = variantsByCode(rows);
        const isLine = ({ quantity }: ReadLine) => !unsigned || !quantity.startsWith('-');
        const picked = lines.filter(isLine).flatMap(({ code, quantity, cost, discount }): PickedVariant[] => {
          const variant = variantOf(code);
          return variant ? [{ variant, quantity, cost, discount, how: 'paste' }] : [];
        });
        if (picked.length) onPick(picked);
        const unknown = lines.filter(({ code }) => !variantOf(code)).map(({ row, code }) => ({ row, text: code }));
        const below = lines
          .filter((line) => variantOf(line.code) && !isLine(line))
          .map(({ row, code, quantity }) => ({ row, text: `${code} ${quantity}` }));
        if (unknown.length || unread.length || below.length) setNotice({ unknown, unread: [...unread, ...below] });
      },
      { lines, unread, isList: true },
    ),
  );
  /** A list, from wherever it is read. */
  const take = useStableCallback((read: () => ReadLines | Promise<ReadLines>) => queued(async () => find(await read())));

  const retry = () => {
    setMissed([]);
    for (const { isList, ...read } of missed) {
      if (isList) find(read);
      else for (const { code, quantity } of read.lines) scan(code, quantity);
    }
  };
  // As soon as there is a line again, or the page was opened again with one.
  const online = useOnline();
  const retryOnline = useStableCallback(() => online && missed.length > 0 && retry());
  useEffect(() => void retryOnline(), [online, retryOnline]);
  return {
    scan,
    take,
    /** What is picked may wait for more than its look-up. */
    hold,
    /** Once all that was scanned, pasted or read stands where it was picked for; answers the codes that could not be looked up, now tried again. */
    whenIdle: () => {
      retry();
      return new Promise<readonly string[]>((resolve) => setAfter((now) => [...now, resolve]));
    },
    busy: waiting > 0,
    notice,
    missed: missedCodes,
    retry,
    // At once: a form that begins anew reads what is kept before this one is gone.
    giveUp: () => {
      inTab.write(keepAs, undefined);
      setMissed([]);
      setAsked([]);
    },
    dismiss: () => setNotice(null),
  };
}
