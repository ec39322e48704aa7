import { useRef, useState } from 'react';
import { readDecimal } from '@/lib/numerals.ts';
import { NumberInput } from '@/ui/number-input.tsx';

interface QuantityBoxProps {
  label: string;
  value: number | null;
  /** Once it was meant: on Enter or on leaving. */
  onSet: (quantity: number) => void;
  /** Enter was pressed on a figure that can be counted. */
  onDone?: () => void;
}

/** What I counted, as a figure. Only a number that can be counted is taken. */
export function QuantityBox({ label, value, onSet, onDone }: QuantityBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const shown = typed ?? (value === null ? '' : String(value));
  const plain = readDecimal(shown);
  const wrong = shown !== '' && (plain === null || Number(plain) < 0 || !/^\d{1,9}(\.\d{1,3})?$/.test(plain));
  const take = () => {
    if (typed !== null && !wrong && plain !== null && Number(plain) !== value) onSet(Number(plain));
    if (!wrong) setTyped(null);
  };
  return (
    <NumberInput
      ref={box}
      className="qty"
      label={label}
      value={shown}
      invalid={wrong}
      onChange={setTyped}
      // A figure that is counted anew replaces the old one, also where a click or a touch comes to it.
      onFocus={() => box.current?.select()}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
        if (!wrong) onDone?.();
      }}
    />
  );
}
