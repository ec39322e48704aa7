/* The language of everything a person reads here: test titles, comments, docs and English texts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(tsx?|m?js|sql|css|md|sh|ya?ml|jsonc?|toml|html)$/.test(file))
  .filter((file) => !/\.gen\.ts$|package-lock\.json$|^web\/i18n\/ar\/|-cases\.json$|^build\/wording\.test\.ts$/.test(file));

/** Archaisms and riddles, with what to write instead. */
const avoided: [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b|\bwhomever\b/i, 'anyone who, the user who'],
  [
    /(?<!\b(those|people|person|users?|staff|anyone|somebody|someone|cashiers?|managers?|colleagues?|callers?|sellers?|customers?),? )\bwho may\b/i,
    'those who may',
  ],
  [/\btold of\b/i, 'notified of'],
  [/\bwithout a line\b|\bthe line (is )?down\b/i, 'offline'],
  [/\b(it|they|this|that) (is|are) said\b|\bis said (of|to)\b/i, 'name who says or shows what'],
  [/\bbeside (it|them|each other|one another)\b/i, 'next to, at the same time as'],
  [/\b(is|are|be) none\b|\bnone of it\b/i, 'is not'],
  [/\bwithout a word\b/i, 'without a message'],
  [/\bas little as\b/i, 'no more than'],
  [/\bhowever it came\b|\bcame to be\b/i, 'state the cause'],
  [/\b(therein|thereof|thereby|whence|hence|lest|naught|nought|hitherto|albeit)\b/i, 'modern English'],
  [/\bdeeds?\b/i, 'action, change'],
  [/\bwhat (was|is|were|did|has|came) [^.,;:]{1,60}, (is|are|was|stays|goes|counts|comes)\b/i, 'a noun as the subject'],
];

it('avoids archaic and vague phrases in code, tests, docs and texts', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        avoided.flatMap(([pattern, better]) => {
          const phrase = pattern.exec(line)?.[0];
          return phrase ? [`${file}:${index + 1}: “${phrase}” (${better})`] : [];
        }),
      ),
  );
  expect(found).toEqual([]);
});

/** The literal titles of tests in a file. */
function titlesOf(file: string): { line: number; title: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const titles: { line: number; title: string }[] = [];
  const rootOf = (node: ts.Expression): ts.Expression =>
    ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) ? rootOf(node.expression) : node;
  const visit = (node: ts.Node): void => {
    const [title, body] = ts.isCallExpression(node) ? node.arguments : [];
    if (
      title &&
      body &&
      ts.isStringLiteralLike(title) &&
      /^(it|test|scenario)$/.test(rootOf((node as ts.CallExpression).expression).getText())
    )
      titles.push({ line: source.getLineAndCharacterOfPosition(title.getStart()).line + 1, title: title.text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

it('keeps test titles to 90 characters, with a subject or verb at the start', () => {
  const found = files
    .filter((file) => /\.(test|spec)\.(tsx?|m?js)$/.test(file))
    .flatMap((file) =>
      titlesOf(file)
        .filter(({ title }) => title.length > 90 || /^(what|who|whoever|whatever|none|that|nobody)\b/i.test(title))
        .map(({ line, title }) => `${file}:${line}: ${title}`),
    );
  expect(found).toEqual([]);
});
