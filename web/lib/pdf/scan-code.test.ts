import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { scanCodeOf } from './scan-code.ts';

const wasm = async (name: string) => {
  const { buffer, byteOffset, byteLength } = await readFile(join(process.cwd(), `node_modules/zxing-wasm/dist/${name}/zxing_${name}.wasm`));
  return { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer };
};

/** What a scanner reads of the code on white paper. */
async function read(text: string, form: 'square' | 'bars'): Promise<unknown> {
  const code = await scanCodeOf(text, form, await wasm('writer'));
  if (!code) return null;
  const unit = 4;
  const [wide, high] = [(code.width + 2 * code.quiet) * unit, (code.height + 2 * code.quiet) * unit];
  const data = new Uint8ClampedArray(wide * high * 4).fill(255);
  for (const [, x, y, tall] of code.path.matchAll(/M(\d+) (\d+)h1v(\d+)h-1z/g)) {
    for (let row = 0; row < Number(tall) * unit; row += 1) {
      const from = ((Number(y) + code.quiet) * unit + row) * wide + (Number(x) + code.quiet) * unit;
      for (let pixel = from; pixel < from + unit; pixel += 1) data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  prepareZXingModule({ overrides: await wasm('reader') });
  return (await readBarcodes({ data, width: wide, height: high, colorSpace: 'srgb' } as ImageData)).map((one) => [one.format, one.text]);
}

it('drawn codes are read back as the same text', async () => {
  const text = btoa(
    String.fromCharCode(...new TextEncoder().encode('دار نور 300000000000003 2026-11-24T02:00:00Z 115.00 15.00'.repeat(3))),
  );
  expect(await read(text, 'square')).toEqual([['QRCode', text]]);
  for (const number of ['SA-ZAM-N1-2026-0001', '3E70-0001']) expect(await read(number, 'bars')).toEqual([['Code128', number]]);
  // A UPC-A has the bars of the EAN-13 with a 0 before it.
  for (const [format, number, leading] of [
    ['EAN13', '6221234567013', ''],
    ['EAN8', '96385074', ''],
    ['EAN13', '036000291452', '0'],
  ])
    expect(await read(number!, 'bars')).toEqual([[format, `${leading}${number}`]]);
  // Arabic cannot be encoded as bars.
  expect(await read('إيصال', 'bars')).toBeNull();
});
