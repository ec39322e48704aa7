// Finds texts that are never shown. Keys appear as literals and templates, and TypeScript knows the values in a template's placeholders.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');
const plural = /_(zero|one|two|few|many|other)$/;

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(project, folder, name));

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/** The pattern for a placeholder: the values of its type, or anything. */
function hole(type: ts.Type): string {
  const types = type.isUnion() ? type.types : [type];
  return types.every((one) => one.isStringLiteral()) ? `(?:${types.map((one) => quoted(one.value)).join('|')})` : '(.+)';
}

/** Every literal, and every template as a pattern with a group for each unrestricted placeholder. */
function said() {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(project, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    project,
  );
  const files = filesOf('web', /(?<!\.test|\.gen)\.tsx?$/).filter((file) => !file.includes('/e2e/'));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) literals.add(node.text);
    if (ts.isTemplateExpression(node)) {
      const pattern =
        quoted(node.head.text) +
        node.templateSpans.map(({ expression, literal }) => hole(checker.getTypeAtLocation(expression)) + quoted(literal.text)).join('');
      if (pattern.includes('\\.') && !pattern.startsWith('(.+)')) templates.push(new RegExp(`^${pattern}$`));
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(program.getSourceFile(file)!);
  return { literals, templates };
}

/** elsewhere: whether a word appears in the database or the edge functions. */
function deadOf(keys: readonly string[], { literals, templates }: ReturnType<typeof said>, elsewhere: (word: string) => boolean): string[] {
  return keys.filter((key) => {
    const stem = key.replace(plural, '');
    // i18next appends the context: `text_noMoney`.
    const bare = [...stem.matchAll(/_/g)]
      .filter(({ index }) => literals.has(stem.slice(index + 1)))
      .map(({ index }) => stem.slice(0, index));
    return ![key, stem, ...bare].some(
      (name) =>
        literals.has(name) ||
        templates.some((template) =>
          template
            .exec(name)
            ?.slice(1)
            .every((word) => literals.has(word) || elsewhere(word)),
        ),
    );
  });
}

const keysOf = (text: unknown, key: string): string[] =>
  typeof text === 'string' ? [key] : Object.entries(text as object).flatMap(([part, inner]) => keysOf(inner, `${key}.${part}`));

it('every text is used', { timeout: 120_000 }, () => {
  const words = new Set(
    [...filesOf('supabase/migrations', /\.sql$/), ...filesOf('supabase/functions', /\.ts$/)].flatMap(
      (file) => readFileSync(file, 'utf8').match(/[\w-]+/g) ?? [],
    ),
  );
  const texts = filesOf('web/i18n/en', /\.json$/).flatMap((file) =>
    keysOf(JSON.parse(readFileSync(file, 'utf8')), file.slice(file.lastIndexOf('/') + 1, -'.json'.length)),
  );
  const code = said();
  const made = ['kit.madeTomorrow', 'errors.made_tomorrow', 'transfers.status.made', 'stock.kind.made'];
  // The constraint name is generated from the name of the table.
  expect(
    deadOf(
      [...texts, ...made],
      code,
      (word) => words.has(word) || (word.endsWith('_name_unique') && words.has(word.slice(0, -'_name_unique'.length))),
    ),
  ).toEqual(made);
});
