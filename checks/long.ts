/* npm run test:long -- 10: random, large or slow tests with a new seed each time: interleavings for this many minutes, thousands of
   property cases, the mutation of every policy, plans and limits on 100,000 variants, kills under load, 500 sales over a bad connection
   in tabs that die, files of other programs, every browser flow in both languages. SEED=… repeats a failure. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { project } from '../stack/paths.ts';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) {
  console.error('Usage: npm run test:long -- <minutes of interleavings>');
  process.exit(1);
}
const seed = process.env.SEED ?? String(randomInt(2 ** 32));
const startedAt = Date.now();
const log = (text: string): void => console.log(`${Math.round((Date.now() - startedAt) / 60_000)} min, SEED=${seed}: ${text}`);

const runs: [what: string, config: string, files: string[]][] = [
  [
    'properties',
    'supabase/tests/vitest.config.ts',
    ['sale-totals', 'expense-rules', 'import-plan', 'supplier-statement', 'stock-values', 'purchase-charges', 'invariants'],
  ],
  ['policies and arguments', 'supabase/tests/vitest.config.ts', ['mutation', 'argument-fuzz']],
  ['plans and limits', 'supabase/tests/vitest.config.ts', ['plans']],
  ['files of other programs', 'checks/other-programs/vitest.config.ts', []],
  ['crashes', 'stack/vitest.config.ts', ['crashes']],
  [`interleavings for ${minutes} minutes`, 'supabase/tests/vitest.config.ts', ['interleavings', 'concurrency']],
];
const failed: string[] = [];
const vitest = join(project, 'node_modules/.bin/vitest');
const commands: [what: string, command: string, args: string[]][] = [
  ...runs.map(([what, config, files]): [string, string, string[]] => [what, vitest, ['run', '--config', config, ...files]]),
  // Takes a quarter of an hour.
  ['every flow in both languages, tills over a bad connection', process.execPath, ['checks/main.ts', 'browser']],
];
for (const [what, command, args] of commands) {
  log(what);
  const progress = setInterval(() => log(`${what}, still at work`), 60_000);
  const child = spawn(command, args, {
    cwd: project,
    stdio: 'inherit',
    env: {
      ...process.env,
      SEED: seed,
      DAFTAR_CHAOS_SALES: '500',
      DAFTAR_PROPERTY_CASES: '3000',
      DAFTAR_INTERLEAVE_SECONDS: String(minutes * 60),
      DAFTAR_BOTH_LANGUAGES: 'yes',
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(progress);
  if (code !== 0) failed.push(what);
}
log(failed.length > 0 ? `red: ${failed.join(', ')}` : 'green');
process.exit(failed.length > 0 ? 1 : 0);
