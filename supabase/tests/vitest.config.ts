import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/* The files that take minutes begin first, so that both workers end together. */
const longest = [
  'argument-fuzz',
  'plans',
  'clean-files',
  'matrix',
  'mutation',
  'bench',
  'interleavings',
  'concurrency',
  'concurrency-purchasing',
  'search',
  'import-undo',
  'counts-at-once',
  'invariants',
  'imports',
  'functions',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/* The database, from the inside (SQL) and from the outside (HTTP). Each of two workers has a stack of its own, which serves one file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  // Edge functions name their packages the way Deno does.
  resolve: { alias: [{ find: /^npm:((?:@[^/]+\/)?[^@]+)@.+$/, replacement: '$1' }] },
  test: {
    include: ['supabase/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('setup.ts', import.meta.url))],
    environment: 'node',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Ends what hangs; how long something takes is no test's to judge, least of all on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
