/* Zips files without stopping the page: each piece is compressed when it is read. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

const PIECE = 262_144;

/** A ZIP of these files, by path; workbooks are compressed already. */
export async function zipFiles(files: Iterable<readonly [path: string, file: Blob]>): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const [path, file] of files) {
    const entry = path.endsWith('.xlsx') ? new ZipPassThrough(path) : new ZipDeflate(path);
    zip.add(entry);
    for (let at = 0; at < file.size; at += PIECE) entry.push(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
