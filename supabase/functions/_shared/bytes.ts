/** Bytes that grow: what is put in, text or bytes, is in memory once and not piece by piece beside the whole. */
export class Growing {
  #buffer = new ArrayBuffer(64 * 1024);
  #encoder = new TextEncoder();
  length = 0;

  text(text: string): void {
    this.#room(text.length * 3);
    this.length += this.#encoder.encodeInto(text, new Uint8Array(this.#buffer, this.length)).written;
  }

  bytes(part: Uint8Array): void {
    this.#room(part.length);
    new Uint8Array(this.#buffer).set(part, this.length);
    this.length += part.length;
  }

  whole(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, 0, this.length);
  }

  /** What is outgrown is given back at once: left to the garbage collector, it would be as much again as the whole. */
  #room(more: number): void {
    const needed = this.length + more;
    const size = this.#buffer.byteLength;
    if (needed > size) this.#buffer = this.#buffer.transfer(Math.max(needed, size + (size >> 1)));
  }
}

/** In small pieces, since what unpacks gives out all of a piece at once, up to a thousand times its size. */
export function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(sink) {
      if (at >= bytes.length) sink.close();
      else sink.enqueue(bytes.subarray(at, (at += 4 * 1024)));
    },
  });
}
