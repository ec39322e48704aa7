/* Records the sales of a till of any system: {branch_id, till, sales} → {sales: [{reference, result, sale?, refusal?}]}, one answer for each.
   openapi.json says what comes and goes, and is what is asked of it here; the rules live in private.record_sales. A large batch would keep the
   goods of other tills locked for many seconds: it is recorded in parts, each committed; where one fails, the batch sent again goes on there. */
import { callAsCaller } from '../_shared/client.ts';
import { type DatabaseRefusal, fromDatabase, Refusal } from '../_shared/errors.ts';
import { json, readBody, readJson, serve } from '../_shared/http.ts';
import { findInvalid, type Schema } from '../_shared/schema.ts';
import { languageOf, sentence } from '../_shared/sentences.ts';
import openapi from './openapi.json' with { type: 'json' };

const schemas: Readonly<Record<string, Schema>> = openapi.components.schemas as object as Record<string, Schema>;
const { Batch: batchSchema = {}, Sale: saleSchema = {} } = schemas;

/** So many sales are recorded in one transaction. */
const partSize = 25;

interface Recorded {
  reference: string | null;
  result: string;
  sale?: object;
  refusal?: DatabaseRefusal;
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

    const refused = (refusal: Refusal) => ({
      code: refusal.code,
      status: refusal.status,
      message: sentence(refusal, language),
      values: refusal.values,
    });
    // No text of the database holds the character zero: whoever has it in a note spoils no other sale.
    const isUnsaved = sales.map((sale) => JSON.stringify(sale).includes('\\u0000'));
    const wrong = sales.map((sale, at) => (isUnsaved[at] ? '' : findInvalid(sale, saleSchema, schemas)));
    const sound = sales.filter((_, at) => wrong[at] === null);
    const recorded: Recorded[] = [];
    for (let from = 0; from < sound.length; from += partSize) {
      recorded.push(
        ...(await callAsCaller<Recorded[]>(request, 'record_sales', { branch_id, till, sales: sound.slice(from, from + partSize) })),
      );
    }
    const answers = recorded.values();
    return json(200, {
      sales: sales.map((sale, at) => {
        const problem = isUnsaved[at]
          ? new Refusal('text_invalid', 400)
          : wrong[at] !== null
            ? new Refusal('value_invalid', 400, { field: wrong[at] })
            : null;
        if (problem) return { reference: referenceOf(sale), result: 'refused', refusal: refused(problem) };
        const { refusal, ...answer } = answers.next().value!;
        return refusal ? { ...answer, refusal: refused(fromDatabase(refusal, 400)) } : answer;
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
