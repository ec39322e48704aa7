/* The rules of the database (docs/database.md, docs/architecture.md), checked in the catalogue, so that a new
   table, policy or function cannot miss one. Exceptions are listed here with their reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from '../../stack/paths.ts';
import { fieldsOf, kinds, numberFields, type Kind } from '../functions/import/fields.ts';
import { databaseOwner, inOnePiece, inTestSession } from './database.ts';
import { hasSentence } from './sentences.ts';
import { misnamed } from './vocabulary.ts';

const names = async (query: string): Promise<string[]> => (await databaseOwner().unsafe(query)).map((row) => String(Object.values(row)[0]));

/* Policies that call a function for each row, because it depends on the row. */
const asksAboutTheRow: Record<string, string> = {
  'private.sees_product': 'tables below a product are read a product at a time',
  'private.sees_variant': 'tables below a variant are read a product at a time',
  'private.may_write_image': 'the right to a picture is in its path',
  'private.may_remove_image': 'the right to a picture is in its path',
  'private.may_access_attachment': 'the branch of a document is in its path',
  'private.is_attached': 'a file that stands with a document is kept',
  'private.was_overwritten': 'whether the file is the one that was put to its document',
};

/* Columns that look like a cost but are not, or that come from a cost table through an invoker view. */
const notACost: Record<string, string> = {
  'transfer_list.goods': 'from transfer_costs, whose policy holds in an invoker view',
  'transfer_list.amount': 'from transfer_costs, whose policy holds in an invoker view',
  'sale_line_list.unit_cost': 'from sale_line_costs, whose policy holds in an invoker view',
  'sale_line_list.margin': 'from sale_line_costs, whose policy holds in an invoker view',
  'sale_list.margin': 'from private.hidden_of_sale, which checks the permission to view costs',
  'cost_difference_list.amount': 'from cost_differences, whose policy holds in an invoker view',
  'payment_list.amount': 'each from the table of its kind, whose policy holds in an invoker view',
  'sale_payments.amount': 'the amount a customer paid, which every seller sees',
  'sale_payment_methods.amount': 'the amount a customer paid, which every seller sees',
  'payment_corrections.amount': 'the amount a customer paid, which every seller sees',
  'cash_entries.amount': 'money put into a drawer or taken out of it, which is not a cost',
  'expenses.amount': 'what was spent, which who sees expenses sees',
  'expense_list.amount': 'what was spent, which who sees expenses sees',
  'expense_payments.amount': 'what was spent, which who sees expenses sees',
  'expense_rules.amount': 'what is spent, which who sees expenses sees',
  'expense_rule_list.amount': 'what is spent, which who sees expenses sees',
};

const costTables = [
  'product_costs',
  'variant_costs',
  'transfer_costs',
  'transfer_item_costs',
  'purchase_item_costs',
  'purchase_amounts',
  'purchase_charges',
  'receipt_item_costs',
  'purchase_return_item_costs',
  'purchase_return_amounts',
  'stock_entry_costs',
  'cost_differences',
  'purchase_payments',
  'sale_line_costs',
];

/* Lists and JSON that are limited in another way. */
const boundedOtherwise: Record<string, string> = {
  'import_sheet.rows': 'rows_over_limit, with a status of its own',
  'pay_supplier.payment': 'converted to a list with one element, whose values are checked',
  'update_products.ids': 'too_many_products, as what matches is',
  ...Object.fromEntries(
    [
      'report_sales',
      'report_purchases',
      'report_expenses',
      'report_cash_flow',
      'report_methods',
      'report_cashiers',
      'report_deliveries',
      'report_movements',
      'report_stock',
      'report_stock_age',
      'sale_line_page',
      'sale_line_totals',
      'payment_page',
      'payment_totals',
    ].map((name) => [`${name}.filters`, 'lists of at most 1,000 under the names of headings (private.report_conditions)']),
  ),
};

