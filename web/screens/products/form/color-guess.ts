import { normalise } from '@/lib/normalise.ts';

/* The usual colours by their names in both languages, so that a colour created from the grid is not grey. */
const LOOKS: readonly (readonly [string, ...string[]])[] = [
  ['#2a2725', 'black', 'أسود'],
  ['#fafafa', 'white', 'أبيض'],
  ['#8b8b88', 'grey', 'gray', 'رمادي', 'رصاصي'],
  ['#c0392b', 'red', 'أحمر'],
  ['#2f6fb0', 'blue', 'أزرق'],
  ['#29335a', 'navy', 'كحلي'],
  ['#a9c4dd', 'sky', 'سماوي', 'لبني'],
  ['#2f7d4f', 'green', 'أخضر'],
  ['#6b7043', 'olive', 'زيتي'],
  ['#e3b83c', 'yellow', 'أصفر'],
  ['#e07b39', 'orange', 'برتقالي'],
  ['#7b4b94', 'purple', 'violet', 'بنفسجي', 'موف'],
  ['#d98bab', 'pink', 'بمبي', 'وردي'],
  ['#c9928c', 'rose', 'روز'],
  ['#6b4a34', 'brown', 'بني'],
  ['#b8895b', 'camel', 'جملي'],
  ['#cdb78c', 'sand', 'beige', 'بيج', 'رملي'],
  ['#efe6d3', 'ivory', 'عاجي', 'أوف وايت'],
  ['#6d2136', 'burgundy', 'نبيتي', 'عنابي'],
  ['#1f565c', 'petrol', 'teal', 'بترولي'],
  ['#c9a54a', 'gold', 'ذهبي'],
  ['#b7b9bd', 'silver', 'فضي'],
  ['#2fa7a0', 'turquoise', 'تركواز'],
];
const looks = new Map(LOOKS.flatMap(([value, ...names]) => names.map((name) => [normalise(name), value] as const)));

/** Matches the last known word: "dusty rose" is shown as rose. */
export function guessColor(name: string): string {
  const words = normalise(name).split(' ');
  return (
    looks.get(normalise(name)) ??
    words
      .reverse()
      .map((word) => looks.get(word))
      .find(Boolean) ??
    '#808080'
  );
}
