/* The codes on labels, as modules: how wide one is in dots is the label's affair. */
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

export interface Code {
  /** Modules across and down, 1 for a dark one; bars are one row. */
  width: number;
  height: number;
  dark: Uint8Array;
  /** Light modules that a scanner needs before and after it. */
  quiet: readonly [number, number];
}

/** EAN-13 by its check digit (GS1 General Specifications 7.9): thirteen other digits are a number like any. */
export function isEan13(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  return [...text].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10 === 0;
}

/** Where the encoder's own code comes from. */
export type Place = { locateFile: () => string } | { wasmBinary: ArrayBuffer };

let prepared = false;
export function prepareCodes(overrides: Place): void {
  if (!prepared) prepareZXingModule({ overrides });
  prepared = true;
}

async function write(text: string, options: WriterOptions): Promise<{ data: ArrayLike<number>; width: number; height: number } | null> {
  const { symbol, error } = await writeBarcode(text, { ...options, scale: 1, addQuietZones: false });
  return error ? null : symbol;
}

const known = new Map<string, Promise<Code | null>>();
const most = 5_000;

/** null: no bars can say it, such as Arabic letters. */
export function barsOf(text: string): Promise<Code | null> {
  const kept = known.get(text);
  if (kept) return kept;
  if (known.size >= most) known.clear();
  const ean = isEan13(text);
  const made = write(text, { format: ean ? 'EAN13' : 'Code128' }).then(
    (symbol) =>
      symbol && {
        width: symbol.width,
        height: 1,
        dark: Uint8Array.from({ length: symbol.width }, (_, at) => (symbol.data[at] === 0 ? 1 : 0)),
        quiet: ean ? ([11, 7] as const) : ([10, 10] as const),
      },
    () => null,
  );
  known.set(text, made);
  return made;
}

/** A person's id is too long for bars on any usual label. */
export async function squareOf(text: string): Promise<Code | null> {
  const symbol = await write(text, { format: 'QRCode', ecLevel: 'M' });
  return (
    symbol && {
      width: symbol.width,
      height: symbol.height,
      dark: Uint8Array.from({ length: symbol.width * symbol.height }, (_, at) => (symbol.data[at] === 0 ? 1 : 0)),
      quiet: [4, 4],
    }
  );
}
