/* Decodes bytes to text. Shops' files come in Arabic and Western Windows encodings as often as in UTF-8, and from Excel on a Mac. */

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

/** Detects the encoding by its byte order mark or content. damaged: some bytes are invalid in it. */
export function detectEncoding(bytes: Uint8Array): { encoding: Encoding; damaged: boolean } {
  const wide = detectUtf16(bytes);
  if (wide) return { encoding: wide, damaged: !isValid(bytes, wide) };
  if (isValid(bytes, 'utf-8')) return { encoding: 'utf-8', damaged: false };
  if (isMostlyUtf8(bytes)) return { encoding: 'utf-8', damaged: true };
  return { encoding: looksArabic(bytes) ? 'windows-1256' : looksLikeMac(bytes) ? 'macintosh' : 'windows-1252', damaged: false };
}

const isLetter = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Bytes of accented letters in one encoding are signs and quotes in the other, which do not occur next to letters. */
function looksLikeMac(bytes: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80 || (!isLetter(bytes[at - 1]) && !isLetter(bytes[at + 1]))) continue;
    // Windows quotes may also be next to letters.
    if (byte <= 0x9f) mac += byte === 0x91 || byte === 0x92 || byte === 0x93 || byte === 0x94 ? 0 : 1;
    else if (byte >= 0xc0) windows++;
  }
  return mac > windows;
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  if (zeros[1]! > head.length / 8 && zeros[0]! < head.length / 64) return 'utf-16le';
  if (zeros[0]! > head.length / 8 && zeros[1]! < head.length / 64) return 'utf-16be';
  return null;
}

function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += 64 * 1024) decoder.decode(bytes.subarray(at, at + 64 * 1024), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** By chance, some byte sequences are valid multi-byte characters, but not more than are invalid. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let letters = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at]!;
    if (first < 0x80) continue;
    const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
    let found = 0;
    while (found < more && (bytes[at + found + 1] ?? 0) >> 6 === 2) found++;
    if (more > 0 && found === more) letters++;
    else others++;
    at += found;
  }
  return letters > others;
}

/** In windows-1256 Arabic words are runs of high bytes; in Western text a high byte is an accent between plain letters. */
function looksArabic(bytes: Uint8Array): boolean {
  let high = 0;
  let paired = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0xc0) continue;
    high++;
    if ((bytes[at - 1] ?? 0) >= 0xc0 || (bytes[at + 1] ?? 0) >= 0xc0) paired++;
  }
  return paired > high / 2;
}

/** Yields the text of 64 KB of bytes at a time. */
export function* decode(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield decoder.decode(bytes.subarray(at, at + 64 * 1024), { stream: true });
  yield decoder.decode();
}
