import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { App } from '@supabase/lite';

type Adapter = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<Adapter['headObject']>>;

/** Files of Storage in the data directory. @supabase/lite reads by the old version when it replaces, so `version` is ignored. */
export function storageFiles(folder: string): Adapter {
  const root = resolve(folder);
  const place = (bucket: string, key: string): string => {
    const path = resolve(root, bucket, key);
    if (!path.startsWith(join(root, bucket) + sep)) throw new Error(`not a path inside the bucket: ${key}`);
    return path;
  };
  const describe = async (bucket: string, key: string): Promise<Metadata> => {
    const path = place(bucket, key);
    const { size, mtime } = await stat(path);
    const kept = await readKept(path);
    return {
      cacheControl: kept.cacheControl,
      mimetype: kept.mimetype,
      contentLength: size,
      size,
      lastModified: mtime,
      eTag: `"${mtime.getTime().toString(16)}-${size.toString(16)}"`,
      httpStatusCode: 200,
    };
  };
  return {
    driver: null,
    async getObject(bucket, key) {
      const metadata = await describe(bucket, key);
      return { metadata, httpStatusCode: 200, body: Readable.toWeb(createReadStream(place(bucket, key))) };
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer());
      const path = place(bucket, key);
      await writeWhole(path, bytes);
      await writeWhole(`${path}.meta`, Buffer.from(JSON.stringify({ mimetype, cacheControl })));
      return describe(bucket, key);
    },
    async deleteObject(bucket, key) {
      await removeFile(place(bucket, key));
    },
    async deleteObjects(bucket, keys) {
      for (const key of keys) await removeFile(place(bucket, key));
    },
    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const [from, to] = [place(sourceBucket, source), place(destinationBucket, destination)];
      await mkdir(dirname(to), { recursive: true });
      await copyFile(from, to);
      await copyFile(`${from}.meta`, `${to}.meta`);
      return describe(destinationBucket, destination);
    },
    headObject: (bucket, key) => describe(bucket, key),
    privateAssetUrl: async (bucket, key) => `file://${place(bucket, key)}`,
  };
}

async function readKept(path: string): Promise<{ mimetype: string; cacheControl: string }> {
  const file = await open(`${path}.meta`);
  try {
    return JSON.parse(await file.readFile('utf8')) as { mimetype: string; cacheControl: string };
  } finally {
    await file.close();
  }
}

/** An answered upload survives a power cut: the bytes are on the disk before the name is. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const half = `${path}.${process.hrtime.bigint().toString(36)}.part`;
  const file = await open(half, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(half, path);
}

async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.meta`, { force: true });
}
