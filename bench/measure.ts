/* npm run bench -- --database <url of the superuser or owner> --person <id that bench:seed printed>: medians of 9 runs, as JSON and to read. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { questions } from './queries.ts';
import { works } from './works.ts';

const { values } = parseArgs({ options: { database: { type: 'string' }, person: { type: 'string' }, out: { type: 'string' }, runs: { type: 'string', default: '9' }, only: { type: 'string', default: '' } } });
if (!values.database || !values.person) {
  console.error('Usage: npm run bench -- --database postgresql://… --person <id> [--out figures.json] [--runs 9] [--only words]');
  process.exit(1);
}
const person = values.person;
const sql = postgres(values.database, { max: 1, onnotice: () => undefined, prepare: false }) as unknown as Sql;
const [{ deep }] = await sql<[{ deep: number }]>`select (count(*) * 0.75)::integer as deep from public.products`;

const median = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
const figures: Record<string, number> = {};

class TakenBack extends Error {}
/** As the person, taken back afterwards: the time in the database alone, as it tells itself. */
async function timed(text: string, asHand: string[] = []): Promise<number> {
  let took = NaN;
  await sql
    .begin(async (transaction) => {
      for (const statement of asHand) await transaction.unsafe(statement);
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await transaction.unsafe('set local role authenticated');
      const [plan] = await transaction.unsafe(`explain (analyze, timing off, summary on, format json) ${text}`);
      const [top] = plan?.['QUERY PLAN'] as [{ 'Execution Time': number; 'Planning Time': number }];
      took = top['Execution Time'] + top['Planning Time'];
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return took;
}

const asked = [...questions.map(({ name, text }) => ({ name, text: text.replace('{deep}', String(deep)), hand: [] as string[] })), ...works];
for (const { name, text, hand } of asked.filter((each) => each.name.includes(values.only))) {
  await timed(text, hand);
  const times: number[] = [];
  for (let run = 0; run < Number(values.runs); run++) times.push(await timed(text, hand));
  figures[name] = Number(median(times).toFixed(2));
  console.log(`${name.padEnd(44)}${String(figures[name]).padStart(10)} ms`);
}
if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
await sql.end();
