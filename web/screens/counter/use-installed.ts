import { useEffect, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';

/** Chromium only; missing from the DOM types. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

const LOOK_AGAIN = 60 * 60_000;

/** The counter as an installable app that works offline; its service worker's scope is this page only. */
export function useInstalled(): { newer: boolean; install: (() => void) | null } {
  const {
    i18n: { language },
  } = useTranslation();
  const [newer, setNewer] = useState(false);
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    // Other pages do not need these links.
    const links = [
      { rel: 'manifest', href: `/counter-${language === 'ar' ? 'ar' : 'en'}.webmanifest` },
      { rel: 'apple-touch-icon', href: '/icon-192.png' },
    ].map((attributes) => Object.assign(document.createElement('link'), attributes));
    document.head.append(...links);
    const onOffered = (event: Event) => {
      event.preventDefault();
      setPrompt(event as InstallPrompt);
    };
    const onInstalled = () => setPrompt(null);
    window.addEventListener('beforeinstallprompt', onOffered);
    window.addEventListener('appinstalled', onInstalled);
    return () => {
      links.forEach((link) => link.remove());
      window.removeEventListener('beforeinstallprompt', onOffered);
      window.removeEventListener('appinstalled', onInstalled);
    };
  }, [language]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const register = async () => {
      const registration = await navigator.serviceWorker.register('/counter-worker.js', {
        scope: '/accounting/sales/add',
        updateViaCache: 'none',
      });
      registration.addEventListener('updatefound', () => {
        // The first worker is not an update; each later one is, also for the page that installed the first.
        const { installing: next, active: before } = registration;
        next?.addEventListener('statechange', () => before && next.state === 'activated' && setNewer(true));
      });
      timer = setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN);
      // Asks the browser not to evict unsent sales when storage runs short.
      void navigator.storage?.persist?.();
    };
    // A browser without storage can still sell while online.
    register().catch(() => undefined);
    return () => clearInterval(timer);
  }, []);
  return { newer, install: prompt && (() => void prompt.prompt()) };
}
