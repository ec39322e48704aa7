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

  #room(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#buffer.byteLength) return;
    const before = this.whole();
    this.#buffer = new ArrayBuffer(Math.max(needed, this.#buffer.byteLength * 2));
    new Uint8Array(this.#buffer).set(before);
  }
}

/** In small pieces, since what unpacks gives out all of a piece at once. */
export function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(sink) {
      if (at >= bytes.length) sink.close();
      else sink.enqueue(bytes.subarray(at, (at += 16 * 1024)));
    },
  });
}
