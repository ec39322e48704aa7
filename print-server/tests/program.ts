/* Runs the print server as a separate process, as users do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from './machine.ts';

export const program = join(import.meta.dirname, '../bin/daftar-print-server.js');

/** Whether it has exited, or was ended by a signal, after which its exit code stays null. */
export const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs one command until it ends. */
export function run(args: string[], file = program) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [file, ...args]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (err += part));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Starts a server and waits until it listens. */
export async function startServer(
  home: string,
  { port, args = [], file = program }: { port?: number; args?: string[]; file?: string } = {},
) {
  const usedPort = port ?? (await freePort());
  const child = spawn(process.execPath, [file, '--data-dir', home, '--port', String(usedPort), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  await until(() => / listens on /.test(output) || hasExited(child), `the server: ${output}`);
  return {
    port: usedPort,
    pid: child.pid!,
    get output() {
      return output;
    },
    stop: (signal: NodeJS.Signals = 'SIGKILL') =>
      new Promise<number | null>((resolve) => {
        if (hasExited(child)) return resolve(child.exitCode);
        child.once('exit', resolve);
        child.kill(signal);
      }),
  };
}
