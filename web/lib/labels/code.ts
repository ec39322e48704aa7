/* The codes on labels, in modules; a label decides how many dots a module has. */
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

export interface Code {
  /** Size in modules; 1 in `dark` is a dark one. Bars have one row. */
  width: number;
  height: number;
  dark: Uint8Array;
  /** Light modules that a scanner needs before and after the code. */
  quiet: readonly [number, number];
}

/** The symbology of shop scanners for as many digits, and the light modules that it needs (GS1 General Specifications 5.2.3.4). */
const goods = {
  8: { format: 'EAN8', quiet: [7, 7] },
  12: { format: 'UPCA', quiet: [9, 9] },
  13: { format: 'EAN13', quiet: [11, 7] },
} as const;
const anyText = { format: 'Code128', quiet: [10, 10] } as const;

/** EAN-13, UPC-A or EAN-8 for a GTIN, which its check digit shows (GS1 General Specifications 7.9), else Code 128. */
export function symbologyOf(text: string): (typeof goods)[keyof typeof goods] | typeof anyText {
  if (!/^(?:\d{8}|\d{12,13})$/.test(text)) return anyText;
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return sum % 10 === 0 ? goods[text.length as keyof typeof goods] : anyText;
}

/** The source of the encoder's WebAssembly. */
export type WasmLocation = { locateFile: () => string } | { wasmBinary: ArrayBuffer };

let prepared = false;
export function prepareCodes(overrides: WasmLocation): void {
  if (!prepared) prepareZXingModule({ overrides });
  prepared = true;
}

async function write(text: string, options: WriterOptions): Promise<{ data: ArrayLike<number>; width: number; height: number } | null> {
  const { symbol, error } = await writeBarcode(text, { ...options, scale: 1, addQuietZones: false });
  return error ? null : symbol;
}

const cache = new Map<string, Promise<Code | null>>();
const maxCached = 5_000;

/** null: the text cannot be encoded, for example Arabic letters. */
export function barsOf(text: string): Promise<Code | null> {
  const cached = cache.get(text);
  if (cached) return cached;
  if (cache.size >= maxCached) cache.clear();
  const { format, quiet } = symbologyOf(text);
  const encoded = write(text, { format }).then(
    (symbol) =>
      symbol && {
        width: symbol.width,
        height: 1,
        dark: Uint8Array.from({ length: symbol.width }, (_, index) => (symbol.data[index] === 0 ? 1 : 0)),
        quiet,
      },
    () => null,
  );
  cache.set(text, encoded);
  return encoded;
}

/** A QR code, for texts such as a user's id that are too long for bars on common labels. */
export async function squareOf(text: string): Promise<Code | null> {
  const symbol = await write(text, { format: 'QRCode', ecLevel: 'M' });
  return (
    symbol && {
      width: symbol.width,
      height: symbol.height,
      dark: Uint8Array.from({ length: symbol.width * symbol.height }, (_, index) => (symbol.data[index] === 0 ? 1 : 0)),
      quiet: [4, 4],
    }
  );
}
