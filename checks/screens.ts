/* npm run screens: takes screenshots of every path in both languages and themes at 1440 and 390 px into screens/, with contact sheets.
   npm run screens -- --readme: takes the pictures of the README instead, into docs/images/. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { project } from '../stack/paths.ts';
import { startStack } from '../stack/stack.ts';

const options = process.argv.slice(2).filter((option) => option !== '--readme');
const spec = process.argv.includes('--readme') ? 'readme.spec.ts' : 'screens.spec.ts';
const chromium = findChromium();
const stack = await startStack({ client: true });
const { url, apiUrl, publishableKey, secretKey, databaseUrl, accounts } = stack;
const output = mkdtempSync(join(tmpdir(), 'daftar-screens-'));
const { status } = spawnSync(
  join(project, 'node_modules/.bin/playwright'),
  ['test', '--config', 'web/e2e/screens/playwright.config.ts', spec, ...options],
  {
    cwd: project,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM: chromium,
      PLAYWRIGHT_OUTPUT: output,
      DAFTAR_STACK: JSON.stringify({ url, apiUrl, publishableKey, secretKey, databaseUrl, accounts }),
    },
  },
);
await stack.stop();
rmSync(output, { recursive: true, force: true });
process.exit(status ?? 1);
