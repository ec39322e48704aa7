import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signedIn } from '@/db/browser-storage.ts';
import { isSame, type Values } from '@/kit/merge.ts';
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

/** Milliseconds that a line just added or increased is highlighted. */
const FLASH = 1600;
const STORE_AFTER = 400;
/** Milliseconds: longer than between two keys, but not noticeable in a sum. */
const DEBOUNCE = 120;

type Named = { variant_id: string } & Parameters<typeof lineName>[0];

/** A form's initial state from its document's page, and the functions for its draft. */
export interface Start<Head, Figure extends string, Variant> {
  start: DocumentForm<Head, Figure>;
  /** The form without changes. */
  base: DocumentForm<Head, Figure>;
  /** The saved document's version; null for a new one. */
  version: number | null;
  /** The variants of the lines. */
  goods: readonly Variant[];
  storedAt: string | null;
  /** This device cannot store drafts: leaving loses the input. */
  lost: boolean;
  /** Stores a draft, under its own key or as the draft of another document. */
  store: (draft: Draft<Head, Figure>, as?: string) => void;
  drop: () => void;
}

export interface FormRules<Head, Figure extends string, Flat extends Values, Variant, Row> extends Flatness<Head, Flat> {
  /** The row that the screen shows and calculates with. */
  rowOf: (line: FormLine<Figure>, variant: Variant) => Row;
  /** Merges a known variant with newly loaded data; by default the new data replaces it. */
  joinVariant?: (known: Variant, now: Variant) => Variant;
  /** Sets a figure of a line; by default the figure is the typed text. */
  write?: (line: FormLine<Figure>, figure: Figure, value: string) => FormLine<Figure>;
  /** Whether a line cannot be removed. */
  stays?: (line: FormLine<Figure>) => boolean;
  /** How picked lines join; by default new ones follow the last. */
  addOrIncrement?: (
    lines: readonly FormLine<Figure>[],
    picked: readonly FormLine<Figure>[],
  ) => { lines: FormLine<Figure>[]; touched: Touched[] };
  /** The part of the head still unsaved after a save; by default all of it. */
  unsaved?: (head: Head, saved: Head) => Head;
}

const latest = <Variant>(_known: Variant, now: Variant): Variant => now;

/** The state of a document's form: lines, numbers, variants' names, and a draft that survives a reload. `loses`: leaving loses other
    input too. */
