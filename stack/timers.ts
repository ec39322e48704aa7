import { aborted } from 'node:util';
import type { Sql } from 'postgres';

/** Stands in for pg_cron of a hosted project: runs the database's due jobs now and every minute, as postgres.
    callFunction: calls an edge function that is due. */
export function startScheduler(owner: Sql, databaseDown: () => AbortSignal, callFunction: (name: string) => Promise<Response>): () => void {
  let busy = false;
  const run = async (): Promise<void> => {
    const [{ exists }] = await owner<[{ exists: boolean }]>`select to_regprocedure('private.run_due_jobs()') is not null as exists`;
    const due = exists ? await owner<{ name: string }[]>`select private.run_due_jobs() as name` : [];
    for (const { name } of due.filter((one) => one.name)) {
      const { status } = await callFunction(name);
      if (status !== 200) console.error('run_due_jobs', name, status);
    }
  };
  const tick = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const running = run();
      // A query may wait forever for a database that ended.
      await Promise.race([running, aborted(databaseDown(), running)]);
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
