import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
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

let lost = 0;

/** Adds to a log. A full disk costs lines of it, and says so once; it does not cost the stack. */
export function append(file: string, text: string): void {
  try {
    appendFileSync(file, lost > 0 ? `${lost} lines before this one could not be written.\n${text}` : text);
    lost = 0;
  } catch (error) {
    if (lost === 0)
      say(isFull(error) ? `The disk is full: can’t write ${file}. Whatever needs no space goes on; free some.` : String(error));
    lost += 1;
  }
}

export const isFull = (error: unknown): boolean => /ENOSPC|No space left/.test(String((error as Error | undefined)?.message ?? error));

/** The last lines of a log, for whoever wants to know why. */
export function tail(file: string): string {
  if (!existsSync(file)) return '';
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, 2000));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString().split('\n').slice(-6).join('\n').trim();
  } finally {
    closeSync(handle);
  }
}

/** Libraries print every database error, expected ones too: they belong in a file. */
export function keepLibraryNoiseIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'stack.log');
  console.log =
    console.info =
    console.warn =
    console.error =
    console.debug =
      (...parts: unknown[]) => append(file, `${new Date().toISOString()} ${format(...parts)}\n`);
}
