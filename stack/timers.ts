import type { Sql } from 'postgres';

/** What pg_cron does on a hosted project: due work of the database is started every minute. */
export function startTimers(admin: Sql): () => void {
  let busy = false;
  const tick = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const [{ exists }] = await admin<[{ exists: boolean }]>`select to_regprocedure('private.run_due_jobs()') is not null as exists`;
      if (exists) await admin`select private.run_due_jobs()`;
    } catch (error) {
      console.error('run_due_jobs', error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void tick(), 60_000);
  return () => clearInterval(timer);
}
