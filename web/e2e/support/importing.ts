/* One import runs at a time, in the whole business: the tests that bring in files take turns, each with all that it does. */
import { inDatabase } from './fixtures.ts';
import { test as base } from './test.ts';

/** Of no other lock that this database knows. */
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
