/** A growing byte buffer: appended text and bytes are in memory only once. */
export class ByteBuilder {
  // Grows in place. This is only reserved, and more than any limit of a request or a sheet.
  #buffer = new ArrayBuffer(0, { maxByteLength: 64 * 1024 * 1024 });
  #encoder = new TextEncoder();
  length = 0;

  text(text: string): void {
    this.take(this.#encoder.encode(text));
  }

  /** Appends bytes that nobody else reads, and frees them. */
  take(part: Uint8Array<ArrayBuffer>): void {
    const start = this.length;
    this.length += part.length;
    if (this.length > this.#buffer.byteLength) this.#buffer.resize(this.length + 256 * 1024);
    new Uint8Array(this.#buffer).set(part, start);
    free(part);
  }

  /** Ends the building. The buffer gets a fixed length, since platform APIs may refuse one that can grow. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.transferToFixedLength(this.length));
  }
}

/** Streams bytes in small pieces, since a decompressor emits a whole piece at once, up to a thousand times its size. */
export function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(sink) {
      if (at >= bytes.length) sink.close();
      else sink.enqueue(bytes.subarray(at, (at += 4 * 1024)));
    },
  });
}

/** Frees the memory of bytes that are no longer read. The garbage collector would free it much later, because it counts a large buffer
    as a small object. */
export const free = ({ buffer }: Uint8Array<ArrayBuffer>): void => void buffer.transfer(0);
