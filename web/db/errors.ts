// Every failure becomes an AppError here; screens show sentences, never codes of Postgres or HTTP.
import type { TFunction } from 'i18next';
import { formatDateTime } from '@/lib/dates.ts';
import { settings } from '@/lib/settings.ts';
import { permissionName } from './permission-name.ts';

type Values = Readonly<Record<string, unknown>>;

interface Facts {
  field?: string;
  values?: Values;
  /** Keys under `errors.`, the most specific first. */
  keys?: readonly string[];
  status?: number;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: string;
  readonly field: string | undefined;
  readonly values: Values;
  readonly keys: readonly string[];
  readonly status: number;

  constructor(code: string, { field, values = {}, keys = [], status = 0, cause }: Facts = {}) {
    super(code, { cause });
    this.name = 'AppError';
    this.code = code;
    this.field = field;
    this.values = values;
    this.keys = [...keys, code];
    this.status = status;
  }
}

/** The record does not exist or the reader may not see it, which cannot be told apart; or the URL's id is malformed. */
export const isNotFound = (error: AppError | null): boolean => error?.status === 404 || error?.code === 'invalid';

/** The result, or null where the record does not exist or is not visible. */
export const orNull = <Read>(reading: Promise<Read>): Promise<Read | null> =>
  reading.catch((error: AppError) => {
    if (isNotFound(error)) return null;
    throw error;
  });

interface Answer {
  code?: string;
  message?: string;
  details?: string | null;
  status?: number;
}

const isAnswer = (error: unknown): error is Answer => typeof error === 'object' && error !== null && 'message' in error;

const bySqlState: Record<string, string> = {
  '23502': 'required',
  '25006': 'preview_read_only',
  '22001': 'too_long',
  '22003': 'out_of_range',
  '22007': 'date_invalid',
  '22008': 'date_invalid',
  '22021': 'text_invalid',
  '22P02': 'invalid',
  '22P05': 'text_invalid',
  '40001': 'busy',
  '40P01': 'busy',
  '42501': 'not_allowed',
  '53100': 'disk_full',
  '54000': 'request_too_large',
  '54001': 'request_too_large',
  '55P03': 'busy',
  '57014': 'timeout',
  PGRST116: 'not_found',
  PGRST301: 'session',
  PGRST303: 'session',
};

