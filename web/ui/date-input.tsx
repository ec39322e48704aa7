import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { isDay, readDay } from '@/lib/read-day.ts';
import { Icon } from './icon.tsx';
import { TextInput } from './text-input.tsx';

const Calendar = lazy(() => import('./calendar.tsx'));

interface DateInputProps {
  /** `2026-11-23` or ''. Text that is not a date is passed on as typed, for the form to reject. */
  value: string;
  onChange: (day: string) => void;
  /** Limits of the calendar only; the form validates typed dates itself. */
  min?: string;
  max?: string;
  /** Calls `onChange` on Enter or blur instead of at each key: for values that trigger a request. */
  commitOnBlur?: boolean;
  disabled?: boolean;
}

/** A date, typed or picked, in the business's digits and first weekday and the user's language. */
export function DateInput({ value, onChange, min = '', max = '', commitOnBlur, disabled }: DateInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const readable = value === '' || isDay(value);

  const emitDay = (text: string) => onChange(readDay(text, undefined, { min, max }) ?? text.trim());
  const commitTyped = () => commitOnBlur && typed !== null && emitDay(typed);

  function positionPanel() {
    const [field, popup] = [box.current?.getBoundingClientRect(), panel.current];
    if (!field || !popup) return;
    const { width, height } = popup.getBoundingClientRect();
    const opensBelow = field.bottom + 4 + height <= innerHeight || field.top - 4 - height < 0;
    const start = document.dir === 'rtl' ? field.right - width : field.left;
    Object.assign(popup.style, {
      top: `${opensBelow ? field.bottom + 4 : field.top - 4 - height}px`,
      left: `${Math.max(8, Math.min(start, innerWidth - width - 8))}px`,
    });
  }

  useEffect(() => {
    if (!open) return;
    // A popover in the top layer does not scroll with the page.
    window.addEventListener('scroll', positionPanel, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', positionPanel, { capture: true });
  }, [open]);

  return (
    <span className="date block" ref={box}>
      <TextInput
        value={typed ?? (readable && value !== '' ? formatDate(value) : value)}
        invalid={!readable && typed === null}
        disabled={disabled}
        placeholder={t('ui.dayPattern')}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!commitOnBlur) emitDay(target.value);
        }}
        onBlur={() => {
          commitTyped();
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commitTyped();
          if (!event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          panel.current?.showPopover();
        }}
        end={
          <button type="button" className="peek" aria-label={t('ui.chooseDay')} popoverTarget={id} disabled={disabled}>
            <Icon of={CalendarDays} />
          </button>
        }
      />
      {/* The top layer keeps ancestors from clipping it; its place in the DOM keeps ancestors from taking a click in it for one
          outside. */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className="popup calendar inset-auto max-w-none p-2.5 text-ink"
        role="dialog"
        aria-label={t('ui.chooseDay')}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      >
        {open && (
          <Suspense fallback={null}>
            <Calendar
              value={isDay(value) ? value : null}
              min={isDay(min) ? min : undefined}
              max={isDay(max) ? max : undefined}
              onDrawn={positionPanel}
              onChoose={(day) => {
                setTyped(null);
                onChange(day);
                panel.current?.hidePopover();
                box.current?.querySelector('input')?.focus();
              }}
            />
          </Suspense>
        )}
      </div>
    </span>
  );
}
