import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { App } from '@supabase/lite';

type Adapter = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<Adapter['headObject']>>;

export interface StorageFiles extends Adapter {
  /** Runs this write after those before it. If the response is a refusal, the replaced content is restored. */
  inTurn(write: () => Promise<Response>): Promise<Response>;
}

/**
 * Keeps Storage's files in the data directory. A file's path is the hash of its name, so that no name leads out of the folder or to
 * another file; its metadata is its first line, so that both are replaced atomically.
 * `version` is ignored, since @supabase/lite passes the old version when it replaces a file.
 */
export function storageFiles(folder: string): StorageFiles {
  const pathOf = (bucket: string, key: string): string => {
    const hash = createHash('sha256')
      .update(JSON.stringify([bucket, key]))
      .digest('hex');
    return join(folder, hash.slice(0, 2), hash);
  };
  const describe = async (bucket: string, key: string): Promise<{ metadata: Metadata; begin: number }> => {
    const file = await open(pathOf(bucket, key));
    try {
      const { size: whole, mtime } = await file.stat();
      const { bytesRead, buffer } = await file.read(Buffer.alloc(maxDescriptionBytes), 0, maxDescriptionBytes, 0);
      const begin = buffer.subarray(0, bytesRead).indexOf('\n') + 1;
      const { mimetype, cacheControl } = JSON.parse(buffer.toString('utf8', 0, begin)) as { mimetype: string; cacheControl: string };
      const size = whole - begin;
      const eTag = `"${mtime.getTime().toString(16)}-${size.toString(16)}"`;
      return { begin, metadata: { cacheControl, mimetype, contentLength: size, size, lastModified: mtime, eTag, httpStatusCode: 200 } };
    } finally {
      await file.close();
    }
  };
  const remove = (bucket: string, key: string): Promise<void> => rm(pathOf(bucket, key), { force: true });

  // @supabase/lite writes the bytes before the row, which the database may refuse.
  let written: string[] = [];
  const keepReplaced = async (path: string): Promise<void> => {
    await rm(replaced(path), { force: true });
    await link(path, replaced(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    written.push(path);
  };
  const settle = async (isRefused: boolean): Promise<void> => {
    for (const path of written) {
      if (!isRefused) await rm(replaced(path), { force: true });
      else
        await rename(replaced(path), path).catch((error: NodeJS.ErrnoException) =>
          error.code === 'ENOENT' ? rm(path, { force: true }) : Promise.reject(error),
        );
    }
    written = [];
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(write) {
      const done = last.then(async () => {
        const answer = await write().catch(async (error: unknown) => {
          await settle(true);
          throw error;
        });
        await settle(!answer.ok);
        return answer;
      });
      last = done.catch(() => undefined);
      return done;
    },
    driver: null,
    async getObject(bucket, key) {
      const { metadata, begin } = await describe(bucket, key);
      return { metadata, httpStatusCode: 200, body: Readable.toWeb(createReadStream(pathOf(bucket, key), { start: begin })) };
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer());
      const description = Buffer.from(`${JSON.stringify({ mimetype, cacheControl })}\n`);
      if (description.length > maxDescriptionBytes) throw new Error('The type of this file is not a valid type.');
      await mkdir(dirname(pathOf(bucket, key)), { recursive: true });
      await keepReplaced(pathOf(bucket, key));
      await writeWhole(pathOf(bucket, key), [description, bytes]);
      return (await describe(bucket, key)).metadata;
    },
    deleteObject: remove,
    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },
    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const to = pathOf(destinationBucket, destination);
      await mkdir(dirname(to), { recursive: true });
      await keepReplaced(to);
      // Writing into a hard link would change the original, so the copy must be a new file.
      await rm(to, { force: true });
      await copyFile(pathOf(sourceBucket, source), to);
      return (await describe(destinationBucket, destination)).metadata;
    },
    headObject: async (bucket, key) => (await describe(bucket, key)).metadata,
    privateAssetUrl: async (bucket, key) => `file://${pathOf(bucket, key)}`,
  };
}

const maxDescriptionBytes = 4096;
const replaced = (path: string): string => `${path}.replaced`;

/** Writes the bytes to disk before the name, so that an acknowledged upload survives a power cut. */
async function writeWhole(path: string, parts: Uint8Array[]): Promise<void> {
  const partial = `${path}.${process.hrtime.bigint().toString(36)}`;
  try {
    const file = await open(partial, 'w');
    try {
      for (const part of parts) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    // A partial file must not keep filling a full disk.
    await rm(partial, { force: true });
    throw error;
  }
}
