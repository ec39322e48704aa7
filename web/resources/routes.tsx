import type { RouteObject } from 'react-router-dom';
import { permissionFor, type Resource } from '@/kit/define.ts';
import type { RouteHandle } from '@/kit/screen.ts';
import { resources } from './registry.ts';

const at = (path: string) => path.slice(1);

function routesOf(resource: Resource): RouteObject[] {
  const { table, path } = resource;
  const record = async () => {
    const { RecordPage } = await import('@/kit/record-page.tsx');
    return { Component: () => <RecordPage resource={resource} /> };
  };
  return [
    {
      path: at(path),
      lazy: async () => {
        const { ResourceListPage } = await import('@/kit/resource-list-page.tsx');
        return { Component: () => <ResourceListPage resource={resource} /> };
      },
      handle: { title: `resources.${table}.many`, permission: permissionFor(resource, 'view') } satisfies RouteHandle,
    },
    { path: at(`${path}/add`), lazy: record, handle: { title: `resources.${table}.new`, permission: permissionFor(resource, 'create'), parent: path } satisfies RouteHandle },
    { path: at(`${path}/edit/:id`), lazy: record, handle: { title: `resources.${table}.one`, permission: permissionFor(resource, 'view'), parent: path } satisfies RouteHandle },
  ];
}

export const routes: RouteObject[] = resources.flatMap(routesOf);
