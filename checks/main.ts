/* `npm test`: everything that can regress, stage after stage, then the totals. What needs one core goes beside the embedded stack, which needs one.
   What failed is run once more by itself at the end of its stage: what passes then is named where the output ends, twice red is red.
   Words after `--` choose stages (npm test -- types lint), else what has the word in its path at every level (npm test -- sales), or one file. */
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
/** What follows `--` and names no stage: parts of the paths of test files. */
const area: string[] = [];
const bin = (name: string) => join(project, 'node_modules/.bin', name);
const scratch = mkdtempSync(join(tmpdir(), 'daftar-checks-'));
// Postgres may run as a user of its own, who must be able to pass.
chmodSync(scratch, 0o711);

/** What a stage says that runs beside another: told in one piece, once it has ended. */
const said = new AsyncLocalStorage<Buffer[]>();

// The tools run on the pinned Node as well, whatever the machine has.
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const told = said.getStore();
  const tool = spawn(command, args, {
    cwd: project,
    stdio: told ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`, ...env },
  });
  for (const stream of [tool.stdout, tool.stderr]) stream?.on('data', (part: Buffer) => told?.push(part));
  const [code] = (await once(tool, 'close')) as [number | null];
  return code === 0;
}

const all = (...checks: boolean[]): Count => ({ passed: checks.filter(Boolean).length, failed: checks.filter((ok) => !ok).length });

/* A report that is missing or empty is a failure: a runner that died must not count as nothing to do. */
function report<Shape>(file: string, count: (report: Shape) => Count, ok: boolean): Count {
  if (!existsSync(file)) return all(false);
  const counted = count(JSON.parse(readFileSync(file, 'utf8')) as Shape);
  return { ...counted, failed: counted.failed === 0 && (!ok || counted.passed === 0) ? 1 : counted.failed };
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const called = (file: string, name: string) => `${file.replace(`${project}/`, '')}: ${name}`;
const failure = (file: string, name: string, why: string | undefined) =>
  `${called(file, name)}\n${(why ?? '').replace(colours, '').slice(0, 1_000)}`;

type BrowserSuite = {
  suites?: BrowserSuite[];
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
};

const inBrowser = (suites: BrowserSuite[], status: 'unexpected' | 'skipped'): string[] =>
  suites.flatMap(({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter((one) => one.status === status)
        .map(({ results }) => (status === 'skipped' ? called(file, title) : failure(file, title, results[0]?.error?.message))),
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
  const twice = first.failures.filter((one) => second.failures.some(same(one)));
  return vitestCount(
    first,
    twice,
    first.failures.filter((one) => !twice.includes(one)),
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
  // A run that ends badly though no test failed, or that tested nothing, must not count as green.
  return report && report.failures.length === 0 && (!ok || report.passed === 0) ? null : report;
}

function vitestCount(report: VitestReport | null, failed: VitestFailure[], flaky: VitestFailure[] = []): Count {
  if (!report) return all(false);
  const told = ({ file, name, why }: VitestFailure) => failure(file, name, why);
  return {
    passed: report.passed + flaky.length,
    failed: failed.length,
    failures: failed.map(told),
    again: flaky.map(told),
    skipped: report.skipped.map(({ file, name }) => called(file, name)),
  };
}

/* docs/measures.md: no route brings more than 60 KB (gzip) of its own; what the first list needs is measured in the browser. */
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
        // Where the mails are kept: a forgotten password is part of the proof.
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
    // What dice of its own found once is found, though they fall otherwise the second time.
    if (!first.failures?.length || process.env.SEED) return first;
    console.log('\n── browser, once more ──');
    const second = await play('--last-failed', '--workers=1', ...area);
    // What is red has failed in both; without a second report all of it has.
    const title = (text: string) => text.split('\n')[0];
    const twice = second.failures
      ? first.failures.filter((text) => second.failures!.some((other) => title(other) === title(text)))
      : first.failures;
    return {
      ...first,
      passed: first.passed + first.failures.length - twice.length,
      failed: twice.length,
      failures: twice,
      again: first.failures.filter((text) => !twice.includes(text)),
    };
  } finally {
    await stack.stop();
  }
}

/* The client's, the print server's, and the edge functions' in the words of their own runtime. */
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

/** Where each stage has its test files. */
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

async function inTurn(names: string[]): Promise<void> {
  for (const name of names) {
    const start = Date.now();
    const told = said.getStore();
    if (!told) console.log(`\n── ${name} ──`);
    const count = await stages[name]!().catch((error: unknown): Count => ({ passed: 0, failed: 1, failures: [String(error)] }));
    if (told) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name} ──\n`), ...told.splice(0)]));
    console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${Math.round((Date.now() - start) / 1000)} s`);
    total.passed += count.passed;
    total.failed += count.failed;
    again.push(...(count.again ?? []));
    skipped.push(...(count.skipped ?? []).map((text) => `${name}: ${text}`));
    if (count.failed > 0) failures.push(...(count.failures?.length ? count.failures : ['see above']).map((text) => `${name}: ${text}`));
  }
}

const beside = (names: string[], others: string[]) => Promise.all([inTurn(wanted(names)), said.run([], () => inTurn(wanted(others)))]);

try {
  await beside(['stack'], ['types', 'lint', 'schema', 'units']);
  // The print server's tests mostly wait for printers that die and come back.
  await beside(['database'], ['print-server', 'mounted']);
  await inTurn(wanted(['build', 'browser']));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
// Once more where the output ends, as a log may be kept by its end only.
for (const text of skipped) console.log(`\n– left out: ${text}`);
for (const text of again) console.log(`\n↻ passed at the second try: ${text}`);
for (const text of failures) console.log(`\n✗ ${text}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
