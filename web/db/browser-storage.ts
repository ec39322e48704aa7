// What this browser stores for a user: the session, until sign-out or until the browser closes; and unsaved work.
import { createStore, delMany, keys } from 'idb-keyval';
import { newId } from '@/lib/id.ts';
import { sessionKey } from './first-request.ts';

const choice = 'keep-signed-in';

export function keepSignedIn(stay: boolean): void {
  localStorage.setItem(choice, String(stay));
}

const staysSignedIn = () => localStorage.getItem(choice) !== 'false';

export const sessionStore = {
  getItem: (key: string) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    const [used, other] = staysSignedIn() ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    used.setItem(key, value);
    other.removeItem(key);
  },
  removeItem: (key: string) => {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  },
};

export const signedIn = (): boolean => sessionStore.getItem(sessionKey) !== null;

/** The user whose session is stored here, even offline, when nobody can tell whether it is still valid. */
export function storedUser(): string | null {
  try {
    return (JSON.parse(sessionStore.getItem(sessionKey) ?? 'null') as { user: { id: string } } | null)?.user.id ?? null;
  } catch {
    return null;
  }
}

// ── Unsaved work: drafts, chosen files, counts not sent, each under its user's id ──

const work = /^(?:draft|tallies):([^:]+):/;
/** The mark beside a counter's cached goods. */
const goods = /^goods:([^:]+):/;
/** A counter's last receipt. */
const receipt = /^receipt:([^:]+):/;

/** The key of the open cart of a branch's counter. */
export const cartDraft = (person: string, branch: string): string => `draft:${person}:counter:${branch}`;

const keysIn = (storage: Storage): string[] => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/** Whether any unsaved work is stored here. */
export const hasUnsavedWork = (): boolean =>
  [sessionStorage, localStorage].some((storage) => keysIn(storage).some((key) => work.test(key)));

export const goodsMark = (person: string, branch: string): string => `goods:${person}:${branch}`;
/** Whether goods are cached for this user, so that the counter can be opened offline. */
export const hasCachedGoods = (person: string): boolean => keysIn(localStorage).some((key) => goods.exec(key)?.[1] === person);

/** The number of sales made or held here that the database does not have yet. They outlive a sign-out, and only their salesperson sees
    them. */
export const unsentSales = (person: string | null): number =>
  (['unsent', 'held'] as const).reduce((sum, kind) => sum + Number(localStorage.getItem(`${kind}:${person}`) ?? 0), 0);

export function markUnsent(kind: 'unsent' | 'held', person: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(`${kind}:${person}`, String(count));
    else localStorage.removeItem(`${kind}:${person}`);
  } catch {
    // Storage is full or blocked: then they are sent only once their counter is open.
  }
}

/** Removes all stored work, except that of one user. */
export function forgetWork(except?: string): void {
  const isRemoved = (key: string) => [work, goods, receipt].some((kind) => kind.test(key) && kind.exec(key)?.[1] !== except);
  if (keysIn(localStorage).some((key) => goods.test(key) && isRemoved(key))) indexedDB.deleteDatabase('goods');
  for (const storage of [sessionStorage, localStorage])
    keysIn(storage)
      .filter(isRemoved)
      .forEach((key) => storage.removeItem(key));
  void forgetFiles(isRemoved);
}

/** The files of drafts, which localStorage cannot hold. */
export const draftFiles = createStore('drafts', 'files');

async function forgetFiles(isRemoved: (key: string) => boolean): Promise<void> {
  try {
    await delMany(
      (await keys<string>(draftFiles)).filter((key) => isRemoved(key)),
      draftFiles,
    );
  } catch {
    // Storage unavailable: then it holds no files.
  }
}

/** Marks in localStorage that a draft has files: IndexedDB answers too late for the question on leaving. */
export function markFiles(key: string, hasFiles: boolean): void {
  try {
    if (hasFiles) localStorage.setItem(`${key}:files`, 'kept');
    else localStorage.removeItem(`${key}:files`);
  } catch {
    // Storage is full or blocked: then leaving asks for no confirmation.
  }
}

// ── Password recovery requested in this browser ──

const recovery = 'recovery';

/** The return address in the recovery mail, with a mark by which it is recognised. */
export function recoveryAddress(): string {
  const mark = newId();
  localStorage.setItem(recovery, mark);
  return `${location.origin}/login?${recovery}=${mark}`;
}

/** Whether a link brought tokens, or an error, that this browser did not accept. */
export let linkRefused = false;

/** Tokens in a URL could sign in the user who opens it as somebody else. They are accepted once, only for a recovery requested in this
    browser, and never over an existing session. */
export function takesTokens({ searchParams, pathname }: URL, carried: Record<string, string>): boolean {
  if (!carried.access_token && !carried.error_code) return false;
  const mark = localStorage.getItem(recovery);
  const isAccepted =
    carried.type === 'recovery' && mark !== null && searchParams.get(recovery) === mark && sessionStore.getItem(sessionKey) === null;
  linkRefused = !isAccepted;
  if (isAccepted) localStorage.removeItem(recovery);
  else history.replaceState(null, '', pathname);
  return isAccepted;
}
