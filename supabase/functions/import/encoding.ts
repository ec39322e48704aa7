/* Bytes to text. Shops' files come from Excel in Arabic and Western Windows as often as in UTF-8. */

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1256', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  if (zeros[1]! > head.length / 8 && zeros[0]! < head.length / 64) return 'utf-16le';
  if (zeros[0]! > head.length / 8 && zeros[1]! < head.length / 64) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return looksArabic(bytes) ? 'windows-1256' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += 64 * 1024) decoder.decode(bytes.subarray(at, at + 64 * 1024), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
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

export function decode(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '');
}
