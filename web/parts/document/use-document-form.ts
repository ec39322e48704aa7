import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signedIn } from '@/db/keep.ts';
import { same, type Values } from '@/kit/merge.ts';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import type { LineSheetHandle, OfVariant } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { useScan } from '@/ui/scan.ts';
import { toast } from '@/ui/toast.tsx';
import { useDebounced } from '@/ui/use-debounced.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import {
  fill,
  addOrIncrement,
  mergeForms,
  sameForm,
  type DocumentForm,
  type Draft,
  type Flatness,
  type FormLine,
  type Touched,
} from './form.ts';

/** How long the line just added or counted up shows it. */
const FLASH = 1600;
const KEEP_AFTER = 400;
/** Longer than between two keys, shorter than anybody waits for a sum. */
const DEBOUNCE = 120;

type Named = { variant_id: string } & Parameters<typeof lineName>[0];

/** What a document's page gives its form to begin with, and where its draft is kept. */
export interface Start<Head, Figure extends string, Variant> {
  start: DocumentForm<Head, Figure>;
  /** What "no changes" means. */
  base: DocumentForm<Head, Figure>;
  /** Of the saved document; null for a new one. */
  version: number | null;
  /** The variants of its lines. */
  goods: readonly Variant[];
  keptAt: string | null;
  /** This device keeps nothing: what is left is lost. */
  lost: boolean;
  /** Under its own name, or as the draft of another document. */
  keep: (draft: Draft<Head, Figure>, as?: string) => void;
  drop: () => void;
}

export interface FormRules<Head, Figure extends string, Flat extends Values, Variant, Row> extends Flatness<Head, Flat> {
  /** A line as the screen reckons and shows it. */
  rowOf: (line: FormLine<Figure>, variant: Variant) => Row;
  /** What a line becomes by a figure; without it, the figure is what was typed. */
  write?: (line: FormLine<Figure>, figure: Figure, value: string) => FormLine<Figure>;
  /** This line stays. */
  stays?: (line: FormLine<Figure>) => boolean;
  /** Where lines that are picked stand; without it, new ones follow the last. */
  addOrIncrement?: (
    lines: readonly FormLine<Figure>[],
    picked: readonly FormLine<Figure>[],
  ) => { lines: FormLine<Figure>[]; touched: Touched[] };
  /** What of a head is still to be saved once this was; without it, all that is written there. */
  unsaved?: (head: Head, saved: Head) => Head;
}

/** The state of a document's form: lines in and out, figures, the names beside them, and a draft that survives a reload. loses: what else would
    be lost with the page. */
