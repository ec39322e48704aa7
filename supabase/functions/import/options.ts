import type { Cells } from './fields.ts';
import { normalise } from './text.ts';

/* Shopify's three free options: their names, in the shop's language, tell which one is the colour and which the size. */

const colorWords =
  'color|colour|couleur|farbe|colore|cor|kleur|farg|farve|farge|kolor|barva|farba|szin|culoare|vari|renk|цвет|колір|χρωμα|لون|اللون|الالوان|صبغ|צבע|رنگ|رنگ|色|颜色|顏色|カラー|색상|색|रंग|สี|mau|mau sac|warna|shade|pattern|finish';
const sizeWords =
  'size|taille|große|grosse|groesse|talla|tamano|tamanho|taglia|misura|maat|storlek|størrelse|storrelse|rozmiar|velikost|velkost|meret|marime|koko|beden|размер|розмір|μεγεθος|مقاس|المقاس|المقاسات|قياس|القياس|حجم|الحجم|מידה|اندازه|サイズ|尺码|尺寸|大小|사이즈|आकार|ขนาด|kich thuoc|kich co|ukuran|length|width|volume|waist|shoe size';

const known = (list: string) => new Set(list.split('|').map(normalise));
const colors = known(colorWords);
const sizes = known(sizeWords);

type Kind = 'color' | 'size' | 'other';

function kindOf(name: string): Kind {
  const key = normalise(name);
  if (colors.has(key)) return 'color';
  if (sizes.has(key)) return 'size';
  const words = key.split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => colors.has(word))) return 'color';
  return words.some((word) => sizes.has(word)) ? 'size' : 'other';
}

export interface OptionNames {
  1?: string;
  2?: string;
  3?: string;
}

/** Colour and size of a row. An option that is neither takes a free one of the two, size first; a third is appended to the size. */
export function readOptions(cells: Cells, names: OptionNames): { color?: string; size?: string } {
  if (!cells.option1_value && !cells.option2_value && !cells.option3_value) return {};
  const options = ([1, 2, 3] as const)
    .map((nth) => ({ name: names[nth] ?? '', value: cells[`option${nth}_value`] ?? '' }))
    .filter(
      ({ name, value }) =>
        value !== '' && !(normalise(value) === 'default title' || (normalise(name) === 'title' && normalise(value) === 'default')),
    );
  const result: { color?: string; size?: string } = {};
  const unassigned: string[] = [];
  for (const { name, value } of options) {
    const kind = kindOf(name);
    if (kind !== 'other' && result[kind] === undefined) result[kind] = value;
    else unassigned.push(value);
  }
  for (const value of unassigned) {
    if (result.size === undefined) result.size = value;
    else if (result.color === undefined) result.color = value;
    else result.size = `${result.size} / ${value}`;
  }
  return result;
}
