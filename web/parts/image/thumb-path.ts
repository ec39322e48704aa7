/** A picture's small one lies beside the full one under a name that follows from it. */
export function thumbPath(path: string): string {
  return path.replace(/(\.\w+)$/, '.thumb$1');
}
