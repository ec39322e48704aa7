/* Records sales of another system's till: {branch_id, till, sales} → {sales: [{reference, result, sale?, error?}]}, one result per sale.
   openapi.json is the schema that requests are validated against; the rules are in private.record_sales. A large batch would lock goods of
   other tills for many seconds, so it is committed in parts; if one fails, the batch is sent again and continues there. */
import { callAsCaller } from '../_shared/client.ts';
import { type DatabaseRefusal, fromDatabase, Refusal } from '../_shared/errors.ts';
import { json, readBody, readJson, serve } from '../_shared/http.ts';
import { findInvalid, type Schema } from '../_shared/schema.ts';
import { languageOf, sentence } from '../_shared/sentences.ts';
import openapi from './openapi.json' with { type: 'json' };

const schemas: Readonly<Record<string, Schema>> = openapi.components.schemas as object as Record<string, Schema>;
const { Batch: batchSchema = {}, Sale: saleSchema = {} } = schemas;

/** Sales per transaction. */
const partSize = 25;

interface SaleResult {
  reference: string | null;
  result: string;
  sale?: object;
  error?: DatabaseRefusal;
}

serve(
  async (request) => {
    const language = languageOf(request);
    const batch = readJson(new TextDecoder().decode(await readBody(request, 2 * 1024 * 1024)));
    const { branch_id, till, sales } = batch as { branch_id: string; till: string; sales: unknown[] };
    const max = batchSchema.properties?.sales?.maxItems ?? 0;
    if (Array.isArray(sales) && sales.length > max) throw new Refusal('sales_over_limit', 400, { field: 'sales', max });
    const field = findInvalid(batch, batchSchema, schemas);
    if (field !== null) throw new Refusal('value_invalid', 400, { field });

    const errorOf = (refusal: Refusal) => ({
      code: refusal.code,
      status: refusal.status,
      message: sentence(refusal, language),
      values: refusal.values,
    });
    const invalidFields = sales.map((sale) => findInvalid(sale, saleSchema, schemas));
    const validSales = sales.filter((_, index) => invalidFields[index] === null);
    const recorded: SaleResult[] = [];
    for (let from = 0; from < validSales.length; from += partSize) {
      recorded.push(
        ...(await callAsCaller<SaleResult[]>(request, 'record_sales', { branch_id, till, sales: validSales.slice(from, from + partSize) })),
      );
    }
    const results = recorded.values();
    return json(200, {
      sales: sales.map((sale, index) => {
        const invalidField = invalidFields[index] ?? null;
        if (invalidField !== null) {
          const error = errorOf(new Refusal('value_invalid', 400, { field: invalidField }));
          return { reference: referenceOf(sale), result: 'rejected', error };
        }
        const { error, ...result } = results.next().value!;
        return error ? { ...result, error: errorOf(fromDatabase(error, 400)) } : result;
      }),
    });
  },
  (refusal, request) => sentence(refusal, languageOf(request)),
);

function referenceOf(sale: unknown): string | null {
  const { reference } = (sale ?? {}) as { reference?: unknown };
  return typeof reference === 'string' && findInvalid(reference, saleSchema.properties?.reference ?? {}, schemas) === null
    ? reference
    : null;
}
