/* npm run bench:http -- --stack '<line of npm start -- --json>' --person <id that bench:seed printed>: times the requests
   of the product list over HTTP, signed in. */
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { stack: { type: 'string' }, person: { type: 'string' }, beside: { type: 'string' }, runs: { type: 'string', default: '41' } },
});
if (!values.stack || !values.person) {
  console.error("Usage: npm run bench:http -- --stack '<line>' --person <id> [--beside <another address of the same project>] [--runs 41]");
  process.exit(1);
}
const { apiUrl, publishableKey, secretKey } = JSON.parse(values.stack) as { apiUrl: string; publishableKey: string; secretKey: string };
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function ask(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('error', reject);
      answer.on('end', () => ((answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`${answer.statusCode} ${text}`))));
    });
    outgoing.on('error', reject).end(JSON.stringify(body));
  });
}

async function signIn(): Promise<string> {
  const account = { email: `${values.person}@bench.example`, password: `bench-${process.pid}-${Date.now()}` };
  await ask(
    `${apiUrl}/auth/v1/admin/users/${values.person}`,
    'PUT',
    { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    { ...account, email_confirm: true },
  );
  const session = await ask(`${apiUrl}/auth/v1/token?grant_type=password`, 'POST', { apikey: publishableKey }, account);
  return (JSON.parse(session) as { access_token: string }).access_token;
}

const headers = { apikey: publishableKey, authorization: `Bearer ${await signIn()}` };
const rpc = (at: string, name: string, args: object) => ask(`${at}/rest/v1/rpc/${name}`, 'POST', headers, args);
const page = { words: '', view: 'all', sort: 'name', descending: false, page_size: 25, page_offset: 0 };
const questions: Record<string, (at: string) => Promise<unknown>> = {
  'signed-in user': (at) => rpc(at, 'me', {}),
  'one row': (at) => ask(`${at}/rest/v1/products?id=eq.0be00008-0000-7000-8000-000000000011`, 'GET', headers, undefined),
  'list, page 1': (at) => rpc(at, 'product_page', page),
  'list, page 1, and its count': (at) => Promise.all([rpc(at, 'product_page', page), rpc(at, 'product_count', { words: '' })]),
  'list, row 40,000': (at) => rpc(at, 'product_page', { ...page, page_offset: 40_000 }),
  'search, rare word': (at) => rpc(at, 'product_page', { ...page, words: 'zanzibar' }),
  'search, common word': (at) => rpc(at, 'product_page', { ...page, words: 'seasonal' }),
};

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** Requests for the first page per second by 16 clients, measured for three seconds. */
async function crowd(at: string): Promise<number> {
  const end = performance.now() + 3000;
  let answered = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) {
        await rpc(at, 'product_page', page);
        answered++;
      }
    }),
  );
  return answered / 3;
}

const servers = [apiUrl, ...(values.beside ? [values.beside] : [])];
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
for (const [name, question] of Object.entries(questions)) {
  const took = servers.map((): number[] => []);
  // The servers alternate within each round, so that all have the same conditions; the first ten rounds warm up.
  for (let run = -10; run < Number(values.runs); run++) {
    for (const [index, server] of servers.entries()) {
      const start = performance.now();
      await question(server);
      if (run >= 0) took[index]?.push(performance.now() - start);
    }
  }
  console.log(`${name.padEnd(30)}${took.map((each) => median(each).toFixed(1).padStart(8)).join('')} ms`);
}
const rates: string[] = [];
for (const server of servers) rates.push((await crowd(server)).toFixed(0).padStart(8));
console.log(`${'list, page 1, 16 at once'.padEnd(30)}${rates.join('')} a second`);
agent.destroy();
