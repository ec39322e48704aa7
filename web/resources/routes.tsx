import type { RouteObject } from 'react-router-dom';
import { permissionFor, type Resource } from '@/kit/define.ts';
import { page } from '@/kit/screen.ts';
import { resources } from './registry.ts';

function routesOf(resource: Resource): RouteObject[] {
  const { table, path } = resource;
  const list = async () => {
    const { ResourceListPage } = await import('@/kit/resource-list-page.tsx');
    return { Component: () => <ResourceListPage resource={resource} /> };
  };
  const record = async () => {
    const { RecordPage } = await import('@/kit/record-page.tsx');
    return { Component: () => <RecordPage resource={resource} /> };
  };
  const at = path.slice(1);
  return [
    page(at, list, { title: `resources.${table}.many`, permission: permissionFor(resource, 'view') }),
    page(`${at}/add`, record, { title: `resources.${table}.new`, permission: permissionFor(resource, 'create'), parent: path }),
    page(`${at}/edit/:id`, record, { title: `resources.${table}.one`, permission: permissionFor(resource, 'view'), parent: path }),
  ];
}

export const routes: RouteObject[] = resources.flatMap(routesOf);
