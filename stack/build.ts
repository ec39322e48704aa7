import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './log.ts';
import { builtClient, project } from './paths.ts';

const sources = ['web', 'build', 'vite.config.ts', 'package-lock.json', 'tsconfig.json'];

/** Builds the client if there is no build or a source is newer. */
export async function ensureClient(): Promise<void> {
  if (!existsSync(join(project, 'web/index.html'))) return;
  const page = join(builtClient, 'index.html');
  const built = existsSync(page) ? statSync(page).mtimeMs : 0;
  if (built > newest(sources.map((source) => join(project, source)))) return;
  say('Building the client …');
  const fresh = `${builtClient}.${process.pid}.new`;
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  try {
    await vite(['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']);
    // The served folder is replaced by a rename, so that a page never loads files of two builds.
    const old = `${builtClient}.${process.pid}.old`;
    if (existsSync(builtClient)) renameSync(builtClient, old);
    renameSync(fresh, builtClient);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export function vite(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: project,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...environment },
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The client couldn’t be built; the lines above explain why.')),
    );
  });
}

/** The latest modification time of these files, in milliseconds. */
export function newest(paths: string[]): number {
  return Math.max(
    0,
    ...paths
      .filter((path) => existsSync(path))
      .map((path) => {
        const found = statSync(path);
        return found.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : found.mtimeMs;
      }),
  );
}
