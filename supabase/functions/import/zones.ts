/* Time zones as other programs name them: Africa/Cairo, Cairo, Eastern Time (US & Canada). */

const areas = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];

/** Names used by programs written with Ruby on Rails that are not those of a city in the time zone database. */
const railsNames: Readonly<Record<string, string>> = {
  'eastern time (us & canada)': 'America/New_York',
  'central time (us & canada)': 'America/Chicago',
  'mountain time (us & canada)': 'America/Denver',
  'pacific time (us & canada)': 'America/Los_Angeles',
  'atlantic time (canada)': 'America/Halifax',
  'indiana (east)': 'America/Indiana/Indianapolis',
  newfoundland: 'America/St_Johns',
  saskatchewan: 'America/Regina',
  arizona: 'America/Phoenix',
  alaska: 'America/Juneau',
  hawaii: 'Pacific/Honolulu',
  edinburgh: 'Europe/London',
  'abu dhabi': 'Asia/Dubai',
  islamabad: 'Asia/Karachi',
  chennai: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  'new delhi': 'Asia/Kolkata',
  pretoria: 'Africa/Johannesburg',
  'west central africa': 'Africa/Algiers',
  osaka: 'Asia/Tokyo',
  sapporo: 'Asia/Tokyo',
  beijing: 'Asia/Shanghai',
  canberra: 'Australia/Sydney',
  wellington: 'Pacific/Auckland',
};

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const zones = new Map<string, string | null>();

/** The time zone of this name, or null. Abbreviations stand for several zones: EST, CST. */
export function zoneCalled(name: string): string | null {
  let zone = zones.get(name);
  if (zone === undefined) {
    // No business sells in so many; each name takes as long as hundreds of rows.
    if (zones.size >= 200) return null;
    zone = findZone(name);
    zones.set(name, zone);
  }
  return zone;
}

function findZone(name: string): string | null {
  const rails = name.trim().toLowerCase();
  if (Object.hasOwn(railsNames, rails)) return railsNames[rails]!;
  const city = name.trim().replaceAll(' ', '_');
  if (city === 'UTC' || (city.includes('/') && isZone(city))) return city;
  return areas.map((area) => `${area}/${city}`).find(isZone) ?? null;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, string>();

/** The offset of a local time such as 2026-11-05 21:45:10 in a time zone: +02:00. */
export function offsetOf(local: string, timeZone: string): string {
  // Clocks change at a full ten minutes.
  const key = local.slice(0, 15) + timeZone;
  const before = offsets.get(key);
  if (before !== undefined) return before;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const at = (moment: string) => /GMT([+-]\d\d:\d\d)?/.exec(format.format(Date.parse(moment)))?.[1] ?? '+00:00';
  const iso = local.replace(' ', 'T');
  // The offset at the same figures in UTC may be that of the day before or after; a second look settles it.
  const offset = at(iso + at(`${iso}Z`));
  if (offsets.size < 10_000) offsets.set(key, offset);
  return offset;
}
