import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { readCode } from '@/lib/numerals.ts';
import { tabStorage } from '@/lib/stored.ts';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import type { ReadLine, ReadLines, UnreadRow } from './read-lines.ts';
import { fetchVariants, type FindVariants, type VariantPlaces, type VariantRow } from './variant-row.ts';
import { variantsByCode } from './variants-by-code.ts';

export interface PickedVariant {
  variant: VariantRow;
  quantity: string;
  /** Set where a list gives them. */
  cost?: string;
  discount?: string;
  how: 'scan' | 'choose' | 'paste';
}

export interface LookupNotice {
  /** Enter was pressed in the empty field. */
  isEmpty?: boolean;
  /** The code that was not found; the field keeps it. */
  notFound?: string;
  /** Rows of a list. */
  unknown?: readonly UnreadRow[];
  unread?: readonly UnreadRow[];
  /** The number of rows left out because their quantity is empty. */
  leftOut?: number;
  error?: AppError;
}

/** Lines being looked up, or whose lookup failed for any reason: one scan, or a list. */
interface PendingLookup extends ReadLines {
  isList?: true;
}

interface LookupOptions {
  /** The key under which pending lookups survive a reload of this tab. */
  storageKey: string;
  places?: VariantPlaces;
  find?: FindVariants;
  /** Handles a scan that is not a known code; resolves to false to report it as not found. */
  onUnknownCode: (code: string, quantity: string) => Promise<boolean>;
  /** Quantities must not be negative: such rows of a list are not picked. */
  noNegative?: boolean;
  onPick: (picked: PickedVariant[]) => void;
}

const codesOf = ({ lines }: PendingLookup) => lines.map(({ code }) => code);

/** A list is looked up in parts: an answer has at most 2,000 rows, and a code may belong to two variants. */
const PART = 1000;

/** Looks codes up one after another in the order of scanning, however slow the connection is. */
export function useVariantLookup({
  storageKey,
  places,
  find: findVariants = fetchVariants,
  onUnknownCode,
  noNegative,
  onPick,
}: LookupOptions) {
  const [waiting, setWaiting] = useState(0);
  const [notice, setNotice] = useState<LookupNotice | null>(null);
  /** Failed lookups, kept until they succeed, whatever is scanned next. */
  const [failed, setFailed] = useState<readonly PendingLookup[]>(() => tabStorage.read(storageKey, []));
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [idleCallbacks, setIdleCallbacks] = useState<readonly ((failed: readonly string[]) => void)[]>([]);
  /** Lookups in progress: a page that is left meanwhile repeats them when it is opened again. */
  const [inProgress, setInProgress] = useState<readonly PendingLookup[]>([]);
  const failedCodes = failed.flatMap(codesOf);
  // In the same render as the picked line: otherwise a reload could find the code in both places or in neither.
  useLayoutEffect(() => {
    const waits = [...failed, ...inProgress];
    tabStorage.write(storageKey, waits.length > 0 ? waits : undefined);
  }, [storageKey, failed, inProgress]);
  useEffect(() => {
    if (waiting > 0 || idleCallbacks.length === 0) return;
    setIdleCallbacks([]);
    for (const callback of idleCallbacks) callback(failed.flatMap(codesOf));
  }, [waiting, idleCallbacks, failed]);

  const trackWork = useStableCallback((work: Promise<unknown>) => {
    setWaiting((count) => count + 1);
    void work.finally(() => setWaiting((count) => count - 1));
  });
  const enqueue = (work: () => Promise<void>, pending?: PendingLookup) => {
    setNotice(null);
    if (pending) setInProgress((now) => [...now, pending]);
    queue.current = queue.current
      .then(work)
      .catch((error: unknown) => {
        setNotice({ error: asAppError(error) });
        if (!pending) return;
        sound(false);
        setFailed((now) => [...now, pending]);
      })
      .then(() => setInProgress((now) => now.filter((one) => one !== pending)));
    trackWork(queue.current);
  };

  const scan = useStableCallback((text: string, quantity: string) => {
    const code = readCode(text);
    if (code === '') return;
    enqueue(
      async () => {
        const [variant] = await findVariants({ codes: [code], places, size: 1 });
        if (variant) {
          sound(true);
          onPick([{ variant, quantity, how: 'scan' }]);
        } else if (!(await onUnknownCode(code, quantity))) {
          sound(false);
          setNotice({ notFound: code });
        }
      },
      { lines: [{ row: 1, code, quantity, cost: '', discount: '' }], unread: [], leftOut: 0 },
    );
  });

  const lookUpLines = useStableCallback(({ lines, unread, leftOut }: ReadLines) =>
    enqueue(
      async () => {
        const rows: VariantRow[] = [];
        for (let from = 0; from < lines.length; from += PART)
          rows.push(...(await findVariants({ codes: lines.slice(from, from + PART).map(({ code }) => code), places })));
        const variantOf = variantsByCode(rows);
        const isLine = ({ quantity }: ReadLine) => !noNegative || !quantity.startsWith('-');
        const picked = lines.filter(isLine).flatMap(({ code, quantity, cost, discount }): PickedVariant[] => {
          const variant = variantOf(code);
          return variant ? [{ variant, quantity, cost, discount, how: 'paste' }] : [];
        });
        if (picked.length) onPick(picked);
        const unknown = lines.filter(({ code }) => !variantOf(code)).map(({ row, code }) => ({ row, text: code }));
        const below = lines
          .filter((line) => variantOf(line.code) && !isLine(line))
          .map(({ row, code, quantity }) => ({ row, text: `${code} ${quantity}` }));
        if (unknown.length || unread.length || below.length || leftOut) setNotice({ unknown, unread: [...unread, ...below], leftOut });
      },
      { lines, unread, leftOut, isList: true },
    ),
  );
  /** Looks up a list, once `read` has read it. */
  const lookUpList = useStableCallback((read: () => Promise<ReadLines>) => enqueue(async () => lookUpLines(await read())));

  const retry = () => {
    setFailed([]);
    for (const { isList, ...read } of failed) {
      if (isList) lookUpLines(read);
      else for (const { code, quantity } of read.lines) scan(code, quantity);
    }
  };
  // Retries when the connection is back, or when the page is opened again with one.
  const online = useOnline();
  const retryOnline = useStableCallback(() => online && failed.length > 0 && retry());
  useEffect(() => void retryOnline(), [online, retryOnline]);
  return {
    scan,
    lookUpList,
    /** Keeps the lookup busy until further work on a pick is done. */
    trackWork,
    /** Retries failed lookups and resolves once everything scanned, pasted or read has been picked; the result is the codes that failed
        again. */
    whenIdle: () => {
      retry();
      return new Promise<readonly string[]>((resolve) => setIdleCallbacks((now) => [...now, resolve]));
    },
    busy: waiting > 0,
    notice,
    askForCode: () => setNotice({ isEmpty: true }),
    failed: failedCodes,
    retry,
    // Immediately, because the next form reads the stored codes before this one unmounts.
    discardFailed: () => {
      tabStorage.write(storageKey, undefined);
      setFailed([]);
      setInProgress([]);
    },
    dismiss: () => setNotice(null),
  };
}
