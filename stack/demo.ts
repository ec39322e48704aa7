import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Sql } from 'postgres';
import { once, runFile } from './migrate.ts';
import type { storageFiles } from './storage-files.ts';
import { createUser } from './users.ts';

export interface Account {
  id: string;
  email: string;
  password: string;
  role: string;
}

/** Loads what every installation needs and, on a first start, the demo business; history: with its past sales. */
export async function seed(
  sql: Sql,
  folder: string,
  { empty, history }: { empty: boolean; history: boolean },
  files: ReturnType<typeof storageFiles>,
): Promise<Account[]> {
  const seedFile = join(folder, 'seed.sql');
  if (existsSync(seedFile)) {
    const text = readFileSync(seedFile, 'utf8');
    await once(sql, 'supabase/seed.sql', text, (transaction) => runFile(transaction, 'seed.sql', text));
  }
  // An empty start is recorded too, so that a later start does not load the demo into a business in use.
  if (empty) await once(sql, 'supabase/demo', 'left out', async () => undefined);
  else await once(sql, 'supabase/demo', 'loaded', (transaction) => loadDemo(transaction, join(folder, 'demo'), history, files));
  const [record] = await sql<{ loaded: boolean }[]>`
    select hash = encode(sha256('loaded'), 'hex') as loaded from supabase_migrations.seed_files where path = 'supabase/demo'`;
  return record?.loaded ? demoAccounts(join(folder, 'demo')) : [];
}

function demoAccounts(folder: string): Account[] {
  const file = join(folder, 'accounts.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Account[]) : [];
}

async function loadDemo(sql: Sql, folder: string, history: boolean, files: ReturnType<typeof storageFiles>): Promise<void> {
  for (const { id, email, password } of demoAccounts(folder)) await createUser(sql, { id, email, password, email_confirm: true });
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && (history || name !== 'history.sql'))
    .sort()) {
    await runFile(sql, `demo/${file}`, readFileSync(join(folder, file), 'utf8'));
  }
  const images = join(folder, 'images');
  if (existsSync(images)) await loadImages(sql, images, files);
}

/** Stores the images of the demo's products and their thumbnails as an upload would. */
async function loadImages(sql: Sql, folder: string, files: ReturnType<typeof storageFiles>): Promise<void> {
  const products = await sql<{ path: string }[]>`select image_path as path from public.products where image_path is not null`;
  for (const path of products.flatMap((product) => [product.path, product.path.replace(/(\.\w+)$/, '.thumb$1')])) {
    const metadata = await files.uploadObject(
      'images',
      path,
      undefined as never,
      readFileSync(join(folder, basename(path))),
      'image/webp',
      'max-age=3600',
    );
    await sql`insert into storage.objects (bucket_id, name, metadata) values ('images', ${path}, ${sql.json({ ...metadata } as never)})`;
  }
}
