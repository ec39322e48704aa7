/** A growing byte buffer: appended text and bytes are in memory only once. */
export class ByteBuilder {
  #buffer = new ArrayBuffer(64 * 1024);
  #encoder = new TextEncoder();
  length = 0;

  text(text: string): void {
    this.#reserve(text.length * 3);
    this.length += this.#encoder.encodeInto(text, new Uint8Array(this.#buffer, this.length)).written;
  }

  bytes(part: Uint8Array): void {
    this.#reserve(part.length);
    new Uint8Array(this.#buffer).set(part, this.length);
    this.length += part.length;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, 0, this.length);
  }

  /** Makes room. transfer() frees the old buffer at once; left to the garbage collector, it would double the memory. */
  #reserve(more: number): void {
    const needed = this.length + more;
    const size = this.#buffer.byteLength;
    if (needed > size) this.#buffer = this.#buffer.transfer(Math.max(needed, size + (size >> 1)));
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
