import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A code to scan, as squares of one unit: dark ones as the path of a drawing. */
export interface Qr {
  size: number;
  path: string;
}

/** overrides: where the encoder's own code comes from. */
export async function qrOf(text: string, overrides: { locateFile: () => string } | { wasmBinary: ArrayBuffer }): Promise<Qr> {
  prepareZXingModule({ overrides });
  const { symbol: { data, width }, error } = await writeBarcode(text, { format: 'QRCode', ecLevel: 'M' });
  if (error) throw new Error(error);
  const path = [...data].map((shade, at) => (shade === 0 ? `M${at % width} ${Math.floor(at / width)}h1v1h-1z` : '')).join('');
  return { size: width, path };
}
