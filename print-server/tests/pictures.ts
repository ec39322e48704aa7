/* Pictures to print, made without a browser. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Bitmap } from '../src/bitmap.js';

const chunk = (kind: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

export function header(width: number, height: number, kind = [1, 0, 0, 0, 0]): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set(kind, 8);
  return content;
}

export const pngOf = (head: Buffer, rows: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A picture with dots derived from a seed; different seeds look different. `alike` repeats rows, as in barcodes. */
export function bitmap(width: number, height: number, seed = 1, alike = 1): Bitmap {
  const stride = Math.ceil(width / 8);
  const dots = Buffer.alloc(stride * height);
  let state = seed * 2_654_435_761;
  for (let y = 0; y < height; y++) {
    if (y % alike > 0) dots.copyWithin(y * stride, (y - 1) * stride, y * stride);
    else
      for (let x = 0; x < width; x++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        if (state > 0xc000_0000) dots[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
      }
  }
  return { width, height, stride, dots };
}

/** Encodes as a browser might, with any of the five filters per row. */
export function png({ width, height, stride, dots }: Bitmap, filterOf: (y: number) => number = () => 0): Buffer {
  const raw = Buffer.from(dots.map((byte) => ~byte));
  const rows = Buffer.alloc((stride + 1) * height);
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : raw[y * stride + x]!);
  for (let y = 0; y < height; y++) {
    const filter = (rows[y * (stride + 1)] = filterOf(y));
    for (let x = 0; x < stride; x++) {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const near = [left, up, corner].reduce((best, one) =>
        Math.abs(left + up - corner - one) < Math.abs(left + up - corner - best) ? one : best,
      );
      rows[y * (stride + 1) + 1 + x] = at(x, y) - [0, left, up, (left + up) >> 1, near][filter]!;
    }
  }
  return pngOf(header(width, height), rows);
}

export const page = (seed = 1, copies = 1, [width, height]: [number, number] = [400, 240], alike = 1) => ({
  png: png(bitmap(width, height, seed, alike), () => 2).toString('base64'),
  copies,
});

/** Reads a grey or colour PNG of another program, with eight bits per channel, as dots. */
export function readShades(png: Buffer): Bitmap {
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25] as 0 | 2 | 4 | 6];
  if (depth !== 8) throw new Error(`${depth} bits`);
  const size = { 0: 1, 2: 3, 4: 2, 6: 4 }[kind];
  const packed: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const rows = inflateSync(Buffer.concat(packed));
  const across = width * size;
  const out = Buffer.alloc(across * height);
  const dots = Buffer.alloc(Math.ceil(width / 8) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < across; x++) {
      const [left, up, corner] = [
        x >= size ? out[y * across + x - size]! : 0,
        y > 0 ? out[(y - 1) * across + x]! : 0,
        x >= size && y > 0 ? out[(y - 1) * across + x - size]! : 0,
      ];
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      out[y * across + x] =
        rows[y * (across + 1) + 1 + x]! +
        [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][rows[y * (across + 1)]!]!;
      if (x % size === 0 && out[y * across + x]! < 128) dots[y * Math.ceil(width / 8) + ((x / size) >> 3)]! |= 0x80 >> ((x / size) & 7);
    }
  }
  return { width, height, stride: Math.ceil(width / 8), dots };
}

/** The number of dots that differ; all of them if the sizes do. */
export function differing(one: Bitmap, other: Bitmap): number {
  if (one.width !== other.width || one.height !== other.height) return one.width * one.height;
  return one.dots.reduce((sum, byte, index) => sum + (byte ^ other.dots[index]!).toString(2).replaceAll('0', '').length, 0);
}
