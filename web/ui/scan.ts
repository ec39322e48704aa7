import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { readKeys, usKey, writes, type KeyPress } from './key-places.ts';
import { sound } from './sound.ts';

/* Milliseconds between keys. A wedge scanner types like a keyboard, but faster than people do for long. Over a cable its keys are a few
   milliseconds apart, over Bluetooth up to 90. It ends with Enter, Tab, CR LF (Enter and Ctrl+J, or Enter twice), or nothing.
   A person who types fast needs 80 to 150 ms for a key, and 30 to 60 ms only while the fingers roll over neighbouring keys. So:
   – Every key within 30 ms of the one before, and then Enter or Tab as soon: certainly a scanner, even for four digits in a number. Nobody
     reaches Enter that fast, so a number that is typed fast (12345, Enter) stays a number.
   – Keys within 60 ms: a scanner if there are six or more, or four with Enter or Tab in an empty text field or outside fields.
   – Keys within 90 ms may be a person in a hurry: in a field, only what looks like a code is a scan. */
const SCANNER_ONLY = 30;
const FASTEST_TYPING = 60;
const SLOWEST_SCANNER = 90;
/* Milliseconds without a key after which a run is over; even a slow scanner sends two further keys sooner. */
const QUIET = 200;
/* Milliseconds of a pause that shows that somebody has stopped typing and picked up the scanner. */
const TAKEN_UP = 300;
const SHORTEST_CODE = 4;
/* For scans that are not certain, in a number, after existing text or without a suffix: longer than anything people type at that speed or
   as a quantity. */
const SHORTEST_UNMARKED = 6;

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'timeStamp' | 'getModifierState'
>;

/** How the focused field treats a scan: a figure (a number) never takes it and keeps its value; words (data-scans) take it, and with
    "search" look it up while it is typed; any other text just keeps the keys. null: no field has the focus. */
export type Field = 'figure' | 'words' | 'search' | 'text' | null;

export interface Run {
  keys: readonly KeyPress[];
  lastKeyAt: number;
  /** Milliseconds between the previous key and the run's first one. */
  pause: number;
  /** The most milliseconds between two of its keys. */
  slowest: number;
  /** It follows keys that came too slowly for a scanner, yet without a pause: perhaps the rest of a code, never a whole one. */
  isRest: boolean;
  /** The field's value at the run's first key; null where no field had the focus then. */
  valueBefore: string | null;
  /** Not null: the run is over and the next key starts another. After 'scan' the rest of a suffix is swallowed; after 'kept', where a
      text field kept the scan, Enter and Tab work as usual. 'unmarked' ended because no key came; it continues with a key whose
      timestamp shows that the machine had only halted, and then the whole code counts. */
  outcome: 'scan' | 'unmarked' | 'kept' | 'otherwise' | null;
}

export const noRun: Run = {
  keys: [],
  lastKeyAt: -Infinity,
  pause: Infinity,
  slowest: 0,
  isRest: false,
  valueBefore: null,
  outcome: 'otherwise',
};

const GROUP_SEPARATOR = '\u001d';
const MODIFIERS = /^(Shift|Control|Alt|AltGraph|CapsLock|NumLock)$/;
const isLineFeed = ({ key, code, ctrlKey }: Press) => ctrlKey && (code === 'KeyJ' || key === 'j');
const isSuffix = (press: Press): boolean =>
  isLineFeed(press) || (/^(Enter|Tab)$/.test(press.key) && !press.shiftKey && !press.ctrlKey && !press.altKey && !press.metaKey);
const isAtPace = (run: Run, { timeStamp }: Press): boolean => timeStamp - run.lastKeyAt <= SLOWEST_SCANNER;

/** The run of keys at a scanner's pace, including this one. Auto-repeat is as fast but is not a scan; Ctrl or Alt make a command, except
    Ctrl+], which is GS, the field separator of GS1 codes, and characters typed with AltGr. */
