import { createServer, type AddressInfo, type Server } from 'node:net';

// https://fetch.spec.whatwg.org/#port-blocking: browsers refuse these ports.
const blocked = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Parses a port; 0 means any. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`“${text}” isn’t a port. Use a number up to 65535.`);
  if (blocked.has(port)) throw new Error(`Browsers refuse to open port ${port}. Choose another with --port.`);
  return port;
}

/** Listens on the wanted port if it is free, otherwise on one that the system picks; returns the port. */
export async function listen(server: Server, wanted = 0): Promise<number> {
  await listenOn(server, wanted).catch((error: NodeJS.ErrnoException) => {
    if (wanted === 0 || !['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) throw error;
    return listenOn(server, 0);
  });
  return (server.address() as AddressInfo).port;
}

/** A free port for another program: the wanted one if it is free now, otherwise one that the system picks. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const port = await listen(server, wanted);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listenOn = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
