/** The path of a picture's thumbnail, in the same folder. */
export function thumbPath(path: string): string {
  return path.replace(/(\.\w+)$/, '.thumb$1');
}

/** A picture is stored as two files. */
export const withThumb = (path: string): string[] => [path, thumbPath(path)];

/** The id in products/<product id>/<file>; a duplicate shows the picture of its original. */
export const productOfPicture = (path: string): string => path.split('/')[1] ?? '';
