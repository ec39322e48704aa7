/* Which news a user has read on this device. Apart from the news, which the menu does not need. */
import { onDevice } from '@/lib/stored.ts';

/** The day of the latest release. */
export const LATEST = '2026-12-01';

const place = (person: string) => `news:${person}`;

/** The day up to which this user has read the news on this device. */
export const newsReadTo = (person: string): string => onDevice.read(place(person), '');
export const newsIsUnread = (person: string): boolean => LATEST > newsReadTo(person);
export const readNews = (person: string): boolean => onDevice.write(place(person), LATEST);
