import { basename } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { icons } from './icons-plugin.ts';

async function built(code: string) {
  const read: string[] = [];
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      icons(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? import.meta.filename : null),
        load: (id) => (id === import.meta.filename ? code : null),
        moduleParsed: ({ id }) => void (/lucide-react\/dist\/esm\/(lucide-react|icons\/)/.test(id) && read.push(basename(id))),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'entry', external: /^react/, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  return { read: read.sort(), code: output[0].code };
}

it('bundles only the icons that are drawn, under any of their names', async () => {
  const { read, code } = await built(
    "import { Trash2 as Bin, CircleAlert } from 'lucide-react'; import { X } from 'lucide-react'; export const drawn = [Bin, CircleAlert, X];",
  );
  expect(read).toEqual(['circle-exclamation-point.mjs', 'trash.mjs', 'x.mjs']);
  expect(['circle-exclamation-point', 'trash', 'x'].filter((name) => !code.includes(`\`${name}\``))).toEqual([]);
});

it('fails the build for an icon without a file and for a namespace import', async () => {
  await expect(built("import { Nothing } from 'lucide-react'; export { Nothing };")).rejects.toThrow(
    'No file of lucide-react is the one of Nothing',
  );
  await expect(built("import * as everything from 'lucide-react'; export { everything };")).rejects.toThrow(
    'No file of lucide-react is the one of everything',
  );
});
