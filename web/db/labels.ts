/* The content of labels, and the log of prints. */
import { rpc, rpcOf, type RowOf } from './calls.ts';
import { deleteRows } from './plain-rows.ts';
import { insertRow, listOf, readList, updateRow, type Row } from './tables.ts';

export type LabelTemplate = Row<'label_templates'>;
/** The part of a template that a label's layout depends on. */
export type TemplateOptions = Omit<LabelTemplate, 'id' | 'version' | 'name' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'>;

/** What the lines are taken from. */
export type LabelSource = 'variants' | 'products' | 'purchase_orders' | 'receipts' | 'transfers' | 'counts' | 'imports';

/** A variant with its price by this template, and its pieces in the source. */
export type LabelLine = RowOf<'label_lines', 'old_price'>;
export type Arrival = RowOf<'label_arrivals'> & { source: 'receipts' | 'transfers' };
export type LabelPrint = Row<'label_prints'> & { outcome: 'sending' | 'sent' | 'done' | 'failed' | 'canceled' | 'uncertain' };

type Priced = Pick<TemplateOptions, 'price_group_id' | 'with_tax'>;

const goods = ['products', 'variants', 'price_groups', 'business', 'tax_rates'] as const;

/** The server refuses more lines. */
export const MAX_LINES = 2_000;
export const labelLinesOf = (source: LabelSource, ids: readonly string[], { price_group_id, with_tax }: Priced) =>
  rpcOf<'label_lines', LabelLine[]>(
    'label_lines',
    { source, ids: [...ids], price_group_id: price_group_id ?? undefined, with_tax: with_tax ?? undefined },
    goods,
  );

export const arrivalsOf = (branchIds: readonly string[]) =>
  rpcOf<'label_arrivals', Arrival[]>('label_arrivals', { at_branch_ids: [...branchIds] }, ['receipts', 'transfers']);

export const labelTemplates = () => listOf('label_templates', { sort: [['name']], limit: 100 });

export const saveTemplate = (values: TemplateOptions & { id: string; name: string }, version: number | null) => {
  const { id, ...changes } = values;
  return version === null ? insertRow('label_templates', values) : updateRow('label_templates', id, version, changes);
};
export const deleteTemplate = (id: string) => deleteRows('label_templates', { ids: [id] });

export interface PrintLine {
  variant_id?: string;
  profile_id?: string;
  copies: number;
}

export const recordPrint = (id: string, print: { printer: string; width: number; height: number }, lines: readonly PrintLine[]) =>
  rpc('record_label_print', { id, print, lines });
export const settlePrint = (id: string, outcome: LabelPrint['outcome']) => rpc('settle_label_print', { id, outcome });

export const labelPrints = () => listOf<'label_prints', LabelPrint>('label_prints', { sort: [['created_at', true]], limit: 50 });
/** The lines of one print, as printed. */
export const linesPrinted = async (id: string) =>
  (await readList('label_print_lines', { where: [['print_id', 'eq', id]], limit: MAX_LINES })).rows.sort(
    (one, other) => one.position - other.position,
  );
