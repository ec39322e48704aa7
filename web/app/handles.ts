// What each address says of itself: its title, its permission, the page above it.
import { type RouteObject, useMatches } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';
import { screens } from './registry.ts';

export function handlesOf(routes: readonly RouteObject[], above = ''): [string, RouteHandle][] {
  return routes.flatMap((route) => {
    const address = route.path ? `${above}/${route.path}` : above;
    const own = route.handle as RouteHandle | undefined;
    return [...(own?.title ? [[address, own] as [string, RouteHandle]] : []), ...handlesOf(route.children ?? [], address)];
  });
}

/** The app's own page beside the screens: it leads to what the menu knows. */
export const settingsHandle: RouteHandle = { title: 'app.menu.allSettings' };
export const handles: ReadonlyMap<string, RouteHandle> = new Map([['/settings', settingsHandle], ...handlesOf(screens)]);

export function useHandle(): RouteHandle | undefined {
  return useMatches().findLast(({ handle }) => handle)?.handle as RouteHandle | undefined;
}
