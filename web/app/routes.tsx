import { createBrowserRouter, type RouteObject, replace } from 'react-router-dom';
import { auth } from '@/db/client.ts';
import { type Me, meOf } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { Guard } from './guard.tsx';
import { settingsHandle } from './handles.ts';
import { PageError } from './page-error.tsx';
import { screens } from './registry.ts';
import { SignedIn } from './signed-in.tsx';
import { Splash } from './splash.tsx';

interface Page {
  /** Asks for what the page shows first. */
  preload?: (address: URL, me: Me) => Promise<unknown>;
}

/** So long the page that the app is opened with waits for its rows: drawn once with them it is there sooner than in grey and then again. */
const OPENING = 200;

async function askAhead({ preload: ahead }: Page) {
  if (!ahead || router.state.initialized || !(await auth.getSession()).data.session) return;
  await ahead(new URL(location.href), await queryClient.ensureQueryData(meOf()));
}

function opening({ lazy }: RouteObject): Pick<RouteObject, 'lazy'> {
  if (typeof lazy !== 'function') return { lazy };
  return {
    lazy: async () => {
      // A page that cannot be loaded is one that fails: left to the router, one whose file is gone stays white without a word.
      const page = await lazy().catch((error: unknown) => ({
        Component: () => {
          throw error;
        },
      }));
      // Whatever fails here is asked again, and told, by the page itself.
      const answered = askAhead(page as Page).catch(() => undefined);
      await Promise.race([answered, new Promise((done) => setTimeout(done, OPENING))]);
      return page;
    },
  };
}

/** Each page: loaded on use, kept behind its permission, and failing alone. */
function guarded(route: RouteObject): RouteObject {
  return {
    ...(route.handle ? { element: <Guard handle={route.handle as never} /> } : {}),
    children: [
      {
        ...route,
        ...opening(route),
        errorElement: <PageError />,
        children: route.children?.map((child) => ({ ...child, errorElement: <PageError /> })),
      } as RouteObject,
    ],
  };
}

export const router = createBrowserRouter([
  { path: '/login', lazy: () => import('./sign-in-page.tsx'), HydrateFallback: Splash },
  {
    path: '/',
    Component: SignedIn,
    HydrateFallback: Splash,
    errorElement: <PageError />,
    children: [
      { index: true, loader: () => replace('/dashboard') },
      ...screens.map(guarded),
      guarded({ path: 'settings', lazy: () => import('./settings-page.tsx'), handle: settingsHandle }),
      { path: '*', lazy: () => import('./not-found.tsx'), handle: { title: 'app.notFound.title' } },
    ],
  },
]);
