/** The path of a picture's thumbnail, in the same folder. */
export function thumbPath(path: string): string {
  return path.replace(/(\.\w+)$/, '.thumb$1');
}
