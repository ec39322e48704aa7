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
