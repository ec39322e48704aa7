import { createBrowserRouter, type RouteObject, replace } from 'react-router-dom';
import { auth } from '@/db/client.ts';
import { meOf } from '@/db/me.ts';
import type { Me } from '@/db/me-types.ts';
import { queryClient } from '@/db/query.ts';
import { Guard } from './guard.tsx';
import { settingsHandle } from './handles.ts';
import { PageError } from './page-error.tsx';
import { screens } from './registry.ts';
import { SignedIn } from './signed-in.tsx';
import { Splash } from './splash.tsx';

interface Page {
  /** Requests what the page shows first. */
  preload?: (address: URL, me: Me) => Promise<unknown>;
}

/** Milliseconds that the first page waits for its data, to avoid rendering a skeleton first. */
const OPENING = 200;

async function askAhead({ preload: ahead }: Page) {
  if (!ahead || router.state.initialized || !(await auth.getSession()).data.session) return;
  await ahead(new URL(location.href), await queryClient.ensureQueryData(meOf()));
}

function opening({ lazy }: RouteObject): Pick<RouteObject, 'lazy'> {
  if (typeof lazy !== 'function') return { lazy };
  return {
    lazy: async () => {
      // Turns a failed load into a failing page: the router itself would leave the window blank.
      const page = await lazy().catch((error: unknown) => ({
        Component: () => {
          throw error;
        },
      }));
      // The page repeats a failed request and reports its error.
      const preloaded = askAhead(page as Page).catch(() => undefined);
      await Promise.race([preloaded, new Promise((resolve) => setTimeout(resolve, OPENING))]);
      return page;
    },
  };
}

/** A page: loaded on use, behind its permission, with its own error boundary. */
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
