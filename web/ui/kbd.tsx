const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as labelled on the keyboard: `Mod` is ⌘ on a Mac, Ctrl elsewhere. */
export function KeyHint({ keys }: { keys: string }) {
  const shown = keys
    .split('+')
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key))
    .join(' ');
  return (
    <kbd className="shortcut" aria-hidden="true">
      {shown}
    </kbd>
  );
}
