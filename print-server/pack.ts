/* Packs the print server for installation from a URL, like `npm pack` but without npm and with the same bytes each time. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const name = 'print-server.tgz';
const kept = ['package.json', 'README.md', 'bin', 'src'];

const filesIn = (path: string): string[] =>
  statSync(join(import.meta.dirname, path)).isDirectory()
    ? readdirSync(join(import.meta.dirname, path))
        .sort()
        .flatMap((file) => filesIn(`${path}/${file}`))
    : [path];

/** One file of a tar archive (POSIX.1-1988, ustar): a head of 512 bytes, then its content in blocks of as many. */
function entry(path: string): Buffer {
  const content = readFileSync(join(import.meta.dirname, path));
  const head = Buffer.alloc(512);
  const octal = (value: number, at: number, length: number) => head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  head.write(`package/${path}`, 0);
  octal(path.startsWith('bin/') ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(0, 136, 12);
  head.write('        0', 148);
  head.write('ustar\x0000', 257, 'latin1');
  // The checksum, computed with spaces in its own place.
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

export const packed = (): Buffer => gzipSync(Buffer.concat([...kept.flatMap(filesIn).map(entry), Buffer.alloc(1024)]));

/** The client serves the print server of its own version: `npx https://office.example/print-server.tgz`. */
export function printServer(): Plugin {
  return {
    name: 'print-server',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: packed() });
    },
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_, response) => response.end(packed()));
    },
  };
}
