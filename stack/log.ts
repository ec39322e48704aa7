import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

let write = (line: string): void => void process.stderr.write(line);

/** Writes a line for the user at the terminal. */
export function say(line: string): void {
  write(`${line}\n`);
}

/** Sets the stream for `say`: standard error by default, since with --json standard output is one line for a program. */
export function sayOn(stream: NodeJS.WritableStream): void {
  write = (line) => void stream.write(line);
}

let lost = 0;

/** Appends to a log. If the disk is full, lines are lost, which is reported once, but the stack keeps running. */
export function append(file: string, text: string): void {
  try {
    appendFileSync(file, lost > 0 ? `${lost} lines before this one could not be written.\n${text}` : text);
    lost = 0;
  } catch (error) {
    if (lost === 0)
      say(
        isFull(error) ? `The disk is full: can’t write ${file}. Only work that needs no space continues; free some space.` : String(error),
      );
    lost += 1;
  }
}

export const isFull = (error: unknown): boolean => /ENOSPC|No space left/.test(String((error as Error | undefined)?.message ?? error));

/** The last lines of a log, for error messages. */
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

/** Redirects the console to a file, since libraries print every database error, even expected ones. */
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