/* Columns read a thousand rows at a time without a type that limits their width, and what limits it. */
const boundedBy: Record<string, string> = {
  'audit_log.changes': 'audit_log_changes_fit',
  'held_sales.cart': 'held_sales_cart_fits',
  'expense_rules.failure': 'expense_rules_failure_fits',
  'expense_rule_list.failure': 'expense_rules_failure_fits',
  'audit_log.resource': "the triggers' own words",
  'audit_log.table_name': "the triggers' own words",
  'imports.branch_ids': 'the branches there are',
  'purchase_orders.written_by': 'the people there are',
  'stock_counts.scope_first': 'four',
  'count_list.scope_first': 'four',
  'variants.sku_key': 'its SKU',
  'variants.barcode_key': 'its barcode',
  'user_list.branches': 'the branches there are',
  'activity_list.actor': 'a person',
  'attendance_list.profile': 'a person',
  'transfer_list.created_by': 'a person',
  'count_list.created_by': 'a person',
  'movement_list.actor': 'a person',
  'payment_list.created_by': 'a person',
  'purchase_return_list.created_by': 'a person',
  'sale_line_list.salesperson': 'a person',
  'sale_list.salesperson': 'a person',
  'expense_list.assigned': 'a person',
  'expense_list.created_by': 'a person',
  'expense_rule_list.created_by': 'a person',
  'expense_rule_list.next_days': 'five',
  'expense_rules.status': 'three words of ours',
  'shift_list.opened_by': 'a person',
  'shift_list.closed_by': 'a person',
  'shift_list.approved_by': 'a person',
  'business.denominations': 'business_denominations_fit',
  'shifts.denominations': 'shifts_denominations_fit',
  'shifts.status': 'two words of ours',
  'shift_figures.result': 'three words of ours',
  'customers.phone_key': 'the digits of the phone',
  'suppliers.phone_key': 'the digits of the phone',
  'profile_contacts.phone_key': 'the digits of the phone',
  'file_list.created_by': 'a person',
  'attachments.mime_type': 'what storage takes',
  'attachments.object_version': "storage's own",
  'attachments.path': 'what storage takes',
};
const boundedWords = /\.(search|(document_)?number|time_zone|kind|permission|payment_status)$|^permissions\./;

/* Functions with their own statement timeout instead of a hosted project's 8 seconds, and why. */
const ownTime: Record<string, string> = {
  import_sheet: '300s: a sheet of 50,000 rows',
  'private.clean_files': '60s: every file there is is looked for, once a day and by the clock alone',
  record_sales: '30s: five hundred sales, which a till sends again until they are taken',
  undo_import: '300s: a sheet of 50,000 rows',
};

