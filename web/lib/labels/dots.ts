/* Dots of a thermal printer, and their encoding as PNG. */
import { zlibSync } from 'fflate';

/** In millimetres. */
export interface Size {
  width: number;
  height: number;
}

/** A bitmap: 1 is black; each row starts at a byte. */
export interface Dots extends Size {
  stride: number;
  bits: Uint8Array<ArrayBuffer>;
}

/** "203 dpi" is exactly eight dots per millimetre. */
export const dotsPerMm = (dpi: number): number => (dpi === 203 ? 8 : dpi / 25.4);

export const inDots = ({ width, height }: Size, dpi: number): Size => ({
  width: Math.round(width * dotsPerMm(dpi)),
  height: Math.round(height * dotsPerMm(dpi)),
});

/** Darker than half grey becomes black, because the printer has no shades. */
export function dotsOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Dots {
  const stride = Math.ceil(width / 8);
  const bits = new Uint8Array(stride * height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index += 4) {
      // Everything drawn is grey, so the red channel is enough.
      if ((data[index] as number) < 128) bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return { width, height, stride, bits };
}

/** The bitmap for a screen. */
export function imageOf({ width, height, stride, bits }: Dots): ImageData {
  const image = new ImageData(width, height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index += 4) {
      const shade = (bits[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 0 : 255;
      image.data.set([shade, shade, shade, 255], index);
    }
  }
  return image;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let sum = index;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});
const crcOf = (bytes: Uint8Array) => ~bytes.reduce((sum, byte) => table[(sum ^ byte) & 0xff]! ^ (sum >>> 8), 0xffffffff) >>> 0;

function chunk(kind: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(kind), 4);
  bytes.set(content, 8);
  view.setUint32(8 + content.length, crcOf(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

/** A PNG with one bit per dot, the only format that the print server takes. In it 1 is white. */
export function pngOf({ width, height, stride, bits }: Dots): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head[8] = 1;
  // PNG filter 2 stores each row as its difference from the row above, because bars repeat.
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    rows[y * (stride + 1)] = 2;
    for (let x = 0; x < stride; x++) rows[y * (stride + 1) + 1 + x] = ~bits[y * stride + x]! - (y > 0 ? ~bits[(y - 1) * stride + x]! : 0);
  }
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', zlibSync(rows)),
    chunk('IEND', new Uint8Array(0)),
  ];
  const png = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In chunks, because a large picture has too many bytes for arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
