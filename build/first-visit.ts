// Groups the modules of a first visit into one chunk, so that those shared with other pages are one file.
import { join } from 'node:path';
import type { Rolldown } from 'vite';

const web = join(import.meta.dirname, '../web');
const pages = ['main.tsx', 'screens/dashboard/dashboard-page.tsx', 'screens/products/list/product-list.tsx'].map((file) => join(web, file));

/** Selects all modules that these pages import statically: our own and lucide icons, no other package and no style sheet, which must
    follow the one that orders the layers. Vite groups those of them that several chunks share. */
export function firstVisitGroup(name: string): Rolldown.CodeSplittingGroup['name'] {
  const modules = new Set<string>();
  return (id, graph) => {
    const add = (file: string) => {
      if (modules.has(file) || /node_modules(?!\/lucide-react)|\.css$/.test(file)) return;
      const info = graph.getModuleInfo(file);
      if (!info) throw new Error(`A first visit loads ${file}, which is not in the build`);
      modules.add(file);
      info.importedIds.forEach(add);
    };
    if (modules.size === 0) pages.forEach(add);
    return modules.has(id) ? name : null;
  };
}
