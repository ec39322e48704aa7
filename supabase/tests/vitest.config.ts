import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/* Files that take minutes start first, so that both workers finish together. */
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

/* The database from the inside (SQL) and the outside (HTTP). Each of the two workers has its own stack, which
   serves one file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: {
    alias: [
      { find: /^@functions\//, replacement: fileURLToPath(new URL('../functions/', import.meta.url)) },
      // Edge functions name their packages the way Deno does.
      { find: /^npm:((?:@[^/]+\/)?[^@]+)@.+$/, replacement: '$1' },
    ],
  },
  test: {
    include: ['supabase/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('setup.ts', import.meta.url))],
    environment: 'node',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Only stops hung tests; durations depend on the machine and are not judged.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
