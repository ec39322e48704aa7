import { config } from './config.ts';

/** For public buckets, such as product images: no request is needed. */
export function publicUrl(bucketName: string, path: string): string {
  return `${config.url}/storage/v1/object/public/${bucketName}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
