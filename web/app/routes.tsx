import { createBrowserRouter, type RouteObject, replace } from 'react-router-dom';
import { Guard } from './guard.tsx';
import { PageError } from './page-error.tsx';
import { screens } from './registry.ts';
import { Splash } from './splash.tsx';

/** Each page: loaded on use, kept behind its permission, and failing alone. */
function guarded(route: RouteObject): RouteObject {
  return {
    ...(route.handle ? { element: <Guard handle={route.handle as never} /> } : {}),
    children: [{ ...route, errorElement: <PageError />, children: route.children?.map((child) => ({ ...child, errorElement: <PageError /> })) } as RouteObject],
  };
}

export const router = createBrowserRouter([
  { path: '/login', lazy: () => import('./sign-in-page.tsx'), HydrateFallback: Splash },
  {
    path: '/',
    lazy: () => import('./signed-in.tsx'),
    HydrateFallback: Splash,
    errorElement: <PageError />,
    children: [
      { index: true, loader: () => replace('/dashboard') },
      ...screens.map(guarded),
      { path: '*', lazy: () => import('./not-found.tsx'), handle: { title: 'app.notFound.title' } },
    ],
  },
]);
