import type { Page } from '@playwright/test';

/** A scanner types a code where the focus is, at its own pace: key by key through the browser, a busy machine would make a slow typist of it. */
export const wedge = (page: Page, ...codes: string[]) =>
  page.evaluate(
    async (keys) => {
      const begun = performance.now();
      for (const [at, key] of keys.entries()) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        // When the key was pressed, and not when the page came to it: as a keyboard's event has it.
        Object.defineProperty(press, 'timeStamp', { value: begun + at * 3 });
        const goes = (document.activeElement ?? document.body).dispatchEvent(press);
        // Only into a field: with the focus on a button the command would write where the cursor was left, as no keyboard does.
        if (goes && key.length === 1 && document.activeElement?.matches('input, textarea')) document.execCommand('insertText', false, key);
      }
      // A key within 60 ms of the last one would be the scanner's: the next is somebody's who has seen what was scanned.
      await new Promise((resolve) => setTimeout(resolve, 3 * keys.length + 60));
    },
    codes.flatMap((code) => [...code, 'Enter']),
  );
