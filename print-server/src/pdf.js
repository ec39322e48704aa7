/* A PDF of one-bit images, each page exactly as large as its label. Copies are separate pages of one image, since queues treat a number of
   copies differently. */
import { deflateSync } from 'node:zlib';
import { dotsPerMm } from './dots.js';

/** @type {import('./languages.js').Language} */
export function* pdf(pages, { dpi }) {
  /** @type {number[]} */
  const offsets = [];
  let written = 0;
  /** @param {...(string | Buffer)} pieces */
  const put = (...pieces) => {
    const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));
    written += bytes.length;
    return bytes;
  };
  /** @param {number} number @param {...(string | Buffer)} content */
  const object = (number, ...content) => {
    offsets[number] = written;
    return put(`${number} 0 obj\n`, ...content, '\nendobj\n');
  };
  /** @param {string} head @param {Buffer} content */
  const stream = (head, content) => /** @type {const} */ ([`<<${head}/Length ${content.length}>>stream\n`, content, '\nendstream']);
  // Slightly less than exact: a printer that rounds up would find room for one more dot and stretch the image.
  /** @param {number} dots */
  const points = (dots) => (Math.ceil((dots / dotsPerMm(dpi) / 25.4) * 720_000 - 0.001) - 1) / 10_000;

  yield put('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n');
  let next = 3;
  const kids = [];
  for (const {
    bitmap: { width, height, dots },
    copies,
  } of pages) {
    const [picture, shown] = [next++, next++];
    yield object(
      picture,
      ...stream(
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]/Filter/FlateDecode`,
        deflateSync(dots),
      ),
    );
    yield object(shown, ...stream('', Buffer.from(`${points(width)} 0 0 ${points(height)} 0 0 cm/P Do`)));
    for (let copy = 0; copy < copies; copy++) {
      kids.push(next);
      yield object(
        next++,
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(width)} ${points(height)}]/Resources<</XObject<</P ${picture} 0 R>>>>/Contents ${shown} 0 R>>`,
      );
    }
  }
  yield object(1, '<</Type/Catalog/Pages 2 0 R>>');
  yield object(2, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
  const table = written;
  const rows = Array.from({ length: next - 1 }, (_, at) => `${String(offsets[at + 1]).padStart(10, '0')} 00000 n \n`).join('');
  yield put(`xref\n0 ${next}\n0000000000 65535 f \n${rows}trailer<</Size ${next}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
}
