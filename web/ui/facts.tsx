import type { ReactNode } from 'react';

type Fact = readonly [label: string, value: ReactNode, className?: string];

interface FactsProps {
  /** Falsy ones are left out. */
  facts: readonly (Fact | false | null | undefined | '')[];
  className?: string;
}

/** Key facts in one ruled line. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className={fact[2]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
