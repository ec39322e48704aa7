import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

let write = (line: string): void => void process.stderr.write(line);

/** What the person at the terminal should read. */
export function say(line: string): void {
  write(`${line}\n`);
}

/** With --json standard output is one line for a program, so people read standard error. */
export function sayOn(stream: NodeJS.WritableStream): void {
  write = (line) => void stream.write(line);
}

/** Libraries print every database error, expected ones too: they belong in a file. */
export function keepLibraryNoiseIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = createWriteStream(join(folder, 'stack.log'), { flags: 'a' });
  const keep = (...parts: unknown[]): void => void file.write(`${new Date().toISOString()} ${format(...parts)}\n`);
  console.log = console.info = console.warn = console.error = console.debug = keep;
}
