import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** The message of make-owner for this password, with an Auth that answers 500 to everything. */
async function saidTo(password: string): Promise<string | undefined> {
  const auth = createServer((_, answer) => answer.writeHead(500).end('{}')).listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const url = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
  const values = { url, 'secret-key': 'secret', site: url, email: 'owner@shop.example', name: 'Amal' };
  const flags = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  const run = spawn(process.execPath, [join(import.meta.dirname, '../make-owner.ts'), ...flags]);
  run.stdin.end(`${password}\n`);
  const said = await text(run.stderr);
  auth.close();
  return said.trim().split(': ').slice(1).join(': ');
}

test("a password over Auth's limit is refused with the limit", async () => {
  for (const password of ['a'.repeat(73), 'ب'.repeat(37)])
    expect(await saidTo(password)).toBe('The password is too long: it may have at most 72 letters, or 36 in Arabic. Nothing was created.');
});

test('an error response without a message is reported by its status', async () => {
  expect(await saidTo('eight letters')).toBe('The account wasn’t created: Auth answered 500.');
});
