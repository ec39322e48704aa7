import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { readKeys, usKey, writes, type KeyPress } from './key-places.ts';
import { sound } from './sound.ts';

/* A wedge scanner types like a keyboard, only faster than anybody goes on typing. Over Bluetooth it pauses for up to 60 ms. It ends with Enter, Tab,
   CR LF, which is Enter and Ctrl+J or Enter twice, or with nothing. */
const FASTEST_TYPING = 60;
/* After so long without a key a run is over: whoever falters on the way goes on sooner. */
const QUIET = 120;
/* A scanner or a machine that falters is not somebody who takes up the scanner. */
const TAKEN_UP = 300;
const SHORTEST_CODE = 4;
/* In a figure, behind what is written, or with no end of its own: longer than what anybody types at that pace, or orders. */
const SHORTEST_UNMARKED = 6;

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'timeStamp' | 'getModifierState'
>;

/** What a scan is to the field that has the focus: a figure is never meant and keeps what stood in it; words take it (data-scans), and
    where it says "search", find it while it is typed; any other text only keeps it. null is no field. */
export type Field = 'figure' | 'words' | 'search' | 'text' | null;

export interface Run {
  keys: readonly KeyPress[];
  at: number;
  /** Milliseconds since the key before its first one. */
  pause: number;
  /** What stood in the field when its first key came; null where no field had the focus then. */
  before: string | null;
  /** The next key begins another. Behind a scan, what the scanner still sends to end it is nobody's; behind one that a text only kept, Enter
      and Tab are what they are. One that ended because no key came goes on with a key whose time says that it was on its way: the machine had
      halted, and the whole code is meant. */
  over: 'scan' | 'unmarked' | 'kept' | 'otherwise' | null;
}

export const noRun: Run = { keys: [], at: -Infinity, pause: Infinity, before: null, over: 'otherwise' };

const GROUP_SEPARATOR = '\u001d';
const MODIFIERS = /^(Shift|Control|Alt|AltGraph|CapsLock|NumLock)$/;
const isLineFeed = ({ key, code, ctrlKey }: Press) => ctrlKey && (code === 'KeyJ' || key === 'j');
const isSuffix = (press: Press): boolean =>
  isLineFeed(press) || (/^(Enter|Tab)$/.test(press.key) && !press.shiftKey && !press.ctrlKey && !press.altKey && !press.metaKey);
const isAtPace = (run: Run, { timeStamp }: Press): boolean => timeStamp - run.at <= FASTEST_TYPING;

/** The keys that came at a scanner's pace, with this one. A key held down repeats as fast, and is no scan; with Ctrl or Alt it is an order, but GS,
    which parts the fields of a GS1 code, comes as Ctrl+], and signs of some layouts with AltGr. */
function runOf(run: Run, press: Press, stands: string | null): Run {
  const { key, code, shiftKey, timeStamp } = press;
  const isGroupSeparator = press.ctrlKey && code === 'BracketRight' && run.keys.length > 0;
  const orders = (press.ctrlKey || press.altKey || press.metaKey) && !press.getModifierState('AltGraph') && !isGroupSeparator;
  const isModifier = MODIFIERS.test(key);
  if (press.repeat || (!isModifier && (orders || !writes(press)))) return { ...noRun, at: timeStamp };
  const goesOn = isAtPace(run, press) && (run.over === null || run.over === 'unmarked' || isModifier);
  const { keys, ...begun } = goesOn
    ? { ...run, over: isModifier ? run.over : null }
    : { keys: [], pause: run.over && run.over !== 'otherwise' ? Infinity : timeStamp - run.at, before: stands, over: null };
  if (isModifier) return { ...begun, keys, at: timeStamp };
  return {
    ...begun,
    keys: [
      ...keys,
      isGroupSeparator
        ? { key: GROUP_SEPARATOR, code: '', shiftKey: false }
        : { key, code, shiftKey, caps: press.getModifierState('CapsLock') },
    ],
    at: timeStamp,
  };
}

/** Whether somebody scanned, with an end to it or without. Words are never read by their keys' places as long as a person may have typed them:
    without an end, what has a space in it or no digit is words. */
export function isScan({ keys, pause, before, over }: Run, field: Field, ended: boolean): boolean {
  if (over || keys.length < (ended && !before && field !== 'figure' ? SHORTEST_CODE : SHORTEST_UNMARKED)) return false;
  return field === null || field === 'figure' || ((!before || pause >= TAKEN_UP) && (ended || /^\S*\d\S*$/.test(readKeys(keys))));
}

