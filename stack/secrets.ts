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
export const hasSecrets = (dataDir: string): boolean => existsSync(file(dataDir));

export function readSecrets(dataDir: string): Secrets {
  return JSON.parse(readFileSync(file(dataDir), 'utf8')) as Secrets;
}

/** Every data directory has its own keys and passwords, since all users of a machine can reach loopback. */
export function ensureSecrets(dataDir: string): Secrets {
  if (hasSecrets(dataDir)) return readSecrets(dataDir);
  const secret = (): string => randomBytes(24).toString('base64url');
  const secrets: Secrets = {
    adminPassword: secret(),
    postgresPassword: secret(),
    authenticatorPassword: secret(),
    jwtSecret: randomBytes(40).toString('base64url'),
    publishableKey: `sb_publishable_${secret()}`,
    secretKey: `sb_secret_${secret()}`,
  };
  const partial = `${file(dataDir)}.new`;
  const handle = openSync(partial, 'w', 0o600);
  writeSync(handle, JSON.stringify(secrets, null, 2));
  fsyncSync(handle);
  closeSync(handle);
  renameSync(partial, file(dataDir));
  return secrets;
}
