import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    server: { deps: { external: [/zpl-renderer-js/] } },
    // Ends what hangs; how long something takes is no test's to judge, least of all on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
