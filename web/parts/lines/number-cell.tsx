import { memo, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { formatNumber, readDecimal } from '@/lib/numerals.ts';
import { atRest } from '@/ui/number-input.tsx';
import { unlessScanned } from '@/ui/scan.ts';
import { latinKey } from '@/ui/shortcuts.ts';
import { ManyPieces, useUnlessMany } from './many-pieces.tsx';
import { backAfter, isMany } from './many.ts';

export interface CellKeys {
  step: (id: string, field: string, by: 1 | -1) => void;
  /** Where Enter does not just go on to the next line. */
  enter?: (id: string, field: string) => void;
  /** Back to where lines come from. */
  leave: () => void;
  remove: (id: string) => void;
  /** One more of this line. */
  more?: (id: string) => void;
}

interface NumberCellProps {
  id: string;
  /** Which of the line's figures: a line may have several. */
  field: string;
  /** A plain decimal, '' for none, or what was typed when that is no number. */
  value: string;
  label: string;
  invalid: boolean;
  describedBy?: string;
  placeholder?: string;
  signed?: boolean;
  readOnly?: boolean;
  format?: (decimal: string) => string;
  keys: CellKeys;
  onChange: (id: string, field: string, value: string) => void;
  onPasteDown: (id: string, field: string, values: string[]) => void;
}

const meaning = (typed: string) => (typed.trim() === '' ? '' : (readDecimal(typed) ?? typed));

/** One figure in a column: arrows and Enter walk it, digits of both scripts are read, a pasted column fills downwards. */
export const NumberCell = memo(function NumberCell({
  id,
  field,
  value,
  label,
  invalid,
  describedBy,
  placeholder,
  signed,
  readOnly,
  format = formatNumber,
  keys,
  onChange,
  onPasteDown,
}: NumberCellProps) {
  // While somebody writes, the text is theirs; a value set from elsewhere (a scan, "+") wins over it.
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // What the quantity is put back to, and what stands here.
  const back = useRef(value);
  const stood = useRef(value);
  const [asking, setAsking] = useState(false);
  const { unlessMany, asks, question } = useUnlessMany();
  const shown = typed !== null && meaning(typed) === value ? typed : atRest(value, format);
  // A figure that comes while the cursor waits here (a proposed cost, a scan) is chosen like any other one comes to: typing replaces it.
  useLayoutEffect(() => {
    const fromElsewhere = typed === null || meaning(typed) !== value;
    if (fromElsewhere && document.activeElement === input.current) input.current?.select();
    if (fromElsewhere) back.current = backAfter(back.current, stood.current, value);
    stood.current = value;
  }, [typed, value]);
  const isToAsk = () => field === 'quantity' && value !== back.current && isMany(value);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if ((key === 'Delete' || key === 'Backspace') && (event.ctrlKey || event.metaKey)) keys.remove(id);
    else if (key === '+' && keys.more) unlessScanned(event, () => keys.more?.(id));
    else if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) keys.step(id, field, -1);
    else if (key === 'Enter' && keys.enter) keys.enter(id, field);
    else if (key === 'ArrowDown' || key === 'Enter') keys.step(id, field, 1);
    else if (key === 'Escape') keys.leave();
    // It is asked before it is saved.
    else if ((event.ctrlKey || event.metaKey) && latinKey(event.nativeEvent) === 's' && isToAsk()) setAsking(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const rows = event.clipboardData.getData('text/plain').trim().split(/\r?\n/);
    if (rows.length < 2) return;
    event.preventDefault();
    const values = rows.map((row) => meaning(row.split('\t')[0] ?? ''));
    unlessMany(field === 'quantity' ? values : [], () => onPasteDown(id, field, values));
  };
  return (
    <span className={['qty', invalid && 'err', readOnly && 'still'].filter(Boolean).join(' ')} data-asks={asking || asks || undefined}>
      <input
        ref={input}
        data-cell={`${field}:${id}`}
        type="text"
        data-figure
        inputMode={signed ? 'text' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder={placeholder}
        readOnly={readOnly}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(id, field, meaning(event.target.value));
        }}
        onFocus={(event) => {
          back.current = value;
          event.currentTarget.select();
        }}
        onBlur={() => {
          setTyped(null);
          if (isToAsk()) setAsking(true);
        }}
        onKeyDown={onKeyDown}
        onPaste={readOnly ? undefined : onPaste}
      />
      {asking && (
        <ManyPieces
          label={label}
          quantity={value}
          onKeep={() => (back.current = value)}
          onClose={() => {
            setAsking(false);
            onChange(id, field, back.current);
          }}
        />
      )}
      {question}
    </span>
  );
});
