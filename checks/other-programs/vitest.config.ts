import { defineConfig } from 'vitest/config';
import app from '../../vite.config.ts';

/* Files of other programs, which npm test does not need: see docs/testing.md. */
export default defineConfig({ ...app, test: { root: app.test?.root, include: ['checks/other-programs/*.test.ts'], testTimeout: 300_000 } });
