/* A file of rows, made in a worker and handed to the browser as a download. */
import { download } from './download.ts';
import { rankOf, type RowSort } from './row-order.ts';
import type { SheetColumn, SheetKind, SheetOptions, SheetValue } from './sheet.ts';

/** What the worker is told. */
export interface Making {
  heads: Pick<SheetColumn<unknown>, 'header' | 'kind'>[];
  kind: SheetKind;
  options: SheetOptions;
  sort?: RowSort;
}

interface Ways extends SheetOptions {
  /** The order of the file; without it rows stand as they come. */
  sort?: RowSort;
  signal?: AbortSignal;
  /** Told how many rows are there. */
  onRows?: (rows: number) => void;
}

/* So many rows at once keep the page busy for some milliseconds. */
const SLICE = 1000;

export async function saveSheet<Row>(
  fileName: string,
  columns: readonly SheetColumn<Row>[],
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
  kind: SheetKind,
  { sort, signal, onRows, ...options }: Ways = {},
): Promise<void> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  try {
    const made = new Promise<Blob>((done, failed) => {
      worker.onmessage = ({ data }: MessageEvent<{ file: Blob } | { error: unknown }>) =>
        'file' in data ? done(data.file) : failed(data.error);
      worker.onerror = failed;
      signal?.addEventListener('abort', () => failed(signal.reason));
    });
    // Whoever waits for the rows hears of it first.
    made.catch(() => undefined);
    worker.postMessage({ heads: columns.map(({ header, kind: of }) => ({ header, kind: of })), kind, options, sort } satisfies Making);
    let count = 0;
    for await (const part of parts) {
      for (let at = 0; at < part.length; at += SLICE) {
        signal?.throwIfAborted();
        worker.postMessage(
          part
            .slice(at, at + SLICE)
            .map((row) => [...columns.map((column) => column.value(row)), ...(sort ? (rankOf(row, sort.by) as SheetValue[]) : [])]),
        );
        await new Promise((done) => setTimeout(done));
      }
      onRows?.((count += part.length));
    }
    worker.postMessage(null);
    download(await made, `${fileName.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, ' ').trim() || 'export'}.${kind}`);
  } finally {
    worker.terminate();
  }
}
