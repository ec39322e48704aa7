import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';

interface Migration {
  version: string;
  name: string;
  text: string;
}

function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
      return version && name ? [{ version, name, text: readFileSync(join(folder, file), 'utf8') }] : [];
    });
}

/** Applies new migrations, each file in one transaction with its record in the Supabase CLI's history. There the file is one statement,
    since splitting all of them would take a fifth of the start. */
export async function migrate(sql: Sql, folder: string): Promise<void> {
  const recorded = await sql<{ version: string; text: string }[]>`
    select version, array_to_string(statements, '') as text from supabase_migrations.schema_migrations`;
  const known = new Map(recorded.map(({ version, text }) => [version, text]));
  for (const { version, name, text } of readMigrations(folder)) {
    const applied = known.get(version);
    if (applied !== undefined && applied !== text) {
      throw new Error(`Migration ${version}_${name}.sql was changed after it was applied to this data. Start over with: npm run reset`);
    }
    if (applied !== undefined) continue;
    try {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(text);
        await transaction`insert into supabase_migrations.schema_migrations (version, name, statements)
          values (${version}, ${name}, ${[text]})`;
      });
    } catch (error) {
      throw new Error(`Migration ${version}_${name}.sql: ${place(error, text)}`, { cause: error });
    }
  }
}

/** Runs a file of data once; the data and its record are one transaction. */
export async function once(sql: Sql, path: string, text: string, work: (transaction: Sql) => Promise<void>): Promise<void> {
  const [done] = await sql`select 1 from supabase_migrations.seed_files where path = ${path}`;
  if (done) return;
  const hash = createHash('sha256').update(text).digest('hex');
  await sql.begin(async (transaction) => {
    await work(transaction as unknown as Sql);
    await transaction`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})`;
  });
}

export async function runFile(sql: Sql, name: string, text: string): Promise<void> {
  try {
    await sql.unsafe(text);
  } catch (error) {
    throw new Error(`${name}: ${place(error, text)}`, { cause: error });
  }
}

function place(error: unknown, text: string): string {
  const { message, position, detail, where } = error as { message: string; position?: string; detail?: string; where?: string };
  const line = position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : '';
  return [message + line, detail, where].filter(Boolean).join('\n');
}
