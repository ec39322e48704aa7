import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startStack, type RunningStack } from '../../stack/stack.ts';
import { openDrawers } from './fixtures.ts';

type Known = Pick<RunningStack, 'url' | 'publishableKey' | 'secretKey' | 'databaseUrl' | 'adminUrl' | 'jwtSecret' | 'dataDir' | 'accounts'>;

declare module 'vitest' {
  export interface ProvidedContext {
    stacks: Known[];
  }
}

/* A stack with the demo business for each worker. SQL tests roll back what they do or work in a copy of the database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stacks: RunningStack[] = [];
  for (let worker = 0; worker < project.config.maxWorkers; worker++) {
    const stack = await startStack();
    stacks.push(stack);
    const sql = postgres(stack.databaseUrl, { max: 1 });
    await openDrawers((text) => sql.unsafe(text));
    await sql.end();
  }
  project.provide(
    'stacks',
    stacks.map(({ url, publishableKey, secretKey, databaseUrl, adminUrl, jwtSecret, dataDir, accounts }) => ({
      url,
      publishableKey,
      secretKey,
      databaseUrl,
      adminUrl,
      jwtSecret,
      dataDir,
      accounts,
    })),
  );
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  };
}
