import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const form = () => import('./form/user-page.tsx');

export const routes: RouteObject[] = [
  page('managment/users', () => import('./list/user-list.tsx'), { title: 'users.title', permission: 'management.users.view' }),
  page('managment/users/add', form, { title: 'users.new', permission: 'management.users.create', parent: '/managment/users' }),
  page('managment/users/edit/:id', form, { title: 'users.one', permission: 'management.users.view', parent: '/managment/users' }),
];
