import { settings } from '@/lib/settings.ts';

interface Named {
  name: string;
  name_ar?: string | null;
}

/** The name in the reader's language, else the name. */
export function nameOf(row: Named): string {
  return settings().language === 'ar' ? row.name_ar || row.name : row.name;
}
