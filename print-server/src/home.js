/* The folder of the server's settings, pairings and journal. Outside the package, so that an update keeps them. */
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

/** Readable only by its owner, since it has the pairings of browsers. @param {string} folder */
export const makeHome = (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 });

/** The content of a JSON file, or undefined if it does not exist. The error names a malformed file: a user may have edited it. @param {string} file */
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

/** Replaces a file atomically. @param {string} file @param {unknown} content */
export function writeJson(file, content) {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, file);
  syncFolder(join(file, '..'));
}

// The lock is held for milliseconds: one older than this many was left by a command that died.
const staleAfter = 5_000;

/**
 * Runs a read-modify-write of the folder's files under a lock, since two commands at once could overwrite each other's
 * changes.
 * @template Result @param {string} folder @param {() => Result} work @returns {Result}
 */
export function alone(folder, work) {
  const lock = join(folder, 'change.lock');
  while (!tryLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock @returns {boolean} */
function tryLock(lock) {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  // Removed and checked again under a second lock: otherwise another process could remove a new lock in place of the stale one.
  if (isStale(lock) && tryLock(`${lock}.left`)) {
    if (isStale(lock)) rmSync(lock, { force: true });
    rmSync(`${lock}.left`, { force: true });
  }
  return false;
}

/** @param {string} lock */
function isStale(lock) {
  const stat = statSync(lock, { throwIfNoEntry: false });
  // Also if it lies in the future, since the clock may have been set back.
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > staleAfter;
}

/** Makes a new name in a folder durable. Windows neither supports nor needs this. @param {string} folder */
export function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
