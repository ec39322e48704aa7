/**
 * Types codes into the focused element as a scanner does, 3 ms per key and Enter after each. It uses nothing from outside, so that a
 * Playwright page can run it too: Playwright's keyboard on a busy machine would type as slowly as a person.
 */
export async function scan(...codes: string[]): Promise<void> {
  const keys = codes.flatMap((code) => [...code, 'Enter']);
  const start = performance.now();
  for (const [index, key] of keys.entries()) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    // The time of the key press, however late the page handles it.
    Object.defineProperty(press, 'timeStamp', { value: start + index * 3 });
    const isDefault = (document.activeElement ?? document.body).dispatchEvent(press);
    // Only into a field: with the focus on a button, the command would write where the cursor was before.
    if (isDefault && key.length === 1 && document.activeElement?.matches('input, textarea')) document.execCommand('insertText', false, key);
  }
  // A key within 90 ms of the last one counts as the scanner's, so wait until that has passed.
  await new Promise((resolve) => setTimeout(resolve, 3 * keys.length + 90));
}

/** Pastes a text into the focused element. */
export function paste(text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}
