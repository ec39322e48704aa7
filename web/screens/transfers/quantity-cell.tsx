import { memo, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { formatNumber, readDecimal } from '@/lib/numerals.ts';

export interface QuantityKeys {
  next: (id: string) => void;
  previous: (id: string) => void;
  leave: () => void;
  remove: (id: string) => void;
}

interface QuantityCellProps {
  id: string;
  /** A plain decimal, '' for none, or what was typed when that is no number. */
  value: string;
  label: string;
  invalid: boolean;
  describedBy?: string;
  keys: QuantityKeys;
  onChange: (id: string, quantity: string) => void;
  onPasteDown: (id: string, quantities: string[]) => void;
}

const meaning = (typed: string) => (typed.trim() === '' ? '' : (readDecimal(typed) ?? typed));

/** One quantity in the column: arrows and Enter walk it, digits of both scripts are read, a pasted column fills downwards. */
export const QuantityCell = memo(function QuantityCell({ id, value, label, invalid, describedBy, keys, onChange, onPasteDown }: QuantityCellProps) {
  // While somebody writes, the text is theirs; a quantity set from elsewhere (a scan, "Use 3") wins over it.
  const [typed, setTyped] = useState<string | null>(null);
  const plain = readDecimal(value);
  const shown = typed !== null && meaning(typed) === value ? typed : plain === null ? value : formatNumber(plain);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if ((key === 'Delete' || key === 'Backspace') && (event.ctrlKey || event.metaKey)) keys.remove(id);
    else if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) keys.previous(id);
    else if (key === 'ArrowDown' || key === 'Enter') keys.next(id);
    else if (key === 'Escape') keys.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const rows = event.clipboardData.getData('text/plain').trim().split(/\r?\n/);
    if (rows.length < 2) return;
    event.preventDefault();
    onPasteDown(id, rows.map((row) => meaning(row.split('\t')[0] ?? '')));
  };
  return (
    <span className={invalid ? 'qty err' : 'qty'}>
      <input
        data-qty={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(id, meaning(event.target.value));
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </span>
  );
});
