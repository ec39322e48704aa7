import { useEffect, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { registerWorker } from './register-worker.ts';

/** Chromium only; missing from the DOM types. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

/** The counter as an installable app that works offline; its service worker's scope is this page only. */
export function useInstallableCounter(): { hasUpdate: boolean; install: (() => void) | null } {
  const {
    i18n: { language },
  } = useTranslation();
  const [hasUpdate, setHasUpdate] = useState(false);
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
    return registerWorker(navigator.serviceWorker, () => setHasUpdate(true));
  }, []);
  return { hasUpdate, install: prompt && (() => void prompt.prompt()) };
}
