import { crc32, inflateSync } from 'node:zlib';
import { Refusal } from './refusal.js';

/**
 * Dots as a printer burns them: 1 is black, each row begins on a byte of its own, and what fills its last byte is white.
 * @typedef {{ width: number, height: number, stride: number, dots: Buffer }} Bitmap
 */

// An A4 sheet at 300 dpi, or two metres of a receipt: what is larger is no label.
const widest = 2_560;
const highest = 20_000;
const most = 9_000_000;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const malformed = () => new Refusal(422, 'picture_malformed');

/**
 * Reads a PNG of one bit a dot and nothing else: no colours, no interlacing. Its size is known before a byte of it is unpacked.
 * @param {Buffer} png
 * @returns {Bitmap}
 */
export function readBitmap(png) {
  const { header, packed } = parts(png);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  // One bit, grey, and the only ways of packing and filtering that there are, not interlaced.
  if (header.readUIntBE(8, 5) !== 0x01_00_00_00_00) throw new Refusal(422, 'picture_not_one_bit');
  if (width < 1 || height < 1) throw malformed();
  if (width > widest || height > highest || width * height > most) throw new Refusal(413, 'picture_too_large');
  const stride = Math.ceil(width / 8);
  const rows = unpack(packed, (stride + 1) * height);
  return { width, height, stride, dots: blackened(unfilter(rows, stride, height), width, stride) };
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
    // Too long, too short or nonsense: all the same to who sent it.
  }
  throw malformed();
}

/** Each row of a PNG says how it was foretold from its neighbours. @param {Buffer} rows @param {number} stride @param {number} height */
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
      dots[at] = /** @type {number} */ (rows[from + 1 + x]) + foretold(filter, left ?? 0, up ?? 0, corner ?? 0);
    }
  }
  return dots;
}

/** @param {number} filter @param {number} left @param {number} up @param {number} corner */
function foretold(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** In a PNG 1 is white. @param {Buffer} dots @param {number} width @param {number} stride */
function blackened(dots, width, stride) {
  const last = (0xff << (stride * 8 - width)) & 0xff;
  for (let at = 0; at < dots.length; at++) dots[at] = ~(/** @type {number} */ (dots[at])) & (at % stride === stride - 1 ? last : 0xff);
  return dots;
}