describe('every table in public', () => {
  test('has row-level security', async () => {
    expect(
      await names(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
      ),
    ).toEqual([]);
  });

  test('has a policy', async () => {
    expect(
      await names(`select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid)`),
    ).toEqual([]);
  });

  test('grants nothing to anon or public on tables, columns or sequences', async () => {
    expect(
      await names(`
      select c.relname || ' ' || a.grantee::regrole || ' ' || a.privilege_type
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.grantee in (0, 'anon'::regrole)
      union all
      select c.relname || '.' || t.attname || ' ' || a.grantee::regrole || ' ' || a.privilege_type
      from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.grantee in (0, 'anon'::regrole)`),
    ).toEqual([]);
  });

  test('grants signed-in users only reading and writing of rows', async () => {
    expect(
      await names(`
      select c.relname || ' ' || a.privilege_type
      from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = 'authenticated'::regrole
        and a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
      union all
      select relname || ' in private' from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'private'::regnamespace and a.grantee = 'authenticated'::regrole`),
    ).toEqual([]);
  });

  test('keeps its id, version, stamps and search text read-only', async () => {
    expect(
      await names(`
      select c.relname || '.' || t.attname || ' ' || p.privilege
      from pg_class c
      join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      cross join (values ('INSERT'), ('UPDATE')) p(privilege)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and t.attname in ('id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'search', 'number', 'status', 'is_owner')
        and not (t.attname = 'id' and p.privilege = 'INSERT')
        and has_column_privilege('authenticated', c.oid, t.attnum, p.privilege)`),
    ).toEqual([]);
  });

  test('has the stamp trigger if it has a version', async () => {
    expect(
      await names(`
      select c.relname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'version'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgfoid = 'private.stamp'::regproc)`),
    ).toEqual([]);
  });

  test('is audited if users may change it', async () => {
    expect(
      await names(`
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and exists (select from pg_attribute t where t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
          and (has_column_privilege('authenticated', c.oid, t.attnum, 'UPDATE') or has_column_privilege('authenticated', c.oid, t.attnum, 'INSERT')))
        and (select count(*) from pg_trigger g where g.tgrelid = c.oid and g.tgfoid = 'private.audit'::regproc) < 2`),
    ).toEqual([]);
  });

  test('has an index for each of its foreign keys', async () => {
    expect(
      await names(`
      select k.conrelid::regclass || ' ' || k.conname
      from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%'))`),
    ).toEqual([]);
  });

  test('has no foreign key to variants that takes two queries for each deleted variant', async () => {
    // Without an action, Postgres also looks for a new row with the same key.
    expect(
      await names(
        `select conname from pg_constraint where contype = 'f' and confrelid = 'public.variants'::regclass and confdeltype = 'a'`,
      ),
    ).toEqual([]);
  });

  test('exposes only columns of limited width, like every view', async () => {
    const found = await names(`
      select c.relname || '.' || t.attname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped join pg_type y on y.oid = t.atttypid
      where c.relnamespace = 'public'::regnamespace and has_column_privilege('authenticated', c.oid, t.attnum, 'SELECT')
        and (c.relkind in ('r', 'v', 'm') and (y.typcategory = 'A' or y.typname in ('json', 'jsonb', 'bytea', 'xml', 'hstore'))
          or c.relkind = 'r' and y.typname in ('text', 'varchar') and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and t.attnum = any (k.conkey)))`);
    expect(found.filter((column) => !boundedWords.test(column)).sort()).toEqual(Object.keys(boundedBy).sort());
  });

  test('has a comment', async () => {
    expect(
      await names(`select relname from pg_class where (relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') or relnamespace = 'private'::regnamespace and relkind = 'r')
      and obj_description(oid, 'pg_class') is null`),
    ).toEqual([]);
  });

  test('names its constraints and unique indexes explicitly', async () => {
    expect(
      await names(`
      select coalesce(k.conrelid::regclass::text, k.contypid::regtype::text) || ' ' || k.conname
      from pg_constraint k
      where k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and k.contype in ('c', 'f', 'u', 'x')
        and (k.conname ~ '_(check|fkey|key|excl)[0-9]*$'
          or k.conrelid <> 0 and k.conname not like (select relname from pg_class c where c.oid = k.conrelid) || '\\_%')
      union all
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary and c.relname ~ '_(idx|key)[0-9]*$'`),
    ).toEqual([]);
  });

  test('keeps costs and amounts in separate tables, or in columns that no API role may read', async () => {
    const suspects = await names(`
      select c.relname || '.' || t.attname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
        and t.attname ~ '(^|_)(cost|costs|amount|purchase_price|goods|margin|valuation)($|_)'
        and (has_column_privilege('authenticated', c.oid, t.attnum, 'select') or has_column_privilege('anon', c.oid, t.attnum, 'select'))
        and not c.relname = any (array['${costTables.join("','")}'])`);
    expect(suspects.filter((column) => !(column in notACost))).toEqual([]);
  });

  test('uses domains that refuse NaN for money, quantities and percentages', async () => {
    expect(
      await names(`
      select c.relname || '.' || t.attname from pg_class c
      join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped and t.atttypid = 'numeric'::regtype
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`),
    ).toEqual([]);
    for (const domain of ['money', 'money_sum', 'unit_cost', 'quantity', 'quantity_sum', 'percentage']) {
      await expect(databaseOwner().unsafe(`select 'NaN'::public.${domain}`), domain).rejects.toMatchObject({ code: '23514' });
    }
  });
});

test('text domains refuse surrounding spaces, and a phone needs a digit', async () => {
  const refused = async (domain: string, value: string) =>
    expect(databaseOwner().unsafe(`select $1::public.${domain}`, [value]), `${domain} "${value}"`).rejects.toMatchObject({ code: '23514' });
  for (const [domain, sound] of Object.entries({
    short_name: 'Nile',
    short_text: 'Nile',
    long_text: 'Nile',
    code: 'N-1',
    phone: '+20 100',
    email: 'a@nile.eg',
  })) {
    expect(await names(`select '${sound}'::public.${domain}`)).toEqual([sound]);
    for (const value of [` ${sound}`, `${sound} `]) await refused(domain, value);
  }
  for (const value of ['---', '( )', '+++']) await refused('phone', value);
});

describe('every date and time column', () => {
  test('limits dates to a range of centuries', async () => {
    expect(
      await names(`select c.relname || '.' || t.attname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.atttypid = 'date'::regtype`),
    ).toEqual([]);
  });

  test('stores times with time zone, set only by the database', async () => {
    expect(
      await names(`select c.relname || '.' || t.attname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.atttypid in ('timestamp'::regtype, 'timestamptz'::regtype)
        and (t.atttypid = 'timestamp'::regtype or has_column_privilege('authenticated', c.oid, t.attnum, 'INSERT') or has_column_privilege('authenticated', c.oid, t.attnum, 'UPDATE'))`),
    ).toEqual([]);
  });
});

