// The session. When it ends during work, the page stays: requests wait, and the sign-in dialog opens over it.
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { auth, fetchAsUser } from '@/db/client.ts';
import { config } from '@/db/config.ts';
import { authRefusal } from '@/db/errors.ts';
import { sessionKey } from '@/db/first-request.ts';
import { forgetWork, hasCachedGoods, keepSignedIn, storedUser, sessionStore } from '@/db/browser-storage.ts';
import { meOf } from '@/db/me.ts';
import { endPreview } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';
import { endRenewal, onRenewal, renewalNeeded } from '@/db/renewal.ts';
import { adoptLanguage } from '@/i18n/language.ts';
import { createEmitter } from '@/lib/emitter.ts';

export type SessionState = 'loading' | 'out' | 'in' | 'recovery';

const signedOutKey = 'signed-out';
/** The mail language that this tab has sent for a user; the session's own copy is not updated. */
const sentLanguageKey = (person: string | null) => `mail-language:${person}`;

let state: SessionState = 'loading';
let userId: string | null = null;
/** The user whose data this page may still hold, even after signing out. */
let pageOwner: string | null = null;
/** The language of mails, as the server knows it. */
let mailLanguage: unknown;
const { emit, subscribe } = createEmitter();

function setState(next: SessionState): void {
  if (state === next) return;
  state = next;
  emit();
}

/** Assumes that the user whose session is stored is still signed in; the first answered request decides. */
function assume(): void {
  const person = storedUser();
  if (state !== 'loading' || !person) return;
  pageOwner = userId = person;
  setState('in');
}
// A counter must open offline. A working connection answers within three seconds.
setTimeout(() => hasCachedGoods(storedUser() ?? '') && assume(), navigator.onLine ? 3000 : 0);

auth.onAuthStateChange((event, session) => {
  if (event === 'PASSWORD_RECOVERY') return setState('recovery');
  if (!session) {
    // Where Auth could not renew the token, the session is still stored.
    assume();
    // If the server ends the session during work, the next request asks for the password over the page.
    if (state !== 'in') setState('out');
    return;
  }
  // Another user signed in, here or in another tab: reload, so that nothing of the first one stays in memory, and start at the home
  // page.
  if (pageOwner !== null && pageOwner !== session.user.id) {
    sessionStorage.removeItem(sentLanguageKey(pageOwner));
    return location.replace('/');
  }
  pageOwner = userId = session.user.id;
  // Requested while the page's code still loads; outside this callback, which holds the session lock.
  if (state === 'loading') setTimeout(() => void queryClient.prefetchQuery(meOf()));
  // Removes what other users left.
  forgetWork(session.user.id);
  if (state !== 'recovery') setState('in');
  endRenewal(true);
  // Queries failed while the token could not be renewed, so they are retried.
  if (event === 'TOKEN_REFRESHED')
    void queryClient.refetchQueries({ queryKey: meOf().queryKey, predicate: ({ state }) => state.status === 'error' });
  mailLanguage = sessionStorage.getItem(sentLanguageKey(userId)) ?? session.user.user_metadata.language;
  if (event === 'SIGNED_IN') void adoptLanguage(mailLanguage);
  setTimeout(sendLanguage, 1000);
});

function sendLanguage(): void {
  const { language } = i18next;
  if (state !== 'in' || !language || language === mailLanguage) return;
  mailLanguage = language;
  const person = userId;
  // Not `updateUser`, which would restore the session if the user signs out meanwhile.
  const headers = { 'content-type': 'application/json' };
  void fetchAsUser(`${config.url}/auth/v1/user`, { method: 'PUT', headers, body: JSON.stringify({ data: { language } }) }).then(
    ({ ok }) => {
      if (ok && userId === person) sessionStorage.setItem(sentLanguageKey(person), language);
    },
    () => undefined,
  );
}
i18next.on('languageChanged', sendLanguage);

function forget(): void {
  sessionStorage.removeItem(sentLanguageKey(userId));
  userId = null;
  endRenewal(false);
  queryClient.clear();
  setState('out');
  // After the forms have unmounted, because they may store a draft until then.
  forgetWork();
}

// Signing out in one tab signs out all tabs.
window.addEventListener('storage', (event) => {
  if (event.key !== signedOutKey) return;
  endPreview();
  forget();
});

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);
export const useRenewalNeeded = (): boolean => useSyncExternalStore(onRenewal, renewalNeeded);

export async function signIn(email: string, password: string, keep: boolean): Promise<void> {
  keepSignedIn(keep);
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw authRefusal(error);
}

export async function signOut(): Promise<void> {
  localStorage.setItem(signedOutKey, String(Date.now()));
  endPreview();
  // The server is informed if it can be reached; the session ends here in any case. auth-js keeps it where Auth did not answer.
  const signedOut = auth.signOut({ scope: 'local' }).catch(() => undefined);
  await Promise.race([signedOut, new Promise((soon) => setTimeout(soon, 3000))]);
  sessionStore.removeItem(sessionKey);
  forget();
}

/** Called once the user of a recovery link has chosen a password. */
export const endRecovery = (): void => setState('in');
