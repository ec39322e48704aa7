import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 1_000_000;

/**
 * Logs lines to the terminal and to a file; at one megabyte it is rotated, and one older file is kept. A full disk loses lines but
 * does not stop the server.
 * @param {string} home
 */
export function createLogger(home) {
  const file = join(home, 'server.log');
  // A closed terminal or pipe does not stop the server.
  process.stdout.on('error', () => {});
  return (/** @type {string} */ text) => {
    const line = `${new Date().toLocaleString('sv')}  ${text}\n`;
    process.stdout.write(line);
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // The line is on the terminal.
    }
  };
}
