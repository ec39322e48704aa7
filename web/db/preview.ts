// An administrator looks at the app as a role would, in this tab. The database narrows every answer to it and writes nothing (private.before_request).
import { inTab } from '@/lib/stored.ts';
import { AppError } from './errors.ts';
import { keptPerson } from './keep.ts';

const key = 'preview-role';

export const previewedRole = (): string | null => inTab.text(key);

/** Who works here: nobody while a role is looked at. */
export const worker = (): string | null => (previewedRole() === null ? keptPerson() : null);

export const endPreview = (): void => sessionStorage.removeItem(key);

/** From the start, and back to `to`: nothing that was read with other eyes may stay in memory. */
export function preview(roleId: string | null, to: string): void {
  if (roleId) sessionStorage.setItem(key, roleId);
  else endPreview();
  location.assign(to);
}

/** What a request says of it. Storage cannot be told, so what it would write is not sent. */
export function markPreview(address: string, method: string, headers: Headers): void {
  const role = previewedRole();
  if (role === null) return;
  if (/\/(rest|functions)\/v1\//.test(address)) headers.set('x-preview-role', role);
  else if (method !== 'GET' && /\/storage\/v1\/object\/(?!sign\/|list\/)/.test(address)) throw new AppError('preview_read_only');
}
