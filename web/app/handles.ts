// The handle of each path: title, permission, parent page.
import { type RouteObject, useMatches } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';
import { screens } from './registry.ts';

export function handlesOf(routes: readonly RouteObject[], above = ''): [string, RouteHandle][] {
  return routes.flatMap((route) => {
    const path = route.path ? `${above}/${route.path}` : above;
    const handle = route.handle as RouteHandle | undefined;
    return [...(handle?.title ? [[path, handle] as [string, RouteHandle]] : []), ...handlesOf(route.children ?? [], path)];
  });
}

/** A page of the app itself, not of a screen. */
export const settingsHandle: RouteHandle = { title: 'app.menu.allSettings' };
export const handles: ReadonlyMap<string, RouteHandle> = new Map([['/settings', settingsHandle], ...handlesOf(screens)]);

export function useHandle(): RouteHandle | undefined {
  return useMatches().findLast(({ handle }) => handle)?.handle as RouteHandle | undefined;
}
