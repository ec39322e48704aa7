import type { VariantWords } from '@/db/documents.ts';
import type { AppError } from '@/db/errors.ts';

/** Goods that are not there; `has` is absent where the reader may not look. */
export interface ShortLine extends Partial<VariantWords> {
  variant_id: string;
  needs: number;
  has?: number;
}

/** The lines that a refusal names because they would leave less than nothing. */
export const shortLinesOf = ({ code, values }: AppError): ShortLine[] => (code === 'stock_short' ? (values.lines as ShortLine[]) : []);
