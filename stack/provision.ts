import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { Lite } from './lite.ts';
import { project } from './paths.ts';
import type { Secrets } from './secrets.ts';

const script = (name: string): string => readFileSync(join(project, 'stack/sql', name), 'utf8');

/** Makes a bare Postgres like a new hosted project. Each step is a transaction, so an interrupted start can continue. */
export async function provision(admin: Sql, secrets: Secrets): Promise<void> {
  const [made] = await admin`select 1 from pg_roles where rolname = 'authenticator'`;
  if (made) return;
  await admin.begin(async (sql) => {
    await sql.unsafe(script('roles.sql'));
    await sql.unsafe(`alter role postgres password '${secrets.postgresPassword}'`);
    await sql.unsafe(`alter role authenticator password '${secrets.authenticatorPassword}'`);
  });
}

export async function provisionServices(admin: Sql, load: () => Promise<Lite>): Promise<void> {
  const [{ done }] = await admin<[{ done: boolean }]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as done`;
  if (done) return;
  await (await load()).app.ensureSystemSchema();
  await admin.begin((sql) => sql.unsafe(script('services.sql')));
}
