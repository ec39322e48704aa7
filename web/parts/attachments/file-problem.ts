/** What storage takes; it would refuse the rest too, after the whole way there. */
export const attachable = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const LARGEST = 10 * 1024 * 1024;

export function fileProblem(file: Pick<File, 'type' | 'size'>): 'type' | 'size' | 'empty' | null {
  if (!attachable.includes(file.type)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > LARGEST ? 'size' : null;
}

/** In the largest unit that leaves a figure before the point. */
export function sizeOf(bytes: number): { unit: 'b' | 'kb' | 'mb'; value: number } {
  if (bytes < 1024) return { unit: 'b', value: bytes };
  if (bytes < 1024 * 1024) return { unit: 'kb', value: Math.round(bytes / 1024) };
  return { unit: 'mb', value: Math.round((bytes / 1024 / 1024) * 10) / 10 };
}
