/* openapi.json describes what a till may send. The function validates against it, and it lists the fields that the database reads. */
import { expect, test } from 'vitest';
import { databaseOwner, inOnePiece } from '../../tests/database.ts';
import { findInvalid, type Schema } from '../_shared/schema.ts';
import openapi from './openapi.json' with { type: 'json' };

const schemas = openapi.components.schemas as object as Record<string, Schema>;
const propertiesOf = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {}).sort();

/** Every schema in the file, including nested ones. */
function* all(schema: Schema): Generator<Schema> {
  yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]) yield* all(inner);
}

test('uses only JSON Schema keywords that the validator supports', () => {
  const asked = [
    '$ref',
    'type',
    'enum',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'description',
  ];
  const used = Object.values(schemas)
    .flatMap((schema) => [...all(schema)])
    .flatMap((schema) => Object.keys(schema));
  expect([...new Set(used)].filter((word) => !asked.includes(word))).toEqual([]);
  expect(
    [...JSON.stringify(openapi).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].filter(([, name = '']) => !schemas[name]),
  ).toEqual([]);
});

test.each([
  [{ type: 'string', minLength: 2 }, 'a', 'ab'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'a'],
  [{ type: 'string', pattern: '^a$' }, 'b', 'a'],
  [{ type: 'string' }, 5, 'a'],
  [{ type: 'string' }, 'a\0', 'a'],
  [{ type: 'string' }, '\ud83d', 'a'],
  [{ type: ['string', 'null'] }, 5, null],
  [{ type: 'number' }, Infinity, 5],
  [{ type: 'number' }, '5', 5],
  [{ type: 'number', minimum: 1 }, 0, 1],
  [{ type: 'number', maximum: 1 }, 2, 1],
  [{ type: 'number', exclusiveMinimum: 1 }, 1, 2],
  [{ enum: ['a', null] }, 'b', null],
  [{ type: 'array', minItems: 1 }, [], [1]],
  [{ type: 'array', maxItems: 1 }, [1, 2], [1]],
  [{ type: 'array', items: { type: 'number' } }, ['x'], [1]],
  [{ type: 'object', required: ['a'] }, {}, { a: 1 }],
  [{ type: 'object', additionalProperties: false, properties: {} }, { a: 1 }, {}],
  [{ type: 'object' }, [], {}],
  [{ type: 'object' }, null, {}],
  [{ type: 'object', properties: { a: { $ref: '#/components/schemas/Id' } } }, { a: 'x' }, { a: '00000000-0000-7000-8000-000000000001' }],
] as [Schema, unknown, unknown][])('%j rejects %j and accepts %j', (schema, wrong, right) => {
  expect(findInvalid(wrong, schema, schemas)).not.toBeNull();
  expect(findInvalid(right, schema, schemas)).toBeNull();
});

test('lists exactly the fields of a sale, a line and a payment that the database reads', async () => {
  const sources = await databaseOwner()<
    { name: string; text: string }[]
  >`select proname as name, prosrc as text from pg_proc where pronamespace = 'private'::regnamespace and proname in ('parse_sale', 'parse_sale_lines', 'sale_content')`;
  const textOf = (called: string) => inOnePiece(sources.find(({ name }) => name === called)?.text ?? '');
  const [head = {}, line = {}] = ['parse_sale', 'parse_sale_lines'].map(
    (called) => JSON.parse(/'(\{"[^']*uuid[^']*\})'/.exec(textOf(called))?.[1] ?? '{}') as Record<string, string>,
  );
  // The batch has its branch and till once.
  const ofBatch = ['branch_id', 'till'];
  expect(Object.keys(head)).toEqual(expect.arrayContaining(ofBatch));
  expect(propertiesOf('Sale')).toEqual([...Object.keys(head).filter((key) => !ofBatch.includes(key)), 'lines', 'payments'].sort());
  expect(propertiesOf('Line')).toEqual(Object.keys(line).sort());
  const [, payment = ''] = /jsonb_to_recordset\(payments\) as \(([^)]*)\)/.exec(textOf('sale_content')) ?? [];
  expect(propertiesOf('Payment')).toEqual(
    payment
      .split(', ')
      .map((column) => column.split(' ')[0])
      .sort(),
  );
});

test('has the same limits as the database', async () => {
  const [{ text }] = await databaseOwner()<
    [{ text: string }]
  >`select prosrc as text from pg_proc where pronamespace = 'private'::regnamespace and proname = 'record_sales'`;
  expect(/jsonb_array_length\(sales\) > (\d+)/.exec(text)?.[1]).toBe(String(schemas.Batch?.properties?.sales?.maxItems));
  expect(/end\) > (\d+)/.exec(text)?.[1]).toBe(String(schemas.Sale?.properties?.lines?.maxItems));
});