const constraintIn = (text: string) => /constraint "(\w+)"/.exec(text)?.[1];
const columnIn = (text: string) => /column "(\w+)"/.exec(text)?.[1] ?? /Key \((?:[\w.]+\()*"?(\w+)/.exec(text)?.[1];
const tableIn = (text: string) => /(?:relation|table) "(\w+)"/.exec(text)?.[1];
const rules = /_(unique|in_use|exists|known|range|not_negative|positive|form|hex|length|trimmed|visible|check_digit)$/;

/** The field that a constraint is about: `variants_barcode_unique` on table `variants` is about `barcode`. */
function fieldOf(constraint: string, text: string): string | undefined {
  const table = tableIn(text);
  const stem = constraint.replace(rules, '');
  if (table) return stem.startsWith(`${table}_`) ? stem.slice(table.length + 1) : columnIn(text);
  // The message of a violated unique constraint names no table, so the first word of the constraint is used.
  return rules.test(constraint) ? (columnIn(text) ?? stem.slice(stem.indexOf('_') + 1)) : columnIn(text);
}

function fromDatabase(answer: Answer, cause: unknown): AppError {
  const { code = '', message = '', details, status = 0 } = answer;
  const text = `${message} ${details ?? ''}`;
  if (/^PT\d{3}$/.test(code)) {
    const values = readDetail(details);
    return new AppError(message, {
      field: typeof values.field === 'string' ? values.field : undefined,
      values,
      keys: typeof values.constraint === 'string' ? [values.constraint] : [],
      status: Number(code.slice(2)),
      cause,
    });
  }
  if (status === 429) return tooOften(message);
  const constraint = constraintIn(message);
  const facts = { status, cause, keys: constraint ? [constraint] : [], field: constraint ? fieldOf(constraint, text) : columnIn(text) };
  if (code === '23505') return new AppError('unique', facts);
  if (code === '23514') return new AppError('check', facts);
  if (code === '23503') return new AppError(/^update or delete/.test(message) ? 'in_use' : 'missing_reference', facts);
  // The page and the database or its API are of different versions.
  if (/^42|^PGRST(1|20)/.test(code) && !bySqlState[code]) return new AppError('request_malformed', facts);
  return new AppError(bySqlState[code] ?? byStatus(status), facts);
}

function readDetail(details: string | null | undefined): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(details ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function byStatus(status: number): string {
  if (status === 401) return 'session';
  if (status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 413) return 'upload_too_large';
  if (status === 415) return 'upload_type';
  if (status === 429) return 'too_often';
  return status >= 500 ? 'server' : 'unknown';
}

/** Auth gives the waiting time in seconds, in some of its messages. */
export function tooOften(message: string): AppError {
  const seconds = /after (\d+) seconds/.exec(message)?.[1];
  return new AppError('too_often', { status: 429, values: seconds ? { count: Math.max(1, Math.ceil(Number(seconds) / 60)) } : {} });
}

export interface AuthRefusal {
  status?: number;
  code?: string;
  message: string;
}

/** The meaning of an error from Auth. */
export function authRefusal(error: AuthRefusal): AppError {
  if (!error.status) return new AppError('network');
  if (error.status === 429) return tooOften(error.message);
  if (error.status >= 500) return new AppError('server');
  if (/ban/i.test(error.code ?? error.message)) return new AppError('account_inactive');
  return new AppError('wrong_password', { field: 'password' });
}

/** Whether an error without a code did not come from the API: the clients report a failed connection with status 0, and a body that is
    not JSON with its own status, which is 2xx for a truncated response and 5xx for one written by a gateway. */
const isFromElsewhere = (status: number) => status < 300 || status >= 500;

function noAnswer(cause: Answer, status: number): AppError {
  // DOMExceptions have the same names in every browser.
  if (/^(Abort|Timeout)Error\b/.test(cause.message ?? '')) return new AppError('timeout', { cause });
  return new AppError('network', { cause, keys: status >= 500 ? [byStatus(status)] : [] });
}

/** An answer of the API. Throws a TypeError, as fetch does without a connection, if a page came in its place: from a Wi-Fi that asks
    people to sign in, or from a proxy. The page of a gateway is accepted, since its status is enough. */
export function refusePage(answer: Response): Response {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  if (isPage && answer.status < 500 && answer.status !== 413) throw new TypeError(`A page in place of an answer: ${answer.status}`);
  return answer;
}

export function asAppError(error: unknown, status?: number): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return new AppError('timeout', { cause: error });
  // fetch throws a TypeError when the connection fails, with other words in each browser.
  if (error instanceof TypeError) return new AppError('network', { cause: error });
  if (!isAnswer(error)) return new AppError('unknown', { cause: error });
  const answered = status ?? error.status ?? 0;
  if (!error.code && isFromElsewhere(answered)) return noAnswer(error, answered);
  return fromDatabase({ code: error.code, message: error.message, details: error.details, status: answered }, error);
}

/** Without an answer the write may have been done. disk_full comes from the database itself, so it was not. */
export function isAnswerLost(error: unknown): boolean {
  const { code, status } = asAppError(error);
  return code === 'network' || code === 'timeout' || (status >= 502 && code !== 'disk_full');
}

export const isConflict = (error: unknown): boolean => error instanceof AppError && ['conflict', 'changed_meanwhile'].includes(error.code);
export const isInUse = (error: unknown): boolean => error instanceof AppError && error.code === 'in_use';

/** Values with a name in both languages, as `branch` and `branch_ar`: picks the reader's. */
export function inLanguage(values: Values, language: string): Values {
  if (language !== 'ar') return values;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, values[`${key}_ar`] ?? value]));
}

/** The message for the reader. */
export function errorText(t: TFunction, error: unknown): string {
  const appError = asAppError(error);
  const keys = [...appError.keys, byStatus(appError.status), 'unknown'].map((key) => `errors.${key}`);
  const values: Record<string, unknown> = { ...inLanguage(appError.values, settings().language) };
  if (typeof values.permission === 'string') values.permission = permissionName(t, values.permission);
  if (typeof values.at === 'string') values.at = formatDateTime(values.at);
  return t(keys as ['errors.unknown'], values);
}
