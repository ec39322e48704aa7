import { queryOptions } from '@tanstack/react-query';
import { rpc } from './calls.ts';
import { fetchAsUser } from './client.ts';
import { config } from './config.ts';
import { AppError, asAppError } from './errors.ts';
import { restPath } from './first-request.ts';

/** The storage client is loaded on first use, as most pages show no files. */
async function bucket(name: string) {
  const { StorageClient } = await import('@supabase/storage-js');
  return new StorageClient(`${config.url}/storage/v1`, {}, (input, init) => fetchAsUser(input, init, fetchFile)).from(name);
}

/** Storage answers an ended session as it answers a missing permission or file. The API can tell them apart, so its 401 is returned in that case. */
async function fetchFile(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  if (answer.ok) return answer;
  const { statusCode } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { statusCode?: string };
  if (!/^40[134]$/.test(statusCode ?? '')) return answer;
  const session = await fetch(`${config.url}${restPath}/branches?select=id&limit=1`, { method: 'HEAD', headers: init?.headers });
  return session.status === 401 ? session : answer;
}

function storageError(error: { message: string; statusCode?: string; status?: number; originalError?: unknown }): AppError {
  // An AppError raised on this device before the request was sent.
  if (error.originalError instanceof AppError) return error.originalError;
  // Storage answers 400 with the real status in the body.
  return asAppError({ message: error.message }, Number(error.statusCode) || error.status || 0);
}

export async function uploadFile(bucketName: string, path: string, file: Blob): Promise<string> {
  const { data, error } = await (await bucket(bucketName)).upload(path, file, {
    contentType: file.type,
    cacheControl: '31536000',
    upsert: false,
  });
  if (error) throw storageError(error);
  return data.path;
}

export async function readFile(bucketName: string, path: string): Promise<Blob> {
  const { data, error } = await (await bucket(bucketName)).download(path);
  if (error) throw storageError(error);
  return data;
}

export async function removeFiles(bucketName: string, paths: string[]): Promise<void> {
  const { error } = await (await bucket(bucketName)).remove(paths);
  if (error) throw storageError(error);
}

/** Deletes pictures that a form or a deleted product no longer uses, and older unused ones of these products. Storage keeps those that
    a product shows. After a failure, a later call for these products deletes them once they are a day old. */
export async function sweepPictures(productIds: string[], released: string[]): Promise<void> {
  try {
    const strays = await rpc<'stray_pictures', string[]>('stray_pictures', { product_ids: productIds });
    const paths = new Set([...released, ...strays]);
    if (paths.size) await removeFiles('images', [...paths]);
  } catch {
    // Housekeeping in the background: its failures are not reported.
  }
}

/** A file's bytes, read as the user each time it is opened: a URL would outlive the user's permission to the file. */
export function fileOf(bucketName: string, path: string) {
  return queryOptions<Blob, AppError>({
    queryKey: ['storage', bucketName, path],
    queryFn: () => readFile(bucketName, path),
    staleTime: 0,
    gcTime: 0,
  });
}
