import { barsOf, prepareCodes, squareOf, type WasmLocation } from '../labels/code.ts';

/** A code to scan, in modules: its dark parts as an SVG path. */
export interface ScanCode {
  width: number;
  height: number;
  /** Modules on each side that stay empty for the scanner. */
  quiet: number;
  path: string;
}

/** The height of bars in relation to their width, so that they are easy to scan by hand. */
const BARS = 0.18;

/** A QR code encodes any text, bars only a line without Arabic letters: null where they cannot. */
export async function scanCodeOf(text: string, form: 'square' | 'bars', place: WasmLocation): Promise<ScanCode | null> {
  prepareCodes(place);
  const code = await (form === 'bars' ? barsOf(text) : squareOf(text));
  if (!code) return null;
  const {
    width,
    quiet: [quiet],
  } = code;
  const tall = form === 'bars' ? Math.round(width * BARS) : 1;
  const path = [...code.dark].map((dark, index) => (dark ? `M${index % width} ${Math.floor(index / width)}h1v${tall}h-1z` : '')).join('');
  return { width, height: code.height * tall, quiet, path };
}
