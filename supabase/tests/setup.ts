import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeData } from '../../stack/postgres-place.ts';
import { endTestStack, startTestStack, type TestStack } from './stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: TestStack;
  }
}

/* One stack with the demo business for all files. SQL tests roll back what they do or work in a copy of the database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'daftar-tests-')), 'data');
  const { stack, child } = await startTestStack(dataDir);
  project.provide('stack', stack);
  return async () => {
    await endTestStack(child);
    removeData(dataDir);
  };
}
