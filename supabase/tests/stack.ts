import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface TestStack {
  url: string;
  databaseUrl: string;
  adminUrl: string;
  secrets: { jwtSecret: string; publishableKey: string; secretKey: string; authenticatorPassword: string };
  accounts: { id: string; email: string; password: string; role: string }[];
}

const program = fileURLToPath(new URL('stack-process.ts', import.meta.url));
// The project's own Node: it runs TypeScript as it stands, which the machine's may not.
const node = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

export async function startTestStack(dataDir: string): Promise<{ stack: TestStack; child: ChildProcess }> {
  const child = spawn(node, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the stack ended with ${code} before it was ready; ${dataDir}/logs says why`);
    }),
  ])) as [string];
  return { stack: JSON.parse(line) as TestStack, child };
}

export async function endTestStack(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
