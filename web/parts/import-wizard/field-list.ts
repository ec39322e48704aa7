/* What a column of a product file may hold, in the order a person looks for it. */

export const fieldNames = [
  'name', 'name_ar', 'price', 'sku', 'barcode', 'color', 'size', 'price_override', 'category', 'brand', 'supplier', 'description',
  'purchase_price', 'max_discount', 'low_stock_level', 'active', 'designer_id', 'tag_number', 'group', 'quantity', 'branch', 'stock_point',
] as const;

export const optionNames = ['option1_name', 'option1_value', 'option2_name', 'option2_value', 'option3_name', 'option3_value'] as const;

export type FieldName = (typeof fieldNames)[number] | (typeof optionNames)[number];
export type NameKind = 'brands' | 'suppliers' | 'categories' | 'colors' | 'sizes';

/** Something must tell a product apart. */
export function missingFields(mapping: readonly (FieldName | null)[]): boolean {
  return !(['name', 'sku', 'barcode'] as const).some((field) => mapping.includes(field));
}

/** Gives a column its field, and takes the field from the column that had it. */
export function mapColumn(mapping: readonly (FieldName | null)[], column: number, field: FieldName | null): (FieldName | null)[] {
  return mapping.map((given, at) => (at === column ? field : given === field ? null : given));
}
