import { defineConfig } from 'vitest/config';

/* Tests that start databases: one file at a time, with time to start them. */
export default defineConfig({
  test: {
    include: ['stack/tests/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // Ends what hangs; how long something takes is no test's to judge, least of all on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
