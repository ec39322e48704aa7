import { crc32, inflateSync } from 'node:zlib';
import { Refusal } from './refusal.js';

/**
 * A black-and-white image for a printer: 1 is black, each row begins at a byte, and the unused bits of its last byte are white.
 * @typedef {{ width: number, height: number, stride: number, dots: Buffer }} Bitmap
 */

// An A4 sheet at 300 dpi, or two metres of a receipt; nothing larger is a label.
const maxWidth = 2_560;
const maxHeight = 20_000;
const maxDots = 9_000_000;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const malformed = () => new Refusal(422, 'picture_malformed');

/**
 * Reads only PNGs of one bit per dot without colours or interlacing. The size is checked before anything is unpacked.
 * @param {Buffer} png
 * @returns {Bitmap}
 */
export function readBitmap(png) {
  const { header, packed } = parts(png);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  // Bit depth 1, greyscale, the standard compression and filter methods, not interlaced.
  if (header.readUIntBE(8, 5) !== 0x01_00_00_00_00) throw new Refusal(422, 'picture_not_one_bit');
  if (width < 1 || height < 1) throw malformed();
  if (width > maxWidth || height > maxHeight || width * height > maxDots) throw new Refusal(413, 'picture_too_large');
  const stride = Math.ceil(width / 8);
  const rows = unpack(packed, (stride + 1) * height);
  return { width, height, stride, dots: invert(unfilter(rows, stride, height), width, stride) };
}

/** @param {Buffer} png */
function parts(png) {
  if (!png.subarray(0, 8).equals(signature)) throw malformed();
  /** @type {Buffer | undefined} */
  let header;
  /** @type {Buffer[]} */
  const packed = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) throw malformed();
    const kind = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, end - 4);
    if ((kind === 'IHDR') !== !header) throw malformed();
    if (kind === 'IHDR' && content.length === 13) header = content;
    else if (kind === 'IDAT') packed.push(content);
    else if (kind === 'IEND' && header && packed.length > 0 && end === png.length) return { header, packed: Buffer.concat(packed) };
    at = end;
  }
  throw malformed();
}

/** @param {Buffer} packed @param {number} size */
function unpack(packed, size) {
  try {
    const rows = inflateSync(packed, { maxOutputLength: size });
    if (rows.length === size) return rows;
  } catch {
    // Refused below, like data of the wrong length.
  }
  throw malformed();
}

/** Undoes the PNG filter that each row names. @param {Buffer} rows @param {number} stride @param {number} height */
function unfilter(rows, stride, height) {
  const dots = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1);
    const filter = /** @type {number} */ (rows[from]);
    if (filter > 4) throw malformed();
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x > 0 ? dots[at - 1] : 0;
      const up = y > 0 ? dots[at - stride] : 0;
      const corner = x > 0 && y > 0 ? dots[at - stride - 1] : 0;
      dots[at] = /** @type {number} */ (rows[from + 1 + x]) + predict(filter, left ?? 0, up ?? 0, corner ?? 0);
    }
  }
  return dots;
}

/** @param {number} filter @param {number} left @param {number} up @param {number} corner */
function predict(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Inverts the dots, since in a PNG 1 is white. @param {Buffer} dots @param {number} width @param {number} stride */
function invert(dots, width, stride) {
  const last = (0xff << (stride * 8 - width)) & 0xff;
  for (let at = 0; at < dots.length; at++) dots[at] = ~(/** @type {number} */ (dots[at])) & (at % stride === stride - 1 ? last : 0xff);
  return dots;
}
