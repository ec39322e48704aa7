/* './en/products.json' → { products: … } */
export function merge(files: Record<string, object>): Record<string, object> {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]));
}
