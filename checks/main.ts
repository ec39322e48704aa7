/* `npm test`: all tests, stage after stage, then the totals. Stages that need one core run beside stages that use the embedded stack.
   Failed tests are run once more at the end of their stage: those that pass then are listed at the end, those that fail twice fail.
   Words after `--` choose stages (npm test -- types lint), or test files by a part of their path (npm test -- sales). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findChromium } from './chromium.ts';
import { builtClient, project } from '../stack/paths.ts';
import { startStack } from '../stack/stack.ts';
import type { Failure as VitestFailure, Report as VitestReport } from './vitest-report.ts';

type Count = { passed: number; failed: number; failures?: string[]; again?: string[]; skipped?: string[] };
/** Arguments after `--` that name no stage: parts of the paths of test files. */
const area: string[] = [];
const bin = (name: string) => join(project, 'node_modules/.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'daftar-checks-'));
// Postgres may run as its own user, who must be able to traverse it.
chmodSync(scratch, 0o711);

/** The buffered output of a stage that runs beside another; printed in one piece once it has ended. */
const stageOutput = new AsyncLocalStorage<Buffer[]>();

// Tools run on the pinned Node too, not on the machine's.
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const output = stageOutput.getStore();
  const tool = spawn(command, args, {
    cwd: project,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`, ...env },
  });
  for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (part: Buffer) => output?.push(part));
  const [code] = (await once(tool, 'close')) as [number | null];
  return code === 0;
}

const all = (...checks: boolean[]): Count => ({ passed: checks.filter(Boolean).length, failed: checks.filter((ok) => !ok).length });

/* A missing or empty report is a failure, since the runner may have died. */
function report<Shape>(file: string, count: (report: Shape) => Count, ok: boolean): Count {
  if (!existsSync(file)) return all(false);
  const counted = count(JSON.parse(readFileSync(file, 'utf8')) as Shape);
  return { ...counted, failed: counted.failed === 0 && (!ok || counted.passed === 0) ? 1 : counted.failed };
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const testTitle = (file: string, name: string) => `${file.replace(`${project}/`, '')}: ${name}`;
const failure = (file: string, name: string, why: string | undefined) =>
  `${testTitle(file, name)}\n${(why ?? '').replace(colours, '').slice(0, 1_000)}`;

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
};

const inBrowser = (suites: BrowserSuite[], status: 'unexpected' | 'skipped'): string[] =>
  suites.flatMap(({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter((one) => one.status === status)
        .map(({ results }) => (status === 'skipped' ? testTitle(file, title) : failure(file, title, results[0]?.error?.message))),
    ),
    ...inBrowser(suites, status),
  ]);

async function vitest(name: string, config: string): Promise<Count> {
  const first = await vitestOnce(name, config, area);
  const files = [...new Set(first?.failures.map(({ file }) => file))];
  if (!first || first.failures.length === 0 || !files.every((file) => existsSync(file))) return vitestCount(first, first?.failures ?? []);
  console.log(`\n── ${name}, once more: ${files.map((file) => file.replace(`${project}/`, '')).join(', ')} ──`);
  const second = await vitestOnce(name, config, files, '--no-file-parallelism');
  if (!second) return vitestCount(first, first.failures);
  const same = (one: VitestFailure) => (other: VitestFailure) => one.file === other.file && one.name === other.name;
  const failedTwice = first.failures.filter((one) => second.failures.some(same(one)));
  return vitestCount(
    first,
    failedTwice,
    first.failures.filter((one) => !failedTwice.includes(one)),
  );
}

async function vitestOnce(name: string, config: string, files: string[], ...options: string[]): Promise<VitestReport | null> {
  const file = join(scratch, `${name}.json`);
  rmSync(file, { force: true });
  const ok = await run(
    bin('vitest'),
    ['run', '--config', config, '--reporter=default', `--reporter=${join(project, 'checks/vitest-report.ts')}`, ...options, ...files],
    { DAFTAR_REPORT: file },
  );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : null;
  // A run that fails although no test failed, or that ran no test, must not count as passed.
  return report && report.failures.length === 0 && (!ok || report.passed === 0) ? null : report;
}

function vitestCount(report: VitestReport | null, failed: VitestFailure[], flaky: VitestFailure[] = []): Count {
  if (!report) return all(false);
  const describe = ({ file, name, why }: VitestFailure) => failure(file, name, why);
  return {
    passed: report.passed + flaky.length,
    failed: failed.length,
    failures: failed.map(describe),
    again: flaky.map(describe),
    skipped: report.skipped.map(({ file, name }) => testTitle(file, name)),
  };
}

/* docs/measures.md: no route loads more than 60 KB (gzip) of its own; the first list's total is measured in the browser. */
function sizes(): Count {
  const manifest = JSON.parse(readFileSync(join(builtClient, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; isDynamicEntry?: boolean }
  >;
  const pages = Object.entries(manifest).filter(([key, chunk]) => chunk.isDynamicEntry && /^(screens|parts|app|kit|list)\//.test(key));
  const large = pages.flatMap(([key, { file }]) => {
    const size = gzipSync(readFileSync(join(builtClient, file))).length / 1024;
    return size > 60 ? [`${key}: ${size.toFixed(1)} KB gzip, at most 60`] : [];
  });
  for (const line of large) console.log(line);
  return { passed: pages.length - large.length, failed: large.length + (pages.length === 0 ? 1 : 0) };
}

async function browser(): Promise<Count> {
  const chromium = findChromium();
  const stack = await startStack({ dataDir: join(scratch, 'data'), client: true });
  try {
    const file = join(scratch, 'browser.json');
    const { apiUrl, publishableKey, secretKey, databaseUrl, accounts, url } = stack;
    const play = async (...options: string[]): Promise<Count> => {
      rmSync(file, { force: true });
      const ok = await run(bin('playwright'), ['test', '--reporter=list,json', ...options], {
        CHROMIUM: chromium,
        // Has the mails, which the test of a forgotten password reads.
        DAFTAR_DATA: join(scratch, 'data'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        DAFTAR_STACK: JSON.stringify({ url, apiUrl, publishableKey, secretKey, databaseUrl, accounts }),
      });
      return report<{ stats: { expected: number; unexpected: number }; suites: BrowserSuite[] }>(
        file,
        (r) => ({
          passed: r.stats.expected,
          failed: r.stats.unexpected,
          failures: inBrowser(r.suites, 'unexpected'),
          skipped: inBrowser(r.suites, 'skipped'),
        }),
        ok,
      );
    };
    const first = await play(...area);
    // With SEED set a failure counts at once, since a second run may not reproduce it.
    if (!first.failures?.length || process.env.SEED) return first;
    console.log('\n── browser, once more ──');
    const second = await play('--last-failed', '--workers=1', ...area);
    // A test fails if it failed in both runs; without a second report, all failures of the first count.
    const title = (text: string) => text.split('\n')[0];
    const failedTwice = second.failures
      ? first.failures.filter((text) => second.failures!.some((other) => title(other) === title(text)))
      : first.failures;
    return {
      ...first,
      passed: first.passed + first.failures.length - failedTwice.length,
      failed: failedTwice.length,
      failures: failedTwice,
      again: first.failures.filter((text) => !failedTwice.includes(text)),
    };
  } finally {
    await stack.stop();
  }
}

/* Checks the types of the client, the print server, and the edge functions (with Deno). */
async function types(): Promise<Count> {
  const functions = readdirSync(join(project, 'supabase/functions'))
    .map((name) => `supabase/functions/${name}/index.ts`)
    .filter((file) => existsSync(join(project, file)));
  return all(
    await run(bin('tsc'), ['--noEmit']),
    await run(bin('tsc'), ['--noEmit', '-p', 'print-server']),
    await run(bin('deno'), ['check', '--quiet', '--no-lock', '--cached-only', ...functions]),
  );
}

/** The test files of each stage. */
const testFiles: Record<string, [folders: string[], ending: RegExp]> = {
  units: [['web', 'build'], /\.test\.tsx?$/],
  'print-server': [['print-server/tests'], /\.test\.ts$/],
  stack: [['stack/tests'], /\.test\.ts$/],
  database: [['supabase'], /\.test\.ts$/],
  mounted: [['web/mounted'], /\.spec\.tsx$/],
  browser: [['web/e2e'], /\.spec\.ts$/],
};
const hasTestsOfArea = (stage: string): boolean => {
  const [folders, ending] = testFiles[stage] ?? [[], /^$/];
  const files = folders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true }).map((file) => join(folder, String(file))),
  );
  return files.some((file) => ending.test(file) && area.some((word) => file.includes(word)));
};

const stages: Record<string, () => Promise<Count>> = {
  types,
  lint: async () =>
    all(
      await run(bin('biome'), ['format', '.']),
      await run(bin('eslint'), ['.', '--max-warnings=0']),
      await run(bin('depcruise'), ['web', 'build', 'stack', 'checks', 'bench', 'supabase', 'print-server', '--no-progress']),
      await run(bin('knip'), ['--no-progress', '--treat-config-hints-as-errors']),
    ),
  schema: async () => all(await run(process.execPath, ['stack/types.ts', '--check'])),
  units: () => vitest('units', 'vite.config.ts'),
  'print-server': () => vitest('print-server', 'print-server/vitest.config.ts'),
  stack: () => vitest('stack', 'stack/vitest.config.ts'),
  database: () => vitest('database', 'supabase/tests/vitest.config.ts'),
  mounted: () => vitest('mounted', 'web/mounted/vitest.config.ts'),
  build: async () => ((await run(bin('vite'), ['build'])) ? sizes() : all(false)),
  browser,
};

const words = process.argv.slice(2);
const chosen = words.filter((word) => word in stages);
area.push(...words.filter((word) => !(word in stages)));
const wanted = (names: string[]): string[] =>
  names.filter((name) => (chosen.length > 0 ? chosen.includes(name) : area.length === 0 || hasTestsOfArea(name)));
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const again: string[] = [];
const skipped: string[] = [];

async function runInTurn(names: string[]): Promise<void> {
  for (const name of names) {
    const start = Date.now();
    const output = stageOutput.getStore();
    if (!output) console.log(`\n── ${name} ──`);
    const count = await stages[name]!().catch((error: unknown): Count => ({ passed: 0, failed: 1, failures: [String(error)] }));
    if (output) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name} ──\n`), ...output.splice(0)]));
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - start) / 1000)} s`);
    total.passed += count.passed;
    total.failed += count.failed;
    again.push(...(count.again ?? []));
    skipped.push(...(count.skipped ?? []).map((text) => `${name}: ${text}`));
    if (count.failed > 0) failures.push(...(count.failures?.length ? count.failures : ['see above']).map((text) => `${name}: ${text}`));
  }
}

const runBeside = (names: string[], others: string[]) =>
  Promise.all([runInTurn(wanted(names)), stageOutput.run([], () => runInTurn(wanted(others)))]);

try {
  await runBeside(['stack'], ['types', 'lint', 'schema', 'units']);
  // The print server's tests mostly wait for printers that die and come back.
  await runBeside(['database'], ['print-server', 'mounted']);
  await runInTurn(wanted(['build', 'browser']));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
// Repeated at the end, since only the end of a log may be kept.
for (const text of skipped) console.log(`\n– skipped: ${text}`);
for (const text of again) console.log(`\n↻ passed at the second try: ${text}`);
for (const text of failures) console.log(`\n✗ ${text}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
