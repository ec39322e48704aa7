import { useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { ManyPieces } from '@/parts/lines/many-pieces.tsx';
import { isMany } from '@/parts/lines/many.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import { NumberInput } from '@/ui/number-input.tsx';

interface QuantityBoxProps {
  label: string;
  value: number | null;
  byMeasure: boolean;
  /** Called on Enter or on leaving the field. */
  onSet: (quantity: number) => void;
  /** Called when Enter is pressed on a valid quantity. */
  onDone?: () => void;
}

/** Why the typed quantity is invalid; null if it is empty. */
export function countProblem(typed: string, byMeasure: boolean): QuantityProblem | 'negative' | null {
  const plain = readDecimal(typed);
  if (typed === '') return null;
  return plain?.startsWith('-') ? 'negative' : quantityProblem(plain ?? typed, byMeasure);
}

/** A field for the user's own count. Only valid quantities are accepted. */
export function QuantityBox({ label, value, byMeasure, onSet, onDone }: QuantityBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const shown = typed ?? (value === null ? '' : String(value));
  const plain = readDecimal(shown);
  const problem = countProblem(shown, byMeasure);
  const wrong = problem !== null;
  const [asking, setAsking] = useState(false);
  /** Applies the typed quantity unless it is invalid or needs a question; false: the focus must stay. */
  const take = (): boolean => {
    if (wrong) return false;
    if (typed !== null && plain !== null && Number(plain) !== value) {
      // It may be a code typed by a slow scanner.
      if (isMany(plain)) {
        setAsking(true);
        return false;
      }
      onSet(Number(plain));
    }
    setTyped(null);
    return true;
  };
  return (
    <>
      <NumberInput
        ref={box}
        className="quantity-box"
        label={label}
        value={shown}
        invalid={wrong}
        integer={!byMeasure}
        onChange={setTyped}
        // Selects the content, so that typing replaces it, also after a click or touch.
        onFocus={() => box.current?.select()}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (take()) onDone?.();
        }}
      />
      {asking && plain !== null && (
        <ManyPieces
          quantity={plain}
          label={label}
          onKeep={() => onSet(Number(plain))}
          onClose={() => {
            setAsking(false);
            setTyped(null);
          }}
        />
      )}
      {problem && (
        <small className="late" role="alert">
          {t(`lines.problem.${problem}`)}
        </small>
      )}
    </>
  );
}
