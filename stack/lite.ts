import { App, setExperimental, type EmailDriver } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { join } from 'node:path';
import { configured } from './config.ts';
import { openGateway } from './gateway.ts';
import { project } from './paths.ts';
import { listen } from './ports.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { storageRequest } from './storage-compat.ts';
import { storageFiles } from './storage-files.ts';

export interface LiteOptions {
  databaseUrl: string;
  dataDir: string;
  secrets: Secrets;
  siteUrl: string;
  /** Has the mails' templates and the lifetime of their links. */
  configFile: string;
  mails: EmailDriver;
}

// Numbers and timestamps in JSON as PostgREST writes them; the driver returns text by default.
const types = {
  numeric: { to: 1700, from: [1700], serialize: String, parse: (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text) },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: string) => value,
    parse: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  },
  // lite stringifies a JSON argument before the driver does, so the database would get a JSON string.
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  timestamp: { to: 1114, from: [1114], serialize: (value: string) => value, parse: (text: string) => text.replace(' ', 'T') },
};

function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    return JSON.stringify(value);
  }
}

// lite's Storage is enabled by an environment variable set before the import, or by this call.
setExperimental('storage', true);

export type Lite = ReturnType<typeof createLite>;

export function createLite({ databaseUrl, dataDir, secrets, siteUrl, configFile, mails }: LiteOptions) {
  const connection = createPostgresConnection({
    url: databaseUrl,
    // The setting lets Storage, and nobody else, delete rows of its tables.
    postgresOptions: { onnotice: () => undefined, types, max: 20, connection: { 'storage.allow_delete_query': 'true' } },
  });
  // Otherwise the first request grants ALL on every table to anon and authenticated.
  (connection as unknown as { rlsState: string }).rlsState = 'active';
  answerLikePostgrest(connection);
  limitLikePostgrest(connection as unknown as Contexts);
  const template = Object.fromEntries(
    ['recovery', 'email_change'].flatMap((kind) => {
      const [subject, path] = ['subject', 'content_path'].map((name) => configured(configFile, `auth.email.template.${kind}`, name));
      return subject && path ? [[kind, { subject, content_path: join(project, path) }]] : [];
    }),
  );
  const lifetime = configured(configFile, 'auth.email', 'otp_expiry');
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], extra_search_path: ['public', 'extensions'], max_rows: 5000 },
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/**`],
      enable_signup: false,
      minimum_password_length: 8,
      email: {
        ...(lifetime && { otp_expiry: Number(lifetime) }),
        template,
      },
    },
    storage: { enabled: true, file_size_limit: '50MiB' },
    db: { migrations: { enabled: false } },
    options: { drivers: { email: mails }, server: { disableStudio: true } },
  });
  const files = storageFiles(join(dataDir, 'storage'));
  app._storageAdapter = files;
  return { app, files, close: () => connection.close() };
}

/** Serves a running stack's database through lite, as on platforms without PostgREST, so that tests can compare both. */
export async function startLite(stack: {
  url: string;
  adminUrl: string;
  dataDir: string;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const secrets = readSecrets(stack.dataDir);
  const lite = createLite({
    databaseUrl: stack.adminUrl,
    dataDir: stack.dataDir,
    secrets,
    siteUrl: stack.url,
    configFile: '',
    mails: { send: () => Promise.reject(new Error('This one sends no mails')) },
  });
  const none = (): Promise<Response> => Promise.resolve(new Response(null, { status: 404 }));
  const services = { rest: null, lite: (request: Request) => lite.app.fetch(request), admin: none, functions: none, client: none };
  const gateway = openGateway(() => services);
  return {
    url: `http://127.0.0.1:${await listen(gateway)}`,
    async stop() {
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
      await lite.close();
    },
  };
}

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string | null;
  hint?: string | null;
}

/**
 * @supabase/lite answers errors that it does not know (a check violation, a plain raise, a deadlock) with 500 and no detail.
 * It does honour errors with a status of their own, so these are rewritten as PostgREST would answer them.
 */
function answerLikePostgrest(connection: { normalizeDbError(error: unknown): unknown }): void {
  connection.normalizeDbError = (error) => {
    const { code = '', message = '', detail = null, hint = null } = (error ?? {}) as DatabaseError;
    const storage = storageRequest.getStore();
    if (storage && code === '23505') storage.isDuplicate = true;
    const status = statusOf(code);
    if (status === null) return error;
    return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
      code: 'PGRST',
      detail: JSON.stringify({ status, headers: {} }),
    });
  };
}

interface Transaction {
  executeQuery(query: { sql: string; parameters: unknown[]; query: object; queryId: object }): Promise<unknown>;
}
interface Contexts {
  applyJwtSessionContext(transaction: Transaction, context: { auth?: { role?: string } }, switches: boolean): Promise<void>;
  applyRpcRequestGucs(transaction: Transaction, call: { path: string }): Promise<void>;
}

/** Sets the statement timeout of the role or the function: lite's connection is a superuser's, to which none applies. */
function limitLikePostgrest(connection: Contexts): void {
  const limit = (transaction: Transaction, source: string, name: string) =>
    transaction.executeQuery({
      sql: `select set_config('statement_timeout', split_part(c, '=', 2), true) from ${source}, unnest(settings) c where name = $1 and c like 'statement_timeout=%'`,
      parameters: [name],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'limit' },
    });
  const { applyJwtSessionContext, applyRpcRequestGucs } = connection;
  connection.applyJwtSessionContext = async (transaction, context, switches) => {
    await applyJwtSessionContext.call(connection, transaction, context, switches);
    await limit(
      transaction,
      '(select rolname, setconfig from pg_db_role_setting join pg_roles r on r.oid = setrole) s(name, settings)',
      context.auth?.role ?? 'anon',
    );
  };
  connection.applyRpcRequestGucs = async (transaction, call) => {
    await applyRpcRequestGucs.call(connection, transaction, call);
    await limit(
      transaction,
      `(select proname, proconfig from pg_proc where pronamespace = 'public'::regnamespace) s(name, settings)`,
      call.path.split('/').pop() ?? '',
    );
  };
}

function statusOf(code: string): number | null {
  if (code === '23514' || code === '23P01' || code === 'P0001') return 400;
  if (/^(40|57|P0)/.test(code)) return 500;
  return null;
}
