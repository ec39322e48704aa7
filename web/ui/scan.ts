import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { sound } from './sound.ts';

// A wedge scanner types like a keyboard, only faster than anybody goes on typing, and ends with Enter. Over Bluetooth it pauses for up to 60 ms.
const FASTEST_TYPING = 60;
/* A scanner or a machine that falters is not somebody who takes up the scanner. */
const TAKEN_UP = 300;
const SHORTEST_CODE = 4;
/** In a figure: longer than what anybody types at that pace, or orders. */
const SHORTEST_IN_FIGURE = 6;

export interface Run {
  code: string;
  at: number;
  /** Milliseconds since the key before its first one. */
  pause: number;
  /** What stood in the field when its first key came; null where no field had the focus then. */
  before: string | null;
}

export const noRun: Run = { code: '', at: 0, pause: 0, before: null };

/** The keys that came at a scanner's pace, with this one. */
export function runOf(run: Run, { key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>, stands: string | null): Run {
  const since = timeStamp - run.at;
  const { code, pause, before } = since > FASTEST_TYPING ? { code: '', pause: since, before: stands } : run;
  return { code: key.length === 1 ? code + key : code, at: timeStamp, pause, before };
}

/** In a field of words: the code that came, at a scanner's pace and after a pause, behind what stood there; null where nothing did, or somebody typed. */
export const scannedBehind = ({ code, pause, before }: Run): string | null => (before && pause >= TAKEN_UP && code.length >= SHORTEST_IN_FIGURE ? code : null);

interface Hears {
  /** Also where the cursor stands in a figure, which keeps what stood in it: a scanner does not look where it types. */
  figures?: boolean;
  /** It is a dialog's: other handlers do not hear while one is open. */
  dialog?: boolean;
}

const handlers: { current: Hears & { hear: (code: string) => void } }[] = [];
let run = noRun;

const isField = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
const isFigure = (target: EventTarget | null) => target instanceof HTMLInputElement && target.dataset.figure !== undefined;

function listen(event: KeyboardEvent) {
  const { target, key } = event;
  const { figures, dialog } = handlers.at(-1)!.current;
  const figure = figures && isFigure(target) ? (target as HTMLInputElement) : null;
  if ((isField(target) && !figure) || event.ctrlKey || event.metaKey || event.altKey || (!dialog && document.querySelector('[aria-modal=true]'))) {
    run = noRun;
    return;
  }
  run = runOf(run, event, figure?.value ?? null);
  const { code, before } = run;
  if (key === 'Enter') {
    run = noRun;
    if (code.length < (figure ? SHORTEST_IN_FIGURE : SHORTEST_CODE)) return;
    // Otherwise the Enter would press whatever has the focus.
    event.preventDefault();
    event.stopPropagation();
    if (figure) {
      flushSync(() => {
        // Opened by the first key, as a cell of a sheet is, it closes as it was.
        if (before === null) return figure.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
        figure.setRangeText(before, 0, figure.value.length, 'select');
        figure.dispatchEvent(new InputEvent('input', { bubbles: true }));
      });
    }
    // By whom it is rendered anew with the figure put back.
    handlers.at(-1)!.current.hear(code);
  } else if (!figure && code.length > 1) {
    // The letters of a code are no shortcuts; the first one cannot be told from a key press.
    event.stopPropagation();
  }
}

/** Whether a scan goes into what has the focus instead, as into a field of words. */
export const takesScans = (target: EventTarget | null): boolean => isField(target) && !isFigure(target);

/** Hears a scan made outside any field. The page that mounted last is the one that hears it. */
export function useScan(hear: (code: string) => void, hears: Hears = {}): void {
  const kept = useRef({ ...hears, hear });
  // As a shortcut does: with the picture.
  useLayoutEffect(() => {
    kept.current = { ...hears, hear };
  });
  useLayoutEffect(() => {
    if (handlers.length === 0) window.addEventListener('keydown', listen, true);
    handlers.push(kept);
    return () => {
      handlers.splice(handlers.indexOf(kept), 1);
      if (handlers.length === 0) window.removeEventListener('keydown', listen, true);
    };
  }, []);
}

/** In a dialog whose figures are of known goods, a code is heard as wrong and changes none of them. */
export const useScanRefused = (): void => useScan(() => sound(false), { figures: true, dialog: true });

/** What is scanned while a page is still coming is heard by that page. */
export function useScansAhead(): void {
  const codes = useRef<string[]>([]);
  useScan((code) => codes.current.push(code));
  useEffect(() => {
    const scanned = codes.current;
    // What comes in this one's place is there with its effects.
    return () => void setTimeout(() => scanned.splice(0).forEach((code) => handlers.at(-1)?.current.hear(code)));
  }, []);
}
