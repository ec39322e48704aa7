import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { qrOf } from './qr.ts';

const wasm = async (name: string) => {
  const { buffer, byteOffset, byteLength } = await readFile(join(process.cwd(), `node_modules/zxing-wasm/dist/${name}/zxing_${name}.wasm`));
  return { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer };
};

it('what is drawn reads as what was written', async () => {
  const text = btoa(String.fromCharCode(...new TextEncoder().encode('دار نور 300000000000003 2026-11-24T02:00:00Z 115.00 15.00'.repeat(3))));
  const { size, path } = await qrOf(text, await wasm('writer'));
  const [unit, side] = [4, (size + 8) * 4];
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < unit * unit; at += 1) {
      const pixel = (Number(y) * unit + 16 + Math.floor(at / unit)) * side + Number(x) * unit + 16 + (at % unit);
      data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  prepareZXingModule({ overrides: await wasm('reader') });
  expect((await readBarcodes({ data, width: side, height: side, colorSpace: 'srgb' } as ImageData)).map((read) => [read.format, read.text])).toEqual([['QRCode', text]]);
});
