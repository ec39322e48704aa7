/* Pictures in the public bucket. storage-js loads with the first upload. */
import { authorizedFetch } from './client.ts';
import { config } from './config.ts';
import { AppError } from './errors.ts';

/** The address of a picture in the bucket `images`. */
export const imageUrl = (path: string) => `${config.url}/storage/v1/object/public/images/${path}`;

async function images() {
  const { StorageClient } = await import('@supabase/storage-js');
  return new StorageClient(`${config.url}/storage/v1`, { apikey: config.publishableKey }, authorizedFetch).from('images');
}

function refused(error: { message: string; statusCode?: string; status?: number }): AppError {
  const status = String(error.statusCode ?? error.status ?? '');
  if (status === '403' || /security policy/i.test(error.message)) return new AppError('not_allowed');
  if (status === '413' || /size/i.test(error.message)) return new AppError('file_too_large');
  if (status === '415' || /mime/i.test(error.message)) return new AppError('file_kind');
  return new AppError(status === '' ? 'no_connection' : 'unexpected');
}

/** Uploads a picture and answers its path. A path is never reused, so that a cached picture is never the wrong one. */
export async function uploadImage(path: string, picture: Blob): Promise<string> {
  const { error } = await (await images()).upload(path, picture, { contentType: picture.type, cacheControl: '31536000' });
  if (error) throw refused(error as { message: string; statusCode?: string; status?: number });
  return path;
}

export async function removeImage(path: string): Promise<void> {
  const { error } = await (await images()).remove([path]);
  if (error) throw refused(error as { message: string; statusCode?: string; status?: number });
}
