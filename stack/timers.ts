import { aborted } from 'node:util';
import type { Sql } from 'postgres';

/** What pg_cron does on a hosted project, and as whom: due work of the database is started now and every minute, as postgres. */
export function startTimers(owner: Sql, there: () => AbortSignal): () => void {
  let busy = false;
  const run = async (): Promise<void> => {
    const [{ exists }] = await owner<[{ exists: boolean }]>`select to_regprocedure('private.run_due_jobs()') is not null as exists`;
    if (exists) await owner`select private.run_due_jobs()`;
  };
  const tick = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const running = run();
      // What waits for a database that fell over may wait for ever.
      await Promise.race([running, aborted(there(), running)]);
    } catch (error) {
      console.error('run_due_jobs', error);
    } finally {
      busy = false;
    }
  };
  void tick();
  const timer = setInterval(() => void tick(), 60_000);
  return () => clearInterval(timer);
}
