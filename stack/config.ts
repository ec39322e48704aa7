import { existsSync, readFileSync } from 'node:fs';

/** One value of supabase/config.toml, unparsed but unquoted: the stack needs only a few, so there is no TOML parser. */
export function configured(file: string, section: string, name: string): string | undefined {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, rest = ''] = text.split(`\n[${section}]\n`);
  const [, value] = new RegExp(`^${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(rest.split(/^\[/m)[0] ?? '') ?? [];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}
