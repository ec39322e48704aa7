import { expect, it } from 'vitest';
import { ByteBuilder, free } from './bytes.ts';

it('keeps text and bytes in order beyond its initial size, in a buffer of fixed length', () => {
  const builder = new ByteBuilder();
  builder.text('قميص');
  builder.take(new Uint8Array(5 * 1024 * 1024).fill(65));
  builder.text('');
  builder.text('end');
  const bytes = builder.toBytes();
  expect([bytes.length, bytes.buffer.byteLength, bytes.buffer.resizable]).toEqual([builder.length, builder.length, false]);
  const text = new TextDecoder().decode(bytes);
  expect([text.slice(0, 5), text.slice(-4), text.length]).toEqual(['قميصA', 'Aend', 4 + 5 * 1024 * 1024 + 3]);
});

it('frees the buffers it takes over', () => {
  const part = new Uint8Array(8);
  new ByteBuilder().take(part);
  expect(part.byteLength).toBe(0);
  const bytes = new Uint8Array(8);
  free(bytes);
  expect(bytes.byteLength).toBe(0);
});
