import { WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType, useNavigate } from 'react-router-dom';
import { storedUser, unsentSales } from '@/db/browser-storage.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import { useKeptFocus } from '@/ui/kept-focus.ts';
import { setProductTitle, useShownTitle } from '@/ui/page-title.ts';
import { useScansAhead } from '@/ui/scan.ts';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Toasts } from '@/ui/toast.tsx';
import { GlobalScan } from './global-scan.tsx';
import { useHandle } from './handles.ts';
import { followLinks } from './links.ts';
import { PreviewBar } from './preview-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { usePresence } from './use-presence.ts';

const Palette = lazy(() => import('./palette.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const Drawer = lazy(() => import('./drawer.tsx'));

type Overlay = { kind: 'palette'; words: string } | { kind: 'keys' } | { kind: 'drawer' } | null;

export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const moving = useNavigation().state !== 'idle';
  const { parent, fullWindow: whole } = useHandle() ?? {};
  const online = useOnline();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const close = () => setOverlay(null);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  const back = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  // A new page starts at the top; on going back the scroll position is kept.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);

  // Sends the sales made or held offline, from any page.
  useEffect(() => {
    if (unsentSales(storedUser()) === 0) return;
    void import('@/db/counter-outbox.ts').then(({ sendWaiting }) => sendWaiting());
    void import('@/db/held-sales.ts').then(({ uploadHeldSales }) => uploadHeldSales());
  }, []);
  useEffect(() => setProductTitle(t('app.name')), [t]);
  useEffect(() => followLinks((to) => void navigate(to)), [navigate]);
  usePresence();
  useShortcut('Mod+k', () => setOverlay({ kind: 'palette', words: '' }));
  useShortcut('?', () => setOverlay({ kind: 'keys' }));
  useShortcut('Escape', () => parent && void navigate(parent), { when: overlay === null && parent !== undefined });

  return (
    <div
      className={`app-shell grid h-screen overflow-hidden max-lg:block max-lg:h-auto max-lg:overflow-visible ${
        // A table of nine columns needs the room more than the menu does.
        whole ? 'grid-cols-1' : 'grid-cols-[var(--side)_minmax(0,1fr)] max-[1280px]:grid-cols-1'
      }`}
    >
      <a
        className="skip fixed start-3 top-3 z-99 -translate-y-[200%] rounded-md bg-sheet px-3.5 py-2 font-medium text-accent focus:translate-y-0 focus:shadow-float"
        href="#content"
      >
        {t('app.skip')}
      </a>
      {!whole && (
        <aside className="side max-[1280px]:hidden">
          <Sidebar />
        </aside>
      )}
      <div className="main">
        {moving && <NavigationProgress />}
        {!whole && (
          <TopBar
            onMenu={() => setOverlay({ kind: 'drawer' })}
            onPalette={() => setOverlay({ kind: 'palette', words: '' })}
            onKeys={() => setOverlay({ kind: 'keys' })}
          />
        )}
        <PreviewBar />
        {!online && !whole && (
          <p
            className="offline flex flex-none items-center gap-2.5 border-b border-off-rule bg-off-tint px-gutter py-[7px] font-medium text-off"
            role="status"
          >
            <Icon of={WifiOff} />
            <span>{t('app.offline')}</span>
          </p>
        )}
        {/* Mounted before the page, because the component mounted last gets the scans. */}
        <GlobalScan onUnknown={(words) => setOverlay({ kind: 'palette', words })} />
        <main ref={content} className="content" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {overlay?.kind === 'palette' && (
        <Suspense
          fallback={
            <EarlyKeys onKey={(key) => setOverlay((now) => (now?.kind === 'palette' ? { ...now, words: now.words + key } : now))} />
          }
        >
          <Palette words={overlay.words} onClose={close} />
        </Suspense>
      )}
      <Suspense>
        {overlay?.kind === 'keys' && <KeysDialog onClose={close} />}
        {overlay?.kind === 'drawer' && <Drawer onClose={close} />}
      </Suspense>
      <PageAnnouncement key={pathname} />
      <Toasts />
    </div>
  );
}

/** Shown while the next page loads. */
function NavigationProgress() {
  const { t } = useTranslation();
  useScansAhead();
  return (
    <span className="progress-bar" role="progressbar" aria-label={t('ui.loading')}>
      <i />
    </span>
  );
}

/** Adds keys typed before the palette is loaded to its words, instead of triggering shortcuts. */
function EarlyKeys({ onKey }: { onKey: (key: string) => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onKey(event.key);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  });
  return null;
}

/** Announces the new page to screen readers. */
function PageAnnouncement() {
  const title = useShownTitle();
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  );
}
