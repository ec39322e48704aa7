import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const most = 1_000_000;

/** What happened, a line each: on the terminal, and in a file for whoever asks later. Two of those at most, and a full disk costs lines, not the server. @param {string} home */
export function logIn(home) {
  const file = join(home, 'server.log');
  // A terminal or a pipe that was closed ends nobody's printing.
  process.stdout.on('error', () => {});
  return (/** @type {string} */ text) => {
    const line = `${new Date().toLocaleString('sv')}  ${text}\n`;
    process.stdout.write(line);
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > most) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // The terminal has it.
    }
  };
}
