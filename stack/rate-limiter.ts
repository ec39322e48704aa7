const minutes = 5;

interface Window {
  failed: number;
  /** Attempts in progress. */
  pending: number;
  ends: number;
  waiting: (() => void)[];
}

/** Counts failed attempts in windows of five minutes. After `most` failures all attempts are refused until the window ends. Attempts in
    progress count as well, but the next one then waits for one of them, so that any number of correct ones at once succeed. */
export function rateLimiter(most: number) {
  const windows = new Map<string, Window>();

  const windowOf = (key: string): Window => {
    const now = performance.now() / 1000;
    for (const [old, { ends, pending, waiting }] of windows) if (ends <= now && pending === 0 && waiting.length === 0) windows.delete(old);
    const window = windows.get(key) ?? { failed: 0, pending: 0, ends: 0, waiting: [] };
    if (window.ends <= now) Object.assign(window, { failed: 0, ends: now + minutes * 60 });
    windows.set(key, window);
    return window;
  };

  return {
    /** Begins an attempt and returns 0, or returns the seconds until one is allowed. */
    async begin(key: string): Promise<number> {
      for (;;) {
        const window = windowOf(key);
        if (window.failed >= most) return Math.ceil(window.ends - performance.now() / 1000);
        if (window.failed + window.pending < most) {
          window.pending += 1;
          return 0;
        }
        await new Promise<void>((resolve) => window.waiting.push(resolve));
      }
    },
    /** Ends an attempt that was begun. */
    end(key: string, failed: boolean): void {
      const window = windowOf(key);
      window.pending -= 1;
      if (failed) window.failed += 1;
      for (const next of window.waiting.splice(0)) next();
    },
  };
}
