import { toLatinDigits } from '@/lib/numerals.ts';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> & { caps?: boolean };

/** What stands on each key of the US layout, which scanners type on: alone, and with Shift. */
const places: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [`Key${letter}`, letter.toLowerCase() + letter]),
  ...[...')!@#$%^&*('].map((sign, digit) => [`Digit${digit}`, `${digit}${sign}`]),
  ...[...'0123456789'].map((digit) => [`Numpad${digit}`, digit + digit]),
  ['Minus', '-_'],
  ['Equal', '=+'],
  ['BracketLeft', '[{'],
  ['BracketRight', ']}'],
  ['Backslash', '\\|'],
  ['Semicolon', ';:'],
  ['Quote', '\'"'],
  ['Backquote', '`~'],
  ['Comma', ',<'],
  ['Period', '.>'],
  ['Slash', '/?'],
  ['Space', '  '],
  ['NumpadAdd', '++'],
  ['NumpadSubtract', '--'],
  ['NumpadMultiply', '**'],
  ['NumpadDivide', '//'],
  ['NumpadDecimal', '..'],
]);

/** What the US layout has where this key is; nothing for keys that write nothing, and where the place is not told. */
export const usKey = ({ code, shiftKey, caps }: Omit<KeyPress, 'key'>): string | undefined =>
  places[code]?.[(code.startsWith('Key') ? shiftKey !== Boolean(caps) : shiftKey) ? 1 : 0];

/** A layout's key may write two letters at once (لا), or wait for the next one (Dead). */
export const writes = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): boolean =>
  key.length === 1 || (code in places && (key.length === 2 || key === 'Dead'));

const onDigits = ({ code }: KeyPress) => code.startsWith('Digit');
const isForeign = ({ key }: KeyPress) => key.length > 1 || key > '~';

/** The code that a scanner meant. It knows no layout: it presses the keys of a US keyboard, or of the one it was set up for, and the system makes
    letters of them. Either the run as a whole is what the letters say, or what the places say:
    – A digit that needed Shift: the scanner was set up for this layout (AZERTY), and the letters are right, "-" on the place of 6 and all.
    – A letter that is not ASCII (ي, é, a dead key), or a sign alone on the place of a digit that the US layout does not have there (& on 1):
      another layout than the scanner's, and each key is read by its place, also those that happen to be ASCII.
    – Else the letters: of A on AZERTY or Z on QWERTZ, among plain digits, no one can tell which was meant, and a scanner is usually set up right.
    Without its place (a made event, some phones) a key is what it says. */
export function readKeys(keys: readonly KeyPress[]): string {
  const isSetUp = keys.some((press) => onDigits(press) && press.shiftKey && /^\d$/.test(press.key));
  const byPlace =
    !isSetUp && keys.some((press) => isForeign(press) || (onDigits(press) && !press.shiftKey && !places[press.code]?.includes(press.key)));
  return toLatinDigits(keys.map((press) => ((byPlace || press.key === 'Dead') && usKey(press)) || press.key).join(''));
}
