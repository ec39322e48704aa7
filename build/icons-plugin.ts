// Imports each icon from its own file instead of the index of two thousand: the build reads only those used, and splits them by page.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const library = 'lucide-react';

export function icons(): Plugin {
  const files = new Map<string, string>();
  return {
    name: 'icons',
    apply: 'build',
    async buildStart() {
      const found = await this.resolve(library);
      if (!found) this.error(`${library} is not there`);
      for (const part of this.parse(await readFile(found.id, 'utf8')).body) {
        if (part.type !== 'ExportNamedDeclaration' || !part.source) continue;
        // Most icons have several names.
        for (const { exported } of part.specifiers)
          if (exported.type === 'Identifier') files.set(exported.name, join(dirname(found.id), part.source.value));
      }
    },
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: library },
      handler(code) {
        let changed = code;
        for (const part of this.parse(code).body.toReversed()) {
          if (part.type !== 'ImportDeclaration' || part.source.value !== library) continue;
          const imports = part.specifiers.map((icon) => {
            const file = icon.type === 'ImportSpecifier' && icon.imported.type === 'Identifier' && files.get(icon.imported.name);
            if (!file) this.error(`No file of ${library} is the one of ${icon.local.name}`);
            return `import ${icon.local.name} from ${JSON.stringify(file)};`;
          });
          changed = changed.slice(0, part.start) + imports.join('') + changed.slice(part.end);
        }
        return { code: changed, map: null };
      },
    },
  };
}
