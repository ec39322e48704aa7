/* Draws labels. Loaded on use, because the encoder of codes is large. */
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { barsOf, prepareCodes, squareOf, type Code } from '@/lib/labels/code.ts';
import { dotsPerMm, inDots, type Dots, type Size } from '@/lib/labels/dots.ts';
import { draw, loadFaces, measureIn, type Direction } from '@/lib/labels/draw.ts';
import { layoutBadge, layoutLabel, layoutTest, type Badge, type Ground, type Placed, type Wording } from '@/lib/labels/layout.ts';

export interface Drawn {
  dots: Dots;
  problem: Placed['problem'];
}

/** The content of a label, independent of size and printer. */
export type Content =
  | { kind: 'goods'; text: Wording; code: string }
  | { kind: 'badge'; text: Badge; code: string }
  | { kind: 'test'; title: string; direction: Direction };

export interface Target {
  size: Size;
  dpi: number;
  /** The printer's paper offset, in millimetres. */
  shift?: { x: number; y: number };
}

const wordsIn = (content: Content): string => (content.kind === 'test' ? content.title : Object.values(content.text).join(' '));

export async function drawLabel(content: Content, { size, dpi, shift }: Target): Promise<Drawn> {
  prepareCodes({ locateFile: () => wasm });
  const ground: Ground = { ...inDots(size, dpi), perMm: dotsPerMm(dpi) };
  const direction = content.kind === 'test' ? content.direction : content.text.direction;
  const [code] = await Promise.all([codeOf(content), loadFaces(wordsIn(content))]);
  const placed = place(content, ground, code, direction);
  return {
    dots: draw(placed, code, ground, direction, {
      x: Math.round((shift?.x ?? 0) * ground.perMm),
      y: Math.round((shift?.y ?? 0) * ground.perMm),
    }),
    problem: placed.problem,
  };
}

const codeOf = (content: Content): Promise<Code | null> =>
  content.kind === 'goods' ? barsOf(content.code) : content.kind === 'badge' ? squareOf(content.code) : Promise.resolve(null);

function place(content: Content, ground: Ground, code: Code | null, direction: Direction): Placed {
  const measure = measureIn(direction);
  if (content.kind === 'goods') return layoutLabel(content.text, ground, code, measure);
  return content.kind === 'badge' ? layoutBadge(content.text, ground, code, measure) : layoutTest(content.title, direction, ground);
}
