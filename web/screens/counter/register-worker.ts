const UPDATE_CHECK_INTERVAL = 60 * 60_000;

/** Registers the counter's service worker, whose scope is that page only, and checks for updates every hour. Returns a function that
    ends the checks. */
export function registerWorker(workers: Pick<ServiceWorkerContainer, 'register'>, onUpdate: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;
  const register = async () => {
    const registration = await workers.register('/counter-worker.js', { scope: '/accounting/sales/add', updateViaCache: 'none' });
    registration.addEventListener('updatefound', () => {
      // The first worker is not an update; each later one is, also for the page that installed the first.
      const { installing: next, active: before } = registration;
      next?.addEventListener('statechange', () => before && next.state === 'activated' && onUpdate());
    });
    // Asks the browser not to evict unsent sales when storage runs short.
    void navigator.storage?.persist?.();
    if (!isStopped) timer = setInterval(() => void registration.update().catch(() => undefined), UPDATE_CHECK_INTERVAL);
  };
  // A browser without storage can still sell while online.
  register().catch(() => undefined);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
