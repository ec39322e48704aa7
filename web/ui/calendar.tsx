import { useLayoutEffect } from 'react';
import { DayPicker } from 'react-day-picker';
import { arEG } from 'react-day-picker/locale/ar-EG';
import { enGB } from 'react-day-picker/locale/en-GB';
import { today } from '@/lib/dates.ts';
import { settings } from '@/lib/settings.ts';

interface CalendarProps {
  value: string | null;
  min?: string;
  max?: string;
  /** Called after each render, once the calendar has its size. */
  onDrawn: () => void;
  onChoose: (day: string) => void;
}

// A day has no time zone: noon local time is on that day in spite of daylight saving.
const toDate = (day: string) => new Date(`${day}T12:00:00`);
const toDay = (date: Date) =>
  [date.getFullYear(), String(date.getMonth() + 1).padStart(2, '0'), String(date.getDate()).padStart(2, '0')].join('-');

const page = 'grid size-8 cursor-pointer place-items-center rounded-sm text-ink-2 hover:bg-paper-3';
const classNames = {
  months: 'relative',
  nav: 'absolute end-0 top-0 flex',
  button_previous: page,
  button_next: page,
  chevron: 'size-4 fill-current rtl:-scale-x-100',
  month_caption: 'flex h-8 items-center px-2 font-high',
  weekday: 'h-7 text-sm font-medium text-ink-3',
  day: 'p-px',
  // As large as a finger on phones; Arabic days of the week are whole words.
  day_button: 'h-8 cursor-pointer rounded-sm ltr:w-9 rtl:w-10.5 hover:bg-paper-3 pointer-coarse:h-11 ltr:pointer-coarse:w-11',
  outside: 'text-ink-3',
  today: '[&>button]:inset-ring [&>button]:inset-ring-rule-ink',
  selected: '[&>button]:bg-accent [&>button]:font-high [&>button]:text-on-accent [&>button]:hover:bg-accent',
  disabled: 'text-ink-3 line-through [&>button]:cursor-not-allowed',
};

/** A month calendar with the business's first weekday and digits. Heavy, so load it lazily. */
export default function Calendar({ value, min, max, onDrawn, onChoose }: CalendarProps) {
  const { language, digits, firstDay } = settings();
  useLayoutEffect(onDrawn);
  const chosen = value ? toDate(value) : undefined;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      showOutsideDays
      fixedWeeks
      classNames={classNames}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      locale={language === 'ar' ? arEG : enGB}
      numerals={digits}
      weekStartsOn={firstDay as 0 | 1 | 2 | 3 | 4 | 5 | 6}
      today={toDate(today())}
      selected={chosen}
      defaultMonth={chosen ?? toDate(today())}
      disabled={[...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]}
      onSelect={(date) => onChoose(toDay(date))}
    />
  );
}
