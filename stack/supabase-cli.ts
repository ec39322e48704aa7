import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { project } from './paths.ts';

/** Runs the project's Supabase CLI against a database URL, which needs no Docker. */
export function supabaseCli(databaseUrl: string, ...command: string[]): { ok: boolean; output: string; problems: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/supabase/dist/supabase.js'), ...command, `--remote=${databaseUrl}`, '--yes'],
    { cwd: project, encoding: 'utf8', env: { ...process.env, PGSSLMODE: 'disable', DO_NOT_TRACK: '1' } },
  );
  return { ok: status === 0, output: stdout, problems: stderr };
}