describe('every policy', () => {
  test('applies only to signed-in users', async () => {
    expect(
      await names(
        `select tablename || ': ' || policyname from pg_policies where schemaname in ('public', 'storage') and roles <> '{authenticated}'`,
      ),
    ).toEqual([]);
  });

  test('is permissive, with one per table and command', async () => {
    expect(
      await names(`select tablename || ' ' || cmd from pg_policies where schemaname = 'public' group by tablename, cmd having count(*) > 1
      union all select tablename || ' ' || policyname from pg_policies where schemaname = 'public' and (permissive <> 'PERMISSIVE' or cmd = 'ALL')`),
    ).toEqual([]);
  });

  test('is named as a sentence', async () => {
    expect(
      await names(
        `select tablename || ': ' || policyname from pg_policies where schemaname in ('public', 'storage') and policyname !~ '^[^ ]+( [^ ]+){2,}$'`,
      ),
    ).toEqual([]);
  });

  test('looks up the user once per statement, not once per row', async () => {
    const policies = await databaseOwner()<{ name: string; expression: string }[]>`
      select tablename || ': ' || policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as expression
      from pg_policies where schemaname in ('public', 'storage')`;
    const found = policies.flatMap(({ name, expression }) => {
      const rest = expression.replaceAll(/\( SELECT (private|auth)\.\w+\([^()]*\) AS \w+\)/g, '');
      return [...rest.matchAll(/\b(?:private|auth)\.\w+(?=\()/g)]
        .map(([call]) => call)
        .filter((call) => !(call in asksAboutTheRow))
        .map((call) => `${name}: ${call}`);
    });
    expect(found).toEqual([]);
  });

  test('has a condition', async () => {
    const policies = await databaseOwner()<{ name: string; expression: string }[]>`
      select tablename || ': ' || policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as expression
      from pg_policies where schemaname in ('public', 'storage')`;
    expect(policies.filter(({ expression }) => !/private\.\w+\(|EXISTS \( SELECT/.test(expression)).map(({ name }) => name)).toEqual([]);
  });
});

describe('every function', () => {
  const ours = `p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;

  test('pins its search path', async () => {
    expect(
      await names(`select p.oid::regprocedure from pg_proc p where ${ours} and not coalesce(p.proconfig, '{}') @> array['search_path=""']`),
    ).toEqual([]);
  });

  test('uses its owner’s rights only in private', async () => {
    expect(await names(`select p.oid::regprocedure from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`)).toEqual(
      [],
    );
  });

  test('is not executable by anon or public', async () => {
    expect(
      await names(`
      select p.oid::regprocedure || ' ' || a.grantee from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where ${ours} and a.grantee in (0, 'anon'::regrole)`),
    ).toEqual([]);
  });

  test('in public has a comment', async () => {
    expect(
      await names(
        `select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null`,
      ),
    ).toEqual([]);
  });

  test('in public only calls a private one', async () => {
    expect(
      await names(
        `select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prolang = 'sql'::regtype`.replace(
          "p.prolang = 'sql'::regtype",
          `p.prosrc !~ 'private\\.'`,
        ),
      ),
    ).toEqual([]);
  });

  test('with its owner’s rights that users can call checks their permissions', async () => {
    const open = await names(`
      select distinct 'private.' || p.proname from pg_proc p
      where p.pronamespace = 'private'::regnamespace and p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
        and p.prorettype <> 'trigger'::regtype
        and p.prosrc !~ 'private\\.(require_permission|write_sale|administer|can|permissions|branch_ids|resolve_branch_filter|report_figures|file_filter|audit_filter|attendance_filter|is_owner|is_active|sees_product|lock_transfer|lock_count|lock_shift|may_write_image|may_remove_image)\\(|private\\.lock_purchase\\(id, ''|auth\\.uid\\(\\)'`);
    expect(open).toEqual([]);
  });

  test('names only permissions that exist, like every policy', async () => {
    expect(
      await names(`
      select distinct source.name || ': ' || found.word[1]
      from (
        select p.oid::regprocedure::text as name, p.prosrc as text from pg_proc p where ${ours}
        union all
        select tablename || ': ' || policyname, coalesce(qual, '') || coalesce(with_check, '') from pg_policies where schemaname in ('public', 'storage')
      ) source
      cross join lateral regexp_matches(source.text, '''([a-z_]+\\.[a-z_]+\\.[a-z_]+)''', 'g') found(word)
      where found.word[1] not like 'request.%' and found.word[1] not like 'storage.object.%' and found.word[1] not in (select name from public.permissions)`),
    ).toEqual([]);
  });

  test('writes audit entries under a resource with a view permission', async () => {
    expect(
      await names(`
      select distinct g.tgrelid::regclass || ': ' || resource.name
      from pg_trigger g cross join lateral (select split_part(encode(g.tgargs, 'escape'), '\\000', 1) as name) resource
      where g.tgfoid = 'private.audit'::regproc and resource.name || '.view' not in (select name from public.permissions)`),
    ).toEqual([]);
  });
});

describe('the source of functions', () => {
  interface Source {
    name: string;
    text: string;
    people: boolean;
    lists: string[];
    time: string | null;
  }
  const sources = async (): Promise<Source[]> =>
    [
      ...(await databaseOwner()<Source[]>`
    select case when p.pronamespace = 'private'::regnamespace then 'private.' else '' end || p.proname as name, regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as text,
      p.pronamespace = 'public'::regnamespace as people,
      array(select a.name from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) a(name, type) join pg_type t on t.oid = a.type
        where t.typelem <> 0 and t.typcategory = 'A' or t.typname in ('json', 'jsonb')) as lists,
      (select split_part(c, '=', 2) from unnest(p.proconfig) c where c like 'statement_timeout=%') as time
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all select 'private.' || v.viewname, v.definition, false, '{}', null from pg_views v where v.schemaname = 'private' order by 1`),
    ].map((source) => ({ ...source, text: inOnePiece(source.text) }));

  test('looks up movements by document type together with id', async () => {
    const found = (await sources()).flatMap(({ name, text }) =>
      text
        .split(';')
        .filter(
          (statement) => /stock_movements/.test(statement) && /\bdocument_id\b/.test(statement) && !/\bdocument_type\b/.test(statement),
        )
        .map((statement) => `${name}: ${statement.trim().slice(0, 120)}`),
    );
    expect(found).toEqual([]);
  });

  test('limits the length of every list and JSON argument', async () => {
    const all = await sources();
    const reached = (name: string, seen = new Set<string>()): string[] => {
      if (seen.has(name)) return [];
      seen.add(name);
      return all
        .filter((each) => each.name === name)
        .flatMap(({ text }) => [text, ...[...text.matchAll(/\bprivate\.\w+(?=\()/g)].flatMap(([inner]) => reached(inner, seen))]);
    };
    // Each list must be limited under its own name; an object is limited by its values.
    const limited = (name: string, list: string): boolean =>
      reached(name).some((text) =>
        new RegExp(
          [
            `private\\.(?:require_(?:lines|max_items)|resolve_branch_filter)\\(${list}\\b`,
            `private\\.sql_in\\([^;]*?, ${list}, '`,
            `private\\.require_values\\((?:coalesce\\(${list}, '{}'\\)|${list}), (?:private\\.\\w+\\(\\)\\s*\\|\\| )?'[^']*'\\)`,
          ].join('|'),
        ).test(text),
      );
    const found = all
      .filter(({ people }) => people)
      .flatMap(({ name, lists }) => lists.filter((list) => !limited(name, list)).map((list) => `${name}.${list}`));
    expect(found.filter((name) => !(name in boundedOtherwise))).toEqual([]);
  });

  test('raises only error codes that have a text in both languages', async () => {
    const codes = (await sources()).flatMap(({ name, text }) =>
      [...text.matchAll(/private\.(?:raise_error(?:_if\([^;]*?|\()\s*'(?=\w+', 4\d\d\b)|lock_count\([^;]*?\}', ')(\w+)'/g)].map(
        ([, code = '']) => ({ name, code }),
      ),
    );
    expect(codes).toContainEqual({ name: 'private.recount', code: 'count_not_comparing' });
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter(({ code }) => !hasSentence(code)).map(({ name, code }) => `${name}: ${code}`)).toEqual([]);
  });

  test('includes amounts of money in errors only where it checks permission to view costs', async () => {
    const found = (await sources()).flatMap(({ name, text }) =>
      text.includes('inventory.costs.view')
        ? []
        : [
            ...text.matchAll(
              /private\.raise_error(?:_if\([^;]*?'\w+', 4\d\d,|\()[^;]*?(?<!'field', *)'(\w*costs?|amount|subtotal|total|paid|remaining|owed|margin)'/g,
            ),
          ].map(([, key]) => `${name}: ${key}`),
    );
    expect(found).toEqual([]);
  });

  // Hosted, PostgREST's sessions refuse the former (safeupdate, 21000) and a trigger of Storage the latter
  // (42501).
  test('has a where clause in every update and delete, and never writes to storage tables', async () => {
    const written = (await sources()).flatMap(({ name, text }) =>
      text
        .split(';')
        .flatMap((statement) => [...statement.matchAll(/\b(delete from|update) (?:only )?((?:\w+\.)\w+|%\S+)(.*)/g)])
        .map(([, verb, table, rest]) => ({ name, verb, table, rest: rest! }))
        .filter(({ verb, rest }) => verb === 'delete from' || / set /.test(rest)),
    );
    expect(written.length).toBeGreaterThan(100);
    expect(written.filter(({ rest }) => !/\bwhere\b/.test(rest)).map(({ name, verb, table }) => `${name}: ${verb} ${table}`)).toEqual([]);
    expect(written.filter(({ table }) => table!.startsWith('storage.'))).toEqual([]);
  });

  test('sets only the listed statement timeouts', async () => {
    const found = (await sources()).filter(({ time }) => time !== null);
    expect(Object.fromEntries(found.map(({ name, time }) => [name, time]))).toEqual(
      Object.fromEntries(Object.entries(ownTime).map(([name, why]) => [name, why.split(':')[0]])),
    );
  });
});

describe('every view', () => {
  test('runs with the permissions of its caller', async () => {
    expect(
      await names(`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions, '{}') @> array['security_invoker=true'] and not coalesce(reloptions, '{}') @> array['security_invoker=on']`),
    ).toEqual([]);
  });

  test('is read-only', async () => {
    expect(
      await names(`select c.relname || ' ' || a.privilege_type from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and a.grantee = 'authenticated'::regrole and a.privilege_type <> 'SELECT'`),
    ).toEqual([]);
  });
});

test('no line of SQL is longer than 120 characters', () => {
  const files = ['supabase', 'bench', 'stack'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.flatMap((file) =>
      readFileSync(join(project, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
    ),
  ).toEqual([]);
});

test('every list uses the same column names for variants, places, people and documents', async () => {
  // Columns of views and of functions that return tables, with their types.
  const columns = await databaseOwner()<{ list: string; name: string; type: string }[]>`
    select c.relname as list, t.attname as name, t.atttypid::regtype::text as type
    from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    union all
    select p.proname, a.name, a.type::regtype::text
    from pg_proc p cross join unnest(p.proargnames, p.proallargtypes, p.proargmodes) a(name, type, mode)
    where p.pronamespace = 'public'::regnamespace and a.mode = 't'`;
  const lists = Object.entries(Object.groupBy(columns, ({ list }) => list)).map(([list, of = []]) => [
    list,
    Object.fromEntries(of.map(({ name, type }) => [name, type === 'jsonb' ? { id: '', name: '' } : type])),
  ]);
  expect(lists.length).toBeGreaterThan(12);
  expect(misnamed(Object.fromEntries(lists))).toEqual([]);
  const said = {
    branch_name: 'x',
    created_by: 'id',
    branch: { id: 1 },
    maker_ar: 'x',
    product_id: 1,
    name: 'x',
    name_ar: 'x',
    document_id: 1,
    number: 'x',
    method: 'x',
  };
  expect(misnamed([said]).map((found) => found.split(':')[0])).toEqual([
    '[].branch_name',
    '[].created_by',
    '[].branch',
    '[].maker_ar',
    '[].name_ar',
    '[].number',
    '[].method',
  ]);
});

describe('a violated constraint', () => {
  test('is handled by every API function that writes', async () => {
    expect(
      await names(`
        select p.oid::regprocedure from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 'v'
          and p.prosrc not like '%exception when integrity_constraint_violation then%private.raise_violation(%' order by 1`),
    ).toEqual([]);
  });

  test('is reported with its kind, name and field, but never with the row', () =>
    inTestSession(databaseOwner(), async (on) => {
      await on.rows(`
        create table private.secrets (id integer constraint secrets_id_unique unique, amount numeric not null
          constraint secrets_amount_positive check (amount > 0), shift_id uuid constraint secrets_shift_exists references public.shifts)`);
      await on.rows(`
        create function private.break_a_rule(id integer, amount numeric, shift_id uuid) returns void
          language sql volatile security definer set search_path = '' as $$ insert into private.secrets values (id, amount, shift_id) $$`);
      await on.rows(`select private.expose_rpc('break_a_rule', 'Breaks a rule.')`);
      await on.rows('insert into private.secrets values (777, 777)');
      await on.as('00000000-0000-7000-8000-000000000001');
      const shift_id = '00000000-0000-7000-8000-00000000dead';
      for (const [sent, code, message, detail] of [
        [{ id: 778, amount: null, shift_id: null }, 'PT400', 'required', { field: 'amount' }],
        [{ id: 778, amount: -777, shift_id: null }, 'PT400', 'check', { field: 'amount', constraint: 'secrets_amount_positive' }],
        [{ id: 777, amount: 1, shift_id: null }, 'PT409', 'unique', { field: 'id', constraint: 'secrets_id_unique' }],
        [{ id: 778, amount: 1, shift_id }, 'PT409', 'missing_reference', { field: 'shift', constraint: 'secrets_shift_exists' }],
      ] as const) {
        const refusal = await on.refused(() => on.call('break_a_rule', sent));
        expect([refusal.code, refusal.message, JSON.parse(refusal.detail ?? '{}')]).toEqual([code, message, detail]);
        expect(hasSentence(message)).toBe(true);
      }
    }));
});

test('objects of later migrations are not accessible until they are exposed', () =>
  inTestSession(databaseOwner(), async (on) => {
    await on.rows('create table public.made_tomorrow (id bigint generated always as identity primary key)');
    await on.rows('create function public.said_tomorrow() returns void language sql as $$ select $$');
    await on.rows('create function private.done_tomorrow() returns void language sql as $$ select $$');
    const open = await on.rows(`
      select r.role || ' ' || what as privilege
      from (values ('anon'), ('authenticated')) r(role)
      cross join lateral (values
        ('select', has_table_privilege(r.role, 'public.made_tomorrow', 'select')),
        ('truncate', has_table_privilege(r.role, 'public.made_tomorrow', 'truncate')),
        ('sequence', has_sequence_privilege(r.role, 'public.made_tomorrow_id_seq', 'usage')),
        ('public function', has_function_privilege(r.role, 'public.said_tomorrow()', 'execute')),
        ('private function', has_function_privilege(r.role, 'private.done_tomorrow()', 'execute'))) d(what, open)
      where d.open`);
    expect(open).toEqual([]);
  }));

test('only simple records can be written through their tables', async () => {
  const written = await names(`
    select distinct c.relname
    from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_column_privilege('authenticated', c.oid, t.attnum, 'INSERT') or has_column_privilege('authenticated', c.oid, t.attnum, 'UPDATE')
        or has_table_privilege('authenticated', c.oid, 'DELETE'))
    order by 1`);
  expect(written).toEqual([
    'branches',
    'brands',
    'business',
    'categories',
    'colors',
    'customers',
    'expense_categories',
    'held_sales',
    'label_templates',
    'payment_methods',
    'price_groups',
    'sizes',
    'stock_points',
    'suppliers',
    'tax_rates',
  ]);
});

test('the fields of an import match those in the database, with the same numeric ones', async () => {
  const known = await databaseOwner()<{ kind: Kind; fields: string[]; numbers: string[] }[]>`
    select kind, array_agg(field order by field) as fields, array_agg(field) filter (where rule ~ 'amount|quantity|percent') as numbers from private.import_fields group by kind`;
  // Before the database, a web shop's option pairs become colors or sizes, and first and last name become one
  // name.
  const read = (kind: Kind): string[] => fieldsOf[kind].filter((field) => !/^option\d_|^(first|last)_name$/.test(field)).sort();
  expect(Object.fromEntries(kinds.map((kind) => [kind, read(kind)]))).toEqual(
    Object.fromEntries(known.map(({ kind, fields }) => [kind, [...fields].sort()])),
  );
  // A tax rate is given by its percentage or its name.
  expect(numberFields.filter((field) => field !== 'tax_rate').sort()).toEqual(
    [...new Set(known.flatMap(({ numbers }) => numbers ?? []))].sort(),
  );
});
