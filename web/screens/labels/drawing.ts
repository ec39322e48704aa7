/* Draws labels. Loaded on use, because the encoder of codes is large. */
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { barsOf, prepareCodes, squareOf, type Code } from '@/lib/labels/code.ts';
import { dotsPerMm, inDots, type Dots, type Size } from '@/lib/labels/dots.ts';
import { draw, isDrawn, loadFaces, measureIn, type Direction } from '@/lib/labels/draw.ts';
import { alike, layoutBadge, layoutLabel, layoutTest, type Badge, type Ground, type Placed, type Wording } from '@/lib/labels/layout.ts';
import { inLetters, unprintable } from '@/lib/pdf/letters.ts';

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

/** What is wrong with some labels, to be shown before they print; `names` are their articles. */
export interface Problem {
  kind: 'code_none' | 'too_much' | 'alike' | 'letter';
  names: string[];
  /** The character that no font of this device has. */
  letter?: string;
}

const textsOf = (content: Content): string[] => (content.kind === 'test' ? [content.title] : Object.values(content.text));

/** The content in characters that can be drawn. */
function drawable<Any extends Content>(content: Any): Any {
  if (content.kind === 'test') return { ...content, title: inLetters(content.title, isDrawn) };
  const text = Object.fromEntries(
    Object.entries(content.text).map(([key, said]: [string, string | undefined]) => [key, said && inLetters(said, isDrawn)]),
  );
  return { ...content, text };
}

async function layOut(content: Content, { size, dpi }: Target) {
  prepareCodes({ locateFile: () => wasm });
  const ground: Ground = { ...inDots(size, dpi), perMm: dotsPerMm(dpi) };
  const direction = content.kind === 'test' ? content.direction : content.text.direction;
  const [code] = await Promise.all([codeOf(content), loadFaces(textsOf(content).join(' '))]);
  return { ground, direction, code, placed: place(drawable(content), ground, code, direction) };
}

export async function problemsOf(contents: readonly Content[], target: Target): Promise<Problem[]> {
  const labels: { content: Exclude<Content, { kind: 'test' }>; placed: Placed }[] = [];
  for (const content of contents) {
    if (content.kind === 'test') continue;
    if (labels.length % 100 === 99) await new Promise((resolve) => setTimeout(resolve));
    labels.push({ content, placed: (await layOut(content, target)).placed });
  }
  const namesOf = (some: readonly Pick<(typeof labels)[number], 'content'>[]) => some.map(({ content }) => content.text.name);
  const goods = labels.flatMap(({ content, placed }) => (content.kind === 'goods' ? [{ content, placed, wording: content.text }] : []));
  const letters = Map.groupBy(labels, ({ content }) => unprintable(textsOf(content), isDrawn)?.letter ?? null);
  letters.delete(null);
  return [
    ...(['code_none', 'too_much'] as const).map((kind) => ({
      kind,
      names: namesOf(labels.filter(({ placed }) => placed.problem === kind)),
    })),
    { kind: 'alike' as const, names: namesOf(alike(goods)) },
    ...[...letters].map(([letter, some]) => ({ kind: 'letter' as const, letter: letter!, names: namesOf(some) })),
  ].filter(({ names }) => names.length > 0);
}

export async function drawLabel(content: Content, target: Target): Promise<Drawn> {
  const { ground, direction, code, placed } = await layOut(content, target);
  const { shift } = target;
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
