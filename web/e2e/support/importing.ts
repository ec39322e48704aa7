/* The business runs one import at a time, so tests that import take turns. */
import { inDatabase } from './fixtures.ts';
import { test as base } from './test.ts';

/** The id of an advisory lock that nothing else in this database uses. */
const turn = 7_301;

export const test = base.extend<{ turn: void }>({
  turn: [
    async ({}, use) => {
      await inDatabase(async (sql) => {
        await sql`select pg_advisory_lock(${turn})`;
        await use();
      });
    },
    { auto: true, timeout: 300_000 },
  ],
});
