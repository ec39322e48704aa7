// What a first visit goes through, for the build: whatever of it other pages need too travels as one file.
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const web = join(import.meta.dirname, '../web');
const pages = ['main.tsx', 'screens/dashboard/dashboard-page.tsx', 'screens/products/list/product-list.tsx'].map((file) => join(web, file));

/** Our own files that these pages are made of, and their icons, as the graph of imports says; not their style sheets, which come after the one that orders the layers. */
export function onFirstVisit(name: string): Rolldown.CodeSplittingGroup['name'] {
  const parts = new Set<string>();
  return (id, graph) => {
    const add = (file: string) => {
      if (parts.has(file) || /node_modules(?!\/lucide-react)|\.css$/.test(file)) return;
      const known = graph.getModuleInfo(file);
      if (!known) throw new Error(`A first visit goes through ${file}, which is not in the build`);
      parts.add(file);
      known.importedIds.forEach(add);
    };
    if (parts.size === 0) pages.forEach(add);
    return parts.has(id) ? name : null;
  };
}
