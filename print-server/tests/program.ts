/* The server as a person starts it: a process of its own. */
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from './machine.ts';

export const program = join(import.meta.dirname, '../bin/daftar-print-server.js');

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs one command to its end. */
export function run(words: string[], file = program) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [file, ...words]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (err += part));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

export async function started(home: string, { port, words = [], file = program }: { port?: number; words?: string[]; file?: string } = {}) {
  const own = port ?? (await freePort());
  const child = spawn(process.execPath, [file, '--data-dir', home, '--port', String(own), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (part) => (said += part));
  child.stderr.on('data', (part) => (said += part));
  await until(() => / listens on /.test(said) || child.exitCode !== null, `the server: ${said}`);
  return {
    port: own,
    pid: child.pid!,
    get said() {
      return said;
    },
    end: (signal: NodeJS.Signals = 'SIGKILL') =>
      new Promise<number | null>((resolve) => {
        if (child.exitCode !== null) return resolve(child.exitCode);
        child.once('exit', resolve);
        child.kill(signal);
      }),
  };
}
