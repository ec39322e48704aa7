/* Common label sizes, in millimetres. */
import type { Size } from '@/lib/labels/dots.ts';

export const rollSizes: readonly Size[] = [
  { width: 50, height: 30 },
  { width: 40, height: 30 },
  { width: 38, height: 25 },
  { width: 58, height: 40 },
  { width: 100, height: 50 },
];
export const sizeKey = ({ width, height }: Size): string => `${width}x${height}`;

/** The limits of a label's side, in millimetres. */
export const [minSide, maxSide] = [15, 300];

export interface Sheet extends Size {
  across: number;
  down: number;
}

/** A4 sheets without gaps, as commonly sold. */
export const sheets = {
  '3x8': { across: 3, down: 8, width: 70, height: 37 },
  '3x7': { across: 3, down: 7, width: 70, height: 42.3 },
} satisfies Record<string, Sheet>;
export type SheetKey = keyof typeof sheets;

/** The usual gap between two labels of a roll, in millimetres. */
export const defaultGap = 2;