/** With this key: whether it ends a scan, is what a scanner sends behind its scan, or is itself. */
export function hearKey(run: Run, press: Press, field: Field, stands: string | null): [Run, 'ends' | 'behind' | 'itself'] {
  if (!isSuffix(press) || !isAtPace(run, press)) return [runOf(run, press, stands), 'itself'];
  const ends = isScan(run, field, true);
  if (!ends && (!run.over || run.over === 'otherwise')) return [{ ...noRun, at: press.timeStamp }, 'itself'];
  // Nobody behind a scan asks for the downloads.
  if (run.over === 'kept' || (ends && field === 'text'))
    return [{ ...run, at: press.timeStamp, over: 'kept' }, isLineFeed(press) ? 'behind' : 'itself'];
  return [{ ...run, at: press.timeStamp, over: 'scan' }, ends ? 'ends' : 'behind'];
}

interface Hears {
  /** Also where the cursor stands in a figure, which keeps what stood in it: a scanner does not look where it types. */
  figures?: boolean;
  /** It is a dialog's: other handlers do not hear while one is open. */
  dialog?: boolean;
}

const handlers: { current: Hears & { hear: (code: string) => void } }[] = [];
let run = noRun;
/* Where its last key went. */
let last: EventTarget | null = null;
let quiet: ReturnType<typeof setTimeout> | undefined;
/** A key that was made here. */
let made: Event | null = null;
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
  made = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  field.dispatchEvent(made);
}

const write = (field: HTMLInputElement, text: string) =>
  flushSync(() => {
    field.setRangeText(text, 0, field.value.length, text === run.before ? 'select' : 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });

function hear(target: EventTarget | null, ended: boolean) {
  const field = fieldOf(target);
  const code = readKeys(run.keys).trim();
  scans += 1;
  if (field === 'words' || field === 'search') {
    write(target as HTMLInputElement, code);
    // As if it was typed. What is found while it is typed is not opened before anything says that this is all.
    if (ended || field === 'words') press(target as HTMLInputElement, 'Enter');
    return;
  }
  // Opened by the first key, as a cell of a sheet is, it closes as it was.
  if (field === 'figure' && run.before === null) flushSync(() => press(target as HTMLInputElement, 'Escape'));
  else if (field === 'figure') write(target as HTMLInputElement, run.before!);
  // By whom it is rendered anew with the figure put back.
  const { figures, dialog, hear: heard } = handlers.at(-1)!.current;
  const isHeard = (field === null || figures) && (dialog || !document.querySelector('[aria-modal=true]'));
  if (isHeard) heard(code);
  else sound(false);
}

/** No key came behind it. */
function endUnmarked(target: EventTarget | null) {
  const field = fieldOf(target);
  if (field === 'text' || !isScan(run, field, false)) return;
  run = { ...run, over: 'unmarked' };
  hear(target, false);
}

function listen(event: KeyboardEvent) {
  if (event === made || event.isComposing) return;
  const { target } = event;
  clearTimeout(quiet);
  // The page was busy.
  if (event.timeStamp - run.at > QUIET) endUnmarked(last);
  const field = fieldOf(target);
  const [next, is] = hearKey(run, event, field, isField(target) ? (target as HTMLInputElement).value : null);
  [run, last] = [next, target];
  const isLater = field === null || next.keys.at(-1)?.key === GROUP_SEPARATOR;
  // A suffix would press whatever has the focus, or take it away. The letters of a code are no shortcuts, and its spaces press nothing; the first
  // one cannot be told from a key press.
  if (is !== 'itself' || (isLater && !next.over && next.keys.length > 1)) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (is === 'ends') hear(target, true);
  else if (is === 'itself') quiet = setTimeout(() => endUnmarked(target), QUIET);
}

/** Whether a scan goes into what has the focus instead, as into a field of words. */
export const takesScans = (target: EventTarget | null): boolean => isField(target) && fieldOf(target) !== 'figure';

/** Does what a key that writes means by itself, unless it proves to be the first of a scan: through a French layout a 6 comes as "-". */
export function unlessScanned(event: KeyPress, act: () => void): void {
  if (!event.code || usKey(event) === event.key) return act();
  const [[first], heard] = [run.keys, scans];
  // By then a scan has three keys.
  setTimeout(() => scans === heard && (run.keys[0] !== first || run.keys.length < 3) && act(), QUIET);
}

/** Hears a scan made outside any field. The page that mounted last is the one that hears it; in a figure that nobody hears, or beside a dialog
    that does not, it is heard as wrong. */
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
      if (handlers.length > 0) return;
      window.removeEventListener('keydown', listen, true);
      clearTimeout(quiet);
    };
  }, []);
}

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
