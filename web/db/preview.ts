// An administrator previews the app as a role, in this tab. The database limits every answer to that role and writes nothing
// (private.before_request).
import { tabStorage } from '@/lib/stored.ts';
import { AppError } from './errors.ts';
import { storedUser } from './browser-storage.ts';

const key = 'preview-role';

export const previewedRole = (): string | null => tabStorage.text(key);

/** The signed-in user, or null while a role is previewed. */
export const activeUserId = (): string | null => (previewedRole() === null ? storedUser() : null);

export const endPreview = (): void => sessionStorage.removeItem(key);

/** Starts or ends a preview with a page load, so that nothing read with other permissions stays in memory. */
export function preview(roleId: string | null, to: string): void {
  if (roleId) sessionStorage.setItem(key, roleId);
  else endPreview();
  location.assign(to);
}

/** Marks a request as a preview. Storage ignores the mark, so writes to it are not sent. */
export function markPreview(address: string, method: string, headers: Headers): void {
  const role = previewedRole();
  if (role === null) return;
  if (/\/(rest|functions)\/v1\//.test(address)) headers.set('x-preview-role', role);
  else if (method !== 'GET' && /\/storage\/v1\/object\/(?!list\/)/.test(address)) throw new AppError('preview_read_only');
}
