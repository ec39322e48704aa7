/* Draws a layout with the browser's text engine, which shapes Arabic and is the same for screen and printer. */
import { directionOf } from '../pdf/paper.ts';
import type { Code } from './code.ts';
import { dotsOf, type Dots } from './dots.ts';
import type { Ground, Measure, Placed } from './layout.ts';

const families = { rtl: '"Cairo", "Montserrat", sans-serif', ltr: '"Montserrat", "Cairo", sans-serif' };

export type Direction = keyof typeof families;

/** Loads the parts of the fonts needed for this text. */
export async function loadFaces(text: string): Promise<void> {
  await Promise.all(['Cairo', 'Montserrat'].map((family) => document.fonts.load(`700 20px "${family}"`, `${text} 0123456789`)));
}

function context(): CanvasRenderingContext2D {
  const context2d = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context2d) throw new Error('This browser draws nothing');
  return context2d;
}

export const fontOf = (direction: Direction, size: number, weight: number) => `${weight} ${size}px ${families[direction]}`;

let ruler: CanvasRenderingContext2D | undefined;

/** Pictures of characters, to compare. */
const side = 24;
let sketch: CanvasRenderingContext2D | undefined;
function pictureOf(letter: string): string {
  sketch ??= context();
  Object.assign(sketch.canvas, { width: side, height: side });
  sketch.font = fontOf('ltr', 16, 600);
  sketch.fillText(letter, 2, 18);
  return sketch.getImageData(0, 0, side, side).data.join();
}
/** Not a character, so that no font has it. */
const nothing = '\u{10ffff}';
let emptyPictures: Set<string> | undefined;
const drawnLetters = new Map<string, boolean>();

/** Whether a font of this device has the character; others all have the same box. */
export function isDrawn(letter: string): boolean {
  // Some browsers draw nothing for what is not a character, and a box for a character without a glyph (U+0378 is not assigned).
  emptyPictures ??= new Set([nothing, '\u0378'].map(pictureOf));
  const known = drawnLetters.get(letter);
  if (known !== undefined) return known;
  const isShown = !emptyPictures.has(pictureOf(letter));
  drawnLetters.set(letter, isShown);
  return isShown;
}

export const measureIn =
  (direction: Direction): Measure =>
  (text, size, weight) => {
    ruler ??= context();
    ruler.font = fontOf(direction, size, weight);
    ruler.fontKerning = 'normal';
    return ruler.measureText(text).width;
  };

/** One canvas for all labels, because a thousand canvases would stay in memory until collected. */
let paper: CanvasRenderingContext2D | undefined;

/** `shift`: the offset of the paper in the printer, in dots. */
export function draw(
  { texts, strokes, code: box }: Placed,
  code: Code | null,
  ground: Pick<Ground, 'width' | 'height'>,
  direction: Direction,
  shift: { x: number; y: number } = { x: 0, y: 0 },
): Dots {
  const canvas2d = (paper ??= context());
  // Setting the size also clears the canvas and its state.
  Object.assign(canvas2d.canvas, { width: ground.width, height: ground.height });
  canvas2d.fillStyle = '#fff';
  canvas2d.fillRect(0, 0, ground.width, ground.height);
  canvas2d.translate(shift.x, shift.y);
  canvas2d.fillStyle = '#000';
  canvas2d.textBaseline = 'alphabetic';
  canvas2d.fontKerning = 'normal';
  for (const { text, x, y, align, size, weight, direction: reads } of texts) {
    canvas2d.font = fontOf(direction, size, weight);
    canvas2d.textAlign = align;
    canvas2d.direction = directionOf(text, reads);
    canvas2d.fillText(text, x, y);
  }
  for (const { x, y, width, height } of strokes) canvas2d.fillRect(x, y, width, height);
  if (box && code) {
    const high = code.height === 1 ? box.height : box.module;
    code.dark.forEach(
      (dark, index) =>
        dark &&
        canvas2d.fillRect(box.x + (index % code.width) * box.module, box.y + Math.floor(index / code.width) * high, box.module, high),
    );
  }
  return dotsOf(canvas2d.getImageData(0, 0, ground.width, ground.height));
}