function runOf(run: Run, press: Press, fieldValue: string | null): Run {
  const { key, code, shiftKey, timeStamp } = press;
  const isGroupSeparator = press.ctrlKey && code === 'BracketRight' && run.keys.length > 0;
  const isCommand = (press.ctrlKey || press.altKey || press.metaKey) && !press.getModifierState('AltGraph') && !isGroupSeparator;
  const isModifier = MODIFIERS.test(key);
  if (press.repeat || (!isModifier && (isCommand || !writes(press)))) return { ...noRun, lastKeyAt: timeStamp };
  const continuesRun = isAtPace(run, press) && (run.outcome === null || run.outcome === 'unmarked' || isModifier);
  const { keys, ...started } = continuesRun
    ? { ...run, slowest: Math.max(run.slowest, timeStamp - run.lastKeyAt), outcome: isModifier ? run.outcome : null }
    : {
        keys: [],
        slowest: 0,
        isRest: run.outcome === null && run.keys.length > 0 && timeStamp - run.lastKeyAt <= QUIET,
        pause: run.outcome && run.outcome !== 'otherwise' ? Infinity : timeStamp - run.lastKeyAt,
        valueBefore: fieldValue,
        outcome: null,
      };
  if (isModifier) return { ...started, keys, lastKeyAt: timeStamp };
  return {
    ...started,
    keys: [
      ...keys,
      isGroupSeparator
        ? { key: GROUP_SEPARATOR, code: '', shiftKey: false }
        : { key, code, shiftKey, caps: press.getModifierState('CapsLock') },
    ],
    lastKeyAt: timeStamp,
  };
}

/** Whether the keys are a scan, `ended` by a suffix or not. Words that a person may have typed are never read by key places: without a
    suffix, or at a pace that a person can keep up, keys with a space or without a digit are words. */
export function isScan({ keys, pause, slowest, isRest, valueBefore, outcome }: Run, field: Field, ended: boolean): boolean {
  const isCertain = ended && slowest <= SCANNER_ONLY;
  const isShortEnough = isCertain || (ended && !valueBefore && field !== 'figure');
  if (outcome || isRest || keys.length < (isShortEnough ? SHORTEST_CODE : SHORTEST_UNMARKED)) return false;
  if (field === null) return true;
  if (field !== 'figure' && valueBefore && pause < TAKEN_UP) return false;
  // Nobody types a number of eight digits so fast, but perhaps 4000000.
  if (slowest > FASTEST_TYPING) return (ended && field !== 'figure' ? /^(?=.*\d)\S{6,}$/ : /^\d{8,}$/).test(readKeys(keys));
  return field === 'figure' || ended || /^\S*\d\S*$/.test(readKeys(keys));
}

/** What a key is to the run: the suffix that ends a scan, a further suffix key behind a scan, or an ordinary key. */
export function advanceRun(run: Run, press: Press, field: Field, fieldValue: string | null): [Run, 'ends' | 'behind' | 'itself'] {
  const gap = press.timeStamp - run.lastKeyAt;
  // What is a scan without a suffix may have a late one.
  const isInTime = isAtPace(run, press) || (gap <= QUIET && isScan(run, field, false));
  if (!isSuffix(press) || !isInTime) return [runOf(run, press, fieldValue), 'itself'];
  const isEnd = isScan({ ...run, slowest: Math.max(run.slowest, gap) }, field, true) || isScan(run, field, false);
  if (!isEnd && (!run.outcome || run.outcome === 'otherwise')) return [{ ...noRun, lastKeyAt: press.timeStamp }, 'itself'];
  // Ctrl+J would open the browser's downloads.
  if (run.outcome === 'kept' || (isEnd && field === 'text'))
    return [{ ...run, lastKeyAt: press.timeStamp, outcome: 'kept' }, isLineFeed(press) ? 'behind' : 'itself'];
  return [{ ...run, lastKeyAt: press.timeStamp, outcome: 'scan' }, isEnd ? 'ends' : 'behind'];
}

interface ScanOptions {
  /** Also takes scans typed into a number field, whose value is restored: people scan wherever the cursor is. */
  figures?: boolean;
  /** Belongs to a dialog: while one is open, other handlers get no scans. */
  dialog?: boolean;
}

const handlers: { current: ScanOptions & { onScan: (code: string) => void } }[] = [];
let run = noRun;
/* The target of the run's last key. */
let lastTarget: EventTarget | null = null;
let quietTimer: ReturnType<typeof setTimeout> | undefined;
/** The event that `press` dispatches itself; `listen` ignores it. */
let ownEvent: Event | null = null;
let scans = 0;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
function fieldOf(target: EventTarget | null): Field {
  if (!isField(target)) return null;
  const { figure, scans } = (target as HTMLElement).dataset;
  return figure !== undefined ? 'figure' : scans === undefined ? 'text' : scans === 'search' ? 'search' : 'words';
}

