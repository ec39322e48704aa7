import { createHash } from 'node:crypto';
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Allows one stack per data directory. The lock is a listening socket, since the system closes it however the process ends;
 * a PID file would outlive the process and could name another one.
 */
export async function lockDataDir(dataDir: string, describe: () => string): Promise<Server> {
  const name = `daftar-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 20)}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  // A stack that is stopping may still hold the lock, so this retries for about 3 s.
  for (let attempt = 0; ; attempt++) {
    const holder = await askHolder(address);
    if (holder === null) break;
    if (attempt === 12) throw new Error(`This data directory is already in use by a running stack: ${holder || dataDir}`);
    await wait(250);
  }
  if (process.platform !== 'win32' && existsSync(address)) rmSync(address);
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(describe()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address, resolve);
  });
  server.unref();
  return server;
}

function askHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => resolve(null));
    socket.on('close', (failed) => failed || resolve(answer));
  });
}
