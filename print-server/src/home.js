/* Where the server keeps what outlives it: its settings, pairings and journal. Outside the package, so that an update leaves them alone. */
import { mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const name = 'daftar-print-server';

/** @param {NodeJS.Platform} [platform] @param {NodeJS.ProcessEnv} [env] */
export function usualHome(platform = process.platform, env = process.env) {
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), name);
}

/** For the person it belongs to and nobody else: it holds what lets a browser print. @param {string} folder */
export const makeHome = (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 });

/** What a file held, or nothing where there is none. A file that cannot be read as JSON is a person's mistake, and named. @param {string} file */
export function readJson(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} can’t be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** The whole new content or the whole old one, whatever happens in between. @param {string} file @param {unknown} content */
export function writeJson(file, content) {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncFolder(join(file, '..'));
}

/** A name in a folder is only as lasting as the folder. Windows has no such thing, and needs none. @param {string} folder */
export function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