function press(field: HTMLElement, key: 'Enter' | 'Escape') {
  ownEvent = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  field.dispatchEvent(ownEvent);
}

const write = (field: HTMLInputElement, text: string) =>
  flushSync(() => {
    field.setRangeText(text, 0, field.value.length, text === run.valueBefore ? 'select' : 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });

function deliver(target: EventTarget | null, ended: boolean) {
  const field = fieldOf(target);
  const code = readKeys(run.keys).trim();
  scans += 1;
  if (field === 'words' || field === 'search') {
    write(target as HTMLInputElement, code);
    // As if typed. A search without a suffix is not submitted: more may follow.
    if (ended || field === 'words') press(target as HTMLInputElement, 'Enter');
    return;
  }
  // A number cell that the first key opened is closed unchanged.
  if (field === 'figure' && run.valueBefore === null) flushSync(() => press(target as HTMLInputElement, 'Escape'));
  else if (field === 'figure') write(target as HTMLInputElement, run.valueBefore!);
  // Read only now: restoring the number may have replaced the handler.
  const { figures, dialog, onScan } = handlers.at(-1)!.current;
  const isTaken = (field === null || figures) && (dialog || !document.querySelector('[aria-modal=true]'));
  if (isTaken) onScan(code);
  else sound(false);
}

/** Ends a run without a suffix, after no further key came. */
function endUnmarked(target: EventTarget | null) {
  const field = fieldOf(target);
  if (field === 'text' || !isScan(run, field, false)) return;
  run = { ...run, outcome: 'unmarked' };
  deliver(target, false);
}

function listen(event: KeyboardEvent) {
  if (event === ownEvent || event.isComposing) return;
  const { target } = event;
  clearTimeout(quietTimer);
  // The timer may be late because the page was busy.
  if (event.timeStamp - run.lastKeyAt > QUIET) endUnmarked(lastTarget);
  const field = fieldOf(target);
  const [next, role] = advanceRun(run, event, field, isField(target) ? (target as HTMLInputElement).value : null);
  [run, lastTarget] = [next, target];
  const isLater = field === null || next.keys.at(-1)?.key === GROUP_SEPARATOR;
  // A suffix would press the focused element or move the focus. The characters of a code must not trigger shortcuts or, as spaces,
  // buttons; the first one cannot be told from an ordinary key, nor can a key that is tapped quickly.
  if (role !== 'itself' || (isLater && !next.outcome && next.keys.some(({ key }) => key !== next.keys[0]!.key))) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (role === 'ends') deliver(target, true);
  else if (role === 'itself') quietTimer = setTimeout(() => endUnmarked(target), QUIET);
}

/** Whether a scan would go into the focused field itself instead of the handler. */
export const takesScans = (target: EventTarget | null): boolean => isField(target) && fieldOf(target) !== 'figure';

/** Runs a key's shortcut unless the key proves to be the first of a scan: on a French layout the 6 key types "-". */
export function unlessScanned(event: KeyPress, act: () => void): void {
  if (!event.code || usKey(event) === event.key) return act();
  const [[first], scansBefore] = [run.keys, scans];
  // A scan has at least three keys by then.
  setTimeout(() => scans === scansBefore && (run.keys[0] !== first || run.keys.length < 3) && act(), QUIET);
}

/** Handles scans made outside text fields. The component mounted last gets them; a scan into a number that no handler takes, or behind
    a dialog without a handler, sounds as an error. */
export function useScan(onScan: (code: string) => void, options: ScanOptions = {}): void {
  const handler = useRef({ ...options, onScan });
  // Before the browser paints, like `useShortcut`.
  useLayoutEffect(() => {
    handler.current = { ...options, onScan };
  });
  useLayoutEffect(() => {
    if (handlers.length === 0) window.addEventListener('keydown', listen, true);
    handlers.push(handler);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length > 0) return;
      window.removeEventListener('keydown', listen, true);
      clearTimeout(quietTimer);
    };
  }, []);
}

/** Keeps the scans made while a page is loading and passes them to that page's handler. */
export function useScansAhead(): void {
  const codes = useRef<string[]>([]);
  useScan((code) => codes.current.push(code));
  useEffect(() => {
    const scanned = codes.current;
    // The timeout lets the effects of the page that replaces this one run first.
    return () => void setTimeout(() => scanned.splice(0).forEach((code) => handlers.at(-1)?.current.onScan(code)));
  }, []);
}
