import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen, readPort } from '../ports.ts';

test('refuses invalid ports and ports that browsers block, with a message', () => {
  expect(readPort('0')).toBe(0);
  expect(readPort('54321')).toBe(54_321);
  for (const port of ['22', '4190', '6000', '10080']) expect(() => readPort(port)).toThrow(`Browsers refuse to open port ${port}`);
  for (const text of ['', 'x', '-1', '1.5', '65536', '1e9', '0x10']) expect(() => readPort(text)).toThrow('isn’t a port');
});

test('two servers that want the same port both listen, one of them on another', async () => {
  const before = createServer();
  const wanted = await listen(before);
  await new Promise((resolve) => before.close(resolve));
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(servers.map((server) => listen(server, wanted)));
  expect(ports).toContain(wanted);
  expect(new Set(ports).size).toBe(2);
  for (const server of servers) server.close();
});
