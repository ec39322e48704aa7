import { prepareCodes, squareOf, type Place } from '../labels/code.ts';

/** A code to scan, as squares of one unit: dark ones as the path of a drawing. */
export interface Qr {
  size: number;
  path: string;
}

export async function qrOf(text: string, place: Place): Promise<Qr> {
  prepareCodes(place);
  const code = await squareOf(text);
  if (!code) throw new Error('More than a code can say');
  const path = [...code.dark].map((dark, at) => (dark ? `M${at % code.width} ${Math.floor(at / code.width)}h1v1h-1z` : '')).join('');
  return { size: code.width, path };
}
