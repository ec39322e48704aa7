/* A sheet's rows as lines of "code, quantity", as if they had been pasted. */
import { readDecimal } from '@/lib/numerals.ts';

const isCode = /barcode|sku|\bcode\b|باركود|كود/i;
const isQuantity = /qty|quantity|pieces|count|كمية|الكميه|عدد|القطع/i;

/** Columns by their heads, in either language; without heads the first two. A row without a code is no line. */
export function linesOfRows(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const head = filled[0] ?? [];
  const named = head.findIndex((cell) => isCode.test(cell));
  const headed = named >= 0 || (head.length > 1 && readDecimal(head[1] ?? '') === null && filled.length > 1);
  const code = Math.max(named, 0);
  const found = head.findIndex((cell) => isQuantity.test(cell));
  const quantity = found >= 0 ? found : named > 0 ? -1 : 1;
  return (headed ? filled.slice(1) : filled)
    .filter((row) => (row[code] ?? '') !== '')
    .map((row) => [row[code], row[quantity] ?? ''].filter((cell) => cell !== '').join('\t'))
    .join('\n');
}
