import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/* The database, from the inside (SQL) and from the outside (HTTP). One stack serves all files, so one file at a time. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  // Edge functions name their packages the way Deno does.
  resolve: { alias: [{ find: /^npm:((?:@[^/]+\/)?[^@]+)@.+$/, replacement: '$1' }] },
  test: {
    include: ['supabase/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('setup.ts', import.meta.url))],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
