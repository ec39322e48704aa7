import { Refusal } from '../_shared/errors.ts';
import { inPieces } from '../_shared/bytes.ts';
import { inMegabytes, maxParts, maxUnpacked } from './limits.ts';

/* Reads the zip of a workbook. The sizes in its directory are checked before anything is unpacked, so that a small file cannot become a
   huge one; then only requested parts are unpacked, as a stream by the platform. fflate takes twice the memory, since it unpacks each
   piece whole, and no less time: see Import in bench/README.md. */

// A 32-bit figure with all bits set: the real one is in the extra field (Zip64).
const inExtraField = 0xffffffff;

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

export class Zip {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  /** By lower-case name, since writers do not always spell a part as they refer to it. */
  readonly #entries = new Map<string, Entry>();

  /** Refuses broken, encrypted and huge archives. */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.#readDirectory();
    } catch (error) {
      // An offset outside the file.
      throw error instanceof RangeError ? broken() : error;
    }
    let total = 0;
    for (const { unpacked } of this.#entries.values()) total += unpacked;
    if (total > maxUnpacked) throw tooLarge();
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Streams the text of a part. A part that unpacks to another size than the directory says is refused. */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw broken();
    const { offset, method } = entry;
    const view = this.#view;
    if (offset + 30 > this.#bytes.length || view.getUint32(offset, true) !== 0x04034b50 || (method !== 0 && method !== 8)) throw broken();
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = inPieces(this.#bytes.subarray(start, start + entry.packed));
    const stream = method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
    const decoder = new TextDecoder();
    let size = 0;
    const reader = stream.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => Promise.reject(broken()));
        if (done) break;
        size += value.length;
        if (size > entry.unpacked) throw broken();
        yield decoder.decode(value, { stream: true });
      }
      if (size !== entry.unpacked) throw broken();
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  #readDirectory(): void {
    const view = this.#view;
    let end = view.byteLength - 22;
    while (end > 0 && end > view.byteLength - 66_000 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw broken();
    let count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    // A writer that did not know the size beforehand may use Zip64 for a small file.
    if ((count === 0xffff || at === inExtraField) && view.getUint32(end - 20, true) === 0x07064b50) {
      const large = Number(view.getBigUint64(end - 12, true));
      count = Number(view.getBigUint64(large + 32, true));
      at = Number(view.getBigUint64(large + 48, true));
    }
    if (count > maxParts) throw tooLarge();
    const decoder = new TextDecoder();
    for (let nth = 0; nth < count; nth++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw broken();
      if ((view.getUint16(at + 8, true) & 1) === 1) throw new Refusal('file_password_protected', 422);
      const nameLength = view.getUint16(at + 28, true);
      const extraLength = view.getUint16(at + 30, true);
      const name = decoder.decode(this.#bytes.subarray(at + 46, at + 46 + nameLength));
      this.#entries.set(name.replaceAll('\\', '/').toLowerCase(), {
        method: view.getUint16(at + 10, true),
        ...this.#sizes(at, at + 46 + nameLength, extraLength),
      });
      at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    }
  }

  #sizes(at: number, extra: number, extraLength: number): Omit<Entry, 'method'> {
    const view = this.#view;
    let [unpacked, packed, offset] = [24, 20, 42].map((place) => view.getUint32(at + place, true)) as [number, number, number];
    for (let field = extra; field + 4 <= extra + extraLength; field += 4 + view.getUint16(field + 2, true)) {
      if (view.getUint16(field, true) !== 1) continue;
      let next = field + 4;
      const real = (value32: number): number => {
        if (value32 !== inExtraField) return value32;
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      };
      [unpacked, packed, offset] = [real(unpacked), real(packed), real(offset)];
    }
    return { unpacked, packed, offset };
  }
}

const broken = () => new Refusal('file_broken', 422);
const tooLarge = () => new Refusal('file_unpacks_too_large', 413, { max_mb: inMegabytes(maxUnpacked) });
