/** `./en/stock.json` becomes the area `stock`: its keys are read as `stock.…`. */
export function gather(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]));
}
