import { expect, test } from 'vitest';
import { supabaseCli } from '../../stack/supabase-cli.ts';
import { stackOfWorker } from './database.ts';

test('the Supabase CLI’s advisors find no issues', () => {
  const { ok, output, problems } = supabaseCli(stackOfWorker().databaseUrl, 'db', 'advisors');
  expect(output + problems).toMatch(/no issues found/i);
  expect(ok).toBe(true);
});
