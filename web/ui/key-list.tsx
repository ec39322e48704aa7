import { KeyHint } from './kbd.tsx';

/** What each key does, with the key at the end. */
export function KeyList({ keys }: { keys: readonly (readonly [said: string, stroke: string])[] }) {
  return (
    <dl className="keys">
      {keys.map(([said, stroke]) => (
        <div key={stroke} className="contents">
          <dt>{said}</dt>
          <dd>
            <span className="sr">{stroke.replace('Mod', 'Ctrl')}</span>
            {/* Elsewhere a plus joins keys. */}
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
