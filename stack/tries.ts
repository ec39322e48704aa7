const minutes = 5;

/** Counts tries in windows of five minutes. What is beyond the limit waits for the window's end, the right answer too. */
export function limitTries(most: number) {
  const windows = new Map<string, { tries: number; ends: number }>();
  return {
    /** Counts one before it is known how it ends, so that many at once are counted as well; answers the seconds to wait, or 0. */
    take(key: string): number {
      const now = performance.now() / 1000;
      for (const [old, { ends }] of windows) if (ends <= now) windows.delete(old);
      const window = windows.get(key) ?? { tries: 0, ends: now + minutes * 60 };
      windows.set(key, window);
      window.tries += 1;
      return window.tries > most ? Math.ceil(window.ends - now) : 0;
    },
    /** It was no guess. */
    giveBack(key: string): void {
      const window = windows.get(key);
      if (window) window.tries -= 1;
    },
  };
}
