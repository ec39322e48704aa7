import { Refusal } from '../_shared/errors.ts';

/* A workbook is a zip; this looks into it before anything is unpacked, so that a small file cannot become a huge one. */

// 50,000 rows of forty full cells; what holds more is no list, and an edge function has 256 MB for everything.
const mostUnpacked = 120 * 1024 * 1024;
const mostEntries = 2000;

interface Entry {
  name: string;
  method: number;
  encrypted: boolean;
  packed: number;
  unpacked: number;
  offset: number;
}

/** The names in the archive. Refuses broken, encrypted and lying archives. */
export async function inspectZip(bytes: Uint8Array): Promise<string[]> {
  const entries = readDirectory(bytes);
  if (entries.some((entry) => entry.encrypted)) throw new Refusal('file_password_protected', 422);
  const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (total > mostUnpacked) throw new Refusal('file_unpacks_too_large', 413, { max_mb: mostUnpacked / 1024 / 1024 });
  for (const entry of entries) await unpacksAsItSays(bytes, entry);
  return entries.map((entry) => entry.name);
}

function readDirectory(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Refusal('file_broken', 422);
  const count = view.getUint16(end + 10, true);
  if (count > mostEntries) throw new Refusal('file_unpacks_too_large', 413, { max_mb: mostUnpacked / 1024 / 1024 });
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new Refusal('file_broken', 422);
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function unpacksAsItSays(bytes: Uint8Array, entry: Entry): Promise<void> {
  if (entry.method !== 8) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset } = entry;
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50) throw new Refusal('file_broken', 422);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.slice(start, start + entry.packed);
  let size = 0;
  try {
    for await (const part of new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))) {
      size += part.length;
      if (size > entry.unpacked) break;
    }
  } catch {
    throw new Refusal('file_broken', 422);
  }
  if (size !== entry.unpacked) throw new Refusal('file_broken', 422);
}
