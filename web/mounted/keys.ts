/** A scanner types a code where the focus is, at its own pace, and Enter behind it. Nobody presses a key before it has ended. */
export async function scan(...codes: string[]): Promise<void> {
  const keys = codes.flatMap((code) => [...code, 'Enter']);
  const begun = performance.now();
  for (const [at, key] of keys.entries()) {
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(press, 'timeStamp', { value: begun + at * 3 });
    const goes = (document.activeElement ?? document.body).dispatchEvent(press);
    if (goes && key.length === 1 && document.activeElement?.matches('input, textarea')) document.execCommand('insertText', false, key);
  }
  await new Promise((resolve) => setTimeout(resolve, 3 * keys.length + 60));
}

/** Pastes a text where the focus is. */
export function paste(text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}
