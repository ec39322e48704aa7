/* One server a folder: two would each print what waits in it. A socket is the lock, because it goes with the process however that ends. */
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @param {string} home */
export async function lock(home) {
  const name = `daftar-print-${createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 20)}`;
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  if (await answers(address)) throw new Error(`A print server is already running with ${home}`);
  if (process.platform !== 'win32') rmSync(address, { force: true });
  const server = createServer((socket) => socket.on('error', () => {}).end());
  await new Promise((resolve, reject) => server.once('error', reject).listen(address, () => resolve(undefined)));
  server.unref();
}

/** @param {string} address @returns {Promise<boolean>} */
const answers = (address) =>
  new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
