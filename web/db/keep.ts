// What this browser keeps of a person: the session, on this computer until sign-out or only until the browser closes; and unsaved work.
import { newId } from '@/lib/id.ts';
import { sessionKey } from './early.ts';

const choice = 'keep-signed-in';

export function keepSignedIn(keep: boolean): void {
  localStorage.setItem(choice, String(keep));
}

const keeps = () => localStorage.getItem(choice) !== 'false';

export const sessionStore = {
  getItem: (key: string) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    const [used, other] = keeps() ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    used.setItem(key, value);
    other.removeItem(key);
  },
  removeItem: (key: string) => {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  },
};

export const signedIn = (): boolean => sessionStore.getItem(sessionKey) !== null;

/** Whose session is kept here, also while the line is down and nobody can say whether it still holds. */
export function keptPerson(): string | null {
  try {
    return (JSON.parse(sessionStore.getItem(sessionKey) ?? 'null') as { user: { id: string } } | null)?.user.id ?? null;
  } catch {
    return null;
  }
}

// ── work that is not saved yet: drafts, chosen files, counts not sent, each under its person's id ──

const work = /^(?:draft|tallies):([^:]+):/;
/** A mark beside the goods of a counter. */
const goods = /^goods:([^:]+):/;
/** The last one of a counter. */
const receipt = /^receipt:([^:]+):/;

/** Where a branch's counter keeps the cart under way. */
export const cartDraft = (person: string, branch: string): string => `draft:${person}:counter:${branch}`;

const keysIn = (storage: Storage): string[] => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');

/** Whether somebody's work is kept here and nowhere else. */
export const keepsWork = (): boolean => [sessionStorage, localStorage].some((storage) => keysIn(storage).some((key) => work.test(key)));

export const goodsMark = (person: string, branch: string): string => `goods:${person}:${branch}`;
/** Whether this person's counter has goods here, and so can be opened without a line. */
export const keepsGoods = (person: string): boolean => keysIn(localStorage).some((key) => goods.exec(key)?.[1] === person);

/** Sales that were made or laid aside here, and are not in the database yet: they outlive a sign-out, and are nobody's but their salesperson's. */
export const unsentSales = (person: string | null): number =>
  (['unsent', 'held'] as const).reduce((sum, what) => sum + Number(localStorage.getItem(`${what}:${person}`) ?? 0), 0);

export function markUnsent(what: 'unsent' | 'held', person: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(`${what}:${person}`, String(count));
    else localStorage.removeItem(`${what}:${person}`);
  } catch {
    // A full or forbidden store: then they are sent by the counter alone.
  }
}

/** Removes what is kept, but for the person who goes on here. */
export function forgetWork(except?: string): void {
  const goes = (key: string) => [work, goods, receipt].some((kind) => kind.test(key) && kind.exec(key)?.[1] !== except);
  if (keysIn(localStorage).some((key) => goods.test(key) && goes(key))) indexedDB.deleteDatabase('goods');
  for (const storage of [sessionStorage, localStorage])
    keysIn(storage)
      .filter(goes)
      .forEach((key) => storage.removeItem(key));
  void inFiles('readonly', (store) => store.getAllKeys()).then((keys) => {
    const gone = (keys ?? []).filter((key) => goes(String(key)));
    if (gone.length) void inFiles('readwrite', (store) => gone.map((key) => store.delete(key)).at(-1) as IDBRequest);
  });
}

/** Resolves with the result of an IndexedDB request. */
export const requestResult = <Result>(asked: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('IndexedDB'));
  });

/** The files of drafts: a text store cannot hold them. */
export async function inFiles<Result>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  try {
    const opening = indexedDB.open('drafts', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    const database = await requestResult(opening);
    return await requestResult(action(database.transaction('files', mode).objectStore('files'))).finally(() => database.close());
  } catch {
    // A browser that keeps nothing, or a full one: what is on the screen stays there.
    return null;
  }
}

/** Says beside the drafts that files are kept under this key: their store answers too late for the question at the door. */
export function markFiles(key: string, kept: boolean): void {
  try {
    if (kept) localStorage.setItem(`${key}:files`, 'kept');
    else localStorage.removeItem(`${key}:files`);
  } catch {
    // A full or forbidden store: then nobody is asked.
  }
}

// ── a recovery that was asked for here ──

const recovery = 'recovery';

/** Where the link of the mail leads back to: marked, so that it is known again. */
export function recoveryAddress(): string {
  const mark = newId();
  localStorage.setItem(recovery, mark);
  return `${location.origin}/login?${recovery}=${mark}`;
}

/** Whether a link brought tokens, or a refusal, that this browser did not take. */
export let linkRefused = false;

/**
 * Tokens in an address would make whoever opens a link somebody else. They are taken once, for a recovery that this browser asked
 * for, and never over a session.
 */
export function takesTokens({ searchParams, pathname }: URL, carried: Record<string, string>): boolean {
  if (!carried.access_token && !carried.error_code) return false;
  const asked = localStorage.getItem(recovery);
  const taken =
    carried.type === 'recovery' && asked !== null && searchParams.get(recovery) === asked && sessionStore.getItem(sessionKey) === null;
  linkRefused = !taken;
  if (taken) localStorage.removeItem(recovery);
  else history.replaceState(null, '', pathname);
  return taken;
}
