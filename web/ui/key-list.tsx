import { KeyHint } from './kbd.tsx';

/** Descriptions of shortcuts, each with its keys at the end. */
export function KeyList({ keys }: { keys: readonly (readonly [said: string, stroke: string])[] }) {
  return (
    <dl className="keys">
      {keys.map(([said, stroke]) => (
        <div key={stroke} className="contents">
          <dt>{said}</dt>
          <dd>
            <span className="sr">{stroke.replace('Mod', 'Ctrl')}</span>
            {/* KeyHint would split at the plus. */}
            {stroke === '+' ? (
              <kbd className="kbd" aria-hidden="true">
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
