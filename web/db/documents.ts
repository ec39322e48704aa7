/* What the answers about one document have in common, whatever its kind. */

export interface Person {
  id: string;
  name: string;
  name_ar: string | null;
}

/** The words for a variant; absent where its product is out of the reader's sight. */
export interface VariantWords {
  product_id: string;
  product: string;
  product_ar: string | null;
  image_path: string | null;
  color: string | null;
  color_ar: string | null;
  color_value: string | null;
  size: string | null;
  size_ar: string | null;
  sku: string;
  barcode: string;
  active: boolean;
}

/** Something that happened to a document; what does not apply is absent. */
export interface DocumentEvent {
  at: string;
  kind:
    | 'created' | 'changed' | 'approved' | 'reversed' | 'withdrawn' | 'posted' | 'closed' | 'reopened' | 'cancelled'
    | 'completed' | 'closed_short' | 'received' | 'undone' | 'paid' | 'voided' | 'attached';
  actor?: Person;
  number?: string;
  pieces?: number;
  amount?: number;
  note?: string;
  /** How many lines were changed at once, and the first of them. */
  lines?: number;
  line?: { before?: number; after?: number } & Partial<VariantWords>;
}
