/* Calls of the edge function: read a file, check the import, and apply it. */
import { invoke, rpc } from '@/db/calls.ts';
import { AppError, isAnswerLost } from '@/db/errors.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { FieldName, Further, Kind, NameKind } from './field-list.ts';

export interface Reading {
  format: 'csv' | 'xlsx' | 'xls';
  encoding: string | null;
  separator: string | null;
  sheets: string[];
  sheet: string;
  header_row: number;
  headers: string[];
  /** The first non-empty values of each column. */
  samples: string[][];
  rows: number;
  /** The program that wrote the file, if its heads reveal it. */
  system: string | null;
  mapping: (FieldName | null)[];
  /** For each column, the field whose blanks it fills, as exports of the detected program need. */
  otherwise: (FieldName | null)[];
  /** Fields that several columns could fill; the user must choose one. */
  contested: { field: FieldName; columns: number[] }[];
  further: Further[];
  /** For each column, the place whose stock it holds, if its head names one. */
  places: (string | null)[];
  /** For each column, the unit of its numbers, if it is a percentage or a currency other than the business's. */
  units: (string | null)[];
  /** For each column, what is lost if no field takes it. */
  meanings: ('money' | 'state' | 'kind' | 'unit' | null)[];
  /** The sheet's rows, encoded for the edge function: sent instead of the file in later requests. */
  content: string;
}

/** How to read the file, where the detection was wrong. */
export interface FileChoices {
  sheet?: string;
  encoding?: string;
  separator?: string;
}

export interface Problem {
  row: number;
  column: PlainKeyBelow<'imports.field'>;
  code: string;
  found: string | null;
  expected: Record<string, string | number | null>;
  /** The name of the row's record, such as its product or customer. */
  name: string | null;
}

interface Counts {
  create: number;
  update: number;
  skip: number;
}

export interface UnknownName {
  kind: NameKind;
  name: string;
  rows: number;
  may_create: boolean;
}

export interface Report {
  id: string;
  status: 'checked' | 'applied' | 'refused';
  rows: number;
  products?: Counts;
  customers?: Counts;
  suppliers?: Counts;
  purchase_orders?: Counts;
  sales?: Counts;
  expenses?: Counts;
  /** The total of new and changed purchase orders, sales or expenses, or of the opening balances of contacts, if there are any. */
  amount?: number;
  /** Purchase orders and sales only. */
  lines?: number;
  /** Sales only. */
  returned?: number;
  /** Sales and expenses only. */
  paid?: number;
  /** Not for customers and suppliers. */
  pieces?: number;
  /** Products only. */
  variants?: Counts;
  /** Purchase orders only: rows that were added to another one of the same item, and the first of them. */
  merged?: number;
  merged_row?: { row: number; into: number } | null;
  quantities_ignored?: number;
  /** Customers and suppliers only: opening balances that are here already. */
  balances_known?: number;
  names_created: number;
  /** The first 10,000 unknown names. */
  unknown: UnknownName[];
  unknown_count: number;
  problem_count: number;
  problem_rows: number;
  problems: Problem[];
  warning_count: number;
  warnings: Problem[];
  /** The last row, if it was left out as a total of the rows above. */
  total_row: number | null;
  /** How many rows are left out because of their state in the other program, by that state. */
  left_out: Record<string, number>;
  headers: string[];
  /** The cells of rows with problems, as in the file. */
  cells: Record<string, string[]>;
}

const noCounts: Counts = { create: 0, update: 0, skip: 0 };
export const countsOf = (kind: Kind, report: Report): Counts => report[kind] ?? noCounts;

/** Corrected cells by row and column; null leaves the row out. */
type Edits = Record<string, Record<string, string> | null>;

export type Same = Partial<Record<NameKind, Record<string, string>>>;

export interface ImportRequest {
  kind: Kind;
  action: 'check' | 'apply';
  id: string;
  separator: string | null;
  header_row: number;
  mapping: (FieldName | null)[];
  otherwise: (FieldName | null)[];
  edits: Edits;
  /** The business's currency, which may be written beside numbers. */
  currency: string;
  /** The business's time zone, for times in the file. */
  time_zone: string;
  /** For each place named in the file, its branch's code, or null to leave its stock out. */
  places: Record<string, string | null>;
  /** Columns confirmed to be in the business's currency, with the unit that the file gives for them. */
  amounts: Record<number, string>;
  options: {
    branch_id: string | null;
    stock_point_id: string | null;
    create: Partial<Record<NameKind, string[]>>;
    /** New names by kind, and the existing names that they stand for. */
    same: Same;
    skip_problem_rows: boolean;
  };
}

