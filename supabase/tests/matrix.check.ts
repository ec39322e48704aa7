import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { objects, reach, tables, type Caller, type TableRule } from './matrix.expected.ts';
import { filled, type Endpoints, type Effect, type Values } from './matrix.endpoints.ts';
import { ids, type Names } from './matrix.fixtures.ts';

type OwnerConnection = Sql | TransactionSql;
export const commands = ['read', 'insert', 'update', 'remove'] as const;
export type Command = (typeof commands)[number];

/** Lists every difference between an endpoint and the expectations for a table, as sentences. */
export async function differences(
  endpoint: Endpoints,
  owner: OwnerConnection,
  names: Names,
  table: string,
  only: readonly Command[] = commands,
): Promise<string[]> {
  const rule = tables[table];
  if (!rule) return [`nothing is written down for ${table}`];
  const found: string[] = [];
  for (const caller of endpoint.callers) {
    for (const command of only) {
      const wrong = await (command === 'read' ? reading : writing[command])(endpoint, owner, names, table, rule, caller);
      if (wrong) found.push(`${caller} ${command} ${table}: ${wrong}`);
    }
  }
  return found;
}

const outside = (caller: Caller): boolean => caller === 'anon' || caller === 'garbage';

async function reading(
  endpoint: Endpoints,
  owner: OwnerConnection,
  names: Names,
  table: string,
  rule: TableRule,
  caller: Caller,
): Promise<string | null> {
  const key = rule.key ?? 'id';
  const seen = await endpoint.read(caller, table, key);
  if (outside(caller)) return seen === 'refused' ? null : 'should be refused';
  const rows = (rule.rows ?? 'true')
    .replace(/\{(\w+)\}/g, (_, name: string) => `'${names[name] ?? ''}'`)
    .replaceAll('$1', `'{${reach[caller].join()}}'::uuid[]`)
    .replaceAll('$2', `'${ids[caller] ?? ''}'`);
  const due = rule.read.includes(caller)
    ? (await owner.unsafe(`select r.${key} from public.${table} r where ${rows}`)).map((row) => String(row[key]))
    : [];
  if (seen === 'refused') return 'is refused';
  const [shown, wanted] = [[...seen].sort(), [...due].sort()];
  return shown.join() === wanted.join() ? null : `sees ${shown.length} rows, should see ${wanted.length}`;
}

const writing: Record<Exclude<Command, 'read'>, typeof reading> = {
  async insert(endpoint, _owner, _names, table, rule, caller) {
    const done = await endpoint.insert(caller, table, rule.sample ? { id: randomUUID(), ...filled(rule.sample) } : {});
    return verdict(done, rule.insert, caller, 'refused');
  },
  async update(endpoint, owner, _names, table, rule, caller) {
    const key = rule.key ?? 'id';
    const [row] = await owner.unsafe(`select * from public.${table} order by 1 limit 1`);
    // If only the database sets the id, the next column is tried.
    const column = key === 'id' ? (Object.keys(row ?? {})[1] ?? key) : key;
    const change = rule.change ? filled(rule.change) : { [column]: (row as Values | undefined)?.[column] };
    const done = await endpoint.update(caller, table, key, (row as Values | undefined)?.[key], change);
    return verdict(done, rule.update, caller);
  },
  async remove(endpoint, owner, _names, table, rule, caller) {
    const key = rule.key ?? 'id';
    if (!rule.sample) {
      const [row] = await owner.unsafe(`select ${key} from public.${table} limit 1`);
      return verdict(await endpoint.remove(caller, table, key, (row as Values | undefined)?.[key]), rule.remove, caller);
    }
    const row: Values = { id: randomUUID(), ...filled(rule.sample) };
    await owner.unsafe(
      `insert into public.${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map((_, i) => `$${i + 1}`)
        .join(', ')})`,
      Object.values(row) as never[],
    );
    const done = await endpoint.remove(caller, table, key, row.id);
    await owner.unsafe(`delete from public.${table} where id = $1`, [row.id as string]);
    return verdict(done, rule.remove, caller);
  },
};

/** otherwise: the result for a signed-in user without the permission, where others have it. */
function verdict(effect: Effect, allowed: Caller[] | undefined, caller: Caller, otherwise: Effect = 'nothing'): string | null {
  const due = allowed?.includes(caller) ? 'done' : allowed && !outside(caller) ? otherwise : 'refused';
  return effect === due ? null : `ends with ${effect}, should with ${due}`;
}

/**
 * The same for rows of storage, where the permission depends on the path. The platform sets the grants, so only
 * results are compared.
 */
export async function storageDifferences(
  endpoint: Endpoints,
  owner: OwnerConnection,
  only: readonly Command[] = commands,
): Promise<string[]> {
  const found: string[] = [];
  for (const rule of objects) {
    for (const caller of endpoint.callers) {
      const say = (command: Command, done: boolean, may: readonly Caller[]): void => {
        if (only.includes(command) && done !== may.includes(caller))
          found.push(`${caller} ${command} ${rule.bucket}/${rule.path}: ${done ? 'was done' : 'was not done'}`);
      };
      const asked = (command: Command, attempt: () => Promise<Effect>): Promise<Effect> =>
        only.includes(command) ? attempt() : Promise.resolve('refused');
      const name = filled(rule.path);
      say(
        'insert',
        (await asked('insert', () => endpoint.insert(caller, 'storage.objects', { bucket_id: rule.bucket, name }))) === 'done',
        rule.insert,
      );
      const [{ id } = { id: '' }] = await owner.unsafe('insert into storage.objects (bucket_id, name) values ($1, $2) returning id', [
        rule.bucket,
        filled(rule.path),
      ]);
      if (only.includes('read')) {
        const seen = await endpoint.read(caller, 'storage.objects', 'id');
        say('read', seen !== 'refused' && seen.includes(String(id)), rule.read);
      }
      say('remove', (await asked('remove', () => endpoint.remove(caller, 'storage.objects', 'id', id))) === 'done', rule.remove);
      say(
        'update',
        (await asked('update', () => endpoint.update(caller, 'storage.objects', 'id', id, { name: `${name}x` }))) === 'done',
        [],
      );
    }
  }
  return found;
}
