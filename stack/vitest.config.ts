import { defineConfig } from 'vitest/config';

/* Tests that start databases: one file at a time, with time to start them. */
export default defineConfig({
  test: {
    include: ['stack/tests/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // Only stops hung tests. Speed is measured in bench/, since a busy machine would fail a tighter limit.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
