/* Puts rows in order and makes a file of them, beside the page: that goes on answering its reader. */
import { byRank } from './row-order.ts';
import type { Making } from './save-sheet.ts';
import { fileOf, type SheetValue } from './sheet.ts';

let making: Making;
const rows: SheetValue[][] = [];

/** First what is made, then its rows, then null. */
addEventListener('message', ({ data }: MessageEvent<Making | SheetValue[][] | null>) => {
  if (Array.isArray(data)) for (const row of data) rows.push(row);
  else if (data) making = data;
  else void make();
});

async function make() {
  try {
    const { heads, kind, options, sort } = making;
    // Behind its cells a row carries what decides where it stands.
    const before = byRank(sort?.descending ?? false);
    if (sort) rows.sort((a, b) => before(a.slice(heads.length), b.slice(heads.length)));
    const columns = heads.map((head, at) => ({ ...head, value: (row: SheetValue[]) => row[at] }));
    postMessage({ file: await fileOf(columns, rows, kind, options) });
  } catch (error) {
    postMessage({ error });
  }
}
