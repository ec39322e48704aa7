// A validation problem as the form stores it: message key and values. It is translated on display, so it follows a change of language.

export interface Problem {
  key: string;
  values?: Readonly<Record<string, string | number>>;
}

export function packProblem(problem: Problem): string {
  return JSON.stringify(problem);
}

export function unpackProblem(packed: string): Problem | string {
  try {
    const problem: unknown = JSON.parse(packed);
    if (typeof problem === 'object' && problem !== null && 'key' in problem && typeof problem.key === 'string') return problem as Problem;
  } catch {
    // Not packed: already a message.
  }
  return packed;
}

/** The column of a constraint named table_column_rule, as in `brands_name_unique`. The longest match wins (`price_group_id` before
    `price`). */
export function columnOfConstraint(table: string, columns: readonly string[], constraint: string): string | undefined {
  if (!constraint.startsWith(`${table}_`)) return undefined;
  const rest = constraint.slice(table.length + 1);
  return columns
    .flatMap((column) => [column, column.replace(/_id$/, '')].map((spelt) => ({ column, spelt })))
    .filter(({ spelt }) => rest === spelt || rest.startsWith(`${spelt}_`))
    .sort((a, b) => b.spelt.length - a.spelt.length)[0]?.column;
}
