import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { boot } from './boot.ts';
import { isFull, say, sayOn } from './log.ts';
import { project } from './paths.ts';
import { readPort } from './ports.ts';

process.env.DO_NOT_TRACK = '1';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    port: { type: 'string', default: '54321' },
    'data-dir': { type: 'string', default: `${project}/.data` },
    empty: { type: 'boolean', default: false },
    'no-history': { type: 'boolean', default: false },
    'api-only': { type: 'boolean', default: false },
    supabase: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) {
  process.stdout.write(`npm start -- [options]
  --json            print one line of JSON when ready, and nothing else on standard output
  --port <number>   port to listen on (default 54321; another one if it is in use)
  --data-dir <dir>  the data folder (default .data)
  --empty           start without the demo business
  --no-history      a demo business without sales
  --api-only        do not build and serve the client
  --supabase <dir>  another folder with migrations, seed and demo
`);
  process.exit(0);
}
if (!values.json) sayOn(process.stdout);

// A lost connection may throw where nothing awaits it: it is logged and the stack keeps running.
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => console.error(error));

let stopping: Promise<void> | null = null;
// Within a promise, so that an invalid port is reported like every other error at start.
const started = Promise.resolve().then(() =>
  boot({
    dataDir: resolve(values['data-dir']),
    port: readPort(values.port),
    empty: values.empty,
    history: !values['no-history'],
    client: !values['api-only'],
    ...(values.supabase ? { supabase: resolve(values.supabase) } : {}),
  }),
);

function stopAndExit(): void {
  // Exits after 4 s even if a cleanup hangs; exit handlers kill the child processes.
  setTimeout(() => process.exit(0), 4_000).unref();
  // Stops the stack once, even if it is still starting.
  stopping ??= started
    .then(
      (stack) => stack.stop(),
      () => undefined,
    )
    .then(() => process.exit(0));
}
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stopAndExit);
// The reader of the output may exit first; a write error must not end the process without stopping the database.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const { url, secrets, databaseUrl, accounts } = await started;
  const shown = accounts.map(({ email, password, role }) => ({ email, password, role }));
  if (values.json) {
    const { publishableKey, secretKey } = secrets;
    process.stdout.write(`${JSON.stringify({ url, apiUrl: url, publishableKey, secretKey, databaseUrl, accounts: shown })}\n`);
  } else {
    say(`\n  Daftar is ready: ${url}\n`);
    for (const { email, password, role } of shown) say(`  ${role.padEnd(16)} ${email.padEnd(28)} ${password}`);
    say(
      `\n  This stack is for trying, developing and testing; production is Supabase (see docs/deployment.md).\n  Data: ${resolve(values['data-dir'])}   Stop: Ctrl-C   Start over: npm run reset\n`,
    );
  }
} catch (error) {
  if (isFull(error)) say(`The disk that holds ${resolve(values['data-dir'])} is full. Free some space and start again; nothing is lost.`);
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
