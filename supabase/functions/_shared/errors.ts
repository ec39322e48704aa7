/* Refusals: a stable code, the HTTP status, and the values for the message, which the client looks up by the code. */

export type Values = Record<string, unknown>;

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly values: Values;

  constructor(code: string, status: number, values: Values = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.values = values;
  }
}

/** The body of a PostgREST error: our own codes are the message of a PTnnn error. */
export interface DatabaseRefusal {
  code?: string;
  message?: string;
  details?: string | null;
}

export function fromDatabase(answer: DatabaseRefusal, status: number): Refusal {
  const { code = '', message = '', details } = answer;
  if (/^PT\d{3}$/.test(code)) return new Refusal(message, Number(code.slice(2)), valuesOf(details));
  const constraint = /constraint "(\w+)"/.exec(message)?.[1];
  const known: Record<string, string> = {
    '25006': 'preview_read_only',
    '42501': 'permission_missing',
    '53100': 'disk_full',
    '57014': 'timeout',
    '40P01': 'busy',
    '40001': 'busy',
    '55P03': 'busy',
  };
  return new Refusal(
    constraint ?? known[code] ?? (/^22/.test(code) ? 'value_invalid' : status === 401 ? 'session_expired' : 'server_error'),
    status,
  );
}

function valuesOf(details: string | null | undefined): Values {
  try {
    const values: unknown = JSON.parse(details ?? '{}');
    return values !== null && typeof values === 'object' ? (values as Values) : {};
  } catch {
    return {};
  }
}
