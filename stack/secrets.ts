import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
  adminPassword: string;
  postgresPassword: string;
  authenticatorPassword: string;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}

const file = (dataDir: string): string => join(dataDir, 'secrets.json');

export function readSecrets(dataDir: string): Secrets {
  return JSON.parse(readFileSync(file(dataDir), 'utf8')) as Secrets;
}

/** Every data directory has its own keys and passwords: loopback is shared by all users of a machine. */
export async function ensureSecrets(dataDir: string): Promise<Secrets> {
  if (existsSync(file(dataDir))) return readSecrets(dataDir);
  // A third of a second to load; a directory that has its keys starts without it.
  const { generateApiKey } = await import('@supabase/lite');
  const secret = (): string => randomBytes(24).toString('base64url');
  const secrets: Secrets = {
    adminPassword: secret(),
    postgresPassword: secret(),
    authenticatorPassword: secret(),
    jwtSecret: randomBytes(40).toString('base64url'),
    publishableKey: (await generateApiKey('publishable')).key,
    secretKey: (await generateApiKey('secret')).key,
  };
  const half = `${file(dataDir)}.new`;
  const handle = openSync(half, 'w', 0o600);
  writeSync(handle, JSON.stringify(secrets, null, 2));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(half, file(dataDir));
  return secrets;
}
