import { latinDigits } from '@functions/_shared/numbers.ts';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> & { caps?: boolean };

/** The characters of each key on the US layout, which scanners type on: unshifted and shifted. */
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

/** The character this key has on the US layout; undefined for keys that write nothing and where `code` is missing. */
export const usKey = ({ code, shiftKey, caps }: Omit<KeyPress, 'key'>): string | undefined =>
  places[code]?.[(code.startsWith('Key') ? shiftKey !== Boolean(caps) : shiftKey) ? 1 : 0];

/** Whether the key writes text. A key of some layouts writes two letters (لا) or waits for the next one (Dead). */
export const writes = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): boolean =>
  key.length === 1 || (code in places && (key.length === 2 || key === 'Dead'));

const onDigits = ({ code }: KeyPress) => code.startsWith('Digit');
const isForeign = ({ key }: KeyPress) => key.length > 1 || key > '~';

/** The code that a scanner meant. A scanner presses the keys of a US keyboard, or of the layout it was set up for, and the system turns
    them into characters of its own layout. A whole run is read either by its characters or by its keys' places on the US layout:
    – A digit typed with Shift: the scanner is set up for this layout (AZERTY), so all characters are right, even "-" on the 6 key.
    – A character outside ASCII (ي, é, a dead key), or a sign on a digit key that the US layout does not have there (& on 1): the
    scanner's layout is another, so every key is read by its place, also those that gave ASCII.
    – Otherwise the characters: A on AZERTY or Z on QWERTZ among plain digits is ambiguous, and most scanners are set up right.
    A key without `code` (synthetic events, some phones) is read by its character. */
export function readKeys(keys: readonly KeyPress[]): string {
  const isSetUp = keys.some((press) => onDigits(press) && press.shiftKey && /^\d$/.test(press.key));
  const byPlace =
    !isSetUp && keys.some((press) => isForeign(press) || (onDigits(press) && !press.shiftKey && !places[press.code]?.includes(press.key)));
  return latinDigits(keys.map((press) => ((byPlace || press.key === 'Dead') && usKey(press)) || press.key).join(''));
}
