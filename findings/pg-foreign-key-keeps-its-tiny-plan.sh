#!/usr/bin/env bash
# A foreign key keeps the plan that its first check made in a connection. Made while the referencing table had a few
# rows, it reads the whole table for every deleted row, although the table has thousands of rows and an index by now;
# ANALYZE, and nothing else that ordinary work does, makes it plan again.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.17
cat >try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = new PGlite();
await db.exec(`
  create table parent (id integer primary key);
  create table child (id integer primary key, parent_id integer references parent);
  create index on child (parent_id);
  insert into parent select generate_series(1, 10);
  insert into child select n, n from generate_series(1, 5) n;
  analyze;
`);
const ROWS = 3000;
async function readPerDeleted(analyzes) {
  // A few small deletions, each of which asks the foreign key, as any connection of a pool has seen.
  for (let n = 0; n < 8; n++) await db.exec('insert into parent values (-1); delete from parent where id = -1');
  await db.exec(`insert into parent select generate_series(10001, ${10000 + ROWS}); insert into child select n, 1 from generate_series(10001, ${10000 + ROWS}) n`);
  if (analyzes) await db.exec('analyze child');
  const { rows } = await db.transaction(async (tx) => {
    await tx.query('delete from parent where id > 10000');
    return tx.query(`select seq_tup_read::integer as read, idx_scan::integer as probes from pg_stat_xact_user_tables where relname = 'child'`);
  });
  await db.exec('delete from child where id > 10000; analyze');
  const per = Math.round(rows[0].read / ROWS);
  console.log(`${analyzes ? 'after ANALYZE' : 'with the plan it kept'}: ${per} rows of child read for each deleted parent, ${rows[0].probes} probes of the index`);
  return per;
}
const { rows: [{ server_version }] } = await db.query('show server_version');
console.log(`Postgres ${server_version}`);
const kept = await readPerDeleted(false);
const analyzed = await readPerDeleted(true);
process.exit(kept >= ROWS && analyzed === 0 ? 0 : 1);
JS
node try.mjs
