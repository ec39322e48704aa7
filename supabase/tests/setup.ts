import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { openDrawers } from './fixtures.ts';

type Known = Pick<RunningStack, 'url' | 'publishableKey' | 'secretKey' | 'databaseUrl' | 'adminUrl' | 'jwtSecret' | 'dataDir' | 'accounts'>;

declare module 'vitest' {
  export interface ProvidedContext {
    stack: Known;
  }
}

/* One stack with the demo business for all files. SQL tests roll back what they do or work in a copy of the database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startStack();
  const { url, publishableKey, secretKey, databaseUrl, adminUrl, jwtSecret, dataDir, accounts } = stack;
  const sql = postgres(databaseUrl, { max: 1 });
  await openDrawers((text) => sql.unsafe(text));
  await sql.end();
  project.provide('stack', { url, publishableKey, secretKey, databaseUrl, adminUrl, jwtSecret, dataDir, accounts });
  return () => stack.stop();
}
