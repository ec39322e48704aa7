import { createServer } from 'node:net';

/** The wanted port when it is free, otherwise one the system picks. */
export async function freePort(wanted = 0): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? wanted;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
