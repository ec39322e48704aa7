/* Encodes bitmaps in printers' languages. Printer commands are written only here: browsers send nothing but dots. */
import { millimetres } from './dots.js';
import { pdf } from './pdf.js';

/** @typedef {import('./bitmap.js').Bitmap} Bitmap */
/** @typedef {{ bitmap: Bitmap, copies: number }} Page */
/** @typedef {{ dpi: number, cut: boolean, drawer: boolean }} Way */
/** @typedef {(pages: Iterable<Page>, way: Way) => Iterable<Buffer>} Language */

/** Zebra and compatible printers. The printer repeats copies itself, so the image is sent once. @type {Language} */
function* zpl(pages) {
  for (const {
    bitmap: { width, height, stride, dots },
    copies,
  } of pages) {
    const size = stride * height;
    yield Buffer.from(
      `^XA^PON^PMN^LRN^LH0,0^LS0^PW${width}^LL${height}^FO0,0^GFA,${size},${size},${stride},${dots.toString('hex').toUpperCase()}^FS^PQ${copies}^XZ\n`,
      'latin1',
    );
  }
}

/** TSC and compatible printers: 0 is black. @type {Language} */
function* tspl(pages, { dpi }) {
  for (const {
    bitmap: { width, height, stride, dots },
    copies,
  } of pages) {
    yield Buffer.from(
      `SIZE ${millimetres(width, dpi)} mm,${millimetres(height, dpi)} mm\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 0,0,${stride},${height},0,`,
      'latin1',
    );
    yield Buffer.from(dots.map((byte) => ~byte));
    yield Buffer.from(`\r\nPRINT 1,${copies}\r\n`, 'latin1');
  }
}

// Rows sent at once: as many as the smallest printers can buffer.
const rowsPerBand = 128;

/** Receipt printers. The drawer opens first, so that nobody waits for the paper. @type {Language} */
function* escpos(pages, { cut, drawer }) {
  yield Buffer.from('\x1b@', 'latin1');
  if (drawer) yield Buffer.from([0x1b, 0x70, 0, 25, 250]);
  for (const {
    bitmap: { height, stride, dots },
    copies,
  } of pages) {
    for (let copy = 0; copy < copies; copy++) {
      for (let y = 0; y < height; y += rowsPerBand) {
        const rows = Math.min(rowsPerBand, height - y);
        yield Buffer.from([0x1d, 0x76, 0x30, 0, stride & 0xff, stride >> 8, rows & 0xff, rows >> 8]);
        yield dots.subarray(y * stride, (y + rows) * stride);
      }
      // The cutter is above the print head, so the last rows are fed past it.
      yield cut ? Buffer.from([0x1b, 0x64, 4, 0x1d, 0x56, 66, 0]) : Buffer.from([0x1b, 0x64, 4]);
    }
  }
}

/** @type {Record<string, Language>} */
export const languages = { zpl, tspl, escpos, pdf };
