import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { isDay, readDay } from '@/lib/read-day.ts';
import { Icon } from './icon.tsx';
import { TextInput } from './text-input.tsx';

const Calendar = lazy(() => import('./calendar.tsx'));

interface DateInputProps {
  /** `2026-11-23`, or empty; what was typed and is no day stays as it was typed, for its form to refuse. */
  value: string;
  onChange: (day: string) => void;
  /** Days that the calendar does not offer; a form says itself what it refuses. */
  min?: string;
  max?: string;
  /** Answers when the day is written, by Enter or by leaving, and not with each key of it: for what is asked far away. */
  whole?: boolean;
  disabled?: boolean;
}

/** A day, typed or picked as the business writes it: its digits, its week, the reader's months. */
export function DateInput({ value, onChange, min = '', max = '', whole, disabled }: DateInputProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const readable = value === '' || isDay(value);

  const take = (text: string) => onChange(readDay(text, undefined, { min, max }) ?? text.trim());
  const takeWhole = () => whole && typed !== null && take(typed);

  function place() {
    const [field, own] = [box.current?.getBoundingClientRect(), panel.current];
    if (!field || !own) return;
    const { width, height } = own.getBoundingClientRect();
    const below = field.bottom + 4 + height <= innerHeight || field.top - 4 - height < 0;
    const start = document.dir === 'rtl' ? field.right - width : field.left;
    Object.assign(own.style, {
      top: `${below ? field.bottom + 4 : field.top - 4 - height}px`,
      left: `${Math.max(8, Math.min(start, innerWidth - width - 8))}px`,
    });
  }

  useEffect(() => {
    if (!open) return;
    // In the top layer it scrolls with nothing by itself.
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', place, { capture: true });
  }, [open]);

  return (
    <span className="date" ref={box}>
      <TextInput
        value={typed ?? (readable && value !== '' ? formatDate(value) : value)}
        invalid={!readable && typed === null}
        disabled={disabled}
        placeholder={t('ui.dayPattern')}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!whole) take(target.value);
        }}
        onBlur={() => {
          takeWhole();
          setTyped(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') takeWhole();
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
      {/* In the top layer, so that nothing it stands in cuts it off; in this place, so that what it stands in does not take it for outside. */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className="pop cal"
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
              onDrawn={place}
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
