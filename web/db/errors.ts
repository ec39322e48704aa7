/* Every failure as one shape: a stable code, the field it names, the values its sentence needs.
   Screens never read SQLSTATEs; `errors.<code>` in i18n is the sentence. */
export type ErrorValues = Record<string, unknown>;

export class AppError extends Error {
  readonly code: string;
  readonly values: ErrorValues;
  readonly field?: string;
  constructor(code: string, values: ErrorValues = {}, field?: string) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.values = values;
    this.field = field ?? (typeof values.field === 'string' ? values.field : undefined);
  }
}

interface Answered {
  message: string;
  code?: string;
  details?: string | null;
}

const named = (text: string, kind: string) => new RegExp(`${kind} "([^"]+)"`).exec(text)?.[1];

function values(details: string | null | undefined): ErrorValues {
  try {
    const parsed: unknown = JSON.parse(details ?? '');
    return typeof parsed === 'object' && parsed !== null ? (parsed as ErrorValues) : {};
  } catch {
    return {};
  }
}

/** A refusal of the REST API (PostgREST or the embedded stand-in) as an AppError. */
export function fromRest(error: Answered, status: number): AppError {
  const code = error.code ?? '';
  if (code.startsWith('PT')) return new AppError(error.message, values(error.details));
  if (code === '23505') return new AppError(named(error.message, 'unique constraint') ?? 'already_exists', { constraint: named(error.message, 'constraint') });
  if (code === '23503') {
    const gone = error.message.startsWith('insert or update');
    return new AppError(gone ? 'reference_gone' : 'in_use', { constraint: named(error.message, 'constraint') });
  }
  if (code === '23514') return new AppError(named(error.message, 'check constraint') ?? 'value_refused');
  if (code === '23502') return new AppError('required', {}, named(error.message, 'column'));
  if (code === '22P02' || code === '22003' || code === '22008') return new AppError('value_refused');
  if (status === 401 || code === 'PGRST301' || code === 'PGRST303') return new AppError('session_expired');
  if (code === '42501') return new AppError('not_allowed');
  if (code === 'PGRST116') return new AppError('not_found');
  if (status === 0 || code === '') return new AppError(status >= 500 || status === 0 ? 'no_connection' : 'unexpected');
  return new AppError('unexpected', { code });
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // fetch rejects with a TypeError when nothing answered.
  if (error instanceof TypeError) return new AppError('no_connection');
  return new AppError('unexpected');
}

/** The column a constraint speaks of, by its name (`brands_name_unique` → name), among those the form has. */
export function columnOf(constraint: string, columns: readonly string[]): string | undefined {
  return columns.filter((column) => `${constraint}_`.includes(`_${column}_`)).sort((a, b) => b.length - a.length)[0];
}