const maxMegabytes = 20;

/** Called with the share of the upload, 0 to 1; undefined once the server works on it. */
export type OnProgress = (share: number | undefined) => void;

function send<Answer>(file: Blob, name: string, request: object, signal?: AbortSignal, onProgress?: OnProgress): Promise<Answer> {
  const form = new FormData();
  form.append('file', file, name);
  form.append('request', JSON.stringify(request));
  return invoke<Answer>('import', form, { signal, onProgress });
}

export async function readSheet(
  kind: Kind,
  currency: string,
  file: File,
  choices: FileChoices,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Reading> {
  // Checked before the upload, which may be slow.
  if (file.size === 0) throw new AppError('file_empty');
  if (file.size > maxMegabytes * 1024 * 1024) throw new AppError('file_too_large', { values: { max_mb: maxMegabytes } });
  // Text is sent gzipped, at a fifth of its size or less; workbooks are compressed already.
  const packs = !/\.xls[xm]$/i.test(file.name) && 'CompressionStream' in window;
  const body = await inMemory(file);
  const sent = packs ? await new Response(body.stream().pipeThrough(new CompressionStream('gzip'))).blob() : body;
  return send<Reading>(
    sent,
    file.name,
    { kind, action: 'read', currency, ...choices, ...(packs ? { packed: 'gzip' } : {}) },
    signal,
    onProgress,
  );
}

export async function runImport(
  name: string,
  content: string,
  request: ImportRequest,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Report> {
  const rows = new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]);
  const answer = await send<Report | { status: 'undone' }>(rows, name, request, signal, onProgress);
  if (answer.status === 'undone') throw undone();
  return answer;
}

/** The import was repeated after it had been undone, so its report is outdated. */
const undone = () => new AppError('import_undone');

interface ImportProgress {
  status: 'running' | 'applied' | 'undone' | 'none';
  /** The share that is done while running, 0 to 1. */
  part?: number;
  report?: Report;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 2000));
/** How often the database is asked about an import it does not know yet: the rows may still be on their way. */
const asksBeforeNone = 6;

/** Called with the database's progress, 0 to 1; undefined while unknown. */
type Part = (part: number | undefined) => void;

export const trackedImport = (id: string, action: Promise<Report>, onPart: Part): Promise<Report> =>
  trackImport(id, action, onPart, 'import_not_done', ({ status, report }) => {
    if (status === 'undone') throw undone();
    return report && { ...report, total_row: null, left_out: {}, headers: [], cells: {} };
  });

export const trackedUndo = (id: string, onPart: Part): Promise<unknown> =>
  trackImport<unknown>(id, rpc('undo_import', { id }), onPart, 'undo_not_done', ({ status }) =>
    status === 'undone' ? { id, status } : undefined,
  );

/** Runs an import or its undoing and reports progress. A large one may outlast the connection: when the answer is lost, the database is
    asked until it is finished or known not to have started. */
async function trackImport<Answer>(
  id: string,
  action: Promise<Answer>,
  onPart: Part,
  notDone: string,
  answerOf: (progress: ImportProgress) => Answer | undefined,
): Promise<Answer> {
  const ask = () => rpc<'import_progress', ImportProgress>('import_progress', { id });
  let answered = false;
  let hasStarted = false;
  const answer = action
    .then(
      (done) => ({ done, error: undefined }),
      (error: unknown) => ({ done: undefined, error }),
    )
    .finally(() => (answered = true));
  const watch = async () => {
    for (await pause(); !answered; await pause()) {
      const progress = await ask().catch(() => undefined);
      if (progress?.status !== 'running') continue;
      hasStarted = true;
      if (!answered) onPart(progress.part);
    }
  };
  void watch();
  const { done, error } = await answer;
  if (done) return done;
  if (!isAnswerLost(error)) throw error;
  for (let attempt = 1; ; attempt++) {
    // If asking fails too, the original error is thrown; a later attempt finds out.
    const progress = await ask().catch(() => Promise.reject(error));
    const result = answerOf(progress);
    if (result) return result;
    if (progress.status === 'running') {
      hasStarted = true;
      onPart(progress.part);
    } else if (hasStarted || attempt === asksBeforeNone) throw new AppError(notDone, { cause: error });
    await pause();
  }
}

/** Reads the file: one that was changed on disk since it was chosen cannot be read, which is not a network error. */
async function inMemory(file: File): Promise<Blob> {
  try {
    return new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    throw new AppError('file_changed');
  }
}
