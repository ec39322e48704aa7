import { useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { readDecimal } from '@/lib/numerals.ts';
import { ManyPieces } from '@/parts/lines/many-pieces.tsx';
import { isMany } from '@/parts/lines/many.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import { NumberInput } from '@/ui/number-input.tsx';

interface QuantityBoxProps {
  label: string;
  value: number | null;
  byMeasure: boolean;
  /** Once it was meant: on Enter or on leaving. */
  onSet: (quantity: number) => void;
  /** Enter was pressed on a figure that can be counted. */
  onDone?: () => void;
}

/** Why what was typed cannot be counted; nothing typed says nothing. */
export function countProblem(typed: string, byMeasure: boolean): QuantityProblem | 'negative' | null {
  const plain = readDecimal(typed);
  if (typed === '') return null;
  return plain?.startsWith('-') ? 'negative' : quantityProblem(plain ?? typed, byMeasure);
}

/** What I counted, as a figure. Only a number that can be counted is taken. */
export function QuantityBox({ label, value, byMeasure, onSet, onDone }: QuantityBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const shown = typed ?? (value === null ? '' : String(value));
  const plain = readDecimal(shown);
  const problem = countProblem(shown, byMeasure);
  const wrong = problem !== null;
  const [asking, setAsking] = useState(false);
  /** Writes what was typed, unless it is wrong or has to be asked about; false: the box is not to be left yet. */
  const take = (): boolean => {
    if (wrong) return false;
    if (typed !== null && plain !== null && Number(plain) !== value) {
      // It may be a code that a slow scanner typed.
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
        className="qty"
        label={label}
        value={shown}
        invalid={wrong}
        whole={!byMeasure}
        onChange={setTyped}
        // A figure that is counted anew replaces the old one, also where a click or a touch comes to it.
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
