/* One server a folder: two would each print what waits in it. A socket is the lock, because it goes with the process however that ends. */
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/** @param {string} home */
export async function lock(home) {
  const name = `daftar-print-${createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 20)}`;
  // Not where this process keeps its temporary files: a service and a terminal may each have a place of their own for those.
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `/tmp/${name}.sock`;
  const server = createServer((socket) => socket.on('error', () => {}).end());
  const listen = () => new Promise((resolve, reject) => server.once('error', reject).listen(address, () => resolve(undefined)));
  // Taken before it is asked for: of two that start at once only one gets it.
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