export function useDocumentForm<Head, Other extends string, Flat extends Values, Variant extends Named, Row extends OfVariant>(
  { start, base, version, goods: known, keptAt, lost, keep, drop }: Start<Head, Other | 'quantity', Variant>,
  rules: FormRules<Head, Other | 'quantity', Flat, Variant, Row>,
  loses = false,
) {
  type Figure = Other | 'quantity';
  const { t } = useTranslation();
  const navigate = useNavigate();
  const {
    rowOf,
    write = (line, figure, value) => ({ ...line, figures: { ...line.figures, [figure]: value } }),
    stays,
    unsaved = (head) => head,
  } = rules;
  const [form, setForm] = useState(start);
  const [begun] = useState(form);
  const [goods, setGoods] = useState<ReadonlyMap<string, Variant>>(() => new Map(known.map((variant) => [variant.variant_id, variant])));
  // Sums over a thousand lines wait until the keys pause, so that no key waits for them.
  const debounced = useDebounced(form, DEBOUNCE);
  const dirty = useMemo(() => !sameForm(debounced, base, rules), [debounced, base, rules]);
  const guard = useLeaveGuard((dirty && lost) || loses);
  /** Somebody tried to save: what is missing is wrong now. */
  const [tried, setTried] = useState(false);

  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineSheetHandle>(null);
  useScan((code) => scanner.current?.scan(code), { figures: true });
  const leave = useStableCallback(() => scanner.current?.focus());

  // A line that did not change is the same row: with every key one of a thousand is reckoned and drawn anew.
  const rowsOf = useMemo(() => {
    const made = new WeakMap<FormLine<Figure>, { variant: Variant; row: Row }>();
    return (lines: readonly FormLine<Figure>[], of: ReadonlyMap<string, Variant>): Row[] =>
      lines.flatMap((line) => {
        const variant = of.get(line.variantId);
        if (!variant) return [];
        const before = made.get(line);
        if (before?.variant === variant) return [before.row];
        const row = rowOf(line, variant);
        made.set(line, { variant, row });
        return [row];
      });
  }, [rowOf]);
  const rows = useMemo(() => rowsOf(form.lines, goods), [rowsOf, form.lines, goods]);
  const debouncedRows = useMemo(() => rowsOf(debounced.lines, goods), [rowsOf, debounced.lines, goods]);

  const over = useRef(false);
  const store = useStableCallback(() => {
    // Another tab's draft is not dropped by a form that nobody wrote in.
    if (over.current || form === begun) return;
    if (sameForm(form, base, rules)) drop();
    else keep({ ...form, version, at: new Date().toISOString() });
  });
  useEffect(() => {
    const timer = setTimeout(() => signedIn() && store(), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [form, store]);
  useEffect(() => {
    // A reload right after a key must not lose it, nor a link in the app.
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      // After signing out nothing is kept.
      if (signedIn()) store();
    };
  }, [store]);

  const [touched, touch] = useState<readonly Touched[]>([]);
  useEffect(() => {
    if (touched.length === 0) return;
    const timer = setTimeout(() => touch([]), FLASH);
    return () => clearTimeout(timer);
  }, [touched]);

  const changeLines = useCallback(
    (to: (lines: readonly FormLine<Figure>[]) => readonly FormLine<Figure>[]) => setForm((now) => ({ ...now, lines: to(now.lines) })),
    [],
  );
  /** Variants that came with lines, or were asked again. */
  const know = useCallback(
    (variants: readonly Variant[]) =>
      setGoods(
        (now) =>
          new Map([
            ...now,
            ...variants
              .filter((variant) => !same(now.get(variant.variant_id), variant))
              .map((variant) => [variant.variant_id, variant] as const),
          ]),
      ),
    [],
  );
  /** Lines that were picked with their variants; what is there already grows. */
  const add = useStableCallback((picked: readonly FormLine<Figure>[], of: readonly Variant[] = []) => {
    const addLines = rules.addOrIncrement ?? addOrIncrement<Other>;
    know(of);
    touch(addLines(form.lines, picked).touched);
    changeLines((lines) => addLines(lines, picked).lines);
  });
  const more = useStableCallback((id: string) =>
    add(form.lines.filter((line) => line.variantId === id).map((line) => ({ ...line, figures: { ...line.figures, quantity: '1' } }))),
  );
  const setFigures = useStableCallback((from: string, figure: string, values: string[]) =>
    changeLines((lines) => fill(lines, from, values, (line, value) => write(line, figure as Figure, value))),
  );
  // Offered until the document is saved, given up or left: its lines belong in no other one.
  const offered = useRef<(() => void)[]>([]);
  const withdrawUndo = () => offered.current.splice(0).forEach((takeAway) => takeAway());
  useEffect(() => withdrawUndo, []);
  const remove = useStableCallback((id: string) => {
    const at = form.lines.findIndex((line) => line.variantId === id);
    const line = form.lines[at];
    if (!line || stays?.(line)) return;
    changeLines((lines) => lines.filter((one) => one.variantId !== id));
    const restore = () => changeLines((lines) => (lines.some((one) => one.variantId === id) ? lines : lines.toSpliced(at, 0, line)));
    offered.current.push(toast({ text: t('lines.removed', { name: lineName(goods.get(id)) }), undo: restore }));
  });
  // The rows of a sheet are memoised by it.
  const setFigure = useCallback((id: string, figure: string, value: string) => setFigures(id, figure, [value]), [setFigures]);
  const giveUp = () => {
    over.current = true;
    guard.release();
    withdrawUndo();
    drop();
  };
  return {
    form,
    rows,
    /** For what is computed over all lines. */
    debounced: { head: debounced.head, rows: debouncedRows },
    tried,
    setTried,
    scanner,
    grid,
    leave,
    /** For the page around it. */
    page: {
      isNew: version === null,
      dirty,
      /** By now, where `dirty` may be a moment behind. */
      hasChanges: () => !sameForm(form, base, rules),
      keptAt,
      question: guard.question,
      sheet: {
        ref: grid,
        lines: rows,
        touched,
        strict: tried,
        onFigure: setFigure,
        onFigures: setFigures,
        onMore: more,
        onRemove: remove,
        onLeave: leave,
      },
    },
    touch,
    add,
    more,
    know,
    changeHead: useCallback((head: Partial<Head>) => setForm((now) => ({ ...now, head: { ...now.head, ...head } })), []),
    changeLines,
    /** What is written here is another document than the one under its id. */
    regenerateId: () => {
      const id = newId();
      setForm((now) => ({ ...now, id }));
    },
    setFigure,
    setFigures,
    remove,
    /** What somebody else saved comes in under what stands here by now; answers in how many values the two met. */
    mergeRemote: useStableCallback((theirs: DocumentForm<Head, Figure>, of: readonly Variant[]) => {
      know(of);
      setForm((now) => mergeForms([base, now, theirs], rules).form);
      return mergeForms([base, form, theirs], rules).collisions;
    }),
    /** The next document begins here, with what is left of this one, which is saved or given up. */
    beginNext: (next: (now: DocumentForm<Head, Figure>) => DocumentForm<Head, Figure>) => {
      withdrawUndo();
      drop();
      setForm(next);
    },
    /** To another page; the draft stays for when the way leads back. */
    leaveFor: (address: string) => {
      guard.release();
      void navigate(address);
    },
    /** It is given up: nothing of it stays on the device. */
    giveUp,
    /** It is saved. What was written while it travelled stays as the draft of an edit, under this name; false: there is nothing. */
    continueAsEdit: useStableCallback((as: string, sent: DocumentForm<Head, Figure>, saved: number) => {
      giveUp();
      if (sameForm(form, sent, rules)) return false;
      keep({ ...form, head: unsaved(form.head, sent.head), version: saved, at: new Date().toISOString() }, as);
      return true;
    }),
  };
}
