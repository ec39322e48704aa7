import { aborted } from 'node:util';
import type { Sql } from 'postgres';

/** What pg_cron does on a hosted project, and as whom: due work of the database is started now and every minute, as postgres; call: calls the
    edge functions whose time it says has come. */
export function startTimers(owner: Sql, there: () => AbortSignal, call: (name: string) => Promise<Response>): () => void {
  let busy = false;
  const run = async (): Promise<void> => {
    const [{ exists }] = await owner<[{ exists: boolean }]>`select to_regprocedure('private.run_due_jobs()') is not null as exists`;
    const due = exists ? await owner<{ name: string }[]>`select private.run_due_jobs() as name` : [];
    for (const { name } of due.filter((one) => one.name)) {
      const { status } = await call(name);
      if (status !== 200) console.error('run_due_jobs', name, status);
    }
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
