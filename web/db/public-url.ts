import { config } from './config.ts';

/** The URL of a file in a public bucket, such as product images; needs no request. */
export function publicUrl(bucketName: string, path: string): string {
  return `${config.url}/storage/v1/object/public/${bucketName}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
