import { memo, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { parseBlock } from '@/lib/clipboard.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { formatAtRest } from '@/ui/number-input.tsx';
import { ReadAs } from '@/ui/read-as.tsx';
import { unlessScanned } from '@/ui/scan.ts';
import { latinKey } from '@/ui/shortcuts.ts';
import { ManyPieces, useUnlessMany } from './many-pieces.tsx';
import { backAfter, isMany } from './many.ts';

export interface CellKeys {
  step: (id: string, field: string, by: 1 | -1) => void;
  /** Handles Enter, instead of moving to the next line. */
  enter?: (id: string, field: string) => void;
  /** Moves the focus to the field that adds lines. */
  leave: () => void;
  remove: (id: string) => void;
  /** Adds one piece to this line. */
  more?: (id: string) => void;
  /** Copies the number to the empty cells below, or, into an empty cell, the number above. */
  fillDown?: (id: string, field: string) => void;
}

interface NumberCellProps {
  id: string;
  /** The number's column; a line may have several. */
  field: string;
  /** A plain decimal, '' for none, or the text as typed if it is not a number. */
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

/** An editable number in a column: arrows and Enter move between lines, digits of both scripts are read, a pasted column fills
    downwards. */
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
  // While focused it shows what is typed, unless the value is set from elsewhere (a scan, "+").
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The quantity to reset to, and the current value.
  const resetValue = useRef(value);
  const currentValue = useRef(value);
  const [asking, setAsking] = useState(false);
  const { unlessMany, asks, question } = useUnlessMany();
  const shown = typed !== null && meaning(typed) === value ? typed : formatAtRest(value, format);
  // A value set from elsewhere while the cell is focused (a proposed cost, a scan) is selected, so that typing replaces it.
  useLayoutEffect(() => {
    const fromElsewhere = typed === null || meaning(typed) !== value;
    if (fromElsewhere && document.activeElement === input.current) input.current?.select();
    if (fromElsewhere) resetValue.current = backAfter(resetValue.current, currentValue.current, value);
    currentValue.current = value;
  }, [typed, value]);
  const needsConfirmation = () => field === 'quantity' && value !== resetValue.current && isMany(value);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if ((key === 'Delete' || key === 'Backspace') && (event.ctrlKey || event.metaKey)) keys.remove(id);
    else if (key === '+' && keys.more) unlessScanned(event, () => keys.more?.(id));
    else if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) keys.step(id, field, -1);
    else if (key === 'Enter' && keys.enter) keys.enter(id, field);
    else if (key === 'ArrowDown' || key === 'Enter') keys.step(id, field, 1);
    else if (key === 'Escape') keys.leave();
    else if ((event.ctrlKey || event.metaKey) && latinKey(event.nativeEvent) === 'd' && keys.fillDown && !readOnly)
      keys.fillDown(id, field);
    // Saving waits for the answer.
    else if ((event.ctrlKey || event.metaKey) && latinKey(event.nativeEvent) === 's' && needsConfirmation()) setAsking(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const rows = parseBlock(event.clipboardData.getData('text/plain'));
    if (rows.length < 2) return;
    event.preventDefault();
    const values = rows.map(([first = '']) => meaning(first));
    unlessMany(field === 'quantity' ? values : [], () => onPasteDown(id, field, values));
  };
  return (
    <>
      <span
        className={['quantity-box', invalid && 'invalid', readOnly && 'still'].filter(Boolean).join(' ')}
        data-asks={asking || asks || undefined}
      >
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
            resetValue.current = value;
            event.currentTarget.select();
          }}
          onBlur={() => {
            setTyped(null);
            if (needsConfirmation()) setAsking(true);
          }}
          onKeyDown={onKeyDown}
          onPaste={readOnly ? undefined : onPaste}
        />
        {asking && (
          <ManyPieces
            label={label}
            quantity={value}
            onKeep={() => (resetValue.current = value)}
            onClose={() => {
              setAsking(false);
              onChange(id, field, resetValue.current);
            }}
          />
        )}
        {question}
      </span>
      {/* Outside of the box, which clips what leaves it. */}
      <ReadAs typed={typed ?? undefined} />
    </>
  );
});
