// Each icon from its own file, in place of the one that names two thousand of them: so the build sees which page draws which, and reads no others.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const all = 'lucide-react';

export function icons(): Plugin {
  const files = new Map<string, string>();
  return {
    name: 'icons',
    apply: 'build',
    async buildStart() {
      const found = await this.resolve(all);
      if (!found) this.error(`${all} is not there`);
      for (const part of this.parse(await readFile(found.id, 'utf8')).body) {
        if (part.type !== 'ExportNamedDeclaration' || !part.source) continue;
        // Most have several names.
        for (const { exported } of part.specifiers)
          if (exported.type === 'Identifier') files.set(exported.name, join(dirname(found.id), part.source.value));
      }
    },
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: all },
      handler(code) {
        let changed = code;
        for (const part of this.parse(code).body.toReversed()) {
          if (part.type !== 'ImportDeclaration' || part.source.value !== all) continue;
          const each = part.specifiers.map((icon) => {
            const file = icon.type === 'ImportSpecifier' && icon.imported.type === 'Identifier' && files.get(icon.imported.name);
            if (!file) this.error(`No file of ${all} is the one of ${icon.local.name}`);
            return `import ${icon.local.name} from ${JSON.stringify(file)};`;
          });
          changed = changed.slice(0, part.start) + each.join('') + changed.slice(part.end);
        }
        return { code: changed, map: null };
      },
    },
  };
}
