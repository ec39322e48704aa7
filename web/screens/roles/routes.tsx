import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const form = () => import('./form/role-page.tsx');

export const routes: RouteObject[] = [
  page('managment/roles', () => import('./list/role-list.tsx'), { title: 'roles.title', permission: 'management.roles.view' }),
  page('managment/roles/add', form, { title: 'roles.new', permission: 'management.roles.create', parent: '/managment/roles' }),
  page('managment/roles/edit/:id', form, { title: 'roles.one', permission: 'management.roles.view', parent: '/managment/roles' }),
];
