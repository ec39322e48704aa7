import { KeyHint } from './kbd.tsx';

/** Descriptions of shortcuts, each with its keys at the end. */
export function KeyList({ keys }: { keys: readonly (readonly [label: string, stroke: string])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2">
      {keys.map(([label, stroke]) => (
        <div key={stroke} className="contents">
          <dt>{label}</dt>
          <dd className="flex justify-end gap-1">
            <span className="sr-only">{stroke.replace('Mod', 'Ctrl')}</span>
            {/* KeyHint would split at the plus. */}
            {stroke === '+' ? (
              <kbd className="shortcut" aria-hidden="true">
                +
              </kbd>
            ) : (
              <KeyHint keys={stroke} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
