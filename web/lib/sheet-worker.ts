/* Sorts rows and makes a file of them in a worker, so that the page stays responsive. */
import { byRank } from './row-order.ts';
import type { SheetJob } from './save-sheet.ts';
import { fileOf, type SheetValue } from './sheet.ts';

let job: SheetJob;
const rows: SheetValue[][] = [];

/** Messages: what to make, then its rows, then null. */
addEventListener('message', ({ data }: MessageEvent<SheetJob | SheetValue[][] | null>) => {
  if (Array.isArray(data)) for (const row of data) rows.push(row);
  else if (data) job = data;
  else void make();
});

async function make() {
  try {
    const { heads, kind, options, sort } = job;
    // A row's sort keys follow its cells.
    const compareRanks = byRank(sort?.descending ?? false);
    if (sort) rows.sort((a, b) => compareRanks(a.slice(heads.length), b.slice(heads.length)));
    const columns = heads.map((head, index) => ({ ...head, value: (row: SheetValue[]) => row[index] }));
    postMessage({ file: await fileOf(columns, rows, kind, options) });
  } catch (error) {
    postMessage({ error });
  }
}
