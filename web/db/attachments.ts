/* Files of documents: the bytes are in storage, and a row links each to its document. */
import { pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person, WithPeople } from './documents.ts';
import { AppError } from './errors.ts';
import { removeFiles, uploadFile } from './files.ts';
import { readList } from './tables.ts';
import type { Database } from './types.gen.ts';

type Row = Omit<Database['public']['Tables']['attachments']['Row'], 'search'>;
/** As shown on its document's page. */
export type Attachment = WithPeople<Row>;
export type AttachmentKind = 'purchases' | 'purchase_payments' | 'purchase_returns' | 'expenses' | 'transfers';
/** As shown in the list of all files, with its document and branch. */
export type FileRow = RowOf<'file_page'> & { kind: AttachmentKind; size: number; created_by: Person | null };
export const attachmentBucket = 'attachments';

const endings: Record<string, string> = { 'application/pdf': 'pdf', 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' };

export interface NewAttachment {
  id: string;
  kind: AttachmentKind;
  documentId: string;
  branchId: string;
  file: Blob;
  name: string;
}
const hashes = new WeakMap<Blob, Promise<string | null>>();

async function hash(file: Blob): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

/** The SHA-256 of a file's content; null where it cannot be computed: without https, browsers offer no `crypto.subtle`. */
export function contentHash(file: Blob): Promise<string | null> {
  const hashed = hashes.get(file) ?? hash(file);
  hashes.set(file, hashed);
  return hashed;
}

/** The attached files with one of these contents, as far as the user may see them. */
export const filesWithContent = async (content: readonly string[]) =>
  (await readList('attachments', { select: ['content_hash', 'document_number'], where: [['content_hash', 'in', content]] })).rows;

/** Uploads a file and attaches it to its document. It is stored under its id, because a file's own name may contain anything. */
export async function attachFile({ id, kind, documentId, branchId, file, name }: NewAttachment): Promise<Row> {
  const path = [branchId, kind, documentId, `${id}.${endings[file.type] ?? 'bin'}`].join('/');
  // On a retry after a lost connection the file may already be there.
  await uploadFile(attachmentBucket, path, file).catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 409)) throw error;
  });
  const content_hash = (await contentHash(file)) ?? undefined;
  return rpc<'attach_file', Row>('attach_file', { id, path, name, content_hash });
}

export const { page: filePage, all: allFiles } = pagesOf<'file_page', FileRow>('file_page', ['attachments']);
export const fileCount = (args: Args<'file_count'>) => rpcOf('file_count', args, ['attachments']);

/** Detaches first: storage deletes a file only after its document has released it. */
export async function detachFile(id: string): Promise<void> {
  const { path } = await rpc<'detach_file', { path: string | null }>('detach_file', { id });
  if (path) await removeFiles(attachmentBucket, [path]);
}
