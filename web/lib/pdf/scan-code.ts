import { barsOf, prepareCodes, squareOf, type Place } from '../labels/code.ts';

/** A code to scan, in units of which its narrowest part is one: dark parts as the path of a drawing. */
export interface ScanCode {
  width: number;
  height: number;
  /** Units on each side that stay empty, so that a scanner finds it. */
  quiet: number;
  path: string;
}

/** How high bars are for their width: a hand finds them without aiming. */
const BARS = 0.18;

/** A square says anything, bars what stands on one line without Arabic letters: null where they cannot. */
export async function scanCodeOf(text: string, form: 'square' | 'bars', place: Place): Promise<ScanCode | null> {
  prepareCodes(place);
  const code = await (form === 'bars' ? barsOf(text) : squareOf(text));
  if (!code) return null;
  const {
    width,
    quiet: [quiet],
  } = code;
  const tall = form === 'bars' ? Math.round(width * BARS) : 1;
  const path = [...code.dark].map((dark, at) => (dark ? `M${at % width} ${Math.floor(at / width)}h1v${tall}h-1z` : '')).join('');
  return { width, height: code.height * tall, quiet, path };
}
