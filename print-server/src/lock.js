/* Allows one server per folder, since two would each print its queued jobs. The lock is a socket, which closes however the process ends. */
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** @param {string} home */
export async function lock(home) {
  const name = `daftar-print-${createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 20)}`;
  // A fixed folder, since the temporary folders of a service and of a terminal may differ.
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `/tmp/${name}.sock`;
  const server = createServer((socket) => socket.on('error', () => {}).end());
  const listen = () => new Promise((resolve, reject) => server.once('error', reject).listen(address, () => resolve(undefined)));
  // Listens before it connects, so that of two servers that start at once only one gets the lock.
  await listen().catch(async (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (await answers(address)) throw new Error(`A print server is already running with ${home}`);
    rmSync(address, { force: true });
    await listen();
  });
  server.unref();
}

/** @param {string} address @returns {Promise<boolean>} */
const answers = (address) =>
  new Promise((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
