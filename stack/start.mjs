#!/usr/bin/env node
// Runs on the installed Node, before the dependencies are installed.
// Installs the dependencies if needed and starts the pinned Node, which runs TypeScript directly.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Daftar needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const node = join(project, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
// npm writes this file last, so an interrupted install is repeated.
const installed = modifiedAt(join(project, 'node_modules/.package-lock.json'));
if (!existsSync(node) || installed < modifiedAt(join(project, 'package-lock.json'))) {
  console.error('Installing dependencies (npm ci) …');
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  const result = spawnSync(command, [...prefix, 'ci', '--no-audit', '--no-fund'], {
    cwd: project,
    // Standard output is reserved for the line of --json.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && !npm,
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const script = process.argv[2]?.endsWith('.ts') ? process.argv[2] : 'main.ts';
const rest = script === 'main.ts' ? process.argv.slice(2) : process.argv.slice(3);
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(project, 'stack', script), ...rest], {
  cwd: project,
  // Caches compiled code between starts.
  env: { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/compiled'), ...process.env },
  // The IPC channel closes when this process dies, even if killed, which tells the child.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

// npm does not forward every signal. A shell runs between npm and this process, so both are watched: when either ends, so does this.
const ancestors = () => {
  const stat = `/proc/${process.ppid}/stat`;
  return `${process.ppid} ${existsSync(stat) ? readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[1] : ''}`;
};
if (process.env.npm_lifecycle_event) {
  const parents = ancestors();
  setInterval(() => ancestors() === parents || child.kill('SIGTERM'), 1000).unref();
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
