// Signed in or not. A session that ends under the user's hands does not throw the page away: requests wait, and the
// sign-in comes over it.
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { auth, fetchAsUser } from '@/db/client.ts';
import { config } from '@/db/config.ts';
import { authRefusal } from '@/db/errors.ts';
import { forgetWork, keepsGoods, keepSignedIn, keptPerson } from '@/db/keep.ts';
import { meOf } from '@/db/me.ts';
import { endPreview } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';
import { endRenewal, onRenewal, renewalNeeded } from '@/db/renewal.ts';
import { takeUp } from '@/i18n/language.ts';
import { createEmitter } from '@/lib/emitter.ts';

export type SessionState = 'loading' | 'out' | 'in' | 'recovery';

const signedOutKey = 'signed-out';
/** The language that this tab has told of its person; what the session says of them is as old as the session. */
const toldKey = (person: string | null) => `mail-language:${person}`;

let state: SessionState = 'loading';
let userId: string | null = null;
/** Whose work this page may still have in hand, also after they signed out: a file that is made. */
let pageOf: string | null = null;
/** The language that mails are written in, as the server knows it. */
let written: unknown;
const { emit, listen } = createEmitter();

function become(next: SessionState): void {
  if (state === next) return;
  state = next;
  emit();
}

/** Who was signed in, where nobody can be asked whether that still holds: a counter opens all the same, and the first request that gets through decides. */
function assume(): void {
  const person = keptPerson();
  if (state !== 'loading' || !person || !keepsGoods(person)) return;
  pageOf = userId = person;
  become('in');
}
/** Longer than a line takes that is there. */
setTimeout(assume, navigator.onLine ? 3000 : 0);

auth.onAuthStateChange((event, session) => {
  if (event === 'PASSWORD_RECOVERY') return become('recovery');
  if (!session) {
    assume();
    // Refused by the server in the middle of work: the next request asks for the password, over the page.
    if (state !== 'in') become('out');
    return;
  }
  // Somebody else signed in, here or in another tab: nothing of the first person may stay in memory, and where they were is nothing to this one.
  if (pageOf !== null && pageOf !== session.user.id) {
    sessionStorage.removeItem(toldKey(pageOf));
    return location.replace('/');
  }
  pageOf = userId = session.user.id;
  // Asked while the page's code is still on its way; not inside this callback, where the session is locked.
  if (state === 'loading') setTimeout(() => void queryClient.prefetchQuery(meOf()));
  // Work of whoever was here before is not for the eyes of this one.
  forgetWork(session.user.id);
  if (state !== 'recovery') become('in');
  endRenewal(true);
  written = sessionStorage.getItem(toldKey(userId)) ?? session.user.user_metadata.language;
  if (event === 'SIGNED_IN') void takeUp(written);
  setTimeout(tellLanguage, 1000);
});

function tellLanguage(): void {
  const { language } = i18next;
  if (state !== 'in' || !language || language === written) return;
  written = language;
  const person = userId;
  // Not by `updateUser`, which puts its session back when somebody has signed out meanwhile.
  const headers = { 'content-type': 'application/json' };
  void fetchAsUser(`${config.url}/auth/v1/user`, { method: 'PUT', headers, body: JSON.stringify({ data: { language } }) }).then(
    ({ ok }) => {
      if (ok && userId === person) sessionStorage.setItem(toldKey(person), language);
    },
    () => undefined,
  );
}
i18next.on('languageChanged', tellLanguage);

function forget(): void {
  sessionStorage.removeItem(toldKey(userId));
  userId = null;
  endRenewal(false);
  queryClient.clear();
  become('out');
  // After the forms have left the page: one of them may keep what it holds until then.
  forgetWork();
}

// Signing out in one tab signs out of all.
window.addEventListener('storage', (event) => {
  if (event.key !== signedOutKey) return;
  endPreview();
  forget();
});

export const useSession = (): SessionState => useSyncExternalStore(listen, () => state);
export const useRenewalNeeded = (): boolean => useSyncExternalStore(onRenewal, renewalNeeded);

export async function signIn(email: string, password: string, keep: boolean): Promise<void> {
  keepSignedIn(keep);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw authRefusal(error);
}

export async function signOut(): Promise<void> {
  localStorage.setItem(signedOutKey, String(Date.now()));
  endPreview();
  // The server is told where it can be reached; here the session is over either way.
  await auth.signOut({ scope: 'local' }).catch(() => undefined);
  forget();
}

/** Whoever came by the link in a mail has chosen a password. */
export const endRecovery = (): void => become('in');
