/* Where the server keeps what outlives it: its settings, pairings and journal. Outside the package, so that an update leaves them alone. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

// It is held for milliseconds: one this old was left by a command that died.
const left = 5_000;

/**
 * What reads a file of the folder and writes it anew, with no other between: two commands at once would each write what
 * it had read, and lose what the other wrote.
 * @template Result @param {string} folder @param {() => Result} work @returns {Result}
 */
export function alone(folder, work) {
  const lock = join(folder, 'change.lock');
  while (!taken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock @returns {boolean} */
function taken(lock) {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  // Removed under a lock of its own and looked at again there: else the second to find it would remove the first one's new lock.
  if (isLeft(lock) && taken(`${lock}.left`)) {
    if (isLeft(lock)) rmSync(lock, { force: true });
    rmSync(`${lock}.left`, { force: true });
  }
  return false;
}

/** @param {string} lock */
function isLeft(lock) {
  const stat = statSync(lock, { throwIfNoEntry: false });
  // Also one of the future: the clock may have been set back since.
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > left;
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
