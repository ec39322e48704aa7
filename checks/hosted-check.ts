import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsOf } from './hosted-project.ts';
import { startStack } from '../stack/stack.ts';
import { supabaseCli } from '../stack/supabase-cli.ts';

const { values } = parseArgs({ options: { url: { type: 'string' }, 'publishable-key': { type: 'string' }, site: { type: 'string' } } });
const { url, site } = values;
const publishableKey = values['publishable-key'];
if (Object.keys(values).length > 0 && !(url && site && publishableKey))
  throw new Error('--url, --publishable-key and --site belong together');
if (url && site && publishableKey) {
  const faults = await faultsOf({ url, publishableKey, site });
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`${url} is set up for ${site}.`);
  process.exit(faults.length === 0 ? 0 : 1);
}

// Simulates a deployment: the Supabase CLI applies everything to an empty database as postgres, and its advisors check the result.
const emptyFolder = mkdtempSync(join(tmpdir(), 'daftar-nothing-'));
const stack = await startStack({ supabase: emptyFolder, empty: true, fromTemplate: false });
try {
  for (const command of [
    ['db', 'push', '--include-seed'],
    ['migration', 'list'],
    ['db', 'advisors'],
  ]) {
    const { ok, output, problems } = supabaseCli(stack.databaseUrl, ...command);
    console.log(`supabase ${command.join(' ')}\n${output}${problems}`);
    const hasIssues = command[1] === 'advisors' && !/no issues found/i.test(output + problems);
    if (!ok || hasIssues) process.exitCode = 1;
  }
} finally {
  await stack.stop();
  rmSync(emptyFolder, { recursive: true });
}
