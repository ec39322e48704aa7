/* The two things the edge function does with a file: say what it holds, and bring it in (first to see, then for good). */
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
  /** Of each column, the first values that say something. */
  samples: string[][];
  rows: number;
  /** The program that wrote the file, where its heads tell. */
  system: string | null;
  mapping: (FieldName | null)[];
  /** Of each column, the field whose blanks it fills: the program that wrote the file may put it there. */
  otherwise: (FieldName | null)[];
  /** Columns of which only one can be the field, and none is yet. */
  contested: { field: FieldName; columns: number[] }[];
  further: Further[];
  /** Of each column, the place whose stock it holds, where its head names one. */
  places: (string | null)[];
  /** Of each column, the unit of its figures, where that is a percentage or another currency than the business's. */
  units: (string | null)[];
  /** The sheet as plain rows, for the edge function's own use: it goes out with the questions that follow, in the file's place. */
  content: string;
}

/** How the file itself is to be read, where the guess was wrong. */
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
  /** Of the row: its product's, its customer's. */
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
  /** Of purchase orders, sales and expenses: what the new and changed ones come to. */
  amount?: number;
  /** Of purchase orders and sales. */
  lines?: number;
  /** Of sales only. */
  returned?: number;
  /** Of sales and expenses. */
  paid?: number;
  /** Not of people. */
  pieces?: number;
  /** Of products only. */
  variants?: Counts;
  quantities_ignored?: number;
  names_created: number;
  /** The first 10,000 of so many. */
  unknown: UnknownName[];
  unknown_count: number;
  problem_count: number;
  problem_rows: number;
  problems: Problem[];
  warning_count: number;
  warnings: Problem[];
  /** The last row, where it is left out because it adds up those above. */
  total_row: number | null;
  headers: string[];
  /** The rows that have problems, as they stand in the file. */
  cells: Record<string, string[]>;
}

const nothing: Counts = { create: 0, update: 0, skip: 0 };
export const countsOf = (kind: Kind, report: Report): Counts => report[kind] ?? nothing;

/** What was typed instead of a row's cells; null leaves the row out. */
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
  /** Of the business: its words may stand beside a figure. */
  currency: string;
  /** Of the business: a moment in the file is a day of it. */
  time_zone: string;
  /** What the file calls a place: the code of its branch, or null to leave its stock out. */
  places: Record<string, string | null>;
  /** Columns whose figures are in the business's currency, and the other one that stands beside them. */
  amounts: Record<number, string>;
  options: {
    branch_id: string | null;
    stock_point_id: string | null;
    create: Partial<Record<NameKind, string[]>>;
    /** New names, and those that are there and meant by them. */
    same: Same;
    skip_problem_rows: boolean;
  };
}

const mostMegabytes = 20;

/** How much of the file has gone out, from 0 to 1; undefined when it is there and being worked on. */
export type Sent = (part: number | undefined) => void;

function send<Answer>(file: Blob, name: string, request: object, signal?: AbortSignal, onSent?: Sent): Promise<Answer> {
  const form = new FormData();
  form.append('file', file, name);
  form.append('request', JSON.stringify(request));
  return invoke<Answer>('import', form, { signal, onSent });
}

export async function readSheet(
  kind: Kind,
  currency: string,
  file: File,
  choices: FileChoices,
  signal?: AbortSignal,
  onSent?: Sent,
): Promise<Reading> {
  // Said before it is sent: a slow line should not carry what will be refused.
  if (file.size === 0) throw new AppError('file_empty');
  if (file.size > mostMegabytes * 1024 * 1024) throw new AppError('file_too_large', { values: { max_mb: mostMegabytes } });
  // Text goes out packed, at a fifth of its size or less; a workbook is packed already.
  const packs = !/\.xls[xm]$/i.test(file.name) && 'CompressionStream' in window;
  const body = await inMemory(file);
  const sent = packs ? await new Response(body.stream().pipeThrough(new CompressionStream('gzip'))).blob() : body;
  return send<Reading>(
    sent,
    file.name,
    { kind, action: 'read', currency, ...choices, ...(packs ? { packed: 'gzip' } : {}) },
    signal,
    onSent,
  );
}

export async function runImport(
  name: string,
  content: string,
  request: ImportRequest,
  signal?: AbortSignal,
  onSent?: Sent,
): Promise<Report> {
  const rows = new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]);
  const answer = await send<Report | { status: 'undone' }>(rows, name, request, signal, onSent);
  if (answer.status === 'undone') throw undone();
  return answer;
}

/** Sent again after it was done and taken back: what its report said then is true no more. */
const undone = () => new AppError('import_undone');

interface ImportProgress {
  status: 'running' | 'applied' | 'undone' | 'none';
  /** Of what is running, from 0 to 1. */
  part?: number;
  report?: Report;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 2000));
/** So often the database is asked before an import that it has not heard of is given up: the rows may still be read on the way to it. */
const asksBeforeNone = 6;

/** How far the database is, from 0 to 1; undefined while nobody knows. */
type Part = (part: number | undefined) => void;

export const followed = (id: string, action: Promise<Report>, onPart: Part): Promise<Report> =>
  trackImport(id, action, onPart, 'import_not_done', ({ status, report }) => {
    if (status === 'undone') throw undone();
    return report && { ...report, total_row: null, headers: [], cells: {} };
  });

export const followedBack = (id: string, onPart: Part): Promise<unknown> =>
  trackImport<unknown>(id, rpc('undo_import', { id }), onPart, 'undo_not_done', ({ status }) =>
    status === 'undone' ? { id, status } : undefined,
  );

/** An import or its undoing on its way, with word of how far the database is. A large one may take longer than the line holds: when the
    answer is lost the database is asked what became of it, until it is done or known to be none. */
async function trackImport<Answer>(
  id: string,
  action: Promise<Answer>,
  onPart: Part,
  notDone: string,
  answerOf: (way: ImportProgress) => Answer | undefined,
): Promise<Answer> {
  const ask = () => rpc<'import_progress', ImportProgress>('import_progress', { id });
  let answered = false;
  let begun = false;
  const answer = action
    .then(
      (done) => ({ done, error: undefined }),
      (error: unknown) => ({ done: undefined, error }),
    )
    .finally(() => (answered = true));
  const watch = async () => {
    for (await pause(); !answered; await pause()) {
      const way = await ask().catch(() => undefined);
      if (way?.status !== 'running') continue;
      begun = true;
      if (!answered) onPart(way.part);
    }
  };
  void watch();
  const { done, error } = await answer;
  if (done) return done;
  if (!isAnswerLost(error)) throw error;
  for (let asks = 1; ; asks++) {
    // Nobody can be asked: who tries again later is told then.
    const way = await ask().catch(() => Promise.reject(error));
    const found = answerOf(way);
    if (found) return found;
    if (way.status === 'running') {
      begun = true;
      onPart(way.part);
    } else if (begun || asks === asksBeforeNone) throw new AppError(notDone, { cause: error });
    await pause();
  }
}

/** A file that was saved again since it was chosen cannot be read any more; that is not a lost connection. */
async function inMemory(file: File): Promise<Blob> {
  try {
    return new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    throw new AppError('file_changed');
  }
}
