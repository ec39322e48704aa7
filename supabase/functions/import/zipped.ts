import { deflateRawSync } from 'node:zlib';

/* Makes zips for the tests, whose directory may state wrong sizes. */

interface Part {
  name: string;
  content: string | Uint8Array;
  /** The unpacked size that the archive states, if not the real one. */
  says?: number;
  stored?: boolean;
}

/** large: writes the sizes to the 64-bit extra field, as writers do that do not know them beforehand. */
export function zipped(parts: Part[], { large = false } = {}): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const put = (piece: Uint8Array) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const { name, content, says, stored = false } of parts) {
    const plain = Buffer.from(content);
    const packed = stored ? plain : deflateRawSync(plain);
    const label = Buffer.from(name);
    const fields = (signature: number, length: number, shift: number) => {
      const head = Buffer.alloc(length);
      head.writeUInt32LE(signature);
      head.writeUInt16LE(stored ? 0 : 8, 8 + shift);
      head.writeUInt32LE(large ? 0xffffffff : packed.length, 18 + shift);
      head.writeUInt32LE(large ? 0xffffffff : (says ?? plain.length), 22 + shift);
      head.writeUInt16LE(label.length, 26 + shift);
      return head;
    };
    const entry = fields(0x02014b50, 46, 2);
    const extra = Buffer.alloc(large ? 28 : 0);
    if (large) {
      extra.writeUInt16LE(1);
      extra.writeUInt16LE(24, 2);
      [says ?? plain.length, packed.length, at].forEach((figure, nth) => extra.writeBigUInt64LE(BigInt(figure), 4 + nth * 8));
    }
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(large ? 0xffffffff : at, 42);
    directory.push(entry, label, extra);
    for (const piece of [fields(0x04034b50, 30, 0), label, packed]) put(piece);
  }
  const start = at;
  directory.forEach(put);
  if (large) {
    const size = at - start;
    const end = Buffer.alloc(56 + 20);
    end.writeUInt32LE(0x06064b50);
    [parts.length, parts.length, size, start].forEach((figure, nth) => end.writeBigUInt64LE(BigInt(figure), 24 + nth * 8));
    end.writeUInt32LE(0x07064b50, 56);
    end.writeBigUInt64LE(BigInt(at), 64);
    put(end);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(large ? 0xffff : parts.length, 10);
  end.writeUInt32LE(large ? 0xffffffff : start, 16);
  put(end);
  return new Uint8Array(Buffer.concat(pieces));
}
