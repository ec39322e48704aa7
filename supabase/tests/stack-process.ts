/* The tests' own stack, in a process of its own so that it can be killed like one. Prints one line of JSON when it is ready. */
import { boot } from '../../stack/boot.ts';

const [dataDir = ''] = process.argv.slice(2);
const stack = await boot({ dataDir, port: 0, empty: false, client: false });
process.stdout.write(`${JSON.stringify({ ...stack, stop: undefined })}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stack.stop().then(() => process.exit(0)));
}
