/* Draws what was laid out, with the text engine of the browser: it shapes Arabic, and is the same for the screen and the printer. */
import { directionOf } from '../pdf/paper.ts';
import type { Code } from './code.ts';
import { dotsOf, type Dots } from './dots.ts';
import type { Ground, Measure, Placed } from './layout.ts';

const families = { rtl: '"Cairo", "Montserrat", sans-serif', ltr: '"Montserrat", "Cairo", sans-serif' };

export type Direction = keyof typeof families;

/** The fonts come when they are asked for, each with the letters it is asked for. */
export async function loadFaces(text: string): Promise<void> {
  await Promise.all(['Cairo', 'Montserrat'].map((family) => document.fonts.load(`700 20px "${family}"`, `${text} 0123456789`)));
}

function context(): CanvasRenderingContext2D {
  const drawn = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!drawn) throw new Error('This browser draws nothing');
  return drawn;
}

export const fontOf = (direction: Direction, size: number, weight: number) => `${weight} ${size}px ${families[direction]}`;

let ruler: CanvasRenderingContext2D | undefined;

export const measureIn =
  (direction: Direction): Measure =>
  (text, size, weight) => {
    ruler ??= context();
    ruler.font = fontOf(direction, size, weight);
    ruler.fontKerning = 'normal';
    return ruler.measureText(text).width;
  };

/** One for all: a canvas for each of a thousand labels is kept until the browser collects them. */
let paper: CanvasRenderingContext2D | undefined;

/** shift: in dots, so that what is drawn comes out where the paper is. */
export function draw(
  { texts, strokes, code: box }: Placed,
  code: Code | null,
  ground: Pick<Ground, 'width' | 'height'>,
  direction: Direction,
  shift: { x: number; y: number } = { x: 0, y: 0 },
): Dots {
  const on = (paper ??= context());
  // What was drawn before, and how, goes with the size.
  Object.assign(on.canvas, { width: ground.width, height: ground.height });
  on.fillStyle = '#fff';
  on.fillRect(0, 0, ground.width, ground.height);
  on.translate(shift.x, shift.y);
  on.fillStyle = '#000';
  on.textBaseline = 'alphabetic';
  on.fontKerning = 'normal';
  for (const { text, x, y, align, size, weight, direction: reads } of texts) {
    on.font = fontOf(direction, size, weight);
    on.textAlign = align;
    on.direction = directionOf(text, reads);
    on.fillText(text, x, y);
  }
  for (const { x, y, width, height } of strokes) on.fillRect(x, y, width, height);
  if (box && code) {
    const high = code.height === 1 ? box.height : box.module;
    code.dark.forEach(
      (dark, at) =>
        dark && on.fillRect(box.x + (at % code.width) * box.module, box.y + Math.floor(at / code.width) * high, box.module, high),
    );
  }
  return dotsOf(on.getImageData(0, 0, ground.width, ground.height));
}
