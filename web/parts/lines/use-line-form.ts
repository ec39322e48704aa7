import { startTransition, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useSteady } from './use-steady.ts';

/** How long the line just added or counted up shows it. */
const FLASH = 1600;
const KEEP_AFTER = 400;
/** Longer than between two keys, shorter than anybody waits for a sum. */
const SETTLE_AFTER = 120;

export interface Touched {
  id: string;
  /** The quantity before; null for a new line. */
  before: string | null;
}

/** What a document's page gives its form to begin with, and where its draft is kept. */
export interface Start<Form, Draft> {
  start: Form;
  /** What "no changes" means. */
  base: Form;
  /** Of the saved document; null for a new one. */
  version: number | null;
  keep: (draft: Draft) => void;
  drop: () => void;
}

interface Rules<Form, Change, Draft> {
  reduce: (form: Form, change: Change) => Form;
  same: (a: Form, b: Form) => boolean;
  draftOf: (form: Form, version: number | null, at: string) => Draft;
}

/** The state of a document's form, and its draft, which survives a reload. */
export function useLineForm<Form, Change, Draft>({ start, base, version, keep, drop }: Start<Form, Draft>, { reduce, same, draftOf }: Rules<Form, Change, Draft>) {
  const [form, change] = useReducer(reduce, start);
  const settled = useSettled(form);
  const dirty = useMemo(() => !same(settled, base), [settled, base, same]);
  const over = useRef(false);
  const store = useSteady(() => {
    if (over.current) return;
    if (same(form, base)) drop();
    else keep(draftOf(form, version, new Date().toISOString()));
  });
  useEffect(() => {
    const timer = setTimeout(store, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [form, store]);
  useEffect(() => {
    // A reload right after a key must not lose it.
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, [store]);

  const [touched, touch] = useState<readonly Touched[]>([]);
  useEffect(() => {
    if (touched.length === 0) return;
    const timer = setTimeout(() => touch([]), FLASH);
    return () => clearTimeout(timer);
  }, [touched]);

  /** It is saved or given up: nothing of it stays on the device. */
  const finish = () => {
    over.current = true;
    drop();
  };
  return {
    form,
    /** For what is reckoned over all lines. */
    settled,
    change,
    dirty,
    touched,
    touch,
    finish,
  };
}

/** The form as it was a moment ago: sums over a thousand lines wait until the keys pause, so that no key waits for them. */
function useSettled<Form>(form: Form): Form {
  const [settled, settle] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => settle(form)), SETTLE_AFTER);
    return () => clearTimeout(timer);
  }, [form]);
  return settled;
}
