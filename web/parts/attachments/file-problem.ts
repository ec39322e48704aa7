/** The types that storage accepts, checked here because it refuses others only after the whole upload. */
export const attachable = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const LARGEST = 10 * 1024 * 1024;

export function fileProblem(file: Pick<File, 'type' | 'size'>): 'type' | 'size' | 'empty' | null {
  if (!attachable.includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > LARGEST ? 'size' : null;
}

/** The size in the largest unit that gives at least 1. */
export function sizeOf(bytes: number): { unit: 'b' | 'kb' | 'mb'; value: number } {
  if (bytes < 1024) return { unit: 'b', value: bytes };
  if (bytes < 1024 * 1024) return { unit: 'kb', value: Math.round(bytes / 1024) };
  return { unit: 'mb', value: Math.round((bytes / 1024 / 1024) * 10) / 10 };
}
