import { vite } from './build.ts';
import { startStack } from './stack.ts';
import { project } from './paths.ts';

// Serves the client with hot reload, on the same data as npm start.
const stack = await startStack({ dataDir: `${project}/.data`, port: 54321, fromTemplate: false });
const leave = (): void => void stack.stop().then(() => process.exit(0));
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, leave);
for (const { email, password, role } of stack.accounts) console.log(`${role.padEnd(16)} ${email.padEnd(28)} ${password}`);
await vite([], { VITE_SUPABASE_URL: stack.url, VITE_SUPABASE_PUBLISHABLE_KEY: stack.publishableKey }).catch(() => undefined);
leave();
