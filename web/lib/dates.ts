/* Days of the business: a branch has a time zone and an hour at which its day begins. Ranges are half-open; the database
   computes the same ones for reports. */

const parts = (at: Date, timeZone: string) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
    })
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>;

/** The business day (YYYY-MM-DD) an instant belongs to. */
export function businessDay(at: Date, timeZone: string, dayStart = 0): string {
  const { year, month, day } = parts(new Date(at.getTime() - dayStart * 3_600_000), timeZone);
  return `${year}-${month}-${day}`;
}

/** The instant at which a wall clock in a zone shows this time. Where a clock jumps over it, the moment after the jump. */
export function instantOf(day: string, hour: number, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const shownAt = (at: number) => {
    const p = parts(new Date(at), timeZone);
    return Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`);
  };
  let guess = wanted;
  for (let round = 0; round < 3; round += 1) {
    const off = wanted - shownAt(guess);
    if (off === 0) return new Date(guess);
    // Skipped by the clock: the two candidates stand an hour apart, and the later one is the moment after the jump.
    if (round === 2) return new Date(Math.max(guess, guess + off));
    guess += off;
  }
  return new Date(guess);
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** From the first moment of `from` to the first moment after `to`, as instants: from ≤ t < to. */
export function dayRange(from: string, to: string, timeZone: string, dayStart = 0): { from: string; to: string } {
  return { from: instantOf(from, dayStart, timeZone).toISOString(), to: instantOf(nextDay(to), dayStart, timeZone).toISOString() };
}
