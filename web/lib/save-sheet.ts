/* Makes files of rows in a worker. */
import { download } from './download.ts';
import { rankOf, type RowSort } from './row-order.ts';
import type { SheetColumn, SheetKind, SheetOptions, SheetValue } from './sheet.ts';

/** The worker's first message. */
export interface SheetJob {
  heads: Pick<SheetColumn<unknown>, 'header' | 'kind'>[];
  kind: SheetKind;
  options: SheetOptions;
  sort?: RowSort;
}

interface SaveOptions extends SheetOptions {
  /** The order of rows in the file; by default as they come. */
  sort?: RowSort;
  signal?: AbortSignal;
  /** Called with the number of rows so far. */
  onRows?: (rows: number) => void;
}

/* Rows per message: each slice blocks the page for some milliseconds. */
const SLICE = 1000;

/** Makes a file of rows and downloads it. */
export async function saveSheet<Row>(
  fileName: string,
  columns: readonly SheetColumn<Row>[],
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
  kind: SheetKind,
  options: SaveOptions = {},
): Promise<void> {
  download(await sheetFile(columns, parts, kind, options), `${fileNameOf(fileName)}.${kind}`);
}

/** Without what a file system may refuse. */
export const fileNameOf = (name: string): string => name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]/g, ' ').trim() || 'export';

/** Makes a file of rows, in this order or sorted. */
export async function sheetFile<Row>(
  columns: readonly SheetColumn<Row>[],
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
  kind: SheetKind,
  { sort, signal, onRows, ...options }: SaveOptions = {},
): Promise<Blob> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  try {
    const file = new Promise<Blob>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ file: Blob } | { error: unknown }>) =>
        'file' in data ? resolve(data.file) : reject(data.error);
      worker.onerror = reject;
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    // The rejection is handled where `file` is awaited, or after a failure of the rows.
    file.catch(() => undefined);
    worker.postMessage({ heads: columns.map(({ header, kind: of }) => ({ header, kind: of })), kind, options, sort } satisfies SheetJob);
    let count = 0;
    for await (const part of parts) {
      for (let index = 0; index < part.length; index += SLICE) {
        signal?.throwIfAborted();
        worker.postMessage(
          part
            .slice(index, index + SLICE)
            .map((row) => [...columns.map((column) => column.value(row)), ...(sort ? (rankOf(row, sort.by) as SheetValue[]) : [])]),
        );
        await new Promise((resolve) => setTimeout(resolve));
      }
      onRows?.((count += part.length));
    }
    worker.postMessage(null);
    return await file;
  } finally {
    worker.terminate();
  }
}