export function useDocumentForm<Head, Other extends string, Flat extends Values, Variant extends Named, Row extends OfVariant>(
  { start, base, version, goods: known, storedAt, lost, store, drop }: Start<Head, Other | 'quantity', Variant>,
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
    joinVariant = latest,
    unsaved = (head) => head,
  } = rules;
  const [form, setForm] = useState(start);
  const [initial] = useState(form);
  const [goods, setGoods] = useState<ReadonlyMap<string, Variant>>(() => new Map(known.map((variant) => [variant.variant_id, variant])));
  // Sums over a thousand lines wait until typing pauses, so that keys stay responsive.
  const debounced = useDebounced(form, DEBOUNCE);
  const dirty = useMemo(() => !sameForm(debounced, base, rules), [debounced, base, rules]);
  const guard = useLeaveGuard((dirty && lost) || loses);
  /** After an attempt to save, missing input is marked as wrong. */
  const [tried, setTried] = useState(false);

  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineSheetHandle>(null);
  useScan((code) => scanner.current?.scan(code), { figures: true });
  const focusScanner = useStableCallback(() => scanner.current?.focus());

  // An unchanged line keeps its row object, so that a key recalculates and renders only one row of a thousand.
  const rowsOf = useMemo(() => {
    const rowCache = new WeakMap<FormLine<Figure>, { variant: Variant; row: Row }>();
    return (lines: readonly FormLine<Figure>[], of: ReadonlyMap<string, Variant>): Row[] =>
      lines.flatMap((line) => {
        const variant = of.get(line.variantId);
        if (!variant) return [];
        const cached = rowCache.get(line);
        if (cached?.variant === variant) return [cached.row];
        const row = rowOf(line, variant);
        rowCache.set(line, { variant, row });
        return [row];
      });
  }, [rowOf]);
  const rows = useMemo(() => rowsOf(form.lines, goods), [rowsOf, form.lines, goods]);
  const debouncedRows = useMemo(() => rowsOf(debounced.lines, goods), [rowsOf, debounced.lines, goods]);

  const isOver = useRef(false);
  const storeDraft = useStableCallback(() => {
    // An untouched form must not delete another tab's draft.
    if (isOver.current || form === initial) return;
    if (sameForm(form, base, rules)) drop();
    else store({ ...form, version, at: new Date().toISOString() });
  });
  useEffect(() => {
    const timer = setTimeout(() => signedIn() && storeDraft(), STORE_AFTER);
    return () => clearTimeout(timer);
  }, [form, storeDraft]);
  useEffect(() => {
    // A reload, or following a link, right after a key must not lose it.
    window.addEventListener('pagehide', storeDraft);
    return () => {
      window.removeEventListener('pagehide', storeDraft);
      // Nothing is stored after signing out.
      if (signedIn()) storeDraft();
    };
  }, [storeDraft]);

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
  /** Adds or updates variants that came with lines or a refetch. */
  const know = useCallback(
    (variants: readonly Variant[]) =>
      setGoods(
        (now) =>
          new Map([
            ...now,
            ...variants
              .map((variant) => joinVariant(now.get(variant.variant_id) ?? variant, variant))
              .filter((variant) => !isSame(now.get(variant.variant_id), variant))
              .map((variant) => [variant.variant_id, variant] as const),
          ]),
      ),
    [joinVariant],
  );
  /** Adds picked lines with their variants; existing lines are increased. */
  const add = useStableCallback((picked: readonly FormLine<Figure>[], of: readonly Variant[] = []) => {
    const addLines = rules.addOrIncrement ?? addOrIncrement<Other>;
    know(of);
    touch(addLines(form.lines, picked).touched);
    changeLines((lines) => addLines(lines, picked).lines);
  });
  const addOne = useStableCallback((id: string) =>
    add(form.lines.filter((line) => line.variantId === id).map((line) => ({ ...line, figures: { ...line.figures, quantity: '1' } }))),
  );
  const setFigures = useStableCallback((from: string, figure: string, values: string[]) =>
    changeLines((lines) => fill(lines, from, values, (line, value) => write(line, figure as Figure, value))),
  );
  // Undo is offered until the document is saved, discarded or left: its lines belong to no other document.
  const offered = useRef<(() => void)[]>([]);
  const withdrawUndo = () => offered.current.splice(0).forEach((takeAway) => takeAway());
  useEffect(() => withdrawUndo, []);
  const remove = useStableCallback((id: string) => {
    const index = form.lines.findIndex((line) => line.variantId === id);
    const line = form.lines[index];
    if (!line || stays?.(line)) return;
    changeLines((lines) => lines.filter((one) => one.variantId !== id));
    const restore = () => changeLines((lines) => (lines.some((one) => one.variantId === id) ? lines : lines.toSpliced(index, 0, line)));
    offered.current.push(toast({ text: t('lines.removed', { name: lineName(goods.get(id)) }), undo: restore }));
  });
  const isBlank = (line: FormLine<Figure>) => (line.figures as Partial<Record<string, string>>).quantity?.trim() === '' && !stays?.(line);
  const blankCount = form.lines.filter(isBlank).length;
  const removeBlank = () => {
    const before = form.lines;
    changeLines((lines) => lines.filter((line) => !isBlank(line)));
    const restore = () =>
      changeLines((lines) => {
        const known = new Map(lines.map((line) => [line.variantId, line]));
        const ids = new Set(before.map(({ variantId }) => variantId));
        return [...before.map((line) => known.get(line.variantId) ?? line), ...lines.filter(({ variantId }) => !ids.has(variantId))];
      });
    offered.current.push(toast({ text: t('lines.blank.removed', { count: blankCount }), undo: restore }));
  };
  const fillBlank = (quantity: string) =>
    changeLines((lines) => lines.map((line) => (isBlank(line) ? write(line, 'quantity' as Figure, quantity) : line)));
  // Stable, because the sheet's memoised rows depend on it.
  const setFigure = useCallback((id: string, figure: string, value: string) => setFigures(id, figure, [value]), [setFigures]);
  const discard = () => {
    isOver.current = true;
    guard.release();
    withdrawUndo();
    drop();
  };
  return {
    form,
    rows,
    /** For calculations over all lines. */
    debounced: { head: debounced.head, rows: debouncedRows },
    tried,
    setTried,
    scanner,
    grid,
    closeSearch: focusScanner,
    /** Props for the page around the form. */
    page: {
      isNew: version === null,
      dirty,
      /** The current state, where `dirty` may lag behind. */
      hasChanges: () => !sameForm(form, base, rules),
      storedAt,
      question: guard.question,
      /** The lines without a quantity. */
      blank: { count: blankCount, remove: removeBlank, fill: fillBlank },
      sheet: {
        ref: grid,
        lines: rows,
        touched,
        strict: tried,
        onFigure: setFigure,
        onFigures: setFigures,
        onMore: addOne,
        onRemove: remove,
        onLeave: focusScanner,
      },
    },
    touch,
    add,
    addOne,
    know,
    changeHead: useCallback((head: Partial<Head>) => setForm((now) => ({ ...now, head: { ...now.head, ...head } })), []),
    changeLines,
    /** Makes the form's content a new document. */
    regenerateId: () => {
      const id = newId();
      setForm((now) => ({ ...now, id }));
    },
    setFigure,
    setFigures,
    remove,
    /** Merges another user's save into the current form; answers the number of values that both changed. */
    mergeRemote: useStableCallback((theirs: DocumentForm<Head, Figure>, of: readonly Variant[]) => {
      know(of);
      setForm((now) => mergeForms([base, now, theirs], rules).form);
      return mergeForms([base, form, theirs], rules).collisions;
    }),
    /** Starts the next document in this form, after this one is saved or discarded. */
    beginNext: (next: (now: DocumentForm<Head, Figure>) => DocumentForm<Head, Figure>) => {
      withdrawUndo();
      drop();
      setForm(next);
    },
    /** Leaves for another page; the draft stays. */
    leaveFor: (address: string) => {
      guard.release();
      void navigate(address);
    },
    /** Discards the document and its draft. */
    discard,
    /** After a save: keeps input typed since sending as the draft of an edit, stored under `as`; false without such input. */
    continueAsEdit: useStableCallback((as: string, sent: DocumentForm<Head, Figure>, saved: number) => {
      discard();
      if (sameForm(form, sent, rules)) return false;
      store({ ...form, head: unsaved(form.head, sent.head), version: saved, at: new Date().toISOString() }, as);
      return true;
    }),
  };
}
