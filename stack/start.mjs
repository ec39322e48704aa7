#!/usr/bin/env node
// The one file that runs on whatever Node the machine has, before anything is installed.
// It installs what is missing and hands over to the pinned Node, which runs TypeScript as it is.
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
// npm writes this file last, so an install that was interrupted is done again.
const installed = modifiedAt(join(project, 'node_modules/.package-lock.json'));
if (!existsSync(node) || installed < modifiedAt(join(project, 'package-lock.json'))) {
  console.error('Installing what is missing (npm ci) …');
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  const result = spawnSync(command, [...prefix, 'ci', '--no-audit', '--no-fund'], {
    cwd: project,
    // Standard output belongs to the one line of --json.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && !npm,
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const script = process.argv[2]?.endsWith('.ts') ? process.argv[2] : 'main.ts';
const rest = script === 'main.ts' ? process.argv.slice(2) : process.argv.slice(3);
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(project, 'stack', script), ...rest], {
  cwd: project,
  // What was compiled once is not compiled again.
  env: { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/compiled'), ...process.env },
  // The channel tells the child when this process dies in a way it could not announce.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

// npm does not pass every death on. Below npm stands a shell, so both are watched: when either goes, this goes too.
const above = () => {
  const stat = `/proc/${process.ppid}/stat`;
  return `${process.ppid} ${existsSync(stat) ? readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[1] : ''}`;
};
if (process.env.npm_lifecycle_event) {
  const parents = above();
  setInterval(() => above() === parents || child.kill('SIGTERM'), 1000).unref();
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
