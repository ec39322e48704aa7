const minutes = 5;

interface Window {
  failed: number;
  /** Tries on their way: nobody knows yet how they end. */
  pending: number;
  ends: number;
  waiting: (() => void)[];
}

/** Counts failed tries in windows of five minutes. What is beyond the limit waits for the window's end, the right answer too; while only
    tries on their way fill it, the next waits for one of them, so that right ones at once all come in, however many. */
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
    /** Begins a try and answers 0, or the seconds until one may be begun. */
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
    /** Ends a try that was begun. */
    end(key: string, failed: boolean): void {
      const window = windowOf(key);
      window.pending -= 1;
      if (failed) window.failed += 1;
      for (const next of window.waiting.splice(0)) next();
    },
  };
}
