import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aborted } from 'node:util';
import { addressChange } from './address-change.ts';
import { adminApi } from './admin.ts';
import { configured } from './config.ts';
import { gotrueCompat } from './gotrue-compat.ts';
import { ensureClient } from './build.ts';
import { clientFiles } from './client.ts';
import { seed, type Account } from './demo.ts';
import { functionsRunner } from './functions.ts';
import { openGateway, type Services } from './gateway.ts';
import { json, type Handler } from './http.ts';
import { lockDataDir } from './lock.ts';
import { keepLibraryNoiseIn } from './log.ts';
import { invitationSender, fileMailer } from './mail.ts';
import { migrate } from './migrate.ts';
import { builtClient, supabaseFolder } from './paths.ts';
import type { Lite } from './lite.ts';
import { listen } from './ports.ts';
import { connect, lostConnection, startPostgres, type Database } from './postgres.ts';
import { startPostgrest, type Postgrest } from './postgrest.ts';
import { provision, provisionServices } from './provision.ts';
import { ensureSecrets, hasSecrets, type Secrets } from './secrets.ts';
import { storageCompat } from './storage-compat.ts';
import { storageFiles } from './storage-files.ts';
import { startScheduler } from './timers.ts';

export interface BootOptions {
  dataDir: string;
  port: number;
  empty: boolean;
  /** Whether the demo business has past sales. */
  history: boolean;
  /** Whether the client is built and served, or the API alone. */
  client: boolean;
  /** The folder with migrations, seed and demo; tests use another one. */
  supabase?: string;
}

export interface Stack {
  url: string;
  secrets: Secrets;
  databaseUrl: string;
  adminUrl: string;
  accounts: Account[];
  stop(): Promise<void>;
}

export async function boot({ dataDir, port: wanted, empty, history, client, supabase = supabaseFolder }: BootOptions): Promise<Stack> {
  // Other users may traverse it, since Postgres runs as its own user; secret files have a stricter mode.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  keepLibraryNoiseIn(join(dataDir, 'logs'));
  let url = '';
  const lock = await lockDataDir(dataDir, () => url);
  const cleanups: (() => unknown)[] = [() => lock.close()];
  const stop = async (): Promise<void> => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    // A new data directory needs lite at once, so it is loaded while the database is created.
    if (!hasSecrets(dataDir)) void import('./lite.ts');
    const secrets = ensureSecrets(dataDir);
    const building = client ? ensureClient() : Promise.resolve();
    building.catch(() => undefined);
    let rest: Postgrest | null = null;
    const database = await startPostgres(dataDir, secrets, () => rest?.restart());
    cleanups.push(() => database.stop());
    const admin = connect(database.url('supabase_admin'));
    cleanups.push(() => admin.end({ timeout: 2 }));
    await provision(admin, secrets);

    let services: Services | null = null;
    const gateway = openGateway(() => services);
    url = `http://127.0.0.1:${await listen(gateway, wanted)}`;
    cleanups.push(() => new Promise((resolve) => gateway.close(resolve).closeAllConnections()));
    const configFile = join(supabase, 'config.toml');
    const languageOf = async (email: string): Promise<unknown> =>
      (
        await admin`select raw_user_meta_data ->> 'language' as language from auth.users where ${email} in (email, email_change) order by email = ${email} desc`
      )[0]?.language;
    const mails = fileMailer(join(dataDir, 'mails'), languageOf);
    let loading: Promise<Lite> | null = null;
    // Loaded lazily: it takes as long as PostgREST to start, which begins first if the schema exists already.
    const loadLite = (): Promise<Lite> =>
      (loading ??= import('./lite.ts').then(({ createLite }) =>
        createLite({ databaseUrl: database.url('supabase_admin'), dataDir, secrets, siteUrl: url, configFile, mails }),
      ));
    cleanups.push(() =>
      loading?.then(
        (lite) => lite.close(),
        () => undefined,
      ),
    );
    await provisionServices(admin, loadLite);

    const owner = connect(database.url('postgres'));
    cleanups.push(() => owner.end({ timeout: 2 }));
    await migrate(owner, join(supabase, 'migrations'));
    const opening = startPostgrest({
      databaseUrl: database.url('authenticator'),
      secrets,
      logFile: join(dataDir, 'logs', 'postgrest.log'),
    });
    opening.catch(() => undefined);
    cleanups.push(() =>
      opening.then(
        (postgrest) => postgrest?.stop(),
        () => undefined,
      ),
    );
    const lite = await loadLite();
    const accounts = await seed(owner, supabase, { empty, history }, storageFiles(join(dataDir, 'storage')));

    const functions = functionsRunner({
      folder: join(supabase, 'functions'),
      configFile,
      jwtSecret: secrets.jwtSecret,
      logFile: join(dataDir, 'logs', 'functions.log'),
      environment: {
        SUPABASE_URL: url,
        SUPABASE_ANON_KEY: secrets.publishableKey,
        SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
        SUPABASE_SECRET_KEY: secrets.secretKey,
        SUPABASE_DB_URL: database.url('postgres'),
      },
    });
    cleanups.push(() => functions.stop());
    rest = await opening;
    const withDatabase = refuseWhileDown(database);
    await building;
    services = {
      rest: rest?.forward ?? null,
      lite: withDatabase(
        gotrueCompat(
          owner,
          addressChange(owner, mails, configFile, url),
          Number(configured(configFile, 'auth.rate_limit', 'token_refresh') ?? 150),
          storageCompat(lite.files, (request) => lite.app.fetch(request)),
        ),
      ),
      admin: withDatabase(adminApi(owner, secrets.secretKey, invitationSender(mails, configFile, url))),
      functions: functions.handle,
      client: clientFiles(builtClient, secrets.publishableKey),
    };
    cleanups.push(() => {
      services = null;
      gateway.closeAllConnections();
    });
    const callScheduled = (name: string) =>
      functions.handle(new Request(`${url}/functions/v1/${name}`, { method: 'POST', headers: { apikey: secrets.secretKey } }));
    cleanups.push(startScheduler(owner, database.there, callScheduled));
    return { url, secrets, databaseUrl: database.url('postgres'), adminUrl: database.url('supabase_admin'), accounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Longer than any response of Auth or Storage takes. postgres.js loses a query whose connection ends while it is reserved or opened:
 * it never settles, although the database is up. Function calls, which lite serves where there is no PostgREST, may take longer.
 */
const answerLimit = 30_000;

/** Answers 503 instead of an error while the database is down or does not respond. */
function refuseWhileDown(database: Database): (next: Handler) => Handler {
  const unavailable = (): Response =>
    json(503, { code: 'PT503', message: 'server', msg: 'The database is unavailable for a moment. Try again.' }, { 'retry-after': '1' });
  return (next) => async (request) => {
    const there = database.there();
    if (there.aborted) return unavailable();
    const isCall = new URL(request.url).pathname.startsWith('/rest/v1/');
    const ended = isCall ? there : AbortSignal.any([there, AbortSignal.timeout(answerLimit)]);
    const response = await Promise.race([
      next(request).catch((error: unknown) => error as Error),
      aborted(ended, request).then(unavailable),
    ]);
    if (response instanceof Response && response.status < 500) return response;
    if (there.aborted || lostConnection(response) || !(await database.answers())) return unavailable();
    if (response instanceof Response) return response;
    throw response;
  };
}
