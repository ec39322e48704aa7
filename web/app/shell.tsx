import { WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useNavigationType, useNavigate } from 'react-router-dom';
import { keptPerson, unsentSales } from '@/db/keep.ts';
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

type Over = { what: 'palette'; words: string } | { what: 'keys' } | { what: 'drawer' } | null;

export function Shell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const moving = useNavigation().state !== 'idle';
  const { parent, whole } = useHandle() ?? {};
  const online = useOnline();
  const [over, setOver] = useState<Over>(null);
  const close = () => setOver(null);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  const back = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  // Where the page scrolls as a whole, the next one begins at its head; what one goes back to is where it was.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);

  // What a counter made or laid aside and could not send goes out from any page.
  useEffect(() => {
    if (unsentSales(keptPerson()) === 0) return;
    void import('@/db/counter-outbox.ts').then(({ sendWaiting }) => sendWaiting());
    void import('@/db/held-sales.ts').then(({ shareHeld }) => shareHeld());
  }, []);
  useEffect(() => setProductTitle(t('app.name')), [t]);
  useEffect(() => followLinks((to) => void navigate(to)), [navigate]);
  usePresence();
  useShortcut('Mod+k', () => setOver({ what: 'palette', words: '' }));
  useShortcut('?', () => setOver({ what: 'keys' }));
  useShortcut('Escape', () => parent && void navigate(parent), { when: over === null && parent !== undefined });

  return (
    <div className={whole ? 'app whole' : 'app'}>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      {!whole && (
        <aside className="side">
          <Sidebar />
        </aside>
      )}
      <div className="main">
        {moving && <Moving />}
        {!whole && (
          <TopBar
            onMenu={() => setOver({ what: 'drawer' })}
            onPalette={() => setOver({ what: 'palette', words: '' })}
            onKeys={() => setOver({ what: 'keys' })}
          />
        )}
        <PreviewBar />
        {!online && !whole && (
          <p className="offline" role="status">
            <Icon of={WifiOff} />
            <span>{t('app.offline')}</span>
          </p>
        )}
        {/* Before the page: a page that hears scans itself mounts later and comes first. */}
        <GlobalScan onUnknown={(words) => setOver({ what: 'palette', words })} />
        <main ref={content} className="content" id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {over?.what === 'palette' && (
        <Suspense
          fallback={<EarlyKeys onKey={(key) => setOver((now) => (now?.what === 'palette' ? { ...now, words: now.words + key } : now))} />}
        >
          <Palette words={over.words} onClose={close} />
        </Suspense>
      )}
      <Suspense>
        {over?.what === 'keys' && <KeysDialog onClose={close} />}
        {over?.what === 'drawer' && <Drawer onClose={close} />}
      </Suspense>
      <PageSaid key={pathname} />
      <Toasts />
    </div>
  );
}

/** The next page is on its way. */
function Moving() {
  const { t } = useTranslation();
  useScansAhead();
  return (
    <span className="bar" role="progressbar" aria-label={t('ui.loading')}>
      <i />
    </span>
  );
}

/** What is typed while the palette is still on its way are its words, and no shortcuts of the page. */
function EarlyKeys({ onKey }: { onKey: (key: string) => void }) {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onKey(event.key);
    };
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  });
  return null;
}

/** Where a click led, for those who do not see the page change. */
function PageSaid() {
  const title = useShownTitle();
  return (
    <p className="sr" aria-live="polite">
      {title}
    </p>
  );
}
